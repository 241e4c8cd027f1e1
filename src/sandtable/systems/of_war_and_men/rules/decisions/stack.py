"""G.execute Cards are stacked as they are played and take effect from the top down; free moments (17.1)."""

from collections.abc import Callable
from functools import partial

from sandtable.systems.of_war_and_men.rules import free_abilities
from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.cards import clear_pile
from sandtable.systems.of_war_and_men.rules.decisions.command_decisions import ANSWER, DECISIONS, MOMENT, why_not
from sandtable.systems.of_war_and_men.rules.decisions.windows import (
    WAIT,
    WAIT_LATER,
    Window,
    announce,
    discard_top,
    in_track_order,
    name_of,
    put_on_stack,
    responders,
    wait,
)
from sandtable.systems.of_war_and_men.rules.decisions.wishes import (
    asked_about_card,
    asked_at_moment,
    card_wish,
    goes_beyond,
    is_concerned,
    moment_wish,
    worth_asking,
)
from sandtable.systems.of_war_and_men.rules.fire.attack_order import next_shot, target_name
from sandtable.systems.of_war_and_men.rules.standard_actions import EXECUTE
from sandtable.systems.of_war_and_men.state.book import CARD_IDS
from sandtable.systems.of_war_and_men.state.pieces import Battle, Played, Player, Procedure, Verdict
from sandtable.table.asking import PASS
from sandtable.table.decision import Choice
from sandtable.table.wishes import WishKind

PLAYS = tuple([Choice("play", id) for id in CARD_IDS])  # by the numbers of the cards


def playable_cards(b: Battle, player: Player, when: str) -> list[Choice]:
    """The Command Decisions in a hand that may be played now."""
    if not b.decisions:
        return []
    found = []
    cards = b.scenario.rulebook.cards
    for number in player.hand:
        card = cards[number]
        decision = DECISIONS.get(card.decision)
        if decision is not None and decision.playable(b, player, card, when):
            found.append(PLAYS[number])
    return found


def play_decision(b: Battle, player: Player, id: str) -> Procedure:
    """BC.6, 17.1 A card is played for its Command Decision, with the choices that belong to it.

    See also G.command_decision.
    """
    card = b.card(card_number(id))
    played = Played(card.number, player.index, card.decision)
    put_on_stack(b, played)
    yield from DECISIONS[card.decision].prepare(b, player, played)
    announce(b, played)


def why_not_played(b: Battle, player: Player, choice: Choice) -> tuple[str, str]:
    """Why a card may not be played now."""
    for number in player.hand:
        card = b.card(number)
        if choice.do == "play" and card.id == choice.piece:
            if not card.decision:
                return "A Terrain card has no Command Decision.", "6.3"
            if not b.decisions:
                return "Command Decisions are not used at Private level.", "3.1"
            return why_not(b, player, card.decision)
    return (f"You do not hold {choice.piece}.", "17.1") if choice.do == "play" else ("", "")


def ask_window(
    b: Battle, player: Player, wish: WishKind, when: str, prompt: str, rule: str, beyond: bool
) -> Procedure:
    """Pass, or an Immediate Action; `beyond`: the player is not asked that usually."""

    def options() -> list[Choice]:
        free = free_abilities.anytime(b, player) if when == MOMENT else []
        return [PASS, WAIT, *playable_cards(b, player, when), *free]

    def refusal(choice: Choice) -> tuple[str, str]:
        return why_not_played(b, player, choice) if choice.do == "play" else free_abilities.why_not(b, player, choice)

    player.concerned = False
    question = Window(player.seat, "window", prompt, rule, options, refusal)
    question.total, question.beyond, question.wish = None, beyond, wish.key
    answer = yield question
    wait(b, player, answer)
    if answer.do == "play":
        yield from play_decision(b, player, answer.piece)
    elif answer in (PASS, WAIT_LATER):
        b.asked.append(player.index)
    elif answer != WAIT:
        b.asked = []
        yield from free_abilities.use(b, player, answer)


def moment(b: Battle, prompt: str, rule: str, skip: int = -1) -> Verdict:
    """17.1 A free moment: players are asked, the active one first, until all have passed in succession.

    Whoever has passed since anything happened is not asked again. One player is asked for each call; whether the
    moment is over.
    See also G.immediate.
    """
    if not b.decisions:
        return True  # 3.1
    willing = [
        player
        for player in b.players
        if asked_at_moment(b, player) and player.index != skip and player.index not in b.asked
    ]
    if not willing:
        return True
    order = [player for player in in_track_order(b) if player in willing]
    if b.active >= 0:
        order.sort(key=lambda player: player.index != b.active_team.player)
    for player in order:
        if player.hand or free_abilities.anytime(b, player):
            beyond = goes_beyond(b, partial(is_concerned, player))
            yield from ask_window(b, player, moment_wish(b), MOMENT, prompt, rule, beyond)
            return False
    return True


def resolve(b: Battle) -> Procedure:
    """G.execute One step of the stack: an answer to the card on top, its execution, or its next shot."""
    top = b.stack[-1]
    if top.executing:
        yield from go_on(b, top)
        return
    willing = [each for each in b.players if each.index not in b.asked and asked_about_card(b, each, top)]
    if willing:
        player = next(each for each in responders(b, top.player) if each in willing)
        prompt = f"{name_of(top.kind)} is played. Do you answer it?"
        beyond = goes_beyond(b, partial(worth_asking, b, player, top))
        yield from ask_window(b, player, card_wish(b, player, top), ANSWER, prompt, "G.execute", beyond)
        return
    b.asked = []
    if b.turn_over and top.kind in EXECUTE:
        finish(b)  # 20.1.v: its Fireteam may do nothing more
        return
    execute: Callable[[Battle, Played], Procedure] | None = EXECUTE.get(top.kind)
    if execute is None:
        execute = DECISIONS[top.kind].execute
    yield from execute(b, top)
    if not top.executing:
        finish(b)


def go_on(b: Battle, top: Played) -> Procedure:
    """16.2.m The next shot of an attack; between two shots there is a free moment (19.1.c)."""
    if top.between:
        top.between = not (yield from moment(b, f"Between two shots at {target_name(b, top)}.", "16.2.m"))
        return
    if b.turn_over and (top.kind in EXECUTE or top.kind == "on the run"):
        top.shots = 0  # G.merging: it has joined those who have had their turn
    yield from next_shot(b, top)
    if not top.executing:
        finish(b)


def finish(b: Battle) -> None:
    """The card has taken effect: it is discarded, and so are the cards flipped for it."""
    clear_pile(b)
    discard_top(b)
