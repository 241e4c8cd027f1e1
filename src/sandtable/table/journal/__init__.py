"""A played game on disk: written line by line, replayed, verified (docs/journal.md).

A line is on disk before `record` returns, and a file that was cut off anywhere goes on from its last
whole line.
"""

import contextlib
import os
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import Any

import msgspec

from sandtable import __version__
from sandtable.table.battle import Scenario
from sandtable.table.chance import Chance, OutOfDice, SeededChance, seed_digest
from sandtable.table.event import Result
from sandtable.table.journal.differing import Differs, check_end, notice, other_draws, refused
from sandtable.table.journal.record import FORMAT, End, Entry, Header, JournalError, Loaded, link, load, reason_of
from sandtable.table.play import AnyPlay, Move, Play
from sandtable.table.shelf import Texts
from sandtable.table.system import AnySystem

__all__ = [
    "End", "Entry", "Header", "Journal", "JournalError", "Loaded", "RecordedChance", "Replayed",
    "Report", "header_for", "load", "replay", "scenario_of", "verify",
]  # fmt: skip

lock_file: Callable[[int], None] | None = None
with contextlib.suppress(ImportError):  # not on Windows
    import fcntl

    def _flock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    lock_file = _flock

_encode = msgspec.json.Encoder().encode


def header_for(
    system: AnySystem,
    scenario: str,
    seats: dict[str, str],
    seed: bytes | None = None,
    options: dict[str, str] | None = None,
    given: int = 0,
    texts: Texts | None = None,
) -> Header:
    """The header of a new game. Without a seed nobody can verify its dice; the first `given` are another game's.

    It keeps the `texts` of its scenario, so that nobody hurts the game who changes the file; without them, those of
    the scenario as it is now.
    """
    kept = _texts_of(system, scenario) if texts is None else texts
    digest = _load_scenario(system, scenario, kept).digest
    promise = "" if seed is None else seed_digest(seed)
    unset = msgspec.UNSET
    return Header(
        *(FORMAT, __version__, system.key, scenario, digest, options or {}, seats, promise),
        texts=kept or unset,
        given=given or unset,
    )


def scenario_of(system: AnySystem, header: Header) -> Any:
    """The scenario of a game: from the texts that it keeps, or, of an older journal, as it is now."""
    return system.shelf.read(header.texts) if header.texts else system.shelf.find(header.scenario)


# Writing -----------------------------------------------------------------------------------------


