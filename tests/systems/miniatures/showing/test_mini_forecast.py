"""Odds of shootings in words and in scenes."""

from math import comb

import pytest
from mini_fire import scene_of

from sandtable.systems.miniatures.reading.attack_words import as_scene, read_sides
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.showing.forecast import from_scene, from_words
from sandtable.table.shown import Forecast
from sandtable.testing import rule


def told(text: str) -> Forecast:
    return from_words(text)


def test_the_first_vector_in_words() -> None:
    found = told("5 rifles and an lmg fire at 5 veteran rifles moved in woods at 15 inches")
    assert found.title == "5 Rifle and LMG at 5 Rifle in Wood, 15 inches away"
    who, dice, notes = found.throws[0]
    assert (who, dice, [(each.amount, each.rule) for each in notes]) == ("Fire", "8 dice on 4+", [(1, "6.12.a")])
    assert sum(found.outcomes.values()) == pytest.approx(1)
    assert found.note == "4.00 hits and 1.00 suppression markers on average"


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("rifle fires at rifle at 10", "1 die on 5+"),  # still and silent
        ("rifle fires at rifle fired at 10", "1 die on 4+"),
        ("moved rifle fires at rifle fired at 10", "1 die on 5+"),
        ("lmg in reaction fires at elite rifle moved at 10", "3 dice on 4+"),
        ("lmg fires at rifle moved at range 18", "3 dice on 2+"),
        ("lmg fires at rifle moved at range 18.5", "1 die on 3+"),
        ("pak40 fires at rifle moved at 20 inches", "2 dice on 2+"),
        ("pak40 fires at rifle moved dug in at 20 inches", "4 dice on 4+"),
        ("m4 sherman against green panzer iv at 12", "4 dice on 2+"),
        ("2 aimed hmg fire at lmg fired behind a wall at 12", "8 dice on 4+"),
        ("sherman fires at truck at 10", "6 dice on 3+"),
    ],
)
def test_words_become_dice(text: str, dice: str) -> None:
    assert told(text).throws[0][1] == dice


def test_flank_and_cover_change_the_outcome() -> None:
    front, flank = told("bazooka fires at tiger at 8"), told("bazooka fires at tiger from the flank at 8")
    assert flank.outcomes["1 Team lost"] > front.outcomes["1 Team lost"]
    opened, housed = told("rifle fires at rifle fired at 8"), told("rifle fires at rifle fired in building at 8")
    assert housed.outcomes["no Team lost"] > opened.outcomes["no Team lost"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rifel fires at tiger at 5", "did you mean 'rifle'?"),
        ("rifle at tiger", "Who fires at whom?"),
        ("rifle fires at rifle", "At what range?"),
        ("rifle fires at 10", "At whom?"),
        ("40 rifles fire at rifle at 10", "Name 1 to 12 Teams"),
        ("rifle fires at rifle at 99", "The range is 0 to 56 inches, not 99."),
        ("rifle fires at tiger at 5", "Only AT weapons can harm Armored Teams"),
        (
            "rifle fires at rifle at 20",
            "The target is 20 inches away; the Rifle has no Fire Points left beyond 18. (rule 6.12.c)",
        ),
        ("smg fires at rifle at 30", "The target is 30 inches away; the SMG reaches 18. (rule 6.3)"),
        ("rifle assaults lmg at 13", "and a charge reaches 12. (rule 13.1)"),
        ("pak40 assaults lmg at 3", "guns stay behind in an assault. (rule 13.1)"),
        ("lmg fires at 2 rifles behind hedge at 9", "Only one Team at a time can be behind a hedge here."),
    ],
)
def test_what_is_not_understood_is_said(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        told(text)
    assert sentence in str(error.value)


def test_the_range_is_the_one_that_was_named() -> None:
    """Everybody who fires stands at that range from the nearest target."""
    firers, target, away = read_sides("6 rifles and 2 pak40 fire at 4 rifles at 17.5")
    assert away == 17.5 and len(firers.teams) == 8 and len(target.teams) == 4
    b = scene(as_scene(firers, target, away))
    mark = next(team for team in b.teams if team.id == "X1")
    for team in b.on_table(0):
        gap = ((team.x - mark.x) ** 2 + (team.y - mark.y) ** 2) ** 0.5 - team.radius - mark.radius
        assert 1748 <= gap <= 1750


@rule("13.3", "13.6", "13.10")
def test_an_assault_in_words() -> None:
    """Three LMGs, nine dice on 3+ in reaction at men who move in the open: five hits halt the charge."""
    found = told("4 veteran rifles assault 3 veteran lmg in woods at 6")
    assert found.title == "4 Rifle assault 3 LMG in Wood, 6 inches away"
    assert [(who, dice) for who, dice, _ in found.throws] == [
        ("Charge", "4 Teams, strikes on 4+"),
        ("Defensive fire", "the target: 9 dice on 3+"),
    ]
    assert sum(found.outcomes.values()) == pytest.approx(1)
    halted = sum([comb(9, hits) * 2**hits for hits in range(5, 10)]) / 3**9
    assert found.numbers["halted"] == pytest.approx(halted)
    down = told("4 veteran rifles assault 3 suppressed lmg at 6")
    assert down.throws[1][1] == "the target: no fire at the charge" and down.numbers["halted"] == 0


def test_every_target_of_a_scene() -> None:
    found = from_scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20 fired"))
    assert [(each.title, each.throws[0][1]) for each in found] == [("U1 at G1", "1 die on 4+")]
    found = from_scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,16 fired", check="passed"))
    assert [each.title for each in found] == ["U1 at G1", "U1 assaults G1"]
    with pytest.raises(ValueError, match="No Unit acts"):
        from_scene("blue U1 veteran\n rifle A at 30,10\nside blue")
