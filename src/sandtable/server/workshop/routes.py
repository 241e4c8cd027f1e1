"""What the page of the workshop asks the server."""

import asyncio
import os
from pathlib import Path
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Response
from pydantic import Field

from sandtable.bots import levels
from sandtable.content.balance import with_balance
from sandtable.content.editing import Edit, scenario_name, with_own_map
from sandtable.content.folders import MAP_END, VARIABLE, own_folders, slug, toml_files
from sandtable.content.problems import ContentError, Problems
from sandtable.content.shelf import ScenarioFile, in_memory
from sandtable.server.api import OBJECT, PROBLEM, reply
from sandtable.server.battles import Battles
from sandtable.server.bodies import BattleMade, Body, Kinds, Name, Visibility
from sandtable.server.edge.limits import BATTLES
from sandtable.server.edge.messages import Malformed
from sandtable.server.refusal import Refusal
from sandtable.server.workshop.drafts import MOST_EDITS, MOST_FILES, MOST_TEXT, read_draft
from sandtable.server.workshop.fairness import Fairness
from sandtable.server.workshop.printing import paper
from sandtable.table.battle import Scenario
from sandtable.table.shelf import ScenarioInfo, Texts
from sandtable.table.system import AnySystem, systems

AT_ONCE = 2  # drafts that are read at a time
NOT_READY = "The draft has problems. Fix them first."

File = Annotated[str, Field(max_length=100, pattern=r"^[A-Za-z0-9_][A-Za-z0-9_. -]*[.]toml$")]
Files = Annotated[dict[File, Annotated[str, Field(max_length=MOST_TEXT)]], Field(min_length=1, max_length=MOST_FILES)]

MAYBE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {"schema": {"type": ["object", "null"]}}}},
}


class Draft(Body):
    """A scenario that is being made: its file and its maps."""

    system: Name
    texts: Files


class Edited(Draft):
    edits: Annotated[list[dict[str, Any]], Field(max_length=MOST_EDITS)] = []


class Played(Draft):
    seats: Kinds
    hot_seat: bool = False
    visibility: Visibility | None = None


class Measured(Draft):
    level: Name
    most: Annotated[int, Field(ge=1, le=400)] = 400
    all: bool = False  # all of them, however narrow the interval is


class Level(Draft):
    level: Name


