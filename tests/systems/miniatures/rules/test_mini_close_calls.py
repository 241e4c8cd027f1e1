"""Where one condition more or less decides: scenes that tell a rule from its neighbours."""

import pytest
from mini_fire import firing, scene_of, unit_text
from mini_stage import BY_HAND, MiniStage, stage

from sandtable.systems.miniatures.game import MINIATURES
from sandtable.systems.miniatures.rules.assault.targets import may_assault
from sandtable.systems.miniatures.rules.fire.gone_to_ground import gone_to_ground
from sandtable.systems.miniatures.rules.indirect_fire.missions import missions
from sandtable.systems.miniatures.rules.indirect_fire.template import shift_reach, square_at
from sandtable.systems.miniatures.rules.leaders import directable, helpers
from sandtable.systems.miniatures.rules.losses import remove
from sandtable.systems.miniatures.rules.reaction import free_for
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.state.pieces import END, Smoke
from sandtable.table.decision import Choice
from sandtable.testing import rule

MISS = 1


def moving(text: str, *dice: int) -> MiniStage:
    s = stage(text, *dice)
    s.do("move", "U1")
    return s


# Leaders -----------------------------------------------------------------------------------------

TWO_LEADERS = """
blue U1 veteran
  PL rifle A at 20,10
  rifle B at 24,10
red G1 veteran
  PL rifle X at 22,25 markers=1
  rifle Y at 24,25 markers=1
  rifle Z at 60,45
red CC veteran
  smg K at 26,25 fired
active U1 failed
"""


@rule("14.6", "7.1")
def test_one_leader_frees_a_team_and_the_other_is_not_asked() -> None:
    """The PL could, and does; the CC keeps his ability."""
    s = moving(TWO_LEADERS, MISS)
    s.move("U1", ("B", 24, 12)).do("react", "G1", "U1")
    assert s.asked == ("red", "shift") and Choice("pass") in s.options()
    s.do("shift", "Y", "Z")
    assert s.asked == ("red", "direct")  # the CC still has his
    s.do("pass")
    assert [event.text for event in s.told("shift")] == ["X"]
    assert [event.piece for event in s.told("shot")] == ["Y"]


@rule("14.6", "7.1")
def test_the_other_leader_frees_one_if_the_first_will_not() -> None:
    """He is the last who can, so he must: the Unit has been chosen to fire."""
    s = moving(TWO_LEADERS, MISS)
    s.move("U1", ("B", 24, 12)).do("react", "G1", "U1").do("pass")
    assert [(event.piece, event.text) for event in s.told("shift")] == [("Y", "K")]


@rule("14.4", "4.1")
def test_nobody_hurries_himself() -> None:
    text = "blue U1 veteran\n  PL rifle A at 20,10\n  rifle B at 20,13\nred G1 veteran\n  PL rifle X at 60,40\n"
    s = moving(text + "active U1 failed")
    refusal = s.no_move("U1", ("A", 24, 10), ("A", 24, 14))
    assert refusal.rule == "14.4" and "limit is 6" in refusal.reason
    s.move("U1", ("A", 24, 10), ("A", 24, 12))


@rule("14.3", "14.8")
def test_only_leaders_on_foot_with_their_ability_help() -> None:
    text = "blue U1 veteran\n  PL {pl} A at 20,10\n  rifle B at 24,10\nblue CC veteran\n  smg K at 30,10\n"
    text += "red G1 veteran\n  PL rifle X at 60,40\n"
    b = scene(text.format(pl="rifle"))
    assert [team.id for team in helpers(b, b.unit("U1"))] == ["A", "K"]
    b.team("A").helped = b.initiative
    assert [team.id for team in helpers(b, b.unit("U1"))] == ["K"]
    b = scene(text.format(pl="m4-sherman"))
    assert [team.id for team in helpers(b, b.unit("U1"))] == ["K"]
    b.unit("U1").pl = -1
    assert [team.id for team in helpers(b, b.unit("U1"))] == ["K"]


