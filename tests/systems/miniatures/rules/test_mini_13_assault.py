"""13 Assaults up to contact: who charges, suppressive fire, the charge, defensive fire."""

import pytest
from mini_fire import SPARE, lost, reasons, scene_of, unit_text
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.rules.assault.charge import choose_chargers
from sandtable.systems.miniatures.rules.assault.targets import allowance, may_assault
from sandtable.systems.miniatures.rules.leaders import Target
from sandtable.systems.miniatures.rules.movement.bases import overlapped
from sandtable.systems.miniatures.rules.sight import touching
from sandtable.systems.miniatures.scene import scene
from sandtable.table.decision import Choice
from sandtable.testing import rule

A = "PL rifle A at 30,10"
DOWN = "markers=1"  # who is suppressed does not fire at the charge


def assault(
    blue: str, red: str, *more: str, dice: tuple[int, ...] = (), target: str = "veteran activated"
) -> MiniStage:
    """U1 has passed its check and assaults G1."""
    s = stage(scene_of(blue, red, *more, check="passed", target=target), *dice)
    s.do("assault", "U1")
    return s


def contact(s: MiniStage, one: str, other: str) -> bool:
    return touching(s.b, s.team(one), s.team(other))


# 13.1 --------------------------------------------------------------------------------------------


@rule("13.1", "3.3.e")
def test_the_player_names_the_target_and_who_stays() -> None:
    more = unit_text("red G2 veteran activated", f"PL rifle Y at 36,16 {DOWN}; rifle Y2 at 60,40")
    s = assault(
        "PL rifle A at 30,10; rifle B at 34,10", f"PL rifle X at 30,16 {DOWN}; rifle X2 at 60,44", more, dice=(1, 1)
    )
    assert s.asked == ("blue", "assault target")
    assert s.places("assault") == {"G1", "G2"}
    s.do("assault", "U1", "G1")
    assert s.asked == ("blue", "stayers")
    assert s.options() == [Choice("charge", "U1"), Choice("hold back", "A"), Choice("hold back", "B")]
    s.do("hold back", "B")
    assert s.options() == [] or s.asked[1] != "stayers"  # A alone could reach: nobody else may stay
    assert s.b.assault.chargers == [s.team("A").index]


@rule("13.1", "16.1")
def test_guns_stay_behind() -> None:
    """The LMG too, though it moves as infantry; it need not fire."""
    s = assault("PL rifle A at 30,10; lmg B at 34,10", f"PL rifle X at 30,16 {DOWN}")
    assert s.b.assault.chargers == [s.team("A").index]
    assert s.asked == ("blue", "fire") and s.options() == [Choice("fire", "B", "G1"), Choice("pass")]


@rule("13.1", "13.3")
@pytest.mark.parametrize(("y", "may"), [(23.02, True), (23.03, False)])
def test_contact_must_be_in_reach(y: float, may: bool) -> None:
    """Twelve inches of path, two radii of half an inch, and contact is a gap of 0.02."""
    b = scene(scene_of(A, f"PL rifle X at 30,{y}", check="passed"))
    unit = b.unit("U1")
    assert (may_assault(b, unit) == ["G1"]) == may


@rule("13.1", "13.3")
def test_a_broad_base_may_be_in_reach_behind_a_small_one_that_is_not() -> None:
    """13.30 to a small base is too far, 13.50 to a gun is not: its edge is nearer."""
    blue = "PL rifle A at 20,5; rifle B at 20,20"
    red = "PL rifle P at 6.7,20; pak40 G at 33.5,20; pak40 H at 36,20"
    s = stage(scene_of(blue, red, check="passed"), *[1] * 8)
    assert "assault" in [choice.do for choice in s.options()]
    s.do("assault", "U1")
    while s.asked[1] in ("stayers", "charge"):
        s.do(*(("charge", "U1") if s.asked[1] == "stayers" else ("charge", "", "U1")))
    while s.options("pass"):
        s.do("pass")
    assert contact(s, "B", "G") and s.told("extra move") == []


@rule("13.1", "14.7")
def test_no_assault_without_a_leader() -> None:
    b = scene(scene_of("rifle A at 30,10", "PL rifle X at 30,16", check="passed"))
    unit = b.unit("U1")
    assert may_assault(b, unit) == []


