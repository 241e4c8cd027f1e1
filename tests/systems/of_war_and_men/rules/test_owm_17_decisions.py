"""17 Every Command Decision."""

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules.cards import lost_cards
from sandtable.systems.of_war_and_men.rules.decisions.command_decisions import DECISIONS
from sandtable.systems.of_war_and_men.state.hidden import redeal
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, UPRIGHT, WOUNDED
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice
from sandtable.testing.citing import rule

SCENE = """
{rows}
level lieutenant
{more}
axis 1 at {a} {axis}
{men}
allies 1 at {b} {allies}
{foes}
hand axis {hand}
hand allies {theirs}
wishes axis {asks}
wishes allies {asks}
active axis-1
"""


def lines(text: str) -> str:
    return "\n".join(f"  {each}" for each in text.split(","))


def play(
    *flips: str | int,
    rows: str = ". . . .\n. . . .",
    a: str = "A1",
    b: str = "D1",
    axis: str = "",
    allies: str = "",
    men: str = "Hans rank=PFC weapon=gar discipline=red",
    foes: str = "Joe rank=Cpl resolve=6 vitality=10",
    hand: str = "",
    theirs: str = "hill",
    asks: str = "",
    more: str = "",
    goes_on: bool = False,
) -> OwmStage:
    text = SCENE.format(
        rows=rows, a=a, b=b, axis=axis, allies=allies, men=lines(men), foes=lines(foes), hand=f"{hand} hill hill",
        theirs=theirs, asks=asks, more=more,
    )  # fmt: skip
    return stage(text, *flips, goes_on=goes_on)


@rule("17.24", "6.2", "G.command_decision")
def test_twenty_decisions_in_twenty_three_printed_forms() -> None:
    orders = [card for card in rulebook().cards[1:] if card.order]
    assert len(orders) == 128
    assert len({card.decision_name for card in orders}) == 23
    assert {card.decision for card in orders} == set(DECISIONS)
    assert len(DECISIONS) == 20


@rule("BC.6", "G.command_decision", "G.order_card", "17.1", "17.3", "G.discard")
def test_a_card_is_used_for_its_order_or_for_its_decision() -> None:
    s = play(hand="attention")
    before = list(s.b.players[0].hand)
    s.play_card("attention")
    assert s.b.actions == 0, "free"
    assert len(s.b.players[0].hand) == len(before) - 1
    assert len(s.b.discard) == 1
    assert lost_cards(s.b) == []


# Act of Valor (17.4) -----------------------------------------------------------------------------


@rule("17.4")
def test_act_of_valor_rallies_one_man_who_then_fires() -> None:
    men = "Hans rank=PFC weapon=gar discipline=red suppressed,Otto"
    foes = "Joe rank=Cpl resolve=19 vitality=19"
    s = play("R2", "R1", "G4", "B6", "R2", "R1", "G4", "B6", "R2", hand="act-of-valor", men=men, foes=foes)
    s.play_card("act-of-valor").do("choose", "Hans", "allies-1")
    assert s.man("Hans").condition == UPRIGHT
    s.do("fire", "Hans")
    assert s.last("shot").dice == (4, 6, -2), "no longer suppressed, so Discipline is single"
    assert {choice.piece for choice in s.options("fire")} == {"Hans"}, "one man's sequences"
    s.do("fire", "Hans")
    assert s.asked == ("axis", "action")
    assert s.b.actions == 0
    assert s.b.targets == [], "not an Attack order: the same Fireteam may still be attacked"


@rule("17.4")
def test_it_may_be_played_for_the_rally_alone() -> None:
    s = play(hand="act-of-valor", men="Hans rank=PFC wounded,Otto suppressed", rows=". W . .\n. . . .")
    s.play_card("act-of-valor")
    assert s.man("Otto").condition == UPRIGHT
    assert not s.told("attack")
    assert "act-of-valor" not in play(hand="act-of-valor", rows=". W . .\n. . . .").plays(), "nothing to do"


@rule("17.4", "19.1.b")
def test_a_jam_ends_it() -> None:
    s = play("R3", "R1", "G1j", "R2", hand="act-of-valor").play_card("act-of-valor").do("fire", "Hans")
    assert s.man("Hans").jammed
    assert s.asked == ("axis", "action")


@rule("17.4", "19.1.c", "17.12")
def test_a_jam_ends_it_even_if_the_weapon_is_repaired_at_once() -> None:
    s = play("R3", "R1", "G1j", "R2", hand="act-of-valor field-repairs", asks="moments")
    s.play_card("act-of-valor").do("fire", "Hans")
    assert not s.b.stack and len(s.told("shot")) == 1, "the two sequences that were left are lost"
    s.do("pass").play_card("field-repairs")
    assert not s.man("Hans").jammed and len(s.told("shot")) == 1


@rule("17.4", "16.7.d")
def test_it_breaks_stealth_and_has_its_bonus() -> None:
    foes = "Joe rank=Cpl resolve=19 vitality=19"
    s = play("R1", "R1", "G4", "B6", "R2", hand="act-of-valor", axis="stealth", foes=foes).play_card("act-of-valor")
    s.do("fire", "Hans")
    assert s.last("shot").value == 10
    assert not s.team("axis-1").stealth
    assert s.team("allies-1").attacked


# Attention, Last Stand (17.5, 17.16) -------------------------------------------------------------

DOWN = "Hans rank=PFC suppressed,Otto suppressed,Karl wounded"


@rule("17.5")
def test_attention_rallies_all_and_moves_to_the_top_of_the_track() -> None:
    more = "axis 2 at B1\n  Max rank=Cpl suppressed\n  Fritz suppressed"
    s = play(hand="attention", more=more).play_card("attention")
    assert {choice.piece for choice in s.options("choose")} == {"axis-2", "axis-1"}
    s.do("choose", "axis-2")
    assert s.man("Max").condition == s.man("Fritz").condition == UPRIGHT
    assert s.b.teams[s.b.track[0]].id == "axis-2"


@rule("17.5", "16.5.b")
def test_rallying_does_nothing_for_the_wounded() -> None:
    s = play(hand="attention", men="Hans rank=PFC,Otto wounded").play_card("attention")
    assert s.man("Otto").condition == WOUNDED and not s.told("healed")


