"""Scenario 2, The Bridge at Berezovyy Logg, as it plays."""

from collections.abc import Callable

import pytest
from stage import NawStage, game

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.state.pieces import OPERATIONS, REMOVAL, Battle, Unit
from sandtable.table.chance import ScriptedChance
from sandtable.table.play import Play
from sandtable.testing import rule

BRIDGE = "the-bridge-at-berezovyy-logg"
FOOT, PANZER = "320th-infantry", "18th-panzer"
GUARDS, LIGHT, TANKS = "71st-guards-infantry", "31st-tank", "3rd-tank"
PLANE, DESIGNATED = "aircraft-fw-189", "designated-german"
EDGE_A = {f"A{row}" for row in range(1, 12)}
EDGE_U = {f"U{row}" for row in range(1, 12)}
ALL = [DESIGNATED, FOOT, PANZER, GUARDS, LIGHT, PLANE]


def started(*markers: str, dice: tuple[int, ...] = (), fate: bool = False) -> NawStage:
    """Set up as suggested, up to the German choice of who goes first."""
    return game(BRIDGE, markers, *dice, fate=fate).do("default")


def idle(s: NawStage, turn: int) -> NawStage:
    """Everybody passes until a turn begins; the plane circles over A1."""
    answers = {"operation": "finish", "fire mission": "pass"}
    while s.play.decision is not None and s.b.turn < turn:
        kind = s.asked[1]
        if kind in ("go first", "designate"):
            choice = s.options()[0]
            s.do(choice.do, choice.piece)
        elif kind == "recon plane":
            s.do("place", "fw-189", "A1")
        else:
            s.do(answers[kind])
    return s


def cup(s: NawStage) -> list[str]:
    return sorted(marker for marker in s.b.cup if marker != "end-turn")


def staged(formation: str, change: Callable[[Battle], object], *dice: int) -> NawStage:
    """The operations of a Formation on turn 1, with something changed."""
    s = started()
    b = s.play.battle.copy()
    b.asking = False  # an episode of its own begins
    b.active = next(f.index for f in b.formations if f.key == formation)
    b.phase = OPERATIONS
    b.first = []
    change(b)
    s.chance = ScriptedChance(*dice)
    s.play = Play(NATIONS_AT_WAR, b, s.chance)
    return s


def put(b: Battle, id: str, hex: str) -> Unit:
    unit = b.unit(id)
    assert unit is not None
    unit.hex = b.ground.index[hex]
    b.control[unit.side] |= 1 << unit.hex
    b.control[1 - unit.side] &= ~(1 << unit.hex)
    return unit


# Set-up and entry --------------------------------------------------------------------------------


@rule("S2.sovsetup", "S2.title")
def test_the_soviets_set_up_first_in_columns_k_to_t() -> None:
    s = game(BRIDGE)
    assert s.asked == ("soviet", "setup")
    places = s.places("place", "guards-infantry-1")
    assert {place[0] for place in places} == set("KLMNOPQRST")
    assert {"K1", "K11", "T1", "T11"} <= places
    assert "O5" not in places  # the river
    for hex in ("J6", "U6"):
        refusal = s.refused("place", "guards-infantry-1", hex)
        assert refusal.rule == "EN.d"
        assert refusal.reason == f"{hex} is outside the set-up area of 71st Guards Infantry."


@rule("S2.sovsetup", "S2.sov1", "S2.sov2", "S2.sovsup")
def test_what_the_soviets_set_up() -> None:
    """Both Formations, the HMG, the Commissar, three Trenches and two Mines; the 3rd Tank waits."""
    s = game(BRIDGE)
    placed: list[str] = []
    prompts: list[str] = []
    while s.asked[1] == "setup":
        choice = s.options()[0]
        placed.append(choice.piece)
        assert s.play.decision is not None
        prompts.append(s.play.decision.prompt)
        s.do(choice.do, choice.piece, choice.to)
    expected = [f"guards-infantry-{n}" for n in range(1, 6)] + ["45mm-atg-1", "71st-guards-infantry-hq"]
    expected += [f"t-70a-{n}" for n in (1, 2, 3)] + ["31st-tank-hq", "hmg", "commissar"]
    assert sorted(placed) == sorted(expected + ["improved"] * 3 + ["mines"] * 2)
    assert s.b.improved.bit_count() == 3 and s.b.mines.bit_count() == 2
    assert [s.unit(f"t-70a-{n}").steps for n in (1, 2, 3)] == [2, 2, 1]
    assert {s.where(f"t-34-76-{n}") for n in range(1, 6)} == {"off"}
    assert s.asked == ("german", "go first")


