"""2.5 Retreat orders: these regiments move before all others, through zones of control at a price."""

from sandtable.systems.regimental.asking import DONE, ask
from sandtable.systems.regimental.losses import capacity, lose, ways_to_lose, why_not_lose
from sandtable.systems.regimental.movement import STAY, why_not_mover
from sandtable.systems.regimental.pieces import Battle, Procedure, Regiment, Stand
from sandtable.systems.regimental.victory import arrive, remove_remnants
from sandtable.table.decision import Choice, Decision

Path = tuple[int, ...]


def paths(b: Battle, stand: Stand) -> dict[int, Path]:
    """2.5.b, 2.5.c Every hex in reach with the way to it through the fewest enemy zones, then the shortest.

    The stand goes its strategic allowance with the strategic terrain halts, or its normal one with the normal ones.
    """
    found: dict[int, Path] = {}
    ground = b.ground
    ways = (
        (stand.rate.normal, ground.all, ground.halts),
        (stand.rate.strategic, ground.all & ~ground.no_march, 0),
    )
    zone = b.zone(1 - stand.side)
    for steps, free, halts in ways:
        for to, path in cheapest(b, stand, steps, free & ~b.occupied[1 - stand.side], halts, zone).items():
            known = found.get(to)
            if known is None or cost(path, zone) < cost(known, zone):
                found[to] = path
    return found


def cost(path: Path, zone: int) -> tuple[int, int]:
    """Zone hexes entered, and the length."""
    return (sum([zone >> h & 1 for h in path]), len(path))


def cheapest(b: Battle, stand: Stand, steps: int, free: int, halts: int, zone: int) -> dict[int, Path]:
    """For each hex the path with the fewest zone hexes; 2.3.d a river is entered by the first step only."""
    best: dict[int, Path] = {}
    front: dict[int, Path] = {stand.hex: ()}
    for step in range(steps):
        further: dict[int, Path] = {}
        for here, path in front.items():
            if path and halts >> here & 1:
                continue
            for to in b.ground.neighbours[here]:
                if not free >> to & 1 or to == stand.hex or (step and b.ground.river >> to & 1):
                    continue
                longer = (*path, to)
                if to not in further or cost(longer, zone) < cost(further[to], zone):
                    further[to] = longer
        for to, path in further.items():
            if to not in best or cost(path, zone) < cost(best[to], zone):
                best[to] = path
        front = further
    return best


def away_from_enemy(b: Battle, stand: Stand, to: int) -> bool:
    """2.5.b ruling: the end is at least as far from the nearest enemy as the start was."""
    enemy = b.occupied[1 - stand.side]
    return b.ground.nearest(to, enemy) >= b.ground.nearest(stand.hex, enemy)


def ends(b: Battle, stand: Stand) -> dict[int, Path]:
    """2.5.b, 1.b Where a retreating stand may end."""
    return {
        to: path
        for to, path in paths(b, stand).items()
        if not b.occupied[stand.side] >> to & 1 and away_from_enemy(b, stand, to)
    }


def may_retreat(b: Battle, regiment: Regiment) -> list[Stand]:
    """Stands that have not moved and can; none once the HQ is gone (6.b)."""
    if b.hq_of(regiment) is None:
        return []
    return [stand for stand in b.stands_of(regiment) if not stand.moved and ends(b, stand)]


def retreat(b: Battle, regiment: Regiment) -> Procedure:
    """2.5.a, 2.5.b The stands of a regiment on R move one after another in their owner's order; any may stay."""
    waiting = may_retreat(b, regiment)
    if not waiting:
        b.active = -1
        return
    answer = yield Decision(
        b.side_name(regiment.side),
        "retreater",
        f"{regiment.name} retreats: which stand moves?",
        "2.5.a",
        lambda: [*[Choice("select", stand.id) for stand in waiting], DONE],
        lambda choice: why_not_mover(b, regiment, choice),
        b.stands[regiment.hq].id,
    )
    if answer.do == "done":
        b.active = -1
        return
    stand = b.stand(answer.piece)
    assert stand is not None
    reachable = ends(b, stand)
    answer = yield Decision(
        b.side_name(regiment.side),
        "retreat",
        f"{stand.name} retreats: where to?",
        "2.5.b",
        lambda: [*[Choice("retreat", stand.id, b.ground.names[to]) for to in sorted(reachable)], STAY],
        lambda choice: why_not_there(b, stand, choice),
        stand.id,
    )
    stand.moved = True
    if answer.do == "retreat":
        yield from withdraw(b, stand, reachable[b.ground.index[answer.to]])


def withdraw(b: Battle, stand: Stand, path: Path) -> Procedure:
    """2.5.c The stand goes its way and loses a strength point for each hex in an enemy zone."""
    zone = b.zone(1 - stand.side)
    lost = sum([zone >> h & 1 for h in path]) * b.ground.numbers["retreat_zone"]
    b.tell(
        "retreats",
        "2.5.b",
        stand.side,
        stand.id,
        place=path[-1],
        value=lost,
        path=tuple([b.ground.names[h] for h in path]),
    )
    b.put(stand, path[-1])
    for _ in range(min(lost, capacity(b, stand))):
        options = ways_to_lose(b, stand)
        prompt = f"{stand.name} loses a strength point in an enemy zone: what is lost?"
        answer = yield from ask(
            b, stand.side, "loss", prompt, "2.5.c", options, lambda choice: why_not_lose(b, choice), stand.id
        )
        lose(b, answer, "2.5.c")
    if stand.hex >= 0:
        arrive(b, stand)
    remove_remnants(b)


def why_not_there(b: Battle, stand: Stand, choice: Choice) -> tuple[str, str]:
    """Why a stand may not retreat there."""
    to = b.ground.index.get(choice.to, -1)
    if choice.do != "retreat" or to < 0:
        return ("", "")
    if b.occupied[1 - stand.side] >> to & 1:
        return (f"{choice.to} is held by the enemy.", "1.b")
    if b.occupied[stand.side] >> to & 1:
        return (f"{choice.to} is taken; a hex holds one core stand.", "1.b")
    if to not in paths(b, stand):
        return (f"{stand.name} cannot reach {choice.to}: it retreats {stand.rate.strategic} hexes.", "2.5.b")
    return (f"{choice.to} is nearer to the enemy than {stand.name} is now.", "2.5.b")
