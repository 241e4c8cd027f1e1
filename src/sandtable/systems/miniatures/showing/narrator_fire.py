"""Fire, close combat and barrages in words: events as sentences, choices as labels."""

from collections.abc import Callable

from sandtable.systems.miniatures.rules.assault.charge import Stayers, could_charge
from sandtable.systems.miniatures.rules.leaders import find_target
from sandtable.systems.miniatures.showing.names import name_of, piece, side, target, there, where
from sandtable.systems.miniatures.state.pieces import Battle, Team
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.telling import capital, count

Sentence = Callable[[Battle, Event], str]
Label = Callable[[Battle, Decision, Choice], str]


# Sentences ---------------------------------------------------------------------------------------


def rolled(event: Event) -> str:
    """The dice as they are said: "6, 4 and 2"."""
    *most, last = [str(die) for die in event.dice]
    return f"{', '.join(most)} and {last}" if most else last


def shooting(b: Battle, event: Event) -> str:
    how = f" {event.text}" if event.text else ""
    return f"{piece(b, event)} fires{how} at {target(b, event)}."


def shot(b: Battle, event: Event) -> str:
    if not event.dice:
        return f"{with_weapon(piece(b, event), event.text)}: {event.need}+ cannot be rolled."
    hits = count(event.value, "hit", "hits")
    return f"{with_weapon(piece(b, event), event.text)}: {rolled(event)} on {max(2, event.need)}+, {hits}."


def with_weapon(team: str, weapon: str) -> str:
    """Who fires with what. A Team that is called after its weapon need not name it again: "1st Platoon, LMG 2"."""
    own = team.rpartition(", ")[2]
    return team if own == weapon or own.startswith(f"{weapon} ") else f"{team}, {weapon}"


def shot_again(b: Battle, event: Event) -> str:
    return f"{piece(b, event)} rolls its misses again: {rolled(event)}, {count(event.value, 'hit', 'hits')} in all."


def saves(b: Battle, event: Event) -> str:
    against = f" against the {event.text}" if event.text else ""
    if not event.dice:
        return f"{piece(b, event)} has no save{against}."
    failed = f"{event.value} failed" if event.value else "saved"
    return f"{piece(b, event)} saves{against}: {rolled(event)} on {event.need}+, {failed}."


def saves_again(b: Battle, event: Event) -> str:
    failed = f"{event.value} failed" if event.value else "saved"
    return f"{piece(b, event)} must roll saves again: {rolled(event)}, {failed}."


def damage(b: Battle, event: Event) -> str:
    return f"Damage to {target(b, event)}: {rolled(event)}, {event.text}."


def suppressed(b: Battle, event: Event) -> str:
    return f"{piece(b, event)} is {'doubly ' if event.value > 1 else ''}suppressed."


def recovered(b: Battle, event: Event) -> str:
    left = ", still suppressed" if event.value else " is no longer suppressed"
    return f"{piece(b, event)} sheds a marker{left}." if event.value else f"{piece(b, event)}{left}."


def barrage(b: Battle, event: Event) -> str:
    guns = count(event.value, "gun", "guns")
    return f"{piece(b, event)} ranges in on {target(b, event)} with {guns}; {name_of(b, event.text)} observes."


def range_in(b: Battle, event: Event) -> str:
    if not event.dice:
        return f"Ranging in on {target(b, event)} needs {event.need}+ and fails."
    outcome = "on target" if event.value else "off target"
    return f"Ranging in: {rolled(event)} on {max(2, event.need)}+, {outcome}."


def smoke_fired(b: Battle, event: Event) -> str:
    guns = count(event.value, "gun", "guns")
    return f"{piece(b, event)} fires smoke {there(b, event)} with {guns}; {name_of(b, event.text)} observes."


def shells(b: Battle, event: Event) -> str:
    """15.8 Where they fall, and on how many Teams."""
    teams = f"{count(event.value, 'Team')} may be hit" if event.value else "nobody is there"
    return f"The shells fall {there(b, event)}: {teams}."


def inches_rolled(event: Event) -> str:
    return count(event.dice[0], "inch", "inches")


