"""Exact odds of a combat: by hand, by enumeration, by icepool, and by throwing many dice."""

import itertools
from fractions import Fraction

import icepool
import pytest
from reg_stage import stage

from sandtable.systems.regimental.reading.book import rulebook
from sandtable.systems.regimental.rules.attack import new_combat
from sandtable.systems.regimental.rules.combat_dice import attack_dice, defence_dice
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.showing.odds import (
    ELIMINATED,
    FAST,
    LOSS,
    LOST,
    NO_LOSS,
    WON,
    attackers_lose,
    fill,
    pool,
    reckon,
    stopped_chances,
    success,
    throws,
    with_full_defence,
)
from sandtable.systems.regimental.showing.option_views import in_short
from sandtable.systems.regimental.state.book import Row
from sandtable.table.view import AttackView, Odds
from sandtable.testing import rule

FIELD = """
. . . . . . . . .
 . . . . . . . . .
. . . . . . . . .
 . . . . . . . . .
. . . . . . . . .
"""
FIGHT = (
    FIELD + "blue hq HQ at 0303\nblue infantry A at 0403\nred hq RQ at 0703\nred infantry X at 0503\norder blue M\n"
)


@rule("3.2.h")
@pytest.mark.parametrize("key", sorted(rulebook().chart))
@pytest.mark.parametrize("dice", range(6))
def test_throws_are_counted_exactly(key: str, dice: int) -> None:
    """Every throw of up to five dice, counted one by one with the rule itself."""
    row = rulebook().chart[key]
    counted = [0] * (dice + 1)
    for throw in itertools.product(range(1, 7), repeat=dice):
        counted[row.count(throw)] += 1
    assert list(throws(dice, row.hits, row.pair)) == counted


@rule("3.2.h")
@pytest.mark.parametrize("key", ["attack_M", "defend_D"])
def test_a_second_route(key: str) -> None:
    """icepool over nine dice: hits are the high faces and half the doubled one, rounded down."""
    row = rulebook().chart[key]

    class Hits(icepool.MultisetEvaluator[int, int]):
        def next_state(self, state: int | None, order: object, face: int, count: int) -> int:
            hits = state or 0
            return hits + count if face >= row.hits else hits + count // 2 if face == row.pair else hits

    die = Hits().evaluate(icepool.d6.pool(9))
    ours = pool(9, row)
    assert {hits: Fraction(die.probability(hits)) for hits in die.outcomes()} == {
        hits: chance for hits, chance in enumerate(ours) if chance
    }


def test_the_chances_add_up() -> None:
    b = scene(FIGHT)
    odds = reckon(b, new_combat(b, b.stands[1], b.ground.index["0503"]))
    assert sum(odds.attacker_hits) == sum(odds.defender_hits) == sum(odds.outcomes.values()) == 1
    assert odds.close and odds.attack_dice == odds.defence_dice == 3


@rule("4.1.a", "3.2.a", "3.2.b")
def test_an_even_fight_by_hand() -> None:
    """One die on 6 against one on 5 or 6: won 1/6 x 4/6, even 1/6 x 2/6 + 5/6 x 4/6, lost 5/6 x 2/6."""
    b = scene(FIGHT.replace("A at 0403", "A at 0403 sp=1").replace("X at 0503", "X at 0503 sp=1 company=other"))
    odds = reckon(b, new_combat(b, b.stands[1], b.ground.index["0503"]))
    assert odds.outcomes == {
        "the defender falls back": Fraction(4, 36),
        "a draw": Fraction(2 + 20, 36),
        "the attack is thrown back": Fraction(10, 36),
    }


@rule("4.1.d")
def test_who_is_dug_in_may_stand_fast() -> None:
    """One hit more and a point to spare: it falls back or pays. With one point left it can only go."""
    for points, end in (
        (4, "the defender falls back, or stands fast for a point"),
        (2, "the defender falls back"),
    ):
        b = scene(FIGHT.replace("X at 0503", f"X at 0503 sp={points} company=other") + "order red D\n")
        b.stands[3].company = -1
        odds = reckon(b, new_combat(b, b.stands[1], b.ground.index["0503"]))
        won = {text for text in odds.outcomes if "falls back" in text}
        assert end in won, points
        assert sum(odds.outcomes.values()) == 1 and success(odds) == pytest.approx(
            float(sum(odds.outcomes[text] for text in odds.outcomes if "defender" in text))
        )


@rule("4.b", "4.c")
def test_the_odds_tell_what_the_attacker_may_lose_himself() -> None:
    """Three dice on 5 and 6: a hex loses two points at most, so three hits are two points."""
    b = scene(FIGHT)
    combat = new_combat(b, b.stands[1], b.ground.index["0503"])
    odds = reckon(b, combat)
    hits = odds.defender_hits
    assert attackers_lose(b, combat, odds) == [hits[0], hits[1], hits[2] + hits[3]]


