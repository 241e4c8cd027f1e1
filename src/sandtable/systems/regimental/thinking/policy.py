"""The quick policy: what a commander answers at once, with a plan in mind or by rules of thumb.

It tries nothing out. It plays both sides in every line of play that is weighed, so all of it is short and quick.
"""

from collections.abc import Callable

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.rules.combat_dice import gun_dice, stand_dice
from sandtable.systems.regimental.rules.losses import capacity
from sandtable.systems.regimental.rules.movement import STAY, marches, moves
from sandtable.systems.regimental.rules.orders import GIVE, READY, legal_orders
from sandtable.systems.regimental.showing.odds import throws
from sandtable.systems.regimental.state.pieces import Battle, Regiment, Stand
from sandtable.systems.regimental.thinking.assaults import ADVANCE, Assault, assaults, battalions, gain, point
from sandtable.systems.regimental.thinking.combat_estimate import Post
from sandtable.systems.regimental.thinking.destinations import goal_of, hq_place, march, where_to
from sandtable.systems.regimental.thinking.shortlist import call_rank, front_distance, next_mover, opposed, stands_in
from sandtable.systems.regimental.thinking.weights import Battery, Policy, Promise, Recovery
from sandtable.systems.regimental.thinking.worth import behind, best_partner, prize
from sandtable.table.asking import DONE, PASS
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme

# The answers -------------------------------------------------------------------------------------


