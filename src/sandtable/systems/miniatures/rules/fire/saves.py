"""8, 9 Saves, armor saves and the Vehicle Damage Table."""

from sandtable.systems.miniatures.rules.fire.allocation import Load
from sandtable.systems.miniatures.rules.fire.save_numbers import aspects, save_number, save_rule
from sandtable.systems.miniatures.rules.fire.to_hit import Shot
from sandtable.systems.miniatures.rules.sight import cover_of, within
from sandtable.systems.miniatures.state.book import INFANTRY, NO_SAVE, Weapon
from sandtable.systems.miniatures.state.pieces import Battle, Team, spot

NOTHING, SUPPRESSED, DESTROYED = "no effect", "suppressed", "destroyed"  # 9.6


# Rolling -----------------------------------------------------------------------------------------


def roll_saves(
    b: Battle, team: Team, count: int, need: int, rule: str, rerolls: int, why: str = "save", text: str = ""
) -> int:
    """8.1 Some saves of one Team: how many fail. `rerolls` above 0: failures again, below 0: successes again."""
    if need >= NO_SAVE:
        b.tell("saves", rule, team.side, team.id, need=need, value=count, text=text)
        return count
    dice = [b.chance.die(why) for _ in range(count)]
    failed = sum([die < need for die in dice])
    b.tell("saves", rule, team.side, team.id, place=spot(team), dice=tuple(dice), need=need, value=failed, text=text)
    again = failed if rerolls > 0 else count - failed if rerolls < 0 else 0
    if again:
        dice = [b.chance.die(why) for _ in range(again)]
        missed = sum([die < need for die in dice])
        failed = missed if rerolls > 0 else failed + missed
        b.tell("saves again", rule, team.side, team.id, dice=tuple(dice), need=need, value=failed, text=text)
    return failed


def reroll_sign(successes: bool, failures: bool) -> int:
    """9.11 Opposed re-rolls cancel; several of one kind count once."""
    return int(failures) - int(successes)


def skirts(team: Team, weapon: Weapon) -> bool:
    """17.2 Side skirts re-roll failed armor saves against infantry AT weapons."""
    return team.type.skirts and weapon.at and weapon.kind == INFANTRY


# Armor (9.4-9.10) --------------------------------------------------------------------------------


def armor(b: Battle, team: Team, firer: Team) -> int:
    """The armor number a weapon meets; a die tells hull or turret where they differ (9.4, 9.9, 9.10)."""
    hull, turret = aspects(team, firer)
    front = hull
    if hull != turret:  # 9.10
        die = b.chance.die("hull or turret")
        on_turret = die >= b.land.numbers["turret_hit"]
        front = turret if on_turret else hull
        b.tell("hit location", "9.10", team.side, team.id, dice=(die,), text="turret" if on_turret else "hull")
    return team.type.front if front else team.type.flank  # 9.4, 9.9


def damage(b: Battle, team: Team, side: int, rolls: int, rule: str) -> str:
    """9.5, 9.6 One roll on the Vehicle Damage Table for each failed save; the worst of them counts."""
    number = b.land.numbers
    dice = [b.chance.die("vehicle damage") for _ in range(rolls)]
    worst = max(dice)
    result = NOTHING
    if worst >= number["damage_destroyed"]:
        result = DESTROYED
    elif worst >= number["damage_suppressed"]:
        result = SUPPRESSED
    b.tell("damage", rule, side, target=team.id, place=spot(team), dice=tuple(dice), text=result)
    return result


# A Team that was hit -----------------------------------------------------------------------------


def rolls_again(b: Battle, team: Team, spoiled: bool) -> bool:
    """3.3.c, 6.14 Whether it rolls successful saves again: its Unit has run, or a die needed 1 or less."""
    return spoiled or b.unit_of(team).ran


class Fate:
    """What comes of the hits on one Team: lost, or how many suppression results of the damage table."""

    __slots__ = ("lost", "suppressions")

    def __init__(self) -> None:
        self.lost = False
        self.suppressions = 0


def suffer(b: Battle, load: Load, spoiled: bool) -> Fate:
    """8.1 A Team rolls what it was allocated: one failed save removes it (8.5); armor leads to the damage table.

    `spoiled`: it re-rolls successes.
    """
    fate, team = Fate(), load.team
    if load.dice:
        need = save_number(b, team, False, load.cover)
        rule = save_rule(b, team)
        fate.lost = roll_saves(b, team, load.dice, need, rule, reroll_sign(spoiled, False)) > 0  # 8.5
    for one in load.packets:
        if fate.lost:
            break
        if team.type.armored:
            suffer_armored(b, team, one, spoiled, fate)
        else:
            fate.lost = fails_packet(b, team, one, spoiled)
    return fate


def fails_packet(b: Battle, team: Team, one: Shot, spoiled: bool) -> bool:
    """6.18, 8.1, 9.2 An AT weapon on a Team without armor: one save, for a vehicle one for each hit."""
    count = one.hits if team.type.soft_skinned else min(one.hits, b.land.numbers["at_saves"])
    need = save_number(b, team, True, cover_of(b, team, one.team))
    rule = save_rule(b, team)
    return roll_saves(b, team, count, need, rule, reroll_sign(spoiled, False), text=one.weapon.name) > 0


def suffer_armored(b: Battle, team: Team, one: Shot, spoiled: bool, fate: Fate) -> None:
    """An AT weapon on armor: a save for each hit, a damage roll for each failure (9.4-9.10)."""
    need = armor(b, team, one.team)
    close = within(one.team, team, b.land.numbers["close_range"])  # 9.8
    sign = reroll_sign(spoiled or close, skirts(team, one.weapon))
    failed = roll_saves(b, team, one.hits, need, "9.4", sign, "armor save", one.weapon.name)
    if not failed:
        return
    result = damage(b, team, one.team.side, failed, "9.6")  # 9.5
    if result == DESTROYED:
        fate.lost = True
    elif result == SUPPRESSED:
        fate.suppressions += b.land.numbers["at_suppressions"]  # 9.7: at most one a weapon
