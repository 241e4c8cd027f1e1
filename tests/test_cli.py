"""The command line: every command, every bad word, and journals that are written, resumed, altered."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest
from rich.console import Console
from typer.testing import CliRunner

from sandtable.bots import levels
from sandtable.cli import app, commands, main
from sandtable.cli.citations import Place, code_of, named_by_code, proved_by_tests
from sandtable.cli.games import won
from sandtable.cli.match import seed_file
from sandtable.cli.replay import tell_json
from sandtable.cli.story import Story
from sandtable.content.folders import VARIABLE
from sandtable.server.serving import Reach
from sandtable.systems.nations_at_war.reading.attack_words import read_attack
from sandtable.table import journal
from sandtable.table.chance import seed_bytes, seed_digest
from sandtable.table.event import Event
from sandtable.table.journal import Journal
from sandtable.table.journal.record import link
from sandtable.table.shelf import Balance, ScenarioInfo
from sandtable.table.system import systems
from sandtable.table.telling import log_lines
from sandtable.table.view import View
from sandtable.testing import toy
from sandtable.testing.variant import assembled
from soak import LONG

DOCS = Path(__file__).parents[1] / "docs"
CATS = "cats-in-the-mist"
PATIENCE = 120  # seconds for anything: a machine may have much else to do
RANDOM = ("--seat", "german=random", "--seat", "soviet=random")
HOT_SEAT = ("--seat", "german=human", "--seat", "soviet=random")

try:
    RUNNER = CliRunner(mix_stderr=False)  # type: ignore[call-arg]  # older versions of typer
except TypeError:
    RUNNER = CliRunner()


class Ran:
    """What came of a command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def lines(self) -> list[Any]:
        """The JSON objects on stdout."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*words: object, typed: str = "") -> Ran:
    result = RUNNER.invoke(app, [str(word) for word in words], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


def fine(*words: object, typed: str = "") -> Ran:
    ran = run(*words, typed=typed)
    assert ran.code == 0, ran.err
    return ran


def wrong(*words: object, typed: str = "") -> str:
    """The one sentence that a command ends with that cannot be done."""
    ran = run(*words, typed=typed)
    assert ran.code == 2, ran.out
    assert "Traceback" not in ran.err
    assert ran.out == ""
    return ran.err.strip()


def started(*words: object, **more: Any) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "sandtable.cli", *map(str, words)]
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more
    if os.name != "nt":  # a shell that starts the tests in the background lets them inherit a deaf Ctrl-C
        pipes["preexec_fn"] = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(command, text=True, **pipes)


@pytest.fixture(autouse=True)
def same_everywhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("COLUMNS", "132")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a whole battle."""
    path = tmp_path_factory.mktemp("journals") / "battle.jsonl"
    fine("play", CATS, *RANDOM, "--seed", 7, "--journal", path, "--quiet")
    return path


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scenario of docs/scenarios.md and one with mistakes."""
    folder = tmp_path_factory.mktemp("mine")
    found = re.search(r"```toml\n(.*?)```", (DOCS / "scenarios.md").read_text(), re.S)
    assert found is not None
    (folder / "crossroads-at-dawn.toml").write_text(found[1])
    (folder / "mistaken.toml").write_text(found[1].replace('"pzivg"', '"tigre"').replace("D4, E4", "D4, Z4"))
    return folder


# games -------------------------------------------------------------------------------------------


def test_games_lists_the_scenarios() -> None:
    out = fine("games").out
    assert "Cats in the Mist" in out and "the-bridge-at-berezovyy-logg" in out and "german / soviet" in out


def test_games_as_json() -> None:
    first = fine("games", "--json").lines[0]
    assert first == {
        "id": "nations_at_war/cats-in-the-mist",
        "system": "nations_at_war",
        "name": "Cats in the Mist",
        "sides": ["german", "soviet"],
        "turns": 8,
        "balance": first["balance"],
    }


def test_games_show_their_balance() -> None:
    info = ScenarioInfo("toy/ridge", "toy", "The Ridge", ("red", "blue"), 4)
    assert won(info) == ""
    balance = Balance("tactician", 400, {"red": 216, "blue": 172}, 12)
    assert won(msgspec.structs.replace(info, balance=balance)) == "54 / 43"
    assert "Won, %" in fine("games").out


@pytest.mark.parametrize("before", [True, False])
def test_games_with_scenarios_of_ones_own(mine: Path, before: bool) -> None:
    folder = ("--scenarios", mine)
    ran = fine(*folder, "games", "--json") if before else fine("games", "--json", *folder)
    assert "nations_at_war/crossroads-at-dawn" in [line["id"] for line in ran.lines]
    assert "mistaken.toml was left out" in ran.err
    assert VARIABLE not in os.environ


def test_games_with_the_folder_of_the_environment(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(mine))
    assert "crossroads-at-dawn" in fine("games").out
    assert os.environ[VARIABLE] == str(mine)


def test_a_folder_that_is_not_there(mine: Path) -> None:
    near = mine.with_name(mine.name + "x")
    assert wrong("games", "--scenarios", near) == f"There is no folder {near}. Did you mean {mine}?"


# play: many games --------------------------------------------------------------------------------


def timeless(lines: list[Any]) -> list[Any]:
    return [{key: value for key, value in line.items() if key != "seconds"} for line in lines]


def test_the_same_seed_gives_the_same_games() -> None:
    first = fine("play", CATS, *RANDOM, "--seed", 3, "--games", 3, "--json").lines
    again = fine("play", CATS, *RANDOM, "--seed", 4, "--games", 2, "--json").lines
    assert timeless(first[1:]) == timeless(again)
    assert [line["seed"] for line in first] == [3, 4, 5]
    assert list(first[0]) == [
        "scenario", "seed", "seats", "winner", "reason", "rule", "turns", "decisions", "seconds",
    ]  # fmt: skip
    assert first[0]["scenario"] == "nations_at_war/cats-in-the-mist"
    assert first[0]["seats"] == {"german": "random", "soviet": "random"}
    assert first[0]["winner"] in ("german", "soviet") and first[0]["turns"] == 8


def test_bots_repeat_their_choices(mine: Path) -> None:
    words = ("play", "crossroads-at-dawn", "--scenarios", mine, "--seed", 1, "--json")
    assert timeless(fine(*words).lines) == timeless(fine(*words).lines)
    assert fine(*words).lines[0]["seats"] == {"german": "greedy", "soviet": "greedy"}


def test_many_games_as_a_table() -> None:
    ran = fine("play", CATS, *RANDOM, "--seed", 1, "--games", 4)
    assert "4 games, seeds 1 to 4" in ran.out
    assert "95% interval" in ran.out and "S1.victory" in ran.out


def test_without_a_seed_it_is_another_game_each_time() -> None:
    seeds = {fine("play", CATS, *RANDOM, "--json").lines[0]["seed"] for _ in range(3)}
    assert len(seeds) > 1


# play: one battle --------------------------------------------------------------------------------


def test_a_battle_is_watched_as_a_story() -> None:
    out = fine("play", CATS, *RANDOM, "--seed", 7).out
    digest = seed_digest(seed_bytes(7))
    assert out.index(digest) < out.index("Turn 1 begins") < out.index("Turn 8 begins") < out.index("Seed 7.")
    assert out.count("End Turn markers drawn") == 9  # a map at each turn and one at the end
    assert "won: " in out


def test_quiet() -> None:
    out = fine("play", CATS, *RANDOM, "--seed", 7, "--quiet").out
    assert len(out.splitlines()) == 4
    assert "(rule S1.victory)." in out


def test_nobody_at_the_keyboard_is_two_greedy_players(mine: Path) -> None:
    out = fine("play", "crossroads-at-dawn", "--scenarios", mine, "--seed", 1, "-q").out
    assert "german (greedy) against soviet (greedy)" in out


def test_a_scenario_by_its_file(mine: Path) -> None:
    assert "Crossroads" in fine("play", mine / "crossroads-at-dawn.toml", *RANDOM, "-q").out


def test_a_scenario_with_mistakes_tells_them(mine: Path) -> None:
    for name in ("mistaken", "nations_at_war/mistaken"):
        told = wrong("play", name, "--scenarios", mine)
        assert "no unit is called 'tigre'; did you mean 'tiger'?" in told and "'Z4' is off the map" in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("cats-in-the-mits",), "No scenario is called 'cats-in-the-mits'; did you mean 'cats-in-the-mist'?"),
        (("the-bridge",), "did you mean 'the-bridge-at-berezovyy-logg'?"),
        (("nations_at_war/cats-in-the-mits",), "did you mean 'nations_at_war/cats-in-the-mist'?"),
        (("zzz",), "`sandtable games` lists them"),
        ((CATS, "--seat", "germn=greedy"), "No side of Cats in the Mist is called 'germn'; did you mean 'german'?"),
        ((CATS, "--seat", "german=gready"), "No player is called 'gready'; did you mean 'greedy'?"),
        ((CATS, "--seat", "german"), "A seat is written like german=greedy, not 'german'."),
        ((CATS, "--seat", "german=random", "--seat", "german=human"), "Two players are given for german"),
        ((CATS, "--seat", "german=human", "--json"), "A human can play only one game at a time"),
        ((CATS, "--seat", "german=human", "--games", "2"), "A human can play only one game at a time"),
        ((CATS, "--games", "2", "--journal", "x.jsonl"), "A journal holds one battle"),
        ((CATS, "--games", "0"), "--games must be a number from 1 to 1,000,000, not 0."),
        ((CATS, "--games", "9" * 23), "--games must be a number from 1 to 1,000,000"),
        ((CATS, "--seed", "-1"), "--seed"),
        ((CATS, "--seed", "one"), "--seed"),
        ((CATS, "--sed", "1"), "--seed"),
        ((), "SCENARIO"),
    ],
)
def test_bad_words_of_play(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in wrong("play", *words)


def test_bad_commands() -> None:
    assert wrong("pley") == "No command is called 'pley'; did you mean 'play'?"
    assert "extra" in wrong("games", "extra")
    version = fine("--version").out
    assert version.startswith("sandtable ") and version.rstrip().endswith(("(pure Python)", "(compiled)"))
    assert "picture" not in fine("--help").out


def test_plain_sandtable_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a command it is `serve` with a browser; `serve` passes on what it is told."""
    served: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        "sandtable.cli.commands.serve_battles", lambda *words, **named: served.append((*words, *named.values()))
    )
    monkeypatch.setattr("sandtable.cli.commands.work_for_servers", lambda *words: served.append(words))
    fine()
    fine("serve", "--port", 0, "--no-open", "--data", "battles")
    fine("serve", "--database", "postgresql://here/battles", "--processes", 3)
    fine("worker", "--database", "postgresql://here/battles")
    assert served == [
        (8000, None, True),
        (0, Path("battles"), False, "", 1, Reach()),
        (8000, None, True, "postgresql://here/battles", 3, Reach()),
        ("postgresql://here/battles", None),
    ]
    assert "65535" in wrong("serve", "--port", 99999)


