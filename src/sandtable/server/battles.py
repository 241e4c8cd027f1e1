"""All battles: opened when somebody comes, played through one gate, written before anyone is told."""

import asyncio
import logging
import secrets
import sys
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from sandtable.server import store as files
from sandtable.server.aside import Aside
from sandtable.server.battle import Battle, Known, begin, is_company, replayed, shared
from sandtable.server.computers.players import Computers
from sandtable.server.computers.thinking import Thinkers
from sandtable.server.course import OPENING, state_of, walk
from sandtable.server.edge.callers import caller
from sandtable.server.edge.limits import BATTLES, Limits
from sandtable.server.edge.messages import Probed
from sandtable.server.edge.metrics import Metrics
from sandtable.server.games import Found, Games
from sandtable.server.guiding import guide_to, sitting
from sandtable.server.lines import Pen, Written, read
from sandtable.server.refusal import (
    DAMAGED,
    MISHAP,
    NEW_LINK,
    NO_UNDO,
    NOT_ASKED,
    NOT_KNOWN,
    NOT_SAVED,
    ONLY_WATCHING,
    Refusal,
    clean,
)
from sandtable.server.seats import GALLERY, HUMAN, PERSON, Links, check_kinds
from sandtable.server.settings import Settings
from sandtable.server.shared.turns import SharedComputers
from sandtable.server.store import PRIVATE, PUBLIC, Damaged, Facts, Link, Lost, Row, Store, StoreError, Summary, Taken
from sandtable.server.tokens import digest_of, gallery_of, new_token, sibling
from sandtable.table.battle import ListedScenario
from sandtable.table.chance import seed_bytes, seed_digest
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.journal import header_for
from sandtable.table.journal.record import End, Entry, JournalError
from sandtable.table.play import Mishap
from sandtable.table.scheme import Thought
from sandtable.table.shelf import ScenarioInfo, Texts
from sandtable.table.shown import Probe
from sandtable.table.system import AnySystem, systems
from sandtable.table.wishes import WISH, kept_for_later, not_as_for_all

if TYPE_CHECKING:
    from sandtable.server.people.company import Company

T = TypeVar("T")
Beside = Callable[[str, list[str]], files.Work[None]]  # for a new battle and the persons who are asked in it
log = logging.getLogger(__name__)

NOTED = 600.0  # seconds between two notes that somebody looks on
LISTED = 100  # battles in the list
SEED_LENGTH = 32
TRIES = 3


class Made(msgspec.Struct, frozen=True):
    """A battle that was just made, with its links."""

    battle: str
    seats: dict[str, str]
    spectator: str
    seed_digest: str


