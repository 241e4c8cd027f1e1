"""What options bring, in one line for somebody who has not read the rules."""

from sandtable.systems.regimental.rules.attack import new_combat
from sandtable.systems.regimental.rules.combat_dice import is_close
from sandtable.systems.regimental.showing.odds import combat_after, with_all_help
from sandtable.systems.regimental.state.pieces import Battle, Stand
from sandtable.table.decision import Choice, Decision
from sandtable.table.telling import count

LATER = " To dig in later, hold first."
CLOSE = "This makes it a close combat: both sides fight, and the loser falls back. "
ORDERS = {
    "M": "Its stands move, and two of them may attack one hex. If attacked, it has no guns and hits on sixes.",
    "H": "It stays in its hexes and one stand may attack. If attacked, it calls guns and hits on fives and sixes.",
    "D": "It digs in: attackers lose a die, and if beaten it can stand fast. No attack. Next: Hold, or stay so.",
    "R": "It moves first and far, even past the enemy. It cannot fight back and is hit more easily.",
}

# By what is done, or by what is asked and done where that differs.
BRINGS = {
    "first": "A stand that finds no free way back is destroyed. Whoever goes first has more to choose from.",
    "ready": "When both sides are ready all orders are turned up.",
    "march": "Strategic: farther than a normal move, but this stand does not attack in this round.",
    "retreat": "Each hex next to an enemy costs a strength point.",
    "support shuffle: shift": "The company fights with that stand from now on. It costs no movement.",
    "support shuffle: done": "On to the moves.",
    "mover: done": "On to the attack.",
    "core shuffle: done": "On to the attack.",
    "join": "Its dice are added, and so are its losses: if beaten in close combat, it falls back too.",
    "attack: pass": "The regiment has finished its turn.",
    "core shuffle: shift": "Stands of a regiment that holds may change places within its hexes.",
    "oppose": "The defender's dice are counted against this one. Any of the attackers may take the losses.",
    "fire support": "One more die, and it costs nothing.",
    "air": "Two more dice, one against armour. Flak near the target may drive it off.",
    "fire back": "The battery throws its dice now and has one shot less later.",
    "fire back: pass": "The shot is kept. The battery does not answer.",
    "stand fast": "One more loss, and the hex is held.",
    "stand fast: fall back": "The hex is given up without another loss.",
    "pursue": "The stand takes the empty hex, and a target hex with it.",
    "pursuit: pass": "The stand keeps its own hex.",
    "barrage": "One shot: it costs the target one strength point at most, and nobody answers.",
    "gun: move": "It costs a shot, if there is one, and ends this battery's turn.",
    "gun: march": "Strategic: farther. It costs a shot, if there is one, and ends this battery's turn.",
    "gun: done": "Its shots are not kept for the next round.",
    "battery: done": "Shots that are left are not kept for the next round.",
    "rebuild": "Costs one strength point of the night.",
    "recall": "Comes back with strength one, for one strength point of the night.",
    "return": "Costs one support point of the night.",
    "recovery: done": "Points that are left are lost in the morning.",
}


def brings(b: Battle, decision: Decision, choice: Choice) -> str:
    """One line on an order or on what is not plain from the words of an option; else nothing."""
    if choice.do == "order":
        may_dig_in = any(option.to == "D" for option in decision.options())
        return ORDERS[choice.to] + (LATER if choice.to == "H" and not may_dig_in else "")
    if choice.do == "join" and b.combat is not None and not is_close(b, b.combat):
        joined = combat_after(b, decision, choice)
        return (CLOSE if joined is not None and is_close(b, joined) else "") + BRINGS["join"]
    if choice.do == "attack" and decision.kind == "attack":
        return help_to(b, choice)
    if choice.do == "gun":
        shots = b.stand(choice.piece).shots
        return (
            "Its dice are added, for its last shot of the round."
            if shots == 1
            else (f"Its dice are added, for one of its {shots} shots of the round.")
        )
    if decision.kind == "move" and choice.do == "move":
        return command_there(b, b.stand(choice.piece), b.ground.index[choice.to])
    return BRINGS.get(f"{decision.kind}: {choice.do}") or BRINGS.get(choice.do, "")


def command_there(b: Battle, stand: Stand, to: int) -> str:
    """1.2.b Whether a stand would leave its HQ behind, or an HQ its stands."""
    most, away = b.ground.numbers["command"], b.ground.distance[to]
    regiment = b.regiments[stand.regiment]
    if stand.type.hq:
        left = [s.name for s in b.stands_of(regiment) if s is not stand and b.in_command(s) and away[s.hex] > most]
        return (
            f"From there it would not lead {' and '.join(left)}: an HQ leads as far as {most} hexes." if left else ""
        )
    hq = b.hq_of(regiment)
    if hq is None or away[hq.hex] <= most:
        return ""
    return f"Out of command there, {away[hq.hex]} hexes from its HQ: it could not attack. The most is {most}."


def help_to(b: Battle, choice: Choice) -> str:
    """Who may still help an attack once it is chosen, and what its chance is with all of them."""
    alone = new_combat(b, b.stand(choice.piece), b.ground.index[choice.to])
    best, chance = with_all_help(b, alone)
    names = [b.stands[index].name for index in best.attackers[1:]]
    names += [b.companies[index].name for index in best.support[0]]
    names += [b.stands[index].name for index in best.guns[0]]
    if best.air[0]:
        names.append(count(best.air[0], "air point"))
    return f"With all help, about which you are asked next ({', '.join(names)}): {chance:.0%}." if names else ""
