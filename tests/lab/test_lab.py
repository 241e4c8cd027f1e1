"""Battles by the hundred: the same figures for any number of workers, nothing lost when killed, nothing mixed up."""

import csv
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from sandtable.content.folders import VARIABLE
from sandtable.content.problems import ContentError
from sandtable.lab import LabError, Row, Table, compare, ladder, open_table, run, write_report
from sandtable.lab.balance import balance_of, write_balance
from sandtable.lab.battle import play_one
from sandtable.lab.comparison import remarks
from sandtable.lab.engines import batches_of
from sandtable.lab.experiment import Plan
from sandtable.lab.folder import PLAN, ROWS, read_plan, read_rows
from sandtable.lab.ladders import fields_of
from sandtable.lab.running import find, plan_for, play_plan
from sandtable.table.system import systems
from soak import LONG, sample
from test_cli import Ran, fine

CATS = "cats-in-the-mist"


def figures(table: Table) -> list[Row]:
    """All that follows from the seeds."""
    return [msgspec.structs.replace(row, seconds=0.0, thinking={}) for row in table]


def test_the_figures_do_not_depend_on_the_workers() -> None:
    one = run(CATS, ("random",), games=12, seed=5, workers=1)
    two = run(CATS, ("random",), games=12, seed=5, workers=3)
    assert figures(one) == figures(two)
    assert [row.seed for row in two] == list(range(5, 17))


def test_a_row_tells_the_battle() -> None:
    plan = plan_for(CATS, ("random",), 1, 7)
    row = play_one(plan, 7)
    assert row.winner == "soviet" and row.rule == "S1.victory" and row.turns == 8
    assert len(row.balance) >= row.turns
    assert set(row.stood) == {"german", "soviet"}
    assert row.thinking["german"].moves + row.thinking["soviet"].moves == row.decisions
    for loss in row.losses:
        assert 1 <= loss.lost <= loss.of
        assert bool(loss.place) == (loss.lost == loss.of), loss


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    first = run(CATS, ("random",), games=4, workers=1, out=tmp_path)
    before = (tmp_path / ROWS).read_bytes()
    more = run(CATS, ("random",), games=6, workers=1, out=tmp_path)
    assert (tmp_path / ROWS).read_bytes().startswith(before)
    assert figures(more)[:4] == figures(first)
    assert read_plan(tmp_path).games == 6
    with pytest.raises(LabError, match=r"holds an experiment of 6 games, more than 4\. Ask for 6 or more, or choose"):
        run(CATS, ("random",), games=4, workers=1, out=tmp_path)


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    whole = run(CATS, ("random",), games=4, workers=1, out=tmp_path)
    path = tmp_path / ROWS
    path.write_bytes(path.read_bytes()[:-20])
    assert len(read_rows(tmp_path)) == 3
    again = run(CATS, ("random",), games=4, workers=1, out=tmp_path)
    assert figures(again) == figures(whole)
    assert len(read_rows(tmp_path)) == 4


def test_killed_it_goes_on(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "sandtable.cli", "lab", "run", CATS, "--seats", "random", "--games", "60"]
    words += ["--workers", "1", "--out", str(tmp_path)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while len((tmp_path / ROWS).read_bytes().splitlines() if (tmp_path / ROWS).exists() else b"") < 3:
        assert time.monotonic() < deadline, "no row was written"
        assert process.poll() is None, "it was over before it could be killed"
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = len(read_rows(tmp_path))
    assert 3 <= kept < 60
    table = play_plan(plan_for(CATS, ("random",), 60), 1, "here", tmp_path)
    assert [row.seed for row in table] == list(range(60))
    some = min(60, kept + 5)  # those kept, and some of those after
    assert figures(table)[:some] == figures(run(CATS, ("random",), games=some, workers=1))


def test_another_experiment_does_not_get_into_the_folder(tmp_path: Path) -> None:
    run(CATS, ("random",), games=2, workers=1, out=tmp_path)
    before = (tmp_path / ROWS).read_bytes()
    with pytest.raises(LabError, match=r"scenario .* Choose another folder"):
        run("the-bridge-at-berezovyy-logg", ("random",), games=2, workers=1, out=tmp_path)
    with pytest.raises(LabError, match="seats"):
        run(CATS, ("random", "greedy"), games=2, workers=1, out=tmp_path)
    with pytest.raises(LabError, match="first 0, not 1"):
        run(CATS, ("random",), games=2, seed=1, workers=1, out=tmp_path)
    plan = read_plan(tmp_path)
    (tmp_path / PLAN).write_bytes(msgspec.json.encode(msgspec.structs.replace(plan, digest="other")))
    with pytest.raises(LabError, match="another version of the scenario"):
        run(CATS, ("random",), games=2, workers=1, out=tmp_path)
    assert (tmp_path / ROWS).read_bytes() == before


def test_a_damaged_folder_is_left_alone(tmp_path: Path) -> None:
    run(CATS, ("random",), games=2, workers=1, out=tmp_path)
    path = tmp_path / ROWS
    broken = b"what is this\n" + path.read_bytes()
    path.write_bytes(broken)
    with pytest.raises(LabError, match="line 1 is not a row"):
        run(CATS, ("random",), games=3, workers=1, out=tmp_path)
    assert path.read_bytes() == broken
    (tmp_path / PLAN).write_text("{}")
    with pytest.raises(LabError, match="is not a plan"):
        open_table(tmp_path)
    with pytest.raises(LabError, match="holds no experiment"):
        open_table(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("cats-in-the-mits", ("random",), 1, 0), "did you mean 'cats-in-the-mist'"),
        ((CATS, ("randon",), 1, 0), "did you mean 'random'"),
        ((CATS, ("random", "random", "random"), 1, 0), "has 2 seats"),
        ((CATS, ("random",), 0, 0), "number of games must be from 1 to 10,000,000, not 0"),
        ((CATS, ("random",), 10**12, 0), "number of games must be"),
        ((CATS, ("random",), 1, -1), "A seed must be 0 or more"),
    ],
)
def test_bad_words_get_a_sentence(words: tuple[str, tuple[str, ...], int, int], sentence: str) -> None:
    with pytest.raises(LabError, match=sentence):
        plan_for(*words)


