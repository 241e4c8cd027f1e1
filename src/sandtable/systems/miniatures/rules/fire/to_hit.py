"""6.3-6.14, 6.19 What a Team can shoot at, with how many dice, and what they need."""

from collections.abc import Iterable

from sandtable.systems.miniatures.rules.fire.gone_to_ground import lies_low
from sandtable.systems.miniatures.rules.leaders import Target
from sandtable.systems.miniatures.rules.sight import ahead, concealed_from, cover_of, friends_in_the_way, sees, within
from sandtable.systems.miniatures.state.book import COAX, GUN, HARD, INFANTRY, MAIN, OPEN, TANK, Mount, Weapon
from sandtable.systems.miniatures.state.pieces import Battle, Team
from sandtable.table.event import Modifier

NORMAL, MOVED, REACTION, OVERWATCH = range(4)  # how a Unit comes to fire

NO_AIM = -1
TURRET = (MAIN, COAX)  # 6.7: what looks with it


class Shot:
    """One weapon of one Team that fires in a shooting."""

    __slots__ = ("aim", "dice", "hits", "long", "marks", "modifiers", "need", "rerolls", "team", "weapon")

    def __init__(self, team: Team, weapon: Weapon, long: bool, marks: list[Team]) -> None:
        self.team = team
        self.weapon = weapon
        self.long = long  # 6.12.c
        self.marks = marks  # 6.15: the Teams it sees, in arc and in the range it fires at
        self.aim = NO_AIM  # 6.21: the kind of Team an AT weapon names
        self.dice = weapon.fp
        self.need = 0
        self.modifiers: tuple[Modifier, ...] = ()
        self.rerolls = ""  # the rule by which misses are rolled again: 3.3.d or 14.5
        self.hits = 0


# Sight, arc and range (6.3-6.9) ------------------------------------------------------------------


def facing(team: Team, mount: Mount) -> tuple[int, int]:
    """6.5, 6.7 Where a weapon looks: main gun and coax with the turret, everything else with the hull."""
    if team.type.turret and mount.place in TURRET:
        return team.tx, team.ty
    return team.hx, team.hy


def in_arc(team: Team, mount: Mount, mark: Team) -> bool:
    """6.4, 6.5 All others fire into their forward 180 degrees; Infantry looks nowhere, and so all round."""
    hx, hy = facing(team, mount)
    return ahead(hx, hy, team, mark)


def seen_within(
    b: Battle, team: Team, mount: Mount, teams: Iterable[Team], limit: int, one: bool = False
) -> list[Team]:
    """6.3, 6.5, 6.8 The Teams so far away, in arc and in sight, with no friend in the way; or `one` of them."""
    x, y, reach = team.x, team.y, limit + team.radius
    hx, hy = facing(team, mount)
    found = []
    for mark in teams:
        dx, dy, most = mark.x - x, mark.y - y, reach + mark.radius
        if (
            dx * dx + dy * dy <= most * most
            and hx * dx + hy * dy >= 0
            and sees(b, team, mark)
            and friends_in_the_way(b, team, mark, mount.weapon.over_friends) is None
        ):
            found.append(mark)
            if one:
                break
    return found


def can_see(b: Battle, team: Team, mount: Mount, mark: Team) -> bool:
    """6.3, 6.5, 6.8 In arc, in sight, and no friend in the way."""
    return (
        in_arc(team, mount, mark)
        and sees(b, team, mark)
        and friends_in_the_way(b, team, mark, mount.weapon.over_friends) is None
    )


def shot(b: Battle, team: Team, mount: Mount, teams: list[Team]) -> Shot | None:
    """6.3, 6.12.c What this weapon can fire at: at the range of the nearest Team it sees, normal or long."""
    weapon = mount.weapon
    reach = weapon.range
    seen = seen_within(b, team, mount, teams, reach * b.land.numbers["long_range"])
    if not seen:
        return None
    near = [mark for mark in seen if within(team, mark, reach)]
    return Shot(team, weapon, not near, near or seen)


def harms(weapon: Weapon, mark: Team) -> bool:
    """9.3 Only AT weapons harm Armored Teams."""
    return weapon.at or not mark.type.armored