# Players of one's own -----------------------------------------------------------------------------

BOTS = """from sandtable.bots.player import Bot

class First(Bot):
    def choose(self, seat):
        return seat.options()[0]

class Failing(Bot):
    name = "failing"
    def choose(self, seat):
        return None
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    path = tmp_path / "simple.py"
    path.write_text(BOTS)
    return path


def test_a_player_of_ones_own_plays(bots: Path) -> None:
    words = ("play", CATS, "--seat", "german=simple", "--seat", "soviet=random", "--seed", 1, "--json")
    ran = fine(*words, "--bot", f"{bots}:First")
    assert ran.lines[0]["seats"] == {"german": "simple", "soviet": "random"}
    assert "No player is called 'simple'" in wrong(*words)  # a command leaves nothing behind


@pytest.mark.parametrize(
    "words",
    [
        ("run", CATS, "--seats", "simple,random", "--games", 2, "--workers", 2),
        ("balance", CATS, "--player", "simple", "--games", 1, "--workers", 1),
        ("ladder", "nations_at_war", "--players", "random,simple", "--games", 2, "--workers", 1, "--scenario", CATS),
    ],
)
def test_a_player_of_ones_own_in_the_lab(bots: Path, words: tuple[object, ...]) -> None:
    out = fine("lab", *words, "--bot", f"{bots}:First").out
    assert "simple" in out or words[0] == "balance"


def test_a_player_that_cannot_be_had_or_fails(bots: Path) -> None:
    assert "has no class 'Frist'; did you mean 'First'?" in wrong("play", CATS, "--bot", f"{bots}:Frist")
    assert "There is no file" in wrong("lab", "run", CATS, "--bot", "gone.py:First")
    ran = run("play", CATS, "--seat", "german=failing", "--seed", 4, "-q", "--bot", f"{bots}:Failing")
    assert ran.code == 1
    assert "failing, playing german in the battle with seed 4, failed: " in ran.err


@pytest.mark.soak
@pytest.mark.skipif(not LONG, reason="a second cluster is started in make soak only")
def test_a_player_of_ones_own_on_a_cluster_fails_in_one_sentence_too(bots: Path) -> None:
    pytest.importorskip("ray", reason="pip install 'sandtable[ray]'")
    words = ("lab", "run", CATS, "--seats", "failing,random", "--games", 2, "--workers", 1, "--engine", "ray")
    ran = run(*words, "--bot", f"{bots}:Failing")
    assert ran.code == 1
    assert re.search(r"^failing, playing german in the battle with seed [01], failed: ", ran.err, re.M)
    assert "Traceback" not in ran.err


def test_a_battle_against_a_player_of_ones_own_goes_on(bots: Path, tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    own = ("--bot", f"{bots}:First")
    words = ("play", CATS, "--seat", "german=human", "--seat", "soviet=simple", "--journal", path)
    assert f"--bot {bots}:First" in fine(*words, *own, typed="quit\n").out
    assert "Name your own player with --bot" in wrong("play", CATS, "--journal", path)
    assert "Continuing" in fine("play", CATS, "--journal", path, *own, typed="quit\n").out


def test_help_names_all_players() -> None:
    told = " ".join(fine("play", "--help").out.replace("│", " ").split())
    assert "random, recruit, corporal, greedy, tactician, strategist, master) or one of your own" in told


def test_the_digest_comes_before_the_first_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even in a system that rolls before it asks anybody."""

    def no_table(*_: object) -> None:
        raise RuntimeError("a die falls")

    monkeypatch.setattr("sandtable.cli.play.new_match", no_table)
    assert seed_digest(seed_bytes(7)) in run("play", CATS, *RANDOM, "--seed", 7).out


