"""11 What a Mission makes happen, at the moments at which the chapters ask."""

from msgspec import structs

from sandtable.systems.of_war_and_men.rules.cards import clear_pile
from sandtable.systems.of_war_and_men.rules.decisions.windows import number
from sandtable.systems.of_war_and_men.rules.discipline import check
from sandtable.systems.of_war_and_men.rules.maneuver import barred, clash, enter
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.missions.arrivals import capture, entire_round
from sandtable.systems.of_war_and_men.rules.missions.mission_rules import win
from sandtable.systems.of_war_and_men.rules.sight import adjacent, distance, drifted
from sandtable.systems.of_war_and_men.rules.token_events import blow
from sandtable.systems.of_war_and_men.state.cells import Token
from sandtable.systems.of_war_and_men.state.pieces import (
    GREEN_BORDER,
    TRUCK,
    Battle,
    Fireteam,
    Number,
    Procedure,
    Verdict,
)
from sandtable.systems.of_war_and_men.state.scenario import AXIS
from sandtable.table.asking import ask
from sandtable.table.decision import Choice


def turn_begins(b: Battle, team: Fireteam) -> Verdict:
    """First thing in a Fireteam's turn: what has lasted an entire round (G.entire_round), the landing (11.7.b).

    Whether it has landed.
    """
    entire_round(b, team)
    if team.waiting and b.verdict is None:
        yield from land(b, team)
        return True
    return False


def take_action(b: Battle, team: Fireteam, choice: Choice) -> Procedure:
    """11.6.e A soldier tries to repair the truck: one Discipline Check (4.12) for a Standard Action."""
    man = b.soldier(choice.piece)
    if (yield from check(b, man, "the Supply Truck", "11.6.e")):
        mission_rules.turn_truck(b, mission_rules.truck(b), GREEN_BORDER, "11.6.e")
        b.notes.pop("broken by", None)
    clear_pile(b)


def top_of_round(b: Battle) -> Procedure:
    """8.2, 15.3.a The Mission's events in the Assessment phase: truck, wind, then the others."""
    token = mission_rules.thing_token(b, TRUCK)
    if token is not None and token.border == GREEN_BORDER:
        drive(b, token)
    yield from blow(b)
    if mission_rules.has(b, "hold each round"):
        side = mission_rules.holder(b, b.mission.places["objective"][0])
        if side >= 0:
            player = next(player for player in b.players if player.side == side)
            player.mission_points += b.mission.values["each_round"]
            b.tell("points", "8.2", player.index, value=b.mission.values["each_round"])


def end_of_round(b: Battle) -> Verdict:
    """The Mission's events in the Debrief phase, before Fog-of-War. Whether a Fireteam has come in."""
    arrived = mission_rules.has(b, "axis in driblets") and (yield from arrive(b))  # 11.3.b
    if mission_rules.has(b, "truck") and "broken by" in b.notes and b.teams[b.notes["broken by"]].gone:
        capture(b)  # 11.6.f
    return arrived


# Burning Bridges (11.3) --------------------------------------------------------------------------


def arrive(b: Battle) -> Verdict:
    """11.3.b One more Axis Fireteam comes in at the start, if there is a free position; it is last on the track.

    Whether one has come.
    """
    waiting = [team for team in b.teams if team.waiting]
    if not waiting:
        return False
    owner = waiting[0].player
    starts = b.mission.starts[AXIS]
    around = sorted({cell for start in starts for cell in (start, *adjacent(b, start))})
    options = [
        Choice("arrive", team.id, b.place_name(cell))
        for team in waiting
        if team.player == owner
        for cell in around
        if not b.at(cell) and barred(b, team, cell) is None
    ]
    if not options:
        return False
    answer = yield from ask(b, owner, "arrive", "Which Fireteam arrives, and where?", "11.3.b", options)
    team = b.team(answer.piece)
    team.waiting = False
    b.track.append(team.index)
    yield from enter(b, team, b.cell_called(answer.to), "11.3.b")
    clear_pile(b)
    return True


# The Road to Ruin (11.6) -------------------------------------------------------------------------


def drive(b: Battle, token: Token) -> None:
    """11.6.b One Terrain along the green path; enemies it leaves behind together fight (D.truck)."""
    path = b.mission.places["path"]
    cell = path[path.index(token.cell) + 1]
    b.drop_token(token)
    b.add_token(structs.replace(token, cell=cell))
    b.tell("truck moves", "11.6.b", place=cell, path=(b.place_name(token.cell),))
    if cell == path[-1]:
        win(b, mission_rules.runner(b), "the Supply Truck has arrived", "11.6.g")
        return
    left = sorted(b.at(token.cell), key=lambda team: (team.arrived, b.track.index(team.index)))
    if len({team.side for team in left}) > 1:
        last = left[-1]
        other = next(team for team in left if team.side != last.side)
        clash(b, last, other, token.cell, (False, False), free=True)  # 11.6.h


# The Sky is Falling (11.7) -----------------------------------------------------------------------


def land(b: Battle, team: Fireteam) -> Procedure:
    """11.7.b, G.drop The wind decides where it comes down; landing costs no Standard Action."""
    zone = b.mission.places["drop_zones"][team.number - 1]
    value = yield from number(b, b.mission.wind, "landing", "11.7.b", team.player)
    cell = drifted(b, zone, value)
    if cell < 0 or b.terrain(cell).no_movement:
        cell = zone
    if barred(b, team, cell) is not None:
        cell = yield from nearest_free(b, team, zone)
    team.waiting = False
    yield from enter(b, team, cell, "11.7.b")


def nearest_free(b: Battle, team: Fireteam, zone: int) -> Number:
    """11.7.b Where the drop zone is closed the owner picks the nearest free position that can be entered."""
    free = [cell for cell in range(len(b.cells)) if not b.at(cell) and barred(b, team, cell) is None]
    near = min(distance(b, zone, cell) for cell in free)
    options = [Choice("land", team.id, b.place_name(cell)) for cell in free if distance(b, zone, cell) == near]
    answer = yield from ask(b, team.player, "land", f"Where does {team.name} land?", "11.7.b", options, piece=team.id)
    return b.cell_called(answer.to)