@rule("17.4")
def test_valor_is_for_the_rally_alone_only_without_a_target() -> None:
    s = play(hand="act-of-valor", men="Hans rank=PFC weapon=gar suppressed=0,Otto weapon=gar")
    aims = {(choice.piece, choice.to) for choice in s.play_card("act-of-valor").options("choose")}
    assert aims == {("Hans", "allies-1"), ("Otto", "allies-1")}


@rule("17.5", "15.2")
def test_it_still_acts_only_once() -> None:
    s = play(hand="attention", more="axis 2 at B1 activated\n  Max rank=Cpl", goes_on=True)
    s.play_card("attention").do("choose", "axis-2").do("pass")
    assert s.b.active_team.id == "allies-1"


@rule("17.16")
def test_last_stand_rallies_all_and_stands_for_the_round() -> None:
    s = play(hand="last-stand", men=DOWN).play_card("last-stand")
    assert [s.man(id).condition for id in ("Hans", "Otto", "Karl")] == [UPRIGHT, UPRIGHT, WOUNDED]
    assert s.team("axis-1").last_stand


# Covering Fire, Double Time (17.6, 17.9) ---------------------------------------------------------


@rule("17.6")
def test_covering_fire_is_played_with_a_maneuver() -> None:
    s = play(hand="maneuver covering-fire", asks="cards")
    assert "covering-fire" not in s.plays(), "not without the order"
    s.order("maneuver", "maneuver", "A2").do("pass")
    assert s.asked == ("axis", "window")
    s.play_card("covering-fire").passes(2)
    s.passes(2)
    assert s.team("axis-1").covered
    assert s.team("axis-1").heading == s.b.cell_called("A2")


@rule("17.6", "19.4.c")
def test_it_ends_when_the_move_is_completed_or_halted() -> None:
    s = play(hand="maneuver", axis="heading=A2 covered").order("maneuver", "maneuver", "A2")
    assert s.where("axis-1") == "A2" and not s.team("axis-1").covered
    foes, men = "Joe rank=Cpl resolve=1 vitality=19", "Hans rank=PFC weapon=gar discipline=red"
    s = play("R1", "R1", "G4", "B6", "R2", "R2", hand="attack-red", men=men, foes=foes, allies="heading=D2 covered")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert not s.team("allies-1").covered


@rule("17.9", "G.execute", "BC.4.b")
def test_double_time_completes_the_move_with_its_order() -> None:
    s = play(hand="maneuver double-time", asks="cards")
    s.order("maneuver", "maneuver", "A2").do("pass").play_card("double-time").passes(2)
    assert s.where("axis-1") == "A1", "the order itself may still be answered"
    s.passes(2)
    assert s.where("axis-1") == "A2"
    assert s.b.actions == 1


@rule("G.execute", "17.13", "17.9")
def test_fubar_on_double_time_leaves_the_maneuver() -> None:
    """The book's example: F.U.B.A.R. cancels the one card beneath it, the Fireteam is on the move."""
    s = play(hand="maneuver double-time", theirs="fubar hill", asks="cards")
    s.order("maneuver", "maneuver", "A2").do("pass").play_card("double-time").play_card("fubar").passes(2)
    s.passes(2)
    assert s.where("axis-1") == "A1"
    assert s.b.place_name(s.team("axis-1").heading) == "A2"


@rule("G.execute", "17.13", "17.9")
def test_fubar_on_fubar_saves_double_time() -> None:
    s = play(hand="maneuver double-time fubar", theirs="fubar hill", asks="cards")
    s.order("maneuver", "maneuver", "A2").do("pass").play_card("double-time").play_card("fubar").play_card("fubar")
    s.passes(2).passes(2).passes(2)
    assert s.where("axis-1") == "A2"


@rule("17.6", "17.9", "17.14.a")
def test_nothing_hurries_or_covers_a_fireteam_that_is_gone() -> None:
    """A Grenade in answer to the order kills the only man who was to move."""
    s = play(
        "R1", "G6", "G6", hand="maneuver double-time covering-fire", theirs="grenade-green hill", asks="cards",
        b="B1", men="Hans rank=PFC vitality=1 resolve=1", more="axis 2 at D2\n  Karl rank=Cpl", goes_on=True,
    )  # fmt: skip
    s.order("maneuver", "maneuver", "A2").play_card("grenade-green").passes(2)
    assert s.team("axis-1").gone and [card.kind for card in s.b.stack] == ["maneuver"]
    s.do("pass")
    assert s.asked == ("axis", "window") and s.plays() == set()


@rule("17.9")
def test_double_time_at_any_later_time_in_anyones_turn() -> None:
    s = play(hand="entrench", theirs="double-time hill", allies="heading=D2", asks="moments")
    s.order("entrench", "entrench")
    assert s.asked == ("allies", "window")
    s.play_card("double-time")
    assert s.where("allies-1") == "D2"


@rule("17.9", "8.9")
def test_not_in_a_blizzard() -> None:
    s = play(hand="double-time", axis="heading=A2", more="visibility snowflake 3")
    assert "double-time" not in s.plays()
    assert "double-time" in play(hand="double-time", axis="heading=A2").plays()


@rule("20.1.v", "17.9")
def test_an_assault_out_of_turn_counts_as_the_activation() -> None:
    more, foes = "axis 2 at B1 moved\n  Karl rank=Cpl discipline=red", "Joe rank=Cpl weapon=mp4 discipline=green"
    words = {"hand": "entrench", "theirs": "double-time hill", "allies": "heading=B1", "b": "C1", "asks": "moments"}
    s = play("G1", more=more, foes=foes, **words)  # type: ignore[arg-type]
    s.order("entrench", "entrench")
    s.play_card("double-time")
    assert s.team("axis-2").gone
    assert s.team("allies-1").activated
    assert s.b.active_team.id == "axis-1"


# Field Dressing, Field Repairs (17.11, 17.12) ----------------------------------------------------


