"""A battle as it was played: the game, every choice since its opening, and the way back to any moment.

A state is counted in lines of the journal: each choice and each undo makes a new one, and none comes twice. To see an
old one a copy from shortly before it is played on.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

import msgspec

from sandtable.table.chance import Chance
from sandtable.table.decision import SETTLE, Choice, IllegalChoice
from sandtable.table.event import Event, visible
from sandtable.table.frame import Shared, one_moment
from sandtable.table.journal import RecordedChance
from sandtable.table.journal.differing import other_draws, refused
from sandtable.table.journal.record import Entry
from sandtable.table.play import TOO_LATE, AnyPlay, Battle, Move, Play
from sandtable.table.system import AnySystem
from sandtable.table.view import View
from sandtable.table.wishes import WISH, wish_label

OPENING = 2  # lines of a journal before the first choice
EVERY = 50  # choices between two positions that are kept
TAKEN_BACK = "What came next was taken back, as all had agreed."
VISITED = 8  # old states somebody looked at last


class Moment(msgspec.Struct, frozen=True):
    """A place on the scrubber."""

    state: int
    turn: int
    label: str
    kind: str  # "turn", "impulse" or "choice"


class Position(msgspec.Struct, frozen=True):
    """The game in one state: after `count` choices that stand."""

    state: int
    count: int
    play: AnyPlay
    log: list[Event]
    when: list[int]  # the state that told each event of the log


class Way(msgspec.Struct, frozen=True):
    """From a position to the state that is wanted."""

    start: Position
    state: int
    moves: list[Entry]


class Course:
    """One battle, from its opening to now."""

    def __init__(
        self, system: AnySystem, battle: Battle, chance: Chance, opening: Sequence[int] | None = None
    ) -> None:
        """A new battle or, with its opening draws, one that is played again."""
        self.system = system
        if opening is not None:
            chance.known = list(opening)
        self.play = Play(system, battle, chance)
        self.entries: list[Entry] = []
        self.since = 0  # the state in which the present question was asked
        self.undone: Counter[str] = Counter()  # how many choices each seat has taken back
        self.wished: Counter[str] = Counter()  # how many wishes each seat has set
        self._last: dict[str, int] = {}  # the state that each seat's last choice made
        self.told: list[Event] = list(self.play.log)  # all that was ever told, taken back or not
        self.when = [0] * len(self.play.log)  # the state that told each event of the log
        self.play.states = self.when
        self._counts = [0]  # choices that stand in each state
        self._turns = [system.rules.turn(self.play.battle)]
        self._made: list[int] = []  # the state that each standing choice made
        self._labels: list[str] = []  # and that choice in words
        self._agreed: dict[int, int] = {}  # where choices were taken back by agreement, and the state that made
        self._kept: list[Position] = []  # its beginning and every so many states, once somebody has looked back
        self._visited: list[Position] = []
        self._moment: Shared = {}  # what all seats see of the present state

    @property
    def state(self) -> int:
        return len(self.entries)

    @property
    def opening(self) -> list[int]:
        """What was drawn before the first choice."""
        play = self.play
        return play.chance.drawn[: play.history[0].draws if play.history else None]

    def seen_by(self, seat: str) -> int:
        """The state that a seat must have seen to choose now: what others chose in secret since changes nothing."""
        return max(self.since, self._last.get(seat, 0))

    # Playing -------------------------------------------------------------------------------------

    def choose(self, seat: str, choice: Choice) -> Entry:
        """Make a choice. IllegalChoice or Mishap: nothing has changed."""
        play = self.play
        if choice.do == WISH:
            return self._wish(seat, choice)
        decision = play.decision_for(seat)
        if decision is None:
            over = play.decision is None
            asked = f"{seat} is not being asked anything." if seat else "Nobody sits there."
            raise IllegalChoice("The battle is over." if over else asked)
        decision.check(choice)
        label = self.system.shown.label(play.battle, decision, choice)
        drawn, told = len(play.chance.drawn), len(play.log)
        question = play.decision
        play.choose(choice, seat)
        if play.decision is not question:  # where several choose in secret, it stands until the last has
            self.since = self.state + 1
        self.told.extend(play.log[told:])
        self.when += [self.state + 1] * (len(play.log) - told)
        draws = tuple(play.chance.drawn[drawn:])
        self._last[seat] = self.state + 1
        self._made.append(self.state + 1)
        self._labels.append(label)
        return self._add(Entry(self.state + 1 + OPENING, len(play.history), seat, choice, draws))

    def _wish(self, seat: str, choice: Choice) -> Entry:
        """Set a wish: nobody is told, and every question stays as it is."""
        play = self.play
        play.choose(choice, seat)
        self.wished[seat] += 1
        self._made.append(self.state + 1)
        self._labels.append(wish_label(self.system.rules.wishes(play.battle), choice))
        return self._add(Entry(self.state + 1 + OPENING, len(play.history), seat, choice))

    def settle(self, seat: str, why: str) -> Entry:
        """End the battle by agreement; no rule asks for it. IllegalChoice: nothing has changed."""
        play, choice = self.play, Choice(SETTLE, why)
        play.choose(choice, seat)
        self.since = self.state + 1
        self._made.append(self.state + 1)
        reason = play.result.reason if play.result else ""
        self._labels.append(f"{reason[:1].upper()}{reason[1:]}.")
        return self._add(Entry(self.state + 1 + OPENING, len(play.history), seat, choice))

    def undo(self, seat: str) -> list[Entry]:
        """Take back the last choice, which must be this seat's. IllegalChoice: nothing has changed.

        Wishes that were set since then are taken back too, and set again.
        """
        if self.play.may_undo() != seat:
            raise IllegalChoice(TOO_LATE)
        wishes = list(takewhile(lambda move: move.choice.do == WISH, reversed(self.play.history)))
        entries = [self._take_back() for _ in range(len(wishes) + 1)]
        return entries + [self.choose(wish.seat, wish.choice) for wish in reversed(wishes)]

    def last_choice(self, seat: str) -> int:
        """The place of the last choice of a seat among those that stand; -1: it has made none."""
        history = self.play.history
        found = (place for place in reversed(range(len(history))) if history[place].seat == seat)
        return next((place for place in found if history[place].choice.do != WISH), -1)

    def undo_agreed(self, seat: str) -> list[Entry]:
        """Take back the last choice of a seat and all that came after it, dice or not: everybody agrees.

        Wishes that were set since then are set again. An exception: the game must be opened anew.
        """
        first = self.last_choice(seat)
        wishes = [move for move in self.play.history[first:] if move.choice.do == WISH]
        entries = [self._take_back(True) for _ in range(len(self.play.history) - first)]
        return entries + [self.choose(wish.seat, wish.choice) for wish in wishes]

    def _take_back(self, agreed: bool = False) -> Entry:
        """Take back whatever came last, as a line of the journal says it."""
        number = len(self.play.history)
        last = self.play.history[-1] if number else None
        self.play.take_back(agreed)
        self._agreed = {place: state for place, state in self._agreed.items() if place < number}
        if agreed:
            self._agreed[number - 1] = self.state + 1
        if last is not None:
            if last.choice.do == WISH:
                self.wished[last.seat] -= 1
            elif not agreed:
                self.undone[last.seat] += 1
        self.since = self.state + 1
        del self.when[len(self.play.log) :]
        self._made.pop()
        self._labels.pop()
        return self._add(Entry(self.state + 1 + OPENING, number, undo=True, agreed=agreed))

    def repeat(self, entry: Entry) -> None:
        """Make a recorded choice, or take it back, with the dice of then. Differs: the rules are others."""
        try:
            if entry.undo:
                self._take_back(entry.agreed)
                return
            chance = self.play.chance
            chance.known += chance.drawn[len(chance.known) :]  # those that were drawn afresh, here
            chance.known[len(chance.drawn) :] = entry.draws
            if entry.choice.do == SETTLE:
                self.settle(entry.seat, entry.choice.piece)
                return
            again = self.choose(entry.seat, entry.choice)
        except Exception as error:
            raise refused(entry, error) from error
        if len(again.draws) != len(entry.draws):
            raise other_draws(len(entry.draws), len(again.draws), entry.line, entry.number)

    def _add(self, entry: Entry) -> Entry:
        self.entries.append(entry)
        self._moment.clear()
        self._counts.append(len(self.play.history))
        self._turns.append(self.system.rules.turn(self.play.battle))
        return entry

    def _beginning(self) -> Position:
        chance = RecordedChance()
        chance.known = self.opening
        play = self.play.beginning(chance)
        return Position(0, 0, play, play.log, [0] * len(play.log))

    def view(self, seat: str) -> View:
        """What a seat sees now."""
        with one_moment(self._moment):
            return self.system.shown.view(self.play, seat)

    # Looking back --------------------------------------------------------------------------------

    def way_to(self, state: int) -> Way:
        """How to get to a state: from the nearest position whose choices all stood until then."""
        if not self._kept:
            self._kept.append(self._beginning())
        best = self._kept[0]
        for start in [*self._kept[1:], *self._visited]:
            if best.state <= start.state <= state and min(self._counts[start.state : state + 1]) >= start.count:
                best = start
        standing: list[Entry] = []
        for entry in self.entries[best.state : state]:
            if entry.undo:
                standing.pop()
            else:
                standing.append(entry)
        return Way(best, state, standing)

    def visit(self, walked: list[Position]) -> None:
        """Keep a state for the next who looks there, or a step further, and what lay on the way to it."""
        known = {position.state for position in self._kept}
        self._kept += [position for position in walked[:-1] if position.state not in known]
        self._visited = [*self._visited[1 - VISITED :], walked[-1]]

    def standing(self, state: int) -> list[Entry]:
        """The choices that stand in a state."""
        found: list[Entry] = []
        for entry in self.entries[:state]:
            if entry.undo:
                found.pop()
            else:
                found.append(entry)
        return found

    def moments(self, seat: str) -> list[Moment]:
        """The choices that stand, in words that this seat may hear."""
        play = self.play
        history = play.history
        found = [Moment(0, self._turns[0], "The battle begins.", "turn")]
        for place, move in enumerate([*history, None]):
            if place in self._agreed:
                state = self._agreed[place]
                found.append(Moment(state, self._turns[state], TAKEN_BACK, "choice"))
            if move is None:
                break
            if move.choice.do == WISH and move.seat != seat:
                continue  # known to its owner alone
            end = history[place + 1].told if place + 1 < len(history) else len(play.log)
            seen = visible(play.log[move.told : end], seat)
            state = self._made[place]
            found.append(Moment(state, self._turns[state], *self._words(place, move, seen, seat)))
        return found

    def _words(self, place: int, move: Move, seen: list[Event], seat: str) -> tuple[str, str]:
        """A choice in words, and what kind of moment it made.

        What another seat chose is told by what everybody saw of it: a choice may have been secret.
        """
        battle = self.play.battle
        for kind, signal in (("turn", "turn"), ("impulse", "activated")):
            for event in seen:
                if event.kind == signal:
                    return self.system.shown.sentence(battle, event), kind
        for event in seen:
            sentence = self.system.shown.sentence(battle, event)
            if sentence:
                return sentence, "choice"
        if move.seat == seat or not self.system.secrets or move.choice.do == SETTLE:
            return self._labels[place], "choice"
        return f"{move.seat.capitalize()} has chosen.", "choice"


def state_of(entry: Entry) -> int:
    """The state that a line of the journal made."""
    return entry.line - OPENING


def walk(way: Way) -> list[Position]:
    """Play on to the state that is wanted, the last one told; some on the way to it come before.

    Touches nothing else and may be done in any thread.
    """
    chance = RecordedChance()
    start = way.start
    play = start.play.fork(chance)
    chance.known = [*chance.drawn, *(draw for entry in way.moves for draw in entry.draws)]
    play.log = start.log.copy()
    play.states = when = start.when.copy()
    found: list[Position] = []
    for count, entry in enumerate(way.moves, 1):
        play.choose(entry.choice, entry.seat)
        when += [state_of(entry)] * (len(play.log) - len(when))
        if count % EVERY == 0:
            here = start.count + count
            found.append(Position(state_of(entry), here, play.fork(), play.log.copy(), when.copy()))
    return [*found, Position(way.state, start.count + len(way.moves), play, play.log, when)]
