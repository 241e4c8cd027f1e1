"""Chapter 6, Line of Sight: small scenes, the worked examples, and every pair of hexes on both maps.

In a scene each letter is a hex: . Clear, H Hill, W Woods, F Wooded Hill, C City, K Cultivated, R Rough,
L Lake or River, D Depression. A scene of one row of text is one column of the map, A1 downwards, so that the
line from end to end passes through every hex. In a scene of several rows the level line A2 to C2 runs along
the side of B1 and B2, and the line A2 to E2 along B1|B2, through C2, and along D1|D2.
"""

import random
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.geometry.hexes import HexGrid
from sandtable.systems.nations_at_war.state import sight
from sandtable.systems.nations_at_war.state.sight import SightLines
from sandtable.testing import rule

NAMES = {
    ".": "Clear",
    "H": "Hill",
    "W": "Woods",
    "F": "Wooded Hill",
    "C": "City",
    "K": "Cultivated",
    "R": "Rough",
    "L": "Lake",
    "D": "Depression",
}


class Scene:
    """A piece of map as text."""

    def __init__(self, text: str) -> None:
        rows = [line.split() for line in text.strip().splitlines()]
        if len(rows) == 1:
            rows = [[letter] for letter in rows[0]]
        self.grid = HexGrid(len(rows[0]), len(rows))
        self.letters = [rows[r][q] for q in range(len(rows[0])) for r in range(len(rows))]
        terrain = [NAMES[letter] for letter in self.letters]
        self.sight = SightLines(self.grid, self.all("HF"), self.all("WCF"), self.all("R"), terrain)

    def all(self, letters: str) -> int:
        return sum(1 << h for h, letter in enumerate(self.letters) if letter in letters)

    def mask(self, names: str) -> int:
        return sum(1 << self.grid.index[name] for name in names.split())

    def open(self, a: str = "", b: str = "", smoke: str = "", wrecks: str = "") -> bool:
        """Whether a and b see each other, by every way to ask; without names from end to end of the scene."""
        one, two = self.grid.index[a or "A1"], self.grid.index[b or f"A{self.grid.rows}"]
        markers = (self.mask(smoke), self.mask(wrecks))
        answers = {
            self.sight.sees(one, two, *markers),
            self.sight.sees(two, one, *markers),
            self.sight.seen(one, *markers) >> two & 1 == 1,
            self.sight.explain(one, two, *markers)[0],
            self.sight.explain(two, one, *markers)[0],
        }
        assert len(answers) == 1
        return answers.pop()

    def why(self, a: str, b: str, smoke: str = "", wrecks: str = "") -> tuple[str, str]:
        index = self.grid.index
        return self.sight.explain(index[a], index[b], self.mask(smoke), self.mask(wrecks))[1:]


def end_to_end(text: str, smoke: str = "", wrecks: str = "") -> bool:
    return Scene(text).open(smoke=smoke, wrecks=wrecks)


# 6.0 Line of Sight


@rule("6.0.a")
def test_a_target_must_be_in_clear_sight() -> None:
    scene = Scene(". . . W . .")
    seen = scene.sight.seen(scene.grid.index["A1"], 0, 0)
    assert seen == scene.mask("A1 A2 A3 A4")  # into the Woods, not beyond


@rule("6.0.b", "6.1.2.f")
def test_sight_is_the_same_both_ways_between_levels() -> None:
    assert end_to_end("H . W . .") and end_to_end(". . W . H")  # 6.1.1 would block from the ground
    assert not end_to_end("H . . W .") and not end_to_end(". W . . H")


@rule("6.0.b", "6.1.1.a", "6.1.2.b", "6.1.2.e")
@pytest.mark.parametrize(
    ("text", "one", "back"),
    [
        (". W . W .", "by the Woods at A2", "by the Woods at A4"),
        ("H F H F H", "by the Wooded Hill at A2", "by the Wooded Hill at A4"),
        ("H F . W .", "by the Wooded Hill at A2", "by the Wooded Hill at A2"),
    ],
)
def test_what_closes_a_line_is_named_from_whoever_looks_or_from_the_hill(text: str, one: str, back: str) -> None:
    """On one level the first obstacle on the way; between two levels the first from the hill, whoever asks."""
    board = Scene(text)
    for a, b, words in (("A1", "A5", one), ("A5", "A1", back)):
        assert words in board.why(a, b)[0]


