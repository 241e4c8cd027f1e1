"""The chances of a round of an assault, proved by a second route: rounds played with many orders of the deck."""

import pytest
from owm_stage import stage

from sandtable.systems.of_war_and_men.rules.assault import fight_round
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.showing import assault_odds
from sandtable.systems.of_war_and_men.showing.narrator import sentence
from sandtable.systems.of_war_and_men.showing.option_views import decision_view
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.table.chance import SampledChance
from sandtable.testing.citing import rule

SCENE = """
. {ground}
level private
axis 1 at A1 {axis}
{ours}
allies 1 at B1 {allies}
{theirs}
hand axis maneuver
active axis-1
"""
ONE, TWO = "  Hans rank=Cpl discipline=red", "  Hans rank=Cpl discipline=red\n  Otto discipline=blue"
JOE, BOTH = "  Joe rank=Cpl discipline=green", "  Joe rank=Cpl discipline=green\n  Jim discipline=green"
ROUNDS = 1500


def scene_of(ours: str, theirs: str, axis: str = "", allies: str = "moved", ground: str = ".") -> str:
    return SCENE.format(ours=ours, theirs=theirs, axis=axis, allies=allies, ground=ground)


def fallen(b: Battle, seed: int) -> tuple[bool, bool]:
    """Whether a round kills somebody on each side."""
    twin = b.copy()
    twin.chance = SampledChance(seed)
    assert twin.assault is not None
    steps = fight_round(twin, twin.assault)
    next(steps, None)  # up to the question who stays, or to the end
    axis, allies = ([man.fate for man in twin.soldiers if man.player == player] for player in (0, 1))
    return (any(axis), any(allies))


@rule("20.1.d", "20.1.e", "20.1.f", "20.1.h", "20.1.q", "20.1.r")
@pytest.mark.parametrize(
    "text",
    [
        scene_of(ONE, JOE),
        scene_of(ONE, JOE, allies=""),  # who was there has the advantage
        scene_of(ONE, JOE, axis="stealth"),
        scene_of(TWO, JOE),
        scene_of(ONE, BOTH),
        scene_of(TWO, BOTH.replace("Joe rank=Cpl", "Joe rank=Cpl suppressed=0")),
        scene_of(TWO, BOTH.replace("Jim ", "Jim wounded ")),
        scene_of(f"{TWO}\n  Kurt discipline=green\n  Max discipline=red", BOTH),
    ],
)
def test_the_chances_of_a_round_are_those_of_rounds_that_are_played(text: str) -> None:
    b = scene(text)
    a = assault_odds.to_come(b, b.teams[0], b.teams[1])
    chances = assault_odds.round_of(b, "axis", a)
    b.assault = a
    b.teams[0].cell = b.teams[1].cell
    played = [fallen(b, seed) for seed in range(ROUNDS)]
    assert chances.came == pytest.approx(sum(came for came, _ in played) / ROUNDS, abs=0.035)
    assert chances.there == pytest.approx(sum(there for _, there in played) / ROUNDS, abs=0.035)


@rule("20.1.a", "16.4.f")
def test_whoever_goes_in_is_told_what_the_first_round_may_do() -> None:
    s = stage(scene_of(ONE, JOE))
    assert s.play.decision is not None
    (option,) = [
        each
        for each in decision_view(s.b, s.play.decision).options
        if each.choice.to == "B1" and each.choice.do == "maneuver"
    ]
    chances = assault_odds.round_of(s.b, "axis", assault_odds.to_come(s.b, s.b.teams[0], s.b.teams[1]))
    assert [each.chance for each in option.odds] == [round(1000 * chances.there), round(1000 * chances.came)]
    assert option.attack is not None and option.attack.odds == option.odds
    assert option.brings.startswith("Hand to hand with ")
    assert option.label == "Maneuver: B1 (Field), hand to hand"
    road = stage(scene_of(ONE, JOE, ground="= .").replace("allies 1 at B1", "allies 1 at C1"))
    assert road.play.decision is not None
    (option,) = [each for each in decision_view(road.b, road.play.decision).options if each.choice.to == "B1"]
    assert option.brings == "They arrive at once: on this ground one order is enough."


@rule("20.1.d", "20.1.h")
def test_a_fight_is_told_with_who_flips_what_is_needed_and_who_flips_first() -> None:
    s = stage(scene_of(ONE, JOE, axis="heading=B1", allies=""), "G4", "R1")
    s.order("maneuver", "maneuver", "B1")
    flips = [sentence(s.b, event) for event in s.told("flip")]
    assert flips == ["Cpl Joe flips 4 (green): 2 or less is needed.", "Cpl Hans flips 1 (red): 2 or less is needed."]
    (fight,) = [sentence(s.b, event) for event in s.told("duel")]
    assert (
        fight
        == "Cpl Hans against Cpl Joe: Cpl Joe has the advantage and flips first; only Cpl Hans succeeds and wins."
    )


@rule("20.1.s")
def test_whoever_may_stay_sees_what_another_round_may_do() -> None:
    s = stage(scene_of(ONE, JOE, axis="heading=B1", allies=""), "G4", "R4")
    s.order("maneuver", "maneuver", "B1")
    assert s.play.decision is not None and s.play.decision.kind == "assault"
    options = {each.choice.do: each for each in decision_view(s.b, s.play.decision).options}
    assert s.b.assault is not None
    chances = assault_odds.round_of(s.b, s.play.decision.seat, s.b.assault)
    mine = chances.came if s.play.decision.seat == "axis" else chances.there
    assert [each.chance for each in options["stay"].odds][1] == round(1000 * mine)
    assert options["retreat"].group == "Retreat", "a place alone does not say that they leave"
    assert options["retreat"].odds == () and "suppressed" in options["retreat"].brings
