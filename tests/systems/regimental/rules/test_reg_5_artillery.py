"""Chapter 5: batteries, their shots, the artillery phase, spotting, moving."""

import pytest
from reg_stage import RegStage, stage

from sandtable.systems.regimental.reading.book import rulebook
from sandtable.systems.regimental.rules.support import spotted
from sandtable.table.decision import Choice
from sandtable.testing import rule

ROAD = ". . . . . . . . . . . ."  # one row: every hex has two neighbours
FIELD = "\n".join([". . . . . . ."] * 5)
BLUE_FIRST, RED_FIRST = (6, 6, 1, 1), (1, 1, 6, 6)


def guns(*lines: str, dice: tuple[int, ...] = (), field: str = ROAD) -> RegStage:
    """An artillery phase; blue wins the throw, if there is one.

    Red's HQ and reserve are far in the east, blue's in the west; G is blue's gun.
    """
    both = all(any(line.startswith(side) and "battery" in line for line in lines) for side in ("blue", "red"))
    return stage(f"{field}\nphase guns\n" + "\n".join(lines), *(BLUE_FIRST if both else ()), *dice)


# A scene in which blue's spotter S, in command, stands next to or near red's X.
EYES = ("blue hq BHQ at 0301", "red hq RHQ at 1201")


def shelled(x: str, *dice: int, gun: str = "", order: str = "H") -> RegStage:
    """G in 0101 fires one shot at X in 0601, two hexes from the spotter."""
    s = guns(
        *EYES,
        f"blue battery G at 0101 {gun}",
        "blue infantry S at 0401",
        x,
        "red infantry Y at 1101",
        f"order red {order}",
        dice=dice,
    )
    return s.do("select", "G").do("barrage", "G", "0601")


# The battery and its shots ---------------------------------------------------------------------------


@rule("5.a")
def test_a_battery_belongs_to_no_regiment() -> None:
    """It gets no order and is never activated, and it supports any friendly regiment."""
    s = stage(
        f"{ROAD}\nblue hq BHQ at 0101\nblue infantry A at 0201\nblue battery G at 0301\nred hq RHQ at 1201\n"
        "red infantry X at 1101\nphase orders"
    )
    assert s.b.regiment_of(s.unit("G")) is None
    assert not s.b.in_command(s.unit("G"))
    assert [r.key for r in s.b.regiments] == ["blue", "red"]
    for key, stand in (("one", "A"), ("two", "B")):
        text = f"{FIELD}\nblue hq H1 at 0604 of=one\nblue infantry A at 0503 of=one\nblue hq H2 at 0605 of=two\n"
        text += "blue infantry B at 0404 of=two\nblue battery G at 0705\nred hq RHQ at 0202\nred infantry X at 0403\n"
        s = stage(f"{text}order one M\norder two M\nactive {key} attack").do("attack", stand, "0403")
        assert s.options() == [Choice("gun", "G"), Choice("done")]


@rule("5.b")
def test_a_battery_is_attacked_as_on_hold() -> None:
    """Attackers hit on 6, the battery on 5 and 6, and in cover it costs each attacker a die."""
    town = FIELD.replace(". . . . . . .", ". . . t . . .")
    text = "\nblue hq BHQ at 0604\nblue infantry A at 0503\nred battery G at 0403\nred infantry Y at 0102\n"
    s = stage(f"{FIELD}{text}active blue attack", 6, 5, 1, 5, 6).do("attack", "A", "0403")
    attack, defence = s.last("attack dice"), s.last("defence dice")
    assert (attack.need, attack.value, attack.text) == (6, 1, "H attacks H")
    assert (defence.need, defence.value, defence.rule) == (5, 2, "3.2.b")
    s = stage(f"{town}{text}active blue attack", 6, 5, 5, 6).do("attack", "A", "0403")
    assert [(m.amount, m.rule) for m in s.last("attack dice").modifiers] == [(3, "3.1.b"), (-1, "3.7.1.c")]
    s = stage(f"{FIELD}{text.replace('infantry A at 0503', 'medium-armour A at 0603')}active blue attack", *(1,) * 5)
    s.do("attack", "A", "0403").do("pass")  # the battery does not answer
    assert s.last("attack dice").modifiers[-1].rule == "3.7.a"