@rule("6.0.c")
def test_terrain_and_smoke_block() -> None:
    assert end_to_end(". . . .")
    assert not end_to_end(". W . .")
    assert not end_to_end(". . . .", smoke="A3")


@rule("6.0.d")
@pytest.mark.parametrize("a", "WCFHR.")
@pytest.mark.parametrize("b", "WCFHR.")
def test_adjacent_hexes_always_see_each_other(a: str, b: str) -> None:
    assert end_to_end(a + " " + b, smoke="A1 A2", wrecks="A1 A2")


# 6.1 LOS Determination

GRAZED = """
    . . . . . .
    . . . . . .
    . . . . . .
"""


@rule("6.1.a")
@pytest.mark.parametrize("crossed", ["B1", "C2", "D1", "E2"])
def test_any_part_of_a_hex_is_all_of_its_terrain(crossed: str) -> None:
    # A1 to F2 cuts only a tip of C2 and of D1.
    scene = Scene(GRAZED)
    woods = scene.mask(crossed)
    a, b = scene.grid.index["A1"], scene.grid.index["F2"]
    assert not SightLines(scene.grid, 0, woods, 0).sees(a, b, 0, 0)
    assert SightLines(scene.grid, 0, 0, 0).sees(a, b, 0, 0)


@rule("6.1.b")
def test_the_line_runs_from_centre_to_centre_and_corners_do_not_count() -> None:
    scene = Scene(GRAZED)
    a, b = scene.grid.index["A1"], scene.grid.index["F2"]
    beside = (1 << scene.grid.size) - 1 & ~scene.mask("B1 C2 D1 E2")  # C1 and D2 are met in a corner
    assert SightLines(scene.grid, 0, beside, 0).sees(a, b, 0, 0)


def side(above: str, below: str, ends: str = "..") -> Scene:
    """The line A2 to C2 between two hexes of this terrain."""
    return Scene(f"""
        . {above} .
        {ends[0]} {below} {ends[1]}
        . . .
    """)


@rule("6.1.c")
@pytest.mark.parametrize("letter", "WCHF")
def test_along_the_side_of_one_blocking_hex_is_open(letter: str) -> None:
    assert side(letter, ".").open("A2", "C2")
    assert side(".", letter).open("A2", "C2")
    assert side(".", "R").open("A2", "C2", smoke="B1")


@rule("6.1.c")
@pytest.mark.parametrize("letter", "WCHF")
def test_along_the_edge_of_the_map_nothing_blocks(letter: str) -> None:
    scene = Scene(f"""
        . {letter} . . .
        . . {letter} . .
    """)
    assert scene.open("A1", "C1") and scene.open("A1", "C1", smoke="B1")
    assert scene.open("B2", "D2") and scene.open("B2", "D2", smoke="C2")
    assert not scene.open("A2", "C1")  # through B1, of course


@rule("6.1.c")
def test_the_edge_of_the_map_is_neither_hill_nor_degrading() -> None:
    scene = Scene("""
        H H . . .
        . . . . .
    """)
    assert scene.open("A1", "E1")  # B1 and the edge are not a hill to be stepped down from
    assert Scene("""
        . R . R .
        . . . . .
    """).open("A1", "E1", wrecks="B1 D1")


@rule("6.1.d")
@pytest.mark.parametrize("above", "WCHF")
@pytest.mark.parametrize("below", "WCHF")
def test_between_two_blocking_hexes_is_blocked(above: str, below: str) -> None:
    assert not side(above, below).open("A2", "C2")


