"""Roads and bridges on the board: for the eye, and every step of a road leads to a neighbour."""

from itertools import pairwise

import pytest

from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.reading.scenery import scenery
from sandtable.systems.regimental.showing.board_view import board_of
from sandtable.systems.regimental.showing.roads import BRIDGE, ROAD, banks, side_to, ways
from sandtable.table.view import HexBoard


def drawn(id: str) -> bool:
    """Whether roads are drawn on the map of a scenario."""
    return REGIMENTAL.shelf.find(id).map.name in scenery()


@pytest.mark.parametrize("id", [info.id for info in REGIMENTAL.shelf.infos() if drawn(info.id)])
def test_roads_lead_from_hex_to_hex_and_over_the_bridges(id: str) -> None:
    b = REGIMENTAL.rules.new(REGIMENTAL.shelf.find(id))
    ground = b.ground
    known = scenery()[b.scenario.map.name]
    for road in known.roads:
        hexes = [ground.index[name] for name in road]
        assert all(side_to(ground, a, c) for a, c in pairwise(hexes))
        assert not any(ground.river >> h & 1 for h in hexes)
    board, _ = board_of(b.scenario, ground)
    assert isinstance(board, HexBoard) and [line.key for line in board.lines] == [ROAD]
    crossed = {each.name for each in board.hexes if each.terrain == BRIDGE}
    assert all(len(each.ways[0].sides) == 2 for each in board.hexes if each.name in crossed)


def test_a_bridge_without_a_road_is_drawn_from_bank_to_bank() -> None:
    b = REGIMENTAL.rules.new(REGIMENTAL.shelf.find("regimental/the-varne-bridgehead"))
    h = b.ground.index["1207"]
    assert ways(b.ground, "a map that nobody has drawn roads on")[h][0].kind == BRIDGE
    a, c = banks(b.ground, h)
    assert c - a == 3  # opposite sides
