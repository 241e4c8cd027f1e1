"""The odds of combats in words and in scenes, by another route than the one that tells them."""

from itertools import product

import pytest

from sandtable.content.problems import ContentError
from sandtable.systems.regimental.showing.forecast import from_scene, from_words
from sandtable.table.shown import Forecast


def told(text: str) -> Forecast:
    found = from_words(text)
    return found


def test_a_combat_in_words() -> None:
    """Two stands of infantry on M lose a die each to a dug-in target: 4 dice on 6 against 3 on 5 or 6."""
    found = told("2 infantry on M attack infantry on D in woods")
    assert found.title == "Infantry and Infantry on Move attack Infantry on Dig in in Woods"
    assert [(who, dice) for who, dice, _ in found.throws] == [
        ("Attack", "4 dice, 6"),
        ("Defence", "3 dice, 5, 6 or a pair of 4"),
    ]
    assert [note.rule for note in found.throws[0][2]] == ["3.1.b", "3.7.1.c", "3.1.b", "3.7.1.c"]
    won = lost = 0
    for throw in product(range(1, 7), repeat=7):
        hits = sum(face == 6 for face in throw[:4])
        back = sum(face >= 5 for face in throw[4:]) + sum(face == 4 for face in throw[4:]) // 2
        won += hits > back
        lost += hits < back
    fast = "the defender falls back, or stands fast for a point"
    assert found.outcomes[fast] == pytest.approx(won / 6**7)
    assert found.outcomes["the attack is thrown back"] == pytest.approx(lost / 6**7)
    assert sum(found.outcomes.values()) == pytest.approx(1)


def test_companies_guns_air_and_range() -> None:
    found = told("medium armour superior, with engineers, 1 gun attacks militia sp 2 on H with at, 2 guns, air 1")
    assert [note.rule for note in found.throws[0][2]] == ["3.1.d", "3.7.b", "3.7.e", "3.5.1.b"]
    assert [note.rule for note in found.throws[1][2]][:3] == ["3.1.b", "3.7.2.b", "3.7.c"]
    assert found.numbers["dice"] == 8
    far = told("medium armour fires at infantry at range 2")
    assert not far.numbers["close"] and far.throws[0][2][-1].rule == "3.7.a"
    assert "company" not in str(far.throws).lower()  # `at` is a word here
    assert "does not fight back" in told("infantry attacks infantry on R").throws[1][1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("infantri attacks militia", "did you mean 'infantry'?"),
        ("infantry militia", "Who attacks whom?"),
        ("infantry attacks", "One stand is attacked"),
        ("3 infantry attack militia", "One or two core stands attack"),
        ("2 infantry on H attack militia", "rule 3.4.h"),
        ("infantry on D attacks militia", "A regiment on Dig in does not attack (rule 3.3.c)."),
        ("hq attacks militia", "An HQ does not attack. (rule 6.a)"),
        ("infantry sp 9 attacks militia", "Sp is 1 to 6, not 9."),
        ("sp 3 infantry attacks militia", "Whose strength?"),
        ("infantry 5 attacks militia", "5 what?"),
    ],
)
def test_bad_words(words: str, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        from_words(words)
    assert sentence in str(error.value)


def test_guns_are_called_what_they_are() -> None:
    found = told("infantry on M, 1 gun attacks militia on D in town, 2 guns")
    labels = [note.label for _, _, notes in found.throws for note in notes]
    assert labels.count("Battery") == 3 and not any("gun-" in label for label in labels)


def test_a_scene() -> None:
    text = (
        ". . . . .\n . . . . .\nblue hq HQ at 0102\nblue infantry A at 0201\nred infantry X at 0301\norder blue M\n"
    )
    (found,) = from_scene(text + "active blue attack")
    assert found.title == "A assaults X in 0301" and found.numbers["close"]
    with pytest.raises(ValueError, match="active blue attack"):
        from_scene(text)
    with pytest.raises(ContentError, match="did you mean 'infantry'"):
        from_scene(text.replace("infantry A", "infantri A"))
