"""17.1 The stack of cards, and the two closed windows: after a number, and after a total."""

from collections.abc import Callable
from functools import partial

import msgspec

from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.cards import flip, leave_hand
from sandtable.systems.of_war_and_men.rules.decisions.wishes import (
    KINDS,
    NUMBERS,
    REST,
    TOTALS,
    asked_about_card,
    asked_about_number,
    asked_about_total,
    card_wish,
    goes_beyond,
    takes_part,
    worth_asking,
)
from sandtable.systems.of_war_and_men.state.book import BLUE, CARD_IDS, COLOURS, FACES
from sandtable.systems.of_war_and_men.state.pieces import Battle, Number, Played, Player, Procedure, Verdict
from sandtable.table.asking import PASS, Asking
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier
from sandtable.table.standing_orders import StandingOrder
from sandtable.table.wishes import LATER, WISH, WishKind, set_wish

WAIT = Choice("wait")  # D.wishes: pass, and be asked nothing more until this turn or phase is over
WAIT_LATER = Choice("wait", "", LATER.strip())  # the same where others play too: he is asked, and his order passes
CHAIN, EVADE, FUBAR = "chain of command", "evade", "fubar"


class Entry(msgspec.Struct):
    """One number of a calculation, with what it stands for."""

    value: int
    sign: int
    colour: int
    label: str
    rule: str

    @property
    def cancelled(self) -> bool:
        """17.13 It counts nothing any more; a die never shows 0."""
        return self.value == 0

    def told(self) -> Modifier:
        """As it is told: "Discipline (red)", -3."""
        return Modifier(self.value * self.sign, f"{self.label} ({COLOURS[self.colour]})", self.rule)


def summed(entries: list[Entry]) -> int:
    """What the numbers of a calculation come to."""
    return sum([entry.value * entry.sign for entry in entries])


class Window(Decision):
    """A question out of turn. `total`: what it is about, if that is a total (16.2.o). `beyond`: it is not usual."""

    __slots__ = ("beyond", "total")
    beyond: bool
    total: int | None

    def check(self, choice: Choice) -> None:
        """Raise IllegalChoice unless the rules allow this choice."""
        if choice != WAIT_LATER:
            super().check(choice)


def is_beyond(decision: Decision) -> bool:
    """D.wishes Whether a question is not usual, but comes where all are asked about everything."""
    return isinstance(decision, Window) and decision.beyond


STANDING_ORDERS: tuple[StandingOrder[Battle], ...] = (
    StandingOrder(REST, ("window",), lambda b, decision, choice: None, all_of_them=True),
    *[StandingOrder(kind, ("window",), lambda b, decision, choice: None, beyond=is_beyond) for kind in KINDS],
)


def wait(b: Battle, player: Player, answer: Choice) -> None:
    """D.wishes He has nothing more to say until this turn or phase is over."""
    if answer == WAIT:
        player.waits = True
    elif answer == WAIT_LATER:
        set_wish(b, (REST,), player.seat, Choice(WISH, REST.key, LATER + "pass"))


def total_asked(decision: Decision) -> int | None:
    """16.2.o The total that a window is about, if it is about one."""
    return decision.total if isinstance(decision, Window) else None


def end_of_waiting(b: Battle) -> None:
    """D.wishes A turn or a phase is over: those who waited for that are asked again."""
    for player in b.players:
        player.waits = False
    if b.wishes:
        b.wishes = tuple([wish for wish in b.wishes if wish[1] != REST.key])


def in_track_order(b: Battle) -> list[Player]:
    """12.2 Players by their topmost Fireteam on the track, then those whose Fireteams are all to come (11.3.b)."""
    found: list[Player] = []
    for index in b.track:
        player = b.players[b.teams[index].player]
        if player not in found:
            found.append(player)
    return found + [player for player in b.players if player not in found and takes_part(b, player)]


def responders(b: Battle, last: int) -> list[Player]:
    """Who may answer a card: in track order, round from the player after the one who played it; he comes last."""
    order = in_track_order(b)
    if b.players[last] in order:
        place = order.index(b.players[last]) + 1
        order = order[place:] + order[:place]
    return order


def put_on_stack(b: Battle, played: Played) -> None:
    """G.execute A card leaves the hand and lies on top of the stack, for all to see."""
    leave_hand(b, b.players[played.player], played.card)
    b.stack.append(played)
    b.asked = []


def announce(b: Battle, played: Played) -> None:
    """G.execute The card is played, with the choices that belong to it."""
    b.tell(
        "plays",
        "G.execute",
        played.player,
        CARD_IDS[played.card],
        b.teams[played.target].id if played.target >= 0 else played.thing,
        played.cell,
        text=played.kind,
    )


def show(b: Battle, played: Played) -> None:
    """A card without choices of its own."""
    put_on_stack(b, played)
    announce(b, played)


def discard_top(b: Battle) -> Played:
    """The top card leaves the stack for the discard pile."""
    played = b.stack.pop()
    b.discard += [number for number in (played.along, played.card) if number]
    b.asked = []
    return played


def cancel_top(b: Battle) -> None:
    """17.13 The card on top is cancelled: it goes to the discard pile without effect."""
    played = discard_top(b)
    b.tell("cancelled", "17.13", played.player, b.card(played.card).id, text=played.kind)


# Closed windows ----------------------------------------------------------------------------------


