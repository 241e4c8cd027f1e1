"""A battle whose scenario has changed since: the page shows it, says why, and asks nothing."""

import random
import sqlite3
from pathlib import Path

import msgspec
import pytest
from hands import click_once, wait

import sandtable
from sandtable.content.folders import VARIABLE
from sandtable.server.lines import Pen, read
from sandtable.server.store.sqlite import FILE

SCENARIO = Path(sandtable.__file__).parent / "systems/nations_at_war/data/scenarios/cats-in-the-mist.toml"


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A scenario of one's own; before the server starts."""
    path = tmp_path / "own" / "mine.toml"
    path.parent.mkdir()
    path.write_text(SCENARIO.read_text().replace("Cats in the Mist", "Mine"))
    monkeypatch.setenv(VARIABLE, str(path.parent))
    return path


def forget_texts(folder):
    """Make the one battle of a server an older one, whose journal does not keep the text of its scenario."""
    with sqlite3.connect(folder / FILE) as base:
        kept = base.execute("SELECT battle, number, text FROM lines ORDER BY number").fetchall()
        written = read([text for _, _, text in kept])
        pen = Pen()
        lines = [pen.header(msgspec.structs.replace(written.header, texts={})), pen.opening(list(written.opening))]
        lines.extend(pen.entry(entry) for entry in written.entries)
        for (battle, number, _), line in zip(kept, lines, strict=True):
            base.execute("UPDATE lines SET text = ? WHERE battle = ? AND number = ?", (line, battle, number))
    base.close()


def test_a_battle_of_other_rules_is_looked_at(table, mine, frail):
    table.house = frail
    made = frail.battle({"german": "person", "soviet": "person"}, scenario="nations_at_war/mine")
    page = table.open(made["seats"]["german"])
    assert wait(page)
    click_once(page, random.Random(1))
    page.wait_for_selector('.battle[data-state="1"]')
    frail.kill()
    page.wait_for_selector(".battle.offline")
    forget_texts(frail.folder)
    mine.write_text(mine.read_text().replace("turns = 8", "turns = 7"))
    frail.start()
    page.wait_for_selector(".ask-idle .notice")  # it need not be loaded again
    words = "This battle was played by other rules: nations_at_war/mine has changed since."
    for seen in (page, table.open(made["spectator"])):
        seen.wait_for_selector(".ask-idle .notice")
        assert seen.locator(".ask .prompt").inner_text() == "You can only look at this battle"
        assert seen.locator(".ask .notice").inner_text() == f"{words} All its choices are still allowed."
        assert seen.locator(".ask-body button").count() == 0 and seen.locator(".counter").count() >= 1
    page.get_by_role("button", name="Watch the replay").click()
    page.wait_for_selector('.replay[data-shown="0"]')
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector('.replay[data-shown="1"]')
    page.get_by_role("button", name="Play", exact=True).wait_for()  # it stops at the end by itself
    page.get_by_role("button", name="Back to now").click()
    page.wait_for_selector(".ask-idle .notice")
