"""4.1 Command: who is within range of his officer; and how an action ends (4.3.2.b)."""

from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Company, Platoon, Unit


def in_range(b: Battle, platoon: Platoon) -> bool:
    """4.1.b, 4.1.c No farther from its officer than his command range; plain distance, nothing else matters.

    Platoons still off the board are in command; without an officer none is (7.4.5.a).
    """
    company = b.companies[platoon.company]
    officer = b.officer_of(company)
    if officer is None:
        return False
    if platoon.hex < 0:
        return True
    return officer.hex >= 0 and b.ground.distance[officer.hex][platoon.hex] <= officer.type.command


def command_phase(b: Battle) -> None:
    """4.1.a Both sides sort all their platoons afresh."""
    for platoon in b.platoons:
        if platoon.hex >= 0:
            mark(b, platoon, not in_range(b, platoon), "4.1.a")


def check_range(b: Battle, company: Company) -> None:
    """4.1.d Platoons beyond the range after an activation or a retreat are Out-of-Command at once."""
    for platoon in b.platoons_of(company):
        if not in_range(b, platoon):
            mark(b, platoon, True, "4.1.d")


def regain(b: Battle) -> None:
    """4.4.a At the end of the turn those back in range lose the marker."""
    for platoon in b.platoons:
        if platoon.out_of_command and platoon.hex >= 0 and in_range(b, platoon):
            mark(b, platoon, False, "4.4.a")


def mark(b: Battle, platoon: Platoon, out: bool, rule: str) -> None:
    """Put the Out-of-Command marker on a platoon or take it off."""
    if platoon.out_of_command != out:
        platoon.out_of_command = out
        b.tell("out of command" if out else "in command", rule, platoon.side, platoon.id, place=platoon.hex)


def finish(unit: Unit) -> None:
    """4.3.2.b Its action is done: a Finished marker, and no other (4.4.d)."""
    unit.finished = True
    unit.active = False
    unit.waiting = NEVER
    if isinstance(unit, Platoon):
        unit.reaction = NEVER
