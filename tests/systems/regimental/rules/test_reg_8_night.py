"""Chapters 7 and 8: the length of the day, the night round, recovery and supply."""

import pytest
from reg_stage import RegStage, stage

from sandtable.systems.regimental.state.pieces import NIGHT, ROUND
from sandtable.table.decision import Choice
from sandtable.testing import rule

FIELD = "\n".join([". . . . . . ."] * 5)
RED = ("red hq RHQ at 0101", "red infantry X at 0201")
BLUE_FIRST = (6, 6, 1, 1)


def night(*lines: str, dice: tuple[int, ...] = BLUE_FIRST) -> RegStage:
    """A night with red far away in the north-west."""
    return stage(f"{FIELD}\n" + "\n".join((*lines, "phase night", "round 4")), *dice)


def points(*lines: str, dice: tuple[int, ...] = BLUE_FIRST) -> RegStage:
    """The third step of a night: nobody has shifted anything."""
    s = night(*lines, *RED, dice=dice)
    while s.asked[1] == "night shuffle":
        s.do("done")
    return s


# 7 ---------------------------------------------------------------------------------------------------


@rule("7.a")
@pytest.mark.parametrize(("round", "kind"), [(1, "round"), (3, "round"), (4, "night")])
def test_after_four_rounds_the_night(round: int, kind: str) -> None:
    """Rounds 1 to 3 are followed by another round, the fourth by the night."""
    text = f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0603\nred hq RHQ at 0101\nred infantry X at 0201\n"
    s = stage(f"{text}phase guns\nround {round}", *(BLUE_FIRST if kind == "night" else ()))
    assert (s.b.phase == NIGHT) is (kind == "night")
    assert [e.kind for e in s.play.log if e.kind in ("round", "night")] == [kind]
    assert s.b.round == (4 if kind == "night" else round + 1)


@rule("7.a")
def test_the_game_ends_after_the_last_round_without_a_night() -> None:
    """Day 2 of 2, round 4: the battle is judged."""
    text = f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0603\nred hq RHQ at 0101\nred infantry X at 0201\n"
    s = stage(f"{text}objective Hill 0603 blue\nwin blue 1\ndays 2\nday 2\nround 4\nphase guns").done()
    assert s.play.result is not None and s.play.result.winner == "blue"
    assert not s.told("night")


# 8.a The order of the night --------------------------------------------------------------------------


@rule("8.a")
def test_one_throw_and_the_steps_of_the_night() -> None:
    """Red throws higher and is first in every step: HQs, stands, companies, points; then a new day."""
    s = night(
        "blue infantry A at 0604 sp=3 company=mg",
        "blue infantry B at 0605",
        "hq-lost blue 4",
        *RED,
        "red infantry Z at lost",
        dice=(1, 5, 3, 3, 1, 1, 6, 1),
    )
    seen = []
    while s.asked[0]:
        seen.append(s.asked)
        if s.asked[1] == "new hq":
            s.do("place", "blue-hq", "0704")
        else:
            s.do("done")
    assert seen == [
        ("blue", "new hq"),
        ("red", "night shuffle"),
        ("blue", "night shuffle"),
        ("blue", "night shuffle"),
        ("red", "recovery"),
        ("blue", "recovery"),
    ]
    assert [e.kind for e in s.play.log if e.kind.startswith("initiative")] == ["initiative tied", "initiative"]
    assert s.last("initiative").rule == "8.a"


@rule("8.a", "8.c")
def test_strength_and_support_points_are_spent_one_for_one() -> None:
    """A strength point is a point of strength, a support point a company."""
    s = points("blue hq BHQ at 0604", "blue infantry A at 0603 sp=2", "blue infantry B at 0504 lost=mg")
    assert (s.b.strength[0], s.b.support[0]) == (2, 1)
    assert s.options() == [
        Choice("rebuild", "A"),
        *[Choice("return", "B-mg", host) for host in ("BHQ", "A", "B")],
        Choice("done"),
    ]
    s.do("rebuild", "A")
    assert (s.unit("A").sp, s.b.strength[0], s.last("rebuilt").value) == (3, 1, 3)
    s.do("return", "B-mg", "A")
    assert (s.b.support[0], s.b.stands[s.company("B-mg").host].id, s.unit("A").company) == (
        0,
        "A",
        s.company("B-mg").index,
    )
    s.do("rebuild", "A")
    assert s.unit("A").sp == 4
    assert (s.b.day, s.b.round) == (2, 1)  # nothing is left to buy: morning


