"""Chapters 3 and 9 to the letter: an attack from its declaration to the dice, as asked, told and refused."""

import pytest
from reg_combat import HQS, MISSES, attack, defence, fought, hits, scene_of, thrown
from reg_stage import RegStage, question, refusal, stage, story

from sandtable.systems.regimental.rules.attack import new_combat, partners, targets
from sandtable.systems.regimental.rules.combat_dice import defence_dice, gun_dice, stand_dice
from sandtable.systems.regimental.rules.support import calls, fire_support, guns
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.showing.view import view
from sandtable.systems.regimental.state.book import Row
from sandtable.table.decision import Choice
from sandtable.testing import rule

A = "blue infantry A at 0404"
B = "blue infantry B at 0503"
X = "red infantry X at 0504"
Z = "red infantry Z at 0604"
FAR = "red infantry Y at 0902"
ARMY = (
    "blue infantry A at 0404 company=mg",
    "blue infantry B at 0503 company=at",
    "blue infantry C at 0304 company=fs",
    "blue battery G at 0204 shots=2",
    "blue battery G2 at 0205 shots=1",
    "air blue 2",
    "air red 2",
    "red infantry X at 0504 company=tanks",
    "red infantry Z at 0604 company=fs",
    "red infantry W at 0603 company=aa",
    "red battery K at 0904 shots=2",
    "red battery K2 at 0905 shots=1",
)
WITH_FLAK = ("blue hq HQ at 0403 company=aa", "red hq Y at 0704")


def words(s: RegStage) -> list[str]:
    """The open options, as they are chosen."""
    return [" ".join(filter(None, (choice.do, choice.piece, choice.to))) for choice in s.options()]


# An attack from first to last --------------------------------------------------------------------


@rule(
    "3.3.b", "3.4.b", "3.4.d", "3.5.1.a", "3.5.1.b", "3.5.2.a", "3.5.2.b", "3.5.b", "5.d", "9.a", "9.b", "9.c", "4.a"
)
@rule("3.4.e", "3.4.f", "3.3.d")
def test_everything_that_may_join_a_combat() -> None:
    """Two stands, fire support, a gun and an air point on both sides; flak misses; nobody hits."""
    s = stage(scene_of(*ARMY, hqs=WITH_FLAK), *(1,) * 27)
    assert question(s) == "blue attack (3.4.b) Blue: attack? [HQ]"
    assert words(s) == ["attack A 0504", "attack B 0603", "attack B 0504", "pass"]
    s.do("attack", "A", "0504")
    assert question(s) == "blue join (3.4.b) A attacks 0504: does another stand join? [A]"
    assert words(s) == ["join B", "pass"]
    s.do("join", "B")
    assert question(s) == "blue support (3.5.1.a) Support for the attack on 0504? [A]"
    assert words(s) == ["fire support C-fs", "gun G", "gun G2", "air", "done"]
    s.do("fire support", "C-fs").do("gun", "G")
    assert words(s) == ["gun G2", "air", "done"] and (s.unit("G").shots, s.unit("G2").shots) == (1, 1)
    s.do("air")
    assert s.b.air == [1, 2]
    assert question(s) == "red opponent (COM) X is attacked: which attacker does it turn to? [X]"
    assert words(s) == ["oppose A", "oppose B"]
    s.do("oppose", "B")
    assert question(s) == "red defensive support (3.5.2.a) Support for the defence of 0504? [X]"
    assert words(s) == ["fire support Z-fs", "gun K", "gun K2", "air", "done"]
    s.do("fire support", "Z-fs").do("gun", "K2")
    assert words(s) == ["gun K", "air", "done"]
    s.do("air").done()
    assert story(s) == [
        "3.4.b attacks: blue A X 0504 close combat",
        "3.4.b joins: blue B X 0504",
        "3.5.1.a support called: blue C-fs 0504",
        "5.d gun called: blue G 0504 = 1",
        "9.a air called: blue 0504 = 1",
        "3.5.2.a support called: red Z-fs 0504",
        "5.d gun called: red K2 0504",
        "9.a air called: red 0504 = 1",
        "9.c flak: red W-aa 0504 threw 1 1 need 6",
        "9.c flak: blue HQ-aa 0503 threw 1 1 need 6",
        "3.2.a attack dice: blue A X 0504 M attacks H threw 1 1 1 1 1 1 1 1 1 1 1 1 1 need 6",
        "3.2.b defence dice: red X B 0504 M attacks H threw 1 1 1 1 1 1 1 1 1 1 need 5",
        "4.1.a combat even: 0504",
    ]
    assert s.b.air == [1, 1] and [s.unit(id).shots for id in ("G", "G2", "K", "K2")] == [1, 1, 2, 0]
    assert attack(s) == [
        (3, "3.1.b"), (1, "3.7.g"), (3, "3.1.b"), (1, "3.7.d"), (1, "3.5.1.a"), (2, "3.5.1.b"), (2, "9.b"),
    ]  # fmt: skip
    assert defence(s) == [(3, "3.1.b"), (2, "3.7.f"), (1, "3.5.2.a"), (2, "3.5.2.b"), (2, "9.b")]


