"""Any moment of a battle again: its journal played on from the nearest copy that was kept."""

from collections import OrderedDict
from collections.abc import Sequence

from sandtable.analysis.findings import AnalysisError
from sandtable.table.chance import Chance
from sandtable.table.journal import Loaded, RecordedChance, scenario_of
from sandtable.table.journal.record import Entry
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem

EVERY = 25  # choices between two copies
KEPT = 80  # copies


class Moments:
    """The moments of one battle, counted as the server does: a state for each line after the opening."""

    def __init__(self, loaded: Loaded, system: AnySystem) -> None:
        self.system = system
        self.entries = loaded.entries
        chance = RecordedChance()
        chance.known = list(loaded.opening or ())
        self._first: AnyPlay = Play(system, system.rules.new(scenario_of(system, loaded.header)), chance)
        self._kept: OrderedDict[int, AnyPlay] = OrderedDict()  # by the line of the last choice that stands there

    @property
    def last(self) -> int:
        """The state at the end."""
        return len(self.entries)

    def at(self, state: int) -> AnyPlay:
        """The game in a state, to fork; the caller changes nothing in it. AnalysisError: there is no such state."""
        if not 0 <= state <= self.last:
            raise AnalysisError(f"The battle has no moment {state}.")
        moves = standing(self.entries[:state])
        for length in range(len(moves), 0, -1):
            found = self._kept.get(moves[length - 1].line)
            if found is not None:
                self._kept.move_to_end(moves[length - 1].line)
                return self._go_on(found, moves, length)
        return self._go_on(self._first, moves, 0)

    def _go_on(self, start: AnyPlay, moves: Sequence[Entry], done: int) -> AnyPlay:
        if done == len(moves):
            return start
        chance = RecordedChance()
        play = retold(start, chance)
        chance.known = [*chance.drawn, *(draw for move in moves[done:] for draw in move.draws)]
        for number, move in enumerate(moves[done:], done + 1):
            play.choose(move.choice, move.seat)
            if number % EVERY == 0 and number < len(moves):
                self._keep(move.line, retold(play, RecordedChance()))
        self._keep(moves[-1].line, play)
        return play

    def _keep(self, line: int, play: AnyPlay) -> None:
        self._kept[line] = play
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def retold(play: AnyPlay, chance: Chance, seat: str = "") -> AnyPlay:
    """A fork that knows what was told before."""
    twin = play.fork(chance, seat)
    twin.log = play.log.copy()
    return twin


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """The choices that stand after these lines."""
    found: list[Entry] = []
    for entry in entries:
        if entry.undo:
            found.pop()
        else:
            found.append(entry)
    return found