# 8.b, 8.c Supply -------------------------------------------------------------------------------------


@rule("8.b")
@pytest.mark.parametrize(
    ("level", "strength", "support"),
    [("none", 0, 0), ("poor", 3, 1), ("average", 6, 3), ("good", 9, 3), ("lavish", 12, 6)],
)
def test_supply_levels(level: str, strength: int, support: int) -> None:
    """Three regiments: at average supply two strength points and one support point each; totals are rounded down."""
    lines = []
    for number in (1, 2, 3):
        lines.append(f"blue hq H{number} at 0{number + 3}05 of=r{number}")
        lines.append(f"blue infantry A{number} at 0{number + 3}04 of=r{number}")
    s = night(*lines, *RED, f"supply blue {level}")
    event = next(e for e in s.told("supply") if e.side == "blue")
    assert (event.value, event.text, event.rule) == (strength, str(support), "8.c")


@rule("8.b")
def test_regiments_that_are_gone_bring_nothing_and_points_do_not_keep() -> None:
    """One of two regiments was taken off: two points. What is not spent lapses in the morning."""
    s = points("blue hq BHQ at 0604", "blue infantry A at 0603 sp=2", "blue infantry Z at lost of=r2", "gone r2")
    assert s.b.strength[0] == 2
    s.do("done")
    assert (s.b.strength, s.b.support) == ([0, 0], [0, 0])


@rule("8.c")
def test_five_regiments_pool_ten_and_five() -> None:
    """The book's example; and all of it may go to one regiment."""
    lines = ["blue infantry E at 0303 sp=1 of=r1", "blue infantry F at 0403 sp=1 of=r1"]
    for number in (1, 2, 3, 4, 5):
        lines.append(f"blue hq H{number} at 0{number + 2}05 of=r{number}")
        lines.append(f"blue infantry A{number} at 0{number + 2}04 of=r{number}")
    s = points(*lines, "order r1 H")
    assert (s.b.strength[0], s.b.support[0]) == (10, 5)
    for _ in range(4):
        s.do("rebuild", "E")
    assert (s.unit("E").sp, s.b.strength[0]) == (5, 6)
    refused = s.refused("rebuild", "X")
    assert (refused.rule, refused.reason) == ("8.c", "X belongs to the enemy.")


# 8.d Who can be rebuilt ------------------------------------------------------------------------------


@rule("8.d")
def test_only_stands_in_command_and_never_above_full_strength() -> None:
    """A is two hexes from the HQ, B three; C is whole; the HQ itself may be rebuilt; a battery may not."""
    s = points(
        "blue hq BHQ at 0605 sp=5",
        "blue infantry A at 0603 sp=4",
        "blue infantry B at 0602 sp=4",
        "blue infantry C at 0604",
        "blue battery G at 0704 sp=2",
    )
    assert [c.piece for c in s.options("rebuild")] == ["BHQ", "A"]
    for piece, why in (
        ("B", "B is not within two hexes of its HQ."),
        ("C", "C is at full strength."),
        ("G", "Batteries have no HQ and are not rebuilt."),
    ):
        refused = s.refused("rebuild", piece)
        assert (refused.rule, refused.reason) == ("8.d", why)
    s.do("rebuild", "A")
    assert s.refused("rebuild", "A").reason == "A is at full strength."


