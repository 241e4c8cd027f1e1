"""At the very bound: Fire Points, who may react, what firing a barrage leaves behind, the CC's own action."""

from copy import copy

import pytest
from mini_fire import scene_of, unit_text

from sandtable.systems.miniatures.rules.assault.charge import lone_defenders
from sandtable.systems.miniatures.rules.assault.close_combat import strike_at
from sandtable.systems.miniatures.rules.fire.gone_to_ground import lies_low, observer_alone
from sandtable.systems.miniatures.rules.fire.refusals import why_not_at
from sandtable.systems.miniatures.rules.fire.to_hit import Shot, fire_points
from sandtable.systems.miniatures.rules.indirect_fire.barrage import open_fire
from sandtable.systems.miniatures.rules.leaders import (
    Check,
    Target,
    hosts,
    offers_second_wind,
    passes,
    target_of,
    training_check,
)
from sandtable.systems.miniatures.rules.movement.bases import overlapped
from sandtable.systems.miniatures.rules.reactors import OVERWATCH, REACTION, may_react
from sandtable.systems.miniatures.rules.sequence import command
from sandtable.systems.miniatures.rules.sight import in_smoke, smoke_blocks
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.state.book import GUN, INFANTRY, TANK
from sandtable.systems.miniatures.state.pieces import ACTION, Assault, Smoke
from sandtable.table.chance import ScriptedChance
from sandtable.testing import rule


@rule("6.12.c", "6.19", "6.10")
@pytest.mark.parametrize(
    ("kind", "points", "aim", "sheltered", "near", "far"),
    [
        ("pak40", 4, TANK, False, 4, 2),
        ("pak40", 4, INFANTRY, False, 2, 1),
        ("pak40", 4, GUN, False, 2, 1),
        ("pak40", 4, INFANTRY, True, 4, 2),
        ("pak40", 5, INFANTRY, False, 2, 1),
        ("pak40", 5, TANK, False, 5, 2),
        ("lmg", 3, INFANTRY, False, 3, 1),
        ("lmg", 3, TANK, False, 3, 1),
        ("lmg", 1, INFANTRY, True, 1, 0),
    ],
)
def test_how_many_dice_a_weapon_has(kind: str, points: int, aim: int, sheltered: bool, near: int, far: int) -> None:
    """Half at troops outside hard cover for AT weapons alone, and half again at long range, rounded down."""
    b = scene(scene_of(f"PL rifle A at 60,3; {kind} B at 30,10", "PL rifle X at 30,30"))
    team = b.team("B")
    weapon = copy(team.type.mounts[0].weapon)
    weapon.fp = points
    assert weapon.at == (kind == "pak40")
    for long, dice in ((False, near), (True, far)):
        assert fire_points(b, Shot(team, weapon, long, []), aim, sheltered) == dice


@rule("3.4.c", "7.1")
@pytest.mark.parametrize(
    ("moving", "kind", "reacts"),
    [
        ("A", REACTION, True),  # 30 inches of the Unit are in front of the gun
        ("B", REACTION, True),  # B moves near it; it fires at A
        ("A", OVERWATCH, True),
        ("B", OVERWATCH, False),  # who moves is behind it
        ("C", REACTION, False),  # more than 18 inches away
        ("C", OVERWATCH, True),
    ],
)
def test_whose_move_a_gun_answers(moving: str, kind: int, reacts: bool) -> None:
    b = scene(
        scene_of("PL rifle A at 30,32; rifle B at 30,14; rifle C at 30,44", "PL rifle X at 60,3; pak40 G at 30,20")
    )
    gun = b.team("G")
    gun.hx, gun.hy = 0, 1
    unit = b.unit("U1")
    target = Target("U1", unit, b.teams_of(unit))
    assert may_react(b, gun, target, [b.team(moving)], kind) is reacts


@rule("3.4.c", "7.1")
@pytest.mark.parametrize(("at", "reacts"), [("29.5", True), ("29.51", False), ("29.49", True)])
@pytest.mark.parametrize("down", [False, True])
def test_eighteen_inches_from_base_to_base_are_near_enough(at: str, reacts: bool, down: bool) -> None:
    """Two bases of three quarters of an inch: nineteen and a half between the middles."""
    far = float(at) - 10
    places = (10, 10 + far) if not down else (10 + far, 10)
    b = scene(
        scene_of(
            f"PL rifle P at 50,3; lmg A at 30,{places[0]:.2f}", f"PL rifle Q at 60,40; lmg X at 30,{places[1]:.2f}"
        )
    )
    unit = b.unit("U1")
    target = Target("U1", unit, b.teams_of(unit))
    assert may_react(b, b.team("X"), target, [b.team("A")], REACTION) is reacts


