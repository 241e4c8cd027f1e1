"""The conformance kit on all three scenarios, and many random games."""

import pytest

from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.testing import rule
from sandtable.testing.kit import CHECKS, check_ends
from sandtable.testing.walk import Limits
from soak import sample, spread

SYSTEM = WAR_STORM
LIMITS = Limits(every=sample(23, 5))
SCENARIOS = [f"war_storm/{key}" for key in ("the-mill-bridge", "rearguard-on-the-ridge", "hedgerow-lane")]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("check", "scenario"), spread(CHECKS, SCENARIOS), ids=lambda part: getattr(part, "__name__", part)
)
def test_kit(check, scenario):  # type: ignore[no-untyped-def]
    """Copies, replay, undo, refusals, recovery, words, bots; nothing is hidden here."""
    for seed in range(sample(1, 2)):
        check(SYSTEM, scenario, seed, LIMITS)


@rule("1.a")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.soak
def test_random_games_end(scenario: str) -> None:
    """Random play, activation by activation and with reactions in between, ends without dead end or fault."""
    for seed in range(1000, 1000 + sample(2, 200)):
        check_ends(SYSTEM, scenario, seed, LIMITS)
