"""16.4 Maneuver, G.merging, 16.3 Entrench, 16.10 Terrain action."""

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.rules.maneuver import merge
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.pieces import ENTRENCHMENT, NOWHERE
from sandtable.testing.citing import rule

MARCH = """
{rows}
level {level}
axis 1 at B2 {words}
  Hans rank=Cpl
  Otto {otto}
allies 1 at E3
  Joe rank=Cpl
{more}
hand axis maneuver maneuver maneuver entrench attack-red
active axis-1
"""
ROWS = ". . . . .\n. . . = .\n. . ~ . ."


def march(
    *flips: str, rows: str = ROWS, words: str = "", otto: str = "", more: str = "", level: str = "private"
) -> OwmStage:
    return stage(MARCH.format(rows=rows, words=words, otto=otto, more=more, level=level), *flips)


@rule("16.4.a", "16.4.b", "BC.4.a", "G.maneuver", "BC.3", "9.3")
def test_a_first_order_sets_the_fireteam_on_the_move() -> None:
    s = march().order("maneuver", "maneuver", "B1")
    team = s.team("axis-1")
    assert s.where("axis-1") == "B2", "still in the old Terrain"
    assert s.b.place_name(team.heading) == "B1"
    assert team.moved
    assert s.b.actions == 1


@rule("16.4.a", "G.adjacent", "5.11")
def test_ways_lead_to_adjacent_terrain_and_never_into_a_lake() -> None:
    s = march()
    assert s.places("maneuver") == {"A1", "B1", "C1", "A2", "C2", "A3", "B3"}
    assert s.no_order("maneuver", "maneuver", "C3").rule == "5.11"
    assert s.no_order("maneuver", "maneuver", "D2").rule == "16.4.a"


@rule("16.4.e", "5.11")
def test_no_second_order_leads_where_nobody_can_go_any_more() -> None:
    s = march(words="heading=C3")
    assert s.places("maneuver") == set(), "a Lake was laid there meanwhile"


@rule("16.4.e", "BC.4.b", "14.2")
def test_a_second_order_completes_the_move() -> None:
    s = march().order("maneuver", "maneuver", "B1").order("maneuver", "maneuver", "B1")
    assert s.where("axis-1") == "B1"
    assert s.team("axis-1").heading == NOWHERE
    assert s.b.actions == 2


@rule("16.4.d")
def test_direction_cannot_be_changed() -> None:
    s = march().order("maneuver", "maneuver", "B1")
    assert s.places("maneuver") == {"B1"}
    assert s.no_order("maneuver", "maneuver", "A1").rule == "16.4.d"


@rule("16.4.d", "BC.4.b")
def test_the_move_completes_by_itself_in_the_next_turn_and_costs_nothing() -> None:
    s = stage(
        ". . .\naxis 1 at A1 heading=B1\n  Hans rank=Cpl\nallies 1 at C1 activated\n  Joe\nhand axis maneuver\n",
        goes_on=True,
    )
    assert s.where("axis-1") == "B1", "first thing in its turn"
    assert s.asked == ("axis", "action")
    assert s.b.actions == 0


@rule("16.4.d")
def test_a_destination_that_has_become_impossible_halts_the_move() -> None:
    s = stage(
        ". ~ .\naxis 1 at A1 heading=B1\n  Hans rank=Cpl\nallies 1 at C1 activated\n  Joe\nhand axis maneuver\n",
        goes_on=True,
    )
    assert s.where("axis-1") == "A1"
    assert s.team("axis-1").heading == NOWHERE


@rule("16.4.f", "5.18", "G.fast_move")
def test_fast_terrain_is_entered_with_one_order() -> None:
    rows = ". . . . .\n. . = h .\n. . ~ . ."
    s = march(rows=rows).order("maneuver", "maneuver", "C2")
    assert s.where("axis-1") == "C2"
    assert s.b.actions == 1
    s.order("maneuver", "maneuver", "D2")
    assert s.where("axis-1") == "C2", "a Hedgerow takes two"


