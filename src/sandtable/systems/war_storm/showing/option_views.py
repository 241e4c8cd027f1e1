"""What a seat is asked with all its options, paths and odds."""

from sandtable.systems.war_storm.rules.march import STOP
from sandtable.systems.war_storm.rules.movement import move_reach, movers
from sandtable.systems.war_storm.rules.reaction import HOLD
from sandtable.systems.war_storm.rules.verbs import ROLES
from sandtable.systems.war_storm.showing.narrator import label, listed, short_name
from sandtable.systems.war_storm.showing.odds import BEHEADED, HURT, WON, attack_view, catch_view, meant, prey_of
from sandtable.systems.war_storm.state.pieces import Battle, Move, Officer, Platoon, Unit
from sandtable.table.decision import Choice, Decision
from sandtable.table.pointing import pointed
from sandtable.table.view import AttackView, DecisionView, Odds, OptionView

KEYS = {"pass": "p", "hold": "w", "done": "d", "halt": "h", "keep": "k", "fire": "f", "all": "a", "exit": "x"}
HEADINGS = {
    "move": "Move",
    "double": "Move",
    "volley": "Fire",
    "alone": "Fire",
    "fire": "Fire",
    "prepare": "Prepare for reaction",
    "rally": "Rally",
    "ready": "Close assault",
    "assault": "Close assault",
    "lend": "Activate a platoon",
    "along": "Take along",
    "drop": "Leave behind",
}
FIRE = (HURT, BEHEADED)  # what the odds of fire begin with

BRINGS = {
    "mark": "Its first reaction is at full strength.",
    "activate": "He and his platoons in command act, one after the other.",
    "activate alone": "Out of command, it must pass a morale check before it may act.",
    "activation: pass": "The other side goes on; when both pass in a row the turn ends.",
    "move": "Then choose where to. Enemies who see it on its way may fire.",
    "double": "It goes farther, but not next to the enemy, and not again next turn.",
    "volley": "One attack with all their fire; all have then acted.",
    "alone": "The others may still act.",
    "fire": "One attack; whoever fires has then acted.",
    "prepare": "It waits, and may fire at full strength when an enemy moves in its sight.",
    "rally": "If the roll succeeds, the routed unit obeys orders again.",
    "rally himself": "If the roll succeeds, he can command again.",
    "ready": "It waits next to the enemy until you start the assault with all who are ready.",
    "assault": "The defenders may fire first; then both sides fight hand to hand for the hex.",
    "lend": "The platoon acts as if in command; the officer has then acted.",
    "along": "It moves with the group from here.",
    "drop": "It ends its move here; the others go on.",
    "exit": "It leaves the battle; some scenarios give points for that.",
    "march: to": "There you choose what comes next: farther on, others taken along, an assault.",
    "boat": "A boat takes the group over the river; its move ends there.",
    "action: done": "Units that have not acted lose their action.",
    "march: halt": "The move ends here, and the units have acted.",
    "react": "Those without a Reaction marker fire at half strength.",
    "reaction: volley": "One attack with all their fire; without a Reaction marker at half strength.",
    "reaction: alone": "The others keep their fire for later.",
    "reaction: pass": "All keep their fire for later.",
    "hold": "You are not asked again, hex by hex, until another move begins.",
    "catch": "A platoon that enters the hex of an officer alone eliminates him.",
    "fire group: join": "Its fire is added to the attack.",
    "fire group: all": "Their fire is added to the attack, and you fire.",
    "fire group: fire": "Fire with those named so far.",
    "defensive fire: fire": "One attack at the assault before the fighting begins.",
    "removal: keep": "Platoons with a marker still react at full strength next turn, and may also be activated then.",
    "remove": "It reacts at half strength from now on.",
    "harmless": "It cannot hurt them: no roll takes a step.",
}


def decision_view(b: Battle, decision: Decision) -> DecisionView:
    """The question with all its options in words."""
    group = movers(b, b.move) if decision.kind == "march" and b.move is not None else []
    march = March(b, decision, b.move, group) if b.move is not None and group else None
    return pointed(
        DecisionView(
            decision.kind,
            march_prompt(b, b.move, group) if b.move is not None and len(group) > 1 else decision.prompt,
            decision.rule,
            decision.piece,
            tuple(option_view(b, decision, choice, march) for choice in answers(decision)),
            entry=decision.kind == "deploy",
            also=tuple([unit.id for unit in group if unit.id != decision.piece]),
        ),
        at_place=Choice("alone") if decision.kind == "action" else None,
    )


def march_prompt(b: Battle, move: Move, group: list[Unit]) -> str:
    """Where a group goes, with the names of all who go."""
    names = listed([short_name(b, unit) if isinstance(unit, Platoon) else unit.name for unit in group])
    return f"Do {names} go on?" if move.begun else f"Where do {names} go?"


def answers(decision: Decision) -> list[Choice]:
    """All options and, where one is asked hex by hex, to hold fire for the whole move."""
    return [*decision.options(), *([HOLD] if decision.kind == "reaction" else [])]


