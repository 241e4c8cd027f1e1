"""The strategist's plans and the staff that carries them out."""

import pytest

from sandtable.bots import levels
from sandtable.bots.player import Seat
from sandtable.bots.racing import BEYOND, corrected
from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.thinking.assaults import STAFF
from sandtable.systems.regimental.thinking.standing import SIGNS
from sandtable.systems.regimental.thinking.strategist_plans import book
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay, Play
from sandtable.table.scheme import Scheme
from sandtable.table.shelf import ScenarioInfo

SYSTEM = REGIMENTAL
FIELD = ". . . . . . .\n . . . . . . .\n. . . . . . .\n . . . . . . .\n"
BY_STAFF = Scheme("", {STAFF: "all"})
LINE = FIELD + "blue hq BQ at 0101\nblue infantry A at 0201\nred hq RQ at 0704\nred infantry X at 0604\n"
GUNS = (
    FIELD
    + "blue hq BQ at 0202\nblue infantry A at 0302\nblue battery G at 0103 shots=1\n"
    + "red hq RQ at 0704\nred infantry X at 0402 sp=3\nred infantry Y at 0503 sp=3\norder red H\n"
)


def play_of(text: str) -> AnyPlay:
    return Play(SYSTEM, scene(text), SampledChance(1))


def answer(play: AnyPlay, seat: str, scheme: Scheme | None) -> Choice:
    decision = play.decision_for(seat)
    assert decision is not None
    return SYSTEM.thinks.follow(play.battle, decision, seat, scheme)


def until(play: AnyPlay, kind: str) -> None:
    """Go on by the quick policy until the first seat is asked this."""
    while (decision := play.decision_for("blue")) is None or decision.kind != kind:
        seat = play.asked()[0]
        play.choose(answer(play, seat, None), seat)


def test_the_staff_fires_at_who_holds_what_is_wanted() -> None:
    play = play_of(GUNS + "objective Mill 0503 red\nwin blue 1\nphase guns\n")
    until(play, "gun")
    assert answer(play, "blue", None) == Choice("barrage", "G", "0402")
    assert answer(play, "blue", BY_STAFF) == Choice("barrage", "G", "0503")


def test_who_need_not_take_it_fires_at_who_is_worn() -> None:
    text = GUNS.replace("X at 0402 sp=3", "X at 0402").replace("Y at 0503 sp=3", "Y at 0503 sp=2")
    play = play_of(text + "objective Mill 0402 red\nwin red 1\nphase guns\n")
    until(play, "gun")
    assert answer(play, "blue", BY_STAFF) == Choice("barrage", "G", "0503")


def test_the_staff_keeps_its_guns_for_a_barrage() -> None:
    text = GUNS + "order blue M\nactive blue attack\nactivated red\nwin blue 1\n"
    play = play_of(text)
    play.choose(Choice("attack", "A", "0402"), "blue")
    until(play, "support")
    assert answer(play, "blue", None).do == "gun"
    assert answer(play, "blue", BY_STAFF).do == "done"


def test_ground_is_worth_more_to_the_staff() -> None:
    text = (
        FIELD
        + "blue hq BQ at 0202\nblue infantry A at 0302\n"
        + "red hq RQ at 0704\nred infantry X at 0402\norder red D\n"
        + "objective Mill 0402 red\nwin blue 1\norder blue M\nactive blue attack\nactivated red\n"
    )
    play = play_of(text)
    assert answer(play, "blue", None).do == "pass"
    assert answer(play, "blue", BY_STAFF) == Choice("attack", "A", "0402")


def test_every_plan_of_a_strategist_is_for_the_staff_and_promises_something() -> None:
    near = play_of(LINE.replace("A at 0201", "A at 0403") + "objective Mill 0604 red\nwin blue 1\nphase orders\n")
    decision = near.decision_for("red")
    assert decision is not None
    found = SYSTEM.thinks.considered(near.battle, decision, "red")
    assert [plan.orders["red"] for plan in found] == ["D", "M", "H"]
    assert all(STAFF in plan.orders and plan.promise is not None for plan in found)


