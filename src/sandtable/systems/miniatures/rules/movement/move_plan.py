"""4.1, 14.2, 14.4, 14.7 The plan of a Move: read from a choice, and judged as a whole to the hundredth of an inch.

`Choice("move", unit, at=...)`: an entry (Team, x, y, facing) for each Team that moves; several entries of the same
Team are the corners of its path in order, and the last one says how it faces (hundredths of a degree clockwise from
north). An entry for "TEAM:turret" gives the turret's facing; without it the turret looks where the hull does. A
single entry for an Infantry PL sets him down there when the others have moved (14.2); several make him walk. An entry
that changes nothing, neither place nor facing, means nothing.
"""

import itertools
import math
from operator import itemgetter

from sandtable.geometry.plane import FULL_TURN, Path, Point, angle, box_of, grown, nearer, path_length, vector
from sandtable.systems.miniatures.rules.cohesion import Places, check_cohesion, inches
from sandtable.systems.miniatures.rules.leaders import helpers
from sandtable.systems.miniatures.rules.movement.bases import closed_by, on_table, rolls_on
from sandtable.systems.miniatures.rules.sight import sees
from sandtable.systems.miniatures.state.book import INFANTRY
from sandtable.systems.miniatures.state.pieces import Battle, Stance, Team, Unit
from sandtable.systems.miniatures.state.scenario import CC, PL
from sandtable.table.decision import Choice, IllegalChoice

MOST_CORNERS = 12  # of one path
TURRET = ":turret"


class Plan:
    """What a Unit is going to do in one Move."""

    __slots__ = ("hurried", "paths", "placed", "stances")

    def __init__(self) -> None:
        self.paths: dict[int, Path] = {}  # Teams that walk or drive, in the owner's order
        self.stances: dict[int, Stance] = {}  # Teams that turn, on the way or on the spot
        self.placed: dict[int, Point] = {}  # 14.2
        self.hurried: dict[int, int] = {}  # 14.4: Team -> leader


def judge_move(b: Battle, unit: Unit, choice: Choice) -> Plan:
    """The plan in a choice; raises IllegalChoice with the reason if the rules forbid it."""
    plan = read_plan(b, unit, choice)
    after: Places = {team.index: (team.x, team.y) for team in b.all_of(unit)}
    for index, path in plan.paths.items():
        after[index] = path[-1]
    after.update(plan.placed)
    near = around(b, plan)
    for index, path in plan.paths.items():
        check_path(b, b.teams[index], path, plan, near)
    check_hurry(b, unit, plan, after)
    check_ends(b, plan, after)
    for index, (x, y) in plan.placed.items():
        check_gap_at(b, b.teams[index], x, y)
    if unit.index >= 0:
        moved = plan.paths | {index: (place,) for index, place in plan.placed.items()}
        check_cohesion(b, unit, after, moved)
        if unit.pl < 0:
            check_leaderless(b, unit, plan)
    return plan


# Reading -----------------------------------------------------------------------------------------


def read_plan(b: Battle, unit: Unit, choice: Choice) -> Plan:
    """The plan as it is written; only what makes no sense at all is refused here."""
    if choice.do != "move" or choice.piece != unit.key or choice.to or choice.number:
        raise IllegalChoice(f"Say where the Teams of {unit.name} move, or choose to stay.", "4.1")
    corners: dict[int, list[Point]] = {}
    hulls: dict[int, Point] = {}
    turrets: dict[int, Point] = {}
    for id, x, y, facing in choice.at:
        name = id.removesuffix(TURRET)
        team = b.find_team(name)
        if team is None or team.index not in unit.teams:
            raise IllegalChoice(f"{unit.name} has no Team {name!r} on the table.", "2.1")
        if not 0 <= facing < FULL_TURN:
            raise IllegalChoice(f"{team.name} cannot face {facing}: a facing is from 0 to {FULL_TURN - 1}.", "4.1")
        if id != name:
            if not team.type.turret or team.index in turrets:
                raise IllegalChoice(f"{team.name} has no turret that can be turned here.", "6.7")
            turrets[team.index] = vector(facing)
            continue
        if not on_table(b, team, x, y):
            raise IllegalChoice(f"{team.name} would not stand wholly on the table.", "4.1")
        path = corners.setdefault(team.index, [(team.x, team.y)])
        if len(path) > MOST_CORNERS:
            raise IllegalChoice(f"The path of {team.name} has too many corners; the limit is {MOST_CORNERS}.", "4.1")
        path.append((x, y))
        hulls[team.index] = vector(facing)
    return shaped(b, corners, hulls, turrets)


