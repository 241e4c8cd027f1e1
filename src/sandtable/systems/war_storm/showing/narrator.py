"""Events as English sentences and choices as words on a button."""

from collections.abc import Callable
from functools import partial

from sandtable.systems.war_storm.rules.march import STOP
from sandtable.systems.war_storm.showing.odds import meant, prey_of
from sandtable.systems.war_storm.state.pieces import Battle, Officer, Platoon
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.telling import capital, count, either, filled, side_called, the_side, told


def sentence(b: Battle, event: Event) -> str:
    """An event in words; empty for what another event already says."""
    return capital(told(b, event, SPECIAL, SENTENCES, fill))


def fill(b: Battle, pattern: str, event: Event) -> str:
    place, side = place_name(b, event.place), side_name(b, event.side)
    hits, roll = count(event.value, "hit"), sum(event.dice)
    return filled(pattern, event, partial(name_of, b), side, place=place, hits=hits, roll=roll)


def side_name(b: Battle, key: str) -> str:
    """A side within a sentence."""
    return the_side(side_called(b, key))


def label(b: Battle, decision: Decision, choice: Choice) -> str:
    """A choice in words, for a button."""
    if choice.do in ("pass", "done", "keep", "halt", "hold", "fire", "all") and not choice.piece:
        return ENDINGS.get((decision.kind, choice.do)) or ENDINGS[("", choice.do)]
    if choice.do == "rally" and choice.piece == choice.to:
        return f"{name_of(b, choice.piece)} rallies himself"
    if choice.do == "activate":
        return activation_label(b, choice)
    if choice.do in ("volley", "alone", "fire", "react"):
        return shot_label(b, decision, choice)
    if choice.do == "place" and not choice.to:
        return f"{name_of(b, choice.piece)} takes over off the board"
    if choice.do == "to" and choice.number != STOP:
        return f"To {place_name(b, choice.to)}{caught(b, decision, choice)}, then choose again"
    if choice.do == "to":
        return f"Move to {place_name(b, choice.to)}{caught(b, decision, choice)}"
    pattern = LABELS.get(choice.do, capital(choice.do) + " {piece} {to}")
    return pattern.format(
        piece=name_of(b, choice.piece), to=place_name(b, choice.to) or name_of(b, choice.to)
    ).strip()


def caught(b: Battle, decision: Decision, choice: Choice) -> str:
    """6.2.f Whom a move to a hex catches: ", and catch Lt. Gielnik"."""
    found = prey_of(b, decision, choice)
    return f", and catch {listed([each.name for each in found])}" if found else ""


def activation_label(b: Battle, choice: Choice) -> str:
    """An officer with his company, or a platoon out of command alone."""
    unit = b.find_unit(choice.piece)
    company = b.company_of(unit) if isinstance(unit, Officer) else None
    name = name_of(b, choice.piece)
    return f"{name} with {company.name}" if company is not None else f"{name} alone"


def shot_label(b: Battle, decision: Decision, choice: Choice) -> str:
    """Who fires or reacts: all together, one alone, or one with others who are then named."""
    group = meant(b, decision, choice)
    act = "reacts" if decision.kind == "reaction" else "fires"
    at = "" if decision.kind == "reaction" else f" at {choice.to}"
    if not group:
        return f"{name_of(b, choice.piece)} {act}{at} with others you name"
    if len(group) > 1:
        return f"{listed([short_name(b, each) for each in group])} {act.removesuffix('s')}{at}"
    return f"{group[0].name} {act}{at}{' alone' if choice.do == 'alone' else ''}"


# Names -------------------------------------------------------------------------------------------


def name_of(b: Battle, id: str) -> str:
    """What a unit is called."""
    unit = b.find_unit(id) if id else None
    return unit.name if unit is not None else id


def code_of(b: Battle, platoon: Platoon) -> str:
    """The letter of the company and the number of the platoon in it: A2."""
    company = b.companies[platoon.company]
    number = company.platoons.index(platoon.index) + 1
    return f"{company.letter or company.spec.key[-1].upper()}{number}"