@rule("8.d", "8.f")
def test_companies_return_to_any_stand_without_one() -> None:
    """B is out of command: that binds only its strength. The HQ has a company already."""
    s = points(
        "blue hq BHQ at 0605 company=fs",
        "blue infantry A at 0603 lost=mg",
        "blue infantry B at 0602",
        "blue infantry C at 0604",
    )
    assert s.places("return", "A-mg") == {"A", "B", "C"}
    refused = s.refused("return", "A-mg", "BHQ")
    assert refused.rule == "8.f"
    assert s.refused("return", "BHQ-fs", "A").reason == "Fire support company of BHQ is not lost."


@rule("8.d", "6.b")
def test_nothing_is_recovered_without_an_hq() -> None:
    """Walled in, the HQ does not return: there is nothing to buy, and the night goes by."""
    text = ". . . . . .\nblue infantry A at 0301 sp=2\nred hq RHQ at 0601\nred infantry X at 0501\n"
    s = stage(f"{text}red infantry Z at 0101\nhq-lost blue 2\nphase night\nround 4", *BLUE_FIRST)
    assert s.asked == ("red", "night shuffle")
    s.do("done")
    assert s.b.day == 2 and s.unit("A").sp == 2


# 8.e, 8.f Lost stands --------------------------------------------------------------------------------


@rule("8.e")
def test_a_lost_stand_comes_back_with_what_is_paid() -> None:
    """One point brings B back with one; another makes it two. It need not be whole."""
    s = points("blue hq BHQ at 0605", "blue infantry A at 0604", "blue infantry B at lost")
    s.do("recall", "B", "0603")
    assert (s.where("B"), s.unit("B").sp, s.b.strength[0]) == ("0603", 1, 1)
    assert s.last("stand returns").rule == "8.e"
    s.do("rebuild", "B")
    assert (s.unit("B").sp, s.b.day) == (2, 2)


@rule("8.e")
def test_who_does_not_come_back() -> None:
    """A regiment that was taken off, a battery, a stand that is not lost, an HQ for points."""
    s = points(
        "blue hq BHQ at 0605",
        "blue infantry A at 0604",
        "blue infantry B at lost",
        "blue infantry Z at lost of=r2",
        "gone r2",
        "blue battery G at lost",
    )
    assert {c.piece for c in s.options("recall")} == {"B"}
    assert s.refused("recall", "Z", "0603").reason == "A regiment that was removed does not come back."
    assert s.refused("recall", "G", "0603").reason == "Batteries have no HQ and do not come back."
    assert s.refused("recall", "A", "0603").reason == "A is not lost: rebuild it."
    s.do("recall", "B", "0603").do("rebuild", "B")
    assert s.b.day == 2


@rule("8.f")
def test_where_a_lost_stand_is_set_down() -> None:
    """Next to a stand of its regiment, free, within two hexes of the HQ, outside enemy zones."""
    s = night(
        "blue hq BHQ at 0603",
        "blue infantry A at 0403",
        "blue infantry B at lost",
        "red hq RHQ at 0101",
        "red infantry X at 0505",
    )
    while s.asked[1] == "night shuffle":
        s.do("done")
    # Of the hexes next to A or the HQ, 0302, 0303 and 0304 are three hexes from the HQ, 0404 and 0504 next to X.
    assert s.places("recall") == {"0402", "0503", "0502", "0602", "0703", "0604"}
    refused = s.refused("recall", "B", "0504")
    assert refused.rule == "8.f"
    assert (
        refused.reason == "A stand returns next to its regiment, outside enemy zones and within two hexes of the HQ."
    )
    assert s.refused("recall", "B", "0303").rule == "8.f"


@rule("8.f")
def test_points_reach_stands_in_enemy_zones() -> None:
    """A stands next to X: strength and company are given there all the same."""
    s = night(
        "blue hq BHQ at 0603", "blue infantry A at 0403 sp=3 lost=mg", "red hq RHQ at 0101", "red infantry X at 0303"
    )
    while s.asked[1] == "night shuffle":
        s.do("done")
    assert Choice("rebuild", "A") in s.options() and Choice("return", "A-mg", "A") in s.options()


