"""What the options of a unit are worth at first sight.

An option counts by what it costs the enemy at once, what reactions it draws on the way, and how the unit will stand:
in danger, with targets, near to what wins, in command.
"""

from sandtable.systems.nations_at_war.assault import assault_numbers
from sandtable.systems.nations_at_war.bot import Judge, price_of_hits, unit_worth
from sandtable.systems.nations_at_war.close_odds import struck
from sandtable.systems.nations_at_war.command import command_range, headquarters
from sandtable.systems.nations_at_war.fire import hits_dug_in, leader_for
from sandtable.systems.nations_at_war.foresight import FAR_AWAY, NEARNESS, weights_at
from sandtable.systems.nations_at_war.movement import destinations, moves_and_fires
from sandtable.systems.nations_at_war.outlook import Outlook, price
from sandtable.systems.nations_at_war.pieces import OFF_MAP, Action, Battle, Unit
from sandtable.table.decision import Choice

# What matters how much, in platoons of average worth; found by regression over battles of the quick hand against
# itself with other weights.
DANGER = 0.2  # a hit to be expected
CLOSE = 0.1  # one to be expected from enemies who storm
THREAT = 0.35  # one to be dealt out later
HURRY = 1.7  # the way to what wins counts so much more for the attacker, found by play: time works against him
NEAREST = 0.5  # nobody else is as near to what wins, in parts of what the way counts
CONTROL = 2.5  # a hex that wins in one's hands, in the last turn
RISK = 0.8  # a hit to be expected from reactions on the way
GROUND = 0.25  # a fight won
WAIT = 0.15  # part of its best shot that a unit which may still react keeps
COVER = 0.05  # a die of cover
TOUCH = 0.18  # out of command
NEVER = -9.0  # worse than anything that is worth a thought


def shot(b: Battle, judge: Judge, choice: Choice, moving: bool, mover: bool) -> float:
    """What a shot is expected to cost the enemy."""
    unit, target = b.unit(choice.piece), b.unit(choice.to)
    assert unit is not None and target is not None
    leader = leader_for(b, unit) if choice.number else None
    lead = leader.leadership if leader is not None else 0
    return judge.gain_of_fire(b, unit, target, moving, lead, mover) - 0.01 * choice.number


