"""What a seat is asked with all its options, paths, costs and odds."""

from sandtable.geometry.hexes import path
from sandtable.systems.nations_at_war.rules.movement import destinations
from sandtable.systems.nations_at_war.rules.verbs import ROLES
from sandtable.systems.nations_at_war.showing import narrator
from sandtable.systems.nations_at_war.showing.assault_odds import BOTH, ENDS, HELD, LOST, WON, WON_GROUND
from sandtable.systems.nations_at_war.showing.brings import brings
from sandtable.systems.nations_at_war.showing.dice_odds import NO_EFFECT, RESULTS
from sandtable.systems.nations_at_war.showing.odds import AttackOdds, odds
from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.pointing import pointed
from sandtable.table.telling import capital, count, told_odds
from sandtable.table.view import AttackView, DecisionView, Odds, OptionView

KEYS = {"pass": "p", "hold": "h", "back": "c", "stop": "s", "finish": "f", "keep": "k", "default": "d"}


def decision_view(b: Battle, decision: Decision) -> DecisionView:
    """The question with all its options in words."""
    costs: dict[int, int] = {}
    came: dict[int, int] = {}
    if decision.kind == "action" and b.action is not None and b.units[b.action.units[0]].hex >= 0:
        costs, came = destinations(b, b.action)
    shown = DecisionView(
        decision.kind,
        decision.prompt,
        decision.rule,
        decision.piece,
        tuple(option_view(b, decision, choice, costs, came) for choice in decision.options()),
        entry=decision.kind == "setup",
    )
    if decision.kind != "action":
        return pointed(shown)
    return pointed(shown, Choice("fire", decision.piece), Choice("move"))


def option_view(
    b: Battle, decision: Decision, choice: Choice, costs: dict[int, int], came: dict[int, int]
) -> OptionView:
    index = b.ground.index
    target = b.find_unit(choice.to)
    place = choice.to if choice.to in index else ""
    if not place and target is not None and target.hex >= 0 and choice.do != "act":
        place = b.ground.names[target.hex]
    words = narrator.label(b, decision, choice)
    way: tuple[str, ...] = ()
    cost = 0
    if choice.do == "move" and index.get(choice.to, -1) in costs:
        to = index[choice.to]
        cost = costs[to]
        words += f" ({cost} MP)"
        way = tuple(b.ground.names[step] for step in path(came, to))
    attack = attack_view(b, decision, choice)
    return OptionView(
        choice,
        words,
        choice.piece or (decision.piece if decision.kind == "action" else ""),
        choice.to if target is not None else "",
        place,
        way,
        cost,
        KEYS.get(choice.do, ""),
        heading(b, decision, choice),
        in_short(attack),
        attack,
        ROLES.get(choice.do, ""),
        brings=brings(b, decision, choice),
    )


def heading(b: Battle, decision: Decision, choice: Choice) -> str:
    """Options of one unit stand under what is done, with who does it where two act; others under their piece."""
    if decision.kind != "action":
        known = b.find_unit(choice.piece) is not None or any(hq.id == choice.piece for hq in b.hqs)
        return "" if known else capital(narrator.name_of(b, choice.piece))
    verb = "fate" if choice.do.startswith("fate") else choice.do
    if verb in ("hold", "back", "stop"):
        return "Enough" if verb == "stop" else "Not this one"
    if b.action is not None and len(b.action.units) > 1 and choice.piece:
        return f"{narrator.name_of(b, choice.piece)}: {verb}"
    return verb.capitalize()


# Odds --------------------------------------------------------------------------------------------


SHOT = "Every die of the attack that reaches its number is a hit."
SAVED = " Every die of the defence that reaches its number takes one away."
FIGHT = "Both sides roll at the same time. Every die that reaches its number is a hit."


def attack_view(b: Battle, decision: Decision, choice: Choice) -> AttackView | None:
    """The exact odds of an attack with all that went into them; nothing for what is no attack."""
    found = odds(b, choice, decision.kind)
    if found is None:
        return None
    shown = told_odds(
        found.exact().items(), (NO_EFFECT, ENDS[HELD]), (RESULTS[-1], ENDS[WON], ENDS[LOST], ENDS[BOTH])
    )
    if isinstance(found, AttackOdds):
        attack = throw(found.dice, found.to_hit)
        defence = throw(found.save_dice, found.save_need) if found.save_dice else ""
        how = SHOT + (SAVED if defence else "")
    else:
        how = FIGHT
        attack = " + ".join([throw(dice, need) for dice, need, _ in found.attack])
        defence = " + ".join([throw(dice, need) for dice, need, _ in found.counterattack])
    return AttackView(attack, defence, found.attack_notes, found.defence_notes, shown, how)


def throw(dice: int, need: int) -> str:
    return f"{count(dice, 'die', 'dice')} on {need}+"


def in_short(attack: AttackView | None) -> tuple[Odds, ...]:
    """The odds for a button: any harm, and the worst."""
    if attack is None:
        return ()
    table = {each.text: each.chance for each in attack.odds}
    if NO_EFFECT in table or RESULTS[-1] in table or RESULTS[1] in table:
        gone = table.get(RESULTS[-1], 0)
        hurt = 1000 - table.get(NO_EFFECT, 0)
        first = "Disrupted or worse" if RESULTS[1] in table or RESULTS[3] in table else "a step lost"
        shown = [Odds(first, hurt)] if hurt > gone or not gone else []
        return tuple(shown + ([Odds(RESULTS[-1], gone, "worst")] if gone else []))
    won = table.get(ENDS[WON], 0) + table.get(ENDS[WON_GROUND], 0)
    return (Odds("won", won),)
