"""Where the code and the tests of a system name its rules.

Code names a rule in a docstring, a comment or a string, by its id or by a range of ids (5.4.e-g, 3.4.1-3.4.3). A
table of numbers does in `rule = "5.1"` or in a comment. A bare number (8) counts only at the start of a docstring or,
where it is a rule, as the whole of a string. What ids begin with can be named too: 5.3 of 5.3.a is its chapter.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Set
from functools import cache
from pathlib import Path

import msgspec

import sandtable

PACKAGE = Path(sandtable.__file__).parent
SOURCE = PACKAGE.parents[1]  # where src and tests lie

_PART = r"[A-Za-z0-9_]+"
_WORD = rf"{_PART}(?:\.{_PART})*"
_NAMED = re.compile(rf"(?<![\w.,])({_WORD})(?:[-–]({_WORD}))?(?![\w-])")
_BARE = re.compile(r"[0-9]+(?:[-–][0-9]+)?")
_CLEAR = re.compile(r".*[.0-9].*|[A-Z]{2,}")  # a word that is nothing else by chance
_STRING = re.compile(r"""[A-Za-z]*(\"\"\"|'''|"|')(.*)\1""", re.DOTALL)
_EXAMPLE = re.compile(r"^[ \t]*>>>.*?(?=^[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_STRINGS = (tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING))
_QUIET = (tokenize.INDENT, tokenize.DEDENT, tokenize.NL, tokenize.COMMENT, tokenize.ENCODING)

_RULE = re.compile(r'\brule\s*=\s*"([^"]*)"')
_COMMENT = re.compile(r"""^(?:[^"'#]|"[^"]*"|'[^']*')*#(.*)$""")
_TABLE = re.compile(r"^\s*\[+([^\]]+)\]+")

_CITED = re.compile(r"^[ \t]*@rule\(([^)]*)\)", re.MULTILINE)
_TEST = re.compile(r"^[ \t]*(?:async )?(?:def|class) (\w+)", re.MULTILINE)
_ID = re.compile(r"""["']([^"']+)["']""")


class Place(msgspec.Struct, frozen=True):
    """A line that names a rule, in a function, a class or a table. `first`: its docstring begins with the rule."""

    file: str
    line: int
    name: str
    first: bool = False


Places = dict[str, list[Place]]


def code_of(key: str) -> Path:
    """Where the code of a system lies."""
    return PACKAGE / "systems" / key


def tests_of(key: str) -> Path:
    """Where the tests of a system lie in the source tree."""
    return SOURCE / "tests" / "systems" / key


# Ids ---------------------------------------------------------------------------------------------


def chapters(ids: Iterable[str]) -> set[str]:
    """What ids begin with: 5 and 5.3 of 5.3.a."""
    return {above for id in ids for above in chapters_of(id)}


def chapters_of(id: str) -> list[str]:
    """The chapters of a rule, the nearest first."""
    parts = id.split(".")
    return [".".join(parts[:length]) for length in range(len(parts) - 1, 0, -1)]


def spread(first: str, last: str) -> list[str]:
    """All ids of a range: 5.4.e and g, or 3.4.1 and 3.4.3. Ends that do not fit together stand for themselves."""
    start, end = first.split("."), last.split(".")
    if len(end) == 1:
        end = [*start[:-1], *end]
    one, two = start[-1], end[-1]
    if start[:-1] == end[:-1]:
        if one.isdecimal() and two.isdecimal() and int(one) < int(two):
            return [".".join([*start[:-1], str(number)]) for number in range(int(one), int(two) + 1)]
        if len(one) == len(two) == 1 and one.isalpha() and two.isalpha() and one < two:
            return [".".join([*start[:-1], chr(letter)]) for letter in range(ord(one), ord(two) + 1)]
    return [first, ".".join(end)]


def named_in(text: str, known: Set[str], bare: bool) -> Iterator[tuple[int, str, bool]]:
    """The rules that a text names: where, which, and whether the text begins with them.

    `bare`: it may begin with a bare number, or be one.
    """
    begins = True
    end = 0
    for found in _NAMED.finditer(text):
        if found[0] == "and":
            continue
        begins = begins and re.fullmatch(r"[\s,;]*|\s+and\s+", text[end : found.start()]) is not None
        whole, last = found[0], found[2]
        if _BARE.fullmatch(whole):
            ids = [whole] if bare and begins else []
        else:
            ids = [whole] if whole in known or last is None else spread(found[1], last)
        ids = [id for id in ids if id in known and _CLEAR.fullmatch(id)]
        begins = begins and bool(ids)
        end = found.end()
        for id in ids:
            yield found.start(), id, begins


# Code --------------------------------------------------------------------------------------------


def named_by_code(key: str, ids: Iterable[str]) -> Places:
    """The places in the code of a system that name each rule or chapter, those that are about it first."""
    return _named_by_code(code_of(key), frozenset(ids))


@cache
def _named_by_code(folder: Path, ids: frozenset[str]) -> Places:
    known = ids | chapters(ids)
    found: dict[str, dict[tuple[str, str], Place]] = {}
    tables = [path for path in sorted(folder.rglob("*.toml")) if path.name != "rules.toml"]
    for path in [*sorted(folder.rglob("*.py")), *tables]:
        read = in_python if path.suffix == ".py" else in_table
        for line, id, name, first in read(path.read_text(encoding="utf-8"), ids, known):
            place = Place(shown(path), line, name, first)
            here = found.setdefault(id, {})
            before = here.get((place.file, name))
            if before is None or (first and not before.first):
                here[place.file, name] = place
    return {id: sorted(here.values(), key=lambda place: not place.first) for id, here in found.items()}


def in_python(text: str, ids: Set[str], known: Set[str]) -> Iterator[tuple[int, str, str, bool]]:
    """Line, rule or chapter, function or class, and whether its docstring begins with the rule."""
    owners = list(owners_in(ast.parse(text)))
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or token.type in _STRINGS:
            docstring = token.type == tokenize.STRING and before == tokenize.NEWLINE
            body, start = content(token.string)
            for place, id, begins in named_in(without_examples(body), known, docstring or body in ids):
                line = token.start[0] + token.string.count("\n", 0, start + place)
                yield line, id, owner_of(line, owners), docstring and begins
        if token.type not in _QUIET:
            before = token.type


def content(string: str) -> tuple[str, int]:
    """What is within the quotes of a string, or after the # of a comment, and where it begins."""
    found = _STRING.fullmatch(string)
    return (
        (string.lstrip("#"), len(string) - len(string.lstrip("#"))) if found is None else (found[2], found.start(2))
    )


def without_examples(text: str) -> str:
    """The text with blanks in place of what is to be typed into Python: numbers there are numbers."""
    return _EXAMPLE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def owners_in(tree: ast.AST, above: str = "") -> Iterator[tuple[int, int, str]]:
    """First line, last line and name of every function, class and table of constants; inner ones later."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{above}.{node.name}" if above else node.name
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            yield first, node.end_lineno or first, name
            yield from owners_in(node, name)
            continue
        if isinstance(node, ast.Assign | ast.AnnAssign) and not above:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name):
                yield node.lineno, node.end_lineno or node.lineno, target.id
        yield from owners_in(node, above)


def owner_of(line: int, owners: list[tuple[int, int, str]]) -> str:
    return next((name for first, last, name in reversed(owners) if first <= line <= last), "")


def in_table(text: str, ids: Set[str], known: Set[str]) -> Iterator[tuple[int, str, str, bool]]:
    """The same of a file with numbers: the name is that of the table."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = _TABLE.match(line)
        if header is not None:
            table = f"[{header[1]}]"
        comment = _COMMENT.match(line)
        for body in [*_RULE.findall(line), *([comment[1]] if comment else [])]:
            for _, id, _ in named_in(body, known, body in ids):
                yield number, id, table, False


def shown(path: Path) -> str:
    """A file as it is named to people, from the top of the source tree."""
    return path.relative_to(SOURCE).as_posix() if path.is_relative_to(SOURCE) else str(path)


# Tests -------------------------------------------------------------------------------------------


def proved_by_tests(key: str) -> Places:
    """The tests of a system by the rules that they prove."""
    return _proved_by_tests(tests_of(key))


@cache
def _proved_by_tests(folder: Path) -> Places:
    found: Places = {}
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for cited in _CITED.finditer(text):
            test = _TEST.search(text, cited.end())
            if test is None:
                continue
            line = text.count("\n", 0, test.start(1)) + 1
            for id in _ID.findall(cited[1]):
                found.setdefault(id, []).append(Place(shown(path), line, test[1]))
    return found
