"""What the options of a unit are worth at first sight.

An option counts by what it costs the enemy at once, what reactions it draws on the way, and how the unit will stand:
in danger, with targets, near to what wins, in command.
"""

from typing import NamedTuple

from sandtable.systems.nations_at_war.rules.combat.assault import assault_numbers
from sandtable.systems.nations_at_war.rules.combat.fire import hits_dug_in, leader_for
from sandtable.systems.nations_at_war.rules.command import command_range, headquarters
from sandtable.systems.nations_at_war.rules.movement import destinations, moves_and_fires
from sandtable.systems.nations_at_war.showing.assault_odds import struck
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP, Action, Battle, Unit
from sandtable.systems.nations_at_war.thinking.estimates import Outlook, Shots, cost_of, hits_of_fire, price
from sandtable.systems.nations_at_war.thinking.prospect import FAR_AWAY, NEARNESS, held, weights_at
from sandtable.systems.nations_at_war.thinking.worth import Judge, unit_worth
from sandtable.table.decision import Choice

NEVER = -9.0  # worse than anything that is worth a thought


class Temper(NamedTuple):
    """What matters how much to a player, in platoons of average worth."""

    danger: float = 0.2  # a hit to be expected
    close: float = 0.1  # one to be expected from enemies who storm
    threat: float = 0.35  # one to be dealt out later
    way: float = 1.0  # the way to what wins, in parts of what it counts at this time
    near: float = 1.0  # being near to it, likewise
    nearest: float = 0.5  # nobody else is as near to what wins, in parts of what the way counts
    control: float = 1.5  # a hex that wins in one's hands, in the last turn
    won: float = 3.0  # all that wins in one's hands, in the last turn
    seat: float = 0.6  # a unit in a hex that wins, in the last turn
    risk: float = 0.8  # a hit to be expected from reactions on the way
    ground: float = 0.25  # a fight won
    blood: float = 1.0  # what a fight costs
    wait: float = 0.15  # part of its best shot that a unit which may still react keeps
    cover: float = 0.05  # a die of cover
    touch: float = 0.18  # out of command
    after: float = 1.0  # a shot after moving
    shock: float = 0.3  # part of a unit's worth that is lost while it is Disrupted
    least: float = 0.02  # what a reaction must be expected to cost the enemy


# Found by battles of the quick hand against itself with other weights; who must attack hurries, for time works
# against him.
DEFENDER = Temper(near=1.25, wait=0.18, danger=0.18)
ATTACKER = Temper(way=2.2, near=1.3, wait=0.12, danger=0.18, ground=0.4, risk=0.9)


# Of a player with more time: who has a long way to go hurries more, who holds minds danger less.
BRAVE = ATTACKER._replace(way=2.8, near=1.8, danger=0.12, wait=0.08, ground=0.6, risk=0.6)
STEADY = DEFENDER._replace(danger=0.07, touch=0.23)


