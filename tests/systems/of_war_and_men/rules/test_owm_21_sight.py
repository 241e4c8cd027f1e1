"""21 Line of sight, friendly fire; 20.2 flanking; range."""

import pytest
from owm_stage import stage

from sandtable.systems.of_war_and_men.rules.sight import (
    CROSS_NAMES,
    CROSSES,
    adjacent,
    cross_hair,
    crossed,
    distance,
    drifted,
    flanks,
    friend_in_line,
    sees,
)
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.showing.sight_questions import sight
from sandtable.systems.of_war_and_men.state.cells import Cell
from sandtable.testing.citing import rule

OPEN = "\n".join([". . . . ."] * 5)


def cell(name: str) -> tuple[int, int]:
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def between(start: str, end: str) -> set[str]:
    """The cells that a line crosses: between("A1 NE", "B2 C")."""
    (one, cross), (two, other) = start.split(), end.split()
    (x1, y1), (x2, y2) = cell(one), cell(two)
    steps = crossed(x2 - x1, y2 - y1, CROSSES[CROSS_NAMES.index(cross)], CROSSES[CROSS_NAMES.index(other)])
    return {f"{chr(ord('A') + x1 + right)}{y1 + down + 1}" for right, down in steps}


@rule("21.3.a", "21.3.b", "5.9", "5.10", "BC.5", "D.sight")
@pytest.mark.parametrize(
    ("start", "end", "crossing"),
    [
        ("A1 C", "C1 C", {"B1"}),
        ("A1 C", "B2 C", set()),
        ("A1 C", "C3 C", {"B2"}),
        ("A1 C", "C2 C", {"B1", "B2"}),
        ("A1 C", "B3 C", {"A2", "B2"}),
        ("A1 C", "D2 C", {"B1", "C2"}),
        ("A1 NE", "B2 SW", set()),
        ("A1 NE", "B2 C", {"B1"}),
        ("A1 SW", "B2 C", {"A2"}),
        ("A1 E", "B2 NW", {"B1"}),
        ("A1 S", "C3 N", {"A2", "B2", "C2"}),
        ("B1 SE", "D4 NW", {"B2", "C2", "C3", "D3"}),
    ],
)
def test_which_cards_a_line_crosses(start: str, end: str, crossing: set[str]) -> None:
    assert between(start, end) == crossing
    assert between(end, start) == crossing, "sight is mutual"


@rule("21.3.a", "5.10", "G.blocked_los")
def test_another_card_with_the_icon_blocks_and_the_ends_do_not() -> None:
    b = scene("H . W")
    assert sees(b, 0, 2), "the cards of both ends never block"
    b = scene("H W .")
    assert not sees(b, 0, 2)
    assert not sees(b, 2, 0)
    assert sees(b, 0, 1)
    assert sees(scene("H R ."), 0, 2), "Ruins have no blocked icon"


@rule("21.3.b")
def test_corners_do_not_block() -> None:
    b = scene(". W\nW .")
    assert sees(b, 0, 3)
    b = scene(". W\nW .\ncross A1 NE")
    assert not sees(b, 0, 3), "off its centre the line clips a third card"


@rule("5.9", "10.2")
def test_a_card_turned_round_has_its_cross_hair_across() -> None:
    b = scene("H .\ncross A1 NE")
    assert cross_hair(b, 0) == (11, 2)
    b = scene("H .\ncross A1 NE turned")
    assert cross_hair(b, 0) == (3, 8)


@rule("21.3.a")
def test_thick_smoke_blocks_and_thin_smoke_does_not() -> None:
    assert not sees(scene(". . .\ntoken smoke B1 yellow"), 0, 2)
    assert sees(scene(". . .\ntoken smoke B1 red"), 0, 2)
    assert sees(scene(". . .\ntoken smoke A1 yellow"), 0, 2), "smoke on the own Terrain does not block that line"


@rule("16.2.g", "G.range", "G.adjacent")
def test_range_counts_diagonals_as_one() -> None:
    b = scene(OPEN)

    def far(start: str, end: str) -> int:
        return distance(b, b.cell_called(start), b.cell_called(end))

    assert far("A1", "C3") == 2
    assert far("A1", "D2") == 3
    assert far("A1", "B2") == 1
    assert far("C3", "C3") == 0
    assert {b.place_name(each) for each in adjacent(b, b.cell_called("A1"))} == {"B1", "B2", "A2"}
    assert len(adjacent(b, b.cell_called("C3"))) == 8


