"""A system that knows nothing about playing well is played all the same, against `random`."""

import pytest
from msgspec.structs import replace

from sandtable.bots import levels
from sandtable.bots.player import Seat, answer
from sandtable.bots.random_bot import RandomBot
from sandtable.table.chance import SeededChance
from sandtable.table.play import Play
from sandtable.testing.kit import check_bots, check_words
from sandtable.testing.toy import TOY

MINDLESS = replace(TOY, mind=None)


def new_play() -> Play:  # type: ignore[type-arg]
    return Play(MINDLESS, MINDLESS.rules.new(MINDLESS.shelf.find("toy/ridge")), SeededChance(b"7"))


def test_it_is_played_to_its_end() -> None:
    play = new_play()
    bots = {seat: RandomBot(1) for seat in ("red", "blue")}
    while answer(play, bots):  # type: ignore[arg-type]
        pass
    assert play.result is not None


def test_only_players_who_need_no_mind_are_offered() -> None:
    assert [name for name in levels.SHIPPED if name in levels.names(MINDLESS)] == ["random"]
    assert levels.names(TOY) == levels.names()


def test_whoever_asks_for_its_mind_is_told() -> None:
    play = new_play()
    with pytest.raises(ValueError, match="Two Patrols has no mind"):
        Seat(play, "red").evaluate(play)


def test_the_kit_does_not_miss_it() -> None:
    for check in (check_words, check_bots):
        check(MINDLESS, "toy/ridge", 3)
