"""What an option brings, in one line for somebody who has not read the rules."""

from sandtable.systems.miniatures.reading.book import INCH
from sandtable.systems.miniatures.rules.activation import waiting
from sandtable.systems.miniatures.rules.assault.targets import may_charge, reaches
from sandtable.systems.miniatures.rules.fire.shooting import may_fire
from sandtable.systems.miniatures.rules.leaders import find_target
from sandtable.systems.miniatures.rules.refusals import why_nobody_fires
from sandtable.systems.miniatures.rules.suppression import penalty
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.telling import count

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
NO_FIRE = "It cannot fire now. {why}"
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
CHECK = "With a {need} or more on a die it may do anything. If it fails, it can do little{then}."
PASSES_ON = ", and the Initiative passes"
STAYS_HERE = "; the Initiative stays, for no enemy can act any more in this round"
STRIKE = "With a {need} or more on a die that Team is lost, without a save."
STRIKE_TANK = "{dice} on {need}+; the tank saves against each that passes, and a failed save damages it."
ASSAULT = "{reach} of {all} Teams can reach it; {enemies} to fight there{down}."
GROUND = "It has gone to ground: in this round it can dig in at most."
SECOND_WIND = "The new roll counts, even if it fails. On a 6 all Units that have acted may act again, on both sides."
NO_CHECK = "It is too heavily suppressed to pass. It sheds a marker and can do little{then}."


def brings(b: Battle, decision: Decision, choice: Choice) -> str:
    """One line about an option; empty for what needs none."""
    charge = b.land.numbers["charge"] // INCH
    if decision.kind == "action":
        line = ACTIONS.get(choice.do, "").format(charge=charge)
        if choice.do in ("move and fire", "move") and not may_fire(b, b.acting):
            return f"{line} {NO_FIRE.format(why=why_nobody_fires(b, b.acting)[0])}"
        return line
    if decision.kind == "assault target":
        return assault_words(b, choice)
    if choice.do == "strike":
        return strike_words(b, choice)
    if choice.do == "activate":
        unit = b.unit(choice.piece)
        if unit.ground:
            return GROUND
        need = unit.training.check + penalty(b, unit)
        then = PASSES_ON if waiting(b, 1 - unit.side) else STAYS_HERE
        return (NO_CHECK if need >= b.land.numbers["impossible"] else CHECK).format(need=need, then=then)
    if choice.do == "reroll" and decision.kind == "second wind":
        return SECOND_WIND
    if choice.do == "react":
        ready = any(unit.key == choice.piece and unit.overwatch for unit in b.units)
        return OVERWATCH if ready else REACTION
    if choice.do == "fire" and choice.piece:
        return ""
    return WORDS.get(choice.do, "").format(charge=charge)


def assault_words(b: Battle, choice: Choice) -> str:
    """13.1 How many would fight, on both sides."""
    unit, target = b.unit(choice.piece), find_target(b, choice.to)
    if target is None:
        return ""
    free = [team for team in b.teams_of(unit) if may_charge(team)]
    down = sum([team.markers > 0 for team in target.teams])
    return ASSAULT.format(
        reach=sum([reaches(b, team, target.teams) for team in free]),
        all=len(b.teams_of(unit)),
        enemies=count(len(target.teams), "enemy Team"),
        down=f", {down} of them suppressed" if down else "",
    )


def strike_words(b: Battle, choice: Choice) -> str:
    """13.10, 13.19 What the striker must throw."""
    striker, victim = b.team(choice.piece), b.team(choice.to)
    need = b.unit_of(striker).training.check
    weapon = striker.type.weapon
    if victim.type.kind != TANK or weapon is None:
        return STRIKE.format(need=need)
    return STRIKE_TANK.format(need=need, dice=count(weapon.ta, "die", "dice"))
