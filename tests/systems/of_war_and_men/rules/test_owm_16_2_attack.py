"""16.2 The Attack order and the Firing Sequence; BC.8-BC.12 as practised in Boot Camp; 16.5 Rally; 19 effects."""

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.state.pieces import NOWHERE, SUPPRESSED, UPRIGHT, WOUNDED
from sandtable.testing.citing import rule

FIGHT = """
{rows}
axis 1 at A1 {axis}
{men}
allies 1 at {at} {allies}
{foes}
{more}
hand axis attack-red attack-green rally-red rally-green entrench
active axis-1
"""


def fight(
    *flips: str,
    rows: str = ". . . .",
    at: str = "D1",
    axis: str = "",
    allies: str = "",
    men: str = "Hans rank=PFC weapon=gar discipline=red",
    foes: str = "Joe rank=Cpl resolve=6 vitality=10",
    more: str = "",
) -> OwmStage:
    def lines(text: str) -> str:
        return "\n".join(f"  {each}" for each in text.split(","))

    text = FIGHT.format(rows=rows, at=at, axis=axis, allies=allies, men=lines(men), foes=lines(foes), more=more)
    return stage(text, *flips)


def shoot(*flips: str, **scene: str) -> OwmStage:
    """One attacker, the target found, then these flips of the Firing Sequence."""
    s = fight("R1", "R1", *flips, **scene)
    return s.order("attack", "attack-red", "allies-1").do("fire", "Hans")


# The whole sequence ------------------------------------------------------------------------------


@rule("16.2.k", "16.2.l", "4.1", "4.2")
def test_each_flip_is_told_and_lies_open_until_the_shot_is_resolved() -> None:
    s = shoot("G5", "B8", "R1", foes="Joe rank=Cpl resolve=6 vitality=19")
    assert [(event.text, event.dice, event.value, event.faces) for event in s.told("flip")] == [
        ("red: number of attackers", (1,), 1, 4),
        ("red: target", (1,), 1, 4),
        ("green: lethality", (5,), 5, 6),
        ("blue: lethality", (8,), 8, 8),
        ("red: Discipline", (1,), 1, 4),
    ]
    assert s.man("Joe").condition == SUPPRESSED and s.last("suppressed").place == "D1"
    assert s.b.pile == [] and len(s.b.discard) == 6, "the order and five flips"


@rule(
    "16.2.h", "16.2.i", "16.2.j", "BC.8", "BC.10", "BC.11", "G.firing_sequence", "G.lethality", "7.7", "G.weapon_grid"
)
def test_evans_from_a_hill_at_a_road() -> None:
    """Green + blue - red + 3 - 1: with 4, 6 and 2 the total is 10."""
    s = shoot("G4", "B6", "R2", rows="H . . =")
    shot = s.last("shot")
    assert shot.dice == (4, 6, -2)
    assert {(each.amount, each.label) for each in shot.modifiers} == {(3, "from Hill"), (-1, "into Road")}
    assert shot.value == 10
    assert s.man("Joe").fate == "killed"


@rule("16.2.l", "7.9", "7.11", "BC.7", "BC.11", "G.killed")
@pytest.mark.parametrize(
    ("vitality", "resolve", "end"), [(10, 6, "killed"), (11, 7, "suppressed"), (12, 11, "unhurt")]
)
def test_vitality_kills_and_resolve_suppresses(vitality: int, resolve: int, end: str) -> None:
    s = shoot("G4", "B6", "R2", rows="H . . =", foes=f"Joe rank=Cpl resolve={resolve} vitality={vitality}")
    assert s.told(end)
    joe = s.man("Joe")
    assert (joe.fate, joe.condition) == ("killed" if end == "killed" else "", int(end == "suppressed"))


@rule("16.2.h")
def test_each_symbol_of_the_row_is_a_card() -> None:
    assert shoot("G5", "B7", "R1").last("shot").dice == (5, 7, -1)  # range 3: green and blue
    assert shoot("B5", "B7", "R1", at="C1").last("shot").dice == (5, 7, -1)  # range 2: blue and blue
    assert shoot("R2", "G5", "B7", "R1", at="B1").last("shot").dice == (2, 5, 7, -1)  # range 1


