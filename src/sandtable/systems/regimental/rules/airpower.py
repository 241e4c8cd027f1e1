"""Chapter 9: air points support attacks and defences as artillery does; anti-aircraft fire may stop them."""

from sandtable.systems.regimental.rules.dice import thrown
from sandtable.systems.regimental.state.pieces import Battle, Combat


def renew_air(b: Battle) -> None:
    """9.a Each side's points for the day; unused ones have lapsed."""
    b.air = [side.air if b.day >= side.air_from_day else 0 for side in b.scenario.sides]


def points_that_count(combat: Combat, who: int, aborted: int) -> int:
    """Points called less those that anti-aircraft fire has stopped."""
    return max(0, combat.air[who] - aborted)


def flak(b: Battle, side: int, place: int) -> list[int]:
    """9.c The anti-aircraft companies of a side within two hexes of a place, in regiments with an HQ."""
    away = b.ground.distance[place]
    found: list[int] = []
    for company in b.companies:
        if company.lost or not company.type.anti_aircraft:
            continue
        regiment = b.regiments[company.regiment]
        host = b.stands[company.host]
        if (
            regiment.side == side
            and b.hq_of(regiment) is not None
            and away[host.hex] <= b.ground.numbers["anti_aircraft"]
        ):
            found.append(company.index)
    return found


def fly(b: Battle, combat: Combat, who: int) -> int:
    """9.c Enemy anti-aircraft fire at each point that was called: how many are stopped."""
    side = combat.side_of(who)
    place = combat.target if who == 0 else b.stands[combat.opponent].hex
    number = b.ground.numbers
    stopped = 0
    for _ in range(combat.air[who]):
        hit = False
        for i in flak(b, 1 - side, place):
            dice = thrown(b, number["aa_dice"], "anti-aircraft fire")
            hits = sum([face >= number["aa_hits_on"] for face in dice])
            hit = hit or hits > 0
            company = b.companies[i]
            b.tell("flak", "9.c", 1 - side, company.id, place=place, dice=dice, need=number["aa_hits_on"], value=hits)
        if hit:
            stopped += 1
            b.tell("air stopped", "9.c", side, place=place)
    return stopped
