"""The quick hand: what a commander answers at once, with a plan in mind or by rules of thumb.

It tries nothing out. It plays both sides in every line of play that is weighed, so all of it is short and quick.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.bot import behind, best_partner, call_rank, front_distance, opposed
from sandtable.systems.regimental.clash import Clash, Post, dies, reckoned
from sandtable.systems.regimental.dice import gun_dice, stand_dice
from sandtable.systems.regimental.ground import Ground
from sandtable.systems.regimental.movement import STAY, marches, moves
from sandtable.systems.regimental.odds import throws
from sandtable.systems.regimental.orders import GIVE, READY, legal_orders
from sandtable.systems.regimental.pieces import Battle, Regiment, Stand
from sandtable.table.asking import DONE, PASS
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme

POINT = 4.0  # an objective point
LOSS = 0.38  # a strength point or company
LAST = 0.1  # a loss, or being thrown back, in the last round
THROWN_BACK = 0.4
THROWS_BACK = 0.5
KILL = 1.0  # a stand gone for good
APPROACH = 0.09  # a hex nearer to the goal
GUARD = 1.0  # a held objective with a stand in it
STRAY = 0.5  # a stand that its HQ cannot reach
WARY = 6  # hexes at which an enemy is near
DANGER = 0.1  # an enemy that could fall upon a moving stand


ADVANCE = "advance"  # a word of plans: no assault, on to the goal
RESOLVE = 0.5  # how much worse than nothing an attack may be that is planned


class Assault(NamedTuple):
    """An attack that a regiment could make."""

    gain: float
    target: int
    posts: list[Post]


@lru_cache(maxsize=512)
def march(ground: Ground, goal: int) -> list[int]:
    """From each hex to a goal: hexes, and more for those that halt. What is cut off is far away."""
    found = [99] * ground.size
    found[goal] = 0
    front = [goal]
    while front:
        further: list[int] = []
        for here in front:
            cost = found[here] + 1 + (ground.halts >> here & 1) + 2 * (ground.river >> here & 1)
            for to in ground.neighbours[here]:
                if cost < found[to]:
                    found[to] = cost
                    further.append(to)
        front = further
    return found


# Attacks -----------------------------------------------------------------------------------------


def prize(b: Battle, side: int, place: int) -> int:
    """The points that a side would take with a hex."""
    for number, objective in enumerate(b.scenario.objectives):
        if objective.hex == place and b.holders[number] != side:
            return objective.points
    return 0


def gain(b: Battle, regiment: Regiment, posts: list[Post], enemy: Stand) -> float:
    """What an attack promises."""
    odds: Clash = reckoned(b, regiment, posts, enemy)
    won = odds.won * (0.5 if b.status(enemy) == "D" else 1.0)
    found = LOSS * odds.given + THROWS_BACK * won
    if b.round_number < b.scenario.turns:
        found -= LOSS * odds.taken + THROWN_BACK * odds.lost
    else:  # no tomorrow: only ground counts
        found -= LAST * (odds.taken + odds.lost)
    if dies(b, enemy):
        found += KILL * odds.killed
    wanted = prize(b, regiment.side, enemy.hex)
    if wanted:
        found += POINT * 0.8 * wanted * won
    return found


def assaults(b: Battle, regiment: Regiment) -> list[Assault]:
    """The attacks that the regiment can make with the moves it has left, the most promising first."""
    ground = b.ground
    hq = b.hq_of(regiment)
    if hq is None:
        return []
    radius = ground.grid.within(hq.hex, 2 if hq.moved else 2 + hq.rate.normal)
    reaches: list[tuple[Stand, int]] = []
    near = 0
    for stand in battalions(b, regiment):
        if not stand.marched:
            reach = (1 << stand.hex if stand.moved else 1 << stand.hex | moves(b, stand)) & radius
            reaches.append((stand, reach))
            near |= ground.zone(reach)
    found: list[Assault] = []
    for target in bits(b.occupied[1 - regiment.side] & near):
        posts = posts_for(b, reaches, target)
        found.append(Assault(gain(b, regiment, posts, b.stands[b.at[target]]), target, posts))
    found.sort(key=lambda each: -each.gain)
    return found


def posts_for(b: Battle, reaches: list[tuple[Stand, int]], target: int) -> list[Post]:
    """The two stands with most dice that can get next to a target, and where."""
    enemy = b.stands[b.at[target]]
    beside = b.ground.grid.neighbour_mask[target]
    away = b.ground.distance[target]
    ready = [(stand, reach & beside) for stand, reach in reaches if reach & beside]
    ready.sort(key=lambda each: (-stand_dice(b, each[0], enemy, True, True), away[each[0].hex]))
    posts: list[Post] = []
    taken = 0
    for stand, hexes in ready:
        free = hexes & ~taken
        if free and len(posts) < 2:
            place = stand.hex if free >> stand.hex & 1 else post(b, stand, free)
            taken |= 1 << place
            posts.append((stand, place))
    return posts


def post(b: Battle, stand: Stand, free: int) -> int:
    """The best of some hexes to attack from: dry, on an objective, beside few enemies."""
    ground = b.ground
    enemies = b.occupied[1 - stand.side]

    def rank(place: int) -> float:
        near = (ground.grid.neighbour_mask[place] & enemies).bit_count()
        return 4 * prize(b, stand.side, place) - 2 * (ground.die_less >> place & 1) - near

    return max(bits(free), key=rank)


# Moves -------------------------------------------------------------------------------------------


def goal_of(b: Battle, regiment: Regiment, place: int) -> int:
    """The objective that a stand goes for: the nearest that its side does not hold, or else one that it does."""
    best, least = place, 999.0
    for number, objective in enumerate(b.scenario.objectives):
        cost = march(b.ground, objective.hex)[place] - 1.5 * objective.points
        if b.holders[number] == regiment.side:
            cost += 100
        if cost < least:
            best, least = objective.hex, cost
    return best


def where_to(b: Battle, stand: Stand, goal: int = -1) -> Choice:
    """Where a stand goes that has no attack to make: on to its goal, taking what lies free, not into danger."""
    regiment = b.regiments[stand.regiment]
    near = moves(b, stand)
    far = marches(b, stand) & ~near
    place = best_hex(b, regiment, stand, near | far | 1 << stand.hex, goal)
    if place == stand.hex:
        return STAY
    return Choice("move" if near >> place & 1 else "march", stand.id, b.ground.names[place])


def best_hex(b: Battle, regiment: Regiment, stand: Stand, hexes: int, goal: int) -> int:
    ground = b.ground
    side = stand.side
    values: dict[int, float] = {}
    for number, objective in enumerate(b.scenario.objectives):
        if hexes >> objective.hex & 1:
            held = b.holders[number] == side
            values[objective.hex] = objective.points * (GUARD if held else POINT)
    way = march(ground, goal_of(b, regiment, stand.hex) if goal < 0 else goal)
    hq = b.hq_of(regiment)
    tether = b""
    reach = 0
    if hq is not None:
        tether = ground.distance[hq.hex]
        reach = 2 if hq.moved else 2 + hq.rate.normal
    threats = threats_to(b, side)
    best, most = stand.hex, -999.0
    for place in bits(hexes):
        value = values.get(place, 0.0) - APPROACH * way[place]
        if tether and tether[place] > reach:
            value -= STRAY
        for away, strike in threats:
            if away[place] <= strike:
                value -= DANGER
        if value > most:
            best, most = place, value
    return best


def threats_to(b: Battle, side: int) -> list[tuple[bytes, int]]:
    """The enemy's stands that may still attack in this round: their distances and how far they strike."""
    found: list[tuple[bytes, int]] = []
    for regiment in b.regiments:
        if regiment.side != side and not regiment.gone and not regiment.activated and regiment.order in ("M", "H"):
            for i in regiment.stands[1:]:
                stand = b.stands[i]
                if stand.hex >= 0:
                    strike = stand.rate.normal + 1 if regiment.order == "M" else 1
                    found.append((b.ground.distance[stand.hex], strike))
    return found


