"""The odds of a barrage before anybody ranges in, and its square: where it would lie, and where it lies."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sandtable.systems.miniatures.rules.cohesion import inches
from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL, face_to_hit, shared_modifiers
from sandtable.systems.miniatures.rules.indirect_fire.barrage import range_in_modifiers, tries_again
from sandtable.systems.miniatures.rules.indirect_fire.missions import (
    barrage_points,
    barrage_weapon,
    guns_of,
    reaching,
)
from sandtable.systems.miniatures.rules.indirect_fire.template import corners, square_at, under
from sandtable.systems.miniatures.rules.leaders import find_target
from sandtable.systems.miniatures.showing.names import point
from sandtable.systems.miniatures.showing.odds import die_chance
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import CC, FO
from sandtable.table.event import Event
from sandtable.table.telling import count, told_odds
from sandtable.table.view import AttackView, BoardMarker, Shape, Zone

ON_TARGET, OFF_TARGET = "on target", "off target: the enemy moves the square"
HOW = (
    "On target the square lies over {under}. For each of them {dice} are thrown, and every {need}+ is a hit: "
    "{chance:.0%} are hit. Whoever is hit and fails a save is suppressed, with {deadly} hits or more lost. "
    "Off target the enemy may move the square up to {shift} inches."
)
SHELLED = ("barrage", "template shifted", "template", "smoke fired")  # events that say where a square lies
OVER = ("action", "smoke")  # somebody else acts; the smoke lies there by itself


def square_meant(b: Battle, unit: Unit, mark: Team) -> Zone:
    """15.6 The square about a Team that is ranged in on, with all who lie under it, friends too."""
    there = square_at(b, reaching(b, guns_of(b, unit), mark.x, mark.y, mark.radius), mark.x, mark.y)
    ids = tuple([team.id for team in under(b, there)])
    return Zone("template", "Template", b.side_name(unit.side), (), Shape(tuple(corners(there))), holds=ids)


def square_now(b: Battle, log: Sequence[Event]) -> Iterator[BoardMarker]:
    """15.6, 15.7 The square of the barrage under way, or of the last one until a Unit acts again."""
    event = next((each for each in reversed(log) if each.kind in SHELLED or each.kind in OVER), None)
    unit = b.find_party(event.piece) if event is not None and event.kind in SHELLED else None
    if event is None or unit is None:
        return
    x, y = point(event.place)
    guns = [team for team in b.teams_of(unit) if barrage_weapon(team) is not None]
    fired = [gun for gun in guns if gun.fired]
    if not fired:
        mark = b.teams[b.by_id[event.target]].radius if event.target in b.by_id else 0
        fired = reaching(b, guns_of(b, unit), x, y, mark)
    square = square_at(b, fired or guns, x, y)
    what = "Smoke" if event.kind == "smoke fired" else "Barrage"
    words = f"{what}: {count(len(under(b, square)), 'Team')} under it"
    yield BoardMarker("barrage", words, event.place, event.side, rule="15.6", shape=Shape(tuple(corners(square))))


def barrage_view(b: Battle, unit: Unit, observer: Team, mark: Team) -> AttackView | None:
    """15.5-15.13 The chance to be on target, and what the shells then do to each Team under the square."""
    target = find_target(b, mark.id if mark.role in (CC, FO) else b.unit_of(mark).key)
    if target is None:
        return None
    number, guns = b.land.numbers, reaching(b, guns_of(b, unit), mark.x, mark.y, mark.radius)
    notes = range_in_modifiers(b, observer, shared_modifiers(b, target, [observer], NORMAL))
    need = target.unit.training.to_hit + sum([each.amount for each in notes])
    on_target, dice = Fraction(0), f"{need}+ cannot be rolled"
    if need < number["impossible"]:
        on_target = die_chance(face_to_hit(need), tries_again(guns))
        dice = f"{'1 die, thrown again if it misses,' if tries_again(guns) else '1 die'} on {face_to_hit(need)}+"
    there = under(b, square_at(b, guns, mark.x, mark.y))
    own = sum([team.side == unit.side for team in there])
    words = count(len(there) - own, "enemy Team") + (f" and {own} of your own" if own else "")
    points, check = barrage_points(b, guns), unit.training.check
    how = HOW.format(
        under=words,
        dice=count(points, "die", "dice"),
        need=check,
        chance=float(1 - (1 - die_chance(check, False)) ** points),
        deadly=number["barrage_kill"],
        shift=inches(number["shift"]),
    )
    odds = told_odds(((f"{ON_TARGET}, {words} there", on_target), (OFF_TARGET, 1 - on_target)), none=(OFF_TARGET,))
    return AttackView(dice, "", notes, (), odds, how)
