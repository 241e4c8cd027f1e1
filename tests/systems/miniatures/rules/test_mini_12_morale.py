"""12 Morale at the end of the round."""

import pytest
from mini_fire import SPARE
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.rules.losses import remove
from sandtable.systems.miniatures.rules.morale import last_teams, shaken
from sandtable.systems.miniatures.scene import scene
from sandtable.table.decision import Choice
from sandtable.testing import rule

# A company of one Unit would have to be rallied (14.13).
MORE = "blue U8 veteran\n PL rifle at 5,2\nred G8 veteran\n PL rifle at 66,46\n"


def row(count: int, kind: str = "rifle", side: int = 10, name: str = "R") -> str:
    return "\n".join([f" {'PL ' if i == 0 else ''}{kind} {name}{i} at {20 + 3 * i},{side}" for i in range(count)])


def end(text: str, *dice: int) -> MiniStage:
    """A round that is over."""
    return stage(SPARE + MORE + text + "\nphase end\nloser blue\n", *dice)


@rule("12.1")
@pytest.mark.parametrize(("left", "asked"), [(3, True), (4, False)])
def test_below_half_a_unit_checks(left: int, asked: bool) -> None:
    """Three of eight check, four of eight do not."""
    s = end(f"blue U1 veteran lost size=8\n{row(left)}", *((4,) if asked else ()), 6, 1)
    assert len([event for event in s.told("check") if event.text == "morale"]) == int(asked)


@rule("12.1")
@pytest.mark.parametrize(("die", "stays"), [(4, True), (3, False)])
def test_who_fails_is_taken_off(die: int, stays: bool) -> None:
    """Suppression does not count; all that is left of the Unit goes."""
    teams = row(3).replace("R1 at 23,10", "R1 at 23,10 markers=2")
    s = end(f"blue U1 veteran lost size=8\n{teams}\nblue U2 veteran\n PL rifle at 50,10", die, 6, 1)
    assert s.told("check")[0].need == 4
    assert s.unit("U1").gone != stays
    assert [s.team(f"R{i}").lost for i in range(3)] == [not stays] * 3


@rule("12.1")
def test_only_units_that_lost_a_team_in_this_round() -> None:
    s = end(f"blue U1 veteran size=8\n{row(3)}", 6, 1)
    assert s.told("check") == []


@rule("12.1")
def test_observers_do_not_count() -> None:
    """Three guns of seven and an FO: less than half."""
    s = end(f"blue U1 veteran lost size=7\n{row(3)}\n FO rifle F at 50,10", 6, 6, 1)
    assert len(s.told("check")) == 1


@rule("12.1", "1.6")
def test_the_owner_says_in_which_order() -> None:
    """Both of blue's Units check, the one first that its owner names; blue lost the first roll and begins."""
    red = f"red G1 veteran lost size=8\n{row(3, side=30, name='X')}"
    s = end(
        f"blue U1 veteran lost size=8\n{row(3)}\nblue U2 veteran lost size=8\n{row(3, side=15, name='S')}\n{red}",
        6,
        6,
        6,
        6,
        1,
    )
    assert s.asked == ("blue", "morale") and s.options() == [Choice("check", "U1"), Choice("check", "U2")]
    s.do("check", "U2")
    assert [event.piece for event in s.told("check")] == ["U2", "U1", "G1"]


@rule("12.1", "12.2")
@pytest.mark.parametrize(
    ("lost", "left", "size", "checks"),
    [("lost", 3, 8, True), ("lost", 4, 8, False), ("", 3, 8, False), ("lost", 2, 5, True), ("lost", 3, 5, False)],
)
def test_who_is_shaken(lost: str, left: int, size: int, checks: bool) -> None:
    """It lost a Team in this round, and has less than half."""
    b = scene(f"{SPARE}{MORE}blue U1 veteran {lost} size={size}\n{row(left)}")
    assert shaken(b, next(unit for unit in b.units if unit.key == "U1")) is checks


@rule("12.1", "8.5")
def test_a_team_that_falls_is_a_loss_of_this_round_and_an_observer_is_not() -> None:
    """The first Unit of the battle, which has two Teams left, and then none."""
    text = "blue U1 veteran\n PL rifle A at 20,10\n rifle B at 23,10\nblue U2 veteran\n PL 60mm-mortar M at 40,10\n"
    b = scene(f"{text} 60mm-mortar N at 43,10\n FO rifle O at 46,10\n{SPARE}{MORE}")
    first, second = b.units[0], b.units[1]
    b.teams[b.by_id["B"]].markers = 1
    list(remove(b, [b.teams[b.by_id["B"]], b.teams[b.by_id["O"]]], "8.5", "fire", second))
    assert first.lost_team and not second.lost_team and not first.gone
    assert (b.teams[b.by_id["A"]].markers, b.teams[b.by_id["M"]].markers) == (1, 0), "its marker stays in its Unit"
    list(remove(b, [b.teams[b.by_id["A"]]], "8.5", "fire"))
    assert first.gone and not second.gone


