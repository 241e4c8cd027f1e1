"""The schema of views: it fits all five systems, goes to JSON and back, and is what docs/views.md says."""

import re
from pathlib import Path

import msgspec
import pytest

from sandtable.table import view as schema
from sandtable.table.decision import Choice
from sandtable.table.event import Modifier, Result
from sandtable.table.view import (
    BoardMarker,
    Card,
    CardBoard,
    Cell,
    Count,
    DecisionView,
    Feature,
    Ground,
    Group,
    Hand,
    Hex,
    HexBoard,
    LogLine,
    Marker,
    Occupant,
    Odds,
    OptionView,
    Piece,
    Pile,
    PlaneBoard,
    Position,
    Seat,
    Shape,
    Terrain,
    Track,
    TrackBox,
    Value,
    View,
    Zone,
    decode,
    encode,
    key_of,
    with_board,
    without_board,
)

PAGE = Path(__file__).parents[2] / "docs" / "views.md"
SEATS = (Seat("axis", "Axis", "axis", "grey"), Seat("allies", "Allies", "allies", "green"))


def hex_view() -> View:
    """War Storm: levels, a crest, a river, a reaction marker."""
    board = HexBoard(
        "flat",
        2,
        2,
        (Terrain("open", "Open", "."), Terrain("woods", "Woods", "w", "woods", level=1, rule="5.1.4")),
        (
            Hex("A000", 0, 0, "open", half=True),
            Hex("A100", 1, 0, "woods", level=1, edges=(Feature("crest", (4, 5)),)),
            Hex("A001", 0, 1, "open", ways=(Feature("river", (1, 3)),), label="Mill"),
        ),
        lines=(Terrain("crest", "Crest", "^", "crest"), Terrain("river", "River", "~", "water")),
        zones=(Zone("set-up", "German base", "axis", ("A000", "A001")),),
    )
    platoon = Piece(
        "ger-1-1",
        "1st Platoon",
        "axis",
        "infantry",
        place="A100",
        group="ger-1",
        values=(Value("AP", "6", "top left", "3.1.d", "boxed red"),),
        markers=(Marker("reaction", "Reaction", "R", "good", "8.1"),),
        steps=2,
        full_steps=3,
    )
    group = Group("ger-1", "1st Company", "axis", values=(Value("Morale", "7"),))
    log = LogLine(1, "A shot.", "fire", "7.1", "axis", (3, 4), 0, (Modifier(-1, "semi-automatic", "3.1.1.a"),))
    return View(
        "war_storm",
        "war_storm/mill",
        "The Mill",
        "axis",
        SEATS,
        key_of(board),
        board,
        turn=1,
        turns=10,
        pieces=(platoon,),
        groups=(group,),
        log=(log,),
        result=Result(None, "neither held the bridge", "10.2"),
    )


def card_view() -> View:
    """Of War and Men: cards, hands, deck, discard, initiative."""
    hill = Terrain("hill", "Hill", "H", "hill", values=(Value("Attack", "+3"), Value("Defence", "+1")))
    board = CardBoard(5, 7, (hill,), (Cell("C1", 2, 0, "hill", "3A", turned=1, cross=(50, 40)), Cell("C2", 2, 1)))
    card = Card("core-17", "Attack / Evade", "order", values=(Value("green", "5", emphasis="d6"),), rule="17.13")
    return View(
        "of_war_and_men",
        "of_war_and_men/house",
        "Not in My House",
        "axis",
        SEATS,
        key_of(board),
        board,
        pieces=(
            Piece("axis-2", "2nd Fireteam", "axis", "fireteam", place="C1"),
            Piece("braun", "Gefr. Braun", "axis", "soldier", place="C1", inside="axis-2"),
        ),
        tracks=(Track("initiative", "Initiative", boxes=(TrackBox("1", (Occupant("Axis 2", "axis", done=True),)),)),),
        piles=(
            Pile("deck", "Core deck", 140),
            Pile("discard", "Discard", 1, cards=(card,)),
            Pile("cup", "Cup", 2, contents=(Count("End Turn", 2),)),
        ),
        hands=(Hand("axis", 1, (card,)), Hand("allies", 5)),
        markers=(BoardMarker("smoke", "Thick smoke", "C2", level=2),),
    )


