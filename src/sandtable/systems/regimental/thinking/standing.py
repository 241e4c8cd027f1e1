"""What tells who will win, counted quickly: points held, strength, who stands at the target hexes, and the clock.

All of it is what has changed since the battle began: scenarios are as different as can be, and are made to be fair.
"""

from math import log, tanh

from sandtable.systems.regimental.rules.victory import points, total
from sandtable.systems.regimental.state.pieces import Battle
from sandtable.systems.regimental.state.setup import new_battle
from sandtable.systems.regimental.thinking.prospect import prospect
from sandtable.table.kept import Kept
from sandtable.table.outlook import Standing

SIGNS = (
    "must take ground",  # this side has to hold so many points at the end
    "wins now",
    "loses now",
    "points held",  # beyond what is needed, part of all
    "strength left",
    "strength",
    "guns",
    "companies",
    "HQs",
    "nearer to what is missing",  # the nearest stand to each target hex that the attacker lacks
    "force at what is missing",  # strength of both sides around it
    "nearer to what is held",
    "force at what is held",
    "attackers' way",  # of the second nearest stand
    "storm",  # strength beside what is missing, against who is in it
    "storm to come",  # the same of those who have yet to act
    "guard",  # strength in what is held, against the enemy beside it
    "air",
    "still to act",
    "acts now",
    "position as a whole",  # what planners think of it
)
AROUND = 3  # hexes
CLOSE = 2

_begun: Kept[list[float]] = Kept()


def standing(b: Battle, side: int) -> Standing:
    """How a side stands, in the order of `SIGNS`; all is counted for the side that must take ground."""
    attacker = b.scenario.victory.side
    sums = [Sums(b, attacker), Sums(b, 1 - attacker)]
    digest = b.scenario.digest
    at_first = _begun.get(digest, lambda: at_the_beginning(b)) if digest else at_the_beginning(b)
    sign = 1.0 if side == attacker else -1.0
    changed = [sign * (now - then) for now, then in zip(counted(b, sums), at_first, strict=True)]
    done = 1 - (sums[0].fresh + sums[1].fresh) / 2
    elapsed = (b.round_number - 1 + done) / b.scenario.turns
    return Standing([sign, *changed], elapsed, side == 0)


def at_the_beginning(b: Battle) -> list[float]:
    """What is counted before anybody has acted."""
    start, attacker = new_battle(b.scenario), b.scenario.victory.side
    return counted(start, [Sums(start, attacker), Sums(start, 1 - attacker)])


def counted(b: Battle, sums: list["Sums"]) -> list[float]:
    """How the side that must take ground stands, in the order of `SIGNS` after the first."""
    victory = b.scenario.victory
    attacker = victory.side
    mine, theirs = sums
    held, whole = points(b, attacker), max(1, total(b))
    ground = [[0.0, 0.0], [0.0, 0.0]]  # nearness and force: at what is missing, at what is held
    second = storm = to_come = guard = 0.0
    for number, objective in enumerate(b.scenario.objectives):
        away = b.ground.distance[objective.hex]
        kept = b.holders[number] == attacker
        gaps = [sorted([away[place] for place, _ in each.places])[:2] or [12] for each in sums]
        force = [sum([sp / (1 + away[place]) for place, sp in each.places if away[place] <= AROUND]) for each in sums]
        share = objective.points / whole
        ground[kept][0] += share * tanh((gaps[1][0] - gaps[0][0]) / 2)
        ground[kept][1] += share * log((force[0] + 1) / (force[1] + 1))
        holders, others = (mine, theirs) if kept else (theirs, mine)
        inside = 1 + sum([sp for place, sp in holders.places if place == objective.hex])
        beside = 1 + sum([sp for place, sp in others.places if away[place] == 1])
        if kept:
            guard += share * log(inside / beside)
        else:
            fresh = 1 + sum([sp for place, sp in mine.ready if away[place] <= CLOSE])
            storm += share * log(beside / inside)
            to_come += share * log(fresh / inside)
            second += share * min(12, gaps[0][-1]) / 12
    acting = b.regiments[b.active].side if b.active >= 0 else 1 - b.last if b.last >= 0 else -1
    return [
        1.0 if held >= victory.win else 0.0,
        -1.0 if held < victory.draw else 0.0,
        (held - victory.win) / whole,
        mine.sp / max(1, mine.whole) - theirs.sp / max(1, theirs.whole),
        log((mine.sp + 1) / (theirs.sp + 1)),
        (mine.guns - theirs.guns) / 5,
        (mine.companies - theirs.companies) / 5,
        (mine.hqs - theirs.hqs) / 3,
        ground[0][0],
        ground[0][1],
        ground[1][0],
        ground[1][1],
        -second,
        storm,
        to_come,
        guard,
        (b.air[attacker] - b.air[1 - attacker]) / 3,
        mine.fresh - theirs.fresh,
        0.0 if acting < 0 else 0.3 if acting == attacker else -0.3,
        prospect(b, attacker) / 10,
    ]


class Sums:
    """One pass over the stands of a side."""

    __slots__ = ("companies", "fresh", "guns", "hqs", "places", "ready", "sp", "whole")

    def __init__(self, b: Battle, side: int) -> None:
        self.sp = self.whole = self.guns = self.companies = self.hqs = 0
        self.places: list[tuple[int, int]] = []  # hex and strength of each stand that can take ground
        self.ready: list[tuple[int, int]] = []  # of these, who has yet to act in this round
        for stand in b.stands:
            if stand.side != side:
                continue
            if stand.regiment < 0:
                self.guns += stand.sp if stand.hex >= 0 else 0
                continue
            if not stand.type.hq:
                self.whole += stand.type.sp
            if stand.hex < 0:
                continue
            self.places.append((stand.hex, stand.sp))
            if not b.regiments[stand.regiment].activated:
                self.ready.append((stand.hex, stand.sp))
            self.companies += stand.company >= 0
            if stand.type.hq:
                self.hqs += 1
            else:
                self.sp += stand.sp
        own = [regiment for regiment in b.regiments if regiment.side == side]
        self.fresh = sum([not each.activated and not each.gone for each in own]) / max(1, len(own))