def workshop_routes(battles: Battles, fairness: Fairness) -> APIRouter:
    """All requests of the workshop."""
    api = APIRouter(prefix="/api/workshop", responses=PROBLEM)
    turn = asyncio.Semaphore(AT_ONCE)
    keep = Keeping(battles)

    @api.get("", responses=OBJECT)
    async def games() -> Response:
        """The games with what their files may say, and what these may name."""
        listed = (await battles.games.listed()).values()
        shelves = []
        for system in systems().values():
            names = [{"id": each.info.id, "name": each.info.name} for each in listed if each.system is system]
            if system.shelf.fields().tables:
                shelves.append(await asyncio.to_thread(shelf_of, system, names))
        return reply({"systems": shelves, "saves": keep.allowed})

    @api.get("/scenarios/{system}/{slug}", responses=OBJECT)
    async def texts(system: str, slug: str) -> Response:
        """The files of a scenario, to begin a draft with."""
        found = await battles.games.at(system, slug)
        return reply({"system": system, "texts": await asyncio.to_thread(to_begin_with, found.system, found.info)})

    @api.post("/draft", responses=OBJECT)
    async def draft(body: Edited) -> Response:
        """A draft after some edits: its texts, its problems, what the form and the board show."""
        system = game(body)
        try:
            edits = msgspec.convert(body.edits, list[Edit])
        except msgspec.ValidationError as error:
            raise Malformed(f"edits: {error}.") from error
        async with turn:
            return reply(await asyncio.to_thread(read_draft, system, body.texts, edits))

    @api.get("/print/{system}/{slug}", responses=OBJECT)
    async def printed(system: str, slug: str) -> Response:
        """What is printed of a scenario that is here."""
        found = (await battles.games.listed()).get(f"{system}/{slug}")
        if found is None:
            raise Refusal(404, "There is no such scenario.")
        async with turn:
            scenario = await asyncio.to_thread(found.system.shelf.find, found.info.id)
            return reply(await asyncio.to_thread(paper, found.system, scenario))

    @api.post("/print", responses=OBJECT)
    async def print_draft(body: Draft) -> Response:
        """What is printed of a draft."""
        system = game(body)
        scenario = await scenario_in(system, body.texts)
        async with turn:
            return reply(await asyncio.to_thread(paper, system, scenario))

    @api.post("/battles", status_code=201, response_model=BattleMade)
    async def play(body: Played) -> Response:
        """Begin a battle of a draft, which keeps its text."""
        system = game(body)
        scenario = await scenario_in(system, body.texts)
        made = await battles.create_from(system, scenario, body.texts, body.seats, body.hot_seat, body.visibility)
        return reply(made, 201)

    @api.post("/fairness", responses=OBJECT)
    async def measure(body: Measured) -> Response:
        """Play battles of a draft between computer players, in the background."""
        system = game(body)
        scenario = await scenario_in(system, body.texts)
        battles.limits.take(BATTLES)  # it counts as one battle of whoever asks
        sides = await asyncio.to_thread(sides_of, system, scenario)
        return reply(fairness.ask(system.key, body.texts, scenario.digest, sides, body.level, body.most, body.all))

    @api.get("/fairness/{digest}/{level}", responses=MAYBE)
    async def measured(digest: str, level: str, quiet: bool = False) -> Response:
        """What is known about a draft so far; `quiet`: nothing is no fault, and the answer is null."""
        try:
            return reply(fairness.look(*known_digest(digest, level)))
        except Refusal:
            if quiet:
                return reply(None)
            raise

    @api.delete("/fairness/{digest}/{level}", responses=OBJECT)
    async def stop(digest: str, level: str) -> Response:
        """Stop measuring it; what is known stays known."""
        return reply(fairness.stop(*known_digest(digest, level)))

    @api.post("/balance", responses=OBJECT)
    async def balance(body: Level) -> Response:
        """A draft with what was measured at the end of its file, as `sandtable lab balance --write` writes it."""
        scenario = await scenario_in(game(body), body.texts)
        found = fairness.balance(*known_digest(scenario.digest, body.level))
        name = scenario_name(body.texts)
        written = with_balance(body.texts[name].encode(), found, Problems(name))
        return reply({"texts": {**body.texts, name: written.decode()}})

    @api.post("/scenarios", responses=OBJECT)
    async def save(body: Draft) -> Response:
        """Save a draft to the scenarios of whoever runs this server."""
        system = game(body)
        scenario = await scenario_in(system, body.texts)
        return reply({"file": await asyncio.to_thread(keep.save, body.texts), "id": scenario.id})

    return api


def known_digest(digest: str, level: str) -> tuple[str, str]:
    """What is part of the name of a file is checked."""
    if len(digest) != 64 or set(digest) - set("0123456789abcdef") or level not in levels.names():
        raise Refusal(404, "This draft has not been measured.")
    return digest, level


def game(body: Draft) -> AnySystem:
    system = systems().get(body.system)
    if system is None or not system.shelf.fields().tables:
        raise Refusal(422, "There is no such game in the workshop.")
    if sum(len(text) for text in body.texts.values()) > MOST_TEXT:
        raise Refusal(413, f"A draft has at most {MOST_TEXT:,} characters.")
    return system


async def scenario_in(system: AnySystem, texts: Texts) -> Any:
    try:
        return await asyncio.to_thread(system.shelf.read, texts)
    except ContentError as error:
        raise Refusal(422, f"{NOT_READY} The first: {error.problems[0]}") from error


