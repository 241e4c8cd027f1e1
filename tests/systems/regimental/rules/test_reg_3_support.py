"""3.5 Support from other hexes: fire support, guns and air points, who may call them, how far and how many."""

import pytest
from reg_combat import MISSES, attack, defence, fought, scene_of, thrown
from reg_stage import RegStage, stage

from sandtable.table.decision import Choice
from sandtable.testing import rule

A = "blue infantry A at 0404"
B = "blue infantry B at 0503"
X = "red infantry X at 0504"
GUN = "blue battery G at 0204"


def calling(*lines: str, blue: str = "M", red: str = "H", hqs: tuple[str, ...] = (), **terrain: str) -> RegStage:
    """A attacks X and somebody may call support."""
    hqs = hqs or ("blue hq HQ at 0403", "red hq Y at 0704")
    s = stage(scene_of(*lines, blue=blue, red=red, hqs=hqs, **terrain), *MISSES).do("attack", "A", "0504")
    if s.asked[1] == "join":
        s.do("pass")
    return s


def refusal(s: RegStage, do: str, piece: str = "") -> tuple[str, str]:
    refused = s.refused(do, piece)
    return (refused.reason, refused.rule)


# 3.5 In general ------------------------------------------------------------------------------------


@rule("3.5.a")
@pytest.mark.parametrize(("hq", "dice"), [("0704", 6), ("0804", 3)])
def test_a_defender_calls_only_within_two_hexes_of_his_hq(hq: str, dice: int) -> None:
    """With the HQ two hexes away fire support and guns may be called; three hexes away nobody is even asked."""
    lines = (A, X, "red infantry Z at 0604 company=fs", "red battery G at 0904")
    s = calling(*lines, hqs=("blue hq HQ at 0403", f"red hq Y at {hq}"))
    if s.asked[1] == "defensive support":
        s.do("fire support", "Z-fs").do("gun", "G")
    assert thrown(s) == (3, dice)
    assert all(move.seat == "blue" for move in s.play.history) == (hq == "0804")


@rule("3.5.a")
def test_without_an_hq_nothing_is_called() -> None:
    """The HQ is lost: the attacked stand fights alone."""
    lines = (A, X, "red infantry Z at 0604 company=fs", "red battery G at 0904")
    s = calling(*lines, hqs=("blue hq HQ at 0403", "red hq Y at lost"))
    assert thrown(s) == (3, 3) and s.told("support called") == s.told("gun called") == []


@rule("3.5.b")
@pytest.mark.parametrize(("do", "piece"), [("gun", "G"), ("air", ""), ("fire support", "C-fs"), ("done", "")])
def test_support_is_called_without_a_place(do: str, piece: str) -> None:
    """A choice with a place, on the map or not, or a number is none of the choices; no rule forbids the support."""
    s = calling(A, X, "blue infantry C at 0304 company=fs", GUN, "air blue 1")
    expected = "Support for the attack on 0504? That is not one of the choices: air, done, fire support, gun."
    for to, number in (("9999", 0), ("0504", 0), ("", 7)):
        refused = s.refused(do, piece, to, number)
        assert (refused.rule, refused.reason) == ("3.5.1.a", expected)
    assert s.do(do, piece).asked == (("blue", "support") if do != "done" else ("", ""))


@rule("3.5.b", "3.5.1.a", "3.5.1.b")
def test_what_support_adds_to_an_attack() -> None:
    """One die of each fire support company, two of a gun, two of an air point, beside the stand's own three."""
    lines = (A, X, "blue infantry C at 0304 company=fs", "blue infantry D at 0405 company=fs", GUN, "air blue 1")
    s = calling(*lines).do("fire support", "C-fs").do("fire support", "D-fs").do("gun", "G").do("air")
    assert attack(s) == [(3, "3.1.b"), (1, "3.5.1.a"), (1, "3.5.1.a"), (2, "3.5.1.b"), (2, "9.b")]


@rule("3.5.b", "9.b")
def test_an_air_point_against_armour() -> None:
    """Each is told with what it loses there."""
    s = calling(A, "red light-armour X at 0504", "air blue 1").do("air")
    assert attack(s)[-2:] == [(2, "9.b"), (-1, "9.b")]


@rule("3.5.b", "3.5.2.a", "3.5.2.b")
def test_what_support_adds_to_a_defence() -> None:
    """The same for the defender."""
    lines = (A, X, "red infantry Z at 0604 company=fs", "red battery G at 0904", "air red 1")
    s = calling(*lines).do("fire support", "Z-fs").do("gun", "G").do("air")
    assert defence(s) == [(3, "3.1.b"), (1, "3.5.2.a"), (2, "3.5.2.b"), (2, "9.b")]


