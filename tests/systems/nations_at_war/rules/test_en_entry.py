"""EN: entering the map, reinforcements, blocked entry; and setting up."""

import pytest
from stage import ONE_IMPULSE, NawStage, stage

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.reading.shelf import find_scenario
from sandtable.systems.nations_at_war.rules.setup import new_battle
from sandtable.systems.nations_at_war.rules.turn import begin_turn
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP
from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay, Play
from sandtable.testing import rule

FIELD = ".. .. .. ..\n .. .. .. ..\n .. .. .. ..\n .. .. .. .."


# EN.a --------------------------------------------------------------------------------------------


@rule("EN.a", "4.0.b")
def test_a_unit_enters_at_a_listed_hex_and_goes_on() -> None:
    """It pays the edge hex, may then use the rest of its MF, and is Ops Complete at the end."""
    s = stage(f"{FIELD}\n german pzivg P at off\n edge german A1 A2")
    s.do("act", "P")
    assert s.places("move") == {"A1", "A2"}
    refusal = s.refused("move", "", "A3")
    assert (refusal.reason, refusal.rule) == ("P cannot enter the map at A3.", "EN.a")
    s.do("move", "", "A1")
    moved = s.last("moved")
    assert (moved.rule, moved.place, moved.value, moved.path) == ("EN.a", "A1", 1, ())
    s.do("move", "", "D1")
    assert s.where("P") == "D1" and s.unit("P").spent == 4 and s.unit("P").ops_complete


@rule("EN.a")
@pytest.mark.parametrize(
    ("edge", "soft", "hard"),
    [("..", 1, 1), ("W.", 1, 2), ("Wr", 1, 1), ("H.", 2, 2), ("Hr", 1, 1), ("F.", 2, 3), ("Fr", 1, 1)],
)
def test_entry_costs_what_the_hex_costs(edge: str, soft: int, hard: int) -> None:
    """A road hex at the edge counts as entered by road, a hill as entered from ground level."""
    for type, points in (("infantry", soft), ("t-34-76", hard)):
        s = stage(f"{edge} ..\n german {type} P at off\n edge german A1")
        s.do("act", "P").do("move", "", "A1")
        assert s.unit("P").spent == points


@rule("EN.a", "CTEC.wreck")
def test_a_wreck_on_the_edge_is_paid_too() -> None:
    """One more for a tank on the road."""
    s = stage(".r ..\n german pzivg P at off\n edge german A1\n marker wreck A1")
    s.do("act", "P").do("move", "", "A1")
    assert s.unit("P").spent == 2


@rule("EN.a")
def test_who_cannot_pay_does_not_enter() -> None:
    """A Tiger with MF 3 does not come on over an Anti-Tank Ditch, and not into the river."""
    s = stage(".. ..\n L. ..\n german tiger T at off\n edge german A1 A2\n marker ditch A1")
    s.do("act", "T")
    assert s.options("move") == []
    assert s.refused("move", "", "A1").rule == "EN.a" and s.refused("move", "", "A2").rule == "TEC.river"


@rule("EN.a")
def test_units_enter_stacked_and_within_stacking() -> None:
    """Two together; where one stands already only one more."""
    s = stage(
        f"{FIELD}\n german pzivg P at off\n german pzivg Q at off\n german pzivg R at A1 ops\n edge german A1 A2"
    )
    s.do("act", "P", "Q")
    assert s.places("move") == {"A2"}
    assert s.refused("move", "", "A1").reason == "A1 already holds 1 of your units, and two is the limit."
    s.do("move", "", "A2")
    assert (s.where("P"), s.where("Q")) == ("A2", "A2")
    s = stage(f"{FIELD}\n german pzivg P at off\n german pzivg R at A1 ops\n edge german A1")
    s.do("act", "P").do("move", "", "A1")
    assert s.where("P") == "A1"


