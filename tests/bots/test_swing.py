"""What a plan would cost is told as a chance to win where a game has measured what its promises are worth."""

import pytest

import sandtable.systems  # noqa: F401
from sandtable.bots.explaining import Scale
from sandtable.table.system import systems

MEASURED = {
    "nations_at_war": 0.2174,
    "war_storm": 0.3105,
    "regimental": 0.264,
    "of_war_and_men": 0.4558,
    "miniatures": 0.8018,
}


@pytest.mark.parametrize("key", MEASURED)
def test_costs_are_told_as_a_chance_to_win(key: str) -> None:
    system = systems()[key]
    battle = system.rules.new(system.shelf.find(system.shelf.infos()[0].id))
    assert system.thinks.swing == MEASURED[key]
    told = Scale.words(Scale(system.thinks, battle, system.rules.seats(battle)[0]), 1.0)
    assert ("in the chance to win" in told) is bool(MEASURED[key])
