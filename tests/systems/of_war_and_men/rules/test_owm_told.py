"""What is told when something ends or changes, and questions about the first Fireteam and the first cell."""

import pytest
from msgspec import structs
from owm_stage import stage

from sandtable.systems.of_war_and_men.rules.assault import draw_up, use_up
from sandtable.systems.of_war_and_men.rules.conditions import clear_jam, end_second_grid, remove, wound
from sandtable.systems.of_war_and_men.rules.decisions.hits import lucky
from sandtable.systems.of_war_and_men.rules.decisions.stack import why_not_played
from sandtable.systems.of_war_and_men.rules.decisions.wishes import needed
from sandtable.systems.of_war_and_men.rules.engineering import join
from sandtable.systems.of_war_and_men.rules.fire.shot import Shot
from sandtable.systems.of_war_and_men.rules.maneuver import enter, lose_cover
from sandtable.systems.of_war_and_men.rules.missions.mission_setup import place_lu
from sandtable.systems.of_war_and_men.rules.setup import begin, shuffle_track
from sandtable.systems.of_war_and_men.rules.squads import team_limit
from sandtable.systems.of_war_and_men.rules.traits.trait_modifiers import counts_higher, picks_target
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.pieces import COMBAT, Assault, Played, cell_names
from sandtable.table.chance import SampledChance, ScriptedChance
from sandtable.table.decision import Choice
from sandtable.testing.citing import rule
from sandtable.testing.scene import tale

PAIR = ". .\naxis 1 at A1\n  Hans rank=Cpl {}\n  Otto {}\nallies 1 at B1\n  Joe rank=Cpl\n"


@rule("16.6.h", "20.1.o", "20.1.p")
@pytest.mark.parametrize(
    ("hans", "told"),
    [("weapon=bre helper=Otto", ("uncrewed", "Hans", "Otto")), ("weapon=spr sighted=1", ("unsighted", "Hans", ""))],
)
def test_a_crew_or_a_scope_that_ends_is_told_once(hans: str, told: tuple[str, str, str]) -> None:
    b = scene(PAIR.format(hans, ""))
    man = b.soldier("Hans")
    end_second_grid(b, man)
    end_second_grid(b, man)
    assert [(event.kind, event.piece, event.target) for event in b.events] == [told]
    assert (man.ready_in, man.sighted, man.helper, b.soldier("Otto").gunner) == (0, "", -1, -1)


@rule("9.4", "19.1.b")
def test_a_weapon_that_is_cleared_is_told() -> None:
    b = scene(PAIR.format("jammed", ""))
    clear_jam(b, b.soldier("Hans"), "9.4")
    assert not b.soldier("Hans").jammed
    assert [(event.kind, event.rule, event.piece) for event in b.events] == [("unjammed", "9.4", "Hans")]


@rule("5.14", "16.7.b")
@pytest.mark.parametrize(("ground", "seen"), [("=", True), (".", False)])
def test_whoever_comes_where_nobody_hides_is_seen_and_told(ground: str, seen: bool) -> None:
    b = scene(f"{ground} .\naxis 1 at A1 stealth\n  Hans rank=Cpl\nallies 1 at B1\n  Joe rank=Cpl")
    lose_cover(b, b.teams[0])
    assert b.teams[0].stealth is not seen
    assert [(event.kind, event.rule, event.place) for event in b.events] == [("seen", "16.7.b", "A1")][:seen]


@rule("7.14", "19.3.a")
def test_a_wounded_man_has_no_orders_left() -> None:
    b = scene(PAIR.format("orders=2 suppressed", ""))
    wound(b, b.soldier("Hans"), "7.14")
    assert (b.soldier("Hans").orders, b.soldier("Hans").suppressed_in) == (0, 0)


@rule("16.9.a")
def test_a_transfer_is_told_with_both() -> None:
    b = scene(f"{PAIR.format('', '')}axis 2 at A1\n  Karl rank=Cpl")
    join(b, b.soldier("Otto"), b.teams[0], b.teams[2])
    told = b.events[-1]
    assert (told.kind, told.rule, told.piece, told.target) == ("transferred", "16.9.a", "Otto", "axis-2")
    assert b.teams[2].soldiers == [b.soldier("Karl").index, b.soldier("Otto").index] and b.teams[0].soldiers == [0]


