"""Chapter 10: deployment, first markers, random officers, entering, leaving, control and victory."""

from pathlib import Path

import pytest
from ws_fight import Drill
from ws_turns import ROW, Turns, costs, left

from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.reading.book import DATA
from sandtable.systems.war_storm.reading.shelf import load_scenario
from sandtable.systems.war_storm.rules.setup import new_battle, places
from sandtable.systems.war_storm.rules.victory import judge, score
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import EXITED, NEVER, OFF_MAP, Battle
from sandtable.systems.war_storm.state.scenario import Grade
from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.play import AnyPlay, Play
from sandtable.testing import rule
from sandtable.testing.scene import tale

SYSTEM = WAR_STORM


def begin(key: str, *dice: int) -> AnyPlay:
    return Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(f"war_storm/{key}")), ScriptedChance(*dice))


def options(play: AnyPlay) -> list[Choice]:
    assert play.decision is not None
    return play.decision.options()


# Before the battle -------------------------------------------------------------------------------


@rule("10.1.c", "S1", "10.1.f")
def test_the_germans_deploy_first_in_their_area_and_within_stacking() -> None:
    """The Mill Bridge: the north-east bank without the river, or A707."""
    play = begin("the-mill-bridge")
    assert play.asked() == ["german"]
    names = {choice.to for choice in options(play)}
    assert {"A707", "A1005", "A1006"} <= names
    assert not {"A807", "A706", "A606", "A005"} & names
    first = options(play)[0].piece
    play.choose(Choice("place", first, "A1005"))
    for place in ("A1005", "A1005", "A1005"):
        piece = options(play)[0].piece
        play.choose(Choice("place", piece, place))
    assert "A1005" not in {choice.to for choice in options(play)}  # nine steps; the officer does not count


@rule("10.1.c")
def test_why_a_unit_may_not_be_placed_there() -> None:
    play = begin("rearguard-on-the-ridge")
    piece = options(play)[0].piece
    with pytest.raises(IllegalChoice, match="not in the area") as refusal:
        play.choose(Choice("place", piece, "C900"))
    assert refusal.value.rule == "10.1.c"
    with pytest.raises(IllegalChoice, match=r"Place .* now"):
        play.choose(Choice("place", "american-a-1", "C505"))


@rule("10.1.c", "S2")
def test_the_americans_keep_away_from_the_ridge_when_they_deploy() -> None:
    """At least two hexes from every German platoon: next to one in C402 nobody deploys."""
    b = new_battle(SYSTEM.shelf.find("war_storm/rearguard-on-the-ridge"))
    officer = next(each for each in b.officers if each.id == "american-a-officer")
    free = {b.ground.names[h] for h in places(b, officer)}
    b.put(b.platoons[0], b.ground.index["C402"])
    near = {b.ground.names[h] for h in places(b, officer)}
    assert free - near == {"C301", "C401", "C501"}


@rule("8.l", "S1", "S2", "10.1.c", "3.e")
def test_some_platoons_start_in_reaction() -> None:
    """The Mill Bridge: up to two; the markers are old ones, so that these may be activated in turn 1."""
    play = begin("the-mill-bridge", 1, 6)
    while options(play)[0].do == "place":
        play.choose(options(play)[-1] if play.asked() == ["german"] else options(play)[0])
        if play.decision is not None and play.decision.kind == "first markers":
            break
    chosen = []
    for _ in range(2):
        assert play.decision is not None and play.decision.kind == "first markers"
        assert {choice.piece[:6] for choice in options(play) if choice.piece} == {"german"}, "the other side has none"
        chosen.append(options(play)[1].piece)
        play.choose(options(play)[1])
    battle = play.battle
    assert isinstance(battle, Battle)
    assert sorted(each.reaction for each in battle.platoons if each.side == 1) == [-1, -1, -1, -1, 0, 0]
    assert sorted(each.id for each in battle.platoons if each.reaction == 0) == sorted(chosen)
    assert play.decision is not None and play.decision.kind == "deploy"
    assert play.asked() == ["american"]
    placed = [event for event in play.log if event.kind == "deployed"]
    assert {event.rule for event in placed} == {"10.1.c"} and len(placed) == 8, "six platoons and two officers"