# Fire Points (6.10, 6.12.c, 6.19) ----------------------------------------------------------------


def fire_points(b: Battle, shot: Shot, aim: int, sheltered: bool) -> int:
    """6.19, 6.12.c FP halved at troops outside hard cover by AT weapons, and again at long range, rounded down."""
    half = b.land.numbers["halving"]
    dice = shot.weapon.fp
    if shot.weapon.at and aim != TANK and not sheltered:
        dice //= half
    return dice // half if shot.long else dice


def aims(shot: Shot) -> list[int]:
    """6.3, 6.21 The kinds of Team that an AT weapon can name: those it sees in its own range and arc."""
    kinds = {mark.type.kind for mark in shot.marks}
    return [kind for kind in (INFANTRY, GUN, TANK) if kind in kinds]


def aimed_at(shot: Shot, aim: int) -> list[Team]:
    """6.3, 6.21 The Teams that can take the hits of an AT weapon that names this kind."""
    return [mark for mark in shot.marks if mark.type.kind == aim]


def aim_dice(b: Battle, shot: Shot, aim: int) -> int:
    """6.19 The dice of an AT weapon that names this kind: full if all it can hit are in hard cover."""
    sheltered = all(cover_of(b, mark, shot.team) == HARD for mark in aimed_at(shot, aim))
    return fire_points(b, shot, aim, sheltered)


def most_dice(b: Battle, shot: Shot) -> int:
    """The dice this weapon would have by itself, at the kind of Team it does best against; 0: it cannot fire."""
    if not shot.weapon.at:
        return fire_points(b, shot, NO_AIM, True) if any(harms(shot.weapon, mark) for mark in shot.marks) else 0
    return max([aim_dice(b, shot, aim) for aim in aims(shot)])


def weapons_bearing(b: Battle, team: Team, teams: list[Team]) -> list[tuple[int, Shot]]:
    """16.6 Every weapon of a Team that could fire at these Teams, with the place where it is mounted."""
    found = []
    for mount in team.type.mounts:
        one = shot(b, team, mount, teams)
        if one is not None and most_dice(b, one) > 0:
            found.append((mount.place, one))
    return found


def silent(b: Battle, team: Team) -> bool:
    """7.3, 11.3 Who may not fire at all: the suppressed, and who has fired in this Initiative."""
    return team.lost or team.markers > 0 or team.last_fire == b.initiative


def able(b: Battle, team: Team, target: Target) -> bool:
    """6.3 Whether a Team could fire at a target now with any of its weapons."""
    if silent(b, team):
        return False
    return bears_on(b, team, target.teams)


def bears_on(b: Battle, team: Team, teams: list[Team]) -> bool:
    """6.3 Whether any weapon of a Team could fire at these Teams now."""
    for mount in team.type.mounts:
        weapon = mount.weapon
        if not weapon.fp:
            continue  # it fires barrages only
        armored = 0
        if not weapon.at:
            for mark in teams:
                armored += mark.type.armored
        if armored == len(teams):
            continue  # 9.3
        if not armored:  # whomever it sees near enough will do
            sure, none_beyond = b.land.sure[weapon.key]
            if sure and seen_within(b, team, mount, teams, sure, one=True):
                return True
            if none_beyond:
                continue
        one = shot(b, team, mount, teams)
        if one is not None and most_dice(b, one) > 0:
            return True
    return False


# The shots of a shooting -------------------------------------------------------------------------


Bearing = list[tuple[Team, list[tuple[int, Shot]]]]  # Teams, each with its weapons that could fire


def bearing_on(b: Battle, teams: list[Team], target: Target) -> Bearing:
    """16.6 Every weapon of these Teams that could fire at a target."""
    return [(team, weapons_bearing(b, team, target.teams)) for team in teams]


def shots_of(b: Battle, teams: list[Team], target: Target, coax: set[int]) -> list[Shot]:
    """6.10, 16.6 Every weapon that fires: main gun, or coax for the tanks named in `coax`, and hull MG."""
    return shots_chosen(bearing_on(b, teams, target), coax)


