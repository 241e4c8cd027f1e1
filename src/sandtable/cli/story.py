"""A battle told as it goes: what happened in sentences, and the map at each turn."""

import textwrap
from collections.abc import Iterator

from rich.console import Console
from rich.rule import Rule

from sandtable.table.play import AnyPlay
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.system import AnySystem
from sandtable.table.telling import turn_of
from sandtable.table.view import LogLine, View
from sandtable.terminal.panels import goal_lines, goes_on, header, log_line, merged, names, status
from sandtable.terminal.screen import board_text, map_height, write

LOW = 40  # lines; in a terminal lower than this some of what lies beside the map is left out
PROSE = 100  # characters of a line of prose


class Story:
    """Tells each event once, for one seat or a spectator."""

    def __init__(self, system: AnySystem, console: Console, seat: str = "", maps: bool = True) -> None:
        self.system = system
        self.console = console
        self.seat = seat
        self.maps = maps  # draw the map when a turn begins
        self.told = 0  # number of the last event told
        self.turn = 0
        self.drawn: object = None  # what the table looked like when it was drawn last, for a human
        self.held: list[LogLine] = []  # the steps of a move that may go on

    def skip(self, play: AnyPlay) -> None:
        """Take what has happened so far as told."""
        view = self.view(play)
        self.told = view.log[-1].number if view.log else 0
        self.turn = view.turn

    def view(self, play: AnyPlay) -> View:
        view: View = self.system.shown.view(play, self.seat)
        return view

    def tell(self, play: AnyPlay, more: bool = False) -> None:
        """What is new since the last time. Each turn has a heading, and the map when it has begun.

        `more` will be told at once: a move that may go on is held back, to be told as one.
        """
        view = self.view(play)
        begins = self.turn != view.turn and self.turn > 0
        fresh = [line for line in view.log if line.number > self.told]
        turns = turns_begun(play, fresh)
        for line in fresh:
            self.told = line.number
            if self.held and not goes_on(self.held[-1], line):
                self.tell_held()
            if line.kind == "turn":
                self.head(view, next(turns))
                begins = True
            if line.kind == "moved":
                self.held.append(line)
            else:
                write(self.console, log_line(line))
        if not more or begins:
            self.tell_held()
        self.turn = view.turn
        if begins and self.maps and view.result is None:
            self.draw(view)

    def tell_held(self) -> None:
        for line in merged(self.held):
            write(self.console, log_line(line))
        self.held = []

    def head(self, view: View, turn: int) -> None:
        write(self.console, "")
        self.console.print(Rule(f"{view.title}: {turn_of(turn, view.turns)}", characters="-"))

    def draw(self, view: View) -> int:
        """The board, and what lies beside it; how many lines that is."""
        board = board_text(view, self.console.width, height=map_height(self.console))
        write(self.console, board)
        beside = status(view, self.console.is_terminal and self.console.height < LOW)
        if beside.plain:
            write(self.console, beside)
        return sum(part.plain.count("\n") + 1 for part in (board, beside) if part.plain)

    def end(self, play: AnyPlay) -> None:
        """The field as it was left, and who won."""
        view = self.view(play)
        if self.maps:
            write(self.console, "")
            self.draw(view)
        write(self.console, header(view))


def turns_begun(play: AnyPlay, fresh: list[LogLine]) -> Iterator[int]:
    """The numbers of the turns that begin in these last lines: a turn in which nobody is asked passes at once."""
    lines = sum(line.kind == "turn" for line in fresh)
    return iter([event.value for event in play.log if event.kind == "turn"][-lines:] if lines else [])


def briefing(view: View, info: ScenarioInfo, width: int, whole: bool = False) -> str:
    """What the battle is about: the first sentence of its story or all of it, the goals, the special rules."""
    story = info.background.strip()
    if not whole:
        first, stop, _ = story.partition(". ")
        story = first + "." if stop else story
    opening = f"{info.date}. {story}" if info.date and story else story or info.date
    width = min(width, PROSE)
    return "\n".join(textwrap.fill(text, width) for text in (opening, *goal_lines(view)) if text)


def how_it_ended(view: View) -> str:
    """One sentence."""
    result = view.result
    if result is None:
        return "The battle is not over."
    name = names(view).get(result.winner, result.winner) if result.winner else ""
    several = name.endswith("s") and not name.endswith("is")  # the Allies, not the Axis
    who = f"{name} {'win' if several else 'wins'}" if name else "A draw"
    return f"{who}: {result.reason} (rule {result.rule})."


def told_seats(seats: dict[str, str]) -> str:
    """Who plays whom: german (human) against soviet (greedy)."""
    return " against ".join(f"{side} ({player})" for side, player in seats.items())
