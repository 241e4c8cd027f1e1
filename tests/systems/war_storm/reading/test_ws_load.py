"""Data and files: counters, charts, maps and scenarios as they are written, and what is said about mistakes."""

from pathlib import Path

import pytest

from sandtable.content.maps import map_files, read_map
from sandtable.content.problems import ContentError, Problems
from sandtable.geometry.hexes import bits, mask_of
from sandtable.systems.war_storm.reading.areas import area_of
from sandtable.systems.war_storm.reading.book import DATA, read_book, rulebook, rules
from sandtable.systems.war_storm.reading.maps import MAPS, sheet_from
from sandtable.systems.war_storm.reading.orders_of_battle import read_order
from sandtable.systems.war_storm.reading.shelf import SHELF, find_scenario, load_scenario
from sandtable.systems.war_storm.state.board import Board, Placement, Sheet, compose
from sandtable.systems.war_storm.state.book import FOOT, MEDIUM, NO, SMALL, TRACKED, WHEELED
from sandtable.testing import rule

MILL = (DATA / "scenarios" / "the-mill-bridge.toml").read_text(encoding="utf-8")
LANE = (DATA / "scenarios" / "hedgerow-lane.toml").read_text(encoding="utf-8")
MAP_A = (MAPS / "a.toml").read_text(encoding="utf-8")


def sheet(key: str) -> Sheet:
    problems = Problems("maps")
    found = read_map(map_files(MAPS)[key.lower()], key, problems, sheet_from)
    problems.check()
    assert found is not None
    return found[0]


def boards(*keys: str) -> Board:
    """Maps side by side from the west."""
    return compose([Placement(sheet(key), across) for across, key in enumerate(keys)])


def names(board: Board, mask: int) -> set[str]:
    return {board.names[h] for h in bits(mask)}


# Counters and charts -----------------------------------------------------------------------------


@rule("3.1.d", "CNT", "7.b")
@pytest.mark.parametrize(
    ("key", "ff", "range", "red", "av", "mp"),
    [
        ("us-infantry", (6, 5, 3), 2, True, (5, 4, 2), 5),
        ("us-airborne", (6, 5, 3), 2, True, (6, 5, 3), 5),
        ("us-mg-3-3", (3, 2, 1), 3, False, (2, 1, 1), 4),
        ("us-mg-4-4", (4, 3, 2), 4, False, (2, 1, 1), 3),
        ("grenadier", (6, 5, 3), 2, False, (5, 4, 2), 5),
        ("fallschirmjaeger", (6, 5, 3), 2, True, (6, 5, 3), 5),
        ("panzergrenadier", (7, 5, 4), 2, False, (6, 5, 3), 5),
        ("static-infantry", (5, 4, 2), 2, False, (4, 3, 2), 5),
        ("german-mg-3-3", (3, 2, 1), 3, False, (2, 1, 1), 4),
        ("german-mg-4-4", (4, 3, 2), 4, False, (2, 1, 1), 3),
        ("french-infantry", (5, 4, 2), 2, False, (4, 3, 2), 5),
    ],
)
def test_the_counters(
    key: str, ff: tuple[int, int, int], range: int, red: bool, av: tuple[int, int, int], mp: int
) -> None:
    counter = rulebook().counters[key]
    assert (counter.ff, counter.range, counter.red, counter.av, counter.mp) == (ff, range, red, av, mp)
    assert counter.size == SMALL and counter.move == FOOT


@rule("3.2.d", "3.a", "3.b")
def test_the_officers() -> None:
    found = {
        each.name: (each.letter, each.morale, each.leadership, each.command) for each in rulebook().officers.values()
    }
    assert found["Lt. Jones"] == ("B", 7, 1, 1)
    assert found["Lt. Gielnik"] == ("D", 7, 1, 1)
    assert found["Oblt. Kessler"] == ("A", 8, 1, 1)
    assert found["Hptm. Roth"] == ("", 8, 2, 3)
    reserve = [each.name for each in rulebook().officers.values() if each.role == 1 and each.side == "american"]
    assert reserve == ["Sgt. Argent", "Sgt. Cole", "Sgt. Whitaker"]
    assert {each.kind for each in rulebook().officers.values()} == {"infantry"}


