"""Follows the steps of a guided battle without a page, to prove that what is taught happens, and to write guides.

    python -m sandtable.testing.guided war_storm

takes every step of the guide and says what happened since the one before. Where a step is not possible, or after the
last one, it lists what may be chosen there, as a guide writes it.
"""

import importlib
import sys
from collections.abc import Iterator

import msgspec

from sandtable.table.chance import SeededChance
from sandtable.table.decision import Choice
from sandtable.table.event import Event
from sandtable.table.learning.guide import Guide, Step, answer_for, step_now
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem, systems

MOST_ANSWERS = 500  # of the other side between two steps


class Stop(msgspec.Struct, frozen=True):
    """The learner is asked: the step that comes, if it can be taken, and what was told since the last one."""

    number: int
    step: Step | None
    told: list[Event]


def begun(system: AnySystem, guide: Guide) -> AnyPlay:
    """The guided battle before its first step."""
    return Play(system, system.rules.new(system.shelf.find(guide.scenario)), SeededChance(guide.seed))


def stops(play: AnyPlay, guide: Guide) -> Iterator[Stop]:
    """Every question to the learner in turn. Each is answered by its step, unless whoever looks has answered it."""
    told = 0
    while play.result is None:
        if guide.seat not in play.asked():
            answered(play, guide)
            continue
        number = step_now(guide, play)
        step = guide.steps[number] if 0 <= number < len(guide.steps) else None
        made, before = len(play.history), len(play.log)
        yield Stop(number, step, play.log[told:])
        told = before
        if step is None:
            return
        if len(play.history) == made:
            play.choose(step.choice, guide.seat)


def answered(play: AnyPlay, guide: Guide) -> None:
    """One answer of the other side, on the path or, after it, the quietest."""
    seat = next(each for each in play.asked() if each != guide.seat)
    choice = answer_for(guide, play, seat)
    if choice is None:
        raise ValueError(f"{seat} is asked off the path")
    play.choose(choice, seat)


def written(choice: Choice) -> str:
    """A choice as a guide has it."""
    parts = [f'do = "{choice.do}"']
    parts += [f'{name} = "{word}"' for name, word in (("piece", choice.piece), ("to", choice.to)) if word]
    parts += [f"number = {choice.number}"] if choice.number else []
    if choice.at:
        spots = [f'{{ piece = "{piece}", spot = [{x}, {y}, {turn}] }}' for piece, x, y, turn in choice.at]
        parts.append(f"at = [{', '.join(spots)}]")
    return f"{{ {', '.join(parts)} }}"


def tell(key: str) -> None:
    """The guided battle of a system in lines."""
    system = systems()[key]
    guide = system.shelf.guide()
    if guide is None or not guide.scenario:
        print(f"{key} has no guided battle.")
        return
    play = begun(system, guide)
    try:
        for stop in stops(play, guide):
            for event in stop.told:
                print(f"    {event.kind}: {system.shown.sentence(play.battle, event)}")
            if stop.step is not None:
                print(f"{stop.number + 1}. {stop.step.title}: {written(stop.step.choice)}")
    except ValueError as error:
        print(error)
    for seat in play.asked():
        decision = play.decision_for(seat)
        if decision is not None:
            print(f"{seat} is asked ({decision.kind}): {decision.prompt}")
            for option in decision.options():
                print(f"    {written(option)}  # {system.shown.label(play.battle, decision, option)}")


if __name__ == "__main__":
    importlib.import_module("sandtable.systems")
    tell(sys.argv[1])
