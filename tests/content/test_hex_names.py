"""The hexes that a scenario's writer names."""

import pytest

from sandtable.content.grid import Grid
from sandtable.content.hex_names import MOST_SIDE, HexNames, named_in_order
from sandtable.content.problems import Problems
from sandtable.content.reader import Reader
from sandtable.geometry.hexes import HexGrid

LETTERED, NUMBERED = HexNames(4, 3, lettered=True), HexNames(4, 3, lettered=False)


def test_names_stand_in_the_order_of_the_grid() -> None:
    assert list(LETTERED) == HexGrid(4, 3).names
    assert list(NUMBERED)[:5] == ["0101", "0201", "0301", "0401", "0102"]
    for names in (LETTERED, NUMBERED):
        assert [names[names.name(h)] for h in range(12)] == list(range(12))
    assert (LETTERED.place(4), NUMBERED.place(4)) == ((1, 1), (0, 1))


@pytest.mark.parametrize(
    ("part", "hexes"),
    [
        ("C2", ["C2"]),
        ("c2", ["C2"]),
        ("B", ["B1", "B2", "B3"]),
        ("A-B", ["A1", "A2", "A3", "B1", "B2", "B3"]),
        ("B2-C3", ["B2", "B3", "C2", "C3"]),
    ],
)
def test_hexes_columns_and_blocks(part: str, hexes: list[str]) -> None:
    assert LETTERED.hexes_in(part) == [LETTERED[name] for name in hexes]


def test_blocks_of_numbered_hexes() -> None:
    assert NUMBERED.hexes_in("0201-0302") == [NUMBERED[name] for name in ("0201", "0202", "0301", "0302")]
    assert "no hex is called '02'" in NUMBERED.hexes_in("02")  # columns alone have letters


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ("C1-B1", "'C1-B1' runs backwards"),
        ("B-A", "'B-A' runs backwards"),
        ("A-B2", "'A-B2' mixes a column and a hex"),
        ("D9", "the hex 'D9' is off the map; the map goes from A1 to D3"),
    ],
)
def test_why_there_are_none(part: str, why: str) -> None:
    assert LETTERED.hexes_in(part) == why


def test_a_word_that_is_no_hex() -> None:
    big = HexNames(21, 11, lettered=True)
    assert big.missing("HILL") == "no hex is called 'HILL'; the map goes from A1 to U11"
    assert big.missing("a1") == "no hex is called 'a1'; did you mean 'A1'?"


def test_the_edge() -> None:
    assert LETTERED.inner([LETTERED["A2"], LETTERED["B2"]]) == "B2"
    assert LETTERED.inner([LETTERED["A2"], LETTERED["C1"]]) == ""


def test_reading_notes_every_mistake_and_goes_on() -> None:
    problems = Problems("file")
    reader = Reader({"at": "B9", "zone": ["A1, A9", "B1-B2"], "none": []}, "", problems)
    assert LETTERED.read_hex(reader, "at") == -1 and not reader.good("at")
    assert LETTERED.read_hexes(reader, "zone") == [LETTERED[name] for name in ("A1", "B1", "B2")]
    assert LETTERED.read_hexes(reader, "none") == []
    assert [problem.place for problem in problems.found] == ["at", "zone[1]", "none"]
    without_map = HexNames(0, 0, lettered=True)
    assert without_map.read_hex(reader, "at") == -1 and without_map.read_hexes(reader, "zone") == []
    assert len(problems.found) == 3


@pytest.mark.parametrize(
    ("columns", "rows", "lettered", "sentence"),
    [
        (["A", "B"], ["1", "2"], True, ""),
        (["01", "02"], ["01"], False, ""),
        (["A", "C"], ["1"], True, "column 2 is called 'C' but must be 'B'"),
        (["01"], ["1"], False, "row 1 is called '1' but must be '01'"),
        (["A"] * (MOST_SIDE + 1), ["1"], True, f"has more than {MOST_SIDE} columns or rows"),
    ],
)
def test_every_map_names_its_hexes_alike(columns: list[str], rows: list[str], lettered: bool, sentence: str) -> None:
    problems = Problems("map")
    grid = Grid(columns, rows, [["."] * len(columns) for _ in rows])
    assert named_in_order(grid, Reader({"grid": ""}, "", problems), lettered) is (not sentence)
    assert [problem.message for problem in problems.found] == ([sentence] if sentence else [])