def ask_closed(
    b: Battle,
    player: Player,
    wish: WishKind,
    kinds: tuple[str, ...],
    prompt: str,
    rule: str,
    beyond: bool,
    total: int | None = None,
) -> Asking:
    """Pass, or play one of a few Command Decisions; `beyond`: the player is not asked that usually."""

    def options() -> list[Choice]:
        held = [b.card(number) for number in player.hand]
        return [PASS, WAIT, *[Choice("play", card.id) for card in held if card.decision in kinds]]

    def why_not(choice: Choice) -> tuple[str, str]:
        return f"Only {' or '.join(name_of(kind) for kind in kinds)} may be played now.", rule

    question = Window(player.seat, "window", prompt, rule, options, why_not)
    question.total, question.beyond, question.wish = total, beyond, wish.key
    answer = yield question
    wait(b, player, answer)
    return answer


def name_of(kind: str) -> str:
    """What is printed on the card."""
    return "F.U.B.A.R." if kind == FUBAR else kind.title().replace(" Of ", " of ").replace(" The ", " the ")


def number(b: Battle, colour: int, why: str, rule: str, player: int) -> Number:
    """4.1, 17.7 A number outside Firing Sequences and assaults: Chain of Command may have it flipped anew."""
    value = flip(b, colour, why, rule, player)
    while (yield from challenged(b, value, why, player)):
        value = flip(b, colour, why, "17.7", player)
    return value


def challenged(b: Battle, value: int, why: str, player: int) -> Verdict:
    """17.7 Whether somebody's Chain of Command stands against the last number."""
    height = len(b.stack)
    again = bool(b.wishes)  # without any nobody is asked
    while again and not b.time_up:
        again = False
        for each in responders(b, player):
            if not asked_about_number(b, each):
                continue
            prompt = f"The number for {why} is {value}. Play Chain of Command?"
            answer = yield from ask_closed(b, each, NUMBERS, (CHAIN,), prompt, "17.7", True)
            if answer.do == "play":
                show(b, Played(card_number(answer.piece), each.index, CHAIN))
                if (yield from stands(b, height)):
                    return True
                again = True
                break
    return False


def stands(b: Battle, height: int) -> Verdict:
    """G.execute, 17.13 Whether the card at this height of the stack stands after every F.U.B.A.R. on it."""
    while True:
        top = b.stack[-1]
        answer = PASS
        for each in responders(b, top.player):
            if asked_about_card(b, each, top):
                prompt = f"{name_of(top.kind)} is played. Play F.U.B.A.R.?"
                beyond = goes_beyond(b, partial(worth_asking, b, each, top))
                answer = yield from ask_closed(b, each, card_wish(b, each, top), (FUBAR,), prompt, "17.13", beyond)
                if answer.do == "play":
                    show(b, Played(card_number(answer.piece), each.index, FUBAR))
                    break
        if answer.do == "play":
            continue
        discard_top(b)
        if len(b.stack) == height:
            return True
        cancel_top(b)
        if len(b.stack) == height:
            return False


Grade = Callable[[int], int]  # how bad a total is for whom it is about; 0: nothing happens
DUCKING = 1  # the least of what can happen: he is suppressed


def total_window(
    b: Battle,
    entries: list[Entry],
    total: Callable[[], int],
    grade: Grade,
    attacker: int,
    defender: int,
    rule: str,
    told: Callable[[int], str],
) -> Procedure:
    """16.2.o Between the finished total and its resolution: Evade, Chain of Command and F.U.B.A.R. only.

    `total` is worked out anew whenever a number has changed. Attacker and defender are players. `told` says what a
    total is about and what comes of it.
    """
    height = len(b.stack)
    again = True
    while again:
        again = False
        for each in responders(b, attacker):
            defends = each.side == b.players[defender].side
            kinds = [FUBAR] if entries and not entries[-1].cancelled else []
            if not b.time_up:
                kinds += [CHAIN] if entries else []
                kinds += [EVADE] if defends else []
            if not kinds:  # what everybody can see
                continue
            changed = partial(softened if defends else sharpened, entries, total(), grade)
            his = each.index in (attacker, defender)
            if not asked_about_total(b, each, his, changed):
                continue
            prompt = told(total())
            beyond = goes_beyond(b, changed if his else bool)
            answer = yield from ask_closed(b, each, TOTALS, tuple(kinds), prompt, rule, beyond, total())
            if answer.do == "play":
                card = b.card(card_number(answer.piece))
                show(b, Played(card.number, each.index, card.decision))
                if (yield from stands(b, height)):
                    change(b, entries, card.decision, card.colour, each.index)
                again = True
                break


def average(colour: int) -> int:
    """D.wishes What a number of a colour is about on average."""
    return (FACES[colour] + 1) // 2


def softened(entries: list[Entry], total: int, grade: Grade) -> bool:
    """17.10 Whether an Evade of average luck would spare the one who is hit something."""
    return grade(total - average(BLUE)) < grade(total)


def sharpened(entries: list[Entry], total: int, grade: Grade) -> bool:
    """17.7 Whether an average number in the place of the last one would do more to him than make him duck."""
    if not entries:
        return False
    last = entries[-1]
    return grade(total + (average(last.colour) - last.value) * last.sign) > max(grade(total), DUCKING)


def change(b: Battle, entries: list[Entry], decision: str, colour: int, player: int) -> None:
    """17.7, 17.10, 17.13 What the card does to the calculation: a new last number, one more, or none."""
    if decision == EVADE:
        entries.append(Entry(flip(b, colour, "Evade", "17.10", player), -1, colour, "Evade", "17.10"))
    elif decision == CHAIN:
        entries[-1].value = flip(b, entries[-1].colour, "Chain of Command", "17.7", player)
    else:
        entries[-1].value = 0
