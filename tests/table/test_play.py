"""Play: the gate, copies, secrets, taking back, recovery."""

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from sandtable.table.chance import Chance, OutOfDice, SampledChance, ScriptedChance, SeededChance, seed_bytes
from sandtable.table.decision import Choice, Decision, IllegalChoice, Together
from sandtable.table.event import Event, Result
from sandtable.table.play import MOST_ANSWERS, WATCHED, AnyPlay, Mishap, Play, Script
from sandtable.testing.toy import TOY
from sandtable.testing.toy import Battle as Ridge
from sandtable.testing.variant import assembled

# A game that reads as the test needs it: one letter is one thing that happens ---------------------


class Line:
    """A battle that is a text: letters are questions to that seat, digits are dice of so many sides,
    `|` ends an episode, `=` asks a and b together, `!` fails, `^` is Ctrl-C, `@` draws a card unseen by b."""

    def __init__(self, text: str) -> None:
        self.episodes = text.split("|")
        self.chance: Chance = ScriptedChance()
        self.events: list[Event] = []
        self.result: Result | None = None
        self.done: list[str] = []
        self.hidden = ""
        self.asking = False

    def copy(self) -> "Line":
        twin = Line("")
        twin.episodes = self.episodes.copy()
        twin.result = self.result
        twin.done = self.done.copy()
        twin.hidden, twin.asking = self.hidden, self.asking
        return twin


OPTIONS = [Choice("x"), Choice("y")]


class Reader:
    """The system of `Line`."""

    def script(self, b: Line) -> Script:
        for sign in b.episodes[0]:
            if sign.isdigit():
                b.done.append(str(b.chance.roll(int(sign), "a die")))
            elif sign == "=":
                ask = Together("both", "Both?", "1", {seat: self.ask(seat) for seat in "ab"})
                yield ask
                b.done.append("".join(ask.answers[seat].do for seat in "ab"))
            elif sign == "@":
                b.hidden = b.chance.draw("PQRS", "a card")
            elif sign == "!":
                raise KeyError("broken")
            elif sign == "^":
                raise KeyboardInterrupt
            else:
                answer = yield self.ask(sign)
                b.done.append(sign + answer.do)
                b.events.append(Event("said", text=sign + answer.do))
        del b.episodes[0]
        if not b.episodes:
            b.result = Result("a", "it is over", "9")

    def ask(self, seat: str) -> Decision:
        return Decision(seat, "word", f"{seat}?", "1", lambda: OPTIONS)

    def redeal(self, b: Line, seat: str, chance: Chance) -> None:
        if seat == "b" and b.hidden:
            b.hidden = chance.draw("PQRS", "re-dealt")


def begin(text: str, *dice: int) -> AnyPlay:
    return Play(assembled(Reader()), Line(text), ScriptedChance(*dice))


def done(play: AnyPlay) -> str:
    return " ".join(play.battle.done)  # type: ignore[attr-defined]


X, Y = OPTIONS


# The gate ----------------------------------------------------------------------------------------


def test_a_game_runs_until_somebody_must_choose() -> None:
    play = begin("66|6a|b", 1, 2, 3)
    assert (done(play), play.asked()) == ("1 2 3", ["a"])
    play.choose(X)
    play.choose(Y, "b")
    assert done(play) == "1 2 3 ax by"
    assert play.result == Result("a", "it is over", "9")
    assert play.decision is None and play.asked() == [] and play.decision_for("a") is None


def test_what_is_not_an_option_is_refused_with_reason_and_rule() -> None:
    play = begin("ab")
    with pytest.raises(IllegalChoice, match="not one of the choices: x, y") as refusal:
        play.choose(Choice("z"))
    assert refusal.value.rule == "1"
    with pytest.raises(IllegalChoice, match="It is a's turn to choose"):
        play.choose(X, "b")
    assert play.history == [] and done(play) == ""


def test_nothing_is_chosen_after_the_end() -> None:
    with pytest.raises(IllegalChoice, match="over"):
        begin("").choose(X)


def test_the_log_keeps_what_was_told() -> None:
    play = begin("a|b")
    play.choose(X)
    play.choose(Y)
    assert [event.text for event in play.log] == ["ax", "by"]
    assert [(move.seat, move.choice, move.draws, move.told) for move in play.history] == [
        ("a", X, 0, 0),
        ("b", Y, 0, 1),
    ]


