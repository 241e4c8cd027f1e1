"""The totals of a Firing Sequence, exactly: every way its icons can go, every order of the cards that may come up.

The flips are followed icon by icon, Random Effects included; for each way the sequence can go the draws of different
cards are counted (card_draws.py). Nothing is sampled.
"""

from collections.abc import Callable, Hashable, Iterator
from functools import cache, lru_cache
from math import gcd, lcm, perm
from operator import add, mul
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules.traits.trait_modifiers import nerve
from sandtable.systems.of_war_and_men.showing.card_draws import Counts, Deck, Flips, Heap, Heaps, row_of
from sandtable.systems.of_war_and_men.state.book import FACES, RED, Card
from sandtable.systems.of_war_and_men.state.tables import AMOUNTS, NUMBERS

# The ways a Firing Sequence can go ---------------------------------------------------------------


class Path(msgspec.Struct, frozen=True):
    """One way through the lethality cards: the icon each shows, and what follows from them."""

    flips: tuple[tuple[int, str], ...] = ()  # colour, and "jam", "random" or "" for any other icon
    counted: int = 0  # how many of the flips are added up: all, or all but the last
    discipline: int = 0  # more Discipline cards
    bonus: int = 0
    jam: bool = False
    ended: bool = False  # without result


def paths(grid: tuple[int, ...], effects: tuple[str, ...], path: Path) -> Iterator[Path]:
    """16.2.h, 19.1, 19.2 All ways to go on with these colours; `effects`: the Random Effects of the shooter."""
    if path.jam or path.ended or not grid:
        yield path
        return
    colour, rest = grid[0], grid[1:]
    yield jammed(path, colour)
    yield from paths(rest, effects, counted(path, colour, ""))
    if effects:
        for after in happen(effects, counted(path, colour, "random"), colour):
            yield from paths(rest, effects, after)


def counted(path: Path, colour: int, icon: str) -> Path:
    return replace(path, flips=(*path.flips, (colour, icon)), counted=path.counted + 1)


def jammed(path: Path, colour: int) -> Path:
    """19.1.a The card itself does not count."""
    return replace(path, flips=(*path.flips, (colour, "jam")), jam=True)


def happen(effects: tuple[str, ...], path: Path, colour: int) -> Iterator[Path]:
    """19.2 The Random Effects of a shooter, one after the other."""
    if not effects:
        yield path
        return
    for after in EFFECTS[effects[0]](effects, path, colour):
        yield from happen(effects[1:], after, colour)


Effect = Callable[[tuple[str, ...], Path, int], list[Path]]


def rapid_fire(effects: tuple[str, ...], path: Path, colour: int) -> list[Path]:
    """One further card of the same colour; its icon counts, but not for Rapid Fire again."""
    others = tuple([each for each in effects if each != "Rapid Fire"])
    found = [jammed(path, colour), counted(path, colour, "")]
    return found + list(happen(others, counted(path, colour, "random"), colour))


def killer_instinct(effects: tuple[str, ...], path: Path, colour: int) -> list[Path]:
    return [replace(path, bonus=path.bonus + AMOUNTS["Killer Instinct"])]


def shaky(effects: tuple[str, ...], path: Path, colour: int) -> list[Path]:
    return [replace(path, discipline=path.discipline + 1)]


def butterfingers(effects: tuple[str, ...], path: Path, colour: int) -> list[Path]:
    """The icon counts as a jam, and so its card does not count."""
    return [replace(path, counted=path.counted - 1, jam=True)]


def wasteful(effects: tuple[str, ...], path: Path, colour: int) -> list[Path]:
    """A card of his own hand goes, which could not have come up."""
    return [path]


def cold_feet(effects: tuple[str, ...], path: Path, colour: int) -> list[Path]:
    return [replace(path, ended=True)]


# What each Random Effect (trait_events.py) does to the sequence.
EFFECTS: dict[str, Effect] = {
    "Rapid Fire": rapid_fire,
    "Killer Instinct": killer_instinct,
    "Shaky": shaky,
    "Butterfingers": butterfingers,
    "Wasteful": wasteful,
    "Cold Feet": cold_feet,
}


# Totals ------------------------------------------------------------------------------------------

Orders = dict[int, int]  # in how many orders of the whole heap each total comes up


class Search(msgspec.Struct, frozen=True):
    """16.2.f How one of several targets is found: the colour, and the numbers that find each group of them."""

    colour: int
    groups: tuple[tuple[int, ...], ...]


class Sequence(msgspec.Struct, frozen=True):
    """16.2 What is flipped in a Firing Sequence, and how it counts."""

    grid: tuple[int, ...]  # colours of lethality
    effects: tuple[str, ...]  # the Random Effects of the shooter
    discipline: int  # its colour
    nerves: tuple[str, ...]  # traits that change each Discipline number
    double: bool
    higher: bool  # under Double Discipline only the higher card counts
    last_stand: bool