# play: a human at the keyboard ---------------------------------------------------------------------


def test_a_human_plays_looks_around_and_leaves() -> None:
    typed = "d\n?\nunits\nrule 5.1.4.a\nodds\nodds tiger at range 3 on t-34-76\nodds tigre\nnonsense\n1\nquit\n"
    out = fine("play", CATS, *HOT_SEAT, "--seed", 3, typed=typed).out
    for sentence in (
        "Digest of the seed",
        "Tiger I #1 is set up at G4.",
        "Extended Range",
        "the odds of your shots",
        "None of the options is a shot.",
        "Tiger I fires at T-34/76",
        "did you mean 'tiger'?",
        '"nonsense" is not among the options',
        "505th Heavy Panzer is activated.",
        "Goal: German victory: at the end of turn 8 four railroad hexes in a row",
        "Special rule: no unit may use smoke.",
        "Type ? for help",
        "The battle is saved; continue it with:",
    ):
        assert sentence in out, sentence


def test_a_human_gets_a_hint_and_nothing_is_played(tmp_path: Path) -> None:
    journal = tmp_path / "battle.jsonl"
    typed = "d\nhint\nhint greedy\nhint random\nhint general\nquit\n"
    out = " ".join(fine("play", CATS, *HOT_SEAT, "--seed", 3, "--journal", journal, typed=typed).out.split())
    for sentence in (
        "The tactician suggests ",
        "The greedy suggests ",
        "The random suggests ",
        "As good as 505th Heavy Panzer goes into the cup, as far as it",
        "Platoons ahead",
        "Picked at random from ",
        "There is no computer player 'general'. Choose from random, recruit, corporal, greedy",
    ):
        assert sentence in out, sentence
    assert len(journal.read_text().splitlines()) == 3  # the beginning, and the order of set-up that was typed


def test_a_human_is_told_why_not() -> None:
    out = fine("play", CATS, *HOT_SEAT, "--seed", 3, typed="d\n1\nact tiger-1\nmove u11\nquit\n").out
    assert "No: " in out and "(rule " in out


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("i5", "No: I5 is outside the set-up area of 505th Heavy Panzer. (rule EN.d)"),
        ("place tiger 2 c5", "You are placing Tiger I #1 now, not Tiger I #2."),
        ("default now", "Set up"),
        ("d\n1\nact tiger 1\nfire q6", "No enemy stands in Q6."),
        ("d\n1\nact tiger 1\nfire churchill 5", "No: "),
        ("d\n1\nact churchill 5", "does not belong to 505th Heavy Panzer"),
        ("d\n1\nact tiger 1\nu11", "No: Tiger I #1 cannot reach U11"),
        ("undo", "There is nothing to take back: you have not chosen anything yet."),
        ("goal", "Whoever holds the line of rails"),
    ],
)
def test_whatever_is_typed_gets_an_answer(typed: str, sentence: str) -> None:
    out = fine("play", CATS, *HOT_SEAT, "--seed", 3, typed=f"{typed}\nquit\n").out
    assert sentence in out


def test_a_battle_with_a_human_is_kept_without_being_asked(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "sandtable" / "battles"
    out = fine("play", CATS, *HOT_SEAT, "--seed", 3, typed="d\nquit\n").out
    (path,) = folder.glob("cats-in-the-mist-*.jsonl")
    assert out.count(f"sandtable play nations_at_war/cats-in-the-mist --journal {path}") == 2
    assert "after 1 choice" in fine("play", CATS, "--journal", path, typed="quit\n").out
    assert "nothing was saved" in fine("play", CATS, *HOT_SEAT, typed="quit\n").out
    assert len(list(folder.glob("*.jsonl"))) == 1


def test_a_battle_that_cannot_be_kept_is_not_left_by_mistake(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    out = fine("play", CATS, *HOT_SEAT, "--seed", 3, typed="d\nquit\nn\nquit\ny\n").out
    assert "The battle is not saved: " in out and out.count("Leave it for good?") == 2
    assert "You left the table. Seed 3." in out


@pytest.mark.skipif(os.name == "nt", reason="no locks")
def test_two_processes_do_not_play_one_journal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    fine("play", CATS, *HOT_SEAT, "--seed", 3, "--journal", path, typed="d\nquit\n")
    before = path.read_bytes()
    with Journal.open(path):
        assert "is being played by another process." in wrong("play", CATS, "--journal", path)
    assert path.read_bytes() == before


def test_a_human_takes_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    fine("play", CATS, *HOT_SEAT, "--seed", 3, "--journal", path, typed="place b1\nundo\nundo\nd\nquit\n")
    kinds = [next(iter(json.loads(line))) for line in path.read_text().splitlines()]
    assert kinds == ["format", "draws", "n", "undo", "n"]


# journals ----------------------------------------------------------------------------------------


def test_a_journal_is_written_and_verified(finished: Path) -> None:
    ran = fine("verify", finished)
    assert "are in order" in ran.out and "Every draw follows from the seed" in ran.out
    assert not seed_file(finished).exists()


def test_a_battle_goes_on_where_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    left = fine("play", CATS, *HOT_SEAT, "--seed", 5, "--journal", path, typed="d\nquit\n").out
    assert f"sandtable play nations_at_war/cats-in-the-mist --journal {path}" in left
    assert "Seed 5" not in left
    assert "the game is not finished" in fine("verify", path).out
    path.write_bytes(path.read_bytes() + b'{"n":2,"se')  # cut off in the middle of a line
    out = fine("play", CATS, "--journal", path, typed="1\nquit\n").out
    assert f"Continuing {path} after 1 choice. The file is cut off" in out
    assert "505th Heavy Panzer is activated." in out
    assert "2 choices" in fine("verify", path).out


def test_a_battle_of_bots_goes_on_to_its_end(tmp_path: Path, finished: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines = finished.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:20]))
    assert "the seed of its dice is not stored here" in wrong("play", CATS, "--journal", path)
    assert "8 is not the seed of its dice" in wrong("play", CATS, "--journal", path, "--seed", 8)
    assert "german is played by random, not by greedy" in wrong(
        "play", CATS, "--journal", path, "--seat", "german=greedy"
    )
    out = fine("play", CATS, "--journal", path, "--seed", 7, "--quiet").out
    assert "Continuing" in out and "Seed 7." in out
    assert "Every draw follows from the seed" in fine("verify", path).out


