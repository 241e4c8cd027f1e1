"""Every event is a sentence, every choice has words."""

import random

import pytest
from ws_fight import LANE, Drill
from ws_turns import ROW

from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.reading.shelf import SHELF, find_scenario
from sandtable.systems.war_storm.rules.setup import new_battle
from sandtable.systems.war_storm.showing.narrator import SENTENCES, SPECIAL, label, sentence
from sandtable.systems.war_storm.showing.option_views import decision_view
from sandtable.table.chance import SampledChance
from sandtable.table.event import Event
from sandtable.table.play import Play
from sandtable.testing import rule


@pytest.mark.parametrize("id", list(SHELF.paths()))
def test_a_random_battle_is_told_in_sentences(id: str) -> None:
    chooser = random.Random(id)
    play = Play(WAR_STORM, new_battle(find_scenario(id)), SampledChance(7))
    while play.decision is not None:
        options = play.decision.options()
        words = [label(play.battle, play.decision, choice) for choice in options]
        assert all(words) and len(set(words)) == len(words), words
        assert not any("{" in each or each.strip() != each or "  " in each for each in words)
        play.choose(chooser.choice(options))
    for event in play.log:
        text = sentence(play.battle, event)
        assert text[:1].isupper() or text[:1].isdigit(), (event, text)
        assert text.endswith(".") and "{" not in text and "  " not in text, text
        assert event.kind in SENTENCES or event.kind in SPECIAL, event.kind


@rule("7.3.ex", "7.1")
def test_the_words_of_the_attack_example() -> None:
    drill = Drill(LANE, 1, 1, 2, 4, 1, 5, 3, 4)
    drill.do("fire", "U2", "D910").do("join", "U3").do("join", "M").do("fire").run_on()
    told = [sentence(drill.b, event) for event in drill.play.log]
    assert "U2 fires at D910 (Hedgerow Lane), column 9: 2, effect 6." in told
    assert "Divided by 2: 3 hits in D910 (Hedgerow Lane)." in told
    assert "Lt. Gielnik is under fire: a 3, unharmed." in told
    assert "G2 loses a step (3 of 3 lost)." in told and "G2 is eliminated." in told
    assert any(text.endswith("checks morale: 7 against 5, failed by 2.") for text in told)


def test_words_of_choices() -> None:
    drill = Drill(LANE)
    decision = drill.play.decision
    assert decision is not None
    words = [label(drill.b, decision, choice) for choice in decision.options()]
    assert {"U2 moves", "M prepares for reaction", "End this activation"} <= set(words)
    shots = [text for text in words if "D910" in text and text.startswith("U2")]
    assert shots == ["U2 fires at D910 alone", "U2 fires at D910 with others you name"]
    assert "U1, U2, U3 and M fire at D910" in words
    assert len(set(words)) == len(words), "no two options read alike"


def test_an_objective_that_names_its_hex_is_told_once() -> None:
    b = Drill(LANE).b
    assert sentence(b, Event("control", "SCN.1", b.side_name(0), place="D910", text="Hedgerow Lane")) == (
        "The Blue side takes D910 (Hedgerow Lane)."
    )
    assert sentence(b, Event("control", "SCN.1", b.side_name(0), place="D909", text="the well")) == (
        "The Blue side takes the well in D909."
    )


def test_an_unknown_event_is_told_by_its_name() -> None:
    drill = Drill(LANE)
    assert sentence(drill.b, Event("something new")) == "Something new."


@rule("9.1.2.c", "9.1.2.d", "9.3.1.e", "14.4")
@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Event("disintegrated", piece="G2"), "G2 breaks up and is eliminated: the check was failed by 5 or more."),
        (
            Event("disintegrated", piece="G2", text="routed"),
            "G2 breaks up and is eliminated: it was routed already and failed by 3 or more.",
        ),
        (
            Event("lost in rout", piece="G2", text="cut"),
            "G2 is cut off: no way home is free of the enemy. It is eliminated.",
        ),
        (Event("fire held", place="D910"), "The defenders of D910 (Hedgerow Lane) hold their fire."),
        (
            Event("fire held", place="D910", text="harmless"),
            "The defenders of D910 (Hedgerow Lane) do not fire: no roll of theirs could take a step.",
        ),
    ],
)
def test_why_somebody_is_lost_or_nothing_is_fired(event: Event, told: str) -> None:
    assert sentence(Drill(LANE).b, event) == told


@rule("6.2.f")
def test_a_move_that_catches_an_officer_says_so_before() -> None:
    text = f"{ROW}\nblue officer O at A000 type=harmon\nblue us-infantry P at A000\nred officer X at A002 range=9\n"
    drill = Drill(f"{text}red grenadier G at A009\nactor O").do("move", "P")
    assert drill.play.decision is not None
    shown = {
        each.choice.to: each for each in decision_view(drill.b, drill.play.decision).options if each.choice.number
    }
    assert shown["A002"].label == "Move to A002, and catch X"
    assert [(each.text, each.chance) for each in shown["A002"].odds] == [("X is caught, and lost", 1000)]
    assert shown["A001"].label == "Move to A001" and shown["A001"].odds == ()
    less_usual = {
        each.choice.to: each.group for each in decision_view(drill.b, drill.play.decision).options if each.aside
    }
    assert less_usual["A002"] == "Catch an officer, then choose again there", "its odds set it apart from the others"
    assert less_usual["A001"] == "Move, then choose again there"
