"""A random game under test: it knows where it is when something goes wrong."""

import random
from collections import Counter
from dataclasses import dataclass
from types import TracebackType
from typing import Any, NoReturn

import msgspec

from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.event import Event
from sandtable.table.play import AnyPlay, Mishap, Play
from sandtable.table.system import AnySystem
from sandtable.table.wishes import WISH
from sandtable.testing.dice import Dice


class Limits(msgspec.Struct, frozen=True):
    """How long and how closely to look."""

    choices: int = 20_000  # a game that is longer does not end
    every: int = 5  # look closely at each so-many-th step
    options: int = 6  # tried at each look
    deals: int = 3  # of hidden things at each look
    ahead: int = 2  # choices made with each of these deals
    thoughts: int = 3  # of computer players, compared with hidden things changed
    kept: int = 12  # earlier copies that are digested after every choice
    twins: int = 3  # young forks, and as many old ones, that are led beside the game
    broken: int = 300  # choices that no player makes, tried on each kind of decision


USUAL = Limits()
WISHES = 0.05  # of the choices of a wishful walk


class Failure(AssertionError):
    """A system does not keep its word."""


class Bomb(list[Event]):
    """A list of events that cannot be told."""

    def append(self, event: Event) -> None:
        raise RuntimeError("a procedure broke")


@dataclass
class Walk:
    """A random game under test. Within `with`, whatever goes wrong is reported with its place."""

    what: str
    system: AnySystem
    scenario: str
    seed: int
    limits: Limits
    wishful: bool = False  # seats change their wishes now and then, if there is anything to wish

    def __post_init__(self) -> None:
        self.rules = self.system.shelf.rules()
        self.random = random.Random(self.seed)
        self.verbs: Counter[str] = Counter()  # how often `rarest` picked each
        self.step = 0
        self.dice = Dice(self.seed)
        self._play: AnyPlay | None = None

    @property
    def play(self) -> AnyPlay:
        if self._play is None:
            self._play = Play(self.system, self.system.rules.new(self.system.shelf.find(self.scenario)), self.dice)
        return self._play

    @property
    def looks(self) -> bool:
        """Whether this is a step to look at closely."""
        return self.step % self.limits.every == 0

    def goes_on(self) -> bool:
        """Whether there is another choice to make; a game without end is a failure."""
        if self.play.decision is None:
            return False
        if self.step >= self.limits.choices:
            self.fail(f"the game does not end within {self.limits.choices} choices")
        return True

    def pick(self) -> tuple[str, Choice]:
        """A seat that is asked, and one of its options; or any seat and a wish."""
        if self.wishful and self.wishes() and self.random.random() < WISHES:
            return self.random.choice(self.system.rules.seats(self.play.battle)), self.random.choice(self.wishes())
        asked = self.play.asked()
        if not asked:
            self.fail("the battle is not over and nobody is asked")
        seat = self.random.choice(asked)
        return seat, self.random.choice(self.options(self.play, seat))

    def wishes(self) -> list[Choice]:
        """All that a seat may wish."""
        kinds = self.system.rules.wishes(self.play.battle)
        return [Choice(WISH, kind.key, value.key) for kind in kinds for value in kind.values]

    def options(self, play: AnyPlay, seat: str) -> list[Choice]:
        decision = play.decision_for(seat)
        if decision is None:
            self.fail(f"{seat} is not asked")
        options = decision.options()
        if not options:
            self.fail(f"dead end: {seat} is asked ({decision.prompt!r}) and has no option")
        if len(set(options)) < len(options):
            self.fail(f"{seat} is offered the same option twice ({decision.prompt!r})")
        return options

    def some(self, options: list[Choice]) -> list[Choice]:
        """A few of the options, not always the same."""
        return self.random.sample(options, min(len(options), self.limits.options))

    def rarest(self, options: list[Choice]) -> Choice:
        """Any option of the verb that was picked here most seldom: a pass is always there, a card hardly ever."""
        choice = min(self.random.sample(options, len(options)), key=lambda option: self.verbs[option.do])
        self.verbs[choice.do] += 1
        return choice

    def take(self, seat: str, choice: Choice) -> None:
        """Make a choice that must be allowed."""
        self.step += 1
        self.accept(self.play, seat, choice)

    def go(self) -> None:
        """Make any choice."""
        self.take(*self.pick())

    def accept(self, play: AnyPlay, seat: str, choice: Choice) -> None:
        try:
            play.choose(choice, seat)
        except IllegalChoice as error:
            self.fail(f"{seat} is offered {told(choice)} and refused it: {error}")
        except Mishap as error:
            cause = error.__cause__
            self.fail(f"{seat} chose {told(choice)}: {type(cause).__name__}: {cause}", cause)

    def state(self) -> tuple[Any, ...]:
        """Everything that a refused, failed or taken-back choice must leave as it was."""
        play = self.play
        return (
            self.system.rules.fingerprint(play.battle),
            (len(play.history), play.history[-1:]),
            (len(play.log), play.log[-1:]),
            (len(play.chance.drawn), play.chance.drawn[-1:]),
            [(seat, self.options(play, seat)) for seat in play.asked()],
        )

    def fail(self, sentence: str, cause: BaseException | None = None) -> NoReturn:
        place = f"{self.scenario}, seed {self.seed}, after {self.step} choices"
        raise Failure(f"{self.what} ({place}): {sentence}") from cause

    def __enter__(self) -> "Walk":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, Failure):
            self.fail(f"{type(error).__name__}: {error}", error)


def told(thing: Choice | Event) -> str:
    return msgspec.json.encode(thing).decode()
