"""Close to the edge: two Teams, a hundredth of an inch, the second side, and Teams without a weapon."""

import pytest
from mini_fire import SPARE, firing, scene_of
from mini_stage import BY_HAND, stage

from sandtable.geometry.plane import path_length
from sandtable.systems.miniatures.rules.assault.charge import defends
from sandtable.systems.miniatures.rules.assault.close_combat import break_off
from sandtable.systems.miniatures.rules.assault.contact import way_back
from sandtable.systems.miniatures.rules.fire.refusals import why_no_fire, why_not_at
from sandtable.systems.miniatures.rules.fire.save_numbers import save_row
from sandtable.systems.miniatures.rules.fire.saves import fails_packet
from sandtable.systems.miniatures.rules.fire.shooting import targets_for
from sandtable.systems.miniatures.rules.fire.to_hit import (
    bears_on,
    can_see,
    facing,
    shot,
    spoils_saves,
    weapons_bearing,
)
from sandtable.systems.miniatures.rules.indirect_fire.missions import may_smoke
from sandtable.systems.miniatures.rules.indirect_fire.template import shift_reach
from sandtable.systems.miniatures.rules.leaders import Target, may_reroll
from sandtable.systems.miniatures.rules.losses import destroy_unit
from sandtable.systems.miniatures.rules.movement.bases import discs_near
from sandtable.systems.miniatures.rules.movement.move_plan import beside
from sandtable.systems.miniatures.rules.movement.moves import stop_before
from sandtable.systems.miniatures.rules.sequence import end_round, hand_over, start_round
from sandtable.systems.miniatures.rules.sight import ahead, friends_in_the_way, sees
from sandtable.systems.miniatures.rules.suppression import room, shed
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.state.book import COAX, MAIN
from sandtable.systems.miniatures.state.pieces import END, INITIATIVE, Assault, Battle, Team
from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice
from sandtable.table.wishes import Wishes
from sandtable.testing import rule

DOWN = "markers=1"


@rule("2.4")
def test_who_has_no_weapon_does_not_fire_and_that_is_the_reason() -> None:
    blue = "PL truck A at 30,10; truck B at 33,10"
    s = stage(scene_of(blue, f"PL rifle X at 30,20 {DOWN}"))
    refusal = s.refused("fire", "U1")
    assert (refusal.reason, refusal.rule) == ("U1 has no weapon.", "2.4")
    s = stage(scene_of("PL rifle A at 30,10; truck B at 33,10", f"PL rifle X at 30,20 {DOWN}"))
    s.do("fire", "U1")
    refusal = s.refused("fire", "B", "G1")
    assert (refusal.reason, refusal.rule) == ("B has no weapon.", "2.4")
    assert s.refused("fire", "A", "G9").rule != "2.4"


@rule("13.3", "13.13")
def test_of_two_teams_either_may_close_first() -> None:
    s = stage(scene_of("PL rifle A at 30,10; rifle B at 34,10", f"PL rifle X at 32,18 {DOWN}", check="passed"))
    s.do("assault", "U1").do("charge", "U1")
    assert s.asked == ("blue", "charge")
    assert s.options() == [
        Choice("charge", "", "U1"), Choice("charge", "A", "U1"), Choice("charge", "B", "U1"), Choice("done"),
    ]  # fmt: skip
    s.do("charge", "B", "U1")
    assert s.options() == [Choice("charge", "", "U1"), Choice("done")], "of one there is nothing to choose"


@rule("13.2", "7.1")
def test_details_are_there_for_who_asks_for_them() -> None:
    """He has left them to the house: all fire or none, until he wants to know more."""
    text = scene_of(
        "PL rifle A at 30,10; lmg B at 34,10; lmg C at 26,10", f"PL rifle X at 30,18 {DOWN}", check="passed"
    )
    s = stage(text, wishes=())
    s.do("assault", "U1")
    assert s.asked == ("blue", "fire")
    assert s.options() == [Choice("fire", "", "G1"), Choice("detail"), Choice("pass")]
    s.do("detail")
    assert s.options() == [
        Choice("fire", "", "G1"), Choice("fire", "B", "G1"), Choice("fire", "C", "G1"), Choice("pass"),
    ]  # fmt: skip


