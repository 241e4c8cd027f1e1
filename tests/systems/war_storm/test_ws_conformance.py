"""The conformance kit on all three scenarios, and many random games."""

import pytest

from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.testing import rule
from sandtable.testing.kit import CHECKS, check_ends
from sandtable.testing.walk import USUAL

SYSTEM = WAR_STORM
SCENARIOS = [f"war_storm/{key}" for key in ("the-mill-bridge", "rearguard-on-the-ridge", "hedgerow-lane")]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_kit(check, scenario):  # type: ignore[no-untyped-def]
    """Copies, replay, undo, refusals, recovery, words, bots; nothing is hidden here."""
    check(SYSTEM, scenario, 0, USUAL)


@rule("1.a")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("block", range(2))
def test_random_games_end(scenario: str, block: int) -> None:
    """Random play, activation by activation and with reactions in between, ends without dead end or fault."""
    for seed in range(1000 + 8 * block, 1008 + 8 * block):
        check_ends(SYSTEM, scenario, seed, USUAL)