@rule("6.1.d")
def test_two_hexes_of_a_hexside_may_block_by_different_causes() -> None:
    assert not side("W", ".").open("A2", "C2", smoke="B2")
    assert not side(".", ".").open("A2", "C2", smoke="B1 B2")
    assert not side("H", ".").open("A2", "C2", smoke="B2")
    # Between two hills a plain Hill does not block, so what is beside it does not either (6.1.2.b).
    assert side("H", "W", "HH").open("A2", "C2")
    assert side("H", ".", "HH").open("A2", "C2", smoke="B2")
    assert not side("F", "W", "HH").open("A2", "C2")
    # From a hill Woods beside a Hill do not hide C2, Woods beside a Wooded Hill do (6.1.2.f).
    assert side("H", "W", "H.").open("A2", "C2")
    assert not side("F", "W", "H.").open("A2", "C2")
    assert not side("W", "C", "H.").open("A2", "C2")


def two_sides(row_1: str, row_2: str) -> Scene:
    return Scene(f"{row_1}\n{row_2}\n. . . . .")


@rule("6.1.d", "6.1.2.f")
def test_a_hexside_is_hill_level_only_if_both_hexes_are() -> None:
    # A hill unit at A2; the crest must be next to A2 or to E2.
    assert not two_sides(". H . . .", "H H . . .").open("A2", "E2")  # down from B1|B2 to C2: too far
    assert two_sides(". H . . .", "H . . . .").open("A2", "E2")  # down at once
    assert two_sides(". . . . .", "H H . . .").open("A2", "E2")
    assert two_sides(". H . H .", "H H H H .").open("A2", "E2")  # down at E2
    assert not two_sides(". H . H .", "H H H . .").open("A2", "E2")  # D1|D2 is ground: down before E2
    assert not two_sides(". . . . .", "H H H . .").open("A2", "E2")  # C2 is another hill (6.1.2.e)
    # After the step down each hex counts as a hill in the way.
    assert not two_sides(". . . H .", "H . . H .").open("A2", "E2")
    assert not two_sides(". . . H .", "H . . W .").open("A2", "E2")
    assert two_sides(". . . H .", "H . . . .").open("A2", "E2")


@rule("6.1.d")
def test_a_hexside_degrades_once_and_only_if_both_hexes_do() -> None:
    assert two_sides(". R . . .", ". R . . .").open("A2", "E2")  # one place
    assert not two_sides(". R . R .", ". R . R .").open("A2", "E2")
    assert two_sides(". R . R .", ". R . . .").open("A2", "E2")
    assert not two_sides(". R . R .", ". R . . .").open("A2", "E2", wrecks="D2")
    assert not two_sides(". R . . .", ". R R . .").open("A2", "E2")
    assert two_sides(". R . . .", ". . R . .").open("A2", "E2")
    assert two_sides(". R . W .", ". R . R .").open("A2", "E2")  # Woods do not degrade
    assert not two_sides(". R . . .", ". R . . .").open("A2", "E2", wrecks="C2")
    assert two_sides(". R . . .", ". . . . .").open("A2", "E2", wrecks="C2")


# 6.1.1 Ground-Level LOS


@rule("6.1.1.a", "TEC.blocking")
@pytest.mark.parametrize("letter", "WCHF")
def test_between_ground_units_blocking_terrain_blocks_anywhere(letter: str) -> None:
    assert not end_to_end(f". {letter} .")
    assert not end_to_end(f". {letter} . .")  # next to a Crest Line or not
    assert not end_to_end(f". . {letter} . .")


@rule("TEC.blocking")
@pytest.mark.parametrize("letter", ".KLDR")
def test_other_terrain_does_not_block(letter: str) -> None:
    assert end_to_end(f". {letter} .") and end_to_end(f"H . {letter} .") and end_to_end(f"H {letter} H")


