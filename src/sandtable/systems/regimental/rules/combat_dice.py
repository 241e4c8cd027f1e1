"""3.1, 3.5, 3.7 How many dice each side throws in a combat, every factor with its label and rule.

See also 3.2.f, 3.7.1.f.
"""

from sandtable.systems.regimental.rules.airpower import points_that_count
from sandtable.systems.regimental.state.ground import on
from sandtable.systems.regimental.state.pieces import Battle, Combat, Stand
from sandtable.table.event import Modifier

Notes = list[Modifier]


def in_cover(b: Battle, stand: Stand) -> bool:
    """3.7.1.g"""
    return on(b.ground.cover, stand.hex)


def soft_in_the_open(b: Battle, stand: Stand) -> bool:
    """3.7.a, 3.7.f Non-armoured infantry or artillery on M or H in the open."""
    return stand.type.foot_soldiers and b.status(stand) in ("M", "H") and not in_cover(b, stand)


def stand_dice(
    b: Battle, stand: Stand, enemy: Stand, close: bool, attacking: bool, notes: Notes | None = None
) -> int:
    """3.4.e The battle strength (1.3.b) of a core stand with its company against an enemy stand; never below nothing.

    `close`: this stand is in close combat; otherwise it fires from two hexes away.
    """
    number = b.ground.numbers
    type = stand.type
    dice = 0
    fights = not type.hq or (close and not attacking)  # 3.1.a, 6.a
    if fights:
        dice = min(type.dice, stand.sp)  # 3.1.k, 3.7.2.b
        if notes is not None:
            notes.append(Modifier(type.dice, stand.name, type.rule))
            if stand.sp < type.dice:
                notes.append(Modifier(stand.sp - type.dice, "strength points lost", "3.7.2.b"))
        if stand.superior_gun:
            dice += number["superior_gun"]
            if notes is not None:
                notes.append(Modifier(number["superior_gun"], "superior gun", "3.7.b"))
        if type.tank and not close and soft_in_the_open(b, enemy):
            dice += number["tank_fire"]
            if notes is not None:
                notes.append(Modifier(number["tank_fire"], "tanks fire on soft target in the open", "3.7.a"))
    engineers = False
    if stand.has_company and helps(b, stand):
        company = b.companies[stand.company].type
        engineers = company.engineers
        extra = company_dice(b, stand, enemy, close, attacking)
        if extra:
            dice += extra
            if notes is not None:
                rule = company.rule_armoured if enemy.type.armoured else company.rule
                notes.append(Modifier(extra, company.name, rule))
    label, rule = armour_or_cover(b, stand, enemy, close, attacking, engineers)
    if fights and rule:
        dice += number["armour_and_cover"]
        if notes is not None:
            notes.append(Modifier(number["armour_and_cover"], label, rule))
    if fights and on(b.ground.die_less, stand.hex):
        dice += number["river"]
        if notes is not None:
            notes.append(in_the_water(b, stand))
    if dice < 0:
        if notes is not None:
            notes.append(Modifier(-dice, "never below nothing", "3.4.e"))
        return 0
    return dice


def helps(b: Battle, stand: Stand) -> bool:
    """6.d Without an HQ a stand cannot use its own company."""
    return b.hq_of(b.regiments[stand.regiment]) is not None


def company_dice(b: Battle, stand: Stand, enemy: Stand, close: bool, attacking: bool) -> int:
    """What the company in its hex adds to a stand: rules 3.1 and 3.7 name each kind. All of it adds up (3.7.h)."""
    company = b.companies[stand.company].type
    if (company.close_only and not close) or (company.defence_only and attacking):  # 3.1.g, 3.1.i
        return 0
    if enemy.type.armoured:  # 3.1.e, 3.7.c
        return company.dice_armoured
    if close and stand.type.infantry and soft_in_the_open(b, enemy):  # 3.7.f
        return company.dice_special
    return company.dice  # 3.1.f, 3.1.h, 3.7.d, 3.7.e, 3.7.g


def armour_or_cover(
    b: Battle, stand: Stand, enemy: Stand, close: bool, attacking: bool, engineers: bool
) -> tuple[str, str]:
    """3.7.1 The one armour or cover factor that costs this stand a die: label and rule, or nothing."""
    type = stand.type
    if type.artillery:  # 3.7.1.e ruling: a battery has only its own item
        return ("artillery against armour", "3.7.1.d") if enemy.type.armoured else ("", "")
    if enemy.type.armoured and type.infantry:
        if not close:
            return ("infantry fires on armour", "3.7.1.a")
        sheltered = not attacking and (b.status(stand) == "D" or (b.status(stand) == "H" and in_cover(b, stand)))
        if not type.armoured and not sheltered:
            return ("infantry in close combat with armour", "3.7.1.b")
    if attacking and not (close and engineers):
        status = b.status(enemy)
        if status == "D":
            return ("target dug in", "3.7.1.c")
        if status == "H" and in_cover(b, enemy):
            return ("target in cover", "3.7.1.c")
    return ("", "")


