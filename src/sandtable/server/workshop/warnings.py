"""What a good designer would ask about a draft that is allowed and probably not meant."""

import logging
import random
from collections import deque
from collections.abc import Callable
from typing import Any

from sandtable.content.editing import scenario_name
from sandtable.content.located import Located
from sandtable.geometry.plane import Area, length
from sandtable.table.battle import Scenario
from sandtable.table.chance import SampledChance
from sandtable.table.fields import instances
from sandtable.table.kept import Kept
from sandtable.table.play import Play
from sandtable.table.shelf import Texts
from sandtable.table.system import AnySystem
from sandtable.table.view import Hex, HexBoard, Piece, PlaneBoard, View

SPEED = {"MF", "Movement", "Move"}  # values that say how far a piece goes in a turn
TRIED = 400  # choices after which a random battle need not be played on
FEW = 3  # of a kind are told

log = logging.getLogger(__name__)


class Asked:
    """What has been asked so far, each with the place it is about."""

    def __init__(self, system: AnySystem, scenario: Scenario, texts: Texts, values: dict[str, Any]) -> None:
        self.system = system
        self.scenario = scenario
        self.values = values  # what the file says
        self.file = scenario_name(texts)
        self.found: list[Located] = []

    def ask(self, message: str, cell: str = "") -> None:
        self.found.append(Located(self.file, "", message, cell=cell))


def warned(
    system: AnySystem, scenario: Scenario | None, view: View | None, texts: Texts, values: dict[str, Any]
) -> list[Located]:
    """All questions about a draft without problems. One that cannot be asked says so, and spoils no other."""
    if view is None or scenario is None:
        return []
    asked = Asked(system, scenario, texts, values)
    for about, question in QUESTIONS.items():
        try:
            question(view, asked)
        except Exception:
            log.exception("The workshop could not look at %s of a draft of %s", about, system.key)
            asked.ask(f"The workshop could not check {about}. The server's log says why.")
    return asked.found


def goals(view: View, asked: Asked) -> None:
    """A battle that nobody is told how to win."""
    if not view.goals:
        asked.ask("Nobody is told how the battle is won.")


def too_late(view: View, asked: Asked) -> None:
    """What would come after the end of the battle."""
    for table in asked.system.shelf.fields().tables:
        for field in table.fields:
            last = asked.values.get(field.within) if field.within else None
            for _, each in instances(asked.values, table.path) if isinstance(last, int) else ():
                when = each.get(field.key)
                if isinstance(when, int) and isinstance(last, int) and when > last:
                    asked.ask(
                        f"{table.title}: {field.key} is {when}, and the battle ends before: {field.within} is {last}."
                    )


def empty_sides(view: View, asked: Asked) -> None:
    """Sides without a piece."""
    sides = {seat.side for seat in view.seats}
    pieces = {piece.side for piece in view.pieces}
    for side in sorted(sides - pieces) if view.pieces else ():
        asked.ask(f"The side {side} has nobody at the start.")


def moveless(view: View, asked: Asked) -> None:
    """Sides that have nothing to do."""
    names = {seat.side: seat.name for seat in view.seats}
    for side in idle(asked.system, asked.scenario):
        asked.ask(f"{names.get(side, side)} has no move to make.")


def broken_lines(view: View, asked: Asked) -> None:
    """Lines that end in the open."""
    board = view.board
    if not isinstance(board, HexBoard):
        return
    by_place = {each.name: each for each in board.hexes}
    ways: dict[str, list[str]] = {}
    for each in board.hexes:
        for way in each.ways:
            if len(way.sides) == 1:
                ways.setdefault(way.kind, []).append(each.name)
    lines = {each.key: each.name for each in board.lines}
    for kind, ends in ways.items():
        inner = [end for end in ends if 0 < by_place[end].column < board.columns - 1]
        inner = [end for end in inner if 0 < by_place[end].row < board.rows - 1]
        if len(inner) > 1 and kind != "crest":
            asked.ask(f"A {lines.get(kind, kind).lower()} ends in the open at {', '.join(inner[:6])}.", inner[0])


def strangers(view: View, asked: Asked) -> None:
    """Units that begin where the other side sets up, or side by side with an enemy."""
    board = view.board
    if not isinstance(board, HexBoard):
        return
    areas = [zone for zone in board.zones if zone.kind == "set-up" and zone.side]
    beside = neighbours(board)
    at: dict[str, list[Piece]] = {}
    for piece in view.pieces:
        at.setdefault(piece.place, []).append(piece)
    close: list[str] = []
    for piece in view.pieces:
        strange = [zone for zone in areas if zone.side != piece.side and piece.place in zone.places]
        if piece.side and strange:
            asked.ask(f"{piece.name} begins at {piece.place}, where {strange[0].name} is.", piece.place)
        near = [
            other for place in beside.get(piece.place, ()) for other in at.get(place, ()) if other.side != piece.side
        ]
        if near and len(close) < FEW and near[0].name not in close:
            close.append(piece.name)
            asked.ask(f"{piece.name} begins at {piece.place}, next to {near[0].name}.", piece.place)


# How far it is -----------------------------------------------------------------------------------


