"""Chapter 13: what a scenario says, control of hexes, victory."""

import pytest
from stage import NawStage, game, stage

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.testing import rule

CATS, BRIDGE = "cats-in-the-mist", "the-bridge-at-berezovyy-logg"


def holder(s: NawStage, hex: str) -> str:
    """Who controls a hex."""
    place = s.b.ground.index[hex]
    sides = [s.b.side_name(side) for side in (0, 1) if s.b.control[side] >> place & 1]
    assert len(sides) < 2
    return sides[0] if sides else ""


# What a scenario says ----------------------------------------------------------------------------


@rule("13.0", "13.1.f")
def test_special_rules_beat_the_core_rules_in_their_scenario_only() -> None:
    """Water is impassable (TEC.river) but in Scenario 1; smoke is there but in Scenario 1."""
    cats, bridge = game(CATS), game(BRIDGE)
    assert cats.b.ground.passable == (1 << 231) - 1
    assert bridge.b.ground.passable != (1 << 231) - 1
    assert (cats.b.scenario.smoke_allowed, bridge.b.scenario.smoke_allowed) == (False, True)
    assert (cats.b.scenario.may_go_first, bridge.b.scenario.may_go_first) == (["505th-heavy-panzer"], [])


@rule("13.1.a")
def test_name_and_background_have_no_effect_on_play() -> None:
    """The same choices and dice under another name come to the same battle."""
    prints = []
    for name in ("Cats in the Mist", "Something else"):
        s = game(CATS, ["276th-tank"])
        s.b.scenario.name, s.b.scenario.background, kept = name, name, s.b.scenario.background
        s.do("default").do("go first", "505th-heavy-panzer").do("act", "tiger-2").do("move", "", "I6").do("stop")
        s.b.scenario.name, s.b.scenario.background = "Cats in the Mist", kept
        prints.append(NATIONS_AT_WAR.rules.fingerprint(s.b))
    assert prints[0] == prints[1]


@rule("13.1.b")
def test_the_marker_of_every_listed_formation_goes_into_the_cup() -> None:
    """One on the map, one stacked with it, one that enters this turn, and the enemy's."""
    s = stage(
        """
        .. .. ..
        german infantry G at A1
        german hq 320th-infantry-hq at A1
        german infantry H at A1 in=second
        german infantry K at off in=third
        edge german A1 in=third
        soviet guards-infantry S at C1
        soviet hq 71st-guards-infantry-hq at C1
        phase start
        """,
        3,  # the German marker, behind two End Turn markers
        goes_on=True,
    )
    assert sorted([*s.b.cup, s.last("drawn").text]) == ["end-turn", "end-turn", "german", "second", "soviet", "third"]


@rule("13.1.d", "3.2.c")
@pytest.mark.parametrize("count", [2, 3])
def test_the_number_of_end_turn_markers(count: int) -> None:
    s = stage(
        f"""
        .. ..
        german infantry G at A1
        german hq 320th-infantry-hq at A1
        end-turns {count}
        phase start
        """,
        count + 1,  # the German marker, behind the End Turn markers
        goes_on=True,
    )
    assert s.b.cup == ["end-turn"] * count


@rule("13.1.d", "13.1.e", "TRT")
@pytest.mark.parametrize(
    ("hexes", "winner", "reason"),
    [
        ("B1 C1", "german", "the hexes are held"),
        ("B1 D1", "soviet", "the hexes are not held"),
    ],
)
def test_victory_by_control_is_judged_after_the_last_turn(hexes: str, winner: str, reason: str) -> None:
    """A scene of three turns in which the Germans hold B1 and C1."""
    s = stage(
        f"""
        .. .. .. ..
        german infantry G at A1
        german hq 320th-infantry-hq at A1
        control german B1 C1
        win german {hexes}
        turns 3
        turn 3
        """,
        goes_on=True,
    )
    assert s.play.result is None
    s.do("finish")
    result = s.play.result
    assert result is not None
    assert (result.winner, result.reason) == (winner, reason)
    assert s.last("battle over").text == reason


# Control -----------------------------------------------------------------------------------------