@rule("8.b", "8.e")
def test_without_a_point_nothing_is_recovered() -> None:
    """On poor supply one regiment has one strength point and no support point."""
    s = points(
        "blue hq BHQ at 0605", "blue infantry A at 0604 sp=1 lost=mg", "blue infantry B at lost", "supply blue poor"
    )
    assert (s.b.strength[0], s.b.support[0]) == (1, 0)
    assert s.options("return") == []
    refused = s.refused("return", "A-mg", "A")
    assert (refused.rule, refused.reason) == ("8.b", "No support point is left.")
    s = points("blue hq BHQ at 0605", "blue infantry A at 0604 lost=mg", "blue infantry B at lost")
    s.do("recall", "B", "0603").do("rebuild", "B")
    for verb in ("rebuild", "recall"):
        assert s.refused(verb, "B", "" if verb == "rebuild" else "0603").rule in ("8.b", "8.e")
    assert s.refused("rebuild", "B").reason == "No strength point is left."


# 8.g The shuffle -------------------------------------------------------------------------------------


@rule("8.g")
def test_stands_trade_places_whatever_lies_between() -> None:
    """A and B are far apart, out of command and in zones: they change places; no other hex is open."""
    s = night("blue hq BHQ at 0705", "blue infantry A at 0301 company=mg", "blue infantry B at 0605", *RED)
    assert s.asked == ("blue", "night shuffle")
    assert s.places("shift") == {"0705", "0301", "0605"}
    refused = s.refused("shift", "A", "0401")
    assert refused.rule == "8.g"
    assert refused.reason == "Now only the Blue shifts, and only within the hexes it held at nightfall."
    s.do("shift", "A", "0605")
    refused = s.refused("done")
    assert (refused.rule, refused.reason) == ("1.b", "Two pieces would be in one place: shift the other one too.")
    s.do("shift", "B", "0301").do("done")
    assert (s.where("A"), s.where("B")) == ("0605", "0301")
    assert s.b.stands[s.company("A-mg").host].id == "A"  # it went along
    assert {e.rule for e in s.told("shifted")} == {"8.g"}


@rule("8.g")
def test_companies_trade_places_too() -> None:
    """The machine guns go to B, out of command as it is; one company a stand."""
    s = night(
        "blue hq BHQ at 0705 company=fs",
        "blue infantry A at 0604 company=mg",
        "blue infantry B at 0201",
        "red hq RHQ at 0105",
        "red infantry X at 0205",
    )
    s.do("done").do("done")
    assert s.asked == ("blue", "night shuffle")
    s.do("shift", "A-mg", "B").do("done")
    assert s.b.stands[s.company("A-mg").host].id == "B"
    assert s.unit("A").company == -1


@rule("8.g")
def test_only_ones_own_regiment_takes_part() -> None:
    """Stands of another regiment keep their hexes."""
    s = night(
        "blue hq BHQ at 0705",
        "blue infantry A at 0604",
        "blue hq OHQ at 0505 of=other",
        "blue infantry C at 0504 of=other",
        *RED,
    )
    assert {c.piece for c in s.options("shift")} == {"BHQ", "A"}
    assert s.places("shift") == {"0705", "0604"}


# 8.h -------------------------------------------------------------------------------------------------


@rule("8.h")
@pytest.mark.parametrize("yesterday", ["M", "H", "D", "R"])
def test_a_new_day_with_any_order(yesterday: str) -> None:
    """After the night every order is open; in round 2 a regiment on D has only H and D."""
    s = night("blue hq BHQ at 0604", "blue infantry A at 0603", *RED, f"order blue {yesterday}")
    while s.asked[1] in ("night shuffle", "recovery"):
        s.do("done")
    decision = s.play.decision_for("blue")
    assert decision is not None
    assert [c.to for c in decision.options()] == ["M", "H", "D", "R"]
    assert (s.b.day, s.b.round, s.b.phase == ROUND) == (2, 1, False)
