"""Plans for an impulse: what the active Formation is about, and the acts of its units that are worth a thought."""

from sandtable.systems.nations_at_war.command import members
from sandtable.systems.nations_at_war.foresight import aims
from sandtable.systems.nations_at_war.hand import Hand
from sandtable.systems.nations_at_war.narrator import label
from sandtable.systems.nations_at_war.operations import may_act
from sandtable.systems.nations_at_war.pieces import Battle
from sandtable.table.decision import Decision
from sandtable.table.scheme import Scheme

MARGIN = 0.25  # what is worse by so much at first sight is not tried
WEIGHED = 4  # acts of a unit that are named
TRIED = 4  # of these that are played through by a player with more time

# Questions whose every answer is played through: they come seldom, and rules of thumb say little.
OPEN = ("go first", "designate", "coercion")


def stage(b: Battle) -> str:
    """The impulse that is going on. The last turn is planned to its end: then it is decided who has won."""
    if b.turn >= b.scenario.turns:
        return "last turn"
    return f"{b.turn} {b.active} {len(b.cup)}"


def schemes(b: Battle, decision: Decision, side: int, current: Scheme | None, hand: Hand) -> list[Scheme]:
    """The plans worth weighing for a question."""
    kind = decision.kind
    orders = current.orders if current is not None else {}
    if kind == "operation":
        able = [unit.id for unit in members(b, b.formations[b.active]) if may_act(b, unit)]
        if not any(id in orders for id in able):
            return impulse(b, hand, side, orders, able)
    elif kind == "action":
        found = hand.best_acts(b, decision.options(), side, current)[:WEIGHED]
        return [Scheme(label(b, decision, choice), orders, choice, worth) for worth, choice in found]
    elif kind in OPEN:
        return [Scheme(label(b, decision, choice), orders, choice) for choice in decision.options()]
    return [current] if current is not None else []


def impulse(b: Battle, hand: Hand, side: int, orders: dict[str, str], units: list[str]) -> list[Scheme]:
    """What a Formation may be about as a whole. At first sight it does best to take what offers itself."""
    name = b.formations[b.active].name
    goal = aim(b, hand, side)
    ways = {
        "usual": f"{name}: take what offers itself on the way to {goal}",
        "press": f"{name}: press on to {goal}",
        "shoot": f"{name}: stay and shoot",
        "careful": f"{name}: keep under cover",
    }
    return [
        Scheme(words, {**orders, **dict.fromkeys(units, order)}, promise=-0.01 * place)
        for place, (order, words) in enumerate(ways.items())
    ]


def aim(b: Battle, hand: Hand, side: int) -> str:
    """The name of the nearest hex that decides the battle."""
    judge = hand.judge
    goals = aims(b, judge)
    units = [unit.hex for unit in b.units_of[side] if unit.hex >= 0]
    if not goals or not units:
        return "the enemy"
    nearest = min(goals, key=lambda goal: min([judge.goals.fields[goal][place] for place in units]))
    return b.ground.names[nearest]


def deepened(found: list[Scheme]) -> list[Scheme]:
    """What is about as good as the best at first sight, to be played through; a clear case is left as promised."""
    promises = [scheme.promise for scheme in found if scheme.promise is not None]
    best = max(promises, default=0.0)
    close = [scheme for scheme in found if scheme.promise is not None and scheme.promise > best - MARGIN][:TRIED]
    if len(close) < 2:
        return found
    return [Scheme(scheme.label, scheme.orders, scheme.first) for scheme in close]
