"""11 What a Mission changes in limits, targets and points. Each Mission's own rules hang on its switches.

What it makes happen is in mission_setup.py, mission_events.py and arrivals.py.
"""

from msgspec import structs

from sandtable.systems.of_war_and_men.rules.sight import distance, friend_in_line, sees
from sandtable.systems.of_war_and_men.state.cells import Token
from sandtable.systems.of_war_and_men.state.pieces import (
    BLACK,
    GREEN_BORDER,
    LU,
    NOWHERE,
    ORANGE,
    TRUCK,
    WOUNDED,
    Battle,
    Fireteam,
    Soldier,
)
from sandtable.systems.of_war_and_men.state.scenario import ALLIES, AXIS, PRIVATE, SIDES
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.table.decision import Choice
from sandtable.table.event import Result

# The goals of the Random Mission Generator (11.4.c).
GOALS = ("elimination", "hold", "breakthrough", "decapitation")
ELIMINATION, HOLD, BREAKTHROUGH, DECAPITATION = range(4)


def has(b: Battle, switch: str) -> bool:
    return switch in b.mission.switches


def win(b: Battle, side: int, reason: str, rule: str) -> None:
    """22.2 A side has won, whatever the points; the event under way is finished first."""
    if b.verdict is None:
        b.verdict = Result(SIDES[side], reason, rule)


def holder(b: Battle, cell: int) -> int:
    """The side that holds a cell: it has a Fireteam there and the enemy has none; -1: nobody."""
    sides = {team.side for team in b.at(cell)}
    return sides.pop() if len(sides) == 1 else -1


# Limits ------------------------------------------------------------------------------------------


def size_limit(b: Battle, team: Fireteam) -> int:
    """3.7, G.merging The most soldiers a Fireteam may have."""
    return size_for(b, team.side)


def size_for(b: Battle, side: int) -> int:
    """3.7, 11.3.a The same, by side."""
    return b.mission.values["axis_size"] if has(b, "axis in driblets") and side == AXIS else NUMBERS.soldiers


def bars(b: Battle, team: Fireteam, cell: int) -> tuple[str, str] | None:
    """11.5.b Until Lu has been found no Axis Fireteam comes into the Chateau."""
    if has(b, "lu") and cell in b.mission.places["chateau"] and team.side == AXIS and not b.notes.get("found"):
        return "Lu is still hidden: no Axis Fireteam may enter the Chateau.", "11.5.b"
    return None


def peace_at(b: Battle, cell: int) -> bool:
    """11.6.h No assault takes place in the Terrain of the truck."""
    return has(b, "truck") and b.has_token(TRUCK, cell)


def may_act(b: Battle, team: Fireteam) -> bool:
    """Whether a Fireteam on the track gets a turn: on the map, or in the air (11.7.b)."""
    return team.cell >= 0 or (has(b, "drop") and team.waiting)


def on_track(b: Battle, team: Fireteam) -> bool:
    """10.9 Whether a Fireteam has its token on the track; one that is still to arrive has none (11.3.b)."""
    return not team.waiting or has(b, "drop")


# Things that can be attacked (11.5, 11.6) --------------------------------------------------------


def thing_token(b: Battle, thing: str) -> Token | None:
    return next((token for token in b.tokens if token.kind == thing), None)


def truck(b: Battle) -> Token:
    """11.6 The Supply Truck where it is known to be on the map."""
    return next(token for token in b.tokens if token.kind == TRUCK)


def thing_cell(b: Battle, thing: str) -> int:
    """Where such a thing is."""
    token = thing_token(b, thing)
    return NOWHERE if token is None else token.cell


def things(b: Battle, team: Fireteam) -> list[str]:
    """11.6.c, 11.5.b What else the fire of a Fireteam may be aimed at."""
    return [thing for thing in (TRUCK, LU) if has(b, thing) and spared(b, team, thing) is None]


def spared(b: Battle, team: Fireteam, thing: str) -> tuple[str, str] | None:
    """Why no fire may be aimed at a thing; None if it may: at the truck from next to it, at Lu when she is alone."""
    cell = thing_cell(b, thing)
    if thing == LU and has(b, LU):
        if team.side == AXIS and b.notes.get("found") and cell == team.cell:
            return None
        return "Lu can be attacked only when she is alone, by an Axis Fireteam in her Terrain.", "11.5.b"
    if thing != TRUCK or cell < 0:
        return "An Attack order must name an enemy Fireteam on the map.", "16.2.a"
    if team.side == runner(b):
        return "The Supply Truck is on your side.", "11.6.c"
    if distance(b, team.cell, cell) > NUMBERS.truck_reach:
        return "The Supply Truck can be attacked only from its own Terrain or an adjacent one.", "11.6.d"
    if not sees(b, team.cell, cell):
        return f"{team.name} has no line of sight to the Supply Truck.", "21.3.a"
    friend = friend_in_line(b, team, cell)
    if friend is not None:
        return f"{friend.name} stands in the line of fire from {team.name} to the Supply Truck.", "21.2"
    return None


def hit_thing(b: Battle, thing: str, total: int, team: Fireteam) -> None:
    """What a total does to the truck or to Lu."""
    effect = thing_effect(b, thing, total)
    if effect == "killed":
        b.tell("killed", "11.5.b", piece=LU, place=team.cell)
        win(b, AXIS, "Lu is dead", "11.5.a")
    elif effect == "broken down":
        turn_truck(b, truck(b), ORANGE, "11.6.c")
        b.notes["broken by"], b.notes["broken in"] = team.index, b.round
    elif effect == "destroyed":
        b.tell("truck destroyed", "11.6.c", team.player, team.id, place=thing_cell(b, TRUCK))
        win(b, 1 - runner(b), "the Supply Truck is destroyed", "11.6.c")


