"""Options in words: each says what it brings, and no two of a question read alike."""

import random

import pytest
from owm_stage import stage

from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules.decisions.command_decisions import DECISIONS, OPERATION
from sandtable.systems.of_war_and_men.showing import brings
from sandtable.systems.of_war_and_men.showing.option_views import decision_view
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice
from sandtable.table.play import Play
from sandtable.table.view import OptionView
from sandtable.testing.citing import rule

HANDS = """
. . .
level lieutenant
axis 1 at A1
  Hans rank=Cpl suppressed=0
  Otto rank=PFC
allies 1 at C1
  Joe rank=Cpl
hand axis {}
active axis-1
"""


def offered(hand: str, text: str = HANDS) -> list[OptionView]:
    s = stage(text.format(hand))
    assert s.play.decision is not None
    return list(decision_view(s.b, s.play.decision).options)


def test_every_order_and_decision_says_what_it_brings() -> None:
    options = offered("attack-red entrench rally-red hill grenade-green lucky-shot")
    options += offered("maneuver", HANDS.replace(" suppressed=0", ""))  # who is suppressed cannot move
    assert {"attack", "maneuver", "entrench", "rally", "terrain", "redraw", "play", "pass"} <= {
        option.choice.do for option in options
    }
    assert [option.label for option in options if not option.brings] == []
    assert set(brings.DECISIONS) | {OPERATION} == set(DECISIONS)


def test_two_cards_alike_are_told_apart_by_their_numbers() -> None:
    cards = [card for card in rulebook().cards[1:] if card.order == "entrench"]
    one = next(card for card in cards if sum(card.decision == other.decision for other in cards) > 1)
    other = next(card for card in cards if card.decision == one.decision and card is not one)
    labels = [option.label for option in offered(f"{one.number} {other.number}") if option.choice.do == "entrench"]
    assert sorted(labels) == sorted(
        f"Entrench · spends {one.decision.title()} (card {card.number})" for card in (one, other)
    )
    assert len(labels) == 2 and "(card" not in offered(str(one.number))[0].label


@pytest.mark.parametrize("scenario", ["capture-the-flag-lieutenant", "the-road-to-ruin-colonel"])
def test_no_two_options_read_alike(scenario: str) -> None:
    luck, system = random.Random(2), OF_WAR_AND_MEN
    play = Play(system, system.rules.new(system.shelf.find(f"of_war_and_men/{scenario}")), SampledChance(2))
    for _ in range(160):
        if play.decision is None:
            break
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        assert decision is not None
        labels = [option.label for option in decision_view(play.battle, decision).options]
        assert len(set(labels)) == len(labels), decision.prompt
        play.choose(luck.choice(decision.options()), seat)


@pytest.mark.parametrize(
    ("mission", "says"),
    [("the-road-to-ruin-private", brings.TRUCK), ("the-sky-is-falling-lieutenant", brings.GROUND)],
)
def test_a_part_in_the_mission_says_what_it_is(mission: str, says: str) -> None:
    system = OF_WAR_AND_MEN
    play = Play(system, system.rules.new(system.shelf.find(f"of_war_and_men/{mission}")), SampledChance(1))
    decision = play.decision_for(play.asked()[0])
    assert decision is not None and decision.kind == "role"
    assert [option.brings for option in decision_view(play.battle, decision).options] == [says, says]


def test_a_division_says_who_can_be_enlisted() -> None:
    division = rulebook().divisions["us-5th-rangers"]
    assert brings.roster(division) == (
        "16 men to choose from, 9 of them Leaders: 9 semi-automatic rifles, 2 submachine guns, 2 carbines, "
        "1 automatic rifle, 1 sniper rifle, 1 machine gun."
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (HANDS, "2 men can reach them, 2 cards away: the nearer, the better. The next card says"),
        (HANDS.replace("  Otto rank=PFC\n", ""), "1 man can reach them, 2 cards away: "),
        (HANDS.replace("C1", "B1"), "2 men can reach them, 1 card away: "),
    ],
)
def test_an_attack_says_how_many_reach_the_enemy_and_how_far_he_is(text: str, line: str) -> None:
    (attack,) = [option for option in offered("attack-red", text) if option.choice.do == "attack"]
    assert attack.brings.startswith(line)


@rule("3.6", "7.7")
def test_who_is_enlisted_is_told_with_his_numbers_and_what_his_weapon_does() -> None:
    system = OF_WAR_AND_MEN
    play = Play(system, system.rules.new(system.shelf.find("of_war_and_men/boot-camp")), SampledChance(1))
    play.choose(Choice("division", "german-352nd-infantry"), "axis")
    play.choose(Choice("build"), "axis")
    decision = play.decision_for("axis")
    assert decision is not None
    first = decision_view(play.battle, decision).options[0]
    card = play.battle.scenario.rulebook.soldier(first.choice.piece)
    assert first.brings.startswith(f"Leader. Resolve {card.resolve}, Vitality {card.vitality}, Discipline ")
    assert f"{card.weapon.type.capitalize()}: on average " in first.brings and first.brings.endswith(" cards.")


@rule("16.6.i")
def test_whoever_exchanges_cards_is_told_how_many_are_to_go() -> None:
    s = stage(HANDS.format("entrench entrench hill"))
    s.do("redraw", number=2)
    assert s.play.decision is not None and s.play.decision.prompt == "Which card is discarded? (2 left)"
    s.play.choose(s.options()[0])
    assert s.play.decision.prompt == "Which card is discarded?"
