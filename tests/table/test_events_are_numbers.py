"""What events tell as numbers are numbers, and not True or False: a compiled build makes numbers of them."""

import random

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.table.chance import SampledChance
from sandtable.table.event import Event
from sandtable.table.play import Play
from sandtable.table.system import systems


@pytest.mark.parametrize("key", sorted(systems()))
def test_numbers_of_events_are_numbers(key: str) -> None:
    system = systems()[key]
    scenario = system.shelf.find(system.shelf.infos()[0].id)
    pick = random.Random(1).choice
    play = Play(system, system.rules.new(scenario), SampledChance(1))
    while play.decision is not None:
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        assert decision is not None
        play.choose(decision.any(pick), seat)
    numbers = [
        (event, number) for event in play.log for number in (event.need, event.value, event.faces, *event.dice)
    ]
    assert numbers
    wrong: list[Event] = [event for event, number in numbers if isinstance(number, bool)]
    assert wrong == []
