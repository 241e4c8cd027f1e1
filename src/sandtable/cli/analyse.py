"""`sandtable analyse`: what decided a battle, from its journal."""

import sys
from pathlib import Path

import msgspec

from sandtable.analysis.analysing import analyse
from sandtable.analysis.drawing import page, picture, turn_marks
from sandtable.analysis.findings import Analysis, AnalysisError
from sandtable.analysis.parts import QUICK, THOROUGH
from sandtable.analysis.telling import percent
from sandtable.cli.output import errors
from sandtable.cli.replay import folder_hint
from sandtable.cli.words import Wrong, existing_file, unknown
from sandtable.table.journal import JournalError, load
from sandtable.table.system import systems


def analyse_journal(
    path: Path, curve_only: bool, thorough: bool, as_json: bool, svg: Path | None, html: Path | None
) -> None:
    """Tell what was found, or give it as JSON, a picture or a page."""
    try:
        loaded = load(existing_file(path))
    except JournalError as error:
        raise Wrong(f"{path} cannot be read. {error}") from error
    if loaded.header.system not in systems():
        raise unknown("game system", loaded.header.system, systems())
    found: Analysis | None = None
    screen = errors()
    try:
        for found in analyse(loaded, systems()[loaded.header.system], THOROUGH if thorough else QUICK):
            if curve_only:
                break
            if screen.is_terminal:
                screen.print(f"{found.done} of {found.of} choices", end="\r")
    except AnalysisError as error:
        raise Wrong(f"{path}: {error}{folder_hint(error)}") from error
    except KeyboardInterrupt:
        raise Wrong("Stopped: nothing was written.", 130) from None
    assert found is not None
    for place, text in ((svg, picture(found)), (html, page(found))):
        if place is not None:
            try:
                place.write_text(text, encoding="utf-8")
            except OSError as error:
                raise Wrong(f"{place} cannot be written: {error.strerror}.") from error
    if as_json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        return
    tell(found)
    for place in (svg, html):
        if place is not None:
            print(place)


def tell(found: Analysis) -> None:
    """The curve turn by turn, the accounts and the moments, in plain lines."""
    print(f"{found.name}: how likely each side was to win.")
    for turn, place in turn_marks(found.points):
        chance = found.points[place].chance
        print(
            f"  {found.turn_word} {turn}: {found.names[0]} {percent(chance)}, {found.names[1]} {percent(1 - chance)}"
        )
    print(f"The end: {found.reason}.")
    print(found.fitted)
    for sentence in found.sentences:
        print(sentence)
    for turning in found.turnings:
        print(f"- {turning.text}")