@rule("6.1.1.b", "SM.b")
@pytest.mark.parametrize("ends", ["..", "H.", ".H", "HH", "FC"])
def test_smoke_between_blocks_at_every_level(ends: str) -> None:
    scene = Scene(" ".join((ends[0], ".", ".", ".", ends[1])))
    assert scene.open()
    for h in ("A2", "A3", "A4"):
        assert not scene.open(smoke=h)
    assert not Scene("H H H").open(smoke="A2")  # smoke on the hill as well


@rule("SM.b")
@pytest.mark.parametrize("ends", ["..", "H.", ".H", "HH"])
def test_smoke_in_the_end_hexes_does_not_block(ends: str) -> None:
    assert end_to_end(f"{ends[0]} . . {ends[1]}", smoke="A1 A4")


@rule("6.1.1.c", "TEC.degrading")
@pytest.mark.parametrize("ends", ["..", "H.", ".H", "HH"])
def test_two_degrading_hexes_block_at_every_level(ends: str) -> None:
    a, b = ends[0], ends[1]
    assert end_to_end(f"{a} . R . {b}")
    assert not end_to_end(f"{a} R R . {b}")
    assert not end_to_end(f"{a} R . R {b}")
    assert not end_to_end(f"{a} R R R {b}")
    assert not end_to_end(f"{a} R . . {b}", wrecks="A3")
    assert not end_to_end(f"{a} . . . {b}", wrecks="A2 A4")
    assert end_to_end(f"{a} R . . {b}", wrecks="A1 A2")  # a Wreck on Rough is still one hex


@rule("6.1.1.d", "TEC.degrading")
def test_the_end_hexes_do_not_count() -> None:
    for a in "WCR.":
        for b in "WCR.":
            assert end_to_end(f"{a} . R . {b}", smoke="A1 A5", wrecks="A1 A5")
    for a in "HF":
        for b in "HF":
            assert end_to_end(f"{a} . R . {b}", smoke="A1 A5", wrecks="A1 A5")
    assert end_to_end("F . . .")


@rule("6.1.1.e", "TEC.degrading")
def test_one_wreck_alone_does_not_block() -> None:
    for ends in ("..", "H.", "HH"):
        assert end_to_end(f"{ends[0]} . . {ends[1]}", wrecks="A2")
    assert end_to_end(". . . .", wrecks="A1 A3 A4")


# 6.1.2 Hill-Level LOS


@rule("6.1.2.a", "TEC.blocking")
def test_a_crest_line_blocks_unless_one_unit_is_next_to_it() -> None:
    assert not end_to_end("H H . .")  # the crest is between A2 and A3
    assert not end_to_end("H H H . . .")
    assert end_to_end("H . . .")  # next to A1
    assert end_to_end("H H H .")  # next to A4
    assert end_to_end("H H . H") and end_to_end("H H . . H H")  # the other unit is on a hill too


@rule("6.1.2.b")
def test_between_hills_cover_blocks_and_plain_hills_do_not() -> None:
    for cover in "WCF":
        assert not end_to_end(f"H . {cover} . H")
        assert not end_to_end(f"H {cover} . . H")
        assert not end_to_end(f"H H {cover} H H")
    assert end_to_end("H . H . H") and end_to_end("H H H H")


@rule("6.1.2.c")
def test_a_ground_unit_directly_behind_cover_is_hidden_from_a_hill() -> None:
    for cover in "WC":
        assert not end_to_end(f"H . . {cover} .")
        assert not end_to_end(f"H {cover} .")
        assert end_to_end(f"H {cover} . . .")  # seen over


@rule("6.1.2.d")
def test_behind_means_that_the_line_crosses_the_cover_next_to_the_target() -> None:
    # From the hill at B1 to B4: only B3 is crossed and adjacent to B4.
    around = """
        . H .
        . . .
        . {} .
        {} . {}
        {} . {}
        . {} .
    """
    assert Scene(around.format(*".WWWWW")).open("B1", "B4")
    assert not Scene(around.format(*"W.....")).open("B1", "B4")
    assert end_to_end("H . W . .") and end_to_end("H W W . .")


