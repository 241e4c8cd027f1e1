"""Each system declares its fields once, and the readers ask for exactly these, in these kinds and ranges."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable.systems
from sandtable.content.fields import read_fields, reference
from sandtable.content.folders import MAP_END
from sandtable.content.problems import ContentError
from sandtable.content.reader import Reader
from sandtable.table.fields import Declared, Field
from sandtable.table.system import systems

SYSTEMS = Path(sandtable.systems.__file__).parent
DOCS = Path(__file__).parents[2] / "docs/scenarios.md"
GAMES = ["nations_at_war", "regimental", "war_storm", "miniatures", "of_war_and_men"]

# What a declared kind is read by.
METHODS = {
    "text": {"text", "one_of"},
    "lines": {"text"},
    "key": {"text"},
    "integer": {"integer"},
    "flag": {"flag"},
    "word": {"one_of", "text"},
    "words": {"words"},
    "texts": {"texts", "text_or_texts"},
    "hex": {"text"},
    "hexes": {"text_or_texts", "table"},
    "groups": {"texts"},
    "area": {"text_or_texts"},
    "point": {"raw"},
    "points": {"raw"},
    "cells": {"words"},
    "grid": {"text"},
    "integers": {"raw"},
    "map": {"text", "table"},
}
LOOKS = {"raw", "has"}  # which do not say what is read

# What no scenario of ours says: an example for each, so that every key is asked for at least once.
MORE = {
    "nations_at_war": [
        (
            'kind = "control"\nside = "german"\nhexes = "E4, F4"',
            'kind = "exit"\nside = "german"\nedge = "K"\ncount = 1',
        ),
        (
            'kind = "control"\nside = "german"\nhexes = "E4, F4"',
            'kind = "points"\nside = "german"\nhexes = { E4 = 3 }\ncount = 2\nexit = 1\nedge = "K"',
        ),
        ('name = "Soviet"', 'name = "Soviet"\nmissions = [{ firepower = 3, to_hit = 4 }]'),
        ('type = "45mm-atg"', 'type = "guards-infantry", leader = { leadership = 1, morale = 9 }'),
        ('zone = "A-B"', 'entry_turn = 1\nedges = ["A"]'),
    ],
    "regimental": [
        ('[[regiments]]\nname = "1st', '[[restrictions]]\norders = ["H"]\nlast_day = 1\n\n[[regiments]]\nname = "1st')
    ],
    "war_storm": [
        ('deploy = "columns 0-3"', 'enter = { turn = 2, at = "west edge" }'),
        ('deploy = "columns 0-3"', 'place = [{ at = "E105", officer = true, platoons = [1, 2, 3] }]'),
        ('[[awards]]\nkind = "steps"\nside = "german"', '[[awards]]\nkind = "delay"\nside = "german"\nat = "E505"'),
        ("[[objectives]]", '[[grades]]\nleast = 1\nname = "Win"\n\n[[objectives]]'),
    ],
    "miniatures": [('colour = "grey"', 'colour = "grey"\nzone = [[0, 20], [36, 20], [36, 30]]')],
    "of_war_and_men": [('visibility = "sun"', 'visibility = "moon"\nsight = 2')],
}

Asked = dict[tuple[str, str], list[tuple[str, tuple[Any, ...]]]]


def book(reader: Reader) -> bool:
    """Whether it reads our catalogues, which are no scenario."""
    file = reader.problems.file
    return file.startswith("data") and "maps/" not in file and "missions/" not in file


def pattern(reader: Reader) -> str:
    """The path of the table that a reader reads; map files are as the table [map]."""
    path = re.sub(r"\[\d+\]", "[]", reader.place)
    if reader.problems.file.endswith(MAP_END) or "/maps/" in f"/{reader.problems.file}":
        return f"map.{path}" if path else "map"
    if "missions/" in reader.problems.file:
        return f"mission.{path}" if path else "mission"
    return path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    """Whatever is read while it is open."""
    found: Asked = {}
    inner = 0

    def spied(name: str) -> None:
        real = getattr(Reader, name)

        def spy(self: Reader, key: str, *rest: Any, **named: Any) -> Any:
            nonlocal inner
            if not inner and not book(self):
                found.setdefault((pattern(self), key), []).append((name, rest))
            inner += 1
            try:
                return real(self, key, *rest, **named)
            finally:
                inner -= 1

        monkeypatch.setattr(Reader, name, spy)

    for name in (
        "text",
        "integer",
        "flag",
        "one_of",
        "texts",
        "text_or_texts",
        "words",
        "table",
        "tables",
        "raw",
        "has",
    ):
        spied(name)
    yield found


def texts_for(game: str, declared: Declared) -> Iterator[dict[str, str]]:
    """Our scenarios, and blank ones with what ours do not say."""
    for path in sorted((SYSTEMS / game / "data/scenarios").glob("*.toml")):
        yield {path.name: path.read_text().partition("[balance]")[0]}
    yield {"blank.toml": declared.blank, **declared.maps}
    for old, new in MORE[game]:
        assert old in declared.blank
        yield {"blank.toml": declared.blank.replace(old, new, 1), **declared.maps}


@pytest.mark.parametrize("game", GAMES)
def test_readers_ask_for_what_is_declared(game: str, asked: Asked) -> None:
    declared = read_fields(SYSTEMS / game / "data")
    shelf = systems()[game].shelf
    for texts in texts_for(game, declared):
        try:
            shelf.read(texts)
        except ContentError as error:
            raise AssertionError(f"{texts}: {error}") from error
    tables = {table.path for table in declared.tables}
    fields = {(table.path, field.key): field for table in declared.tables for field in table.fields}
    free = {table.path for table in declared.tables if not table.fields}  # their keys are names
    for (path, key), ways in asked.items():
        if path in free or path == "victory.hexes" or path.startswith("balance") or key == "balance":
            continue
        inner = f"{path}.{key}" if path else key
        if inner in tables or f"{inner}[]" in tables:
            continue
        known = fields.get((path, key))
        if known is None and (path, key) in (("map", "system"), ("", "mission")):
            continue
        assert known is not None, f"{game}: {path}.{key} is read and not declared"
        for method, rest in ways:
            compare(f"{game}: {path}.{key}", known, method, rest)
    unread = [f"{path}.{key}" for path, key in fields if (path, key) not in asked]
    assert not unread, f"{game}: declared and never read: {unread}"


def compare(where: str, field: Field, method: str, rest: tuple[Any, ...]) -> None:
    assert method in METHODS[field.kind] | LOOKS, f"{where} is read by {method}, but declared as {field.kind}"
    if method == "integer" and where not in LOOSE:
        least, most = rest[0], rest[1]
        assert field.least is not None and field.most is not None
        assert (field.least, field.most) == (least, most), f"{where} is read from {least} to {most}"
        if len(rest) > 2 and where not in OWN_DEFAULT:
            assert field.default == rest[2], f"{where} is {rest[2]} if not given"
        assert field.needed == (len(rest) < 3) or where in ON_KIND, f"{where}: needed or not?"
    if method == "one_of" and field.words:
        assert list(field.words) == list(rest[0]), f"{where} may be {list(rest[0])}"
    if method == "words" and field.words:
        assert list(field.words) == list(rest[0]), f"{where} may be {list(rest[0])}"


# Numbers whose bounds depend on something else in the file, with the widest declared.
LOOSE = {
    "nations_at_war: victory.count",
    "regimental: victory.win",
    "regimental: victory.draw",
    "regimental: regiments[].hq.sp",
    "regimental: regiments[].stands[].sp",
    "regimental: batteries[].sp",
    "war_storm: forces[].enter.turn",
    "war_storm: awards[].turn",
}
OWN_DEFAULT: set[str] = set()
# Needed only with another key.
ON_KIND = {"nations_at_war: formations[].entry_turn", "of_war_and_men: mission.sight"}


@pytest.mark.parametrize("game", GAMES)
def test_words_of_catalogues_exist(game: str) -> None:
    """Every catalogue that a field names is one, or a table of the file."""
    declared = read_fields(SYSTEMS / game / "data")
    known = {*systems()[game].shelf.catalogue(), *(table.path.removesuffix("[]") for table in declared.tables)}
    for table in declared.tables:
        assert not table.piece or table.piece in known
        for field in table.fields:
            assert set(field.of) <= known, (table.path, field.key)
            assert field.kind not in ("word", "words") or field.of or field.words


@pytest.mark.parametrize("game", GAMES)
def test_the_reference_in_the_docs_is_the_declaration(game: str) -> None:
    """`python docs/make_reference.py` writes it; here it is compared."""
    text = DOCS.read_text()
    start, end = f"<!-- fields of {game} -->\n", f"<!-- end of fields of {game} -->"
    assert start in text and end in text
    assert (
        text.partition(start)[2].partition(end)[0].strip() == reference(read_fields(SYSTEMS / game / "data")).strip()
    )