def short_name(b: Battle, platoon: Platoon) -> str:
    """Its code where its name ends with it, among others of its company: A2 for "US infantry A2"."""
    code = code_of(b, platoon)
    return code if platoon.name.endswith(f" {code}") else platoon.name


def names_of(b: Battle, event: Event) -> str:
    """All units of an event: the piece, and those whose ids are its text."""
    return listed([name_of(b, id) for id in (event.piece, *event.text.split())])


def listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def place_name(b: Battle, place: str) -> str:
    """A hex, with what is printed in it: "A1006 (Saint-Aubin)"."""
    index = b.ground.index.get(place, -1)
    printed = b.ground.board.labels.get(index, "") if index >= 0 else ""
    return f"{place} ({printed})" if printed else place if index >= 0 else ""


# Events ------------------------------------------------------------------------------------------

SENTENCES = {
    "officer drawn": "{piece} leads {text}.",
    "deployed": "{piece} deploys in {place}.",
    "marked": "{piece} starts with a Reaction marker.",
    "turn": "Turn {value}.",
    "replaced": "{piece} takes over {text} in {place}.",
    "initiative roll": "{side} rolls {roll} for the initiative: {value} in all.",
    "initiative": "{side} has the initiative.",
    "activated": "{piece} is activated.",
    "lent": "{piece} sends {target} into action.",
    "prepared": "{piece} prepares for reaction.",
    "ready": "{piece} prepares to assault {place}.",
    "joined": "{piece} joins the move.",
    "left behind": "{piece} stays in {place}.",
    "exited": "{piece} leaves the board.",
    "out of command": "{piece} is Out-of-Command.",
    "in command": "{piece} is in command again.",
    "marker removed": "{piece} gives up its Reaction marker.",
    "turn closes": "The turn closes: only platoons in reaction are left.",
    "points": "{side}: {text}",
    "end": "The battle is over: {text}.",
    "joins": "{piece} fires with {target}.",
    "step lost": "{piece} loses a step ({value} of 3 lost).",
    "eliminated": "{piece} is eliminated.",
    "officer lost": "{piece} is killed.",
    "routed": "{piece} routs and runs for its own lines.",
    "discipline failure": "{target} fails to rally {piece}: Discipline Failure.",
    "overrun": "No defender in {place} resists the assault.",
    "fight": "{side} fights hand to hand and rolls {roll}: {value} in all.",
    "fight won": "{side} wins the fight for {place}.",
    "withdraws": "{piece} withdraws to {place}.",
    "position lost": "The improved position in {place} is lost.",
}


def told_moved(b: Battle, event: Event) -> str:
    return f"{names_of(b, event)} {'moves' if not event.text else 'move'} to {place_name(b, event.place)}."


def told_control(b: Battle, event: Event) -> str:
    """The objective, and its hex where that has not the same name."""
    place = place_name(b, event.place)
    what = place if f"({event.text})" in place else f"{event.text} in {place}"
    return f"{side_name(b, event.side)} takes {what}."


def told_pass(b: Battle, event: Event) -> str:
    return f"{side_name(b, event.side)} {'has nothing left to activate' if event.text else 'passes'}."


def told_fire(b: Battle, event: Event) -> str:
    how = {"fire": "fires at", "reaction fire": "fires in reaction at"}.get(event.text, "fires as the enemy enters")
    roll = sum(event.dice) + sum([note.amount for note in event.modifiers])
    result = f"effect {event.value}" if event.value else "no effect"
    return f"{name_of(b, event.piece)} {how} {place_name(b, event.place)}, column {event.need}: {roll}, {result}."


def told_officer(b: Battle, event: Event) -> str:
    end = "killed" if event.value <= event.need else "unharmed"
    return f"{name_of(b, event.piece)} is under fire: {'an' if event.value in (8, 11) else 'a'} {event.value}, {end}."


def told_check(b: Battle, event: Event) -> str:
    who = event.text or name_of(b, event.piece)
    what = CHECKS[event.kind]
    end = "passed" if event.value <= 0 else f"failed by {event.value}"
    return f"{who} checks morale{what}: {sum(event.dice)} against {event.need}, {end}."


