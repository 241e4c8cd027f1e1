"""Events as sentences and choices as labels."""

from collections.abc import Callable
from functools import cache, partial

from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.decisions.windows import name_of
from sandtable.systems.of_war_and_men.rules.discipline import SUCCESS
from sandtable.systems.of_war_and_men.rules.maneuver import met
from sandtable.systems.of_war_and_men.state.book import COLOURS, RANK_CODES, Card
from sandtable.systems.of_war_and_men.state.pieces import NOWHERE, Battle, Played, Soldier
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.telling import capital, count, either, filled

ORDER_WORDS = {"attack": "Attack", "entrench": "Entrench", "maneuver": "Maneuver", "rally": "Rally"}


# Names -------------------------------------------------------------------------------------------


def man_name(man: Soldier) -> str:
    """Rank and name."""
    return f"{RANK_CODES[man.card.rank]} {man.card.name}"


def who(b: Battle, id: str) -> str:
    """A soldier, a Fireteam, a card, a division, a player, or a thing, by its name."""
    man = b.find_soldier(id)
    if man is not None:
        return man_name(man)
    for team in b.teams:
        if team.id == id:
            return team.name
    if is_card(b, id):
        return card_name(b.card(card_number(id)))
    division = b.scenario.rulebook.divisions.get(id)
    if division is not None:
        return division.name
    for player in b.players:
        if player.seat == id:
            return player.name
    return f"the {id}" if id else ""


def is_card(b: Battle, id: str) -> bool:
    """Whether this is the id of a core card."""
    number = id.removeprefix("card-")
    return id.startswith("card-") and number.isascii() and number.isdigit() and 0 < int(number) < len(
        b.scenario.rulebook.cards
    )  # fmt: skip


def order_name(card: Card) -> str:
    """The Standing Order with its strength: "Attack (red)"."""
    name = ORDER_WORDS.get(card.order, card.order)
    return f"{name} ({COLOURS[card.strength]})" if card.strength >= 0 else name


def decision_name(card: Card) -> str:
    """The Command Decision with its colour: "Evade (red)"."""
    name = name_of(card.decision)
    return f"{name} ({COLOURS[card.colour]})" if card.colour >= 0 else name


@cache
def card_name(card: Card) -> str:
    """What stands on a card."""
    if card.terrain is not None:
        return card.terrain.name
    return f"{order_name(card)} / {decision_name(card)}"


def does(name: str, verb: str) -> str:
    """A side and its verb.

    >>> does("Axis", "plays"), does("Allies", "plays"), does("Allies, second player", "plays")
    ('The Axis plays', 'The Allies play', 'Allies, second player, plays')
    """
    if "," in name:
        return f"{name}, {verb}"
    return f"The {name} {verb.removesuffix('s') if name == 'Allies' else verb}"


def aims(b: Battle, played: Played) -> str:
    """At whom and where a card on the stack is played: " on B2"."""
    found = [b.teams[played.target].name] if played.target >= 0 else []
    found += [man_name(b.soldiers[played.soldier])] if played.soldier >= 0 else []
    found += [b.place_name(played.cell)] if played.cell >= 0 else []
    return f" on {', '.join(found)}" if found else ""


# Choices -----------------------------------------------------------------------------------------

Label = Callable[[Battle, Choice], str]


def label(b: Battle, decision: Decision, choice: Choice) -> str:
    """A choice in words."""
    words = LABELS.get(choice.do)
    if words is not None:
        return words(b, choice)
    named = [who(b, choice.piece), who(b, choice.to) if b.cell_called(choice.to) == NOWHERE else choice.to]
    return " ".join([capital(choice.do), *[each for each in named if each]])


def printed(b: Battle, id: str) -> str:
    """A soldier who is not in the battle yet, with weapon and points."""
    card = b.scenario.rulebook.soldier(id)
    return f"{RANK_CODES[card.rank]} {card.name}, {card.weapon.name}, {count(card.points, 'point')}"


def with_card(b: Battle, choice: Choice) -> str:
    """The order, at whom or where, and which Command Decision is spent with the card."""
    card = b.card(card_number(choice.piece))
    name = order_name(card)
    cell = b.cell_called(choice.to)
    if choice.to:
        name += f": {f'{choice.to} ({ground(b, cell)})' if cell >= 0 else who(b, choice.to)}"
        name += ", hand to hand" if met(b, b.active_team, cell) is not None else ""
    return f"{name} · spends {decision_name(card)}" if b.decisions else name


def ground(b: Battle, cell: int) -> str:
    """5.2 What lies there: "Hill", or that the position is empty."""
    return "empty" if b.is_open(cell) else b.terrain(cell).name


