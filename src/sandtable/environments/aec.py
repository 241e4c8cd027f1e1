"""Every seat an agent: a PettingZoo environment."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from sandtable.environments.stage import MOST_MOVES, Observation, Stage

VERSION = 1


class BattleEnv(AECEnv):  # type: ignore[misc]
    """A battle between agents that answer in turn; in secret ones nobody's observation changes until all have."""

    def __init__(
        self,
        scenario: str,
        most_moves: int = MOST_MOVES,
        render_mode: str | None = None,
        offsets: bool = False,
        shaping: float = 0.0,
        discount: float = 1.0,
    ) -> None:
        super().__init__()
        self.stage = Stage(scenario, most_moves, offsets, shaping, discount)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"sandtable/{self.stage.scenario.id.split('/', 1)[1]}-v{VERSION}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
            "digest": self.stage.layout.digest,
        }
        self.possible_agents = list(self.stage.seats)
        self._space = self.stage.space()
        self._seeds = np.random.default_rng()
        self._spaces = {
            agent: (self.stage.space(), spaces.Discrete(self.stage.layout.options)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a battle. The same seed and the same answers give the same battle."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.stage.begin(int(self._seeds.integers(2**62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.stage.seat or self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What this seat may know now."""
        return self.stage.observe(agent)

    def step(self, action: int | None) -> None:
        """Answer for the agent whose turn it is. An action that is masked changes nothing and is told in `infos`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        refused = self.stage.take(agent, -1 if action is None else int(action))
        self.infos[agent] = {"refused": refused} if refused else {}
        over = self.stage.over
        if over or self.stage.shaping:
            for each in self.agents:
                self.rewards[each] = self.stage.reward(each)
            self._accumulate_rewards()
        if over:
            for each in self.agents:
                self.terminations[each] = True
                self.infos[each] = self.stage.told(each)
        elif self.stage.cut_off:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.stage.seat

    def render(self) -> str | None:
        """The last lines of the story."""
        return self.stage.story() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""
