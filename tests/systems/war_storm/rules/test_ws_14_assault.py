"""14 Close assault: who goes in, defensive fire, who is beaten without a fight, and how it ends."""

import pytest
from ws_fight import OPEN, Drill

from sandtable.systems.war_storm.rules.attack import factor
from sandtable.systems.war_storm.rules.faults import faults
from sandtable.systems.war_storm.state.pieces import EITHER
from sandtable.testing import rule
from sandtable.testing.scene import tale

ASSAULT = (
    OPEN
    + """
blue officer O at A202 morale=9 lead=1 range=3
blue us-infantry U at A202 waiting=A302
blue us-infantry V at A202 waiting=A302
red officer P at A606 morale=7 lead=1
red grenadier G at A302 of=red
actor O
"""
)
STRONG = ASSAULT.replace("grenadier G", "static-infantry G").replace("G at A302", "G at A302 lost=2")


def passed(count: int) -> tuple[int, ...]:
    """The dice of so many morale checks that are passed."""
    return (1, 1) * count


@rule("14.1", "4.3.2.e", "3.1.i")
def test_platoons_gather_next_to_the_target_and_go_in_together() -> None:
    text = ASSAULT.replace(" waiting=A302", "").replace("V at A202", "V at A101")
    drill = Drill(text.replace("G at A302", "G at A302 finished"), *passed(2), 6, 6, 6, 6, 1, 1, 1, 1)
    assert {(choice.piece, choice.to) for choice in drill.options("ready")} == {("U", "A302")}
    assert not drill.options("assault")
    drill.do("ready", "U", "A302")
    drill.do("move", "V").do("to", "V", "A202").do("ready", "V", "A302")
    assert drill.at("U") == drill.at("V") == "A202"
    assert tale(drill.told("ready")) == ["14.1 ready U @A302", "14.1 ready V @A302"]
    drill.do("assault", "", "A302").do("fire").run_on()
    assert drill.last("assault").text == "V" and drill.at("U") == drill.at("V") == "A302"


@rule("14.1", "6.2.b")
def test_the_target_must_be_paid_for() -> None:
    """Woods cost 3: who has spent 3 of 5 MP has too few left."""
    text = ASSAULT.replace(" waiting=A302", "") + "ground A302 w0\nground A202 w0\n"
    assert {choice.piece for choice in Drill(text).options("ready")} == {"U", "V"}
    quiet = text.replace("red grenadier G at A302", "red grenadier G at A302 finished")
    far = Drill(quiet.replace("U at A202", "U at A101"))
    far.do("move", "U").do("to", "U", "A202")
    assert not far.options("ready", "U")
    assert far.refused("ready", "U", "A302").rule == "14.1"


@rule("14.1")
def test_only_hexes_with_enemy_platoons_are_assaulted() -> None:
    drill = Drill(ASSAULT.replace(" waiting=A302", "").replace("red grenadier G at A302", "red grenadier G at A305"))
    assert not drill.options("ready")


@rule("14.2", "9.2.1.d", "9.2.2.d", "14")
def test_who_fails_the_check_stays_behind_finished() -> None:
    drill = Drill(STRONG, 6, 6, 1, 1, 6, 6, 1, 1)
    drill.do("assault", "", "A302")
    checks = drill.told("assault check")
    assert [(check.piece, check.need, check.value > 0) for check in checks] == [("U", 10, True), ("V", 10, False)]
    assert drill.at("U") == "A202" and drill.platoon("U").finished
    assert drill.last("enters").piece == "V"


@rule("9.2.1.a", "9.2.2.c", "14.3", "21")
def test_an_assault_on_a_wire_hex_checks_for_the_wire() -> None:
    """Both dare; then each checks before the wire. U fails, 11 against 10, and stays outside, Finished."""
    drill = Drill(STRONG.replace("actor", "wire A302\nactor"), *passed(2), 5, 6, 5, 5, 6, 6, 1, 1)
    drill.do("assault", "", "A302")
    assert [(check.piece, check.need, check.value) for check in drill.told("wire check")] == [
        ("U", 10, 1),
        ("V", 10, 0),
    ]
    assert drill.at("U") == "A202" and drill.platoon("U").finished
    assert drill.last("enters").piece == "V" and drill.last("enters").text == ""
    stopped = Drill(STRONG.replace("actor", "wire A302\nactor"), *passed(2), 5, 6, 6, 6)
    stopped.do("assault", "", "A302")
    assert not stopped.told("enters") and stopped.unit("U").finished and stopped.unit("V").finished


