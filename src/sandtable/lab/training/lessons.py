"""What battles teach: who won, and how it stood at some moments of each.

Battles are looked at again from their choices. So another way to count how a side stands asks for no other battles.
"""

from collections.abc import Sequence
from functools import partial

import msgspec

from sandtable.lab.experiment import LabError
from sandtable.lab.training.games import Game, Series, Told, begun
from sandtable.lab.training.pool import Pool
from sandtable.table.outlook import Standing
from sandtable.table.play import AnyPlay
from sandtable.table.system import AnySystem, systems

MOST = 32  # moments noted of a battle; half as many at least, if it is long


class Course(msgspec.Struct, frozen=True):
    """What is learnt: what tells who will win, and where."""

    system: str
    signs: tuple[str, ...]
    scenarios: dict[str, str]  # by id: the digest


class Moment(msgspec.Struct, frozen=True, array_like=True):
    """How it stood for the seat that was asked."""

    choices: int  # before it
    first: bool
    elapsed: float
    prospect: float
    values: tuple[float, ...]


class Lesson(msgspec.Struct, frozen=True):
    """One battle."""

    seed: int
    scenario: str
    player: str
    score: float  # of the first side: 1 won, 0 lost, a half for a draw
    choices: int
    clear: int  # choices before this one may be errors, and are not noted
    moments: tuple[Moment, ...]


def course_of(series: Series) -> Course:
    """What the mind of a game names, in the scenarios of a series."""
    system: AnySystem = systems()[series.system]
    if not system.thinks.signs:
        raise LabError(f"{system.title} names nothing that tells who will win.")
    return Course(series.system, system.thinks.signs, series.scenarios)


def lesson_of(series: Series, game: Game) -> Lesson:
    """Play a battle again and note how it stood, from where nobody erred any more."""
    play = begun(series, game.seed)
    notes = Notes()
    for place, (seat, choice) in enumerate(game.moves):
        if place >= game.clear:
            notes.note(play, seat)
        play.choose(choice, seat)
    return Lesson(
        game.seed, game.scenario, game.player, game.score, len(game.moves), game.clear, tuple(notes.moments)
    )


def lessons_of(series: Series, games: Sequence[Game], told: Told, workers: int = 1) -> list[Lesson]:
    """The lessons of some battles, in their order."""
    found = []
    with Pool(workers if len(games) > 1 else 1) as pool:
        for lesson in pool.each(partial(lesson_of, series), games):
            found.append(lesson)
            told(len(found), len(games))
    return found


class Notes:
    """Notes every so many choices, and more seldom the longer the battle lasts."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self._stride = 1
        self._count = 0

    def note(self, play: AnyPlay, seat: str) -> None:
        self._count += 1
        if self._count % self._stride:
            return
        mind = play.system.thinks
        standing = mind.standing(play.battle, seat)
        assert standing is not None
        self.moments.append(moment_of(standing, len(play.history), mind.prospect(play.battle, seat)))
        if len(self.moments) > MOST:
            self.moments = self.moments[1::2]
            self._stride *= 2


def moment_of(standing: Standing, choices: int, prospect: float) -> Moment:
    values = tuple([round(value, 5) for value in standing.values])
    return Moment(choices, standing.first, round(standing.elapsed, 4), round(prospect, 4), values)
