"""6.22-6.26 Gone to Ground."""

import pytest
from mini_fire import SPARE, all_fire, firing, need, rules_of, scene_of, unit_text
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.rules.fire.gone_to_ground import gone_to_ground, may_declare
from sandtable.systems.miniatures.scene import scene
from sandtable.table.decision import Choice
from sandtable.testing import rule

A = "PL rifle A at 30,10"


def down(s: MiniStage) -> bool:
    """Whether the last shot was at a Unit gone to ground."""
    return "6.12.b" in rules_of(s.last("shot"))


@rule("6.22")
def test_tanks_never_go_to_ground() -> None:
    """A tank that neither moved nor fired gets nothing for it, and its Unit is not asked."""
    blue = "PL rifle A at 60,3 markers=1; pak40 B at 30,10"
    s = firing(blue, "PL m4-sherman X at 30,30", dice=(1,) * 4, target="veteran")
    assert need(s.done()) == 3


@rule("6.23")
@pytest.mark.parametrize(
    ("word", "unit", "flat"),
    [
        ("", "", True),
        ("moved", "", False),
        ("fired", "", False),
        ("observed", "", False),
        ("", "overwatch", False),
        ("moved", "ground", True),
        ("moved upright", "ground", False),
    ],
)
def test_who_has_gone_to_ground(word: str, unit: str, flat: bool) -> None:
    """Still and silent and not on Overwatch, or by declaration; team by Team."""
    b = scene(scene_of(A, f"PL rifle X at 30,20 {word}; rifle Y at 33,20", target=f"veteran {unit}"))
    team = b.team("X")
    assert gone_to_ground(b, team) == flat


@rule("6.23", "6.12.b")
def test_both_ways_at_once_are_still_one() -> None:
    s = firing(A, "PL rifle X at 30,20", dice=(1,), target="veteran ground activated")
    assert rules_of(s.done().last("shot")) == ["6.12.a", "6.12.b"]


@rule("6.24")
def test_one_upright_team_spoils_it() -> None:
    """Y fired, and A sees him: nobody of the Unit is on the ground."""
    s = firing(A, "PL rifle X at 30,20; rifle Y at 33,20 fired", dice=(1,))
    assert not down(s.done()) and need(s) == 4


@rule("6.24")
def test_an_upright_team_out_of_sight_spoils_nothing() -> None:
    red = "PL rifle X at 30,20; rifle Y at 40,20 fired"
    s = firing(A, red, "bocage L1 34,15 50,15", dice=(1,))
    assert down(s.done()) and need(s) == 5


@rule("6.25")
def test_a_unit_that_is_shot_at_may_go_to_ground() -> None:
    """Before the dice: concealment is lost by moving, and it may neither move nor fire in this round."""
    s = firing(A, "PL rifle X at 30,20 moved", dice=(2,), target="veteran")
    assert s.asked == ("red", "going to ground")
    s.do("ground", "G1").done()
    assert (need(s), s.last("shot").value) == (3, 0)  # 3 +1 ground -1 moving in the open
    assert s.unit("G1").ground


@rule("6.25")
def test_it_may_stay_up() -> None:
    s = firing(A, "PL rifle X at 30,20 moved", dice=(1,), target="veteran")
    s.do("pass").done()
    assert need(s) == 2 and not s.unit("G1").ground


@rule("6.25")
@pytest.mark.parametrize(
    ("words", "may"), [("", True), ("activated", False), ("activated overwatch", True), ("ground", False)]
)
def test_who_may_declare(words: str, may: bool) -> None:
    b = scene(scene_of(A, "PL rifle X at 30,20 moved", target=f"veteran {words}"))
    unit = b.unit("G1")
    assert may_declare(b, unit) == may


@rule("6.25")
def test_a_unit_in_its_own_activation_cannot_declare() -> None:
    b = scene(scene_of(A, "PL rifle X at 30,20 moved", check="passed"))
    unit = b.unit("U1")
    assert not may_declare(b, unit)


@rule("6.25")
def test_overwatch_is_given_up() -> None:
    s = firing(A, "PL rifle X at 30,20 moved", dice=(1,), target="veteran activated overwatch")
    s.do("ground", "G1").done()
    assert not s.unit("G1").overwatch


@rule("6.25")
def test_nobody_is_asked_where_it_changes_nothing() -> None:
    """All of them lie there already."""
    s = firing(A, "PL rifle X at 30,20", dice=(1,), target="veteran")
    assert need(s.done()) == 5


@rule("6.25")
@pytest.mark.parametrize(("check", "left"), [("passed", {"dig in", "nothing"}), ("failed", set())])
def test_what_it_may_do_when_it_is_activated(check: str, left: set[str]) -> None:
    """On a pass Dig In or nothing; on a fail nothing, and nobody is asked."""
    s = stage(scene_of(A, "PL rifle X at 30,20", level="veteran ground", check=check))
    assert {option.do for option in s.options()} == left
    if left:
        assert s.refused("run", "U1").rule == "6.25"


@rule("6.25")
def test_the_declaration_serves_the_whole_round() -> None:
    """A second Unit fires at it and it need not declare again."""
    more = unit_text("blue U2 veteran", "PL rifle C at 36,10")
    s = stage(scene_of(A, "PL rifle X at 30,20 moved", more, target="veteran"), 1, goes_on=True)
    s.do("fire", "U1")
    all_fire(s, "G1").do("ground", "G1")
    assert s.unit("G1").ground


@rule("6.26")
def test_reaction_fire_ends_it_for_those_who_fire() -> None:
    """X and Y have gone to ground; X fires in reaction and is up again, which costs the Unit its +1."""
    red = "PL rifle X at 30,20 moved; rifle Y at 36,20 moved"
    s = stage(scene_of(A, red, target="veteran ground", check="passed"), 1, 1)
    s.do("move and fire", "U1").move("U1", ("A", 30, 11), ("A", 30, 12))
    s.do("select", "G1", "U1").do("fire", "X", "U1").do("done")
    assert [event.piece for event in s.told("shot")] == ["X"]
    while s.asked[1] == "reaction":
        s.do("pass")
    all_fire(s, "G1").done()
    assert gone_to_ground(s.b, s.team("Y")) and not gone_to_ground(s.b, s.team("X"))
    assert not down(s)


@rule("6.26")
def test_a_unit_on_the_ground_may_still_react() -> None:
    s = stage(scene_of(A, "PL rifle X at 30,20", target="veteran ground", check="passed"), 1)
    s.do("run", "U1").move("U1", ("A", 30, 11), ("A", 30, 12))
    assert Choice("react", "G1", "U1") in s.options()


LOOKING = """
wood W1 20,20 26,20 26,24 20,24
blue U1 veteran
  PL rifle P at 9,9
  rifle A at 14,10
  rifle B at 33,14 markers=1
red G1 veteran activated
  PL rifle X at 14,26
  rifle Y at {at} moved fired
active U1 failed
"""


@rule("6.24", "10.3")
@pytest.mark.parametrize(("at", "needed"), [("30,28", 2), ("23,22", 4), ("23.5,27", 5)])
def test_the_whole_firing_unit_looks(at: str, needed: int) -> None:
    """A fires at X, who lies low. What B sees of Y spoils it, though B is suppressed and Y out of A's sight.

    Y upright in the open: neither bonus, and a target moving in the open; in the wood: concealed and upright; behind
    the wood nobody sees him, and both bonuses stand.
    """
    s = stage(SPARE + LOOKING.format(at=at), 1)
    s.do("fire", "U1").do("fire", "A", "G1")
    if s.options("done"):
        s.do("done")
    assert need(s) == needed