def shot(b: Battle, choice: Choice, moving: bool, mover: bool, temper: Temper) -> float:
    """What a shot is expected to cost the enemy."""
    unit, target = b.unit(choice.piece), b.unit(choice.to)
    assert unit is not None and target is not None
    leader = leader_for(b, unit) if choice.number else None
    lead = leader.leadership if leader is not None else 0
    found = hits_of_fire(b, unit, target, moving, lead, mover)
    return cost_of(found, price(target, temper.shock)) - 0.01 * choice.number


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
        self.outlook = outlook = Outlook(b, side, judge, temper.shock)
        self.cost = price(unit, temper.shock)
        self.attacker = judge.victory.side == side
        weights = weights_at(b.turn, b.scenario.turns)
        self.near = temper.near * weights.near if not unit.disrupted else 0.0
        self.way = temper.way * weights.way
        self.later = outlook.yet if b.turn >= b.scenario.turns else 1.0  # how many enemies may come into sight later
        self.stakes: dict[int, float] = {}
        self.held = b.control[judge.victory.side]
        self.others = [
            min([FAR_AWAY, *[field[u.hex] for u in b.units_of[side] if u.hex >= 0 and u.index not in action.units]])
            for _, field in outlook.ways
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
            outlook, unit, temper = self.outlook, self.unit, self.temper
            danger, shots = outlook.danger(unit, place, self.cost)
            score = -temper.danger * danger - temper.close * outlook.close(unit, place, self.cost)
            if not unit.disrupted:
                score += self.later * temper.threat * outlook.threat(unit, place, False)
            score += self.approach(place)
            score += temper.cover * (outlook.saves(unit, place, False)[0] - unit.face.armor)
            if self.hq is not None and not self.takes_hq and self.b.ground.distance[place][self.hq.hex] > self.reach:
                score -= temper.touch
            found = self.stands[place] = (score, shots)
        return found

    def approach(self, place: int) -> float:
        """What it is worth to be as near to what matters as a hex is."""
        near = self.far(place)
        total = 0.0
        for (_, field), others in zip(self.outlook.ways, self.others, strict=True):
            if field[place] < others:
                total += self.temper.nearest * self.way * (others - field[place])
        if not near:
            total += self.seat(place)
        return total + self.near * NEARNESS[near] - (self.way * near if self.unit.face.mf > 1 else 0.0)

    def far(self, place: int) -> int:
        """The movement points from a hex to the nearest that matters."""
        way_out = self.judge.goals.exit
        out = way_out[place] if way_out is not None and self.attacker else FAR_AWAY
        return min([FAR_AWAY, out, *[field[place] for _, field in self.outlook.ways]])

    def seat(self, place: int) -> float:
        """What it is worth to stand in a hex that wins, if nobody else of the side does."""
        if any(unit.hex == place and unit.index not in self.action.units for unit in self.b.units_of[self.side]):
            return 0.0
        return self.temper.seat * self.outlook.late**3

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
            late = self.outlook.late**3
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
        do = choice.do
        unit, b, temper = self.unit, self.b, self.temper
        if do == "move":
            place = b.ground.index[choice.to]
            risk, _, arrives = self.risk(place)
            score = self.stand(place)[0] + self.taken(place)
            if unit.hex >= 0:
                score = arrives * score + (1 - arrives) * self.here
            score -= temper.risk * risk
            more = temper.after * self.outlook.threat(unit, place, True) if self.fires_after(place) else 0.0
            return score + more
        if do in ("fire", "fire and move"):
            moving = self.action.moved or self.action.half or do == "fire and move"
            gain = shot(b, choice, moving, False, temper)
            return self.here + gain + (0.01 if do == "fire and move" else 0.0)
        if do in ("assault", "overrun"):
            return self.storm(choice)
        if do in ("hold", "overwatch") and unit.hex >= 0:
            wait = (
                self.later * temper.wait * self.outlook.threat(unit, unit.hex, False) if not unit.disrupted else 0.0
            )
            return self.here + wait + (0.01 if do == "overwatch" else 0.0)
        if do == "stop":
            return self.here
        if do == "unload":
            return self.unloaded()
        if do == "hold":
            return NEVER
        if do == "exit":
            return 9.0
        if do == "bombard":
            target = b.units_at(b.ground.index[choice.to], 1 - self.side)
            return self.here + 0.2 * sum([unit_worth(each) for each in target])
        return NEVER

    def unloaded(self) -> float:
        """4.3.2 What it is worth to unload here: how it stands then, whom it can storm, how far it falls behind."""
        unit, place = self.unit.__copy__(), self.unit.hex
        unit.mounted = False
        unit.show()
        then = Act(self.judge, self.b, self.side, self.action, [unit], self.temper)
        score = then.stand(place)[0] - then.approach(place) + self.approach(place)
        if not unit.disrupted:
            score += self.later * self.temper.threat * self.outlook.grip(unit, place)
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


def harm(units: list[Unit], row: tuple[int, ...], shock: float) -> float:
    """What so many hits on a stack are expected to cost."""
    whole = sum(row)
    prices = [price(unit, shock) for unit in units]
    total = 0.0
    for hits, weight in enumerate(row):
        if hits and weight:
            for place, cost in enumerate(prices):
                share = (hits + len(units) - 1 - place) // len(units)
                if share:
                    total += weight / whole * cost[min(share, 3) - 1]
    return total


def more_than(row: tuple[int, ...], other: tuple[int, ...]) -> float:
    """The chance that there are more hits in the first roll than in the second."""
    chance = 0.0
    for hits, weight in enumerate(row):
        chance += weight * sum(other[:hits])
    return chance / (sum(row) * sum(other))
