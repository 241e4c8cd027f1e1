"""Chapter 2: where a stand can go. Every hex costs one; terrain and zones of control only halt.

Moves are found on bitboards: `reach` takes the whole front one hex further a step.
"""

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.rules.victory import arrive
from sandtable.systems.regimental.state.ground import Ground, on
from sandtable.systems.regimental.state.pieces import ATTACK, Battle, Procedure, Regiment, Stand
from sandtable.table.asking import DONE
from sandtable.table.decision import Choice, Decision

STAY = Choice("stay")
NO_HALTS = 0  # of a strategic move: what would halt it is not entered at all


def reach(ground: Ground, start: int, steps: int, free: int, halts: int) -> int:
    """The hexes that can be entered: within `steps`, only free ones, none beyond one that halts.

    2.3.d A large river is entered by the first step only.
    """
    near = ground.grid.within(start, steps)
    return ground.reach(start, steps, free & near, halts & near)


def way(ground: Ground, start: int, to: int, steps: int, free: int, halts: int) -> tuple[str, ...]:
    """The names of the hexes on a shortest way that `reach` found."""
    seen = front = 1 << start
    fronts = [front]
    for step in range(steps):
        front = ground.spread(front & ~halts if step else front) & free & ~seen
        if step:
            front &= ~ground.river
        if not front or seen >> to & 1:
            break
        seen |= front
        fronts.append(front)
    here = to
    path = [ground.names[to]]
    for number in range(len(fronts) - 1, 1, -1):
        behind = ground.spread(1 << here) & fronts[number - 1] & ~halts
        here = bits(behind)[0]
        path.append(ground.names[here])
    path.reverse()
    return tuple(path)


# Normal and strategic moves (2.a, 2.b, 2.2, 2.3) -------------------------------------------------


def normal_terms(b: Battle, stand: Stand) -> tuple[int, int, int]:
    """2.2.a Steps, free hexes and hexes that halt for a normal move: by terrain (2.3.a) and next to the enemy."""
    return (stand.rate.normal, *passable(b, stand.side))


def passable(b: Battle, side: int) -> tuple[int, int]:
    """2.2.a The same without the steps, which are each stand's own."""
    enemy = b.enemies(side)
    ground = b.ground
    return (ground.all & ~enemy, ground.halts | ground.zone(enemy))


def strategic_terms(b: Battle, stand: Stand) -> tuple[int, int, int]:
    """2.b Every hex, the first included, more than two hexes from any enemy; no step if it starts nearer."""
    ground = b.ground
    near = ground.too_near(b.enemies(stand.side))
    free = ground.all & ~near & ~ground.no_march  # 2.3.b
    return (0 if on(near, stand.hex) else stand.rate.strategic, free, NO_HALTS)


def moves(b: Battle, stand: Stand) -> int:
    """2.a The hexes where a normal move may end: no other core stand there (1.b).

    Friends on the way are no obstacle (2.2.c).
    """
    return reach(b.ground, stand.hex, *normal_terms(b, stand)) & ~b.occupied[stand.side]


def marches(b: Battle, stand: Stand) -> int:
    """2.b The hexes where a strategic move may end."""
    return reach(b.ground, stand.hex, *strategic_terms(b, stand)) & ~b.occupied[stand.side]


def can_move(b: Battle, stand: Stand) -> bool:
    """Whether there is anywhere to go: a free hex next to it is always within reach, whatever halts there."""
    if b.ground.grid.neighbour_mask[stand.hex] & ~(b.occupied[0] | b.occupied[1]):
        return True
    return moves(b, stand) != 0 or marches(b, stand) != 0


def destinations(b: Battle, stand: Stand) -> list[Choice]:
    """2.a, 2.b Where a stand may go: beyond the reach of its normal move it goes strategically."""
    near = moves(b, stand)
    names = b.ground.names
    found = [Choice("move", stand.id, names[h]) for h in bits(near)]
    return found + [Choice("march", stand.id, names[h]) for h in bits(marches(b, stand) & ~near)]


def go(b: Battle, stand: Stand, choice: Choice) -> None:
    """2.a A stand moves with its company (2.4.d)."""
    to = b.ground.index[choice.to]
    march = choice.do == "march"
    terms = strategic_terms(b, stand) if march else normal_terms(b, stand)
    path = (b.ground.names[stand.hex], *way(b.ground, stand.hex, to, *terms))
    stand.marched = march
    b.put(stand, to)
    b.tell("marches" if march else "moves", "2.b" if march else "2.a", stand.side, stand.id, place=to, path=path)
    arrive(b, stand)


