"""Scenarios as they are written, and what is said about mistakes."""

from pathlib import Path

import pytest
from ws_files import MILL, names, problems_of

from sandtable.systems.war_storm.reading.book import DATA, rulebook
from sandtable.systems.war_storm.reading.shelf import SHELF, find_scenario, load_scenario
from sandtable.testing import rule

LANE = (DATA / "scenarios" / "hedgerow-lane.toml").read_text(encoding="utf-8")


@rule("10.a", "10.d", "10.f", "10.e")
def test_the_scenarios() -> None:
    assert list(SHELF.paths()) == [
        "war_storm/hedgerow-lane",
        "war_storm/rearguard-on-the-ridge",
        "war_storm/the-cider-press",
        "war_storm/the-mill-bridge",
        "war_storm/the-orchard-gate",
    ]
    for id, turns, maps in zip(SHELF.paths(), (6, 9, 7, 12, 3), "DCSAD", strict=True):
        scenario = find_scenario(id)
        assert scenario.turns == turns
        assert [placement.sheet.key for placement in scenario.board.sheets] == [maps]
        assert scenario.background and scenario.outcome and scenario.date
        assert [side.key for side in scenario.sides] == ["american", "german"]
        assert [side.attacker for side in scenario.sides] == [True, False]


@rule("S1", "10.b", "8.l")
def test_the_mill_bridge() -> None:
    scenario = find_scenario("war_storm/the-mill-bridge")
    assert [side.baseline for side in scenario.sides] == ["west", "east"]
    assert scenario.deploy == [1, 0] and scenario.sides[1].markers == 2
    found = {company.key: company for company in scenario.companies}
    assert list(found) == ["german-d", "german-c", "american-a", "american-c"]
    assert [spec.counter.key for spec in found["german-d"].platoons] == ["grenadier"] * 3 + ["german-mg-3-3"]
    assert found["german-d"].officer is rulebook().officers["gielnik"]
    assert found["german-c"].officer is rulebook().officers["voss"]
    entry = found["american-c"].entry
    assert entry is not None and entry.turn == 3
    assert names(scenario.board, entry.hexes) == {f"A0{row:02}" for row in range(1, 12)}
    assert names(scenario.board, entry.road) == {"A006"}
    assert [(grade.least, grade.winner) for grade in scenario.grades] == [(6, 0), (3, 0), (1, -1), (-2, 1), (-99, 1)]


@rule("S2", "3.f")
def test_the_rearguard() -> None:
    scenario = find_scenario("war_storm/rearguard-on-the-ridge")
    found = {company.key: company for company in scenario.companies}
    assert [spec.quality for spec in found["german-a"].platoons] == [1, 1, 1, 1]
    assert [spec.quality for spec in found["german-b"].platoons] == [0, 0]
    assert found["german-roth"].platoons == [] and scenario.board.names[found["german-roth"].hex] == "C808"
    assert found["american-a"].away == 2
    assert not scenario.sides[0].exits, "who leaves the board has not opened the road"
    assert [(award.kind, award.side, award.points) for award in scenario.awards] == [
        ("control", 0, 3),
        ("control", 0, 1),
        ("eliminated", 0, 2),
        ("delay", 1, 1),
        ("eliminated", 1, 1),
    ]
    grades = [(grade.least, grade.winner) for grade in scenario.grades]
    assert grades == [(12, 0), (3, 0), (0, 1), (-99, 1)], "no draw: the road was shut for long enough, or it was not"


