"""The plans of a company: fire, advance, storm, hold. What each promises, and who is to do what."""

from sandtable.systems.war_storm.rules.activation import ready
from sandtable.systems.war_storm.rules.fire import targets
from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Platoon, Unit
from sandtable.systems.war_storm.thinking.assault_plans import storms
from sandtable.systems.war_storm.thinking.detachment import Detachment, Idea
from sandtable.systems.war_storm.thinking.enough import Aims
from sandtable.systems.war_storm.thinking.fire_estimates import largest_group, volley_worth
from sandtable.systems.war_storm.thinking.move_plans import moves
from sandtable.systems.war_storm.thinking.promises import deploy_gain
from sandtable.systems.war_storm.thinking.situation import Situation, load_of
from sandtable.systems.war_storm.thinking.weights import (
    ALONE,
    ALONE_RALLIES,
    CALM,
    CENTRES,
    CHECK,
    FEAR,
    FEARS,
    LEAVES,
    MARGIN,
    MOST,
    POINT,
    SHOT,
    SHOTS,
    URGENT,
)
from sandtable.table.asking import PASS
from sandtable.table.decision import Decision
from sandtable.table.scheme import Scheme


def stage(b: Battle) -> str:
    """The activation that is going on: who began it, and how many were before it in this turn."""
    before = b.activations[0] + b.activations[1] - (b.actor >= 0)
    return f"{b.turn}.{b.phase}.{before}.{b.side}"


def schemes(b: Battle, decision: Decision, side: int, current: Scheme | None) -> list[Scheme]:
    """The plans worth weighing when somebody is to be activated; after that the plan is followed.

    To pass is one of them. It promises less than anything that is done now; see `strategy` for what comes later.
    """
    if decision.kind == "deploy":
        return deployments(b, decision, side)
    if decision.kind != "activation":
        return [] if current is None else [current]
    ideas = planners(b, side)[0].best(MOST)
    return [*[idea.scheme for idea in ideas], Scheme("Pass", {}, PASS, ideas[0].gain - MARGIN)]


def deployments(b: Battle, decision: Decision, side: int) -> list[Scheme]:
    """The best places for a unit before the battle."""
    found = [(deploy_gain(b, choice, side), -number, choice) for number, choice in enumerate(decision.options())]
    best = sorted(found, reverse=True)[:MOST]
    return [Scheme(f"Begin in {choice.to}", {}, choice, gain) for gain, _, choice in best]


def planners(
    b: Battle, side: int, hasty: bool = False, caution: float = FEAR, aims: Aims | None = None
) -> list["Planner"]:
    """Everybody who can be activated, with his plans; who has least time to lose first."""
    goals, exits = (None, 0) if aims is None else aims
    situation = Situation(b, side, caution, goals, foresees=aims is not None)
    found = [Planner(b, situation, unit, hasty, exits) for unit in ready(b, side)]
    return sorted(found, key=lambda planner: planner.urgency(), reverse=True)


def intent(b: Battle, decision: Decision, side: int) -> Scheme | None:
    """The plan of somebody who does not think long: for the activation that begins."""
    if decision.kind != "activation":
        return None
    return planners(b, side, True)[0].best(1)[0].scheme


