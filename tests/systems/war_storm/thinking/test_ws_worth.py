"""What computer players know of the game, and that it serves them."""

import pytest
from ws_turns import FIELD, ROW, Turns

from sandtable.bots.greedy import GreedyBot
from sandtable.bots.player import Bot, Seat, answer
from sandtable.bots.random_bot import RandomBot
from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.thinking.promises import assault_gain
from sandtable.systems.war_storm.thinking.worth import wanted_hexes
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.decision import Choice
from sandtable.table.play import Play

SYSTEM = WAR_STORM
SIDES = f"{ROW}\nblue officer O at A000\nblue us-infantry P at A000\nred officer X at A009\nred grenadier G at A009\n"


def worth(text: str, seat: str = "blue") -> float:
    return SYSTEM.thinks.evaluate(scene(text), seat)


class Watchful(GreedyBot):
    """A Sergeant who overlooks nothing."""

    name = "watchful"


def greedy(stage: Turns, seat: str) -> Choice:
    return Watchful(1).choose(Seat(stage.play, seat))


def test_the_worth_is_even_handed() -> None:
    assert worth(SIDES) == pytest.approx(-worth(SIDES, "red"))


def test_losses_rout_points_and_ground_count() -> None:
    assert worth(SIDES.replace("G at A009", "G at A009 lost=1")) > worth(SIDES)
    assert worth(SIDES.replace("P at A000", "P at A000 routed")) < worth(SIDES)
    goal = "objective Mill A005 {}\naward control blue 2 A005\n"
    assert worth(SIDES + goal.format("blue")) > worth(SIDES + goal.format("red"))
    assert worth(SIDES.replace("P at A000", "P at A002") + goal.format("red")) > worth(SIDES + goal.format("red"))
    assert wanted_hexes(scene(SIDES + goal.format("red")), 0) == [5]


def test_it_acts_fires_together_and_keeps_its_markers() -> None:
    text = f"""{FIELD}
    blue officer O at A202 range=2
    blue us-infantry P at A202
    blue us-infantry Q at A202
    red officer X at A707 type=voss
    red grenadier G at A304
    """
    stage = Turns(text, 6, 6)
    assert greedy(stage, "blue").do == "activate"
    stage.do("activate", "O")
    choice = greedy(stage, "blue")
    assert choice.do == "volley"
    kept = Turns(SIDES + "red grenadier H at A008 reaction=0\npasses 1\nside red\nturn 2").do("pass")
    assert kept.asked == ("red", "removal")
    assert greedy(kept, "red").do == "keep"


def test_an_assault_must_promise_something() -> None:
    text = f"""{FIELD}
    blue us-infantry P at A202
    blue us-infantry Q at A202
    blue us-infantry R at A202
    red grenadier G at A203 {{words}}
    """
    strong, weak = (scene(text.format(words=words)) for words in ("", "lost=2 finished"))
    place = strong.ground.index["A203"]
    assert assault_gain(weak, weak.units[:3], place) > assault_gain(strong, strong.units[:1], place)
    assert assault_gain(strong, strong.units[:1], place) < 0


@pytest.mark.parametrize(("key", "side"), [("hedgerow-lane", "american"), ("rearguard-on-the-ridge", "german")])
def test_greedy_beats_random(key: str, side: str) -> None:
    scenario = SYSTEM.shelf.find(f"war_storm/{key}")
    won = 0
    for seed in range(4):
        play = Play(SYSTEM, SYSTEM.rules.new(scenario), SeededChance(seed_bytes(seed)))
        bots: dict[str, Bot] = {each: RandomBot(seed) for each in SYSTEM.rules.seats(play.battle)}
        bots[side] = GreedyBot(seed)
        while answer(play, bots):
            pass
        assert play.result is not None
        won += play.result.winner == side
    assert won >= 3