def lay_at(b: Battle, choice: Choice) -> str:
    turned = ", turned round" if choice.number else ""
    return f"Lay {who(b, choice.piece)} on {choice.to}{turned}"


def rally(b: Battle, choice: Choice) -> str:
    return with_card(b, choice) if is_card(b, choice.piece) else f"Rally {who(b, choice.piece)}"


def choose(b: Battle, choice: Choice) -> str:
    first = capital(who(b, choice.piece))
    return f"{first} against {who(b, choice.to)}" if choice.to else first


def throw(b: Battle, choice: Choice) -> str:
    at = choice.to if b.cell_called(choice.to) >= 0 else who(b, choice.to)
    return f"{who(b, choice.piece)} throws at {at}"


def one(words: str) -> Label:
    """A label with the piece of the choice in it."""
    return lambda b, choice: words.format(piece=who(b, choice.piece), to=who(b, choice.to) if choice.to else "")


def fixed(words: str) -> Label:
    return lambda b, choice: words


LABELS: dict[str, Label] = {
    "attack": with_card,
    "maneuver": with_card,
    "entrench": with_card,
    "rally": rally,
    "terrain": one("Lay {piece}"),
    "place": lay_at,
    "lay": lambda b, c: f"Lay {who(b, c.piece)}" if is_card(b, c.piece) else "Lay a Field",
    "play": lambda b, c: f"Play {decision_name(b.card(card_number(c.piece)))}",
    "discard": one("Discard {piece}"),
    "pass": fixed("Pass"),
    "wait": fixed("Pass, and do not ask again until this turn or phase is over"),
    "done": fixed("Done"),
    "stay": fixed("Stay and fight"),
    "as they stand": fixed("As they stand"),
    "anew": fixed("Draw up the line again"),
    "keep the line": fixed("Keep the order of the assault"),
    "restore the line": fixed("Return to the order before the assault"),
    "cease fire": fixed("Cease fire"),
    "throw back": fixed("Throw it back"),
    "retreat": lambda b, c: f"Retreat to {c.to}" if c.to else f"{who(b, c.piece)} retreats",
    "next": one("Next in line: {piece}"),
    "command": one("{piece} is in command"),
    "choose": choose,
    "throw": throw,
    "swap": one("{piece} changes places with {to}"),
    "look": one("Look at the hand of {piece}"),
    "redraw": lambda b, c: f"Discard and draw {count(c.number, 'card')}",
    "stealth": fixed("Go into stealth"),
    "transfer": one("Transfer soldiers to {to}"),
    "send": one("Send {piece}"),
    "sap": fixed("Entrench with any card (Sapper)"),
    "crew": one("{to} crews the gun of {piece}"),
    "sight": one("{piece} aims through his scope"),
    "uncrew": one("Un-crew the gun of {piece}"),
    "unsight": one("{piece} puts his scope away"),
    "recognise": one("Look for {to}"),
    "disarm": one("{piece} tries to disarm the charge"),
    "light": lambda b, c: f"Light up {c.to}",
    "bombard": lambda b, c: f"Bombard {c.to}",
    "suffer": one("{piece} takes the shot"),
    "unjam": one("{piece} tries to clear his weapon"),
    "leave": one("{piece} leaves it for now"),
    "keep": fixed("Keep the number"),
    "flip again": fixed("Flip again"),
    "medic": one("{piece} tends a wounded comrade"),
    "division": one("Lead the {piece}"),
    "start": lambda b, c: f"{who(b, c.piece)} starts in {c.to}",
    "fire": one("{piece} fires"),
    "aim": one("Aim at {piece}"),
    "ready": fixed("The ready squad"),
    "historical": fixed("The historical squad"),
    "build": fixed("Choose soldier by soldier"),
    "enlist": lambda b, c: f"Enlist {printed(b, c.piece)}",
    "as proposed": fixed("As proposed"),
    "form": fixed("Form them soldier by soldier"),
    "line": lambda b, c: printed(b, c.piece),
    "close": fixed("This Fireteam is complete"),
    "repair": one("{piece} tries to repair the truck"),
    "arrive": lambda b, c: f"{who(b, c.piece)} arrives in {c.to}",
    "land": lambda b, c: f"{who(b, c.piece)} lands in {c.to}",
    "role": one("{piece}"),
    "objective": lambda b, c: f"Hold {c.to}",
    "leader": one("{piece} is the leader"),
    "first": one("{piece} starts"),
}


# Events ------------------------------------------------------------------------------------------

Sentence = Callable[[Battle, Event], str]