@rule("5.c")
def test_shots_are_given_at_the_very_start_of_the_round() -> None:
    """Three each unless the scenario says otherwise, before any order is given; the old ones have lapsed."""
    text = f"{ROAD}\nblue hq BHQ at 0101\nblue infantry A at 0201\nblue battery G at 0301 shots=1\n"
    text += "blue battery K at 0401 shots=0 each=2\nred hq RHQ at 1201\nred infantry X at 1101\nphase round\nround 2"
    s = stage(text)
    assert (s.unit("G").shots, s.unit("K").shots) == (3, 2)
    assert s.b.phase == 1  # the orders are still to be given
    assert rulebook().numbers["shots"] == 3


@rule("5.c")
def test_shots_do_not_carry_over() -> None:
    """Three are left at the end of the round; in the next there are three, not six."""
    s = guns(*EYES, "blue battery G at 0101 shots=3", "blue infantry S at 0401", "red infantry X at 1101").do("done")
    assert (s.b.round, s.unit("G").shots) == (2, 3)


@rule("5.d")
def test_a_shot_supports_a_combat_by_the_status_of_the_supported() -> None:
    """G adds two dice to an M attack on X on M: the pool hits on 6 and pairs of 5. One shot a combat."""
    text = f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0503\nblue battery G at 0705\nred hq RHQ at 0202\n"
    text += "red infantry X at 0403\norder blue M\norder red M\nactive blue attack"
    s = stage(text, 1, 2, 5, 5, 1, 1, 1, 1).do("attack", "A", "0403").do("gun", "G")
    dice = s.last("attack dice")
    assert (dice.dice, dice.value, dice.rule) == ((1, 2, 5, 5, 1), 1, "3.2.c")
    assert [(m.amount, m.label, m.rule) for m in dice.modifiers] == [(3, "A", "3.1.b"), (2, "G", "3.5.1.b")]
    assert (s.last("gun called").rule, s.unit("G").shots) == ("5.d", 2)
    s = stage(text.replace("0705", "0705\nblue battery K at 0704")).do("attack", "A", "0403").do("gun", "G")
    refused = s.refused("gun", "G")
    assert (refused.rule, refused.reason) == ("5.d", "G already supports this combat, and fires only one shot in it.")


@rule("5.d", "5.c")
def test_a_battery_supports_while_it_has_shots() -> None:
    """It may help in several combats of a round; with no shot left it is not offered."""
    text = (
        f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0503\nblue battery G at 0705 shots=0\nred hq RHQ at 0202\n"
    )
    text += "blue battery K at 0704 shots=1\nred infantry X at 0403\norder blue M\nactive blue attack"
    s = stage(text, *(1,) * 8).do("attack", "A", "0403")
    assert s.options() == [Choice("gun", "K"), Choice("done")]
    refused = s.refused("gun", "G")
    assert (refused.rule, refused.reason) == ("5.c", "G has no shot left this round.")
    assert s.do("gun", "K").unit("K").shots == 0


@rule("5.f")
@pytest.mark.parametrize(("gun", "reaches"), [("0201", True), ("0101", False)])
def test_the_range_is_eight(gun: str, reaches: bool) -> None:
    """Eight hexes in support and in a barrage; nine are too far."""
    s = stage(
        f"{ROAD}\nblue hq BHQ at 0701\nblue infantry A at 0901\nblue battery G at {gun}\nred hq RHQ at 1201\n"
        "red infantry X at 1001\norder blue M\nactive blue attack",
        *(() if reaches else (1,) * 6),
    ).do("attack", "A", "1001")
    assert (Choice("gun", "G") in s.options()) is reaches
    s = guns(
        "blue hq BHQ at 0701",
        "blue infantry A at 0901",
        f"blue battery G at {gun}",
        "red hq RHQ at 1201",
        "red infantry X at 1001",
    ).do("select", "G")
    assert (Choice("barrage", "G", "1001") in s.options()) is reaches
    if not reaches:
        refused = s.refused("barrage", "G", "1001")
        assert (refused.rule, refused.reason) == ("5.f", "1001 is 9 hexes away; the range is 8.")


# 5.g Self-defence ------------------------------------------------------------------------------------