def shots_chosen(rows: Bearing, coax: set[int]) -> list[Shot]:
    """The same out of all that could fire."""
    found = []
    for team, bearing in rows:
        both = {place for place, _ in bearing}
        for place, one in bearing:
            if place == MAIN and COAX in both and team.index in coax:
                continue
            if place == COAX and MAIN in both and team.index not in coax:
                continue
            found.append(one)
    return found


def valid_teams(shots: list[Shot]) -> list[Team]:
    """6.15 The Teams that one or more of the firing Teams see in their range and arc."""
    found: dict[int, Team] = {}
    for one in shots:
        for mark in one.marks:
            found[mark.index] = mark
    return [found[index] for index in sorted(found)]


def worst_cover(b: Battle, shots: list[Shot], mark: Team) -> int:
    """6.20 The worst cover of a Team against the firing Teams that see it in range."""
    return min([cover_of(b, mark, one.team) for one in shots if mark in one.marks], default=OPEN)


def has_shield(mark: Team) -> bool:
    """16.3 A gun with a shield."""
    weapon = mark.type.weapon
    return weapon is not None and weapon.shield and mark.type.kind == GUN


def shielded(shots: list[Shot], mark: Team) -> bool:
    """16.3 Whether a gun shield faces every weapon that fires at it and is not AT."""
    if not has_shield(mark):
        return False
    return all(ahead(mark.hx, mark.hy, mark, one.team) for one in shots if not one.weapon.at and mark in one.marks)


# The number needed (6.11-6.14) -------------------------------------------------------------------


def shared_modifiers(b: Battle, target: Target, eyes: list[Team], kind: int, shields: bool = False) -> list[Modifier]:
    """6.12 What holds for every shot of a shooting, as the Teams that look see the target.

    `shields`: against weapons that are not AT a gun shield counts as hard cover, which conceals (16.3, 10.2).
    """
    table = b.scenario.rulebook.modifiers
    found: list[Modifier] = []
    seen = [
        (mark, seers)
        for mark in target.teams
        if not mark.lost and (seers := [eye for eye in eyes if sees(b, eye, mark)])
    ]
    concealed = all(
        concealed_from(b, mark, eye) or (shields and has_shield(mark) and ahead(mark.hx, mark.hy, mark, eye))
        for mark, seers in seen
        for eye in seers
    )  # 10.3, 10.4
    if concealed:
        found.append(table["concealed"])
    if all(lies_low(b, mark, target, seers) for mark, seers in seen):  # 6.24
        found.append(table["gone_to_ground"])
    if kind == MOVED:
        found.append(table["moved"])
    elif kind == REACTION:
        found.append(table["reaction"])
    if not concealed and any(mark.moved for mark, _ in seen):  # 6.12.g: in its last activation, or moving now
        found.append(table["moving_in_the_open"])
    return found


def set_needs(b: Battle, shots: list[Shot], target: Target, kind: int) -> None:
    """6.11 The number each shot needs: the Training of the target, and the modifiers.

    6.24, 10.3: the whole firing Unit looks, those too who do not fire.
    """
    if not shots:
        return
    eyes = b.all_of(b.unit_of(shots[0].team))
    any_shield = any(has_shield(mark) for mark in target.teams)
    shared: dict[bool, list[Modifier]] = {}
    far = b.scenario.rulebook.modifiers["long_range"]
    base = target.unit.training.to_hit
    for one in shots:
        shields = any_shield and not one.weapon.at
        if shields not in shared:
            shared[shields] = shared_modifiers(b, target, eyes, kind, shields)
        modifiers = [*shared[shields], far] if one.long else shared[shields]
        one.modifiers = tuple(modifiers)
        one.need = base + sum([each.amount for each in modifiers])


def face_to_hit(need: int) -> int:
    """6.14 The lowest face that hits: a 1 never does."""
    return max(2, need)


def automatic_miss(b: Battle, one: Shot) -> bool:
    """6.13"""
    return one.need >= b.land.numbers["impossible"]


def spoils_saves(need: int) -> bool:
    """6.14 A die that needed 1 or less."""
    return need <= 1


def saves_spoiled(shots: list[Shot]) -> bool:
    """6.14 Once a die needed 1 or less the target re-rolls successful saves of the whole shooting."""
    return any(spoils_saves(one.need) for one in shots)
