"""2.5 Retreat orders: these regiments move before all others, through zones of control at a price (2.5.d)."""

from functools import partial

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.rules.enemy_ground import nearer_to_edge, nearer_to_targets, why_too_near
from sandtable.systems.regimental.rules.losses import capacity, lose, ways_to_lose, why_not_lose
from sandtable.systems.regimental.rules.movement import NO_HALTS, STAY, reach, why_not_mover
from sandtable.systems.regimental.rules.victory import arrive, remove_remnants
from sandtable.systems.regimental.state.ground import Ground, on
from sandtable.systems.regimental.state.pieces import Battle, Procedure, Regiment, Stand
from sandtable.table.asking import DONE, ask
from sandtable.table.decision import Choice, Decision

Path = tuple[int, ...]


def modes(b: Battle, stand: Stand) -> tuple[tuple[int, int, int], ...]:
    """2.5.b Steps, free hexes and halts: the normal allowance with its halts, or the strategic one with its own."""
    ground = b.ground
    free = ground.all & ~b.enemies(stand.side) & ~(1 << stand.hex)
    return ((stand.rate.normal, free, ground.halts), (stand.rate.strategic, free & ~ground.no_march, NO_HALTS))


def layers(ground: Ground, start: int, to: int, steps: int, free: int, halts: int, zone: int) -> list[list[int]]:
    """The hexes reached in k steps through z enemy zones, for every k and z; 2.3.d a river by the first step only.

    As far as a place that is reached through none: there is no better way to it.
    """
    found = [[1 << start]]
    for step in range(steps):
        if on(found[-1][0], to):
            break
        allowed = free & ~ground.river if step else free
        row = [0] * (len(found[-1]) + 1)
        for z, front in enumerate(found[-1]):
            if step:
                front &= ~halts
            if front:
                entered = ground.spread(front) & allowed
                row[z] |= entered & ~zone
                row[z + 1] |= entered & zone
        found.append(row)
    return found


def in_reach(b: Battle, stand: Stand) -> int:
    """2.5.b Every hex that a retreating stand can get to: zones of control do not halt it."""
    mask = 0
    for steps, free, halts in modes(b, stand):
        mask |= reach(b.ground, stand.hex, steps, free, halts)
    return mask


def best_path(b: Battle, stand: Stand, to: int) -> Path:
    """2.5.c The way through the fewest enemy zones and, of those, the shortest."""
    zone = b.enemy_zone(stand.side)
    ways: list[tuple[int, int, Path]] = []  # zones, steps, path
    for steps, free, halts in modes(b, stand):
        found = layers(b.ground, stand.hex, to, steps, free, halts, zone)
        reached = [(z, k) for k, row in enumerate(found) for z, mask in enumerate(row) if k and on(mask, to)]
        if reached:
            z, k = min(reached)
            ways.append((z, k, traced(b.ground, found, to, k, z, halts, zone)))
    return min(ways)[-1]


def traced(ground: Ground, found: list[list[int]], to: int, k: int, z: int, halts: int, zone: int) -> Path:
    """A path backwards through the layers."""
    path = [to]
    while k > 1:
        z -= on(zone, to)
        k -= 1
        to = bits(ground.spread(1 << to) & found[k][z] & ~halts)[0]
        path.append(to)
    path.reverse()
    return tuple(path)


def ends(b: Battle, stand: Stand) -> int:
    """2.5.b Where a retreating stand may end: no nearer to the enemy, his edge or his target hexes."""
    return in_reach(b, stand) & ~too_near(b, stand) & ~b.occupied[stand.side]


def can_retreat(b: Battle, stand: Stand) -> bool:
    """2.5.b Whether there is anywhere to go: a free hex next to it is always within reach, whatever halts there."""
    free = b.ground.grid.neighbour_mask[stand.hex] & ~(b.occupied[0] | b.occupied[1])
    return free & ~too_near(b, stand) != 0 or ends(b, stand) != 0


