"""Events as English sentences and choices as words on a button."""

from collections.abc import Callable
from functools import partial

from sandtable.systems.nations_at_war.rules.turn import LAST_DRAWN
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP, Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.mind import listed
from sandtable.table.telling import capital, count, either, filled, side_called, told


def sentence(b: Battle, event: Event) -> str:
    """An event in words; empty for what another event already says."""
    return told(b, event, SPECIAL, SENTENCES, fill)


def fill(b: Battle, pattern: str, event: Event) -> str:
    return filled(
        pattern,
        event,
        partial(name_of, b),
        side_name(b, event.side),
        place=event.place or "off the map",
        hits=hits(event.value),
        both=both(b, event),
        s=_s(event),
        points=count(event.value, "Fate Point"),
    )


def label(b: Battle, decision: Decision, choice: Choice) -> str:
    """A choice in words, for a button."""
    special = SPECIAL_LABELS.get(choice.do)
    if special is not None:
        return special(b, decision, choice)
    pattern = LABELS.get(choice.do)
    if pattern is None:
        pattern = choice.do.capitalize() + (" {to}" if choice.to else "")
    words = pattern.format(piece=name_of(b, choice.piece), to=name_of(b, choice.to), number=choice.number)
    return words + (", with Leadership" if choice.number == 1 and choice.do == "bombard" else "")


# Names -------------------------------------------------------------------------------------------


def name_of(b: Battle, id: str) -> str:
    """What a piece, Formation, marker or hex is called."""
    unit = b.find_unit(id)
    if unit is not None:
        return unit.name
    for hq in b.hqs:
        if hq.id == id:
            return hq.name
    for formation in b.formations:
        if formation.key == id:
            return formation.name
    book = b.scenario.rulebook
    if id in book.aircraft:
        return book.aircraft[id].name
    if id in book.weapons:
        return book.weapons[id].name
    if id in book.markers:
        return book.markers[id].name
    return {"plane": "the recon plane", "commissar": "the Commissar"}.get(id, id)


def side_name(b: Battle, key: str) -> str:
    """The player of a side: "the German player"."""
    name = side_called(b, key)
    return "nobody" if name == "nobody" else f"the {name} player"


def marker_name(b: Battle, marker: str) -> str:
    """A marker of the cup in words."""
    if marker == "end-turn":
        return "End Turn"
    if marker == "chaos":
        return "Chaos"
    if marker.startswith("designated-"):
        key = marker.removeprefix("designated-")
        named = [side.name for side in b.scenario.sides if side.key == key]
        return f"Designated Formation ({named[0] if named else key})"
    return name_of(b, marker.removeprefix("aircraft-"))


def hits(number: int) -> str:
    return "no hit" if number == 0 else count(number, "hit")


def both(b: Battle, event: Event) -> str:
    """The one or two units of an event that act together."""
    names = [name_of(b, id) for id in (event.piece, event.target) if id]
    return " and ".join(names)


def _s(event: Event) -> str:
    """The ending of the verb: one enters, two enter."""
    return "" if event.target else "s"


# Sentences ---------------------------------------------------------------------------------------

