"""The Terrain Effects Chart (TEC) and the chart of counters (CTEC): movement, defence, concealment, sight."""

import pytest
from stage import NawStage, stage

from sandtable.systems.nations_at_war.reading.shelf import find_scenario
from sandtable.systems.nations_at_war.rules.setup import new_battle
from sandtable.testing import rule

# One hex wide: A1, A2, A3 downwards, in a straight line.


def price(hexes: str, unit: str, markers: str = "") -> int:
    """The MP that a unit pays to go from the first hex to the second."""
    s = stage("\n".join([*hexes.split(), f"german {unit} P at A1", markers]))
    s.do("act", "P").do("move", "", "A2")
    return s.unit("P").spent


def costs(hexes: str, markers: str = "") -> tuple[int, int]:
    """The MP for a soft and a hard target."""
    return (price(hexes, "infantry", markers), price(hexes, "t-34-76", markers))


def defends(
    ground: str, target: str, dice: int, words: str = "ops", markers: str = "", start: str = ".."
) -> list[str]:
    """One hit on a target in the third hex: it must have exactly so many save dice. What they are for."""
    attack = (6, 1, 1, 1) if target in ("pzivg", "t-34-76") else (6, 1, 1)
    s = stage(
        "\n".join([start, "..", ground, "german tiger T at A1", f"soviet {target} S at A3 {words}", markers]),
        *attack,
        *([1] * dice),
    )
    s.do("act", "T").do("fire", "T", "S").done()
    return [note.label for note in s.last("saved").modifiers] if dice else []


def sees(*hexes: str) -> bool:
    """Whether the first hex of a row sees the last."""
    s = stage("\n".join([*hexes, "german tiger T at A1"]))
    return bool(s.b.sees(0, len(hexes) - 1))


# Terrain -----------------------------------------------------------------------------------------


@rule("TEC.clear")
def test_clear() -> None:
    """1 MP, no bonus, no concealment."""
    assert costs(".. ..") == (1, 1)
    assert defends("..", "guards-infantry", 0, "") == []
    assert defends("..", "t-34-76", 2, "") == []
    assert sees("..", "..", "..")


@rule("TEC.hill")
def test_hill() -> None:
    """1 MP and one more from ground level; +1 die if attacked from ground level; no concealment; blocks."""
    assert costs(".. H.") == (2, 2)
    assert costs("H. H.") == (1, 1)
    assert costs("F. H.") == (1, 1)
    assert costs("H. ..") == (1, 1)
    assert defends("H.", "guards-infantry", 1, "") == ["Hill, attacked from ground level"]
    assert defends("H.", "t-34-76", 3, "") == ["Hill, attacked from ground level"]
    assert defends("H.", "guards-infantry", 0, "", start="H.") == []
    assert not sees("..", "H.", "..")


@rule("TEC.woods")
def test_woods() -> None:
    """1 MP soft, 2 hard; +1 die; conceals; blocks."""
    assert costs(".. W.") == (1, 2)
    assert defends("W.", "guards-infantry", 1) == ["Woods"]
    assert defends("W.", "t-34-76", 3) == ["Woods"]
    assert defends("W.", "guards-infantry", 2, "") == ["Woods", "concealed"]
    assert defends("W.", "t-34-76", 4, "") == ["Woods", "concealed"]
    assert not sees("..", "W.", "..")


@rule("TEC.wooded_hill")
def test_wooded_hill() -> None:
    """1 MP soft, 2 hard, +1 from ground level; +1 die, +2 from ground level; conceals; blocks."""
    assert costs(".. F.") == (2, 3)
    assert costs("H. F.") == (1, 2)
    assert defends("F.", "guards-infantry", 2) == ["Wooded Hill", "Wooded Hill, attacked from ground level"]
    assert defends("F.", "guards-infantry", 1, start="H.") == ["Wooded Hill"]
    assert defends("F.", "guards-infantry", 2, "", start="H.") == ["Wooded Hill", "concealed"]
    assert defends("F.", "t-34-76", 4) == ["Wooded Hill", "Wooded Hill, attacked from ground level"]
    assert not sees("..", "F.", "..")


@rule("TEC.city")
def test_city() -> None:
    """1 MP soft, 2 hard; +2 dice soft, +1 hard; conceals; blocks."""
    assert costs(".. C.") == (1, 2)
    assert defends("C.", "guards-infantry", 2) == ["City"]
    assert defends("C.", "t-34-76", 3) == ["City"]
    assert defends("C.", "guards-infantry", 3, "") == ["City", "concealed"]
    assert defends("C.", "t-34-76", 4, "") == ["City", "concealed"]
    assert not sees("..", "C.", "..")


@rule("TEC.cultivated")
def test_cultivated() -> None:
    """1 MP soft, 2 hard; +1 die and concealment for soft targets only; no effect on sight."""
    assert costs(".. K.") == (1, 2)
    assert defends("K.", "guards-infantry", 1) == ["Cultivated"]
    assert defends("K.", "guards-infantry", 2, "") == ["Cultivated", "concealed"]
    assert defends("K.", "t-34-76", 2, "") == []
    assert sees("..", "K.", "K.", "..")


