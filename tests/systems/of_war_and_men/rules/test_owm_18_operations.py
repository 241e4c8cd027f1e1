"""18 Combat Operations; 14 borders; 15.3.a wind."""

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.reading.shelf import SHELF
from sandtable.systems.of_war_and_men.rules.cards import lost_cards
from sandtable.systems.of_war_and_men.rules.token_events import turn_over
from sandtable.systems.of_war_and_men.rules.tokens import lit, smoke_at
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, UPRIGHT, WOUNDED, empty_battle
from sandtable.testing.citing import rule

GUNS = """
. . . . .
. . . . .
. . . . .
level lieutenant
operation {operation}
wind {wind}
axis 1 at A1 {words}
  Hans rank=Cpl
  Otto
allies 1 at C2
  Joe rank=Cpl resolve=6 vitality=10
  Sam resolve=6 vitality=10
  Tom resolve=6 vitality=10
{more}
hand axis combat-operation combat-operation entrench
hand allies evade-red evade-green
active axis-1
"""


def call(*flips: str | int, operation: str, wind: str = "blue", words: str = "", more: str = "") -> OwmStage:
    text = GUNS.format(operation=operation, wind=wind, words=words, more=more)
    return stage(text, *flips).play_card("combat-operation")


# Artillery ---------------------------------------------------------------------------------------


def guns(*flips: str, more: str = "", wind: str = "blue", words: str = "") -> OwmStage:
    return call(*flips, operation="artillery", more=f"artillery orange\n{more}", wind=wind, words=words)


@rule("18.1", "11.4.b", "14.3", "8.1", "17.8", "G.combat_operation")
def test_artillery_fires_only_while_it_is_loaded_and_reloads() -> None:
    text = GUNS.format(operation="artillery", wind="blue", words="", more="artillery yellow")
    assert "combat-operation" not in stage(text).plays()
    s = guns("G4", "B5").do("bombard", "", "E3")
    assert s.b.artillery == "yellow"
    assert "combat-operation" not in s.plays(), "once a round"


@rule("11.4.b", "18.1")
def test_artillery_is_called_in_the_own_turn_only() -> None:
    text = GUNS.format(operation="artillery", wind="blue", words="", more="artillery orange\nwishes allies moments")
    s = stage(text.replace("hand allies evade-red evade-green", "hand allies combat-operation"))
    s.order("entrench", "entrench")
    assert s.asked == ("allies", "window")
    assert "combat-operation" not in s.plays()


@rule("11.4.a", "11.4.b", "10.12", "G.at_ready", "14.5")
def test_the_card_begins_yellow_and_is_loaded_in_the_assessment_phase() -> None:
    assert empty_battle(SHELF.find("of_war_and_men/capture-the-flag-colonel")).artillery == "yellow"
    assert empty_battle(SHELF.find("of_war_and_men/random-mission-generator-colonel")).artillery == "yellow"
    assert empty_battle(SHELF.find("of_war_and_men/king-of-the-hill-colonel")).artillery == ""
    s = stage(". .\naxis 1 at A1\n  Hans\nallies 1 at B1\n  Joe\nartillery yellow\nphase assessment\nstep 4")
    assert s.b.artillery == "orange"


@rule("18.2.a", "18.2.f", "G.artillery")
@pytest.mark.parametrize(("flip", "damage"), [("G1", "B"), ("G2", "G"), ("G3", "G"), ("G4", "R"), ("G6", "R")])
def test_the_strength_of_a_strike(flip: str, damage: str) -> None:
    s = guns(flip, "B8", "R1", "R2", f"{damage}3", f"{damage}4").do("bombard", "", "C2")
    assert s.last("damage").target == "Sam"
    assert s.last("damage").dice == (3, 4), "two flips of the strength colour"
    assert s.man("Sam").condition == SUPPRESSED


@rule("18.2.b", "17.8")
def test_any_terrain_may_be_named() -> None:
    s = guns("G4", more="token smoke B1 yellow")
    assert len(s.options("bombard")) == 15


@rule("18.2.c", "13.1")
@pytest.mark.parametrize(("flip", "cell"), [("B1", "C1"), ("B2", "D2"), ("B3", "C3"), ("B4", "B2"), ("B5", "C2")])
def test_drift(flip: str, cell: str) -> None:
    s = guns("G4", flip, *(["R1", "R1", "R1", "R1"] if cell == "C2" else [])).do("bombard", "", "C2")
    assert s.last("shells fall").place == cell


