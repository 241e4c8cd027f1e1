"""Standing wishes: set at any time, unseen by others, in the journal, and left alone by undo."""

from pathlib import Path

import pytest

from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.journal import Journal, header_for, load, replay
from sandtable.table.play import AnyPlay, Play
from sandtable.table.wishes import WishKind, WishValue, wish_label
from sandtable.testing.toy import SMOKE, TOY

NEVER, ASK = Choice("wish", "smoke", "never"), Choice("wish", "smoke", "ask")
FIRE = Choice("fire", "red", "blue")
DEAL = (1, 4, 1, 1)  # red: barrage and smoke; blue: two barrages


def ridge(*dice: int) -> AnyPlay:
    """Red's chit is drawn first: red acts."""
    play: AnyPlay = Play(TOY, TOY.rules.new(TOY.shelf.find("toy/ridge")), ScriptedChance(*DEAL, *dice))
    play.choose(Choice("hold"), "red")
    play.choose(Choice("hold"), "blue")
    return play


def red_first(*dice: int) -> AnyPlay:
    play = ridge(3, *dice)
    assert play.asked() == ["red"]
    return play


def test_a_wish_is_set_by_whoever_is_not_asked_and_changes_whom_the_rules_ask() -> None:
    play = red_first(1, 1)
    play.choose(NEVER, "blue")
    assert play.asked() == ["red"]
    play.choose(FIRE)
    assert [event.kind for event in play.log[-2:]] == ["shot", "drawn"]  # nobody was asked for smoke
    assert play.battle.wishes == (("blue", "smoke", "never"),)
    play.choose(ASK, "blue")
    assert play.battle.wishes == ()


def test_the_usual_wish_asks() -> None:
    play = red_first()
    play.choose(FIRE)
    assert play.asked() == ["blue"]


def test_only_its_owner_sees_a_wish() -> None:
    play = red_first()
    before = [TOY.shown.view(play, seat) for seat in ("", "red")]
    play.choose(NEVER, "blue")
    assert [TOY.shown.view(play, seat) for seat in ("", "red")] == before
    (smoke,) = TOY.shown.view(play, "blue").wishes
    assert smoke.name == "When I am under fire"
    assert [(option.label, option.now) for option in smoke.options] == [("Ask me", False), ("Never lay smoke", True)]
    assert smoke.options[1].choice == NEVER


def test_a_fork_for_one_seat_knows_only_its_own_wishes() -> None:
    play = red_first()
    play.choose(NEVER, "blue")
    play.choose(NEVER, "red")
    assert play.fork(seat="red").battle.wishes == (("red", "smoke", "never"),)
    assert play.fork().battle.wishes == play.battle.wishes


@pytest.mark.parametrize(
    ("choice", "seat", "reason"),
    [
        (Choice("wish", "tea", "always"), "red", "about tea"),
        (Choice("wish"), "red", "about nothing"),
        (Choice("wish", "smoke", "often"), "red", "often is not one of the wishes ask, never"),
        (Choice("wish", "smoke", "never", 3), "red", "nothing else"),
        (NEVER, "", "A spectator"),
        (NEVER, "green", "green has no seat"),
    ],
)
def test_what_cannot_be_wished_is_refused(choice: Choice, seat: str, reason: str) -> None:
    play = red_first()
    with pytest.raises(IllegalChoice, match=reason):
        play.choose(choice, seat)
    assert play.battle.wishes == () and len(play.history) == 2


def test_undo_goes_over_a_wish_which_stands() -> None:
    play = red_first(2)
    play.choose(Choice("dig in", "red"))  # the next chit is drawn: this cannot be taken back
    assert play.may_undo() == ""
    play = ridge(3)
    play.choose(FIRE)
    play.choose(NEVER, "blue")
    assert play.may_undo() == "red"
    play.undo("red")
    assert play.asked() == ["red"] and play.battle.wishes == (("blue", "smoke", "never"),)


def test_a_question_that_is_open_stays_open() -> None:
    play = red_first()
    play.choose(FIRE)
    play.choose(NEVER, "blue")
    assert play.asked() == ["blue"]  # this one was asked before
    assert not play.quiet


def test_a_wish_alone_leaves_a_quiet_moment_quiet() -> None:
    play = red_first()
    assert play.quiet
    play.choose(NEVER, "blue")
    assert play.quiet


def test_an_answer_in_secret_stays_out_of_a_fork_though_a_wish_came_after_it() -> None:
    play: AnyPlay = Play(TOY, TOY.rules.new(TOY.shelf.find("toy/ridge")), ScriptedChance(*DEAL))
    play.choose(Choice("hold"), "red")
    play.choose(NEVER, "red")
    assert play.fork(seat="blue").asked() == ["red", "blue"]
    assert play.fork(seat="red").asked() == ["blue"]
    assert play.fork(seat="red").battle.wishes == play.battle.wishes


def test_wishes_and_undo_are_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    play = red_first()
    journal = Journal.create(path, header_for(TOY, "toy/ridge", {"red": "human", "blue": "human"}), fsync=False)
    play.choose(FIRE)
    play.choose(NEVER, "blue")
    journal.record(play)
    play.undo("red")
    journal.record(play)
    journal.close()
    again = replay(load(path), TOY)
    assert not again.notice
    assert TOY.rules.fingerprint(again.play.battle) == TOY.rules.fingerprint(play.battle)
    assert again.play.asked() == ["red"] and again.play.battle.wishes == (("blue", "smoke", "never"),)


def test_a_wish_in_words() -> None:
    assert wish_label((SMOKE,), NEVER) == "When I am under fire: never lay smoke"
    kind = WishKind("tea", "At five", (WishValue("milk", "Milk"),))
    assert kind.usual == "milk"
