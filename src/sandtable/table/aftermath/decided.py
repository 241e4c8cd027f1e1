"""What decided a battle, in three sentences: the goal that was reached, what it cost and when, how the dice fell."""

from collections import Counter
from collections.abc import Iterable

from sandtable.table.event import Event
from sandtable.table.telling import PLAIN, Tellings, capital, the_side
from sandtable.table.view import Luck, Piece, View

FAVOUR = 0.75  # standard deviations between the sides from which on the dice are said to have been kinder to one,
UNUSUAL = 1.0  # and of a side from which on its luck was more than one would expect
FEW = 5  # numbers; the average of fewer says nothing


def decided(view: View, events: Iterable[Event], tellings: Tellings) -> tuple[str, ...]:
    """For a battle that is over; `events` are those that the seat could see, `view.luck` is filled in."""
    names: dict[str, str] = {}
    for seat in view.seats:
        names.setdefault(seat.side, seat.name)
    sides = {side: the_side(name) for side, name in names.items()}
    events = list(events)
    thrown = [event for event in events if event.dice]
    flips = bool(thrown) and all(tellings.get(event.kind, PLAIN).shows == "flip" for event in thrown)
    told = (ending(view, names, tellings), cost(view, sides, events, tellings), fortune(view, sides, flips))
    return tuple(capital(each) for each in told if each)


def ending(view: View, names: dict[str, str], tellings: Tellings) -> str:
    """Who won, and by what."""
    result = view.result
    if result is None:
        return ""
    who = f"{the_side(names.get(result.winner, result.winner))} won" if result.winner else "Nobody won"
    of = f" of {view.turns}" if view.turns else ""
    when = f" in {view.turn_word.lower()} {view.turn}{of}" if view.turn else ""
    reason = result.reason.rstrip(".")
    if result.winner:  # who won is said already
        reason = reason.removeprefix(f"{names.get(result.winner, result.winner)} victory: ")
    stood = ""
    for seat in view.seats:
        if reason.startswith(f"{seat.id} "):  # whoever gave up, by his seat
            reason = the_side(seat.name) + reason.removeprefix(seat.id)
            stood = points(view, names)
    why = [line.text for line in view.log[-1:] if tellings.get(line.kind, PLAIN).ends]
    return " ".join([f"{who}{when}: {reason}{stood}.", *why])


def points(view: View, names: dict[str, str]) -> str:
    """How the points stood, where they are counted and the end itself does not say it."""
    found = [(track.side, track.boxes[-1].text) for track in view.tracks if track.kind == "points" and track.boxes]
    told = [f"{text} for {the_side(names[side])}" for side, text in found if side in names]
    return f"; the points stood at {' and '.join(told)}" if told else ""


def cost(view: View, names: dict[str, str], events: Iterable[Event], tellings: Tellings) -> str:
    """Who lost how much, and in which turn the most."""
    units = [piece for piece in view.pieces if not piece.minor]
    counted = [piece for piece in units if piece.full_steps] or units  # a Fireteam is no more than its men
    sides = {piece.id: piece.side for piece in counted}
    lost: dict[str, tuple[str, int]] = {}
    turn = 0
    for event in events:
        telling = tellings.get(event.kind, PLAIN)
        if telling.tone == "turn" and event.value:
            turn = int(event.value)
        if telling.shows == "lost" and event.piece in sides:
            lost[event.piece] = (sides[event.piece], turn)
    if not lost:
        return f"Neither side lost a {view.piece_word}{worn(view, units, names)}."
    gone = Counter(side for side, _ in lost.values())
    told = " and ".join(f"{name} lost {gone[side]} of {have(sides, side)}" for side, name in names.items())
    worst, most = Counter(turn for _, turn in lost.values()).most_common(1)[0]
    share = "all" if most == len(lost) else f"{most} of these {len(lost)}"
    when = f", {share} in {view.turn_word.lower()} {worst}" if worst and most > 1 else ""
    apart = any(piece.minor and piece.full_steps and not piece.inside for piece in view.pieces)
    return f"{told} {view.piece_word}s{' (leaders are not counted)' if apart else ''}{when}."


def worn(view: View, units: list[Piece], names: dict[str, str]) -> str:
    """What the pieces lost that are all still there."""
    gone = {side: sum([piece.full_steps - piece.steps for piece in units if piece.side == side]) for side in names}
    full = {side: sum([piece.full_steps for piece in units if piece.side == side]) for side in names}
    if not any(gone.values()):
        return ""
    told = " and ".join(f"{name} lost {gone[side]} of {full[side]}" for side, name in names.items())
    return f": {told} {view.step_word}s"


def have(sides: dict[str, str], side: str) -> int:
    return sum(each == side for each in sides.values())


def fortune(view: View, names: dict[str, str], flips: bool) -> str:
    """Whom the dice helped, or the cards where numbers are flipped."""
    known = [luck for luck in view.luck if luck.dice]
    if len(known) < 2:
        return numbers(view.luck, names, "flips" if flips else "rolls")
    best = max(known, key=lambda luck: luck.deviation)
    worst = min(known, key=lambda luck: luck.deviation)
    if best.deviation - worst.deviation < FAVOUR:
        return "The dice favoured nobody."
    if max(best.deviation, -worst.deviation) < UNUSUAL:
        little, helped = "a little ", ""
    else:
        won = view.result.winner if view.result is not None else None
        little, helped = "", f", {verdict(best.side == won)}" if won else ""
    lucky = f"{names[best.side]} ({best.hits} hits where {best.expected:.1f} were expected)"
    unlucky = f"{names[worst.side]} ({worst.hits} where {worst.expected:.1f} were)"
    return f"The dice were {little}kinder to {lucky} than to {unlucky}{helped}."


def verdict(helped: bool) -> str:
    return "and that helped" if helped else "and it did not help"


def numbers(luck: Iterable[Luck], names: dict[str, str], draws: str) -> str:
    """Where no die has to reach a number by itself: the averages."""
    told = [f"{each.average:.2f} for {names[each.side]}" for each in luck if each.summed >= FEW]
    usual = next((each.usual for each in luck if each.summed >= FEW), 0.0)
    if not told:
        return ""
    averages = f"{capital(draws)} averaged {' and '.join(told)}; {usual:.2f} is usual."
    return f"{averages} That is neither good nor bad by itself: some {draws} should be high and some low."