@rule("13.7", "13.6")
def test_the_second_side_is_put_back_two_inches_from_the_first() -> None:
    text = (
        f"{SPARE}\nblue U1 veteran activated\n  PL rifle X at 60,40\n  hmg Y at 30,20 faces 0,-1\n  smg Z at 36,20\n"
    )
    text += "red G1 veteran\n  PL rifle A at 30,10\nactive G1 passed"
    s = stage(text, 6, 6, 6, 6, 6, 1, 6, 6, 6, 6, 6)
    s.do("assault", "G1").do("charge", "", "G1").do("pass").do("react", "U1", "G1").done()
    assert s.last("halted").side == "blue" and s.last("put back").piece == "A"
    assert s.at("A") == (30, 20 - 0.75 - 0.5 - 2)


@rule("4.6")
@pytest.mark.parametrize(("far", "gone"), [(0, 0), (1, 1), (40, 40), (1000, 190)])
def test_a_stopped_tank_goes_up_to_the_last_hundredth_before_the_wood(far: int, gone: int) -> None:
    text = f"{SPARE}\nwood W1 28,14 32,14 32,18 28,18\nblue U1 veteran\n  PL m4-sherman A at 30,11\nactive U1 passed"
    b = scene(text)
    team = b.teams[b.by_id["A"]]
    feature = b.land.features[0]
    path = stop_before(b, team, ((3000, 1100), (3000, 1900)), far, feature)
    assert path_length(path) == gone


@rule("1.2", "14.1")
def test_both_commanders_may_act_again_in_a_new_round() -> None:
    text = f"{SPARE}\nblue CC veteran\n  smg K at 10,3\nred CC veteran\n  smg L at 60,45\nphase round"
    b = scene(text)
    b.chance = ScriptedChance(2, 5)
    for command in b.commands:
        command.acted = True
        for team in b.all_of(command):
            team.moved = team.fired = team.observed = True
    list(start_round(b))
    assert [command.acted for command in b.commands] == [False, False] and b.side == 1 and b.loser == 0
    assert not any(team.moved or team.fired or team.observed for team in (b.team("K"), b.team("L")))


@rule("6.19", "6.21")
@pytest.mark.parametrize(("wishes", "asked"), [(BY_HAND, True), ((), False)])
def test_who_leaves_the_details_to_the_house_names_no_kind(wishes: Wishes, asked: bool) -> None:
    """Four dice at the tank and two at the rifles in the open: the house takes the tank."""
    red = "PL rifle X at 30,20 moved; m4-sherman Y at 34,20"
    s = stage(scene_of("PL rifle A at 60,3 markers=1; pak40 B at 30,10", red), 1, 1, 1, 1, wishes=wishes)
    s.do("fire", "U1").do("fire", "B", "G1")
    if asked:
        assert s.asked == ("blue", "aim") and len(s.options()) == 2
        return
    assert len(s.done().last("shot").dice) == 4


@rule("13.5", "15.22")
def test_the_guns_of_an_observer_do_not_defend_him() -> None:
    """He belongs to the first Unit of all and has joined the third."""
    text = f"{SPARE}\nred G1 veteran\n  PL rifle X at 30,20\nblue U1 veteran\n  PL rifle A at 30,30\nactive G1 passed"
    text = f"blue U0 veteran\n  PL rifle P at 10,3\n  105mm Q at 13,3\n  FO rifle F at 32,30\n{text}"
    b = scene(text)
    unit, target = b.unit("U0"), b.unit("U1")
    b.assault = Assault(b.unit("G1").index, target.index, [], [b.team("F").index])
    assert unit.index == 0 and defends(b, target) and not defends(b, unit)


@rule("1.4")
@pytest.mark.parametrize("side", [0, 1])
def test_the_initiative_goes_to_the_other_side_while_it_has_a_unit(side: int) -> None:
    b = scene(SPARE)
    b.side, b.phase = side, INITIATIVE
    for unit in b.company(side):
        unit.activated = True
    hand_over(b)
    assert (b.side, b.phase) == (1 - side, INITIATIVE)
    for unit in b.units:
        unit.activated = True
    hand_over(b)
    assert b.phase == END