@rule("7.4.2.b", "3.1.c")
def test_a_platoon_with_transport_has_half_its_fire_rounded_down() -> None:
    counters = rulebook().counters
    assert counters["motorized-infantry"].ff == (6, 5, 3)
    assert counters["cavalry"].ff == (5, 4, 2)  # 2.5 is rounded down here, not up as in 1.h


@rule("5.2.c")
def test_sizes() -> None:
    counters = rulebook().counters
    assert counters["cavalry"].size == counters["german-mortar"].size == MEDIUM
    assert counters["motorized-infantry"].size > MEDIUM


@rule("chart.combat", "7.3.d")
def test_the_combat_chart() -> None:
    chart = rulebook().chart
    assert 7 not in chart.columns
    nine = chart.columns.index(9)
    assert chart.columns[nine : nine + 3] == (9, 10, 12)
    assert chart.rows[2][nine] == 6
    assert len(chart.rows) == 15 and chart.rows[14] == (0,) * 16
    # The effect never falls when FF rises and never rises when the roll rises.
    assert all(list(row) == sorted(row) for row in chart.rows)
    assert all(
        upper >= lower
        for one, two in zip(chart.rows, chart.rows[1:], strict=False)
        for upper, lower in zip(one, two, strict=True)
    )
    factors = (0.84, 0.75, 0.67, 0.58, 0.50, 0.43, 0.37, 0.31, 0.25, 0.19, 0.13, 0.08, 0.04, 0.02, 0.0)
    for factor, row in zip(factors, chart.rows, strict=True):
        assert row == tuple([int(ff * factor + 0.5 + 1e-9) for ff in chart.columns])


@rule("chart.terrain", "6.5.a", "5.1.10.a", "5.1.6.b", "BOC.3", "ORC")
def test_the_terrain_effects_chart() -> None:
    book = rulebook()
    found = {key: kind.costs for key, kind in book.terrain.items()}
    assert found == {
        "open": (1, 2, 1),
        "fields": (1, 2, 1),
        "orchard": (1, 3, 2),
        "rough": (2, 4, 3),
        "marsh": (3, NO, NO),
        "light-woods": (2, 4, 3),
        "woods": (3, NO, 4),
        "dispersed-buildings": (2, 3, 2),
        "built-up": (2, 3, 3),
    }
    assert book.steps == {"road": (1, 1, 1), "trail": (1, 2, 1)}
    assert book.extra == {"minor-river": (2, 4, 3), "uphill": (1, 2, 1), "bocage": (1, NO, 2)}
    assert (FOOT, WHEELED, TRACKED) == (0, 1, 2)


@rule("DIV")
def test_the_defensive_divisors() -> None:
    assert {key: kind.divisor for key, kind in rulebook().terrain.items()} == {
        "open": 2,
        "fields": 2,
        "marsh": 2,
        "rough": 3,
        "light-woods": 3,
        "dispersed-buildings": 3,
        "orchard": 3,
        "woods": 4,
        "built-up": 5,
    }


@rule("5.2.e")
def test_the_spotting_chart() -> None:
    found = {key: kind.spotting for key, kind in rulebook().terrain.items()}
    assert found["open"] == ((7, 10), (8, 12), (12, 18))
    assert found["rough"] == found["marsh"] == ((5, 8), (7, 9), (9, 14))
    assert found["woods"] == found["dispersed-buildings"] == ((3, 5), (4, 6), (4, 8))
    assert found["light-woods"] == found["fields"] == found["orchard"] == ((4, 6), (6, 8), (6, 10))
    assert found["built-up"] == ((2, 4), (3, 5), (3, 6))
    assert rulebook().crest_spotting == rulebook().recon_spotting == ((1, 2), (2, 4), (2, 4))


@rule("5.1.1", "5.1.4.a", "5.1.5", "5.1.6.a", "5.1.7", "5.1.8", "5.1.9.a")
def test_the_heights_of_terrain() -> None:
    kinds = rulebook().terrain.values()
    assert {kind.key for kind in kinds if kind.blocks} == {"woods", "light-woods", "dispersed-buildings", "built-up"}
    assert {kind.key for kind in kinds if kind.low} == {"rough", "fields", "marsh", "orchard"}
    assert {kind.key for kind in kinds if kind.hinders} == {"rough", "fields", "orchard"}


def test_every_rule_has_a_text() -> None:
    assert len(rules()) == 315 and all(each.text and each.title for each in rules().values())