@rule("6.26", "15.4", "15.1", "7.3", "3.4.c")
def test_what_a_barrage_leaves_behind() -> None:
    """Guns and observer are seen, have fired and observed, and the guns face their target."""
    b = scene(
        scene_of("PL rifle P at 30,5; 105mm C at 28,5; 105mm D at 31,5; rifle R at 40,8", "PL rifle X at 30,30")
    )
    unit, guns, observer = b.unit("U1"), [b.team("C"), b.team("D")], b.team("P")
    unit.overwatch = True
    for team in b.teams_of(unit):
        team.observed = team.upright = team.fired = False
    b.initiative = 3
    stays = (guns[1].hx, guns[1].hy)  # it is where it fires at
    open_fire(b, unit, guns, observer, 3100, 500)
    assert not unit.overwatch and (observer.observed, observer.upright, observer.fired) == (True, True, False)
    assert all((gun.fired, gun.upright, gun.last_fire, gun.observed) == (True, True, 3, False) for gun in guns)
    assert [(gun.hx, gun.hy) for gun in guns] == [(300, 0), stays]
    bystander = b.team("R")
    assert not (bystander.fired or bystander.upright or bystander.observed)


@rule("14.1")
@pytest.mark.parametrize("do", ["command move", "command fire"])
def test_the_cc_sets_out_afresh(do: str) -> None:
    """What he did in the round before is forgotten, and he has had his action of this one."""
    b = scene(scene_of("PL rifle A at 30,5", "PL rifle X at 30,30", unit_text("blue CC veteran", "smg K at 33,5")))
    cc = b.team("K")
    cc.moved = cc.fired = True
    command(b, 0, do)
    assert b.commands[0].acted and not b.commands[1].acted
    assert (cc.moved, cc.fired, b.phase, b.commanding, b.action) == (False, False, ACTION, True, do)
    assert len(b.steps) == 1


@rule("15.18", "GEO")
@pytest.mark.parametrize("axis", [(0, 1), (1, 0), (1, 1), (2, -1)])
def test_smoke_blocks_what_goes_through_it_and_not_what_touches_it(axis: tuple[int, int]) -> None:
    """Every line between the points of a grid, by a second route: no axis keeps the line and the inside apart."""
    vx, vy = axis
    patch = Smoke(100, 200, vx, vy, 4)
    grid = [(x, y) for x in range(-6, 7, 2) for y in range(-6, 7, 2)]

    def place(x: int, y: int) -> tuple[int, int]:
        """Where a point is along the sides of the patch."""
        return vx * x + vy * y, vx * y - vy * x

    blocked = 0
    for one in grid:
        u, w = place(*one)
        assert in_smoke(patch, 100 + one[0], 200 + one[1]) == (max(abs(u), abs(w)) <= 4)
        for other in grid:
            s, t = place(*other)
            outside = max(abs(u), abs(w)) > 4 and max(abs(s), abs(t)) > 4
            apart = min(u, s) >= 4 or max(u, s) <= -4 or min(w, t) >= 4 or max(w, t) <= -4
            sides = [(s - u) * (y - w) - (t - w) * (x - u) for x in (-4, 4) for y in (-4, 4)]
            through = outside and not apart and min(sides) < 0 < max(sides)
            blocked += through
            assert smoke_blocks(patch, 100 + one[0], 200 + one[1], 100 + other[0], 200 + other[1]) == through
    assert blocked > 0


@rule("6.12.c", "6.19")
@pytest.mark.parametrize(
    ("points", "at", "ranges", "none_beyond"),
    [
        (0, False, 0, True),
        (1, False, 1, True),
        (2, False, 2, True),
        (3, False, 2, True),
        (1, True, 0, False),
        (2, True, 1, False),
        (3, True, 1, False),
        (4, True, 2, True),
    ],
)
def test_how_far_a_weapon_surely_has_dice(points: int, at: bool, ranges: int, none_beyond: bool) -> None:
    """At its range, at twice its range or nowhere; an AT weapon may have more of them at troops in hard cover."""
    b = scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,30"))
    weapon = copy(b.team("A").type.mounts[0].weapon)
    weapon.fp, weapon.at = points, at
    assert b.land.sure_reach(weapon) == (ranges * weapon.range, none_beyond)


