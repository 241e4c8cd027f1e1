"""4.3.1 Activation: who can be activated, and who wakes with him."""

from sandtable.systems.war_storm.rules.command import check_range, finish
from sandtable.systems.war_storm.rules.morale import activation_check
from sandtable.systems.war_storm.rules.movement import may_enter
from sandtable.systems.war_storm.rules.rally import rally_options
from sandtable.systems.war_storm.state.book import COMPANY, REPLACEMENT
from sandtable.systems.war_storm.state.pieces import NEVER, OFF_MAP, Battle, Officer, Platoon, Unit
from sandtable.table.decision import Choice


def present(b: Battle, unit: Unit) -> bool:
    """On the board, or able to come on in this turn (SCN.2)."""
    return unit.hex >= 0 or (unit.hex == OFF_MAP and may_enter(b, unit))


def independent(b: Battle, platoon: Platoon) -> bool:
    """4.3.1.e, 7.4.5.a Out-of-Command, or without an officer."""
    return platoon.out_of_command or b.companies[platoon.company].officer < 0


def why_idle(b: Battle, unit: Unit) -> tuple[str, str]:
    """Why a unit cannot be activated by anybody now; nothing if it can."""
    if not present(b, unit):
        return (f"{unit.name} is not on the board.", "4.3.1.a")
    if unit.finished:
        return (f"{unit.name} is Finished.", "4.3.1.b")
    if unit.used:
        return (f"{unit.name} has already been activated this turn.", "4.3.2.c")
    if unit.rallied != NEVER and b.activations[1 - unit.side] <= unit.rallied:
        return (f"{unit.name} has just been rallied; the enemy must activate a unit first.", "9.4.1.c")
    if unit.routed and type(unit) is Platoon:
        return (f"{unit.name} is routed.", "9.3.a")
    return ("", "")


def why_not_ready(b: Battle, unit: Unit) -> tuple[str, str]:
    """Why a unit cannot be activated by itself; nothing if it can."""
    reason, rule = why_idle(b, unit)
    if reason:
        return (reason, rule)
    if type(unit) is Platoon and unit.rallied != NEVER:
        return (f"{unit.name} was rallied this turn; only an officer can activate it.", "9.4.2.b")
    if type(unit) is Platoon and not independent(b, unit):
        return (f"{unit.name} is in command, so it is activated with its officer.", "4.3.1.a")
    return ("", "")


def ready(b: Battle, side: int) -> list[Unit]:
    """4.3.1.a The officers and Out-of-Command platoons a side can activate now."""
    fresh: list[Unit] = [
        each for each in b.officers if each.side == side and each.hex >= OFF_MAP and not (each.used or each.finished)
    ]
    fresh += [
        each
        for each in b.platoons
        if each.side == side
        and each.hex >= OFF_MAP
        and not (each.used or each.finished)
        and (each.out_of_command or b.companies[each.company].officer < 0)
    ]
    # Mostly one look is enough: whoever stands on the board, steady and not rallied, is ready.
    return [
        each
        for each in fresh
        if (each.hex >= 0 and each.rallied == NEVER and not each.routed) or not why_not_ready(b, each)[0]
    ]


def wakes_with(b: Battle, officer: Officer) -> list[Platoon]:
    """3.2.a, 4.3.1.c The platoons that are activated with an officer: in command, not routed, not done yet."""
    if officer.company < 0:
        return []
    members = [b.platoons[i] for i in b.companies[officer.company].platoons]
    return [each for each in members if not (each.used or each.out_of_command or why_idle(b, each)[0])]


def reaction_only(b: Battle, side: int) -> bool:
    """4.4.e Whether all a side could still activate are platoons with Reaction markers.

    An officer counts as such if all he would wake carry markers and there is nobody to rally.
    """
    waiting = ready(b, side)
    for unit in waiting:
        if type(unit) is Platoon:
            if unit.reaction == NEVER:
                return False
        elif type(unit) is Officer:
            woken = wakes_with(b, unit)
            if not woken or any(each.reaction == NEVER for each in woken) or rally_options(b, unit):
                return False
    return bool(waiting)


def wake(b: Battle, unit: Unit) -> None:
    """4.3.1 The activation is announced; an Out-of-Command platoon must first pass its check (4.3.1.f)."""
    b.activations[unit.side] += 1
    b.column = 0
    b.tell("activated", "4.3.1.a", unit.side, unit.id, place=unit.hex)
    unit.used = True
    if type(unit) is Platoon:
        if not activation_check(b, unit):
            finish(unit)
            b.side = 1 - unit.side
            return
        unit.active = True
    elif type(unit) is Officer:
        unit.active = True
        for platoon in wakes_with(b, unit):
            platoon.active = platoon.used = True
    b.actor = unit.index


def put_to_rest(b: Battle) -> None:
    """The activation is over.

    The officer is Finished whether he acted or not, and so is an Out-of-Command platoon that has no fresh marker, and
    who came up for an assault that did not come about (4.3.2.e). A platoon activated with its officer that did
    nothing is not: it may still react.
    """
    actor = b.units[b.actor]
    for unit in b.units:
        if not unit.active:
            continue
        unit.active = False
        unit.waiting = NEVER
        if unit is actor or unit.spent:
            finish(unit)  # 4.3.2.b
    if type(actor) is Officer:
        actor.rallying = False
    b.actor = NEVER
    b.side = 1 - actor.side
    for company in b.companies:
        if company.side == actor.side:
            check_range(b, company)  # 4.1.d


def why_not_activate(b: Battle, side: int, choice: Choice) -> tuple[str, str]:
    """Why a unit may not be activated now."""
    unit = b.find_unit(choice.piece) if choice.do == "activate" else None
    if unit is None:
        return ("", "")
    if unit.side != side:
        return (f"{unit.name} is an enemy unit.", "4.3.1.a")
    if type(unit) is Officer and unit.company < 0 and unit.type.role in (COMPANY, REPLACEMENT):
        return (f"{unit.name} leads no company.", "3.2.a")
    return why_not_ready(b, unit)
