"""The odds of an attack before it is made: exact, from the very numbers that the rules use.

A roll is a row of whole numbers: in how many throws there are 0, 1, 2 ... successes. Rows are combined by counting,
never by sampling, and kept, for a few hundred cases cover all there is. Left out are Fate, which its owner may
spend or not, the check of an HQ, and mines on the way into an Assault. A plus (5.1.7) is always used.
"""

from fractions import Fraction
from functools import cache
from math import comb

from sandtable.systems.nations_at_war.assault import Flight, assault_numbers, why_no_retreat
from sandtable.systems.nations_at_war.bombard import cover_of_hex
from sandtable.systems.nations_at_war.fire import (
    Notes,
    attack_numbers,
    defence_numbers,
    hits_dug_in,
    is_augmented,
    is_moving,
    leader_for,
)
from sandtable.systems.nations_at_war.hits import effect
from sandtable.systems.nations_at_war.movement import group
from sandtable.systems.nations_at_war.pieces import Battle, Unit
from sandtable.systems.nations_at_war.scenario import Mission
from sandtable.table.decision import Choice
from sandtable.table.event import Modifier

Row = tuple[int, ...]  # in how many throws: no success, one, two ...
Roll = tuple[int, int, bool]  # dice, the least face that counts, augmented
State = tuple[bool, int, bool]  # Disrupted, steps, whether it can only be Disrupted

NO_EFFECT = "no effect"
RESULTS = (NO_EFFECT, "Disrupted", "Reduced", "Disrupted and Reduced", "eliminated")  # from good to bad

# How an Assault or Overrun ends.
WON, WON_GROUND, HELD, LOST, BOTH = range(5)
ENDS = (
    "defenders eliminated",
    "defenders retreat",
    "defenders hold",
    "attackers eliminated",
    "both eliminated",
)


class AttackOdds:
    """The odds of one attack on a unit or a hex. `outcomes` is what happens to the target.

    For a hex with two units it is the worse result of the two, and `units` tells them apart.
    """

    __slots__ = (
        "attack_notes",
        "augmented",
        "defence_notes",
        "dice",
        "expected_hits",
        "outcomes",
        "save_dice",
        "save_need",
        "to_hit",
        "units",
        "weights",
    )

    def __init__(
        self,
        attack: Roll,
        attack_notes: Notes,
        saves: Roll,
        defence_notes: Notes,
        expected_hits: float,
        weights: tuple[tuple[str, int], ...],
        units: dict[str, dict[str, float]],
    ) -> None:
        self.dice, self.to_hit, self.augmented = attack
        self.attack_notes: tuple[Modifier, ...] = tuple(attack_notes)
        self.save_dice, self.save_need, _ = saves
        self.defence_notes: tuple[Modifier, ...] = tuple(defence_notes)
        self.expected_hits = expected_hits  # left after the defence
        self.weights = weights
        self.outcomes = chances(weights)
        self.units = units

    def exact(self) -> dict[str, Fraction]:
        """The outcomes as fractions."""
        return fractions(self.weights)


class CloseOdds:
    """The odds of an Assault or Overrun. `outcomes`: how it ends; `units`: what its hits do to each."""

    __slots__ = (
        "attack",
        "attack_notes",
        "attacker_steps",
        "counterattack",
        "defence_notes",
        "defender_steps",
        "expected_hits",
        "expected_taken",
        "outcomes",
        "units",
        "weights",
    )

    def __init__(
        self,
        attack: tuple[Roll, ...],
        attack_notes: Notes,
        counterattack: tuple[Roll, ...],
        defence_notes: Notes,
        fight: "Fight",
        units: dict[str, dict[str, float]],
    ) -> None:
        self.attack = attack
        self.attack_notes: tuple[Modifier, ...] = tuple(attack_notes)
        self.counterattack = counterattack
        self.defence_notes: tuple[Modifier, ...] = tuple(defence_notes)
        self.expected_hits = fight.dealt  # on the defenders, after an Improved Position
        self.expected_taken = fight.taken  # on the attackers
        self.attacker_steps = fight.attacker_steps  # steps they lose on average
        self.defender_steps = fight.defender_steps  # with those of a stack that cannot retreat (5.4.o)
        self.weights = fight.weights
        self.outcomes = chances(fight.weights)
        self.units = units

    @property
    def win(self) -> float:
        """5.4.i-j The chance that the defenders are gone or must retreat, and an attacker lives."""
        return self.outcomes.get(ENDS[WON], 0.0) + self.outcomes.get(ENDS[WON_GROUND], 0.0)

    def exact(self) -> dict[str, Fraction]:
        """The outcomes as fractions."""
        return fractions(self.weights)