@rule("6.6")
@pytest.mark.parametrize(("facing", "arc"), [("0,1", False), ("0,-1", True)])
def test_only_a_gun_that_is_turned_away_has_to_turn(facing: str, arc: bool) -> None:
    """Turned towards X it is told nothing of its arc."""
    b = scene(scene_of(f"PL rifle A at 60,3; pak40 B at 30,3 faces {facing}", "PL rifle X at 30,20"))
    assert (why_not_at(b, b.team("B"), target_of(b, "G1"))[1] == "6.6") is arc


@rule("6.12.c", "15.1")
def test_how_far_a_team_fires_with_the_farthest_of_its_weapons() -> None:
    """Twice the range; nowhere if it fires barrages only."""
    b = scene(scene_of("PL rifle A at 30,10; 15cm-nebelwerfer N at 33,10 faces 0,1", "PL rifle X at 30,30"))
    assert b.land.farthest["rifle"] == 2 * b.team("A").type.mounts[0].weapon.range
    assert b.land.farthest["15cm-nebelwerfer"] == 0


@rule("15.22", "14.15")
@pytest.mark.parametrize(("y", "near"), [(17.0, ["U1"]), (17.01, [])])
def test_an_observer_joins_a_unit_six_inches_away(y: float, near: list[str]) -> None:
    """From base to base, each with a radius of half an inch."""
    other = unit_text("blue U2 veteran", f"PL rifle P at 60,3; FO rifle F at 30,{y}")
    b = scene(scene_of("PL rifle A at 30,10", "PL rifle X at 60,30", other))
    assert [unit.key for unit in hosts(b, b.team("F"))] == near


@rule("15.22", "14.15")
def test_an_observer_alone_is_no_unit() -> None:
    """The FO of the first Unit of the battle by himself; neither a Unit nor a CC by himself is one."""
    b = scene(
        f"{unit_text('blue U1 veteran', 'PL rifle A at 30,10; FO rifle F at 40,10')}\n"
        f"{unit_text('blue CC veteran', 'smg K at 20,10')}\n{unit_text('red G1 veteran', 'PL rifle X at 30,30')}"
    )
    unit, cc = b.unit("U1"), b.commands[0]
    assert (unit.index, cc.index < 0) == (0, True)
    found = [Target("F", unit, [b.team("F")]), Target("U1", unit, b.teams_of(unit)), Target("K", cc, [b.team("K")])]
    assert [observer_alone(each) for each in found] == [True, False, False]


@rule("15.22", "14.15", "6.22")
@pytest.mark.parametrize(("team", "ground", "low"), [("K", True, True), ("K", False, False), ("T", True, False)])
def test_who_lies_down_with_his_hosts(team: str, ground: bool, low: bool) -> None:
    """K and the tank T have moved and are guests of U1: they lie down where it does, but no tank."""
    guests = unit_text("blue U2 veteran", "PL smg K at 33,10 moved; m4-sherman T at 36,10 moved")
    b = scene(scene_of("PL rifle A at 30,10 moved", "PL rifle X at 30,30", guests))
    unit = b.unit("U1")
    unit.ground = ground
    for each in b.teams:
        each.upright = True
    target = Target("U1", unit, [b.team("A"), b.team("K"), b.team("T")])
    assert lies_low(b, b.team(team), target, []) is low


@rule("4.3", "4.4", "4.5")
def test_what_slows_tanks_and_stops_guns() -> None:
    """Difficult pieces, very difficult ones, which are closed to guns too, and no others."""
    pieces = [
        "wood W1 10,10 14,10 14,14 10,14",
        "building B1 20,10 24,10 24,14 20,14",
        "hill H1 30,10 34,10 34,14 30,14",
    ]
    b = scene(scene_of("PL rifle A at 30,5", "PL rifle X at 30,30", *pieces, "hedge L1 40,10 44,10"))
    assert [each.piece.id for each in b.land.going] == ["W1", "B1", "L1"]
    assert [each.piece.id for each in b.land.going if each.terrain.closed_to_guns] == ["B1"]


