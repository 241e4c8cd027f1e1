"""15 Round order, 12 the Initiative Track, turns."""

from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.rules.cards import lost_cards
from sandtable.systems.of_war_and_men.rules.conditions import remove
from sandtable.systems.of_war_and_men.rules.rounds import begin_phase
from sandtable.systems.of_war_and_men.rules.turn import next_team
from sandtable.systems.of_war_and_men.rules.victory import wiped_out
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.pieces import ASSESSMENT, COMBAT, DEBRIEF
from sandtable.table.decision import Choice
from sandtable.testing.citing import rule

TABLE = """
. . . .
{more}
axis 1 at A1 {one}
  Hans rank=Cpl
allies 1 at D1 {two}
  Joe rank=Cpl
axis 2 at B1 {three}
  Karl rank=Cpl
{end}
"""


def table(*flips: str | int, goes_on: bool = True, **words: str) -> OwmStage:
    filled = {"more": "", "one": "", "two": "", "three": "", "end": ""} | words
    return stage(TABLE.format(**filled), *flips, goes_on=goes_on)


def active(s: OwmStage) -> str:
    return s.b.active_team.id


HANDS = "hand axis entrench entrench entrench\nhand allies entrench"


@rule("12.1", "15.4.a", "15.4.c", "G.initiative_track", "G.combat_phase")
def test_fireteams_act_in_the_order_of_the_track() -> None:
    s = table(end=f"{HANDS}\ntrack axis-2 allies-1 axis-1")
    order = [active(s)]
    order.append(active(s.do("pass")))
    order.append(active(s.do("pass")))
    assert order == ["axis-2", "allies-1", "axis-1"]


@rule("15.1", "15.2", "15.5.b", "G.round", "G.debrief", "G.assessment", "G.top_of_round", "15.5.a")
def test_after_all_have_acted_come_debrief_and_the_next_assessment() -> None:
    s = table(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, end=f"{HANDS}\ntrack axis-2 allies-1 axis-1")
    s.do("pass").do("pass")
    assert s.b.phase == COMBAT and s.b.fog == []
    s.do("pass")
    assert (s.b.round, s.b.phase, len(s.b.fog)) == (2, COMBAT, 1)
    assert [event.kind for event in s.play.log if event.kind in ("fog of war", "round", "draws")] == [
        "fog of war", "round", "draws", "draws",
    ]  # fmt: skip
    assert not s.team("axis-1").activated


@rule("15.1", "D.wishes")
def test_a_phase_begins_with_its_first_step_and_all_are_asked_again() -> None:
    b = scene(TABLE.format(more="", one="", two="", three="", end="track axis-1 allies-1 axis-2"))
    b.step, b.asked = 2, [0]
    b.players[0].waits = True
    begin_phase(b, DEBRIEF)
    assert (b.phase, b.step, b.asked, b.players[0].waits) == (DEBRIEF, 0, [], False)


@rule("15.2", "17.22")
def test_the_next_is_the_topmost_that_has_not_acted_however_the_track_changes() -> None:
    b = scene(TABLE.format(more="", one="activated", two="", three="", end="track axis-1 allies-1 axis-2"))
    team = next_team(b)
    assert team is not None and team.id == "allies-1"
    b.track = [2, 0, 1]
    team = next_team(b)
    assert team is not None and team.id == "axis-2"
    b.teams[1].activated = b.teams[2].activated = True
    assert next_team(b) is None


@rule("15.3.d", "12.2", "10.13")
def test_hands_are_filled_in_the_order_of_the_track() -> None:
    s = table(*[1] * 14, goes_on=False, end="phase assessment\nstep 6\nround 2\ntrack allies-1 axis-1 axis-2")
    assert [event.side for event in s.told("draws")] == ["allies", "axis"]
    assert {len(player.hand) for player in s.b.players} == {7}
    assert s.b.phase == COMBAT


@rule("15.3.b", "19.1.b")
def test_each_jam_may_be_cleared_in_the_assessment_phase() -> None:
    text = """
    . .
    axis 1 at A1
      Hans rank=Cpl jammed
      Otto jammed
    allies 1 at B1
      Joe rank=Cpl
    phase assessment
    step 3
    round 2
    """
    s = stage(text, "G2")
    assert s.asked == ("axis", "unjam")
    s.do("leave", "Hans").do("unjam", "Otto")
    assert (s.man("Hans").jammed, s.man("Otto").jammed) == (True, False)
    assert s.b.pile == [] and len(s.b.discard) == 1, "the card of the check is put away"


