"""3.1, 3.2, 4.3.2 Actions: what the activated units may do, one action each, in the order their player likes.

Units activated together may do different things (4.3.2.d).
See also 3.1.i.
"""

from sandtable.systems.war_storm.rules.activation import put_to_rest, why_idle
from sandtable.systems.war_storm.rules.assault import assault
from sandtable.systems.war_storm.rules.command import finish
from sandtable.systems.war_storm.rules.fire import SHOTS, fire_action, fire_options, targets, why_no_shot
from sandtable.systems.war_storm.rules.march import march, note_start
from sandtable.systems.war_storm.rules.movement import can_set_out, planned, prey, setting_out, why_no_double
from sandtable.systems.war_storm.rules.rally import rally, rally_options, why_no_rally
from sandtable.systems.war_storm.rules.reaction import new_move
from sandtable.systems.war_storm.state.book import HIGH
from sandtable.systems.war_storm.state.pieces import NEVER, OFF_MAP, Battle, Officer, Platoon, Procedure, Unit
from sandtable.table.asking import DONE
from sandtable.table.decision import Choice, Decision

NOT_AFTER_MOVING = (*SHOTS, "prepare", "double", "rally", "lend")  # 4.3.2.c, once it has moved up for an assault


def idle(unit: Unit) -> bool:
    """Activated and without an action yet."""
    return unit.active and unit.waiting == NEVER and (not unit.routed or type(unit) is Officer)


def act(b: Battle) -> Procedure:
    """4.3.2 The player gives one of the activated units its action, or is done with them."""
    for each in b.units:
        if each.waiting != NEVER and not b.occupied[1 - each.side] >> each.waiting & 1:
            each.waiting = NEVER  # 14.5 no platoon is left there: it goes on with the MP it has
    actor = b.units[b.actor]
    options = None if can_go(b) else action_options(b)
    if options == [DONE]:
        put_to_rest(b)
        return
    answer = yield Decision(
        b.side_name(actor.side),
        "action",
        f"What does {actor.name} do?" if type(actor) is Platoon else f"What does {whose(b, actor)} do?",
        "4.3.2.a",
        lambda: action_options(b) if options is None else options,
        lambda choice: why_not_act(b, choice),
        actor.id,
    )
    if answer == DONE:
        put_to_rest(b)
        return
    if type(actor) is Officer and actor.rallying and answer.piece != actor.id:
        finish(actor)  # 4.3.2.e his action is over when another begins
    if answer.do == "assault":
        yield from assault(b, b.ground.index[answer.to])
        return
    unit = b.unit(answer.piece)
    if answer.do in ("move", "double"):
        new_move(b)
        b.move = setting_out(unit, answer.do == "double")
        note_start(unit)
        yield from march(b)
    elif answer.do == "ready":
        unit.waiting = b.ground.index[answer.to]
        b.tell("ready", "14.1", unit.side, unit.id, place=unit.waiting)
    elif type(unit) is Platoon and answer.do in SHOTS:
        yield from fire_action(b, answer.do, unit, b.ground.index[answer.to])
    elif type(unit) is Platoon:
        prepare(b, unit)
    elif type(unit) is Officer and answer.do == "rally":
        yield from try_rally(b, unit, answer.to)
    else:
        assert type(unit) is Officer
        lend(b, unit, answer.to)


def whose(b: Battle, actor: Unit) -> str:
    company = b.company_of(actor)
    return company.name if company is not None else actor.name


# What can be done --------------------------------------------------------------------------------


def can_go(b: Battle) -> bool:
    """Whether an activated platoon can move, which is quickly found: then something is left to do."""
    idlers = [platoon for platoon in b.platoons if platoon.active and idle(platoon)]
    return any(can_set_out(b, platoon, False) for platoon in idlers)


def action_options(b: Battle) -> list[Choice]:
    """Everything the activated units may do now."""
    options: list[Choice] = []
    names = b.ground.names
    shots: dict[int, list[int]] = {}  # the hexes that each platoon may fire at, by its index
    for unit in [each for each in b.units if each.active and idle(each)]:
        if type(unit) is Officer:
            options += officer_options(b, unit)
            continue
        assert type(unit) is Platoon
        options += move_options(b, unit)
        if unit.hex >= 0 and not unit.spent:
            shots[unit.index] = targets(b, unit)
            if unit.type.ff[0]:
                options.append(Choice("prepare", unit.id))
        options += [Choice("ready", unit.id, names[place]) for place in prey(b, [unit], unit.spent, unit.bank)]
    options += fire_options(b, shots)
    options += [Choice("assault", to=names[place]) for place in planned(b)]
    options.append(DONE)
    return options


def officer_options(b: Battle, officer: Officer) -> list[Choice]:
    """3.2.c Rally, or move; HRO.1 a high-ranking officer may activate a platoon instead."""
    found: list[Choice] = []
    if not officer.spent:
        found += [Choice("rally", officer.id, unit.id) for unit in rally_options(b, officer)]
    if officer.routed or officer.rallying:
        return found
    found += move_options(b, officer)
    near = prey(b, [officer], officer.spent, officer.bank)
    found += [Choice("ready", officer.id, b.ground.names[place]) for place in near]
    if not officer.spent:
        found += [Choice("lend", officer.id, platoon.id) for platoon in lendable(b, officer)]
    return found


