"""Close assaults: who goes in from where, and what it promises."""

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.attack import factor
from sandtable.systems.war_storm.rules.fire import targets
from sandtable.systems.war_storm.rules.hand_to_hand import strength
from sandtable.systems.war_storm.rules.morale import platoon_morale
from sandtable.systems.war_storm.rules.movement import armoured, assault_cost
from sandtable.systems.war_storm.showing.odds import TWO_DICE, up_to
from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Officer, Platoon, Unit
from sandtable.systems.war_storm.thinking.detachment import STRAY, Band, Idea
from sandtable.systems.war_storm.thinking.move_plans import ROOM
from sandtable.systems.war_storm.thinking.situation import Field, load_of
from sandtable.systems.war_storm.thinking.worth import FAR, mean_steps

WINS = [  # the chance that the sum of two dice and so much more, from 0, is higher than that of two others
    float(sum([p * q for i, p in enumerate(TWO_DICE) for k, q in enumerate(TWO_DICE) if i + edge > k]))
    for edge in range(12)
]


def storms(band: Band) -> list[Idea]:
    """Close assaults on hexes that several platoons can get at."""
    b = band.b
    found: list[Idea] = []
    near = 0
    for each in band.platoons:
        if each.hex >= 0:
            near |= b.ground.grid.within(each.hex, each.mp)
    enemy = 1 - band.field.side
    for place in bits(near & b.occupied[enemy]):
        if armoured(b.units_at(place, enemy)):
            continue
        idea = storm(band, place)
        if idea is not None:
            found.append(idea)
    found.sort(key=lambda idea: idea.gain, reverse=True)
    return found[:2]


def storm(band: Band, place: int) -> Idea | None:
    """All who can reach it go in together, up to nine steps; the rest cover."""
    b = band.b
    going: dict[Platoon, int] = {}
    steps = 0
    load: dict[int, int] = {}
    for each in sorted(band.platoons, key=lambda each: (-each.type.av[each.lost], each.index)):
        if steps + each.steps > ROOM or armoured([each]) or each.type.av[each.lost] < 3:
            continue
        start = springboard(band, each, place, load)
        if start >= 0:
            going[each] = start
            steps += each.steps
            if start != each.hex:
                load[start] = load.get(start, 0) + each.steps
    if not going:
        return None
    gain, win = storm_worth(b, band.field, list(going), place)
    name = b.ground.names[place]
    orders: dict[str, str] = {}
    ends = {each: each.hex for each in band.platoons}
    for each in band.platoons:
        if each not in going:
            orders[each.id] = f"fire {name}" if place in targets(b, each) else "prepare"
            gain += 0.05
    before = band.field.holding(ends, load_of(ends))
    for each, start in going.items():
        orders[each.id] = f"storm {name} {b.ground.names[start]}"
        ends[each] = place
    gain += win * (band.field.holding(ends, load_of(ends)) - before)
    if band.officer is not None:
        gain -= lead_storm(band, band.officer, name, list(going), ends, orders)
    return band.idea(gain, f"storms {name}", orders)


def lead_storm(
    band: Band, officer: Officer, name: str, going: list[Platoon], ends: dict[Platoon, int], orders: dict[str, str]
) -> float:
    """The officer goes in with platoons of his hex, or follows; what it costs if some are out of his range."""
    band.lead(orders, ends)
    words = orders[officer.id].split(" ")
    centre = band.b.ground.index[words[1]] if len(words) > 1 else officer.hex
    if words[0] != "rally" and any(each.hex == officer.hex for each in going):
        orders[officer.id] = f"storm {name}"
        centre = band.b.ground.index[name]
    far = band.b.ground.distance[centre]
    return STRAY * sum([h >= 0 and far[h] > band.command() for h in ends.values()])


def springboard(band: Band, platoon: Platoon, place: int, load: dict[int, int]) -> int:
    """The hex from which a platoon can go in, the safest first; NEVER if there is none."""
    b = band.b
    if platoon.hex < 0:
        return NEVER
    beside = b.ground.neighbours[place]
    if platoon.hex in beside and assault_cost(b, [platoon], platoon.hex, place, platoon.bank) <= platoon.mp:
        return platoon.hex
    best, found = -float(FAR), NEVER
    reach = band.reach(platoon)
    for h in beside:
        spent = reach.get(h)
        if spent is None or spent + assault_cost(b, [platoon], h, place) > platoon.mp:
            continue
        if load.get(h, 0) + b.steps[platoon.side].get(h, 0) + platoon.steps > ROOM or b.ground.river >> h & 1:
            continue
        value = -band.field.danger(platoon, h, True) + 0.01 * b.ground.level[h]
        if value > best:
            best, found = value, h
    return found


def storm_worth(b: Battle, field: Field, going: list[Platoon], place: int) -> tuple[float, float]:
    """What a close assault promises, the hex itself left aside, and the chance to win it."""
    defenders = b.units_at(place, 1 - field.side)
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
    gain = win * (field.prize * toll + 0.35 * len(fighters))
    loss = (1 - win) * (field.price * 1.5 + 0.4 * len(going)) + field.price * (fire + 0.5 * win)
    return (gain - loss, win)
