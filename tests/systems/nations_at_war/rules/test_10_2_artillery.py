"""10.2 Artillery: calling, ranging in, drift, Fire For Effect, smoke."""

import pytest
from stage import NawStage, stage

from sandtable.testing import rule

FIELD = "\n".join([".. .. .. .. .. .. .. .. .."] * 9)
FOOT = "german infantry G at A1\ngerman hq 320th-infantry-hq at A1"  # Leadership 1
PANZER = "german pzivg G at A1\ngerman hq 11th-panzer-hq at A1"  # Leadership 2


def fires(lines: str, *dice: int, field: str = FIELD) -> NawStage:
    """The Fire Missions step of the German Formation."""
    return stage(f"{field}\n{lines}\nphase missions", *dice)


def called(lines: str, hex: str, *dice: int, caller: str = "320th-infantry-hq", field: str = FIELD) -> NawStage:
    """A mission is called on a hex."""
    return fires(lines, *dice, field=field).do("call", caller, "34").do("target", caller, hex)


def barrages(s: NawStage) -> list[str]:
    return sorted(s.b.ground.names[place] for _, place, _ in s.b.barrages)


# Missions and callers ----------------------------------------------------------------------------


@rule("10.2.a")
def test_34_is_three_dice_hitting_on_4_and_is_used_once() -> None:
    s = called(f"{FOOT}\nsoviet guards-infantry S at E5\nmission german 34", "E5", 6, *(3, 4, 3))
    s.do("fire for effect", to="E5").done()
    shot = s.last("bombarded")
    assert (shot.dice, shot.need, shot.value) == ((3, 4, 3), 4, 1)
    assert s.b.missions == [[], []]
    assert s.asked == ("german", "operation")  # no mission is left to call


@rule("10.2.a")
@pytest.mark.parametrize("formation", ["german", "other"])
def test_any_formation_of_the_side_may_use_it(formation: str) -> None:
    s = fires(
        f"""{FOOT}
        german pzivg P at C1 in=other
        german hq 18th-panzer-hq at C1 in=other
        mission german 34
        active {formation}"""
    )
    caller = {"german": "320th-infantry-hq", "other": "18th-panzer-hq"}[formation]
    assert [(c.piece, c.to) for c in s.options("call")] == [(caller, "34")]


@rule("10.2.a")
def test_the_enemys_missions_are_his() -> None:
    assert fires(f"{FOOT}\nmission soviet 34").asked == ("german", "operation")


@rule("10.2.b", "3.4.4.b", "2.6.2.b")
@pytest.mark.parametrize(
    ("line", "calls"),
    [
        ("german sdkfz-222 R at C1", True),
        ("german sdkfz-222 R at C1 disrupted", False),
        ("german sdkfz-222 R at C1 ooc", False),
        ("german infantry R at C1", False),
    ],
)
def test_a_good_order_in_command_recon_unit_calls(line: str, calls: bool) -> None:
    s = fires(f"{FOOT}\n{line}\nmission german 34")
    assert {c.piece for c in s.options("call")} == {"320th-infantry-hq"} | ({"R"} if calls else set())


@rule("10.2.b")
@pytest.mark.parametrize(("hex", "calls"), [("I5", True), ("I6", False)])
def test_a_sub_hq_calls_while_it_is_in_command(hex: str, calls: bool) -> None:
    """The HQ's Command Range is 4: the sub-HQ may be eight hexes away, nine are too far."""
    s = fires(
        f"""german m3-lee L at A1
        german hq ccb-hq at A1
        german m3-lee M at {hex}
        german sub-hq ccb-sub-hq at {hex}
        mission german 34"""
    )
    assert {c.piece for c in s.options("call")} == {"ccb-hq"} | ({"ccb-sub-hq"} if calls else set())


@rule("10.2.b")
def test_the_caller_needs_a_line_of_sight_at_any_distance() -> None:
    """The far corner is no trouble; a hex behind the woods at A3 is."""
    s = fires(f"{FOOT}\nmission german 34", field=FIELD.replace("..", "W.", 19).replace("W.", "..", 18))
    s.do("call", "320th-infantry-hq", "34")
    assert {"I1", "I9", "A3"} <= s.places("target")
    assert not {"A4", "A9"} & s.places("target")
    refusal = s.refused("target", "320th-infantry-hq", "A9")
    assert (refusal.rule, refusal.reason) == ("10.2.b", "The unit that calls does not see A9.")
    refusal = s.refused("target", "320th-infantry-hq", "Z9")
    assert (refusal.rule, refusal.reason) == ("10.2.b", "There is no hex 'Z9' on this map.")