def test_a_strategist_keeps_the_orders_of_its_plan_for_every_regiment() -> None:
    text = (
        LINE.replace("A at 0201", "A at 0403")
        + "red hq SQ at 0701 of=second\nred infantry Y at 0602 of=second\n"
        + "objective Mill 0604 red\nwin blue 1\nphase orders\n"
    )
    play = play_of(text)
    bot = levels.make("strategist", 1)
    play.choose(bot.choose(Seat(play, "red")), "red")
    decision = play.decision_for("red")
    assert decision is not None and decision.kind == "order"
    assert SYSTEM.thinks.considered(play.battle, decision, "red") == []


def test_orders_are_raced_but_the_usual_ones_are_hard_to_beat() -> None:
    near = play_of(LINE.replace("A at 0201", "A at 0403") + "objective Mill 0604 red\nwin blue 1\nphase orders\n")
    decision = near.decision_for("red")
    assert decision is not None
    usual, *others = [plan.promise or 0.0 for plan in SYSTEM.thinks.considered(near.battle, decision, "red")]
    doubt = SYSTEM.thinks.doubt(near.battle, decision, "red")
    assert others and all(usual - BEYOND * doubt < other for other in others)
    lucky = [3.0, -1.0] * 4  # a mean of one with an error of 0.76
    assert all(corrected(other - usual, doubt, lucky) < 0 for other in others)
    proven = [3.0, 2.0] * 4
    assert all(corrected(other - usual, doubt, proven) > 0 for other in others)


# The beginning of a battle ------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "side"), [(each, side) for each, sides in book().items() for side in sides])
def test_who_has_a_book_gives_any_of_its_orders_in_the_first_round(scenario: str, side: str) -> None:
    """All are legal and promise the same, so that the lot decides and nothing is played out for it."""
    play: AnyPlay = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(scenario)), SampledChance(1))
    while play.asked()[0] != side:
        seat = play.asked()[0]
        play.choose(answer(play, seat, None), seat)
    decision = play.decision_for(side)
    assert decision is not None and decision.kind == "order"
    found = SYSTEM.thinks.considered(play.battle, decision, side)
    [(regiment, orders)] = book()[scenario][side].items()
    assert [each.orders[regiment] for each in found] == orders
    assert {each.promise for each in found} == {0.0}
    assert SYSTEM.thinks.doubt(play.battle, decision, side) == 0.0
    play.battle.round = 2
    assert SYSTEM.thinks.considered(play.battle, decision, side)[0].label.startswith("The usual orders")
    assert SYSTEM.thinks.doubt(play.battle, decision, side) > 0.0


@pytest.mark.parametrize("info", SYSTEM.shelf.infos(), ids=lambda info: info.id)
def test_who_is_winning_is_told_by_what_has_changed_since_the_beginning(info: ScenarioInfo) -> None:
    """Before anybody has acted nothing is counted but who has to take ground, for scenarios are made to be fair."""
    b = SYSTEM.rules.new(SYSTEM.shelf.find(info.id))
    for seat in SYSTEM.rules.seats(b):
        attacks, *changed = SYSTEM.thinks.standing(b, seat).values
        assert attacks == (1.0 if SYSTEM.rules.seats(b).index(seat) == b.scenario.victory.side else -1.0)
        assert not any(changed)
    stand = next(each for each in b.stands if each.side == b.scenario.victory.side and not each.type.hq)
    stand.sp -= 1
    strength = SIGNS.index("strength")
    values = [SYSTEM.thinks.standing(b, seat).values[strength] for seat in SYSTEM.rules.seats(b)]
    assert values[b.scenario.victory.side] < 0.0 < values[1 - b.scenario.victory.side]
