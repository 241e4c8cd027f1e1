"""An event of a battle reads the same as long as the battle lasts: views keep what was told in words."""

import random

import pytest

import sandtable.systems  # noqa: F401
from sandtable.table.chance import SeededChance
from sandtable.table.event import Event
from sandtable.table.play import Play
from sandtable.table.system import systems

CHOICES = 60


@pytest.mark.parametrize("key", sorted(key for key in systems() if key != "toy"))
def test_an_event_reads_the_same_later(key: str) -> None:
    system = systems()[key]
    scenario = system.shelf.infos()[0].id
    play = Play(system, system.rules.new(system.shelf.find(scenario)), SeededChance(7))
    pick = random.Random(7)
    words: dict[Event, str] = {}
    for _ in range(CHOICES):
        for event in play.log[-40:]:
            text = system.shown.sentence(play.battle, event)
            assert words.setdefault(event, text) == text
        asked = play.asked()
        decision = play.decision_for(asked[0]) if asked else None
        if decision is None:
            break
        play.choose(pick.choice(list(decision.options())), asked[0])
    assert len(words) > 20