@rule("3.5.1.b", "3.5.1.a", "9.a")
@pytest.mark.parametrize("call", [Choice("gun", "G"), Choice("fire support", "C-fs"), Choice("air")])
def test_support_is_called_and_not_sent_somewhere(call: Choice) -> None:
    """Support fights where the combat is: a call that names a place, on the map or not, is none of the choices."""
    s = calling(A, X, "blue infantry C at 0304 company=fs", GUN, "air blue 1")
    assert call in s.options()
    for to, number in (("nowhere", 0), ("0504", 0), ("", 99)):
        refused = s.refused(call.do, call.piece, to, number)
        assert "That is not one of the choices: air, done, fire support, gun." in refused.reason
    assert call in s.options()


@rule("3.5.b")
@pytest.mark.parametrize(("sp", "dice"), [(4, 2), (2, 2), (1, 1)])
def test_a_worn_battery_adds_what_it_has_left(sp: int, dice: int) -> None:
    """A gun adds its battle strength, or its strength points if these are fewer."""
    s = fought(A, X, f"{GUN} sp={sp}", does="gun G")
    assert attack(s) == [(3, "3.1.b"), (dice, "3.5.1.b")]


# 3.5.1 Attacking -----------------------------------------------------------------------------------


@rule("3.5.1.a")
def test_an_attacker_calls_fire_support_of_his_own_regiment() -> None:
    """Companies with other stands and with the HQ, each once; not those of the attackers, nor another regiment's."""
    lines = (
        "blue infantry A at 0404 company=fs",
        "blue infantry C at 0304 company=fs",
        "blue hq HQ2 at 0305 of=second company=fs",
        "blue infantry E at 0405 of=second",
        X,
    )
    s = calling(*lines, hqs=("blue hq HQ at 0403 company=fs", "red hq Y at 0704"))
    assert set(s.options()) == {Choice("fire support", "HQ-fs"), Choice("fire support", "C-fs"), Choice("done")}
    assert refusal(s, "fire support", "A-fs") == ("Fire support company of A already takes part.", "3.5.1.a")
    expected = ("Fire support company of HQ2 belongs to another regiment.", "3.5.1.a")
    assert refusal(s, "fire support", "HQ2-fs") == expected
    s.do("fire support", "C-fs")
    assert refusal(s, "fire support", "C-fs") == ("Fire support company of C already takes part.", "3.5.1.a")
    s.do("fire support", "HQ-fs")
    assert attack(s) == [(3, "3.1.b"), (1, "3.1.f"), (1, "3.5.1.a"), (1, "3.5.1.a")]


@rule("3.5.1.a", "2.2.d", "2.b")
def test_fire_support_that_may_not_take_part() -> None:
    """Not with a stand more than two hexes from the HQ, nor with one that has moved strategically."""
    lines = (
        A,
        "blue infantry C at 0304 company=fs",
        "blue infantry D at 0405 company=fs marched",
        "blue infantry E at 0406 company=fs",
        X,
    )
    s = calling(*lines)
    assert s.b.ground.distance[s.unit("HQ").hex][s.unit("E").hex] == 3
    assert s.options() == [Choice("fire support", "C-fs"), Choice("done")]
    assert refusal(s, "fire support", "D-fs") == ("D has moved strategically this round.", "2.b")
    assert refusal(s, "fire support", "E-fs") == ("E is not within two hexes of its HQ.", "2.2.d")


@rule("3.5.1.b")
def test_at_most_two_guns_in_an_attack() -> None:
    """Two of three may be called; the third is refused, and so is an air point."""
    lines = (A, X, GUN, "blue battery H at 0205", "blue battery K at 0206", "blue infantry C at 0304 company=fs")
    s = calling(*lines, "air blue 1").do("gun", "G").do("gun", "H")
    assert s.options() == [Choice("fire support", "C-fs"), Choice("done")]
    expected = ("At most 2 guns and air points support one side in a combat.", "3.5.1.b")
    assert refusal(s, "gun", "K") == refusal(s, "air") == expected
    s.do("done")
    assert attack(s) == [(3, "3.1.b"), (2, "3.5.1.b"), (2, "3.5.1.b")]