@rule("13.3", "17.1")
@pytest.mark.parametrize(("kind", "inches"), [("rifle", 12), ("m3-stuart", 12), ("tiger-i", 8), ("m4-sherman", 12)])
def test_how_far_a_charge_goes(kind: str, inches: int) -> None:
    b = scene(scene_of(f"PL {kind} A at 30,10", "PL rifle X at 30,16"))
    team = b.team("A")
    assert allowance(b, team) == inches * 100


@rule("13.20")
def test_tanks_do_not_assault_tanks() -> None:
    """A Unit of tanks only is no target for tanks; with a rifle Team in it it is, and they go for that one."""
    b = scene(scene_of("PL m4-sherman A at 30,10", "PL panther X at 30,18", check="passed"))
    unit = b.unit("U1")
    assert may_assault(b, unit) == []
    s = assault("PL m4-sherman A at 30,10", f"PL panther X at 28,16 {DOWN}; rifle Y at 33,18 {DOWN}", dice=(1,))
    s.do("charge", "", "U1")
    assert contact(s, "A", "Y") and not contact(s, "A", "X")


@rule("13.1", "13.20")
@pytest.mark.parametrize(("enemy", "able"), [("panther", {"A", "C"}), ("rifle", {"A", "B", "C"})])
def test_tanks_stay_behind_where_there_are_only_tanks_to_assault(enemy: str, able: set[str]) -> None:
    """Who could be held back is who would charge."""
    blue = "PL rifle A at 30,12; m4-sherman B at 33,12; rifle C at 27,12"
    b = scene(scene_of(blue, f"PL {enemy} X at 30,18", check="passed"))
    target = Target("G1", b.unit("G1"), b.teams_of(b.unit("G1")))
    asking = choose_chargers(b, b.unit("U1"), target)
    question = next(asking)
    assert {choice.piece for choice in question.options() if choice.do == "hold back"} == able
    with pytest.raises(StopIteration) as over:
        asking.send(Choice("charge", "U1"))
    assert {team.id for team in over.value.value} == able


# 13.2 --------------------------------------------------------------------------------------------


@rule("13.2")
def test_suppressive_fire_follows_all_rules_of_fire() -> None:
    """No penalty for the movement to come; losses and suppression take effect."""
    red = "PL rifle X at 30,16 moved; rifle Y at 60,40"
    s = assault("PL rifle A at 30,10; lmg B at 34,10", red, dice=(6, 6, 6, 6, 6, 6))
    s.do("fire", "B", "G1")
    assert reasons(s.last("shot")) == [(-1, "target moving in the open", "6.12.g")]
    assert s.team("X").markers == 1 and s.team("B").fired
    assert s.asked == ("blue", "charge")


@rule("13.2")
def test_only_the_assaulted_unit_is_fired_at() -> None:
    more = unit_text("red G2 veteran activated", "PL rifle Y at 36,20 moved")
    s = assault("PL rifle A at 30,10; lmg B at 34,10", f"PL rifle X at 30,16 {DOWN} moved", more)
    s.do("assault", "U1", "G1")
    assert s.places("fire") == {"G1"}
    assert s.refused("fire", "B", "G2").reason == "Only G1 may be fired at now."


@rule("13.2")
def test_if_nobody_is_left_nobody_charges() -> None:
    s = assault("PL rifle A at 30,10; lmg B at 34,10", "PL rifle X at 30,16 moved", dice=(6, 1, 1, 1))
    s.do("fire", "B", "G1").done()
    assert lost(s) == ["X"] and s.told("charges") == [] and s.b.assault is None
    assert s.at("A") == (30, 10)


@rule("13.2")
def test_the_player_may_keep_his_fire() -> None:
    s = assault("PL rifle A at 30,10; lmg B at 34,10", f"PL rifle X at 30,16 {DOWN}")
    s.do("pass")
    assert s.told("shot") == [] and s.asked == ("blue", "charge")


# 13.3, 13.4, 13.16 -------------------------------------------------------------------------------


@rule("13.3", "6.23")
def test_straight_to_the_nearest_contact_point() -> None:
    s = assault(A, f"PL rifle X at 30,16 {DOWN}; rifle Y at 38,16 {DOWN}", dice=(1,))
    s.do("charge", "", "U1")
    assert s.last("charges").path == ("3000,1000", "3000,1498")  # 0.02 short of touching discs
    assert s.at("A") == (30, 14.98) and s.team("A").moved and contact(s, "A", "X")