class Battles:
    """The battles of one server."""

    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers, games: Games) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = thinkers
        self.games = games
        self.links = Links(store)
        self.limits = Limits(settings)
        self.metrics = Metrics()
        self.metrics.watch(self)
        self.computers = SharedComputers(self) if settings.database else Computers(self)
        self.company: Company | None = None  # who is at the tables, and what they say
        self.beside: Callable[[Battle, str], files.Work[None]] | None = None  # written with every choice
        self._open: OrderedDict[str, Battle] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Battle]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.aside = Aside()
        self.closing = False
        self.sockets = 0
        self.last_write = time.monotonic()

    # Opening and closing -----------------------------------------------------------------------

    @asynccontextmanager
    async def battle(self, id: str) -> AsyncIterator[Battle]:
        """A battle, in memory as long as it is used."""
        battle = await self._find(id)
        for _ in range(TRIES):
            if not battle.gone:
                break
            battle = await self._find(id)  # it left again before we came to it
        battle.users += 1
        try:
            yield battle
        finally:
            battle.users -= 1

    @asynccontextmanager
    async def seat(self, token: str, state: int | None = None) -> AsyncIterator[tuple[Battle, str]]:
        """The battle and the seat of a link. Another process may have told somebody of a state we do not know yet."""
        link = await self.links.find(token)
        async with self.battle(link.battle) as battle:
            if state is not None and state > battle.state and self.settings.database:
                await self.follow(battle.id)
            self._see(battle, link.seat)
            yield battle, link.seat

    def _see(self, battle: Battle, seat: str) -> None:
        """Somebody looks on."""
        if seat != GALLERY:
            battle.client = caller.get()
        self._note(battle)
        if battle.resting:
            battle.resting = False
            self.computers.poke(battle)

    def look_on(self) -> None:
        """Other processes are to know where somebody looks on here, even if he does nothing."""
        for battle in self._open.values():
            if battle.listeners:
                self._note(battle)

    def _note(self, battle: Battle) -> None:
        battle.looked_at = time.time()
        if battle.looked_at - battle.noted > NOTED:
            battle.noted = battle.looked_at
            self.store.submit(files.touch([battle.id], battle.looked_at))

    @asynccontextmanager
    async def look(self, token: str, state: int | None = None) -> AsyncIterator[tuple[Battle, str]]:
        """The same to look at: nothing changes meanwhile, and all that is seen is on the disk."""
        async with self.seat(token, state) as (battle, seat), battle.lock:
            still_here(battle)
            yield battle, seat

    async def _find(self, id: str) -> Battle:
        battle = self._open.get(id)
        if battle is None:
            task = self._opening.get(id)
            if task is None:
                task = self._opening[id] = self.start(self._load(id))
                task.add_done_callback(lambda _: self._opening.pop(id, None))
            battle = await asyncio.shield(task)
        else:
            self._open.move_to_end(id)
        return battle

    async def _load(self, id: str) -> Battle:
        battle = await self._read(id)
        self._put(battle)
        self.computers.poke(battle)
        return battle

    async def _read(self, id: str) -> Battle:
        try:
            found = await self.store.run(files.find_battle(id))
        except Damaged as error:
            log.error("battle %s: %s", id, error)
            raise Refusal(410, DAMAGED) from error
        if found is None:
            raise Refusal(404, "There is no such battle.")
        row, lines = found
        system = systems().get(row.facts.system)
        try:
            if system is None:
                raise ValueError(f"the game {row.facts.system} is not installed")
            return await self.aside.run(lambda: replayed(row, system, written(row, lines)))
        except Damaged as error:
            log.error("battle %s: %s", id, error)
            raise Refusal(410, DAMAGED) from error
        except Exception as error:
            log.warning("battle %s cannot be opened: %s", id, error)
            raise Refusal(
                410, "This battle can no longer be opened: its game, its scenario or its beginning is missing."
            ) from error

    async def follow(self, id: str, count: int = sys.maxsize) -> None:
        """Another process wrote so many lines of a journal: if the battle is open here, it goes on here too."""
        opening = self._opening.get(id)
        battle = await asyncio.shield(opening) if opening is not None else self._open.get(id)
        if battle is not None:
            async with battle.lock:
                if battle.lines < count and not battle.gone:
                    await self._catch_up(battle)

    async def catch_up(self) -> None:
        """Other processes may have written to any battle that is open here."""
        for battle in list(self._open.values()):
            async with battle.lock:
                if not battle.gone:
                    await self._catch_up(battle)

    async def _catch_up(self, battle: Battle) -> None:
        try:
            lines = await self.store.run(files.lines_after(battle.id, battle.lines))
            if not lines:
                return
            if battle.notice:
                battle.become(await self._read(battle.id))
            else:
                battle.go_on(lines)
        except Exception as error:
            log.warning("battle %s is opened anew: %s", battle.id, error)
            self._reopen(battle)
            return
        battle.publish()
        self._tell_company(battle)
        if not battle.next_bot():
            battle.announce("")
        self.computers.poke(battle)

    def announce(self, id: str, seat: str) -> None:
        """A computer player has begun to think in another process."""
        if id in self._open:
            self._open[id].announce(seat)

    def lost_link(self, id: str, digest: bytes) -> None:
        """A seat got a new link in another process."""
        self.links.forget(digest)
        for page in list(self._open[id].listeners) if id in self._open else ():
            if digest_of(page.token) == digest:
                page.dismiss(4404, NEW_LINK)

    def _reopen(self, battle: Battle) -> None:
        """What is in memory is not what is on the disk: everybody leaves and comes again."""
        self._drop(battle)
        battle.dismiss(1012, "The battle is being reopened.")

    def _put(self, battle: Battle) -> None:
        self._open[battle.id] = battle
        spare = len(self._open) - self.settings.open_battles
        if spare > 0:
            idle = (each for each in self._open.values() if each.idle and each is not battle)
            for old in list(islice(idle, spare)):
                self._drop(old)

    def let_go(self) -> None:
        """Where battles are shared, those that nobody uses here leave the memory: others may hold them too."""
        before = time.time() - self.settings.leave_after
        for battle in list(self._open.values()) if self.settings.database else ():
            if battle.idle and battle.looked_at < before:
                self._drop(battle)

    def _drop(self, battle: Battle) -> None:
        """Out of memory; it is on the disk."""
        battle.gone = True
        if self._open.get(battle.id) is battle:
            del self._open[battle.id]
        self.thinkers.forget(battle.id)
        if battle.notice:
            return  # how it stands by other rules is not for the list
        if battle.summary.state != battle.state and battle.course.state == battle.state:
            self.store.submit(files.keep_summary(battle.id, battle.summed_up()))

    def start(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, StoreError):
            log.warning("the store cannot be used: %s", error)
        elif error is not None and not isinstance(error, Refusal):  # a refusal has been told to whoever asked
            log.error("something failed that should not", exc_info=error)

    async def _unbroken(self, work: Coroutine[Any, Any, T]) -> T:
        """To its end even if whoever asked for it has gone meanwhile."""
        return await asyncio.shield(self.start(work))

    async def close(self) -> None:
        """Before the end: everybody leaves; how each battle stands is noted for the list."""
        self.closing = True
        for battle in self._open.values():
            battle.dismiss(1012, "The server is shutting down.")
        self.computers.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for battle in list(self._open.values()):
            self._drop(battle)

    # Making ------------------------------------------------------------------------------------

    async def create(
        self,
        scenario: str,
        kinds: dict[str, str],
        seed: int | None,
        hot_seat: bool,
        visibility: str | None = None,
        beside: Beside | None = None,
        gives_up: bool = False,
        all_asked: bool = False,
    ) -> Made:
        """A new battle. What lies beside it is written with it, or neither is."""
        found = await self.games.find(scenario)
        kinds = check_kinds(found.info, kinds, hot_seat)
        if seed is not None and found.system.secrets:
            raise Refusal(422, "This game has secrets, and a known seed would reveal them. Leave the seed out.")
        secret = secrets.token_bytes(SEED_LENGTH) if seed is None else seed_bytes(seed)
        facts = Facts(
            *(found.system.key, found.info.id, found.info.name, kinds, hot_seat, seed is not None),
            visibility=visibility or self.settings.visibility,
            gives_up=gives_up,
            all_asked=all_asked,
        )
        return await self._unbroken(self._make(found, facts, secret, beside=beside))

    async def create_from(
        self,
        system: AnySystem,
        scenario: ListedScenario,
        texts: Texts,
        kinds: dict[str, str],
        hot_seat: bool,
        visibility: str | None = None,
    ) -> Made:
        """A new battle of a scenario that is in no folder: the battle keeps its text."""
        battle = await asyncio.to_thread(system.rules.new, scenario)
        seats = tuple(system.rules.seats(battle))
        info = ScenarioInfo(scenario.id, system.key, scenario.name, seats, scenario.turns)
        kinds = check_kinds(info, kinds, hot_seat)
        facts = Facts(
            *(system.key, info.id, info.name, kinds, hot_seat), visibility=visibility or self.settings.visibility
        )
        secret = secrets.token_bytes(SEED_LENGTH)
        return await self._unbroken(self._make(Found(system, info), facts, secret, texts=texts))

    async def create_guided(self, system: str) -> Made:
        """The guided first battle of a system. It is practice: its seed is no secret, whatever the game."""
        guide = guide_to(system)
        found = await self.games.find(guide.scenario)
        kinds = check_kinds(found.info, sitting(guide, found.info), False)
        facts = Facts(
            *(found.system.key, found.info.id, found.info.name, kinds),
            seed_chosen=True,
            visibility=self.settings.visibility,
            guided=True,
            gives_up=True,
        )
        return await self._unbroken(self._make(found, facts, seed_bytes(guide.seed)))

    async def fork(self, token: str, state: int, kinds: dict[str, str]) -> Made:
        """A new battle that begins with the choices of another up to a state. Its dice are fresh."""
        async with self.look(token, state) as (battle, seat):
            if battle.system.secrets and not battle.over:
                raise Refusal(403, "This game has secrets, so a battle can be forked only when it is over.")
            if others_may_wish(battle, seat):
                raise Refusal(403, "Others here may have wishes of their own. You can fork it when it is over.")
            check_state(battle, state)
            if battle.play.result is not None and state == battle.state:
                raise Refusal(422, "The battle was already over at that moment. Go back further.")
            known = Known(battle.course.opening, battle.course.standing(state))
            facts, texts = battle.facts, battle.header.texts or None
            info = ScenarioInfo(facts.scenario, facts.system, facts.title, tuple(battle.seats), 0)
            found = Found(battle.system, info)  # its file may be another by now, or gone
        kinds = check_kinds(found.info, kinds, False)
        facts = Facts(
            *(facts.system, facts.scenario, facts.title, kinds),
            fork_of=battle.id,
            visibility=facts.visibility,
            all_asked=facts.all_asked,
        )
        return await self._unbroken(self._make(found, facts, secrets.token_bytes(SEED_LENGTH), known, texts=texts))

    async def _make(
        self,
        found: Found,
        facts: Facts,
        seed: bytes,
        known: Known | None = None,
        beside: Beside | None = None,
        texts: Texts | None = None,
    ) -> Made:
        if facts.visibility == PRIVATE and PERSON not in facts.kinds.values():
            raise Refusal(422, "Nobody could see a private battle between computers. Make it unlisted or public.")
        self.limits.take(BATTLES)
        system, id = found.system, secrets.token_hex(6)
        try:
            sitting = {seat: HUMAN if kind == PERSON else kind for seat, kind in facts.kinds.items()}
            # The first dice of a fork are those of another battle: the seed promises only what comes after them.
            given = len(known.draws) if known else 0
            header = await self.aside.run(header_for, system, facts.scenario, sitting, seed, given=given, texts=texts)
            course = await self.aside.run(lambda: begin(system, shared(system, header), seed, known=known))
        except Exception as error:
            log.warning("a battle of %s cannot be started: %s", facts.scenario, error)
            raise Refusal(422, "This battle cannot be started.") from error
        pen = Pen()
        lines = [pen.header(header), pen.opening(course.opening), *(pen.entry(entry) for entry in course.entries)]
        now = time.time()
        row = Row(id, facts, seed, now, False, False, Summary(), course.state, now)
        battle = Battle(row, system, course, read(lines))
        battle.client = caller.get()
        row = msgspec.structs.replace(row, due=bool(battle.next_bot()), summary=battle.summed_up())
        tokens = tokens_for(id, facts)
        links = [(digest_of(token), Link(id, seat)) for seat, token in tokens.items()]
        work = files.add_battle(row, lines, links)
        await self._write(work if beside is None else both(work, beside(id, battle.persons_asked())))
        self.metrics.battles.inc()
        self._put(battle)
        self.computers.poke(battle)
        gallery = tokens.pop(GALLERY, "")
        return Made(id, tokens, gallery, header.seed_digest)

    async def adopt(
        self, facts: Facts, seed: bytes, lines: list[bytes], beside: Callable[[str], files.Work[Any]]
    ) -> Made:
        """A battle that was played to its end elsewhere: its journal comes in whole, and what lies beside it."""
        self.limits.take(BATTLES)
        id, now, system = secrets.token_hex(6), time.time(), systems()[facts.system]
        row = Row(id, facts, seed, now, False, True, Summary(), len(lines) - OPENING - 1, now)
        try:
            battle = await self.aside.run(lambda: replayed(row, system, read(lines)))
        except Exception as error:
            log.warning("a battle of %s cannot be taken in: %s", facts.scenario, error)
            raise Refusal(422, "This battle cannot be opened here.") from error
        tokens = tokens_for(id, facts)
        links = [(digest_of(token), Link(id, seat)) for seat, token in tokens.items()]
        row = msgspec.structs.replace(row, summary=battle.summed_up())
        await self._write(both(files.add_battle(row, lines, links), beside(id)))
        self.metrics.battles.inc()
        self._put(battle)
        return Made(id, tokens, tokens.pop(GALLERY, ""), battle.header.seed_digest)

    async def forget(self) -> None:
        """Delete the battles that nobody has looked at for as long as the settings say."""
        settings, now = self.settings, time.time()
        if not settings.forget_after and not settings.forget_unplayed:
            return
        in_use = [battle.id for battle in self._open.values() if not battle.idle]
        await self.store.run(files.touch(in_use, now))
        before = now - settings.forget_after if settings.forget_after else 0.0
        unplayed = now - settings.forget_unplayed if settings.forget_unplayed else 0.0
        gone = await self.store.run(files.forget(before, unplayed))
        for id in gone:
            if id in self._open:
                self._open.pop(id).gone = True
        if gone:
            log.info("%d battles were forgotten: nobody had looked at them for too long", len(gone))

    # The gate ----------------------------------------------------------------------------------

    async def choose(self, token: str, state: int, choice: Choice) -> int:
        """Make a choice for the seat of a link; the new state, when it is on the disk."""
        with self.metrics.choosing.time():
            async with self.seat(token, state) as (battle, seat):
                return await self.play(battle, seat, state, choice)

    async def play(
        self, battle: Battle, seat: str, state: int, choice: Choice, thought: Thought | None = None
    ) -> int:
        """Make a choice for a seat, and note what a computer player thought of it."""
        return await self._unbroken(self._choose(battle, seat, state, choice, thought))

    async def settle(self, battle: Battle, seat: str, why: str, state: int | None = None) -> int:
        """End a battle by agreement, by what a seat said or did not do in time; in this state, if one is named."""
        return await self._unbroken(self._settle(battle, seat, why, state))

    async def _settle(self, battle: Battle, seat: str, why: str, state: int | None) -> int:
        async with battle.lock:
            while True:
                still_here(battle)
                if battle.over:
                    raise Refusal(422, "The battle is over.")
                if state not in (None, battle.state):
                    raise Refusal(409, "The battle has moved on meanwhile.")
                if await self._record(battle, [battle.course.settle(seat, why)]):
                    return battle.state

    async def change_facts(self, battle: Battle, facts: Facts) -> None:
        """Somebody else sits at a seat from now on."""
        async with battle.lock:
            still_here(battle)
            before, battle.facts = battle.facts, facts
            work = files.keep_facts(battle.id, facts, bool(battle.next_bot()))
            try:
                await self._write(work if self.beside is None else both(work, self.beside(battle, "")))
            except BaseException:
                battle.facts = before
                raise
        self.computers.poke(battle)

    async def heed_facts(self, id: str) -> None:
        """In another process somebody else was given a seat."""
        battle = self._open.get(id)
        found = await self.store.run(files.find_battle(id)) if battle is not None else None
        if battle is not None and found is not None:
            battle.facts = found[0].facts
            self.computers.poke(battle)
            self.stir(id)

    def _tell_company(self, battle: Battle) -> None:
        """Others are asked now, or nobody is any more."""
        asked = battle.persons_asked()
        if battle.over or asked != battle.asked_before:
            battle.asked_before = asked
            battle.stir()

    def stir(self, id: str) -> None:
        """Something has changed about those at a table."""
        battle = self._open.get(id)
        if battle is not None and self.company is not None:
            self.company.forget(battle)
            battle.stir()

    async def look_anew(self) -> None:
        """Another program has changed the database: links may open nothing any more, and people be others."""
        self.links.forget_all()
        for battle in list(self._open.values()):
            for page in list(battle.listeners):
                if await self.links.opens(page.token) is None:
                    page.dismiss(4404, NEW_LINK)
            self.stir(battle.id)

    def look_around(self) -> None:
        """Those who are at the tables still are."""
        if self.company is not None:
            self.company.stay(self._open.values())

    async def undo(self, token: str, state: int) -> int:
        """Take back the last choice of this seat."""
        async with self.seat(token, state) as (battle, seat):
            return await self._unbroken(self._undo(battle, seat, state))

    async def probe(self, token: str, state: int, choice: Choice, id: int = 0) -> Probed:
        """What a choice would mean; nothing changes, and a refusal is an answer too."""
        try:
            async with self.look(token, state) as (battle, seat):
                asked = battle.play.decision_for(seat) is not None
                check_present(battle, seat, state, battle.course.seen_by(seat) if asked else battle.state)
                if not asked:
                    raise Refusal(422, NOT_ASKED)
                found = meaning(battle, seat, choice)
        except Refusal as refusal:
            return Probed(state, id, reason=clean(refusal.error), rule=refusal.rule)
        return Probed(state, id, True, notes=found.notes, dangers=found.dangers, zones=found.zones)

    async def _choose(self, battle: Battle, seat: str, state: int, choice: Choice, thought: Thought | None) -> int:
        async with battle.lock:
            while True:
                wish = choice.do == WISH  # a seat may have it at any time, whatever has happened since it looked
                asked = wish or battle.play.decision_for(seat) is not None
                # What others chose in secret meanwhile does not change what this seat is asked.
                since = battle.course.seen_by(seat) if asked else battle.state
                check_present(battle, seat, state, 0 if wish else since)
                if not asked:
                    raise Refusal(422, NOT_ASKED)
                self._check_length(battle)
                if wish and battle.course.wished[seat] >= self.settings.wishes:
                    raise Refusal(422, f"You have set {self.settings.wishes} wishes here, which is the most allowed.")
                kinds = battle.system.rules.wishes(battle.play.battle) if is_company(battle) else ()
                persons = [each for each, kind in battle.facts.kinds.items() if kind == PERSON]
                all_asked = battle.facts.all_asked
                older = not_as_for_all(kinds, battle.play.battle, persons, all_asked) if kinds else []
                if older and not await self._record(battle, [battle.course.choose(*each) for each in older]):
                    continue
                try:
                    kept = kept_for_later(kinds, choice, all_asked) if seat in persons else choice
                    entry = battle.course.choose(seat, kept)
                except IllegalChoice as error:
                    raise Refusal(422, error.reason, error.rule) from error
                except Mishap as error:
                    log.exception("battle %s, state %d, %s by %s", battle.id, state, choice, seat)
                    raise Refusal(500, MISHAP) from error
                if await self._record(battle, [entry], thought):
                    return battle.state

    async def _undo(self, battle: Battle, seat: str, state: int) -> int:
        async with battle.lock:
            while True:
                check_present(battle, seat, state, battle.course.seen_by(seat))
                if battle.play.may_undo() != seat:
                    # One sentence for all reasons: whether another seat could undo may depend on what it holds.
                    raise Refusal(422, NO_UNDO)
                if battle.course.undone[seat] >= self.settings.undos:
                    raise Refusal(
                        422,
                        f"You have taken back {self.settings.undos} choices here, which is the most allowed.",
                    )
                self._check_length(battle)
                if await self._record(battle, battle.course.undo(seat)):
                    return battle.state

    async def take_back(self, battle: Battle, seat: str, state: int) -> int:
        """Take back the last choice of a seat and what came after it, as all have agreed in this state."""
        return await self._unbroken(self._take_back(battle, seat, state))

    async def _take_back(self, battle: Battle, seat: str, state: int) -> int:
        async with battle.lock:
            still_here(battle)
            if battle.state != state or battle.over or battle.course.last_choice(seat) < 0:
                raise Refusal(409, "The battle has moved on meanwhile.")
            self._check_length(battle)
            try:
                entries = await self.aside.run(lambda: battle.course.undo_agreed(seat))
            except BaseException:
                self._reopen(battle)
                raise
            if not await self._record(battle, entries):
                raise Refusal(409, "The battle has moved on meanwhile.")
            return battle.state

    def _check_length(self, battle: Battle) -> None:
        """A journal has an end, whatever those who play do."""
        if battle.state >= self.settings.states:
            raise Refusal(
                422, f"This battle has {battle.state} choices, which is the most the server keeps of one battle."
            )

    async def _record(self, battle: Battle, entries: list[Entry], thought: Thought | None = None) -> bool:
        """Write what was just played, then tell. If it cannot be written it was never played.

        False: another process was first to write these lines, and the battle is now as that left it.
        """
        result = battle.play.result
        first = battle.lines
        lines = [battle.pen.entry(entry) for entry in entries]
        if result is not None:
            end = End(result.winner, result.reason, result.rule, battle.system.rules.turn(battle.play.battle))
            lines.append(battle.pen.end(end, battle.seed if battle.header.seed_digest else b""))
        why = None if thought is None else (state_of(entries[-1]), thought)
        work = files.add_lines(battle.id, first, lines, bool(battle.next_bot()), result is not None, why)
        if self.beside is not None:
            work = both(work, self.beside(battle, battle.last_to_choose()))
        try:
            await self._write(work)
        except Taken:
            await self._go_back(battle)
            return False
        except BaseException:
            self._reopen(battle)
            raise
        battle.lines += len(lines)
        battle.over = result is not None
        for entry in entries:
            if entry.undo:
                continue
            by = "person" if battle.facts.kinds.get(entry.seat, PERSON) == PERSON else "computer"
            self.metrics.choices.labels(by).inc()
        battle.publish(entries[-1].seat)
        self._tell_company(battle)
        self.computers.poke(battle)
        return True

    async def _go_back(self, battle: Battle) -> None:
        """What was just played never was: the battle as it is on the disk."""
        try:
            battle.become(await self._read(battle.id))
        except BaseException:
            self._reopen(battle)
            raise
        battle.publish()
        self.computers.poke(battle)

    async def _write(self, work: files.Work[None]) -> None:
        self.last_write = time.monotonic()
        try:
            await self.store.run(work)
        except Taken:
            raise
        except StoreError as error:
            log.error("the store cannot be written: %s", error)
            raise Refusal(503, NOT_KNOWN if isinstance(error, Lost) else NOT_SAVED) from error

    def at_hand(self, id: str) -> Battle | None:
        """A battle, if it is in memory."""
        return self._open.get(id)

    def battles(self) -> int:
        """How many are open."""
        return len(self._open)

    def players(self) -> int:
        """How many pages sit at seats."""
        return sum(listener.seat != GALLERY for battle in self._open.values() for listener in battle.listeners)

    def spectators(self) -> int:
        return sum(listener.seat == GALLERY for battle in self._open.values() for listener in battle.listeners)

    def waiting(self) -> int:
        """How many computer players wait for a worker."""
        return self.thinkers.waiting

    def clear_gallery(self) -> bool:
        """Send one spectator away, from the fullest gallery; whether there was one."""
        galleries = [
            [listener for listener in battle.listeners if listener.seat == GALLERY] for battle in self._open.values()
        ]
        fullest = max(galleries, key=len, default=[])
        if fullest:
            fullest[0].dismiss(1013, "The server is full, and players go first. Please come back later.")
        return bool(fullest)

    # Looking -----------------------------------------------------------------------------------

    async def view(self, token: str, state: int | None, wanted: str) -> bytes:
        """The view of a seat, now or in an old state, which is worked out aside."""
        async with self.look(token, state) as (battle, seat):
            eyes = eyes_of(battle, seat, wanted)
            if state is None or state == battle.state:
                return battle.shown(eyes).text
            check_state(battle, state)
            way = battle.course.way_to(state)
        walked = await self.aside.run(walk, way)
        battle.course.visit(walked)
        return battle.looked_back(walked[-1], eyes).text

    async def journal(self, battle: Battle) -> list[bytes]:
        """All its lines, as they are on the disk. Refusal 410: they are not as they were written."""
        lines = await self.store.run(files.lines_after(battle.id, 0))
        if not all(isinstance(line, bytes) for line in lines):
            raise Refusal(410, DAMAGED)
        return lines

    async def listing(self) -> list[Row]:
        """The battles that may be watched, each with how it stands."""
        rows = await self.store.run(files.newest(LISTED))
        found: list[Row] = []
        for row in rows:
            battle = self._open.get(row.id)
            if battle is None and row.summary.state != row.states:
                try:  # the server was killed before this was noted
                    battle = await self._find(row.id)
                except Refusal:
                    battle = None
            if battle is not None:
                summary = battle.summary if battle.lock.locked() else battle.summed_up()
                row = msgspec.structs.replace(row, summary=summary, over=battle.over)
            found.append(row)
        return found

    async def spectator(self, id: str) -> str:
        """The link to the gallery of a public battle. Whether there is another, nobody learns."""
        token = gallery_of(id)
        if not await self.links.opens(token):
            raise Refusal(404, "There is no such battle, or it is not public.")
        return token

    async def take(self, token: str, new: str) -> None:
        """A new link for a seat, so that whoever sent the old one does not hold the seat any longer.

        Whoever takes it makes the new link, so that he may ask again if the answer was lost on the way.
        """
        try:
            link = await self.links.find(token)
            if link.seat == GALLERY:
                raise Refusal(403, ONLY_WATCHING)
            await self._unbroken(self.links.change(token, new))
        except Refusal as refusal:
            if refusal.status == 404 and await self.links.holds(new):
                return
            raise
        battle = self._open.get(link.battle)
        if battle is not None:
            battle.dismiss(4404, NEW_LINK, token)


