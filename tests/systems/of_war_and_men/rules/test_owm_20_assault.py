"""20.1 Assaults."""

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.state.pieces import NOWHERE, SUPPRESSED, UPRIGHT, WOUNDED
from sandtable.table.decision import Choice, Together
from sandtable.testing.citing import rule

STORM = """
{rows}
{level}
axis 1 at A1 heading=B1 {axis}
{men}
allies 1 at B1 {allies}
{foes}
{more}
hand axis maneuver maneuver attack-red
hand allies evade-red
active axis-1
track {track}
"""
ROWS = ". . .\n. . ."


def storm(
    *flips: str,
    rows: str = ROWS,
    axis: str = "",
    allies: str = "",
    men: str = "Hans rank=Cpl discipline=green",
    foes: str = "Joe rank=Cpl discipline=red",
    more: str = "",
    track: str = "axis-1 allies-1",
    level: str = "",
) -> OwmStage:
    """The Axis Fireteam completes its move into the Terrain of the Allied one."""

    def lines(text: str) -> str:
        return "\n".join(f"  {each}" for each in text.split(","))

    text = STORM.format(
        rows=rows, axis=axis, allies=allies, men=lines(men), foes=lines(foes), more=more, track=track, level=level
    )
    s = stage(text, *flips)
    return s.order("maneuver", "maneuver", "B1")


@rule("20.1.a", "G.event")
def test_an_assault_begins_when_the_move_is_completed() -> None:
    s = storm("G1", "R4", allies="moved", foes="Joe rank=Cpl discipline=red,Sam")
    assert s.told("assault")
    s = stage("\n. . .\naxis 1 at A1\n  Hans\nallies 1 at B1\n  Joe\nhand axis maneuver\nactive axis-1")
    s.order("maneuver", "maneuver", "B1")
    assert not s.told("assault"), "not when it is declared"


@rule("20.1.d", "20.1.e")
@pytest.mark.parametrize(
    ("hans", "joe", "dead"), [("G2", "R4", "Joe"), ("G6", "R1", "Hans"), ("G2", "R1", ""), ("G6", "R4", "")]
)
def test_one_success_kills_the_other(hans: str, joe: str, dead: str) -> None:
    s = storm(hans, joe, allies="moved")
    assert [event.piece for event in s.told("killed")] == ([dead] if dead else [])


@rule("20.1.d", "12.2")
def test_the_track_decides_who_flips_first() -> None:
    s = storm("R3", "G1", allies="moved", track="allies-1 axis-1")
    assert [event.text for event in s.told("flip")] == ["red: assault", "green: assault"]


@rule("20.1.i", "20.1.j")
def test_equal_totals_give_no_advantage() -> None:
    """The book's kind of case: an established rifleman against an entering submachine gunner, one each."""
    s = storm(
        "G4", "R2", men="Hans rank=Cpl weapon=mp4 discipline=green", foes="Joe rank=Cpl weapon=k98 discipline=red"
    )
    assert s.last("duel").text == ""
    assert s.man("Hans").fate == "killed"
    s.done()


@rule("20.1.h", "20.1.k", "G.advantage", "G.established", "5.1", "20.1.j")
def test_with_advantage_a_success_kills_before_the_other_can_answer() -> None:
    s = storm("R2")  # Joe is established, Hans is not
    assert s.man("Hans").fate == "killed"
    s.done()


@rule("20.1.h")
def test_if_the_advantage_fails_the_other_checks_as_normal() -> None:
    s = storm("R3", "G1")
    assert s.man("Joe").fate == "killed"
    s.done()


@rule("20.1.k")
def test_who_was_on_the_move_in_this_round_is_not_established() -> None:
    s = storm("G4", "R2", allies="moved")
    assert s.last("duel").text == ""


@rule("20.1.j", "5.6")
def test_weapons_give_advantage_and_disadvantage() -> None:
    s = storm("G1", allies="moved", foes="Joe rank=Cpl weapon=kzf discipline=red")
    assert s.man("Joe").fate == "killed", "a sniper rifle is a disadvantage"
    s = storm("G1", allies="moved", men="Hans rank=Cpl weapon=mp4 discipline=green")
    assert s.man("Joe").fate == "killed", "a submachine gun an advantage"


