"""Standing wishes: what a seat wants to be asked, or not, set beforehand and known to nobody else.

A wish is set by a choice, `Choice("wish", kind, value)`. A seat may make it at any time before the battle is over,
whether it is asked something or not. It stands in the journal like every other choice, but it answers nothing, tells
no event and cannot be seen by others. Whether a seat is asked may depend on public facts and on its wishes alone. So
a question, or that none comes, says nothing about what the seat holds.

Where others play too, that a question comes, or none, would show the wish itself. There no wish changes who is asked:
everybody is asked as usual or, in a battle that was made so (`all_asked`), wherever a wish can call for a question. A
wish only answers: it is kept `LATER`, or `EACH` where all are asked about everything, and whoever keeps the table
gives the answer at a time that tells nothing (server/computers/orders.py). What needs a question more is refused.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from sandtable.table.decision import Choice, IllegalChoice

WISH = "wish"
LATER = "later "  # before a value: the seat is asked as usual, and whoever keeps the table answers for it
EACH = "each "  # the same where all are asked about everything

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
    waits: bool = False  # whether it calls for questions that are not usual, for which others wait


class WishKind(msgspec.Struct, frozen=True):
    """Something about which a seat may have a wish; the first of its values is the usual one."""

    key: str  # "totals"
    name: str  # "After the total of a shot"
    values: tuple[WishValue, ...]
    rule: str = ""

    @property
    def usual(self) -> str:
        return self.values[0].key

    @property
    def everything(self) -> WishValue | None:
        """The value by which a seat is asked whenever it can be, if that is more than usual."""
        return next((value for value in self.values if value.waits), None)

    def of(self, battle: Wishful, seat: str) -> str:
        """What this seat wishes."""
        return plain(self._kept(battle, seat))

    def is_later(self, battle: Wishful, seat: str) -> bool:
        """Whether this seat is asked as all are, and its wish answers later."""
        return self._kept(battle, seat).startswith((LATER, EACH))

    def heeded(self, battle: Wishful, seat: str) -> str:
        """By what the rules ask: what this seat wishes or, where its answer comes later, what holds for all."""
        if not battle.wishes:
            return self.usual
        value = self._kept(battle, seat)
        if value.startswith(EACH) and self.everything is not None:
            return self.everything.key
        return self.usual if value.startswith(LATER) else value

    def value(self, key: str) -> WishValue | None:
        """The value with this key; before it may stand how it is kept where others play."""
        found = next((value for value in self.values if value.key == plain(key)), None)
        if found is None or (key.startswith(LATER) and not found.answers):
            return None
        return None if key.startswith(EACH) and self.among_others(found, True) != key else found

    def among_others(self, value: WishValue, all_asked: bool) -> str | None:
        """How a value is kept where others play too; None: it would change who is asked."""
        if value.waits:
            return value.key if all_asked else None
        if all_asked and self.everything is not None:
            return EACH + value.key if any(each.answers for each in self.values) else None
        return LATER + value.key if value.answers else value.key

    def _kept(self, battle: Wishful, seat: str) -> str:
        for who, kind, value in battle.wishes:
            if who == seat and kind == self.key:
                return value
        return self.usual


def plain(value: str) -> str:
    """A value without how it is kept."""
    return value.removeprefix(LATER).removeprefix(EACH)


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
    if any(kind.key == choice.piece and choice.to not in (kind.usual, LATER + kind.usual) for kind in kinds):
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


# Where others play too -----------------------------------------------------------------------------------

ALIKE = "Where others play too, all are asked alike, as was settled when the battle was made. This cannot be wished."


def kept_for_later(kinds: Sequence[WishKind], choice: Choice, all_asked: bool = False) -> Choice:
    """A wish as it is kept where others play too; other choices as they are, but for one that says a wish.

    IllegalChoice: it would change who is asked.
    """
    for kind in kinds:
        value = kind.value(choice.to)
        if choice == Choice(WISH, kind.key, choice.to) and value is not None:
            kept = kind.among_others(value, all_asked)
            if kept is None:
                raise IllegalChoice(ALIKE, kind.rule)
            return Choice(WISH, kind.key, kept)
        if any(value.said and choice == Choice(value.said) for value in kind.values):
            return Choice(choice.do, "", LATER.strip())
    return choice


def not_as_for_all(
    kinds: Sequence[WishKind], battle: Wishful, seats: Iterable[str], all_asked: bool = False
) -> list[tuple[str, Choice]]:
    """The wishes of these seats that change who is asked, as they are to be: they are older than the company."""
    found = [(seat, kind, _as_for_all(kind, battle, seat, all_asked)) for seat in seats for kind in kinds]
    return [(seat, Choice(WISH, kind.key, value)) for seat, kind, value in found if value]


def _as_for_all(kind: WishKind, battle: Wishful, seat: str, all_asked: bool) -> str:
    """What a seat is to wish among others; "": what it does."""
    now = next((value for who, key, value in battle.wishes if who == seat and key == kind.key), "")
    value, most = kind.value(now), kind.everything if all_asked else None
    if value is None:
        return most.key if most else ""
    kept = kind.among_others(value, all_asked) or (most.key if most else kind.usual)
    return "" if kept == now else kept


def possible_wishes(kinds: Sequence[WishKind], all_asked: bool) -> Iterator[tuple[str, list[str]]]:
    """What can be wished where others play too: the keys of the kinds, and of their values."""
    for kind in kinds:
        found = [value.key for value in kind.values if kind.among_others(value, all_asked) is not None]
        if len(found) > 1:
            yield kind.key, found
