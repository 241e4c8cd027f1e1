"""The assaults that a regiment could make, where each stand would be posted, and what they promise."""

from typing import NamedTuple

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.rules.combat_dice import stand_dice
from sandtable.systems.regimental.rules.movement import moves
from sandtable.systems.regimental.state.pieces import Battle, Regiment, Stand
from sandtable.systems.regimental.thinking.combat_estimate import Post, attack_estimate, dies
from sandtable.systems.regimental.thinking.weights import Promise
from sandtable.systems.regimental.thinking.worth import prize
from sandtable.table.scheme import Scheme

STAFF = "staff"  # among the orders of a plan: what the staff sees to
ALL, STORMS = "all", "storms"  # everything, as with the strategist; only that an objective is stormed
ADVANCE = "advance"  # a word of plans: no assault, on to the goal


class Assault(NamedTuple):
    """An attack that a regiment could make."""

    gain: float
    target: int
    posts: list[Post]


def battalions(b: Battle, regiment: Regiment) -> list[Stand]:
    """Its stands on the map but the HQ."""
    stands = b.stands
    return [stands[i] for i in regiment.stands[1:] if stands[i].hex >= 0]


def command_reach(b: Battle, hq: Stand) -> int:
    """1.2.b How far from its place an HQ will command, with the move that it has left."""
    return b.ground.numbers["command"] + (0 if hq.moved else hq.rate.normal)


def point(scheme: Scheme | None) -> float:
    """What an objective point is worth to who carries out a plan."""
    return Promise.STAFF_POINT if scheme is not None and STAFF in scheme.orders else Promise.POINT


def gain(b: Battle, regiment: Regiment, posts: list[Post], enemy: Stand, point: float = Promise.POINT) -> float:
    """What an attack promises."""
    odds = attack_estimate(b, regiment, posts, enemy)
    won = odds.won * (Promise.DUG_IN if b.status(enemy) == "D" else 1.0)
    found = Promise.LOSS * odds.given + Promise.THROWS_BACK * won
    if b.round_number < b.scenario.turns:
        found -= Promise.LOSS * odds.taken + Promise.THROWN_BACK * odds.lost
    else:  # no tomorrow: only ground counts
        found -= Promise.LAST * (odds.taken + odds.lost)
    if dies(b, enemy):
        found += Promise.KILL * odds.killed
    wanted = prize(b, regiment.side, enemy.hex)
    if wanted:
        found += point * Promise.PRIZE * wanted * won
    return found


def assaults(b: Battle, regiment: Regiment, point: float = Promise.POINT) -> list[Assault]:
    """The attacks that the regiment can make with the moves it has left, the most promising first."""
    ground = b.ground
    hq = b.hq_of(regiment)
    if hq is None:
        return []
    radius = ground.grid.within(hq.hex, command_reach(b, hq))
    reaches: list[tuple[Stand, int]] = []
    near = 0
    for stand in battalions(b, regiment):
        if not stand.marched:
            reach = (1 << stand.hex if stand.moved else 1 << stand.hex | moves(b, stand)) & radius
            reaches.append((stand, reach))
            near |= ground.zone(reach)
    found: list[Assault] = []
    for target in bits(b.enemies(regiment.side) & near):
        posts = posts_for(b, reaches, target)
        found.append(Assault(gain(b, regiment, posts, b.stands[b.at[target]], point), target, posts))
    found.sort(key=lambda each: -each.gain)
    return found


def posts_for(b: Battle, reaches: list[tuple[Stand, int]], target: int) -> list[Post]:
    """3.4.b The stands with most dice that can get next to a target, as many as may attack it, and where."""
    most = b.ground.numbers["stands_moving"]
    enemy = b.stands[b.at[target]]
    beside = b.ground.grid.neighbour_mask[target]
    away = b.ground.distance[target]
    ready = [(stand, reach & beside) for stand, reach in reaches if reach & beside]
    ready.sort(key=lambda each: (-stand_dice(b, each[0], enemy, True, True), away[each[0].hex]))
    posts: list[Post] = []
    taken = 0
    for stand, hexes in ready:
        free = hexes & ~taken
        if free and len(posts) < most:
            place = stand.hex if free >> stand.hex & 1 else post(b, stand, free)
            taken |= 1 << place
            posts.append((stand, place))
    return posts


def post(b: Battle, stand: Stand, free: int) -> int:
    """The best of some hexes to attack from: dry, on an objective, beside few enemies."""
    ground = b.ground
    enemies = b.enemies(stand.side)

    def rank(place: int) -> float:
        near = (ground.grid.neighbour_mask[place] & enemies).bit_count()
        value = Promise.POST_PRIZE * prize(b, stand.side, place)
        return value - Promise.POST_WET * (ground.die_less >> place & 1) - near

    return max(bits(free), key=rank)
