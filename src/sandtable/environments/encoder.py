"""What a seat knows, as rows of numbers. One encoder for each system lies in `encoders/`."""

import tomllib
import zlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol

import numpy as np
from numpy.typing import NDArray

from sandtable.environments.layout import NO_WORD, OPTION_COLUMNS, Layout
from sandtable.geometry.hexes import HexGrid
from sandtable.table.decision import Choice, Decision
from sandtable.table.play import B, Battle, Play
from sandtable.table.system import AnySystem

Array = NDArray[np.float32]
WIDTH = len(OPTION_COLUMNS)
WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))  # lists that only grow
UNKNOWN = -1.0  # a chance that nobody has reckoned
OBJECTIVES = ("my objectives", "their objectives")  # how many each side holds
POINTS = ("my points", "their points")
WHERE = ("x", "y")  # where the middle of a place is, in places from the upper left corner


class OnHex(Protocol):
    """A piece that stands on a hex, or below zero nowhere."""

    @property
    def hex(self) -> int: ...


class Encoder(ABC, Generic[B]):
    """Arrays for the battles of one scenario.

    A system names its columns, numbers its pieces and places once, and fills in what changes. It reads the
    battle, not a view, so every number that it writes must be one that the seat may know.
    """

    GLOBALS: ClassVar[tuple[str, ...]]
    PIECES: ClassVar[tuple[str, ...]]
    PLACES: ClassVar[tuple[str, ...]]
    SPARE = 64  # options beyond one for each place

    def __init__(self, system: str, battle: B, offsets: bool = False) -> None:
        ids = self.piece_ids(battle)
        self.pieces = {id: row for row, id in reversed(list(enumerate(ids, 1)))}  # of two with one id the first
        names = self.place_names(battle)
        self.places = {name: row for row, name in enumerate(names, 1) if name}  # a hex without a name is off the map
        words = WORDS.get(system, {})
        self.verbs = {verb: number for number, verb in enumerate((NO_WORD, *words.get("verbs", ())))}
        self.kinds = {kind: number for number, kind in enumerate((NO_WORD, *words.get("kinds", ())))}
        self.layout = Layout(
            system=system,
            pieces=len(ids),
            places=len(names),
            options=self.most_options(battle) + (self.most_beyond(battle) if offsets else 0),
            global_columns=("kind of question", "piece of question", *self.GLOBALS),
            piece_columns=self.PIECES,
            place_columns=self.PLACES,
            verbs=tuple(self.verbs),
            kinds=tuple(self.kinds),
        )

    # What a system tells ----------------------------------------------------------------------

    @abstractmethod
    def piece_ids(self, battle: B) -> Sequence[str]:
        """The ids of all that can act or be acted upon, in the order of their rows."""

    @abstractmethod
    def place_names(self, battle: B) -> Sequence[str]:
        """The names of all places, in the order of their rows."""

    @abstractmethod
    def globals_of(self, battle: B, seat: str) -> list[float]:
        """What is about the whole battle, in the order of GLOBALS."""

    @abstractmethod
    def fill_pieces(self, battle: B, seat: str) -> Array:
        """All rows of pieces."""

    @abstractmethod
    def fill_places(self, battle: B, seat: str) -> Array:
        """All rows of places."""

    def most_options(self, battle: B) -> int:
        """How many options a question can have."""
        return len(self.places) + self.SPARE

    def beyond(self, battle: B, decision: Decision) -> list[Choice]:
        """Answers that the menu of a free question leaves out: the exact check says which of them are legal."""
        return []

    def most_beyond(self, battle: B) -> int:
        """How many of those there can be."""
        return 0

    def distance(self, battle: B, choice: Choice) -> float:
        """How far a choice reaches."""
        return 0.0

    def chance(self, battle: B, decision: Decision, choice: Choice) -> float | None:
        """The chance that it does harm or is passed, exactly as views show it; None if the game reckons none."""
        return None

    # Arrays -----------------------------------------------------------------------------------

    def encode(self, play: Play[B], seat: str) -> dict[str, Array]:
        """What the seat knows of the battle."""
        battle = play.battle
        decision = play.decision_for(seat)
        asked = [0.0, 0.0]
        if decision is not None:
            asked = [float(self.kinds.get(decision.kind, 0)), float(self.pieces.get(decision.piece, 0))]
        return {
            "globals": np.array(asked + self.globals_of(battle, seat), dtype=np.float32),
            "pieces": self.fill_pieces(battle, seat),
            "places": self.fill_places(battle, seat),
        }

    def hexes_apart(self, pieces: Sequence[OnHex], away: Sequence[Sequence[int]], choice: Choice) -> float:
        """How far it is from the piece that acts to the piece or the hex it acts on; 0 where either is off the map.

        `pieces` are those of the first rows.
        """
        actor, target = self.pieces.get(choice.piece, 0), self.pieces.get(choice.to, 0)
        if not 0 < actor <= len(pieces):
            return 0.0
        start = pieces[actor - 1].hex
        end = pieces[target - 1].hex if 0 < target <= len(pieces) else self.places.get(choice.to, 0) - 1
        return float(away[start][end]) if start >= 0 and end >= 0 else 0.0

    def rows_of(self, numbers: list[float]) -> Array:
        """Rows of pieces from the numbers of all of them, one after another."""
        return np.array(numbers, dtype=np.float32).reshape(-1, len(self.PIECES))

    def encode_options(self, battle: B, decision: Decision, options: Sequence[Choice]) -> Array:
        """One row for each option."""
        flat: list[float] = []
        verbs, pieces, places = self.verbs, self.pieces, self.places
        for choice in options:
            to = choice.to
            target = pieces.get(to, 0)
            place = 0 if target else places.get(to, 0)
            word = 0.0 if not to or target or place else number_of(to)
            chance = self.chance(battle, decision, choice)
            flat += (verbs.get(choice.do, 0), pieces.get(choice.piece, 0), target, place, choice.number, word)
            flat += (self.distance(battle, choice), UNKNOWN if chance is None else chance)
            flat += middle(choice.at) if choice.at else (0.0, 0.0, 0.0)
        rows = np.zeros((self.layout.options, WIDTH), dtype=np.float32)
        if flat:
            shown = min(len(options), self.layout.options)
            rows[:shown] = np.array(flat, dtype=np.float32).reshape(-1, WIDTH)[:shown]
        return rows


def centres(grid: HexGrid) -> Array:
    """The middles of all hexes: every second column stands half a hex lower."""
    places = (divmod(place, grid.rows) for place in range(grid.size))
    return np.array([(column, row + column % 2 / 2) for column, row in places], dtype=np.float32)


def number_of(word: str) -> float:
    """A word as a number from 0 to 1, the same on every machine."""
    return zlib.crc32(word.encode()) / 2**32


def middle(at: Sequence[tuple[str, int, int, int]]) -> tuple[float, float, float]:
    """Where pieces on a plane are moved to, in inches, and how the first of them faces."""
    count = len(at) * 100
    return sum(each[1] for each in at) / count, sum(each[2] for each in at) / count, at[0][3] / 360


def encoder_for(system: AnySystem, battle: Battle, offsets: bool = False) -> Encoder[Any]:
    """The encoder of a game, made for the scenario of a battle."""
    from sandtable.environments.encoders import ENCODERS

    if system.key not in ENCODERS:
        raise ValueError(
            f"{system.title} has no encoder. Write one (docs/environment.md) and add it to "
            "sandtable.environments.encoders.ENCODERS."
        )
    return ENCODERS[system.key](system.key, battle, offsets)