def chances(weights: tuple[tuple[str, int], ...]) -> dict[str, float]:
    whole = sum([weight for _, weight in weights])
    return {name: weight / whole for name, weight in weights}


def fractions(weights: tuple[tuple[str, int], ...]) -> dict[str, Fraction]:
    whole = sum([weight for _, weight in weights])
    return {name: Fraction(weight, whole) for name, weight in weights}


# Counting ----------------------------------------------------------------------------------------


@cache
def successes(dice: int, need: int, augmented: bool) -> Row:
    """In how many throws of `dice` d6 so many reach `need`; 5.1.7 with one missed die rolled again."""
    good = max(0, min(6, 7 - need))
    row = [comb(dice, count) * good**count * (6 - good) ** (dice - count) for count in range(dice + 1)]
    if not augmented or dice == 0:
        return tuple(row)
    again = [0] * (dice + 1)
    for count, weight in enumerate(row):
        if count == dice:
            again[count] += weight * 6
        else:
            again[count + 1] += weight * good
            again[count] += weight * (6 - good)
    return tuple(again)


class Left:
    """How many hits of an attack are left after the defence."""

    __slots__ = ("any", "mean", "row")

    def __init__(self, row: list[int]) -> None:
        whole = sum(row)
        self.row: Row = tuple(row)
        self.any = 1 - row[0] / whole
        self.mean = sum([count * weight for count, weight in enumerate(row)]) / whole


@cache
def hits_left(dice: int, to_hit: int, plus: bool, saves: int, save: int, save_plus: bool, dug_in: int) -> Left:
    """5.1.1.d-g, 7.1.b Hits, less those saved, less the first of the rest in an Improved Position."""
    row = [0] * (dice + 1)
    saved = successes(saves, save, save_plus)
    for hits, weight in enumerate(successes(dice, to_hit, plus)):
        for cancelled, times in enumerate(saved):
            row[max(0, hits - cancelled - dug_in)] += weight * times
    return Left(row)


@cache
def result(disrupted: bool, steps: int, hits: int, only_disrupt: bool) -> int:
    """5.1.3 What hits do to a unit, as a place in RESULTS."""
    disrupts, lost = effect(disrupted, steps, hits, only_disrupt)
    if lost >= steps:
        return 4
    if lost:
        return 3 if disrupts else 2
    return 1 if disrupts else 0


@cache
def shares(units: int, hits: int) -> tuple[tuple[int, ...], ...]:
    """5.1.6.e, 5.4.h How hits may fall on units, equally likely: evenly, an odd one on either."""
    if units < 2:
        return ((hits,), (hits,))
    even, odd = divmod(hits, 2)
    return ((even + odd, even), (even, even + odd))


@cache
def on_units(left: Left, states: tuple[State, ...]) -> tuple[tuple[tuple[str, int], ...], ...]:
    """The results of hits on the units in a hex: of the worst hurt, then of each."""
    tables = [[0] * len(RESULTS) for _ in range(len(states) + 1)]
    for hits, weight in enumerate(left.row):
        for share in shares(len(states), hits):
            found = [result(*state[:2], part, state[2]) for state, part in zip(states, share, strict=True)]
            for table, each in zip(tables, [max(found), *found], strict=True):
                table[each] += weight
    return tuple(tuple((RESULTS[i], weight) for i, weight in enumerate(table) if weight) for table in tables)


