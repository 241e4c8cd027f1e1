"""The plans of a company, the quick policy that carries them out, and how a planner judges what comes next."""

import pytest
from ws_turns import FIELD, ROW, Turns

from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.thinking.goals import goals
from sandtable.systems.war_storm.thinking.situation import Situation
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.decision import Choice
from sandtable.table.play import Play
from sandtable.table.scheme import Scheme

SYSTEM = WAR_STORM
TURNS = 2
DUEL = f"""{FIELD}
blue officer O at A202 range=2
blue us-infantry P at A202
blue us-infantry Q at A202
red officer X at A707 type=voss
red grenadier G at A204
"""


def plans(stage: Turns, seat: str = "blue") -> list[Scheme]:
    decision = stage.play.decision_for(seat)
    assert decision is not None
    return SYSTEM.thinks.schemes(stage.b, decision, seat, None)


def answer(stage: Turns, seat: str, scheme: Scheme | None = None) -> Choice:
    decision = stage.play.decision_for(seat)
    assert decision is not None
    return SYSTEM.thinks.follow(stage.b, decision, seat, scheme)


def carry_out(stage: Turns, scheme: Scheme, seat: str) -> list[str]:
    """What a seat does until its activation is over; the others answer by rules of thumb."""
    done: list[str] = []
    here = SYSTEM.thinks.stage(stage.b)
    while SYSTEM.thinks.stage(stage.b) == here and stage.play.asked():
        name = stage.play.asked()[0]
        choice = answer(stage, name, scheme if name == seat else None)
        if name == seat:
            done.append(" ".join([word for word in (choice.do, choice.piece, choice.to) if word]))
        stage.play.choose(choice, name)
    return done


# Plans -------------------------------------------------------------------------------------------


def test_a_company_with_a_shot_fires_together() -> None:
    stage = Turns(DUEL, 6, 6, 6, 6)
    best = plans(stage)[0]
    assert best.label == "O fires at A204"
    assert best.first == Choice("activate", "O")
    assert {best.orders["P"], best.orders["Q"]} == {"fire A204"}
    assert carry_out(stage, best, "blue")[:2] == ["activate O", "volley P A204"]


def test_plans_come_with_what_they_promise_the_best_first() -> None:
    promises = [each.promise for each in plans(Turns(DUEL))]
    assert None not in promises
    assert promises == sorted(promises, reverse=True, key=lambda promise: promise or 0.0)


def test_who_has_a_shot_is_activated_before_who_has_none() -> None:
    text = f"{DUEL}blue officer R at A700 range=1 of=b\nblue us-infantry S at A700 of=b\n"
    assert plans(Turns(text))[0].first == Choice("activate", "O")
    other = text.replace("red grenadier G at A204", "red grenadier G at A702")
    assert plans(Turns(other))[0].first == Choice("activate", "R")


def test_a_company_goes_for_its_goal_and_stays_in_command() -> None:
    text = f"""{FIELD}
    blue officer O at A000 range=1
    blue us-infantry P at A000
    blue us-infantry Q at A000
    red officer X at A707
    red grenadier G at A707
    objective Mill A500 red
    award control blue 2 A500
    """
    stage = Turns(text)
    best = plans(stage)[0]
    assert best.label.startswith("O moves to A")
    carry_out(stage, best, "blue")
    b = stage.b
    officer, mill = b.unit("O"), b.ground.index["A500"]
    for id in ("P", "Q"):
        platoon = b.unit(id)
        assert b.ground.distance[platoon.hex][mill] <= 1
        assert b.ground.distance[platoon.hex][officer.hex] <= 1


STORM = f"""{FIELD}
blue officer O at A302 range=2
blue us-infantry P at A302
blue us-infantry Q at A302
blue us-infantry R at A302
red officer X at A707 type=voss
red grenadier G at A305 lost=2 finished
red grenadier H at A707
objective Mill A305 red
award control blue 3 A305
"""


def test_a_weak_enemy_on_a_goal_is_stormed_with_the_officer_in_the_lead() -> None:
    stage = Turns(STORM, *[1, 1] * 3, *[6, 6] * 2, *[1, 1] * 9)  # three checks, fire, both in the fight
    storm = next(each for each in plans(stage) if each.label == "O storms A305")
    assert storm.orders["O"] == "storm A305"
    done = carry_out(stage, storm, "blue")
    assert "along O" in done
    assert "assault A305" in done
    assert {unit.id for unit in stage.b.units_at(stage.b.ground.index["A305"], 0)} == {"O", "P", "Q", "R"}


def test_an_officer_far_from_his_men_goes_back_to_them() -> None:
    text = f"{FIELD}\nblue officer O at A000 range=1\nblue us-infantry P at A707 ooc\nred grenadier G at A700\n"
    plan, _ = plans(Turns(text.replace("ooc", "ooc used")))  # the platoon has acted; the other is to pass
    assert plan.label == "O sees to his men"
    assert plan.orders["O"].split(" ")[0] in ("to", "double")


