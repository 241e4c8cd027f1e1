"""The plans of a company: fire, advance, storm, hold. What each promises, and who is to do what."""

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.activation import ready, wakes_with
from sandtable.systems.war_storm.attack import factor, reckon, results, vulnerable
from sandtable.systems.war_storm.bot import FAR, OFFICER, POINT, READY, mean_steps
from sandtable.systems.war_storm.field import Field, load_of
from sandtable.systems.war_storm.fire import targets
from sandtable.systems.war_storm.hand_to_hand import strength
from sandtable.systems.war_storm.morale import platoon_morale
from sandtable.systems.war_storm.movement import armoured, assault_cost, kind_of, reach_of, traveller, why_no_double
from sandtable.systems.war_storm.odds import TWO_DICE, up_to
from sandtable.systems.war_storm.pieces import NEVER, Battle, Officer, Platoon, Unit
from sandtable.systems.war_storm.rally import rally_options
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme

MOST = 5  # plans weighed at once
TRIED = 3  # plans of who is first that are tried
RIVAL = 1.0  # somebody who can wait so little longer might be first instead
PRIOR = 0.4  # of what a plan promises counts beside the tries
MARGIN = 0.6  # a plan that promises so much less than the best is not weighed
STRAY = 0.35  # a platoon out of its officer's range
CROWD = 0.12  # a hex with six steps or more is easier to hit
LOST = 1.5  # an officer, with what becomes of his company
CHECK = 0.5
URGENT = 0.3  # of the danger a company is in where it stands
SHOT = 0.1  # what a shot must promise
HURRY = 0.04  # what double time costs
FEARS = (0.1, 0.3, 0.8)  # of the danger of a hex counts for one platoon
SEEDS = 8  # hexes of each platoon around which the officer looks for his own
BEST = 3  # hexes of the officer for which the whole is reckoned
KEPT = 4096  # reaches
ROOM = 9  # steps in a hex
MANY = 6
WINS = [  # the chance that the sum of two dice and so much more, from 0, is higher than that of two others
    float(sum([p * q for i, p in enumerate(TWO_DICE) for k, q in enumerate(TWO_DICE) if i + edge > k]))
    for edge in range(12)
]


class Idea:
    """A plan and what it promises at first sight."""

    __slots__ = ("gain", "scheme")

    def __init__(self, gain: float, label: str, orders: dict[str, str], first: Choice | None) -> None:
        self.gain = gain
        self.scheme = Scheme(label, orders, first, gain)


def stage(b: Battle) -> str:
    """The activation that is going on: who began it, and how many were before it in this turn."""
    before = b.activations[0] + b.activations[1] - (b.actor >= 0)
    return f"{b.turn}.{b.phase}.{before}.{b.side}"


def schemes(b: Battle, decision: Decision, side: int, current: Scheme | None) -> list[Scheme]:
    """The plans worth weighing when somebody is to be activated; after that the plan is followed."""
    if decision.kind != "activation":
        return [] if current is None else [current]
    return [idea.scheme for idea in planners(b, side)[0].best(MOST)]


def deepened(b: Battle, decision: Decision, side: int, found: list[Scheme]) -> list[Scheme]:
    """For a player with more time: a few plans of who is first, and one of who might be first instead, to be tried.

    What they promise speaks for them; they differ by what is left out of it, which play tells.
    """
    if decision.kind != "activation":
        return found
    first, *others = planners(b, side)
    ideas = [(idea, first) for idea in first.best(TRIED)]
    if others and others[0].urgency() > first.urgency() - RIVAL:
        ideas.append((others[0].best(1)[0], others[0]))
    return [
        Scheme(idea.scheme.label, idea.scheme.orders, idea.scheme.first, prior=PRIOR * (idea.gain - whose.most()))
        for idea, whose in ideas
    ]


def planners(b: Battle, side: int, hasty: bool = False) -> list["Planner"]:
    """Everybody who can be activated, with his plans; who has least time to lose first."""
    field = Field(b, side)
    found = [Planner(b, field, unit, hasty) for unit in ready(b, side)]
    return sorted(found, key=lambda planner: planner.urgency(), reverse=True)


def intent(b: Battle, decision: Decision, side: int) -> Scheme | None:
    """The plan of somebody who does not think long: for the activation that begins."""
    if decision.kind != "activation":
        return None
    return planners(b, side, True)[0].best(1)[0].scheme