def state_of(unit: Unit, only_disrupt: bool = False) -> State:
    return (unit.disrupted, unit.steps, only_disrupt)


# One attack --------------------------------------------------------------------------------------


def odds(b: Battle, choice: Choice, kind: str = "action") -> AttackOdds | CloseOdds | None:
    """The odds of a choice in a decision of this kind; None if it is no attack, or may not be made."""
    do = choice.do
    if do in ("assault", "overrun"):
        return close_odds(b, choice) if b.action is not None and choice.to in b.ground.index else None
    unit = b.unit(choice.piece)
    if unit is None or unit.hex < 0:
        return None
    lead = leader_for(b, unit) if choice.number == 1 else None
    leadership = lead.leadership if lead is not None else 0
    if do == "bombard":
        return mortar_odds(b, unit, b.ground.index[choice.to], leadership, None)
    if do not in ("fire", "fire and move", "overwatch"):
        return None
    target = b.unit(choice.to)
    if target is None or target.hex < 0:
        return None
    if unit.type.mortar:
        return mortar_odds(b, unit, target.hex, leadership, target)
    action = b.action
    moving = kind == "action" and (do == "fire and move" or (action is not None and (action.moved or action.half)))
    caught = kind == "opportunity fire" or is_moving(b, target)
    return ranged_odds(b, unit, target, moving, leadership, caught, do == "overwatch")


def ranged_odds(
    b: Battle, unit: Unit, target: Unit, moving: bool, leadership: int, caught: bool, watching: bool
) -> AttackOdds | None:
    """5.1, 5.3, 11.0 One unit's fire at another; `caught`: the target is on the move, `watching`: from Overwatch."""
    hard = target.face.hard
    distance = b.ground.distance[unit.hex][target.hex]
    acquired = unit.acquired == target.index
    notes: Notes = []
    cover: Notes = []
    dice, to_hit = attack_numbers(b, unit, hard, distance, moving, leadership, acquired, notes)
    if not dice:
        return None
    saves, save = defence_numbers(b, target, unit.hex, caught, watching, cover)
    attack = (dice, to_hit, is_augmented(unit, hard))
    defence = (saves, save, hard and target.face.armor_augmented)
    left = hits_left(*attack, *defence, 0 if caught else hits_dug_in(b, target.hex))
    worst, one = on_units(left, (state_of(target),))
    return AttackOdds(attack, notes, defence, cover, left.mean, worst, {target.id: chances(one)})


def mortar_odds(b: Battle, mortar: Unit, place: int, leadership: int, only: Unit | None) -> AttackOdds | None:
    """5.1.6 A mortar's fire at a hex, or at a moving unit as Opportunity Fire."""
    notes: Notes = []
    distance = b.ground.distance[mortar.hex][place]
    dice, to_hit = attack_numbers(b, mortar, False, distance, False, leadership, False, notes)
    return hex_odds(b, place, dice, to_hit, notes, only) if dice else None


def barrage_odds(b: Battle, place: int, mission: Mission) -> dict[str, AttackOdds]:
    """10.2.f-g Fire For Effect with the marker here: the odds for each hex that holds units."""
    found: dict[str, AttackOdds] = {}
    for each in (place, *b.ground.neighbours[place]):
        one = hex_odds(b, each, mission.firepower, mission.to_hit)
        if one is not None:
            found[b.ground.names[each]] = one
    return found


def hex_odds(
    b: Battle, place: int, dice: int, to_hit: int, notes: Notes | None = None, only: Unit | None = None
) -> AttackOdds | None:
    """5.1.6, 10.2.g An attack on a hex: one defensive roll for it, hits shared, armour only Disrupted."""
    everyone = b.units_at(place, 0) or b.units_at(place, 1)
    units = [only] if only is not None else everyone
    if not units:
        return None
    cover: Notes = []
    attack = (dice, to_hit, False)
    defence = (
        cover_of_hex(b, place, any(unit.face.hard for unit in everyone), cover),
        b.ground.numbers["soft_save"],
        False,
    )
    left = hits_left(*attack, *defence, hits_dug_in(b, place) if only is None else 0)
    worst, *each = on_units(left, tuple([state_of(unit, unit.face.hard) for unit in units]))
    found = {unit.id: chances(one) for unit, one in zip(units, each, strict=True)}
    return AttackOdds(attack, notes or [], defence, cover, left.mean, worst, found)


