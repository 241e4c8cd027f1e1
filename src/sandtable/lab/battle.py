"""One battle of a plan, from the first die to the row."""

import hashlib
import time
from collections import Counter

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import levels
from sandtable.bots.own import blamed
from sandtable.bots.player import Bot, Seat
from sandtable.lab.experiment import Loss, Plan, Row, Thinking
from sandtable.table.aftermath.luck import luck_of
from sandtable.table.battle import Scenario
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem, systems
from sandtable.table.view import Piece, PlaneBoard, View

INCH = 100


def bot_seed(seed: int, seat: str, choices: int = 0) -> int:
    """The same for the same game; nothing to do with its dice."""
    digest = hashlib.blake2b(f"{seat}:{choices}:{seed}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def square(board: PlaneBoard, x: int, y: int) -> str:
    """The square inch of a plane, named by its lower left corner; the far edges belong to the last squares."""
    column, row = (min(max(at, 0), end - 1) // INCH for at, end in ((x, board.width), (y, board.height)))
    return f"{column},{row}"


class Clock:
    """How long a seat thought."""

    def __init__(self) -> None:
        self.moves = 0
        self.total = 0.0
        self.slowest = 0.0
        self.late = 0

    def add(self, seconds: float, budget: float) -> None:
        self.moves += 1
        self.total += seconds
        self.slowest = max(self.slowest, seconds)
        self.late += seconds > budget

    def thinking(self) -> Thinking:
        mean = 1000 * self.total / self.moves if self.moves else 0.0
        return Thinking(self.moves, round(mean, 3), round(1000 * self.slowest, 3), self.late)


class Observer:
    """Stands beside the table and notes what a spectator sees at the start of each turn."""

    def __init__(self, system: AnySystem, play: AnyPlay, first: str) -> None:
        self.system = system
        self.play = play
        self.first = first
        self.turn = -1
        self.balance: list[float] = []  # at the start of turn 1, 2, ...
        self.stood: dict[str, Counter[str]] = {}
        self.last: dict[str, Piece] = {}  # every piece as it was last seen on the board
        self.full: dict[str, Piece] = {}  # every piece as it was first seen

    def look(self) -> None:
        """If a turn has begun."""
        turn = self.system.rules.turn(self.play.battle)
        if turn == self.turn:
            return
        self.turn = turn
        self._note(turn)
        view = self.system.shown.view(self.play, "")
        for piece in self._on_board(view):
            if turn:
                self.stood.setdefault(piece.side, Counter())[self._place(view, piece)] += 1

    def end(self) -> None:
        """The battle is over: turns in which nobody was asked, and how it stands now."""
        self._note(self.system.rules.turn(self.play.battle))
        self.balance.append(self._judgement())

    def _note(self, turn: int) -> None:
        """One value for each turn; those that began since anybody was asked began with what is there now."""
        self.balance += [self._judgement()] * (turn - len(self.balance))

    def _judgement(self) -> float:
        """How well the first seat stands; 0 in a game without a mind."""
        mind = self.system.mind
        return 0.0 if mind is None else round(mind.evaluate(self.play.battle, self.first), 4)

    def _place(self, view: View, piece: Piece) -> str:
        if piece.at is not None and isinstance(view.board, PlaneBoard):
            return square(view.board, piece.at.x, piece.at.y)
        return piece.place

    def _on_board(self, view: View) -> list[Piece]:
        boxes = {box.id for box in view.boxes}
        here = [p for p in view.pieces if p.side and (p.at is not None or (p.place and p.place not in boxes))]
        for piece in here:
            self.last[piece.id] = piece
        for piece in view.pieces:
            self.full.setdefault(piece.id, piece)
        return here

    def losses(self) -> tuple[Loss, ...]:
        """What each piece lost, from the first time it was seen to the end."""
        view = self.system.shown.view(self.play, "")
        here = {piece.id for piece in self._on_board(view)}
        now = {piece.id: piece for piece in view.pieces}
        heard = {}
        for event in self.play.log:
            for id in (event.piece, event.target):
                if id and event.place:
                    heard[id] = event.place
        if isinstance(view.board, PlaneBoard):
            heard = {id: square(view.board, *map(int, place.split(","))) for id, place in heard.items()}
        found = []
        for id, piece in self.full.items():
            of = piece.full_steps or 1
            left = self._left(piece, now.get(id), id in here)
            if left >= of or not piece.side:
                continue
            place = "" if left else heard.get(id) or (self._place(view, self.last[id]) if id in self.last else "")
            found.append(Loss(id, piece.name, piece.side, of - left, of, place))
        return tuple(found)

    def took_part(self) -> dict[str, dict[str, int]]:
        """Of each side: the names of its pieces, and how many pieces have that name."""
        found: dict[str, Counter[str]] = {}
        for piece in self.full.values():
            if piece.side:
                found.setdefault(piece.side, Counter())[piece.name] += 1
        return {side: dict(sorted(names.items())) for side, names in sorted(found.items())}

    def _left(self, piece: Piece, now: Piece | None, here: bool) -> int:
        """The steps that are left; a piece without steps has one as long as it is there or has yet to come."""
        if now is None:
            return 0
        if piece.full_steps:
            return now.steps
        return int(here or piece.id not in self.last)


def play_one(plan: Plan, seed: int) -> Row:
    """Play a game of a plan to its end."""
    system = systems()[plan.system]
    return watch(system, system.shelf.find(plan.scenario), plan.seats, seed)


def watch(system: AnySystem, scenario: Scenario, seats: dict[str, str], seed: int) -> Row:
    """Play a battle between computer players and note what happens."""
    begun = time.perf_counter()
    play = Play(system, system.rules.new(scenario), SeededChance(seed_bytes(seed)))
    bots: dict[str, Bot] = {seat: levels.make(level, bot_seed(seed, seat)) for seat, level in seats.items()}
    for bot in bots.values():
        bot.hurried = False  # the figures do not depend on the machine
    clocks = {seat: Clock() for seat in seats}
    observer = Observer(system, play, next(iter(seats)))
    while play.decision is not None:
        observer.look()
        seat = play.asked()[0]
        start = time.perf_counter()
        with blamed(seats[seat], seat, seed):
            choice = bots[seat].choose(Seat(play, seat))
            clocks[seat].add(time.perf_counter() - start, bots[seat].budget)
            play.choose(choice, seat)
    result = play.result
    assert result is not None
    observer.end()
    luck = luck_of(play.log, seats, play.system.shown.tellings)
    return Row(
        seed,
        result.winner,
        result.reason,
        result.rule,
        system.rules.turn(play.battle),
        len(play.history),
        tuple(observer.balance),
        observer.losses(),
        {side: dict(sorted(places.items())) for side, places in sorted(observer.stood.items())},
        {side: round(each.deviation, 4) for side, each in luck.items()},
        round(time.perf_counter() - begun, 4),
        {seat: clock.thinking() for seat, clock in clocks.items()},
        observer.took_part(),
        True,
    )