@rule("13.1", "G.directionality", "8.4", "10.3")
@pytest.mark.parametrize(("number", "to"), [(1, "C2"), (2, "D3"), (3, "C4"), (4, "B3"), (5, "C3"), (8, "C3")])
def test_directions_by_number(number: int, to: str) -> None:
    b = scene(OPEN)
    assert b.place_name(drifted(b, b.cell_called("C3"), number)) == to
    assert drifted(b, b.cell_called("C1"), 1) == -1, "off the map"


@rule("21.3.a")
def test_a_player_may_ask_what_is_in_sight() -> None:
    b = scene(". W . .")
    assert sight(b, "A1", "").places == ("B1",)
    assert sight(b, "A1", "C1").reason == "The Woods at B1 is in the way."
    assert sight(b, "C1", "D1").open
    assert "smoke" in sight(scene(". . .\ntoken smoke B1 yellow"), "A1", "C1").reason
    with pytest.raises(ValueError, match="no position 'Z9'"):
        sight(b, "Z9", "")


# Flanking ----------------------------------------------------------------------------------------


def flanking(second: str, lines: str = "") -> bool:
    b = scene(f"{OPEN}\naxis 1 at C3\n  Hans\nallies 1 at C2\n  Joe\nallies 2 at {second}\n  Sam\n{lines}")
    assert flanks(b, b.teams[1], b.teams[0]) == flanks(b, b.teams[2], b.teams[0]), "both have it or none"
    return flanks(b, b.teams[1], b.teams[0])


@rule("20.2.a", "20.2.c", "G.flanking")
@pytest.mark.parametrize(
    ("second", "result"),
    [
        ("D3", True),
        ("B3", True),
        ("D4", True),
        ("B4", True),
        ("D2", False),
        ("B2", False),
        ("C4", False),
        ("E3", False),
    ],
)
def test_two_friends_flank_at_ninety_degrees_and_less_than_a_straight_line(second: str, result: bool) -> None:
    assert flanking(second) is result


@rule("20.2.a")
def test_both_flankers_need_line_of_sight() -> None:
    b = scene(f"{OPEN}\naxis 1 at C3\n  Hans\nallies 1 at C2\n  Joe\nallies 2 at D4\n  Sam\ncross C3 NE\ncross D4 NE")
    b.lay(b.cell_called("D3"), Cell(b.scenario.rulebook.terrain["woods"], "Woods"))
    assert not sees(b, b.cell_called("D4"), b.cell_called("C3"))
    assert not flanks(b, b.teams[1], b.teams[0])


@rule("20.2.c")
def test_the_angle_is_that_of_whole_cards() -> None:
    assert flanking("D3", "cross C3 SE\ncross C2 NE\ncross D3 E")


# Friendly fire -----------------------------------------------------------------------------------


def in_line(start: str, target: str, friend: str) -> bool:
    b = scene(f"{OPEN}\naxis 1 at {start}\n  Hans\naxis 2 at {friend}\n  Otto\nallies 1 at {target}\n  Joe")
    return friend_in_line(b, b.teams[0], b.teams[2].cell) is not None


@rule("21.2", "G.friendly_fire")
@pytest.mark.parametrize(
    ("start", "target", "friend", "forbidden"),
    [
        ("A1", "C1", "D1", True),
        ("A1", "C1", "B1", True),
        ("A1", "C1", "C2", False),
        ("A1", "B2", "D4", True),
        ("A1", "C2", "E3", True),
        ("A1", "C2", "B1", False),
        ("A1", "C2", "D2", False),
        ("C3", "D3", "A3", False),
    ],
)
def test_friends_in_the_line_of_fire(start: str, target: str, friend: str, forbidden: bool) -> None:
    assert in_line(start, target, friend) is forbidden


@rule("21.2", "16.2.a")
def test_an_attack_past_a_friend_is_refused() -> None:
    s = stage(
        ". . . .\naxis 1 at A1\n  Hans rank=Cpl\naxis 2 at D1\n  Otto\nallies 1 at C1\n  Joe\n"
        "hand axis attack-red\nactive axis-1"
    )
    refusal = s.no_order("attack", "attack-red", "allies-1")
    assert refusal.rule == "21.2"
    assert "Axis 2" in refusal.reason


@rule("21.2", "11.6.h")
def test_a_friend_in_the_targets_own_terrain_is_not_in_the_line() -> None:
    text = """
    . . .
    switch truck
    place path A1 B1 C1
    token truck B1 green
    axis 1 at A1
      Hans rank=Cpl
    axis 2 at B1
      Otto
    allies 1 at B1
      Joe
    hand axis attack-red
    active axis-1
    """
    assert "allies-1" in stage(text).places("attack")
