"""How likely a seat is to win: the sum, its times, and that a seat knows no more than it sees."""

import random

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots.player import Dice, Seat
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.outlook import Lean, Outlook, Standing, chance_of, parts
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import systems

SCENARIOS = [
    "nations_at_war/cats-in-the-mist",
    "war_storm/hedgerow-lane",
    "regimental/the-varne-bridgehead",
    "miniatures/tigers-on-hill-63",
    "of_war_and_men/murder-at-the-moonless-chateau-colonel",
]


def test_a_weight_changes_over_the_battle_and_a_scenario_leans_to_its_first_side() -> None:
    outlook = Outlook(0, 1, {"men": (0.0, 1.0, 3.0)}, {"known": Lean("abc", (0.5, 0.5, 0.5))})
    assert outlook.log_odds(Standing([2.0], 0.25, True), "other") == pytest.approx(1.0)
    assert outlook.log_odds(Standing([2.0], 0.75, True), "other") == pytest.approx(4.0)
    assert outlook.log_odds(Standing([2.0], 0.75, True), "known") == pytest.approx(4.5)
    assert outlook.log_odds(Standing([-2.0], 0.75, False), "known") == pytest.approx(-4.5)
    assert outlook.fitted_on("known", "abcdef") and not outlook.fitted_on("known", "xyz")
    assert not outlook.fitted_on("other", "abcdef")


def test_a_scenario_has_weights_of_its_own_and_one_never_seen_the_general_ones() -> None:
    known = Lean("abc", (0.0, 0.0, 0.0), {"men": (0.0, 2.0, 0.0)})
    outlook = Outlook(
        0, 1, {"men": (0.0, 1.0, 3.0)}, {"known": known}, general={"men": (0.0, 0.6, 0.0)}, elsewhere=0.5
    )
    assert outlook.log_odds(Standing([2.0], 0.5, True), "known") == pytest.approx(2.0 * (1.0 + 2.0))
    assert outlook.log_odds(Standing([2.0], 0.5, True), "other") == pytest.approx(0.5 * 2.0 * 0.6)
    assert outlook.weighing("known") == {"men": (0.0, 3.0, 3.0)}
    assert outlook.weighing("other") == {"men": (0.0, pytest.approx(0.3), 0.0)}


def test_the_parts_of_a_time_add_up() -> None:
    for elapsed in (-1.0, 0.0, 0.3, 0.5, 0.9, 1.0, 2.0):
        assert sum(parts(elapsed)) == pytest.approx(1.0) and min(parts(elapsed)) >= 0


def test_odds_that_are_beyond_reason_are_still_a_chance() -> None:
    assert 0 < chance_of(-1e9) < 1e-9 and 1 - 1e-9 < chance_of(1e9) < 1 and chance_of(0.0) == 0.5


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_seat_judges_by_what_it_knows_and_both_agree_on_the_rest(scenario: str) -> None:
    system = systems()[scenario.partition("/")[0]]
    mind = system.thinks
    play: AnyPlay = Play(system, system.rules.new(system.shelf.find(scenario)), SeededChance(seed_bytes(3)))
    rng = random.Random(3)
    seats = system.rules.seats(play.battle)
    own = [place for place, sign in enumerate(mind.signs) if sign == "Attack cards"]  # known to the own side alone
    for number in range(120):
        if play.decision is None:
            break
        name = play.asked()[0]
        if number % 12 == 0:
            standing = mind.standing(play.battle, name)
            assert standing is not None and len(standing.values) == len(mind.signs)
            assert 0 <= standing.elapsed <= 1
            assert mind.standing(play.fork(Dice(number), name).battle, name) == standing
            other = mind.standing(play.battle, seats[1] if name == seats[0] else seats[0])
            assert other is not None
            for place, (one, two) in enumerate(zip(standing.values, other.values, strict=True)):
                assert place in own or one == pytest.approx(-two), mind.signs[place]
            assert 0 < mind.chance(play.battle, name) < 1
        play.choose(rng.choice(Seat(play, name).options()), name)