class Planner:
    """Makes the plans of one activation: an officer with the platoons he wakes, or a platoon alone."""

    __slots__ = (
        "_ideas",
        "_reaches",
        "aims",
        "b",
        "field",
        "first",
        "hasty",
        "name",
        "now",
        "officer",
        "platoons",
        "storms",
        "unit",
        "volleys",
    )

    def __init__(self, b: Battle, field: Field, unit: Unit, hasty: bool = False) -> None:
        self.b = b
        self._ideas: list[Idea] | None = None
        self.hasty = hasty  # one way to move is enough
        self.field = field
        self.unit = unit
        self.name = unit.name
        self.first = Choice("activate", unit.id)
        self.officer = unit if isinstance(unit, Officer) else None
        self.platoons = (
            wakes_with(b, unit) if isinstance(unit, Officer) else [unit] if isinstance(unit, Platoon) else []
        )
        self._reaches: dict[tuple[int, int, int, bool], dict[int, int]] = {}
        self.now = field.together({each: each.hex for each in self.platoons}, False)
        self.aims: dict[int, list[Platoon]] = {}  # who could fire at which hex
        for each in self.platoons:
            for place in targets(b, each):
                self.aims.setdefault(place, []).append(each)
        self.volleys: dict[int, tuple[float, list[Platoon]]] = {}
        for place, firers in self.aims.items():
            group = together(b, firers)
            self.volleys[place] = (volley_worth(b, field, group, place), group)
        self.storms = self._storms()

    def urgency(self) -> float:
        """How much would be lost by waiting: a good shot, an assault, an escape."""
        if not self.platoons:
            return 0.0
        shot = max([worth for worth, _ in self.volleys.values()], default=0.0)
        storm = max([idea.gain for idea in self.storms], default=0.0)
        here = {each: each.hex for each in self.platoons}
        afraid = self.field.fear(here, load_of(here), False)
        found = 0.1 + max(shot, storm) + URGENT * self.field.price * afraid
        return found if self.officer is not None else CHECK * found  # a platoon alone must pass a check first

    @property
    def ideas(self) -> list[Idea]:
        """All plans, the best first."""
        if self._ideas is None:
            if self.platoons:
                found = [self.hold(), *self.shots(), *self.moves(), *self.storms]
            else:
                found = [self.alone()]
            self._ideas = sorted(found, key=lambda idea: idea.gain, reverse=True)
        return self._ideas

    def most(self) -> float:
        """What the best plan promises."""
        return self.ideas[0].gain

    def best(self, count: int) -> list[Idea]:
        """So many plans at most, none that is much worse than the best."""
        return [idea for idea in self.ideas[:count] if idea.gain > self.most() - MARGIN]

    def idea(self, gain: float, what: str, orders: dict[str, str]) -> Idea:
        return Idea(gain, f"{self.name} {what}", orders, self.first)

    # Where to ---------------------------------------------------------------------------------

    def reach(self, unit: Unit, double: bool = False) -> dict[int, int]:
        """Where a unit can go, and what it costs."""
        steps = unit.steps if isinstance(unit, Platoon) else 0
        key = (unit.hex, unit.mp, steps, double)
        if key not in self._reaches:
            self._reaches[key] = reach(self.b, unit, double)
        return self._reaches[key]

    def choices(self, platoon: Platoon, fear: float) -> dict[int, tuple[float, str]]:
        """The hexes a platoon may be in afterwards: how much better each is than its own, and the order."""
        field, names = self.field, self.b.ground.names
        here = field.place(platoon, platoon.hex, platoon.moving, fear)
        found: dict[int, tuple[float, str]] = {}
        if platoon.hex >= 0:
            found[platoon.hex] = (self.readiness(platoon), "prepare")
        lost = READY if platoon.reaction != NEVER else 0.0
        for h in self.reach(platoon):
            found[h] = (field.place(platoon, h, True, fear) - here - lost, f"to {names[h]}")
        if self.may_hurry(platoon):
            for h in self.reach(platoon, True):
                if h not in found and field.danger(platoon, h, True) < SHOT:
                    found[h] = (field.place(platoon, h, True, fear) - here - lost - HURRY, f"double {names[h]}")
        return found

    def may_hurry(self, unit: Unit) -> bool:
        return not why_no_double(self.b, unit)[0] and (
            unit.hex < 0 or not self.b.occupied[1 - unit.side] & self.b.ground.grid.within(unit.hex, 4)
        )

    def readiness(self, platoon: Platoon) -> float:
        """What a Reaction marker would be worth."""
        if platoon.reaction != NEVER or not factor(platoon):
            return 0.0
        near = self.b.occupied[1 - platoon.side] & self.b.ground.grid.within(platoon.hex, platoon.type.range * 2 + 5)
        return READY if near else READY / 4

    # The plans --------------------------------------------------------------------------------

    def alone(self) -> Idea:
        """An officer who wakes nobody rallies or goes where he is needed."""
        assert self.officer is not None
        orders = {self.officer.id: self.leader(self.officer, {})}
        gain = 0.4 if orders[self.officer.id] == "rally" else 0.05
        return self.idea(gain, "sees to his men", orders)

    def hold(self) -> Idea:
        """All stay and prepare for reaction."""
        orders = {each.id: "prepare" for each in self.platoons if each.hex >= 0}
        gain = sum([self.readiness(each) for each in self.platoons if each.hex >= 0])
        gain -= sum([POINT for each in self.platoons if each.hex < 0])
        self.lead(orders, {each: each.hex for each in self.platoons})
        return self.idea(gain, "holds and prepares", orders)

    def shots(self) -> list[Idea]:
        """All who can fire together at one hex do; the others fire elsewhere, prepare or move."""
        aims, worths = self.aims, self.volleys
        found: list[Idea] = []
        for place in sorted(worths, key=lambda place: worths[place][0], reverse=True)[:2]:
            gain, group = worths[place]
            if gain < SHOT:
                break
            orders = {each.id: f"fire {self.b.ground.names[place]}" for each in group}
            rest = [each for each in self.platoons if each not in group]
            for other in sorted(aims, key=lambda other: worths[other][0], reverse=True):
                others = together(self.b, [each for each in aims[other] if each in rest])
                more = volley_worth(self.b, self.field, others, other) if others else 0.0
                if more > SHOT:
                    orders |= {each.id: f"fire {self.b.ground.names[other]}" for each in others}
                    rest = [each for each in rest if each not in others]
                    gain += more
            ends = {each: each.hex for each in self.platoons}
            self.bring_up(rest, orders, ends)
            gain += self.field.together(ends, True) - self.now
            self.lead(orders, ends)
            found.append(self.idea(gain, f"fires at {self.b.ground.names[place]}", orders))
        return found

    def bring_up(self, rest: list[Platoon], orders: dict[str, str], ends: dict[Platoon, int]) -> None:
        """Who has no shot goes where the company stands better with it, within the officer's range, or prepares."""
        centre = self.officer.hex if self.officer is not None else NEVER
        for each in rest:
            options = self.choices(each, FEARS[1])
            if centre >= 0:
                far = self.b.ground.distance[centre]
                options = {h: option for h, option in options.items() if far[h] <= self.command() or h == each.hex}
            orders[each.id] = "prepare"
            best = self.field.together(ends, True) + self.readiness(each)
            for h in sorted(options, key=lambda h: options[h][0], reverse=True)[:BEST]:
                value = self.field.together(ends | {each: h}, True)
                if value > best and h != each.hex:
                    best, ends[each], orders[each.id] = value, h, options[h][1]

    def command(self) -> int:
        return self.officer.type.command if self.officer is not None else FAR

    def moves(self) -> list[Idea]:
        """The company goes where it stands best together."""
        found: list[Idea] = []
        seen: list[dict[str, str]] = []
        for fear in FEARS[1:2] if self.hasty else FEARS:
            for idea in self.move(fear):
                if idea.scheme.orders not in seen:
                    seen.append(idea.scheme.orders)
                    found.append(idea)
        found.sort(key=lambda idea: idea.gain, reverse=True)
        return found[:3]

    def move(self, fear: float) -> list[Idea]:
        """The best hexes for the platoons around the best hexes for the officer."""
        options = {each: self.choices(each, fear) for each in self.platoons}
        lists = {
            each: sorted([(value + self.field.capture(h), h) for h, (value, _) in found.items()], reverse=True)
            for each, found in options.items()
        }
        if not all(lists.values()):
            return []
        if self.officer is None:
            return self.judged([(0.0, NEVER, {each: lists[each][0][1] for each in self.platoons})], options)
        tried: list[tuple[float, int, dict[Platoon, int]]] = []
        for centre in self.centres(self.officer, lists):
            ends: dict[Platoon, int] = {}
            load: dict[int, int] = {}
            total = 0.0
            for each in self.platoons:
                value, place = self.fit(each, lists[each], centre, load)
                total += value
                ends[each] = place
                if place >= 0:
                    load[place] = load.get(place, 0) + each.steps
            tried.append((total - self.risk(self.officer, centre, load), centre, ends))
        tried.sort(key=lambda one: one[0], reverse=True)
        return self.judged(tried[: 1 if self.hasty else BEST], options)

    def judged(
        self, tried: list[tuple[float, int, dict[Platoon, int]]], options: dict[Platoon, dict[int, tuple[float, str]]]
    ) -> list[Idea]:
        """Moves with orders for all, reckoned as a whole."""
        b = self.b
        found: list[Idea] = []
        for _, centre, ends in tried:
            going = [each for each, h in ends.items() if h != each.hex]
            if not going:
                continue
            gain = self.field.together(ends, True) - self.now
            gain -= READY * len([each for each in going if each.reaction != NEVER])
            gain -= self.field.price * self.field.alert(going[0], {ends[each] for each in going})
            gain += sum([self.readiness(each) for each in self.platoons if each not in going and each.hex >= 0])
            order = sorted(ends, key=lambda each: (-each.steps, factor(each)))
            orders = {each.id: options[each].get(ends[each], (0.0, "hold"))[1] for each in order}
            officer = self.officer
            if officer is not None and rally_options(b, officer):
                orders[officer.id] = "rally"
            elif officer is not None:
                gain -= self.risk(officer, centre, dict.fromkeys(ends.values(), 1))
                far = b.ground.distance[centre]
                gain -= STRAY * sum([h >= 0 and far[h] > self.command() for h in ends.values()])
                if centre != officer.hex:
                    word = "to" if centre in self.reach(officer) else "double"
                    orders[officer.id] = f"{word} {b.ground.names[centre]}"
            farthest = max([ends[each] for each in going], key=self.field.draw)
            found.append(self.idea(gain, f"moves to {b.ground.names[farthest]}", orders))
        return found

    def centres(self, officer: Officer, lists: dict[Platoon, list[tuple[float, int]]]) -> list[int]:
        """Where the officer might be: within range of the best hexes of a platoon, or where he is."""
        near = 0
        for options in lists.values():
            for _, h in options[:SEEDS]:
                near |= self.b.ground.grid.within(h, officer.type.command)
        return [h for h in self.everywhere(officer) if near >> h & 1]

    def everywhere(self, officer: Officer) -> list[int]:
        """Where the officer can be afterwards."""
        found = dict.fromkeys(self.reach(officer))
        if officer.hex >= 0:
            found[officer.hex] = None
        if self.may_hurry(officer):
            found |= dict.fromkeys(self.reach(officer, True))
        return list(found)

    def fit(
        self, platoon: Platoon, options: list[tuple[float, int]], centre: int, load: dict[int, int]
    ) -> tuple[float, int]:
        """The best hex for a platoon around a centre, with room for it; in command if it can."""
        far = self.b.ground.distance[centre]
        command = self.command()
        own = self.b.steps[platoon.side]
        best, place = -4 * STRAY, platoon.hex
        for value, h in options:
            if value <= best:
                break
            if h in load:
                value -= self.field.capture(h)
            over = far[h] - command
            if over > 0:
                value -= STRAY + 0.1 * over
            there = load.get(h, 0)
            if h != platoon.hex:
                there += own.get(h, 0)
            if there + platoon.steps > ROOM:
                continue
            if there + platoon.steps >= MANY:
                value -= CROWD
            if value > best:
                best, place = value, h
        return (best, place)

    def risk(self, officer: Officer, h: int, load: dict[int, int]) -> float:
        """What it costs an officer to stand in a hex: he should not be alone under fire or next to the enemy."""
        if load.get(h) or self.b.occupied[officer.side] >> h & 1:
            return 0.0
        any_platoon = self.platoons[0]
        danger = self.field.danger(any_platoon, h, True)
        beside = self.field.beside >> h & 1
        return 0.08 + LOST * min(1.0, danger) + LOST * beside

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
            value = -0.02 * (h != officer.hex)
            for end, routed in own:
                value -= STRAY * (far[end] > officer.type.command) + 0.02 * far[end] - 0.3 * (routed and end == h)
            beside = self.field.beside >> h & 1
            lonely = not load.get(h) and not b.occupied[officer.side] >> h & 1
            danger = self.field.danger(anyone, h, True) if lonely else 0.0
            value -= lonely * (0.1 + LOST * beside + LOST * min(1.0, danger))
            if value > best:
                best, place = value, h
        if place == officer.hex:
            return "hold"
        return f"{'to' if place in self.reach(officer) else 'double'} {b.ground.names[place]}"

    # Storming ---------------------------------------------------------------------------------

    def _storms(self) -> list[Idea]:
        """Close assaults on hexes that several platoons can get at."""
        b = self.b
        found: list[Idea] = []
        near = 0
        for each in self.platoons:
            if each.hex >= 0:
                near |= b.ground.grid.within(each.hex, each.mp)
        enemy = 1 - self.field.side
        for place in bits(near & b.occupied[enemy]):
            if armoured(b.units_at(place, enemy)):
                continue
            idea = self.storm(place)
            if idea is not None:
                found.append(idea)
        found.sort(key=lambda idea: idea.gain, reverse=True)
        return found[:2]

    def storm(self, place: int) -> Idea | None:
        """All who can reach it go in together, up to nine steps; the rest cover."""
        b = self.b
        going: dict[Platoon, int] = {}
        steps = 0
        load: dict[int, int] = {}
        for each in sorted(self.platoons, key=lambda each: (-each.type.av[each.lost], each.index)):
            if steps + each.steps > ROOM or armoured([each]) or each.type.av[each.lost] < 3:
                continue
            start = self.springboard(each, place, load)
            if start >= 0:
                going[each] = start
                steps += each.steps
                if start != each.hex:
                    load[start] = load.get(start, 0) + each.steps
        if not going:
            return None
        gain, win = storm_worth(b, self.field, list(going), place)
        name = b.ground.names[place]
        orders: dict[str, str] = {}
        ends = {each: each.hex for each in self.platoons}
        for each in self.platoons:
            if each not in going:
                orders[each.id] = f"fire {name}" if place in targets(b, each) else "prepare"
                gain += 0.05
        before = self.field.holding(ends, load_of(ends))
        for each, start in going.items():
            orders[each.id] = f"storm {name} {b.ground.names[start]}"
            ends[each] = place
        gain += win * (self.field.holding(ends, load_of(ends)) - before)
        if self.officer is not None:
            gain -= self.lead_storm(self.officer, name, list(going), ends, orders)
        return self.idea(gain, f"storms {name}", orders)

    def lead_storm(
        self, officer: Officer, name: str, going: list[Platoon], ends: dict[Platoon, int], orders: dict[str, str]
    ) -> float:
        """The officer goes in with platoons of his hex, or follows; what it costs if some are out of his range."""
        self.lead(orders, ends)
        words = orders[officer.id].split(" ")
        centre = self.b.ground.index[words[1]] if len(words) > 1 else officer.hex
        if words[0] != "rally" and any(each.hex == officer.hex for each in going):
            orders[officer.id] = f"storm {name}"
            centre = self.b.ground.index[name]
        far = self.b.ground.distance[centre]
        return STRAY * sum([h >= 0 and far[h] > self.command() for h in ends.values()])

    def springboard(self, platoon: Platoon, place: int, load: dict[int, int]) -> int:
        """The hex from which a platoon can go in, the safest first; NEVER if there is none."""
        b = self.b
        if platoon.hex < 0:
            return NEVER
        beside = b.ground.neighbours[place]
        if platoon.hex in beside and assault_cost(b, [platoon], platoon.hex, place, platoon.bank) <= platoon.mp:
            return platoon.hex
        best, found = -float(FAR), NEVER
        reach = self.reach(platoon)
        for h in beside:
            spent = reach.get(h)
            if spent is None or spent + assault_cost(b, [platoon], h, place) > platoon.mp:
                continue
            if load.get(h, 0) + b.steps[platoon.side].get(h, 0) + platoon.steps > ROOM or b.ground.river >> h & 1:
                continue
            value = -self.field.danger(platoon, h, True) + 0.01 * b.ground.level[h]
            if value > best:
                best, found = value, h
        return found


