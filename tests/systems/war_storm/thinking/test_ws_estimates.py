"""What computer players estimate agrees with the rules: the same numbers, from the same tables."""

import pytest
from ws_fight import OPEN, attack

from sandtable.systems.war_storm.reading.book import rulebook
from sandtable.systems.war_storm.rules.attack import factor_at, fire_factor, reach, reckon_defensive, results
from sandtable.systems.war_storm.rules.fire import may_join
from sandtable.systems.war_storm.rules.hand_to_hand import strength, toll
from sandtable.systems.war_storm.rules.stacking import can_stack
from sandtable.systems.war_storm.rules.victory import judge, leader
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.showing.odds import expected_hits
from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Platoon
from sandtable.systems.war_storm.state.scenario import Grade
from sandtable.systems.war_storm.thinking.assault_plans import steps_beaten
from sandtable.systems.war_storm.thinking.detachment import Detachment
from sandtable.systems.war_storm.thinking.fire_estimates import defensive_factor, largest_group, mean_hits, mean_steps
from sandtable.systems.war_storm.thinking.move_plans import moves
from sandtable.systems.war_storm.thinking.promises import assault_gain
from sandtable.systems.war_storm.thinking.prospect import outcome
from sandtable.systems.war_storm.thinking.situation import Situation
from sandtable.systems.war_storm.thinking.weights import ASSAULT_FIRE, BEATEN, POINT, STEP, SURE, VICTORY
from sandtable.systems.war_storm.thinking.worth import cover, wanted_hexes, winning

BLUE = "blue us-infantry P at A000\nblue us-mg-3-3 M at A000"
RED = "red grenadier G at A00{row}\nred grenadier H at A00{row}"
DUEL = f"{OPEN}\n{BLUE}\n{RED}"


def duel(row: int) -> Battle:
    return scene(DUEL.format(row=row))


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5, 6])
def test_a_fire_factor_at_a_distance_is_that_of_the_attack(row: int) -> None:
    b = duel(row)
    for platoon in b.platoons[:2]:
        beyond = int(row > platoon.type.range)
        ff = fire_factor(b, [platoon], [beyond]) if row <= reach(b, platoon) else 0
        assert factor_at(b, platoon, row) == ff


def test_mean_steps_are_those_of_an_attack_without_modifiers() -> None:
    b = scene(DUEL.format(row=2).replace("M at A000", "M at A006"))
    found = attack(b, "A000", "G", "H")
    assert not found.modifiers
    ways = sum([ways * hits for ways, _, hits in results(b, found)])
    assert mean_steps(rulebook().chart, found.ff, found.divisor) == pytest.approx(ways / 36)


@pytest.mark.parametrize("row", [1, 3, 5])
def test_mean_hits_are_the_odds(row: int) -> None:
    b = duel(row)
    group, place = b.platoons[:2], b.ground.index[f"A00{row}"]
    assert mean_hits(b, group, place) == pytest.approx(expected_hits(b, group, place))


@pytest.mark.parametrize("finished", ["", "GH", "GHI", "I"])
def test_the_fire_an_assault_meets_is_that_of_the_rule(finished: str) -> None:
    """Losses make odd factors: 5, 5 and 5 halved together are 8, one by one rounded down 6 and rounded up 9."""
    units = [f"red grenadier {name} at A302 lost=1" + " finished" * (name in finished) for name in "GHI"]
    b = scene(f"{OPEN}\nblue us-infantry P at A202\n" + "\n".join(units))
    place = b.ground.index["A302"]
    firers = b.platoons_at(place, 1)
    assert defensive_factor(b, firers) == reckon_defensive(b, firers, [b.unit("P")], place).ff
    assert defensive_factor(b, firers) == {"": 15, "GH": 10, "GHI": 8, "I": 13}[finished]


