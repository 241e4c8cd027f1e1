"""The book of openings: what is as good as the usual at the beginning of a battle."""

import pytest

from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.thinking.openings import Opening, book
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.scheme import Scheme

SYSTEM = WAR_STORM
BOOK = [(scenario, side, known) for scenario, sides in book().items() for side, known in sides.items()]


def deepened(play: Play, side: str) -> list[Scheme]:  # type: ignore[type-arg]
    """What a strategist weighs."""
    decision = play.decision_for(side)
    assert decision is not None
    found = SYSTEM.thinks.schemes(play.battle, decision, side, None)
    assert found is not None
    return SYSTEM.thinks.deepened(play.battle, decision, side, found)


@pytest.mark.parametrize(("scenario", "side", "known"), BOOK, ids=lambda each: each if isinstance(each, str) else "")
def test_who_has_a_book_takes_any_of_its_openings(scenario: str, side: str, known: Opening) -> None:
    """Each is legal, promises the same as the others, and comes at the beginning only."""
    play = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(scenario)), SampledChance(2))
    units = {unit for unit in known if unit != "fire"}
    while (seat := play.asked()[0]) and (decision := play.decision_for(seat)) and decision.kind != "activation":
        found = deepened(play, seat) or [Scheme("", first=decision.options()[0])]
        if seat == side and decision.piece in units:
            units.remove(decision.piece)
            assert [each.first.to for each in found if each.first is not None] == known[decision.piece]
            assert len({each.promise for each in found}) == 1
        best = max(found, key=lambda each: each.promise or 0.0)
        assert best.first is not None
        play.choose(best.first, seat)
    if "fire" not in known:
        assert not units
        return
    (officer,) = units
    shots = [each for each in deepened(play, side) if "fires at" in each.label]
    assert len({each.promise for each in shots}) == 1
    assert [each.label.partition(" fires at ")[2] for each in shots] == [
        target for target in known["fire"] for _ in known[officer]
    ]
    goes = [each.orders[officer].removeprefix("to ") for each in shots]
    assert "hold" in goes
    here = play.battle.ground.names[play.battle.unit(officer).hex]
    assert [here if place == "hold" else place for place in goes] == known[officer] * len(known["fire"])
    play.battle.activations[play.battle.side] += 1
    assert not [each for each in deepened(play, side) if each.orders.get(officer) == "hold"]
