"""Events as English sentences and choices as words on a button."""

from collections.abc import Callable
from functools import partial

from sandtable.systems.regimental.state.book import ORDER_NAMES
from sandtable.systems.regimental.state.pieces import Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.telling import count, either, filled, told
from sandtable.table.telling import side_called as side_name


def sentence(b: Battle, event: Event) -> str:
    """An event in words; empty for what another event already says."""
    return told(b, event, SPECIAL, SENTENCES, fill)


def fill(b: Battle, pattern: str, event: Event) -> str:
    order = ORDER_NAMES.get(event.text, event.text)
    hits = count(event.value, "hit")
    side = side_name(b, event.side)
    return filled(pattern, event, partial(name_of, b), side, order=order, hits=hits, place=named(b, event.place))


def label(b: Battle, decision: Decision, choice: Choice) -> str:
    """A choice in words, for a button."""
    if choice.do == "order":
        return f"{ORDER_NAMES.get(choice.to, choice.to)} ({choice.to})"
    if choice.do == "change":
        return f"Change the order of {name_of(b, choice.piece)}" if choice.piece else "Change an order"
    if choice.do == "attack":
        return attack_label(b, choice)
    if choice.do == "barrage":
        place = b.ground.index.get(choice.to, -1)
        if place in b.at:
            return f"Fire at {b.stands[b.at[place]].name} in {b.called(place)}"
    company = b.find_company(choice.piece)
    if choice.do == "lose" and company is not None:
        host = b.stands[company.host].name
        guest = "" if company.name.endswith(f" of {host}") else f", with {host}"
        return f"Give up: {company.name}{guest}"
    if choice.do in ("pass", "done"):
        return ENDINGS.get(decision.kind, "Nothing more")
    if choice.do == "fall back" and not choice.to:
        return "Fall back"
    pattern = LABELS.get(choice.do)
    if pattern is None:
        pattern = choice.do.capitalize() + (" {to}" if choice.to else "") or "?"
    return pattern.format(piece=name_of(b, choice.piece), to=name_of(b, choice.to))


def attack_label(b: Battle, choice: Choice) -> str:
    """Who attacks whom, and how."""
    stand, place = b.find_stand(choice.piece), b.ground.index.get(choice.to, -1)
    if stand is None or not stand.on_map or place not in b.at:
        return f"Attack {choice.to}"
    how = "assaults" if b.ground.distance[stand.hex][place] == 1 else "fires at"
    return f"{stand.name} {how} {b.stands[b.at[place]].name} in {b.called(place)}"


# Names -------------------------------------------------------------------------------------------


def named(b: Battle, place: str) -> str:
    """A hex by its name on the map, if it has one."""
    return b.called(b.ground.index[place]) if place in b.ground.index else place


def name_of(b: Battle, id: str) -> str:
    """What a stand, company, regiment or hex is called."""
    stand = b.find_stand(id)
    if stand is not None:
        return stand.name
    company = b.find_company(id)
    if company is not None:
        return company.name
    regiment = b.find_regiment(id)
    return f"the {regiment.name}" if regiment is not None else id


# Events ------------------------------------------------------------------------------------------

SENTENCES = {
    "revealed": "",
    "round": "Day {text}, round {value}.",
    "night": "Night falls on day {text}.",
    "order": "{piece}: {order}.",
    "turn passes": "{side} moves next: the enemy has moved two regiments in a row.",
    "activated": "{piece} has its turn ({order}).",
    "no hq": "{piece} has no HQ and does nothing.",
    "hq returns": "A new {piece} appears in {place}.",
    "hq lost": "{target} has lost its HQ.",
    "moves": "{piece} moves to {place}.",
    "marches": "{piece} marches to {place}.",
    "taken": "{piece} takes {place}.",
    "joins": "{piece} joins the attack.",
    "support called": "{piece} gives fire support.",
    "gun called": "{piece} fires in support; shots left: {value}.",
    "air called": "{side} calls in the air force; points left: {value}.",
    "air stopped": "The aircraft of {side} are driven off.",
    "flak": "{piece} fires at the aircraft: {hits}.",
    "fires back": "{piece} answers the fire; shots left: {value}.",
    "strength lost": "{piece} is reduced to strength {value}.",
    "company lost": "{piece} is lost.",
    "destroyed": "{piece} is destroyed.",
    "regiment gone": "{piece} has no battalion left and is removed.",
    "combat won": "{side} wins the close combat at {place}.",
    "combat even": "The close combat at {place} is even.",
    "stands fast": "{piece} stands fast in {place}.",
    "falls back": "{piece} falls back to {place}.",
    "nowhere to go": "{piece} has nowhere to fall back to.",
    "pursues": "{piece} pursues into {place}.",
    "rebuilt": "{piece} is rebuilt to strength {value}.",
    "stand returns": "{piece} returns in {place}.",
    "company returns": "{piece} returns to {target}.",
    "battle over": "The battle is over: {text}.",
}


