"""Computer players by name."""

import difflib
import re

import msgspec

from sandtable.bots.beginner import CorporalBot, RecruitBot
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.master import MasterBot
from sandtable.bots.own import Maker, add, own_players
from sandtable.bots.player import Bot
from sandtable.bots.random_bot import RandomBot
from sandtable.bots.strategist import StrategistBot
from sandtable.bots.tactician import TacticianBot
from sandtable.table.system import AnySystem

HUMAN = "human"  # what the player at the keyboard is called

_levels: dict[str, Maker] = {
    "random": RandomBot,
    "recruit": RecruitBot,
    "corporal": CorporalBot,
    "greedy": GreedyBot,
    "tactician": TacticianBot,
    "strategist": StrategistBot,
    "master": MasterBot,
}
COUNT = re.compile("[1-9][0-9]{0,4}")  # of tries
SHIPPED = tuple(_levels)  # the simplest first


class Level(msgspec.Struct, frozen=True):
    """A computer player as people read of it."""

    name: str  # what it is called in commands, journals and the lab
    title: str
    about: str  # what it does, in a few words


TOLD = (
    Level("random", "Random player", "any legal move, to try things out"),
    Level("recruit", "Recruit", "knows the rules, but leaves units behind and forgets to react"),
    Level("corporal", "Corporal", "has fought a few battles and still overlooks a lot"),
    Level("greedy", "Sergeant", "takes the best next step and plans nothing"),
    Level("tactician", "Tactician", "plans a whole activation"),
    Level("strategist", "Strategist", "weighs plans against your replies"),
    Level("master", "Master (trial)", "the strategist; knows more in War Storm, rehearses plans in Nations at War"),
)
NEWCOMER = "recruit"  # whom somebody meets who has not played yet


class UnknownBot(ValueError):
    """No computer player of that name; the sentence says which there are."""


def names(system: AnySystem | None = None) -> list[str]:
    """Computer players, the simplest first, the users' own (bots.own) last: all, or those who can play a system."""
    known = _levels | own_players()
    mindless = system is not None and system.mind is None
    return [name for name, maker in known.items() if not (mindless and getattr(maker, "needs_mind", False))]


def described(system: AnySystem | None = None) -> list[Level]:
    """The same players with a word on each."""
    told = {level.name: level for level in TOLD}
    return [told.get(name) or Level(name, name[:1].upper() + name[1:], "") for name in names(system)]


def register(name: str, maker: Maker) -> None:
    """Add a computer player: `maker(seed)` makes one. In this process only; `use` is for workers too."""
    _levels[name] = maker


def use(*words: str) -> list[str]:
    """Add players, each `module:Class` or `path/file.py:Class`, for this process and the lab's workers; their names.

    A file is read anew each time it is named.
    """
    return add(words, (*_levels, HUMAN))


def knows(name: str, system: AnySystem | None = None) -> bool:
    """Whether there is such a player; `master:256` is a master with so many tries."""
    plain, colon, tries = name.partition(":")
    return plain in names(system) and (not colon or (plain == MasterBot.name and bool(COUNT.fullmatch(tries))))


def make(name: str, seed: int | None = None) -> Bot:
    """A computer player by its name; the same seed plays the same. `master:256` has so many tries without a clock."""
    if ":" in name and knows(name):
        master = MasterBot(seed)
        master.tries = int(name.partition(":")[2])
        return master
    known = _levels | own_players()
    if name not in known:
        near = difflib.get_close_matches(name.lower(), known, 1)
        hint = f"; did you mean {near[0]}?" if near else "."
        raise UnknownBot(f"There is no computer player {name!r}{hint} Choose from {', '.join(known)}.")
    return known[name](seed)