def plane_view() -> View:
    """Miniatures: a table in hundredths of an inch, hull and turret, a template."""
    board = PlaneBoard(
        7200,
        4800,
        (Terrain("wood", "Wood", colour="woods"), Terrain("wall", "Stone wall")),
        (
            Ground("W1", "West Wood", "wood", Shape(((800, 1300), (1800, 1100), (2000, 1800)))),
            Ground("L1", "Wall", "wall", Shape(((2000, 2150), (2800, 2150)), line=True)),
        ),
        (Zone("objective", "crossroads", shape=Shape(((3650, 2800),), radius=300)),),
    )
    tank = Piece("m4-1", "M4 Sherman", "allies", "tank", at=Position(2600, 650, 9000, 4500, 110), art="sherman")
    choice = Choice("move", "m4-1", at=(("m4-1", 2600, 1250, 9000),))
    return View(
        "miniatures",
        "miniatures/saint-aubry",
        "Saint-Aubry",
        "allies",
        SEATS,
        key_of(board),
        board,
        pieces=(tank,),
        markers=(BoardMarker("template", "Barrage", shape=Shape(((0, 0), (600, 0), (600, 600), (0, 600)))),),
        decision=DecisionView(
            "move",
            "Where does it move?",
            "4.1",
            "m4-1",
            (OptionView(choice, "6 inches ahead", "m4-1", odds=(Odds("bogged", 167),)),),
            free=True,
            shapes=(Shape(((2600, 650),), radius=600),),
        ),
    )


def regimental_view() -> View:
    """Regimental: pointed hexes, stands with a company each, a face-down order."""
    board = HexBoard("pointed", 1, 1, (Terrain("open", "Open"),), (Hex("0101", 0, 0, "open"),))
    return View(
        "regimental",
        "regimental/varne",
        "The Varne",
        "allies",
        SEATS,
        key_of(board),
        board,
        pieces=(
            Piece("i-1", "I/1", "axis", "infantry", place="0101", group="1st", steps=4, full_steps=5),
            Piece("at-1", "AT company", "axis", "company", place="0101", group="1st", minor=True, inside="i-1"),
        ),
        groups=(Group("1st", "1st Regiment", "axis", markers=(Marker("order", face_down=True, rule="1.5.b"),)),),
    )


VIEWS = [hex_view, card_view, plane_view, regimental_view]


@pytest.mark.parametrize("make", VIEWS)
def test_json_and_back(make):
    view = make()
    assert decode(encode(view)) == view


@pytest.mark.parametrize("make", VIEWS)
def test_the_board_is_sent_once(make):
    view = make()
    light = without_board(view)
    assert b'"terrain":[' not in encode(light)
    assert with_board(decode(encode(light)), view.board) == view


def test_another_board_is_refused():
    with pytest.raises(ValueError):
        with_board(hex_view(), card_view().board)


def test_the_key_tells_boards_apart():
    assert len({view().board_key for view in VIEWS}) == len(VIEWS)


def test_nothing_unknown_is_read():
    with pytest.raises(msgspec.ValidationError):
        decode(b'{"system":"x","scenario":"x","title":"x","seat":"","seats":[],"board":{"kind":"cube"}}')


def example() -> str:
    """The JSON in the page."""
    return PAGE.read_text().split("```json\n")[1].split("```")[0]


def test_the_example_in_the_page_is_a_view():
    view = decode(example())
    assert view.title == "At the Station"
    assert view.board_key == key_of(view.board)
    assert msgspec.json.decode(encode(view)) == msgspec.json.decode(example())


def test_the_page_explains_every_field():
    page = PAGE.read_text().split("## An example")[0]
    explained = set(re.findall(r"`(\w+)`", page))
    for part in vars(schema).values():
        if isinstance(part, type) and issubclass(part, schema.Part) and part is not schema.Part:
            assert part.__name__ in page, part.__name__
            missing = set(part.__struct_fields__) - explained
            assert not missing, f"{part.__name__}: {missing}"


def test_the_page_names_the_palette():
    from sandtable.terminal.canvas import GROUND, LINES, SIDES

    page = PAGE.read_text()
    for word in (*GROUND, *LINES, *SIDES):
        assert word in page