@rule("16.4.f")
def test_a_road_laid_later_does_not_hurry_a_move() -> None:
    s = stage(
        ". . .\naxis 1 at A1 heading=B1\n  Hans rank=Cpl\nallies 1 at C1\n  Joe\nhand axis road\nactive axis-1",
    )
    s.order("terrain", "road").do("place", s.b.card(13).id, "B1")
    assert s.b.terrain(1).key == "road"
    assert s.where("axis-1") == "A1"


@rule("8.9")
def test_no_fast_movement_in_a_blizzard() -> None:
    rows = ". . . . .\n. . = h .\n. . ~ . ."
    s = march(rows=rows, more="visibility snowflake 3").order("maneuver", "maneuver", "C2")
    assert s.where("axis-1") == "B2"


@rule("19.4.a", "7.13", "G.suppressed")
def test_suppressed_soldiers_keep_their_fireteam_from_moving() -> None:
    s = march(otto="suppressed=0")
    assert s.places("maneuver") == set()
    assert s.no_order("maneuver", "maneuver", "B1").rule == "19.4.a"


@rule("19.3.b", "7.14", "G.wounded")
def test_the_wounded_move() -> None:
    assert march(otto="wounded").order("maneuver", "maneuver", "B1").team("axis-1").heading >= 0


@rule("16.6.g")
def test_a_crewed_machine_gun_or_a_scoped_sniper_does_not_move() -> None:
    assert march(otto="weapon=m42 helper=Hans").no_order("maneuver", "maneuver", "B1").rule == "16.6.g"
    assert march(otto="weapon=kzf sighted=1").no_order("maneuver", "maneuver", "B1").rule == "16.6.g"


@rule("6.4")
def test_a_field_card_is_put_down_where_a_fireteam_enters_an_open_position() -> None:
    s = march().order("maneuver", "maneuver", "B1")
    assert s.b.is_open(1), "not before it arrives"
    s.order("maneuver", "maneuver", "B1")
    assert s.b.cells[1].card == "Field"
    assert s.b.terrain(1).attack == s.b.terrain(1).defence == 0


# Merging -----------------------------------------------------------------------------------------


@rule("G.merging", "16.4.a")
def test_fireteams_of_one_player_merge() -> None:
    s = march(more="axis 2 at B1 stealth\n  Karl rank=Cpl\n  Fritz", words="stealth")
    s.order("maneuver", "maneuver", "B1").order("maneuver", "maneuver", "B1")
    there = s.team("axis-2")
    assert [s.b.soldiers[i].id for i in there.soldiers] == ["Karl", "Fritz", "Hans", "Otto"]
    assert s.team("axis-1").gone
    assert s.b.track == [1, 2], "the token of the one that entered leaves the track"
    assert there.stealth, "both were in stealth"
    told = s.last("merged")
    assert (told.rule, told.piece, told.target, told.place) == ("G.merging", "axis-1", "axis-2", "B1")
    assert there.activated


@rule("19.4.a", "G.merging")
@pytest.mark.parametrize(("otto", "heading"), [("suppressed", NOWHERE), ("", 2)])
def test_who_lies_low_keeps_those_he_joins_from_moving(otto: str, heading: int) -> None:
    """Axis 2 is on its way to C1 when Axis 1 comes in."""
    b = scene(MARCH.format(rows=ROWS, level="private", words="", otto=otto, more="axis 2 at B1 heading=C1\n  Karl"))
    one, two = b.teams[0], next(team for team in b.teams if team.id == "axis-2")
    list(merge(b, one, two))
    assert two.heading == heading and [b.soldiers[i].id for i in two.soldiers] == ["Karl", "Hans", "Otto"]


@rule("G.merging")
def test_a_merged_fireteam_is_hidden_only_if_both_were() -> None:
    s = march(more="axis 2 at B1 stealth dug-in\n  Karl rank=Cpl")
    s.order("maneuver", "maneuver", "B1").order("maneuver", "maneuver", "B1")
    assert not s.team("axis-2").stealth
    assert s.team("axis-2").dug_in, "the entrenchment is used by those who were there"


@rule("G.merging")
def test_merging_with_one_that_has_acted_ends_the_turn() -> None:
    s = march(rows=ROWS.replace(". . . . .", ". = . . .", 1), more="axis 2 at B1 activated\n  Karl rank=Cpl")
    s.order("maneuver", "maneuver", "B1")
    assert s.b.result is not None, "the turn is over after one action"


