"""The reader notes what is wrong and goes on."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.content.problems import Problems
from sandtable.content.reader import Reader

VALUES = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.text() | st.dates() | st.times(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


def reader_of(**table: object) -> Reader:
    return Reader(table, "", Problems("x.toml"))


def told(reader: Reader) -> list[str]:
    return [f"{problem.place}: {problem.message}" for problem in reader.problems.found]


def test_everything_right() -> None:
    reader = reader_of(
        name="Kursk",
        turns=8,
        smoke=True,
        side="german",
        list=["a", "b"],
        pair=[2, 1],
        sub={"x": 1},
        rows=[{}],
    )
    assert reader.text("name") == "Kursk"
    assert reader.integer("turns", 1, 16) == 8
    assert reader.flag("smoke")
    assert reader.one_of("side", ["german"], "side") == "german"
    assert reader.texts("list") == ["a", "b"]
    assert reader.integers("pair", 0, 9, 2) == [2, 1]
    assert reader.table("sub").integer("x", 0, 9) == 1
    assert len(reader.tables("rows")) == 1
    reader.done()
    assert told(reader) == []


def test_defaults() -> None:
    reader = reader_of()
    assert reader.text("name", "none") == "none"
    assert reader.integer("turns", 1, 16, 2) == 2
    assert not reader.flag("smoke")
    assert reader.flag("smoke", True)
    assert reader.texts("list", ["a"]) == ["a"]
    assert reader.table("sub").text("x", "y") == "y"
    assert reader.tables("rows") == []
    assert told(reader) == []


def test_missing() -> None:
    reader = reader_of()
    reader.text("name")
    reader.integer("turns", 1, 16)
    reader.flag("smoke", None)
    reader.one_of("side", ["german"], "side")
    reader.texts("list")
    reader.integers("pair", 0, 9, 2)
    reader.table("sub", needed=True)
    reader.tables("rows", needed=True)
    keys = ["name", "turns", "smoke", "side", "list", "pair", "sub", "rows"]
    assert told(reader) == [f"{key}: is missing" for key in keys]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (True, "must be a whole number from 1 to 16, but is true"),
        (8.0, "must be a whole number from 1 to 16, but is the decimal number 8.0"),
        ("8", "must be a whole number from 1 to 16, but is the text '8'"),
        ([8], "must be a whole number from 1 to 16, but is a list of 1"),
        ({}, "must be a whole number from 1 to 16, but is a table"),
        (
            datetime.date(1943, 7, 5),
            "must be a whole number from 1 to 16, but is a date or time without quotation marks",
        ),
        (-1, "must be from 1 to 16, but is -1"),
        (17, "must be from 1 to 16, but is 17"),
        pytest.param(1 << 100_000, "must be from 1 to 16, but is a huge number", id="huge"),
    ],
)
def test_wrong_numbers(value: object, message: str) -> None:
    reader = reader_of(turns=value)
    assert reader.integer("turns", 1, 16) == 1
    assert told(reader) == [f"turns: {message}"]
    assert not reader.good("turns")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (8, "must be text, but is the number 8"),
        pytest.param(1 << 100_000, "must be text, but is a huge number", id="huge"),
        ("", "is empty"),
        ("a\nb", "holds the control character U+000A"),
        ("a\x00b", "holds the control character U+0000"),
        ("a\u202eb", "holds the control character U+202E"),
        ("x" * 201, "is longer than 200 characters"),
    ],
)
def test_wrong_texts(value: object, message: str) -> None:
    reader = reader_of(name=value)
    assert reader.text("name") == ""
    assert told(reader) == [f"name: {message}"]


def test_lines_where_lines_are_allowed() -> None:
    assert reader_of(story="a\nb").text("story", lines=True) == "a\nb"


def test_wrong_kinds_of_everything() -> None:
    reader = reader_of(flag=1, list="a", mixed=["a", 1], sub=[], rows={}, row=[1], pair=[1], word="tigre")
    reader.flag("flag")
    reader.texts("list")
    assert reader.texts("mixed") == ["a"]
    reader.table("sub")
    reader.tables("rows")
    reader.tables("row")
    reader.integers("pair", 0, 9, 2)
    assert reader.one_of("word", ["tiger"], "unit") == ""
    assert told(reader) == [
        "flag: must be true or false, but is the number 1",
        "list: must be a list of texts, but is the text 'a'",
        "mixed[2]: must be text, but is the number 1",
        "sub: must be a table, but is a list of 0",
        "rows: must be a list of tables, but is a table",
        "row[1]: must be a table, but is the number 1",
        "pair: must be a list of 2 whole numbers, but is a list of 1",
        "word: no unit is called 'tigre'; did you mean 'tiger'?",
    ]


def test_unknown_keys_deep_inside() -> None:
    reader = reader_of(trns=8, rows=[{"nme": "x"}])
    reader.integer("turns", 1, 16, 8)
    reader.tables("rows")[0].text("name", "")
    reader.done()
    assert told(reader) == [
        "trns: there is no such key here; did you mean 'turns'?",
        "rows[1].nme: there is no such key here; did you mean 'name'?",
    ]


def test_a_key_with_a_line_break_stays_on_its_line() -> None:
    reader = reader_of(**{"a\nb": 1})
    reader.done()
    assert len(str(reader.problems.found[0]).splitlines()) == 1


def test_words_and_text_or_texts() -> None:
    reader = reader_of(sides=["german", "sovjet"], one="A1", more=["A1", "B2"])
    assert reader.words("sides", ["german", "soviet"], "side") == ["german"]
    assert reader.text_or_texts("one") == ["A1"]
    assert reader.text_or_texts("more") == ["A1", "B2"]
    assert told(reader) == ["sides[2]: no side is called 'sovjet'; did you mean 'soviet'?"]


@given(VALUES)
def test_no_value_upsets_a_reader(value: object) -> None:
    """Whatever is written, each question is answered with its own type."""
    reader = reader_of(key=value)
    assert isinstance(reader.text("key"), str)
    assert 1 <= reader.integer("key", 1, 9) <= 9
    assert isinstance(reader.flag("key"), bool)
    assert reader.one_of("key", ["word"], "word") in ("", "word")
    assert all(isinstance(each, str) for each in reader.texts("key"))
    assert len(reader.integers("key", 0, 9, 2)) == 2
    assert all(isinstance(each, str) for each in reader.text_or_texts("key"))
    assert isinstance(reader.table("key"), Reader)
    assert all(isinstance(each, Reader) for each in reader.tables("key"))
    reader.done()
    assert all(len(str(problem).splitlines()) == 1 for problem in reader.problems.found)
