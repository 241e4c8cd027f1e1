"""Exact odds of a shooting before anyone commits to it, from the very numbers that the shooting itself uses.

Where the owner of the target may choose who takes a hit, he is taken to choose the Team most likely to save. Nobody
declares going to ground, and no leader directs.
"""

from fractions import Fraction
from math import comb

from sandtable.systems.miniatures.rules.fire.allocation import Ledger, Load
from sandtable.systems.miniatures.rules.fire.save_numbers import aspects, save_number
from sandtable.systems.miniatures.rules.fire.saves import reroll_sign, rolls_again, skirts
from sandtable.systems.miniatures.rules.fire.sensible import best_aim, prefers_coax
from sandtable.systems.miniatures.rules.fire.to_hit import (
    Shot,
    aim_dice,
    aims,
    automatic_miss,
    face_to_hit,
    fire_points,
    saves_spoiled,
    set_needs,
    shots_of,
)
from sandtable.systems.miniatures.rules.leaders import Target
from sandtable.systems.miniatures.rules.sight import cover_of, within
from sandtable.systems.miniatures.state.book import NO_SAVE
from sandtable.systems.miniatures.state.pieces import Battle, Team

NONE, ONE = Fraction(0), Fraction(1)
Chances = list[Fraction]  # of 0, 1, 2 ...


