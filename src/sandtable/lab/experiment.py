"""What is to be played, and what is noted of each battle."""

import msgspec


class LabError(Exception):
    """What was asked of the lab cannot be done: one sentence."""


class Plan(msgspec.Struct, frozen=True):
    """Battles to be played: game `i` has seed `first + i`, whoever plays it and wherever."""

    system: str
    scenario: str  # its id
    digest: str  # of the scenario's content: figures of another version are other figures
    seats: dict[str, str]  # who plays: seat and level
    games: int
    first: int = 0
    version: str = ""  # of the program
    partners: dict[str, str] = {}  # seats that fight on the side of another one

    @property
    def sides(self) -> dict[str, str]:
        """Who can win, and who plays there. Partners share a side."""
        found: dict[str, list[str]] = {}
        for seat, level in self.seats.items():
            found.setdefault(self.partners.get(seat, seat), []).append(level)
        return {side: ", ".join(dict.fromkeys(names)) for side, names in found.items()}

    def seeds(self) -> range:
        return range(self.first, self.first + self.games)


class Loss(msgspec.Struct, frozen=True):
    """A piece that lost steps: how many of how many, and where it was last heard of if it is gone."""

    piece: str
    name: str
    side: str
    lost: int
    of: int
    place: str = ""  # empty: it is still there


class Thinking(msgspec.Struct, frozen=True):
    """How long a player thought, in milliseconds."""

    moves: int
    mean: float
    slowest: float
    late: int = 0  # moves over the budget of its level


class Row(msgspec.Struct, frozen=True):
    """One battle. All but `seconds` and `thinking` follows from the plan and the seed."""

    seed: int
    winner: str | None
    reason: str
    rule: str
    turns: int
    decisions: int
    balance: tuple[float, ...]  # how the first seat stood at the start of turn 1, 2, ... and at the end
    losses: tuple[Loss, ...]
    stood: dict[str, dict[str, int]]  # side, place: pieces that stood there at the start of a turn
    luck: dict[str, float]  # side: standard deviations above the mean
    seconds: float = 0.0
    thinking: dict[str, Thinking] = {}
    took_part: dict[str, dict[str, int]] = {}  # side, name: pieces of that name; empty: not noted
    every_turn: bool = False  # whether `balance` has a value for every turn; older rows left some out

    def at_turns(self) -> tuple[float, ...]:
        """How the first seat stood at the start of turn 1, 2, ...; nothing where turns were left out."""
        return self.balance[:-1] if self.every_turn else ()
