"""What is taken back by agreement though dice have fallen: the game is as before, and other dice will fall."""

import random

import pytest

from sandtable.table.chance import SeededChance
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.play import Play
from sandtable.testing.toy import SCENARIOS, TOY, Battle

Moves = list[tuple[str, Choice]]


class Noted(SeededChance):
    """Notes which numbers of the row that follows from its seed are used."""

    __slots__ = ("places",)

    def __init__(self) -> None:
        super().__init__(5)
        self.places: list[int] = []

    def fresh(self, sides: int, place: int, why: str) -> int:
        self.places.append(place)
        return super().fresh(sides, place, why)


def begun() -> Play[Battle]:
    return Play(TOY, TOY.rules.new(SCENARIOS["toy/ridge"]), Noted())


def any_choice(play: Play[Battle], pick: random.Random) -> None:
    seat = play.asked()[0]
    decision = play.decision_for(seat)
    assert decision is not None
    play.choose(pick.choice(decision.options()), seat)


def some_moves(count: int) -> Moves:
    play, pick = begun(), random.Random(3)
    for _ in range(count):
        any_choice(play, pick)
    return [(move.seat, move.choice) for move in play.history]


def played(moves: Moves) -> Play[Battle]:
    play = begun()
    for seat, choice in moves:
        play.choose(choice, seat)
    return play


@pytest.mark.parametrize("back", [2, 3, 7])
def test_the_game_is_as_it_was_and_dice_that_fell_do_not_come_again(back: int) -> None:
    moves = some_moves(11)
    play, then = played(moves), played(moves[: len(moves) - back])
    fallen = len(play.chance.drawn)
    assert fallen > len(then.chance.drawn)
    with pytest.raises(IllegalChoice, match="once a die"):
        for _ in range(back):
            play.take_back()
    while len(play.history) > len(then.history):
        play.take_back(agreed=True)
    assert TOY.rules.fingerprint(play.battle) == TOY.rules.fingerprint(then.battle)
    assert play.chance.drawn == then.chance.drawn and play.log == then.log and play.history == then.history
    assert play.asked() == then.asked()
    pick = random.Random(4)
    while play.result is None:
        any_choice(play, pick)
    chance = play.chance
    assert isinstance(chance, Noted)
    assert chance.places == list(range(len(chance.drawn) + chance.lost))  # each once, in order, taken back or not


def test_a_fork_cannot_for_it_does_not_know_how_it_began() -> None:
    fork, pick = played(some_moves(4)).fork(), random.Random(1)
    before = len(fork.chance.drawn)
    while len(fork.chance.drawn) == before:
        any_choice(fork, pick)
    with pytest.raises(ValueError, match="a fork"):
        fork.take_back(agreed=True)
