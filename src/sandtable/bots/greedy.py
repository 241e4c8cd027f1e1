"""A player who tries each option in his head and takes the one that leaves him best off."""

import random
from functools import partial

from sandtable.bots.explaining import Scale, explained
from sandtable.bots.facts import facts_of, general_of
from sandtable.bots.habits import habits_of, seen
from sandtable.bots.player import Dice, Seat, Thinker, decision_of, quiet_answer
from sandtable.table.decision import Choice, Decision
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Thought, Weighed

PATIENCE = 50  # answers of others before a line of play is judged as it stands
FIRST, SECOND = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03  # the deal, the choice and its second half: other dice


class Trial:
    """What is known of one option: the mean of the samples so far."""

    __slots__ = ("choice", "count", "exact", "luck", "total")

    def __init__(self, choice: Choice, luck: float) -> None:
        self.choice = choice
        self.luck = luck  # breaks ties
        self.count = 0
        self.total = 0.0
        self.exact = False  # nothing was left to chance: one sample is enough

    @property
    def value(self) -> float:
        return self.total / self.count

    def rank(self) -> tuple[float, float]:
        return (self.value, self.luck)


class GreedyBot(Thinker):
    """One choice deep: each option is played on to the next question to this seat or to the end of the
    episode. All options get a few samples, the better half more, the best of those the most.
    """

    name = "greedy"
    needs_mind = True

    def __init__(self, seed: int | None = None, samples: tuple[int, ...] = (), breadth: int = 6) -> None:
        self._random = random.Random(seed)
        self._samples = samples  # in all, after each round; none: as many as the game says
        self._breadth = breadth  # options tried of a second question in the same episode

    def _think(self, seat: Seat, options: list[Choice]) -> Choice:
        # Every option meets the same deals and dice, so that luck does not decide between them.
        samples = self._samples or habits_of(seat).tries
        states = [self._random.getrandbits(64) for _ in range(samples[-1])]
        deals = [seat.fork(states[0])]
        trials = field = [Trial(choice, self._random.random()) for choice in self._candidates(seat, deals[0])]
        if len(field) == 1:
            return field[0].choice
        for trial in field:
            self._reckon(trial, seat, deals[0])
        for target in samples:
            for sample in range(target):
                waiting = [trial for trial in field if trial.count == sample and not trial.exact]
                if waiting and sample == len(deals):
                    deals.append(seat.fork(states[sample]))
                for trial in waiting:
                    self._sample(trial, seat, deals[sample], states[sample])
            field = sorted(field, key=Trial.rank, reverse=True)[: max(2, (len(field) + 1) // 2)]
        self._explains = partial(self._explain, seat, deals[0], field, trials)
        return field[0].choice

    def _candidates(self, seat: Seat, deal: AnyPlay) -> list[Choice]:
        """What is tried: all that is worth a thought, or what a Sergeant who overlooks some of it sees."""
        return seen(shortlist(seat, deal), habits_of(seat).levels.get(self.name), self._random)

    def _explain(self, seat: Seat, deal: AnyPlay, field: list[Trial], trials: list[Trial]) -> Thought:
        """The best of the last round, then those that were dropped on the way."""
        rest = sorted([trial for trial in trials if trial not in field], key=Trial.rank, reverse=True)
        decision = question(seat, deal)
        plans = [
            Weighed(seat.system.shown.label(deal.battle, decision, trial.choice), round(trial.value, 3), trial.count)
            for trial in [*field, *rest]
        ]
        scale = Scale(seat.system.thinks, deal.battle, seat.name)
        scale.about(decision, field[0].choice)
        choice = field[0].choice
        facts, general = facts_of(seat, deal, choice), general_of(seat, deal, choice)
        return explained(self.name, plans[0].label, plans, facts, scale, general=general)

    def _reckon(self, trial: Trial, seat: Seat, deal: AnyPlay) -> None:
        """Ask the system for the exact value, if it has one."""
        value = seat.system.thinks.expected(deal.battle, question(seat, deal), trial.choice, seat.name)
        if value is not None:
            trial.count, trial.total, trial.exact = 1, value, True

    def _sample(self, trial: Trial, seat: Seat, deal: AnyPlay, state: int) -> None:
        """Play an option once on one deal."""
        value, chancy = self._try(trial.choice, seat, deal, state ^ FIRST, self._breadth)
        dealt_anew = len(deal.chance.drawn) > len(deal.chance.known)
        trial.exact = not chancy and not dealt_anew
        trial.total += value
        trial.count += 1

    def _try(self, choice: Choice, seat: Seat, play: AnyPlay, state: int, breadth: int) -> tuple[float, bool]:
        """What a choice leads to, and whether it might have led elsewhere."""
        dice = Dice(state)
        fork = play.fork(dice)
        before = len(dice.drawn)
        fork.choose(choice, seat.name)
        guessed = self._run_on(seat, fork)
        chancy = guessed or len(dice.drawn) > before
        if breadth and not fork.quiet and fork.decision_for(seat.name) is not None:
            return self._best_of(seat, fork, state, breadth)
        return seat.evaluate(fork), chancy

    def _run_on(self, seat: Seat, play: AnyPlay) -> bool:
        """Answer for the others until this seat is asked or the episode is over; whether that was a guess.

        What has yet to take effect is played on, and this seat answers by habit meanwhile.
        """
        guessed = False
        for _ in range(PATIENCE):
            asked = play.asked()
            if not asked or (play.quiet and seat.system.thinks.settled(play.battle)):
                break
            if seat.name in asked:
                habit = None if seat.system.thinks.settled(play.battle) else by_habit(seat, play)
                if habit is None:
                    break
                play.choose(habit, seat.name)
                continue
            choice, guess = quiet_answer(play, asked[0], self._random)
            guessed = guessed or guess
            play.choose(choice, asked[0])
        return guessed

    def _best_of(self, seat: Seat, play: AnyPlay, state: int, breadth: int) -> tuple[float, bool]:
        """The second half of a choice (which unit, then what): the best of a few options."""
        options = shortlist(seat, play)
        if len(options) > breadth:
            options = self._random.sample(options, breadth)
        values = []
        for choice in options:
            value = seat.system.thinks.expected(play.battle, question(seat, play), choice, seat.name)
            if value is None:
                value, _ = self._try(choice, seat, play, state ^ SECOND, 0)
            values.append(value)
        return max(values), True


def question(seat: Seat, play: AnyPlay) -> Decision:
    """What the seat is asked in this fork."""
    return decision_of(play, seat.name)


def by_habit(seat: Seat, play: AnyPlay) -> Choice | None:
    """What the system says is usually answered here."""
    return seat.system.thinks.habit(play.battle, question(seat, play))


def shortlist(seat: Seat, play: AnyPlay) -> list[Choice]:
    """The options worth a thought."""
    decision = question(seat, play)
    return seat.system.thinks.shortlist(play.battle, decision) or decision.options()