@rule("16.2.h", "7.7", "16.2.a")
def test_the_last_row_of_the_grid_is_range_seven() -> None:
    gunner = "Hans rank=PFC weapon=m42 discipline=red"
    rows = ". . . . . . . . ."
    assert shoot("R3", "G5", "R1", rows=rows, at="H1", men=gunner).last("shot").dice == (3, 5, -1)
    assert fight(rows=rows, at="I1", men=gunner).no_order("attack", "attack-red", "allies-1").rule == "16.2.a"


@rule("16.2.k")
def test_the_cards_lie_before_the_attacker_until_the_shot_is_over() -> None:
    men, foes = "Hans rank=PFC weapon=gar discipline=red,Otto", "Joe rank=Cpl resolve=19 vitality=19"
    s = fight("R2", "R1", "G4", "B6", "R2", men=men, foes=foes)
    s.order("attack", "attack-red", "allies-1")
    assert len(s.b.pile) == 1
    s.do("fire", "Hans")
    assert s.b.pile == []
    assert len(s.b.discard) == 5


# Whom (16.2.a, 16.2.b) ---------------------------------------------------------------------------


@rule("16.2.a", "21.3.a")
def test_the_target_must_be_in_sight() -> None:
    s = fight(rows=". W . .")
    assert s.no_order("attack", "attack-red", "allies-1").rule == "21.3.a"


@rule("16.2.a", "7.7", "7.15")
def test_somebody_must_reach_the_target() -> None:
    s = fight(men="Hans rank=Cpt weapon=mp4", rows=". . . . .", at="E1")
    assert s.no_order("attack", "attack-red", "allies-1").rule == "16.2.a"
    assert fight(men="Hans rank=Cpt weapon=mp4").options("attack"), "an MP40 reaches range 3"


@rule("16.2.a", "19.1.b", "5.8", "7.14", "16.6.f")
@pytest.mark.parametrize("words", ["wounded", "jammed"])
def test_who_cannot_fire(words: str) -> None:
    s = fight(men=f"Hans rank=Cpl {words}")
    assert s.no_order("attack", "attack-red", "allies-1").rule == "16.2.a"


@rule("16.7.g")
def test_a_stealthed_fireteam_cannot_be_named() -> None:
    assert fight(allies="stealth").no_order("attack", "attack-red", "allies-1").rule == "16.7.g"


@rule("16.2.a", "19.4.d")
def test_where_all_have_ducked_nobody_can_be_shot_at() -> None:
    assert fight(foes="Joe suppressed").no_order("attack", "attack-red", "allies-1").rule == "19.4.d"
    assert fight(foes="Joe suppressed=0").options("attack"), "suppressed in an earlier round he can"


@rule("16.2.b", "16.2.p")
def test_the_same_fireteam_is_attacked_only_once_in_a_turn() -> None:
    more = "allies 2 at C1\n  Sam rank=Cpl"
    s = fight("R1", "R1", "G1", "B1", "R4", "G1", "R1", "B1", "B1", "R4", more=more, rows=". . . .\n. . . .", at="D2")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.no_order("attack", "attack-green", "allies-1").rule == "16.2.b"
    s.order("attack", "attack-green", "allies-2").do("fire", "Hans")
    assert len(s.told("shot")) == 2, "the same soldier fires again at another Fireteam"


# Steps 1 and 2 -----------------------------------------------------------------------------------

SQUAD = "Hans rank=PFC weapon=gar discipline=red,Otto weapon=gar discipline=red,Karl weapon=gar discipline=red"


@rule("16.2.c", "16.2.d", "16.2.m")
def test_the_number_flipped_is_how_many_may_fire() -> None:
    s = fight("R2", "R1", "G1", "B1", "R1", "R1", "G1", "B1", "R1", men=SQUAD)
    s.order("attack", "attack-red", "allies-1").do("fire", "Otto")
    assert {choice.piece for choice in s.options("fire")} == {"Hans", "Karl"}, "each fires once"
    s.do("fire", "Karl")
    assert s.asked == ("axis", "action"), "two shots and no more"
    s.done()


