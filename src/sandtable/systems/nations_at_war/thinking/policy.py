"""The quick policy: what is answered by rules of thumb. The acts of the units are the plan; it tries nothing out."""

from sandtable.systems.nations_at_war.rules.dice import FATE_DICE, FATE_RALLY, FATE_SAVE
from sandtable.systems.nations_at_war.rules.movement import group
from sandtable.systems.nations_at_war.rules.operations.activation import companions
from sandtable.systems.nations_at_war.rules.operations.options import BACK, close_options, fire_options
from sandtable.systems.nations_at_war.rules.setup import DEFAULT
from sandtable.systems.nations_at_war.state.pieces import Action, Battle, Unit
from sandtable.systems.nations_at_war.thinking import fate
from sandtable.systems.nations_at_war.thinking.action_worth import Act, shot
from sandtable.systems.nations_at_war.thinking.estimates import Estimates, price
from sandtable.systems.nations_at_war.thinking.shortlist import best_hexes
from sandtable.systems.nations_at_war.thinking.weights import (
    ATTACKER,
    BOTH_STORM,
    DEFENDER,
    EFFECT_FRIEND,
    EFFECT_HARD,
    FIRE_FOR_EFFECT,
    FRONT,
    TRIFLE,
    Temper,
)
from sandtable.systems.nations_at_war.thinking.worth import Judge, unit_worth
from sandtable.table.decision import Choice, Decision

TARGET = "it has the best target"
NEAREST = "nobody has a target, and it is nearest"