class Journal:
    """A journal that is being written."""

    __slots__ = ("_chain", "_draws", "_file", "_fsync", "_moves", "_opened", "header", "path")

    def __init__(self, path: Path, file: FileIO, loaded: Loaded | None, header: Header, fsync: bool) -> None:
        """Use `create` or `open`."""
        self.path = path
        self.header = header
        self._file = file
        self._fsync = fsync
        self._chain = loaded.chain if loaded else ""
        self._opened = loaded is not None and loaded.opening is not None
        self._draws = list(loaded.opening or ()) if loaded else []
        self._moves: list[Move] = []
        for entry in loaded.moves if loaded else ():
            self._moves.append(Move(entry.seat, entry.choice, len(self._draws), 0))
            self._draws.extend(entry.draws)

    @classmethod
    def create(cls, path: Path | str, header: Header, fsync: bool = True) -> "Journal":
        """A new file. Without `fsync` a power failure may cost the last lines: for batches."""
        path = Path(path)
        try:
            file = FileIO(path, "x")
        except FileExistsError:
            raise JournalError(f"{path} already exists; a journal is never overwritten.") from None
        except (OSError, ValueError) as error:
            raise JournalError(f"{path} cannot be written: {reason_of(error)}.") from error
        _lock(path, file)
        journal = cls(path, file, None, header, fsync)
        journal._write([_encode(header)])
        if fsync:
            _sync_folder(path.parent)
        return journal

    @classmethod
    def open(cls, path: Path | str, fsync: bool = True) -> "Journal":
        """Continue a file; a torn tail is cut off first. `replay(load(path), …)` brings back the game."""
        path = Path(path)
        load(path)  # what is no journal is not touched
        try:
            file = FileIO(path, "r+")
        except OSError as error:
            raise JournalError(f"{path} cannot be continued: {reason_of(error)}.") from error
        try:
            _lock(path, file)
            loaded = load(path)  # nobody else writes from here on
            if loaded.end is not None:
                raise JournalError(f"{path} is the journal of a finished game.")
            file.truncate(loaded.size)
            file.seek(0, os.SEEK_END)
        except OSError as error:
            file.close()
            raise JournalError(f"{path} cannot be continued: {reason_of(error)}.") from error
        except JournalError:
            file.close()
            raise
        return cls(path, file, loaded, loaded.header, fsync)

    def record(self, play: AnyPlay) -> None:
        """Write what is new in this game: the opening, choices taken back, choices made."""
        self._write(self._news(play))

    def finish(self, play: AnyPlay, seed: bytes | None = None) -> None:
        """Write what is new, the result and the seed."""
        result = play.result
        if result is None:
            raise JournalError("The battle is not over.")
        if (seed_digest(seed) if seed else "") != self.header.seed_digest:
            raise JournalError("This is not the seed promised in the header.")
        last = {"end": _end_of(play, result), "seed": seed.hex() if seed else ""}
        self._write([*self._news(play), _encode(last)])
        self.close()

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _news(self, play: AnyPlay) -> list[bytes]:
        """The lines that are missing, and from now on count as written."""
        if self._file.closed:
            raise JournalError(f"{self.path} is closed.")
        history, drawn = play.history, play.chance.drawn
        same = 0
        for old, new in zip(self._moves, history, strict=False):
            if old is not new and (old.seat, old.choice, old.draws) != (new.seat, new.choice, new.draws):
                break
            same += 1
        # Only choices without a draw can have been taken back, so what was drawn stays drawn.
        if drawn[: len(self._draws)] != self._draws:
            raise JournalError(f"{self.path} is the journal of another game: its dice differ.")
        lines = [] if self._opened else [_encode({"draws": drawn[: _draws_before(play, 0)]})]
        lines += [_encode({"undo": number}) for number in range(len(self._moves), same, -1)]
        for place in range(same, len(history)):
            move = history[place]
            draws = drawn[move.draws : _draws_before(play, place + 1)]
            lines.append(_encode({"n": place + 1, "seat": move.seat, "choice": move.choice, "draws": draws}))
        self._opened = True
        self._moves = history.copy()
        self._draws = drawn.copy()
        return lines

    def _write(self, lines: list[bytes]) -> None:
        if not lines:
            return
        chain, text = self._chain, bytearray()
        for line in lines:
            chain = link(chain, line)
            text += line[:-1] + b',"chain":"' + chain.encode() + b'"}\n'
        try:
            rest = memoryview(text)
            while rest:
                rest = rest[self._file.write(rest) :]
            if self._fsync:
                os.fsync(self._file.fileno())
        except OSError as error:
            self.close()  # what is half written is a torn tail; `open` cuts it off
            raise JournalError(f"{self.path} cannot be written: {reason_of(error)}.") from error
        self._chain = chain


def _draws_before(play: AnyPlay, place: int) -> int:
    """How many draws came before this choice, or so far."""
    return play.history[place].draws if place < len(play.history) else len(play.chance.drawn)


def _end_of(play: AnyPlay, result: Result) -> End:
    return End(result.winner, result.reason, result.rule, play.system.rules.turn(play.battle))


def _lock(path: Path, file: FileIO) -> None:
    """Two processes that write one journal would destroy it. The lock ends with the file or the process."""
    if lock_file is None:
        return
    try:
        lock_file(file.fileno())
    except BlockingIOError:
        raise JournalError(f"{path} is being played by another process.") from None
    except OSError:
        return  # a file system without locks


