"""3.0-3.3 The turn: preparing, the cup, draws, Marker Removal, held End Turn markers; Designated Formation."""

from stage import NawStage, stage

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.reading.shelf import find_scenario
from sandtable.systems.nations_at_war.rules.combat.opportunity_fire import is_impulse_of
from sandtable.systems.nations_at_war.rules.setup import new_battle
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.showing.narrator import sentence
from sandtable.systems.nations_at_war.showing.view import view
from sandtable.systems.nations_at_war.state.pieces import ELIMINATED
from sandtable.table.decision import Choice
from sandtable.testing import rule


def drawn(s: NawStage) -> list[str]:
    """The markers drawn, in order."""
    return [event.text for event in s.told("drawn")]


def active(s: NawStage) -> str:
    """The Formation whose impulse it is."""
    return s.b.formations[s.b.active].key if s.b.active >= 0 else ""


FRONT = """
    .. .. .. .. .. .. .. ..
    german tiger T at A1
    german hq 505th-heavy-panzer-hq at A1
    soviet t-34-76 S at H1
    soviet hq 276th-tank-hq at H1
    """


# 3.0 and 3.1 -----------------------------------------------------------------------------------------


@rule("3.0.a", "3.0.b")
def test_preparing_a_game() -> None:
    """The scenario gives situation, forces, map, victory and special rules; set up, then the cup is filled."""
    scenario = find_scenario("nations_at_war/cats-in-the-mist")
    assert scenario.background and scenario.formations and scenario.map.columns == 21
    assert scenario.victory.reason_won and scenario.may_go_first == ["505th-heavy-panzer"]
    s = NawStage(NATIONS_AT_WAR, new_battle(scenario), 1)
    assert s.asked == ("german", "setup"), "only the 505th starts on the map"
    s.do("default")
    assert s.asked == ("german", "go first")
    s.do("into the cup", "505th-heavy-panzer")
    assert drawn(s) == ["276th-tank"]
    assert s.b.cup == ["505th-heavy-panzer", "end-turn", "end-turn"], "the others enter on turn 3"
    assert [seat.name for seat in view(s.play, "").seats] == ["German", "Soviet"]


@rule("3.1.a", "3.2.d", "2.12.1")
def test_one_marker_is_drawn_and_done() -> None:
    """Either player draws; the owner of the marker must activate his Formation."""
    s = stage(FRONT + "phase draw\ncup end-turn end-turn german soviet", 4, goes_on=True)
    assert (s.last("drawn").side, s.last("drawn").text, s.last("drawn").rule) == ("german", "soviet", "3.1.a")
    assert s.asked == ("soviet", "operation")
    assert s.last("activated").piece == "soviet"
    refusal = s.refused("act", "T")
    assert refusal.reason == "T does not belong to Soviet, which is active."


@rule("3.1.b", "3.1.c", "3.2.b")
def test_a_drawn_marker_stays_out_until_the_turn_is_over() -> None:
    s = stage(FRONT + "phase start", 3, *(2, 1), 3, goes_on=True)
    assert s.b.cup == ["end-turn", "end-turn", "soviet"]
    s.do("finish")
    assert drawn(s) == ["german", "end-turn", "end-turn", "soviet"], "the last is the first of turn 2"
    assert [event.value for event in s.told("turn")] == [1, 2]
    assert s.b.cup == ["end-turn", "end-turn", "german"], "all the others were back"


@rule("3.2.a")
def test_players_draw_in_turns_and_the_axis_begins_odd_ones() -> None:
    s = stage(FRONT + "phase start", 1, 2, 2, *(1, 2), goes_on=True)
    s.do("finish").do("finish")
    assert [(event.text, event.side) for event in s.told("drawn")] == [
        ("end-turn", "german"),
        ("german", "soviet"),
        ("soviet", "german"),
        ("end-turn", "soviet"),  # turn 2
        ("german", "german"),
    ]


# 3.2 -------------------------------------------------------------------------------------------------


@rule("3.2.b", "2.12.2")
def test_the_last_end_turn_marker_ends_the_phase_at_once() -> None:
    s = stage(FRONT + "phase draw\ncup end-turn end-turn german soviet\nturns 1", 1, 1, goes_on=True)
    s.done()
    assert drawn(s) == ["end-turn", "end-turn"]
    assert s.told("activated") == []
    kinds = [event.kind for event in s.play.log if event.kind != "end turn held"]
    assert kinds[-2:] == ["marker removal", "battle over"]
    over = sentence(s.b, s.last("marker removal"))
    assert over == "The last End Turn marker is drawn: turn 1 is over and the marks come off."


