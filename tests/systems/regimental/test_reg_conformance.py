"""The conformance kit on both scenarios, and many random games."""

import pytest

from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.testing.kit import CHECKS, check_ends
from sandtable.testing.walk import USUAL

SYSTEM = REGIMENTAL
SCENARIOS = ["regimental/the-varne-bridgehead", "regimental/the-graben-line"]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_kit(check, scenario):  # type: ignore[no-untyped-def]
    """Leaks, copies, replay, undo, refusals, recovery, words, bots."""
    for seed in range(2):
        check(SYSTEM, scenario, seed, USUAL)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("block", range(4))
def test_random_games_end(scenario: str, block: int) -> None:
    """Random play ends without exception, dead end or fault."""
    for seed in range(1000 + 15 * block, 1015 + 15 * block):
        check_ends(SYSTEM, scenario, seed, USUAL)