@rule("14.9")
def test_the_word_of_the_cc_reaches_the_first_unit_of_all_and_no_unit_that_is_gone() -> None:
    b = scene(f"{SPARE}\nblue CC veteran\n  smg K at 10,3")
    first, other = b.unit("U9"), b.unit("G9")
    assert first.index == 0 and may_reroll(b, first) and not may_reroll(b, other), "the enemy has no CC"
    first.gone = True
    assert not may_reroll(b, first)


@rule("12.3", "11.6")
def test_the_markers_of_a_unit_go_with_it() -> None:
    b = scene(f"{SPARE}\nblue U1 veteran\n  PL rifle A at 30,10 markers=1\n  rifle B at 32,10 markers=2")
    list(destroy_unit(b, b.unit("U1"), "12.3", "morale"))
    teams = [b.teams[b.by_id[id]] for id in "AB"]
    assert [(team.markers, team.lost) for team in teams] == [(0, True), (0, True)] and b.unit("U9").gone is False


@rule("15.16", "15.15")
@pytest.mark.parametrize(("x", "may"), [(0, True), (-1, False)])
def test_smoke_may_fall_on_the_very_edge_of_the_table(x: int, may: bool) -> None:
    guns = "blue U1 veteran\n  PL rifle P at 3,8\n  105mm C at 2,5\n  105mm D at 6,5"
    b = scene(f"{SPARE}\n{guns}\nactive U1 passed")
    assert may_smoke(b, b.unit("U1"), b.team("P"), x, 2000) is may


@rule("6.11", "6.12.a", "6.12.g")
def test_modifiers_are_added_to_what_training_asks() -> None:
    """In the open a Team that moves is easier to hit by one, in a house harder by one."""
    gun, red = "PL rifle A at 60,3 markers=1; lmg B at 30,10", "PL rifle X at 30,20 moved"
    plain = firing(gun, red, dice=(1, 1, 1)).last("shot").need
    house = firing(gun, red, "building H1 28,18 32,18 32,22 28,22", dice=(1, 1, 1)).last("shot").need
    b = scene(scene_of(gun, red))
    assert (plain, house) == (b.unit("G1").training.to_hit - 1, b.unit("G1").training.to_hit + 1)


# Who sees whom, and from where ---------------------------------------------------------------------


def team(b: Battle, id: str) -> Team:
    return b.teams[b.by_id[id]]


@rule("10.5", "10.8", "15.18", "6.3")
@pytest.mark.parametrize(
    ("between", "open_"),
    [("", True), ("wood W1 28,18 32,18 32,22 28,22", False), ("smoke 30,20 0,1", False), ("smoke 50,20 0,1", True)],
)
def test_wood_or_smoke_between_two_teams_is_enough(between: str, open_: bool) -> None:
    b = scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,30", between))
    assert sees(b, team(b, "A"), team(b, "X")) is sees(b, team(b, "X"), team(b, "A")) is open_


@rule("6.8")
@pytest.mark.parametrize(
    ("target", "friend", "blocks"),
    [
        ("30,30", "30.7,20", True), ("30,30", "29.3,20", True), ("30,30", "30.8,20", False),
        ("30,30", "29.2,20", False), ("50,10", "40,10.7", True), ("50,10", "40,9.3", True),
        ("50,10", "40,10.8", False), ("50,10", "40,9.2", False), ("10,10", "20,10.7", True),
        ("30,4", "30.7,7", True), ("30,4", "30,12", False), ("10,10", "40,10", False),
        ("50,10", "31.6,10", True), ("50,10", "48.4,10", True), ("10,10", "28.4,10", True),
        ("10,10", "11.6,10", True), ("30,30", "30,11.6", True), ("30,30", "30,28.4", True),
        ("30,2", "30,8.4", True), ("30,2", "30,3.6", True),
    ],
)  # fmt: skip
def test_a_friend_is_in_the_way_whose_base_the_ray_touches(target: str, friend: str, blocks: bool) -> None:
    """A base of an inch and a half: three quarters to each side of the ray, whichever way it goes."""
    b = scene(scene_of(f"PL rifle A at 30,10; rifle B at {friend}", f"PL rifle X at {target}"))
    assert (friends_in_the_way(b, team(b, "A"), team(b, "X")) is not None) is blocks
    mount = team(b, "A").type.mounts[0]
    assert can_see(b, team(b, "A"), mount, team(b, "X")) is not blocks


