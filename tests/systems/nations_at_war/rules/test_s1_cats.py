"""Scenario 1, Cats in the Mist, as it plays."""

from collections.abc import Callable

import pytest
from stage import NawStage, game

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.state.pieces import REMOVAL, Battle, Unit
from sandtable.table.chance import ScriptedChance
from sandtable.table.play import Play
from sandtable.testing import rule

CATS = "cats-in-the-mist"
HEAVY, PANZER, TANKS, GUARDS = "505th-heavy-panzer", "11th-panzer", "276th-tank", "2nd-guards-tank"
EDGE_A = {f"A{row}" for row in range(1, 12)}
EDGE_U = {f"U{row}" for row in range(1, 12)}
WEST = {"M1", "N1", "O1", "P1", "Q1"}
EAST = {"M11", "N11", "O11", "P11", "Q11"}
RAIL = ["L1", "L2", "M3", "M4", "M5", "M6", "N6", "N7", "N8", "N9", "O10", "O11"]


def started(*markers: str, first: bool = True) -> NawStage:
    """Set up as suggested; the 505th goes first or into the cup."""
    s = game(CATS, markers).do("default")
    return s.do("go first" if first else "into the cup", HEAVY)


def to_turn_3() -> NawStage:
    """Two turns in which nobody does anything."""
    s = started(TANKS, HEAVY, TANKS, HEAVY, PANZER, TANKS, GUARDS)
    return s.do("finish").do("finish").do("finish").do("finish")


def drive(s: NawStage, hex: str) -> NawStage:
    """Move, and nobody fires."""
    s.do("move", "", hex)
    while s.asked[1] == "opportunity fire":
        s.do("pass")
    return s


def cup(s: NawStage) -> list[str]:
    return [marker for marker in s.b.cup if marker != "end-turn"]


# Set-up and entry --------------------------------------------------------------------------------


@rule("S1.ger1", "S1.title")
def test_the_505th_sets_up_in_columns_b_to_h() -> None:
    """Columns B and H included; A and I are refused with the reason."""
    s = game(CATS)
    assert s.asked == ("german", "setup")
    places = s.places("place", "tiger-1")
    assert {place[0] for place in places} == set("BCDEFGH")
    assert {"B1", "H11"} <= places
    for hex in ("A6", "I6"):
        refusal = s.refused("place", "tiger-1", hex)
        assert refusal.rule == "EN.d"
        assert refusal.reason == f"{hex} is outside the set-up area of 505th Heavy Panzer."


@rule("S1.ger1")
def test_three_tigers_and_their_hq_stand_before_turn_1() -> None:
    s = started()
    assert [s.where(f"tiger-{n}") for n in (1, 2, 3)] == ["G4", "H6", "F3"]
    assert s.b.ground.names[s.hq("german").hex] == "G4"
    assert s.b.active == 0


@rule("S1.ssr2")
def test_the_505th_may_go_first_as_if_it_was_drawn() -> None:
    """Before the first draw the German is asked; then its marker is out of the cup for turn 1."""
    s = game(CATS, [TANKS]).do("default")
    assert s.asked == ("german", "go first")
    assert [(c.do, c.piece) for c in s.options()] == [("go first", HEAVY), ("into the cup", HEAVY)]
    assert s.told("drawn") == []
    s.do("go first", HEAVY)
    assert s.last("activated").piece == HEAVY
    assert cup(s) == [TANKS]
    assert s.b.cup.count("end-turn") == 2
    s.do("finish")
    assert [(e.side, e.text) for e in s.told("drawn")] == [("german", TANKS)]
    assert cup(s) == []


@rule("S1.ssr2")
def test_declined_the_505th_goes_into_the_cup_with_the_others() -> None:
    s = started(HEAVY, first=False)
    assert s.last("drawn").text == HEAVY
    assert s.b.formations[s.b.active].key == HEAVY
    assert cup(s) == [TANKS]


@rule("S1.ssr2")
def test_on_turn_2_nobody_is_asked_and_its_marker_is_in_the_cup() -> None:
    s = started(TANKS, HEAVY).do("finish").do("finish")
    assert s.b.turn == 2
    assert s.last("drawn").text == HEAVY
    assert cup(s) == [TANKS]
    assert s.asked == ("german", "operation")


