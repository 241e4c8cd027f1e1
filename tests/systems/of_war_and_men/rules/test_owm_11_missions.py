"""11 The eight Missions with their own rules; 22 victory."""

import pytest
from owm_stage import OwmStage, stage

from sandtable.content.header import Source
from sandtable.content.problems import ContentError, Problems
from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.reading.scenario_files import scenario_from
from sandtable.systems.of_war_and_men.reading.shelf import SHELF
from sandtable.systems.of_war_and_men.rules.cards import lost_cards
from sandtable.systems.of_war_and_men.rules.decisions.hits import upright
from sandtable.systems.of_war_and_men.rules.discipline import highest
from sandtable.systems.of_war_and_men.rules.missions.arrivals import capture
from sandtable.systems.of_war_and_men.rules.missions.mission_events import end_of_round
from sandtable.systems.of_war_and_men.rules.missions.mission_rules import holder, points, size_limit
from sandtable.systems.of_war_and_men.rules.missions.mission_setup import choose_first, name_head, place_lu
from sandtable.systems.of_war_and_men.rules.squads import size_limit as squad_size
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.pieces import DEBRIEF, NOWHERE, SUPPRESSED, Battle
from sandtable.table.chance import SampledChance, ScriptedChance
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay, Play
from sandtable.testing.citing import rule
from sandtable.testing.scene import tale

TWO = """
axis 1 at {axis}
  Hans rank=Cpl points=5
allies 1 at {allies}
  Joe rank=Cpl points=5
"""


def score(rows: str, more: str, axis: str = "A1", allies: str = "C1") -> tuple[int, int]:
    b = scene(f"{rows}\n{more}\n{TWO.format(axis=axis, allies=allies)}")
    return points(b, 0), points(b, 1)


def start(id: str, seed: int = 1) -> AnyPlay:
    """A battle of ours, set up with the first option of each question, up to the first turn."""
    system = OF_WAR_AND_MEN
    play = Play(system, system.rules.new(SHELF.find(f"of_war_and_men/{id}")), SampledChance(seed))
    while play.battle.phase == 0:  # type: ignore[attr-defined]
        asked = play.asked()[0]
        decision = play.decision_for(asked)
        assert decision is not None
        play.choose(decision.options()[0], asked)
    return play


def battle(play: AnyPlay) -> Battle:
    assert isinstance(play.battle, Battle)
    return play.battle


# Missions 1 and 2 --------------------------------------------------------------------------------


@rule("11.1", "8.13", "22.1")
def test_not_in_my_house_pays_for_the_building_at_the_end() -> None:
    more = "switch hold at the end\nplace objective A1\nvalue hold 20"
    assert score(". . .", more) == (20, 0)
    assert score(". . .", more, axis="B1", allies="A1") == (0, 20)
    assert score(". . .", more, axis="B1") == (0, 0)
    mission = SHELF.find("of_war_and_men/not-in-my-house-private").mission
    assert (mission.points, mission.decks, mission.operation, mission.values) == (
        65,
        1,
        "reinforcements",
        {"hold": 20},
    )


@rule("11.2", "8.2", "8.9", "15.3.a")
def test_king_of_the_hill_notes_points_each_round() -> None:
    more = "switch hold each round\nplace objective A1\nvalue each_round 3\nphase assessment\nstep 1\nround 2"
    s = stage(f". . .\n{more}\n{TWO.format(axis='A1', allies='C1')}")
    assert [player.mission_points for player in s.b.players] == [3, 0]
    assert points(s.b, 0) == 3
    assert [(event.side, event.value) for event in s.told("points")] == [("axis", 3)]
    s = stage(f". . .\n{more}\n{TWO.format(axis='B1', allies='C1')}")
    assert [player.mission_points for player in s.b.players] == [0, 0] and not s.told("points")
    s = stage(f". . .\n{more}\n{TWO.format(axis='B1', allies='A1')}")
    assert [player.mission_points for player in s.b.players] == [0, 3]
    mission = SHELF.find("of_war_and_men/king-of-the-hill-colonel").mission
    assert (mission.visibility, mission.sight, mission.operation) == ("snowflake", 3, "satchel charge")


# Burning Bridges ---------------------------------------------------------------------------------


@rule("11.3.a")
def test_axis_fireteams_have_three_men_at_most() -> None:
    b = scene(f". . .\nswitch axis in driblets\nvalue axis_size 3\n{TWO.format(axis='A1', allies='C1')}")
    assert [size_limit(b, team) for team in b.teams] == [3, 8]
    text = """
    . . .
    switch axis in driblets
    value axis_size 3
    axis 1 at A1
      Hans rank=Cpl
      Otto
    axis 2 at B1
      Karl rank=Cpl
      Max
    allies 1 at C1
      Joe
    hand axis maneuver
    active axis-1
    """
    assert stage(text).no_order("maneuver", "maneuver", "B1").rule == "G.merging"
    b = battle(start("burning-bridges-colonel"))
    assert {len(team.soldiers) <= 3 for team in b.teams if team.side == 0} == {True}
    assert squad_size(b, b.players[0]) == 3


@rule("11.3.b", "10.9")
def test_the_axis_starts_with_one_fireteam() -> None:
    b = battle(start("burning-bridges-colonel"))
    axis = [team for team in b.teams if team.side == 0]
    assert len(axis) > 1
    assert sum(team.cell >= 0 for team in axis) == 1
    assert sum(team.waiting for team in axis) == len(axis) - 1
    assert all(team.index not in b.track for team in axis if team.waiting)


ARRIVE = """
. . . .
. . . .
switch axis in driblets
value axis_size 3
axis 1 at C1
  Hans rank=Cpl
axis 2 at nowhere waiting
  Otto rank=Cpl
axis 3 at nowhere waiting
  Karl rank=Cpl
allies 1 at D2
  Joe rank=Cpl
track axis-1 allies-1
phase debrief
step 1
"""


WAITING = """
. . .
. . .
level lieutenant
switch axis in driblets
value axis_size 3
axis 1 at nowhere waiting
  Karl rank=Sgt
allies 1 at B2
  Joe rank=Cpl
hand axis fubar
hand allies smoke hill
wishes axis moments cards
track allies-1
{when}
"""


@rule("17.1", "15.4.d", "12.2", "11.3.b")
def test_who_waits_off_the_map_is_asked_all_the_same() -> None:
    s = stage(WAITING.format(when="active allies-1")).play_card("smoke").do("throw", "allies-1", "B2")
    assert s.asked == ("axis", "window") and s.plays() == {"fubar"}
    assert s.play_card("fubar").last("cancelled").text == "smoke"
    assert stage(WAITING.format(when="phase debrief")).asked == ("axis", "window"), "at free moments too"