def gun_dice(b: Battle, gun: Stand, enemy: Stand) -> int:
    """5.1.b What a battery throws when it fires: its dice and what they cost it."""
    return max(0, min(gun.type.dice, gun.sp) + sum([each.amount for each in gun_factors(b, gun, enemy)]))


def gun_factors(b: Battle, gun: Stand, enemy: Stand) -> Notes:
    """One die less against armour, and one in a river, on a bridge or a beach."""
    number, found = b.ground.numbers, []
    if enemy.type.armoured:
        found.append(Modifier(number["artillery_on_armour"], "artillery against armour", "3.7.1.d"))
    if on(b.ground.die_less, gun.hex):  # 3.7.2.a
        found.append(in_the_water(b, gun))
    return found


def in_the_water(b: Battle, stand: Stand) -> Modifier:
    """3.7.2.a One die less where this stand is."""
    return Modifier(b.ground.numbers["river"], f"in the {b.ground.terrain[stand.hex].name.lower()} hex", "3.7.2.a")


def air_dice(b: Battle, enemy: Stand) -> int:
    """9.b What an air point adds: as artillery."""
    number = b.ground.numbers
    return number["air_dice"] + (number["artillery_on_armour"] if enemy.type.armoured else 0)


def called_dice(b: Battle, combat: Combat, who: int, enemy: Stand, aborted: int, notes: Notes | None = None) -> int:
    """3.5.b The dice of fire support, guns and air points that were called from other hexes."""
    dice = 0
    for i in combat.support[who]:
        company = b.companies[i]
        dice += company.type.dice
        if notes is not None:
            notes.append(Modifier(company.type.dice, company.name, "3.5.1.a" if who == 0 else "3.5.2.a"))
    for i in combat.guns[who]:
        gun = b.stands[i]
        dice += gun_dice(b, gun, enemy)
        if notes is not None:
            notes.append(Modifier(min(gun.type.dice, gun.sp), gun.name, "3.5.1.b" if who == 0 else "3.5.2.b"))
            notes += gun_factors(b, gun, enemy)
    for _ in range(points_that_count(combat, who, aborted)):
        dice += air_dice(b, enemy)
        if notes is not None:
            notes.append(Modifier(b.ground.numbers["air_dice"], "air point", "9.b"))
            if enemy.type.armoured:
                notes.append(Modifier(b.ground.numbers["artillery_on_armour"], "artillery against armour", "9.b"))
    return dice


def is_close(b: Battle, combat: Combat) -> bool:
    """3.4.c A combat with an adjacent attacker counts as close combat."""
    away = b.ground.distance[combat.target]
    return any(away[b.stands[i].hex] == 1 for i in combat.attackers)


def attack_dice(b: Battle, combat: Combat, aborted: int = 0, notes: Notes | None = None) -> int:
    """3.4.e The attacker's pool: each core stand with its company, then what was called."""
    target = b.stands[combat.defender]
    away = b.ground.distance[combat.target]
    dice = 0
    for i in combat.attackers:
        stand = b.stands[i]
        dice += stand_dice(b, stand, target, away[stand.hex] == 1, True, notes)
    return dice + called_dice(b, combat, 0, target, aborted, notes)


def defence_dice(b: Battle, combat: Combat, aborted: int = 0, notes: Notes | None = None) -> int:
    """3.3.d The defender's pool against his main opponent; on R he throws nothing (3.6.b)."""
    stand = b.stands[combat.defender]
    if b.status(stand) == "R":
        return 0
    enemy = b.stands[combat.opponent]
    close = is_close(b, combat)
    dice = 0
    if not stand.type.artillery or close or combat.pays:  # 5.g
        dice = stand_dice(b, stand, enemy, close, False, notes)
    dice += called_dice(b, combat, 1, enemy, aborted, notes)
    least = b.ground.numbers["least_defence"]
    if close and dice < least:  # 3.4.g
        if notes is not None:
            notes.append(Modifier(least - dice, "always one die in close combat", "3.4.g"))
        return least
    return dice
