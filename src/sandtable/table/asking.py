"""How a player is asked: not at all where only one answer is possible."""

from collections.abc import Generator
from typing import Protocol

from sandtable.table.decision import Choice, Decision, WhyNot

DONE = Choice("done")
PASS = Choice("pass")

Asking = Generator[Decision, Choice, Choice]


class HasSides(Protocol):
    """A battle that knows the names of its sides."""

    def side_name(self, side: int) -> str: ...


def ask(
    b: HasSides,
    side: int,
    kind: str,
    prompt: str,
    rule: str,
    options: list[Choice],
    why_not: WhyNot | None = None,
    piece: str = "",
) -> Asking:
    """The player's answer; the only option where there is but one."""
    if len(options) == 1:
        return options[0]
    answer = yield Decision(b.side_name(side), kind, prompt, rule, lambda: options, why_not, piece)
    return answer
