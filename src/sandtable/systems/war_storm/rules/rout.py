"""9.3 Rout: away from the fire and towards the own lines, or out of the battle."""

from collections.abc import Generator

from sandtable.systems.war_storm.rules.command import check_range, finish
from sandtable.systems.war_storm.rules.movement import pontoons
from sandtable.systems.war_storm.rules.stacking import closed, steps_of
from sandtable.systems.war_storm.state.book import FOOT, NO
from sandtable.systems.war_storm.state.ground import TOWARD
from sandtable.systems.war_storm.state.pieces import EITHER, NEVER, NO_BANK, Battle, Officer, Platoon, Unit
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision

FREE, OFF_BOARD, CUT_OFF = range(3)  # how a route ends
STRAIGHT, ASIDE, ANYHOW = range(3)  # its course: as it should be, another way that keeps off the fire, any other

Ways = tuple[int, list[int], int]  # how a route ends, the next hexes, its course with them
Losses = Generator[Decision, Choice, list[tuple[int, int]]]


def rout(b: Battle, units: list[Unit], causes: list[int]) -> Losses:
    """9.3.1 Units just routed move at once, and officers with them. Company and hex of the platoons lost.

    Ruling: who was in a hex when they routed is a group, and the groups run in the order of the board.
    """
    gone: list[tuple[int, int]] = []
    for unit in units:
        step_aside(b, unit)
    places = sorted({unit.hex for unit in units if unit.routed})
    groups = [[unit for unit in units if unit.hex == place] for place in places]
    for group in groups:
        cause = yield from which_cause(b, group[0], causes)
        gone += yield from run(b, group, Flight(b, group, cause))
    return gone


def flee(b: Battle, units: list[Unit]) -> Losses:
    """9.3.2 Routed units that were fired at with any effect move on with all their MP, paying for the ground.

    They are lost, or run another way, as in 9.3.1 (9.3.2.b).
    """
    if not units:
        return []
    return (yield from run(b, units, Flight(b, units, NEVER)))


def companions(b: Battle, runners: list[Unit]) -> list[Unit]:
    """9.3.1.b The officers who move with units that run, unrouted themselves: those stacked with routing platoons.

    Ruling: an officer stays with platoons of his own that do not run; without any there, with those of others.
    """
    found: list[Unit] = []
    for officer in b.officers:
        if officer.hex < 0 or officer.routed or officer in runners:
            continue
        stacked = b.platoons_at(officer.hex, officer.side)
        own = [platoon for platoon in stacked if platoon.company == officer.company] or stacked
        if any(platoon in runners for platoon in own) and all(platoon.routed for platoon in own):
            found.append(officer)
    return found


def step_aside(b: Battle, unit: Unit) -> None:
    """9.3.a A routed unit does nothing else; from an assault it flees by the way it came (14.4).

    Who has moved is Finished (4.3.2.b), and a double time remembered (6.3.c).
    """
    move = b.move
    if move is not None and unit.index in move.units:
        move.units.remove(unit.index)
        if move.begun:
            finish(unit)
            unit.doubled = b.turn if move.double else unit.doubled
    if unit.spent:
        finish(unit)
    unit.active = unit.active and not unit.routed
    unit.waiting = NEVER
    if type(unit) is Platoon:
        unit.reaction = NEVER
    if isinstance(unit, Platoon | Officer) and unit.came_from != NEVER:
        b.put(unit, unit.came_from)
        unit.came_from = NEVER


def which_cause(b: Battle, unit: Unit, causes: list[int]) -> Generator[Decision, Choice, int]:
    """9.3.1.a The nearest of the hexes the fire came from; between equals the owner decides."""
    away = b.ground.distance[unit.hex]
    least = min([away[place] for place in causes])
    near = [place for place in causes if away[place] == least]
    names = b.ground.names
    answer = yield from ask(
        b,
        unit.side,
        "cause",
        f"Which hex does {unit.name} run from?",
        "9.3.1.a",
        [Choice("from", unit.id, names[place]) for place in near],
        piece=unit.id,
    )
    return b.ground.index[answer.to]


