"""A battle told as it goes: what happened in sentences, and the map at each turn."""

from rich.console import Console
from rich.rule import Rule

from sandtable.table.play import Play
from sandtable.table.system import System
from sandtable.table.view import View
from sandtable.terminal.panels import header, log_line, names, status
from sandtable.terminal.screen import board_text, write

LOW = 64  # lines; in a terminal lower than this the map is drawn small


class Story:
    """Tells each event once, for one seat or a spectator."""

    def __init__(self, system: System, console: Console, seat: str = "", maps: bool = True) -> None:
        self.system = system
        self.console = console
        self.seat = seat
        self.maps = maps  # draw the map when a turn begins
        self.told = 0  # number of the last event told
        self.turn = 0
        self.drawn: object = None  # what the table looked like when it was drawn last, for a human

    @property
    def compact(self) -> bool:
        return self.console.is_terminal and self.console.height < LOW

    def skip(self, play: Play) -> None:
        """Take what has happened so far as told."""
        view = self.view(play)
        self.told = view.log[-1].number if view.log else 0
        self.turn = view.turn

    def view(self, play: Play) -> View:
        view: View = self.system.view(play, self.seat)
        return view

    def tell(self, play: Play) -> None:
        """What is new since the last time. Each turn has a heading, and the map when it has begun."""
        view = self.view(play)
        begins = self.turn != view.turn and self.turn > 0
        for line in view.log:
            if line.number <= self.told:
                continue
            self.told = line.number
            if line.kind == "turn":
                self.head(view)
                begins = True
            write(self.console, log_line(line))
        self.turn = view.turn
        if begins and self.maps and view.result is None:
            self.draw(view)

    def head(self, view: View) -> None:
        write(self.console, "")
        self.console.print(Rule(f"{view.title}: turn {view.turn} of {view.turns}", characters="-"))

    def draw(self, view: View) -> None:
        """The board, and what lies beside it."""
        write(self.console, board_text(view, self.console.width, self.compact))
        beside = status(view)
        if beside.plain:
            write(self.console, beside)

    def end(self, play: Play) -> None:
        """The field as it was left, and who won."""
        view = self.view(play)
        if self.maps:
            write(self.console, "")
            self.draw(view)
        write(self.console, header(view))


def how_it_ended(view: View) -> str:
    """One sentence."""
    result = view.result
    if result is None:
        return "The battle is not over."
    who = f"{names(view).get(result.winner, result.winner)} wins" if result.winner else "A draw"
    return f"{who}: {result.reason} (rule {result.rule})."


def told_seats(seats: dict[str, str]) -> str:
    """Who plays whom: german (human) against soviet (greedy)."""
    return " against ".join(f"{side} ({player})" for side, player in seats.items())