@rule("17.11", "19.3.b")
def test_field_dressing_heals_a_wounded_man() -> None:
    s = play(hand="field-dressing", men=DOWN).play_card("field-dressing")
    assert s.man("Karl").condition == UPRIGHT
    assert s.man("Hans").condition == SUPPRESSED
    assert "field-dressing" not in play(hand="field-dressing").plays()


@rule("17.12", "19.1.b", "9.4")
def test_field_repairs_clear_a_jam_without_a_check() -> None:
    s = (
        play(hand="field-repairs", men="Hans rank=PFC jammed,Otto jammed")
        .play_card("field-repairs")
        .do("choose", "Otto")
    )
    assert (s.man("Hans").jammed, s.man("Otto").jammed) == (True, False)
    s.done()


@rule("19.1.c", "17.12")
def test_a_jam_is_repaired_between_two_shots() -> None:
    men = "Hans rank=PFC weapon=gar discipline=red,Otto weapon=gar discipline=red"
    s = play("R2", "R1", "G1j", "R2", hand="attack-red field-repairs", men=men, asks="moments")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.asked == ("axis", "window")
    s.play_card("field-repairs")
    assert not s.man("Hans").jammed
    s.passes(2)
    assert {choice.piece for choice in s.options("fire")} == {"Otto"}, "his shot is over all the same"


# Grenade (17.14) ---------------------------------------------------------------------------------

TRIO = "Joe rank=Cpl resolve=6 vitality=10,Sam resolve=6 vitality=10,Tom resolve=6 vitality=10"


def throw(*flips: str, hand: str = "grenade-blue", **words: str) -> OwmStage:
    scene = {"b": "B1", "foes": TRIO} | words
    return play(*flips, hand=hand, **scene).play_card(hand)  # type: ignore[arg-type]


@rule("17.14.a")
def test_a_grenade_that_kills_the_last_escort_leaves_lu_alone() -> None:
    foes = "Joe rank=Cpl resolve=1 vitality=1,lu civilian vitality=9 resolve=99"
    s = throw("B6", "R4", "R1", foes=foes)
    assert s.man("Joe").fate == "killed"
    assert [event.target for event in s.told("damage")] == ["Joe"]


@rule("17.14.a")
def test_a_grenade_does_its_strength_and_the_throwers_terrain() -> None:
    s = throw("B6", "R2", "R2", "R2", "R3", rows="R . . .\n. . . .")
    assert [(event.target, event.value) for event in s.told("damage")] == [("Sam", 7), ("Tom", 7)], (
        "6 + 1 of the Ruins"
    )
    assert s.man("Sam").condition == s.man("Tom").condition == SUPPRESSED
    assert s.man("Joe").condition == UPRIGHT
    assert s.team("allies-1").attacked
    s.done()


@rule("17.14.a")
def test_the_colour_of_the_card_and_more_than_all_means_all() -> None:
    s = throw("G5", "R4", "R1", "R1", "R2", "R3", hand="grenade-green")
    assert [event.dice for event in s.told("damage")] == [(5,)] * 3
    assert {event.target for event in s.told("damage")} == {"Joe", "Sam", "Tom"}


@rule("17.14.a", "7.13", "19.4.d")
def test_damage_kills_suppresses_or_routs_and_never_wounds() -> None:
    foes = "Joe rank=Cpl resolve=6 vitality=7,Sam resolve=6 vitality=10 suppressed,Tom resolve=9 vitality=10"
    s = throw("B7w", "R3", "R1", "R2", "R3", foes=foes)
    assert (s.man("Joe").fate, s.man("Sam").fate, s.man("Tom").condition) == ("killed", "routed", UPRIGHT)


@rule("17.14.a", "16.7.g", "5.10")
def test_a_visible_neighbour_in_sight_is_needed() -> None:
    assert "grenade-blue" in play(hand="grenade-blue", b="B1").plays()
    assert "grenade-blue" not in play(hand="grenade-blue", b="C1").plays()
    assert "grenade-blue" not in play(hand="grenade-blue", b="B1", allies="stealth").plays()
    assert "grenade-blue" not in play(hand="grenade-blue", b="B1", men="Hans rank=PFC wounded").plays()
    rows, more = ". W . .\n. . . .", "cross A1 NE"
    assert "grenade-blue" not in play(hand="grenade-blue", b="B2", rows=rows, more=more).plays()


@rule("16.7.d", "17.14.a")
def test_throwing_breaks_stealth() -> None:
    assert not throw("B1", "R1", "R1", axis="stealth").team("axis-1").stealth


@rule("17.14.b")
def test_a_grenade_is_thrown_back_with_its_strength() -> None:
    s = play("B6", "R4", "R1", hand="grenade-blue", theirs="grenade-green hill", b="B1", foes=TRIO, asks="cards",
             rows="R H . .\n. . . .", men="Hans rank=PFC resolve=6 vitality=20")  # fmt: skip
    s.play_card("grenade-blue")
    assert s.asked == ("allies", "window")
    s.play_card("grenade-green").do("throw back").passes(2)
    assert [(event.target, event.value) for event in s.told("damage")] == [("Hans", 9)], "blue 6, from the Hill"
    assert s.man("Hans").condition == SUPPRESSED
    assert s.b.stack == [], "the first grenade has no effect of its own"
    assert lost_cards(s.b) == []
    s.done()


@rule("17.14.b", "16.7.g")
def test_even_a_hidden_thrower_gets_it_back() -> None:
    s = play("B6", "R4", "R1", hand="grenade-blue", theirs="grenade-green hill", b="B1", foes=TRIO, asks="cards",
             axis="stealth", men="Hans rank=PFC resolve=6 vitality=20")  # fmt: skip
    s.play_card("grenade-blue").play_card("grenade-green").passes(2)  # it can be thrown nowhere else
    assert [event.target for event in s.told("damage")] == ["Hans"]


@rule("16.7.d", "16.7.e", "17.14.b")
def test_who_threw_what_comes_back_is_seen_and_his_target_was_attacked() -> None:
    s = play("B6", "R4", "R1", hand="grenade-blue", theirs="grenade-green hill", b="B1", foes=TRIO, asks="cards",
             axis="stealth", men="Hans rank=PFC resolve=6 vitality=20")  # fmt: skip
    s.play_card("grenade-blue").play_card("grenade-green").passes(2)
    assert not s.team("axis-1").stealth and s.last("seen").rule == "16.7.d"
    assert s.team("allies-1").attacked


