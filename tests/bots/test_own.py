"""Computer players of the users' own: loaded by name, in workers too, and named when they fail."""

import sys
from pathlib import Path

import pytest

from sandtable.bots import levels, own
from sandtable.bots.own import VARIABLE, BotFailed, OwnBotError
from sandtable.lab import run

HEAD = "from sandtable.bots.player import Bot\n"
FIRST = HEAD + "class First(Bot):\n    def choose(self, seat):\n        return seat.options()[0]\n"
FAILING = HEAD + "class Failing(Bot):\n    name = 'failing'\n    def choose(self, seat):\n        return [][0]\n"
SCENARIO = "hedgerow-lane"


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No players but ours, and a folder of their own to import them from."""
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path.copy())


def file(text: str, name: str = "simple.py") -> Path:
    path = Path(name)
    path.write_text(text)
    return path


def test_a_player_in_a_file_has_the_name_of_the_file() -> None:
    assert levels.use(f"{file(FIRST)}:First") == ["simple"]
    assert levels.names()[-1] == "simple"
    assert type(levels.make("simple")).__name__ == "First"


def test_a_player_in_a_module_and_with_a_name_of_its_own() -> None:
    file(FAILING, "module_of_mine.py")
    assert levels.use("module_of_mine:Failing") == ["failing"]


def test_several_players_and_one_named_twice() -> None:
    path = file(FIRST + FAILING)
    assert levels.use(f"{path}:First", f"{path}:Failing", f"{path}:First") == ["simple", "failing"]
    assert levels.use(f"{path}:First") == ["simple"]
    assert levels.names() == [*levels.SHIPPED, "failing", "simple"]


def test_an_inherited_name_is_not_its_own() -> None:
    text = "from sandtable.bots.greedy import GreedyBot\nclass Wide(GreedyBot):\n    pass\n"
    assert levels.use(f"{file(text, 'wide.py')}:Wide") == ["wide"]


def test_who_takes_a_seed_gets_it() -> None:
    text = FIRST + "    def __init__(self, depth=3, seed=None):\n        self.got = (depth, seed)\n"
    levels.use(f"{file(text)}:First")
    assert levels.make("simple", 5).got == (3, 5)  # type: ignore[attr-defined]


def test_a_file_is_read_anew_each_time_it_is_named() -> None:
    levels.use(f"{file(FIRST)}:First")
    levels.use(f"{file(FIRST + '    budget = 7.0')}:First")
    assert levels.make("simple").budget == 7.0


def test_a_file_may_import_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    file("NAME = 'beside'\n", "sub/helper_beside.py")
    file(HEAD + "import helper_beside\nclass B(Bot):\n    name = helper_beside.NAME\n", "sub/b.py")
    assert levels.use("sub/b.py:B") == ["beside"]


@pytest.mark.parametrize(
    ("word", "text", "sentence"),
    [
        ("simple", FIRST, "as module:Class or path/file.py:Class, not 'simple'"),
        ("simple.py:", FIRST, "as module:Class or path/file.py:Class"),
        ("gone.py:First", FIRST, "There is no file "),
        ("no_such_module:First", FIRST, "There is no module 'no_such_module'"),
        ("simple.py:Frist", FIRST, "has no class 'Frist'; did you mean 'First'?"),
        ("simple.py:Bott", "class Other: pass", "has no class 'Bott'."),
        ("simple.py:Other", "class Other: pass", "Other in .* does not derive from Bot"),
        ("simple.py:First", "import no_such_thing", r"ModuleNotFoundError: .*\(simple.py, line 1\)"),
        ("simple.py:First", "def f(:", "cannot be loaded: SyntaxError"),
        ("simple.py:Failing", FAILING.replace("'failing'", "'greedy'"), "'greedy' is taken"),
        ("simple.py:Failing", FAILING.replace("'failing'", "'human'"), "'human' is taken"),
        ("simple.py:Failing", FAILING.replace("'failing'", "'a, b'"), "'a, b' is not a name for Failing"),
    ],
)
def test_what_cannot_be_had_is_said_and_leaves_nothing(word: str, text: str, sentence: str) -> None:
    file(text)
    with pytest.raises(OwnBotError, match=sentence):
        levels.use(word)
    assert levels.names() == list(levels.SHIPPED)


def test_two_of_one_name() -> None:
    file(FAILING, "one.py")
    file(FAILING, "two.py")
    with pytest.raises(OwnBotError, match=r"Two computer players are called 'failing'.*two.py"):
        levels.use("one.py:Failing", "two.py:Failing")


def test_workers_have_them_too() -> None:
    """And the rows are the same as without workers."""
    levels.use(f"{file(FIRST)}:First")
    one = run(SCENARIO, ("simple", "random"), games=2, workers=1)
    two = run(SCENARIO, ("simple", "random"), games=2, workers=2)
    assert [row.balance for row in one] == [row.balance for row in two]


@pytest.mark.parametrize("workers", [1, 2])
def test_who_fails_is_named(workers: int) -> None:
    levels.use(f"{file(FAILING)}:Failing")
    sentence = r"^failing, playing german in the battle with seed \d+, failed: IndexError: .* \(simple.py, line 5\)$"
    with pytest.raises(BotFailed, match=sentence):
        run(SCENARIO, ("random", "failing"), games=2, seed=7, workers=workers)


def test_who_answers_what_is_not_allowed_is_named() -> None:
    text = FIRST.replace("seat.options()[0]", "Choice('fly')") + "from sandtable.table.decision import Choice\n"
    levels.use(f"{file(text)}:First")
    with pytest.raises(BotFailed, match="simple, playing american in the battle with seed 3, failed: IllegalChoice"):
        run(SCENARIO, ("simple", "random"), games=1, seed=3, workers=1)


def test_a_command_that_goes_on_names_them(tmp_path: Path) -> None:
    levels.use(f"{file(FIRST)}:First")
    assert own.named() == [f"{tmp_path / 'simple.py'}:First"]
