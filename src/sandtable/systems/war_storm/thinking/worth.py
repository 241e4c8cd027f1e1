"""What computer players know of the game: the worth of a position, and what each choice promises."""

from functools import lru_cache

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.activation import wakes_with
from sandtable.systems.war_storm.rules.attack import column_of, factor, reach, reckon, results, vulnerable
from sandtable.systems.war_storm.rules.fire import targets
from sandtable.systems.war_storm.rules.hand_to_hand import strength
from sandtable.systems.war_storm.rules.movement import movers, prey, reach_of
from sandtable.systems.war_storm.rules.rally import rally_morale
from sandtable.systems.war_storm.rules.reaction import marked, mates
from sandtable.systems.war_storm.rules.spotting import range_of
from sandtable.systems.war_storm.rules.victory import score
from sandtable.systems.war_storm.showing.odds import everybody, reaction_attack, up_to
from sandtable.systems.war_storm.state.book import GREEN, VETERAN, CombatChart
from sandtable.systems.war_storm.state.pieces import ELIMINATED, NEVER, OFF_MAP, STEPS, Battle, Officer, Platoon, Unit
from sandtable.table.decision import Choice, Decision

POINT = 0.8  # a victory point
STEP = 0.4  # a step shot off, with what morale makes of it
OFFICER = 0.6
ROUTED = 0.5  # of its worth is gone
STRAY = 0.1  # out of command
APPROACH = 0.1  # a hex nearer to what is wanted
COVER = 0.05  # a point of the divisor
EXPOSED = 0.5  # of the steps the enemy could shoot off
PROMISE = 0.5  # of the steps it could shoot off
READY = 0.12  # a Reaction marker
SAVED = 0.12  # what a platoon's fire may be worth later in the turn
QUALITY = {GREEN: 0.9, VETERAN: 1.2}
FAR = 20  # hexes: still off the board
COMRADES = 3  # platoons that fire together
ZEAL = 2.0  # how much bolder a side is in the last turn that is not winning


# The worth of a position -------------------------------------------------------------------------


def evaluate(b: Battle, side: int) -> float:
    """How well a side stands: points, platoons and officers, and how near they are to what they want."""
    return worth(b, side) - worth(b, 1 - side)


def worth(b: Battle, side: int) -> float:
    total = POINT * score(b, side)
    wanted = goals(b, side)
    for platoon in b.platoons:
        if platoon.side != side or platoon.hex == ELIMINATED:
            continue
        value = platoon.steps / STEPS * QUALITY.get(platoon.quality, 1.0)
        if platoon.routed:
            value *= 1 - ROUTED
        elif platoon.out_of_command:
            value -= STRAY
        if platoon.reaction != NEVER:
            value += READY
        if platoon.hex >= OFF_MAP:
            value -= APPROACH * away_from(b, platoon.hex, wanted)
        total += value
    for officer in b.officers:
        if officer.side == side and officer.hex >= OFF_MAP:
            total += OFFICER * (1 - ROUTED * officer.routed)
    return total


def winning(b: Battle, side: int) -> bool:
    """Whether a side would win if the battle ended now."""
    net = score(b, 0) - score(b, 1)
    for grade in b.scenario.grades:
        if net >= grade.least:
            return grade.winner == side
    return net > 0 if side == 0 else net < 0


def away_from(b: Battle, place: int, wanted: list[int]) -> int:
    """The distance to the nearest hex that is wanted."""
    if place < 0:
        return FAR
    far = b.ground.distance[place]
    return min([far[h] for h in wanted], default=0)


def goals(b: Battle, side: int) -> list[int]:
    """What a side is after: hexes to take, an area to be in, an exit; else what it must hold, else the enemy."""
    held = {objective.hex: holder for objective, holder in zip(b.scenario.objectives, b.holders, strict=True)}
    take: set[int] = set()
    keep: set[int] = set()
    for award in b.scenario.awards:
        if award.kind == "control":
            for h in bits(award.hexes):
                if award.side == side and held[h] != side:
                    take.add(h)
                else:
                    keep.add(h)
        elif award.kind == "presence" and award.side == side:
            take.update(bits(award.hexes))
        elif award.kind == "delay" and award.side != side:
            take.update(bits(award.hexes)[:1])
    return sorted(take or keep) or bits(b.occupied[1 - side])