@rule("9.c", "9.b", "9.a", "4.a")
@pytest.mark.parametrize(
    ("flak", "told", "dice"),
    [
        ((6, 1, 5, 5), ["9.c air stopped: blue 0504"], (3, 5)),
        ((5, 5, 1, 6), ["9.c air stopped: red 0404"], (5, 3)),
        ((6, 6, 6, 6), ["9.c air stopped: blue 0504", "9.c air stopped: red 0404"], (3, 3)),
        ((5, 4, 4, 5), [], (5, 5)),
    ],
)
def test_flak_of_both_sides(flak: tuple[int, ...], told: list[str], dice: tuple[int, int]) -> None:
    """The defender's guns fire at what attacks him, the attacker's at what supports the defender."""
    lines = (A, X, "red infantry W at 0603 company=aa", "air blue 1", "air red 1")
    s = fought(*lines, hqs=WITH_FLAK, does="air, air", dice=(*flak, *(1,) * sum(dice)))
    s.done()
    values = [sum(face == 6 for face in flak[:2]), sum(face == 6 for face in flak[2:])]
    assert [(event.piece, event.value) for event in s.told("flak")] == [("W-aa", values[0]), ("HQ-aa", values[1])]
    assert [line for line in story(s) if "air stopped" in line] == told
    assert thrown(s) == dice and s.b.air == [0, 0]


@rule("9.c")
def test_each_point_is_fired_at_by_every_gun_and_stopped_once() -> None:
    """Two guns at two points: the first point is hit by both and stopped once, the second by none."""
    lines = (A, X, "red infantry W at 0603 company=aa", "red infantry V at 0604 company=aa", "air blue 2")
    s = fought(*lines, does="air, air", dice=(6, 1, 6, 6, 1, 1, 5, 5, *(1,) * 8)).done()
    assert [line for line in story(s) if line.startswith("9.c")] == [
        "9.c flak: red W-aa 0504 threw 6 1 need 6 = 1",
        "9.c flak: red V-aa 0504 threw 6 6 need 6 = 2",
        "9.c air stopped: blue 0504",
        "9.c flak: red W-aa 0504 threw 1 1 need 6",
        "9.c flak: red V-aa 0504 threw 5 5 need 6",
    ]
    assert thrown(s) == (5, 3)


@rule("9.c")
@pytest.mark.parametrize(
    ("line", "fires"),
    [
        ("red infantry W at 0604 company=aa", True),
        ("red infantry W at 0404 company=aa", True),
        ("red infantry W at 0704 company=aa", True),
        ("red infantry W at 0804 company=aa", False),
        ("red infantry W at 0604 lost=aa", False),
        ("red infantry W at 0604 company=mg", False),
        ("blue infantry W at 0303 company=aa", False),
        ("red infantry W at 0604 of=lone company=aa", False),
    ],
)
def test_whose_flak_fires_at_the_attackers_aircraft(line: str, fires: bool) -> None:
    """The enemy's companies on the map within two hexes, in regiments with an HQ."""
    lines = ("blue infantry A at 0503", X, line, "air blue 1")
    s = fought(*lines, hqs=("blue hq HQ at 0403", "red hq Y at 0705"), does="air")
    assert bool(s.told("flak")) == fires


@rule("9.a", "9.b")
def test_when_air_points_may_be_called() -> None:
    """With a point left, as M attacking or H and D defending, in command, and where it adds a die."""

    def called(*lines: str, who: int = 0, **orders: str) -> bool:
        b = scene(scene_of(A, X, *lines, **orders))
        return Choice("air") in calls(b, new_combat(b, b.stand("A"), b.ground.index["0504"]), who)

    assert called("air blue 1") and not called("air red 1") and not called("air blue 0")
    assert not called("air blue 1", blue="H")
    assert called("air red 1", who=1) and not called("air blue 1", who=1)
    assert called("air red 1", who=1, red="D") and not called("air red 1", who=1, red="M")
    b = scene(scene_of("blue medium-armour A at 0404", "red medium-armour X at 0504", "air blue 1", "air red 1"))
    combat = new_combat(b, b.stand("A"), b.ground.index["0504"])
    b.ground.numbers["air_dice"] = 1
    try:
        assert Choice("air") not in calls(b, combat, 0) + calls(b, combat, 1)  # one die, and one less against armour
    finally:
        b.ground.numbers["air_dice"] = 2
    assert Choice("air") in calls(b, combat, 0) and Choice("air") in calls(b, combat, 1)


# What is refused ---------------------------------------------------------------------------------


