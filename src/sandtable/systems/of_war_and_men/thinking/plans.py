"""Plans for the turn of a Fireteam, in words and with what they promise; thought over for the strategist."""

import msgspec

from sandtable.systems.of_war_and_men.rules.turn import next_team
from sandtable.systems.of_war_and_men.showing.narrator import label
from sandtable.systems.of_war_and_men.state.pieces import COMBAT, PHASES, Battle, Player
from sandtable.systems.of_war_and_men.thinking import muster, weights
from sandtable.systems.of_war_and_men.thinking.actions import Mind
from sandtable.systems.of_war_and_men.thinking.playouts import rehearsed
from sandtable.systems.of_war_and_men.thinking.prospect import Planner
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme


def stage(b: Battle) -> str:
    """The turn of a Fireteam, with the moment before it; or the phase."""
    if b.active >= 0:
        return f"{b.round} {b.active}"
    team = next_team(b) if b.phase == COMBAT else None
    return f"{b.round} {team.index}" if team is not None else f"{b.round} {PHASES[b.phase]}"


def schemes(b: Battle, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
    """What the active Fireteam might do, each with what it promises; other questions are left to the quick policy."""
    if decision.kind == "division":
        worth = muster.divisions(b, decision, b.player(seat))
        return [Scheme(label(b, decision, choice), {}, choice, gain) for choice, gain in worth.items()]
    if decision.kind == "role":
        return [Scheme(label(b, decision, choice), {}, choice, 0.0) for choice in decision.options()]
    if decision.kind == "fireteams":
        return muster.ways(decision)
    if decision.kind == "form":
        return muster.form(b, decision, seat, current)
    if decision.kind != "action":
        return [current] if current is not None else []
    return turns(b, decision, seat, Mind(b, b.player(seat).side))


def deepened(b: Battle, decision: Decision, seat: str, found: list[Scheme]) -> list[Scheme]:
    """The same, thought over: few Fireteams, both actions of a turn and Terrain, the last cards rehearsed."""
    if decision.kind == "fireteams":
        return muster.thought_over(found)
    if decision.kind != "action":
        return found
    return rehearsed(b, seat, turns(b, decision, seat, Planner(b, b.player(seat).side)))


def turns(b: Battle, decision: Decision, seat: str, mind: Mind) -> list[Scheme]:
    """Plans for the turn under way, the best first."""
    player, team = b.player(seat), b.active_team
    begun = team.heading >= 0 and b.maneuvers > 0
    found = []
    for value, choice in mind.deeds(decision, player):
        order = order_of(mind, player, choice)
        bonus = weights.BEGUN if begun and choice.do == "maneuver" else 0.0
        found.append(Scheme(describe(b, decision, choice), {team.id: order}, choice, value + bonus))
    found.sort(key=lambda scheme: -(scheme.promise or 0.0))
    return told(found)[: weights.PLANS_TOLD]


def told(found: list[Scheme]) -> list[Scheme]:
    """What is free comes first, and is said to be worth a little more than the best of the rest."""
    paid = [scheme.promise or 0.0 for scheme in found if scheme.promise != weights.ALWAYS]
    free = max(paid, default=0.0) + weights.FREE
    return [msgspec.structs.replace(each, promise=free) if each.promise == weights.ALWAYS else each for each in found]


def order_of(mind: Mind, player: Player, choice: Choice) -> str:
    """What a plan notes of a deed: a move that is to be completed is "to C4", one that is only begun "towards C4"."""
    if choice.do != "maneuver":
        return f"{choice.do} {choice.to or choice.piece}".strip()
    there = mind.arrives(mind.b.active_team, player, mind.b.cell_called(choice.to))
    return f"{'to' if there else 'towards'} {choice.to}"


def describe(b: Battle, decision: Decision, choice: Choice) -> str:
    """A plan in words."""
    team = b.active_team
    if choice.do == "attack":
        enemy = b.find_team(choice.to)
        return f"Fire at {enemy.name if enemy is not None else choice.to}"
    if choice.do == "maneuver":
        held = any(other.side != team.side for other in b.at(b.cell_called(choice.to)))
        return f"Storm {choice.to}" if held else f"Go to {choice.to}"
    return WORDS.get(choice.do) or label(b, decision, choice)


WORDS = {
    "pass": "Hold, and keep the cards",
    "stealth": "Go into stealth",
    "entrench": "Dig in",
    "rally": "Rally the men",
    "redraw": "Exchange cards that are no use",
}
