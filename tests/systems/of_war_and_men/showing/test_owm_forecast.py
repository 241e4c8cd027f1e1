"""Odds of shots in words and in scenes (`sandtable odds of_war_and_men ...`)."""

from collections import Counter
from fractions import Fraction

import pytest

from sandtable.systems.of_war_and_men.reading.attack_words import as_scene, read_shot
from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.showing.forecast import from_scene, from_words
from sandtable.systems.of_war_and_men.state.book import BLUE, GREEN, RED
from sandtable.table.shown import Forecast
from sandtable.testing.citing import rule


def told(text: str) -> Forecast:
    return from_words(text)


def notes(text: str) -> list[tuple[int, str]]:
    return [(each.amount, each.rule) for each in told(text).throws[0][2]]


@rule("BC.12", "16.2.h", "16.2.j", "16.2.l")
def test_the_example_of_the_book() -> None:
    """PFC Evans on a Hill at range 3 of a Road: green + blue - red + 3 - 1, counted card by card by hand."""
    found = told("PFC Evans on a Hill fires at Vasiliev on a Road at range 3")
    assert found.title == "PFC J. Evans fires at PFC V. Vasiliev on Road at range 3"
    assert found.throws[0][:2] == ("Fire", "green + blue - red")
    assert [(each.amount, each.label) for each in found.throws[0][2]] == [(3, "from Hill"), (-1, "into Road")]
    resolve, vitality = 7, 11
    cards = rulebook().cards[1:]
    reds = Counter(card.dice[RED] for card in cards)
    counted: Counter[str] = Counter()
    jams = 0
    for first in cards:
        for second in cards:
            if second is first:
                continue
            left = reds.copy()
            left[first.dice[RED]] -= 1
            left[second.dice[RED]] -= 1
            shown = [first] if first.icon == "jam" else [first, second]
            good = [card for card in shown if card.icon != "jam"]
            jams += 190 * (len(good) < len(shown))
            lethality = sum(card.dice[colour] for card, colour in zip(good, (GREEN, BLUE), strict=False))
            for nerve, times in left.items():
                total = lethality - nerve + 3 - 1
                wound = any(card.icon == "wound" for card in good)
                hit = "wounded" if wound else "suppressed"
                end = "killed" if total >= vitality else hit if total >= resolve else "no effect"
                counted[end] += times
    ways = 192 * 191 * 190
    assert found.outcomes == {end: float(Fraction(times, ways)) for end, times in counted.items()}
    assert found.numbers["jam"] == pytest.approx(jams / ways)
    assert found.note == f"his weapon jams {jams / ways:.1%} of the time"


@pytest.mark.parametrize(
    ("text", "flips"),
    [
        ("garand fires at k98 at range 1", "red + green + blue - green"),
        ("mp40 red discipline fires at k98 at range 3", "red + green - red"),
        ("private with a garand fires at k98 at range 3", "green + blue - green"),  # a Leader is with him
        ("private with a garand, alone, fires at k98 at range 3", "green + blue - green - green"),
        ("moving garand fires at k98 at range 3", "green + blue - green - green"),
        ("suppressed garand fires at k98 at range 3", "green + blue - green - green"),
        ("garand on the run fires at k98 at range 3", "green + blue - green - green"),
        ("garand fires at k98 at range 3 at night 2", "green + blue - green - green"),
        ("garand fires at k98, lit, at range 3 at night 2", "green + blue - green"),
        ("garand fires at k98 at range 3 in a blizzard 2", "green + blue - green - green"),
        ("garand fires at moving k98 under covering fire at range 3", "green + blue - green - green"),
        ("garand fires at k98 in a last stand at range 3", "green + blue - green - red"),
        ("mg42 fires at k98 at range 2", "green + blue - green"),
        ("crewed mg42 fires at k98 at range 2", "green + blue + blue - green"),
        ("springfield with scope fires at k98 at range 1", "green + blue - green"),
        ("marksman mp40 fires at k98 at range 4", "red + green - green"),
    ],
)
def test_words_become_flips(text: str, flips: str) -> None:
    assert told(text).throws[0][1] == flips
    assert told(text).numbers["flips"] == flips