@rule("20.1.j", "20.2.a")
def test_flanking_counts_as_it_was_before_the_move_was_completed() -> None:
    s = storm("G1", allies="moved", more="axis 2 at B2\n  Karl rank=Cpl", track="axis-1 axis-2 allies-1")
    assert s.last("duel").text == "Hans", "A1 and B2 are at 90 degrees from B1"


@rule("20.1.l")
def test_an_assault_out_of_stealth_has_advantage_for_one_round() -> None:
    s = storm("G1", axis="stealth", foes="Joe rank=Cpl weapon=mp4 discipline=red")
    assert s.last("duel").text == "Hans", "whatever the totals"
    s = storm("G3", "R3", "R3", "G3", axis="stealth", foes="Joe rank=Cpl weapon=mp4 discipline=red")
    assert not s.team("axis-1").stealth, "broken after the round"
    s.do("stay").do("stay")
    assert s.last("duel").text == "Joe", "2 against the 1 of having been in stealth"


@rule("20.1.l")
def test_stealth_is_broken_even_by_a_victory_in_one_round() -> None:
    s = storm("G1", axis="stealth", more="allies 2 at C2\n  Max", track="axis-1 allies-1 allies-2")
    assert s.man("Joe").fate == "killed"
    assert not s.team("axis-1").stealth


@rule("20.1.l")
def test_if_both_are_hidden_the_totals_are_used() -> None:
    s = storm("R3", "G3", axis="stealth", allies="stealth", foes="Joe rank=Cpl weapon=mp4 discipline=red")
    s.do("stay")
    assert s.last("duel").text == "Joe"
    assert not s.team("allies-1").stealth


@rule("20.1.m")
def test_a_hidden_and_established_fireteam_may_slip_away() -> None:
    s = storm(allies="stealth", rows=". . ~\n. = .")
    assert s.asked == ("allies", "slip away")
    assert s.places("retreat") == {"A1", "A2", "B2", "C2"}
    s.do("retreat", "allies-1", "C2")
    assert s.where("allies-1") == "C2"
    assert s.team("allies-1").stealth
    assert s.man("Joe").condition == UPRIGHT
    assert s.where("axis-1") == "B1"
    assert s.asked == ("axis", "action"), "there was no assault, so the turn goes on"


@rule("20.1.m", "16.6.g")
def test_who_slips_away_leaves_crew_and_scope_behind() -> None:
    foes = "Joe rank=Cpl weapon=bre helper=Sam,Sam,Tom weapon=spr sighted=1"
    s = storm(allies="stealth", foes=foes).do("retreat", "allies-1", "C2")
    assert [man.ready_in for man in s.b.men(s.team("allies-1"))] == [0, 0, 0]
    assert s.man("Joe").helper < 0 and s.man("Sam").gunner < 0 and not s.man("Tom").sighted


@rule("20.1.m", "16.7.b")
def test_where_nobody_can_hide_it_is_seen() -> None:
    s = storm(allies="stealth", rows=". . .\n. = .").do("retreat", "allies-1", "B2")
    assert not s.team("allies-1").stealth


@rule("20.1.m")
def test_one_that_was_on_the_move_cannot_slip_away() -> None:
    s = storm("R3", "G3", allies="stealth moved")
    assert s.asked == ("axis", "assault")


# Lines -------------------------------------------------------------------------------------------

TWO = "Hans rank=Cpl discipline=green,Otto discipline=green"
THREE = "Joe rank=Cpl discipline=red,Sam discipline=red,Tom discipline=red"


@rule("20.1.b", "20.1.c")
def test_both_lines_are_drawn_up_in_secret() -> None:
    s = storm("G3", "R3", "G3", "R3", "R1", "R3", "G3", men=TWO, foes=THREE, allies="moved")
    assert s.play.asked() == ["axis", "allies"]
    s.play.choose(Choice("next", "Otto"), "axis")
    assert not s.told("line")
    s.play.choose(Choice("next", "Tom"), "allies")
    s.play.choose(Choice("next", "Joe"), "allies")
    assert [event.path for event in s.told("line")] == [("Otto", "Hans"), ("Tom", "Joe", "Sam")]
    assert [(event.piece, event.target) for event in s.told("duel")][:2] == [("Otto", "Tom"), ("Hans", "Joe")]


@rule("20.1.c", "20.1.b")
@pytest.mark.parametrize("words", ["moved", "stealth moved", ""])
def test_who_cannot_slip_away_draws_up_his_line(words: str) -> None:
    """Hidden and there since the round began: one of both is not enough."""
    s = storm("G3", "R3", "G3", "R3", "R1", "R3", "G3", men=TWO, foes=THREE, allies=words)
    assert s.play.asked() == ["axis", "allies"] and s.play.decision.kind == "line"  # type: ignore[union-attr]


