"""Openings: whoever plays a scenario twice does not meet the same first moves twice."""

from collections import Counter

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import levels
from sandtable.bots.player import Bot, Seat
from sandtable.lab.battle import bot_seed
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import systems
from soak import LONG

BATTLES, ANSWERS = 10, 4
QUICK = [("nations_at_war", "first-light"), ("war_storm", "rearguard-on-the-ridge")]
ALL = [
    *QUICK,
    ("nations_at_war", "the-bridge-at-berezovyy-logg"),
    ("war_storm", "the-mill-bridge"),
    ("war_storm", "the-cider-press"),
    ("war_storm", "hedgerow-lane"),
    ("of_war_and_men", "the-road-to-ruin-private"),
    ("of_war_and_men", "boot-camp"),
    ("of_war_and_men", "capture-the-flag-four-players"),
    ("regimental", "the-road-to-ostrau"),
    ("regimental", "the-varne-bridgehead"),
    ("miniatures", "saint-aubry-crossroads"),
    ("miniatures", "tigers-on-hill-63"),
]


def first_answers(key: str, scenario: str, seed: int) -> dict[str, tuple[Choice, ...]]:
    """What each seat answered to the first questions that left it a choice."""
    system = systems()[key]
    play: AnyPlay = Play(
        system, system.rules.new(system.shelf.find(f"{key}/{scenario}")), SeededChance(seed_bytes(seed))
    )
    bots: dict[str, Bot] = {
        name: levels.make("strategist", bot_seed(seed, name)) for name in system.rules.seats(play.battle)
    }
    said: dict[str, list[Choice]] = {name: [] for name in bots}
    while play.decision is not None and any(len(answers) < ANSWERS for answers in said.values()):
        name = play.asked()[0]
        bots[name].hurried = False
        choice = bots[name].choose(Seat(play, name))
        if len(play.decision_for(name).options()) > 1:  # type: ignore[union-attr]
            said[name].append(choice)
        play.choose(choice, name)
    return {name: tuple(answers[:ANSWERS]) for name, answers in said.items()}


@pytest.mark.soak
@pytest.mark.parametrize(("key", "scenario"), ALL if LONG else QUICK)
def test_no_seat_opens_the_same_way_in_more_than_half_of_the_battles(key: str, scenario: str) -> None:
    battles = [first_answers(key, scenario, seed) for seed in range(BATTLES)]
    for seat in battles[0]:
        assert Counter(battle[seat] for battle in battles).most_common(1)[0][1] <= BATTLES / 2, seat
