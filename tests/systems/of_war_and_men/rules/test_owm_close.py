"""Close to the edge: one man more or less, the first of a row, a card whose cause is gone before it executes."""

from collections.abc import Callable

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules.assault import advantaged
from sandtable.systems.of_war_and_men.rules.conditions import remove, stand_up
from sandtable.systems.of_war_and_men.rules.decisions.soldiers import DRESSING, REPAIRS
from sandtable.systems.of_war_and_men.rules.fire.resolution import effect, values_of
from sandtable.systems.of_war_and_men.rules.missions.mission_setup import choose_place, choose_roles
from sandtable.systems.of_war_and_men.rules.rounds import assessment
from sandtable.systems.of_war_and_men.rules.squads import ready_teams
from sandtable.systems.of_war_and_men.rules.standard_actions import entrench
from sandtable.systems.of_war_and_men.rules.tokens import entrenchment
from sandtable.systems.of_war_and_men.rules.victory import by_points
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.hidden import redeal
from sandtable.systems.of_war_and_men.state.pieces import (
    ASSESSMENT,
    NOWHERE,
    UPRIGHT,
    Assault,
    Battle,
    Played,
    Procedure,
)
from sandtable.table.chance import SampledChance
from sandtable.testing.citing import rule

RANGE = """
. . . .
{level}
axis 1 at A1
  Hans rank=Cpl weapon=gar discipline=red {hans}
  Otto rank=PFC weapon=gar discipline=red {otto}
allies 1 at D1 {allies}
  Joe rank=Cpl resolve=19 vitality=19
hand axis attack-red attack-green
{more}
active axis-1
"""


def shot(*flips: str, **words: str) -> OwmStage:
    """Hans fires at Joe, three Terrains away."""
    filled = {"level": "", "hans": "", "otto": "", "allies": "", "more": ""} | words
    s = stage(RANGE.format(**filled), "R1", "R1", "G4", "B6", *flips)
    return s.order("attack", "attack-red", "allies-1").do("fire", "Hans")


# Discipline --------------------------------------------------------------------------------------


@rule("4.10", "10.7.b", "3.3")
@pytest.mark.parametrize(("level", "value"), [("level colonel", 1), ("level lieutenant", 2)])
def test_a_mentor_beside_him_steadies_his_hand_where_traits_are_used(level: str, value: int) -> None:
    s = shot("R2", level=level, otto="strength=Mentor")
    told = {each.label: each.amount for each in s.told("shot")[-1].modifiers}
    assert s.last("shot").dice[-1] == -2 and told.get("Mentor", 0) == 2 - value


@rule("17.6", "4.13")
@pytest.mark.parametrize(("allies", "flips"), [("covered", ("R2", "R3")), ("", ("R2",))])
def test_discipline_is_double_against_who_moves_under_covering_fire_only(allies: str, flips: tuple[str, ...]) -> None:
    s = shot(*flips, allies=allies)
    assert s.last("shot").dice == (4, 6, -2, -3)[: 2 + len(flips)]
    s.done()


@rule("8.7", "18.5.b")
@pytest.mark.parametrize(
    ("light", "shell", "count"),
    [("moon 2", "D1", 1), ("moon 2", "A1", 2), ("snowflake 2", "D1", 2), ("moon 3", "A1", 1)],
)
def test_beyond_the_number_of_the_night_only_a_lit_target_is_seen(light: str, shell: str, count: int) -> None:
    more = f"visibility {light}\ntoken star shell {shell} red"
    s = shot(*("R2", "R3")[:count], more=more)
    assert s.last("shot").dice == (4, 6, -2, -3)[: 2 + count]
    s.done()


@rule("D.wishes", "16.2.o")
@pytest.mark.parametrize(("answer", "again"), [("wait", False), ("pass", True)])
def test_who_waits_after_a_total_is_asked_about_no_other_in_this_turn(answer: str, again: bool) -> None:
    """Two men fire; the second total is about the same man."""
    more = "hand allies evade-red hill\nwishes allies totals"
    text = RANGE.format(level="level lieutenant", hans="", otto="", allies="", more=more)
    one = ("R1", "G1", "B1", "R4")
    s = stage(text, "R2", *one, *one).order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.asked == ("allies", "window")
    s.do(answer).do("fire", "Otto")
    assert s.asked == (("allies", "window") if again else ("axis", "action"))


# Cards whose cause is gone ------------------------------------------------------------------------

WARD = ". .\naxis 1 at A1\n  Hans rank=Cpl {}\nallies 1 at B1\n  Joe"


