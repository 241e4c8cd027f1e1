"""The course of a finished battle: its journal played again, and how it stood after every choice."""

from collections.abc import Iterator

import msgspec

from sandtable.analysis.findings import AnalysisError, Point
from sandtable.table.decision import SETTLE
from sandtable.table.journal import JournalError, Loaded, RecordedChance, replay, scenario_of
from sandtable.table.journal.record import Entry
from sandtable.table.outlook import chance_of
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem
from sandtable.table.wishes import WISH

HEAD = 2  # lines of a journal before its first choice

NOT_OVER = "A battle can be analysed when it is over: an analysis tells every secret."


class Course:
    """A finished battle that can be played again from its start."""

    def __init__(self, loaded: Loaded, system: AnySystem) -> None:
        """AnalysisError: it is not over, or the rules of today play it otherwise."""
        if loaded.end is None:
            raise AnalysisError(NOT_OVER)
        if system.mind is None:
            raise AnalysisError(f"{system.title} has no mind that could judge a battle.")
        self.loaded = loaded
        self.system = system
        self.end = loaded.end
        self.moves: tuple[Entry, ...] = tuple(loaded.moves)
        try:
            found = replay(msgspec.structs.replace(loaded, entries=self.moves), system)
        except JournalError as error:
            raise AnalysisError(f"The battle cannot be played again. {error}") from error
        if found.line:
            raise AnalysisError(found.notice)
        self._drawn = found.play.chance.drawn.copy()
        battle = found.play.battle
        self.seats = system.rules.seats(battle)
        sides = list(dict.fromkeys([system.rules.side(battle, seat) for seat in self.seats]))
        if len(sides) != 2:
            raise AnalysisError("A battle of other than two sides cannot be analysed yet.")
        self.sides = (sides[0], sides[1])
        self.side_of = {seat: sides.index(system.rules.side(battle, seat)) for seat in self.seats}

    def plays(self) -> Iterator[tuple[AnyPlay, Entry | None]]:
        """The game before every choice that stands, with that choice; last as it ended: one game, going on."""
        chance = RecordedChance()
        chance.known = self._drawn.copy()
        play: AnyPlay = Play(self.system, self.system.rules.new(scenario_of(self.system, self.loaded.header)), chance)
        for move in self.moves:
            yield play, move
            play.choose(move.choice, move.seat)
        yield play, None

    def chance(self, play: AnyPlay) -> float:
        """How likely the first side is to win, by what all seats together know."""
        if play.result is not None:
            return self.score(play.result.winner)
        mind = self.system.thinks
        odds: tuple[list[float], list[float]] = ([], [])
        for seat, side in self.side_of.items():
            odds[side].append(mind.log_odds(play.battle, seat))
        return chance_of((sum(odds[0]) / len(odds[0]) - sum(odds[1]) / len(odds[1])) / 2)

    def score(self, winner: str | None) -> float:
        return 0.5 if winner is None else float(winner == self.sides[0])

    def label(self, play: AnyPlay, move: Entry) -> str:
        """A choice in words, said before it is made."""
        if move.choice.do == SETTLE:
            return f"{self.end.reason[:1].upper()}{self.end.reason[1:]}"
        decision = play.decision_for(move.seat)
        if decision is None or move.choice.do == WISH:
            return ""
        return self.system.shown.label(play.battle, decision, move.choice)


def state_of(move: Entry) -> int:
    """The state that a choice led to."""
    return move.line - HEAD


def curve(course: Course) -> list[Point]:
    """How it stood after every choice; the end is what came of it."""
    points: list[Point] = []
    state, seat, label = 0, "", ""
    for play, move in course.plays():
        turn = course.system.rules.turn(play.battle)
        chance = course.score(course.end.winner) if move is None else course.chance(play)
        points.append(Point(state, turn, seat, label, chance))
        if move is not None:
            state, seat, label = state_of(move), move.seat, course.label(play, move)
    return points
