"""What a unit risks and may do in a hex, estimated at a glance: tables and sums, nothing is tried out."""

from functools import cache

from sandtable.systems.nations_at_war.rules.combat.assault import assault_numbers
from sandtable.systems.nations_at_war.rules.combat.fire import (
    attack_numbers,
    cover_dice,
    defence_numbers,
    hits_dug_in,
    is_augmented,
    save_numbers,
)
from sandtable.systems.nations_at_war.rules.victory import controls
from sandtable.systems.nations_at_war.showing.dice_odds import hits_left
from sandtable.systems.nations_at_war.state.counters import UnitType
from sandtable.systems.nations_at_war.state.pieces import Battle, Unit
from sandtable.systems.nations_at_war.thinking.prospect import aims
from sandtable.systems.nations_at_war.thinking.weights import BESIDE, DONE, HARMLESS, SHAKEN, STORM
from sandtable.systems.nations_at_war.thinking.worth import Judge, face_worth, worth_after

Foe = tuple[Unit, int, float, bool]  # an enemy, what it sees, how likely it fires soon, whether it may fire at movers
Hits = tuple[float, float, float]  # the chance of one hit, of two, and of more; or what they cost
Shots = list[tuple[float, int, float]]  # what a reaction costs, whose it is, and the chance that it hurts


@cache
def hits(dice: int, to_hit: int, plus: bool, saves: int, save: int, save_plus: bool, dug_in: int) -> Hits:
    """The chance of one hit left after the defence, of two, and of more."""
    left = hits_left(dice, to_hit, plus, saves, save, save_plus, dug_in)
    whole = sum(left.row)
    one, two = [left.row[count] / whole if len(left.row) > count else 0.0 for count in (1, 2)]
    return (one, two, left.any - one - two)


def hits_of_fire(b: Battle, unit: Unit, target: Unit, moving: bool, leadership: int, mover: bool) -> Hits:
    """The hits of one unit's fire at another."""
    hard = target.face.hard
    distance = b.ground.distance[unit.hex][target.hex]
    dice, to_hit = attack_numbers(b, unit, hard, distance, moving, leadership, unit.acquired == target.index)
    saves, save = defence_numbers(b, target, unit.hex, mover, False)
    dug_in = 0 if mover else hits_dug_in(b, target.hex)
    found = hits(dice, to_hit, is_augmented(unit, hard), saves, save, hard and target.face.armor_augmented, dug_in)
    return (sum(found), 0.0, 0.0) if unit.type.mortar and hard else found


def cost_of(found: Hits, cost: Hits) -> float:
    """What hits are expected to cost."""
    return found[0] * cost[0] + found[1] * cost[1] + found[2] * cost[2]


def price(unit: Unit, shock: float) -> Hits:
    """What one hit costs this unit as it stands, two, and more (5.1.3).

    `shock` is the part of its worth that is lost while it is Disrupted.
    """
    return prices(unit.type, unit.steps, unit.disrupted, shock)


@cache
def prices(type: UnitType, steps: int, disrupted: bool, shock: float) -> Hits:
    whole = face_worth(type.sides[0][steps])
    if disrupted:
        now = whole * (1 - shock)
        first = now - worth_after(type, steps, True, 1, shock)
    else:
        now = whole
        first = now * shock
    two, more = [now - worth_after(type, steps, disrupted, hits, shock) for hits in (2, 3)]
    return (first, two, more)