@rule("17.11", "17.12")
@pytest.mark.parametrize(("card", "word"), [(DRESSING[2], "wounded"), (REPAIRS[2], "jammed")])
def test_who_needs_no_help_any_more_gets_none(card: Callable[[Battle, Played], Procedure], word: str) -> None:
    b = scene(WARD.format(word))
    list(card(b, Played(1, 0, "", soldier=0)))
    assert len(b.events) == 1, "he was in need of it"
    b.events.clear()
    list(card(b, Played(1, 0, "", soldier=0)))
    assert b.events == [], "another card has helped him already"
    fallen = scene(WARD.format(word))
    fallen.soldiers[0].team = NOWHERE
    list(card(fallen, Played(1, 0, "", soldier=0)))
    assert fallen.events == [], "he has fallen while the card lay on the stack"


@rule("16.3.b", "16.3.a")
def test_each_terrain_has_its_own_entrenchment() -> None:
    b = scene(". .\naxis 1 at A1\n  Hans\nallies 1 at B1\n  Joe\ntoken smoke A1 red\ntoken entrenchment B1 black")
    assert entrenchment(b, 0) is None and entrenchment(b, 1) is b.tokens[1]
    list(entrench(b, Played(1, 0, "entrench", team=0)))
    assert [(token.kind, token.cell) for token in b.tokens][2:] == [("entrenchment", 0)]
    list(entrench(b, Played(1, 1, "entrench", team=1)))
    assert len(b.tokens) == 3 and b.teams[1].dug_in, "the one that is there is used"


@rule("16.3.b")
@pytest.mark.parametrize(("cell", "soldiers"), [(NOWHERE, [0]), (0, [])])
def test_whoever_is_not_on_the_map_does_not_dig(cell: int, soldiers: list[int]) -> None:
    b = scene(". .\naxis 1 at A1\n  Hans\nallies 1 at B1\n  Joe")
    b.teams[0].cell, b.teams[0].soldiers = cell, soldiers
    b.teams[0].gone = not soldiers
    list(entrench(b, Played(1, 0, "entrench", team=0)))
    assert b.tokens == [] and b.events == []


# Things, wind, objectives -------------------------------------------------------------------------


@rule("16.2.c", "16.2.b", "11.6.c")
def test_the_truck_is_attacked_once_in_a_turn() -> None:
    text = (
        ". . .\nswitch truck\naxis 1 at A1\n  Hans rank=Cpl weapon=gar\nallies 1 at C1\n  Joe rank=Cpl weapon=gar\n"
    )
    text += "token truck B1 green\nvalue sound 99\nhand allies attack-red attack-green hill\nactive allies-1"
    s = stage(text, "R1", "R1", "R1", "G1", "B1", "G6").order("attack", "attack-red", "truck").do("fire", "Joe")
    assert s.asked == ("allies", "action")
    assert s.no_order("attack", "attack-green", "truck").rule == "16.2.b"


@rule("15.3.a", "17.23", "12.2")
@pytest.mark.parametrize(("track", "seat"), [("axis-1 allies-1", "axis"), ("allies-1 axis-1", "allies")])
def test_whoever_is_first_on_the_track_flips_for_the_wind(track: str, seat: str) -> None:
    text = ". . .\n. . .\naxis 1 at A1\n  Hans rank=Cpl\nallies 1 at C2\n  Joe rank=Cpl\n"
    s = stage(f"{text}track {track}\ntoken smoke A2 yellow\nphase assessment\nstep 1\nround 2", "G2")
    assert s.told("flip")[0].side == seat and s.told("flip")[0].text == "green: wind"


@rule("11.4.c", "12.2")
@pytest.mark.parametrize(("track", "seat"), [("axis-1 allies-1", "axis"), ("allies-1 axis-1", "allies")])
def test_whoever_is_first_on_the_track_names_the_place_beside_a_lake(track: str, seat: str) -> None:
    text = f". ~ .\nplace objective B1\naxis 1 at A1\n  Hans rank=Cpl\nallies 1 at C1\n  Joe rank=Cpl\ntrack {track}"
    question = next(choose_place(scene(text)))
    assert question.seat == seat and [choice.to for choice in question.options()] == ["A1", "C1"]


@rule("10.7.a")
@pytest.mark.parametrize(("men", "teams"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3)])
def test_a_proposed_fireteam_has_about_three_men(men: int, teams: int) -> None:
    cards = [card for each in rulebook().divisions.values() for card in each.soldiers]
    leaders = [card for card in cards if card.leader][:4]
    squad = [*leaders, *[card for card in cards if not card.leader]]
    ranks = squad[:men] if men < 5 else [*leaders, *squad[4:men]]
    assert len(ready_teams(ranks, 4, 5)) == teams


# Stealth and assault ------------------------------------------------------------------------------


