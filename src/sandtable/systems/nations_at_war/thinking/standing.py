"""What tells who will win, counted quickly: what is left, where it stands, what is held, and the clock."""

from math import log

from sandtable.systems.nations_at_war.rules.victory import achieved, exited, victory_points
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP, Battle
from sandtable.systems.nations_at_war.thinking.prospect import held
from sandtable.systems.nations_at_war.thinking.weights import FAR_AWAY, NEARNESS
from sandtable.systems.nations_at_war.thinking.worth import Judge, face_worth, unit_worth
from sandtable.table.outlook import Standing

SIGNS = (
    "must attack",  # this side has to take what wins; time is against it
    "strength left",  # part of what it began with
    "strength",  # logarithm of the worth of both sides
    "armour",  # the same of hard targets alone
    "in order",  # part of its strength that is not Disrupted
    "condition holds",  # the attacker would win now
    "held",  # part of what the attacker must hold
    "attackers near",  # strength of the attacker at what wins and around it
    "defenders near",
    "way of all",  # of everybody who is in order, to what wins
    "attacker's way",  # from what is still missing, for the nearest platoon that could go
    "defender's way",
    "missing and reachable",  # missing hexes with an attacker within a move, no defender in them
    "Fate Points",
    "fire missions",
    "steps of HQs",
    "still to act",  # strength that has its impulse of this turn to come
    "acts now",
    "fire to be expected",  # the hits that each must expect from where all stand, weighed by worth
)
NEAR = 6  # movement points that a platoon may go in a turn


def standing(b: Battle, side: int, judge: Judge) -> Standing:
    """How a side stands, in the order of `SIGNS`."""
    attacker = judge.victory.side
    sign = 1.0 if side == attacker else -1.0
    group = judge.best_group(b, attacker)[0]
    fields = [judge.goals.fields[goal] for goal in group]
    if judge.goals.exit is not None:
        fields.append(judge.goals.exit)
    sums = [Sums(b, each, fields) for each in (attacker, 1 - attacker)]
    mine, theirs = sums
    control = b.control[attacker]
    missing = [goal for goal in group if not control >> goal & 1]
    ways = [mine.way_to(judge, missing), theirs.way_to(judge, missing)]
    reachable = 0.0
    occupied = b.occupied(1 - attacker)
    for goal in missing:
        field = judge.goals.fields[goal]
        if not occupied >> goal & 1 and any(field[place] <= NEAR for place in mine.places):
            reachable += 1
    acting = b.formations[b.active].side if b.active >= 0 else b.drawer
    support = [
        (
            b.fate[each],
            len(b.missions[each]),
            sum([hq.steps for hq in b.hqs if hq.side == each and hq.hex >= OFF_MAP]),
        )
        for each in (attacker, 1 - attacker)
    ]
    hurt = judge.exposure(b)
    values = [
        1.0,
        mine.worth / mine.whole - theirs.worth / theirs.whole,
        log((mine.worth + 0.5) / (theirs.worth + 0.5)),
        log((mine.hard + 0.5) / (theirs.hard + 0.5)),
        mine.order / (mine.worth + 0.5) - theirs.order / (theirs.worth + 0.5),
        1.0 if achieved(b) else 0.0,
        part_held(b, judge, control),
        mine.near / mine.whole,
        -theirs.near / theirs.whole,
        theirs.way / theirs.whole - mine.way / mine.whole,
        -ways[0],
        ways[1],
        reachable / max(1, len(group)),
        0.3 * (support[0][0] - support[1][0]),
        0.3 * (support[0][1] - support[1][1]),
        0.3 * (support[0][2] - support[1][2]),
        mine.ready / mine.whole - theirs.ready / theirs.whole,
        0.3 if acting == attacker else -0.3,
        (hurt[1 - attacker] - hurt[attacker]) / 3,
    ]
    done = sum([formation.activated for formation in b.formations]) / max(1, len(b.formations))
    elapsed = (b.turn - 1 + done) / b.scenario.turns
    return Standing([sign * value for value in values], elapsed, side == 0)


def part_held(b: Battle, judge: Judge, control: int) -> float:
    """How much of what he needs the attacker has."""
    victory = judge.victory
    if victory.kind == "exit":
        return min(1.0, len(exited(b, victory.side)) / max(1, victory.count))
    if victory.kind == "points":
        return min(1.5, max(0, victory_points(b)) / max(1, victory.count))
    return held(judge, control)[0] / max(1, len(victory.bridge) + victory.count)


class Sums:
    """One pass over the platoons of a side."""

    __slots__ = ("hard", "near", "order", "places", "ready", "way", "whole", "worth")

    def __init__(self, b: Battle, side: int, fields: list[list[int]]) -> None:
        self.whole = self.worth = self.order = self.hard = self.near = self.way = self.ready = 0.0
        self.places: list[int] = []
        for unit in b.units_of[side]:
            self.whole += face_worth(unit.type.sides[0][unit.type.steps])
            place = unit.hex
            if place < OFF_MAP:
                continue
            worth = unit_worth(unit)
            self.worth += worth
            if unit.face.hard:
                self.hard += worth
            if not unit.disrupted:
                self.order += worth
                if place >= 0:
                    self.places.append(place)
                    if fields:
                        points = min([field[place] for field in fields])
                        self.near += worth * NEARNESS[points]
                        self.way += worth * min(1.0, points / FAR_AWAY)
            if not unit.ops_complete and not b.formations[unit.formation].activated:
                self.ready += worth
        self.whole = self.whole or 1.0

    def way_to(self, judge: Judge, goals: list[int]) -> float:
        """How far its nearest platoons are from some hexes on average, in parts of a long way."""
        if not goals:
            return 0.0
        fields = judge.goals.fields
        total = 0.0
        for goal in goals:
            field = fields[goal]
            total += min([field[place] for place in self.places], default=FAR_AWAY)
        return min(1.0, total / len(goals) / FAR_AWAY)
