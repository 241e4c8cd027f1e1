"""Chapter 8: Chaos markers."""

import pytest
from stage import NawStage, one_draw, stage

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.rules.command import command_range
from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .. .."


def chaos(lines: str, *dice: int, drawer: str = "german") -> NawStage:
    """A Chaos marker is drawn; the first two dice are the roll on the table."""
    return one_draw(f"{ROW}\n{lines}\nchaos 1\ndrawer {drawer}\ncup chaos", 1, *dice)


# 8.0.a -------------------------------------------------------------------------------------------


@rule("8.0.a", "2.12.5", "13.1.d")
def test_a_chaos_marker_goes_into_the_cup_and_comes_back_next_turn() -> None:
    """The scenario's Chaos marker is drawn, rolled for and back in the next turn; the drawers alternate."""
    s = stage(
        f"""
        {ROW}
        german infantry G at A1
        german hq 320th-infantry-hq at A1
        soviet t-34-76 S at H1
        soviet hq 3rd-tank-hq at H1
        chaos 1
        phase start
        """,
        *(1, 3, 4),  # the German draws Chaos: 7, a lull
        *(1, 1),  # the two End Turn markers
        *(1, 3, 4),  # turn 2, the Soviet draws Chaos
        1,  # the German marker of the two left
        goes_on=True,
    )
    assert [(e.side, e.value, e.dice, e.rule) for e in s.told("chaos")] == [
        ("german", 7, (3, 4), "8.0.b"),
        ("soviet", 7, (3, 4), "8.0.b"),
    ]
    assert [(e.side, e.text, e.value) for e in s.told("drawn")] == [
        ("german", "chaos", 4),
        ("soviet", "end-turn", 3),
        ("german", "end-turn", 2),
        ("soviet", "chaos", 2),  # both End Turn markers are held (3.3.1.c)
        ("german", "german", 1),
    ]
    assert len(s.told("activated")) == 1  # Chaos is no Formation and has no impulse
    s.done()


@rule("8.0.a")
@pytest.mark.parametrize("name", ["cats-in-the-mist", "the-bridge-at-berezovyy-logg"])
def test_neither_printed_scenario_uses_chaos(name: str) -> None:
    assert NATIONS_AT_WAR.shelf.find(f"nations_at_war/{name}").chaos == 0


@rule("8.0.a", "8.0.b")
def test_the_drawer_is_who_drew_not_whose_turn_suits() -> None:
    """Drawn by the Soviets, Fortune is theirs."""
    s = chaos("german infantry G at A1\nsoviet t-34-76 S at H1", 4, 5, drawer="soviet")
    assert s.b.fate == [0, 1]


# 8.0.b -------------------------------------------------------------------------------------------


@rule("8.0.b")
def test_2_short_rounds_on_the_hex_that_the_opponent_picks() -> None:
    """Three dice To-Hit 5 on one hex with a unit of the drawer; the hex beside it is spared."""
    s = chaos(
        "german infantry G1 at A1\ngerman infantry G2 at B1\nsoviet t-34-76 S at H1",
        *(1, 1),
        *(5, 4, 6),  # two hits, no cover in the open
    )
    assert s.asked == ("soviet", "chaos")
    assert [c.to for c in s.options()] == ["A1", "B1"]
    s.do("pick", to="A1").done()
    shot = s.last("bombarded")
    assert (shot.side, shot.place, shot.dice, shot.need, shot.value) == ("soviet", "A1", (5, 4, 6), 5, 2)
    assert (s.unit("G1").disrupted, s.unit("G1").steps) == (True, 1)
    assert (s.unit("G2").disrupted, s.unit("G2").steps) == (False, 2)


@rule("8.0.b")
def test_2_short_rounds_only_disrupt_armour_and_the_only_hex_is_not_asked_for() -> None:
    """As artillery: one die more for the hard target, at worst Disrupted; with one hex nobody is asked."""
    s = chaos("german tiger G at A1\nsoviet t-34-76 S at H1", 1, 1, *(5, 5, 6), 1)
    s.done()
    assert s.last("covered").dice == (1,)
    assert (s.unit("G").disrupted, s.unit("G").steps) == (True, 2)


@rule("8.0.b")
def test_2_short_rounds_without_a_unit_on_the_map_do_nothing() -> None:
    s = chaos("german tiger G at off\nsoviet t-34-76 S at H1", 1, 1)
    s.done()
    assert s.told("bombarded") == []