def test_a_game_that_asks_nobody_for_ever_is_an_error() -> None:
    class Forever(Reader):
        def script(self, b: Line) -> Script:
            return
            yield

    with pytest.raises(RuntimeError, match="forever"):
        Play(assembled(Forever()), Line(""), ScriptedChance())


# Together ----------------------------------------------------------------------------------------


def test_answers_given_together_are_revealed_together() -> None:
    play = begin("=a")
    assert play.asked() == ["a", "b"]
    play.choose(Y, "b")
    assert play.asked() == ["a"] and play.decision_for("b") is None and play.log == []
    with pytest.raises(IllegalChoice, match="b has already chosen"):
        play.choose(X, "b")
    with pytest.raises(IllegalChoice, match="c is not being asked"):
        play.choose(X, "c")
    with pytest.raises(IllegalChoice, match="A spectator is not being asked"):
        play.choose(X)
    play.choose(X, "a")
    assert done(play) == "xy"
    assert play.log == [Event("revealed", "1")]


def test_a_secret_answer_can_be_taken_back_until_it_is_revealed() -> None:
    play = begin("=a")
    play.choose(X, "a")
    assert play.may_undo() == "a"
    play.undo("a")
    assert play.asked() == ["a", "b"]
    play.choose(X, "a")
    play.choose(Y, "b")
    assert play.may_undo() == ""
    with pytest.raises(IllegalChoice, match="secret is out"):
        play.undo()


def test_a_fork_for_a_seat_does_not_know_the_other_answer() -> None:
    play = begin("a=b|a")
    play.choose(X)
    play.choose(Y, "a")
    assert play.fork().asked() == ["b"]
    assert play.fork(seat="a").asked() == ["b"]
    blind = play.fork(seat="b")
    assert blind.asked() == ["a", "b"] and done(blind) == "ax"
    play.choose(X, "b")
    assert done(play.fork(seat="b")) == "ax yx"  # it is out


# Copies ------------------------------------------------------------------------------------------


def test_a_fork_stands_where_the_game_stands_and_goes_its_own_way() -> None:
    play = begin("a6b6a", 4, 5)
    play.choose(X)
    fork = play.fork(ScriptedChance(1))
    assert done(fork) == done(play) == "ax 4"
    fork.choose(Y)
    assert done(fork) == "ax 4 by 1"
    play.choose(X)
    assert done(play) == "ax 4 bx 5"


def test_a_fork_of_a_fork_repeats_the_dice_of_the_episode() -> None:
    play = begin("a66a66|a", 4, 5)
    play.choose(X)
    fork = play.fork(SampledChance(1))
    fork.choose(Y)
    assert done(fork.fork()) == done(fork)
    assert done(fork.fork().fork()) == done(fork)


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
def test_other_copies_point_to_the_fork_and_the_journal(way: Callable[[AnyPlay], object]) -> None:
    with pytest.raises(TypeError, match=r"play\.fork\(\) .* a journal"):
        way(begin("a|b"))


def test_a_passing_thought_goes_as_a_lasting_one_but_keeps_nothing() -> None:
    play = begin("a6|b6=|6|a6|a", 4)
    play.choose(X)
    forks = [play.fork(ScriptedChance(1, 2, 3), lasting=lasting) for lasting in (True, False)]
    for choice, seat in ((Y, "b"), (X, "a"), (Y, "b"), (X, "a")):
        for fork in forks:
            fork.choose(choice, seat)
        assert (done(forks[1]), forks[1].quiet, forks[1].asked()) == (
            done(forks[0]),
            forks[0].quiet,
            forks[0].asked(),
        )
    assert done(forks[1]) == "ax 4 by 1 xy 2 ax 3"
    with pytest.raises(IllegalChoice, match="not one of the choices"):
        forks[1].choose(Choice("z"), "a")
    with pytest.raises(IllegalChoice, match="Nothing can be taken back"):
        forks[1].undo()
    with pytest.raises(ValueError, match="keeps nothing"):
        forks[1].fork()


@pytest.mark.parametrize("text", ["a", "a|", "a|6", "ab6|"])
def test_a_finished_game_can_be_forked(text: str) -> None:
    play = begin(text, 3)
    while play.decision is not None:
        play.choose(X)
    fork = play.fork()
    assert fork.decision is None and fork.result == play.result and done(fork) == done(play)
    assert play.fork(seat="b").result == play.result


