"""5 Unit cohesion: who is near enough to the Platoon Leader, and how a straggler comes back."""

import math

from sandtable.geometry.plane import Path, Point, bearing, cut, path_length, point_on
from sandtable.systems.miniatures.rules.movement.bases import may_rest, path_to
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.table.decision import IllegalChoice

TOLERANCE = 10  # a tenth of an inch: as exact as a hand on its way back must be

Places = dict[int, Point]  # where Teams stand, or will


def inches(hundredths: float) -> str:
    """A length in words: 6.4.

    >>> inches(640), inches(600)
    ('6.4', '6')
    """
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")


def long(hundredths: float) -> str:
    """A length with its unit: 1 inch, 6.4 inches."""
    text = inches(hundredths)
    return f"{text} inch" if text == "1" else f"{text} inches"


def reach(b: Battle, a: Team, t: Team) -> int:
    """5.1 How far apart two Teams may be: more if both are tanks."""
    tanks = a.type.kind == TANK and t.type.kind == TANK
    return b.land.numbers["cohesion_tanks" if tanks else "cohesion"]


def linked(b: Battle, a: Team, t: Team, here: Point, there: Point) -> bool:
    """5.1 Whether two Teams at these places are near enough to each other."""
    limit = reach(b, a, t) + a.radius + t.radius
    dx, dy = here[0] - there[0], here[1] - there[1]
    return dx * dx + dy * dy <= limit * limit


def direct(b: Battle, teams: list[Team], places: Places, leader: Team) -> list[Team]:
    """5.1 The Teams near enough to the leader himself, who is one of them."""
    middle = places[leader.index]
    return [team for team in teams if linked(b, leader, team, middle, places[team.index])]


def in_cohesion(b: Battle, teams: list[Team], places: Places, leader: Team) -> set[int]:
    """5.1 The Teams in cohesion: near the leader, or near a Team that is."""
    near = direct(b, teams, places, leader)
    found = {team.index for team in near}
    for team in teams:
        if team.index not in found:
            here = places[team.index]
            for link in near:
                if link is not leader and linked(b, team, link, here, places[link.index]):
                    found.add(team.index)
                    break
    return found


def leaders_for(b: Battle, unit: Unit, teams: list[Team]) -> list[Team]:
    """5.1 From whom cohesion is measured: the PL or, without one, any Team the owner likes."""
    leader = b.pl(unit)
    return [leader] if leader is not None else teams


def places_of(teams: list[Team]) -> Places:
    """Where they stand now."""
    return {team.index: (team.x, team.y) for team in teams}


def check_cohesion(b: Battle, unit: Unit, after: Places, paths: dict[int, Path]) -> None:
    """5.1-5.3 Raises IllegalChoice unless a planned Move keeps the Unit together. `after` has all its Teams."""
    teams = b.teams_of(unit)
    refusal: IllegalChoice | None = None
    for leader in leaders_for(b, unit, teams):
        try:
            check_with(b, unit, teams, leader, after, paths)
            return
        except IllegalChoice as error:
            refusal = refusal or error
    if refusal is not None:
        raise refusal


def check_with(b: Battle, unit: Unit, teams: list[Team], leader: Team, after: Places, paths: dict[int, Path]) -> None:
    """Cohesion and the way of stragglers, measured from this leader."""
    within = in_cohesion(b, teams, after, leader)
    before = in_cohesion(b, teams, places_of(teams), leader)
    for team in teams:
        if team.index not in paths or team is leader:
            continue
        if team.index not in before and (home := way_home(b, unit, team, after, leader)) is not None:  # 5.3
            check_way_home(team, paths[team.index], home)
        elif team.index not in within:
            raise too_far(b, team, leader, after)  # 5.1
    if len(within) * 100 < len(teams) * b.land.numbers["in_cohesion"] and len(within) < len(before):
        raise IllegalChoice(
            f"Only {len(within)} of {len(teams)} Teams of {unit.name} would be in cohesion; at least half must be.",
            "5.2",
        )


def too_far(b: Battle, team: Team, leader: Team, after: Places) -> IllegalChoice:
    """The refusal of a place out of cohesion."""
    (ax, ay), (bx, by) = after[team.index], after[leader.index]
    gap = math.hypot(ax - bx, ay - by) - team.radius - leader.radius
    return IllegalChoice(
        f"{team.name} would be {inches(gap)} inches from {leader.name} with no Team between them; "
        f"the limit is {inches(reach(b, team, leader))}.",
        "5.1",
    )


# Stragglers (5.3) --------------------------------------------------------------------------------


def way_home(b: Battle, unit: Unit, team: Team, after: Places, leader: Team) -> Path | None:
    """5.3 The way a Team out of cohesion must take, to where it is in cohesion or its Move is spent.

    None: the others come to it, and it moves as it likes.
    """
    others = [each for each in b.teams_of(unit) if each is not team]
    goals = direct(b, others, after, leader)  # with the leader himself
    here = (team.x, team.y)
    if any(linked(b, team, goal, here, after[goal.index]) for goal in goals):
        return None
    ways = [
        (first_linked(b, team, goal, after[goal.index], way), way)
        for goal in goals
        if (way := path_to(b, team, *after[goal.index])) is not None
    ]
    if not ways:
        return (here,)
    home, way = min(ways, key=lambda each: each[0])
    taken = [(*after[each.index], each.radius) for each in others]
    mates = {each.index for each in others}
    most = team.type.move
    whole = path_length(way)
    for far in range(home, min(most, whole) + 1):
        if may_rest(b, team, *point_on(way, far), taken, mates):
            return cut(way, far)
    for far in range(min(home, most, whole), 0, -1):
        if may_rest(b, team, *point_on(way, far), taken, mates):
            return cut(way, far)
    return (here,)


def first_linked(b: Battle, team: Team, goal: Team, place: Point, way: Path) -> int:
    """How far along the way the Team is near enough to its goal for the first time."""
    low, high = 0, path_length(way)  # the end of the way is at the goal; the last leg leads straight to it
    legs = path_length(way[:-1])
    low = max(low, legs) if not linked(b, team, goal, way[-2], place) else 0
    while low < high:
        middle = (low + high) // 2
        if linked(b, team, goal, point_on(way, middle), place):
            high = middle
        else:
            low = middle + 1
    return low


def check_way_home(team: Team, path: Path, home: Path) -> None:
    """5.3 A straggler goes the shortest way and no other, to a tenth of an inch."""
    (ax, ay), (bx, by) = path[-1], home[-1]
    away = (ax - bx) ** 2 + (ay - by) ** 2
    if away > TOLERANCE**2 or path_length(path) > path_length(home) + TOLERANCE:
        way = f"{long(path_length(home))} {bearing(bx - team.x, by - team.y)}" if len(home) > 1 else "which is closed"
        raise IllegalChoice(
            f"{team.name} is out of cohesion: it takes the shortest way back, {way}, or stays where it is.",
            "5.3",
        )
