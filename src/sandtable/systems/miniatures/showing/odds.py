"""Exact odds of a shooting before anyone commits to it, from the very numbers that the shooting itself uses.

Where the owner of the target may choose who takes a hit, he is taken to choose the Team most likely to save. Nobody
declares going to ground, and no leader directs.
"""

from fractions import Fraction
from functools import cache, lru_cache
from math import comb, lcm
from typing import NamedTuple

from sandtable.systems.miniatures.rules.fire.allocation import Ledger, Load
from sandtable.systems.miniatures.rules.fire.save_numbers import aspects, save_number
from sandtable.systems.miniatures.rules.fire.saves import reroll_sign, rolls_again, skirts
from sandtable.systems.miniatures.rules.fire.sensible import best_aim, best_coax
from sandtable.systems.miniatures.rules.fire.to_hit import (
    Shot,
    aim_dice,
    aims,
    automatic_miss,
    bearing_on,
    face_to_hit,
    fire_points,
    saves_spoiled,
    set_needs,
    shots_chosen,
)
from sandtable.systems.miniatures.rules.leaders import Target
from sandtable.systems.miniatures.rules.sight import cover_of, within
from sandtable.systems.miniatures.state.book import NO_SAVE
from sandtable.systems.miniatures.state.pieces import Battle, Team

NONE, ONE = Fraction(0), Fraction(1)
Chances = list[Fraction]  # of 0, 1, 2 ...
MOST_KEPT = 4096  # of each kind: shots are much alike, and a position is looked at more than once


Down = tuple[int, int, Fraction, Fraction]  # parts, of so many; that a hit destroys; that it suppresses and no more


