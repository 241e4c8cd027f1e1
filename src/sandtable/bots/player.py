"""What a computer player is, and what it gets: its seat at the table, never the true battle or dice."""

import random
from collections.abc import Callable

from sandtable.bots.wire import Question, question
from sandtable.table.chance import Chance
from sandtable.table.decision import Choice, Decision, Free, Pick
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import WIN as WIN
from sandtable.table.scheme import Thought
from sandtable.table.system import AnySystem
from sandtable.table.view import View

BACK = "back"  # the verb of all systems for choosing anew what was chosen before


class Dice(Chance):
    """Quick fresh dice: the same `state` gives the same dice, so that choices are compared fairly."""

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        super().__init__()
        self._state = state

    def fresh(self, sides: int, place: int, why: str) -> int:
        # A linear congruential generator (Knuth's MMIX); the high bits are the good ones.
        self._state = state = (self._state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return ((state >> 32) * sides >> 32) + 1


class Seat:
    """A place at the table: what is asked there, and games to think in.

    A fork goes on from here with fresh dice, and what this seat cannot see is dealt anew.
    """

    __slots__ = ("_play", "decision", "name", "system")

    def __init__(self, play: AnyPlay, name: str) -> None:
        self._play = play
        self.name = name
        self.decision: Decision = decision_of(play, name)
        self.system: AnySystem = play.system

    def options(self) -> list[Choice]:
        """What may be answered; to take a choice back is for people."""
        return [option for option in self.decision.options() if option.do != BACK]

    def any(self, pick: Pick) -> Choice:
        """Some option. On a plane, where listing them is dear, only this one is made."""
        return self.decision.any(pick) if isinstance(self.decision, Free) else pick(self.options())

    @property
    def scenario(self) -> str:
        """The id of what is played."""
        return str(self._play.battle.scenario.id)

    def asked(self, id: int, show: str = "question", lost: str = "") -> Question:
        """The question for a program in another language (docs/bots.md)."""
        return question(self._play, self.name, self.decision, id, show, lost)

    def view(self) -> View:
        """What the player at this seat sees, with all odds."""
        return self.system.shown.whole(self._play, self.name)

    def fork(self, state: int | None = None) -> AnyPlay:
        """A game to think in. The same `state` gives the same deal and the same dice."""
        return self._play.fork(Dice(random.getrandbits(64) if state is None else state), self.name)

    def evaluate(self, play: AnyPlay) -> float:
        """How well this seat stands in a game to think in: a battle won is worth more than any army."""
        result = play.result
        if result is None:
            return self.system.thinks.evaluate(play.battle, self.name)
        if result.winner is None:
            return 0.0
        return WIN if result.winner == self.system.rules.side(play.battle, self.name) else -WIN


class Bot:
    """A computer player. It may remember things between choices; one bot plays one seat."""

    name: str = ""
    needs_mind: bool = False  # whether it plays only systems that know how to think
    budget: float = 2.0  # seconds that a move may take
    hurried: bool = True  # whether it looks at the clock; without, the same seed plays the same on every machine
    _explains: Callable[[], Thought] | None = None  # set by `choose` where there was something to weigh

    def choose(self, seat: Seat) -> Choice:
        """One of the seat's options."""
        raise NotImplementedError

    @property
    def thought(self) -> Thought | None:
        """Why it chose as it last did. Put into words only when asked, which must be before the game goes on."""
        return None if self._explains is None else self._explains()


class Thinker(Bot):
    """A bot that thinks only where there is more than one option."""

    def choose(self, seat: Seat) -> Choice:
        self._explains = None
        options = seat.options()
        return options[0] if len(options) == 1 else self._think(seat, options)

    def _think(self, seat: Seat, options: list[Choice]) -> Choice:
        raise NotImplementedError


def answer(play: AnyPlay, bots: dict[str, Bot]) -> bool:
    """Let the first seat with a bot that is asked choose; whether there was one."""
    for name in play.asked():
        if name in bots:
            play.choose(bots[name].choose(Seat(play, name)), name)
            return True
    return False


def decision_of(play: AnyPlay, name: str) -> Decision:
    """What a seat that is asked is asked."""
    decision = play.decision_for(name)
    if decision is None:
        raise ValueError(f"{name} is not being asked anything now")
    return decision


def quiet_answer(play: AnyPlay, name: str, rng: random.Random) -> tuple[Choice, bool]:
    """What is expected of another seat in between: nothing or, if it must, anything. And if it was chance."""
    options = decision_of(play, name).options()
    passes = play.system.rules.passes
    for option in options:
        if option.do in passes:
            return option, False
    return rng.choice(options), len(options) > 1