@rule("S2.gersetup", "S2.ger1", "S2.ger2")
@pytest.mark.parametrize(
    ("formation", "units", "one"),
    [
        (
            FOOT,
            {f"infantry-{n}" for n in range(1, 6)} | {"stug-iii-g-1", "pioneer-1", "pioneer-2"},
            "infantry-1",
        ),
        (PANZER, {f"pzivg-{n}" for n in range(1, 5)}, "pzivg-1"),
    ],
)
def test_the_germans_enter_on_turn_1_anywhere_along_column_a(formation: str, units: set[str], one: str) -> None:
    s = started().do("go first", formation)
    assert s.b.turn == 1
    assert {c.piece for c in s.options("act")} == units
    s.do("act", one)
    assert s.places("move") == EDGE_A
    assert s.refused("move", "", "B6").rule == "EN.a"
    s.do("move", "", "A11")
    assert s.where(one) == "A11"


@rule("S2.ger1", "S2.ger2", "UPS.a")
@pytest.mark.parametrize(
    ("formation", "unit", "smoke"),
    [
        (FOOT, "pioneer-1", True),
        (FOOT, "infantry-1", False),
        (FOOT, "stug-iii-g-1", False),
        (PANZER, "pzivg-1", True),
    ],
)
def test_pioneers_and_panzers_place_smoke(formation: str, unit: str, smoke: bool) -> None:
    s = staged(formation, lambda b: put(b, unit, "C6")).do("act", unit)
    assert bool(s.options("smoke", unit)) is smoke


@rule("S2.ger1", "S2.sov1", "2.10.b")
def test_attached_units_act_with_their_formation() -> None:
    s = staged(GUARDS, lambda b: None)
    assert {c.piece for c in s.options("act")} == {f"guards-infantry-{n}" for n in range(1, 6)} | {"45mm-atg-1"}


@rule("S2.sov3")
def test_the_3rd_tank_comes_on_turn_3_along_column_u() -> None:
    """In the cup from turn 3; five platoons, one of them reduced, enter at any hex of U."""
    s = started(GUARDS, LIGHT, DESIGNATED, PLANE, *ALL, TANKS, dice=(1, 1))
    assert cup(s) == sorted([GUARDS, LIGHT, PLANE, DESIGNATED])
    idle(s, 2)
    assert TANKS not in s.b.cup + [e.text for e in s.told("drawn")]
    idle(s, 3)
    assert s.last("drawn").text == TANKS
    assert {c.piece for c in s.options("act")} == {f"t-34-76-{n}" for n in range(1, 6)}
    assert [s.unit(f"t-34-76-{n}").steps for n in range(1, 6)] == [2, 2, 2, 2, 1]
    s.do("act", "t-34-76-5")
    assert s.places("move") == EDGE_U


# Support -----------------------------------------------------------------------------------------


@rule("S2.gersup", "13.1.b", "DF.a")
def test_german_support_in_play() -> None:
    """Three Fate Points, three HE missions, the Designated marker and the plane in the cup."""
    s = started(DESIGNATED, fate=True)
    assert s.b.fate[0] == 3
    assert [(m.name, m.he_only) for m in s.b.missions[0]] == [("34", True)] * 3
    assert {DESIGNATED, PLANE} <= set(s.b.cup)
    s.do("go first", FOOT).do("finish").do("pass").do("finish").do("pass")
    assert s.asked == ("german", "fate marker")  # the Designated marker may be sent back
    s.do("pass").do("pass")
    assert s.asked == ("german", "designate")
    assert [c.piece for c in s.options()] == [FOOT, PANZER]


