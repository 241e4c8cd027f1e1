"""What stands around the board: turn and phase, cup and tracks, roster, legend, log and options."""

from rich.table import Table
from rich.text import Text

from sandtable.table.event import Modifier
from sandtable.table.view import (
    DecisionView,
    HexBoard,
    LogLine,
    OptionView,
    Piece,
    Track,
    Value,
    View,
)
from sandtable.terminal.canvas import GROUND, INK, LINES
from sandtable.terminal.hexes import code_of, side_marks, signs_of

FACES = "⚀⚁⚂⚃⚄⚅"
GOOD = "bold green"
QUIET = "dim"


def names(view: View) -> dict[str, str]:
    """The names of sides, seats, groups and pieces by id."""
    known = {seat.side: seat.name for seat in view.seats}
    known.update({seat.id: seat.name for seat in view.seats})
    known.update({group.id: group.name for group in view.groups})
    known.update({piece.id: piece.name for piece in view.pieces})
    return known


def header(view: View) -> Text:
    """Title, turn, phase, and who must choose; or how the battle ended."""
    known = names(view)
    line = Text(view.title, "bold")
    if view.turns:
        line.append(f" · Turn {view.turn} of {view.turns}")
    if view.phase:
        line.append(f" · {view.phase}")
    if view.result is not None:
        winner = view.result.winner
        how = f"{known.get(winner, winner)} won" if winner else "A draw"
        line.append(f" · {how}: {view.result.reason}", "bold")
    elif view.waiting:
        line.append(" · " + " and ".join(known.get(seat, seat) for seat in view.waiting) + " to choose")
    return line


def status(view: View) -> Text:
    """Cup, decks, hands and tracks, a line each."""
    known = names(view)
    lines = [_track_line(track) for track in view.tracks]
    for pile in view.piles:
        line = Text(f"{pile.name} ({pile.count})", "bold")
        parts = [entry.text + (f" ×{entry.count}" if entry.count > 1 else "") for entry in pile.contents]
        parts += [card.name for card in pile.cards]
        if parts:
            line.append(": " + ", ".join(parts), "not bold")
        lines.append(line)
    for hand in view.hands:
        line = Text(f"Hand of {known.get(hand.seat, hand.seat)} ({hand.count})", "bold")
        if hand.cards:
            line.append(": " + ", ".join(card.name for card in hand.cards), "not bold")
        lines.append(line)
    return Text("\n").join(lines)


def _track_line(track: Track) -> Text:
    line = Text(f"{track.name}:", "bold")
    for box in track.boxes:
        occupants = " ".join(f"({who.text})" if who.done else who.text for who in box.occupants)
        text = " ".join(part for part in (box.text, occupants) if part)
        line.append(" ", "not bold")
        if box.now and len(track.boxes) > 1:
            line.append(f"[{text}]", "bold reverse")
        else:
            line.append(text, "not bold")
    return line


def where_of(piece: Piece, boxes: dict[str, str]) -> str:
    """Hex, cell or box of a piece, or its point on the plane in inches."""
    if piece.at is not None:
        return f"{piece.at.x / 100:g}, {piece.at.y / 100:g}"
    return boxes.get(piece.place, piece.place)


def value_text(value: Value) -> str:
    """A printed number with its name; u for one that is underlined."""
    return f"{value.label} {value.text}{'u' if 'underlined' in value.emphasis else ''}"


def roster(view: View) -> Table:
    """All pieces with their values and states, side by side and group by group."""
    marks = side_marks(view)
    known = names(view)
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="bold")
    for column in ("", "Name", "Where", "Steps", "Values", "State"):
        table.add_column(column, no_wrap=column not in ("Values", "State"))
    places = {box.id: box.name for box in view.boxes}
    order = {side: number for number, side in enumerate(marks)}
    groups = {group.id: number for number, group in enumerate(view.groups)}

    def place_in_list(piece: Piece) -> tuple[int, int, bool]:
        return order.get(piece.side, 99), groups.get(piece.group, 99), not piece.minor

    last = ""
    for piece in sorted(view.pieces, key=place_in_list):
        if piece.group != last and piece.group:
            table.add_row("", Text(known.get(piece.group, piece.group), "bold underline"))
        last = piece.group
        mark, colour = marks.get(piece.side, ("?", INK))
        state = ", ".join(marker.text or marker.kind for marker in piece.markers)
        table.add_row(
            Text(f"{mark}{code_of(piece)}{signs_of(piece)}", f"bold white on {colour}"),
            piece.name,
            where_of(piece, places),
            f"{piece.steps}/{piece.full_steps}" if piece.full_steps else "",
            "  ".join(
                f"{value.label} {value.text}{'u' * ('underlined' in value.emphasis)}" for value in piece.values
            ),
            state,
        )
    return table