class Flight:
    """A group on the run: where from, how far, and which hexes are closed to it.

    With a cause it runs a number of hexes (9.3.1), without one as far as its MP go (9.3.2).
    """

    __slots__ = ("_known", "b", "bad", "bridges", "cause", "left", "moves", "origin", "side", "towards")

    def __init__(self, b: Battle, group: list[Unit], cause: int) -> None:
        self.b = b
        self.side = group[0].side
        self.origin = group[0].hex
        self.cause = cause
        self.moves = sorted({unit.type.move if type(unit) is Platoon else FOOT for unit in group})
        self.towards = TOWARD[b.scenario.sides[self.side].baseline]
        numbers = b.ground.numbers
        if cause != NEVER:
            self.left = numbers["rout_vehicles" if FOOT not in self.moves else "rout"]
        else:
            self.left = min([unit.mp for unit in group])
        self.bridges = pontoons(b, group)
        self.bad = closed_to_rout(b, self.side, steps_of(group), self.origin)
        self._known: dict[tuple[int, int, int], Ways] = {}

    @property
    def paying(self) -> bool:
        """9.3.2.a Whether it pays for the ground."""
        return self.cause == NEVER

    def price(self, start: int, place: int) -> int:
        """What a step takes off what is left; NO where the ground is prohibited."""
        ground = self.b.ground
        cost = max([ground.cost(move, start, place) for move in self.moves])
        by_way = ground.way[start][ground.side_to(start, place)] >= 0
        if ground.river >> place & 1 and not by_way and not self.bridges >> place & 1:
            if not ground.ford >> place & 1:
                return NO  # 5.1.11.2.a
            cost += max([ground.extra["minor-river"][move] for move in self.moves])
        if cost >= NO:
            return NO
        return cost if self.paying else 1

    def ahead(self, h: int, left: int) -> list[int]:
        """9.3.1.a, 9.3.1.d The whole hexes of the board it must go to next: first away from the cause, then back.

        Ruling: where all hexes farther away are off the board it starts back without coming nearer to the cause.
        """
        ground = self.b.ground
        back = [ground.beside[h][side] for side in self.towards]
        back = [place for place in back if place >= 0 and ground.playable >> place & 1]
        if self.paying or left != self.left:
            return back
        away = ground.distance[self.cause]
        farther = [h for h in ground.neighbours[h] if ground.playable >> h & 1 and away[h] > away[self.origin]]
        return farther or [place for place in back if away[place] == away[h]]

    def ways(self, h: int, left: int, course: int) -> Ways:
        """9.3.1.e, 9.3.1.f How a route from here ends, and the hexes that lead there; none when it is over."""
        key = (h, left, course)
        if key not in self._known:
            self._known[key] = self._ways(h, left, course)
        return self._known[key]

    def _ways(self, h: int, left: int, course: int) -> Ways:
        if left <= 0:
            return (FREE, [], course)
        ahead = self.ahead(h, left)
        if not ahead:
            return (OFF_BOARD, [], course)
        prices = {place: self.price(h, place) for place in ahead}
        if left < min(prices.values()) < NO:
            return (FREE, [], course)  # 9.3.2.a its MP are spent
        ends = {
            place: self.ways(place, left - price, course)[0]
            for place, price in prices.items()
            if price <= left and self.passable(h, place, course)
        }
        if FREE in ends.values():
            return (FREE, [place for place, end in ends.items() if end == FREE], course)
        # 9.3.2.a It is not lost where a safe hex is there that it cannot pay for: it stops before it.
        dear = any(left < price < NO and self.passable(h, place, course) for place, price in prices.items())
        if OFF_BOARD in ends.values():
            return (FREE if dear else OFF_BOARD, [], course)
        for other in (ASIDE, ANYHOW) if course == STRAIGHT else (course,):
            others = self.elsewhere(h, left, other)
            if others:
                return (FREE, others, other)
        return (FREE if dear else CUT_OFF, [], course)

    def passable(self, h: int, place: int, course: int) -> bool:
        """9.3.1.f A hex that is not closed and, off the straight course, not closer to where the rout began.

        Ruling: if there is such a way none of its hexes is nearer to the fire than where the rout began.
        """
        if self.bad >> place & 1:
            return False
        distance = self.b.ground.distance
        if course == ASIDE and not self.paying:
            fire = distance[self.cause]
            if fire[place] < fire[self.origin]:
                return False
        away = distance[self.origin]
        return course == STRAIGHT or away[place] >= away[h]

    def elsewhere(self, h: int, left: int, course: int) -> list[int]:
        """9.3.1.f Another way, not closer to where the rout began, if possible towards the own lines."""
        ground = self.b.ground
        found: list[int] = []
        for place in ground.neighbours[h]:
            price = self.price(h, place)
            if price > left or not self.passable(h, place, course):
                continue
            if self.ways(place, left - price, course)[0] == FREE:
                found.append(place)
        home = [place for place in found if ground.side_to(h, place) in self.towards]
        return home or found


