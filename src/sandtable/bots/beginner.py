"""Players who make the mistakes of beginners, some more than others: short sight, and the usual slips."""

from functools import partial

from sandtable.bots.greedy import GreedyBot, question, shortlist
from sandtable.bots.habits import Beginners, Habits, habits_of, seen
from sandtable.bots.player import Seat
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Thought

PROPOSED = "It took what was proposed."
FORGOT = "It forgot that it could react."
STOPPED = "It was content with what it had moved, and left the others where they were."
CHARGED = "It went forward, as it likes to."
WANDERED = "It tried something to see what would happen."
NEAREST = "It shot at the nearest enemy."
NOTHING_ELSE = "Nothing else occurred to it."


class BeginnerBot(GreedyBot):
    """Tries once what comes to its mind, and takes what looks best. How it errs is in the data of the game."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed, samples=(1,), breadth=2)

    def _think(self, seat: Seat, options: list[Choice]) -> Choice:
        known = habits_of(seat)
        slip = self._slip(seat, options, known, known.levels[self.name])
        if slip is None:
            return super()._think(seat, options)
        choice, why = slip
        self._explains = partial(self._admit, seat, choice, why)
        return choice

    def _slip(self, seat: Seat, options: list[Choice], known: Beginners, habits: Habits) -> tuple[Choice, str] | None:
        """What is chosen without a thought: what is proposed, or a mistake."""
        kind = seat.decision.kind
        ready = [choice for choice in options if choice.do == known.proposed.get(kind)]
        if ready:  # an error before the battle would be the end of it
            return ready[0], PROPOSED
        for verbs, often, why in (
            (known.forgotten, habits.forgets, FORGOT),
            (known.stopped, habits.stops, STOPPED),
        ):
            found = [choice for choice in options if choice.do == verbs.get(kind)]
            if found and self._random.random() < often:
                return found[0], why
        onward = [choice for choice in options if f"{choice.do} {choice.to}" == known.charged.get(kind)]
        if onward and self._random.random() < habits.charges:
            return onward[0], CHARGED
        if self._random.random() < habits.wanders:
            return self._random.choice(options), WANDERED
        return None

    def _candidates(self, seat: Seat, deal: AnyPlay) -> list[Choice]:
        """What comes to its mind."""
        habits, found = habits_of(seat).levels[self.name], shortlist(seat, deal)
        minded = seen(found, habits, self._random)
        near = self._nearest(seat, deal, minded) if self._random.random() < habits.nearest else None
        if near is not None:
            minded = [choice for choice in minded if near[choice] is None or near[choice] == min_of(near)]
        if len(minded) == 1 and len(found) > 1:
            why = NOTHING_ELSE if near is None else NEAREST
            self._explains = partial(self._admit, seat, minded[0], why)
        return minded

    def _nearest(self, seat: Seat, deal: AnyPlay, minded: list[Choice]) -> dict[Choice, float | None] | None:
        """How far each shot goes; None where there are no two targets to choose from."""
        reach = {choice: seat.system.thinks.reach(deal.battle, question(seat, deal), choice) for choice in minded}
        return reach if len({far for far in reach.values() if far is not None}) > 1 else None

    def _admit(self, seat: Seat, choice: Choice, why: str) -> Thought:
        chosen = seat.system.shown.label(seat.fork(0).battle, seat.decision, choice)
        return Thought(self.name, chosen, why)


def min_of(near: dict[Choice, float | None]) -> float:
    """The shortest shot."""
    return min(far for far in near.values() if far is not None)


class RecruitBot(BeginnerBot):
    """Knows the rules, and little more."""

    name = "recruit"


class CorporalBot(BeginnerBot):
    """Has played a few battles."""

    name = "corporal"
