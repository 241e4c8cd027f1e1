"""Who acts in one activation, where they can go, and what the officer does meanwhile."""

from sandtable.systems.war_storm.rules.activation import wakes_with
from sandtable.systems.war_storm.rules.attack import factor, reach
from sandtable.systems.war_storm.rules.movement import kind_of, reach_of, traveller, why_no_double
from sandtable.systems.war_storm.rules.rally import rally_options
from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Officer, Platoon, Unit
from sandtable.systems.war_storm.thinking.situation import Place, Situation
from sandtable.systems.war_storm.thinking.weights import (
    ALERTED,
    FAR,
    HURRY,
    LEADER_AWAY,
    LEADER_MOVES,
    LEADER_RALLIES,
    LONELY,
    LONELY_LEADER,
    LOST_OFFICER,
    NOT_READY,
    OUT_OF_RANGE,
    QUIET,
    READY,
    SHOT,
)
from sandtable.table.decision import Choice
from sandtable.table.kept import Kept
from sandtable.table.scheme import Scheme

End = tuple[int, Place, float, str]  # a hex to go to, how good it is, what hurrying costs, the order

_reachable: Kept[dict[int, int]] = Kept(4096)  # of all battles: many positions are alike


def reachable(b: Battle, unit: Unit, double: bool) -> dict[int, int]:
    """Where a unit can go by itself, and what it costs; kept by all that it depends on."""
    going = traveller(b, [unit], double)
    digest = b.scenario.digest
    if not digest or unit.hex < 0:
        return reach_costs(b, unit, double)
    key = (digest, unit.hex, unit.bank, kind_of(unit), going.capacity, going.blocked, b.column)
    return _reachable.get(key, lambda: reach_costs(b, unit, double))


def reach_costs(b: Battle, unit: Unit, double: bool) -> dict[int, int]:
    """The same, worked out."""
    return reach_of(b, [unit], double).ends


class Idea:
    """A plan and what it promises at first sight."""

    __slots__ = ("gain", "scheme")

    def __init__(self, gain: float, label: str, orders: dict[str, str], first: Choice | None) -> None:
        self.gain = gain
        self.scheme = Scheme(label, orders, first, gain)


