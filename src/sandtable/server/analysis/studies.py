"""The studies of battles that are over: notes and variations, changed by one at a time and kept with the battle."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar

import msgspec

from sandtable.analysis.files import packed
from sandtable.analysis.growing import Wanted
from sandtable.analysis.variations import Study, StudyError, Twig
from sandtable.server.analysis import desk
from sandtable.server.battle import Battle
from sandtable.server.battles import Battles
from sandtable.server.computers.background import Background, BrokeOff
from sandtable.server.computers.rota import Rota
from sandtable.server.edge.callers import caller
from sandtable.server.refusal import DAMAGED, NOT_SAVED, Refusal
from sandtable.server.seats import GALLERY, PERSON
from sandtable.server.store import Damaged, StoreError
from sandtable.server.store.studies import find_study, keep_study
from sandtable.table.decision import Choice

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 90.0  # seconds for one piece of work; a strategist may think long
SLICE = 1.5  # seconds that computer players go on before the page hears of it
TRIES = 8
NOT_YOURS = "Only those who played this battle write here. Take a copy of your own to go on."
TOO_LONG = "This took too long. Please try again."


class At(msgspec.Struct, frozen=True):
    """A place: a twig, or a moment of the battle itself."""

    state: int
    twig: int = 0


class Studies:
    """All studies on this server. The work is done in one process of its own; clients are served in turn."""

    def __init__(self, battles: Battles, modules: tuple[str, ...]) -> None:
        self._battles = battles
        self._background = Background(modules)
        self._rota = Rota(1)

    def close(self) -> None:
        self._background.close()

    # Reading -------------------------------------------------------------------------------------

    async def study(self, battle: Battle) -> Study:
        try:
            return await self._battles.store.run(find_study(battle.id))
        except Damaged as error:
            raise Refusal(410, DAMAGED) from error

    async def look(self, battle: Battle, lines: list[bytes], at: At, seat: str, board_key: str) -> dict[str, Any]:
        state, way = await self._way(battle, at)
        seen = await self._do(desk.look, battle.id, lines, state, way, seat, board_key)
        return {
            "view": msgspec.Raw(seen.view),
            "board": msgspec.Raw(seen.board),
            "seat": seen.seat,
            "asked": seen.asked,
            "chance": seen.chance,
            "dice": seen.dice,
        }

    async def probe(self, battle: Battle, lines: list[bytes], at: At, seat: str, choice: Choice) -> dict[str, Any]:
        state, way = await self._way(battle, at)
        try:
            found = await self._do(desk.probe, battle.id, lines, state, way, seat, choice)
        except Refusal as refusal:
            return {"allowed": False, "reason": refusal.error, "rule": refusal.rule}
        return {"allowed": True, "reason": "", "rule": "", **msgspec.json.decode(found)}

    async def attempt(self, battle: Battle, lines: list[bytes], state: int, choice: Choice) -> desk.Tried:
        return await self._do(desk.attempt, battle.id, lines, state, choice)

    async def file(self, battle: Battle, lines: list[bytes]) -> bytes:
        """The battle with its notes and variations as one file."""
        return packed(battle.facts.title, lines, await self.study(battle))

    # Changing ------------------------------------------------------------------------------------

    async def grow(self, battle: Battle, lines: list[bytes], at: At, wanted: Wanted) -> dict[str, Any]:
        """A choice otherwise: the study with it, and its twig."""
        state, way = await self._way(battle, at)
        twig = await self._do(desk.grow, battle.id, lines, state, way, wanted)
        return await self._add(battle, at, [twig])

    async def go_on(
        self, battle: Battle, lines: list[bytes], at: At, level: str, far: str, knew: str
    ) -> dict[str, Any]:
        """Computer players go on for a while; `done`: they are as far as they were to go."""
        state, way = await self._way(battle, at)
        twigs, done = await self._do(desk.go_on, battle.id, lines, state, way, level, far, knew, SLICE)
        return {**await self._add(battle, at, twigs), "done": done}

    async def change(self, battle: Battle, change: Callable[[Study], Study]) -> Study:
        """Change what is kept. Whoever else changes it meanwhile is not overwritten."""
        for _ in range(TRIES):
            before = await self.study(battle)
            try:
                after = change(before)
            except StudyError as error:
                raise Refusal(422, str(error)) from error
            try:
                if await self._battles.store.run(keep_study(battle.id, before.version, after)):
                    return after
            except StoreError as error:
                raise Refusal(503, NOT_SAVED) from error
            await asyncio.sleep(0)
        raise Refusal(409, "Others are changing this too. Please try again.")

    async def _add(self, battle: Battle, at: At, twigs: Sequence[Twig]) -> dict[str, Any]:
        added: list[Twig] = []

        def change(study: Study) -> Study:
            nonlocal added
            after, added = study.with_twigs(at.twig, twigs)
            return after

        study = await self.change(battle, change)
        return {"study": study, "twig": added[-1].id}

    # Files ---------------------------------------------------------------------------------------

    async def bring(self, data: bytes) -> desk.Brought:
        """Read a file that somebody sent."""
        return await self._do(desk.bring, data)

    # The worker ----------------------------------------------------------------------------------

    async def _way(self, battle: Battle, at: At) -> tuple[int, list[Twig]]:
        if not at.twig:
            return at.state, []
        try:
            way = (await self.study(battle)).way(at.twig)
        except StudyError as error:
            raise Refusal(404, str(error)) from error
        return way[0].state, way

    async def _do(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        async with self._rota.turn(caller.get()):
            try:
                return await self._background.do(PATIENCE, work, *args, **named)
            except desk.Refused as error:
                raise Refusal(422, error.sentence, error.rule) from error
            except BrokeOff as error:
                raise Refusal(503, TOO_LONG) from error


def may_write(battle: Battle, seat: str) -> bool:
    """Whoever sits here, and where only computers played, whoever may look on."""
    return seat != GALLERY or PERSON not in battle.facts.kinds.values()