@rule("17.14.b")
def test_it_may_be_thrown_back_again() -> None:
    s = play(
        "B6",
        "R1",
        "R1",
        hand="grenade-blue grenade-blue",
        theirs="grenade-green hill",
        b="B1",
        foes=TRIO,
        asks="cards",
    )
    s.play_card("grenade-blue").play_card("grenade-green").do("throw back")
    s.play_card("grenade-blue").do("throw back").passes(2)
    assert [event.target for event in s.told("damage")] == ["Joe"], "one grenade goes off, where it was thrown last"
    assert s.b.stack == []
    assert lost_cards(s.b) == []


@rule("17.14.b", "17.13")
def test_if_fubar_cancels_the_answer_the_first_goes_off() -> None:
    s = play(
        "B6", "R1", "R1", hand="grenade-blue fubar", theirs="grenade-green hill", b="B1", foes=TRIO, asks="cards"
    )
    s.play_card("grenade-blue").play_card("grenade-green").do("throw back").play_card("fubar").passes(2)
    s.passes(2)
    assert [event.target for event in s.told("damage")] == ["Joe"]


@rule("17.10", "17.14.a")
def test_each_mans_damage_may_be_evaded() -> None:
    s = throw("B6", "R1", "R1", "R1", theirs="evade-red hill", asks="totals")
    s.play_card("evade-red").passes(2)
    assert s.last("damage").dice == (6, -1)
    assert s.man("Joe").condition == UPRIGHT


@rule("17.14.a", "16.3.a", "7.15")
def test_a_grenade_out_of_an_entrenchment() -> None:
    """It is an attack as any other (G.attack_lower): the entrenchment adds 1 to the ground."""
    words = {"hand": "grenade-blue", "b": "B1", "rows": "H . . .", "foes": "Joe rank=Cpl resolve=20 vitality=30"}
    assert play("B2", "R1", "R1", **words).play_card("grenade-blue").last("damage").value == 5  # type: ignore[arg-type]
    dug = play("B2", "R1", "R1", axis="dug-in", **words).play_card("grenade-blue")  # type: ignore[arg-type]
    assert dug.last("damage").value == 6


@rule("16.7.d", "16.7.e", "17.4", "17.20")
@pytest.mark.parametrize(("card", "more"), [("act-of-valor", ""), ("on-the-run", "actions 2\nmaneuvers 2")])
def test_without_a_shot_nobody_is_attacked_and_nobody_seen(card: str, more: str) -> None:
    s = play("R3", hand=card, axis="stealth", more=more).play_card(card)
    assert s.asked == ("axis", "fire")
    s.do("cease fire")
    assert s.team("axis-1").stealth and not s.team("allies-1").attacked
    flips = ("R3", "R1", "G1", "B1", "R1", "R2")
    s = play(*flips, hand=card, axis="stealth", more=more).play_card(card).do("fire", "Hans")
    assert s.team("allies-1").attacked
    if s.asked == ("axis", "fire"):
        s.do("cease fire")
    assert not s.team("axis-1").stealth


@rule("16.7.d", "16.7.e")
def test_an_attack_order_is_a_hostile_action_even_without_a_shot() -> None:
    s = play("R3", hand="attack-red", axis="stealth").order("attack", "attack-red", "allies-1").do("cease fire")
    assert not s.team("axis-1").stealth and s.team("allies-1").attacked


# Intelligence (17.15) ----------------------------------------------------------------------------


@rule("17.15")
def test_intelligence_shows_a_hand_and_may_discard_a_card() -> None:
    s = play(hand="intelligence", theirs="evade-red woods lake").play_card("intelligence")
    assert s.asked == ("axis", "intelligence")
    cards = {choice.piece for choice in s.options("discard")}
    assert cards == {s.b.card(number).id for number in s.b.players[1].hand} and len(cards) == 3
    evade = next(number for number in s.b.players[1].hand if s.b.card(number).decision == "evade")
    s.do("discard", s.b.card(evade).id)
    assert evade in s.b.discard and len(s.b.players[1].hand) == 2
    assert len(s.b.players[0].known) == 2, "what was seen is remembered"
    assert play(hand="intelligence", theirs="hill").play_card("intelligence").do("pass").b.discard


@rule("17.15")
def test_what_was_seen_is_not_dealt_anew() -> None:
    s = play(hand="intelligence", theirs="evade-red woods lake").play_card("intelligence")
    held = list(s.b.players[1].hand)
    redeal(s.b, "axis", SampledChance(1))
    assert s.b.players[1].hand == held
    assert not s.play.may_undo(), "a secret is out"


# Lucky Shot (17.17) ------------------------------------------------------------------------------


@rule("17.17")
def test_lucky_shot_suppresses_one_soldier() -> None:
    s = play("R1", "R2", hand="lucky-shot", foes="Joe rank=Cpl wounded,Sam,Tom", axis="stealth").play_card(
        "lucky-shot"
    )
    assert s.man("Sam").condition == SUPPRESSED, "the wounded man is no valid result"
    assert not s.team("axis-1").stealth
    assert s.team("allies-1").attacked


@rule("17.17", "21.2", "16.7.g")
def test_when_a_lucky_shot_is_impossible() -> None:
    assert "lucky-shot" in play(hand="lucky-shot").plays()
    for words in (
        {"rows": ". W . .\n. . . ."},
        {"allies": "stealth"},
        {"foes": "Joe suppressed,Sam wounded"},
        {"men": "Hans rank=PFC wounded"},
        {"more": "axis 2 at B1\n  Karl wounded"},
    ):
        assert "lucky-shot" not in play(hand="lucky-shot", **words).plays(), words  # type: ignore[arg-type]


# Track (17.18, 17.22) ----------------------------------------------------------------------------


TRACK = """
. .
level lieutenant
axis 1 at A1
  Hans
allies 1 at B1
  Joe
hand axis marching-order hill
wishes axis moments
"""


