"""3.3 Kinds of attack, 3.4 initiating one, 3.6 retreating units."""

import pytest
from reg_combat import MISSES, attack, defence, field, fought, hits, scene_of, thrown
from reg_stage import RegStage, stage

from sandtable.table.decision import Choice
from sandtable.testing import rule

A = "blue infantry A at 0404"
B = "blue infantry B at 0503"
X = "red infantry X at 0504"


def targets(s: RegStage) -> set[tuple[str, str]]:
    """Every stand that may attack, with every hex it may attack."""
    return {(choice.piece, choice.to) for choice in s.options("attack")}


# 3.3 Overview --------------------------------------------------------------------------------------


@rule("3.3.a")
@pytest.mark.parametrize(
    ("place", "kind"), [("0404", "close combat"), ("0503", "close combat"), ("0304", "fire"), ("0502", "fire")]
)
def test_two_kinds_of_attack(place: str, kind: str) -> None:
    """Next to the enemy it is close combat, two hexes away distant fire; the beaten fall back from the first only."""
    s = fought(f"blue infantry A at {place}", X, dice=(6, 1, 1, 1, 1, 1))
    assert s.last("attacks").text == kind
    assert (s.told("combat won") != []) == (kind == "close combat")


@rule("3.3.a")
def test_three_hexes_are_too_far() -> None:
    """Distant fire reaches two hexes."""
    s = stage(scene_of(A, "blue infantry C at 0302", X))
    assert targets(s) == {("A", "0504")}
    refused = s.refused("attack", "C", "0504")
    assert (refused.reason, refused.rule) == ("0504 is 3 hexes away; distant fire reaches two.", "3.3.a")


@rule("3.3.b")
@pytest.mark.parametrize("order", ["M", "H"])
def test_nobody_must_attack(order: str) -> None:
    """Two stands next to the enemy, and the regiment may pass; no die falls."""
    s = stage(scene_of(A, B, X, blue=order))
    assert s.asked == ("blue", "attack")
    assert Choice("pass") in s.options()
    s.do("pass").done()
    assert s.b.active == -1 and s.told("attacks") == []


@rule("3.3.c", "3.6.a", "3.3.g")
@pytest.mark.parametrize(("order", "asked"), [("M", True), ("H", True), ("D", False), ("R", False)])
@pytest.mark.parametrize("place", ["0404", "0502"])
def test_who_may_start_an_attack(order: str, asked: bool, place: str) -> None:
    """Regiments on M and H are asked whether they attack; those on D and R are not, near or far."""
    s = stage(scene_of(f"blue infantry A at {place}", X, blue=order))
    assert (s.asked == ("blue", "attack")) == asked
    assert s.told("attacks") == []


@rule("3.3.c")
def test_batteries_start_no_attack() -> None:
    """A battery next to the enemy is no stand of the regiment that attacks."""
    s = stage(scene_of(A, "blue battery G at 0503", X))
    assert targets(s) == {("A", "0504")}
    assert s.refused("attack", "G", "0504").reason == "G does not belong to the Blue."


@rule("3.3.d", "3.4.f")
@pytest.mark.parametrize("place", ["0404", "0502"])
@pytest.mark.parametrize("order", ["M", "H", "D"])
def test_the_attacked_stand_fights_back(place: str, order: str) -> None:
    """Both sides throw, and the attacker loses what the defender's dice hit."""
    dice = (1,) * (2 if order == "D" else 3) + (6, 6, 1)
    s = fought(f"blue infantry A at {place}", X, red=order, dice=dice).done()
    assert (s.last("defence dice").side, s.last("defence dice").piece, s.last("defence dice").target) == (
        "red",
        "X",
        "A",
    )
    assert hits(s) == (0, 2)
    assert s.unit("A").sp == 3 and s.unit("X").sp == 5


