"""A combat estimated quickly: from the numbers of dice alone, for players who compare many.

What `odds` tells exactly, for a combat that is declared, is here a guess about one that could be: the stands where
they could be by then, all support on both sides.
"""

from functools import lru_cache
from typing import NamedTuple

from sandtable.systems.regimental.rules.combat_dice import air_dice, gun_dice, stand_dice
from sandtable.systems.regimental.rules.losses import capacity
from sandtable.systems.regimental.rules.support import fires_in_defence
from sandtable.systems.regimental.showing.odds import throws
from sandtable.systems.regimental.state.pieces import Battle, Regiment, Stand

Post = tuple[Stand, int]  # a stand, and the hex it would attack from


class Estimate(NamedTuple):
    """What comes of so many dice against so many."""

    given: float  # mean losses of the defender, as many as a hex can have (4.b)
    taken: float  # mean losses of the attacker, as many for each of his stands
    won: float  # the attacker scores more
    lost: float
    killed: float  # a hex has all the losses that it can have, or more


@lru_cache(maxsize=8192)
def dice_estimate(
    attack: int, defence: int, row: tuple[int, int], back: tuple[int, int], most: int, stands: int = 1
) -> Estimate:
    """Both throw; `row` and `back` are the chart's: the least face that hits, and the face of which a pair does.

    A hex loses `most`; so many stands attack.
    """
    scored = [ways / 6**attack for ways in throws(attack, *row)]
    suffered = [ways / 6**defence for ways in throws(defence, *back)]
    given = sum([min(hits, most) * chance for hits, chance in enumerate(scored)])
    taken = sum([min(hits, most * stands) * chance for hits, chance in enumerate(suffered)])
    won = lost = 0.0
    below = 0.0  # the chance of fewer hits of the defender
    for hits, chance in enumerate(scored):
        won += chance * below
        here = suffered[hits] if hits < len(suffered) else 0.0
        lost += chance * max(0.0, 1.0 - below - here)
        below += here
    return Estimate(given, taken, won, lost, sum(scored[most:]))


def attack_strength(b: Battle, regiment: Regiment, posts: list[Post], enemy: Stand) -> int:
    """The attacker's dice with all that he may call."""
    away = b.ground.distance[enemy.hex]
    number, river = b.ground.numbers, b.ground.die_less
    dice = 0
    for stand, place in posts:
        dice += stand_dice(b, stand, enemy, away[place] == 1, True)
        if river:
            dice += number["river"] * ((river >> place & 1) - (river >> stand.hex & 1))
    attackers = [stand.index for stand, _ in posts]
    for i in regiment.companies:
        company = b.companies[i]
        if company.type.fire_support and company.host >= 0 and company.host not in attackers:
            host = b.stands[company.host]
            still_moves = regiment.order == "M" and not host.moved
            if away[host.hex] <= number["fire_support"] + (host.rate.normal if still_moves else 0):
                dice += company.type.dice
    if regiment.order == "M":
        dice += called(b, regiment.side, enemy)
    return max(0, dice)


def defence_strength(b: Battle, enemy: Stand, posts: list[Post], close: bool) -> int:
    """The defender's dice against the attacker he fares best against, with all that he may call."""
    status = b.status(enemy)
    if status == "R":
        return 0
    away = b.ground.distance[enemy.hex]
    best, (against, there) = -1, posts[0]
    for stand, place in posts:
        if close and away[place] > 1:
            continue
        dice = 0
        if not enemy.type.artillery or close or enemy.shots > 0:
            dice = stand_dice(b, enemy, stand, close, False)
        if dice > best:
            best, against, there = dice, stand, place
    number = b.ground.numbers
    if enemy.regiment >= 0 and b.in_command(enemy):
        for i in b.regiments[enemy.regiment].companies:
            if fires_in_defence(b, b.companies[i], enemy, there):
                best += b.companies[i].type.dice
        if status != "M":
            best += called(b, enemy.side, against)
    return max(number["least_defence"] if close else 0, best)


def called(b: Battle, side: int, enemy: Stand) -> int:
    """3.5.1.b The dice of the best guns or air points of a side against an enemy, as many as may be called."""
    number = b.ground.numbers
    away = b.ground.distance[enemy.hex]
    found = [
        gun_dice(b, gun, enemy)
        for gun in b.stands
        if gun.regiment < 0
        and gun.side == side
        and gun.shots > 0
        and gun.hex >= 0
        and away[gun.hex] <= number["artillery"]
    ]
    found += [air_dice(b, enemy)] * b.air[side]
    found.sort(reverse=True)
    return sum(found[: number["guns"]])


def attack_estimate(b: Battle, regiment: Regiment, posts: list[Post], enemy: Stand) -> Estimate:
    """An attack by these stands from these hexes."""
    away = b.ground.distance[enemy.hex]
    close = any(away[place] == 1 for _, place in posts)
    chart = b.scenario.rulebook.chart
    status = b.status(enemy)
    row = chart[f"attack_{status}"]
    back = chart.get(f"defend_{status}", row)
    most = b.ground.numbers["hex_loss"]
    attack = attack_strength(b, regiment, posts, enemy)
    defence = defence_strength(b, enemy, posts, close)
    found = dice_estimate(attack, defence, (row.hits, row.pair), (back.hits, back.pair), most, len(posts))
    return found if close else found._replace(won=0.0, lost=0.0)


def dies(b: Battle, stand: Stand) -> bool:
    """4.b Whether one combat can be the end of it."""
    return capacity(b, stand) <= b.ground.numbers["hex_loss"]
