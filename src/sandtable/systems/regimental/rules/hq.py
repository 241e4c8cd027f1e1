"""Chapter 6: a regiment without its HQ, and how a new one comes."""

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.rules.victory import arrive
from sandtable.systems.regimental.state.ground import on
from sandtable.systems.regimental.state.pieces import ATTACK, Battle, Procedure, Regiment
from sandtable.table.asking import ask
from sandtable.table.decision import Choice


def return_hexes(b: Battle, regiment: Regiment) -> int:
    """6.h Free hexes next to a stand of the regiment, outside enemy zones, not in a large river."""
    found = b.ground.spread(b.hexes_of(regiment)) & ~b.occupied[0] & ~b.occupied[1] & ~b.ground.river
    return found & ~b.enemy_zone(regiment.side)


def arrive_or_pass(b: Battle, regiment: Regiment) -> Procedure:
    """6.f, 6.g In the regiment's turn of a later round the new HQ appears; nothing else moves in that turn.

    Without its HQ the regiment only passes (6.b).
    """
    hexes = return_hexes(b, regiment) if b.round_number > regiment.hq_lost else 0
    if not hexes:
        b.tell("no hq", "6.b", regiment.side, regiment.key)
        b.active = -1
        return
    yield from place_hq(b, regiment, hexes, "6.h")
    b.stage = ATTACK


def place_hq(b: Battle, regiment: Regiment, hexes: int, rule: str) -> Procedure:
    """6.h A new HQ at full strength, without a company, where its owner likes."""
    hq = b.stands[regiment.hq]
    options = [Choice("place", hq.id, b.ground.names[h]) for h in bits(hexes)]
    prompt = f"{regiment.name}: where does the new HQ appear?"
    answer = yield from ask(
        b,
        regiment.side,
        "new hq",
        prompt,
        rule,
        options,
        lambda choice: why_not_here(b, regiment, hexes, choice),
        hq.id,
    )
    hq.sp = hq.type.sp
    b.put(hq, b.ground.index[answer.to])
    hq.moved = True
    b.tell("hq returns", rule, regiment.side, hq.id, place=hq.hex)
    arrive(b, hq)


def why_not_here(b: Battle, regiment: Regiment, hexes: int, choice: Choice) -> tuple[str, str]:
    """Why the HQ may not appear there."""
    place = b.ground.index.get(choice.to, -1)
    if choice.do != "place" or place < 0:
        return ("", "")
    if place in b.at:
        return (f"{choice.to} is occupied.", "6.h")
    if on(b.ground.river, place):
        return (f"{choice.to} is in the river.", "6.h")
    zone = b.enemy_zone(regiment.side)
    if on(zone, place) and not hexes & zone:
        return (f"{choice.to} is in an enemy zone of control.", "6.h")
    return (f"{choice.to} is not next to a stand of the {regiment.name}.", "6.h")


def nearest_free(b: Battle, regiment: Regiment) -> int:
    """6.i The free hexes nearest to the regiment's stands, for an HQ that always returns overnight."""
    around = b.hexes_of(regiment)
    seen = around
    while around != b.ground.all:
        around |= b.ground.spread(around)
        free = around & ~seen & ~b.occupied[0] & ~b.occupied[1] & ~b.ground.river
        if free or around == seen:
            return free
        seen = around
    return 0


def overnight_hexes(b: Battle, regiment: Regiment) -> int:
    """6.i An HQ lost in the day's last round always returns; one lost before only where 6.h can be met."""
    hexes = return_hexes(b, regiment)
    if hexes or regiment.hq_lost < b.round_number:
        return hexes
    return nearest_free(b, regiment)
