"""What is printed: counters, charts, maps and the two scenarios, number by number."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from sandtable.geometry.hexes import HexGrid
from sandtable.systems import nations_at_war
from sandtable.systems.nations_at_war.reading.book import rulebook, rules
from sandtable.systems.nations_at_war.reading.shelf import SHELF, load_map, load_scenario
from sandtable.systems.nations_at_war.state.counters import Face, Weapon
from sandtable.systems.nations_at_war.state.scenario import FormationSpec, Map, Scenario
from sandtable.testing import rule

BOOK = rulebook()
GRID = HexGrid(21, 11)
CATS = load_scenario(SHELF.paths()["nations_at_war/cats-in-the-mist"])
BRIDGE = load_scenario(SHELF.paths()["nations_at_war/the-bridge-at-berezovyy-logg"])

# Firepower-range-To-Hit, u underlined, + augmented; armour and assault as dice/number, * may not start one.
COUNTERS = """
t-34-76          full     AP 3-5-5   HE 2-4-5   Armor 2/5  Assault 2/5   MF 5
t-34-76          reduced  AP 2-5-5   HE 1-4-5   Armor 2/5  Assault 1/5   MF 5
churchill        full     AP 3-5-5   HE 1-3-5   Armor 3/5  Assault 2/5   MF 3
churchill        reduced  AP 2-5-5   HE 1-3-6   Armor 3/5  Assault 1/5   MF 3
t-70a            full     AP 2-4-5   HE 1-3-5   Armor 1/5  Assault 1/5   MF 5
t-70a            reduced  AP 1-4-5   HE 1-3-6   Armor 1/5  Assault 1/6   MF 5
guards-infantry  full     AP 1-1u-6  HE 2-2-5   soft       Assault 3/5   MF 3
guards-infantry  reduced  AP 1-1u-6  HE 1-2-5   soft       Assault 2/5   MF 3
45mm-atg         full     AP 2-4-5   HE 1-3-5   soft       Assault 1/6*  MF 1
45mm-atg         reduced  AP 1-4-5   HE 1-3-6   soft       Assault 1/6*  MF 1
45mm-atg         towed    AP -       HE -       soft       Assault -     MF 5
tiger            full     AP 4-8-4   HE 3-6-5   Armor 3/4  Assault 2/4   MF 3
tiger            reduced  AP 2-8-4   HE 2-6-5   Armor 3/4  Assault 1/4   MF 3
pzivg            full     AP 3-6-5   HE 2-4-5   Armor 2/6  Assault 2/5   MF 4
pzivg            reduced  AP 2-6-5   HE 1-4-5   Armor 2/6  Assault 1/5   MF 4
pziiil           full     AP 2-5-5   HE 2-3-5   Armor 2/6  Assault 2/5   MF 5
pziiil           reduced  AP 1-5-5   HE 1-3-5   Armor 2/6  Assault 1/5   MF 5
stug-iii-g       full     AP 3-6-5   HE 2-4-5   Armor 2/5  Assault 1/5   MF 4
stug-iii-g       reduced  AP 2-6-5   HE 1-4-5   Armor 2/5  Assault 1/6   MF 4
infantry         full     AP 1-1u-5  HE 3-2-5   soft       Assault 3/5   MF 3
infantry         reduced  AP 1-1u-6  HE 2-2-5   soft       Assault 2/5   MF 3
pioneer          full     AP 2-1u-5  HE 3-2-5   soft       Assault 3+/4  MF 3
pioneer          reduced  AP 1-1u-5  HE 2-2-5   soft       Assault 2+/4  MF 3
"""


def written(weapon: Weapon | None) -> str:
    if weapon is None:
        return "-"
    underlined, plus = "u" * weapon.underlined, "+" * weapon.augmented
    return f"{weapon.firepower}{plus}-{weapon.range}{underlined}-{weapon.to_hit}"


def line(face: Face) -> str:
    armor = f"Armor {face.armor}{'+' * face.armor_augmented}/{face.save}" if face.hard else "soft"
    plus, star = "+" * face.assault_augmented, "" if face.starts_assault else "*"
    assault = f"{face.assault}{plus}/{face.assault_to_hit}{star}" if face.assault else "-"
    return f"AP {written(face.ap)} HE {written(face.he)} {armor} Assault {assault} MF {face.mf}"


def face_of(key: str, side: str) -> Face:
    sides = BOOK.units[key].sides
    return {"full": sides[0][2], "reduced": sides[0][1], "towed": sides[1][2]}[side]


@rule("2.4.a", "2.4.b", "2.4.c", "2.4.d", "2.4.g", "2.4.h", "2.4.i", "2.4.j", "2.4.k", "2.4.o", "2.4.p", "2.4.q")
@pytest.mark.parametrize("row", COUNTERS.strip().splitlines())
def test_counters_of_both_scenarios(row: str) -> None:
    key, side, *values = row.split()
    assert line(face_of(key, side)) == " ".join(values)


@rule("2.4.a", "2.4.b")
def test_two_steps_have_two_faces() -> None:
    for unit in BOOK.units.values():
        for foot_or_transport in unit.sides:
            _, reduced, full = foot_or_transport
            assert (full is reduced) == (unit.steps == 1)
            assert full.mf == reduced.mf


@rule("2.2.a", "2.2.b", "2.5.a", "2.6.b", "2.6.1")
def test_symbol_or_armor() -> None:
    """A soft face has a symbol and no armour, a hard face armour and no symbol; trucks are soft."""
    for unit in BOOK.units.values():
        for side in unit.sides:
            for face in side:
                assert face.hard == (face.armor > 0) == (face.symbol == "") == (face.save > 0)
        assert (unit.kind == "afv") == unit.sides[0][2].hard
    assert not BOOK.units["opel-blitz"].sides[0][1].hard


@rule("2.5.b", "2.5.3.a", "2.5.3.b")
@pytest.mark.parametrize("key", ["american-armored-infantry", "panzergrenadier"])
def test_armored_infantry_is_soft_on_foot_and_hard_in_its_half_track(key: str) -> None:
    unit = BOOK.units[key]
    assert unit.transport
    assert [face.hard for face in unit.sides[0]] == [False, False, False]
    assert [face.hard for face in unit.sides[1]] == [True, True, True]
    assert len({id(face) for side in unit.sides for face in side}) == 4


def test_units_quoted_in_the_examples() -> None:
    """What the book itself says about counters."""
    faces = {key: unit.sides[0][2] for key, unit in BOOK.units.items()}
    assert written(faces["crusader"].ap) == "3-5-5"
    assert faces["panther"].armor == 3
    assert line(faces["pzivg"]).startswith("AP 3-6-5")
    assert (faces["pzivg"].armor, faces["pzivg"].save, faces["pzivg"].mf) == (2, 6, 4)
    assert (faces["t-34-76"].ap.firepower, faces["t-34-76"].ap.to_hit, faces["t-34-76"].mf) == (3, 5, 5)  # type: ignore[union-attr]
    assert (faces["tiger"].mf, faces["tiger"].half_mf) == (3, 1)
    assert faces["m13-40"].assault == 1
    engineer = faces["american-engineer"]
    assert (engineer.assault, engineer.assault_to_hit, engineer.assault_augmented) == (3, 4, True)
    assert written(faces["american-81mm-mortar"].he) == "2-10u-5"
    assert faces["american-81mm-mortar"].ap is None
    riders = BOOK.units["american-armored-infantry"]
    assert (riders.sides[0][2].mf, riders.sides[1][2].mf) == (3, 5)
    cyclists = BOOK.units["german-motorcycle"]
    assert (cyclists.sides[1][2].mf, cyclists.sides[1][2].mf_asterisk) == (6, True)
    assert (cyclists.sides[0][2].mf, cyclists.sides[0][2].mf_asterisk) == (3, False)
    assert not cyclists.sides[1][2].foot


def test_special_units() -> None:
    assert [unit.key for unit in BOOK.units.values() if unit.recon] == ["sdkfz-222"]
    assert [unit.key for unit in BOOK.units.values() if unit.mortar] == ["american-81mm-mortar"]
    assert [unit.key for unit in BOOK.units.values() if unit.engineer] == ["pioneer", "american-engineer"]
    assert BOOK.units["american-81mm-mortar"].smoke_level == 1


@rule("2.4.e", "2.4.f", "2.4.o")
def test_aircraft_flak_and_truck() -> None:
    stuka, uhu = BOOK.aircraft["ju-87"], BOOK.aircraft["fw-189"]
    assert (stuka.recon, stuka.firepower, stuka.to_hit) == (False, 4, 4)
    assert (uhu.recon, uhu.firepower) == (True, 0)
    assert [key for key, unit in BOOK.units.items() if unit.sides[0][2].aa] == ["20mm-flak"]
    assert written(face_of("20mm-flak", "full").aa) == "3-4-5"
    assert [key for key, unit in BOOK.units.items() if unit.sides[0][2].circled] == ["opel-blitz"]


HQS = """
276th-tank-hq            t-34-76          vehicle  7  1/1  4/3
2nd-guards-tank-hq       churchill        vehicle  7  1/1  4/3
505th-heavy-panzer-hq    tiger            vehicle  9  2/1  4/3
11th-panzer-hq           pzivg            vehicle  8  2/1  5/4
320th-infantry-hq        infantry         foot     8  1/1  4/3
18th-panzer-hq           pzivg            vehicle  8  2/1  5/4
71st-guards-infantry-hq  guards-infantry  foot     8  1/1  4/3
31st-tank-hq             t-70a            vehicle  7  1/0  3/2
3rd-tank-hq              t-34-76          vehicle  7  1/1  4/3
"""


@rule("2.4.l", "2.4.m", "2.4.n")
@pytest.mark.parametrize("row", HQS.strip().splitlines())
def test_headquarters(row: str) -> None:
    """Morale, then Leadership and Command Range full/reduced."""
    key, type, kind, morale, leadership, command = row.split()
    hq = BOOK.hqs[key]
    assert (hq.unit_type, hq.vehicle, hq.sub, hq.morale) == (type, kind == "vehicle", False, int(morale))
    assert f"{hq.leadership[1]}/{hq.leadership[0]}" == leadership
    assert f"{hq.command[1]}/{hq.command[0]}" == command


def test_headquarters_of_the_examples() -> None:
    assert (BOOK.hqs["7th-armor-hq"].leadership[1], BOOK.hqs["7th-armor-hq"].unit_type) == (2, "m13-40")
    assert (BOOK.hqs["ccb-hq"].morale, BOOK.hqs["ccb-hq"].unit_type) == (7, "m3-lee")
    assert BOOK.hqs["british-14th-hq"].morale == 7
    assert [key for key, hq in BOOK.hqs.items() if hq.sub] == ["ccb-sub-hq"]


def test_support_weapons() -> None:
    hmg, bazooka, piat, rifle = (BOOK.weapons[key] for key in ("hmg", "bazooka", "piat", "atr"))
    assert (hmg.he_firepower, hmg.he_range, hmg.he_plus, hmg.ap_firepower) == (1, 1, False, 0)
    for plus_only in (bazooka, piat):
        assert plus_only.ap_plus
        assert (plus_only.ap_firepower, plus_only.ap_range, plus_only.he_firepower) == (0, 0, 0)
    assert (rifle.ap_firepower, rifle.ap_range, rifle.ap_plus) == (1, 1, False)


# dice soft/hard, hill dice, cost soft/hard, what it conceals, hill, blocks, degrades
CHARTS = """
clear        0/0 0 1/1 nobody
hill         0/0 1 1/1 nobody hill
woods        1/1 0 1/2 all    blocks
wooded_hill  1/1 1 1/2 all    hill blocks
city         2/1 0 1/2 all    blocks
cultivated   1/0 0 1/2 soft
rough        1/1 0 1/2 all    degrades
river        0/0 0 0/0 nobody closed
bridge       0/0 0 1/1 nobody
depression   0/0 0 1/1 all
ditch        1/0 0 3/4 soft
wire         0/0 0 2/2 nobody
wreck        1/1 0 0/1 all    degrades
improved     0/0 0 0/0 nobody
mines        0/0 0 0/0 nobody
"""


@pytest.mark.parametrize("row", CHARTS.strip().splitlines())
def test_charts(row: str) -> None:
    key, dice, hill_dice, cost, conceals, *words = row.split()
    kind = BOOK.terrain.get(key) or BOOK.markers[key]
    assert f"{kind.dice_soft}/{kind.dice_hard}" == dice
    assert kind.hill_dice == int(hill_dice)
    assert f"{kind.cost_soft}/{kind.cost_hard}" == cost
    expected = {"all": (True, True), "soft": (True, False), "nobody": (False, False)}[conceals]
    assert (kind.conceals_soft, kind.conceals_hard) == expected
    assert kind.hill == ("hill" in words)
    assert kind.blocks == ("blocks" in words)
    assert kind.degrades == ("degrades" in words)
    assert kind.passable == ("closed" not in words)
    assert kind.rule in rules()


def test_palms_give_a_hard_target_one_die() -> None:
    assert BOOK.terrain["palms"].dice_hard == 1


def test_letters_of_the_terrain_are_unlike() -> None:
    letters = [kind.letter for kind in BOOK.terrain.values() if kind.letter]
    assert len(set(letters)) == len(letters)


def test_numbers_that_the_code_reads_exist() -> None:
    """A misspelt number would only be found when its rule is played."""
    folder = Path(nations_at_war.__file__).parent
    read = {
        key for file in folder.rglob("*.py") for key in re.findall(r'numbers\["(\w+)"\]', file.read_text("utf-8"))
    }
    assert "stacking" in read and read <= set(BOOK.numbers)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("stacking", 2),
        ("load", 3),
        ("unload", 3),
        ("asterisk", 1),
        ("fire_missions", 2),
        ("hard_cap", 2),
        ("soft_save", 5),
        ("recon_range", 4),
        ("hq_check", 1),
        ("hq_check_modifier", -2),
        ("overrun_factor", 3),
        ("mines_dice", 2),
        ("mines_to_hit", 5),
        ("mines_engineer_dice", 1),
        ("clear_mines", 5),
        ("remove_wire", 4),
        ("ranging_on_target", 5),
        ("ranging_near", 3),
        ("smoke_roll", 3),
        ("demolition_markers", 3),
        ("demolition", 3),
        ("leader_loss", 1),
        ("plane_radius", 4),
        ("fate_reroll", 1),
        ("fate_move", 1),
        ("fate_nudge", 1),
        ("fate_command", 1),
        ("fate_ops_complete", 2),
        ("fate_return_marker", 2),
        ("track_boxes", 16),
    ],
)
def test_numbers(key: str, value: int) -> None:
    assert BOOK.numbers[key] == value


def test_rules() -> None:
    """427 rules, each with title, text and source; no trace of the drafts they came from."""
    assert len(rules()) == 427
    assert Counter(each.source for each in rules().values()) == {"book": 349, "design": 72, "found": 6}
    for id, each in rules().items():
        assert each.id == id
        assert each.title and each.text
        assert "PROPOSED" not in each.text + each.ruling
        assert "\n" not in each.text + each.ruling + "".join(each.examples)
    assert rules()["SM.a"].source == "design"
    assert rules()["5.1.3.d"].ruling


# ---- maps -----------------------------------------------------------------------------------------------


def step(place: int) -> list[int]:
    """The neighbours by the formula of the map's design, a second route beside geometry.hexes."""
    q, r = divmod(place, 11)
    down = q % 2
    around = [
        (q, r - 1),
        (q + 1, r - 1 + down),
        (q + 1, r + down),
        (q, r + 1),
        (q - 1, r + down),
        (q - 1, r - 1 + down),
    ]
    return [i * 11 + j for i, j in around if 0 <= i < 21 and 0 <= j < 11]


