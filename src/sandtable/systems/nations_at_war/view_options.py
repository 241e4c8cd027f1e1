"""The log in words, and what a seat is asked with all its options, paths, costs and odds."""

from math import comb

from sandtable.geometry.hexes import path
from sandtable.systems.nations_at_war import narrator
from sandtable.systems.nations_at_war.fire import attack_numbers, defence_numbers, is_moving, leader_for
from sandtable.systems.nations_at_war.movement import destinations
from sandtable.systems.nations_at_war.pieces import Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.view import DecisionView, LogLine, Odds, OptionView

LOG_LINES = 80


def log(b: Battle, events: list[Event]) -> tuple[LogLine, ...]:
    """The last events in words."""
    lines: list[LogLine] = []
    first = max(0, len(events) - LOG_LINES)
    for number, event in enumerate(events[first:], first + 1):
        text = narrator.sentence(b, event)
        if text:
            lines.append(
                LogLine(
                    number,
                    text,
                    event.kind,
                    event.rule,
                    event.side,
                    event.dice,
                    0 if event.kind in narrator.SUMMED else event.need,
                    event.modifiers,
                    event.place,
                    event.piece,
                    event.target,
                    event.path,
                )
            )
    return tuple(lines)


KEYS = {"pass": "p", "hold": "h", "stop": "s", "finish": "f", "keep": "k", "default": "d"}


def decision_view(b: Battle, decision: Decision) -> DecisionView:
    """The question with all its options in words."""
    costs: dict[int, int] = {}
    came: dict[int, int] = {}
    if decision.kind == "action" and b.action is not None and b.units[b.action.units[0]].hex >= 0:
        costs, came = destinations(b, b.action)

    def order(choice: Choice) -> int:
        """Moves by hex, before the rest as it comes."""
        return b.ground.index.get(choice.to, 0) if choice.do == "move" else b.ground.size

    return DecisionView(
        decision.kind,
        decision.prompt,
        decision.rule,
        decision.piece,
        tuple(option_view(b, decision, choice, costs, came) for choice in sorted(decision.options(), key=order)),
    )


def option_view(
    b: Battle, decision: Decision, choice: Choice, costs: dict[int, int], came: dict[int, int]
) -> OptionView:
    index = b.ground.index
    target = b.unit(choice.to)
    place = choice.to if choice.to in index else ""
    if not place and target is not None and target.hex >= 0 and choice.do != "act":
        place = b.ground.names[target.hex]
    words = narrator.label(b, decision, choice)
    way: tuple[str, ...] = ()
    cost = 0
    if choice.do == "move" and index.get(choice.to, -1) in costs:
        to = index[choice.to]
        cost = costs[to]
        words += f" ({cost} MP)"
        way = tuple(b.ground.names[step] for step in path(came, to))
    return OptionView(
        choice,
        words,
        choice.piece or (decision.piece if decision.kind == "action" else ""),
        choice.to if target is not None else "",
        place,
        way,
        cost,
        KEYS.get(choice.do, ""),
        heading(b, decision, choice),
        shot_odds(b, decision, choice),
    )


def heading(b: Battle, decision: Decision, choice: Choice) -> str:
    """Options of one unit stand under what is done, with who does it where two act; others under their piece."""
    if decision.kind != "action":
        known = b.unit(choice.piece) is not None or any(hq.id == choice.piece for hq in b.hqs)
        return "" if known else narrator.name_of(b, choice.piece).capitalize()
    verb = "fate" if choice.do.startswith("fate") else choice.do
    if verb in ("hold", "stop"):
        return "Nothing more" if verb == "stop" else "Nothing"
    if b.action is not None and len(b.action.units) > 1 and choice.piece:
        return f"{narrator.name_of(b, choice.piece)}: {verb}"
    return verb.capitalize()


# Odds --------------------------------------------------------------------------------------------


def shot_odds(b: Battle, decision: Decision, choice: Choice) -> tuple[Odds, ...]:
    """The exact odds of a shot, from the numbers the rules use; Fate and Augmented dice left out."""
    unit, target = b.unit(choice.piece), b.unit(choice.to)
    if choice.do not in ("fire", "fire and move", "overwatch") or unit is None or target is None:
        return ()
    if unit.type.mortar or unit.hex < 0 or target.hex < 0:
        return ()
    hq = leader_for(b, unit) if choice.number == 1 else None
    on_the_move = decision.kind == "action" and (
        choice.do == "fire and move" or (b.action is not None and (b.action.moved or b.action.half))
    )
    watching = choice.do == "overwatch"
    caught = decision.kind == "opportunity fire" and (not watching or is_moving(b, target))
    distance = b.ground.distance[unit.hex][target.hex]
    leadership = hq.leadership if hq is not None else 0
    acquired = unit.acquired == target.index
    dice, to_hit = attack_numbers(b, unit, target.face.hard, distance, on_the_move, leadership, acquired)
    saves, save = defence_numbers(b, target, unit.hex, caught, watching)
    dug_in = b.ground.numbers["improved_cancels"] if b.improved >> target.hex & 1 and not caught else 0
    first = "a step lost" if target.disrupted else "Disrupted or worse"
    chances = [Odds(first, at_least(1 + dug_in, dice, to_hit, saves, save))]
    steps_to_die = target.steps + (0 if target.disrupted else 1)
    if steps_to_die > 1:
        chances.append(Odds("eliminated", at_least(steps_to_die + dug_in, dice, to_hit, saves, save)))
    return tuple(odds for odds in chances if odds.chance)


def at_least(hits: int, dice: int, to_hit: int, saves: int, save: int) -> int:
    """The chance, in thousandths, that so many hits are left after the saves."""
    ways = 0
    for scored in range(hits, dice + 1):
        for saved in range(min(saves, scored - hits) + 1):
            ways += reached(scored, dice, to_hit) * reached(saved, saves, save)
    whole = int(6 ** (dice + saves))
    return (2000 * ways + whole) // (2 * whole)


def reached(number: int, dice: int, need: int) -> int:
    """In how many of the 6^dice throws just so many dice reach a number."""
    good = max(0, min(6, 7 - need))
    return int(comb(dice, number) * good**number * (6 - good) ** (dice - number))