@rule("S2.sovsup", "10.2.k")
def test_the_soviet_mission_may_fire_smoke() -> None:
    """It is not listed as HE; two Fate Points are theirs."""
    s = started(GUARDS, dice=(6,), fate=True)
    assert s.b.fate[1] == 2
    s.do("go first", FOOT).do("finish").do("pass").do("finish").do("pass")  # the Soviets keep their points
    s.do("pass").do("pass")  # nobody returns the marker
    assert s.asked == ("soviet", "fire mission")
    s.do("call", "71st-guards-infantry-hq", "34")
    s.do("target", "71st-guards-infantry-hq", "K6")
    assert {c.do for c in s.options()} == {"fire for effect", "smoke", "hold fire"}


# Special rules -----------------------------------------------------------------------------------


@rule("S2.ssr1", "13.1.f")
@pytest.mark.parametrize(("one", "other"), [(FOOT, PANZER), (PANZER, FOOT)])
def test_both_german_formations_go_first_in_the_order_the_german_likes(one: str, other: str) -> None:
    """One completes its impulse, then the other; only then is the first marker drawn, by the German."""
    s = started(LIGHT)
    assert s.asked == ("german", "go first")
    assert {c.piece for c in s.options()} == {FOOT, PANZER}
    assert sorted(s.b.cup) == sorted([GUARDS, LIGHT, PLANE, DESIGNATED, "end-turn", "end-turn"])
    s.do("go first", one)
    assert s.last("activated").piece == one
    s.do("finish")
    assert s.last("activated").piece == other
    assert s.told("drawn") == []
    s.do("finish")
    assert [(e.side, e.text) for e in s.told("drawn")] == [("german", LIGHT)]


@rule("S2.ssr1", "3.3")
def test_on_turn_2_both_are_in_the_cup() -> None:
    s = idle(started("end-turn", GUARDS, LIGHT, "end-turn", FOOT), 2)
    assert s.b.turn == 2
    assert s.last("drawn").text == FOOT
    assert cup(s) == sorted([PANZER, GUARDS, LIGHT, PLANE, DESIGNATED])
    assert s.told("end turn held") == []  # everybody has activated, the Germans by going first


@rule("S2.ssr2")
@pytest.mark.parametrize(
    ("turn", "die", "gone"),
    [
        (3, 3, False),  # the examples
        (3, 4, True),
        (6, 1, True),
        (1, 5, False),
        (1, 6, True),
        (5, 1, False),
        (5, 2, True),
        (8, 1, True),
    ],
)
def test_the_plane_rolls_a_die_plus_the_turn(turn: int, die: int, gone: bool) -> None:
    """Seven or more takes its marker out for good."""
    s = started()
    b = s.play.battle.copy()
    b.asking = False  # an episode of its own begins
    b.turn, b.phase, b.first = turn, REMOVAL, []
    b.plane, b.plane_active = b.ground.index["K6"], True
    s.chance = ScriptedChance(die, 1)
    s.play = Play(NATIONS_AT_WAR, b, s.chance)
    roll = s.last("plane roll")
    assert (roll.rule, roll.dice, roll.need, roll.value) == ("S2.ssr2", (die,), 7, int(gone))
    assert [(note.amount, note.label) for note in roll.modifiers] == [(turn, "turn")]
    assert (PLANE in s.b.out_of_cup) is gone
    if turn < 8:
        assert (PLANE in s.b.cup) is not gone
    assert s.b.plane == -1


@rule("S2.ssr2", "9.0.d")
def test_fate_may_keep_the_plane_flying() -> None:
    """Turn 3, die 4: one less is 6."""
    s = started(fate=True)
    b = s.play.battle.copy()
    b.asking = False  # an episode of its own begins
    b.turn, b.phase, b.first = 3, REMOVAL, []
    b.plane, b.plane_active = b.ground.index["K6"], True
    s.chance = ScriptedChance(4, 1)
    s.play = Play(NATIONS_AT_WAR, b, s.chance)
    assert s.asked == ("german", "fate dice")
    s.do("fate down", number=4)
    assert (s.last("plane roll").dice, s.last("plane roll").value) == ((3,), 0)
    assert s.b.out_of_cup == []


@rule("S2.ssr2", "RP.d")
def test_a_plane_that_was_not_drawn_does_not_roll() -> None:
    s = idle(started("end-turn", GUARDS, LIGHT, "end-turn", PLANE), 2)
    assert s.told("plane roll") == []
    assert s.last("drawn").text == PLANE