@rule("3.3.d", "5.g")
def test_what_answers_distant_fire() -> None:
    """Machine guns, anti-tank guns, tanks and fire support in the hex answer; engineers and flak do not."""
    answers = {
        company: thrown(fought("blue infantry A at 0502", f"{X} company={company}"))[1]
        for company in ("mg", "at", "tanks", "fs", "engineers", "aa", "other")
    }
    assert answers == {"mg": 4, "at": 4, "tanks": 4, "fs": 4, "engineers": 3, "aa": 3, "other": 3}


@rule("3.3.d", "5.g")
def test_a_battery_pays_to_answer_distant_fire() -> None:
    """With a shot spent two dice, without none; next to the enemy it answers for nothing."""
    battery = "red battery X at 0504 shots=2"
    s = fought("blue infantry A at 0502", battery, does="fire back X")
    assert (thrown(s), s.unit("X").shots) == ((3, 2), 1)
    s = fought("blue infantry A at 0502", battery, does="pass")
    assert (thrown(s), s.unit("X").shots) == ((3, 0), 2)
    s = fought("blue infantry A at 0502", "red battery X at 0504 shots=0")
    assert thrown(s) == (3, 0)
    s = fought(A, battery)
    assert (thrown(s), s.unit("X").shots, s.told("fires back")) == ((3, 2), 2, [])


@rule("5.g", "3.7.1.d")
def test_a_battery_is_not_asked_for_a_shot_that_has_no_die() -> None:
    """At its last strength point it has no die against armour: nobody is asked."""
    s = fought("blue medium-armour A at 0502", "red battery X at 0504 shots=2 sp=1")
    assert (thrown(s), s.unit("X").shots) == ((5, 0), 2)
    assert all(move.choice.do != "pass" or move.seat == "blue" for move in s.play.history)


@rule("3.3.e")
@pytest.mark.parametrize(
    ("between", "blocked"),
    [
        ("", False),
        ("blue infantry B at 0404", True),
        ("red infantry Z at 0404 of=other", True),
        ("blue battery B at 0404", True),
        ("blue infantry B at 0503", False),
    ],
)
def test_distant_fire_does_not_pass_through_stands(between: str, blocked: bool) -> None:
    """In a straight row the one hex between must be free of friend and enemy."""
    s = stage(scene_of("blue infantry A at 0304", "blue infantry C at 0502", X, *filter(None, [between])))
    assert (("A", "0504") not in targets(s)) == blocked
    if blocked:
        refused = s.refused("attack", "A", "0504")
        assert (refused.reason, refused.rule) == ("Stands or terrain block the fire of A on 0504.", "3.3.e")


@rule("3.3.e")
@pytest.mark.parametrize(
    ("lines", "blocked"),
    [
        ([], False),
        (["red infantry Z at 0503"], False),
        (["red infantry Z at 0603"], False),
        (["red infantry Z at 0503", "red infantry W at 0603"], True),
        (["blue infantry Z at 0503", "red infantry W at 0603"], True),
    ],
)
def test_a_line_along_a_hexside_needs_two_stands_to_block_it(lines: list[str], blocked: bool) -> None:
    """From 0502 the fire runs between 0503 and 0603: only both together stop it."""
    s = stage(scene_of("blue infantry A at 0502", X, *lines))
    assert (("A", "0504") not in targets(s)) == blocked


@rule("3.3.e")
@pytest.mark.parametrize(
    ("terrain", "blocked"),
    [
        ({"h0404": "w"}, True),
        ({"h0404": "t"}, True),
        ({"h0404": "b"}, True),
        ({"h0404": "h"}, True),
        ({"h0404": "f"}, False),
        ({"h0404": "r"}, False),
        ({"h0304": "w", "h0504": "w"}, False),
        ({"h0304": "h", "h0404": "h"}, False),
    ],
)
def test_blocking_terrain_is_fired_into_and_out_of_but_not_through(terrain: dict[str, str], blocked: bool) -> None:
    """Woods, town, bocage and hill between stop the fire; at its ends they do not."""
    s = stage(scene_of("blue infantry A at 0304", "blue infantry C at 0502", X, **terrain))
    assert (("A", "0504") not in targets(s)) == blocked


