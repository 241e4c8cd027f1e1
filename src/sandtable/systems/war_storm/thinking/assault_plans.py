"""Close assaults: who goes in from where, and what it promises."""

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.attack import TWO_DICE, WAYS
from sandtable.systems.war_storm.rules.fire import targets
from sandtable.systems.war_storm.rules.hand_to_hand import strength
from sandtable.systems.war_storm.rules.morale import platoon_morale
from sandtable.systems.war_storm.rules.movement import armoured, assault_cost
from sandtable.systems.war_storm.showing.odds import up_to
from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Officer, Platoon, Unit
from sandtable.systems.war_storm.thinking.detachment import Detachment, Idea
from sandtable.systems.war_storm.thinking.fire_estimates import defensive_factor, driven_on, mean_steps
from sandtable.systems.war_storm.thinking.situation import Situation, load_of
from sandtable.systems.war_storm.thinking.weights import (
    COVERING,
    FAILED,
    FAILED_EACH,
    FAR,
    LEAST_AV,
    OUT_OF_RANGE,
    ROUTED_BY_STORM,
    ROUTED_TAKEN,
    SPRINGBOARD_LEVEL,
    STEP_MORE,
    STORM_FIRE,
    STORM_TOLL,
    STORMS,
    TIES,
    WON_AT,
)

WINS = [  # the chance that the sum of two dice and so much more, from 0, is higher than that of two others
    sum([p * q for i, p in TWO_DICE for k, q in TWO_DICE if i + edge > k]) / WAYS**2 for edge in range(12)
]


def storms(detachment: Detachment) -> list[Idea]:
    """Close assaults on hexes that several platoons can get at."""
    b = detachment.b
    found: list[Idea] = []
    near = 0
    for each in detachment.platoons:
        if each.hex >= 0:
            near |= b.ground.grid.within(each.hex, each.mp)
    enemy = 1 - detachment.situation.side
    for place in bits(near & b.occupied[enemy]):
        if armoured(b.units_at(place, enemy)):
            continue
        idea = storm(detachment, place)
        if idea is not None:
            found.append(idea)
    found.sort(key=lambda idea: idea.gain, reverse=True)
    return found[:STORMS]


def storm(detachment: Detachment, place: int) -> Idea | None:
    """All who can reach it go in together, up to nine steps; the rest cover."""
    b = detachment.b
    going: dict[Platoon, int] = {}
    steps, room = 0, b.ground.numbers["stacking"]
    load: dict[int, int] = {}
    for each in sorted(detachment.platoons, key=lambda each: (-each.type.av[each.lost], each.index)):
        if steps + each.steps > room or armoured([each]) or each.type.av[each.lost] < LEAST_AV:
            continue
        start = springboard(detachment, each, place, load)
        if start >= 0:
            going[each] = start
            steps += each.steps
            if start != each.hex:
                load[start] = load.get(start, 0) + each.steps
    if not going:
        return None
    gain, win = storm_worth(b, detachment.situation, list(going), place)
    name = b.ground.names[place]
    orders: dict[str, str] = {}
    ends = {each: each.hex for each in detachment.platoons}
    for each in detachment.platoons:
        if each not in going:
            orders[each.id] = f"fire {name}" if place in targets(b, each) else "prepare"
            gain += COVERING
    for each, start in going.items():
        orders[each.id] = f"storm {name} {b.ground.names[start]}"
        ends[each] = place
    gain += stand_after(detachment, going, ends, place, win)
    if detachment.officer is not None:
        gain -= lead_storm(detachment, detachment.officer, name, list(going), ends, orders)
    return detachment.idea(gain, f"storms {name}", orders)


def stand_after(
    detachment: Detachment, going: dict[Platoon, int], ends: dict[Platoon, int], place: int, win: float
) -> float:
    """How much better the company stands afterwards, in the hex or, if it fails, where its platoons went in from.

    Who foresees it counts the fire that is awaited there, without that of the beaten.
    """
    situation = detachment.situation
    here = {each: each.hex for each in detachment.platoons}
    if not situation.foresees:
        return win * (situation.holding(ends, load_of(ends)) - situation.holding(here, load_of(here)))
    failed = here | going
    now = situation.under_fire(here, False)
    return win * situation.under_fire(ends, True, place) + (1 - win) * situation.under_fire(failed, True) - now


