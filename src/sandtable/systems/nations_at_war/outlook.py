"""What a unit risks and may do in a hex, reckoned at a glance: tables and sums, nothing is tried out."""

from sandtable.systems.nations_at_war.bot import DISRUPTED, Judge, Net, face_worth, net_hits, unit_worth
from sandtable.systems.nations_at_war.fire import attack_numbers
from sandtable.systems.nations_at_war.foresight import aims
from sandtable.systems.nations_at_war.pieces import Battle, Unit
from sandtable.systems.nations_at_war.victory import controls

Foe = tuple[Unit, int, float, bool]  # an enemy, what it sees, how likely it fires soon, whether it may fire at movers
Price = tuple[float, float]  # what one hit costs a unit, and what two or more do

SHAKEN = 0.35  # how likely a Disrupted enemy fires soon: it must rally first
STORM = 2  # hexes within which an enemy may storm
DONE = 0.75  # one that has had its impulse in this turn

_numbers: dict[tuple[object, ...], tuple[int, int]] = {}


def numbers(b: Battle, unit: Unit, hard: bool, distance: int, moving: bool) -> tuple[int, int]:
    """The dice and To-Hit of a shot without Leadership and acquisition, kept from battle to battle."""
    key = (unit.face, unit.weapon, unit.leader, hard, distance, moving)
    found = _numbers.get(key)
    if found is None:
        if len(_numbers) > 20_000:
            _numbers.clear()
        found = _numbers[key] = attack_numbers(b, unit, hard, distance, moving, 0, False)
    return found


def price(unit: Unit) -> Price:
    """What hits cost this unit as it stands (5.1.3): the first Disrupts, the next cost steps."""
    now = unit_worth(unit)
    reduced = face_worth(unit.type.sides[0][unit.steps - 1]) * (1 - DISRUPTED) if unit.steps > 1 else 0.0
    if unit.disrupted:
        return (now - reduced, now)
    return (now * DISRUPTED, now - reduced)


class Outlook:
    """The battle as one side sees it when one of its units is to act."""

    __slots__ = ("b", "foes", "ground", "judge", "late", "side", "targets", "ways")

    def __init__(self, b: Battle, side: int, judge: Judge) -> None:
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
        self.targets = [(foe[0], *self.saves(foe[0], foe[0].hex, False), *price(foe[0])) for foe in self.foes]
        self.ways = self._ways()

    def _ways(self) -> list[tuple[int, list[int]]]:
        """The hexes that matter now, each with the way to it from everywhere; those not yet ours first."""
        judge, b = self.judge, self.b
        group = aims(b, judge)
        fields = judge.goals.fields
        missing = [goal for goal in group if not controls(b, self.side, goal)]
        return [(goal, fields[goal]) for goal in missing or group]

    # Cover -------------------------------------------------------------------------------------------

    def saves(self, unit: Unit, place: int, from_hill: bool) -> tuple[int, int]:
        """The save dice and Save Number of a unit in a hex, concealment left aside (5.1.2)."""
        b, ground = self.b, self.ground
        hard = unit.face.hard
        kind = ground.terrain[place]
        bonus = kind.dice_hard if hard else kind.dice_soft
        if kind.hill_dice and not from_hill:
            bonus += kind.hill_dice
        if b.wrecks >> place & 1:
            bonus += ground.wreck.dice_hard if hard else ground.wreck.dice_soft
        if b.smoke_mask >> place & 1:
            bonus += b.smoke[place]
        if not hard:
            return (bonus, ground.numbers["soft_save"])
        return (unit.face.armor + min(bonus, ground.numbers["hard_cap"]), unit.face.save)

    # Fire --------------------------------------------------------------------------------------------

    def net(self, unit: Unit, hard: bool, distance: int, moving: bool, saves: int, save: int, dug_in: int) -> Net:
        """The chance of one hit left, and of more."""
        dice, to_hit = numbers(self.b, unit, hard, distance, moving)
        if not dice:
            return (0.0, 0.0)
        return net_hits(dice, to_hit, False, saves, save, False, dug_in)

    def danger(self, unit: Unit, place: int, cost: Price) -> tuple[float, list[tuple[float, int]]]:
        """What the enemy may do to a unit in a hex in his next shots; and the shots he may take when it enters."""
        saves, save = self.saves(unit, place, False)
        hard = unit.face.hard
        away = self.ground.distance[place]
        total = 0.0
        shots = []
        dug_in = self.b.improved >> place & 1
        for foe, seen, soon, ready in self.foes:
            if not seen >> place & 1:
                continue
            dice, to_hit = numbers(self.b, foe, hard, away[foe.hex], False)
            if not dice:
                continue
            one, more = net_hits(dice, to_hit, False, saves, save, False, 0)
            harm = one * cost[0] + more * cost[1]
            if ready and harm > 0.02:
                shots.append((harm, foe.index))
            if dug_in:
                one, more = net_hits(dice, to_hit, False, saves, save, False, dug_in)
                harm = one * cost[0] + more * cost[1]
            total += soon * harm
        return (total, shots)

    def close(self, unit: Unit, place: int, cost: Price) -> float:
        """What enemies who can soon storm a hex may do to a unit in it; armour does not help there (5.4)."""
        away = self.ground.distance[place]
        total = 0.0
        for foe, _, soon, _ in self.foes:
            face = foe.face
            if face.assault and face.starts_assault and away[foe.hex] <= STORM and not foe.disrupted:
                one, more = net_hits(face.assault, face.assault_to_hit, False, 0, 6, False, 0)
                total += soon * (one * cost[0] + more * cost[1])
        return total

    def threat(self, unit: Unit, place: int, moving: bool) -> float:
        """The best shot of a unit from a hex, with a little for those beside it."""
        best = rest = 0.0
        seen = self.b.seen_from(place)
        away = self.ground.distance[place]
        for foe, saves, save, one_hit, more_hits in self.targets:
            if not seen >> foe.hex & 1:
                continue
            dice, to_hit = numbers(self.b, unit, foe.face.hard, away[foe.hex], moving)
            if not dice:
                continue
            dug_in = self.b.improved >> foe.hex & 1
            one, more = net_hits(dice, to_hit, False, saves, save, False, dug_in)
            gain = one * one_hit + more * more_hits
            rest += gain
            if gain > best:
                best = gain
        return best + 0.15 * (rest - best)