@rule("6.8")
def test_neither_an_enemy_nor_a_destroyed_friend_is_in_the_way() -> None:
    b = scene(scene_of("PL rifle A at 30,10; rifle B at 30,20", "PL rifle X at 30,30; rifle Y at 30,15"))
    assert friends_in_the_way(b, team(b, "A"), team(b, "X")) is team(b, "B")
    team(b, "B").lost = True
    assert friends_in_the_way(b, team(b, "A"), team(b, "X")) is None


@rule("6.8", "6.11")
def test_a_friend_before_one_of_two_targets_is_not_the_reason() -> None:
    """B stands before X, nobody before Y; both are too far away for A."""
    for blue, number in (("; rifle B at 10,20", "6.8"), ("", "")):
        b = scene(scene_of(f"PL rifle A at 10,4{blue}", "PL rifle X at 10,44; rifle Y at 13,44"))
        a, target = team(b, "A"), b.unit_of(team(b, "X"))
        one, both = [team(b, "X")], [team(b, "X"), team(b, "Y")]
        found = [why_not_at(b, a, Target(target.key, target, teams))[1] for teams in (one, both)]
        assert (found[0] == "6.8") is (number == "6.8") and found[1] not in ("6.8", "")


@rule("6.5")
@pytest.mark.parametrize(
    ("x", "y", "faces", "front"),
    [
        (40, 20, (1, 0), True), (20, 20, (1, 0), False), (30, 40, (1, 0), True), (29.9, 40, (1, 0), False),
        (30, 25, (0, 1), True), (30, 15, (0, 1), False), (40, 20, (0, 1), True), (40, 19.9, (0, 1), False),
        (40, 11, (1, 1), True), (40, 9, (1, 1), False), (29, 20.9, (-1, -1), True), (29, 21.1, (-1, -1), False),
    ],
)  # fmt: skip
def test_ahead_is_on_or_before_the_line_across_the_facing(
    x: float, y: float, faces: tuple[int, int], front: bool
) -> None:
    b = scene(scene_of("PL 57mm A at 30,20", f"PL rifle X at {x},{y}"))
    assert ahead(*faces, team(b, "A"), team(b, "X")) is front


@rule("16.3", "10.2", "10.3", "10.4", "6.11")
@pytest.mark.parametrize(
    ("firer", "faces", "concealed"),
    [("rifle", "0,-1", True), ("rifle", "0,1", False), ("bazooka", "0,-1", False)],
)
def test_a_shield_conceals_from_the_front_against_what_is_not_at(firer: str, faces: str, concealed: bool) -> None:
    s = firing(f"PL {firer} A at 30,10", f"PL pak40 X at 30,18 faces {faces} moved", dice=(1,) * 3)
    assert ("6.12.a" in [each.rule for each in s.last("shot").modifiers]) is concealed


@rule("8.2", "8.3", "8.4", "9.2")
@pytest.mark.parametrize(
    ("kind", "words", "at", "row"),
    [
        ("rifle", "moved", False, "infantry"),
        ("rifle", "moved", True, "infantry"),
        ("57mm", "moved", False, "gun"),
        ("57mm", "", True, "infantry"),
        ("truck", "moved", False, "infantry"),
        ("truck", "", True, "gun"),
    ],
)
def test_which_row_of_the_table_saves_whom(kind: str, words: str, at: bool, row: str) -> None:
    b = scene(scene_of("PL rifle A at 30,10", f"PL {kind} X at 30,18 {words}"))
    assert save_row(b, team(b, "X"), at) is b.scenario.rulebook.saves[row]