@rule("15.3.d", "12.2", "11.3.b")
def test_who_waits_off_the_map_draws_last() -> None:
    s = stage(WAITING.format(when="phase assessment\nstep 6"), *range(1, 13))
    assert [(event.side, event.value) for event in s.told("draws")] == [("allies", 5), ("axis", 6)]
    assert [len(player.hand) for player in s.b.players] == [7, 7]


@rule("10.13", "11.3.b")
def test_everybody_has_a_hand_at_the_start() -> None:
    source = Source(
        {
            "system": "of_war_and_men",
            "name": "Four",
            "mission": "burning-bridges",
            "level": "lieutenant",
            "players": 4,
        },
        b"",
        "of_war_and_men/four",
        None,
        Problems("four"),
    )
    scenario = scenario_from(source)
    assert scenario is not None
    system = OF_WAR_AND_MEN
    play = Play(system, system.rules.new(scenario), SampledChance(1))
    while battle(play).phase == 0:
        assert play.decision is not None
        play.choose(play.decision.options()[0])
    assert {len(player.hand) for player in battle(play).players} == {7}


@rule("11.3.b")
def test_another_arrives_at_the_end_of_every_round() -> None:
    s = stage(ARRIVE)
    assert s.asked == ("axis", "arrive")
    assert {choice.piece for choice in s.options("arrive")} == {"axis-2", "axis-3"}
    assert s.places("arrive") == {"A1", "B1", "A2", "B2"}, "the start card A1 and what touches it"
    s.do("arrive", "axis-3", "B2")
    assert s.where("axis-3") == "B2" and not s.team("axis-3").waiting
    assert s.b.teams[s.b.track[-1]].id == "axis-3", "at the bottom of the track"
    assert s.team("axis-2").waiting, "one in each Debrief phase"


DEBRIEFED = ARRIVE.replace("axis 1", "level lieutenant\nhand allies evade-red\nwishes allies moments\naxis 1", 1)


@rule("15.5.a", "D.stack", "11.3.b")
def test_after_an_arrival_there_is_a_moment_before_the_fog_of_war() -> None:
    s = stage(DEBRIEFED, 1, goes_on=True)
    assert s.asked == ("axis", "arrive")
    s.do("arrive", "axis-3", "B2")
    assert s.asked == ("allies", "window") and s.b.phase == DEBRIEF and not s.b.fog
    s.do("pass")
    assert len(s.b.fog) == 1 and s.b.round == 2


@rule("15.5.a", "11.3.b")
def test_the_last_moment_of_the_round_comes_before_the_arrival() -> None:
    s = stage(DEBRIEFED.replace("step 1", "step 0"), 1, goes_on=True)
    assert s.asked == ("allies", "window") and s.team("axis-3").waiting
    s.do("pass")
    assert s.asked == ("axis", "arrive")
    s.do("arrive", "axis-3", "B2")
    assert s.asked == ("allies", "window") and s.b.phase == DEBRIEF


FULL = "\n".join(f"allies {i} at {at}\n  M{i} rank=Cpl" for i, at in enumerate(("A1", "B1", "A2", "B2"), start=2))
FULL_TRACK = "axis-1 allies-1 allies-2 allies-3 allies-4 allies-5"


@rule("15.5.a", "D.stack", "D.wishes", "11.3.b")
@pytest.mark.parametrize("why", ["nobody waits", "no room", "another Mission"])
def test_without_an_arrival_nobody_is_asked_twice_in_the_debrief_phase(why: str) -> None:
    text = DEBRIEFED.replace("step 1", "step 0")
    if why == "nobody waits":
        text = text.replace("nowhere waiting\n  Otto", "A1\n  Otto").replace("nowhere waiting\n  Karl", "B1\n  Karl")
        text = text.replace("track axis-1 allies-1", "track axis-1 axis-2 axis-3 allies-1")
    elif why == "no room":
        text = text.replace("track axis-1 allies-1", f"{FULL}\ntrack {FULL_TRACK}")
    else:
        text = text.replace("switch axis in driblets\n", "")
    s = stage(text, 1, goes_on=True)
    assert s.asked == ("allies", "window") and s.b.phase == DEBRIEF
    s.do("pass")
    assert s.b.round == 2 and s.asked == ("allies", "window"), "in the next Assessment phase"
    assert not s.told("moved")


@rule("11.3.b", "5.11")
def test_who_arrives_does_not_come_into_a_lake() -> None:
    s = stage(ARRIVE.replace(". . . .\n. . . .", ". ~ . .\n. . . .", 1))
    assert s.places("arrive") == {"A1", "A2", "B2"}


@rule("11.3.b", "16.3.d")
def test_who_arrives_looks_for_an_entrenchment() -> None:
    s = stage(ARRIVE.replace("phase debrief", "token entrenchment B2 black\nphase debrief"), "G2")
    s.do("arrive", "axis-3", "B2")
    assert s.team("axis-3").dug_in and s.b.pile == [] and len(s.b.discard) == 1, "the cards of the check are put away"


PARTNERS = """
. . . .
. . . .
players 4
switch axis in driblets
value axis_size 3
allies 1 at D2 {allies}
  Joe rank=Cpl
axis 1 at {axis}
  Otto rank=Cpl
axis 2 at {axis}
  Karl rank=Cpl
axis-2 1 at {axis}
  Max rank=Cpl
"""


@rule("11.3.b")
def test_of_two_axis_players_the_first_brings_in_his_fireteams_first() -> None:
    text = PARTNERS.format(allies="", axis="nowhere waiting")
    s = stage(f"{text}track allies-1\nphase debrief\nstep 1")
    assert s.asked == ("axis", "arrive")
    assert {choice.piece for choice in s.options("arrive")} == {"axis-1", "axis-2"}
    text = text.replace("axis 1 at nowhere waiting", "axis 1 at D1")
    text = text.replace("axis 2 at nowhere waiting", "axis 2 at C1")
    s = stage(f"{text}track allies-1 axis-1 axis-2\nphase debrief\nstep 1")
    assert s.asked == ("axis-2", "arrive"), "then his partner"


@rule("11.3.b")
def test_the_first_axis_player_says_which_fireteam_starts() -> None:
    b = scene(PARTNERS.format(allies="", axis="nowhere"))
    question = choose_first(b)
    decision = next(question)
    assert decision.seat == "axis"
    assert decision.options() == [Choice("first", "axis-1"), Choice("first", "axis-2")]
    with pytest.raises(StopIteration):
        question.send(Choice("first", "axis-2"))
    assert {team.id for team in b.teams if team.waiting} == {"axis-1", "axis-2-1"}
    assert b.notes["first"] == 1
    b = scene(PARTNERS.format(allies="", axis="nowhere").replace("axis 2 at nowhere", "axis-2 2 at nowhere"))
    assert list(choose_first(b)) == [], "with a single Fireteam he is not asked"
    assert {team.id for team in b.teams if team.waiting} == {"axis-2-1", "axis-2-2"}