def hq_place(b: Battle, hq: Stand) -> Choice:
    """Where an HQ goes: its stands in command, the attackers first, and the enemy not at its throat."""
    regiment = b.regiments[hq.regiment]
    near = moves(b, hq)
    far = marches(b, hq) & ~near
    ground = b.ground
    enemy = b.occupied[1 - hq.side]
    zone = ground.zone(enemy)
    close = ground.zone(zone)
    stands = [
        (ground.distance[s.hex], 2.0 if zone >> s.hex & 1 else 1.0) for s in b.stands_of(regiment) if s is not hq
    ]
    best, most = hq.hex, -999.0
    for place in bits(near | far | 1 << hq.hex):
        value = 0.0
        for away, weight in stands:
            distance = away[place]
            value += weight if distance <= 2 else -0.1 * distance
        if zone >> place & 1:
            value -= 1.6
        elif close >> place & 1:
            value -= 0.3
        value += 0.1 * (ground.cover >> place & 1) + 0.05 * (place == hq.hex)
        value += 3.0 * prize(b, hq.side, place)
        if value > most:
            best, most = place, value
    if best == hq.hex:
        return STAY
    return Choice("move" if near >> best & 1 else "march", hq.id, ground.names[best])


# The answers -------------------------------------------------------------------------------------


