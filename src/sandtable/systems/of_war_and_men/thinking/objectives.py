"""What a Mission wants of each Fireteam: where it should be, how much every step there is worth, and being there."""

import msgspec

from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.sight import adjacent
from sandtable.systems.of_war_and_men.rules.victory import soldier_points
from sandtable.systems.of_war_and_men.state.pieces import LU, TRUCK, Battle
from sandtable.systems.of_war_and_men.state.scenario import ALLIES, AXIS, PRIVATE
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.systems.of_war_and_men.thinking import weights
from sandtable.systems.of_war_and_men.thinking.firepower import Picture, Team


class Task(msgspec.Struct):
    """Where a Fireteam should be."""

    cells: tuple[int, ...]
    step: float  # what a step nearer is worth
    there: float = 0.0  # and being there
    near: int = 0  # as near as this is near enough


NOTHING = Task((), 0.0)


def rounds_left(b: Battle) -> float:
    """How long the cards will last."""
    return (len(b.deck) + weights.DECK * (b.decks_left - 1)) / weights.ROUND


def urgency(b: Battle) -> float:
    """1 when the end is near, less before."""
    left = rounds_left(b)
    return 1.0 if left <= weights.LATE else max(weights.EARLY, weights.LATE / left)


def tasks(picture: Picture, side: int) -> dict[int, Task]:
    """A task for each Fireteam of a side, by its index."""
    b = picture.b
    found: dict[int, Task] = {}
    for switch, give in GIVERS:
        if mission_rules.has(b, switch):
            give(picture, side, picture.sides[side], found)
            break
    if not found:
        seek(picture, side, picture.sides[side], found)
    return found


def seek(picture: Picture, side: int, teams: list[Team], found: dict[int, Task]) -> None:
    """Nothing but the enemy: who is behind goes for him, who is ahead keeps in touch."""
    enemies = tuple([each.team.cell for each in picture.sides[1 - side]])
    ahead = standing(picture.b, side) > standing(picture.b, 1 - side)
    for team in teams if enemies else ():
        found[team.team.index] = Task(
            enemies, weights.KEEP_IN_TOUCH if ahead else weights.GO_FOR, 0.0, weights.FIRING_RANGE
        )


def standing(b: Battle, side: int) -> int:
    """22.1 The points of a side as they are now."""
    return soldier_points(b, side) + mission_rules.points(b, side)


def steps(picture: Picture, team: Team, cell: int) -> int:
    """How far a Fireteam is from a cell, counted from where it is going."""
    where = team.team.heading if team.team.heading >= 0 else team.team.cell
    return picture.far[where][cell]


def nearest(picture: Picture, teams: list[Team], cell: int) -> list[Team]:
    """Fireteams, the nearest to a cell first; of those equally near the strongest."""
    return sorted(teams, key=lambda each: (steps(picture, each, cell), -each.worth))


def take(picture: Picture, teams: list[Team], cell: int, value: float, found: dict[int, Task]) -> None:
    """One Fireteam takes a place, a second goes with it, the others come near enough to help."""
    urgent = urgency(picture.b)
    for place, team in enumerate(nearest(picture, teams, cell)):
        if place == 0:
            found[team.team.index] = Task((cell,), weights.TAKE + weights.TAKE_MORE * value, value * urgent)
        elif place == 1:
            found[team.team.index] = Task(
                (cell,), weights.JOIN + weights.JOIN_MORE * value * urgent, 0.0, weights.JOINED
            )
        else:
            found[team.team.index] = Task(
                (cell,), weights.HELP + weights.HELP_MORE * value * urgent, 0.0, weights.HELPED
            )


def objective(picture: Picture, side: int, teams: list[Team], found: dict[int, Task]) -> None:
    """8.13, 8.2 Hold a place."""
    values = picture.b.mission.values
    value = weights.POINTS * (values.get("hold", 0) + values.get("each_round", 0) * rounds_left(picture.b))
    take(picture, teams, picture.b.mission.places["objective"][0], value, found)


def drop(picture: Picture, side: int, teams: list[Team], found: dict[int, Task]) -> None:
    """11.7 The bridge: for those from the air it is victory."""
    value = weights.DROP_KEPT if side == mission_rules.runner(picture.b) else weights.DROP_TAKEN
    take(picture, teams, picture.b.mission.places["objective"][0], value, found)