def named(text: str) -> list[int]:
    return [GRID.index[name] for name in text.split()]


def joined(places: list[int]) -> bool:
    return all(b in step(a) for a, b in pairwise(places))


def cheapest(board: Map, starts: list[int], goal: int, hard: bool) -> int:
    """The least MP from off the map by these edge hexes: roads from the edge on, else the chart."""

    def cost(start: int | None, to: int) -> int:
        kind = board.terrain[to]
        if board.road[to] and (start is None or board.road[start]):
            return 1
        climbs = kind.hill and (start is None or not board.terrain[start].hill)
        return (kind.cost_hard if hard else kind.cost_soft) + climbs

    best = {place: cost(None, place) for place in starts if board.terrain[place].passable}
    changed = True
    while changed:
        changed = False
        for start, spent in list(best.items()):
            for to in step(start):
                if board.terrain[to].passable and spent + cost(start, to) < best.get(to, 999):
                    best[to] = spent + cost(start, to)
                    changed = True
    return best[goal]


@pytest.fixture(params=["map7", "map8"])
def board(request: pytest.FixtureRequest) -> Map:
    return load_map(request.param)


def test_maps_have_231_hexes(board: Map) -> None:
    assert (board.columns, board.rows) == (21, 11)
    assert len(board.terrain) == len(board.road) == len(board.railroad) == 231


