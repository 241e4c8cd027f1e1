"""Battles to learn from: who won, and how it stood at some moments of each.

In half of the lessons the players err for a while, each as often as the lot says, so that odd positions occur; what
is learnt comes from after that, when both play as well as they can. Proofs are battles without errors on other seeds.
"""

import multiprocessing
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import levels
from sandtable.bots.player import Seat
from sandtable.lab.battle import bot_seed
from sandtable.lab.experiment import LabError
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.outlook import Standing
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem, systems

PLAYERS = (("tactician", 1),)  # and how often each is drawn
MOST = 32  # moments noted of a battle; half as many at least, if it is long
ERRORS = (0.1, 0.3, 0.6)  # how often a player errs, by lot
LONG = 200  # choices of a battle of which nobody knows how many there are


class Course(msgspec.Struct, frozen=True):
    """What is to be learnt from: battle `i` has seed `first + i`, and the scenarios take turns."""

    system: str
    signs: tuple[str, ...]
    scenarios: dict[str, str]  # by id: the digest
    players: tuple[tuple[str, int], ...] = PLAYERS
    errors: bool = True


class Moment(msgspec.Struct, frozen=True, array_like=True):
    """How it stood for the seat that was asked."""

    choices: int  # before it
    first: bool
    elapsed: float
    prospect: float  # 0 in lessons
    values: tuple[float, ...]


class Lesson(msgspec.Struct, frozen=True):
    """One battle."""

    seed: int
    scenario: str
    player: str
    score: float  # of the first side: 1 won, 0 lost, a half for a draw
    choices: int
    moments: tuple[Moment, ...]


def course_of(system: AnySystem, errors: bool = True, players: tuple[tuple[str, int], ...] = PLAYERS) -> Course:
    """All scenarios of a game that are shipped or in the user's folders."""
    found = {info.id: system.shelf.find(info.id).digest for info in system.shelf.infos()}
    if not system.thinks.signs:
        raise LabError(f"{system.title} names nothing that tells who will win.")
    return Course(system.key, system.thinks.signs, found, players, errors)


def take_lesson(course: Course, seed: int) -> Lesson:
    """Play the battle of a seed and note how it stood."""
    system = systems()[course.system]
    ids = list(course.scenarios)
    scenario = system.shelf.find(ids[seed % len(ids)])
    lot = random.Random(f"lesson {seed}")
    player = lot.choices([name for name, _ in course.players], [often for _, often in course.players])[0]
    play: AnyPlay = Play(system, system.rules.new(scenario), SeededChance(seed_bytes(seed)))
    seats = system.rules.seats(play.battle)
    bots = {seat: levels.make(player, bot_seed(seed, seat)) for seat in seats}
    for bot in bots.values():
        bot.hurried = False
    astray = lot.randrange(LONG) if course.errors and lot.random() < 0.5 else 0
    rates = {seat: lot.choice(ERRORS) for seat in seats}
    notes = Notes(not course.errors)
    while play.decision is not None:
        name = play.asked()[0]
        seat = Seat(play, name)
        if len(play.history) >= astray:
            notes.note(play, name)
        if len(play.history) < astray and lot.random() < rates[name]:
            play.choose(lot.choice(seat.options()), name)
        else:
            play.choose(bots[name].choose(seat), name)
    assert play.result is not None
    first = system.rules.side(play.battle, seats[0])
    score = 0.5 if play.result.winner is None else float(play.result.winner == first)
    return Lesson(seed, scenario.id, player, score, len(play.history), tuple(notes.moments))


class Notes:
    """Notes every so many choices, and more seldom the longer the battle lasts."""

    def __init__(self, prospects: bool) -> None:
        self.moments: list[Moment] = []
        self._prospects = prospects  # they take long, and only a proof looks at them
        self._stride = 1
        self._count = 0

    def note(self, play: AnyPlay, seat: str) -> None:
        self._count += 1
        if self._count % self._stride:
            return
        mind = play.system.thinks
        standing = mind.standing(play.battle, seat)
        assert standing is not None
        prospect = mind.prospect(play.battle, seat) if self._prospects else 0.0
        self.moments.append(moment_of(standing, len(play.history), prospect))
        if len(self.moments) > MOST:
            self.moments = self.moments[1::2]
            self._stride *= 2


def moment_of(standing: Standing, choices: int, prospect: float) -> Moment:
    values = tuple([round(value, 5) for value in standing.values])
    return Moment(choices, standing.first, round(standing.elapsed, 4), round(prospect, 4), values)


# On disk -----------------------------------------------------------------------------------------


def read_lessons(path: Path, course: Course) -> dict[int, Lesson]:
    """What was learnt so far, by seed; a last line that was cut off is as if it had not been written."""
    if not path.exists():
        return {}
    head, *lines = path.read_bytes().split(b"\n")[:-1] or [b""]
    try:
        if msgspec.json.decode(head, type=Course) != course:
            raise LabError(f"{path} holds lessons of other rules, scenarios or players: choose another folder.")
        found = [msgspec.json.decode(line, type=Lesson) for line in lines]
    except msgspec.DecodeError as error:
        raise LabError(f"{path} holds no lessons: {error}.") from error
    return {lesson.seed: lesson for lesson in found}


def take_lessons(
    path: Path, course: Course, seeds: Sequence[int], told: Callable[[int, int], None], workers: int = 1
) -> list[Lesson]:
    """All lessons of these seeds: what the file has not is played, and is in the file before it counts."""
    path.parent.mkdir(parents=True, exist_ok=True)
    known = read_lessons(path, course)
    whole = path.read_bytes() if path.exists() else b""
    whole = whole[: whole.rfind(b"\n") + 1] or msgspec.json.encode(course) + b"\n"
    path.write_bytes(whole)
    todo = [seed for seed in seeds if seed not in known]
    told(len(seeds) - len(todo), len(seeds))
    with path.open("ab") as file:
        for number, lesson in enumerate(played(course, todo, workers), len(seeds) - len(todo) + 1):
            file.write(msgspec.json.encode(lesson) + b"\n")
            file.flush()
            known[lesson.seed] = lesson
            told(number, len(seeds))
    return [known[seed] for seed in seeds]


def played(course: Course, seeds: list[int], workers: int) -> Iterator[Lesson]:
    """The lessons of these seeds, in their order whatever the number of workers."""
    if workers == 1 or len(seeds) < 2:
        for seed in seeds:
            yield take_lesson(course, seed)
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(Taking(course), seeds)


class Taking:
    """`take_lesson` with its course, for another process."""

    def __init__(self, course: Course) -> None:
        self.course = course

    def __call__(self, seed: int) -> Lesson:
        return take_lesson(self.course, seed)
