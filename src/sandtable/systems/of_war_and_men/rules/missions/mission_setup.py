"""11 What a Mission adds to the set-up: roles, random Terrain, who waits, Lu, the truck."""

from msgspec import structs

from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.sight import distance
from sandtable.systems.of_war_and_men.state.book import BLUE, COLOURS, FACES, GREEN, LONGEST, RED, SoldierCard, Weapon
from sandtable.systems.of_war_and_men.state.cells import Cell, Token
from sandtable.systems.of_war_and_men.state.pieces import (
    BLACK,
    GREEN_BORDER,
    LU,
    NOWHERE,
    TRUCK,
    Battle,
    Procedure,
    Soldier,
)
from sandtable.systems.of_war_and_men.state.scenario import ALLIES, AXIS, SIDES
from sandtable.systems.of_war_and_men.state.tables import TABLES
from sandtable.table.asking import ask
from sandtable.table.decision import Choice

UNARMED = Weapon("none", "unarmed", "none", ((),) * LONGEST)
GOALS = (
    "Elimination: only the points of the surviving soldiers count.",
    "Hold {place} at the end: {hold} points.",
    "Breakthrough: {breakthrough} points for each of your Fireteams in the enemy's home row at the end.",
    "Decapitation: {decapitation} points if the enemy's named leader is dead or routed at the end.",
)


def before_squads(b: Battle) -> Procedure | None:
    """What is due before squads are built; None: nothing more."""
    if mission_rules.has(b, "roles") and "role" not in b.notes:
        return choose_roles(b)
    if mission_rules.has(b, "random mission") and "goal" not in b.notes:
        return draw_mission(b)
    return None


def before_track(b: Battle) -> Procedure | None:
    """What is due between the squads and the Initiative Track; None: nothing more."""
    if mission_rules.has(b, "axis in driblets") and "first" not in b.notes:
        return choose_first(b)
    if mission_rules.has(b, "drop"):
        for team in b.teams:
            team.waiting = team.side != mission_rules.runner(b)
    if mission_rules.has(b, "lu") and mission_rules.lu(b) is None:
        place_lu(b)
    if mission_rules.has(b, "truck") and mission_rules.thing_token(b, TRUCK) is None:
        b.add_token(Token(TRUCK, b.mission.places["path"][0], GREEN_BORDER))
    return None


def before_hands(b: Battle) -> Procedure | None:
    """What is due when all stand in their places; None: nothing more."""
    if mission_rules.has(b, "random mission"):
        if b.notes["goal"] == mission_rules.HOLD and "place" not in b.notes:
            return choose_place(b)
        if b.notes["goal"] == mission_rules.DECAPITATION:
            for side in (AXIS, ALLIES):
                if f"head {side}" not in b.notes:
                    return name_head(b, side)
    return None


def choose_roles(b: Battle) -> Procedure:
    """11.6.a, 11.7.a Either side may have either part; the first player says which the players agreed on."""
    truck = mission_rules.has(b, "truck")
    options = [Choice("role", SIDES[side]) for side in (AXIS, ALLIES)]
    prompt = "Who runs the Supply Truck?" if truck else "Who is on the ground?"
    answer = yield from ask(b, 0, "role", prompt, "11.6.a" if truck else "11.7.a", options)
    b.notes["role"] = SIDES.index(answer.piece)
    if b.notes["role"] == ALLIES:
        b.mission = structs.replace(b.mission, starts=(b.mission.starts[1], b.mission.starts[0]))
    b.tell("role", "11.6.a" if truck else "11.7.a", text=answer.piece)


def draw_mission(b: Battle) -> Procedure:
    """11.4.c Random Terrain on the pattern, then time, light and goal by flips of cards that go back to the deck."""
    for cell, code in enumerate(b.mission.map):
        if code == "T":
            terrain = [number for number in b.deck if b.card(number).terrain is not None]
            card = b.card(b.chance.draw(terrain, "random Terrain"))
            assert card.terrain is not None
            b.deck.remove(card.number)
            b.lay(cell, Cell(card.terrain, card.id, card.number, card.cross))
    values = []
    for colour, why in ((RED, "the time"), (GREEN, "the light"), (BLUE, "the goal")):
        card = b.card(b.chance.draw(b.deck, why))
        values.append(card.dice[colour])
        value = card.dice[colour]
        text = f"{COLOURS[colour]}: {why}"
        b.tell("flip", "11.4.c", piece=card.id, dice=(value,), text=text, value=value, faces=FACES[colour])
    time, light, goal = [value - 1 for value in values]
    b.notes["goal"] = mission_rules.GOALS.index(TABLES.goals[goal])
    place = b.place_name(b.mission.places["objective"][0])
    words = GOALS[b.notes["goal"]].format(place=place, **b.mission.values)
    b.decks_left = TABLES.decks[time]
    b.mission = structs.replace(
        b.mission,
        decks=TABLES.decks[time],
        visibility=TABLES.light[light],
        sight=TABLES.sight[light],
        goals=(words, *b.mission.goals[1:]),
    )
    b.tell("goal", "11.4.c", text=words)
    yield from ()


def choose_place(b: Battle) -> Procedure:
    """11.4.c C4 is to be held; if it is a Lake the first on the track picks the nearest that can be entered."""
    cell = b.mission.places["objective"][0]
    if b.terrain(cell).no_movement:
        free = [each for each in range(len(b.cells)) if not b.terrain(each).no_movement]
        near = min(distance(b, cell, each) for each in free)
        options = [Choice("objective", to=b.place_name(each)) for each in free if distance(b, cell, each) == near]
        player = b.teams[b.track[0]].player
        answer = yield from ask(b, player, "objective", "Which position must be held?", "11.4.c", options)
        cell = b.cell_called(answer.to)
    b.notes["place"] = cell
    words = GOALS[mission_rules.HOLD].format(place=b.place_name(cell), **b.mission.values)
    b.mission = structs.replace(b.mission, goals=(words,))
    b.tell("objective", "11.4.c", place=cell)


def name_head(b: Battle, side: int) -> Procedure:
    """11.4.c The soldier of highest rank of a side; among equals the owner names one."""
    men = [man for man in b.soldiers if b.players[man.player].side == side]
    top = max(man.card.rank for man in men)
    heads = [man for man in men if man.card.rank == top]
    options = [Choice("leader", man.id) for man in heads]
    answer = yield from ask(b, heads[0].player, "leader", "Who is your leader?", "11.4.c", options)
    man = b.soldier(answer.piece)
    b.notes[f"head {side}"] = man.index
    b.tell("leader", "11.4.c", man.player, man.id)


def choose_first(b: Battle) -> Procedure:
    """11.3.b The Axis starts with a single Fireteam; the others wait."""
    axis = [team for team in b.teams if team.side == AXIS]
    options = [Choice("first", team.id) for team in axis if team.player == axis[0].player]
    answer = yield from ask(b, axis[0].player, "first", "Which Fireteam starts?", "11.3.b", options)
    for team in axis:
        team.waiting = team.id != answer.piece
    b.notes["first"] = 1


def place_lu(b: Battle) -> None:
    """11.5.b Lu waits in the Chateau. She never fights; only her Vitality counts (D.lu)."""
    player = next(player for player in b.players if player.side == ALLIES)
    vitality = b.mission.values["lu_vitality"]
    card = SoldierCard("resistance", 1, 0, "Lu", "France", UNARMED, 0, 99, RED, vitality, civilian=True)
    b.soldiers.append(Soldier(len(b.soldiers), LU, card, player.index, NOWHERE))
    b.add_token(Token(LU, b.mission.places["chateau"][0], BLACK))
