"""What a seat is asked with all its options, paths and odds."""

from collections.abc import Mapping

import msgspec

from sandtable.systems.regimental.rules.artillery import barrage_notes, barrage_row
from sandtable.systems.regimental.rules.combat_dice import gun_dice
from sandtable.systems.regimental.rules.movement import normal_terms, strategic_terms, way
from sandtable.systems.regimental.rules.retreat import best_path
from sandtable.systems.regimental.rules.verbs import ROLES
from sandtable.systems.regimental.showing import narrator
from sandtable.systems.regimental.showing.brings import brings
from sandtable.systems.regimental.showing.odds import (
    ELIMINATED,
    EVEN,
    FAST,
    HOPED,
    LOSS,
    LOST,
    NO_LOSS,
    WON,
    CombatOdds,
    attackers_lose,
    combat_after,
    pool,
    reckon,
)
from sandtable.systems.regimental.state.pieces import Battle, Combat, Stand
from sandtable.table.decision import Choice, Decision
from sandtable.table.pointing import pointed
from sandtable.table.telling import count, told_odds
from sandtable.table.view import AttackView, DecisionView, Odds, OptionView

# What is seldom done: a player may not want to be asked.
RARE = {
    "support shuffle": "shifting support companies",
    "core shuffle": "shifting battalions",
    "night shuffle": "shifting at night",
}
KEYS = {"pass": "p", "done": "d", "stay": "s", "ready": "r", "change": "c"}


def decision_view(b: Battle, decision: Decision) -> DecisionView:
    """The question with all its options in words."""
    options = tuple(option_view(b, decision, choice) for choice in decision.options())
    # A hex in reach is clicked twice: a stray click moves nobody.
    twice = any(ROLES.get(option.choice.do) in ("move", "march") for option in options)
    kind, prompt, rule, piece = decision.kind, decision.prompt, decision.rule, decision.piece
    seen = DecisionView(kind, prompt, rule, piece, options, twice=twice, rare=RARE.get(kind, ""))
    if kind == "attack":  # by nobody in particular
        return pointed(seen, Choice("attack"), Choice("attack"))
    if kind == "core shuffle":
        return msgspec.structs.replace(seen, at_piece=Choice("shift"))
    return pointed(seen)


def option_view(b: Battle, decision: Decision, choice: Choice) -> OptionView:
    place = choice.to if choice.to in b.ground.index else ""
    stand = b.find_stand(choice.piece)
    target = ""
    if choice.do in ("attack", "barrage") and b.ground.index[choice.to] in b.at:
        target = b.stands[b.at[b.ground.index[choice.to]]].id
    elif b.find_stand(choice.to) is not None:
        target = choice.to
    path = path_of(b, stand, choice) if stand is not None else ()
    attack = attack_view(b, decision, choice)
    return OptionView(
        choice,
        narrator.label(b, decision, choice),
        piece_of(b, choice),
        target,
        place,
        path,
        len(path),
        KEYS.get(choice.do, ""),
        HEADINGS.get(choice.do, ""),
        in_short(attack, decision.kind == "defensive support"),
        attack,
        ROLES.get(choice.do, ""),
        brings=brings(b, decision, choice),
    )


HEADINGS = {"move": "Move", "march": "March (strategic)", "barrage": "Fire", "air": "Air"}


def piece_of(b: Battle, choice: Choice) -> str:
    """The piece that a choice is about; a regiment is shown by its HQ, or by any stand without one."""
    regiment = b.find_regiment(choice.piece)
    if regiment is None:
        return choice.piece
    here = b.stands_of(regiment)
    return here[0].id if here else ""


def path_of(b: Battle, stand: Stand, choice: Choice) -> tuple[str, ...]:
    """The way a stand would go."""
    if choice.do in ("move", "march"):
        terms = normal_terms(b, stand) if choice.do == "move" else strategic_terms(b, stand)
        return way(b.ground, stand.hex, b.ground.index[choice.to], *terms)
    if choice.do == "retreat":
        return tuple(b.ground.names[h] for h in best_path(b, stand, b.ground.index[choice.to]))
    return ()


# Odds --------------------------------------------------------------------------------------------