class Policy:
    """Answers for battles on one map with one victory condition."""

    __slots__ = ("judge", "tempers")

    def __init__(self, judge: Judge, attacker: Temper = ATTACKER, defender: Temper = DEFENDER) -> None:
        self.judge = judge
        tempers = (attacker, defender)
        self.tempers = tempers if judge.victory.side == 0 else tempers[::-1]  # by side

    def answer(self, b: Battle, decision: Decision, side: int) -> Choice:
        """What a side answers."""
        options = decision.options()
        if len(options) == 1:
            return options[0]
        kind = decision.kind
        if kind == "action":
            return self.best_acts(b, options, side)[0][1]
        if kind == "operation":
            return self.next_unit(b, options, side)
        if kind in ("opportunity fire", "overwatch"):
            return self.react(b, options, side, decision.piece if kind == "opportunity fire" else "")
        return self.small_answer(b, decision, options, side)

    # Small questions -----------------------------------------------------------------------------

    def small_answer(self, b: Battle, decision: Decision, options: list[Choice], side: int) -> Choice:
        kind = decision.kind
        if kind == "setup" and DEFAULT in options:
            return DEFAULT
        if kind == "fate":
            return fate.moment(b, options, side, self.judge)
        if kind in ("fate marker", "coercion"):
            return next(choice for choice in options if choice.do == "pass")
        if kind in ("artillery target", "recon plane") or (kind == "ground attack" and options[0].do == "place"):
            return best_hexes(b, options, side, 1)[0]
        if kind == "fire for effect":
            return self.effect(b, options, side)
        if kind in ("retreat", "overrun exit"):
            return self.safest(b, options, side, decision.piece)
        if kind in (FATE_SAVE, FATE_RALLY):
            return fate.turn_die(options)
        if kind == FATE_DICE:
            return fate.change_dice(b, options, side)
        return options[0]

    def effect(self, b: Battle, options: list[Choice], side: int) -> Choice:
        """10.2.e Fire For Effect where it falls on enemies."""
        around = b.ground.distance[b.ground.index[options[0].to]]
        total = 0.0
        for unit in b.units:
            if unit.hex >= 0 and around[unit.hex] <= 1:
                worth = unit_worth(unit) * (EFFECT_HARD if unit.face.hard else 1.0)
                total += -EFFECT_FRIEND * worth if unit.side == side else worth
        return options[0] if total > FIRE_FOR_EFFECT else options[-1]

    def safest(self, b: Battle, options: list[Choice], side: int, piece: str) -> Choice:
        """The hex in which the unit is hurt least."""
        places = [b.ground.index[choice.to] for choice in options]
        estimates = Estimates(b, side, self.judge, self.tempers[side].shock)
        unit = b.unit(piece)
        cost = price(unit, self.tempers[side].shock)
        dangers = [(estimates.danger(unit, place, cost)[0], place) for place in places]
        return options[dangers.index(min(dangers))]

    # Reactions -----------------------------------------------------------------------------------

    def react(self, b: Battle, options: list[Choice], side: int, mover: str) -> Choice:
        """5.3, 11.0 The shot that is expected to cost most, if it is worth being taken; `mover`: who is entering."""
        temper = self.tempers[side]
        best, most = options[-1], temper.least
        for choice in options:
            if choice.do not in ("fire", "overwatch"):
                continue
            gain = shot(b, choice, False, bool(mover), temper)
            if choice.do == "overwatch":
                gain -= TRIFLE
            if gain > most:
                best, most = choice, gain
        gain, freed = fate.freed_shot(b, options, mover, temper)
        return freed if freed is not None and gain > most else best

    # Who acts ------------------------------------------------------------------------------------

    def next_unit(self, b: Battle, options: list[Choice], side: int) -> Choice:
        """Units that have targets act first, then those that are nearest to what wins."""
        return self.next_units(b, options, side)[0][0]

    def next_units(self, b: Battle, options: list[Choice], side: int) -> tuple[list[Choice], str]:
        """The same, with all who would do as well, and why they come first."""
        acts = [choice for choice in options if choice.do == "act" and not choice.to]
        if not acts:
            step = fate.best_move(b, options, side, self.judge)
            return [step or next(choice for choice in options if choice.do == "finish")], ""
        together = self.storm_together(b, options, side)
        if together is not None:
            return [together], "they storm together"
        estimates = Estimates(b, side, self.judge, self.tempers[side].shock)
        fields = [field for _, field in estimates.ways]
        if self.judge.goals.exit is not None:
            fields.append(self.judge.goals.exit)
        keys = []
        for choice in acts:
            unit = b.unit(choice.piece)
            if unit.hex < 0:
                key = (2.0, 0.0, float(choice.number))
            else:
                near = min([field[unit.hex] for field in fields], default=0)
                hq = float(1 - choice.number if near > FRONT else choice.number)
                key = (-estimates.threat(unit, unit.hex, False) if not unit.disrupted else 1.0, float(near), hq)
            keys.append(key)
        first = min(keys)
        return [choice for choice, key in zip(acts, keys, strict=True) if key == first], why_first(first[0])

    def storm_together(self, b: Battle, options: list[Choice], side: int) -> Choice | None:
        """5.4 The stack that does better to storm a hex together than each of it does alone."""
        enemies = b.occupied(1 - side)
        best, most = None, 0.0
        for choice in options:
            if choice.do != "act" or not choice.to:
                continue
            pair = [unit for unit in (b.unit(choice.piece), b.unit(choice.to)) if not unit.disrupted]
            if len(pair) < 2 or pair[0].hex < 0 or not b.ground.grid.neighbour_mask[pair[0].hex] & enemies:
                continue
            hq = companions(b, b.formations[b.active], pair)[0][choice.number - 1].index if choice.number else -1
            action = Action([unit.index for unit in pair], hq)
            storms: list[Choice] = []
            close_options(b, action, pair, b.ground.neighbours[pair[0].hex], storms)
            if not storms:
                continue
            act = Act(self.judge, b, side, action, pair, self.tempers[side])
            gain = max([act.worth(storm) for storm in storms]) - act.here
            if gain > most:
                gain -= self.alone(b, side, pair)
            if gain > most:
                best, most = choice, gain
        return best

    def alone(self, b: Battle, side: int, pair: list[Unit]) -> float:
        """What two units do one after the other; if both storm, the second need not when the first has won."""
        gains, storming = [], 0
        for unit in pair:
            act = Act(self.judge, b, side, Action([unit.index], -1), [unit], self.tempers[side])
            shots: list[Choice] = []
            fire_options(b, act.action, unit, shots)
            fires = max([0.0, *[act.worth(choice) - act.here for choice in shots]])
            storms: list[Choice] = []
            close_options(b, act.action, [unit], b.ground.neighbours[unit.hex], storms)
            best = max([fires, *[act.worth(choice) - act.here for choice in storms]])
            storming += best > fires
            gains.append(best)
        return max(gains) + min(gains) * (BOTH_STORM if storming > 1 else 1.0)

    # What it does --------------------------------------------------------------------------------

    def best_acts(self, b: Battle, options: list[Choice], side: int) -> list[tuple[float, Choice]]:
        """The options of a unit or stack with what they are worth, the best first."""
        action = b.action
        assert action is not None
        units = group(b, action)
        act = Act(self.judge, b, side, action, units, self.tempers[side])
        found = [(act.worth(choice), -place, choice) for place, choice in enumerate(options) if choice != BACK]
        found.sort(reverse=True)
        return [(worth, choice) for worth, _, choice in found]


def why_first(key: float) -> str:
    """Why a unit acts before others: by what it is ordered."""
    if key < 0:
        return TARGET
    return {0.0: NEAREST, 1.0: "it is Disrupted, the others are done", 2.0: "it comes on"}[key]
