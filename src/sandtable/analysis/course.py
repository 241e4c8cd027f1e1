"""The course of a finished battle: its journal played again, and how it stood after every choice."""

from collections.abc import Iterator

import msgspec

from sandtable.analysis.findings import AnalysisError, Point
from sandtable.analysis.judging import Judge
from sandtable.analysis.moments import retold
from sandtable.bots.planning import stage_of
from sandtable.table.decision import SETTLE
from sandtable.table.journal import JournalError, Loaded, RecordedChance, replay, scenario_of
from sandtable.table.journal.record import Entry
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem
from sandtable.table.view import LogLine
from sandtable.table.wishes import WISH

HEAD = 2  # lines of a journal before its first choice
CAME = 3  # sentences about a throw

NOT_OVER = "A battle can be analysed when it is over: an analysis tells every secret."


class Watched(RecordedChance):
    """The dice of a journal; it remembers what each was for."""

    __slots__ = ("reasons",)

    def __init__(self) -> None:
        super().__init__()
        self.reasons: list[str] = []

    def roll(self, sides: int, why: str) -> int:
        del self.reasons[len(self.drawn) :]  # what was taken back is drawn again
        self.reasons.append(why)
        return super().roll(sides, why)


class Course:
    """A finished battle that can be played again from its start."""

    def __init__(self, loaded: Loaded, system: AnySystem) -> None:
        """AnalysisError: it is not over, or the rules of today play it otherwise."""
        if loaded.end is None:
            raise AnalysisError(NOT_OVER)
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
        self._reasons: dict[int, list[str]] = {}  # what was drawn for, by the state that a choice led to
        self.judge = Judge(system, found.play)
        self.seats, self.sides, self.side_of = self.judge.seats, self.judge.sides, self.judge.side_of

    def plays(self) -> Iterator[tuple[AnyPlay, Entry | None]]:
        """The game before every choice that stands, with that choice; last as it ended: one game, going on."""
        chance = Watched()
        chance.known = self._drawn.copy()
        play: AnyPlay = Play(self.system, self.system.rules.new(scenario_of(self.system, self.loaded.header)), chance)
        for move in self.moves:
            yield play, move
            drawn = len(chance.drawn)
            play.choose(move.choice, move.seat)
            self._reasons[state_of(move)] = chance.reasons[drawn:]
        yield play, None

    def reasons(self, state: int) -> list[str]:
        """What was drawn for after the choice that led to a state; known when it has been played once."""
        return self._reasons.get(state, [])

    def chance(self, play: AnyPlay) -> float:
        """How likely the first side is to win, by what all seats together know."""
        return self.judge.chance(play)

    def score(self, winner: str | None) -> float:
        return self.judge.score(winner)

    def came_of(self, play: AnyPlay, move: Entry) -> tuple[str, ...]:
        """What came of a choice that is about to be made, in a few sentences: losses before all else."""
        told = self._lines(play)
        chance = RecordedChance()
        twin = retold(play, chance)
        chance.known = [*chance.drawn, *move.draws]
        twin.choose(move.choice, move.seat)
        last = told[-1].number if told else 0
        lines = [line for line in self._lines(twin) if line.number > last and line.tone != "turn"]
        lost = [line.text for line in lines if line.shows == "lost"]
        bad = [line.text for line in lines if line.tone == "bad"]
        thrown = [line.text for line in lines if line.dice or line.tone == "impulse"]
        return tuple(list(dict.fromkeys(lost or bad or thrown))[:CAME])

    def _lines(self, play: AnyPlay) -> tuple[LogLine, ...]:
        return tuple(self.system.shown.view(play, self.seats[0]).log)

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
    stage, before = "", 0
    for play, move in course.plays():
        turn = course.system.rules.turn(play.battle)
        now = stage_of(course.system, play) if play.quiet and play.decision is not None else stage
        mark = "turn" if turn != before else "activation" if now != stage else ""
        stage, before = now, turn
        chance = course.score(course.end.winner) if move is None else course.chance(play)
        points.append(Point(state, turn, seat, label, chance, mark=mark))
        if move is not None:
            state, seat, label = state_of(move), move.seat, course.label(play, move)
    return points