def test_what_is_there_is_not_written_over(tmp_path: Path, finished: Path) -> None:
    before = finished.read_bytes()
    assert "holds a finished battle and was left alone" in wrong("play", CATS, "--journal", finished)
    other = "the-bridge-at-berezovyy-logg"
    assert "is a battle of nations_at_war/cats-in-the-mist, not of" in wrong("play", other, "--journal", finished)
    assert "was left alone" in wrong("play", CATS, "--json", "--journal", finished)
    assert finished.read_bytes() == before
    foreign = tmp_path / "shopping.txt"
    foreign.write_text("eggs\n")
    assert "is not a readable journal" in wrong("play", CATS, "--journal", foreign)
    assert foreign.read_text() == "eggs\n"
    assert "There is no folder" in wrong("play", CATS, "--journal", tmp_path / "nowhere" / "game.jsonl")


def as_before(path: Path) -> None:
    """A journal as it was written before journals kept the text of their scenario."""
    chain, lines = "", []
    for number, line in enumerate(path.read_bytes().splitlines()):
        body = line[: line.rindex(b',"chain"')] + b"}"
        if not number:
            header = msgspec.json.decode(body)
            assert list(header.pop("texts")) == ["crossroads-at-dawn.toml"]
            body = msgspec.json.encode(header)
        chain = link(chain, body)
        lines.append(body[:-1] + b',"chain":"' + chain.encode() + b'"}\n')
    path.write_bytes(b"".join(lines))


def test_a_journal_of_a_scenario_that_is_not_found(tmp_path: Path, mine: Path) -> None:
    """A journal keeps its scenario and needs no file; an older one says how its file is found."""
    path = tmp_path / "game.jsonl"
    words = ("play", "crossroads-at-dawn", *RANDOM, "--seed", 1, "--quiet", "--journal", path)
    fine(*words, "--scenarios", mine)
    hint = "name its folder: --scenarios DIR."
    assert "Every draw follows from the seed." in fine("verify", path).out
    assert fine("replay", path, "--to", 3).out
    assert hint in wrong("play", "crossroads-at-dawn", "--journal", path)
    as_before(path)
    assert hint in run("verify", path).err and hint in run("replay", path).err
    assert "Every draw follows from the seed." in fine("verify", path, "--scenarios", mine).out


def test_json_with_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    line = fine("play", CATS, *RANDOM, "--seed", 7, "--json", "--journal", path).lines[0]
    assert f"{line['decisions']} choices" in fine("verify", path).out


def altered(finished: Path, path: Path, change: Callable[[str], str]) -> Ran:
    path.write_text(change(finished.read_text()))
    return run("verify", path)


def test_an_altered_journal_is_found_out(tmp_path: Path, finished: Path) -> None:
    path = tmp_path / "altered.jsonl"
    lines = finished.read_text().splitlines(keepends=True)

    def tampered(text: str) -> str:
        return "".join([*lines[:9], lines[9].replace('"n":', '"n": '), *lines[10:]])

    ran = altered(finished, path, tampered)
    assert ran.code == 1 and "Line 10: its chain is wrong" in ran.err and '"n": 8' in ran.err
    dropped = altered(finished, path, lambda text: "".join(lines[:5] + lines[6:]))
    assert dropped.code == 1 and "Line 6" in dropped.err
    cut = altered(finished, path, lambda text: text[:-20])
    assert cut.code == 1 and f"cut off in line {len(lines)}" in cut.err
    assert altered(finished, path, lambda text: "").code == 1
    assert altered(finished, path, lambda text: text).code == 0


def test_verify_names_the_nearest_file(finished: Path) -> None:
    assert wrong("verify", finished.with_name("batle.jsonl")).endswith(f"Did you mean {finished}?")
    assert "is a folder" in wrong("verify", finished.parent)


# replay ------------------------------------------------------------------------------------------


def test_replay_tells_the_story(finished: Path) -> None:
    out = fine("replay", finished).out
    assert out.index("Turn 1 begins") < out.index("Turn 8 begins") < out.index("won: ") < out.index("Seed 7.")
    assert out.count("End Turn markers drawn") == 9
    watched = fine("play", CATS, *RANDOM, "--seed", 7).out
    story = [line for line in watched.splitlines() if "begins." in line or "moves to" in line]
    assert story == [line for line in out.splitlines() if "begins." in line or "moves to" in line]


def test_replay_and_verify_of_a_journal_with_another_end(finished: Path, tmp_path: Path) -> None:
    """A forged winner, with the chain made anew, and a last line that is gone."""
    path = tmp_path / "forged.jsonl"
    lines = [json.loads(line) for line in finished.read_bytes().splitlines()]
    lines[-1]["end"]["winner"] = "soviet" if lines[-1]["end"]["winner"] == "german" else "german"
    chain, text = "", b""
    for line in lines:
        line.pop("chain")
        body = json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()
        chain = link(chain, body)
        text += body[:-1] + f',"chain":"{chain}"}}\n'.encode()
    path.write_bytes(text)
    assert "or its journal was altered. Its journal says" in fine("replay", path).out
    assert "Its journal says" in run("verify", path).err
    assert "altered" not in fine("replay", finished).out
    path.write_bytes(b"\n".join(finished.read_bytes().splitlines()[:-1]) + b"\n")
    assert "the game is over, and its last line" in run("verify", path).err  # no die is proved, then


