"""A combat estimated quickly: from the numbers of dice alone, for players who compare many.

What `odds` tells exactly, for a combat that is declared, is here a guess about one that could be: the stands where
they could be by then, all support on both sides.
"""

from functools import lru_cache
from typing import NamedTuple

from sandtable.systems.regimental.rules.combat_dice import air_dice, gun_dice, stand_dice
from sandtable.systems.regimental.rules.losses import capacity
from sandtable.systems.regimental.showing.odds import throws
from sandtable.systems.regimental.state.pieces import Battle, Regiment, Stand

Post = tuple[Stand, int]  # a stand, and the hex it would attack from


class Estimate(NamedTuple):
    """What comes of so many dice against so many."""

    given: float  # mean losses of the defender, two at most
    taken: float  # mean losses of the attacker, two at most for each of his stands
    won: float  # the attacker scores more
    lost: float
    killed: float  # two losses or more


@lru_cache(maxsize=8192)
def dice_estimate(attack: int, defence: int, row: tuple[int, int], back: tuple[int, int], room: int) -> Estimate:
    """Both throw; `row` and `back` are the chart's: the least face that hits, and the face of which a pair does."""
    scored = [ways / 6**attack for ways in throws(attack, *row)]
    suffered = [ways / 6**defence for ways in throws(defence, *back)]
    given = sum([min(hits, 2) * chance for hits, chance in enumerate(scored)])
    taken = sum([min(hits, room) * chance for hits, chance in enumerate(suffered)])
    won = lost = 0.0
    below = 0.0  # the chance of fewer hits of the defender
    for hits, chance in enumerate(scored):
        won += chance * below
        here = suffered[hits] if hits < len(suffered) else 0.0
        lost += chance * max(0.0, 1.0 - below - here)
        below += here
    return Estimate(given, taken, won, lost, sum(scored[2:]))


def attack_strength(b: Battle, regiment: Regiment, posts: list[Post], enemy: Stand) -> int:
    """The attacker's dice with all that he may call."""
    away = b.ground.distance[enemy.hex]
    river = b.ground.die_less
    dice = 0
    for stand, place in posts:
        dice += stand_dice(b, stand, enemy, away[place] == 1, True)
        if river:
            dice += (river >> stand.hex & 1) - (river >> place & 1)
    attackers = [stand.index for stand, _ in posts]
    for i in regiment.companies:
        company = b.companies[i]
        if company.type.fire_support and company.host >= 0 and company.host not in attackers:
            host = b.stands[company.host]
            near = 3 if host.moved or regiment.order != "M" else 3 + host.rate.normal
            if away[host.hex] <= near:
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
    best, against = -1, posts[0][0]
    for stand, place in posts:
        if close and away[place] > 1:
            continue
        dice = 0
        if not enemy.type.artillery or close or enemy.shots > 0:
            dice = stand_dice(b, enemy, stand, close, False)
        if dice > best:
            best, against = dice, stand
    if enemy.regiment >= 0 and b.in_command(enemy):
        regiment = b.regiments[enemy.regiment]
        for i in regiment.companies:
            company = b.companies[i]
            if company.type.fire_support and company.host >= 0 and company.host != enemy.index:
                host = b.stands[company.host].hex
                if away[host] <= (2 if status == "M" or not close else 3):
                    best += company.type.dice
        if status != "M":
            best += called(b, enemy.side, against)
    return max(int(close), best)


def called(b: Battle, side: int, enemy: Stand) -> int:
    """The dice of the best two guns or air points of a side against an enemy."""
    away = b.ground.distance[enemy.hex]
    found = [
        gun_dice(b, gun, enemy)
        for gun in b.stands
        if gun.regiment < 0 and gun.side == side and gun.shots > 0 and gun.hex >= 0 and away[gun.hex] <= 8
    ]
    found += [air_dice(b, enemy)] * b.air[side]
    found.sort(reverse=True)
    return sum(found[:2])


def attack_estimate(b: Battle, regiment: Regiment, posts: list[Post], enemy: Stand) -> Estimate:
    """An attack by these stands from these hexes."""
    away = b.ground.distance[enemy.hex]
    close = any(away[place] == 1 for _, place in posts)
    chart = b.scenario.rulebook.chart
    status = b.status(enemy)
    row = chart[f"attack_{status}"]
    back = chart.get(f"defend_{status}", row)
    attack = attack_strength(b, regiment, posts, enemy)
    defence = defence_strength(b, enemy, posts, close)
    found = dice_estimate(attack, defence, (row.hits, row.pair), (back.hits, back.pair), 2 * len(posts))
    return found if close else found._replace(won=0.0, lost=0.0)


def dies(b: Battle, stand: Stand) -> bool:
    """Whether two losses are the end of it."""
    return capacity(b, stand) <= b.ground.numbers["hex_loss"]