@rule("18.2.c", "13.1")
@pytest.mark.parametrize(("wind", "flip"), [("red", "R2"), ("green", "G2"), ("blue", "B2")])
def test_the_wind_of_the_mission_is_the_colour_of_the_drift(wind: str, flip: str) -> None:
    s = guns("G4", flip, wind=wind).do("bombard", "", "C2")
    assert s.last("shells fall").place == "D2"
    s.done()


@rule("18.2.c")
def test_without_wind_there_is_no_drift_and_off_the_map_no_effect() -> None:
    s = guns("G4", wind="none").do("bombard", "", "E3")
    assert s.last("shells fall").place == "E3"
    s.done()
    s = guns("G4", "B1").do("bombard", "", "E1")
    assert s.told("off the map") and not s.told("shells fall")


@rule("18.2.d", "18.2.e")
def test_each_soldier_is_hit_once() -> None:
    s = guns("G6", "B8", "R2", "R1", "R1", "R1", "R1", "R3", "R2", "R2").do("bombard", "", "C2")
    assert [event.target for event in s.told("damage")] == ["Joe", "Tom"], "the second red 1 is flipped again"
    s.done()


@rule("18.2.e")
def test_shells_that_kill_the_last_escort_leave_lu_alone() -> None:
    escort = "allies 2 at D2\n  Ray rank=Cpl resolve=1 vitality=1\n  lu civilian vitality=9 resolve=99"
    s = guns("G6", "B8", "R4", "R1", "R1", "R1", more=escort).do("bombard", "", "D2")
    assert s.man("Ray").fate == "killed"
    assert [event.target for event in s.told("damage")] == ["Ray"]
    s.done()


@rule("18.2.e", "7.12")
@pytest.mark.parametrize(("cell", "checks"), [("C2", ["Joe"]), ("A1", [])])
def test_a_cautious_commander_hears_of_whom_enemy_shells_have_killed(cell: str, checks: list[str]) -> None:
    """Sam is killed beside him: he makes a check. Own shells are no attack of an enemy."""
    text = GUNS.format(operation="artillery", wind="blue", words="", more="artillery orange").replace(
        "lieutenant", "colonel"
    )
    text = text.replace("Joe rank=Cpl", "Joe rank=Cpl discipline=red weakness=Cautious_Commander").replace(
        "Sam resolve=6 vitality=10", "Sam resolve=1 vitality=1"
    )
    text = text.replace(
        "  Hans rank=Cpl\n  Otto",
        "  Hans rank=Cpl discipline=red weakness=Cautious_Commander\n  Otto resolve=1 vitality=1",
    )
    s = stage(text, "G1", "B8", "R1", "R2", "B3", "B3", *["R3"] * len(checks)).play_card("combat-operation")
    s.do("bombard", "", cell)
    assert s.man("Sam" if cell == "C2" else "Otto").fate == "killed"
    assert [event.piece for event in s.told("check")] == checks


@rule("18.2.e", "18.2.d")
def test_a_number_above_the_size_means_all_and_friends_suffer_too() -> None:
    s = guns("G6", "B8", "R4", "R1", "R1", "R1", "R1", "R1", "R2").do("bombard", "", "A1")
    assert {event.target for event in s.told("damage")} == {"Hans", "Otto"}
    assert s.team("axis-1").attacked


@rule("18.2.f", "16.2.n")
def test_a_wound_icon_wounds() -> None:
    s = guns("G1", "B8", "R1", "R1", "B5w", "B3").do("bombard", "", "C2")
    assert s.man("Joe").condition == WOUNDED


@rule("18.2.f", "G.artillery", "7.12")
def test_a_bodyguard_does_not_stand_before_a_shell() -> None:
    """10 against a Vitality of 10: Joe is killed, and nobody is asked who takes the shot."""
    text = GUNS.replace("lieutenant", "colonel").replace("Sam resolve", "Sam strength=Bodyguard resolve")
    s = stage(
        text.format(operation="artillery", wind="blue", words="", more="artillery orange"),
        *("G1", "B8", "R1", "R1", "B5", "B5"),
    )
    s.play_card("combat-operation").do("bombard", "", "C2")
    assert s.last("damage").value == 10
    assert s.man("Joe").fate == "killed" and s.man("Sam").condition == UPRIGHT
    assert s.asked[1] != "bodyguard"


@rule("18.2.f", "17.10", "G.artillery")
def test_the_damage_of_a_soldier_may_be_evaded() -> None:
    s = guns("G1", "B8", "R1", "R1", "B5", "B3", "R3", more="wishes allies totals").do("bombard", "", "C2")
    assert s.asked == ("allies", "window")
    s.play_card("evade-red").do("pass")
    assert s.last("damage").dice == (5, 3, -3)
    assert s.man("Joe").condition == UPRIGHT


