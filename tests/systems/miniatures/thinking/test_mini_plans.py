"""Plans for an activation: what they promise, what they are called, and that they are followed."""

import pytest
from mini_stage import MiniStage, stage

from sandtable.bots.player import Seat, answer
from sandtable.bots.strategist import StrategistBot
from sandtable.bots.tactician import TacticianBot
from sandtable.systems.miniatures.rules.fire.to_hit import MOVED, NORMAL
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.state.book import COAX, MAIN
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.systems.miniatures.thinking.assault_estimate import storm_promise
from sandtable.systems.miniatures.thinking.barrage_estimate import best_mission
from sandtable.systems.miniatures.thinking.chances import tail
from sandtable.systems.miniatures.thinking.cover_moves import bounds
from sandtable.systems.miniatures.thinking.deliberation import considered
from sandtable.systems.miniatures.thinking.fire_estimate import better_gun, promise, volley
from sandtable.systems.miniatures.thinking.plans import ideas, move_in, of_whom, schemes, target_in
from sandtable.systems.miniatures.thinking.plans import stage as stage_of
from sandtable.systems.miniatures.thinking.policy import follow
from sandtable.systems.miniatures.thinking.survey import Menace, Survey, objectives
from sandtable.systems.miniatures.thinking.worth import lost_worth, staying_power, unit_stake
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme

SIDES = """
objective Mill 30,20
blue U1 veteran
  PL rifle A at 28,10
  rifle B at 31,10
  lmg C at 34,10
blue U2 veteran
  PL rifle D at 60,3
  rifle E at 62,3
red G1 veteran
  PL rifle X at 28,22 moved
  rifle Y at 31,22 moved
  hmg Z at 34,22 moved
red G2 veteran
  PL rifle V at 60,46
  rifle W at 62,46
"""


def fire(b: Battle, kind: int = NORMAL, aimed: bool = False, friends: bool = False) -> float:
    firers, unit = b.all_of(b.units[0]), b.units[2]
    return promise(volley(b, firers, unit, b.teams_of(unit), kind, aimed, friends))


def test_a_shooting_promises_more_unmoved_aimed_and_at_the_open() -> None:
    b = scene(SIDES)
    assert fire(b, aimed=True) > fire(b) > fire(b, MOVED) > 0
    assert fire(scene("wood W1 20,20 40,20 40,24 20,24\n" + SIDES)) < fire(b)
    assert fire(scene(SIDES.replace(" moved", ""))) < fire(b)  # gone to ground
    assert fire(scene(SIDES.replace(",22 moved", ",47").replace("lmg C", "rifle C"))) == 0  # out of range


def test_friends_in_the_way_are_looked_for_if_asked() -> None:
    b = scene(SIDES.replace("rifle B at 31,10", "lmg B at 28,13"))
    assert fire(b, friends=True) < fire(b)
    assert fire(scene(SIDES), friends=True) == fire(scene(SIDES))


def test_a_tank_takes_the_gun_that_does_more() -> None:
    text = (
        "blue U1 veteran\n  PL m4-sherman T at 30,10\nred G1 veteran\n  PL {} X at 30,{} moved\n  {} Y at 33,{} moved"
    )
    b = scene(text.format("rifle", 20, "rifle", 20))
    assert better_gun(b, b.teams[0], b.units[1], b.all_of(b.units[1])) == COAX
    b = scene(text.format("stug-iii-g", 20, "stug-iii-g", 20))
    assert better_gun(b, b.teams[0], b.units[1], b.all_of(b.units[1])) == MAIN
    b = scene(text.format("rifle", 33, "rifle", 33).replace("moved", "dug"))  # long range for the coax
    assert better_gun(b, b.teams[0], b.units[1], b.all_of(b.units[1])) == MAIN


def test_a_unit_near_its_breaking_point_is_worth_more() -> None:
    b = scene(SIDES)
    whole, worn, half, less = (staying_power(b, 8, left, False) for left in (8, 7, 4, 3))
    assert whole == 1 and half - less > whole - worn
    assert staying_power(b, 8, 1, False) == 0 < staying_power(b, 4, 1, True)  # 12.3: tanks stay to the last
    assert unit_stake(b, 1) == unit_stake(b, 0)
    b.units[3].gone = True
    assert unit_stake(b, 1) > unit_stake(b, 0)  # 14.11
    assert lost_worth(b, b.units[2], 0.0) == 0.0
    assert lost_worth(b, b.units[2], 2.0) > lost_worth(b, b.units[2], 1.0) > 0


def test_objectives_call_when_time_runs_out() -> None:
    early, late = scene(SIDES + "round 1 of 8"), scene(SIDES + "round 8 of 8")
    for b in (early, late):
        b.units[0].activated = True
    near = {}
    for name, b in (("early", early), ("late", late)):
        before = objectives(b, 0)
        for team in b.all_of(b.units[0]):
            team.y += 400
        near[name] = objectives(b, 0) - before
    assert near["late"] > near["early"] > 0