@rule("16.2.c")
def test_the_colour_of_the_order_is_read() -> None:
    s = fight("G3", men=SQUAD).order("attack", "attack-green", "allies-1")
    assert s.last("attack").value == 3


@rule("16.2.c", "16.7.e")
def test_who_is_named_by_an_attack_order_was_attacked_without_a_shot() -> None:
    s = fight("G3", men=SQUAD).order("attack", "attack-green", "allies-1")
    assert s.team("allies-1").attacked and not s.told("shot")


@rule("16.2.d")
def test_surplus_shots_are_lost_and_one_may_stop_early() -> None:
    s = fight("R3", "R1", "G1", "B1", "R1", men="Hans rank=PFC weapon=gar discipline=red")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.asked == ("axis", "action")
    s = fight("R3", men=SQUAD).order("attack", "attack-red", "allies-1").do("cease fire")
    assert s.asked == ("axis", "action")


@rule("16.2.f", "19.4.d")
def test_soldiers_suppressed_in_this_round_are_no_targets() -> None:
    s = fight("R1", "R1", "R2", "G1", "B1", "R1", foes="Joe rank=Cpl suppressed,Sam,Tom")
    assert s.order("attack", "attack-red", "allies-1").do("fire", "Hans").last("shot").target == "Sam"
    s = fight("R1", "R1", "G1", "B1", "R1", foes="Joe rank=Cpl suppressed,Sam")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.last("shot").target == "Sam", "the only candidate: one flip is enough"
    s.done()


@rule("16.2.f", "19.4.d")
def test_when_nobody_is_left_to_shoot_at_the_other_shots_are_lost() -> None:
    s = fight("R3", "R1", "G6", "B6", "R4", men=SQUAD, foes="Joe rank=Cpl resolve=6 vitality=12")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.man("Joe").condition == SUPPRESSED
    assert s.asked == ("axis", "action")
    s.done()


# Modifiers (16.2.j) ------------------------------------------------------------------------------


def total(**scene: str) -> int:
    return shoot("G4", "B6", "R2", **scene).last("shot").value  # 8 without modifiers


@rule("16.2.j", "5.2", "5.5", "G.modifiers", "G.defense")
@pytest.mark.parametrize(
    ("rows", "value"),
    [(". . . .", 8), ("H . . .", 11), (". . . =", 7), ("m . . B", 4), (". . . m", 9), ("c . . .", 7)],
)
def test_terrain_modifiers(rows: str, value: int) -> None:
    assert total(rows=rows) == value


@rule("16.3.a", "16.3.d")
def test_an_entrenchment_helps_the_fireteam_that_uses_it() -> None:
    assert total(axis="dug-in", more="token entrenchment A1 black") == 9
    assert total(allies="dug-in", more="token entrenchment D1 black") == 7
    assert total(more="token entrenchment D1 black") == 8, "not one that has not found it"


@rule("16.4.c", "BC.4.a")
def test_a_moving_target_is_easier_to_hit() -> None:
    assert total(rows=". . . .\n. . . .", allies="heading=D2") == 10


@rule("16.4.c")
def test_a_moving_shooter_has_double_discipline() -> None:
    s = shoot("G4", "B6", "R2", "R3", rows=". . . .\n. . . .", axis="heading=A2")
    assert s.last("shot").dice == (4, 6, -2, -3)


@rule("16.7.c")
def test_fire_out_of_stealth_gets_two() -> None:
    assert total(axis="stealth") == 10


@rule("16.7.d", "G.hostile")
def test_stealth_ends_when_the_action_is_over() -> None:
    s = fight(
        "R2",
        "R1",
        "G4",
        "B6",
        "R2",
        "R1",
        "G4",
        "B6",
        "R2",
        axis="stealth",
        men=SQUAD,
        foes="Joe vitality=19 resolve=19 rank=Cpl",
    )
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.team("axis-1").stealth
    s.do("fire", "Otto")
    assert s.last("shot").value == 10, "the second soldier has the bonus too"
    assert not s.team("axis-1").stealth