class Detachment:
    """An officer with the platoons he wakes, or a platoon alone."""

    __slots__ = ("_ends", "_reaches", "b", "first", "name", "now", "officer", "platoons", "situation", "unit")

    def __init__(self, b: Battle, situation: Situation, unit: Unit) -> None:
        self.b = b
        self.situation = situation
        self.unit = unit
        self.name = unit.name
        self.first = Choice("activate", unit.id)
        self.officer = unit if isinstance(unit, Officer) else None
        self.platoons = (
            wakes_with(b, unit) if isinstance(unit, Officer) else [unit] if isinstance(unit, Platoon) else []
        )
        self._reaches: dict[tuple[int, int, int, bool], dict[int, int]] = {}
        self._ends: dict[Platoon, list[End]] = {}
        self.now = situation.together({each: each.hex for each in self.platoons}, False)

    def idea(self, gain: float, what: str, orders: dict[str, str]) -> Idea:
        return Idea(gain, f"{self.name} {what}", orders, self.first)

    def reach(self, unit: Unit, double: bool = False) -> dict[int, int]:
        """Where a unit can go, and what it costs."""
        steps = unit.steps if isinstance(unit, Platoon) else 0
        key = (unit.hex, unit.mp, steps, double)
        if key not in self._reaches:
            self._reaches[key] = reachable(self.b, unit, double)
        return self._reaches[key]

    def choices(self, platoon: Platoon, fear: float) -> dict[int, tuple[float, str]]:
        """The hexes a platoon may be in afterwards: how much better each is than its own, and the order."""
        if platoon not in self._ends:
            self._ends[platoon] = self.ends(platoon)
        weighed = self.situation.weighed
        here = weighed(self.situation.place(platoon, platoon.hex, platoon.moving), fear)
        lost = READY if platoon.reaction != NEVER else 0.0
        found: dict[int, tuple[float, str]] = {}
        if platoon.hex >= 0:
            found[platoon.hex] = (self.readiness(platoon), "prepare")
        for h, place, hurry, order in self._ends[platoon]:
            found[h] = (weighed(place, fear) - here - lost - hurry, order)
        return found

    def ends(self, platoon: Platoon) -> list[End]:
        """The hexes a platoon may go to."""
        situation, names = self.situation, self.b.ground.names
        near = self.reach(platoon)
        found = [(h, situation.place(platoon, h, True), 0.0, f"to {names[h]}") for h in near]
        if self.may_hurry(platoon):
            for h in self.reach(platoon, True):
                if h != platoon.hex and h not in near and situation.danger(platoon, h, True) < SHOT:
                    found.append((h, situation.place(platoon, h, True), HURRY, f"double {names[h]}"))
        return found

    def may_hurry(self, unit: Unit) -> bool:
        return not why_no_double(self.b, unit)[0] and (
            unit.hex < 0 or not self.b.occupied[1 - unit.side] & self.b.ground.grid.within(unit.hex, QUIET)
        )

    def readiness(self, platoon: Platoon) -> float:
        """What a Reaction marker would be worth."""
        if platoon.reaction != NEVER or not factor(platoon):
            return 0.0
        alarming = self.b.ground.grid.within(platoon.hex, reach(self.b, platoon) + ALERTED)
        return READY if self.b.occupied[1 - platoon.side] & alarming else NOT_READY

    def command(self) -> int:
        return self.officer.type.command if self.officer is not None else FAR

    def everywhere(self, officer: Officer) -> list[int]:
        """Where the officer can be afterwards."""
        found = dict.fromkeys(self.reach(officer))
        if officer.hex >= 0:
            found[officer.hex] = None
        if self.may_hurry(officer):
            found |= dict.fromkeys(self.reach(officer, True))
        return list(found)

    def risk(self, officer: Officer, h: int, load: dict[int, int]) -> float:
        """What it costs an officer to stand in a hex: he should not be alone under fire or next to the enemy."""
        if load.get(h) or self.b.occupied[officer.side] >> h & 1:
            return 0.0
        any_platoon = self.platoons[0]
        danger = self.situation.danger(any_platoon, h, True)
        beside = self.situation.beside >> h & 1
        return LONELY + LOST_OFFICER * min(1.0, danger) + LOST_OFFICER * beside

    def lead(self, orders: dict[str, str], ends: dict[Platoon, int]) -> None:
        """What the officer does while his platoons do something else."""
        if self.officer is not None:
            orders[self.officer.id] = self.leader(self.officer, ends)

    def leader(self, officer: Officer, ends: dict[Platoon, int]) -> str:
        """He rallies whom he can, or goes where all are within his range."""
        b = self.b
        if rally_options(b, officer):
            return "rally"
        if officer.company >= 0:
            own = [(ends.get(each, each.hex), each.routed) for each in b.platoons_of(b.companies[officer.company])]
        else:
            own = [(each.hex, each.routed) for each in b.platoons if each.side == officer.side and each.hex >= 0]
        own = [(place, routed) for place, routed in own if place >= 0]
        if not own:
            return "hold"
        best, place = -float(FAR), officer.hex
        load = {end: 1 for end in ends.values() if end >= 0}
        anyone = next(each for each in b.platoons if each.side == officer.side)
        near = 0
        for end, _ in own:
            near |= b.ground.grid.within(end, officer.type.command)
        places = self.everywhere(officer)
        for h in [h for h in places if near >> h & 1] or places:
            far = b.ground.distance[h]
            value = -LEADER_MOVES * (h != officer.hex)
            for end, routed in own:
                value -= (
                    OUT_OF_RANGE * (far[end] > officer.type.command)
                    + LEADER_AWAY * far[end]
                    - LEADER_RALLIES * (routed and end == h)
                )
            beside = self.situation.beside >> h & 1
            lonely = not load.get(h) and not b.occupied[officer.side] >> h & 1
            danger = self.situation.danger(anyone, h, True) if lonely else 0.0
            value -= lonely * (LONELY_LEADER + LOST_OFFICER * beside + LOST_OFFICER * min(1.0, danger))
            if value > best:
                best, place = value, h
        if place == officer.hex:
            return "hold"
        return f"{'to' if place in self.reach(officer) else 'double'} {b.ground.names[place]}"
