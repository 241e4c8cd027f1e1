"""What a seat is asked with all its options, paths and odds."""

from sandtable.systems.war_storm.rules.movement import move_reach, movers
from sandtable.systems.war_storm.rules.reach import Reach
from sandtable.systems.war_storm.rules.verbs import ROLES
from sandtable.systems.war_storm.showing.narrator import label
from sandtable.systems.war_storm.showing.odds import attack_view
from sandtable.systems.war_storm.state.pieces import Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.pointing import pointed
from sandtable.table.view import AttackView, DecisionView, Odds, OptionView

KEYS = {"pass": "p", "done": "d", "halt": "h", "keep": "k", "fire": "f", "all": "a", "exit": "x"}
HEADINGS = {
    "move": "Move",
    "double": "Move",
    "fire": "Fire",
    "prepare": "Prepare for reaction",
    "rally": "Rally",
    "ready": "Close assault",
    "assault": "Close assault",
    "lend": "Activate a platoon",
    "along": "Take along",
    "drop": "Leave behind",
}


def decision_view(b: Battle, decision: Decision) -> DecisionView:
    """The question with all its options in words."""
    reach = move_reach(b, b.move) if decision.kind == "march" and b.move is not None else Reach()
    return pointed(
        DecisionView(
            decision.kind,
            decision.prompt,
            decision.rule,
            decision.piece,
            tuple(option_view(b, decision, choice, reach) for choice in decision.options()),
            entry=decision.kind == "deploy",
        )
    )


def option_view(b: Battle, decision: Decision, choice: Choice, reach: Reach) -> OptionView:
    index = b.ground.index
    place = choice.to if choice.to in index else ""
    target = choice.to if b.find_unit(choice.to) is not None else ""
    path: tuple[str, ...] = ()
    cost = 0
    if choice.do == "to" and b.move is not None:
        steps = reach.path(index[choice.to], movers(b, b.move)[0].hex)
        path = tuple([b.ground.names[node[0]] for node in steps])
        cost = reach.ends[index[choice.to]][0] - b.move.spent
    attack = attack_view(b, decision, choice)
    return OptionView(
        choice,
        label(b, decision, choice),
        choice.piece,
        target,
        place,
        path,
        cost,
        KEYS.get(choice.do, "") if not choice.piece else "",
        HEADINGS.get(choice.do, ""),
        in_short(attack),
        attack,
        ROLES.get(choice.do, ""),
    )


def in_short(attack: AttackView | None) -> tuple[Odds, ...]:
    """The odds for a button: the first that matters."""
    return attack.odds[:1] if attack is not None else ()