def test_a_fork_from_the_middle_of_an_episode_can_take_back() -> None:
    play = begin("abab|ab")
    play.choose(X)
    fork = play.fork()
    fork.choose(Y)
    fork.undo()
    assert done(fork) == "ax" and fork.asked() == ["b"]
    for _ in range(4):
        fork.choose(Y)
    assert done(fork) == "ax by ay by ay"
    for _ in range(4):
        fork.undo()
    assert done(fork) == "ax"
    with pytest.raises(IllegalChoice):
        fork.undo()  # what was before the fork is not its own


@pytest.mark.parametrize("text", ["ab!|a", "ab|!", "ab|a!"])
def test_a_fork_from_the_middle_of_an_episode_survives_an_error(text: str) -> None:
    play = begin(text)
    play.choose(X)
    fork = play.fork()
    with pytest.raises(Mishap, match="broken"):
        while True:
            fork.choose(Y)
    assert done(fork) in ("ax", "ax by") and fork.asked()


# When the battle is copied -----------------------------------------------------------------------


class Counted(Line):
    """A line that counts its copies, those of its copies too."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.copies = [0]

    def copy(self) -> "Counted":
        twin = Counted("")
        twin.episodes, twin.done = self.episodes.copy(), self.done.copy()
        twin.copies = self.copies
        self.copies[0] += 1
        return twin


def test_a_game_that_nobody_forks_is_seldom_copied() -> None:
    line = Counted("a|" * 60)
    play = Play(assembled(Reader()), line, ScriptedChance())
    for _ in range(32):
        play.choose(X)
    assert line.copies == [1 + 32 // MOST_ANSWERS]


def test_the_first_fork_makes_the_next_ones_cheap() -> None:
    line = Counted("a|" * 60)
    play = Play(assembled(Reader()), line, ScriptedChance())
    for _ in range(MOST_ANSWERS - 2):
        play.choose(X)
    counts = []
    for _ in range(3):
        before = line.copies[0]
        assert done(play.fork()) == done(play)
        counts.append(line.copies[0] - before)
    assert counts == [2, 1, 1]  # the copy is moved up once
    for _ in range(5):  # and stays near as long as the game is forked
        play.choose(X)
        before = line.copies[0]
        play.fork()
        assert line.copies[0] - before == 1
    for _ in range(WATCHED + 1):
        play.choose(X)
    before = line.copies[0]
    for _ in range(MOST_ANSWERS):
        play.choose(X)
    assert line.copies[0] - before == 1  # nobody has forked it for some time


@pytest.mark.parametrize("text", ["a|b6|@a|ab|=|6|b|a|bb|a6b|a|b|a|b", "a|b|a|@|b|a|b|ab|a|b|6a|b|aa|b|ab"])
def test_forks_on_the_way_change_nothing(text: str) -> None:
    """A game that is never forked and others that are, after every choice or some: all go on and back alike."""
    games = [begin(text, *[1, 2, 3] * 4) for _ in range(5)]
    rng = random.Random(3)
    while games[0].decision is not None:
        seat = games[0].asked()[-1]
        choice = rng.choice(OPTIONS)
        for number, play in enumerate(games):
            if number and len(play.history) % number == 0:
                fork = play.fork(ScriptedChance(*[1] * 12), lasting=len(play.history) % 3 == 0)
                assert done(fork) == done(play) and fork.quiet == play.quiet
                if number == 3:
                    play.fork(SampledChance(1), "b").choose(choice, seat)
            play.choose(choice, seat)
            assert (done(play), play.asked(), play.quiet) == (done(games[0]), games[0].asked(), games[0].quiet)
    ends = []
    for play in games:
        while play.may_undo():
            play.undo()
        ends.append((done(play), play.log, play.history, play.chance.drawn, play.battle.hidden))  # type: ignore[attr-defined]
    assert all(end == ends[0] for end in ends)
    assert ends[0][2]  # a die stopped them


def test_a_fork_for_a_seat_keeps_its_cards_when_its_copy_is_moved_up() -> None:
    play = begin("@a|b|a|b|a|b|ab", 1)
    play.choose(X)
    fork = play.fork(SampledChance(2), "b")
    card = fork.battle.hidden  # type: ignore[attr-defined]
    for _ in range(5):
        fork.choose(Y)
    again = fork.fork().fork()
    assert (again.battle.hidden, done(again)) == (card, done(fork))  # type: ignore[attr-defined]
    for _ in range(5):
        fork.undo()
    assert (fork.battle.hidden, done(fork)) == (card, "ax")  # type: ignore[attr-defined]


# Re-dealing --------------------------------------------------------------------------------------


def test_a_fork_for_a_seat_is_dealt_anew_and_stays_so() -> None:
    play = begin("@ab6a|aa6", 1, 5)
    play.choose(X)
    seen = set()
    for seed in range(20):
        fork = play.fork(SampledChance(seed), "b")
        card = fork.battle.hidden  # type: ignore[attr-defined]
        seen.add(card)
        assert fork.fork().battle.hidden == card  # type: ignore[attr-defined]
        fork.choose(Y)
        assert fork.fork().battle.hidden == card  # type: ignore[attr-defined]
        assert done(fork.fork()) == done(fork)
        fork.choose(Y)  # and into the next episode
        fork.choose(Y)
        assert fork.fork().battle.hidden == card  # type: ignore[attr-defined]
        assert done(fork.fork()) == done(fork)
    assert seen == set("PQRS")
    assert play.fork(seat="a").battle.hidden == "P"  # type: ignore[attr-defined]


def test_a_fork_for_one_seat_within_a_fork_for_another() -> None:
    play = begin("@=ab|a", 1)
    play.choose(X, "a")
    for seed in range(10):
        one = play.fork(SampledChance(seed), "a")
        two = one.fork(SampledChance(seed), "b")
        assert two.asked() == ["a", "b"]
        three = two.fork()
        assert three.battle.hidden == two.battle.hidden  # type: ignore[attr-defined]
        two.choose(X, "a")
        two.choose(Y, "b")
        assert done(two) == "xy" and two.fork().battle.hidden == two.battle.hidden  # type: ignore[attr-defined]


def test_a_card_played_in_this_episode_stays_played_when_hands_are_dealt_anew() -> None:
    """Red fires with a barrage and blue is asked for smoke: whatever red may hold, the barrage was his."""
    toy = TOY
    battle = toy.rules.new(toy.shelf.find("toy/ridge"))
    battle.turn, battle.active, battle.orders = 1, "red", {"red": "hold", "blue": "hold"}
    battle.hands = {"red": ["barrage", "barrage"], "blue": ["smoke", "smoke"]}
    battle.deck = ["barrage", "barrage", "smoke", "smoke"]
    play = Play(toy, battle, SeededChance(seed_bytes(1)))
    play.choose(Choice("barrage", "red", "blue"))
    hands = set()
    for seed in range(20):
        fork = play.fork(SampledChance(seed), "blue")
        dealt: Ridge = fork.battle  # type: ignore[assignment]
        hands.add(tuple(dealt.hands["red"]))
        assert dealt.hands["blue"] == ["smoke", "smoke"]
        assert fork.asked() == ["blue"]
        fork.choose(Choice("smoke", "blue"))
    assert hands == {("barrage",), ("smoke",)}


# Taking back -------------------------------------------------------------------------------------


def test_take_back_through_several_episodes() -> None:
    play = begin("a|a||b")
    states = []
    for choice in (X, Y, X):
        states.append((done(play), len(play.log)))
        play.choose(choice)
    assert play.result is not None
    for before in reversed(states):
        play.undo()
        assert (done(play), len(play.log)) == before
    assert play.history == [] and play.may_undo() == ""


def test_a_die_is_never_taken_back() -> None:
    play = begin("a|6b|a", 4)
    play.choose(X)
    assert play.may_undo() == ""
    play.choose(X)
    play.undo()
    assert done(play) == "ax 4"
    with pytest.raises(IllegalChoice, match="a die has been rolled"):
        play.undo()


def test_a_choice_after_a_die_can_be_taken_back_from_the_next_episode() -> None:
    play = begin("a6b|a6", 4, 5)
    play.choose(X)
    play.choose(Y)
    assert play.asked() == ["a"] and play.may_undo() == "b"
    play.undo("b")
    assert (done(play), play.asked()) == ("ax 4", ["b"])
    play.choose(X)
    play.choose(X)
    assert done(play) == "ax 4 bx ax 5"


def test_only_the_owner_takes_back() -> None:
    play = begin("aa")
    play.choose(X)
    with pytest.raises(IllegalChoice, match="only a may take it back"):
        play.undo("b")
    play.undo("a")
    assert done(play) == ""


# Recovery ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["ab6!", "a6|b6!", "ab|6!", "ab|6|!6"])
def test_after_an_error_the_game_stands_as_before_the_choice(text: str) -> None:
    play = begin(text, 3, 4, 5)
    play.choose(X)
    before = (done(play), play.asked(), len(play.log), play.chance.drawn.copy(), play.history.copy())
    with pytest.raises(Mishap, match="as it was before"):
        play.choose(Y)
    assert (done(play), play.asked(), len(play.log), play.chance.drawn, play.history) == before


def test_the_dice_after_an_error_are_the_same() -> None:
    play = begin("a66b6", 1, 2)
    play.choose(X)
    with pytest.raises(Mishap) as mishap:
        play.choose(X)  # the script has no third die
    assert isinstance(mishap.value.__cause__, OutOfDice)
    play.chance.script.append(6)  # type: ignore[attr-defined]
    play.choose(X)
    assert done(play) == "ax 1 2 bx 6"


def test_ctrl_c_in_the_middle_of_a_choice_leaves_the_game_as_before() -> None:
    play = begin("ab6^", 3)
    play.choose(X)
    with pytest.raises(KeyboardInterrupt):
        play.choose(Y)
    assert done(play) == "ax" and play.asked() == ["b"] and len(play.history) == 1
    play.undo()
    assert done(play) == ""


def test_a_quiet_moment_is_between_episodes() -> None:
    play = begin("aa|a")
    assert play.quiet
    play.choose(X)
    assert not play.quiet
    play.choose(X)
    assert play.quiet


# Each at its own pace ----------------------------------------------------------------------------


class Secretly(Reader):
    """Both seats answer as often as they like, until they say y; x after that takes it back."""

    def script(self, b: Line) -> Script:
        yield Together("both", "Both?", "1", {seat: self.part(b, seat) for seat in "ab"})
        b.done.append("out")
        b.result = Result("a", "it is over", "9")

    def part(self, b: Line, seat: str) -> Script:
        answer = yield self.ask(seat)
        while True:
            ready = answer == Y
            options = [X] if ready else OPTIONS
            answer = yield Decision(seat, "word", f"{seat}?", "1", options.copy, settled=ready)
            b.done.append(seat + answer.do)


def secretly() -> AnyPlay:
    return Play(assembled(Secretly()), Line("-"), ScriptedChance())


def test_each_answers_at_its_own_pace_until_all_are_settled() -> None:
    play = secretly()
    for choice in (X, X, Y):
        play.choose(choice, "a")
    assert play.asked() == ["b"] and play.result is None
    with pytest.raises(IllegalChoice, match="not one of the choices"):
        play.choose(Y, "a")
    play.choose(X, "a")  # changes its mind
    assert play.asked() == ["a", "b"]
    for choice, seat in ((X, "b"), (Y, "b"), (Y, "a")):
        play.choose(choice, seat)
    assert play.result is not None and done(play).endswith("by ay out")
    assert [event.kind for event in play.log] == ["revealed"]


def test_how_far_the_other_is_cannot_be_seen() -> None:
    """Not by a fork for one seat, and not by what it may take back."""
    play = secretly()
    play.choose(X, "a")
    assert play.may_undo() == "" and play.fork(seat="a").asked() == ["a", "b"]
    play.choose(X, "b")
    play.choose(Y, "b")
    assert play.may_undo() == ""
    assert play.fork().asked() == ["a"]
    blind = play.fork(seat="a")
    assert blind.asked() == ["a", "b"] and done(blind) == ""
    blind.choose(X, "a")
    assert done(blind) == "ax" and done(play) == "by"


def test_what_breaks_in_secret_leaves_the_game_as_it_was() -> None:
    class Broken(Secretly):
        def part(self, b: Line, seat: str) -> Script:
            yield self.ask(seat)
            raise KeyError("broken")

    play = Play(assembled(Broken()), Line("-"), ScriptedChance())
    with pytest.raises(Mishap):
        play.choose(X, "a")
    assert play.asked() == ["a", "b"] and play.history == []


def test_a_copy_in_the_middle_of_an_episode_is_refused() -> None:
    """It would ask something else. Between episodes, and when all is over, a copy is a battle like any other."""
    play = begin("ab|a")
    with pytest.raises(ValueError, match=r"play.fork\(\)"):
        Play(play.system, play.battle.copy(), ScriptedChance())
    play.choose(Choice("x"), "a")
    with pytest.raises(ValueError, match="middle of an episode"):
        Play(play.system, play.battle.copy(), ScriptedChance())
    assert Play(play.system, play._start.copy(), ScriptedChance()).asked() == ["a"]
    for seat in ("b", "a"):
        play.choose(Choice("y"), seat)
    assert not play.battle.asking
    assert Play(play.system, play.battle.copy(), ScriptedChance()).decision is None