@rule("13.3")
def test_a_taken_contact_point_sends_the_next_team_beside_it() -> None:
    """B finds the nearest free point; nobody overlaps."""
    s = assault("PL rifle A at 30,10; rifle B at 30,7", f"PL rifle X at 30,16 {DOWN}; rifle Y at 60,40", dice=(1, 1))
    s.do("charge", "U1").do("charge", "A", "U1").do("charge", "", "U1")
    assert contact(s, "A", "X") and contact(s, "B", "X")
    assert s.play.system.rules.faults(s.b) == []  # type: ignore[attr-defined]


@rule("13.3")
def test_who_cannot_reach_goes_as_near_as_possible() -> None:
    """B is 14 inches away: it goes straight toward the nearest enemy, twelve inches."""
    s = assault(
        "PL rifle A at 30,10; rifle B at 40,2", f"PL rifle X at 30,16 {DOWN}; rifle Y at 40,18 {DOWN}", dice=(1,)
    )
    s.do("charge", "U1").do("charge", "", "U1")
    assert s.at("B") == (40, 14) and contact(s, "A", "X")


@rule("13.3")
def test_a_charger_may_stay_put() -> None:
    s = assault("PL rifle A at 30,10; rifle B at 34,10", f"PL rifle X at 30,16 {DOWN}; rifle Y at 60,40", dice=(1, 1))
    s.do("charge", "U1").do("charge", "B", "U1").do("done")
    assert s.at("A") == (30, 10) and not s.team("A").moved
    assert contact(s, "B", "X")


@rule("13.3", "4.4", "4.6")
def test_tanks_roll_for_terrain() -> None:
    """A 1 at the hedge: it stops before it, suppressed, and there is no contact."""
    s = assault("PL m4-sherman A at 30,10", f"PL rifle X at 30,18 {DOWN}", "hedge L1 20,14 40,14", dice=(1,))
    s.do("charge", "", "U1").done()
    assert s.team("A").markers == 1 and s.at("A")[1] <= 14 - 1.1
    assert s.told("no contact") != [] and s.b.assault is None


@rule("13.3", "5.1")
def test_cohesion_is_not_tested() -> None:
    """B charges twelve inches away from its leader, who stays."""
    s = assault("PL rifle A at 30,10; rifle B at 34,10", f"PL rifle X at 44,18 {DOWN}", dice=(1,))
    s.do("hold back", "A")
    if s.asked[1] == "fire":
        s.do("pass")
    s.do("charge", "", "U1")
    assert contact(s, "B", "X")


@rule("13.4")
def test_without_contact_the_assault_is_over() -> None:
    """Nobody goes: the action ends there."""
    s = assault(A, f"PL rifle X at 30,16 {DOWN}")
    s.do("done").done()
    assert s.last("no contact").rule == "13.4" and s.told("strikes") == []


@rule("13.16")
@pytest.mark.parametrize(("die", "lands"), [(4, False), (5, True)])
def test_extra_movement_when_fire_has_emptied_the_field(die: int, lands: bool) -> None:
    """X is shot; Y is 16.6 inches of path away: 12 and a 5 are enough, 12 and a 4 are not."""
    red = f"PL rifle X at 30,16 moved; rifle Y at 30,27.85 {DOWN}"
    s = assault("PL rifle A at 30,10; lmg B at 34,10", red, dice=(6, 1, 1, 1, die, *((1,) if lands else ())))
    s.do("fire", "B", "G1")
    assert lost(s) == ["X"]
    assert s.last("extra move").dice == (die,)
    s.do("charge", "", "U1")
    assert contact(s, "A", "Y") == lands


@rule("13.16")
def test_no_extra_movement_while_somebody_can_be_reached() -> None:
    red = f"PL rifle X at 30,16 moved; rifle Y at 32,16 {DOWN}"
    s = assault("PL rifle A at 30,10; lmg B at 34,10", red, dice=(6, 1, 1, 1, 1))
    s.do("fire", "B", "G1")
    assert s.told("extra move") == [] and s.asked == ("blue", "charge")


# 13.5-13.8 ---------------------------------------------------------------------------------------


@rule("13.5", "7.1")
def test_the_assaulted_unit_fires_at_the_charge() -> None:
    """Only those who charge are in danger, B who stays is not."""
    s = assault("PL rifle A at 30,10; lmg B at 34,10", "PL smg X at 30,18", dice=(3, 3, 6, 6, 1, 1, 1))
    s.do("pass").do("charge", "", "U1")
    assert s.asked == ("red", "reaction")
    s.do("react", "G1", "U1")
    assert reasons(s.last("shot")) == [(1, "reaction fire", "6.12.e"), (-1, "target moving in the open", "6.12.g")]
    assert [event.piece for event in s.told("saves")] == ["A"] and len(s.last("saves").dice) == 2