class Planner(Detachment):
    """Makes the plans of one activation."""

    __slots__ = ("_ideas", "aims", "exits", "hasty", "storms", "volleys")

    def __init__(self, b: Battle, situation: Situation, unit: Unit, hasty: bool = False, exits: int = 0) -> None:
        super().__init__(b, situation, unit)
        self._ideas: list[Idea] | None = None
        self.hasty = hasty  # one way to move is enough
        self.exits = exits  # where they are to leave the board, if they are
        self.aims: dict[int, list[Platoon]] = {}  # who could fire at which hex
        for each in self.platoons:
            for place in targets(b, each):
                self.aims.setdefault(place, []).append(each)
        self.volleys: dict[int, tuple[float, list[Platoon]]] = {}
        for place, firers in self.aims.items():
            group = largest_group(b, firers)
            self.volleys[place] = (self.volley(group, place), group)
        self.storms = storms(self)

    def volley(self, group: list[Platoon], place: int) -> float:
        """What the fire of some of them at a hex promises."""
        return volley_worth(self.b, self.situation.prize, group, place, self.situation.foresees)

    def urgency(self) -> float:
        """How much would be lost by waiting: a good shot, an assault, an escape."""
        if not self.platoons:
            return 0.0
        shot = max([worth for worth, _ in self.volleys.values()], default=0.0)
        storm = max([idea.gain for idea in self.storms], default=0.0)
        here = {each: each.hex for each in self.platoons}
        afraid = self.situation.fear(here, load_of(here), False)
        found = CALM + max(shot, storm) + URGENT * self.situation.price * afraid
        return found if self.officer is not None else CHECK * found  # a platoon alone must pass a check first

    @property
    def ideas(self) -> list[Idea]:
        """All plans, the best first."""
        if self._ideas is None:
            if self.platoons:
                found = [self.hold(), *self.shots(), *moves(self, self.hasty), *self.storms, *self.leave()]
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

    def alone(self) -> Idea:
        """An officer who wakes nobody rallies or goes where he is needed."""
        assert self.officer is not None
        orders = {self.officer.id: self.leader(self.officer, {})}
        gain = ALONE_RALLIES if orders[self.officer.id] == "rally" else ALONE
        return self.idea(gain, "sees to his men", orders)

    def leave(self) -> list[Idea]:
        """All who can leave the board now do, the others follow."""
        orders: dict[str, str] = {}
        for each in self.platoons:
            near = self.reach(each) if self.exits and each.hex >= 0 else {}
            last = each.mp - self.b.ground.numbers["exit"]
            able = [(cost, h) for h, cost in near.items() if self.exits >> h & 1 and h != each.hex and cost <= last]
            if able:
                _, place = min(able)
                orders[each.id] = f"to {self.b.ground.names[place]}"
        if not orders:
            return []
        gain = LEAVES * len(orders)
        rest = [each for each in self.platoons if each.id not in orders]
        ends = {each: each.hex for each in self.platoons}
        self.bring_up(rest, orders, ends)
        self.lead(orders, {each: ends[each] for each in rest})
        return [self.idea(gain, "leaves the board", orders)]

    def hold(self) -> Idea:
        """All stay and prepare for reaction."""
        orders = {each.id: "prepare" for each in self.platoons if each.hex >= 0}
        gain = sum([self.readiness(each) for each in self.platoons if each.hex >= 0], 0.0)
        gain -= sum([POINT for each in self.platoons if each.hex < 0], 0.0)
        self.lead(orders, {each: each.hex for each in self.platoons})
        return self.idea(gain, "holds and prepares", orders)

    def shots(self) -> list[Idea]:
        """All who can fire together at one hex do; the others fire elsewhere, prepare or move."""
        aims, worths = self.aims, self.volleys
        found: list[Idea] = []
        for place in sorted(worths, key=lambda place: worths[place][0], reverse=True)[:SHOTS]:
            gain, group = worths[place]
            if gain < SHOT:
                break
            orders = {each.id: f"fire {self.b.ground.names[place]}" for each in group}
            rest = [each for each in self.platoons if each not in group]
            for other in sorted(aims, key=lambda other: worths[other][0], reverse=True):
                others = largest_group(self.b, [each for each in aims[other] if each in rest])
                more = self.volley(others, other) if others else 0.0
                if more > SHOT:
                    orders |= {each.id: f"fire {self.b.ground.names[other]}" for each in others}
                    rest = [each for each in rest if each not in others]
                    gain += more
            ends = {each: each.hex for each in self.platoons}
            self.bring_up(rest, orders, ends)
            gain += self.situation.together(ends, True) - self.now
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
            best = self.situation.together(ends, True) + self.readiness(each)
            for h in sorted(options, key=lambda h: options[h][0], reverse=True)[:CENTRES]:
                value = self.situation.together(ends | {each: h}, True)
                if value > best and h != each.hex:
                    best, ends[each], orders[each.id] = value, h, options[h][1]
