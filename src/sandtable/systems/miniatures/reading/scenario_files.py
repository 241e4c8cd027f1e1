"""Reads scenarios and checks them: every word known, every base free on the table, every Team in cohesion."""

from sandtable.content import drafts
from sandtable.content.drafts import read_key, read_side, side_readers, take_id
from sandtable.content.files import digest
from sandtable.content.folders import slug
from sandtable.content.header import Source, read_header
from sandtable.content.problems import quoted
from sandtable.content.reader import Reader, described
from sandtable.geometry.plane import vector
from sandtable.systems.miniatures.reading.book import KEY, book_bytes, hundredths, rulebook, rules
from sandtable.systems.miniatures.state.book import INFANTRY, TANK, Rulebook, TeamType, Training
from sandtable.systems.miniatures.state.scenario import (
    CC,
    FO,
    PL,
    TEAM,
    Objective,
    PieceOfTerrain,
    Point,
    Scenario,
    SideSpec,
    TeamSpec,
    UnitSpec,
)

FACINGS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
SMALLEST = 1200  # a table has at least 12 inches a side
LARGEST = 7200  # GEO: no part of a vector is longer
MOST = 60
MOST_TEAMS = 30
MOST_POINTS = 40


class Draft(drafts.Draft[Scenario, Rulebook]):
    """A scenario being read, and where its Teams stand so far."""

    placed: list[TeamSpec] = []
    under_way: bool = (
        False  # Teams need not be in cohesion; in the midst of a move they may overlap or stand on a line
    )


def scenario_from(source: Source) -> Scenario | None:
    """The scenario in a table, or None with the problems noted."""
    reader = source.open(KEY)
    book = rulebook()
    scenario = Scenario(source.id, reader.text("name"), book, *read_size(reader))
    read_header(reader, scenario, digest(source.content, *book_bytes()))
    scenario.goals = tuple(reader.texts("goals"))
    scenario.rule = reader.one_of("rule", rules(), "rule")
    scenario.rounds = reader.integer("rounds")
    scenario.unit_points = reader.integer("unit_points")
    draft = Draft(reader, scenario, book)
    draft.under_way = reader.flag("under_way")
    for each, key in side_readers(reader, draft.sides):
        read_company(draft, each, key)
    for each in reader.tables("terrain", most=MOST):
        read_piece(draft, each)
    for each in reader.tables("units", needed=True, most=MOST):
        read_unit(draft, each)
    for each in reader.tables("objectives", most=MOST):
        read_objective(draft, each)
    check_forces(draft)
    reader.done()
    return scenario if source.good else None


def read_size(reader: Reader) -> Point:
    """GEO The table: its width from west to east, its depth from south to north."""
    size = read_point(reader, "table")
    if size is not None and not SMALLEST <= min(size) <= max(size) <= LARGEST:
        reader.wrong("table", "must have sides of 12 to 72 inches")
    return size or (LARGEST, LARGEST)


def read_company(draft: Draft, reader: Reader, key: str) -> None:
    """14.1 A side: a company with its commander."""
    side = SideSpec(key, reader.text("name"), reader.word("colour", "colour"))
    side.facing = FACINGS.get(reader.word("facing", "direction"), (0, 1))
    if reader.has("zone"):
        side.zone = read_points(draft, reader, "zone", 3)
    if reader.has("commander"):
        side.commander = read_commander(draft, reader.table("commander"), key)
    draft.scenario.sides.append(side)


def read_commander(draft: Draft, reader: Reader, key: str) -> UnitSpec:
    """14.1, 14.12 The Company Commander has a Training of his own and is no Unit."""
    name = reader.text("name")
    spec = UnitSpec(f"{key}-cc", name, len(draft.scenario.sides), read_training(draft, reader))
    type, place = read_type(draft, reader), read_place(draft, reader)
    take_id(draft.ids, reader, "name", spec.key)
    if type is not None and place is not None:
        team = TeamSpec(spec.key, name, type, place, CC)
        read_state(reader, team)
        stand_free(draft, reader, team)
        spec.teams.append(team)
    return spec


def read_piece(draft: Draft, reader: Reader) -> None:
    """TER A piece of terrain: a polygon without crossings, or a line."""
    key = read_key(reader)
    take_id(draft.ids, reader, "key", key)
    known = [each for each in draft.book.terrain if each != "smoke"]  # 15.17: only guns lay it
    kind = draft.book.terrain.get(reader.one_of("kind", known, "terrain"))
    points = read_points(draft, reader, "points", 2 if kind is None or kind.line else 3)
    name = reader.text("name", kind.name if kind is not None else "")
    if kind is None or not reader.good("points"):
        return
    if not kind.line and crosses_itself(points):
        reader.wrong("points", "the outline crosses or touches itself")
    draft.scenario.pieces.append(PieceOfTerrain(key, name, kind, points))