@rule("6.1.2.e")
def test_another_hill_between_hides_the_ground_behind_it() -> None:
    assert not end_to_end("H . H . .")
    assert not end_to_end("H . . H .")  # though the ground unit is next to its crest
    assert not end_to_end("H . F . .")
    assert end_to_end("H . . . .")
    assert end_to_end("H H .")  # its own hill is 6.1.2.a
    assert not end_to_end("H F .")  # but for a Wooded Hill
    assert not end_to_end("H H F H .")
    assert end_to_end("F H H .")  # under the unit itself it does not count


@rule("6.1.2.f")
@pytest.mark.parametrize(
    ("line", "smoke", "wrecks", "open_"),
    [
        ("H . . .", "A3", "", False),  # (1)
        ("H H .", "A2", "", False),
        ("H . . .", "", "A2 A3", False),  # (2)
        ("H H H .", "", "A2 A3", False),
        ("H F H .", "", "", False),  # (3)
        ("H H F .", "", "", False),
        ("F H H .", "", "", True),
        ("H . . .", "", "", True),  # (4) down from H itself
        ("H H H .", "", "", True),  # down to G itself
        ("H H . .", "", "", False),
        ("H . H .", "", "", False),  # (5)
        ("H . F . .", "", "", False),
        ("H . . W .", "", "", False),  # (6)
        ("H . . C .", "", "", False),
        ("H C W . .", "", "", True),
        ("H W", "A1 A2", "", True),  # neighbours skip all this
    ],
)
def test_each_step_from_a_hill_to_the_ground(line: str, smoke: str, wrecks: str, open_: bool) -> None:
    assert end_to_end(line, smoke, wrecks) == open_
    back = line[::-1]
    last = len(line.split())

    def turned(names: str) -> str:
        return " ".join(f"A{last + 1 - int(name[1:])}" for name in names.split())

    assert end_to_end(back, turned(smoke), turned(wrecks)) == open_


# What is said about a line


@rule(
    "6.0.d",
    "6.1.c",
    "6.1.d",
    "6.1.1.a",
    "6.1.1.b",
    "6.1.1.c",
    "6.1.2.a",
    "6.1.2.b",
    "6.1.2.c",
    "6.1.2.e",
    "6.1.b",
    "6.1.2.d",
)
def test_every_answer_has_a_reason_and_a_rule() -> None:
    column = Scene(". . W . H H F . . R . R .")
    assert column.why("A1", "A2") == ("A1 and A2 are adjacent", "6.0.d")
    assert column.why("A1", "A1") == ("A1 and A1 are the same hex", "6.0.d")
    assert column.why("A1", "A3") == ("nothing blocks the line between A1 and A3", "6.1.b")
    line = "the line between {} is blocked "
    assert column.why("A1", "A4") == (line.format("A1 and A4") + "by the Woods at A3", "6.1.1.a")
    assert column.why("A1", "A3", "A2") == (line.format("A1 and A3") + "by the smoke at A2", "6.1.1.b")
    assert column.why("A5", "A7") == ("A5 and A7 are both on hills and see over the Hill at A6", "6.1.2.b")
    assert column.why("A5", "A2") == (
        line.format("A5 and A2") + "by the Woods at A3, which A2 is directly behind",
        "6.1.2.c",
    )
    assert column.why("A5", "A1") == ("A1 is not directly behind the Woods at A3", "6.1.2.d")
    assert column.why("A6", "A4") == ("A4 is next to the Crest Line of the Hill at A5", "6.1.2.a")
    assert column.why("A8", "A6") == (line.format("A8 and A6") + "by the Wooded Hill at A7", "6.1.2.e")
    assert column.why("A8", "A11") == (
        "one hex that degrades it, the Rough at A10, does not block the line between A8 and A11",
        "6.1.1.c",
    )
    assert column.why("A8", "A11", "", "A9 A10") == (
        line.format("A8 and A11") + "by two hexes that degrade it: the Wreck at A9, the Rough at A10",
        "6.1.1.c",
    )
    crest = Scene("H H . .")
    assert crest.why("A4", "A1") == (
        line.format("A4 and A1") + "by the Crest Line at A3, which is next to neither hex",
        "6.1.2.a",
    )
    hills = Scene("H W H")
    assert hills.why("A1", "A3") == (line.format("A1 and A3") + "by the Woods at A2", "6.1.2.b")
    assert side("W", ".").why("A2", "C2") == (
        "the line between A2 and C2 only runs along the side of the Woods at B1",
        "6.1.c",
    )
    assert side("W", ".").why("A2", "C2", "B2") == (
        line.format("A2 and C2") + "between the Woods at B1 and the smoke at B2",
        "6.1.d",
    )


