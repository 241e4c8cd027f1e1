"""What a player with more time weighs: sharper reckoning, the order of activation, reactions, going to ground."""

import pytest
from mini_stage import MiniStage, stage

from sandtable.bots.player import Seat
from sandtable.bots.strategist import StrategistBot
from sandtable.bots.tactician import TacticianBot
from sandtable.systems.miniatures.answers import considered, hopes
from sandtable.systems.miniatures.leaders import target_of
from sandtable.systems.miniatures.odds import planned
from sandtable.systems.miniatures.odds import reckon as exact
from sandtable.systems.miniatures.outlook import Menace, Survey
from sandtable.systems.miniatures.plans import run
from sandtable.systems.miniatures.reckon import Volley, volley
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.sharp import SharpVolley, mean_threes
from sandtable.systems.miniatures.tohit import NORMAL
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


def test_sharp_eyes_come_near_the_exact_odds() -> None:
    b = scene(GUNS)
    target = target_of(b, "G1")
    assert target is not None
    firers = b.all_of(b.units[0])
    odds = exact(b, planned(b, firers, target, NORMAL, False), target)
    lost = float(sum([count * chance for count, chance in enumerate(odds.lost)]))
    rough = volley(b, firers, target.unit, target.teams, NORMAL)
    sharp = volley(b, firers, target.unit, target.teams, NORMAL, how=SharpVolley)
    assert isinstance(sharp, SharpVolley) and isinstance(rough, Volley)
    assert sharp.killed == pytest.approx(lost, rel=0.15)
    assert rough.killed > 1.5 * lost  # it lets the guns take the hits, without their shields
    assert sharp.hits == rough.hits and sharp.calmed < rough.calmed


def test_markers_come_for_whole_threes() -> None:
    assert mean_threes(2, 50) == 0
    assert mean_threes(3, 50) == mean_threes(5, 50) == 1
    assert mean_threes(3, 25) == 1 / 8


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
    first = considered(s.b, asked(s))
    assert best(first).first == Choice("pass")
    assert any(scheme.label == "G1 fires at U1 farther on" for scheme in first)
    quick, patient = TacticianBot(1), StrategistBot(1)
    assert quick.choose(Seat(s.play, "red")) == Choice("react", "G1", "U1")
    assert patient.choose(Seat(s.play, "red")) == Choice("pass")
    s.do("pass")  # the next quarter brings all of them within reach
    assert patient.choose(Seat(s.play, "red")) == Choice("react", "G1", "U1")


def shot_at(away: int) -> Scheme:
    """What U1, which has moved, does under the fire of two HMG so far off."""
    text = (
        MEETING.format(away=away).replace("rifle Y", "hmg Y").replace("lmg Z", "hmg Z").replace(",4\n", ",4 moved\n")
    )
    s = stage(text + "active G1 failed")
    s.do("fire", "G1").do("fire", "", "U1")
    return best(considered(s.b, asked(s)))


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
