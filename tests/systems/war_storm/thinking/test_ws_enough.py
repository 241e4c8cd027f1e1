"""A master counts the points: it leaves the board where that wins, and takes no more than it needs."""

import pytest

from sandtable.bots.levels import make
from sandtable.bots.player import Seat
from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.rules.victory import score
from sandtable.systems.war_storm.state.pieces import ACTIVATION, EXITED, Battle
from sandtable.systems.war_storm.thinking.enough import aims_of, least_to_take, way_out, wins_with
from sandtable.systems.war_storm.thinking.goals import wanted
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.scheme import Scheme

SYSTEM = WAR_STORM
AMERICAN, GERMAN = 0, 1
RIDGE, PRESS = "war_storm/rearguard-on-the-ridge", "war_storm/the-cider-press"


WAY_OUT = """
[[awards]]
kind = "exited"
side = "american"
points = 1
text = "1 point for each platoon that leaves by the south edge."
"""


def begun(scenario: str) -> Battle:
    return SYSTEM.rules.new(SYSTEM.shelf.find(scenario))


def with_a_way_out() -> Battle:
    """The rearguard, where the Americans have a point for each platoon that leaves by the south edge."""
    north = 'baseline = "north"'
    texts = {
        name: text.replace(north, f'{north}\nexits = "row 11"') + WAY_OUT if north in text else text
        for name, text in SYSTEM.shelf.texts(RIDGE).items()
    }
    return SYSTEM.rules.new(SYSTEM.shelf.read(texts))


def weighed(battle: Battle, seat: str, by: str) -> list[Scheme]:
    """What a strategist (`deepened`) or a master (`mastered`) weighs, the best first."""
    play = Play(SYSTEM, battle, SampledChance(1))
    decision = play.decision_for(seat)
    assert decision is not None
    found = SYSTEM.thinks.schemes(play.battle, decision, seat, None)
    found = getattr(SYSTEM.thinks, by)(play.battle, decision, seat, found)
    return sorted(found, key=lambda each: each.promise or 0.0, reverse=True)


def before_the_exit() -> Battle:
    """The Germans are done; company A stands two hexes before the southern edge, far from them."""
    b = with_a_way_out()
    b.phase, b.turn, b.side, b.queue = ACTIVATION, 2, AMERICAN, []
    for unit in b.units:
        if unit.id.startswith("american-a"):
            b.put(unit, b.ground.index["C1209" if unit.id[-1] in "12r" else "C1309"])
        elif unit.side == GERMAN:
            b.put(unit, b.ground.index["C505"])
            unit.used = unit.finished = True  # there is nobody to wait for
    return b


# Leaving the board -------------------------------------------------------------------------------


def test_the_way_out_is_known_to_who_has_points_for_it_and_platoons_enough() -> None:
    b = with_a_way_out()
    assert way_out(b, AMERICAN) == b.scenario.sides[AMERICAN].exits != 0
    assert way_out(b, GERMAN) == 0
    mine = [each for each in b.platoons if each.side == AMERICAN]
    for each in mine[4:]:
        b.remove(each, EXITED)
    assert score(b, AMERICAN) == len(mine) - 4
    assert way_out(b, AMERICAN)  # who has begun goes on
    b = with_a_way_out()
    b.points[GERMAN] = len(mine) - 4  # three points more than the enemy win
    assert way_out(b, AMERICAN)
    b.points[GERMAN] += 1
    assert not way_out(b, AMERICAN)


def test_there_must_be_time_to_get_there() -> None:
    b = before_the_exit()
    assert way_out(b, AMERICAN)
    b.turn = b.scenario.turns
    far = [each for each in b.platoons if each.id.startswith("american-a")]
    assert way_out(b, AMERICAN)  # the four of company A are in reach: enough, even if one fails
    b.put(far[0], b.ground.index["C1400"])
    assert way_out(b, AMERICAN) == 0


def test_a_master_sends_all_off_the_board_and_a_strategist_does_not() -> None:
    best, *_ = weighed(before_the_exit(), "american", "mastered")
    assert best.label == "Lt. Harmon leaves the board"
    assert {best.orders[f"american-a-{number}"] for number in (1, 2, 3, 4)} == {"to C1211"}
    assert not [each for each in weighed(before_the_exit(), "american", "deepened") if "leaves" in each.label]


def test_they_leave() -> None:
    play = Play(SYSTEM, before_the_exit(), SampledChance(1))
    master = make("master", 1)
    master.hurried = False
    play.choose(master.choose(Seat(play, "american")), "american")
    while play.battle.actor >= 0:
        play.choose(master.choose(Seat(play, "american")), "american")
    gone = [each.id for each in play.battle.platoons if each.hex == EXITED]
    assert gone == ["american-a-1", "american-a-2", "american-a-3", "american-a-4"]


def test_who_wants_out_begins_away_from_the_enemy() -> None:
    def first_place(by: str) -> int:
        b = with_a_way_out()
        b.queue = [AMERICAN]
        for unit in b.units:
            if unit.side == GERMAN:
                b.put(unit, b.ground.index["C505"])
        best, *_ = weighed(b, "american", by)
        assert best.first is not None
        return b.ground.distance[b.ground.index["C505"]][b.ground.index[best.first.to]]

    assert first_place("mastered") == 10
    assert first_place("deepened") < 6


# What to take ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "wins"), [(0, False), (1, True), (-1, False)])
def test_who_wins_with_some_points_more(points: int, wins: bool) -> None:
    b = begun(PRESS)
    assert wins_with(b, AMERICAN, points) == wins
    assert wins_with(b, GERMAN, points) == wins


def test_what_nobody_defends_is_taken_if_it_is_enough() -> None:
    b = begun(PRESS)
    press, knoll = 1 << b.ground.index["S806"], 1 << b.ground.index["S1003"]
    for unit in b.units:
        if unit.id.startswith("german-b"):
            b.put(unit, b.ground.index["S806"])
    take, _ = wanted(b, AMERICAN)
    assert set(take) == {press, knoll}
    assert set(least_to_take(b, AMERICAN, take)) == {knoll}
    assert [each.hexes for each in aims_of(b, AMERICAN, 0).goals] == [knoll]
    b.points[GERMAN] = 3  # now the knoll alone does not win
    assert least_to_take(b, AMERICAN, take) == take


def test_who_wins_takes_no_more_but_takes_back_what_is_the_enemys() -> None:
    b = begun(PRESS)
    b.holders[1] = AMERICAN
    take, _ = wanted(b, AMERICAN)
    assert least_to_take(b, AMERICAN, take) == {}
    b.points[GERMAN] = 9
    lost, _ = wanted(b, GERMAN)
    assert lost
    assert least_to_take(b, GERMAN, lost) == lost