def test_distances_of_the_design() -> None:
    for a, b, hexes in (("H6", "M6", 5), ("A1", "U11", 20), ("A6", "U6", 20)):
        assert GRID.distance[GRID.index[a]][GRID.index[b]] == hexes


def test_map_7() -> None:
    board = load_map("map7")
    rails = named("L1 L2 M3 M4 M5 M6 N6 N7 N8 N9 O10 O11")
    assert joined(rails)
    assert [h for h in range(231) if board.railroad[h]] == sorted(rails)
    stream = named("I1 I2 J2 J3 J4 J5 J6 I7 I8 I9 J9 J10 J11")
    assert joined(stream)
    wet = [h for h in range(231) if board.terrain[h].key in ("river", "bridge")]
    assert wet == sorted(stream)
    assert board.terrain[GRID.index["J6"]].key == "bridge"
    assert [h for h in range(231) if board.terrain[h].key == "city"] == sorted(named("N5 N6 O6"))
    assert [h for h in range(231) if board.road[h]] == [q * 11 + 5 for q in range(21)]


def test_map_7_keeps_the_railroad_out_of_the_german_zone() -> None:
    assert not any(CATS.map.railroad[h] for h in CATS.formations[0].zone)


def test_map_8_river_and_banks() -> None:
    board = load_map("map8")
    river = named("P1 P2 P3 O4 O5 O6 O7 N7 N8 N9 O10 O11")
    assert joined(river)
    assert [h for h in range(231) if board.terrain[h].key in ("river", "bridge")] == sorted(river)
    assert [h for h in range(231) if board.terrain[h].key == "bridge"] == named("O6")
    assert [h for h in range(231) if board.terrain[h].key == "city"] == sorted(named("L6 M5 M6 N5 N6"))
    assert sorted(h for h in step(GRID.index["O6"]) if h not in river) == sorted(named("N5 N6 P5 P6"))
    north = set(named("A1"))
    while True:
        more = {to for h in north for to in step(h)} - set(river) - north
        if not more:
            break
        north |= more
    south = set(range(231)) - set(river) - north
    assert (len(north), len(south)) == (154, 65)
    assert set(named("O8 O9")) <= south
    roads = sorted(h for h in south if board.road[h])
    assert roads == sorted(named("P6 Q6 R6 S6 T6 U6 Q7 R7 R8 S9 T9 U10"))
    assert BRIDGE.victory.hexes == roads