@rule("3.3.e")
def test_a_stand_and_a_wood_together_close_a_hexside() -> None:
    """The line between 0503 and 0603 is shut by woods in one and a stand in the other."""
    s = stage(scene_of("blue infantry A at 0502", "red infantry Z at 0503", X, h0603="w"))
    assert targets(s) == {("A", "0503")}


@rule("3.3.f")
def test_fire_support_and_batteries_fire_overhead() -> None:
    """Behind a wood and a row of stands both may be called; no stand in between is in their way."""
    s = stage(
        scene_of(
            "blue infantry A at 0404",
            "blue infantry B at 0304 company=fs",
            "blue infantry C at 0303 company=mg",
            "blue battery G at 0104",
            X,
            hqs=("blue hq HQ at 0204 company=fs", "red hq Y at 0704"),
            h0404="w",
        ),
        *MISSES,
    ).do("attack", "A", "0504")
    assert set(s.options()) == {
        Choice("fire support", "B-fs"),
        Choice("fire support", "HQ-fs"),
        Choice("gun", "G"),
        Choice("done"),
    }
    s.do("fire support", "B-fs").do("fire support", "HQ-fs").do("gun", "G")
    assert attack(s) == [(3, "3.1.b"), (1, "3.5.1.a"), (1, "3.5.1.a"), (2, "3.5.1.b")]


@rule("3.3.f")
@pytest.mark.parametrize("company", ["at", "mg", "tanks", "tank-destroyers", "engineers", "aa", "other"])
def test_other_companies_support_no_other_hex(company: str) -> None:
    """Only fire support companies are called; the others fight with their own stand."""
    s = stage(scene_of(A, f"blue infantry C at 0304 company={company}", "blue battery G at 0204", X))
    s.do("attack", "A", "0504")
    assert s.options() == [Choice("gun", "G"), Choice("done")]
    refused = s.refused("fire support", f"C-{company}")
    assert (refused.reason, refused.rule) == (f"There is no fire support company 'C-{company}'.", "3.1.f")


@rule("3.3.g")
@pytest.mark.parametrize(
    ("order", "stands", "guns", "called"),
    [("M", 2, True, {"gun", "fire support", "air"}), ("H", 1, False, {"fire support"})],
)
def test_status_sets_what_may_be_used_in_attack(order: str, stands: int, guns: bool, called: set[str]) -> None:
    """M: two stands, fire support, guns, air. H: one stand and fire support."""
    lines = ("blue infantry C at 0304 company=fs", "blue battery G at 0204", "air blue 1")
    s = stage(scene_of(A, B, X, *lines, blue=order)).do("attack", "A", "0504")
    assert (s.asked[1] == "join") == (stands == 2)
    if stands == 2:
        s.do("join", "B")
    assert {choice.do for choice in s.options()} == called | {"done"}


@rule("3.3.g")
@pytest.mark.parametrize(
    ("order", "called"),
    [
        ("M", {"fire support", "done"}),
        ("H", {"fire support", "gun", "air", "done"}),
        ("D", {"fire support", "gun", "air", "done"}),
        ("R", set()),
    ],
)
def test_status_sets_what_may_be_used_in_defence(order: str, called: set[str]) -> None:
    """M: fire support. H and D: guns and air as well. R: nothing, and nobody asks."""
    lines = ("red infantry Z at 0604 company=fs", "red battery G at 0904", "air red 1")
    s = stage(scene_of(A, X, *lines, red=order), *MISSES).do("attack", "A", "0504")
    assert {choice.do for choice in s.options() if s.asked[1] == "defensive support"} == called


# 3.4 Initiating an attack --------------------------------------------------------------------------