def both(one: files.Work[None], other: files.Work[None]) -> files.Work[None]:
    """Two pieces of work in one transaction."""

    def work(base: files.Base) -> None:
        one(base)
        other(base)

    return work


def written(row: Row, lines: list[bytes]) -> Written:
    """A journal as it was read from the store. Damaged: it is not as it was written, or not of this seed."""
    try:
        found = read(lines)
    except (JournalError, TypeError, ValueError) as error:
        raise Damaged(f"The journal is damaged: {error}") from error
    promise = found.header.seed_digest
    if promise and seed_digest(row.seed) != promise:
        raise Damaged("The seed is damaged: it is not the one that the journal promises.")
    return found


def tokens_for(id: str, facts: Facts) -> dict[str, str]:
    """The tokens of a new battle by seat.

    Nobody gets a link to the seat of a computer player: whoever made the battle could look into its cards.
    """
    hot = new_token()
    tokens = {
        seat: sibling(hot, place) if facts.hot_seat else new_token()
        for place, (seat, kind) in enumerate(facts.kinds.items())
        if kind == PERSON
    }
    if facts.visibility != PRIVATE:
        tokens[GALLERY] = gallery_of(id) if facts.visibility == PUBLIC else new_token()
    return tokens


def meaning(battle: Battle, seat: str, choice: Choice) -> Probe:
    """What a choice would mean, as far as this seat knows the battle."""
    try:
        ground, decision = battle.known_to(seat)
        if decision is None:
            raise Refusal(422, NOT_ASKED)
        decision.check(choice)
        return battle.system.shown.meaning(ground, decision, choice)
    except IllegalChoice as error:
        raise Refusal(422, error.reason, error.rule) from error
    except Refusal:
        raise
    except Exception as error:
        log.exception("battle %s, probing %s by %s", battle.id, choice, seat)
        raise Refusal(500, MISHAP) from error


