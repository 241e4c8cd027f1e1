"""Data and files: the unit table of the book, and scenarios with mistakes."""

from pathlib import Path

import pytest

from sandtable.content.problems import ContentError
from sandtable.systems.regimental.reading.book import DATA, rulebook, rules
from sandtable.systems.regimental.reading.shelf import SHELF
from sandtable.systems.regimental.scene import scene
from sandtable.testing import rule

VARNE = (DATA / "scenarios" / "the-varne-bridgehead.toml").read_text(encoding="utf-8")


@rule("3.1.a", "3.1.b", "3.1.c", "3.1.d")
@pytest.mark.parametrize(
    ("key", "sp", "dice"),
    [
        ("hq", 6, 1),
        ("infantry", 5, 3),
        ("militia", 4, 3),
        ("motorised-infantry", 5, 3),
        ("armoured-infantry", 5, 3),
        ("battery", 4, 2),
        ("heavy-armour", 5, 4),
        ("medium-armour", 4, 4),
        ("light-armour", 3, 3),
    ],
)
def test_the_unit_table(key: str, sp: int, dice: int) -> None:
    assert (rulebook().stands[key].sp, rulebook().stands[key].dice) == (sp, dice)


@rule("2.a")
def test_the_movement_table() -> None:
    found = {rate.key: (rate.normal, rate.strategic) for rate in rulebook().rates.values()}
    assert found == {"wheeled": (3, 6), "tracked": (3, 5), "slow": (2, 4), "foot": (2, 4)}


@rule("3.7.1.g", "2.3.a")
def test_the_terrain_table() -> None:
    terrain = rulebook().terrain.values()
    assert {kind.key for kind in terrain if kind.cover} == {"woods", "town", "bocage", "works"}
    assert {kind.key for kind in terrain if kind.halts} == {"woods", "rough", "stream", "town", "river"}
    assert {kind.key for kind in terrain if kind.die_less} == {"river", "bridge", "beach"}
    assert {kind.key for kind in terrain if not kind.strategic} == {"woods", "rough", "stream", "river", "beach"}


def test_every_rule_has_a_text() -> None:
    assert len(rules()) == 179 and all(rule.text and rule.title for rule in rules().values())


def problems_of(text: str, tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as error:
        SHELF.load(path)
    return str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('type = "infantry", at = "0405"', 'type = "infantri", at = "0405"', "did you mean 'infantry'?"),
        ('company = "mg"', 'company = "mgs"', "did you mean 'mg'?"),
        ('map = "varne"', 'map = "varn"', "did you mean 'varne'?"),
        ('supply = "average"', 'supply = "averge"', "did you mean 'average'?"),
        ('at = "0405"', 'at = "1905"', "is off the map; the map goes from 0101 to 1612"),
        ('at = "0405"', 'at = "0505"', "one core stand a hex (1.b)"),
        ('at = "0405"', 'at = "0105"', "4 hexes from its HQ; at most 2 (1.2.b)"),
        ('key = "2nd"', 'key = "1st"', "two pieces are called '1st'"),
        ("win = 6", "win = 3\ndraw = 4", "is 4, and 3 points win"),
        ('holder = "blue"', 'holder = "blu"', "did you mean 'blue'?"),
        ("days = 2", "days = 99", "must be from 1 to 14"),
        ("[victory]", "colour = 1\n[victory]", "there is no such key here"),
    ],
)
def test_mistakes_are_named(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    assert old in VARNE
    assert sentence in problems_of(VARNE.replace(old, new, 1), tmp_path)


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    text = (
        VARNE.replace('"infantry"', '"infantri"', 2)
        .replace('"average"', '"averge"', 1)
        .replace('"0505"', '"9999"', 1)
    )
    assert len(problems_of(text, tmp_path).splitlines()) == 4


def test_a_map_with_a_mistake_names_row_and_column(tmp_path: Path) -> None:
    grid = (DATA / "maps" / "varne.toml").read_text(encoding="utf-8").replace(" R  B  R", " R  X  R", 1)
    (tmp_path / "own.map.toml").write_text(grid, encoding="utf-8")
    found = problems_of(VARNE.replace('map = "varne"', 'map = "own"'), tmp_path)
    assert "row 06, column 05" in found and "means nothing" in found


def test_the_example_of_the_docs(tmp_path: Path) -> None:
    """docs/scenarios.md shows a scenario that can be read."""
    page = (Path(__file__).parents[4] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    text = page.split("## Regimental")[1].split("```toml\n")[1].split("```")[0]
    path = tmp_path / "ford.toml"
    path.write_text(text, encoding="utf-8")
    assert SHELF.load(path).name == "The Ford"
    found = problems_of(text.replace('["2nd-militia"]', '["2nd-militie"]'), tmp_path)
    assert "no regiment is called '2nd-militie'; did you mean '2nd-militia'?" in found


@rule("1.c")
def test_a_company_is_never_with_a_battery(tmp_path: Path) -> None:
    """It has no HQ, and without one a company is of no use."""
    found = problems_of(VARNE.replace('name = "Battery A"', 'name = "Battery A"\ncompany = "mg"'), tmp_path)
    assert "company: there is no such key here" in found


def test_users_scenarios_say_which_game_they_are(tmp_path: Path) -> None:
    """A folder may hold scenarios of several games."""
    mine = VARNE.replace('name = "The Varne Bridgehead"', 'name = "Mine"')
    (tmp_path / "one.toml").write_text(mine, encoding="utf-8")
    (tmp_path / "other.toml").write_text('name = "Another game"\n', encoding="utf-8")
    files = SHELF.paths([tmp_path])
    assert "regimental/mine" in files and "regimental/another-game" not in files
    assert SHELF.load(files["regimental/mine"]).name == "Mine"
    assert [info.turns for info in SHELF.infos()] == [12, 4, 8, 4]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "begins with rows"),
        (". x", "'x' is not a terrain"),
        (". .\nblue infantri A at 0101", "did you mean 'infantry'?"),
        (". .\nblue infantry A at 0909", "there is no hex 0909"),
        (". .\nblue infantry A at 0101 company=ta", "no company is called 'ta'"),
        (". .\nblue infantry A at 0101\norder bleu M", "did you mean 'blue'?"),
        (". .\nblue infantry A at 0101\nnonsense here", "a scene has no line"),
    ],
)
def test_scenes_name_their_mistakes(text: str, sentence: str) -> None:
    with pytest.raises(ContentError, match=sentence.replace("?", r"\?")):
        scene(text)
