"""7.2, 7.3 An attack reckoned: fire factors, column, modifiers, divisor. What all fire and the odds share.

See also 7.3.ex.
"""

from collections.abc import Iterable
from functools import lru_cache

from sandtable.systems.war_storm.rules.spotting import covered, line
from sandtable.systems.war_storm.state.book import GREEN, VETERAN, CombatChart
from sandtable.systems.war_storm.state.pieces import Battle, Platoon, Unit
from sandtable.table.event import Modifier

TWO_DICE = tuple([(total, 6 - abs(total - 7)) for total in range(2, 13)])  # 7.3.f each sum, and the ways it falls
WAYS = 36  # that two dice fall
Results = tuple[tuple[int, int, int], ...]  # ways, effect, hits
MANY = ("INF", "MG")  # 8.h "6 infantry steps"; machine guns are used as infantry (3.1.j)


class Attack:
    """7.3.a Who fires at whom, and with which numbers."""

    __slots__ = ("column", "divisor", "divisor_notes", "ff", "firers", "halvings", "modifiers", "place", "victims")

    def __init__(self, firers: list[Platoon], victims: list[Unit], place: int) -> None:
        self.firers = firers
        self.victims = victims  # who can be hit: platoons and officers
        self.place = place
        self.halvings: list[int] = []  # 1.h how often the fire factor of each firer is halved
        self.ff = 0
        self.column = 0  # index of the column of the chart
        self.modifiers: tuple[Modifier, ...] = ()  # on the dice
        self.divisor = 1
        self.divisor_notes: tuple[Modifier, ...] = ()

    @property
    def causes(self) -> list[int]:
        """9.3.1.a The hexes the fire comes from."""
        return sorted({firer.hex for firer in self.firers})


def factor(platoon: Platoon) -> int:
    """7.4.2 Its fire factor after losses."""
    return platoon.type.ff[platoon.lost]


def reach(b: Battle, platoon: Platoon) -> int:
    """7.2.b Twice its range."""
    return platoon.type.range * b.ground.numbers["long_range"]


