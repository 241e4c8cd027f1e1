"""Scenarios of one's own: what is accepted, and how mistakes are told."""

import copy
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.content import balance, header, shelf
from sandtable.content.folders import VARIABLE
from sandtable.content.header import Source
from sandtable.content.problems import ContentError, Problems
from sandtable.content.shelf import hidden_by
from sandtable.systems.nations_at_war.reading.book import rulebook
from sandtable.systems.nations_at_war.reading.scenario_files import scenario_from
from sandtable.systems.nations_at_war.reading.shelf import SHELF, find_scenario, load_map, load_scenario
from sandtable.systems.nations_at_war.state.counters import AircraftType
from sandtable.systems.nations_at_war.state.scenario import Scenario
from sandtable.table.system import systems
from sandtable.testing import rule
from soak import sample

OURS = [tomllib.loads(path.read_text(encoding="utf-8")) for path in SHELF.paths().values()]

SMALL = """
name = "Skirmish"
turns = 4

[map]
grid = '''
   A  B  C  D
1  .. W. L. ..
2  .r .r Lb .r
3  .. H. L. K.
'''

[victory]
kind = "control"
side = "german"
bridge = "C2"

[[sides]]
key = "german"
name = "German"

[[sides]]
key = "soviet"
name = "Soviet"
defences = { wire = 1 }

[[formations]]
name = "11th Panzer"
side = "german"
hq = "11th-panzer-hq"
entry_turn = 1
edges = ["A"]
units = [{ type = "pzivg", count = 2 }, { type = "panzergrenadier", mounted = true, weapon = "hmg" }]

[[formations]]
name = "31st Tank"
side = "soviet"
hq = "31st-tank-hq"
zone = ["C-D"]
commissar = true
weapons = ["atr"]
units = [{ type = "t-70a", id = "fox", name = "Fox" }, { type = "guards-infantry" }]

[setup]
fox = "D2"
31st-tank-hq = "D2"
guards-infantry-1 = "C2"
atr = "guards-infantry-1"
commissar = "guards-infantry-1"
wire = "D1"
"""


def small() -> dict[str, Any]:
    return tomllib.loads(SMALL)


def read(table: dict[str, Any]) -> tuple[Scenario | None, list[str]]:
    problems = Problems("x.toml")
    scenario = scenario_from(Source(table, b"", "nations_at_war/x", None, problems))
    return scenario, [f"{each.place}: {each.message}" for each in problems.found]


def problems_of(table: dict[str, Any]) -> list[str]:
    scenario, problems = read(table)
    assert (scenario is None) == bool(problems)
    return problems


def test_a_broken_map_hides_no_other_mistake() -> None:
    """Its size is known, so what is off the map is told too."""
    table = small()
    table["map"]["grid"] = table["map"]["grid"].replace("W.", "Qb").replace("K.", "")
    table["victory"]["bridge"] = "Z9"
    table["formations"][0]["units"][0]["type"] = "tigre"
    assert [each.partition(":")[0] for each in problems_of(table)] == [
        "map.grid, row 1, column B",
        "map.grid, row 3",
        "formations[1].units[1].type",
        "victory.bridge",
    ]


def test_a_key_in_capitals_is_one_mistake() -> None:
    table = small()
    table["sides"][0]["key"] = "German"
    assert problems_of(table) == ["sides[1].key: must be lower-case letters, digits and dashes: 'german'"]


def test_a_small_scenario_with_its_own_map() -> None:
    scenario, problems = read(small())
    assert problems == []
    assert scenario is not None
    assert (scenario.map.columns, scenario.map.rows) == (4, 3)
    assert [kind.key for kind in scenario.map.terrain[6:9]] == ["river", "bridge", "river"]
    panzer, tanks = scenario.formations
    assert (panzer.key, tanks.key) == ("11th-panzer", "31st-tank")
    assert tanks.zone == [7, 9, 10, 11]
    rider = panzer.units[2]
    assert (rider.id, rider.mounted, rider.weapon and rider.weapon.key) == ("panzergrenadier-1", True, "hmg")
    assert (tanks.units[0].id, tanks.units[0].name) == ("fox", "Fox")
    assert (scenario.victory.bridge, scenario.victory.count) == ([7], 0)
    assert scenario.end_turn_markers == 2
    assert scenario.setup_order == [0, 1]
    assert ("wire", "D1") in scenario.default_setup


