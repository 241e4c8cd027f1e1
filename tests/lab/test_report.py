"""The page about many battles, and the tables beside it."""

import csv
import re
from pathlib import Path

import msgspec
import pytest

from sandtable.lab import LabError, Row, Table, open_table, run, write_report
from sandtable.lab.experiment import Loss, Plan
from sandtable.lab.plots import lengths, turning_words
from sandtable.lab.report import losses_table, page_of, setting_of, verdict
from sandtable.lab.running import find, own_scenarios
from sandtable.table.system import systems

pytest.importorskip("matplotlib", reason="pip install 'sandtable[lab]'")

NAMES = {"german": "German", "soviet": "Soviet"}


def digest_of(scenario: str) -> str:
    system = systems()[scenario.partition("/")[0]]
    return system.shelf.find(scenario).digest


def made_up(rows: list[Row], german: str = "greedy", soviet: str = "greedy") -> Table:
    scenario = "nations_at_war/cats-in-the-mist"
    seats = {"german": german, "soviet": soviet}
    plan = Plan("nations_at_war", scenario, digest_of(scenario), seats, len(rows))
    return Table(plan, [msgspec.structs.replace(row, seed=seed) for seed, row in enumerate(rows)])


def battle(
    winner: str | None = "german",
    reason: str = "",
    balance: tuple[float, ...] = (1.0, 1.0, 1.0),
    losses: tuple[Loss, ...] = (),
    took_part: dict[str, dict[str, int]] | None = None,
) -> Row:
    luck = {"german": 0.5, "soviet": -0.5}
    turns = len(balance) - 1
    return Row(
        0, winner, reason, "S1", turns, 9, balance, losses, {}, luck, took_part=took_part or {}, every_turn=True
    )


@pytest.fixture(scope="module")
def four() -> Table:
    return run("capture-the-flag-four-players", ("random",), games=3, workers=1)


def test_partners_have_one_board(four: Table) -> None:
    page = page_of(four)
    assert page.count('class="map"') == 4  # died and stood, Axis and Allies
    assert "Axis: random, Allies: random" in page and "second player" not in page
    assert "<h2>Luck</h2>" in page


def test_every_picture_has_words_and_both_dresses(four: Table) -> None:
    page = page_of(four)
    svgs = re.findall(r"<svg[^>]*>", page)
    assert len(svgs) >= 8
    assert all('role="img"' in svg and re.search(r'aria-label="[^"]{10,}"', svg) for svg in svgs)
    assert "prefers-color-scheme: dark" in page
    assert not re.search("#0102[0-9a-f]{2}", page), "a stand-in for a colour of the page was left"


def test_places_say_their_name_and_number(tmp_path: Path) -> None:
    table = run("cats-in-the-mist", ("random",), games=1, workers=1)
    page = page_of(table)
    place, number = next(iter(table.rows[0].stood["german"].items()))
    assert f"<title>{place}: {number} unit{'s' if number > 1 else ''} stood</title>" in page
    most = max(table.rows[0].stood["german"].values())
    assert f"full colour: {most} unit" in page
    assert 'class="g-woods"' in page and 'class="goal"' in page


def test_sides_have_the_names_that_players_know() -> None:
    table = made_up([battle()] * 40)
    assert verdict(table, NAMES).startswith("German is favoured")
    assert "german" not in re.sub("<[^>]*>", "", page_of(table).partition("</style>")[2])


def test_what_a_better_player_does_is_not_the_sides_merit() -> None:
    words = verdict(made_up([battle()] * 40, soviet="random"), NAMES)
    assert words.startswith("greedy as German wins at least 91%") and "The players differ" in words
    assert "do not show" in verdict(made_up([battle(), battle("soviet")] * 20), NAMES)


def test_reasons_that_differ_in_numbers_are_one() -> None:
    rows = [battle(reason=f"German has {each} points against 3") for each in range(5)]
    rows += [battle("soviet", "Soviet has 7 points")] * 2
    assert made_up(rows).endings() == [
        (5, "german", "German has … points against …", "S1"),
        (2, "soviet", "Soviet has 7 points", "S1"),
    ]


def test_losses_are_of_those_who_took_part() -> None:
    hit = (Loss("t1", "Tiger", "german", 1, 2, "C3"),)
    rows = [battle(losses=hit, took_part={"german": {"Tiger": 1, "Panther": 1}})]
    rows += [battle(took_part={"german": {"Panther": 1}})] * 3
    cells = re.findall(r"<td[^>]*>(.*?)</td>", losses_table(made_up(rows), NAMES))
    assert cells == ["German", "Tiger", "1", "50%", "0%"]
    older = [battle(losses=hit), battle()]
    assert re.findall(r"<td[^>]*>(.*?)</td>", losses_table(made_up(older), NAMES))[2:] == ["2", "25%", "0%"]