@rule("TEC.rough")
def test_rough() -> None:
    """1 MP soft, 2 hard; +1 die; conceals; degrades: one hex does not block, two do."""
    assert costs(".. R.") == (1, 2)
    assert defends("R.", "guards-infantry", 1) == ["Rough"]
    assert defends("R.", "t-34-76", 3) == ["Rough"]
    assert defends("R.", "t-34-76", 4, "") == ["Rough", "concealed"]
    assert sees("..", "R.", "..") and not sees("..", "R.", "R.", "..")


@rule("TEC.depression")
def test_depression() -> None:
    """1 MP, no bonus, but it conceals; no effect on sight."""
    assert costs(".. D.") == (1, 1)
    assert defends("D.", "guards-infantry", 0) == []
    assert defends("D.", "guards-infantry", 1, "") == ["concealed"]
    assert defends("D.", "t-34-76", 3, "") == ["concealed"]
    assert sees("..", "D.", "D.", "..")


@rule("TEC.river")
def test_river() -> None:
    """Impassable; no effect on sight."""
    s = stage("..\n L.\n ..\n german pzivg P at A1")
    s.do("act", "P")
    assert s.options("move") == []
    refusal = s.refused("move", "", "A2")
    assert (refusal.reason, refusal.rule) == ("A2 is Lake / River and cannot be entered.", "TEC.river")
    assert sees("..", "L.", "L.", "..")


@rule("TEC.river")
def test_water_is_clear_in_the_first_scenario() -> None:
    """Any water of Map 7 is Clear there."""
    b = new_battle(find_scenario("nations_at_war/cats-in-the-mist"))
    assert b.ground.bridges == 0
    assert b.ground.passable == (1 << b.ground.size) - 1
    assert "river" not in {kind.key for kind in b.ground.terrain}


@rule("TEC.bridge")
def test_bridge() -> None:
    """1 MP from any neighbouring hex, road or not; no bonus, no concealment; part of the road."""
    assert costs(".. Lb") == (1, 1)
    assert costs("W. Lb") == (1, 1)
    assert costs(".r Lb") == (1, 1)
    assert costs("Lb Wr") == (1, 1)  # off the bridge along the road
    assert costs("Lb W.") == (1, 2)
    assert defends("Lb", "guards-infantry", 0, "") == []
    assert defends("Lb", "t-34-76", 2, "") == []


@rule("TEC.railroad")
def test_railroad_has_no_effect() -> None:
    """Movement, defence, concealment and sight are those of the other terrain in the hex."""
    assert costs(".t .t") == (1, 1)
    assert costs("Wt Wt") == (1, 2)
    assert defends(".t", "guards-infantry", 0, "") == []
    assert defends("Wt", "guards-infantry", 2, "") == ["Woods", "concealed"]
    assert sees("..", ".t", "..")


# Roads -------------------------------------------------------------------------------------------


@rule("TEC.road")
@pytest.mark.parametrize("ground", ["..", "W.", "C.", "K.", "R.", "H.", "F.", "D."])
def test_a_road_costs_one_from_another_road_hex(ground: str) -> None:
    """It cancels the cost of the other terrain, the climb of a hill included."""
    hexes = f".r {ground[0]}r"
    assert costs(hexes) == (1, 1)


@rule("TEC.road")
@pytest.mark.parametrize(("ground", "soft", "hard"), [("Wr", 1, 2), ("Hr", 2, 2), ("Fr", 2, 3), ("Cr", 1, 2)])
def test_a_road_entered_from_the_field_does_not_help(ground: str, soft: int, hard: int) -> None:
    """From a hex without road the other terrain is paid; so is leaving the road."""
    assert costs(f".. {ground}") == (soft, hard)
    assert costs(f".r {ground[0]}.") == (soft, hard)


@rule("TEC.road")
def test_a_road_neither_defends_nor_hides() -> None:
    """The other terrain of the hex decides."""
    assert defends(".r", "guards-infantry", 0, "") == []
    assert defends("Wr", "guards-infantry", 2, "") == ["Woods", "concealed"]
    assert defends("Cr", "t-34-76", 4, "") == ["City", "concealed"]


@rule("TEC.road", "CTEC.wreck", "CTEC.wire", "CTEC.at_ditch")
def test_a_road_does_not_cancel_what_lies_on_it() -> None:
    """Wrecks for hard targets, Wire and Ditch for all are paid on the road too."""
    assert costs(".r Wr", "marker wreck A2") == (1, 2)
    assert costs(".r Wr", "marker wire A2") == (3, 3)
    assert costs(".r Wr", "marker ditch A2") == (3, 4)
    assert costs(".r Wr", "marker wreck A2\nmarker wire A2") == (3, 4)


# Hills and indirect fire -------------------------------------------------------------------------


def bombarded(ground: str, dice: int) -> NawStage:
    """A mortar hits infantry in the third hex once: it must have so many dice of cover."""
    s = stage(
        "\n".join(["..", "..", ground, "german american-81mm-mortar M at A1", "soviet guards-infantry S at A3 ops"]),
        *(6, 1),
        *([1] * dice),
    )
    return s.do("act", "M").do("bombard", "M", "A3").done()


