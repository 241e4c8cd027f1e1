"""What the options of a unit are worth at first sight.

An option counts by what it costs the enemy at once, what reactions it draws on the way, and how the unit will stand:
in danger, with targets, near to what wins, in command.
"""

from collections.abc import Callable

from sandtable.systems.nations_at_war.rules.combat.assault import assault_numbers
from sandtable.systems.nations_at_war.rules.combat.fire import hits_dug_in, leader_for
from sandtable.systems.nations_at_war.rules.command import command_range, headquarters
from sandtable.systems.nations_at_war.rules.movement import destinations, moves_and_fires
from sandtable.systems.nations_at_war.showing.assault_odds import struck
from sandtable.systems.nations_at_war.showing.dice_odds import shares
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP, Action, Battle, Unit
from sandtable.systems.nations_at_war.thinking.estimates import Estimates, Shots, cost_of, hits_of_fire, price
from sandtable.systems.nations_at_war.thinking.prospect import held, weights_at
from sandtable.systems.nations_at_war.thinking.weights import (
    FAR_AWAY,
    FATE_PRICE,
    LATE,
    LEADERSHIP_WORTH,
    LEAVES,
    NEARNESS,
    NEVER,
    SHELLED,
    TRIFLE,
    Temper,
)
from sandtable.systems.nations_at_war.thinking.worth import Judge, unit_worth
from sandtable.table.decision import Choice


def shot(b: Battle, choice: Choice, moving: bool, mover: bool, temper: Temper) -> float:
    """What a shot is expected to cost the enemy."""
    unit, target = b.unit(choice.piece), b.unit(choice.to)
    leader = leader_for(b, unit) if choice.number else None
    lead = leader.leadership if leader is not None else 0
    found = hits_of_fire(b, unit, target, moving, lead, mover)
    return cost_of(found, price(target, temper.shock)) - LEADERSHIP_WORTH * choice.number


def fate_price(b: Battle) -> float:
    """9.0 What a Fate Point is worth if it is kept: the later, the less."""
    return FATE_PRICE * (1 - b.turn / b.scenario.turns)


