"""How sure the curve is: a band from how often the model had to correct itself in this very battle.

What neither choices nor dice explain is the change of the model's own error. If its errors at two moments are not
related, the square of their difference is on average twice the square of one. So half the mean square
of the unexplained part of an activation says how large an error is. It is reckoned in log-odds, near a moment more
than far from it, and mixed with what is known of the model beforehand.
"""

import math
from collections.abc import Sequence

import msgspec

from sandtable.analysis.findings import Point, Step
from sandtable.table.outlook import chance_of

Z = 1.96
FITTED = 0.5  # an error of the log-odds beforehand: of a model that was fitted to battles of the game
ROUGH = 0.9  # and of a rough estimate
TRUST = 6.0  # activations that this counts as
NEAR = 12.0  # activations: how far it is from one to another before it counts half as much


def banded(points: Sequence[Point], steps: Sequence[Step], fitted: bool) -> tuple[Point, ...]:
    """The curve with its band; with no steps yet, only what is known beforehand."""
    prior = FITTED if fitted else ROUGH
    windows = unexplained(points, steps)
    found = []
    for place, point in enumerate(points):
        if place == len(points) - 1 or not 0.0 < point.chance < 1.0:
            found.append(msgspec.structs.replace(point, low=point.chance, high=point.chance))
            continue
        weights = [0.5 ** (abs(at - place) / (NEAR * size)) for at, size, _ in windows]
        total = TRUST * prior**2 + sum(
            weight * error**2 / 2 for weight, (_, _, error) in zip(weights, windows, strict=True)
        )
        reach = Z * math.sqrt(total / (TRUST + sum(weights)))
        middle = math.log(point.chance / (1 - point.chance))
        low, high = chance_of(middle - reach), chance_of(middle + reach)
        found.append(msgspec.structs.replace(point, low=round(low, 4), high=round(high, 4)))
    return tuple(found)


def unexplained(points: Sequence[Point], steps: Sequence[Step]) -> list[tuple[float, float, float]]:
    """For each activation its middle, its length and what neither choices nor dice explain, in log-odds."""
    if not steps:
        return []
    found, start = [], 0
    ends = [place for place in range(1, len(steps)) if points[place].mark] + [len(steps)]
    for end in ends:
        part = steps[start:end]
        rest = sum(step.rest / max(0.02, step.before * (1 - step.before)) for step in part if 0.0 < step.after < 1.0)
        found.append(((start + end) / 2, float(max(1, end - start)), max(-4.0, min(4.0, rest))))
        start = end
    return found