def test_who_is_seen_is_threatened() -> None:
    b = scene(SIDES)
    assert Survey(b, b.units[0]).threat() > Survey(b, b.units[1]).threat() > 0  # far off, but for the HMG
    walled = scene("bocage L1 20,16 40,16\n" + SIDES)
    assert Survey(walled, walled.units[0]).threat() == 0


def test_a_survey_is_put_back_as_it_was() -> None:
    b = scene(SIDES)
    survey = Survey(b, b.units[0])
    before = survey.standing()
    survey.put(Choice("move", "U1", at=(("A", 2800, 1400, 0), ("B", 3100, 1400, 0))))
    assert survey.b.teams[0].moved and survey.b.teams[0].y == 1400
    assert survey.standing() != before
    survey.reset()
    assert survey.standing() == before
    assert b.teams[0].y == 1000  # the battle itself is not touched


# Assaults ----------------------------------------------------------------------------------------

STORM = """
blue U1 veteran
  PL m4-sherman T at 30,10
  m4-sherman U at 33,10
  m4-sherman V at 36,10
red G1 veteran
  PL rifle X at 30,18{0}
  hmg Y at 33,18{0}
  hmg Z at 36,18{0}
"""


def test_tanks_storm_men_without_weapons_against_them() -> None:
    b = scene(STORM.format(""))
    assert storm_promise(b, b.units[0], b.units[1]) > 0.5
    far = scene(STORM.format("").replace(",18", ",40"))
    assert storm_promise(far, far.units[0], far.units[1]) < 0


def test_men_storm_only_the_suppressed() -> None:
    men = STORM.replace("m4-sherman", "rifle")
    ready, down = scene(men.format("")), scene(men.format(" markers=1"))
    assert storm_promise(down, down.units[0], down.units[1]) > storm_promise(ready, ready.units[0], ready.units[1])
    assert not any(team.moved for team in ready.teams)  # asked, not done


def test_so_many_or_more() -> None:
    assert tail(0.0, 1) == 0.0
    assert tail(1.0, 1) == pytest.approx(0.632, abs=0.001)
    assert tail(9.0, 5) > 0.9


# Plans -------------------------------------------------------------------------------------------


def asked(s: MiniStage) -> Decision:
    decision = s.play.decision
    assert isinstance(decision, Decision)
    return decision


def test_plans_are_told_in_words_the_best_first() -> None:
    s = stage(SIDES + "active U1 passed")
    found = schemes(s.b, asked(s), None)
    assert found[0].label == "U1: aimed fire at G1"
    assert found[0].first == Choice("aimed fire", "U1")
    assert found[0].orders == {"U1": "aimed fire at G1"}
    values = [scheme.promise or 0.0 for scheme in found]
    assert values == sorted(values, reverse=True)
    assert len({scheme.label for scheme in found}) == len(found) <= 5


def test_an_unplanned_question_is_answered_by_the_quick_hand() -> None:
    s = stage(SIDES + "active U1 passed")
    s.do("aimed fire", "U1")
    assert asked(s).kind == "fire"
    assert schemes(s.b, asked(s), None) == []
    assert follow(s.b, asked(s), None) == Choice("fire", "", "G1")


def test_the_target_of_the_plan_is_fired_at() -> None:
    text = SIDES.replace("V at 60,46", "V at 28,25").replace("W at 62,46", "W at 31,25")
    s = stage(text + "active U1 passed")
    found = {target_in(scheme, s.b.units[0]): scheme for scheme in schemes(s.b, asked(s), None)}
    other = found["G1"].orders | {"U1": "aimed fire at G2"}
    s.do("aimed fire", "U1")
    assert follow(s.b, asked(s), Scheme("The far ones", other)) == Choice("fire", "", "G2")


def test_a_move_is_made_as_it_was_planned() -> None:
    far = SIDES.replace(",22 moved", ",46")
    s = stage(far + "active U1 failed")
    unit = s.b.units[0]
    best = next(idea for idea in ideas(s.b, unit, ["move"]) if idea.move is not None)
    assert best.move is not None
    plan = Scheme("Go", best.orders(unit), Choice("move", "U1"), best.value)
    s.do("move", "U1")
    assert move_in(plan, unit, s.b) == best.move == follow(s.b, asked(s), plan)
    gone = Scheme("Go", {"U1": "move", "A": "to 100,100,0"})  # out of reach by now
    chosen = follow(s.b, asked(s), gone)
    asked(s).check(chosen)
    assert chosen != Choice("move", "U1", at=(("A", 100, 100, 0),))


def test_a_plan_holds_as_long_as_its_unit_acts() -> None:
    s = stage(SIDES + "active U1 passed")
    before = stage_of(s.b)
    s.do("aimed fire", "U1")
    assert stage_of(s.b) == before
    s.b.active = -1
    assert stage_of(s.b) != before


