"""11 Suppression."""

import pytest
from mini_fire import SPARE, all_fire, firing, lost, scene_of
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.rules.suppression import bearers, penalty, room, suppress
from sandtable.systems.miniatures.scene import scene
from sandtable.table.decision import Choice
from sandtable.testing import rule

QUIET = "PL rifle A at 60,3 markers=1"
HMG = f"{QUIET}; hmg B at 30,10"
X, Y, Z = "PL rifle X at 30,20 moved", "rifle Y at 33,20 moved", "rifle Z at 36,20 moved"
HIDE = "bocage L1 34.5,15 50,15"


def markers(s: MiniStage, *names: str) -> list[int]:
    return [s.team(name).markers for name in names]


@rule("11.1")
@pytest.mark.parametrize(("hits", "count"), [(2, 0), (3, 1), (4, 1)])
def test_a_marker_for_three_hits_saved_or_not(hits: int, count: int) -> None:
    s = firing(HMG, X, dice=(*(6,) * hits, *(1,) * (4 - hits), *(6,) * hits)).done()
    assert s.team("X").markers == count and lost(s) == []


@rule("11.1")
def test_hits_of_the_whole_shooting_are_added_up() -> None:
    """Six hits by two guns: two markers."""
    blue = f"{QUIET}; lmg B at 30,10; lmg C at 34,10"
    s = firing(blue, f"{X}; {Y}", dice=(6,) * 12)
    s.do("suppress", "Y").done()
    assert markers(s, "X", "Y") == [1, 1]


@rule("15.21", "14.15")
def test_a_guest_may_be_suppressed_but_never_an_fo() -> None:
    b = scene(
        scene_of(
            "PL rifle A at 30,10; FO rifle F at 33,10", "PL rifle X at 30,20", "blue CC veteran\n  smg C at 36,10"
        )
    )
    unit, cc, fo = b.unit("U1"), b.team("C"), b.team("F")
    assert [team.id for team in bearers(b, unit, [cc, fo])] == ["A", "C"]
    cc.lost = True
    assert [team.id for team in bearers(b, unit, [cc, fo])] == ["A"]


@rule("11.1", "8.5")
def test_markers_are_placed_on_survivors() -> None:
    s = firing(HMG, f"{X}; {Y}", dice=(6, 6, 6, 6, 1, 6, 6, 6)).done()
    assert lost(s) == ["X"] and markers(s, "X", "Y") == [0, 1]


@rule("11.2")
def test_valid_targets_first() -> None:
    """Z is out of sight: the marker must go to X or Y."""
    s = firing(HMG, f"{X}; {Y}; rifle Z at 40,20 moved", HIDE, dice=(6, 6, 6, 1, 6, 6, 6))
    s.do("take", "X")
    assert s.asked == ("red", "suppression")
    assert s.options() == [Choice("suppress", "X"), Choice("suppress", "Y")]


@rule("11.2")
def test_then_the_others() -> None:
    """X alone is seen and is suppressed already: the next marker is for somebody else."""
    red = "PL rifle X at 30,20 moved markers=1; rifle Z at 40,20 moved"
    s = firing(HMG, red, HIDE, dice=(6, 6, 6, 1, 6, 6, 6)).done()
    assert markers(s, "X", "Z") == [1, 1]


@rule("11.3")
def test_suppressed_teams_do_not_fire() -> None:
    s = stage(scene_of("PL rifle A at 30,10 markers=1; rifle B at 34,10", X), 1)
    s.do("fire", "U1")
    refused = s.refused("fire", "A", "G1")
    assert (refused.reason, refused.rule) == ("A is suppressed and may not fire.", "11.3")
    all_fire(s, "G1").done()
    assert [event.piece for event in s.told("shot")] == ["B"]


@rule("11.3")
def test_suppressed_teams_do_not_react_but_move() -> None:
    s = stage(
        scene_of("PL rifle A at 30,10; rifle B at 34,10 markers=1", "PL rifle X at 30,20 markers=1", check="passed")
    )
    s.do("run", "U1").move("U1", ("B", 34, 12))
    assert s.at("B") == (34, 12) and s.asked[0] == "blue"


@rule("11.4")
@pytest.mark.parametrize(
    ("down", "size", "more"),
    [(0, 4, 0), (1, 5, 0), (1, 4, 1), (2, 5, 1), (2, 4, 2), (3, 5, 2), (3, 4, 3), (4, 4, 3), (1, 1, 3)],
)
def test_the_price_of_suppression(down: int, size: int, more: int) -> None:
    """25 per cent +1, 50 +2, 75 +3; two markers on a Team count once."""
    teams = "; ".join(
        [
            f"{'PL ' if i == 0 else ''}rifle R{i} at {20 + 3 * i},20{' markers=2' if i < down else ''}"
            for i in range(size)
        ]
    )
    b = scene(scene_of("PL rifle A at 30,10", teams))
    unit = b.unit("G1")
    assert penalty(b, unit) == more


