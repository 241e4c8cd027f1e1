"""Chapter 9: air points and anti-aircraft fire."""

import pytest
from reg_combat import scene_of
from reg_stage import RegStage, stage

from sandtable.systems.regimental.rules.airpower import renew_air
from sandtable.systems.regimental.scene import scene
from sandtable.table.decision import Choice
from sandtable.testing import rule

FIELD = "\n".join([". . . . . . ."] * 5)
BASE = """
blue hq BHQ at 0604
blue infantry A at 0503
red hq RHQ at 0202
active blue attack
"""


def raid(*lines: str, dice: tuple[int, ...] = (), x: str = "red infantry X at 0403") -> RegStage:
    """A on M attacks X with an air point at hand."""
    text = f"{FIELD}{BASE}{x}\norder blue M\nair blue 2\n"
    return stage(text + "\n".join(lines), *dice).do("attack", "A", "0403")


@rule("9.a", "9.b")
def test_an_air_point_adds_two_dice_to_an_attack() -> None:
    """It is spent at once and read with the dice of the attack."""
    s = raid(dice=(1, 1, 1, 6, 1, 1, 1, 1))
    assert s.options() == [Choice("air"), Choice("done")]
    s.do("air").do("done")
    event = s.last("attack dice")
    assert (event.dice, event.value, event.rule) == ((1, 1, 1, 6, 1), 1, "3.2.a")
    assert [(m.amount, m.rule) for m in event.modifiers] == [(3, "3.1.b"), (2, "9.b")]
    assert (s.b.air, s.last("air called").value) == ([1, 0], 1)


@rule("9.b")
def test_one_die_less_against_armour() -> None:
    """The same penalty as artillery."""
    s = raid(x="red medium-armour X at 0403", dice=(1,) * 3 + (1,) * 4).do("air").do("done")
    assert [(m.amount, m.rule) for m in s.last("attack dice").modifiers] == [
        (3, "3.1.b"),
        (-1, "3.7.1.b"),
        (2, "9.b"),
        (-1, "9.b"),
    ]


@rule("9.b", "9.a")
def test_guns_and_air_points_are_two_together() -> None:
    """With a gun and a point called no third is offered; nor a third point."""
    s = raid("blue battery G at 0705", "blue battery K at 0704", dice=(1,) * 10).do("gun", "G").do("air")
    assert len(s.last("attack dice").dice) == 7  # the two are called, and nobody was asked for more
    s = raid("blue battery G at 0705", "blue infantry F at 0504 company=fs").do("pass").do("air").do("gun", "G")
    assert s.options() == [Choice("fire support", "F-fs"), Choice("done")]
    refused = s.refused("air")
    assert refused.rule == "3.5.1.b"
    assert refused.reason == "At most 2 guns and air points support one side in a combat."


@rule("9.a")
@pytest.mark.parametrize(("order", "may"), [("M", False), ("H", True), ("D", True)])
def test_the_defender_calls_air_where_he_could_call_guns(order: str, may: bool) -> None:
    """On H and D, not on M; blue attacks on H and gets none either."""
    text = f"{FIELD}{BASE}red infantry X at 0403\norder red {order}\nair blue 1\nair red 1"
    s = stage(text, *(() if may else (1,) * 6)).do("attack", "A", "0403")
    assert (s.asked == ("red", "defensive support")) is may
    if may:
        assert s.options() == [Choice("air"), Choice("done")]
    else:
        assert s.last("defence dice").dice == (1, 1, 1)


@rule("9.a")
def test_no_air_for_an_attack_on_hold() -> None:
    """An H attack has no artillery and so no aircraft: refused with the reason."""
    text = f"{FIELD}{BASE}blue infantry F at 0605 company=fs\nred infantry X at 0403\nair blue 1"
    s = stage(text.replace("0605", "0504")).do("attack", "A", "0403")
    refused = s.refused("air")
    assert (refused.rule, refused.reason) == (
        "3.5.1.c",
        "Only an attacking regiment on M gets artillery and air support.",
    )


@rule("9.a")
def test_out_of_command_no_air_for_the_defender() -> None:
    """X is three hexes from its HQ: no aircraft come."""
    text = f"{FIELD}{BASE.replace('0202', '0103')}red infantry X at 0403\nair red 1"
    s = stage(text, *(1,) * 6).do("attack", "A", "0403")
    assert s.last("defence dice").dice == (1, 1, 1) and s.b.air == [0, 1]


@rule("9.a")
def test_the_range_is_unlimited_and_points_run_out() -> None:
    """No base on the map is needed; with no point left none is offered."""
    s = stage(f"{FIELD}{BASE}red infantry X at 0403\norder blue M\nair blue 0", *(1,) * 6).do("attack", "A", "0403")
    assert len(s.last("attack dice").dice) == 3