FIRE_SENTENCES: dict[str, Sentence] = {
    "shooting": shooting,
    "shot": shot,
    "shot again": shot_again,
    "saves": saves,
    "saves again": saves_again,
    "hit location": lambda b, e: f"{piece(b, e)} is hit on the {e.text} ({rolled(e)}).",
    "damage": damage,
    "suppressed": suppressed,
    "recovered": recovered,
    "gone to ground": lambda b, e: f"{piece(b, e)} goes to ground.",
    "barrage": barrage,
    "range in": range_in,
    "template shifted": lambda b, e: f"{side(b, e)} shifts the template. Its centre is now {there(b, e)}.",
    "template": shells,
    "smoke fired": smoke_fired,
    "smoke": lambda b, e: f"Smoke rises {there(b, e)}.",
    "assault": lambda b, e: f"{piece(b, e)} assaults {target(b, e)} with {count(e.value, 'Team', 'Teams')}.",
    "extra move": lambda b, e: f"No enemy is left in reach. {piece(b, e)} may charge {inches_rolled(e)} farther.",
    "charges": lambda b, e: f"{piece(b, e)} charges.",
    "halted": lambda b, e: f"The assault of {piece(b, e)} is halted.",
    "put back": lambda b, e: f"{piece(b, e)} is put back two inches from the enemy.",
    "assault lands": lambda b, e: f"The assault of {piece(b, e)} lands.",
    "no contact": lambda b, e: f"{piece(b, e)} reaches no enemy.",
    "strikes": lambda b, e: f"{piece(b, e)} strikes at {target(b, e)}.",
    "closes in": lambda b, e: f"{piece(b, e)} closes in.",
    "apart": lambda b, e: "No Team is close enough to strike.",
    "breaks off": lambda b, e: f"{piece(b, e)} breaks off, {inches_rolled(e)}.",
    "falls back": lambda b, e: f"{piece(b, e)} falls back.",
    "pursuit": lambda b, e: f"{piece(b, e)} may pursue, {inches_rolled(e)}.",
    "pursues": lambda b, e: f"{piece(b, e)} pursues.",
    "assault over": lambda b, e: "The assault is over.",
}


# Labels ------------------------------------------------------------------------------------------


def fire_label(b: Battle, decision: Decision, choice: Choice) -> str:
    at = f" at {name_of(b, choice.to)}"
    return f"{name_of(b, choice.piece)} fires{at}" if choice.piece else f"Fire{at}"


def aim_label(b: Battle, decision: Decision, choice: Choice) -> str:
    return f"Aim at {choice.to.capitalize()} Teams, {count(choice.number, 'die', 'dice')}"


def template_label(b: Battle, decision: Decision, choice: Choice) -> str:
    _, x, y, _ = choice.at[0]
    return capital(where(b, x, y))


def each_or_all(verb: str, verb_all: str) -> Label:
    """A label for one Team, or for all that are left."""

    def words(b: Battle, decision: Decision, choice: Choice) -> str:
        return f"{name_of(b, choice.piece)} {verb}" if b.find_team(choice.piece) is not None else verb_all

    return words


def charge_label(b: Battle, decision: Decision, choice: Choice) -> str:
    """One Team sets out, or all; or nobody stays behind, or nobody else."""
    if isinstance(decision, Stayers) and len(decision.chargers) == len(could_charge_now(b, decision)):
        return "Nobody: all charge"
    return (
        "Nobody else: charge"
        if decision.kind == "stayers"
        else each_or_all("charges", "All charge")(b, decision, choice)
    )


def could_charge_now(b: Battle, decision: Stayers) -> list[Team]:
    """Who would charge if nobody had been held back."""
    target = find_target(b, decision.target)
    return could_charge(b, b.unit(decision.piece), target) if target is not None else []


FIRE_LABELS: dict[str, Label] = {
    "fire": fire_label,
    "split": lambda b, d, c: f"Fire at {name_of(b, c.to)}, then at others with the rest",
    "detail": lambda b, d, c: "Choose Teams and weapons myself",
    "main": lambda b, d, c: "Main gun",
    "coax": lambda b, d, c: "Coaxial MG",
    "aim": aim_label,
    "face": lambda b, d, c: f"Turn to {name_of(b, c.to)}",
    "take": lambda b, d, c: name_of(b, c.piece),
    "suppress": lambda b, d, c: name_of(b, c.piece),
    "shed": lambda b, d, c: f"From {name_of(b, c.piece)}",
    "ground": lambda b, d, c: "Go to ground",
    "barrage": lambda b, d, c: f"Barrage, observed by {name_of(b, c.piece)}",
    "smoke": lambda b, d, c: f"Smoke, observed by {name_of(b, c.piece)}",
    "target": lambda b, d, c: f"Range in on {name_of(b, c.piece)}",
    "template": template_label,
    "leave": lambda b, d, c: "Leave the template where it is",
    "assault": lambda b, d, c: f"Assault {name_of(b, c.to)}",
    "hold back": lambda b, d, c: f"{name_of(b, c.piece)} stays behind",
    "charge": charge_label,
    "close in": each_or_all("closes in", "All close in"),
    "pursue": each_or_all("pursues", "All pursue"),
    "strike": lambda b, d, c: f"{name_of(b, c.piece)} strikes at {name_of(b, c.to)}",
    "counter-attack": lambda b, d, c: "Counter-attack",
    "break off": lambda b, d, c: "Break off",
    "from": lambda b, d, c: name_of(b, c.to),
    "check": lambda b, d, c: name_of(b, c.piece),
}