@rule("16.3.e", "9.2")
def test_a_strike_destroys_the_entrenchment() -> None:
    more = "token entrenchment C2 black"
    text = GUNS.format(operation="artillery", wind="none", words="", more=f"artillery orange\n{more}")
    s = stage(text.replace("at C2", "at C2 dug-in"), "G4", "R1", "R1", "R1", "R1").play_card("combat-operation")
    s.do("bombard", "", "C2")
    assert s.b.tokens == [] and s.last("entrenchment gone").place == "C2"
    assert not s.team("allies-1").dug_in


@rule("16.7.d", "G.hostile", "16.7.g", "17.8")
def test_artillery_breaks_stealth_and_hits_the_hidden() -> None:
    text = GUNS.format(operation="artillery", wind="none", words="stealth", more="artillery orange")
    s = stage(text.replace("at C2", "at C2 stealth"), "G4", "R1", "R1", "R3", "R3").play_card("combat-operation")
    s.do("bombard", "", "C2")
    assert not s.team("axis-1").stealth
    assert s.team("allies-1").stealth, "being hit does not reveal it"
    assert s.man("Joe").condition == SUPPRESSED


# Reinforcements ----------------------------------------------------------------------------------


@rule("18.3", "17.8")
def test_reinforcements_fill_the_hand() -> None:
    s = call(1, 1, 1, 1, 1, operation="reinforcements")
    assert len(s.b.players[0].hand) == 7
    assert lost_cards(s.b) == []


# Satchel Charges ---------------------------------------------------------------------------------


@rule("18.4.a", "9.5", "5.3", "G.satchel", "16.7.d", "17.8")
def test_a_charge_is_thrown_into_the_own_or_an_adjacent_terrain() -> None:
    s = call(operation="satchel charge", words="stealth")
    assert s.places("throw") == {"A1", "B1", "A2", "B2"}
    s.do("throw", "axis-1", "B2")
    assert [(token.kind, s.b.place_name(token.cell), token.border) for token in s.b.tokens] == [
        ("satchel", "B2", "yellow")
    ]
    assert not s.team("axis-1").stealth


def assessment(
    tokens: str, rows: str = ". . .\n. . .", words: str = "", men: str = "Joe rank=Cpl", more: str = ""
) -> OwmStage:
    lines = "\n".join(f"  {man}" for man in men.split(","))
    text = f"{rows}\naxis 1 at A1\n  Hans rank=Cpl\nallies 1 at C1 {words}\n{lines}\n{tokens}\n{more}\n"
    return stage(f"{text}phase assessment\nstep 4\nround 2")


@rule("18.4.b", "14.4", "14.5", "9.5", "15.3.b", "18.4.a")
def test_a_charge_is_flipped_first_and_explodes_in_the_next_assessment() -> None:
    s = assessment("token satchel C1 yellow")
    assert [token.border for token in s.b.tokens] == ["red"], "flipped, not removed in the same phase"
    assert s.man("Joe").condition == UPRIGHT
    s = assessment("token satchel C1 red")
    assert s.b.tokens == []
    assert s.told("explosion")


@rule("18.4.e")
def test_an_explosion_wounds_all_and_kills_the_wounded() -> None:
    s = assessment("token satchel C1 red", men="Joe rank=Cpl,Sam suppressed=0,Tom wounded")
    assert [s.man(id).condition for id in ("Joe", "Sam")] == [WOUNDED, WOUNDED]
    assert s.man("Tom").fate == "killed"


@rule("9.6", "14.5")
def test_a_sighted_token_turns_black() -> None:
    b = scene(". .\naxis 1 at A1\n  Max rank=Cpl weapon=kzf sighted=2\nallies 1 at B1\n  Joe\nround 1")
    assert b.soldiers[0].sighted == "yellow"
    list(turn_over(b))
    assert b.soldiers[0].sighted == "black"


@rule("18.4.e", "7.12")
def test_nine_lives_in_an_explosion() -> None:
    s = assessment("level colonel\ntoken satchel C1 red", men="Joe rank=Cpl,Tom wounded strength=Nine_Lives")
    assert (s.man("Tom").fate, s.man("Tom").condition, s.man("Tom").spent) == ("", WOUNDED, True)


