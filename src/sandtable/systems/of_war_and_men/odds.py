"""What a shot may do, exactly: every order in which the cards nobody has shown to this seat can come up.

A Firing Sequence takes a few different cards of the unseen heap. Ordered draws of different cards are counted by
inclusion and exclusion over the ways in which flips could share a card: a sum over the set partitions of the flips,
for each a product of small histograms. Nothing is sampled.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import factorial, perm

from sandtable.systems.of_war_and_men import trait_events, traits
from sandtable.systems.of_war_and_men.book import COLOURS, Card
from sandtable.systems.of_war_and_men.firing import double_discipline, grid_row, modifiers, second_grid
from sandtable.systems.of_war_and_men.pieces import SUPPRESSED, WOUNDED, Battle, Fireteam, Played, Soldier
from sandtable.systems.of_war_and_men.shooting import may_be_shot
from sandtable.systems.of_war_and_men.shot import Shot
from sandtable.systems.of_war_and_men.sight import distance
from sandtable.table.event import Modifier
from sandtable.table.telling import thousandths
from sandtable.table.view import AttackView, Odds

Values = tuple[int | None, ...]  # what each card of the heap counts in a flip; None: it is not such a card
Histogram = dict[int, int]
OUTCOMES = ("killed", "routed", "wounded", "suppressed", "no effect")


# Counting draws of different cards ---------------------------------------------------------------


@cache
def partitions(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """All ways to split so many flips into groups."""
    if size == 0:
        return ((),)
    found = []
    for smaller in partitions(size - 1):
        last = size - 1
        found += [(*smaller[:i], (*group, last), *smaller[i + 1 :]) for i, group in enumerate(smaller)]
        found.append((*smaller, (last,)))
    return tuple(found)


def draws(flips: list[Values]) -> Histogram:
    """How many ordered draws of different cards give each total: one card for each flip."""
    shared: dict[tuple[int, ...], Histogram] = {}

    def histogram(group: tuple[int, ...]) -> Histogram:
        key = tuple(sorted([id(flips[i]) for i in group]))
        if key not in shared:
            counted: Counter[int] = Counter()
            for values in zip(*[flips[i] for i in group], strict=True):
                if None not in values:
                    counted[sum(value for value in values if value is not None)] += 1
            shared[key] = counted
        return shared[key]

    total: Counter[int] = Counter()
    for partition in partitions(len(flips)):
        sign = 1
        product: Histogram = {0: 1}
        for group in partition:
            sign *= (-1) ** (len(group) - 1) * factorial(len(group) - 1)
            product = convolved(product, histogram(group))
        for value, count in product.items():
            total[value] += sign * count
    return {value: count for value, count in total.items() if count}


def convolved(one: Histogram, two: Histogram) -> Histogram:
    result: Counter[int] = Counter()
    for first, count in one.items():
        for second, times in two.items():
            result[first + second] += count * times
    return result


# The Firing Sequence -----------------------------------------------------------------------------


def unseen(b: Battle, seat: str) -> list[int]:
    """The cards a seat has not seen: any of them may be on top of the deck."""
    me = next((player for player in b.players if player.seat == seat), None)
    known = set(me.known) if me is not None else set()
    heap = [*b.deck, *b.fog]
    for player in b.players:
        if player is not me:
            heap += [number for number in player.hand if number not in known]
    return sorted(heap)


def totals(b: Battle, shot: Shot, cards: list[int], flips: int) -> dict[tuple[int, bool], Fraction]:
    """16.2.h, 16.2.i, 19.1.a The chance of each sum of numbers, with and without a wound icon; jams cut it short."""
    heap = [b.card(number) for number in cards]
    jam: Values = tuple([0 if card.icon == "jam" else None for card in heap])
    colour = shot.shooter.card.discipline
    nerves = {
        value: sum(each.amount for each in traits.discipline(b, shot, [value])) - value
        for value in {card.dice[colour] for card in heap}
    }
    discipline: Values = tuple([nerves[card.dice[colour]] for card in heap])
    chances: dict[tuple[int, bool], Fraction] = {}
    colours = set(shot.grid)
    any_icon = {each: lethal(heap, each, wounds=True) for each in colours}
    no_wound = {each: lethal(heap, each, wounds=False) for each in colours}
    for counted in range(len(shot.grid) + 1):
        row = shot.grid[:counted]
        rest = [jam] * (counted < len(shot.grid)) + [discipline] * flips
        every = draws([any_icon[each] for each in row] + rest)
        clean = draws([no_wound[each] for each in row] + rest)
        ways = perm(len(heap), len(row) + len(rest))
        for value in every.keys() | clean.keys():
            plain = clean.get(value, 0)
            for wound, count in ((False, plain), (True, every.get(value, 0) - plain)):
                if count:
                    chances[value, wound] = chances.get((value, wound), Fraction()) + Fraction(count, ways)
    return chances


def lethal(heap: list[Card], colour: int, wounds: bool) -> Values:
    """A counted lethality card: not a jam, and not a wound unless asked for."""
    barred = ("jam",) if wounds else ("jam", "wound")
    return tuple([None if card.icon in barred else card.dice[colour] for card in heap])


def outcome(b: Battle, man: Soldier, total: int, wound: bool) -> str:
    """16.2.l What a total does to this soldier."""
    if total >= man.card.vitality:
        return "killed"
    if man.condition == WOUNDED or total < traits.resolve_of(b, man):
        return "no effect"
    if man.condition == SUPPRESSED:
        return "no effect" if traits.never_routs(b, man) else "routed"
    return "wounded" if wound and total > 0 else "suppressed"


def fire(b: Battle, seat: str, played: Played, man: Soldier) -> dict[str, Fraction] | None:
    """What one soldier's shot may do to the Fireteam under fire, each soldier who may be hit being as likely.

    None: a Random Effect of his own, or a Cool Head, would have to be reckoned with.
    """
    enemy = b.teams[played.target] if played.target >= 0 else None
    if enemy is None or any(t in trait_events.RANDOM_EFFECTS for t in traits.traits_of(b, man)):
        return None
    cards = unseen(b, seat)
    result = dict.fromkeys(OUTCOMES, Fraction())
    targets = may_be_shot(b, enemy)
    sums: dict[tuple[int, bool], Fraction] | None = None
    for target in targets:
        shot = shot_at(b, played, man, enemy, target)
        double = bool(double_discipline(b, shot, played)[0])
        if (double and traits.has(b, man, "Cool Head")) or enemy.last_stand:
            return None
        if sums is None:
            sums = totals(b, shot, cards, 2 if double else 1)
        extra = sum(each.amount for each in modifiers(b, shot, played.stealthy))
        for (value, wound), chance in sums.items():
            result[outcome(b, target, value + extra, wound)] += chance / len(targets)
    return result


def shot_at(b: Battle, played: Played, man: Soldier, enemy: Fireteam, target: Soldier) -> Shot:
    """The Firing Sequence before its first card."""
    team = b.teams[man.team]
    far = max(1, distance(b, team.cell, enemy.cell))
    grid = grid_row(b, man, far, played.marksman == man.index)
    return Shot(man, team, target, enemy, "", enemy.cell, far, grid, second_grid(b, man))


# For eyes ----------------------------------------------------------------------------------------


def words(b: Battle, seat: str, played: Played, man: Soldier) -> AttackView | None:
    """A shot before it is fired: the cards to be flipped, every modifier, every outcome with its chance."""
    chances = fire(b, seat, played, man)
    if chances is None:
        return None
    enemy = b.teams[played.target]
    shot = shot_at(b, played, man, enemy, may_be_shot(b, enemy)[0])
    reason, rule = double_discipline(b, shot, played)
    lethality = " + ".join(COLOURS[each] for each in shot.grid)
    nerve = COLOURS[man.card.discipline]
    discipline = f"{nerve} - {nerve}" if reason else nerve
    notes = modifiers(b, shot, played.stealthy)
    if reason:
        notes.append(Modifier(0, f"Double Discipline: {reason}", rule))
    told = [Odds(name, thousandths(chance)) for name, chance in chances.items() if chance]
    return AttackView(f"{lethality} - {discipline}", attack_notes=tuple(notes), odds=tuple(told))


def short(view: AttackView) -> tuple[Odds, ...]:
    """For a button: that the shot has any effect."""
    nothing = next((each.chance for each in view.odds if each.text == "no effect"), 0)
    return (Odds("some effect", 1000 - nothing),)
