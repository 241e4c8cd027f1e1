"""Counting ordered draws of different cards from a heap, exactly.

Each flip takes another card, so flips are not independent as dice are. Draws of different cards are all draws less
those in which the last flip shares its card with an earlier one; flips that share a card are one flip that needs
both. What has been counted once is kept. How often each total comes up is written as the digits of one large number,
the lowest total last: then putting flips together is shifting and adding, and leaving draws out is subtracting.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from struct import unpack

from sandtable.systems.of_war_and_men.state.book import Card

WORD = 64  # bits: a digit has one word, or two where there may be more draws than fit into one
Histogram = dict[int, int]
Group = tuple[int, ...]  # flips that share a card
Counts = list[int]  # draws as digits; then, for each set of marked cards, how many of them are in these draws
Shared = tuple[list[tuple[int, int]], list[tuple[int, int, int]]]  # values with their cards; those of sets by set


class Heap:
    """Cards that may come up in any order, and the kinds of flips that are made of them.

    A card may be marked as one of a set: the draws are then also counted as often as cards of the set are in them.
    """

    __slots__ = ("_bits", "_counted", "_kinds", "_least", "_rows", "_shared", "_words", "cards", "marks", "sets")

    def __init__(
        self, cards: Sequence[Card], flips: int, mark: Callable[[Card], int] = lambda card: -1, sets: int = 0
    ) -> None:
        """`flips`: how many are made together, at most."""
        self.cards = tuple(cards)
        self.marks = [mark(card) for card in cards]  # -1: in no set
        self.sets = sets
        self._words = 1 if flips * len(self.cards) ** flips < 1 << WORD else 2
        self._bits = self._words * WORD
        self._kinds: dict[tuple[int | None, ...], int] = {}  # what each card counts, None: it is not such a card
        self._least: list[int] = []  # of each kind: its values are kept as what they are more than this
        self._rows: dict[Group, list[int | None]] = {}
        self._shared: dict[Group, Shared] = {}
        self._counted: dict[tuple[Group, ...], Counts] = {(): [1] + [0] * sets}

    def kind(self, value: Callable[[Card], int | None], unmarked: int = 0) -> int:
        """A kind of flip: what each card counts in it, None if it cannot be that card.

        `unmarked` is added for the cards that are in no set.
        """
        row = [value(card) for card in self.cards]
        if unmarked:
            row = [
                each + unmarked if each is not None and mark < 0 else each
                for each, mark in zip(row, self.marks, strict=True)
            ]
        values = tuple(row)
        if values not in self._kinds:
            self._kinds[values] = len(self._kinds)
            self._least.append(min([each for each in values if each is not None], default=0))
        return self._kinds[values]

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
        *others, last = groups
        before = self._count(tuple(others))
        values, marked = self._histogram(last)
        found = [sum([(digits << self._bits * value) * cards for value, cards in values]) for digits in before]
        for value, mark, cards in marked:
            found[1 + mark] += (before[0] << self._bits * value) * (cards * len(last))
        for group, times in Counter(others).items():
            rest = others.copy()
            rest.remove(group)
            for place, digits in enumerate(self._count(tuple(sorted([*rest, tuple(sorted(group + last))])))):
                found[place] -= digits * times
        self._counted[groups] = found
        return found

    def _histogram(self, group: Group) -> Shared:
        """What the cards that serve for all these flips count in them together, and how many there are of each."""
        if group not in self._shared:
            values: Counter[int] = Counter()
            marked = []
            for (value, mark), cards in Counter(zip(self._row(group), self.marks, strict=True)).items():
                if value is not None:
                    values[value] += cards
                    if mark >= 0:
                        marked.append((value, mark, cards))
            self._shared[group] = (list(values.items()), marked)
        return self._shared[group]

    def _row(self, group: Group) -> list[int | None]:
        """What each card counts in these flips together, above the least of them."""
        if group not in self._rows:
            *others, last = group
            least = self._least[last]
            row = [None if value is None else value - least for value in list(self._kinds)[last]]
            if others:
                row = [
                    None if one is None or other is None else one + other
                    for one, other in zip(row, self._row(tuple(others)), strict=True)
                ]
            self._rows[group] = row
        return self._rows[group]


def as_histogram(digits: int, least: int, words: int) -> Histogram:
    """The digits one by one, each of so many words; the last is how often the least total comes up."""
    size = digits.bit_length() // (WORD * words) + 1
    row = unpack(f"<{size * words}Q", digits.to_bytes(size * words * WORD // 8, "little"))
    if words == 2:
        row = tuple([low | high << WORD for low, high in zip(row[::2], row[1::2], strict=True)])
    return {least + place: times for place, times in enumerate(row) if times}