@rule("10.2.b", "10.2.e", "3.4.4.a", "10.2.c")
def test_two_missions_an_activation_and_holding_fire_counts() -> None:
    """Three missions are there; two calls, one of them held, and the step is over."""
    missions = "\n".join(["mission german 34"] * 3)
    s = called(f"{FOOT}\nsoviet guards-infantry S at E5\n{missions}", "E5", 6, 6, *(1, 1, 1))
    s.do("hold fire")
    assert (s.last("fire held").rule, s.last("fire held").side) == ("10.2.e", "german")
    assert s.asked == ("german", "fire mission")
    assert len(s.b.missions[0]) == 3
    s.do("call", "320th-infantry-hq", "34").do("target", "320th-infantry-hq", "E5").do("fire for effect", to="E5")
    assert s.asked == ("german", "operation")
    assert len(s.b.missions[0]) == 2


@rule("10.2.b", "3.4.4.a")
def test_a_mortar_mission_counts_as_one_of_the_two() -> None:
    s = fires(
        f"""{FOOT}
        german american-81mm-mortar M at A1
        soviet guards-infantry S at C1
        mission german 34
        mission german 34""",
        *(6, 1, 1, 1),  # the artillery
        *(1, 1, 1),  # the mortar
    )
    s.do("call", "320th-infantry-hq", "34").do("target", "320th-infantry-hq", "C1").do("fire for effect", to="C1")
    s.do("direct", "M")
    s.do("bombard", "M", "C1")
    assert s.asked == ("german", "operation")
    assert len(s.b.missions[0]) == 1


@rule("10.2.b")
def test_calling_costs_the_caller_nothing() -> None:
    """HQ and platoon act as before, Leadership included."""
    s = called(f"{FOOT}\nsoviet guards-infantry S at C1\nmission german 34", "C1", 6, *(1, 1, 1))
    s.do("fire for effect", to="C1").do("act", "G", number=1)
    assert not s.hq("german").led
    assert {c.number for c in s.options("fire", "G")} == {0, 1}


# Ranging in --------------------------------------------------------------------------------------


@rule("10.2.c")
@pytest.mark.parametrize(
    ("hq", "marker", "die", "drift"),
    [
        # The examples.
        ("320th-infantry-hq", "", 4, 0),
        ("320th-infantry-hq", "", 3, 1),
        ("320th-infantry-hq", "", 1, 2),
        ("11th-panzer-hq", "barrage german E4", 2, 0),
        ("11th-panzer-hq", "barrage german E4", 1, 1),
        # The borders: a total of 5, 4, 3 and 2.
        ("320th-infantry-hq", "", 2, 1),
        ("11th-panzer-hq", "", 3, 0),
        ("11th-panzer-hq", "", 2, 1),
        ("11th-panzer-hq", "", 1, 1),
        ("320th-infantry-hq", "barrage german E4", 1, 1),
        # A marker two hexes away helps, one three hexes away or of the enemy does not.
        ("320th-infantry-hq", "barrage german E3", 2, 0),
        ("320th-infantry-hq", "barrage german E2", 2, 1),
        ("320th-infantry-hq", "barrage soviet E4", 2, 1),
    ],
)
def test_ranging_in(hq: str, marker: str, die: int, drift: int) -> None:
    lines = (PANZER if hq == "11th-panzer-hq" else FOOT) + f"\nmission german 34\n{marker}"
    s = called(lines, "E5", die, *((1,) if drift else ()), caller=hq)
    ranged = s.last("ranged in")
    assert (ranged.place, ranged.dice, ranged.need, ranged.value) == ("E5", (die,), 5, drift)
    leadership = 2 if hq == "11th-panzer-hq" else 1
    near = marker in ("barrage german E4", "barrage german E3")
    assert [note.amount for note in ranged.modifiers] == ([leadership, 2] if near else [leadership])
    s.done()


@rule("10.2.c")
def test_recon_adds_one_instead_of_leadership() -> None:
    s = called(f"{PANZER}\ngerman sdkfz-222 R at A2\nmission german 34", "E5", 4, caller="R")
    assert [note.amount for note in s.last("ranged in").modifiers] == [1]
    assert s.last("ranged in").value == 0


