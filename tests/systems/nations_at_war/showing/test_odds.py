"""The odds of an attack, proved by other routes: icepool, plain enumeration, and the game itself."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from stage import NawStage, redrawn, stage

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.showing.assault_odds import CloseOdds
from sandtable.systems.nations_at_war.showing.dice_odds import hits_left, shares, successes
from sandtable.systems.nations_at_war.showing.odds import AttackOdds, odds
from sandtable.systems.nations_at_war.state.counters import Weapon
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice
from sandtable.table.event import Event
from sandtable.table.play import Play
from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .. .. .. .."  # A1 to J1


# Counting ----------------------------------------------------------------------------------------


def pool(dice: int, need: int, plus: bool) -> Any:
    """How many of `dice` reach `need`, by icepool; with a plus one miss is rolled again."""
    one = icepool.d6.map(lambda face: int(face >= need))
    hits = dice @ one if dice else icepool.Die([0])
    return hits.map(lambda count: count if count == dice else count + one) if plus else hits


@pytest.mark.parametrize("plus", [False, True])
@pytest.mark.parametrize("need", range(2, 8))
@pytest.mark.parametrize("dice", range(8))
def test_successes_by_icepool(dice: int, need: int, plus: bool) -> None:
    """Every number of dice and every To-Hit of the game."""
    row = successes(dice, need, plus)
    other = pool(dice, need, plus)
    assert [Fraction(weight, sum(row)) for weight in row] == [other.probability(count) for count in range(dice + 1)]


@rule("5.1.7.a")
def test_a_plus_by_enumeration() -> None:
    """Three dice and the fourth that replaces a miss, in all 1296 throws."""
    tally: Counter[int] = Counter()
    for *dice, again in product(range(1, 7), repeat=4):
        hits = sum(face >= 5 for face in dice)
        tally[hits + (hits < 3 and again >= 5)] += 1
    assert successes(3, 5, True) == tuple(tally[hits] for hits in range(4))


@rule("2.7.3.b", "5.1.7.a")
def test_a_re_roll_is_an_extra_die_capped_at_firepower() -> None:
    """The two wordings of the book give the same odds."""
    for dice in range(1, 6):
        extra: Any = (dice + 1) @ icepool.d6.map(lambda face: int(face >= 5))
        capped = extra.map(lambda hits, most=dice: min(hits, most))
        row = successes(dice, 5, True)
        assert [Fraction(weight, sum(row)) for weight in row] == [capped.probability(n) for n in range(dice + 1)]


@pytest.mark.parametrize("dug_in", [0, 1])
@pytest.mark.parametrize("pluses", [(False, False), (True, False), (False, True), (True, True)])
def test_hits_left_by_icepool(pluses: tuple[bool, bool], dug_in: int) -> None:
    """Hits, saves, Improved Position."""
    for dice, to_hit, saves, save in product((1, 3, 5), (2, 5), (0, 2, 4), (4, 6)):
        left = hits_left(dice, to_hit, pluses[0], saves, save, pluses[1], dug_in)
        hit, saved = pool(dice, to_hit, pluses[0]), pool(saves, save, pluses[1])
        rest = icepool.map(lambda h, s: max(0, h - s - dug_in), hit, saved)
        whole = sum(left.row)
        assert [Fraction(weight, whole) for weight in left.row] == [rest.probability(n) for n in range(dice + 1)]
        assert left.mean == pytest.approx(float(rest.mean()))
        assert left.any == pytest.approx(float(1 - rest.probability(0)))


@rule("5.1.6.e", "5.4.h")
def test_shares() -> None:
    """Evenly; an odd hit falls on either unit."""
    assert shares(1, 3) == ((3,), (3,))
    assert shares(2, 2) == ((1, 1), (1, 1))
    assert shares(2, 3) == ((2, 1), (1, 2))


# Against the game --------------------------------------------------------------------------------


def outcome(s: NawStage, id: str, before: tuple[bool, int]) -> str:
    """What happened to a unit, in the words of the odds."""
    unit = s.unit(id)
    if not unit.steps:
        return "eliminated"
    disrupted = unit.disrupted and not before[0]
    if unit.steps < before[1]:
        return "Disrupted and Reduced" if disrupted else "Reduced"
    return "Disrupted" if disrupted else "no effect"


def played(
    make: Callable[..., NawStage], choices: list[Choice], dice: int, look: Callable[[NawStage], str]
) -> dict[str, Fraction]:
    """Play a scene with every throw there is; missed dice are rolled again where a plus allows it."""
    tally: Counter[str] = Counter()
    for throw in product(range(1, 7), repeat=dice):
        s = make(*throw)
        for choice in choices:
            s.do(choice.do, choice.piece, choice.to, choice.number)
            while s.asked[1] == "augmented":
                s.do("re-roll", number=s.options()[0].number)
        tally[look(s)] += 1
    return {name: Fraction(count, 6**dice) for name, count in tally.items()}


TIGER = f"{ROW}\ngerman tiger P at A1 reduced\nsoviet t-70a S at I1"
PLUS = {"ap": Weapon(2, 8, 4, False, True)}
SHOTS: dict[str, tuple[Callable[..., NawStage], list[Choice], int]] = {
    "a tank": (lambda *dice: stage(TIGER, *dice), [Choice("fire", "P", "S")], 3),
    "Disrupted": (lambda *dice: stage(f"{TIGER} disrupted", *dice), [Choice("fire", "P", "S")], 3),
    "reduced": (lambda *dice: stage(f"{TIGER} reduced", *dice), [Choice("fire", "P", "S")], 3),
    "in a trench": (lambda *dice: stage(f"{TIGER}\nmarker improved I1", *dice), [Choice("fire", "P", "S")], 3),
    "with a plus": (lambda *dice: redrawn(TIGER, "P", *dice, **PLUS), [Choice("fire", "P", "S")], 4),
    "armour with a plus": (
        lambda *dice: redrawn(TIGER, "S", *dice, armor_augmented=True),
        [Choice("fire", "P", "S")],
        4,
    ),
    "fire and move": (
        lambda *dice: stage(TIGER.replace("t-70a", "guards-infantry").replace("I1", "F1"), *dice),
        [Choice("fire and move", "P", "S")],
        1,
    ),
    "infantry in a city": (
        lambda *dice: stage(".. .. C.\ngerman tiger P at A1 reduced\nsoviet guards-infantry S at C1 ops", *dice),
        [Choice("fire", "P", "S")],
        4,
    ),
}


@pytest.mark.parametrize("name", SHOTS)
@rule("5.1.3.a", "5.1.3.b", "5.1.1.f", "5.1.1.g", "7.1.b")
def test_ranged_odds_by_playing_every_throw(name: str) -> None:
    """The odds before the shot are those of the game, throw by throw."""
    make, choices, dice = SHOTS[name]
    s = make(*[1] * dice)
    s.do("act", "P")
    told = odds(s.b, choices[-1])
    assert isinstance(told, AttackOdds)
    before = (s.unit("S").disrupted, s.unit("S").steps)
    found = played(make, [Choice("act", "P"), *choices], dice, lambda s: outcome(s, "S", before))
    assert told.exact() == found
    assert told.units["S"] == told.outcomes and sum(told.outcomes.values()) == pytest.approx(1)


@rule("5.3.a", "11.0.b", "7.1.c")
def test_reaction_odds_by_playing_every_throw() -> None:
    """Opportunity Fire and Overwatch at a unit that enters Woods with a trench: one die for the Woods."""
    for words, verb in (("", "fire"), ("overwatch", "overwatch")):
        text = f".. W. .. .. ..\ngerman infantry P at A1\nsoviet t-34-76 S at E1 {words}\nmarker improved B1"
        choice = Choice(verb, "S", "P")
        s = stage(text).do("act", "P").do("move", "", "B1")
        told = odds(s.battle, choice, "opportunity fire")
        assert isinstance(told, AttackOdds)
        assert (told.dice, told.to_hit, told.save_dice, told.save_need) == (2, 5, 1, 5)
        steps = [Choice("act", "P"), Choice("move", "", "B1"), choice]
        found = played(lambda *dice, text=text: stage(text, *dice), steps, 3, lambda s: outcome(s, "P", (False, 2)))
        assert told.exact() == found


@rule("9.0.j", "7.1.c")
def test_odds_against_a_fate_move() -> None:
    """It is a move as well: no concealment and no trench for who has just come."""
    s = stage(".. W. .. .. ..\ngerman infantry P at A1\nsoviet t-34-76 S at E1\nmarker improved B1\nfate german 1")
    s.do("fate move", "P", "B1")
    told = odds(s.b, Choice("fire", "S", "P"), "opportunity fire")
    assert isinstance(told, AttackOdds)
    assert [modifier.rule for modifier in told.defence_notes] == ["TEC.woods"]
    left = hits_left(2, 5, False, 1, 5, False, 0)
    assert told.expected_hits == left.mean


@rule("5.1.6.c", "5.1.6.d", "5.1.6.e", "5.1.6.f")
def test_mortar_odds_by_playing_every_throw() -> None:
    """A hex with a tank and infantry: one die for the hex, hits shared, the tank only Disrupted."""
    text = (
        f"{ROW}\ngerman american-81mm-mortar M at A1\nsoviet t-34-76 Tank at E1\n"
        "soviet guards-infantry Foot at E1 disrupted"
    )
    choice = Choice("bombard", "M", "E1")
    s = stage(text).do("act", "M")
    told = odds(s.battle, choice)
    assert isinstance(told, AttackOdds) and (told.dice, told.to_hit, told.save_dice) == (2, 5, 1)
    steps = [Choice("act", "M"), choice]
    for id, before in (("Tank", (False, 2)), ("Foot", (True, 2))):
        found = played(
            lambda *dice: stage(text, *dice), steps, 4, lambda s, id=id, before=before: outcome(s, id, before)
        )
        assert {name: float(chance) for name, chance in found.items()} == pytest.approx(told.units[id])
    ranks = ["no effect", "Disrupted", "Reduced", "eliminated"]
    worst = played(
        lambda *dice: stage(text, *dice),
        steps,
        4,
        lambda s: max(outcome(s, "Tank", (False, 2)), outcome(s, "Foot", (True, 2)), key=ranks.index),
    )
    assert told.exact() == worst


@rule("2.5.5.1.a", "7.1.c")
def test_mortar_opportunity_fire_odds() -> None:
    """Only the unit named takes the hits, and a trench it has just entered does not help."""
    text = f"{ROW}\ngerman infantry P at C1\nsoviet american-81mm-mortar M at I1\nmarker improved D1"
    s = stage(text).do("act", "P").do("move", "", "D1")
    told = odds(s.battle, Choice("fire", "M", "P"), "opportunity fire")
    assert isinstance(told, AttackOdds)
    assert told.exact() == {
        "no effect": Fraction(4, 9),
        "Disrupted": Fraction(4, 9),
        "Disrupted and Reduced": Fraction(1, 9),
    }


# Assault and Overrun -----------------------------------------------------------------------------


def fallen(s: NawStage) -> str:
    """How an Assault of P on S ended."""
    alive, left = s.unit("P").steps > 0, s.unit("S").steps > 0
    if not alive:
        return "attackers eliminated" if left else "both eliminated"
    if not left:
        return "defenders eliminated"
    return "defenders retreat" if s.told("retreated") else "defenders hold"


def close(text: str, choice: Choice) -> CloseOdds:
    s = stage(text)
    s.do("act", "P")
    told = odds(s.b, choice)
    assert isinstance(told, CloseOdds)
    return told


@pytest.mark.parametrize(
    ("defender", "words"),
    [
        ("45mm-atg S at B1", ""),
        ("45mm-atg S at B1 disrupted reduced", ""),
        ("45mm-atg S at B1", "marker improved B1"),
        ("45mm-atg S at B1 reduced", "soviet t-34-76 Block at C1\nsoviet t-34-76 Block2 at C1"),  # no way out
    ],
)
@rule("5.4.d", "5.4.e", "5.4.i", "5.4.j", "5.4.k", "5.4.o")
def test_assault_odds_by_playing_every_throw(defender: str, words: str) -> None:
    """A Pz IV has two dice, a gun one."""
    text = f"{ROW}\ngerman pzivg P at A1\nsoviet {defender}\n{words}"
    choice = Choice("assault", "", "B1")
    told = close(text, choice)
    found = played(lambda *dice: stage(text, *dice), [Choice("act", "P"), choice], 3, fallen)
    assert told.exact() == found
    assert told.win == pytest.approx(float(found.get("defenders eliminated", 0) + found.get("defenders retreat", 0)))


@rule("5.4.h", "5.4.p")
def test_two_against_two_by_icepool() -> None:
    """Four rolls, hits on each stack and what they cost, added up another way."""
    text = (
        f"{ROW}\ngerman infantry P at A1\ngerman pioneer Q at A1\nsoviet guards-infantry S at B1 reduced\n"
        "soviet guards-infantry T at B1\nsoviet hq 71st-guards-infantry-hq at B1"
    )
    s = stage(text)
    s.do("act", "P", "Q")
    told = odds(s.b, Choice("assault", "", "B1"))
    assert isinstance(told, CloseOdds)
    assert told.attack == ((3, 5, False), (3, 4, True))
    assert told.counterattack == ((2 + 1, 5, False), (3, 5, False))  # the HQ leads the first of equals
    dealt = pool(3, 5, False) + pool(3, 4, True)
    taken = pool(3, 5, False) + pool(3, 5, False)
    assert told.expected_hits == pytest.approx(float(dealt.mean()))
    assert told.expected_taken == pytest.approx(float(taken.mean()))

    def after(states: tuple[tuple[int, int], ...]) -> Callable[..., tuple[int, ...]]:
        def steps(hits: int, lucky: int) -> tuple[int, ...]:
            parts = [hits // 2, hits // 2]
            parts[lucky] += hits % 2
            return tuple(
                max(0, steps - max(0, part - shield)) for (shield, steps), part in zip(states, parts, strict=True)
            )

        return steps

    coin = icepool.Die([0, 1])
    theirs, ours = after(((1, 1), (1, 2))), after(((1, 2), (1, 2)))

    def end(given: int, got: int, luck: int, luck2: int) -> str:
        left, alive = theirs(given, luck), ours(got, luck2)
        if not any(alive):
            return "attackers eliminated" if any(left) else "both eliminated"
        if not any(left):
            return "defenders eliminated"
        return "defenders retreat" if given > got else "defenders hold"

    ends = icepool.map(end, dealt, taken, coin, coin)
    assert told.exact() == {name: ends.probability(name) for name in ends.outcomes()}
    lost = icepool.map(lambda hits, lucky: 4 - sum(ours(hits, lucky)), taken, coin)
    assert told.attacker_steps == pytest.approx(float(lost.mean()))


@rule("5.5.e", "5.5.f")
def test_overrun_odds() -> None:
    """Three times the Assault Factor; the infantry strikes back without its bonus."""
    told = close(f"{ROW}\ngerman pzivg P at A1\nsoviet guards-infantry S at B1", Choice("overrun", "", "B1"))
    assert told.attack == ((6, 5, False),) and told.counterattack == ((3, 5, False),)
    assert told.expected_hits == pytest.approx(2) and told.expected_taken == pytest.approx(1)
    assert [modifier.rule for modifier in told.attack_notes] == ["5.5.e"]


# In the game -------------------------------------------------------------------------------------


def test_no_odds_where_there_is_no_attack() -> None:
    """A move, a shot out of range, a unit off the map."""
    s = stage(f"{ROW}\ngerman t-70a P at A1\ngerman t-70a Off at off\nsoviet t-34-76 S at J1")
    s.do("act", "P")
    assert odds(s.b, Choice("move", "", "B1")) is None
    assert odds(s.b, Choice("fire", "P", "S")) is None
    assert odds(s.b, Choice("fire", "Off", "S")) is None
    assert odds(s.b, Choice("assault", "", "B1")) is None


@pytest.mark.parametrize("name", ["cats-in-the-mist", "the-bridge-at-berezovyy-logg"])
def test_the_dice_foretold_are_the_dice_thrown(name: str) -> None:
    """Through whole games: so many dice at such a number, on both sides, as the odds had said."""
    system = NATIONS_AT_WAR
    scenario = system.shelf.find(f"nations_at_war/{name}")
    seen = 0
    for seed in range(6):
        play, choose = Play(system, system.rules.new(scenario), SampledChance(seed)), random.Random(seed)
        while play.decision is not None:
            kind, options = play.decision.kind, play.decision.options()
            attacks = [c for c in options if c.do in ATTACKS and c.to and kind != "aa fire"]
            choice = choose.choice(attacks or options)
            told = odds(play.battle, choice, kind)
            place = len(play.log)
            play.choose(choice)
            assert (told is not None) == bool(attacks)
            if isinstance(told, AttackOdds) and compare(told, choice, play.log[place:]):
                seen += 1
    assert seen > 50


ATTACKS = ("fire", "fire and move", "overwatch", "assault", "overrun")


def compare(told: AttackOdds, choice: Choice, events: list[Event]) -> bool:
    """Whether the shot lies on the table (Fate may still hold it up), and that it is as foretold."""
    fired = next((event for event in events if event.kind == "fired"), None)
    if fired is None:
        return False
    assert (len(fired.dice), fired.need, fired.modifiers) == (told.dice, told.to_hit, told.attack_notes)
    saved = next((event for event in events if event.kind == "saved"), None)
    if saved is not None and saved.piece == choice.to:
        assert (len(saved.dice), saved.need) == (told.save_dice, told.save_need)
        assert saved.modifiers == told.defence_notes
    return True