@rule("11.4")
@pytest.mark.parametrize(("die", "passed"), [(4, False), (5, True)])
def test_the_price_is_paid_at_the_activation(die: int, passed: bool) -> None:
    """A Veteran Unit with one of four suppressed needs 5."""
    text = (
        SPARE
        + "blue U1 veteran\n PL rifle A at 30,10 markers=1\n rifle B at 33,10\n rifle C at 36,10\n rifle D at 39,10"
    )
    s = stage(text + "\nside blue\n", die)
    s.do("activate", "U1")
    event = s.last("check")
    assert (event.need, bool(event.value)) == (5, passed)
    assert [(each.amount, each.rule) for each in event.modifiers] == [(1, "11.4")]


@rule("11.5")
def test_markers_outlive_their_team() -> None:
    """X is suppressed and lost: his marker passes to Y or Z."""
    red = f"PL rifle X at 30,20 moved markers=1; {Y}; {Z}"
    s = firing(f"{QUIET}; rifle B at 30,10", red, dice=(6, 1))
    s.do("take", "X")
    assert s.asked == ("red", "suppression") and s.options() == [Choice("suppress", "Y"), Choice("suppress", "Z")]
    s.do("suppress", "Z").done()
    assert markers(s, "Y", "Z") == [0, 1]


@rule("11.5", "11.7")
def test_markers_without_room_are_dropped() -> None:
    red = "PL rifle X at 30,20 moved markers=2; rifle Y at 60,40 moved markers=1"
    s = firing(f"{QUIET}; rifle B at 30,10", red, dice=(6, 1)).done()
    assert lost(s) == ["X"] and s.team("Y").markers == 2


@rule("11.6")
def test_second_markers_only_when_all_have_one() -> None:
    b = scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20 markers=1; rifle Y at 33,20"))
    x, y = b.team("X"), b.team("Y")
    assert room(b, [x, y]) == [y]
    assert not suppress(b, x, "9.6") and x.markers == 1  # a result for X is lost
    assert suppress(b, y, "9.6")
    assert suppress(b, x, "9.6") and x.markers == 2


@rule("11.6", "9.7")
def test_a_damage_result_that_a_tank_may_not_take_is_lost() -> None:
    red = "PL panther X at 30,35 markers=1; panther Y at 34,35"
    s = firing(f"{QUIET}; pak40 B at 30,10", red, dice=(6, 1, 1, 1, 2, 4))
    s.do("take", "X").done()
    assert markers(s, "X", "Y") == [1, 0]


@rule("11.7")
def test_two_markers_are_the_most() -> None:
    s = firing(HMG, "PL rifle X at 30,20 moved markers=2", dice=(6, 6, 6, 6, 6, 6, 6, 6)).done()
    assert s.team("X").markers == 2 and s.told("suppressed") == []


FIVE = "blue U1 veteran\n PL rifle A at 30,10 markers=1\n rifle B at 35,10 markers=2\n rifle C at 37,12\n" + "".join(
    [f" rifle D{i} at {39 + 3 * i},11\n" for i in range(6)]
)


@rule("11.8")
def test_a_pass_takes_all_markers_off() -> None:
    """Two of nine Teams are suppressed: no penalty, and a 4 is enough."""
    s = stage(SPARE + FIVE + "side blue\n", 4)
    s.do("activate", "U1")
    assert markers(s, "A", "B") == [0, 0]
    assert [(event.piece, event.value) for event in s.told("recovered")] == [("A", 0), ("B", 0)]


@rule("11.9")
def test_a_fail_takes_one_off_and_the_freed_team_may_fire() -> None:
    """The owner chooses; A is free at once and fires in this very action."""
    red = "red G8 veteran\n PL rifle at 66,46\nred G1 veteran activated\n PL rifle X at 30,20 moved\n"
    s = stage(SPARE + FIVE + red + "side blue\n", 3, 1)
    s.do("activate", "U1")
    assert s.asked == ("blue", "shed") and s.options() == [Choice("shed", "A"), Choice("shed", "B")]
    s.do("shed", "A")
    assert markers(s, "A", "B") == [0, 2]
    assert [(event.piece, event.value, event.rule) for event in s.told("recovered")] == [("A", 0, "11.9")]
    while s.asked[1] == "shift":
        s.do("pass")
    s.do("fire", "U1").do("fire", "A", "G1")
    assert Choice("done") in s.options()
    s.do("done").done()
    assert [event.piece for event in s.told("shot")] == ["A"]
