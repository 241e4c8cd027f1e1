"""10.1 Aircraft and AA fire, and the recon plane (RP, S2.ssr2)."""

from collections.abc import Generator

from sandtable.systems.nations_at_war.rules.combat.fire import hits_that_count, plane_side, save
from sandtable.systems.nations_at_war.rules.combat.hits import Procedure, drop_acquisition, suffer
from sandtable.systems.nations_at_war.rules.dice import SUM, between, roll
from sandtable.systems.nations_at_war.state.counters import AircraftType
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP, Battle, Unit
from sandtable.table.asking import PASS, ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier


def place_recon_plane(b: Battle, side: int, craft: AircraftType) -> Procedure:
    """RP.a Place the plane on any hex for the rest of the turn; AA may fire at it (10.1.a)."""
    answer = yield Decision(
        b.side_name(side),
        "recon plane",
        f"Place the {craft.name} over any hex.",
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
    """The plane is taken off; if it flew, 1d6 plus the turn at 7 or more ends its flights."""
    b.plane = OFF_MAP  # RP.d
    if not b.plane_active:
        return
    b.plane_active = False
    side = plane_side(b)
    craft = next(craft for craft in b.scenario.sides[side].aircraft if craft.recon)
    marker = prefix + craft.key
    if not b.scenario.plane_roll or marker in b.out_of_cup:
        return
    face = (yield from roll(b, side, 1, b.scenario.plane_roll - 1 - b.turn, "recon plane", SUM))[0]
    gone = face + b.turn >= b.scenario.plane_roll  # S2.ssr2
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
    """10.1.b Place it on a hex with an enemy in sight of a friendly HQ or Recon; AA fires; attack one unit there."""
    seen = 0
    if b.plane >= 0 and plane_side(b) == side:  # RP.b: the recon plane acts as Recon
        seen = b.ground.grid.within(b.plane, b.ground.numbers["plane_radius"])
    for hq in b.hqs:
        if hq.side == side and hq.hex >= 0:
            seen |= b.seen_from(hq.hex)
    for unit in b.units_of[side]:
        if unit.type.recon and unit.hex >= 0:
            seen |= b.seen_from(unit.hex)
    places = sorted({unit.hex for unit in b.units_of[1 - side] if unit.hex >= 0 and seen >> unit.hex & 1})
    if not places:
        b.tell("aircraft idle", "10.1.b", side, craft.key)
        return
    names = [b.ground.names[place] for place in places]
    answer = yield from ask(
        b,
        side,
        "ground attack",
        f"Over which hex does the {craft.name} fly?",
        "10.1.b",
        [Choice("place", craft.key, name) for name in names],
        lambda choice: ("It flies only over an enemy that a friendly HQ or Recon unit sees.", "10.1.b"),
    )
    place = b.ground.index[answer.to]
    b.tell("plane placed", "10.1.b", side, craft.key, place=place)
    hits = yield from flak(b, side, craft, place)
    if hits:
        shot_down(b, side, craft, hits, marker)
        return
    prey = b.units_at(place, 1 - side)
    answer = yield from ask(
        b,
        side,
        "ground attack",
        f"Which unit does the {craft.name} attack?",
        "10.1.b",
        [Choice("attack", craft.key, unit.id) for unit in prey],
    )
    yield from strafe(b, side, craft, b.unit(answer.to))


def strafe(b: Battle, side: int, craft: AircraftType, target: Unit) -> Procedure:
    """10.1.b GA dice against hard or soft; saves and terrain without concealment and hill; no acquisition."""
    outcome = hits_that_count(b, target, OFF_MAP, False, True)
    why = f"ground attack of {craft.name}"
    faces = yield from roll(b, side, craft.firepower, craft.to_hit, why, outcome=outcome)  # 2.4.e
    hits = sum(face >= craft.to_hit for face in faces)
    b.tell("strafed", "10.1.b", side, craft.key, target.id, target.hex, faces, craft.to_hit, hits)
    if not hits:
        return
    hits = yield from save(b, target, OFF_MAP, hits, False, True)
    if hits:
        yield from suffer(b, target.hex, [target], [hits], "10.1.b")


def flak(b: Battle, side: int, craft: AircraftType, place: int) -> Generator[Decision, Choice, int]:
    """10.1.a Each Good Order enemy unit with AA Firepower in range, not Ops Complete, may fire; the hits."""
    total = 0
    down = b.ground.numbers["aa_destroy_hits"]
    for unit in b.units_of[1 - side]:
        if total >= down:
            break
        weapon = unit.face.aa
        if weapon is None or unit.hex < 0 or unit.disrupted or unit.ops_complete or unit.demolition:
            continue
        if b.ground.distance[unit.hex][place] > weapon.range:
            continue
        answer = yield from ask(
            b,
            unit.side,
            "aa fire",
            f"The {craft.name} is over {b.ground.names[place]}. Does {unit.name} fire at it?",
            "10.1.a",
            [Choice("fire", unit.id, craft.key), PASS],
            piece=unit.id,
        )
        if answer == PASS:
            continue
        why = f"AA fire of {unit.name}"
        faces = yield from roll(b, unit.side, weapon.firepower, weapon.to_hit, why, outcome=between(0, down - total))
        hits = sum(face >= weapon.to_hit for face in faces)
        unit.ops_complete = True
        unit.overwatch = False  # 11.0.e
        if unit.acquired >= 0:
            drop_acquisition(b, unit, "5.2.e")
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