@rule("EN.a")
def test_like_pairs_are_offered_once_but_no_two_that_differ_are_passed_over() -> None:
    """Of three like platoons one pair is listed; the one with a machine gun makes pairs of its own."""
    s = stage(
        f"{FIELD}\n german infantry I at off\n german infantry J at off\n german infantry K at off\n edge german A1"
    )
    assert [(c.piece, c.to) for c in s.options("act") if c.to] == [("I", "J")]
    s = stage(
        f"""{FIELD}
        german infantry I at off weapon=hmg
        german infantry J at off
        german infantry K at off
        edge german A1
        """
    )
    assert [(c.piece, c.to) for c in s.options("act") if c.to] == [("I", "J"), ("J", "K")]


@rule("EN.a")
def test_entry_counts_as_the_move_of_move_and_fire() -> None:
    """A Pz IV that enters for 1 of its half 2 may fire, one that enters Woods for 2 too; a Tiger in Woods not."""
    for type, edge, may in (("pzivg", "..", True), ("pzivg", "W.", True), ("tiger", "W.", False)):
        s = stage(f"{edge}\n ..\n ..\n ..\n german {type} P at off\n edge german A1\n soviet t-34-76 S at A4 ops")
        s.do("act", "P").do("move", "", "A1")
        assert (s.options("fire") != []) is may


@rule("EN.a", "4.1.e")
def test_firing_after_entry_has_the_penalty() -> None:
    """Two dice at 6 and one better at Reduced Range."""
    s = stage(".. .. ..\n german pzivg P at off\n edge german A1\n soviet t-34-76 S at C1 ops", 1, 1)
    s.do("act", "P").do("move", "", "A1").do("fire", "P", "S").done()
    assert (s.last("fired").dice, s.last("fired").need) == ((1, 1), 5)


@rule("EN.a")
def test_entering_draws_opportunity_fire_and_mines() -> None:
    """The edge hex is a hex entered like any other: mines first, then fire."""
    s = stage(
        ".. .. ..\n german pzivg P at off\n edge german A1\n soviet t-34-76 S at C1\n marker mines A1",
        *(1, 1),
        *(1, 1, 1),
    )
    s.do("act", "P").do("move", "", "A1")
    assert len(s.told("mines")) == 1 and s.asked == ("soviet", "opportunity fire")
    s.do("fire", "S", "P").done()


@rule("EN.a")
def test_units_may_stay_off_and_enter_later() -> None:
    """Held back they are not Ops Complete and come on in another activation."""
    text = f"{FIELD}\n german pzivg P at off\n german pzivg Q at off\n edge german A1\n turns 9"
    s = stage(f"{text}\n cup german end-turn", 2, goes_on=True)
    s.do("act", "P").do("hold").do("finish")
    assert s.where("P") == "off" and s.told("activated")[-1].piece == "german"
    s.do("act", "P").do("move", "", "A1")
    assert s.where("P") == "A1"


@rule("EN.a")
def test_nobody_enters_before_the_turn_of_entry() -> None:
    """On turn 2 of an entry on turn 3 the unit is refused; on turn 3 and 4 it may come."""
    for turn, may in ((2, False), (3, True), (4, True)):
        b = scene(f"{FIELD}\n german pzivg Q at D4\n german pzivg P at off\n edge german A1\n turn {turn}")
        b.formations[0].spec.entry_turn = 3
        s = NawStage(ONE_IMPULSE, b)
        assert (Choice("act", "P") in s.options("act")) is may
        if not may:
            refusal = s.refused("act", "P")
            assert (refusal.reason, refusal.rule) == ("P enters on turn 3.", "EN.a")


@rule("EN.a", "2.5.6.a", "2.5.6.c")
def test_the_owner_chooses_which_hq_enters_first() -> None:
    """An HQ and a sub-HQ wait with three units: either may go along with the first."""
    units = "\n".join(f"german m3-lee {name} at off" for name in "PQR")
    hqs = "german hq ccb-hq at off\n german sub-hq ccb-sub-hq at off"
    for number, (first, second) in ((1, ("A1", "off")), (2, ("off", "A1"))):
        s = stage(f"{FIELD}\n {units}\n {hqs}\n edge german A1 A2")
        assert s.options("act", "P")[:3] == [
            Choice("act", "P"),
            Choice("act", "P", number=1),
            Choice("act", "P", number=2),
        ]
        labels = [s.play.system.shown.label(s.b, s.play.decision, choice) for choice in s.options("act", "P")[:3]]
        assert labels[1] != labels[2] != labels[0]
        s.do("act", "P", number=number).do("move", "", "A1")
        assert [s.b.ground.names[hq.hex] if hq.hex >= 0 else "off" for hq in s.b.hqs] == [first, second]


