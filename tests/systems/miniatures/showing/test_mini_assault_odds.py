"""The odds of an assault by two other routes: every course of the rules themselves, and icepool by hand."""

from fractions import Fraction

import icepool
import pytest
from mini_fire import scene_of, unit_text
from mini_stage import stage

from sandtable.systems.miniatures.game import MINIATURES
from sandtable.systems.miniatures.rules.assault.charge import could_charge
from sandtable.systems.miniatures.rules.leaders import target_of
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.showing.assault_odds import AssaultOdds, assault_odds
from sandtable.systems.miniatures.showing.view import view
from sandtable.table.chance import OutOfDice
from sandtable.table.decision import Choice
from sandtable.table.play import Mishap
from sandtable.table.shown import Counted
from sandtable.table.view import AttackView, OptionView
from sandtable.testing import rule

DOWN = "markers=1"
HALF, NONE = Fraction(1, 2), Fraction(0)


def odds_of(
    blue: str, red: str, *more: str, level: str = "veteran", target: str = "veteran activated"
) -> AssaultOdds:
    """The odds if all of U1 who can charge G1."""
    b = scene(scene_of(blue, red, *more, level=level, target=target, check="passed"))
    unit, mark = b.unit("U1"), target_of(b, "G1")
    found = assault_odds(b, unit, mark, could_charge(b, unit, mark))
    assert found is not None
    return found


# By playing it out -------------------------------------------------------------------------------

# Faces that stand for all of those that mean the same: what is thrown for -> (face, how many it stands for).
BANDS = {
    "to hit": ((1, 2), (6, 4)),  # 3+: veterans who move in the open, in reaction
    "armor save": ((1, 4), (6, 2)),  # a Sherman, 5+
    "save": ((1, 2), (6, 4)),  # 3+
    "vehicle damage": ((1, 3), (5, 2), (6, 1)),
    "strikes": ((1, 3), (6, 3)),  # veterans, 4+
    "attacks a vehicle": ((1, 3), (6, 3)),
}


def band_of(error: BaseException, on_tanks: bool) -> tuple[tuple[int, int], ...]:
    """What the die is for that was not in the script."""
    why = str(error.__cause__ or error).partition("asked for: ")[2].partition(" (1 to")[0]
    if why == "save" and on_tanks:
        why = "armor save"  # 13.19 the flank is as thick
    return next(band for words, band in BANDS.items() if why.startswith(words) or why.endswith(words))