@rule("11.3.b")
def test_if_no_position_is_free_it_waits() -> None:
    s = stage(ARRIVE.replace("track axis-1 allies-1", f"{FULL}\ntrack {FULL_TRACK}"))
    assert s.team("axis-2").waiting and s.team("axis-3").waiting
    assert s.play.decision is None, "nobody is asked"


@rule("11.3.b", "22.1", "22.3")
def test_soldiers_off_the_map_count() -> None:
    text = ARRIVE.replace("step 1", "step 2\nleft 1").replace("Karl rank=Cpl", "Karl rank=Cpl points=50")
    s = stage(text, 1, goes_on=True)
    assert s.b.result is not None and s.b.result.winner == "axis"


@rule("8.13", "3.1", "18.4.d")
def test_bridges_score() -> None:
    more = "switch bridges\nplace bridges A1 C1\nvalue destroyed 5\nvalue standing 20\nvalue held 5\nlevel {}"
    assert score("b . b\n. . .", more.format("lieutenant"), "A2", "C2") == (40, 0)
    assert score("b . ~\n. . .", more.format("lieutenant"), "A2", "C2") == (20, 5)
    assert score("b . b\n. . .", more.format("private"), "A1", "B1") == (5, 0), "at Private level for holding"


# Capture the Flag --------------------------------------------------------------------------------

FLAG = """
. . .
switch flags
place axis_flag A1
place allied_flag C1
value flag 15
round 3
axis 1 at {cell} arrived={arrived}
  Hans rank=Cpl
allies 1 at B1 activated
  Joe rank=Cpl
hand axis entrench
"""


@rule("G.entire_round", "22.2")
def test_a_flag_held_for_an_entire_round_is_captured() -> None:
    s = stage(FLAG.format(cell="C1", arrived=2), goes_on=True)
    assert s.b.result is not None and s.b.result.winner == "axis"
    assert "flag" in s.b.result.reason
    assert stage(FLAG.format(cell="C1", arrived=3), goes_on=True).b.result is None, "not in the round it came"
    assert stage(FLAG.format(cell="A1", arrived=0), goes_on=True).b.result is None, "not its own"
    s = stage(FLAG.format(cell="C1", arrived="2 heading=B1"), goes_on=True)
    assert s.b.result is not None and s.where("axis-1") == "C1", "at once: it moves no more"


@rule("G.entire_round")
def test_the_round_is_counted_from_its_entering() -> None:
    """A Fireteam that has stood elsewhere since round 1 completes its move to the flag in round 3."""
    text = FLAG.replace("allies 1 at B1", "allies 1 at A1").format(cell="B1", arrived="1 heading=C1")
    s = stage(text, goes_on=True)
    assert s.where("axis-1") == "C1" and s.team("axis-1").arrived == 3
    assert s.b.result is None


@rule("8.13")
def test_else_it_scores_at_the_end() -> None:
    more = "switch flags\nplace axis_flag A1\nplace allied_flag C1\nvalue flag 15"
    assert score(". . .", more, axis="C1", allies="B1") == (15, 0)
    assert score(". . .", more, axis="A1", allies="C1") == (0, 0)


# Random Mission Generator ------------------------------------------------------------------------


def generated(*last: int) -> Battle:
    """The generator with these three cards of the deck after the thirteen Terrain cards."""
    system = OF_WAR_AND_MEN
    play = Play(
        system,
        system.rules.new(SHELF.find("of_war_and_men/random-mission-generator-private")),
        ScriptedChance(*[1] * 13, *last),
    )
    return battle(play)


def place_of(number: int) -> int:
    """Which draw brings this card, when the first thirteen Terrain cards are gone."""
    return number - 13


@rule("11.4.c", "10.2")
def test_random_terrain_is_laid_and_the_rest_goes_back() -> None:
    b = generated(place_of(33), place_of(33), place_of(33))
    laid = [cell.number for cell in b.cells if cell.number]
    assert laid == list(range(1, 14))
    assert all(b.mission.map[place] == "T" for place, cell in enumerate(b.cells) if cell.number)
    assert len(b.deck) == 179
    assert lost_cards(b) == []


@rule("11.4.c")
@pytest.mark.parametrize(
    ("card", "decks", "visibility", "sight", "goal"),
    [(33, 1, "sun", 0, 0), (64, 2, "moon", 3, 3), (129, 1, "moon", 2, 0), (128, 2, "snowflake", 2, 3)],
)
def test_three_flips_give_time_light_and_goal(card: int, decks: int, visibility: str, sight: int, goal: int) -> None:
    """Card 33 shows 1, 2, 1; 64 shows 4, 4, 8; 129 shows 1, 5, 1; 128 shows 4, 6, 8."""
    b = generated(*[place_of(card)] * 3)
    assert (b.decks_left, b.mission.decks, b.mission.visibility, b.mission.sight) == (decks, decks, visibility, sight)
    assert b.notes["goal"] == goal
    assert card in b.deck, "the card goes back"


@rule("11.4.c")
def test_the_leader_of_a_side_is_one_of_its_highest_rank() -> None:
    rows = ". . .\naxis 1 at A1\n  Hans rank=Sgt\n  Otto rank=Cpl\n  Karl rank=Sgt\nallies 1 at C1\n  Joe rank=Pvt"
    b = scene(f"{rows}\n  Jim rank=Cpl")
    question = next(name_head(b, 0))
    assert question.seat == "axis" and [choice.piece for choice in question.options()] == ["Hans", "Karl"]
    assert list(name_head(b, 1)) == [], "nobody is asked where there is but one"
    assert b.notes["head 1"] == b.soldier("Jim").index and tale(b.events)[-1] == "11.4.c leader Jim"


@rule("11.4.c", "8.13")
def test_the_goals_of_the_generator() -> None:
    base = "switch random mission\nvalue hold 20\nvalue breakthrough 10\nvalue decapitation 15\nnote goal {}"
    rows = ". . .\n. . ."
    assert score(rows, base.format(0)) == (0, 0)
    assert score(rows, f"{base.format(1)}\nnote place 2") == (0, 20)
    assert score(rows, base.format(2), axis="A2", allies="C1") == (10, 10), "row 1 for Allies, the last row for Axis"
    assert score(rows, base.format(2), axis="A1", allies="C2") == (0, 0)
    b = scene(f"{rows}\n{base.format(3)}\nnote head 0 0\nnote head 1 1\n{TWO.format(axis='A1', allies='C1')}")
    b.soldiers[1].team = NOWHERE
    assert (points(b, 0), points(b, 1)) == (15, 0)
    b.soldiers[0].team, b.soldiers[1].team = NOWHERE, 1
    assert (points(b, 0), points(b, 1)) == (0, 15)
    b.notes["goal"] = 0
    assert (points(b, 0), points(b, 1)) == (0, 0), "his death counts for no other goal"