def move(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """To its post in the assault that is planned or promises something; else on to the goal."""
    stand = b.stand(decision.piece)
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
    found = assaults(b, regiment, point(scheme))
    if len(words) > 2:
        target = b.ground.index[words[2]]
        for each in found:
            if each.target == target:
                return each
    return found[0] if found and found[0].gain > 0 else None


def mover(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    return next_mover(b, decision.options())


def attack(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """The attack that is planned; else the one that promises most, if one does."""
    regiment = b.regiments[b.active]
    options = [choice for choice in decision.options() if choice.do == "attack"]
    words = scheme.orders.get(regiment.key, "").split() if scheme is not None else []
    planned = words[2] if len(words) > 2 else ""
    best, most = PASS, 0.0
    for choice in options:
        stand = b.stand(choice.piece)
        enemy = b.stands[b.at[b.ground.index[choice.to]]]
        posts: list[Post] = [(stand, stand.hex)]
        if regiment.order == "M":
            away = b.ground.distance[enemy.hex]
            stands = [b.stand(other.piece) for other in options if other.to == choice.to and other != choice]
            if stands:
                partner = max(stands, key=lambda each: stand_dice(b, each, enemy, away[each.hex] == 1, True))
                posts.append((partner, partner.hex))
        value = gain(b, regiment, posts, enemy, point(scheme)) + (Promise.RESOLVE if choice.to == planned else 0.0)
        if value > most:
            best, most = choice, value
    return best


def order(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    hq = b.stand(decision.piece)
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
        near = min([b.ground.nearest(stand.hex, b.enemies(regiment.side)) for stand in stands], default=99)
        if near <= Policy.WARY:
            held = held_by(b, regiment.side)
            here = any(b.ground.distance[stand.hex][place] <= 1 for stand in stands for place in held)
            if here or (near <= Policy.IN_TOUCH and not behind(b, regiment.side)):
                wish = "DHM"
    return next((order for order in wish if order in legal), legal[0])


def mans_a_gap(b: Battle, regiment: Regiment) -> bool:
    """Whether a regiment that stands on no objective has one to man: held, empty, near to it and to the enemy."""
    stands = battalions(b, regiment)
    held = held_by(b, regiment.side)
    if any(stand.hex in held for stand in stands):
        return False
    for place in held:
        if place not in b.at and b.ground.nearest(place, b.enemies(regiment.side)) <= Policy.GAP:
            way = march(b.ground, place)
            if any(way[stand.hex] <= Policy.MANNED_IN for stand in stands):
                return True
    return False


def held_by(b: Battle, side: int) -> list[int]:
    """The objectives that a side holds."""
    return [objective.hex for objective in b.held_by(side)]


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
        found = assaults(b, regiment, point(scheme)) if regiment.order == "M" else []
        return (regiment.order != "D", -max(0.0, found[0].gain) if found else 0.0, front_distance(b, choice))

    return min(decision.options(), key=rank)


def join(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    return Choice("join", best_partner(b, b.fight, stands_in(b, decision.options())).id)


def support(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    return max(decision.options(), key=lambda choice: call_rank(b, choice))


def opponent(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    return max(decision.options(), key=lambda choice: opposed(b, choice))


def fire_back(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    return decision.options()[0]


def loss(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """What costs no die, from the stand that has most; never the last of a stand if another can pay."""

    def pain(choice: Choice) -> float:
        stand = b.find_stand(choice.piece)
        if stand is None:
            return Policy.LOSE_COMPANY
        if stand.sp == 1:
            return Policy.LOSE_LAST
        point = Policy.LOSE_SPARE if stand.sp > stand.type.dice else Policy.LOSE_DIE
        return point - Policy.LOSE_FROM_STRONG * stand.sp

    return min(decision.options(), key=pain)


def stand_fast(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """On an objective, and elsewhere while it is strong."""
    stand = b.stand(decision.piece)
    here = any(objective.hex == stand.hex for objective in b.scenario.objectives)
    if here or stand.sp > Policy.STANDS_FAST:
        return decision.options()[0]
    return decision.options()[-1]


def fall_back(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Into an objective, near its HQ, in cover."""
    stand = b.stand(decision.piece)
    ground = b.ground
    hq = b.hq_of(b.regiments[stand.regiment]) if stand.regiment >= 0 else None
    enemy = b.enemies(stand.side)

    def rank(choice: Choice) -> float:
        place = ground.index[choice.to]
        value = Policy.BACK_PRIZE * prize(b, stand.side, place) + Policy.BACK_COVER * (ground.cover >> place & 1)
        if any(objective.hex == place for objective in b.scenario.objectives):
            value += Policy.BACK_OBJECTIVE
        if hq is not None and ground.distance[hq.hex][place] > ground.numbers["command"]:
            value -= Policy.BACK_STRAY
        if stand.type.artillery:
            value += Policy.BATTERY_BACK * min(Policy.BATTERY_BACK_MOST, ground.nearest(place, enemy))
        if hq is None:
            return value
        goal = goal_of(b, b.regiments[stand.regiment], place)
        return value - Policy.BACK_APPROACH * march(ground, goal)[place]

    return max(decision.options(), key=rank)


def pursuit(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Onto an objective always; elsewhere if that brings the stand nearer to one, and no guard leaves his."""
    target = b.fight.target
    stands = stands_in(b, decision.options())
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
    return fire_or_move(b, decision, lambda target: hit_worth(b, target))


def fire_or_move(b: Battle, decision: Decision, worth: Callable[[Stand], float]) -> Choice:
    """The barrage that promises most, or a move where the enemy is too near or too far."""
    piece = b.stand(decision.piece)
    best, most = DONE, 0.0
    for choice in decision.options():
        if choice.do != "barrage":
            break
        target = b.stands[b.at[b.ground.index[choice.to]]]
        value = hit_chance(b, piece, target) * worth(target)
        if value > most:
            best, most = choice, value
    near = b.ground.nearest(piece.hex, b.enemies(piece.side))
    if near > Battery.AT_ITS_THROAT and (best is not DONE or near <= Battery.CONTENT):
        return best
    return battery_move(b, piece, best)


def hit_chance(b: Battle, battery: Stand, target: Stand) -> float:
    """5.1.b The chance that a shot of a battery hits."""
    row = b.scenario.rulebook.chart[f"attack_{b.status(target)}"]
    dice = gun_dice(b, battery, target)
    total: int = 6**dice
    return 1 - throws(dice, row.hits, row.pair)[0] / total


def hit_worth(b: Battle, target: Stand) -> float:
    """What a hit on a stand is worth: its end, a point to spare, or a die."""
    if capacity(b, target) == 1:
        return Battery.FINISHED
    return Battery.SPARE if target.sp > target.type.dice else Battery.DIE


def battery_move(b: Battle, piece: Stand, otherwise: Choice) -> Choice:
    """A battery stays some hexes from the enemy and within range of him."""
    ground = b.ground
    enemy = b.enemies(piece.side)
    near = moves(b, piece)
    far = marches(b, piece) & ~near
    fronts = [ground.distance[h] for h in bits(enemy)]

    def rank(place: int) -> float:
        nearest = min([front[place] for front in fronts], default=9)
        if nearest < Battery.CLOSE:
            value = -Battery.FLIGHT * (Battery.BEST - nearest)
        else:
            value = -Battery.APPROACH * max(0, nearest - Battery.BEST)
        return value - Battery.WET * (ground.river >> place & 1)

    here = rank(piece.hex)
    best = max(bits(near | far), key=rank, default=piece.hex)
    if best == piece.hex or rank(best) <= here + Battery.WORTH_A_MOVE:
        return otherwise
    return Choice("move" if near >> best & 1 else "march", piece.id, ground.names[best])


def recovery(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Companies, then stands that have lost dice, then lost stands, then the rest."""

    def rank(choice: Choice) -> float:
        if choice.do == "return":
            return Recovery.COMPANY if b.in_command(b.stand(choice.to)) else Recovery.COMPANY_ASTRAY
        stand = b.find_stand(choice.piece)
        if stand is None:
            return 0.0
        if choice.do == "recall":
            return Recovery.RECALL
        if stand.type.hq:
            return Recovery.HQ if stand.sp > 1 else Recovery.LAST_HQ
        if stand.sp < stand.type.dice:
            return Recovery.LOST_DIE
        return Recovery.STRENGTH - Recovery.FROM_STRONG * stand.sp

    return max(decision.options(), key=rank)


def retreat(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Far from the enemy, near to what is held."""
    stand = b.stand(decision.piece)
    enemy = b.enemies(stand.side)
    held = [o.hex for n, o in enumerate(b.scenario.objectives) if b.holders[n] == stand.side]

    def rank(choice: Choice) -> float:
        place = b.ground.index[choice.to] if choice.to else stand.hex
        near = b.ground.nearest(place, enemy)
        home = min([b.ground.distance[place][h] for h in held], default=0)
        return min(Policy.RETREAT_MOST, near) - Policy.RETREAT_HELD * home

    return max(decision.options(), key=rank)


def new_hq(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    hq = b.stand(decision.piece)
    stands = [b.ground.distance[stand.hex] for stand in b.stands_of(b.regiments[hq.regiment])]
    enemy = b.enemies(hq.side)
    command = b.ground.numbers["command"]

    def rank(choice: Choice) -> float:
        place = b.ground.index[choice.to]
        near = b.ground.nearest(place, enemy)
        return sum([away[place] <= command for away in stands]) + Policy.NEW_HQ * min(Policy.NEW_HQ_MOST, near)

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
