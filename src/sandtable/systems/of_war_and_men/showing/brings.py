"""What a choice brings, in one line for somebody who has not read the rules."""

from collections import Counter

from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.fire.attack_order import able
from sandtable.systems.of_war_and_men.rules.maneuver import is_fast, met
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.sight import distance
from sandtable.systems.of_war_and_men.showing import assault_odds
from sandtable.systems.of_war_and_men.state.book import COLOURS, FACES, Division, SoldierCard
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.telling import capital, count

ACTIONS = {
    "attack": "The next card says, by its number of this colour, how many fire. Blue is high, red low.",
    "entrench": "Digs a trench: shots at these men get weaker, and their own shots better.",
    "rally": "The next card says, by its number of this colour, how many suppressed men stand up again.",
    "terrain": "Puts the card on an open position next to the map, for cover or as an obstacle.",
    "redraw": "Costs an action. Exchange cards you cannot use.",
    "stealth": "Costs a card. Nobody can fire at them until they are found, and their first shots are better.",
    "transfer": "Men change to another Fireteam of yours nearby.",
    "crew": "Costs a card. A second man at the gun: it fires better from the next round on. They stay put.",
    "sight": "Costs a card. From the next round on he fires better and picks his target. They stay put.",
    "sap": "Digs a trench without an Entrench card.",
    "uncrew": "Costs nothing. The Fireteam can move again.",
    "unsight": "Costs nothing. The Fireteam can move again.",
    "recognise": "Costs nothing. A low number finds them, and then they can be fired at.",
    "disarm": "Costs nothing. A low number removes the charge; otherwise it kills the man.",
    "medic": "Costs nothing. A low number heals a wounded man.",
    "repair": "Costs an action. A low number makes the truck drive again.",
    "command radius": "Costs nothing. Rallies men near this officer.",
}
ONE_FIRES = "One of them fires."  # BC.6
MANEUVER = "They set out, are easier to hit on the way, and arrive in their next turn or by a second order."
AT_ONCE = "They arrive at once: on this ground one order is enough."
ARRIVE = "They complete the move they have begun."
NOTHING_THERE = "Nothing lies there yet: whoever comes finds an open Field. "

DECISIONS = {
    "act of valor": "One man stands up and fires alone, up to four times.",
    "attention": "All men of a Fireteam stand up, and it goes to the top of the order of initiative.",
    "chain of command": "The last number is flipped again.",
    "covering fire": "While they move, whoever fires at them is less steady.",
    "double time": "The move is completed at once.",
    "evade": "Takes a number from the total of the shot.",
    "field dressing": "A wounded man is healed.",
    "field repairs": "A jammed weapon works again.",
    "fubar": "Cancels the card just played, or the last number of a total.",
    "grenade": "Thrown at an enemy on a neighbouring card; it may hurt several men, or come back.",
    "intelligence": "You see another player's hand and may discard a card of it.",
    "last stand": "All men of a Fireteam stand up and are harder to hit until the round ends.",
    "lucky shot": "One enemy in sight is suppressed, whatever the range.",
    "marching order": "The order of initiative is shuffled.",
    "marksman": "One man fires as if the target were one card nearer.",
    "on the run": "After two Maneuver orders they fire while they run.",
    "recon": "An open position in sight of your side is filled with Terrain from your hand, or with a Field.",
    "regroup": "A Fireteam of yours changes its place in the order of initiative with another.",
    "smoke": "Smoke on this card or a neighbouring one spoils shots through it, and drifts with the wind.",
}
OPERATIONS = {
    "artillery": "Shells fall on a Terrain that you name, or beside it if the wind drifts them.",
    "reinforcements": "You draw cards until your hand is full.",
    "satchel charge": "A charge is thrown that goes off two rounds later.",
    "star shell": "A flare lights up a Terrain, so that it can be seen from afar.",
}

