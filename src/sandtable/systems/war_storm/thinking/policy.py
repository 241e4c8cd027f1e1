"""The quick policy: what is answered with a plan in mind or, without one, by rules of thumb. Nothing is tried out."""

from collections.abc import Callable

from sandtable.systems.war_storm.rules.attack import vulnerable
from sandtable.systems.war_storm.rules.fire import SHOTS
from sandtable.systems.war_storm.rules.march import STOP
from sandtable.systems.war_storm.rules.movement import movers
from sandtable.systems.war_storm.rules.reaction import in_danger, marked
from sandtable.systems.war_storm.state.pieces import Battle, Platoon
from sandtable.systems.war_storm.thinking.fire_estimates import volley_mean
from sandtable.systems.war_storm.thinking.promises import deploy_gain, most_promising
from sandtable.systems.war_storm.thinking.situation import step_value
from sandtable.systems.war_storm.thinking.weights import (
    ABLE_TO_FIRE,
    FAR,
    OFFICERS_ONLY,
    PATIENT,
    READY_TO_FIRE,
    RUN_COVER,
    RUN_SEEN,
    SPENT_FIRE,
)
from sandtable.table.asking import DONE, PASS
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme

ALL, HALT, KEEP = Choice("all"), Choice("halt"), Choice("keep")

Orders = dict[str, str]
Rule = Callable[[Battle, Decision, int, Orders], Choice]


def follow(b: Battle, decision: Decision, side: int, scheme: Scheme | None) -> Choice:
    """What this side answers."""
    options = decision.options()
    if len(options) == 1:
        return options[0]
    if decision.kind == "activation" and scheme is not None and scheme.first in options:
        return scheme.first
    rule = RULES.get(decision.kind)
    orders = scheme.orders if scheme is not None else {}
    return rule(b, decision, side, orders) if rule is not None else options[0]


# An activation -----------------------------------------------------------------------------------


def act(b: Battle, decision: Decision, side: int, orders: Orders) -> Choice:
    """The next order that can be carried out: fire first, then moves, then the assault."""
    options = decision.options()
    for fire in (True, False):
        for id, order in orders.items():
            if order.startswith("fire") == fire:
                choice = carry_out(options, id, order, orders)
                if choice is not None:
                    return choice
    for option in options:
        if option.do == "assault":
            return option
    for option in options:  # who could not do what he was told, or was told nothing
        if option.do == "rally" or (option.do == "prepare" and option.piece not in orders):
            return option
    if not orders:
        return by_promise(b, decision, side, orders)
    return DONE


def carry_out(options: list[Choice], id: str, order: str, orders: Orders) -> Choice | None:
    """The option that an order asks for now; None: done, or it cannot be done."""
    words = order.split(" ")
    do = words[0]
    if do == "hold":
        return None
    mine = [option for option in options if option.piece == id]
    if not mine:
        return None
    if do in ("fire", "prepare"):
        shot = shoot(options, id, words[1], orders) if do == "fire" else None
        # The target may have gone, or there is nothing to shoot with.
        return shot or next((option for option in mine if option.do == "prepare"), None)
    if do == "rally":
        return next((option for option in mine if option.do == "rally"), None)
    if do == "storm":
        wanted = Choice("ready", id, words[1])
        if wanted in mine:
            return wanted
        do = "to" if len(words) > 2 else "hold"
    verb = {"to": "move", "double": "double"}.get(do)
    return next((option for option in mine if option.do == verb), None)


def shoot(options: list[Choice], id: str, to: str, orders: Orders) -> Choice | None:
    """Fire with those who have the same order, and with nobody else; None: it cannot fire there."""
    at = [option for option in options if option.do in SHOTS and option.to == to]
    able = {option.piece for option in at}
    if id not in able:
        return None
    same = {each for each in able if orders.get(each) == f"fire {to}"}
    volleys = [option for option in at if option.do == "volley" and option.piece in same]
    if same == able and volleys:
        return volleys[0]
    with_some, alone = Choice("fire", id, to), Choice("alone", id, to)
    if len(same) == 1 and alone in at:
        return alone
    if with_some in at:
        return with_some
    return volleys[0] if volleys else alone


def march(b: Battle, decision: Decision, side: int, orders: Orders) -> Choice:
    """To the hex that was ordered, or as near to it as can be; who is to storm gets ready there."""
    first = movers(b, b.current_move)[0]
    options = decision.options()
    order = orders.get(first.id, "")
    words = order.split(" ")
    if words[0] == "storm":
        ready = Choice("ready", first.id, words[1])
        if ready in options:
            return ready
        for option in options:
            if option.do == "along" and orders.get(option.piece) == f"storm {words[1]}":
                return option  # the officer
        if Choice("to", first.id, words[1]) in options:
            return Choice("to", first.id, words[1])  # nobody is left there
    may_halt = HALT in options
    goal = words[-1] if words[0] in ("to", "double", "storm") else ""
    leave = Choice("exit", first.id)
    if leave in options and worth_leaving(b, side):
        return leave
    if not goal:
        return by_promise(b, decision, side, orders)
    place = b.ground.index[goal]
    if first.hex == place and may_halt:
        return HALT
    stop = 0 if words[0] == "storm" or worth_leaving(b, side) else STOP  # from its goal it may leave the board
    wanted = Choice("to", first.id, goal, stop)
    if wanted in options:
        return wanted
    far = b.ground.distance[place]
    best, nearest = (HALT, far[first.hex]) if may_halt and first.hex >= 0 else (options[-1], FAR * FAR)
    for option in options:
        if option.do == "to" and option.number == stop:
            away = far[b.ground.index[option.to]]
            if away < nearest:
                best, nearest = option, away
    return best


