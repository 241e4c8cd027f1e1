"""What a thought tells of a Unit: whom it sees, its cover, its best shot, what a roll is about, how it stands."""

import math

from sandtable.systems.miniatures.reading.book import INCH
from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL
from sandtable.systems.miniatures.rules.sight import area_cover, sees, within
from sandtable.systems.miniatures.state.pieces import Battle, Unit
from sandtable.systems.miniatures.thinking.survey import Survey
from sandtable.table.decision import Choice
from sandtable.table.mind import listed
from sandtable.table.telling import count


def after(b: Battle, choice: Choice) -> Battle:
    """The battle with the Teams where a move would put them; only their places are right in it."""
    if not choice.at:
        return b
    then = b.copy()
    for id, x, y, _ in choice.at:
        team = then.find_team(id)
        if team is not None:
            team.moved = team.moved or (team.x, team.y) != (x, y)
            team.dug_in = team.dug_in and (team.x, team.y) == (x, y)
            team.x, team.y = x, y
    return then


def inches(distance: float) -> str:
    return count(round(distance / INCH), "inch", "inches")


def gap(b: Battle, one: Unit, other: Unit) -> float:
    """How far the nearest Teams of two Units are from each other."""
    pairs = [(a, t) for a in b.teams_of(one) for t in b.teams_of(other)]
    return min([math.dist((a.x, a.y), (t.x, t.y)) for a, t in pairs], default=0.0)


def sight_words(b: Battle, unit: Unit) -> str:
    """How many enemies a Unit sees, and which is nearest."""
    teams = b.all_of(unit)
    enemies = [each for each in b.company(1 - unit.side) if b.teams_of(each)]
    seen = [each for each in enemies if any(sees(b, a, t) for a in b.teams_of(each) for t in teams)]
    if not seen:
        near = min(enemies, key=lambda each: gap(b, unit, each), default=None)
        told = "out of sight of every enemy Unit"
        return told if near is None else f"{told}, the nearest is {near.name} at {inches(gap(b, unit, near))}"
    near = min(seen, key=lambda each: gap(b, unit, each))
    told = f"in sight of {count(len(seen), 'enemy Unit')}, the nearest {near.name} at {inches(gap(b, unit, near))}"
    return told


def fire_words(b: Battle, unit: Unit) -> str:
    """How many enemy Units could fire in reaction at a move that begins or ends there: "2 could fire at a move"."""
    limit = b.land.numbers["reaction"]
    close = [
        each
        for each in b.company(1 - unit.side)
        if any(
            within(a, t, limit) and sees(b, a, t) for a in b.teams_of(each) if not a.markers for t in b.all_of(unit)
        )
    ]
    return f"{len(close) or 'none'} could fire at a move there"


def state_words(b: Battle, unit: Unit) -> str:
    """How many Teams of a Unit are in cover, and how many are suppressed: "3 of 5 Teams in cover, 1 suppressed"."""
    teams = b.all_of(unit)
    told = f"{sum([area_cover(b, team) > 0 for team in teams])} of {count(len(teams), 'Team')} in cover"
    down = sum([team.markers > 0 for team in teams])
    return f"{told}, {down} suppressed" if down else told


def marker_words(b: Battle, unit: Unit) -> str:
    """Who of a Unit is suppressed, and who is in order: "suppressed: LMG; in order: leader and Rifle 1"."""
    told = []
    for word, down in (("suppressed", True), ("in order", False)):
        names = [team.name.removeprefix(f"{unit.name}, ") for team in b.all_of(unit) if (team.markers > 0) == down]
        told += [f"{word}: {listed(names)}"] if names else []
    return "; ".join(told)


def shot_words(b: Battle, unit: Unit) -> str:
    """At whom a Unit would fire best from where it stands: "its best shot now is at Tiger Section"."""
    key = Survey(b, unit).best_shot(NORMAL)[1]
    target = b.find_unit(key) if key else None
    return "nobody to fire at now" if target is None else f"its best shot now is at {target.name}"


def again_words(b: Battle, unit: Unit) -> str:
    """Who would act again on a 6: "3 of its other Units and 2 of the enemy's have acted in this round"."""
    own, theirs = [
        sum([each.activated and each is not unit for each in b.company(side)]) for side in (unit.side, 1 - unit.side)
    ]
    return f"{own or 'none'} of its other Units and {theirs or 'none'} of the enemy's have acted in this round"


def stakes(b: Battle) -> str:
    """The round, and who holds what."""
    names = [side.name for side in b.scenario.sides]
    told = [
        f"{f'the {names[holder]} side' if holder >= 0 else 'nobody'} holds {each.name}"
        for each, holder in zip(b.scenario.objectives, b.holders, strict=True)
    ]
    left = " and ".join([f"{name} has {count(len(b.company(side)), 'Unit')}" for side, name in enumerate(names)])
    return f"it is round {b.round} of {b.scenario.turns}; {', '.join([*told, left])}"
