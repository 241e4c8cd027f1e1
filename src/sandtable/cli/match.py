"""A battle about to be played: the table, the players, the dice and the journal."""

import contextlib
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

import msgspec

from sandtable.bots import levels
from sandtable.bots.own import blamed
from sandtable.bots.player import Bot, Seat
from sandtable.cli.words import HUMAN, Found, Wrong
from sandtable.lab.battle import bot_seed
from sandtable.table.chance import SeededChance, seed_bytes, seed_digest
from sandtable.table.decision import Choice
from sandtable.table.event import Result
from sandtable.table.journal import Journal, JournalError, Loaded, header_for, load, replay
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem

SEEDS = 10**9  # a random seed is below this


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended, as `--json` prints it."""

    scenario: str
    seed: int
    seats: dict[str, str]
    winner: str | None
    reason: str
    rule: str
    turns: int
    decisions: int
    seconds: float


@dataclass(eq=False)
class Match:
    """A game with its players. Every choice is in the journal before anybody sees what came of it."""

    found: Found
    play: AnyPlay
    seats: dict[str, str]
    seed: int
    journal: Journal | None
    unasked: bool = False  # whether the journal is kept without the user's having asked for it

    def __post_init__(self) -> None:
        self.bots: dict[str, Bot] = {
            seat: levels.make(player, bot_seed(self.seed, seat, len(self.play.history)))
            for seat, player in self.seats.items()
            if player != HUMAN
        }
        self.record()

    @property
    def system(self) -> AnySystem:
        return self.found.system

    @property
    def humans(self) -> list[str]:
        return [seat for seat, player in self.seats.items() if player == HUMAN]

    def next_seat(self) -> str:
        """Who chooses now; computers before humans where several choose in secret."""
        asked = self.play.asked()
        return next((seat for seat in asked if seat in self.bots), asked[0])

    def choose(self, choice: Choice, seat: str) -> None:
        self.play.choose(choice, seat)
        self.record()

    def let_bot_choose(self, seat: str) -> None:
        with blamed(self.seats[seat], seat, self.seed):
            self.play.choose(self.bots[seat].choose(Seat(self.play, seat)), seat)
        self.record()

    def undo(self, seat: str) -> None:
        self.play.undo(seat)
        self.record()

    def record(self) -> None:
        """Write what is new; at the end the result and the seed."""
        if self.journal is None:
            return
        if self.play.result is None:
            self.journal.record(self.play)
        else:
            self.journal.finish(self.play, seed_bytes(self.seed))
            forget_seed(self.journal.path)

    def outcome(self, seconds: float) -> Outcome:
        result = self.play.result
        assert isinstance(result, Result)
        return Outcome(
            self.found.info.id,
            self.seed,
            self.seats,
            result.winner,
            result.reason,
            result.rule,
            self.system.rules.turn(self.play.battle),
            len(self.play.history),
            round(seconds, 3),
        )


def new_match(found: Found, seats: dict[str, str], seed: int, journal: Path | None = None) -> Match:
    """A battle from the start."""
    system, id = found.system, found.info.id
    secret = seed_bytes(seed)
    book = None
    if journal is not None:
        header = header_for(system, id, seats, secret)
        try:
            book = Journal.create(journal, header)
        except JournalError as error:
            raise Wrong(str(error)) from error
        keep_seed(journal, seed)
    return Match(
        found, Play(system, system.rules.new(system.shelf.find(id)), SeededChance(secret)), seats, seed, book
    )


# Going on with a journal -------------------------------------------------------------------------


def unfinished(path: Path, found: Found) -> Loaded:
    """The journal in a file that is there already, if it is one of this scenario to go on with."""
    try:
        loaded = load(path)
    except JournalError as error:
        raise Wrong(f"{path} exists but is not a readable journal; it was left alone. {error}") from error
    if loaded.header.scenario != found.info.id:
        raise Wrong(f"{path} is a battle of {loaded.header.scenario}, not of {found.info.id}; it was left alone.")
    if loaded.end is not None:
        raise Wrong(f"{path} holds a finished battle and was left alone; `sandtable replay {path}` shows it.")
    return loaded


def go_on(found: Found, loaded: Loaded, path: Path, seed: int | None) -> Match:
    """The battle of a journal where it stands."""
    seed = known_seed(path) if seed is None else seed
    promise = loaded.header.seed_digest
    if seed is None or seed_digest(seed_bytes(seed)) != promise:
        what = "the seed of its dice is not stored here" if seed is None else f"{seed} is not the seed of its dice"
        raise Wrong(f"{path} cannot be continued: {what}. Give the right one with --seed N.")
    for player in loaded.header.seats.values():
        if player != HUMAN and player not in levels.names():
            raise Wrong(
                f"{path} cannot be continued: there is no player {player!r}. Name your own player with --bot."
            )
    try:
        book = Journal.open(path)  # locked first: what is read after this stays as it is
    except JournalError as error:
        raise Wrong(f"{path} cannot be continued. {error}") from error
    try:
        again = replay(load(path), found.system, SeededChance(seed_bytes(seed)))
        if again.notice:
            raise JournalError(f"{again.notice} `sandtable replay {path}` shows it.")
    except JournalError as error:
        book.close()
        raise Wrong(f"{path} cannot be continued. {error}") from error
    return Match(found, again.play, loaded.header.seats, seed, book)


# The seed is secret until the battle is over, but a battle that goes on needs it. ------------------


def seed_file(journal: Path) -> Path:
    return journal.with_name(journal.name + ".seed")


def keep_seed(journal: Path, seed: int) -> None:
    """Beside the journal, for its owner's eyes, until the battle is over."""
    try:
        handle = os.open(seed_file(journal), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(f"{seed}\n")
    except OSError as error:
        raise Wrong(f"{seed_file(journal)} cannot be written: {error.strerror}.", 1) from error


def known_seed(journal: Path) -> int | None:
    try:
        text = seed_file(journal).read_text().strip()
    except (OSError, ValueError):
        return None
    return int(text) if text.isascii() and text.isdecimal() else None


def forget_seed(journal: Path) -> None:
    with contextlib.suppress(OSError):
        seed_file(journal).unlink()


def random_seed() -> int:
    return secrets.randbelow(SEEDS)
