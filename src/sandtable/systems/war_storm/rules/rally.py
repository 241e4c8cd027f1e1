"""9.4 Rally: officers bring routed units back, themselves first (9.4.2.ex)."""

from sandtable.systems.war_storm.rules.command import after_retreat, finish
from sandtable.systems.war_storm.rules.control import take_control
from sandtable.systems.war_storm.rules.losses import lose_step
from sandtable.systems.war_storm.rules.morale import Notes, Shock, aftermath, check, heavy_losses, own_losses, total
from sandtable.systems.war_storm.state.book import COMMISSAR, HIGH
from sandtable.systems.war_storm.state.pieces import Battle, Officer, Platoon, Procedure, Unit
from sandtable.table.event import Modifier

ARMOUR = "armour"


def rally_options(b: Battle, officer: Officer) -> list[Unit]:
    """9.4 Whom an officer may try to rally: himself before all others (9.4.a)."""
    if officer.hex < 0:
        return []
    if officer.routed:
        return [] if officer.tried or officer.finished else [officer]
    return [unit for unit in b.units if unit.routed and not why_no_rally(b, officer, unit)[0]]


def why_no_rally(b: Battle, officer: Officer, unit: Unit) -> tuple[str, str]:
    """9.4 Why an officer may not try to rally a unit; nothing if he may."""
    if unit.hex < 0 or unit.side != officer.side or not unit.routed:
        return (f"{unit.name} is not a routed friendly unit.", "9.4.e")
    if unit.tried:
        return (f"{unit.name} has already tried to rally this turn.", "9.4.d")
    if officer.routed and unit is not officer:
        return (f"{officer.name} must rally himself first.", "9.4.a")
    if unit is officer:
        return (f"{unit.name} is Finished.", "9.4.d") if unit.finished else ("", "")
    if officer.type.role not in (HIGH, COMMISSAR) and (type(unit) is Officer or unit.company != officer.company):
        return (f"{officer.name} can rally only platoons of his own company.", "3.2.c")
    if officer.type.role == HIGH and type(unit) is Officer and unit.company < 0:
        return (f"{officer.name} does not outrank {unit.name}.", "9.4.c")
    far = officer.type.command if officer.type.kind == ARMOUR and type(unit) is Platoon else 0
    if b.ground.distance[officer.hex][unit.hex] > far:
        return (f"{unit.name} is not in the hex of {officer.name}.", "9.4.e")
    return ("", "")


def rally_morale(b: Battle, officer: Officer, unit: Unit, notes: Notes) -> int:
    """9.4.1.a, 9.4.1.b, 9.4.2.a What the dice must not exceed: the officer's morale, and what changes it.

    A high-ranking officer lends his own (HRO.4).
    """
    if unit is not officer and officer.type.leadership:
        notes.append(Modifier(officer.type.leadership, f"leadership of {officer.name}", "9.4.1.b"))
    if type(unit) is Platoon:
        company = b.companies[unit.company]
        heavy_losses(b, company, b.losses(company), notes)
        own_losses(b, unit, notes)
    return total(officer.type.morale, notes)


def rally(b: Battle, officer: Officer, unit: Unit) -> Procedure:
    """9.4.1, 9.4.2 One attempt: two dice not above morale (9.2.1.i, 9.2.2.e). Failing, the unit is Finished."""
    notes: Notes = []
    morale = rally_morale(b, officer, unit, notes)
    rule = "9.4.1.a" if unit is officer else "9.4.1.b" if type(unit) is Officer else "9.4.2.a"
    unit.tried = True
    if check(b, unit, "rally", rule, morale, notes, officer.name) <= 0:
        unit.routed = False
        if unit is not officer:
            unit.rallied = b.activations[1 - unit.side]  # 9.4.1.c, 9.4.2.b
        if type(unit) is Platoon:
            unit.discipline = False
            take_control(b, unit.hex, unit.side)  # SCN.1
        return
    finish(unit)
    if officer.type.role == COMMISSAR and type(unit) is Platoon:
        yield from discipline(b, officer, unit)


def discipline(b: Battle, commissar: Officer, platoon: Platoon) -> Procedure:
    """9.4.2.c A platoon that a commissar fails to rally is marked; a second failure costs it a step."""
    if not platoon.discipline:
        platoon.discipline = True
        b.tell("discipline failure", "9.4.2.c", platoon.side, platoon.id, commissar.id, platoon.hex)
        return
    shock = Shock(platoon.hex, [platoon.hex])
    lose_step(b, platoon, "9.4.2.c", shock)
    yield from aftermath(b, shock)
    after_retreat(b, shock.ran)