@rule("16.8.a", "16.8.b")
def test_a_fireteam_looks_for_each_enemy_once_in_a_turn() -> None:
    text = ". . .\naxis 1 at A1\n  Hans rank=Cpl discipline=red\nallies 1 at C1 stealth\n  Joe\nhand axis hill\n"
    s = stage(f"{text}active axis-1", "R4").do("recognise", "", "allies-1")
    assert s.team("allies-1").stealth and not s.options("recognise")
    assert s.refused("recognise", "", "allies-1").rule == "16.8.a"


STORM = """
. . .
. . .
axis 1 at A1 heading=B1
  Hans rank=Cpl discipline=green
  Karl discipline=green
allies 1 at B1 {}
  Joe rank=Cpl discipline=red
  Jim discipline=red
hand axis maneuver attack-red
hand allies evade-red
{}
active axis-1
track axis-1 allies-1
"""


@rule("16.3.d", "20.1.m")
@pytest.mark.parametrize(("flip", "found"), [("G2", True), ("G3", False)])
def test_where_the_enemy_has_slipped_away_they_look_for_his_trench(flip: str, found: bool) -> None:
    s = stage(STORM.format("stealth", "token entrenchment B1 black"), flip).order("maneuver", "maneuver", "B1")
    s.do("retreat", "allies-1", "C2")
    assert s.asked == ("axis", "action") and s.team("axis-1").dug_in is found
    s.done()


@rule("20.1.s", "20.1.t")
def test_the_one_that_came_goes_back_and_the_one_that_was_there_where_it_likes() -> None:
    text = STORM.format("moved", "").replace("  Karl discipline=green\n", "").replace("  Jim discipline=red\n", "")
    s = stage(text, "G4", "R3").order("maneuver", "maneuver", "B1")
    assert s.asked == ("axis", "assault")
    assert [(choice.do, choice.to) for choice in s.options()] == [("stay", ""), ("retreat", "")]
    s.do("stay")
    assert s.asked == ("allies", "assault") and s.places("retreat") == {"A1", "C1", "A2", "B2", "C2"}


@rule("20.1.c", "D.wishes")
def test_only_lines_that_are_drawn_up_in_secret_are_dealt_anew() -> None:
    b = scene(STORM.format("", ""))
    redeal(b, "axis", SampledChance(1))
    assert b.assault is None, "there is nothing to deal"
    both = (False, False)
    seen: set[tuple[int, ...]] = set()
    for seed in range(20):
        b.assault = Assault((0, 1), 1, 0, both, both, both, lines=([1, 0], [3, 2]))
        redeal(b, "axis", SampledChance(seed))
        assert b.assault.lines[0] == [1, 0], "one's own line"
        seen.add(tuple(b.assault.lines[1]))
    assert seen == {(2, 3), (3, 2)}
    b.assault = Assault((0, 1), 1, 0, both, both, both, round=1, lines=([1, 0], [3, 2]))
    for seed in range(20):
        redeal(b, "axis", SampledChance(seed))
        assert b.assault.lines == ([1, 0], [3, 2]), "they lie open"


# On the run ---------------------------------------------------------------------------------------


@rule("17.20", "17.19", "D.wishes")
@pytest.mark.parametrize(("at", "asked"), [("E1", "window"), ("D1", "fire")])
def test_a_shot_on_the_run_that_needs_a_marksman_asks_for_one(at: str, asked: str) -> None:
    text = f". . . . .\nlevel lieutenant\naxis 1 at A1\n  Hans rank=Cpl weapon=mp4\nallies 1 at {at}\n  Joe\n"
    text += "hand axis on-the-run marksman\nwishes axis own=needed\nactions 2\nmaneuvers 2\nactive axis-1"
    s = stage(text, "R1").play_card("on-the-run")
    assert s.asked == ("axis", asked)


@rule("20.1.h", "20.1.l", "20.1.k")
@pytest.mark.parametrize(
    ("round", "stealth", "free", "first"),
    [
        (1, (True, False), False, 0),  # stealth that attacks beats all, once
        (2, (True, False), False, -1),  # then it is one advantage, and to be established another
        (1, (True, True), False, 1),
        (1, (False, False), False, 1),
        (1, (True, False), True, -1),
    ],
)
def test_who_has_advantage(round: int, stealth: tuple[bool, bool], free: bool, first: int) -> None:
    b = scene(STORM.format("", ""))
    a = Assault((0, 1), 1, 0, (False, False), stealth, (False, True), free=free, round=round)
    assert advantaged(b, a, b.soldier("Hans"), b.soldier("Joe")) == first


# Rounds, roles, points ----------------------------------------------------------------------------


