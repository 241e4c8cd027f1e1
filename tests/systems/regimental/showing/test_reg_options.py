"""What options say: which of them move and which march, what each brings, and no two alike."""

import random
from collections import Counter

import pytest
from reg_combat import field, scene_of
from reg_stage import RegStage, stage

from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.showing.odds import WON
from sandtable.systems.regimental.showing.option_views import decision_view
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.view import DecisionView
from sandtable.testing import rule

FIELD = field(columns=10, rows=5)


def asked(s: RegStage) -> DecisionView:
    assert s.play.decision is not None
    return decision_view(s.b, s.play.decision)


def test_moves_and_marches_are_told_apart_and_clicked_twice() -> None:
    """A foot stand in the open: near hexes are moves, far ones marches; staying is neither."""
    text = f"{FIELD}\nblue hq HQ at 0103\nblue infantry A at 0203\nred hq RQ at 1001\nred infantry X at 1005\n"
    s = stage(text + "order blue M\nactive blue moves")
    assert not asked(s).twice
    s.do("select", "A")
    view = asked(s)
    roles = {option.place: option.role for option in view.options}
    assert view.twice and {roles["0303"], roles["0403"]} == {"move"} and {roles["0503"], roles["0603"]} == {"march"}
    assert roles[""] == "pass"
    march = next(option for option in view.options if option.place == "0603")
    assert (march.cost, march.group) == (4, "March (strategic)")
    assert march.brings == "Strategic: farther than a normal move, but this stand does not attack in this round."
    near = {option.place: option.brings for option in view.options if option.role == "move"}
    assert near["0303"] == "" and near["0403"] == (
        "Out of command there, 3 hexes from its HQ: it could not attack. The most is 2."
    )
    assert view.at_place is not None and view.at_place.do == "move"


@rule("1.2.b")
def test_an_hq_that_moves_is_told_whom_it_would_leave() -> None:
    text = f"{FIELD}\nblue hq HQ at 0403\nblue infantry A at 0203\nblue infantry B at 0503\nred hq RQ at 1001\n"
    s = stage(text + "red infantry X at 1005\norder blue M\nactive blue moves")
    s.do("select", "HQ")
    told = {option.place: option.brings for option in asked(s).options if option.role == "move"}
    assert told["0603"] == "From there it would not lead A: an HQ leads as far as 2 hexes." and told["0303"] == ""


@rule("5.1.b")
def test_a_barrage_shows_its_odds() -> None:
    """Two dice at a stand on Move: 11 of 36 throws have a six, and one is a pair of fives."""
    text = f"{FIELD}\nblue hq HQ at 0103\nblue battery G at 0203 shots=1\nblue infantry A at 0303\n"
    s = stage(text + "red hq RQ at 1001\nred infantry X at 0403\norder blue H\norder red M\nphase guns", 6, 6, 1, 1)
    s.do("select", "G")
    shot = next(option for option in asked(s).options if option.target == "X")
    assert [(each.text, each.chance) for each in shot.odds] == [("one strength point lost", 333), ("no loss", 667)]
    assert [each.badge for each in shot.odds] == ["fire", ""], "on the map it is told from an assault"


def test_every_order_says_what_it_brings() -> None:
    battle = scene(f"{FIELD}\nblue hq HQ at 0103\nblue infantry A at 0203\nred infantry X at 1005\nphase orders")
    play = Play(REGIMENTAL, battle, SampledChance(1))
    decision = play.decision_for("blue")
    assert decision is not None
    told = {option.choice.to: option.brings for option in decision_view(play.battle, decision).options}
    assert list(told) == ["M", "H", "D", "R"] and len({line for line in told.values() if line}) == 4


@pytest.mark.parametrize(
    ("shots", "line"),
    [
        (1, "Its dice are added, for its last shot of the round."),
        (2, "Its dice are added, for one of its 2 shots of the round."),
    ],
)
def test_a_gun_says_what_it_costs(shots: int, line: str) -> None:
    s = stage(
        scene_of(
            "blue infantry A at 0404", f"blue battery G at 0204 shots={shots}", "red infantry X at 0504", "air blue 1"
        )
    )
    s.do("attack", "A", "0504")
    told = {option.choice.do: option.brings for option in asked(s).options}
    assert told["gun"] == line
    assert told["air"] == "Two more dice, one against armour. Flak near the target may drive it off."


def test_losses_name_what_is_given_up() -> None:
    s = stage(scene_of("blue infantry A at 0404", "red infantry X at 0504 company=mg"), 6, *(1,) * 6).do(
        "attack", "A", "0504"
    )
    assert [option.label for option in asked(s).options] == [
        "A strength point of X",
        "Give up: Machine-gun company of X",
    ]
    s.b.stand("X").name = "Y"  # as if it had come from elsewhere
    assert asked(s).options[1].label == "Give up: Machine-gun company of X, with Y"


@rule("2.4.a")
@pytest.mark.parametrize(
    ("hq", "x", "y", "asks"),
    [
        ("company=fs", "company=fs", "company=fs", False),  # all are alike
        ("company=fs", "company=fs", "", True),  # one may go where none is
        ("company=fs", "company=mg", "company=fs", True),
        ("", "", "", False),
    ],
)
def test_the_support_question_comes_only_when_a_shift_changes_something(hq: str, x: str, y: str, asks: bool) -> None:
    text = f"{FIELD}\nblue hq HQ at 0303 {hq}\nblue infantry A at 0403 {x}\nblue infantry B at 0402 {y}\n"
    s = stage(text + "red infantry X at 1005\norder blue M\nactive blue")
    assert s.asked == ("blue", "support shuffle" if asks else "mover")


@pytest.mark.parametrize("name", ["the-varne-bridgehead", "the-graben-line"])
def test_no_two_options_read_alike(name: str) -> None:
    """In every question of a battle of random choices."""
    dice = random.Random(7)
    play = Play(REGIMENTAL, REGIMENTAL.rules.new(REGIMENTAL.shelf.find(f"regimental/{name}")), SampledChance(7))
    while play.decision is not None:
        seat = dice.choice(play.asked())
        decision = play.decision_for(seat)
        assert decision is not None
        labels = Counter(REGIMENTAL.shown.label(play.battle, decision, choice) for choice in decision.options())
        assert max(labels.values()) == 1, (decision.prompt, labels.most_common(1))
        play.choose(dice.choice(decision.options()), seat)


def test_an_attack_says_who_may_help_and_what_it_is_worth_then() -> None:
    alone = stage(scene_of("blue infantry A at 0404", "red infantry X at 0504"))
    assert {option.label: option.brings for option in asked(alone).options}["A assaults X in 0504"] == ""
    s = stage(scene_of("blue infantry A at 0404", "blue infantry B at 0403", "red infantry X at 0504"))
    line = "With all help, about which you are asked next (B): 33%."
    assert {option.label: option.brings for option in asked(s).options}["A assaults X in 0504"] == line
    (joins,) = [option for option in asked(s.do("attack", "A", "0504")).options if option.choice.do == "join"]
    assert joins.odds[0].text == WON
    assert joins.odds[0].chance == 328