def of_other_rules(tmp_path: Path, steps: int = 0) -> tuple[Path, Path]:
    """A folder with a scenario that was changed after a battle of it, and the journal of that: whole, or so far.

    It is an older journal, which does not keep the text of its scenario.
    """
    folder = tmp_path / "own"
    folder.mkdir()
    text = (DOCS.parent / "src/sandtable/systems/nations_at_war/data/scenarios/cats-in-the-mist.toml").read_text()
    scenario = folder / "mine.toml"
    scenario.write_text(text.replace("Cats in the Mist", "Mine"))
    path = tmp_path / "old.jsonl"
    with mock.patch.object(journal, "_texts_of", lambda system, scenario: {}):
        fine("play", "mine", "--scenarios", folder, *RANDOM, "--seed", 7, "--journal", path, "--quiet")
    assert b'"texts"' not in path.read_bytes()
    if steps:
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[: steps + 2]))
    scenario.write_text(scenario.read_text().replace("turns = 8", "turns = 3"))
    return folder, path


def test_a_battle_of_other_rules_is_told_up_to_the_first_choice_that_differs(tmp_path: Path) -> None:
    folder, path = of_other_rules(tmp_path)
    told = fine("replay", path, "--scenarios", folder).out
    assert "Turn 3 begins" in told and "Turn 4 begins" not in told
    sentence = "This battle was played by other rules: nations_at_war/mine has changed since. It replays up to choice"
    found = re.search(rf"{sentence} (\d+) of (\d+)\. Choice (\d+) asks for 1 draw; the journal has 2 draws\.", told)
    assert found is not None
    last, all_of_them, first = map(int, found.groups())
    assert 0 < last < all_of_them and first == last + 1
    ran = run("verify", path, "--scenarios", folder)
    assert ran.code == 1 and f"Line {first + 2}: {sentence} {last} of {all_of_them}" in ran.err
    as_json = fine("replay", path, "--scenarios", folder, "--json")
    assert as_json.lines[-1]["n"] == last and sentence in as_json.err
    early = fine("replay", path, "--scenarios", folder, "--to", 2).out
    assert f"up to choice {last} of {all_of_them}" in early and "Turn 2 begins" not in early


def test_a_battle_of_other_rules_does_not_go_on(tmp_path: Path) -> None:
    folder, path = of_other_rules(tmp_path, 12)
    before = path.read_bytes()
    words = ("play", "mine", "--scenarios", folder, "--journal", path, "--seed", 7)
    sentence = wrong(*words)
    assert "cannot be continued. This battle was played by other rules" in sentence
    assert "All its choices are still allowed." in sentence and f"`sandtable replay {path}` shows it." in sentence
    assert path.read_bytes() == before
    out = fine("replay", path, "--scenarios", folder).out
    assert "All its choices are still allowed." in out
    ran = run("verify", path, "--scenarios", folder)
    assert ran.code == 1 and "Line 1: This battle was played by other rules" in ran.err


def test_replay_up_to_a_choice(finished: Path) -> None:
    out = fine("replay", finished, "--to", 3).out
    assert "Turn 2 begins" not in out and "to choose" in out
    assert "there is no choice 99999" in wrong("replay", finished, "--to", 99999)


def test_replay_step_by_step(finished: Path) -> None:
    out = fine("replay", finished, "--step", typed="\n\nq\n").out
    assert "1. german: " in out and "2. " in out and "3. " not in out


def test_replay_as_json(finished: Path) -> None:
    lines = fine("replay", finished, "--json").lines
    assert list(lines[0]) == ["n", "turn", "seat", "choice", "event", "text"]
    assert lines[-1]["event"]["kind"] == "battle over" and lines[-1]["text"]
    assert [line["n"] for line in lines] == sorted(line["n"] for line in lines)
    assert fine("replay", finished, "--json", "--to", 5).lines == [line for line in lines if line["n"] <= 5]


class Skipping:
    """A system and a game in which turn 4 passes without a question."""

    def __init__(self) -> None:
        self.log = [Event("turn", value=3), Event("done")]
        self.history: list[object] = []
        self.battle = None

    def view(self, play: object, seat: str) -> View:
        lines = log_lines(self.log, lambda event: f"Turn {event.value} begins." if event.value else event.kind)
        return View("toy", "toy/skip", "Skip", "", (), turn=self.turn(None), turns=5, log=lines)

    def turn(self, battle: object) -> int:
        return max(event.value for event in self.log)

    def sentence(self, battle: object, event: Event) -> str:
        return event.kind

    def go_on(self) -> None:
        self.log += [Event("night"), Event("turn", value=4), Event("rain"), Event("turn", value=5), Event("sun")]


def test_a_turn_in_which_nobody_is_asked_has_its_own_heading() -> None:
    out = io.StringIO()
    game: Any = Skipping()
    story = Story(assembled(game), Console(file=out, width=60), maps=False)
    story.tell(game)
    game.go_on()
    story.tell(game)
    told = [line.strip("- ") for line in out.getvalue().splitlines() if line.strip()]
    assert [line for line in told if "turn" in line.lower()] == [
        word for turn in (3, 4, 5) for word in (f"Skip: turn {turn} of 5", f"Turn {turn} begins.")
    ]


def test_replay_as_json_knows_turns_in_which_nobody_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    game: Any = Skipping()

    def steps() -> Iterator[tuple[int, Any]]:
        yield 0, game
        game.go_on()
        yield 1, game

    tell_json(steps(), assembled(game))
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["text"], line["turn"]) for line in lines] == [
        ("turn", 3), ("done", 3), ("night", 3), ("turn", 4), ("rain", 4), ("turn", 5), ("sun", 5),
    ]  # fmt: skip


