"""11 What a Mission makes of a Fireteam that has come into a Terrain; what has to last an entire round."""

from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.missions.mission_rules import win
from sandtable.systems.of_war_and_men.state.pieces import LU, ORANGE, TRUCK, Battle, Fireteam, Procedure
from sandtable.systems.of_war_and_men.state.scenario import ALLIES


def settled(b: Battle, team: Fireteam) -> Procedure:
    """A Fireteam has come into its Terrain for good: after its move, its landing, or the assault it won there."""
    if mission_rules.has(b, "lu") and team.side == ALLIES:
        take_along(b, team)
        come_home(b, team)
    yield from ()


def take_along(b: Battle, team: Fireteam) -> None:
    """11.5.b An Allied Fireteam that has come to Lu (and won any assault) takes her along if it has a place left."""
    token = mission_rules.thing_token(b, LU)
    woman = mission_rules.lu(b)
    if token is None or woman is None or token.cell != team.cell:
        return
    if len(team.soldiers) < mission_rules.size_limit(b, team):
        b.drop_token(token)
        woman.team = team.index
        woman.player = team.player
        team.soldiers.append(woman.index)
        b.notes["found"] = 1
        b.tell("rescued", "11.5.b", team.player, woman.id, team.id, team.cell)


def come_home(b: Battle, team: Fireteam) -> None:
    """11.5.a The Allies win when she is in a position in which one of their Fireteams started."""
    woman = mission_rules.lu(b)
    homes = {other.home for other in b.teams if other.side == ALLIES}
    if woman is not None and woman.team == team.index and team.cell in homes:
        win(b, ALLIES, "Lu is home", "11.5.a")


def entire_round(b: Battle, team: Fireteam) -> None:
    """G.entire_round At the start of a Fireteam's turn: what it has held since an earlier round."""
    side = team.side
    if mission_rules.has(b, "flags") and team.cell == mission_rules.enemy_flag(b, side) and has_held(b, team):
        win(b, side, f"{team.name} has captured the flag", "G.entire_round")
    drop = mission_rules.has(b, "drop") and side != mission_rules.runner(b)
    if drop and team.cell in b.mission.places["objective"] and has_held(b, team):
        win(b, side, f"{team.name} has captured the bridge", "F.1")
    if mission_rules.has(b, "truck") and b.notes.get("broken by") == team.index:
        capture(b)


def has_held(b: Battle, team: Fireteam) -> bool:
    """G.entire_round It holds its Terrain, and came there in an earlier round."""
    return team.arrived < b.round and mission_rules.holder(b, team.cell) == team.side


def capture(b: Battle) -> None:
    """11.6.f The truck is still broken down a round later, and raiders are with it: it is theirs."""
    token = mission_rules.thing_token(b, TRUCK)
    raiders = 1 - mission_rules.runner(b)
    if token is None or token.border != ORANGE or b.notes["broken in"] >= b.round:
        return
    if any(team.side == raiders for team in b.at(token.cell)):
        win(b, raiders, "the Supply Truck is captured", "11.6.f")
