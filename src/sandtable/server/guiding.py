"""The guided first battle of a system: which step comes next, and what the other side answers on the path."""

from typing import Any

import msgspec

from sandtable.server.refusal import Refusal
from sandtable.server.seats import PERSON
from sandtable.table.decision import Choice
from sandtable.table.learning.guide import Guide, answer_for, astray, step_now
from sandtable.table.play import AnyPlay
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.system import AnySystem, systems


def guide_to(system: str) -> Guide:
    """The guide with the first battle of a system; Refusal 404 where there is none."""
    found = systems().get(system)
    guide = None if found is None else found.shelf.guide()
    if guide is None or not guide.scenario:
        raise Refusal(404, "There is no guided battle of this game.")
    return guide


def told_of(guide: Guide) -> dict[str, Any]:
    """A guide as the page gets it: without the dice and the answers of the other side."""
    steps = [msgspec.structs.replace(step, then=(), told=()) for step in guide.steps]
    return {
        "seat": guide.seat,
        "goal": guide.goal,
        "farewell": guide.farewell,
        "steps": steps,
        "tasks": guide.tasks,
        "lessons": guide.lessons,
    }


def sitting(guide: Guide, info: ScenarioInfo) -> dict[str, str]:
    """Who sits where in a guided battle."""
    return {seat: PERSON if seat == guide.seat else guide.opponent for seat in info.sides}


def next_of(system: AnySystem) -> dict[str, str] | None:
    """The scenario to play after the guided battle, if the guide names one."""
    guide = system.shelf.guide()
    found = [info for info in system.shelf.infos() if guide is not None and info.id == guide.next]
    return {"scenario": found[0].id, "name": found[0].name} if found else None


def step_of(system: AnySystem, play: AnyPlay, seat: str) -> int:
    """The step of the guide that a seat takes next; -1 if there is none."""
    guide = system.shelf.guide()
    return -1 if guide is None or seat != guide.seat else step_now(guide, play)


def astray_of(system: AnySystem, play: AnyPlay, seat: str) -> bool:
    """Whether a seat has left the guide's path and can come back to it."""
    guide = system.shelf.guide()
    return guide is not None and seat == guide.seat and astray(guide, play)


def planned_answer(system: AnySystem, play: AnyPlay, seat: str) -> Choice | None:
    """What the guide says the other side answers; None: a computer player thinks for itself."""
    guide = system.shelf.guide()
    return None if guide is None else answer_for(guide, play, seat)