@rule("3.4.a")
def test_attackers_are_within_two_hexes_of_their_hq() -> None:
    """Two hexes from the HQ a stand may attack and join, three hexes from it it may neither."""
    hqs = ("blue hq HQ at 0304", "red hq Y at 0704")
    s = stage(scene_of(A, B, "blue infantry C at 0505", X, "red infantry Z at 0604", hqs=hqs))
    away = s.b.ground.distance[s.unit("HQ").hex]
    assert [away[s.unit(id).hex] for id in "ABC"] == [1, 2, 2]
    assert {piece for piece, _ in targets(s)} == {"A", "B", "C"}
    hqs = ("blue hq HQ at 0204", "red hq Y at 0704")
    s = stage(scene_of(A, B, "blue infantry C at 0505", X, hqs=hqs))
    assert targets(s) == {("A", "0504")}
    refused = s.refused("attack", "B", "0504")
    assert (refused.reason, refused.rule) == ("B is more than two hexes from its HQ.", "3.4.a")


@rule("3.4.b", "3.4.e")
def test_two_stands_with_their_companies_attack_together() -> None:
    """Two core stands of an M regiment with a company each: 3 + 1 and 3 + 1 dice in one pool."""
    s = fought(f"{A} company=mg", f"{B} company=at", X, does="join B")
    assert s.last("joins").piece == "B"
    assert attack(s) == [(3, "3.1.b"), (1, "3.7.g"), (3, "3.1.b"), (1, "3.7.d")]
    assert len(s.told("attack dice")) == len(s.told("defence dice")) == 1


@rule("3.4.b")
def test_two_is_a_maximum() -> None:
    """One stand may attack alone."""
    s = stage(scene_of(A, B, X), *MISSES).do("attack", "A", "0504")
    assert s.options() == [Choice("join", "B"), Choice("pass")]
    s.do("pass")
    assert thrown(s) == (3, 3)


@rule("3.4.b")
def test_who_may_not_join() -> None:
    """The first stand itself, the HQ, stands of another regiment, stands out of reach, strategic movers."""
    lines = (
        "blue infantry C at 0302",
        "blue infantry D at 0405 marched",
        "blue hq HQ2 at 0305 of=second",
        "blue infantry E at 0605 of=second",
        "order second M",
    )
    s = stage(scene_of(A, B, X, *lines)).do("attack", "A", "0504")
    assert [choice.piece for choice in s.options("join")] == ["B"]
    refusals = {id: s.refused("join", id) for id in ("A", "HQ", "C", "D", "E", "X")}
    assert {id: (refused.reason, refused.rule) for id, refused in refusals.items()} == {
        "A": ("A is already attacking.", "3.4.b"),
        "HQ": ("An HQ does not attack.", "6.a"),
        "C": ("0504 is 3 hexes away; distant fire reaches two.", "3.3.a"),
        "D": ("D has moved strategically and cannot attack.", "2.b"),
        "E": ("E does not belong to the Blue.", "3.4.b"),
        "X": ("X does not belong to the Blue.", "3.4.b"),
    }


@rule("3.4.c")
@pytest.mark.parametrize(
    ("a", "b", "close"),
    [("0404", "0503", True), ("0404", "0502", True), ("0502", "0404", True), ("0502", "0405", False)],
)
def test_fire_close_combat_or_both(a: str, b: str, close: bool) -> None:
    """Both may assault, both fire, or one do each; a mixed attack counts as close combat for falling back."""
    dice = (6, 6, 1, 1, 1, 1, 1, 1, 1)
    s = fought(f"blue infantry A at {a}", f"blue infantry B at {b}", X, does="join B", dice=dice).done()
    assert thrown(s) == (6, 3)
    assert (s.told("combat won") != []) == close
    assert (s.asked == ("red", "fall back")) == close


@rule("3.4.c", "3.1.a", "3.1.i")
def test_an_assaulted_hq_answers_a_mixed_attack() -> None:
    """One of two attackers is adjacent: the HQ and its flak throw."""
    hqs = ("blue hq HQ at 0403", "red hq Y at 0504 company=aa")
    s = fought(A, "blue infantry B at 0502", "red infantry X at 0804", does="join B", hqs=hqs)
    assert defence(s) == [(1, "3.1.a"), (1, "3.1.i")]