def attacked(*dice: int, shots: int, at: str) -> RegStage:
    """A attacks the battery G in 0403."""
    text = f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at {at}\nred battery G at 0403 shots={shots}\n"
    return stage(f"{text}red infantry Y at 0102\nactive blue attack", *dice).do("attack", "A", "0403")


@rule("5.g")
@pytest.mark.parametrize("shots", [0, 2])
def test_close_combat_takes_no_ammunition(shots: int) -> None:
    """With none it fights all the same, and with some it keeps them."""
    s = attacked(1, 1, 1, 5, 1, shots=shots, at="0503")
    assert s.last("defence dice").dice == (5, 1)
    assert s.unit("G").shots == shots
    assert s.asked == ("blue", "fall back")


@rule("5.g")
def test_answering_distant_fire_takes_a_shot() -> None:
    """It may pay one and throw, or keep it and throw nothing; with none left nobody asks it."""
    s = attacked(1, 1, 1, 5, 1, shots=2, at="0603")
    assert s.asked == ("red", "fire back")
    s.do("fire back", "G").done()
    assert (s.last("defence dice").dice, s.unit("G").shots, s.unit("A").sp) == ((5, 1), 1, 4)
    s = attacked(1, 1, 1, shots=2, at="0603").do("pass").done()
    assert (s.last("defence dice").dice, s.unit("G").shots) == ((), 2)
    s = attacked(1, 1, 1, shots=0, at="0603").done()
    assert s.last("defence dice").dice == ()


# 5.1 The artillery phase -----------------------------------------------------------------------------


@rule("5.1.a")
def test_the_phase_comes_when_every_regiment_has_moved() -> None:
    """The last activation is over; a tie is thrown again; the winner does all his batteries, then the other side."""
    text = f"{ROAD}\nblue hq BHQ at 0101\nblue infantry A at 0201\nblue battery G at 0301\nblue battery K at 0401\n"
    text += "red hq RHQ at 1201\nred infantry X at 1101\nred battery N at 0901\nactivated blue red"
    s = stage(text, 3, 4, 5, 2, *RED_FIRST)
    assert [e.kind for e in s.play.log] == ["initiative tied", "initiative", "artillery phase"]
    assert (s.last("initiative").dice, s.last("initiative").rule) == ((1, 1, 6, 6), "5.1.a")
    assert s.asked == ("red", "battery")
    s.do("select", "N").do("done")
    assert s.asked == ("blue", "battery")
    assert s.options() == [Choice("select", "G"), Choice("select", "K"), Choice("done")]
    assert s.refused("select", "N").reason == "N belongs to the enemy."
    s.do("select", "K").do("done")
    refused = s.refused("select", "K")
    assert (refused.rule, refused.reason) == ("5.1.a", "K has had its turn.")
    assert s.refused("select", "A").reason == "A is not a battery."
    s.do("done")
    assert s.b.round == 2


@rule("5.1.a")
@pytest.mark.parametrize(
    ("blue", "red", "asked"),
    [("shots=1", "shots=0", "blue"), ("shots=0", "shots=1", "red"), ("shots=0", "shots=0", "")],
)
def test_nobody_throws_where_one_side_alone_can_act(blue: str, red: str, asked: str) -> None:
    """Batteries without a shot can do nothing: the other side begins without a throw, or nobody."""
    lines = f"blue battery G at 0301 {blue}\nred battery N at 0901 {red}\nphase guns"
    text = (
        f"{ROAD}\nblue hq BHQ at 0101\nblue infantry A at 0201\nred hq RHQ at 1201\nred infantry X at 1101\n{lines}"
    )
    s = stage(text)
    assert not s.told("initiative") and s.last("artillery phase").side == asked
    assert (s.asked if asked else s.b.round) == ((asked, "battery") if asked else 2)


@rule("5.1.a")
def test_no_phase_while_a_regiment_waits() -> None:
    """Red has not moved yet: red's regiment is activated, and no battery is asked."""
    text = f"{ROAD}\nblue hq BHQ at 0101\nblue infantry A at 0201\nblue battery G at 0301\n"
    s = stage(f"{text}red hq RHQ at 1201\nred infantry X at 1101\nactivated blue\norder red M")
    assert s.last("activated").piece == "red"
    assert s.asked[1] == "mover"


