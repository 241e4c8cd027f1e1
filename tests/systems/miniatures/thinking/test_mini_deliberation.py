"""What a player with more time weighs: a closer estimate, the order of activation, reactions, going to ground."""

import pytest
from mini_stage import MiniStage, stage

from sandtable.bots.player import Seat
from sandtable.bots.strategist import StrategistBot
from sandtable.bots.tactician import TacticianBot
from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL
from sandtable.systems.miniatures.rules.leaders import target_of
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.showing.odds import exact_odds, planned
from sandtable.systems.miniatures.thinking.chances import mean_groups
from sandtable.systems.miniatures.thinking.deliberation import answers, considered, doubt, hopes
from sandtable.systems.miniatures.thinking.fire_estimate import CountedVolley, Volley, volley
from sandtable.systems.miniatures.thinking.plans import ideas, run
from sandtable.systems.miniatures.thinking.prospect import prospect
from sandtable.systems.miniatures.thinking.survey import Menace, Survey
from sandtable.systems.miniatures.thinking.terrain_risk import stopped
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme

GUNS = """
blue U1 veteran
  PL rifle A at 28,10
  rifle B at 31,10
  lmg C at 34,10
red G1 veteran
  PL rifle X at 28,22
  105mm Y at 31,22 facing south fired
  105mm Z at 34,22 facing south fired
"""
MEETING = """
blue U1 veteran
  PL rifle A at 28,4
  rifle B at 31,4
  rifle C at 34,4
blue U2 veteran
  PL rifle D at 60,4
  rifle E at 62,4
red G1 veteran
  PL rifle X at 28,{away}
  rifle Y at 31,{away}
  lmg Z at 34,{away}
red G2 veteran
  PL rifle V at 60,46
  rifle W at 62,46
"""


def asked(s: MiniStage) -> Decision:
    decision = s.play.decision
    assert decision is not None
    return decision


def best(found: list[Scheme]) -> Scheme:
    return max(found, key=lambda scheme: scheme.promise or 0.0)


def test_counted_dice_come_near_the_exact_odds() -> None:
    b = scene(GUNS)
    target = target_of(b, "G1")
    firers = b.all_of(b.units[0])
    odds = exact_odds(b, planned(b, firers, target, NORMAL, False), target)
    lost = float(sum([count * chance for count, chance in enumerate(odds.lost)]))
    rough = volley(b, firers, target.unit, target.teams, NORMAL)
    counted = volley(b, firers, target.unit, target.teams, NORMAL, how=CountedVolley)
    assert isinstance(counted, CountedVolley) and isinstance(rough, Volley)
    assert counted.killed == pytest.approx(lost, rel=0.15)
    assert rough.killed > 1.5 * lost  # it lets the guns take the hits, without their shields
    assert counted.hits == rough.hits and counted.calmed < rough.calmed


def test_markers_come_for_whole_threes() -> None:
    assert mean_groups(2, 50, 3) == 0
    assert mean_groups(3, 50, 3) == mean_groups(5, 50, 3) == 1
    assert mean_groups(3, 25, 3) == 1 / 8


def test_who_runs_is_fired_at_once_in_an_initiative() -> None:
    b = scene(MEETING.format(away=20))
    unit = b.units[0]
    choice = Choice("move", "U1", at=(("A", 2800, 700, 0), ("B", 3100, 700, 0), ("C", 3400, 700, 0)))
    survey = Survey(b, unit, Menace(b))
    survey.put(choice)
    risk = survey.reaction()
    survey.reset()
    assert risk > 0
    plain = Survey(b, unit)
    loss = [each.standing() - run(each, choice) for each in (survey, plain)]
    assert loss[0] < loss[1]


def test_fire_is_held_until_the_enemy_is_near() -> None:
    s = stage(MEETING.format(away=25) + "active U1 failed")
    s.do("move", "U1")
    s.move("U1", ("A", 28, 10), ("B", 31, 10), ("C", 34, 10))
    assert asked(s).kind == "reaction"
    first = answers(s.b, asked(s))
    assert best(first).first == Choice("pass")
    assert any(scheme.label == "G1 fires at U1 farther on" for scheme in first)
    planners = TacticianBot(1), StrategistBot(1)
    for planner in planners:
        assert planner.choose(Seat(s.play, "red")) == Choice("pass")
    s.do("pass")  # farther on all of them are within reach
    for planner in planners:
        assert planner.choose(Seat(s.play, "red")) == Choice("react", "G1", "U1")