@rule("10.2.c", "10.2.j")
def test_the_earlier_marker_is_moved_and_the_others_stay() -> None:
    s = called(f"{FOOT}\nmission german 34\nbarrage german E4\nbarrage german I9\nbarrage soviet E6", "E5", 6)
    assert barrages(s) == ["E5", "E6", "I9"]
    assert s.b.barrages[-1] == (0, s.b.ground.index["E5"], 1)


@rule("10.2.c")
def test_with_two_markers_near_the_owner_picks_the_one_to_move() -> None:
    s = called(f"{FOOT}\nmission german 34\nbarrage german E4\nbarrage german E6", "E5", 6)
    assert s.asked == ("german", "barrage marker")
    assert s.places("pick") == {"E4", "E6"}
    s.do("pick", to="E6")
    assert barrages(s) == ["E4", "E5"]
    assert [note.amount for note in s.last("ranged in").modifiers] == [1, 2]  # two markers are no more than one


@rule("10.2.d")
@pytest.mark.parametrize(
    ("aim", "die", "place"),
    [
        ("E5", 1, "E4"),
        ("E5", 2, "F4"),
        ("E5", 3, "F5"),
        ("E5", 4, "E6"),
        ("E5", 5, "D5"),
        ("E5", 6, "D4"),
        ("D5", 1, "D4"),
        ("D5", 2, "E5"),
        ("D5", 3, "E6"),
        ("D5", 4, "D6"),
        ("D5", 5, "C6"),
        ("D5", 6, "C5"),
    ],
)
def test_drift_by_one_hex(aim: str, die: int, place: str) -> None:
    """1 up the column, then clockwise; odd columns and even ones."""
    s = called(f"{FOOT}\nmission german 34", aim, 3, die)
    assert (s.last("drifted").dice, s.last("drifted").value, s.last("drifted").place) == ((die,), 1, place)
    assert barrages(s) == [place]
    assert s.places("fire for effect") == {place}


@rule("10.2.d")
@pytest.mark.parametrize(("die", "place"), [(1, "E3"), (2, "G4"), (3, "G6"), (4, "E7"), (5, "C6"), (6, "C4")])
def test_drift_by_two_hexes_in_a_straight_line(die: int, place: str) -> None:
    s = called(f"{FOOT}\nmission german 34", "E5", 1, die)
    assert (s.last("drifted").value, s.last("drifted").place) == (2, place)


@rule("10.2.d", "10.2.e")
@pytest.mark.parametrize(("aim", "dice"), [("A1", (6,)), ("A2", (3, 1))])
def test_a_barrage_on_a1_is_on_the_map(aim: str, dice: tuple[int, ...]) -> None:
    """Named, or drifted there from A2."""
    s = called(f"{FOOT.replace('A1', 'A4')}\nmission german 34", aim, *dice)
    assert s.asked == ("german", "fire for effect") and barrages(s) == ["A1"]
    assert not s.told("barrage lost") and {c.to for c in s.options("fire for effect")} == {"A1"}


@rule("10.2.d", "10.2.b", "10.2.j")
def test_off_the_map_the_mission_is_spent_and_the_marker_gone() -> None:
    """From E2 up by two; the earlier marker, moved to the aim, is lost with it."""
    s = called(f"{FOOT.replace('A1', 'A9')}\nmission german 34\nmission german 34", "E2", 1, 1)
    assert s.last("barrage lost").rule == "10.2.d"
    assert barrages(s) == []
    assert len(s.b.missions[0]) == 1
    assert s.asked == ("german", "fire mission")  # the second of the two


# Fire For Effect ---------------------------------------------------------------------------------


@rule("10.2.e")
def test_holding_fire_keeps_mission_and_marker() -> None:
    s = called(f"{FOOT}\nsoviet guards-infantry S at E5\nmission german 34", "E5", 6)
    assert {c.do for c in s.options()} == {"fire for effect", "hold fire"}
    s.do("hold fire")
    assert barrages(s) == ["E5"]
    assert [mission.name for mission in s.b.missions[0]] == ["34"]
    assert s.told("bombarded") == []


SEVEN = ("E5", "E4", "F4", "F5", "E6", "D5", "D4")  # the marker hex, then directions 1 to 6