@rule("G.merging")
def test_with_one_that_has_not_acted_the_turn_goes_on() -> None:
    s = march(rows=ROWS.replace(". . . . .", ". = . . .", 1), more="axis 2 at B1\n  Karl rank=Cpl")
    s.order("maneuver", "maneuver", "B1")
    assert s.asked == ("axis", "action")
    assert s.b.active == s.team("axis-2").index
    assert s.b.actions == 1


@rule("G.merging", "16.4.a")
def test_more_than_eight_do_not_merge() -> None:
    many = "\n".join(f"  M{i}" for i in range(7))
    s = march(more=f"axis 2 at B1\n{many}")
    assert s.no_order("maneuver", "maneuver", "B1").rule == "G.merging"
    many = "\n".join(f"  M{i}" for i in range(6))
    assert "B1" in march(more=f"axis 2 at B1\n{many}").places("maneuver")


@rule("16.4.a", "16.4.d")
def test_the_first_position_of_all_is_one_of_the_map() -> None:
    s = march(words="heading=B1")
    assert s.no_order("maneuver", "maneuver", "A1").rule == "16.4.d"
    refusal = s.no_order("maneuver", "maneuver", "Z9")
    assert (refusal.reason, refusal.rule) == ("There is no such position on the map.", "16.4.a")


@rule("16.4.a", "10.1")
def test_a_partners_terrain_is_closed() -> None:
    s = march(more="players 4\naxis-2 1 at B1\n  Karl rank=Cpl")
    assert s.no_order("maneuver", "maneuver", "B1").rule == "16.4.a"


# Entrenchments -----------------------------------------------------------------------------------


@rule("16.3.a", "9.2", "G.entrench")
def test_entrenching_puts_a_token_and_is_used_at_once() -> None:
    s = march().order("entrench", "entrench")
    assert s.b.has_token(ENTRENCHMENT, s.team("axis-1").cell)
    assert s.team("axis-1").dug_in
    assert s.b.actions == 1


@rule("16.3.b", "BC.3")
def test_there_is_never_a_second_entrenchment() -> None:
    s = march(more="token entrenchment B2 black").order("entrench", "entrench")
    assert len(s.b.tokens) == 1
    assert s.team("axis-1").dug_in, "the order finds the one that is there"
    s = march(words="dug-in", more="token entrenchment B2 black")
    assert s.no_order("entrench", "entrench").rule == "16.3.b"


@rule("16.3.a", "16.4.d")
def test_one_may_entrench_on_the_move() -> None:
    s = march().order("maneuver", "maneuver", "B1").order("entrench", "entrench")
    assert s.team("axis-1").dug_in
    assert s.team("axis-1").heading >= 0


@rule("16.3.c")
def test_an_entrenchment_stays_behind() -> None:
    s = march(words="dug-in", more="token entrenchment B2 black")
    s.order("maneuver", "maneuver", "B1").order("maneuver", "maneuver", "B1")
    assert [s.b.place_name(token.cell) for token in s.b.tokens] == ["B2"]
    assert not s.team("axis-1").dug_in


@rule("16.3.d", "7.3")
@pytest.mark.parametrize(("flip", "found"), [("G2", True), ("G3", False)])
def test_a_fireteam_that_enters_looks_for_the_entrenchment(flip: str, found: bool) -> None:
    s = march(flip, more="token entrenchment B1 black")
    s.order("maneuver", "maneuver", "B1").order("maneuver", "maneuver", "B1")
    assert s.last("check").piece == "Hans", "the soldier in command"
    assert s.team("axis-1").dug_in is found


@rule("G.in_command", "7.3")
def test_among_equals_the_owner_says_who_is_in_command() -> None:
    s = march("R2", otto="rank=Cpl discipline=red", more="token entrenchment B1 black")
    s.order("maneuver", "maneuver", "B1").order("maneuver", "maneuver", "B1")
    assert s.asked == ("axis", "command")
    s.do("command", "Otto")
    assert s.last("check").piece == "Otto"


@rule("7.3")
def test_the_highest_rank_commands() -> None:
    s = march("R2", otto="rank=Cpt discipline=red", more="token entrenchment B1 black")
    s.order("maneuver", "maneuver", "B1").order("maneuver", "maneuver", "B1")
    assert s.last("check").piece == "Otto"


