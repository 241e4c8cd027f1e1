"""The odds of a barrage before anybody ranges in, and whom it may hit."""

from fractions import Fraction

from sandtable.systems.miniatures.rules.cohesion import inches
from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL, face_to_hit, shared_modifiers
from sandtable.systems.miniatures.rules.indirect_fire.barrage import range_in_modifiers, tries_again
from sandtable.systems.miniatures.rules.indirect_fire.missions import barrage_points, guns_of, reaching
from sandtable.systems.miniatures.rules.indirect_fire.template import square_at, under
from sandtable.systems.miniatures.rules.leaders import find_target
from sandtable.systems.miniatures.showing.odds import die_chance
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import CC, FO
from sandtable.table.telling import count, told_odds
from sandtable.table.view import AttackView

ON_TARGET, OFF_TARGET = "on target", "off target: the enemy moves the square"
HOW = (
    "On target the square lies over {under}. For each of them {dice} are thrown, and every {need}+ is a hit: "
    "{chance:.0%} are hit. Whoever is hit and fails a save is suppressed, with {deadly} hits or more lost. "
    "Off target the enemy may move the square up to {shift} inches."
)


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