class FireOdds:
    """The odds of a shooting: its shots, and how likely each number of hits and of Teams lost is."""

    __slots__ = ("hits", "lost", "markers", "per_marker", "shots", "suppressions")

    def __init__(
        self, shots: list[Shot], hits: Chances, lost: Chances, suppressions: Fraction, per_marker: int
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
    for one in shots:
        if one.weapon.at:
            dice = {aim: aim_dice(b, one, aim) for aim in aims(one)}
            one.aim = best_aim(dice)
            one.dice = dice[one.aim]
        else:
            one.dice = fire_points(b, one, one.aim, True)
        one.rerolls = "3.3.d" if aimed else ""
    shots = [one for one in shots if one.dice]
    set_needs(b, shots, target, kind)
    return shots


# Dice --------------------------------------------------------------------------------------------


def hit_chance(b: Battle, shot: Shot) -> Fraction:
    """6.13, 6.14, 3.3.d The chance of one die."""
    if automatic_miss(b, shot):
        return NONE
    chance = Fraction(7 - face_to_hit(shot.need), 6)
    return ONE - (ONE - chance) ** 2 if shot.rerolls else chance


def throws(dice: int, chance: Fraction) -> Chances:
    """How likely 0, 1, 2 ... of some dice succeed.

    >>> throws(2, Fraction(1, 3))
    [Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)]
    """
    return [comb(dice, hits) * chance**hits * (ONE - chance) ** (dice - hits) for hits in range(dice + 1)]


def together(first: Chances, second: Chances) -> Chances:
    """The sum of two independent numbers."""
    found = [NONE] * (len(first) + len(second) - 1)
    for i, p in enumerate(first):
        for j, q in enumerate(second):
            found[i + j] += p * q
    return found


def save_chance(need: int, sign: int) -> Fraction:
    """8.1 The chance of one save, with its re-roll: above 0 of failures, below 0 of successes."""
    if need >= NO_SAVE:
        return NONE
    chance = Fraction(7 - need, 6)
    if sign > 0:
        return ONE - (ONE - chance) ** 2
    return chance * chance if sign < 0 else chance


# Fates -------------------------------------------------------------------------------------------


def die_survival(b: Battle, load: Load, spoiled: bool) -> Fraction:
    """The chance that a Team saves against one hit of a weapon that is not AT."""
    sign = reroll_sign(rolls_again(b, load.team, spoiled), False)
    return save_chance(save_number(b, load.team, False, load.cover), sign)


def packet_fate(b: Battle, team: Team, shot: Shot, spoiled: bool) -> tuple[Fraction, Fraction]:
    """6.18, 9.4-9.10 Of a packet that has hit: the chance that the Team is lost, and that it is only suppressed."""
    chances = throws(shot.dice, hit_chance(b, shot))
    some = ONE - chances[0]
    lost = suppressed = NONE
    for hits, chance in enumerate(chances):
        if hits and chance:
            gone, down = fate_of_hits(b, team, shot, hits, rolls_again(b, team, spoiled))
            lost += chance / some * gone
            suppressed += chance / some * down
    return lost, suppressed


def fate_of_hits(b: Battle, team: Team, shot: Shot, hits: int, spoiled: bool) -> tuple[Fraction, Fraction]:
    """What some hits of one AT weapon do."""
    number = b.land.numbers
    if not team.type.armored:
        count = hits if team.type.soft_skinned else min(hits, number["at_saves"])
        need = save_number(b, team, True, cover_of(b, team, shot.team))
        return ONE - save_chance(need, reroll_sign(spoiled, False)) ** count, NONE
    close = within(shot.team, team, number["close_range"])
    sign = reroll_sign(spoiled or close, skirts(team, shot.weapon))
    hull, turret = aspects(team, shot.team)
    on_turret = Fraction(7 - number["turret_hit"], 6) if hull != turret else NONE
    destroy = Fraction(7 - number["damage_destroyed"], 6)
    hurt = Fraction(7 - number["damage_suppressed"], 6)
    lost = unhurt = NONE
    for front, weight in ((turret, on_turret), (hull, ONE - on_turret)):
        fails = ONE - save_chance(team.type.front if front else team.type.flank, sign)
        lost += weight * (ONE - (ONE - fails * destroy) ** hits)
        unhurt += weight * (ONE - fails * hurt) ** hits
    return lost, ONE - lost - unhurt


# Adding up ---------------------------------------------------------------------------------------


class Tally:
    """Adds up what can come of a shooting, over all hits and all packets."""

    __slots__ = ("b", "fates", "ledger", "lost", "packets", "spoiled", "suppressions", "survival")

    def __init__(self, b: Battle, target: Target, shots: list[Shot]) -> None:
        self.b = b
        self.ledger = Ledger(b, target, shots)
        self.spoiled = saves_spoiled(shots)
        self.packets = [shot for shot in shots if shot.weapon.at]
        self.survival: dict[int, Fraction] = {
            load.team.index: die_survival(b, load, self.spoiled) for load in self.ledger.loads.values()
        }
        self.fates: dict[tuple[int, int], tuple[Fraction, Fraction]] = {}
        self.lost: Chances = []
        self.suppressions: Fraction = NONE

    def fate(self, load: Load, place: int) -> tuple[Fraction, Fraction]:
        """What the packet of this number does to a Team, kept."""
        key = (load.team.index, place)
        if key not in self.fates:
            self.fates[key] = packet_fate(self.b, load.team, self.packets[place], self.spoiled)
        return self.fates[key]

    def give_die(self) -> None:
        """6.15 The next hit, to the Team most likely to save among those who may take it."""
        among = [load for load in self.ledger.loads.values() if not load.team.type.armored]
        if among:
            taker = max(self.ledger.next(among, at=False), key=lambda load: self.survival[load.team.index])
            taker.dice += 1
            taker.given += 1

    def follow(self, place: int, weight: Fraction, given: list[tuple[Load, int]]) -> None:
        """6.16 Every packet hits or misses; at the end of each branch the fates of all Teams are added up."""
        if place == len(self.packets):
            self.add_up(weight, given)
            return
        shot = self.packets[place]
        miss = (ONE - hit_chance(self.b, shot)) ** shot.dice
        if miss:
            self.follow(place + 1, weight * miss, given)
        if miss != ONE:
            takers = self.ledger.next(self.ledger.takers_of(shot), at=True)
            taker = min(takers, key=lambda load: self.fate(load, place)[0])
            taker.given += 1
            self.follow(place + 1, weight * (ONE - miss), [*given, (taker, place)])
            taker.given -= 1

    def add_up(self, weight: Fraction, given: list[tuple[Load, int]]) -> None:
        """Each Team falls or stands by itself."""
        row: Chances = [ONE]
        for load in self.ledger.loads.values():
            if not load.given:
                continue
            stands = self.survival[load.team.index] ** load.dice
            fates = [self.fate(load, place) for other, place in given if other is load]
            for gone, _ in fates:
                stands *= ONE - gone
            for gone, down in fates:  # suppressed, and not destroyed by another
                self.suppressions += weight * stands * down / (ONE - gone)
            row = together(row, [stands, ONE - stands])
        while len(self.lost) < len(row):
            self.lost.append(NONE)
        for count, chance in enumerate(row):
            self.lost[count] += weight * chance


def exact_odds(b: Battle, shots: list[Shot], target: Target) -> FireOdds:
    """The exact odds of these shots at this target: all hits, and what comes of them."""
    plain: Chances = [ONE]
    every: Chances = [ONE]
    for shot in shots:
        row = throws(shot.dice, hit_chance(b, shot))
        every = together(every, row)
        if not shot.weapon.at:
            plain = together(plain, row)
    found = Tally(b, target, shots)
    for hits, chance in enumerate(plain):
        if hits:
            found.give_die()
        found.follow(0, chance, [])
    return FireOdds(shots, every, found.lost, found.suppressions, b.land.numbers["hits_per_marker"])
