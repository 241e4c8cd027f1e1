"""One seat against computer players: a Gymnasium environment."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sandtable.bots import levels
from sandtable.bots.player import Bot, Seat
from sandtable.environments.stage import MOST_MOVES, Observation, Stage


class SeatEnv(gymnasium.Env[Any, Any]):
    """A learner in one seat; `opponent`, a computer player's level, in all others."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        scenario: str,
        seat: str = "",
        opponent: str = "greedy",
        most_moves: int = MOST_MOVES,
        render_mode: str | None = None,
        offsets: bool = False,
        shaping: float = 0.0,
        discount: float = 1.0,
    ) -> None:
        self.stage = Stage(scenario, most_moves, offsets, shaping, discount)
        self.seat = seat or self.stage.seats[0]
        if self.seat not in self.stage.seats:
            raise ValueError(f"There is no seat '{seat}' in {scenario}: choose from {', '.join(self.stage.seats)}.")
        self.opponent = opponent
        levels.make(opponent, 0)  # an unknown level is refused here
        self.render_mode = render_mode
        self.observation_space = self.stage.space()
        self.action_space = spaces.Discrete(self.stage.layout.options)
        self._bots: dict[str, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a battle, and let the others play until this seat is asked."""
        super().reset(seed=seed)
        first, *others = (int(each) for each in self.np_random.integers(2**62, size=1 + len(self.stage.seats)))
        self.stage.begin(first)
        seats = zip(self.stage.seats, others, strict=True)
        self._bots = {seat: unhurried(self.opponent, state) for seat, state in seats if seat != self.seat}
        self._let_others_play()
        return self.stage.observe(self.seat), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer. An action that is masked changes nothing and is told in the info."""
        refused = self.stage.take(self.seat, int(action))
        if not refused:
            self._let_others_play()
        over = self.stage.over
        info = {"refused": refused} if refused else self.stage.told(self.seat)
        return self.stage.observe(self.seat), self.stage.reward(self.seat), over, self.stage.cut_off, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be chosen, as sb3-contrib asks for it."""
        return self.stage.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """The last lines of the story."""
        return self.stage.story() if self.render_mode == "ansi" else None

    def _let_others_play(self) -> None:
        stage = self.stage
        while not stage.over and not stage.cut_off:
            asked = stage.play.asked()
            if self.seat in asked:
                return
            seat = asked[0]
            stage.choose(seat, self._bots[seat].choose(Seat(stage.play, seat)))


def unhurried(level: str, seed: int) -> Bot:
    """A computer player that does not look at the clock: the same seed plays the same on every machine."""
    bot = levels.make(level, seed)
    bot.hurried = False
    return bot
