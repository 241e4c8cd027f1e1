"""What a seat sees of a battle, and the battle in words."""

import ast
from pathlib import Path

import pytest
from stage import stage

from sandtable.systems import nations_at_war
from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.showing import narrator
from sandtable.systems.nations_at_war.showing.board_view import joined
from sandtable.systems.nations_at_war.showing.brings import BRINGS, PAID, brings
from sandtable.systems.nations_at_war.showing.narrator import label, marker_name, sentence
from sandtable.systems.nations_at_war.showing.view import called, view
from sandtable.table.chance import SampledChance, SeededChance, seed_bytes, seed_digest
from sandtable.table.play import Play
from sandtable.table.view import decode, encode
from sandtable.testing import rule

SCENARIOS = ("nations_at_war/cats-in-the-mist", "nations_at_war/the-bridge-at-berezovyy-logg")
SCENE = """
    .r .r .. W. ..
    .. Hr .r .r ..
    .. .. Lb .. ..
    german tiger tiger-1 at A1 disrupted reduced acquired=t34-2
    german pzivg pz-1 at A1 ops
    german hq 505th-heavy-panzer-hq at A1
    german infantry inf-1 at B1 weapon=hmg leader=1/9 overwatch
    soviet t-34-76 t34-1 at D2
    soviet t-34-76 t34-2 at D1
    marker wreck D2
    marker smoke2 C1
    marker mines E1
    fate german 2
    mission german 34
    barrage soviet B1
    cup end-turn end-turn soviet
    active german
    win german D2
    turn 3
"""


def new_play(scenario, seed=1):
    system = NATIONS_AT_WAR
    return Play(system, system.rules.new(system.shelf.find(scenario)), SeededChance(seed_bytes(seed)))


def seen(seat="german"):
    return view(stage(SCENE).play, seat)


def find(things, id):
    return next(thing for thing in things if thing.id == id)


def texts(markers):
    return [marker.text for marker in markers]


# What is seen ------------------------------------------------------------------------------------


def test_a_counter_as_printed():
    tiger = find(seen().pieces, "tiger-1")
    assert (tiger.place, tiger.steps, tiger.full_steps, tiger.code) == ("A1", 1, 2, "Tig¹")
    assert [(value.label, value.text) for value in tiger.values] == [
        ("AP", "2-8-4"),
        ("HE", "2-6-5"),
        ("Armor", "3/4"),
        ("Assault", "1/4"),
        ("MF", "3"),
    ]
    assert texts(tiger.markers) == ["Disrupted", "Has acquired t34-2"]


@pytest.mark.parametrize(
    ("name", "type", "from_afar"),
    [
        ("Tiger I #2", "Tiger I", ("Tiger I", "#2")),
        ("T-34/76 #11", "T-34/76", ("T-34/76", "#11")),
        ("Kampfgruppe", "Panther", ("Kampfgruppe", "")),
        ("Guards Infantry #1", "Guards Infantry", ("", "")),  # its code is shown
    ],
)
def test_what_a_unit_is_called_from_afar(name, type, from_afar):
    assert called(name, type) == from_afar


def test_units_are_called_from_afar_as_in_the_story():
    assert {
        (each.what, each.which) for each in view(new_play("cats-in-the-mist"), "german").pieces if each.which
    } >= {
        ("Tiger I", "#1"),
        ("Churchill", "#5"),
    }


def test_the_states_of_units():
    pieces = seen().pieces
    assert texts(find(pieces, "pz-1").markers) == ["Ops Complete"]
    assert texts(find(pieces, "inf-1").markers) == ["Overwatch", "With a leader"]
    assert texts(find(pieces, "t34-2").markers) == ["Acquired by tiger-1"]


def test_a_support_weapon_goes_with_its_platoon():
    weapon = find(seen().pieces, "inf-1/hmg")
    assert (weapon.inside, weapon.minor, weapon.place) == ("inf-1", True, "B1")
    assert [(value.label, value.text) for value in weapon.values] == [("HE", "+1, range +1")]


def test_an_underlined_range_is_marked():
    ap = next(value for value in find(seen().pieces, "inf-1").values if value.label == "AP")
    assert (ap.text, ap.emphasis) == ("1-1-5", "underlined")


def test_every_number_says_what_it_means():
    meant = {
        (piece.id, value.label): value.means
        for piece in seen().pieces
        for value in piece.values
        if piece.side == "german"
    }
    assert len(meant) > 12 and all(meant.values())
    assert meant["tiger-1", "AP"] == "2 dice against hard targets, up to 8 hexes; each that shows 4 or more hits."
    assert meant["tiger-1", "Armor"] == "3 dice to save; each that shows 4 or more cancels a hit."
    near = "1 die against hard targets, up to 1 hex and never farther; each that shows 5 or more hits."
    assert meant["inf-1", "AP"] == near
    assert meant["inf-1/hmg", "HE"] == "Added when its platoon fires at soft targets."
    assert meant["505th-heavy-panzer-hq", "Command"] == "It commands its platoons up to 4 hexes away."