@rule("20.1.c", "D.wishes")
@pytest.mark.parametrize("axis", [["as they stand"], ["Otto"]])
def test_nobody_sees_whether_the_enemy_has_changed_his_line(axis: list[str]) -> None:
    """What the Allies are asked, and how, is the same whatever the Axis has chosen."""
    s = storm("G3", "R3", "G3", "R3", "R1", "R3", "G3", men=TWO, foes=THREE, allies="moved")
    for each in axis:
        s.play.choose(Choice(each) if each == "as they stand" else Choice("next", each), "axis")
    for man in ("Tom", "Joe"):
        assert isinstance(s.play.decision, Together) and s.play.decision.at_own_pace
        assert s.play.may_undo() == "" and not s.told("line")
        s.play.choose(Choice("next", man), "allies")
    assert [event.path for event in s.told("line")][1] == ("Tom", "Joe", "Sam")


@rule("20.1.b", "20.1.c")
def test_a_line_may_be_drawn_up_anew_until_the_enemy_is_ready() -> None:
    s = storm("G3", "R3", "G3", "R3", "R1", "R3", "G3", men=TWO, foes=THREE, allies="moved")
    s.play.choose(Choice("next", "Otto"), "axis")
    assert s.play.asked() == ["allies"]
    s.play.choose(Choice("anew"), "axis")
    assert s.play.asked() == ["axis", "allies"]
    s.play.choose(Choice("as they stand"), "axis")
    s.play.choose(Choice("as they stand"), "allies")
    assert [event.path for event in s.told("line")] == [("Hans", "Otto"), ("Joe", "Sam", "Tom")]


@rule("20.1.b")
def test_who_fights_a_single_man_draws_up_his_line_alone() -> None:
    s = storm("G3", "R3", "G3", "R3", "R3", men=TWO, foes="Joe rank=Cpl discipline=red", allies="moved")
    assert s.asked == ("axis", "line") and s.play.asked() == ["axis"]
    assert s.play.decision is not None and not isinstance(s.play.decision, Together)
    s.do("next", "Otto")
    assert [event.path for event in s.told("line")] == [("Otto", "Hans"), ("Joe",)]


@rule("20.1.c")
def test_afterwards_the_owner_keeps_the_order_or_restores_the_old_one() -> None:
    for answer, line in (("keep the line", ["Otto", "Hans"]), ("restore the line", ["Hans", "Otto"])):
        s = storm("R4", "G1", "R2", "G4", men=TWO, track="allies-1 axis-1", allies="moved")
        s.do("next", "Otto")
        assert s.asked[1] == "line"
        s.do(answer)
        assert [man.id for man in s.b.men(s.team("axis-1"))] == line


@rule("20.1.f", "20.1.g")
def test_surplus_soldiers_seek_an_opponent() -> None:
    """Two against three: the third Allied soldier flips red by the size of the Axis Fireteam."""
    s = storm("G3", "R3", "G3", "R3", "R2", "G3", "R1", men=TWO, foes=THREE, allies="moved")
    s.play.choose(Choice("as they stand"), "axis")
    s.play.choose(Choice("as they stand"), "allies")
    assert [(event.piece, event.target) for event in s.told("duel")] == [
        ("Hans", "Joe"),
        ("Otto", "Sam"),
        ("Otto", "Tom"),
    ]
    assert s.man("Otto").fate == "killed"
    s.done()


@rule("20.1.f")
def test_when_no_opponent_is_left_the_assault_ends() -> None:
    s = storm("R1", foes=THREE).do("as they stand")
    assert s.man("Hans").fate == "killed"
    assert s.told("assault over")
    s.done()


@rule("20.1.q")
def test_the_suppressed_need_two_successes_in_a_row() -> None:
    foes = "Joe rank=Cpl discipline=red suppressed=0"
    assert storm("R2", "R1", foes=foes).man("Hans").fate == "killed"
    s = storm("R2", "R3", "G6", foes=foes)
    assert s.man("Hans").fate == ""
    assert s.man("Joe").condition == SUPPRESSED


