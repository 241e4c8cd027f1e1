"""What must never be true of a battle. Empty after every step of every test game."""

from sandtable.systems.war_storm.state import pieces
from sandtable.systems.war_storm.state.pieces import Battle, Move, Platoon, Unit


def faults(b: Battle) -> list[str]:
    """Broken stacking, steps out of range, officers and companies at odds, markers and progress that cannot be."""
    found = stacking(b)
    for unit in b.units:
        found += unit_faults(b, unit)
    found += company_faults(b)
    found += progress_faults(b)
    if b.move is not None:
        found += move_faults(b, b.move)
    return found


def stacking(b: Battle) -> list[str]:
    """3.3 Nine steps of one side in a hex, and the books about who stands where agree."""
    found: list[str] = []
    steps: list[dict[int, int]] = [{}, {}]
    for platoon in b.platoons:
        if platoon.hex >= 0:
            here = steps[platoon.side]
            here[platoon.hex] = here.get(platoon.hex, 0) + platoon.steps
    for side in (0, 1):
        if steps[side] != b.steps[side]:
            found.append(f"the register of steps of side {side} is not what the platoons say")
        if sum(1 << place for place in steps[side]) != b.occupied[side]:
            found.append(f"the mask of side {side} is not what the platoons say")
        for place, count in steps[side].items():
            if count > b.ground.numbers["stacking"]:
                found.append(f"{count} steps are in {b.ground.names[place]}")
    both = set(steps[0]) & set(steps[1])
    if both and b.target == pieces.NEVER:
        found.append(f"both sides are in {', '.join(b.ground.names[place] for place in sorted(both))}")
    return found


def unit_faults(b: Battle, unit: Unit) -> list[str]:
    found: list[str] = []
    if unit.hex >= 0 and not b.ground.playable >> unit.hex & 1:
        found.append(f"{unit.name} is in {b.ground.names[unit.hex]}, which is not a whole hex")
    if unit.hex < 0 and unit.hex not in (pieces.OFF_MAP, pieces.POOL, pieces.ELIMINATED, pieces.EXITED):
        found.append(f"{unit.name} is nowhere, {unit.hex}")
    if unit.active and unit.finished:
        found.append(f"{unit.name} is active and Finished")
    if unit.active and b.actor == pieces.NEVER:
        found.append(f"{unit.name} is active and nobody is activated")
    if type(unit) is Platoon:
        if not 0 <= unit.lost <= pieces.STEPS or (unit.lost == pieces.STEPS) != (unit.hex == pieces.ELIMINATED):
            found.append(f"{unit.name} has lost {unit.lost} steps at {unit.hex}")
        if unit.reaction != pieces.NEVER and (unit.finished or unit.routed or unit.hex < 0):
            found.append(f"{unit.name} has a Reaction marker and cannot react")
        if unit.reaction > b.turn:
            found.append(f"{unit.name} has a Reaction marker of turn {unit.reaction}")
    if unit.hex >= 0 and not b.ground.river >> unit.hex & 1 and unit.bank != pieces.NEVER:
        found.append(f"{unit.name} is on a bank of no river")
    if unit.waiting != pieces.NEVER and not unit.active:
        found.append(f"{unit.name} waits to assault {b.ground.names[unit.waiting]} and is not active")
    return found


def company_faults(b: Battle) -> list[str]:
    found: list[str] = []
    for company in b.companies:
        officer = b.officer_of(company)
        if officer is None:
            continue
        if officer.company != company.index or officer.side != company.side:
            found.append(f"{company.name} is led by {officer.name}, who does not know")
        if officer.hex in (pieces.ELIMINATED, pieces.EXITED, pieces.POOL):
            found.append(f"{company.name} is led by {officer.name}, who is gone")
        if company.replace:
            found.append(f"{company.name} waits for an officer and has {officer.name}")
    return found


def progress_faults(b: Battle) -> list[str]:
    found: list[str] = []
    if not 0 <= b.turn <= b.scenario.turns:
        found.append(f"it is turn {b.turn}")
    if b.actor != pieces.NEVER and b.phase != pieces.ACTIVATION:
        found.append("somebody is activated outside the Activation phase")
    if b.move is not None and b.actor == pieces.NEVER:
        found.append("somebody moves and nobody is activated")
    if any(holder not in (-1, 0, 1) for holder in b.holders):
        found.append(f"objectives are held by {b.holders}")
    return found


def move_faults(b: Battle, move: Move) -> list[str]:
    found: list[str] = []
    units = [b.units[i] for i in move.units]
    if len({unit.hex for unit in units}) > 1 or len({unit.side for unit in units}) > 1:
        found.append("the moving group is not in one hex")
    return found