def move_options(b: Battle, unit: Unit) -> list[Choice]:
    """3.1.g, 6.3 To move, or to move at double time; who came up for an assault may only go on."""
    found: list[Choice] = []
    if can_set_out(b, unit, False):
        found.append(Choice("move", unit.id))
    if not unit.spent and not why_no_double(b, unit)[0] and can_set_out(b, unit, True):
        found.append(Choice("double", unit.id))
    return found


def lendable(b: Battle, officer: Officer) -> list[Platoon]:
    """HRO.2 The platoons a high-ranking officer may activate: within his range, not activated yet."""
    if officer.type.role != HIGH or b.actor != officer.index or officer.hex < 0:
        return []
    away = b.ground.distance[officer.hex]
    return [
        each
        for each in b.platoons
        if each.side == officer.side
        and each.hex >= 0
        and not each.used
        and away[each.hex] <= officer.type.command
        and not why_idle(b, each)[0]
    ]


# What is done ------------------------------------------------------------------------------------


def prepare(b: Battle, platoon: Platoon) -> None:
    """3.1.h, 4.3.2.b A Reaction marker instead of Finished."""
    platoon.reaction = b.turn
    platoon.active = False
    b.tell("prepared", "3.1.h", platoon.side, platoon.id, place=platoon.hex)


def try_rally(b: Battle, officer: Officer, id: str) -> Procedure:
    """3.2.c Rallying is one action, however many he tries."""
    unit = b.unit(id)
    officer.rallying = True
    yield from rally(b, officer, unit)


def lend(b: Battle, officer: Officer, id: str) -> None:
    """HRO.2 A high-ranking officer activates a platoon, which acts as if in command; his own action is done."""
    platoon = b.platoon(id)
    platoon.active = platoon.used = True
    finish(officer)
    b.tell("lent", "HRO.2", officer.side, officer.id, platoon.id, platoon.hex)


# Refusals ----------------------------------------------------------------------------------------


def why_not_act(b: Battle, choice: Choice) -> tuple[str, str]:
    """Why an activated unit may not do this."""
    unit = b.find_unit(choice.piece)
    if unit is None:
        return why_nobody_fires(b, b.ground.index.get(choice.to)) if choice.do in SHOTS else ("", "")
    if not unit.active:
        if unit.routed and type(unit) is Platoon:
            return (f"{unit.name} is routed and cannot follow orders.", "9.3.a")
        if unit.used:
            return (f"{unit.name} has already had its action this turn.", "4.3.2.c")
        return (f"{unit.name} is not activated now.", "4.3.1.a")
    if unit.waiting != NEVER:
        return (f"{unit.name} is waiting to assault {b.ground.names[unit.waiting]}.", "4.3.2.e")
    if unit.spent and choice.do in NOT_AFTER_MOVING:
        return (f"{unit.name} has moved up for an assault and can only carry it out.", "4.3.2.c")
    if type(unit) is Officer:
        return why_not_officer(b, unit, choice)
    if choice.do == "double" and why_no_double(b, unit)[0]:
        return why_no_double(b, unit)
    if choice.do in ("move", "double"):
        return (f"{unit.name} has nowhere to go.", "6.2.b")
    if unit.hex == OFF_MAP:
        return (f"{unit.name} is not on the board yet.", "10.1.d")
    place = b.ground.index.get(choice.to)
    if choice.do in SHOTS and place is not None and type(unit) is Platoon:
        return why_no_shot(b, choice.do, unit, place)
    if choice.do == "ready":
        return (f"{unit.name} is not next to an enemy in {choice.to}, or does not have the MP to assault.", "14.1")
    return ("", "")


def why_nobody_fires(b: Battle, place: int | None) -> tuple[str, str]:
    """7.1 Why none of the activated platoons may fire at a hex: what stops the nearest of those that could act."""
    side = b.units[b.actor].side
    if place is None or not b.units_at(place, 1 - side):
        return ("There is no enemy to fire at. To go somewhere, choose first who moves.", "4.3.2.a")
    able = [each for each in b.platoons if each.active and idle(each) and each.hex >= 0 and not each.spent]
    if not able:
        return ("No platoon is left that could fire.", "4.3.2.c")
    away = b.ground.distance[place]
    return why_no_shot(b, "alone", min(able, key=lambda each: away[each.hex]), place)


def why_not_officer(b: Battle, officer: Officer, choice: Choice) -> tuple[str, str]:
    """3.2.c Why an officer may not do this."""
    if choice.do in SHOTS:
        return (f"{officer.name} is an officer and never fires.", "3.2.c")
    if officer.routed and choice.do != "rally":
        return (f"{officer.name} is routed and can only rally himself.", "9.3.a")
    if officer.rallying and choice.do != "rally":
        return (f"{officer.name} is rallying; he cannot do anything else.", "3.2.c")
    if choice.do == "double" and why_no_double(b, officer)[0]:
        return why_no_double(b, officer)
    if choice.do == "rally":
        other = b.find_unit(choice.to)
        return why_no_rally(b, officer, other) if other is not None else ("", "")
    if choice.do == "ready":
        return (
            f"{officer.name} is not next to {choice.to}, has too few MP, or no platoon waits to assault it.",
            "14.1",
        )
    if choice.do == "lend":
        return (f"{officer.name} cannot activate that platoon.", "HRO.2")
    return ("", "")