@rule("18.2.d", "7.12")
@pytest.mark.parametrize(("target", "checks"), [("A1", 0), ("C2", 1)])
def test_shells_of_ones_own_guns_do_not_make_a_cautious_commander_go(target: str, checks: int) -> None:
    text = GUNS.format(operation="artillery", wind="none", words="", more="artillery orange")
    text = text.replace("level lieutenant", "level colonel")
    for name in ("Hans", "Joe"):
        text = text.replace(f"{name} rank=Cpl", f"{name} rank=Cpt weakness=Cautious_Commander vitality=20")
    text = text.replace("  Otto", "  Otto vitality=1").replace("Sam resolve=6 vitality=10", "Sam vitality=1")
    s = stage(text, "G1", "R1", "R2", "B3", "B4", "G1").play_card("combat-operation").do("bombard", "", target)
    assert [event.piece for event in s.told("killed")] == ["Otto" if target == "A1" else "Sam"]
    assert len(s.told("check")) == checks


@rule("18.4.c", "18.4.d", "16.3.e")
def test_it_destroys_entrenchments_buildings_and_ruins() -> None:
    tokens = "token satchel C1 red\ntoken entrenchment C1 black"
    s = assessment(tokens, rows=". . B\n. . .", words="dug-in")
    assert s.b.tokens == [] and not s.team("allies-1").dug_in
    assert s.b.terrain(2).key == "field"
    assert assessment(tokens, rows=". . R\n. . .").b.terrain(2).key == "field"
    assert assessment(tokens, rows=". . V\n. . .").b.terrain(2).key == "village", "other Terrain stays"
    assert assessment(tokens, rows=". . b\n. . .").b.terrain(2).key == "bridge"


@rule("G.forced_retreat", "18.4.d")
def test_where_bridges_burn_who_stands_on_one_must_go() -> None:
    s = assessment("token satchel C1 red", rows=". . b\n. . .", more="switch bridges")
    assert s.b.terrain(2).key == "lake"
    assert s.where("allies-1") == "C2", "the only way that leads no nearer to the enemy"


DISARM = """
. .
axis 1 at A1
  Hans rank=Cpl
  Otto
allies 1 at B1
  Joe rank=Cpl
token satchel A1 red
token entrenchment A1 black
hand axis entrench
active axis-1
"""


@rule("18.4.f", "5.3", "4.12")
def test_the_soldier_in_command_may_disarm_a_charge() -> None:
    s = stage(DISARM, "G2")
    assert {choice.piece for choice in s.options("disarm")} == {"Hans"}
    s.do("disarm", "Hans")
    assert [token.kind for token in s.b.tokens] == ["entrenchment"]
    assert s.b.actions == 0


@rule("18.4.g")
def test_a_failed_disarm_kills_him_alone() -> None:
    s = stage(DISARM, "G3").do("disarm", "Hans")
    assert s.b.soldiers[0].fate == "killed"
    assert s.b.soldiers[1].condition == UPRIGHT
    assert s.b.tokens == [], "the entrenchment goes all the same"


@rule("18.4.f")
def test_only_once_per_turn() -> None:
    s = stage(DISARM.replace("token entrenchment A1 black", "token satchel A1 yellow"), "G2").do("disarm", "Hans")
    assert s.options("disarm") == []


# Star Shells -------------------------------------------------------------------------------------


@rule("18.5.a", "9.8", "5.16", "G.star_shell", "17.8")
def test_a_star_shell_lights_its_terrain_and_the_neighbours() -> None:
    s = call(operation="star shell", more="visibility moon 2", words="stealth")
    assert len(s.options("light")) == 15, "anywhere"
    s.do("light", "", "C2")
    assert {s.b.place_name(cell) for cell in range(15) if lit(s.b, cell)} == {
        f"{column}{row}" for column in "BCD" for row in (1, 2, 3)
    }
    assert s.team("axis-1").stealth, "not a hostile action"


@rule("18.5.e", "5.15", "14.4", "14.5")
def test_it_burns_down() -> None:
    s = assessment("token star shell B1 yellow")
    assert [cell for cell in range(6) if lit(s.b, cell)] == [1]
    assert assessment("token star shell B1 red").b.tokens == []


# Smoke and wind ----------------------------------------------------------------------------------


@rule("17.23", "9.7", "14.5", "G.smoke")
def test_smoke_thins_and_goes() -> None:
    s = assessment("token smoke B1 yellow")
    assert smoke_at(s.b, 1) == 1
    assert not s.b.blocking
    assert smoke_at(assessment("token smoke B1 red").b, 1) == 0


def wind(tokens: str, *flips: str, colour: str = "green") -> OwmStage:
    rows = ". . .\n. . .\n. . ."
    text = f"{rows}\naxis 1 at A1\n  Hans\nallies 1 at C3\n  Joe\nwind {colour}\n{tokens}\nphase assessment\nstep 1"
    return stage(text, *flips)