@rule("10.2.f", "10.2.h")
def test_the_marker_hex_and_the_six_around_it_friend_and_foe() -> None:
    """Each hex with a unit is attacked apart with all dice, in order; two hexes away nothing falls."""
    lines = [FOOT, "mission german 34", "soviet guards-infantry far at E7"]
    for count, hex in enumerate(SEVEN):
        lines.append(f"{'german' if count % 2 else 'soviet'} guards-infantry U{count} at {hex}")
    s = called("\n".join(lines), "E5", 6, *(4, 1, 1) * 7)
    s.do("fire for effect", to="E5").done()
    shots = s.told("bombarded")
    assert [e.place for e in shots] == list(SEVEN)
    assert {(e.side, len(e.dice), e.need, e.value) for e in shots} == {("german", 3, 4, 1)}
    assert all(s.unit(f"U{count}").disrupted for count in range(7))
    assert not s.unit("far").disrupted


@rule("10.2.f", "10.2.d")
def test_an_empty_hex_is_not_attacked_and_the_area_is_that_of_the_marker() -> None:
    """It drifts from E5 to E4: E3 is hit, E6 is not."""
    s = called(
        f"{FOOT}\nsoviet guards-infantry N at E3\nsoviet guards-infantry F at E6\nmission german 34",
        "E5",
        *(3, 1),
        *(4, 1, 1),
    )
    s.do("fire for effect", to="E4").done()
    assert [e.place for e in s.told("bombarded")] == ["E3"]


def barrage(lines: str, *dice: int, field: str = FIELD) -> NawStage:
    """Fire For Effect on E5, on target."""
    s = called(f"{FOOT}\n{lines}\nmission german 34", "E5", 6, *dice, field=field)
    return s.do("fire for effect", to="E5").done()


def with_e5(sign: str) -> str:
    rows = [row.split() for row in FIELD.splitlines()]
    rows[4][4] = sign
    return "\n".join(" ".join(row) for row in rows)


@rule("10.2.g", "TEC.note1", "CTEC.wreck")
@pytest.mark.parametrize(
    ("sign", "unit", "extra", "dice", "reasons"),
    [
        ("W.", "guards-infantry", "", 1, ["Woods"]),  # no concealment
        ("C.", "guards-infantry", "", 2, ["City"]),
        ("F.", "guards-infantry", "", 1, ["Wooded Hill"]),  # no hill die
        ("W.", "t-34-76", "", 2, ["Woods", "a hard target in the hex"]),  # not its armour
        ("C.", "t-34-76", "", 3, ["City", "a hard target in the hex"]),  # the soft bonus, no cap of two
        ("..", "guards-infantry", "marker wreck E5", 1, ["Wreck"]),
        ("..", "t-34-76", "", 1, ["a hard target in the hex"]),
    ],
)
def test_the_defence_of_a_hex(sign: str, unit: str, extra: str, dice: int, reasons: list[str]) -> None:
    """Each 5 or 6 cancels a hit: two hits, the first die saves."""
    saves = (5, 4, 4)[:dice]
    s = barrage(f"soviet {unit} S at E5\n{extra}", *(4, 4, 1), *saves, field=with_e5(sign))
    covered = s.last("covered")
    assert (covered.dice, covered.need, covered.value) == (saves, 5, 1)
    assert [note.label for note in covered.modifiers] == reasons
    assert (s.unit("S").disrupted, s.unit("S").steps) == (True, 2)


@rule("10.2.g", "9.0.i")
def test_one_roll_for_the_hex_hits_are_shared_the_odd_one_by_die() -> None:
    """Three hits on two platoons: one each, and the third on the second, as the die is even."""
    s = barrage("soviet guards-infantry S1 at E5\nsoviet guards-infantry S2 at E5", *(4, 5, 6), 2)
    assert [(s.unit(id).disrupted, s.unit(id).steps) for id in ("S1", "S2")] == [(True, 2), (True, 1)]


@rule("10.2.g")
def test_an_improved_position_cancels_the_first_hit_left() -> None:
    s = barrage("soviet guards-infantry S at E5\nmarker improved E5", 4, 4, 1)
    assert (s.unit("S").disrupted, s.unit("S").steps) == (True, 2)
    s = barrage("soviet guards-infantry S at E5\nmarker improved E5", 4, 1, 1)
    assert not s.unit("S").disrupted


@rule("10.2.g")
def test_hard_targets_are_at_worst_disrupted() -> None:
    s = barrage("soviet t-34-76 S at E5", *(4, 4, 4), 1)
    assert (s.unit("S").disrupted, s.unit("S").steps) == (True, 2)
    s = barrage("soviet t-34-76 S at E5 disrupted", *(4, 4, 4), 1)
    assert s.unit("S").steps == 2


