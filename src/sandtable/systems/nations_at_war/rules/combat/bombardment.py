"""5.1.6 Attacks on a hex: mortars; 10.2.f-g artillery resolves each hex in the same way."""

from sandtable.systems.nations_at_war.rules.combat.fire import (
    Notes,
    attack_numbers,
    dig_in,
    hits_dug_in,
    leader_for,
    led_by,
    saves_that_count,
)
from sandtable.systems.nations_at_war.rules.combat.hits import Procedure, spread, suffer, worst
from sandtable.systems.nations_at_war.rules.combat.smoke import place_smoke, why_smokeless
from sandtable.systems.nations_at_war.rules.dice import EACH, UNDER, between, roll
from sandtable.systems.nations_at_war.state.pieces import Battle, Unit
from sandtable.table.decision import Choice
from sandtable.table.event import Modifier


def cover_of_hex(b: Battle, place: int, hard: bool, notes: Notes) -> int:
    """Dice of the hex: the soft bonus of the terrain, never the hill's (TEC.note1), one for armour."""
    ground = b.ground
    kind = ground.terrain[place]
    dice = kind.dice_soft  # 5.1.6.c
    if dice:
        notes.append(Modifier(dice, kind.name, kind.rule))
    if b.wrecks >> place & 1:
        dice += ground.wreck.dice_soft
        notes.append(Modifier(ground.wreck.dice_soft, "Wreck", "CTEC.wreck"))
    if b.ditches >> place & 1:
        dice += ground.ditch.dice_soft
        notes.append(Modifier(ground.ditch.dice_soft, "Anti-Tank Ditch", "CTEC.at_ditch"))
    if hard:
        dice += ground.numbers["mortar_armor_dice"]
        notes.append(Modifier(ground.numbers["mortar_armor_dice"], "a hard target in the hex", "5.1.6.d"))
    return dice


def hit_hex(
    b: Battle,
    side: int,
    place: int,
    dice: int,
    to_hit: int,
    piece: str,
    rule: str,
    only: Unit | None = None,
    notes: Notes | None = None,
) -> Procedure:
    """5.1.6 Roll for a hex; the defender rolls once for all in it; hits are shared; armour is only Disrupted.

    `only`: as Opportunity Fire just the moving unit named takes hits (ruling to 2.5.5.1.a).
    """
    hope = UNDER if b.units_at(place, side) else EACH  # 10.2.h: artillery falls on friends too
    units = [only] if only is not None else b.units_at(place, 0) + b.units_at(place, 1)
    hard = any(unit.face.hard for unit in b.units_at(place, units[0].side)) if units else False
    cover: Notes = []
    saves = cover_of_hex(b, place, hard, cover)
    cancelled = hits_dug_in(b, place) if only is None else 0
    end = worst(units, True)
    outcome = between(cancelled, cancelled + saves + end if end else 0)
    why = f"bombardment of {b.ground.names[place]}"
    faces = yield from roll(b, side, dice, to_hit, why, hope, outcome=outcome)
    hits = sum(face >= to_hit for face in faces)
    b.tell(
        "bombarded",
        rule,
        side,
        piece,
        only.id if only is not None else "",
        place,
        faces,
        to_hit,
        hits,
        modifiers=tuple(notes or ()),
    )
    if not hits or not units:
        return
    owner = units[0].side
    if saves:
        need = b.ground.numbers["soft_save"]
        why = f"cover of {b.ground.names[place]}"
        outcome = saves_that_count(units, hits, cancelled, True)
        saved_faces = yield from roll(b, owner, saves, need, why, outcome=outcome)
        saved = min(hits, sum(face >= need for face in saved_faces))
        hits -= saved
        b.tell(
            "covered",
            "5.1.6.c",
            owner,
            place=place,
            dice=saved_faces,
            need=need,
            value=saved,
            modifiers=tuple(cover),
        )
    if only is None:
        hits = dig_in(b, place, hits)
    if hits:
        shares = yield from spread(b, units, hits, owner, "5.1.6.e", spare_armor=True)
        yield from suffer(b, place, units, shares, "5.1.3.h", spare_armor=True)


