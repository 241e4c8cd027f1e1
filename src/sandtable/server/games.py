"""The games on offer: systems, scenarios, their boards and rules."""

import asyncio
import difflib
import logging
import math
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from sandtable import __version__
from sandtable.bots import levels
from sandtable.content.folders import own_folders
from sandtable.content.problems import ContentError
from sandtable.server.refusal import Refusal
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.shelf import LeftOut, ScenarioInfo
from sandtable.table.system import AnySystem, systems
from sandtable.table.view import View

log = logging.getLogger(__name__)

FRESH = 5.0  # seconds after which files are looked at again: people edit their scenarios while the server runs

Stamp = list[tuple[str, int, int]]  # of files: name, time of the last change, size


class Found(msgspec.Struct, frozen=True):
    """A scenario and its system."""

    system: AnySystem
    info: ScenarioInfo


class Opening(msgspec.Struct, frozen=True):
    """A scenario before its first choice, seen by a spectator; what all can be asked there, if that is to settle."""

    view: View
    all_asked: str


class Games:
    """What can be played here. Reading all scenarios takes half a second, so only what has changed is read anew."""

    def __init__(self) -> None:
        self._listed: dict[str, Found] = {}
        self._left_out: list[LeftOut] = []
        self._looked = -math.inf
        self._stamp: Stamp | None = None  # of the files as they were read
        self._openings: dict[str, Opening] = {}  # by the id of the scenario
        self._kept: tuple[dict[str, Found], dict[str, Any]] | None = None
        self._lock = asyncio.Lock()

    async def listed(self) -> dict[str, Found]:
        """All scenarios by id."""
        async with self._lock:
            if time.monotonic() - self._looked >= FRESH:
                stamp = await asyncio.to_thread(stamp_of_files)
                if stamp != self._stamp:
                    await self._read()
                self._stamp, self._looked = stamp, time.monotonic()
            return self._listed

    async def _read(self) -> None:
        try:
            self._listed, self._left_out = await asyncio.to_thread(read_all)
        except ContentError as error:
            log.warning("scenarios cannot be read: %s", error)
            raise Refusal(503, "The scenarios could not be read. The server's log says why.") from error
        self._openings.clear()

    async def at(self, system: str, slug: str) -> Found:
        """The scenario that an address names; Refusal 404."""
        found = (await self.listed()).get(f"{system}/{slug}")
        if found is None:
            raise Refusal(404, "There is no such scenario.")
        return found

    async def find(self, scenario: str) -> Found:
        """A scenario by its id; Refusal 422 with the nearest right word."""
        listed = await self.listed()
        if scenario not in listed:
            near = difflib.get_close_matches(scenario[:200], listed, 1, 0.4)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise Refusal(422, f"There is no scenario {scenario[:200]!r} here.{hint}")
        return listed[scenario]

    async def opening(self, found: Found) -> Opening:
        """How a scenario looks to a spectator before the first choice."""
        async with self._lock:
            opening = self._openings.get(found.info.id)
            if opening is None:
                opening = self._openings[found.info.id] = await asyncio.to_thread(opened, found)
            return opening

    async def catalogue(self) -> dict[str, Any]:
        """Everything on offer, for the first page, and the files of whoever runs this server that are not."""
        listed = await self.listed()
        if self._kept is None or self._kept[0] is not listed:
            self._kept = (listed, await self._catalogue(list(listed.values())))
        return self._kept[1]

    async def _catalogue(self, listed: list[Found]) -> dict[str, Any]:
        left_out = [left_line(each) for each in self._left_out]
        shelves = []
        for system in systems().values():
            scenarios = []
            for found in listed:
                if found.system is not system:
                    continue
                try:
                    scenarios.append(await self._offer(found))
                except Exception as error:  # a scenario that cannot begin does not keep the others from being offered
                    log.exception("%s cannot begin", found.info.id)
                    reason = f"it cannot begin ({type(error).__name__}: {error})"
                    left_out.append(left_line(LeftOut(found.info.id, found.info.file, reason)))
            shelves.append(
                {
                    "key": system.key,
                    "title": system.title,
                    "publisher": system.publisher,
                    "about": system.about,
                    "turn_word": system.shown.turn_word,
                    "secrets": system.secrets,
                    "bots": levels.names(system),
                    "guided": guided_of(system),
                    "scenarios": scenarios,
                }
            )
        return {
            "version": __version__,
            "bots": levels.names(),
            "levels": levels.described(),
            "systems": shelves,
            "left_out": left_out,
        }

    async def _offer(self, found: Found) -> dict[str, Any]:
        info = found.info
        opening = await self.opening(found)
        view = opening.view
        pieces = sum(not piece.minor for piece in view.pieces)
        return {
            "id": info.id,
            "name": info.name,
            "sides": info.sides,
            "seats": view.seats,
            "turns": info.turns,
            "date": info.date,
            "background": info.background,
            "minutes": minutes(info, pieces),
            "complexity": complexity(pieces),
            "balance": info.balance,
            "own": info.own,
            "practice": info.practice,
            "variant": info.variant,
            "all_asked": opening.all_asked,
        }


def guided_of(system: AnySystem) -> dict[str, str] | None:
    """The guided first battle of a system, if it has one."""
    guide = system.shelf.guide()
    return None if guide is None or not guide.scenario else {"scenario": guide.scenario, "offer": guide.offer}


def opened(found: Found) -> Opening:
    """A scenario before its first choice."""
    system = found.system
    play = Play(system, system.rules.new(system.shelf.find(found.info.id)), SampledChance(1))
    to_settle = any(kind.everything for kind in system.rules.wishes(play.battle))
    return Opening(system.shown.view(play, ""), system.rules.all_asked if to_settle else "")


def stamp_of_files() -> Stamp:
    """What changes when somebody edits, adds or removes a file of scenarios or maps."""
    files = [path for folder in own_folders() for path in folder.glob("*.toml")]
    for system in systems().values():
        data = getattr(system.shelf, "data", None)  # a game that is all code has none
        files += data.rglob("*.toml") if isinstance(data, Path) else ()
    found: Stamp = []
    for path in sorted(files):
        with suppress(OSError):  # gone meanwhile
            about = path.stat()
            found.append((str(path), about.st_mtime_ns, about.st_size))
    return found


def read_all() -> tuple[dict[str, Found], list[LeftOut]]:
    """All scenarios by id, and the files that are left out."""
    every = systems().values()
    listed = {info.id: Found(system, info) for system in every for info in system.shelf.infos()}
    return (listed, [left for system in every for left in system.shelf.left_out()])


def left_line(left: LeftOut) -> dict[str, str]:
    """A file that is left out, without the folders of this machine."""
    return {"file": Path(left.file).name, "reason": left.reason}


USUAL_PIECES = 18
USUAL_TURNS = 8
SECONDS = 15  # for a decision: many are clicked through, some take a minute


def minutes(info: ScenarioInfo, pieces: int) -> int:
    """About how long two people play, in fives: by the decisions that were counted when its balance was measured.

    Else a piece has two in a turn. Where the forces are chosen first, or no number of turns ends the battle, a usual
    number is taken.
    """
    counted = info.balance.decisions if info.balance else 0
    decisions = counted or 2 * (pieces or USUAL_PIECES) * (info.turns or USUAL_TURNS)
    return max(5, 5 * round(decisions * SECONDS / 60 / 5))


def complexity(pieces: int) -> int:
    """1 to 5 by how much there is to keep an eye on."""
    return min(5, 1 + (pieces or USUAL_PIECES) // 8)