@rule("13.5", "3.4.c")
def test_overwatch_fire_at_a_charge_has_no_penalty() -> None:
    s = assault(A, "PL smg X at 30,18", dice=(1, 1, 1), target="veteran activated overwatch")
    s.do("charge", "", "U1").do("react", "G1", "U1")
    assert reasons(s.last("shot")) == [(-1, "target moving in the open", "6.12.g")]


@rule("13.5")
def test_at_contact_at_the_latest() -> None:
    """X holds its fire when A sets out; at the end A is in contact and X fires."""
    s = assault(A, "PL smg X at 30,18", dice=(1, 1, 1))
    s.do("charge", "", "U1").do("pass")
    assert contact(s, "A", "X") and s.asked == ("red", "reaction")
    s.do("react", "G1", "U1")
    assert len(s.told("shot")) == 1


@rule("7.1", "13.5", "13.6")
def test_nobody_else_fires_at_a_charge_that_is_halted() -> None:
    """G2 could still, but the chargers move no more."""
    red = "PL rifle X at 60,40; hmg Y at 30,20; smg Z at 33,20"
    more = unit_text("red G2 veteran activated", "PL rifle W at 36,20; rifle V at 60,42")
    s = assault(A, red, more, dice=(6, 6, 6, 6, 6, 1, 6, 6, 6, 6, 6))
    s.do("assault", "U1", "G1").do("charge", "", "U1").do("react", "G1", "U1").done()
    assert s.last("halted").value == 5 and s.asked == ("", "")


@rule("13.6", "13.7", "7.1", "3.4.c")
def test_five_hits_halt_the_charge() -> None:
    """Saved or not; the chargers stop where they were fired at and the activation is over."""
    red = "PL rifle X at 60,40; hmg Y at 30,20; smg Z at 33,20"
    s = assault(A, red, dice=(6, 6, 6, 6, 6, 1, 6, 6, 6, 6, 6))
    s.do("charge", "", "U1").do("react", "G1", "U1").done()
    assert (s.last("halted").rule, s.last("halted").value) == ("13.6", 5)
    assert s.at("A") == (30, 10.25) and s.b.assault is None and s.b.walk is None
    assert s.told("strikes") == []


@rule("13.7", "4.1")
def test_who_is_halted_among_friends_stops_before_their_bases() -> None:
    """B of another Unit stands in the way: a quarter of an inch on A would be over his base."""
    red = "PL rifle X at 60,40; hmg Y at 30,20; smg Z at 33,20"
    s = assault(
        A, red, unit_text("blue U2 veteran", "PL rifle B at 30.6,10.81"), dice=(6, 6, 6, 6, 6, 1, 6, 6, 6, 6, 6)
    )
    s.do("charge", "", "U1").do("react", "G1", "U1").done()
    assert s.last("halted").rule == "13.6" and s.at("A") != (30, 10.25)
    assert not overlapped(s.b, s.team("A"), s.team("A").x, s.team("A").y)


@rule("13.6", "13.9")
def test_four_hits_do_not() -> None:
    red = "PL rifle X at 60,40; hmg Y at 30,20"
    s = assault(A, red, dice=(6, 6, 6, 6, 6, 6, 6, 6, 1, 6, 1, 1))
    s.do("charge", "", "U1").do("react", "G1", "U1")
    assert s.told("halted") == [] and s.told("assault lands") != []


@rule("13.6")
def test_hits_are_added_up_over_the_whole_charge() -> None:
    """Y fires at once, Z at the end: three hits and two."""
    red = "PL rifle X at 60,40; lmg Y at 30,20; smg Z at 33,20"
    s = assault(A, red, dice=(6, 6, 6, 6, 6, 6, 6, 6, 6, 6))
    s.do("charge", "", "U1").do("select", "G1", "U1").do("fire", "Y", "U1").do("done")
    assert s.b.assault.hits == 3
    s.do("pass").do("react", "G1", "U1").done()
    assert s.last("halted").value == 5


@rule("13.5", "13.6")
def test_only_the_fire_of_the_assaulted_unit_halts() -> None:
    """Another Unit hits five times; the charge goes on."""
    more = unit_text("red G2 veteran activated", "PL rifle at 60,42; hmg Y at 36,20; smg Z at 39,16")
    s = assault(A, f"PL rifle X at 30,18 {DOWN}", more, dice=(6, 6, 6, 6, 6, 1, 6, 6, 6, 6, 6, 1))
    s.do("assault", "U1", "G1").do("charge", "", "U1").do("pass").do("react", "G2", "U1")
    assert s.told("halted") == [] and s.told("assault lands") != []


