"""13.5-13.8 What the fire of the assaulted Unit does to a charge: whether it is halted, and who falls if it is not.

A charge goes on as long as there are few hits, so only those branches are followed. Markers that lost Teams leave
behind are not handed on.
"""

from fractions import Fraction

from sandtable.systems.miniatures.rules.fire.saves import rolls_again
from sandtable.systems.miniatures.rules.fire.to_hit import Shot
from sandtable.systems.miniatures.rules.leaders import Target
from sandtable.systems.miniatures.rules.suppression import Caps, bearers, dearness
from sandtable.systems.miniatures.showing.odds import (
    ONE,
    Tally,
    all_throws,
    fate_of_hits,
    hit_chance,
    mark_of,
    throws,
)
from sandtable.systems.miniatures.state.pieces import Battle

Fallen = frozenset[int]  # the Teams lost
NOBODY: Fallen = frozenset()
Course = tuple[int, tuple[int, ...], Fallen, tuple[int, ...]]  # hits; given to each; lost; suppressed


class ChargeFire:
    """One shooting at a charge."""

    __slots__ = ("b", "dice", "limit_of_hits", "limit_of_results", "tally", "target")

    def __init__(self, b: Battle, target: Target, shots: list[Shot]) -> None:
        self.b = b
        self.target = target
        self.tally = Tally(b, target, shots)
        self.dice: dict[int, int] = {}  # saves of each Team against weapons that are not AT
        armored = [team.type.armored for team in target.teams]
        number = b.land.numbers
        self.limit_of_hits = 0 if all(armored) else number["halt_hits"]  # 13.6
        self.limit_of_results = number["halt_results"] if any(armored) else 0  # 13.8

    def goes_on(self) -> dict[Fallen, Fraction]:
        """How likely the charge is not halted, by who has fallen then."""
        found: dict[Fallen, Fraction] = {}
        plain = all_throws(self.b, [shot for shot in self.tally.ledger.shots if not shot.weapon.at])
        for hits, chance in enumerate(plain):
            if self.limit_of_hits and hits >= self.limit_of_hits:
                break
            if hits:
                self.tally.give_die()
            for course, part in self.courses(hits, chance).items():
                if not self.suppressed_to_a_halt(course):
                    found[course[2]] = found.get(course[2], Fraction(0)) + part
        return found

    def courses(self, hits: int, chance: Fraction) -> dict[Course, Fraction]:
        """All that can come of so many hits by weapons that are not AT, and of every AT weapon after them."""
        loads = list(self.tally.ledger.loads.values())
        self.dice = {load.team.index: load.dice for load in loads}
        given = tuple([load.given for load in loads])
        row: dict[Course, Fraction] = {(hits, given, NOBODY, ()): chance}
        for load in loads:
            if load.dice:
                stands = self.tally.survival[load.team.index] ** load.dice
                row = self.split(row, load.team.index, ONE - stands)
        for place in range(len(self.tally.packets)):
            row = self.after_packet(row, place)
        for load, before in zip(loads, given, strict=True):
            load.given = before
        return row

    def split(self, row: dict[Course, Fraction], index: int, falls: Fraction) -> dict[Course, Fraction]:
        """The Team falls, or stands."""
        found: dict[Course, Fraction] = {}
        for course, chance in row.items():
            self.add(found, course, chance * (ONE - falls))
            self.add(found, (course[0], course[1], course[2] | {index}, course[3]), chance * falls)
        return found

    def add(self, row: dict[Course, Fraction], course: Course, chance: Fraction) -> None:
        """Unless it is halted by that."""
        hits, _, lost, down = course
        if not chance or (self.limit_of_hits and hits >= self.limit_of_hits):
            return
        if self.limit_of_results and len(lost) + len(down) >= self.limit_of_results:
            return
        row[course] = row.get(course, Fraction(0)) + chance

    def after_packet(self, row: dict[Course, Fraction], place: int) -> dict[Course, Fraction]:
        """6.16, 6.18 The next AT weapon: all its hits go to one Team."""
        b, tally, shot = self.b, self.tally, self.tally.packets[place]
        loads = list(tally.ledger.loads.values())
        chances = throws(shot.dice, hit_chance(b, shot))
        found: dict[Course, Fraction] = {}
        for (hits, given, lost, down), chance in row.items():
            self.add(found, (hits, given, lost, down), chance * chances[0])
            for load, number in zip(loads, given, strict=True):
                load.given = number
            takers = tally.ledger.next(tally.ledger.takers_of(shot), at=True)
            taker = min(takers, key=lambda load: tally.fate(load, place)[0])
            index = taker.team.index
            now = tuple([number + (load is taker) for load, number in zip(loads, given, strict=True)])
            mark = mark_of(b, taker.team, shot, rolls_again(b, taker.team, tally.spoiled))
            for more in range(1, len(chances)):
                part = chance * chances[more]
                gone, hurt = (Fraction(0), Fraction(0)) if index in lost else fate_of_hits(mark, more)
                self.add(found, (hits + more, now, lost, down), part * (ONE - gone - hurt))
                self.add(found, (hits + more, now, lost, (*down, index)), part * hurt)
                self.add(found, (hits + more, now, lost | {index}, self.without(down, index)), part * gone)
        return found

    def without(self, down: tuple[int, ...], index: int) -> tuple[int, ...]:
        """9.6 Who is destroyed is not suppressed as well."""
        return tuple([each for each in down if each != index])

    def suppressed_to_a_halt(self, course: Course) -> bool:
        """11.1, 13.8 Markers for hits count as results too, as far as they find room."""
        hits, given, lost, down = course
        number = self.b.land.numbers
        count = hits // number["hits_per_marker"]
        if not self.limit_of_results or not count:
            return False
        loads = list(self.tally.ledger.loads.values())
        packets = {
            load.team.index: each - self.dice[load.team.index] for load, each in zip(loads, given, strict=True)
        }
        bearing = [team for team in bearers(self.b, self.target.unit) if team.index not in lost]
        caps: Caps = {}
        for index, each in packets.items():
            if each and not self.dice[index]:
                caps[index] = each * number["at_suppressions"] - down.count(index)  # 6.17, 9.7
        if not any(packets.values()):
            caps |= {team.index: 0 for team in bearing if team.type.armored}  # 9.3
        markers = {team.index: team.markers + down.count(team.index) for team in bearing}
        placed = 0
        for _ in range(count):
            bare = [team for team in bearing if not markers[team.index]]
            takers = bare or [team for team in bearing if markers[team.index] < number["most_markers"]]
            takers = [team for team in takers if caps.get(team.index, 1) > 0]
            if not takers:
                break
            hit = [team for team in takers if packets.get(team.index) or self.dice.get(team.index)]
            team = min(hit or takers, key=dearness)
            markers[team.index] += 1
            placed += 1
            if team.index in caps:
                caps[team.index] -= 1
        return len(lost) + len(down) + placed >= self.limit_of_results