@rule("3.4.a", "3.4.b", "3.4.e", "3.3.a", "3.3.e", "2.b", "6.a")
def test_why_a_stand_does_not_attack() -> None:
    lines = (
        "blue infantry A at 0404 sp=1",
        B,
        "blue infantry D at 0503 marched",
        "blue infantry E at 0302",
        "blue infantry F at 0304",
        "blue infantry V at 0605",
        "blue infantry L at lost",
        "blue hq H2 at 0305 of=second",
        "blue infantry S at 0405 of=second",
        "red medium-armour X at 0504",
    )
    s = stage(scene_of(*(each for each in lines if "D at" not in each)))
    assert words(s) == ["attack B 0504", "pass"]
    assert [refusal(s, "attack", id, to) for id, to in (
        ("S", "0504"), ("HQ", "0504"), ("V", "0504"), ("B", "0505"), ("E", "0504"), ("F", "0504"), ("A", "0504"),
    )] == [
        "3.4.b S does not belong to the Blue.",
        "6.a An HQ does not attack.",
        "3.4.a V is more than two hexes from its HQ.",
        "3.4.b There is no enemy in 0505.",
        "3.3.a 0504 is 3 hexes away; distant fire reaches two.",
        "3.3.e Stands or terrain block the fire of F on 0504.",
        "3.4.e A would throw no dice against that target.",
    ]  # fmt: skip
    plain = "3.4.b Blue: attack? That is not one of the choices: attack, pass."
    assert {refusal(s, *choice) for choice in (("attack", "no", "0504"), ("attack", "L", "0504"), ("fire", "B"))} == {
        plain
    }
    marched = stage(scene_of(A, lines[2], lines[-1]))
    assert refusal(marched, "attack", "D", "0504") == "2.b D has moved strategically and cannot attack."
    s.do("attack", "B", "0504")
    assert story(s) == ["3.4.b attacks: blue B X 0504 close combat"]
    worn = stage(scene_of("blue infantry A at 0404 sp=1", X, red="D"))
    assert worn.b.active == -1  # dug in, X costs A its only die: nothing to ask
    engineers = "blue infantry A at {} sp=1 company=engineers"
    assert words(stage(scene_of(engineers.format("0404"), lines[-1]))) == ["attack A 0504", "pass"]
    assert words(stage(scene_of(engineers.format("0502"), lines[-1]))) == []  # they fight in close combat only


@rule("3.4.a", "3.4.b", "3.3.a", "3.3.e")
def test_why_nobody_attacks_an_enemy_and_why_a_stand_attacks_nobody() -> None:
    """Asked by a click on the enemy, or on the stand: whoever is near enough has a reason of its own."""
    s = stage(scene_of(A, "blue infantry F at 0304", "blue infantry V at 0605", "red infantry X at 0504", Z, FAR))
    assert words(s) == ["attack A 0504", "pass"]
    decision = view(s.play, "blue").decision
    assert decision is not None and decision.at_piece == decision.at_place == Choice("attack")
    assert [refusal(s, "attack", "", to) for to in ("0604", "0303", "0902")] == [
        "3.3.e Stands or terrain block the fire of A on 0604. V is more than two hexes from its HQ.",
        "3.4.b There is no enemy in 0303.",
        "3.3.a No stand of the Blue that may attack is within two hexes of 0902.",
    ]
    assert [refusal(s, "attack", id) for id in ("F", "V", "HQ")] == [
        "3.3.e Stands or terrain block the fire of F on 0504.",
        "3.4.a V is more than two hexes from its HQ.",
        "6.a An HQ does not attack.",
    ]
    assert refusal(s, "attack", "A", "Z") == "3.3.e Stands or terrain block the fire of A on 0604.", "by its name"
    between = ("red infantry X at 0504", "red infantry V at 0603", Z)
    both = stage(scene_of(A, "blue infantry C at 0503", *between, hqs=("blue hq HQ at 0405", "red hq Y at 0804")))
    assert refusal(both, "attack", "", "0604") == "3.3.e Stands or terrain block the fire of A and C on 0604."
    alone = stage(scene_of(A, "blue infantry F at 0204", "red infantry X at 0504"))
    assert refusal(alone, "attack", "F") == "3.3.a No enemy is within two hexes of F."


@rule("3.4.b", "3.4.d", "3.4.h", "3.4.e")
def test_who_joins() -> None:
    """Stands of the regiment that may attack that hex; one more on M, none on H; never so that no die is left."""
    lines = (A, B, "blue infantry C at 0405", "blue infantry D at 0302", "red infantry X at 0504")

    def joined(*more: str, **orders: str) -> list[str]:
        b = scene(scene_of(*lines, *more, **orders))
        return [stand.id for stand in partners(b, new_combat(b, b.stand("A"), b.ground.index["0504"]))]

    assert joined() == ["B", "C"] and joined(blue="H") == []
    s = stage(scene_of(*lines)).do("attack", "A", "0504")
    assert refusal(s, "join", "A") == "3.4.b A is already attacking."
    assert refusal(s, "join", "D") == "3.3.a 0504 is 3 hexes away; distant fire reaches two."
    assert refusal(s, "attack", "B", "0504").startswith("3.4.b A attacks 0504: does another stand join? That is not")
    b = scene(scene_of(*lines))
    pair = new_combat(b, b.stand("A"), b.ground.index["0504"])
    pair.attackers.append(b.stand("B").index)
    assert partners(b, pair) == []
    # At their last point neither has a die against armour. C, on a bridge, could only lend its fire support.
    worn = ("blue infantry A at 0404 sp=1", "blue infantry C at 0405 sp=1 company=fs", "red medium-armour X at 0504")
    s = stage(scene_of(*worn, h0405="B"), *MISSES)
    assert words(s) == ["attack A 0504", "pass"]
    s.do("attack", "A", "0504")
    assert story(s)[:2] == ["3.4.b attacks: blue A X 0504 close combat", "3.5.1.a support called: blue C-fs 0504"]
    s = stage(scene_of(*worn), *MISSES).do("attack", "A", "0504")
    assert words(s) == ["join C", "pass"]  # on dry ground C has a die
    s = stage(scene_of(*worn, "blue battery G at 0204", h0405="B"), *MISSES).do("attack", "A", "0504")
    assert words(s) == ["join C", "pass"]  # a gun can be called for both


