"""Standing wishes: what a seat wants to be asked, or not, set beforehand and known to nobody else.

A wish is set by a choice, `Choice("wish", kind, value)`. A seat may make it at any time before the battle is over,
whether it is asked something or not. It stands in the journal like every other choice, but it answers nothing, tells
no event and cannot be seen by others. Whether a seat is asked may depend on public facts and on its wishes alone. So
a question, or that none comes, says nothing about what the seat holds.
"""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from sandtable.table.decision import Choice, IllegalChoice

WISH = "wish"

Wishes = tuple[tuple[str, str, str], ...]  # seat, kind, value; what is not here is as usual


class Wishful(Protocol):
    """A battle that keeps wishes."""

    wishes: Wishes


class WishValue(msgspec.Struct, frozen=True):
    """One answer to how a seat wants it."""

    key: str  # "always"
    name: str  # "Always"
    text: str = ""  # what that means, where the name does not say it


class WishKind(msgspec.Struct, frozen=True):
    """Something about which a seat may have a wish; the first of its values is the usual one."""

    key: str  # "totals"
    name: str  # "After the total of a shot"
    values: tuple[WishValue, ...]
    rule: str = ""

    @property
    def usual(self) -> str:
        return self.values[0].key

    def of(self, battle: Wishful, seat: str) -> str:
        """What this seat wishes."""
        for who, kind, value in battle.wishes:
            if who == seat and kind == self.key:
                return value
        return self.usual


def no_wishes(battle: object) -> tuple[WishKind, ...]:
    """There is nothing to wish in this game."""
    return ()


def check_wish(kinds: Sequence[WishKind], choice: Choice) -> WishKind:
    """Raise IllegalChoice unless this is a wish that can be made."""
    rule = kinds[0].rule if kinds else ""
    if choice != Choice(WISH, choice.piece, choice.to):
        raise IllegalChoice("A wish names what it is about and how you want it, and nothing else.", rule)
    kind = next((kind for kind in kinds if kind.key == choice.piece), None)
    if kind is None:
        known = ", ".join(kind.key for kind in kinds) or "nothing in this battle"
        raise IllegalChoice(f"There is no wish about {choice.piece or 'nothing'}; choose from: {known}.", rule)
    if all(value.key != choice.to for value in kind.values):
        known = ", ".join(value.key for value in kind.values)
        raise IllegalChoice(f"{kind.name}: {choice.to or 'nothing'} is not one of the wishes {known}.", kind.rule)
    return kind


def set_wish(battle: Wishful, kinds: Sequence[WishKind], seat: str, choice: Choice) -> None:
    """Note a wish that was checked, instead of the one that this seat had before."""
    rest = [wish for wish in battle.wishes if wish[:2] != (seat, choice.piece)]
    if any(kind.key == choice.piece and kind.usual != choice.to for kind in kinds):
        rest.append((seat, choice.piece, choice.to))
    battle.wishes = tuple(sorted(rest))


def forget_wishes(battle: Wishful, seat: str) -> None:
    """To this seat the wishes of all others are the usual ones."""
    battle.wishes = tuple([wish for wish in battle.wishes if wish[0] == seat])


def wish_label(kinds: Sequence[WishKind], choice: Choice) -> str:
    """A wish in words: "After the total of a shot: always"."""
    kind = check_wish(kinds, choice)
    value = next(value for value in kind.values if value.key == choice.to)
    return f"{kind.name}: {value.name[:1].lower()}{value.name[1:]}"