@rule("8.0.b")
def test_3_ammunition_shortage_makes_an_enemy_ops_complete() -> None:
    """The drawer picks an enemy that is not Ops Complete yet; Overwatch stays (11.0.e does not list it)."""
    s = chaos(
        """german infantry G at A1
        soviet t-34-76 S1 at G1 overwatch
        soviet t-34-76 S2 at H1
        soviet t-34-76 S3 at F1 ops""",
        *(1, 2),
    )
    assert s.asked == ("german", "chaos")
    assert [c.piece for c in s.options()] == ["S1", "S2"]
    s.do("pick", "S1").done()
    assert s.unit("S1").ops_complete and s.unit("S1").overwatch
    told = s.last("chaos ammunition")
    assert (told.rule, told.side, told.target) == ("8.0.b", "german", "S1")
    assert not s.unit("S2").ops_complete


RADIO = f"""
    {ROW}
    soviet guards-infantry S at H1
    soviet hq 71st-guards-infantry-hq at H1
    german pzivg P1 at A1
    german hq 11th-panzer-hq at A1
    german pzivg P2 at C1
    german pzivg P3 at D1
    chaos 1
    """


@rule("8.0.b")
def test_4_radio_trouble_halves_the_command_range_rounded_down() -> None:
    """Of a Command Range of 5 there are 2 left: two hexes away is In Command, three must check."""
    s = stage(
        f"{RADIO}\nphase draw\ndrawer soviet\ncup chaos german",
        *(1, 1, 3),  # Chaos, 4; there is one enemy HQ
        *(1, 5, 4),  # the German marker; the check of D1 against Morale 8 fails
    )
    assert s.last("chaos radio").target == "11th-panzer-hq"
    assert [e.place for e in s.told("command check")] == ["D1"]
    assert (s.unit("P1").out_of_command, s.unit("P2").out_of_command) == (False, False)
    assert s.unit("P3").out_of_command
    s.done()


@rule("8.0.b")
def test_4_radio_trouble_ends_in_the_marker_removal_phase() -> None:
    """In the next turn's impulse the range is the printed 5 again and nobody checks."""
    text = RADIO.replace("11th-panzer-hq at A1", "11th-panzer-hq at A1 halved")
    s = stage(f"{text}\nphase removal", 2, goes_on=True)  # the German marker, after Chaos
    assert s.asked == ("german", "operation")
    assert s.told("command check") == []
    assert command_range(s.b, s.hq("german")) == 5


@rule("8.0.b", "10.5.a")
def test_5_a_hero_rises_in_a_good_order_infantry_platoon() -> None:
    """A Leader with Leadership 1 and Morale 9; not for the Disrupted, tanks or who has a leader."""
    s = chaos(
        """german infantry G1 at A1
        german pioneer G2 at B1
        german infantry G3 at C1 disrupted
        german infantry G4 at D1 leader=1/8
        german tiger T at E1
        soviet t-34-76 S at H1""",
        *(1, 4),
    )
    assert s.asked == ("german", "chaos")
    assert [c.piece for c in s.options()] == ["G1", "G2"]
    s.do("pick", "G2").done()
    assert s.unit("G2").leader == (1, 9)
    told = s.last("chaos hero")
    assert (told.rule, told.side, told.piece) == ("8.0.b", "german", "G2")
    assert s.unit("G1").leader is None


@rule("8.0.b")
def test_6_second_wind_takes_one_disrupted_marker_off() -> None:
    s = chaos(
        """german infantry G1 at A1 disrupted
        german tiger G2 at B1 disrupted
        german infantry G3 at C1
        soviet t-34-76 S at H1 disrupted""",
        *(1, 5),
    )
    assert [c.piece for c in s.options()] == ["G1", "G2"]
    s.do("pick", "G2").done()
    assert [s.unit(id).disrupted for id in ("G1", "G2", "S")] == [True, False, True]


@rule("8.0.b")
def test_7_a_lull_changes_nothing() -> None:
    s = chaos("german infantry G at A1 disrupted\nsoviet t-34-76 S at H1\nmarker smoke2 C1", 6, 1)
    s.done()
    assert [e.kind for e in s.play.log] == ["drawn", "chaos"]
    assert s.unit("G").disrupted
    assert s.b.smoke[s.b.ground.index["C1"]] == 2