@rule("13.7")
def test_who_is_in_contact_is_put_back_two_inches() -> None:
    """Fired at in contact: A goes straight back until the gap is two inches."""
    red = "PL rifle X at 60,40; hmg Y at 30,20; smg Z at 36,20"
    s = assault(A, red, dice=(6, 6, 6, 6, 6, 1, 6, 6, 6, 6, 6))
    s.do("charge", "", "U1").do("pass").do("react", "G1", "U1").done()
    assert s.at("A") == (30, 20 - 0.75 - 0.5 - 2)
    assert s.last("put back").rule == "13.7"


@rule("13.8", "13.7", "15.21", "11.1")
def test_armored_charges_need_two_results() -> None:
    """Four hits of a Pak40 do not halt two Shermans; a destroyed tank and a marker do."""
    blue = "PL m4-sherman A at 30,10; m4-sherman B at 36,10"
    red = "PL rifle X at 36,21 markers=1; pak40 Y at 30,21"
    s = assault(blue, red, dice=(6, 6, 6, 6, 1, 1, 1, 1, 6, 1, 1, 1))
    s.do("charge", "U1").do("charge", "", "U1").do("react", "G1", "U1").do("take", "A").done()
    assert lost(s) == ["A"] and s.team("B").markers == 1
    assert (s.last("halted").rule, s.last("halted").value) == ("13.8", 2)


@rule("13.8", "9.6")
def test_suppressions_of_the_damage_table_count_as_results() -> None:
    """Two guns, one hit each, each tank suppressed once."""
    blue = "PL m4-sherman A at 30,10; m4-sherman B at 36,10"
    red = "PL rifle X at 40,21 markers=1; pak40 Y at 30,21; pak40 Z at 35,21"
    s = assault(blue, red, dice=(6, 1, 1, 1, 6, 1, 1, 1, 1, 4, 1, 4))
    s.do("charge", "U1").do("charge", "", "U1").do("react", "G1", "U1").do("take", "A").done()
    assert [s.team(name).markers for name in "AB"] == [1, 1] and s.told("halted") != []


@rule("13.8", "11.6")
def test_a_second_result_on_the_same_tank_counts_though_its_marker_finds_no_room() -> None:
    """B, who stays behind, has no marker, so A takes only one of the two."""
    blue = "PL m4-sherman A at 20,20; m4-sherman B at 26,12"
    red = "PL rifle P at 20,29; panzerschreck Q at 18,29; panzerschreck R at 22,29"
    s = assault(blue, red, dice=(3, 1, 1, 3, 1, 1, 1, 4, 1, 4))
    s.do("hold back", "B").do("pass").do("charge", "", "U1")
    s.do("pass").do("react", "G1", "U1").do("pass").done()
    assert s.team("A").markers == 1
    assert (s.last("halted").rule, s.last("halted").value) == ("13.8", 2)


@rule("13.8")
def test_one_result_is_not_enough() -> None:
    blue = "PL m4-sherman A at 30,10; m4-sherman B at 36,10"
    red = "PL rifle X at 36,21 markers=1; pak40 Y at 30,21"
    s = assault(blue, red, dice=(6, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1, 1))
    s.do("charge", "U1").do("charge", "", "U1").do("react", "G1", "U1").do("take", "A")
    assert lost(s) == ["A"] and s.told("halted") == []


@rule("13.8")
def test_a_mixed_charge_is_halted_by_either() -> None:
    """A tank and a rifle Team: five hits on what can be harmed are enough."""
    blue = "PL m4-sherman A at 30,10; rifle B at 34,10"
    red = "PL rifle X at 60,40; hmg Y at 30,20; smg Z at 33,20"
    s = assault(blue, red, dice=(6, 6, 6, 6, 6, 1, *(6,) * 5))
    s.do("charge", "U1").do("charge", "", "U1").do("react", "G1", "U1").done()
    assert s.last("halted").rule == "13.6" and [event.piece for event in s.told("saves")] == ["B"]


@rule("14.15")
def test_the_cc_may_be_assaulted_and_joins_a_unit() -> None:
    """He is six inches from G1 and becomes one of its Teams; alone he is a Unit of one."""
    cc = unit_text("red CC veteran", f"smg C at 33,16 {DOWN}")
    s = assault(A, f"PL rifle X at 30,22 {DOWN}", cc, dice=(4, 6, 6, 6))
    s.do("assault", "U1", "C")
    assert s.last("joins").target == "G1"
    assert s.b.unit_at(s.b.assault.target).key == "G1" and s.b.assault.joined == [s.team("C").index]


