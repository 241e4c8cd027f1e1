"""What a barrage promises, worked out from means: whether it ranges in, and who is under the template."""

from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL
from sandtable.systems.miniatures.rules.indirect_fire.barrage import tries_again
from sandtable.systems.miniatures.rules.indirect_fire.missions import (
    barrage_points,
    guns_of,
    marks,
    observers,
    reaching,
)
from sandtable.systems.miniatures.rules.sight import area_cover, distance2, sees
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import CC
from sandtable.systems.miniatures.thinking.chances import (
    again,
    between,
    check_chance,
    destroyed,
    hit_chance,
    misses,
    only_suppressed,
    save_fails,
)
from sandtable.systems.miniatures.thinking.fire_chances import Eye, covers_of, harder, need_to_hit
from sandtable.systems.miniatures.thinking.weights import FRIENDS, MARKER, NEIGHBOUR
from sandtable.systems.miniatures.thinking.worth import lost_worth, team_worth


class Mission:
    """A barrage: who observes it, on which Team it ranges in, what it promises."""

    __slots__ = ("mark", "observer", "value")

    def __init__(self, value: float, observer: str = "", mark: str = "") -> None:
        self.value = value
        self.observer = observer
        self.mark = mark


def best_mission(b: Battle, unit: Unit) -> Mission:
    """The barrage that promises most; nothing if there is none."""
    best = Mission(0.0)
    guns = guns_of(b, unit)
    under: dict[int, float] = {}
    for observer in observers(b, unit):
        for mark in marks(b, unit, observer):
            if mark.index not in under:
                firing = reaching(b, guns, mark.x, mark.y, mark.radius)
                under[mark.index] = template_promise(b, unit, mark, barrage_points(b, firing))
            value = under[mark.index] * ranging(b, observer, mark, tries_again(guns))
            if value > best.value:
                best = Mission(value, observer.id, mark.id)
    return best


def ranging(b: Battle, observer: Team, mark: Team, twice: bool) -> float:
    """15.5, 16.5 The chance to range in on a Team."""
    unit = b.unit_of(mark)
    seen = [(team, distance2(observer, team)) for team in b.teams_of(unit) if sees(b, observer, team)]
    eyes = [Eye(observer, seen or [(mark, 0)])]
    chance = hit_chance(b, need_to_hit(b, eyes, unit, covers_of(b, eyes), NORMAL))
    if observer.role == CC:
        chance = harder(chance, b.scenario.rulebook.modifiers["cc_observing"])
    return again(chance) if twice else chance


def template_promise(b: Battle, unit: Unit, mark: Team, points: int) -> float:
    """15.8-15.14 What the shells do to all who are under the template; to friends as well."""
    half = b.land.numbers["template"] // 2
    chance = check_chance(b, unit.training.check)
    kills = b.land.numbers["barrage_kill"]
    none = (1 - chance) ** points
    few = between(points, chance, 1, kills - 1)
    deadly = max(0.0, 1 - none - few)
    lost: dict[int, float] = {}
    total = 0.0
    for team in b.teams:
        if team.lost or abs(team.x - mark.x) > half + team.radius or abs(team.y - mark.y) > half + team.radius:
            continue
        sign = 1.0 if team.side != unit.side else FRIENDS
        fails = shell_fails(b, team)
        tank = team.type.kind == TANK
        killed = deadly * fails * (destroyed(b) if team.type.armored else 1.0)
        if team.type.armored:
            shaken = deadly * fails * only_suppressed(b)
        else:
            shaken = (0.0 if tank else few * fails) + NEIGHBOUR * deadly * fails
        total += sign * team_worth(team) * (killed + MARKER * shaken)
        if sign > 0:
            lost[team.unit] = lost.get(team.unit, 0.0) + killed
    return total + sum([lost_worth(b, b.unit_at(index), killed) for index, killed in lost.items()])


def shell_fails(b: Battle, team: Team) -> float:
    """15.12 The chance that a Team fails its save."""
    return misses(team.type.flank) if team.type.armored else save_fails(b, team, True, area_cover(b, team))
