"""A master foresees the fire that is awaited where an assault ends, and where routed men end who run on."""

import pytest
from ws_fight import OPEN

from sandtable.systems.war_storm.rules.attack import reckon, results
from sandtable.systems.war_storm.rules.rout import flee
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import Battle
from sandtable.systems.war_storm.thinking.assault_plans import storm, storm_worth
from sandtable.systems.war_storm.thinking.detachment import Detachment
from sandtable.systems.war_storm.thinking.enough import Aims
from sandtable.systems.war_storm.thinking.fire_estimates import driven_on, lost_on_the_run, volley_worth
from sandtable.systems.war_storm.thinking.plans import planners
from sandtable.systems.war_storm.thinking.situation import Situation
from sandtable.systems.war_storm.thinking.weights import CAUTION, PUSHED, ROUTED_TAKEN, STEP

BLUE, RED = 0, 1
PRIZE = 0.4
MEN = "blue officer O at A303 range=9\nblue us-infantry P at A303\nblue us-infantry Q at A303\nbaseline red south\n"
ROUTED = "red grenadier G at {0} routed\nred grenadier H at {0} routed lost=1\n"
MILL = "red grenadier G at A304 lost=2\nobjective Mill A304 red\naward control blue 1 A304\n"
BEHIND = "red grenadier K at A306 of=K\nred grenadier L at A306 of=K\n"


def beside(rows: str) -> Battle:
    """Two routed platoons of five steps, next to two others, three hexes before their edge or far from it."""
    return scene(f"{rows}\n{MEN}{ROUTED.format('A304')}")


# Routed men who must run on ----------------------------------------------------------------------


@pytest.mark.parametrize(("place", "lost"), [("A300", 0), ("A303", 0), ("A306", 5)])
def test_routed_men_are_lost_where_the_board_ends(place: str, lost: int) -> None:
    """As many as the rule takes away: nobody in the middle, all at their own edge."""
    b = scene(f"{OPEN}\nblue us-infantry P at A202\n{ROUTED.format(place)}baseline red south")
    group = b.units_at(b.ground.index[place], RED)
    assert lost_on_the_run(b, group) == lost
    assert driven_on(b, PRIZE, group) == pytest.approx(PRIZE * lost if lost else 2 * PUSHED)
    if lost:
        list(flee(b, group))
        assert [each.hex < 0 for each in b.platoons if each.side == RED] == [True, True]


def test_nobody_runs_where_nobody_is() -> None:
    b = beside(OPEN)
    assert (lost_on_the_run(b, []), driven_on(b, PRIZE, [])) == (0, 0.0)


@pytest.mark.parametrize(("rows", "rest"), [(OPEN, 5), (OPEN * 2, 0)])
def test_fire_at_routed_men_is_worth_what_becomes_of_them(rows: str, rest: int) -> None:
    """With any effect they run: that is worth a little, and the rest of them where they are lost."""
    b = beside(rows)
    group, target = b.platoons[:2], b.ground.index["A304"]
    attack = reckon(b, group, b.units_at(target, RED), target)
    rolls = results(b, attack)
    more = sum([ways * (PRIZE * max(0, rest - min(hits, 5)) + 2 * PUSHED) for ways, raw, hits in rolls if raw]) / 36
    plain = volley_worth(b, PRIZE, group, target)
    assert volley_worth(b, PRIZE, group, target, foresees=True) == pytest.approx(plain + more)


def test_fire_at_men_who_stand_is_worth_the_same() -> None:
    b = scene(f"{OPEN}\n{MEN}red grenadier G at A306")
    target = b.ground.index["A306"]
    assert volley_worth(b, PRIZE, b.platoons[:2], target, True) == volley_worth(b, PRIZE, b.platoons[:2], target)


@pytest.mark.parametrize(("rows", "caught"), [(OPEN, 5 * PRIZE), (OPEN * 2, 2 * PUSHED)])
def test_an_assault_on_routed_men_too(rows: str, caught: float) -> None:
    b = beside(rows)
    group, target = b.platoons[:2], b.ground.index["A304"]
    gain, win = storm_worth(b, Situation(b, BLUE, foresees=True), group, target)
    assert gain == pytest.approx(caught * win)
    assert storm_worth(b, Situation(b, BLUE), group, target) == pytest.approx((2 * ROUTED_TAKEN * win, win))


# The fire that is awaited after an assault -------------------------------------------------------


@pytest.mark.parametrize(
    ("others", "before", "after"),
    [("", 0.2, 0.0), (BEHIND, 1.1, 61 / 30)],
    ids=["nobody behind", "a company behind"],
)
def test_who_foresees_it_counts_the_fire_where_an_assault_ends(others: str, before: float, after: float) -> None:
    """In steps: what is shot off them where they stand, and in the mill, where the beaten fire no more."""
    b = scene(f"{OPEN}\n{MEN}{MILL}{others}")
    place, group = b.ground.index["A304"], b.platoons[:2]
    blind, seeing = [
        storm(Detachment(b, Situation(b, BLUE, CAUTION, foresees=foresees), b.officers[0]), place)
        for foresees in (False, True)
    ]
    assert blind is not None and seeing is not None
    assert blind.gain == pytest.approx(1.004186)
    _, win = storm_worth(b, Situation(b, BLUE), group, place)
    assert seeing.gain - blind.gain == pytest.approx(win * CAUTION * STEP * (before - after))


def test_the_fire_of_the_beaten_is_not_awaited() -> None:
    b = scene(f"{OPEN}\n{MEN}{MILL}")
    place = b.ground.index["A304"]
    situation = Situation(b, BLUE, CAUTION)
    ends = dict.fromkeys(b.platoons[:2], place)
    held = situation.holding(ends, {place: 6})
    assert situation.under_fire(ends, True) < held
    assert situation.under_fire(ends, True, place) == held


def test_only_a_master_foresees() -> None:
    b = scene(f"{OPEN}\n{MEN}{MILL}")
    assert not planners(b, BLUE)[0].situation.foresees
    assert planners(b, BLUE, aims=Aims([], 0))[0].situation.foresees