@rule("13.1", "13.20", "14.7", "14.15")
def test_whom_a_unit_may_assault() -> None:
    """Who is in reach, the CC by himself too; tanks only those who are not in tanks."""
    text = scene_of(
        "PL {kind} A at 30,10; {kind} B at 33,10",
        "PL rifle X at 30,20",
        unit_text("red G2 veteran", "PL m4-sherman T at 36,20"),
        unit_text("red CC veteran", "smg K at 33,22"),
    )
    b = scene(text.replace("{kind}", "rifle"))
    assert may_assault(b, b.unit("U1")) == ["G1", "G2", "K"]
    b = scene(text.replace("{kind}", "m4-sherman"))
    assert may_assault(b, b.unit("U1")) == ["G1", "K"]
    b.unit("U1").pl = -1
    assert may_assault(b, b.unit("U1")) == []


@rule("14.2")
@pytest.mark.parametrize(("y", "free"), [(17, True), (17.01, False), (10, False)])
def test_a_leader_is_set_down_two_inches_from_the_enemy_and_on_nobody(y: float, free: bool) -> None:
    """Radii 0.5 each: X at y 20 leaves room up to y 17; at y 10 stands B."""
    b = scene(scene_of("PL rifle A at 40,10; rifle B at 30,10", "PL rifle X at 30,20"))
    assert free_for(b, b.team("A"), 3000, round(y * 100)) is free


@rule("15.6")
def test_a_template_over_the_guns_themselves_lies_straight() -> None:
    b = scene(scene_of("PL rifle A at 40,10; 105mm B at 30,10", "PL rifle X at 30,20"))
    over = square_at(b, [b.team("B")], 3000, 1000)
    assert (over.vx, over.vy, over.half) == (1, 0, 300)
    beside = square_at(b, [b.team("B")], 3001, 1001)
    assert (beside.vx, beside.vy) == (1, 1)


# Fire --------------------------------------------------------------------------------------------


@rule("6.25")
def test_the_first_unit_of_the_battle_goes_to_ground_like_any_other() -> None:
    text = "blue U1 veteran\n  PL rifle A at 30,10 moved\n  rifle B at 60,3\nred G1 veteran\n  PL rifle X at 30,20\n"
    s = stage(text + "active G1 failed", 2, 3)
    s.do("fire", "G1").do("fire", "X", "U1")
    assert s.asked == ("blue", "going to ground")
    s.do("ground", "U1")
    unit = s.unit("U1")
    assert unit.ground and not unit.acted and s.last("gone to ground").piece == "U1"


@rule("6.22", "6.23")
def test_who_has_gone_to_ground() -> None:
    b = scene(scene_of("PL rifle A at 30,10; m4-sherman T at 34,10", "PL rifle X at 30,20"))
    a, tank = b.team("A"), b.team("T")
    assert gone_to_ground(b, a) and not gone_to_ground(b, tank)
    for field in ("moved", "fired", "observed"):
        setattr(a, field, True)
        assert not gone_to_ground(b, a)
        setattr(a, field, False)
    b.unit("U1").overwatch = True
    assert not gone_to_ground(b, a)
    b.unit("U1").overwatch, b.unit("U1").ground = False, True
    a.moved = True
    assert gone_to_ground(b, a) and not gone_to_ground(b, tank)
    a.upright = True
    assert not gone_to_ground(b, a)


@rule("16.3", "10.3", "6.15")
@pytest.mark.parametrize(
    ("firer", "need"),
    [
        ("rifle C at 30,30", 5),  # behind the gun: its shield does not help against either
        ("pak40 C at 30,44 faces 0,-1", 3),  # behind it too, but AT: the shield helps against the rifle
        ("rifle C at 36,40", 3),  # behind it, and it does not see the gun
    ],
)
def test_a_shield_faces_all_plain_weapons_that_fire_at_the_gun(firer: str, need: int) -> None:
    blue = f"PL rifle A at 60,3 markers=1; rifle B at 30,10; {firer}"
    red = "PL rifle X at 60,46; 57mm Z at 30,20 faces 0,-1 moved fired"
    more = ("high-wall W 34,26 40,26",)
    s = firing(blue, red, *more, dice=(6, 1, 1, 6, 6, 6))
    saves = [event for event in s.told("saves") if not event.text]
    assert saves and saves[0].need == need


