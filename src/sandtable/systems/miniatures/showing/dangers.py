"""What a player may ask before he moves: who sees whom, what a Move would mean, arcs and ranges."""

import math
from collections.abc import Iterator

from sandtable.geometry.plane import Path, angle
from sandtable.systems.miniatures.rules.cohesion import inches, reach
from sandtable.systems.miniatures.rules.fire.to_hit import OVERWATCH
from sandtable.systems.miniatures.rules.indirect_fire.missions import barrage_weapon, guns_of, reaching
from sandtable.systems.miniatures.rules.indirect_fire.template import corners, square_at, under
from sandtable.systems.miniatures.rules.leaders import target_of
from sandtable.systems.miniatures.rules.movement.move_plan import Plan, judge_move
from sandtable.systems.miniatures.rules.movement.moves import lift, pieces_on_the_way
from sandtable.systems.miniatures.rules.movement.walking import stand_at, walk_along
from sandtable.systems.miniatures.rules.reactors import Reactor, chargers, moments
from sandtable.systems.miniatures.rules.sight import clear, sees
from sandtable.systems.miniatures.showing.attack_view import in_short, shooting_view
from sandtable.systems.miniatures.showing.names import where
from sandtable.systems.miniatures.showing.odds import planned
from sandtable.systems.miniatures.state.book import COVERS, HULL, INFANTRY, OPEN, TANK, Mount
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit, Walk
from sandtable.systems.miniatures.state.scenario import CC, FO, PL, Point
from sandtable.table.decision import Choice, Decision
from sandtable.table.shown import Danger, Note, Probe, Sight
from sandtable.table.telling import count
from sandtable.table.view import Shape, Zone

FAN = 15  # degrees between the points of a drawn arc


# Sight -------------------------------------------------------------------------------------------


def place_called(b: Battle, name: str) -> Point:
    """A Team by its id, or a point "x,y"; ValueError for what is neither."""
    team = b.find_team(name)
    if team is not None:
        return (team.x, team.y)
    x, comma, y = name.partition(",")
    try:
        point = (int(x), int(y))
    except ValueError:
        raise ValueError(f"{name!r} is neither a Team on the table nor a point x,y.") from None
    if not comma or not (0 <= point[0] <= b.land.width and 0 <= point[1] <= b.land.height):
        raise ValueError(f"{name} is not on the table.")
    return point


def sight(b: Battle, start: str, to: str) -> Sight:
    """10.5, 10.8 Whether a place sees another and why not; or the Teams that it sees."""
    here = place_called(b, start)
    if not to:
        seen = [team.id for team in b.on_table() if team.id != start and clear(b, *here, team.x, team.y)]
        return Sight(tuple(seen))
    there = place_called(b, to)
    blocker = b.land.blocker(*here, *there)
    away = inches(math.hypot(here[0] - there[0], here[1] - there[1]))
    if blocker is not None:
        rule = "10.8" if blocker.terrain.tall else "GEO" if blocker.terrain.hill else "10.5"
        return Sight(open=False, reason=f"{blocker.piece.name} is in the way.", rule=rule)
    if not clear(b, *here, *there):
        return Sight(open=False, reason="Smoke is in the way.", rule="15.18")
    return Sight(open=True, reason=f"In sight, {away} inches from centre to centre.", rule="6.3")


# A Move that is considered -----------------------------------------------------------------------


def probe(b: Battle, decision: Decision, choice: Choice) -> Probe:
    """What a Move would mean: cover, cohesion, rolls for terrain, and who could fire on the way."""
    if choice.do == "template":
        return template_probe(b, decision, choice)
    if decision.kind != "move" or choice.do != "move":
        return Probe()
    unit = b.acting
    plan = judge_move(b, unit, choice)
    return Probe(tuple(notes(b, unit, plan)), tuple(dangers(b, unit, plan)), tuple(cohesion_zone(b, unit, plan)))


def notes(b: Battle, unit: Unit, plan: Plan) -> Iterator[Note]:
    """The cover at the end, once for all Teams that have the same; then what else there is to say of each Team."""
    yield from cover_notes(b, plan)
    for index, path in plan.paths.items():
        team = b.teams[index]
        if team.type.kind == TANK:
            for _, feature in pieces_on_the_way(b, path):
                text = f"{team.name} will have to roll for the {feature.piece.name}."
                yield Note(text, "4.5" if feature.terrain.closed_to_guns else "4.4", "bad", team.id)
        if index in plan.hurried:
            leader = b.teams[plan.hurried[index]]
            yield Note(f"{leader.name} hurries {team.name}.", "14.4", "", team.id)
        if team.dug_in:
            yield Note(f"{team.name} will no longer be dug in.", "3.3.f", "bad", team.id)
    if len(plan.paths) == 1 and not plan.placed:
        yield from cohesion_note(b, unit, *next(iter(plan.paths.items())))


def cohesion_note(b: Battle, unit: Unit, index: int, path: Path) -> Iterator[Note]:
    """5.1 How far a Team that moves alone would be from its leader."""
    leader, team = b.pl(unit), b.teams[index]
    if leader is not None and leader is not team and team.role != FO:
        (x, y), most = path[-1], reach(b, leader, team)
        gap = math.hypot(x - leader.x, y - leader.y) - leader.radius - team.radius
        text = f"{team.name}: {inches(gap)} inches from {leader.name}; the limit is {inches(most)} without a link."
        yield Note(text, "5.1")


