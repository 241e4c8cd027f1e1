"""What one seat sees: one schema for every system, so that a client draws a new one without new code.

A view is built from nothing, field by field, for one seat. It encodes to JSON with msgspec and decodes
back equal. docs/views.md explains each field. The board is the part that hardly changes: it carries a key,
and a server that knows the client has that board sends the view without it (`without_board`).
"""

import hashlib
from typing import Literal

import msgspec

from sandtable.table.decision import Choice
from sandtable.table.event import Modifier, Result

Point = tuple[int, int]  # on a plane, in hundredths of an inch: x to the east, y to the north

Tone = Literal["", "good", "bad", "done"]  # how a state is for its owner; "done" has acted

# What an option is for. pass: does nothing, and may be sent for somebody who never wants to be asked; done: does
# nothing more, and what was begun is over; back: takes a choice back that has done nothing yet; move: a piece goes
# to the place; march: it goes there too, by a longer move with a price; place: it is put there from beside the board.
Role = Literal["", "pass", "done", "back", "change", "move", "march", "place"]

# How a line of the log reads. turn and impulse open a chapter; bad tells of harm.
LineTone = Literal["", "turn", "impulse", "bad"]

# What a line of the log looks like on the board; a line with a path and a piece is a march without being told so.
# shot: the piece fires at the target; burst: something goes off at the place; hurt: the piece is worse off;
# lost: it is gone; flip: a card is turned over; news: all should read the sentence.
Effect = Literal["", "shot", "burst", "hurt", "lost", "flip", "news"]

# What an outcome is to the target: nothing happens, or it is gone.
Harm = Literal["", "none", "worst"]

Slot = Literal[
    "",
    "top left",
    "top",
    "top right",
    "left",
    "centre",
    "right",
    "bottom left",
    "bottom",
    "bottom right",
]