def flags(picture: Picture, side: int, teams: list[Team], found: dict[int, Task]) -> None:
    """11.4 The enemy's flag is victory; one's own must not be left to him."""
    b = picture.b
    goal, home = mission_rules.enemy_flag(b, side), mission_rules.enemy_flag(b, 1 - side)
    guests = [each for each in picture.sides[1 - side] if picture.far[each.team.cell][home] <= 1]
    if any(each.team.cell == home for each in guests):
        take(picture, teams, home, weights.LOST_FLAG, found)
        return
    guards = nearest(picture, teams, home)[: weights.GUARDS[bool(guests)]] if len(teams) > 1 else []
    for guard in guards:
        found[guard.team.index] = Task(
            (home,), weights.GUARD_STEP, weights.GUARD + weights.GUEST * len(guests), 0 if guests else 1
        )
    take(picture, [each for each in teams if each not in guards], goal, weights.ENEMY_FLAG, found)


def bridges(picture: Picture, side: int, teams: list[Team], found: dict[int, Task]) -> None:
    """11.3 The Allies want to stand next to the bridges, the Axis on them; at Private level both on them."""
    b = picture.b
    standing = [cell for cell in b.mission.places["bridges"] if not b.terrain(cell).no_movement]
    held = b.scenario.level == PRIVATE
    left = teams.copy()
    for cell in standing:
        if not left:
            break
        near = nearest(picture, left, cell)
        for team in near[: max(1, len(left) // 2)]:
            if held or side == AXIS:
                found[team.team.index] = Task(
                    (cell,), weights.BRIDGE_STEP, weights.BRIDGE * urgency(b) if team is near[0] else 0.0
                )
            else:
                found[team.team.index] = Task((cell,), weights.BLAST_STEP, weights.BLAST, 1)
            left.remove(team)


def lu(picture: Picture, side: int, teams: list[Team], found: dict[int, Task]) -> None:
    """11.5 The Allies fetch Lu and bring her home; the Axis stands in the way, then goes for her escort."""
    b = picture.b
    woman = mission_rules.lu(b)
    homes = tuple(sorted({team.home for team in b.teams if team.side == ALLIES and team.home >= 0}))
    escort = woman.team if woman is not None else -1
    chateau = b.mission.places["chateau"][0]
    where = b.teams[escort].cell if escort >= 0 else mission_rules.thing_cell(b, LU)
    if side == ALLIES:
        takers = nearest(picture, teams, where if where >= 0 else chateau)
        for place, team in enumerate(takers):
            if team.team.index == escort:
                found[escort] = Task(homes, weights.HOME_STEP, weights.HOME)
            elif escort < 0 and place == 0:
                found[team.team.index] = Task((where,), weights.FETCH_STEP, weights.FETCH)
            else:
                found[team.team.index] = Task((where,), weights.ESCORT_STEP, 0.0, 1)
        return
    for place, team in enumerate(nearest(picture, teams, where)):
        if escort >= 0:
            found[team.team.index] = Task((where,), weights.HUNT_STEP, 0.0, 0 if place < weights.HUNTERS else 1)
        else:
            found[team.team.index] = Task(
                adjacent(b, chateau), weights.BAR_STEP, 0.0, 0 if place < weights.HUNTERS else 1
            )


def truck(picture: Picture, side: int, teams: list[Team], found: dict[int, Task]) -> None:
    """11.6 The raiders want to be next to the truck or its way, its squad with it."""
    b = picture.b
    cell = mission_rules.thing_cell(b, TRUCK)
    path = b.mission.places["path"]
    if cell < 0:
        return
    place = path.index(cell)
    ahead = path[place : place + weights.ROAD]
    for rank, team in enumerate(nearest(picture, teams, cell)):
        if side == mission_rules.runner(b):
            found[team.team.index] = Task((cell, *ahead[1:2]), weights.CONVOY_STEP, 0.0, 0 if rank == 0 else 1)
        else:
            found[team.team.index] = Task(ahead, weights.RAID_STEP, weights.RAID, NUMBERS.truck_reach)


def random_goal(picture: Picture, side: int, teams: list[Team], found: dict[int, Task]) -> None:
    """11.4.c The goal that was drawn."""
    b = picture.b
    goal = b.notes.get("goal", mission_rules.ELIMINATION)
    if goal == mission_rules.HOLD and b.notes.get("place", -1) >= 0:
        take(picture, teams, b.notes["place"], weights.POINTS * b.mission.values["hold"], found)
    elif goal == mission_rules.BREAKTHROUGH:
        columns, rows = b.mission.columns, b.mission.rows
        row = 0 if side == ALLIES else rows - 1
        cells = tuple(range(row * columns, (row + 1) * columns))
        for team in teams:
            found[team.team.index] = Task(
                cells,
                weights.EDGE_STEP + weights.EDGE_MORE * urgency(b),
                weights.POINTS * b.mission.values["breakthrough"],
            )


GIVERS = (
    ("flags", flags),
    ("bridges", bridges),
    ("lu", lu),
    ("truck", truck),
    ("drop", drop),
    ("random mission", random_goal),
    ("hold at the end", objective),
)
