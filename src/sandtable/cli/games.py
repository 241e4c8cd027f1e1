"""`sandtable games`: what can be played."""

import sys
from pathlib import Path

from rich.table import Table

from sandtable.cli.output import console, json_line
from sandtable.cli.words import all_scenarios
from sandtable.content.folders import own_folders, toml_files
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.system import systems


def games(as_json: bool) -> None:
    """List all scenarios, and say which files of the user's are left out."""
    infos = all_scenarios()
    if as_json:
        for info in infos:
            line = {
                "id": info.id,
                "system": info.system,
                "name": info.name,
                "sides": info.sides,
                "turns": info.turns,
                "balance": info.balance,
            }
            print(json_line(line))
    else:
        console().print(as_table(infos))
    listed = {Path(info.file).resolve() for info in infos if info.file}
    for path in toml_files(own_folders()):
        if path.resolve() not in listed:
            print(f"{path} was left out; `sandtable check {path}` says why.", file=sys.stderr, flush=True)


def as_table(infos: list[ScenarioInfo]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("Scenario", "Name", "Game", "Sides", "Won, %", "Turns", "Date"):
        right = column in ("Won, %", "Turns")
        table.add_column(column, justify="right" if right else "left", no_wrap=right or column == "Scenario")
    slugs = [info.id.partition("/")[2] for info in infos]
    for info, slug in zip(infos, slugs, strict=True):
        id = info.id if slugs.count(slug) > 1 else slug
        game = systems()[info.system].title
        sides = " / ".join(info.sides)
        table.add_row(id, info.name, game, sides, won(info), str(info.turns or ""), info.date)
    measured = {f"{each.level} against itself, {each.games} games" for info in infos if (each := info.balance)}
    if measured:
        table.caption = f"Won, %: the share of each side, measured with {' or '.join(sorted(measured))}."
    return table


def won(info: ScenarioInfo) -> str:
    """How many of a hundred battles each side wins: "54 / 43"; nothing where it has not been measured."""
    balance = info.balance
    if balance is None:
        return ""
    return " / ".join(f"{100 * balance.wins.get(side, 0) / balance.games:.0f}" for side in info.sides)
