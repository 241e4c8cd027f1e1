"""The situation of one side: what is worth having, where it would be shot at, and what it could shoot at."""

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.attack import factor, factor_at, halved, reach
from sandtable.systems.war_storm.rules.spotting import range_of
from sandtable.systems.war_storm.state.pieces import NEVER, STEPS, Battle, Platoon
from sandtable.systems.war_storm.thinking.fire_estimates import mean_steps
from sandtable.systems.war_storm.thinking.goals import Goal, goals, guarded
from sandtable.systems.war_storm.thinking.weights import (
    ALERT,
    APPROACH,
    COMRADES,
    COVER,
    CROWD_HIT,
    EARLY,
    ENOUGH,
    FAR,
    FEAR,
    GUARD,
    LEFT,
    POINT,
    PROMISE,
    SECOND,
    SPENT,
    STEP,
    WISH,
    ZEAL,
)
from sandtable.systems.war_storm.thinking.worth import cover, winning

Place = tuple[float, float, float]  # what standing there is worth, what the enemy shoots off, what may be shot at


class CompanyFire:
    """The fire of one company: for each platoon its hex, fire factor whole and halved, range and reach.

    `weight` is how much it is to be feared, `alert` the part of its fire that waits for who moves.
    """

    __slots__ = ("alert", "platoons", "weight")

    def __init__(self, b: Battle, platoons: list[Platoon]) -> None:
        self.platoons = [
            (each, each.hex, factor(each), halved(b, factor(each)), each.type.range, reach(b, each))
            for each in platoons
        ]
        waiting = [factor(each) for each in platoons if each.reaction != NEVER and each.used and not each.finished]
        self.alert = ALERT * sum(waiting) / sum([factor(each) for each in platoons])
        self.weight = SPENT if all(each.finished or each.used for each in platoons) else 1.0

    def all_in(self, place: int) -> bool:
        """Whether nobody of it is elsewhere."""
        return all(start == place for _, start, *_ in self.platoons)

    def against(self, b: Battle, platoon: Platoon, place: int, moving: bool) -> float:
        """The steps it shoots off a platoon in a hex."""
        ground = b.ground
        distance = ground.distance[place]
        seen = ground.sight.seen(place)
        ff = 0
        for each, start, full, half, near, far in self.platoons:
            away = distance[start]
            if away <= far and seen >> start & 1 and away <= range_of(b, each, start, platoon, place, moving):
                ff += full if away <= near else half
        if not ff:
            return 0.0
        return mean_steps(b.scenario.rulebook.chart, ff, ground.terrain[place].divisor)


