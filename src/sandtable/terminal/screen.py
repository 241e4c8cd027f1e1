"""The whole table in the terminal, and a picture of it."""

from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.table.view import HexBoard, View
from sandtable.terminal.canvas import ASCII
from sandtable.terminal.hexes import draw_board
from sandtable.terminal.panels import header, log_lines, names, status, where_of

PICTURE_WIDTH = 150
BELOW = 9  # lines below the map: cup, question, the first options


def map_height(console: Console) -> int:
    """How high the map may be so that a question and some options stay in sight; 0: as high as it likes."""
    return max(10, console.height - BELOW) if console.is_terminal else 0


def board_text(view: View, width: int, compact: bool = False, height: int = 0) -> Text:
    """The drawn board; for boards of cards and planes a list of who is where."""
    if isinstance(view.board, HexBoard):
        return draw_board(view, width, compact, height)
    known = names(view)
    boxes = {box.id: box.name for box in view.boxes}
    lines: dict[str, list[str]] = {}
    for piece in view.pieces:
        where = where_of(piece, boxes)
        states = ", ".join(marker.text or marker.kind for marker in piece.markers)
        text = f"{known.get(piece.side, piece.side)} {piece.name}" + (f" ({states})" if states else "")
        lines.setdefault(where, []).append(text)
    return Text("\n".join(f"{where}: {'; '.join(texts)}" for where, texts in sorted(lines.items())))


def show(view: View, console: Console, log: int = 8, compact: bool = False) -> None:
    """Print the turn, the board, the cup and tracks, and the last lines of the log."""
    parts = (
        header(view),
        board_text(view, console.width, compact),
        status(view),
        log_lines(view, log),
    )
    for part in parts:
        if part.plain:
            write(console, part)


def write(console: Console, what: Text | Table | str) -> None:
    """Print, in characters that the console knows, and nothing coloured but what we coloured."""
    if console.options.ascii_only:
        with console.capture() as kept:
            console.print(what, markup=False, highlight=False)
        what = kept.get().rstrip("\n").translate(ASCII).encode("ascii", "replace").decode()
    console.print(what, markup=False, highlight=False)


def picture(view: View, path: Path | str, width: int = PICTURE_WIDTH) -> None:
    """Save the table as an SVG picture."""
    console = Console(
        record=True,
        width=width,
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
    )
    show(view, console, log=4)
    console.save_svg(str(path), title=f"Sandtable: {view.title}")