@pytest.mark.parametrize("finished", ["", "finished"])
def test_the_gain_of_an_assault_uses_that_fire(finished: str) -> None:
    """Three platoons of FF 5 fire with 15, and with 8 when they are Finished."""
    text = f"{OPEN}\nblue us-infantry P at A202\n"
    text += "".join([f"red grenadier {name} at A302 lost=1 {finished}\n" for name in "GHI"])
    b = scene(text)
    place = b.ground.index["A302"]
    fire = mean_steps(rulebook().chart, 8 if finished else 15, b.ground.numbers["assault_divisor"])
    mine, theirs = strength(b, [b.unit("P")], place)[0], strength(b, b.units_at(place, 1), place, [b.unit("P")])[0]
    edge = max(-1.0, min(1.0, (mine - ASSAULT_FIRE * fire - theirs) / SURE))
    prize = VICTORY + POINT * (place in wanted_hexes(b, 0)) + BEATEN * 3
    assert assault_gain(b, [b.unit("P")], place) == pytest.approx(edge * prize - STEP * fire)


def test_who_fires_together_is_who_may() -> None:
    text = "\n".join([f"blue us-infantry P{row} at A00{row} active" for row in (0, 1, 3)])
    b = scene(f"{OPEN}\n{text}\nblue officer O at A001 range=3\nred grenadier G at A102")
    group = largest_group(b, b.platoons[:3])
    place = b.ground.index["A102"]
    assert [each.id for each in group] == ["P0", "P1"]
    assert not may_join(b, group[:1], group[1], place)[0]
    assert may_join(b, group, b.platoons[2], place)[1] == "7.1"


def test_cover_is_what_the_chart_adds_to_the_open() -> None:
    b = scene(".0 w0 .0\n.0 .0 .0\nblue us-infantry P at A000")
    terrain = rulebook().terrain
    assert cover(b, b.ground.index["A000"]) == 0
    assert cover(b, b.ground.index["A100"]) == terrain["woods"].divisor - terrain["open"].divisor


def test_the_loser_of_an_assault_loses_no_more_and_no_less_than_the_table_says() -> None:
    b = duel(1)
    assert steps_beaten(b, -1.0) == toll(b, 0)[0]
    assert steps_beaten(b, 99.0) == toll(b, 99)[0]


def test_no_plan_puts_more_into_a_hex_than_may_stack() -> None:
    platoons = "\n".join([f"blue us-infantry P{number} at A00{number}" for number in range(4)])
    goal = "objective Mill A303 red\naward control blue 3 A303"
    b = scene(f"{OPEN}\nblue officer O at A002 range=2\n{platoons}\nred grenadier G at A606\n{goal}")
    plans = moves(Detachment(b, Situation(b, 0), b.officers[0]), False)
    assert plans
    for plan in plans:
        for each in b.platoons:
            if each.side == 0 and each.hex >= 0:
                b.put(each, -1)
        for id, order in plan.scheme.orders.items():
            unit = next(each for each in b.units if each.id == id)
            words = order.split(" ")
            if isinstance(unit, Platoon) and words[0] in ("to", "double"):
                place = b.ground.index[words[1]]
                assert can_stack(b, [unit], place)
                b.put(unit, place)


@pytest.mark.parametrize(("points", "least", "winner"), [(3, 1, 0), (3, 4, NEVER), (0, 1, NEVER), (3, 9, 1)])
def test_who_would_win_is_who_does(points: int, least: int, winner: int) -> None:
    b = scene(f"{DUEL.format(row=5)}\nobjective Mill A303 blue\naward control blue {max(points, 1)} A303")
    if not points:
        b.holders[0] = NEVER
    b.scenario.grades = [Grade(least, 0, "Won"), Grade(0, NEVER, "Drawn")]
    if winner == 1:
        b.scenario.grades[1:] = [Grade(0, 1, "Lost")]
    assert leader(b) == winner
    assert [winning(b, 0), winning(b, 1)] == [winner == 0, winner == 1]
    assert outcome(b, 0) == -outcome(b, 1) == {0: 1, 1: -1, NEVER: 0}[winner]
    judge(b)
    assert b.result is not None
    assert b.result.winner == (b.side_name(winner) if winner != NEVER else None)
