"""3.1 The unit table, 3.2 the combat status chart."""

from itertools import product

import pytest
from reg_combat import attack, defence, field, fought, hits, scene_of, thrown
from reg_stage import stage

from sandtable.systems.regimental.reading.book import rulebook
from sandtable.systems.regimental.state.book import Row
from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice
from sandtable.testing import rule

A = "blue infantry A at 0404"
X = "red infantry X at 0504"


# 3.1 Core stands -----------------------------------------------------------------------------------


@rule("3.1.b", "3.1.c", "3.1.d")
@pytest.mark.parametrize(
    ("kind", "sp", "dice", "cited"),
    [
        ("infantry", 5, 3, "3.1.b"),
        ("militia", 4, 3, "3.1.b"),
        ("motorised-infantry", 5, 3, "3.1.b"),
        ("armoured-infantry", 5, 3, "3.1.b"),
        ("battery", 4, 2, "3.1.c"),
        ("armoured-battery", 4, 2, "3.1.c"),
        ("heavy-armour", 5, 4, "3.1.d"),
        ("medium-armour", 4, 4, "3.1.d"),
        ("light-armour", 3, 3, "3.1.d"),
    ],
)
def test_strength_points_and_battle_strength(kind: str, sp: int, dice: int, cited: str) -> None:
    """Each row of the table, as the attacked stand throws it in close combat."""
    s = fought("blue infantry A at 0404", f"red {kind} X at 0504")
    assert s.unit("X").sp == sp
    assert defence(s) == [(dice, cited)]


@rule("3.1.b", "3.1.d", "3.3.a")
@pytest.mark.parametrize(
    ("kind", "dice"),
    [("infantry", 3), ("militia", 3), ("heavy-armour", 4), ("medium-armour", 4), ("light-armour", 3)],
)
def test_the_same_strength_two_hexes_away(kind: str, dice: int) -> None:
    """Battle strength reaches two hexes, for the attack and for the reply."""
    s = fought(f"blue {kind} A at 0502", "red light-armour X at 0504")
    assert attack(s)[0][0] == dice
    assert thrown(s)[1] == 3 + (kind in ("infantry", "militia"))
    far = stage(f"{field()}\nblue hq HQ at 0502\nblue {kind} A at 0501\n{X}\nactive blue attack\norder blue M")
    assert far.asked == ("", "")  # three hexes: nothing to attack


@rule("3.1.a", "6.a")
def test_an_hq_defends_in_close_combat_only() -> None:
    """Six strength points; one die when assaulted, none in reply to fire, and it never attacks."""
    s = fought(A, "red infantry X at 0604", by="A", hqs=("blue hq HQ at 0403", "red hq Y at 0504"))
    assert s.unit("Y").sp == 6
    assert defence(s) == [(1, "3.1.a")]
    s = fought("blue infantry A at 0502", "red infantry X at 0604", hqs=("blue hq HQ at 0403", "red hq Y at 0504"))
    assert s.last("defence dice").dice == ()
    s = stage(f"{field()}\nblue hq HQ at 0404\nblue infantry A at 0503\n{X}\norder blue M\nactive blue attack")
    refused = s.refused("attack", "HQ", "0504")
    assert (refused.reason, refused.rule) == ("An HQ does not attack.", "6.a")
    assert {choice.piece for choice in s.options("attack")} == {"A"}


@rule("3.1.a")
def test_a_company_with_an_hq_fights_by_its_own_row() -> None:
    """Fired on, the HQ itself is silent and its machine guns answer."""
    hqs = ("blue hq HQ at 0403", "red hq Y at 0504 company=mg")
    s = fought("blue infantry A at 0502", "red infantry X at 0604", hqs=hqs)
    assert defence(s) == [(1, "3.7.g")]
    s = fought(A, "red infantry X at 0604", hqs=hqs)
    assert defence(s) == [(1, "3.1.a"), (1, "3.7.g")]


@rule("3.1.c")
def test_artillery_has_the_same_strength_out_to_eight_hexes() -> None:
    """Eight hexes from the target two dice; nine hexes from it the battery cannot be called."""
    s = fought(A, X, "blue battery G at 1304", does="gun G")
    assert attack(s) == [(3, "3.1.b"), (2, "3.5.1.b")]
    s = stage(scene_of(A, X, "blue battery G at 1304", "blue battery H at 1404")).do("attack", "A", "0504")
    assert [choice.piece for choice in s.options("gun")] == ["G"]
    refused = s.refused("gun", "H")
    assert (refused.reason, refused.rule) == ("H is 9 hexes away; its range is 8.", "5.f")