@rule("3.2.b")
def test_the_phase_ends_when_only_end_turn_markers_are_left() -> None:
    """The Formation just drawn plays its impulse; then nothing but End Turn markers remains and none is drawn."""
    s = stage(FRONT + "phase draw\ncup end-turn end-turn german\nturns 1", 3, goes_on=True)
    assert s.asked == ("german", "operation")
    assert s.told("marker removal") == []
    s.do("finish").done()
    assert drawn(s) == ["german"]
    [over] = s.told("marker removal")
    assert sentence(s.b, over) == "No marker but End Turn is left to draw: turn 1 is over and the marks come off."


@rule("3.2.b")
def test_the_first_end_turn_marker_is_only_set_aside() -> None:
    s = stage(FRONT + "phase draw\ncup end-turn end-turn german", 1, 2, goes_on=True)
    assert drawn(s) == ["end-turn", "german"]
    track = next(track for track in view(s.play, "").tracks if track.kind == "end turn")
    assert track.boxes[0].text == "1 of 2"


@rule("3.2.b")
def test_an_end_turn_marker_drawn_while_another_is_held_is_not_the_last() -> None:
    """One in the cup, one held: the turn goes on until the held one is back and drawn."""
    text = FRONT + "phase draw\ncup end-turn german soviet\nheld german 1\nmissed german\nturns 1"
    s = stage(text, 1, 1, 1, goes_on=True)
    assert drawn(s) == ["end-turn", "german"]
    assert s.last("end turn returned").value == 1
    s.do("finish").done()
    assert drawn(s) == ["end-turn", "german", "end-turn"]
    assert len(s.told("marker removal")) == 1
    assert s.b.formations[1].activated is False


@rule("3.2.c", "2.12.2")
def test_three_end_turn_markers() -> None:
    text = FRONT + "end-turns 3\nphase start\nturns 1"
    s = stage(text, 1, 1, 2, goes_on=True)
    assert drawn(s) == ["end-turn", "end-turn", "german"], "the second does not end the turn"
    s = stage(text, 1, 1, 1, goes_on=True).done()
    assert drawn(s) == ["end-turn"] * 3
    assert len(s.told("marker removal")) == 1


@rule("3.2.d", "3.2.e")
def test_activation_is_compulsory_but_units_may_do_nothing() -> None:
    """The owner cannot decline the activation; he may finish it at once, and it counts as one."""
    s = stage(FRONT + "phase draw\ncup end-turn german soviet", 2, 2, goes_on=True)
    assert s.asked == ("german", "operation")
    assert not any(choice.do in ("pass", "decline") for choice in s.options())
    s.do("finish")
    assert (s.last("impulse finished").rule, s.last("impulse finished").side) == ("3.2.e", "german")
    assert s.b.formations[0].activated and not s.unit("T").ops_complete


@rule("3.2.e")
def test_one_unit_may_be_left_idle_while_others_act() -> None:
    s = stage(FRONT + "german tiger U at B1\n")
    s.do("act", "U").do("hold")
    assert not s.unit("U").ops_complete
    refusal = s.refused("act", "U")
    assert (refusal.reason, refusal.rule) == ("U was left idle in this impulse.", "3.2.e")
    s.do("act", "T", number=1).do("move", "", "B1")
    assert s.where("T") == "B1"


# 3.3 -------------------------------------------------------------------------------------------------


@rule("3.3", "2.5.6.3.a")
def test_marker_removal_phase() -> None:
    """Ops Complete off, smoke one level down, HQ back, markers into the cup; other states stay."""
    s = stage(
        """
        .. .. .. .. .. .. .. ..
        german tiger T at A1 ops
        german tiger D at A1 disrupted ooc
        german tiger W at B1 overwatch
        german hq 505th-heavy-panzer-hq at eliminated
        soviet t-34-76 S at H1 ops
        soviet hq 276th-tank-hq at H1
        marker smoke2 D1
        marker smoke1 E1
        phase removal
        """,
        2,
        goes_on=True,
    )
    s.do("place", "505th-heavy-panzer-hq", "A1").done()
    assert not s.unit("T").ops_complete and not s.unit("S").ops_complete
    assert s.unit("D").disrupted and s.unit("D").out_of_command and s.unit("W").overwatch
    assert s.b.smoke == {s.b.ground.index["D1"]: 1}
    kinds = [event.kind for event in s.play.log]
    assert kinds[:4] == ["marker removal", "smoke", "smoke", "hq returned"]
    assert "turn" in kinds[4:]


