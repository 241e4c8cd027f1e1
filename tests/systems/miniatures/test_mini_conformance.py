"""The conformance kit on both scenarios, and many random games."""

import pytest

from sandtable.systems.miniatures.game import MINIATURES
from sandtable.testing.kit import CHECKS, check_ends
from sandtable.testing.walk import Limits
from soak import sample, spread

SYSTEM = MINIATURES
LIMITS = Limits(every=sample(29, 5))
SCENARIOS = ["miniatures/tigers-on-hill-63", "miniatures/saint-aubry-crossroads"]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("check", "scenario"), spread(CHECKS, SCENARIOS), ids=lambda part: getattr(part, "__name__", part)
)
def test_kit(check, scenario):  # type: ignore[no-untyped-def]
    """Copies, replay, undo, refusals, recovery, words, bots; nothing is hidden, so nothing can leak."""
    for seed in range(sample(1, 2)):
        check(SYSTEM, scenario, seed, LIMITS)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_end(scenario: str) -> None:
    """Random play ends without exception, dead end or fault."""
    for seed in range(1000, 1000 + sample(2, 60)):
        check_ends(SYSTEM, scenario, seed, LIMITS)