# Murder at the Moonless Chateau ------------------------------------------------------------------

CHATEAU = """
. . . .
. C . .
. . . .
switch lu
place chateau B2
value lu_vitality 9
{more}
allies 1 at {at} home=D3 {words}
{men}
axis 1 at {foe}
  Hans rank=Cpl weapon=gar discipline=red
hand allies maneuver maneuver attack-red
hand axis maneuver maneuver attack-red
active {active}
"""


def chateau(
    *flips: str,
    at: str = "A1",
    foe: str = "D1",
    men: str = "Joe rank=Cpl",
    words: str = "",
    active: str = "allies-1",
    found: bool = False,
    alone: str = "B2",
) -> OwmStage:
    lines = "\n".join(f"  {man}" for man in men.split(","))
    more = (f"token lu {alone} black\n" if alone else "") + ("note found 1" if found else "")
    text = CHATEAU.format(at=at, foe=foe, men=lines, words=words, more=more, active=active)
    s = stage(text, *flips)
    if alone:
        with_lu(s.b)
    return s


def with_lu(b: Battle) -> None:
    """Lu, not yet with anybody: as the set-up makes her."""
    tokens = b.tokens.copy()
    place_lu(b)
    b.tokens = tokens


LU_LINE = "Joe rank=Cpl,Sam,lu civilian vitality=9 resolve=99"


@rule("11.5.b", "17.17")
def test_no_lucky_shot_finds_lu() -> None:
    s = chateau(alone="", men="Joe rank=Cpl,Sam wounded,lu civilian vitality=9 resolve=99")
    assert [man.id for man in upright(s.b, s.team("allies-1"))] == ["Joe"]


@rule("11.5.b", "G.in_command")
def test_lu_commands_nobody() -> None:
    s = chateau(alone="", men="Joe,Sam,lu civilian vitality=9 resolve=99")
    assert [man.id for man in highest(s.b, s.team("allies-1"))] == ["Joe", "Sam"]


@rule("11.5.b", "9.3", "3.7")
def test_lu_starts_in_the_chateau() -> None:
    b = battle(start("murder-at-the-moonless-chateau-colonel"))
    assert [(token.kind, b.place_name(token.cell)) for token in b.tokens] == [("lu", "C3")]
    assert b.soldiers[-1].card.civilian and b.soldiers[-1].team == NOWHERE


@rule("11.5.b")
def test_an_allied_fireteam_takes_her_along() -> None:
    s = chateau().order("maneuver", "maneuver", "B2").order("maneuver", "maneuver", "B2")
    assert [man.id for man in s.b.men(s.team("allies-1"))] == ["Joe", "lu"]
    assert s.b.tokens == []
    assert s.b.notes["found"] == 1
    told = s.last("rescued")
    assert (told.rule, told.piece, told.target, told.place) == ("11.5.b", "lu", "allies-1", "B2")
    full = ",".join(["Joe rank=Cpl", *[f"M{i}" for i in range(7)]])
    s = chateau(men=full).order("maneuver", "maneuver", "B2").order("maneuver", "maneuver", "B2")
    assert len(s.b.tokens) == 1, "a Fireteam of eight has no place for her"


@rule("11.5.b")
def test_while_she_is_hidden_no_axis_fireteam_enters_the_chateau() -> None:
    s = chateau(active="axis-1", foe="A2")
    assert s.no_order("maneuver", "maneuver", "B2").rule == "11.5.b"
    assert "B2" in chateau(active="axis-1", foe="A2", found=True, alone="C3").places("maneuver")


@rule("11.5.a", "22.2")
def test_the_allies_win_when_she_is_home() -> None:
    s = chateau(at="C3", men=LU_LINE, alone="", found=True)
    s.order("maneuver", "maneuver", "C2").order("maneuver", "maneuver", "C2")
    assert s.where("allies-1") == "C2" and s.b.verdict is None, "not wherever she goes"
    s = chateau(at="C3", men=LU_LINE, alone="", found=True)
    s.order("maneuver", "maneuver", "D3").order("maneuver", "maneuver", "D3")
    assert s.b.result is not None and (s.b.result.winner, s.b.result.rule) == ("allies", "11.5.a")


@rule("11.5.a", "22.2")
def test_she_counts_as_captured_when_time_is_up() -> None:
    text = CHATEAU.format(
        at="A1", foe="D1", men="  Joe rank=Cpl points=90", words="", more="token lu B2 black", active="axis-1"
    )
    s = stage(text.replace("active axis-1", "phase debrief\nstep 2\nleft 1"), 1, goes_on=True)
    assert s.b.result is not None and s.b.result.winner == "axis", "points are not compared"


@rule("11.5.a", "11.5.b", "D.lu")
def test_escorted_she_is_one_more_in_the_line() -> None:
    s = chateau("R1", "R3", "G5", "B7", "R3", at="A1", foe="D1", men=LU_LINE, alone="", found=True, active="axis-1")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.last("shot").target == "lu"
    assert s.b.result is not None and (s.b.result.winner, s.b.result.rule) == ("axis", "11.5.a"), "9 kills her"
    s = chateau("R1", "R3", "G5", "B6", "R3", at="A1", foe="D1", men=LU_LINE, alone="", found=True, active="axis-1")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.man("lu").condition == 0, "less does nothing"


@rule("11.5.b")
def test_an_escort_shot_down_leaves_her_alone() -> None:
    men = "Joe rank=Cpl vitality=1 resolve=1,lu civilian vitality=9 resolve=99"
    more = "allies 2 at D3\n  Tom rank=Cpl"
    text = CHATEAU.format(
        at="A1",
        foe="D1",
        men=f"  {men.replace(',', chr(10) + '  ')}",
        words="",
        more=f"note found 1\n{more}",
        active="axis-1",
    )
    s = stage(text, "R1", "R1", "G5", "B7", "R3").order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.team("allies-1").gone
    assert [(token.kind, s.b.place_name(token.cell)) for token in s.b.tokens] == [("lu", "A1")]
    assert s.b.result is None or s.b.result.rule == ""


@rule("11.5.b", "11.5.a")
def test_alone_she_can_be_attacked_in_her_own_terrain() -> None:
    s = chateau("R1", "R1", "R2", "G5", "B7", "R3", foe="C3", found=True, alone="C3", active="axis-1")
    assert s.places("attack") >= {"lu"}
    s.order("attack", "attack-red", "lu").do("fire", "Hans")
    assert s.b.result is not None and s.b.result.winner == "axis"
    assert [(event.piece, event.rule) for event in s.told("killed")] == [("lu", "11.5.b")]
    assert "lu" not in chateau(foe="D3", found=True, alone="C3", active="axis-1").places("attack"), (
        "not from next to it"
    )
    assert "lu" not in chateau(foe="D1", found=False, active="axis-1").places("attack")


