"""`sandtable odds war_storm`: attacks in words and in scenes."""

import pytest
from ws_fight import LANE

from sandtable.systems.war_storm.showing.forecast import from_scene, from_words
from sandtable.testing import rule


@rule("7.3.ex")
def test_the_attack_example_in_words() -> None:
    text = "2 us-infantry and us-mg-3-3 fire at 2 grenadiers lost 1 with officer in open at range 3 across bocage"
    found = from_words(text.replace("grenadiers", "grenadier"))
    assert (
        found.title
        == "2 US infantry and US M1919A4 MG 3-3 fire at 2 German grenadier and an officer in Open at range 3"
    )
    assert found.throws[0][1] == "FF 9, column 9, 2d6" and found.throws[1][1] == "divided by 2"
    assert [note.amount for note in found.throws[0][2]] == [3, 6, -1, 1]
    assert sum(found.outcomes.values()) == pytest.approx(1)
    assert found.outcomes["3 steps lost"] == pytest.approx(1 / 36)  # only a 2 has effect 6
    assert found.numbers["column"] == 9 and found.numbers["eliminated"] == pytest.approx(1 / 36)


@rule("15.3")
def test_the_assault_example_in_words() -> None:
    found = from_words("3 us-infantry with officer assault grenadier with officer in light woods")
    assert (found.numbers["strength"], found.numbers["defence_strength"]) == (16, 7)
    assert sum(found.outcomes.values()) == pytest.approx(1)
    assert found.title == "3 US infantry assault German grenadier and an officer in Light woods"


def test_modifiers_in_words() -> None:
    found = from_words("grenadier veteran reacting fires at us-infantry through fields at range 2 uphill")
    assert found.throws[0][1] == "FF 3, column 4, 2d6+1" and found.throws[1][1] == "divided by 3"
    alone = from_words("grenadier fires at officer")
    assert set(alone.outcomes) == {"the officer falls", "the officer is unharmed"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2 grenadier", "Say who fires at what"),
        ("fire at grenadier", "Name the attacker"),
        ("grenadier fires", "Name the target"),
        ("grenadeer fires at us-infantry", "did you mean 'grenadier'?"),
        ("grenadier fires at us-infantry at range 5", "reaches 4. (rule 7.2.b)"),
        ("grenadier fires at us-infantry at range 40", "Range is 1 to 12, not 40."),
        ("grenadier lost 3 fires at us-infantry", "Lost is 1 to 2, not 3."),
        ("lost 1 grenadier fires at us-infantry", "Name the platoon that has lost steps first"),
        ("20 grenadier fire at us-infantry", "1 to 9 platoons, not 20."),
        ("grenadier fires at us-infantry through woods", "Nothing lies between adjacent hexes"),
        ("grenadier fires at us-infantry through woods at range 2", "blocked at A001. (rule 5.3.1.a)"),
        ("grenadier assaults us-infantry at range 2", "(rule 14.1)"),
        ("grenadier assaults officer", "Officers alone cannot be assaulted."),
    ],
)
def test_what_is_not_understood_or_not_allowed(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        from_words(text)
    assert sentence in str(error.value)


def test_every_shot_of_a_scene() -> None:
    titles = [found.title for found in from_scene(LANE)]
    assert "U2 fires at D910" in titles and "M fires at D910" in titles
    assert all(sum(found.outcomes.values()) == pytest.approx(1) for found in from_scene(LANE))
    with pytest.raises(ValueError, match="No officer is activated"):
        from_scene(LANE.replace("actor Harmon", ""))