@rule("5.1.b", "5.1.e")
@pytest.mark.parametrize(
    ("order", "dice", "need", "chart", "hit"),
    [
        ("H", (5, 5), 6, "3.2.a", 0),
        ("H", (6, 1), 6, "3.2.a", 1),
        ("D", (5, 5), 6, "3.2.a", 0),
        ("M", (5, 5), 6, "3.2.c", 1),
        ("M", (5, 4), 6, "3.2.c", 0),
        ("R", (4, 4), 5, "3.2.e", 1),
        ("R", (5, 1), 5, "3.2.e", 1),
        ("R", (4, 3), 5, "3.2.e", 0),
    ],
)
def test_a_barrage_hits_as_m(order: str, dice: tuple[int, ...], need: int, chart: str, hit: int) -> None:
    """One shot of two dice, read as M against the status of the target; it does not make anybody fall back."""
    s = shelled("red infantry X at 0601", *dice, order=order)
    event = s.last("barrage")
    assert (event.dice, event.need, event.value, event.text, event.rule) == (dice, need, hit, chart, "5.1.e")
    assert (s.unit("X").sp, s.unit("G").shots, s.where("X")) == (5 - hit, 2, "0601")


@rule("5.1.d")
def test_one_hit_a_shot() -> None:
    """Two sixes take one point, and every shot is an attack of its own: three shots, three points."""
    s = shelled("red infantry X at 0601", *(6, 6) * 3)
    assert (s.unit("X").sp, s.last("barrage").value) == (4, 1)
    s.do("barrage", "G", "0601").do("barrage", "G", "0601")
    assert (s.unit("X").sp, len(s.told("barrage"))) == (2, 3)
    assert s.last("strength lost").rule == "5.1.d"
    assert not s.told("falls back")


@rule("5.1.d", "4.e")
def test_the_owner_chooses_what_a_barrage_takes() -> None:
    """Stand or company, and the company before its stand dies."""
    s = shelled("red infantry X at 0601 company=at", 6, 1)
    assert s.asked == ("red", "loss")
    assert s.options() == [Choice("lose", "X"), Choice("lose", "X-at")]
    assert s.do("lose", "X-at").company("X-at").host == -1
    s = shelled("red infantry X at 0601 company=at sp=1", 6, 1)
    assert (s.unit("X").sp, s.company("X-at").host) == (1, -1)


@rule("5.1.b", "5.1.d")
def test_dice_of_a_shot() -> None:
    """A battery with one point throws one die; armour costs one, and nothing else counts, not even cover."""
    s = shelled("red medium-armour X at 0601", 6)
    event = s.last("barrage")
    assert [(m.amount, m.rule) for m in event.modifiers] == [(2, "5.1.b"), (-1, "3.7.1.d")]
    assert event.dice == (6,)
    assert shelled("red infantry X at 0601", 1, gun="sp=1").last("barrage").dice == (1,)
    s = guns(
        *EYES,
        "blue battery G at 0101 sp=1",
        "blue infantry S at 0401",
        "red medium-armour X at 0601",
        "red infantry Y at 1101",
    ).do("select", "G")
    refused = s.refused("barrage", "G", "0601")
    assert (refused.rule, refused.reason) == ("3.7.1.d", "G would throw no dice: artillery against armour.")
    s = (
        guns(
            *EYES,
            "blue battery G at 0101",
            "blue infantry S at 0401",
            "red infantry X at 0601",
            "red infantry Y at 1101",
            field=". . . . . t . . . . . .",
            dice=(6, 1),
        )
        .do("select", "G")
        .do("barrage", "G", "0601")
    )
    assert (s.last("barrage").dice, s.unit("X").sp) == ((6, 1), 4)


@rule("5.1.b")
def test_the_target_may_change_from_shot_to_shot() -> None:
    """First X, then Z; without a shot no more."""
    s = guns(
        *EYES,
        "blue battery G at 0101 shots=2",
        "blue infantry S at 0401",
        "red infantry X at 0601",
        "red infantry Z at 0501",
        "red infantry Y at 1101",
        dice=(1, 1, 6, 1),
    ).do("select", "G")
    assert s.places("barrage") == {"0501", "0601"}
    assert s.refused("barrage", "G", "0801").reason == "There is no enemy in 0801."
    s.do("barrage", "G", "0601").do("barrage", "G", "0501")
    assert (s.unit("X").sp, s.unit("Z").sp) == (5, 4)
    assert s.b.round == 2  # no shot left: its turn, and the phase, are over


