"""Plans for one activation: what to do, at whom to fire, where to go, and what each promises."""

from sandtable.systems.miniatures.rules.fire.to_hit import MOVED, NORMAL
from sandtable.systems.miniatures.rules.movement.example_moves import sample_moves
from sandtable.systems.miniatures.showing.narrator import move_label
from sandtable.systems.miniatures.state.pieces import Battle, Unit
from sandtable.systems.miniatures.thinking.assault_estimate import storm_promise
from sandtable.systems.miniatures.thinking.barrage_estimate import best_mission
from sandtable.systems.miniatures.thinking.cover_moves import bounds
from sandtable.systems.miniatures.thinking.promises import pass_chance
from sandtable.systems.miniatures.thinking.survey import Menace, Survey
from sandtable.systems.miniatures.thinking.terrain_risk import stopped
from sandtable.systems.miniatures.thinking.weights import (
    BODY,
    CC_MOVES,
    LEADER_FIRST,
    NEVER,
    NEXT,
    REACTIONS,
    READY,
    STORM,
    STUCK,
)
from sandtable.systems.miniatures.thinking.worth import costs_a_gun
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme
from sandtable.table.telling import percent

WAYS = 6  # that are thought of at first
RUNS = 2  # ways that are thought of for a run: on the objective, all the way and half of it
MOST = 5  # plans that are told

MOVING = ("fire and move", "move and fire", "move", "run")
WORDS = {
    "fire and move": "fire{at}, then {way}",
    "move and fire": "{way}, then fire{at}",
    "run": "run: {way}",
    "move": "{way}",
    "aimed fire": "aimed fire{at}",
    "fire": "fire{at}",
    "assault": "assault{on}",
    "nothing": "lie low",
}
AT, TO = " at ", "to "  # in orders


class Idea:
    """A way to use an activation."""

    __slots__ = ("action", "move", "target", "value")

    def __init__(self, action: str, value: float, target: str = "", move: Choice | None = None) -> None:
        self.action = action
        self.value = value
        self.target = target
        self.move = move

    def label(self, b: Battle, decision: Decision, unit: Unit) -> str:
        """In words: who does what, at whom, where to."""
        enemy = b.find_unit(self.target)
        at = f" at {enemy.name}" if enemy is not None else ""
        way = of_whom(unit, move_label(b, decision, self.move)) if self.move is not None else ""
        return f"{unit.name}: {WORDS.get(self.action, self.action).format(at=at, on=at[3:], way=way)}"

    def orders(self, unit: Unit) -> dict[str, str]:
        """What the Unit is to do, and where each Team is to go."""
        found = {unit.key: self.action + (AT + self.target if self.target else "")}
        for id, x, y, facing in self.move.at if self.move is not None else ():
            found[id] = f"{TO}{x},{y},{facing}"
        return found


def of_whom(unit: Unit, way: str) -> str:
    """A way in words, who goes it last: "go 2 inches north (leader)" of "Mortars, leader: 2 inches north"."""
    who, colon, far = way.partition(": ")
    told = f"{far} ({who.removeprefix(f'{unit.name}, ')})" if colon else way
    return f"go {told}" if told[:1].isdigit() else told[:1].lower() + told[1:]


# Orders ------------------------------------------------------------------------------------------


def target_in(scheme: Scheme | None, unit: Unit) -> str:
    """The target that a plan names for a Unit."""
    return scheme.orders.get(unit.key, "").partition(AT)[2] if scheme is not None else ""


def move_in(scheme: Scheme | None, unit: Unit, b: Battle) -> Choice | None:
    """The Move that a plan has for a Unit; those who are lost by now are left out."""
    if scheme is None:
        return None
    found = []
    for id, order in scheme.orders.items():
        if order.startswith(TO) and b.find_team(id) is not None:
            x, y, facing = order.removeprefix(TO).split(",")
            found.append((id, int(x), int(y), int(facing)))
    return Choice("move", unit.key, at=tuple(found)) if found else None


# Plans -------------------------------------------------------------------------------------------


def stage(b: Battle) -> str:
    """Who is activated, in which Initiative."""
    return f"{b.round}.{b.initiative}.{'cc' if b.commanding else b.active}"


def schemes(b: Battle, decision: Decision, current: Scheme | None, menace: Menace | None = None) -> list[Scheme]:
    """Whom to activate, and what to do with it; what was chosen is followed."""
    if decision.kind == "initiative":
        return [Scheme(words, {}, choice, value) for value, words, choice in picks(b, decision.options())[:MOST]]
    if decision.kind == "action":
        unit = b.acting
        options = {choice.do: choice for choice in decision.options()}
        return [
            Scheme(idea.label(b, decision, unit), idea.orders(unit), options[idea.action], idea.value)
            for idea in different(ideas(b, unit, list(options), menace))
        ]
    return [] if current is None else [current]


def different(found: list[Idea]) -> list[Idea]:
    """The best of each kind: no two with the same action at the same target."""
    best: dict[tuple[str, str], Idea] = {}
    for idea in found:
        best.setdefault((idea.action, idea.target), idea)
    return list(best.values())[:MOST]


