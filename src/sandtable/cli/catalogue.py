"""`sandtable catalogue`: what a scenario may name."""

from rich.table import Table

from sandtable.cli.output import console, json_line
from sandtable.cli.words import find_system, unknown
from sandtable.table.shelf import Catalogue, Entry, Figure

SHOWN = 5  # words of a kind in the overview


def catalogue(key: str, kind: str, as_json: bool) -> None:
    """One kind of things with their numbers; all kinds in short if none is named."""
    system = find_system(key)
    found = system.shelf.catalogue()
    kind = kind.lower()
    if kind and kind not in found:
        raise unknown(f"kind of thing in {system.title}", kind, found)
    if as_json:
        for each in [kind] if kind else found:
            for entry in found[each]:
                line = {"kind": each, "word": entry.word, "name": entry.name, "figures": entry.figures}
                print(json_line(line))
    elif kind:
        console().print(with_figures(found[kind]))
    else:
        console().print(overview(found))
        print(f"`sandtable catalogue {system.key} KIND` lists one kind with its main numbers.")


def overview(found: Catalogue) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Kind")
    table.add_column("Number", justify="right")
    table.add_column("In a scenario file")
    for kind, entries in found.items():
        words = ", ".join(entry.word for entry in entries[:SHOWN])
        table.add_row(kind, str(len(entries)), words + (" …" if len(entries) > SHOWN else ""))
    return table


def with_figures(entries: list[Entry]) -> Table:
    """The word that a scenario writes, what the thing is called, its numbers."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Write", no_wrap=True)
    named = any(entry.name for entry in entries)
    if named:
        table.add_column("Name")
    columns = list(dict.fromkeys(column for entry in entries for column in entry.figures))
    for column in columns:
        whole = all(type(entry.figures.get(column)) is int for entry in entries)
        table.add_column(column, justify="right" if whole else "left")
    for entry in entries:
        cells = [shown(entry.figures.get(column, "")) for column in columns]
        table.add_row(entry.word, *([entry.name] if named else []), *cells)
    return table


def shown(figure: Figure) -> str:
    if isinstance(figure, bool):
        return "yes" if figure else ""
    return str(figure)