@rule("12.3")
@pytest.mark.parametrize("loser", ["blue", "red"])
def test_the_last_teams_of_both_sides_are_taken_off(loser: str) -> None:
    lines = f"blue U1 veteran size=4\n{row(1)}\nred G1 veteran size=4\n{row(1, side=40, name='S')}\nloser {loser}"
    b = scene(f"{SPARE}{MORE}{lines}")
    list(last_teams(b))
    order = ["R0", "S0"] if loser == "blue" else ["S0", "R0"]
    assert [event.piece for event in b.events if event.kind == "lost"] == order


@rule("12.2")
def test_it_checks_again_in_every_round_with_losses() -> None:
    """It passed, and the next round without a loss needs no check; with one it does."""
    s = end(f"blue U1 veteran lost size=8\n{row(3)}", 4, 6, 1).done()
    assert not s.unit("U1").lost_team  # for the next round
    s = end(f"blue U1 veteran lost size=8\n{row(2)}", 4, 6, 1)
    assert len(s.told("check")) == 1


@rule("12.3")
def test_the_last_team_is_taken_off_without_a_die() -> None:
    s = end(f"blue U1 veteran size=8\n{row(1)}\nblue U2 veteran\n PL rifle at 50,10", 6, 1)
    assert s.unit("U1").gone and s.team("R0").lost
    assert s.last("destroyed").rule == "12.3"


@rule("12.3")
@pytest.mark.parametrize(("kind", "size"), [("m4-sherman", 4), ("rifle", 1)])
def test_a_last_tank_and_a_unit_of_one_stay(kind: str, size: int) -> None:
    s = end(f"blue U1 veteran size={size}\n{row(1, kind)}", 6, 1)
    assert not s.unit("U1").gone


@rule("12.3", "15.20")
def test_an_observer_is_no_second_team() -> None:
    """He goes with his Unit."""
    text = f"blue U1 veteran size=5\n{row(1)}\n FO rifle F at 50,10\nblue U2 veteran\n PL rifle at 60,10"
    s = end(text, 6, 1)
    assert s.unit("U1").gone and s.team("F").lost


@rule("12.3", "12.1")
def test_last_teams_come_before_checks() -> None:
    """One of eight left: it is taken off and does not check."""
    s = end(f"blue U1 veteran lost size=8\n{row(1)}\nblue U2 veteran\n PL rifle at 50,10", 6, 1)
    assert s.told("check") == []


@rule("14.9", "14.10", "12.1")
def test_the_cc_lets_it_roll_again_and_goes_with_it() -> None:
    text = f"blue U1 veteran lost size=8\n{row(3)}\nblue CC veteran\n smg C at 60,10"
    s = end(text, 3, 3, 6, 1)
    s.do("reroll", "U1")
    assert s.unit("U1").gone and s.team("C").lost
    assert s.told("lost")[0].rule == "14.10"


@rule("14.10", "12.1")
def test_a_cc_who_lets_the_roll_stand_stays() -> None:
    s = end(f"blue U1 veteran lost size=8\n{row(3)}\nblue CC veteran\n smg C at 60,10", 3, 6, 1)
    s.do("keep")
    assert s.unit("U1").gone and not s.team("C").lost


@rule("14.12", "12.3")
def test_the_battle_ends_with_the_company_and_nothing_comes_after() -> None:
    """Blue's last Unit but one of four goes, the company has no CC and retreats: red's last Team is not looked at."""
    blue = "".join([f"blue B{i} veteran size=4\n PL rifle at {20 + 5 * i},10\n" for i in range(3)])
    s = end(f"{blue}red G1 veteran size=8\n PL rifle X at 20,30\n")
    assert s.play.result is not None and (s.play.result.winner, s.play.result.rule) == ("red", "14.14")
    assert not s.team("X").lost and s.told("first roll") == []


@rule("14.12", "12.1")
def test_no_more_checks_after_the_end() -> None:
    """Five Units of seven must check; with the fourth that fails the company retreats, and the fifth rolls no die."""
    blue = "".join([f"blue B{i} veteran lost size=8\n{row(3, side=10 + 5 * i, name=f'T{i}')}\n" for i in range(5)])
    s = end(blue, 1, 1, 1, 1)
    for name in ("B0", "B1", "B2", "B3"):
        s.do("check", name)
    assert s.done().play.result is not None and s.play.result.winner == "red"
    assert not s.unit("B4").gone
