"""The door to data/ and to users' files: rulebook, rules, maps, scenarios. All mistakes are told at once."""

from collections.abc import Iterable
from pathlib import Path

from sandtable.content.files import read_toml
from sandtable.content.folders import own_folders, slug, toml_files
from sandtable.content.problems import ContentError, Problems
from sandtable.systems.regimental.load_book import DATA, rulebook, rules, shown
from sandtable.systems.regimental.load_scenarios import scenario_from
from sandtable.systems.regimental.scenario import Scenario
from sandtable.table.system import ScenarioInfo

__all__ = ["find_scenario", "load_scenario", "rulebook", "rules", "scenario_files", "scenario_id", "scenario_list"]

KEY = "regimental"


def scenario_id(path: Path) -> str:
    """The id of the scenario in a file, from the file's name: regimental/the-graben-line."""
    return f"{KEY}/{slug(path.stem)}"


def scenario_files(folders: Iterable[Path] = ()) -> dict[str, Path]:
    """All scenarios by id: ours, then those in the users' folders; a user's file may stand in the place of ours.

    A folder may hold scenarios of several games: those of this one say `system = "regimental"`.
    """
    ours = {scenario_id(path): path for path in toml_files([DATA / "scenarios"])}
    own: dict[str, Path] = {}
    for path in filter(names_us, toml_files(folders)):
        own.setdefault(scenario_id(path), path)
    return ours | own


def names_us(path: Path) -> bool:
    """Whether a user's file is a scenario of this game."""
    opened = read_toml(path, Problems(str(path)))
    return opened is not None and opened[0].get("system") == KEY


def load_scenario(path: str | Path) -> Scenario:
    """A scenario from its file. Raises ContentError with everything that is wrong with it."""
    path = Path(path)
    problems = Problems(shown(path))
    opened = read_toml(path, problems)
    scenario = None
    if opened is not None:
        table, content = opened
        scenario = scenario_from(table, content, scenario_id(path), path.parent, problems)
    if scenario is None or problems:
        raise ContentError(problems.found)
    return scenario


def info(path: Path) -> ScenarioInfo:
    """A scenario for the list of games."""
    scenario = load_scenario(path)
    return ScenarioInfo(
        scenario.id,
        KEY,
        scenario.name,
        tuple([side.key for side in scenario.sides]),
        scenario.rounds,
        scenario.date,
        scenario.background.strip(),
        str(path),
    )


def scenario_list() -> list[ScenarioInfo]:
    """Ours, then the users' own; a file of theirs with mistakes is left out here."""
    found: list[ScenarioInfo] = []
    for path in scenario_files(own_folders()).values():
        try:
            found.append(info(path))
        except ContentError:
            if path.is_relative_to(DATA):
                raise
    return found


def find_scenario(id: str) -> Scenario:
    """A scenario by its id."""
    files = scenario_files(own_folders())
    if id not in files:
        problems = Problems("scenarios")
        problems.unknown("", "scenario", id, files)
        raise ContentError(problems.found)
    return load_scenario(files[id])