class Act:
    """One unit or stack that is to do something, and all that its options are weighed by."""

    def __init__(self, judge: Judge, b: Battle, side: int, action: Action, units: list[Unit]) -> None:
        self.judge = judge
        self.b = b
        self.side = side
        self.action = action
        self.units = units
        self.unit = unit = units[0]
        self.outlook = outlook = Outlook(b, side, judge)
        self.cost = price(unit)
        self.attacker = judge.victory.side == side
        weights = weights_at(b.turn, b.scenario.turns)
        self.near = weights.near if not unit.disrupted else 0.0
        self.way = weights.way * (HURRY if self.attacker else 1.0)
        self.control = CONTROL * outlook.late**3
        self.others = [
            min([FAR_AWAY, *[field[u.hex] for u in b.units_of[side] if u.hex >= 0 and u not in units]])
            for _, field in outlook.ways
        ]
        self.hq = headquarters(b, b.formations[unit.formation])
        self.reach = command_range(b, self.hq) if self.hq is not None else 0
        self.takes_hq = action.hq >= 0
        self.stands: dict[int, tuple[float, list[tuple[float, int]]]] = {}
        self.risks: dict[int, tuple[float, int]] = {}
        self.costs: dict[int, int] = {}
        self.came: dict[int, int] = {}
        if unit.hex >= 0 and not (action.fired and not action.half):
            self.costs, self.came = destinations(b, action)
        self.here = self.stand(unit.hex)[0] if unit.hex >= 0 else 0.0

    def stand(self, place: int) -> tuple[float, list[tuple[float, int]]]:
        """How well the unit stands in a hex; and the shots that its coming draws."""
        found = self.stands.get(place)
        if found is None:
            outlook, unit = self.outlook, self.unit
            danger, shots = outlook.danger(unit, place, self.cost)
            score = -DANGER * danger - CLOSE * outlook.close(unit, place, self.cost)
            if not unit.disrupted:
                score += THREAT * outlook.threat(unit, place, False)
            score += self.approach(place)
            score += COVER * (outlook.saves(unit, place, False)[0] - unit.face.armor)
            if self.hq is not None and not self.takes_hq and self.b.ground.distance[place][self.hq.hex] > self.reach:
                score -= TOUCH
            found = self.stands[place] = (score, shots)
        return found

    def approach(self, place: int) -> float:
        """What it is worth to be as near to what matters as a hex is."""
        near = FAR_AWAY
        total = 0.0
        for (_, field), others in zip(self.outlook.ways, self.others, strict=True):
            far = field[place]
            if far < near:
                near = far
            if far < others:
                total += NEAREST * self.way * (others - far)
        way_out = self.judge.goals.exit
        if way_out is not None and self.attacker:
            near = min(near, way_out[place])
        return total + self.near * NEARNESS[near] - (self.way * near if self.unit.face.mf > 1 else 0.0)

    def risk(self, place: int) -> tuple[float, int]:
        """What reactions on the way to a hex cost, and who will have fired; one shot a hex, one a unit (5.3.b)."""
        if place == self.unit.hex or place < 0:
            return (0.0, 0)
        found = self.risks.get(place)
        if found is None:
            before, fired = self.risk(self.came.get(place, OFF_MAP))
            most, who = 0.0, -1
            for harm, foe in self.stand(place)[1]:
                if harm > most and not fired >> foe & 1:
                    most, who = harm, foe
            found = self.risks[place] = (before + most, fired | (1 << who if who >= 0 else 0))
        return found

    def taken(self, place: int) -> float:
        """What moving to a hex brings in control of hexes that matter."""
        b, total = self.b, 0.0
        goals = self.judge.goals.fields
        group = [goal for goal, _ in self.outlook.ways]
        while place >= 0 and place != self.unit.hex:
            if place in goals:
                if self.attacker and not b.control[self.side] >> place & 1:
                    total += self.control if place in group else 0.2 * self.control
                elif not self.attacker and b.control[1 - self.side] >> place & 1:
                    total += self.control
            place = self.came.get(place, OFF_MAP)
        return total

    def fires_after(self, place: int) -> bool:
        """4.1.c Whether the unit may move to a hex and fire."""
        unit = self.unit
        if unit.attacked or unit.disrupted or not moves_and_fires(unit) or place not in self.costs:
            return False
        return self.costs[place] + unit.spent <= unit.face.half_mf

    def worth(self, choice: Choice) -> float:
        """What an option is worth."""
        do = choice.do
        unit, b = self.unit, self.b
        if do == "move":
            place = b.ground.index[choice.to]
            score = self.stand(place)[0] - RISK * self.risk(place)[0] + self.taken(place)
            if self.fires_after(place):
                score += self.outlook.threat(unit, place, True)
            return score
        if do in ("fire", "fire and move"):
            moving = self.action.moved or self.action.half or do == "fire and move"
            gain = shot(b, self.judge, choice, moving, False)
            return self.here + gain + (0.01 if do == "fire and move" else 0.0)
        if do in ("assault", "overrun"):
            return self.storm(choice)
        if do in ("hold", "overwatch") and unit.hex >= 0:
            wait = WAIT * self.outlook.threat(unit, unit.hex, False) if not unit.disrupted else 0.0
            return self.here + wait + (0.01 if do == "overwatch" else 0.0)
        if do == "stop":
            return self.here
        if do == "hold":
            return NEVER
        if do == "exit":
            return 9.0
        if do == "bombard":
            target = b.units_at(b.ground.index[choice.to], 1 - self.side)
            return self.here + 0.2 * sum([unit_worth(each) for each in target])
        return NEVER

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
        gain = harm(foes, dealt.row) - harm(self.units, taken.row)
        wins = more_than(dealt.row, taken.row)
        held = self.stand(place)[0] + self.taken(place)
        return gain + wins * (held + GROUND) + (1 - wins) * self.here


def harm(units: list[Unit], row: tuple[int, ...]) -> float:
    """What so many hits on a stack are expected to cost."""
    whole = sum(row)
    total = 0.0
    for hits, weight in enumerate(row):
        if hits and weight:
            for place, unit in enumerate(units):
                share = (hits + len(units) - 1 - place) // len(units)
                if share:
                    one, more = (1.0, 0.0) if share == 1 else (0.0, 1.0)
                    total += weight / whole * price_of_hits(unit, one, more)
    return total


def more_than(row: tuple[int, ...], other: tuple[int, ...]) -> float:
    """The chance that there are more hits in the first roll than in the second."""
    chance = 0.0
    for hits, weight in enumerate(row):
        chance += weight * sum(other[:hits])
    return chance / (sum(row) * sum(other))
