"""Scenes for what is easily got wrong: the first cell and the first man, what is told, the last of a row."""

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules.cards import lost_cards
from sandtable.systems.of_war_and_men.rules.conditions import suppress, wound
from sandtable.systems.of_war_and_men.rules.fire.targets import found_by
from sandtable.systems.of_war_and_men.rules.sight import sees
from sandtable.systems.of_war_and_men.rules.squads import cheapest_leader, points_left
from sandtable.systems.of_war_and_men.rules.token_events import turn_over
from sandtable.systems.of_war_and_men.rules.traits.trait_modifiers import has
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.showing.view import board_markers
from sandtable.systems.of_war_and_men.state.pieces import COMBAT, NOWHERE, SUPPRESSED, WOUNDED
from sandtable.table.chance import SampledChance
from sandtable.table.play import AnyPlay, Play
from sandtable.testing.citing import rule

LINE = """
. . . .
level lieutenant
axis 1 at B1 {axis}
  Hans rank=Cpl weapon={weapon} discipline=red
  Otto rank=PFC weapon=gar discipline=red
allies 1 at {at}
  Joe rank=Cpl resolve={resolve} vitality=19
hand axis {hand}
{more}
active axis-1
"""


def line(*flips: str, **words: str) -> OwmStage:
    filled = {"axis": "", "weapon": "gar", "at": "D1", "resolve": "6", "hand": "attack-red", "more": ""} | words
    return stage(LINE.format(**filled), *flips)


@rule("16.4.b", "16.4.e")
def test_on_the_way_to_the_first_cell_of_all_it_sets_out_once() -> None:
    s = line(hand="maneuver maneuver").order("maneuver", "maneuver", "A1")
    assert s.team("axis-1").heading == 0 and len(s.told("on the move")) == 1
    assert s.last("on the move").path == ("A1",) and s.last("on the move").place == "B1"
    s.order("maneuver", "maneuver", "A1")
    assert s.where("axis-1") == "A1" and len(s.told("on the move")) == 1


@rule("4.13", "16.4.c")
def test_on_the_way_to_the_first_cell_of_all_discipline_is_double() -> None:
    s = line("R1", "R1", "G5", "B8", "R1", "R2", axis="heading=A1").order("attack", "attack-red", "allies-1")
    assert s.do("fire", "Hans").last("shot").dice[-2:] == (-1, -2)


@rule("4.13", "4.11")
@pytest.mark.parametrize(("men", "flips"), [("Hans rank=Cpl", 1), ("Hans rank=Pvt", 2)])
def test_a_check_is_one_flip_and_two_without_a_leader(men: str, flips: int) -> None:
    text = (
        f". .\naxis 1 at A1\n  {men}\nallies 1 at B1\n  Joe\ntoken satchel A1 red\nhand axis entrench\nactive axis-1"
    )
    s = stage(text, *["G1", "G2"][:flips]).do("disarm", "Hans")
    assert s.last("check").dice == (1, 2)[:flips]


@rule("5.10", "17.23", "9.7")
@pytest.mark.parametrize(
    ("token", "open"),
    [("smoke B1 yellow", False), ("smoke B1 red", True), ("satchel B1 yellow", True), ("smoke A1 yellow", True)],
)
def test_only_thick_smoke_blocks_and_only_its_own_card(token: str, open: bool) -> None:
    b = scene(f". . . .\ntoken {token}")
    assert sees(b, 0, 2) is sees(b, 2, 0) is open
    assert sees(b, 2, 3), "beyond it one sees as ever"


@rule("19.3.a", "7.9")
def test_whoever_is_suppressed_has_used_up_nothing() -> None:
    s = line("R1", "R1", "G5", "B8", "R1").order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.man("Joe").condition == SUPPRESSED and not s.man("Joe").spent


@rule("BC.6", "G.execute")
def test_a_decision_is_told_when_it_is_played() -> None:
    s = line(hand="last-stand")
    card = s.held("last-stand")
    s.play_card("last-stand")
    assert [(event.piece, event.text) for event in s.told("plays")] == [(card, "last stand")]


@rule("4.5", "4.6")
def test_numbers_count_from_the_left() -> None:
    three = scene(". .\naxis 1 at A1\n  Hans\n  Otto\n  Karl\nallies 1 at B1\n  Joe\n  Jim").soldiers
    assert [found_by(three[:3], number) for number in (1, 2, 3, 4)] == [*three[:3], None]
    assert [found_by(three[3:], number) for number in (1, 2, 3, 4)] == [three[3], three[4], three[3], three[4]]


@rule("16.2.f", "7.7")
def test_a_neighbour_is_shot_at_with_the_dice_of_range_1() -> None:
    """A submachine gun has more of them there than one card further."""
    s = line("R1", "R1", weapon="tom", at="C1", resolve="19")
    near, further = (len(s.man("Hans").card.weapon.grid[row]) for row in (0, 1))
    assert near != further or s.man("Hans").card.weapon.grid[0] != s.man("Hans").card.weapon.grid[1]
    flips = [f"{'RGB'[colour]}1" for colour in s.man("Hans").card.weapon.grid[0]]
    s = line("R1", "R1", *flips, "R1", weapon="tom", at="C1", resolve="19").order("attack", "attack-red", "allies-1")
    s.do("fire", "Hans").done()


