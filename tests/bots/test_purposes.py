"""What an answer is good for, and what a thought says of those that were not given."""

from collections import Counter

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import adviser, levels
from sandtable.bots.explaining import explained, reason
from sandtable.bots.player import Bot, Seat
from sandtable.lab.battle import bot_seed
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.mind import read_purposes
from sandtable.table.play import AnyPlay, Play
from sandtable.table.scheme import Weighed
from sandtable.table.system import AnySystem, systems

GAMES = {
    "nations_at_war": "first-light",
    "regimental": "the-village-of-lauen",
    "war_storm": "hedgerow-lane",
    "miniatures": "the-farm-on-the-lane",
    "of_war_and_men": "boot-camp",
}


def begun(key: str, scenario: str) -> tuple[AnySystem, AnyPlay]:
    system = systems()[key]
    return system, Play(system, system.rules.new(system.shelf.find(f"{key}/{scenario}")), SeededChance(seed_bytes(3)))


@pytest.mark.parametrize("key", GAMES)
def test_purposes_are_sentences_and_no_two_verbs_are_one(key: str) -> None:
    found = read_purposes(systems()[key].thinks.file("purposes.toml"))
    assert len(found) > 25
    for name, told in found.items():
        assert ": " in name and told[0].isupper() and told.endswith("."), name


@pytest.mark.parametrize("key", GAMES)
def test_nearly_every_answer_of_a_battle_has_a_purpose(key: str) -> None:
    system, play = begun(key, GAMES[key])
    bots: dict[str, Bot] = {
        name: levels.make("greedy", bot_seed(3, name)) for name in system.rules.seats(play.battle)
    }
    for bot in bots.values():
        bot.hurried = False
    known: Counter[bool] = Counter()
    missing = set()
    while play.decision is not None and known.total() < 60:
        name = play.asked()[0]
        seat = Seat(play, name)
        choice = bots[name].choose(seat)
        if len(seat.options()) > 1:
            known[bool(system.thinks.purpose(seat.decision, choice))] += 1
            if not system.thinks.purpose(seat.decision, choice):
                missing.add(f"{seat.decision.kind}: {choice.do}")
        play.choose(choice, name)
    assert known[True] >= 0.9 * known.total() > 0, missing


def test_an_answer_that_was_not_given_is_told_with_its_odds() -> None:
    plans = [Weighed("Hold fire", 1, 1), Weighed("Fire", 0.5, 1)]
    assert reason("Hold fire", plans, None, {"Fire": "a step or more lost 8%"}.get) == (
        "The next best, Fire (a step or more lost 8%), would cost 0.50."
    )


def test_who_is_chosen_to_do_nothing_is_told_that_it_makes_no_difference() -> None:
    idle = ["It would do nothing then (Stay)."]
    even = [Weighed("I/21", 1, 1), Weighed("III/21", 1, 1)]
    assert explained("greedy", "I/21", even, idle).why == (
        "It would do nothing then (Stay). As good as III/21, as far as it can see. It makes no difference."
    )
    worse = [Weighed("I/21", 1, 1), Weighed("III/21", 0, 1)]
    assert "difference" not in explained("greedy", "I/21", worse, idle).why


def test_a_unit_that_a_fact_has_named_is_not_named_again() -> None:
    plans = [Weighed("Pak: fire at Tanks", 1, 1), Weighed("Pak: overwatch", 0, 1)]
    assert explained("greedy", "Fire", plans, ["Pak: 3 inches from Kiln."]).why == (
        "Pak: 3 inches from Kiln. Fire at Tanks: the next best, overwatch, would cost 1.00."
    )
    assert reason("Fire", plans) == "Pak: fire at Tanks: the next best, Pak: overwatch, would cost 1.00."


def test_who_asks_for_advice_while_he_forms_fireteams_gets_it() -> None:
    _, play = begun("of_war_and_men", "king-of-the-hill-private")
    asked = 0
    while play.decision is not None and asked < 12:
        name = play.asked()[0]
        seat = Seat(play, name)
        if seat.decision.kind == "form":
            bot = adviser.make("strategist")
            bot.hurried = False
            choice = bot.choose(seat)
            assert choice in seat.options()
            asked += 1
        else:
            choice = next((each for each in seat.options() if each.do == "form"), seat.options()[0])
        play.choose(choice, name)
    assert asked == 12