@rule("3.5.1.a", "3.5.1.c", "3.5.2.a", "3.5.2.c", "3.5.2.e", "3.5.a", "3.1.f", "2.b", "2.2.d")
def test_why_fire_support_is_not_called() -> None:
    """In attack: what is lost, of others, taking part already, out of command, marched, too far. Defence: so too."""
    lines = (
        "blue infantry A at 0404 company=fs",
        "blue infantry C at 0304 company=fs",
        "blue infantry D at 0302 company=fs marched",
        "blue infantry E at 0201 company=fs",
        "blue infantry F at 0203 company=fs",
        "blue infantry L at 0301 lost=fs",
        "blue infantry M at 0303 company=mg",
        "blue hq H2 at 0305 of=second company=fs",
        "blue infantry S at 0306 of=second",
        X,
    )
    s = stage(scene_of(*lines), *MISSES).do("attack", "A", "0504")
    assert words(s) == ["fire support C-fs", "done"]
    assert [
        refusal(s, "fire support", id) for id in ("no", "L-fs", "M-mg", "H2-fs", "A-fs", "E-fs", "D-fs", "F-fs")
    ] == [
        "3.1.f There is no fire support company 'no'.",
        "3.1.f There is no fire support company 'L-fs'.",
        "3.1.f There is no fire support company 'M-mg'.",
        "3.5.1.a Fire support company of H2 belongs to another regiment.",
        "3.5.1.a Fire support company of A already takes part.",
        "2.2.d E is not within two hexes of its HQ.",
        "2.b D has moved strategically this round.",
        "3.1.f Fire support company of F is 4 hexes away; its range is 3.",
    ]
    s.do("fire support", "C-fs")
    assert story(s)[1] == "3.5.1.a support called: blue C-fs 0504"


@rule("3.5.2.a", "3.5.2.c", "3.5.2.e", "3.5.a", "3.1.f")
@pytest.mark.parametrize(
    ("red", "line", "reason"),
    [
        ("H", "red infantry Z at 0604 company=fs", ""),
        ("H", "red infantry Z at 0605 company=fs", ""),
        ("M", "red infantry Z at 0604 company=fs", ""),
        ("H", "red infantry Z at 0704 company=fs", ""),
        ("M", "red infantry Z at 0704 company=fs", ""),
        (
            "H",
            "red infantry Z at 0804 company=fs",
            "3.1.f Fire support company of Z is 4 hexes away; its range is 3.",
        ),
        ("H", "red infantry Z at 0701 company=fs", "3.5.2.c Z is not within two hexes of its HQ."),
    ],
)
def test_fire_support_in_defence_against_an_adjacent_attacker(red: str, line: str, reason: str) -> None:
    more = (line, "red infantry V at 0603 company=fs")  # another one, so that the question is asked
    s = stage(
        scene_of(
            A,
            X,
            *more,
            red=red,
            hqs=("blue hq HQ at 0403", "red hq Y at 0604" if "0604" not in line else "red hq Y at 0703"),
        ),
        *MISSES,
    )
    s.do("attack", "A", "0504")
    assert s.asked == ("red", "defensive support")
    assert (Choice("fire support", "Z-fs") in s.options()) == (not reason)
    if reason:
        assert refusal(s, "fire support", "Z-fs") == reason


@rule("3.5.2.c", "3.5.2.e")
@pytest.mark.parametrize(("red", "total"), [("H", 4), ("D", 4), ("M", 3)])
def test_the_total_range_of_fire_support_in_defence(red: str, total: int) -> None:
    """X is fired at from two hexes away: the company one hex behind X makes three in all, two behind it four."""
    lines = ("blue infantry A at 0502", X, "red infantry Z at 0604 company=fs", "red infantry V at 0704 company=fs")
    s = stage(scene_of(*lines, red=red, hqs=("blue hq HQ at 0403", "red hq Y at 0605")), *MISSES)
    s.do("attack", "A", "0504")
    away = s.b.ground.distance
    assert [away[s.unit(id).hex][s.unit("A").hex] for id in ("Z", "V")] == [2, 3]
    assert [away[s.unit(id).hex][s.unit("X").hex] for id in ("Z", "V")] == [1, 2]
    assert [choice.piece for choice in s.options("fire support")] == (["Z-fs", "V-fs"] if total == 4 else ["Z-fs"])
    if total == 3:
        assert refusal(s, "fire support", "V-fs") == (
            "3.5.2.e From V by way of X to the enemy is 4 hexes; the total range is 3."
        )


@rule("3.5.2.a", "3.5.2.c", "3.5.2.d", "3.6.b", "3.5.a")
def test_who_has_fire_support_in_defence() -> None:
    """A stand of a regiment in command and not on R: a battery and a straggler have none."""

    def called(*lines: str, **orders: str) -> list[str]:
        b = scene(scene_of(A, *lines, **orders))
        combat = new_combat(b, b.stand("A"), b.ground.index["0504"])
        return [b.companies[i].id for i in fire_support(b, combat, 1)]

    z = "red infantry Z at 0604 company=fs"
    assert called(X, z) == ["Z-fs"] and called(X, z, red="M") == ["Z-fs"] and called(X, z, red="R") == []
    assert called(X, z, "red infantry V at 0603 lost=fs", "red infantry U at 0605 company=mg") == ["Z-fs"]
    assert called("red battery X at 0504 shots=1", z) == []
    assert called(X, z, hqs=("blue hq HQ at 0403", "red hq Y at 0803")) == []
    assert called("red infantry X at 0504 company=fs", z) == ["Z-fs"]
    b = scene(scene_of(A, X, z))
    combat = new_combat(b, b.stand("A"), b.ground.index["0504"])
    combat.support[1].append(b.company("Z-fs").index)
    assert fire_support(b, combat, 1) == []


