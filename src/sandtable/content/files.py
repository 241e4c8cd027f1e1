"""Opening files that people wrote. Whatever is wrong with them is a Problem, never a crash."""

import codecs
import hashlib
import re
import tomllib
from pathlib import Path

from sandtable.content.problems import LONGEST_WORD, Problems, quoted

MOST_BYTES = 1_000_000
MOST_IN_LINE = 10_000


def digest(*parts: bytes) -> str:
    """The sha256 of some byte strings in their order, as hex; where one ends matters."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.hexdigest()


def read_bytes(path: Path, problems: Problems) -> bytes | None:
    """A file's bytes with plain line ends and no byte order mark, so that its digest is the same on every machine."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        problems.add("", "there is no such file")
        return None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "bad file name"
        problems.add("", f"the file cannot be read ({reason})")
        return None
    if len(content) > MOST_BYTES:
        problems.add("", "the file is larger than 1 MB, more than any scenario or map needs")
        return None
    return content.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n")


def parse(content: bytes, problems: Problems) -> dict[str, object] | None:
    """The table a TOML file holds."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problems.add(f"line {line}", "this is not UTF-8 text; save the file as UTF-8")
        return None
    for number, line_text in enumerate(text.split("\n"), start=1):
        if len(line_text) > MOST_IN_LINE:
            problems.add(f"line {number}", f"the line is longer than {MOST_IN_LINE} characters")
            return None
    try:
        table: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problems.add(*_syntax(str(error), text.split("\n")))
        return None
    except (ValueError, RecursionError):
        # A number of thousands of digits, or tables nested thousands deep.
        problems.add("", "the file has a number that is too long or tables that are nested too deeply")
        return None
    return table


def read_toml(path: Path, problems: Problems) -> tuple[dict[str, object], bytes] | None:
    """A TOML file as its table and its bytes."""
    content = read_bytes(path, problems)
    if content is None:
        return None
    table = parse(content, problems)
    return None if table is None else (table, content)


# What tomllib says at the beginning of its message, and what it means to whoever wrote the file.
PLAIN = {
    "Illegal character '\\n'": "a quotation mark is missing at the end of this line",
    "Unterminated string": "a text is not closed: a quotation mark is missing",
    "Expected newline or end of document": "this does not belong here; texts need quotation marks",
    "Expected '=' after a key": "a key needs = and a value",
    "Invalid value": "this is not a value; texts need quotation marks",
    "Unclosed array": "a list is not closed before this: ] is missing",
    "Unclosed inline table": "a table is not closed: } is missing",
    "Invalid statement": "this is neither a key with a value nor a [table]",
}


STATEMENT = re.compile(r"""\s*(\[|[\w."'-]+\s*=)""")  # a line with a key or the head of a table


def _syntax(message: str, lines: list[str]) -> tuple[str, str]:
    """tomllib's words as (place, sentence)."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", message, re.S)
    said = message if found is None else found[1]
    before = lines[: int(found[2])] if found is not None and found[2] else lines
    known = [words for start, words in PLAIN.items() if said.startswith(start)]
    plain = known[0] if known else _twice(said, before) or said
    if found is None:
        return "", f"not TOML: {plain}"
    return f"line {found[2]}, column {found[3]}" if found[2] else "last line", f"not TOML: {plain}"


def _twice(said: str, lines: list[str]) -> str:
    """The sentence about the last of these lines, which repeats what was there; "" if it is about something else."""
    if not said.startswith(("Cannot overwrite", "Cannot declare", "Cannot mutate", "Duplicate")):
        return ""
    line = next((each.strip() for each in reversed(lines) if STATEMENT.match(each)), "")
    name = line.split("#")[0].strip().strip("[]").strip() if line.startswith("[") else line.split("=")[0].strip()
    if line.startswith("["):
        return f"{quoted(name)} is already there; a list of tables is written [[{name[:LONGEST_WORD]}]] each time"
    return f"{quoted(name)} appears twice"