@rule("EN.a")
def test_the_hq_enters_with_a_unit_and_never_stays_off_alone() -> None:
    """While others wait it may stay with them; with the last it must come."""
    units = "german pzivg P at off\n german pzivg Q at off\n german hq 11th-panzer-hq at off"
    s = stage(f"{FIELD}\n {units}\n edge german A1 A2")
    assert s.options("act", "P") == [
        Choice("act", "P"),
        Choice("act", "P", number=1),
        Choice("act", "P", "Q", 1),
    ]
    s.do("act", "P").do("move", "", "A1").do("stop")
    assert s.hq("german").hex == OFF_MAP
    assert s.options("act") == [Choice("act", "Q", number=1)]
    s.do("act", "Q", number=1).do("move", "", "A2")
    assert s.b.ground.names[s.hq("german").hex] == "A2"


@rule("EN.a")
def test_a_formation_of_one_edge_keeps_to_it() -> None:
    """Where the scenario leaves a choice of edges the first unit decides for all."""
    b = scene(f"{FIELD}\n german pzivg P at off\n german pzivg Q at off\n edge german A1 A2\n edge german D1 D2")
    b.formations[0].spec.one_edge = True
    s = NawStage(ONE_IMPULSE, b)
    s.do("act", "P")
    assert s.places("move") == {"A1", "A2", "D1", "D2"}
    s.do("move", "", "D2").do("stop").do("act", "Q")
    assert s.places("move") == {"D1", "D2"}
    assert s.refused("move", "", "A1").reason == "Q cannot enter the map at A1."


@rule("EN.a", "5.1.3.d")
def test_a_disrupted_unit_does_not_enter_next_to_the_enemy() -> None:
    """Thrown back and still Disrupted it may come on, but not beside him."""
    s = stage(f"{FIELD}\n german pzivg P at off disrupted\n edge german A1 A4\n soviet t-34-76 S at B1 ops")
    s.do("act", "P")
    assert s.places("move") == {"A4"}
    refusal = s.refused("move", "", "A1")
    assert (refusal.reason, refusal.rule) == ("P is Disrupted and may not enter next to the enemy.", "5.1.3.d")


# EN.b --------------------------------------------------------------------------------------------


@rule("EN.b")
@pytest.mark.parametrize(("turn", "there"), [(1, False), (2, False), (3, True), (4, True)])
def test_the_marker_of_a_reinforcement_joins_the_cup_on_its_turn(turn: int, there: bool) -> None:
    """From the start of the entry turn on."""
    b = scene(f"{FIELD}\n german pzivg Q at D4\n soviet t-34-76 S at off\n edge soviet A1\n turn {turn}")
    b.formations[1].spec.entry_turn = 3
    assert list(begin_turn(b)) == []
    assert ("soviet" in b.cup) is there and "german" in b.cup


# EN.c --------------------------------------------------------------------------------------------


@rule("EN.c")
def test_an_edge_hex_with_enemies_is_entered_only_by_assault() -> None:
    """Simple entry is refused."""
    s = stage(f"{FIELD}\n german pzivg P at off\n edge german A1 A3\n soviet t-34-76 S at A1 ops")
    s.do("act", "P")
    assert s.places("move") == {"A3"} and s.places("assault") == {"A1"} and s.options("overrun") == []
    refusal = s.refused("move", "", "A1")
    assert (refusal.reason, refusal.rule) == ("Enemies hold A1; only an Assault or an Overrun can enter it.", "4.0.d")


@rule("EN.c")
def test_a_losing_assaulter_goes_back_off_the_map() -> None:
    """It is Ops Complete there, tries no more in this activation, and may in a later one."""
    text = f"""{FIELD}
        german pzivg P at off
        german tiger T at D4
        edge german A1
        soviet t-34-76 S at A1 ops
        """
    s = stage(text, *(1, 1), *(5, 1))
    s.do("act", "P").do("assault", "", "A1").done()
    assert s.where("P") == "off" and s.unit("P").disrupted and s.unit("P").ops_complete
    assert s.last("went back").rule == "EN.c"
    assert s.refused("act", "P").reason == "P is Ops Complete."


