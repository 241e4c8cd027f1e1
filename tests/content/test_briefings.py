"""What is written for the briefing of each scenario: a line for each side, and nothing about what there is not."""

from pathlib import Path

import pytest

import sandtable.systems
from sandtable.content.briefings import read_plans
from sandtable.content.problems import ContentError
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.system import systems

OFFERED = [info for system in systems().values() for info in system.shelf.infos()]
HOME = Path(sandtable.__file__).parent / "systems"


@pytest.mark.parametrize("info", OFFERED, ids=lambda info: info.id)
def test_every_scenario_says_how_each_side_might_go_about_it(info: ScenarioInfo) -> None:
    plans = systems()[info.system].shelf.plans(info.id)
    assert set(plans) == {side.removesuffix("-2") for side in info.sides}
    assert all(20 < len(plan) < 260 for plan in plans.values())


@pytest.mark.parametrize("key", list(systems()))
def test_nothing_is_written_for_scenarios_that_are_not_there(key: str) -> None:
    slugs = [info.id.rpartition("/")[2] for info in systems()[key].shelf.infos()]
    for written in read_plans(HOME / key / "data" / "briefings.toml"):
        assert any(slug == written or slug.startswith(f"{written}-") for slug in slugs), written


def test_a_scenario_of_a_user_has_none() -> None:
    assert systems()["war_storm"].shelf.plans("war_storm/mine") == {}


def test_mistakes_are_told(tmp_path: Path) -> None:
    path = tmp_path / "briefings.toml"
    path.write_text('[one]\nred = 3\nblue = ""\n', encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        read_plans(path)
    assert "one.red: must be text" in str(caught.value) and "one.blue: is empty" in str(caught.value)
    assert read_plans(tmp_path / "none.toml") == {}