@rule("20.1.q")
def test_the_wounded_cannot_attack() -> None:
    s = storm("G1", foes="Joe rank=Cpl discipline=red wounded")
    assert s.man("Joe").fate == "killed"
    s = storm("G3", foes="Joe rank=Cpl wounded discipline=red")
    assert [event.text for event in s.told("flip")] == ["green: assault"], "he makes no check"


@rule("20.1.f", "20.1.q")
def test_a_wounded_surplus_soldier_chooses_no_opponent() -> None:
    s = storm("R3", "G3", foes="Joe rank=Cpl discipline=red,Sam wounded").do("as they stand")
    assert len(s.told("duel")) == 1


@rule("20.1.r")
def test_without_leaders_both_flips_must_succeed() -> None:
    s = storm("R2", "R3", "G6", foes="Joe rank=Pvt discipline=red")
    assert s.man("Hans").fate == ""
    s = storm("R2", "R1", foes="Joe rank=Pvt discipline=red suppressed=0")
    assert s.man("Hans").fate == "killed", "it does not stack with suppression"
    s.done()


@rule("20.1.n")
def test_no_decisions_and_no_icons_in_an_assault() -> None:
    s = storm("R4j", "G1", level="level lieutenant", more="wishes allies moments cards numbers totals")
    s.do("pass")  # the Maneuver may be answered, the assault not
    assert s.man("Joe").fate == "killed"
    assert not s.man("Joe").jammed
    assert s.asked[1] != "window"


@rule("20.1.n", "19.1.b")
def test_jammed_soldiers_fight() -> None:
    assert storm("R1", foes="Joe rank=Cpl discipline=red jammed").man("Hans").fate == "killed"


@rule("20.1.o", "20.1.p")
def test_crews_and_scopes_end() -> None:
    foes = "Joe rank=Cpl discipline=red weapon=m42 helper=Sam,Sam,Tom weapon=kzf sighted=1"
    s = storm("R3", "G3", "R1", "R3", "G3", "R1", "R3", "G3", foes=foes, allies="moved").do("as they stand")
    assert s.man("Joe").helper == NOWHERE
    assert s.man("Tom").sighted == ""
    kinds = [event.kind for event in s.play.log]
    assert max(kinds.index("uncrewed"), kinds.index("unsighted")) < kinds.index("line"), "before anybody falls"


# Retreat -----------------------------------------------------------------------------------------


@rule("20.1.s", "12.2")
def test_the_sides_declare_in_track_order_and_may_fight_on() -> None:
    s = storm("R3", "G3", "R3", "G3", track="allies-1 axis-1")
    assert s.asked == ("allies", "assault")
    s.do("stay")
    assert s.asked == ("axis", "assault")
    s.do("stay")
    assert [event.value for event in s.told("assault round")] == [1, 2]


@rule("20.1.t", "20.1.u", "G.retreat", "20.1.v")
def test_the_one_that_came_goes_back_suppressed() -> None:
    s = storm("R3", "G3", men="Hans rank=Cpl discipline=green").do("retreat", "axis-1")
    assert s.where("axis-1") == "A1"
    assert s.man("Hans").condition == SUPPRESSED
    assert s.where("allies-1") == "B1"
    assert s.man("Joe").condition == UPRIGHT
    assert s.b.result is not None, "its turn is over"


@rule("20.1.t", "20.1.u")
def test_the_one_that_was_there_goes_anywhere_empty() -> None:
    s = storm(
        "R3",
        "G3",
        foes="Joe rank=Cpl discipline=red",
        more="axis 2 at C2\n  Karl",
        track="allies-1 axis-1 axis-2",
        rows=". . ~\n. . .",
    )
    assert s.places("retreat") == {"A1", "A2", "B2"}, "not the Lake, not where a Fireteam is"
    s.do("retreat", "allies-1", "B2")
    assert s.where("allies-1") == "B2"
    assert s.man("Joe").condition == SUPPRESSED


@rule("20.1.u")
def test_the_wounded_stay_wounded() -> None:
    s = (
        storm("R3", "G3", men="Hans rank=Cpl discipline=green,Otto wounded")
        .do("as they stand")
        .do("retreat", "axis-1")
    )
    assert [s.man(id).condition for id in ("Hans", "Otto")] == [SUPPRESSED, WOUNDED]


@rule("20.1.t", "G.forced_retreat")
def test_a_way_back_that_is_shut_makes_a_forced_retreat() -> None:
    s = storm("R3", "G3", more="allies 2 at A1\n  Max rank=Cpl", track="axis-1 allies-1 allies-2")
    assert s.where("axis-1") == "B1"
    s.do("retreat", "axis-1")
    assert s.asked == ("axis", "retreat")
    assert s.places("retreat") == {"C1", "A2", "B2", "C2"}


