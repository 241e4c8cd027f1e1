"""What computer players know of the regimental game."""

from sandtable.systems.regimental.reading.book import DATA
from sandtable.systems.regimental.state.book import ORDER_NAMES
from sandtable.systems.regimental.state.pieces import Battle, Stand
from sandtable.systems.regimental.state.scenario import Objective
from sandtable.systems.regimental.thinking.plans import schemes, stage
from sandtable.systems.regimental.thinking.prospect import prospect
from sandtable.systems.regimental.thinking.reasons import beside_words, nearest, orders_words, stakes
from sandtable.systems.regimental.thinking.shortlist import opposed, shortlist
from sandtable.systems.regimental.thinking.staff_policy import follow
from sandtable.systems.regimental.thinking.standing import SIGNS, standing
from sandtable.systems.regimental.thinking.strategist_plans import considered, doubt
from sandtable.systems.regimental.thinking.weights import ALIKE
from sandtable.systems.regimental.thinking.worth import evaluate, expected
from sandtable.table.decision import Choice, Decision
from sandtable.table.mind import Mind, goal_words, ground_words, stands_words, target_words, watched_words
from sandtable.table.outlook import Standing
from sandtable.table.scheme import Scheme
from sandtable.table.system import side_of
from sandtable.table.telling import count

GOES = ("move", "march", "fall back", "shift", "place", "recall")  # to a hex
FIRES = ("barrage", "attack")  # at a hex
SHUFFLES = ("support shuffle", "core shuffle", "night shuffle")
COUNTED = ("recovery", "loss")  # questions of strength


def strength_words(b: Battle, stand: Stand) -> str:
    """What each stand of a regiment has, and how many enemies are next to it."""
    own = [each for each in b.stands if each.regiment == stand.regiment and each.on_map]
    told = []
    for each in own:
        company = b.companies[each.company].name.partition(" of ")[0] if each.has_company else ""
        with_it = f" with {company}" if company else ""
        foes = sum([other.side != each.side and b.ground.distance[each.hex][other.hex] == 1 for other in on_map(b)])
        beside = f", next to {count(foes, 'enemy', 'enemies')}" if foes else ""
        told.append(f"{each.name} {each.sp}{with_it}{beside}")
    return f"Its strength points: {'; '.join(told)}."


def regiment_words(b: Battle, choice: Choice) -> str:
    """Which order a regiment has, and how near it is to an enemy."""
    regiment = next((each for each in b.regiments if each.key == choice.piece), None)
    own = [b.stands[index] for index in regiment.stands] if regiment is not None else []
    own = [each for each in own if each.on_map]
    if regiment is None or not own:
        return ""
    order = ORDER_NAMES.get(regiment.order, "no order")
    return f"The {regiment.name} is on {order}; {nearest(b, own)}."


def near_goal(b: Battle, hq: Stand, side: int) -> str:
    """How near a regiment that gets an order is to what is to be taken, or else held, and who is next to it."""
    regiment = b.regiment_of(hq)
    own = [each for each in b.stands_of(regiment) if not each.type.hq] if regiment is not None else []
    if regiment is None or not own:
        return ""
    away = b.ground.distance
    told = f"{count(len(own), 'battalion')}"
    if goals := wanted_of(b, side):
        far, goal = min([(away[stand.hex][each.hex], each.name) for stand in own for each in goals])
        told += f", the nearest {'in' if far == 0 else count(far, 'hex', 'hexes') + ' from'} {goal}"
    foes = sum([foe.side != side and any(away[foe.hex][stand.hex] == 1 for stand in own) for foe in on_map(b)])
    return f"The {regiment.name}: {told}{watched_words(foes, 'is next to it', 'are next to it')}."


def wanted_of(b: Battle, side: int) -> list[Objective]:
    """The objectives that a side has to take, or else holds."""
    held = b.held_by(side)
    return [each for each in b.scenario.objectives if each not in held] or held


def led_words(b: Battle, hq: Stand, place: int) -> str:
    """How many of its battalions are in range of an HQ in a hex: "; 2 of 3 battalions in its range"."""
    own = [b.stands[index] for index in b.regiments[hq.regiment].stands if index != hq.index]
    own = [each for each in own if each.on_map]
    led = sum([b.ground.distance[place][each.hex] <= b.ground.numbers["command"] for each in own])
    return f"; {led} of {count(len(own), 'battalion')} in its range" if own else ""


def on_map(b: Battle) -> list[Stand]:
    return [each for each in b.stands if each.on_map]


