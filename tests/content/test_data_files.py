"""What the readers of all systems share: data folders, drafts, maps, scenes, shelves."""

from pathlib import Path

import pytest

import sandtable.systems
from sandtable.content import maps
from sandtable.content.book import entries, file_bytes, open_file, read_rules, shown
from sandtable.content.drafts import read_key, read_side, side_readers, take_id
from sandtable.content.header import Source, read_system
from sandtable.content.problems import ContentError, Problems
from sandtable.content.reader import Reader
from sandtable.content.scenes import known, read_scene, split_map, value
from sandtable.content.shelf import USUAL, ScenarioFile, Shelf, hidden_by
from sandtable.table.system import systems


def reader_over(table: dict[str, object]) -> tuple[Reader, Problems]:
    problems = Problems("file")
    return Reader(table, "", problems), problems


def told(problems: Problems) -> list[str]:
    return [f"{problem.place}: {problem.message}" for problem in problems.found]


def test_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / "units.toml").write_text("[units.a]\nname = 'A'\n[units.b]\nname = 'B'\n")
    problems = Problems("data")
    file = open_file(tmp_path / "units.toml", problems)
    assert [(key, reader.text("name")) for key, reader in entries(file, "units")] == [("a", "A"), ("b", "B")]
    assert len(file_bytes(tmp_path, ["units.toml"])) == 1
    with pytest.raises(ContentError, match="there is no such file"):
        file_bytes(tmp_path, ["units.toml", "none.toml"])
    assert shown(Path(sandtable.systems.__file__).parent / "regimental" / "data" / "units.toml") == "data/units.toml"
    assert shown(tmp_path / "mine.toml") == str(tmp_path / "mine.toml")


def test_rules(tmp_path: Path) -> None:
    one = '[[rule]]\nid = "1.a"\ntitle = "One"\nsource = "book"\ntext = """\nTwo\nlines."""\n'
    path = tmp_path / "rules.toml"
    path.write_text(one)
    assert read_rules(path)["1.a"].text == "Two lines."
    path.write_text(one + one.replace("book", "boek"))
    with pytest.raises(ContentError) as error:
        read_rules(path)
    assert "two rules are called 1.a" in str(error.value) and "did you mean 'book'?" in str(error.value)


def test_sides_keys_and_ids() -> None:
    sides: list[str] = []
    table: dict[str, object] = {"sides": [{"key": "Red One"}, {"key": "red-one"}, {"key": "blue"}]}
    root, problems = reader_over(table)
    assert [key for _, key in side_readers(root, sides)] == sides == ["red-one", "red-one", "blue"]
    assert told(problems) == [
        "sides[1].key: must be lower-case letters, digits and dashes: 'red-one'",
        "sides[2].key: two sides are called 'red-one'",
        "sides: a battle has two sides, but there are 3 here",
    ]
    reader, problems = reader_over({"side": "bleu", "key": "x"})
    assert read_side(reader, sides) == -1 and "did you mean 'blue'?" in told(problems)[0]
    ids: set[str] = set()
    for _ in range(2):
        take_id(ids, reader, "key", read_key(reader))
    assert told(problems)[1:] == ["key: two pieces are called 'x'"]


def test_the_game_a_file_is_for() -> None:
    for name, sentence in (
        ("regimental", ""),
        ("nations_at_war", "is read as a scenario of 'regimental'"),
        ("chess", "no game system"),
    ):
        reader, problems = reader_over({"system": name})
        read_system(reader, "regimental")
        assert bool(problems.found) is bool(sentence) and sentence in "".join(told(problems))


def test_maps_beside_ours_and_within(tmp_path: Path) -> None:
    ours, mine = tmp_path / "maps", tmp_path / "mine"
    ours.mkdir(), mine.mkdir()
    for path in (ours / "one.toml", ours / "two.toml", mine / "two.map.toml"):
        path.write_text(f"name = '{path.name}'\ngrid = '.'\n")

    def map_from(reader: Reader, key: str, digest: str) -> tuple[str, str] | None:
        head = maps.map_head(reader)
        return (key, head[0]) if head is not None else None

    def found(table: dict[str, object]) -> object:
        reader, problems = reader_over(table)
        source = Source(table, b"", "regimental/x", mine, problems)
        got = maps.map_of(reader, source, "regimental", ours, map_from)
        return got[0] if got is not None else told(problems)[0]

    assert found({"map": "one"}) == ("one", "one.toml")
    assert found({"map": "two"}) == ("two", "two.map.toml")  # a user's map stands in the place of ours
    assert found({"map": {"grid": "."}}) == ("own", "Map")
    assert found({"map": "tow"}) == "map: no map is called 'tow'; did you mean 'two'?"
    assert maps.load_map(mine / "two.map.toml", "regimental", map_from) == ("two", "two.map.toml")
    (mine / "two.map.toml").write_text("name = 'x'\nrows = 3\nsystem = 'regimentl'\n")
    with pytest.raises(ContentError) as error:
        maps.load_map(mine / "two.map.toml", "regimental", map_from)
    wanted = ("grid: is missing", "rows: there is no such key", "'regimental'?")
    assert all(part in str(error.value) for part in wanted)


def test_scenes() -> None:
    def build(lines: list[list[str]], problems: Problems) -> tuple[int, list[str]]:
        rows, rest = split_map(lines, 2, problems)
        known(rest[0][0], ["tiger", "panther"], "unit", problems)
        return (int(value(rest[0], "sp", "5")), rows[0])

    assert read_scene("# a map\n.. W.\n\ntiger sp=3", build) == (3, ["..", "W."])
    assert read_scene(".. W.\ntiger", build) == (5, ["..", "W."])
    for text, sentence in (
        ("tiger", "begins with rows of the same length, 2 signs for each hex"),
        (".. ..\n..\ntiger", "begins with rows"),
        (".. ..\ntigre", "did you mean 'tiger'?"),
        (".. ..\ntiger sp=x", "is not a scene"),
        (".. ..", "is not a scene"),
    ):
        with pytest.raises(ContentError, match=sentence.replace("?", r"\?")):
            read_scene(text, build)


def test_the_shelf_takes_the_files_that_are_for_it(tmp_path: Path) -> None:
    """Also before its system is registered: only the usual game reads what names none."""
    data, mine = tmp_path / "data", tmp_path / "mine"
    (data / "scenarios").mkdir(parents=True), mine.mkdir()
    (data / "scenarios" / "ours.toml").write_text("name = 'Ours'")
    for name, system in (("a", "new_game"), ("b", "regimental"), ("c", "")):
        (mine / f"{name}.toml").write_text(f"name = 'The {name}'" + (f"\nsystem = '{system}'" if system else ""))
    shelf = Shelf("new_game", data, lambda source: source.id, dict, dict)
    assert list(shelf.paths([mine])) == ["new_game/ours", "new_game/the-a"]
    assert shelf.find("new_game/ours") == "new_game/ours"
    assert USUAL in systems() and ScenarioFile(mine / "c.toml").system == USUAL
    (mine / "d.toml").write_text("name = 'The b'\nsystem = 'regimental'")
    assert hidden_by(mine / "d.toml", [mine]) is None, "the other cannot be read"
