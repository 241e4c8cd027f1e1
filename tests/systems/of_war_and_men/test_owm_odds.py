"""Odds of a shot, proved by a second route: every order of the cards of a small heap."""

from fractions import Fraction
from itertools import permutations

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.hidden import redeal
from sandtable.systems.of_war_and_men.odds import OUTCOMES, draws, fire, outcome, unseen, words
from sandtable.table.chance import SampledChance
from sandtable.testing.citing import rule

SCENE = """
{rows}
level {level}
axis 1 at A1 {axis}
  Hans rank={rank} weapon={weapon} discipline={discipline} {words}
allies 1 at C1 {allies}
{foes}
hand axis attack-red
hand allies evade-red
active axis-1
"""


def aim(
    rows: str = "H . =",
    level: str = "private",
    axis: str = "",
    rank: str = "Cpl",
    weapon: str = "gar",
    discipline: str = "red",
    words: str = "",
    allies: str = "",
    foes: str = "  Joe rank=Cpl resolve=6 vitality=10",
) -> OwmStage:
    text = SCENE.format(
        rows=rows, level=level, axis=axis, rank=rank, weapon=weapon, discipline=discipline, words=words,
        allies=allies, foes=foes,
    )  # fmt: skip
    return stage(text, "R1").order("attack", "attack-red", "allies-1")


def test_draws_of_different_cards_are_counted() -> None:
    values = ((1, 2, None, 4), (3, 3, 1, 0), (1, 2, None, 4))
    counted: dict[int, int] = {}
    for cards in permutations(range(4), 3):
        picked = [values[flip][card] for flip, card in enumerate(cards)]
        if None not in picked:
            total = sum(value for value in picked if value is not None)
            counted[total] = counted.get(total, 0) + 1
    assert draws(list(values)) == counted


def by_hand(s: OwmStage, heap: list[int], flips: int, extra: int) -> dict[str, Fraction]:
    """Every order of the heap, played as the book says."""
    man, target = s.man("Hans"), s.man("Joe")
    row = man.card.weapon.grid[1]
    result = dict.fromkeys(OUTCOMES, Fraction())
    orders = list(permutations(heap, len(row) + flips))
    for order in orders:
        cards = [s.b.card(number) for number in order]
        total, wound, place = 0, False, 0
        for colour in row:
            card = cards[place]
            place += 1
            if card.icon == "jam":
                break
            total += card.dice[colour]
            wound = wound or card.icon == "wound"
        for _ in range(flips):
            total -= cards[place].dice[man.card.discipline]
            place += 1
        result[outcome(s.b, target, total + extra, wound)] += Fraction(1, len(orders))
    return result


@rule("16.2.h", "16.2.i", "16.2.l", "19.1.a", "19.3.a")
@pytest.mark.parametrize(
    ("scene", "flips", "extra"),
    [
        ({}, 1, 2),
        ({"rank": "Pvt"}, 2, 2),
        ({"rows": ". . .", "axis": "stealth"}, 1, 2),
        ({"foes": "  Joe rank=Cpl resolve=4 vitality=8 suppressed=0"}, 1, 2),
        ({"foes": "  Joe rank=Cpl resolve=4 vitality=8 wounded"}, 1, 2),
    ],
)
def test_odds_are_those_of_every_order(scene: dict[str, str], flips: int, extra: int) -> None:
    s = aim(**scene)
    heap = [34, 37, 53, 61, 100, 3, 18, 88]  # two wounds, two jams, a random effect, three Terrain cards
    s.b.discard += [number for number in s.b.deck if number not in heap]
    s.b.deck = sorted(heap)
    s.b.discard += s.b.players[1].hand
    s.b.players[1].hand = []
    chances = fire(s.b, "axis", s.b.stack[-1], s.man("Hans"))
    assert chances == by_hand(s, heap, flips, extra)
    assert sum(chances.values()) == 1


def test_each_soldier_who_may_be_hit_counts_alike() -> None:
    s = aim(foes="  Joe rank=Cpl resolve=6 vitality=10\n  Sam resolve=6 vitality=1\n  Tom suppressed")
    chances = fire(s.b, "axis", s.b.stack[-1], s.man("Hans"))
    alone = fire(aim().b, "axis", aim().b.stack[-1], aim().man("Hans"))
    assert chances is not None and alone is not None
    assert alone["killed"] < chances["killed"] < 1, "Sam is as good as dead, Tom is no target"


def test_odds_tell_nothing_that_is_hidden() -> None:
    s = aim()
    before = words(s.b, "axis", s.b.stack[-1], s.man("Hans"))
    heap = unseen(s.b, "axis")
    redeal(s.b, "axis", SampledChance(5))
    assert unseen(s.b, "axis") == heap
    assert words(s.b, "axis", s.b.stack[-1], s.man("Hans")) == before
    assert before is not None and before.attack == "blue + blue - red"
    assert sum(each.chance for each in before.odds) in range(998, 1003)


@rule("19.2.a")
def test_no_odds_where_a_random_effect_would_have_to_be_reckoned_with() -> None:
    s = aim(level="colonel", words="weakness=Shaky")
    assert fire(s.b, "axis", s.b.stack[-1], s.man("Hans")) is None
    assert words(s.b, "axis", s.b.stack[-1], s.man("Hans")) is None