@rule("15.4.b", "17.1")
def test_whoever_passes_has_had_his_say() -> None:
    s = stage(f"{PAIR.format('', '')}hand axis hill\nlevel lieutenant\nactive axis-1").do("pass")
    assert s.b.asked == [0] and s.b.active < 0 and s.last("passes").piece == "axis-1"


@rule("17.4")
def test_an_act_of_valor_against_the_first_fireteam_of_all() -> None:
    text = ". . .\nlevel lieutenant\naxis 1 at A1\n  Hans rank=Cpl resolve=19 vitality=19\nallies 1 at C1\n"
    s = stage(f"{text}  Joe rank=Cpl weapon=gar\nhand allies act-of-valor hill\nactive allies-1", "R2")
    s.play_card("act-of-valor")
    assert s.asked == ("allies", "fire") and s.b.stack[-1].shots == 2


@rule("4.7", "16.2.f")
def test_a_plain_shooter_is_not_asked_whom_he_aims_at() -> None:
    text = ". . .\nlevel colonel\naxis 1 at A1\n  Hans rank=Cpl weapon=gar discipline=red\nallies 1 at C1\n"
    text += "  Joe rank=Cpl resolve=19 vitality=19\n  Jim resolve=19 vitality=19\nhand axis attack-red hill\n"
    text += "active axis-1"
    s = stage(text, "R1", "R2", "G1", "B1", "R1", "R1").order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.asked == ("axis", "action") and s.last("shot").target == "Jim"


@rule("16.4.d", "16.4.b")
def test_on_the_way_to_the_first_cell_no_other_may_be_named() -> None:
    text = ". . .\naxis 1 at B1 heading=A1\n  Hans rank=Cpl\nallies 1 at C1\n  Joe rank=Cpl\nhand axis maneuver\n"
    s = stage(f"{text}active axis-1")
    assert s.no_order("maneuver", "maneuver", "C1").rule == "16.4.d"


STORM = """
. . .
. . .
axis 1 at A1 heading=B1
  Hans rank=Cpl discipline=green {}
allies 1 at B1
  Joe rank=Cpl discipline=red
hand axis maneuver
active axis-1
track axis-1 allies-1
"""


@rule("20.1.h", "20.1.k", "20.1.e")
@pytest.mark.parametrize(
    ("flips", "dead"), [(("R1",), "Hans"), (("R3", "G1"), "Joe"), (("R3", "G3", "R3", "G3"), "")]
)
def test_who_was_there_strikes_first_and_is_answered_if_he_fails(flips: tuple[str, ...], dead: str) -> None:
    s = stage(STORM.format(""), *flips).order("maneuver", "maneuver", "B1")
    assert [man.id for man in s.b.soldiers if man.fate == "killed"] == [dead] * bool(dead)
    assert s.team("axis-1").attacked and s.team("allies-1").attacked


@rule("20.1.h", "20.1.l", "20.1.e")
@pytest.mark.parametrize(
    ("flips", "dead", "value"), [(("G1",), "Joe", 1), (("G3", "R1"), "Hans", 2), (("G3", "R3", "R3", "G3"), "", 0)]
)
def test_who_storms_out_of_hiding_strikes_first_and_is_answered_if_he_fails(
    flips: tuple[str, ...], dead: str, value: int
) -> None:
    s = stage(STORM.format("").replace("heading=B1", "heading=B1 stealth"), *flips)
    s.order("maneuver", "maneuver", "B1")
    duel = s.told("duel")[0]
    assert (duel.text, duel.piece, duel.target, duel.value) == ("Hans", "Hans", "Joe", value)
    assert [man.id for man in s.b.soldiers if man.fate == "killed"] == [dead] * bool(dead)


@rule("10.13", "10.14", "BC.8")
def test_the_battle_begins_with_seven_cards_and_in_practice_with_an_attack_among_them() -> None:
    """Eleven decks: with some of them nobody looks for an Attack order, with others somebody does."""
    looked = 0
    for seed in range(11):
        b = scene(f"{PAIR.format('', '')}switch practice")
        b.chance = SampledChance(seed)
        begin(b)
        hands = [[b.card(number).order for number in player.hand] for player in b.players]
        assert [len(hand) for hand in hands] == [7, 7] and all("attack" in hand for hand in hands)
        looked += any(event.rule == "BC.8" for event in b.events)
        assert [(event.kind, event.rule, event.value) for event in b.events][-1] == ("round", "10.14", 1)
        assert (b.round, b.phase, b.step) == (1, COMBAT, 0)
    assert 0 < looked < 11


# Who falls, and who is left -----------------------------------------------------------------------

