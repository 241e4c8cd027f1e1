"""What must never be true of a battle. Empty after every step of every test game."""

from sandtable.systems.nations_at_war.state.pieces import (
    CARRIED,
    COMMAND,
    DRAW,
    ELIMINATED,
    EXITED,
    MISSIONS,
    OFF_MAP,
    OPERATIONS,
    RALLY,
    SETUP,
    TURN_START,
    Battle,
    Unit,
)

DRAWING = (DRAW, COMMAND, RALLY, MISSIONS, OPERATIONS)  # 3.2: the Operations Phase of a turn


def faults(b: Battle) -> list[str]:
    """Broken stacking, HQs alone, steps out of range, both sides in a hex, markers that cannot be."""
    found = hex_faults(b)
    for unit in b.units:
        found += unit_faults(b, unit)
    return found + hq_faults(b) + marker_faults(b) + cup_faults(b)


def hex_faults(b: Battle) -> list[str]:
    """Stacking, and who is where."""
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
    if b.control[0] & b.control[1]:
        found.append("a hex is controlled by both sides (13.1.g)")
    if b.action is None:  # no fight in a hex is under way
        both = b.occupied(0) & b.occupied(1)
        if both:
            found.append(f"units of both sides in {names[both.bit_length() - 1]} (13.1.g)")
        if b.phase not in (SETUP, TURN_START):
            for side in (0, 1):
                lost = b.occupied(side) & ~b.control[side]
                if lost:
                    found.append(f"units in {names[lost.bit_length() - 1]} do not control it (13.1.g)")
    return found


def unit_faults(b: Battle, unit: Unit) -> list[str]:
    """The states of a unit."""
    found: list[str] = []
    id = unit.id
    if unit.hex == ELIMINATED:
        if unit.steps:
            found.append(f"{id} is eliminated with {unit.steps} steps (5.1.3.h)")
        if unit.disrupted or unit.ops_complete or unit.out_of_command or unit.overwatch or unit.acquired >= 0:
            found.append(f"{id} is eliminated and has markers (5.1.3.h)")
        if unit.weapon is not None or unit.leader is not None:
            found.append(f"{id} is eliminated and its weapon or leader is not (2.7.2.a, 10.5.c)")
        return found
    if unit.hex == EXITED:
        found += exit_faults(b, id, unit.side)
        if unit.disrupted or unit.ops_complete or unit.out_of_command or unit.overwatch or unit.acquired >= 0:
            found.append(f"{id} has left the map and has markers (13.1.e)")
    if not 1 <= unit.steps <= unit.type.steps:
        found.append(f"{id} has {unit.steps} steps (5.1.3.h)")
    elif unit.face is not unit.type.sides[unit.mounted][unit.steps]:
        found.append(f"{id} shows the wrong side (2.5.b)")
    if unit.mounted and not unit.type.transport:
        found.append(f"{id} is mounted without a transport (4.3.a)")
    if unit.hex >= 0 and not (b.ground.passable & ~b.bridge_out) >> unit.hex & 1:
        found.append(f"{id} stands in {b.ground.names[unit.hex]}, which is closed (TEC.river)")
    if unit.hex == CARRIED:
        carrier = b.units[unit.carrier] if unit.carrier >= 0 else None
        if carrier is None or carrier.hex < OFF_MAP or carrier.side != unit.side:
            found.append(f"{id} is carried by nobody (2.4.o)")
    if unit.acquired >= 0:
        target = b.units[unit.acquired]
        if target.hex <= ELIMINATED or target.side == unit.side:
            found.append(f"{id} has acquired a unit that is gone (5.2.f)")
        if target.disrupted or unit.disrupted or unit.hex < 0:
            found.append(f"{id} keeps an acquisition that Disruption ends (5.2.e, 5.2.f)")
    if unit.overwatch and (unit.disrupted or unit.hex < 0):
        found.append(f"{id} is on Overwatch and Disrupted (11.0.e)")
    if unit.demolition and (not unit.type.engineer or not unit.ops_complete or unit.disrupted):
        found.append(f"{id} cannot be at work on a bridge (10.4.b)")
    if unit.spent > max(unit.type.sides[0][2].mf, unit.type.sides[1][2].mf):
        found.append(f"{id} has spent {unit.spent} MP (4.0.a)")
    entry = b.formations[unit.formation].spec.entry_turn
    if unit.hex >= 0 and b.turn < entry:
        found.append(f"{id} is on the map before turn {entry} (EN.a)")
    if unit.hex == OFF_MAP and not entry and b.phase != SETUP:
        found.append(f"{id} was not set up (EN.d)")
    return found


