"""Counting ordered draws of different cards from a heap, exactly.

Each flip takes another card, so flips are not independent as dice are. Draws of different cards are all draws less
those in which the last flip shares its card with an earlier one; flips that share a card are one flip that needs
both. What has been counted once is kept. How often each total comes up is written as the digits of one large number,
the lowest total last: then putting flips together is multiplying, and leaving draws out is subtracting.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import count
from math import comb
from operator import mul
from struct import unpack

from sandtable.systems.of_war_and_men.state.book import Card

WORD = 64  # bits that are read at once; a digit is at most two words
KEPT = 512  # rows of a deck
LATE = 1 << 16  # kinds that not every card serves come last: draws of the others are then counted once
Group = tuple[int, ...]  # flips that share a card, the last kinds first
Counts = list[int]  # draws as digits; then, for each set of cards, how many of its cards are in these draws
Values = tuple[int | None, ...]  # what each card of the deck counts; None: it does not serve
Row = tuple[int, ...]
Flips = tuple[int, ...]


class Deck:
    """All cards that there are, and the kinds of flips that are made of them."""

    __slots__ = ("_kinds", "_named", "_numbers", "_values", "bits", "cards", "least", "row")

    def __init__(self, cards: Sequence[Card], flips: int) -> None:
        """`flips`: how many are made together, at most."""
        self.cards = tuple(cards)
        most: int = len(self.cards) ** (flips + 1)  # draws of so many cards, and one more of a set
        self.bits = (most.bit_length() + 7) // 8 * 8  # of a digit, whole bytes
        self.least: dict[int, int] = {}  # of each kind: its values are kept as what they are more than this
        self.row = lru_cache(KEPT)(self._row)
        self._values: dict[int, Values] = {}  # of each kind
        self._kinds: dict[Values, int] = {}
        self._named: dict[Hashable, int] = {}
        self._numbers = count()  # of kinds, each given once: a server counts in several threads

    def kind(self, value: Callable[[Card], int | None], name: Hashable) -> int:
        """A kind of flip: what each card counts in it, None if it cannot be that card; kept under its name."""
        found = self._named.get(name)
        if found is None:
            values = tuple([value(card) for card in self.cards])
            found = self._kinds.get(values)
            if found is None:
                found = next(self._numbers) + (LATE if None in values else 0)
                self._values[found] = values
                self.least[found] = min([each for each in values if each is not None], default=0)
                found = self._kinds.setdefault(values, found)
            self._named[name] = found
        return found

    def _row(self, group: Group) -> Row:
        """For each card a 1 as the digit of what it counts in these flips above the least; 0 if it does not serve."""
        if len(group) > 1:
            return tuple(map(mul, self.row(group[:-1]), self.row(group[-1:])))
        least, bits = self.least[group[0]], self.bits
        return tuple([0 if each is None else 1 << bits * (each - least) for each in self._values[group[0]]])


class Heap:
    """Some cards of a deck, by their places in it: they may come up in any order.

    Some may be in sets: the draws are then also counted as often as cards of each set are in them. Of the others,
    which are in none, each adds a `step` to the total, which is more than any total: so one sees how many there are.
    """

    __slots__ = ("_counted", "_deck", "_shared", "_shift", "others", "sets")

    def __init__(self, deck: Deck, others: Sequence[int], sets: Sequence[Sequence[int]] = (), step: int = 0) -> None:
        self._deck = deck
        self.others = others
        self.sets = sets
        self._shift = step * deck.bits
        self._shared: dict[Group, Counts] = {}
        self._counted: dict[tuple[Group, ...], Counts] = {(): [1] + [0] * len(sets)}

    def count(self, flips: Flips) -> Counts:
        """How many ordered draws of different cards, one for each flip."""
        return self._count(tuple(sorted([(flip,) for flip in flips])))

    def _count(self, groups: tuple[Group, ...]) -> Counts:
        found = self._counted.get(groups)
        if found is not None:
            return found
        others, last = groups[:-1], groups[-1]
        before = self._count(others)
        found = [self._times(digits, last) for digits in before]
        draws = before[0] * len(last)
        marked = self._histogram(last)[2:]
        for mark, digits in enumerate(marked, start=1):
            found[mark] += draws * digits
        for place, group in enumerate(others):
            if place and group == others[place - 1]:
                continue  # equal ones stand together
            both = tuple(sorted(group + last, reverse=True))
            if any(self._histogram(both)):  # else no card is both
                less = self._count(tuple(sorted((*others[:place], *others[place + 1 :], both))))
                times = others.count(group)
                found = [digits - more * times for digits, more in zip(found, less, strict=True)]
        self._counted[groups] = found
        return found

    def _times(self, digits: int, group: Group) -> int:
        """These draws and one more, by flips that share a card: out of a set, or out of the others."""
        sets, others = self._histogram(group)[:2]
        return digits * sets + (digits * others << self._shift * len(group))

    def _histogram(self, group: Group) -> Counts:
        """What the cards count that serve for all these flips: those of all sets, the others, those of each set."""
        found = self._shared.get(group)
        if found is None:
            row = self._deck.row(group)
            sets = [sum([row[card] for card in cards]) for cards in self.sets]
            others = sum([row[card] for card in self.others])
            found = self._shared[group] = [sum(sets), others, *sets]
        return found


class Heaps:
    """Heaps of one deck, with the same sets: some flips are out of one of them, and others out of whichever.

    The last is the largest: what is drawn out of the others is added up before it is put to what the last gives.
    """

    __slots__ = ("_found", "_heaps", "others", "sets")

    def __init__(self, heaps: Sequence[Heap]) -> None:
        self._heaps = heaps
        self._found: dict[tuple[tuple[Flips, ...], Flips], Counts] = {}
        self.others = sum([len(heap.others) for heap in heaps])
        self.sets = [sum(map(len, parts)) for parts in zip(*[heap.sets for heap in heaps], strict=True)]

    def parts(self, own: Sequence[Flips], free: Flips) -> Iterator[tuple[Flips, Counts, int]]:
        """The flips out of the last heap, the draws of the rest out of the others, and how often this comes up.

        `own`: the flips out of each heap.
        """
        *firsts, last = [tuple(sorted(flips)) for flips in own]
        for here, left, ways in splits(tuple(sorted(free))):
            rest = self._count(tuple(firsts), left)
            if rest[0]:
                yield tuple(sorted(last + here)), rest, ways

    def count(self, last: Flips, rest: Counts) -> Counts:
        """How many ordered draws of different cards, one for each flip, give each total: digits.

        Where there are sets: for each of them, how many such draws there are with one more card of it.
        """
        draws, *used = together(rest, self._heaps[-1].count(last))
        return [cards * draws - digits for cards, digits in zip(self.sets, used, strict=True)] or [draws]

    def _count(self, own: tuple[Flips, ...], free: Flips) -> Counts:
        """Draws out of the first heaps: as many as there are own flips of."""
        found = self._found.get((own, free))
        if found is None:
            found = [int(not own and not free)] + [0] * len(self.sets)
            for here, left, ways in splits(free) if own else ():
                rest = self._count(own[:-1], left)
                if rest[0]:
                    both = together(rest, self._heaps[len(own) - 1].count(own[-1] + here))
                    found = [digits + more * ways for digits, more in zip(found, both, strict=True)]
            self._found[own, free] = found
        return found


def together(one: Counts, other: Counts) -> Counts:
    """Draws out of heaps that share no card, put together."""
    draws, more = one[0], other[0]
    return [draws * more] + [draws * b + a * more for a, b in zip(one[1:], other[1:], strict=True)]


@cache
def splits(flips: Flips) -> list[tuple[Flips, Flips, int]]:
    """The ways to put sorted flips into two parts, and how often each comes up among equal flips."""
    found: list[tuple[Flips, Flips, int]] = [((), (), 1)]
    for kind, times in Counter(flips).items():
        found = [
            (here + (kind,) * few, left + (kind,) * (times - few), ways * comb(times, few))
            for here, left, ways in found
            for few in range(times + 1)
        ]
    return found


def row_of(digits: int, bits: int) -> Row:
    """The digits one by one, each of so many bits; the last comes first."""
    size, words = bits // 8, -(-bits // WORD)
    places = digits.bit_length() // bits + 1
    written, spread = digits.to_bytes(places * size, "little"), bytearray(places * words * 8)
    for byte in range(size):
        spread[byte :: words * 8] = written[byte::size]
    row = unpack(f"<{places * words}Q", spread)
    return row if words == 1 else tuple([low | high << WORD for low, high in zip(row[::2], row[1::2], strict=True)])
