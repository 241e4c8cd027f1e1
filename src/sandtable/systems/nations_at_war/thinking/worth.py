"""How well a side stands.

The evaluation counts in platoons: what is left of both sides, how near the attacker is to what wins (13.1.e),
who can hurt whom from where they stand now, and whether units are in command. Everything else a bot finds out by
trying its options.
"""

from collections.abc import Sequence
from functools import cache

from sandtable.systems.nations_at_war.rules.combat.fire import (
    attack_numbers,
    defence_numbers,
    hits_dug_in,
    is_augmented,
)
from sandtable.systems.nations_at_war.rules.combat.hits import effect
from sandtable.systems.nations_at_war.rules.command import command_range
from sandtable.systems.nations_at_war.rules.victory import achieved, controls, exited, victory_points
from sandtable.systems.nations_at_war.showing.dice_odds import hits_left
from sandtable.systems.nations_at_war.state.counters import Face, UnitType
from sandtable.systems.nations_at_war.state.ground import Ground
from sandtable.systems.nations_at_war.state.pieces import ELIMINATED, OFF_MAP, Battle, Unit
from sandtable.systems.nations_at_war.state.scenario import Victory
from sandtable.systems.nations_at_war.thinking.goals import Goals
from sandtable.systems.nations_at_war.thinking.weights import (
    AP,
    AP_RANGE,
    ARMOUR,
    ASSAULT,
    CHAIN_HELD,
    DANGER,
    DISRUPTED,
    EARLY,
    FACE,
    FACE_MF,
    FAR_AWAY,
    FATE_WORTH,
    GOAL,
    HE,
    HE_RANGE,
    HQ_STEP,
    LOST_TOUCH,
    MISSION_WORTH,
    OVERWATCH_WORTH,
    PULL,
    PULL_NEAREST,
    PULL_SLOW,
    READY_DISRUPTED,
    READY_DONE,
    THREAT,
    WON,
)

Net = tuple[float, float]

SHOTS_KEPT = 20_000  # before all are forgotten

# Dice --------------------------------------------------------------------------------------------


@cache
def net_hits(dice: int, to_hit: int, plus: bool, saves: int, save: int, save_plus: bool, dug_in: int) -> Net:
    """The chance of one hit left after the defence, and of two or more."""
    left = hits_left(dice, to_hit, plus, saves, save, save_plus, dug_in)
    whole = sum(left.row)
    one = left.row[1] / whole if len(left.row) > 1 else 0.0
    return (one, left.any - one)


# Worth -------------------------------------------------------------------------------------------


@cache
def face_worth(face: Face) -> float:
    """What one side of a counter is worth: firepower, armour, assault, speed."""
    worth = FACE + FACE_MF * face.mf
    if face.ap is not None:
        worth += face.ap.firepower * (7 - face.ap.to_hit) / 6 * (AP + AP_RANGE * face.ap.range)
    if face.he is not None:
        worth += face.he.firepower * (7 - face.he.to_hit) / 6 * (HE + HE_RANGE * face.he.range)
    worth += face.armor * (7 - face.save) / 6 * ARMOUR
    worth += face.assault * (7 - face.assault_to_hit) / 6 * ASSAULT
    return worth


def unit_worth(unit: Unit) -> float:
    """The worth of a unit as it stands, by the better of its two sides."""
    if unit.steps <= 0:
        return 0.0
    worth = face_worth(unit.type.sides[0][unit.steps])
    if unit.disrupted:
        worth *= 1 - DISRUPTED
    return worth


def price_of_hits(unit: Unit, one: float, more: float) -> float:
    """What hits are expected to cost a unit, by the chance of one and of more; more count as two."""
    now = unit_worth(unit)
    after = [worth_after(unit.type, unit.steps, unit.disrupted, hits, DISRUPTED) for hits in (1, 2)]
    return one * (now - after[0]) + more * (now - after[1])


@cache
def worth_after(type: UnitType, steps: int, disrupted: bool, hits: int, shock: float) -> float:
    """5.1.3 What is left of a unit after hits. `shock` is the part of its worth lost while it is Disrupted."""
    _, lost = effect(disrupted, steps, hits, False)
    return face_worth(type.sides[0][steps - lost]) * (1 - shock) if lost < steps else 0.0


# The evaluation ----------------------------------------------------------------------------------


