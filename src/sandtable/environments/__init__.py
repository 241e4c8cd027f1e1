"""The standard doors for programs that learn: PettingZoo and Gymnasium environments of every scenario.

Wants `pip install 'sandtable[rl]'`. The page docs/environment.md tells what the arrays hold.
"""

import gymnasium

from sandtable.environments.aec import VERSION, BattleEnv
from sandtable.environments.layout import Layout
from sandtable.environments.single import SeatEnv
from sandtable.environments.stage import MOST_MOVES
from sandtable.systems import systems

__all__ = ["BattleEnv", "Layout", "SeatEnv", "aec_env", "gym_env", "register"]


def aec_env(
    scenario: str,
    most_moves: int = MOST_MOVES,
    render_mode: str | None = None,
    offsets: bool = False,
    shaping: float = 0.0,
    discount: float = 1.0,
) -> BattleEnv:
    """A battle in which every seat is an agent (PettingZoo)."""
    return BattleEnv(scenario, most_moves, render_mode, offsets, shaping, discount)


def gym_env(
    scenario: str,
    seat: str = "",
    opponent: str = "greedy",
    most_moves: int = MOST_MOVES,
    render_mode: str | None = None,
    offsets: bool = False,
    shaping: float = 0.0,
    discount: float = 1.0,
) -> SeatEnv:
    """One seat against computer players (Gymnasium)."""
    return SeatEnv(scenario, seat, opponent, most_moves, render_mode, offsets, shaping, discount)


def register() -> list[str]:
    """Make every scenario known to `gymnasium.make` as sandtable/NAME-v1; the names."""
    names = []
    for system in systems().values():
        for info in system.shelf.infos():
            name = f"sandtable/{info.id.split('/', 1)[1]}-v{VERSION}"
            names.append(name)
            if name not in gymnasium.registry:
                gymnasium.register(
                    name, "sandtable.environments.single:SeatEnv", kwargs={"scenario": info.id}, order_enforce=False
                )
    return names


register()