def test_replay_of_what_is_no_journal(tmp_path: Path, finished: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("eggs\n")
    assert "cannot be replayed" in wrong("replay", path)
    assert "There is no file" in wrong("replay", tmp_path / "gone.jsonl")


# rules -------------------------------------------------------------------------------------------


def test_all_rules_are_listed() -> None:
    out = fine("rules", "nations_at_war").out
    assert "5.1.4.a" in out and "* with a ruling" in out and len(out.splitlines()) > 400


def test_a_chapter_is_listed() -> None:
    assert [line.split()[0] for line in fine("rules", "Nations-at-War", "5.1.4").out.splitlines()] == [
        "5.1.4.a", "5.1.4.b", "5.1.4.c", "*",
    ]  # fmt: skip


def test_a_rule_with_its_ruling_and_its_tests() -> None:
    out = fine("rules", "nations_at_war", "6.1.2.A").out
    assert "Source: the book (Nations at War)." in out and "Ruling" in out
    assert re.search(r"tests/systems/nations_at_war/\S*test_6_sight\.py:\d+  test_\w+", out)


def test_a_rule_with_the_code_that_names_it() -> None:
    out = fine("rules", "nations_at_war", "5.1.4.c").out
    assert re.search(r"Code:\n  src/sandtable/systems/nations_at_war/\S+\.py:\d+  \w+\n", out)
    assert out.index("Code:") < out.index("Proved by:")


def test_a_rule_of_which_code_names_only_the_chapter_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    places = {"5.1": [Place("fire.py", 1, "fire")]}
    monkeypatch.setattr("sandtable.cli.rules.named_by_code", lambda key, ids: places)
    out = fine("rules", "nations_at_war", "5.1.4.c").out
    assert "Code: only its chapter is named, 5.1:\n  fire.py:1  fire\n" in out
    assert "Code: no code names this rule." in fine("rules", "nations_at_war", "6.1.2.a").out
    listed = fine("rules", "nations_at_war", "5.1.4", "--uncited").out.splitlines()
    assert [line.split()[0] for line in listed[:3]] == ["5.1.4.a", "5.1.4.b", "5.1.4.c"]
    assert all(line.endswith("(only 5.1)") for line in listed[:3])
    assert listed[3:] == ["3 of 3 rules are named by no code.", "Of 3 of them it names the chapter."]
    assert "fire.py" in fine("rules", "nations_at_war", "5.1").out
    assert "no such rule" in wrong("rules", "nations_at_war", "99", "--uncited")


@pytest.mark.parametrize("key", sorted(systems()))
def test_rules_that_no_code_names_are_listed(key: str) -> None:
    """Whatever is listed stands in no docstring, comment or string as it is written in the list."""
    lines = fine("rules", key, "--uncited").out.splitlines()
    found = re.search(r"^(\d+) of (\d+) rules? (?:is|are) named by no code\.$", "\n".join(lines), re.MULTILINE)
    assert found is not None and int(found[2]) == len(systems()[key].shelf.rules()) > int(found[1])
    ids = [line.split()[0] for line in lines[: int(found[1])]]
    for path in code_of(key).rglob("*.py"):
        for id in ids:
            assert f'"{id}"' not in path.read_text(), (path, id)


def test_proofs_point_at_the_tests() -> None:
    for proof in proved_by_tests("nations_at_war")["2.5.6.2.b"]:
        line = (DOCS.parent / proof.file).read_text().splitlines()[proof.line - 1]
        assert proof.name in line


def test_code_is_named_by_line() -> None:
    named = named_by_code("nations_at_war", systems()["nations_at_war"].shelf.rules())
    for place in named["5.1.4.c"]:
        assert "5.1.4.c" in (DOCS.parent / place.file).read_text().splitlines()[place.line - 1]


def test_without_the_tests_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.cli.rules.tests_of", lambda key: Path("nowhere"))
    assert "Tests: not installed" in fine("rules", "nations_at_war", "2.1").out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nations_at_wra",), "No game system is called 'nations_at_wra'; did you mean 'nations_at_war'?"),
        (("nations_at_war", "5.1.4.z"), "No rule is called '5.1.4.z'; did you mean '5.1.4."),
        (("nations_at_war", "99"), "`sandtable rules nations_at_war` lists them."),
    ],
)
def test_bad_words_of_rules(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in wrong("rules", *words)


# odds --------------------------------------------------------------------------------------------


def test_odds_of_an_attack_in_words() -> None:
    """4 dice to hit on 3 at half range against 2 + 1 woods + 1 concealed on 5."""
    out = fine("odds", "tiger at range 4 on t-34-76 in woods").out
    assert out == fine("odds", "tiger", "at", "range", "4", "on", "t-34-76", "in", "woods").out
    for part in ("4 dice, 3 or more", "4 dice, 5 or more", "-1 Reduced Range, To-Hit  5.1.5", "+1 Woods  TEC.woods"):
        assert part in out


def test_odds_as_json() -> None:
    line = fine("odds", "--json", "pz iv at range 6 on disrupted T-34/76").lines[0]
    assert (line["dice"], line["to_hit"], line["save_dice"], line["save"]) == (3, 5, 2, 5)
    assert sum(line["outcomes"].values()) == pytest.approx(1)
    # No hit left: 0 hits, or 1 and at least one save, or 2 and two saves; counted by hand over 3 and 2 dice of 1/3.
    none = 8 / 27 + 12 / 27 * 5 / 9 + 6 / 27 * 1 / 9
    assert line["outcomes"]["no effect"] == pytest.approx(none)


def test_the_words_of_an_attack() -> None:
    attack = read_attack(
        "reduced Pz IV (G), moving, leadership 2, at range 3 on a disrupted T-34/76 in wooded hill, wreck, smoke 2"
    )
    assert attack.attacker.type == "pzivg" and attack.attacker.states == ["reduced"]
    assert attack.target.type == "t-34-76" and attack.target.states == ["disrupted"]
    assert attack.target.terrain == "wooded_hill" and attack.markers == ["wreck", "smoke2"]
    assert (attack.moving, attack.caught, attack.leadership, attack.range) == (True, False, 2, 3)
    caught = read_attack("tiger in woods 4 hexes opportunity fire on spotted infantry in town with hmg from hill")
    assert caught.caught and caught.target.states == ["ops"] and caught.target.weapon == "hmg"
    assert caught.attacker.terrain == "hill" and caught.target.terrain == "city"
    assert read_attack("tiger at range 2 on moving t-34").caught
    assert read_attack("infantry assaults tiger").how == "assault"


def test_odds_of_an_assault_and_a_mortar() -> None:
    assert "defenders retreat" in fine("odds", "infantry assaults t-70a in woods").out
    assert "5.5.e" in fine("odds", "tiger overruns infantry").out
    assert fine("odds", "american 81mm mortar at range 3 on infantry in woods", "--json").lines[0]["save_dice"] == 1


def test_odds_of_a_scene(tmp_path: Path) -> None:
    found = re.search(r"A file `tiger.txt`:\n\n```\n(.*?)```", (DOCS / "scenarios.md").read_text(), re.S)
    assert found is not None
    path = tmp_path / "tiger.txt"
    path.write_text(found[1])
    out = fine("odds", path).out
    assert "T1: Fire at S1 in E1, with Leadership" in out and "T1: Fire at S2 in D2" in out
    assert len(fine("odds", path, "--json").lines) == out.count("hits left on average")
    path.write_text(".. ..\ngerman tigre T at A1\n")
    assert "did you mean 'tiger'?" in wrong("odds", path)
    path.write_text(".. ..\ngerman tiger T at A1\n")
    assert "Nobody can attack" in wrong("odds", path)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("tigre at range 4 on t-34-76", "did you mean 'tiger'?"),
        ("tiger at range 4 on t-34-76 in wods", "did you mean 'woods'?"),
        ("tiger on t-34-76", "Add `at range N`"),
        ("tiger at range 4", "only tiger is known here"),
        ("tiger range on t-34-76", "After range comes a number"),
        ("tiger range 99 on t-34-76", "Range is 1 to 30, not 99."),
        ("tiger t-34-76 panther", "panther is a third"),
        ("100 tigers at range 4 on t-34-76", "One unit attacks another: leave out the 100."),
        ("in woods tiger", "Who stands in woods?"),
        ("infantry at range 5 on tiger", "5 hexes away; Infantry reaches 1. (rule 5.1.5.1)"),
        ("tiger at range 4 on concealed t-34-76", "do not conceal T-34/76 in Clear"),
        ("tiger at range 4 overruns infantry", "leave out the range"),
        ("opel-blitz assaults tiger", "(rule "),
        ("scene.txt", "There is no file scene.txt."),
    ],
)
def test_bad_words_of_odds(words: str, sentence: str) -> None:
    assert sentence in wrong("odds", words)