@rule("14.3")
def test_if_none_enters_the_assault_is_over() -> None:
    drill = Drill(ASSAULT.replace("O at A202", "O at A202 waiting=A302"), 6, 6, 6, 6)
    drill.do("assault", "", "A302")
    assert not drill.told("enters") and not drill.told("fired") and not drill.told("fight")
    assert drill.at("O") == "A202"
    assert drill.b.target < 0 and all(drill.unit(id).finished and drill.unit(id).waiting < 0 for id in "UVO")


@rule("14.3", "3.3.b")
def test_no_more_than_nine_steps_go_in() -> None:
    more = "blue us-infantry W at A202 waiting=A302\nblue us-mg-3-3 X at A201 waiting=A302\n"
    drill = Drill(STRONG.replace("red officer P", more + "red officer P"), *passed(4), 6, 6, 6, 6, 1, 1)
    drill.do("assault", "", "A302")
    assert drill.asked == ("blue", "surplus") and {choice.piece for choice in drill.options()} == set("UVWX")
    drill.do("stay", "X")
    assert drill.platoon("X").finished and drill.at("X") == "A201"
    assert drill.b.steps[0][drill.b.ground.index["A302"]] == 9
    assert faults(drill.b) == []  # both sides in one hex, during an assault


@rule("14.3", "5.1.11.1.c", "4.3.2.e")
def test_a_river_hex_is_assaulted_at_the_cost_of_its_other_terrain() -> None:
    river = "river N A300 A301 A302 A303 A304 A305 A306 S\n"
    text = ASSAULT.replace(" waiting=A302", "").replace("U at A202", "U at A002").replace("actor", river + "actor")
    drill = Drill(text.replace("G at A302", "G at A302 finished"))
    drill.do("move", "U").do("to", "U", "A202")
    assert drill.places("ready", "U") == {"A302"}  # 1 MP for open ground, not 3


# Defensive fire ----------------------------------------------------------------------------------


@rule("14.4")
def test_defenders_who_hold_their_fire_are_told_of() -> None:
    drill = Drill(ASSAULT, *passed(2), 6, 6, 1, 1, 6, 6, 1, 1, *passed(1)).do("assault", "", "A302").do("pass")
    assert (drill.last("fire held").piece, drill.last("fire held").text) == ("G", "")
    assert not drill.told("fired")


@rule("14.4", "9.3.a", "5.2.d")
def test_all_unrouted_defenders_fire_as_one() -> None:
    """FF 6 and 6 whatever their companies, half of a Finished one; six steps that enter count. Nobody is used up."""
    more = "red grenadier H at A302 of=other ooc reaction=0\nred grenadier F at A302 of=other finished lost=1\n"
    text = ASSAULT.replace("actor", more + "red grenadier R at A302 of=other routed lost=2\nfire-modifier 3\nactor")
    drill = Drill(text, *passed(2), 6, 6, 1, 1, 6, 6, 1, 1, *passed(1))
    drill.do("assault", "", "A302")
    assert drill.asked == ("red", "defensive fire")
    drill.do("fire").run_on()
    fired = drill.told("fired")[0]
    assert (fired.need, fired.text, fired.rule) == (14, "defensive fire", "14.4")  # 6 + 6 + 5/2 = 15
    assert [note.rule for note in fired.modifiers] == ["MOD"]
    assert drill.platoon("H").reaction == 0 and not drill.platoon("H").finished and drill.platoon("H").moving


@rule("14.4")
def test_the_defender_may_hold_his_fire() -> None:
    drill = Drill(STRONG, *passed(2), 6, 6, 1, 1)
    drill.do("assault", "", "A302").do("pass")
    assert not drill.told("fired")


