"""Events as English sentences and choices as words on a button."""

from collections.abc import Callable

from sandtable.geometry.plane import FULL_TURN, Point, angle, bearing
from sandtable.systems.miniatures.rules.cohesion import inches
from sandtable.systems.miniatures.rules.movement.example_moves import goal_of
from sandtable.systems.miniatures.rules.sight import clear_once
from sandtable.systems.miniatures.rules.suppression import penalty
from sandtable.systems.miniatures.showing.names import (
    grounded,
    name_of,
    piece,
    piece_at,
    point,
    side,
    target,
    there,
    where,
)
from sandtable.systems.miniatures.showing.narrator_fire import FIRE_LABELS, FIRE_SENTENCES
from sandtable.systems.miniatures.state.pieces import Battle, Team
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.telling import capital

Sentence = Callable[[Battle, Event], str]
Label = Callable[[Battle, Decision, Choice], str]

AT_VEHICLE = " attacks a vehicle"  # 13.19 as the rules name what the dice are for


def sentence(b: Battle, event: Event) -> str:
    """An event in words; empty for what another event already says."""
    words = SENTENCES.get(event.kind) or FIRE_SENTENCES.get(event.kind)
    return words(b, event) if words is not None else f"{capital(event.kind)}."


def label(b: Battle, decision: Decision, choice: Choice) -> str:
    """A choice in words, for a button."""
    words = LABELS.get(choice.do) or FIRE_LABELS.get(choice.do)
    return words(b, decision, choice) if words is not None else capital(choice.do)


# Sentences ---------------------------------------------------------------------------------------


def first_roll(b: Battle, event: Event) -> str:
    names = [each.name for each in b.scenario.sides]
    rolled = f"{names[0]} {event.dice[0]}, {names[1]} {event.dice[1]}"
    again = ", rolled again" if event.dice[0] == event.dice[1] else ""
    return f"Roll for the first Initiative: {rolled}{again}."


def initiative_kept(b: Battle, event: Event) -> str:
    """1.4 After a failure the other side has nobody left who could act."""
    others = " and ".join([each.name for each in b.scenario.sides if each.key != event.side])
    return f"No {others} Unit is left to act in this round: the {side(b, event)} side keeps the Initiative."


def check(b: Battle, event: Event) -> str:
    outcome = "passed" if event.value else "failed"
    again = ", rolled again" if event.rule == "14.9" else ""
    who = piece(b, event)
    return f"{doing(who, grounded(b, event.text))}{again}: {event.dice[0]} against {event.need}+, {outcome}."


def doing(who: str, what: str) -> str:
    """Who checks for what; a Team of a Unit may be named in it already."""
    return what if what.startswith(who) else f"{who}, {what}"


def action(b: Battle, event: Event) -> str:
    return f"{piece(b, event)} does nothing." if event.text == "nothing" else f"{piece(b, event)}: {event.text}."


def checks(b: Battle, event: Event) -> str:
    what = doing(piece(b, event), event.text)
    if event.target and what.endswith(AT_VEHICLE):
        what = f"{what.removesuffix(AT_VEHICLE)} attacks {target(b, event)}"
    elif event.target:
        what = f"{what} at {target(b, event)}"
    return f"{what}: {event.value} of {len(event.dice)} checks passed on {event.need}+."


def second_wind(b: Battle, event: Event) -> str:
    rolled = f" ({event.dice[0]} against {event.need}+)" if event.dice else ""
    if event.value:
        return f"Second wind{rolled}: all Units that have acted may act again."
    return f"No second wind{rolled}."


def moves(b: Battle, event: Event) -> str:
    (ax, ay), (bx, by) = point(event.path[0]), point(event.path[-1])
    inside = piece_at(b, bx, by)
    end = f"into {inside}" if inside else f"and stops {where(b, bx, by)}"
    return f"{piece(b, event)} moves {bearing(bx - ax, by - ay)} {end}."


def terrain_roll(b: Battle, event: Event) -> str:
    outcome = "gets through" if event.value else "does not get through"
    return f"{piece(b, event)} {outcome} {grounded(b, event.text)}: {event.dice[0]} against {event.need}+."


def company_check(b: Battle, event: Event) -> str:
    has = f"The {side(b, event)} company has {event.text} Units left and checks whether it fights on"
    if not event.dice:
        return f"{has}: it has no commander, and retreats."
    outcome = "it fights on" if event.value else "it retreats"
    return f"{has}: {event.dice[0]} against {event.need}+, {outcome}."


ABILITIES = {
    "reroll": "lets {target} roll again",
    "direct": "directs the fire of {target}",
    "hurry": "hurries {target} to his side",
}