@rule("17.18")
@pytest.mark.parametrize(("phase", "may"), [("assessment", True), ("debrief", True), ("combat", False)])
def test_marching_order_only_outside_the_combat_phase(phase: str, may: bool) -> None:
    s = stage(f"{TRACK}phase {phase}", goes_on=True)
    assert ("marching-order" in s.plays()) is may


@rule("17.18", "12.1")
def test_marching_order_shuffles_the_track() -> None:
    s = stage(f"{TRACK}phase debrief", 2, 1).play_card("marching-order")
    assert [s.b.teams[index].id for index in s.b.track] == ["allies-1", "axis-1"]
    assert [(event.rule, event.path) for event in s.told("track")] == [("17.18", ("allies-1", "axis-1"))]


@rule("17.22", "15.2")
def test_regroup_swaps_two_fireteams() -> None:
    s = play(hand="regroup", more="axis 2 at B1\n  Karl rank=Cpl").play_card("regroup")
    assert {(choice.piece, choice.to) for choice in s.options("swap")} == {
        ("axis-2", "axis-1"), ("axis-2", "allies-1"), ("axis-1", "axis-2"), ("axis-1", "allies-1"),
    }  # fmt: skip
    before = [s.b.teams[index].id for index in s.b.track]
    s.do("swap", "axis-1", "allies-1")
    after = [s.b.teams[index].id for index in s.b.track]
    assert after == [{"axis-1": "allies-1", "allies-1": "axis-1"}.get(id, id) for id in before]


# Marksman, On the Run (17.19, 17.20) -------------------------------------------------------------


@rule("17.19")
def test_marksman_uses_the_row_of_a_shorter_range() -> None:
    s = play("R1", "R1", "B5", "B6", "R2", hand="attack-red marksman", asks="cards")
    assert "marksman" not in s.plays()
    s.order("attack", "attack-red", "allies-1").do("pass").play_card("marksman").passes(2)
    s.passes(2).do("fire", "Hans")
    assert s.last("shot").dice == (5, 6, -2), "at range 3 the row of range 2: blue and blue"


@rule("17.19")
def test_for_one_sequence_of_one_man_only() -> None:
    men = "Hans rank=PFC weapon=gar discipline=red,Otto weapon=gar discipline=red"
    foes = "Joe rank=Cpl resolve=19 vitality=19"
    s = play(
        "R2",
        "R1",
        "G5",
        "B6",
        "R2",
        "R1",
        "B5",
        "B6",
        "R2",
        hand="attack-red marksman",
        men=men,
        foes=foes,
        asks="moments",
    )
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.asked == ("axis", "window")
    s.play_card("marksman")  # between two shots; only Otto is left
    s.passes(2).do("fire", "Otto")
    assert [event.dice for event in s.told("shot")] == [(5, 6, -2), (5, 6, -2)]
    assert s.told("flip")[6].text.startswith("blue")


@rule("17.19")
def test_a_marksman_who_is_not_the_first_to_fire() -> None:
    """He was named before his own sequence; what a comrade fires before him does not matter."""
    men = "Hans rank=PFC weapon=gar discipline=red,Otto weapon=gar discipline=red"
    foes = "Joe rank=Cpl resolve=19 vitality=19"
    flips = ("R2", "R1", "G5", "B6", "R2", "R1", "B5", "B6", "R2")
    s = play(*flips, hand="attack-red marksman", men=men, foes=foes, asks="cards")
    s.order("attack", "attack-red", "allies-1").do("pass").play_card("marksman").do("choose", "Otto").passes(4)
    s.do("fire", "Hans").do("fire", "Otto")
    lethality = [event.text for event in s.told("flip") if event.text.endswith("lethality")]
    assert [text.split(":")[0] for text in lethality] == ["green", "blue", "blue", "blue"], "range 3, then range 2"


@rule("17.19", "17.4")
def test_a_marksman_is_so_for_one_sequence_of_his() -> None:
    foes = "Joe rank=Cpl resolve=19 vitality=19"
    flips = ("R2", "R1", "B5", "B6", "R2", "R1", "G5", "B6", "R2")
    s = play(*flips, hand="act-of-valor marksman", foes=foes, asks="cards")
    s.play_card("act-of-valor").do("pass").play_card("marksman").passes(4).do("fire", "Hans").do("fire", "Hans")
    lethality = [event.text for event in s.told("flip") if event.text.endswith("lethality")]
    assert [text.split(":")[0] for text in lethality] == ["blue", "blue", "green", "blue"], "range 2, then range 3"


@rule("17.6")
def test_one_covering_fire_is_enough_for_a_move() -> None:
    s = play(hand="maneuver covering-fire covering-fire", theirs="fubar", asks="cards").order(
        "maneuver", "maneuver", "B1"
    )
    s.do("pass").play_card("covering-fire").passes(2)  # it marks the order, and the order is to be answered anew
    assert s.asked == ("allies", "window")
    s.do("pass")
    assert s.asked == ("axis", "window") and "covering-fire" not in s.plays()


@rule("17.19", "17.4")
def test_a_marksman_between_two_sequences_of_one_man() -> None:
    foes = "Joe rank=Cpl resolve=19 vitality=19"
    flips = ("R2", "R1", "G5", "B6", "R2", "R1", "B5", "B6", "R2")
    s = play(*flips, hand="act-of-valor marksman", foes=foes, asks="moments")
    s.play_card("act-of-valor").do("fire", "Hans").play_card("marksman").passes(2).do("fire", "Hans")
    lethality = [event.text for event in s.told("flip") if event.text.endswith("lethality")]
    assert [text.split(":")[0] for text in lethality] == ["green", "blue", "blue", "blue"], "range 3, then range 2"


@rule("17.20")
def test_on_the_run_after_two_maneuvers() -> None:
    s = play("R1", "R1", "B5", "B6", "R2", "R3", hand="maneuver maneuver on-the-run")
    s.order("maneuver", "maneuver", "B1")
    assert "on-the-run" not in s.plays()
    s.order("maneuver", "maneuver", "B1")
    s.play_card("on-the-run").do("fire", "Hans")
    assert s.last("shot").dice == (5, 6, -2, -3), "with Double Discipline"
    assert s.asked == ("axis", "action")