@rule("3.5.1.a", "3.5.1.c")
def test_who_has_fire_support_in_attack() -> None:
    """The attacking regiment's companies within three hexes of the target, in command, that have not marched."""
    lines = (
        A,
        "blue infantry C at 0304 company=fs",
        "blue infantry D at 0302 company=fs",
        "blue infantry E at 0202 company=fs",
        "blue infantry F at 0303 company=mg",
        "blue infantry G at 0405 company=fs marched",
        X,
    )
    b = scene(scene_of(*lines))
    combat = new_combat(b, b.stand("A"), b.ground.index["0504"])
    assert [b.companies[i].id for i in fire_support(b, combat, 0)] == ["C-fs", "D-fs"]
    combat.support[0].append(b.company("C-fs").index)
    assert [b.companies[i].id for i in fire_support(b, combat, 0)] == ["D-fs"]
    combat.attackers.append(b.stand("D").index)
    assert fire_support(b, combat, 0) == []
    far = scene(scene_of(*lines, hqs=("blue hq HQ at 0203", "red hq Y at 0704")).replace("E at 0202", "E at 0204"))
    combat = new_combat(far, far.stand("A"), far.ground.index["0504"])
    assert [far.companies[i].id for i in fire_support(far, combat, 0)] == ["C-fs", "D-fs", "E-fs"]
    lost = scene(scene_of(*lines, hqs=("blue hq HQ at lost", "red hq Y at 0704")))
    assert fire_support(lost, new_combat(lost, lost.stand("A"), lost.ground.index["0504"]), 0) == []


@rule("3.5.1.b", "3.5.1.c", "3.5.2.b", "3.5.2.d", "5.a", "5.c", "5.d", "5.f", "9.a", "3.4.e")
def test_why_a_gun_is_not_called() -> None:
    lines = (
        A,
        "blue infantry C at 0304 company=fs",
        "blue battery G at 0204",
        "blue battery E at 0205 shots=0",
        "blue battery L at lost",
        "blue battery W at 0206 sp=1",
        "blue battery F at 1307",
        "blue battery I at 1304 sp=1",
        "red battery K at 0904",
        "red medium-armour X at 0504",
    )
    s = stage(scene_of(*lines)).do("attack", "A", "0504")
    assert words(s) == ["fire support C-fs", "gun G", "done"]
    assert [refusal(s, "gun", id) for id in ("no", "C", "L", "K", "E", "F", "W", "I")] == [
        "5.a There is no battery 'no'.",
        "5.a There is no battery 'C'.",
        "5.a There is no battery 'L'.",
        "5.a K belongs to the enemy.",
        "5.c E has no shot left this round.",
        "5.f F is 9 hexes away; its range is 8.",
        "3.7.1.d W would add no dice: artillery against armour.",
        "3.7.1.d I would add no dice: artillery against armour.",
    ]
    assert refusal(s, "air") == "9.a No air point is left today."
    s.do("gun", "G")
    assert refusal(s, "gun", "G") == "5.d G already supports this combat, and fires only one shot in it."
    plain = "3.5.1.a Support for the attack on 0504? That is not one of the choices: done, fire support."
    assert {refusal(s, "gun", "E", "0504"), refusal(s, "select", "E")} == {plain}


@rule("3.5.1.b", "3.5.2.b", "9.a", "3.5.1.c", "3.5.2.d", "3.5.a")
def test_why_no_gun_at_all_is_called() -> None:
    """Two are the most, on either side; not by H attacking or M defending; not out of command."""
    lines = (
        A,
        X,
        "blue battery G at 0204",
        "blue battery E at 0205",
        "blue battery F at 0203",
        "air blue 1",
        "air red 2",
    )
    lines = (
        *lines,
        "blue infantry C at 0304 company=fs",
        "red infantry Z at 0604 company=fs",
        "red battery K at 0904",
    )
    s = stage(scene_of(*lines), *MISSES).do("attack", "A", "0504").do("gun", "G").do("gun", "E")
    most = "At most 2 guns and air points support one side in a combat."
    assert words(s) == ["fire support C-fs", "done"]
    assert (refusal(s, "gun", "F"), refusal(s, "air")) == (f"3.5.1.b {most}", f"3.5.1.b {most}")
    s.do("done").do("air").do("gun", "K")
    assert (refusal(s, "gun", "K"), refusal(s, "air")) == (f"3.5.2.b {most}", f"3.5.2.b {most}")
    s = stage(scene_of(*lines, blue="H", red="M"), *MISSES).do("attack", "A", "0504")
    assert refusal(s, "gun", "G") == "3.5.1.c Only an attacking regiment on M gets artillery and air support."
    s.do("done")
    assert refusal(s, "gun", "K") == (
        "3.5.2.d A stand on M is defended by its own hex and its regiment's fire support alone."
    )
    # Out of command X may call nothing: the rules do not even ask. A battery has no HQ at all.
    for target, hq in ((X, "0803"), ("red battery X at 0504", "0704")):
        b = scene(scene_of(A, target, *lines[2:], hqs=("blue hq HQ at 0403", f"red hq Y at {hq}")))
        combat = new_combat(b, b.stand("A"), b.ground.index["0504"])
        assert calls(b, combat, 1) == []