def test_the_last_platoon_does_not_leave_what_must_be_held() -> None:
    text = f"""{FIELD}
    red officer X at A404 range=1
    red grenadier G at A404
    blue officer O at A000
    blue us-infantry P at A400
    objective Church A404 red
    objective Bridge A407 blue
    award control blue 3 A404
    award control blue 1 A407
    side red
    """
    stage = Turns(text)
    for each in plans(stage, "red"):
        assert each.orders.get("G", "prepare").split(" ")[0] in ("prepare", "fire")


def test_only_the_moment_of_activation_begins_a_plan_which_is_followed_then() -> None:
    stage = Turns(DUEL, 6, 6, 6, 6)
    best = plans(stage)[0]
    here = SYSTEM.thinks.stage(stage.b)
    stage.do("activate", "O")
    assert SYSTEM.thinks.stage(stage.b) == here
    decision = stage.play.decision_for("blue")
    assert decision is not None
    assert SYSTEM.thinks.schemes(stage.b, decision, "blue", best) == [best]
    assert SYSTEM.thinks.schemes(stage.b, decision, "blue", None) == []
    assert SYSTEM.thinks.intent(stage.b, decision, "blue") is None
    carry_out(stage, best, "blue")
    assert SYSTEM.thinks.stage(stage.b) != here


# The quick policy --------------------------------------------------------------------------------


def reaction(marks: str) -> Turns:
    text = f"{ROW}\nblue officer O at A000\nblue us-infantry P at A000\nred officer X at A009\n"
    stage = Turns(f"{text}red grenadier G at A006 {marks}\n")
    stage.do("activate", "O").do("move", "P").do("to", "P", "A004")
    return stage


def test_a_marked_platoon_fires_at_who_comes_near() -> None:
    stage = reaction("reaction=1 used")
    assert stage.asked == ("red", "reaction")
    assert answer(stage, "red").do == "react"


def test_a_platoon_that_can_still_act_saves_its_fire() -> None:
    stage = reaction("")
    if stage.asked == ("red", "reaction"):
        assert answer(stage, "red") == Choice("pass")


def test_fire_goes_where_the_march_is_and_not_where_the_first_of_it_has_run_to() -> None:
    stage = reaction("reaction=1 used")
    officer = stage.b.unit("O")
    assert stage.b.move is not None
    stage.b.move.units.insert(0, officer.index)  # he went along and was routed by a fire before
    assert answer(stage, "red") == Choice("react", "G", "A002")


@pytest.mark.parametrize("id", ["hedgerow-lane", "rearguard-on-the-ridge", "the-mill-bridge"])
def test_the_policy_has_an_answer_to_every_question(id: str) -> None:
    play = Play(
        SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(f"war_storm/{id}")), SeededChance(seed_bytes(f"policy {id}"))
    )
    plan, here = {}, ""
    while play.asked() and play.battle.turn < TURNS:
        name = play.asked()[0]
        decision = play.decision_for(name)
        assert decision is not None
        if SYSTEM.thinks.stage(play.battle) != here:
            here, plan = SYSTEM.thinks.stage(play.battle), {}
        if name not in plan:
            plan[name] = SYSTEM.thinks.intent(play.battle, decision, name)
        play.choose(SYSTEM.thinks.follow(play.battle, decision, name, plan[name]), name)
    assert play.battle.turn == TURNS


def test_who_gains_by_leaving_goes_to_the_edge_and_off_the_board_in_one_move() -> None:
    """He does not end his move at the edge, where nobody asks him again."""
    text = f"""{ROW}
    blue officer O at A005 range=9
    blue us-infantry P at A007
    red grenadier G at A000
    exits blue A009
    """
    scheme = Scheme("Leave", {"P": "to A009"}, Choice("activate", "O"))
    leaves = carry_out(Turns(text + "award exited blue 1\n", *[6] * 9), scheme, "blue")
    assert leaves[leaves.index("to P A009") + 1] == "exit P"
    assert "exit P" not in carry_out(Turns(text, *[6] * 9), scheme, "blue")


# Prospect ----------------------------------------------------------------------------------------


def test_the_prospect_is_even_handed_and_minds_fire_and_command() -> None:
    def judged(text: str, seat: str = "blue") -> float:
        return SYSTEM.thinks.prospect(scene(text), seat)

    assert judged(DUEL) == pytest.approx(-judged(DUEL, "red"))
    near = judged(DUEL)
    assert judged(DUEL.replace("Q at A202", "Q at A202 lost=1")) < near
    assert judged(DUEL.replace("Q at A202", "Q at A202 ooc")) < near


def test_what_is_wanted_is_to_take_or_else_to_keep() -> None:
    text = f"{ROW}\nblue us-infantry P at A000\nred grenadier G at A009\nobjective Mill A005 red\n"
    b = scene(f"{text}award control blue 2 A005\n")
    (take,), (keep,) = goals(b, 0), goals(b, 1)
    assert take.hexes == keep.hexes == 1 << 5
    assert take.value > 0.0
    assert keep.value == 0.0
    assert take.far[2] == 3
    assert Situation(b, 0).capture(5) > 0.0
    assert Situation(b, 1).capture(5) == 0.0