@rule("10.2.g")
def test_an_hq_check_for_each_hex() -> None:
    s = barrage(
        """soviet guards-infantry S at E5
        soviet hq 71st-guards-infantry-hq at E5
        soviet t-70a T at E4 in=31st
        soviet hq 31st-tank-hq at E4 in=31st""",
        *(4, 1, 1, 1),  # a hit; the HQ check: a 1 flips it
        *(4, 1, 1, 1, 2),  # a hit, no save; the HQ check: nothing
    )
    assert [(e.piece, e.dice, e.value) for e in s.told("hq check")] == [
        ("71st-guards-infantry-hq", (1,), 1),
        ("31st-tank-hq", (2,), 0),
    ]


@rule("10.2.i", "5.2.i")
def test_no_modifiers_and_no_acquisition() -> None:
    """Acquired, with Leadership at hand and next to the caller: three dice on 4, as ever."""
    s = called(
        """german pzivg P at D5 acquired=S
        german hq 11th-panzer-hq at D5
        soviet t-34-76 S at E5
        mission german 34""",
        "E5",
        6,
        *(3, 3, 3),
        *(3, 3, 3),
        caller="11th-panzer-hq",
    )
    s.do("fire for effect", to="E5").done()
    assert [(e.place, len(e.dice), e.need, e.modifiers) for e in s.told("bombarded")] == [
        ("E5", 3, 4, ()),
        ("D5", 3, 4, ()),
    ]
    assert s.told("acquired") == []
    assert s.unit("P").acquired == s.unit("S").index  # what was acquired by fire stays
    assert not s.hq("german").led


# The marker --------------------------------------------------------------------------------------


@rule("10.2.j")
def test_a_marker_of_this_turn_stays_and_one_of_the_last_turn_goes() -> None:
    s = stage(
        f"""{FIELD}
        {FOOT}
        turn 3
        barrage german E5 turn=2
        barrage german C5 turn=3
        barrage soviet D5 turn=3
        phase removal
        """,
        2,  # turn 4: the German marker, after the End Turn marker that is not held
        goes_on=True,
    )
    assert s.b.turn == 4
    assert barrages(s) == ["C5", "D5"]
    assert s.last("barrage removed").rule == "10.2.j"


@rule("10.2.j")
def test_a_marker_moved_lives_from_its_new_turn() -> None:
    s = called(f"{FOOT}\nmission german 34\nturn 3\nbarrage german E4 turn=2", "E5", 6)
    assert s.b.barrages == [(0, s.b.ground.index["E5"], 3)]


# Smoke -------------------------------------------------------------------------------------------


def smoke(s: NawStage) -> dict[str, int]:
    return {s.b.ground.names[place]: level for place, level in s.b.smoke.items()}


@rule("10.2.k", "SM.a", "SM.e")
def test_a_smoke_mission_puts_level_2_in_the_middle_and_level_1_around() -> None:
    """Instead of an attack; on level 1 that lies there it makes level 2."""
    s = called(
        f"{FOOT}\nsoviet guards-infantry S at E5\nmission german 34 smoke\nmarker smoke1 E4\nmarker smoke2 F4",
        "E5",
        6,
    )
    assert {c.do for c in s.options()} == {"fire for effect", "smoke", "hold fire"}
    s.do("smoke", to="E5").done()
    assert smoke(s) == {"E5": 2, "E4": 2, "F4": 2, "F5": 1, "E6": 1, "D5": 1, "D4": 1}
    assert s.b.missions == [[], []]
    assert s.told("bombarded") == []


@rule("10.2.k", "10.2.d", "10.2.b")
def test_smoke_ranges_in_and_drifts_the_same_way() -> None:
    s = called(f"{FOOT}\nmission german 34 smoke", "E5", 3, 4).do("smoke", to="E6")
    assert smoke(s)["E6"] == 2
    assert smoke(s)["E5"] == 1


@rule("10.2.k", "S1.ssr1")
@pytest.mark.parametrize("line", ["mission german 34", "mission german 34 smoke\nno-smoke"])
def test_he_missions_and_scenarios_without_smoke_have_none(line: str) -> None:
    s = called(f"{FOOT}\n{line}", "E5", 6)
    assert {c.do for c in s.options()} == {"fire for effect", "hold fire"}
    s.refused("smoke", to="E5")