class FireOdds:
    """The odds of a shooting: its shots, and how likely each number of hits and of Teams lost is."""

    __slots__ = ("_down", "hits", "lost", "per_marker", "shots")

    def __init__(self, shots: list[Shot], hits: Chances, lost: Chances, down: list[Down], per_marker: int) -> None:
        self.shots = shots
        self.hits = hits  # chance of 0, 1, 2 ... hits
        self.lost = lost  # chance of 0, 1, 2 ... Teams lost
        self.per_marker = per_marker  # 11.1: so many hits for a marker
        self._down = down

    @property
    def markers(self) -> Fraction:
        """11.1 The mean number of markers for hits."""
        return sum([chance * (n // self.per_marker) for n, chance in enumerate(self.hits)], NONE)

    @property
    def suppressions(self) -> Fraction:
        """9.6 The mean number of suppression results of the damage table."""
        return sum([Fraction(parts, of) * down / (ONE - gone) for parts, of, gone, down in self._down], NONE)


# What would be fired -----------------------------------------------------------------------------


def planned(b: Battle, teams: list[Team], target: Target, kind: int, aimed: bool) -> list[Shot]:
    """The shots as a sensible player would fire them: the weapon and the aim with the most dice, armor first."""
    rows = bearing_on(b, teams, target)
    shots = shots_chosen(rows, best_coax(rows))
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
    return NONE if automatic_miss(b, shot) else die_chance(face_to_hit(shot.need), bool(shot.rerolls))


@cache
def die_chance(face: int, again: bool) -> Fraction:
    """The chance that a die shows this face or a higher one, `again`: with a second throw."""
    chance = Fraction(7 - face, 6)
    return ONE - (ONE - chance) ** 2 if again else chance


@lru_cache(MOST_KEPT)
def throws(dice: int, chance: Fraction) -> Chances:
    """How likely 0, 1, 2 ... of some dice succeed.

    >>> throws(2, Fraction(1, 3))
    [Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)]
    """
    return [comb(dice, hits) * chance**hits * (ONE - chance) ** (dice - hits) for hits in range(dice + 1)]


def all_throws(b: Battle, shots: list[Shot]) -> Chances:
    """How likely 0, 1, 2 ... hits of all shots are: dice of one chance are thrown together."""
    dice: dict[Fraction, int] = {}
    for shot in shots:
        chance = hit_chance(b, shot)
        dice[chance] = dice.get(chance, 0) + shot.dice
    found: Chances = [ONE]
    for chance, number in dice.items():
        found = together(found, throws(number, chance))
    return found


def together(first: Chances, second: Chances) -> Chances:
    """The sum of two independent numbers."""
    one, of_one = in_parts(first)
    other, of_other = in_parts(second)
    found = [0] * (len(one) + len(other) - 1)
    for i, p in enumerate(one):
        for j, q in enumerate(other):
            found[i + j] += p * q
    return [Fraction(parts, of_one * of_other) for parts in found]


def in_parts(chances: Chances) -> tuple[list[int], int]:
    """The same as so many parts each, and of how many: integers are added and multiplied quicker than fractions."""
    whole = lcm(*[chance.denominator for chance in chances])
    return [chance.numerator * (whole // chance.denominator) for chance in chances], whole


@cache
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


class Mark(NamedTuple):
    """What the hits of an AT weapon meet, as far as it matters for the fate of a Team."""

    saves: tuple[tuple[int, Fraction], ...]  # the number it needs, and how often it is that one: hull and turret
    sign: int  # 8.1: of the re-rolls
    most: int  # saves it rolls at most; 0: one for each hit
    destroyed: int  # 9.6: from this number on the damage table; 0: a failed save is the end
    suppressed: int = 0


def mark_of(b: Battle, team: Team, shot: Shot, spoiled: bool) -> Mark:
    """9.4-9.10 What an AT weapon meets in a Team."""
    number = b.land.numbers
    if not team.type.armored:
        need = save_number(b, team, True, cover_of(b, team, shot.team))
        most = 0 if team.type.soft_skinned else number["at_saves"]
        return Mark(((need, ONE),), reroll_sign(spoiled, False), most, 0)
    close = within(shot.team, team, number["close_range"])
    sign = reroll_sign(spoiled or close, skirts(team, shot.weapon))
    hull, turret = (team.type.front if front else team.type.flank for front in aspects(team, shot.team))
    on_turret = die_chance(number["turret_hit"], False) if hull != turret else NONE
    saves = ((turret, on_turret), (hull, ONE - on_turret))
    return Mark(saves, sign, 0, number["damage_destroyed"], number["damage_suppressed"])


@lru_cache(MOST_KEPT)
def packet_fate(dice: int, chance: Fraction, mark: Mark) -> tuple[Fraction, Fraction]:
    """6.18 Of a packet that has hit: the chance that the Team is lost, and that it is only suppressed."""
    chances = throws(dice, chance)
    some = ONE - chances[0]
    lost = suppressed = NONE
    for hits, of_so_many in enumerate(chances):
        if hits and of_so_many:
            gone, down = fate_of_hits(mark, hits)
            lost += of_so_many / some * gone
            suppressed += of_so_many / some * down
    return lost, suppressed


def fate_of_hits(mark: Mark, hits: int) -> tuple[Fraction, Fraction]:
    """What some hits of one AT weapon do."""
    if not mark.destroyed:
        [(need, _)] = mark.saves
        return ONE - save_chance(need, mark.sign) ** min(hits, mark.most or hits), NONE
    destroy, hurt = die_chance(mark.destroyed, False), die_chance(mark.suppressed, False)
    lost = unhurt = NONE
    for need, weight in mark.saves:
        fails = ONE - save_chance(need, mark.sign)
        lost += weight * (ONE - (ONE - fails * destroy) ** hits)
        unhurt += weight * (ONE - fails * hurt) ** hits
    return lost, ONE - lost - unhurt


# Adding up ---------------------------------------------------------------------------------------


class Tally:
    """Adds up what can come of a shooting, over all hits and all packets."""

    __slots__ = ("b", "down", "fates", "ledger", "lost", "of", "packets", "spoiled", "survival")

    def __init__(self, b: Battle, target: Target, shots: list[Shot]) -> None:
        self.b = b
        self.ledger = Ledger(b, target, shots)
        self.spoiled = saves_spoiled(shots)
        self.packets = [shot for shot in shots if shot.weapon.at]
        self.survival: dict[int, Fraction] = {
            load.team.index: die_survival(b, load, self.spoiled) for load in self.ledger.loads.values()
        }
        self.fates: dict[tuple[int, int], tuple[Fraction, Fraction]] = {}
        self.lost: list[int] = []  # how often 0, 1, 2 ... Teams are lost
        self.of = 1  # of so many times
        self.down: list[Down] = []  # Teams that may be suppressed and not destroyed by another hit

    def fate(self, load: Load, place: int) -> tuple[Fraction, Fraction]:
        """What the packet of this number does to a Team, kept."""
        key = (load.team.index, place)
        if key not in self.fates:
            shot = self.packets[place]
            mark = mark_of(self.b, load.team, shot, rolls_again(self.b, load.team, self.spoiled))
            self.fates[key] = packet_fate(shot.dice, hit_chance(self.b, shot), mark)
        return self.fates[key]

    def give_die(self) -> None:
        """6.15 The next hit, to the Team most likely to save among those who may take it."""
        among = [load for load in self.ledger.loads.values() if not load.team.type.armored]
        if among:
            taker = max(self.ledger.next(among, at=False), key=lambda load: self.survival[load.team.index])
            taker.dice += 1
            taker.given += 1

    def follow(self, place: int, parts: int, whole: int, given: list[tuple[Load, int]]) -> None:
        """6.16 Every packet hits or misses; at the end of each branch the fates of all Teams are added up.

        It comes to this branch `parts` times of `whole`.
        """
        if place == len(self.packets):
            self.add_up(parts, whole, given)
            return
        shot = self.packets[place]
        miss = (ONE - hit_chance(self.b, shot)) ** shot.dice
        whole *= miss.denominator
        if miss:
            self.follow(place + 1, parts * miss.numerator, whole, given)
        if miss != ONE:
            takers = self.ledger.next(self.ledger.takers_of(shot), at=True)
            taker = min(takers, key=lambda load: self.fate(load, place)[0])
            taker.given += 1
            self.follow(place + 1, parts * (miss.denominator - miss.numerator), whole, [*given, (taker, place)])
            taker.given -= 1

    def add_up(self, parts: int, whole: int, given: list[tuple[Load, int]]) -> None:
        """Each Team falls or stands by itself."""
        row, before = [parts], whole
        for load in self.ledger.loads.values():
            if not load.given:
                continue
            survival = self.survival[load.team.index]
            stood, of = survival.numerator**load.dice, survival.denominator**load.dice
            fates = [self.fate(load, place) for other, place in given if other is load]
            for gone, _ in fates:
                stood, of = stood * (gone.denominator - gone.numerator), of * gone.denominator
            self.down += [(parts * stood, before * of, gone, down) for gone, down in fates if down]
            whole *= of
            fell = of - stood
            row = [stood * same + fell * fewer for same, fewer in zip([*row, 0], [0, *row], strict=True)]
        self.add(row, whole)

    def add(self, row: list[int], whole: int) -> None:
        """These chances of 0, 1, 2 ... Teams lost, as parts of a whole; integers are added quicker than fractions."""
        of = lcm(self.of, whole)
        old, new = of // self.of, of // whole
        row = row + [0] * (len(self.lost) - len(row))
        lost = self.lost + [0] * (len(row) - len(self.lost))
        self.lost = [each * old + more * new for each, more in zip(lost, row, strict=True)]
        self.of = of


def exact_odds(b: Battle, shots: list[Shot], target: Target) -> FireOdds:
    """The exact odds of these shots at this target: all hits, and what comes of them."""
    plain = all_throws(b, [shot for shot in shots if not shot.weapon.at])
    found = Tally(b, target, shots)
    for hits, chance in enumerate(plain):
        if hits:
            found.give_die()
        found.follow(0, chance.numerator, chance.denominator, [])
    lost = [Fraction(parts, found.of) for parts in found.lost]
    return FireOdds(shots, all_throws(b, shots), lost, found.down, b.land.numbers["hits_per_marker"])
