"""Computer players of the users' own: a class in a module or in a file (docs/how-to-write-a-bot.md), or a program."""

import difflib
import functools
import importlib
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from sandtable.bots import network, programs
from sandtable.bots.player import Bot

Maker = Callable[[int | None], Bot]

VARIABLE = "SANDTABLE_BOTS"  # so that other processes have the same players: a line for each
OUTSIDERS = (programs.PREFIX, network.PREFIX)
PLAIN = re.compile(r"[a-z0-9_-]+")


class OwnBotError(ValueError):
    """A player of the user's own cannot be had: why, in a sentence."""


class BotFailed(Exception):
    """A computer player failed in a battle: which one, in which seat, with which seed."""


def add(words: Iterable[str], taken: Container[str]) -> list[str]:
    """Add players here and in processes that are started from now on; their names, none of which may be taken."""
    new = list(dict.fromkeys(absolute(word) for word in words))
    before = os.environ.get(VARIABLE, "")
    kept = [line for line in before.splitlines() if line not in new]
    _players.cache_clear()
    os.environ[VARIABLE] = "\n".join([*kept, *new])
    try:
        names = list(own_players())
        for name in names:
            if name in taken:
                raise OwnBotError(f"{name!r} is taken: give your computer player another `name`.")
    except OwnBotError:
        os.environ[VARIABLE] = before
        raise
    return names[len(kept) :]


def named() -> list[str]:
    """What was added, for a command line that is to be given again."""
    return os.environ.get(VARIABLE, "").splitlines()


def own_players() -> dict[str, Maker]:
    """The makers of all players that were added, by name."""
    return _players(os.environ.get(VARIABLE, ""))


@functools.cache
def _players(text: str) -> dict[str, Maker]:
    found: dict[str, Maker] = {}
    for word in text.splitlines():
        name, maker = read_outsider(word) if word.startswith(OUTSIDERS) else read_player(word)
        if name in found:
            raise OwnBotError(f"Two computer players are called {name!r}: give {word} another `name`.")
        found[name] = maker
    return found


def read_player(word: str) -> tuple[str, Maker]:
    """A class, by its name."""
    kind = read_class(word)
    return name_of(kind), maker_of(kind)


def read_outsider(word: str) -> tuple[str, Maker]:
    """A program in any language, on this machine or over the network, by its name."""
    try:
        if word.startswith(network.PREFIX):
            name, address = network.address_in(word)
            return name, lambda seed: network.NetworkBot(name, address, seed)
        name, command = programs.command_in(word)
    except ValueError as error:
        raise OwnBotError(str(error)) from error
    return name, lambda seed: programs.ProgramBot(name, command, seed)


def split(word: str) -> tuple[str, str]:
    """Where the class is, and its name."""
    where, colon, kind = word.rpartition(":")
    if not colon or not where or not kind.isidentifier():
        raise OwnBotError(f"Write your own player as module:Class or path/file.py:Class, not {word!r}.")
    return where, kind


def absolute(word: str) -> str:
    """The same from any folder, if it is a file; and from any process, if it comes over the network."""
    if word.startswith(OUTSIDERS):
        try:
            return network.opened(word) if word.startswith(network.PREFIX) else programs.absolute(word)
        except ValueError as error:
            raise OwnBotError(str(error)) from error
    where, kind = split(word)
    return f"{Path(where).resolve()}:{kind}" if where.endswith(".py") else word


def read_class(word: str) -> type[Bot]:
    """The class that is meant."""
    where, kind = split(word)
    try:
        module = read_file(Path(where)) if where.endswith(".py") else read_module(where)
    except OwnBotError:
        raise
    except Exception as error:
        raise OwnBotError(f"{where} cannot be loaded: {told(error)}") from error
    found = getattr(module, kind, None)
    if found is None:
        classes = [name for name, each in vars(module).items() if isinstance(each, type) and issubclass(each, Bot)]
        near = difflib.get_close_matches(kind, classes, 1)
        raise OwnBotError(f"{where} has no class {kind!r}{f'; did you mean {near[0]!r}?' if near else '.'}")
    if not isinstance(found, type) or not issubclass(found, Bot):
        raise OwnBotError(f"{kind} in {where} is not a computer player: it does not derive from Bot.")
    return found


def read_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise OwnBotError(f"There is no file {path}.")
    look_in(path.parent)
    name = f"own_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read_module(name: str) -> ModuleType:
    look_in(Path.cwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise  # it is there, and imports one that is not
        raise OwnBotError(f"There is no module {name!r}, neither in this folder nor where Python looks.") from error


def look_in(folder: Path) -> None:
    """Let Python find modules there too, after all others."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def name_of(kind: type[Bot]) -> str:
    """The name it gives itself, not one that it inherits; else that of its module."""
    own = vars(kind).get("name")
    name = own or kind.__module__.rpartition(".")[2].removeprefix("own_bot_").lower()
    if not isinstance(name, str) or not PLAIN.fullmatch(name):
        raise OwnBotError(f"{name!r} is not a name for {kind.__name__}: use lower-case letters, digits, '-' and '_'.")
    return name


def maker_of(kind: type[Bot]) -> Maker:
    """A player without chance of its own need not take a seed."""
    if "seed" in inspect.signature(kind).parameters:
        return lambda seed: kind(seed=seed)  # type: ignore[call-arg]
    return lambda seed: kind()


def told(error: BaseException) -> str:
    """What happened, and where."""
    trace = error.__traceback__
    where = ""
    while trace is not None:
        where = f"{Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return f"{type(error).__name__}: {error} ({where})"


@contextmanager
def blamed(player: str, seat: str, seed: int) -> Iterator[None]:
    """Say who failed, and in which battle."""
    try:
        yield
    except Exception as error:
        raise BotFailed(f"{player}, playing {seat} in the battle with seed {seed}, failed: {told(error)}") from error