# How far, and what fire and assault promise --------------------------------------------------------------------


_reaches: dict[tuple[object, ...], dict[int, int]] = {}  # of all battles: many positions are alike


def reach(b: Battle, unit: Unit, double: bool) -> dict[int, int]:
    """Where a unit can go by itself, and what it costs; kept by all that it depends on."""
    going = traveller(b, [unit], double)
    digest = b.scenario.digest
    key = (digest, unit.hex, unit.bank, kind_of(unit), going.capacity, going.blocked, b.column)
    found = _reaches.get(key) if digest and unit.hex >= 0 else None
    if found is None:
        found = {h: cost for h, (cost, _) in reach_of(b, [unit], double).ends.items()}
        if len(_reaches) >= KEPT:
            _reaches.clear()
        _reaches[key] = found
    return found


def together(b: Battle, firers: list[Platoon]) -> list[Platoon]:
    """7.1 The largest number of them that can fire as one group: next to each other, one by one."""
    best: list[Platoon] = []
    left = list(firers)
    while left:
        group = [left.pop(0)]
        grown = not group[0].out_of_command
        while grown:
            grown = False
            for each in left:
                if not each.out_of_command and any(b.ground.distance[each.hex][other.hex] <= 1 for other in group):
                    group.append(each)
                    left.remove(each)
                    grown = True
                    break
        if sum([factor(each) for each in group]) > sum([factor(each) for each in best]):
            best = group
    return best