@rule("3.4.d")
def test_a_third_stand_neither_joins_nor_attacks_elsewhere() -> None:
    """After two stands have attacked one hex the activation is over."""
    lines = ("blue infantry C at 0405", "red infantry Z at 0505")
    s = stage(scene_of(A, B, X, *lines), *(1,) * 9).do("attack", "A", "0504").do("join", "B")
    s.do("oppose", "A").done()
    assert s.told("joins")[0].piece == "B" and len(s.told("joins")) == 1
    assert s.b.active == -1 and len(s.told("attacks")) == 1


@rule("3.4.d", "3.5.1.a")
def test_the_fire_support_of_a_third_stand_still_helps() -> None:
    """A third stand does not attack, but its fire support company may be called."""
    s = fought(A, B, "blue infantry C at 0405 company=fs", X, does="join B, fire support C-fs")
    assert thrown(s) == (7, 3)


@rule("3.4.e")
def test_an_attack_needs_a_die() -> None:
    """Infantry at its last strength point has no die against armour and may not attack it."""
    s = stage(scene_of("blue infantry A at 0404 sp=1", B, "red medium-armour X at 0504"))
    assert targets(s) == {("B", "0504")}
    refused = s.refused("attack", "A", "0504")
    assert (refused.reason, refused.rule) == ("A would throw no dice against that target.", "3.4.e")


@rule("3.4.e")
def test_a_called_die_is_enough() -> None:
    """The same stand may attack with fire support, and then must call some."""
    lines = ("blue infantry A at 0404 sp=1", "blue infantry C at 0304 company=fs", "blue battery G at 0204")
    s = stage(scene_of(*lines, "red medium-armour X at 0504"), *MISSES).do("attack", "A", "0504")
    assert set(s.options()) == {Choice("fire support", "C-fs"), Choice("gun", "G")}
    refused = s.refused("done")
    assert (refused.reason, refused.rule) == ("An attack needs at least one die: call support.", "3.4.e")
    s.do("fire support", "C-fs")
    assert Choice("done") in s.options()
    s.do("done")
    assert attack(s) == [(3, "3.1.b"), (-2, "3.7.2.b"), (-1, "3.7.1.b"), (1, "3.5.1.a")]


@rule("3.4.e")
def test_each_stand_counts_at_least_nothing() -> None:
    """A stand whose factors cost more than it has does not take dice from the other."""
    lines = ("blue infantry A at 0404 sp=1", "blue medium-armour B at 0503", "red medium-armour X at 0504")
    s = fought(*lines, by="B", does="join A", h0404="B")
    assert attack(s) == [(4, "3.1.d"), (3, "3.1.b"), (-2, "3.7.2.b"), (-1, "3.7.1.b"), (-1, "3.7.2.a"), (1, "3.4.e")]


@rule("3.4.g")
def test_at_least_one_die_in_close_combat_defence() -> None:
    """Infantry at its last point has nothing left against tanks but always throws one die when assaulted."""
    s = fought("blue medium-armour A at 0404", "red infantry X at 0504 sp=1")
    assert defence(s) == [(3, "3.1.b"), (-2, "3.7.2.b"), (-1, "3.7.1.b"), (1, "3.4.g")]
    s = fought("blue medium-armour A at 0502", "red infantry X at 0504 sp=1")
    assert defence(s) == [(3, "3.1.b"), (-2, "3.7.2.b"), (-1, "3.7.1.a")]
    assert thrown(s)[1] == 0


@rule("3.4.g")
def test_the_least_die_is_of_the_whole_pool() -> None:
    """With a die from fire support there is no other die for nothing."""
    lines = ("red infantry X at 0504 sp=1", "red infantry Z at 0604 company=fs")
    s = fought("blue medium-armour A at 0404", *lines, does="fire support Z-fs")
    assert defence(s) == [(3, "3.1.b"), (-2, "3.7.2.b"), (-1, "3.7.1.b"), (1, "3.5.2.a")]