@rule("20.2.b")
def test_flanking_adds_one() -> None:
    rows = ". . . .\n. . . .\n. . . ."
    s = fight("R1", "R1", "R1", "G4", "B6", "R2", rows=rows, at="B1", more="axis 2 at B2\n  Karl rank=Cpl")
    assert s.order("attack", "attack-red", "allies-1").do("fire", "Hans").last("shot").value == 10
    assert ("flanking", 1) in {(each.label, each.amount) for each in s.last("shot").modifiers}
    s = fight(
        "R1", "R1", "R1", "G4", "B6", "R2", rows=rows, at="B1", more="axis 2 at B2\n  Karl\naxis 3 at C2\n  Max"
    )
    assert s.order("attack", "attack-red", "allies-1").do("fire", "Hans").last("shot").value == 10, "one at most"


@rule("9.7")
def test_smoke_spoils_shots_out_of_it_and_into_it() -> None:
    assert total(more="token smoke A1 yellow") == 6
    assert total(more="token smoke D1 red") == 7
    assert total(more="token smoke D1 red\ntoken smoke D1 yellow") == 6, "only the thickest counts"


@rule("8.6", "8.7", "8.8", "8.5", "G.night", "G.visibility", "5.13")
def test_beyond_the_moon_number_discipline_is_double() -> None:
    assert shoot("G4", "B6", "R2", "R3", more="visibility moon 2").last("shot").dice == (4, 6, -2, -3)
    assert shoot("G4", "B6", "R2", more="visibility moon 3").last("shot").dice == (4, 6, -2)
    assert shoot("G4", "B6", "R2", more="visibility sun").last("shot").dice == (4, 6, -2)


@rule("18.5.b", "5.15", "5.16")
def test_a_star_shell_lifts_the_darkness_from_lit_terrain() -> None:
    night = "visibility moon 2\ntoken star shell "
    assert shoot("G4", "B6", "R2", more=f"{night}C1 yellow").last("shot").dice == (4, 6, -2)
    assert len(shoot("G4", "B6", "R2", "R3", more=f"{night}C1 red").last("shot").dice) == 4
    assert shoot("G4", "B6", "R2", more=f"{night}D1 red").last("shot").dice == (4, 6, -2)


@rule("18.5.c", "8.9", "G.blizzard")
def test_nothing_lifts_a_snowstorm() -> None:
    more = "visibility snowflake 2\ntoken star shell D1 yellow"
    assert shoot("G4", "B6", "R2", "R3", more=more).last("shot").dice == (4, 6, -2, -3)


@rule("17.6", "9.1")
def test_covering_fire_makes_attackers_flip_double() -> None:
    s = shoot("G4", "B6", "R2", "R3", rows=". . . .\n. . . .", allies="heading=D2 covered")
    assert s.last("shot").dice == (4, 6, -2, -3)


@rule("17.16")
def test_last_stand_takes_a_red_flip_from_each_sequence() -> None:
    s = shoot("G4", "B6", "R2", "R4", allies="last-stand")
    assert s.last("shot").dice == (4, 6, -2, -4)


# Effects (19) ------------------------------------------------------------------------------------


@rule("19.1.a", "19.1.b", "G.jammed", "9.4", "16.2.n", "G.effects", "19.0")
def test_a_jam_ends_the_lethality_and_its_card_does_not_count() -> None:
    s = shoot("G4", "B1j", "R2")
    assert s.last("shot").dice == (4, -2)
    assert s.man("Hans").jammed
    s = shoot("G1j", "R2", rows="H . . .")
    assert (s.last("shot").dice, s.last("shot").value) == ((-2,), 1), "lethality 0, then Discipline and Terrain"


@rule("16.2.n", "19.1.a")
def test_icons_outside_the_lethality_mean_nothing() -> None:
    s = fight("R1", "R4j", "G4", "B6", "R4j")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert not s.man("Hans").jammed
    s = shoot("G4", "B6", "R2w", foes="Joe rank=Cpl resolve=6 vitality=10")
    assert s.man("Joe").condition == SUPPRESSED