@rule("8.5", "11.5", "14.15")
def test_the_markers_of_a_lost_commander_pass_to_his_hosts() -> None:
    """And only if he has some; alone he takes them with him."""
    text = scene_of(
        "PL rifle A at 30,10; rifle B at 33,10", "PL rifle X at 30,30", unit_text("blue CC veteran", "smg K at 31,12")
    )
    for host, markers in (("U1", [0, 1]), ("", [0, 0])):
        b = scene(text)
        cc = b.team("K")
        cc.markers = 1
        list(remove(b, [cc], "8.5", "fire", b.unit(host) if host else None))
        assert [b.team(id).markers for id in "AB"] == markers and cc.markers == 0 and cc.lost


# Counting ----------------------------------------------------------------------------------------


@rule("14.9")
@pytest.mark.parametrize(("dice", "asked"), [((6, 6, 6), False), ((6, 1, 6), True)])
def test_the_commander_is_asked_only_if_a_check_failed(dice: tuple[int, ...], asked: bool) -> None:
    """A barrage of three guns with two dice for a Team."""
    guns = "; ".join([f"105mm C{i} at {28 + 3 * i},5" for i in range(3)])
    text = scene_of(
        f"PL rifle P at 31,8; {guns}",
        "PL rifle X at 31,30 moved; rifle Y at 60,44",
        unit_text("blue CC veteran", "smg K at 60,3"),
        check="passed",
    )
    s = stage(text, *dice, *((6, 6) if asked else (6,)))
    s.do("barrage", "U1").do("barrage", "P").do("target", "X")
    assert (s.asked == ("blue", "reroll")) is asked
    if asked:
        s.do("reroll", "U1").done()
        assert s.last("ability").text == "reroll"


@rule("1.1")
def test_a_round_is_told() -> None:
    text = "phase round\nblue U1 veteran\n  PL rifle A at 30,10\nblue U2 veteran\n  PL rifle B at 40,10\n"
    text += "red G1 veteran\n  PL rifle X at 30,40\n"
    s = stage(text, 6, 1, goes_on=True)
    assert [(event.value, event.rule) for event in s.told("round")] == [(1, "1.1")]


@rule("1.6", "14.13")
@pytest.mark.parametrize("loser", [0, 1])
@pytest.mark.parametrize("poor", ["blue", "red"])
def test_both_companies_are_looked_at_when_a_round_ends(loser: int, poor: str) -> None:
    """Whoever lost the first roll: the one with a single Unit left checks."""
    rows = [
        f"{side} {key} veteran activated\n  PL rifle {key}1 at {x},{y}\n  rifle {key}2 at {x + 3},{y}\n"
        for side, key, x, y in (
            ("blue", "U1", 20, 10),
            ("blue", "U2", 40, 10),
            ("red", "G1", 20, 40),
            ("red", "G2", 40, 40),
        )
    ]
    b = scene("".join(rows) + "blue CC veteran\n  smg K at 30,4\nred CC veteran\n  smg C at 30,46\n")
    b.wishes = BY_HAND
    gone = b.unit("U2" if poor == "blue" else "G2")
    gone.gone, gone.pl = True, -1
    for team in b.all_of(gone):
        team.lost = True
    b.phase, b.loser = END, loser
    s = MiniStage(MINIATURES, b, 6, 6, 1)
    assert [event.side for event in s.told("company check")] == [poor]