def closed_to_rout(b: Battle, side: int, steps: int, origin: int) -> int:
    """9.3.1.e Hexes with enemies, too many friends, or next to enemy platoons without friends in them.

    Ruling: enemies in the hex it runs from, after an assault, threaten no other hex.
    """
    enemies = 0
    for officer in b.officers:
        if officer.side != side and officer.hex >= 0:
            enemies |= 1 << officer.hex
    threatened = b.ground.grid.spread(b.occupied[1 - side] & ~(1 << origin))
    return closed(b, side, steps) | enemies | (threatened & ~b.occupied[side])


def run(b: Battle, group: list[Unit], flight: Flight) -> Losses:
    """The group runs hex by hex, by the owner's choice among the ways that save it; if none does it is lost."""
    first = group[0]
    names = b.ground.names
    rule = "9.3.2.a" if flight.paying else "9.3.1.c"
    path = [first.hex]
    left = flight.left
    end, ways, course = flight.ways(first.hex, left, STRAIGHT)
    while end == FREE and ways:
        answer = yield from ask(
            b,
            first.side,
            "rout",
            f"Where does {first.name} run?",
            rule,
            [Choice("run", first.id, names[place]) for place in ways],
            lambda choice: why_not_run(b, flight, choice),
            first.id,
        )
        place = b.ground.index[answer.to]
        left -= flight.price(path[-1], place)
        for unit in group:
            b.put(unit, place)
            unit.bank = EITHER if b.ground.river >> place & 1 else NO_BANK
            unit.moving = True  # 5.2.d
        path.append(place)
        end, ways, course = flight.ways(place, left, course)
    if len(path) > 1:
        others = " ".join([unit.id for unit in group[1:]])
        b.tell("ran", rule, first.side, first.id, place=path[-1], text=others, path=tuple([names[h] for h in path]))
    return lost_in_rout(b, group, end) if end != FREE else []


def lost_in_rout(b: Battle, group: list[Unit], end: int) -> list[tuple[int, int]]:
    """9.3.1.e No way is left: off the board, or cut off."""
    gone: list[tuple[int, int]] = []
    for unit in group:
        place = unit.hex
        if type(unit) is Platoon:
            gone.append((unit.company, place))
        company = b.company_of(unit)
        b.remove(unit)
        b.tell("lost in rout", "9.3.1.e", unit.side, unit.id, place=place, text="off" if end == OFF_BOARD else "cut")
        if type(unit) is Officer and company is not None:
            company.replace = True  # 7.4.4.a
            company.kind = unit.type.kind
            check_range(b, company)  # 7.4.5.a
    return gone


def why_not_run(b: Battle, flight: Flight, choice: Choice) -> tuple[str, str]:
    """Why a routed group may not run to a hex."""
    place = b.ground.index.get(choice.to)
    if choice.do != "run" or place is None:
        return ("", "")
    if flight.bad >> place & 1:
        return (f"{choice.to} is held by the enemy, full, or next to enemy platoons.", "9.3.1.e")
    return (f"{choice.to} is not on the way back to its own lines.", "9.3.1.d")
