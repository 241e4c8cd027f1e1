"""8, 11 Own Missions: every switch says what it needs, and nothing is left to break when it is played."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.bots.player import Seat
from sandtable.bots.random_bot import RandomBot
from sandtable.content.header import Source
from sandtable.content.problems import Problems
from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.reading.scenario_files import scenario_from
from sandtable.systems.of_war_and_men.reading.switches import NEEDS
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play

DOCS = (Path(__file__).parents[4] / "docs/scenarios.md").read_text(encoding="utf-8").partition("## Of War and Men")[2]
EXAMPLE = DOCS.partition("```toml\n")[2].partition("```")[0]
MAP = """
.   F   .   .
.   .   73A .
89A 86A .   74A
.   13A .   .
.   .   F   ."""
PLACES = {
    "objective": ["C2"],
    "bridges": ["B3"],
    "axis_flag": ["B1"],
    "allied_flag": ["C5"],
    "chateau": ["D3"],
    "path": ["A2", "B2", "C3", "D3"],
    "drop_zones": ["A4", "B4", "C4"],
}


def example(*switches: str) -> dict[str, Any]:
    """The scenario of the docs with these switches and all that they need."""
    table = tomllib.loads(EXAMPLE)
    needs = [NEEDS[switch] for switch in switches]
    table["mission"] |= {
        "map": MAP,
        "starts": {"axis": ["B1"], "allies": ["C5"]},
        "switches": list(switches),
        "places": {name: PLACES[name] for each in needs for name in each.places},
        "values": {name: 3 for each in needs for name in each.values},
    }
    return table


def told(table: dict[str, Any]) -> list[str]:
    """What is wrong with it."""
    problems = Problems("x")
    scenario = scenario_from(Source(table, b"", "of_war_and_men/x", None, problems))
    assert (scenario is None) == bool(problems)
    return [str(problem).removeprefix("x, ") for problem in problems.found]


def with_switch(switch: str) -> dict[str, Any]:
    table = example(*NEEDS[switch].one_of[:1], switch)
    if switch == "practice":
        table["mission"]["fireteams"] = 1
    return table


@pytest.mark.parametrize("switch", NEEDS)
def test_what_the_table_asks_for_is_enough_to_play(switch: str) -> None:
    table = with_switch(switch)
    assert told(table) == []
    scenario = scenario_from(Source(table, b"", "of_war_and_men/x", None, Problems("x")))
    system = OF_WAR_AND_MEN
    play = Play(system, system.rules.new(scenario), SampledChance(4))
    bot = RandomBot(4)
    while play.result is None:
        seat = play.asked()[0]
        play.choose(bot.choose(Seat(play, seat)), seat)


@pytest.mark.parametrize(
    ("switch", "kind", "name"),
    [
        (switch, kind, name)
        for switch, needs in NEEDS.items()
        for kind, names in (("places", needs.places), ("values", needs.values))
        for name in names
    ],
)
def test_each_place_and_value_is_missed(switch: str, kind: str, name: str) -> None:
    table = with_switch(switch)
    written = table["mission"][kind].pop(name)
    assert told(table) == [f"mission.{kind}.{name}: is missing; the switch {switch!r} needs it"]
    table["mission"][kind][name + "s"] = written
    assert told(table) == [
        f"mission.{kind}.{name}: is missing; the switch {switch!r} needs it",
        f"mission.{kind}.{name}s: no switch of this Mission needs it; did you mean {name!r}?",
    ]


def test_places_without_a_switch_are_refused() -> None:
    table = example()
    table["mission"]["places"] = {"objective": ["C2"]}
    assert told(table) == ["mission.places.objective: no switch of this Mission needs it"]


@pytest.mark.parametrize(
    ("switch", "change", "sentence"),
    [
        ("axis in driblets", {"values": {"axis_size": 0}}, "values.axis_size: must be from 1 to 8, but is 0"),
        ("axis in driblets", {"values": {"axis_size": 9}}, "values.axis_size: must be from 1 to 8, but is 9"),
        ("hold at the end", {"values": {"hold": -1}}, "values.hold: must be from 0 to 200, but is -1"),
        ("hold at the end", {"places": {"objective": []}}, "places.objective: must name 1 position, but names 0"),
        ("hold at the end", {"places": {"objective": ["A1", "A2"]}}, "objective: must name 1 position, but names 2"),
        ("hold at the end", {"places": {"objective": ["A3"]}}, "A3 is a Lake, which no Fireteam can enter"),
        ("flags", {"places": {"axis_flag": ["A3"], "allied_flag": ["C5"]}}, "axis_flag: A3 is a Lake"),
        ("bridges", {"places": {"bridges": ["B3", "C2"]}}, "places.bridges: C2 is not a Bridge"),
        ("truck", {"places": {"path": ["A2"]}}, "must name 2 positions or more, but names 1"),
        ("truck", {"places": {"path": ["A2", "C2"]}}, "places.path: C2 is not next to A2"),
        ("truck", {"places": {"path": ["A2", "B2", "A2"]}}, "places.path: names a position twice"),
        ("drop", {"places": {"objective": ["C2"], "drop_zones": ["A4"]}}, "must name 3 positions or more"),
    ],
)
def test_what_cannot_be_is_refused(switch: str, change: dict[str, Any], sentence: str) -> None:
    table = example(switch)
    table["mission"] |= change
    [found] = told(table)
    assert sentence in found


def test_switches_that_need_more() -> None:
    table = example("drop")
    table["mission"].pop("wind")
    assert told(table) == ["mission.wind: is missing; the switch 'drop' needs it"]
    assert told(example("roles")) == ["mission.switches: 'roles' needs 'truck' or 'drop' too"]
    clash = "mission.switches: 'axis in driblets' does not go with 'drop'"
    assert told(example("drop", "axis in driblets")) == [clash]
    table = example()
    table["mission"]["map"] = MAP.replace("13A", "T")
    assert told(table) == ["mission.map: 'T' needs the switch 'random mission'"]


def test_a_map_with_mistakes_hides_no_others() -> None:
    """And what is right is not called wrong."""
    table = example("hold at the end")
    table["mission"]["map"] = ". F . .\n. . 99Z .\n. .\n. . . .\n. . F ."
    table["mission"]["values"] = {"hld": 3}
    assert told(table) == [
        "mission.map, row 2, column C: '99Z' is not a card of the map; choose from ., F, T, X, 3A, 11A, 13A, 14A, "
        "15A, 73A, 74A, 86A, 87A, 89A, 90A, 91A",
        "mission.map, row 3: has 2 codes, but the longest row has 4",
        "mission.values.hold: is missing; the switch 'hold at the end' needs it",
        "mission.values.hld: no switch of this Mission needs it; did you mean 'hold'?",
    ]
    table["mission"]["map"] = ". " * 13
    assert told(table)[0] == "mission.map: has 13 columns and 1 rows, but the limit is 12 of each"
    assert len(told(table)) == 3


def test_one_mistake_is_told_once() -> None:
    table = example()
    table["misson"] = table.pop("mission")
    assert told(table) == [
        "mission: is missing",
        "misson: there is no such key here; did you mean 'mission'?",
    ]
    table = example()
    table["mission"]["squad_points"] = 4_000_000
    assert told(table) == ["mission.squad_points: must be from 1 to 200, but is 4000000"]


def test_squads_that_cannot_be() -> None:
    table = example()
    table["mission"]["squad_points"] = 1
    assert told(table) == ["mission.squad_points: 1 are too few: each squad needs a Leader"]
    table = example() | {"players": 3}
    table["mission"]["fireteams"] = 1
    assert "mission.fireteams: must be 2 at least: each squad of a side has one" in told(table)


def test_the_docs_have_the_same_table() -> None:
    rows = []
    for switch, needs in NEEDS.items():
        places = "; ".join(f"`{name}`: {place.text}" for name, place in needs.places.items())
        values = "; ".join(f"`{name}`: {value.text}" for name, value in needs.values.items())
        rows.append(f"| `{switch}` | {needs.text} | {places} | {values} |")
    shown = re.findall(r"^\| `.*$", DOCS.partition("### Every key")[0], re.M)
    assert shown == rows