def expected_loss(
    b: Battle,
    unit: Unit,
    target: Unit,
    start: int = -1,
    moving: bool = False,
    leadership: int = 0,
    caught: bool = False,
    watching: bool = False,
) -> tuple[float, float]:
    """The chance that a shot leaves a hit, and the hits it leaves on average; (0, 0) if it cannot be made.

    `start`: the hex to fire from, if it is another than the unit's own. Sight is not looked at.
    """
    if start < 0:
        start = unit.hex
    place = target.hex
    distance = b.ground.distance[start][place]
    if unit.type.mortar:
        dice, to_hit = attack_numbers(b, unit, False, distance, False, leadership, False)
        saves = cover_of_hex(b, place, any(each.face.hard for each in b.units_at(place, target.side)), [])
        plus = save_plus = False
        save = b.ground.numbers["soft_save"]
    else:
        hard = target.face.hard
        acquired = unit.acquired == target.index and start == unit.hex
        dice, to_hit = attack_numbers(b, unit, hard, distance, moving, leadership, acquired)
        plus = is_augmented(unit, hard)
        saves, save = defence_numbers(b, target, start, caught, watching)
        save_plus = hard and target.face.armor_augmented
    if not dice:
        return (0.0, 0.0)
    left = hits_left(dice, to_hit, plus, saves, save, save_plus, 0 if caught else hits_dug_in(b, place))
    return (left.any, left.mean)


# Assault and Overrun -----------------------------------------------------------------------------


class Fight:
    """All that can come of an Assault or Overrun."""

    __slots__ = ("attacker_steps", "dealt", "defender_steps", "taken", "units", "weights")

    def __init__(self, dealt: Left, taken: Left) -> None:
        self.dealt = dealt.mean
        self.taken = taken.mean
        self.attacker_steps = 0.0
        self.defender_steps = 0.0
        self.weights: tuple[tuple[str, int], ...] = ()
        self.units: tuple[tuple[tuple[str, int], ...], ...] = ()


def close_odds(b: Battle, choice: Choice) -> CloseOdds | None:
    """5.4, 5.5 The group that acts goes into a hex; the defender's HQ leads whoever hits most easily."""
    action = b.action
    assert action is not None
    place = b.ground.index[choice.to]
    attackers = group(b, action)
    defenders = b.units_at(place, 1 - attackers[0].side)
    if not defenders:
        return None
    overrun = choice.do == "overrun"
    origin = attackers[0].hex
    notes: Notes = []
    their_notes: Notes = []
    attack: list[Roll] = []
    for unit in attackers:
        leads = unit.id == choice.piece and action.hq >= 0
        extra = b.hqs[action.hq].leadership if leads else 0
        dice, to_hit = assault_numbers(b, unit, defenders, place, extra, overrun, True, notes)
        attack.append((max(0, dice), to_hit, unit.face.assault_augmented))
    named, extra = led_defender(b, place, attackers, defenders, overrun)
    counterattack: list[Roll] = []
    for unit in defenders:
        more = extra if unit is named else 0
        dice, to_hit = assault_numbers(b, unit, attackers, place, more, overrun, False, their_notes)
        counterattack.append((max(0, dice), to_hit, unit.face.assault_augmented))
    stacks = [defenders] if len(defenders) == 1 else [defenders[:1], defenders[1:], defenders]
    fight = fought(
        tuple(attack),
        tuple(counterattack),
        tuple([state_of(unit) for unit in attackers]),
        tuple([state_of(unit) for unit in defenders]),
        hits_dug_in(b, place),
        tuple([is_cornered(b, who, place, origin) for who in stacks]),
    )
    units = {unit.id: chances(one) for unit, one in zip(attackers + defenders, fight.units, strict=True)}
    return CloseOdds(tuple(attack), notes, tuple(counterattack), their_notes, fight, units)


