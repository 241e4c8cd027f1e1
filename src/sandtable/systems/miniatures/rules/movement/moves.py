"""4 A Move: the plan is asked for, terrain rolls are made, and the Teams set out; rules.reaction walks them."""

import itertools
from collections.abc import Generator
from fractions import Fraction

from sandtable.geometry.plane import Path, cut, length, path_length, point_on
from sandtable.systems.miniatures.rules.leaders import passes, training_check
from sandtable.systems.miniatures.rules.movement.bases import may_rest
from sandtable.systems.miniatures.rules.movement.example_moves import any_move, sample_moves
from sandtable.systems.miniatures.rules.movement.move_plan import Plan, judge_move
from sandtable.systems.miniatures.rules.movement.walking import walk_along
from sandtable.systems.miniatures.rules.suppression import suppress
from sandtable.systems.miniatures.state.book import DIFFICULT, TANK
from sandtable.systems.miniatures.state.ground import Feature
from sandtable.systems.miniatures.state.pieces import Battle, Procedure, Stance, Team, Unit, spot
from sandtable.table.decision import Choice, Decision, Free, Pick


def move_step(b: Battle, unit: Unit) -> Procedure:
    """4.1 The Teams of a Unit, or the CC, make one Move: planned whole, then walked (7.1)."""
    stay = Choice("stay", unit.key)
    judged: list[tuple[Choice, Plan]] = []

    def judge(choice: Choice) -> None:
        if choice != stay and not (judged and judged[0][0] is choice):
            judged[:] = [(choice, judge_move(b, unit, choice))]

    def one(pick: Pick) -> Choice:
        judged[:] = any_move(b, unit, pick)
        return judged[0][0] if judged else stay

    prompt = f"Where does {unit.name} move?"
    answer = yield Free(
        b.side_name(unit.side),
        "move",
        prompt,
        "4.1",
        lambda: [*sample_moves(b, unit), stay],
        judge,
        unit.key,
        one,
    )
    if answer.do == "stay":
        b.tell("stays", "4.1", unit.side, unit.key)
        return
    plan = judged[0][1] if judged and judged[0][0] == answer else judge_move(b, unit, answer)
    yield from set_out(b, unit, plan)


def set_out(b: Battle, unit: Unit, plan: Plan) -> Procedure:
    """Leaders hurry, tanks roll for terrain, everybody turns; then the walk begins (4.4, 14.4)."""
    for index, leader in plan.hurried.items():
        b.teams[leader].helped = b.initiative
        b.tell("ability", "14.4", unit.side, b.teams[leader].id, b.teams[index].id, text="hurry")
    b.shifted = True
    paths = {}
    for index, path in plan.paths.items():
        team = b.teams[index]
        paths[index] = yield from terrain_rolls(b, team, path)  # 4.4
    for index, stance in plan.stances.items():
        face(b.teams[index], stance)
        if len(paths.get(index, ())) < 2:
            b.teams[index].moved = True  # 6.6: a pure turn counts as moving
            b.tell("turns", "6.6", unit.side, b.teams[index].id, place=spot(b.teams[index]))
    for index, path in paths.items():
        if len(path) > 1:
            lift(b.teams[index])
    paths = {index: path for index, path in paths.items() if len(path) > 1}
    if paths or plan.placed:
        b.walk = walk_along(b, unit, paths, plan.placed.copy())
        tell_move(b, unit, paths)


def tell_move(b: Battle, unit: Unit, paths: dict[int, Path]) -> None:
    """Who sets out, and where to."""
    for index, path in paths.items():
        corners = tuple([f"{x},{y}" for x, y in path])
        b.tell("moves", "4.1", unit.side, b.teams[index].id, place=corners[-1], path=corners)


def face(team: Team, stance: Stance) -> None:
    """4.1, 6.7 Hull and turret are set as desired."""
    team.hx, team.hy, team.tx, team.ty = stance


def lift(team: Team) -> None:
    """3.3.f, 6.23 A Team that leaves its place has moved, is no longer dug in and no longer on the ground."""
    team.moved = True
    team.dug_in = False
    team.upright = True


def put(team: Team, x: int, y: int) -> None:
    """A Team comes to stand elsewhere outside an ordinary Move (13.3, 13.7, 13.13, 13.15)."""
    if (team.x, team.y) != (x, y):
        lift(team)
        team.x, team.y = x, y


# Terrain rolls (4.4-4.6, 17.3) -------------------------------------------------------------------


def terrain_rolls(b: Battle, team: Team, path: Path) -> Generator[Decision, Choice, Path]:
    """4.4, 4.5 A tank rolls for each piece on its way; where it fails it stops, suppressed (4.6)."""
    if team.type.kind != TANK:
        return path
    for far, feature in pieces_on_the_way(b, path):
        passed = yield from crosses(b, team, feature)
        if not passed:
            b.stopped.append(team.index)
            suppress(b, team, "4.6")
            stop = stop_before(b, team, path, far, feature)
            x, y = stop[-1]
            b.tell("stopped", "4.6", team.side, team.id, place=f"{x},{y}", text=feature.piece.name)
            return stop
    return path


def pieces_on_the_way(b: Battle, path: Path) -> list[tuple[int, Feature]]:
    """4.4 Each difficult piece that a path starts in, enters or crosses, once, with how far it is to it."""
    found: dict[int, tuple[Fraction, Feature]] = {}
    so_far = 0
    for (ax, ay), (bx, by) in itertools.pairwise(path):
        leg = length(bx - ax, by - ay)
        for feature in b.land.features_met(ax, ay, bx, by):
            if feature.bit not in found:
                inside = feature.shape.holds(ax, ay)
                meeting = None if inside else feature.shape.first_meeting(ax, ay, bx, by)
                far = Fraction(so_far) if meeting is None else so_far + leg * meeting
                found[feature.bit] = (far, feature)
        so_far += leg
    row = sorted(found.values(), key=lambda each: each[0])
    return [(int(far), feature) for far, feature in row]


def crosses(b: Battle, team: Team, feature: Feature) -> Generator[Decision, Choice, bool]:
    """Whether a tank gets across; wide tracks roll a failure again, and no die twice."""
    unit = b.unit_of(team)
    why = f"{team.name} crosses {feature.piece.name}"
    difficult = feature.terrain.going == DIFFICULT
    for attempt in range(2 if team.type.wide_tracks else 1):  # 17.3
        if difficult or team.type.wide_tracks:
            need = b.land.numbers["difficult"] if difficult else unit.training.check  # 4.4, 4.5
            die = b.chance.die(why)
            passed = passes(b, die, need)
            rule = "17.3" if attempt else "4.4" if difficult else "4.5"
            b.tell(
                "terrain roll",
                rule,
                team.side,
                team.id,
                dice=(die,),
                need=need,
                value=int(passed),
                text=feature.piece.name,
            )
        else:
            check = yield from training_check(b, unit, why, "4.5")
            passed = check.passed
        if passed:
            return True
    return False


def stop_before(b: Battle, team: Team, path: Path, far: int, feature: Feature) -> Path:
    """4.6 The path up to the last point at which the base is just short of the piece and may rest."""
    shape = feature.shape
    for way in range(min(far, path_length(path)), 0, -1):
        x, y = point_on(path, way)
        if not shape.near(x, y, team.radius) and not shape.holds(x, y) and may_rest(b, team, x, y):
            return cut(path, way)
    return path[:1]
