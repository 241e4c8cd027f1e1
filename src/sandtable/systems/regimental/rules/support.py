"""3.5 Support called from other hexes: fire support companies, guns, air points."""

from collections.abc import Iterator

from sandtable.geometry.hexes import bits, mask_of
from sandtable.systems.regimental.rules.combat_dice import air_dice, gun_dice, gun_factors
from sandtable.systems.regimental.state.pieces import Battle, Combat, Company, Regiment, Stand
from sandtable.table.decision import Choice

CALL_AIR = Choice("air")


def fire_support(b: Battle, combat: Combat, who: int) -> list[int]:
    """3.5 The fire support companies that may still be called."""
    if who == 0:
        return attack_fire_support(b, combat)
    return defence_fire_support(b, combat)


def attack_fire_support(b: Battle, combat: Combat) -> list[int]:
    """3.5.1.a Of the attacking regiment, not with an attacker, within three hexes of the target.

    2.2.d, 2.b Not with a stand that is out of command or has marched.
    """
    regiment = b.regiments[b.stands[combat.attackers[0]].regiment]
    away = b.ground.distance[combat.target]
    return [
        i
        for i, host in uncalled(b, regiment, combat.support[0])
        if host.index not in combat.attackers
        and not host.marched
        and away[host.hex] <= b.ground.numbers["fire_support"]
        and b.in_command(host)
    ]


def uncalled(b: Battle, regiment: Regiment, called: list[int]) -> Iterator[tuple[int, Stand]]:
    """3.5.1.c The fire support companies of a regiment that were not called yet, and the stands they are with."""
    for i in regiment.companies:
        company = b.companies[i]
        if not company.lost and company.type.fire_support and i not in called:
            yield i, b.stands[company.host]


def defence_fire_support(b: Battle, combat: Combat) -> list[int]:
    """3.5.2.a Of the attacked regiment, while the attacked stand is in command; on R none (3.6.b)."""
    stand = b.stands[combat.defender]
    if not b.in_command(stand):
        return []
    regiment = b.regiments[stand.regiment]
    if regiment.order == "R":
        return []
    enemy = b.stands[combat.opponent].hex
    return [
        i
        for i in regiment.companies
        if i not in combat.support[1] and fires_in_defence(b, b.companies[i], stand, enemy)
    ]


def fires_in_defence(b: Battle, company: Company, stand: Stand, enemy: int) -> bool:
    """3.5.2.c A fire support company elsewhere, in command, within three hexes of the enemy's hex, and the way from
    company to stand to enemy within the total range.
    """
    if company.lost or not company.type.fire_support or company.host == stand.index:
        return False
    host = b.stands[company.host]
    away = b.ground.distance[enemy]
    return (
        away[host.hex] <= b.ground.numbers["fire_support"]
        and b.ground.distance[stand.hex][host.hex] + away[stand.hex] <= total_range(b, stand)
        and b.in_command(host)
    )


def total_range(b: Battle, stand: Stand) -> int:
    """3.5.2.c, 3.5.2.e How long the way from a company over the attacked stand to its opponent may be."""
    return b.ground.numbers["total_range_moving" if b.status(stand) == "M" else "total_range"]


def may_call_guns(b: Battle, combat: Combat, who: int) -> bool:
    """3.5 Whether guns and air points may be called: by M attacking or H and D defending, in command, two in all
    (3.3.g)."""
    if len(combat.guns[who]) + combat.air[who] >= b.ground.numbers["guns"]:  # 3.5.1.b, 3.5.2.b
        return False
    stand = b.stands[combat.attackers[0] if who == 0 else combat.defender]
    may = ("M",) if who == 0 else ("H", "D")  # 3.5.1.c, 3.5.2.d
    return b.status(stand) in may and b.in_command(stand)  # a battery has no HQ


def opposing(b: Battle, combat: Combat, who: int) -> Stand:
    """The stand that a side's support is aimed at."""
    return b.stands[combat.defender if who == 0 else combat.opponent]


def guns(b: Battle, combat: Combat, who: int) -> list[Stand]:
    """5.d Batteries with a shot left within eight hexes that would add a die. They fire over all (3.3.f)."""
    if not may_call_guns(b, combat, who):
        return []
    side = combat.side_of(who)
    enemy = opposing(b, combat, who)
    away = b.ground.distance[enemy.hex]
    return [
        gun
        for gun in b.batteries(side)
        if gun.shots > 0
        and gun.index not in combat.guns[who]
        and away[gun.hex] <= b.ground.numbers["artillery"]
        and gun_dice(b, gun, enemy) > 0
    ]


def may_call_air(b: Battle, combat: Combat, who: int) -> bool:
    """9.a A point left, where artillery could be called."""
    side = combat.side_of(who)
    return b.air[side] > 0 and may_call_guns(b, combat, who) and air_dice(b, opposing(b, combat, who)) > 0


def calls(b: Battle, combat: Combat, who: int) -> list[Choice]:
    """3.5 All support that may be called now."""
    found = [Choice("fire support", b.companies[i].id) for i in fire_support(b, combat, who)]
    found += [Choice("gun", gun.id) for gun in guns(b, combat, who)]
    if may_call_air(b, combat, who):
        found.append(CALL_AIR)
    return found