@rule("EN.c")
def test_the_thrown_back_unit_tries_again_in_a_later_activation() -> None:
    """Beaten without a hit it is back off the map; next activation it enters."""
    s = stage(
        f"{FIELD}\n german pzivg P at off\n edge german A1 A3\n soviet t-34-76 S at A1 ops\n cup german end-turn",
        *(1, 1),
        *(1, 1),
        2,  # the German marker
        goes_on=True,
    )
    s.do("act", "P").do("assault", "", "A1").done()
    assert s.where("P") == "off" and s.asked == ("german", "operation")
    s.do("act", "P").do("move", "", "A3")
    assert s.where("P") == "A3"


@rule("EN.c")
def test_an_afv_hurt_in_an_overrun_from_off_the_map_goes_back_there() -> None:
    """With its HQ."""
    s = stage(
        f"""{FIELD}
        german pzivg P at off
        german hq 11th-panzer-hq at off
        german tiger T at D4
        edge german A1
        soviet guards-infantry S at A1 ops
        """,
        *(1, 1, 1, 1, 1, 1),
        *(5, 1, 1),
        6,  # the HQ's check
    )
    s.do("act", "P", number=1).do("overrun", "", "A1").done()
    assert s.where("P") == "off" and s.hq("german").hex == OFF_MAP
    assert s.unit("P").disrupted and s.unit("P").ops_complete


@rule("EN.c")
def test_an_afv_that_overruns_from_off_the_map_drives_on() -> None:
    """1 MP for the hex, 1 for the Overrun, then the exit."""
    s = stage(
        f"{FIELD}\n german pzivg P at off\n edge german A1\n soviet guards-infantry S at A1 ops",
        *(6, 6, 6, 1, 1, 1),
        *(1, 1, 1),
    )
    s.do("act", "P").do("overrun", "", "A1").done()
    assert s.asked == ("german", "overrun exit") and s.places("move") == {"A2", "B1"}
    s.do("move", "", "B1")
    assert s.where("P") == "B1" and s.unit("P").spent == 3


@rule("EN.c")
def test_defenders_beaten_from_off_the_map_retreat_in_any_direction() -> None:
    """There is no hexside that the attackers crossed: all the neighbours are open."""
    s = stage(
        f"{FIELD}\n german pzivg P at off\n edge german A2\n soviet guards-infantry S at A2 ops", *(5, 1), *(1, 1, 1)
    )
    s.do("act", "P").do("assault", "", "A2").done()
    assert s.asked == ("soviet", "retreat") and s.places("retreat") == {"A1", "A3", "B1", "B2"}
    s.do("retreat", "S", "A1")
    assert s.where("P") == "A2"


# EN.d --------------------------------------------------------------------------------------------


@rule("EN.d")
def test_hexrows_include_both_ends() -> None:
    """Between B and H on Map 7; between K and T on Map 8."""
    cats = find_scenario("nations_at_war/cats-in-the-mist")
    b = new_battle(cats)
    columns = {b.ground.names[place][0] for place in cats.formations[0].zone}
    assert columns == set("BCDEFGH")
    assert len(cats.formations[0].zone) == 7 * cats.map.rows
    bridge = find_scenario("nations_at_war/the-bridge-at-berezovyy-logg")
    b = new_battle(bridge)
    for formation in bridge.formations:
        if formation.key in ("71st-guards-infantry", "31st-tank"):
            assert {b.ground.names[place][0] for place in formation.zone} == set("KLMNOPQRST")


SETUP = """
    .. .. L. ..
    .. .. .. ..
    german tiger T at off
    german tiger U at off
    german tiger V at off
    german hq 505th-heavy-panzer-hq at off
    soviet t-34-76 S at off
    zone german A1 C1 A2
    zone soviet A2 D1 D2
    phase setup
    """


