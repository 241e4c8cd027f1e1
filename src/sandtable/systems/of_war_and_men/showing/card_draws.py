"""Counting ordered draws of different cards from a heap, exactly.

Each flip takes another card, so flips are not independent as dice are. Draws of different cards are all draws less
those in which the last flip shares its card with an earlier one; flips that share a card are one flip that needs
both. What has been counted once is kept. How often each total comes up is written as the digits of one large number,
the lowest total last: then putting flips together is shifting and adding, and leaving draws out is subtracting.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from struct import unpack

from sandtable.systems.of_war_and_men.state.book import Card

WORD = 64  # bits: a digit has one word, or two where there may be more draws than fit into one
Histogram = dict[int, int]
Group = tuple[int, ...]  # flips that share a card
Counts = list[int]  # draws as digits; then, for each set of marked cards, how many of them are in these draws
Row = dict[int, int]  # what the cards that serve count, by their places in the heap


class Heap:
    """Cards that may come up in any order, and the kinds of flips that are made of them.

    A card may be marked as one of a set: the draws are then also counted as often as cards of the set are in them.
    """

    __slots__ = (
        "_bits",
        "_counted",
        "_kinds",
        "_least",
        "_named",
        "_rows",
        "_shared",
        "_words",
        "cards",
        "marks",
        "sets",
        "sizes",
    )

    def __init__(
        self, cards: Sequence[Card], flips: int, mark: Callable[[Card], int] = lambda card: -1, sets: int = 0
    ) -> None:
        """`flips`: how many are made together, at most."""
        self.cards = tuple(cards)
        self.marks = [mark(card) for card in cards]  # -1: in no set
        self.sets = sets
        self.sizes = [self.marks.count(each) for each in range(sets)]
        self._words = 1 if flips * len(self.cards) ** flips < 1 << WORD else 2
        self._bits = self._words * WORD
        self._kinds: dict[tuple[int | None, ...], int] = {}  # what each card counts, None: it is not such a card
        self._named: dict[Hashable, int] = {}
        self._least: list[int] = []  # of each kind: its values are kept as what they are more than this
        self._rows: dict[Group, Row] = {}
        self._shared: dict[Group, Counts] = {}
        self._counted: dict[tuple[Group, ...], Counts] = {(): [1] + [0] * sets}

    def kind(self, value: Callable[[Card], int | None], unmarked: int = 0, name: Hashable = None) -> int:
        """A kind of flip: what each card counts in it, None if it cannot be that card.

        `unmarked` is added for the cards that are in no set. A kind made under this `name` is taken as it is.
        """
        if name is not None and (known := self._named.get(name)) is not None:
            return known
        row = [value(card) for card in self.cards]
        if unmarked:
            row = [
                each + unmarked if each is not None and mark < 0 else each
                for each, mark in zip(row, self.marks, strict=True)
            ]
        values = tuple(row)
        found = self._kinds.get(values)
        if found is None:
            found = self._kinds[values] = len(self._kinds)
            least = min([each for each in values if each is not None], default=0)
            self._least.append(least)
            self._rows[found,] = {place: each - least for place, each in enumerate(values) if each is not None}
        if name is not None:
            self._named[name] = found
        return found

    def count(self, flips: Sequence[int]) -> list[Histogram]:
        """How many ordered draws of different cards give each total: one card for each flip.

        First all of them, then, for each set, how many of its cards are in the draws of that total.
        """
        least = sum([self._least[flip] for flip in flips])
        counts = self._count(tuple(sorted([(flip,) for flip in flips])))
        return [as_histogram(each, least, self._words) for each in counts]

    def _count(self, groups: tuple[Group, ...]) -> Counts:
        known = self._counted.get(groups)
        if known is not None:
            return known
        others, last = groups[:-1], groups[-1]
        before = self._count(others)
        values, *marked = self._histogram(last)
        draws, shared = before[0], len(last)
        found = [digits * values for digits in before]
        for mark, digits in enumerate(marked, start=1):
            found[mark] += draws * digits * shared
        for place, group in enumerate(others):
            if place and group == others[place - 1]:
                continue  # equal ones stand together
            both = tuple(sorted(group + last))
            if not self._row(both):
                continue  # no card is both
            less = self._count(tuple(sorted((*others[:place], *others[place + 1 :], both))))
            times = others.count(group)
            found = [digits - more * times for digits, more in zip(found, less, strict=True)]
        self._counted[groups] = found
        return found

    def _histogram(self, group: Group) -> Counts:
        """What the cards that serve for all these flips count in them together, and what those of each set do."""
        found = self._shared.get(group)
        if found is None:
            row, marks, bits = self._row(group), self.marks, self._bits
            found = [0] * (1 + self.sets)
            if not self.sets:
                found[0] = sum([cards << bits * value for value, cards in Counter(row.values()).items()])
            else:
                for (value, mark), cards in Counter([(value, marks[place]) for place, value in row.items()]).items():
                    digits = cards << bits * value
                    found[0] += digits
                    if mark >= 0:
                        found[1 + mark] += digits
            self._shared[group] = found
        return found

    def _row(self, group: Group) -> Row:
        """What each card counts in these flips together, above the least of them."""
        found = self._rows.get(group)
        if found is None:
            one, other = self._row(group[:-1]), self._rows[group[-1:]]
            found = {place: value + other[place] for place, value in one.items() if place in other}
            self._rows[group] = found
        return found


def as_histogram(digits: int, least: int, words: int) -> Histogram:
    """The digits one by one, each of so many words; the last is how often the least total comes up."""
    size = digits.bit_length() // (WORD * words) + 1
    row = unpack(f"<{size * words}Q", digits.to_bytes(size * words * WORD // 8, "little"))
    if words == 2:
        row = tuple([low | high << WORD for low, high in zip(row[::2], row[1::2], strict=True)])
    return {least + place: times for place, times in enumerate(row) if times}
