"""9.0 What computer players buy with Fate Points: hits and ground when it gets late."""

from typing import Any

import pytest
from stage import NawStage, stage

import sandtable.systems  # noqa: F401
from sandtable.systems.nations_at_war.thinking import fate
from sandtable.systems.nations_at_war.thinking.action_worth import fate_price
from sandtable.systems.nations_at_war.thinking.weights import FATE_PRICE
from sandtable.table.decision import Choice
from sandtable.table.system import systems

SYSTEM: Any = systems()["nations_at_war"]

UP, AGAIN, DOWN, KEEP = (
    Choice("fate up", number=3),
    Choice("fate re-roll", number=3),
    Choice("fate down", number=3),
    Choice("keep"),
)
LINE = """
    .. .. ..
    german tiger T at A1 ops
    soviet t-34-76 S at C1
    fate german 1
"""


def at_turn(s: NawStage, turn: int) -> NawStage:
    s.b.turn = turn
    return s


def last_turn(s: NawStage) -> int:
    return int(s.b.scenario.turns)


@pytest.mark.parametrize(
    ("late", "points", "options", "wanted"),
    [
        (False, 1, [AGAIN, UP, KEEP], KEEP),  # it may yet save somebody
        (False, 4, [AGAIN, UP, KEEP], UP),  # there are plenty
        (True, 1, [AGAIN, UP, KEEP], UP),
        (True, 1, [AGAIN, KEEP], AGAIN),  # one point does not turn the die far enough
        (True, 1, [AGAIN, UP, DOWN, KEEP], KEEP),  # drift: nobody knows which way is better
    ],
)
def test_misses_are_turned_into_hits_when_it_is_late(
    late: bool, points: int, options: list[Choice], wanted: Choice
) -> None:
    s = stage(LINE)
    s.b.turn = last_turn(s) if late else 1
    s.b.fate[0] = points
    assert fate.change_dice(s.b, options, 0) == wanted


def test_a_point_is_worth_less_the_later_it_is() -> None:
    s = stage(LINE)
    prices = [fate_price(at_turn(s, turn).b) for turn in range(1, last_turn(s) + 1)]
    assert prices == sorted(prices, reverse=True) and prices[0] < FATE_PRICE and not prices[-1]


def test_in_the_last_turn_a_step_takes_a_hex_that_decides() -> None:
    b = SYSTEM.rules.new(SYSTEM.shelf.find("nations_at_war/first-light"))
    judge = SYSTEM.thinks.judge(b)
    attacker = judge.victory.side
    goal = next(iter(judge.goals.fields))
    other = next(place for place in range(len(b.ground.names)) if place not in judge.goals.fields)
    aside, step = [Choice("fate move", "T", b.ground.names[place]) for place in (other, goal)]
    options = [aside, step, Choice("finish")]
    b.control[attacker] &= ~(1 << goal)
    b.turn = b.scenario.turns - 1
    assert fate.best_move(b, options, attacker, judge) is None, "there is time"
    b.turn = b.scenario.turns
    assert fate.best_move(b, options, attacker, judge) == step
    b.control[attacker] |= 1 << goal
    assert fate.best_move(b, options, attacker, judge) is None, "it is held already"
    assert fate.best_move(b, options, 1 - attacker, judge) == step, "and may be taken back"


def test_while_the_enemy_acts_points_are_kept_until_the_last_turn() -> None:
    s = stage(LINE)
    judge = SYSTEM.thinks.judge(s.b)
    options = [Choice("pass"), Choice("pass impulse")]
    assert fate.moment(at_turn(s, 1).b, options, 0, judge) == Choice("pass impulse")
    assert fate.moment(at_turn(s, last_turn(s)).b, options, 0, judge) == Choice("pass")


def test_a_unit_is_freed_for_a_shot_that_is_worth_its_price() -> None:
    s = stage(LINE)
    policy = SYSTEM.thinks.policy(s.b)
    options = [Choice("fate free", "T"), Choice("pass")]
    s.b.fate[0] = 2
    assert policy.react(at_turn(s, 1).b, options, 0, "S") == Choice("pass")
    assert policy.react(at_turn(s, last_turn(s)).b, options, 0, "S") == Choice("fate free", "T")
