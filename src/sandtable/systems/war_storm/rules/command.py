"""4.1 Command: who is within range of his officer; and how an action ends (4.3.2.b)."""

from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Company, Platoon, Unit


def in_range(b: Battle, platoon: Platoon) -> bool:
    """4.1.b No farther from its officer than his command range; plain distance, nothing else matters.

    Platoons still off the board are in command; without an officer none is (7.4.5.a).
    """
    company = b.companies[platoon.company]
    officer = b.officer_of(company)
    if officer is None:
        return False
    if platoon.hex < 0:
        return True
    return officer.hex >= 0 and b.ground.distance[officer.hex][platoon.hex] <= officer.type.command  # 4.1.c


def command_phase(b: Battle) -> None:
    """4.1.a Both sides sort all their platoons afresh."""
    for platoon in b.platoons:
        if platoon.hex >= 0:
            mark(b, platoon, not in_range(b, platoon), "4.1.a")


def check_range(b: Battle, company: Company) -> None:
    """4.1.d The platoons of a company that are beyond the range of its officer are Out-of-Command."""
    mark_lost(b, b.platoons_of(company))


def after_retreat(b: Battle, ran: list[Unit]) -> None:
    """4.1.d All of a retreat is over: the companies of those that ran are sorted.

    Of the company that is activated only those that ran are; the others have until the end of its activation.
    """
    acting = b.units[b.actor].company if b.actor >= 0 else NEVER
    for index in sorted({unit.company for unit in ran if unit.company >= 0}):
        platoons = b.platoons_of(b.companies[index])
        mark_lost(b, [each for each in platoons if index != acting or each in ran])


def mark_lost(b: Battle, platoons: list[Platoon]) -> None:
    """4.1.d, 7.4.5.a Those without an officer in range are Out-of-Command."""
    for platoon in platoons:
        if not platoon.out_of_command and not in_range(b, platoon):
            fallen = b.companies[platoon.company].officer < 0
            mark(b, platoon, True, "7.4.5.a" if fallen else "4.1.d")


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
    if type(unit) is Platoon:
        unit.reaction = NEVER
