"""3.4.c, 7.1-7.3 Who may fire at a Unit on its way, and at which points of the way he is asked."""

import itertools
from collections.abc import Iterator

from sandtable.geometry.plane import Box, box_of
from sandtable.systems.miniatures.rules.assault.charge import defends, lone_defenders
from sandtable.systems.miniatures.rules.fire.to_hit import OVERWATCH, REACTION, bears_on
from sandtable.systems.miniatures.rules.leaders import Target, freeable, target_of
from sandtable.systems.miniatures.rules.movement.walking import stand, stops, strides
from sandtable.systems.miniatures.rules.sight import sees
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit, Walk
from sandtable.systems.miniatures.state.scenario import CC, FO

Firer = tuple[str, str, int]  # name of a Reactor, key of its target, index of a Team


class Reactor:
    """A Unit that may fire now, or an FO by himself: with which Teams, at whom."""

    __slots__ = ("defends", "freed", "key", "kind", "name", "teams", "unit")

    def __init__(self, party: "Party", key: str, kind: int, teams: list[Team], freed: list[Team]) -> None:
        self.unit = party.unit
        self.name = party.name  # key of the Unit or id of the FO
        self.key = key  # of the target
        self.kind = kind
        self.defends = party.defends  # 13.5
        self.teams = teams
        self.freed = freed  # 14.6: who could fire if a leader took a marker off him, where nobody else can


def chargers(b: Battle, way: Walk) -> Target:
    """13.5 At a charge the assaulted Unit fires only at those who charge."""
    unit = b.unit_at(way.unit)
    return Target(unit.key, unit, [b.teams[i] for i in way.paths if not b.teams[i].lost])


# Where on the way (7.1) --------------------------------------------------------------------------


def moments(b: Battle, way: Walk) -> Iterator[tuple[int, list[Reactor]]]:
    """3.4.c, 7.1 The points of the way to come where a Team of the enemy can first fire, or for the last time.

    With each, who may fire there. The Teams that move are taken along their paths to find them.
    """
    watching = watches(b, way)
    if not watching:
        return
    row = stops(b, way)
    walkers = strides(b, way)

    def at(gone: int) -> list[Reactor]:
        stand(walkers, gone, way.far)
        return who_reacts(b, watching)

    before = firers(at(way.gone)) if way.gone else set()
    found = at(row[0]) if row else []
    now = firers(found)
    for stop, following in itertools.zip_longest(row, row[1:]):
        gained = now - before
        if gained:
            yield stop, found
        to_come = at(following) if following else []
        after = firers(to_come)
        if now - after and not gained:
            yield stop, found
        before, found, now = now, to_come, after


def firers(found: list[Reactor]) -> set[Firer]:
    """7.1 The Teams that may fire."""
    return {(each.name, each.key, team.index) for each in found for team in each.teams or each.freed}


# Who (3.4.c, 7.1-7.3) ----------------------------------------------------------------------------


class Party:
    """13.5 Who fires together: a Unit, the CC, an FO by himself; under which name, and whether in defence."""

    __slots__ = ("defends", "name", "ready", "suppressed", "unit")

    def __init__(self, b: Battle, unit: Unit, name: str, teams: list[Team], defends: bool) -> None:
        self.unit = unit
        self.name = name
        self.defends = defends
        free = freeable(b, unit) if name == unit.key else []
        armed = [team for team in teams if team.last_fire != b.initiative and farthest(b, team)]
        self.ready = [team for team in armed if not team.markers]
        self.suppressed = [team for team in armed if team in free]  # 14.6: but a leader is at hand


def parties(b: Battle, way: Walk) -> Iterator[Party]:
    """13.5 All of the enemy who could be near enough to the way."""
    points = [point for path in way.paths.values() for point in path]
    if not points:
        return
    box = box_of(points)
    side = 1 - b.unit_at(way.unit).side
    apart = lone_defenders(b)
    units = b.company(side)
    if b.cc(side) is not None:
        units.append(b.commands[side])
    rows = [(unit, unit.key, [team for team in b.all_of(unit) if team not in apart]) for unit in units]
    rows += [(b.unit_of(team), team.id, [team]) for team in apart]
    for unit, name, teams in rows:
        near = near_the_way(b, teams, box, unit.overwatch)
        if near:
            party = Party(b, unit, name, near, name != unit.key or defends(b, unit))
            if party.ready or party.suppressed:
                yield party


