"""`sandtable check`: everything that is wrong with a scenario or a map, or what it looks like."""

from pathlib import Path
from typing import Any

import typer

from sandtable.cli.output import console, count, json_line
from sandtable.cli.words import existing_file
from sandtable.content.folders import MAP_END, own_folders
from sandtable.content.located import located, texts_of
from sandtable.content.problems import ContentError, Problem
from sandtable.content.shelf import ScenarioFile, hidden_by
from sandtable.table.battle import Scenario
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.system import AnySystem, systems
from sandtable.table.view import HexBoard, View
from sandtable.terminal.screen import board_text, write
from sandtable.terminal.sketch import sketch


def check_for_programs(path: Path) -> None:
    """The problems of a file as one JSON object; exit 1 if there are any."""
    existing_file(path)
    found: list[Problem] = []
    try:
        opened(path)
    except ContentError as error:
        found = error.problems
    print(json_line({"file": str(path), "problems": located(found, texts_of(found))}))
    if found:
        raise typer.Exit(1)


def opened(path: Path) -> tuple[AnySystem, Any]:
    """The game of a file, and its scenario; None for a map, in words. ContentError with all problems."""
    file = ScenarioFile(path)
    if file.named and file.named not in systems():
        file.problems.unknown("system", "game system", file.named, systems())
        raise ContentError(file.problems.found)
    system = systems()[file.system]
    is_map = path.name.endswith(MAP_END)
    return system, system.shelf.describe_map(path) if is_map else system.shelf.load(path)


def check(path: Path) -> None:
    """Raises ContentError with all problems; otherwise says what is in the file."""
    existing_file(path)
    file = ScenarioFile(path)  # a map says in the same way which game it is for
    system, found = opened(path)
    if path.name.endswith(MAP_END):
        print(f"{path} is a map of {system.title}: {found}.")
        return
    summary(path, system, found)
    instead = hidden_by(path, folders_with(path))
    if instead is not None:
        print(f"It is hidden by {instead}, which has the same name: rename one of them to play it.")
        return
    folder = f" --scenarios {path.parent}" if str(path.parent) != "." else " --scenarios ."
    print(f"Play it: sandtable play {file.slug}{folder}")


def folders_with(path: Path) -> list[Path]:
    """The user's folders; the one of a file first, if he did not name it."""
    folders = [folder for folder in own_folders() if folder.is_dir()]
    named = any(folder.resolve() == path.parent.resolve() for folder in folders)
    return folders if named else [path.parent, *folders]


def summary(path: Path, system: AnySystem, scenario: Scenario) -> None:
    """A scenario that can be played, its forces, and its ground."""
    out = console()
    play = Play(system, system.rules.new(scenario), SampledChance(1))
    view: View = system.shown.view(play, "")
    print(f"{path} is a scenario of {system.title}: {view.title}{f', {view.turns} turns' if view.turns else ''}.")
    for seat in view.seats:
        own = [piece for piece in view.pieces if piece.side == seat.side]
        groups = [group for group in view.groups if group.side == seat.side]
        if not own:
            print(f"  {seat.name}: the forces are chosen when the battle begins")
            continue
        names = ", ".join(f"{group.name} ({group.text})" for group in groups)
        print(f"  {seat.name}: {count(len(own), 'piece')} in {count(len(groups), 'group')}: {names}")
    for goal in view.goals:
        print(f"  Goal: {goal}")
    if isinstance(view.board, HexBoard):
        write(out, board_text(view, out.width))
    elif view.board is not None:
        write(out, sketch(view))
