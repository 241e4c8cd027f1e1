"""Programs in any language play, and what they get wrong costs them their turn and never the battle."""

import re
import shutil
import sys
from pathlib import Path

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import levels
from sandtable.bots.own import OwnBotError
from sandtable.bots.player import Seat
from sandtable.bots.programs import ProgramBot, command_in
from sandtable.table.chance import SeededChance
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import systems

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
SMALL = ["first-light", "the-village-of-lauen", "the-orchard-gate", "the-farm-on-the-lane", "boot-camp"]
KEYS = ["nations_at_war", "regimental", "war_storm", "miniatures", "of_war_and_men"]
HEAD = "import json, sys, time\ninput()\nprint('{}', flush=True)\nask = lambda: json.loads(input())\n"
HEAD += "def say(**words): print(json.dumps(words), flush=True)\n"


def begin(key: str = "nations_at_war", scenario: str = "first-light", seed: int = 7) -> AnyPlay:
    system = systems()[key]
    return Play(system, system.rules.new(system.shelf.find(scenario)), SeededChance(seed))


def program(folder: Path, text: str, budget: float = 60.0) -> ProgramBot:
    path = folder / "odd.py"
    path.write_text(HEAD + text)
    bot = ProgramBot("odd", [sys.executable, str(path)], 3)
    bot.budget = budget
    return bot


def ask(play: AnyPlay, bot: ProgramBot) -> Choice:
    seat = play.asked()[0]
    choice = bot.choose(Seat(play, seat))
    play.choose(choice, seat)
    return choice


def sample(language: str) -> list[str]:
    runner = sys.executable if language == "py" else shutil.which("node")
    if runner is None:
        pytest.skip("there is no node on this machine")
    return [runner, str(EXAMPLES / f"careful.{language}")]


@pytest.mark.parametrize("language", ["py", "js"])
@pytest.mark.parametrize(("key", "scenario"), list(zip(KEYS, SMALL, strict=True)))
def test_sample_bots_play_whole_battles(
    key: str, scenario: str, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    play = begin(key, scenario)
    bots = {seat: ProgramBot("careful", sample(language), 5) for seat in play.system.rules.seats(play.battle)}
    for bot in bots.values():
        bot.hurried = False
    while play.decision is not None:
        seat = play.asked()[0]
        play.choose(bots[seat].choose(Seat(play, seat)), seat)
    assert not caplog.records, "no turn was lost"
    assert play.result is not None


@pytest.mark.parametrize("language", ["py", "js"])
def test_samples_are_short(language: str) -> None:
    assert len((EXAMPLES / f"careful.{language}").read_text().splitlines()) <= 40


def test_the_same_seed_plays_the_same() -> None:
    def course() -> list[Choice]:
        play, bot = begin(), ProgramBot("careful", sample("py"), 5)
        return [ask(play, bot) for _ in range(12)]

    assert course() == course()


def test_options_carry_their_canonical_index() -> None:
    play = begin()
    seat = Seat(play, play.asked()[0])
    asked = seat.asked(4, "view")
    options = seat.decision.options()
    assert [options[option.index] for option in asked.options] == [option.choice for option in asked.options]
    assert [option.choice for option in seat.view().decision.options] == options
    assert asked.id == 4 and asked.view is not None and b'"pieces"' in bytes(asked.view)
    assert seat.asked(5).view is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ask()\nprint('hello', flush=True)\ntime.sleep(99)", "its line is not an answer"),
        ("q = ask()\nsay(id=q['id'], option=9999)\ntime.sleep(99)", "there is no option 9999"),
        ("q = ask()\nsay(id=q['id'], option=-1)\ntime.sleep(99)", "there is no option -1"),
        ("q = ask()\nsay(id=q['id'])\ntime.sleep(99)", "either an option or a choice"),
        ("q = ask()\nsay(id=q['id'], choice={'do': 'fly'})\ntime.sleep(99)", "There is no hex"),
        ("q = ask()\nsay(id=q['id'] + 5, option=0)\ntime.sleep(99)", "it answered question 6, and this is 1"),
        ("ask()", "it has ended"),
        ("ask()\nprint('x' * 70000, flush=True)\ntime.sleep(99)", "longer than 65536 bytes"),
    ],
)
def test_whoever_cheats_or_breaks_loses_his_turn(
    tmp_path: Path, text: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    play, bot = begin(), program(tmp_path, text)
    choice = ask(play, bot)
    assert choice == play.history[-1].choice and len(play.history) == 1
    (told,) = caplog.records
    assert re.search(reason, told.getMessage()) and "greedy chose for it" in told.getMessage()


def test_who_is_silent_is_told_and_may_go_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """His late answer is passed over; the next question says what he lost."""
    late = "first = ask()\nsecond = ask()\nsay(id=first['id'], option=0)\n"
    text = late + "say(id=second['id'], option=0 if 'was answered by greedy' in second['lost'] else -1)\nask()"
    play, bot = begin(), program(tmp_path, text, budget=0.01)
    ask(play, bot)
    assert "no answer came within 0.01 seconds" in caplog.records[0].getMessage()
    bot.budget = 60.0
    expected = play.decision_for(play.asked()[0]).options()[0]
    assert ask(play, bot) == expected
    assert len(caplog.records) == 1


def test_after_three_lost_turns_the_other_plays_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    text = "while True:\n    say(id=ask()['id'], option=-1)"
    play, bot = begin(), program(tmp_path, text)
    for _ in range(5):
        ask(play, bot)
    assert len(play.history) == 5
    assert [record.getMessage() for record in caplog.records][-1] == (
        "odd lost 3 turns in a row and is ended; greedy plays on."
    )
    assert bot._process is not None and not bot._process.lives


def test_a_program_that_was_ended_is_started_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    play, bot = begin(), program(tmp_path, "say(id=ask()['id'], option=0)")
    first = ask(play, bot)
    bot._process.end()
    ask(play, bot)
    assert first == play.history[0].choice and bot._starts == 2 and not caplog.records


def test_the_programs_end_with_their_player(tmp_path: Path) -> None:
    play, bot = begin(), program(tmp_path, "say(id=ask()['id'], option=0)\nask()")
    ask(play, bot)
    process = bot._process
    assert process is not None and process.lives
    del bot
    assert not process.lives


def test_programs_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_BOTS", "")
    path = tmp_path / "My Bot.py"
    path.write_text("")
    assert command_in(f"exec:{sys.executable} '{path}'")[0] == "my-bot"
    assert command_in(f"exec:rex={sys.executable} -u") == ("rex", [sys.executable, "-u"])
    monkeypatch.chdir(tmp_path)
    assert levels.use(f"exec:{sys.executable} 'My Bot.py'") == ["my-bot"]
    assert isinstance(levels.make("my-bot", 1), ProgramBot)
    with pytest.raises(OwnBotError, match=r"There is no program '\./gone'"):
        levels.use("exec:./gone")
    with pytest.raises(OwnBotError, match=r"exec:\./mybot"):
        levels.use("exec:")