def test_mistakes_in_the_catalogues_are_named(tmp_path: Path) -> None:
    for name in ("units.toml", "terrain.toml", "tables.toml"):
        (tmp_path / name).write_bytes((DATA / name).read_bytes())
    units = (DATA / "units.toml").read_text(encoding="utf-8")
    wrong = (
        units.replace('kind = "MG"', 'kind = "MGG"', 1).replace('letter = "A"', "", 1).replace("mp = 5", "mp = 0", 1)
    )
    (tmp_path / "units.toml").write_text(wrong, encoding="utf-8")
    tables = (DATA / "tables.toml").read_text(encoding="utf-8")
    tables = tables.replace("columns = [1, 2, 3", "columns = [1, 3, 2").replace("5, 5, 6, 7], # 0", "5], # 0")
    tables = tables.replace("[0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7]", "[0, 1]")
    (tmp_path / "tables.toml").write_text(tables, encoding="utf-8")
    problems = Problems("data")
    read_book(tmp_path, problems)
    said = "\n".join(str(each) for each in problems.found)
    assert "did you mean 'MG'?" in said
    assert "has a letter (3.e)" in said
    assert "must be from 1 to 30, and is 0" in said
    assert "must rise from left to right" in said
    assert "row 9 must have a whole number for each of the 16 columns" in said


# Maps --------------------------------------------------------------------------------------------


@rule("MAP.1", "5.1.2.d", "2.a")
def test_the_maps_hold_what_the_examples_of_the_book_need() -> None:
    a, c, d = boards("A"), boards("C"), boards("D")
    assert a.terrain[a.index["A605"]] is rulebook().terrain["woods"]
    river = [line for line in a.lines if line.kind == "river"]
    assert len(river) == 1 and a.index["A605"] in river[0].hexes and a.index["A1208"] in river[0].hexes
    assert [c.level[c.index[name]] for name in ("C300", "C304", "C305", "C403", "C404", "C504", "C505")] == [
        0,
        0,
        1,
        1,
        1,
        1,
        2,
    ]
    assert c.terrain[c.index["C301"]] is rulebook().terrain["dispersed-buildings"]
    assert c.terrain[c.index["C401"]] is rulebook().terrain["light-woods"]
    road = next(line for line in d.lines if line.kind == "road")
    assert d.terrain[d.index["D409"]] is rulebook().terrain["light-woods"]
    assert d.index["D409"] in road.hexes and d.index["D309"] not in road.hexes
    for one, two, distance in (
        ("D1209", "D910", 3),
        ("D909", "D710", 2),
        ("D806", "D810", 4),
        ("D706", "D710", 4),
    ):
        assert d.grid.distance[d.index[one]][d.index[two]] == distance
    assert c.grid.distance[c.index["C505"]][c.index["C301"]] == 5
    assert c.grid.distance[c.index["C401"]][c.index["C900"]] == 5
    assert a.index["A409"] in a.grid.neighbours[a.index["A308"]]
    assert a.index["A409"] in a.grid.neighbours[a.index["A508"]]


