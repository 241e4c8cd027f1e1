"""Exact odds of a combat before it is fought, from the very numbers that the combat itself uses.

Hits of a pool are counted by integer convolution: of the 6^n throws so many give h hits, pairs included (3.2.h).
"""

from fractions import Fraction
from functools import lru_cache
from math import comb

from sandtable.systems.regimental.rules.airpower import flak
from sandtable.systems.regimental.rules.attack import new_combat, opponents, partners
from sandtable.systems.regimental.rules.combat_dice import (
    Notes,
    air_dice,
    attack_dice,
    defence_dice,
    gun_dice,
    is_close,
)
from sandtable.systems.regimental.rules.losses import capacity
from sandtable.systems.regimental.rules.support import fire_support, guns, may_call_air
from sandtable.systems.regimental.state.book import Row
from sandtable.systems.regimental.state.pieces import Battle, Combat
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier

Pool = list[Fraction]  # chance of 0, 1, 2 ... hits

WON, FAST, ELIMINATED, EVEN, LOST = (
    "the defender falls back",
    "the defender falls back, or stands fast for a point",
    "the defender is destroyed",
    "a draw",
    "the attack is thrown back",
)
NO_LOSS, LOSS = "no loss", "a loss or more"
HOPED = (WON, FAST, LOSS, ELIMINATED)  # by the attacker