@rule("5.d", "3.5.1.b", "3.5.2.b", "5.f")
def test_which_guns_may_be_called() -> None:
    """With a shot, of one's own, eight hexes away at most, with a die, and each once."""
    lines = (
        A,
        X,
        "blue battery G at 0204",
        "blue battery E at 0205 shots=0",
        "blue battery F at 1307",
        "blue battery I at 1304",
        "red battery K at 0904 sp=1",
        "red battery L at 1204",
        "red battery N at 1407",
    )
    b = scene(scene_of(*lines))
    combat = new_combat(b, b.stand("A"), b.ground.index["0504"])
    assert [gun.id for gun in guns(b, combat, 0)] == ["G", "I"] and [gun.id for gun in guns(b, combat, 1)] == [
        "K",
        "L",
    ]
    combat.guns[0].append(b.stand("G").index)
    assert [gun.id for gun in guns(b, combat, 0)] == ["I"]
    armour = scene(scene_of("blue medium-armour A at 0404", X, "red battery K at 0904 sp=1", "red battery L at 1204"))
    combat = new_combat(armour, armour.stand("A"), armour.ground.index["0504"])
    assert [gun.id for gun in guns(armour, combat, 1)] == ["L"]  # K has no die against armour


# Dice --------------------------------------------------------------------------------------------


@rule("3.4.e", "3.1.k", "3.7.2.b", "3.7.a", "3.7.b", "3.1.a", "6.a")
@pytest.mark.parametrize(
    ("stand", "enemy", "close", "attacking", "made_of"),
    [
        ("infantry", "infantry", True, True, [(3, "3.1.b")]),
        ("infantry sp=3", "infantry", True, True, [(3, "3.1.b")]),
        ("infantry sp=2", "infantry", True, True, [(3, "3.1.b"), (-1, "3.7.2.b")]),
        ("medium-armour superior", "infantry", True, True, [(4, "3.1.d"), (1, "3.7.b")]),
        ("medium-armour", "infantry", False, True, [(4, "3.1.d"), (1, "3.7.a")]),
        ("medium-armour sp=1", "infantry", False, False, [(4, "3.1.d"), (-3, "3.7.2.b"), (1, "3.7.a")]),
        ("medium-armour", "medium-armour", False, True, [(4, "3.1.d")]),
        ("infantry", "infantry", False, True, [(3, "3.1.b")]),
        ("hq", "infantry", True, False, [(1, "3.1.a")]),
        ("hq", "infantry", False, False, []),
        ("hq", "infantry", True, True, []),
        ("hq superior", "infantry", False, False, []),
        ("infantry company=mg", "infantry", False, True, [(3, "3.1.b"), (1, "3.7.g")]),
        ("infantry company=at", "medium-armour", True, False, [(3, "3.1.b"), (2, "3.7.c"), (-1, "3.7.1.b")]),
        ("infantry company=other", "infantry", True, True, [(3, "3.1.b")]),
        ("infantry company=tanks", "infantry", True, True, [(3, "3.1.b"), (2, "3.7.f")]),
        ("infantry company=tanks", "infantry", False, True, [(3, "3.1.b"), (1, "3.7.f")]),
        ("medium-armour company=tanks", "infantry", True, True, [(4, "3.1.d"), (1, "3.7.f")]),
        ("infantry company=engineers", "infantry", False, True, [(3, "3.1.b")]),
        ("infantry company=engineers", "infantry", True, False, [(3, "3.1.b"), (1, "3.7.e")]),
        ("infantry company=aa", "infantry", True, True, [(3, "3.1.b")]),
        ("infantry company=aa", "infantry", True, False, [(3, "3.1.b"), (1, "3.1.i")]),
        ("infantry company=aa", "infantry", False, False, [(3, "3.1.b")]),
    ],
)
def test_the_dice_of_a_stand(
    stand: str, enemy: str, close: bool, attacking: bool, made_of: list[tuple[int, str]]
) -> None:
    """The printed strength, less for losses, more for guns and companies; the same with and without reasons."""
    kind, _, more = stand.partition(" ")
    place = "0404" if close else "0502"
    hqs = ("red hq Y at 0704",) if kind == "hq" else HQS
    b = scene(
        scene_of(f"blue {kind} A at {place} {more}", f"red {enemy} X at 0504", "blue infantry V at 0302", hqs=hqs)
    )
    notes: list = []
    a, x = b.stand("A"), b.stand("X")
    count = stand_dice(b, a, x, close, attacking, notes)
    assert [(each.amount, each.rule) for each in notes] == made_of
    assert count == stand_dice(b, a, x, close, attacking) == sum(amount for amount, _ in made_of)


