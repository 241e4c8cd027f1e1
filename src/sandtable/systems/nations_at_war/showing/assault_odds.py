"""The odds of an Assault or Overrun before it is made (5.4, 5.5), from the very numbers that the rules use."""

from fractions import Fraction
from functools import cache

from sandtable.systems.nations_at_war.rules.combat.assault import Flight, assault_numbers, why_no_retreat
from sandtable.systems.nations_at_war.rules.combat.fire import Notes, hits_dug_in
from sandtable.systems.nations_at_war.rules.combat.hits import effect
from sandtable.systems.nations_at_war.rules.movement import group
from sandtable.systems.nations_at_war.showing.dice_odds import (
    Left,
    Roll,
    State,
    Weights,
    chances,
    fractions,
    on_units,
    shares,
    state_of,
    successes,
)
from sandtable.systems.nations_at_war.state.pieces import Action, Battle, Unit
from sandtable.table.decision import Choice
from sandtable.table.event import Modifier

# How an Assault or Overrun ends.
WON, WON_GROUND, HELD, LOST, BOTH = range(5)
ENDS = (
    "defenders eliminated",
    "defenders retreat",
    "defenders hold",
    "attackers eliminated",
    "both eliminated",
)


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


class Fight:
    """All that can come of an Assault or Overrun."""

    __slots__ = ("attacker_steps", "dealt", "defender_steps", "taken", "units", "weights")

    def __init__(self, dealt: Left, taken: Left) -> None:
        self.dealt = dealt.mean
        self.taken = taken.mean
        self.attacker_steps = 0.0
        self.defender_steps = 0.0
        self.weights: Weights = ()
        self.units: tuple[Weights, ...] = ()


def close_odds(b: Battle, action: Action, choice: Choice) -> CloseOdds | None:
    """5.4, 5.5 The group that acts goes into a hex; the defender's HQ leads whoever hits most easily."""
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
