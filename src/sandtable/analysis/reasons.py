"""Why one choice is better than another, in the nouns of the game: what its line of play has more of."""

import random

from sandtable.bots.planning import DICE, play_on
from sandtable.bots.player import Dice, Seat
from sandtable.table.decision import Choice
from sandtable.table.mind import listed
from sandtable.table.outlook import parts
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Scheme

TRIES = 8
NAMED = 2  # signs at most
PART = 0.25  # of all that speaks for it: less is not named
OFTEN = 0.25  # of the tries: so often it decides the battle at once


def shows_in(seat: Seat, chosen: Choice, better: Choice, stages: int, rng: random.Random) -> str:
    """What the better choice leads to after so many activations, in a sentence; nothing where nothing is named.

    By what tells who will win (`Mind.signs`), each with its fitted weight.
    """
    mind = seat.system.thinks
    if mind.outlook is None:
        return ""
    gains = dict.fromkeys(mind.signs, 0.0)
    ended = 0.0
    for _ in range(TRIES):
        state = rng.getrandbits(64)
        deal = seat.fork(state)
        lines = [played_on(seat, deal, choice, state, stages) for choice in (better, chosen)]
        wins = [won(seat, line) for line in lines]
        if wins[0] is not None or wins[1] is not None:
            ended += (wins[0] or 0.0) - (wins[1] or 0.0)
            continue
        for line, sign in zip(lines, (1.0, -1.0), strict=True):
            for name, value in weighted(seat, line).items():
                gains[name] += sign * value
    if ended >= OFTEN * TRIES:
        return "It wins the battle sooner, or loses it less often."
    speaks = sorted((value, name) for name, value in gains.items() if value > 0)[::-1]
    whole = sum(value for value, _ in speaks)
    named = [name for value, name in speaks[:NAMED] if value >= PART * whole]
    return f"The difference shows most in: {listed(named)}." if named else ""


def played_on(seat: Seat, deal: AnyPlay, choice: Choice, state: int, stages: int) -> AnyPlay:
    fork = deal.fork(Dice(state ^ DICE), lasting=False)
    play_on(seat, fork, Scheme("", {}, choice), stages)
    return fork


def won(seat: Seat, play: AnyPlay) -> float | None:
    """1, -1 or 0 where the battle is over."""
    if play.result is None:
        return None
    if play.result.winner is None:
        return 0.0
    return 1.0 if play.result.winner == seat.system.rules.side(play.battle, seat.name) else -1.0


def weighted(seat: Seat, play: AnyPlay) -> dict[str, float]:
    """What each sign adds to the logarithm of the odds."""
    mind = seat.system.thinks
    outlook, standing = mind.outlook, mind.standing(play.battle, seat.name)
    if outlook is None or standing is None:
        return {}
    start, middle, end = parts(standing.elapsed)
    weights = outlook.weighing(play.battle.scenario.id)
    values = zip(mind.signs, standing.values, weights.values(), strict=True)
    return {name: value * (one * start + two * middle + three * end) for name, value, (one, two, three) in values}
