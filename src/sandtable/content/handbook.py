"""Reads data/handbook.toml and data/diagrams.toml of a system. docs/how-to-write-a-system.md explains both.

Numbers are not written there but named: "{numbers.soft_save}+" is filled in from tables.toml, and a chart may have a
row for each entry of a table of the system. So every number lives once.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from sandtable.content.book import open_file, unfold
from sandtable.content.files import read_toml
from sandtable.content.problems import Problems
from sandtable.content.reader import Reader
from sandtable.table.learning.handbook import Act, Chapter, Chart, Diagram, Grid, Handbook, Mark, Step
from sandtable.table.shelf import RuleText

NAME = re.compile(r"\{([\w.-]+)(?::([^}]*))?\}")
CITED = re.compile(r"^(.*?)\s*\[([^\]]+)\]$", re.DOTALL)
NONE = "–"

# The ground of a cell in a drawing, by its letter.
LETTERS = {
    "-": "",
    ".": "clear",
    "w": "woods",
    "l": "light woods",
    "f": "field",
    "r": "rough",
    "h": "hill",
    "t": "town",
    "m": "marsh",
    "~": "water",
    "=": "road",
    "#": "works",
}
GROUNDS = frozenset(LETTERS.values())
TONES = ("plain", "good", "bad")
SIDES = ("grey", "red", "green", "blue", "olive", "tan")
ANGLES = 2  # of a sector, after its radius


def read_handbook(data: Path, rules: dict[str, RuleText]) -> Handbook:
    """The handbook in a folder; ContentError with all its problems. One without files has one chapter."""
    if not (data / "handbook.toml").exists():
        return Handbook((Chapter("Rules", tuple(rules)),))
    problems = Problems("data")
    book = open_file(data / "handbook.toml", problems)
    drawings = open_file(data / "diagrams.toml", problems)
    found = Handbook(
        tuple(chapters(book, rules)),
        tuple([diagram(each, rules) for each in drawings.tables("diagram")]),
        tuple([step(each, rules) for each in book.tables("step")]),
        tuple([chart(each, data, rules) for each in book.tables("chart")]),
    )
    book.done()
    drawings.done()
    problems.check()
    return found


# Chapters and the sequence of play ---------------------------------------------------------------


def chapters(book: Reader, rules: dict[str, RuleText]) -> Iterator[Chapter]:
    """Every rule stands in one chapter: the first that names its id or the beginning of it."""
    left = dict.fromkeys(rules)
    for reader in book.tables("chapter", needed=True):
        starts = reader.texts("rules")
        own = tuple([id for id in left if any(id == each or id.startswith(f"{each}.") for each in starts)])
        if not own:
            reader.wrong("rules", "no rule is left for this chapter")
        for id in own:
            del left[id]
        yield Chapter(reader.text("title"), own, unfold(reader.text("text", "", lines=True)))
    if left:
        book.problems.add("chapter", f"no chapter has {', '.join(list(left)[:5])}")


def step(reader: Reader, rules: dict[str, RuleText]) -> Step:
    text = reader.text("text")
    depth = reader.integer("depth", 0, 2, 0)
    return Step(text, cited(reader, "rule", rules), depth, reader.text("again", ""))


def cited(reader: Reader, key: str, rules: dict[str, RuleText]) -> str:
    """The id of a rule, or nothing."""
    id = reader.text(key, "")
    if id and id not in rules:
        reader.unknown(key, "rule", id, rules)
    return id


# Charts ------------------------------------------------------------------------------------------


def chart(reader: Reader, data: Path, rules: dict[str, RuleText]) -> Chart:
    """Lines of text, a grid of numbers with its columns, or a row for each entry of a table."""
    title = reader.text("title")
    rule = cited(reader, "rule", rules)
    opened = read_toml(data / f"{reader.text('file', 'tables')}.toml", reader.problems)
    table: Any = {} if opened is None else opened[0]
    if reader.has("cells"):
        heads, rows = grid_of_numbers(reader, table)
        return Chart(title, heads, rows, rule)
    heads, rows, cites = lines_of(reader, table) if reader.has("lines") else entries_of(reader, table)
    for id in cites:
        if id and id not in rules:
            reader.unknown("", "rule", id, rules)
    return Chart(title, heads, rows, rule, cites if any(cites) else ())


Rows = tuple[tuple[str, ...], ...]


def lines_of(reader: Reader, table: Any) -> tuple[tuple[str, ...], Rows, tuple[str, ...]]:
    """Sentences, each with the rule that stands behind it in brackets."""
    found = [filled(each, table, reader) for each in reader.texts("lines")]
    split = [(match[1], match[2]) if (match := CITED.match(text)) else (text, "") for text in found]
    return (), tuple([(text,) for text, _ in split]), tuple([rule for _, rule in split])


def grid_of_numbers(reader: Reader, table: Any) -> tuple[tuple[str, ...], Rows]:
    """A list of lists: `across` names its columns, `down` its rows."""
    heads = (reader.text("corner", ""), *map(str, looked_up(table, reader.text("across"))))
    cells = looked_up(table, reader.text("cells"))
    return heads, tuple([(name, *map(str, row)) for name, row in zip(reader.texts("down"), cells, strict=True)])


def entries_of(reader: Reader, table: Any) -> tuple[tuple[str, ...], Rows, tuple[str, ...]]:
    """A row for each entry, by templates for the columns; {key} is its name, or another that `names` gives."""
    columns = [each.partition(": ")[::2] for each in reader.texts("columns")]
    pairs = [each.partition(": ") for each in reader.texts("names", [])]
    names = {name: words for name, _, words in pairs}
    entries = looked_up(table, reader.text("each"))
    rows, cites = [], []
    for key, entry in entries.items() if isinstance(entries, dict) else enumerate(entries):
        values = entry | {"key": names.get(str(key), str(key).capitalize())}
        rows.append(tuple([filled(template, values, reader, NONE) for _, template in columns]))
        cites.append(str(entry.get("rule", "")))
    return tuple([head for head, _ in columns]), tuple(rows), tuple(cites)


def filled(template: str, table: Any, reader: Reader, absent: str | None = None) -> str:
    """The text with its names replaced by what the table has there; without `absent` all must be there."""

    def value(found: re.Match[str]) -> str:
        here = looked_up(table, found[1])
        if here is None:
            if absent is None:
                reader.wrong("", f"the tables have no {found[1]}")
            return absent or ""
        return worded(here, found[2] or "")

    return NAME.sub(value, template)


def looked_up(table: Any, path: str) -> Any:
    """What is at the end of "numbers.soft_save"; None if nothing."""
    for name in path.split("."):
        table = table.get(name) if isinstance(table, dict) else None
    return table


def worded(value: Any, form: str) -> str:
    """A value in words: "yes" for a flag, a list with slashes, and for {name:?} a dash where it is nothing."""
    if isinstance(value, bool):
        return "yes" if value else NONE
    if form == "?":
        return str(value) if value else NONE
    if isinstance(value, list):
        return (form or "/").join([str(each) for each in value])
    return format(value, form).replace("-", "−") if isinstance(value, int) else format(value, form)


# Drawings ----------------------------------------------------------------------------------------


def diagram(reader: Reader, rules: dict[str, RuleText]) -> Diagram:
    """A drawing: rows of letters for the ground of a grid, or the size of a table, and what is drawn on it."""
    grid: Grid = reader.one_of("grid", get_args(Grid), "grid")  # type: ignore[assignment]
    ground: list[str] = []
    if grid == "plane":
        columns, rows = reader.integers("size", 1, 100, 2)
    else:
        lines = [line.split() for line in reader.texts("rows")]
        columns, rows = max(map(len, lines), default=0), len(lines)
        for letter in [letter for line in lines for letter in line]:
            if letter not in LETTERS:
                reader.unknown("rows", "letter", letter, LETTERS)
            ground.append(LETTERS.get(letter, ""))
        if len(ground) != columns * rows:
            reader.wrong("rows", "all rows must be equally long")
    named = reader.texts("rules")
    for id in named:
        if id not in rules:
            reader.unknown("rules", "rule", id, rules)
    marks = [found for line in reader.texts("draw", []) if (found := mark(line, reader)) is not None]
    text = unfold(reader.text("text", lines=True))
    return Diagram(reader.text("title"), text, tuple(named), grid, columns, rows, tuple(ground), tuple(marks))


def mark(line: str, reader: Reader) -> Mark | None:
    """One line of a drawing: "arrow bad 1,2 3,2 | words", "sector good 4,4 6 270 90", "piece red 2,1 | Inf"."""
    body, _, text = line.partition("|")
    act, tone, *rest = [*body.split(), "", ""]
    known = GROUNDS if act == "area" else SIDES if act == "piece" else TONES
    tone = tone.replace("_", " ")
    if act not in get_args(Act) or tone not in known:
        reader.wrong("draw", f"{line!r} is not a known kind of mark in a known tone")
        return None
    try:
        points = tuple([point(each) for each in rest if "," in each])
        numbers = [float(each) for each in rest if each and "," not in each]
    except ValueError:
        reader.wrong("draw", f"{line!r} has something that is neither a point nor a number")
        return None
    wanted = {"circle": 1, "sector": 1 + ANGLES}.get(act, 0)
    if len(numbers) != wanted or not points:
        reader.wrong("draw", f"{line!r} needs points and {wanted} numbers after them")
        return None
    radius, start, end = [*numbers, 0.0, 0.0, 0.0][:3]
    return Mark(act, tone, points, text.strip(), radius, start, end)  # type: ignore[arg-type]


def point(text: str) -> tuple[float, float]:
    x, y = text.split(",")
    return float(x), float(y)
