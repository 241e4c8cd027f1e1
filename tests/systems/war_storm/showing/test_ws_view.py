"""What a seat sees: levels and crests, pieces and markers, options with paths and odds; sight and dangers."""

from typing import Any

import pytest
from ws_turns import FIELD, ROW, Turns

from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.rules.march import STOP
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.showing.board_view import goals
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice
from sandtable.table.play import Play
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.view import Hex, HexBoard, View, decode, encode
from sandtable.testing import rule

SYSTEM = WAR_STORM


def seen(stage: Turns, seat: str = "blue") -> View:
    return SYSTEM.shown.view(stage.play, seat)


def board_of(key: str) -> dict[str, Hex]:
    play = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(f"war_storm/{key}")), SampledChance(1))
    board = SYSTEM.shown.view(play, "").board
    assert isinstance(board, HexBoard)
    return {each.name: each for each in board.hexes}


def test_levels_crests_rivers_and_half_hexes_are_on_the_board() -> None:
    hexes = board_of("the-mill-bridge")
    assert len(hexes) == 200
    crest = next(edge for edge in hexes["A510"].edges if edge.kind == "crest")
    assert (hexes["A510"].level, crest.sides) == (1, (1, 2, 3, 4, 5, 6))
    assert not hexes["A306"].edges and hexes["A306"].level == 1
    assert hexes["A800"].half and not hexes["A801"].half
    kinds = [way.kind for way in hexes["A807"].ways]
    assert kinds == ["river", "bridge"]
    assert hexes["A605"].terrain == "woods"


def test_bocage_lies_on_one_of_two_hexes() -> None:
    hexes = board_of("hedgerow-lane")
    hedges = sum(len(edge.sides) for each in hexes.values() for edge in each.edges if edge.kind == "bocage")
    assert hedges == 11


TEXT = f"""{FIELD}
blue officer O at A202 type=harmon
blue us-infantry P at A202 lost=1 veteran
blue us-infantry Q at A203 ooc
blue us-infantry R at off
red officer X at A505 type=voss
red grenadier G at A505 reaction=0
red grenadier H at dead
objective Mill A505 red
award control blue 2 A505
"""


def test_pieces_markers_groups_and_tracks() -> None:
    view = seen(Turns(TEXT))
    pieces = {piece.id: piece for piece in view.pieces}
    assert {marker.kind for marker in pieces["P"].markers} == {"hit", "veteran"}
    assert {marker.kind for marker in pieces["Q"].markers} == {"out of command"}
    assert {marker.kind for marker in pieces["G"].markers} == {"reaction"}
    assert (pieces["P"].steps, pieces["P"].full_steps) == (2, 3)
    assert pieces["G"].what == "Grenadier" and pieces["G"].short == f"Grenadier {pieces['G'].which}"
    assert pieces["R"].place == "blue waiting" and pieces["H"].place == "red eliminated"
    fire = next(value for value in pieces["P"].values if value.label == "Fire")
    assert (fire.text, "red" in fire.emphasis) == ("5", True)
    assert pieces["O"].minor and pieces["O"].group == pieces["P"].group
    assert {box.id for box in view.boxes} == {"blue waiting", "red eliminated"}
    assert [track.name for track in view.tracks] == ["Turns", "Blue points", "Red points"]
    assert view.markers[0].kind == "control"
    assert decode(encode(view)) == view


def test_a_click_on_a_hex_ends_the_move_there_but_next_to_the_enemy() -> None:
    """There an assault may follow, so one chooses on; the other way is aside, below."""
    text = (
        f"{FIELD}\nblue officer O at A202 type=harmon\nblue us-infantry P at A202\nred grenadier G at A404\nactor O"
    )
    stage = Turns(text).do("move", "P")
    decision = seen(stage).decision
    assert decision is not None
    found = {(each.place, each.choice.number): each for each in decision.options if each.choice.do == "to"}
    assert [found[("A201", number)].aside for number in (0, STOP)] == [True, False]
    assert [found[("A303", number)].aside for number in (0, STOP)] == [False, True], "it is next to A404"
    assert found[("A201", STOP)].label == "Move to A201" and found[("A201", 0)].label == "To A201, then choose again"
    stage = Turns(text).do("double", "P")
    decision = seen(stage).decision
    assert decision is not None
    assert all(each.aside == (each.choice.number != STOP) for each in decision.options if each.choice.do == "to")


