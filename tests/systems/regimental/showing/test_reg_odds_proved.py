"""The odds of a combat proved by other routes: a player's count, icepool, and every throw played in the game."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from reg_combat import fought, scene_of
from reg_stage import RegStage, stage

from sandtable.systems.regimental.reading.book import rulebook
from sandtable.systems.regimental.rules.attack import new_combat
from sandtable.systems.regimental.showing.odds import (
    ELIMINATED,
    EVEN,
    LOSS,
    LOST,
    NO_LOSS,
    WON,
    CombatOdds,
    fill,
    mean_losses,
    pool,
    reckon,
    stopped_chances,
    throws,
    with_full_defence,
)
from sandtable.systems.regimental.state.pieces import Combat
from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay
from sandtable.testing import rule

CHART = rulebook().chart
X = "red infantry X at 0504"


# Counting ------------------------------------------------------------------------------------------

# The chart as it is printed: the single faces that hit, and the face of which pairs do.
ROWS: dict[str, tuple[tuple[int, ...], int]] = {
    "attack_H": ((6,), 0),
    "attack_D": ((6,), 0),
    "attack_M": ((6,), 5),
    "attack_R": ((5, 6), 4),
    "defend_H": ((5, 6), 0),
    "defend_D": ((5, 6), 4),
    "defend_M": ((6,), 5),
}


def by_hand(dice: tuple[int, ...], singles: tuple[int, ...], pair: int) -> int:
    """As a player counts: each die of a listed number, then the others put together in pairs."""
    return sum(face in singles for face in dice) + dice.count(pair) // 2


@rule("3.2.h")
@pytest.mark.parametrize("row", ROWS)
def test_hits_by_enumeration(row: str) -> None:
    """All throws of up to five dice, by every row of the chart."""
    for dice in range(6):
        tally = Counter(by_hand(faces, *ROWS[row]) for faces in product(range(1, 7), repeat=dice))
        assert throws(dice, CHART[row].hits, CHART[row].pair) == tuple(tally[hits] for hits in range(dice + 1))


class Hits(icepool.MultisetEvaluator[int, int]):
    """As icepool counts: face by face."""

    def __init__(self, singles: tuple[int, ...], pair: int) -> None:
        self.singles, self.pair = singles, pair

    def next_state(self, state: Any, order: Any, outcome: int, count: int) -> int:
        hits = count if outcome in self.singles else count // 2 if outcome == self.pair else 0
        return int(state or 0) + hits


@rule("3.2.h")
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("dice", [1, 2, 8, 13])
def test_hits_by_icepool(row: str, dice: int) -> None:
    """Pools too large to enumerate."""
    other: Any = Hits(*ROWS[row]).evaluate(icepool.d6.pool(dice))
    chances = pool(dice, CHART[row])
    assert chances == [other.probability(hits) for hits in range(dice + 1)]
    assert sum(chances) == 1


# Whole combats -------------------------------------------------------------------------------------


def combat_of(s: RegStage) -> Combat:
    combat: Combat | None = s.b.combat
    assert combat is not None
    return combat


def before(*lines: str, red: str = "H") -> tuple[RegStage, CombatOdds]:
    """The stage before A attacks X alone, and the odds of that."""
    s = stage(scene_of(*lines, red=red))
    return (s, reckon(s.b, new_combat(s.b, s.unit("A"), s.b.ground.index["0504"])))


def outcome(play: AnyPlay) -> str:
    """What has come of a combat, read from what was told."""
    told = {(event.kind, event.side) for event in play.log}
    if ("destroyed", "red") in told:
        return ELIMINATED
    if any(event.text == "fire" for event in play.log if event.kind == "attacks"):
        return LOSS if ("strength lost", "red") in told else NO_LOSS
    if ("combat even", "") in told:
        return EVEN
    return WON if ("combat won", "blue") in told else LOST


@rule("3.4.f", "3.2.a", "3.2.b", "3.2.c", "3.2.d", "3.2.e")
@pytest.mark.parametrize("place", ["0404", "0502"])
@pytest.mark.parametrize("red", ["M", "H", "D", "R"])
def test_outcomes_by_playing_every_throw(place: str, red: str) -> None:
    """Two dice against two, all 1296 throws played through the game; X dies of two hits."""
    points = 3 if red == "D" else 2  # 3.7.1.c
    lines = (
        f"blue light-armour A at {place} sp={points}",
        "red light-armour X at 0504 sp=2",
        "red infantry Z at 0705",
    )
    s, odds = before(*lines, red=red)
    assert (odds.attack_dice, odds.defence_dice) == (2, 0 if red == "R" else 2)
    count = odds.attack_dice + odds.defence_dice
    tally: Counter[str] = Counter()
    for dice in product(range(1, 7), repeat=count):
        play = s.play.fork(ScriptedChance(*dice))
        play.choose(Choice("attack", "A", "0504"))
        tally[outcome(play)] += 1
    assert odds.outcomes == {end: Fraction(number, 6**count) for end, number in tally.items()}


@rule("3.4.e")
def test_the_odds_list_the_factors_of_the_throw() -> None:
    """Dice and factors foretold are those told when the dice fall."""
    lines = ("blue infantry A at 0404 company=engineers", f"{X} company=at")
    _, odds = before(*lines, red="D")
    s = fought(*lines, red="D")
    assert odds.attack_notes == s.last("attack dice").modifiers
    assert odds.defence_notes == s.last("defence dice").modifiers
    assert (odds.attack_dice, odds.defence_dice) == (4, 4)
    assert odds.attack_row.rule == "3.2.a" and odds.defence_row is not None and odds.defence_row.rule == "3.2.d"


@rule("3.6.b")
def test_a_retreating_stand_has_no_pool() -> None:
    """The attack can be won or drawn, never lost."""
    _, odds = before("blue infantry A at 0404", X, red="R")
    assert odds.defence_row is None and odds.defender_hits == [1]
    assert set(odds.outcomes) == {WON, EVEN}
    assert sum(odds.outcomes.values()) == 1


@rule("9.c")
@pytest.mark.parametrize("flak", [0, 1, 2])
def test_stopped_air_points_by_enumeration(flak: int) -> None:
    """Two air points, each shot at by every anti-aircraft company in reach with two dice."""
    lines = ["blue infantry A at 0404", X, "air blue 2"]
    lines += [f"red infantry Z{n} at 060{n + 3} company=aa" for n in range(flak)]
    s = stage(scene_of(*lines))
    combat = new_combat(s.b, s.unit("A"), s.b.ground.index["0504"])
    combat.air[0] = 2
    stopped = Counter(6 in dice for dice in product(range(1, 7), repeat=2 * flak))
    hit = Fraction(stopped[True], 36**flak)
    chances = dict(stopped_chances(s.b, combat, 0))
    assert chances == {0: (1 - hit) ** 2, 1: 2 * hit * (1 - hit), 2: hit**2}
    odds = reckon(s.b, combat)
    assert len(odds.attacker_hits) == 3 + 4 + 1 and sum(odds.attacker_hits) == 1
    miss = Fraction(5, 6)
    assert odds.attacker_hits[0] == sum(chance * miss ** (7 - 2 * lost) for lost, chance in chances.items())


def test_mean_losses() -> None:
    """Hits beyond the cap cost nothing more."""
    hits = [Fraction(1, 8), Fraction(3, 8), Fraction(3, 8), Fraction(1, 8)]
    assert mean_losses(hits, 3) == 1.5
    assert mean_losses(hits, 2) == (3 + 2 * 3 + 2 * 1) / 8


# All support ---------------------------------------------------------------------------------------


@rule("3.5.2.a", "3.5.2.b")
def test_the_full_defence() -> None:
    """The opponent against whom most dice count, with all fire support and the best of guns and air points."""
    lines = ("blue medium-armour A at 0404", "blue infantry B at 0503", f"{X} company=mg", "air red 1")
    support = ("red infantry Z at 0604 company=fs", "red battery G at 0904 sp=1", "red battery H at 0905")
    s = stage(scene_of(*lines, *support)).do("attack", "A", "0504").do("join", "B")
    full = with_full_defence(s.b, combat_of(s))
    assert s.b.stands[full.opponent].id == "B"
    assert [s.b.companies[i].id for i in full.support[1]] == ["Z-fs"]
    assert ([s.b.stands[i].id for i in full.guns[1]], full.air) == (["H"], [0, 1])
    assert reckon(s.b, full).defence_dice == 3 + 1 + 1 + 2 + 2
    assert combat_of(s).guns == ([], []) and s.b.air == [0, 1]  # nothing is spent by reckoning


@rule("3.5.1.b", "9.a")
@pytest.mark.parametrize(("points", "air", "guns"), [(2, 2, 0), (1, 1, 1)])
def test_filling_up_an_attack_that_has_an_air_point_already(points: int, air: int, guns: int) -> None:
    """One point is called: another that is left is called too, else the weak gun; never more than two in all."""
    s = stage(scene_of("blue infantry A at 0404", X, f"air blue {points}", "blue battery G at 0204 sp=1"))
    s.do("attack", "A", "0504").do("air")
    combat = combat_of(s).copy()
    fill(s.b, combat, 0)
    assert (combat.air[0], len(combat.guns[0])) == (air, guns)


@rule("9.a")
def test_filling_up_with_a_single_air_point() -> None:
    """One point and no gun: one point is called, not two."""
    s = stage(scene_of("blue infantry A at 0404", X, "air blue 1"))
    combat = new_combat(s.b, s.unit("A"), s.b.ground.index["0504"])
    fill(s.b, combat, 0)
    assert (combat.air, s.b.air) == ([1, 0], [1, 0])