def test_the_tactician_says_why() -> None:
    s = stage(SIDES + "active U1 passed", 6, 6, 6, 6, 6, 6)
    bot = TacticianBot(1)
    seat = Seat(s.play, "blue")
    assert bot.choose(seat) == Choice("aimed fire", "U1")
    assert bot.thought is not None
    assert "Aimed fire at G1: the next best, " in bot.thought.why
    s.play.choose(Choice("aimed fire", "U1"), "blue")
    assert answer(s.play, {"blue": bot})
    assert s.play.history[-1].choice == Choice("fire", "", "G1")


def test_it_fires_in_reaction_where_it_counts() -> None:
    s = stage(SIDES + "active U1 failed")
    s.do("move", "U1")
    s.move("U1", ("A", 28, 12), ("B", 31, 12), ("C", 34, 12))
    assert asked(s).kind == "reaction"
    assert follow(s.b, asked(s), None) == Choice("react", "G1", "U1")


# Thinking longer ---------------------------------------------------------------------------------


def test_the_dangerous_are_fired_at_first_by_who_thinks_of_it() -> None:
    text = SIDES.replace("V at 60,46", "V at 28,21").replace("W at 62,46", "W at 31,21").replace(" moved", "")
    b = scene(text)
    menace = Menace(b)
    assert menace.best[2] > menace.best[3] > 0  # the HMG is with G1
    assert menace.elsewhere(b.units[2], b.units[0]) == menace.pairs[2, 1]
    plain, deep = Survey(b, b.units[0]), Survey(b, b.units[0], menace)
    assert deep.best_shot(NORMAL)[0] > plain.best_shot(NORMAL)[0]
    assert plain.danger(b.units[2]) == 0.0 < deep.danger(b.units[2])


def test_plans_are_thought_over() -> None:
    s = stage(SIDES + "active U1 passed")
    found = schemes(s.b, asked(s), None)
    again = considered(s.b, asked(s))
    assert [scheme.promise for scheme in again] != [scheme.promise for scheme in found]
    s.do("aimed fire", "U1")
    assert considered(s.b, asked(s)) == []  # what was decided is followed
    s = stage(SIDES + "active U1 passed")
    bot = StrategistBot(1)
    assert bot.choose(Seat(s.play, "blue")) == again[0].first
    assert bot.thought is not None and bot.thought.plans[0].value == round(again[0].promise or 0.0, 3)


def test_a_unit_gathers_in_cover() -> None:
    b = scene("building B1 27,13 33,13 33,17 27,17\n" + SIDES)
    moves = list(bounds(b, b.units[0]))
    assert moves
    ends = {id: (x, y) for id, x, y, _ in moves[0].at}
    assert all(b.land.spot(*ends[id]).cover for id in ("A", "B"))
    assert not list(bounds(scene(STORM.format("")), scene(STORM.format("")).units[0]))  # tanks do not


# Shells and the word of the CC -------------------------------------------------------------------

BATTERY = """
blue U1 veteran
  PL rifle A at 28,4
  105mm B at 31,4
  105mm C at 34,4
  105mm D at 37,4
red G1 veteran
  PL rifle X at 28,30 moved
  hmg Y at 30,30 moved
  hmg Z at 32,30 moved
  rifle W at 50,30 moved
"""


def test_a_barrage_falls_where_most_are() -> None:
    b = scene(BATTERY)
    best = best_mission(b, b.units[0])
    assert best.value > 0 and best.mark in ("Y", "Z")
    dug = scene(BATTERY.replace(" moved", " dug"))
    assert best_mission(dug, dug.units[0]).value < best.value
    s = stage(BATTERY + "active U1 passed").do("barrage", "U1")
    assert follow(s.b, asked(s), None).do == "barrage"


def test_the_commander_does_not_die_for_one_team() -> None:
    text = SIDES.replace("  rifle B at 31,10\n  lmg C at 34,10\n", "  rifle B at 31,10\n").replace(
        "blue U1 veteran", "blue U1 veteran lost size=6"
    )
    s = stage(
        text + "blue U3 veteran\n  PL rifle K at 5,3\n  rifle L at 7,3\nblue CC veteran\n  smg at 36,2\nphase end", 1
    )
    assert asked(s).kind == "reroll"
    assert follow(s.b, asked(s), None).do == "keep"
    s.b.scenario.unit_points = 1
    assert follow(s.b, asked(s), None).do == "reroll"


def test_a_way_says_last_whose_it_is() -> None:
    unit = scene(SIDES).units[0]
    assert of_whom(unit, f"{unit.name}, leader: 2 inches north") == "go 2 inches north (leader)"
    assert of_whom(unit, f"{unit.name}, leader: Turn to the enemy") == "turn to the enemy (leader)"
    assert of_whom(unit, "6 inches north toward Mill") == "go 6 inches north toward Mill"