@rule("17.20")
def test_not_after_an_assault_or_in_another_turn() -> None:
    s = play(hand="on-the-run entrench", more="maneuvers 1")
    assert "on-the-run" not in s.plays()
    s = play(hand="entrench", theirs="on-the-run", asks="moments", more="maneuvers 2").order("entrench", "entrench")
    assert s.asked[0] == "axis" or "on-the-run" not in s.plays()


# Recon, Smoke (17.21, 17.23) ---------------------------------------------------------------------


@rule("17.21")
def test_recon_fills_any_open_position_a_friend_sees() -> None:
    s = play(hand="recon woods", rows=". . . .\n. . . .\n. . . .").play_card("recon")
    woods = s.held("woods")
    s.do("lay", woods)
    assert "B3" in s.places("place"), "it need not be next to other Terrain"
    assert "D1" not in s.places("place"), "not open"
    s.do("place", woods, "B3")
    assert s.b.terrain(s.b.cell_called("B3")).key == "woods"
    assert lost_cards(s.b) == []
    assert s.b.actions == 0


@rule("17.21", "10.2")
def test_recon_may_turn_a_card_whose_cross_hair_is_off_its_middle() -> None:
    for word, middle in (("village", True), ("woods", False)):
        s = play(hand=f"recon {word}", rows=". . . .\n. . . .\n. . . .").play_card("recon")
        card = s.held(word)
        assert (s.b.card(int(card.removeprefix("card-"))).cross == 0) is middle
        s.do("lay", card)
        assert {choice.number for choice in s.options("place")} == ({0} if middle else {0, 1})


@rule("17.21", "10.2", "6.3")
@pytest.mark.parametrize("number", [0, 1])
def test_recon_lays_the_card_as_it_was_turned(number: int) -> None:
    s = play(hand="recon woods", rows=". . . .\n. . . .\n. . . .").play_card("recon")
    card = s.held("woods")
    s.do("lay", card).do("place", card, "B3", number)
    cell = s.b.cells[s.b.cell_called("B3")]
    assert (cell.terrain.key, cell.turned) == ("woods", number == 1)


@rule("17.21", "6.4")
def test_recon_with_a_field() -> None:
    s = play(hand="recon").play_card("recon").do("lay", "field")
    assert {choice.number for choice in s.options("place")} == {0}, "it is not turned round"
    s.do("place", "field", "B1")
    assert s.b.cells[1].card == "Field"


@rule("17.9", "17.21")
def test_no_recon_on_terrain_that_double_time_protects() -> None:
    s = play(hand="maneuver double-time", theirs="recon hill", asks="cards")
    s.order("maneuver", "maneuver", "B1").do("pass").play_card("double-time")
    s.play_card("recon").do("lay", "field")
    assert "B1" not in s.places("place")
    assert "B2" in s.places("place")


@rule("17.23", "G.smoke", "16.7.d")
def test_smoke_on_the_own_or_a_neighbouring_terrain() -> None:
    s = play(hand="smoke", axis="stealth").play_card("smoke")
    assert s.places("throw") == {"A1", "B1", "A2", "B2"}
    s.do("throw", "axis-1", "B1")
    assert [(token.kind, s.b.place_name(token.cell), token.border) for token in s.b.tokens] == [
        ("smoke", "B1", "yellow")
    ]
    assert not s.team("axis-1").stealth


# Legality on execution ---------------------------------------------------------------------------


@rule("G.execute")
def test_a_card_whose_target_has_become_impossible_does_nothing() -> None:
    s = play(hand="attack-red", theirs="smoke hill", asks="cards", b="C1")
    s.order("attack", "attack-red", "allies-1").play_card("smoke").do("throw", "allies-1", "B1").passes(2)
    s.passes(2)
    assert not s.told("attack")
    assert s.b.stack == []
    assert s.b.actions == 1


@rule("D.time", "17.14.a")
def test_who_is_hit_before_time_is_up_stays_hit() -> None:
    """Four cards are left: the strength, how many are hit, and two of three men."""
    foes = "Joe rank=Cpl vitality=1,Sam vitality=1,Tom vitality=1"
    s = play("#4", "#7", "#5", "#6", hand="grenade-blue", b="B1", foes=foes, more="left 4", goes_on=True)
    s.play_card("grenade-blue")
    assert [s.man(id).fate for id in ("Joe", "Sam", "Tom")] == ["killed", "killed", ""]
    assert s.b.result is not None and s.b.time_up


@rule("17.14.a", "16.3.a", "9.7", "16.7.c")
@pytest.mark.parametrize(
    ("axis", "more", "damage"),
    [
        ("", "", 3),
        ("dug-in", "token entrenchment A1 black", 4),
        ("", "token smoke A1 red", 2),
        ("", "token smoke A1 yellow", 1),
        ("stealth", "", 3),
    ],
)
def test_what_lies_on_the_throwers_terrain_counts_for_a_grenade(axis: str, more: str, damage: int) -> None:
    s = throw("G3", "R1", "R1", hand="grenade-green", axis=axis, more=more)
    assert [(event.target, event.value) for event in s.told("damage")] == [("Joe", damage)]
    s.done()


LONG = ". . . . . . . . ."
SHORT_ARM = "Hans rank=PFC weapon=mp4 discipline=red"  # nothing beyond range 3


def both_on_one_card() -> str:
    """The number of the card that is an Attack order and a Marksman."""
    return str(
        next(card.number for card in rulebook().cards[1:] if (card.order, card.decision) == ("attack", "marksman"))
    )


@rule("17.19", "16.2.a")
def test_a_marksman_brings_a_target_into_range() -> None:
    words = {"rows": LONG, "b": "E1", "men": SHORT_ARM, "asks": "cards"}
    assert play(hand="attack-red", **words).no_order("attack", "attack-red", "allies-1").rule == "16.2.a"  # type: ignore[arg-type]
    s = play("R2", "R1", "R3", "G4", "R1", hand="attack-red marksman", **words)  # type: ignore[arg-type]
    s.order("attack", "attack-red", "allies-1").do("pass").play_card("marksman").passes(4).do("fire", "Hans")
    assert s.last("shot").dice == (3, 4, -1), "the row of range 3"
    assert s.asked == ("axis", "action"), "nobody else can fire"
    s.done()
    farther = play(hand="attack-red marksman", **(words | {"b": "F1"}))  # type: ignore[arg-type]
    assert farther.no_order("attack", "attack-red", "allies-1").rule == "16.2.a"


