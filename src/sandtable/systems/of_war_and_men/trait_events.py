"""7.12 Traits that make something happen: flips, questions, changes. Each is a small named function in a table.

The chapters call the functions in the first half; the tables in the second half say which trait does what there.
"""

from collections.abc import Callable

from sandtable.systems.of_war_and_men.pieces import Battle, Fireteam, Number, Procedure, Soldier, Verdict
from sandtable.systems.of_war_and_men.shot import Shot
from sandtable.systems.of_war_and_men.traits import team_has, traits_of
from sandtable.systems.of_war_and_men.windows import Entry
from sandtable.table.decision import Choice

# What the chapters ask ---------------------------------------------------------------------------


def random_effect(b: Battle, shot: Shot, colour: int, entries: list[Entry]) -> Procedure:
    """19.2 A random-effect icon showed: a trait of the shooter's may happen now. `entries`: what was counted."""
    for t in traits_of(b, shot.shooter):
        if t in RANDOM_EFFECTS:
            b.tell("random effect", "19.2.a", shot.shooter.player, shot.shooter.id, text=t)
            yield from RANDOM_EFFECTS[t](b, shot, colour, entries)


def after_suppression(b: Battle, man: Soldier) -> Procedure:
    """19.4 An attack has suppressed him."""
    for t in traits_of(b, man):
        if t in PANIC:
            yield from PANIC[t](b, man)


def after_losses(b: Battle, team: Fireteam) -> Procedure:
    """An enemy attack that killed a soldier of this Fireteam is over."""
    if not team.gone:
        for t, change in AFTER_LOSSES.items():
            if team_has(b, team, t):
                yield from change(b, team)


def rallies(b: Battle, man: Soldier) -> Verdict:
    """16.5.b Whether a suppressed soldier comes up when somebody rallies him; each trait may say no."""
    for t in traits_of(b, man):
        if t in RALLY and not (yield from RALLY[t](b, man)):
            return False
    return True


def drift(b: Battle, team: Fireteam, value: int) -> Number:
    """18.2.c The drift of the Artillery that this Fireteam calls; a trait may flip it once again."""
    for t, change in DRIFT.items():
        if team_has(b, team, t):
            value = yield from change(b, team, value)
    return value


def assessment(b: Battle) -> Procedure:
    """15.3.b Traits that work in the Assessment phase, in the order of the track."""
    for index in list(b.track):
        for man in b.men(b.teams[index]):
            for t in traits_of(b, man):
                if t in ASSESSMENT and man.team >= 0:
                    yield from ASSESSMENT[t](b, man)


def anytime(b: Battle, player: int) -> list[Choice]:
    """17.1 Free Immediate Actions of traits."""
    return [
        Choice(t.lower(), man.id)
        for team in b.own(player)
        for man in b.men(team)
        for t in traits_of(b, man)
        if t in ANYTIME and ANYTIME[t][0](b, man)
    ]


def in_turn(b: Battle, team: Fireteam) -> list[Choice]:
    """15.4 Free abilities of traits in the turn of their Fireteam."""
    return [
        choice for man in b.men(team) for t in traits_of(b, man) if t in IN_TURN for choice in IN_TURN[t][0](b, man)
    ]


def use(b: Battle, choice: Choice) -> Procedure:
    """An ability of a trait that was chosen."""
    man = b.soldier(choice.piece)
    assert man is not None
    for t in traits_of(b, man):
        if t.lower() == choice.do:
            yield from (ANYTIME[t][1] if t in ANYTIME else IN_TURN[t][1])(b, man, choice)


# Which trait does what ---------------------------------------------------------------------------

Does = Callable[[Battle, Soldier], Procedure]
Uses = Callable[[Battle, Soldier, Choice], Procedure]

RANDOM_EFFECTS: dict[str, Callable[[Battle, Shot, int, list[Entry]], Procedure]] = {}
PANIC: dict[str, Does] = {}
AFTER_LOSSES: dict[str, Callable[[Battle, Fireteam], Procedure]] = {}
RALLY: dict[str, Callable[[Battle, Soldier], Verdict]] = {}
ASSESSMENT: dict[str, Does] = {}
ANYTIME: dict[str, tuple[Callable[[Battle, Soldier], bool], Uses]] = {}
IN_TURN: dict[str, tuple[Callable[[Battle, Soldier], list[Choice]], Uses]] = {}
DRIFT: dict[str, Callable[[Battle, Fireteam, int], Number]] = {}
