"""A player who tries options in his head: what the Mission is about for him, and what he thinks worth a try."""

from owm_stage import OwmStage, stage

from sandtable.bots.greedy import GreedyBot
from sandtable.bots.player import Seat
from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.thinking.shortlist import shortlist
from sandtable.systems.of_war_and_men.thinking.worth import evaluate
from sandtable.table.decision import Choice

SCENE = """
. . . . .
. b . b .
. . . . .
. . . . .
{more}
axis 1 at E1
  Hans rank=Cpl points=7
allies 1 at {at}
  Joe rank=Cpl points=7
  Jim points=5
{men}
hand allies {hand}
active allies-1
"""
BRIDGES = "level lieutenant\nswitch bridges\nplace bridges B2 D2\nvalue destroyed 5\nvalue standing 20"
CHATEAU = "switch lu\nplace chateau C3"


def text(more: str, at: str = "B3", hand: str = "hill", men: str = "") -> str:
    return SCENE.format(more=more, at=at, hand=hand, men=men)


def worth(more: str, at: str = "B3", hand: str = "hill", men: str = "") -> float:
    """How well the Allies stand."""
    return evaluate(scene(text(more, at, hand, men)), 1)


def chosen(s: OwmStage) -> Choice:
    return GreedyBot(1).choose(Seat(s.play, "allies"))


def test_a_bridge_with_a_lit_fuse_is_worth_more_than_one_without() -> None:
    assert worth(BRIDGES + "\ntoken satchel B2 yellow") > worth(BRIDGES) + 0.9


def test_a_satchel_charge_in_the_hand_is_worth_something_while_bridges_stand() -> None:
    assert worth(BRIDGES, hand="combat-operation") > worth(BRIDGES)


def test_the_charge_goes_to_the_bridge() -> None:
    there = text(BRIDGES + "\noperation satchel charge", hand="combat-operation hill")
    s = stage(there.replace("at E1", "at E1 stealth"))
    s.play_card("combat-operation")
    assert chosen(s).to == "B2"


def test_whoever_may_take_lu_along_goes_to_her() -> None:
    lu = "\ntoken lu C3 black\nallies 2 at A4\n  Sam rank=Cpl"
    assert worth(CHATEAU + lu, at="C4") > worth(CHATEAU + lu, at="E4")


def test_lu_with_an_escort_is_better_and_best_near_home() -> None:
    lu = "  lu civilian vitality=9 resolve=99"
    values = [
        worth(CHATEAU, at="C2 home=C4", men=lu),
        worth(CHATEAU, at="C3 home=C4", men=lu),
    ]
    assert worth(CHATEAU + "\ntoken lu C3 black", at="C4 home=C4") < values[0] < values[1]


def test_of_two_cards_for_one_thing_the_stronger_is_tried() -> None:
    s = stage(text("", at="E2", hand="attack-red attack-blue maneuver maneuver"))
    assert s.play.decision is not None
    found = shortlist(s.b, s.play.decision)
    attacks = [choice for choice in found if choice.do == "attack"]
    assert [s.b.card(card_number(choice.piece)).strength for choice in attacks] == [2]
    ways = [choice.to for choice in found if choice.do == "maneuver"]
    assert len(ways) == len(set(ways))


def test_who_is_on_an_errand_changes_cards_that_are_no_use() -> None:
    s = stage(text(CHATEAU + "\ntoken lu C3 black", at="B3 stealth", hand="hill woods marsh"))
    assert chosen(s) == Choice("redraw", number=1)
    s = stage(text("", at="B3 stealth", hand="hill woods marsh"))
    assert chosen(s).do != "redraw"