@rule("S2.area", "S2.ssr3", "13.1.c")
def test_every_hex_but_the_river_is_playable() -> None:
    """The hexes at both ends of every column too, which are cut in half on a printed map."""
    s = started()
    ground = s.b.ground
    closed = {ground.names[place] for place in range(ground.size) if not ground.passable >> place & 1}
    assert closed == {"P1", "P2", "P3", "O4", "O5", "N7", "O7", "N8", "N9", "O10", "O11"}
    s = staged(PANZER, lambda b: put(b, "pzivg-1", "B10")).do("act", "pzivg-1")
    assert {"A11", "B11", "C11"} <= s.places("move")


# Length and victory ------------------------------------------------------------------------------


@rule("S2.length", "S2.victory")
def test_eight_turns_and_then_it_is_judged() -> None:
    """Nobody moves; the Soviets hold the bridge."""
    turns = [[GUARDS, LIGHT, DESIGNATED, PLANE], [*ALL], *[[*ALL, TANKS]] * 6]
    turns[1:] = [[marker for marker in turn if marker != PLANE] for turn in turns[1:]]
    s = idle(started(*[marker for turn in turns for marker in turn], dice=(6,)), 9)
    assert [e.value for e in s.told("turn")] == [1, 2, 3, 4, 5, 6, 7, 8]
    result = s.play.result
    assert result is not None
    assert (result.winner, result.rule) == ("soviet", "S2.victory")
    assert result.reason == "the Germans do not hold the bridge and two road hexes beyond the river"


@rule("S2.length")
def test_two_end_turn_markers_end_a_turn() -> None:
    s = idle(started("end-turn", "end-turn", GUARDS), 2)
    assert [e.text for e in s.told("drawn")] == ["end-turn", "end-turn", GUARDS]


@rule("S2.victory", "13.1.e")
@pytest.mark.parametrize(
    ("german", "winner"),
    [
        (["O6", "P6"], "soviet"),  # the bridge and one road hex: the bridge is not one of the two
        (["O6", "P6", "Q6"], "german"),  # and two
        (["O6", "P6", "T9"], "german"),  # they need not be joined
        (["P6", "Q6", "R6", "S6"], "soviet"),  # without the bridge
        (["O6", "N6", "M6", "L6"], "soviet"),  # road on the near bank
        (["O6", "P6", "N6"], "soviet"),
        (["O6", "P5", "Q5"], "soviet"),  # no road
    ],
)
def test_the_bridge_and_two_road_hexes_beyond_the_river(german: list[str], winner: str) -> None:
    system = NATIONS_AT_WAR
    b = system.rules.new(system.shelf.find(f"nations_at_war/{BRIDGE}"))
    b.turn, b.phase = 8, REMOVAL
    b.control = [sum(1 << b.ground.index[name] for name in german), 0]
    result = Play(system, b, ScriptedChance()).result
    assert result is not None
    assert result.winner == winner


@rule("S2.victory", "13.1.g", "13.2")
@pytest.mark.parametrize(("far", "winner"), [("P6", "soviet"), ("Q6", "german")])
def test_a_panzer_crosses_in_the_last_turn(far: str, winner: str) -> None:
    """From N6 over the bridge: at P6 it holds one road hex beyond the river, at Q6 two."""

    def last_turn(b: Battle) -> None:
        b.turn = 8
        b.cup = []
        for unit in b.units_of[1]:
            if unit.hex >= 0:
                unit.hex = b.ground.index["K1"] if unit.id == "guards-infantry-1" else -1
        for hq in b.hqs:
            if hq.side == 1:
                hq.hex = -1
        put(b, "pzivg-1", "N6")

    s = staged(PANZER, last_turn).do("act", "pzivg-1")
    for hex in ("O6", "P6", "Q6"):
        s.do("move", "", hex)
        if hex == far:
            break
    if s.asked[1] == "action":
        s.do("stop")
    s.do("finish")
    result = s.play.result
    assert result is not None
    assert result.winner == winner
    if winner == "german":
        assert result.reason == "the bridge and two road hexes beyond the river are in German hands"
