"""What computer players know of the game, and that it serves them."""

import pytest
from mini_stage import stage

from sandtable.bots import levels
from sandtable.bots.player import answer
from sandtable.systems.miniatures.game import MINIATURES
from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL
from sandtable.systems.miniatures.rules.leaders import target_of
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.systems.miniatures.thinking.promises import expected, quick_volley
from sandtable.systems.miniatures.thinking.shortlist import shortlist
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play

SYSTEM = MINIATURES
SIDES = """
objective Mill 30,20
blue U1 veteran
  PL rifle A at 28,10
  rifle B at 31,10
  lmg C at 34,10
red G1 veteran
  PL rifle X at 28,38 moved
  rifle Y at 31,38 moved
  hmg Z at 34,38 moved
"""


def worth(text: str, seat: str = "blue") -> float:
    return SYSTEM.thinks.evaluate(scene(text), seat)


def test_the_worth_is_even_handed() -> None:
    assert worth(SIDES) == pytest.approx(-worth(SIDES, "red"))


def test_losses_markers_and_ground_count() -> None:
    assert worth(SIDES.replace("  rifle Y at 31,38 moved\n", "")) > worth(SIDES)
    assert worth(SIDES.replace("hmg Z at 34,38 moved", "hmg Z at 34,38 moved markers=1")) > worth(SIDES)
    assert worth(SIDES.replace("30,20", "30,20 blue")) > worth(SIDES.replace("30,20", "30,20 red"))
    assert worth(SIDES.replace("B at 31,10", "B at 31,14")) > worth(SIDES)  # nearer to the mill
    assert worth("wood W1 30,8 32,8 32,12 30,12\n" + SIDES) > worth(SIDES)  # B in cover


def promise(b: Battle, ids: str, aimed: bool = False) -> float:
    target = target_of(b, "G1")
    return quick_volley(b, [b.teams[b.by_id[id]] for id in ids], target, NORMAL, aimed)


def test_a_volley_promises_more_from_near_by_and_at_the_open() -> None:
    near = scene(SIDES.replace(",38", ",22"))
    assert promise(near, "BC") > promise(near, "B") > 0
    assert promise(near, "BC", aimed=True) >= promise(near, "BC")
    assert promise(scene("wood W1 20,20 40,20 40,24 20,24\n" + SIDES.replace(",38", ",22")), "BC") < promise(
        near, "BC"
    )
    assert promise(scene(SIDES), "B") == 0  # out of range


def test_rifles_promise_nothing_against_armor_and_a_gun_does() -> None:
    tanks = SIDES.replace("rifle Y at 31,38 moved\n  hmg Z at 34,38 moved", "").replace(
        "rifle X at 28,38", "panther X at 28,20"
    )
    b = scene(tanks.replace("lmg C at 34,10", "pak40 C at 34,10"))
    assert promise(b, "B") == 0
    assert promise(b, "C") > 0


def test_it_fires_where_it_hurts_and_does_not_dawdle() -> None:
    text = SIDES.replace(",38", ",22") + "red G2 veteran\n  PL tiger-i W at 50,22\nactive U1 passed"
    s = stage(text)
    decision = s.play.decision
    assert decision is not None
    values = {choice.do: expected(s.b, decision, choice, 0) for choice in decision.options()}
    best = max(values, key=lambda action: values[action] or 0.0)
    assert best in ("aimed fire", "fire and move")
    s.do("aimed fire", "U1")
    decision = s.play.decision
    assert decision is not None
    assert all(not choice.piece for choice in shortlist(s.b, decision))


@pytest.mark.parametrize("scenario", ["miniatures/saint-aubry-crossroads", "miniatures/tigers-on-hill-63"])
def test_greedy_beats_random(scenario: str) -> None:
    """From the better side; a hundred games are played by hand now and then."""
    spec = SYSTEM.shelf.find(scenario)
    for seed in range(2):
        play = Play(SYSTEM, SYSTEM.rules.new(spec), SampledChance(seed))
        bots = {"german": levels.make("greedy", seed), "us": levels.make("random", seed)}
        while play.decision is not None:
            answer(play, bots)
        assert play.result is not None and play.result.winner == "german"
