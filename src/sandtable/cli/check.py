"""`sandtable check`: everything that is wrong with a scenario or a map, or what it looks like."""

from pathlib import Path
from typing import Any

from sandtable.cli.output import console, count
from sandtable.cli.words import existing_file
from sandtable.content.folders import MAP_END
from sandtable.systems.nations_at_war import load
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.system import System, systems
from sandtable.table.view import HexBoard, View
from sandtable.terminal.screen import board_text, write


def check(path: Path) -> None:
    """Raises ContentError with all problems; otherwise says what is in the file."""
    existing_file(path)
    # A file does not say which game it is for. As long as there is one, it is that one.
    system = systems()["nations_at_war"]
    if path.name.endswith(MAP_END):
        board = load.load_map(path.name.removesuffix(MAP_END), path.parent)
        print(f"{path} is a map of {system.title}: {board.name}, {board.columns} by {board.rows} hexes.")
        return
    summary(path, system, load.load_scenario(path))


def summary(path: Path, system: System, scenario: Any) -> None:
    """A scenario that can be played, and its ground."""
    out = console()
    play = Play(system, system.new(scenario), SampledChance(1))
    view: View = system.view(play, "")
    print(f"{path} is a scenario of {system.title}: {view.title}, {view.turns} turns.")
    for seat in view.seats:
        own = [piece for piece in view.pieces if piece.side == seat.side]
        groups = [group for group in view.groups if group.side == seat.side]
        units = sum(1 for piece in own if not piece.minor)
        names = ", ".join(f"{group.name} ({group.text})" for group in groups)
        print(f"  {seat.name}: {count(units, 'unit')} in {count(len(groups), 'formation')}: {names}")
    for goal in view.goals:
        print(f"  Goal: {goal}")
    if isinstance(view.board, HexBoard):
        write(out, board_text(view, out.width))
    folder = f" --scenarios {path.parent}" if str(path.parent) != "." else " --scenarios ."
    print(f"Play it: sandtable play {scenario.id.partition('/')[2]}{folder}")