@rule("14.4")
def test_nobody_is_asked_to_fire_where_no_hit_is_possible() -> None:
    """A reduced machine gun has FF 1: never more than effect 1, divided by 2. Two of them can hit six steps."""
    weak = ASSAULT.replace("grenadier G at A302", "german-mg-3-3 G at A302 lost=2")
    weak = weak.replace("blue us-infantry V at A202 waiting=A302\n", "")
    drill = Drill(weak, *passed(1), 6, 6, 1, 1)
    assert factor(drill.platoon("G")) == 1
    drill.do("assault", "", "A302")
    assert not drill.told("fired") and drill.told("fight")
    more = "blue us-infantry V at A202 waiting=A302\nred german-mg-3-3 H at A302 lost=2\nactor"
    crowd = Drill(weak.replace("actor", more), *passed(2))
    assert crowd.do("assault", "", "A302").asked == ("red", "defensive fire")


@rule("14.4", "DIV")
def test_the_divisor_is_two_wherever_it_is() -> None:
    drill = Drill(ASSAULT + "ground A302 B0\n", *passed(2), 3, 4, 4, 4, 6, 6, 1, 1, 1)
    drill.do("assault", "", "A302").do("fire")
    hits = drill.told("hits")[0]
    assert (hits.need, hits.value) == (2, 1)  # column 6, 7 - 1: effect 2


@rule("14.4", "9.1.1.a", "9.3.1.a", "9.3.a")
def test_attackers_that_rout_leave_from_where_they_came() -> None:
    """Two hits on a company of one platoon: it checks 8 against 6 + 1 - 1 and runs, from the hex it came from."""
    alone = ASSAULT.replace("blue us-infantry V at A202 waiting=A302\n", "").replace("morale=9", "morale=6")
    alone = alone.replace("A202", "A402").replace("A302", "A502").replace("P at A606", "P at A600")
    drill = Drill(alone, 1, 1, 1, 1, 4, 4)
    drill.do("assault", "", "A502").do("fire").run_on()
    assert (drill.last("company check").need, drill.last("company check").value) == (6, 2)
    ran = next(event for event in drill.told("ran") if event.piece == "U")
    assert ran.path[0] == "A402" and len(ran.path) == 4 and drill.unit("U").routed
    assert not drill.told("fight") and not drill.told("fight won") and drill.at("G") == "A502"


@rule("14.4", "14.6")
def test_an_officer_whose_platoons_are_gone_goes_back() -> None:
    text = ASSAULT.replace("blue us-infantry V at A202 waiting=A302\n", "").replace("U at A202", "U at A202 lost=2")
    drill = Drill(text.replace("O at A202", "O at A202 waiting=A302"), 1, 1, 1, 1, 6, 6)
    drill.do("assault", "", "A302").do("fire")
    assert drill.unit("U").hex < 0 and drill.at("O") == "A202" and drill.at("G") == "A302"
    assert faults(drill.b) == []


@rule("14.3", "5.1.11.1.d")
def test_in_a_river_hex_won_both_banks_are_open() -> None:
    river = "river N A300 A301 A302 A303 A304 A305 A306 S\n"
    drill = Drill(STRONG.replace("actor", river + "actor"), *passed(2), 6, 6, 6, 6, 1, 1)
    drill.do("assault", "", "A302").do("fire").run_on()
    assert drill.at("U") == "A302" and drill.unit("U").bank == EITHER


@rule("14.4", "7.4.5.c", "14.1", "7.4.3.b")
def test_an_officer_killed_by_defensive_fire_does_not_stop_the_assault() -> None:
    text = ASSAULT.replace("O at A202 morale=9", "O at A202 morale=9 waiting=A302")
    drill = Drill(text, *passed(2), 2, 2, 1, 1, 2, 1, 1, 6, 6, 1, 1)
    drill.do("assault", "", "A302").do("fire").run_on()
    assert drill.last("officer lost").piece == "O"
    assert drill.told("fight")


# Resolution and epilogue -------------------------------------------------------------------------


@rule("14.5")
def test_routed_platoons_are_beaten_without_a_fight() -> None:
    text = ASSAULT.replace("red grenadier G at A302", "red german-mg-4-4 G at A302 routed")
    drill = Drill(text, *passed(2))
    drill.do("assault", "", "A302").run_on()
    assert not drill.told("fired") and not drill.told("fight")
    assert drill.last("overrun").place == "A302"
    assert drill.last("ran").rule == "9.3.2.a" and len(drill.last("ran").path) == 4  # its 3 MP
    assert drill.at("U") == drill.at("V") == "A302"