def reach(view: View, asked: Asked) -> None:
    """Objectives and exits that nobody comes to, by land or in time."""
    board = view.board
    if not isinstance(board, HexBoard):
        return
    dry = {each.name for each in board.hexes if not each.closed}
    beside = neighbours(board)
    away = {seat.side: distances(starts(view, board, seat.side), beside, dry) for seat in view.seats}
    fast = {seat.side: speed(view, seat.side) for seat in view.seats}
    for zone in board.zones:
        if zone.kind not in ("objective", "exit") or not zone.places:
            continue
        who = [side for side in away if away[side] and (zone.side in ("", side))]
        near = {side: min((away[side].get(place, FAR) for place in zone.places), default=FAR) for side in who}
        cell = zone.places[0]
        if who and all(steps == FAR for steps in near.values()):
            what = "The exit" if zone.kind == "exit" else f"The objective {zone.name}"
            asked.ask(f"{what} at {cell} lies behind water: nobody can get there.", cell)
        elif who and view.turns and all(fast[side] and near[side] > fast[side] * view.turns for side in who):
            word = view.turn_word.lower() + ("" if view.turns == 1 else "s")
            what = "The exit" if zone.kind == "exit" else zone.name
            asked.ask(f"{what} at {cell} is too far away: nobody can get there in {view.turns} {word}.", cell)


FAR = 1 << 30


def starts(view: View, board: HexBoard, side: str) -> list[str]:
    """Where a side may be at first: its pieces, where it sets up, where it enters."""
    found = [piece.place for piece in view.pieces if piece.side == side]
    for zone in board.zones:
        if zone.kind in ("set-up", "entry") and zone.side == side:
            found += zone.places
    return found


def speed(view: View, side: str) -> int:
    """How many hexes the fastest piece of a side goes in a turn; 0: nobody says."""
    numbers = [0]
    for piece in view.pieces:
        if piece.side == side:
            for value in piece.values:
                words = value.text.replace("/", " ").replace("*", "").split()
                numbers += [int(word) for word in words if value.label in SPEED and word.isdigit()]
    return max(numbers)


def distances(first: list[str], beside: dict[str, list[str]], dry: set[str]) -> dict[str, int]:
    """Steps over land from any of these hexes."""
    found = dict.fromkeys([place for place in first if place in beside], 0)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for place in beside[here]:
            if place not in found and place in dry:
                found[place] = found[here] + 1
                queue.append(place)
    return found


def neighbours(board: HexBoard) -> dict[str, list[str]]:
    """The hexes around each hex, by name."""
    grid = {(each.column, each.row): each.name for each in board.hexes}
    return {
        each.name: [grid[at] for at in around(each, board.layout == "flat") if at in grid] for each in board.hexes
    }


def around(each: Hex, flat: bool) -> list[tuple[int, int]]:
    """The six places around a hex: every second column, or row, is half a hex further."""
    c, r = each.column, each.row
    if flat:
        odd = c % 2
        return [(c, r - 1), (c, r + 1), *[(c + side, r + odd - step) for side in (-1, 1) for step in (0, 1)]]
    odd = r % 2
    return [(c - 1, r), (c + 1, r), *[(c + odd - step, r + side) for side in (-1, 1) for step in (0, 1)]]


def on_a_table(view: View, asked: Asked) -> None:
    """On a plane: Teams inside the enemy's part of it, and objectives that are too far for the rounds there are."""
    board = view.board
    if not isinstance(board, PlaneBoard):
        return
    standing = [(piece, (piece.at.x, piece.at.y)) for piece in view.pieces if piece.at is not None]
    for zone in board.zones:
        if zone.shape is None:
            continue
        if zone.kind == "set-up":
            part = Area(zone.shape.points)
            for piece, at in standing:
                if piece.side not in ("", zone.side) and part.holds(*at):
                    asked.ask(f"{piece.name} begins where the other side does: {zone.name}.", f"{at[0]},{at[1]}")
        elif zone.kind == "objective" and view.turns:
            x, y = zone.shape.points[0]
            far = [length(at[0] - x, at[1] - y) - pace(piece) * view.turns for piece, at in standing]
            if far and min(far) > zone.shape.radius:
                word = view.turn_word.lower() + ("" if view.turns == 1 else "s")
                asked.ask(f"{zone.name} is too far away: nobody can get there in {view.turns} {word}.", f"{x},{y}")


def pace(piece: Piece) -> int:
    """How far a Team may come in a round at most, in hundredths of an inch: twice its move."""
    moves = [value.text.strip("″") for value in piece.values if value.label in SPEED]
    return max([200 * int(text) for text in moves if text.isdigit()], default=0)


# Whether they can move ---------------------------------------------------------------------------


def idle(system: AnySystem, scenario: Scenario) -> tuple[str, ...]:
    """The sides that have nothing to choose in a whole battle of random choices; nobody if it lasts too long."""
    return _idle.get(scenario.digest, lambda: never_asked(system, scenario))


_idle: Kept[tuple[str, ...]] = Kept()


def never_asked(system: AnySystem, scenario: Scenario) -> tuple[str, ...]:
    play = Play(system, system.rules.new(scenario), SampledChance(1))
    hand = random.Random(1)
    sides = {seat: system.rules.side(play.battle, seat) for seat in system.rules.seats(play.battle)}
    left = set(sides.values())
    for _ in range(TRIED):
        if play.result is not None or not left:
            return tuple(sorted(left))
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        if decision is None:
            return ()
        options = decision.options()
        left -= {sides[seat]} if len(options) > 1 else set()
        play.choose(hand.choice(options), seat)
    return ()


QUESTIONS: dict[str, Callable[[View, Asked], None]] = {
    "the goals": goals,
    "the roads": broken_lines,
    "who begins where": strangers,
    "the ways to the objectives": reach,
    "the table": on_a_table,
    "the sides": empty_sides,
    "what comes too late": too_late,
    "who can move": moveless,
}