@lru_cache(256)
def work(sequence: Sequence) -> int:
    """About how much there is to count: the flips of all ways the sequence can go, more with more Discipline."""
    nerves = NUMBERS.double if sequence.double else 1
    flips = 0
    for path in paths(sequence.grid, sequence.effects, Path()):
        more = 1 + 2 * path.discipline  # they may share a card with any other flip
        flips += len(path.flips) if path.ended else (len(path.flips) + nerves + path.discipline) * more
    if sequence.last_stand:
        flips *= LAST_STAND
    return flips * HIGHER if sequence.double and sequence.higher else flips


class Way(NamedTuple):
    """Draws that weigh alike, counted from the same least total."""

    flips: int
    least: int
    jam: bool
    ended: bool
    clean: bool  # no wound icon is on the cards that count


class Totals:
    """The totals of a Firing Sequence, with and without a wound icon, for each group of targets.

    Without a search whoever is found is hit alike, and the card that finds him is as any other. With one, the cards
    that found the target, and those flipped again before, cannot come up in the shot any more: what is drawn is
    counted by how many cards of each group, and how many that find nobody, are in it.

    All is counted in parts of `every`: the ordered draws of as many cards as the longest way needs, each in so many
    parts that those can be told evenly among the cards that may have found the target.
    """

    __slots__ = (
        "_finders",
        "_size",
        "deck",
        "ended",
        "every",
        "heaps",
        "icons",
        "jam",
        "most",
        "orders",
        "part",
        "search",
        "sequence",
        "step",
    )

    def __init__(self, cards: tuple[int, ...], sequence: Sequence, search: Search | None) -> None:
        self.sequence = sequence
        self.search = search
        ways = list(paths(sequence.grid, sequence.effects, Path()))
        nerves = NUMBERS.double if sequence.double else 1
        flips = max([len(path.flips) + (0 if path.ended else nerves + path.discipline) for path in ways])
        flips += sequence.last_stand
        lethality = max([sum([FACES[colour] - 1 for colour, _ in path.flips]) for path in ways])
        discipline = (nerves + max([path.discipline for path in ways])) * (max(self.nerves()) - min(self.nerves()))
        totals = 1 + lethality + discipline + (FACES[RED] - 1) * sequence.last_stand
        # Marks cards that find nobody: beyond any total, and the same for most soldiers.
        self.step = -(-totals // STEP) * STEP
        self.deck = deck_for(next(most for most in FEW if flips <= most))
        self.icons = ICONS if "Rapid Fire" in sequence.effects else ICONS[-1:]
        self.heaps = heaps_of(cards, search, self.deck, self.step, self.icons)
        self._size = len(cards)
        self._finders = len(cards) - self.heaps.others
        self.most = min(flips, len(cards))
        self.part = lcm(*range(max(1, self._finders - flips), self._finders + 1))
        self.every = perm(len(cards), self.most) * self.part
        self.jam = 0  # 19.1: his weapon jams
        self.ended = 0  # 19.2: he loses his nerve, and nobody is hit
        self.orders: list[Orders] = [{} for _ in range(1 if search is None else len(search.groups))]
        drawn: dict[tuple[Way, Flips], Counts] = {}
        for path in ways:
            for clean in (False,) if path.ended else (False, True):
                self.gather(path, clean, drawn)
        found: dict[Way, list[int]] = {}
        for (way, last), rest in drawn.items():
            draws = self.heaps.count(last, rest)
            found[way] = list(map(add, found[way], draws)) if way in found else draws
        for way, draws in found.items():
            self.add(way, draws)

    def gather(self, path: Path, clean: bool, drawn: dict[tuple[Way, Flips], Counts]) -> None:
        """Counts the draws that go this way, and puts them to those that weigh alike."""
        own: list[list[int]] = [[] for _ in self.icons]
        for place, (colour, icon) in enumerate(path.flips):
            heap = own[self.icons.index(icon) if icon in self.icons else -1]
            heap.append(self.lethality(colour, icon, place < path.counted, clean))
        for sign, shift, nerves in self.discipline(path):
            if self.sequence.last_stand:
                nerves.append(self.flip("last stand", lambda card: -card.dice[RED]))  # 17.16
            if len(path.flips) + len(nerves) > self.most:
                continue  # there are not so many cards
            kinds = [*nerves, *[flip for flips in own for flip in flips]]
            least = shift + path.bonus + sum([self.deck.least[flip] for flip in kinds])
            way = Way(len(kinds), least, path.jam, path.ended, clean)
            for last, rest, times in self.heaps.parts([tuple(flips) for flips in own], tuple(nerves)):
                before = drawn.setdefault((way, last), [0] * len(rest))
                drawn[way, last] = [digits + sign * times * more for digits, more in zip(before, rest, strict=True)]

    def add(self, way: Way, draws: list[int]) -> None:
        """Ways the sequence can go, against each group of targets."""
        weights = self.weights(way.flips)
        for orders, digits in zip(self.orders, draws, strict=True):
            row = row_of(digits, self.deck.bits)
            totals = [sum(map(mul, row[place :: self.step], weights)) for place in range(min(self.step, len(row)))]
            if not way.clean:
                self.jam += sum(totals) * way.jam
                self.ended += sum(totals) * way.ended
            if way.ended:
                continue
            for total, times in enumerate(totals, start=way.least):
                if way.clean:
                    orders[2 * total] = orders.get(2 * total, 0) + times
                    times = -times
                orders[2 * total + 1] = orders.get(2 * total + 1, 0) + times

    def weights(self, flips: int) -> list[int]:
        """In how many parts of orders a draw of so many cards comes up, by how many of them find nobody."""
        rest = perm(self._size - flips, self.most - flips)
        if self.search is None:
            return [rest]
        # A card that finds comes up before the draw with the same chance as any other that finds and is not in it.
        left = self._finders - flips
        return [rest * self.part // max(1, left + again) for again in range(flips + 1)]

    def lethality(self, colour: int, icon: str, counts: bool, clean: bool) -> int:
        """16.2.h A lethality card with this icon."""

        def value(card: Card) -> int | None:
            shown = card.icon if card.icon == "jam" or (card.icon == "random" and self.sequence.effects) else ""
            if shown != icon or (clean and card.icon == "wound"):
                return None
            return card.dice[colour] if counts else 0

        return self.flip((colour, icon, counts, clean, bool(self.sequence.effects)), value)

    def discipline(self, path: Path) -> list[tuple[int, int, list[int]]]:
        """16.2.i, 4.13 The Discipline cards, as sums and differences: a sign, a shift of the total, the flips."""
        if path.ended:
            return [(1, 0, [])]
        one = self.flip("nerve", lambda card: -self.nerve(card.dice[self.sequence.discipline]))
        more = [one] * path.discipline
        if not (self.sequence.double and self.sequence.higher):
            return [(1, 0, [one] * (NUMBERS.double if self.sequence.double else 1) + more)]
        found = []  # Cool Head: both are at most this high, but not both lower
        for highest in sorted(set(self.nerves())):
            found.append((+1, -highest, [self.at_most(highest)] * NUMBERS.double + more))
            found.append((-1, -highest, [self.at_most(highest - 1)] * NUMBERS.double + more))
        return found

    def at_most(self, highest: int) -> int:
        colour = self.sequence.discipline
        return self.flip(("at most", highest), lambda card: 0 if self.nerve(card.dice[colour]) <= highest else None)

    def nerve(self, number: int) -> int:
        """What a Discipline card with this number takes from the total."""
        return nerve(self.sequence.nerves, number)

    def nerves(self) -> list[int]:
        """What Discipline cards may take from it."""
        return [self.nerve(number + 1) for number in range(FACES[self.sequence.discipline])]

    def flip(self, name: Hashable, value: Callable[[Card], int | None]) -> int:
        """A kind of flip, by its name for this shooter's nerves."""
        return self.deck.kind(value, (name, self.sequence.discipline, self.sequence.nerves))


ICONS = ("jam", "random", "")  # lethality cards that show different ones of these are never the same card
MOST = 1500  # work: so much takes about a second
LAST_STAND = 4  # times as much work
HIGHER = 6  # the same if only the higher Discipline card counts, whose numbers are counted one by one
STEP = 8
FEW = (3, 4, 5, 6, 7, 8, 9, 15)  # flips: for so many at most one deck will do, with digits as short as they need


@cache
def deck_for(flips: int) -> Deck:
    """All cards: what they count for one soldier they count for the next."""
    return Deck(rulebook().cards[1:], flips)


@lru_cache(2)  # they are large
def heaps_of(cards: tuple[int, ...], search: Search | None, deck: Deck, step: int, icons: tuple[str, ...]) -> Heaps:
    """The cards that may come up, by their icons (the last: any other) and by whom they find."""
    groups = search.groups if search is not None else ()
    finds = {number: group for group, numbers in enumerate(groups) for number in numbers}
    heaps: list[list[list[int]]] = [[[] for _ in range(len(groups) + 1)] for _ in icons]
    for place in [number - 1 for number in cards]:
        card = deck.cards[place]
        sets = heaps[icons.index(card.icon) if card.icon in icons else -1]
        # Whose number finds nobody is flipped again (4.5).
        sets[finds.get(card.dice[search.colour], -1) if search is not None else -1].append(place)
    return Heaps([Heap(deck, others, found, step if groups else 0) for *found, others in heaps])


class Sums(msgspec.Struct, frozen=True):
    """How often what comes up, of so many times in all: in lowest terms, for much is kept."""

    orders: list[Orders]  # for each group of targets, by twice the total; one more: a wound icon counts
    jam: int
    ended: int
    all: int


@lru_cache(256)  # many soldiers fire alike, and a position is looked at more than once
def totals(cards: tuple[int, ...], sequence: Sequence, search: Search | None = None) -> Sums:
    """All totals of a Firing Sequence out of these cards."""
    found = Totals(cards, sequence, search)
    every = [times for orders in found.orders for times in orders.values()]
    part = gcd(found.every, found.jam, found.ended, *every)
    orders = [{shown: times // part for shown, times in each.items() if times} for each in found.orders]
    return Sums(orders, found.jam // part, found.ended // part, found.every // part)