def sentence(b: Battle, event: Event) -> str:
    """An event in a sentence; empty for what needs no word."""
    words = SENTENCES.get(event.kind)
    told = words(b, event) if words is not None else ""
    return told.removesuffix(".") if told.endswith("..") else told  # F.U.B.A.R. has a full stop of its own


def plain(words: str) -> Sentence:
    """A sentence with piece, target, place, value and text of the event in it."""
    return lambda b, e: capital(fill(b, words, e))


def fill(b: Battle, words: str, e: Event) -> str:
    return filled(words, e, partial(who, b), side(b, e))


def side(b: Battle, e: Event) -> str:
    return who(b, e.side)


def squad(b: Battle, e: Event) -> str:
    return f"{does(side(b, e), 'leads')} the {who(b, e.piece)} with soldiers for {count(e.value, 'point')}."


def flip(b: Battle, e: Event) -> str:
    """4.1 A number, who flipped it and what for; 20.1.d of him who fights also what he needs."""
    colour, _, why = e.text.partition(": ")
    if e.target:
        return f"{who(b, e.target)} flips {e.value} ({colour}): {SUCCESS} or less is needed."
    return (
        f"{does(side(b, e), 'flips')}: {why} {e.value} ({colour})."
        if e.side
        else f"{capital(why)}: {e.value} ({colour})."
    )


def shot(b: Battle, e: Event) -> str:
    """16.2.j The whole sum, and the two numbers of the man it is compared with."""
    man = b.find_soldier(e.target)
    values = f" (Resolve {man.card.resolve}, Vitality {man.card.vitality})" if man is not None else ""
    return f"{who(b, e.piece)} fires at {who(b, e.target)}{values}: {added_up(e)}{signed(e.value)}."


def added_up(e: Event) -> str:
    """The numbers of a total: "4 + 8 - 4 = "; nothing where there is but one.

    >>> added_up(Event("shot", modifiers=(Modifier(4, "", ""), Modifier(0, "", ""), Modifier(-1, "", ""))))
    '4 − 1 = '
    """
    first, *others = [each.amount for each in e.modifiers if each.amount] or [e.value]
    signs = [f" {'+' if amount > 0 else '−'} {abs(amount)}" for amount in others]
    return f"{signed(first)}{''.join(signs)} = " if signs else ""


def signed(number: int) -> str:
    """A number with a minus that is one.

    >>> signed(-2), signed(2)
    ('−2', '2')
    """
    return f"−{-number}" if number < 0 else str(number)


def duel(b: Battle, e: Event) -> str:
    """20.1.e, 20.1.h Who flipped first, who succeeded, and what comes of it."""
    pair = (who(b, e.piece), who(b, e.target))
    first = f"{who(b, e.text)} has the advantage and flips first" if e.text else "neither has the advantage"
    if not e.value:
        both = "both fail" if e.text else "both fail or both succeed"
        return f"{pair[0]} against {pair[1]}: {first}; {both}, and both live."
    return f"{pair[0]} against {pair[1]}: {first}; only {pair[e.value - 1]} succeeds and wins."


def plays(b: Battle, e: Event) -> str:
    at = who(b, e.target) or e.place
    name = ORDER_WORDS.get(e.text) or (who(b, e.piece) if e.text == "terrain" else name_of(e.text))
    return f"{does(side(b, e), 'plays')} {name}{f' on {at}' if at else ''}."


def role(b: Battle, e: Event) -> str:
    """11.6.a, 11.7.a Who runs the truck, or starts on the ground."""
    name = who(b, e.text)
    return f"{does(name, 'runs')} the truck." if e.rule == "11.6.a" else f"{does(name, 'starts')} on the ground."


def burns_down(b: Battle, e: Event) -> str:
    """14.5 What the second side of a token means."""
    words = {"smoke": "thins", "star shell": "burns low", "satchel": "is about to explode"}
    thing = "satchel charge" if e.text == "satchel" else e.text
    return f"The {thing} at {e.place} {words[e.text]}."


def revealed(b: Battle, e: Event) -> str:
    if not e.path:
        return ""
    return f"{does(side(b, e), 'looks')} at the hand of {who(b, e.target)}: {', '.join(who(b, id) for id in e.path)}."