class Estimates:
    """The battle as one side sees it when one of its units is to act."""

    __slots__ = ("b", "foes", "ground", "judge", "late", "side", "targets", "ways", "yet")

    def __init__(self, b: Battle, side: int, judge: Judge, shock: float) -> None:
        self.b = b
        self.side = side
        self.judge = judge
        self.ground = b.ground
        self.late = b.turn / b.scenario.turns
        self.foes: list[Foe] = []
        for foe in b.units_of[1 - side]:
            if foe.hex >= 0:
                if foe.disrupted:
                    soon = SHAKEN
                else:
                    soon = DONE if b.formations[foe.formation].activated else 1.0
                ready = not (foe.disrupted or foe.ops_complete or foe.attacked or foe.demolition)
                self.foes.append((foe, b.seen_from(foe.hex), soon, ready))
        self.targets = [(foe[0], *self.saves(foe[0], foe[0].hex), price(foe[0], shock)) for foe in self.foes]
        self.yet = sum([not b.formations[foe[0].formation].activated for foe in self.foes]) / max(1, len(self.foes))
        self.ways = self._ways()

    def _ways(self) -> list[tuple[int, list[int]]]:
        """The hexes that matter now, each with the way to it from everywhere; those not yet ours first."""
        judge, b = self.judge, self.b
        group = aims(b, judge)
        fields = judge.goals.fields
        missing = [goal for goal in group if not controls(b, self.side, goal)]
        return [(goal, fields[goal]) for goal in missing or group]

    # Cover -------------------------------------------------------------------------------------------

    def saves(self, unit: Unit, place: int) -> tuple[int, int]:
        """5.1.2 The save dice and Save Number of a unit in a hex, unconcealed, attacked from clear ground below."""
        return save_numbers(self.b, unit, cover_dice(self.b, place, unit.face.hard, True, 0))

    # Fire --------------------------------------------------------------------------------------------

    def danger(self, unit: Unit, place: int, cost: Hits) -> tuple[float, Shots]:
        """What the enemy may do to a unit in a hex in his next shots; and the shots he may take when it enters."""
        saves, save = self.saves(unit, place)
        hard = unit.face.hard
        away = self.ground.distance[place]
        total = 0.0
        shots: Shots = []
        dug_in = hits_dug_in(self.b, place)
        for foe, seen, soon, ready in self.foes:
            if not seen >> place & 1:
                continue
            dice, to_hit = self.judge.shot_numbers(self.b, foe, hard, away[foe.hex], False)
            if not dice:
                continue
            found = hits(dice, to_hit, False, saves, save, False, 0)
            harm = cost_of(found, cost)
            if ready and harm > HARMLESS:
                shots.append((harm, foe.index, sum(found)))
            if dug_in:
                harm = cost_of(hits(dice, to_hit, False, saves, save, False, dug_in), cost)
            total += soon * harm
        return (total, shots)

    def close(self, unit: Unit, place: int, cost: Hits) -> float:
        """What enemies who can soon storm a hex may do to a unit in it; armour does not help there (5.4)."""
        away = self.ground.distance[place]
        total = 0.0
        for foe, _, soon, _ in self.foes:
            face = foe.face
            if face.assault and face.starts_assault and away[foe.hex] <= STORM and not foe.disrupted:
                total += soon * cost_of(hits(face.assault, face.assault_to_hit, False, 0, 6, False, 0), cost)
        return total

    def grip(self, unit: Unit, place: int) -> float:
        """What a unit may do at close quarters to an enemy next to a hex: to him whom it costs most (5.4)."""
        best = 0.0
        for foe, _, _, cost in self.targets:
            if unit.face.starts_assault and self.ground.distance[place][foe.hex] <= 1:
                dice, to_hit = assault_numbers(self.b, unit, [foe], foe.hex, 0, False, True, [])
                dug_in = hits_dug_in(self.b, foe.hex)
                best = max(best, cost_of(hits(max(0, dice), to_hit, False, 0, 6, False, dug_in), cost))
        return best

    def threat(self, unit: Unit, place: int, moving: bool) -> float:
        """The best shot of a unit from a hex, with a little for those beside it."""
        best = rest = 0.0
        seen = self.b.seen_from(place)
        away = self.ground.distance[place]
        for foe, saves, save, cost in self.targets:
            if not seen >> foe.hex & 1:
                continue
            dice, to_hit = self.judge.shot_numbers(self.b, unit, foe.face.hard, away[foe.hex], moving)
            if not dice:
                continue
            dug_in = hits_dug_in(self.b, foe.hex)
            gain = cost_of(hits(dice, to_hit, False, saves, save, False, dug_in), cost)
            rest += gain
            if gain > best:
                best = gain
        return best + BESIDE * (rest - best)
