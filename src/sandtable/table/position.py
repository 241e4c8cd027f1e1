"""A battle under way as a scenario: what its file would say of the present moment."""

from typing import Any

import msgspec


class Position(msgspec.Struct, frozen=True):
    """The keys at the top of a scenario's file that say something else now, and what no file can say."""

    values: dict[str, Any]  # by key; None: the key goes
    left_out: tuple[str, ...] = ()  # sentences: "Smoke is not written."


def present(told: list[tuple[bool, str]]) -> tuple[str, ...]:
    """The sentences about what is there and is left out."""
    return tuple(sentence for there, sentence in told if there)
