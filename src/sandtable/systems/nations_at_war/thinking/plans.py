"""Plans for an impulse: what the active Formation is about, and the acts of its units that are worth a thought."""

from sandtable.systems.nations_at_war.showing.narrator import label
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP, Battle
from sandtable.systems.nations_at_war.thinking.openings import openings
from sandtable.systems.nations_at_war.thinking.policy import NEAREST, TARGET, Policy
from sandtable.systems.nations_at_war.thinking.prospect import aims
from sandtable.systems.nations_at_war.thinking.weights import ENDING, MARGIN, NEVER, PART, TRIED, WEIGHED
from sandtable.table.decision import Decision
from sandtable.table.scheme import Scheme

# Questions whose every answer is played through: they come seldom, and rules of thumb say little.
OPEN = ("go first", "designate", "coercion")


def stage(b: Battle) -> str:
    """The impulse that is going on. The last turns are planned to the end: then it is decided who has won."""
    if is_ending(b):
        return "the end"
    return f"{b.turn} {b.active} {len(b.cup)}"


def is_ending(b: Battle) -> bool:
    """Whether the battle can be played through to its end in thought."""
    units = sum([unit.hex >= OFF_MAP for unit in b.units])
    return units * (b.scenario.turns + 1 - b.turn) <= ENDING


def schemes(b: Battle, decision: Decision, side: int, current: Scheme | None, policy: Policy) -> list[Scheme]:
    """The plans worth weighing for a question."""
    kind = decision.kind
    if kind == "operation":
        return whose_turn(b, decision, side, policy)
    if kind == "action":
        return acts(b, decision, side, policy)
    if kind in OPEN:
        return [Scheme(label(b, decision, choice), {}, choice) for choice in decision.options()]
    return [current] if current is not None else []


def whose_turn(b: Battle, decision: Decision, side: int, policy: Policy) -> list[Scheme]:
    """Who acts next: any of those who would do as well."""
    found, why = policy.next_units(b, decision.options(), side)
    if why == TARGET:
        why = f"it has the best target on the way to {aim(b, policy, side)}"
    elif why == NEAREST:
        why = f"no target yet, nearest to {aim(b, policy, side)}"
    because = f" ({why})" if why else ""
    return [Scheme(label(b, decision, choice) + because, {}, choice, 0.0) for choice in found]


def aim(b: Battle, policy: Policy, side: int) -> str:
    """The name of the nearest hex that decides the battle."""
    judge = policy.judge
    goals = aims(b, judge)
    units = [unit.hex for unit in b.units_of[side] if unit.hex >= 0]
    if not goals or not units:
        return "the enemy"
    nearest = min(goals, key=lambda goal: min([judge.goals.fields[goal][place] for place in units]))
    return b.ground.names[nearest]


def acts(b: Battle, decision: Decision, side: int, policy: Policy) -> list[Scheme]:
    """The best acts of a unit or stack, with what they are worth."""
    found = policy.best_acts(b, decision.options(), side)
    found = [each for each in found if each[0] > NEVER][:WEIGHED] or found[:1]
    return [Scheme(label(b, decision, choice), {}, choice, worth) for worth, choice in found]


def comes_from_afar(b: Battle) -> bool:
    """Whether all of the attacker's Formations have yet to come on when the battle begins."""
    attacker = b.scenario.victory.side
    return all(formation.spec.entry_turn for formation in b.formations if formation.side == attacker)


def considered(b: Battle, decision: Decision, side: int, policy: Policy) -> list[Scheme]:
    """The plans of a player with more time.

    He sets up by the book, and has a policy of his own. Near the end he plays through what is about as good as the
    best, and what it promises speaks for it beside the tries; a clear case is left as promised.
    """
    if decision.kind == "setup":
        return [Scheme(label(b, decision, choice), {}, choice, 0.0) for choice in openings(b, decision)]
    if decision.kind == "operation":
        return whose_turn(b, decision, side, policy)
    if decision.kind != "action":
        return []
    found = acts(b, decision, side, policy)
    if not is_ending(b):
        return found
    best = found[0].promise or 0.0
    behind = [(each, (each.promise or 0.0) - best) for each in found[:TRIED]]
    close = [Scheme(each.label, {}, each.first, prior=PART * less) for each, less in behind if less > -MARGIN]
    return close if len(close) > 1 else found