@rule("6.1.2.c", "6.1.2.f")
def test_without_names_of_terrain_the_reason_is_told_by_kind() -> None:
    grid = HexGrid(1, 5)
    lines = SightLines(grid, 0b00110, 0b01010, 0)
    assert lines.explain(0, 2, 0, 0)[1] == "the line between A1 and A3 is blocked by the Wooded Hill at A2"
    assert lines.explain(4, 2, 0, 0)[1].endswith("by the cover at A4, which A5 is directly behind")


@rule("6.0.a")
def test_on_a_large_map_a_few_hexes_are_looked_at_by_themselves() -> None:
    """What is asked hex by hex, and what a hex that looks at the whole map sees, is the same, with markers too."""
    dice = random.Random(5)
    scene = Scene("\n".join([" ".join(dice.choices("HWFR.", (2, 2, 1, 2, 13), k=30)) for _ in range(20)]))
    few, whole = scene.sight, SightLines(scene.grid, scene.all("HF"), scene.all("WCF"), scene.all("R"))
    size = scene.grid.size
    assert size > sight.SMALL
    smoke, wrecks = (sum(1 << place for place in dice.sample(range(size), 12)) for _ in range(2))
    for a in dice.sample(range(size), 40):
        for markers in ((0, 0), (smoke, wrecks)):
            hexes = sum(1 << place for place in dice.sample(range(size), 12))
            assert few.among(a, hexes, *markers) == whole.seen(a, *markers) & hexes
        few.among(a, scene.grid.all, 0, 0)  # asked about so many it looks at all of them
        assert few.among(a, hexes, smoke, wrecks) == whole.seen(a, smoke, wrecks) & hexes


# The maps


def read_map(number: int) -> Scene:
    data = files("sandtable.systems.nations_at_war") / "data" / "maps" / f"map{number}.toml"
    rows = [line.split()[1:] for line in tomllib.loads(data.read_text())["grid"].strip().splitlines()[1:]]
    return Scene("\n".join(" ".join(cell[0] for cell in row) for row in rows))


@pytest.fixture(scope="module", params=[7, 8])
def board(request: pytest.FixtureRequest) -> Scene:
    return read_map(request.param)


@rule("6.1.c", "6.1.d")
def test_the_worked_examples_on_map_7() -> None:
    map_7 = read_map(7)
    assert map_7.open("A7", "C7")  # along B6, a clear road, and B7, Woods
    assert map_7.why("A7", "C7")[1] == "6.1.c"
    assert not map_7.open("B2", "D2")  # between C2 and C3, both Woods
    assert map_7.why("B2", "D2") == (
        "the line between B2 and D2 is blocked between the Woods at C2 and the Woods at C3",
        "6.1.d",
    )