class Judge:
    """The evaluation for battles on one map with one victory condition."""

    __slots__ = ("_shots", "goals", "ground", "victory")

    def __init__(self, ground: Ground, victory: Victory) -> None:
        self.ground = ground
        self.victory = victory
        self.goals = Goals(ground, victory)
        self._shots: dict[tuple[object, ...], tuple[int, int]] = {}  # of `shot_numbers`

    def evaluate(self, b: Battle, side: int) -> float:
        """How well a side stands; the other side stands as badly."""
        score = self.strength(b, 0) - self.strength(b, 1)
        progress = self.progress(b)
        score += progress if self.victory.side == 0 else -progress
        hurt_first, hurt_second = self.exposure(b)
        score -= DANGER * hurt_first - THREAT * hurt_second if side == 0 else 0.0
        score += DANGER * hurt_second - THREAT * hurt_first if side == 1 else 0.0
        return score if side == 0 else -score

    def strength(self, b: Battle, side: int) -> float:
        """What is left of a side, its support and its order."""
        total = FATE_WORTH * b.fate[side] + MISSION_WORTH * len(b.missions[side])
        distance = self.ground.distance
        for unit in b.units_of[side]:
            if unit.steps:
                total += unit_worth(unit)
                if unit.overwatch:
                    total += OVERWATCH_WORTH
        for hq in b.hqs:
            if hq.side != side:
                continue
            if hq.hex >= 0:
                total += HQ_STEP * hq.steps
                away = distance[hq.hex]
                reach = command_range(b, hq)
                for unit in b.units_of[side]:
                    if unit.formation == hq.formation and unit.hex >= 0 and away[unit.hex] > reach:
                        total -= LOST_TOUCH
            elif hq.hex != ELIMINATED:
                total += HQ_STEP * hq.steps
        return total

    def progress(self, b: Battle) -> float:
        """How near the attacker is to what wins, and how near both sides' units are to where it is decided."""
        victory = self.victory
        attacker = victory.side
        group, held = self.best_group(b, attacker)
        late = EARLY + (1 - EARLY) * b.turn / b.scenario.turns
        score = GOAL * held * late
        if achieved(b):
            score += WON * late
        missing = [place for place in group if not controls(b, attacker, place)]
        fields = self.goals.fields
        aims: list[Sequence[int]] = [fields[place] for place in missing or group]
        if not group and victory.step_points:  # nothing to go for but the enemy
            aims = [self.ground.distance[unit.hex] for unit in b.units_of[1 - attacker] if unit.hex >= 0]
        score -= self.pull(b, attacker, aims)
        score += self.pull(b, 1 - attacker, [fields[place] for place in group])
        return score

    def pull(self, b: Battle, side: int, chosen: list[Sequence[int]]) -> float:
        """How far the units of a side are from some goals or the exit, each from the nearest."""
        total = 0.0
        ways = chosen if self.goals.exit is None else [*chosen, self.goals.exit]
        if not ways:
            return total
        for unit in b.units_of[side]:
            where = unit.hex
            if where >= 0:
                near = min([field[where] for field in ways])
            elif where == OFF_MAP:
                near = FAR_AWAY
            else:
                continue
            total += PULL * min(near, FAR_AWAY) * (1.0 if unit.face.mf > 1 else PULL_SLOW)
        # Somebody must go all the way: the nearest unit to each hex counts once more.
        for field in chosen:
            near = min([field[unit.hex] for unit in b.units_of[side] if unit.hex >= 0], default=FAR_AWAY)
            total += PULL_NEAREST * PULL * min(near, FAR_AWAY)
        return total

    def best_group(self, b: Battle, attacker: int) -> tuple[list[int], float]:
        """The hexes that the attacker does best to go for, and what part of the need he holds."""
        victory = self.victory
        if victory.kind == "railroad_chain":
            best: tuple[float, int] = (-1e9, 0)
            units = [unit.hex for unit in b.units_of[attacker] if unit.hex >= 0 and not unit.disrupted]
            mine = b.control[attacker]
            for place, group in enumerate(self.goals.groups):
                score = 0.0
                for goal in group:
                    if mine >> goal & 1:
                        score += CHAIN_HELD
                    elif units:
                        field = self.goals.fields[goal]
                        score -= min([field[h] for h in units])
                if score > best[0]:
                    best = (score, place)
            chosen = self.goals.groups[best[1]]
            held = sum(1 for goal in chosen if mine >> goal & 1) / max(1, victory.count)
            return (chosen, held)
        if victory.kind == "exit":
            return ([], min(1.0, len(exited(b, attacker)) / victory.count))
        if victory.kind == "points":
            return self.best_points(b, attacker)
        mine = b.control[attacker]
        bridge = sum(1 for goal in victory.bridge if mine >> goal & 1) / max(1, len(victory.bridge))
        roads = min(victory.count, sum(1 for goal in victory.hexes if mine >> goal & 1)) / max(1, victory.count)
        if bridge < 1 and victory.bridge:
            return (victory.bridge, 0.5 * bridge + 0.5 * roads)
        fields = self.goals.fields
        units = [unit.hex for unit in b.units_of[attacker] if unit.hex >= 0] or [0]
        order = sorted(victory.hexes, key=lambda goal: (not mine >> goal & 1, min(fields[goal][h] for h in units)))
        return (victory.bridge + order[: victory.count], 0.5 + 0.5 * roads)

    def best_points(self, b: Battle, attacker: int) -> tuple[list[int], float]:
        """The nearest hexes that bring the points still missing, with those held; and what part of them he has."""
        victory = self.victory
        fields = self.goals.fields
        mine = b.control[attacker]
        units = [unit.hex for unit in b.units_of[attacker] if unit.hex >= 0] or [0]
        order = sorted(victory.hexes, key=lambda goal: (not mine >> goal & 1, min(fields[goal][h] for h in units)))
        total = victory_points(b)
        group: list[int] = []
        hoped = total
        for goal in order:
            if not mine >> goal & 1:
                if hoped >= victory.count:
                    break
                hoped += victory.points[goal]
            group.append(goal)
        return (group, min(1.0, max(0, total) / victory.count))

    def exposure(self, b: Battle) -> tuple[float, float]:
        """The hits, weighed by worth, that each side must expect from where all stand now."""
        harm = [0.0, 0.0]
        ground = self.ground
        saves: list[tuple[int, int]] = []
        for unit in b.units:
            saves.append(defence_numbers(b, unit, unit.hex, False, True) if unit.hex >= 0 else (0, 0))
        for unit in b.units_of[0]:
            if unit.hex < 0:
                continue
            seen = b.seen_from(unit.hex)
            away = ground.distance[unit.hex]
            for foe in b.units_of[1]:
                place = foe.hex
                if place < 0 or not seen >> place & 1:
                    continue
                harm[1] += self.harm(b, unit, foe, away[place], saves[foe.index])
                harm[0] += self.harm(b, foe, unit, away[place], saves[unit.index])
        return (harm[0], harm[1])

    def harm(self, b: Battle, unit: Unit, target: Unit, distance: int, save: tuple[int, int]) -> float:
        """What one unit may do to another in its next shot."""
        dice, to_hit = attack_numbers(b, unit, target.face.hard, distance, False, 0, unit.acquired == target.index)
        if not dice:
            return 0.0
        one, more = net_hits(dice, to_hit, False, save[0], save[1], False, 0)
        ready = READY_DISRUPTED if unit.disrupted else (READY_DONE if unit.ops_complete else 1.0)
        return ready * price_of_hits(target, one, more)

    # Shots ---------------------------------------------------------------------------------------

    def shot_numbers(self, b: Battle, unit: Unit, hard: bool, distance: int, moving: bool) -> tuple[int, int]:
        """The dice and To-Hit of a shot without Leadership and acquisition, kept from battle to battle."""
        key = (unit.face, unit.weapon, unit.leader, hard, distance, moving)
        found = self._shots.get(key)
        if found is None:
            if len(self._shots) > SHOTS_KEPT:
                self._shots.clear()
            found = self._shots[key] = attack_numbers(b, unit, hard, distance, moving, 0, False)
        return found

    def gain_of_fire(self, b: Battle, unit: Unit, target: Unit, moving: bool, leadership: int, mover: bool) -> float:
        """What a shot is expected to cost the enemy."""
        distance = self.ground.distance[unit.hex][target.hex]
        dice, to_hit = attack_numbers(
            b, unit, target.face.hard, distance, moving, leadership, unit.acquired == target.index
        )
        saves, save = defence_numbers(b, target, unit.hex, mover, False)
        hard = target.face.hard
        dug_in = 0 if mover else hits_dug_in(b, target.hex)
        plus = is_augmented(unit, hard)
        one, more = net_hits(dice, to_hit, plus, saves, save, hard and target.face.armor_augmented, dug_in)
        if unit.type.mortar and hard:
            one, more = one + more, 0.0
        return price_of_hits(target, one, more)