@rule("3.4.h")
@pytest.mark.parametrize("place", ["0404", "0502"])
def test_a_holding_regiment_attacks_with_one_stand(place: str) -> None:
    """By fire or close combat, with its company; nobody asks whether another joins."""
    s = stage(scene_of(f"blue infantry A at {place} company=mg", B, X, blue="H"), *(1,) * 7)
    assert s.play.decision is not None and s.play.decision.rule == "3.4.h"
    s.do("attack", "A", "0504").done()
    assert attack(s) == [(3, "3.1.b"), (1, "3.7.g")]
    assert s.told("joins") == [] and s.last("attacks").rule == "3.4.h"


@rule("3.4.h")
def test_a_holding_stand_attacks_after_a_shuffle() -> None:
    """It has been shuffled into the front line and attacks from there in the same activation."""
    text = scene_of("blue infantry A at 0404 moved", X, blue="H")
    assert targets(stage(text)) == {("A", "0504")}


# Who is opposed (the book names no order of declaring) ----------------------------------------------


@rule("3.3.d")
def test_the_defender_turns_to_an_adjacent_attacker() -> None:
    """Of a tank next to him and infantry that fires he must oppose the tank; of two assailants he chooses."""
    anti_tank = f"{X} company=at"
    s = fought("blue medium-armour A at 0404", "blue infantry B at 0502", anti_tank, does="join B")
    assert s.last("defence dice").target == "A" and (2, "3.7.c") in defence(s)
    s = (
        stage(scene_of("blue medium-armour A at 0404", B, anti_tank), *MISSES)
        .do("attack", "A", "0504")
        .do("join", "B")
    )
    assert s.asked == ("red", "opponent")
    assert s.options() == [Choice("oppose", "A"), Choice("oppose", "B")]
    assert s.refused("oppose", "X").reason == "X is not one of the attackers."
    s.do("oppose", "B")
    assert s.last("defence dice").target == "B" and (1, "3.7.d") in defence(s)


# 3.6 Retreating units ------------------------------------------------------------------------------


@rule("3.6.b", "3.4.g")
@pytest.mark.parametrize("place", ["0404", "0502"])
def test_retreating_units_do_not_fight_back(place: str) -> None:
    """No die at all, not even the least one of close combat, and no support is called."""
    lines = (f"{X} company=mg", "red infantry Z at 0604 company=fs", "red battery G at 0904")
    s = fought(f"blue infantry A at {place}", *lines, red="R", dice=(1, 2, 3)).done()
    assert s.told("defence dice") == [] and s.told("support called") == []
    assert s.unit("A").sp == 5


@rule("3.6.b")
def test_a_retreating_unit_is_asked_nothing() -> None:
    """Two stands assault it: it does not even turn to one of them before the dice fall."""
    s = fought(A, B, X, red="R", does="join B", dice=(1,) * 6).done()
    assert thrown(s) == (6, 0)
    assert {move.seat for move in s.play.history} == {"blue"}


@rule("3.6.b")
def test_one_hit_throws_a_retreating_unit_back() -> None:
    """In close combat the attacker wins with a single hit; without one nobody wins."""
    s = fought(A, X, red="R", dice=(5, 1, 1)).done()
    assert s.last("combat won").side == "blue" and s.asked == ("red", "fall back")
    s = fought(A, X, red="R", dice=(4, 1, 1)).done()
    assert s.told("combat even") != [] and s.asked == ("", "") and s.where("X") == "0504"


@rule("3.6.a")
def test_a_retreating_regiment_only_moves() -> None:
    """In its activation it is asked where to go and never whether it attacks, even next to the enemy."""
    lines = [field(), "blue hq HQ at 0403", A, X, "red hq Y at 0704", "order blue R", "order red H"]
    s = stage("\n".join([*lines, "phase retreats", "active blue support"]))
    kinds = set()
    while s.asked[0]:
        kinds.add(s.asked[1])
        s.play.choose(s.options()[-1])
    assert kinds and "attack" not in kinds
    assert s.told("attacks") == [] and s.b.regiments[0].activated
