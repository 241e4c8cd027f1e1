"""15 Hand-to-hand combat: strength, the roll, what it costs, and the loser."""

import pytest
from ws_fight import OPEN, Drill, platoons

from sandtable.systems.war_storm.rules.faults import faults
from sandtable.systems.war_storm.rules.hand_to_hand import retreats, strength, toll, withdraw
from sandtable.systems.war_storm.rules.morale import platoon_morale
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import NEVER, Battle
from sandtable.testing import rule
from sandtable.testing.scene import tale

# The example of 15.3: three full platoons with Lt. Jones against one with Lt. Gielnik in light woods.
WOODS = (
    OPEN
    + """
blue officer Jones at A202 type=jones waiting=A302
blue us-infantry U at A202 waiting=A302
blue us-infantry V at A202 waiting=A302
blue us-infantry W at A202 waiting=A302
red officer Gielnik at A302 type=gielnik
red grenadier G at A302
ground A302 l0
actor Jones
"""
)


@rule("15.1", "15.2", "15.3", "9.2.1.e", "15")
def test_the_example() -> None:
    """16 + 6 against 7 + 8: the grenadier loses two steps. A company of one platoon checks as a whole, 7 + 1 - 1."""
    drill = Drill(WOODS, 1, 1, 1, 1, 1, 1, 3, 3, 4, 4, 6, 6, 2, 2)
    drill.do("assault", "", "A302").do("pass").run_on()
    ours, theirs = drill.told("fight")
    assert (ours.value, theirs.value) == (22, 15)
    assert sum(note.amount for note in ours.modifiers) == 16
    assert [note.amount for note in theirs.modifiers] == [5, 1, 1]
    assert [note.label for note in theirs.modifiers] == ["G", "Lt. Gielnik", "Light woods"]
    assert drill.hits() == [("G", 1), ("G", 2)]
    assert drill.last("company check").need == 7
    assert faults(drill.b) == []


def strengths(text: str, *ids: str) -> tuple[int, int]:
    """Of the named attackers, and of all defenders in A302."""
    b = scene(OPEN + text)
    attackers = [unit for unit in b.units if unit.id in ids]
    place = b.ground.index["A302"]
    return (strength(b, attackers, place)[0], strength(b, b.units_at(place, 1), place, attackers)[0])


PAIR = "blue us-infantry U at A202\nred grenadier G at A302\n"


@rule("15.1")
def test_assault_values_fall_with_losses() -> None:
    assert strengths(PAIR, "U") == (5, 5)
    assert strengths(PAIR.replace("U at A202", "U at A202 lost=1").replace("G at A302", "G at A302 lost=2"), "U") == (
        4,
        2,
    )


@rule("15.1")
def test_the_best_leader_counts_and_routed_units_do_not() -> None:
    leaders = PAIR + "blue officer O at A202 lead=1\nblue officer Q at A202 lead=2 of=other\n"
    leaders += "red officer P at A302 lead=2 routed\nred grenadier R at A302 routed"
    assert strengths(leaders, "U", "O", "Q") == (7, 5)


@rule("15.1", "3.f")
def test_quality_counts() -> None:
    assert strengths(PAIR.replace("U at A202", "U at A202 veteran"), "U")[0] == 6
    mixed = PAIR.replace("U at A202", "U at A202 veteran") + "blue us-infantry V at A202\n"
    assert strengths(mixed, "U", "V")[0] == 10
    assert strengths(PAIR.replace("G at A302", "G at A302 green"), "U")[1] == 4
    assert strengths(mixed.replace("V at A202", "V at A202 green"), "U", "V")[0] == 9


@rule("15.1")
@pytest.mark.parametrize(
    ("letter", "more"), [(".", 0), ("f", 0), ("m", 0), ("r", 1), ("l", 1), ("d", 1), ("o", 1), ("w", 2), ("B", 3)]
)
def test_the_ground_helps_the_defender(letter: str, more: int) -> None:
    assert strengths(PAIR + f"ground A302 {letter}0", "U") == (5, 5 + more)


@rule("15.1", "5.1.2.a")
def test_a_crest_helps_if_all_come_from_below() -> None:
    assert strengths(PAIR + "ground A302 .1", "U") == (5, 6)
    two = PAIR + "ground A302 .1\nground A301 .1\nblue us-infantry V at A301\n"
    assert strengths(two, "U", "V") == (10, 5)


@rule("15.1", "21")
def test_an_improved_position_helps_its_side() -> None:
    assert strengths(PAIR + "improved red A302", "U") == (5, 6)
    assert strengths(PAIR + "improved blue A302", "U") == (5, 5)


