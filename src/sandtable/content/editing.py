"""Changing a scenario's text without disturbing it: comments, order and spacing stay as somebody wrote them.

An edit is small: set a key, remove one, add a table to a list, paint a hex. What comes out is read again and compared
with what was meant; a text in which that cannot be done is left as it is.
"""

import re
import tomllib
from typing import Any, Literal

import msgspec
import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, InlineTable

from sandtable.content.balance import cut
from sandtable.content.folders import MAP_END
from sandtable.content.places import spot_of, spots_in
from sandtable.content.problems import Problems
from sandtable.geometry.hexes import letters
from sandtable.table.shelf import Texts

Step = str | int
MOST_SIDE = 60


class EditError(Exception):
    """An edit that cannot be made: one sentence."""


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One change. `path` leads from the top of the file: keys, and places in lists counted from 0."""

    do: Literal["set", "remove", "add", "paint", "size", "rename"]
    path: tuple[Step, ...] = ()
    value: Any = None
    file: str = ""  # the scenario; or a map: "valley.map.toml"; rename: the map that is called otherwise, by `value`
    hex: str = ""  # paint: where
    sign: str = ""  # paint: what
    at: int = 0  # paint: which character of the cell
    columns: int = 0  # size: how large the map becomes
    rows: int = 0


def edited(texts: Texts, edit: Edit, grid: str) -> Texts:
    """The texts after an edit. `grid` is how the hexes of this game are called (table.fields.Declared)."""
    name = scenario_name(texts)
    if edit.do in ("paint", "size"):
        file, place, column, row = grid_of(texts, edit.hex, grid)
        if edit.do == "paint":
            return {**texts, file: painted(texts[file], place, column, row, edit.sign, edit.at, grid)}
        return {**texts, file: resized(texts[file], place, edit.columns, edit.rows, grid)}
    file = edit.file or name
    if file not in texts:
        raise EditError(f"There is no file {file!r} in this draft.")
    if edit.do == "rename":
        return renamed_map(texts, file, str(edit.value).strip(), grid)
    return {**texts, file: changed(texts[file], edit)}


def scenario_name(texts: Texts) -> str:
    """The file of the scenario itself."""
    return next((name for name in texts if not name.endswith(MAP_END)), "")


def with_own_map(texts: Texts, grid: str) -> Texts:
    """A copy of a scenario whose map has a key of its own, so that painting it changes no other scenario's map.

    Sheets of War Storm keep their letters, by which their hexes are called.
    """
    name = scenario_name(texts)
    key = table_of(texts[name]).get("map") if name else None
    if grid not in ("letters", "numbers") or not isinstance(key, str) or f"{key}{MAP_END}" not in texts:
        return texts
    own = f"{name.removesuffix('.toml')}-map"
    written = edited(texts, Edit("set", ("map",), own), grid)
    return {f"{own}{MAP_END}" if each == f"{key}{MAP_END}" else each: text for each, text in written.items()}


def renamed_map(texts: Texts, file: str, key: str, grid: str) -> Texts:
    """A draft whose map file has another name; the hexes of a sheet are called by its letter in all the text."""
    name, old = scenario_name(texts), file.removesuffix(MAP_END)
    wanted = r"[A-Za-z]" if grid == "sheets" else r"[a-z0-9][a-z0-9-]{0,39}"
    if file == name or not re.fullmatch(wanted, key):
        kind = "one letter" if grid == "sheets" else "lower-case letters, digits and dashes"
        raise EditError(f"The name of a map must be {kind}.")
    if key.lower() != old.lower() and any(each.lower() == f"{key}{MAP_END}".lower() for each in texts):
        raise EditError(f"There is a map {key} in this draft already.")
    if grid == "sheets":
        before, after = old.upper(), key.upper()
        layout = table_of(texts[name]).get("layout")
        rows = [str(row) for row in layout] if isinstance(layout, list) else []
        if after != before and after in re.findall("[A-Z]", " ".join(rows)):
            raise EditError(f"There is a map {after} in this draft already.")
        text = re.sub(rf"\b{before}(?=[0-9]{{3,4}}\b)|(?<=\bmap ){before}\b", after, texts[name])
        written = {**texts, name: text}
        if rows:
            there = tuple(re.sub(rf"\b{before}\b", after, row) for row in rows)
            written = edited(written, Edit("set", ("layout",), list(there)), grid)
        key = key.lower()
    else:
        written = edited(texts, Edit("set", ("map",), key), grid)
    return {f"{key}{MAP_END}" if each == file else each: text for each, text in written.items()}


# Keys and tables ---------------------------------------------------------------------------------


def changed(text: str, edit: Edit) -> str:
    """A text with one key or table changed."""
    try:
        said, rest = cut(tomllib.loads(text), text.encode(), Problems(""))
        whole = said.decode()
        meant = tomllib.loads(whole)
        document = tomlkit.parse(whole)
    except (tomllib.TOMLDecodeError, TOMLKitError, ValueError) as error:
        raise EditError("The text is not TOML at the moment. Fix it in the text first.") from error
    try:
        change(meant, edit)
        change(document, edit)
        out = tomlkit.dumps(document)
        same = tomllib.loads(out) == meant
    except EditError:
        raise
    except Exception as error:  # whatever tomlkit cannot do, the text can be edited by hand
        raise EditError("This cannot be changed from here. Change it in the text.") from error
    if not same:
        raise EditError("This cannot be changed from here. Change it in the text.")
    if out.endswith("\n\n") and not whole.endswith("\n\n"):
        out = out.rstrip("\n") + "\n"
    return out + ("\n" + rest.decode() if rest else "")


def change(root: Any, edit: Edit) -> None:
    """The same in a plain table and in one that keeps its layout."""
    if not edit.path:
        raise EditError("An edit needs a path.")
    *way, last = edit.path
    plain = not isinstance(root, tomlkit.TOMLDocument)
    at = around = root
    for number, step in enumerate(way):
        if isinstance(step, str) and isinstance(at, dict) and step not in at and edit.do == "set":
            at[step] = {} if plain else (tomlkit.table() if number == 0 else tomlkit.inline_table())
        around, at = at, stepped(at, step)
    if edit.do == "remove":
        stepped(at, last)
        del at[last]
    elif edit.do == "set":
        if isinstance(last, int):
            stepped(at, last)
        elif not isinstance(at, dict):
            raise EditError("There is no such table in the text.")
        if isinstance(at, InlineTable) and last not in at:
            around[way[-1]] = kept({**at.unwrap(), last: edit.value})  # tomlkit would leave out its spaces
        else:
            at[last] = edit.value if plain else kept(edit.value)
    else:
        add(at, str(last), edit.value, plain, top=not way)


def stepped(at: Any, step: Step) -> Any:
    try:
        return at[step]
    except (KeyError, IndexError, TypeError) as error:
        raise EditError(f"There is no {step!r} in the text.") from error


def add(at: Any, key: str, value: Any, plain: bool, top: bool) -> None:
    """One more entry of a list: a table, or a word. At the top a list of tables is written [[key]]."""
    if plain:
        at.setdefault(key, []).append(value)
        return
    found = at.get(key)
    if found is None and top and isinstance(value, dict):
        found = at[key] = tomlkit.aot()
    elif found is None:
        found = at[key] = tomlkit.array()
    found = at[key]
    if isinstance(found, AoT):
        table = tomlkit.table()
        for name, each in entry(value).items():
            table.add(name, each)
        if len(found) and not found[-1].as_string().endswith("\n\n"):
            found[-1].add(tomlkit.nl())
        table.add(tomlkit.nl())  # before whatever follows; the end of a file is trimmed
        found.append(table)
    elif isinstance(found, Array) and "\n" in found.as_string():
        found.add_line(kept(value))
    else:
        found.append(kept(value))


def kept(value: Any) -> Any:
    """A value with the layout in which it is written here."""
    return tomlkit.value(written(value))


def written(value: Any) -> str:
    """A value within a line; texts of several lines stand between three quotation marks."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        pairs = [f"{tomlkit.key(str(key)).as_string()} = {written(each)}" for key, each in value.items()]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(written(each) for each in value)}]"
    if isinstance(value, str) and "\n" in value:
        plain = value.replace("\\", "\\\\").replace('"""', '""\\"')
        return f'"""\n{plain}"""' if not plain.endswith('"') else str(tomlkit.string(value).as_string())
    if isinstance(value, str):
        return str(tomlkit.string(value).as_string())
    if isinstance(value, int | float):
        return str(value)
    raise EditError("A value is a text, a number, true or false, a list or a table.")


