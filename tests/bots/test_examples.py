"""The players in examples/ that are classes play whole questions like any other, and its other files run."""

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

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


def loaded(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_curve_of_learning_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "first-light.csv"
    file.write_text("steps,processor seconds,seat,games,share\n0,8.0,german,40,0.1\n2000,15.0,german,40,0.95\n")
    curve = loaded("curve")
    picture = ElementTree.fromstring(curve.drawn(curve.curves([file])))
    assert picture.get("aria-label") == "first-light, german: 95% after 2,000 steps"
    [line] = picture.iter("{http://www.w3.org/2000/svg}polyline")
    (left, low), (right, high) = (
        [float(each) for each in point.split(",")] for point in line.get("points", "").split()
    )
    assert (left, right) == (curve.LEFT, curve.RIGHT) and low > high > curve.TOP


def test_masked_ppo_learns_saves_and_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few steps, as a check of the code. Torch is no part of the usual tests."""
    pytest.importorskip("sb3_contrib")
    monkeypatch.setenv("SANDTABLE_BOTS", "")
    monkeypatch.setenv("SANDTABLE_LEARNED", str(tmp_path))
    ppo = loaded("ppo")
    assert levels.use(f"{EXAMPLES / 'ppo.py'}:Learned") == ["learned"]
    system = systems()["nations_at_war"]

    def course() -> list[Any]:
        play = Play(system, system.rules.new(system.shelf.find("first-light")), SeededChance(3))
        bots = {seat: levels.make("learned", 5) for seat in system.rules.seats(play.battle)}
        while len(play.history) < 6:
            seat = play.asked()[0]
            play.choose(bots[seat].choose(Seat(play, seat)), seat)
        return [move.choice for move in play.history]

    with pytest.raises(ValueError, match=r"There is no .*first-light\.zip: train it"):
        course()
    monkeypatch.setattr(ppo, "MOVES", 16)
    ppo.train("first-light", "german", steps=128, every=1000, games=1, seed=1)
    assert len((tmp_path / "first-light.csv").read_text().splitlines()) == 3
    assert course() == course(), "the same seed plays the same"
    (tmp_path / "first-light.zip").rename(tmp_path / "cats-in-the-mist.zip")
    cats = system.rules.new(system.shelf.find("cats-in-the-mist"))
    with pytest.raises(ValueError, match="Train it again"):
        ppo.load("nations_at_war/cats-in-the-mist", ppo.encoder_for(system, cats).layout)


def test_the_notebook_runs_and_has_its_outputs() -> None:
    """With two battles of random players: the cells work with the lab as it is."""
    cells = json.loads((EXAMPLES / "measure.ipynb").read_text())["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert all(cell["outputs"] for cell in code[1:]), "it was run"
    space: dict[str, Any] = {}
    for cell in code:
        text = "".join(cell["source"]).replace('GAMES = "hedgerow-lane", 24', 'GAMES = "hedgerow-lane", 2')
        exec(text.replace('"greedy"', '"random"'), space)
    assert len(space["even"]) == 2 and space["Picture"](space["means"])._repr_svg_().startswith("<svg")
