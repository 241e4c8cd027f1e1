"""Where a company stands best together, and the plans to go there."""

from sandtable.systems.war_storm.rules.attack import factor
from sandtable.systems.war_storm.rules.rally import rally_options
from sandtable.systems.war_storm.state.pieces import NEVER, Officer, Platoon
from sandtable.systems.war_storm.thinking.detachment import Detachment, Idea
from sandtable.systems.war_storm.thinking.weights import (
    CENTRES,
    CROWD,
    FEARS,
    MOVES,
    OUT_OF_RANGE,
    OUT_OF_RANGE_HEX,
    READY,
    SEEDS,
)


def moves(detachment: Detachment, hasty: bool) -> list[Idea]:
    """The company goes where it stands best together."""
    found: list[Idea] = []
    seen: list[dict[str, str]] = []
    for fear in FEARS[1:2] if hasty else FEARS:
        for idea in move(detachment, fear, hasty):
            if idea.scheme.orders not in seen:
                seen.append(idea.scheme.orders)
                found.append(idea)
    found.sort(key=lambda idea: idea.gain, reverse=True)
    return found[:MOVES]


def move(detachment: Detachment, fear: float, hasty: bool) -> list[Idea]:
    """The best hexes for the platoons around the best hexes for the officer."""
    options = {each: detachment.choices(each, fear) for each in detachment.platoons}
    lists = {
        each: sorted([(value + detachment.situation.capture(h), h) for h, (value, _) in found.items()], reverse=True)
        for each, found in options.items()
    }
    if not all(lists.values()):
        return []
    if detachment.officer is None:
        return judged(detachment, [(0.0, NEVER, {each: lists[each][0][1] for each in detachment.platoons})], options)
    tried: list[tuple[float, int, dict[Platoon, int]]] = []
    for centre in centres(detachment, detachment.officer, lists):
        ends: dict[Platoon, int] = {}
        load: dict[int, int] = {}
        total = 0.0
        for each in detachment.platoons:
            value, place = fit(detachment, each, lists[each], centre, load)
            total += value
            ends[each] = place
            if place >= 0:
                load[place] = load.get(place, 0) + each.steps
        tried.append((total - detachment.risk(detachment.officer, centre, load), centre, ends))
    tried.sort(key=lambda one: one[0], reverse=True)
    return judged(detachment, tried[: 1 if hasty else CENTRES], options)


def judged(
    detachment: Detachment,
    tried: list[tuple[float, int, dict[Platoon, int]]],
    options: dict[Platoon, dict[int, tuple[float, str]]],
) -> list[Idea]:
    """Moves with orders for all, judged as a whole."""
    b = detachment.b
    found: list[Idea] = []
    for _, centre, ends in tried:
        going = [each for each, h in ends.items() if h != each.hex]
        if not going:
            continue
        gain = detachment.situation.together(ends, True) - detachment.now
        gain -= READY * len([each for each in going if each.reaction != NEVER])
        gain -= detachment.situation.price * detachment.situation.alert(going[0], {ends[each] for each in going})
        gain += sum(
            [detachment.readiness(each) for each in detachment.platoons if each not in going and each.hex >= 0]
        )
        order = sorted(ends, key=lambda each: (-each.steps, factor(each)))
        orders = {each.id: options[each].get(ends[each], (0.0, "hold"))[1] for each in order}
        officer = detachment.officer
        if officer is not None and rally_options(b, officer):
            orders[officer.id] = "rally"
        elif officer is not None:
            gain -= detachment.risk(officer, centre, dict.fromkeys(ends.values(), 1))
            far = b.ground.distance[centre]
            gain -= OUT_OF_RANGE * sum([h >= 0 and far[h] > detachment.command() for h in ends.values()])
            if centre != officer.hex:
                word = "to" if centre in detachment.reach(officer) else "double"
                orders[officer.id] = f"{word} {b.ground.names[centre]}"
        farthest = max([ends[each] for each in going], key=detachment.situation.draw)
        found.append(detachment.idea(gain, f"moves to {b.ground.names[farthest]}", orders))
    return found


def centres(detachment: Detachment, officer: Officer, lists: dict[Platoon, list[tuple[float, int]]]) -> list[int]:
    """Where the officer might be: within range of the best hexes of a platoon, or where he is."""
    near = 0
    for options in lists.values():
        for _, h in options[:SEEDS]:
            near |= detachment.b.ground.grid.within(h, officer.type.command)
    return [h for h in detachment.everywhere(officer) if near >> h & 1]


def fit(
    detachment: Detachment, platoon: Platoon, options: list[tuple[float, int]], centre: int, load: dict[int, int]
) -> tuple[float, int]:
    """The best hex for a platoon around a centre, with room for it; in command if it can."""
    far = detachment.b.ground.distance[centre]
    command = detachment.command()
    own = detachment.b.steps[platoon.side]
    room, many = detachment.b.ground.numbers["stacking"], detachment.b.ground.numbers["many_steps"]
    steps = platoon.steps
    best, place = -4 * OUT_OF_RANGE, platoon.hex
    for value, h in options:
        if value <= best:
            break
        if h in load:
            value -= detachment.situation.capture(h)
        over = far[h] - command
        if over > 0:
            value -= OUT_OF_RANGE + OUT_OF_RANGE_HEX * over
            if value <= best:
                continue
        there = load.get(h, 0)
        if h != platoon.hex:
            there += own.get(h, 0)
        if there + steps > room:
            continue
        if there + steps >= many:
            value -= CROWD
        if value > best:
            best, place = value, h
    return (best, place)