@rule("3.3")
def test_a_bridge_blown_in_the_marker_removal_phase_leaves_the_stack_ops_complete() -> None:
    """The other Ops Complete markers come off first."""
    s = stage(
        """
        .. .b ..
        german pioneer E at A1 demolition=1
        german infantry I at A1 ops
        german infantry J at C1 ops
        phase removal
        turns 1
        """,
        3,
        goes_on=True,
    )
    assert s.told("bridge out")
    assert [s.unit(id).ops_complete for id in "EIJ"] == [True, True, False]


@rule("TRT")
def test_the_turn_marker_goes_on_after_each_marker_removal_phase() -> None:
    s = stage(FRONT + "phase removal\nturn 2\nturns 3", 1, 2, goes_on=True)
    kinds = [event.kind for event in s.play.log if event.kind in ("marker removal", "turn", "battle over")]
    assert kinds == ["marker removal", "turn"]
    assert s.last("turn").value == 3 and s.play.result is None
    s.do("finish").do("finish")
    assert s.play.result is not None, "after the Marker Removal Phase of the last turn the battle is judged"
    kinds = [event.kind for event in s.play.log if event.kind in ("marker removal", "turn", "battle over")]
    assert kinds == ["marker removal", "turn", "marker removal", "battle over"]


@rule("TRT")
def test_the_turn_record_track() -> None:
    s = stage(FRONT + "phase draw\nturn 3\nturns 5\ncup german end-turn", 2, goes_on=True)
    track = next(track for track in view(s.play, "").tracks if track.kind == "turns")
    assert [(box.text, box.now) for box in track.boxes] == [
        ("1", False),
        ("2", False),
        ("3", True),
        ("4", False),
        ("5", False),
    ]
    assert new_battle(find_scenario("nations_at_war/cats-in-the-mist")).ground.numbers["track_boxes"] == 16


# 3.3.1 -----------------------------------------------------------------------------------------------

DESERT = """
    .. .. .. .. .. .. .. ..
    german infantry B at A1 in=bersaglieri
    german hq 320th-infantry-hq at A1 in=bersaglieri
    german m13-40 M at B1 in=7th-armored
    german hq 7th-armor-hq at B1 in=7th-armored
    soviet british-infantry I at H1 in=14th-infantry
    soviet hq british-14th-hq at H1 in=14th-infantry
    turn 4
    phase start
    """


@rule("3.3.1.a", "3.3.1.b")
def test_held_end_turn_markers_example() -> None:
    """Turn 4: the British activate, then both End Turn markers come. Turn 5: the Italian player keeps one of them
    until both of his Formations have activated."""
    s = stage(
        DESERT,
        *(1, 3, 3),  # turn 4: 14th Infantry, End Turn, End Turn
        2,  # turn 5: 7th Armored
        3,  # End Turn: not the last, for the other is held
        2,  # 2nd Bersaglieri: the held marker goes back
        2,  # End Turn: the last
        *(1, 1),  # turn 6
        goes_on=True,
    )
    assert active(s) == "14th-infantry"
    s.do("finish")
    assert drawn(s) == ["14th-infantry", "end-turn", "end-turn", "7th-armored"]
    held = s.last("end turn held")
    assert (held.rule, held.side, held.value) == ("3.3.1.a", "german", 1)
    assert s.b.cup == ["14th-infantry", "bersaglieri", "end-turn"], "one End Turn marker is in the cup"
    assert s.b.held == [1, 0] and s.told("end turn returned") == []
    pile = next(pile for pile in view(s.play, "").piles if pile.kind == "held")
    assert (pile.side, pile.count) == ("german", 1)
    s.do("finish")
    assert drawn(s)[4:] == ["end-turn", "bersaglieri"]
    assert (s.last("end turn returned").rule, s.last("end turn returned").side) == ("3.3.1.b", "german")
    assert s.b.cup == ["14th-infantry", "end-turn"] and s.b.held == [0, 0]
    s.do("finish")
    assert drawn(s)[6] == "end-turn"
    assert s.b.turn == 6 and s.b.held[0] == 0, "both Italian Formations have activated in turn 5"
    told = [sentence(s.b, event) for event in s.play.log if event.kind in ("end turn held", "end turn returned")]
    assert told[:2] == [
        "The German player had a Formation without an impulse and keeps 1 End Turn marker until it has one.",
        "Who had no impulse last turn has had one: the German player puts 1 End Turn marker back into the cup.",
    ]
    assert s.told("end turn held")[-1].side == "soviet", "now the British had no activation"