@rule("3.4.e", "3.7.1.c", "3.7.2.a", "3.7.1.a", "3.7.1.b", "3.7.1.d", "3.7.1.e", "3.7.1.g", "6.d")
@pytest.mark.parametrize(
    ("stand", "enemy", "order", "terrain", "close", "attacking", "made_of"),
    [
        ("infantry", "infantry", "D", {}, True, True, [(3, "3.1.b"), (-1, "3.7.1.c")]),
        ("infantry", "infantry", "H", {"h0504": "w"}, True, True, [(3, "3.1.b"), (-1, "3.7.1.c")]),
        ("infantry", "infantry", "H", {"h0504": "w"}, True, False, [(3, "3.1.b")]),
        ("infantry", "infantry", "M", {"h0504": "w"}, True, True, [(3, "3.1.b")]),
        ("infantry company=engineers", "infantry", "D", {}, True, True, [(3, "3.1.b"), (1, "3.7.e")]),
        ("infantry company=engineers", "infantry", "D", {}, False, True, [(3, "3.1.b"), (-1, "3.7.1.c")]),
        ("infantry", "medium-armour", "H", {}, False, True, [(3, "3.1.b"), (-1, "3.7.1.a")]),
        ("infantry", "medium-armour", "D", {}, True, True, [(3, "3.1.b"), (-1, "3.7.1.b")]),
        ("armoured-infantry", "medium-armour", "H", {}, True, True, [(3, "3.1.b")]),
        ("armoured-infantry", "medium-armour", "H", {}, False, True, [(3, "3.1.b"), (-1, "3.7.1.a")]),
        ("infantry sp=1", "medium-armour", "H", {"h0404": "B"}, True, True,
         [(3, "3.1.b"), (-2, "3.7.2.b"), (-1, "3.7.1.b"), (-1, "3.7.2.a"), (1, "3.4.e")]),
        ("infantry", "infantry", "H", {"h0404": "R"}, True, True, [(3, "3.1.b"), (-1, "3.7.2.a")]),
        ("infantry", "infantry", "H", {"h0404": "e"}, True, False, [(3, "3.1.b"), (-1, "3.7.2.a")]),
        ("medium-armour", "infantry", "H", {"h0504": "w"}, False, True, [(4, "3.1.d"), (-1, "3.7.1.c")]),
        ("medium-armour", "infantry", "D", {}, False, True, [(4, "3.1.d"), (-1, "3.7.1.c")]),
    ],
)  # fmt: skip
def test_what_armour_cover_and_water_cost(
    stand: str,
    enemy: str,
    order: str,
    terrain: dict[str, str],
    close: bool,
    attacking: bool,
    made_of: list[tuple[int, str]],
) -> None:
    """One die at most for armour and cover, one more in the water, and never below nothing."""
    kind, _, more = stand.partition(" ")
    place = "0404" if close else "0502"
    b = scene(scene_of(f"blue {kind} A at {place} {more}", f"red {enemy} X at 0504", red=order, **terrain))
    notes: list = []
    count = stand_dice(b, b.stand("A"), b.stand("X"), close, attacking, notes)
    assert [(each.amount, each.rule) for each in notes] == made_of
    assert (
        count == stand_dice(b, b.stand("A"), b.stand("X"), close, attacking) == sum(amount for amount, _ in made_of)
    )


@rule("3.7.1.b", "3.7.1.d", "3.7.1.e", "6.d", "3.7.2.a", "5.1.b")
def test_who_is_sheltered_from_armour_and_what_guns_throw() -> None:
    """Infantry on D anywhere, or on H in cover, loses no die to armour in defence; batteries have their own item."""

    def dice(order: str, attacking: bool = False, hq: str = "0403", **terrain: str) -> int:
        hqs = (f"blue hq HQ at {hq}", "red hq Y at 0704")
        b = scene(scene_of(f"{A} company=mg", "red medium-armour X at 0504", blue=order, hqs=hqs, **terrain))
        return stand_dice(b, b.stand("A"), b.stand("X"), True, attacking)

    assert (dice("H"), dice("H", h0404="w"), dice("D"), dice("M", h0404="w")) == (3, 4, 4, 3)
    assert (dice("H", True, h0404="w"), dice("D", True)) == (3, 3)
    assert dice("D", hq="lost") == 3  # the company is of no use
    b = scene(scene_of(A, "blue battery G at 0204", "blue battery W at 0104 sp=1", "red medium-armour X at 0504",
                       "red infantry Z at 0604", h0104="B"))  # fmt: skip
    guns_of = [(gun_dice(b, b.stand(id), b.stand("Z")), gun_dice(b, b.stand(id), b.stand("X"))) for id in ("G", "W")]
    assert guns_of == [(2, 1), (0, 0)]
    assert stand_dice(b, b.stand("G"), b.stand("X"), True, False) == 1
    assert stand_dice(b, b.stand("G"), b.stand("Z"), True, False) == 2


