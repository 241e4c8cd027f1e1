"""Battles to learn from: who won, and what was chosen, so that every moment can be looked at again.

In half of them the players err for a while, each as often as the lot says, so that odd positions occur; what is
learnt comes from after that, when both play as well as they can. Both sides have the same player: a planner, or a
hand, the quick policy that planners think with, which is cheaper.
"""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import levels
from sandtable.bots.planning import answer_to, decision_in, stage_of
from sandtable.bots.player import Bot, Seat
from sandtable.lab.battle import bot_seed
from sandtable.lab.experiment import LabError
from sandtable.lab.training.pool import Pool
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay, Play
from sandtable.table.scheme import Scheme
from sandtable.table.system import AnySystem, systems

HAND = "hand"
HANDS = ((HAND, 1),)  # who plays, and how many of so many battles
PLANNERS = (("tactician", 4), ("strategist", 1))  # a strategist takes as long as five
ERRORS = (0.1, 0.3, 0.6)  # how often a player errs, by lot
LONG = 200  # choices of a battle of which nobody knows how many there are

Told = Callable[[int, int], None]
Players = tuple[tuple[str, int], ...]


class Series(msgspec.Struct, frozen=True):
    """Battles by number: scenarios take turns, and players within each scenario."""

    system: str
    scenarios: dict[str, str]  # by id: the digest
    players: Players = PLANNERS


class Game(msgspec.Struct, frozen=True):
    """One battle."""

    seed: int
    scenario: str
    player: str
    clear: int  # choices before this one may be errors
    score: float  # of the first side: 1 won, 0 lost, a half for a draw
    moves: tuple[tuple[str, Choice], ...]  # who, what


class Hand(Bot):
    """The quick policy of a game, with the plan that everybody is taken to have for an activation, if any."""

    name = HAND
    needs_mind = True

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)
        self._stage = ""
        self._scheme: Scheme | None = None

    def choose(self, seat: Seat) -> Choice:
        options = seat.options()
        if len(options) == 1:
            return options[0]
        deal = seat.fork(self._random.getrandbits(64))
        stage = stage_of(seat.system, deal)
        if stage != self._stage:
            self._stage = stage
            self._scheme = seat.system.thinks.intent(deal.battle, decision_in(seat, deal), seat.name)
        return answer_to(seat, deal, seat.name, self._scheme)


def series_of(system: AnySystem, players: Players = PLANNERS) -> Series:
    """All scenarios of a game that are shipped or in the user's folders."""
    found = {info.id: system.shelf.find(info.id).digest for info in system.shelf.infos()}
    return Series(system.key, found, players)


def begun(series: Series, seed: int) -> AnyPlay:
    """The battle of a seed before its first choice."""
    system = systems()[series.system]
    ids = list(series.scenarios)
    scenario = system.shelf.find(ids[seed % len(ids)])
    return Play(system, system.rules.new(scenario), SeededChance(seed_bytes(seed)))


def play_game(series: Series, seed: int) -> Game:
    """Play the battle of a seed."""
    ids = list(series.scenarios)
    lot = random.Random(f"lesson {seed}")
    turns = [name for name, often in series.players for _ in range(often)]
    player = turns[seed // len(ids) % len(turns)]
    play = begun(series, seed)
    rules = play.system.rules
    seats = rules.seats(play.battle)
    bots = {seat: made(player, bot_seed(seed, seat)) for seat in seats}
    clear = lot.randrange(LONG) if lot.random() < 0.5 else 0
    rates = {seat: lot.choice(ERRORS) for seat in seats}
    while play.decision is not None:
        name = play.asked()[0]
        seat = Seat(play, name)
        if len(play.history) < clear and lot.random() < rates[name]:
            play.choose(lot.choice(seat.options()), name)
        else:
            play.choose(bots[name].choose(seat), name)
    assert play.result is not None
    first = rules.side(play.battle, seats[0])
    score = 0.5 if play.result.winner is None else float(play.result.winner == first)
    moves = tuple([(move.seat, move.choice) for move in play.history])
    return Game(seed, ids[seed % len(ids)], player, clear, score, moves)


def made(player: str, seed: int) -> Bot:
    bot = Hand(seed) if player == HAND else levels.make(player, seed)
    bot.hurried = False
    return bot


# On disk -----------------------------------------------------------------------------------------


def read_games(path: Path, series: Series) -> dict[int, Game]:
    """What was played so far, by seed; a last line that was cut off is as if it had not been written."""
    if not path.exists():
        return {}
    head, *lines = path.read_bytes().split(b"\n")[:-1] or [b""]
    try:
        if msgspec.json.decode(head, type=Series) != series:
            raise LabError(f"{path} holds battles of other rules, scenarios or players: choose another folder.")
        found = [msgspec.json.decode(line, type=Game) for line in lines]
    except msgspec.DecodeError as error:
        raise LabError(f"{path} holds no battles to learn from: {error}.") from error
    return {game.seed: game for game in found}


def play_games(path: Path, series: Series, seeds: range, told: Told, workers: int = 1) -> list[Game]:
    """The battles of these seeds: what the file has not is played, and is in the file before it counts."""
    path.parent.mkdir(parents=True, exist_ok=True)
    known = read_games(path, series)
    whole = path.read_bytes() if path.exists() else b""
    whole = whole[: whole.rfind(b"\n") + 1] or msgspec.json.encode(series) + b"\n"
    path.write_bytes(whole)
    todo = [seed for seed in seeds if seed not in known]
    done = len(seeds) - len(todo)
    told(done, len(seeds))
    with path.open("ab") as file, Pool(workers if len(todo) > 1 else 1) as pool:
        for game in pool.each(partial(play_game, series), todo):
            file.write(msgspec.json.encode(game) + b"\n")
            file.flush()
            known[game.seed] = game
            done += 1
            told(done, len(seeds))
    return [known[seed] for seed in seeds]