@rule("3.3.1.a", "3.3.1.c")
def test_with_three_end_turn_markers_all_but_one_are_held() -> None:
    s = stage(DESERT + "end-turns 3", *(1, 3, 3, 3), 1, goes_on=True)
    s.do("finish")
    assert s.b.held == [2, 0]
    assert s.b.cup == ["7th-armored", "bersaglieri", "end-turn"]


BOTH = FRONT + "end-turns {count}\nphase removal\n"


@rule("3.3.1.c")
def test_both_sides_hold_with_two_end_turn_markers() -> None:
    """Each side holds one and none starts in the cup; each returns its own after its own missed Formation."""
    s = stage(BOTH.format(count=2), 1, 2, 3, goes_on=True)
    assert drawn(s) == ["german"]
    assert [(event.side, event.value) for event in s.told("end turn held")] == [("german", 1), ("soviet", 1)]
    assert s.b.cup == ["end-turn", "soviet"] and s.b.held == [0, 1]
    s.do("finish")
    assert drawn(s) == ["german", "soviet"]
    assert s.b.held == [0, 0]
    s.do("finish")
    assert s.b.turn == 3, "nothing but End Turn markers was left"


@rule("3.3.1.c", "3.2.b")
def test_the_turn_cannot_end_while_a_side_holds_a_marker() -> None:
    """The German End Turn marker comes back and is drawn; the Soviet one is still held, so the turn goes on."""
    s = stage(BOTH.format(count=2), 1, 1, 1, goes_on=True)
    s.do("finish")
    assert drawn(s) == ["german", "end-turn", "soviet"]
    assert s.b.turn == 2 and active(s) == "soviet"


@rule("3.3.1.c")
def test_both_sides_hold_with_three_end_turn_markers() -> None:
    """Each side holds one, one starts in the cup."""
    s = stage(BOTH.format(count=3), 1, 1, goes_on=True)
    assert drawn(s) == ["end-turn", "german"]
    assert s.b.held == [0, 1]
    assert s.b.cup == ["end-turn", "soviet"]


@rule("3.3.1.a")
def test_a_formation_not_yet_due_does_not_count_as_missed() -> None:
    b = scene(FRONT + "german pzivg P at off in=panzer\nedge german A1 in=panzer\nphase removal\nturn 1")
    for formation in b.formations:
        formation.activated = formation.key != "panzer"
        if formation.key == "panzer":
            formation.spec.entry_turn = 3
    s = NawStage(NATIONS_AT_WAR, b, 3)
    assert s.told("end turn held") == []
    assert s.b.cup == ["end-turn", "end-turn", "soviet"], "and its marker is not in the cup of turn 2"


@rule("3.3.1.a", "2.10.b")
def test_the_marker_of_a_formation_without_units_leaves_the_cup_for_good() -> None:
    """No activation, but it holds nothing; its marker is gone next turn."""
    b = scene(FRONT + "phase removal")
    b.formations[1].activated = True
    b.units[0].hex = b.hqs[0].hex = ELIMINATED
    b.units[0].steps = b.hqs[0].steps = 0
    s = NawStage(NATIONS_AT_WAR, b, 3)
    assert s.told("end turn held") == []
    assert drawn(s) == ["soviet"]
    assert s.b.cup == ["end-turn", "end-turn"] and s.b.out_of_cup == ["german"]