@pytest.mark.parametrize("hard", [False, True])
def test_map_8_roads_to_the_bridge(hard: bool) -> None:
    board, bridge = load_map("map8"), GRID.index["O6"]
    assert cheapest(board, list(range(11)), bridge, hard) == 15
    assert cheapest(board, list(range(220, 231)), bridge, hard) == 7


# ---- scenarios ------------------------------------------------------------------------------------------


def force(scenario: Scenario, key: str) -> FormationSpec:
    return next(each for each in scenario.formations if each.key == key)


def counted(formation: FormationSpec) -> dict[str, int]:
    return dict(Counter(unit.type.key for unit in formation.units))


def hq_key(formation: FormationSpec) -> str:
    assert formation.hq is not None
    return formation.hq.key


@rule("1.0", "S1.title", "S2.title", "13.1.a", "13.1.d")
def test_both_scenarios_are_there() -> None:
    assert {CATS.id, BRIDGE.id} <= SHELF.paths().keys()
    assert (CATS.name, CATS.date) == ("Cats in the Mist", "5 July 1943")
    assert (BRIDGE.name, BRIDGE.date) == ("The Bridge at Berezovyy Logg", "11 July 1943")
    for scenario in (CATS, BRIDGE):
        assert [side.key for side in scenario.sides] == ["german", "soviet"]
        assert scenario.axis == 0
        assert scenario.chaos == 0
        assert len(scenario.background) > 100
        assert len(scenario.digest) == 64
    assert CATS.digest != BRIDGE.digest


