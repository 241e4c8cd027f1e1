"""Computer players by name."""

import difflib
from collections.abc import Callable

from sandtable.bots.greedy import GreedyBot
from sandtable.bots.player import Bot
from sandtable.bots.random_bot import RandomBot
from sandtable.bots.strategist import StrategistBot
from sandtable.bots.tactician import TacticianBot

Maker = Callable[[int | None], Bot]

_levels: dict[str, Maker] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "tactician": TacticianBot,
    "strategist": StrategistBot,
}


class UnknownBot(ValueError):
    """No computer player of that name; the sentence says which there are."""


def names() -> list[str]:
    """All computer players, the simplest first."""
    return list(_levels)


def register(name: str, maker: Maker) -> None:
    """Add a computer player: `maker(seed)` makes one."""
    _levels[name] = maker


def make(name: str, seed: int | None = None) -> Bot:
    """A computer player by its name; the same seed plays the same."""
    if name not in _levels:
        near = difflib.get_close_matches(name.lower(), _levels, 1)
        hint = f"; did you mean {near[0]}?" if near else "."
        raise UnknownBot(f"There is no computer player {name!r}, but {', '.join(_levels)}{hint}")
    return _levels[name](seed)
