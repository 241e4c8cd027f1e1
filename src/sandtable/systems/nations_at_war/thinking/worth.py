"""How well a side stands, and which options are worth a thought: what computer players know of this game.

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
from sandtable.systems.nations_at_war.rules.command import command_range
from sandtable.systems.nations_at_war.rules.setup import DEFAULT
from sandtable.systems.nations_at_war.rules.victory import achieved, controls, exited, victory_points
from sandtable.systems.nations_at_war.showing.dice_odds import hits_left
from sandtable.systems.nations_at_war.state.counters import Face
from sandtable.systems.nations_at_war.state.ground import Ground
from sandtable.systems.nations_at_war.state.pieces import ELIMINATED, OFF_MAP, Battle, Unit
from sandtable.systems.nations_at_war.state.scenario import Victory
from sandtable.table.decision import Choice, Decision

Net = tuple[float, float]

FAR = 99

# What matters how much, in platoons of average worth.
DISRUPTED = 0.3  # part of a unit's worth lost while it is Disrupted
GOAL = 9.0  # all that the attacker must hold, at the end of the battle
WON = 5.0  # more when the conditions hold now
PULL = 0.09  # a movement point nearer to what matters, for each unit
DANGER = 0.45  # a hit to be expected, on a unit of average worth
THREAT = 0.35  # a hit to be dealt out
LOST_TOUCH = 0.2  # a unit out of command range
FATE_WORTH = 0.35
MISSION_WORTH = 0.5
OVERWATCH_WORTH = 0.05
OPS_WORTH = 0.08  # a reaction still to come


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
    worth = 0.25 + 0.04 * face.mf
    if face.ap is not None:
        worth += face.ap.firepower * (7 - face.ap.to_hit) / 6 * (0.3 + 0.06 * face.ap.range)
    if face.he is not None:
        worth += face.he.firepower * (7 - face.he.to_hit) / 6 * (0.2 + 0.05 * face.he.range)
    worth += face.armor * (7 - face.save) / 6 * 0.6
    worth += face.assault * (7 - face.assault_to_hit) / 6 * 0.3
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
    """What hits are expected to cost a unit: the first Disrupts, the next cost steps (5.1.3)."""
    now = unit_worth(unit)
    type = unit.type
    if unit.disrupted:
        reduced = face_worth(type.sides[0][unit.steps - 1]) * (1 - DISRUPTED) if unit.steps > 1 else 0.0
        return one * (now - reduced) + more * now
    disrupted = now * (1 - DISRUPTED)
    reduced = face_worth(type.sides[0][unit.steps - 1]) * (1 - DISRUPTED) if unit.steps > 1 else 0.0
    return one * (now - disrupted) + more * (now - reduced)


# Ground ------------------------------------------------------------------------------------------


class Goals:
    """What must be held or left by on a map to win, and how far every hex is from it."""

    __slots__ = ("exit", "fields", "groups", "hexes")

    def __init__(self, ground: Ground, victory: Victory) -> None:
        if victory.kind == "railroad_chain":
            line = order_line(ground)
            self.groups = [line[i : i + victory.count] for i in range(len(line) - victory.count + 1)]
        else:
            self.groups = [victory.bridge + victory.hexes]
        self.hexes = sorted({place for group in self.groups for place in group})
        self.fields = {place: field_to(ground, [place]) for place in self.hexes}
        self.exit = field_to(ground, victory.edge) if victory.edge else None  # to the nearest exit hex


def order_line(ground: Ground) -> list[int]:
    """The railroad hexes from one end of the line to the other."""
    left = set(ground.railroad)
    ends = [h for h in ground.railroad if sum(k in left for k in ground.neighbours[h]) <= 1]
    line = [ends[0] if ends else ground.railroad[0]]
    left.discard(line[0])
    while left:
        near = [k for k in ground.neighbours[line[-1]] if k in left]
        if not near:
            break
        line.append(near[0])
        left.discard(near[0])
    return line


def field_to(ground: Ground, goals: list[int]) -> list[int]:
    """The movement points from every hex to the nearest goal for a hard target, wrecks and units left aside."""
    cost = [FAR] * ground.size
    for goal in goals:
        cost[goal] = 0
    queue = goals.copy()
    while queue:
        queue.sort(key=lambda place: cost[place])
        place = queue.pop(0)
        for near in ground.neighbours[place]:
            if ground.passable >> near & 1:
                total = cost[place] + ground.cost(near, place, True, 0, 0, 0)
                if total < cost[near]:
                    cost[near] = total
                    queue.append(near)
    return cost


# The evaluation ----------------------------------------------------------------------------------


class Judge:
    """The evaluation for battles on one map with one victory condition."""

    __slots__ = ("goals", "ground", "victory")

    def __init__(self, ground: Ground, victory: Victory) -> None:
        self.ground = ground
        self.victory = victory
        self.goals = Goals(ground, victory)

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
                total += 0.3 * hq.steps
                away = distance[hq.hex]
                reach = command_range(b, hq)
                for unit in b.units_of[side]:
                    if unit.formation == hq.formation and unit.hex >= 0 and away[unit.hex] > reach:
                        total -= LOST_TOUCH
            elif hq.hex != ELIMINATED:
                total += 0.3 * hq.steps
        return total

    def progress(self, b: Battle) -> float:
        """How near the attacker is to what wins, and how near both sides' units are to where it is decided."""
        victory = self.victory
        attacker = victory.side
        group, held = self.best_group(b, attacker)
        late = 0.4 + 0.6 * b.turn / b.scenario.turns
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
                near = 24
            else:
                continue
            total += PULL * min(near, 24) * (1.0 if unit.face.mf > 1 else 0.2)
        # Somebody must go all the way: the nearest unit to each hex counts once more.
        for field in chosen:
            near = min([field[unit.hex] for unit in b.units_of[side] if unit.hex >= 0], default=24)
            total += 2 * PULL * min(near, 24)
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
                        score += 6.0
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
        ready = 0.35 if unit.disrupted else (0.7 if unit.ops_complete else 1.0)
        return ready * price_of_hits(target, one, more)

    # Exact values --------------------------------------------------------------------------------

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


