"""The scenarios of a system: ours and the users' own, what each is called, which of two with one id counts."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import msgspec

from sandtable.content.balance import fits, parse_in_two, take_balance
from sandtable.content.book import shown
from sandtable.content.briefings import read_plans
from sandtable.content.fields import read_fields
from sandtable.content.files import read_bytes
from sandtable.content.folders import MAP_END, USUAL, own_folders, slug, stamps, toml_files
from sandtable.content.guides import read_guide
from sandtable.content.handbook import read_handbook
from sandtable.content.header import Beside, Source
from sandtable.content.problems import ContentError, Problems, quoted
from sandtable.content.reader import text_fault
from sandtable.table.battle import ListedScenario
from sandtable.table.fields import Declared
from sandtable.table.kept import Kept
from sandtable.table.learning.guide import Guide
from sandtable.table.learning.handbook import Handbook
from sandtable.table.shelf import Catalogue, LeftOut, RuleText, ScenarioInfo, Texts, Variant
from sandtable.table.system import systems

S = TypeVar("S")

_scenarios: Kept[Any] = Kept(256)
_surveys: Kept[list[ScenarioInfo | LeftOut]] = Kept()


class ScenarioFile:
    """A scenario file, read and parsed once. Without a table it cannot be read, and the problems say why."""

    __slots__ = ("balance", "beside", "content", "named", "path", "problems", "slug", "system", "table")

    def __init__(self, path: Path, content: bytes | None = None, maps: dict[str, bytes] | None = None) -> None:
        """A file, or a text in memory with its maps; the path is then but a name."""
        self.path = path
        self.beside: Beside = path.parent if content is None else maps or {}
        self.problems = Problems(shown(path))
        if content is None:
            content = read_bytes(path, self.problems)
        self.table, self.content = (None, b"") if content is None else parse_in_two(content, self.problems)
        self.balance = None if self.table is None else take_balance(self.table, self.problems)
        named = self.table.get("system") if self.table is not None else None
        self.named = named if isinstance(named, str) else ""  # the game it says it is for
        self.system = self.named if self.named in systems() else USUAL  # the game that reads it
        self.slug = self._slug()

    def _slug(self) -> str:
        """From the name of the scenario; from the name of the file where the other cannot be read."""
        name = self.table.get("name") if self.table is not None else None
        known = slug(name) if isinstance(name, str) and not text_fault(name, False) else ""
        return known or slug(self.path.stem) or "scenario"


def in_memory(texts: Texts) -> ScenarioFile:
    """A scenario that is in no folder: its text, and those of its maps."""
    maps = {name: text.encode() for name, text in texts.items() if name.endswith(MAP_END)}
    name, text = next(((name, text) for name, text in texts.items() if name not in maps), ("scenario.toml", ""))
    return ScenarioFile(Path(name), text.encode(), maps)


def whole(id: str, system: str) -> str:
    """The id of a scenario, with the key of its game or without it."""
    return id if "/" in id else f"{system}/{id}"


def hidden_by(path: Path, folders: Iterable[Path]) -> Path | None:
    """The file in these folders that counts instead of this good one, because both have the same id."""
    this = ScenarioFile(path)
    for other in map(ScenarioFile, toml_files(folders)):
        if (other.system, other.slug) == (this.system, this.slug):
            if other.path.resolve() == path.resolve():
                return None
            if is_good(other):
                return other.path
    return None


def is_good(file: ScenarioFile) -> bool:
    """Whether the system of a file can read it."""
    try:
        systems()[file.system].shelf.load(file.path)
    except Exception:
        return False
    return True


ScenarioFrom = Callable[[Source], S | None]  # the scenario, or None with the problems noted


@cache
def handbook_of(data: Path, rules: Callable[[], dict[str, RuleText]]) -> Handbook:
    return read_handbook(data, rules())


class Shelf(msgspec.Struct, Generic[S], eq=False):
    """What one system reads. Its scenarios have id, name, sides with keys, turns, date and background.

    `catalogue` and `rules` are its own functions, and so is `map_in_words` where it has maps in files.
    """

    key: str
    data: Path
    scenario_from: ScenarioFrom[S]
    rules: Callable[[], dict[str, RuleText]]
    catalogue: Callable[[], Catalogue]
    map_in_words: Callable[[Path], str] | None = None
    variant: Callable[[S], Variant | None] = lambda scenario: None

    def handbook(self) -> Handbook:
        """Chapters, drawings and a one-page aid to the rules, read once."""
        return handbook_of(self.data, self.rules)

    def fields(self) -> Declared:
        """What a file may say, as data/fields.toml declares it."""
        return read_fields(self.data)

    def plans(self, id: str) -> dict[str, str]:
        """How each side might go about a scenario: what is written under the longest beginning of its slug."""
        known = read_plans(self.data / "briefings.toml")
        slug = id.rpartition("/")[2]
        found = [key for key in known if slug == key or slug.startswith(f"{key}-")]
        return known[max(found, key=len)] if found else {}

    def guide(self) -> Guide | None:
        """What a newcomer is told; None: there is no guide.toml."""
        return read_guide(self.data / "guide.toml", self.key)

    def describe_map(self, path: Path) -> str:
        """What is in somebody's map file, in a few words; ContentError with all its problems at once."""
        if self.map_in_words is None:
            problems = Problems(shown(path))
            problems.add("", "this game has no maps in files: its ground is part of the scenario")
            raise ContentError(problems.found)
        return self.map_in_words(path)

    def files(self, folders: Iterable[Path] = ()) -> dict[str, list[ScenarioFile]]:
        """All by id: ours, then those in the users' folders that are for this system.

        Of several with one id the first that can be read counts: the users' in their order, then ours.
        """
        ours = {self.id_of(file): file for file in map(ScenarioFile, toml_files([self.data / "scenarios"]))}
        found: dict[str, list[ScenarioFile]] = {id: [] for id in ours}
        for file in self.own(folders):
            found.setdefault(self.id_of(file), []).append(file)
        for id, file in ours.items():
            found[id].append(file)
        return found

    def own(self, folders: Iterable[Path]) -> list[ScenarioFile]:
        """The files in the users' folders that are for this system."""
        return [file for file in map(ScenarioFile, toml_files(folders)) if self.key in (file.system, file.named)]

    def paths(self, folders: Iterable[Path] = ()) -> dict[str, Path]:
        """The path of every scenario by id, whether it can be read or not."""
        return {id: files[0].path for id, files in self.files(folders).items()}

    def id_of(self, file: ScenarioFile) -> str:
        """What the scenario in a file is called here: regimental/the-graben-line."""
        return f"{self.key}/{file.slug}"

    def load(self, path: Path | str) -> S:
        """A scenario from its file; raises ContentError with everything that is wrong with it."""
        path = Path(path)
        return self._kept(str(path.absolute()), [path.parent], lambda: self.opened(ScenarioFile(path)))

    def _kept(self, name: str, folders: list[Path], read: Callable[[], S]) -> S:
        """What was read stays until a file changes from which it was read. Battles share it and leave it alone."""
        found: S = _scenarios.get((self.key, name, self._stamps(folders)), read)
        return found

    def _stamps(self, folders: list[Path]) -> Hashable:
        """The same as long as nobody changes a file of ours or in these folders."""
        return stamps([self.data / "scenarios", self.data / "maps", *folders])

    def opened(self, file: ScenarioFile) -> S:
        """The scenario in an opened file."""
        return self._opened(file)[0]

    def _opened(self, file: ScenarioFile) -> tuple[S, Source]:
        scenario = None
        if file.table is not None:
            source = Source(file.table, file.content, self.id_of(file), file.beside, file.problems)
            scenario = self.scenario_from(source)
        if scenario is None or file.problems:
            raise ContentError(file.problems.found)
        return scenario, source

    def read(self, texts: Texts) -> S:
        """A scenario from texts in memory: its file and its maps by name."""
        return self.opened(in_memory(texts))

    def sketch(self, texts: Texts) -> S | None:
        """A scenario with problems as far as it can be read, to be drawn and not to be played."""
        file = in_memory(texts)
        if file.table is None:
            return None
        source = Source(file.table, file.content, self.id_of(file), file.beside, file.problems, sketched=True)
        try:
            return self.scenario_from(source)
        except Exception:  # what is wrong with it may be anything
            return None

    def texts(self, id: str) -> Texts:
        """The file of a scenario and the maps that it uses, as they are now."""
        file = next(file for file in self.files(own_folders())[whole(id, self.key)] if is_good(file))
        file = ScenarioFile(file.path)
        _, source = self._opened(file)
        named = {f"{file.slug}.toml": file.content, **source.used}
        return {name: content.decode() for name, content in named.items()}

    def infos(self) -> list[ScenarioInfo]:
        """For the list of games."""
        return [found for found in self._survey() if isinstance(found, ScenarioInfo)]

    def left_out(self) -> list[LeftOut]:
        """The users' files that are not in the list of games, and why."""
        return [found for found in self._survey() if isinstance(found, LeftOut)] if own_folders() else []

    def _survey(self) -> list[ScenarioInfo | LeftOut]:
        """Every scenario that can be played, and every file of the users' that cannot be or does not count."""
        own = own_folders()
        known = (self.key, self.data, tuple(systems()) if own else (), self._stamps(own))
        return _surveys.get(known, lambda: list(self._looked_through()))

    def _looked_through(self) -> Iterator[ScenarioInfo | LeftOut]:
        for id, files in self.files(own_folders()).items():
            first = ""
            for file in files:
                own = not file.path.is_relative_to(self.data)
                if not first:
                    found = self._offer(id, file, own)
                    first = file.path.name if isinstance(found, ScenarioInfo) else ""
                    yield found
                elif own:
                    yield LeftOut(id, str(file.path), f"{first} has the same name and comes first", False)

    def _offer(self, id: str, file: ScenarioFile, own: bool) -> ScenarioInfo | LeftOut:
        """A file for the list of games. Whatever is wrong with a user's, it must not spoil the list."""
        try:
            scenario = self.opened(file)
            return info_of(cast(ListedScenario, scenario), self.key, file, own, self.variant(scenario))
        except Exception as error:
            if not own:
                raise
            return LeftOut(id, str(file.path), reason_of(error, file.path))

    def find(self, id: str) -> S:
        """A scenario by its id, whole or without the game.

        Whoever gives the name of a file instead is told its mistakes, or the id.
        """
        id = whole(id, self.key)
        return self._kept(id, own_folders(), lambda: self._find(id))

    def _find(self, id: str) -> S:
        name = id.partition("/")[2]
        ours = self.data / "scenarios" / f"{name}.toml"
        if not own_folders() and name == slug(name) and ours.exists():  # no other file need be read
            file = ScenarioFile(ours)
            if self.id_of(file) == id:
                return self.opened(file)
        files = self.files(own_folders())
        mistakes: list[Exception] = []
        for file in files.get(id, ()):
            try:
                return self.opened(file)
            except Exception as error:
                mistakes.append(error)
        if mistakes:
            raise mistakes[0]
        problems = Problems("scenarios")
        for file in self.own(own_folders()):
            if id == f"{self.key}/{slug(file.path.stem)}":
                self.opened(file)
                problems.add("", f"no scenario is called {quoted(id)}; {file.path} holds {quoted(self.id_of(file))}")
                problems.check()
        problems.unknown("", "scenario", id, files)
        raise ContentError(problems.found)


def reason_of(error: Exception, path: Path) -> str:
    """Why a file is left out, in a line and without the folders of this machine."""
    if not isinstance(error, ContentError):
        return f"{type(error).__name__}: {error}; this should not have happened"
    first, *others = error.problems
    name = "" if Path(first.file).name == path.name else Path(first.file).name
    where = ", ".join(each for each in (name, first.place) if each)
    more = f" (and {len(others)} more)" if others else ""
    return f"{where}: {first.message}{more}" if where else f"{first.message}{more}"


def info_of(
    scenario: ListedScenario, system: str, file: ScenarioFile, own: bool, variant: Variant | None
) -> ScenarioInfo:
    """A scenario for the list of games."""
    balance = file.balance
    return ScenarioInfo(
        scenario.id,
        system,
        scenario.name,
        tuple([side.key for side in scenario.sides]),
        scenario.turns,
        scenario.date,
        scenario.background.strip(),
        str(file.path),
        balance if balance is not None and fits(balance, scenario.digest) else None,
        own,
        variant,
        file.table is not None and file.table.get("practice") is True,
    )
