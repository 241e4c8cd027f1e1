"""16.4 Maneuver: on the move, completion, fast Terrain; merging; what a Fireteam finds where it arrives."""

from sandtable.systems.of_war_and_men.rules.conditions import any_suppressed, dissolve, halt, tied_down
from sandtable.systems.of_war_and_men.rules.decisions.wishes import concern
from sandtable.systems.of_war_and_men.rules.discipline import check, commander
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.missions.arrivals import settled
from sandtable.systems.of_war_and_men.rules.sight import adjacent, flanks
from sandtable.systems.of_war_and_men.rules.tokens import entrenchment
from sandtable.systems.of_war_and_men.rules.traits import trait_modifiers
from sandtable.systems.of_war_and_men.state.book import Terrain
from sandtable.systems.of_war_and_men.state.cells import Cell
from sandtable.systems.of_war_and_men.state.pieces import BEGIN, NOWHERE, Assault, Battle, Fireteam, Played, Procedure
from sandtable.systems.of_war_and_men.state.scenario import SNOW

Reason = tuple[str, str]  # a sentence and a rule


def barred(b: Battle, team: Fireteam, cell: int) -> Reason | None:
    """16.4.a Why a Fireteam may not enter a Terrain; None if it may (G.maneuver)."""
    return closed(b, team, cell, b.at(cell))


def closed(b: Battle, team: Fireteam, cell: int, there: list[Fireteam]) -> Reason | None:
    """16.4.a The same, by those who are there."""
    terrain = b.cells[cell].terrain
    if terrain.no_movement:
        return f"No Fireteam can enter the {terrain.name} at {b.place_name(cell)}.", "5.11"
    for other in there:
        if other.player == team.player and other is not team:
            if len(other.soldiers) + len(team.soldiers) > mission_rules.size_limit(b, other):
                return f"{team.name} and {other.name} together are too many for one Fireteam.", "G.merging"
        elif other.side == team.side and other is not team:
            return f"{b.place_name(cell)} is held by your partner's {other.name}.", "16.4.a"
    return mission_rules.bars(b, team, cell)


def cannot_move(b: Battle, team: Fireteam) -> Reason | None:
    """Why a Fireteam cannot take a Maneuver order at all."""
    if any_suppressed(b, team):
        return f"{team.name} has suppressed soldiers and cannot move.", "19.4.a"
    if tied_down(b, team):
        return f"{team.name} has a crewed machine gun or a scoped sniper and cannot move.", "16.6.g"
    return None


def ways(b: Battle, team: Fireteam) -> list[int]:
    """16.4.a, 16.4.e Where a Maneuver order may take it: on the move only where its arrow points."""
    if cannot_move(b, team) is not None:
        return []
    if team.heading >= 0:
        return [] if barred(b, team, team.heading) else [team.heading]
    held = {other.cell for other in b.teams}
    near = adjacent(b, team.cell)
    return [cell for cell in near if closed(b, team, cell, b.at(cell) if cell in held else []) is None]


def met(b: Battle, team: Fireteam, cell: int) -> Fireteam | None:
    """20.1.a, 11.6.h The enemy whom a Fireteam would have to fight where it comes to."""
    if cell < 0 or mission_rules.peace_at(b, cell):
        return None
    return next((other for other in b.at(cell) if other.side != team.side), None)


def is_fast(b: Battle, team: Fireteam, terrain: Terrain) -> bool:
    """16.4.f, 8.9 One order is enough; never in a blizzard (G.fast_move)."""
    return b.mission.visibility != SNOW and trait_modifiers.fast_terrain(b, team, terrain.key, terrain.fast)


def maneuver(b: Battle, played: Played) -> Procedure:
    """16.4 A Maneuver order executes, with what was played on it (17.6, 17.9)."""
    team = b.teams[played.team]
    if team.gone or team.cell < 0 or played.cell not in ways(b, team):
        return
    b.maneuvers += 1
    second = team.heading >= 0
    set_out(b, team, played.cell)
    if played.covering:
        team.covered = True
        b.tell("covered", "17.6", team.player, team.id)
    if second or played.double_time or is_fast(b, team, b.terrain(played.cell)):
        yield from arrive(b, team)


def set_out(b: Battle, team: Fireteam, cell: int) -> None:
    """16.4.b The token turns green, its arrow to the new Terrain; the Fireteam is still in the old one (14.2)."""
    if team.heading < 0:
        b.tell("on the move", "16.4.b", team.player, team.id, place=team.cell, path=(b.place_name(cell),))
    team.heading = cell
    team.moved = True