@rule("15.2")
@pytest.mark.parametrize(
    ("difference", "costs"),
    [(0, (1, 1)), (1, (1, 1)), (4, (1, 1)), (5, (2, 0)), (8, (2, 0)), (9, (3, 0)), (20, (3, 0))],
)
def test_what_a_difference_costs(difference: int, costs: tuple[int, int]) -> None:
    assert toll(scene(OPEN + PAIR), difference) == costs


FIGHT = (
    OPEN
    + """
blue officer O at A201 morale=9 lead=1 range=3
blue us-infantry U at A202 waiting=A302
red officer P at A606 morale=7 lead=1
red grenadier G at A302
blue us-infantry X at exited
blue us-infantry Y at exited
blue us-infantry Z at exited
red grenadier H at exited
red grenadier I at exited
red grenadier J at exited
actor O
"""
)


def fight(text: str, *dice: int) -> Drill:
    """An assault without defensive fire; the check before it is passed."""
    drill = Drill(text, 1, 1, *dice)
    drill.do("assault", "", "A302").do("pass").run_on()
    drill.done()
    assert faults(drill.b) == []
    return drill


@rule("15.2")
def test_a_tie_costs_both_a_step_and_is_rolled_again() -> None:
    drill = fight(FIGHT, 3, 4, 3, 4, 6, 6, 1, 1)
    assert len(drill.told("fight")) == 4 and drill.hits()[:2] == [("U", 1), ("G", 1)]
    assert drill.at("U") == "A302"


@rule("15.1", "14.3")
def test_the_crest_counts_by_where_they_came_from() -> None:
    drill = fight(FIGHT.replace("actor", "ground A302 .1\nactor"), 6, 6, 3, 2, 1, 1)
    assert [note.label for note in drill.told("fight")[1].modifiers] == ["G", "crest"]


@rule("15.2")
def test_one_to_four_costs_both_a_step() -> None:
    drill = fight(FIGHT, 4, 4, 3, 4, 1, 1)
    assert drill.hits() == [("U", 1), ("G", 1)] and drill.last("fight won").side == "blue"


@rule("15.2")
def test_the_hex_goes_to_who_still_has_platoons() -> None:
    """The attacker rolls higher by one, but it is his last step and the defender has another."""
    text = FIGHT.replace("U at A202", "U at A202 lost=2").replace("G at A302", "G at A302 lost=2")
    drill = fight(text.replace("red officer P", "red grenadier K at A302 lost=2\nred officer P"), 6, 6, 4, 5, 1, 1, 1)
    assert drill.unit("U").hex < 0
    assert drill.last("fight won").side == "red"
    assert [platoon.id for platoon in drill.b.platoons_at(drill.b.ground.index["A302"], 1)] == ["G"]


@rule("15.2", "7.4.3.b")
def test_officers_there_check_for_the_steps_their_side_loses() -> None:
    text = FIGHT.replace("P at A606", "P at A302")
    drill = fight(text, 6, 6, 1, 1, 1, 1)  # 17 against 8: three steps; the officer 2 - 3
    assert drill.last("officer check").value == -1 and drill.last("officer lost").piece == "P"
    assert drill.unit("G").hex < 0


@rule("15.3", "9.2.1.e")
def test_a_single_platoon_that_loses_and_passes_withdraws() -> None:
    """Red goes home to the east: G withdraws there, one hex, and is Finished."""
    drill = fight(FIGHT.replace("red grenadier H at exited", "red grenadier H at A500"), 6, 5, 3, 3, 1, 1)
    assert drill.hits() == [("G", 1), ("G", 2)]
    assert drill.last("platoon check").rule == "9.2.1.e" and drill.last("platoon check").need == 5
    assert len(drill.told("platoon check")) == 1
    assert drill.at("G") in ("A402", "A403") and drill.platoon("G").finished
    assert drill.last("withdraws").place == drill.at("G") and drill.at("U") == "A302"


@rule("15.3", "9.3.1.a")
def test_a_loser_that_fails_routs() -> None:
    drill = fight(FIGHT, 6, 5, 3, 3, 4, 4)  # 8 against 5
    assert drill.unit("G").routed
    assert drill.b.ground.distance[drill.unit("G").hex][drill.b.ground.index["A302"]] == 3


@rule("15.3", "9.3.1.a")
def test_who_routs_runs_before_others_withdraw() -> None:
    """G fails and runs three hexes; K of another company passes, and goes back a hex when G is gone."""
    others = "red officer Q at A606 of=k morale=9\nred grenadier K at A302 of=k\nred officer P"
    text = FIGHT.replace("red officer P", others).replace("U at A202", "U at A202 veteran")
    drill = fight(text, *(6, 6), *(1, 2), 1, *(1, 1), *(6, 1))
    kinds = [event.kind for event in drill.play.log]
    assert (drill.last("ran").piece, drill.last("withdraws").piece) == ("G", "K")
    assert kinds.index("ran") < kinds.index("withdraws")
    assert drill.unit("G").routed and not drill.unit("K").routed