@rule("3.1.k", "3.7.2.b")
@pytest.mark.parametrize(("sp", "dice"), [(5, 3), (4, 3), (3, 3), (2, 2), (1, 1)])
def test_losses_below_battle_strength_cost_dice(sp: int, dice: int) -> None:
    """The book's example: infantry that has lost three strength points throws two dice; and every other strength."""
    s = fought(A, f"{X} sp={sp}")
    assert thrown(s) == (3, dice)
    assert defence(s) == [(3, "3.1.b")] + [(dice - 3, "3.7.2.b")] * (dice < 3)
    s = fought(f"{A} sp={sp}", X)
    assert thrown(s) == (dice, 3)


@rule("3.1.k")
@pytest.mark.parametrize(("kind", "sp", "dice"), [("medium-armour", 3, 3), ("heavy-armour", 4, 4), ("battery", 1, 1)])
def test_losses_of_other_stands(kind: str, sp: int, dice: int) -> None:
    """A medium tank stand feels its first loss at once, a heavy one only the second."""
    assert thrown(fought(A, f"red {kind} X at 0504 sp={sp}"))[1] == dice


# 3.1 Support companies -----------------------------------------------------------------------------


@rule("3.1.e", "3.1.j", "3.7.c", "3.7.d")
@pytest.mark.parametrize("company", ["at", "tank-destroyers"])
@pytest.mark.parametrize(
    ("enemy", "extra"),
    [
        ("infantry", (1, "3.7.d")),
        ("motorised-infantry", (1, "3.7.d")),
        ("light-armour", (2, "3.7.c")),
        ("armoured-infantry", (2, "3.7.c")),
    ],
)
@pytest.mark.parametrize("place", ["0404", "0502"])
def test_anti_tank_companies(company: str, enemy: str, extra: tuple[int, str], place: str) -> None:
    """Two dice against armour, one against soft stands, in close combat and in fire, in defence and attack."""
    s = fought(f"blue {enemy} A at {place}", f"{X} company={company}")
    assert extra in defence(s) and len([m for m in defence(s) if m[1] in ("3.7.c", "3.7.d")]) == 1
    s = fought(f"blue infantry A at {place} company={company}", f"red {enemy} X at 0504")
    assert extra in attack(s) and len([m for m in attack(s) if m[1] in ("3.7.c", "3.7.d")]) == 1


@rule("3.1.e", "3.7.c")
def test_anti_tank_against_armoured_artillery() -> None:
    """Two dice against an armoured battery, one against a towed one."""
    company = f"{A} company=at"
    assert attack(fought(company, "red armoured-battery X at 0504")) == [(3, "3.1.b"), (2, "3.7.c"), (-1, "3.7.1.b")]
    assert attack(fought(company, "red battery X at 0504")) == [(3, "3.1.b"), (1, "3.7.d")]


@rule("3.1.j")
def test_tank_destroyers_do_not_make_their_hex_armoured() -> None:
    """Infantry with a company of tank destroyers is no armoured target: nobody loses a die against it."""
    s = fought(A, f"{X} company=tank-destroyers")
    assert attack(s) == [(3, "3.1.b")]


@rule("3.1.f")
@pytest.mark.parametrize("place", ["0404", "0502"])
def test_fire_support_with_its_stand(place: str) -> None:
    """One die with its own stand, in close combat and in fire, attacking and defending."""
    s = fought(f"blue infantry A at {place} company=fs", f"{X} company=fs")
    assert attack(s) == [(3, "3.1.b"), (1, "3.1.f")]
    assert defence(s) == [(3, "3.1.b"), (1, "3.1.f")]


@rule("3.1.f")
def test_fire_support_fires_three_hexes() -> None:
    """Three hexes from the target it may be called, four hexes away it may not."""
    hqs = ("blue hq HQ at 0304", "red hq Y at 0704")
    text = scene_of(A, X, "blue infantry B at 0204 company=fs", "blue infantry C at 0104 company=fs", hqs=hqs)
    s = stage(text).do("attack", "A", "0504")
    assert [choice.piece for choice in s.options("fire support")] == ["B-fs"]
    refused = s.refused("fire support", "C-fs")
    assert refused.reason == "Fire support company of C is 4 hexes away; its range is 3."
    assert refused.rule == "3.1.f"