@rule("3.5.1.b", "9.a")
def test_air_points_count_against_the_two() -> None:
    """One gun and one air point, or two air points; then neither gun nor air is left."""
    lines = (A, X, GUN, "blue battery H at 0205", "blue infantry C at 0304 company=fs", "air blue 3")
    s = calling(*lines).do("air").do("gun", "G")
    assert s.options() == [Choice("fire support", "C-fs"), Choice("done")]
    s = calling(*lines).do("air").do("air")
    assert s.options() == [Choice("fire support", "C-fs"), Choice("done")]
    assert s.b.air == [1, 0]


@rule("3.5.1.b", "5.d")
def test_a_gun_fires_one_shot_in_a_combat() -> None:
    """It pays one shot when it is called and is not called twice; without a shot it is silent."""
    s = calling(A, X, f"{GUN} shots=2", "blue battery H at 0205 shots=0", "blue battery K at 0206")
    assert [choice.piece for choice in s.options("gun")] == ["G", "K"]
    assert refusal(s, "gun", "H") == ("H has no shot left this round.", "5.c")
    s.do("gun", "G")
    assert s.unit("G").shots == 1
    assert refusal(s, "gun", "G") == ("G already supports this combat, and fires only one shot in it.", "5.d")


@rule("3.5.1.b")
def test_only_own_batteries() -> None:
    """The enemy's battery cannot be called, nor can a stand that is no battery."""
    s = calling(A, X, GUN, "red battery H at 0904")
    assert refusal(s, "gun", "H") == ("H belongs to the enemy.", "5.a")
    assert refusal(s, "gun", "A") == ("There is no battery 'A'.", "5.a")


@rule("3.5.1.b")
def test_guns_need_no_spotter_and_any_regiment_may_call_them() -> None:
    """Eight hexes away and behind woods: the contact of the attackers is enough."""
    s = fought(A, X, "blue battery G at 1304", does="gun G", h0604="w", h0504="w")
    assert thrown(s)[0] == 2 + 2


@rule("3.5.1.c")
def test_a_holding_attacker_gets_fire_support_but_no_artillery() -> None:
    """His own hex and fire support in reach; guns and air points are refused."""
    lines = ("blue infantry A at 0404 company=mg", X, GUN, "blue infantry C at 0304 company=fs", "air blue 1")
    s = calling(*lines, blue="H")
    assert s.options() == [Choice("fire support", "C-fs"), Choice("done")]
    expected = ("Only an attacking regiment on M gets artillery and air support.", "3.5.1.c")
    assert refusal(s, "gun", "G") == refusal(s, "air") == expected
    s.do("fire support", "C-fs")
    assert attack(s) == [(3, "3.1.b"), (1, "3.7.g"), (1, "3.5.1.a")]


@rule("3.5.1.c")
@pytest.mark.parametrize(("place", "offered"), [("0204", True), ("0104", False)])
def test_fire_support_of_a_holding_attacker_has_the_same_reach(place: str, offered: bool) -> None:
    """Three hexes to the target, not four."""
    hqs = ("blue hq HQ at 0304", "red hq Y at 0704")
    s = calling(A, f"blue infantry C at {place} company=fs", X, blue="H", hqs=hqs)
    assert (s.asked == ("blue", "support")) == offered


# 3.5.2 Defending -----------------------------------------------------------------------------------


@rule("3.5.2.a")
@pytest.mark.parametrize("order", ["H", "D"])
def test_a_defender_calls_all_fire_support_of_his_regiment(order: str) -> None:
    """Its own company counts anyway; those with other stands and the HQ may be called, each once."""
    lines = (A, f"{X} company=fs", "red infantry Z at 0604 company=fs", "red infantry W at 0605 company=fs marched")
    s = calling(*lines, red=order, hqs=("blue hq HQ at 0403", "red hq Y at 0704 company=fs"))
    assert s.asked == ("red", "defensive support")
    assert {choice.piece for choice in s.options("fire support")} == {"Y-fs", "Z-fs", "W-fs"}
    assert refusal(s, "fire support", "X-fs") == ("Fire support company of X already takes part.", "3.5.2.a")
    s.do("fire support", "Z-fs")
    assert refusal(s, "fire support", "Z-fs") == ("Fire support company of Z already takes part.", "3.5.2.a")
    s.do("fire support", "W-fs").do("fire support", "Y-fs")
    assert defence(s) == [(3, "3.1.b"), (1, "3.1.f"), (1, "3.5.2.a"), (1, "3.5.2.a"), (1, "3.5.2.a")]