def exit_faults(b: Battle, id: str, side: int) -> list[str]:
    """Who has left the map where there is no exit, or not for him."""
    victory = b.scenario.victory
    return [] if victory.edge and side == victory.side else [f"{id} has left a map without an exit for it (13.1.e)"]


def hq_faults(b: Battle) -> list[str]:
    """HQs, and the Commissar."""
    found: list[str] = []
    for hq in b.hqs:
        alone = not any(u.hex == hq.hex and u.formation == hq.formation for u in b.units_of[hq.side])
        if hq.hex >= 0 and alone and b.phase != SETUP:
            found.append(f"{hq.id} is alone in {b.ground.names[hq.hex]} (2.5.6.a)")
        if hq.hex == OFF_MAP and alone and b.phase != SETUP:
            found.append(f"{hq.id} waits alone off the map (2.5.6.a)")
        if hq.hex == EXITED:
            found += exit_faults(b, hq.id, hq.side)
        if hq.hex == ELIMINATED and hq.steps:
            found.append(f"{hq.id} is eliminated with {hq.steps} steps (2.5.6.2.c)")
        if hq.hex != ELIMINATED and not 1 <= hq.steps <= (1 if hq.type.sub else 2):
            found.append(f"{hq.id} has {hq.steps} steps (2.5.6.2.c)")
    for formation in b.formations:
        if formation.commissar >= 0:
            platoon = b.units[formation.commissar]
            if platoon.hex <= ELIMINATED or platoon.formation != formation.index:
                found.append(f"the Commissar of {formation.name} is with nobody (CM.a)")
    return found


def marker_faults(b: Battle) -> list[str]:
    """What lies on the map."""
    found: list[str] = []
    ground = b.ground
    if sum(1 << place for place in b.smoke) != b.smoke_mask or not set(b.smoke.values()) <= {1, 2}:
        found.append(f"smoke of levels {sorted(b.smoke.values())} (SM.a)")
    if b.smoke and not b.scenario.smoke_allowed:
        found.append("smoke where the scenario has none (S1.ssr1)")
    measures = (b.improved, b.mines, b.wire, b.ditches)
    if sum(mask.bit_count() for mask in measures) != (b.improved | b.mines | b.wire | b.ditches).bit_count():
        found.append("two defensive measures in a hex (7.2.a)")
    if b.mines & (ground.city | ground.bridges | ~ground.passable):
        found.append("mines in a City, River or Bridge hex (7.2.a)")
    if b.bridge_out & ~ground.bridges:
        found.append("Bridge Out where there is no bridge (10.4.a)")
    for _, place, turn in b.barrages:
        if not 0 <= place < ground.size or not 0 <= b.turn - turn <= ground.numbers["barrage_turns"]:
            found.append(f"a Barrage marker of turn {turn} in turn {b.turn} (10.2.j)")
    if b.plane >= 0 and not b.plane_active:
        found.append("the recon plane is over the map and was not drawn (RP.a)")
    return found


def cup_faults(b: Battle) -> list[str]:
    """The cup, and what the sides still have to spend."""
    found: list[str] = []
    scenario = b.scenario
    cup = b.cup
    if b.phase in DRAWING:
        ends = cup.count("end-turn") + sum(b.held) + b.end_turns_drawn
        if ends > scenario.end_turn_markers:
            found.append(f"{ends} End Turn markers (3.3.1)")
        for formation in b.formations:
            if cup.count(formation.key) > (b.turn >= formation.spec.entry_turn):
                found.append(f"the marker of {formation.name} is in the cup too often or too early (EN.b)")
        if any(marker in cup for marker in b.out_of_cup):
            found.append("a marker that is gone for good is in the cup (3.3.1.a, S2.ssr2)")
        if cup.count("chaos") > scenario.chaos:
            found.append("too many Chaos markers (8.0.a)")
    if any(points < 0 for points in b.fate):
        found.append("negative Fate Points (9.0.a)")
    if not scenario.chaos:  # 8.0.b: only Chaos adds
        for side, spec in enumerate(scenario.sides):
            if b.fate[side] > spec.fate:
                found.append(f"{spec.name} has gained Fate Points (9.0.a)")
            if len(b.missions[side]) > len(spec.missions):
                found.append(f"{spec.name} has gained fire missions (10.2.a)")
    if b.missions_called > b.ground.numbers["fire_missions"]:
        found.append(f"{b.missions_called} fire missions in an activation (3.4.4.a)")
    if not 1 <= b.turn <= scenario.turns:
        found.append(f"turn {b.turn} of {scenario.turns} (TRT)")
    return found
