"""The players in examples/ that are classes play whole questions like any other."""

from pathlib import Path

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import levels
from sandtable.bots.player import Seat
from sandtable.table.chance import SeededChance
from sandtable.table.play import Play
from sandtable.table.system import systems

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("key", ["nations_at_war", "regimental", "war_storm", "miniatures", "of_war_and_men"])
def test_the_search_player_plays_every_game(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_BOTS", "")
    assert levels.use(f"{EXAMPLES / 'search.py'}:Searcher") == ["searcher"]
    system = systems()[key]
    choices = []
    for _ in range(2):
        play = Play(system, system.rules.new(system.shelf.find(system.shelf.infos()[0].id)), SeededChance(3))
        bots = {seat: levels.make("searcher", 5) for seat in system.rules.seats(play.battle)}
        for _ in range(3):
            seat = play.asked()[0]
            play.choose(bots[seat].choose(Seat(play, seat)), seat)
        choices.append([move.choice for move in play.history])
    assert choices[0] == choices[1], "the same seed plays the same"


def test_the_search_player_is_short() -> None:
    assert len((EXAMPLES / "search.py").read_text().splitlines()) <= 60