def _sync_folder(folder: Path) -> None:
    """So that the name of a new file survives a power failure too; not every system offers it."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


# Replaying ---------------------------------------------------------------------------------------


class Report(msgspec.Struct, frozen=True):
    """What `verify` found: the first wrong line (0: none in particular) and a sentence.

    Of a game that is not wrong: how many choices the rules allow, how many draws there are, and how many of those are
    proved by the seed. A game that is over and has draws of which none is proved is not `ok`.
    """

    ok: bool
    line: int
    sentence: str
    choices: int = 0
    draws: int = 0
    proved: int = 0


class RecordedChance(Chance):
    """The dice of a journal whose seed is not known: when they are used up there are no more."""

    __slots__ = ()

    def fresh(self, sides: int, place: int, why: str) -> int:
        raise OutOfDice(f"the journal holds no draw {place + 1}: {why}")


class Replayed(msgspec.Struct, frozen=True):
    """A game that was played again, as far as the rules of today play it as it was played."""

    play: AnyPlay
    notice: str = ""  # a sentence where they do not, or not by the same content: such a game does not go on
    line: int = 0  # the first that differs


def replay(loaded: Loaded, system: AnySystem, chance: Chance | None = None) -> Replayed:
    """The game as it stands at the end of the journal, or before the first choice that differs.

    `chance` is where dice come from if the game goes on (SeededChance, while the seed is still secret).
    JournalError: it cannot even be begun.
    """
    scenario, changed = _scenario(loaded.header, system)
    try:
        play = _replay(loaded, system, scenario, RecordedChance() if chance is None else chance)
        _check_end(loaded, play)
        found = None
    except Differs as differs:
        found = differs
        # A choice after which too few dice fell has been made: begin again and stop before it. Nobody goes on from
        # here, so no die is drawn that was not drawn then.
        play = _replay(loaded, system, scenario, RecordedChance(), before=found.line)
    line = found.line if found else 1 if changed else 0
    return Replayed(play, notice(loaded.header, changed, len(loaded.moves), found), line)


def verify(path: Path | str, systems: dict[str, AnySystem]) -> Report:
    """Whether everything in a journal is as the rules and the seed say. By other rules it never is."""
    try:
        loaded = load(path)
        system = systems.get(loaded.header.system)
        if system is None:
            known = ", ".join(sorted(systems)) or "none"
            raise JournalError(f"the system {loaded.header.system!r} is not known here; known: {known}.", 1)
        scenario, changed = _scenario(loaded.header, system)
        try:
            found = _verify(loaded, system, scenario)
        except Differs as differs:
            told = notice(loaded.header, changed, len(loaded.moves), differs)
            raise JournalError(told, differs.line) from differs
        if changed:
            raise JournalError(notice(loaded.header, changed, len(loaded.moves), None), 1)
    except JournalError as error:
        return Report(False, error.line, str(error))
    if loaded.torn:
        return Report(False, loaded.lines + 1, loaded.torn)
    return found


def _verify(loaded: Loaded, system: AnySystem, scenario: Scenario) -> Report:
    if loaded.opening is None:
        return Report(True, 0, "The game has not begun.")
    seed, promise = loaded.seed, loaded.header.seed_digest
    if seed is not None and seed_digest(seed) == promise:
        chance = SeededChance(seed)
        chance.known = _given(loaded)
        given = len(chance.known)
        play = _replay(loaded, system, scenario, chance, seeded=True)
        proved = len(play.chance.drawn) - given
        dice = _what_follows(given, proved)
    else:
        play = _replay(loaded, system, scenario, RecordedChance())
        proved = 0
        dice = "The seed is not revealed, so the dice cannot be verified."
        if seed is not None:
            raise JournalError("this is not the seed promised in the header.", loaded.lines)
        if promise and loaded.end is not None:
            raise JournalError("the promised seed is not revealed.", loaded.lines)
    _verify_seats(loaded.header, system, play)
    _check_end(loaded, play)
    over = "; the game is over, and its last line, with the result and the seed, is missing"
    state = "" if loaded.end else over if play.result is not None else "; the game is not finished"
    choices, draws = len(loaded.moves), len(play.chance.drawn)
    if play.result is not None and draws and not proved:
        sentence = f"The rules allow all {choices} choices{state}, but none of the {draws} draws is proved. {dice}"
        return Report(False, 0, sentence, choices, draws)
    return Report(True, 0, f"{choices} choices and {draws} draws are in order{state}. {dice}", choices, draws, proved)


def _given(loaded: Loaded) -> list[int]:
    """The draws that no seed of this game can prove, for they are another battle's."""
    given, draws = loaded.header.given or 0, loaded.draws
    if given > len(draws):
        raise JournalError(f"it says that {given} draws were taken over, but there are {len(draws)}.", 1)
    return draws[:given]


