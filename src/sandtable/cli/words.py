"""From what somebody typed to what is meant; or one sentence with the nearest right word."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
import typer

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import levels, network
from sandtable.bots.allowance import allow
from sandtable.bots.own import OwnBotError
from sandtable.content.folders import VARIABLE, own_folders, slug, toml_files
from sandtable.content.problems import nearest, quoted, unknown_word
from sandtable.content.shelf import ScenarioFile
from sandtable.table.shelf import RuleText, ScenarioInfo
from sandtable.table.system import AnySystem, systems

HUMAN = levels.HUMAN
FOLDER_HINT = "If it is your own scenario, name its folder: --scenarios DIR."

Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="FILE.py:CLASS",
        help="Your own player; or module:Class, exec:COMMAND, network:NAME; can be repeated.",
    ),
]


class Wrong(Exception):
    """What was asked for cannot be done: the reason for the user, and how the command ends."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


class Found(msgspec.Struct, frozen=True):
    """A scenario that somebody named, and the system it belongs to."""

    system: AnySystem
    info: ScenarioInfo


def unknown(what: str, word: str, known: Iterable[str], where: str = "") -> Wrong:
    """No scenario is called 'cat-in-the-mist'; did you mean 'cats-in-the-mist'?"""
    return Wrong(unknown_word(what, word, known, where))


def use_folders(folders: Iterable[Path] | None) -> None:
    """Put the users' own folders (--scenarios DIR) before those that the environment names."""
    for folder in folders or ():
        if not folder.is_dir():
            raise Wrong(f"There is no folder {folder}.{nearest_file(folder, folders=True)}")
    os.environ[VARIABLE] = os.pathsep.join(str(each) for each in own_folders(folders or ()))


def use_bots(words: Iterable[str] | None, wait: bool = True) -> None:
    """Add the users' own computer players (--bot FILE.py:CLASS), for the lab's workers too.

    Those that come over the network are told where to come; unless somebody may choose them later, wait for them.
    """
    try:
        levels.use(*words or ())
    except OwnBotError as error:
        raise Wrong(str(error)) from error
    for door in network.doors():
        if not door.here.is_set():
            print(f"{door.name} may come to {door.address} with the token {door.token}", file=sys.stderr, flush=True)
            if wait:
                door.here.wait()


def use(
    folders: Iterable[Path] | None, bots: Iterable[str] | None, thinking: float | None = None, wait: bool = True
) -> None:
    """The users' own folders and computer players; how long a master thinks (--thinking SECONDS), for workers too."""
    use_folders(folders)
    use_bots(bots, wait)
    if thinking is not None:
        allow(thinking)


def all_scenarios() -> list[ScenarioInfo]:
    """Every scenario of every system."""
    return [info for system in systems().values() for info in system.shelf.infos()]


def find_scenario(word: str) -> Found:
    """A scenario by its id, by its slug where that is unique, or by its file."""
    infos = []
    if word.endswith(".toml") and Path(word).is_file():
        file = Path(word).resolve()
        use_folders([file.parent])
        infos = all_scenarios()
        word = next((info.id for info in infos if Path(info.file).resolve() == file), "") or id_in(file)
    infos = infos or all_scenarios()
    found = [info for info in infos if word in (info.id, info.id.partition("/")[2])]
    if len(found) > 1:
        raise Wrong(f"There are several: {', '.join(info.id for info in found)}. Say which one.")
    if not found:
        raise_its_mistakes(word)
        ids = [info.id for info in infos]
        known = ids if "/" in word else [id.partition("/")[2] for id in ids]
        raise unknown("scenario", word, known, "; `sandtable games` lists them")
    system = systems()[found[0].system]
    for left in system.shelf.left_out():
        if left.broken and left.id == found[0].id:
            print(f"{left.file} has the same name and was left out: {left.reason}", file=sys.stderr, flush=True)
    return Found(system, found[0])


def id_in(path: Path) -> str:
    """What the scenario in a file is called that is not in the list: another counts, or its mistakes are told."""
    file = ScenarioFile(path)
    systems()[file.system].shelf.load(path)
    return f"{file.system}/{file.slug}"


def raise_its_mistakes(word: str) -> None:
    """If this is a scenario of the user's that cannot be read: say why."""
    name = word.rpartition("/")[2]
    for path in toml_files(own_folders()):
        if slug(path.stem) == name:
            system = systems()[ScenarioFile(path).system]
            system.shelf.find(f"{system.key}/{name}")


def find_system(word: str) -> AnySystem:
    """A system by its key; capitals, blanks and dashes do not matter."""
    key = slug(word).replace("-", "_")
    if key not in systems():
        raise unknown("game system", word, systems())
    return systems()[key]


def find_rule(system: AnySystem, word: str) -> RuleText:
    """A rule by its id."""
    by_id = {id.lower(): rule for id, rule in system.shelf.rules().items()}
    if word.lower() not in by_id:
        where = f"; `sandtable rules {system.key}` lists them"
        raise unknown("rule", word, [rule.id for rule in by_id.values()], where)
    return by_id[word.lower()]


def read_seats(words: Iterable[str], info: ScenarioInfo) -> dict[str, str]:
    """Who sits where, from `german=greedy`. Sides that are not named are not in it."""
    seats: dict[str, str] = {}
    players = [HUMAN, *levels.names(systems()[info.system])]
    for word in words:
        side, equals, player = (part.strip().lower() for part in word.partition("="))
        if not equals or not player:
            raise Wrong(f"A seat is written like {info.sides[0]}=greedy, not {quoted(word)}.")
        if side not in info.sides:
            raise unknown(f"side of {info.name}", side, info.sides)
        if player not in players:
            raise unknown("player", player, players)
        if side in seats:
            raise Wrong(f"Two players are given for {side}: {seats[side]} and {player}.")
        seats[side] = player
    return seats


def existing_file(path: Path) -> Path:
    """The path of a file that is there."""
    if path.is_dir():
        raise Wrong(f"{path} is a folder, not a file.")
    if not path.exists():
        raise Wrong(f"There is no file {path}.{nearest_file(path)}")
    return path


def nearest_file(path: Path, folders: bool = False) -> str:
    """Did you mean …?, if something with a name like that lies there."""
    try:
        names = [each.name for each in path.parent.iterdir() if each.is_dir() == folders]
    except OSError:
        return ""
    near = nearest(path.name, names)
    return f" Did you mean {path.with_name(near)}?" if near else ""