def still_here(battle: Battle) -> None:
    if battle.gone:
        raise Refusal(503, "The battle is being reopened. Please try again.")


def check_present(battle: Battle, seat: str, state: int, since: int) -> None:
    """Whether a seat may act on what it saw in this state, which must be the present one or one `since` then.

    In a battle of other rules nobody acts.
    """
    still_here(battle)
    if seat == GALLERY:
        raise Refusal(403, ONLY_WATCHING)
    if battle.notice:
        raise Refusal(422, battle.notice)
    if not since <= state <= battle.state:
        raise Refusal(409, f"The battle has moved on: it is in state {battle.state}, not {state}. Look again.")
    if battle.over:
        raise Refusal(422, "The battle is over.")


def check_state(battle: Battle, state: int) -> None:
    if not 0 <= state <= battle.state:
        raise Refusal(404, f"There is no state {state}; the states are 0 to {battle.state}.")


def others_may_wish(battle: Battle, seat: str) -> bool:
    """Whether somebody else may have set what nobody is to know: a fork would show it, or what came of it."""
    persons = [each for each, kind in battle.facts.kinds.items() if kind == PERSON and each != seat]
    going = not (battle.over or battle.notice or battle.facts.hot_seat)
    return going and bool(persons) and bool(battle.system.rules.wishes(battle.play.battle))


def eyes_of(battle: Battle, seat: str, wanted: str) -> str:
    """Whose view is shown: one's own, or anyone's when nothing is secret any more."""
    if wanted in ("", seat):
        return seat
    if wanted not in battle.seats:
        raise Refusal(404, "There is no such seat.")
    if not battle.over:
        raise Refusal(403, "You can see what another seat saw when the battle is over.")
    return wanted