@rule("S1.sov1")
def test_the_276th_comes_on_along_column_u_in_turn_1() -> None:
    """Six T-34s and the HQ enter at any hex of U; not beside it."""
    s = started(TANKS).do("finish")
    assert s.asked == ("soviet", "operation")
    waiting = {c.piece for c in s.options("act")}
    assert waiting == {f"t-34-76-{n}" for n in range(1, 7)}
    s.do("act", "t-34-76-1", number=1)
    assert s.places("move") == EDGE_U
    refusal = s.refused("move", "", "T6")
    assert (refusal.rule, refusal.reason) == ("EN.a", "T-34/76 #1 cannot enter the map at T6.")
    s.do("move", "", "U6")
    hq = next(hq for hq in s.b.hqs if hq.id == "276th-tank-hq")
    assert s.b.ground.names[hq.hex] == "U6"
    assert s.unit("t-34-76-1").spent == 1


@rule("S1.ger2", "S1.sov2", "13.1.b")
def test_reinforcements_join_the_cup_on_turn_3() -> None:
    s = started(TANKS, HEAVY, TANKS, HEAVY)
    assert cup(s) == [TANKS]
    s.do("finish").do("finish")
    assert (s.b.turn, cup(s)) == (2, [TANKS])
    s.do("finish").do("finish")
    assert s.b.turn == 3
    assert cup(s) == [PANZER, TANKS, GUARDS]
    assert s.last("drawn").text == HEAVY


@rule("S1.ger2")
def test_the_11th_panzer_comes_on_along_column_a() -> None:
    s = to_turn_3().do("finish")
    assert s.b.formations[s.b.active].key == PANZER
    assert {c.piece for c in s.options("act")} == {"pzivg-1", "pzivg-2", "pziiil-1", "pziiil-2"}
    s.do("act", "pziiil-1")
    assert s.places("move") == EDGE_A


@rule("S1.sov2")
@pytest.mark.parametrize(("hex", "edge", "other"), [("N1", WEST, "N11"), ("Q11", EAST, "Q1")])
def test_the_2nd_guards_choose_one_of_two_edges_for_all(hex: str, edge: set[str], other: str) -> None:
    """The first Churchill may come by either; the rest follow by the same."""
    s = to_turn_3().do("finish").do("finish").do("finish")
    assert s.b.formations[s.b.active].key == GUARDS
    s.do("act", "churchill-1")
    assert s.places("move") == WEST | EAST
    drive(s, hex).do("stop").do("act", "churchill-2")
    assert s.places("move") == edge
    assert s.refused("move", "", other).rule == "EN.a"


@rule("S1.support", "9.0.a")
def test_neither_side_has_support() -> None:
    """No Fate, no missions, no markers but those of the Formations and End Turn."""
    s = started()
    assert (s.b.fate, s.b.missions, s.b.barrages) == ([0, 0], [[], []], [])
    assert s.b.cup == [TANKS, "end-turn", "end-turn"]
    assert s.asked == ("german", "operation")  # the Fire Missions step had nothing to ask


# The ground --------------------------------------------------------------------------------------


def staged(change: Callable[[Battle], object], *dice: int) -> NawStage:
    """The impulse of the 505th on turn 1, with something changed."""
    s = started()
    b = s.play.battle.copy()
    b.asking = False  # an episode of its own begins
    change(b)
    s.chance = ScriptedChance(*dice)
    s.play = Play(NATIONS_AT_WAR, b, s.chance)
    return s


def put(b: Battle, id: str, hex: str) -> Unit:
    unit = b.unit(id)
    assert unit is not None
    unit.hex = b.ground.index[hex]
    b.control[unit.side] |= 1 << unit.hex
    return unit


@rule("S1.area", "13.0", "13.1.f")
def test_water_is_clear_ground() -> None:
    """A Tiger fords the stream for 1 MP a hex; by the chart water is impassable (TEC.river)."""
    s = staged(lambda b: put(b, "tiger-2", "I3")).do("act", "tiger-2")
    water = s.b.scenario.map.terrain[s.b.ground.index["J3"]]
    assert (water.key, water.passable) == ("river", False)
    assert {"J2", "J3"} <= s.places("move")
    s.do("move", "", "J3")
    assert s.unit("tiger-2").spent == 1
    s.do("move", "", "K3")
    assert s.unit("tiger-2").spent == 2


@rule("S1.area")
def test_all_of_the_map_is_playable() -> None:
    s = started()
    assert s.b.ground.passable == (1 << s.b.ground.size) - 1
    assert s.b.ground.size == 231