@rule("11.5.a", "11.5.b")
def test_an_escort_that_falls_in_an_assault_loses_her() -> None:
    men = "Joe rank=Cpl discipline=red,lu civilian vitality=9 resolve=99"
    s = chateau("R4", "R1", foe="A2", at="A1", words="moved", men=men, alone="", found=True, active="axis-1")
    s.order("maneuver", "maneuver", "A1").order("maneuver", "maneuver", "A1")
    assert s.told("captured")
    assert s.b.result is not None and s.b.result.winner == "axis"


@rule("11.5.b")
def test_a_retreating_escort_takes_her_along() -> None:
    men = "Joe rank=Cpl discipline=red,lu civilian vitality=9 resolve=99"
    s = chateau("R3", "R3", foe="A2", at="A1", men=men, alone="", found=True, active="axis-1")
    s.order("maneuver", "maneuver", "A1").order("maneuver", "maneuver", "A1")
    s.do("retreat", "allies-1", "B1")
    assert s.man("lu").team == s.team("allies-1").index
    assert (s.man("Joe").condition, s.man("lu").condition) == (SUPPRESSED, 0)


@rule("11.5.a", "20.1.t", "22.2")
def test_an_escort_that_retreats_to_its_home_brings_her_home() -> None:
    men = "Joe rank=Cpl discipline=red,lu civilian vitality=9 resolve=99"
    s = chateau("R3", "R3", foe="C2", at="C3", men=men, alone="", found=True, active="axis-1")
    s.order("maneuver", "maneuver", "C3").order("maneuver", "maneuver", "C3")
    s.do("retreat", "allies-1", "D3")
    assert s.b.result is not None
    assert (s.b.result.winner, s.b.result.rule, s.b.result.reason) == ("allies", "11.5.a", "Lu is home")


@rule("11.5.b", "16.9.a")
def test_she_may_be_handed_over() -> None:
    text = CHATEAU.format(
        at="A1",
        foe="D1",
        men="  Joe rank=Cpl\n  lu civilian vitality=9 resolve=99",
        words="",
        more="note found 1\nallies 2 at A2 home=D2\n  Tom rank=Cpl\n  Max",
        active="allies-1",
    )
    s = stage(text).do("transfer", "", "allies-2").do("send", "lu")
    s.do("discard", s.held("attack-red")).do("done")
    assert [man.id for man in s.b.men(s.team("allies-2"))] == ["Tom", "Max", "lu"]


@rule("11.5.a", "16.9.a", "22.2")
def test_handed_over_to_a_fireteam_at_home_she_is_home() -> None:
    men = "  Joe rank=Cpl\n  Sam\n  lu civilian vitality=9 resolve=99"
    more = "note found 1\nallies 2 at A2 home=A2\n  Tom rank=Cpl"
    s = stage(CHATEAU.format(at="A1", foe="D1", men=men, words="", more=more, active="allies-1"), goes_on=True)
    s.do("transfer", "", "allies-2").do("send", "lu").do("discard", s.held("attack-red"))
    assert s.b.result is not None
    assert (s.b.result.winner, s.b.result.rule, s.b.result.reason) == ("allies", "11.5.a", "Lu is home")


@rule("11.5.b", "16.9.a")
def test_if_all_others_transfer_she_stays_alone() -> None:
    men = "  Joe rank=Cpl\n  lu civilian vitality=9 resolve=99"
    more = "note found 1\nallies 2 at A2\n  Tom rank=Cpl"
    s = stage(CHATEAU.format(at="A1", foe="D1", men=men, words="", more=more, active="allies-1"))
    s.do("transfer", "", "allies-2").do("send", "Joe")
    s.do("discard", s.held("attack-red")).do("done")
    assert s.team("allies-1").gone and s.man("lu").team == NOWHERE
    assert [(token.kind, s.b.place_name(token.cell)) for token in s.b.tokens] == [("lu", "A1")]


# The Road to Ruin --------------------------------------------------------------------------------

ROAD = """
. . . .
. . . .
switch truck
place path {path}
value sound 8
value broken 9
{more}
axis 1 at {axis}
  Hans rank=Cpl discipline=red
  Otto wounded
allies 1 at {allies}
  Joe rank=Cpl weapon=gar discipline=red
  Sam weapon=gar discipline=red
hand axis entrench maneuver
hand allies attack-red attack-green maneuver
{end}
"""


def road(
    *flips: str | int,
    axis: str = "A1",
    allies: str = "C1",
    more: str = "token truck B1 green",
    end: str = "active allies-1",
    path: str = "A1 B1 C1 D1",
    goes_on: bool = False,
) -> OwmStage:
    return stage(ROAD.format(axis=axis, allies=allies, more=more, end=end, path=path), *flips, goes_on=goes_on)


TOP = "phase assessment\nstep 1\nround 2"


@rule("11.6.a", "9.10", "10.4.a")
def test_either_side_runs_the_truck() -> None:
    play = start("the-road-to-ruin-colonel")
    b = battle(play)
    assert [(token.kind, b.place_name(token.cell), token.border) for token in b.tokens] == [("truck", "A2", "green")]
    system = OF_WAR_AND_MEN
    other = Play(system, system.rules.new(SHELF.find("of_war_and_men/the-road-to-ruin-colonel")), SampledChance(1))
    assert other.decision is not None and other.decision.kind == "role"
    other.choose(Choice("role", "allies"))
    assert battle(other).mission.starts == (b.mission.starts[1], b.mission.starts[0])


@rule("11.6.b", "15.3.a", "14.2")
def test_the_truck_moves_in_the_assessment_phase_while_it_is_green() -> None:
    assert road(end=TOP).b.tokens[0].cell == 2
    assert road(end=TOP, more="token truck B1 orange").b.tokens[0].cell == 1


@rule("15.3.a", "11.6.b", "8.2")
def test_first_the_truck_then_the_wind_then_the_points() -> None:
    more = (
        "switch hold each round\nplace objective A1\nvalue each_round 3\ntoken smoke D2 yellow\ntoken truck B1 green"
    )
    s = road("G1", end=TOP, more=more)
    kinds = [event.kind for event in s.play.log if event.kind in ("truck moves", "smoke drifts", "points")]
    assert kinds == ["truck moves", "smoke drifts", "points"]