def lead_storm(
    detachment: Detachment,
    officer: Officer,
    name: str,
    going: list[Platoon],
    ends: dict[Platoon, int],
    orders: dict[str, str],
) -> float:
    """The officer goes in with platoons of his hex, or follows; what it costs if some are out of his range."""
    detachment.lead(orders, ends)
    words = orders[officer.id].split(" ")
    centre = detachment.b.ground.index[words[1]] if len(words) > 1 else officer.hex
    if words[0] != "rally" and any(each.hex == officer.hex for each in going):
        orders[officer.id] = f"storm {name}"
        centre = detachment.b.ground.index[name]
    far = detachment.b.ground.distance[centre]
    return OUT_OF_RANGE * sum([h >= 0 and far[h] > detachment.command() for h in ends.values()])


def springboard(detachment: Detachment, platoon: Platoon, place: int, load: dict[int, int]) -> int:
    """The hex from which a platoon can go in, the safest first; NEVER if there is none."""
    b = detachment.b
    if platoon.hex < 0:
        return NEVER
    beside = b.ground.neighbours[place]
    if platoon.hex in beside and assault_cost(b, [platoon], platoon.hex, place, platoon.bank) <= platoon.mp:
        return platoon.hex
    best, found = -float(FAR), NEVER
    room = b.ground.numbers["stacking"]
    reach = detachment.reach(platoon)
    for h in beside:
        spent = reach.get(h)
        if spent is None or spent + assault_cost(b, [platoon], h, place) > platoon.mp:
            continue
        if load.get(h, 0) + b.steps[platoon.side].get(h, 0) + platoon.steps > room or b.ground.river >> h & 1:
            continue
        value = -detachment.situation.danger(platoon, h, True) + SPRINGBOARD_LEVEL * b.ground.level[h]
        if value > best:
            best, found = value, h
    return found


def storm_worth(b: Battle, situation: Situation, going: list[Platoon], place: int) -> tuple[float, float]:
    """What a close assault promises, the hex itself left aside, and the chance to win it."""
    defenders = b.units_at(place, 1 - situation.side)
    fighters = [each for each in defenders if isinstance(each, Platoon) and not each.routed]
    standing = [each for each in defenders if isinstance(each, Platoon)]
    checks = 1 + (b.scenario.wire >> place & 1)  # 9.2.1.d, and 9.2.1.a before wire
    bold = [float(up_to(platoon_morale(b, each))) ** checks for each in going]
    if not fighters:
        caught = ROUTED_TAKEN * len(standing)
        if situation.foresees:
            caught = driven_on(b, situation.prize, [each for each in defenders if each.routed])
        return (caught * max(bold), max(bold))
    mine = sum([each.type.av[each.lost] * chance for each, chance in zip(going, bold, strict=True)])
    units: list[Unit] = [*going]
    theirs, _ = strength(b, defenders, place, units)
    ff = defensive_factor(b, fighters)
    fire = mean_steps(b.scenario.rulebook.chart, ff, b.ground.numbers["assault_divisor"]) * STORM_FIRE
    mine -= STORM_TOLL * fire
    edge = mine - theirs
    whole = int(edge // 1)
    win = WINS[min(whole, len(WINS) - 1)] if whole >= 0 else 1 - WINS[min(-whole, len(WINS) - 1)] - TIES
    toll = steps_beaten(b, edge)
    gain = win * (situation.prize * toll + ROUTED_BY_STORM * len(fighters))
    loss = (1 - win) * (situation.price * FAILED + FAILED_EACH * len(going)) + situation.price * (fire + WON_AT * win)
    return (gain - loss, win)


def steps_beaten(b: Battle, edge: float) -> float:
    """15.2 The steps that the weaker side loses, from the least to the most of the table as the edge grows."""
    losses = [lower for _, lower, _ in b.scenario.rulebook.hand_to_hand]
    least, most = min(losses), max(losses)
    return least + min(float(most - least), max(0.0, edge / STEP_MORE))
