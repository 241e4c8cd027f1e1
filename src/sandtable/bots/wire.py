"""Questions and answers as lines of JSON, for players in any language (docs/bots.md)."""

from typing import Any

import msgspec

from sandtable.table.decision import Choice, Decision, Free, IllegalChoice
from sandtable.table.play import AnyPlay
from sandtable.table.view import without_board

PROTOCOL = 1
LONGEST = 64 * 1024  # bytes of a line that a program may send
SHOWS = ("question", "view")  # what a program may get with each question

_encode = msgspec.json.Encoder().encode


class Unfit(Exception):
    """An answer that does not count: why, in a sentence."""


class Option(msgspec.Struct, frozen=True):
    """One thing that may be chosen. `index` is its place in the canonical order: in engine, views and here."""

    index: int
    choice: Choice
    label: str


class Question(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="question"):
    """What a seat is asked. The answer names the id."""

    id: int
    seat: str
    kind: str
    prompt: str
    rule: str
    piece: str
    turn: int
    options: list[Option]
    free: bool = False  # on a plane: any legal position may be answered, the options are examples
    lost: str = ""  # why the last answer did not count, and who answered instead
    view: msgspec.Raw | None = None


class Answered(msgspec.Struct, frozen=True):
    """An answer: the number of an option, or a whole choice."""

    id: int
    option: int | None = None
    choice: Choice | None = None


_read = msgspec.json.Decoder(Answered).decode


def question(
    play: AnyPlay, seat: str, decision: Decision, id: int, show: str = "question", lost: str = ""
) -> Question:
    """What a seat is asked, as far as it may know. To take a choice back is for people."""
    shown, rules = play.system.shown, play.system.rules
    battle = play.battle
    backs = {verb for verb, role in rules.roles.items() if role == "back"}
    options = [
        Option(index, choice, shown.label(battle, decision, choice))
        for index, choice in enumerate(decision.options())
        if choice.do not in backs
    ]
    view = msgspec.Raw(_encode(without_board(shown.whole(play, seat)))) if show == "view" else None
    return Question(
        *(id, seat, decision.kind, decision.prompt, decision.rule, decision.piece, rules.turn(battle), options),
        isinstance(decision, Free),
        lost,
        view,
    )


def read(line: bytes | str) -> Answered:
    """An answer from its line. Unfit: it is none."""
    try:
        return _read(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unfit(f'its line is not an answer such as {{"id": 7, "option": 0}}: {error}') from error


def chosen(answered: Answered, decision: Decision) -> Choice:
    """What an answer means. Unfit: the rules do not allow it."""
    if (answered.option is None) == (answered.choice is None):
        raise Unfit("it must name either an option or a choice")
    if answered.choice is not None:
        try:
            decision.check(answered.choice)
        except IllegalChoice as error:
            raise Unfit(error.reason.rstrip(".")) from error
        return answered.choice
    options = decision.options()
    index = answered.option
    if index is None or not 0 <= index < len(options):
        raise Unfit(f"there is no option {index}: they go from 0 to {len(options) - 1}")
    return options[index]


def line_of(message: Any) -> bytes:
    return _encode(message) + b"\n"