# Which options are worth a thought ---------------------------------------------------------------


def shortlist(b: Battle, decision: Decision, judge: Judge) -> list[Choice]:
    """The options that a quick player considers; none means all."""
    kind = decision.kind
    options = decision.options()
    if kind == "operation":
        return [next_actor(b, options, judge)]
    if kind == "setup" and DEFAULT in options:
        return [DEFAULT]
    if kind == "action":
        left_out = ("split", "smoke and move", "demolish", "fate move", "disembark", "back")
        return [c for c in options if c.do not in left_out]
    if kind in ("fate", "fate marker"):
        return [c for c in options if c.do == "pass"]
    if kind == "opportunity fire":
        return [c for c in options if c.do != "fate free"]
    if kind == "artillery target":
        return best_hexes(b, options, b.formations[b.active].side, 6)
    if kind == "recon plane":
        return best_hexes(b, options, [s.key for s in b.scenario.sides].index(decision.seat), 1)
    return []


def next_actor(b: Battle, options: list[Choice], judge: Judge) -> Choice:
    """Units that see the enemy act before those that do not, the nearest to the goal first."""
    acts = [choice for choice in options if choice.do == "act" and not choice.to]
    if not acts:
        return next(choice for choice in options if choice.do == "finish")
    attacker = judge.victory.side
    fields = [judge.goals.fields[goal] for goal in judge.best_group(b, attacker)[0]]
    if judge.goals.exit is not None:
        fields.append(judge.goals.exit)
    best = acts[0]
    best_key = (9.0, 9.0, 9.0)
    for choice in acts:
        unit = b.unit(choice.piece)
        assert unit is not None
        if unit.hex < 0:
            key = (2.0, 0.0, float(choice.number))
        else:
            seen = b.seen_from(unit.hex) & b.occupied(1 - unit.side)
            near = min([field[unit.hex] for field in fields], default=0)
            # An HQ goes along while the front is still far, and stays put when it is near.
            hq = float(1 - choice.number if near > 4 else choice.number)
            key = (0.0 if seen else 1.0, float(near), hq)
        if key < best_key:
            best, best_key = choice, key
    return best


def best_hexes(b: Battle, options: list[Choice], side: int, count: int) -> list[Choice]:
    """The hexes with most enemies and fewest friends in and around them."""
    ground = b.ground
    enemies = [unit.hex for unit in b.units_of[1 - side] if unit.hex >= 0]
    friends = [unit.hex for unit in b.units_of[side] if unit.hex >= 0]

    def count_at(choice: Choice) -> float:
        away = ground.distance[ground.index[choice.to]]
        near = sum([2.0 if away[h] == 0 else 1.0 for h in enemies if away[h] <= 1])
        far = sum([0.1 for h in enemies if away[h] <= 4])
        return near + far - sum([1.5 for h in friends if away[h] <= 1])

    return sorted(options, key=count_at, reverse=True)[:count]
