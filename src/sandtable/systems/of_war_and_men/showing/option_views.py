"""What a seat is asked, with all its options in words."""

from collections import Counter
from collections.abc import Callable
from functools import cache, partial

from msgspec import structs

from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.decisions.windows import name_of
from sandtable.systems.of_war_and_men.rules.maneuver import met
from sandtable.systems.of_war_and_men.rules.verbs import ROLES
from sandtable.systems.of_war_and_men.showing import assault_odds, narrator, odds
from sandtable.systems.of_war_and_men.showing.brings import brings
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.pointing import pointed
from sandtable.table.shown import Counted
from sandtable.table.view import AttackView, DecisionView, Odds, OptionView

KEYS = {"pass": "p", "done": "d", "wait": "w", "stay": "s", "cease fire": "c", "stealth": "h"}
ORDERS = ("attack", "maneuver", "entrench", "rally", "terrain")
HEADINGS = {
    "attack": "Attack",
    "maneuver": "Maneuver",
    "entrench": "Entrench",
    "rally": "Rally",
    "terrain": "Terrain",
    "play": "Command Decisions",
    "redraw": "Exchange cards",
    "stealth": "Engineering",
    "transfer": "Engineering",
    "crew": "Engineering",
    "sight": "Engineering",
    "sap": "Engineering",
    "retreat": "Retreat",
    "uncrew": "Seldom wanted",
    "unsight": "Seldom wanted",
}
GoingIn = Callable[[int], AttackView]  # the odds of going in to an enemy Fireteam
SELDOM = ("uncrew", "unsight")  # offered in every turn, and below all else


def decision_view(b: Battle, decision: Decision) -> DecisionView:
    """The question with all its options."""
    going_in = cache(partial(assault_odds.going_in, b, decision.seat))  # many cards lead to the same enemy
    each = [option_view(b, decision, choice, going_in) for choice in decision.options()]
    options = told_apart(each, alike=not b.decisions)
    entry = decision.kind == "start"
    shown = DecisionView(decision.kind, prompt(b, decision), decision.rule, decision.piece, options, entry=entry)
    return pointed(shown, attack_meant(b, decision))


def attack_meant(b: Battle, decision: Decision) -> Choice | None:
    """What a click on an enemy stands for where no Attack order is possible: then the rules say why."""
    player = next((each for each in b.players if each.seat == decision.seat), None)
    if decision.kind != "action" or player is None or any(each.do == "attack" for each in decision.options()):
        return None
    held = (b.card(number) for number in player.hand)
    return next((Choice("attack", card.id) for card in held if card.order == "attack"), None)


def told_apart(options: list[OptionView], alike: bool) -> tuple[OptionView, ...]:
    """Two cards may have the same order and decision: then each option names its card by the number it shows.

    Where decisions are not played one card is as good as the other: the first is offered, the others after all else.
    """
    same = Counter(option.label for option in options)
    found = []
    seen: set[str] = set()
    for option in options:
        card, label = option.choice.piece, option.label
        if same[label] > 1 and card.startswith("card-"):
            option = structs.replace(option, label=f"{label} (card {card_number(card)})")
            if alike and label in seen:
                option = structs.replace(option, group="The same with another card", aside=True)
        seen.add(label)
        found.append(option)
    return tuple(found)


def prompt(b: Battle, decision: Decision) -> str:
    """What is asked; 17.1 at a moment at which one may interrupt also by whom and on whom a card was played."""
    if decision.kind != "window":
        return decision.prompt
    words = decision.prompt
    if b.stack:
        top = b.stack[-1]
        player = b.players[top.player]
        who = "You play" if player.seat == decision.seat else narrator.does(player.name, "plays")
        name = name_of(top.kind)
        words = words.replace(f"{name} is played.", f"{who} {name}{narrator.aims(b, top)}.", 1)
    return words if words.endswith("?") else f"{words} Do you interrupt?"


def counted(b: Battle, decision: Decision, choice: Choice) -> Counted:
    """The odds of an option that the view left for later."""
    attack = at_stake(b, decision, choice, partial(assault_odds.going_in, b, decision.seat))
    return Counted(in_short(b, decision, choice, attack), attack)


def option_view(b: Battle, decision: Decision, choice: Choice, going_in: GoingIn) -> OptionView:
    place = choice.to if b.cell_called(choice.to) >= 0 else ""
    target = "" if place else choice.to
    aim = b.find_team(target)
    if aim is not None and aim.cell >= 0:
        place = b.place_name(aim.cell)
    elif b.find_soldier(target) is None:
        target = ""
    attack = at_stake(b, decision, choice, going_in, counts=False)
    return OptionView(
        choice,
        narrator.label(b, decision, choice),
        actor(b, decision, choice),
        target,
        place,
        (place,) if choice.do == "maneuver" else (),
        key=KEYS.get(choice.do, ""),
        group=HEADINGS.get(choice.do, ""),
        odds=in_short(b, decision, choice, attack),
        attack=attack,
        role=ROLES.get(choice.do, ""),
        brings=brings(b, decision, choice),
        aside=choice.do in SELDOM,
    )


def at_stake(
    b: Battle, decision: Decision, choice: Choice, going_in: GoingIn, counts: bool = True
) -> AttackView | None:
    """What a shot, or going in to the enemy, will do; where it `counts` not, chances of shots are left for later."""
    if choice.do in ("fire", "aim") and b.stack:
        return shot(b, decision, choice, counts)
    enemy = met(b, b.active_team, b.cell_called(choice.to)) if choice.do == "maneuver" else None
    return going_in(enemy.index) if enemy is not None else None


def in_short(b: Battle, decision: Decision, choice: Choice, attack: AttackView | None) -> tuple[Odds, ...]:
    """The odds for a button; 20.1.s of whoever stays in an assault too."""
    if choice.do == "stay" and b.assault is not None and b.assault.round:
        return assault_odds.chances(b, decision.seat, b.assault)
    if attack is None:
        return ()
    return attack.odds if choice.do == "maneuver" else odds.short(attack)


def shot(b: Battle, decision: Decision, choice: Choice, counts: bool) -> AttackView | None:
    """16.2 What a shot will do: of the soldier who fires, or of him who aims at one of the enemy."""
    aims = choice.do == "aim"
    man = b.find_soldier(decision.piece if aims else choice.piece)
    if man is None:
        return None
    return odds.words(b, decision.seat, b.stack[-1], man, b.find_soldier(choice.piece) if aims else None, counts)


def actor(b: Battle, decision: Decision, choice: Choice) -> str:
    """The Fireteam or soldier who does it: a card is played by the Fireteam that is asked."""
    if b.find_soldier(choice.piece) is not None or b.find_team(choice.piece) is not None:
        return choice.piece
    return decision.piece if choice.do in ORDERS else ""