class Situation:
    """What one side sees in the board, for one thought."""

    __slots__ = (
        "_against",
        "_capture",
        "_draw",
        "_promise",
        "b",
        "beside",
        "caution",
        "fires",
        "foresees",
        "goals",
        "guard",
        "late",
        "price",
        "prize",
        "side",
        "zeal",
    )

    def __init__(
        self, b: Battle, side: int, caution: float = FEAR, aims: list[Goal] | None = None, foresees: bool = False
    ) -> None:
        self.b = b
        self.side = side
        self.caution = caution  # how much of what the enemy could shoot off counts
        self.foresees = foresees  # the fire awaited after an assault, and where routed men end
        self.prize = step_value(b, 1 - side)  # of an enemy step
        self.price = step_value(b, side)  # of an own one
        self.zeal = 1.0 if winning(b, side) else 1.0 + ZEAL * b.turn / b.scenario.turns
        self.late = EARLY + (1 - EARLY) * b.turn / b.scenario.turns
        self.goals = goals(b, side) if aims is None else aims
        self.fires = company_fires(b, 1 - side)
        self._against: dict[
            tuple[int, int, bool], float
        ] = {}  # by company (-1: all), hex, and whether one moves there
        self._promise: dict[tuple[int, int, int], float] = {}
        self._draw: dict[int, float] = {}
        self._capture: dict[int, float] = {}
        self.guard = guarded(b, side)
        self.beside = b.beside_enemy(side)  # hexes next to the enemy

    def against(self, number: int, platoon: Platoon, h: int, moving: bool) -> float:
        """What one company of the enemy could shoot off in a hex, in steps."""
        key = (number, h, moving)
        found = self._against.get(key)
        if found is None:
            found = self._against[key] = self.fires[number].against(self.b, platoon, h, moving)
        return found

    def danger(self, platoon: Platoon, h: int, moving: bool) -> float:
        """What all of them could."""
        key = (-1, h, moving)
        found = self._against.get(key)
        if found is None:
            found = sum([each.weight * self.against(i, platoon, h, moving) for i, each in enumerate(self.fires)])
            self._against[key] = found
        return found

    def promise(self, platoon: Platoon, h: int) -> float:
        """The most steps a platoon could shoot off the enemy from a hex, as one of a fire group."""
        ff, range = factor(platoon), platoon.type.range
        key = (h, ff, range)
        found = self._promise.get(key)
        if found is not None:
            return found
        b = self.b
        far = b.ground.distance[h]
        seen = b.ground.sight.seen(h)
        chart = b.scenario.rulebook.chart
        found = 0.0
        for start in bits(b.occupied[1 - self.side] & b.ground.grid.within(h, reach(b, platoon)) & seen):
            mine = factor_at(b, platoon, far[start])
            found = max(found, mean_steps(chart, COMRADES * mine, b.ground.terrain[start].divisor) / COMRADES)
        self._promise[key] = found
        return found

    def draw(self, h: int) -> float:
        """How near a hex is to what is wanted."""
        found = self._draw.get(h)
        if found is None:
            slope = APPROACH * self.zeal
            found = max([WISH * each.value - slope * each.far[h] for each in self.goals], default=0.0)
            self._draw[h] = found
        return found

    def capture(self, h: int) -> float:
        """What is won by who goes to a hex first."""
        found = self._capture.get(h)
        if found is None:
            found = self._capture[h] = self.late * sum([each.value for each in self.goals if each.hexes >> h & 1])
        return found

    def stand(self, platoon: Platoon) -> float:
        """How good the hex is in which a platoon stands, the fire of both sides left aside."""
        h = platoon.hex
        if h < 0:
            return -APPROACH * FAR
        if platoon.routed:
            return 0.0
        value = self.draw(h)
        if h in self.guard:
            value += GUARD * self.guard[h] * platoon.steps / max(platoon.steps, self.b.steps[self.side].get(h, 0))
        return value

    def place(self, platoon: Platoon, h: int, moving: bool) -> Place:
        """How good it is for a platoon to stand in a hex, seen by itself."""
        if h < 0:
            return (-APPROACH * FAR, 0.0, 0.0)
        value = self.draw(h) + COVER * cover(self.b, h)
        if h in self.guard:
            others = self.b.steps[self.side].get(h, 0) - (platoon.steps if platoon.hex == h else 0)
            value += GUARD * self.guard[h] * (1.0 if not others else SECOND if others < ENOUGH * STEPS else 0.0)
        danger = self.danger(platoon, h, moving)
        return (value, danger, PROMISE * self.prize * self.promise(platoon, h))

    def weighed(self, place: Place, fear: float) -> float:
        """The same as one number, for somebody so fearful."""
        value, danger, hope = place
        return value - fear * self.price * danger + hope

    def together(self, ends: dict[Platoon, int], moving: bool) -> float:
        """How well a company stands in some hexes: what it holds and takes, what it fears, what it could fire at."""
        return self.under_fire(ends, moving) + PROMISE * self.prize * self.hope(ends)

    def holding(self, ends: dict[Platoon, int], load: dict[int, int]) -> float:
        """What a company holds and takes in some hexes, and how near they are to what is wanted."""
        b = self.b
        own = b.steps[self.side]
        total = 0.0
        before: dict[int, int] = {}
        for each, h in ends.items():
            before[each.hex] = before.get(each.hex, 0) + each.steps
            if h >= 0:
                total += self.draw(h) + COVER * cover(b, h)
            else:
                total -= APPROACH * FAR
        for h in load:
            total += self.capture(h)
            if h in self.guard and own.get(h, 0) <= before.get(h, 0):
                total += LEFT * self.guard[h]
        return total

    def alert(self, platoon: Platoon, hexes: set[int]) -> float:
        """The steps that reaction fire could shoot off those who move to some hexes."""
        total = 0.0
        for i, fire in enumerate(self.fires):
            if fire.alert:
                total += fire.alert * max([self.against(i, platoon, h, True) for h in hexes if h >= 0], default=0.0)
        return total

    def under_fire(self, ends: dict[Platoon, int], moving: bool, taken: int = NEVER) -> float:
        """What a company holds and takes in some hexes, less what it fears there."""
        load = load_of(ends)
        return self.holding(ends, load) - self.caution * self.price * self.fear(ends, load, moving, taken)

    def fear(self, ends: dict[Platoon, int], load: dict[int, int], moving: bool, taken: int = NEVER) -> float:
        """The steps that the companies of the enemy could shoot off, each by its best volley.

        A company that is all in the hex that was taken is beaten.
        """
        anyone = next(iter(ends), None)
        if anyone is None:
            return 0.0
        many = self.b.ground.numbers["many_steps"]
        total = 0.0
        for i, fire in enumerate(self.fires):
            if fire.all_in(taken):
                continue
            worst = 0.0
            for h, steps in load.items():
                hits = self.against(i, anyone, h, moving)
                if hits > worst:
                    worst = max(worst, min(steps, hits * (CROWD_HIT if steps >= many else 1.0)))
            total += fire.weight * worst
        return total

    def hope(self, ends: dict[Platoon, int]) -> float:
        """The steps that the company could shoot off with its best volley."""
        b = self.b
        ground = b.ground
        best = 0.0
        for target, steps in b.steps[1 - self.side].items():
            far = ground.distance[target]
            seen = ground.sight.seen(target)
            ff = 0
            for each, h in ends.items():
                if h >= 0 and seen >> h & 1:
                    ff += factor_at(b, each, far[h])
            if ff:
                hits = mean_steps(b.scenario.rulebook.chart, ff, ground.terrain[target].divisor)
                best = max(best, min(float(steps), hits))
        return best


def load_of(ends: dict[Platoon, int]) -> dict[int, int]:
    """The steps in each hex."""
    found: dict[int, int] = {}
    for each, h in ends.items():
        if h >= 0:
            found[h] = found.get(h, 0) + each.steps
    return found


def step_value(b: Battle, side: int) -> float:
    """What a step of a side is worth to the other: the men, what it does to morale, and points."""
    value = STEP
    for award in b.scenario.awards:
        if award.side != side and award.kind == "steps":
            value += POINT * award.points
        elif award.side != side and award.kind == "eliminated":
            value += POINT * award.points / STEPS
    return value


def company_fires(b: Battle, side: int) -> list[CompanyFire]:
    """The companies of a side that can fire."""
    found: dict[int, list[Platoon]] = {}
    for each in b.platoons:
        if each.side == side and each.hex >= 0 and not each.routed and factor(each):
            found.setdefault(each.company, []).append(each)
    return [CompanyFire(b, platoons) for platoons in found.values()]