@rule("6.3", "6.12.c", "9.3")
def test_a_rifle_does_not_bear_on_a_unit_of_which_it_can_only_see_the_tank() -> None:
    """The tank is near and cannot be harmed; the rifle beside it is too far away."""
    for place, bears in (("30,45", False), ("30,24", True)):
        b = scene(scene_of("PL rifle A at 30,10", f"PL panzer-iv X at 30,20; rifle Y at {place}"))
        one = team(b, "A")
        assert bears_on(b, one, [team(b, "X"), team(b, "Y")]) is bears
        assert not bears_on(b, one, [team(b, "X")])


@rule("6.3", "15.1")
def test_a_weapon_that_fires_barrages_only_bears_on_nobody() -> None:
    b = scene(scene_of("PL rifle A at 30,10; 15cm-nebelwerfer N at 33,10 faces 0,1", "PL rifle X at 33,20"))
    assert not bears_on(b, team(b, "N"), [team(b, "X")])
    assert bears_on(b, team(b, "A"), [team(b, "X")])


@rule("6.1", "14.15", "15.22")
@pytest.mark.parametrize("side", [0, 1])
def test_both_sides_name_enemies(side: int) -> None:
    """An observer by himself too."""
    b = scene(scene_of("PL rifle A at 30,10; FO rifle E at 33,10", "PL rifle X at 30,18; FO rifle F at 33,18"))
    assert [target.key for target in targets_for(b, side)] == [["G9", "G1", "F"], ["U9", "U1", "E"]][side]


@rule("4.1")
def test_other_bases_near_a_point_keep_a_team_off() -> None:
    """Two rifles within reach of the point and one beyond it; neither the Team itself nor who is ignored."""
    b = scene(scene_of("PL rifle A at 30,10; rifle B at 32,10; rifle C at 30,13", "PL rifle X at 30,45"))
    one = team(b, "A")
    assert {disc[:2] for disc in discs_near(b, one, 3000, 1100, 300)} == {(3200, 1000), (3000, 1300)}
    assert {disc[:2] for disc in discs_near(b, one, 3000, 1100, 300, [team(b, "B").index])} == {(3000, 1300)}
    assert [*discs_near(b, one, 3000, 4400, 1)] == [(3000, 4500, 100)]


@rule("6.7")
def test_a_turret_is_set_once_and_where_there_is_one() -> None:
    s = stage(scene_of("PL m4-sherman A at 30,10; 57mm B at 40,10", "PL rifle X at 30,45")).do("move", "U1")
    twice = (("A", 30, 10, 0), ("A:turret", 30, 10, 90), ("A:turret", 30, 10, 90))
    assert s.no_move("U1", *twice).rule == "6.7"
    assert s.no_move("U1", ("B", 40, 10, 0), ("B:turret", 40, 10, 90)).rule == "6.7"


@rule("7.3", "9.3")
def test_why_a_team_does_not_fire() -> None:
    """A has fired in this Initiative; C reaches nobody, and that is not because of the armor of anybody."""
    blue = "PL rifle A at 30,10; rifle B at 33,10; smg C at 36,10"
    b = scene(scene_of(blue, "PL rifle X at 30,38 moved; panzer-iv Y at 33,38"))
    unit = b.unit_of(team(b, "A"))
    team(b, "A").last_fire = b.initiative
    reasons = [why_no_fire(b, unit, Choice("fire", id, "G1"))[1] for id in "ABC"]
    assert reasons == ["7.3", "6.12.c", "6.3"]


@rule("1.4")
def test_when_nobody_has_a_unit_left_the_round_is_over() -> None:
    b = scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,18"))
    for unit in b.units:
        unit.activated = True
    before = b.initiative
    hand_over(b)
    assert (b.initiative, b.phase) == (before + 1, END)


@rule("6.14")
def test_a_die_that_needed_one_or_less_spoils_saves() -> None:
    assert [spoils_saves(need) for need in (0, 1, 2)] == [True, True, False]


@rule("15.7")
@pytest.mark.parametrize(
    ("x", "y", "near"),
    [
        (3000, 2600, True),
        (3000, 2601, False),
        (3600, 2000, True),
        (2399, 2000, False),
        (3424, 2424, True),
        (3425, 2425, False),
    ],
)
def test_a_template_shifts_six_inches(x: int, y: int, near: bool) -> None:
    b = scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,30", "smoke 30,20 0,1"))
    assert shift_reach(b, b.smoke[0], x, y) is near