def shaped(b: Battle, corners: dict[int, list[Point]], hulls: dict[int, Point], turrets: dict[int, Point]) -> Plan:
    """Who walks, who is set down, who only turns."""
    plan = Plan()
    for index in turrets:
        if index not in corners:
            raise IllegalChoice(f"The turret of {b.teams[index].name} turns only when its tank does.", "6.7")
    for index, points in corners.items():
        team = b.teams[index]
        if team.role == PL and team.type.kind == INFANTRY and len(points) == 2:
            if points[0] != points[1]:
                plan.placed[index] = points[1]
        elif any(point != points[0] for point in points):
            if index in b.stopped:
                raise IllegalChoice(f"{team.name} failed to cross terrain and cannot move again now.", "4.6")
            plan.paths[index] = tuple(points)
        if team.type.turns:
            hull = hulls[index]
            turret = turrets.get(index, hull) if team.type.turret else (0, 0)
            if index in plan.paths or turns(team, hull, turret):
                plan.stances[index] = (*hull, *turret)
    if not (plan.paths or plan.placed or plan.stances):
        raise IllegalChoice("No Team would move. Choose to stay instead.", "4.1")
    return plan


def turns(team: Team, hull: Point, turret: Point) -> bool:
    """Whether this is another direction than the one it looks in now, to a hundredth of a degree."""
    if hull != vector(angle(team.hx, team.hy)):
        return True
    return team.type.turret and turret != vector(angle(team.tx, team.ty))


# Judging -----------------------------------------------------------------------------------------


def around(b: Battle, plan: Plan) -> list[Team]:
    """The Teams in the box of all paths, with as much room as any path must keep from any of them."""
    points = [point for path in plan.paths.values() for point in path]
    if not points:
        return []
    room = b.land.numbers["keep_away"] + 2 * b.land.widest
    west, south, east, north = grown(box_of(points), room)
    return [team for team in b.teams if west < team.x < east and south < team.y < north and not team.lost]


def check_path(b: Battle, team: Team, path: Path, plan: Plan, near: list[Team]) -> None:
    """The legs of one Team: enemies, other vehicles, closed terrain."""
    r = team.radius
    gap = b.land.numbers["keep_away"]
    rolls = rolls_on(team)
    for other in near:
        if other.side != team.side:
            check_enemy(team, path, other, gap + r + other.radius)  # 4.1
        elif rolls and rolls_on(other) and other is not team and other.index not in plan.paths:
            for (ax, ay), (bx, by) in itertools.pairwise(path):
                if nearer(other.x, other.y, ax, ay, bx, by, r + other.radius):
                    raise IllegalChoice(f"{team.name} cannot pass through {other.name}.", "4.1")
    if rolls:
        for (ax, ay), (bx, by) in itertools.pairwise(path):
            feature = closed_by(b, team, ax, ay, bx, by)
            if feature is not None:
                raise IllegalChoice(f"{team.name} cannot enter {feature.piece.name}.", "4.3")


def check_enemy(team: Team, path: Path, enemy: Team, limit: int) -> None:
    """4.1 No leg comes nearer than 2 inches to an enemy; who is nearer already goes only away from him."""
    x, y = enemy.x, enemy.y
    if (x - path[0][0]) ** 2 + (y - path[0][1]) ** 2 < limit * limit:
        for (ax, ay), (bx, by) in itertools.pairwise(path):
            if (bx - ax) * (ax - x) + (by - ay) * (ay - y) < 0:
                raise IllegalChoice(f"{team.name} is too close to {enemy.name} and may only move away.", "4.1")
        return
    for (ax, ay), (bx, by) in itertools.pairwise(path):
        if nearer(x, y, ax, ay, bx, by, limit):
            raise IllegalChoice(
                f"{team.name} would come closer than {inches(limit - team.radius - enemy.radius)} inches "
                f"to {enemy.name}.",
                "4.1",
            )