@rule("15.3.c", "15.5.a", "15.4.d", "17.1", "G.immediate", "BC.6")
def test_free_moments_of_a_round() -> None:
    """Wishes of the Allied player: he is asked at the start and the end of each phase and before each activation."""
    more = "level lieutenant\nwishes allies moments"
    end = f"{HANDS}\nhand allies evade-red\ntrack axis-1 axis-2 allies-1"
    s = table(end=end, more=more)
    assert s.asked == ("allies", "window"), "before the first activation"
    s.do("pass").order("entrench", "entrench")
    assert s.asked == ("allies", "window"), "after the action"
    s.do("pass").do("pass")
    assert s.asked == ("axis", "action") and active(s) == "axis-2", "nothing has happened since he passed"
    assert s.do("pass").asked == ("allies", "action"), "in his own turn he is asked what he does, and that is all"
    s = table(end=f"{end}\nphase assessment\nround 2", more=more)
    assert s.asked == ("allies", "window")
    assert s.b.phase == ASSESSMENT and s.b.step == 0
    s.do("pass")
    assert s.asked == ("allies", "window") and s.b.step == 5, "again before the draw"
    s = table(end=f"{end}\nphase debrief", more=more)
    assert s.asked == ("allies", "window") and s.b.phase == DEBRIEF


@rule("15.4.d", "17.1")
def test_after_each_action_the_others_have_a_moment() -> None:
    s = table(end=f"{HANDS}\nhand allies evade-red\nactive axis-1", more="level lieutenant\nwishes allies moments")
    s.order("entrench", "entrench")
    assert s.asked == ("allies", "window")
    s.do("pass")
    assert s.asked == ("axis", "action")


@rule("17.1", "15.4.d", "16.4.d")
def test_after_a_move_that_is_completed_the_others_have_a_moment_whatever_was_asked_in_it() -> None:
    """Chain of Command is a question in the middle of it; a game and its copy go the same way."""
    text = """
. . . .
level lieutenant
axis 1 at A1
  Hans rank=Cpl
axis 2 at B1 heading=C1
  Karl rank=Cpl
allies 1 at D1
  Joe rank=Cpl
token entrenchment C1 black
hand axis entrench entrench
hand allies evade-red
active axis-1
wishes allies moments numbers
"""
    s = stage(text, "G6", goes_on=True).do("pass").do("pass")
    assert s.told("moved") and s.asked == ("allies", "window"), "about the number of the check"
    copy = s.play.fork()
    s.do("pass")
    assert s.told("check") and s.asked == ("allies", "window"), "before the Fireteam acts"
    copy.choose(Choice("pass"))
    assert copy.asked() == ["allies"]
    assert s.do("pass").asked == ("axis", "action")


@rule("17.1", "3.1")
def test_at_private_level_nobody_is_asked() -> None:
    s = table(end=f"{HANDS}\nhand allies evade-red\nactive axis-1", more="wishes allies moments cards totals")
    s.order("entrench", "entrench")
    assert s.asked == ("axis", "action")
    assert s.options("play") == []


@rule("17.1", "3.1")
def test_who_is_asked_follows_from_public_facts() -> None:
    lieutenant = "level lieutenant\nwishes allies moments"
    s = table(end="hand axis entrench entrench\nhand allies hill\nactive axis-1", more=lieutenant)
    s.order("entrench", "entrench")
    assert s.asked == ("allies", "window"), "asked although he can only pass: nobody knows what he holds"
    assert {choice.do for choice in s.options()} == {"pass", "wait"}
    s = table(end="hand axis entrench entrench\nactive axis-1", more=lieutenant)
    s.order("entrench", "entrench")
    assert s.asked == ("axis", "action"), "an empty hand is not asked"


WATCHED = "level lieutenant\nwishes allies moments"


@rule("15.4.b", "D.wishes", "15.4.d", "17.1")
def test_a_player_who_waits_is_asked_again_as_soon_as_the_turn_is_over() -> None:
    end = f"{HANDS}\nhand allies evade-red\nactive axis-1\ntrack axis-1 axis-2 allies-1"
    s = table(end=end, more=WATCHED)
    s.order("entrench", "entrench").do("wait")
    assert s.b.players[1].waits
    assert s.asked == ("axis", "action"), "nothing more in this turn"
    s.do("pass")
    assert s.b.active < 0 and s.asked == ("allies", "window"), "the moment before the next activation is his again"
    assert not s.b.players[1].waits