@rule("16.2.j", "16.3.a", "9.7", "16.4.c", "16.7.c", "20.2.b")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("garand fires at k98 in a building at range 2", [(-3, "16.2.j")]),
        ("dug in garand fires at k98 dug in at range 2", [(1, "16.3.a"), (-1, "16.3.a")]),
        ("garand in thin smoke fires at k98 in thick smoke at range 2", [(-1, "9.7"), (-2, "9.7")]),
        ("garand from stealth fires at moving k98 at range 2", [(2, "16.4.c"), (2, "16.7.c")]),
        ("flanking garand fires at k98 at range 1", [(1, "20.2.b")]),
        ("lockridge fires at vance with traits at range 2", [(1, "7.12")]),
        ("lockridge fires at vance at range 2", []),
    ],
)
def test_words_become_modifiers(text: str, expected: list[tuple[int, str]]) -> None:
    assert notes(text) == expected


def test_several_targets_and_their_values() -> None:
    shooter, target, both = read_shot("evans fires at sergeant with mp40 resolve 8 and tillery, suppressed, range 2")
    b = scene(as_scene(shooter, target, both))
    mp40, tillery = b.men(b.teams[-1])
    assert (mp40.card.resolve, mp40.card.rank, mp40.card.weapon.key) == (8, 3, "mp4")
    assert tillery.card.name == "Roy Tillery" and both.range == 2
    title = told("evans fires at tillery, hobbs and vance at range 2").title
    assert title == "PFC J. Evans fires at PFC Roy Tillery, Pvt Earl Hobbs and Pvt Otis Vance at range 2"


def test_a_soldier_may_be_named_with_his_weapon_and_rank() -> None:
    assert told("PFC Evans with his Garand fires at k98 at range 1").title.startswith("PFC J. Evans fires")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("evens fires at vasiliev at range 3", "did you mean 'evans'?"),
        ("evans at vasiliev", "Say who fires at whom"),
        ("evans fires at vasiliev", "Add the range"),
        ("evans fires at range 3", "The target is 1 to 8 soldiers"),
        ("evans and tillery fire at vasiliev at range 3", "Only one soldier fires"),
        ("evans fires at vasiliev at range 8", "After range comes a number from 1 to 7."),
        ("evans fires at vasiliev at range", "After range comes a number from 1 to 7."),
        ("evans fires at vasiliev in wods at range 3", "did you mean 'woods'?"),
        ("captain evans fires at vasiliev at range 3", "PFC J. Evans has rank PFC, not Cpt."),
        ("eisenberg fires at evans at range 5", "Cpt U. Eisenberg cannot fire at range 5 (rule 7.7)"),
        ("wounded evans fires at vasiliev at range 3", "PFC J. Evans cannot fire: wounded (rule 16.2.a)"),
        ("jammed evans fires at vasiliev at range 3", "his weapon is jammed (rule 16.2.a)"),
        ("flanking evans fires at vasiliev at range 3", "at range 1 (rule 20.2.a)"),
        ("covered evans fires at vasiliev at range 3", "is called 'covered'"),
    ],
)
def test_what_is_not_understood_is_said(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        told(text)
    assert sentence in str(error.value)


SCENE = """
H . =
. . .
level colonel
axis 1 at A1
  Hans rank=Cpl weapon=k98 weakness=Cold_Feet
  Karl weapon=mp4 jammed
allies 1 at C1
  Joe rank=Cpl
allies 2 at A2 stealth
  Sam rank=Cpl
active axis-1
"""


def test_every_shot_of_a_scene() -> None:
    (found,) = from_scene(SCENE)
    assert found.title == "Cpl Hans fires at Allies 1", "Karl's weapon is jammed, Allies 2 is hidden"
    assert "he loses his nerve 22.7%" in found.note
    assert from_scene(SCENE.replace(" stealth", ""))[-1].title == "Cpl Hans fires at Allies 2"
    with pytest.raises(ValueError, match="active axis-1"):
        from_scene(SCENE.replace("active axis-1", ""))
    with pytest.raises(ValueError, match="running out"):
        from_scene(SCENE + "left 9\n")