@rule("15.3", "9.2.2.f")
def test_a_loser_that_fails_by_five_disintegrates() -> None:
    drill = fight(FIGHT, 6, 5, 3, 3, 5, 5)
    assert tale(drill.told("disintegrated")) == ["9.2.2.f disintegrated G @A302"]


@rule("15.3", "9.1.1.e")
def test_more_than_one_platoon_make_it_a_company_check() -> None:
    """Two platoons lose; the whole company sees it and checks once."""
    text = FIGHT.replace("red grenadier H at exited", "red grenadier H at A302 lost=2")
    drill = fight(text.replace("U at A202", "U at A202 veteran"), 6, 6, 2, 1, 1, 1)
    assert drill.last("company check").rule == "9.1.1.e" and drill.last("company check").need == 8
    assert {drill.at("G"), drill.at("H")} <= {"A402", "A403"}


@rule("15.3")
def test_without_a_hex_to_go_to_the_loser_is_lost() -> None:
    wall = "".join(f"blue us-infantry W{h} at {h} of=w\n" for h in ("A402", "A403", "A303", "A301", "A203", "A202"))
    drill = fight(FIGHT.replace("actor", wall + "actor"), 6, 5, 3, 3, 1, 1)
    assert drill.last("eliminated").rule == "15.3" and drill.unit("G").hex < 0


def homes(b: Battle) -> set[str]:
    return {b.ground.names[h] for h in retreats(b, platoons(b, "G")[0], b.ground.index["A302"])}


@rule("15.3")
def test_where_a_defender_withdraws_to() -> None:
    """Free of enemies and within stacking; if possible not next to other enemies, and towards the own lines."""
    base = OPEN + "red grenadier G at A302\n"
    assert homes(scene(base)) == {"A402", "A403"}
    full = "".join(f"red grenadier F{n} at A402 of=f\n" for n in range(3))
    assert homes(scene(base + full)) == {"A403"}
    beside = scene(base + "blue us-infantry V at A502")  # next to A402 and A403
    assert homes(beside) == {"A202", "A203", "A301", "A303"}
    assert homes(scene(base + "baseline red west")) == {"A202", "A203"}
    assert homes(scene(base + "blue officer Z at A402")) == {"A403"}
    river = "river-kind major\nriver N A400 A401 A402 A403 A404 A405 A406 S"
    assert homes(scene(base + river)) == {"A202", "A203", "A301", "A303"}
    wheels = base.replace("grenadier", "motorized-infantry") + "ground A402 w0"
    assert homes(scene(wheels)) == {"A403"}


@rule("15.3")
def test_the_officer_goes_with_his_platoons_or_is_lost() -> None:
    with_them = fight(FIGHT.replace("P at A606", "P at A302"), 6, 5, 2, 2, 6, 6, 1, 1)
    assert with_them.at("P") == with_them.at("G") and with_them.officer("P").finished
    alone = FIGHT.replace("P at A606", "P at A302").replace("G at A302", "G at A302 lost=1")
    lost = fight(alone, 6, 5, 2, 2, 6, 6)
    assert lost.unit("G").hex < 0 and lost.last("officer lost").rule == "15.3"


@rule("15.3", "3.3.a")
def test_an_attacker_does_not_withdraw_into_a_hex_that_has_been_filled() -> None:
    full = "".join(f"blue us-infantry F{n} at A202 of=f\n" for n in range(3))
    for text, home in (("", "A202"), (full, "A203")):
        b = scene(OPEN + "blue us-infantry U at A302\nred grenadier G at A606\n" + text)
        unit = platoons(b, "U")[0]
        unit.came_from = b.ground.index["A202"]
        assert list(withdraw(b, unit, unit.hex)) == []
        assert b.ground.names[unit.hex] == home and unit.came_from == NEVER


@rule("15.3", "7.3.j")
def test_the_officer_routs_with_the_platoon_that_routs() -> None:
    """G alone loses and fails, 8 against 5: P was not hit, runs with it, and nobody checks for him."""
    text = FIGHT.replace("P at A606", "P at A302").replace("red grenadier H at exited", "red grenadier H at A500")
    drill = fight(text, 6, 5, 2, 2, 6, 6, 4, 4)
    assert not drill.told("officer lost") and drill.officer("P").routed
    assert (drill.last("ran").piece, drill.last("ran").text) == ("G", "P")
    assert drill.at("P") == drill.at("G") and len(drill.told("platoon check")) == 1
    assert not drill.told("company check")


