"""Whatever a file is, opening it ends in a table or in a Problem."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.content.files import digest, parse, read_toml
from sandtable.content.problems import Problems


def told(content: bytes) -> str:
    problems = Problems("x.toml")
    assert parse(content, problems) is None
    assert len(problems.found) == 1
    return str(problems.found[0])


def test_a_table(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b'name = "Kursk"\r\n')
    problems = Problems("x.toml")
    assert read_toml(file, problems) == ({"name": "Kursk"}, b'name = "Kursk"\n')
    assert not problems


def test_no_file(tmp_path: Path) -> None:
    problems = Problems("x.toml")
    assert read_toml(tmp_path / "x.toml", problems) is None
    assert str(problems.found[0]) == "x.toml: there is no such file"


@pytest.mark.parametrize("name", [".", "a\0b"])
def test_no_file_at_all(tmp_path: Path, name: str) -> None:
    problems = Problems("x.toml")
    assert read_toml(tmp_path / name, problems) is None
    assert "cannot be read" in str(problems.found[0])


def test_too_large(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b"#" * 1_000_001)
    problems = Problems("x.toml")
    assert read_toml(file, problems) is None
    assert "larger than 1 MB" in str(problems.found[0])


def test_not_utf8_names_the_line() -> None:
    assert told(b'a = 1\nb = "\xff"\n') == "x.toml, line 2: this is not UTF-8 text; save the file as UTF-8"


def test_syntax_names_line_and_column() -> None:
    assert told(b"a = 1\nb = = 2\n").startswith("x.toml, line 2, column 5: not TOML: ")


def test_syntax_at_the_end() -> None:
    assert told(b'a = "').startswith("x.toml, last line: not TOML: ")


@pytest.mark.parametrize(
    "content", [b"a = " + b"9" * 5000, b"a = " + b"[\n" * 20_000, b"a" + b".a" * 200_000 + b" = 1"]
)
def test_monsters(content: bytes) -> None:
    assert told(content)


@given(st.binary(max_size=300))
def test_any_bytes(content: bytes) -> None:
    problems = Problems("x.toml")
    assert (parse(content, problems) is None) == bool(problems)


def test_digest() -> None:
    assert len(digest(b"a")) == 64
    assert digest(b"a", b"b") == digest(b"a", b"b")
    assert digest(b"ab", b"") != digest(b"a", b"b")