@lru_cache(maxsize=4096)
def throws(dice: int, hits: int, pair: int) -> tuple[int, ...]:
    """How many of the 6^n throws of n dice give 0, 1, 2 ... hits (3.2.h).

    >>> throws(2, 6, 5)
    (24, 11, 1)
    """
    singles = 7 - hits
    others = 6 - singles - (1 if pair else 0)
    ways = [0] * (dice + 1)
    for direct in range(dice + 1):
        rest = dice - direct
        for paired in range(rest + 1) if pair else (0,):
            count = comb(dice, direct) * comb(rest, paired) * singles**direct * others ** (rest - paired)
            ways[direct + paired // 2] += count
    return tuple(ways)


def pool(dice: int, row: Row) -> Pool:
    """The chance of each number of hits."""
    total = 6**dice
    return [Fraction(ways, total) for ways in throws(dice, row.hits, row.pair)]


def mixed(pools: list[tuple[Fraction, Pool]]) -> Pool:
    """A pool whose size itself is up to chance."""
    longest = max(len(each) for _, each in pools)
    found = [Fraction(0)] * longest
    for weight, each in pools:
        for hits, chance in enumerate(each):
            found[hits] += weight * chance
    return found


class CombatOdds:
    """The odds of a combat: dice and factors of both sides, and the chance of everything that can come of it."""

    __slots__ = (
        "attack_dice",
        "attack_notes",
        "attack_row",
        "attacker_hits",
        "close",
        "defence_dice",
        "defence_notes",
        "defence_row",
        "defender_hits",
        "outcomes",
    )

    def __init__(self) -> None:
        self.attack_dice = 0
        self.defence_dice = 0
        self.attack_notes: tuple[Modifier, ...] = ()
        self.defence_notes: tuple[Modifier, ...] = ()
        self.attack_row: Row = Row(6, 0, "")
        self.defence_row: Row | None = None
        self.attacker_hits: Pool = []  # scored by the attacker
        self.defender_hits: Pool = []
        self.close = False
        self.outcomes: dict[str, Fraction] = {}


def stopped_chances(b: Battle, combat: Combat, who: int) -> list[tuple[int, Fraction]]:
    """9.c How many air points anti-aircraft fire stops, with the chance of each number."""
    number = b.ground.numbers
    side = combat.side_of(who)
    place = combat.target if who == 0 else b.stands[combat.opponent].hex
    dice = number["aa_dice"] * len(flak(b, 1 - side, place))
    miss = Fraction(number["aa_hits_on"] - 1, 6) ** dice
    points = combat.air[who]
    return [
        (stopped, comb(points, stopped) * (1 - miss) ** stopped * miss ** (points - stopped))
        for stopped in range(points + 1)
    ]


def reckon(b: Battle, combat: Combat) -> CombatOdds:
    """The odds of a combat with all support that has been called."""
    odds = CombatOdds()
    chart = b.scenario.rulebook.chart
    defender = b.stands[combat.defender]
    status = b.status(defender)
    notes: tuple[Notes, Notes] = ([], [])
    odds.attack_dice = attack_dice(b, combat, 0, notes[0])
    odds.attack_row = chart[f"attack_{status}"]
    odds.attacker_hits = mixed(
        [
            (chance, pool(attack_dice(b, combat, stopped), odds.attack_row))
            for stopped, chance in stopped_chances(b, combat, 0)
        ]
    )
    if status == "R":
        odds.defender_hits = [Fraction(1)]
    else:
        row = odds.defence_row = chart[f"defend_{status}"]
        odds.defence_dice = defence_dice(b, combat, 0, notes[1])
        odds.defender_hits = mixed(
            [
                (chance, pool(defence_dice(b, combat, stopped), row))
                for stopped, chance in stopped_chances(b, combat, 1)
            ]
        )
    odds.attack_notes, odds.defence_notes = tuple(notes[0]), tuple(notes[1])
    odds.close = is_close(b, combat)
    odds.outcomes = outcomes(b, combat, odds)
    return odds


def outcomes(b: Battle, combat: Combat, odds: CombatOdds) -> dict[str, Fraction]:
    """4.1, 4.2 What comes of the hits: who is thrown back, whether the defender is destroyed."""
    defender = b.stands[combat.defender]
    most, has = b.ground.numbers["hex_loss"], capacity(b, defender)
    fatal = has <= most
    found: dict[str, Fraction] = {}
    for scored, p in enumerate(odds.attacker_hits):
        for suffered, q in enumerate(odds.defender_hits):
            chance = p * q
            if not chance:
                continue
            if fatal and scored >= has:
                end = ELIMINATED
            elif not odds.close:
                end = LOSS if scored else NO_LOSS
            elif scored > suffered:
                end = FAST if b.status(defender) == "D" and has - min(scored, most) > 1 else WON  # 4.1.d
            else:
                end = EVEN if scored == suffered else LOST
            found[end] = found.get(end, Fraction(0)) + chance
    return found


def attackers_lose(b: Battle, combat: Combat, odds: CombatOdds) -> Pool:
    """4.b, 4.c The chance that the attackers lose 0, 1, 2 ... points: each of their hexes so many at most."""
    most = b.ground.numbers["hex_loss"]
    room = sum([min(most, capacity(b, b.stands[i])) for i in combat.attackers])
    found = [Fraction(0)] * (room + 1)
    for hits, chance in enumerate(odds.defender_hits):
        found[min(hits, room)] += chance
    return found


def mean_losses(hits: Pool, most: int) -> float:
    """The mean of the losses that hits cause, up to a cap."""
    return float(sum([chance * min(number, most) for number, chance in enumerate(hits)], Fraction(0)))


def with_full_defence(b: Battle, combat: Combat) -> Combat:
    """The combat with the main opponent the defender would fare best against, and all support that he may call."""
    trials: list[Combat] = []
    for opponent in opponents(b, combat):
        trial = combat.copy()
        trial.opponent = opponent
        trial.pays = b.stands[combat.defender].shots > 0
        fill(b, trial, 1)
        trials.append(trial)
    return max(trials, key=lambda trial: defence_dice(b, trial))


def fill(b: Battle, combat: Combat, who: int) -> None:
    """Call all fire support, then the guns and air points that add most."""
    combat.support[who].extend(fire_support(b, combat, who))
    enemy = b.stands[combat.defender if who == 0 else combat.opponent]
    points = b.air[combat.side_of(who)]
    while True:
        ready = guns(b, combat, who)
        best = max(ready, key=lambda gun: gun_dice(b, gun, enemy), default=None)
        air = points > 0 and may_call_air(b, combat, who)
        if best is not None and (not air or gun_dice(b, best, enemy) >= air_dice(b, enemy)):
            combat.guns[who].append(best.index)
        elif air:
            combat.air[who] += 1
            points -= 1
        else:
            return


def combat_after(b: Battle, decision: Decision, choice: Choice) -> Combat | None:
    """The combat as it would stand after a choice, with all the support the defender may still call."""
    if choice.do == "attack" and decision.kind == "attack":
        stand = b.stand(choice.piece)
        return with_full_defence(b, new_combat(b, stand, b.ground.index[choice.to]))
    if b.combat is None or decision.kind not in ("join", "support", "defensive support"):
        return None
    combat = b.combat.copy()
    who = 1 if decision.kind == "defensive support" else 0
    if choice.do == "join":
        stand = b.stand(choice.piece)
        combat.attackers.append(stand.index)
    elif choice.do == "fire support":
        company = b.company(choice.piece)
        combat.support[who].append(company.index)
    elif choice.do == "gun":
        gun = b.stand(choice.piece)
        combat.guns[who].append(gun.index)
    elif choice.do == "air":
        combat.air[who] += 1
    return combat if who else with_full_defence(b, combat)


def with_all_help(b: Battle, combat: Combat) -> tuple[Combat, float]:
    """The attack with the second stand and the support that make it likeliest to succeed, and that chance."""
    trials = [combat.copy()]
    for stand in partners(b, combat):
        trial = combat.copy()
        trial.attackers.append(stand.index)
        trials.append(trial)
    for trial in trials:
        fill(b, trial, 0)
    chances = [success(reckon(b, with_full_defence(b, trial))) for trial in trials]
    best = max(range(len(trials)), key=chances.__getitem__)
    return trials[best], chances[best]


def success(odds: CombatOdds) -> float:
    """The chance that the attack does harm or throws the defender back."""
    return float(sum([odds.outcomes.get(end, Fraction(0)) for end in HOPED], Fraction(0)))


def chance_of(b: Battle, decision: Decision, choice: Choice) -> float | None:
    """The one number of a choice: the chance that the attack does harm or throws the defender back."""
    combat = combat_after(b, decision, choice)
    if combat is None:
        return None
    return success(reckon(b, combat))
