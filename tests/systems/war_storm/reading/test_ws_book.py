"""The catalogues of data/: counters, officers, charts and rules, and what is said about mistakes."""

from pathlib import Path

import pytest

from sandtable.content.problems import Problems
from sandtable.systems.war_storm.reading.book import DATA, read_book, rulebook, rules
from sandtable.systems.war_storm.state.book import FOOT, MEDIUM, NO, SMALL, TRACKED, WHEELED
from sandtable.testing import rule


@rule("3.1.d", "CNT", "7.b")
@pytest.mark.parametrize(
    ("key", "ff", "range", "red", "av", "mp"),
    [
        ("us-infantry", (6, 5, 3), 2, True, (5, 4, 2), 5),
        ("us-airborne", (6, 5, 3), 2, True, (6, 5, 3), 5),
        ("us-mg-3-3", (3, 2, 1), 3, False, (2, 1, 1), 4),
        ("us-mg-4-4", (4, 3, 2), 4, False, (2, 1, 1), 3),
        ("grenadier", (6, 5, 3), 2, False, (5, 4, 2), 5),
        ("fallschirmjaeger", (6, 5, 3), 2, True, (6, 5, 3), 5),
        ("panzergrenadier", (7, 5, 4), 2, False, (6, 5, 3), 5),
        ("static-infantry", (5, 4, 2), 2, False, (4, 3, 2), 5),
        ("german-mg-3-3", (3, 2, 1), 3, False, (2, 1, 1), 4),
        ("german-mg-4-4", (4, 3, 2), 4, False, (2, 1, 1), 3),
        ("french-infantry", (5, 4, 2), 2, False, (4, 3, 2), 5),
    ],
)
def test_the_counters(
    key: str, ff: tuple[int, int, int], range: int, red: bool, av: tuple[int, int, int], mp: int
) -> None:
    counter = rulebook().counters[key]
    assert (counter.ff, counter.range, counter.red, counter.av, counter.mp) == (ff, range, red, av, mp)
    assert counter.size == SMALL and counter.move == FOOT


@rule("3.2.d", "3.a", "3.b", "CNT")
def test_the_officers() -> None:
    found = {
        each.name: (each.letter, each.morale, each.leadership, each.command) for each in rulebook().officers.values()
    }
    assert found["Lt. Jones"] == ("B", 7, 1, 1)
    assert found["Lt. Gielnik"] == ("D", 7, 1, 1)
    assert found["Oblt. Kessler"] == ("A", 8, 1, 1)
    assert found["Hptm. Roth"] == ("", 8, 2, 3)
    reserve = [each.name for each in rulebook().officers.values() if each.role == 1 and each.side == "american"]
    assert reserve == ["Sgt. Argent", "Sgt. Cole", "Sgt. Whitaker"]
    assert {each.kind for each in rulebook().officers.values()} == {"infantry"}
    assert {each.mp for each in rulebook().officers.values()} == {5}


@rule("7.4.2.b", "3.1.c")
def test_a_platoon_with_transport_has_half_its_fire_rounded_down() -> None:
    counters = rulebook().counters
    assert counters["motorized-infantry"].ff == (6, 5, 3)
    assert counters["cavalry"].ff == (5, 4, 2)  # 2.5 is rounded down here, not up as in 1.h


@rule("5.2.c")
def test_sizes() -> None:
    counters = rulebook().counters
    assert counters["cavalry"].size == counters["german-mortar"].size == MEDIUM
    assert counters["motorized-infantry"].size > MEDIUM


@rule("chart.combat", "7.3.d")
def test_the_combat_chart() -> None:
    chart = rulebook().chart
    assert 7 not in chart.columns
    nine = chart.columns.index(9)
    assert chart.columns[nine : nine + 3] == (9, 10, 12)
    assert chart.rows[2][nine] == 6
    assert len(chart.rows) == 15 and chart.rows[14] == (0,) * 16
    # The effect never falls when FF rises and never rises when the roll rises.
    assert all(list(row) == sorted(row) for row in chart.rows)
    assert all(
        upper >= lower
        for one, two in zip(chart.rows, chart.rows[1:], strict=False)
        for upper, lower in zip(one, two, strict=True)
    )
    factors = (0.84, 0.75, 0.67, 0.58, 0.50, 0.43, 0.37, 0.31, 0.25, 0.19, 0.13, 0.08, 0.04, 0.02, 0.0)
    for factor, row in zip(factors, chart.rows, strict=True):
        assert row == tuple([int(ff * factor + 0.5 + 1e-9) for ff in chart.columns])