def test_the_hq():
    hq = find(seen().pieces, "505th-heavy-panzer-hq")
    assert hq.minor
    assert [(value.label, value.text) for value in hq.values] == [
        ("Morale", "9"),
        ("Leadership", "2"),
        ("Command", "4"),
    ]


def test_the_ground():
    board = seen().board
    hexes = {hex.name: hex for hex in board.hexes}
    assert hexes["B2"].terrain == "hill" and hexes["B2"].level == 1
    assert hexes["B2"].edges[0].sides == (1, 2, 3, 4, 5, 6)
    assert hexes["A1"].ways[0].sides == (3, 6)  # on over the edge of the map
    assert "blocks sight" in next(kind.text for kind in board.terrain if kind.key == "woods")


def test_a_line_that_ends_inside_the_map_ends_there():
    assert joined([True] + [False] * 5, (1, 2, 3, 4, 5, 6)) == (1,)
    assert joined([True] + [False] * 5, (1, 2, 3, -1, 5, 6)) == (1, 4)


def test_what_lies_on_the_map():
    markers = {(marker.kind, marker.place, marker.side, marker.level) for marker in seen().markers}
    assert markers == {
        ("wreck", "D2", "", 0),
        ("mines", "E1", "", 0),
        ("smoke", "C1", "", 2),
        ("barrage", "B1", "soviet", 0),
        ("control", "D2", "soviet", 0),
    }


def test_the_cup_is_counted_and_in_no_order():
    cup = next(pile for pile in seen().piles if pile.kind == "cup")
    assert (cup.count, [(entry.text, entry.count) for entry in cup.contents]) == (3, [("End Turn", 2), ("Soviet", 1)])


def test_support_and_turn():
    now = seen()
    assert (now.turn, now.phase, now.active) == (3, "German, operations", "german")
    assert [(track.name, track.boxes[0].text) for track in now.tracks if track.kind == "fate"] == [
        ("German Fate Points", "2")
    ]
    missions = next(pile for pile in now.piles if pile.kind == "missions")
    assert missions.contents[0].text == "3 dice, To-Hit 4, HE only"


def test_only_the_seat_that_is_asked_has_a_decision():
    assert seen("german").decision.kind == "operation"
    assert seen("soviet").decision is None
    assert seen("").decision is None
    assert seen("soviet").waiting == ("german",)


def test_moves_show_path_and_cost():
    s = stage(SCENE)
    s.do("act", "inf-1")
    options = view(s.play, "german").decision.options
    far = next(option for option in options if option.choice.to == "B3")
    assert (far.label, far.cost, len(far.path), far.group) == ("Move to B3 (2 MP)", 2, 2, "Move")
    assert [option.choice for option in options] == s.play.decision.options()  # in the order of the engine


def test_shots_show_their_odds():
    s = stage(
        """
        .. .. .. .. .. ..
        german tiger T1 at A1
        soviet t-34-76 S1 at E1
        """
    )
    s.do("act", "T1")
    shot = next(option for option in view(s.play, "german").decision.options if option.choice.do == "fire")
    # 4 dice on 3 (Reduced Range) against 2 dice on 5.
    assert (shot.label, shot.place) == ("Fire at S1 in E1", "E1")
    assert [(odds.text, odds.chance) for odds in shot.odds] == [("Disrupted or worse", 900), ("eliminated", 351)]
    assert (shot.attack.attack, shot.attack.defence) == ("4 dice on 3+", "2 dice on 5+")
    assert [(note.label, note.rule) for note in shot.attack.attack_notes] == [("Reduced Range, To-Hit", "5.1.5")]
    assert sum(odds.chance for odds in shot.attack.odds) in range(998, 1003)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_views_of_a_whole_battle(scenario):
    """At each step every seat's view goes to JSON and back; labels and sentences say something."""
    play = new_play(scenario)
    dice = SampledChance(1)
    boards = set()
    for step in range(250):
        if play.decision is None:
            break
        if step % 10 == 0:
            for seat in ("german", "soviet", ""):
                now = view(play, seat)
                assert decode(encode(now)) == now
                boards.add(now.board_key)
        options = play.decision.options()
        asked = view(play, play.decision.seat).decision if step % 5 == 0 else None
        words = [(option.piece, option.group, option.label) for option in asked.options] if asked else []
        assert len(set(words)) == len(words), f"two options of {asked.kind!r} read alike"
        assert all(label(play.battle, play.decision, choice) for choice in options)
        play.choose(options[dice.roll(len(options), "choice") - 1])
    assert len(boards) == 1
    for event in play.log:
        words = sentence(play.battle, event)
        assert words.endswith((".", "!")) and words[0] == words[0].upper()


def test_the_digest_of_the_dice_is_shown():
    assert view(new_play(SCENARIOS[0]), "german").seed_digest == seed_digest(seed_bytes(1))


