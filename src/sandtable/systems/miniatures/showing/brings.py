"""What an option brings, in one line for somebody who has not read the rules."""

from sandtable.systems.miniatures.reading.book import INCH
from sandtable.systems.miniatures.rules.suppression import penalty
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.table.decision import Choice, Decision

ACTIONS = {
    "fire and move": "Shoot, then move.",
    "move and fire": "Move, then shoot. Shots need 1 more to hit.",
    "run": "Move twice. Saves must then be rolled twice.",
    "aimed fire": "Shoot, and roll every miss again.",
    "assault": "Charge up to {charge} inches into close combat.",
    "dig in": "Hard cover on all sides until it moves.",
    "barrage": "Shells or smoke, even out of sight of the guns.",
    "move": "Move once. Enemies may fire on the way.",
    "fire": "Shoot once.",
    "overwatch": "Wait, and fire at an enemy that moves in view.",
    "nothing": "Quiet Teams are harder to hit.",
}
WORDS = {
    "command move": "The Company Commander moves once a round without a check.",
    "command fire": "The Company Commander fires once a round without a check.",
    "appoint": "With a Platoon Leader the Unit may move toward the enemy and assault again.",
    "reroll": "This uses up the ability of the Company Commander for this Initiative.",
    "keep": "The check stays as it is.",
    "direct": "The Team rolls its misses again.",
    "shift": "The Team that is freed may fire again.",
    "ground": "Each shot at it needs 1 more to hit.",
    "select": "The Teams you do not choose keep their fire for later.",
    "split": "Teams that cannot hit this target fire at another one.",
    "fire": "Every Team that can, with its best weapon.",
    "detail": "Team by Team, with the weapon of each and the kind of Team it aims at.",
    "main": "The main gun can harm armor; the coaxial MG stays silent.",
    "coax": "More dice against men; the main gun stays silent.",
    "aim": "All its hits go to one Team of this kind.",
    "barrage": "Range in on a Team. Every Team under the square may be hit.",
    "smoke": "The square blocks sight and conceals whoever is in it until the round ends.",
    "charge": "Up to {charge} inches to the enemy. Defenders who see it coming fire first; then both sides fight.",
    "hold back": "It does not charge, but fires at the defenders first.",
    "counter-attack": "A check: if it passes, the Unit strikes back; if it fails, it breaks off.",
    "break off": "Fall back 1 to 6 inches. Teams still within 2 inches of the enemy may be lost.",
    "stay": "A Unit that stays draws no Reaction Fire.",
}
OVERWATCH = "No penalty, for it is on Overwatch. Each Team fires once in an Initiative."
REACTION = "Each shot needs 1 more to hit. Each Team fires once in an Initiative."
CHECK = "With a {need} or more on a die it may do anything. If it fails, it can do little, and the Initiative passes."
GROUND = "It has gone to ground: in this round it can dig in at most."
SECOND_WIND = "The new roll counts, even if it fails. On a 6 all Units that have acted may act again, on both sides."
NO_CHECK = "It is too heavily suppressed to pass. It sheds a marker, can do little, and the Initiative passes."


def brings(b: Battle, decision: Decision, choice: Choice) -> str:
    """One line about an option; empty for what needs none."""
    charge = b.land.numbers["charge"] // INCH
    if decision.kind == "action":
        return ACTIONS.get(choice.do, "").format(charge=charge)
    if choice.do == "activate":
        unit = b.unit(choice.piece)
        if unit.ground:
            return GROUND
        need = unit.training.check + penalty(b, unit)
        return NO_CHECK if need >= b.land.numbers["impossible"] else CHECK.format(need=need)
    if choice.do == "reroll" and decision.kind == "second wind":
        return SECOND_WIND
    if choice.do == "react":
        ready = any(unit.key == choice.piece and unit.overwatch for unit in b.units)
        return OVERWATCH if ready else REACTION
    if choice.do == "fire" and choice.piece:
        return ""
    return WORDS.get(choice.do, "").format(charge=charge)