LU = ". .\nswitch lu\nallies 1 at A1\n  Joe rank=Cpl\n  Lu civilian\nallies 2 at A1\n  Jim rank=Cpl\n"
LU += "axis 1 at B1\n  Hans rank=Cpl"


@rule("7.11", "G.routed", "16.6.h")
def test_who_falls_leaves_his_gun_and_his_player_takes_note() -> None:
    b = scene(PAIR.format("weapon=bre helper=Otto", ""))
    remove(b, b.soldier("Otto"), "killed", "7.11")
    assert (b.soldier("Hans").helper, b.soldier("Hans").ready_in) == (-1, 0) and b.players[0].concerned
    assert [event.kind for event in b.events] == ["uncrewed", "killed"]


@rule("G.routed", "11.5.a", "11.5.b")
def test_when_her_last_guard_runs_lu_is_alone_and_when_she_falls_all_is_lost() -> None:
    b = scene(LU)
    remove(b, b.soldier("Joe"), "routed", "G.routed")
    assert b.teams[0].gone and b.soldier("Lu").team < 0 and b.verdict is None
    assert [(token.kind, token.cell) for token in b.tokens] == [("lu", 0)]
    b = scene(LU)
    remove(b, b.soldier("Lu"), "killed", "7.11")
    assert b.verdict is not None and (b.verdict.winner, b.verdict.rule) == ("axis", "11.5.a")


@rule("7.14", "16.6.h", "D.wishes")
def test_who_is_wounded_leaves_his_gun_and_his_player_takes_note() -> None:
    b = scene(PAIR.format("weapon=bre helper=Otto", ""))
    wound(b, b.soldier("Hans"), "7.14")
    assert (b.soldier("Hans").ready_in, b.soldier("Otto").gunner) == (0, -1) and b.players[0].concerned
    assert [event.kind for event in b.events] == ["wounded", "uncrewed"]


@rule("16.9.a", "11.5.b")
def test_lu_stays_at_the_right_end_of_the_line() -> None:
    b = scene(LU)
    join(b, b.soldier("Jim"), b.team("allies-2"), b.team("allies-1"))
    assert [b.soldiers[index].id for index in b.team("allies-1").soldiers] == ["Joe", "Jim", "Lu"]
    assert b.soldier("Jim").transferred_in == b.round == 1


# Refusals and limits ------------------------------------------------------------------------------


@rule("16.3.b", "16.3.a")
def test_only_who_is_dug_in_is_told_so() -> None:
    text = ". .\naxis 1 at A1 {}\n  Hans rank=Cpl\nallies 1 at B1\n  Joe rank=Cpl\nhand axis {}\nactive axis-1"
    s = stage(text.format("dug-in", "entrench rally"))
    assert s.no_order("entrench", "entrench").rule == "16.3.b" and s.no_order("rally", "rally").rule == "16.5.a"


@rule("16.6.g", "16.6.c", "16.6.d")
@pytest.mark.parametrize(("heading", "number"), [("heading=B1", "16.6.g"), ("", "16.6.d")])
def test_nobody_sights_on_the_move(heading: str, number: str) -> None:
    text = (
        f". .\naxis 1 at A1 {heading}\n  Hans rank=Cpl\nallies 1 at B1\n  Joe rank=Cpl\nhand axis hill\nactive axis-1"
    )
    s = stage(text)
    assert s.refused("sight", "Hans").rule == number
    assert s.refused("transfer", "Hans").rule == "16.9.a"


@rule("20.1.c", "20.1.v")
@pytest.mark.parametrize(("free", "over"), [(False, True), (True, False)])
def test_who_comes_in_has_used_up_its_turn_when_the_lines_are_drawn_up(free: bool, over: bool) -> None:
    b = scene(f"{STORM.format('')}")
    both = (False, False)
    b.assault = Assault((0, 1), 1, 0, both, both, both, free=free)
    b.teams[0].cell, b.teams[0].activated = 1, False
    list(draw_up(b, b.assault))
    assert (b.turn_over, b.teams[0].activated, b.assault.round) == (over, over, 1)


@rule("20.1.v", "16.2.m")
def test_only_its_own_shots_that_are_under_way_are_over() -> None:
    b = scene(STORM.format(""))
    b.teams[0].activated = False
    own, waiting, other = (
        Played(1, 0, "attack", team=0, shots=3, executing=True),
        Played(2, 0, "attack", team=0, shots=3),
        Played(3, 1, "attack", team=1, shots=3, executing=True),
    )
    b.stack = [own, waiting, other]
    use_up(b, b.teams[0])
    assert [played.shots for played in b.stack] == [0, 3, 3]
    assert b.teams[0].activated and not b.teams[1].activated