@rule("S1.sov1", "S1.sov2", "S1.ger1", "S1.ger2")
def test_cats_forces() -> None:
    heavy, panzer = force(CATS, "505th-heavy-panzer"), force(CATS, "11th-panzer")
    tanks, guards = force(CATS, "276th-tank"), force(CATS, "2nd-guards-tank")
    assert [each.side for each in (heavy, panzer, tanks, guards)] == [0, 0, 1, 1]
    assert counted(heavy) == {"tiger": 3}
    assert counted(panzer) == {"pzivg": 2, "pziiil": 2}
    assert counted(tanks) == {"t-34-76": 6}
    assert counted(guards) == {"churchill": 5}
    for each in CATS.formations:
        assert hq_key(each) == each.key + "-hq"
    assert [(each.entry_turn, len(each.zone)) for each in CATS.formations] == [
        (0, 77),
        (3, 0),
        (1, 0),
        (3, 0),
    ]
    assert heavy.zone == list(range(11, 88))
    assert panzer.edges == [list(range(11))]
    assert tanks.edges == [list(range(220, 231))]
    assert guards.edges == [named("M1 N1 O1 P1 Q1"), named("M11 N11 O11 P11 Q11")]
    assert [each.one_edge for each in CATS.formations] == [False, False, False, True]
    assert [unit.id for unit in heavy.units] == ["tiger-1", "tiger-2", "tiger-3"]
    assert [unit.name for unit in heavy.units] == ["Tiger I #1", "Tiger I #2", "Tiger I #3"]


