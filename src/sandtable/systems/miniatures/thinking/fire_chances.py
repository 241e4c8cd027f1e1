"""Who would fire at whom, worked out quickly: sight, cover, and what a die needs to hit."""

from collections.abc import Container

from sandtable.systems.miniatures.rules.fire.gone_to_ground import gone_to_ground
from sandtable.systems.miniatures.rules.fire.to_hit import MOVED, REACTION, has_shield
from sandtable.systems.miniatures.rules.sight import ahead, area_cover, clear, friends_in_the_way
from sandtable.systems.miniatures.state.book import HARD, INFANTRY, OPEN
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.thinking.chances import FACES, hit_chance
from sandtable.table.event import Modifier


class Eye:
    """A Team that fires, and the Teams of the target that it sees in range, with the squares of the distances."""

    __slots__ = ("seen", "team")

    def __init__(self, team: Team, seen: list[tuple[Team, int]]) -> None:
        self.team = team
        self.seen = seen


def eyes_on(b: Battle, firers: list[Team], marks: list[Team], friends: bool) -> list[Eye]:
    """6.3-6.9 Who sees whom in range and arc."""
    found = []
    sees = b.land.sees
    far = b.land.numbers["long_range"]
    for team in firers:
        mounts = team.type.mounts
        if not mounts:
            continue
        x, y = team.x, team.y
        reach = far * max([mount.weapon.range for mount in mounts]) + team.radius
        free = team.type.kind == INFANTRY
        hx, hy = (team.tx, team.ty) if team.type.turret else (team.hx, team.hy)
        seen = []
        for mark in marks:
            dx, dy = mark.x - x, mark.y - y
            square = dx * dx + dy * dy
            limit = reach + mark.radius
            if square > limit * limit or not (free or hx * dx + hy * dy >= 0):
                continue
            if not (clear(b, x, y, mark.x, mark.y) if b.smoke else sees(x, y, mark.x, mark.y)):
                continue
            if friends and friends_in_the_way(b, team, mark, mounts[0].weapon.over_friends) is not None:
                continue
            seen.append((mark, square))
        if seen:
            found.append(Eye(team, seen))
    return found


def covers_of(b: Battle, eyes: list[Eye]) -> dict[int, int]:
    """6.20 The worst cover of each Team that is seen."""
    found: dict[int, int] = {}
    lines: dict[int, list[tuple[int, object]]] = {}
    for eye in eyes:
        ax, ay = eye.team.x, eye.team.y
        for mark, _ in eye.seen:
            index = mark.index
            if index not in lines:
                cover = area_cover(b, mark)
                found[index] = HARD
                reach = mark.radius + b.land.numbers["touching"] + 1
                lines[index] = [(cover, None)]
                if cover != HARD:
                    lines[index] += [
                        (each.terrain.cover, each.shape)
                        for each in b.land.sheltering
                        if each.terrain.cover > cover and each.shape.near(mark.x, mark.y, reach)
                    ]
            row = lines[index]
            best = row[0][0]
            for cover, shape in row[1:]:
                if cover > best and shape.meets(mark.x, mark.y, ax, ay):  # type: ignore[attr-defined]
                    best = cover
            if best < found[index]:
                found[index] = best
    return found


def shield_faces(mark: Team, eyes: list[Eye]) -> bool:
    """16.3 Whether a gun shield faces all who fire."""
    return has_shield(mark) and all(ahead(mark.hx, mark.hy, mark, eye.team) for eye in eyes)


def need_to_hit(
    b: Battle, eyes: list[Eye], unit: Unit, covers: dict[int, int], kind: int, faced: Container[int] = ()
) -> int:
    """6.11, 6.12 What a die needs at normal range; `faced` are behind shields (16.3)."""
    table = b.scenario.rulebook.modifiers
    marks = {mark.index: mark for eye in eyes for mark, _ in eye.seen}.values()
    need = unit.training.to_hit
    hidden = all(
        covers[mark.index] != OPEN or (mark.type.kind == INFANTRY and not mark.moved) or mark.index in faced
        for mark in marks
    )
    if hidden:
        need += table["concealed"].amount
    elif any(mark.moved for mark in marks):
        need += table["moving_in_the_open"].amount
    if all(gone_to_ground(b, mark) for mark in marks):
        need += table["gone_to_ground"].amount
    if kind == MOVED:
        need += table["moved"].amount
    elif kind == REACTION:
        need += table["reaction"].amount
    return need


def hit_chances(b: Battle, need: int) -> tuple[float, float]:
    """6.12.c The chance of a die that needs this number, at normal and at long range."""
    near = hit_chance(b, need)
    return near, harder(near, b.scenario.rulebook.modifiers["long_range"])


def harder(chance: float, modifier: Modifier) -> float:
    """The chance of a die with one modifier more; too low where it needed 1 or less, which 6.14 forgives."""
    return max(0.0, chance - modifier.amount / FACES)
