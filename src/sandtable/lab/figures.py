"""Shares and ratings with their intervals: what so many games can tell, and no more."""

import math
import random
from collections.abc import Mapping, Sequence

import msgspec

Z = 1.959964  # of a two-sided 95% interval
ELO = 400 / math.log(10)
SURE = 1e-6  # nobody wins more surely than all but this
REPEATS = 400  # samples of the ladder's games for the intervals of its ratings


class Interval(msgspec.Struct, frozen=True):
    """A figure and the range in which the truth lies 95 times of 100."""

    value: float
    low: float
    high: float


def wilson(wins: float, games: int) -> Interval:
    """Wilson's interval of a share: honest for few games and for shares near 0 and 1."""
    if games < 1:
        raise ValueError("a share of no games is no figure")
    share = wins / games
    middle = share + Z * Z / (2 * games)
    reach = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return Interval(share, max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole))


def difference(wins: float, games: int, other_wins: float, other_games: int) -> Interval:
    """Newcombe's interval of the difference of two shares, made of their two Wilson intervals."""
    one, two = wilson(wins, games), wilson(other_wins, other_games)
    below = math.hypot(one.value - one.low, two.high - two.value)
    above = math.hypot(one.high - one.value, two.value - two.low)
    value = one.value - two.value
    return Interval(value, max(-1.0, value - below), min(1.0, value + above))


def mean(values: Sequence[float]) -> Interval:
    """A mean with the interval of the normal approximation."""
    if not values:
        raise ValueError("a mean of nothing is no figure")
    middle = sum(values) / len(values)
    if len(values) == 1:
        return Interval(middle, -math.inf, math.inf)
    spread = math.sqrt(sum((each - middle) ** 2 for each in values) / (len(values) - 1))
    reach = Z * spread / math.sqrt(len(values))
    return Interval(middle, middle - reach, middle + reach)


# Ratings -----------------------------------------------------------------------------------------

Pair = tuple[str, str]
Points = Mapping[Pair, tuple[float, int]]  # what the first of a pair scored (a draw is a half), in so many games


def ratings(players: Sequence[str], points: Points) -> dict[str, Interval]:
    """Elo ratings by maximum likelihood (Bradley and Terry); the first player has 0.

    A pair counts once, whichever comes first; half a win and half a loss are added to each, so that a ladder without
    a single defeat has finite ratings. The interval comes from ladders drawn anew, with the shares that such points
    leave possible (Jeffreys): who never lost may be far better than his rating.
    """
    best = _fit(players, points)
    rng = random.Random(0)
    samples: dict[str, list[float]] = {player: [] for player in players}
    for _ in range(REPEATS):
        drawn = {pair: (_drawn(rng, score, games), games) for pair, (score, games) in points.items()}
        for player, rating in _fit(players, drawn).items():
            samples[player].append(rating)
    found = {}
    for player in players:
        ordered = sorted(samples[player])
        low, high = ordered[round(0.025 * (REPEATS - 1))], ordered[round(0.975 * (REPEATS - 1))]
        found[player] = Interval(best[player], min(low, best[player]), max(high, best[player]))
    return found


def _drawn(rng: random.Random, score: float, games: int) -> float:
    """Points that leave, with the halves that are added, a share that may have been behind these."""
    share = rng.betavariate(score + 0.5, games - score + 0.5)
    return min(max(share, SURE), 1 - SURE) * (games + 1) - 0.5


def _fit(players: Sequence[str], points: Points) -> dict[str, float]:
    """Hunter's iteration (minorise, then maximise) until nothing moves."""
    strength = dict.fromkeys(players, 1.0)
    won = dict.fromkeys(players, 0.0)
    for (one, two), (score, games) in points.items():
        won[one] += score + 0.5
        won[two] += games - score + 0.5
    for _ in range(500):
        moved = 0.0
        for player in players:
            weight = sum(
                (games + 1) / (strength[one] + strength[two])
                for (one, two), (_, games) in points.items()
                if player in (one, two)
            )
            new = won[player] / weight
            moved = max(moved, abs(math.log(new / strength[player])))
            strength[player] = new
        if moved < 1e-6:
            break
    return {player: ELO * math.log(strength[player] / strength[players[0]]) for player in players}