@rule("16.3.e", "18.2.c")
def test_a_strike_on_the_first_cell_of_all_destroys_its_entrenchment() -> None:
    more = "operation artillery\nartillery orange\nwind none\ntoken entrenchment A1 black"
    s = line("G4", hand="combat-operation", more=more).play_card("combat-operation").do("bombard", "", "A1")
    assert s.b.tokens == [] and s.last("shells fall").place == "A1" and not s.told("off the map")


@rule("16.2.d", "17.4")
def test_the_first_man_of_all_performs_his_act_of_valor_alone() -> None:
    s = line("R2", hand="act-of-valor").play_card("act-of-valor").do("choose", "Hans", "allies-1")
    assert [choice.piece for choice in s.options("fire")] == ["Hans"]


def opening(id: str) -> AnyPlay:
    system = OF_WAR_AND_MEN
    return Play(system, system.rules.new(system.shelf.find(f"of_war_and_men/{id}")), SampledChance(1))


@rule("10.6.d", "10.6.a")
def test_partners_leave_each_other_a_leader() -> None:
    b = opening("capture-the-flag-four-players").battle
    assert points_left(b, b.players[0]) == b.mission.points - cheapest_leader(rulebook())
    b.players[0].divisions = ("one",)
    partner = next(player for player in b.players[1:] if player.side == b.players[0].side)
    assert points_left(b, partner) == b.mission.points, "the last of them may use what is left"
    alone = opening("capture-the-flag-lieutenant").battle
    assert points_left(alone, alone.players[0]) == alone.mission.points


@rule("10.5", "10.8")
def test_each_squad_is_told_with_its_points() -> None:
    play = opening("not-in-my-house-private")
    while play.battle.phase == 0 and play.decision is not None:
        play.choose(play.decision.options()[0])
    for event, player in zip([each for each in play.log if each.kind == "squad"], play.battle.players, strict=True):
        points = sum(man.card.points for man in play.battle.soldiers if man.player == player.index)
        assert (event.side, event.piece, event.value) == (player.seat, player.divisions[0], points)


@rule("16.4.c")
def test_a_target_on_its_way_to_the_first_cell_of_all_is_easier_to_hit() -> None:
    text = ". . . .\naxis 1 at D1\n  Hans rank=Cpl weapon=gar discipline=red\nhand axis attack-red\nactive axis-1\n"
    text += "allies 1 at B1 heading={}\n  Joe resolve=19"
    for heading in ("A1", "C1"):
        s = stage(text.format(heading), "R1", "R1", "G1", "G1", "R1").order("attack", "attack-red", "allies-1")
        assert "target on the move" in [each.label for each in s.do("fire", "Hans").last("shot").modifiers]


@rule("1.3", "G.execute", "G.discard")
def test_no_card_is_ever_lost() -> None:
    s = line(hand="attack-red hill", more="wishes axis cards").order("attack", "attack-red", "allies-1")
    assert s.asked == ("axis", "window") and lost_cards(s.b) == [], "one lies on the stack"
    text = ". . .\n. F .\nlevel lieutenant\naxis 1 at B2\n  Hans rank=Cpl\nallies 1 at C1\n  Joe rank=Cpl\n"
    s = stage(f"{text}hand axis recon hill wood\nwishes axis cards\nactive axis-1".replace("wood", "woods"))
    s.play_card("recon").do("lay", s.held("hill"))
    while s.asked != ("axis", "window"):
        s.play.choose(s.options()[0])
    assert s.b.stack[-1].along and lost_cards(s.b) == [], "two of them, the Terrain with the scouts"
    s = line(hand="hill woods").do("stealth")
    card = s.options()[0].piece
    s.do("discard", card)
    assert s.b.discard == [int(card.removeprefix("card-"))] and len(s.b.players[0].hand) == 1


@rule("16.3.a")
def test_men_dig_in_on_the_first_cell_of_all() -> None:
    text = (
        ". .\naxis 1 at A1\n  Hans rank=Cpl\nallies 1 at B1\n  Joe rank=Cpl\nhand axis entrench hill\nactive axis-1"
    )
    s = stage(text).order("entrench", "entrench")
    assert s.team("axis-1").dug_in and [token.cell for token in s.b.tokens] == [0]


@rule("6.2", "16.1")
def test_a_card_is_good_for_what_is_printed_on_it() -> None:
    s = line(hand="maneuver attack-red hill")
    wrong = s.no_order("attack", "maneuver", "allies-1")
    assert (wrong.rule, str(wrong).endswith("cannot be used for Attack.")) == ("6.2", True)
    assert s.no_order("terrain", "maneuver").rule == "6.2" and s.no_order("rally", "hill").rule == "6.2"
    assert s.no_order("maneuver", "maneuver", "D1").rule != "6.2"


