"""8 Reaction by a standing order."""

import pytest
from ws_fight import OPEN, Drill

from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.showing.option_views import decision_view
from sandtable.table.asking import PASS
from sandtable.table.decision import Choice
from sandtable.table.wishes import kept_for_later
from sandtable.testing import rule

# The reaction example of the book: in D710 the volley of G3 and G4 costs a step in 722 of 1000, all others in 167.
PAST = """
layout D
blue officer Harmon at D609 type=harmon of=A
blue us-infantry U1 at D610 of=A
blue us-infantry U2 at D610 of=A
blue us-infantry U3 at D609 of=A
red officer P at D808 morale=7 range=3 of=B
red grenadier G1 at D909 of=B
red grenadier G3 at D706 of=B reaction=0
red grenadier G4 at D706 of=B reaction=0
baseline red east
baseline blue west
actor Harmon
"""


def past(wish: str, *dice: int) -> Drill:
    drill = Drill(PAST, *dice)
    drill.play.choose(Choice("wish", "reaction", wish), "red")
    drill.do("move", "U1")
    drill.do("to", "U1", "D711")
    return drill


@rule("8.c", "8.i")
def test_the_best_volley_fires_without_a_question_and_what_is_left_is_too_little() -> None:
    drill = past("60", 1, 1)
    fired = drill.told("fired")
    assert len(fired) == 1 and fired[0].text == "reaction fire" and fired[0].place == "D710"
    assert not drill.platoon("G1").finished and drill.platoon("G3").finished and drill.platoon("G4").finished
    assert drill.asked[0] == "blue"


@rule("8.c")
@pytest.mark.parametrize("wish", ["80", "never"])
def test_what_is_too_little_or_never_wanted_passes(wish: str) -> None:
    drill = past(wish)
    assert drill.asked[0] == "blue" and not drill.told("fired")
    assert drill.at("U1") == "D711"


HOLD = Choice("hold")
WALK = f"""{OPEN}
blue officer O at A001 range=5
blue us-infantry U at A001
blue us-infantry V at A001
red officer P at A301 range=2
red grenadier G at A301 reaction=0
actor O
"""


def walked(answer: Choice, unit: str = "U", drill: Drill | None = None) -> tuple[Drill, int]:
    """Past G for four hexes, and how often red was asked."""
    drill = Drill(WALK) if drill is None else drill
    drill.do("move", unit)
    questions = 0
    for place in ("A002", "A003", "A004", "A005"):
        drill.do("to", unit, place)
        while drill.asked == ("red", "reaction"):
            questions += 1
            drill.play.choose(answer, "red")
    drill.do("halt")
    assert drill.at(unit) == "A005" and not drill.told("fired")
    return drill, questions


@rule("8.c", "8.j")
def test_whoever_holds_fire_for_a_move_is_asked_again_with_the_next_one() -> None:
    assert walked(PASS)[1] == 3
    drill, asked = walked(HOLD)
    assert asked == 1
    assert walked(PASS, "V", drill)[1] == 3


@rule("8.c")
def test_among_others_the_order_to_hold_fire_answers_later() -> None:
    drill = Drill(WALK)
    drill.do("move", "U").do("to", "U", "A002")
    assert drill.play.decision is not None and HOLD not in drill.play.decision.options()  # computer players see none
    drill.play.choose(kept_for_later(WAR_STORM.rules.wishes(drill.b), HOLD), "red")
    drill.do("to", "U", "A003")
    assert drill.asked == ("red", "reaction"), "all see that red is asked"
    assert drill.play.ordered() == PASS


def test_the_page_offers_to_hold_fire_where_one_is_asked_hex_by_hex() -> None:
    drill = Drill(WALK)
    drill.do("move", "U").do("to", "U", "A002")
    assert drill.play.decision is not None
    shown = decision_view(drill.b, drill.play.decision).options
    assert [each.label for each in shown[-2:]] == ["Hold fire", "Hold fire until this move is over"]
    assert shown[-1].choice == HOLD