def entry(value: dict[str, Any]) -> Any:
    """A table of a list at the top: a line for each key, lists of tables a line for each table."""
    lines = []
    for key, each in value.items():
        name = tomlkit.key(str(key)).as_string()
        if isinstance(each, list) and each and all(isinstance(one, dict) for one in each):
            lines.append(f"{name} = [\n" + "".join(f"    {written(one)},\n" for one in each) + "]")
        else:
            lines.append(f"{name} = {written(each)}")
    return tomlkit.parse("\n".join(lines) + "\n")


# The map -----------------------------------------------------------------------------------------


def grid_of(texts: Texts, hex: str, grid: str) -> tuple[str, str, str, str]:
    """The file and the place of the grid that a hex is in, its column and its row."""
    name = scenario_name(texts)
    table = table_of(texts[name]) if name else {}
    if grid == "sheets":
        found = re.fullmatch(r"([A-Z])([0-9]{1,2})([0-9]{2})", hex)
        sheet = hex[:1].upper()
        file = next((each for each in texts if each.upper() == f"{sheet}{MAP_END}".upper()), "")
        if not file:
            raise EditError(f"Map {sheet or '?'} is one of ours. Make it your own first.")
        return file, "grid", f"{int(found[2]):02}" if found else "", found[3] if found else ""
    found = re.fullmatch(
        r"([A-Z]{1,2})([0-9]{1,2})" if grid in ("letters", "cards") else r"([0-9]{2})([0-9]{2})", hex
    )
    column, row = (found[1], found[2]) if found else ("", "")
    if grid == "cards":
        if not isinstance(table.get("mission"), dict):
            raise EditError("This Mission is one of ours. Write one of your own: a table [mission] with a map.")
        return name, "mission.map", column, row
    own = table.get("map")
    if isinstance(own, dict):
        return name, "map.grid", column, row
    if f"{own}{MAP_END}" in texts:
        return f"{own}{MAP_END}", "grid", column, row
    raise EditError("This map is one of ours. Make it your own first.")