@rule("15.3.a", "8.2", "13.1", "17.23")
def test_one_flip_of_the_wind_moves_all_smoke() -> None:
    s = wind("token smoke B2 yellow\ntoken smoke C1 red", "G2")
    assert [(s.b.place_name(token.cell), token.border) for token in s.b.tokens] == [("C2", "yellow")], (
        "C1 is blown off"
    )
    assert s.b.blocking == 1 << s.b.cell_called("C2")
    assert [(event.place, event.value) for event in s.told("smoke drifts")] == [("C2", 2)]
    assert [event.place for event in s.told("smoke gone")] == ["C1"]
    assert s.b.pile == [] and len(s.b.discard) == 1, "the card of the wind is put away"


@rule("15.3.a", "13.1")
def test_smoke_drifts_into_every_position_and_nothing_else_drifts() -> None:
    s = wind("token smoke B1 red\ntoken star shell B1 yellow\ntoken satchel B1 yellow", "G4")
    assert [(token.kind, s.b.place_name(token.cell)) for token in s.b.tokens] == [
        ("star shell", "B1"),
        ("satchel", "B1"),
        ("smoke", "A1"),
    ]


@rule("15.3.a", "13.1")
def test_from_five_upward_there_is_no_wind() -> None:
    s = wind("token smoke B2 yellow", "G5")
    assert [s.b.place_name(token.cell) for token in s.b.tokens] == ["B2"] and not s.told("smoke drifts")


@rule("15.3.a", "8.2")
def test_the_wind_has_the_colour_of_the_mission() -> None:
    s = wind("token smoke B2 yellow", "R3", colour="red")
    assert [s.b.place_name(token.cell) for token in s.b.tokens] == ["B3"]
    still = wind("token smoke B2 yellow", colour="none")
    assert [still.b.place_name(token.cell) for token in still.b.tokens] == ["B2"]
    still.done()


@rule("15.3.a", "12.2")
def test_who_is_first_on_the_track_flips_for_the_wind() -> None:
    s = wind("token smoke B2 yellow\ntrack allies-1 axis-1", "G1")
    assert [event.side for event in s.told("flip")] == ["allies"]


@rule("15.3.a")
def test_without_smoke_no_card_is_flipped() -> None:
    wind("token entrenchment B2 black").done()


@rule("16.7.e", "18.4.e", "18.4.g")
def test_a_charge_that_goes_off_is_an_attack_on_those_it_hurts() -> None:
    assert assessment("token satchel C1 red").team("allies-1").attacked
    assert not assessment("token satchel C1 yellow").team("allies-1").attacked
    s = stage(DISARM, "G3").do("disarm", "Hans")
    assert s.man("Hans").fate == "killed"
    assert s.team("axis-1").attacked
    s = stage(DISARM, "G2").do("disarm", "Hans")
    assert not s.team("axis-1").attacked, "one that is disarmed is gone"
    assert [token.kind for token in s.b.tokens] == ["entrenchment"] and s.told("disarmed")


@rule("14.2", "14.4", "14.5", "15.3.b")
def test_the_border_of_a_token_says_what_becomes_of_it() -> None:
    tokens = "token smoke A2 red\ntoken smoke B2 yellow\ntoken satchel A1 yellow\ntoken entrenchment C2 black"
    s = assessment(tokens)
    found = {(token.kind, s.b.place_name(token.cell), token.border) for token in s.b.tokens}
    assert found == {("smoke", "B2", "red"), ("satchel", "A1", "red"), ("entrenchment", "C2", "black")}
    assert [(event.kind, event.place, event.text) for event in s.play.log if event.kind.startswith("token")] == [
        ("token removed", "A2", "smoke"), ("token flipped", "B2", "smoke"), ("token flipped", "A1", "satchel"),
    ]  # fmt: skip
    s = assessment("token satchel A1 red\ntoken smoke A2 red")
    assert s.b.tokens == [] and len(s.told("explosion")) == 1 and len(s.told("token removed")) == 1


@rule("17.23", "15.3.a")
@pytest.mark.parametrize(("wind", "flip"), [("red", "R2"), ("green", "G2"), ("blue", "B2")])
def test_smoke_drifts_with_a_wind_of_any_colour(wind: str, flip: str) -> None:
    text = f". . .\n. . .\nwind {wind}\naxis 1 at A1\n  Hans rank=Cpl\nallies 1 at C2\n  Joe rank=Cpl\n"
    s = stage(f"{text}token smoke A2 yellow\nphase assessment\nstep 1\nround 2", flip)
    assert [(token.kind, s.b.place_name(token.cell)) for token in s.b.tokens] == [("smoke", "B2")]