class Act:
    """One unit or stack that is to do something, and all that its options are weighed by."""

    def __init__(self, judge: Judge, b: Battle, side: int, action: Action, units: list[Unit], temper: Temper) -> None:
        self.judge = judge
        self.temper = temper
        self.b = b
        self.side = side
        self.action = action
        self.units = units
        self.unit = unit = units[0]
        self.estimates = estimates = Estimates(b, side, judge, temper.shock)
        self.cost = price(unit, temper.shock)
        self.attacker = judge.victory.side == side
        weights = weights_at(b.turn, b.scenario.turns)
        self.near = temper.near * weights.near if not unit.disrupted else 0.0
        self.way = temper.way * weights.way
        self.later = estimates.yet if b.turn >= b.scenario.turns else 1.0  # part of the enemies who may still come
        self.stakes: dict[int, float] = {}
        self.held = b.control[judge.victory.side]
        self.others = [
            min([FAR_AWAY, *[field[u.hex] for u in b.units_of[side] if u.hex >= 0 and u.index not in action.units]])
            for _, field in estimates.ways
        ]
        self.hq = headquarters(b, b.formations[unit.formation])
        self.reach = command_range(b, self.hq) if self.hq is not None else 0
        self.takes_hq = action.hq >= 0
        self.stands: dict[int, tuple[float, Shots]] = {}
        self.risks: dict[int, tuple[float, int, float]] = {}
        self.costs: dict[int, int] = {}
        self.came: dict[int, int] = {}
        if unit.hex >= 0 and not (action.fired and not action.half):
            self.costs, self.came = destinations(b, action)
        self.here = self.stand(unit.hex)[0] if unit.hex >= 0 else 0.0

    def stand(self, place: int) -> tuple[float, Shots]:
        """How well the unit stands in a hex; and the shots that its coming draws."""
        found = self.stands.get(place)
        if found is None:
            estimates, unit, temper = self.estimates, self.unit, self.temper
            danger, shots = estimates.danger(unit, place, self.cost)
            score = -temper.danger * danger - temper.close * estimates.close(unit, place, self.cost)
            if not unit.disrupted:
                score += self.later * temper.threat * estimates.threat(unit, place, False)
            score += self.approach(place)
            score += temper.cover * (estimates.saves(unit, place)[0] - unit.face.armor)
            if self.hq is not None and not self.takes_hq and self.b.ground.distance[place][self.hq.hex] > self.reach:
                score -= temper.touch
            found = self.stands[place] = (score, shots)
        return found

    def approach(self, place: int) -> float:
        """What it is worth to be as near to what matters as a hex is."""
        near = self.far(place)
        total = 0.0
        for (_, field), others in zip(self.estimates.ways, self.others, strict=True):
            if field[place] < others:
                total += self.temper.nearest * self.way * (others - field[place])
        if not near:
            total += self.seat(place)
        return total + self.near * NEARNESS[near] - (self.way * near if self.unit.face.mf > 1 else 0.0)

    def far(self, place: int) -> int:
        """The movement points from a hex to the nearest that matters."""
        way_out = self.judge.goals.exit
        out = way_out[place] if way_out is not None and self.attacker else FAR_AWAY
        return min([FAR_AWAY, out, *[field[place] for _, field in self.estimates.ways]])

    def seat(self, place: int) -> float:
        """What it is worth to stand in a hex that wins, if nobody else of the side does."""
        if any(unit.hex == place and unit.index not in self.action.units for unit in self.b.units_of[self.side]):
            return 0.0
        return self.temper.seat * self.estimates.late**LATE

    def risk(self, place: int) -> tuple[float, int, float]:
        """What reactions on the way to a hex cost, who will have fired, and the chance to arrive unhurt.

        5.3.b One shot a hex, one a unit.
        """
        if place == self.unit.hex or place < 0:
            return (0.0, 0, 1.0)
        found = self.risks.get(place)
        if found is None:
            before, fired, arrives = self.risk(self.came.get(place, OFF_MAP))
            most, who, hit = 0.0, -1, 0.0
            for harm, foe, hurt in self.stand(place)[1]:
                if harm > most and not fired >> foe & 1:
                    most, who, hit = harm, foe, hurt
            fired |= 1 << who if who >= 0 else 0
            found = self.risks[place] = (before + most, fired, arrives * (1 - hit))
        return found

    def taken(self, place: int) -> float:
        """What moving to a hex brings in control of hexes that matter."""
        goals = self.judge.goals.fields
        passed = 0
        while place >= 0 and place != self.unit.hex:
            if place in goals:
                passed |= 1 << place
            place = self.came.get(place, OFF_MAP)
        if not passed:
            return 0.0
        gain = self.stake(self.held | passed if self.attacker else self.held & ~passed) - self.stake(self.held)
        return gain if self.attacker else -gain

    def stake(self, control: int) -> float:
        """What it is worth to the attacker to control these hexes."""
        found = self.stakes.get(control)
        if found is None:
            part, done = held(self.judge, control)
            late = self.estimates.late**LATE
            found = self.stakes[control] = late * (self.temper.control * part + self.temper.won * done)
        return found

    def fires_after(self, place: int) -> bool:
        """4.1.c Whether the unit may move to a hex and fire."""
        unit = self.unit
        if unit.attacked or unit.disrupted or not moves_and_fires(unit) or place not in self.costs:
            return False
        return self.costs[place] + unit.spent <= unit.face.half_mf

    def worth(self, choice: Choice) -> float:
        """What an option is worth."""
        judged = VERBS.get(choice.do)
        return judged(self, choice) if judged is not None else NEVER

    def move(self, choice: Choice) -> float:
        """4.0 How the unit will stand, what it takes, what the way costs, and a shot after it (4.1)."""
        unit, temper = self.unit, self.temper
        place = self.b.ground.index[choice.to]
        risk, _, arrives = self.risk(place)
        score = self.stand(place)[0] + self.taken(place)
        if unit.hex >= 0:
            score = arrives * score + (1 - arrives) * self.here
        score -= temper.risk * risk
        more = temper.after * self.estimates.threat(unit, place, True) if self.fires_after(place) else 0.0
        return score + more

    def fire(self, choice: Choice) -> float:
        """5.1, 4.1.f What a shot is expected to cost the enemy."""
        both = choice.do == "fire and move"
        gain = shot(self.b, choice, self.action.moved or self.action.half or both, False, self.temper)
        return self.here + gain + (TRIFLE if both else 0.0)

    def bombard(self, choice: Choice) -> float:
        """5.1.6 A part of all that stands in the hex."""
        targets = self.b.units_at(self.b.ground.index[choice.to], 1 - self.side)
        return self.here + SHELLED * sum([unit_worth(each) for each in targets])

    def wait(self, choice: Choice) -> float:
        """5.3, 11.0 A unit that does nothing may still react."""
        unit = self.unit
        if unit.hex < 0:
            return NEVER
        shots = self.estimates.threat(unit, unit.hex, False) if not unit.disrupted else 0.0
        return self.here + self.later * self.temper.wait * shots + (TRIFLE if choice.do == "overwatch" else 0.0)

    def stop(self, choice: Choice) -> float:
        return self.here

    def push(self, choice: Choice) -> float:
        """9.0.c One hex more for a Fate Point, when its move is over: as a move, less what the point is worth."""
        place = self.b.ground.index[choice.to]
        risk, _, arrives = self.risk(place)
        then = self.stand(place)[0] + self.taken(place)
        return arrives * then + (1 - arrives) * self.here - self.temper.risk * risk - fate_price(self.b) - TRIFLE

    def leave(self, choice: Choice) -> float:
        return LEAVES

    def unload(self, choice: Choice) -> float:
        """4.3.2 What it is worth to unload here: how it stands then, whom it can storm, how far it falls behind."""
        unit, place = self.unit.__copy__(), self.unit.hex
        unit.mounted = False
        unit.show()
        then = Act(self.judge, self.b, self.side, self.action, [unit], self.temper)
        score = then.stand(place)[0] - then.approach(place) + self.approach(place)
        if not unit.disrupted:
            score += self.later * self.temper.threat * self.estimates.grip(unit, place)
        behind = min(self.far(place), self.unit.face.mf) - unit.face.mf
        return score - self.way * max(0, behind)

    def storm(self, choice: Choice) -> float:
        """5.4, 5.5 What an Assault or Overrun is worth: hits both ways, the ground if more are dealt than taken."""
        b = self.b
        place = b.ground.index[choice.to]
        foes = b.units_at(place, 1 - self.side)
        overrun = choice.do == "overrun"
        hq = b.hqs[self.action.hq] if self.action.hq >= 0 and choice.piece else None
        attack = []
        for unit in self.units:
            lead = hq.leadership if hq is not None and unit.id == choice.piece else 0
            dice, to_hit = assault_numbers(b, unit, foes, place, lead, overrun, True, [])
            attack.append((max(0, dice), to_hit, unit.face.assault_augmented))
        answer = []
        for foe in foes:
            dice, to_hit = assault_numbers(b, foe, self.units, place, 0, overrun, False, [])
            answer.append((max(0, dice), to_hit, foe.face.assault_augmented))
        dealt, taken = struck(tuple(attack), hits_dug_in(b, place)), struck(tuple(answer), 0)
        temper = self.temper
        gain = harm(foes, dealt.row, temper.shock) - temper.blood * harm(self.units, taken.row, temper.shock)
        wins = more_than(dealt.row, taken.row)
        held = self.stand(place)[0] + self.taken(place)
        return gain + wins * (held + temper.ground) + (1 - wins) * self.here


VERBS: dict[str, Callable[[Act, Choice], float]] = {
    "move": Act.move,
    "fire": Act.fire,
    "fire and move": Act.fire,
    "bombard": Act.bombard,
    "assault": Act.storm,
    "overrun": Act.storm,
    "hold": Act.wait,
    "overwatch": Act.wait,
    "stop": Act.stop,
    "fate move": Act.push,
    "unload": Act.unload,
    "exit": Act.leave,
}


def harm(units: list[Unit], row: tuple[int, ...], shock: float) -> float:
    """What so many hits on a stack are expected to cost, an odd one on the first unit (5.4.h)."""
    whole = sum(row)
    prices = [price(unit, shock) for unit in units]
    total = 0.0
    for hits, weight in enumerate(row):
        if hits and weight:
            for share, cost in zip(shares(len(units), hits)[0], prices, strict=True):
                if share:
                    total += weight / whole * cost[min(share, 3) - 1]
    return total


def more_than(row: tuple[int, ...], other: tuple[int, ...]) -> float:
    """The chance that there are more hits in the first roll than in the second."""
    chance = 0.0
    for hits, weight in enumerate(row):
        chance += weight * sum(other[:hits])
    return chance / (sum(row) * sum(other))
