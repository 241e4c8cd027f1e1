"""The conformance kit at each level of play and with four players; random games of every scenario."""

import pytest

from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.reading.shelf import SHELF
from sandtable.testing.kit import CHECKS, check_ends
from sandtable.testing.walk import USUAL, Limits
from soak import sample, spread

SYSTEM = OF_WAR_AND_MEN
EVERY = sorted(SHELF.paths())
CLOSELY = [
    "of_war_and_men/boot-camp",
    "of_war_and_men/the-road-to-ruin-private",
    "of_war_and_men/not-in-my-house-lieutenant",
    "of_war_and_men/random-mission-generator-colonel",
    "of_war_and_men/capture-the-flag-four-players",
]
LIMITS = Limits(every=sample(47, 11), options=4, deals=2)  # battles of cards have many small steps


@pytest.mark.soak
@pytest.mark.parametrize(
    ("check", "scenario"), spread(CHECKS, CLOSELY), ids=lambda part: getattr(part, "__name__", part)
)
def test_kit(check, scenario):  # type: ignore[no-untyped-def]
    """Leaks, copies, replay, undo, refusals, recovery, words, bots; the 192 cards after every step."""
    for seed in range(3, 3 + sample(1, 2)):
        check(SYSTEM, scenario, seed, LIMITS)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", EVERY)
def test_random_games_end(scenario: str) -> None:
    """Random play ends without exception, dead end or fault."""
    for seed in range(2000, 2000 + sample(1, 40)):
        check_ends(SYSTEM, scenario, seed, USUAL)
