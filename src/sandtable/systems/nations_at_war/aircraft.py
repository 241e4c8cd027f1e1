"""10.1 Aircraft and AA fire, and the recon plane (RP, S2.ssr2)."""

from collections.abc import Generator

from sandtable.systems.nations_at_war.counters import AircraftType
from sandtable.systems.nations_at_war.dice import SUM, roll
from sandtable.systems.nations_at_war.fire import Notes, defence_numbers, dig_in, plane_side
from sandtable.systems.nations_at_war.hits import Procedure, suffer
from sandtable.systems.nations_at_war.pieces import OFF_MAP, Battle, Unit
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier


def place_recon_plane(b: Battle, side: int, craft: AircraftType) -> Procedure:
    """RP.a Place the plane on any hex for the rest of the turn; AA may fire at it (10.1.a)."""
    answer = yield Decision(
        b.side_name(side),
        "recon plane",
        f"Place the {craft.name} on any hex.",
        "RP.a",
        lambda: [Choice("place", craft.key, name) for name in b.ground.names],
        lambda choice: (f"There is no hex {choice.to!r} on this map.", "RP.a"),
    )
    place = b.ground.index[answer.to]
    b.plane_active = True
    hits = yield from flak(b, side, craft, place)
    if hits:
        shot_down(b, side, craft, hits, "aircraft-" + craft.key)
        return
    b.plane = place
    b.tell("plane placed", "RP.a", side, craft.key, place=place)


def plane_leaves(b: Battle, prefix: str) -> Procedure:
    """RP.d, S2.ssr2 The plane is taken off; if it flew, 1d6 plus the turn at 7 or more ends its flights."""
    b.plane = OFF_MAP
    if not b.plane_active:
        return
    b.plane_active = False
    side = plane_side(b)
    craft = next(craft for craft in b.scenario.sides[side].aircraft if craft.recon)
    marker = prefix + craft.key
    if not b.scenario.plane_roll or marker in b.out_of_cup:
        return
    face = (yield from roll(b, side, 1, b.scenario.plane_roll - 1 - b.turn, "recon plane", SUM))[0]
    gone = face + b.turn >= b.scenario.plane_roll
    b.tell(
        "plane roll",
        "S2.ssr2",
        side,
        craft.key,
        dice=(face,),
        need=b.scenario.plane_roll,
        value=int(gone),
        modifiers=(Modifier(b.turn, "turn", "S2.ssr2"),),
    )
    if gone:
        b.out_of_cup.append(marker)


# Ground attack -----------------------------------------------------------------------------------


def fly(b: Battle, side: int, craft: AircraftType, marker: str) -> Procedure:
    """10.1.b Attack one enemy unit in sight of a friendly HQ or Recon; AA fires first."""
    seen = 0
    for hq in b.hqs:
        if hq.side == side and hq.hex >= 0:
            seen |= b.seen_from(hq.hex)
    for unit in b.units_of[side]:
        if unit.type.recon and unit.hex >= 0:
            seen |= b.seen_from(unit.hex)
    prey = [unit for unit in b.units_of[1 - side] if unit.hex >= 0 and seen >> unit.hex & 1]
    if not prey:
        b.tell("aircraft idle", "10.1.b", side, craft.key)
        return
    answer = yield Decision(
        b.side_name(side),
        "ground attack",
        f"{craft.name}: attack which unit?",
        "10.1.b",
        lambda: [Choice("attack", craft.key, unit.id) for unit in prey],
    )
    target = b.unit(answer.to)
    assert target is not None
    hits = yield from flak(b, side, craft, target.hex)
    if hits:
        shot_down(b, side, craft, hits, marker)
        return
    yield from strafe(b, side, craft, target)


def strafe(b: Battle, side: int, craft: AircraftType, target: Unit) -> Procedure:
    """2.4.e, 10.1.b GA dice against hard or soft; saves and terrain without concealment and hill; no acquisition."""
    faces = yield from roll(b, side, craft.firepower, craft.to_hit, f"ground attack of {craft.name}")
    hits = sum(face >= craft.to_hit for face in faces)
    b.tell("strafed", "10.1.b", side, craft.key, target.id, target.hex, faces, craft.to_hit, hits)
    if not hits:
        return
    notes: Notes = []
    dice, need = defence_numbers(b, target, OFF_MAP, False, True, notes)
    if dice:
        saves = yield from roll(b, target.side, dice, need, f"save of {target.name}")
        saved = min(hits, sum(face >= need for face in saves))
        hits -= saved
        b.tell(
            "saved",
            "10.1.b",
            target.side,
            target.id,
            place=target.hex,
            dice=saves,
            need=need,
            value=saved,
            modifiers=tuple(notes),
        )
    hits = dig_in(b, target.hex, hits)
    if hits:
        yield from suffer(b, target.hex, [target], [hits], "10.1.b")


def flak(b: Battle, side: int, craft: AircraftType, place: int) -> Generator[Decision, Choice, int]:
    """10.1.a Each Good Order enemy unit with AA Firepower in range, not Ops Complete, may fire; the hits."""
    total = 0
    for unit in b.units_of[1 - side]:
        weapon = unit.face.aa
        if weapon is None or unit.hex < 0 or unit.disrupted or unit.ops_complete or unit.demolition:
            continue
        if b.ground.distance[unit.hex][place] > weapon.range:
            continue
        answer = yield Decision(
            b.side_name(unit.side),
            "aa fire",
            f"{craft.name} over {b.ground.names[place]}: does {unit.name} fire?",
            "10.1.a",
            lambda unit=unit: [Choice("fire", unit.id, craft.key), Choice("pass")],  # type: ignore[misc]
            piece=unit.id,
        )
        if answer.do == "pass":
            continue
        faces = yield from roll(b, unit.side, weapon.firepower, weapon.to_hit, f"AA fire of {unit.name}")
        hits = sum(face >= weapon.to_hit for face in faces)
        unit.ops_complete = True
        b.tell("aa fired", "10.1.a", unit.side, unit.id, craft.key, place, faces, weapon.to_hit, hits)
        total += hits
    return total


def shot_down(b: Battle, side: int, craft: AircraftType, hits: int, marker: str) -> None:
    """10.1.a One hit: the aircraft aborts until drawn again. Two or more: destroyed."""
    if hits >= b.ground.numbers["aa_destroy_hits"]:
        b.out_of_cup.append(marker)
        b.tell("aircraft destroyed", "10.1.a", side, craft.key)
    else:
        b.tell("aircraft aborted", "10.1.a", side, craft.key)
