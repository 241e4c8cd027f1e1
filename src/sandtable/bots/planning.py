"""Weighing plans: each is played on to the end of the activation, on the same deals and dice as the others."""

import time
from collections.abc import Callable, Sequence

from sandtable.bots.player import Dice, Seat, decision_of
from sandtable.table.decision import Choice, Decision
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Scheme, Weighed
from sandtable.table.system import AnySystem

SCHEMES = 8  # plans weighed at most where the system has none of its own
PATIENCE = 400  # answers before a line of play is judged as it stands
DICE = 0x9E3779B97F4A7C15  # the deal and the play after it: other dice

Plan = Scheme | None
Answers = Callable[[AnyPlay, str, Plan], tuple[Choice, Plan]]  # what somebody answers, and his plan from then on


class Line:
    """What is known of one plan: the mean of the tries so far."""

    __slots__ = ("count", "scheme", "total")

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self.count = 0 if scheme.promise is None else 1  # a promise counts as a try
        self.total = scheme.promise or 0.0

    @property
    def value(self) -> float:
        return self.scheme.prior + (self.total / self.count if self.count else 0.0)

    def weighed(self) -> Weighed:
        return Weighed(self.scheme.label, round(self.value, 3), self.count)


class Scales:
    """Weighs plans for one question. A plan is followed for so many activations, its own first."""

    def __init__(self, seat: Seat, states: Sequence[int], stages: int, deadline: float | None) -> None:
        self.seat = seat
        self.states = states
        self.stages = stages
        self.deadline = deadline  # by time.monotonic(); None: take the time it takes
        self.deals: list[AnyPlay] = [seat.fork(states[0])]

    @property
    def late(self) -> bool:
        return self.deadline is not None and time.monotonic() > self.deadline

    def weigh(self, lines: list[Line], tries: int) -> None:
        """Try each plan until it has been tried so often."""
        for number in range(tries):
            for line in lines:
                if line.count == number:
                    if self.late and number:
                        return
                    self._try(line, number)

    def _try(self, line: Line, number: int) -> None:
        line.total += self.play(line.scheme, number)
        line.count += 1

    def play(self, scheme: Scheme, number: int) -> float:
        """What comes of a plan on this deal, with the dice that go with it."""
        while len(self.deals) <= number:
            self.deals.append(self.seat.fork(self.states[len(self.deals)]))
        fork = self.deals[number].fork(Dice(self.states[number] ^ DICE), lasting=False)
        play_on(self.seat, fork, scheme, self.stages)
        return judge(self.seat, fork)


def play_on(seat: Seat, play: AnyPlay, scheme: Scheme, stages: int, answers: Answers | None = None) -> None:
    """Follow a plan to the end of the activation, then go on as everybody intends, for so many activations in all.

    Without `answers` everybody plays by the rules of thumb of the game.
    """
    system = seat.system
    plans: dict[str, Plan] = {seat.name: scheme}
    stage = stage_of(system, play)
    if scheme.first is not None:
        play.choose(scheme.first, seat.name)
    for _ in range(PATIENCE):
        asked = play.asked()
        if not asked:
            return
        if play.quiet and stage_of(system, play) != stage and system.thinks.settled(play.battle):
            stages -= 1
            if not stages:
                return
            stage, plans = stage_of(system, play), {}
        name = asked[0]
        if name not in plans:
            plans[name] = system.thinks.intent(play.battle, decision_of(play, name), name)
        if answers is None:
            play.choose(answer_to(seat, play, name, plans[name]), name)
        else:
            choice, plans[name] = answers(play, name, plans[name])
            play.choose(choice, name)


def judge(seat: Seat, play: AnyPlay) -> float:
    """How well the seat stands: as in any thought when the battle is over, before that with foresight."""
    if play.result is not None:
        return seat.evaluate(play)
    return seat.system.thinks.prospect(play.battle, seat.name)


def answer_to(seat: Seat, play: AnyPlay, name: str, scheme: Scheme | None) -> Choice:
    """What is answered in this game, by whoever is asked, with a plan in mind or none."""
    return seat.system.thinks.follow(play.battle, decision_of(play, name), name, scheme)


def decision_in(seat: Seat, play: AnyPlay) -> Decision:
    """What the seat is asked in this fork."""
    return decision_of(play, seat.name)


def stage_of(system: AnySystem, play: AnyPlay) -> str:
    """The activation that is going on: the turn, where the system knows nothing finer."""
    stage = system.thinks.stage(play.battle)
    return str(system.rules.turn(play.battle)) if stage is None else stage


def schemes_for(seat: Seat, play: AnyPlay, current: Scheme | None) -> list[Scheme]:
    """The plans of the system for this question or, where it has none, one for every option worth a thought."""
    found = seat.system.thinks.schemes(play.battle, decision_in(seat, play), seat.name, current)
    return plain_schemes(seat, play) if found is None else found


def plain_schemes(seat: Seat, play: AnyPlay) -> list[Scheme]:
    """Every option worth a thought begins a plan."""
    battle, decision = play.battle, decision_in(seat, play)
    found = seat.system.thinks.shortlist(battle, decision) or decision.options()
    return [Scheme(seat.system.shown.label(battle, decision, choice), first=choice) for choice in found[:SCHEMES]]