def cover_notes(b: Battle, plan: Plan) -> Iterator[Note]:
    """10.1, 10.2 The cover where they would stand."""
    alike: dict[str, list[Team]] = {}
    ends = {index: path[-1] for index, path in plan.paths.items()} | plan.placed
    for index, (x, y) in sorted(ends.items()):
        cover = b.land.spot(x, y).cover
        if cover != OPEN:
            alike.setdefault(f"{COVERS[cover]} cover {where(b, x, y)}", []).append(b.teams[index])
    for words, teams in alike.items():
        unit = teams[0].name.rpartition(", ")[0]
        *names, last = [teams[0].name, *(team.name.removeprefix(f"{unit}, ") for team in teams[1:])]
        who = f"{', '.join(names)} and {last}" if names else last
        yield Note(f"{who}: {words}.", "10.6", "good", teams[0].id)


def dangers(b: Battle, unit: Unit, plan: Plan) -> Iterator[Danger]:
    """3.4.c, 7.1 Where on the way each Unit could first fire and where for the last time, and with what odds."""
    twin = b.copy()
    for index, path in plan.paths.items():
        if len(path) > 1:
            lift(twin.teams[index])
    way = twin.walk = walk_along(twin, unit, plan.paths)
    chances: dict[tuple[str, str], list[tuple[int, Reactor]]] = {}
    for gone, found in list(moments(twin, way)):
        for each in found:
            chances.setdefault((each.name, each.key), []).append((gone, each))
    for points in chances.values():
        first, last = points[0], points[-1]
        for (gone, each), when in ((first, "only"),) if first == last else ((first, "first"), (last, "last")):
            stand_at(twin, way, gone)
            danger = danger_at(twin, way, each, when)
            if danger.odds:
                yield danger


WHEN = {"only": "on your way", "first": "early on your way", "last": "late on your way"}


def danger_at(b: Battle, way: Walk, found: Reactor, when: str) -> Danger:
    """What one Unit could do to the Teams that move, where they are now."""
    firers = found.teams or found.freed[:1]
    firer = firers[0]
    moving = [b.teams[index] for index in way.paths if sees(b, firer, b.teams[index])]
    mark = min(moving, key=lambda team: (team.x - firer.x) ** 2 + (team.y - firer.y) ** 2)
    target = chargers(b, way) if found.defends else target_of(b, found.key)
    odds = in_short(shooting_view(b, planned(b, found.teams, target, found.kind, False), target))
    how = "on Overwatch, " if found.kind == OVERWATCH else ""
    text = f"{how}{count(len(firers), 'Team')} could fire {WHEN[when]}"
    return Danger(f"{mark.x},{mark.y}", firer.id, mark.id, text, tuple([each for each in odds if each.chance]))


def cohesion_zone(b: Battle, unit: Unit, plan: Plan) -> Iterator[Zone]:
    """5.1 How near the others must be to the leader where he would stand."""
    leader = b.pl(unit)
    if leader is None:
        return
    x, y = plan.placed.get(leader.index) or plan.paths.get(leader.index, ((leader.x, leader.y),))[-1]
    most = reach(b, leader, leader)
    disc = Shape(((x, y),), most + leader.radius)
    yield Zone("cohesion", f"Cohesion {inches(most)}″", b.side_name(unit.side), (), disc)


def template_probe(b: Battle, decision: Decision, choice: Choice) -> Probe:
    """15.6-15.8, 15.17 The square as it would lie, and who would be under it."""
    unit = b.find_unit(decision.piece)
    if unit is None:
        return Probe()
    _, x, y, _ = choice.at[0]
    fired = [gun for gun in b.teams_of(unit) if barrage_weapon(gun) is not None and gun.last_fire == b.initiative]
    square = square_at(b, fired or reaching(b, guns_of(b, unit), x, y), x, y)
    found = [
        Note(f"{team.name} under it", "15.8", "bad" if team.side == unit.side else "", team.id)
        for team in under(b, square)
    ]
    zone = Zone("template", "Template", b.side_name(unit.side), (), Shape(tuple(corners(square))))
    return Probe(tuple(found), (), (zone,))


# Arcs and ranges ---------------------------------------------------------------------------------


def overlays(b: Battle, piece: str) -> list[Zone]:
    """6.3-6.7, 14.3 The ranges of a Team's weapons within their arcs, and how far a leader's word carries."""
    team = b.find_team(piece)
    if team is None:
        raise ValueError(f"There is no Team {piece!r} on the table.")
    side = b.side_name(team.side)
    found = []
    for mount in team.type.mounts:
        weapon = mount.weapon
        if not weapon.fp:
            continue
        found.append(
            Zone("range", f"{weapon.name} {inches(weapon.range)}″", side, (), field(team, mount, weapon.range))
        )
        if weapon.fp // b.land.numbers["halving"]:
            far = weapon.range * b.land.numbers["long_range"]
            found.append(Zone("long range", f"{weapon.name} {inches(far)}″", side, (), field(team, mount, far)))
    if team.role in (PL, CC):
        near = b.land.numbers["leader"]
        disc = Shape(((team.x, team.y),), near + team.radius)
        found.append(Zone("command", f"{team.name} {inches(near)}″", side, (), disc))
    return found


def field(team: Team, mount: Mount, far: int) -> Shape:
    """6.4, 6.5 All round for Infantry, the forward half for others."""
    radius = far + team.radius
    if team.type.kind == INFANTRY:
        return Shape(((team.x, team.y),), radius)
    facing = (team.tx, team.ty) if team.type.turret and mount.place != HULL else (team.hx, team.hy)
    middle = angle(*facing) / 100
    points = []
    for turn in range(-90, 91, FAN):
        way = math.radians(middle + turn)
        points.append((team.x + round(radius * math.sin(way)), team.y + round(radius * math.cos(way))))
    return Shape(tuple(points))