def read_unit(draft: Draft, reader: Reader) -> None:
    """A Unit: one Training, its Teams, the Platoon Leader first (14.1)."""
    key, name = read_key(reader), reader.text("name")
    take_id(draft.ids, reader, "key", key)
    spec = UnitSpec(key, name, read_side(reader, draft.sides), read_training(draft, reader))  # 2.3
    spec.dug_in = reader.flag("dug_in")
    readers = reader.tables("teams", needed=True, most=MOST_TEAMS)
    rows = [(each, read_type(draft, each), read_role(each, i)) for i, each in enumerate(readers)]
    several = [type for _, type, role in rows if role == TEAM or leads_in_a_tank(type, role)]
    numbers: dict[str, int] = {}
    complete = True
    for each, type, role in rows:
        place = read_place(draft, each)
        if type is None or place is None:
            complete = False
            continue
        called = {PL: "leader", FO: "observer"}.get(role, type.name)
        if leads_in_a_tank(type, role):
            called = type.name
        if type.name == called and several.count(type) > 1:
            numbers[type.key] = numbers.get(type.key, 0) + 1
            called = f"{called} {numbers[type.key]}"
        if role == FO and type.kind != INFANTRY:
            each.wrong("role", "an observer is an Infantry Team (STAT)")
        team = TeamSpec(slug(f"{key} {called}"), f"{name}, {called}", type, place, role)
        read_state(each, team)
        take_id(draft.ids, each, "role" if role == FO else "team", team.id)
        stand_free(draft, each, team)
        spec.teams.append(team)
    if spec.dug_in and any(team.type.kind == TANK for team in spec.teams):
        reader.wrong("dug_in", "a Unit with a Tank Team cannot dig in (3.3.f)")
    if complete and spec.teams and not draft.under_way:
        check_cohesion(draft, reader, spec)
    spec.teams.sort(key=lambda team: team.role == FO)  # the observer last
    draft.scenario.units.append(spec)


def read_state(reader: Reader, team: TeamSpec) -> None:
    """11.3 How often it is suppressed at the start, and where a gun or vehicle looks."""
    team.suppressed = reader.integer("suppressed")
    facing = reader.integer("facing") if reader.has("facing") else -1
    if facing >= 0 and not team.type.turns:
        reader.wrong("facing", f"{team.name} has no facing; only guns and vehicles have one")
    elif facing >= 0:
        team.facing = vector(100 * facing)


def leads_in_a_tank(type: TeamType | None, role: int) -> bool:
    """14.1 In a tank Unit the PL is one of the tanks."""
    return role == PL and type is not None and type.kind == TANK


def read_role(reader: Reader, place: int) -> int:
    """14.1, 15.20 The first Team leads; another may be the Forward Observer."""
    role = reader.word("role", "role")
    if place == 0:
        if role:
            reader.wrong("role", "the first Team is the Platoon Leader")
        return PL
    return FO if role else TEAM


def read_objective(draft: Draft, reader: Reader) -> None:
    """OBJ A point, its worth and its first holder."""
    key, name = read_key(reader), reader.text("name")
    take_id(draft.ids, reader, "key", key)
    place = read_place(draft, reader)
    holder = reader.one_of("holder", [side for side in draft.sides if side], "side")
    points = reader.integer("points")
    held_by = draft.sides.index(holder) if holder else -1
    draft.scenario.objectives.append(Objective(key, name, place or (0, 0), points, held_by))


# Checks ------------------------------------------------------------------------------------------


def check_forces(draft: Draft) -> None:
    """2.1, 14.14 Every side has a Unit, and a commander, without whom every company check fails."""
    root = draft.root
    for number, side in enumerate(draft.scenario.sides):
        place = f"sides[{number + 1}]"
        if root.good("units") and all(unit.side != number for unit in draft.scenario.units):
            root.problems.add(place, f"the side {quoted(side.key)} has no Unit")
        if side.commander is None:
            root.problems.add(f"{place}.commander", "is missing: every company has one (14.1)")


def radius(draft: Draft, team: TeamSpec) -> int:
    """GEO The base of a Team; leaders and observers on foot have a small one."""
    return (
        draft.book.numbers["leader_radius"] if team.role != TEAM and team.type.kind == INFANTRY else team.type.radius
    )


def apart(one: TeamSpec, other: TeamSpec) -> int:
    return (one.at[0] - other.at[0]) ** 2 + (one.at[1] - other.at[1]) ** 2