@rule("3.1.g", "3.7.e")
def test_engineers_fight_in_close_combat_only() -> None:
    """One die next to the enemy, attacking or defending; none in fire or in reply to it."""
    s = fought(f"{A} company=engineers", f"{X} company=engineers")
    assert attack(s) == [(3, "3.1.b"), (1, "3.7.e")]
    assert defence(s) == [(3, "3.1.b"), (1, "3.7.e")]
    s = fought("blue infantry A at 0502 company=engineers", f"{X} company=engineers")
    assert thrown(s) == (3, 3)


@rule("3.1.g", "3.4.c")
def test_engineers_in_a_mixed_attack() -> None:
    """The engineers of the stand that fires do not count, those of the assaulted stand do."""
    s = fought(A, "blue infantry B at 0502 company=engineers", f"{X} company=engineers", does="join B")
    assert attack(s) == [(3, "3.1.b"), (3, "3.1.b")]
    assert defence(s) == [(3, "3.1.b"), (1, "3.7.e")]


@rule("3.1.h")
def test_other_companies_add_no_die_but_take_a_loss() -> None:
    """A transport company throws nothing and may be given up instead of a strength point."""
    s = fought(A, f"{X} company=other", dice=(6, 1, 1, 1, 1, 1), red="M").done()
    assert thrown(s) == (3, 3)
    assert s.options() == [Choice("lose", "X"), Choice("lose", "X-other")]
    s.do("lose", "X-other")
    assert s.unit("X").sp == 5 and s.company("X-other").host == -1


@rule("3.1.i")
def test_anti_aircraft_companies_defend_in_close_combat_only() -> None:
    """One die when assaulted; none in attack and none in reply to fire."""
    s = fought(f"{A} company=aa", f"{X} company=aa")
    assert attack(s) == [(3, "3.1.b")]
    assert defence(s) == [(3, "3.1.b"), (1, "3.1.i")]
    s = fought("blue infantry A at 0502 company=aa", f"{X} company=aa")
    assert thrown(s) == (3, 3)


@rule("3.1.e", "3.1.f", "3.1.g", "3.1.h", "3.1.i")
@pytest.mark.parametrize("company", sorted(rulebook().companies))
def test_a_company_is_one_loss(company: str) -> None:
    """Every company has one strength point: it is gone with a single loss."""
    s = fought(A, f"{X} company={company}", dice=(6, 1, 1, *(1,) * 9), red="M").do("lose", f"X-{company}")
    assert s.unit("X").company == -1 and s.unit("X").sp == 5
    assert [event.piece for event in s.told("company lost")] == [f"X-{company}"]


# 3.2 The chart -------------------------------------------------------------------------------------


SINGLES = {"6": (6, 0), "5 6": (5, 0), "6 pair 5": (6, 5), "5 6 pair 4": (5, 4)}


