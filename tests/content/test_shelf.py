"""Which of several files with one name counts, and what is said about the others."""

from pathlib import Path
from typing import Any

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.cli.words import Wrong, find_scenario
from sandtable.content.folders import VARIABLE
from sandtable.content.header import Source
from sandtable.content.problems import ContentError
from sandtable.content.shelf import hidden_by
from sandtable.table.system import systems

EXAMPLE = (Path(__file__).parents[2] / "docs/scenarios.md").read_text().split("```toml\n")[1].partition("```")[0]
SYSTEM = systems()["nations_at_war"]
DAWN = "nations_at_war/crossroads-at-dawn"
CATS = "nations_at_war/cats-in-the-mist"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


def write(path: Path, name: str = "Crossroads at Dawn", turns: str = "4") -> Path:
    path.write_text(EXAMPLE.replace("Crossroads at Dawn", name).replace("turns = 4", f"turns = {turns}"))
    return path


def files() -> dict[str, str]:
    return {info.id: Path(info.file).name for info in SYSTEM.shelf.infos() if info.own}


def left() -> dict[str, str]:
    return {Path(each.file).name: each.reason for each in SYSTEM.shelf.left_out()}


def test_a_broken_file_hides_no_good_one(mine: Path) -> None:
    write(mine / "a.toml", turns='"many"')
    good = write(mine / "b.toml", turns="5")
    assert files() == {DAWN: "b.toml"}
    assert SYSTEM.shelf.find(DAWN).turns == 5
    assert left() == {"a.toml": "turns: must be a whole number from 1 to 16, but is the text 'many'"}
    assert hidden_by(good, [mine]) is None


def test_of_two_good_ones_the_first_counts(mine: Path) -> None:
    write(mine / "a.toml", turns="5")
    second = write(mine / "b.toml")
    assert files() == {DAWN: "a.toml"}
    assert left() == {"b.toml": "a.toml has the same name and comes first"}
    assert hidden_by(second, [mine]) == mine / "a.toml"


def test_a_broken_file_does_not_take_the_place_of_ours(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And who asks for it by name is told; who asks for the file gets its mistakes."""
    path = write(mine / "cats.toml", "Cats in the Mist", "17")
    assert CATS in {info.id for info in SYSTEM.shelf.infos()} and files() == {}
    assert SYSTEM.shelf.find(CATS).turns == 8
    assert find_scenario("cats-in-the-mist").info.id == CATS
    told = "has the same name and was left out: turns: must be from 1 to 16, but is 17"
    assert told in capsys.readouterr().err
    with pytest.raises(ContentError, match="but is 17"):
        find_scenario(str(path))
    path.rename(mine / "cats-in-the-mist.toml")
    with pytest.raises(ContentError, match="but is 17"):
        find_scenario(str(mine / "cats-in-the-mist.toml"))


def test_a_file_alone_with_its_mistakes(mine: Path) -> None:
    write(mine / "dawn.toml", turns="0")
    with pytest.raises(ContentError, match="must be from 1 to 16, but is 0"):
        SYSTEM.shelf.find(DAWN)
    with pytest.raises(Wrong, match="No scenario is called 'crossroads-at-dawn'"):
        find_scenario("crossroads-at-dawn")


def test_mistakes_are_told_without_folders(mine: Path) -> None:
    """The first of them, and how many more there are; those of a map with its name."""
    write(mine / "one.toml", turns="0")
    (mine / "one.toml").write_text((mine / "one.toml").read_text().replace("fate = 1", "fat = 1"))
    two = write(mine / "two.toml", "Two").read_text()
    before, _, after = two.partition("[map]")
    (mine / "two.toml").write_text('map = "lost"\n' + before + "[victory]" + after.partition("[victory]")[2])
    (mine / "lost.map.toml").write_text("grid = 3")
    (mine / "three.toml").write_text("name = ")
    reasons = left()
    assert list(reasons) == ["one.toml", "three.toml", "two.toml"]
    assert reasons["one.toml"] == "turns: must be from 1 to 16, but is 0 (and 1 more)"
    assert reasons["two.toml"].startswith("lost.map.toml, grid: must be text, but is the number 3")
    assert str(mine) not in "".join(reasons.values())


def test_whatever_goes_wrong_the_list_is_there(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(mine / "dawn.toml")
    shelf: Any = SYSTEM.shelf
    real = shelf.scenario_from

    def fails(source: Source) -> object:
        return 1 // 0 if source.id == DAWN else real(source)

    monkeypatch.setattr(shelf, "scenario_from", fails)
    assert files() == {} and CATS in {info.id for info in SYSTEM.shelf.infos()}
    assert left()["dawn.toml"].startswith("ZeroDivisionError: ")


def test_without_folders_nothing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert SYSTEM.shelf.left_out() == []
    assert not any(info.own for system in systems().values() for info in system.shelf.infos())


def test_what_was_read_is_kept_until_a_file_changes(mine: Path) -> None:
    path = write(mine / "dawn.toml")
    first = SYSTEM.shelf.find(DAWN)
    assert SYSTEM.shelf.find(DAWN) is first
    assert SYSTEM.shelf.load(path) is SYSTEM.shelf.load(path)
    write(path, turns="15")
    again = SYSTEM.shelf.find(DAWN)
    assert again is not first and again.turns == SYSTEM.shelf.load(path).turns == 15
