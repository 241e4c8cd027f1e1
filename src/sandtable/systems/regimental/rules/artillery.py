"""Chapter 5: shots, and the artillery phase in which batteries fire what is left or move."""

from sandtable.geometry.hexes import bits, mask_of
from sandtable.systems.regimental.rules.combat_dice import gun_dice, gun_factors
from sandtable.systems.regimental.rules.dice import thrown
from sandtable.systems.regimental.rules.initiative import throw_for_it
from sandtable.systems.regimental.rules.losses import lose, ways_to_lose, why_not_lose
from sandtable.systems.regimental.rules.movement import can_move, destinations, go, why_not_there
from sandtable.systems.regimental.rules.support import spotted
from sandtable.systems.regimental.rules.victory import remove_remnants
from sandtable.systems.regimental.state.book import Row
from sandtable.systems.regimental.state.ground import on
from sandtable.systems.regimental.state.pieces import Battle, Procedure, Stand
from sandtable.table.asking import DONE, ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier
from sandtable.table.telling import count


def give_shots(b: Battle) -> None:
    """5.c At the very start of the round every battery gets its shots."""
    for stand in b.stands:
        if stand.battery and stand.on_map:
            stand.shots = stand.shots_each


def may_move(gun: Stand) -> bool:
    """5.1.g, 5.1.h With a shot to discard; armoured artillery without."""
    return gun.shots > 0 or gun.type.armoured


def barrage_targets(b: Battle, gun: Stand) -> int:
    """5.1.b Enemies within eight hexes that are spotted, or next to the battery."""
    if gun.shots <= 0:
        return 0
    near = b.ground.grid.neighbour_mask[gun.hex] & b.enemies(gun.side)  # 5.1.f
    found = (spotted(b, gun.side) | near) & b.ground.grid.within(gun.hex, b.ground.numbers["artillery"])  # 5.f
    return mask_of(tuple([h for h in bits(found) if gun_dice(b, gun, b.stands[b.at[h]]) > 0]))


def can_act(b: Battle, gun: Stand) -> bool:
    return (may_move(gun) and can_move(b, gun)) or barrage_targets(b, gun) != 0


def artillery_phase(b: Battle) -> Procedure:
    """5.1.a A throw decides who is first; he does all his batteries one after another, then the other side.

    Where no battery of a side can act there is nothing to throw for.
    """
    if not b.turns:
        able = [side for side in (0, 1) if any(can_act(b, gun) for gun in b.batteries(side))]
        first = throw_for_it(b, "5.1.a") if len(able) == 2 else able[0] if able else -1
        b.turns = [first, 1 - first] if able else [-1]
        b.tell("artillery phase", "5.1.a", first)
        if not able:
            return
    if b.gun >= 0:
        yield from fire_or_move(b, b.stands[b.gun])
        return
    side = b.turns[0]
    ready = [gun for gun in b.batteries(side) if not gun.done and can_act(b, gun)]
    if not ready:
        b.turns.pop(0)
        if not b.turns:
            b.turns = [-1]  # both are done
        return
    answer = yield Decision(
        b.side_name(side),
        "battery",
        "Which battery fires or moves?",
        "5.1.a",
        lambda: [*[Choice("select", gun.id) for gun in ready], DONE],
        lambda choice: why_not_gun(b, side, choice),
    )
    if answer.do == "done":
        for gun in b.batteries(side):
            gun.done = True
        return
    chosen = b.stand(answer.piece)
    b.gun = chosen.index
    yield from fire_or_move(b, chosen)


def why_not_gun(b: Battle, side: int, choice: Choice) -> tuple[str, str]:
    gun = b.find_stand(choice.piece)
    if choice.do != "select" or gun is None:
        return ("", "")
    if not gun.type.artillery:
        return (f"{gun.name} is not a battery.", "5.1.a")
    if gun.side != side:
        return (f"{gun.name} belongs to the enemy.", "5.1.a")
    if gun.done:
        return (f"{gun.name} has had its turn.", "5.1.a")
    if not may_move(gun):
        return (f"{gun.name} has no shot left: it can neither fire nor move.", "5.1.g")
    return (f"{gun.name} has nothing to fire at and nowhere to go.", "5.1.b")


def gun_options(b: Battle, gun: Stand) -> list[Choice]:
    """5.1.b All that a battery may do now."""
    found = [Choice("barrage", gun.id, b.ground.names[h]) for h in bits(barrage_targets(b, gun))]
    if may_move(gun):  # 5.1.g
        found += destinations(b, gun)
    found.append(DONE)
    return found


