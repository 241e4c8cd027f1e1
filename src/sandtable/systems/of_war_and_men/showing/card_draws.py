"""Counting ordered draws of different cards from a heap, exactly.

Each flip takes another card, so flips are not independent as dice are. Draws of different cards are all draws less
those in which the last flip shares its card with an earlier one; flips that share a card are one flip that needs
both. What has been counted once is kept. How often each total comes up is written as the digits of one large number,
the lowest total last: then putting flips together is shifting and adding, and leaving draws out is subtracting.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from sandtable.systems.of_war_and_men.state.book import Card

BITS = 96  # of a digit: more than there are draws of ten cards
Histogram = dict[int, int]
Group = tuple[int, ...]  # flips that share a card
Counts = list[int]  # draws as digits; then, for each set of marked cards, how many of them are in these draws


class Heap:
    """Cards that may come up in any order, and the kinds of flips that are made of them.

    A card may be marked as one of a set: the draws are then also counted as often as cards of the set are in them.
    """

    __slots__ = ("_counted", "_kinds", "_least", "_shared", "cards", "marks", "sets")

    def __init__(self, cards: Sequence[Card], mark: Callable[[Card], int] = lambda card: -1, sets: int = 0) -> None:
        self.cards = tuple(cards)
        self.marks = [mark(card) for card in cards]  # -1: in no set
        self.sets = sets
        self._kinds: dict[tuple[int | None, ...], int] = {}  # what each card counts, None: it is not such a card
        self._least: list[int] = []  # of each kind: its values are kept as what they are more than this
        self._shared: dict[Group, list[tuple[int, int, int]]] = {}
        self._counted: dict[tuple[Group, ...], Counts] = {(): [1] + [0] * sets}

    def kind(self, value: Callable[[Card], int | None]) -> int:
        """A kind of flip: what each card counts in it, None if it cannot be that card."""
        values = tuple([value(card) for card in self.cards])
        if values not in self._kinds:
            self._kinds[values] = len(self._kinds)
            self._least.append(min([each for each in values if each is not None], default=0))
        return self._kinds[values]

    def count(self, flips: Sequence[int]) -> list[Histogram]:
        """How many ordered draws of different cards give each total: one card for each flip.

        First all of them, then, for each set, how many of its cards are in the draws of that total.
        """
        least = sum([self._least[flip] for flip in flips])
        return [as_histogram(each, least) for each in self._count(tuple(sorted([(flip,) for flip in flips])))]

    def _count(self, groups: tuple[Group, ...]) -> Counts:
        known = self._counted.get(groups)
        if known is not None:
            return known
        *others, last = groups
        before = self._count(tuple(others))
        found = [0] * len(before)
        for value, mark, cards in self._histogram(last):
            for place, digits in enumerate(before):
                found[place] += (digits << BITS * value) * cards
            if mark >= 0:
                found[1 + mark] += (before[0] << BITS * value) * cards * len(last)
        for group, times in Counter(others).items():
            rest = others.copy()
            rest.remove(group)
            for place, digits in enumerate(self._count(tuple(sorted([*rest, tuple(sorted(group + last))])))):
                found[place] -= digits * times
        self._counted[groups] = found
        return found

    def _histogram(self, group: Group) -> list[tuple[int, int, int]]:
        """What the cards that serve for all these flips count in them together, their set, how many there are."""
        if group not in self._shared:
            kinds = list(self._kinds)
            least = sum([self._least[flip] for flip in group])
            found: Counter[tuple[int, int]] = Counter()
            for mark, *values in zip(self.marks, *[kinds[flip] for flip in group], strict=True):
                if None not in values:
                    found[sum([value for value in values if value is not None]) - least, mark] += 1
            self._shared[group] = [(value, mark, cards) for (value, mark), cards in found.items()]
        return self._shared[group]


def as_histogram(digits: int, least: int) -> Histogram:
    """The digits one by one; the last is how often the least total comes up."""
    width = BITS // 8
    raw = digits.to_bytes(width * (digits.bit_length() // BITS + 1), "little")
    found = {}
    for place in range(0, len(raw), width):
        times = int.from_bytes(raw[place : place + width], "little")
        if times:
            found[least + place // width] = times
    return found
