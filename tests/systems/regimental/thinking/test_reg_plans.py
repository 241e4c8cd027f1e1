"""Plans of a round and the quick policy that carries them out."""

import pytest

from sandtable.bots.player import Seat
from sandtable.bots.tactician import TacticianBot
from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.rules.losses import ways_to_lose
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.thinking.assaults import assaults
from sandtable.systems.regimental.thinking.combat_estimate import dice_estimate
from sandtable.systems.regimental.thinking.destinations import march
from sandtable.systems.regimental.thinking.plans import STORMING, round_plans
from sandtable.systems.regimental.thinking.policy import loss
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice, Decision
from sandtable.table.play import AnyPlay, Play
from sandtable.table.scheme import Scheme

SYSTEM = REGIMENTAL
FIELD = ". . . . . . .\n . . . . . . .\n. . . . . . .\n . . . . . . .\n"
LINE = FIELD + "blue hq BQ at 0101\nblue infantry A at 0201\nred hq RQ at 0704\nred infantry X at 0604\n"
TANKS = (
    FIELD
    + "blue hq BQ at 0101\nblue medium-armour A at 0201\nblue medium-armour B at 0202\n"
    + "red hq RQ at 0702\nred militia X at 0502 sp=2\nred infantry Y at 0602\n"
    + "order blue M\norder red M\nactive blue moves\nactivated red\n"
)
MILL = (
    FIELD
    + "blue hq BQ at 0202\nblue infantry A at 0302\n"
    + "red hq RQ at 0704\nred infantry X at 0402\norder red D\nobjective Mill 0402 red\nwin blue 1\n"
)
STORM = "order blue M\nactive blue moves\nactivated red\n"


def play_of(text: str) -> AnyPlay:
    return Play(SYSTEM, scene(text), SampledChance(1))


def answer(play: AnyPlay, seat: str, scheme: Scheme | None = None) -> Choice:
    decision = play.decision_for(seat)
    assert decision is not None
    return SYSTEM.thinks.follow(play.battle, decision, seat, scheme)


def plans_of(play: AnyPlay, seat: str, current: Scheme | None = None) -> list[Scheme]:
    decision = play.decision_for(seat)
    assert decision is not None
    return SYSTEM.thinks.schemes(play.battle, decision, seat, current)


def test_more_dice_win_more_often_and_a_pair_counts() -> None:
    even = dice_estimate(6, 6, (6, 5), (6, 5), 2)
    assert even.won == pytest.approx(even.lost) and even.given == pytest.approx(even.taken)
    assert dice_estimate(12, 6, (6, 5), (6, 5), 2).won > even.won > dice_estimate(6, 6, (6, 0), (5, 0), 2).won
    one = dice_estimate(1, 0, (6, 0), (5, 0), 2)
    assert round(one.won * 6, 9) == 1 and one.lost == 0 and one.taken == 0


def test_a_river_makes_the_way_longer() -> None:
    b = scene(". R .\n . R .\n. R .\nblue hq BQ at 0101\nblue infantry A at 0102\nred infantry X at 0301\n")
    goal = b.ground.index["0301"]
    assert march(b.ground, goal)[b.ground.index["0201"]] < march(b.ground, goal)[b.ground.index["0101"]] - 2


def test_who_must_take_ground_moves_and_who_must_keep_it_digs_in() -> None:
    text = LINE + "objective Mill 0604 red\nwin blue 1\nphase orders\n"
    play = play_of(text)
    assert answer(play, "blue").to == "M"
    assert answer(play, "red").to == "D"


def test_an_empty_objective_is_manned_before_the_enemy_comes() -> None:
    text = LINE + "objective Mill 0503 red\nwin blue 1\nphase orders\n"
    assert answer(play_of(text), "red").to == "M"


def test_the_orders_of_a_plan_are_given() -> None:
    play = play_of(LINE + "objective Mill 0604 red\nwin blue 1\nphase orders\n")
    assert answer(play, "red", Scheme("Hold", {"red": "H"})).to == "H"


def test_plans_of_a_round_vary_the_orders_of_defenders_in_touch() -> None:
    far = scene(LINE + "objective Mill 0604 red\nwin blue 1\nphase orders\n")
    assert [plan.orders for plan in round_plans(far, 1)] == [{"red": "D"}]
    near = scene(LINE.replace("A at 0201", "A at 0403") + "objective Mill 0604 red\nwin blue 1\nphase orders\n")
    found = round_plans(near, 1)
    assert [plan.orders["red"] for plan in found] == ["D", "M", "H"]
    assert found[2].label == "Hold for the Red"
    assert [plan.orders for plan in round_plans(near, 0)] == [{"blue": "M"}]


def test_a_tactician_gives_the_usual_orders_and_tries_others_in_the_last_round() -> None:
    text = LINE.replace("A at 0201", "A at 0403") + "objective Mill 0604 red\nwin blue 1\nphase orders\n"
    play = play_of(text)
    last = play.battle.scenario.turns
    assert [plan.orders["red"] for plan in plans_of(play, "red")] == ["D"]
    assert [plan.orders["blue"] for plan in plans_of(play, "blue")] == ["M"]
    day, number = divmod(last - 1, 4)
    play = play_of(text + f"day {day + 1}\nround {number + 1}\n")
    assert play.battle.round_number == last
    assert [plan.orders["red"] for plan in plans_of(play, "red")] == ["D", "M", "H"]


def test_a_tactician_storms_what_must_be_taken_at_odds_that_the_hand_declines() -> None:
    play = play_of(MILL + "phase orders\n")
    (plan,) = plans_of(play, "blue")
    attack = play_of(MILL + "order blue M\nactive blue attack\nactivated red\n")
    assert answer(attack, "blue").do == "pass"
    assert answer(attack, "blue", plan) == Choice("attack", "A", "0402")