SENTENCES: dict[str, Sentence] = {
    "squad": squad,
    "track": lambda b, e: f"Initiative: {', '.join(who(b, id) for id in e.path)}.",
    "placed": plain("{piece} starts in {place}."),
    "round": plain("Round {value} begins."),
    "new deck": lambda b, e: f"The deck is reshuffled; {count(e.value, 'deck')} left.",
    "time is up": plain("The last card is gone: time is up."),
    "flip": flip,
    "card": plain("You draw {piece}."),
    "draws": lambda b, e: f"{does(side(b, e), 'draws')} {count(e.value, 'card')}." if e.value else "",
    "discards": lambda b, e: f"{does(side(b, e), 'discards')} {who(b, e.piece)}.",
    "fog of war": plain("A card is lost in the fog of war."),
    "activated": plain("{piece} has its turn."),
    "passes": plain("{piece} ends its turn."),
    "plays": plays,
    "cancelled": lambda b, e: f"{name_of(e.text)} is cancelled.",
    "revealed": revealed,
    "attack": plain("{piece} attacks {target}."),
    "shot": shot,
    "damage": plain("Damage to {target}: {value}."),
    "check": either(
        fill,
        "{piece} passes his check for {text} ({need} or less needed).",
        "{piece} fails his check for {text} ({need} or less needed).",
    ),
    "suppressed": plain("{piece} takes cover: suppressed."),
    "wounded": plain("{piece} is wounded."),
    "stays down": plain("{piece} stays down."),
    "killed": plain("{piece} is killed."),
    "routed": plain("{piece} runs away."),
    "rallied": plain("{piece} rallies."),
    "healed": plain("{piece} is on his feet again."),
    "unhurt": plain("{piece} is unhurt."),
    "jammed": plain("The weapon of {piece} jams: that card does not count, and no more are flipped."),
    "unjammed": plain("{piece} has cleared his weapon."),
    "halted": plain("{piece} halts in {place}."),
    "fireteam gone": plain("{piece} has no soldiers left."),
    "crewed": plain("{target} crews the gun of {piece}."),
    "uncrewed": plain("The gun of {piece} has no crew."),
    "sighted": plain("{piece} takes aim through his scope."),
    "unsighted": plain("{piece} has lost his aim."),
    "transferred": plain("{piece} transfers to {target}."),
    "on the move": lambda b, e: f"{who(b, e.piece)} sets out for {e.path[-1]}.",
    "moved": plain("{piece} arrives in {place}."),
    "merged": plain("{piece} joins {target}."),
    "covered": plain("{piece} moves under covering fire."),
    "entrenched": plain("{piece} digs in at {place}."),
    "finds entrenchment": plain("{piece} finds the trench at {place}."),
    "entrenchment gone": plain("The trench at {place} is gone."),
    "stealth": plain("{piece} vanishes from sight at {place}."),
    "seen": plain("{piece} is seen at {place}."),
    "terrain": plain("{text} is laid on {place}."),
    "assault": plain("{piece} assaults {target} at {place}."),
    "line": plain("{piece} draws up its line."),
    "assault round": plain("Round {value} of the assault."),
    "duel": duel,
    "retreats": plain("{piece} retreats to {place}."),
    "leaves assault": plain("{piece} breaks off the assault."),
    "assault over": plain("The assault at {place} is over."),
    "last stand": plain("{piece} makes its last stand."),
    "smoke": plain("{piece} throws smoke at {place}."),
    "smoke drifts": plain("The smoke drifts to {place}."),
    "smoke gone": plain("The smoke at {place} is gone."),
    "star shell": plain("A star shell lights up {place}."),
    "satchel": plain("{piece} throws a satchel charge into {place}."),
    "disarmed": plain("{piece} disarms the charge at {place}."),
    "explosion": plain("The charge at {place} goes off."),
    "destroyed": plain("The {text} at {place} is destroyed."),
    "bombards": plain("{piece} calls down artillery on {place}."),
    "shells fall": plain("The shells fall on {place}."),
    "off the map": plain("The shells fall off the map."),
    "artillery": lambda b, e: "The artillery reloads." if e.text == "yellow" else "The artillery is loaded.",
    "token flipped": burns_down,
    "token removed": plain("The {text} at {place} is gone."),
    "random effect": lambda b, e: f"Random Effect for {who(b, e.piece)}: {e.text}." if e.text else "",
    "role": role,
    "goal": plain("{text}"),
    "objective": plain("{place} must be held."),
    "leader": plain("{piece} is the leader the enemy must eliminate."),
    "points": lambda b, e: f"{does(side(b, e), 'scores')} {count(e.value, 'point')}.",
    "rescued": plain("{target} takes {piece} along."),
    "captured": plain("{piece} is captured."),
    "truck": lambda b, e: "The truck breaks down." if e.text == "orange" else "The truck is repaired and can go on.",
    "truck moves": plain("The truck rolls on to {place}."),
    "truck destroyed": plain("The truck goes up in flames."),
    "end": lambda b, e: f"The battle is over: {e.text}.",
}
