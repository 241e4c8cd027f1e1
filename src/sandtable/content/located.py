"""Problems for programs: the file, the place, its line and column, the cell of a map, and a repair."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from sandtable.content.places import cell_of, spot_of
from sandtable.content.problems import Problem


class Located(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem with all that is known about where it is."""

    file: str
    place: str  # "formations[1].units[2].type", counted from one; "" is the whole file
    message: str
    line: int = 0  # counted from 1; 0: of the file as a whole
    column: int = 0
    cell: str = ""  # of a map: "B3"
    piece: str = ""  # the table around it that is a piece or a group of them: "formations[1].units[2]"
    of: str = ""  # what the repair is for: "value" or "key"
    repair: str = ""  # the word that probably was meant


def located(problems: list[Problem], texts: Mapping[str, str]) -> list[Located]:
    """Problems with line and column; `texts` are the files that are at hand, by the names that problems give them."""
    return [_located(problem, texts.get(problem.file, "")) for problem in problems]


def _located(problem: Problem, text: str) -> Located:
    spot = spot_of(text, problem.place) if text and problem.place else None
    line, column = spot or (0, 0)
    of, word = problem.repair or ("", "")
    end = problem.place.rfind("]")
    piece = problem.place[: end + 1] if end >= 0 and not cell_of(problem.place) else ""
    return Located(
        problem.file, problem.place, problem.message, line, column, cell_of(problem.place), piece, of, word
    )


def texts_of(problems: list[Problem]) -> dict[str, str]:
    """The files that problems name, as far as they can be read."""
    found: dict[str, str] = {}
    for name in {problem.file for problem in problems}:
        try:
            found[name] = Path(name).read_text(encoding="utf-8-sig")
        except (OSError, ValueError):
            continue
    return found