def test_seeds_are_dealt_out_once() -> None:
    for games, workers in ((1, 4), (7, 2), (1000, 2), (100_000, 8)):
        batches = batches_of(range(games), workers)
        assert [seed for batch in batches for seed in batch] == list(range(games))
        assert max(map(len, batches)) <= 25


def test_the_report_is_whole_in_itself(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pip install 'sandtable[lab]'")
    table = run(CATS, ("random",), games=6, workers=1, out=tmp_path)
    page = write_report(tmp_path).read_text()
    for title in ("Who wins", "How battles end", "Losses by unit", "Where units died", "Turning points", "Luck"):
        assert f"<h2>{title}</h2>" in page
    assert page.count("<svg") >= 8
    assert not re.search(r"<script|<link|@import|src=|url\(http|href=.http", page)
    with open(tmp_path / "rows.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["seed"]) for row in rows] == [row.seed for row in table]
    assert {row["winner"] for row in rows} == {row.winner for row in table}


def made_up(wins: int, games: int) -> Table:
    plan = Plan("nations_at_war", f"nations_at_war/{CATS}", "", {"german": "greedy", "soviet": "greedy"}, games)
    row = Row(0, "german", "", "", 8, 100, (0.0,), (), {}, {})
    rows = [
        msgspec.structs.replace(row, seed=seed, winner="german" if seed < wins else "soviet") for seed in range(games)
    ]
    return Table(plan, rows)


def test_a_difference_is_told_from_chance() -> None:
    german, soviet = compare(made_up(200, 400), made_up(260, 400))
    assert german.sure and soviet.sure
    assert german.difference.value == pytest.approx(0.15)
    assert soviet.difference.value == pytest.approx(-0.15)
    assert not any(change.sure for change in compare(made_up(10, 20), made_up(13, 20)))


def test_a_comparison_says_what_else_is_different() -> None:
    one = made_up(10, 20)

    def other(**change: object) -> list[str]:
        return remarks(one, Table(msgspec.structs.replace(one.plan, **change), one.rows))

    assert other() == ["They share 20 battles: scenario, players and seeds are the same."]
    assert other(digest="other") == ["They come from different versions of the scenario."]
    assert other(scenario="nations_at_war/first-light", digest="other") == ["They come from different scenarios."]
    assert "different games" in other(system="war_storm")[0]
    assert "The players differ" in other(seats={"german": "greedy", "soviet": "random"})[0]
    assert "versions of Sandtable" in other(version="2")[0]


@pytest.mark.soak
def test_a_planted_handicap_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same scenario, but one side gets two points less for its task, and the other two for each step."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    ours = Path(find("hedgerow-lane").file).read_text()
    award, steps = (
        f'kind = "{kind}"\nside = "{side}"\npoints = '
        for kind, side in (("presence", "german"), ("steps", "american"))
    )
    assert f"{award}3" in ours and f"{steps}1" in ours
    mean = ours.replace(f"{award}3", f"{award}1").replace(f"{steps}1", f"{steps}2")
    mean = mean.replace('"Hedgerow Lane"', '"Hedgerow Lane, handicap"', 1)
    (tmp_path / "mean.toml").write_text(mean)
    games = sample(80, 1000)
    before = run("hedgerow-lane", ("random",), games=games, workers=1)
    again = run("hedgerow-lane", ("random",), games=games, seed=games, workers=1)
    after = run("hedgerow-lane-handicap", ("random",), games=games, workers=1)
    assert not any(change.sure for change in compare(before, again))
    _, german = compare(before, after)
    assert german.sure and german.difference.high < 0


def test_a_balance_is_written_into_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    path = tmp_path / "lane.toml"
    path.write_text(
        Path(find("hedgerow-lane").file)
        .read_text()
        .partition("\n[balance]")[0]
        .replace('"Hedgerow Lane"', '"Lane"', 1)
    )
    before = systems()["war_storm"].shelf.find("war_storm/lane").digest
    assert find("war_storm/lane").balance is None
    table = run("war_storm/lane", ("random",), games=3, workers=1)
    write_balance(find("war_storm/lane"), balance_of(table))
    found = find("war_storm/lane").balance
    assert found is not None
    assert (found.level, found.games, sum(found.wins.values()) + found.draws) == ("random", 3, 3)
    assert found.wins == {side: table.wins(side) for side in ("american", "german")}
    assert found.decisions == round(sum(row.decisions for row in table) / 3) > 0
    assert systems()["war_storm"].shelf.find("war_storm/lane").digest == before
    write_balance(find("war_storm/lane"), balance_of(table))  # in place of the older one
    assert path.read_text().count("[balance]") == 1
    path.write_text(path.read_text().replace("turns = 6", "turns = 7"))
    assert find("war_storm/lane").balance is None, "the figures are of another scenario"


def test_a_balance_of_two_players_is_none() -> None:
    table = run("hedgerow-lane", ("random", "greedy"), games=1, workers=1)
    with pytest.raises(LabError, match="one player on all sides, not with greedy, random"):
        balance_of(table)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("games = 3\nwins = { american = 1 }\ndraws = 1", "wins and draws must add up to 3 games"),
        ("games = 0\nwins = {}\ndraws = 0", "balance.games"),
        ("games = 1\nwins = { american = 1 }\ndraws = 0\nfair = true", "balance.fair"),
    ],
)
def test_a_balance_that_cannot_be_is_refused(words: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "lane.toml"
    ours = Path(find("hedgerow-lane").file).read_text().partition("\n[balance]")[0]
    path.write_text(f'{ours}\n[balance]\nlevel = "random"\nscenario = "0"\n{words}\n')
    with pytest.raises(ContentError, match=sentence):
        systems()["war_storm"].shelf.load(path)


def test_a_ladder_swaps_sides() -> None:
    made = ladder("war_storm", 2, ("random", "greedy"), ("hedgerow-lane",), workers=2)
    (meeting,) = made.meetings
    assert (meeting.level, meeting.other, meeting.games) == ("greedy", "random", 2)
    assert meeting.points == 2.0
    assert made.ratings()["random"].value == 0.0 < made.ratings()["greedy"].value


@pytest.mark.parametrize("system", [key for key, system in systems().items() if system.mind is not None])
def test_a_ladder_leaves_out_what_is_made_to_learn_by_unless_it_is_named(system: str) -> None:
    infos = [info for info in systems()[system].shelf.infos() if len(info.sides) == 2]
    assert fields_of(system) == [info for info in infos if not info.practice]
    for lesson in [info for info in infos if info.practice]:
        assert fields_of(system, [lesson.id]) == [lesson]


def test_a_ladder_of_a_game_is_spread_over_the_rest() -> None:
    assert "war_storm/the-orchard-gate" not in {info.id for info in fields_of("war_storm")}
    least = 2 * len(fields_of("war_storm"))
    with pytest.raises(LabError, match=f"1 is too few: a ladder needs at least {least} games"):
        ladder("war_storm", 1, ("random", "greedy"))


def test_a_ladder_of_neighbours_and_of_all() -> None:
    players = ("random", "greedy", "tactician")
    few = ladder("war_storm", 2, players, ("hedgerow-lane",), workers=1, neighbours=True)
    assert [(each.other, each.level) for each in few.meetings] == [("random", "greedy"), ("greedy", "tactician")]
    with pytest.raises(LabError, match="1 is too few: a ladder needs at least 2"):
        ladder("war_storm", 1, players, ("hedgerow-lane",), workers=1)
    with pytest.raises(LabError, match="random is named 2 times"):
        ladder("war_storm", 2, ("random", "greedy", "random"), ("hedgerow-lane",), workers=1)


def test_games_are_shared_out_evenly_over_scenarios_and_sides() -> None:
    two = ("hedgerow-lane", "rearguard-on-the-ridge")
    made = ladder("war_storm", 6, ("random", "greedy"), two, workers=1)
    assert [each.games for each in made.meetings] == [8]  # two scenarios, both sides: 6 is no multiple of 4


def test_the_command_line(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "sandtable.cli", "lab"]
    out = str(tmp_path / "a")
    done = subprocess.run(
        [*words, "run", CATS, "--seats", "random", "--games", "3", "--out", out], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "3 battles, seeds 0 to 2" in done.stdout and "Wins" in done.stdout
    done = subprocess.run([*words, "compare", out, out], capture_output=True, text=True)
    assert done.returncode == 0 and "no clear difference" in done.stdout
    assert f"A is {out}: nations_at_war/{CATS}, german: random, soviet: random, 3 battles" in done.stdout
    assert "They share 3 battles" in done.stdout
    done = subprocess.run([*words, "report", str(tmp_path / "b")], capture_output=True, text=True)
    assert done.returncode == 2 and "holds no experiment" in done.stderr
    assert json.loads((tmp_path / "a" / PLAN).read_text())["games"] == 3


def test_the_command_line_finds_own_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `run` says can be typed, and a ladder climbs on them too."""
    mine = tmp_path / "my own"
    mine.mkdir()
    ours = Path(find("hedgerow-lane").file).read_text().partition("\n[balance]")[0]
    (mine / "lane.toml").write_text(ours.replace('"Hedgerow Lane"', '"Lane"', 1))

    def sandtable(*words: str) -> Ran:
        monkeypatch.setenv(VARIABLE, "")  # nothing is known of the command before
        return fine(*words)

    out = str(tmp_path / "out")
    said = sandtable("lab", "run", str(mine / "lane.toml"), "--seats", "random", "--games", "1", "--out", out).out
    (words,) = re.findall("`sandtable (.*)` draws the report", " ".join(said.split("\n")))
    pytest.importorskip("matplotlib", reason="pip install 'sandtable[lab]'")
    assert not sandtable(*shlex.split(words)).err
    (mine / "lane.toml").write_text((mine / "lane.toml").read_text().replace("turns = 6", "turns = 7"))
    assert "has changed since" in sandtable(*shlex.split(words)).err
    made = sandtable(
        "lab", "ladder", "war_storm", "--scenario", "lane", "--scenarios", str(mine), "--players", "random,greedy",
        "--games", "2", "--workers", "1",
    )  # fmt: skip
    assert "greedy" in made.out


def test_rows_of_older_folders_are_read() -> None:
    """As they were written before turns without a question were noted."""
    text = (
        b'{"seed":3,"winner":"soviet","reason":"r","rule":"S1","turns":8,"decisions":9,"balance":[1.0,2.0],"losses":[],'
        b'"stood":{},"luck":{"german":0.1,"soviet":0.2},"seconds":0.5,"thinking":{}}'
    )
    row = msgspec.json.decode(text, type=Row)
    assert (row.balance, row.every_turn, row.at_turns(), row.took_part) == ((1.0, 2.0), False, (), {})


@pytest.mark.soak
@pytest.mark.skipif(not LONG, reason="a cluster of Ray is started in make soak only")
def test_a_cluster_gives_the_same_figures() -> None:
    pytest.importorskip("ray", reason="pip install 'sandtable[ray]'")
    games = 30
    cluster = run(CATS, ("random",), games=games, workers=2, engine="ray")
    assert figures(cluster) == figures(run(CATS, ("random",), games=games, workers=1))


def test_allies_win_together() -> None:
    """Four seats, two sides: a player stands well when his partner's side has won, and a balance is one of sides."""
    plan = plan_for("capture-the-flag-four-players", ("random",), 2)
    assert plan.sides == {"axis": "random", "allies": "random"}
    assert plan_for("capture-the-flag-four-players", ("random", "greedy", "greedy", "greedy"), 2).sides == {
        "axis": "random, greedy",
        "allies": "greedy",
    }
    table = play_plan(plan, 1, "here")
    balance = balance_of(table)
    assert list(balance.wins) == ["axis", "allies"] == [change.side for change in compare(table, table)]
    assert sum(balance.wins.values()) + balance.draws == 2
    system = systems()["of_war_and_men"]
    battle = system.rules.new(system.shelf.find(plan.scenario))
    assert [system.rules.side(battle, seat) for seat in plan.seats] == ["axis", "allies", "axis", "allies"]