@rule("13.5", "7.1", "14.1")
def test_a_commander_reacts_by_himself() -> None:
    text = "blue U1 veteran\n  PL rifle A at 20,10\n  rifle B at 24,10\nred G1 veteran\n  PL rifle X at 60,45\n"
    s = moving(text + "red CC veteran\n  smg K at 24,17\nactive U1 failed", MISS, MISS)
    s.move("U1", ("B", 24, 11)).do("react", "red-cc", "U1")
    assert [event.piece for event in s.told("shot")] == ["K"]


@rule("14.5", "14.4", "14.6", "14.16")
@pytest.mark.parametrize(("x", "near"), [(33.25, True), (33.26, False)])
def test_two_inches_are_near_enough_for_a_leader(x: float, near: bool) -> None:
    """Radii 0.5 and 0.75."""
    b = scene(scene_of(f"PL rifle A at 30,10; rifle B at {x},10", "PL rifle X at 30,40"))
    assert (directable(b, b.team("A"), [b.team("A"), b.team("B")]) == [b.team("B")]) is near


@rule("15.7")
@pytest.mark.parametrize(("x", "y", "fits"), [(0, 0, True), (0, 300, True), (-1, 0, False), (0, -1, False)])
def test_a_template_may_lie_on_the_very_edge(x: int, y: int, fits: bool) -> None:
    b = scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,40"))
    assert shift_reach(b, Smoke(100, 100, 0, 1, 300), x, y) is fits
    edge = Smoke(b.land.width - 100, b.land.height - 100, 0, 1, 300)
    assert shift_reach(b, edge, b.land.width, b.land.height) and not shift_reach(
        b, edge, b.land.width + 1, b.land.height
    )


@rule("5.3")
def test_a_straggler_goes_to_the_nearest_link() -> None:
    """B, three inches off across, is nearer than D, who is so along: each to his own measure."""
    text = "blue U1 veteran\n  PL rifle A at 20,20\n  rifle B at 26,20\n  rifle D at 20,26\n  rifle C at 36,{y}\n"
    text += "red G1 veteran\n  PL rifle X at 60,45\nactive U1 failed"
    for y, goal in ((20, "B"), (38, "D")):
        s = moving(text.format(y=y))
        team, mate = s.team("C"), s.team(goal)
        option = next(choice for choice in s.options("move") if {entry[0] for entry in choice.at} == {"C"})
        _, ex, ey, _ = option.at[-1]
        before = (team.x - mate.x) ** 2 + (team.y - mate.y) ** 2
        assert (ex - mate.x) ** 2 + (ey - mate.y) ** 2 < before
        turn = (ex - team.x) * (mate.y - team.y) - (ey - team.y) * (mate.x - team.x)
        assert abs(turn) <= 200 * 2600  # straight toward this one


@rule("6.4", "6.5")
def test_who_has_a_front() -> None:
    b = scene(
        scene_of(
            "PL rifle A at 30,10; pak40 B at 34,10; m4-sherman C at 38,10; lmg D at 42,10", "PL rifle X at 30,40"
        )
    )
    assert [b.team(id).type.turns for id in "ABCD"] == [False, True, True, True]


FIRST = """
blue U1 veteran
  PL rifle A at 30,10
  rifle B at 33,10
red G1 veteran
  PL rifle X at 30,20 markers=1
red G2 veteran
  PL rifle Y at 60,45
"""


@rule("13.1", "13.20", "14.7", "14.15")
def test_the_first_leader_of_the_battle_leads_an_assault() -> None:
    b = scene(FIRST)
    assert b.unit("U1").pl == 0 and may_assault(b, b.unit("U1")) == ["G1"]


@rule("15.14", "15.21", "15.8")
def test_a_barrage_on_the_first_unit_of_the_battle() -> None:
    """A is destroyed, and B takes the marker."""
    guns = "; ".join([f"105mm C{i} at {28 + 3 * i},40 faces 0,-1" for i in range(3)])
    text = "blue U1 veteran\n  PL rifle A at 31,10 moved\n  rifle B at 45,10\n  rifle D at 48,10\n"
    text += unit_text("red G1 veteran", f"PL rifle P at 31,36; {guns}") + "\nactive G1 passed"
    s = stage(text, 6, 6, 6, 1)
    s.do("barrage", "G1").do("barrage", "P").do("target", "A")
    while s.asked == ("blue", "going to ground"):
        s.do("pass")
    assert s.team("A").lost and s.asked == ("blue", "suppression")
    s.do("suppress", "B")
    assert s.team("B").markers == 1