@rule("19.3.a", "5.17", "14.1")
def test_a_wound_icon_wounds_instead_of_suppressing() -> None:
    s = shoot("G4w", "B6", "R2")
    assert s.man("Joe").condition == WOUNDED
    s = shoot("G3w", "B3", "R2")
    assert s.man("Joe").condition == UPRIGHT, "below Resolve it does nothing"
    s = shoot("G3w", "B1", "R4", foes="Joe rank=Cpl resolve=0")
    assert s.man("Joe").condition == SUPPRESSED, "a total that is not positive never wounds"


@rule("19.3.a", "7.13", "G.routed")
def test_a_suppressed_man_is_routed_wound_or_not() -> None:
    for first in ("G4", "G4w"):
        s = shoot(first, "B6", "R2", foes="Joe rank=Cpl resolve=6 vitality=10 suppressed=0")
        assert s.man("Joe").fate == "routed"
        assert s.man("Joe").team == NOWHERE


@rule("7.14", "19.3.b")
def test_only_vitality_removes_a_wounded_man() -> None:
    s = shoot("G4", "B6", "R2", foes="Joe rank=Cpl resolve=6 vitality=10 wounded")
    assert (s.man("Joe").condition, s.man("Joe").fate) == (WOUNDED, "")
    s = shoot("G4", "B6", "R2", foes="Joe rank=Cpl resolve=6 vitality=8 wounded")
    assert s.man("Joe").fate == "killed"


@rule("19.4.c")
def test_suppression_halts_a_move_and_a_wound_does_not() -> None:
    s = shoot("G4", "B4", "R2", rows=". . . .\n. . . .", allies="heading=D2")
    assert s.man("Joe").condition == SUPPRESSED
    assert s.team("allies-1").heading == NOWHERE
    assert s.where("allies-1") == "D1"


@rule("19.3.b")
def test_a_fireteam_goes_on_when_a_soldier_is_wounded() -> None:
    s = shoot("G4w", "B4", "R2", rows=". . . .\n. . . .", allies="heading=D2")
    assert s.man("Joe").condition == WOUNDED
    assert s.team("allies-1").heading >= 0


@rule("19.4.b", "BC.12", "7.13")
def test_the_suppressed_fire_with_double_discipline() -> None:
    s = shoot("G4", "B6", "R2", "R3", men="Hans rank=PFC weapon=gar discipline=red suppressed=0")
    assert s.last("shot").dice == (4, 6, -2, -3)


@rule("16.6.h")
def test_a_crew_ends_when_one_of_it_is_suppressed_or_killed() -> None:
    foes = "Joe rank=Cpl weapon=m42 helper=Sam vitality={} resolve=6,Sam"
    s = shoot("G4", "B6", "R2", foes=foes.format(10))
    assert (s.man("Joe").helper, s.man("Sam").gunner, s.man("Joe").ready_in) == (NOWHERE, NOWHERE, 0)
    s = shoot("G4", "B6", "R2", foes=foes.format(8))
    assert s.man("Joe").fate == "killed" and s.man("Sam").gunner == NOWHERE
    s = fight("R1", "R2", "G4", "B6", "R2", foes=foes.format(10))
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.man("Joe").helper == NOWHERE, "the helper was hit"


@rule("16.6.e", "7.8", "16.6.c", "9.6")
def test_the_second_grid_is_used_from_the_next_round() -> None:
    sniper = "Hans rank=PFC weapon=kzf discipline=red sighted={}"
    assert shoot("G4", "B6", "R2", men=sniper.format(2)).last("shot").dice == (4, 6, -2)
    assert shoot("R3", "G4", "B6", "R2", men=sniper.format(1)).last("shot").dice == (3, 4, 6, -2)


@rule("16.6.f")
def test_a_helper_does_not_fire_and_can_be_hit() -> None:
    s = fight("R2", men="Hans rank=PFC weapon=m42 helper=Otto,Otto").order("attack", "attack-red", "allies-1")
    assert {choice.piece for choice in s.options("fire")} == {"Hans"}