def table_of(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


def painted(text: str, place: str, column: str, row: str, sign: str, at: int, grid: str) -> str:
    """A text with one cell of its map changed: a character of it, or of cards the whole word."""
    lines = text.split("\n")
    if grid == "cards":
        start = spots_in(text).get(place)
        rows = grid_lines(lines, start[0]) if start else []
        number = int(row or 0) - 1
        words = list(re.finditer(r"\S+", lines[rows[number]])) if 0 <= number < len(rows) else []
        which = next((place for place in range(len(words)) if letters(place) == column), -1)
        if which < 0:
            raise EditError(f"There is no position {column}{row} on this map.")
        word = words[which]
        room = (words[which + 1].start() if which + 1 < len(words) else word.end() + 1) - word.start() - 1
        line = lines[rows[number]]
        end = word.start() + max(len(word[0]), min(room, len(sign)))
        lines[rows[number]] = line[: word.start()] + sign.ljust(end - word.start()) + line[end:]
        return "\n".join(lines)
    spots = spots_in(text)
    spot = spot_of(text, f"{place}, row {row}, column {column}") if place in spots else None
    if spot is None or spot in (spots[place], spot_of(text, f"{place}, row {row}")):
        raise EditError(f"There is no hex {column}{row} on this map.")
    line = lines[spot[0] - 1]
    where = spot[1] - 1 + at
    if len(sign) != 1 or where >= len(line) or line[where].isspace():
        raise EditError("The cell cannot be painted. Change it in the text.")
    lines[spot[0] - 1] = line[:where] + sign + line[where + 1 :]
    return "\n".join(lines)


def grid_lines(lines: list[str], first: int) -> list[int]:
    """The lines of a map in three quotation marks, from the line after its key on."""
    found: list[int] = []
    for number in range(first, len(lines)):
        if '"""' in lines[number] or "'''" in lines[number]:
            break
        if lines[number].strip():
            found.append(number)
    return found


def resized(text: str, place: str, columns: int, rows: int, grid: str) -> str:
    """A text whose map has so many columns and rows: what is new is the last sign of its kind, in the open."""
    if grid not in ("letters", "numbers") or not (2 <= columns <= MOST_SIDE and 2 <= rows <= MOST_SIDE):
        raise EditError(f"A map has 2 to {MOST_SIDE} columns and rows.")
    start = spots_in(text).get(place)
    lines = text.split("\n")
    found = grid_lines(lines, start[0]) if start else []
    if len(found) < 2:
        raise EditError("The map cannot be read. Fix it in the text first.")
    wide = 2 if grid == "letters" else 1
    heads = [letters(number) if grid == "letters" else f"{number + 1:02}" for number in range(columns)]
    cells = [lines[number].split()[1:] for number in found[1:]]
    open_cell = "." * wide
    new = ["    " + ("" if grid == "letters" else " ") + "".join(head.ljust(3) for head in heads).rstrip()]
    for row in range(rows):
        known = cells[row][:columns] if row < len(cells) else []
        line = "".join(cell.ljust(3) for cell in [*known, *[open_cell] * (columns - len(known))]).rstrip()
        new.append(f"{row + 1:>2}  {line}" if grid == "letters" else f" {row + 1:02}  {line}")
    lines[found[0] : found[-1] + 1] = new
    return "\n".join(lines)