def halved(b: Battle, ff: int, times: int = 1) -> int:
    """7.2.b, 8.m, 1.h Fire factors halved once or more, rounding up."""
    divisor: int = b.ground.numbers["halved"] ** times
    return -(-ff // divisor)


def factor_at(b: Battle, platoon: Platoon, away: int) -> int:
    """7.2.b Its fire factor at a distance: the whole within its range, half beyond it, nothing out of reach."""
    if away <= platoon.type.range:
        return factor(platoon)
    return halved(b, factor(platoon)) if away <= reach(b, platoon) else 0


def fire_factor(b: Battle, firers: list[Platoon], halvings: list[int]) -> int:
    """7.3.c The sum of the fire factors: those under one halving are added and halved once, rounding up (1.h)."""
    whole = [0, 0, 0]
    for firer, times in zip(firers, halvings, strict=True):
        whole[times] += factor(firer)
    return sum([halved(b, ff, times) for times, ff in enumerate(whole) if ff])


def factors(b: Battle, attack: Attack) -> tuple[Modifier, ...]:
    """7.3.c How the fire factor of an attack is made up."""
    notes: list[Modifier] = []
    for times in sorted(set(attack.halvings)):
        group = [firer for firer, each in zip(attack.firers, attack.halvings, strict=True) if each == times]
        whole = sum([factor(firer) for firer in group])
        names = ", ".join([firer.name for firer in group])
        how = ("", " halved", " halved twice")[times]
        notes.append(Modifier(halved(b, whole, times), f"{names}: FF {whole}{how}", "7.3.c" if times else "7.2.a"))
    return tuple(notes)


def column_of(chart: CombatChart, ff: int) -> int:
    """7.3.d The column of a fire factor: its own, or the next lower one."""
    column = 0
    while column + 1 < len(chart.columns) and chart.columns[column + 1] <= ff:
        column += 1
    return column


def shifted(b: Battle, firers: list[Platoon], column: int) -> int:
    """7.3.e One column to the right if all are veterans, to the left if any is green; not past the ends."""
    qualities = {firer.quality for firer in firers}
    if GREEN in qualities:
        column += b.ground.numbers["green_shift"]
    elif qualities == {VETERAN}:
        column += b.ground.numbers["veteran_shift"]
    return min(max(column, 0), len(b.scenario.rulebook.chart.columns) - 1)


def effect(chart: CombatChart, column: int, roll: int) -> int:
    """7.3.g The raw effect of a modified roll."""
    return chart.rows[min(max(roll, 0), len(chart.rows) - 1)][column]


def vulnerable(victims: Iterable[Unit]) -> list[Platoon]:
    """7.4.a The platoons that anti-personnel fire can hurt."""
    return [unit for unit in victims if type(unit) is Platoon and not unit.type.armoured]


def dice_modifiers(b: Battle, attack: Attack, assault: bool) -> tuple[Modifier, ...]:
    """7.3.f, MOD What the dice roll is modified by. In an assault nothing lies between (14.4)."""
    numbers = b.ground.numbers
    notes: list[Modifier] = []
    if any(firer.type.red for firer in attack.firers):  # 3.1.1.b: only once
        notes.append(on_dice(numbers["semi_automatic"], "semi-automatic fire", "3.1.1.a"))
    crowd = sum([unit.steps for unit in vulnerable(attack.victims) if unit.type.kind in MANY])
    if crowd >= numbers["many_steps"]:
        notes.append(on_dice(numbers["many_steps_roll"], f"{crowd} steps in the target", "MOD"))
    if assault:
        return tuple(notes)
    screened = bocage = False
    for firer in attack.firers:
        between = line(b, firer.hex, attack.place)
        screened |= between.hinders
        bocage |= between.bocage
    if screened:
        notes.append(on_dice(numbers["screened"], "through rough or fields", "5.1.4.c"))
    if bocage:
        notes.append(on_dice(numbers["bocage"], "across a hedge (bocage)", "BOC.1"))
    if b.scenario.fire_modifier:
        notes.append(on_dice(b.scenario.fire_modifier, "scenario", "10.e"))
    return tuple(notes)


@lru_cache(maxsize=1024)  # the same few in every attack
def on_dice(amount: int, label: str, rule: str) -> Modifier:
    """7.3.g A modifier of the roll, with its sense: low rolls hit."""
    return Modifier(amount, f"{label}: {'helps' if amount < 0 else 'hampers'}", rule)


def defence(b: Battle, attack: Attack) -> tuple[int, tuple[Modifier, ...]]:
    """7.3.h, DIV The divisor of the target hex."""
    numbers, place = b.ground.numbers, attack.place
    terrain = b.ground.terrain[place]
    notes = [ground_in(b.ground.names[place], terrain.divisor, terrain.name, terrain.rule)]
    if any(covered(b, firer.hex, place) for firer in attack.firers):
        notes.append(Modifier(numbers["crest_divisor"], "crest", "5.1.2.c"))
    if b.improved[attack.victims[0].side] >> place & 1:
        notes.append(Modifier(numbers["improved_divisor"], "improved position", "21"))
    return (sum([note.amount for note in notes]), tuple(notes))


@lru_cache(maxsize=4096)
def ground_in(place: str, divisor: int, terrain: str, rule: str) -> Modifier:
    """7.3.h, DIV The divisor of the ground, and which ground is meant."""
    return Modifier(divisor, f"{terrain}, the ground in {place}", rule)


def reckon(b: Battle, firers: list[Platoon], victims: list[Unit], place: int, weak: Iterable[Platoon] = ()) -> Attack:
    """7.3 An attack of platoons on units in a hex. `weak`: who is halved besides (8.m without marker)."""
    attack = Attack(firers, victims, place)  # 7.3.a
    away = b.ground.distance[place]  # 7.3.b
    halved = {platoon.index for platoon in weak}
    attack.halvings = [(away[firer.hex] > firer.type.range) + (firer.index in halved) for firer in firers]
    attack.ff = fire_factor(b, firers, attack.halvings)  # 7.3.c
    attack.column = shifted(b, firers, column_of(b.scenario.rulebook.chart, attack.ff))  # 7.3.d, 7.3.e
    attack.modifiers = dice_modifiers(b, attack, False)  # 7.3.f
    attack.divisor, attack.divisor_notes = defence(b, attack)
    return attack


def reckon_defensive(b: Battle, firers: list[Platoon], victims: list[Unit], place: int) -> Attack:
    """14.4 Defensive fire at a stack that enters: Finished platoons fire at half, the divisor is always the same."""
    attack = Attack(firers, victims, place)
    attack.halvings = [int(firer.finished) for firer in firers]
    attack.ff = fire_factor(b, firers, attack.halvings)
    attack.column = shifted(b, firers, column_of(b.scenario.rulebook.chart, attack.ff))
    attack.modifiers = dice_modifiers(b, attack, True)
    attack.divisor = b.ground.numbers["assault_divisor"]
    attack.divisor_notes = (Modifier(attack.divisor, "entering the hex", "14.4"),)
    return attack


def results(b: Battle, attack: Attack) -> Results:
    """Every sum of two dice with the number of ways it falls, its effect and its hits. What odds are made of."""
    shift = sum([note.amount for note in attack.modifiers])
    return all_rolls(b.scenario.rulebook.chart, attack.column, shift, attack.divisor)


@lru_cache(maxsize=1024)
def all_rolls(chart: CombatChart, column: int, shift: int, divisor: int) -> Results:
    """The same, of all attacks with these numbers."""
    effects = [(ways, effect(chart, column, roll + shift)) for roll, ways in TWO_DICE]
    return tuple([(ways, raw, raw // divisor) for ways, raw in effects])


def most_hits(b: Battle, attack: Attack) -> int:
    """What the best roll would do."""
    shift = sum([note.amount for note in attack.modifiers])
    best, _ = TWO_DICE[0]
    return effect(b.scenario.rulebook.chart, attack.column, best + shift) // attack.divisor