def play_out(text: str) -> dict[tuple[str, int], Fraction]:
    """Every course of the rules: how often the charge is halted, nobody arrives, or so many are taken off at once.

    The defenders fire once, with everybody who can, and the first possible strike is made.
    """
    found: dict[tuple[str, int], Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        dice, chance = waiting.pop()
        s = stage(text, *dice)
        try:
            s.do("assault", "U1")
            while s.asked[1] not in ("answer", "", "initiative"):
                words = {"stayers": "charge", "charge": "charge", "strike": "strike"}
                words["reaction"] = "pass" if s.told("shot") else "react"
                some = s.options(words.get(s.asked[1], "pass")) or s.options()
                s.play.choose(max(some, key=lambda option: (option.piece == "", option.number)))
        except (Mishap, OutOfDice) as error:
            waiting.extend(
                [((*dice, face), chance * Fraction(ways, 6)) for face, ways in band_of(error, "sherman X" in text)]
            )
            continue
        taken = len([event for event in s.told("lost") if event.rule == "13.10"])
        ending = "halted" if s.told("halted") else "landed" if s.told("assault lands") else "none"
        found[ending, taken] = found.get((ending, taken), NONE) + chance
    return found


def as_told(odds: AssaultOdds) -> dict[tuple[str, int], Fraction]:
    rows = {("halted", 0): odds.halted, ("none", 0): odds.none_arrives}
    rows |= {("landed", taken): chance for taken, chance in enumerate(odds.taken)}
    return {key: chance for key, chance in rows.items() if chance}


SCENES = {
    "two rifles at two": ("PL rifle A at 30,10; rifle B at 32,10", "PL rifle X at 30,16; rifle Y at 32,16"),
    "those who are down do not fire": (
        "PL rifle A at 30,10; rifle B at 32,10",
        f"PL rifle X at 30,16; rifle Y at 32,16 {DOWN}",
    ),
    "one strikes from where he stayed": (
        "PL rifle A at 30,10; lmg B at 31,14.2",
        f"PL rifle X at 30,16 {DOWN}; rifle Y at 32,16",
    ),
    "men at a tank": ("PL rifle A at 30,10", f"PL m4-sherman X at 30,16 {DOWN}"),
    "a tank at a bazooka": ("PL m4-sherman A at 30,8", "PL bazooka X at 30,16"),
    "a tank and a rifle at a bazooka": ("PL m4-sherman A at 30,9; rifle B at 33,10", "PL bazooka X at 31,16"),
    "two tanks at a bazooka and a rifle": (
        "PL m4-sherman A at 30,9; m4-sherman B at 34,9",
        f"PL bazooka X at 31,16; rifle Y at 33,16 {DOWN}",
    ),
}


@rule("13.3", "13.5", "13.6", "13.8", "13.10", "13.19")
@pytest.mark.parametrize("name", SCENES)
def test_the_rules_themselves_give_the_same_odds(name: str) -> None:
    blue, red = SCENES[name]
    played = play_out(scene_of(blue, red, check="passed"))
    assert sum(played.values()) == 1
    assert as_told(odds_of(blue, red)) == played


def test_five_hits_by_icepool() -> None:
    """Six dice of two LMGs on 3+; one rifle that saves on 3+ and strikes on 4+ if fewer than five hit."""
    odds = odds_of("PL rifle A at 30,10", "PL lmg X at 30,16; lmg Y at 32,16")
    hits = 6 @ (icepool.d6 >= 3)
    stands = {number: Fraction(hits.probability(number)) * Fraction(2, 3) ** number for number in range(5)}
    assert odds.halted == hits.probability(5) + hits.probability(6)
    assert odds.taken == [sum(stands.values()) / 2, sum(stands.values()) / 2, NONE]
    assert odds.none_arrives == 1 - odds.halted - sum(stands.values())
    assert odds.defence is not None and odds.defence.lost == 1 - sum(
        [Fraction(hits.probability(number)) * Fraction(2, 3) ** number for number in range(7)]
    )


@rule("13.8", "11.1")
def test_three_hits_suppress_another_tank() -> None:
    """Four dice on 3+ at one of two tanks: a failed save (8/9) hurts it on 4+, and a third hit is a second result."""
    odds = odds_of("PL m4-sherman A at 30,9; m4-sherman B at 34,9", "PL pak40 X at 31,18 faces 0,-1")
    hits = 4 @ (icepool.d6 >= 3)
    assert odds.halted == sum(Fraction(hits.probability(n)) * (1 - Fraction(5, 9) ** n) for n in (3, 4))


@rule("13.12", "13.14")
def test_the_answer_is_at_most_what_it_is_told_to_be() -> None:
    """One LMG is left with 1/2, stands with 1/2 and strikes with 1/2; both with 1/2, and one of two with 3/4."""
    odds = odds_of("PL rifle A at 30,10", f"PL lmg X at 30,16 {DOWN}; lmg Y at 32,16 {DOWN}")
    assert odds.taken == [HALF, HALF, NONE]
    assert odds.answered == HALF * HALF * HALF + HALF * HALF * Fraction(3, 4)


@rule("13.5")
def test_others_may_fire_on_the_way_and_do_not_halt_it() -> None:
    more = unit_text("red G2 veteran activated", "PL lmg P at 24,20; lmg Q at 22,20")
    odds = odds_of("PL rifle A at 30,10", f"PL rifle X at 30,16 {DOWN}", more)
    assert odds.defence is None and odds.halted == 0
    assert [each.name for each in odds.others] == ["G2"]
    hits = 6 @ (icepool.d6 >= 3)
    assert odds.others[0].lost == 1 - sum(Fraction(hits.probability(n)) * Fraction(2, 3) ** n for n in range(7))


# For eyes ----------------------------------------------------------------------------------------


def asked(blue: str, red: str, *more: str, until: str) -> tuple[list[OptionView], Counted]:
    """The options with such odds at a question before a charge, and the odds of the first, which come later."""
    s = stage(scene_of(blue, red, *more, check="passed"))
    while s.asked[1] != until:
        s.play.choose(next(option for option in s.options() if option.do == "assault"))
    decision = s.play.decision
    shown = view(s.play, "blue").decision
    assert decision is not None and shown is not None
    options = [option for option in shown.options if option.attack is not None and option.attack.later]
    assert all(not option.odds for option in options)
    return options, MINIATURES.shown.count(s.b, decision, options[0].choice)


def near(attack: AttackView, *texts: str) -> tuple[int, int]:
    """The sum of some chances, as near as each is rounded."""
    total = sum([each.chance for each in attack.odds if each.text in texts])
    return total - 1, total + 2


RIFLES = "PL rifle A at 30,10; rifle B at 32,10"


@rule("13.1", "13.10", "13.12")
@pytest.mark.parametrize("until", ["action", "stayers"])
def test_the_odds_are_told_before_anybody_commits_to_a_charge(until: str) -> None:
    options, found = asked(RIFLES, "PL rifle X at 30,16; rifle Y at 32,16", until=until)
    assert [option.choice.do for option in options] == ["assault" if until == "action" else "charge"]
    attack = found.attack
    assert attack is not None and not attack.later
    assert [each.text for each in found.odds] == ["they lose a Team or more", "halted by their fire"]
    assert (
        found.odds[0].chance in range(*near(attack, "they lose 1 Team", "they lose all")) and not found.odds[1].chance
    )
    assert (attack.attack, attack.defence) == ("strikes on 4+", "G1: 2 dice on 3+")
    assert sum(each.chance for each in attack.odds) in range(998, 1003)
    assert attack.odds[-1].harm == "worst" and attack.odds[0].text == "nobody gets through"
    assert [each.text for each in attack.losses] == [
        "you lose a Team to their fire",
        "you lose a Team to those who strike back, at most",
    ]
    assert "5 hits halt the charge" in attack.how


@rule("13.1")
def test_of_several_targets_each_is_told_in_a_line_and_then_at_length() -> None:
    more = unit_text("red G2 veteran activated", "PL lmg P at 24,10; lmg Q at 22,10")
    _, found = asked(RIFLES, f"PL rifle X at 30,16 {DOWN}", more, until="action")
    assert found.odds == () and found.attack is not None
    assert [each.text for each in found.attack.odds] == [
        "G1: they lose a Team or more",
        "G2: they lose a Team or more",
        "G2: halted by their fire",  # those of G1 are down
    ]
    options, found = asked(RIFLES, f"PL rifle X at 30,16 {DOWN}", more, until="assault target")
    assert [option.choice.to for option in options] == ["G1", "G2"]
    assert found.attack is not None and found.attack.defence == "G1: no fire at the charge"


@rule("13.1")
def test_who_is_held_back_is_not_counted() -> None:
    s = stage(scene_of(f"{RIFLES}; rifle C at 28,10", f"PL rifle X at 30,16 {DOWN}", check="passed"))
    s.do("assault", "U1")
    told = []
    for held_back in ("", "C"):
        if held_back:
            s.do("hold back", held_back)
        decision = s.play.decision
        assert decision is not None
        attack = MINIATURES.shown.count(s.b, decision, Choice("charge", "U1")).attack
        assert attack is not None
        told.append(("Suppressive fire comes before" in attack.how, attack.how))
    assert [before for before, _ in told] == [False, True]
    assert "3 Teams of yours strike first" in told[0][1] and "2 Teams of yours strike first" in told[1][1]
