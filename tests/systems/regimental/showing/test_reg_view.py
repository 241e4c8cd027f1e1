"""What a seat sees, and that it sees no more: views, words, zones, secrets."""

import pytest
from reg_stage import stage

from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.showing import view as view_module
from sandtable.systems.regimental.showing.narrator import ENDINGS, LABELS, SENTENCES, SPECIAL
from sandtable.systems.regimental.state.book import ORDER_NAMES
from sandtable.systems.regimental.state.pieces import Battle, Regiment
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay, Play
from sandtable.table.view import Group, HexBoard, Marker, decode, encode
from sandtable.testing import rule
from sandtable.testing.leaks import check_no_leak
from sandtable.testing.walk import Failure, Limits

SYSTEM = REGIMENTAL
VARNE = "regimental/the-varne-bridgehead"
FIELD = ". . . . . .\n . . . . . .\n. . . . . .\n"
SCENE = FIELD + "blue hq HQ at 0101\nblue infantry A at 0201 company=at\nred hq RQ at 0603\nred infantry X at 0401\n"


def opened(seed: int = 1) -> AnyPlay:
    return Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(VARNE)), SampledChance(seed))


def test_a_view_goes_to_json_and_back() -> None:
    view = SYSTEM.shown.view(opened(), "blue")
    assert decode(encode(view)) == view
    assert isinstance(view.board, HexBoard) and view.board.layout == "pointed"
    assert (view.board.columns, view.board.rows) == (16, 12)
    names = {hex.name: (hex.column, hex.row) for hex in view.board.hexes}
    assert names["0506"] == (4, 5)


@rule("2.2.b")
def test_zones_of_control_are_in_the_view() -> None:
    """To be shown on demand: the hexes next to each side's stands."""
    s = stage(SCENE + "order blue M\nactive blue moves")
    zones = {zone.side: set(zone.places) for zone in SYSTEM.shown.view(s.play, "blue").zones if not zone.of}
    assert zones["red"] == {"0301", "0501", "0302", "0402", "0503", "0502", "0602"}


@rule("2.2.b", "1.2.b")
def test_a_stand_shows_its_zone_and_how_far_its_hq_commands() -> None:
    """Two hexes: 0401 is three away from 0101. The battery has no HQ."""
    text = FIELD + "blue hq HQ at 0101\nblue infantry A at 0301\nblue infantry B at 0401\n"
    s = stage(text + "red hq RQ at 0603\nred infantry X at 0503\norder blue M\nactive blue moves")
    zones = [zone for zone in SYSTEM.shown.view(s.play, "blue").zones if "A" in zone.of]
    own, command = zones
    assert (own.kind, own.of, own.name) == ("control", ("A",), "Zone of control of A")
    assert set(own.places) == {"0201", "0401", "0202", "0302"}
    assert (command.kind, command.side, command.name) == ("command", "blue", "Command of HQ: 2 hexes")
    assert set(command.of) == {"HQ", "A", "B"} and set(command.holds) == {"HQ", "A"}
    assert set(command.places) == {"0101", "0201", "0301", "0102", "0202", "0103", "0203"}


def test_pieces_and_their_companies() -> None:
    s = stage(SCENE + "order blue M\nactive blue moves")
    view = SYSTEM.shown.view(s.play, "blue")
    pieces = {piece.id: piece for piece in view.pieces}
    assert (view.step_word, pieces["A"].values[0].label) == ("strength point", "Strength")
    assert pieces["A"].steps == pieces["A"].full_steps == 5 and pieces["A"].place == "0201"
    assert pieces["A-at"].inside == "A" and pieces["A-at"].minor and pieces["A-at"].place == "0201"
    assert [marker.text for marker in pieces["A"].markers] == ["Move"]
    assert (pieces["A"].what, pieces["A"].which) == ("A", "")


@pytest.mark.parametrize(
    ("name", "number"),
    [("11th Armoured Infantry", "11"), ("2nd Motor", "2"), ("3 Tank", "3"), ("Militia", ""), ("1000th", "")],
)
def test_from_afar_a_headquarters_has_the_number_of_its_regiment(name: str, number: str) -> None:
    b = stage(SCENE + "order blue M\nactive blue moves").b
    found = b.regiments[0]
    found.name = name
    piece = view_module.stand_piece(b, b.stands[found.hq])
    assert (piece.what, piece.which) == ("HQ", number)


@rule("1.5.b")
def test_a_marker_face_down_has_no_face_for_the_enemy() -> None:
    """Whatever blue has ordered, red's view is the same to the byte."""
    seen = set()
    for order in "MHDR":
        play = opened()
        play.choose(Choice("order", to=order), "blue")
        seen.add(encode(SYSTEM.shown.view(play, "red")))
        assert f"Face down: {ORDER_NAMES[order]}" in str(SYSTEM.shown.view(play, "blue"))
    assert len(seen) == 1


@rule("1.5.b")
def test_the_kit_would_find_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows the marker to everybody does not pass the conformance kit."""
    honest = view_module.group_of

    def leaky(b: Battle, regiment: Regiment, seat: str) -> Group:
        group = honest(b, regiment, seat)
        return Group(group.id, group.name, group.side, markers=(Marker("order", regiment.given),))

    monkeypatch.setattr(view_module, "group_of", leaky)
    with pytest.raises(Failure, match="sees what is hidden"):
        check_no_leak(SYSTEM, VARNE, 1, Limits(choices=30, every=1))


def test_every_option_and_event_has_words() -> None:
    """Over a whole random game no label and no sentence is made up from the bare verb."""
    play = opened(5)
    verbs, kinds = set(), set()
    rng = SampledChance(7)
    while play.decision is not None:
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        assert decision is not None
        options = decision.options()
        for option in options[:8]:
            verbs.add(option.do)
            assert SYSTEM.shown.label(play.battle, decision, option).strip()
            if option.do in ("pass", "done"):
                assert decision.kind in ENDINGS
        play.choose(rng.draw(options, "any"), seat)
    kinds = {event.kind for event in play.log}
    assert kinds <= SENTENCES.keys() | SPECIAL.keys()
    assert verbs <= LABELS.keys() | {"order", "change", "attack", "barrage", "pass", "done"}
    for event in play.log:
        text = SYSTEM.shown.sentence(play.battle, event)
        assert text == "" or (text.endswith(".") and not text[0].islower()), text


def test_paths_are_shown() -> None:
    """A move shows its way and its length."""
    s = stage(SCENE + "order blue M\nactive blue moves").do("select", "HQ")
    view = SYSTEM.shown.view(s.play, "blue")
    assert view.decision is not None
    option = next(option for option in view.decision.options if option.place == "0103")
    assert option.path[-1] == "0103" and option.cost == len(option.path) == 2


def test_sight_can_be_asked() -> None:
    s = stage(
        FIELD.replace(". . . . . .\n .", ". . w . . .\n .", 1)
        + SCENE[len(FIELD) :]
        + "order blue M\nactive blue moves"
    )
    blocked = SYSTEM.shown.sight(s.b, "0201", "0401")
    assert blocked is not None and not blocked.open and blocked.rule == "5.2.b"
    assert SYSTEM.shown.sight(s.b, "0101", "0601").rule == "5.2.a"  # type: ignore[union-attr]
    assert "0102" in SYSTEM.shown.sight(s.b, "0101", "").places  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="no place"):
        SYSTEM.shown.sight(s.b, "Z9", "")
