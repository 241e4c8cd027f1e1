"""Close assaults: who goes in from where, and what it promises."""

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.attack import factor
from sandtable.systems.war_storm.rules.fire import targets
from sandtable.systems.war_storm.rules.hand_to_hand import strength
from sandtable.systems.war_storm.rules.morale import platoon_morale
from sandtable.systems.war_storm.rules.movement import armoured, assault_cost
from sandtable.systems.war_storm.showing.odds import TWO_DICE, up_to
from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Officer, Platoon, Unit
from sandtable.systems.war_storm.thinking.detachment import STRAY, Detachment, Idea
from sandtable.systems.war_storm.thinking.fire_estimates import mean_steps
from sandtable.systems.war_storm.thinking.move_plans import ROOM
from sandtable.systems.war_storm.thinking.situation import Situation, load_of
from sandtable.systems.war_storm.thinking.worth import FAR

WINS = [  # the chance that the sum of two dice and so much more, from 0, is higher than that of two others
    float(sum([p * q for i, p in enumerate(TWO_DICE) for k, q in enumerate(TWO_DICE) if i + edge > k]))
    for edge in range(12)
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
    return found[:2]


def storm(detachment: Detachment, place: int) -> Idea | None:
    """All who can reach it go in together, up to nine steps; the rest cover."""
    b = detachment.b
    going: dict[Platoon, int] = {}
    steps = 0
    load: dict[int, int] = {}
    for each in sorted(detachment.platoons, key=lambda each: (-each.type.av[each.lost], each.index)):
        if steps + each.steps > ROOM or armoured([each]) or each.type.av[each.lost] < 3:
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
            gain += 0.05
    before = detachment.situation.holding(ends, load_of(ends))
    for each, start in going.items():
        orders[each.id] = f"storm {name} {b.ground.names[start]}"
        ends[each] = place
    gain += win * (detachment.situation.holding(ends, load_of(ends)) - before)
    if detachment.officer is not None:
        gain -= lead_storm(detachment, detachment.officer, name, list(going), ends, orders)
    return detachment.idea(gain, f"storms {name}", orders)


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
    return STRAY * sum([h >= 0 and far[h] > detachment.command() for h in ends.values()])


def springboard(detachment: Detachment, platoon: Platoon, place: int, load: dict[int, int]) -> int:
    """The hex from which a platoon can go in, the safest first; NEVER if there is none."""
    b = detachment.b
    if platoon.hex < 0:
        return NEVER
    beside = b.ground.neighbours[place]
    if platoon.hex in beside and assault_cost(b, [platoon], platoon.hex, place, platoon.bank) <= platoon.mp:
        return platoon.hex
    best, found = -float(FAR), NEVER
    reach = detachment.reach(platoon)
    for h in beside:
        spent = reach.get(h)
        if spent is None or spent + assault_cost(b, [platoon], h, place) > platoon.mp:
            continue
        if load.get(h, 0) + b.steps[platoon.side].get(h, 0) + platoon.steps > ROOM or b.ground.river >> h & 1:
            continue
        value = -detachment.situation.danger(platoon, h, True) + 0.01 * b.ground.level[h]
        if value > best:
            best, found = value, h
    return found


def storm_worth(b: Battle, situation: Situation, going: list[Platoon], place: int) -> tuple[float, float]:
    """What a close assault promises, the hex itself left aside, and the chance to win it."""
    defenders = b.units_at(place, 1 - situation.side)
    fighters = [each for each in defenders if isinstance(each, Platoon) and not each.routed]
    standing = [each for each in defenders if isinstance(each, Platoon)]
    bold = [float(up_to(platoon_morale(b, each))) for each in going]
    if not fighters:
        return (0.5 * len(standing) * max(bold), max(bold))
    mine = sum([each.type.av[each.lost] * chance for each, chance in zip(going, bold, strict=True)])
    units: list[Unit] = [*going]
    theirs, _ = strength(b, defenders, place, units)
    ff = sum([factor(each) if not each.finished else (factor(each) + 1) // 2 for each in fighters])
    fire = mean_steps(b.scenario.rulebook.chart, ff, b.ground.numbers["assault_divisor"]) * 1.15
    mine -= 1.7 * fire
    edge = mine - theirs
    whole = int(edge // 1)
    win = WINS[min(whole, 11)] if whole >= 0 else 1 - WINS[min(-whole, 11)] - 0.05
    toll = 1.0 + min(2.0, max(0.0, edge / 5))
    gain = win * (situation.prize * toll + 0.35 * len(fighters))
    loss = (1 - win) * (situation.price * 1.5 + 0.4 * len(going)) + situation.price * (fire + 0.5 * win)
    return (gain - loss, win)
