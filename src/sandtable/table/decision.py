"""What a player is asked, and what he answers."""

from collections.abc import Callable, Generator, Mapping
from typing import Protocol, TypeVar

import msgspec

from sandtable.table.event import Result


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An answer: what is done, by which piece, to what. It carries intent, never a result.

    >>> msgspec.json.encode(Choice("fire", "tiger-1", "t-34-76-2"))
    b'{"do":"fire","piece":"tiger-1","to":"t-34-76-2"}'
    """

    do: str
    piece: str = ""
    to: str = ""  # a piece, a hex, a card, a marker
    number: int = 0
    at: tuple[tuple[str, int, int, int], ...] = ()  # on a plane: piece, x, y, facing


class IllegalChoice(Exception):
    """A choice that the rules forbid: the reason as a sentence, and the rule."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


Listing = Callable[[], list[Choice]]
WhyNot = Callable[[Choice], tuple[str, str]]
Judge = Callable[[Choice], None]
T = TypeVar("T")


class Pick(Protocol):
    """Takes one of some things, as `random.choice` does."""

    def __call__(self, things: list[T], /) -> T: ...


class Decision:
    """A question to one seat. `options` lists what is legal; `check` is the exact test.

    `listing` is called at most once and only when somebody looks. `why_not` explains a choice
    that is not listed: a sentence and a rule. Nobody waits for the answer to a `settled` one (see Together).
    """

    __slots__ = (
        "_listing",
        "_options",
        "_picked",
        "_why_not",
        "kind",
        "piece",
        "prompt",
        "rule",
        "seat",
        "settled",
        "wish",
    )

    def __init__(
        self,
        seat: str,
        kind: str,
        prompt: str,
        rule: str,
        listing: Listing,
        why_not: WhyNot | None = None,
        piece: str = "",
        settled: bool = False,
    ) -> None:
        self.seat = seat
        self.settled = settled
        self.kind = kind  # a stable word: "operation", "opportunity fire"
        self.prompt = prompt
        self.rule = rule
        self.piece = piece  # the piece it is about, for the eye
        self.wish = ""  # the kind of wish that decides about it, where its own kind does not say it
        self._listing = listing
        self._why_not = why_not
        self._options: list[Choice] | None = None
        self._picked: Choice | None = None  # by `any`, so it is legal

    def options(self) -> list[Choice]:
        """All legal choices; on a plane a good finite sample of them."""
        found = self._options
        if found is None:
            found = self._options = self._listing()
        return found

    def any(self, pick: Pick) -> Choice:
        """Some legal choice, where one will do and it does not matter which."""
        self._picked = pick(self.options())
        return self._picked

    def same_as(self, other: "Decision") -> None:
        """The same question in a copy of the battle: what was listed there need not be listed again."""
        self._options = other._options

    def check(self, choice: Choice) -> None:
        """Raise IllegalChoice unless the rules allow this choice."""
        if choice is self._picked or choice in self.options():
            return
        if self._why_not is not None:
            reason, rule = self._why_not(choice)
        else:
            reason, rule = "", ""
        verbs = sorted({option.do for option in self.options()})
        raise IllegalChoice(
            reason or f"{self.prompt} That is not one of the choices: {', '.join(verbs)}.",
            rule or self.rule,
        )

    def allows(self, choice: Choice) -> bool:
        """Whether the rules allow this choice, where nobody asks why not."""
        try:
            self.check(choice)
        except IllegalChoice:
            return False
        return True


Asked = Generator[Decision, Choice, None]  # a procedure that asks


class Free(Decision):
    """A question whose answers are too many to list: any legal position on a plane.

    `options` are good examples for bots and keyboards, and `judge` is the exact test: it raises IllegalChoice
    for all that the rules forbid, and every example passes it. Where examples are dear, `one` makes a single one: it
    picks an idea first and judges it afterwards.
    """

    __slots__ = ("_judge", "_one")

    def __init__(
        self,
        seat: str,
        kind: str,
        prompt: str,
        rule: str,
        listing: Listing,
        judge: Judge,
        piece: str = "",
        one: Callable[[Pick], Choice] | None = None,
    ) -> None:
        super().__init__(seat, kind, prompt, rule, listing, piece=piece)
        self._judge = judge
        self._one = one

    def any(self, pick: Pick) -> Choice:
        """Some legal choice; only this one is made, whether or not somebody has had all listed."""
        return pick(self.options()) if self._one is None else self._one(pick)

    def check(self, choice: Choice) -> None:
        """Raise IllegalChoice unless the rules allow this choice."""
        self._judge(choice)


class Together(Decision):
    """The same moment for several seats, each answering in secret; all are revealed together.

    The part of a seat is one question, or a procedure that asks it several at its own pace and changes only what the
    others cannot see. When nothing more is needed such a procedure asks a question that is `settled`: the seat may
    still change its mind, until all others are settled or through. After the `yield` of a Together, `answers` are the
    last ones of each seat.
    """

    __slots__ = ("_procedures", "answers", "given", "parts")

    def __init__(self, kind: str, prompt: str, rule: str, parts: Mapping[str, Decision | Asked]) -> None:
        super().__init__("", kind, prompt, rule, list)
        self.answers: dict[str, Choice] = {}
        self.given = 0  # answers so far
        self.parts: dict[str, Decision] = {}  # the questions that are open, by seat
        self._procedures: dict[str, Asked] = {}
        for seat, part in parts.items():
            if isinstance(part, Decision):
                self.parts[seat] = part
            else:
                self._procedures[seat] = part
                self.parts[seat] = next(part)

    @property
    def at_own_pace(self) -> bool:
        """Whether how far a seat is must not be seen: some are asked several questions."""
        return bool(self._procedures)

    def asked(self) -> list[str]:
        """The seats that the others wait for."""
        return [seat for seat, part in self.parts.items() if not part.settled]

    def take(self, seat: str, choice: Choice) -> None:
        """Note an answer, and go on to what this seat is asked next."""
        self.answers[seat] = choice
        self.given += 1
        try:
            if seat in self._procedures:
                self.parts[seat] = self._procedures[seat].send(choice)
            else:
                del self.parts[seat]
        except StopIteration:
            del self.parts[seat]


# Settling a battle -----------------------------------------------------------------------------------
#
# How a battle ends by agreement: somebody resigns, runs out of time, all agree to a draw, or it never began. That is
# a choice like any other, `Choice("settle", why)`, so that a journal tells it and everybody can verify it. No rule
# offers it: a seat makes it whether it is asked something or not.

SETTLE = "settle"
RESIGN, TIME, DRAW, ABORT = "resign", "time", "draw", "abort"

_LOST = {RESIGN: "{side} resigned", TIME: "{side} ran out of time"}
_DRAWN = {DRAW: "both sides agreed to a draw", ABORT: "the battle was called off before it began"}
_WAYS = (*_LOST, *_DRAWN)


def settled(sides: Mapping[str, str], seat: str, choice: Choice) -> Result:
    """The result; IllegalChoice if this settles nothing. `sides`: the side of each seat."""
    why = choice.piece
    if choice != Choice(SETTLE, why) or why not in _WAYS:
        raise IllegalChoice(f"A battle is settled by one of: {', '.join(_WAYS)}.")
    if seat not in sides:
        raise IllegalChoice(f"{seat or 'A spectator'} has no seat here and cannot settle the battle.")
    if why in _DRAWN:
        return Result(None, _DRAWN[why], "")
    side = sides[seat]
    others = {other for other in sides.values() if other != side}
    return Result(others.pop() if len(others) == 1 else None, _LOST[why].format(side=side), "")
