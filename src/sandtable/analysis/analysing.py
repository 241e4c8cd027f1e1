"""The analysis of a battle, as it grows: first the curve, then choice after choice."""

from collections.abc import Iterator

import msgspec

from sandtable.analysis.band import banded
from sandtable.analysis.closer import closer
from sandtable.analysis.course import Course, curve
from sandtable.analysis.findings import Analysis, Step
from sandtable.analysis.parts import QUICK, Setting, opening, steps
from sandtable.analysis.telling import accounts, sentences, turnings
from sandtable.table.journal import Loaded
from sandtable.table.system import AnySystem


def analyse(loaded: Loaded, system: AnySystem, setting: Setting = QUICK) -> Iterator[Analysis]:
    """What is known so far, again and again: at once the curve, then with more choices, at last all of it.

    AnalysisError: it cannot be done.
    """
    course = Course(loaded, system)
    first = begun(course)
    yield first
    found: list[Step] = []
    for step in steps(course, first.points, setting):
        found.append(step)
        yield msgspec.structs.replace(first, done=len(found))
    for done in closer(course, found, setting):
        yield msgspec.structs.replace(first, done=len(found)) if done is None else whole(first, done)


def begun(course: Course) -> Analysis:
    """The curve alone."""
    system = course.system
    for play, _ in course.plays():
        view = system.shown.view(play, course.seats[0])
        scenario = play.battle.scenario
        break
    points = curve(course)
    names = {seat.side: seat.name for seat in view.seats}
    first, second = (names.get(side, side) for side in course.sides)
    return Analysis(
        *(scenario.id, scenario.name, course.sides, (first, second), view.turn_word),
        *(course.end.winner, course.end.reason, fitted(system, scenario.id, scenario.digest)),
        banded(points, (), system.thinks.outlook is not None),
        of=len(course.moves),
        solid=system.thinks.outlook is not None,
        opening=opening(course, points[0].chance),
    )


def whole(first: Analysis, found: list[Step]) -> Analysis:
    """All of it, in words too."""
    told = found if first.opening is None else [first.opening, *found]
    made = accounts(told, first.sides, first.names)
    return msgspec.structs.replace(
        first,
        points=banded(first.points, found, first.solid),
        steps=tuple(found),
        accounts=tuple(made),
        sentences=tuple(sentences(made, told, first.turn_word)),
        yours=tuple(sentences(made, told, first.turn_word, yours=True)),
        turnings=tuple(turnings(found, first.sides, first.names, first.turn_word)),
        done=len(found),
        complete=True,
    )


def fitted(system: AnySystem, scenario: str, digest: str) -> str:
    """What the chances rest on, in a sentence."""
    outlook = system.thinks.outlook
    if outlook is None:
        return "The chances are a rough estimate: nothing has been fitted to battles of this game yet."
    if outlook.fitted_on(scenario, digest):
        return (
            f"The chances are fitted to {outlook.battles} battles between computer players, this scenario among them."
        )
    if scenario in outlook.scenarios:
        return f"The chances are fitted to {outlook.battles} battles, some of an older version of this scenario."
    return f"The chances are fitted to {outlook.battles} battles of other scenarios of this game."