def check_gap_at(b: Battle, team: Team, x: int, y: int) -> None:
    """14.2 A PL is not set down nearer than 2 inches to an enemy."""
    gap = b.land.numbers["keep_away"]
    for other in b.teams:
        if other.side != team.side and not other.lost:
            limit = gap + team.radius + other.radius
            if (other.x - x) ** 2 + (other.y - y) ** 2 < limit * limit:
                raise IllegalChoice(f"{team.name} would be closer than {inches(gap)} inches to {other.name}.", "14.2")


def check_hurry(b: Battle, unit: Unit, plan: Plan, after: Places) -> None:
    """4.1, 14.4 Nobody goes farther than his Move, except one Team that each leader hurries to his side."""
    hurry = b.land.numbers["hurry"]
    fast = [b.teams[index] for index, path in plan.paths.items() if path_length(path) > b.teams[index].type.move]
    if not fast:
        return
    free = helpers(b, unit) if unit.index >= 0 else []
    for team in fast:
        far, most = path_length(plan.paths[team.index]), team.type.move + hurry
        if far > most or not any(leader is not team and beside(b, team, leader, after) for leader in free):
            raise IllegalChoice(
                f"{team.name} would move {inches(far)} inches; the limit is {inches(team.type.move)}"
                + (f", or {inches(most)} to end beside a leader." if team.role != CC else "."),
                "14.4" if far <= most else "4.1",
            )
    for order in itertools.permutations(free, len(fast)):  # two leaders at most
        if all(
            leader is not team and beside(b, team, leader, after) for team, leader in zip(fast, order, strict=True)
        ):
            plan.hurried = {team.index: leader.index for team, leader in zip(fast, order, strict=True)}
            return
    raise IllegalChoice(f"A leader can hurry only one Team, but {len(fast)} would go beyond their Move.", "14.4")


def beside(b: Battle, team: Team, leader: Team, after: Places) -> bool:
    """14.4 Whether a Team ends within 2 inches of the leader, both in their planned places."""
    ax, ay = after[team.index]
    bx, by = after.get(leader.index, (leader.x, leader.y))
    limit = b.land.numbers["leader"] + team.radius + leader.radius
    return (ax - bx) ** 2 + (ay - by) ** 2 <= limit * limit


def check_ends(b: Battle, plan: Plan, after: Places) -> None:
    """4.1 Each Team may rest at its end, all ends taken together."""
    movers = [*plan.paths, *plan.placed]
    if not movers:
        return
    west, south, east, north = grown(box_of([after[index] for index in movers]), 2 * b.land.widest)
    discs = [
        (team.x, team.y, team.radius, team.index)
        for team in b.teams
        if west < team.x < east and south < team.y < north and not team.lost and team.index not in after
    ]
    for index, (x, y) in after.items():
        if west < x < east and south < y < north:
            discs.append((x, y, b.teams[index].radius, index))
    discs.sort(key=itemgetter(3))
    for index in movers:
        team = b.teams[index]
        x, y = after[index]
        if b.land.spot(x, y).on_line:
            raise IllegalChoice(f"{team.name} cannot stop on a linear obstacle.", "4.1")
        r = team.radius
        for ox, oy, radius, other in discs:
            reach = r + radius
            if -reach < ox - x < reach and (ox - x) ** 2 + (oy - y) ** 2 < reach * reach and other != index:
                raise IllegalChoice(f"{team.name} would overlap the base of {b.teams[other].name}.", "4.1")


def check_leaderless(b: Battle, unit: Unit, plan: Plan) -> None:
    """14.7 Without a PL no Team ends nearer to an enemy that it could see at the start."""
    for index, path in plan.paths.items():
        team = b.teams[index]
        (sx, sy), (ex, ey) = path[0], path[-1]
        for enemy in b.teams:
            if enemy.side == team.side or enemy.lost:
                continue
            before = (sx - enemy.x) ** 2 + (sy - enemy.y) ** 2
            if (ex - enemy.x) ** 2 + (ey - enemy.y) ** 2 < before and sees(b, team, enemy):
                raise IllegalChoice(
                    f"{unit.name} has no Platoon Leader: {team.name} may not move toward {enemy.name}, "
                    f"which it sees {inches(math.isqrt(before) - team.radius - enemy.radius)} inches away.",
                    "14.7",
                )
