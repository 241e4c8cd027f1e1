"""A battle with its notes and variations as one file: its journal, line by line, and its study."""

import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from sandtable.analysis.findings import AnalysisError
from sandtable.analysis.growing import Garden, Wanted
from sandtable.analysis.judging import Judge
from sandtable.analysis.moments import Moments
from sandtable.analysis.variations import Study, StudyError, Twig, check_tree
from sandtable.table.decision import IllegalChoice
from sandtable.table.journal import JournalError, Loaded, load, replay
from sandtable.table.system import AnySystem, systems

FORMAT = 1
KIND = b'"sandtable study"'  # how such a file is known at its beginning
LARGEST = 4 * 2**20
EXAMPLES = Path(__file__).parent / "examples"


class StudyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the file."""

    format: int
    kind: Literal["sandtable study"]
    title: str
    journal: list[str]
    study: Study


def packed(title: str, lines: Sequence[bytes], study: Study) -> bytes:
    """The file of a battle."""
    journal = [line.decode().rstrip("\n") for line in lines]
    made = StudyFile(FORMAT, "sandtable study", title, journal, study)
    return msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"


def unpacked(data: bytes) -> tuple[StudyFile, Loaded, AnySystem]:
    """What is in a file. StudyError: it is no such file, or its journal is damaged."""
    if len(data) > LARGEST:
        raise StudyError(f"The file has {len(data):,} bytes; at most {LARGEST:,} are read.")
    try:
        found = msgspec.json.decode(data, type=StudyFile)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise StudyError(f"This is not the file of an annotated battle: {error}.") from error
    if found.format != FORMAT:
        raise StudyError(f"The file has format {found.format}; this Sandtable reads format {FORMAT}.")
    loaded = loaded_from([f"{line}\n".encode() for line in found.journal])
    system = systems().get(loaded.header.system)
    if system is None:
        raise StudyError(f"The game {loaded.header.system!r} is not known here.")
    return found, loaded, system


def loaded_from(lines: Sequence[bytes]) -> Loaded:
    """A journal from its lines. StudyError: it is damaged."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        path.write_bytes(b"".join(lines))
        try:
            return load(path)
        except JournalError as error:
            raise StudyError(f"The journal is damaged. {error}") from error


def examined(data: bytes) -> tuple[StudyFile, Loaded, AnySystem]:
    """A file in which everything holds: the battle is over and the rules allow it and all variations.

    What a variation says of itself (words, chances) is worked out anew. StudyError: why not.
    """
    found, loaded, system = unpacked(data)
    if loaded.end is None:
        raise StudyError("The battle in this file is not over.")
    try:
        again = replay(loaded, system)
    except JournalError as error:
        raise StudyError(f"The battle cannot be played again. {error}") from error
    if again.line:
        raise StudyError(again.notice)
    check_tree(found.study, len(loaded.entries))
    try:
        garden = Garden(Judge(system, again.play), Moments(loaded, system).at)
    except AnalysisError as error:
        raise StudyError(str(error)) from error
    twigs: list[Twig] = []
    ways: dict[int, list[Twig]] = {0: []}
    for twig in found.study.twigs:
        way = ways[twig.parent]
        try:
            fresh, play = garden.grow(twig.state, way, Wanted(twig.choice, twig.seat, again=twig))
        except IllegalChoice as error:
            raise StudyError(f"“{twig.label[:80]}” is not possible. {error.reason}") from error
        kept = {name: getattr(twig, name) for name in ("id", "parent", "by", "mean", "throws", "name", "note")}
        twigs.append(msgspec.structs.replace(fresh, **kept))
        ways[twig.id] = [*way, twigs[-1]]
        garden.keep(twig.state, ways[twig.id], play)
    study = msgspec.structs.replace(found.study, twigs=tuple(twigs))
    return msgspec.structs.replace(found, study=study), loaded, system


# Examples ----------------------------------------------------------------------------------------


@cache
def examples() -> dict[str, Path]:
    """The annotated battles that come with Sandtable, by game."""
    return {path.stem: path for path in sorted(EXAMPLES.glob("*.json"))}


def example(system: str) -> bytes:
    """The annotated battle of a game. StudyError: there is none."""
    path = examples().get(system)
    if path is None:
        raise StudyError(f"There is no annotated battle of {system!r}. There are: {', '.join(examples())}.")
    return path.read_bytes()