OTHERS = {
    "ready": "A good mixture within the points, chosen for you.",
    "historical": "The men who fought there, whatever they cost.",
    "build": "You enlist one man after another until the points are spent.",
    "as proposed": "Each Fireteam gets a Leader and a fair share of the men.",
    "form": "You decide who fights in which Fireteam.",
    "stay": "Fight another round of the assault.",
    "keep the line": "They stay in the order of the fight. Where a man stands says by which numbers he is hit.",
    "restore the line": "They stand as before the fight. Where a man stands says by which numbers he is hit.",
    "discard": "It goes to the discard pile.",
    "as they stand": "The order in which they stand is the order in which they fight.",
    "cease fire": "The shots that are left are lost.",
    "rally": "He is no longer suppressed: he can fire and move again.",
    "done": "The others stay as they are.",
    "retreat": "They leave the fight, and all of them are suppressed.",
    "unjam": "A low number clears it; he may try again in each round.",
    "throw back": "The grenade goes off among those who threw it.",
}
TRUCK = "They escort it along the road to the village. The other side raids it."
GROUND = "They guard the bridge. The other side drops from the sky and must take it."


def brings(b: Battle, decision: Decision, choice: Choice) -> str:
    """What a choice brings; nothing where its label says it all."""
    if choice.do == "play" and choice.piece.startswith("card-"):
        card = b.card(card_number(choice.piece))
        return DECISIONS.get(card.decision) or OPERATIONS.get(b.mission.operation, "")
    if decision.kind == "action" and choice.do == "pass":
        return "The turn of this Fireteam is over."
    if choice.do == "maneuver":
        return going(b, choice)
    if choice.do in ("enlist", "line"):
        return recruit(b.scenario.rulebook.soldier(choice.piece))
    if choice.do == "next":
        return assault_odds.fighter(b, b.soldier(choice.piece))
    if choice.do == "place" and choice.number:
        return "The other way up: the cross-hair, from which lines of sight are drawn, lies at the opposite edge."
    if decision.kind == "action" and choice.do == "attack":
        return f"{reach(b, choice)}{ONE_FIRES if mission_rules.has(b, 'practice') else ACTIONS['attack']}"
    if decision.kind in ("action", "window"):
        return ACTIONS.get(choice.do, "")
    if choice.do == "role":
        return TRUCK if mission_rules.has(b, "truck") else GROUND
    if choice.do == "division":
        return roster(b.scenario.rulebook.divisions[choice.piece])
    return OTHERS.get(choice.do, "")


def going(b: Battle, choice: Choice) -> str:
    """16.4, 20.1.a What a Maneuver order brings: when they arrive, what they find there, and whom they fight."""
    team, cell = b.active_team, b.cell_called(choice.to)
    second = team.heading >= 0
    when = ARRIVE if second else AT_ONCE if is_fast(b, team, b.terrain(cell)) else MANEUVER
    enemy = met(b, team, cell)
    if enemy is not None:
        return f"Hand to hand with {enemy.name} on arrival. {when}"
    return f"{NOTHING_THERE if b.is_open(cell) else ''}{when}"


def recruit(card: SoldierCard) -> str:
    """7.1-7.11 What a soldier is worth, for whoever chooses him: his numbers, and what his weapon does on average."""
    leader = "Leader. " if card.leader else ""
    grid = [sum([(FACES[colour] + 1) / 2 for colour in row]) for row in card.weapon.grid]
    shots = [f"{strength:g} at {away}" for away, strength in enumerate(grid, start=1) if strength and away % 2]
    numbers = f"Resolve {card.resolve}, Vitality {card.vitality}, Discipline {COLOURS[card.discipline]}"
    return f"{leader}{numbers}. {capital(card.weapon.type)}: on average {', '.join(shots)} cards."


def reach(b: Battle, choice: Choice) -> str:
    """16.2.a How many of the men reach a Fireteam, and how far off it is: far shots do little."""
    enemy = b.find_team(choice.to)
    if enemy is None:
        return ""
    men = len(able(b, b.active_team, enemy.cell))
    far = distance(b, b.active_team.cell, enemy.cell)
    away = f"{count(far, 'card')} away" if far else "on the same card"
    return f"{count(men, 'man', 'men')} can reach them, {away}: the nearer, the better. "


def roster(division: Division) -> str:
    """10.5 Who can be enlisted, and how they are armed."""
    weapons = Counter(card.weapon.type for card in division.soldiers)
    arms = ", ".join(count(number, kind) for kind, number in weapons.most_common())
    leaders = sum(card.leader for card in division.soldiers)
    either = " They may be on either side, as they were in this war." if len(division.sides) > 1 else ""
    return f"{len(division.soldiers)} men to choose from, {leaders} of them Leaders: {arms}.{either}"