@rule("S1.ssr1", "13.0")
def test_no_smoke_for_anybody() -> None:
    """Even a unit with the capability gets none: the special rule beats UPS."""
    s = staged(lambda b: setattr(put(b, "tiger-2", "H6"), "places_smoke", True)).do("act", "tiger-2")
    assert not s.options("smoke") and not s.options("smoke and move")
    refusal = s.refused("smoke", "tiger-2", "H6")
    assert (refusal.rule, refusal.reason) == ("S1.ssr1", "No smoke is available in this scenario.")


# Length and victory ------------------------------------------------------------------------------


@rule("S1.length", "S1.victory", "TRT")
def test_eight_turns_and_then_it_is_judged() -> None:
    """Nobody does anything: after the Marker Removal Phase of turn 8 the Soviets win."""
    s = started(TANKS, HEAVY, TANKS, *[HEAVY, PANZER, TANKS, GUARDS] * 6)
    while s.play.decision is not None:
        assert s.b.turn <= 8
        s.do("finish")
    assert [e.value for e in s.told("turn")] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert s.b.turn == 8
    result = s.play.result
    assert result is not None
    assert (result.winner, result.rule) == ("soviet", "S1.victory")
    assert result.reason == "the Germans do not hold four railroad hexes in a row"


@rule("S1.length")
def test_two_end_turn_markers_end_a_turn() -> None:
    s = started("end-turn", "end-turn", TANKS).do("finish")
    assert s.b.turn == 2
    assert [e.text for e in s.told("drawn")] == ["end-turn", "end-turn", TANKS]


def judged(german: list[str], soviet: list[str] | None = None) -> str:
    """Who wins when these hexes are in these hands at the end of turn 8."""
    system = NATIONS_AT_WAR
    b = system.rules.new(system.shelf.find(f"nations_at_war/{CATS}"))
    b.turn, b.phase = 8, REMOVAL
    index = b.ground.index
    b.control = [sum(1 << index[name] for name in german), sum(1 << index[name] for name in soviet or [])]
    result = Play(system, b, ScriptedChance()).result
    assert result is not None and result.winner is not None
    return result.winner


@rule("S1.victory", "13.1.e")
@pytest.mark.parametrize(
    ("german", "winner"),
    [
        (RAIL[2:5], "soviet"),  # three in a row
        (RAIL[2:6], "german"),  # four
        (RAIL[8:12], "german"),  # at the end of the line
        (RAIL, "german"),
        ([*RAIL[0:3], *RAIL[4:7]], "soviet"),  # six, but three and three
        ([*RAIL[0:2], *RAIL[5:7]], "soviet"),  # four that are not joined
        ([*RAIL[2:5], "N5", "N6"], "soviet"),  # a hex beside the line does not join
        (["M4", "M5", "M6", "N6"], "german"),  # around the bend
        (["A6", "B6", "C6", "D6"], "soviet"),  # road is no railroad
    ],
)
def test_four_railroad_hexes_in_an_unbroken_row(german: list[str], winner: str) -> None:
    assert judged(german) == winner


@rule("S1.victory")
def test_no_railroad_hex_is_german_from_the_start() -> None:
    s = started()
    assert [s.b.ground.names[place] for place in s.b.ground.railroad] == RAIL
    assert not any(s.b.control[0] >> place & 1 for place in s.b.ground.railroad)


@rule("S1.victory", "13.1.g", "13.2")
@pytest.mark.parametrize(("retaken", "winner"), [(False, "german"), (True, "soviet")])
def test_driving_along_the_line_takes_it_until_a_soviet_passes(retaken: bool, winner: str) -> None:
    """A Tiger drives M3 to M6, all four in its hands though it stands in the last. Then a T-34 crosses M4."""

    def last_turn(b: Battle) -> None:
        b.turn = 8
        put(b, "tiger-2", "M3")
        put(b, "t-34-76-1", "K4")
        b.hqs[2].hex = b.ground.index["K4"]
        b.cup = [TANKS] if retaken else []

    s = staged(last_turn, *((1,) if retaken else ()))
    assert s.b.hqs[2].id == "276th-tank-hq"
    drive(s.do("act", "tiger-2"), "M4")
    drive(drive(s, "M5"), "M6")
    assert all(s.b.control[0] >> s.b.ground.index[name] & 1 for name in ("M3", "M4", "M5", "M6"))
    s.do("finish")
    if retaken:
        drive(drive(s.do("act", "t-34-76-1", number=1), "L4"), "M4").do("stop").do("finish")
    result = s.play.result
    assert result is not None
    assert result.winner == winner