@rule("11.6.g", "22.2")
def test_its_squad_wins_when_it_arrives() -> None:
    s = road(end=TOP, more="token truck C1 green", goes_on=True)
    assert s.b.result is not None and (s.b.result.winner, s.b.result.rule) == ("axis", "11.6.g")
    assert [s.b.place_name(token.cell) for token in s.b.tokens] == ["D1"] == [s.last("truck moves").place]
    s = road(end=TOP, more="token truck C1 green\nnote role 1", goes_on=True)
    assert s.b.result is not None and s.b.result.winner == "allies"


@rule("11.6.c", "11.6.d", "9.10", "16.2.h")
def test_raiders_break_it_and_then_destroy_it() -> None:
    s = road("R2", "R1", "R2", "G4", "B6", "R4", "R1", "R2", "G5", "B6", "R4")
    s.order("attack", "attack-red", "truck").do("fire", "Joe")
    assert s.b.tokens[0].border == "orange", "8 is enough"
    assert [(event.rule, event.place, event.text) for event in s.told("truck")] == [("11.6.c", "B1", "orange")]
    s.do("fire", "Sam")
    assert [(event.rule, event.piece, event.place) for event in s.told("truck destroyed")] == [
        ("11.6.c", "allies-1", "B1")
    ]
    assert s.b.result is not None and (s.b.result.winner, s.b.result.rule) == ("allies", "11.6.c"), "then 9"


@rule("11.6.c")
def test_seven_does_nothing_and_eight_does_not_destroy() -> None:
    s = road("R1", "R1", "R1", "G4", "B6", "R4").order("attack", "attack-red", "truck").do("fire", "Joe")
    assert s.b.tokens[0].border == "green"
    more = "token truck B1 orange\nnote broken by 1\nnote broken in 1"
    s = road("R1", "R1", "R2", "G4", "B6", "R4", more=more).order("attack", "attack-red", "truck").do("fire", "Joe")
    assert s.b.result is None or s.b.result.rule == ""


@rule("11.6.c", "16.2.o", "D.wishes")
@pytest.mark.parametrize(("die", "asked"), [("R2", ("axis", "window")), ("R1", ("allies", "action"))])
def test_the_squad_of_the_truck_is_asked_about_a_total_that_breaks_it(die: str, asked: tuple[str, str]) -> None:
    """8 breaks it, 7 does not: then nobody is asked whether he evades."""
    hand = "level lieutenant\nwishes axis totals=decisive\nhand axis evade-red"
    text = ROAD.replace("hand axis entrench", hand).format(
        axis="A1", allies="C1", more="token truck B1 green", end="active allies-1", path="A1 B1 C1 D1"
    )
    s = stage(text, "R1", "R1", die, "G4", "B6", "R4").order("attack", "attack-red", "truck").do("fire", "Joe")
    assert s.asked == asked


@rule("11.6.c", "16.2.b")
def test_it_counts_for_the_once_per_turn_limit() -> None:
    s = road("R1", "R1", "R1", "G1", "B1", "R4").order("attack", "attack-red", "truck").do("fire", "Joe")
    assert "truck" not in s.places("attack")


@rule("11.6.d")
def test_only_from_its_own_or_an_adjacent_terrain() -> None:
    assert "truck" in road().places("attack")
    assert "truck" not in road(allies="D1").places("attack")
    s = road("R1", "R1", "R1", "G4", "B6", "R4", allies="B1").order("attack", "attack-red", "truck").do("fire", "Joe")
    assert len(s.last("shot").dice) == 4, "the row of range 1"
    own = ROAD.replace("hand axis entrench", "hand axis attack-blue")
    text = own.format(axis="A1", allies="C1", more="token truck B1 green", end="active axis-1", path="A1 B1 C1 D1")
    assert stage(text).places("attack") == {"allies-1"}, "not by its own squad"


@rule("11.6.d", "21.3.a")
@pytest.mark.parametrize(("ground", "seen"), [("R", True), ("H", False)])
def test_the_truck_must_be_seen(ground: str, seen: bool) -> None:
    """From next to it the line may still run over a corner of another card."""
    text = f"""
    R {ground}
    R R
    switch truck
    place path A1 B2
    value sound 8
    cross A1 E
    cross B2 N
    token truck B2 green
    axis 1 at A2
      Hans rank=Cpl
    allies 1 at A1
      Joe rank=Cpl
    hand allies attack-red
    active allies-1
    """
    assert ("truck" in stage(text).places("attack")) == seen


@rule("11.6.e", "4.12")
def test_repair_costs_a_standard_action() -> None:
    more = "token truck A1 orange\nnote broken by 1\nnote broken in 1"
    s = road("R3", "R2", more=more, end="active axis-1")
    assert {choice.piece for choice in s.options("repair")} == {"Hans"}, "not the wounded"
    s.do("repair", "Hans")
    assert s.b.tokens[0].border == "orange" and s.b.actions == 1
    s.do("repair", "Hans")
    assert s.b.tokens[0].border == "green" and "broken by" not in s.b.notes
    assert road(more="token truck B1 orange", end="active axis-1").options("repair") == [], "not from next to it"
    assert road(more="token truck C1 orange").options("repair") == [], "not by the raiders"


@rule("11.6.f", "G.entire_round", "22.2")
def test_raiders_capture_it_after_an_entire_round() -> None:
    more = "token truck C1 {}\nnote broken by 1\nnote broken in {}\nround 2\ntrack allies-1 axis-1"
    s = road(more=more.format("orange", 1), end="", goes_on=True)
    assert s.b.result is not None and (s.b.result.winner, s.b.result.rule) == ("allies", "11.6.f")
    assert road(more=more.format("orange", 2), end="", goes_on=True).b.result is None, "not in the same round"
    assert road(more=more.format("green", 1), end="", goes_on=True).b.result is None, "it was repaired"
    assert road(more=more.format("orange", 1).replace("C1", "B1"), end="", goes_on=True).b.result is None, "not there"


@rule("11.6.f", "15.5")
@pytest.mark.parametrize(
    ("gone", "there", "broken", "captured"),
    [(True, "C1", 1, True), (False, "C1", 1, False), (True, "C2", 1, False), (True, "C1", 2, False)],
)
def test_when_those_who_broke_it_are_gone_the_others_capture_it_as_the_round_ends(
    gone: bool, there: str, broken: int, captured: bool
) -> None:
    more = f"token truck C1 orange\nnote broken by 1\nnote broken in {broken}\nround 2"
    more += f"\nallies 2 at {there}\n  Tom rank=Cpl"
    b = scene(ROAD.format(axis="A1", allies="D1", more=more, end="", path="A1 B1 C1 D1"))
    breakers = b.teams[1]
    if gone:
        breakers.gone, breakers.cell = True, NOWHERE
    list(end_of_round(b))
    won = b.verdict and (b.verdict.winner, b.verdict.rule)
    assert won == (("allies", "11.6.f") if captured else None)