@rule("3.3", "7.12")
@pytest.mark.parametrize(("level", "sharp"), [("lieutenant", False), ("colonel", True)])
def test_traits_count_at_colonel_level_only(level: str, sharp: bool) -> None:
    b = scene(f". .\nlevel {level}\naxis 1 at A1\n  Hans strength=Sharpshooter\n  Otto\nallies 1 at B1\n  Joe")
    assert has(b, b.soldier("Hans"), "Sharpshooter") is sharp
    assert not has(b, b.soldier("Otto"), "Sharpshooter")


@rule("18.4.a", "17.8")
def test_a_charge_that_is_thrown_is_told() -> None:
    s = line(hand="combat-operation", more="operation satchel charge").play_card("combat-operation")
    s.do("throw", "axis-1", "C1")
    assert (s.last("satchel").rule, s.last("satchel").piece, s.last("satchel").place) == ("18.4.a", "axis-1", "C1")
    assert not s.told("bombards")


@rule("9.1", "16.3.a", "17.23")
def test_tokens_on_the_map_are_shown() -> None:
    b = scene(". . . .\ntoken entrenchment A1 black\ntoken smoke B1 yellow\ntoken smoke C1 red\ntoken satchel D1 red")
    assert [(each.kind, each.place, each.tone, each.level) for each in board_markers(b)] == [
        ("entrenchment", "A1", "good", 0), ("smoke", "B1", "", 2), ("smoke", "C1", "", 1), ("satchel", "D1", "", 0),
    ]  # fmt: skip


@rule("10.13", "10.14")
def test_the_first_round_begins_with_the_combat_phase_and_seven_cards_each() -> None:
    play = opening("not-in-my-house-private")
    while play.battle.phase == 0 and play.decision is not None:
        play.choose(play.decision.options()[0])
    b = play.battle
    assert (b.round, b.phase) == (1, COMBAT) and [len(player.hand) for player in b.players] == [7, 7]
    assert [event.value for event in play.log if event.kind == "draws"] == [7, 7]


@rule("BC.9", "BC.8")
def test_in_practice_one_man_fires_and_no_number_is_flipped_for_it() -> None:
    text = ". . .\nswitch practice\naxis 1 at A1\n  Hans rank=Cpl weapon=gar discipline=red\n  Otto weapon=gar"
    s = stage(f"{text}\nallies 1 at C1\n  Joe resolve=19 vitality=19\nhand axis attack-green\nactive axis-1")
    s.order("attack", "attack-green", "allies-1")
    assert s.told("flip") == [] and s.last("attack").value == 1


@rule("7.14", "19.3.a")
def test_a_wound_is_told_and_takes_the_place_of_suppression() -> None:
    b = scene(". .\naxis 1 at A1\n  Hans rank=Cpl suppressed\nallies 1 at B1\n  Joe")
    man = b.soldier("Hans")
    wound(b, man, "19.3.a")
    assert (man.condition, man.suppressed_in) == (WOUNDED, 0)
    assert [(event.kind, event.piece, event.place) for event in b.events] == [("wounded", "Hans", "A1")]


@rule("19.4.c")
def test_suppressed_on_the_way_to_the_first_cell_of_all_they_halt() -> None:
    b = scene(". .\naxis 1 at B1 heading=A1 covered\n  Hans rank=Cpl\nallies 1 at B1\n  Joe")
    suppress(b, b.soldier("Hans"), "7.9")
    assert b.teams[0].heading == NOWHERE and not b.teams[0].covered
    assert [event.kind for event in b.events] == ["suppressed", "halted"]


@rule("14.2", "14.4", "9.6")
def test_a_scope_is_ready_in_the_next_round() -> None:
    text = ". .\naxis 1 at A1\n  Hans rank=Cpl weapon=spr sighted=1\n  Otto\nallies 1 at B1\n  Joe\n"
    s = stage(f"{text}phase assessment\nstep 3\nround 1")
    s.man("Hans").sighted = "yellow"
    list(turn_over(s.b))
    assert (s.man("Hans").sighted, s.man("Otto").sighted) == ("black", "")


@rule("15.4.a", "D.wishes")
def test_whoever_acts_has_had_his_say() -> None:
    s = line(hand="entrench hill")
    s.b.players[0].concerned = True
    s.order("entrench", "entrench")
    assert s.asked == ("axis", "action") and not s.b.players[0].concerned


@rule("16.7.b", "16.3.d")
def test_a_hidden_fireteam_looks_for_a_trench_and_is_seen_where_nobody_hides() -> None:
    text = ". = .\naxis 1 at A1 stealth heading=B1\n  Hans rank=Cpl\nallies 1 at C1\n  Joe\n"
    s = stage(f"{text}token entrenchment B1 black\nhand axis maneuver\nactive axis-1", "G2").order(
        "maneuver", "maneuver", "B1"
    )
    assert s.team("axis-1").dug_in and s.last("finds entrenchment").place == "B1"
    assert s.team("axis-1").stealth is not s.b.terrain(s.team("axis-1").cell).no_stealth
