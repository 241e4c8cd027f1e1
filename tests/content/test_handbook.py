"""Chapters, drawings and the one-page aid of every system, and what is wrong with somebody's."""

from pathlib import Path

import pytest

import sandtable.systems
from sandtable.content.files import read_toml
from sandtable.content.handbook import read_handbook
from sandtable.content.problems import ContentError, Problems
from sandtable.table.shelf import RuleText
from sandtable.table.system import systems

RULES = {id: RuleText(id, id, "") for id in ("1.a", "1.b", "2")}


def wrong(folder: Path, book: str, drawings: str = "") -> str:
    """What is said about a handbook."""
    (folder / "handbook.toml").write_text(book)
    (folder / "diagrams.toml").write_text(drawings)
    (folder / "tables.toml").write_text("[numbers]\nsave = 5\n")
    with pytest.raises(ContentError) as found:
        read_handbook(folder, RULES)
    return str(found.value)


@pytest.mark.parametrize("key", sorted(systems()))
def test_every_rule_is_in_one_chapter(key: str) -> None:
    shelf = systems()[key].shelf
    listed = [id for chapter in shelf.handbook().chapters for id in chapter.rules]
    assert sorted(listed) == sorted(shelf.rules()) and len(set(listed)) == len(listed)


@pytest.mark.parametrize("key", sorted(systems()))
def test_every_game_has_a_sequence_charts_and_drawings(key: str) -> None:
    book = systems()[key].shelf.handbook()
    assert len(book.sequence) > 4 and any(step.again for step in book.sequence)
    assert len(book.diagrams) >= 4 and len(book.charts) >= 4
    assert any(chart.title.startswith("Terrain") for chart in book.charts)
    for chart in book.charts:
        assert all(len(row) == max(1, len(chart.heads)) for row in chart.rows), chart.title
        assert not [cell for row in chart.rows for cell in row if "{" in cell or "None" in cell]


def test_numbers_come_from_the_tables() -> None:
    """The aid of Nations at War says what tables.toml says, and that is what the rules read."""
    system = systems()["nations_at_war"]
    charts = {chart.title: chart for chart in system.shelf.handbook().charts}
    data = Path(sandtable.systems.__file__).parent / "nations_at_war" / "data"
    opened = read_toml(data / "tables.toml", Problems("data"))
    assert opened is not None
    numbers: dict[str, int] = opened[0]["numbers"]  # type: ignore[assignment]
    lines = [row[0] for row in charts["Ranged fire"].rows]
    assert any(f"on {numbers['soft_save']}+" in line for line in lines)
    woods = next(row for row in charts["Terrain: soft / hard targets"].rows if row[0] == "Woods")
    assert woods == ("Woods", "1 / 2", "1 / 1", "yes", "yes")


def test_a_number_is_filled_in(tmp_path: Path) -> None:
    chart_of = '[[chart]]\ntitle = "Saves"\nlines = ["On {numbers.save:+} [1.a]"]\n'
    (tmp_path / "handbook.toml").write_text(CHAPTER + chart_of)
    (tmp_path / "tables.toml").write_text("[numbers]\nsave = 5\n")
    (tmp_path / "diagrams.toml").write_text("")
    chart = read_handbook(tmp_path, RULES).charts[0]
    assert (chart.rows, chart.cites) == ((("On +5",),), ("1.a",))


CHAPTER = '[[chapter]]\ntitle = "All"\nrules = ["1", "2"]\n'


def test_mistakes_are_told(tmp_path: Path) -> None:
    assert "no chapter has 2" in wrong(tmp_path, '[[chapter]]\ntitle = "One"\nrules = ["1"]\n')
    assert "no rule is called '9'" in wrong(tmp_path, CHAPTER + '[[step]]\ntext = "Draw"\nrule = "9"\n')
    lines = '[[chart]]\ntitle = "Saves"\nlines = ["On {numbers.sav}"]\n'
    assert "the tables have no numbers.sav" in wrong(tmp_path, CHAPTER + lines)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("arow bad 0,0 1,0", "not a known kind"),
        ("piece purple 0,0", "not a known kind"),
        ("circle good 0,0", "needs points and 1 numbers"),
        ("line good 0,x 1,0", "neither a point nor a number"),
    ],
)
def test_mistakes_in_a_drawing_are_told(tmp_path: Path, line: str, words: str) -> None:
    drawing = (
        f'[[diagram]]\ntitle = "A"\ntext = "B"\nrules = ["2"]\ngrid = "flat"\nrows = [". ."]\ndraw = ["{line}"]\n'
    )
    assert words in wrong(tmp_path, CHAPTER, drawing)


def test_a_system_without_a_handbook_has_one_chapter(tmp_path: Path) -> None:
    book = read_handbook(tmp_path, RULES)
    assert [chapter.rules for chapter in book.chapters] == [("1.a", "1.b", "2")]
