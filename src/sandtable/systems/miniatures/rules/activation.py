"""3 Activating a Unit: the Training Check, second wind, and the action it opens."""

from sandtable.systems.miniatures.rules.assault.charge import begin_assault
from sandtable.systems.miniatures.rules.assault.targets import assault_targets
from sandtable.systems.miniatures.rules.fire.shooting import fire_step, may_fire
from sandtable.systems.miniatures.rules.fire.to_hit import MOVED, NORMAL
from sandtable.systems.miniatures.rules.indirect_fire.barrage import barrage
from sandtable.systems.miniatures.rules.indirect_fire.missions import may_barrage
from sandtable.systems.miniatures.rules.leaders import SIX, offer_shift, training_check
from sandtable.systems.miniatures.rules.movement.moves import move_step
from sandtable.systems.miniatures.rules.refusals import why_not_open
from sandtable.systems.miniatures.rules.suppression import penalty, recover, shed
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import (
    ACTION,
    ASSAULT,
    BARRAGE,
    FIRE,
    INITIATIVE,
    MOVE,
    Battle,
    Procedure,
    Unit,
)
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier

SUCCESS = ("fire and move", "move and fire", "run", "aimed fire", "assault", "dig in", "barrage", "nothing")  # 3.3
FAIL = ("move", "fire", "overwatch", "nothing")  # 3.4

RULES = {
    "fire and move": "3.3.a",
    "move and fire": "3.3.b",
    "run": "3.3.c",
    "aimed fire": "3.3.d",
    "assault": "3.3.e",
    "dig in": "3.3.f",
    "barrage": "3.3.g",
    "move": "3.4.a",
    "fire": "3.4.b",
    "overwatch": "3.4.c",
    "nothing": "3.1",
}
STEPS = {
    "fire and move": [FIRE, MOVE],
    "move and fire": [MOVE, FIRE],
    "run": [MOVE, MOVE],
    "aimed fire": [FIRE],
    "assault": [ASSAULT],
    "barrage": [BARRAGE],
    "move": [MOVE],
    "fire": [FIRE],
}


def activate(b: Battle, unit: Unit) -> Procedure:
    """3.1 A Unit is picked: it makes its Training Check and may then act."""
    b.tell("activated", "3.1", unit.side, unit.key, value=int(waiting(b, unit.side) == [unit]))
    yield from offer_shift(b, unit)
    more = penalty(b, unit)
    modifiers = (Modifier(more, "suppression", "11.4"),) if more else ()
    need = unit.training.check + more
    refreshes = any(each.activated and each is not unit for each in b.company(unit.side))
    check = yield from training_check(b, unit, "activation", "3.1", need, modifiers, refreshes)
    if check.die == SIX:
        second_wind(b, unit)
    start_acting(b, unit, check.passed)
    if check.passed:
        recover(b, unit)
    else:
        yield from shed(b, unit)
        yield from offer_shift(b, unit)


def start_acting(b: Battle, unit: Unit, passed: bool) -> None:
    """The records of the last activation are wiped out; the action is still to be chosen."""
    unit.overwatch = unit.ran = False
    for team in b.all_of(unit):
        team.moved = team.fired = team.observed = False
    b.phase = ACTION
    b.active = unit.index
    b.passed = passed
    b.action = ""
    b.steps = []
    b.shifted = False
    b.stopped = []


def second_wind(b: Battle, unit: Unit) -> None:
    """3.5 A natural 6 may let every Unit that has acted this round act once more."""
    on_table = len(b.company(0)) + len(b.company(1))
    rows = b.scenario.rulebook.second_wind
    _, need, rule = next(row for row in rows if on_table <= row[0])
    if need:
        die = b.chance.die("second wind")
        b.tell("second wind", rule, unit.side, unit.key, dice=(die,), need=need, value=int(die >= need))
        if die < need:
            return
    else:
        b.tell("second wind", rule, unit.side, unit.key, value=1)
    for each in b.units:
        if each is not unit:
            each.activated = False


# The action (3.3, 3.4) ---------------------------------------------------------------------------


def actions(b: Battle, unit: Unit) -> list[str]:
    """3.3, 3.4 What this Unit may do now. A passed check opens the one list, a failed one the other."""
    if unit.ground:  # 6.25: it has given up moving and firing for this round
        return ["dig in", "nothing"] if b.passed and may_dig_in(b, unit) else ["nothing"]
    fires = may_fire(b, unit)
    return [action for action in (SUCCESS if b.passed else FAIL) if open_to(b, unit, action, fires)]