@pytest.mark.parametrize(
    ("key", "goal"),
    [
        ("hedgerow-lane", "American: Hold D910 (Hedgerow Lane) at the end: 3 points."),
        ("the-cider-press", "American: Hold the press, S806, at the end: 5 points."),  # it says the name itself
    ],
)
def test_a_goal_names_its_places(key: str, goal: str) -> None:
    assert goal in goals(SYSTEM.shelf.find(f"war_storm/{key}"))


def test_terrain_markers_lie_on_the_board() -> None:
    view = seen(Turns(TEXT + "wire A100\nditches A101\nroadblocks A102\nimproved red A505"))
    found = {marker.kind: (marker.place, marker.side) for marker in view.markers if marker.kind != "control"}
    assert found == {
        "wire": ("A100", ""),
        "ditch": ("A101", ""),
        "roadblock": ("A102", ""),
        "improved": ("A505", "red"),
    }


def test_options_of_a_march_have_path_and_cost() -> None:
    stage = Turns(TEXT).do("activate", "O").do("move", "P")
    view = seen(stage)
    assert view.decision is not None
    option = next(each for each in view.decision.options if each.choice == Choice("to", "P", "A200"))
    assert (option.path, option.cost, option.place) == (("A201", "A200"), 2, "A200")
    assert seen(stage, "red").decision is None


def test_fire_has_its_odds() -> None:
    text = TEXT.replace("G at A505", "G at A303")
    view = seen(Turns(text).do("activate", "O"))
    assert view.decision is not None
    option = next(each for each in view.decision.options if each.choice.do == "fire")
    assert option.attack is not None and option.odds


@pytest.mark.parametrize(
    ("text", "pair", "words", "rule"),
    [
        (".0\nw0\n.0", ("A000", "A002"), "blocked by the woods at A001", "5.3.1.a"),
        (".0\nr0\nr0\nr0\n.0", ("A000", "A004"), "3 low hexes", "5.3.1.c"),
        (".1\n.1\n.0", ("A000", "A002"), "over a crest", "5.3.2.a"),
        (".2\n.0\nw0\n.0", ("A000", "A003"), "blind hex, directly behind the woods at A002", "5.3.2.c"),
        (".0\n.0\n.0\n.0\nbocage A001/A002", ("A000", "A003"), "crosses a hedge (bocage)", "BOC.2"),
        (".1\n.0\n.1\n.0", ("A000", "A003"), "blocked by the ground at A002 on level 1", "5.3.2.b"),
    ],
)
def test_sight_tells_why_not(text: str, pair: tuple[str, str], words: str, rule: str) -> None:
    told = SYSTEM.shown.sight(scene(text), *pair)
    assert not told.open
    assert words in told.reason
    assert told.rule == rule


@rule("5.3.b", "5.2.f")
def test_sight_tells_how_far_infantry_is_spotted() -> None:
    told = SYSTEM.shown.sight(scene(".1\nf0\n.0"), "A000", "A002")
    assert told.open
    assert "spotted from A000 at 8, or at 12 if moving" in told.reason
    assert "(+1)" in told.reason
    assert SYSTEM.shown.sight(scene(".0\nw0\n.0"), "A000", "").places == ("A001",)
    with pytest.raises(ValueError, match="Z9"):
        SYSTEM.shown.sight(scene(".0"), "Z9", "")


def test_dangers_on_the_way() -> None:
    text = f"""{ROW}
    blue officer O at A000
    blue us-infantry P at A000
    red officer X at A009 range=9
    red grenadier G at A006 reaction=0
    red grenadier H at A006 finished
    actor O"""
    stage = Turns(text).do("move", "P")
    decision: Any = stage.play.decision
    found = SYSTEM.shown.dangers(stage.b, decision, Choice("to", "P", "A004"))
    assert [(danger.place, danger.piece) for danger in found] == [("A002", "G"), ("A003", "G"), ("A004", "G")]
    assert found[0].odds
    assert SYSTEM.shown.dangers(stage.b, decision, Choice("to", "P", "A001")) == []


def test_a_volley_is_shown_once_and_belongs_to_all_who_fire() -> None:
    """P and Q may fire together: the volley with its own odds, then each alone with less."""
    text = TEXT.replace("G at A505", "G at A303").replace("P at A202 lost=1 veteran", "P at A202")
    text = text.replace("Q at A203 ooc", "Q at A202")
    view = seen(Turns(text).do("activate", "O"))
    assert view.decision is not None
    shots = [each for each in view.decision.options if each.place == "A303" and each.odds]
    assert [(each.choice.do, each.piece, each.also) for each in shots] == [
        ("volley", "P", ("Q",)),
        ("alone", "P", ()),
        ("alone", "Q", ()),
    ]
    assert shots[0].odds[0].chance > shots[1].odds[0].chance == shots[2].odds[0].chance
    assert all(each.brings for each in view.decision.options), "each says what it brings"