@rule("13.1.g", "13.2")
def test_a_hex_passed_through_stays_controlled_when_it_is_empty_again() -> None:
    s = stage(".. .. .. .. ..\ngerman pzivg P at A1\nsoviet t-34-76 S at E1 ops\ncontrol soviet B1 C1")
    s.do("act", "P").do("move", "", "C1")
    assert [holder(s, hex) for hex in ("A1", "B1", "C1", "D1", "E1")] == ["german", "german", "german", "", "soviet"]


@rule("13.1.g", "13.2")
def test_the_last_to_pass_controls_it() -> None:
    s = stage(".. .. ..\nsoviet t-70a S at A1\ngerman pzivg P at C1 ops\ncontrol german B1\nactive soviet")
    assert holder(s, "B1") == "german"
    s.do("act", "S").do("move", "", "B1").do("move", "", "A1")
    assert holder(s, "B1") == "soviet"


@rule("EN.d", "3.0")
def test_what_is_placed_as_the_scenario_suggests_is_told() -> None:
    s = game(CATS).do("default")
    told = {(event.rule, event.side, event.piece, event.place) for event in s.told("placed")}
    names = s.b.ground.names
    first = s.b.scenario.sides[0].key
    units = [unit for unit in s.b.units if unit.hex >= 0 and s.b.side_name(unit.side) == first]
    assert units and {("EN.d", first, unit.id, names[unit.hex]) for unit in units} <= told
    hqs = [hq for hq in s.b.hqs if hq.hex >= 0 and s.b.side_name(hq.side) == first]
    assert hqs and {("EN.d", first, hq.id, names[hq.hex]) for hq in hqs} <= told


@rule("13.1.g")
def test_at_the_start_each_side_controls_its_set_up_area_and_nobody_the_rest() -> None:
    s = game(CATS).do("default")
    assert holder(s, "B1") == holder(s, "H11") == "german"
    assert holder(s, "A1") == holder(s, "I1") == holder(s, "U6") == ""
    s = game(BRIDGE).do("default")
    assert holder(s, "K1") == holder(s, "O6") == holder(s, "T11") == "soviet"
    assert holder(s, "A1") == holder(s, "J6") == holder(s, "U6") == ""


@rule("13.1.g")
def test_entering_the_map_takes_the_edge_hex() -> None:
    s = game(CATS, ["276th-tank"]).do("default").do("go first", "505th-heavy-panzer").do("finish")
    s.do("act", "t-34-76-2").do("move", "", "U3")
    assert holder(s, "U3") == "soviet"


ASSAULT = """
    .. .. .. .. ..
    german infantry G at A1
    soviet guards-infantry S at B1
    """


@rule("13.1.g", "5.4.j")
def test_a_won_assault_takes_the_hex_and_the_retreat_takes_those_it_leads_through() -> None:
    s = stage(f"{ASSAULT}\ncontrol german C1 D1", *(5, 5, 1), *(1, 1, 1))
    s.do("act", "G").do("assault", "", "B1")
    while s.asked[1] == "retreat":
        s.do("retreat", "S", s.options()[0].to)
    s.done()
    assert s.where("G") == "B1"
    assert holder(s, "B1") == "german"
    assert s.where("S") not in ("B1", "eliminated")
    assert holder(s, "C1") == "soviet"  # its way back led through
    assert holder(s, s.where("S")) == "soviet"


@rule("13.1.g", "5.4.k")
def test_a_lost_assault_leaves_the_hex_to_the_defender() -> None:
    """The attacker was in it, but never as the only side."""
    s = stage(ASSAULT, *(1, 1, 1), *(1, 1, 1))
    s.do("act", "G").do("assault", "", "B1")
    assert s.where("G") == "A1"
    assert (holder(s, "A1"), holder(s, "B1")) == ("german", "soviet")


@rule("13.1.g")
def test_an_hq_that_returns_controls_nothing_by_itself() -> None:
    """It comes back to a platoon, whose hex that already is; nothing else changes hands."""
    s = stage(
        """
        .. .. ..
        german infantry G at A1
        german hq 320th-infantry-hq at eliminated
        control soviet B1
        turns 1
        phase removal
        """,
        goes_on=True,
    )
    assert s.told("hq returned")
    assert (holder(s, "A1"), holder(s, "B1"), holder(s, "C1")) == ("german", "soviet", "")