def to_begin_with(system: AnySystem, info: ScenarioInfo) -> Texts:
    """The files of a scenario. A copy of one of ours gets a map of its own; all else is byte for byte as it is."""
    texts = system.shelf.texts(info.id)
    name = scenario_name(texts)
    copied = texts if info.own else with_own_map(texts, system.shelf.fields().grid)
    if copied is not texts or not info.file:
        return copied
    whole = Path(info.file).read_text(encoding="utf-8")  # with what was measured
    return {**texts, name: whole} if whole.startswith(texts[name].rstrip()) else texts


def sides_of(system: AnySystem, scenario: Scenario) -> list[str]:
    """Who can win."""
    battle = system.rules.new(scenario)
    return list(dict.fromkeys(system.rules.side(battle, seat) for seat in system.rules.seats(battle)))


def shelf_of(system: AnySystem, scenarios: list[dict[str, str]]) -> dict[str, Any]:
    """What the page needs to know of a game."""
    return {
        "key": system.key,
        "title": system.title,
        "fields": system.shelf.fields(),
        "catalogue": system.shelf.catalogue(),
        "palette": system.shown.palette(),
        "bots": levels.names(system),
        "scenarios": scenarios,
    }


def same(one: ScenarioFile, other: ScenarioFile) -> bool:
    """Whether two files hold the same scenario."""
    return (one.system, one.slug) == (other.system, other.slug)


def map_name(name: str) -> str:
    """What a map is called in a folder."""
    return f"{slug(name.removesuffix(MAP_END)) or 'map'}{MAP_END}"


class Keeping:
    """Where drafts are saved: a folder of whoever runs this server, and only where nobody else comes."""

    def __init__(self, battles: Battles) -> None:
        self.allowed = not battles.settings.people
        self._folder = battles.settings.data / "scenarios"
        if self.allowed and self._folder.is_dir():
            self._use()

    def save(self, texts: Texts) -> str:
        """The file it is saved to: the one that holds this scenario already, or a new one."""
        if not self.allowed:
            raise Refusal(403, "Drafts are saved to the folder of whoever runs this server. Download yours instead.")
        folder = next(iter(own_folders()), self._folder)
        this = in_memory(texts)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            others = [file for file in map(ScenarioFile, toml_files([folder])) if not same(file, this)]
            known = [file.path for file in map(ScenarioFile, toml_files([folder])) if same(file, this)]
            taken = {file.path.name for file in others}
            names = (f"{this.slug}{end}.toml" for end in ("", *[f"-{number}" for number in range(2, 1000)]))
            home = known[0] if known else folder / next(name for name in names if name not in taken)
            paths = {name: home if name == scenario_name(texts) else folder / map_name(name) for name in texts}
            for name, path in paths.items():
                if path != home and path.exists() and path.read_bytes() != texts[name].encode():
                    self._spare(path.name, others)
            for name, path in paths.items():
                part = path.with_name(path.name + ".part")
                part.write_bytes(texts[name].encode())
                os.replace(part, path)
        except OSError as error:
            raise Refusal(503, f"The draft could not be saved: {error.strerror}.") from error
        self._use()
        return home.name

    def _spare(self, name: str, others: list[ScenarioFile]) -> None:
        """A map that other scenarios use is not changed under them."""
        for file in others:
            try:
                used = systems()[file.system].shelf.texts(f"{file.system}/{file.slug}")
            except (ContentError, KeyError, StopIteration):
                continue  # it cannot be played anyway
            if name in {each.lower() for each in used}:
                title = str((file.table or {}).get("name", file.slug))
                raise Refusal(
                    409,
                    f"{title} uses the map {name} too, and would be changed. "
                    "Give your map another name (a sheet another letter) in the form, and save again.",
                )

    def _use(self) -> None:
        """The folder is one of those whose scenarios are offered."""
        folders = own_folders()
        if self._folder.is_dir() and self._folder not in folders:
            os.environ[VARIABLE] = os.pathsep.join(map(str, [*folders, self._folder]))