# Fire --------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def mean_steps(chart: CombatChart, ff: int, divisor: int) -> float:
    """The steps that so much fire shoots off in the mean, without modifiers."""
    if ff <= 0:
        return 0.0
    column = column_of(chart, ff)
    total = sum([(6 - abs(roll - 7)) * (chart.rows[roll][column] // divisor) for roll in range(2, 13)])
    return total / 36


def mean_hits(b: Battle, group: list[Platoon], place: int) -> float:
    """The steps that a group shoots off a hex in the mean; an officer alone counts as one and a half."""
    victims = b.units_at(place, 1 - group[0].side)
    attack = reckon(b, group, victims, place)
    most = sum([each.steps for each in vulnerable(victims)])
    scale = 1.0 if most else 1.5
    return scale * sum([ways * min(hits, most or 1) for ways, _, hits in results(b, attack)]) / 36


class Guns:
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
            if away > 8 or not seen >> start & 1:
                continue
            ff = 0
            for each in platoons:
                if away <= each.type.range:
                    ff += factor(each)
                elif away <= reach(b, each):
                    ff += (factor(each) + 1) // 2
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
            ff = factor(platoon) if away <= platoon.type.range else (factor(platoon) + 1) // 2
            best = max(best, mean_steps(chart, COMRADES * ff, b.ground.terrain[start].divisor) / COMRADES)
        return best


# Moves -------------------------------------------------------------------------------------------


class Outlook:
    """What a side thinks of hexes for one unit."""

    __slots__ = ("b", "enemy", "wanted", "zeal")

    def __init__(self, b: Battle, side: int) -> None:
        self.b = b
        self.zeal = 1.0 if winning(b, side) else 1.0 + ZEAL * b.turn / b.scenario.turns
        self.enemy = Guns(b, 1 - side)
        self.wanted = goals(b, side)

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
        value += COVER * (b.ground.terrain[h].divisor - 2)
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
            value += 2 * STRAY * (away <= officer.type.command) - 0.02 * away + 0.3 * (each.routed and away == 0)
            value += 0.05 * (away == 0)
        if b.beside_enemy(officer.side) >> h & 1 and not b.occupied[officer.side] >> h & 1:
            value -= 1.0
        return value - 0.3 * self.enemy.against(officer, h)

    def best(self, unit: Unit, double: bool) -> float:
        """What the best move of a unit gains; far below nothing if it has none."""
        ends = reach_of(self.b, [unit], double).ends
        here = self.place(unit, unit.hex)
        return max([self.place(unit, h) for h in ends], default=-FAR) - here - 0.03 * double


# Assaults ----------------------------------------------------------------------------------------


def assault_gain(b: Battle, attackers: list[Unit], place: int) -> float:
    """What a close assault promises: the fight, less the fire it meets on the way in."""
    platoons = [unit for unit in attackers if isinstance(unit, Platoon)]
    if not platoons:
        return -1.0
    side = platoons[0].side
    defenders = b.units_at(place, 1 - side)
    fighters = [each for each in defenders if isinstance(each, Platoon) and not each.routed]
    if not fighters:
        return 1.5
    mine, _ = strength(b, attackers, place)
    theirs, _ = strength(b, defenders, place, attackers)
    ff = sum([factor(each) if not each.finished else factor(each) // 2 for each in fighters])
    fire = mean_steps(b.scenario.rulebook.chart, ff, b.ground.numbers["assault_divisor"])
    edge = max(-1.0, min(1.0, (mine - 1.5 * fire - theirs) / 6))
    prize = POINT if place in goals(b, side) else 0.0
    return edge * (0.8 + prize + 0.3 * len(fighters)) - STEP * fire


# The promise of a choice -------------------------------------------------------------------------


def expected(b: Battle, decision: Decision, choice: Choice, side: int) -> float | None:
    """The worth of a choice, reckoned instead of played out; None where it must be tried."""
    found = PROMISES.get(decision.kind)
    gain = found(b, choice, side) if found is not None else None
    return None if gain is None else evaluate(b, side) + gain


def activation_gain(b: Battle, choice: Choice, side: int) -> float:
    """Everybody who can act should; those with a shot first, those out of command last."""
    unit = b.unit(choice.piece)
    if unit is None:
        return 0.0
    if isinstance(unit, Platoon):
        return 0.05 + 0.1 * best_shot(b, unit)
    assert isinstance(unit, Officer)
    woken = wakes_with(b, unit)
    return 0.1 + 0.1 * len(woken) + sum([best_shot(b, each) for each in woken])


def best_shot(b: Battle, platoon: Platoon) -> float:
    """The most steps a platoon alone shoots off somebody now."""
    return max([mean_hits(b, [platoon], place) for place in targets(b, platoon)], default=0.0)


def action_gain(b: Battle, choice: Choice, side: int) -> float:
    """What one action of an activated unit promises."""
    unit = b.unit(choice.piece)
    if choice.do == "assault":
        place = b.ground.index[choice.to]
        return assault_gain(b, [each for each in b.units if each.waiting == place and each.active], place) + 0.05
    if unit is None:
        return 0.0
    if choice.do in ("move", "double"):
        return Outlook(b, side).best(unit, choice.do == "double")
    if choice.do == "rally":
        other = b.unit(choice.to)
        assert isinstance(unit, Officer)
        assert other is not None
        return 0.5 * float(up_to(rally_morale(b, unit, other, []))) + 0.1
    if choice.do == "lend":
        platoon = b.unit(choice.to)
        assert isinstance(platoon, Platoon)
        return 0.1 + STEP * best_shot(b, platoon)
    if choice.do == "ready":
        place = b.ground.index[choice.to]
        waiting = [each for each in b.units if each.waiting == place and each.active]
        return assault_gain(b, [*waiting, *could_assault(b, unit, place)], place) - 0.01
    assert isinstance(unit, Platoon)
    if choice.do == "fire":
        place = b.ground.index[choice.to]
        return STEP * 1.5 * mean_hits(b, fellows(b, unit, place), place)
    return prepare_gain(b, unit, side)


def could_assault(b: Battle, unit: Unit, place: int) -> list[Unit]:
    """Activated units of its kind that could go in now, itself among them."""
    return [
        each
        for each in b.units
        if each is unit
        or (isinstance(each, Platoon) and each.active and each.waiting == NEVER and place in prey(b, [each], 0))
    ]


def fellows(b: Battle, platoon: Platoon, place: int) -> list[Platoon]:
    """Who would fire with it."""
    before = b.aim
    b.aim = place
    group = everybody(b, platoon, False)
    b.aim = before
    return group


def prepare_gain(b: Battle, platoon: Platoon, side: int) -> float:
    """A marker is worth more the nearer the enemy is."""
    far = b.ground.distance[platoon.hex]
    near = min([far[h] for h in bits(b.occupied[1 - side])], default=FAR)
    return READY if near <= reach(b, platoon) + 5 else READY / 4


def march_gain(b: Battle, choice: Choice, side: int) -> float:
    """What a leg of a march promises: where it ends, or the assault it leads to."""
    assert b.move is not None
    units = movers(b, b.move)
    if choice.do in ("to", "boat"):
        outlook = Outlook(b, side)
        place = b.ground.index[choice.to]
        return sum([outlook.place(unit, place) - outlook.place(unit, unit.hex) for unit in units])
    if choice.do == "exit":
        prize = any(award.kind == "exited" and award.side == side for award in b.scenario.awards)
        return POINT * 2 if prize else -5.0
    if choice.do == "ready":
        return assault_gain(b, units, b.ground.index[choice.to])
    return 0.0 if choice.do == "halt" else -0.5


def group_gain(b: Battle, choice: Choice, side: int) -> float:
    """The more fire the better."""
    group = [b.platoons[i] for i in b.group]
    joining = b.unit(choice.piece)
    reacts = b.side != side
    if isinstance(joining, Platoon):
        group.append(joining)
    elif choice.do == "all":
        group = everybody(b, group[0], reacts)
    if reacts and b.move is not None:
        return STEP * volley_mean(b, group, movers(b, b.move))
    return STEP * 1.5 * mean_hits(b, group, b.aim)


def volley_mean(b: Battle, group: list[Platoon], moving: list[Unit]) -> float:
    """The steps that reaction fire shoots off in the mean."""
    attack = reaction_attack(b, group, moving, moving[0].hex)
    most = sum([each.steps for each in vulnerable(moving)]) or 2
    return sum([ways * min(hits, most) for ways, _, hits in results(b, attack)]) / 36


def reaction_gain(b: Battle, choice: Choice, side: int) -> float:
    """Fire now, or keep it for something better."""
    platoon = b.unit(choice.piece)
    if not isinstance(platoon, Platoon) or b.move is None:
        return 0.0
    moving = movers(b, b.move)
    own = [each for each in b.platoons if each.side == side and not each.finished and not each.routed]
    stack = mates(platoon, own)
    cost = SAVED * sum([1.0 if marked(each) else 1.5 for each in stack])
    return STEP * 2.0 * volley_mean(b, stack, moving) - cost


def deploy_gain(b: Battle, choice: Choice, side: int) -> float:
    """Attackers start near what they want, defenders in cover near what they hold; not all in one hex."""
    unit = b.unit(choice.piece)
    assert unit is not None
    place = b.ground.index[choice.to]
    crowd = b.steps[side].get(place, 0)
    near = away_from(b, place, goals(b, side))
    value = -APPROACH * near + 2 * COVER * (b.ground.terrain[place].divisor - 2) - 0.05 * max(0, crowd - 3)
    officer = b.officer_of(b.companies[unit.company]) if unit.company >= 0 else None
    if isinstance(unit, Platoon) and officer is not None and officer.hex >= 0:
        value -= 0.5 * max(0, b.ground.distance[officer.hex][place] - officer.type.command)
    return value + 0.1 * b.ground.level[place]


def keep_gain(b: Battle, choice: Choice, side: int) -> float:
    """Reaction markers are kept; defensive fire is always given."""
    return 0.0 if choice.do in ("keep", "fire") else -0.1


def mark_gain(b: Battle, choice: Choice, side: int) -> float:
    return READY if choice.do == "mark" else 0.0


PROMISES = {
    "activation": activation_gain,
    "action": action_gain,
    "march": march_gain,
    "fire group": group_gain,
    "reaction": reaction_gain,
    "deploy": deploy_gain,
    "removal": keep_gain,
    "defensive fire": keep_gain,
    "first markers": mark_gain,
}