@rule("D.wishes", "15.4.d", "17.1")
def test_who_waits_before_an_activation_waits_until_that_turn_is_over() -> None:
    s = table(end=f"{HANDS}\nhand allies evade-red\ntrack axis-1 axis-2 allies-1", more=WATCHED)
    assert s.asked == ("allies", "window") and s.b.active < 0
    s.do("wait")
    assert s.asked == ("axis", "action") and active(s) == "axis-1"
    s.order("entrench", "entrench")
    assert s.asked == ("axis", "action"), "he is not asked after the action"
    s.do("pass")
    assert s.b.active < 0 and s.asked == ("allies", "window"), "but before the next activation"
    s.do("pass").order("entrench", "entrench")
    assert active(s) == "axis-2" and s.asked == ("allies", "window"), "and after an action of the next turn"


@rule("D.wishes", "15.5.a", "17.1")
def test_who_waits_in_the_debrief_phase_is_asked_again_when_the_next_round_begins() -> None:
    acted = {"one": "activated", "two": "activated", "three": "activated"}
    s = table(1, end=f"{HANDS}\nhand allies evade-red", more=WATCHED, **acted)
    assert s.asked == ("allies", "window") and s.b.phase == DEBRIEF
    s.do("wait")
    assert s.asked == ("allies", "window") and s.b.phase == ASSESSMENT


@rule("10.1")
def test_a_player_without_fireteams_takes_no_further_part() -> None:
    more = "players 4\nlevel lieutenant\nwishes allies-2 moments"
    s = table(end=f"{HANDS}\nhand allies-2 evade-red\nactive axis-1", more=more)
    assert s.b.player("allies-2").hand == [], "his hand is discarded"
    s.order("entrench", "entrench")
    assert s.asked == ("axis", "action")


@rule("20.1.k", "G.round")
def test_a_new_round_resets_what_lasts_a_round() -> None:
    s = table(
        1,
        *[1] * 14,
        goes_on=False,
        end="phase debrief\nstep 2",
        one="moved last-stand attacked",
        two="heading=C1 activated",
    )
    assert s.b.round == 2
    one, two = s.team("axis-1"), s.team("allies-1")
    assert not (one.moved or one.last_stand or one.attacked or two.activated)
    assert two.moved, "still on the move, so not established"


@rule("22.3")
def test_a_side_wiped_out_loses_at_once() -> None:
    text = """
    . .
    axis 1 at A1
      Hans rank=Cpl weapon=gar discipline=red
    allies 1 at B1
      Joe rank=Cpl vitality=1 resolve=1 points=90
    hand axis attack-red
    active axis-1
    """
    s = stage(text, "R1", "R1", "R1", "G1", "B1", "R1")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.b.result is not None and (s.b.result.winner, s.b.result.rule) == ("axis", "22.3")


@rule("22.1")
def test_points_decide_and_the_suppressed_count() -> None:
    text = """
    . .
    axis 1 at A1
      Hans rank=Cpl points=7 suppressed
    allies 1 at B1
      Joe rank=Cpl points={points}
    points allies {mission}
    phase debrief
    step 2
    left 1
    """
    outcomes = []
    for points, mission in ((6, 0), (8, 0), (7, 0), (5, 2), (2, 6)):
        result = stage(text.format(points=points, mission=mission), 1, goes_on=True).b.result
        assert result is not None and result.rule == "22.1"
        outcomes.append((result.winner, result.reason))
    assert outcomes == [
        ("axis", "7 points against 6 for the Allies"),
        ("allies", "8 points against 7 for the Axis"),
        (None, "both sides have 7 points"),
        ("allies", "both sides have 7 points, but only the Allies earned Mission points"),
        ("allies", "8 points against 7 for the Axis"),
    ], "a tie goes to the only side with Mission points"


@rule("22.3", "22.1")
def test_if_both_sides_are_wiped_out_points_decide() -> None:
    b = scene(". .\naxis 1 at A1\n  Hans rank=Cpl\nallies 1 at B1\n  Joe rank=Cpl\npoints allies 3")
    for man in b.soldiers.copy():
        remove(b, man, "killed", "18.4.e")
    wiped_out(b)
    assert b.verdict is not None and (b.verdict.winner, b.verdict.rule) == ("allies", "22.1")


@rule("4.3", "15.3.d", "D.time")
def test_a_draw_stops_with_the_last_card() -> None:
    text = ". .\naxis 1 at A1\n  Hans rank=Cpl\nallies 1 at B1\n  Joe rank=Cpl\nleft 3\nround 2\n"
    s = stage(f"{text}phase assessment\nstep 6", 1, 1, 1, goes_on=True)
    assert [len(player.hand) for player in s.b.players] == [3, 0]
    assert s.b.result is not None and lost_cards(s.b) == []