# Mortars -----------------------------------------------------------------------------------------


def mortar_range(b: Battle, mortar: Unit) -> int:
    """2.5.5.1.b The range of a mortar is a limit."""
    return mortar.face.he.range if mortar.face.he is not None else 0


def mortar_targets(b: Battle, mortar: Unit) -> list[Choice]:
    """2.5.5.1.a, 5.1.6.a Hexes with enemies in its own sight and range; 2.5.5.2.b and any hex for smoke.

    That may be its own hex (2.5.5.2.f).
    """
    return hex_targets(b, mortar, b.seen_among(mortar.hex, b.ground.grid.within(mortar.hex, mortar_range(b, mortar))))


def hex_targets(b: Battle, mortar: Unit, hexes: int) -> list[Choice]:
    """Of these hexes those with enemies to bombard, with and without Leadership, and all of them for smoke."""
    options: list[Choice] = []
    if mortar.face.he is None:
        return options
    names = b.ground.names
    enemies = b.occupied(1 - mortar.side)
    led = leader_for(b, mortar) is not None
    smoke = b.scenario.smoke_allowed and mortar.type.smoke_level > 0
    for place in range(b.ground.size):
        if hexes >> place & 1:
            if enemies >> place & 1:
                options.append(Choice("bombard", mortar.id, names[place]))
                if led:
                    options.append(Choice("bombard", mortar.id, names[place], 1))
            if smoke:
                options.append(Choice("smoke", mortar.id, names[place]))
    return options


def why_no_bombard(b: Battle, mortar: Unit, choice: Choice) -> tuple[str, str]:
    """Why a mortar may not attack or smoke a hex that it, or whoever directs it, sees."""
    place = b.ground.index[choice.to]
    distance, reach = b.ground.distance[mortar.hex][place], mortar_range(b, mortar)
    if distance > reach:
        return (f"{choice.to} is {distance} hexes away; {mortar.name} reaches {reach}.", "2.5.5.1.b")
    if choice.do == "smoke":
        return why_smokeless(b, mortar)
    if not b.occupied(1 - mortar.side) >> place & 1:
        return (f"There is no enemy in {choice.to}.", "5.1.6.a")
    return ("No unused Leadership of its Formation is with that unit.", "2.5.6.2.b")


def mortar_fire(b: Battle, mortar: Unit, place: int, lead: bool, only: Unit | None = None) -> Procedure:
    """5.1.6.b, 5.1.6.i A mortar attacks one hex (5.1.6.j) and is Ops Complete; it never acquires (5.2.i)."""
    leadership = led_by(b, mortar) if lead else 0
    notes: Notes = []
    distance = b.ground.distance[mortar.hex][place]
    dice, to_hit = attack_numbers(b, mortar, False, distance, False, leadership, False, notes)
    mortar.attacked = True
    yield from hit_hex(b, mortar.side, place, dice, to_hit, mortar.id, "5.3.a" if only else "5.1.6.b", only, notes)
    mortar.ops_complete = True


def mortar_smoke(b: Battle, mortar: Unit, place: int) -> Procedure:
    """2.5.5.2.d One or more hits put one marker in the target hex alone (2.5.5.2.e); hit or miss, Ops Complete."""
    weapon = mortar.face.he
    assert weapon is not None
    mortar.attacked = True
    mortar.ops_complete = True
    faces = yield from roll(
        b, mortar.side, weapon.firepower, weapon.to_hit, f"smoke from {mortar.name}", outcome=between(0, 1)
    )
    hits = sum(face >= weapon.to_hit for face in faces)
    b.tell(
        "smoke fired",
        "2.5.5.2.d",
        mortar.side,
        mortar.id,
        place=place,
        dice=faces,
        need=weapon.to_hit,
        value=hits,
    )
    if hits:
        place_smoke(b, place, max(mortar.type.smoke_level, b.scenario.mortar_smoke), "2.5.5.2.d")