def fire_or_move(b: Battle, gun: Stand) -> Procedure:
    """5.1.b A battery fires any number of its shots, then may discard one to move."""
    if not can_act(b, gun):
        finish(b, gun)
        return
    answer = yield Decision(
        b.side_name(gun.side),
        "gun",
        f"{gun.name}, {count(gun.shots, 'shot')}: fire or move?",
        "5.1.b",
        lambda: gun_options(b, gun),
        lambda choice: why_no_barrage(b, gun, choice),
        gun.id,
    )
    if answer.do == "barrage":
        yield from barrage(b, gun, b.ground.index[answer.to])
        return
    if answer.do != "done":
        if gun.shots > 0:  # 5.1.g, 5.1.h
            gun.shots -= 1
        go(b, gun, answer)
    finish(b, gun)


def finish(b: Battle, gun: Stand) -> None:
    gun.done = True
    b.gun = -1


def barrage(b: Battle, gun: Stand, place: int) -> Procedure:
    """5.1.b One shot: as M against the target's status (3.2.g), one hit at most, no fire back, no falling back
    (5.1.f)."""
    target = b.stands[b.at[place]]
    row, notes = barrage_row(b, place), barrage_notes(b, gun, place)
    gun.shots -= 1
    dice = thrown(b, gun_dice(b, gun, target), "barrage")
    hits = min(row.count(dice), b.ground.numbers["barrage_hits"])  # 5.1.d
    b.tell("barrage", "5.1.e", gun.side, gun.id, target.id, place, dice, row.hits, hits, row.rule, notes)
    if hits:
        prompt = f"{target.name} is hit by artillery: what is lost?"
        answer = yield from ask(
            b,
            target.side,
            "loss",
            prompt,
            "4.e",
            ways_to_lose(b, target),
            lambda choice: why_not_lose(b, choice),
            target.id,
        )
        lose(b, answer, "5.1.d")
        remove_remnants(b)


def barrage_row(b: Battle, place: int) -> Row:
    """5.1.b What hits in a barrage: as M against the target's status."""
    return b.scenario.rulebook.chart[f"attack_{b.status(b.stands[b.at[place]])}"]


def barrage_notes(b: Battle, gun: Stand, place: int) -> tuple[Modifier, ...]:
    """5.1.b The dice of a battery, and what takes from them."""
    return (Modifier(min(gun.type.dice, gun.sp), gun.name, "5.1.b"), *gun_factors(b, gun, b.stands[b.at[place]]))


def why_no_barrage(b: Battle, gun: Stand, choice: Choice) -> tuple[str, str]:
    """Why a battery may not fire or move there."""
    if choice.do in ("move", "march"):
        if not may_move(gun):
            return (f"{gun.name} has no shot to discard for a move.", "5.1.g")
        return why_not_there(b, gun, choice)
    place = b.hex_of(choice.to)
    if choice.do != "barrage" or place < 0:
        return ("", "")
    name = b.ground.names[place]
    if not on(b.enemies(gun.side), place):
        return (f"There is no enemy in {name}.", "5.1.b")
    if gun.shots <= 0:
        return (f"{gun.name} has no shot left.", "5.c")
    far = b.ground.distance[gun.hex][place]
    if far > b.ground.numbers["artillery"]:
        return (f"{name} is {far} hexes away; the range is {b.ground.numbers['artillery']}.", "5.f")
    if gun_dice(b, gun, b.stands[b.at[place]]) == 0:
        factor = gun_factors(b, gun, b.stands[b.at[place]])[0]
        return (f"{gun.name} would throw no dice: {factor.label}.", factor.rule)
    return why_unspotted(b, gun.side, place)


def why_unspotted(b: Battle, side: int, place: int) -> tuple[str, str]:
    """5.1.c, 5.2 Why nobody spots an enemy: too far, terrain between, or only by stands out of command."""
    number, name = b.ground.numbers, b.ground.names[place]
    hard = on(b.ground.cover, place) or b.status(b.stands[b.at[place]]) == "D"
    most = number["spotting_cover"] if hard else number["spotting"]
    near = [
        stand
        for stand in b.stands
        if stand.side == side and stand.on_map and not stand.battery and b.ground.distance[stand.hex][place] <= most
    ]
    if not near:
        how = ", dug in or in cover," if hard else ""
        return (f"No friendly stand is near enough to spot {name}: an enemy{how} is seen at {most} hexes.", "5.2.a")
    for stand in near:
        if on(b.ground.sees[stand.hex], place):
            return (f"{stand.name} sees {name}, but only stands within two hexes of their HQ spot.", "5.1.c")
    return (f"Terrain blocks every line to {name}.", "5.2.b")