@rule("5.14", "16.7.b")
def test_stealth_is_lost_in_no_stealth_terrain() -> None:
    rows = ". . . . .\n. . = h .\n. . ~ . ."
    assert not march(rows=rows, words="stealth").order("maneuver", "maneuver", "C2").team("axis-1").stealth


@rule("16.7.f", "9.9")
def test_stealth_moves_along() -> None:
    s = march(words="stealth").order("maneuver", "maneuver", "B1").order("maneuver", "maneuver", "B1")
    assert s.team("axis-1").stealth


# Terrain (16.10) ---------------------------------------------------------------------------------

LAY = """
. . . .
. F W .
. . . .
. . . .
axis 1 at B2
  Hans rank=Cpl
allies 1 at D4
  Joe rank=Cpl
hand axis hill woods
active axis-1
"""


@rule("16.10", "BC.5", "6.3", "10.2")
def test_terrain_goes_to_open_positions_in_sight_next_to_other_terrain() -> None:
    s = stage(LAY).order("terrain", "hill")
    card = s.b.card(1)
    places = s.places("place")
    assert places == {"A1", "B1", "C1", "A2", "A3", "B3", "C3", "C4"}, "D1, D2, D3 are behind the Woods, A4 is alone"
    s.do("place", card.id, "B1", 1)
    laid = s.b.cells[s.b.cell_called("B1")]
    assert (laid.terrain.key, laid.number, laid.turned) == ("hill", 1, True)
    assert s.b.actions == 1
    assert 1 not in s.b.discard, "the card lies on the map"
    assert s.b.blocking >> s.b.cell_called("B1") & 1


@rule("16.10", "6.4")
def test_a_position_with_a_field_card_is_not_open() -> None:
    s = stage(LAY).order("terrain", "hill")
    assert "B2" not in s.places("place")
    assert "C2" not in s.places("place")


@rule("G.merging", "16.4.d")
def test_who_takes_over_a_turn_by_merging_first_completes_the_move_that_is_due() -> None:
    more = "axis 2 at B1 heading=C1\n  Karl rank=Cpl\nround 2"
    s = march(rows=ROWS.replace(". . . . .", ". = . . .", 1), more=more)
    s.order("maneuver", "maneuver", "B1")
    assert s.where("axis-2") == "C1" and s.team("axis-2").heading == NOWHERE
    assert [man.id for man in s.b.men(s.team("axis-2"))] == ["Karl", "Hans", "Otto"]
    assert s.asked == ("axis", "action")
    assert s.b.actions == 1, "the turn goes on with what is left of it"


@rule("16.10", "D.stack", "17.23")
def test_terrain_is_not_laid_where_smoke_has_shut_the_line_of_sight() -> None:
    text = """
    . . . F
    level lieutenant
    axis 1 at A1
      Hans rank=Cpl
    allies 1 at D1
      Joe rank=Cpl
    allies 2 at B1
      Max rank=Cpl
    hand axis hill entrench
    hand allies smoke
    wishes allies cards
    active axis-1
    """
    s = stage(text)
    hill = s.held("hill")
    s.do("terrain", hill).do("place", hill, "C1").play_card("smoke").do("throw", "allies-2", "B1")
    assert s.b.is_open(2), "nobody at A1 sees C1 any more"
    assert s.b.card(s.b.discard[-1]).id == hill and s.b.actions == 1
    assert s.asked == ("axis", "action")


@rule("5.11", "16.4.d", "16.4.e")
def test_a_lake_in_the_way_is_the_reason_that_is_told() -> None:
    s = march(words="heading=C3")
    assert s.no_order("maneuver", "maneuver", "C3").rule == "5.11"
    assert s.no_order("maneuver", "maneuver", "B1").rule == "16.4.d", "it is on the move elsewhere"
    s = stage(MARCH.format(rows=ROWS, words="heading=C3", otto="", more="", level="private") + "step 0")
    assert s.where("axis-1") == "B2" and s.team("axis-1").heading == NOWHERE
    assert [(event.piece, event.rule) for event in s.told("halted")] == [("axis-1", "16.4.d")]