@rule("chart.terrain", "6.5.a", "5.1.10.a", "5.1.6.b", "BOC.3", "ORC")
def test_the_terrain_effects_chart() -> None:
    book = rulebook()
    found = {key: kind.costs for key, kind in book.terrain.items()}
    assert found == {
        "open": (1, 2, 1),
        "fields": (1, 2, 1),
        "orchard": (1, 3, 2),
        "rough": (2, 4, 3),
        "marsh": (3, NO, NO),
        "light-woods": (2, 4, 3),
        "woods": (3, NO, 4),
        "dispersed-buildings": (2, 3, 2),
        "built-up": (2, 3, 3),
    }
    assert book.steps == {"road": (1, 1, 1), "trail": (1, 2, 1)}
    assert book.extra == {"minor-river": (2, 4, 3), "uphill": (1, 2, 1), "bocage": (1, NO, 2)}
    assert (FOOT, WHEELED, TRACKED) == (0, 1, 2)


@rule("DIV")
def test_the_defensive_divisors() -> None:
    assert {key: kind.divisor for key, kind in rulebook().terrain.items()} == {
        "open": 2,
        "fields": 2,
        "marsh": 2,
        "rough": 3,
        "light-woods": 3,
        "dispersed-buildings": 3,
        "orchard": 3,
        "woods": 4,
        "built-up": 5,
    }


@rule("5.2.e")
def test_the_spotting_chart() -> None:
    found = {key: kind.spotting for key, kind in rulebook().terrain.items()}
    assert found["open"] == ((7, 10), (8, 12), (12, 18))
    assert found["rough"] == found["marsh"] == ((5, 8), (7, 9), (9, 14))
    assert found["woods"] == found["dispersed-buildings"] == ((3, 5), (4, 6), (4, 8))
    assert found["light-woods"] == found["fields"] == found["orchard"] == ((4, 6), (6, 8), (6, 10))
    assert found["built-up"] == ((2, 4), (3, 5), (3, 6))
    assert rulebook().crest_spotting == rulebook().recon_spotting == ((1, 2), (2, 4), (2, 4))


@rule("5.1.1", "5.1.4.a", "5.1.5", "5.1.6.a", "5.1.7", "5.1.8", "5.1.9.a")
def test_the_heights_of_terrain() -> None:
    kinds = rulebook().terrain.values()
    assert {kind.key for kind in kinds if kind.blocks} == {"woods", "light-woods", "dispersed-buildings", "built-up"}
    assert {kind.key for kind in kinds if kind.low} == {"rough", "fields", "marsh", "orchard"}
    assert {kind.key for kind in kinds if kind.hinders} == {"rough", "fields", "orchard"}


@rule("7.4.2.b", "3.1.c")
def test_a_platoon_with_transport_has_no_reduced_side_of_its_own(tmp_path: Path) -> None:
    for name in ("units.toml", "terrain.toml", "tables.toml"):
        (tmp_path / name).write_bytes((DATA / name).read_bytes())
    units = (DATA / "units.toml").read_text(encoding="utf-8")
    (tmp_path / "units.toml").write_text(
        units.replace("transport = true", "transport = true\nreduced = 3", 1), "utf-8"
    )
    problems = Problems("data")
    read_book(tmp_path, problems)
    assert [str(each) for each in problems.found if "has no reduced side (3.1.c)" in str(each)]
    assert len(problems.found) == 1


def test_every_rule_has_a_text() -> None:
    assert len(rules()) == 315 and all(each.text and each.title for each in rules().values())


def test_mistakes_in_the_catalogues_are_named(tmp_path: Path) -> None:
    for name in ("units.toml", "terrain.toml", "tables.toml"):
        (tmp_path / name).write_bytes((DATA / name).read_bytes())
    units = (DATA / "units.toml").read_text(encoding="utf-8")
    wrong = (
        units.replace('kind = "MG"', 'kind = "MGG"', 1).replace('letter = "A"', "", 1).replace("mp = 5", "mp = 0", 1)
    )
    (tmp_path / "units.toml").write_text(wrong, encoding="utf-8")
    tables = (DATA / "tables.toml").read_text(encoding="utf-8")
    tables = tables.replace("columns = [1, 2, 3", "columns = [1, 3, 2").replace("5, 5, 6, 7], # 0", "5], # 0")
    tables = tables.replace("[0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7]", "[0, 1]")
    (tmp_path / "tables.toml").write_text(tables, encoding="utf-8")
    problems = Problems("data")
    read_book(tmp_path, problems)
    said = "\n".join(str(each) for each in problems.found)
    assert "did you mean 'MG'?" in said
    assert "has a letter (3.e)" in said
    assert "must be from 1 to 30, but is 0" in said
    assert "must rise from left to right" in said
    assert "row 9 must have a whole number for each of the 16 columns" in said