class March:
    """What all ways of a march have in common."""

    __slots__ = ("_paths", "b", "decision", "reach", "start", "storms")

    def __init__(self, b: Battle, decision: Decision, move: Move, group: list[Unit]) -> None:
        self.b = b
        self.decision = decision
        self.reach = move_reach(b, move, group)
        self.start = group[0].hex
        may = not move.double and any(isinstance(unit, Platoon) for unit in group)
        self.storms = b.beside_enemy(group[0].side) if may else 0  # the hexes where an assault may follow
        self._paths: dict[int, tuple[str, ...]] = {}

    def path(self, place: int) -> tuple[str, ...]:
        """The hexes on the way to a hex; two options lead to most."""
        found = self._paths.get(place)
        if found is None:
            names = self.b.ground.names
            found = tuple([names[node[0]] for node in self.reach.path(place, self.start)])
            self._paths[place] = found
        return found

    def option_view(self, choice: Choice) -> OptionView:
        """A way to a hex, in words.

        6.2.d Of two ways to it one is less usual: to choose again there; next to the enemy, where an assault may
        follow, to stop.
        """
        place = self.b.ground.index[choice.to]
        stops = choice.number == STOP
        rare = stops == bool(self.storms >> place & 1)
        prey = prey_of(self.b, self.decision, choice)
        attack = catch_view(prey)
        return OptionView(
            choice,
            label(self.b, self.decision, choice),
            choice.piece,
            "",
            choice.to,
            self.path(place),
            self.reach.ends[place],
            "",
            heading_of_way(stops, bool(prey)) if rare else "",
            in_short(attack),
            attack,
            ROLES["to"],
            brings=BRINGS["catch"] if prey else "" if stops else BRINGS["march: to"],
            aside=rare,
        )


def heading_of_way(stops: bool, catches: bool) -> str:
    """What is less usual: to catch an officer and go on stands apart from going on, which has no odds."""
    if stops:
        return "Stop next to the enemy"
    return "Catch an officer, then choose again there" if catches else "Move, then choose again there"


def option_view(b: Battle, decision: Decision, choice: Choice, march: March | None) -> OptionView:
    if march is not None and choice.do == "to":
        return march.option_view(choice)
    place = choice.to if choice.to in b.ground.index else ""
    target = choice.to if b.find_unit(choice.to) is not None else ""
    attack = attack_view(b, decision, choice)
    return OptionView(
        choice,
        label(b, decision, choice),
        choice.piece,
        target,
        place,
        key=KEYS.get(choice.do, "") if not choice.piece else "",
        group=heading(decision, choice, attack),
        odds=in_short(attack),
        attack=attack,
        role=ROLES.get(choice.do, ""),
        also=tuple([each.id for each in meant(b, decision, choice)[1:]]) if choice.do == "volley" else (),
        brings=brings(b, decision, choice, attack),
        aside=in_parts(decision, choice, attack) or vain(decision, attack),
    )


def in_parts(decision: Decision, choice: Choice, attack: AttackView | None) -> bool:
    """Whether only some of those fire who could: one alone, or those whom the player names one by one."""
    return decision.kind == "action" and (choice.do == "alone" or (choice.do == "fire" and attack is None))


def vain(decision: Decision, attack: AttackView | None) -> bool:
    """7.3.h A reaction that no roll helps: it stays possible, but below all else."""
    return decision.kind == "reaction" and harmless(attack)


def heading(decision: Decision, choice: Choice, attack: AttackView | None) -> str:
    if decision.kind == "reaction":
        return "Fire that cannot hurt them" if harmless(attack) else ""
    if in_parts(decision, choice, attack):
        return "Fire alone" if attack is not None else "Fire with others you name"
    return HEADINGS.get(choice.do, "")


def brings(b: Battle, decision: Decision, choice: Choice, attack: AttackView | None) -> str:
    """What an order brings, in one line for somebody who has not read the rules."""
    if harmless(attack):
        return BRINGS["harmless"]
    if choice.do == "activate":
        officer = b.find_unit(choice.piece)
        return BRINGS["activate" if isinstance(officer, Officer) else "activate alone"]
    if choice.do == "rally" and choice.piece == choice.to:
        return BRINGS["rally himself"]
    return BRINGS.get(f"{decision.kind}: {choice.do}") or BRINGS.get(choice.do, "")


def in_short(attack: AttackView | None) -> tuple[Odds, ...]:
    """The odds for a button: the first that matters; of a fight how often it is won, and how often lost."""
    if attack is None or harmless(attack):
        return ()
    return attack.odds[: 2 if attack.odds[0].text == WON else 1]


def harmless(attack: AttackView | None) -> bool:
    """7.3.h Whether it is fire that cannot hurt anybody, whatever is rolled."""
    return attack is not None and attack.odds[0].text in FIRE and not any(each.chance for each in attack.odds)
