"""Exact odds of a shooting before anyone commits to it, from the very numbers that the shooting itself uses.

Where the owner of the target may choose who takes a hit, he is taken to choose the Team most likely to save. Nobody
declares going to ground, and no leader directs. The same code reckons in fractions for people and in floating
point for computer players: `one` is the 1 that everything is reckoned from.
"""

from fractions import Fraction
from math import comb
from typing import Generic, TypeVar

from sandtable.systems.miniatures.allocation import Ledger, Load
from sandtable.systems.miniatures.book import COAX, HULL, MAIN, NO_SAVE
from sandtable.systems.miniatures.leaders import Target
from sandtable.systems.miniatures.pieces import Battle, Team
from sandtable.systems.miniatures.saves import aspects, reroll_sign, save_number, skirts
from sandtable.systems.miniatures.sight import cover_of, within
from sandtable.systems.miniatures.tohit import (
    Shot,
    aim_dice,
    aims,
    automatic_miss,
    face_to_hit,
    fire_points,
    saves_spoiled,
    set_needs,
    shots_of,
    valid_teams,
    weapons_bearing,
)

Number = TypeVar("Number", Fraction, float)

DUST = 1e-7  # floating point: what is less likely than this is left out


class FireOdds:
    """A shooting reckoned: its shots, and how likely each number of hits and of Teams lost is."""

    __slots__ = ("hits", "lost", "markers", "per_marker", "shots", "suppressions")

    def __init__(
        self, shots: list[Shot], hits: list[Fraction], lost: list[Fraction], suppressions: Fraction, per_marker: int
    ) -> None:
        self.shots = shots
        self.hits = hits  # chance of 0, 1, 2 ... hits
        self.lost = lost  # chance of 0, 1, 2 ... Teams lost
        self.suppressions = suppressions  # 9.6: mean number of suppression results of the damage table
        self.per_marker = per_marker  # 11.1: so many hits for a marker
        self.markers = sum([chance * (n // per_marker) for n, chance in enumerate(hits)], Fraction(0))  # their mean


# What would be fired -----------------------------------------------------------------------------


def planned(b: Battle, teams: list[Team], target: Target, kind: int, aimed: bool) -> list[Shot]:
    """The shots as a sensible player would fire them: the weapon and the aim with the most dice, armor first."""
    coax = {team.index for team in teams if prefers_coax(b, team, target)}
    shots = shots_of(b, teams, target, coax)
    valid = valid_teams(shots)
    for one in shots:
        if one.weapon.at:
            dice = {aim: aim_dice(b, shots, one, aim) for aim in aims(valid)}
            one.aim = max(dice, key=lambda aim: (dice[aim], aim))
            one.dice = dice[one.aim]
        else:
            one.dice = fire_points(b, one, one.aim, True)
        one.rerolls = "3.3.d" if aimed else ""
    shots = [one for one in shots if one.dice]
    set_needs(b, shots, target, kind)
    return shots


def prefers_coax(b: Battle, team: Team, target: Target) -> bool:
    """16.6 The coax does better than the main gun where there is no armor to hit."""
    if len(team.type.mounts) < 2:
        return False
    bearing = {place: one for place, one in weapons_bearing(b, team, target.teams) if place != HULL}
    return MAIN in bearing and COAX in bearing and not any(mark.type.armored for mark in bearing[MAIN].marks)


# Dice --------------------------------------------------------------------------------------------


def hit_chance(b: Battle, shot: Shot, one: Number) -> Number:
    """6.13, 6.14, 3.3.d The chance of one die."""
    if automatic_miss(b, shot):
        return one * 0
    chance = one * (7 - face_to_hit(shot.need)) / 6
    return one - (one - chance) ** 2 if shot.rerolls else chance


def throws(dice: int, chance: Number, one: Number) -> list[Number]:
    """How likely 0, 1, 2 ... of some dice succeed.

    >>> throws(2, Fraction(1, 3), Fraction(1))
    [Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)]
    """
    return [comb(dice, hits) * chance**hits * (one - chance) ** (dice - hits) for hits in range(dice + 1)]


def together(first: list[Number], second: list[Number], one: Number) -> list[Number]:
    """The sum of two independent numbers."""
    found = [one * 0] * (len(first) + len(second) - 1)
    for i, p in enumerate(first):
        for j, q in enumerate(second):
            found[i + j] += p * q
    return found


def save_chance(need: int, sign: int, one: Number) -> Number:
    """8.1 The chance of one save, with its re-roll: above 0 of failures, below 0 of successes."""
    if need >= NO_SAVE:
        return one * 0
    chance = one * (7 - need) / 6
    if sign > 0:
        return one - (one - chance) ** 2
    return chance * chance if sign < 0 else chance


# Fates -------------------------------------------------------------------------------------------


def spoiled_for(b: Battle, team: Team, spoiled: bool) -> bool:
    """3.3.c, 6.14"""
    return spoiled or b.unit_of(team).ran


def die_survival(b: Battle, load: Load, spoiled: bool, one: Number) -> Number:
    """The chance that a Team saves against one hit of a weapon that is not AT."""
    sign = reroll_sign(spoiled_for(b, load.team, spoiled), False)
    return save_chance(save_number(b, load.team, False, load.cover), sign, one)


def packet_fate(b: Battle, team: Team, shot: Shot, spoiled: bool, one: Number) -> tuple[Number, Number]:
    """6.18, 9.4-9.10 Of a packet that has hit: the chance that the Team is lost, and that it is only suppressed."""
    chances = throws(shot.dice, hit_chance(b, shot, one), one)
    some = one - chances[0]
    lost = suppressed = one * 0
    for hits, chance in enumerate(chances):
        if hits and chance:
            gone, down = fate_of_hits(b, team, shot, hits, spoiled_for(b, team, spoiled), one)
            lost += chance / some * gone
            suppressed += chance / some * down
    return lost, suppressed


def fate_of_hits(b: Battle, team: Team, shot: Shot, hits: int, spoiled: bool, one: Number) -> tuple[Number, Number]:
    """What some hits of one AT weapon do."""
    number = b.land.numbers
    if not team.type.armored:
        count = hits if team.type.soft_skinned else min(hits, number["at_saves"])
        need = save_number(b, team, True, cover_of(b, team, shot.team))
        return one - save_chance(need, reroll_sign(spoiled, False), one) ** count, one * 0
    close = within(shot.team, team, number["close_range"])
    sign = reroll_sign(spoiled or close, skirts(team, shot.weapon))
    hull, turret = aspects(team, shot.team)
    on_turret = one * (7 - number["turret_hit"]) / 6 if hull != turret else one * 0
    destroy = one * (7 - number["damage_destroyed"]) / 6
    hurt = one * (7 - number["damage_suppressed"]) / 6
    lost = unhurt = one * 0
    for front, weight in ((turret, on_turret), (hull, one - on_turret)):
        fails = one - save_chance(team.type.front if front else team.type.flank, sign, one)
        lost += weight * (one - (one - fails * destroy) ** hits)
        unhurt += weight * (one - fails * hurt) ** hits
    return lost, one - lost - unhurt


# Reckoning ---------------------------------------------------------------------------------------


class Reckoning(Generic[Number]):
    """Adds up what can come of a shooting, over all hits and all packets."""

    __slots__ = ("b", "fates", "ledger", "lost", "one", "packets", "spoiled", "suppressions", "survival")

    def __init__(self, b: Battle, target: Target, shots: list[Shot], one: Number) -> None:
        self.b = b
        self.ledger = Ledger(b, target, shots)
        self.one: Number = one
        self.spoiled = saves_spoiled(shots)
        self.packets = [shot for shot in shots if shot.weapon.at]
        self.survival: dict[int, Number] = {
            load.team.index: die_survival(b, load, self.spoiled, one) for load in self.ledger.loads.values()
        }
        self.fates: dict[tuple[int, int], tuple[Number, Number]] = {}
        self.lost: list[Number] = []
        self.suppressions: Number = one * 0

    def fate(self, load: Load, place: int) -> tuple[Number, Number]:
        """What the packet of this number does to a Team, kept."""
        key = (load.team.index, place)
        if key not in self.fates:
            self.fates[key] = packet_fate(self.b, load.team, self.packets[place], self.spoiled, self.one)
        return self.fates[key]

    def give_die(self) -> None:
        """6.15 The next hit, to the Team most likely to save among those who may take it."""
        among = [load for load in self.ledger.loads.values() if not load.team.type.armored]
        if among:
            taker = max(self.ledger.next(among, at=False), key=lambda load: self.survival[load.team.index])
            taker.dice += 1
            taker.given += 1

    def follow(self, place: int, weight: Number, given: list[tuple[Load, int]]) -> None:
        """6.16 Every packet hits or misses; at the end of each branch the fates of all Teams are added up."""
        if weight < DUST and isinstance(weight, float):
            return
        if place == len(self.packets):
            self.add_up(weight, given)
            return
        shot = self.packets[place]
        miss = (self.one - hit_chance(self.b, shot, self.one)) ** shot.dice
        if miss:
            self.follow(place + 1, weight * miss, given)
        if miss != self.one:
            among = [load for load in self.ledger.loads.values() if load.team.type.kind == shot.aim]
            taker = min(self.ledger.next(among, at=True), key=lambda load: self.fate(load, place)[0])
            taker.given += 1
            self.follow(place + 1, weight * (self.one - miss), [*given, (taker, place)])
            taker.given -= 1

    def add_up(self, weight: Number, given: list[tuple[Load, int]]) -> None:
        """Each Team falls or stands by itself."""
        row: list[Number] = [self.one]
        for load in self.ledger.loads.values():
            if not load.given:
                continue
            stands = self.survival[load.team.index] ** load.dice if load.dice else self.one
            for other, place in given:
                if other is load:
                    gone, down = self.fate(load, place)
                    self.suppressions += weight * stands * down
                    stands *= self.one - gone
            row = together(row, [stands, self.one - stands], self.one)
        while len(self.lost) < len(row):
            self.lost.append(self.one * 0)
        for count, chance in enumerate(row):
            self.lost[count] += weight * chance


def reckon_in(b: Battle, target: Target, shots: list[Shot], one: Number) -> tuple[list[Number], Reckoning[Number]]:
    """All hits, and what comes of them."""
    plain: list[Number] = [one]
    every: list[Number] = [one]
    for shot in shots:
        row = throws(shot.dice, hit_chance(b, shot, one), one)
        every = together(every, row, one)
        if not shot.weapon.at:
            plain = together(plain, row, one)
    found: Reckoning[Number] = Reckoning(b, target, shots, one)
    for hits, chance in enumerate(plain):
        if hits:
            found.give_die()
        found.follow(0, chance, [])
    return every, found


def reckon(b: Battle, shots: list[Shot], target: Target) -> FireOdds:
    """The exact odds of these shots at this target."""
    hits, found = reckon_in(b, target, shots, Fraction(1))
    return FireOdds(shots, hits, found.lost, found.suppressions, b.land.numbers["hits_per_marker"])


def expected_fire(b: Battle, teams: list[Team], target: Target, kind: int, aimed: bool) -> tuple[float, float, float]:
    """Mean hits, Teams lost and markers, in floating point, for computer players."""
    shots = planned(b, teams, target, kind, aimed)
    if not shots:
        return 0.0, 0.0, 0.0
    hits, found = reckon_in(b, target, shots, 1.0)
    each = b.land.numbers["hits_per_marker"]
    mean = sum([number * chance for number, chance in enumerate(hits)])
    lost = sum([number * chance for number, chance in enumerate(found.lost)])
    markers = sum([chance * (number // each) for number, chance in enumerate(hits)])
    return mean, lost, markers + found.suppressions