@rule("14.5")
def test_officers_alone_in_the_hex_are_lost_with_it() -> None:
    """The routed platoon has no way out, and the officer with it none either; nobody is left in the hex."""
    wall = "".join(f"blue us-infantry W{h} at {h} of=w\n" for h in ("A402", "A403", "A303", "A301", "A203", "A202"))
    text = ASSAULT.replace("G at A302", "G at A302 routed").replace("V at A202", "V at A201")
    drill = Drill(text.replace("actor", wall + "red officer Q at A302 of=other\nactor"), *passed(2))
    drill.do("assault", "", "A302").run_on()
    assert drill.unit("G").hex < 0 and drill.unit("Q").hex < 0
    assert faults(drill.b) == []


@rule("14.5", "14.6", "3.3.b")
def test_who_cannot_pay_for_a_hex_is_lost() -> None:
    """The routed machine guns have 3 MP and woods uphill on every way home."""
    text = ASSAULT.replace("red grenadier G at A302", "red german-mg-4-4 G at A302 routed")
    drill = Drill(text.replace("actor", "ground A402 w1\nground A403 w1\nactor"), *passed(2))
    drill.do("assault", "", "A302").run_on()
    assert drill.unit("G").hex < 0 and drill.last("eliminated").rule == "14.5"
    assert drill.at("U") == "A302" and faults(drill.b) == []


@rule("14.5", "9.1.1.b")
def test_a_platoon_lost_without_a_fight_alarms_its_company() -> None:
    """As in the scene before, and another grenadier of the company sees it."""
    text = ASSAULT.replace("red grenadier G at A302", "red german-mg-4-4 G at A302 routed")
    text = text.replace("actor", "red grenadier H at A505 of=red\nground A402 w1\nground A403 w1\nactor")
    drill = Drill(text.replace("P at A606", "P at A605"), *passed(2), 1, 1)
    drill.do("assault", "", "A302").run_on()
    assert drill.unit("G").hex < 0
    assert [(event.rule, event.dice) for event in drill.told("company check")] == [("9.1.1.b", (1, 1))]


@rule("14.5", "4.1.d")
@pytest.mark.parametrize(("reach", "lost"), [(1, True), (9, False)])
def test_who_runs_without_a_fight_may_leave_its_officers_range(reach: int, lost: bool) -> None:
    text = ASSAULT.replace("red grenadier G at A302", "red german-mg-4-4 G at A302 routed")
    drill = Drill(text.replace("red officer P at A606", f"red officer P at A106 range={reach}"), *passed(2))
    assert not drill.platoon("G").out_of_command
    drill.do("assault", "", "A302").run_on()
    assert drill.at("G") and drill.platoon("G").out_of_command is lost


GONE = (
    OPEN
    + """
blue officer O at A102 morale=12 lead=1 range=3
blue us-infantry U at A102
blue us-infantry V at A202
blue us-infantry W at A202
red officer P at A606 morale=9 lead=1 range=2
red static-infantry G at A302 lost=2 finished
red static-infantry H at A606
actor O
"""
)


@rule("14.5", "4.3.2.e", "4.3.2.c")
def test_who_came_up_goes_on_when_the_target_has_gone() -> None:
    """U has spent 1 of 5 MP; G is shot before the assault. U may go on with 4, and do nothing else."""
    drill = Drill(GONE, 1, 1, *passed(1))
    drill.do("move", "U").do("to", "U", "A202").do("ready", "U", "A302")
    drill.do("alone", "V", "A302")
    assert drill.unit("G").hex < 0 and not drill.options("assault")
    assert {choice.do for choice in drill.options(piece="U")} == {"move"}
    assert drill.refused("fire", "U", "A606").rule == "4.3.2.c"
    drill.do("move", "U")
    assert drill.refused("along", "W").rule == "6.a"  # it has not moved
    drill.do("to", "U", "A302")
    assert drill.last("moved").value == 2 and drill.at("U") == "A302"
    drill.do("halt")
    assert drill.unit("U").finished


@rule("14.5", "4.3.2.e")
def test_who_came_up_and_does_not_go_on_is_finished() -> None:
    drill = Drill(GONE, 1, 1, *passed(1))
    drill.do("move", "U").do("to", "U", "A202").do("ready", "U", "A302")
    drill.do("alone", "V", "A302").do("done")
    assert drill.unit("U").finished and not drill.unit("W").finished