@rule("9.a")
@pytest.mark.parametrize(("day", "air"), [(1, [2, 0]), (2, [2, 1]), (3, [2, 1])])
def test_aircraft_that_come_later(day: int, air: list[int]) -> None:
    """Red's single point is there from the second day."""
    b = scene(scene_of("blue infantry A at 0404", "red infantry X at 0504", "air blue 2", "air red 1", f"day {day}"))
    b.scenario.sides[1].air_from_day = 2
    renew_air(b)
    assert b.air == air


@rule("9.a")
def test_points_are_for_a_day() -> None:
    """Unused ones lapse at night, and in the morning there are the scenario's, not more."""
    text = f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0503\nred hq RHQ at 0101\nred infantry X at 0102\n"
    s = stage(f"{text}air blue 2\nair red 1\nphase night\nround 4", 6, 6, 1, 1)
    s.b.air[1] = 0
    while s.asked[1] == "night shuffle":
        s.do("done")
    assert (s.b.day, s.b.air) == (2, [2, 1])


@rule("9.a")
def test_aircraft_stay_away_from_the_artillery_phase() -> None:
    """A battery may fire or move; there is no air option."""
    text = f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0503\nblue battery G at 0705\nred hq RHQ at 0202\n"
    s = stage(f"{text}red infantry X at 0403\nair blue 2\nphase guns").do("select", "G")
    assert {c.do for c in s.options()} == {"barrage", "move", "march", "done"}


# 9.c Anti-aircraft fire --------------------------------------------------------------------------------


@rule("9.c")
@pytest.mark.parametrize(("flak", "stopped"), [((5, 5), False), ((6, 1), True), ((1, 6), True), ((6, 6), True)])
def test_two_dice_and_a_six_stops_the_point(flak: tuple[int, int], stopped: bool) -> None:
    """Before the dice of the combat; a stopped point is spent and adds nothing."""
    s = raid("red infantry Y at 0303 company=aa", dice=(*flak, 1, 1, 1, *(() if stopped else (1, 1)), 1, 1, 1))
    s.do("air").do("done").done()
    event = s.last("flak")
    assert (event.rule, event.piece, event.dice, event.need, event.place) == ("9.c", "Y-aa", flak, 6, "0403")
    assert len(s.last("attack dice").dice) == (3 if stopped else 5)
    assert bool(s.told("air stopped")) is stopped
    assert s.b.air == [1, 0]
    kinds = [e.kind for e in s.play.log]
    assert kinds.index("flak") < kinds.index("attack dice")


@rule("9.c")
@pytest.mark.parametrize(("at", "fires"), [("0203", True), ("0204", True), ("0103", False)])
def test_within_two_hexes_of_the_attacked_hex(at: str, fires: bool) -> None:
    """0203 and 0204 are two hexes from 0403; 0103 is three."""
    s = raid(f"red infantry Y at {at} company=aa", dice=(*((1, 1) if fires else ()), *(1,) * 8)).do("air").do("done")
    assert bool(s.done().told("flak")) is fires


@rule("9.c")
def test_every_gun_at_every_point() -> None:
    """Two points and two companies: four throws; one six is enough for a point, the other comes through."""
    s = raid(
        "red infantry Y at 0303 company=aa",
        "red infantry Z at 0304 company=aa",
        dice=(6, 1, 1, 1, 1, 1, 1, 1, *(1,) * 5, *(1,) * 3),
    )
    s.do("air").do("air").done()
    assert [(e.piece, e.dice) for e in s.told("flak")] == [
        ("Y-aa", (6, 1)),
        ("Z-aa", (1, 1)),
        ("Y-aa", (1, 1)),
        ("Z-aa", (1, 1)),
    ]
    assert len(s.told("air stopped")) == 1
    assert len(s.last("attack dice").dice) == 5


@rule("9.c", "6.d")
def test_without_an_hq_anti_aircraft_guns_are_silent() -> None:
    """The company's regiment has lost its HQ."""
    s = raid("red infantry Y at 0303 company=aa of=lost", dice=(1,) * 8).do("air").do("done")
    assert not s.done().told("flak")


@rule("9.c")
def test_the_attackers_guns_fire_at_the_defenders_aircraft() -> None:
    """Red's point goes against A in 0503; blue's company two hexes from there fires, and only at red's point."""
    text = f"{FIELD}{BASE}blue infantry F at 0605 company=aa\nred infantry X at 0403\nair red 1"
    s = stage(text, 6, 1, 1, 1, 1, 1, 1, 1).do("attack", "A", "0403").do("air").done()
    assert (s.last("flak").piece, s.last("flak").place, s.last("flak").side) == ("F-aa", "0503", "blue")
    assert len(s.last("defence dice").dice) == 3