def open_to(b: Battle, unit: Unit, action: str, fires: bool) -> bool:
    """Whether there is anything to do under an action; `fires`: whether the Unit has anybody to fire at."""
    if action in ("fire and move", "aimed fire", "fire"):
        return fires
    if action == "assault":
        return any(assault_targets(b, unit))
    if action == "dig in":
        return may_dig_in(b, unit)
    if action == "barrage":
        return may_barrage(b, unit)
    return True


def may_dig_in(b: Battle, unit: Unit) -> bool:
    """3.3.f A Unit without tanks."""
    return all(team.type.kind != TANK for team in b.all_of(unit))


def act(b: Battle) -> Procedure:
    """3.1 The next step of the activation: choose the action, carry out its steps, end it."""
    unit = b.acting
    gone = b.cc(unit.side) is None if b.commanding else unit.gone
    if gone:
        finish(b, unit)
    elif not b.action:
        yield from choose_action(b, unit)
    elif b.steps:
        yield from take_step(b, unit, b.steps.pop(0))
    else:
        finish(b, unit)


def choose_action(b: Battle, unit: Unit) -> Procedure:
    """3.1 All Teams of the Unit act under the one chosen action."""

    def listing() -> list[Choice]:
        return [Choice(action, unit.key) for action in actions(b, unit)]

    def why_not(choice: Choice) -> tuple[str, str]:
        if choice.do not in RULES or choice.piece != unit.key:
            return ("", "")
        if choice.do in SUCCESS and choice.do not in FAIL and not b.passed:
            return (f"{unit.name} failed its check, and {choice.do} is only for Units that pass.", "3.1")
        if choice.do in FAIL and choice.do not in SUCCESS and b.passed:
            return (f"{unit.name} passed its check, and {choice.do} is only for Units that fail.", "3.1")
        if unit.ground:
            return (f"{unit.name} has gone to ground: it may not move or fire in this round.", "6.25")
        return why_not_open(b, unit, choice.do)

    prompt = f"{unit.name} {'passed' if b.passed else 'failed'} its check. What does it do?"
    if unit.ground:
        answer = yield from ask(b, unit.side, "action", prompt, "3.1", listing(), why_not, unit.key)
    else:  # there is always more than one: to move, or to do nothing
        answer = yield Decision(b.side_name(unit.side), "action", prompt, "3.1", listing, why_not, unit.key)
    b.action = answer.do
    b.steps = STEPS.get(answer.do, []).copy()
    b.tell("action", RULES[answer.do], unit.side, unit.key, text=answer.do)
    if answer.do == "dig in":
        for team in b.all_of(unit):
            team.dug_in = True
    elif answer.do == "overwatch":
        unit.overwatch = True


def take_step(b: Battle, unit: Unit, step: int) -> Procedure:
    """3.3, 3.4 One step of the action."""
    if step == MOVE:
        if b.action == "run":
            unit.ran = True  # 3.3.c ruling: from the first step on
        yield from move_step(b, unit)
    elif step == FIRE:
        yield from fire_step(b, unit, MOVED if b.shifted else NORMAL, b.action == "aimed fire")
    elif step == ASSAULT:
        yield from begin_assault(b, unit)
    else:
        yield from barrage(b, unit)


def finish(b: Battle, unit: Unit) -> None:
    """The activation is over; after a failure so is the Initiative."""
    b.phase = INITIATIVE
    b.action = ""
    b.steps = []
    b.stopped = []
    b.shifted = False
    if b.commanding:  # 14.1
        b.commanding = False
        return
    unit.activated = True  # 1.5
    b.active = -1
    if not b.passed:  # 1.3
        pass_initiative(b)


def pass_initiative(b: Battle) -> None:
    """1.4 The opponent begins a new Initiative, unless he has no Unit left to activate."""
    b.initiative += 1
    if waiting(b, 1 - b.side):
        b.side = 1 - b.side
        b.tell("initiative", "1.4", b.side, value=b.initiative)
    elif waiting(b, b.side):
        b.tell("initiative kept", "1.4", b.side, value=b.initiative)


def waiting(b: Battle, side: int) -> list[Unit]:
    """1.5 The Units of a side that have still to activate in this round."""
    return [unit for unit in b.company(side) if not unit.activated]
