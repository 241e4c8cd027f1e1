"""Every problem has a line, a column and, where there is a nearest word, a repair."""

import json
from pathlib import Path

import pytest

import sandtable.systems
from sandtable.cli import main
from sandtable.content.located import located
from sandtable.content.places import cell_of, spot_of, spots_in
from sandtable.content.problems import ContentError
from sandtable.content.shelf import in_memory
from sandtable.table.system import systems

TEXT = '''# a comment with [brackets] = "x"
name = "A \\" b" # [[units]]
list = [
    { type = "one" }, # first
    { type = "two", more = { deep = [1, 2] } },
]

[map]
grid = """
    A  B
 1  .. W.
 2  .. Lx
"""

[[units]]
key = 'it'
"odd key" = 1
[units.inner]
x = 1
[[units]]
key = "b"
'''


@pytest.mark.parametrize(
    ("place", "spot"),
    [
        ("name", (2, 1)),
        ("list", (3, 1)),
        ("list[2]", (5, 5)),
        ("list[2].type", (5, 7)),
        ("list[2].more.deep[2]", (5, 41)),
        ("map", (8, 1)),
        ("map.grid", (9, 1)),
        ("map.grid, row 2, column B", (12, 8)),
        ("map.grid, row 1", (11, 2)),
        ("units[1].key", (16, 1)),
        ("units[1].'odd key'", (17, 1)),
        ("units[1].inner.x", (19, 1)),
        ("units[2].key", (21, 1)),
        ("units[2].side", (20, 1)),  # it is missing: the table around it
        ("line 3, column 7", (3, 7)),
    ],
)
def test_every_place_has_a_line_and_a_column(place: str, spot: tuple[int, int]) -> None:
    assert spot_of(TEXT, place) == spot


def test_what_is_not_there_is_nowhere() -> None:
    assert spot_of(TEXT, "victory") is None and spot_of("", "name") is None
    assert spots_in("name = [1, ") == {}  # whoever parsed it has said where
    assert cell_of("map.grid, row 2, column B") == "B2" and cell_of("map.grid, row 2") == ""


@pytest.mark.parametrize("system", ["nations_at_war", "regimental", "war_storm", "miniatures", "of_war_and_men"])
def test_places_of_all_our_scenarios_are_found(system: str) -> None:
    """Every key that is written has a spot, and the line at that spot begins with the key."""
    for path in sorted((Path(sandtable.systems.__file__).parent / system / "data/scenarios").glob("*.toml")):
        text = path.read_text()
        lines = text.split("\n")
        spots = spots_in(text)
        assert "name" in spots and len(spots) > 3, path
        for place, (line, column) in spots.items():
            end = place.rpartition(".")[2].partition("[")[0].strip("'\"")
            at = lines[line - 1][column - 1 :]
            assert end in at or place.endswith("]"), (path, place, at)


DOCS = (Path(__file__).parents[2] / "docs/scenarios.md").read_text().split("```toml\n")
DAWN = next(each.partition("```")[0] for each in DOCS if each.startswith('name = "Crossroads at Dawn"'))


def test_a_problem_with_line_column_cell_and_repair() -> None:
    text = (
        DAWN.replace('type = "pzivg"', 'type = "pzivh"').replace("turns = 4", "turn = 4").replace("H. F.", "H. Q.", 1)
    )
    with pytest.raises(ContentError) as error:
        systems()["nations_at_war"].shelf.read({"dawn.toml": text})
    found = {each.place: each for each in located(error.value.problems, {"dawn.toml": text})}
    lines = text.split("\n")
    wrong = found["formations[1].units[1].type"]
    assert (wrong.of, wrong.repair, wrong.piece) == ("value", "pzivg", "formations[1].units[1]")
    assert lines[wrong.line - 1][wrong.column - 1 :].startswith('type = "pzivh"')
    assert (found["turn"].of, found["turn"].repair) == ("key", "turns")
    cell = found["map.grid, row 6, column C"]
    assert cell.cell == "C6" and lines[cell.line - 1][cell.column - 1 :].startswith("Q.")


def test_check_for_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(text: str, exit: int) -> dict[str, object]:
        (tmp_path / "dawn.toml").write_text(text)
        monkeypatch.setattr("sys.argv", ["sandtable", "check", str(tmp_path / "dawn.toml"), "--json"])
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == exit
        return dict(json.loads(capsys.readouterr().out))

    assert told(DAWN, 0) == {"file": str(tmp_path / "dawn.toml"), "problems": []}
    problem = told(DAWN.replace('kind = "control"', 'kind = "controll"'), 1)["problems"]
    assert isinstance(problem, list) and problem[0]["repair"] == "control" and problem[0]["line"] == 22


def test_a_map_says_which_game_it_is_for(tmp_path: Path) -> None:
    """A map of another game never stands in the place of ours; where it is the only one, that is what is wrong."""
    storm = systems()["war_storm"].shelf
    text = storm.texts("war_storm/the-orchard-gate")
    name = next(iter(text))
    other = 'system = "nations_at_war"\ngrid = """\n  A\n1 ..\n"""\n'
    assert storm.read({name: text[name], "d.map.toml": other}).name == "The Orchard Gate"
    with pytest.raises(ContentError) as error:
        storm.read({name: text[name].replace('"D"', '"E"'), "e.map.toml": other})
    assert "this is a map of 'nations_at_war', and one of 'war_storm' is wanted here" in str(error.value)
    with pytest.raises(ContentError) as error:
        storm.read({name: text[name], "d.map.toml": other.partition("\n")[2]})
    assert str(error.value).startswith("d.map.toml, system: is missing: a map of this game says 'war_storm'")
    assert len(error.value.problems) > 1
    whole = (Path(sandtable.systems.__file__).parent / "nations_at_war/data/maps/map7.toml").read_text()
    with pytest.raises(ContentError) as error:  # one sentence names the cause, and a hundred signs are not told
        storm.read({name: text[name], "d.map.toml": whole})
    told = "a map of this game says 'war_storm', and one that says nothing is a map of 'nations_at_war'"
    assert [each.message for each in error.value.problems] == [f"is missing: {told}"]


def test_a_scenario_read_from_texts_is_the_same(tmp_path: Path) -> None:
    for system in systems().values():
        for info in system.shelf.infos():
            if info.system in ("nations_at_war", "regimental", "war_storm", "miniatures", "of_war_and_men"):
                texts = system.shelf.texts(info.id)
                assert system.shelf.read(texts).digest == system.shelf.find(info.id).digest
                assert in_memory(texts).slug == info.id.partition("/")[2]
