"""`sandtable rules`: a rule in our own words, its ruling, the code that names it and the tests that prove it."""

import textwrap

from rich.text import Text

from sandtable.cli.citations import Place, chapters_of, named_by_code, proved_by_tests, tests_of
from sandtable.cli.output import console, count
from sandtable.cli.words import Wrong, find_rule, find_system
from sandtable.table.shelf import RuleText
from sandtable.table.system import AnySystem
from sandtable.terminal.screen import write

SOURCES = {
    "book": "the book",
    "found": "publicly known about the full rules, not in the book",
    "design": "our own design; the book mentions it but does not contain it",
}
WIDTH = 100  # characters of a line of prose


def rules(key: str, id: str, uncited: bool = False) -> None:
    """List the rules of a system or of a chapter, or show one; or list those that no code names."""
    system = find_system(key)
    all_rules = system.shelf.rules()
    prefix = id.strip().lower().rstrip(".")
    chapter = [rule for rule in all_rules.values() if rule.id.lower().startswith(prefix + ".")]
    found = [rule for rule in all_rules.values() if rule.id.lower() == prefix]
    if uncited:
        list_uncited(system, [*found, *chapter] if prefix else list(all_rules.values()))
    elif not prefix:
        listed(list(all_rules.values()))
    elif chapter and not found:
        listed(chapter)
        name = chapter[0].id[: len(prefix)]
        if name in named_by_code(system.key, all_rules):
            print_code(system, name)
    else:
        show(system, find_rule(system, prefix if found else id))
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
        print(textwrap.fill(rule.ruling, width))
    print(f"Source: {SOURCES.get(rule.source, rule.source)} ({system.title}).")
    print_code(system, rule.id)
    if not tests_of(system.key).is_dir():
        print("Tests: not installed with this copy; they come with the source.")
        return
    found = proved_by_tests(system.key).get(rule.id, [])
    print("Proved by:" if found else "Proved by: no test cites this rule.")
    print_places(found)


def print_code(system: AnySystem, id: str) -> None:
    """Where the code names a rule; if it does not, where it names the chapter."""
    named = named_by_code(system.key, system.shelf.rules())
    above = next((each for each in [id, *chapters_of(id)] if each in named), "")
    if above == id:
        print("Code:")
    else:
        print(f"Code: only its chapter is named, {above}:" if above else "Code: no code names this rule.")
    print_places(named.get(above, []))


def print_places(found: list[Place]) -> None:
    for place in found:
        print(f"  {place.file}:{place.line}  {place.name}".rstrip())


def list_uncited(system: AnySystem, wanted: list[RuleText]) -> None:
    """The rules that no code names, each with the chapter that it does name."""
    if not wanted:
        raise Wrong(f"There is no such rule or chapter; `sandtable rules {system.key}` lists them.")
    named = named_by_code(system.key, system.shelf.rules())
    found = [rule for rule in wanted if rule.id not in named]
    widest = max([len(rule.id) for rule in found], default=0)
    out = console()
    chapters = 0
    for rule in found:
        above = next((each for each in chapters_of(rule.id) if each in named), "")
        chapters += bool(above)
        line = Text(rule.id.ljust(widest + 2), "bold")
        line.append(rule.title, "not bold")
        line.append(f"  (only {above})" if above else "", "yellow")
        write(out, line)
    print(f"{len(found)} of {count(len(wanted), 'rule')} {'is' if len(found) == 1 else 'are'} named by no code.")
    if chapters:
        print(f"Of {chapters} of them it names the chapter.")