def too_near(b: Battle, stand: Stand) -> int:
    """2.5.b The hexes nearer to the enemy, his edge or his target hexes."""
    return nearer_to_enemies(b, stand) | nearer_to_edge(b, stand) | nearer_to_targets(b, stand)


def nearer_to_enemies(b: Battle, stand: Stand) -> int:
    """2.5.b The hexes nearer to an enemy stand than this one is to any."""
    enemy = b.enemies(stand.side)
    return b.ground.within(enemy, b.ground.nearest(stand.hex, enemy) - 1) if enemy else 0


def may_retreat(b: Battle, regiment: Regiment) -> list[Stand]:
    """Stands that have not moved and can; none once the HQ is gone (6.b)."""
    if b.hq_of(regiment) is None:
        return []
    return [stand for stand in b.stands_of(regiment) if not stand.moved and can_retreat(b, stand)]


def retreat(b: Battle, regiment: Regiment) -> Procedure:
    """2.5.a The stands of a regiment on R move one after another in their owner's order; any may stay."""
    ready = may_retreat(b, regiment)
    if not ready:
        b.active = -1
        return
    options = [*[Choice("select", stand.id) for stand in ready], DONE]
    prompt, why = f"{regiment.name} retreats: which stand moves?", partial(why_not_mover, b, regiment)
    hq = b.stands[regiment.hq].id
    answer = yield from ask(b, regiment.side, "retreater", prompt, "2.5.a", options, why, hq)
    if answer == DONE:
        b.active = -1
        return
    stand = b.stand(answer.piece)
    answer = yield Decision(
        b.side_name(regiment.side),
        "retreat",
        f"{stand.name} retreats: where to?",
        "2.5.b",
        lambda: [*[Choice("retreat", stand.id, b.ground.names[to]) for to in bits(ends(b, stand))], STAY],
        lambda choice: why_not_there(b, stand, choice),
        stand.id,
    )
    stand.moved = True
    if answer.do == "retreat":
        yield from withdraw(b, stand, best_path(b, stand, b.ground.index[answer.to]))


def withdraw(b: Battle, stand: Stand, path: Path) -> Procedure:
    """2.5.c The stand goes its way and loses a strength point for each hex in an enemy zone."""
    zone = b.enemy_zone(stand.side)
    lost = sum([on(zone, h) for h in path]) * b.ground.numbers["retreat_zone"]
    b.tell(
        "retreats",
        "2.5.b",
        stand.side,
        stand.id,
        place=path[-1],
        value=lost,
        path=tuple([b.ground.names[h] for h in (stand.hex, *path)]),
    )
    b.put(stand, path[-1])
    for _ in range(min(lost, capacity(b, stand))):
        options = ways_to_lose(b, stand)
        prompt = f"{stand.name} loses a strength point in an enemy zone: what is lost?"
        answer = yield from ask(
            b, stand.side, "loss", prompt, "2.5.c", options, lambda choice: why_not_lose(b, choice), stand.id
        )
        lose(b, answer, "2.5.c")
    if stand.on_map:
        arrive(b, stand)
    remove_remnants(b)


def why_not_there(b: Battle, stand: Stand, choice: Choice) -> tuple[str, str]:
    """Why a stand may not retreat there."""
    to = b.ground.index.get(choice.to, -1)
    if choice.do != "retreat" or to < 0:
        return ("", "")
    if on(b.enemies(stand.side), to):
        return (f"{choice.to} is held by the enemy.", "1.b")
    if on(b.occupied[stand.side], to):
        return (f"{choice.to} is taken; a hex holds one core stand.", "1.b")
    if not on(in_reach(b, stand), to):
        return (f"{stand.name} cannot reach {choice.to}: it retreats {stand.rate.strategic} hexes.", "2.5.b")
    if on(nearer_to_enemies(b, stand), to):
        return (f"{choice.to} is nearer to the enemy than {stand.name} is now.", "2.5.b")
    return why_too_near(b, stand, to, "2.5.b")