@rule("3.5.2.a")
def test_another_regiments_fire_support_does_not_help() -> None:
    """It is not offered."""
    lines = (
        A,
        X,
        "red infantry Z at 0604 company=fs",
        "red hq Y2 at 0705 of=second",
        "red infantry W at 0605 of=second company=fs",
    )
    s = calling(*lines)
    assert s.options() == [Choice("fire support", "Z-fs"), Choice("done")]
    expected = ("Fire support company of W belongs to another regiment.", "3.5.2.a")
    assert refusal(s, "fire support", "W-fs") == expected


@rule("3.5.2.b")
@pytest.mark.parametrize("order", ["H", "D"])
def test_at_most_two_guns_in_a_defence(order: str) -> None:
    """Of three batteries and an air point two may help."""
    guns = [f"red battery {id} at {place}" for id, place in (("G", "0904"), ("H", "0905"), ("K", "0906"))]
    s = (
        calling(A, X, *guns, "red infantry Z at 0604 company=fs", "air red 1", red=order)
        .do("gun", "G")
        .do("gun", "H")
    )
    assert s.options() == [Choice("fire support", "Z-fs"), Choice("done")]
    expected = ("At most 2 guns and air points support one side in a combat.", "3.5.2.b")
    assert refusal(s, "gun", "K") == refusal(s, "air") == expected
    assert [s.unit(id).shots for id in "GHK"] == [2, 2, 3]


@rule("3.5.2.b")
def test_each_side_has_its_own_two_guns() -> None:
    """The attacker's two do not count against the defender's two."""
    lines = (A, X, GUN, "blue battery H at 0205", "red battery K at 0904", "red battery L at 0905")
    s = calling(*lines).do("gun", "G").do("gun", "H").do("gun", "K").do("gun", "L")
    assert thrown(s) == (7, 7)


@rule("3.5.2.b")
def test_guns_reach_eight_hexes_to_the_main_opponent() -> None:
    """The range is counted to the attacker the defender turns to: A is nine hexes from the gun, B seven."""
    lines = (A, "blue infantry B at 0605", X, "red battery G at 1304", "red battery H at 1204")
    hqs = ("blue hq HQ at 0405", "red hq Y at 0704")
    s = stage(scene_of(*lines, hqs=hqs), *MISSES).do("attack", "A", "0504").do("join", "B").do("oppose", "A")
    assert [choice.piece for choice in s.options("gun")] == ["H"]
    assert refusal(s, "gun", "G") == ("G is 9 hexes away; its range is 8.", "5.f")
    s = stage(scene_of(*lines, hqs=hqs), *MISSES).do("attack", "A", "0504").do("join", "B").do("oppose", "B")
    assert [choice.piece for choice in s.options("gun")] == ["G", "H"]


@rule("3.5.2.b", "3.5.a")
def test_an_attacked_battery_calls_nothing() -> None:
    """It counts as H but has no HQ: no gun, no air point, no fire support."""
    lines = (A, "red battery X at 0504", "red infantry Z at 0604 company=fs", "red battery G at 0904", "air red 1")
    s = calling(*lines)
    assert thrown(s) == (3, 2)
    assert s.b.air == [0, 1] and s.unit("G").shots == 3


@rule("3.5.2.c")
@pytest.mark.parametrize(("a", "z", "far"), [("0404", "0302", 4), ("0304", "0402", 4)])
@pytest.mark.parametrize("order", ["H", "D"])
def test_total_range_four(a: str, z: str, far: int, order: str) -> None:
    """From the company over the attacked stand to the enemy four hexes are allowed to H and D."""
    lines = (f"blue infantry A at {a}", X, f"red infantry Z at {z} company=fs")
    s = calling(*lines, red=order, hqs=("blue hq HQ at 0305", "red hq Y at 0503"))
    away = s.b.ground.distance[s.unit("X").hex]
    assert away[s.unit("Z").hex] + away[s.unit("A").hex] == far
    assert s.options() == [Choice("fire support", "Z-fs"), Choice("done")]


@rule("3.5.2.c")
def test_total_range_five_is_too_far() -> None:
    """The enemy fires from two hexes and the company is three hexes from the stand: five."""
    lines = ("blue infantry A at 0304", X, "red infantry Z at 0302 company=fs", "red infantry W at 0604 company=fs")
    s = calling(*lines, hqs=("blue hq HQ at 0305", "red hq Y at 0503"))
    assert s.b.ground.distance[s.unit("Z").hex][s.unit("A").hex] == 2  # in reach of the enemy itself
    assert s.options() == [Choice("fire support", "W-fs"), Choice("done")]
    expected = ("From Z by way of X to the enemy is 5 hexes; the total range is 4.", "3.5.2.c")
    assert refusal(s, "fire support", "Z-fs") == expected


