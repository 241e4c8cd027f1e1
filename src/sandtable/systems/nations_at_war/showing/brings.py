"""What an order brings, in one line for somebody who has not read the rules."""

from sandtable.systems.nations_at_war.rules.combat.opportunity_fire import PASS_MARCH
from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.telling import count

BRINGS = {
    # set-up and the cup
    "place mounted": "It rides: it moves faster, but cannot fire until it has unloaded.",
    "default": "Everything left goes where the scenario suggests.",
    "go first": "It acts before the first marker is drawn.",
    "into the cup": "Its marker is drawn from the cup like the others.",
    # operations
    "finish": "Units that have not acted stay idle; the next marker is drawn.",
    "hold": "You cannot come back to it before the next impulse.",
    "back": "Nothing has happened yet: choose somebody else.",
    "stop": "It has acted for this impulse (Ops Complete).",
    "split": "The two go on one after the other.",
    "move": "Enemies who see it may fire at it in each hex it enters.",
    "exit": "It leaves the map for good.",
    "fire": "One attack. It does not move as well.",
    "fire and move": "It fires at a penalty, then moves with half its MF.",
    "overwatch": "It waits, and may fire when an enemy in sight moves or fires.",
    "bombard": "The shells fall on the whole hex, whoever is in it.",
    "smoke": "Nobody sees through a hex with smoke, and it shields whoever is in it.",
    "smoke and move": "Smoke first; then it moves with half its MF.",
    "load": "It rides: it moves faster, but cannot fire until it has unloaded.",
    "unload": "It fights on foot again, but does not fire in this activation.",
    "embark": "The platoon rides along.",
    "disembark": "The platoon is on foot again.",
    "clear mines": "A die roll decides; the unit does nothing else.",
    "cut wire": "A die roll decides; the unit does nothing else.",
    "demolish": "The charges take time to prepare; the unit does nothing else meanwhile.",
    "blow": "A die roll decides whether the bridge blows.",
    "assault": "Both sides roll. Unless the defenders are hit harder, it goes back.",
    "overrun": "It drives through soft targets with its Assault Factor tripled, and must drive on.",
    # reactions
    "pass impulse": "You are asked again in the next impulse.",
    "pass march": "You are not asked at its next hexes, but when another unit moves.",
    "lead": "The HQ adds its Leadership to the dice of this unit.",
    "rally": "Two dice against Morale: if it passes, it is no longer Disrupted.",
    "coerce": "It rallies, and loses a step.",
    # fire missions
    "call": "Guns off the map: aim at a hex, see where the shells fall, then fire or hold.",
    "direct": "The mortar fires at a hex that the HQ or a Recon unit sees.",
    "fire for effect": "The shells fall on everybody near the marker, friend or foe.",
    "hold fire": "The marker stays, and the next mission close to it is more accurate.",
    "re-roll": "One die of this attack may be rolled again for free.",
}
PAID = {
    "fate re-roll": ("fate_reroll", "the new die counts."),
    "fate up": ("fate_nudge", "the new number counts."),
    "fate down": ("fate_nudge", "the new number counts."),
    "fate move": ("fate_move", "one hex, whatever the ground costs."),
    "fate command": ("fate_command", "they may act although their HQ is too far away."),
    "fate free": ("fate_ops_complete", "it may act again."),
    "fate return": ("fate_return_marker", "it will be drawn later instead."),
}


def brings(b: Battle, decision: Decision, choice: Choice) -> str:
    """What a choice brings, and what it costs in Fate Points."""
    if choice.do in PAID:
        price, text = PAID[choice.do]
        return f"{count(b.ground.numbers[price], 'Fate Point')}: {text}"
    if choice.do in ("fire", "overwatch") and choice.number == 1:
        return "The Leadership of the HQ adds dice, once in this impulse."
    if choice.do == "overwatch" and choice.to:
        return "It was waiting for this: cover does not hide the target, and it has then acted."
    if choice.do == "fire" and decision.kind == "opportunity fire":
        if b.unit(choice.piece).overwatch:
            return (
                "It gives up Overwatch for an ordinary shot; another that waits may still fire from Overwatch here."
            )
        return "One attack; it has then acted (Ops Complete)."
    if choice.do == "pass" and decision.kind == "opportunity fire":
        return "You are asked again at the next hex of its move." if PASS_MARCH in decision.options() else ""
    return BRINGS.get(choice.do, "")