def test_types_are_numbered_on_through_the_scenario() -> None:
    table = small()
    table["formations"][1]["units"] = [{"type": "pzivg", "count": 2}]
    del table["setup"], table["formations"][1]["commissar"], table["formations"][1]["weapons"]
    scenario, _ = read(table)
    assert scenario is not None
    assert [unit.id for each in scenario.formations for unit in each.units] == [
        "pzivg-1",
        "pzivg-2",
        "panzergrenadier-1",
        "pzivg-3",
        "pzivg-4",
    ]


def test_ten_mistakes_are_ten_problems(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    text = (
        SMALL.replace("turns = 4", "trns = 4\nturns = -4\nsmoke = true")
        .replace('side = "german"\nbridge = "C2"', 'side = "germn"\nbridge = "E2"')
        .replace('hq = "11th-panzer-hq"', 'hq = "11th-panzr-hq"')
        .replace('edges = ["A"]', 'edges = ["B2"]')
        .replace('type = "pzivg"', 'type = "pzvig"')
        .replace("commissar = true", 'commissar = "yes"')
        .replace('id = "fox"', 'id = "guards-infantry-1"')
    )
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_scenario(file)
    assert str(caught.value).splitlines() == [
        f"{file}, turns: must be from 1 to 16, but is -4",
        f"{file}, formations[1].hq: no HQ is called '11th-panzr-hq'; did you mean '11th-panzer-hq'?",
        f"{file}, formations[1].units[1].type: no unit is called 'pzvig'; did you mean 'pzivg'?",
        f"{file}, formations[1].edges[1]: B2 is not at the edge of the map",
        f"{file}, formations[2].units[2].type: two pieces are called 'guards-infantry-1'",
        f"{file}, formations[2].commissar: must be true or false, but is the text 'yes'",
        f"{file}, victory.side: no side is called 'germn'; did you mean 'german'?",
        f"{file}, victory.bridge: the hex 'E2' is off the map; the map goes from A1 to D3",
        f"{file}, trns: there is no such key here; did you mean 'turns'?",
        f"{file}, smoke: there is no such key here",
    ]


def changed(path: str, value: Any) -> dict[str, Any]:
    """The small scenario with one thing in it changed, or taken out (None)."""
    table = small()
    at: Any = table
    *way, last = [int(each) if each.isdigit() else each for each in path.split("/")]
    for each in way:
        at = at[each]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return table


EXIT: dict[str, Any] = {"kind": "exit", "side": "german", "count": 2, "edge": "D1-D3"}
POINTS: dict[str, Any] = {
    "kind": "points",
    "side": "german",
    "count": 8,
    "hexes": {"D2": 3, "C1-C2": 1},
    "step": 1,
    "hq": 2,
    "exit": 3,
    "edge": ["D1", "D3"],
}

ONE_MISTAKE: list[tuple[str, Any, str]] = [
    ("name", "", "name: is empty"),
    ("name", 3, "name: must be text, but is the number 3"),
    ("turns", 17, "turns: must be from 1 to 16, but is 17"),
    ("turns", True, "turns: must be a whole number from 1 to 16, but is true"),
    ("turns", None, "turns: is missing"),
    ("end_turn_markers", 4, "end_turn_markers: must be from 2 to 3, but is 4"),
    ("chaos", -1, "chaos: must be from 0 to 10, but is -1"),
    ("map", "map9", "map: no map is called 'map9'; did you mean 'map8'?"),
    ("map", "../../secret", "map: no map is called '../../secret'; choose from 'map7', 'map8'"),
    ("map", None, "map: is missing"),
    ("map/grid", None, "map.grid: is missing"),
    (
        "map/grid",
        "A B\n1 .. ..\n2 .. w.",
        "map.grid, row 2, column B: 'w' in 'w.' means nothing; did you mean 'W' (Woods)?",
    ),
    ("map/grid", "A C\n1 .. ..", "map.grid: column 2 is called 'C' but must be 'B'"),
    ("map/grid", "A B\n0 .. ..", "map.grid: row 1 is called '0' but must be '1'"),
    ("map/grid", "A B\n1 .. .b", "map.grid, row 1, column B: a bridge needs water: 'Lb'"),
    ("sides", None, "sides: is missing"),
    ("sides", [], "sides: is empty"),
    ("sides/1", {"key": "german", "name": "G"}, "sides[2].key: two sides are called 'german'"),
    (
        "sides/0/key",
        "The Germans",
        "sides[1].key: must be lower-case letters, digits and dashes: 'the-germans'",
    ),
    ("sides/0/fate", -1, "sides[1].fate: must be from 0 to 20, but is -1"),
    (
        "sides/0/aircraft",
        ["fw189"],
        "sides[1].aircraft[1]: no aircraft is called 'fw189'; did you mean 'fw-189'?",
    ),
    (
        "sides/0/aircraft",
        ["ju-87", "ju-87"],
        "sides[1].aircraft: two aircraft are called 'ju-87', but each marker is for one",
    ),
    ("sides/0/missions", [{"firepower": 3}], "sides[1].missions[1].to_hit: is missing"),
    (
        "sides/0/missions",
        [{"firepower": 3, "to_hit": 4}, {"firepower": 3, "to_hit": 4, "he_only": True, "name": "34"}],
        "sides[1].missions[2].name: fire missions that differ need different names; two are called '34'",
    ),
    ("sides/0/defences", {"mines": 1}, "sides[1].defences.mines: is 1, but the side sets up in 0 hexes"),
    ("sides/1/defences/wire", 5, "sides[2].defences.wire: is 5, but the side sets up in 4 hexes"),
    (
        "sides/1/defences/wires",
        1,
        "sides[2].defences.wires: there is no such key here; did you mean 'wire'?",
    ),
    ("formations", None, "formations: is missing"),
    (
        "formations/0/side",
        "allied",
        "formations[1].side: no side is called 'allied'; choose from 'german', 'soviet'",
    ),
    ("formations/0/hq", None, "formations[1].hq: is missing"),
    (
        "formations/0/hq",
        ["11th-panzer-hq", "18th-panzer-hq"],
        "formations[1].hq: a Formation has one HQ, but this is a list of 2; others are sub_hqs",
    ),
    ("formations/0/hq", "ccb-sub-hq", "formations[1].hq: 'ccb-sub-hq' is a sub-HQ; write it under sub_hqs"),
    ("formations/0/hq", "31st-tank-hq", "formations[2].hq: two pieces are called '31st-tank-hq'"),
    ("formations/0/sub_hqs", ["ccb-hq"], "formations[1].sub_hqs[1]: 'ccb-hq' is not a sub-HQ"),
    ("formations/0/units", [], "formations[1].units: is empty"),
    ("formations/0/units/0/count", 0, "formations[1].units[1].count: must be from 1 to 40, but is 0"),
    (
        "formations/1/units/0/count",
        2,
        "formations[2].units[1].count: must be 1 for a unit with an id or name of its own",
    ),
    ("formations/0/units/0/mounted", True, "formations[1].units[1].mounted: Pz IV (G) has no transport side"),
    (
        "formations/0/units/0",
        {"type": "opel-blitz", "reduced": True},
        "formations[1].units[1].reduced: Opel Blitz has only one step",
    ),
    (
        "formations/0/units/0/weapon",
        "hmg",
        "formations[1].units[1].weapon: Pz IV (G) cannot have a Support Weapon; only infantry can (2.5.2.b)",
    ),
    ("formations/1/units/0/id", "pzivg-1", "formations[2].units[1].id: two pieces are called 'pzivg-1'"),
    ("formations/1/key", "11th-panzer", "formations[2].key: two Formations are called '11th-panzer'"),
    ("formations/0/units/1/leader", {"leadership": 1}, "formations[1].units[2].leader.morale: is missing"),
    (
        "formations/0/weapons",
        ["hmg"],
        "formations[1].weapons: 1 Support Weapons for 0 infantry platoons without one; at most one each",
    ),
    (
        "formations/0/zone",
        "A",
        "formations[1].zone: a Formation either sets up in a zone or enters (entry_turn, edges), not both",
    ),
    ("formations/0/entry_turn", 5, "formations[1].entry_turn: is 5, but the last turn is 4"),
    ("formations/0/edges", [], "formations[1].edges: is empty"),
    (
        "formations/0/edges",
        ["C1", "A4"],
        "formations[1].edges[2]: the hex 'A4' is off the map; the map goes from A1 to D3",
    ),
    ("formations/1/zone", "C1, C3", "formations[2].zone: no unit can stand in any of these hexes"),
    ("formations/1/zone", "D-C", "formations[2].zone: 'D-C' runs backwards"),
    ("formations/1/zone", ["D", "C2-D"], "formations[2].zone[2]: 'C2-D' mixes a column and a hex"),
    ("formations/1/zone", [], "formations[2].zone: names no hex"),
    ("formations/1/units/1/count", 20, "formations[2].zone: 4 hexes hold 8 units, but 31st Tank has 21"),
    ("axis", "italian", "axis: no side is called 'italian'; choose from 'german', 'soviet'"),
    ("setup_order", ["german"], "setup_order: must name each side once"),
    (
        "rules",
        {"may_go_first": ["11th-panzers"]},
        "rules.may_go_first[1]: no Formation is called '11th-panzers'; did you mean '11th-panzer'?",
    ),
    (
        "rules",
        {"smoke_alowed": False},
        "rules.smoke_alowed: there is no such key here; did you mean 'smoke_allowed'?",
    ),
    ("victory", None, "victory: is missing"),
    (
        "victory/kind",
        "controll",
        "victory.kind: no kind of victory is called 'controll'; did you mean 'control'?",
    ),
    ("victory/bridge", None, "victory.hexes: is missing: a victory by control needs hexes"),
    ("victory/count", 1, "victory.count: is 1, but hexes names 0"),
    (
        "victory",
        {"kind": "railroad_chain", "side": "german", "count": 4},
        "victory.count: is 4, but the map has 0 railroad hexes",
    ),
    ("victory", EXIT | {"count": 0}, "victory.count: must be from 1 to 999, but is 0"),
    ("victory", EXIT | {"count": 4}, "victory.count: is 4, but the side has 3 units"),
    ("victory", EXIT | {"edge": "D"} | {"count": "two"}, "victory.count: must be a whole number from 1 to 999"),
    ("victory", {"kind": "exit", "side": "german", "count": 1}, "victory.edge: is missing"),
    ("victory", EXIT | {"edge": "B2"}, "victory.edge: B2 is not at the edge of the map"),
    ("victory", EXIT | {"edge": ["D1", "E1"]}, "victory.edge[2]: the hex 'E1' is off the map"),
    ("victory", EXIT | {"edge": "C1, C3"}, "victory.edge: no unit can stand in any of these hexes"),
    ("victory", EXIT | {"hexes": "D1"}, "victory.hexes: there is no such key here"),
    ("victory", EXIT | {"kind": "exits"}, "victory.kind: no kind of victory is called 'exits'; did you mean 'exit'?"),
    ("victory", POINTS | {"count": 20}, "victory.count: is 20, but at most 19 are possible"),
    ("victory", POINTS | {"hexes": "D1"}, "victory.hexes: must be a table, but is the text 'D1'"),
    ("victory", POINTS | {"hexes": {"D1": 0}}, "victory.hexes.D1: must be from 1 to 99, but is 0"),
    (
        "victory",
        POINTS | {"hexes": {"D7": 1}},
        "victory.hexes.D7: the hex 'D7' is off the map; the map goes from A1 to D3",
    ),
    ("victory", POINTS | {"hexes": {"A1": 1, "A": 2}}, "victory.hexes.A: A1 already has points"),
    ("victory", POINTS | {"steps": 2}, "victory.steps: there is no such key here; did you mean 'step'?"),
    ("victory", POINTS | {"hq": -1}, "victory.hq: must be from 0 to 99, but is -1"),
    ("victory", {"kind": "points", "side": "german", "count": 1, "exit": 1}, "victory.edge: is missing"),
    (
        "victory",
        {"kind": "points", "side": "german", "count": 1, "step": 1, "edge": "D"},
        "victory.edge: is for units that exit, but there are no points for that: write exit = 2",
    ),
    (
        "victory",
        {"kind": "points", "side": "german", "count": 1},
        "victory.kind: is by points, but none are given: write hexes, step, hq or exit",
    ),
    ("system", "nations-at-war", "system: no game system is called 'nations-at-war'; did you mean 'nations_at_war'?"),
    ("system", 7, "system: must be text, but is the number 7"),
    (
        "victory/rule",
        "S9.victory",
        "victory.rule: no rule is called 'S9.victory'; did you mean 'S2.victory'?",
    ),
    ("setup/fox", "D9", "setup.fox: the hex 'D9' is off the map; the map goes from A1 to D3"),
    ("setup/fox", "d2", "setup.fox: no hex is called 'd2'; did you mean 'D2'?"),
    ("setup/fox", "A1", "setup.fox: 'A1' is not in the zone of 31st Tank"),
    ("setup/fox", None, "setup: leaves out fox"),
    ("setup/fox", "D1", "setup: 31st-tank-hq is in D2 without a unit of its Formation"),
    ("setup/foxx", "D1", "setup.foxx: no piece of this scenario is called 'foxx'; did you mean 'fox'?"),
    ("setup/pzivg-1", "A1", "setup.pzivg-1: 11th Panzer enters on turn 1 and does not set up"),
    ("setup/atr", None, "setup: leaves out atr of 31st Tank"),
    ("setup/atr", "fox", "setup.atr: Fox is not an infantry platoon"),
    (
        "setup/atr",
        "bear",
        "setup.atr: no unit of this scenario is called 'bear'; choose from 'pzivg-1', 'pzivg-2', ",
    ),
    ("setup/commissar", ["guards-infantry-1"] * 2, "setup.commissar: 31st Tank has 1 to give"),
    ("setup/wire", "C2", "setup.wire: 'C2' is Bridge, where no wire may be"),
    ("setup/wire", ["D1", "D2"], "setup.wire: the side has only 1"),
    ("setup/wire", "A1", "setup.wire: 'A1' is not in a zone of a side that has wire"),
]


@pytest.mark.parametrize(("path", "value", "expected"), ONE_MISTAKE)
def test_a_mistake_is_told_at_its_place(path: str, value: Any, expected: str) -> None:
    problems = problems_of(changed(path, value))
    assert any(each.startswith(expected) for each in problems), problems


@rule("RP.a")
@pytest.mark.parametrize(
    ("german", "soviet", "problems"),
    [
        (["fw-189"], ["po-2"], ["sides[2].aircraft: a battle has one recon plane"]),
        (["po-2", "fw-189"], [], ["sides[1].aircraft: a battle has one recon plane"]),
        (["fw-189"], ["ju-87"], []),
    ],
)
def test_a_battle_has_one_recon_plane(
    german: list[str], soviet: list[str], problems: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rulebook().aircraft, "po-2", AircraftType("po-2", "Po-2", True, 0, 0))
    table = small()
    table["sides"][0]["aircraft"], table["sides"][1]["aircraft"] = german, soviet
    assert problems_of(table) == problems


@pytest.mark.parametrize(
    ("path", "value"),
    [(path, value) for path, value, _ in ONE_MISTAKE if path.split("/")[0] not in ("sides", "formations", "map")],
)
def test_one_mistake_is_one_problem(path: str, value: Any) -> None:
    assert len(problems_of(changed(path, value))) == 1


def test_victory_by_exits() -> None:
    scenario, problems = read(changed("victory", EXIT))
    assert problems == []
    assert scenario is not None
    victory = scenario.victory
    assert (victory.kind, victory.side, victory.rule, victory.count, victory.edge) == (
        "exit",
        0,
        "13.1.e",
        2,
        [9, 10, 11],
    )
    assert victory.reason_won == "at least 2 German units have left the map"
    assert victory.reason_lost == "fewer than 2 German units have left the map"


def test_victory_by_points() -> None:
    """19 can be had: 3 for D2, 1 for C2, nothing for C1 in the river, 4 for steps, 2 for an HQ, 9 for three units."""
    scenario, problems = read(changed("victory", POINTS | {"count": 19}))
    assert problems == []
    assert scenario is not None
    victory = scenario.victory
    assert victory.points == {6: 1, 7: 1, 10: 3}
    assert victory.hexes == [6, 7, 10]
    assert (victory.step_points, victory.hq_points, victory.exit_points, victory.edge) == (1, 2, 3, [9, 11])
    assert (victory.reason_won, victory.reason_lost) == (
        "the German side has 19 Victory Points or more",
        "the German side does not have 19 Victory Points",
    )


def test_the_points_of_the_docs() -> None:
    """The [victory] of docs/scenarios.md fits its example."""
    text = (Path(__file__).parents[4] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    example, points = [tomllib.loads(each) for each in re.findall(r"```toml\n(.*?)```", text, re.S)[:2]]
    assert problems_of(example) == []
    assert problems_of(example | points) == []


def test_victory_in_the_writers_own_words() -> None:
    scenario, _ = read(changed("victory", EXIT | {"won": "they are through", "lost": "the ring holds"}))
    assert scenario is not None
    assert (scenario.victory.reason_won, scenario.victory.reason_lost) == ("they are through", "the ring holds")


def test_three_sides_are_too_many() -> None:
    table = small()
    table["sides"].append({"key": "italian", "name": "Italian"})
    assert problems_of(table) == [
        "sides: a battle has two sides, but there are 3 here",
        "sides[3]: the side 'italian' has no Formation",
    ]


def test_zones_of_enemies_do_not_overlap() -> None:
    table = small()
    del table["formations"][0]["entry_turn"], table["formations"][0]["edges"], table["setup"]
    table["formations"][0]["zone"] = "A-D"
    assert problems_of(table) == ["formations: the zones of the two sides share hexes, for example C2"]


def test_three_units_in_a_hex() -> None:
    table = small()
    table["formations"][1]["units"].append({"type": "t-70a", "count": 2})
    table["setup"] |= {"t-70a-2": "D2", "t-70a-3": "D2"}
    assert problems_of(table) == ["setup: D2 holds 3 units, over 2"]


def test_a_map_beside_the_scenario(tmp_path: Path) -> None:
    start, end = SMALL.index("[map]"), SMALL.index("[victory]")
    (tmp_path / "skirmish.toml").write_text(
        SMALL[:start].replace("turns", 'map = "ford"\nturns') + SMALL[end:], encoding="utf-8"
    )
    grid = SMALL[start:end].removeprefix("[map]\n")
    (tmp_path / "ford.map.toml").write_text('name = "The Ford"\n' + grid, encoding="utf-8")
    scenario = load_scenario(tmp_path / "skirmish.toml")
    assert (scenario.id, scenario.map.name) == ("nations_at_war/skirmish", "The Ford")
    assert load_map("ford", tmp_path).digest == scenario.map.digest
    (tmp_path / "ford.map.toml").write_text('name = "The Ford"\n' + grid.replace("W.", "w."), encoding="utf-8")
    with pytest.raises(ContentError, match=r"ford\.map\.toml, grid, row 1, column B: "):
        load_scenario(tmp_path / "skirmish.toml")


def test_digest_follows_scenario_and_map(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    digests = []
    for text in (SMALL, SMALL.replace("turns = 4", "turns = 5"), SMALL.replace("W.", ".."), SMALL):
        file.write_text(text, encoding="utf-8")
        digests.append(load_scenario(file).digest)
    assert len(set(digests)) == 3
    assert digests[0] == digests[3]
    file.write_bytes(SMALL.replace("\n", "\r\n").encode())
    assert load_scenario(file).digest == digests[0]


def test_own_scenarios_come_after_ours_or_in_their_place(tmp_path: Path) -> None:
    (tmp_path / "anything.toml").write_text(SMALL, encoding="utf-8")
    (tmp_path / "dogs.toml").write_text(SMALL.replace("Skirmish", "Cats in the Mist"), encoding="utf-8")
    files = SHELF.paths([tmp_path])
    assert list(files) == [*SHELF.paths(), "nations_at_war/skirmish"]
    assert files["nations_at_war/cats-in-the-mist"].parent == tmp_path


def put(folder: Path, **names: str) -> Path:
    """A folder with small scenarios: file="Name"."""
    folder.mkdir(exist_ok=True)
    for file, name in names.items():
        (folder / f"{file}.toml").write_text(SMALL.replace("Skirmish", name), encoding="utf-8")
    return folder


def test_the_id_comes_from_the_name_and_of_two_the_first_counts(tmp_path: Path) -> None:
    one, two = put(tmp_path / "one", b="Patrol", c="patrol!"), put(tmp_path / "two", a="Patrol", d="Raid")
    files = SHELF.paths([one, two])
    assert list(files)[len(OURS) :] == ["nations_at_war/patrol", "nations_at_war/raid"]
    assert files["nations_at_war/patrol"] == one / "b.toml"
    assert hidden_by(one / "b.toml", [one, two]) is None
    assert hidden_by(one / "c.toml", [one, two]) == hidden_by(two / "a.toml", [one, two]) == one / "b.toml"
    assert hidden_by(two / "a.toml", [two, one]) is None


def test_a_file_that_cannot_be_read_is_called_as_its_file(tmp_path: Path) -> None:
    put(tmp_path, good="Patrol")
    (tmp_path / "Bad One.toml").write_text("name = ", encoding="utf-8")
    (tmp_path / "nameless.toml").write_text(SMALL.replace("Skirmish", "…"), encoding="utf-8")
    (tmp_path / "number.toml").write_text(SMALL.replace('"Skirmish"', "3"), encoding="utf-8")
    assert list(SHELF.paths([tmp_path]))[len(OURS) :] == [
        f"nations_at_war/{slug}" for slug in ("bad-one", "patrol", "nameless", "number")
    ]


def test_a_broken_file_does_not_break_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, good="Patrol", old="Raid")
    (tmp_path / "bad.toml").write_text("name = ", encoding="utf-8")
    (tmp_path / "wrong.toml").write_text(
        SMALL.replace("turns", "trns").replace("Skirmish", "Wrong"), encoding="utf-8"
    )
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert [info.id.partition("/")[2] for info in SHELF.infos()][len(OURS) :] == ["patrol", "raid"]
    assert [info.file for info in SHELF.infos()][len(OURS) :] == [
        str(tmp_path / "good.toml"),
        str(tmp_path / "old.toml"),
    ]
    assert find_scenario("nations_at_war/raid").name == "Raid"
    for id, told in (
        ("wrong", "trns: there is no such key here"),
        ("bad", "bad.toml, last line: not TOML"),
        ("old", "no scenario is called 'nations_at_war/old'; .*old.toml holds 'nations_at_war/raid'"),
        ("rade", "no scenario is called 'nations_at_war/rade'; did you mean 'nations_at_war/raid'"),
    ):
        with pytest.raises(ContentError, match=told):
            find_scenario(f"nations_at_war/{id}")


def test_files_are_parsed_anew_for_the_list_when_one_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(put(tmp_path, a="Patrol", b="Raid")))
    read: list[bytes] = []
    real = balance.parse
    monkeypatch.setattr(
        balance, "parse", lambda content, problems: (read.append(content), real(content, problems))[1]
    )
    first = SHELF.infos()
    once = len(read)
    assert len(first) == len(OURS) + 2 and once >= len(first)
    assert SHELF.infos() == first and len(read) == once
    put(tmp_path, c="Ambush")
    assert len(SHELF.infos()) == len(first) + 1 and len(read) == 2 * once + 1


def test_a_file_may_name_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours, said; another known one, which reads it itself; an unknown one, which is a mistake told by check."""
    for name in ("nations_at_war", "toy", "chess"):
        text = f'system = "{name}"\n' + SMALL.replace("Skirmish", f"The {name} One")
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    known = {"nations_at_war": systems()["nations_at_war"], "toy": None}
    monkeypatch.setattr(shelf, "systems", lambda: known)
    monkeypatch.setattr(header, "systems", lambda: known)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert list(SHELF.paths([tmp_path]))[len(OURS) :] == [
        "nations_at_war/the-chess-one",
        "nations_at_war/the-nations-at-war-one",
    ]
    assert [info.id.partition("/")[2] for info in SHELF.infos()][len(OURS) :] == ["the-nations-at-war-one"]
    with pytest.raises(
        ContentError, match="system: is 'toy', but this file is read as a scenario of 'nations_at_war'"
    ):
        load_scenario(tmp_path / "toy.toml")
    with pytest.raises(
        ContentError, match="system: no game system is called 'chess'; choose from 'nations_at_war', 'toy'"
    ):
        load_scenario(tmp_path / "chess.toml")


def test_unknown_map_and_file() -> None:
    with pytest.raises(ContentError, match="no map is called 'map77'; did you mean 'map7'"):
        load_map("map77")
    with pytest.raises(ContentError, match="there is no such file"):
        load_scenario("nowhere.toml")


# ---- nothing but ContentError ---------------------------------------------------------------------------

WORDS = [
    "german",
    "soviet",
    "tiger",
    "hmg",
    "map7",
    "map8",
    "A1",
    "B-H",
    "U",
    "control",
    "mines",
    "",
    "\n",
    "505",
]
SIMPLE = st.booleans() | st.integers(-3, 20) | st.integers() | st.floats() | st.text(max_size=8) | st.dates()
VALUES = st.recursive(
    SIMPLE | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*WORDS, "type"]), inner, max_size=3),
    max_leaves=6,
)
KEYS = sorted({key for table in [*OURS, small()] for key in table})


@pytest.mark.soak
@settings(deadline=None, max_examples=sample(50, 150))
@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), VALUES, max_size=12))
def test_any_table(table: dict[str, Any]) -> None:
    problems_of(table)


def damage(node: Any, chance: random.Random, value: Any) -> None:
    """Somewhere in a table: replace, take out, double or add."""
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(node[key], dict | list) and chance.random() < 0.7:
            node = node[key]
            continue
        what = chance.randrange(4)
        if what == 0:
            del node[key]
        elif what == 1 and isinstance(node, list):
            node.append(copy.deepcopy(node[key]))
        elif what == 2 and isinstance(node, dict):
            node[chance.choice(KEYS)] = node[key]
        else:
            node[key] = value
        return


@pytest.mark.soak
@settings(deadline=None, max_examples=sample(120, 400), suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([*OURS, small()]), st.lists(VALUES, min_size=1, max_size=5), st.randoms())
def test_any_damage(table: dict[str, Any], values: list[Any], chance: random.Random) -> None:
    table = copy.deepcopy(table)
    for value in values:
        damage(table, chance, value)
    problems_of(table)


@pytest.mark.soak
@settings(deadline=None, max_examples=sample(50, 150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200), st.integers(0, len(SMALL)))
def test_any_bytes(tmp_path: Path, noise: bytes, at: int) -> None:
    file = tmp_path / "x.toml"
    for content in (noise, SMALL.encode()[:at] + noise + SMALL.encode()[at:]):
        file.write_bytes(content)
        try:
            load_scenario(file)
        except ContentError as error:
            assert error.problems
            assert len(str(error).splitlines()) == len(error.problems)