def ability(b: Battle, event: Event) -> str:
    return f"{piece(b, event)} {ABILITIES[event.text].format(target=target(b, event))}."


LOST = {"fire": "", "close combat": " in close combat", "barrage": " in the barrage"}

SENTENCES: dict[str, Sentence] = {
    "round": lambda b, e: f"Round {e.value} begins.",
    "first roll": first_roll,
    "initiative": lambda b, e: f"The {side(b, e)} side has the Initiative.",
    "initiative kept": initiative_kept,
    "activated": lambda b, e: (
        f"{piece(b, e)} tries to act{', the last of its side in this round' if e.value else ''}."
    ),
    "check": check,
    "checks": checks,
    "second wind": second_wind,
    "action": action,
    "stays": lambda b, e: f"{piece(b, e)} stays where it is.",
    "moves": moves,
    "turns": lambda b, e: f"{piece(b, e)} turns.",
    "placed": lambda b, e: f"{piece(b, e)} is set down {there(b, e)}.",
    "terrain roll": terrain_roll,
    "stopped": lambda b, e: f"{piece(b, e)} stops before {grounded(b, e.text)}.",
    "ability": ability,
    "shift": lambda b, e: f"{name_of(b, e.text)} moves a suppression marker from {piece(b, e)} to {target(b, e)}.",
    "appointed": lambda b, e: f"{piece(b, e)} now leads {target(b, e)}.",
    "joins": lambda b, e: f"{piece(b, e)} joins {target(b, e)} while the attack lasts.",
    "lost": lambda b, e: f"{piece(b, e)} is lost{LOST.get(e.text, f': {e.text}')}.",
    "destroyed": lambda b, e: f"{piece(b, e)} is destroyed: {e.text}.",
    "company check": company_check,
    "taken": lambda b, e: f"{side(b, e)} takes the {e.target}.",
}


# Labels ------------------------------------------------------------------------------------------

ACTIONS = {
    "fire and move": "Fire and Move",
    "move and fire": "Move and Fire",
    "run": "Run",
    "aimed fire": "Aimed Fire",
    "assault": "Assault",
    "dig in": "Dig In",
    "barrage": "Barrage or smoke",
    "move": "Move",
    "fire": "Fire",
    "overwatch": "Overwatch",
    "nothing": "Do nothing",
}


LIKE = 1000  # hundredths of a degree: near enough to be the same direction

PASSES = {
    "reaction": "Hold fire",
    "initiative": "Pass the Initiative",
    "mission": "Fire neither",
    "smoke": "Lay no smoke",
    "fire": "None of them fires",
    "going to ground": "Stay up",
}


def activate_label(b: Battle, decision: Decision, choice: Choice) -> str:
    unit = b.unit(choice.piece)
    need = unit.training.check + penalty(b, unit)
    chance = f"{need}+" if need < b.land.numbers["impossible"] else "cannot pass"
    return f"Activate {unit.name} ({chance})"


class Eyes:
    """Whether the enemies of a side see a point. Who saw the last one is asked first, a Team's place once.

    And what lies ahead of a Unit: its goal, and its nearest enemy.
    """

    __slots__ = ("_ahead", "_known", "b", "enemies", "side")

    def __init__(self, b: Battle, side: int) -> None:
        self.b = b
        self.side = side
        self.enemies = b.on_table(1 - side)
        self._known: dict[int, bool] = {}
        self._ahead: dict[Point, tuple[Point, Team | None]] = {}

    def see(self, x: int, y: int) -> bool:
        for place, enemy in enumerate(self.enemies):
            if clear_once(self.b, x, y, enemy.x, enemy.y):
                if place:
                    self.enemies[0], self.enemies[place] = enemy, self.enemies[0]
                return True
        return False

    def see_team(self, team: Team) -> bool:
        """Where it stands now."""
        found = self._known.get(team.index)
        if found is None:
            found = self._known[team.index] = self.see(team.x, team.y)
        return found

    def ahead(self, x: int, y: int) -> tuple[Point, Team | None]:
        """The goal of those who are there, and the nearest enemy."""
        found = self._ahead.get((x, y))
        if found is None:
            enemies = self.b.on_table(1 - self.side)
            nearest = min(enemies, key=lambda each: (each.x - x) ** 2 + (each.y - y) ** 2, default=None)
            found = self._ahead[x, y] = goal_of(self.b, self.side, x, y), nearest
        return found