@rule("11.6.f")
@pytest.mark.parametrize(
    ("runner", "there", "winner"), [(0, "C1 D1", "allies"), (1, "D1 C1", "axis"), (1, "C1 D1", "")]
)
def test_only_raiders_capture_it_whichever_side_they_are(runner: int, there: str, winner: str) -> None:
    allies, axis = there.split()
    more = f"token truck C1 orange\nnote broken by 0\nnote broken in 1\nnote role {runner}\nround 2"
    b = scene(ROAD.format(axis=axis, allies=allies, more=more, end="", path="A1 B1 C1 D1"))
    capture(b)
    assert (b.verdict.winner if b.verdict else "") == winner


@rule("11.6.f", "15.5")
def test_nothing_is_captured_while_the_truck_runs_or_where_there_is_none() -> None:
    for more in ("token truck C1 green\nround 2", "token truck C1 orange\nround 2"):
        b = scene(ROAD.format(axis="A1", allies="C1", more=more, end="", path="A1 B1 C1 D1"))
        list(end_of_round(b))
        assert b.verdict is None and b.events == []


@rule("11.6.h")
def test_no_assault_at_the_truck() -> None:
    s = road(axis="B1", allies="A1 heading=B1", more="token truck B1 green").order("maneuver", "maneuver", "B1")
    assert s.where("allies-1") == s.where("axis-1") == "B1"
    assert not s.told("assault")
    assert "axis-1" in s.places("attack"), "they may shoot at each other there"


@rule("11.6.d", "11.6.c", "16.2.b", "16.2.a", "21.3.a")
def test_why_the_truck_may_not_be_attacked() -> None:
    assert road(allies="D1").no_order("attack", "attack-red", "truck").rule == "11.6.d"
    own = road(more="token truck B1 green\nnote role 1")
    assert own.no_order("attack", "attack-red", "truck").rule == "11.6.c"
    s = road("R1", "R1", "R1", "G1", "B1", "R4").order("attack", "attack-red", "truck").do("fire", "Joe")
    assert s.no_order("attack", "attack-green", "truck").rule == "16.2.b"
    s = road()
    for man in s.b.men(s.team("allies-1")):
        man.jammed = True
    assert s.no_order("attack", "attack-red", "truck").rule == "16.2.a"
    assert s.no_order("attack", "attack-red", "lu").rule == "16.2.a", "there is no Lu in this Mission"
    lu = chateau(foe="D3", found=True, alone="C3", active="axis-1")
    assert lu.no_order("attack", "attack-red", "lu").rule == "11.5.b"


@rule("21.2", "11.6.c")
def test_no_shot_at_the_truck_with_a_friend_behind_it() -> None:
    friend = "token truck B1 green\nallies 2 at {}\n  Tom rank=Cpl"
    s = road(axis="D2", more=friend.format("A1"))
    assert "truck" not in s.places("attack")
    assert s.no_order("attack", "attack-red", "truck").rule == "21.2"
    assert "truck" in road(axis="D2", more=friend.format("A2")).places("attack")


@rule("11.6.h", "20.1.v", "D.truck")
def test_when_it_drives_away_the_assault_begins() -> None:
    s = road("R3", "R3", axis="B1 arrived=1", allies="B1 arrived=2", end=f"{TOP}\ntrack axis-1 allies-1")
    assert s.last("assault").piece == "allies-1", "the one that came last"
    s = road("R3", "R3", axis="B1 arrived=2", allies="B1 arrived=1", end=f"{TOP}\ntrack axis-1 allies-1")
    assert s.last("assault").piece == "axis-1", "whatever the track says"
    assert s.b.assault is not None and s.b.assault.free, "nobody's turn is used up"


@rule("11.6.h", "11.6.b", "20.1.t")
def test_out_of_that_assault_either_side_goes_where_it_is_empty() -> None:
    flips = ("R3", "R3", "R3")
    s = road(*flips, axis="B1 arrived=1", allies="B1 arrived=2", end=f"{TOP}\ntrack axis-1 allies-1")
    s.play.choose(Choice("as they stand"), "axis")
    s.play.choose(Choice("as they stand"), "allies")
    everywhere = {"A1", "A2", "B2", "C1", "C2"}
    assert s.asked == ("axis", "assault") and s.places("retreat") == everywhere
    s.do("stay")
    assert s.asked == ("allies", "assault") and s.places("retreat") == everywhere, "the one that came last too"
    s.do("retreat", "allies-1", "C2")
    assert s.where("allies-1") == "C2" and not s.team("allies-1").activated


TRENCH = "token truck B1 green\ntoken entrenchment B1 black"
LEFT_TOGETHER = f"{TOP}\ntrack axis-1 allies-1"


@rule("16.3.d", "11.6.h")
def test_who_has_looked_for_the_entrenchment_at_the_truck_does_not_look_again_when_it_drives_away() -> None:
    s = road("R3", "R3", "R3", axis="B1 arrived=1", allies="B1 arrived=2", more=TRENCH, end=LEFT_TOGETHER)
    s.play.choose(Choice("as they stand"), "axis")
    s.play.choose(Choice("as they stand"), "allies")
    s.do("retreat", "axis-1", "A1")
    assert s.told("assault over") and s.where("allies-1") == "B1"
    assert not s.told("check") and not s.team("allies-1").dug_in
    s = road(axis="B1 arrived=1 stealth", allies="B1 arrived=2", more=TRENCH, end=LEFT_TOGETHER)
    s.do("retreat", "axis-1", "A1")
    assert s.b.assault is None and not s.told("check"), "nor when the enemy slips away"


@rule("11.6.h", "20.1.l", "20.1.j")
def test_after_the_truck_stealth_is_an_advantage_like_any_other() -> None:
    """Nobody has chosen to trigger this assault: a man in stealth against one established with a submachine gun."""
    text = ROAD.replace("Hans rank=Cpl", "Hans rank=Cpl weapon=mp4")
    words = {"axis": "B1 arrived=1", "allies": "B1 arrived=2 moved stealth", "path": "A1 B1 C1 D1"}
    s = stage(text.format(more="token truck B1 green", end=LEFT_TOGETHER, **words), "R1", "R3", "R3")
    s.play.choose(Choice("as they stand"), "axis")
    s.play.choose(Choice("as they stand"), "allies")
    assert s.told("duel")[0].text == "Hans", "2 advantages against 1, and stealth does not beat them"


# The Sky is Falling ------------------------------------------------------------------------------

SKY = """
. . . .
. . . .
. . . .
switch drop
place objective B1
place drop_zones B2 C3
value hold 15
wind blue
round {round}
axis 1 at {axis}
  Hans rank=Cpl discipline=red
allies 1 at {allies}
  Joe rank=Cpl discipline=red
{more}
hand allies entrench
track allies-1 axis-1 {track}
"""