@rule("11.1", "11.2", "9.7")
def test_two_packets_may_leave_two_markers_on_one_tank() -> None:
    """Eight hits, all saved: two markers, one for each gun."""
    blue = "PL rifle A at 60,3 markers=1; pak40 B at 30,10; pak40 C at 34,10"
    s = firing(blue, "PL m4-sherman X at 30,40", dice=(6,) * 16).done()
    assert s.team("X").markers == 2


@rule("11.1", "11.2", "6.17", "9.7")
def test_a_tank_that_has_its_share_takes_no_second_marker() -> None:
    """Four hits of the gun on X and three of the LMG on Y, who is suppressed: X takes one marker and Y the other."""
    blue = "PL rifle A at 60,3 markers=1; lmg B at 34,26; pak40 C at 30,10"
    red = "PL m4-sherman X at 30,40; rifle Y at 36,40 moved markers=1"
    s = firing(blue, red, dice=(6, 6, 6, *(6,) * 4, *(6,) * 12))
    if s.asked == ("blue", "aim"):
        s.do("aim", "C", "tank", 4)
    assert [s.team(id).markers for id in "XY"] == [1, 2] and s.asked == ("", "")


@rule("14.1", "1.6")
def test_only_a_commander_loses_his_markers_when_the_round_ends() -> None:
    b = scene(FIRST + "blue CC veteran\n  smg K at 50,4\n")
    for id in ("B", "K"):
        b.team(id).markers = 1
    b.phase = END
    s = MiniStage(MINIATURES, b, 6, 1)
    assert [s.team(id).markers for id in "BK"] == [1, 0]


@rule("6.6", "4.1")
def test_who_drives_is_not_told_to_turn() -> None:
    text = "blue U1 veteran\n  PL m4-sherman A at 20,10 faces 0,1\n"
    text += "red G1 veteran\n  PL rifle X at 60,45\nactive U1 failed"
    s = moving(text)
    s.move("U1", ("A", 22, 10, 90))
    assert s.told("turns") == [] and len(s.told("moves")) == 1
    s = moving(text)
    s.move("U1", ("A", 20, 10, 90))
    assert [event.piece for event in s.told("turns")] == ["A"] and s.team("A").moved


@rule("13.3")
def test_a_single_charger_is_not_named() -> None:
    s = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 30,16 markers=1", check="passed"))
    s.do("assault", "U1")
    assert s.options() == [Choice("charge", "", "U1"), Choice("done")]


@rule("15.12", "9.2")
def test_a_truck_under_a_barrage_saves_like_a_gun() -> None:
    guns = "; ".join([f"105mm C{i} at {28 + 3 * i},5" for i in range(3)])
    text = scene_of(f"PL rifle P at 31,8; {guns}", "PL truck X at 31,30 moved; truck Y at 60,44", check="passed")
    s = stage(text, 6, 6, 6, 4)
    s.do("barrage", "U1").do("barrage", "P").do("target", "X")
    assert (s.last("saves").need, s.team("X").lost) == (5, True)


@rule("3.3.g", "15.15", "15.11")
@pytest.mark.parametrize(("guns", "missions_of"), [(1, set()), (2, {"smoke"}), (4, {"smoke", "barrage"})])
def test_how_many_guns_it_takes(guns: int, missions_of: set[str]) -> None:
    row = "; ".join([f"60mm-mortar C{i} at {28 + 3 * i},5" for i in range(guns)])
    b = scene(scene_of(f"PL rifle P at 31,8; {row}", "PL rifle X at 31,24 moved", check="passed"))
    assert {choice.do for choice in missions(b, b.unit("U1"))} == missions_of