class Part(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What all parts of a view have in common: in JSON they leave out what is not there."""


# Who plays ---------------------------------------------------------------------------------------


class Seat(Part, frozen=True):
    """A place at the table. Two seats may share a side; with one seat a side both have the same id."""

    id: str
    name: str
    side: str
    colour: str = ""  # of the side: grey, red, green, blue, olive, tan
    emblem: str = ""  # the mark of the side: cross, star, roundel, sun, diamond, disc


# The board ---------------------------------------------------------------------------------------


class Terrain(Part, frozen=True):
    """An entry of the legend: a kind of ground, or of line that runs through or between hexes."""

    key: str
    name: str
    letter: str = ""  # its sign in text
    colour: str = "clear"  # a class of the palette, see docs/views.md
    level: int = 0
    rule: str = ""
    text: str = ""  # its effects in words
    values: tuple["Value", ...] = ()  # printed on a terrain card
    icons: tuple["Marker", ...] = ()  # the same as signs: "fast", "blocks sight"


class Feature(Part, frozen=True):
    """A line in a hex, and the sides it touches: 1 to 6 clockwise, from straight up or from upper right."""

    kind: str  # a key of the board's `lines`
    sides: tuple[int, ...] = ()


class Hex(Part, frozen=True):
    """One hex. Columns and rows are counted from 0 at the top left."""

    name: str
    column: int
    row: int
    terrain: str  # a key of the board's `terrain`
    level: int = 0
    ways: tuple[Feature, ...] = ()  # run from the middle to these sides: road, railroad, river, bridge
    edges: tuple[Feature, ...] = ()  # lie along these sides: crest, bocage, stream
    label: str = ""  # a name on the map: "Berezovyy Logg"
    half: bool = False  # a half hex at the edge of the map
    closed: bool = False  # nobody goes there: deep water without a bridge


class Zone(Part, frozen=True):
    """Places that belong together: a set-up area, an edge to enter by, an objective, a zone of control, an arc."""

    kind: str  # "set-up", "entry", "objective", "exit", "control", "arc", "range", "long range", see docs/views.md
    name: str
    side: str = ""
    places: tuple[str, ...] = ()
    shape: "Shape | None" = None  # on a plane
    points: int = 0  # of an objective, for each place, where holding it scores
    of: tuple[str, ...] = ()  # pieces: it is shown when one of them is chosen or pointed at
    holds: tuple[str, ...] = ()  # the pieces that are in it, where that is to be seen


class HexBoard(Part, frozen=True, tag_field="kind", tag="hexes"):
    """Hexes in staggered columns (flat-topped) or rows (pointed): each second one is half a hex further."""

    layout: Literal["flat", "pointed"]
    columns: int
    rows: int
    terrain: tuple[Terrain, ...]
    hexes: tuple[Hex, ...]
    lines: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()


class Cell(Part, frozen=True):
    """A position on the grid of cards: a terrain card, or open until one is laid."""

    name: str
    column: int
    row: int
    terrain: str = ""  # a key of the board's `terrain`; empty: open
    card: str = ""  # the printed name or number of the card
    turned: int = 0  # quarters clockwise
    cross: Point | None = None  # where sight is measured, in hundredths of the card from its top left
    label: str = ""


class CardBoard(Part, frozen=True, tag_field="kind", tag="cards"):
    """A grid of terrain cards that grows while it is played on."""

    columns: int
    rows: int
    terrain: tuple[Terrain, ...]
    cells: tuple[Cell, ...]
    zones: tuple[Zone, ...] = ()


class Shape(Part, frozen=True):
    """Something drawn on a plane: a disc (one point and a radius), a polygon, or an open line."""

    points: tuple[Point, ...]
    radius: int = 0
    line: bool = False


class Ground(Part, frozen=True):
    """A piece of terrain on a plane: an area or a line."""

    id: str
    name: str
    terrain: str  # a key of the board's `terrain`
    shape: Shape
    art: str = ""  # of a building, where it is no usual house: church, barn


class PlaneBoard(Part, frozen=True, tag_field="kind", tag="plane"):
    """A table measured in hundredths of an inch; x grows to the east and y to the north."""

    width: int
    height: int
    terrain: tuple[Terrain, ...]
    grounds: tuple[Ground, ...] = ()
    zones: tuple[Zone, ...] = ()


Board = HexBoard | CardBoard | PlaneBoard


# What stands on it -------------------------------------------------------------------------------


class Value(Part, frozen=True):
    """A printed number with its name, and where on the counter it stands."""

    label: str  # "AP", "Armor", "Morale"
    text: str  # "3-5-5"
    slot: Slot = ""
    rule: str = ""
    emphasis: str = ""  # words of print: "underlined", "augmented", "circled", "boxed", "shield", "red"
    means: str = ""  # what the number says, for somebody who has not read the rules


class Marker(Part, frozen=True):
    """A state of a piece or a group."""

    kind: str  # a stable word: "disrupted", "ops complete", "hit"
    text: str = ""  # for the eye: "Disrupted", "-2"
    sign: str = ""  # one or two characters for a small drawing: "!"
    tone: Tone = ""
    rule: str = ""
    piece: str = ""  # the other piece it is about: who acquired this one
    face_down: bool = False


class Position(Part, frozen=True):
    """Where a piece stands on a plane. Angles are hundredths of a degree clockwise from north."""

    x: int
    y: int
    facing: int | None = None
    turret: int | None = None
    radius: int = 0  # of its base


class Piece(Part, frozen=True):
    """A counter, stand, team or soldier."""

    id: str
    name: str
    side: str
    kind: str = ""  # a word of the system's: "afv", "officer", "stand"
    code: str = ""  # a name of up to four characters for small drawings
    place: str = ""  # a hex, a cell, or one of the view's `boxes`
    at: Position | None = None
    art: str = ""  # the picture to draw, a word of table.pictures.PICTURES
    symbol: str = ""  # the symbol on a map instead, a word of table.pictures.SYMBOLS
    hq: bool = False  # a headquarters
    group: str = ""  # one of the view's `groups`
    inside: str = ""  # the piece that carries it or that it belongs to
    minor: bool = False  # goes along with others and is drawn small: an HQ, a leader, a weapon
    values: tuple[Value, ...] = ()
    markers: tuple[Marker, ...] = ()
    steps: int = 0  # left; 0 where the system has none
    full_steps: int = 0
    order: int = 0  # in its stack, 0 lowest
    face_down: bool = False
    short: str = ""  # a name that fits on its counter, where the whole does not
    what: str = ""  # what it is called from afar, see table.pictures.afar; else its code is shown
    which: str = ""  # beside that: which of its kind, "#2"


class Group(Part, frozen=True):
    """Pieces that act together: a formation, company, regiment, unit or fireteam."""

    id: str
    name: str
    side: str
    colour: str = ""  # of its stripe
    text: str = ""
    values: tuple[Value, ...] = ()
    markers: tuple[Marker, ...] = ()


class BoardMarker(Part, frozen=True):
    """Something on the board that is not a piece: smoke, a wreck, mines, control, a template."""

    kind: str
    text: str = ""
    place: str = ""
    side: str = ""
    sign: str = ""
    tone: Tone = ""
    level: int = 0
    rule: str = ""
    shape: Shape | None = None  # on a plane


# Beside the board --------------------------------------------------------------------------------


class Box(Part, frozen=True):
    """A place off the board where pieces wait: reinforcements, the eliminated."""

    id: str
    name: str
    side: str = ""


class Occupant(Part, frozen=True):
    """Something in a box of a track."""

    text: str
    side: str = ""
    piece: str = ""  # the piece or group it stands for
    done: bool = False


class TrackBox(Part, frozen=True):
    """One box of a track."""

    text: str
    occupants: tuple[Occupant, ...] = ()
    now: bool = False


class Track(Part, frozen=True):
    """A row of boxes: the turns, fate points, the order of initiative."""

    kind: str
    name: str
    side: str = ""
    boxes: tuple[TrackBox, ...] = ()
    rule: str = ""


class Count(Part, frozen=True):
    """So many of one thing in a pile."""

    text: str
    count: int = 1
    side: str = ""


class CardPart(Part, frozen=True):
    """One of several uses of a card: its order, or the decision it may be played for instead."""

    name: str
    text: str = ""
    art: str = ""  # a sign, see docs/views.md
    colour: str = ""  # the strength, where it has one: red, green, blue
    rule: str = ""


class Card(Part, frozen=True):
    """A card that this seat may read; one that it may not is only counted."""

    id: str
    name: str
    kind: str = ""
    text: str = ""
    art: str = ""
    side: str = ""
    values: tuple[Value, ...] = ()
    rule: str = ""
    number: str = ""  # as printed
    parts: tuple[CardPart, ...] = ()  # what it may be played for
    dice: tuple[Value, ...] = ()  # numbers that are read when it is flipped: label is a colour, text the number
    icons: tuple[Marker, ...] = ()
    why: str = ""  # it cannot be played now
    why_rule: str = ""


class Pile(Part, frozen=True):
    """A cup, a deck, a discard pile, a stack of cards waiting to be carried out."""

    kind: str
    name: str
    count: int
    side: str = ""
    contents: tuple[Count, ...] = ()  # what is known to be in it, in no order
    cards: tuple[Card, ...] = ()  # lying face up, the top last
    rule: str = ""
    full: int = 0  # how many there were, where a pile is a clock


class Hand(Part, frozen=True):
    """A seat's cards: counted for all, shown to the seat."""

    seat: str
    count: int
    cards: tuple[Card, ...] = ()


# What happened and what is asked -----------------------------------------------------------------


class LogLine(Part, frozen=True):
    """One event in words, with what is needed to show it on the board."""

    number: int
    text: str
    kind: str = ""
    rule: str = ""
    side: str = ""
    dice: tuple[int, ...] = ()
    need: int = 0
    modifiers: tuple[Modifier, ...] = ()
    place: str = ""
    piece: str = ""
    target: str = ""
    path: tuple[str, ...] = ()
    faces: int = 6  # of each of the dice
    state: int = 0  # of the battle, when this had happened: the server's number, see docs/server.md
    tone: LineTone = ""
    shows: Effect = ""
    about: str = ""  # a word of the system's: which marker was drawn, what is flipped for, what a piece is now
    value: int = 0  # what it comes to: hits, a total, a turn


class Luck(Part, frozen=True):
    """How far the dice of a side were from what was to be expected, when the battle is over."""

    side: str
    dice: int = 0  # those that had to reach a number
    hits: int = 0  # how many did
    expected: float = 0.0  # how many were to be expected
    deviation: float = 0.0  # in standard deviations
    summed: int = 0  # numbers that were added up or only looked at
    average: float = 0.0  # of those
    usual: float = 0.0  # the average that was to be expected
    draws: str = ""  # what came out of a cup or a deck, in a sentence


class Odds(Part, frozen=True):
    """The chance of an outcome, in thousandths."""

    text: str  # "Disrupted or worse"
    chance: int
    harm: Harm = ""
    badge: str = ""  # a word beside it on the map, where attacks of two kinds may lie side by side


class AttackView(Part, frozen=True):
    """An attack before it is made: both sides' dice, every modifier with its rule, every outcome with its chance."""

    attack: str  # "4 dice on 3+"
    defence: str = ""
    attack_notes: tuple[Modifier, ...] = ()
    defence_notes: tuple[Modifier, ...] = ()
    odds: tuple[Odds, ...] = ()
    how: str = ""  # how the dice are read, in a sentence or two for somebody who has not read the rules
    losses: tuple[Odds, ...] = ()  # what it may cost whoever attacks
    later: bool = False  # its odds take long to count: whoever wants them asks for them apart (`Shown.count`)
    title: str = "Attack"  # what `attack` is: "Check" where nobody is attacked
    against: str = "Defence"  # what `defence` is: "Divisor"


class OptionView(Part, frozen=True):
    """One legal choice in words."""

    choice: Choice
    label: str
    piece: str = ""  # who does it
    target: str = ""  # to which piece
    place: str = ""  # where on the board
    path: tuple[str, ...] = ()
    cost: int = 0
    key: str = ""  # a key to press
    group: str = ""  # a heading, where the piece is not heading enough
    odds: tuple[Odds, ...] = ()  # in short
    attack: AttackView | None = None  # at length
    role: Role = ""
    by: str = ""  # the name of who does it, where the label does not say so: filled in by the server
    also: tuple[str, ...] = ()  # the other pieces that do it too: a click on any of them means it
    brings: str = ""  # what it brings, in one line for somebody who has not read the rules
    aside: bool = False  # another way to do what an option before it does: listed after the others
    zones: tuple[Zone, ...] = ()  # drawn while somebody looks at it: the square of a barrage


class Reach(Part, frozen=True):
    """How far one piece may go on a plane."""

    piece: str
    shape: Shape
    text: str = ""  # "6 inches"
    turret: str = ""  # the name under which an entry of a choice sets its turret, if that turns by itself
    apart: bool = False  # it does not go along when its whole group is moved


class DecisionView(Part, frozen=True):
    """What this seat is asked."""

    kind: str
    prompt: str
    rule: str = ""
    piece: str = ""
    options: tuple[OptionView, ...] = ()
    free: bool = False  # on a plane: any legal position may be sent, the options are examples
    shapes: tuple[Shape, ...] = ()  # on a plane: what can be reached by whoever acts
    reach: tuple[Reach, ...] = ()  # on a plane: the same for each piece by itself
    template: Shape | None = None  # on a plane: what is laid down, around 0, 0 and pointing north
    entry: bool = False  # pieces come onto the board: its zones are drawn
    also: tuple[str, ...] = ()  # the other pieces it is about, beside `piece`
    twice: bool = False  # a click on a place shows the way there, and a second one goes
    rare: str = ""  # what it is about, where most leave it at that: one may not want to be asked
    # What a click on something that no option names would mean, for asking why it is not allowed (a probe).
    # Of a piece: it is put into `to` or, where `piece` is empty, into `piece`. Of a place: it is put into `to`.
    at_piece: Choice | None = None
    at_place: Choice | None = None


class WishOption(Part, frozen=True):
    """One way in which a wish may be set."""

    choice: Choice
    label: str
    text: str = ""  # what it means, where the label does not say it
    now: bool = False  # this is how it is set


class WishView(Part, frozen=True):
    """Something that this seat may wish beforehand to be asked, or not; others never see it."""

    kind: str
    name: str
    options: tuple[WishOption, ...]
    rule: str = ""


class View(Part, frozen=True):
    """Everything that one seat sees."""

    system: str
    scenario: str
    title: str
    seat: str  # empty for a spectator
    seats: tuple[Seat, ...]
    board_key: str = ""
    board: Board | None = None  # None: the one with that key, sent before
    turn: int = 0
    turns: int = 0
    turn_word: str = "Turn"  # what is counted: "Round"
    piece_word: str = "unit"  # what is lost: "Team"
    step_word: str = "step"  # what a piece loses before it is lost: "strength point"
    phase: str = ""
    active: str = ""  # the side whose move it is
    waiting: tuple[str, ...] = ()  # the seats that are asked now
    goals: tuple[str, ...] = ()  # how the battle is won, a sentence each
    pieces: tuple[Piece, ...] = ()
    groups: tuple[Group, ...] = ()
    markers: tuple[BoardMarker, ...] = ()
    boxes: tuple[Box, ...] = ()
    tracks: tuple[Track, ...] = ()
    piles: tuple[Pile, ...] = ()
    hands: tuple[Hand, ...] = ()
    log: tuple[LogLine, ...] = ()  # the last lines
    decision: DecisionView | None = None
    wishes: tuple[WishView, ...] = ()
    may_undo: bool = False
    result: Result | None = None
    seed_digest: str = ""
    zones: tuple[Zone, ...] = ()  # that change in play and are shown on demand: zones of control
    luck: tuple[Luck, ...] = ()  # of each side, when the battle is over: filled in by the server
    decided: tuple[str, ...] = ()  # what decided it, in about three sentences: filled in by the server

    def __post_init__(self) -> None:
        if self.seat and all(seat.id != self.seat for seat in self.seats):
            known = ", ".join(seat.id for seat in self.seats)
            raise ValueError(f"there is no seat {self.seat!r}, but {known}; a spectator's is ''")


# To JSON and back --------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(View)


def encode(view: View) -> bytes:
    """The view as JSON."""
    return _encoder.encode(view)


def decode(text: bytes | str) -> View:
    """The view back from JSON; raises msgspec.ValidationError for anything else."""
    return _decoder.decode(text)


def key_of(board: Board) -> str:
    """A short digest: boards with the same key are the same."""
    return hashlib.sha256(_encoder.encode(board)).hexdigest()[:16]


def without_board(view: View) -> View:
    """The view for a client that has the board with `view.board_key`."""
    return msgspec.structs.replace(view, board=None)


def with_board(view: View, board: Board) -> View:
    """The whole view again."""
    if key_of(board) != view.board_key:
        raise ValueError("this is not the board of the view")
    return msgspec.structs.replace(view, board=board)