@rule("3.2.a", "3.2.b", "3.2.c", "3.2.d", "3.2.e", "3.4.f")
@pytest.mark.parametrize("place", ["0404", "0502"])
@pytest.mark.parametrize("blue", ["M", "H"])
@pytest.mark.parametrize(
    ("red", "attacker", "defender", "rules"),
    [
        ("H", "6", "5 6", ("3.2.a", "3.2.b")),
        ("D", "6", "5 6 pair 4", ("3.2.a", "3.2.d")),
        ("M", "6 pair 5", "6 pair 5", ("3.2.c", "3.2.c")),
        ("R", "5 6 pair 4", "", ("3.2.e",)),
    ],
)
def test_the_chart(place: str, blue: str, red: str, attacker: str, defender: str, rules: tuple[str, ...]) -> None:
    """Every status against every status: which single faces hit, and which pairs."""
    s = stage(scene_of(f"blue infantry A at {place}", X, blue=blue, red=red))
    count = 2 if red == "D" else 3  # 3.7.1.c takes a die off the attack on D
    for who, row in enumerate(filter(None, (attacker, defender))):
        single, pair = SINGLES[row]
        for face, many in product(range(1, 7), (1, 2, 3)):
            shown = (face,) * many + (1,) * (3 - many)
            mine, other = (shown[:count], (1, 1, 1)) if who == 0 else ((1,) * count, shown)
            play = s.play.fork(ScriptedChance(*mine, *other))
            play.choose(Choice("attack", "A", "0504"))
            event = next(e for e in play.log if e.kind == ("attack dice", "defence dice")[who])
            faces = (mine, other)[who]
            value = sum(die >= single for die in faces) + (faces.count(pair) // 2 if pair else 0)
            assert (event.dice, event.value, event.need) == (faces, value, single)
            assert (event.rule, event.text) == (rules[who], f"{blue} attacks {red}")


@rule("3.2.f")
def test_artillery_hits_as_the_stand_it_supports() -> None:
    """The book's example: artillery in support of Moving infantry hits a Holding stand on a 6 and nothing else."""
    s = fought(A, X, "blue battery G at 0204", does="gun G", dice=(5, 5, 5, 5, 6, 1, 1, 1)).done()
    assert s.last("attack dice").dice == (5, 5, 5, 5, 6)
    assert hits(s) == (1, 0)


@rule("3.2.f", "3.2.h")
def test_all_dice_of_a_side_are_one_pool() -> None:
    """A 5 of the infantry and a 5 of the battery make a pair against a Moving stand."""
    s = fought(A, X, "blue battery G at 0204", does="gun G", red="M", dice=(1, 1, 5, 5, 1, 1, 1, 1)).done()
    assert hits(s) == (1, 0)


@rule("3.2.f", "3.2.d")
def test_artillery_defends_as_the_stand_it_supports() -> None:
    """A battery that helps a Dug-in stand hits on 5 and 6 and with pairs of 4."""
    dice = (1, 1, 4, 1, 1, 4, 5)
    s = fought(A, X, "red battery G at 0804", red="D", does="gun G", dice=dice).done()
    assert s.last("defence dice").dice == (4, 1, 1, 4, 5)
    assert hits(s) == (0, 2)


@rule("3.2.g")
@pytest.mark.parametrize(
    ("order", "dice", "value", "cited"),
    [
        ("H", (5, 5), 0, "3.2.a"),
        ("H", (6, 1), 1, "3.2.a"),
        ("D", (5, 5), 0, "3.2.a"),
        ("D", (1, 6), 1, "3.2.a"),
        ("M", (5, 4), 0, "3.2.c"),
        ("M", (5, 5), 1, "3.2.c"),
        ("R", (5, 1), 1, "3.2.e"),
        ("R", (4, 4), 1, "3.2.e"),
        ("R", (4, 3), 0, "3.2.e"),
    ],
)
def test_a_barrage_is_thrown_as_by_a_moving_unit(order: str, dice: tuple[int, ...], value: int, cited: str) -> None:
    """In the artillery phase a battery fires as M against the target's status."""
    lines = [A, X, "blue hq HQ at 0403", "blue battery G at 0204", "red hq Y at 0704", f"order red {order}"]
    s = stage("\n".join([field(), *lines, "order blue D", "phase guns"]), *dice)
    s.do("select", "G").do("barrage", "G", "0504").done()
    event = s.last("barrage")
    assert (event.dice, event.value, event.text) == (dice, value, cited)


@rule("3.2.g", "5.b")
def test_a_barrage_on_a_battery() -> None:
    """A battery has no order: it is hit as on H, on 6 only."""
    lines = [A, "red battery X at 0504", "blue hq HQ at 0403", "blue battery G at 0204"]
    s = stage("\n".join([field(), *lines, "phase guns"]), 6, 6, 1, 1, 5, 5)
    s.do("select", "G").do("barrage", "G", "0504").done()
    assert (s.last("barrage").value, s.last("barrage").text) == (0, "3.2.a")


@rule("3.2.h")
@pytest.mark.parametrize(
    ("row", "dice", "count"),
    [
        ("attack_M", (6, 5, 5, 2), 2),
        ("attack_M", (5, 5, 5), 1),
        ("attack_M", (5, 5, 5, 5), 2),
        ("attack_M", (5, 4, 3), 0),
        ("defend_D", (6, 5, 4, 4, 4), 3),
        ("attack_R", (6, 5, 4, 4, 4), 3),
        ("attack_H", (6, 5, 5, 4, 4), 1),
        ("defend_H", (6, 5, 4, 4), 2),
    ],
)
def test_how_doubles_are_read(row: str, dice: tuple[int, ...], count: int) -> None:
    """Every complete pair is one hit more, in whatever order the dice lie."""
    read: Row = rulebook().chart[row]
    assert read.count(dice) == read.count(dice[::-1]) == count


@rule("3.2.h")
def test_doubles_in_play() -> None:
    """6, 5, 5, 2 of a tank stand against a Moving stand are two hits; 5, 4, 3 in reply none."""
    s = fought(
        "blue medium-armour A at 0404", "red light-armour X at 0504", red="M", dice=(6, 5, 5, 2, 5, 4, 3)
    ).done()
    assert hits(s) == (2, 0)