def arrive(b: Battle, team: Fireteam) -> Procedure:
    """16.4.d, 16.4.e The move is completed; if that has become impossible the token turns black where it is."""
    cell = team.heading
    if barred(b, team, cell) is not None:
        halt(b, team, "16.4.d")
        return
    yield from enter(b, team, cell, "16.4.e")


def enter(b: Battle, team: Fireteam, cell: int, rule: str) -> Procedure:
    """A Fireteam comes into a Terrain, by a move, a retreat or a landing: merging, assault or settling in."""
    origin = team.cell
    there = [other for other in b.at(cell) if other is not team]
    enemy = next((other for other in there if other.side != team.side), None)
    friend = next((other for other in there if other.player == team.player), None)
    flanking = (False, False)
    if enemy is not None and origin >= 0:  # 20.1.j: as it was just before
        flanking = (flanks(b, team, enemy), flanks(b, enemy, team))
    team.cell, team.heading = cell, NOWHERE
    team.moved = True
    team.covered = team.dug_in = team.attacked = False
    team.arrived = b.round
    if b.is_open(cell):
        b.lay(cell, Cell(b.scenario.rulebook.terrain["field"], "Field"))
    path = (b.place_name(origin), b.place_name(cell)) if origin >= 0 else ()
    b.tell("moved", rule, team.player, team.id, place=cell, path=path)
    for other in b.friends(1 - team.side):
        if other.cell in adjacent(b, cell):
            concern(b, other.player)
    if enemy is not None and not mission_rules.peace_at(b, cell):
        clash(b, team, enemy, origin, flanking)
    elif friend is not None:
        yield from merge(b, team, friend)
    else:
        yield from settle_in(b, team)


def clash(
    b: Battle,
    team: Fireteam,
    enemy: Fireteam,
    origin: int,
    flanking: tuple[bool, bool],
    free: bool = False,
) -> None:
    """20.1.a Opposing Fireteams are in one Terrain: an assault. The first named came last and triggered it."""
    b.assault = Assault(
        (team.index, enemy.index),
        team.cell,
        origin,
        flanking,
        (team.stealth, enemy.stealth),
        (not team.moved, not enemy.moved),
        free,
    )
    b.tell("assault", "20.1.a", team.player, team.id, enemy.id, team.cell)


def merge(b: Battle, team: Fireteam, there: Fireteam) -> Procedure:
    """G.merging The one that enters joins the one that was there, which keeps its token and its move."""
    joining = b.men(team)
    for man in joining:
        man.team = there.index
    line = b.men(there) + joining
    line.sort(key=lambda man: man.card.civilian)  # Lu stays at the right end
    there.soldiers = [man.index for man in line]
    team.soldiers = []
    there.stealth = there.stealth and team.stealth
    b.tell("merged", "G.merging", team.player, team.id, there.id, there.cell)
    if any_suppressed(b, there):
        halt(b, there)  # who ducked in a retreat keeps those he joins from moving (19.4.a)
    if b.active == team.index:
        b.turn_over = b.turn_over or there.activated
        b.active = there.index
        if not there.activated:
            b.step = BEGIN  # its turn begins now, with a move that is due and with what it has held
    there.activated = there.activated or team.activated
    for played in b.stack:  # what is under way in its name goes on in theirs
        if played.team == team.index:
            played.team = there.index
    dissolve(b, team)
    yield from settled(b, there)


def settle_in(b: Battle, team: Fireteam) -> Procedure:
    """It looks for an entrenchment and loses its stealth where nobody can hide."""
    lose_cover(b, team)  # 16.7.b
    if entrenchment(b, team.cell) is not None and not team.dug_in:
        man = yield from commander(b, team, "of the search for the entrenchment", "16.3.d")
        if (yield from check(b, man, "the entrenchment", "16.3.d")):
            team.dug_in = True
            b.tell("finds entrenchment", "16.3.d", team.player, team.id, place=team.cell)
    yield from settled(b, team)


def lose_cover(b: Battle, team: Fireteam) -> None:
    """5.14, 16.7.b Stealth ends in Terrain with the no-stealth icon."""
    if team.stealth and b.terrain(team.cell).no_stealth:
        team.stealth = False
        b.tell("seen", "16.7.b", team.player, team.id, place=team.cell)
