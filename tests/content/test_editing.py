"""Edits change what they are meant to and nothing else: comments, order and spacing stay."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sandtable.systems
from sandtable.content.editing import Edit, EditError, changed, edited
from sandtable.content.mending import readable
from sandtable.table.system import systems
from soak import sample

SYSTEMS = Path(sandtable.systems.__file__).parent
GAMES = ["nations_at_war", "regimental", "war_storm", "miniatures", "of_war_and_men"]
OURS = [path for game in GAMES for path in sorted((SYSTEMS / game / "data/scenarios").glob("*.toml"))]

TEXT = '''# ours
name = "The Ford"   # a name
days = 1

[map]
grid = """
     01 02 03
 01  .  .  w
 02  .  t  .
"""

# who fights
[[sides]]
key = "blue"
[[sides]]
key = "red"

[[regiments]]
name = "1st"
stands = [
    { name = "I/1", at = "0102" }, # the first
    { name = "II/1", at = "0202" },
]

[balance]  # measured
games = 1
'''


STANDS = ("regiments", 0, "stands")


def lines_changed(before: str, after: str) -> list[str]:
    old = before.split("\n")
    return [line for line in after.split("\n") if line not in old]


@pytest.mark.parametrize(
    ("edit", "new"),
    [
        (Edit("set", ("days",), 2), ["days = 2"]),
        (Edit("set", ("name",), "The Bridge"), ['name = "The Bridge"   # a name']),
        (Edit("set", ("date",), "May 1944"), ['date = "May 1944"']),
        (
            Edit("set", (*STANDS, 0, "at"), "0103"),
            ['    { name = "I/1", at = "0103" }, # the first'],
        ),
        (
            Edit("add", STANDS, {"name": "III/1", "at": "0101"}),
            ['    { name = "III/1", at = "0101" },'],
        ),
        (Edit("remove", ("regiments", 0, "stands", 1)), []),
        (Edit("remove", ("days",)), []),
        (Edit("add", ("sides",), {"key": "green"}), ['key = "green"']),
    ],
)
def test_an_edit_changes_its_line_and_no_other(edit: Edit, new: list[str]) -> None:
    after = edited({"ford.toml": TEXT}, edit, "numbers")["ford.toml"]
    assert lines_changed(TEXT, after) == new
    assert "# ours" in after and "# who fights" in after and "# the first" in after
    assert after.rstrip().endswith("[balance]  # measured\ngames = 1")  # it stays the last table


def test_paint_changes_one_sign() -> None:
    after = edited({"ford.toml": TEXT}, Edit("paint", hex="0201", sign="w"), "numbers")["ford.toml"]
    assert after == TEXT.replace(" 01  .  .  w", " 01  .  w  w")
    for place, sign in (("0901", "w"), ("0201", "ww"), ("", "w")):
        with pytest.raises(EditError):
            edited({"ford.toml": TEXT}, Edit("paint", hex=place, sign=sign), "numbers")


def test_a_map_becomes_larger_and_smaller() -> None:
    larger = edited({"ford.toml": TEXT}, Edit("size", columns=4, rows=3), "numbers")
    assert tomllib.loads(larger["ford.toml"])["map"]["grid"].split() == (
        ["01", "02", "03", "04", "01", ".", ".", "w", ".", "02", ".", "t", ".", ".", "03", ".", ".", ".", "."]
    )
    again = edited(larger, Edit("size", columns=3, rows=2), "numbers")
    assert tomllib.loads(again["ford.toml"]) == tomllib.loads(TEXT)


def test_cards_and_sheets_are_painted() -> None:
    cards = systems()["of_war_and_men"].shelf.fields()
    texts = edited({"new.toml": cards.blank}, Edit("paint", hex="A1", sign="74A"), "cards")
    assert tomllib.loads(texts["new.toml"])["mission"]["map"].split()[:4] == ["74A", "F", ".", "."]
    storm = systems()["war_storm"].shelf.fields()
    sheet = edited({"new.toml": storm.blank, **storm.maps}, Edit("paint", hex="E1005", sign="w"), "sheets")
    assert "w0" in sheet["e.map.toml"] and sheet["new.toml"] == storm.blank
    with pytest.raises(EditError, match="one of ours"):
        edited({"new.toml": storm.blank, **storm.maps}, Edit("paint", hex="A1005", sign="w"), "sheets")


def test_a_new_table_is_written_as_by_hand() -> None:
    """Spaces inside a table of one line, an empty line before the next heading, none at the end of the file."""
    texts = {"ford.toml": TEXT}
    texts = edited(texts, Edit("set", ("regiments", 0, "hq", "at"), "0101"), "numbers")
    texts = edited(texts, Edit("set", ("regiments", 0, "hq", "rate"), "fast"), "numbers")
    assert 'hq = { at = "0101", rate = "fast" }' in texts["ford.toml"]
    added = edited({"a.toml": "a = 1\n\n[[b]]\nc = 1\n\n[[d]]\ne = 1\n"}, Edit("add", ("b",), {"c": 2}), "numbers")
    assert added["a.toml"] == "a = 1\n\n[[b]]\nc = 1\n\n[[b]]\nc = 2\n\n[[d]]\ne = 1\n"
    last = edited(added, Edit("add", ("d",), {"e": 2}), "numbers")
    assert last["a.toml"] == added["a.toml"] + "\n[[d]]\ne = 2\n"


def test_a_sheet_gets_another_letter_and_a_map_another_name() -> None:
    storm = systems()["war_storm"].shelf
    declared = storm.fields()
    blank = {"new.toml": declared.blank.replace('"columns 9-14"', '"map E, south of E207-E1407"'), **declared.maps}
    texts = edited(blank, Edit("rename", file="e.map.toml", value="s"), "sheets")
    assert set(texts) == {"new.toml", "s.map.toml"} and texts["s.map.toml"] == blank["e.map.toml"]
    assert texts["new.toml"] == blank["new.toml"].replace('["E"]', '["S"]').replace("map E", "map S").replace(
        "E1005", "S1005"
    ).replace("E207-E1407", "S207-S1407")
    storm.read(texts)  # without a problem
    for value in ("", "AB", "7"):
        with pytest.raises(EditError, match="one letter"):
            edited(blank, Edit("rename", file="e.map.toml", value=value), "sheets")
    two = {**blank, "new.toml": blank["new.toml"].replace('["E"]', '["E A"]')}
    with pytest.raises(EditError, match="a map A"):
        edited(two, Edit("rename", file="e.map.toml", value="A"), "sheets")
    valley = {"new.toml": 'map = "valley" # ours\n', "valley.map.toml": "x = 1\n"}
    assert edited(valley, Edit("rename", file="valley.map.toml", value="glen"), "letters") == {
        "new.toml": 'map = "glen" # ours\n',
        "glen.map.toml": "x = 1\n",
    }


def test_what_cannot_be_edited_is_left_alone() -> None:
    for edit in (
        Edit("set", ("regiments", 7, "name"), "x"),
        Edit("remove", ("nothing",)),
        Edit("set", (), 1),
        Edit("set", ("name",), None),
        Edit("set", ("name",), 1, file="other.map.toml"),
    ):
        with pytest.raises(EditError):
            edited({"ford.toml": TEXT}, edit, "numbers")
    with pytest.raises(EditError, match="not TOML"):
        edited({"ford.toml": "name = "}, Edit("set", ("name",), "x"), "numbers")


def paths_in(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every path in a table."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in items:
        found += paths_in(each, (*path, key))
    return found


VALUES = st.one_of(
    st.integers(-99, 999),
    st.booleans(),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=20),
    st.lists(st.integers(0, 9), max_size=3),
    st.just("two\nlines"),
)


@pytest.mark.soak
@settings(max_examples=sample(20, 60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), path=st.sampled_from(OURS))
def test_any_row_of_edits_and_undos_leaves_what_was_meant(data: st.DataObject, path: Path) -> None:
    """Whatever is set and removed anywhere in our files: the text says exactly that, or the edit is refused."""
    texts = [path.read_text()]
    for _ in range(data.draw(st.integers(1, 5))):
        if len(texts) > 1 and data.draw(st.booleans()):
            texts.pop()  # undo
            continue
        now = tomllib.loads(texts[-1])
        where = data.draw(st.sampled_from([each for each in paths_in(now) if each[0] != "balance"]))
        edit = Edit("remove", where) if data.draw(st.booleans()) else Edit("set", where, data.draw(VALUES))
        try:
            after = changed(texts[-1], edit)
        except EditError:
            continue
        meant: Any = now
        for step in where[:-1]:
            meant = meant[step]
        if edit.do == "remove":
            del meant[where[-1]]
        else:
            meant[where[-1]] = edit.value
        assert tomllib.loads(after) == now
        texts.append(after)
    assert texts[0] == path.read_text()  # back at the beginning, byte for byte


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_a_set_to_the_same_value_leaves_the_file_byte_for_byte(path: Path) -> None:
    text = path.read_text()
    name = tomllib.loads(text)["name"]
    assert changed(text, Edit("set", ("name",), name)) == text


@pytest.mark.parametrize("game", GAMES)
def test_a_draft_with_mistakes_still_shows_what_can_be_read(game: str) -> None:
    shelf = systems()[game].shelf
    declared = shelf.fields()
    mistakes = (('name = "A New Battle"', "title = 3"), ('system = "', 'sytem = "'), ("turns = 6", "turns = 600"))
    for old, new in mistakes:
        texts = {"new.toml": declared.blank.replace(old, new, 1), **declared.maps}
        assert readable(shelf.read, texts, declared.blank) is not None, (game, new)
    if declared.grid in ("letters", "numbers"):
        broken = {"new.toml": declared.blank.replace(". ", "Q ", 1).replace('type = "', 'type = "x', 1)}
        found = readable(shelf.read, broken, declared.blank)
        assert found is not None
    assert readable(shelf.read, {"new.toml": "name = "}, declared.blank) is None
