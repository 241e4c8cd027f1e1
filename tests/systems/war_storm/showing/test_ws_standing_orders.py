"""8 Reaction by a standing order."""

import pytest
from ws_fight import Drill

from sandtable.table.decision import Choice
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