def sky(
    *flips: str,
    axis: str = "D3 activated",
    allies: str = "nowhere waiting",
    more: str = "",
    track: str = "",
    round: int = 1,
    rows: str = "",
) -> OwmStage:
    text = SKY.format(axis=axis, allies=allies, more=more, track=track, round=round)
    return stage(
        text if not rows else text.replace("\n. . . .\n. . . .\n. . . .\n", f"\n{rows}\n"), *flips, goes_on=True
    )


@rule("11.7.b")
def test_nobody_lands_in_a_lake() -> None:
    rows = ". . . .\n. . ~ .\n. . . ."
    assert sky("B2", rows=rows).where("allies-1") == "B2", "the drop zone instead"
    s = sky("B2", "R3", "R3", rows=rows, axis="B2 activated moved")
    assert s.last("assault").place == "B2", "even if the enemy holds it"


@rule("8.13", "11.6.h")
def test_a_position_that_both_are_in_is_held_by_nobody() -> None:
    b = scene(". .\naxis 1 at A1\n  Hans\nallies 1 at A1\n  Joe\nallies 2 at B1\n  Sam")
    assert (holder(b, 0), holder(b, 1)) == (-1, 1)


@rule("11.7.a", "10.8")
def test_paratroopers_wait_in_the_air() -> None:
    b = battle(start("the-sky-is-falling-colonel"))
    ground = b.notes["role"]
    for team in b.teams:
        assert team.waiting is (team.side != ground)
        assert team.index in b.track, "their tokens lie on the track"
    problems = Problems("test")
    table = {"name": "Four", "mission": "the-sky-is-falling", "level": "colonel", "players": 4}
    assert scenario_from(Source(table, b"", "of_war_and_men/four", None, problems)) is None
    with pytest.raises(ContentError, match="two players only"):
        problems.check()


@rule("11.7.b", "G.drop", "13.1")
@pytest.mark.parametrize(
    ("flip", "cell"), [("B1", "B1"), ("B2", "C2"), ("B3", "B3"), ("B4", "A2"), ("B5", "B2"), ("B8", "B2")]
)
def test_the_wind_decides_where_they_land(flip: str, cell: str) -> None:
    s = sky(flip)
    assert s.where("allies-1") == cell
    assert not s.team("allies-1").waiting
    assert (s.asked, s.b.actions) == (("allies", "action"), 0), "landing costs nothing, and they may act"
    assert s.team("allies-1").moved, "not established"


@rule("11.7.b", "G.drop")
def test_off_the_map_or_in_a_lake_they_land_on_the_drop_zone() -> None:
    assert sky("B1", rows=". ~ . .\n. . . .\n. . . .").where("allies-1") == "B2"
    s = sky("B3", more="allies 2 at nowhere waiting\n  Sam rank=Cpl", track="allies-2")
    assert s.where("allies-1") == "B3"


@rule("11.7.b", "G.drop")
@pytest.mark.parametrize(("zone", "where"), [("A2", "A1"), ("A1", "A1"), ("B1", "B1")])
def test_they_may_land_on_the_first_position_of_all(zone: str, where: str) -> None:
    """The wind blows north: from A2 to A1; from the first row off the map, and so onto the drop zone."""
    text = SKY.format(axis="D3 activated", allies="nowhere waiting", more="", track="", round=1)
    s = stage(text.replace("drop_zones B2", f"drop_zones {zone}"), "B1", goes_on=True)
    assert s.where("allies-1") == where


@rule("11.7.b", "20.1.t")
def test_landing_on_an_enemy_is_an_assault() -> None:
    s = sky("B5", "R3", "R3", axis="B2 activated")
    assert s.told("assault")
    assert s.last("duel").text == "Hans", "paratroopers are not established"


@rule("11.7.b", "G.merging")
def test_landing_on_friends_merges() -> None:
    s = sky("B5", more="allies 2 at B2\n  Sam rank=Cpl", track="allies-2")
    assert s.team("allies-1").gone
    assert [man.id for man in s.b.men(s.team("allies-2"))] == ["Sam", "Joe"]


@rule("11.7.b")
def test_where_it_is_closed_the_owner_picks_the_nearest() -> None:
    many = "\n".join(f"  M{i} rank=Cpl" for i in range(8))
    s = sky("B5", more=f"allies 2 at B2 activated\n{many}", track="allies-2")
    assert s.asked == ("allies", "land")
    assert s.places("land") == {"A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"}
    assert s.do("land", "allies-1", "C1").where("allies-1") == "C1"


@rule("F.1", "G.entire_round", "22.2")
def test_paratroopers_win_by_holding_the_bridge_for_an_entire_round() -> None:
    s = sky(allies="B1 arrived=1", round=2)
    assert s.b.result is not None and (s.b.result.winner, s.b.result.rule) == ("allies", "F.1")
    assert sky(allies="B1 arrived=2", round=2).b.result is None


@rule("8.13")
def test_the_squad_on_the_ground_scores_for_the_bridge() -> None:
    more = "switch drop\nplace objective B1\nvalue hold 15"
    assert score(". . .", more, axis="B1") == (15, 0)
    assert score(". . .", more) == (0, 0)
    assert score(". . .", more, allies="B1") == (0, 0)


# All of them -------------------------------------------------------------------------------------


@rule("11.0", "8.10", "8.14", "8.11", "8.12", "1.1")
def test_eight_missions_at_three_levels() -> None:
    infos = SHELF.infos()
    loaded = [scenario for scenario in map(SHELF.find, [info.id for info in infos]) if scenario.mission.number <= 8]
    pairs = {(each.mission.key, each.level) for each in loaded if len(each.sides) == 2}
    assert len(pairs) == 24
    assert len({each.mission.key for each in loaded}) == 8
    assert {each.mission.number for each in loaded} == set(range(1, 9))


@rule("G.entire_round", "G.merging")
def test_a_flag_is_held_for_an_entire_round_by_those_whom_others_join() -> None:
    text = """
    . = . .
    . . . .
    switch flags
    place axis_flag D2
    place allied_flag B1
    value flag 5
    round 2
    axis 1 at A1
      Hans rank=Cpl
    axis 2 at B1 arrived={arrived}
      Max rank=Cpl
    allies 1 at D1
      Joe rank=Cpl
    hand axis maneuver
    active axis-1
    """
    s = stage(text.format(arrived=1)).order("maneuver", "maneuver", "B1")
    assert s.b.result is not None and (s.b.result.winner, s.b.result.rule) == ("axis", "G.entire_round")
    s = stage(text.format(arrived=2)).order("maneuver", "maneuver", "B1")
    assert s.b.verdict is None