def _what_follows(given: int, proved: int) -> str:
    if not given:
        return "Every draw follows from the seed."
    if not proved:
        return "They were taken over from another battle and not checked, and no later one follows from the seed."
    first = "The first draw was" if given == 1 else f"The first {given} draws were"
    return f"{first} taken over from another battle and not checked; every later one follows from the seed."


def _replay(
    loaded: Loaded, system: AnySystem, scenario: Scenario, chance: Chance, seeded: bool = False, before: int = 0
) -> AnyPlay:
    """Play the journal again with its own draws or, if `seeded`, with those of the chance; all or the lines `before`.

    Raises Differs at the first line that the rules do not take as it was played.
    """
    opening = loaded.opening or ()
    try:
        if not seeded:
            chance.known = list(opening)
        play = Play(system, system.rules.new(scenario), chance)
    except Exception as error:
        raise JournalError(f"the game cannot be started: {error}.", min(loaded.lines, 2)) from error
    if loaded.opening is not None and before != 2:
        _compare(play, 0, opening, 2, 0, seeded)
    for entry in loaded.entries:
        if before and entry.line >= before:
            break
        drawn = len(chance.drawn)
        try:
            if entry.undo:
                play.take_back(entry.agreed)
                continue
            if not seeded:
                chance.known[drawn:] = entry.draws
            play.choose(entry.choice, entry.seat)
        except Exception as error:
            raise refused(entry, error) from error
        _compare(play, drawn, entry.draws, entry.line, entry.number, seeded)
    return play


def _scenario(header: Header, system: AnySystem) -> tuple[Any, bool]:
    """The scenario of this game, and whether its content is another than when it was played."""
    if header.system != system.key:
        raise JournalError(f"this is a game of {header.system!r}, not of {system.key!r}.", 1)
    scenario = _load_scenario(system, header.scenario, header.texts or {}, 1)
    return scenario, scenario.digest != header.digest


def _compare(play: AnyPlay, before: int, draws: tuple[int, ...], line: int, choice: int, seeded: bool) -> None:
    """Whether what was drawn is what the line says."""
    drawn = play.chance.drawn[before:]
    if len(drawn) != len(draws):
        raise other_draws(len(draws), len(drawn), line, choice)
    if drawn != list(draws):
        assert seeded
        what = f"Choice {choice}" if choice else "The opening"
        raise Differs(f"{what} has the draws {_list(draws)}, but the seed gives {_list(drawn)}.", line, choice)


def _list(draws: tuple[int, ...] | list[int]) -> str:
    return " ".join(str(draw) for draw in draws) or "none"


def _verify_seats(header: Header, system: AnySystem, play: AnyPlay) -> None:
    seats = system.rules.seats(play.battle)
    for seat in header.seats:
        if seat not in seats:
            raise JournalError(f"there is no seat {seat!r}; the seats are {', '.join(seats)}.", 1)


def _check_end(loaded: Loaded, play: AnyPlay) -> None:
    """Whether the battle ended as its last line says."""
    if loaded.end is not None:
        now = None if play.result is None else _end_of(play, play.result)
        check_end(loaded.end, now, loaded.lines, len(loaded.moves))


def _load_scenario(system: AnySystem, scenario: str, texts: Texts, line: int = 0) -> Any:
    try:
        return system.shelf.read(texts) if texts else system.shelf.find(scenario)
    except Exception as error:
        raise JournalError(f"the scenario {scenario!r} cannot be loaded: {error}", line) from error


def _texts_of(system: AnySystem, scenario: str) -> Texts:
    try:
        return system.shelf.texts(scenario)
    except Exception as error:
        raise JournalError(f"the scenario {scenario!r} cannot be loaded: {error}") from error
