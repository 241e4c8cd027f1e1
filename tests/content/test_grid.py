"""Maps as text: problems name row and column."""

from hypothesis import given
from hypothesis import strategies as st

from sandtable.content.grid import Grid, read_grid
from sandtable.content.problems import Problems

GROUND = {".": "Clear", "W": "Woods", "L": "Lake"}
LINES = {".": "no line", "r": "road"}


def read(text: str) -> tuple[Grid | None, list[str]]:
    problems = Problems("x.toml")
    grid = read_grid(text, (GROUND, LINES), "grid", problems)
    return grid, [f"{each.place}: {each.message}" for each in problems.found]


def test_a_grid() -> None:
    grid, problems = read("    A  B\n 1  .. W.\n 2  .r Lr\n")
    assert problems == []
    assert grid is not None
    assert grid.columns == ["A", "B"]
    assert grid.rows == ["1", "2"]
    assert grid.cells == [["..", "W."], [".r", "Lr"]]


def test_every_wrong_cell_is_named() -> None:
    grid, problems = read("   A  B  C  D\n 1 .. w. .W X.\n 2 .. ... ..\n")
    assert grid is None
    assert problems == [
        "grid, row 1, column B: 'w' in 'w.' means nothing; did you mean 'W' (Woods)?",
        "grid, row 1, column C: 'W' in '.W' means nothing; 'W' (Woods) is a sign for character 1 of a cell",
        "grid, row 1, column D: 'X' in 'X.' means nothing; choose from '.' Clear, 'W' Woods, 'L' Lake",
        "grid, row 2: has 3 cells, but the first line names 4 columns",
        "grid, row 2, column B: the cell '...' must have 2 characters",
    ]


def test_names_once() -> None:
    assert read("   A  A\n 1 .. ..\n 1 .. ..\n")[1] == [
        "grid: two columns are called 'A'",
        "grid: two rows are called '1'",
    ]


def test_empty() -> None:
    assert read("\n\n")[0] is None
    assert read("  A B\n")[0] is None


def test_too_large() -> None:
    wide = " ".join(str(n) for n in range(200))
    assert read(wide + "\n" + "\n".join(str(n) for n in range(200)))[1] == ["grid: has more than 10000 cells"]


@given(st.text(alphabet="A1.Wr \n\t\x0c\u2028é", max_size=60))
def test_any_text(text: str) -> None:
    grid, problems = read(text)
    assert (grid is None) == bool(problems)