@rule("20.1.t", "G.merging", "19.4.c")
def test_a_retreat_into_friends_merges_and_halts_their_move() -> None:
    more = "axis 2 at A1 heading=A2\n  Karl rank=Cpl"
    s = storm("R3", "G3", more=more, track="axis-1 allies-1 axis-2")
    s.do("retreat", "axis-1")
    assert [man.id for man in s.b.men(s.team("axis-2"))] == ["Karl", "Hans"]
    assert s.team("axis-2").heading == NOWHERE, "suppressed men have joined it"


@rule("20.1.t", "G.merging", "G.forced_retreat")
def test_friends_who_are_too_many_shut_the_way_back() -> None:
    eight = "".join(f"\n  K{number} rank=Cpl" for number in range(8))
    s = storm("R3", "G3", more=f"axis 2 at A1{eight}", track="axis-1 allies-1 axis-2").do("retreat", "axis-1")
    assert s.asked == ("axis", "retreat")
    assert s.places("retreat") == {"C1", "A2", "B2", "C2"}


@rule("G.forced_retreat")
def test_with_nowhere_to_go_the_soldiers_are_routed() -> None:
    rows = ". . ~\n~ ~ ~"
    s = storm("R3", "G3", rows=rows, more="allies 2 at A1\n  Max rank=Cpl", track="axis-1 allies-1 allies-2")
    s.do("retreat", "axis-1")
    assert s.man("Hans").fate == "routed"


@rule("20.1.s")
def test_if_nobody_can_attack_the_one_that_came_must_go() -> None:
    s = storm(men="Hans rank=Cpl wounded", foes="Joe rank=Cpl wounded")
    assert s.where("axis-1") == "A1"
    assert s.told("leaves assault")


@rule("20.1.v", "15.2")
def test_triggering_an_assault_uses_up_the_turn() -> None:
    s = storm(
        "G1",
        "R4",
        allies="moved",
        foes="Joe rank=Cpl discipline=red",
        more="allies 2 at C2\n  Max",
        track="axis-1 allies-1 allies-2",
    )
    assert s.man("Joe").fate == "killed"
    assert s.b.actions == 1
    assert s.b.result is not None, "no second action"


@rule("20.1.v", "17.9")
def test_an_assault_out_of_turn_uses_up_the_turn_of_the_round() -> None:
    text = """
    . . .
    level lieutenant
    axis 1 at A1
      Hans rank=Cpl discipline=red
    allies 1 at B1 heading=A1
      Joe rank=Cpl discipline=red
    hand axis entrench entrench
    hand allies double-time
    wishes allies moments
    active axis-1
    track axis-1 allies-1
    """
    s = stage(text, "R3", "R3").order("entrench", "entrench").play_card("double-time")
    assert s.asked == ("axis", "assault")
    s.do("stay").do("retreat", "allies-1")
    assert s.where("allies-1") == "B1" and s.team("allies-1").activated
    assert s.asked == ("axis", "action"), "and the turn of the other goes on"


@rule("20.1.v")
def test_a_moving_fireteam_that_is_assaulted_is_halted() -> None:
    s = storm("G3", "R3", allies="heading=C1")
    assert s.team("allies-1").heading == NOWHERE


@rule("16.3.d", "20.1.v")
def test_a_winner_that_came_in_looks_for_the_entrenchment() -> None:
    s = storm(
        "G1",
        "R4",
        "G2",
        allies="moved",
        more="token entrenchment B1 black\nallies 2 at C2\n  Max",
        track="axis-1 allies-1 allies-2",
    )
    assert s.man("Joe").fate == "killed"
    assert s.team("axis-1").dug_in


@rule("4.3")
def test_time_that_runs_out_voids_the_pairing() -> None:
    foes, men = "Joe rank=Cpl discipline=blue", "Hans rank=Cpl discipline=red"
    s = storm("#1", foes=foes, men=men, more="left 1", allies="moved")
    assert s.man("Joe").fate == s.man("Hans").fate == ""
    assert s.b.result is not None and s.b.result.rule == "22.1"


