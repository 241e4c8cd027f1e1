"""Draws a board of hexes with what stands on it, for the width there is.

Large: flat-topped hexes with borders, four lines high and six to eight characters apart, each odd column
two lines lower. Compact: three to five characters by two lines without borders; flat, for low windows: one line a
hex. Pointed hexes are bricks.
"""

from collections.abc import Iterable

from rich.text import Text

from sandtable.table.view import BoardMarker, Hex, HexBoard, Piece, Terrain, View
from sandtable.terminal.canvas import (
    CHOICE,
    FAINT,
    GROUND,
    INK,
    LINES,
    MARKS,
    OTHER_SIDES,
    SIDES,
    TONES,
    Canvas,
    darker,
)

Line = tuple[int, int, int]  # x, y and width of one line inside a hex

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
PITCHES = (8, 7, 6)  # characters from column to column, large
BRICK = 8  # characters of a pointed hex
COMPACT_PITCHES = (5, 4, 3)
RULER = 5  # characters of row names, compact
WIDE = 128  # characters; a window so wide gets the large drawing however low it is
MORE = "+"  # there is more in this hex than can be drawn
CODE = 3  # characters of a unit's code that are never given up for its state


def draw_board(view: View, width: int = 150, compact: bool = False, height: int = 0) -> Text:
    """The board as text no wider than `width`, as large as fits. Hexes of the options are marked.

    With a `height` a drawing is chosen that is not higher, if there is one.
    """
    board = view.board
    if not isinstance(board, HexBoard):
        raise ValueError("the terminal draws boards of hexes only")
    if board.layout == "pointed":
        low = compact or (height and board.rows * 3 + 1 > height and width < WIDE)
        if not low and board.columns * BRICK + BRICK // 2 + 1 <= width:
            return _Bricks(view, board).draw()
        fitting = [pitch for pitch in COMPACT_PITCHES if board.columns * pitch + pitch // 2 + RULER <= width]
        return _Flat(view, board, fitting[0] if fitting else COMPACT_PITCHES[-1]).draw()
    for pitch in PITCHES:
        fits = not height or board.rows * 4 + 3 <= height or width >= WIDE
        if not compact and fits and board.columns * pitch + 2 <= width:
            return _Large(view, board, pitch).draw()
    fitting = [pitch for pitch in COMPACT_PITCHES if board.columns * pitch + RULER <= width]
    pitch = fitting[0] if fitting else COMPACT_PITCHES[-1]
    if height and board.rows * 2 + 2 > height:
        return _Flat(view, board, pitch).draw()
    return _Compact(view, board, pitch).draw()


def side_marks(view: View) -> dict[str, tuple[str, str]]:
    """For each side the mark before its units and its colour."""
    marks: dict[str, tuple[str, str]] = {}
    for seat in view.seats:
        if seat.side not in marks:
            place = len(marks) % len(MARKS)
            marks[seat.side] = (MARKS[place], SIDES.get(seat.colour, OTHER_SIDES[place]))
    return marks


def code_of(piece: Piece) -> str:
    """The short name of a piece: its own, or the first letters of its name."""
    if piece.code:
        return piece.code
    return "".join(char for char in piece.name if char.isalnum())[:4]


def short_code(code: str, room: int) -> str:
    """A code cut so that type and number stay: Pz4¹ is P4¹, Tig² is Ti²."""
    if len(code) <= room:
        return code
    number = code[-1] if code[-1] in SUPERSCRIPTS or code[-1].isdigit() else ""
    body = code[: len(code) - len(number)]
    room -= len(number)
    if room == 2 and len(body) > 2 and body[2].isdigit() and body[1].isalpha():
        return body[0] + body[2] + number
    return body[:room] + number


def signs_of(piece: Piece) -> str:
    """The state of a piece in a few characters: "-" for lost steps, then each sign of its markers once."""
    reduced = "-" if 0 < piece.steps < piece.full_steps else ""
    return reduced + "".join(dict.fromkeys(marker.sign for marker in piece.markers))


def tone_of(piece: Piece) -> str:
    """The colour of a piece's letters: what is bad is seen first, then what is done."""
    tones = {marker.tone for marker in piece.markers}
    for tone in ("bad", "done", "good"):
        if tone in tones:
            return TONES[tone]
    return TONES[""]


def chosen_places(view: View) -> set[str]:
    """The places that an option of the decision is about."""
    if view.decision is None:
        return set()
    where = {piece.id: piece.place for piece in view.pieces}
    places = set()
    for option in view.decision.options:
        place = option.place or where.get(option.target, "")
        if place:
            places.add(place)
    return places


class _Drawing:
    """What the three ways of drawing have in common: a frame for each hex, filled line by line."""

    def __init__(self, view: View, board: HexBoard, width: int, height: int) -> None:
        self.view = view
        self.board = board
        self.canvas = Canvas(width, height)
        self.terrain = {entry.key: entry for entry in board.terrain}
        self.lines = {entry.key: entry for entry in board.lines}
        self.marks = side_marks(view)
        self.choices = chosen_places(view)
        self.acting = view.decision.piece if view.decision is not None else ""
        self.pieces: dict[str, list[Piece]] = {}
        for piece in sorted(view.pieces, key=lambda piece: -piece.order):
            if not piece.inside:
                self.pieces.setdefault(piece.place, []).append(piece)
        self.markers: dict[str, list[BoardMarker]] = {}
        for marker in view.markers:
            self.markers.setdefault(marker.place, []).append(marker)

    def draw(self) -> Text:
        for hex in self.board.hexes:
            self.ground(hex)
        for hex in self.board.hexes:
            for feature in hex.ways:
                self.ways(hex, self.line(feature.kind), feature.sides)
        for hex in self.board.hexes:
            for feature in hex.edges:
                self.edges(hex, self.line(feature.kind), feature.sides)
            self.stack(hex)
        return self.canvas.text()

    def line(self, key: str) -> Terrain:
        return self.lines.get(key, Terrain(key, key, key[:1], key))

    def kind(self, hex: Hex) -> Terrain:
        return self.terrain.get(hex.terrain, Terrain(hex.terrain, hex.terrain))

    def back(self, hex: Hex) -> str:
        return GROUND.get(self.kind(hex).colour, GROUND["clear"])

    def band(self, line: Terrain, x: int, y: int, length: int = 1) -> None:
        """A stretch of a road, railroad or river."""
        fore, back = LINES.get(line.colour, (INK, ""))
        self.canvas.put(x, y, (line.letter or "=") * length, fore, back, bold=True)

    def unit_text(self, piece: Piece, width: int, more: int = 0) -> str:
        """Mark, code and as much of the state as there is room for; the colour of the letters tells it too.

        Where there is no room for the mark the second side is written in small letters.
        """
        mark = "▶" if piece.id == self.acting else self.marks.get(piece.side, ("?", ""))[0]
        code = "?" if piece.face_down else code_of(piece)
        if width <= CODE:
            if piece.id == self.acting:
                return mark + short_code(code, CODE)[: width - 1]
            second = piece.side in list(self.marks)[1:]
            return short_code(code.lower() if second else code, width)
        extra = f"+{more}" if more else ""
        signs = signs_of(piece)
        room = width - 1 - len(extra)
        code = short_code(code, max(CODE, room - len(signs)))
        return (mark + code + signs[: max(0, room - len(code))] + extra)[:width]

    def unit(self, line: Line, piece: Piece, more: int = 0) -> None:
        x, y, width = line
        text = self.unit_text(piece, width, more)
        self.canvas.put(x, y, text, tone_of(piece), self.marks.get(piece.side, ("", INK))[1], bold=True)

    def small(self, line: Line, hex: Hex, minors: Iterable[Piece]) -> None:
        """HQs, leaders and the markers on the hex, in one line."""
        x, y, width = line
        end = x + width
        things: list[tuple[str, str, str]] = []
        for piece in minors:
            text = code_of(piece) + ("-" if 0 < piece.steps < piece.full_steps else "")
            things.append((text, TONES[""], self.marks.get(piece.side, ("", INK))[1]))
        for marker in self.markers.get(hex.name, ()):
            mark, fore = self.marks.get(marker.side, (marker.kind[:1], "#000000"))
            things.append(((marker.sign or mark) + (str(marker.level) if marker.level else ""), fore, ""))
        for text, fore, back in things:
            if x + len(text) > end:
                self.canvas.put(end - 1, y, MORE, "#000000", bold=True)
                return
            self.canvas.put(x, y, text, fore, back, bold=True)
            x += len(text)

    def hidden(self, hex: Hex, units: list[Piece], minors: list[Piece], shown: int) -> bool:
        """Whether there is more in a hex than the units that are shown; whose it is counts for little."""
        lying = [marker for marker in self.markers.get(hex.name, ()) if marker.kind != "control"]
        return len(units) > shown or bool(minors or lying)

    def more(self, x: int, y: int, piece: Piece) -> None:
        """At the end of a unit's line: there is more under it."""
        self.canvas.put(x, y, MORE, TONES[""], self.marks.get(piece.side, ("", INK))[1], bold=True)

    def sorted_stack(self, hex: Hex) -> tuple[list[Piece], list[Piece]]:
        pieces = self.pieces.get(hex.name, [])
        return [p for p in pieces if not p.minor], [p for p in pieces if p.minor]

    def name(self, x: int, y: int, width: int, hex: Hex) -> None:
        """The name of the hex at the left and the letter of its ground at the right."""
        if hex.name in self.choices:
            self.canvas.put(x, y, f"*{hex.name}", "#000000", CHOICE, bold=True)
        else:
            self.canvas.put(x, y, hex.name, FAINT if self.kind(hex).colour == "clear" else INK)
        letter = self.kind(hex).letter
        if letter not in (".", " "):
            self.canvas.put(x + width - len(letter), y, letter, INK, bold=True)

    def ground(self, hex: Hex) -> None:
        raise NotImplementedError

    def ways(self, hex: Hex, line: Terrain, sides: tuple[int, ...]) -> None:
        raise NotImplementedError

    def edges(self, hex: Hex, line: Terrain, sides: tuple[int, ...]) -> None:
        """Compact drawings have no borders to show them on."""

    def stack(self, hex: Hex) -> None:
        raise NotImplementedError


class _Large(_Drawing):
    """Flat-topped hexes with borders. A hex of pitch p is p + 2 wide and four lines high."""

    def __init__(self, view: View, board: HexBoard, pitch: int) -> None:
        super().__init__(view, board, board.columns * pitch + 2, board.rows * 4 + 3)
        self.pitch = pitch

    def corner(self, hex: Hex) -> tuple[int, int]:
        return hex.column * self.pitch, hex.row * 4 + hex.column % 2 * 2 + 1

    def ground(self, hex: Hex) -> None:
        x, y = self.corner(hex)
        p = self.pitch
        back = self.back(hex)
        put = self.canvas.put
        if self.canvas.chars[y - 1][x + 2] != "_":
            put(x + 2, y - 1, "_" * (p - 2), FAINT)
        put(x + 1, y, "/" + " " * (p - 2), FAINT, back)
        put(x, y + 1, "/" + " " * p, FAINT, back)
        put(x, y + 2, "\\" + " " * p, FAINT, back)
        put(x + 1, y + 3, "\\" + "_" * (p - 2), FAINT, back)
        for dx, dy, char in ((p, 0, "\\"), (p + 1, 1, "\\"), (p + 1, 2, "/"), (p, 3, "/")):
            put(x + dx, y + dy, char, FAINT)
        self.texture(hex, x, y)

    def texture(self, hex: Hex, x: int, y: int) -> None:
        """The letter of the ground strewn over the hex, so that woods look like woods."""
        letter = self.kind(hex).letter.lower()
        if letter not in (".", " ", ""):
            for dx, dy in ((3, 1), (self.pitch - 2, 1), (1, 2), (self.pitch // 2 + 1, 2)):
                self.canvas.put(x + dx, y + dy, letter[0], darker(self.back(hex)))

    def ways(self, hex: Hex, line: Terrain, sides: tuple[int, ...]) -> None:
        x, y = self.corner(hex)
        p = self.pitch
        middle = x + p - 2  # right of the hex's name
        right = x + p + 2 - middle
        runs = {
            1: ((middle, y, 1), (middle, y + 1, 1)),
            2: ((middle, y + 1, right),),
            3: ((middle, y + 2, right),),
            4: ((middle, y + 2, 1), (middle, y + 3, 1)),
            5: ((x, y + 2, middle - x + 1),),
            6: ((x, y + 1, middle - x + 1),),
        }
        for side in sides:
            for at, row, length in runs[side]:
                self.band(line, at, row, length)
        if len({side in (1, 2, 6) for side in sides}) == 2:  # from the upper to the lower half
            self.band(line, middle, y + 1)
            self.band(line, middle, y + 2)

    def edges(self, hex: Hex, line: Terrain, sides: tuple[int, ...]) -> None:
        x, y = self.corner(hex)
        p = self.pitch
        spots = {
            1: [(x + 2 + i, y - 1) for i in range(p - 2)],
            2: [(x + p, y), (x + p + 1, y + 1)],
            3: [(x + p + 1, y + 2), (x + p, y + 3)],
            4: [(x + 2 + i, y + 3) for i in range(p - 2)],
            5: [(x, y + 2), (x + 1, y + 3)],
            6: [(x + 1, y), (x, y + 1)],
        }
        for side in sides:
            for at, row in spots[side]:
                char = line.letter or self.canvas.chars[row][at]
                self.canvas.put(at, row, char, LINES.get(line.colour, (INK, ""))[0], bold=True)

    def stack(self, hex: Hex) -> None:
        x, y = self.corner(hex)
        p = self.pitch
        self.name(x + 2, y, p - 2, hex)
        units, minors = self.sorted_stack(hex)
        for place, piece in enumerate(units[:2]):
            more = len(units) - 2 if place == 1 else 0
            self.unit((x + 1, y + 1 + place, p), piece, more)
        self.small((x + 2, y + 3, p - 2), hex, minors)


class _Compact(_Drawing):
    """A few characters by two lines for a hex, with names of columns and rows at the edges."""

    def __init__(self, view: View, board: HexBoard, pitch: int) -> None:
        super().__init__(view, board, board.columns * pitch + RULER, board.rows * 2 + 2)
        self.pitch = pitch

    def corner(self, hex: Hex) -> tuple[int, int]:
        return hex.column * self.pitch + RULER, hex.row * 2 + hex.column % 2 + 1

    def ground(self, hex: Hex) -> None:
        x, y = self.corner(hex)
        kind = self.kind(hex)
        back = CHOICE if hex.name in self.choices else self.back(hex)
        self.canvas.put(x, y, " " * self.pitch, INK, back)
        self.canvas.put(x, y + 1, " " * self.pitch, INK, back)
        letter = kind.letter[:1].lower() or " "
        strewn = f" {letter}" if kind.colour == "clear" else f" {letter}" * 2
        self.canvas.put(x, y + 1, strewn[: self.pitch], darker(self.back(hex)))
        if hex.name in self.choices:
            self.canvas.put(x, y, "*", INK, bold=True)
        if hex.row == 0:
            self.canvas.put(x, 0, hex.name, FAINT)
        if hex.column == 0:
            self.canvas.put(0, y, hex.name.rjust(RULER - 1), FAINT)

    def ways(self, hex: Hex, line: Terrain, sides: tuple[int, ...]) -> None:
        x, y = self.corner(hex)
        right = self.pitch - 1
        runs = {
            1: (x + 1, y, 1),
            2: (x + 1, y, right),
            3: (x + 1, y + 1, right),
            4: (x + 1, y + 1, 1),
            5: (x, y + 1, 2),
            6: (x, y, 2),
        }
        for side in sides:
            at, row, length = runs[side]
            self.band(line, at, row, length)

    def stack(self, hex: Hex) -> None:
        x, y = self.corner(hex)
        units, minors = self.sorted_stack(hex)
        for place, piece in enumerate(units[:2]):
            self.unit((x, y + place, self.pitch), piece)
        if len(units) < 2:
            self.small((x, y + 1, self.pitch), hex, minors)
        elif self.hidden(hex, units, minors, 2):
            self.more(x + self.pitch - 1, y + 1, units[1])


class _Flat(_Drawing):
    """One line a row, for low windows. Pointed hexes keep their places; that flat ones lie half a hex lower in each
    second column is only said.
    """

    def __init__(self, view: View, board: HexBoard, pitch: int) -> None:
        pointed = board.layout == "pointed"
        width = board.columns * pitch + RULER + pitch // 2
        super().__init__(view, board, width if pointed else max(width, 60), board.rows + 1 + (not pointed))
        self.pitch = pitch
        self.half = pitch // 2 if pointed else 0
        if pointed:
            return
        lower = [hex.name.rstrip("0123456789") for hex in board.hexes if hex.row == 0 and hex.column % 2]
        if lower:
            says = f"{', '.join(lower[:3])} and so on lie half a hex lower than the rest."
            self.canvas.put(RULER, board.rows + 1, says, FAINT)

    def corner(self, hex: Hex) -> tuple[int, int]:
        return hex.column * self.pitch + RULER + hex.row % 2 * self.half, hex.row + 1

    def ground(self, hex: Hex) -> None:
        x, y = self.corner(hex)
        chosen = hex.name in self.choices
        self.canvas.put(x, y, " " * self.pitch, INK, CHOICE if chosen else self.back(hex))
        self.canvas.put(x + 1, y, self.kind(hex).letter[:1].lower(), darker(self.back(hex)))
        if chosen:
            self.canvas.put(x, y, "*", INK, bold=True)
        column = hex.name.rstrip("0123456789") or hex.name[: len(hex.name) // 2]
        if hex.row == 0:
            self.canvas.put(x, 0, column, FAINT)
        if hex.column == 0:
            self.canvas.put(0, y, hex.name[len(column) :].rjust(RULER - 1), FAINT)

    def ways(self, hex: Hex, line: Terrain, sides: tuple[int, ...]) -> None:
        x, y = self.corner(hex)
        self.band(line, x + self.pitch - 1, y)

    def stack(self, hex: Hex) -> None:
        x, y = self.corner(hex)
        units, minors = self.sorted_stack(hex)
        if units:
            top = next((piece for piece in units if piece.id == self.acting), units[0])
            self.unit((x, y, self.pitch), top)
            if self.hidden(hex, units, minors, 1):
                self.more(x + self.pitch - 1, y, top)
        else:
            self.small((x + 1, y, self.pitch - 1), hex, minors)


class _Bricks(_Drawing):
    """Pointed hexes: each odd row half a hex to the right, three lines high."""

    def __init__(self, view: View, board: HexBoard) -> None:
        width = board.columns * BRICK + BRICK // 2 + 1
        super().__init__(view, board, width, board.rows * 3 + 1)

    def corner(self, hex: Hex) -> tuple[int, int]:
        return hex.column * BRICK + hex.row % 2 * (BRICK // 2), hex.row * 3

    def ground(self, hex: Hex) -> None:
        x, y = self.corner(hex)
        back = self.back(hex)
        for line in range(3):
            fill = "_" if line == 2 else " "
            self.canvas.put(x, y + line, "|" + fill * (BRICK - 1), FAINT, back)
            if hex.column == self.board.columns - 1:
                self.canvas.put(x + BRICK, y + line, "|", FAINT)

    def ways(self, hex: Hex, line: Terrain, sides: tuple[int, ...]) -> None:
        x, y = self.corner(hex)
        middle = x + BRICK // 2
        runs = {
            1: ((middle, y + 1, 1), (middle + 2, y, 1)),
            2: ((middle, y + 1, BRICK // 2),),
            3: ((middle, y + 1, 1), (middle + 2, y + 2, 1)),
            4: ((middle, y + 1, 1), (middle - 2, y + 2, 1)),
            5: ((x, y + 1, BRICK // 2 + 1),),
            6: ((middle, y + 1, 1), (middle - 2, y, 1)),
        }
        for side in sides:
            for at, row, length in runs[side]:
                self.band(line, at, row, length)

    def stack(self, hex: Hex) -> None:
        x, y = self.corner(hex)
        self.name(x + 1, y, BRICK - 1, hex)
        units, minors = self.sorted_stack(hex)
        if units:
            self.unit((x + 1, y + 1, BRICK - 1), units[0], len(units) - 1)
        self.small((x + 1, y + 2, BRICK - 1), hex, minors)
