"""How likely a seat is to win: a weighted sum of what the mind of its game names, with numbers from a file.

A weight is three numbers, for the beginning, the middle and the end of a battle; between them it is in proportion.
`sandtable lab train` fits them and writes the file. They belong to no digest: what they say changes no rule.
"""

import math
from functools import cache
from pathlib import Path

import msgspec

Times = tuple[float, float, float]  # at the beginning, in the middle, at the end

LEVEL = 8.0  # in a game without numbers: so much in its evaluation makes the odds e to 1; rather timid than wrong


class Standing(msgspec.Struct, gc=False):
    """How a seat stands, in numbers: what it has more than the other side, thing by thing."""

    values: list[float]  # in the order of `Mind.signs`
    elapsed: float  # part of the battle that is over, 0 to 1
    first: bool  # whether it is on the first side of the scenario


class Lean(msgspec.Struct, frozen=True):
    """What is different in a scenario: what it does for its first side beyond what is named, and what counts more."""

    digest: str  # of the scenario as it was fitted on, the rules' numbers included
    lean: Times
    weights: dict[str, Times] = {}  # by sign: added to what it weighs elsewhere; few battles tell nothing of it


class Outlook(msgspec.Struct, frozen=True):
    """The fitted numbers of one game."""

    seed: int
    battles: int
    weights: dict[str, Times]
    scenarios: dict[str, Lean] = {}
    swing: float = 0.0  # what 1 of a mind's prospect adds in the middle of a battle; 0: not measured
    general: dict[str, Times] = {}  # what is weighed in a scenario never seen; nothing: the same
    elsewhere: float = 1.0  # how far that is believed there, 0 to 1

    def fitted_on(self, scenario: str, digest: str) -> bool:
        """Whether this very version of a scenario was among the battles."""
        lean = self.scenarios.get(scenario)
        return lean is not None and digest.startswith(lean.digest)

    def weighing(self, scenario: str) -> dict[str, Times]:
        """What each sign weighs in a scenario."""
        known = self.scenarios.get(scenario)
        if known is None:
            found = self.general or self.weights
            return {
                name: (self.elsewhere * a, self.elsewhere * b, self.elsewhere * c)
                for name, (a, b, c) in found.items()
            }
        if not known.weights:
            return self.weights
        pairs = zip(self.weights.items(), known.weights.values(), strict=True)
        return {name: (a + x, b + y, c + z) for (name, (a, b, c)), (x, y, z) in pairs}

    def log_odds(self, standing: Standing, scenario: str) -> float:
        """The logarithm of the odds that the seat wins; a scenario never seen leans to no side."""
        start, middle, end = parts(standing.elapsed)
        known = self.scenarios.get(scenario)
        if known is None:
            return self.elsewhere * weighed(standing.values, self.general or self.weights, start, middle, end)
        total = weighed(standing.values, self.weights, start, middle, end)
        if known.weights:
            total += weighed(standing.values, known.weights, start, middle, end)
        one, two, three = known.lean
        lean = one * start + two * middle + three * end
        return total + (lean if standing.first else -lean)


def weighed(values: list[float], weights: dict[str, Times], start: float, middle: float, end: float) -> float:
    """The sum of what is counted, each by its weight at this time."""
    total = 0.0
    for value, (one, two, three) in zip(values, weights.values(), strict=True):
        if value:
            total += value * (one * start + two * middle + three * end)
    return total


def parts(elapsed: float) -> Times:
    """How much beginning, middle and end there is in a time."""
    if elapsed <= 0.5:
        late = 2 * max(0.0, elapsed)
        return (1 - late, late, 0.0)
    late = 2 * min(1.0, elapsed) - 1
    return (0.0, 1 - late, late)


def chance_of(log_odds: float) -> float:
    """The chance that belongs to odds; never quite 0 or 1 before the battle is over."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))


@cache
def read_outlook(path: Path | None) -> Outlook | None:
    """The numbers in a file; None where none were fitted yet."""
    return None if path is None or not path.exists() else msgspec.toml.decode(path.read_bytes(), type=Outlook)
