"""A battle in progress goes on in another process exactly as it would have here."""

import random
import subprocess
import sys

import pytest

from sandtable.systems import systems
from sandtable.table import snapshot
from sandtable.table.chance import SampledChance, SeededChance
from sandtable.table.decision import IllegalChoice
from sandtable.table.kept import Kept
from sandtable.table.play import AnyPlay, Play

FIRST = {key: next(iter(system.shelf.infos())).id for key, system in systems().items()}


def played(key: str, moves: int) -> AnyPlay:
    system = systems()[key]
    play = Play(system, system.rules.new(system.shelf.find(FIRST[key])), SampledChance(5))
    return go_on(play, 5, moves)


def go_on(play: AnyPlay, seed: int, moves: int) -> AnyPlay:
    rng = random.Random(seed)
    for _ in range(moves):
        if play.decision is None:
            break
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        assert decision is not None
        play.choose(rng.choice(decision.options()), seat)
    return play


def ended(play: AnyPlay) -> tuple[object, ...]:
    return play.system.rules.fingerprint(play.battle), [*play.log], [*play.history], [*play.chance.drawn]


@pytest.mark.parametrize("key", FIRST)
@pytest.mark.parametrize("moves", [0, 7, 38])
def test_a_restored_game_goes_on_as_the_game(key: str, moves: int) -> None:
    play = played(key, moves)
    again = Play.restore(play.system, play.snapshot())
    assert ended(again) == ended(play)
    assert (again.decision is None) == (play.decision is None) and again.asked() == play.asked()
    assert ended(go_on(again, 9, 25)) == ended(go_on(play, 9, 25))


@pytest.mark.parametrize(("key", "moves"), [("nations_at_war", 8), ("regimental", 26), ("of_war_and_men", 28)])
def test_what_was_chosen_before_a_snapshot_stands(key: str, moves: int) -> None:
    """The game itself may take it back: no die has fallen. What is chosen afterwards can be taken back in both."""
    play = played(key, moves)
    again = Play.restore(play.system, play.snapshot())
    before = ended(again)
    assert play.may_undo() and again.may_undo() == ""
    for take_back in (again.undo, again.take_back):
        with pytest.raises(IllegalChoice, match="before the snapshot"):
            take_back()
        assert ended(again) == before and again.asked() == play.asked()
    go_on(again, 3, 1)
    assert again.may_undo() and len(again.history) == moves + 1
    again.undo()
    assert ended(again) == before and again.may_undo() == ""
    assert ended(go_on(again, 9, 25)) == ended(go_on(play, 9, 25))


@pytest.mark.parametrize("key", FIRST)
def test_a_snapshot_is_small_and_shares_what_never_changes(key: str) -> None:
    play = played(key, 20)
    data = play.snapshot()
    assert len(data) < 100_000
    assert Play.restore(play.system, data).battle.scenario.id == play.battle.scenario.id


@pytest.mark.parametrize("key", ["regimental", "war_storm"])
def test_another_process_goes_on(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much this one has worked out about the map before the first snapshot."""
    play = played(key, 60)
    code = (
        "import sys; from sandtable.systems import systems; from sandtable.table.play import Play\n"
        f"play = Play.restore(systems()['{key}'], sys.stdin.buffer.read())\n"
        "sys.stdout.buffer.write(play.system.rules.fingerprint(play.battle))"
    )
    monkeypatch.setattr(snapshot, "_walks", Kept())
    done = subprocess.run([sys.executable, "-c", code], input=play.snapshot(), capture_output=True, check=True)
    assert done.stdout == play.system.rules.fingerprint(play.battle)


def test_a_game_that_is_over_stays_over() -> None:
    system = systems()["nations_at_war"]
    play = Play(system, system.rules.new(system.shelf.find("first-light")), SeededChance(1))
    go_on(play, 1, 5000)
    again = Play.restore(system, play.snapshot())
    assert play.result is not None and again.result == play.result and again.decision is None
    assert again.may_undo() == ""


def test_a_passing_thought_has_no_snapshot() -> None:
    with pytest.raises(ValueError, match="passing thought"):
        played("nations_at_war", 3).fork(lasting=False).snapshot()
