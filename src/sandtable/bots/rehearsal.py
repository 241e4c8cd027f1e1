"""A plan played on in thought, beyond its own activation, against an enemy who may think otherwise than oneself.

It is cut off after some activations, and the chance to win tells what came of it.
"""

from collections.abc import Callable, Sequence

from sandtable.bots.planning import DICE, Answers, Plan, play_on
from sandtable.bots.player import Dice, Seat, decision_of
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Scheme


def by_hand(play: AnyPlay, name: str, plan: Plan) -> tuple[Choice, Plan]:
    """He plays by rules of thumb, like oneself in thought."""
    return play.system.thinks.follow(play.battle, decision_of(play, name), name, plan), plan


def by_plan(play: AnyPlay, name: str, plan: Plan) -> tuple[Choice, Plan]:
    """He takes what his plans promise at its word, like a tactician."""
    found = play.system.thinks.schemes(play.battle, decision_of(play, name), name, plan) or []
    if any(each.promise is None for each in found):
        return by_hand(play, name, plan)
    best = max(found, key=lambda each: each.promise or 0.0, default=None)
    if best is None or best.first is None:
        return by_hand(play, name, best)
    return best.first, Scheme(best.label, best.orders)


def by_greed(play: AnyPlay, name: str, plan: Plan) -> tuple[Choice, Plan]:
    """He takes what brings most at once, where that can be counted, and plays by rules of thumb elsewhere."""
    mind, battle, decision = play.system.thinks, play.battle, decision_of(play, name)
    found = mind.shortlist(battle, decision) or decision.options()
    counted = [(mind.expected(battle, decision, choice, name), -place) for place, choice in enumerate(found)]
    known = [(value, place) for value, place in counted if value is not None]
    return (found[-max(known)[1]], plan) if len(known) > 1 else by_hand(play, name, plan)


ENEMIES: tuple[Answers, ...] = (by_hand, by_plan, by_hand, by_greed)  # in mind by turns


class Rehearsal:
    """Plays plans for one question on common deals and dice. Try number n is the same for every plan."""

    def __init__(
        self, seat: Seat, bits: Callable[[int], int], stages: int, enemies: Sequence[Answers] = ENEMIES
    ) -> None:
        self.seat = seat
        self.bits = bits  # gives so many bits by lot
        self.stages = stages
        self.enemies = enemies
        self.states: list[int] = []
        self.deals: list[AnyPlay] = []

    def play(self, scheme: Scheme, number: int) -> float:
        """The chance to win that comes of a plan on this deal, with the dice and the enemy that go with it."""
        while len(self.deals) <= number:
            self.states.append(self.bits(64))
            self.deals.append(self.seat.fork(self.states[-1]))
        fork = self.deals[number].fork(Dice(self.states[number] ^ DICE), lasting=False)
        enemy = self.enemies[number % len(self.enemies)]
        play_on(self.seat, fork, scheme, self.stages, against(self.seat, enemy))
        return outcome(self.seat, fork)


def against(seat: Seat, enemy: Answers) -> Answers:
    """One's own side plays by rules of thumb, the other as this enemy does."""
    side = seat.system.rules.side

    def answer(play: AnyPlay, name: str, plan: Plan) -> tuple[Choice, Plan]:
        own = side(play.battle, name) == side(play.battle, seat.name)
        return by_hand(play, name, plan) if own else enemy(play, name, plan)

    return answer


def outcome(seat: Seat, play: AnyPlay) -> float:
    """What it has come to: 1 won, 0 lost, a half drawn, else the chance to win by what the seat knows."""
    result = play.result
    if result is None:
        return seat.system.thinks.chance(play.battle, seat.name)
    if result.winner is None:
        return 0.5
    return float(result.winner == seat.system.rules.side(play.battle, seat.name))