@rule("17.19")
def test_at_range_eight_a_marksman_has_the_last_row() -> None:
    gunner = "Hans rank=PFC weapon=m42 discipline=red"
    s = play("R1", "R1", "R3", "G4", "R1", hand="attack-red marksman", rows=LONG, b="I1", men=gunner, asks="cards")
    s.order("attack", "attack-red", "allies-1").do("pass").play_card("marksman").passes(4).do("fire", "Hans")
    assert s.last("shot").dice == (3, 4, -1)
    s.done()


@rule("17.19", "17.2")
def test_a_card_is_an_attack_or_a_marksman_and_one_who_is_not_asked_has_none() -> None:
    words = {"rows": LONG, "b": "E1", "men": SHORT_ARM}
    both = both_on_one_card()
    alone = play(hand=both, asks="cards", **words)  # type: ignore[arg-type]
    assert alone.refused("attack", f"card-{both}", "allies-1").rule == "16.2.a"
    two = play(hand=f"{both} attack-red", asks="cards", **words)  # type: ignore[arg-type]
    assert {choice.piece for choice in two.options("attack")} == {two.held("attack-red")} - {f"card-{both}"}
    unasked = play(hand="attack-red marksman", **words)  # type: ignore[arg-type]
    assert unasked.options("attack") == []


@rule("17.19", "17.13")
def test_without_his_card_the_marksman_does_not_fire() -> None:
    s = play("R2", hand="attack-red marksman", theirs="fubar hill", rows=LONG, b="E1", men=SHORT_ARM, asks="cards")
    s.order("attack", "attack-red", "allies-1").do("pass").play_card("marksman").play_card("fubar")
    while s.asked[1] == "window":
        s.do("pass")
    assert s.asked == ("axis", "action") and not s.told("shot")
    assert s.b.actions == 1
    s.done()


@rule("17.19", "17.4", "17.20")
def test_a_marksman_of_valor_and_one_on_the_run() -> None:
    words = {"rows": LONG, "b": "E1", "men": SHORT_ARM, "asks": "cards"}
    assert "act-of-valor" not in play(hand="act-of-valor", **words).plays()  # type: ignore[arg-type]
    s = play("R1", "R1", "R3", "G4", "R1", hand="act-of-valor marksman", **words)  # type: ignore[arg-type]
    s.play_card("act-of-valor").do("pass").play_card("marksman").passes(4).do("fire", "Hans")
    assert s.last("shot").dice == (3, 4, -1)
    s.done()
    words["more"] = "actions 2\nmaneuvers 2"
    assert "on-the-run" not in play(hand="on-the-run", **words).plays()  # type: ignore[arg-type]
    s = play("R1", "R1", "R3", "G4", "R1", "R2", hand="on-the-run marksman", **words)  # type: ignore[arg-type]
    s.play_card("on-the-run").do("pass").play_card("marksman").passes(4).do("fire", "Hans")
    assert s.last("shot").dice == (3, 4, -1, -2)
    s.done()


@rule("17.19", "17.4")
def test_a_suppressed_man_may_be_rallied_though_a_marksman_could_fire() -> None:
    men = f"{SHORT_ARM} suppressed=0"
    s = play(hand="act-of-valor marksman", rows=LONG, b="E1", men=men, asks="cards").play_card("act-of-valor")
    assert s.options() == [Choice("choose", "Hans", "allies-1"), Choice("choose", "Hans")]


@rule("17.19", "17.4", "17.20", "D.wishes")
@pytest.mark.parametrize(
    ("card", "kind", "more"), [("act-of-valor", "soldier", ""), ("on-the-run", "target", "actions 2\nmaneuvers 2")]
)
@pytest.mark.parametrize("held", ["marksman", "hill"])
def test_whether_a_target_is_asked_for_does_not_tell_who_holds_a_marksman(
    card: str, kind: str, more: str, held: str
) -> None:
    """A second Fireteam only a marksman reaches: the player is asked in any case, whatever he holds."""
    near = "Joe rank=Cpl\nallies 2 at E2\n  Jim rank=Cpl"
    rows = ". . . . .\n. . . . ."
    s = play(hand=f"{card} {held}", rows=rows, men=SHORT_ARM, foes=near, asks="cards", more=more)
    s.play_card(card)
    assert s.asked == ("axis", kind)
    assert len(s.options("choose")) == (2 if held == "marksman" else 1)
    redeal(s.b, "allies", SampledChance(1))
    assert s.options("choose"), "in a copy with another hand there is an answer too"


@rule("17.19", "17.4")
def test_who_is_not_asked_about_cards_cannot_be_a_marksman() -> None:
    """D.wishes: his wishes are secret, so he is asked whom he fires at, and has one answer."""
    near = "Joe rank=Cpl\nallies 2 at E2\n  Jim rank=Cpl"
    rows = ". . . . .\n. . . . ."
    s = play("R1", hand="act-of-valor marksman", rows=rows, men=SHORT_ARM, foes=near)
    assert s.play_card("act-of-valor").asked == ("axis", "soldier")
    assert s.options() == [Choice("choose", "Hans", "allies-1")]


STURDY = "Joe rank=Cpl resolve=19 vitality=19"


@rule("17.19")
def test_an_attack_has_one_marksman_at_a_time() -> None:
    s = play(hand="attack-red marksman marksman", asks="cards").order("attack", "attack-red", "allies-1")
    s.do("pass").play_card("marksman").passes(2).do("pass")
    assert s.asked == ("axis", "window") and s.plays() == set(), "Hans, the first soldier of all, is one already"