@rule("3.3.1.a", "3.3.1.b")
def test_a_marker_of_a_dead_formation_counts_when_drawn() -> None:
    """It does nothing, but it is an activation and releases the End Turn marker that its owner holds."""
    b = scene(FRONT + "phase draw\ncup end-turn german soviet\nheld german 1\nmissed german")
    b.units[0].hex = b.hqs[0].hex = ELIMINATED
    b.units[0].steps = b.hqs[0].steps = 0
    s = NawStage(NATIONS_AT_WAR, b, 2, 3)
    assert drawn(s) == ["german", "soviet"]
    assert s.b.held == [0, 0] and s.b.cup == ["end-turn", "end-turn"]


# Designated Formation --------------------------------------------------------------------------------

DESIGNATED = """
    .. .. .. .. .. .. .. ..
    german tiger T at A1 in=heavy
    german hq 505th-heavy-panzer-hq at A1 in=heavy
    german pzivg P at B1 in=panzer
    german hq 11th-panzer-hq at B1 in=panzer
    german infantry I at off in=reserve
    edge german A1 in=reserve
    soviet t-34-76 S at H1
    soviet hq 276th-tank-hq at H1
    designated german 1
    """


@rule("DF.a", "DF.b")
def test_the_owner_activates_any_one_of_his_formations() -> None:
    """All three German Formations qualify, also the one that can enter now; none of the enemy's."""
    s = stage(DESIGNATED + "phase draw\ncup designated-german end-turn heavy", 1, goes_on=True)
    assert s.asked == ("german", "designate")
    assert s.options() == [Choice("activate", key) for key in ("heavy", "panzer", "reserve")]
    s.do("activate", "panzer")
    assert active(s) == "panzer"


@rule("DF.a")
def test_the_designated_formation_activates_again_by_its_own_marker() -> None:
    s = stage(DESIGNATED + "phase draw\ncup designated-german end-turn heavy", 1, *(1,) * 4, 2, goes_on=True)
    s.do("activate", "heavy").do("act", "T", number=1).do("fire", "T", "S").done()
    assert drawn(s) == ["designated-german", "heavy"]
    assert active(s) == "heavy" and not s.unit("T").ops_complete
    assert [event.piece for event in s.told("activated")] == ["heavy", "heavy"]


@rule("DF.a")
def test_with_a_single_formation_nobody_is_asked_which() -> None:
    s = stage(DESIGNATED + "phase draw\ncup designated-soviet end-turn heavy", 1, goes_on=True)
    assert drawn(s) == ["designated-soviet"] and active(s) == "soviet" and s.asked[0] == "soviet"


@rule("3.2.d")
def test_whose_impulse_it_is() -> None:
    b = scene(DESIGNATED)
    found = []
    for index in (-1, 0, len(b.formations) - 1):
        b.active = index
        found.append((is_impulse_of(b, 0), is_impulse_of(b, 1)))
    assert found == [(False, False), (True, False), (False, True)]


@rule("DF.a")
def test_a_formation_that_cannot_enter_yet_is_not_designated() -> None:
    b = scene(DESIGNATED + "phase draw\ncup designated-german end-turn heavy")
    b.formations[2].spec.entry_turn = 3
    s = NawStage(NATIONS_AT_WAR, b, 1)
    assert s.options() == [Choice("activate", "heavy"), Choice("activate", "panzer")]


@rule("DF.a")
def test_the_designated_marker_is_in_the_cup_every_turn() -> None:
    s = stage(DESIGNATED + "phase start", 4, goes_on=True)
    assert drawn(s) == ["heavy"]
    assert s.b.cup == ["designated-german", "end-turn", "end-turn", "panzer", "reserve", "soviet"]


@rule("DF.c")
def test_a_designated_activation_counts_for_3_3_1() -> None:
    """It releases the End Turn marker held for the missed Formation; the Designated marker itself is never missed."""
    text = DESIGNATED + "phase draw\ncup designated-german end-turn panzer\nheld german 1\nmissed panzer\n"
    s = stage(text, 1, goes_on=True)
    s.do("activate", "panzer")
    assert s.last("end turn returned").side == "german"
    assert s.b.held == [0, 0]
    b = scene(DESIGNATED + "phase removal")
    for formation in b.formations:
        formation.activated = True
    s = NawStage(NATIONS_AT_WAR, b, 2, 1)
    assert s.told("end turn held") == [], "the marker was not drawn, yet nobody holds anything"
