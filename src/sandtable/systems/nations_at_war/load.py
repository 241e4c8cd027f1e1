"""The door to data/ and to users' files: rulebook, rules, maps, scenarios. All mistakes are told at once."""

from collections.abc import Iterable
from pathlib import Path

from sandtable.content.folders import own_folders, slug, toml_files
from sandtable.content.problems import ContentError, Problems, quoted
from sandtable.content.shelf import ScenarioFile, shelf
from sandtable.systems.nations_at_war.load_book import DATA, KEY, rulebook, rules, shown
from sandtable.systems.nations_at_war.load_maps import maps_beside, own_maps, read_map
from sandtable.systems.nations_at_war.load_scenarios import scenario_from
from sandtable.systems.nations_at_war.scenario import Map, Scenario
from sandtable.table.system import ScenarioInfo, systems

__all__ = ["hidden_by", "load_map", "load_scenario", "rulebook", "rules", "scenario_files"]


def opened(path: Path) -> ScenarioFile:
    """A scenario file, parsed."""
    return ScenarioFile(path, KEY, shown(path))


def files_by_id(folders: Iterable[Path]) -> dict[str, ScenarioFile]:
    """All scenarios by id: ours, then those in the users' folders that are not for another system."""
    known = systems()
    own = [opened(path) for path in toml_files(folders)]
    ours = [opened(path) for path in toml_files([DATA / "scenarios"])]
    return shelf(ours, [file for file in own if file.is_for(KEY, known, KEY)])


def scenario_files(folders: Iterable[Path] = ()) -> dict[str, Path]:
    """The path of every scenario by id."""
    return {id: file.path for id, file in files_by_id(folders).items()}


def hidden_by(path: Path, folders: Iterable[Path]) -> Path | None:
    """The file in these folders that counts instead of this one, because both have the same id."""
    there = scenario_files(folders).get(opened(path).id)
    return None if there is None or there.resolve() == path.resolve() else there


def load_scenario(path: str | Path) -> Scenario:
    """A scenario from its file. Raises ContentError with everything that is wrong with it."""
    return scenario_in(opened(Path(path)))


def scenario_in(file: ScenarioFile) -> Scenario:
    """The scenario in an opened file."""
    scenario = None
    if file.table is not None:
        scenario = scenario_from(file.table, file.content, file.id, file.path.parent, file.problems)
    if scenario is None or file.problems:
        raise ContentError(file.problems.found)
    return scenario


def load_map(key: str, folder: Path | None = None) -> Map:
    """A map by its key: ours (map7), or valley.map.toml in a folder as "valley"."""
    known = own_maps() | maps_beside(folder)
    problems = Problems("maps")
    found = None
    if key in known:
        found = read_map(known[key], key, problems)
    else:
        problems.unknown("", "map", key, known)
    if found is None or problems:
        raise ContentError(problems.found)
    return found[0]


def info(scenario: Scenario, path: Path) -> ScenarioInfo:
    """A scenario for the list of games."""
    return ScenarioInfo(
        scenario.id,
        KEY,
        scenario.name,
        tuple([side.key for side in scenario.sides]),
        scenario.turns,
        scenario.date,
        scenario.background.strip(),
        str(path),
    )


def scenario_list() -> list[ScenarioInfo]:
    """Ours, then the users' own; a file of theirs with mistakes is left out here and told by `sandtable check`."""
    found: list[ScenarioInfo] = []
    for file in files_by_id(own_folders()).values():
        try:
            found.append(info(scenario_in(file), file.path))
        except ContentError:
            if file.path.is_relative_to(DATA):
                raise
    return found


def find_scenario(id: str) -> Scenario:
    """A scenario by its id. Who gives the name of a file instead is told its mistakes, or the id."""
    files = files_by_id(own_folders())
    if id in files:
        return scenario_in(files[id])
    problems = Problems("scenarios")
    for path in toml_files(own_folders()):
        if id == f"{KEY}/{slug(path.stem)}":
            problems.add("", f"no scenario is called {quoted(id)}; {path} holds {quoted(load_scenario(path).id)}")
            raise ContentError(problems.found)
    problems.unknown("", "scenario", id, files)
    raise ContentError(problems.found)