def is_cornered(b: Battle, units: list[Unit], place: int, origin: int) -> bool:
    """5.4.o Whether these defenders could not retreat from the hex, attacked from `origin`."""
    flight = Flight(units, b.hq_at(place, units[0].side) is not None, place, place, origin)
    return all(why_no_retreat(b, flight, to)[0] for to in b.ground.neighbours[place])


def led_defender(
    b: Battle, place: int, attackers: list[Unit], defenders: list[Unit], overrun: bool
) -> tuple[Unit | None, int]:
    """5.4.p Whom the defender's HQ would lead, and with how many dice."""
    for hq in b.hqs:
        if hq.hex == place and hq.side == defenders[0].side and not hq.led and hq.leadership > 0:
            fit = [unit for unit in defenders if unit.formation == hq.formation and unit.face.assault > 0]
            if not fit:
                return (None, 0)
            return (
                min(fit, key=lambda unit: assault_numbers(b, unit, attackers, place, 0, overrun, False, [])[1]),
                hq.leadership,
            )
    return (None, 0)


@cache
def struck(rolls: tuple[Roll, ...], dug_in: int) -> Left:
    """5.4.d The hits of all units of a side together, less what an Improved Position cancels."""
    row = [1]
    for roll in rolls:
        more = successes(*roll)
        summed = [0] * (len(row) + len(more) - 1)
        for hits, weight in enumerate(row):
            for others, times in enumerate(more):
                summed[hits + others] += weight * times
        row = summed
    if not dug_in:
        return Left(row)
    less = [0] * len(row)
    for hits, weight in enumerate(row):
        less[max(0, hits - dug_in)] += weight
    return Left(less)


@cache
def fought(
    attack: tuple[Roll, ...],
    counterattack: tuple[Roll, ...],
    attackers: tuple[State, ...],
    defenders: tuple[State, ...],
    dug_in: int,
    cornered: tuple[bool, ...],
) -> Fight:
    """5.4.g-k, 5.4.o Every throw of both sides with every way in which odd hits may fall."""
    dealt, taken = struck(attack, dug_in), struck(counterattack, 0)
    fight = Fight(dealt, taken)
    ends = [0] * len(ENDS)
    whole = lost = their_lost = 0
    for took, weight in enumerate(taken.row):
        for share in shares(len(attackers), took):
            ours = steps_left(attackers, share)
            for gave, times in enumerate(dealt.row):
                for their_share in shares(len(defenders), gave):
                    theirs = steps_left(defenders, their_share)
                    end = end_of(any(ours), any(theirs), gave > took)
                    if end == WON_GROUND and cornered[who_is_left(theirs)]:
                        end, theirs = WON, (0,) * len(theirs)
                    both = weight * times
                    ends[end] += both
                    whole += both
                    lost += both * (sum([state[1] for state in attackers]) - sum(ours))
                    their_lost += both * (sum([state[1] for state in defenders]) - sum(theirs))
    fight.weights = tuple((ENDS[end], weight) for end, weight in enumerate(ends) if weight)
    fight.attacker_steps = lost / whole
    fight.defender_steps = their_lost / whole
    fight.units = on_units(taken, attackers)[1:] + on_units(dealt, defenders)[1:]
    return fight


def steps_left(states: tuple[State, ...], share: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        [
            steps - effect(disrupted, steps, hits, spared)[1]
            for (disrupted, steps, spared), hits in zip(states, share, strict=True)
        ]
    )


def end_of(attackers_live: bool, defenders_live: bool, more_dealt: bool) -> int:
    if not attackers_live:
        return LOST if defenders_live else BOTH
    if not defenders_live:
        return WON
    return WON_GROUND if more_dealt else HELD


def who_is_left(steps: tuple[int, ...]) -> int:
    """The place in `cornered`: the only or first unit, the second, or both."""
    if len(steps) == 1 or not steps[1]:
        return 0
    return 2 if steps[0] else 1