@rule("20.1.v", "17.9", "16.2.m")
def test_an_assault_between_two_shots_ends_the_attack() -> None:
    text = """
    . . . . .
    level lieutenant
    axis 1 at A1 heading=B1
      Hans rank=Cpl discipline=red
      Karl rank=PFC discipline=red
    allies 1 at B1 moved
      Joe rank=Cpl discipline=red
    allies 2 at E1
      Max rank=Cpl resolve=30 vitality=30
    hand axis attack-red double-time
    wishes axis moments
    active axis-1
    """
    # Two attackers, one shot with Double Discipline; then Hans flips 1, Joe 4, and Karl finds nobody left.
    s = stage(text, "R2", "R1", "G1", "B1", "R1", "R1", "R1", "R4")
    s.order("attack", "attack-red", "allies-2").do("fire", "Hans").play_card("double-time")
    s.do("as they stand")
    assert s.man("Joe").fate == "killed" and s.where("axis-1") == "B1"
    assert len(s.told("shot")) == 1 and not s.b.stack
    s.done()


@rule("20.1.v", "17.9", "16.3.a")
def test_an_order_that_waits_when_its_fireteam_storms_comes_to_nothing() -> None:
    text = """
    . . .
    level lieutenant
    axis 1 at A1 heading=B1
      Hans rank=Cpl discipline=red
    allies 1 at B1 moved
      Joe rank=Cpl discipline=red
    allies 2 at C1
      Max rank=Cpl
    hand axis entrench double-time
    wishes axis cards
    active axis-1
    """
    s = stage(text, "R1", "R4").order("entrench", "entrench").play_card("double-time")
    assert s.man("Joe").fate == "killed" and s.where("axis-1") == "B1"
    assert not s.told("entrenched") and not s.team("axis-1").dug_in
    s.done()


@rule("20.1.v", "17.20")
def test_nobody_fires_on_the_run_after_an_assault() -> None:
    text = """
    . . .
    level lieutenant
    axis 1 at A1 heading=B1
      Hans rank=Cpl discipline=red
    allies 1 at B1 moved
      Joe rank=Cpl discipline=red
    allies 2 at C1
      Max rank=Cpl
    hand axis on-the-run double-time
    wishes axis cards
    active axis-1
    actions 2
    maneuvers 2
    """
    s = stage(text, "R1", "R4").play_card("on-the-run").do("choose", "allies-2").play_card("double-time")
    assert s.man("Joe").fate == "killed" and not s.b.stack
    s.done()


@rule("20.1.v", "G.merging", "11.7.b")
def test_the_turn_is_over_for_those_whom_a_retreat_has_joined() -> None:
    text = """
    . . . .
    . . . .
    switch drop
    place objective D1
    place drop_zones B1
    wind blue
    allies 1 at nowhere waiting
      Joe rank=Cpl discipline=red
    allies 2 at A1
      Max rank=Cpl
    axis 1 at B1 moved
      Hans rank=Cpl discipline=red
    hand allies entrench attack-red
    active allies-1
    step 0
    """
    s = stage(text, "B5", "R3", "R3").do("retreat", "allies-1")
    s.do("retreat", "allies-1", "A1")
    there = s.team("allies-2")
    assert [man.id for man in s.b.men(there)] == ["Max", "Joe"]
    assert there.activated
    s.done()
    assert s.b.result is not None, "nobody is asked for an action"


@rule("16.7.e", "G.attack_lower")
def test_nobody_hides_where_he_was_assaulted_in_this_round() -> None:
    text = STORM.format(
        rows=ROWS,
        level="",
        axis="",
        men="  Hans rank=Cpl discipline=green",
        allies="moved",
        foes="  Joe rank=Cpl discipline=red",
        more="",
        track="axis-1 allies-1",
    )
    s = stage(text, "G3", "R3", goes_on=True).order("maneuver", "maneuver", "B1").do("retreat", "axis-1")
    assert s.asked == ("allies", "action") and s.where("allies-1") == "B1"
    assert s.refused("stealth").rule == "16.7.e"
    assert not s.team("axis-1").attacked, "it was not attacked where it has gone"


@rule("20.1.q", "4.7")
def test_a_suppressed_man_flips_both_cards_even_if_the_first_has_failed() -> None:
    s = storm("R3", "R1", "G6", foes="Joe rank=Cpl discipline=red suppressed=0")
    assert [event.text for event in s.told("flip")] == ["red: assault", "red: assault", "green: assault"]
    assert s.man("Hans").fate == s.man("Joe").fate == ""
    s.done()