@rule("17.6", "D.wishes")
def test_nobody_is_asked_to_help_the_order_of_another() -> None:
    b = scene(PAIR.format("", ""))
    order = Played(1, 0, "maneuver", team=0, cell=1)
    assert needed(b, b.players[0], order) and not needed(b, b.players[1], order)


@rule("3.7")
@pytest.mark.parametrize(("fireteams", "limit"), [(4, 4), (2, 2), (1, 1), (0, 1)])
def test_every_squad_has_one_fireteam_at_least(fireteams: int, limit: int) -> None:
    b = scene(PAIR.format("", ""))
    b.mission = structs.replace(b.mission, fireteams=fireteams)
    assert team_limit(b, b.players[0]) == limit


@rule("8.4")
def test_what_the_positions_are_called() -> None:
    assert cell_names(3, 2) == ("A1", "B1", "C1", "A2", "B2", "C2")
    assert cell_names(1, 1) == ("A1",)


@rule("10.9")
def test_the_track_is_laid_in_the_order_that_is_drawn() -> None:
    b = scene(STORM.format(""))
    b.track, b.chance = [], ScriptedChance(2, 1)
    shuffle_track(b)
    assert b.track == [1, 0] and tale(b.events) == ["10.9 track allies-1-axis-1"]


@rule("16.2.f", "4.13", "7.12")
@pytest.mark.parametrize(
    ("trait", "picks", "higher"),
    [("", False, False), ("Deadeye", True, False), ("Cool_Head", False, True), ("Brawler", False, False)],
)
def test_whose_trait_it_takes_to_pick_or_to_keep_cool(trait: str, picks: bool, higher: bool) -> None:
    """Another trait does nothing of the kind; and Deadeye needs the scope."""
    b = scene(STORM.format(f"strength={trait}" if trait else "") + "level colonel\n")
    hans = b.soldier("Hans")
    assert picks_target(b, True, hans) is picks and not picks_target(b, False, hans)
    shot = Shot(hans, b.teams[0], b.soldier("Joe"), b.teams[1], "", 1, 1, ())
    assert counts_higher(b, shot) is higher


@rule("20.1.j", "16.4.e")
def test_who_comes_in_where_nobody_is_only_arrives() -> None:
    b = scene(STORM.format(""))
    assert list(enter(b, b.teams[0], 3, "16.4.e")) == []
    assert b.teams[0].cell == 3 and tale(b.events) == ["16.4.e moved axis-1 @A2 A1-A2"] and b.assault is None


@rule("17.17", "21.3.a")
@pytest.mark.parametrize(
    ("axis", "allies", "may"),
    [("A1", "C1", True), ("C1", "A1", True), ("A1", "nowhere waiting", False)],
)
def test_from_and_at_the_first_position_a_lucky_shot_is_possible(axis: str, allies: str, may: bool) -> None:
    text = STORM.format("").replace("axis 1 at A1 heading=B1", f"axis 1 at {axis}")
    b = scene(text.replace("allies 1 at B1", f"allies 1 at {allies}"))
    assert lucky(b, b.teams[0], b.teams[1]) is may


@rule("11.5.b")
def test_what_lu_is() -> None:
    """A civilian without weapon, points or Resolve that could be reached; her Vitality is the Mission's."""
    b = scene(". .\nswitch lu\nplace chateau B1\nvalue lu_vitality 11\naxis 1 at A1\n  Hans\nallies 1 at A1\n  Joe")
    place_lu(b)
    card = b.soldiers[-1].card
    assert (card.rank, card.points, card.vitality, card.resolve, card.civilian) == (0, 0, 11, 99, True)


@rule("6.3", "17.1")
def test_a_terrain_card_is_no_decision() -> None:
    b = scene(STORM.format(""))
    cards = b.scenario.rulebook.cards
    terrain = next(number for number, card in enumerate(cards) if number and not card.decision)
    evade = next(number for number, card in enumerate(cards) if number and card.decision == "evade")
    b.players[0].hand = [terrain, evade]
    found = [why_not_played(b, b.players[0], Choice("play", cards[number].id))[1] for number in (terrain, evade)]
    assert found[0] == "6.3" and found[1] != "6.3"
