"""What is noted of a battle: turns with their numbers, places as the board names them."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from sandtable.lab.battle import Observer, play_one, square
from sandtable.lab.plots import turning_point
from sandtable.lab.running import plan_for
from sandtable.lab.shapes import outlines
from sandtable.table.chance import SampledChance
from sandtable.table.event import Event
from sandtable.table.mind import Mind
from sandtable.table.play import Play
from sandtable.table.system import systems
from sandtable.table.view import Piece, PlaneBoard, Position, Seat, View
from sandtable.testing.variant import assembled

TABLE = PlaneBoard(4800, 3600, ())


class Fake(Mind[Any]):
    """A game that is in whatever turn and position the test says."""

    def __init__(self) -> None:
        self.now = 0
        self.worth = 0.0
        self.pieces: tuple[Piece, ...] = ()

    def turn(self, battle: Any) -> int:
        return self.now

    def evaluate(self, battle: Any, seat: str) -> float:
        return self.worth

    def view(self, play: Any, seat: str) -> View:
        return View("fake", "fake/fake", "Fake", seat, (Seat("a", "A", "a"),), board=TABLE, pieces=self.pieces)


def observer_of(fake: Fake, log: list[Event]) -> Observer:
    play: Any = SimpleNamespace(battle=None, log=log)
    return Observer(assembled(fake), play, "a")


def test_every_turn_has_one_value_and_the_end_another() -> None:
    fake = Fake()
    observer = observer_of(fake, [])
    for turn, worth in ((0, 9.0), (1, 1.0), (1, 7.0), (2, 2.0), (4, 4.0)):  # nobody is asked in turn 3
        fake.now, fake.worth = turn, worth
        observer.look()
    fake.now, fake.worth = 6, -6.0  # nor in 5 and 6
    observer.end()
    assert observer.balance == [1.0, 2.0, 4.0, 4.0, -6.0, -6.0, -6.0]


def test_what_stands_before_the_first_turn_does_not_count() -> None:
    fake = Fake()
    fake.pieces = (Piece("one", "One", "a", at=Position(150, 250)),)
    observer = observer_of(fake, [])
    observer.look()
    assert observer.stood == {}
    fake.now = 1
    observer.look()
    assert observer.stood == {"a": {"1,2": 1}}


def test_on_a_plane_the_dead_lie_in_square_inches() -> None:
    fake = Fake()
    fake.now = 1
    fake.pieces = tuple(Piece(id, id, "a", at=Position(150, 250)) for id in ("heard", "silent", "edge"))
    observer = observer_of(fake, [])
    observer.look()
    fake.pieces = ()
    observer.play.log += [
        Event("shot", target="heard", place="1800,650"),
        Event("shot", piece="edge", place="4800,0"),
    ]
    assert {loss.piece: loss.place for loss in observer.losses()} == {
        "heard": "18,6",
        "silent": "1,2",
        "edge": "47,0",
    }
    assert observer.took_part() == {"a": {"edge": 1, "heard": 1, "silent": 1}}


def test_the_far_edges_belong_to_the_last_squares() -> None:
    assert square(TABLE, 4800, 3600) == "47,35"
    assert square(TABLE, 0, 0) == "0,0"


def board_of(scenario: str) -> Any:
    system = systems()[scenario.partition("/")[0]]
    return system.shown.view(Play(system, system.rules.new(system.shelf.find(scenario)), SampledChance(0)), "").board


def test_the_dead_of_miniatures_are_on_the_map() -> None:
    plan = plan_for("saint-aubry-crossroads", ("random",), 1)
    row = play_one(plan, 3)
    dead = {loss.place for loss in row.losses if loss.place}
    assert dead and dead <= outlines(board_of(plan.scenario)).keys()


@pytest.mark.parametrize("scenario", ["capture-the-flag-four-players", "hedgerow-lane", "cats-in-the-mist"])
def test_a_row_has_a_value_for_each_of_its_turns(scenario: str) -> None:
    row = play_one(plan_for(scenario, ("random",), 1), 1)
    assert row.every_turn and len(row.balance) == row.turns + 1 == len(row.at_turns()) + 1
    names = {(side, name) for side, of in row.took_part.items() for name in of}
    assert {(loss.side, loss.name) for loss in row.losses} <= names
    older = msgspec.structs.replace(row, every_turn=False)
    assert older.at_turns() == ()


@pytest.mark.parametrize(
    ("at_turns", "turn"),
    [
        ((1.0, 2.0), 1),
        ((-1.0, 2.0, 3.0), 2),
        ((1.0, -1.0, 3.0), 3),
        ((1.0, 0.0), None),
        ((-1.0, -1.0), None),
        ((), None),
    ],
)
def test_the_turn_since_which_the_winner_was_ahead(at_turns: tuple[float, ...], turn: int | None) -> None:
    assert turning_point(at_turns, True) == turn
    assert turning_point([-value for value in at_turns], False) == turn