@rule("17.19", "10.1")
def test_a_marksman_is_named_by_the_side_that_fires() -> None:
    s = play(hand="attack-red", theirs="marksman hill", asks="cards").order("attack", "attack-red", "allies-1")
    assert s.asked == ("allies", "window") and s.plays() == set()
    partner = "players 4\nhand axis-2 marksman hill\nwishes axis-2 cards\naxis-2 1 at A2\n  Max rank=Cpl"
    s = play("R1", "R1", "B5", "B6", "R2", hand="attack-red", foes=STURDY, more=partner)
    s.order("attack", "attack-red", "allies-1")
    assert s.asked == ("axis-2", "window")
    s.play_card("marksman").passes(2).do("fire", "Hans")
    assert s.last("shot").dice == (5, 6, -2), "for his partner's soldier"


@rule("17.19")
def test_a_marksman_may_fire_at_the_first_fireteam_of_all() -> None:
    text = """
    . . . .
    level lieutenant
    allies 1 at D1
      Joe rank=Cpl resolve=19 vitality=19
    axis 1 at A1
      Hans rank=PFC weapon=gar discipline=red
    hand axis attack-red marksman hill
    wishes axis cards
    active axis-1
    """
    s = stage(text, "R1", "R1", "B5", "B6", "R2").order("attack", "attack-red", "allies-1")
    s.play_card("marksman").passes(2).do("fire", "Hans")
    assert s.last("shot").dice == (5, 6, -2)


@rule("17.19", "11.6.c")
def test_no_marksman_fires_at_the_truck() -> None:
    truck = "switch truck\nplace path A1 B1 C1\nvalue sound 8\nvalue broken 9\nnote role 1\ntoken truck B1 green"
    s = play(hand="attack-red marksman", asks="cards", more=truck).order("attack", "attack-red", "truck").do("pass")
    assert s.asked == ("axis", "window") and s.plays() == set(), "it is attacked from range 1 at most"


@rule("17.19")
def test_who_may_be_the_marksman_of_an_attack() -> None:
    """Those who can fire, and whose weapon reaches at one range closer."""
    men = "Hans rank=PFC weapon=gar,Otto weapon=gar jammed,Karl weapon=mp4,Max weapon=gar"
    s = play("R3", hand="attack-red marksman", rows=LONG, b="F1", men=men, asks="cards")
    s.order("attack", "attack-red", "allies-1").do("pass").play_card("marksman")
    assert {choice.piece for choice in s.options("choose")} == {"Hans", "Max"}
    s.do("choose", "Max").passes(4)
    assert {choice.piece for choice in s.options("fire")} == {"Hans", "Max"}
    jammed = play(hand="attack-red marksman", rows=LONG, b="E1", men=f"{SHORT_ARM} jammed", asks="cards")
    assert jammed.no_order("attack", "attack-red", "allies-1").rule == "16.2.a", "he brings no target into range"


@rule("17.19", "G.execute")
def test_a_marksman_is_played_on_the_attack_itself() -> None:
    s = play(hand="lucky-shot marksman", asks="cards").play_card("lucky-shot").do("pass")
    assert s.asked == ("axis", "window") and s.plays() == set(), "a Lucky Shot is no Firing Sequence"
    s = play(hand="attack-red marksman", theirs="lucky-shot hill", asks="cards")
    s.order("attack", "attack-red", "allies-1").play_card("lucky-shot")
    assert s.asked == ("axis", "window") and s.plays() == set(), "first the card on top is answered"
    s = play(hand="attack-red marksman lucky-shot", asks="cards").order("attack", "attack-red", "allies-1")
    s.do("pass").play_card("lucky-shot").do("pass")
    assert s.asked == ("axis", "window") and s.plays() == set(), "even if it is one's own"
    down = "axis 2 at A2\n  Max rank=Cpl wounded\n  Fritz suppressed jammed"
    s = play(hand="attack-red marksman act-of-valor", asks="cards", more=down)
    s.order("attack", "attack-red", "allies-1").do("pass").play_card("act-of-valor").do("choose", "Fritz").do("pass")
    assert s.asked == ("axis", "window") and s.plays() == set(), "nor on an Act of Valor that only rallies"


@rule("17.19", "17.4", "G.execute")
def test_an_act_of_valor_on_an_attack_has_a_marksman_of_its_own() -> None:
    s = play(hand="attack-red marksman marksman act-of-valor", asks="cards")
    s.order("attack", "attack-red", "allies-1").do("pass").play_card("marksman").passes(2)
    s.do("pass").play_card("act-of-valor").do("pass")
    assert s.asked == ("axis", "window") and s.plays() == {"marksman"}


@rule("17.19", "17.4")
def test_the_marksman_of_an_act_of_valor_is_its_man() -> None:
    men = "Hans rank=PFC weapon=gar discipline=red,Otto weapon=gar discipline=red"
    s = play(hand="act-of-valor marksman", men=men, asks="cards").play_card("act-of-valor")
    s.do("choose", "Hans", "allies-1").do("pass").play_card("marksman")
    assert s.asked == ("allies", "window") and s.b.stack[-1].soldier == s.man("Hans").index, "nobody else is offered"


@rule("17.19")
def test_no_marksman_when_the_enemy_is_gone() -> None:
    men = "Hans rank=PFC weapon=gar discipline=red,Otto weapon=gar discipline=red"
    more = "allies 2 at D2\n  Max rank=Cpl"
    foes = "Joe rank=Cpl resolve=1 vitality=1"
    s = play("R2", "R1", "G5", "B6", "R2", hand="attack-red marksman", men=men, foes=foes, more=more, asks="moments")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.team("allies-1").gone
    assert s.do("pass").asked == ("axis", "action") and "marksman" not in s.plays()


@rule("17.19", "17.4")
def test_no_marksman_when_the_man_of_valor_is_gone() -> None:
    flips = ("R2", "R1", "R1", "G1", "B1", "R4", "G5", "R1", "R1")
    s = play(
        *flips,
        hand="act-of-valor marksman",
        theirs="grenade-green hill",
        b="B1",
        men="Hans rank=PFC weapon=gar discipline=red resolve=1 vitality=1",
        more="axis 2 at D2\n  Max rank=Cpl jammed",
        asks="moments",
    )
    s.play_card("act-of-valor").do("fire", "Hans").do("pass").play_card("grenade-green")
    assert s.team("axis-1").gone
    assert s.asked == ("axis", "window") and "marksman" not in s.plays()
