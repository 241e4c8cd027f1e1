"""The conformance kit on both scenarios, and many random games."""

import pytest

from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.testing.kit import CHECKS, check_ends
from sandtable.testing.walk import Limits
from soak import sample, spread

SYSTEM = REGIMENTAL
LIMITS = Limits(every=sample(23, 5))
SCENARIOS = ["regimental/the-varne-bridgehead", "regimental/the-graben-line"]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("check", "scenario"), spread(CHECKS, SCENARIOS), ids=lambda part: getattr(part, "__name__", part)
)
def test_kit(check, scenario):  # type: ignore[no-untyped-def]
    """Leaks, copies, replay, undo, refusals, recovery, words, bots."""
    for seed in range(sample(1, 2)):
        check(SYSTEM, scenario, seed, LIMITS)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_end(scenario: str) -> None:
    """Random play ends without exception, dead end or fault."""
    for seed in range(1000, 1000 + sample(3, 300)):
        check_ends(SYSTEM, scenario, seed, LIMITS)
