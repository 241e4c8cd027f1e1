"""Every scenario on offer has its measured balance, and none is won by one side only.

What is made to learn by need not be fair: `practice = true` in its file (docs/scenarios.md).
"""

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.system import systems

KEPT = {"of_war_and_men/boot-camp"}  # the book's own practice ground: docs/rulings.md says why
OFFERED = [info for system in systems().values() for info in system.shelf.infos() if not info.practice]


@pytest.mark.parametrize("info", OFFERED, ids=lambda info: info.id)
def test_every_scenario_has_been_measured_and_is_fair(info: ScenarioInfo) -> None:
    balance = info.balance
    assert balance is not None, f"measure it: sandtable lab balance {info.id.partition('/')[2]} --write"
    assert (balance.level, balance.games) == ("tactician", 400)
    assert sum(balance.wins.values()) + balance.draws == balance.games
    if info.id not in KEPT:
        assert max(balance.wins.values()) <= 0.65 * balance.games
