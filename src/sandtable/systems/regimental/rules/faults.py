"""What must never be true of a battle. Empty after every step of every test game."""

from sandtable.systems.regimental.state.book import ORDERS
from sandtable.systems.regimental.state.pieces import ACTIONS, ATTACK, GUNS, NIGHT, RETREATS, Battle, Combat, Stand
from sandtable.systems.regimental.state.pieces import ORDERS as ORDER_PHASE


def faults(b: Battle) -> list[str]:
    """Broken stacking, strength out of range, companies alone, orders that cannot be, progress that cannot be."""
    found = [*stacking(b), *company_faults(b), *regiment_faults(b), *progress_faults(b)]
    found += [fault for stand in b.stands for fault in stand_faults(b, stand)]
    return found if b.combat is None else [*found, *combat_faults(b, b.combat)]


def stacking(b: Battle) -> list[str]:
    """1.b One core stand a hex, and the books about who stands where agree."""
    found: list[str] = []
    at: dict[int, int] = {}
    masks = [0, 0]
    for stand in b.stands:
        if not stand.on_map:
            continue
        if stand.hex in at:
            found.append(f"{b.stands[at[stand.hex]].name} and {stand.name} are both in {b.ground.names[stand.hex]}")
        at[stand.hex] = stand.index
        masks[stand.side] |= 1 << stand.hex
    if at != b.at:
        found.append("the register of hexes is not what the stands say")
    if masks != b.occupied:
        found.append("the masks of occupied hexes are not what the stands say")
    return found


def stand_faults(b: Battle, stand: Stand) -> list[str]:
    found: list[str] = []
    if not 0 <= stand.sp <= stand.type.sp:
        found.append(f"{stand.name} has {stand.sp} strength points")
    if not -1 <= stand.hex < b.ground.size:
        found.append(f"{stand.name} is nowhere, {stand.hex}")
    gone = not stand.battery and b.regiments[stand.regiment].gone
    if stand.on_map and stand.sp == 0:
        found.append(f"{stand.name} is on the map without strength")
    if not stand.on_map and stand.sp > 0 and not gone:
        found.append(f"{stand.name} is off the map with {stand.sp} strength points")
    if not stand.on_map and stand.has_company:
        found.append(f"{stand.name} is off the map with a company")
    if not 0 <= stand.shots <= stand.shots_each:
        found.append(f"{stand.name} has {stand.shots} of {stand.shots_each} shots")
    if stand.shots and b.phase == NIGHT:
        found.append(f"{stand.name} has shots at night")
    return found


def company_faults(b: Battle) -> list[str]:
    """1.2.a A company is with a stand of its regiment, alone with it, or lost."""
    found: list[str] = []
    for company in b.companies:
        if company.lost:
            continue
        host = b.stands[company.host]
        if not host.on_map:
            found.append(f"{company.name} is left without its stand")
        if host.regiment != company.regiment:
            found.append(f"{company.name} is with {host.name} of another regiment")
        if host.company != company.index:
            found.append(f"{company.name} is with {host.name}, who does not know")
    for stand in b.stands:
        if stand.has_company and b.companies[stand.company].host != stand.index:
            found.append(f"{stand.name} has a company that is elsewhere")
    return found


def regiment_faults(b: Battle) -> list[str]:
    found: list[str] = []
    for regiment in b.regiments:
        if regiment.order not in ORDERS or (regiment.given and regiment.given not in ORDERS):
            found.append(f"{regiment.name} has the order {regiment.order!r} and {regiment.given!r}")
        if regiment.given and b.phase != ORDER_PHASE:
            found.append(f"{regiment.name} has a marker face down after the reveal")
        here = [b.stands[i] for i in regiment.stands if b.stands[i].on_map]
        if regiment.gone and here:
            found.append(f"{regiment.name} is gone and {here[0].name} is on the map")
        # 6.j waits for the end of a combat (COM, step 10).
        if b.combat is None and not regiment.gone and b.result is None and all(s.type.hq for s in here):
            found.append(f"{regiment.name} has nothing but its HQ and is not gone")
        if b.hq_of(regiment) is None and not regiment.gone and not regiment.hq_lost:
            found.append(f"{regiment.name} has no HQ and nobody knows since when")
    return found


def progress_faults(b: Battle) -> list[str]:
    """Phase, activation, turns and points fit together."""
    found: list[str] = []
    if not 1 <= b.day <= b.scenario.days or not 1 <= b.round <= b.ground.numbers["rounds_per_day"]:
        found.append(f"it is round {b.round} of day {b.day}")
    if b.active >= 0:
        if b.phase not in (RETREATS, ACTIONS):
            found.append(f"a regiment is active in phase {b.phase}")
        if not b.regiments[b.active].activated:
            found.append(f"{b.regiments[b.active].name} is active and not marked")
        if b.phase == RETREATS and b.regiments[b.active].order != "R":
            found.append(f"{b.regiments[b.active].name} retreats without the order")
    if b.combat is not None and (b.active < 0 or b.stage != ATTACK):
        found.append("a combat without an attacking regiment")
    if b.gun >= 0 and b.phase != GUNS:
        found.append("a battery acts outside the artillery phase")
    if b.plan and b.active < 0 and b.phase != NIGHT:
        found.append("a shuffle outside an activation")
    for side in (0, 1):
        if not 0 <= b.air[side] <= b.scenario.sides[side].air:
            found.append(f"{b.side_name(side)} has {b.air[side]} air points")
        if min(b.strength[side], b.support[side]) < 0:
            found.append(f"{b.side_name(side)} has spent more than it had tonight")
    if any(holder not in (-1, 0, 1) for holder in b.holders):
        found.append(f"objectives are held by {b.holders}")
    if b.in_a_row > b.ground.numbers["activations_in_a_row"] and b.phase == ACTIONS and other_waits(b):
        found.append(f"{b.side_name(b.last)} has activated {b.in_a_row} regiments in a row")
    return found


def other_waits(b: Battle) -> bool:
    """1.6.g Whether the side that did not activate last still could when the last one did."""
    return any(r.side != b.last and not r.activated and not r.gone for r in b.regiments)


def combat_faults(b: Battle, combat: Combat) -> list[str]:
    found: list[str] = []
    number = b.ground.numbers
    if not 1 <= len(combat.attackers) <= number["stands_moving"]:
        found.append(f"{len(combat.attackers)} core stands attack")
    if len(set(combat.attackers)) != len(combat.attackers):
        found.append("a stand attacks twice")
    if any(b.stands[i].regiment != b.active for i in combat.attackers):
        found.append("a stand of another regiment attacks")
    if b.stands[combat.defender].side == combat.side:
        found.append("a stand attacks its own side")
    for who in (0, 1):
        if len(combat.guns[who]) + combat.air[who] > number["guns"]:
            found.append("too many guns and air points in a combat")
    if any(count > number["hex_loss"] for count in combat.taken.values()):
        found.append("a hex has lost more than its cap")
    return found