def stand_free(draft: Draft, reader: Reader, team: TeamSpec) -> None:
    """GEO The base is wholly on the table, overlaps no other, and its centre is on no line.

    In the midst of a move or an assault the last two do not hold (4.1: bases may not *end* overlapping).
    """
    x, y = team.at
    r = radius(draft, team)
    scenario = draft.scenario
    if not (r <= x <= scenario.width - r and r <= y <= scenario.height - r):
        reader.wrong("at", f"{team.name}: its base, {2 * r / 100:g} inches wide, is not wholly on the table")
    if draft.under_way:
        return
    for other in draft.placed:
        if apart(team, other) < (r + radius(draft, other)) ** 2:
            reader.wrong("at", f"{team.name} overlaps {other.name}")
            break
    for piece in scenario.pieces:
        if piece.terrain.line and any(
            on_leg(team.at, a, b) for a, b in zip(piece.points, piece.points[1:], strict=False)
        ):
            reader.wrong("at", f"{team.name} stands on the {piece.name}")
    draft.placed.append(team)


def check_cohesion(draft: Draft, reader: Reader, unit: UnitSpec) -> None:
    """5.1 Every Team but an observer starts in reach of the Platoon Leader, directly or by one other Team."""
    members = [team for team in unit.teams if team.role != FO]
    near = [team for team in members if close(draft, unit.teams[0], team)]
    for number, team in enumerate(unit.teams, start=1):
        if team in members and not any(close(draft, other, team) for other in near):
            reader.problems.add(f"{reader.at('teams')}[{number}].at", f"{team.name} is out of cohesion (5.1)")


def close(draft: Draft, one: TeamSpec, other: TeamSpec) -> bool:
    both_tanks = one.type.kind == TANK and other.type.kind == TANK
    reach = draft.book.numbers["cohesion_tanks" if both_tanks else "cohesion"]
    return apart(one, other) <= (reach + radius(draft, one) + radius(draft, other)) ** 2


def crosses_itself(points: tuple[Point, ...]) -> bool:
    """Whether the outline of a polygon meets itself anywhere but at its corners."""
    count = len(points)
    legs = [(points[i], points[(i + 1) % count]) for i in range(count)]
    for i, (a, b) in enumerate(legs):
        if a == b or on_leg(legs[(i + 1) % count][1], a, b) or on_leg(a, *legs[(i + 1) % count]):
            return True
        for j in range(i + 2, count):
            if (j + 1) % count != i and legs_meet(a, b, *legs[j]):
                return True
    return False


def turn(a: Point, b: Point, c: Point) -> int:
    """Whether c lies left (above 0), right (below 0) or on the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def on_leg(p: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on a leg."""
    within = min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    return within and turn(a, b, p) == 0


def legs_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two legs have a point in common."""
    if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
        return True
    return on_leg(c, a, b) or on_leg(d, a, b) or on_leg(a, c, d) or on_leg(b, c, d)


# Small readers -----------------------------------------------------------------------------------


def read_training(draft: Draft, reader: Reader) -> Training:
    levels = draft.book.training
    return levels[reader.one_of("training", levels, "level of training") or next(iter(levels))]


def read_type(draft: Draft, reader: Reader) -> TeamType | None:
    """2.4 The weapon of a stand, or a vehicle."""
    return draft.book.types.get(reader.one_of("team", draft.book.types, "Team"))


def read_place(draft: Draft, reader: Reader) -> Point | None:
    """A point on the table."""
    place = read_point(reader, "at")
    if place is not None and not on_table(draft, place):
        reader.wrong("at", off_table(draft))
        return None
    return place


def on_table(draft: Draft, place: Point) -> bool:
    return place[0] <= draft.scenario.width and place[1] <= draft.scenario.height


def off_table(draft: Draft) -> str:
    return f"is off the table, which is {draft.scenario.width / 100:g} by {draft.scenario.height / 100:g} inches"


def read_point(reader: Reader, key: str) -> Point | None:
    """A pair of inches, [31.5, 24]."""
    value = reader.raw(key)
    found = "is missing" if value is None else point(value)
    if isinstance(found, str):
        reader.wrong(key, found)
        return None
    return found


def read_points(draft: Draft, reader: Reader, key: str, least: int) -> tuple[Point, ...]:
    """A row of pairs of inches, all on the table."""
    value = reader.raw(key)
    if not isinstance(value, list) or not least <= len(value) <= MOST_POINTS:
        wanted = f"must be a list of {least} to {MOST_POINTS} points"
        reader.wrong(key, "is missing" if value is None else f"{wanted}, but is {described(value)}")
        return ()
    points: list[Point] = []
    for number, each in enumerate(value, start=1):
        found = point(each)
        if not isinstance(found, str) and not on_table(draft, found):
            found = off_table(draft)
        if isinstance(found, str):
            reader.mark(key)
            reader.problems.add(f"{reader.at(key)}[{number}]", found)
        else:
            points.append(found)
    return tuple(points)


def point(value: object) -> Point | str:
    """A pair of inches in hundredths, or what is wrong with it."""
    if not isinstance(value, list) or len(value) != 2:
        return f"must be a pair of inches like [31.5, 24], but is {described(value)}"
    x, y = hundredths(value[0]), hundredths(value[1])
    if isinstance(x, str):
        return x
    return y if isinstance(y, str) else (x, y)