def thing_effect(b: Battle, thing: str, total: int) -> str:
    """What a total would do to it: "" for nothing."""
    values = b.mission.values
    if thing == LU:
        return "killed" if total >= values["lu_vitality"] else ""  # 11.5.b
    token = thing_token(b, TRUCK)
    if token is None:
        return ""
    if token.border == GREEN_BORDER:
        return "broken down" if total >= values["sound"] else ""  # 11.6.c
    return "destroyed" if total >= values["broken"] else ""  # 11.6.c


def runner(b: Battle) -> int:
    """11.6.a, 11.7.a The side of the truck, or of the squad on the ground."""
    return b.notes.get("role", AXIS)


def turn_truck(b: Battle, token: Token, border: str, rule: str) -> None:
    """11.6.c, 11.6.e Broken down or repaired (9.10)."""
    b.drop_token(token)
    b.add_token(structs.replace(token, border=border))
    b.tell("truck", rule, place=token.cell, text=border)


def actions(b: Battle, team: Fireteam) -> list[Choice]:
    """11.6.e A Fireteam of the truck's squad in its Terrain may try to repair it, as a Standard Action."""
    token = thing_token(b, TRUCK) if has(b, "truck") else None
    if token is None or token.border != ORANGE or token.cell != team.cell or team.side != runner(b):
        return []
    return [Choice("repair", man.id) for man in b.men(team) if man.condition != WOUNDED and man.gunner < 0]


def why_no_repair(b: Battle, team: Fireteam, man: Soldier) -> tuple[str, str]:
    """11.6.e Why he may not try to repair the truck."""
    token = thing_token(b, TRUCK)
    if token is None:
        return "There is no truck in this Mission.", "11.6.e"
    if token.cell != team.cell:
        return f"The Supply Truck is not at {b.place_name(team.cell)}.", "11.6.e"
    if token.border != ORANGE:
        return "The Supply Truck has not broken down.", "11.6.e"
    if team.side != runner(b):
        return "Only the squad that runs the Supply Truck can repair it.", "11.6.e"
    if man.team != team.index:
        return f"{man.card.name} is not in {team.name}.", "11.6.e"
    if man.gunner >= 0:
        return f"{man.card.name} is crewing a machine gun.", "16.6.f"
    return f"{man.card.name} is wounded.", "11.6.e"


# Lu (11.5) ---------------------------------------------------------------------------------------


def lu(b: Battle) -> Soldier | None:
    return next((man for man in b.soldiers if man.card.civilian), None)


def escort_lost(b: Battle, team: Fireteam) -> None:
    """11.5.b The last soldier of a Fireteam is out: Lu stays alone, or is captured if it fell in an assault."""
    for man in b.men(team):
        team.soldiers.remove(man.index)
        man.team = NOWHERE
        b.add_token(Token(LU, team.cell, BLACK))
        if b.assault is not None:
            b.tell("captured", "11.5.a", piece=man.id, place=team.cell)
            win(b, AXIS, "Lu is captured", "11.5.a")


def fallen(b: Battle, man: Soldier) -> None:
    """11.5.a A soldier is out of the game."""
    if man.card.civilian:
        win(b, AXIS, "Lu is dead", "11.5.a")


# Points (8.13, 22.1) -----------------------------------------------------------------------------


def points(b: Battle, side: int) -> int:
    """8.13 Mission points of a side at the end."""
    earned = sum(player.mission_points for player in b.players if player.side == side)
    values, places = b.mission.values, b.mission.places
    if has(b, "hold at the end") and holder(b, places["objective"][0]) == side:
        earned += values["hold"]
    if has(b, "bridges"):
        earned += bridge_points(b, side)
    if has(b, "flags") and holder(b, enemy_flag(b, side)) == side:
        earned += values["flag"]
    if has(b, "drop") and side == runner(b) == holder(b, places["objective"][0]):
        earned += values["hold"]
    if has(b, "random mission"):
        earned += random_points(b, side)
    return earned


def bridge_points(b: Battle, side: int) -> int:
    """11.3 Bridges destroyed and standing; at Private level, where nothing is blown, those that are held."""
    bridges, values = b.mission.places["bridges"], b.mission.values
    if b.scenario.level == PRIVATE:
        return values["held"] * sum(holder(b, cell) == side for cell in bridges)
    down = sum(b.terrain(cell).no_movement for cell in bridges)
    return down * values["destroyed"] if side == ALLIES else (len(bridges) - down) * values["standing"]


def enemy_flag(b: Battle, side: int) -> int:
    return b.mission.places["allied_flag" if side == AXIS else "axis_flag"][0]


def random_points(b: Battle, side: int) -> int:
    """11.4.c The goal that was drawn."""
    goal, values = b.notes.get("goal", ELIMINATION), b.mission.values
    if goal == HOLD:
        return values["hold"] if holder(b, b.notes.get("place", NOWHERE)) == side else 0
    if goal == BREAKTHROUGH:
        row = 0 if side == ALLIES else b.mission.rows - 1
        return values["breakthrough"] * sum(team.cell // b.mission.columns == row for team in b.friends(side))
    if goal == DECAPITATION and f"head {1 - side}" in b.notes:
        head = b.soldiers[b.notes[f"head {1 - side}"]]
        return values["decapitation"] if head.team < 0 else 0
    return 0


def at_the_end(b: Battle) -> Result | None:
    """22.2 How time that is up decides the Mission without points; None: points are compared."""
    return Result("axis", "time is up and Lu is not home", "11.5.a") if has(b, "lu") else None
