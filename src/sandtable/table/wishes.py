"""Standing wishes: what a seat wants to be asked, or not, set beforehand and, as a rule, known to nobody else.

A wish is set by a choice, `Choice("wish", kind, value)`. A seat may make it at any time before the battle is over,
whether it is asked something or not. It stands in the journal like every other choice, but it answers nothing, tells
no event and cannot be seen by others. Whether a seat is asked may depend on public facts and on its wishes alone. So
a question, or that none comes, says nothing about what the seat holds.

Where others play too, that no question comes would show the wish itself. There a wish that answers a question is
kept `LATER`: the rules ask as usual, and whoever keeps the table gives the answer, at a time that tells nothing
(server/computers/orders.py). A wish to be asked where nobody else is makes the others wait, which cannot be hidden
from them. So it is no secret: it is `told` to all at the table.
"""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from sandtable.table.decision import Choice, IllegalChoice

WISH = "wish"
LATER = "later "  # before a value: the seat is asked as usual, and whoever keeps the table answers for it

Wishes = tuple[tuple[str, str, str], ...]  # seat, kind, value; what is not here is as usual


class Wishful(Protocol):
    """A battle that keeps wishes."""

    wishes: Wishes


class WishValue(msgspec.Struct, frozen=True):
    """One answer to how a seat wants it."""

    key: str  # "always"
    name: str  # "Always"
    text: str = ""  # what that means, where the name does not say it
    answers: bool = False  # whether it answers a question, so that it can be kept for later
    said: str = ""  # the verb of an answer that sets this wish and passes: "wait"
    told: bool = False  # whether it makes others wait, who would see that: so they are told of it


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
        return self._kept(battle, seat).removeprefix(LATER)

    def is_later(self, battle: Wishful, seat: str) -> bool:
        """Whether this seat is asked as usual, and its wish answers later."""
        return self._kept(battle, seat).startswith(LATER)

    def heeded(self, battle: Wishful, seat: str) -> str:
        """By what the rules ask: what this seat wishes, or the usual where the answer comes later."""
        value = self._kept(battle, seat)
        return self.usual if value.startswith(LATER) else value

    def value(self, key: str) -> WishValue | None:
        """The value with this key; before those that answer LATER may stand."""
        plain = key.removeprefix(LATER)
        found = next((value for value in self.values if value.key == plain), None)
        return None if found is None or (plain != key and not found.answers) else found

    def _kept(self, battle: Wishful, seat: str) -> str:
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
    if kind.value(choice.to) is None:
        known = ", ".join(value.key for value in kind.values)
        raise IllegalChoice(f"{kind.name}: {choice.to or 'nothing'} is not one of the wishes {known}.", kind.rule)
    return kind


def set_wish(battle: Wishful, kinds: Sequence[WishKind], seat: str, choice: Choice) -> None:
    """Note a wish that was checked, instead of the one that this seat had before."""
    rest = [wish for wish in battle.wishes if wish[:2] != (seat, choice.piece)]
    if any(kind.key == choice.piece and kind.usual != choice.to.removeprefix(LATER) for kind in kinds):
        rest.append((seat, choice.piece, choice.to))
    battle.wishes = tuple(sorted(rest))


def forget_wishes(battle: Wishful, seat: str) -> None:
    """To this seat the wishes of all others are the usual ones."""
    battle.wishes = tuple([wish for wish in battle.wishes if wish[0] == seat])


def wish_label(kinds: Sequence[WishKind], choice: Choice) -> str:
    """A wish in words: "After the total of a shot: always"."""
    kind = check_wish(kinds, choice)
    value = kind.value(choice.to)
    assert value is not None, "it was checked"
    return f"{kind.name}: {value.name[:1].lower()}{value.name[1:]}"


def told_wishes(kinds: Sequence[WishKind], battle: Wishful, seat: str) -> list[str]:
    """The wishes of a seat that all at the table are told, in words."""
    found = [(kind, kind.value(kind.of(battle, seat))) for kind in kinds]
    return [wish_label(kinds, Choice(WISH, kind.key, value.key)) for kind, value in found if value and value.told]


def kept_for_later(kinds: Sequence[WishKind], choice: Choice) -> Choice:
    """The same, kept for later if it is an order or says one; else as it is."""
    for kind in kinds:
        for value in kind.values:
            if value.answers and choice == Choice(WISH, kind.key, value.key):
                return Choice(WISH, kind.key, LATER + value.key)
            if value.said and choice == Choice(value.said):
                return Choice(value.said, "", LATER.strip())
    return choice


def not_yet_later(kinds: Sequence[WishKind], battle: Wishful) -> list[tuple[str, Choice]]:
    """Who has orders that answer at once, and the same kept for later: they are older than the company."""
    wishes = [(seat, Choice(WISH, kind, value)) for seat, kind, value in battle.wishes]
    found = [(seat, wish, kept_for_later(kinds, wish)) for seat, wish in wishes]
    return [(seat, later) for seat, wish, later in found if later != wish]