def held(s: MiniStage) -> MiniStage:
    """Nobody fires at the charge."""
    while s.asked == ("red", "reaction"):
        s.do("pass")
    return s


OBSERVER = "PL rifle P at {at}; 105mm g1 at {one}; 105mm g2 at {two}; FO rifle F at 11,26"
FAR = OBSERVER.format(at="60,40", one="58,44", two="62,44")
NEAR = OBSERVER.format(at="11,31", one="8,33", two="14,33")
MEN = "PL rifle A at 10,20; rifle B at 12,20"


@rule("15.22", "13.3", "13.18")
def test_an_fo_with_nobody_near_is_assaulted_alone() -> None:
    """He is the one who is struck at; his distant battery is not suppressed by his loss."""
    s = assault(MEN, FAR, dice=(4,))
    assert s.b.assault is None and s.asked == ("blue", "stayers")  # he is the only target
    held(s.do("charge", "U1").do("charge", "", "U1"))
    assert s.last("assault").target == "F" and s.told("joins") == []
    assert contact(s, "A", "F") and {choice.to for choice in s.options("strike")} == {"F"}
    s.do("strike", "A", "F").done()
    assert lost(s) == ["F"] and s.told("suppressed") == [] and s.last("assault over").piece == "U1"


@rule("15.22", "13.11", "13.18")
def test_an_fo_alone_answers_for_himself() -> None:
    """He counter-attacks with the Training of his Unit, and only he moves when he breaks off."""
    s = assault(MEN, FAR, dice=(1, 1, 1, 6, 1))
    held(s.do("charge", "U1").do("charge", "", "U1")).do("strike", "A", "F").do("counter-attack", "G1")
    assert [event.piece for event in s.told("falls back")] == ["F"]
    s.do("done").done()
    assert not s.team("F").lost and s.at("g1") == (58, 44)


@rule("15.22", "13.10")
def test_an_fo_near_his_own_battery_is_one_of_its_teams() -> None:
    s = assault(MEN, NEAR, dice=(4,))
    s.do("assault", "U1", "F")
    assert s.last("joins").target == "G1"
    held(s.do("charge", "U1").do("charge", "", "U1"))
    assert contact(s, "A", "F") and {choice.to for choice in s.options("strike")} == {"F"}
    s.do("strike", "A", "F")
    assert lost(s) == ["F"] and s.asked == ("red", "answer")  # the guns are still there


@rule("15.22", "13.2")
def test_an_fo_alone_is_fired_at_by_who_stays_behind() -> None:
    s = assault(MEN, FAR, dice=(6, 1))
    s.do("hold back", "B")
    assert s.options("fire") == [Choice("fire", "B", "F")]
    s.do("fire", "B", "F").do("pass").done()
    assert lost(s) == ["F"] and s.told("suppressed") == []


@rule("13.5", "13.6", "15.22")
def test_the_guns_of_an_fo_who_has_joined_the_assaulted_unit_do_not_halt() -> None:
    """Nine hits of his Unit do not count, his own one does."""
    more = unit_text(
        "red G2 veteran activated",
        "PL rifle P2 at 26,26; hmg h1 at 26,24 faces -1,0; hmg h2 at 26,22 faces -1,0; FO rifle F at 9.3,28.5",
    )
    blue = "PL rifle A at 10,20; rifle B at 12,20; rifle C at 14,20; rifle D at 16,20"
    s = assault(blue, "PL rifle P at 11,29; rifle Q at 14,29", more, dice=(6,) * 30)
    s.do("assault", "U1", "F").do("charge", "U1").do("charge", "", "U1")
    assert [choice.piece for choice in s.options("react")] == ["G1", "G2", "F"]
    s.do("react", "G2", "U1").do("pass")
    assert [event.piece for event in s.told("shot")] == ["P2", "h1", "h2"]
    while s.asked[0] == "blue":
        s.play.choose(s.options()[0])
    assert s.b.assault.hits == 0 and s.told("halted") == []
    s.do("react", "F", "U1")
    while s.asked[0] == "blue":
        s.play.choose(s.options()[0])
    assert s.b.assault.hits == 1


def test_spare_units_stay_out() -> None:
    assert "U9" in SPARE