@rule("3.5.2.c")
def test_a_defenders_fire_support_fires_three_hexes() -> None:
    """Four hexes from the enemy it is silent, though the total range would do."""
    lines = (A, X, "red infantry Z at 0704 company=fs", "red infantry W at 0804 company=fs")
    s = calling(*lines, hqs=("blue hq HQ at 0403", "red hq Y at 0604"))
    assert s.options() == [Choice("fire support", "Z-fs"), Choice("done")]
    reason = "Fire support company of W is 4 hexes away; its range is 3."
    assert refusal(s, "fire support", "W-fs") == (reason, "3.1.f")


@rule("3.5.2.c")
def test_the_supporting_stand_too_is_within_two_hexes_of_the_hq() -> None:
    """A company with a stand three hexes from the HQ does not help; the same hex two hexes from it does."""
    lines = (A, X, "red infantry Z at 0502 company=fs", "red infantry W at 0604 company=fs")
    s = calling(*lines, hqs=("blue hq HQ at 0403", "red hq Y at 0605"))
    assert s.options() == [Choice("fire support", "W-fs"), Choice("done")]
    assert refusal(s, "fire support", "Z-fs") == ("Z is not within two hexes of its HQ.", "3.5.2.c")
    s = calling(*lines, hqs=("blue hq HQ at 0403", "red hq Y at 0703"))
    assert {choice.piece for choice in s.options("fire support")} == {"Z-fs", "W-fs"}


@rule("3.5.2.d")
def test_a_moving_defender_gets_fire_support_but_no_artillery() -> None:
    """His own hex and regimental fire support; guns and air points are refused."""
    lines = (A, f"{X} company=mg", "red infantry Z at 0604 company=fs", "red battery G at 0904", "air red 1")
    s = calling(*lines, red="M")
    assert s.options() == [Choice("fire support", "Z-fs"), Choice("done")]
    expected = ("A stand on M is defended by its own hex and its regiment's fire support alone.", "3.5.2.d")
    assert refusal(s, "gun", "G") == refusal(s, "air") == expected
    s.do("fire support", "Z-fs")
    assert defence(s) == [(3, "3.1.b"), (1, "3.7.g"), (1, "3.5.2.a")]


@rule("3.5.2.e")
@pytest.mark.parametrize(("a", "near", "far"), [("0404", "0402", "0302"), ("0304", "0604", "0402")])
def test_total_range_three_for_a_moving_defender(a: str, near: str, far: str) -> None:
    """Three hexes in all are allowed, four are not: next to the enemy and under fire from two hexes."""
    lines = (
        f"blue infantry A at {a}",
        X,
        f"red infantry Z at {near} company=fs",
        f"red infantry W at {far} company=fs",
    )
    s = calling(*lines, red="M", hqs=("blue hq HQ at 0305", "red hq Y at 0503"))
    assert s.options() == [Choice("fire support", "Z-fs"), Choice("done")]
    expected = ("From W by way of X to the enemy is 4 hexes; the total range is 3.", "3.5.2.e")
    assert refusal(s, "fire support", "W-fs") == expected


@rule("3.5.2.e", "3.5.1.a")
def test_the_total_range_does_not_bind_the_attacker() -> None:
    """Over the firing stand it is more than four hexes; only the company's own three to the target count."""
    lines = ("blue infantry A at 0502", "blue infantry C at 0305 company=fs", X)
    s = calling(*lines, hqs=("blue hq HQ at 0403", "red hq Y at 0704"))
    away = s.b.ground.distance
    assert away[s.unit("C").hex][s.unit("A").hex] + away[s.unit("A").hex][s.unit("X").hex] > 4
    assert s.options() == [Choice("fire support", "C-fs"), Choice("done")]


@rule("3.5.b", "3.7.1.d")
def test_a_gun_without_a_die_is_not_called() -> None:
    """A battery at its last strength point has no die against armour."""
    lines = (A, "red medium-armour X at 0504", f"{GUN} sp=1", "blue battery H at 0205")
    s = calling(*lines)
    assert [choice.piece for choice in s.options("gun")] == ["H"]
    assert refusal(s, "gun", "G") == ("G would add no dice: artillery against armour.", "3.7.1.d")


@rule("3.5.1.b")
def test_no_air_point_left() -> None:
    """Without points none may be called."""
    s = calling(A, X, GUN)
    assert refusal(s, "air") == ("No air point is left today.", "9.a")