@rule("10.1.b")
def test_officers_without_a_letter_are_drawn(tmp_path: Path) -> None:
    """The third of the German infantry officers; the company takes his letter and morale."""
    source = (DATA / "scenarios" / "hedgerow-lane.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(source.replace("3 x German grenadier (D)", "3 x German grenadier"), encoding="utf-8")
    scenario = load_scenario(path)
    battle = new_battle(scenario)
    play = Play(SYSTEM, battle, ScriptedChance(3, 4, 1))
    company = battle.companies[0]
    officer = battle.officer_of(company)
    assert officer is not None
    assert officer.type.key == "gielnik"  # Kessler, Voss, Gielnik are free: Brandt leads the other company
    assert (company.letter, company.morale) == ("D", 7)
    assert play.log[0].kind == "officer drawn" and play.log[0].piece == officer.id == company.spec.officer_id
    others = [battle.officer_of(each) for each in battle.companies[1:]]
    assert [each.type for each in others if each is not None] == [each.spec.officer for each in battle.companies[1:]]


# Entering ----------------------------------------------------------------------------------------

COMING = f"""{ROW}
blue officer O at off range=9 of=C
blue us-infantry P at off of=C
blue us-infantry Q at off of=C
blue us-infantry R at A009 of=D
red grenadier G at A009 of=X
"""


@rule("SCN.2", "10.b", "4.1.d")
def test_reinforcements_come_from_their_turn_on() -> None:
    text = COMING.replace("G at A009", "G at dead").replace("R at A009", "R at dead") + "entry C 3 A000\n"
    early = Turns(text + "turn 1\nblue us-infantry S at A005 of=E ooc")
    assert {choice.piece for choice in early.options("activate")} == {"S"}
    assert {choice.piece for choice in Turns(text + "turn 3").options("activate")} == {"O"}
    stage = Turns(text + "turn 4").do("activate", "O")  # later is as good
    assert {unit.id for unit in stage.b.units if unit.active} == {"O", "P", "Q"}
    assert stage.refused("prepare", "P").rule == "10.1.d"
    stage.do("move", "P").do("to", "P", "A003").do("halt").do("done")
    assert stage.at("P") == "A003"
    assert stage.unit("Q").hex == OFF_MAP


@rule("10.1.d", "8.d")
def test_the_first_hex_is_paid_for_and_may_draw_fire() -> None:
    text = """w0\n.0\n.0\n.0\n.0
    blue officer O at off of=C
    blue us-infantry P at off of=C
    red officer X at A004 type=voss
    red grenadier G at A003 reaction=0
    entry C 1 A000
    actor O"""
    assert costs(text, "P")["A000"] == 3
    stage = Drill(text.replace("w0", ".0", 1), 6, 6).do("move", "P").do("to", "P", "A000")
    assert tale(stage.told("moved")) == ["10.1.d moved P @A000 =1 A000"]
    both = Drill(text.replace("w0", ".0", 1), 6, 6).do("move", "O").do("along", "P").do("to", "O", "A000")
    assert tale(both.told("moved")) == ["10.1.d moved O @A000 =1 [P] A000"]
    refusal = Drill(text).refused("fire", "P", "A003")
    assert (refusal.rule, refusal.reason) == ("10.1.d", "P is not on the board yet.")


@rule("8.d")
def test_fire_at_who_enters_next_to_a_marker() -> None:
    text = f"""{ROW}
    blue officer O at off of=C
    blue us-infantry P at off of=C
    red officer X at A009 type=voss
    red grenadier G at A002 reaction=0
    entry C 1 A000
    actor O"""
    stage = Drill(text, 6, 6).do("move", "P").do("to", "P", "A000")
    assert stage.asked == ("red", "reaction")


@rule("10.1.e", "6.4.c")
def test_by_road_they_come_in_a_column() -> None:
    """The first stack pays 1 for A000, the second 2, the third 3; the road bonus counts."""
    names = " ".join(f"A00{n}" for n in range(10))
    text = COMING.replace("R at A009", "R at dead").replace("G at A009", "G at dead")
    text = f"{text}road N {names}\nentry C 1 A000 road\nactor O\n"
    stage = Drill(text).do("move", "P")
    assert left(stage)["A000"] == 1
    assert left(stage)["A005"] == 5  # five MP and one hex more
    stage.do("to", "P", "A003").do("halt").do("move", "Q")
    assert left(stage)["A000"] == 2
    stage.do("along", "O")
    assert left(stage)["A000"] == 2
    stage.do("to", "Q", "A001").do("halt")
    assert stage.asked == ("", "")


@rule("10.1.e", "S2")
def test_company_c_comes_down_the_road_on_the_ridge() -> None:
    scenario = SYSTEM.shelf.find("war_storm/rearguard-on-the-ridge")
    spec = next(each for each in scenario.companies if each.entry is not None)
    assert spec.entry is not None
    road = 1 << scenario.board.index["C801"]
    assert (spec.entry.turn, spec.entry.hexes, spec.entry.road) == (3, road, road)


# Leaving -----------------------------------------------------------------------------------------


@rule("SCN.3", "7.4.5.a")
def test_a_unit_leaves_by_an_exit_for_a_point_and_does_not_come_back() -> None:
    text = f"""{ROW}
    blue officer O at A005 range=9
    blue us-infantry P at A005
    blue us-infantry Q at A004
    red grenadier G at dead
    exits blue A009
    award exited blue 1
    actor O"""
    stage = Drill(text).do("move", "O").do("along", "P").do("to", "O", "A009").do("exit", "O")
    assert (stage.unit("O").hex, stage.unit("P").hex) == (EXITED, EXITED)
    assert [(event.rule, event.piece, event.place) for event in stage.told("exited")] == [
        ("SCN.3", "O", "A009"),
        ("SCN.3", "P", "A009"),
    ]
    assert score(stage.b, 0) == 1
    assert stage.company("Q").officer == NEVER and not stage.company("Q").replace
    late = Drill(text).do("move", "Q").do("to", "Q", "A008")
    assert late.refused("exit", "Q").rule == "SCN.3"
    first = Drill(text.replace("exits blue A009", "exits blue A000")).do("move", "Q").do("to", "Q", "A000")
    assert first.do("exit", "Q").unit("Q").hex == EXITED, "four MP to the first hex, and one to leave"
    far = Drill(text.replace("exits blue A009", "exits blue A000")).do("move", "P").do("to", "P", "A000")
    assert not far.options("exit"), "five MP to the first hex, and none to leave"


# Control and victory -----------------------------------------------------------------------------


@rule("SCN.1")
def test_the_last_unrouted_platoon_in_a_hex_controls_it() -> None:
    text = f"""{ROW}
    blue officer O at A000 range=9
    blue us-infantry P at A000
    red grenadier G at dead
    objective Mill A002 red
    award control blue 2 A002
    award control red 2 A002
    actor O"""
    stage = Drill(text).do("move", "O").do("to", "O", "A002").do("halt")
    assert stage.b.holders == [1]  # an officer is no platoon
    stage.do("move", "P").do("to", "P", "A003")  # passing through is enough
    assert stage.b.holders == [0]
    assert (score(stage.b, 0), score(stage.b, 1)) == (2, 0)


@rule("10.c", "S3")
def test_points_for_steps_eliminations_presence_and_delay() -> None:
    text = f"""{ROW}
    blue us-infantry P at A000 lost=1
    blue us-infantry Q at dead
    red grenadier G at A005
    red grenadier H at A006 routed
    award steps red 1
    award eliminated red 3
    award presence red 5 A005 A006
    award presence blue 7 A009
    award control blue 1 A009"""
    b = scene(text)
    assert score(b, 1) == 1 * (3 - 0) + 3 + 5  # the step P lost before the start does not count
    assert score(b, 0) == 0
    b.platoons[2].routed = True
    assert score(b, 1) == 6
    b.lose_steps(b.platoons[0], 1)
    assert score(b, 1) == 7


@rule("10.c", "S2", "10.d")
def test_delay_is_counted_at_the_end_of_each_turn_from_its_turn_on() -> None:
    text = f"""{ROW}
    blue us-infantry P at A00{{row}}
    red grenadier G at A009
    award delay red 2 A004 A005 turn=2
    turn {{turn}}
    turns 5"""
    for row, turn, points in ((0, 1, 0), (0, 2, 2), (4, 2, 0), (4, 3, 0), (6, 3, 2)):
        stage = Turns(text.format(row=row, turn=turn), 5, 1)
        while stage.b.turn == turn:
            stage.do("pass")
        assert stage.b.points[1] == points, (row, turn)
    gone = Turns(text.format(row=0, turn=2).replace("P at A000", "P at exited"), 5, 1).passes()
    assert gone.b.points[1] == 0


@rule("10.c", "S1")
def test_grades_by_the_net_result() -> None:
    """The Mill Bridge: 6 decisive, 3 tactical, 1 draw, -2 German tactical, below German decisive."""
    grades = SYSTEM.shelf.find("war_storm/the-mill-bridge").grades
    assert [(grade.least, grade.winner) for grade in grades[:4]] == [(6, 0), (3, 0), (1, -1), (-2, 1)]
    for points, winner in ((6, "blue"), (5, "blue"), (3, "blue"), (2, None), (1, None), (0, "red"), (-2, "red")):
        b = scene(f"{ROW}\nblue us-infantry P at A000\nred grenadier G at A009")
        b.scenario.grades = [Grade(grade.least, grade.winner, grade.name) for grade in grades]
        b.points[0] = points
        judge(b)
        assert b.result is not None
        assert b.result.winner == winner, points
    b = scene(f"{ROW}\nblue us-infantry P at A000\nred grenadier G at A009")
    b.scenario.grades = list(grades)
    b.points = [0, 3]
    judge(b)
    assert b.result is not None and b.result.reason.startswith("German decisive")


@rule("10.c")
def test_without_grades_more_points_win() -> None:
    for points, winner, margin in (([3, 1], "blue", 2), ([1, 3], "red", 2), ([2, 2], None, 0)):
        b = scene(f"{ROW}\nblue us-infantry P at A000\nred grenadier G at A009")
        b.points = points
        judge(b)
        assert b.result is not None and (b.result.winner, b.result.margin) == (winner, margin)
        text = f"{b.scenario.sides[points[1] > points[0]].name} victory" if winner else "Draw"
        assert b.result.reason.startswith(f"{text}: ")


@rule("SCN.4")
def test_a_side_without_a_platoon_has_lost_at_once() -> None:
    text = f"{ROW}\nblue us-infantry P at A000 ooc\nred grenadier G at dead\nred officer X at A009\n"
    stage = Turns(text).passes(2)
    assert stage.play.result is not None and stage.play.result.winner == "blue"
    assert stage.play.result.rule == "SCN.4"
    routed = Turns(text.replace("G at dead", "G at A009 routed"), 5, 1).passes(2)
    assert routed.play.result is None
    waits = Turns(text.replace("G at dead", "G at off"), 5, 1).passes(2)
    assert waits.play.result is None
    gone = Turns(text.replace("G at dead", "G at exited"), 5, 1).passes(2)
    assert gone.play.result is None
    both = Turns(text.replace("P at A000 ooc", "P at dead") + "blue officer O at A000\n").passes(2)
    assert both.play.result is not None and both.play.result.winner is None


# What is and what is not played ------------------------------------------------------------------


@rule("1.i", "3.c", "11-13", "16-20", "22-24", "16-20.found", "24.found", "14.found", "6.1.a")
def test_the_scenarios_need_nothing_of_later_sections() -> None:
    """Infantry and machine guns on foot with anti-personnel fire; what is left out is in the list of rules."""
    for info in SYSTEM.shelf.infos():
        for company in SYSTEM.shelf.find(info.id).companies:
            for platoon in company.platoons:
                kind = platoon.counter
                assert kind.kind in ("INF", "MG") and kind.move == 0 and kind.ff[0] > 0 and not kind.armoured
    rules = SYSTEM.shelf.rules()
    for id in ("1.i", "3.c", "11-13", "16-20", "22-24", "16-20.found", "24.found", "14.found"):
        assert rules[id].text
