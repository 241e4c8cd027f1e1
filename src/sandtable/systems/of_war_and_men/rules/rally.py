"""16.5.b Rallying: a suppressed soldier comes up again unless a trait keeps him down."""

from collections.abc import Callable

from sandtable.systems.of_war_and_men.rules.conditions import stand_up
from sandtable.systems.of_war_and_men.rules.discipline import check
from sandtable.systems.of_war_and_men.rules.traits.trait_modifiers import traits_of
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, Battle, Fireteam, Procedure, Soldier, Verdict
from sandtable.systems.of_war_and_men.state.tables import LIMITS


def rally(b: Battle, man: Soldier, rule: str) -> Procedure:
    """16.5.b He is rallied unless a trait keeps him down."""
    if man.condition != SUPPRESSED:
        return
    for t in traits_of(b, man):
        if t in RALLY and not (yield from RALLY[t](b, man)):
            return
    stand_up(b, man, rule)


def rally_all(b: Battle, team: Fireteam, rule: str) -> Procedure:
    """17.5, 17.16 Every suppressed soldier of a Fireteam."""
    for man in b.men(team):
        yield from rally(b, man, rule)


def stubborn(b: Battle, man: Soldier) -> Verdict:
    """Stubborn: he first makes a Discipline Check; failure leaves him suppressed and the rally is used up."""
    return (yield from check(b, man, "rallying", "7.12"))


def fatalist(b: Battle, man: Soldier) -> Verdict:
    """7.16 Fatalist: two Rally orders have to be assigned to him; the first is remembered."""
    yield from ()
    man.orders += 1
    if man.orders < LIMITS["Fatalist"]:
        b.tell("stays down", "7.16", man.player, man.id, value=man.orders)
    return man.orders >= LIMITS["Fatalist"]


RALLY: dict[str, Callable[[Battle, Soldier], Verdict]] = {"Stubborn": stubborn, "Fatalist": fatalist}