@rule("MAP.1")
def test_every_map_fits_every_other() -> None:
    for key in "ABCD":
        ends = {(chain.spots[0], chain.first) for chain in sheet(key).chains if chain.first}
        ends |= {(chain.spots[-1], chain.last) for chain in sheet(key).chains if chain.last}
        assert {((0, 6), 5), ((15, 6), 2), ((8, 0), 1), ((8, 12), 4)} <= ends


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (" 01  .0", " 01  x0", "nothing is written 'x'"),
        (" 01  .0", " 01  .9", "nothing is written '9'"),
        (" 12  .0 --", " 12  .0 .0", "is no hex: '--'; odd columns have a row less (MAP.1)"),
        (" 12  .0 -- .0", " 12  .0 -- --", "must be a hex"),
        (" 12  .0", " 13  .0", "must have the rows 00 to 12"),
        ("SW 006 106 107", "SW 006 107", "006 and 107 do not touch"),
        ("SW 006 106", "NE 006 106", "the NE side of 006 is no edge of the map"),
        ("707 708 809", "7x7 708 809", "no hex is called '7x7'"),
        ("707 708 809", "1712 708 809", "the hex '1712' is off the map"),
        ("807 = ", "1612 = ", "the hex '1612' is off the map"),
        ("rivers = [", 'rivers = ["",', "has no hex"),
        ("rivers = [", 'bocage = ["908", "908/909", "908/1212"]\nrivers = [', "'908' is no side"),
        ("rivers = [", 'bocage = ["908/1212"]\nrivers = [', "908 and 1212 do not touch"),
        ("rivers = [", "riverz = [", "did you mean 'rivers'?"),
    ],
)
def test_mistakes_in_a_map_are_named(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    assert old in MAP_A
    (tmp_path / "a.map.toml").write_text(MAP_A.replace(old, new, 1), encoding="utf-8")
    assert sentence in problems_of(MILL, tmp_path)


# Orders of battle --------------------------------------------------------------------------------


@rule("10.1.a", "3.e")
def test_the_orders_of_battle_of_the_book() -> None:
    counters = rulebook().counters
    first = read_order("1 x Officer, 3 x Paratrooper, 1x 3-3 MG (x3) (A-B- C)", "german", counters.values())
    assert not isinstance(first, str)
    assert first.letters == ["A", "B", "C"]
    assert [each.key for each in first.platoons] == ["fallschirmjaeger"] * 3 + ["german-mg-3-3"]
    second = read_order("1 x Officer, 2 x Paratrooper (x2)", "german", counters.values())
    assert not isinstance(second, str)
    assert second.letters == ["", ""] and len(second.platoons) == 2
    third = read_order("1 x Officer, 3 x Paratrooper", "german", counters.values())
    assert not isinstance(third, str) and third.letters == [""]
    fourth = read_order("1 x Officer 3 x Panzergrenadier (x2)", "german", counters.values())
    assert not isinstance(fourth, str)
    assert [each.key for each in fourth.platoons] == ["panzergrenadier"] * 3 and len(fourth.letters) == 2


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("3 x Grenadier", "a company has one officer"),
        ("2 x Officer, 3 x Grenadier", "a company has one officer"),
        ("1 x Officer", "1 to 12 platoons, and this has 0"),
        ("Officer, 3 x Grenadier", "must begin with '1 x Officer'"),
        ("1 x Officer, 3 x Granadier", "did you mean 'German grenadier'?"),
        ("1 x Officer, 3 x US infantry", "no platoon is called 'US infantry'"),
        ("1 x Officer, 3 x Grenadier (x2) (A)", "names 1 officers for 2 companies"),
        ("1 x Officer, 3 x Grenadier (x0)", "must be from 1 to 12 companies"),
        ("1 x Officer, 3 x Grenadier (twice)", "neither a number of companies"),
        ("1 x Officer, Grenadier", "must be written '3 x Name'"),
    ],
)
def test_mistakes_in_an_order_of_battle(line: str, sentence: str) -> None:
    found = read_order(line, "german", rulebook().counters.values())
    assert isinstance(found, str) and sentence in found


# Areas -------------------------------------------------------------------------------------------


@rule("10.1.c", "10.b", "10.1.d")
def test_the_deployments_of_the_book() -> None:
    board = boards("B", "C")
    south = area_of(board, "map B, south of B207-B1407")
    assert isinstance(south, int)
    assert {"B208", "B107", "B311", "B1411"} <= names(board, south)
    assert not {"B207", "B807", "B306", "B106", "B1407", "B012", "C008"} & names(board, south)
    hills = area_of(board, "map C, hill")
    assert isinstance(hills, int)
    assert len(names(board, hills)) == 19 and {"C505", "C305"} <= names(board, hills)
    near = area_of(board, "near B612")
    assert isinstance(near, int)
    assert names(board, near) == {"B511", "B611", "B711"}  # B612 itself is half a hex
    edge = area_of(board, "map C, south edge")
    assert isinstance(edge, int)
    assert names(board, edge) == {f"C{column}11" for column in range(16)}
    west = area_of(board, "west edge")
    assert isinstance(west, int)
    assert names(board, west) == {f"B0{row:02}" for row in range(1, 12)}