SENTENCES = {
    # the turn and the cup
    "turn": "Turn {value} begins.",
    "activated": "{piece} is activated.",
    "impulse finished": "The impulse of {text} is over.",
    # set-up
    "assigned": "{text} goes with {piece}.",
    # command
    "rallied": "{piece} rallies.",
    "coerced": "The Commissar drives {piece} back into line.",
    "hq returned": "{piece} is back, reduced, at {place}.",
    "hq waits": "{piece} is back, reduced, and will enter with a unit of its Formation.",
    # movement
    "loaded": "{piece} loads at {place}.",
    "unloaded": "{piece} unloads at {place}.",
    "embarked": "{piece} climbs aboard {target} at {place}.",
    "disembarked": "{piece} climbs down from {target} at {place}.",
    "overwatch": "{piece} goes on Overwatch.",
    "exited": "{piece} leaves the map at {place}.",
    # combat
    "acquired": "{piece} has acquired {target}.",
    "acquisition lost": "{piece} loses its acquisition of {target}.",
    "dug in": "The Improved Position at {place} cancels a hit.",
    "odd hit": "The odd hit falls on {piece}.",
    "disrupted": "{piece} is Disrupted.",
    "reduced": "{piece} is reduced.",
    "eliminated": "{piece} is eliminated at {place}.",
    "hq reduced": "{piece} is reduced.",
    "hq eliminated": "{piece} is eliminated.",
    "wreck": "A wreck is left at {place}.",
    "mines": "The mines at {place} go off under {target}: {hits}.",
    "wire crushed": "{piece} crushes the wire at {place}.",
    # assault
    "entered": "{both} storm{s} into {place}.",
    "retreated": "{both} retreat{s} to {place}.",
    "assault won": "{side} wins the fight for {place}.",
    "assault lost": "{side} loses the fight for {place}.",
    # artillery and aircraft
    "fire held": "The guns hold their fire; the marker stays at {place}.",
    "barrage lost": "The barrage falls off the map; mission {text} is lost.",
    "barrage removed": "An old Barrage marker is removed.",
    "plane placed": "{piece} circles over {place}.",
    "strafed": "{piece} attacks {target} at {place}: {hits}.",
    "aa fired": "{piece} fires at {target} over {place}: {hits}.",
    "aircraft idle": "{piece} finds no target.",
    "aircraft destroyed": "{piece} is shot down.",
    "aircraft aborted": "{piece} is driven off.",
    # engineers
    "demolition begun": "{piece} starts work on the bridge at {place}.",
    "bridge out": "The bridge at {place} is blown!",
    "shifted": "{piece} gets off the bridge to {place}.",
    # fate and chaos
    "fate free": "{side} spends Fate: {piece} loses its Ops Complete marker ({points} left).",
    "fate command": "{side} spends Fate: the units at {place} are In Command ({points} left).",
    "fate move": "{side} spends Fate: {piece} slips to {place} ({points} left).",
    "chaos": "Chaos: a {value} on the table.",
    "chaos ammunition": "{target} runs short of ammunition and is Ops Complete.",
    "chaos radio": "{target} has radio trouble: half its Command Range this turn.",
    "chaos hero": "A hero emerges among the men of {piece}.",
    "chaos fortune": "Fortune smiles on {side}: {points} now.",
    "chaos breakdown": "{target} breaks down.",
    "chaos guns": "Another battery answers {side}.",
    "revealed": "The secret choices are revealed.",
}

SHOTS = {
    "fire": "fires at",
    "move and fire": "fires on the move at",
    "opportunity fire": "takes Opportunity Fire at",
    "overwatch fire": "fires from Overwatch at",
}


def _fired(b: Battle, e: Event) -> str:
    verb = SHOTS.get(e.text, "fires at")
    return f"{name_of(b, e.piece)} {verb} {name_of(b, e.target)} in {e.place}: {hits(e.value)}."


def _bombarded(b: Battle, e: Event) -> str:
    who = name_of(b, e.piece) if e.piece else "Artillery"
    where = f"{name_of(b, e.target)} in {e.place}" if e.target else e.place
    return f"{who} shells {where}: {hits(e.value)}."


def _placed(b: Battle, e: Event) -> str:
    verb = "placed" if e.piece in b.scenario.rulebook.markers else "is set up"
    return f"{name_of(b, e.piece)} {verb} at {e.place}."


def _struck(b: Battle, e: Event) -> str:
    what = "in the Overrun" if e.text == "overrun" else "at close quarters"
    return f"{name_of(b, e.piece)} strikes {what} in {e.place}: {hits(e.value)}."


def _moved(b: Battle, e: Event) -> str:
    if not e.path:
        return f"{both(b, e)} enter{_s(e)} the map at {e.place}{_with(b, e)}."
    return f"{both(b, e)} move{_s(e)} to {e.place}{_with(b, e)}."


def _with(b: Battle, e: Event) -> str:
    """The HQ that goes along."""
    return f" with {name_of(b, e.text)}" if e.text else ""


def _went_back(b: Battle, e: Event) -> str:
    return f"{name_of(b, e.piece)} falls back {f'to {e.place}' if e.place else 'off the map'}."


def _drawn(b: Battle, e: Event) -> str:
    left = "the cup is empty" if not e.value else f"{e.value} left in the cup"
    return capital(f"{side_name(b, e.side)} draws {marker_name(b, e.text)}; {left}.")


def _end_turn_returned(b: Battle, e: Event) -> str:
    markers = count(e.value, "End Turn marker")
    return f"Who had no impulse last turn has had one: {side_name(b, e.side)} puts {markers} back into the cup."


def _end_turn_held(b: Battle, e: Event) -> str:
    markers = count(e.value, "End Turn marker")
    return capital(f"{side_name(b, e.side)} had a Formation without an impulse and keeps {markers} until it has one.")


def _marker_removal(b: Battle, e: Event) -> str:
    last = e.text == LAST_DRAWN
    how = "The last End Turn marker is drawn" if last else "No marker but End Turn is left to draw"
    return f"{how}: turn {e.value} is over and the marks come off."