def told_rally(b: Battle, event: Event) -> str:
    whom = name_of(b, event.piece)
    who = f"{event.text} rallies himself" if event.text == whom else f"{event.text} rallies {whom}"
    if event.value > 0:
        who = who.replace("rallies", "cannot rally")
    return f"{who}: {sum(event.dice)} against {event.need}."


def told_run(b: Battle, event: Event) -> str:
    return f"{names_of(b, event)} {'run' if event.text else 'runs'} to {place_name(b, event.place)}."


def told_lost(b: Battle, event: Event) -> str:
    how = "runs off the board" if event.text == "off" else "is cut off: no way home is free of the enemy"
    return f"{name_of(b, event.piece)} {how}. It is eliminated."


def told_disintegrated(b: Battle, event: Event) -> str:
    """9.1.2.c, 9.1.2.d By how much the check must be failed for that: by less where a unit runs already."""
    numbers = b.ground.numbers
    why = (
        f"it was routed already and failed by {numbers['routed_disintegrates']} or more"
        if event.text
        else f"the check was failed by {numbers['disintegrates']} or more"
    )
    return f"{name_of(b, event.piece)} breaks up and is eliminated: {why}."


def told_no_fire(b: Battle, event: Event) -> str:
    """14.4 The defenders could have fired at those who came in, and did not; or their fire could do nothing."""
    place = place_name(b, event.place)
    if event.text:
        return f"The defenders of {place} do not fire: no roll of theirs could take a step."
    return f"The defenders of {place} hold their fire."


def told_assault(b: Battle, event: Event) -> str:
    return f"{names_of(b, event)} {'assault' if event.text else 'assaults'} {place_name(b, event.place)}."


def told_enters(b: Battle, event: Event) -> str:
    return f"{names_of(b, event)} {'go' if event.text else 'goes'} in."


CHECKS = {
    "company check": "",
    "platoon check": "",
    "activation check": " to act alone",
    "wire check": " before the wire",
    "assault check": " before the assault",
}

SPECIAL: dict[str, Callable[[Battle, Event], str]] = {
    "moved": told_moved,
    "control": told_control,
    "pass": told_pass,
    "fired": told_fire,
    "hits": either(fill, "Divided by {need}: {hits} in {place}.", "Divided by {need}, the fire has no effect."),
    "officer check": told_officer,
    "company check": told_check,
    "platoon check": told_check,
    "activation check": told_check,
    "wire check": told_check,
    "assault check": told_check,
    "rally": told_rally,
    "ran": told_run,
    "lost in rout": told_lost,
    "assault": told_assault,
    "enters": told_enters,
    "disintegrated": told_disintegrated,
    "fire held": told_no_fire,
}

# Choices -----------------------------------------------------------------------------------------

LABELS = {
    "place": "{piece} to {to}",
    "mark": "{piece} starts with a Reaction marker",
    "move": "{piece} moves",
    "double": "{piece} moves at double time",
    "prepare": "{piece} prepares for reaction",
    "rally": "{piece} rallies {to}",
    "ready": "{piece} prepares to assault {to}",
    "assault": "Assault {to}",
    "lend": "{piece} sends {to} into action",
    "along": "Take {piece} along",
    "drop": "Leave {piece} here",
    "exit": "Leave the board",
    "boat": "Row over to {to}",
    "remove": "Take the marker off {piece}",
    "join": "{piece} fires too",
    "run": "Run to {to}",
    "from": "Away from {to}",
    "stay": "{piece} stays behind",
    "withdraw": "{piece} withdraws to {to}",
}

ENDINGS = {
    ("", "pass"): "Pass",
    ("", "done"): "End this activation",
    ("", "keep"): "Keep the markers",
    ("", "halt"): "Stop here",
    ("", "fire"): "Fire",
    ("", "all"): "Everyone who can",
    ("reaction", "pass"): "Hold fire",
    ("reaction", "hold"): "Hold fire until this move is over",
    ("defensive fire", "pass"): "Hold fire",
    ("defensive fire", "fire"): "Fire at them as they come in",
    ("first markers", "done"): "No more markers",
}