@rule("5.1.f", "5.1.c")
def test_an_adjacent_stand_is_shelled_and_does_not_answer() -> None:
    """No spotter is needed for a neighbour, nobody fires back, and it is no close combat."""
    s = guns(
        "blue hq BHQ at 0101",
        "blue infantry S at 0201",
        "blue battery G at 0701",
        "red infantry X at 0801",
        "red hq RHQ at 1001",
        dice=(6, 6),
    ).do("select", "G")
    assert s.places("barrage") == {"0801"}
    s.do("barrage", "G", "0801")
    assert (s.unit("X").sp, s.unit("G").sp, s.where("X")) == (4, 4, "0801")
    assert not s.told("defence dice") and not s.told("combat won")


# 5.1.c, 5.2 Spotting ---------------------------------------------------------------------------------


def spotting(*lines: str, field: str = ROAD) -> RegStage:
    """G in 0101 looks for targets; red's regiment is X and its HQ."""
    return guns("blue battery G at 0101", "red hq RHQ at 1201", *lines, field=field).do("select", "G")


@rule("5.1.c")
def test_spotters_must_be_in_command() -> None:
    """S is two hexes from its HQ and spots, T three and does not; nor does a stand without an HQ."""
    s = spotting("blue hq BHQ at 0301", "blue infantry S at 0501", "red infantry X at 0801")
    assert s.places("barrage") == {"0801"}
    s = spotting("blue hq BHQ at 0301", "blue infantry T at 0601", "red infantry X at 0801")
    refused = s.refused("barrage", "G", "0801")
    assert (refused.rule, refused.reason) == (
        "5.1.c",
        "T sees 0801, but only stands within two hexes of their HQ spot.",
    )
    s = spotting("blue infantry S at 0501", "red infantry X at 0801")
    assert s.places("barrage") == set()


@rule("5.1.c")
def test_nobody_is_spotted_from_afar() -> None:
    """Nor in the first hex of the map."""
    red = "red hq RHQ at 0201\nred infantry X at 0101"
    s = stage(f"{ROAD}\n{red}\nblue hq BHQ at 0801\nblue infantry S at 0901\nphase guns")
    assert spotted(s.b, 0) == 0


@rule("5.1.c")
def test_hqs_spot_and_batteries_do_not() -> None:
    """The HQ sees X three hexes away; a second battery at the same place sees nothing."""
    s = spotting("blue hq BHQ at 0501", "blue infantry S at 0301", "red infantry X at 0801")
    assert s.places("barrage") == {"0801"}
    s = spotting("blue battery K at 0601", "blue hq BHQ at 0201", "blue infantry S at 0301", "red infantry X at 0801")
    refused = s.refused("barrage", "G", "0801")
    assert refused.rule == "5.2.a"
    assert refused.reason == "No friendly stand is near enough to spot 0801: an enemy is seen at 3 hexes."


@rule("5.2.a")
@pytest.mark.parametrize(
    ("order", "terrain", "reach"),
    [("H", ".", 3), ("M", ".", 3), ("R", ".", 3), ("D", ".", 2), ("H", "w", 2), ("H", "f", 2), ("H", "h", 3)],
)
def test_spotting_range(order: str, terrain: str, reach: int) -> None:
    """Three hexes in the open; two into cover or at a stand on D. X is in 0801."""
    field = f". . . . . . . {terrain} . . . ."
    for far in (2, 3, 4):
        s = (
            spotting(
                "blue hq BHQ at 0301",
                f"blue infantry S at 0{8 - far}01",
                "red infantry X at 0801",
                f"order red {order}",
                field=field,
            )
            if far > 2
            else spotting(
                "blue hq BHQ at 0401",
                "blue infantry S at 0601",
                "red infantry X at 0801",
                f"order red {order}",
                field=field,
            )
        )
        assert (s.places("barrage") == {"0801"}) is (far <= reach)


@rule("5.2.a")
def test_a_battery_in_the_open_is_seen_at_three() -> None:
    """It counts as H."""
    s = spotting("blue hq BHQ at 0401", "blue infantry S at 0501", "red battery N at 0801", "red infantry Y at 1101")
    assert s.places("barrage") == {"0801"}