def test_a_stack_in_wait_is_a_danger_as_a_whole_first() -> None:
    text = f"""{ROW}
    blue officer O at A000
    blue us-infantry P at A000
    red officer X at A009 range=9
    red grenadier G at A006 reaction=0
    red grenadier H at A006 reaction=0
    actor O"""
    stage = Turns(text).do("move", "P")
    decision: Any = stage.play.decision
    found = SYSTEM.shown.dangers(stage.b, decision, Choice("to", "P", "A002"))
    assert [(danger.piece, danger.label) for danger in found] == [
        ("G", "Reaction with H"),
        ("G", "Reaction alone"),
        ("H", "Reaction alone"),
    ]
    assert found[0].odds[0].chance > found[1].odds[0].chance


@pytest.mark.parametrize("info", SYSTEM.shelf.infos(), ids=lambda info: info.id)
def test_no_two_options_read_alike(info: ScenarioInfo) -> None:
    """In the course of a battle of chance; whoever acts and the heading count as words."""
    play = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(info.id)), SampledChance(3))
    dice = SampledChance(4)
    for step in range(300):
        if play.decision is None:
            break
        asked = SYSTEM.shown.view(play, play.decision.seat).decision if step % 5 == 0 else None
        words = [(option.group, option.label) for option in asked.options] if asked is not None else []
        assert len(set(words)) == len(words), f"two options of {asked.kind if asked else ''} read alike"
        options = play.decision.options()
        play.choose(options[dice.roll(len(options), "choice") - 1])


@rule("7.3.h")
def test_fire_that_cannot_hurt_says_so_instead_of_nought_per_cent() -> None:
    """A reduced MG has FF 1 on column 1: never more than effect 1, and the divisor is 2."""
    text = TEXT.replace("us-infantry P at A202 lost=1 veteran", "german-mg-3-3 P at A202 lost=2")
    view = seen(Turns(text).do("activate", "O"))
    assert view.decision is not None
    option = next(each for each in view.decision.options if each.choice.do == "fire" and each.place == "A505")
    assert (option.odds, option.brings) == ((), "It cannot hurt them: no roll takes a step.")
    assert option.attack is not None and {each.chance for each in option.attack.odds} == {0}


@rule("6.a")
def test_a_question_about_a_group_names_all_who_go() -> None:
    text = f"""{ROW}
    blue officer O at A000
    blue us-infantry P at A000
    blue us-infantry Q at A000
    red officer X at A009 range=9
    actor O"""
    stage = Turns(text).do("move", "P")
    alone = seen(stage).decision
    assert alone is not None and (alone.piece, alone.also) == ("P", ())
    both = seen(stage.do("along", "Q")).decision
    assert both is not None and (both.piece, both.also) == ("P", ("Q",))
    names = [next(piece.name for piece in seen(stage).pieces if piece.id == id) for id in ("P", "Q")]
    assert both.prompt == f"Where do {' and '.join(names)} go?"


@rule("4.1.b", "4.1.c", "4.1.d")
def test_how_far_an_officer_commands_is_shown_with_him_and_with_his_platoons() -> None:
    """Range 1: his hex and those beside it. Who is out of range, or still marked Out-of-Command, is not held."""
    text = f"""{FIELD}
blue officer O at A303 range=1
blue us-infantry P at A303
blue us-infantry Q at A304
blue us-infantry R at A301
blue us-infantry S at A203 ooc
red officer X at A505 range=0
red grenadier G at A505
"""
    zones = {zone.of[0]: zone for zone in seen(Turns(text)).zones}
    assert set(zones) == {"O", "X"}
    assert zones["O"].of == ("O", "P", "Q", "R", "S") and zones["O"].holds == ("P", "Q")
    assert (zones["O"].kind, zones["O"].name, zones["O"].side) == ("command", "Command of O: 1 hex", "blue")
    assert set(zones["O"].places) == {"A303", "A302", "A304", "A203", "A204", "A403", "A404"}
    assert zones["X"].places == ("A505",) and zones["X"].name == "Command of X: his hex"