@rule("15.2", "15.3", "7.3.j", "9.1.1.b")
def test_the_officer_whose_only_platoon_dies_is_lost_in_the_same_event() -> None:
    """G dies in the fight and P with it; the rest of the company checks once, without him, and fails."""
    text = FIGHT.replace("P at A606", "P at A302").replace("G at A302", "G at A302 lost=1")
    drill = fight(text.replace("red grenadier H at exited", "red grenadier H at A500"), 6, 5, 2, 2, 6, 6, 4, 4)
    kinds = [
        event.kind for event in drill.play.log if event.kind in ("officer lost", "company check", "platoon check")
    ]
    assert kinds == ["officer lost", "company check"] and drill.last("company check").need == 7
    assert drill.unit("P").hex < 0 and drill.unit("H").routed


@rule("15.3", "9.1.1.c")
def test_the_officer_is_lost_where_the_platoon_disintegrates() -> None:
    """G fails by five; P is lost with it, and H, which has not checked yet, does."""
    text = FIGHT.replace("P at A606", "P at A302").replace("red grenadier H at exited", "red grenadier H at A500")
    drill = fight(text, 6, 5, 2, 2, 6, 6, 6, 5, 1, 1)
    assert drill.last("disintegrated").piece == "G" and drill.last("officer lost").rule == "15.3"
    assert [event.piece for event in drill.told("platoon check")] == ["G", "H"]


@rule("9.1.1.d", "9.2.1.e")
def test_old_losses_do_not_make_the_whole_company_check() -> None:
    """The company of G has lost five steps of two platoons before, and nothing now: G checks alone."""
    text = FIGHT.replace("U at A202", "U at A202 veteran").replace("G at A302", "G at A302 lost=2")
    for id in "HIJ":
        text = text.replace(f"red grenadier {id} at exited\n", "")
    text = text.replace(
        "actor", "red grenadier D at dead\nred grenadier H at A500\nred grenadier K at A302 of=k\nactor"
    )
    drill = fight(text, 6, 5, 1, 1, 1, 1, 1, 1)
    assert drill.hits() == [("K", 1), ("K", 2)]
    assert [(event.piece, event.rule) for event in drill.told("platoon check")] == [("G", "9.2.1.e")]
    assert not [event for event in drill.told("company check") if event.text == "red"]


@rule("14.6", "3.3.b")
def test_winners_that_rout_run_from_the_hex_they_won() -> None:
    """G withdraws to the hex U came from, the only one free; U fails for its own loss and does not go back there."""
    text = FIGHT.replace("P at A606", "P at A606 range=9").replace("O at A201", "O at A000")
    wall = "".join(f"blue us-infantry W{h} at {h} of=w\n" for h in ("A402", "A403", "A303", "A301", "A203"))
    for id in "XYZ":
        text = text.replace(f"blue us-infantry {id} at exited\n", "")
    text = (
        text.replace("U at A202", "U at A202 lost=1").replace("morale=9", "morale=6").replace("actor", wall + "actor")
    )
    drill = fight(text, 5, 5, 4, 4, 1, 1, 5, 4)
    assert drill.at("G") == "A202" and drill.unit("U").routed
    assert drill.last("ran").path[0] == "A302" and "A202" not in drill.last("ran").path


@rule("15.2", "15.3", "9.1.1.d")
def test_the_winner_checks_for_his_own_losses_afterwards() -> None:
    text = FIGHT.replace(
        "blue us-infantry X at exited\nblue us-infantry Y at exited\nblue us-infantry Z at exited\n", ""
    )
    drill = fight(text.replace("U at A202", "U at A202 lost=1"), 5, 5, 4, 4, 1, 1, 1, 1)
    checks = [event.kind for event in drill.play.log if event.kind in ("platoon check", "company check", "withdraws")]
    assert checks == ["platoon check", "withdraws", "company check"]


@rule("15.3")
def test_platoon_morale_in_the_example_without_excess_losses() -> None:
    b = scene(WOODS + "red grenadier H at exited\n")
    platoon = platoons(b, "G")[0]
    platoon.lost = 2
    assert platoon_morale(b, platoon) == 7 + 1 - 2


@rule("15.3", "SCN.1")
def test_the_officer_withdraws_to_his_own_company() -> None:
    """G and K lose the fight; they part, and P follows G, which is of his company and takes the hex it comes to."""
    text = FIGHT.replace("P at A606", "P at A302").replace("U at A202", "U at A202 veteran")
    text = text.replace(
        "actor", "red grenadier K at A302 of=k\nred officer KO at A606 of=k\nobjective Mill A403 blue\nactor"
    )
    drill = Drill(text, 1, 1, 6, 6, 1, 1, 6, 6, 1, 1, 1, 1, 1)
    drill.do("assault", "", "A302").do("pass")
    while drill.asked[1] == "withdrawal":
        decision = drill.play.decision
        assert decision is not None
        drill.do("withdraw", decision.piece, {"G": "A403", "K": "A402"}[decision.piece])
    assert (drill.at("G"), drill.at("K"), drill.at("P")) == ("A403", "A402", "A403")
    assert drill.b.holders == [1]