def picks(b: Battle, options: list[Choice]) -> list[tuple[float, str, Choice]]:
    """Whom to activate, the best first: who can shoot well, and is likely to pass its check."""
    found = []
    for choice in options:
        if choice.do == "appoint":
            found.append((NEVER if costs_a_gun(b, choice) else LEADER_FIRST, "Appoint a new Platoon Leader", choice))
        elif choice.do == "activate":
            unit = b.unit(choice.piece)
            gain, key = Survey(b, unit).best_shot(NORMAL)
            enemy = b.find_unit(key)
            chance = pass_chance(b, unit)
            check = f"{percent(chance)} to pass its check" if chance < 1 else "sure to pass its check"
            words = f"{unit.name} ({check}{f', it can fire at {enemy.name}' if enemy is not None else ''})"
            found.append((chance * (NEXT + gain) + BODY * len(b.all_of(unit)), words, choice))
        elif choice.do == "command fire":
            gain = Survey(b, b.commands[b.side]).best_shot(NORMAL)[0]
            found.append((NEXT + gain if gain else NEVER, f"{b.commands[b.side].name} fires", choice))
        elif choice.do == "command move":
            cc = b.commands[b.side]
            able = any(team.type.armored for team in b.all_of(cc)) and not Survey(b, cc).best_shot(NORMAL)[0]
            found.append((CC_MOVES if able else NEVER, f"{cc.name} moves", choice))
        else:
            found.append((0.0, "To pass the Initiative", choice))
    found.sort(key=lambda each: each[0], reverse=True)
    return [each for each in found if each[0] > NEVER] or found[:1]


# Ideas -------------------------------------------------------------------------------------------


def ideas(b: Battle, unit: Unit, actions: list[str], menace: Menace | None = None) -> list[Idea]:
    """What a Unit might do, the best first. `menace`: to think of what each could do to the others."""
    survey = Survey(b, unit, menace)
    found: list[Idea] = []
    here = survey.standing()
    plain, target = survey.best_shot(NORMAL, friends=True)
    shown = here
    if plain:
        survey.fires()
        shown = survey.standing()
        survey.reset()
    for action in actions:
        if action == "aimed fire":
            value, aimed_at = survey.best_shot(NORMAL, True, True)
            found.append(Idea(action, shown + value, aimed_at))
        elif action == "fire":
            found.append(Idea(action, shown + plain, target))
        elif action == "overwatch":
            found.append(Idea(action, here + READY))
        elif action == "nothing":
            found.append(Idea(action, here))
        elif action == "dig in":
            found.append(Idea(action, dug_in(survey)))
        elif action == "barrage":
            found.append(Idea(action, here + best_mission(b, unit).value))
        elif action == "assault":
            found += storms(survey, here)
    moving = [action for action in actions if action in MOVING]
    if moving:
        found += on_the_move(survey, b, unit, moving, plain, target)
    found.sort(key=lambda idea: idea.value, reverse=True)
    return found


def dug_in(survey: Survey) -> float:
    """3.3.f The Unit in its holes."""
    for team in survey.teams:
        team.dug_in = True
    value = survey.standing()
    survey.reset()
    return value


def storms(survey: Survey, here: float) -> list[Idea]:
    """13 The assaults that promise anything."""
    found = []
    for enemy, _ in survey.enemies:
        gain = storm_promise(survey.b, survey.unit, enemy, survey.how)
        if gain > 0:
            found.append(Idea("assault", here + STORM * gain, enemy.key))
    return found


def on_the_move(survey: Survey, b: Battle, unit: Unit, actions: list[str], plain: float, target: str) -> list[Idea]:
    """Where the Unit might go, and what it could do before and after."""
    found = []
    ways = sample_moves(b, unit)
    ways = ways[:WAYS] if survey.menace is None else [*ways, *bounds(b, unit)]
    for choice in ways:
        survey.put(choice)
        reaction = survey.reaction()
        value = survey.standing() - REACTIONS * reaction
        able, shown = 1.0, 0.0
        if survey.menace is not None:
            stuck = stopped(b, unit, choice)
            value -= STUCK * stuck * len(survey.teams)
            able = (1 - stuck) * (1 - survey.hampered(reaction))
            shown = survey.shown()
        for action in actions:
            if action == "fire and move":
                found.append(Idea(action, value + plain - (shown if plain else 0.0), target, choice))
            elif action == "move and fire":
                fire, at = survey.best_shot(MOVED, friends=survey.menace is not None)
                found.append(Idea(action, value + able * fire - (shown if fire else 0.0), at, choice))
            elif action == "move":
                found.append(Idea(action, value, "", choice))
        survey.reset()
    if "run" in actions:
        found += [Idea("run", run(survey, choice), "", choice) for choice in ways[:RUNS]]
    return found


def run(survey: Survey, choice: Choice) -> float:
    """3.3.c Twice the way, under fire at the half and at the end of it, and no save holds at once."""
    survey.unit.ran = True
    survey.put(choice)
    risk = survey.reaction()
    for team, was in zip(survey.teams, survey.kept, strict=True):
        team.x += team.x - was.x
        team.y += team.y - was.y
    end = survey.reaction()
    risk = risk + end if survey.menace is None else max(risk, end)  # who has fired fires no more in this Initiative
    value = survey.standing() - REACTIONS * risk
    survey.reset()
    return value