@rule("MAP.2", "S1")
def test_the_bank_of_the_village() -> None:
    board = boards("A")
    bank = area_of(board, "bank of A1005")
    assert isinstance(bank, int)
    river = mask_of(tuple([h for line in board.lines if line.kind == "river" for h in line.hexes]))
    assert not bank & river
    assert {"A1506", "A801", "A705"} <= names(board, bank)
    assert not {"A707", "A1108", "A1308", "A409"} & names(board, bank)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hil", "did you mean 'hill'?"),
        ("map B", "map B is not in the layout"),
        ("A1712", "no hex is called 'A1712'"),
        ("Z101", "the maps of this scenario are A"),
        ("bank of A807", "is not on a bank"),
        ("east of A101-A1501", "nothing lies east of a line"),
    ],
)
def test_mistakes_in_an_area(text: str, sentence: str) -> None:
    found = area_of(boards("A"), text)
    assert isinstance(found, str) and sentence in found


# Scenarios ---------------------------------------------------------------------------------------


@rule("10.a", "10.d", "10.f", "10.e")
def test_the_three_scenarios() -> None:
    assert list(SHELF.paths()) == [
        "war_storm/hedgerow-lane",
        "war_storm/rearguard-on-the-ridge",
        "war_storm/the-mill-bridge",
    ]
    for id, turns, maps in zip(SHELF.paths(), (6, 9, 12), "DCA", strict=True):
        scenario = find_scenario(id)
        assert scenario.turns == turns
        assert [placement.sheet.key for placement in scenario.board.sheets] == [maps]
        assert scenario.background and scenario.outcome and scenario.date
        assert [side.key for side in scenario.sides] == ["american", "german"]
        assert [side.attacker for side in scenario.sides] == [True, False]


@rule("S1", "10.b", "8.l")
def test_the_mill_bridge() -> None:
    scenario = find_scenario("war_storm/the-mill-bridge")
    assert [side.baseline for side in scenario.sides] == ["west", "east"]
    assert scenario.deploy == [1, 0] and scenario.sides[1].markers == 2
    found = {company.key: company for company in scenario.companies}
    assert list(found) == ["german-d", "german-c", "american-a", "american-c"]
    assert [spec.counter.key for spec in found["german-d"].platoons] == ["grenadier"] * 2 + ["german-mg-3-3"]
    assert found["german-d"].officer is rulebook().officers["gielnik"]
    assert found["german-c"].officer is rulebook().officers["voss"]
    entry = found["american-c"].entry
    assert entry is not None and entry.turn == 2
    assert names(scenario.board, entry.hexes) == {f"A0{row:02}" for row in range(1, 12)}
    assert names(scenario.board, entry.road) == {"A006"}
    assert [(grade.least, grade.winner) for grade in scenario.grades] == [(6, 0), (3, 0), (1, -1), (-2, 1), (-99, 1)]


@rule("S2", "3.f")
def test_the_rearguard() -> None:
    scenario = find_scenario("war_storm/rearguard-on-the-ridge")
    found = {company.key: company for company in scenario.companies}
    assert [spec.quality for spec in found["german-a"].platoons] == [1, 1, 1, 1]
    assert [spec.quality for spec in found["german-b"].platoons] == [0, 0]
    assert found["german-roth"].platoons == [] and scenario.board.names[found["german-roth"].hex] == "C808"
    assert found["american-a"].away == 2
    assert names(scenario.board, scenario.sides[0].exits) == {f"C{column}11" for column in range(16)}
    assert [(award.kind, award.side, award.points) for award in scenario.awards] == [
        ("control", 0, 3),
        ("control", 0, 1),
        ("exited", 0, 1),
        ("eliminated", 0, 1),
        ("delay", 1, 1),
        ("eliminated", 1, 1),
    ]


@rule("S3")
def test_hedgerow_lane_starts_from_the_attack_example() -> None:
    scenario = find_scenario("war_storm/hedgerow-lane")
    found = {
        spec.id: (scenario.board.names[spec.hex], spec.lost, spec.reaction)
        for company in scenario.companies
        for spec in company.platoons
    }
    assert found == {
        "german-d-1": ("D910", 1, False),
        "german-d-2": ("D910", 1, False),
        "german-d-3": ("D911", 1, False),
        "german-b-1": ("D605", 0, True),
        "german-b-2": ("D605", 0, True),
        "german-b-3": ("D605", 1, True),
        "american-a-1": ("D1309", 0, False),
        "american-a-2": ("D1209", 0, False),
        "american-a-3": ("D1209", 0, False),
        "american-a-4": ("D1209", 0, False),
    }
    assert scenario.deploy == []


