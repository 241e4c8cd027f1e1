"""What all adversaries share: the hand of the game, and a twist that may answer otherwise."""

from collections.abc import Iterable

from sandtable.bots.player import Seat
from sandtable.lab.training.games import Hand
from sandtable.table.decision import Choice

STORMING = ("assault", "overrun", "charge", "close in", "pursue")
MOVING = ("move", "march", "place")  # roles of options in a view


class Adversary(Hand):
    """Plays by hand, unless its idea says otherwise."""

    def choose(self, seat: Seat) -> Choice:
        usual = super().choose(seat)
        options = seat.options()
        return usual if len(options) < 2 else self.twist(seat, options, usual) or usual

    def twist(self, seat: Seat, options: list[Choice], usual: Choice) -> Choice | None:
        """What is answered instead of the usual; None: the usual."""
        raise NotImplementedError


def roles(seat: Seat) -> dict[Choice, str]:
    """What each option is for, as the page knows it."""
    question = seat.view().decision
    return {} if question is None else {option.choice: option.role for option in question.options}


def first(options: Iterable[Choice], verbs: Iterable[str]) -> Choice | None:
    """The first option with the first of these verbs that is offered."""
    found = list(options)
    return next((option for verb in verbs for option in found if option.do == verb), None)


def is_last_turn(seat: Seat) -> bool:
    """Whether the last turn has begun; never in games that do not count turns beforehand."""
    battle = seat.fork(0).battle
    return 0 < getattr(battle.scenario, "turns", 0) <= seat.system.rules.turn(battle)


def far(seat: Seat, choice: Choice) -> float | None:
    """How far the place of a choice is from the nearest place that wins, on a map of hexes that names such places."""
    battle = seat.fork(0).battle
    index = getattr(getattr(battle, "ground", None), "index", {})
    if choice.to not in index:
        return None
    place = index[choice.to]
    judge = getattr(seat.system.thinks, "judge", None)
    if judge is not None:
        ways = [field[place] for field in judge(battle).goals.fields.values()]
    else:
        ways = [battle.ground.distance[place][each.hex] for each in getattr(battle.scenario, "objectives", ())]
    return min(ways, default=None)
