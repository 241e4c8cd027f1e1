"""The first page with scenarios of one's own: marked, measured well or badly, and broken files named."""

from pathlib import Path

import pytest
from client_house import House

import sandtable.systems  # noqa: F401  registers the games
from sandtable.content.balance import MARK, with_balance
from sandtable.content.folders import VARIABLE
from sandtable.content.problems import Problems
from sandtable.table.shelf import Balance
from sandtable.table.system import systems

EXAMPLE = (Path(__file__).parents[2] / "docs/scenarios.md").read_text().split("```toml\n")[1].partition("```")[0]
BALANCES = {
    "two": Balance("random", 2, {"german": 1, "soviet": 1}, 0),
    "many": Balance("greedy", 400, {"german": 300, "soviet": 100}, 0),
    "few": Balance("tactician", 99, {"german": 0, "soviet": 98}, 1),
    "enough": Balance("tactician", 100, {"german": 40, "soviet": 60}, 0),
}


@pytest.fixture(scope="module")
def house(driver, tmp_path_factory):
    """A server of somebody who has scenarios of his own."""
    folder = tmp_path_factory.mktemp("secret-folder")
    system = systems()["nations_at_war"]
    for name, balance in BALANCES.items():
        path = folder / f"{name}.toml"
        path.write_text(EXAMPLE.replace("Crossroads at Dawn", f"Crossroads {name}"))
        measured = Balance(
            balance.level, balance.games, balance.wins, balance.draws, system.shelf.load(path).digest[:MARK]
        )
        path.write_bytes(with_balance(path.read_bytes(), measured, Problems(name)))
    (folder / "mistaken.toml").write_text(EXAMPLE.replace("turns = 4", "turns = 40"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(folder))
        server = House(tmp_path_factory.mktemp("house") / "data")
        server.start()
    yield server
    server.stop()


def test_own_scenarios_are_marked_and_broken_files_named(table, house):
    page = table.page(viewport={"width": 390, "height": 844})
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    assert page.locator(".own-tag", has_text="Custom scenario").count() == 4
    assert page.locator(".scenario", has_text="Cats in the Mist").locator(".own-tag").count() == 0
    words = "mistaken.toml was left out: turns: must be from 1 to 16, but is 40"
    assert page.locator(".left-out p").all_inner_texts() == [words]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_balance_that_says_little_looks_like_it(table, house):
    page = table.page()
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    shown = {}
    for name in BALANCES:
        line = page.locator(".scenario", has_text=f"Crossroads {name}").locator(".balance")
        shown[name] = (line.inner_text(), line.locator("b").count(), line.locator(".balance-bar").count())
    assert shown == {
        "two": ("German and Soviet won 50% each (only 2 games, random players)", 0, 0),
        "many": ("German won 75% (400 games, greedy players)", 0, 0),
        "few": ("Soviet won 99%, 1% draws (only 99 games, tactician players)", 0, 0),
        "enough": ("Soviet won 60% (tactician against itself, 100 games)", 1, 1),
    }
