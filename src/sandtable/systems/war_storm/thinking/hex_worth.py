"""How good each hex is for one unit: the way to go, cover, the fire it would meet and the fire it could give."""

from sandtable.systems.war_storm.rules.attack import factor, factor_at, reach
from sandtable.systems.war_storm.rules.movement import reach_of
from sandtable.systems.war_storm.rules.spotting import range_of
from sandtable.systems.war_storm.state.pieces import Battle, Officer, Platoon, Unit
from sandtable.systems.war_storm.thinking.fire_estimates import mean_steps
from sandtable.systems.war_storm.thinking.weights import (
    APPROACH,
    COMRADES,
    COVER,
    DOUBLE_TIME,
    EXPOSED,
    FAR,
    HORIZON,
    LED,
    OFFICER_AWAY,
    OFFICER_EXPOSED,
    OFFICER_JOINS,
    OFFICER_RALLIES,
    OFFICER_SHOT_AT,
    POINT,
    PROMISE,
    STEP,
    STRAY,
    ZEAL,
)
from sandtable.systems.war_storm.thinking.worth import cover, wanted_hexes, winning


class EnemyFire:
    """The fire of one side, hex by hex: its factor near and far, and its ranges."""

    __slots__ = ("b", "stacks")

    def __init__(self, b: Battle, side: int) -> None:
        self.b = b
        found: dict[int, list[Platoon]] = {}
        for each in b.platoons:
            if each.side == side and each.hex >= 0 and not each.routed and factor(each):
                found.setdefault(each.hex, []).append(each)
        self.stacks = list(found.items())

    def against(self, unit: Unit, place: int) -> float:
        """The steps they could shoot off a unit that has moved to a hex."""
        b = self.b
        far = b.ground.distance[place]
        seen = b.ground.sight.seen(place)
        divisor = b.ground.terrain[place].divisor
        chart = b.scenario.rulebook.chart
        total = 0.0
        for start, platoons in self.stacks:
            away = far[start]
            if away > HORIZON or not seen >> start & 1:
                continue
            ff = sum([factor_at(b, each, away) for each in platoons])
            if ff and away <= range_of(b, platoons[0], start, unit, place, True):
                total += mean_steps(chart, ff, divisor)
        return total

    def prospect(self, platoon: Platoon, place: int) -> float:
        """The most steps a platoon could shoot off them from a hex, as one of a fire group."""
        b = self.b
        far = b.ground.distance[place]
        seen = b.ground.sight.seen(place)
        chart = b.scenario.rulebook.chart
        best = 0.0
        for start, _ in self.stacks:
            away = far[start]
            if away > reach(b, platoon) or not seen >> start & 1:
                continue
            ff = factor_at(b, platoon, away)
            best = max(best, mean_steps(chart, COMRADES * ff, b.ground.terrain[start].divisor) / COMRADES)
        return best


class HexWorth:
    """What a side thinks of hexes for one unit."""

    __slots__ = ("b", "enemy", "wanted", "zeal")

    def __init__(self, b: Battle, side: int) -> None:
        self.b = b
        self.zeal = 1.0 if winning(b, side) else 1.0 + ZEAL * b.turn / b.scenario.turns
        self.enemy = EnemyFire(b, 1 - side)
        self.wanted = wanted_hexes(b, side)

    def place(self, unit: Unit, h: int) -> float:
        """How good it is to stand in a hex."""
        b = self.b
        if isinstance(unit, Officer):
            return self.officer(unit, h)
        assert isinstance(unit, Platoon)
        if h < 0:
            return -APPROACH * FAR
        value = -APPROACH * self.zeal * self.way_to_go(unit, h)
        if h in self.wanted:
            value += POINT
        value += COVER * cover(b, h)
        value -= STEP * EXPOSED / self.zeal * self.enemy.against(unit, h)
        value += STEP * PROMISE * self.enemy.prospect(unit, h)
        company = b.companies[unit.company]
        officer = b.officer_of(company)
        if officer is not None and officer.hex >= 0:
            over = b.ground.distance[officer.hex][h] - officer.type.command - officer.mp
            value -= STRAY * max(0, over)
        return value

    def way_to_go(self, platoon: Platoon, h: int) -> int:
        """How far it is to what is wanted; where the enemy stands on it, to where he can be shot at."""
        far = self.b.ground.distance[h]
        taken = self.b.occupied[1 - platoon.side]
        reach = platoon.type.range
        return min([max(0, far[goal] - reach) if taken >> goal & 1 else far[goal] for goal in self.wanted], default=0)

    def officer(self, officer: Officer, h: int) -> float:
        """An officer wants his platoons in command, the routed in his hex, and the enemy not next to him."""
        b = self.b
        if h < 0:
            return -APPROACH * FAR
        far = b.ground.distance[h]
        if officer.company >= 0:
            own = b.platoons_of(b.companies[officer.company])
        else:
            own = [each for each in b.platoons if each.side == officer.side and each.hex >= 0]
        value = 0.0
        for each in own:
            away = far[each.hex]
            value += (
                LED * (away <= officer.type.command)
                - OFFICER_AWAY * away
                + OFFICER_RALLIES * (each.routed and away == 0)
            )
            value += OFFICER_JOINS * (away == 0)
        if b.beside_enemy(officer.side) >> h & 1 and not b.occupied[officer.side] >> h & 1:
            value -= OFFICER_EXPOSED
        return value - OFFICER_SHOT_AT * self.enemy.against(officer, h)

    def best(self, unit: Unit, double: bool) -> float:
        """What the best move of a unit gains; far below nothing if it has none."""
        ends = reach_of(self.b, [unit], double).ends
        here = self.place(unit, unit.hex)
        return max([self.place(unit, h) for h in ends], default=-FAR) - here - DOUBLE_TIME * double