@rule("3.7", "7.11", "22.3")
def test_a_fireteam_without_soldiers_leaves_the_game() -> None:
    s = shoot("G6", "B8", "R1")
    assert s.team("allies-1").gone
    assert s.b.track == [0]
    assert s.b.result is not None and (s.b.result.winner, s.b.result.rule) == ("axis", "22.3")


@rule("10.7.b", "4.4")
def test_the_line_closes_up() -> None:
    s = fight("R2", "R1", "G6", "B8", "R1", "R1", "G1", "B1", "R1", men=SQUAD, foes="Joe rank=Cpl,Sam,Tom")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans").do("fire", "Otto")
    assert s.man("Joe").fate == "killed"
    assert s.last("shot").target == "Sam", "now the first from the left"


# Rally (16.5) ------------------------------------------------------------------------------------

DOWN = "Hans rank=PFC suppressed,Otto suppressed=0,Karl suppressed,Max wounded"


@rule("16.5.a", "16.5.b", "G.rally", "BC.3")
def test_so_many_suppressed_soldiers_are_rallied() -> None:
    s = fight("R2", men=DOWN).order("rally", "rally-red")
    assert {choice.piece for choice in s.options("rally")} == {"Hans", "Otto", "Karl"}, "the wounded are not rallied"
    s.do("rally", "Karl").do("rally", "Otto")
    assert [s.man(id).condition for id in ("Hans", "Otto", "Karl", "Max")] == [SUPPRESSED, UPRIGHT, UPRIGHT, WOUNDED]
    assert s.asked == ("axis", "action")


@rule("16.5.a")
def test_the_colour_of_the_rally_is_read_and_somebody_must_be_suppressed() -> None:
    s = fight("G5", men=DOWN).order("rally", "rally-green")
    assert s.told("flip")[-1].value == 5
    assert fight().no_order("rally", "rally-red").rule == "16.5.a"


@rule("19.4.d")
def test_who_is_rallied_can_be_shot_at_again() -> None:
    s = fight("R1", men="Hans rank=PFC suppressed").order("rally", "rally-red").do("rally", "Hans")
    assert s.man("Hans").suppressed_in == 0


# Limits (16.1) -----------------------------------------------------------------------------------


@rule("16.1", "15.4.a", "G.standard_action", "G.round", "G.action")
def test_two_standard_actions_and_no_more() -> None:
    s = fight("R1", men=DOWN.replace("Hans rank=PFC suppressed,", "Hans rank=PFC,"))
    s.order("entrench", "entrench").order("rally", "rally-red").do("rally", "Otto")
    assert s.b.result is not None, "the turn is over at Private level"


@rule("15.4.b", "20.3")
def test_a_fireteam_may_pass() -> None:
    assert fight().do("pass").b.result is not None
    s = fight().order("entrench", "entrench").do("pass")
    assert s.b.result is not None
    assert s.told("passes")


@rule("BC.9", "BC.10")
def test_in_practice_one_man_fires_without_flips_for_number_and_a_single_target() -> None:
    text = """
    H . =
    switch practice
    axis 1 at A1
      Hans rank=Cpl weapon=k98 discipline=red
      Otto weapon=k98 discipline=red
    allies 1 at C1
      Joe rank=Cpl resolve=20 vitality=30
      Sam resolve=20 vitality=30 {words}
    hand axis attack-blue
    active axis-1
    """
    s = stage(text.format(words="suppressed"), "G5", "B6", "R2").order("attack", "attack-blue", "allies-1")
    assert s.b.pile == [], "no card for the number of attackers"
    s.do("fire", "Otto")
    assert (s.last("shot").target, s.last("shot").dice) == ("Joe", (5, 6, -2)), "there is nobody else"
    assert len(s.told("flip")) == 3 and len(s.told("shot")) == 1
    s.done()
    s = stage(text.format(words=""), "R2", "G5", "B6", "R2").order("attack", "attack-blue", "allies-1")
    s.do("fire", "Otto")
    assert s.last("shot").target == "Sam", "of two one must be found"
    s.done()