def told_initiative(b: Battle, event: Event) -> str:
    half = len(event.dice) // 2
    one, other = sum(event.dice[:half]), sum(event.dice[half:])
    first, second = (side.name for side in b.scenario.sides)
    end = f"{side_name(b, event.side)} wins the throw" if event.kind == "initiative" else "a tie, thrown again"
    return f"{first} throws {one}, {second} {other}: {end}."


def told_attack(b: Battle, event: Event) -> str:
    how = "assaults" if event.text == "close combat" else "fires at"
    return f"{name_of(b, event.piece)} {how} {name_of(b, event.target)} in {named(b, event.place)}."


def told_dice(b: Battle, event: Event) -> str:
    who = "The attacker" if event.kind == "attack dice" else "The defender"
    return f"{who} throws {count(len(event.dice), 'die', 'dice')}: {count(event.value, 'hit')}."


def told_phase(b: Battle, event: Event) -> str:
    return f"Artillery phase: {side_name(b, event.side)} first." if event.side else "No battery can fire or move."


def told_retreat(b: Battle, event: Event) -> str:
    cost = f" through enemy zones and takes {count(event.value, 'loss', 'losses')}" if event.value else ""
    return f"{name_of(b, event.piece)} retreats to {named(b, event.place)}{cost}."


def told_shift(b: Battle, event: Event) -> str:
    """A company goes over to another stand; a stand changes places with its neighbours."""
    if event.target:
        return f"{name_of(b, event.piece)} goes over to {name_of(b, event.target)}."
    return f"{name_of(b, event.piece)} changes places: it is in {named(b, event.place)} now."


def told_supply(b: Battle, event: Event) -> str:
    return f"{side_name(b, event.side)} has {event.value} strength and {event.text} support points tonight."


SPECIAL: dict[str, Callable[[Battle, Event], str]] = {
    "initiative": told_initiative,
    "initiative tied": told_initiative,
    "attacks": told_attack,
    "attack dice": told_dice,
    "defence dice": told_dice,
    "artillery phase": told_phase,
    "barrage": either(
        fill, "{piece} fires at {target} in {place}: a hit.", "{piece} fires at {target} in {place}: no hit."
    ),
    "retreats": told_retreat,
    "shifted": told_shift,
    "supply": told_supply,
}

# Choices -----------------------------------------------------------------------------------------

LABELS = {
    "activate": "Move {piece}",
    "select": "{piece}",
    "ready": "Ready",
    "move": "Move to {to}",
    "march": "March to {to}",
    "retreat": "Retreat to {to}",
    "stay": "Stay",
    "shift": "{piece} to {to}",
    "join": "{piece} joins",
    "fire support": "{piece}",
    "gun": "{piece} fires a shot",
    "air": "Call in an air point",
    "oppose": "Turn to {piece}",
    "fire back": "Spend a shot and answer",
    "lose": "A strength point of {piece}",
    "first": "{piece} first",
    "stand fast": "Stand fast, at a loss of {piece}",
    "fall back": "Fall back to {to}",
    "pursue": "{piece} pursues",
    "place": "In {to}",
    "rebuild": "A strength point for {piece}",
    "recall": "{piece} returns in {to}",
    "return": "{piece} returns to {to}",
}

ENDINGS = {
    "support shuffle": "Leave the companies as they are",
    "core shuffle": "Leave the stands as they are",
    "night shuffle": "Leave them as they are",
    "mover": "No more moves",
    "retreater": "No more moves",
    "attack": "No attack",
    "join": "Attack alone",
    "support": "Nothing more",
    "defensive support": "Nothing more",
    "fire back": "Do not answer",
    "pursuit": "Do not pursue",
    "battery": "No more batteries",
    "gun": "This battery is done",
    "recovery": "Recover nothing more",
}
