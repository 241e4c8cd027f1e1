"""Good examples of where a template goes, for bots and keyboards. Any legal point is as good."""

from collections.abc import Callable, Iterator

from sandtable.geometry.plane import COMPASS, Point, toward, vector
from sandtable.systems.miniatures.rules.indirect_fire.template import TEMPLATE, shift_reach
from sandtable.systems.miniatures.state.pieces import Battle, Smoke, Unit
from sandtable.table.decision import Choice

EIGHTHS = range(0, 36_000, 4_500)  # hundredths of a degree


def on_template(x: int, y: int) -> Choice:
    return Choice("template", at=((TEMPLATE, x, y, 0),))


def shift_samples(b: Battle, unit: Unit, square: Smoke) -> list[Choice]:
    """As far as it goes in eight directions, and onto the firer's own troops."""
    reach = b.land.numbers["shift"]
    points = [toward(square.x, square.y, dx, dy, COMPASS, reach) for dx, dy in [vector(turn) for turn in EIGHTHS]]
    points += [(team.x, team.y) for team in b.on_table(unit.side)]
    found = dict.fromkeys([point for point in points if shift_reach(b, square, *point)])
    return [on_template(x, y) for x, y in found]


def smoke_samples(b: Battle, unit: Unit, fits: Callable[[int, int], bool], most: int) -> list[Choice]:
    """Before the enemy's eyes and before our own men: the first few points that are legal."""
    found: list[Choice] = []
    seen: set[Point] = set()
    for x, y in smoke_points(b, unit):
        if (x, y) not in seen and fits(x, y):
            found.append(on_template(x, y))
            if len(found) == most:
                break
        seen.add((x, y))
    return found


def smoke_points(b: Battle, unit: Unit) -> Iterator[Point]:
    """Half-way between enemy Units and ours, on the enemy, and a few inches before the guns."""
    ours = [b.teams_of(each)[0] for each in b.company(unit.side)]
    theirs = [b.teams_of(each)[0] for each in b.company(1 - unit.side)]
    for enemy in theirs:
        for own in ours:
            yield ((enemy.x + own.x) // 2, (enemy.y + own.y) // 2)
    for enemy in theirs:
        yield (enemy.x, enemy.y)
    for gun in b.teams_of(unit):
        for far in (600, 1200, 2400):
            if gun.hx or gun.hy:
                size = max(abs(gun.hx), abs(gun.hy))
                yield (gun.x + gun.hx * far // size, gun.y + gun.hy * far // size)