@rule("S1.support", "S1.length")
def test_cats_support_and_length() -> None:
    for side in CATS.sides:
        assert (side.fate, side.designated, side.missions, side.aircraft, side.defences) == (0, 0, [], [], {})
    assert (CATS.turns, CATS.end_turn_markers) == (8, 2)


def test_cats_special_rules_and_victory() -> None:
    assert not CATS.smoke_allowed
    assert CATS.water_is_clear
    assert CATS.may_go_first == ["505th-heavy-panzer"]
    assert CATS.first_formations == []
    assert CATS.plane_roll == 0
    victory = CATS.victory
    assert (victory.kind, victory.side, victory.count, victory.rule) == ("railroad_chain", 0, 4, "S1.victory")


@rule("2.4.r", "S2.gersetup", "S2.sovsetup", "S2.ger1", "S2.ger2", "S2.sov1", "S2.sov2", "S2.sov3")
def test_bridge_forces() -> None:
    foot, panzer = force(BRIDGE, "320th-infantry"), force(BRIDGE, "18th-panzer")
    guards, light, tanks = (force(BRIDGE, key) for key in ("71st-guards-infantry", "31st-tank", "3rd-tank"))
    assert [each.side for each in (foot, panzer, guards, light, tanks)] == [0, 0, 1, 1, 1]
    assert counted(foot) == {"infantry": 5, "stug-iii-g": 1, "pioneer": 2}
    assert counted(panzer) == {"pzivg": 4}
    assert counted(guards) == {"guards-infantry": 5, "45mm-atg": 1}
    assert counted(light) == {"t-70a": 3}
    assert counted(tanks) == {"t-34-76": 5}
    units = [unit for each in BRIDGE.formations for unit in each.units]
    assert {unit.type.key for unit in units if unit.attached} == {"stug-iii-g", "pioneer", "45mm-atg"}
    assert {unit.type.key for unit in units if unit.places_smoke} == {"pioneer", "pzivg"}
    assert [unit.id for unit in units if unit.reduced] == ["t-70a-3", "t-34-76-5"]
    assert not any(unit.mounted or unit.weapon or unit.leader for unit in units)
    assert [each.commissar for each in BRIDGE.formations] == [False, False, True, False, False]
    assert [weapon.key for weapon in guards.free_weapons] == ["hmg"]
    for each in BRIDGE.formations:
        assert hq_key(each) == each.key + "-hq"
    for each in (foot, panzer):
        assert (each.entry_turn, each.edges) == (1, [list(range(11))])
    dry = [h for h in range(110, 220) if BRIDGE.map.terrain[h].passable]
    for each in (guards, light):
        assert (each.entry_turn, each.zone) == (0, dry)
    assert (tanks.entry_turn, tanks.edges) == (3, [list(range(220, 231))])
    assert BRIDGE.setup_order == [1, 0]