@rule("14.5", "6.2.f")
def test_officers_left_alone_are_caught_by_movement() -> None:
    """G is shot and P, who has passed his check, is alone: no assault, he is caught by who enters."""
    drill = Drill(GONE.replace("P at A606", "P at A302"), 1, 1, 6, 6, *passed(1), *passed(1))
    drill.do("ready", "W", "A302").do("alone", "V", "A302")
    assert drill.at("P") == "A302" and not drill.options("assault")
    drill.do("move", "W").do("to", "W", "A302")
    assert drill.unit("P").hex < 0 and drill.last("officer lost").rule == "6.2.f"


@rule("14.1", "4.3.2.e")
def test_the_officer_comes_up_by_himself() -> None:
    early = Drill(GONE.replace("G at A302 lost=2", "G at A302")).do("move", "O").do("to", "O", "A202")
    assert not early.options("ready", "O")
    assert early.refused("ready", "O", "A302").reason == "No platoon is waiting to assault A302."
    assert Drill(GONE.replace("O at A102", "O at A202")).refused("ready", "O", "A302").rule == "14.1"
    drill = Drill(GONE.replace("G at A302 lost=2", "G at A302"), *passed(1), 6, 6, 1, 1, *passed(1))
    drill.do("ready", "W", "A302").do("move", "O").do("to", "O", "A202").do("ready", "O", "A302")
    drill.do("assault", "", "A302").do("pass").run_on()
    assert drill.last("enters").text == "O" and drill.at("O") == drill.at("W") == "A302"


@rule("HRO.3", "14.1")
def test_a_guest_who_came_up_with_them_stays_behind_finished() -> None:
    high = "blue officer R at A102 role=high-ranking morale=8 lead=2\nactor"
    drill = Drill(GONE.replace("actor", high), *passed(1), 6, 6, 1, 1, *passed(1))
    drill.do("move", "U").do("along", "R").do("to", "U", "A202").do("ready", "U", "A302")
    assert drill.unit("R").finished and drill.unit("R").waiting < 0 and faults(drill.b) == []
    drill.do("assault", "", "A302").run_on()
    assert drill.at("R") == "A202" and drill.at("U") == "A302"


@rule("14.6", "SCN.1", "21")
def test_winners_hold_the_hex_and_are_finished() -> None:
    text = STRONG.replace("actor", "objective Mill A302 red\nimproved red A302\nactor")
    drill = Drill(text, *passed(2), 6, 6, 6, 6, 1, 1)
    drill.do("assault", "", "A302").do("fire").run_on()
    assert drill.at("U") == drill.at("V") == "A302"
    assert all(drill.unit(id).finished and drill.platoon(id).came_from < 0 for id in "UV")
    assert drill.b.holders == [0] and drill.b.improved == [0, 0]
    assert (drill.last("position lost").side, drill.last("control").side) == ("red", "blue")
    assert drill.b.target < 0 and faults(drill.b) == []


@rule("14.6", "15.3")
def test_attackers_thrown_back_are_finished_where_they_came_from() -> None:
    text = ASSAULT.replace("G at A302", "G at A302 reaction=0").replace("actor", "objective Mill A302 red\nactor")
    drill = Drill(text, *passed(2), 6, 6, 1, 1, 6, 6, 1, *passed(1))
    drill.do("assault", "", "A302").do("fire").run_on()
    assert drill.at("U") == drill.at("V") == "A202" and drill.at("G") == "A302"
    assert all(drill.unit(id).finished for id in "UV")
    assert drill.platoon("G").reaction == 0 and not drill.platoon("G").finished
    assert drill.b.holders == [1] and faults(drill.b) == []


@rule("14.found", "14.6")
def test_the_order_of_the_steps() -> None:
    drill = Drill(STRONG, *passed(2), 1, 2, 1, 6, 6, 1, 1)
    drill.do("assault", "", "A302").do("fire").run_on()
    kinds = [event.kind for event in drill.play.log]
    order = [kinds.index(kind) for kind in ("assault check", "enters", "fired", "fight", "fight won")]
    assert order == sorted(order)


@pytest.mark.parametrize("seed", range(3))
def test_no_fault_after_an_assault(seed: int) -> None:
    drill = Drill(STRONG, *passed(2), 6, 6, 1 + seed, 6, 1, 1)
    drill.do("assault", "", "A302").do("fire").run_on()
    assert faults(drill.b) == []