def test_a_tactician_plans_to_storm_also_where_no_orders_were_asked() -> None:
    play = play_of(MILL + STORM)
    storm, ground = plans_of(play, "blue")
    assert storm.orders == {"staff": "storms", "blue": "M assault 0402"} and storm.prior > ground.prior
    away = play_of(MILL.replace("objective Mill 0402", "objective Mill 0704") + STORM)
    assert all(plan.prior <= 0 for plan in plans_of(away, "blue"))


def test_a_tactician_still_calls_its_guns_for_an_assault() -> None:
    text = MILL.replace("red hq", "blue battery G at 0103 shots=1\nred hq")
    play = play_of(text + "order blue M\nactive blue attack\nactivated red\n")
    play.choose(Choice("attack", "A", "0402"), "blue")
    while (decision := play.decision_for("blue")) is None or decision.kind != "support":
        seat = play.asked()[0]
        play.choose(answer(play, seat), seat)
    assert answer(play, "blue", STORMING).do == "gun"


def test_the_strongest_stands_assault_what_is_weak() -> None:
    b = scene(TANKS)
    best = assaults(b, b.regiments[0])[0]
    assert b.ground.names[best.target] == "0502"
    assert [stand.id for stand, _ in best.posts] and all(
        b.ground.distance[place][best.target] == 1 for _, place in best.posts
    )


def test_an_assault_that_promises_much_is_not_weighed_and_a_doubtful_one_is() -> None:
    assert [plan.orders["blue"] for plan in plans_of(play_of(TANKS), "blue")] == ["M assault 0502"]
    text = TANKS.replace("militia X at 0502 sp=2", "infantry X at 0502").replace("order red M", "order red H")
    doubtful = plans_of(play_of(text), "blue")
    assert [plan.orders["blue"] for plan in doubtful][-1] == "M advance" and len(doubtful) > 1


def test_the_assault_of_a_plan_is_carried_out() -> None:
    play = play_of(TANKS)
    first = plans_of(play, "blue")[0]
    assert first.orders["blue"] == "M assault 0502" and "X in 0502" in first.label
    while (decision := play.decision_for("blue")) is not None and decision.kind in ("mover", "move"):
        play.choose(answer(play, "blue", first), "blue")
        if play.decision_for("blue") is not None:
            assert len(plans_of(play, "blue", first)) <= 1
    decision = play.decision_for("blue")
    assert decision is not None and decision.kind == "attack"
    assert answer(play, "blue", first).to == "0502"


def test_on_the_advance_nobody_goes_to_a_post() -> None:
    play = play_of(TANKS + "objective Mill 0204 red\n")
    plan = Scheme("Ground", {"blue": "M advance"})
    play.choose(Choice("select", "B"), "blue")
    assert answer(play, "blue", plan) == Choice("move", "B", "0204")


def test_a_loss_that_costs_no_die_is_taken_first() -> None:
    b = scene(LINE.replace("A at 0201", "A at 0201 company=mg"))
    decision = Decision("blue", "loss", "", "4.e", lambda: ways_to_lose(b, b.stands[1]))
    assert loss(b, decision, None).piece == "A"


def test_a_tactician_keeps_its_plan_for_the_round() -> None:
    play = play_of(LINE.replace("A at 0201", "A at 0403") + "objective Mill 0604 red\nwin blue 1\nphase orders\n")
    bot = TacticianBot(1)
    bot.errs = False
    choice = bot.choose(Seat(play, "red"))
    assert choice.to == "D" and bot.thought is not None and len(bot.thought.plans) == 1
    play.choose(choice, "red")
    assert bot.choose(Seat(play, "red")) == Choice("ready")


def test_ground_counts_for_more_the_later_it_is() -> None:
    text = LINE + "objective Mill 0402 {}\nwin blue 1\nday {}\nround {}\n"

    def worth_of_the_mill(day: int, number: int) -> float:
        ours, theirs = [scene(text.format(side, day, number)) for side in ("blue", "red")]
        return SYSTEM.thinks.prospect(ours, "blue") - SYSTEM.thinks.prospect(theirs, "blue")

    assert worth_of_the_mill(2, 4) > 3 * worth_of_the_mill(1, 1) > 0


def test_the_prospect_is_even_handed() -> None:
    b = scene(LINE + "objective Mill 0402 red\n")
    assert SYSTEM.thinks.prospect(b, "blue") == pytest.approx(-SYSTEM.thinks.prospect(b, "red"))


def test_who_is_dug_in_moves_first_and_lets_the_enemy_come() -> None:
    text = (
        FIELD
        + "blue hq BQ at 0101\nblue infantry A at 0201\n"
        + "blue hq CQ at 0103 of=second\nblue infantry C at 0203 of=second\n"
        + "red infantry X at 0604\norder second D\norder blue M\nactivated red\nphase actions\n"
    )
    assert answer(play_of(text), "blue") == Choice("activate", "second")


def test_a_battery_fires_at_the_stand_it_can_finish_off() -> None:
    text = (
        FIELD
        + "blue hq BQ at 0202\nblue infantry A at 0302\nblue battery G at 0103 shots=1\n"
        + "red hq RQ at 0704\nred infantry X at 0402\nred infantry Y at 0503 sp=1\norder red H\nphase guns\n"
    )
    play = play_of(text)
    while (decision := play.decision_for("blue")) is not None and decision.kind != "gun":
        play.choose(answer(play, "blue"), "blue")
    assert answer(play, "blue") == Choice("barrage", "G", "0503")
