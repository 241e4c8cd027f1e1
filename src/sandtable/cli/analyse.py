"""`sandtable analyse`: what decided a battle, from its journal."""

import sys
from pathlib import Path

import msgspec
from rich.progress import Progress

from sandtable.analysis.drawing import page, picture, turn_marks
from sandtable.analysis.files import KIND, example, examples, unpacked
from sandtable.analysis.findings import Analysis, AnalysisError
from sandtable.analysis.parts import QUICK, THOROUGH
from sandtable.analysis.together import analyse_with
from sandtable.analysis.variations import Study, StudyError
from sandtable.cli.output import errors
from sandtable.cli.replay import folder_hint
from sandtable.cli.words import Wrong, existing_file, unknown
from sandtable.table.journal import JournalError, Loaded, load
from sandtable.table.system import systems
from sandtable.table.telling import percent


def analyse_journal(
    path: Path | None,
    curve_only: bool = False,
    thorough: bool = False,
    as_json: bool = False,
    svg: Path | None = None,
    html: Path | None = None,
    shipped: str = "",
    workers: int = 1,
) -> None:
    """Tell what was found, or give it as JSON, a picture or a page."""
    loaded, study, name = opened(path, shipped)
    if loaded.header.system not in systems():
        raise unknown("game system", loaded.header.system, systems())
    system = systems()[loaded.header.system]
    found: Analysis | None = None
    setting = THOROUGH if thorough else QUICK
    try:
        with Progress(console=errors(), transient=True, disable=not errors().is_terminal) as bar:
            task = bar.add_task("Looking at choices", total=None)
            for found in analyse_with(loaded, system, ("sandtable.systems",), setting, 1 if curve_only else workers):
                if curve_only:
                    break
                bar.update(task, completed=found.done, total=found.of)
    except AnalysisError as error:
        raise Wrong(f"{name}: {error}{folder_hint(error)}") from error
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
    tell_study(study, found)
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


def opened(path: Path | None, shipped: str) -> tuple[Loaded, Study, str]:
    """A battle, its notes and variations, and what it is called: from a journal, an annotated file or an example."""
    if (path is None) == (not shipped):
        raise Wrong(f"Name a file, or an example with --example. There are: {', '.join(examples())}.")
    try:
        if path is None:
            file, loaded, _ = unpacked(example(shipped))
            return loaded, file.study, file.title
        if is_study(existing_file(path)):
            file, loaded, _ = unpacked(path.read_bytes())
            return loaded, file.study, str(path)
        return load(path), Study(), str(path)
    except JournalError as error:
        raise Wrong(f"{path} cannot be read. {error}") from error
    except StudyError as error:
        raise Wrong(f"{path or shipped}: {error}") from error


def is_study(path: Path) -> bool:
    """Whether a file holds an annotated battle and not a bare journal."""
    try:
        with path.open("rb") as file:
            return KIND in file.read(200)
    except OSError as error:
        raise Wrong(f"{path} cannot be read: {error.strerror}.") from error


def tell_study(study: Study, found: Analysis) -> None:
    """The notes in the order of the battle, and the variations with their names."""
    labels = {point.state: point.label for point in found.points}
    for state, note in sorted(study.notes.items()):
        print(f"After “{labels[state]}”: {note}" if labels.get(state) else f"At the start: {note}")
    for twig in study.twigs:
        if twig.name or twig.note:
            chance = f"{found.names[0]} {percent(twig.chance)}"
            name = f"{twig.name}: " if twig.name and twig.note else twig.name
            print(f"What if “{twig.label}”, {chance}. {name}{twig.note}")
