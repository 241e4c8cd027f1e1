"""What must never be true of a battle. Empty after every step of every test game."""

from sandtable.systems.nations_at_war.pieces import CARRIED, ELIMINATED, OFF_MAP, SETUP, Battle


def faults(b: Battle) -> list[str]:
    """Broken stacking, HQs alone, steps out of range, both sides in a hex, markers that cannot be."""
    found: list[str] = []
    names = b.ground.names
    most = b.ground.numbers["stacking"]
    for side in (0, 1):
        count: dict[int, int] = {}
        for unit in b.units_of[side]:
            if unit.hex >= 0:
                count[unit.hex] = count.get(unit.hex, 0) + 1
        found += [f"{names[place]} holds {n} units of a side (2.9.a)" for place, n in count.items() if n > most]
        held: dict[int, int] = {}
        for hq in b.hqs:
            if hq.side == side and hq.hex >= 0:
                held[hq.hex] = held.get(hq.hex, 0) + 1
        found += [f"{names[place]} holds {n} HQs of a side (2.5.6.c)" for place, n in held.items() if n > 1]
    both = b.occupied(0) & b.occupied(1)
    fighting = b.action is not None
    if both and not fighting:
        found.append(f"units of both sides in {names[both.bit_length() - 1]} (13.1.g)")
    for unit in b.units:
        if unit.hex == ELIMINATED:
            if unit.steps:
                found.append(f"{unit.id} is eliminated with {unit.steps} steps (5.1.3.h)")
        elif not 1 <= unit.steps <= unit.type.steps:
            found.append(f"{unit.id} has {unit.steps} steps (5.1.3.h)")
        if unit.hex >= 0 and not b.ground.passable & ~b.bridge_out >> unit.hex & 1:
            found.append(f"{unit.id} stands in {names[unit.hex]}, which is closed (TEC.river)")
        if unit.face is not unit.type.sides[unit.mounted][unit.steps] and unit.hex != ELIMINATED:
            found.append(f"{unit.id} shows the wrong side (2.5.b)")
        if unit.hex == CARRIED and (unit.carrier < 0 or not b.units[unit.carrier].alive):
            found.append(f"{unit.id} is carried by nobody (2.4.o)")
        if unit.acquired >= 0 and not b.units[unit.acquired].alive:
            found.append(f"{unit.id} has acquired a unit that is gone (5.2.f)")
        if unit.overwatch and (unit.disrupted or unit.hex < 0):
            found.append(f"{unit.id} is on Overwatch and Disrupted (11.0.e)")
        if unit.spent > max(unit.type.sides[0][2].mf, unit.type.sides[1][2].mf):
            found.append(f"{unit.id} has spent {unit.spent} MP (4.0.a)")
    for hq in b.hqs:
        alone = not any(u.hex == hq.hex and u.formation == hq.formation for u in b.units_of[hq.side])
        if hq.hex >= 0 and alone and b.phase != SETUP:
            found.append(f"{hq.id} is alone in {names[hq.hex]} (2.5.6.a)")
        if hq.hex == OFF_MAP and alone and b.phase != SETUP:
            found.append(f"{hq.id} waits alone off the map (2.5.6.a)")
        if hq.hex == ELIMINATED and hq.steps:
            found.append(f"{hq.id} is eliminated with {hq.steps} steps (2.5.6.2.c)")
    if b.control[0] & b.control[1]:
        found.append("a hex is controlled by both sides (13.1.g)")
    for place, level in b.smoke.items():
        if level not in (1, 2) or not b.smoke_mask >> place & 1:
            found.append(f"smoke of level {level} in {names[place]} (SM.a)")
    if any(points < 0 for points in b.fate):
        found.append("negative Fate Points (9.0.a)")
    if b.cup.count("end-turn") + sum(b.held) > b.scenario.end_turn_markers:
        found.append("too many End Turn markers (3.3.1)")
    return found
