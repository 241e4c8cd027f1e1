"""Who acts when: for a player who thinks of the whole turn and lets the enemy show his hand first.

A plan promises here what would be lost by leaving it for later, so that plans of all companies, and to wait, compare.
"""

from sandtable.systems.war_storm.rules.activation import reaction_only, ready
from sandtable.systems.war_storm.rules.rally import rally_options
from sandtable.systems.war_storm.state.pieces import NEVER, Battle
from sandtable.systems.war_storm.thinking.enough import Aims, aims_of, places_to_leave_from, way_out
from sandtable.systems.war_storm.thinking.openings import first_shots, set_ups
from sandtable.systems.war_storm.thinking.plans import Planner, planners
from sandtable.systems.war_storm.thinking.weights import CAUTION, DOUBT, LEAVE_REACTION, MOST, RALLY_EARLY, WAIT
from sandtable.table.asking import PASS
from sandtable.table.decision import Decision
from sandtable.table.scheme import Scheme


def mastered(b: Battle, decision: Decision, side: int, found: list[Scheme]) -> list[Scheme]:
    """The same for a master, who is after no more than what is enough to win."""
    exits = way_out(b, side)
    if decision.kind == "deploy" and exits:
        return places_to_leave_from(b, decision, side, exits)
    aims = aims_of(b, side, exits) if decision.kind == "activation" else None
    return deepened(b, decision, side, found, aims)


def deepened(b: Battle, decision: Decision, side: int, found: list[Scheme], aims: Aims | None = None) -> list[Scheme]:
    """The plans of who has least time to lose and, if the enemy has yet to act, to wait for him.

    Where the book of openings knows what is as good, it is one of these.
    """
    if decision.kind == "deploy":
        return set_ups(b, decision, side) or found
    if decision.kind != "activation":
        return found
    hurried = sorted(planners(b, side, caution=CAUTION, aims=aims), key=haste, reverse=True)
    first = in_time(b, side, hurried) or hurried[0]
    plans = first_shots(first, haste(first)) or [rated(first, idea.scheme, idea.gain) for idea in first.best(MOST)]
    return [*plans, Scheme("Wait for the enemy", {}, PASS, WAIT)] if may_wait(b, side) else plans


def doubt(b: Battle) -> float:
    """How far promises may be from the truth: in the last turn plans that promise about the same are played."""
    return DOUBT if b.turn == b.scenario.turns else 0.0


def rated(planner: Planner, scheme: Scheme, gain: float) -> Scheme:
    """A plan with what would be lost by leaving it for later."""
    return Scheme(scheme.label, scheme.orders, scheme.first, haste(planner) + gain - planner.most())


def haste(planner: Planner) -> float:
    """What would be lost by waiting; somebody to rally may act again if it is done early."""
    officer = planner.officer
    if officer is not None and not planner.platoons:
        return RALLY_EARLY * len(rally_options(planner.b, officer))
    return planner.urgency()


def may_wait(b: Battle, side: int) -> bool:
    """4.3.1.g, 4.4.e Whether the enemy has to act if this side passes: else the turn would be over."""
    return not b.passes and bool(ready(b, 1 - side)) and not reaction_only(b, 1 - side)


def in_time(b: Battle, side: int, those: list[Planner]) -> Planner | None:
    """4.4.e When the enemy is done, companies in reaction act before the others: left for last they never would."""
    if ready(b, 1 - side):
        return None
    closed = [each for each in those if in_reaction(each) and each.most() > each.hold().gain + LEAVE_REACTION]
    if not closed or all(in_reaction(each) for each in those):
        return None
    return max(closed, key=lambda each: each.most())


def in_reaction(planner: Planner) -> bool:
    """Whether all who would act carry Reaction markers, and nobody is to be rallied."""
    if planner.officer is not None and rally_options(planner.b, planner.officer):
        return False
    return bool(planner.platoons) and all(each.reaction != NEVER for each in planner.platoons)
