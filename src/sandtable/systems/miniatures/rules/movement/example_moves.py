"""Good examples of a Move, for bots and keyboards: full advance, flanks, cover, in and out of sight, back, turning.

Any other legal plan is as good (move_plan.py judges); these keep the Unit together by moving it as a body.
"""

from collections.abc import Callable, Iterator

from sandtable.geometry.plane import COMPASS, Disc, Point, angle, box_of, grown, length, toward, vector
from sandtable.systems.miniatures.rules.cohesion import in_cohesion, leaders_for, places_of, way_home
from sandtable.systems.miniatures.rules.movement.bases import on_table
from sandtable.systems.miniatures.rules.movement.move_plan import Plan, judge_move
from sandtable.systems.miniatures.rules.sight import clear_once
from sandtable.systems.miniatures.state.book import INFANTRY, OPEN
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import FO, PL
from sandtable.table.decision import Choice, IllegalChoice, Pick

Entry = tuple[str, int, int, int]

DIRECTIONS = [vector(step * 4500) for step in range(8)]
FLANK = 6000  # hundredths of a degree
ALIKE = 150  # plans that differ by less are the same to the eye
NUDGE = 25
WATCHED = 2  # enemies that matter for sight


def sample_moves(b: Battle, unit: Unit) -> list[Choice]:
    """A dozen plans at most, all legal and no two alike."""
    teams = [team for team in b.all_of(unit) if team.index not in b.stopped]
    if not teams:
        return []
    found: list[Choice] = []
    seen = set()
    body = Body(b, unit, teams)
    for idea in IDEAS:
        for entries in idea(body):
            key = frozenset([(id, x // ALIKE, y // ALIKE) for id, x, y, _ in entries])
            if not entries or key in seen:
                continue
            seen.add(key)
            choice = Choice("move", unit.key, at=entries)
            if is_legal(b, unit, choice):
                found.append(choice)
                break
    found = found or [*nudges(b, unit, teams)][:1]
    if found:  # the first names everybody who may move, so that a hand knows whom it may take
        named = {entry[0] for entry in found[0].at}
        rest = [standing(team) for team in teams if team.id not in named]
        found[0] = Choice("move", unit.key, at=(*found[0].at, *rest))
    return found


def any_move(b: Battle, unit: Unit, pick: Pick) -> list[tuple[Choice, Plan]]:
    """One of the plans, as it is judged, without judging the others; none to stay, picked as often as any plan."""
    teams = [team for team in b.all_of(unit) if team.index not in b.stopped]
    if not teams:
        return []
    body = Body(b, unit, teams)
    left = [*range(len(IDEAS) + 1)]  # the last is to stay
    while (place := pick(left)) < len(IDEAS):
        left.remove(place)
        for entries in IDEAS[place](body):
            choice = Choice("move", unit.key, at=entries)
            if entries and (plan := legal_plan(b, unit, choice)) is not None:
                return [(choice, plan)]
    return []


def nudges(b: Battle, unit: Unit, teams: list[Team]) -> Iterator[Choice]:
    """Where nothing else will do: one Team a little aside."""
    for team in teams:
        for dx, dy in DIRECTIONS:
            x, y = toward(team.x, team.y, dx, dy, COMPASS, NUDGE)
            choice = Choice("move", unit.key, at=((team.id, x, y, standing(team)[3]),))
            if is_legal(b, unit, choice):
                yield choice


def is_legal(b: Battle, unit: Unit, choice: Choice) -> bool:
    """Whether the rules allow a plan."""
    return legal_plan(b, unit, choice) is not None


def legal_plan(b: Battle, unit: Unit, choice: Choice) -> Plan | None:
    """The plan in a choice, if the rules allow it."""
    try:
        return judge_move(b, unit, choice)
    except IllegalChoice:
        return None


class Body:
    """The Teams of a Unit that go together, from where, and how far."""

    __slots__ = ("_by_sight", "_near", "b", "enemies", "far", "goal", "loose", "members", "teams", "unit", "x", "y")

    def __init__(self, b: Battle, unit: Unit, teams: list[Team]) -> None:
        self.b = b
        self.unit = unit
        self.teams = teams  # all who may move
        self.loose = out_of_cohesion(b, unit)
        self.members = [team for team in teams if team.role != FO and team not in self.loose] or teams
        walkers = [team for team in self.members if not free_leader(team)] or self.members
        self.far = min([team.type.move for team in walkers])
        x = self.x = sum([team.x for team in walkers]) // len(walkers)
        y = self.y = sum([team.y for team in walkers]) // len(walkers)
        self.enemies = b.on_table(1 - unit.side)
        self.enemies.sort(key=lambda enemy: (enemy.x - x) ** 2 + (enemy.y - y) ** 2)
        self.goal = goal_of(b, unit.side, x, y)
        self._by_sight: list[tuple[int, Point]] = []
        self._near: list[list[Disc]] = []  # where others stand, found when it is asked for first

    def shift(self, dx: int, dy: int, far: int) -> "Sketch":
        """All of them go the whole way, half of it, a quarter."""
        if not self._near:
            self._near.append(discs_round(self.b, self.members, self.far))
        return shorter_and_shorter(self.b, self.members, dx, dy, far, self.enemies, self._near[0])

    def by_sight(self) -> list[tuple[int, Point]]:
        """How many of the nearest enemies would see the middle of the Unit in each direction."""
        if not self._by_sight:
            for dx, dy in DIRECTIONS:
                x, y = toward(self.x, self.y, dx, dy, COMPASS, self.far)
                seen = sum([clear_once(self.b, x, y, enemy.x, enemy.y) for enemy in self.enemies[:WATCHED]])
                self._by_sight.append((seen, (dx, dy)))
        return self._by_sight

    @property
    def ahead(self) -> Point:
        """The vector to the goal, or north where they are there."""
        dx, dy = self.goal[0] - self.x, self.goal[1] - self.y
        return (dx, dy) if (dx, dy) != (0, 0) else (0, 1)


Sketch = Iterator[tuple[Entry, ...]]  # what to try one after another until it is legal
Idea = Callable[[Body], Sketch]


def advance(body: Body) -> Sketch:
    dx, dy = body.ahead
    return body.shift(dx, dy, min(body.far, length(dx, dy)))


def half_advance(body: Body) -> Sketch:
    dx, dy = body.ahead
    return body.shift(dx, dy, min(body.far, length(dx, dy)) // 2)


def left_flank(body: Body) -> Sketch:
    return body.shift(*vector(angle(*body.ahead) - FLANK), body.far)


def right_flank(body: Body) -> Sketch:
    return body.shift(*vector(angle(*body.ahead) + FLANK), body.far)


def to_cover(body: Body) -> Sketch:
    cover = cover_near(body.b, body.unit, body.x, body.y, body.far)
    if cover is None:
        return iter(())
    dx, dy = cover[0] - body.x, cover[1] - body.y
    return body.shift(dx, dy, min(body.far, length(dx, dy)))


def toward_enemy(body: Body) -> Sketch:
    if not body.enemies:
        return iter(())
    return body.shift(body.enemies[0].x - body.x, body.enemies[0].y - body.y, body.far)


def from_enemy(body: Body) -> Sketch:
    if not body.enemies:
        return iter(())
    return body.shift(body.x - body.enemies[0].x, body.y - body.enemies[0].y, body.far)


def out_of_sight(body: Body) -> Sketch:
    return body.shift(*min(body.by_sight())[1], body.far) if body.enemies else iter(())


def into_sight(body: Body) -> Sketch:
    return body.shift(*max(body.by_sight())[1], body.far) if body.enemies else iter(())


def back_together(body: Body) -> Sketch:
    return iter([stragglers(body.b, body.unit, body.loose, body.enemies)])


def face_enemy(body: Body) -> Sketch:
    return iter([tuple([turned(team, body.enemies) for team in body.teams if team.type.turns and body.enemies])])


def observer_ahead(body: Body) -> Sketch:
    return observer_goes(body, 1)


def observer_back(body: Body) -> Sketch:
    return observer_goes(body, -1)


def observer_goes(body: Body, sign: int) -> Sketch:
    """The FO goes toward the nearest enemy, or away from him."""
    for observer in body.teams:
        if observer.role == FO and body.enemies:
            dx, dy = body.enemies[0].x - observer.x, body.enemies[0].y - observer.y
            far = observer.type.move
            near = discs_round(body.b, [observer], far)
            yield from shorter_and_shorter(body.b, [observer], sign * dx, sign * dy, far, body.enemies, near)


IDEAS: tuple[Idea, ...] = (
    advance,
    half_advance,
    left_flank,
    right_flank,
    to_cover,
    toward_enemy,
    from_enemy,
    out_of_sight,
    into_sight,
    back_together,
    face_enemy,
    observer_ahead,
    observer_back,
)


def shorter_and_shorter(
    b: Battle, teams: list[Team], dx: int, dy: int, far: int, enemies: list[Team], near: list[Disc]
) -> Sketch:
    """The whole way, half of it, a quarter; `near`: where others stand."""
    for way in (far, far // 2, far // 4):
        yield shifted(b, teams, dx, dy, way, enemies, near)


def discs_round(b: Battle, teams: list[Team], far: int) -> list[Disc]:
    """Where others stand who may be in the way of Teams that go so far: nobody farther off is."""
    members = {team.index for team in teams}
    west, south, east, north = grown(box_of([(team.x, team.y) for team in teams]), far + 2 * b.land.widest)
    return [
        (each.x, each.y, each.radius)
        for each in b.teams
        if west < each.x < east and south < each.y < north and not each.lost and each.index not in members
    ]


def goal_of(b: Battle, side: int, x: int, y: int) -> Point:
    """The nearest objective that the side does not hold, or that it does if it holds all."""
    wanted = [each.at for number, each in enumerate(b.scenario.objectives) if b.holders[number] != side]
    wanted = wanted or [each.at for each in b.scenario.objectives] or [(b.land.width // 2, b.land.height // 2)]
    return min(wanted, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)


def cover_near(b: Battle, unit: Unit, x: int, y: int, far: int) -> Point | None:
    """The middle of the nearest piece that covers those inside and lets the Unit in."""
    rolls = any(not b.teams[i].type.as_infantry for i in unit.teams)
    best, least = None, (3 * far) ** 2
    for each in b.land.areas:
        shape = each.shape
        if each.terrain.cover == OPEN or (rolls and each.terrain.closed_to_guns):
            continue
        middle = ((shape.west + shape.east) // 2, (shape.south + shape.north) // 2)
        away = (middle[0] - x) ** 2 + (middle[1] - y) ** 2
        if away < least:
            best, least = middle, away
    return best


# Entries of a plan -------------------------------------------------------------------------------


def free_leader(team: Team) -> bool:
    """An Infantry PL, who is set down where he is wanted."""
    return team.role == PL and team.type.kind == INFANTRY


def shifted(
    b: Battle, teams: list[Team], dx: int, dy: int, far: int, enemies: list[Team], near: list[Disc]
) -> tuple[Entry, ...]:
    """The Teams go the same way together, the foremost first; who finds no room goes less far or stays."""
    if far <= 0:
        return ()
    whole = length(dx, dy)
    taken = near.copy()
    found = []
    for team in sorted(teams, key=lambda team: -(team.x * dx + team.y * dy)):
        most = far if free_leader(team) else min(far, team.type.move)
        x, y = team.x, team.y
        for part in (most, most * 2 // 3, most // 3):
            px, py = toward(team.x, team.y, dx, dy, whole, part)
            if is_free(b, team, px, py, taken):
                x, y = px, py
                break
        taken.append((x, y, team.radius))
        if x != team.x or y != team.y:
            found.append((team.id, x, y, look_at(team, x, y, enemies)))
    return tuple(found)


def is_free(b: Battle, team: Team, x: int, y: int, taken: list[Disc]) -> bool:
    """Whether a Team may rest there among discs that are taken."""
    if not on_table(b, team, x, y):
        return False
    r = team.radius
    for ox, oy, radius in taken:
        reach = r + radius
        if -reach < ox - x < reach and (ox - x) ** 2 + (oy - y) ** 2 < reach * reach:
            return False
    return not b.land.spot(x, y).on_line


def look_at(team: Team, x: int, y: int, enemies: list[Team]) -> int:
    """The facing toward the nearest enemy; nothing for Infantry, which has none."""
    if not team.type.turns or not enemies:
        return 0
    least = -1
    hx = hy = 0
    for enemy in enemies:
        dx, dy = enemy.x - x, enemy.y - y
        away = dx * dx + dy * dy
        if away < least or least < 0:
            least, hx, hy = away, dx, dy
    return angle(hx, hy)


def turned(team: Team, enemies: list[Team]) -> Entry:
    """A turn on the spot."""
    return (team.id, team.x, team.y, look_at(team, team.x, team.y, enemies))


def standing(team: Team) -> Entry:
    """An entry that changes nothing."""
    return (team.id, team.x, team.y, angle(team.hx, team.hy) if team.type.turns else 0)


def out_of_cohesion(b: Battle, unit: Unit) -> list[Team]:
    """The stragglers of a Unit: a CC has none."""
    teams = b.teams_of(unit)
    if unit.index < 0 or len(teams) < 2:
        return []
    within = in_cohesion(b, teams, places_of(teams), leaders_for(b, unit, teams)[0])
    return [team for team in teams if team.index not in within]


def stragglers(b: Battle, unit: Unit, loose: list[Team], enemies: list[Team]) -> tuple[Entry, ...]:
    """One who is out of cohesion comes back; the place of the next would depend on his."""
    teams = b.teams_of(unit)
    for team in loose:
        home = way_home(b, unit, team, places_of(teams), leaders_for(b, unit, teams)[0])
        if home is not None and len(home) > 1 and team.index not in b.stopped:
            return tuple([(team.id, px, py, look_at(team, px, py, enemies)) for px, py in home[1:]])
    return ()


def places_for(b: Battle, team: Team, free: Callable[[Battle, Team, int, int], bool]) -> list[Choice]:
    """Places round the others where a PL may be set down, farther off if there is no room near them."""
    found: list[Choice] = []
    mates = [mate for mate in b.teams_of(b.unit_of(team)) if mate is not team] or [team]
    for away in range(5, b.land.width, 200):
        for mate in mates:
            for dx, dy in DIRECTIONS:
                x, y = toward(mate.x, mate.y, dx, dy, COMPASS, mate.radius + team.radius + away)
                if free(b, team, x, y):
                    found.append(Choice("place", team.id, at=((team.id, x, y, 0),)))
                    break
        if found:
            break
    return found