def move(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """To its post in the assault that is planned or promises something; else on to the goal."""
    stand = b.stand(decision.piece)
    assert stand is not None
    if stand.type.hq:
        return hq_place(b, stand)
    plan = assault_of(b, b.regiments[stand.regiment], scheme)
    if plan is not None:
        for each, place in plan.posts:
            if each is stand:
                return STAY if place == stand.hex else Choice("move", stand.id, b.ground.names[place])
    return where_to(b, stand)


def assault_of(b: Battle, regiment: Regiment, scheme: Scheme | None) -> Assault | None:
    """The assault that a regiment prepares: the one of the plan, or the best if it promises something."""
    words = scheme.orders.get(regiment.key, "").split() if scheme is not None else []
    if words[1:] == [ADVANCE]:
        return None
    found = assaults(b, regiment)
    if len(words) > 2:
        target = b.ground.index[words[2]]
        for each in found:
            if each.target == target:
                return each
    return found[0] if found and found[0].gain > 0 else None


def mover(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Battalions before the HQ, the nearest to the enemy first."""
    best, least = DONE, (9, 0)
    for choice in decision.options():
        stand = b.stand(choice.piece)
        if stand is not None:
            key = (int(stand.type.hq), b.ground.nearest(stand.hex, b.occupied[1 - stand.side]))
            if key < least:
                best, least = choice, key
    return best


def attack(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """The attack that is planned; else the one that promises most, if one does."""
    regiment = b.regiments[b.active]
    options = [choice for choice in decision.options() if choice.do == "attack"]
    words = scheme.orders.get(regiment.key, "").split() if scheme is not None else []
    planned = words[2] if len(words) > 2 else ""
    best, most = PASS, 0.0
    for choice in options:
        stand = b.stand(choice.piece)
        assert stand is not None
        enemy = b.stands[b.at[b.ground.index[choice.to]]]
        posts: list[Post] = [(stand, stand.hex)]
        if regiment.order == "M":
            away = b.ground.distance[enemy.hex]
            others = [b.stand(other.piece) for other in options if other.to == choice.to and other != choice]
            stands = [each for each in others if each is not None]
            if stands:
                partner = max(stands, key=lambda each: stand_dice(b, each, enemy, away[each.hex] == 1, True))
                posts.append((partner, partner.hex))
        value = gain(b, regiment, posts, enemy) + (RESOLVE if choice.to == planned else 0.0)
        if value > most:
            best, most = choice, value
    return best


def order(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    hq = b.stand(decision.piece)
    assert hq is not None
    regiment = b.regiments[hq.regiment]
    legal = legal_orders(b, regiment)
    if scheme is not None:
        wanted = scheme.orders.get(regiment.key, "")[:1]
        if wanted in legal:
            return GIVE[wanted]
    return GIVE[default_order(b, regiment, legal)]


def default_order(b: Battle, regiment: Regiment, legal: tuple[str, ...]) -> str:
    """Who must take ground moves. Who must keep it mans it, and digs in where he stands on it with the enemy near."""
    wish = "MHD"
    if regiment.side != b.scenario.victory.side and not mans_a_gap(b, regiment):
        stands = battalions(b, regiment)
        near = min([b.ground.nearest(stand.hex, b.occupied[1 - regiment.side]) for stand in stands], default=99)
        if near <= WARY:
            held = held_by(b, regiment.side)
            here = any(b.ground.distance[stand.hex][place] <= 1 for stand in stands for place in held)
            if here or (near <= 2 and not behind(b, regiment.side)):
                wish = "DHM"
    return next((order for order in wish if order in legal), legal[0])


def mans_a_gap(b: Battle, regiment: Regiment) -> bool:
    """Whether a regiment that stands on no objective has one to man: held, empty, near to it and to the enemy."""
    stands = battalions(b, regiment)
    held = held_by(b, regiment.side)
    if any(stand.hex in held for stand in stands):
        return False
    for place in held:
        if place not in b.at and b.ground.nearest(place, b.occupied[1 - regiment.side]) <= WARY + 1:
            way = march(b.ground, place)
            if any(way[stand.hex] <= 4 for stand in stands):
                return True
    return False


def battalions(b: Battle, regiment: Regiment) -> list[Stand]:
    """Its stands on the map but the HQ."""
    stands = b.stands
    return [stands[i] for i in regiment.stands[1:] if stands[i].hex >= 0]


def held_by(b: Battle, side: int) -> list[int]:
    """The objectives that a side holds."""
    return [o.hex for o, holder in zip(b.scenario.objectives, b.holders, strict=True) if holder == side]


def ready(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    return READY


def done(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Nothing is shifted; where somebody was put into another's place, whatever settles it."""
    options = decision.options()
    return options[-1]


def activation(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Who is dug in lets the others come first; then the regiment with the best assault, or the nearest one."""

    def rank(choice: Choice) -> tuple[bool, float, int]:
        regiment = b.regiment(choice.piece)
        assert regiment is not None
        found = assaults(b, regiment) if regiment.order == "M" else []
        return (regiment.order != "D", -max(0.0, found[0].gain) if found else 0.0, front_distance(b, choice))

    return min(decision.options(), key=rank)


def join(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    assert b.combat is not None
    stands = [stand for stand in (b.stand(choice.piece) for choice in decision.options()) if stand is not None]
    return Choice("join", best_partner(b, b.combat, stands).id)


def support(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    return max(decision.options(), key=lambda choice: call_rank(b, choice))


def opponent(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    return max(decision.options(), key=lambda choice: opposed(b, choice))


def fire_back(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    return decision.options()[0]


def loss(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """What costs no die, from the stand that has most; never the last of a stand if another can pay."""

    def pain(choice: Choice) -> float:
        stand = b.stand(choice.piece)
        if stand is None:
            return 0.55
        if stand.sp == 1:
            return 5.0
        return (0.2 if stand.sp > stand.type.dice else 0.5) - 0.01 * stand.sp

    return min(decision.options(), key=pain)


def stand_fast(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """On an objective, and elsewhere while it is strong."""
    stand = b.stand(decision.piece)
    assert stand is not None
    here = any(objective.hex == stand.hex for objective in b.scenario.objectives)
    if here or stand.sp > 2:
        return decision.options()[0]
    return decision.options()[-1]


def fall_back(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Into an objective, near its HQ, in cover."""
    stand = b.stand(decision.piece)
    assert stand is not None
    ground = b.ground
    hq = b.hq_of(b.regiments[stand.regiment]) if stand.regiment >= 0 else None
    enemy = b.occupied[1 - stand.side]

    def rank(choice: Choice) -> float:
        place = ground.index[choice.to]
        value = 4.0 * prize(b, stand.side, place) + 0.5 * (ground.cover >> place & 1)
        if any(objective.hex == place for objective in b.scenario.objectives):
            value += 1.0
        if hq is not None and ground.distance[hq.hex][place] > 2:
            value -= 0.5
        if stand.type.artillery:
            value += 0.2 * min(5, ground.nearest(place, enemy))
        return value - 0.05 * march(ground, goal_of(b, b.regiments[stand.regiment], place))[place] if hq else value

    return max(decision.options(), key=rank)


def pursuit(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Onto an objective always; elsewhere if that brings the stand nearer to one, and no guard leaves his."""
    assert b.combat is not None
    target = b.combat.target
    options = decision.options()
    stands = [stand for stand in (b.stand(choice.piece) for choice in options) if stand is not None]
    side = stands[0].side
    guards = {objective.hex for number, objective in enumerate(b.scenario.objectives) if b.holders[number] == side}
    free = [stand for stand in stands if stand.hex not in guards]
    if prize(b, side, target):
        return Choice("pursue", max(free or stands, key=lambda stand: stand.sp).id)
    for stand in free:
        way = march(b.ground, goal_of(b, b.regiments[stand.regiment], stand.hex))
        if way[target] < way[stand.hex]:
            return Choice("pursue", stand.id)
    return PASS


def battery(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    return decision.options()[0]


def gun(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Fire at what it hurts most; with nothing to fire at, come nearer."""
    piece = b.stand(decision.piece)
    assert piece is not None
    chart = b.scenario.rulebook.chart
    best, most = DONE, 0.0
    for choice in decision.options():
        if choice.do != "barrage":
            break
        target = b.stands[b.at[b.ground.index[choice.to]]]
        row = chart[f"attack_{b.status(target)}"]
        dice = gun_dice(b, piece, target)
        hit = 1 - throws(dice, row.hits, row.pair)[0] / 6**dice
        worth = 1.5 if target.sp == 1 and target.company < 0 else 0.2 if target.sp > target.type.dice else 0.5
        if hit * worth > most:
            best, most = choice, hit * worth
    near = b.ground.nearest(piece.hex, b.occupied[1 - piece.side])
    if near > 2 and (best is not DONE or near <= 6):
        return best
    return battery_move(b, piece, best)


def battery_move(b: Battle, piece: Stand, otherwise: Choice) -> Choice:
    """A battery stays some hexes from the enemy and within range of him."""
    ground = b.ground
    enemy = b.occupied[1 - piece.side]
    near = moves(b, piece)
    far = marches(b, piece) & ~near
    fronts = [ground.distance[h] for h in bits(enemy)]

    def rank(place: int) -> float:
        nearest = min([front[place] for front in fronts], default=9)
        return (-2.0 * (5 - nearest) if nearest < 4 else -0.5 * max(0, nearest - 5)) - 0.5 * (
            ground.river >> place & 1
        )

    here = rank(piece.hex)
    best = max(bits(near | far), key=rank, default=piece.hex)
    if best == piece.hex or rank(best) <= here + 0.4:
        return otherwise
    return Choice("move" if near >> best & 1 else "march", piece.id, ground.names[best])


def recovery(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Companies, then stands that have lost dice, then lost stands, then the rest."""

    def rank(choice: Choice) -> float:
        if choice.do == "return":
            return 5.0
        stand = b.stand(choice.piece)
        if stand is None:
            return 0.0
        if choice.do == "recall":
            return 2.5
        if stand.type.hq:
            return 1.0 if stand.sp > 1 else 2.8
        return 3.0 if stand.sp < stand.type.dice else 2.0 - 0.1 * stand.sp

    return max(decision.options(), key=rank)


def retreat(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Far from the enemy, near to what is held."""
    stand = b.stand(decision.piece)
    assert stand is not None
    enemy = b.occupied[1 - stand.side]
    held = [o.hex for n, o in enumerate(b.scenario.objectives) if b.holders[n] == stand.side]

    def rank(choice: Choice) -> float:
        place = b.ground.index[choice.to] if choice.to else stand.hex
        near = b.ground.nearest(place, enemy)
        return min(4, near) - 0.2 * min([b.ground.distance[place][h] for h in held], default=0)

    return max(decision.options(), key=rank)


def new_hq(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    hq = b.stand(decision.piece)
    assert hq is not None
    stands = [b.ground.distance[stand.hex] for stand in b.stands_of(b.regiments[hq.regiment])]
    enemy = b.occupied[1 - hq.side]

    def rank(choice: Choice) -> float:
        place = b.ground.index[choice.to]
        return sum([away[place] <= 2 for away in stands]) + 0.3 * min(3, b.ground.nearest(place, enemy))

    return max(decision.options(), key=rank)


ANSWERS: dict[str, Callable[[Battle, Decision, Scheme | None], Choice]] = {
    "order": order,
    "orders": ready,
    "activation": activation,
    "support shuffle": done,
    "core shuffle": done,
    "night shuffle": done,
    "mover": mover,
    "move": move,
    "attack": attack,
    "join": join,
    "support": support,
    "defensive support": support,
    "opponent": opponent,
    "fire back": fire_back,
    "loss": loss,
    "stand fast": stand_fast,
    "falls back first": fire_back,
    "fall back": fall_back,
    "pursuit": pursuit,
    "battery": battery,
    "gun": gun,
    "recovery": recovery,
    "retreater": mover,
    "retreat": retreat,
    "new hq": new_hq,
}


def follow(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """What is answered at once."""
    answer = ANSWERS.get(decision.kind)
    return answer(b, decision, scheme) if answer is not None else decision.options()[0]
