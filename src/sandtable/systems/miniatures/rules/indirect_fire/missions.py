"""3.3.g, 15.1-15.4, 15.8-15.11, 15.15 Which guns can fire a barrage or smoke, who observes for them, and why not."""

from collections.abc import Iterator

from sandtable.systems.miniatures.rules.fire.to_hit import silent
from sandtable.systems.miniatures.rules.sight import sees, sees_point
from sandtable.systems.miniatures.state.book import Weapon
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import FO
from sandtable.table.decision import Choice
from sandtable.table.telling import count


def barrage_weapon(team: Team) -> Weapon | None:
    """3.3.g, 16.4 Its weapon that can fire a barrage."""
    weapon = team.type.weapon
    return weapon if weapon is not None and weapon.barrage else None


def guns_of(b: Battle, unit: Unit) -> list[Team]:
    """The guns of a Unit that may fire a barrage now: those that may fire at all (7.3, 11.3)."""
    return [team for team in b.teams_of(unit) if barrage_weapon(team) is not None and not silent(b, team)]


def reaching(b: Battle, guns: list[Team], x: int, y: int, radius: int = 0) -> list[Team]:
    """15.1, 15.2 The guns that count for a place: in range, in the forward arc, and over all obstacles."""
    found = []
    for gun in guns:
        weapon = barrage_weapon(gun)
        if weapon is None:
            continue
        dx, dy = x - gun.x, y - gun.y
        reach = weapon.range + gun.radius + radius
        if dx * dx + dy * dy <= reach * reach and gun.hx * dx + gun.hy * dy >= 0 and clears_obstacles(b, gun, x, y):
            found.append(gun)
    return found


def clears_obstacles(b: Battle, gun: Team, x: int, y: int) -> bool:
    """15.2 No obstacle on the line is nearer to the gun than it is tall; the piece it stands in does not count."""
    far = (x - gun.x) ** 2 + (y - gun.y) ** 2
    for feature in b.land.features:
        least = feature.terrain.height + gun.radius
        if not feature.terrain.height or not feature.shape.near(gun.x, gun.y, least):
            continue
        if not feature.terrain.line and feature.shape.holds(gun.x, gun.y):
            continue
        place = feature.shape.first_met(gun.x, gun.y, x, y)
        if place is not None and place[0] ** 2 * far < least * least * place[1] ** 2:
            return False
    return True


def observers(b: Battle, unit: Unit) -> list[Team]:
    """15.3, 15.4 Who may observe: the guns, the PL, the FO, and the CC if he has not moved in this round."""
    found = [team for team in b.all_of(unit) if team.index == unit.pl or team.role == FO or barrage_weapon(team)]
    cc = b.cc(unit.side)
    if cc is not None and not cc.moved:
        found.append(cc)
    return [team for team in found if not team.markers]


def barrage_points(b: Battle, guns: list[Team]) -> int:
    """The FP of a barrage: one more with five guns, half with two, none with one (15.8-15.11, 16.4)."""
    number = b.land.numbers
    if len(guns) < number["least_guns"]:  # 15.11
        return 0
    points = min([weapon.barrage_fp for gun in guns if (weapon := barrage_weapon(gun)) is not None])  # 15.8, 16.4
    if len(guns) > number["most_guns"]:
        points += number["more_guns_fp"]  # 15.9
    return points // number["halving"] if len(guns) < number["few_guns"] else points  # 15.10


def marks(b: Battle, unit: Unit, observer: Team) -> list[Team]:
    """15.1, 15.3 The enemy Teams this observer sees and enough guns can reach."""
    return list(marks_in_turn(b, unit, observer))


def marks_in_turn(b: Battle, unit: Unit, observer: Team) -> Iterator[Team]:
    """The same, one after another."""
    guns = guns_of(b, unit)
    for team in b.on_table(1 - unit.side):
        if sees(b, observer, team) and barrage_points(b, reaching(b, guns, team.x, team.y, team.radius)) > 0:
            yield team


def may_smoke(b: Battle, unit: Unit, observer: Team, x: int, y: int) -> bool:
    """15.15, 15.16 Any point of the table he sees, in range and arc of two guns or more."""
    if not (0 <= x <= b.land.width and 0 <= y <= b.land.height) or not sees_point(b, observer, x, y):
        return False
    return len(reaching(b, guns_of(b, unit), x, y)) >= b.land.numbers["least_guns"]


def missions(b: Battle, unit: Unit) -> Iterator[Choice]:
    """3.3.g, 15.15 What the battery may fire, and who may observe it."""
    if len(guns_of(b, unit)) < b.land.numbers["least_guns"]:
        return
    for observer in observers(b, unit):
        yield Choice("smoke", observer.id)  # 15.16: he looks for a point himself
        if next(marks_in_turn(b, unit, observer), None) is not None:
            yield Choice("barrage", observer.id)


def may_barrage(b: Battle, unit: Unit) -> bool:
    """3.3.g Whether a Unit has anything to fire a barrage or smoke at."""
    return next(missions(b, unit), None) is not None


# Refusals ----------------------------------------------------------------------------------------


def why_no_barrage(b: Battle, unit: Unit) -> tuple[str, str]:
    """Why a Unit can fire neither barrage nor smoke."""
    guns = [team for team in b.teams_of(unit) if barrage_weapon(team) is not None]
    if not guns:
        return f"{unit.name} has no weapon that fires barrages.", "3.3.g"
    least = b.land.numbers["least_guns"]
    if len(guns) < least:
        return f"{unit.name} has one gun left. A barrage takes at least {least}.", "15.11"
    ready = len(guns_of(b, unit))
    if ready < least:
        return f"{count(ready, 'gun')} of {unit.name} can fire now. A barrage takes at least {least}.", "15.11"
    return f"Nobody can observe for {unit.name}.", "15.3"


def why_no_mission(b: Battle, unit: Unit, choice: Choice) -> tuple[str, str]:
    """Why this Team cannot observe a barrage or smoke."""
    team = b.find_team(choice.piece)
    if choice.do not in ("barrage", "smoke") or team is None:
        return "", ""
    if team.side == unit.side and team.markers:
        return f"{team.name} is suppressed and cannot observe.", "11.3"
    if team is b.cc(unit.side) and team.moved:
        return f"{team.name} has moved in this round and cannot observe.", "15.4"
    if team not in observers(b, unit):
        return f"{team.name} cannot observe for {unit.name}: its guns, its PL, its FO and the CC can.", "15.3"
    seen = [enemy for enemy in b.on_table(1 - unit.side) if sees(b, team, enemy)]
    if not seen:
        return f"{team.name} sees no enemy.", "15.3"
    return f"Too few guns of {unit.name} reach an enemy that {team.name} sees.", "15.1"


def why_no_mark(b: Battle, unit: Unit, observer: Team, choice: Choice) -> tuple[str, str]:
    """Why the battery cannot range in on this Team."""
    mark = b.find_team(choice.piece)
    if choice.do != "target" or mark is None:
        return "", ""
    if mark.side == unit.side:
        return f"{mark.name} is not an enemy.", "15.3"
    if not sees(b, observer, mark):
        return f"{observer.name} does not see {mark.name}.", "15.3"
    guns = count(len(reaching(b, guns_of(b, unit), mark.x, mark.y, mark.radius)), "gun")
    least = b.land.numbers["least_guns"]
    return f"{guns} of {unit.name} can reach {mark.name}. A barrage takes at least {least}.", "15.1"
