"""A plain search player: tries each option in its head, plays a little on at random, and takes the best mean.

sandtable play first-light --bot examples/search.py:Searcher --seat soviet=searcher
"""

import random

from sandtable.bots.player import Bot, Seat
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay

OPTIONS = 12  # that are looked at
DEALS = 4  # games to think in for each of them
DEPTH = 6  # choices of anybody after it


class Searcher(Bot):
    """Looks a few choices ahead, in games in which what its seat cannot see is dealt anew."""

    name = "searcher"

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)

    def choose(self, seat: Seat) -> Choice:
        options = seat.options()
        if len(options) == 1:
            return options[0]
        mind = seat.system.mind
        if mind is not None:  # what the game itself thinks worth a thought
            options = [
                each for each in mind.shortlist(seat.fork(0).battle, seat.decision) if each in options
            ] or options
        options = self.random.sample(options, min(len(options), OPTIONS))
        states = [self.random.getrandbits(64) for _ in range(DEALS)]
        return max(options, key=lambda option: self.worth(seat, option, states))

    def worth(self, seat: Seat, option: Choice, states: list[int]) -> float:
        """The mean over a few games: the same deals and dice for each option, so that luck decides nothing."""
        total = 0.0
        for state in states:
            game = seat.fork(state)
            game.choose(option, seat.name)
            self.play_on(game, random.Random(state))
            total += seat.evaluate(game)
        return total / len(states)

    def play_on(self, game: AnyPlay, rng: random.Random) -> None:
        """A few choices at random, of whoever is asked."""
        for _ in range(DEPTH):
            if game.decision is None:
                return
            seat = game.asked()[0]
            decision = game.decision_for(seat)
            assert decision is not None
            onward = [option for option in decision.options() if option.do != "back"]
            game.choose(rng.choice(onward or decision.options()), seat)