def _fate_return(b: Battle, e: Event) -> str:
    back = f"{marker_name(b, e.text)} goes back into the cup"
    return capital(f"{side_name(b, e.side)} spends Fate: {back} ({count(e.value, 'Fate Point')} left).")


def _re_rolled(b: Battle, e: Event) -> str:
    return capital(f"{side_name(b, e.side)} rolls a {e.dice[0]} again ({e.text}): {e.dice[1]}.")


def _fate_die(b: Battle, e: Event) -> str:
    points = count(e.value, "Fate Point")
    change = f"a {e.dice[0]} becomes a {e.dice[1]}"
    return capital(f"{side_name(b, e.side)} spends Fate on {e.text}: {change} ({points} left).")


def _morale_check(b: Battle, e: Event) -> str:
    total = sum(e.dice) + sum(modifier.amount for modifier in e.modifiers)
    how = "passed" if e.value else "failed"
    return capital(f"{e.text}: {total} against Morale {e.need}, {how}.")


def _smoke(b: Battle, e: Event) -> str:
    return f"Smoke, level {e.value}, at {e.place}." if e.value > 0 else f"The smoke at {e.place} is gone."


def _demolition(b: Battle, e: Event) -> str:
    who = name_of(b, e.piece)
    if e.dice:
        how = "the charges go off" if e.dice[0] >= e.need else "the charges fail"
        return f"{who} fires the charges at {e.place}: {how}."
    return f"{who} goes on working at the bridge, {count(e.value, 'marker')} to go."


def _ranged_in(b: Battle, e: Event) -> str:
    how = "on target" if not e.value else f"{count(e.value, 'hex', 'hexes')} off"
    return f"{capital(name_of(b, e.piece))} ranges in on {e.place}: {how}."


def _drifted(b: Battle, e: Event) -> str:
    return f"The barrage drifts to {e.place}." if e.place else "The barrage drifts off the map."


def _plane_roll(b: Battle, e: Event) -> str:
    how = "will not be back" if e.value else "will be back"
    return f"{name_of(b, e.piece)} flies home and {how}."


def _battle_over(b: Battle, e: Event) -> str:
    winner = b.result.winner if b.result is not None else None
    who = f"{side_name(b, winner)} wins" if winner else "a draw"
    return capital(f"{who}: {e.text}.")


SPECIAL: dict[str, Callable[[Battle, Event], str]] = {
    "placed": _placed,
    "drawn": _drawn,
    "end turn returned": _end_turn_returned,
    "end turn held": _end_turn_held,
    "marker removal": _marker_removal,
    "fired": _fired,
    "saved": either(fill, "{piece} saves {hits}.", "{piece} saves no hits."),
    "covered": either(fill, "Cover at {place} stops {hits}.", "Cover at {place} stops nothing."),
    "bombarded": _bombarded,
    "struck": _struck,
    "moved": _moved,
    "went back": _went_back,
    "fate return": _fate_return,
    "fate die": _fate_die,
    "re-rolled": _re_rolled,
    "morale check": _morale_check,
    "command check": either(
        fill, "The units at {place} act without their HQ.", "The units at {place} are out of touch with their HQ."
    ),
    "hq check": either(fill, "{piece} is hit.", "{piece} escapes unharmed."),
    "leader check": either(fill, "The leader of {piece} falls.", "The leader of {piece} is unharmed."),
    "commissar check": either(fill, "The Commissar with {piece} falls.", "The Commissar with {piece} is unharmed."),
    "smoke fired": either(
        fill,
        "{piece} lays smoke on {place}: the smoke holds.",
        "{piece} lays smoke on {place}: the smoke blows away.",
    ),
    "smoke": _smoke,
    "clearing mines": either(
        fill, "{piece} works on the mines at {place}: cleared.", "{piece} works on the mines at {place}: still there."
    ),
    "cutting wire": either(
        fill, "{piece} cuts the wire at {place}: gone.", "{piece} cuts the wire at {place}: still there."
    ),
    "demolition": _demolition,
    "ranged in": _ranged_in,
    "drifted": _drifted,
    "plane roll": _plane_roll,
    "battle over": _battle_over,
}


# Labels ------------------------------------------------------------------------------------------