def test_how_it_is_won():
    assert view(new_play(SCENARIOS[0]), "german").goals == (
        "German victory: at the end of turn 8 four railroad hexes in a row are in German hands.",
        "Soviet victory: anything else.",
        "Special rule: no unit may use smoke.",
        "Special rule: water counts as Clear.",
        "Special rule: on turn 1 505th Heavy Panzer may be activated first, before any marker is drawn.",
    )


def test_reinforcements_wait_in_their_box():
    now = view(new_play(SCENARIOS[0]), "german")
    assert find(now.pieces, "churchill-1").place == "2nd-guards-tank"
    assert find(now.boxes, "2nd-guards-tank").name == "2nd Guards Tank, enters on turn 3"
    third = next(track for track in now.tracks if track.kind == "turns").boxes[2]
    assert [who.text for who in third.occupants] == ["11th Panzer", "2nd Guards Tank"]


# In words ----------------------------------------------------------------------------------------


def words_of(node):
    """The words an expression may be: a string, or one of two."""
    if isinstance(node, ast.IfExp):
        return words_of(node.body) | words_of(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) else set()


def calls(name):
    """The first words given to calls of a function in the modules of this system."""
    found = set()
    for path in Path(nations_at_war.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called == name:
                    found |= words_of(node.args[0])
    return found


def test_every_event_has_a_sentence():
    told = calls("tell")
    assert "fired" in told and told - set(narrator.SENTENCES) - set(narrator.SPECIAL) == set()


def test_every_choice_has_a_label():
    chosen = calls("Choice")
    assert "fire" in chosen and chosen - set(narrator.LABELS) - set(narrator.SPECIAL_LABELS) == set()


SPEAKS_FOR_ITSELF = {
    *("act", "activate", "assign", "attack", "go on", "keep", "pick", "place", "retreat"),
    *("shift", "stay", "target"),
}


def test_every_order_says_what_it_brings():
    told = set(BRINGS) | set(PAID)
    assert calls("Choice") - told == SPEAKS_FOR_ITSELF, "who is meant or where to is all that there is to say"
    assert all(text.endswith(".") and len(text) < 90 for text in BRINGS.values())


def test_fate_says_what_it_costs():
    s = stage(SCENE)
    free = next(option for option in view(s.play, "german").decision.options if option.choice.do == "fate free")
    assert free.brings == "2 Fate Points: it may act again."


def test_a_shot_in_words():
    s = stage(
        """
        .. .. .. .. .. ..
        german tiger T1 at A1
        soviet t-34-76 S1 at E1
        """,
        *(6, 6, 1, 1),
        *(5, 1),
    )
    s.do("act", "T1").do("fire", "T1", "S1")
    assert [sentence(s.b, event) for event in s.play.log][:3] == [
        "T1 fires at S1 in E1: 2 hits.",
        "S1 saves 1 hit.",
        "S1 is Disrupted.",
    ]


def test_an_hq_that_goes_along_is_told():
    s = stage(
        """
        .. .. ..
        german tiger T1 at A1
        german hq 505th-heavy-panzer-hq at A1
        """
    )
    s.do("act", "T1", number=1).do("move", "", "B1")
    moved = next(event for event in s.play.log if event.kind == "moved")
    assert sentence(s.b, moved) == "T1 moves to B1 with 505th Heavy Panzer HQ."


def test_markers_of_the_cup_in_words():
    b = new_play(SCENARIOS[1]).battle
    names = [
        marker_name(b, key) for key in ("end-turn", "designated-german", "aircraft-fw-189", "18th-panzer", "chaos")
    ]
    assert names == ["End Turn", "Designated Formation (German)", "FW-189 Uhu", "18th Panzer", "Chaos"]


@rule("5.3.a", "11.0.e")
def test_what_an_ordinary_shot_of_a_watcher_brings() -> None:
    """Both shots have the same odds here; what tells them apart is who may still fire."""
    row = ".. .. .. .. .. .. .."
    s = stage("\n".join([row, "soviet t-34-76 S at G1", "german pzivg P at A1 overwatch", "german pzivg Q at A1"]))
    s.do("act", "S").do("move", "", "F1")
    decision = s.play.decision
    told = {(choice.do, choice.piece): brings(s.b, decision, choice) for choice in s.options()}
    assert told["fire", "P"].startswith("It gives up Overwatch for an ordinary shot")
    assert told["overwatch", "P"].startswith("It was waiting for this")
    assert told["fire", "Q"] == "One attack; it has then acted (Ops Complete)."


def test_who_acts_together_is_listed() -> None:
    text = """
        .. ..
        german tiger P at A1
        german tiger Q at A1
        german hq 505th-heavy-panzer-hq at A1
        """
    shown = NATIONS_AT_WAR.shown.view(stage(text).play, "german").decision
    assert shown is not None
    assert [option.label for option in shown.options if option.choice.piece == "P"] == [
        "Act with P",
        "Act with P and 505th Heavy Panzer HQ",
        "Act with P, Q and 505th Heavy Panzer HQ",
    ]