def volley_worth(b: Battle, field: Field, group: list[Platoon], place: int) -> float:
    """What the fire of a group at a hex is worth in the mean."""
    victims = b.units_at(place, 1 - group[0].side)
    attack = reckon(b, group, victims, place)
    platoons = vulnerable(victims)
    if not platoons:
        return OFFICER * sum([ways for ways, _, hits in results(b, attack) if hits]) / 36
    most = sum([each.steps for each in platoons])
    mean = sum([ways * min(hits, most) for ways, _, hits in results(b, attack)]) / 36
    scared = sum([ways for ways, _, hits in results(b, attack) if hits]) / 36
    officers = len(victims) - len([each for each in victims if isinstance(each, Platoon)])
    company = b.companies[platoons[0].company]
    shaken = 0.25 if b.losses(company) + 1 > company.original else 0.05
    return field.prize * mean + scared * (shaken * len(platoons) + 0.05 * officers)


def storm_worth(b: Battle, field: Field, going: list[Platoon], place: int) -> tuple[float, float]:
    """What a close assault promises, the hex itself left aside, and the chance to win it."""
    defenders = b.units_at(place, 1 - field.side)
    fighters = [each for each in defenders if isinstance(each, Platoon) and not each.routed]
    standing = [each for each in defenders if isinstance(each, Platoon)]
    bold = [float(up_to(platoon_morale(b, each))) for each in going]
    if not fighters:
        return (0.5 * len(standing) * max(bold), max(bold))
    mine = sum([each.type.av[each.lost] * chance for each, chance in zip(going, bold, strict=True)])
    units: list[Unit] = [*going]
    theirs, _ = strength(b, defenders, place, units)
    ff = sum([factor(each) if not each.finished else (factor(each) + 1) // 2 for each in fighters])
    fire = mean_steps(b.scenario.rulebook.chart, ff, b.ground.numbers["assault_divisor"]) * 1.15
    mine -= 1.7 * fire
    edge = mine - theirs
    whole = int(edge // 1)
    win = WINS[min(whole, 11)] if whole >= 0 else 1 - WINS[min(-whole, 11)] - 0.05
    toll = 1.0 + min(2.0, max(0.0, edge / 5))
    gain = win * (field.prize * toll + 0.35 * len(fighters))
    loss = (1 - win) * (field.price * 1.5 + 0.4 * len(going)) + field.price * (fire + 0.5 * win)
    return (gain - loss, win)