@rule("14.9", "3.5")
@pytest.mark.parametrize(("commander", "helped", "asked"), [(True, -1, True), (True, 3, False), (False, -1, False)])
def test_no_second_roll_without_a_cc_who_has_his_ability(commander: bool, helped: int, asked: bool) -> None:
    """Without one nothing is asked, and nothing is rolled again."""
    more = [unit_text("blue CC veteran", "smg K at 33,5")] if commander else []
    b = scene(scene_of("PL rifle A at 30,5", "PL rifle X at 30,30", *more))
    b.initiative = 3
    if commander:
        b.team("K").helped = helped
    asking = offers_second_wind(b, b.unit("U1"), Check(4, True))
    if asked:
        assert next(asking).kind == "second wind"
    else:
        with pytest.raises(StopIteration) as over:
            next(asking)
        assert over.value.value is False


@rule("3.1", "3.5", "14.9")
@pytest.mark.parametrize(
    ("die", "need", "six", "kind"),
    [
        (3, 4, False, "reroll"),
        (3, 4, True, "reroll"),
        (4, 4, False, ""),
        (4, 4, True, "second wind"),
        (6, 4, True, ""),
        (4, 7, True, "second wind"),
        (4, 7, False, ""),
    ],
)
def test_when_the_cc_is_asked_about_a_check(die: int, need: int, six: bool, kind: str) -> None:
    """A check that failed and could pass; one that has passed, or cannot pass, only where a 6 is worth trying for."""
    b = scene(scene_of("PL rifle A at 30,5", "PL rifle X at 30,30", unit_text("blue CC veteran", "smg K at 33,5")))
    b.initiative, b.chance = 3, ScriptedChance(die)
    asking = training_check(b, b.unit("U1"), "a test", "3.1", need, six=six)
    found = next(asking, None)
    assert (found.kind if found else "") == kind
    assert (b.events[-1].kind, b.events[-1].value) == ("check", int(die >= need))


@rule("3.1", "6.13")
def test_a_one_never_passes_and_nothing_passes_a_seven() -> None:
    b = scene(scene_of("PL rifle A at 30,5", "PL rifle X at 30,30"))
    assert [passes(b, die, need) for die, need in ((1, 1), (2, 1), (2, 2), (5, 6), (6, 6), (6, 7), (7, 7))] == [
        False, True, True, False, True, False, False,
    ]  # fmt: skip


@rule("4.1")
def test_bases_that_touch_do_not_overlap() -> None:
    """The base of a leader is half an inch from its middle, that of a Team three quarters."""
    b = scene(scene_of("PL rifle A at 30,10; rifle B at 40,20", "PL rifle X at 60,30"))
    one = b.team("A")
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        found = [overlapped(b, one, 4000 + dx * far, 2000 + dy * far) for far in (124, 125)]
        assert found == [True, False]


@rule("13.10", "14.15", "11.5")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_cc_who_is_struck_down_leaves_his_markers_to_the_unit_he_fought_with(turn: int) -> None:
    side = ("red", "blue")[turn]
    b = scene(
        scene_of("PL rifle A at 30,10", "PL rifle X at 30,11.5", unit_text(f"{side} CC veteran", "smg K at 33,9"))
    )
    units = (b.unit("U1"), b.unit("G1"))
    for team in b.teams:
        team.markers = 0
    fight = Assault(units[0].index, units[1].index, [b.team("A").index], [], False)
    fight.turn = turn
    b.assault, b.chance = fight, ScriptedChance(6)
    struck = b.team("K")
    struck.markers = 1
    procedure = strike_at(b, fight, units[turn], b.team("AX"[turn]), struck)
    with pytest.raises(StopIteration):
        question = next(procedure)
        while True:
            question = procedure.send(question.options()[0])
    assert struck.lost and fight.lost == [turn, 1 - turn]
    assert [sum(team.markers for team in b.teams_of(unit)) for unit in units] == [turn, 1 - turn]


@rule("13.5", "15.22")
@pytest.mark.parametrize(
    ("alone", "hosts", "role", "found"),
    [(True, "U1", "FO ", ["F"]), (False, "U1", "FO ", []), (False, "U2", "FO ", ["F"]), (True, "U2", "", [])],
)
def test_which_observers_defend_themselves(alone: bool, hosts: str, role: str, found: list[str]) -> None:
    """By himself, or with a Unit that is not his own; nobody who is no observer."""
    second = unit_text("blue U2 veteran", "PL rifle D at 50,10")
    b = scene(scene_of(f"PL rifle A at 30,10; {role}rifle F at 33,10", "PL rifle X at 30,18", second, check="passed"))
    b.assault = Assault(b.unit("G1").index, b.unit(hosts).index, [], [b.team("F").index], alone)
    assert [team.id for team in lone_defenders(b)] == found
