"""The standard doors for programs that learn: PettingZoo and Gymnasium environments of every scenario.

Wants `pip install 'sandtable[rl]'`. The page docs/environment.md tells what the arrays hold.
"""

import gymnasium

from sandtable.environments.aec import VERSION, BattleEnv
from sandtable.environments.layout import Layout
from sandtable.environments.single import SeatEnv
from sandtable.systems import systems

__all__ = ["BattleEnv", "Layout", "SeatEnv", "aec_env", "gym_env", "register"]


aec_env = BattleEnv  # a battle in which every seat is an agent (PettingZoo)
gym_env = SeatEnv  # one seat against computer players (Gymnasium)


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