def test_odds_of_a_game_that_is_misspelt() -> None:
    told = wrong("odds", "nations_at_wor", "tiger at range 4 on t-34-76 in woods")
    assert told == "No game system is called 'nations_at_wor'; did you mean 'nations_at_war'?"


def test_mistakes_in_a_scene_name_its_file(tmp_path: Path) -> None:
    path = tmp_path / "tiger.txt"
    path.write_text(".. .. ..\ngerman tigre T1 at A1\nsoviet t-34-67 S1 at C1\n")
    assert wrong("odds", path).splitlines() == [
        f"{path}: no unit type is called 'tigre'; did you mean 'tiger'?",
        f"{path}: no unit type is called 't-34-67'; did you mean 't-34-76'?",
    ]


def test_check_where_the_forces_are_chosen_later(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('system = "of_war_and_men"\nname = "Mine"\nlevel = "private"\nmission = "not-in-my-house"\n')
    out = fine("check", path).out
    assert "Axis: the forces are chosen when the battle begins" in out and "0 units" not in out


def test_odds_of_another_game(tmp_path: Path) -> None:
    out = fine("odds", "regimental", "infantry on M attacks militia on D in woods").out
    assert "-1 target dug in  3.7.1.c" in out and "the attack is thrown back" in out
    path = tmp_path / "assault.txt"
    path.write_text(
        ". . . .\nblue hq HQ at 0101\nblue infantry A at 0201\nred militia X at 0301\nactive blue attack\n"
    )
    assert fine("odds", "regimental", path, "--json").lines[0]["attack"] == "A assaults X in 0301"
    assert "did you mean 'militia'?" in wrong("odds", "regimental", "infantry attacks miltia")
    assert "Which attack of Regimental?" in wrong("odds", "regimental")


def test_scenarios_of_another_game_are_checked_and_played(tmp_path: Path) -> None:
    """All mistakes at once with the nearest word, and its id is made of its name; maps too."""
    ours = Path(next(info.file for info in systems()["regimental"].shelf.infos() if "varne" in info.id))
    text = ours.read_text().replace('name = "The Varne Bridgehead"', 'name = "My Bridge"')
    path = tmp_path / "one.toml"
    path.write_text(text)
    out = fine("check", path).out
    assert "is a scenario of Regimental: My Bridge, 8 turns." in out and "sandtable play my-bridge" in out
    assert "my-bridge" in fine("games", "--scenarios", tmp_path).out
    path.write_text(
        text.replace('type = "infantry"', 'type = "infantri"').replace('supply = "average"', 'supply = "avrage"')
    )
    for told in (wrong("check", path), wrong("play", "one", "--scenarios", tmp_path)):
        assert "did you mean 'infantry'?" in told and "did you mean 'average'?" in told
    path.write_text(text.replace('"regimental"', '"regimentl"', 1))
    told = wrong("check", path).strip()
    assert told == f"{path}, system: no game system is called 'regimentl'; did you mean 'regimental'?"
    vale = tmp_path / "vale.map.toml"
    vale.write_text('system = "regimental"\n' + (ours.parents[1] / "maps" / "varne.toml").read_text())
    assert "is a map of Regimental: The Varne, 16 by 12 hexes." in fine("check", vale).out
    vale.write_text(vale.read_text().replace("\n 01  .", "\n 01  X", 1))
    assert "row 01, column 01" in wrong("check", vale)


def test_the_docs_show_the_toy_as_it_is() -> None:
    """docs/how-to-write-a-system.md quotes the toy."""
    source = Path(toy.__file__).read_text()
    quotes = re.findall(
        r"```python\n((?: |def script).*?)\n```", (DOCS / "how-to-write-a-system.md").read_text(), re.S
    )
    assert len(quotes) == 7 and all(quote in source for quote in quotes)


# catalogue ---------------------------------------------------------------------------------------


def test_a_catalogue_in_short_and_by_kind() -> None:
    out = fine("catalogue", "nations-at-war").out
    assert re.search(r"^units +\d+  tiger, pzivg, .* …", out, re.M) and "catalogue nations_at_war KIND" in out
    out = fine("catalogue", "nations_at_war", "Units").out
    assert re.search(r"^tiger +Tiger I +afv +4 x 4\+ to 8 ", out, re.M)
    assert re.search(r"^bazooka +Bazooka +\+ *$", fine("catalogue", "nations_at_war", "weapons").out, re.M)


def test_a_catalogue_as_json() -> None:
    lines = fine("catalogue", "regimental", "stands", "--json").lines
    assert {line["kind"] for line in lines} == {"stands"}
    assert lines[0] == {
        "kind": "stands",
        "word": "hq",
        "name": "HQ",
        "figures": {"kind": "hq", "SP": 6, "dice": 1, "rate": "wheeled", "armoured": False},
    }
    assert {line["kind"] for line in fine("catalogue", "regimental", "--json").lines} > {"stands", "terrain"}


def test_bad_words_of_catalogue() -> None:
    assert "did you mean 'war_storm'?" in wrong("catalogue", "war_strom")
    assert "No kind of thing in War Storm is called 'platoon'; did you mean 'platoons'?" in wrong(
        "catalogue", "war_storm", "platoon"
    )


def named_in(part: Any, key: str) -> set[str]:
    """All texts under a key, anywhere in a scenario's file."""
    if isinstance(part, list):
        return set[str]().union(*(named_in(each, key) for each in part))
    if not isinstance(part, dict):
        return set()
    found = part.get(key)
    listed = found if isinstance(found, list) else [found]
    own = {each for each in listed if isinstance(each, str)}
    return own.union(*(named_in(each, key) for each in part.values()))


@pytest.mark.parametrize(
    ("game", "key", "kinds"),
    [
        ("nations_at_war", "type", ["units"]),
        ("nations_at_war", "hq", ["hqs"]),
        ("nations_at_war", "weapons", ["weapons"]),
        ("nations_at_war", "aircraft", ["aircraft"]),
        ("regimental", "type", ["stands"]),
        ("regimental", "company", ["companies"]),
        ("regimental", "supply", ["supply"]),
        ("war_storm", "officers", ["officers"]),
        ("miniatures", "team", ["teams", "vehicles"]),
        ("miniatures", "training", ["training"]),
        ("of_war_and_men", "mission", ["missions"]),
    ],
)
def test_a_catalogue_has_what_our_scenarios_name(game: str, key: str, kinds: list[str]) -> None:
    system = systems()[game]
    known = {entry.word for kind in kinds for entry in system.shelf.catalogue()[kind]}
    files = [tomllib.loads(Path(info.file).read_text("utf-8")) for info in system.shelf.infos()]
    named = named_in(files, key)
    assert named and named <= known


def test_a_catalogue_has_the_platoons_and_the_letters_of_officers() -> None:
    found = systems()["war_storm"].shelf.catalogue()
    names = {entry.word: str(entry.figures["also"]).split(", ") for entry in found["platoons"]}
    assert "Grenadier" in names["German grenadier"]
    assert {"A", "B", "Hptm. Roth"} <= {entry.word for entry in found["officers"]}


# check -------------------------------------------------------------------------------------------


def test_check_draws_what_is_fine(mine: Path) -> None:
    """The example of docs/scenarios.md."""
    out = fine("check", mine / "crossroads-at-dawn.toml").out
    assert "Crossroads at Dawn, 4 turns" in out and "German: 4 pieces in 1 group" in out
    assert "/A1" in out and f"sandtable play crossroads-at-dawn --scenarios {mine}" in out


def test_check_tells_all_mistakes(mine: Path) -> None:
    told = wrong("check", mine / "mistaken.toml").splitlines()
    assert len(told) == 2 and all(line.startswith(str(mine / "mistaken.toml")) for line in told)


def test_check_says_when_another_file_counts_instead(mine: Path, tmp_path: Path) -> None:
    """Two files with one name: in a folder the first counts, of two folders the one named first."""
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    for path in (first, second):
        path.write_text((mine / "crossroads-at-dawn.toml").read_text())
    assert "sandtable play crossroads-at-dawn" in fine("check", first).out
    out = fine("check", second).out
    assert f"It is hidden by {first}, which has the same name" in out and "sandtable play" not in out
    assert "hidden by" in fine("check", first, "--scenarios", mine, "--scenarios", tmp_path).out
    assert "hidden by" not in fine("check", first, "--scenarios", tmp_path, "--scenarios", mine).out
    assert "b.toml was left out" in fine("games", "--scenarios", tmp_path).err


def test_check_of_maps_and_files_that_are_not_there(tmp_path: Path, mine: Path) -> None:
    path = tmp_path / "valley.map.toml"
    path.write_text('name = "Valley"\ngrid = """\n   A  B\n1  .. W.\n"""\n')
    assert "Valley, 2 by 1 hexes" in fine("check", path).out
    path.write_text('name = "Valley"\ngrid = """\n   A  B\n1  .. Q.\n"""\n')
    assert "'Q' in 'Q.' means nothing" in wrong("check", path)
    assert "Did you mean" in wrong("check", mine / "crossroads-at-down.toml")


# picture -----------------------------------------------------------------------------------------


def test_picture(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    fine("picture", CATS, "--seed", 1, "--turn", 2, "--out", path, *RANDOM)
    assert path.read_text().startswith("<svg")


# As a process ------------------------------------------------------------------------------------


def test_main_is_the_door(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["sandtable", "games", "--json"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0 and capsys.readouterr().out.count("\n") >= 2


def test_an_error_inside_is_one_sentence_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(as_json: bool) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr("sandtable.cli.commands.list_games", broken)
    ran = run("games")
    assert ran.code == 70 and "RuntimeError: a wheel came off" in ran.err and ran.err.count("\n") == 1


def test_a_closed_pipe_is_no_error() -> None:
    process = started("rules", "nations_at_war")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait() == 141


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_leaves_a_battle_that_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    process = started("play", CATS, "--seed", 1, "--journal", path, "--pace", 3)  # it cannot be over before
    deadline = time.monotonic() + PATIENCE
    while not path.exists() or path.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < deadline, "nothing was played"
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "Traceback" not in err
    assert "The battle is saved; continue it with:" in out
    assert "the game is not finished" in fine("verify", path).out
    assert seed_file(path).read_text() == "1\n"


def test_a_process_ends_with_two_for_bad_words() -> None:
    process = started("play", "cats-in-the-mits")
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (2, "") and err.count("\n") == 1


def program(folder: Path) -> str:
    path = folder / "plain.py"
    path.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    told = {} if said['type'] == 'hello' else {'id': said['id'], 'option': said['options'][0]['index']}\n"
        "    print(json.dumps(told), flush=True)\n"
    )
    return f"exec:{sys.executable} {path}"


def test_a_program_in_any_language_plays_at_the_table_and_in_the_lab(tmp_path: Path) -> None:
    word = program(tmp_path)
    seats = ("--seat", "german=plain", "--seat", "soviet=random")
    ran = fine("play", "first-light", *seats, "--seed", 1, "--json", "--bot", word)
    assert ran.lines[0]["seats"] == {"german": "plain", "soviet": "random"} and not ran.err
    ladder = ("ladder", "nations_at_war", "--players", "random,plain", "--games", 2, "--workers", 1)
    out = fine("lab", *ladder, "--scenario", "first-light", "--bot", word).out
    assert "plain" in out
    assert "There is no program" in wrong("play", "first-light", "--bot", "exec:./gone")


def test_the_page_offers_players_of_ones_own(bots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[list[str]] = []
    monkeypatch.setattr(commands, "serve_battles", lambda *args, **named: offered.append(levels.names()))
    fine("serve", "--no-open", "--bot", f"{bots}:First", "--bot", program(tmp_path))
    assert offered == [[*levels.SHIPPED, "simple", "plain"]]