HITS = "The orders of both sides say which dice hit. Every hit costs a strength point."
PAIR = " Two dice that show {pair} make one hit more."
FAST_HOW = " Who is dug in and beaten falls back, or stays where he is and loses one point more, as he likes."
FIRE = "fire"
ONE_LOSS = "one strength point lost"
ENDS = ((WON, "falls back"), (FAST, "falls back, stays for a point"), (ELIMINATED, "is destroyed"))
NO_ANSWER = "throws nothing"
ANSWERS = {
    "hq": "throws nothing: an HQ fights only if it is assaulted",
    "artillery": "throws nothing: a battery answers fire only with a shot it has left",
}
BARRAGE = "The orders of the target say which dice hit. It loses one strength point at most."
CLOSE = " In close combat the side with more hits throws the other back."


def attack_view(b: Battle, decision: Decision, choice: Choice) -> AttackView | None:
    """The exact odds of a combat with all that went into them; nothing for what is no combat."""
    if choice.do == "barrage":
        return barrage_view(b, b.stand(choice.piece), b.ground.index[choice.to])
    combat = combat_after(b, decision, choice)
    if combat is None:
        return None
    odds = reckon(b, combat)
    rows = [odds.attack_row]
    defence = "does not fight back: it retreats"
    if odds.defence_row is not None:
        defence = throw(odds.defence_dice, odds.defence_row.words)
        if not odds.defence_dice:
            type = b.stands[combat.defender].type
            defence = ANSWERS["hq" if type.hq else "artillery"] if type.hq or type.artillery else NO_ANSWER
        else:
            rows.append(odds.defence_row)
    ends = [(end, odds.outcomes[end]) for end in (*HOPED, EVEN, NO_LOSS, LOST) if end in odds.outcomes]
    shown = told_odds(ends, none=(NO_LOSS,), worst=(ELIMINATED,))
    attack = throw(odds.attack_dice, odds.attack_row.words)
    pairs = dict.fromkeys([row.pair for row in rows if row.pair])
    how = HITS + "".join([PAIR.format(pair=pair) for pair in pairs]) + (CLOSE if odds.close else "")
    how += FAST_HOW if FAST in odds.outcomes else ""
    return AttackView(attack, defence, odds.attack_notes, odds.defence_notes, shown, how, losses(b, combat, odds))


def losses(b: Battle, combat: Combat, odds: CombatOdds) -> tuple[Odds, ...]:
    """What the attackers may lose themselves; nothing where nobody throws at them."""
    chances = attackers_lose(b, combat, odds)
    if chances[0] == 1:
        return ()
    words = ["the attacker loses nothing"]
    words += [f"the attacker loses {count(lost, 'point')}" for lost in range(1, len(chances))]
    return told_odds([(text, chance) for text, chance in zip(words, chances, strict=True) if chance])


def barrage_view(b: Battle, gun: Stand, place: int) -> AttackView:
    """5.1.b The chance that a shot hits, and what it is made of."""
    row, notes = barrage_row(b, place), barrage_notes(b, gun, place)
    dice = gun_dice(b, gun, b.stands[b.at[place]])
    missed = pool(dice, row)[0]
    shown = told_odds(((ONE_LOSS, 1 - missed), (NO_LOSS, missed)), none=(NO_LOSS,))
    return AttackView(throw(dice, row.words), "does not answer", notes, (), shown, BARRAGE)


def throw(dice: int, words: str) -> str:
    return f"{count(dice, 'die', 'dice')} on {words}"


def in_short(attack: AttackView | None, defends: bool) -> tuple[Odds, ...]:
    """The odds for a button: what whoever is asked hopes for, then what he fears."""
    if attack is None:
        return ()
    chances = {each.text: each.chance for each in attack.odds}
    won = sum([chances.get(text, 0) for text in (*HOPED, ONE_LOSS)])
    far = any(text in chances for text in (NO_LOSS, LOSS, ONE_LOSS))
    bad = NO_LOSS if far else LOST
    hoped, feared = Odds(hope(chances), won, badge=FIRE if far else ""), Odds(bad, chances.get(bad, 0))
    return (feared, hoped) if defends else (hoped, feared)


def hope(chances: Mapping[str, int]) -> str:
    """What the attacker hopes for, in a few words: nothing that cannot come of it."""
    if LOSS in chances or ONE_LOSS in chances:
        return LOSS if LOSS in chances else ONE_LOSS
    ends = [words for text, words in ENDS if text in chances]
    if len(ends) == 1:
        return next(text for text, _ in ENDS if text in chances)
    if FAST in chances and WON in chances:
        ends.remove("falls back")  # for it is in the other
    return " or ".join(ends) or WON