def problems_of(text: str, tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as error:
        load_scenario(path)
    return str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('layout = ["A"]', 'layout = ["Q"]', "no map is called 'Q'"),
        ('layout = ["A"]', 'layout = ["A A"]', "map A is laid twice"),
        ('layout = ["A"]', 'layout = [". ."]', "no map is laid"),
        ('river = "minor"', 'river = "minr"', "did you mean 'minor'?"),
        ('baseline = "west"', 'baseline = "wst"', "did you mean 'west'?"),
        ("2 x German grenadier, 1", "2 x German grenadeer, 1", "did you mean 'German grenadier'?"),
        ("(D)", "(E)", "no infantry officer of the german side has the letter E"),
        ("MG 3-3 (A)", "MG 3-3 (x5)", "5 companies of American draw from 3 infantry officers (10.1.b)"),
        (
            'deploy = "columns 0-1"',
            'deploy = "map A, bank of A1005"',
            "12 steps need room, and 0 have it elsewhere",
        ),
        ("static infantry (C)", "static infantry (D)", "Lt. Gielnik leads two companies"),
        ('"bank of A1005"', '"bank off A1005"', "did you mean 'bank of A1005'?"),
        ("turn = 2, at", "turn = 20, at", "must be from 1 to 12, and is 20"),
        ('deploy = "columns 0-1"', "", "Company A has nowhere to begin"),
        (
            'deploy = "columns 0-1"',
            'deploy = "A101"',
            "12 steps may have to deploy where 9 have room, Company A among them (3.3.a)",
        ),
        ('kind = "eliminated"', 'kind = "eliminate"', "did you mean 'eliminated'?"),
        ('at = "A807"\nholder', 'at = "A1512"\nholder', "no hex is called 'A1512'"),
        ('at = "A807"\nholder', 'at = "A800"\nholder', "is a half hex at the edge"),
        ('at = "A807"\nholder', 'at = "A1006"\nholder', "two objectives are in this hex"),
        ('at = "A807"\ntext', 'at = "A808"\ntext', "name these hexes under [[objectives]]"),
        ("least = 3", "least = 8", "the grades must fall"),
        ("markers = 2", 'markers = 2\nmarked = ["german-e"]', "did you mean 'german-d'?"),
        ("markers = 2", "attacker = true", "only one side is the attacker"),
        ("markers = 2", "markets = 2", "did you mean 'markers'?"),
        ("enter = {", 'deploy = "hill"\nenter = {', "a force deploys or enters, not both"),
        ("turns = 12", "turns = 0", "must be from 1 to 40"),
    ],
)
def test_mistakes_in_a_scenario_are_named(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    assert old in MILL
    assert sentence in problems_of(MILL.replace(old, new, 1), tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('at = "D911", platoons = [3]', 'at = "D910", platoons = [4]', "Company D has no platoon 4"),
        ('at = "D605"', 'at = "D910"', "10 steps stand in D910; at most 9 (3.3.a)"),
        ('at = "D1309"', 'at = "D605"', "both sides stand in D605 (3.3.b)"),
        ("lost = 1", "lost = 3", "must be from 0 to 2, and is 3"),
        ("grenadier (D)", "grenadier (x2) (C-D)", "units are placed where a force has one company"),
    ],
)
def test_mistakes_in_places_are_named(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    assert old in LANE
    assert sentence in problems_of(LANE.replace(old, new, 1), tmp_path)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = MILL.replace("turns = 12", "turns = 0").replace('river = "minor"', 'river = "mini"').replace("(D)", "(E)")
    said = problems_of(text, tmp_path)
    assert said.count("\n") >= 2 and "turns" in said and "river" in said and "forces[1].companies[1]" in said


@rule("10.a", "MAP.1")
def test_a_layout_of_several_maps_in_any_orientation(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(LANE.replace('layout = ["D"]', 'layout = ["A~ B", "D C~"]'), encoding="utf-8")
    board = load_scenario(path).board
    assert {placement.sheet.key: placement.turned for placement in board.sheets} == {
        "A": True,
        "B": False,
        "C": True,
        "D": False,
    }
    assert board.index["D910"] in board.grid.neighbours[board.index["D911"]]
    assert len({board.index[f"{key}806"] for key in "ABCD"}) == 4
