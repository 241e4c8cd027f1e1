"""The example of docs/scenarios.md is a scenario that can be played."""

import re
import tomllib
from pathlib import Path

from sandtable.content.header import Source
from sandtable.content.problems import Problems
from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.reading.scenario_files import scenario_from
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play

DOCS = Path(__file__).parents[4] / "docs"


def test_the_example_is_a_scenario() -> None:
    text = (DOCS / "scenarios.md").read_text(encoding="utf-8").partition("## Of War and Men")[2]
    found = re.search(r"```toml\n(.*?)```", text, re.S)
    assert found is not None
    problems = Problems("docs")
    scenario = scenario_from(Source(tomllib.loads(found[1]), b"", "of_war_and_men/the-orchard-wall", None, problems))
    problems.check()
    assert scenario is not None
    play = Play(OF_WAR_AND_MEN, OF_WAR_AND_MEN.rules.new(scenario), SampledChance(1))
    assert play.asked() == ["axis"]
    assert scenario.mission.fireteams == 3 and scenario.mission.sight == 2