def why_not_there(b: Battle, stand: Stand, choice: Choice) -> tuple[str, str]:
    """Why a stand may not move there."""
    to = b.ground.index.get(choice.to, -1)
    if to < 0:
        return (f"There is no hex {choice.to!r} on this map.", "2.a")
    if on(b.enemies(stand.side), to):
        return (f"{choice.to} is held by the enemy.", "1.b")
    if to == stand.hex:
        return (f"{stand.name} is already there.", "2.a")
    if on(b.occupied[stand.side], to):
        return (f"{b.stands[b.at[to]].name} is in {choice.to}; a hex holds one core stand.", "1.b")
    away = b.ground.distance[stand.hex][to]
    rate = stand.rate
    if choice.do == "march":
        if on(moves(b, stand), to):
            return (f"{choice.to} is within a normal move of {stand.name}.", "2.b")
        near = b.ground.too_near(b.enemies(stand.side))
        if on(near, stand.hex):
            return (f"{stand.name} starts within two hexes of an enemy and cannot move strategically.", "2.b")
        if on(near, to):
            return (f"{choice.to} is within two hexes of an enemy, where no strategic move may go.", "2.b")
        if on(b.ground.no_march, to):
            kind = b.ground.terrain[to]
            return (f"A strategic move may not enter {kind.name.lower()}.", "2.3.d" if kind.river else "2.3.b")
        if away > rate.strategic:
            return (f"{choice.to} is {away} hexes away, but {stand.name} can march only {rate.strategic}.", "2.a")
        return (f"No strategic move of {rate.strategic} hexes leads to {choice.to}.", "2.b")
    if on(b.ground.river, to) and away > 1:
        return (f"{stand.name} must halt before the river at {choice.to}.", "2.3.d")
    if away > rate.normal:
        short = f"{choice.to} is {away} hexes away, but {stand.name} can move only {rate.normal}."
        if away > rate.strategic or on(marches(b, stand), to):
            return (short, "2.a")
        return (f"{short} {why_not_there(b, stand, Choice('march', stand.id, choice.to))[0]}", "2.a")
    return (f"{stand.name} would have to halt for terrain or the enemy before {choice.to}.", "2.2.a")


# The moves of a regiment on M (1.6.c) ------------------------------------------------------------


def movers(b: Battle, regiment: Regiment) -> list[Stand]:
    """2.1.a The stands of a regiment on M that have not moved and can."""
    return [stand for stand in b.stands_of(regiment) if not stand.moved and can_move(b, stand)]


def move_stands(b: Battle, regiment: Regiment) -> Procedure:
    """2.1.a The stands of a regiment on M move one after another, as far from the HQ as they like (2.2.d)."""
    if not movers(b, regiment):
        b.stage = ATTACK
        return
    answer = yield Decision(
        b.side_name(regiment.side),
        "mover",
        f"{regiment.name}: which stand moves?",
        "1.6.c",
        lambda: [*[Choice("select", stand.id) for stand in movers(b, regiment)], DONE],
        lambda choice: why_not_mover(b, regiment, choice),
        b.stands[regiment.hq].id,
    )
    if answer.do == "done":
        b.stage = ATTACK
        return
    stand = b.stand(answer.piece)
    yield from move_one(b, stand)


def move_one(b: Battle, stand: Stand) -> Procedure:
    """2.a Where to? In the same episode: a copy less."""
    answer = yield Decision(
        b.side_name(stand.side),
        "move",
        f"{stand.name}: where to?",
        "2.a",
        lambda: [*destinations(b, stand), STAY],
        lambda choice: why_not_there(b, stand, choice) if choice.do in ("move", "march") else ("", ""),
        stand.id,
    )
    stand.moved = True
    if answer.do != "stay":
        go(b, stand, answer)


def why_not_mover(b: Battle, regiment: Regiment, choice: Choice) -> tuple[str, str]:
    if choice.do != "select":
        return ("", "")
    stand = b.find_stand(choice.piece)
    if stand is None:
        if b.find_company(choice.piece) is not None:
            return ("A company moves with its core stand.", "2.4.d")
        return (f"There is no stand {choice.piece!r}.", "1.6.c")
    if stand.regiment != regiment.index:
        return (f"{stand.name} does not belong to the {regiment.name}.", "1.6.c")
    if not stand.on_map:
        return (f"{stand.name} is lost.", "1.3.a")
    if stand.moved:
        return (f"{stand.name} has already moved.", "1.6.e")
    return (f"{stand.name} has nowhere to go.", "2.a")