@rule("5.2.b")
def test_through_units_but_not_through_blocking_terrain() -> None:
    """Friends and enemies between do not hide X; woods, a town, bocage or a hill do, and rough ground does not."""
    eyes = ("blue hq BHQ at 0401", "blue infantry S at 0501", "red infantry X at 0801")
    s = spotting(*eyes, "blue infantry T at 0601", "red infantry Z at 0701")
    assert s.places("barrage") == {"0701", "0801"}
    for letter in "wtbh":
        s = spotting(*eyes, field=f". . . . . . {letter} . . . . .")
        refused = s.refused("barrage", "G", "0801")
        assert (refused.rule, refused.reason) == ("5.2.b", "Terrain blocks every line to 0801.")
    for letter in "rsf":
        assert spotting(*eyes, field=f". . . . . . {letter} . . . . .").places("barrage") == {"0801"}


# 5.1.g, 5.1.h Moving ---------------------------------------------------------------------------------


@rule("5.1.g")
def test_a_shot_is_discarded_for_a_move() -> None:
    """After firing one shot the battery gives up another to move at the wheeled rate, and its turn is over."""
    s = shelled("red infantry X at 0601", 1, 1)
    assert s.places("move") == {"0201"}  # S and the HQ stand in 0301 and 0401
    s.do("move", "G", "0201")
    assert s.where("G") == "0201"
    assert s.b.round == 2 and len(s.told("barrage")) == 1


@rule("5.1.g")
def test_wheeled_rates_normal_and_strategic() -> None:
    """Three hexes, or up to six if it never comes within two hexes of an enemy. A battery without a shot stays."""
    west = ("blue hq BHQ at 1201", "blue infantry S at 1101", "red hq RHQ at 0101")
    s = guns(*west, "blue battery G at 1001", "red infantry X at 0201").do("select", "G")
    assert s.places("move") == {"0901", "0801", "0701"}
    assert s.places("march") == {"0601", "0501"}  # 0401 is two hexes from X
    assert s.refused("march", "G", "0401").rule == "2.b"
    s.do("march", "G", "0501")
    assert s.where("G") == "0501"
    s = guns(*west, "blue battery G at 1001 shots=0", "blue battery K at 0901", "red infantry X at 0201")
    assert s.options() == [Choice("select", "K"), Choice("done")]
    refused = s.refused("select", "G")
    assert (refused.rule, refused.reason) == ("5.1.g", "G has no shot left: it can neither fire nor move.")


@rule("5.1.g")
def test_halts_and_zones_hold_for_batteries() -> None:
    """Rough ground halts it, and the first hex next to an enemy too."""
    east = ("blue hq BHQ at 1201", "blue infantry S at 1101", "red hq RHQ at 0101", "blue battery G at 1001")
    s = guns(*east, "red infantry X at 0201", field=". . . . . . . r . . . .").do("select", "G")
    assert s.places("move") == {"0901", "0801"}
    assert s.places("march") == set()
    s = guns(*east, "red infantry X at 0701").do("select", "G")
    assert s.places("move") == {"0901", "0801"}


@rule("5.1.h")
def test_armoured_artillery_moves_without_a_shot() -> None:
    """At the tracked rate, three and five, after its last shot is fired."""
    s = guns(
        "blue hq BHQ at 1201",
        "blue infantry S at 1101",
        "red hq RHQ at 0101",
        "red infantry X at 0201",
        "blue armoured-battery G at 1001 shots=0",
    ).do("select", "G")
    assert s.places("move") == {"0901", "0801", "0701"}
    assert s.places("march") == {"0601", "0501"}
    assert s.places("barrage") == set()
    assert s.do("march", "G", "0501").where("G") == "0501"
    s = (
        guns(
            *EYES,
            "blue armoured-battery G at 0201 shots=1",
            "blue infantry S at 0401",
            "red infantry X at 0601",
            "red infantry Y at 1101",
            dice=(1, 1),
        )
        .do("select", "G")
        .do("barrage", "G", "0601")
    )
    assert (s.unit("G").shots, s.places("move")) == (0, {"0101", "0501"})


@rule("5.1.h")
def test_armoured_artillery_is_an_armoured_target() -> None:
    """A shell on it has one die less."""
    assert shelled("red armoured-battery X at 0601", 1).last("barrage").dice == (1,)
