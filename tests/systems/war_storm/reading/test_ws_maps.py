"""Map sheets, orders of battle and areas as they are written, and what is said about mistakes."""

from pathlib import Path

import pytest
from ws_files import MILL, names, problems_of

from sandtable.content.maps import map_files, read_map
from sandtable.content.problems import Problems
from sandtable.geometry.hexes import mask_of
from sandtable.systems.war_storm.reading.areas import area_of
from sandtable.systems.war_storm.reading.book import rulebook
from sandtable.systems.war_storm.reading.maps import MAPS, sheet_from
from sandtable.systems.war_storm.reading.orders_of_battle import read_order
from sandtable.systems.war_storm.state.board import Board, Placement, Sheet, compose
from sandtable.testing import rule

MAP_A = (MAPS / "a.toml").read_text(encoding="utf-8")


def sheet(key: str) -> Sheet:
    problems = Problems("maps")
    found = read_map(map_files(MAPS)[key.lower()], key, problems, "war_storm", sheet_from)
    problems.check()
    assert found is not None
    return found[0]


def boards(*keys: str) -> Board:
    """Maps side by side from the west."""
    return compose([Placement(sheet(key), across) for across, key in enumerate(keys)])


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
        (" 01  .0", " 01  x0", "'x' in 'x0' means nothing"),
        (" 01  .0", " 01  .9", "'9' in '.9' means nothing"),
        (" 12  .0 --", " 12  .0 .0", "must be '--', which is no hex; odd columns have one row fewer (MAP.1)"),
        (" 12  .0 -- .0", " 12  .0 -- --", "must be a hex"),
        (" 12  .0", " 13  .0", "must have the rows 00 to 12"),
        ("SW 006 106 107", "SW 006 107", "006 and 107 do not touch"),
        ("SW 006 106", "NE 006 106", "the NE side of 006 is not an edge of the map"),
        ("707 708 809", "7x7 708 809", "no hex is called '7x7'"),
        ("707 708 809", "1712 708 809", "the hex '1712' is off the map"),
        ("807 = ", "1612 = ", "the hex '1612' is off the map"),
        ("rivers = [", 'rivers = ["",', "has no hex"),
        ("rivers = [", 'bocage = ["908", "908/909", "908/1212"]\nrivers = [', "'908' is not a hexside"),
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
        ("1 x Officer", "1 to 12 platoons, but this one has 0"),
        ("Officer, 3 x Grenadier", "must begin with '1 x Officer'"),
        ("1 x Officer, 3 x Granadier", "did you mean 'German grenadier'?"),
        ("1 x Officer, 3 x US infantry", "no platoon is called 'US infantry'"),
        ("1 x Officer, 3 x Grenadier (x2) (A)", "names 1 officers for 2 companies"),
        ("1 x Officer, 3 x Grenadier (x0)", "must be from 1 to 12 companies"),
        ("1 x Officer, 3 x Grenadier (twice)", "must be a number of companies"),
        ("1 x Officer, Grenadier", "must be written '3 x Name'"),
    ],
)
def test_mistakes_in_an_order_of_battle(line: str, sentence: str) -> None:
    found = read_order(line, "german", rulebook().counters.values())
    assert isinstance(found, str) and sentence in found


# Areas -------------------------------------------------------------------------------------------


@rule("10.1.c", "10.b", "10.1.d", "5.1.3")
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
