"""Whose turn it is and since when, written with the choice that made it so; and how much time each has."""

from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.server.battle import Battle
from sandtable.server.notices.calls import note_calls
from sandtable.server.people.clock import now
from sandtable.server.store import Base, Work
from sandtable.server.store.contract import among

SHORTEST = 60.0  # seconds


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much time players have: none is counted, so much for a move, or so much in all and more with each move."""

    kind: str = ""  # "", "move" or "total"
    seconds: float = 0.0
    increment: float = 0.0


class Turns(msgspec.Struct, frozen=True):
    """How the time of a battle stands."""

    battle: str
    maker: str = ""  # the account that made the battle
    pace: Pace = Pace()
    asked: dict[str, float] = {}  # the persons who must choose, each with the time since when
    remaining: dict[str, float] = {}  # seconds that each had when he was asked, of a total

    def runs_out(self, seat: str) -> float | None:
        """When the time of a seat that is asked is up; None: never."""
        since = self.asked.get(seat)
        if since is None or not self.pace.kind:
            return None
        return since + (self.pace.seconds if self.pace.kind == "move" else self.left(seat))

    def left(self, seat: str) -> float:
        """What a seat has left of its total, not counting the present move."""
        return self.remaining.get(seat, self.pace.seconds)

    def moved(self, asked: list[str], time: float, by: str = "") -> "Turns":
        """Now these are asked. Who has chosen gets what a move brings, also if he is asked again; others go on."""
        waits = {seat: since for seat, since in self.asked.items() if seat in asked and seat != by}
        remaining = dict(self.remaining)
        for seat, since in self.asked.items():
            if seat not in waits and self.pace.kind == "total":
                remaining[seat] = max(0.0, self.left(seat) - (time - since)) + self.pace.increment
        return msgspec.structs.replace(
            self, asked={seat: waits.get(seat, time) for seat in asked}, remaining=remaining
        )


_pace = msgspec.json.Decoder(Pace).decode
_times = msgspec.json.Decoder(dict[str, float]).decode
_pack = msgspec.json.encode
_COLUMNS = "battle, maker, pace, asked, remaining"


def read_turns(row: tuple[Any, ...]) -> Turns:
    battle, maker, pace, asked, remaining = row
    return Turns(battle, maker, _pace(pace), _times(asked), _times(remaining))


def find_turns(battle: str) -> Work[Turns | None]:
    def work(base: Base) -> Turns | None:
        found = base.rows(f"SELECT {_COLUMNS} FROM turns WHERE battle = ?", battle)
        return read_turns(found[0]) if found else None

    return work


def turns_of(battles: list[str]) -> Work[dict[str, Turns]]:
    """How the time of these battles stands, where it is kept."""

    def work(base: Base) -> dict[str, Turns]:
        return {
            row[0]: read_turns(row) for row in among(base, f"SELECT {_COLUMNS} FROM turns WHERE battle IN", battles)
        }

    return work


def add_turns(turns: Turns) -> Work[None]:
    def work(base: Base) -> None:
        base.do(
            f"INSERT INTO turns ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)",
            *(turns.battle, turns.maker, _pack(turns.pace), _pack(turns.asked), _pack(turns.remaining)),
        )
        _call(base, turns, "")

    return work


def _call(base: Base, turns: Turns, by: str, ordered: bool = False) -> None:
    """Who is asked now will be told, unless he has ordered what is answered."""
    ends = {seat: turns.runs_out(seat) for seat in turns.asked}
    note_calls(base, turns.battle, by, turns.asked, ends, ordered)


def note_turn(battle: Battle, by: str) -> Work[None]:
    """Whose turn it is now, and who has chosen; in the transaction of the choice that made it so."""
    asked, time = battle.persons_asked(), now()
    return change_turns(battle.id, lambda turns: turns.moved(asked, time, by), by, battle.ordered() is not None)


def change_turns(battle: str, change: Callable[[Turns], Turns], by: str = "", ordered: bool = False) -> Work[None]:
    """Where the time of a battle is kept, it changes."""

    def work(base: Base) -> None:
        for row in base.rows(f"SELECT {_COLUMNS} FROM turns WHERE battle = ?", battle):
            turns = change(read_turns(row))
            base.do(
                "UPDATE turns SET maker = ?, pace = ?, asked = ?, remaining = ? WHERE battle = ?",
                *(turns.maker, _pack(turns.pace), _pack(turns.asked), _pack(turns.remaining), battle),
            )
            _call(base, turns, by, ordered)

    return work
