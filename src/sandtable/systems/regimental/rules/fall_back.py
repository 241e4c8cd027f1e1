"""4.1.e-h The path of a stand that must fall back."""

from sandtable.systems.regimental.rules.enemy_ground import nearer_to_edge, nearer_to_targets, why_too_near
from sandtable.systems.regimental.rules.losses import destroy
from sandtable.systems.regimental.rules.movement import NO_HALTS
from sandtable.systems.regimental.rules.victory import arrive
from sandtable.systems.regimental.state.ground import on
from sandtable.systems.regimental.state.pieces import Battle, Procedure, Stand
from sandtable.table.asking import ask
from sandtable.table.decision import Choice

Path = tuple[int, ...]


def breach(b: Battle, stand: Stand, place: int, step: int, goes_on: bool) -> bool:
    """4.1.g Whether entering this hex as the so-many-th, or going on from it, breaks a rule of movement."""
    ground = b.ground
    if step > stand.rate.normal or (step > 1 and on(ground.river, place)):
        return True
    return goes_on and on(ground.halts | b.enemy_zone(stand.side), place)


def fall_back_paths(b: Battle, stand: Stand) -> dict[int, Path]:
    """4.1.g The hexes a stand may fall back to: clear of enemy zones and of friends, by the shortest way, and
    among those by one that breaks the fewest rules of movement. Empty: there is none.
    """
    ground = b.ground
    closed = b.enemies(stand.side)
    ends = ground.all & ~closed & ~b.enemy_zone(stand.side) & ~b.occupied[stand.side]  # 4.1.f
    seen = 1 << stand.hex
    front: dict[int, tuple[int, Path]] = {stand.hex: (0, ())}  # hex -> breaches so far, path
    step = 0
    while front:
        step += 1
        further: dict[int, tuple[int, Path]] = {}
        for here, (broken, path) in front.items():
            passed = broken + (bool(path) and breach(b, stand, here, step - 1, True))
            for to in ground.neighbours[here]:
                if on(seen | closed, to):
                    continue
                if to not in further or passed < further[to][0]:
                    further[to] = (passed, (*path, to))
        found = {
            to: (broken + breach(b, stand, to, step, False), path)
            for to, (broken, path) in further.items()
            if on(ends, to)
        }
        if found:
            fewest = min([broken for broken, _ in found.values()])
            return {to: path for to, (broken, path) in sorted(found.items()) if broken == fewest}
        for to in further:
            seen |= 1 << to
        front = further
    return {}


def battery_paths(b: Battle, stand: Stand) -> dict[int, Path]:
    """4.1.h A battery may go its whole move, normal or strategic: after the first hex it stays away from enemies.

    It ends no nearer to the enemy's edge of the map or his target hexes, as on R (2.5.b).
    """
    ground = b.ground
    enemy = b.enemies(stand.side)
    zone = ground.zone(enemy)
    ends = ~(zone | b.occupied[stand.side] | nearer_to_edge(b, stand) | nearer_to_targets(b, stand))
    found: dict[int, Path] = {}
    for steps, free, halts in (
        (stand.rate.normal, ground.all & ~enemy, ground.halts),
        (stand.rate.strategic, ground.all & ~enemy & ~ground.no_march, NO_HALTS),
    ):
        front: dict[int, Path] = {to: (to,) for to in ground.neighbours[stand.hex] if on(free, to)}
        free &= ~(zone | ground.river | 1 << stand.hex)
        for _ in range(steps):
            further: dict[int, Path] = {}
            for here, path in front.items():
                free &= ~(1 << here)
                if on(ends, here) and (here not in found or len(path) < len(found[here])):
                    found[here] = path
            for here, path in front.items():
                if not on(halts, here):
                    for to in ground.neighbours[here]:
                        if on(free, to):
                            further.setdefault(to, (*path, to))
            front = further
    return found


def fall_back(b: Battle, stand: Stand) -> Procedure:
    """4.1.e The stand falls back; with nowhere to go it is destroyed. A battery loses its shots."""
    paths = fall_back_paths(b, stand)
    ends = paths
    if stand.type.artillery:
        stand.shots = 0  # 5.e
        ends = battery_paths(b, stand) | paths
    if not ends:
        b.tell("nowhere to go", "4.1.f", stand.side, stand.id, place=stand.hex)
        destroy(b, stand, "4.1.f")
        return
    options = [Choice("fall back", stand.id, b.ground.names[to]) for to in sorted(ends)]
    prompt = f"{stand.name} falls back: where to?"
    answer = yield from ask(
        b, stand.side, "fall back", prompt, "4.1.g", options, lambda choice: why_not_back(b, stand, choice), stand.id
    )
    to = b.ground.index[answer.to]
    path = tuple([b.ground.names[h] for h in (stand.hex, *ends[to])])
    b.put(stand, to)
    rule = "4.1.e" if to in paths else "4.1.h"
    b.tell("falls back", rule, stand.side, stand.id, place=to, path=path)
    arrive(b, stand)


def why_not_back(b: Battle, stand: Stand, choice: Choice) -> tuple[str, str]:
    """Why a stand may not fall back there."""
    to = b.ground.index.get(choice.to, -1)
    if to < 0 or choice.do != "fall back":
        return ("", "")
    if on(b.occupied[0] | b.occupied[1], to):
        return (f"{choice.to} is occupied.", "4.1.f")
    if on(b.enemy_zone(stand.side), to):
        return (f"{choice.to} is in an enemy zone of control.", "4.1.f")
    if stand.type.artillery:
        reason = why_too_near(b, stand, to, "4.1.h")
        if any(reason):
            return reason
        return (f"{stand.name} cannot reach {choice.to} and keep away from the enemy after its first hex.", "4.1.h")
    return ("Take the shortest way out and, of those, one that breaks the fewest movement rules.", "4.1.g")
