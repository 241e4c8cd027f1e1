"""7 A Move is walked, and on the way the enemy may fire: Reaction Fire and Overwatch (3.4.c)."""

from collections.abc import Generator

from sandtable.systems.miniatures.rules.assault.charge import defended
from sandtable.systems.miniatures.rules.cohesion import in_cohesion, places_of
from sandtable.systems.miniatures.rules.fire.shooting import declare, shoot
from sandtable.systems.miniatures.rules.leaders import joined, offer_shift, shift_off
from sandtable.systems.miniatures.rules.movement.bases import come_to_rest, may_rest
from sandtable.systems.miniatures.rules.movement.example_moves import places_for
from sandtable.systems.miniatures.rules.movement.move_plan import check_gap_at
from sandtable.systems.miniatures.rules.movement.moves import lift
from sandtable.systems.miniatures.rules.movement.walking import stand_at
from sandtable.systems.miniatures.rules.reactors import Reactor, chargers, moments, reactors
from sandtable.systems.miniatures.rules.wishes import FIRE, wants_details
from sandtable.systems.miniatures.state.pieces import Battle, Procedure, Team, Walk, spot
from sandtable.table.asking import PASS, ask
from sandtable.table.decision import Choice, Decision, Free, IllegalChoice


def walk(b: Battle) -> Procedure:
    """7.1 The Move under way, as far as the next point where somebody is asked, or to its end."""
    way = b.walk
    assert way is not None
    way.gone, found = next(moments(b, way), (way.far, []))
    stand_at(b, way, way.gone)
    if found:
        yield from reactions(b, way, found)
    if b.result is not None or b.walk is not way:
        return
    forget_the_lost(b, way)
    if way.gone == way.far or not way.paths:
        yield from arrive(b, way)


def forget_the_lost(b: Battle, way: Walk) -> None:
    """Who was lost on the way goes no farther."""
    for index in [*way.paths, *way.placed]:
        if b.teams[index].lost:
            way.paths.pop(index, None)
            way.placed.pop(index, None)


def arrive(b: Battle, way: Walk) -> Procedure:
    """Whose place has been taken stops short of it; a PL is set down (4.6, 14.2)."""
    stopped_first = sorted(way.paths, key=lambda each: each not in b.stopped)
    come_to_rest(b, way.paths, stopped_first, way.placed)  # 4.6
    b.walk = None
    for index, (x, y) in way.placed.items():
        team = b.teams[index]
        if not free_for(b, team, x, y):
            x, y = yield from another_place(b, team, way)
        if (x, y) != (team.x, team.y):
            lift(team)
            team.x, team.y = x, y
            b.tell("placed", "14.2", team.side, team.id, place=spot(team))


def free_for(b: Battle, team: Team, x: int, y: int) -> bool:
    """14.2 A place where a PL may be set down."""
    try:
        check_gap_at(b, team, x, y)
    except IllegalChoice:
        return False
    return may_rest(b, team, x, y)


def keeps_together(b: Battle, team: Team, way: Walk, x: int, y: int) -> tuple[bool, int]:
    """With the PL there: whether the Unit is in cohesion, and how many of its Teams are (5.1, 5.2, 14.2)."""
    teams = b.teams_of(b.unit_of(team))
    found = in_cohesion(b, teams, places_of(teams) | {team.index: (x, y)}, team)
    moved = [each.index for each in teams if each.index in way.paths]
    enough = len(found) * 100 >= len(teams) * b.land.numbers["in_cohesion"]  # 5.2
    return enough and all(index in found for index in moved), len(found)  # 5.1


def another_place(b: Battle, team: Team, way: Walk) -> Generator[Decision, Choice, tuple[int, int]]:
    """14.2 His place has been taken meanwhile: his player chooses another that keeps the Unit together.

    Where none does, because others were stopped on the way, he keeps as many Teams in cohesion as can be.
    """

    def good(b: Battle, team: Team, x: int, y: int) -> bool:
        return free_for(b, team, x, y) and keeps_together(b, team, way, x, y) >= least

    def may_stay() -> bool:
        return may_rest(b, team, team.x, team.y) and keeps_together(b, team, way, team.x, team.y) >= least

    def judge(choice: Choice) -> None:
        if choice == stay and may_stay():
            return
        if (choice.do, choice.piece, choice.to, choice.number) != ("place", team.id, "", 0) or len(choice.at) != 1:
            raise IllegalChoice(f"Say where {team.name} is set down, or choose to stay.", "14.2")
        id, x, y, facing = choice.at[0]
        if id != team.id or facing or not free_for(b, team, x, y):
            raise IllegalChoice(f"{team.name} cannot be set down there.", "14.2")
        if not good(b, team, x, y):
            raise IllegalChoice(f"The Unit would not be in cohesion with {team.name} there.", "14.2")

    stay = Choice("stay", team.id)
    spots = [(choice.at[0][1], choice.at[0][2]) for choice in places_for(b, team, free_for)]
    if may_rest(b, team, team.x, team.y):
        spots.append((team.x, team.y))
    best = max([keeps_together(b, team, way, x, y) for x, y in spots], default=(False, 0))
    least = (True, 0) if best[0] else best

    def listing() -> list[Choice]:
        here = [stay] if may_stay() else []
        return [*places_for(b, team, good), *here]

    prompt = f"The place of {team.name} is taken. Where is he set down?"
    answer = yield Free(b.side_name(team.side), "place", prompt, "14.2", listing, judge, team.id)
    return (team.x, team.y) if answer == stay else (answer.at[0][1], answer.at[0][2])


# Who fires (3.4.c, 7.1-7.3) ----------------------------------------------------------------------


def reactions(b: Battle, way: Walk, found: list[Reactor]) -> Procedure:
    """7.1 Units of the enemy interrupt one after another, until he passes or nobody is left who can."""
    mover = b.unit_at(way.unit)
    side = 1 - mover.side
    while found:
        options = [PASS]
        for each in found:
            options.append(Choice("react", each.name, each.key))
            if len(each.teams) > 1:
                options.append(Choice("select", each.name, each.key))
        prompt = f"Who fires at {mover.name} on the move?"
        answer = yield from ask(b, side, "reaction", prompt, "7.1", options, piece=mover.key)
        if answer.do == "pass":
            return
        chosen = next(each for each in found if (each.name, each.key) == (answer.piece, answer.to))
        yield from react(b, way, chosen, answer.do == "select")
        found = reactors(b, way) if b.result is None and b.walk is way else []


def react(b: Battle, way: Walk, chosen: Reactor, select: bool) -> Procedure:
    """7.1, 3.4.c One Unit fires at the Unit that moves: all Teams that can, or those selected."""
    unit = chosen.unit
    if chosen.freed:
        yield from shift_off(b, unit, chosen.freed)
    elif chosen.name == unit.key:
        yield from offer_shift(b, unit)
    teams = [team for team in chosen.teams if not team.markers]
    if any(team.markers for team in b.all_of(unit)):  # and one may have been shifted
        for again in reactors(b, way):
            if again.name == chosen.name and again.key == chosen.key:
                teams = again.teams
    if chosen.defends:
        target = chargers(b, way)
    else:
        target = yield from joined(b, chosen.key)
    detailed = wants_details(b, FIRE, unit.side)
    if select:
        teams, detailed = yield from declare(b, unit, teams, target, chosen.kind, True)
    if not teams:
        return
    outcome = yield from shoot(b, unit, teams, target, chosen.kind, False, detailed)
    if chosen.defends and b.result is None:
        defended(b, outcome)
