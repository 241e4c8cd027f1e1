"""`sandtable games`: what can be played."""

import sys
from pathlib import Path

from rich.table import Table

from sandtable.cli.output import console, json_line
from sandtable.cli.words import all_scenarios
from sandtable.content.folders import own_folders, toml_files
from sandtable.table.system import ScenarioInfo, systems


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
            }
            print(json_line(line))
    else:
        console().print(as_table(infos))
    listed = {Path(info.file).resolve() for info in infos if info.file}
    for path in toml_files(own_folders()):
        if path.resolve() not in listed:
            print(f"{path} is left out; `sandtable check {path}` says why.", file=sys.stderr, flush=True)


def as_table(infos: list[ScenarioInfo]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("Scenario", "Name", "Game", "Sides", "Turns", "Date"):
        table.add_column(column, justify="right" if column == "Turns" else "left", no_wrap=column == "Scenario")
    slugs = [info.id.partition("/")[2] for info in infos]
    for info, slug in zip(infos, slugs, strict=True):
        id = info.id if slugs.count(slug) > 1 else slug
        game = systems()[info.system].title
        table.add_row(id, info.name, game, " / ".join(info.sides), str(info.turns or ""), info.date)
    return table