@rule("TEC.note1", "TEC.hill", "TEC.wooded_hill")
def test_the_hill_bonus_does_not_apply_against_mortars() -> None:
    """A Hill gives nothing, a Wooded Hill its one die for the trees."""
    assert bombarded("H.", 0).told("covered") == []
    assert [note.label for note in bombarded("F.", 1).last("covered").modifiers] == ["Wooded Hill"]


@rule("TEC.note1")
def test_the_hill_bonus_does_not_apply_against_artillery() -> None:
    """A fire mission on a Hill hits infantry without a save."""
    s = stage(
        "..\n ..\n H.\n german tiger T at A1\n german hq 505th-heavy-panzer-hq at A1\n"
        "soviet guards-infantry S at A3 ops\n mission german 34\n phase missions",
        4,  # ranging 4 and Leadership 2: on target
        *(6, 1, 1),
    )
    s.do("call", "505th-heavy-panzer-hq", "34").do("target", "505th-heavy-panzer-hq", "A3")
    s.do("fire for effect", "", "A3").done()
    assert s.last("bombarded").value == 1 and s.told("covered") == [] and s.unit("S").disrupted


# Counters ----------------------------------------------------------------------------------------


@rule("CTEC.at_ditch", "7.4.a")
@pytest.mark.parametrize("ground", ["..", "W.", "H.", "F."])
def test_a_ditch_costs_in_all_three_or_four(ground: str) -> None:
    """3 MP soft and 4 hard in place of the terrain's cost."""
    assert costs(f".. {ground}", "marker ditch A2") == (3, 4)


@rule("CTEC.at_ditch", "7.4.b")
def test_a_ditch_covers_and_hides_soft_targets_only() -> None:
    """+1 die and concealment for infantry, nothing for a tank."""
    assert defends("..", "guards-infantry", 1, "ops", "marker ditch A3") == ["Anti-Tank Ditch"]
    assert defends("..", "guards-infantry", 2, "", "marker ditch A3") == ["Anti-Tank Ditch", "concealed"]
    assert defends("..", "t-34-76", 2, "", "marker ditch A3") == []


@rule("CTEC.wire", "7.3.a")
def test_wire_costs_two_more_than_the_terrain() -> None:
    """For every unit; no cover, no concealment."""
    assert costs(".. ..", "marker wire A2") == (3, 3)
    assert costs(".. W.", "marker wire A2") == (3, 4)
    assert defends("..", "guards-infantry", 0, "", "marker wire A3") == []
    assert defends("..", "t-34-76", 2, "", "marker wire A3") == []


@rule("CTEC.wreck")
def test_a_wreck_costs_hard_targets_one_more_and_covers_all() -> None:
    """+1 MP for hard targets only; +1 die and concealment for both."""
    assert costs(".. ..", "marker wreck A2") == (1, 2)
    assert costs(".. W.", "marker wreck A2") == (1, 3)
    assert defends("..", "guards-infantry", 1, "ops", "marker wreck A3") == ["Wreck"]
    assert defends("..", "t-34-76", 4, "", "marker wreck A3") == ["Wreck", "concealed"]
    assert defends("W.", "guards-infantry", 2, "ops", "marker wreck A3") == ["Woods", "Wreck"]


@rule("CTEC.wreck")
def test_a_half_track_is_hindered_by_a_wreck_and_a_truck_is_not() -> None:
    """Hard or soft is what the side of the counter says that lies up."""
    assert price(".. ..", "panzergrenadier", "marker wreck A2") == 1
    s = stage("..\n ..\n german panzergrenadier P at A1 mounted\n marker wreck A2")
    s.do("act", "P").do("move", "", "A2")
    assert s.unit("P").spent == 2
    s = stage("..\n ..\n german opel-blitz P at A1\n marker wreck A2")
    s.do("act", "P").do("move", "", "A2")
    assert s.unit("P").spent == 1


@rule("CTEC.improved")
def test_an_improved_position_costs_nothing_and_hides_nobody() -> None:
    """No MP, no concealment, no dice; it cancels the first hit."""
    assert costs(".. ..", "marker improved A2") == (1, 1)
    assert defends("..", "guards-infantry", 0, "", "marker improved A3") == []
    s = stage("..\n ..\n ..\n german tiger T at A1\n soviet guards-infantry S at A3\n marker improved A3", 6, 1, 1)
    s.do("act", "T").do("fire", "T", "S").done()
    assert s.last("dug in").value == 1 and not s.unit("S").disrupted


@rule("CTEC.mines")
def test_mines_cost_nothing_and_hide_nobody() -> None:
    """No MP, no bonus, no concealment; they attack who enters."""
    assert defends("..", "guards-infantry", 0, "", "marker mines A3") == []
    s = stage("..\n ..\n german infantry I at A1\n marker mines A2", 1, 1)
    s.do("act", "I").do("move", "", "A2").done()
    assert s.unit("I").spent == 1 and s.last("mines").target == "I"