def by_the_book(scene: Scene, a: int, b: int, smoke: set[int], wrecks: set[int]) -> bool:
    """The rulings read aloud, place by place: 6.1.c, 6.1.d, 6.1.1, 6.1.2 and 6.1.2.f."""
    grid, letters = scene.grid, scene.letters
    if grid.distance[a][b] <= 1:
        return True
    if letters[b] in "HF" and letters[a] not in "HF":
        a, b = b, a
    places = grid.trace(a, b)

    def degrades(h: int) -> bool:
        return h != -1 and (letters[h] == "R" or h in wrecks)

    if sum(all(map(degrades, place)) for place in places) >= 2:
        return False
    up = [all(h != -1 and letters[h] in "HF" for h in place) for place in places]
    mixed = letters[a] in "HF" and letters[b] not in "HF"
    down = up.index(False) if False in up else len(places)  # where the line leaves the hill of a
    if mixed and 0 < down < len(places):
        return False
    for n, place in enumerate(places):
        alone = []
        for h in place:
            if h == -1:
                alone.append(False)
            elif h in smoke:
                alone.append(True)
            elif not mixed:
                alone.append(letters[h] in ("WCF" if letters[a] in "HF" else "WCFH"))
            elif letters[h] in "HF":
                alone.append(letters[h] == "F" if n <= down else True)
            else:
                alone.append(letters[h] in "WC" and grid.distance[h][b] == 1)
        if all(alone):
            return False
    return True


def check_all_pairs(scene: Scene, smoke: set[int], wrecks: set[int]) -> None:
    """Every pair by the book, in both directions, and the reasons given agree."""
    size = scene.grid.size
    masks = (sum(1 << h for h in smoke), sum(1 << h for h in wrecks))
    seen = [scene.sight.seen(a, *masks) for a in range(size)]
    for a in range(size):
        for b in range(a, size):
            wanted = by_the_book(scene, a, b, smoke, wrecks)
            pair = f"{scene.grid.names[a]} {scene.grid.names[b]}"
            assert (seen[a] >> b & 1 == 1, seen[b] >> a & 1 == 1) == (wanted, wanted), pair


@rule("6.0.b", "6.1.2.f")
@pytest.mark.parametrize(("smoke", "wrecks"), [(0, 0), (1, 0), (0, 4), (7, 12), (40, 60)])
def test_every_pair_on_the_maps(board: Scene, smoke: int, wrecks: int) -> None:
    chance = random.Random(f"{smoke} {wrecks}")
    hexes = range(board.grid.size)
    check_all_pairs(board, set(chance.sample(hexes, smoke)), set(chance.sample(hexes, wrecks)))


def test_every_pair_on_the_maps_is_explained(board: Scene) -> None:
    chance = random.Random(6)
    hexes = range(board.grid.size)
    smoke, wrecks = (sum(1 << h for h in chance.sample(hexes, 9)) for _ in range(2))
    known = {"6.0.d", "6.1.b", "6.1.c", "6.1.d", "6.1.1.a", "6.1.1.b", "6.1.1.c"}
    known |= {"6.1.2.a", "6.1.2.b", "6.1.2.c", "6.1.2.d", "6.1.2.e"}
    for a in hexes:
        seen = board.sight.seen(a, smoke, wrecks)
        for b in hexes:
            is_open, why, number = board.sight.explain(a, b, smoke, wrecks)
            assert is_open == (seen >> b & 1 == 1) and number in known
            assert (" is blocked " in why) != is_open


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_pair_on_wild_maps(data: st.DataObject) -> None:
    columns, rows = data.draw(st.integers(1, 8)), data.draw(st.integers(2, 7))
    chance = data.draw(st.randoms(use_true_random=False))
    wild = data.draw(st.sampled_from([".HHHHF", "...HHHFWR", "...WCRH", "......FRW", ".R"]))
    scene = Scene("\n".join(" ".join(chance.choice(wild) for _ in range(columns)) for _ in range(rows)))
    hexes = st.sets(st.sampled_from(range(scene.grid.size)), max_size=6)
    check_all_pairs(scene, set(), set())
    check_all_pairs(scene, data.draw(hexes), data.draw(hexes))


def test_layouts_forgotten_and_asked_for_again_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "REMEMBERED", 3)
    scene = Scene(". . . . . .")
    a = scene.grid.index["A1"]
    for _ in range(3):
        for h in range(1, 5):
            assert scene.sight.seen(a, 1 << h, 0) == (1 << h + 1) - 1
            assert scene.sight.seen(a, 0, 1 << h) == 0b111111
            assert len(scene.sight._remembered) <= 3
