"""`sandtable rules`: a rule in our own words, its ruling, and the tests that prove it."""

import re
import textwrap
from functools import cache
from pathlib import Path

import msgspec
from rich.text import Text

import sandtable
from sandtable.cli.output import console
from sandtable.cli.words import find_rule, find_system
from sandtable.table.shelf import RuleText
from sandtable.table.system import AnySystem
from sandtable.terminal.asking import ruling_text
from sandtable.terminal.screen import write

SOURCES = {
    "book": "the book",
    "found": "publicly known of the full rules, not in the book",
    "design": "our own design; the book names it and does not contain it",
}
WIDTH = 100  # characters of a line of prose

CITED = re.compile(r"^[ \t]*@rule\(([^)]*)\)", re.MULTILINE)
NAMED = re.compile(r"^[ \t]*(?:async )?(?:def|class) (\w+)", re.MULTILINE)
WORD = re.compile(r"""["']([^"']+)["']""")


class Proof(msgspec.Struct, frozen=True):
    """A test that cites a rule."""

    file: str
    line: int
    name: str


def rules(key: str, id: str) -> None:
    """List the rules of a system or of a chapter, or show one."""
    system = find_system(key)
    all_rules = system.shelf.rules()
    prefix = id.strip().lower().rstrip(".")
    if not prefix:
        listed(list(all_rules.values()))
        return
    chapter = [rule for rule in all_rules.values() if rule.id.lower().startswith(prefix + ".")]
    exact = any(rule.id.lower() == prefix for rule in all_rules.values())
    if chapter and not exact:
        listed(chapter)
        return
    show(system, find_rule(system, prefix if exact else id))
    if chapter:
        print("\nParts:")
        listed(chapter)


def listed(found: list[RuleText]) -> None:
    out = console()
    widest = max(len(rule.id) for rule in found)
    for rule in found:
        line = Text(rule.id.ljust(widest + 2), "bold")
        line.append(rule.title, "not bold")
        line.append(" *" if rule.ruling else "", "yellow")
        write(out, line)
    if any(rule.ruling for rule in found):
        print("* with a ruling")


def show(system: AnySystem, rule: RuleText) -> None:
    """Everything about one rule."""
    out = console()
    width = min(out.width, WIDTH)
    write(out, Text(f"{rule.id}  {rule.title}", "bold"))
    print(textwrap.fill(rule.text, width))
    for example in rule.examples:
        print(textwrap.fill(f"Example: {example}", width, initial_indent="  ", subsequent_indent="  "))
    if rule.ruling:
        write(out, Text("Ruling", "bold yellow"))
        print(textwrap.fill(ruling_text(rule), width))
    print(f"Source: {SOURCES.get(rule.source, rule.source)} ({system.title}).")
    folder = folder_of_tests(system.key)
    if not folder.is_dir():
        print("Tests: not installed with this copy; they come with the source.")
        return
    found = proofs(folder).get(rule.id, [])
    print("Proved by:" if found else "Proved by: no test cites this rule.")
    for proof in found:
        print(f"  {proof.file}:{proof.line}  {proof.name}")


def folder_of_tests(key: str) -> Path:
    """Where the tests of a system lie in the source tree."""
    return Path(sandtable.__file__).parents[2] / "tests" / "systems" / key


@cache
def proofs(folder: Path) -> dict[str, list[Proof]]:
    """The tests of a folder by the rules that they cite."""
    found: dict[str, list[Proof]] = {}
    for path in sorted(folder.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        name = "/".join(path.parts[-4:])
        for cited in CITED.finditer(text):
            test = NAMED.search(text, cited.end())
            if test is None:
                continue
            line = text.count("\n", 0, test.start(1)) + 1
            for id in WORD.findall(cited[1]):
                found.setdefault(id, []).append(Proof(name, line, test[1]))
    return found