def shot_at(away: int) -> Scheme:
    """What U1, which has moved, does under the fire of two HMG so far off."""
    text = (
        MEETING.format(away=away).replace("rifle Y", "hmg Y").replace("lmg Z", "hmg Z").replace(",4\n", ",4 moved\n")
    )
    s = stage(text + "active G1 failed")
    s.do("fire", "G1").do("fire", "", "U1")
    return best(answers(s.b, asked(s)))


def test_who_can_do_nothing_goes_to_ground() -> None:
    low = shot_at(28)
    assert low.first == Choice("ground", "U1") and low.label == "U1 goes to ground"


def test_who_has_a_good_shot_stays_up() -> None:
    assert shot_at(10).label == "U1 stays up"


def test_who_gains_most_and_risks_least_goes_first() -> None:
    text = MEETING.format(away=14).replace("blue U2 veteran", "blue U2 elite")
    s = stage(text)
    found = considered(s.b, asked(s))
    menace = Menace(s.b)
    mine = [unit for unit in s.b.units if unit.side == s.b.side]
    assert hopes(s.b, mine[0], menace) > hopes(s.b, mine[1], menace)
    assert best(found).first == Choice("activate", mine[0].key)


# What goes wrong on the way ----------------------------------------------------------------------

TANKS = """
blue U1 veteran
  PL m4-sherman A at 28,10
  m4-sherman B at 34,10
red G1 veteran
  PL rifle X at 28,40
  rifle Y at 31,40
"""
AHEAD = Choice("move", "U1", at=(("A", 2800, 2000, 0), ("B", 3400, 2000, 0)))


def test_tanks_may_be_stopped_on_their_way() -> None:
    wood = "wood W1 26,14 30,14 30,17 26,17\n"
    for ground, share in (("", 0), (wood, 1 / 12), (wood.replace("wood W1", "building B1"), 1 / 4)):
        b = scene(ground + TANKS)
        assert stopped(b, b.units[0], AHEAD) == pytest.approx(share)  # one of the two, 1 in 6 or 1 in 2
    b = scene(MEETING.format(away=20))
    assert stopped(b, b.units[0], Choice("move", "U1", at=(("A", 2800, 700, 0),))) == 0  # men are not


def test_who_fires_is_seen_though_another_moves() -> None:
    b = scene(GUNS.replace(" fired", ""))
    unit = b.units[1]
    survey = Survey(b, unit, Menace(b))
    survey.put(Choice("move", "G1", at=(("X", 2800, 2400, 18000),)))
    assert survey.shown() > 0
    survey.reset()
    for team in survey.teams:
        team.moved = True
    assert survey.shown() == 0


def test_reactions_keep_some_from_firing() -> None:
    b = scene(MEETING.format(away=20))
    survey = Survey(b, b.units[0], Menace(b))
    assert survey.hampered(0.0) == 0
    assert 0 < survey.hampered(0.05) < survey.hampered(0.1) < survey.hampered(9.0) < 1


def test_friends_are_in_the_way_of_those_who_move_too() -> None:
    row = "".join([f"  {'PL ' * (n == 6)}rifle F{n} at {n * 1.5},18\n" for n in range(6, 40)])
    b = scene(GUNS.replace("lmg C", "rifle C") + "blue U2 veteran\n" + row + "active U1 passed")
    rough, sharp = ideas(b, b.units[0], ["move and fire"]), ideas(b, b.units[0], ["move and fire"], Menace(b))
    shots = [sum([idea.target == "G1" for idea in found]) / len(found) for found in (rough, sharp)]
    assert shots[0] == 1 > 0.5 > shots[1]  # few find a gap


# Trying it out -----------------------------------------------------------------------------------


def test_the_prospects_of_both_sides_are_opposite() -> None:
    b = scene(MEETING.format(away=20))
    even = prospect(b, 0)
    assert even == pytest.approx(-prospect(b, 1))
    b.team("Y").markers = 1
    shaken = prospect(b, 0)
    b.team("Y").lost = True
    assert prospect(b, 0) > shaken > even


def test_assaults_are_tried_out() -> None:
    far, near = (
        stage(MEETING.format(away=30) + "active U1 passed"),
        stage(MEETING.format(away=10) + "active U1 passed"),
    )
    assert doubt(asked(far)) == 0 < doubt(asked(near))
    bot = StrategistBot(1)
    bot.choose(Seat(near.play, "blue"))
    assert bot.thought is not None and bot.thought.plans[0].tries > 1
    bot.choose(Seat(far.play, "blue"))
    assert bot.thought.plans[0].tries == 1