def worth_leaving(b: Battle, side: int) -> bool:
    """Whether there are points for leaving the board."""
    return any(award.kind == "exited" and award.side == side for award in b.scenario.awards)


def by_promise(b: Battle, decision: Decision, side: int, orders: Orders) -> Choice:
    """The option that promises most."""
    return most_promising(b, decision, side)


def activate(b: Battle, decision: Decision, side: int, orders: Orders) -> Choice:
    """Whoever is asked first."""
    return by_promise(b, decision, side, orders)


def together(b: Battle, decision: Decision, side: int, orders: Orders) -> Choice:
    """Who has the same order fires along, in reaction all; nobody who is to do something else."""
    if b.side != side or not orders:
        return ALL
    options = decision.options()
    leader = b.platoons[b.group[0]]
    order = orders.get(leader.id, "")
    joining = [option for option in options if option.do == "join"]
    same = [option for option in joining if orders.get(option.piece) == order]
    if len(same) == len(joining):
        return ALL
    return same[0] if same else Choice("fire")


# Under way, and under fire -----------------------------------------------------------------------


def react(b: Battle, decision: Decision, side: int, orders: Orders) -> Choice:
    """The stack that hurts most fires, if it is worth giving away its fire."""
    if b.move is None:
        return PASS
    options = decision.options()
    moving = in_danger(b)
    prize = step_value(b, 1 - side)
    if not vulnerable(moving):
        prize *= OFFICERS_ONLY
    best, gain = PASS, 0.0
    stacks: dict[tuple[int, int], list[Platoon]] = {}
    for option in options:
        platoon = b.find_unit(option.piece)
        if isinstance(platoon, Platoon):
            stack = stacks.setdefault((platoon.hex, platoon.company), [])
            stack += [platoon] if platoon not in stack else []
    for stack in stacks.values():
        value = prize * (volley_mean(b, stack, moving) - sum([saved(each) for each in stack]))
        if value > gain:
            best, gain = Choice("volley" if len(stack) > 1 else "react", stack[0].id, options[0].to), value
    return best


def saved(platoon: Platoon) -> float:
    """What a platoon could do later in the turn if it does not fire now, in steps."""
    if platoon.used:
        return PATIENT if marked(platoon) else SPENT_FIRE
    return PATIENT + READY_TO_FIRE if marked(platoon) else ABLE_TO_FIRE


def run(b: Battle, decision: Decision, side: int, orders: Orders) -> Choice:
    """Away from the enemy, and into cover."""
    ground = b.ground
    enemies = b.occupied[1 - side]
    best, most = decision.options()[0], -float(FAR)
    for option in decision.options():
        place = ground.index[option.to]
        seen = (enemies & ground.grid.within(place, RUN_SEEN) & ground.sight.seen(place)).bit_count()
        value = RUN_COVER * ground.terrain[place].divisor - seen
        if value > most:
            best, most = option, value
    return best


def deploy(b: Battle, decision: Decision, side: int, orders: Orders) -> Choice:
    """As near to what is wanted, or as safe, as can be."""
    options = decision.options()
    values = [deploy_gain(b, option, side) for option in options]
    return options[values.index(max(values))]


def mark(b: Battle, decision: Decision, side: int, orders: Orders) -> Choice:
    return next((option for option in decision.options() if option.do == "mark"), decision.options()[0])


def keep(b: Battle, decision: Decision, side: int, orders: Orders) -> Choice:
    return KEEP


def stay(b: Battle, decision: Decision, side: int, orders: Orders) -> Choice:
    """14.3 The weakest stay behind."""
    options = decision.options()

    def worth(option: Choice) -> int:
        unit = b.find_unit(option.piece)
        return unit.type.av[unit.lost] if isinstance(unit, Platoon) else FAR

    return min(options, key=worth)


def replace(b: Battle, decision: Decision, side: int, orders: Orders) -> Choice:
    """A new officer joins where most of his platoons are near."""
    officer = b.officer(decision.piece)
    company = next(each for each in b.companies if each.side == side and each.replace)
    own = b.platoons_of(company)

    def near(option: Choice) -> int:
        if not option.to:
            return 0
        far = b.ground.distance[b.ground.index[option.to]]
        return sum(
            [(far[each.hex] <= officer.type.command) + (each.hex == b.ground.index[option.to]) for each in own]
        )

    return max(decision.options(), key=near)


RULES: dict[str, Rule] = {
    "activation": activate,
    "action": act,
    "march": march,
    "fire group": together,
    "reaction": react,
    "rout": run,
    "withdrawal": run,
    "deploy": deploy,
    "first markers": mark,
    "removal": keep,
    "surplus": stay,
    "replacement": replace,
}