@rule("11.6", "11.7")
def test_who_has_room_for_a_marker() -> None:
    """Those without one first; then those with one; a cap of nothing leaves a Team out."""
    b = scene(scene_of("PL rifle A at 30,10 markers=1; rifle B at 33,10", "PL rifle X at 30,30"))
    one, two = team(b, "A"), team(b, "B")
    assert room(b, [one, two]) == [two]
    two.markers = 1
    assert room(b, [one, two]) == [one, two]
    assert room(b, [one, two], {one.index: 0}) == [two] and room(b, [one, two], {one.index: 1}) == [one, two]
    one.markers = 2
    assert room(b, [one, two]) == [two]


@rule("11.9")
def test_without_details_a_team_with_one_marker_sheds_it() -> None:
    b = scene(scene_of("PL rifle A at 30,10 markers=2; rifle B at 33,10 markers=1", "PL rifle X at 30,30"))
    b.wishes = ()
    list(shed(b, b.unit_of(team(b, "A"))))
    assert (team(b, "A").markers, team(b, "B").markers) == (2, 0)


@rule("13.15")
@pytest.mark.parametrize("turn", [0, 1])
def test_either_side_breaks_off(turn: int) -> None:
    """Who does not hold withdraws, whichever side it is; it is wiped out where it has no way."""
    b = scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,11.5", "blue U2 veteran\n  PL rifle C at 5,5"))
    own, other = b.unit_of(team(b, "A")), b.unit_of(team(b, "X"))
    fight = Assault(own.index, other.index, [team(b, "A").index], [], False)
    fight.turn = turn
    b.assault, b.chance = fight, ScriptedChance(6, 1)
    question = break_off(b, fight)
    with pytest.raises(StopIteration):
        asked = next(question)
        while True:
            asked = question.send(asked.options()[0])
    assert b.events[0].kind == "breaks off" and b.events[0].piece == ("G1" if turn == 0 else "U1")
    assert b.events[0].dice == (6,)


@rule("13.15", "14.7")
@pytest.mark.parametrize(("turn", "leader"), [(0, True), (1, True), (0, False)])
def test_who_breaks_off_is_followed_by_the_side_that_held_and_caught(turn: int, leader: bool) -> None:
    """One inch away, six for the pursuer: the gap is closed again, and who withdrew is caught."""
    others = "blue U2 veteran\n  PL rifle C at 5,5\nred G2 veteran\n  PL rifle Z at 55,40"
    b = scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,11.5", others).replace(SPARE, ""))
    assert (b.unit("U1").index, b.unit("U1").pl) == (0, 0)
    stood = {id: team(b, id).y for id in "AX"}
    own, other = b.unit_of(team(b, "A")), b.unit_of(team(b, "X"))
    fight = Assault(own.index, other.index, [team(b, "A").index], [], False)
    fight.turn = turn
    b.assault, b.chance = fight, ScriptedChance(1, 6)
    held, away = ("U1", "G1") if turn == 0 else ("G1", "U1")
    if not leader:
        own.pl = -1
    fled = team(b, "XA"[turn])
    procedure = break_off(b, fight)
    with pytest.raises(StopIteration):
        question = next(procedure)
        while True:
            question = procedure.send(question.options()[0])
    told = [(event.kind, event.piece, event.dice) for event in b.events if event.dice]
    assert told[:2] == [("breaks off", away, (1,)), ("pursuit", held, (6,))][: 1 + leader]
    assert len(told) == 1 + leader
    winner = team(b, "AX"[turn])
    assert fled.lost and not winner.lost and (winner.y != stood[winner.id]) is leader
    assert fight.lost[1 - turn] == 1 and fight.lost[turn] == 0


@rule("13.15", "10.8")
def test_nobody_comes_to_rest_on_a_wall_when_he_breaks_off() -> None:
    b = scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,15", "hedge W1 28,18 32,18"))
    assert way_back(b, team(b, "X"), team(b, "A"), 300) == ((3000, 1500), (3000, 1799))
    assert way_back(b, team(b, "X"), team(b, "A"), 299) == ((3000, 1500), (3000, 1799))
    assert way_back(b, team(b, "X"), team(b, "A"), 298) == ((3000, 1500), (3000, 1798))


