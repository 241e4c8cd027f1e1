"""Which options deserve a thought: a few of them, or the one that a rule of thumb picks."""

from collections.abc import Callable

from sandtable.systems.regimental.rules.combat_dice import defence_dice
from sandtable.systems.regimental.rules.orders import READY, legal_orders
from sandtable.systems.regimental.showing.odds import fill
from sandtable.systems.regimental.state.pieces import Battle, Regiment, Stand
from sandtable.systems.regimental.thinking.weights import Call, Wish
from sandtable.systems.regimental.thinking.worth import behind, best_partner
from sandtable.table.decision import Choice, Decision


def shortlist(b: Battle, decision: Decision) -> list[Choice]:
    """A few options, or one where a rule of thumb is good enough."""
    options = decision.options()
    picked = PICKS.get(decision.kind)
    return picked(b, decision, options) if picked is not None else options


def order(b: Battle, decision: Decision, options: list[Choice]) -> list[Choice]:
    return [best_order(b, decision, options)]


def ready(b: Battle, decision: Decision, options: list[Choice]) -> list[Choice]:
    return [READY] if READY in options else options


def as_they_are(b: Battle, decision: Decision, options: list[Choice]) -> list[Choice]:
    return [choice for choice in options if choice.do == "done"] or options


def activation(b: Battle, decision: Decision, options: list[Choice]) -> list[Choice]:
    return [min(options, key=lambda choice: front_distance(b, choice))]


def mover(b: Battle, decision: Decision, options: list[Choice]) -> list[Choice]:
    return [next_mover(b, options)]


def battery(b: Battle, decision: Decision, options: list[Choice]) -> list[Choice]:
    return [choice for choice in options if choice.do == "select"][:1]


def partner(b: Battle, decision: Decision, options: list[Choice]) -> list[Choice]:
    stands = stands_in(b, options)
    return [Choice("join", best_partner(b, b.fight, stands).id)] if stands else options


def support(b: Battle, decision: Decision, options: list[Choice]) -> list[Choice]:
    return [max(options, key=lambda choice: call_rank(b, choice))]


def opponent(b: Battle, decision: Decision, options: list[Choice]) -> list[Choice]:
    return [max(options, key=lambda choice: opposed(b, choice))]


def recovery(b: Battle, decision: Decision, options: list[Choice]) -> list[Choice]:
    return [choice for choice in options if choice.do != "done"]


PICKS: dict[str, Callable[[Battle, Decision, list[Choice]], list[Choice]]] = {
    "order": order,
    "orders": ready,
    "support shuffle": as_they_are,
    "core shuffle": as_they_are,
    "night shuffle": as_they_are,
    "activation": activation,
    "mover": mover,
    "retreater": mover,
    "battery": battery,
    "join": partner,
    "support": support,
    "defensive support": support,
    "opponent": opponent,
    "recovery": recovery,
}


# Rules of thumb ----------------------------------------------------------------------------------


def stands_in(b: Battle, options: list[Choice]) -> list[Stand]:
    """The stands that some options name; those that decline name none."""
    return [b.stand(choice.piece) for choice in options if choice.piece]


def front_distance(b: Battle, choice: Choice) -> int:
    """How far a regiment is from the enemy."""
    regiment = b.regiment(choice.piece)
    enemy = b.enemies(regiment.side)
    return min([b.ground.nearest(stand.hex, enemy) for stand in b.stands_of(regiment)], default=99)


def next_mover(b: Battle, options: list[Choice]) -> Choice:
    """Battalions before the HQ, the nearest to the enemy first."""
    return next_movers(b, options)[0]


def next_movers(b: Battle, options: list[Choice]) -> list[Choice]:
    """The same, with all who are as near."""
    best, least = options[-1:], (9, 0)
    for choice in options:
        stand = b.find_stand(choice.piece)
        if stand is not None:
            key = (int(stand.type.hq), b.ground.nearest(stand.hex, b.enemies(stand.side)))
            if key <= least:
                best, least = [*best, choice] if key == least else [choice], key
    return best


def call_rank(b: Battle, choice: Choice) -> int:
    """Fire support costs nothing, a gun has shots, an air point is rare."""
    gun = b.find_stand(choice.piece)
    if choice.do == "gun" and gun is not None:
        return Call.GUN + min(gun.type.dice, gun.sp) + gun.shots
    return {"fire support": Call.FIRE_SUPPORT, "air": Call.AIR}.get(choice.do, 0)


def opposed(b: Battle, choice: Choice) -> int:
    """The defender's dice against this attacker."""
    combat = b.fight.copy()
    stand = b.stand(choice.piece)
    combat.opponent = stand.index
    fill(b, combat, 1)
    return defence_dice(b, combat)


def best_order(b: Battle, decision: Decision, options: list[Choice]) -> Choice:
    """Guard what is held and threatened, move on what is not; a worn regiment holds."""
    hq = b.stand(decision.piece)
    regiment = b.regiments[hq.regiment]
    legal = legal_orders(b, regiment)
    wish = wishes(b, regiment)
    best = next((order for order in wish if order in legal), legal[0])
    return next((choice for choice in options if choice.to == best), options[0])


def wishes(b: Battle, regiment: Regiment) -> str:
    """Orders in the order of preference."""
    stands = [stand for stand in b.stands_of(regiment) if not stand.type.hq]
    enemy = b.enemies(regiment.side)
    near = min([b.ground.nearest(stand.hex, enemy) for stand in stands], default=99)
    left = sum(stand.sp for stand in stands)
    full = sum(b.stands[i].type.sp for i in regiment.stands[1:])
    guarded = 0
    for number, objective in enumerate(b.scenario.objectives):
        if b.holders[number] == regiment.side and any(b.ground.distance[s.hex][objective.hex] <= 1 for s in stands):
            guarded += objective.points
    if left * Wish.WORN < full:
        return "HDM" if near <= Wish.NEAR_WORN else "MHD"
    if behind(b, regiment.side):
        return "MHD"
    return "DHM" if guarded and near <= Wish.NEAR else "MHD"