class RegimentalMind(Mind[Battle]):
    """Plans for a round: an order for every regiment, and what it is to do on it."""

    data = DATA
    signs = SIGNS
    alike = ALIKE

    worth = "half a battalion"
    horizon = 0  # plans that a master played on were worth nothing to him: 51.0 of 100 against the strategist
    foresight = 1  # a plan is for a round: beyond, the dice drown it

    def evaluate(self, battle: Battle, seat: str) -> float:
        return evaluate(battle, side_of(battle, seat))

    def shortlist(self, battle: Battle, decision: Decision) -> list[Choice]:
        return shortlist(battle, decision)

    def expected(self, battle: Battle, decision: Decision, choice: Choice, seat: str) -> float | None:
        return expected(battle, decision, choice, side_of(battle, seat))

    def goal(self, battle: Battle, seat: str) -> str:
        """The objectives, and who holds them."""
        held = battle.held_by(side_of(battle, seat))
        taken = [each.name for each in battle.scenario.objectives if each not in held]
        return goal_words(taken, [each.name for each in held])

    def ground(self, battle: Battle, seat: str, decision: Decision, choice: Choice) -> str:
        """The terrain, how far the nearest objective is that is to be taken, or else held, and who is next to it.

        Of orders all that are laid, of a shuffle what each stand of the regiment has.
        """
        if decision.kind == "orders":
            return orders_words(battle, side_of(battle, seat))
        if decision.kind == "activation":
            return regiment_words(battle, choice)
        if choice.do == "oppose" and battle.find_stand(choice.piece) is not None:
            return f"Its dice against this attacker: {opposed(battle, choice)}."
        stand, land = battle.find_stand(choice.piece) or battle.find_stand(decision.piece), battle.ground
        if stand is None or stand.side != side_of(battle, seat):
            return ""
        if decision.kind in SHUFFLES and not stand.battery:
            return strength_words(battle, stand)
        side = side_of(battle, seat)
        goes, fires = choice.do in GOES and choice.to in land.index, choice.do in FIRES and choice.to in land.index
        end = land.index[choice.to] if goes or fires else stand.hex
        if end < 0:
            return ""
        if choice.do == "order":
            return near_goal(battle, stand, side)
        goal = min(wanted_of(battle, side), key=lambda each: land.distance[end][each.hex], default=None)
        name, away = (goal.name, land.distance[end][goal.hex]) if goal is not None else ("", 0)
        if fires:
            points = sum([each.sp for each in battle.stands if each.side != side and each.hex == end])
            left = f"; {count(points, 'strength point')} left" if points else ""
            return target_words(land.terrain[end].name, name, away, left)
        watched = beside_words(battle, stand, end)
        if stand.type.hq and (goes or decision.kind == "mover"):
            watched += led_words(battle, stand, end)
        if not goes:
            left = f"; {count(stand.sp, 'strength point')} of {stand.type.sp}" if decision.kind in COUNTED else ""
            if decision.kind == "battery":
                left = f"; {count(stand.shots, 'shot')} left"
            return stands_words(land.terrain[end].name, name, away, watched + left)
        before = land.distance[stand.hex][goal.hex] if goal is not None and stand.hex >= 0 else None
        return ground_words(land.terrain[end].name, name, before, away, watched)

    def stakes(self, battle: Battle, seat: str) -> str:
        """The clock and the points."""
        return stakes(battle)

    def standing(self, battle: Battle, seat: str) -> Standing:
        """What tells who will win."""
        return standing(battle, side_of(battle, seat))

    def prospect(self, battle: Battle, seat: str) -> float:
        return prospect(battle, side_of(battle, seat))

    def reach(self, battle: Battle, decision: Decision, choice: Choice) -> float | None:
        """How far a shot goes, in hexes."""
        stand = battle.find_stand(choice.piece)
        if choice.do not in ("attack", "barrage") or stand is None or not choice.to:
            return None
        return battle.ground.distance[stand.hex][battle.ground.index[choice.to]]

    def stage(self, battle: Battle) -> str:
        return stage(battle)

    def schemes(self, battle: Battle, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return schemes(battle, decision, side_of(battle, seat), current)

    def considered(self, battle: Battle, decision: Decision, seat: str) -> list[Scheme]:
        return considered(battle, decision, side_of(battle, seat))

    def doubt(self, battle: Battle, decision: Decision, seat: str) -> float:
        return doubt(battle, decision, side_of(battle, seat))

    def follow(self, battle: Battle, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        return follow(battle, decision, scheme)