@rule("S2.gersup", "S2.sovsup", "S2.length", "13.1.b")
def test_bridge_support_and_length() -> None:
    german, soviet = BRIDGE.sides
    fire = [(each.name, each.firepower, each.to_hit, each.he_only) for each in german.missions]
    assert fire == [("34", 3, 4, True)] * 3
    assert [(each.name, each.he_only) for each in soviet.missions] == [("34", False)]
    assert [plane.key for plane in german.aircraft] == ["fw-189"]
    assert soviet.aircraft == []
    assert (german.designated, soviet.designated) == (1, 0)
    assert (german.fate, soviet.fate) == (3, 2)
    assert (german.defences, soviet.defences) == ({}, {"improved": 3, "mines": 2})
    assert (BRIDGE.turns, BRIDGE.end_turn_markers) == (8, 2)


def test_bridge_special_rules_and_victory() -> None:
    assert BRIDGE.smoke_allowed
    assert not BRIDGE.water_is_clear
    assert BRIDGE.may_go_first == []
    assert BRIDGE.first_formations == ["320th-infantry", "18th-panzer"]
    assert BRIDGE.plane_roll == 7
    victory = BRIDGE.victory
    assert (victory.kind, victory.side, victory.count, victory.rule) == ("control", 0, 2, "S2.victory")
    assert victory.bridge == named("O6")
    assert not set(victory.bridge) & set(victory.hexes)


@rule("S2.area", "S2.ssr3", "13.1.c")
def test_every_hex_of_the_map_is_there_to_play_on() -> None:
    assert (CATS.map.key, BRIDGE.map.key) == ("map7", "map8")
    for scenario in (CATS, BRIDGE):
        assert len(scenario.map.terrain) == 231


def test_default_setups() -> None:
    assert dict(CATS.default_setup) == {
        "505th-heavy-panzer-hq": "G4",
        "tiger-1": "G4",
        "tiger-2": "H6",
        "tiger-3": "F3",
    }
    assert Counter(BRIDGE.default_setup) == Counter(
        {
            ("71st-guards-infantry-hq", "M6"): 1,
            ("guards-infantry-1", "M6"): 1,
            ("hmg", "guards-infantry-1"): 1,
            ("guards-infantry-2", "N5"): 1,
            ("commissar", "guards-infantry-2"): 1,
            ("guards-infantry-3", "L6"): 1,
            ("guards-infantry-4", "K8"): 1,
            ("guards-infantry-5", "K5"): 1,
            ("45mm-atg-1", "N6"): 1,
            ("31st-tank-hq", "P5"): 1,
            ("t-70a-1", "P5"): 1,
            ("t-70a-2", "M7"): 1,
            ("t-70a-3", "Q6"): 1,
            ("improved", "L6"): 1,
            ("improved", "K8"): 1,
            ("improved", "K5"): 1,
            ("mines", "K6"): 1,
            ("mines", "K7"): 1,
        }
    )
