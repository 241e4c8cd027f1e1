"""What computer players know of the game, and that it serves them."""

import pytest

from sandtable.bots import levels
from sandtable.bots.player import answer
from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.thinking.shortlist import best_order, shortlist
from sandtable.systems.regimental.thinking.worth import attack_gain, full_attack
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from soak import sample

SYSTEM = REGIMENTAL
FIELD = ". . . . . . .\n . . . . . . .\n. . . . . . .\n"
SIDES = FIELD + "blue hq HQ at 0101\nblue infantry A at 0201\nred hq RQ at 0703\nred infantry X at 0603\n"


def worth(text: str, seat: str = "blue") -> float:
    return SYSTEM.thinks.evaluate(scene(text), seat)


def test_the_worth_is_even_handed() -> None:
    assert worth(SIDES) == pytest.approx(-worth(SIDES, "red"))


def test_losses_command_and_ground_count() -> None:
    assert worth(SIDES.replace("X at 0603", "X at 0603 sp=2")) > worth(SIDES)
    assert worth(SIDES + "objective Mill 0402 blue") > worth(SIDES + "objective Mill 0402 red")
    assert worth(SIDES + "objective Mill 0402 red") < worth(SIDES.replace("0201", "0301") + "objective Mill 0402 red")
    assert worth(SIDES.replace("A at 0201", "A at 0501")) < worth(SIDES)


def test_a_good_attack_promises_more_than_a_bad_one() -> None:
    text = (
        FIELD
        + "blue hq HQ at 0201\nblue medium-armour A at 0301\nred hq RQ at 0703\nred {} X at 0401{}\norder blue M\n"
    )
    weak, strong = scene(text.format("militia", " sp=1")), scene(text.format("infantry", "") + "order red D\n")
    gains = [attack_gain(b, full_attack(b, b.stands[1], b.ground.index["0401"])) for b in (weak, strong)]
    assert gains[0] > 0 > gains[1] - 0.5 and gains[0] > gains[1]


def test_a_side_that_is_behind_moves_and_one_that_leads_digs_in() -> None:
    goal = "objective Mill 0202 {}\nwin blue 1\nphase orders\n"
    for holder, wanted in (("red", "M"), ("blue", "D")):
        play = Play(SYSTEM, scene(SIDES + goal.format(holder)), SampledChance(1))
        decision = play.decision_for("blue")
        assert decision is not None
        assert best_order(play.battle, decision, decision.options()).to == wanted  # type: ignore[arg-type]
        assert shortlist(play.battle, decision)[0].to == wanted  # type: ignore[arg-type]


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["regimental/the-varne-bridgehead", "regimental/the-graben-line"])
def test_greedy_beats_random(scenario: str) -> None:
    """As attacker it takes objectives by attacking; as defender it keeps them."""
    games = sample(1, 2)
    for attacker in (True, False):
        wins = 0
        for seed in range(games):
            play = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(scenario)), SampledChance(seed))
            first, second = SYSTEM.rules.seats(play.battle)
            good, bad = (first, second) if attacker else (second, first)
            bots = {good: levels.make("greedy", seed), bad: levels.make("random", seed)}
            while play.decision is not None:
                answer(play, bots)
            assert play.result is not None
            wins += play.result.winner == good
            if attacker:
                assert any(event.kind == "attacks" and event.side == good for event in play.log)
        assert wins == games