@rule("8.0.b")
def test_8_wind_drops_every_smoke_by_a_level() -> None:
    s = chaos("german infantry G at A1\nsoviet t-34-76 S at H1\nmarker smoke2 C1 D1\nmarker smoke1 E1", 4, 4)
    names = s.b.ground.names
    assert {names[place]: level for place, level in s.b.smoke.items()} == {"C1": 1, "D1": 1}
    assert s.play.system.rules.faults(s.b) == []


@rule("8.0.b", "9.0.a")
def test_9_fortune_gives_the_drawer_a_fate_point() -> None:
    s = chaos("german infantry G at A1\nsoviet t-34-76 S at H1\nfate soviet 2", 4, 5)
    assert s.b.fate == [1, 2]
    assert s.last("chaos fortune").value == 1


SNIPER = """german infantry G at A1 {state}
    german tiger T at G1
    soviet t-34-76 S at {hex}
    soviet hq 3rd-tank-hq at {hex}"""


@rule("8.0.b")
@pytest.mark.parametrize(("die", "steps"), [(1, 1), (2, 2)])
def test_10_the_sniper_makes_an_hq_check_itself(die: int, steps: int) -> None:
    """Four hexes from Good Order infantry that sees it; a 1 flips the HQ."""
    s = chaos(SNIPER.format(state="", hex="E1"), 4, 6, die)
    check = s.last("hq check")
    assert (check.side, check.piece, check.dice, check.need) == ("soviet", "3rd-tank-hq", (die,), 2)
    assert s.hq("soviet").steps == steps
    s.done()


@rule("8.0.b")
@pytest.mark.parametrize(
    ("state", "hex", "more"),
    [
        ("", "F1", ""),  # five hexes away; the tank beside it is no sniper
        ("disrupted", "E1", ""),
        ("", "E1", "marker smoke1 C1"),  # out of sight
    ],
)
def test_10_the_sniper_needs_good_order_infantry_in_sight_within_four(state: str, hex: str, more: str) -> None:
    s = chaos(SNIPER.format(state=state, hex=hex) + "\n" + more, 4, 6)
    s.done()
    assert s.told("hq check") == []


@rule("8.0.b")
def test_11_a_breakdown_hits_one_random_enemy_afv_without_save() -> None:
    """The die picks among the AFVs only; one hit Disrupts."""
    s = chaos(
        "german tiger G at A1\nsoviet guards-infantry I at F1\nsoviet t-34-76 S1 at G1\nsoviet t-34-76 S2 at H1",
        *(5, 6),
        2,  # the second AFV
    )
    s.done()
    assert s.last("chaos breakdown").target == "S2"
    assert (s.unit("S2").disrupted, s.unit("S2").steps) == (True, 2)
    assert not s.unit("S1").disrupted and not s.unit("I").disrupted
    assert s.told("saved") == []


@rule("8.0.b")
def test_11_a_breakdown_costs_a_disrupted_afv_a_step_and_its_hq_is_checked() -> None:
    s = chaos("german tiger G at A1\nsoviet t-34-76 S at H1 disrupted\nsoviet hq 3rd-tank-hq at H1", 5, 6, 1, 1)
    s.done()
    assert s.unit("S").steps == 1
    assert s.hq("soviet").steps == 1


@rule("8.0.b")
def test_11_a_breakdown_without_afvs_hits_nobody() -> None:
    s = chaos("german tiger G at A1\nsoviet guards-infantry I at F1", 5, 6)
    s.done()
    assert s.told("chaos breakdown") == []


@rule("8.0.b", "10.2.a", "10.2.k")
def test_12_extra_guns_are_one_34_he_mission_beside_those_of_the_scenario() -> None:
    """The new mission is called by a name of its own, for it cannot fire smoke and the old one can."""
    s = stage(
        f"""
        {ROW}
        german infantry G at A1
        german hq 320th-infantry-hq at A1
        soviet t-34-76 S at H1
        mission german 34 smoke
        phase draw
        chaos 1
        cup chaos german
        """,
        *(1, 6, 6),
        1,  # the German marker
    )
    new = s.b.missions[0][-1]
    assert (new.firepower, new.to_hit, new.he_only) == (3, 4, True)
    assert s.asked == ("german", "fire mission")
    assert s.places("call") == {"34", "34 HE"}
