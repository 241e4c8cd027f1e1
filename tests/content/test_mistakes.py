"""What `sandtable check` says about common mistakes: clear words, and only about what can be nothing else."""

from pathlib import Path

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.content.files import parse
from sandtable.content.problems import ContentError, Problems
from sandtable.table.system import systems

BLOCKS = (Path(__file__).parents[2] / "docs/scenarios.md").read_text().split("```toml\n")[1:]
EXAMPLES = {
    key: next(block.partition("```")[0] for block in BLOCKS if block.startswith(start))
    for key, start in (
        ("nations_at_war", 'name = "Crossroads at Dawn"'),
        ("regimental", 'system = "regimental"'),
        ("war_storm", 'name = "At the Crossroads"'),
        ("miniatures", 'name = "The Lane"'),
    )
}


def told(folder: Path, key: str, *changes: tuple[str, str]) -> list[str]:
    """What is wrong with the example of a game after some changes."""
    text = EXAMPLES[key]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "x.toml"
    path.write_text(text)
    try:
        systems()[key].shelf.load(path)
    except ContentError as error:
        return [str(each).partition(", ")[2] for each in error.problems]
    return []


@pytest.mark.parametrize("key", EXAMPLES)
def test_the_examples_are_good(tmp_path: Path, key: str) -> None:
    assert told(tmp_path, key) == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'name = "Fog\nturns = 3',
            "line 1, column 12: not TOML: a quotation mark is missing at the end of this line",
        ),
        ("turns = 3\nturns = 4\n", "line 2, column 10: not TOML: 'turns' appears twice"),
        ("a = 1\nb = [\n1]\nb = [\n  2,\n]\n", "'b' appears twice"),
        ("[a]\nx = 1\n[[a]]\nx = 2", "'a' is already there; a list of tables is written [[a]] each time"),
        ("[a]\nx = 1\n[a]\nx = 2", "'a' is already there; a list of tables is written [[a]] each time"),
        ("date = 14 July", "line 1, column 11: not TOML: this does not belong here"),
        ("turns 4", "a key needs = and a value"),
        ("name = Fog", "this is not a value; texts need quotation marks"),
        ("a = [1\nb = 2", "a list is not closed before this: ] is missing"),
        ('a = """x', "last line: not TOML: a text is not closed: a quotation mark is missing"),
        ("{", "this is neither a key with a value nor a [table]"),
    ],
)
def test_syntax_in_plain_words(text: str, sentence: str) -> None:
    problems = Problems("x.toml")
    assert parse(text.encode(), problems) is None
    assert sentence in str(problems.found[0])


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    system = systems()["nations_at_war"]
    path.write_bytes(EXAMPLES["nations_at_war"].encode())
    plain = system.shelf.load(path).digest
    path.write_bytes(b"\xef\xbb\xbf" + EXAMPLES["nations_at_war"].encode().replace(b"\n", b"\r\n"))
    assert system.shelf.load(path).digest == plain


@pytest.mark.parametrize(
    ("key", "other"),
    [("nations_at_war", "Soviet"), ("regimental", "Red"), ("war_storm", "German"), ("miniatures", "US")],
)
def test_two_sides_with_one_name(tmp_path: Path, key: str, other: str) -> None:
    first = {"nations_at_war": "German", "regimental": "Blue", "war_storm": "American", "miniatures": "German"}[key]
    assert told(tmp_path, key, (f'name = "{first}"\n', f'name = "{other.upper()}"\n'))[0].endswith(
        ".name: is also the name of the other side"
    )


LAKE = (" 6  .. H. F. .. .r", " 6  .. H. F. L. .r")


def test_water(tmp_path: Path) -> None:
    """In the set-up, and as a hex to hold; a lake in a block of which only some are needed is no mistake."""
    setup = ('45mm-atg-1 = "G4"', '45mm-atg-1 = "D6"')
    sentence = "setup.45mm-atg-1: 'D6' is Lake / River, where no unit can stand"
    assert told(tmp_path, "nations_at_war", LAKE, setup) == [sentence]
    goal = ('hexes = "D4, E4"', 'hexes = "D4-D6"')
    assert told(tmp_path, "nations_at_war", LAKE, goal) == ["victory.hexes: no unit can ever enter D6"]
    assert told(tmp_path, "nations_at_war", LAKE, (goal[0], goal[1] + "\ncount = 2")) == []
    bridge = ('hexes = "D4, E4"', 'bridge = "D6"')
    assert told(tmp_path, "nations_at_war", LAKE, bridge) == ["victory.bridge: no unit can ever enter D6"]
    points = [('kind = "control"', 'kind = "points"\ncount = 2'), (goal[0], "hexes = { D4 = 3, D6 = 1 }")]
    assert told(tmp_path, "nations_at_war", LAKE, *points) == ["victory.hexes.D6: no unit can ever enter D6"]
    points[1] = (goal[0], 'hexes = { "D4-D6" = 1 }')
    assert told(tmp_path, "nations_at_war", LAKE, *points) == []


@pytest.mark.parametrize("layout", ["[]", '["."]', '[". ."]', '""'])
def test_a_layout_without_maps(tmp_path: Path, layout: str) -> None:
    [first, *_] = told(tmp_path, "war_storm", ('["A B~", "C D"]', layout))
    assert first in ("layout: no map is laid", "layout: is empty")


def test_platoons(tmp_path: Path) -> None:
    many = told(tmp_path, "war_storm", ("3 x US infantry", "3000 x US infantry"))
    assert many == ["forces[2].companies[1]: a company has 1 to 12 platoons, but this one has 3000 x US infantry"]
    [wrong] = told(tmp_path, "war_storm", ("3-3 MG", "Bazooka"))
    assert wrong.startswith(
        "forces[1].companies[1]: no platoon is called 'Bazooka'; choose from 'German grenadier', "
    )
    assert wrong.count("'German MG 3-3'") == 1


def test_both_sides_in_the_same_hexes(tmp_path: Path) -> None:
    enter = 'enter = { turn = 2, at = "map A, west edge", road = "A006" }'
    [found] = told(
        tmp_path,
        "war_storm",
        ('deploy = ["map B, south of B207-B1407", "B612"]', 'deploy = ["columns 0-1"]'),
        (enter, 'deploy = ["columns 0-1"]'),
    )[:1]
    assert "the other side deploys in the same hexes and may fill them" in found


def test_exits_that_are_not_there(tmp_path: Path) -> None:
    award = (
        'kind = "control"\nside = "american"\npoints = 3\nat = "B806"',
        'kind = "exited"\nside = "american"\npoints = 3',
    )
    [found] = told(tmp_path, "war_storm", award)
    assert (
        found == "awards[1].kind: is for platoons that exit, but the side has no exits: write exits under [[sides]]"
    )
    assert told(tmp_path, "war_storm", award, ("attacker = true", 'attacker = true\nexits = "east edge"')) == []