def call(b: Battle, combat: Combat, who: int, choice: Choice) -> None:
    """3.5 Support is called; a gun pays its shot and an air point is spent at once."""
    side = combat.side_of(who)
    if choice.do == "fire support":
        company = b.company(choice.piece)
        combat.support[who].append(company.index)
        b.tell("support called", "3.5.1.a" if who == 0 else "3.5.2.a", side, company.id, place=combat.target)
    elif choice.do == "gun":
        gun = b.stand(choice.piece)
        gun.shots -= 1
        combat.guns[who].append(gun.index)
        b.tell("gun called", "5.d", side, gun.id, place=combat.target, value=gun.shots)
    else:
        b.air[side] -= 1
        combat.air[who] += 1
        b.tell("air called", "9.a", side, place=combat.target, value=b.air[side])


def why_no_call(b: Battle, combat: Combat, who: int, choice: Choice) -> tuple[str, str]:
    """Why support cannot be called. It is called by its name alone: nothing is said about any other choice."""
    if choice != Choice(choice.do, choice.piece):
        return ("", "")
    if choice.do == "done":
        return ("An attack needs at least one die: call support.", "3.4.e")
    if Choice(choice.do, choice.piece) in calls(b, combat, who):
        return ("", "")  # it may be called: something else of the choice is wrong
    if choice.do == "fire support":
        return why_no_fire_support(b, combat, who, choice)
    if choice.do not in ("gun", "air"):
        return ("", "")
    most = b.ground.numbers["guns"]
    if len(combat.guns[who]) + combat.air[who] >= most:
        rule = "3.5.1.b" if who == 0 else "3.5.2.b"
        return (f"At most {most} guns and air points support one side in a combat.", rule)
    if not may_call_guns(b, combat, who):
        return why_no_guns(b, combat, who)
    if choice.do == "air":
        return ("No air point is left today.", "9.a")
    gun = b.find_stand(choice.piece)
    if gun is None or not gun.type.artillery or not gun.on_map:
        return (f"There is no battery {choice.piece!r}.", "5.a")
    if gun.side != (combat.side_of(who)):
        return (f"{gun.name} belongs to the enemy.", "5.a")
    if gun.index in combat.guns[who]:
        return (f"{gun.name} already supports this combat, and fires only one shot in it.", "5.d")
    if gun.shots == 0:
        return (f"{gun.name} has no shot left this round.", "5.c")
    far = b.ground.distance[opposing(b, combat, who).hex][gun.hex]
    if far > b.ground.numbers["artillery"]:
        return (f"{gun.name} is {far} hexes away; its range is {b.ground.numbers['artillery']}.", "5.f")
    factor = gun_factors(b, gun, opposing(b, combat, who))[0]
    return (f"{gun.name} would add no dice: {factor.label}.", factor.rule)


def why_no_guns(b: Battle, combat: Combat, who: int) -> tuple[str, str]:
    """Why a side gets neither artillery nor air support."""
    if who == 0:
        return ("Only an attacking regiment on M gets artillery and air support.", "3.5.1.c")
    stand = b.stands[combat.defender]
    if not stand.battery and b.regiments[stand.regiment].order == "M":
        return ("A stand on M is defended by its own hex and its regiment's fire support alone.", "3.5.2.d")
    return (f"{stand.name} is not within two hexes of an HQ of its own and cannot call support.", "3.5.a")


def why_no_fire_support(b: Battle, combat: Combat, who: int, choice: Choice) -> tuple[str, str]:
    """Why a fire support company cannot be called."""
    company = b.find_company(choice.piece)
    stand = b.stands[combat.attackers[0] if who == 0 else combat.defender]
    rule = "3.5.1.a" if who == 0 else "3.5.2.a"
    if company is None or company.lost or not company.type.fire_support:
        return (f"There is no fire support company {choice.piece!r}.", "3.1.f")
    if company.regiment != stand.regiment:
        return (f"{company.name} belongs to another regiment.", rule)
    host = b.stands[company.host]
    if company.index in combat.support[who] or host.index in combat.attackers or host is stand:
        return (f"{company.name} already takes part.", rule)
    if not b.in_command(stand):
        return (f"{stand.name} is not within two hexes of its HQ and cannot call support.", "3.5.a")
    if not b.in_command(host):
        return (f"{host.name} is not within two hexes of its HQ.", "2.2.d" if who == 0 else "3.5.2.c")
    if host.marched and who == 0:
        return (f"{host.name} has moved strategically this round.", "2.b")
    far = b.ground.distance[opposing(b, combat, who).hex][host.hex]
    if far > b.ground.numbers["fire_support"]:
        return (f"{company.name} is {far} hexes away; its range is {b.ground.numbers['fire_support']}.", "3.1.f")
    most = total_range(b, stand)
    far = b.ground.distance[stand.hex][host.hex] + b.ground.distance[stand.hex][opposing(b, combat, who).hex]
    reason = f"From {host.name} by way of {stand.name} to the enemy is {far} hexes; the total range is {most}."
    return (reason, "3.5.2.e" if b.status(stand) == "M" else "3.5.2.c")


def spotted(b: Battle, side: int) -> int:
    """5.1.c, 5.2 The enemy hexes that friendly stands in command can see: three hexes, two into cover or at D."""
    ground = b.ground
    number = ground.numbers
    near = far = 0
    for stand in b.stands:
        if stand.side == side and stand.on_map and b.in_command(stand):
            seen = ground.sees[stand.hex]
            far |= seen & ground.grid.within(stand.hex, number["spotting"])
            near |= seen & ground.grid.within(stand.hex, number["spotting_cover"])
    enemies = b.enemies(side)
    dug_in = [h for h in bits(enemies & far) if b.status(b.stands[b.at[h]]) == "D"]
    hard = ground.cover | mask_of(tuple(dug_in))
    return enemies & (near | far & ~hard)