def near_the_way(b: Battle, teams: list[Team], box: Box, overwatch: bool) -> list[Team]:
    """Those who could reach a point in the box of all paths: of the others nothing else need be asked."""
    west, south, east, north = box
    widest, reaction = b.land.widest, b.land.numbers["reaction"]
    found = []
    for team in teams:
        x, y, reach = team.x, team.y, (farthest(b, team) if overwatch else reaction) + team.radius + widest
        dx = west - x if x < west else x - east if x > east else 0
        dy = south - y if y < south else y - north if y > north else 0
        if dx * dx + dy * dy <= reach * reach:
            found.append(team)
    return found


def farthest(b: Battle, team: Team) -> int:
    """6.12.c How far the weapons of a Team reach."""
    return b.land.farthest[team.type.key]


class Mark:
    """Those who move under one name, and whom one fires at who fires at them."""

    __slots__ = ("key", "target", "teams")

    def __init__(self, b: Battle, key: str, teams: list[Team]) -> None:
        self.key = key
        self.teams = teams
        self.target = target_of(b, key)


def marks(b: Battle, way: Walk) -> list[Mark]:
    """Who moves: the Unit, and a CC or an FO by himself."""
    mover = b.unit_at(way.unit)
    by_key: dict[str, list[Team]] = {}
    for index in way.paths:
        team = b.teams[index]
        if not team.lost:
            key = team.id if team.role in (CC, FO) else mover.key
            by_key.setdefault(key, []).append(team)
    return [Mark(b, key, teams) for key, teams in by_key.items()]


class Watch:
    """A party on the lookout for those who move under one name: with the Teams that could harm any of them (9.3)."""

    __slots__ = ("kind", "mark", "party", "ready", "suppressed", "target")

    def __init__(self, b: Battle, way: Walk, party: Party, mark: Mark) -> None:
        self.party = party
        self.mark = mark
        self.kind = OVERWATCH if party.unit.overwatch else REACTION
        self.target = chargers(b, way) if party.defends else mark.target  # 13.5
        armored = all(team.type.armored for team in self.target.teams)
        self.ready = [team for team in party.ready if fires_at(team)] if armored else party.ready
        self.suppressed = [team for team in party.suppressed if fires_at(team)] if armored else party.suppressed


def fires_at(team: Team) -> bool:
    """9.3 Whether it has a weapon against armor."""
    return any(mount.weapon.at and mount.weapon.fp for mount in team.type.mounts)


def watches(b: Battle, way: Walk) -> list[Watch]:
    """13.5 All who are on the lookout on the way."""
    watchers = list(parties(b, way))
    moving = marks(b, way) if watchers else []
    found = [Watch(b, way, party, mark) for party in watchers for mark in moving]
    return [each for each in found if each.ready or each.suppressed]


def reactors(b: Battle, way: Walk) -> list[Reactor]:
    """3.4.c, 7.1 The Units with Teams that may fire at a moving Team now."""
    return who_reacts(b, watches(b, way))


def who_reacts(b: Battle, watching: list[Watch]) -> list[Reactor]:
    """The same, of these who watch."""
    found = []
    for each in watching:
        teams = who_fires(b, each, each.ready)
        freed = [] if teams else who_fires(b, each, each.suppressed)  # 14.6: but for a marker
        if teams or freed:
            found.append(Reactor(each.party, each.mark.key, each.kind, teams, freed))
    return found


def who_fires(b: Battle, watch: Watch, teams: list[Team]) -> list[Team]:
    """Those of some Teams who may fire now."""
    found = []
    for team in teams:
        if may_react(b, team, watch.target, watch.mark.teams, watch.kind):
            found.append(team)
    return found


def may_react(b: Battle, team: Team, target: Target, moving: list[Team], kind: int) -> bool:
    """7.1, 3.4.c Within 18 inches of a moving Team that it sees; on Overwatch one must move in its field of fire."""
    limit = b.land.numbers["reaction"] if kind == REACTION else farthest(b, team)
    x, y, reach = team.x, team.y, limit + team.radius
    near: list[Team] = []
    in_view = False
    for each in moving:
        dx, dy, most = each.x - x, each.y - y, reach + each.radius
        if dx * dx + dy * dy <= most * most:
            if not in_view and sees(b, team, each):  # one is enough
                if kind == REACTION:
                    return bears_on(b, team, [each, *target.teams])
                in_view = True
            near.append(each)
    return in_view and bears_on(b, team, near)