def move_label(b: Battle, decision: Decision, choice: Choice, eyes: Eyes | None = None) -> str:
    """How far and where to, in whose cover: the words of a Move. `eyes`: as the labels before have left them."""
    if not choice.at:
        return ACTIONS["move"]  # the action
    ends = {id: (x, y) for id, x, y, _ in choice.at if b.find_team(id) is not None}
    named = [team for team in (b.find_team(id) for id in ends) if team is not None]
    teams = [team for team in named if ends[team.id] != (team.x, team.y)] or named
    ends = {team.id: ends[team.id] for team in teams}
    dx = sum([ends[team.id][0] - team.x for team in teams]) // len(teams)
    dy = sum([ends[team.id][1] - team.y for team in teams]) // len(teams)
    who = "" if len(teams) > 1 else f"{teams[0].name}: "
    if abs(dx) + abs(dy) == 0:
        return f"{who}Turn to the enemy"
    far = max([(ends[team.id][0] - team.x) ** 2 + (ends[team.id][1] - team.y) ** 2 for team in teams]) ** 0.5
    into = where_to(b, list(ends.values()))
    eyes = eyes or Eyes(b, teams[0].side)
    view = in_view(teams, ends, eyes)
    return f"{who}{inches(round(far, -1))} inches {whither(b, teams, dx, dy, eyes)}{into}{view}"


def whither(b: Battle, teams: list[Team], dx: int, dy: int, eyes: Eyes) -> str:
    """The direction, and toward or away from what it is."""
    x = sum([team.x for team in teams]) // len(teams)
    y = sum([team.y for team in teams]) // len(teams)
    words = bearing(dx, dy)
    (gx, gy), enemy = eyes.ahead(x, y)
    if turn_between(dx, dy, gx - x, gy - y) <= LIKE:
        name = next((each.name for each in b.scenario.objectives if each.at == (gx, gy)), "")
        return f"{words} toward {name}" if name else words
    if enemy is None:
        return words
    turn = turn_between(dx, dy, enemy.x - x, enemy.y - y)
    if turn <= LIKE:
        return f"{words} toward {b.unit_of(enemy).name}"
    return f"{words}, away from {b.unit_of(enemy).name}" if turn >= FULL_TURN // 2 - LIKE else words


def turn_between(ax: int, ay: int, bx: int, by: int) -> int:
    """The angle between two directions, in hundredths of a degree."""
    turn = (angle(ax, ay) - angle(bx, by)) % FULL_TURN
    return min(turn, FULL_TURN - turn)


def in_view(teams: list[Team], ends: dict[str, tuple[int, int]], eyes: Eyes) -> str:
    """Whether those who move come into sight of the enemy, or out of it."""
    now = any(eyes.see_team(team) for team in teams)
    then = any(eyes.see(x, y) for x, y in ends.values())
    if now == then:
        return ""
    return ", into sight" if then else ", out of sight"


def where_to(b: Battle, ends: list[tuple[int, int]]) -> str:
    """The piece of terrain in which most would end."""
    counts: dict[str, int] = {}
    for x, y in ends:
        name = piece_at(b, x, y)
        counts[name] = counts.get(name, 0) + 1
    name, count = max(counts.items(), key=lambda each: each[1])
    return f", into {name}" if name and count * 2 > len(ends) else ""


def action_label(b: Battle, decision: Decision, choice: Choice) -> str:
    """The name of an action; some of their words are verbs of other questions too."""
    if decision.kind != "action" and choice.do in FIRE_LABELS:
        return FIRE_LABELS[choice.do](b, decision, choice)
    return ACTIONS[choice.do]


def done_label(b: Battle, decision: Decision, choice: Choice) -> str:
    """No more: of what."""
    if decision.kind != "fire":
        return "Done"
    return "Fire no more" if decision.prompt.startswith("Who else") else "Do not fire"


LABELS: dict[str, Label] = {
    **dict.fromkeys(ACTIONS, action_label),
    "move": move_label,
    "activate": activate_label,
    "command move": lambda b, d, c: f"{name_of(b, c.piece)} moves",
    "command fire": lambda b, d, c: f"{name_of(b, c.piece)} fires",
    "appoint": lambda b, d, c: f"Appoint {name_of(b, c.piece)} as Platoon Leader",
    "stay": lambda b, d, c: "Stay",
    "pass": lambda b, d, c: PASSES.get(d.kind, "No"),
    "done": done_label,
    "keep": lambda b, d, c: "Keep the roll",
    "reroll": lambda b, d, c: "Roll again",
    "direct": lambda b, d, c: f"Direct {name_of(b, c.piece)}",
    "shift": lambda b, d, c: f"From {name_of(b, c.piece)} to {name_of(b, c.to)}",
    "join": lambda b, d, c: f"Join {name_of(b, c.to)}",
    "react": lambda b, d, c: f"{name_of(b, c.piece)} fires with every Team that can",
    "select": lambda b, d, c: f"{name_of(b, c.piece)} fires with some Teams",
    "place": lambda b, d, c: capital(where(b, c.at[0][1], c.at[0][2])),
}