@rule("EN.d")
def test_units_are_set_up_in_their_area_within_stacking() -> None:
    """Not outside, not in the river, not a third in a hex; the HQ with a unit of its own; then the other side."""
    s = stage(SETUP)
    assert s.asked == ("german", "setup") and s.places("place") == {"A1", "A2"}
    refusal = s.refused("place", "T", "B1")
    assert (refusal.reason, refusal.rule) == ("B1 is outside the set-up area of German.", "EN.d")
    assert s.refused("place", "T", "C1").rule == "TEC.river"
    s.do("place", "T", "A1").do("place", "U", "A1")
    assert s.places("place") == {"A2"}
    refusal = s.refused("place", "V", "A1")
    assert (refusal.reason, refusal.rule) == ("A1 already holds two of your units.", "2.9.a")
    s.do("place", "V", "A2")
    assert s.places("place") == {"A1", "A2"}
    assert s.refused("place", "505th-heavy-panzer-hq", "C1").rule == "2.5.6.a"
    s.do("place", "505th-heavy-panzer-hq", "A2")
    assert s.asked == ("soviet", "setup")  # the second side sees where the first stands
    assert s.places("place") == {"D1", "D2"}
    assert s.refused("place", "S", "A2").reason == "There are enemies in A2."


@rule("EN.d", "4.3.a")
def test_a_unit_with_a_transport_is_set_up_in_either_mode() -> None:
    """A gun may wait behind its truck."""
    text = ".. ..\n soviet 45mm-atg G at off\n soviet t-34-76 S at off\n zone soviet A1\n phase setup"
    s = stage(text).do("place mounted", "G", "A1")
    assert s.unit("G").mounted and s.unit("G").face.mf == 5
    assert s.refused("place mounted", "S", "A1").reason == "S has no transport."
    assert not stage(text).do("place", "G", "A1").unit("G").mounted


def bridge_setup() -> AnyPlay:
    system = NATIONS_AT_WAR
    return Play(system, new_battle(find_scenario("nations_at_war/the-bridge-at-berezovyy-logg")), ScriptedChance())


@rule("EN.d", "2.7.1.a", "CM.a")
def test_the_suggested_set_up_is_legal_and_complete() -> None:
    """The Soviets set up first; one choice places all, measures, weapon and Commissar included."""
    play = bridge_setup()
    assert play.asked() == ["soviet"]
    play.choose(Choice("default"))
    b = play.battle
    assert all(unit.hex >= 0 for unit in b.units if b.formations[unit.formation].spec.entry_turn == 0)
    assert b.improved.bit_count() == 3 and b.mines.bit_count() == 2 and b.defences[1] == {"improved": 0, "mines": 0}
    assert play.decision is not None and play.decision.kind == "go first"
    given = [(event.rule, event.piece, event.text) for event in play.log if event.kind == "assigned"]
    assert given == [
        ("2.7.1.a", "guards-infantry-1", "Heavy Machine Gun"),
        ("CM.a", "guards-infantry-2", "Commissar"),
    ]
    assert [unit.id for unit in b.units if unit.weapon is not None] == ["guards-infantry-1"]


@rule("EN.d")
def test_the_suggestion_is_for_what_is_left() -> None:
    """A platoon that the player has placed stays there; where it would not fit the suggestion is not offered."""
    play = bridge_setup()
    play.choose(Choice("place", "guards-infantry-1", "T11"))
    options = play.decision.options() if play.decision is not None else []
    assert Choice("default") not in options  # the HQ in M6 would be alone
    assert play.decision is not None and play.decision.prompt.endswith(
        "No longer as the scenario suggests: 71st Guards Infantry HQ would be without a unit of its own in M6."
    )
    play = bridge_setup()
    play.choose(Choice("place", "guards-infantry-1", "M6"))
    assert play.decision is not None and "suggests" not in play.decision.prompt
    play.choose(Choice("place", "guards-infantry-2", "T11"))
    play.choose(Choice("default"))
    b = play.battle
    at = {unit.id: b.ground.names[unit.hex] for unit in b.units if unit.hex >= 0}
    assert at["guards-infantry-2"] == "T11" and at["guards-infantry-3"] == "L6"