@rule("15.3", "15.3.c")
@pytest.mark.parametrize(("step", "after"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_no_step_of_the_assessment_phase_is_skipped(step: int, after: int) -> None:
    b = scene(". .\naxis 1 at A1\n  Hans rank=Cpl\nallies 1 at B1\n  Joe rank=Cpl\nphase assessment\nround 2")
    b.step = step
    list(assessment(b))
    assert (b.phase, b.step) == (ASSESSMENT, after)


@rule("11.6.a", "11.7.a")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("switch", "number"), [("truck", "11.6.a"), ("paratroopers", "11.7.a")])
def test_whoever_takes_the_first_part_starts_where_it_is_played(side: int, switch: str, number: str) -> None:
    b = scene(f". . .\nswitch {switch}\naxis 1 at A1\n  Hans rank=Cpl\nallies 1 at C1\n  Joe rank=Cpl")
    before = b.mission.starts
    procedure = choose_roles(b)
    question = next(procedure)
    assert question.seat == "axis" and question.rule == number
    with pytest.raises(StopIteration):
        procedure.send(question.options()[side])
    assert b.notes["role"] == side and b.mission.starts == (before if side == 0 else before[::-1])
    assert [(event.kind, event.rule, event.text) for event in b.events] == [
        ("role", number, ("axis", "allies")[side])
    ]


@rule("22.1")
@pytest.mark.parametrize(
    ("allies", "earned", "winner", "margin"),
    [(7, 0, None, 0), (5, 2, "allies", 0), (8, 0, "allies", 1), (3, 3, "axis", 1)],
)
def test_points_and_by_how_many_they_decide(allies: int, earned: int, winner: str | None, margin: int) -> None:
    text = f". .\naxis 1 at A1\n  Hans points=7\nallies 1 at B1\n  Joe points={allies}\npoints allies {earned}"
    result = by_points(scene(text))
    assert (result.winner, result.rule, result.margin) == (winner, "22.1", margin)


@rule("15.4.a", "15.2")
@pytest.mark.parametrize(("actions", "may"), [(0, True), (1, True), (2, False)])
def test_two_standard_actions_and_no_third(actions: int, may: bool) -> None:
    text = ". .\nlevel lieutenant\naxis 1 at A1\n  Hans rank=Cpl\nallies 1 at B1\n  Joe rank=Cpl\n"
    s = stage(f"{text}hand axis entrench maneuver\nactions {actions}\nactive axis-1")
    assert bool(s.options("entrench")) is bool(s.options("maneuver")) is may and s.asked == ("axis", "action")


# Conditions ---------------------------------------------------------------------------------------


@rule("16.5.b", "17.11")
@pytest.mark.parametrize(("word", "kind"), [("suppressed", "rallied"), ("wounded", "healed")])
def test_a_man_on_his_feet_again_was_rallied_or_healed(word: str, kind: str) -> None:
    b = scene(WARD.format(word))
    b.soldier("Hans").orders = 1  # 7.16: one of his two Rally orders
    stand_up(b, b.soldier("Hans"), "16.5.b")
    assert [(event.kind, event.piece) for event in b.events] == [(kind, "Hans")]
    assert (b.soldier("Hans").condition, b.soldier("Hans").suppressed_in) == (UPRIGHT, 0)
    assert b.soldier("Hans").orders == 0, "the next time two are needed again"


@rule("7.11", "7.9", "16.2.l", "19.3.a")
@pytest.mark.parametrize(
    ("total", "wounds", "word", "outcome"),
    [
        (0, True, "", "unhurt"), (1, True, "", "wounded"), (1, False, "", "suppressed"), (4, True, "", "wounded"),
        (5, True, "", "killed"), (5, False, "wounded", "killed"), (4, True, "wounded", "unhurt"),
        (1, False, "suppressed", "routed"), (0, False, "suppressed", "unhurt"),
    ],
)  # fmt: skip
def test_what_a_total_does(total: int, wounds: bool, word: str, outcome: str) -> None:
    b = scene(WARD.format(f"resolve=1 vitality=5 {word}"))
    assert effect(values_of(b, b.soldier("Hans")), total, wounds) == outcome


@rule("G.routed", "7.11")
def test_a_fireteam_is_gone_with_its_last_man() -> None:
    b = scene(". .\naxis 1 at A1\n  Hans rank=Cpl\n  Otto jammed\nallies 1 at B1\n  Joe")
    remove(b, b.soldier("Otto"), "routed", "G.routed")
    assert not b.teams[0].gone and (b.soldier("Otto").fate, b.soldier("Otto").jammed) == ("routed", False)
    remove(b, b.soldier("Hans"), "killed", "7.11")
    assert b.teams[0].gone and b.teams[0].cell == NOWHERE and b.track == [1]