@rule("9.c")
def test_aircraft_may_be_stopped() -> None:
    """One point against two anti-aircraft companies: four dice must all miss."""
    b = scene(FIGHT.replace("X at 0503", "X at 0503 company=aa").replace("RQ at 0703", "RQ at 0703 company=aa"))
    combat = new_combat(b, b.stands[1], b.ground.index["0503"])
    combat.air[0] = 1
    miss = Fraction(5, 6) ** 4
    assert stopped_chances(b, combat, 0) == [(0, miss), (1, 1 - miss)]
    two, three = pool(5, Row(6, 0, "")), pool(3, Row(6, 0, ""))
    mixed = [miss * chance for chance in two]
    for hits, chance in enumerate(three):
        mixed[hits] += (1 - miss) * chance
    assert reckon(b, combat).attacker_hits == mixed


@rule("3.5.2.a", "3.5.2.b")
def test_the_defence_is_reckoned_with_all_it_may_call() -> None:
    """Fire support, and the two guns that add most; the battle itself is left alone."""
    text = (
        FIGHT.replace("RQ at 0703", "RQ at 0703 company=fs") + "red battery G at 0901\nred battery F at 0905 sp=1\n"
    )
    b = scene(text + "red battery E at 0904\norder red D\nair red 0\n")
    before = b.state()
    combat = with_full_defence(b, new_combat(b, b.stands[1], b.ground.index["0503"]))
    assert [b.stands[i].id for i in combat.guns[1]] == ["G", "E"]
    assert defence_dice(b, combat) == 3 + 1 + 4
    assert b.state() == before


def test_the_attack_is_filled_up_too() -> None:
    b = scene(FIGHT + "blue battery G at 0101\nair blue 2\n")
    combat = new_combat(b, b.stands[1], b.ground.index["0503"])
    fill(b, combat, 0)
    assert attack_dice(b, combat) == 3 + 2 + 2 and combat.air[0] == 1


def test_what_the_view_promises_is_what_is_thrown() -> None:
    """The dice in the notes of an option are the dice of the event."""
    s = stage(FIGHT + "active blue attack", *[1] * 6)
    view = s.play.system.shown.view(s.play, "blue")  # type: ignore[attr-defined]
    option = next(option for option in view.decision.options if option.choice.do == "attack")
    assert option.attack.attack == "3 dice on 6" and option.attack.defence == "3 dice on 5, 6"
    assert sum(each.chance for each in option.attack.odds) in range(998, 1003)
    s.do("attack", "A", "0503")
    assert s.last("attack dice").modifiers == option.attack.attack_notes
    assert s.last("defence dice").modifiers == option.attack.defence_notes


@rule("4.1.a", "4.2.a")
def test_a_button_says_first_what_is_hoped_for() -> None:
    """Whoever attacks hopes that the defender falls back; fire from afar may only cost a loss."""
    fire = AttackView("", odds=(Odds(NO_LOSS, 580, "none"), Odds(LOSS, 400), Odds(ELIMINATED, 20, "worst")))
    close = AttackView("", odds=(Odds("a draw", 273), Odds(LOST, 613), Odds(WON, 100), Odds(ELIMINATED, 14, "worst")))
    assert in_short(fire, defends=False) == (Odds(LOSS, 420, badge="fire"), Odds(NO_LOSS, 580))
    ends = Odds("falls back or is destroyed", 114)
    assert in_short(close, defends=False) == (ends, Odds(LOST, 613))
    assert in_short(close, defends=True) == (Odds(LOST, 613), ends)
    assert in_short(None, defends=False) == ()
    dug_in = AttackView("", odds=(Odds(FAST, 300), Odds(WON, 50), Odds(LOST, 613), Odds(ELIMINATED, 37, "worst")))
    assert in_short(dug_in, defends=False)[0] == Odds("falls back, stays for a point or is destroyed", 387)
    gone = AttackView("", odds=(Odds(ELIMINATED, 767), Odds(LOST, 233)))
    assert in_short(gone, defends=False)[0].text == ELIMINATED


@rule("3.4.c")
def test_whoever_joins_a_fire_from_the_next_hex_is_told_that_it_becomes_a_close_combat() -> None:
    s = stage(FIGHT.replace("A at 0403", "A at 0403\nblue infantry F at 0304") + "active blue attack")
    s.do("attack", "F", "0503")
    view = s.play.system.shown.view(s.play, "blue")  # type: ignore[attr-defined]
    (joins,) = [option for option in view.decision.options if option.choice.do == "join"]
    assert joins.brings.startswith("This makes it a close combat")
