"""10.a, MAP.1 The board: sheets side by side, one above the other, upright or turned about."""

from itertools import permutations, product

import pytest
from ws_ground import sees

from sandtable.content.maps import load_map
from sandtable.systems.war_storm.reading.book import KEY
from sandtable.systems.war_storm.reading.maps import MAPS, sheet_from
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.board import Board, Placement, Sheet, compose, local, overlap, playable
from sandtable.testing import rule

SHEETS: dict[str, Sheet] = {key: load_map(MAPS / f"{key.lower()}.toml", KEY, sheet_from) for key in "ABCD"}


def lay(*words: str) -> Board:
    """Rows of sheets from the north: "A B~"."""
    found = []
    for down, row in enumerate(words):
        for across, word in enumerate(row.split()):
            found.append(Placement(SHEETS[word[0]], across, down, word.endswith("~")))
    assert overlap(found) == ""
    return compose(found)


def touch(board: Board, one: str, two: str) -> bool:
    return board.index[two] in board.grid.neighbours[board.index[one]]


@rule("MAP.1", "10.a")
def test_west_to_east_column_15_touches_column_0() -> None:
    board = lay("A B")
    assert touch(board, "A1506", "B006") and touch(board, "A1506", "B007")
    assert not touch(board, "A1506", "B005")
    assert board.index["B1006"] - board.index["B006"] == 10 * board.grid.rows


@rule("MAP.1", "10.1.d")
def test_north_to_south_two_half_hexes_become_one() -> None:
    board = lay("A", "B")
    assert board.index["A812"] == board.index["B800"]
    assert board.names[board.index["B800"]] == "A812"
    assert playable(board) >> board.index["A812"] & 1
    assert not playable(board) >> board.index["A800"] & 1
    assert not playable(board) >> board.index["B812"] & 1
    assert touch(board, "A911", "B900") and touch(board, "A812", "B801") and touch(board, "A811", "B800")


@rule("10.a", "MAP.1")
def test_turned_about_the_map_is_the_same_the_other_way_round() -> None:
    """Neighbours, levels, terrain and crests are as printed; north has become south."""
    upright, turned = scene("layout C"), scene("layout C~")
    for name, h in upright.ground.index.items():
        k = turned.ground.index[name]
        assert {upright.ground.names[n] for n in upright.ground.neighbours[h] if upright.ground.names[n]} == {
            turned.ground.names[n] for n in turned.ground.neighbours[k] if turned.ground.names[n]
        }
        assert upright.ground.level[h] == turned.ground.level[k]
        assert upright.ground.terrain[h] == turned.ground.terrain[k]
        ways = [number >= 0 for number in upright.ground.way[h]]
        assert ways[3:] + ways[:3] == [number >= 0 for number in turned.ground.way[k]], "roads lead off the same side"
        assert upright.ground.crest[h] == (turned.ground.crest[k] << 3 | turned.ground.crest[k] >> 3) & 63
        assert local(turned.ground.board, k) == local(upright.ground.board, h)
    assert turned.ground.index["C300"] > turned.ground.index["C900"]


@rule("10.a", "5.3.ex.full.3")
def test_sight_does_not_care_how_the_map_lies() -> None:
    upright, turned = scene("layout C"), scene("layout C~")
    for one in ("C505", "C305", "C401"):
        for two in ("C300", "C301", "C302", "C402", "C900", "C504"):
            assert sees(upright, one, two) is sees(turned, one, two), (one, two)


@rule("MAP.1", "6.4.a", "10.a")
@pytest.mark.parametrize("turns", list(product(("", "~"), repeat=2)))
@pytest.mark.parametrize("pair", list(permutations("ABCD", 2)))
def test_roads_go_on_from_map_to_map_however_they_lie(pair: tuple[str, str], turns: tuple[str, str]) -> None:
    one, two = pair[0] + turns[0], pair[1] + turns[1]
    for rows in ((f"{one} {two}",), (one, two)):
        layout = " / ".join(rows)
        b = scene(f"layout {layout}\nriver-kind dry")
        crossing = [
            (h, place)
            for h in range(b.ground.size)
            for place, _, _, way in b.ground.edges[0][h]
            if way >= 0 and b.ground.board.sheet_of[h] != b.ground.board.sheet_of[place]
        ]
        joined = {b.ground.board.sheet_of[h] for h, _ in crossing}
        assert joined == set(pair), layout


@rule("6.4.a", "6.4.c", "MAP.1")
def test_a_road_over_the_seam_is_one_road() -> None:
    """The road through B and that through A have one number, so that the bonus goes over the seam."""
    b = scene("layout B A")
    east, west = b.ground.index["B1506"], b.ground.index["A006"]
    number = b.ground.way[east][b.ground.side_to(east, west)]
    assert number >= 0
    assert number == b.ground.way[west][b.ground.side_to(west, east)]
    assert number in b.ground.way[b.ground.index["B006"]]
    assert number in b.ground.way[b.ground.index["A1506"]]


@rule("10.a")
@pytest.mark.parametrize("turns", list(product(("", "~"), repeat=4)))
def test_four_maps_in_a_square_lose_no_hex(turns: tuple[str, ...]) -> None:
    one, two, three, four = (key + turn for key, turn in zip("ABCD", turns, strict=True))
    board = lay(f"{one} {two}", f"{three} {four}")
    for key in "ABCD":
        assert sum(name.startswith(key) for name in board.index) == 16 * 13 - 8
    places = [name for name, h in board.index.items() if board.names[h] != name]
    merged = sum(turns[i] == turns[i + 2] for i in (0, 1))
    assert len(places) == 8 * merged  # half hexes that fall together
    whole = playable(board)
    start = whole & -whole
    while (more := (board.grid.spread(start) & whole) | start) != start:
        start = more
    assert start == whole, "the board falls apart"


@rule("10.a")
def test_a_layout_that_cannot_be_laid_is_refused() -> None:
    a, b = SHEETS["A"], SHEETS["B"]
    assert overlap([]) == "no map is laid"
    assert "twice" in overlap([Placement(a), Placement(a, 1)])
    assert "same position" in overlap([Placement(a), Placement(b)])
    assert "gap" in overlap([Placement(a), Placement(b, 0, 2)])
    assert "negative" in overlap([Placement(a, -1)])
