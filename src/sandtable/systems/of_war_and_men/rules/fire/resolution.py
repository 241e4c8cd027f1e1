"""16.2.l What an attack's total does to a soldier (19.0, G.effects)."""

from collections.abc import Generator
from typing import NamedTuple

from sandtable.systems.of_war_and_men.rules.conditions import remove, suppress, wound
from sandtable.systems.of_war_and_men.rules.decisions.windows import DUCKING
from sandtable.systems.of_war_and_men.rules.traits import trait_events, trait_modifiers
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, WOUNDED, Battle, Procedure, Soldier
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision

Taker = Generator[Decision, Choice, Soldier]

RESULTS = {"unhurt": "no effect", "saved": "suppressed"}  # the others are called what they are
HARM = {"unhurt": 0, "saved": DUCKING, "suppressed": DUCKING, "wounded": 2, "routed": 3, "killed": 4}


def resolve_hit(b: Battle, man: Soldier, total: int, wounds: bool, rule: str, gunfire: bool = True) -> Procedure:
    """16.2.l Vitality kills; Resolve suppresses, wounds if the icon showed (19.3), routs the suppressed (7.13)."""
    if total >= man.card.vitality and gunfire:
        man = yield from who_takes_it(b, man)
    yield from resolve_values(b, man, total, wounds, rule)


def resolve_values(b: Battle, man: Soldier, total: int, wounds: bool, rule: str) -> Procedure:
    """16.2.l The total compared with the values of this soldier."""
    found = effect(values_of(b, man), total, wounds)
    if found == "killed":
        remove(b, man, "killed", "7.11")
    elif found == "routed":
        remove(b, man, "routed", "G.routed")
    elif found == "wounded":
        wound(b, man, "19.3.a")
    elif found == "unhurt":
        b.tell("unhurt", rule, man.player, man.id, value=total)
    else:
        if found == "saved":
            man.spent = True
        if man.condition != WOUNDED:
            suppress(b, man, rule if found == "saved" else "7.9")
            yield from trait_events.after_suppression(b, man)


class Values(NamedTuple):
    """16.2.l What of a soldier a total is compared with."""

    vitality: int
    resolve: int
    condition: int
    saved: bool  # a trait turns his death into suppression
    steadfast: bool  # 7.13: he never routs


def values_of(b: Battle, man: Soldier) -> Values:
    """16.2.l The values of a soldier as they are now."""
    return Values(
        man.card.vitality,
        trait_modifiers.resolve_of(b, man),
        man.condition,
        trait_modifiers.survives(b, man),
        trait_modifiers.never_routs(b, man),
    )


def effect(values: Values, total: int, wounds: bool) -> str:
    """16.2.l What a total does to a soldier; "saved": he is suppressed and not killed."""
    if total >= values.vitality:
        return "saved" if values.saved else "killed"  # 7.11
    if values.condition == WOUNDED or total < values.resolve:
        return "unhurt"  # 7.9
    if values.condition == SUPPRESSED:
        return "unhurt" if values.steadfast else "routed"  # 7.13
    return "wounded" if wounds and total > 0 else "suppressed"  # 19.3


def in_words(b: Battle, what: str, man: Soldier, wounds: bool, total: int) -> str:
    """16.2.o A total before it is resolved, and what it would do to him: "Grenade at Joe Hill: 9, suppressed."."""
    found = effect(values_of(b, man), total, wounds)
    return f"{what} at {man.card.name}: {total}, {RESULTS.get(found, found)}."


def grade(b: Battle, man: Soldier, wounds: bool, total: int) -> int:
    """16.2.l How bad a total is for him; 0: nothing happens."""
    return HARM[effect(values_of(b, man), total, wounds)]


def who_takes_it(b: Battle, man: Soldier) -> Taker:
    """10.7.b A neighbour may take a deadly shot instead, if his owner wants it."""
    other = trait_modifiers.shield(b, man)
    if other is None:
        return man
    options = [Choice("suffer", man.id), Choice("suffer", other.id)]
    answer = yield from ask(b, man.player, "bodyguard", "Who takes the shot?", "7.12", options, piece=other.id)
    return other if answer.piece == other.id else man
