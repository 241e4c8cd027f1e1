"""Every scenario on offer has its measured balance, and those of our own design are battles worth playing.

Between strategists no side wins more than 56 % of the battles that are decided, and no more than 20 % are drawn. What
is made to learn by need not be fair (`practice = true` in its file, docs/scenarios.md).
"""

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.table.shelf import Balance, ScenarioInfo
from sandtable.table.system import systems

OFFERED = {info.id: info for system in systems().values() for info in system.shelf.infos() if not info.practice}

# What a book prints stays as it is printed, fair or not.
PRINTED = {
    "nations_at_war/cats-in-the-mist": "a scenario of the kit",
    "nations_at_war/the-bridge-at-berezovyy-logg": "a scenario of the kit",
    "of_war_and_men/boot-camp": "the book's own practice ground (docs/rulings.md)",
}


def worth_playing(balance: Balance) -> bool:
    """Whether no side has much the better of it, and most battles are decided."""
    decided = balance.games - balance.draws
    return max(balance.wins.values()) <= 0.56 * decided and balance.draws <= 0.20 * balance.games


@pytest.mark.parametrize("info", OFFERED.values(), ids=lambda info: info.id)
def test_every_scenario_has_been_measured_and_is_fair(info: ScenarioInfo) -> None:
    balance = info.balance
    assert balance is not None, f"measure it: sandtable lab balance {info.id.partition('/')[2]} --write"
    assert sum(balance.wins.values()) + balance.draws == balance.games
    if info.id in PRINTED:
        assert balance.games >= 400
    else:
        assert (balance.level, balance.games) == ("strategist", 400)
        assert worth_playing(balance)


def test_exceptions_are_of_scenarios_on_offer() -> None:
    assert PRINTED.keys() <= OFFERED.keys()


@pytest.mark.parametrize(
    ("won", "lost", "drawn", "worth"),
    [
        (56, 44, 0, True),
        (57, 43, 0, False),
        (43, 57, 0, False),
        (44, 36, 20, True),
        (40, 39, 21, False),
        (45, 35, 20, False),
    ],
)
def test_what_is_worth_playing(won: int, lost: int, drawn: int, worth: bool) -> None:
    """Of decided battles, so that draws hide nothing; whichever side is the stronger."""
    assert worth_playing(Balance("strategist", 100, {"red": won, "blue": lost}, drawn)) is worth