LABELS = {
    # set-up
    "place": "{piece} at {to}",
    "place mounted": "{piece} at {to}, in its transport",
    "default": "Set up the rest as the scenario suggests",
    "assign": "{piece} with {to}",
    # the cup
    "go first": "{piece} goes first",
    "into the cup": "{piece} goes into the cup",
    "activate": "Activate {piece}",
    # dice
    "keep": "Keep the dice as they are",
    "re-roll": "Roll a {number} again",
    "fate re-roll": "Fate: roll a {number} again",
    "fate up": "Fate: raise a {number} by one",
    "fate down": "Fate: lower a {number} by one",
    # operations
    "finish": "Finish the impulse",
    "hold": "Leave it idle for this impulse",
    "back": "Choose another unit",
    "stop": "Stop here",
    "move": "Move to {to}",
    "exit": "Leave the map at {to}",
    "bombard": "Shell {to}",
    "smoke": "Smoke on {to}",
    "smoke and move": "Smoke on {to}, then move",
    "load": "Load into the transport",
    "unload": "Unload",
    "embark": "Take {to} aboard",
    "disembark": "Set {to} down",
    "clear mines": "Clear the mines",
    "cut wire": "Cut the wire",
    "demolish": "Prepare the bridge at {to} for demolition",
    "blow": "Blow the bridge at {to}",
    # reactions and retreats
    "pass": "Do nothing",
    "pass impulse": "Do nothing for the rest of this impulse",
    "pass march": "Hold fire for this whole move",
    "lead": "Lead {piece}",
    "retreat": "Retreat to {to}",
    "shift": "Shift to {to}",
    "go on": "{piece} goes on",
    "stay": "{piece} stays",
    "go back": "{piece} goes back",
    "rally": "Rally {piece}",
    "coerce": "Force {piece} to rally at the cost of a step",
    # fire missions and aircraft
    "call": "{piece} calls mission {to}",
    "direct": "Direct the fire of {piece}",
    "target": "Aim at {to}",
    "fire for effect": "Fire For Effect at {to}",
    "hold fire": "Hold fire",
    "attack": "Attack {to}",
    # fate
    "fate free": "Fate: take Ops Complete off {piece}",
    "fate command": "Fate: put the units at {to} In Command",
    "fate move": "Fate: move {piece} to {to}",
}


def _act(b: Battle, decision: Decision, choice: Choice) -> str:
    names = [name_of(b, id) for id in (choice.piece, choice.to) if id]
    unit = b.find_unit(choice.piece)
    if choice.number:
        hqs = [hq.name for hq in b.hqs if unit is not None and hq.formation == unit.formation and hq.hex == unit.hex]
        names.append(hqs[choice.number - 1] if choice.number <= len(hqs) else "the HQ")
    return f"{'Bring on' if unit is not None and unit.hex == OFF_MAP else 'Act with'} {listed(names)}"


def _fire(b: Battle, decision: Decision, choice: Choice) -> str:
    if not choice.to:
        return "Go on Overwatch"
    target = b.find_unit(choice.to)
    where = f" in {b.ground.names[target.hex]}" if target is not None and target.hex >= 0 else ""
    led = ", with Leadership" if choice.number == 1 else ""
    then = ", then move" if choice.do == "fire and move" else ""
    verb = "Fire from Overwatch" if choice.do == "overwatch" else "Fire"
    return f"{verb} at {name_of(b, choice.to)}{where}{led}{then}"


def _close(b: Battle, decision: Decision, choice: Choice) -> str:
    led = f", leading {name_of(b, choice.piece)}" if choice.piece else ""
    return f"{choice.do.capitalize()} {choice.to}{led}"


def _split(b: Battle, decision: Decision, choice: Choice) -> str:
    with_hq = " with the HQ" if choice.number else ""
    return f"Split: {name_of(b, choice.piece)} goes on first{with_hq}"


def _fate_return_label(b: Battle, decision: Decision, choice: Choice) -> str:
    return f"Fate: send {marker_name(b, choice.to)} back into the cup"


def _pass(b: Battle, decision: Decision, choice: Choice) -> str:
    mover = b.find_unit(decision.piece)
    if decision.kind == "opportunity fire" and mover is not None and mover.hex >= 0:
        return f"Hold fire while it is in {b.ground.names[mover.hex]}"
    return "Hold fire" if decision.kind == "overwatch" else LABELS["pass"]


def _pick(b: Battle, decision: Decision, choice: Choice) -> str:
    return name_of(b, choice.piece or choice.to)


SPECIAL_LABELS: dict[str, Callable[[Battle, Decision, Choice], str]] = {
    "act": _act,
    "fire": _fire,
    "fire and move": _fire,
    "overwatch": _fire,
    "assault": _close,
    "overrun": _close,
    "split": _split,
    "fate return": _fate_return_label,
    "pass": _pass,
    "pick": _pick,
}
