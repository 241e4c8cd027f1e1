"""5.5 Overrun: AFVs drive through soft targets and on into another hex (5.5.1)."""

from sandtable.systems.nations_at_war.rules.combat.assault import (
    fight,
    go_back,
    go_in,
    hurt_at,
    retreat,
    way_back,
    why_no_assault,
    why_unfit,
)
from sandtable.systems.nations_at_war.rules.combat.hits import Procedure, orphan_hqs
from sandtable.systems.nations_at_war.rules.movement import (
    cost,
    crowded,
    dangers,
    group,
    points_left,
    step,
    stop_hurt,
)
from sandtable.systems.nations_at_war.state.pieces import Action, Battle, Unit
from sandtable.table.asking import ask
from sandtable.table.decision import Choice


def why_no_overrun(b: Battle, action: Action, to: int) -> tuple[str, str]:
    """Why the group may not overrun a hex; nothing if it may. Trenches and wire prevent it (7.1.d, 7.3.b)."""
    units = group(b, action)
    ground = b.ground
    name = ground.names[to]
    why, rule = why_unfit(units, True)
    if not why:
        why, rule = why_no_assault(b, action, to)
    if why:
        return (why, rule)
    if any(enemy.face.hard for enemy in b.units_at(to, 1 - units[0].side)):
        return (f"There is a hard target in {name}; only soft targets can be overrun.", "5.5.a")
    if ground.terrain[to].key not in ("clear", "hill"):
        return (f"{name} is {ground.terrain[to].name}; Overruns need Clear or Clear Hill.", "5.5.b")
    if (b.wire | b.improved | b.ditches) >> to & 1:
        return (f"The Wire, Improved Position or Ditch in {name} prevents an Overrun.", "5.5.b")
    paid = [cost(b, unit.hex, to, unit) + ground.numbers["overrun_entry"] for unit in units]  # 5.5.c
    left = [points_left(action, unit) - price for unit, price in zip(units, paid, strict=True)]
    if min(left) < 0 or not exits(b, action, units, left, to, units[0].hex):
        if len(units) > 1:
            return (
                f"The two must leave {name} together, and no hex beyond it is open to both within their MP.",
                "5.5.d",
            )
        return (f"After the Overrun there are not enough MP for any open hex beyond {name}.", "5.5.d")
    return ("", "")


def exits(b: Battle, action: Action, units: list[Unit], left: list[int], place: int, origin: int) -> list[int]:
    """5.5.d Neighbouring hexes to leave by: no enemy, not where it came from, room for all of them, enough MP."""
    side = units[0].side
    blocked = b.occupied(1 - side) | crowded(b, side, len(units), action.hq >= 0) | b.bridge_out
    return [
        to
        for to in b.ground.neighbours[place]
        if to != origin
        and not blocked >> to & 1
        and b.ground.passable >> to & 1
        and all(cost(b, place, to, unit) <= points for unit, points in zip(units, left, strict=True))
    ]


def overrun(b: Battle, action: Action, to: int, led: str) -> Procedure:
    """5.5 Overrun: AFVs drive through soft targets with tripled factors and on into another hex."""
    origin = b.units[action.units[0]].hex
    attackers = yield from go_in(b, action, to, b.ground.numbers["overrun_entry"], True)
    if not attackers:
        return
    side = attackers[0].side
    action.overran = True
    defenders = b.units_at(to, 1 - side)
    before = [(unit.disrupted, unit.steps) for unit in attackers]
    taken, dealt = yield from fight(b, action, attackers, to, led, True)
    left = [unit for unit in defenders if unit.hex == to]
    alive = any(unit.hex == to for unit in attackers)
    if left and alive and dealt > taken:  # 5.5.m
        yield from retreat(b, left, to, origin)
    if not b.units_at(to, 1 - side):
        b.take(to, side)  # 13.1.g: the last to enter, even if none of them lives
    hurt = hurt_at(to, attackers, before)
    yield from stop_hurt(b, action, attackers, before, way_back(b, origin))
    fit = group(b, action)
    ways = exits(b, action, fit, [points_left(action, unit) for unit in fit], to, origin) if fit else []
    if not ways:
        for unit in fit:
            unit.ops_complete = True
        action.units = []
    hq = b.hq_at(to, side)
    if hq is not None and (not ways or action.hq != hq.index):
        hq.hex = origin
    yield from go_back(b, hurt, origin, "5.5.j")
    if ways:
        yield from drive_on(b, action, fit, to, ways)
    else:
        yield from go_back(b, fit, origin, "5.5.d")
    orphan_hqs(b)


def drive_on(b: Battle, action: Action, fit: list[Unit], place: int, ways: list[int]) -> Procedure:
    """5.5.i Unhurt AFVs must leave the hex they have overrun; what waits in the next one may fire (5.3)."""
    names = b.ground.names
    side = fit[0].side
    answer = yield from ask(
        b,
        side,
        "overrun exit",
        f"{' and '.join(unit.name for unit in fit)} overran {names[place]}. Drive on to which hex?",
        "5.5.i",
        [Choice("move", "", names[to]) for to in ways],
        lambda choice: (
            f"Drive on from {names[place]} into a hex with room and without enemies, within the MP left, and not "
            "back where the move came from.",
            "5.5.d",
        ),
        fit[0].id,
    )
    way = b.ground.index[answer.to]
    step(b, action, fit, way)
    b.take(way, side)
    if b.units_at(place, 1 - side):
        b.overrun |= 1 << place  # 13.1.g: theirs while they stand there
    b.tell(
        "moved",
        "5.5.i",
        side,
        fit[0].id,
        fit[1].id if len(fit) > 1 else "",
        way,
        value=fit[0].spent,
        text=b.hqs[action.hq].id if action.hq >= 0 else "",
        path=(names[place], names[way]),
    )
    yield from dangers(b, action, fit)
