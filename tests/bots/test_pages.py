"""The pages for programmers: all their code runs and prints what they say."""

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

from sandtable.bots import levels
from sandtable.bots.own import VARIABLE
from sandtable.bots.player import Seat, answer
from sandtable.systems import systems
from sandtable.table.chance import SeededChance
from sandtable.table.play import Play

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", (DOCS / page).read_text("utf-8"), re.S | re.M)


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("page", ["environment.md", "how-to-write-a-bot.md"])
def test_the_code_of_a_page_prints_what_the_page_says(page: str) -> None:
    names: dict[str, Any] = {"__name__": "page"}
    found = blocks(page)
    assert found
    for block in found:
        if title := re.match(r"# (\w+\.py)\n", block):
            Path(title[1]).write_text(block)
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block, page, "exec"), names)
        assert printed.getvalue().splitlines() == re.findall(r"^#> (.*)$", block, re.M)


@pytest.mark.parametrize("key", list(systems()))
def test_every_game_loads_by_the_short_id_and_knows_its_seats(key: str) -> None:
    system = systems()[key]
    id = system.shelf.infos()[-1].id
    scenario = system.shelf.find(id.partition("/")[2])
    assert scenario.id == id
    play = Play(system, system.rules.new(scenario), SeededChance(1))
    assert system.shown.view(play, "").seat == ""
    with pytest.raises(ValueError, match=f"there is no seat 'nobody', but {system.rules.seats(play.battle)[0]}, "):
        system.shown.view(play, "nobody")


@pytest.mark.parametrize("key", list(systems()))
def test_the_bot_of_the_page_plays_every_game(key: str) -> None:
    Path("prober.py").write_text(blocks("how-to-write-a-bot.md")[0])
    levels.use("prober.py:Prober")
    system = systems()[key]
    play = Play(system, system.rules.new(system.shelf.find(system.shelf.infos()[0].id)), SeededChance(1))
    bots = {seat: levels.make("prober", 1) for seat in system.rules.seats(play.battle)}
    for _ in range(8):
        first = play.asked()[0]
        assert bots[first].choose(Seat(play, first)) in Seat(play, first).options()
        answer(play, bots)