def test_axes_count_whole_turns_and_battles_from_one() -> None:
    ticks = re.findall(r"<text[^>]*>([^<]*)</text>", lengths(made_up([battle()] * 3), NAMES))
    assert not [each for each in ticks if "." in each]
    assert "1" in ticks and "2" in ticks


def test_turning_points_in_words() -> None:
    ahead, late = battle(balance=(-1.0, 1.0, 1.0)), battle(balance=(1.0, -1.0, 1.0))
    assert "ahead by turn 2" in turning_words(made_up([ahead] * 3 + [late]))
    assert "in 1 of 4 the winner was still not ahead" in turning_words(made_up([ahead] * 3 + [late]))
    assert turning_words(made_up([ahead] + [late] * 3)).startswith("In 3 of 4 the winner was still not ahead")
    older = [msgspec.structs.replace(ahead, every_turn=False)]
    assert "not recorded" in turning_words(made_up(older))
    assert "older version without turns" in page_of(made_up(older))


def test_tables_lie_beside_the_page(tmp_path: Path) -> None:
    table = run("hedgerow-lane", ("random", "greedy"), games=2, workers=1, out=tmp_path)
    write_report(tmp_path)
    read = {}
    for name in ("rows", "courses", "losses", "stood"):
        with open(tmp_path / f"{name}.csv", newline="", encoding="utf-8") as file:
            read[name] = list(csv.DictReader(file))
    assert [row["scenario"] for row in read["rows"]] == ["war_storm/hedgerow-lane"] * 2
    assert [(row["american_player"], row["german_player"]) for row in read["rows"]] == [("random", "greedy")] * 2
    first = table.rows[0]
    course = [each for each in read["courses"] if each["seed"] == "0"]
    assert [int(each["turn"]) for each in course] == list(range(1, first.turns + 1))
    assert tuple(float(each["balance"]) for each in course) == first.balance[:-1]
    assert len(read["losses"]) == sum(len(row.losses) for row in table)
    assert sum(int(each["pieces"]) for each in read["stood"]) == sum(
        number for row in table for places in row.stood.values() for number in places.values()
    )
    again = open_table(str(tmp_path))
    assert again.records() == table.records() and again.losses() == table.losses()
    assert again.courses() == table.courses() and again.stood() == table.stood()


def own(folder: Path) -> Path:
    """A scenario of the user's own: the lane under another name."""
    folder.mkdir()
    text = Path(find("hedgerow-lane").file).read_text().partition("\n[balance]")[0]
    path = folder / "lane.toml"
    path.write_text(text.replace('"Hedgerow Lane"', '"Lane"', 1))
    return path


def test_own_scenarios_are_played_and_drawn(tmp_path: Path) -> None:
    own(tmp_path / "mine")
    with pytest.raises(LabError, match="No scenario is called 'lane'"):
        run("lane", ("random",), games=1, workers=1)
    table = run("lane", ("random",), games=2, workers=2, out=tmp_path / "out", scenarios=tmp_path / "mine")
    assert table.plan.scenario == "war_storm/lane"
    with pytest.raises(LabError, match=r"war_storm/lane was not found\. If it is your own scenario"):
        write_report(tmp_path / "out")
    assert "<h1>Lane</h1>" in write_report(tmp_path / "out", [tmp_path / "mine"]).read_text()
    with pytest.raises(LabError, match="There is no folder"):
        run("lane", ("random",), games=1, scenarios=tmp_path / "nowhere")


def test_a_report_does_not_mix_two_versions(tmp_path: Path) -> None:
    path = own(tmp_path / "mine")
    run("lane", ("random",), games=1, workers=1, out=tmp_path / "out", scenarios=tmp_path / "mine")
    assert "Where units died" in write_report(tmp_path / "out", tmp_path / "mine").read_text()
    path.write_text(path.read_text().replace("turns = 6", "turns = 7"))
    page = write_report(tmp_path / "out", tmp_path / "mine").read_text()
    assert "The scenario has changed since" in page and "Where units died" not in page
    with own_scenarios(tmp_path / "mine"):
        assert setting_of(open_table(tmp_path / "out").plan).board is None