@rule("3.3.d", "3.4.g", "5.g", "3.6.b")
def test_the_dice_of_the_defence() -> None:
    """At least one in close combat; none on R; a battery answers distant fire only for a shot."""
    weak = "red infantry X at 0504 sp=1"
    s = fought("blue medium-armour A at 0404", weak)
    assert defence(s) == [(3, "3.1.b"), (-2, "3.7.2.b"), (-1, "3.7.1.b"), (1, "3.4.g")]
    assert thrown(fought("blue medium-armour A at 0502", weak))[1] == 0
    assert thrown(fought(A, X, blue="H", h0404="w"))[1] == 3  # who attacks has no cover
    far = fought("blue infantry A at 0502", "red battery X at 0504 shots=1", blue="H", does="fire back X", h0502="w")
    assert thrown(far)[1] == 2
    aa = fought("blue infantry A at 0404", f"{X} company=aa")
    assert thrown(aa)[1] == 4  # flak fights in defence
    assert defence(fought(A, "red infantry X at 0504 sp=1")) == [(3, "3.1.b"), (-2, "3.7.2.b")]
    assert thrown(fought(A, X, red="R", dice=(1, 1, 1)))[1] == 0
    b = scene(scene_of(A, X, red="R"))
    assert defence_dice(b, new_combat(b, b.stand("A"), b.ground.index["0504"])) == 0
    s = fought("blue infantry A at 0502", "red battery X at 0504 shots=1", does="fire back X")
    assert (thrown(s)[1], story(s)[1]) == (2, "5.g fires back: red X")
    assert s.b.combat is None and s.unit("X").shots == 0


@rule("5.g")
def test_a_battery_under_fire_is_asked() -> None:
    s = stage(scene_of("blue infantry A at 0502", "red battery X at 0504 shots=2"), *MISSES).do("attack", "A", "0504")
    assert question(s) == "red fire back (5.g) X is under fire: spend one of 2 shots to answer? [X]"
    assert words(s) == ["fire back X", "pass"]
    s.do("fire back", "X")
    assert "5.g fires back: red X = 1" in story(s) and s.unit("X").shots == 1


@rule("3.3.b", "3.4.b", "3.4.h", "3.3.a")
@pytest.mark.parametrize(
    ("order", "place", "told"),
    [
        ("M", "0404", "3.4.b attacks: blue A X 0504 close combat"),
        ("H", "0404", "3.4.h attacks: blue A X 0504 close combat"),
        ("M", "0502", "3.4.b attacks: blue A X 0504 fire"),
        ("H", "0502", "3.4.h attacks: blue A X 0504 fire"),
    ],
)
def test_an_attack_as_told(order: str, place: str, told: str) -> None:
    s = stage(scene_of(f"blue infantry A at {place}", X, blue=order), *MISSES)
    assert question(s).startswith(f"blue attack ({'3.4.b' if order == 'M' else '3.4.h'})")
    s.do("attack", "A", "0504")
    assert story(s)[0] == told and s.b.active == -1


@rule("3.3.b", "3.3.c")
@pytest.mark.parametrize(("order", "hq"), [("D", "0403"), ("M", "lost"), ("H", "lost")])
def test_who_is_not_asked_to_attack(order: str, hq: str) -> None:
    """On D, and without an HQ, the activation is simply over."""
    s = stage(scene_of(A, X, blue=order, hqs=(f"blue hq HQ at {hq}", "red hq Y at 0704")))
    assert s.b.active == -1 and story(s) == []
    s = stage(scene_of(A, X)).do("pass")
    assert s.b.active == -1 and story(s) == []


@rule("3.3.a", "3.3.e")
def test_the_hexes_a_stand_may_attack() -> None:
    """Enemies next to it, and two hexes away where nothing is between; three away never."""
    lines = ("blue infantry A at 0404", "red infantry X at 0504", "red infantry Z at 0604", "red infantry W at 0402")
    lines += ("red infantry T at 0101",)
    b = scene(
        scene_of(
            *lines, "red infantry V at 0704", "red infantry U at 0605", hqs=("blue hq HQ at 0304", "red hq Y at 0707")
        )
    )
    mask = targets(b, b.stand("A"))
    assert {name for name, place in b.ground.index.items() if mask >> place & 1} == {"0504", "0402", "0605"}
    mask = targets(b, b.stand("X"))
    assert {name for name, place in b.ground.index.items() if mask >> place & 1} == {"0404"}


@rule("3.2.h", "3.4.f")
@pytest.mark.parametrize(
    ("hits_on", "pair", "dice", "count"),
    [
        (6, 0, (6, 6, 5), 2),
        (6, 5, (5, 5, 5), 1),
        (6, 5, (5, 5, 5, 5, 6), 3),
        (5, 4, (4, 4, 5, 6, 3), 3),
        (5, 4, (4, 3, 2), 0),
        (6, 0, (), 0),
    ],
)
def test_hits_and_pairs(hits_on: int, pair: int, dice: tuple[int, ...], count: int) -> None:
    assert Row(hits_on, pair, "").count(dice) == count


@rule("4.a", "3.4.f", "3.6.b")
def test_the_rows_of_the_chart_as_told() -> None:
    """Who throws, at whom, by which row; H attacks D; on R nobody throws back."""
    s = fought(A, X, blue="H", red="D", dice=(6, 5, 4, 4, 5, 6, 1))
    assert [line for line in story(s) if "dice" in line] == [
        "3.2.a attack dice: blue A X 0504 H attacks D threw 6 5 need 6 = 1",
        "3.2.d defence dice: red X A 0504 H attacks D threw 4 4 5 need 5 = 2",
    ]
    s = fought(A, X, red="R", dice=(5, 4, 4))
    assert [line for line in story(s) if "dice" in line] == [
        "3.2.e attack dice: blue A X 0504 M attacks R threw 5 4 4 need 5 = 2",
    ]
    assert hits(s) == (2, 0)