@rule("S3")
def test_hedgerow_lane_starts_from_the_attack_example() -> None:
    scenario = find_scenario("war_storm/hedgerow-lane")
    found = {
        spec.id: (scenario.board.names[spec.hex], spec.lost, spec.reaction)
        for company in scenario.companies
        for spec in company.platoons
    }
    assert found == {
        "german-d-1": ("D910", 1, False),
        "german-d-2": ("D910", 1, False),
        "german-d-3": ("D911", 1, False),
        "german-b-1": ("D605", 0, True),
        "german-b-2": ("D605", 0, True),
        "german-b-3": ("D605", 1, False),
        "american-a-1": ("D1309", 0, False),
        "american-a-2": ("D1209", 0, False),
        "american-a-3": ("D1209", 0, False),
        "american-a-4": ("D1209", 0, False),
    }
    assert scenario.deploy == []


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('layout = ["A"]', 'layout = ["Q"]', "no map is called 'Q'"),
        ('layout = ["A"]', 'layout = ["A A"]', "map A is laid twice"),
        ('layout = ["A"]', 'layout = [". ."]', "no map is laid"),
        ('river = "minor"', 'river = "minr"', "did you mean 'minor'?"),
        ('baseline = "west"', 'baseline = "wst"', "did you mean 'west'?"),
        ("3 x German grenadier, 1", "3 x German grenadeer, 1", "did you mean 'German grenadier'?"),
        ("(D)", "(E)", "no infantry officer of the german side has the letter E"),
        ("MG 3-3 (A)", "MG 3-3 (x5)", "5 companies of American draw from 3 infantry officers (10.1.b)"),
        (
            'deploy = "columns 0-1"',
            'deploy = "map A, bank of A1005"',
            "12 steps need room, and 0 have it elsewhere",
        ),
        ("static infantry (C)", "static infantry (D)", "Lt. Gielnik leads two companies"),
        ('"bank of A1005"', '"bank off A1005"', "did you mean 'bank of A1005'?"),
        ("turn = 3, at", "turn = 20, at", "must be from 1 to 12, but is 20"),
        ('deploy = "columns 0-1"', "", "Company A has no starting place"),
        (
            'deploy = "columns 0-1"',
            'deploy = "A101"',
            "12 steps may have to deploy where 9 have room, Company A among them (3.3.a)",
        ),
        ('kind = "eliminated"', 'kind = "eliminate"', "did you mean 'eliminated'?"),
        ('at = "A807"\nholder', 'at = "A1512"\nholder', "no hex is called 'A1512'"),
        ('at = "A807"\nholder', 'at = "A800"\nholder', "is a half hex at the edge"),
        ('at = "A807"\nholder', 'at = "A1006"\nholder', "two objectives are in this hex"),
        ('at = "A807"\ntext', 'at = "A808"\ntext', "name these hexes under [[objectives]]"),
        ("least = 3", "least = 8", "the grades must fall"),
        ("markers = 2", 'markers = 2\nmarked = ["german-e"]', "did you mean 'german-d'?"),
        ("markers = 2", "attacker = true", "only one side is the attacker"),
        ("markers = 2", "markets = 2", "did you mean 'markers'?"),
        ("enter = {", 'deploy = "hill"\nenter = {', "a force deploys or enters, not both"),
        ("turns = 12", "turns = 0", "must be from 1 to 40"),
    ],
)
def test_mistakes_in_a_scenario_are_named(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    assert old in MILL
    assert sentence in problems_of(MILL.replace(old, new, 1), tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('at = "D911", platoons = [3]', 'at = "D910", platoons = [4]', "Company D has no platoon 4"),
        ('at = "D605"', 'at = "D910"', "10 steps stand in D910; at most 9 (3.3.a)"),
        ('at = "D1309"', 'at = "D605"', "both sides stand in D605 (3.3.b)"),
        ("lost = 1", "lost = 3", "must be from 0 to 2, but is 3"),
        ("grenadier (D)", "grenadier (x2) (C-D)", "place is for a force with one company"),
    ],
)
def test_mistakes_in_places_are_named(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    assert old in LANE
    assert sentence in problems_of(LANE.replace(old, new, 1), tmp_path)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = MILL.replace("turns = 12", "turns = 0").replace('river = "minor"', 'river = "mini"').replace("(D)", "(E)")
    said = problems_of(text, tmp_path)
    assert said.count("\n") >= 2 and "turns" in said and "river" in said and "forces[1].companies[1]" in said


@rule("10.a", "MAP.1")
def test_a_layout_of_several_maps_in_any_orientation(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(LANE.replace('layout = ["D"]', 'layout = ["A~ B", "D C~"]'), encoding="utf-8")
    board = load_scenario(path).board
    assert {placement.sheet.key: placement.turned for placement in board.sheets} == {
        "A": True,
        "B": False,
        "C": True,
        "D": False,
    }
    assert board.index["D910"] in board.grid.neighbours[board.index["D911"]]
    assert len({board.index[f"{key}806"] for key in "ABCD"}) == 4
