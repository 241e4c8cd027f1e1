"""11 What a Mission makes of a Fireteam that has come into a Terrain; what has to last an entire round."""

from sandtable.systems.of_war_and_men import missions
from sandtable.systems.of_war_and_men.pieces import LU, ORANGE, TRUCK, Battle, Fireteam, Procedure
from sandtable.systems.of_war_and_men.scenario import ALLIES
from sandtable.systems.of_war_and_men.verdict import win


def settled(b: Battle, team: Fireteam) -> Procedure:
    """A Fireteam has come into its Terrain for good: after its move, its landing, or the assault it won there."""
    if missions.has(b, "lu") and b.side(team) == ALLIES:
        take_along(b, team)
        come_home(b, team)
    yield from ()


def take_along(b: Battle, team: Fireteam) -> None:
    """11.5.b An Allied Fireteam that has come to Lu (and won any assault) takes her along if it has a place left."""
    token = missions.thing_token(b, LU)
    woman = missions.lu(b)
    if token is None or woman is None or token.cell != team.cell:
        return
    if len(team.soldiers) < missions.size_limit(b, team):
        b.drop_token(token)
        woman.team = team.index
        woman.player = team.player
        team.soldiers.append(woman.index)
        b.notes["found"] = 1
        b.tell("rescued", "11.5.b", team.player, woman.id, team.id, team.cell)


def come_home(b: Battle, team: Fireteam) -> None:
    """11.5.a The Allies win when she is in a position in which one of their Fireteams started."""
    woman = missions.lu(b)
    homes = {other.home for other in b.teams if b.side(other) == ALLIES}
    if woman is not None and woman.team == team.index and team.cell in homes:
        win(b, ALLIES, "Lu is home", "11.5.a")


def entire_round(b: Battle, team: Fireteam) -> None:
    """G.entire_round At the start of a Fireteam's turn: what it has held since an earlier round."""
    side = b.side(team)
    if team.cell >= 0 and team.arrived < b.round and missions.holder(b, team.cell) == side:
        if missions.has(b, "flags") and team.cell == missions.enemy_flag(b, side):
            win(b, side, f"{team.name} has captured the flag", "G.entire_round")
        if missions.has(b, "drop") and side != missions.runner(b) and team.cell in b.mission.places["objective"]:
            win(b, side, f"{team.name} has captured the bridge", "F.1")
    if missions.has(b, "truck") and b.notes.get("broken by") == team.index:
        capture(b)


def capture(b: Battle) -> None:
    """11.6.f The truck is still broken down a round later, and raiders are with it: it is theirs."""
    token = missions.thing_token(b, TRUCK)
    raiders = 1 - missions.runner(b)
    if token is None or token.border != ORANGE or b.notes["broken in"] >= b.round:
        return
    if any(b.side(team) == raiders for team in b.at(token.cell)):
        win(b, raiders, "the Supply Truck is captured", "11.6.f")
