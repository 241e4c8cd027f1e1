"""Between the rules: what one chapter says while another is going on."""

import pytest
from ws_fight import Drill

from sandtable.testing import rule

PLAIN = (" ".join([".0"] * 16) + "\n") * 7
ROAD = "road " + " ".join(f"A{column}03" for column in range(16)) + "\n"


@rule("6.3.a", "6.3.b", "6.4.c")
@pytest.mark.parametrize(
    ("do", "enemy", "farthest"),
    [
        ("move", "A1003", "A603"),
        ("double", "A1506", "A903"),
        ("double", "A1103", "A903"),
        ("double", "A1003", "A803"),
    ],
)
def test_the_hex_that_a_road_gives_is_a_hex_of_double_time_too(do: str, enemy: str, farthest: str) -> None:
    """Five MP and the hex of the road, or eight and it; at double time none of them may be next to an enemy."""
    text = f"{PLAIN}{ROAD}blue officer O at A003 range=15\nblue us-infantry U at A003\nred officer P at A1506\n"
    drill = Drill(f"{text}red grenadier G at {enemy}\nactor O").do(do, "U")
    along = [name for name in drill.places("to", "U") if name.endswith("03")]
    assert max(along, key=lambda name: int(name[1:-2])) == farthest


FALLEN = f"""{PLAIN}
blue officer O at A003 range=15 morale=9 lead=1
blue us-infantry U at A003
blue us-infantry V at A003
blue us-infantry W at A006
red officer P at A606 range=9
red grenadier G at A403 reaction=0
red grenadier H at A403 reaction=0
actor O
"""


@rule("7.4.5.a", "7.4.5.b", "7.4.5.c", "8.b", "9.1.1.c", "7.1")
def test_a_stack_whose_officer_falls_on_the_march_goes_on_together_and_fires_apart() -> None:
    """Two hits and a roll of 2: he is dead, his company checks once without his leadership and is Out-of-Command."""
    drill = Drill(FALLEN, 1, 1, 1, 1, 1, 2, 1)
    drill.do("move", "U").do("along", "V").do("along", "O").do("to", "U", "A203").do("volley", "G", "A102")
    check = drill.last("company check")
    assert (check.rule, check.need, check.value) == ("9.1.1.c", 9, -6) and len(drill.told("company check")) == 1
    assert {event.piece for event in drill.told("out of command")} == {"U", "V", "W"}
    assert drill.asked == ("blue", "march"), "the fire does not stop the march"
    drill.do("to", "U", "A203").do("halt")
    assert (drill.at("U"), drill.at("V")) == ("A203", "A203") and drill.platoon("V").finished
    assert drill.asked == ("blue", "action") and drill.options("move", "W"), "who was activated with him still acts"


@rule("4.4.d", "8.n", "4.3.2.b")
@pytest.mark.parametrize("acts", [True, False])
def test_an_old_marker_is_gone_when_its_platoon_has_acted(acts: bool) -> None:
    text = (
        f"{PLAIN}blue officer O at A003 range=15\nblue us-infantry U at A303 reaction=0\nblue us-infantry V at A006\n"
    )
    drill = Drill(f"{text}red grenadier G at A1003\nred officer P at A1506\nactor O")
    if acts:
        drill.do("move", "U").do("to", "U", "A403").do("halt")
    drill.do("done")
    assert drill.platoon("U").finished is acts and drill.platoon("U").reaction == (-1 if acts else 0)