def _entry(sign: str, fore: str, back: str, meaning: str) -> Text:
    line = Text(sign, f"bold {fore} on {back}")
    line.append(f" {meaning}", "default on default not bold")
    return line


def legend(view: View) -> Text:
    """What letters, colours and signs mean."""
    lines: list[Text] = []
    board = view.board
    if board is not None:
        for kind in board.terrain:
            back = GROUND.get(kind.colour, GROUND["clear"])
            meaning = f"{kind.name}: {kind.text}" if kind.text else kind.name
            lines.append(_entry(f" {kind.letter or ' '} ", INK, back, meaning))
    if isinstance(board, HexBoard):
        for kind in board.lines:
            fore, back = LINES.get(kind.colour, (INK, ""))
            lines.append(_entry((kind.letter or "=") * 3, fore, back or GROUND["clear"], kind.name))
    for side, (mark, colour) in side_marks(view).items():
        lines.append(_entry(f" {mark} ", "white", colour, names(view).get(side, side)))
    signs = {"-": "has lost steps", "▶": "is asked about now"}
    for piece in view.pieces:
        for marker in piece.markers:
            if marker.sign:
                signs[marker.sign] = marker.text or marker.kind
    for spot in view.markers:
        if spot.sign or not spot.side:
            signs[spot.sign or spot.kind[:1]] = spot.text or spot.kind
    lines += [Text(f" {sign:<2} {meaning}") for sign, meaning in signs.items()]
    return Text("\n").join(lines)


def log_lines(view: View, last: int = 8) -> Text:
    """The last lines of the log, with their dice."""
    return Text("\n").join([log_line(line) for line in view.log[-last:]] if last > 0 else [])


def log_line(line: LogLine) -> Text:
    """The sentence, the dice with those that reached their number set off, the modifiers, the rule."""
    text = Text(line.text)
    if line.dice:
        text.append("  ")
        for die in line.dice:
            good = line.need > 0 and die >= line.need
            text.append(FACES[die - 1] if 1 <= die <= 6 else f"[{die}]", GOOD if good else "")
            text.append(f"{die} " if 1 <= die <= 6 else " ", GOOD if good else QUIET)
        if line.need:
            text.append(f"({line.need}+)", QUIET)
        text.rstrip()
    if line.modifiers:
        text.append(f"  [{', '.join(modifier_text(modifier) for modifier in line.modifiers)}]", QUIET)
    if line.rule:
        text.append(f"  {line.rule}", QUIET)
    return text


def modifier_text(modifier: Modifier) -> str:
    """A modifier as "+1 extended range"."""
    return f"{modifier.amount:+d} {modifier.label}"


def option_text(option: OptionView) -> str:
    """An option's words and its odds."""
    odds = ", ".join(f"{odd.chance / 10:.0f} % {odd.text}" for odd in option.odds)
    return f"{option.label} ({odds})" if odds else option.label


def option_lines(view: View, width: int = 100) -> list[Text]:
    """The numbered options in columns, under the piece or the heading they belong to."""
    decision = view.decision
    if decision is None:
        return []
    known = names(view)
    place_of = {piece.id: piece.place for piece in view.pieces}
    headings: dict[str, list[tuple[int, OptionView]]] = {}
    for number, option in enumerate(decision.options, 1):
        heading = option.group or known.get(option.piece, option.piece)
        if not option.group and place_of.get(option.piece):
            heading += f" at {place_of[option.piece]}"
        headings.setdefault(heading, []).append((number, option))
    lines: list[Text] = []
    for heading, options in headings.items():
        if len(headings) > 1 or heading:
            lines.append(Text(heading or "Otherwise", "bold"))
        lines += _in_columns(options, width)
    return lines


def _in_columns(options: list[tuple[int, OptionView]], width: int) -> list[Text]:
    """As many columns as fit, filled downwards."""
    texts = [option_text(option) + (f" [{option.key}]" if option.key else "") for _, option in options]
    widest = max(len(text) for text in texts) + 7  # number, blanks
    columns = max(1, min(width // widest, len(options)))
    rows = -(-len(options) // columns)
    lines: list[Text] = []
    for row in range(rows):
        line = Text()
        for place in range(row, len(options), rows):
            line.append(f"{options[place][0]:>4} ", "bold")
            line.append(texts[place].ljust(widest - 5))
        line.rstrip()
        lines.append(line)
    return lines


def question(decision: DecisionView) -> Text:
    """What is asked, and by which rule."""
    line = Text(decision.prompt, "bold")
    if decision.rule:
        line.append(f"  rule {decision.rule}", QUIET)
    return line