@rule("1.6", "END")
def test_after_the_last_round_the_battle_is_judged() -> None:
    for number, over in ((1, False), (2, True)):
        b = scene(scene_of("PL rifle A at 30,10; rifle B at 33,10", "PL rifle X at 30,30; rifle Y at 33,30"))
        b.scenario.rounds, b.round, b.phase = 2, number, END
        list(end_round(b))
        assert (b.result is not None) is over and b.round == 2


@rule("1.6", "OBJ")
def test_at_the_end_of_a_round_objectives_are_taken() -> None:
    mill = "objective Mill 30,14 red"
    b = scene(scene_of("PL rifle A at 30,10; rifle B at 33,10", "PL rifle X at 30,40; rifle Y at 33,40", mill))
    b.scenario.rounds, b.round, b.phase = 2, 1, END
    assert b.holders == [1]
    list(end_round(b))
    assert b.holders == [0] and [event.rule for event in b.events if event.kind == "taken"] == ["OBJ"]


@rule("16.6")
def test_only_weapons_that_could_hit_bear() -> None:
    """Of the guns of a Sherman none bears on a rifle out of sight; one that sees nobody is no shot."""
    for place, some in (("30,20", True), ("30,47", True)):
        b = scene(
            scene_of(
                "PL m4-sherman A at 30,10 faces 0,1", f"PL rifle X at {place}", "wood W1 20,30 40,30 40,34 20,34"
            )
        )
        found = weapons_bearing(b, team(b, "A"), [team(b, "X")])
        assert bool(found) is (some and place == "30,20")


@rule("9.2", "6.18", "8.1")
@pytest.mark.parametrize(
    ("kind", "hits", "dice", "lost"),
    [
        ("truck", 1, (6,), False),
        ("truck", 2, (6, 1), True),
        ("truck", 2, (6, 6), False),
        ("rifle", 2, (6,), False),
        ("rifle", 2, (1,), True),
    ],
)
def test_what_an_at_weapon_does_to_who_has_no_armor(kind: str, hits: int, dice: tuple[int, ...], lost: bool) -> None:
    """One save, for a vehicle one for each hit."""
    b = scene(scene_of("PL bazooka A at 30,10", f"PL {kind} X at 30,15 moved"))
    one = shot(b, team(b, "A"), team(b, "A").type.mounts[0], [team(b, "X")])
    assert one is not None
    one.hits, b.chance = hits, ScriptedChance(*dice)
    assert fails_packet(b, team(b, "X"), one, False) is lost
    assert len(b.chance.drawn) == len(dice)


@rule("6.7", "6.5")
def test_which_way_each_weapon_of_a_tank_faces() -> None:
    """The turret looks east and the hull north: the guns of the turret go with it, others with the hull."""
    b = scene(scene_of("PL m4-sherman A at 30,10 faces 0,1; 57mm B at 40,10 faces 0,1", "PL rifle X at 30,45"))
    one, gun = team(b, "A"), team(b, "B")
    one.tx, one.ty = 1, 0
    for mount in one.type.mounts:
        turret = mount.place in (MAIN, COAX)
        assert facing(one, mount) == ((1, 0) if turret else (one.hx, one.hy))
    assert facing(gun, gun.type.mounts[0]) == (gun.hx, gun.hy)


@rule("3.1")
def test_the_action_is_told() -> None:
    s = stage(scene_of("PL rifle A at 30,10", f"PL rifle X at 30,20 {DOWN}")).do("fire", "U1")
    assert [(event.piece, event.text) for event in s.told("action")] == [("U1", "fire")]


@rule("14.4")
def test_beside_is_up_to_two_inches_between_the_bases() -> None:
    """Two inches, half an inch of the leader and three quarters of the Team between the middles."""
    b = scene(scene_of("PL rifle A at 30,10; rifle B at 33.5,10", "PL rifle X at 30,45"))
    one, leader = team(b, "B"), team(b, "A")
    near = [beside(b, one, leader, {one.index: (3000 + far, 1000)}) for far in (324, 325, 326)]
    assert near == [True, True, False]
