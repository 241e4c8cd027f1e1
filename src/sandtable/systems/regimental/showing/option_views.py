"""What a seat is asked with all its options, paths and odds."""

from sandtable.systems.regimental.rules.artillery import barrage_notes, barrage_row
from sandtable.systems.regimental.rules.combat_dice import gun_dice
from sandtable.systems.regimental.rules.movement import normal_terms, strategic_terms, way
from sandtable.systems.regimental.rules.retreat import best_path
from sandtable.systems.regimental.rules.verbs import ROLES
from sandtable.systems.regimental.showing import narrator
from sandtable.systems.regimental.showing.brings import brings
from sandtable.systems.regimental.showing.odds import (
    ELIMINATED,
    LOSS,
    LOST,
    NO_LOSS,
    WON,
    combat_after,
    pool,
    reckon,
)
from sandtable.systems.regimental.state.pieces import Battle, Stand
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
    return pointed(DecisionView(kind, prompt, rule, piece, options, twice=twice, rare=RARE.get(kind, "")))


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


HITS = "The orders of both sides say which dice hit. Every hit costs strength."
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
    defence = "does not fight back"
    if odds.defence_row is not None:
        defence = throw(odds.defence_dice, odds.defence_row.words)
    shown = told_odds(odds.outcomes.items(), none=(NO_LOSS,), worst=(ELIMINATED,))
    attack = throw(odds.attack_dice, odds.attack_row.words)
    how = HITS + (CLOSE if odds.close else "")
    return AttackView(attack, defence, odds.attack_notes, odds.defence_notes, shown, how)


def barrage_view(b: Battle, gun: Stand, place: int) -> AttackView:
    """5.1.b The chance that a shot hits, and what it is made of."""
    row, notes = barrage_row(b, place), barrage_notes(b, gun, place)
    dice = gun_dice(b, gun, b.stands[b.at[place]])
    missed = pool(dice, row)[0]
    shown = told_odds(((LOSS, 1 - missed), (NO_LOSS, missed)), none=(NO_LOSS,))
    return AttackView(throw(dice, row.words), "does not answer", notes, (), shown, BARRAGE)


def throw(dice: int, words: str) -> str:
    return f"{count(dice, 'die', 'dice')} on {words}"


def in_short(attack: AttackView | None, defends: bool) -> tuple[Odds, ...]:
    """The odds for a button: what whoever is asked hopes for, then what he fears."""
    if attack is None:
        return ()
    chances = {each.text: each.chance for each in attack.odds}
    won = sum([chances.get(text, 0) for text in (WON, LOSS, ELIMINATED)])
    if NO_LOSS in chances or LOSS in chances:
        hoped, feared = Odds(LOSS, won), Odds(NO_LOSS, chances.get(NO_LOSS, 0))
    else:
        hoped, feared = Odds(WON, won), Odds(LOST, chances.get(LOST, 0))
    return (feared, hoped) if defends else (hoped, feared)
