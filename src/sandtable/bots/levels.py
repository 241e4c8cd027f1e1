"""Computer players by name."""

import difflib

from sandtable.bots.greedy import GreedyBot
from sandtable.bots.own import Maker, add, own_players
from sandtable.bots.player import Bot
from sandtable.bots.random_bot import RandomBot
from sandtable.bots.strategist import StrategistBot
from sandtable.bots.tactician import TacticianBot
from sandtable.table.system import AnySystem

HUMAN = "human"  # what the player at the keyboard is called

_levels: dict[str, Maker] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "tactician": TacticianBot,
    "strategist": StrategistBot,
}
SHIPPED = tuple(_levels)  # the simplest first


class UnknownBot(ValueError):
    """No computer player of that name; the sentence says which there are."""


def names(system: AnySystem | None = None) -> list[str]:
    """Computer players, the simplest first, the users' own (bots.own) last: all, or those who can play a system."""
    known = _levels | own_players()
    mindless = system is not None and system.mind is None
    return [name for name, maker in known.items() if not (mindless and getattr(maker, "needs_mind", False))]


def register(name: str, maker: Maker) -> None:
    """Add a computer player: `maker(seed)` makes one. In this process only; `use` is for workers too."""
    _levels[name] = maker


def use(*words: str) -> list[str]:
    """Add players, each `module:Class` or `path/file.py:Class`, for this process and the lab's workers; their names.

    A file is read anew each time it is named.
    """
    return add(words, (*_levels, HUMAN))


def make(name: str, seed: int | None = None) -> Bot:
    """A computer player by its name; the same seed plays the same."""
    known = _levels | own_players()
    if name not in known:
        near = difflib.get_close_matches(name.lower(), known, 1)
        hint = f"; did you mean {near[0]}?" if near else "."
        raise UnknownBot(f"There is no computer player {name!r}{hint} Choose from {', '.join(known)}.")
    return known[name](seed)
