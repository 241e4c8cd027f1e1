"""Each system declares its fields once; the readers take kinds, ranges, words and defaults from there."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable.systems
from sandtable.content.fields import read_fields, reference
from sandtable.content.folders import MAP_END
from sandtable.content.problems import ContentError, Problems
from sandtable.content.reader import Reader
from sandtable.table.fields import Declared, Field
from sandtable.table.system import systems

SYSTEMS = Path(sandtable.systems.__file__).parent
DOCS = Path(__file__).parents[2] / "docs/scenarios.md"
GAMES = ["nations_at_war", "regimental", "war_storm", "miniatures", "of_war_and_men"]

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
    "of_war_and_men": [
        ('visibility = "sun"', 'visibility = "moon"\nsight = 2'),
        (
            "players = 2",
            'players = 2\n\n[[squads]]\nseat = "axis"\ndivision = "german-15th-infantry"\n'
            'fireteams = [{ at = "A1", soldiers = ["german-15th-infantry-1"] }]',
        ),
    ],
}

Asked = dict[tuple[str, str], list[tuple[str, tuple[Any, ...], dict[str, Any]]]]


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
                found.setdefault((pattern(self), key), []).append((name, rest, named))
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
        "word",
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
        for method, rest, named in ways:
            compare(f"{game}: {path}.{key}", known, method, rest, named)
    unread = [f"{path}.{key}" for path, key in fields if (path, key) not in asked]
    assert not unread, f"{game}: declared and never read: {unread}"


def compare(where: str, field: Field, method: str, rest: tuple[Any, ...], named: dict[str, Any]) -> None:
    """What code says beside the declaration is the same, or depends on the rest of the file."""
    if method == "integer" and where not in LOOSE:
        said = dict(zip(("least", "most", "default"), rest, strict=False)) | named
        for name, value in said.items():
            assert getattr(field, name) == value, f"{where}: {name} is {value} in the code"
    if method == "one_of" and field.of and "sides" not in field.of:
        game = where.partition(":")[0]
        known = {each.word for of in field.of for each in systems()[game].shelf.catalogue().get(of, ())}
        assert not known or set(rest[0]) <= known, f"{where} may be {set(rest[0]) - known}, which no form offers"


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


@pytest.mark.parametrize("game", GAMES)
def test_a_number_beyond_its_declared_range_is_refused(game: str) -> None:
    """For every number of the first tables: one more than the most, with the words of the declaration."""
    shelf = systems()[game].shelf
    declared = shelf.fields()
    for path in ("", "sides[]"):
        table = declared.table(path)
        for field in table.fields if table is not None else ():
            if field.kind != "integer":
                continue
            assert field.most is not None
            file = with_key(declared.blank, path, field.key, field.most + 1)
            with pytest.raises(ContentError) as refused:
                shelf.read({"new.toml": file, **declared.maps})
            assert f"to {field.most}, but is {field.most + 1}" in str(refused.value), (path, field.key)


def with_key(text: str, path: str, key: str, value: int) -> str:
    """A file with this value at its top, or in the first table of a list."""
    text = re.sub(rf"(?m)^{key} = .*\n", "", text)
    if not path:
        return f"{key} = {value}\n{text}"
    head = f"[[{path.removesuffix('[]')}]]\n"
    return text.replace(head, f"{head}{key} = {value}\n", 1)


def test_words_are_those_that_the_program_knows() -> None:
    """Words that the declaration lists and code looks up."""
    from sandtable.systems.miniatures.reading.scenario_files import FACINGS
    from sandtable.systems.nations_at_war.reading.victory import KINDS
    from sandtable.systems.of_war_and_men.state.book import COLOURS
    from sandtable.systems.of_war_and_men.state.scenario import LEVELS
    from sandtable.systems.of_war_and_men.thinking.weights import OPERATIONS
    from sandtable.systems.war_storm.reading.book import ARMS, NATIONS
    from sandtable.systems.war_storm.state.book import QUALITIES

    for game, path, key, known in (
        ("miniatures", "sides[]", "facing", FACINGS),
        ("nations_at_war", "victory", "kind", KINDS),
        ("of_war_and_men", "", "level", [each.lower() for each in LEVELS[1:]]),
        ("of_war_and_men", "mission", "wind", COLOURS),
        ("of_war_and_men", "mission", "operation", sorted(OPERATIONS)),
        ("war_storm", "sides[]", "nation", NATIONS),
        ("war_storm", "forces[]", "arm", ARMS),
        ("war_storm", "forces[]", "quality", QUALITIES),
    ):
        field = read_fields(SYSTEMS / game / "data").keys()[path][key]
        assert list(field.words) == list(known), (game, path, key)


def test_code_that_asks_for_something_else_is_a_fault() -> None:
    """A key that is not declared, or in another kind than declared, cannot be read."""
    keys = read_fields(SYSTEMS / "war_storm" / "data").keys()
    reader = Reader({"turns": 3, "weather": "rain"}, "", Problems("x.toml"), keys)
    assert (
        reader.integer("turns") == 3 and reader.integer("spotting") == 0 and reader.word("river", "river") == "minor"
    )
    with pytest.raises(LookupError):
        reader.text("weather")
    with pytest.raises(LookupError):
        reader.text("turns")
    with pytest.raises(LookupError):
        reader.tables("reserves")
    assert not reader.problems


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
