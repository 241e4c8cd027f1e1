"""The measured balance at the end of a file: nothing else is touched, and nothing hides behind it."""

import tomllib
from pathlib import Path

import pytest

import sandtable.systems  # noqa: F401
from sandtable.content.balance import MARK, with_balance
from sandtable.content.problems import ContentError, Problems
from sandtable.content.shelf import ScenarioFile
from sandtable.table.shelf import Balance
from sandtable.table.system import systems

BALANCE = Balance("tactician", 400, {"german": 210, "soviet": 190}, 0, "0123456789abcdef", 90)
EXAMPLE = (Path(__file__).parents[2] / "docs/scenarios.md").read_text().split("```toml\n")[1].partition("```")[0]


def written(content: bytes) -> bytes:
    return with_balance(content, BALANCE, Problems("x.toml"))


def scenario(folder: Path, tail: str = "", background: str = "Fog.") -> Path:
    path = folder / "mine.toml"
    old = "Two patrols in force find the same crossroads."
    path.write_text(EXAMPLE.replace(f'"{old}"', f'"""\n{background}\n"""') + tail)
    return path


def digest(path: Path) -> str:
    system = systems()["nations_at_war"]
    return system.shelf.load(path).digest


def test_the_balance_comes_after_all_there_is_and_in_place_of_an_older_one() -> None:
    once = written(b'name = "Fog"\n\n[rules]\nplane_roll = 7\n\n\n')
    assert once.startswith(b'name = "Fog"\n\n[rules]\nplane_roll = 7\n\n[balance]')
    assert tomllib.loads(once.decode())["balance"]["wins"] == BALANCE.wins
    assert written(once) == once


def test_a_text_that_looks_like_the_table_stays() -> None:
    content = b'name = "Fog"\nbackground = """\n[balance] of forces: even\n[balance]\n"""\nturns = 4\n'
    assert written(content).startswith(content)
    assert written(written(content)) == written(content)


def test_line_ends_and_the_byte_order_mark_stay() -> None:
    content = b'\xef\xbb\xbfname = "Fog"\r\nturns = 4\r\n'
    both = written(content)
    assert both.startswith(content)
    assert both.count(b"\n") == both.count(b"\r\n")
    assert written(both) == both


def test_comments_after_the_balance_stay() -> None:
    content = b'name = "Fog"\n[balance]\ngames = 1\n# ask Anna\n'
    assert written(content).endswith(b'scenario = "0123456789abcdef"\n# ask Anna\n')


@pytest.mark.parametrize(
    "content",
    [
        b'name = "Fog"\n[balance]\ngames = 1\n[rules]\nplane_roll = 7\n',
        b'[balance]\ngames = 1\n[balance.wins]\na = 1\n[[formations]]\nname = "x"\n',
        b'balance = { games = 1 }\nname = "Fog"\n',
        b'balance.games = 1\nname = "Fog"\n',
        b'name = "Fog"\n[balance]\ngames = 1\n[rules]\ntext = """\n[balance]\n"""\n',
    ],
)
def test_what_follows_the_balance_is_never_lost(content: bytes) -> None:
    with pytest.raises(ContentError, match=r"must be a table \[balance\] at the end of the file"):
        written(content)


def test_a_file_that_cannot_be_read_is_not_written() -> None:
    with pytest.raises(ContentError, match="not TOML"):
        written(b"name = \n")


def test_what_is_played_is_in_the_digest(tmp_path: Path) -> None:
    """Tables after the balance would be played and yet be no part of the digest."""
    plain = digest(scenario(tmp_path))
    table = '\n[balance]\nlevel = "random"\ngames = 1\nwins = { german = 1 }\ndraws = 0\nscenario = "0"\n'
    assert digest(scenario(tmp_path, table)) == plain
    assert digest(scenario(tmp_path, "\n[rules]\nsmoke_allowed = false\n")) != plain
    with pytest.raises(ContentError, match="at the end of the file"):
        digest(scenario(tmp_path, table + "\n[rules]\nsmoke_allowed = false\n"))
    first = digest(scenario(tmp_path, table, "[balance] of forces: even"))
    assert first != digest(scenario(tmp_path, table, "[balance] of forces: odd"))


@pytest.mark.parametrize("end", ["", "\n", "\n\n\n"])
def test_a_balance_fits_however_the_file_ended(end: str, tmp_path: Path) -> None:
    path = scenario(tmp_path)
    path.write_text(path.read_text().rstrip("\n") + end)
    before = digest(path)
    balance = Balance("random", 1, {"german": 1}, 0, before[:MARK], 90)
    path.write_bytes(with_balance(path.read_bytes(), balance, Problems("x.toml")))
    assert digest(path) == before
    assert ScenarioFile(path).balance == balance
