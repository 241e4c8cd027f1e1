"""3.7 Combat factors: weapons, armour and cover, other factors; and whole combats worked out."""

import pytest
from reg_combat import attack, defence, field, fought, hits, scene_of, thrown
from reg_stage import stage

from sandtable.systems.regimental.reading.book import rulebook
from sandtable.table.decision import Choice
from sandtable.testing import rule

A = "blue infantry A at 0404"
FAR = "blue infantry A at 0502"
TANK = "blue medium-armour A at 0404"
FAR_TANK = "blue medium-armour A at 0502"
X = "red infantry X at 0504"
TANK_X = "red medium-armour X at 0504"
COVER = ("w", "t", "b", "f")  # woods, town, bocage, works
OPEN = (".", "r", "s", "R", "B", "h", "e")

INFANTRY, ARMOUR = (3, "3.1.b"), (4, "3.1.d")


# Weapons -------------------------------------------------------------------------------------------


@rule("3.7.a")
@pytest.mark.parametrize("kind", ["infantry", "militia", "motorised-infantry", "battery"])
@pytest.mark.parametrize("order", ["M", "H"])
def test_tanks_firing_on_soft_stands_in_the_open(kind: str, order: str) -> None:
    """One die more for a tank stand that fires from two hexes; none in close combat."""
    s = fought(FAR_TANK, f"red {kind} X at 0504", red=order)
    assert attack(s) == [ARMOUR, (1, "3.7.a")]
    s = fought(TANK, f"red {kind} X at 0504", red=order)
    assert attack(s) == [ARMOUR]


@rule("3.7.a")
def test_an_hq_is_soft() -> None:
    """Tanks get their die against an HQ in the open."""
    s = fought(FAR_TANK, "red infantry X at 0604", hqs=("blue hq HQ at 0403", "red hq Y at 0504"))
    assert attack(s) == [ARMOUR, (1, "3.7.a")]


@rule("3.7.a")
@pytest.mark.parametrize("tank", ["heavy-armour", "medium-armour", "light-armour"])
def test_every_tank_stand_gets_it(tank: str) -> None:
    """Heavy, medium and light armour; infantry in armoured carriers does not."""
    assert (1, "3.7.a") in attack(fought(f"blue {tank} A at 0502", X))
    assert attack(fought("blue armoured-infantry A at 0502", X)) == [INFANTRY]


@rule("3.7.a")
@pytest.mark.parametrize(
    ("target", "order", "letter"),
    [
        ("infantry", "D", "."),
        ("infantry", "R", "."),
        ("medium-armour", "M", "."),
        ("armoured-infantry", "M", "."),
        ("armoured-battery", "H", "."),
        *[("infantry", "M", letter) for letter in COVER],
    ],
)
def test_no_die_more_against_other_targets(target: str, order: str, letter: str) -> None:
    """Not against dug-in or retreating stands, armoured ones, or stands in cover, even Moving ones."""
    s = fought(FAR_TANK, f"red {target} X at 0504", red=order, h0504=letter)
    assert (1, "3.7.a") not in attack(s)


@rule("3.7.a")
def test_tanks_get_it_in_reply() -> None:
    """A tank stand under fire of infantry in the open answers with one more; of infantry in woods without."""
    assert defence(fought(FAR, TANK_X)) == [ARMOUR, (1, "3.7.a")]
    assert defence(fought(FAR, TANK_X, h0502="w")) == [ARMOUR]


@rule("3.7.b")
@pytest.mark.parametrize("target", ["infantry", "medium-armour"])
@pytest.mark.parametrize("place", ["0404", "0502"])
def test_a_superior_gun(target: str, place: str) -> None:
    """One die more for the stand that has it, near and far, attacking and defending, against any target."""
    assert (1, "3.7.b") in attack(fought(f"blue medium-armour A at {place} superior", f"red {target} X at 0504"))
    assert (1, "3.7.b") in defence(fought(f"blue {target} A at {place}", "red medium-armour X at 0504 superior"))
    plain = fought(f"blue medium-armour A at {place}", f"red {target} X at 0504")
    assert (1, "3.7.b") not in attack(plain) + defence(plain)


@rule("3.7.c", "3.7.d", "3.1.e")
def test_the_anti_tank_company_is_counted_once() -> None:
    """Unit table and factors name the same dice: two against tanks, one against infantry, never three."""
    assert defence(fought(TANK, f"{X} company=at", red="D")) == [INFANTRY, (2, "3.7.c")]
    assert defence(fought(A, f"{X} company=at", red="D")) == [INFANTRY, (1, "3.7.d")]


@rule("3.7.c")
def test_the_main_opponent_decides_about_anti_tank_dice() -> None:
    """Tanks and infantry assault together: two dice if the defender turns to the tanks, else one."""
    for opponent, extra in (("A", (2, "3.7.c")), ("B", (1, "3.7.d"))):
        s = fought(TANK, "blue infantry B at 0503", f"{X} company=at", red="D", does=f"join B, oppose {opponent}")
        assert defence(s) == [INFANTRY, extra]


@rule("3.7.e")
def test_engineers_add_a_die_against_any_enemy() -> None:
    """With tanks or infantry, against soft and armoured stands."""
    assert attack(fought(f"{TANK} company=engineers", X)) == [ARMOUR, (1, "3.7.e")]
    assert attack(fought(f"{TANK} company=engineers", TANK_X)) == [ARMOUR, (1, "3.7.e")]


@rule("3.7.f")
@pytest.mark.parametrize(
    ("host", "place", "target", "order", "letter", "dice"),
    [
        ("infantry", "0404", "infantry", "M", ".", 2),
        ("infantry", "0404", "infantry", "H", ".", 2),
        ("infantry", "0404", "battery", "H", ".", 2),
        ("armoured-infantry", "0404", "militia", "H", ".", 2),
        ("infantry", "0502", "infantry", "M", ".", 1),  # fire
        ("medium-armour", "0404", "infantry", "M", ".", 1),  # with tanks
        ("infantry", "0404", "medium-armour", "M", ".", 1),
        ("infantry", "0404", "armoured-infantry", "M", ".", 1),
        ("infantry", "0404", "infantry", "D", ".", 1),
        ("infantry", "0404", "infantry", "R", ".", 1),
        ("infantry", "0404", "infantry", "M", "w", 1),
        ("infantry", "0404", "infantry", "H", "f", 1),
    ],
)
def test_tank_companies(host: str, place: str, target: str, order: str, letter: str, dice: int) -> None:
    """One die; two with infantry in close combat with a soft stand on M or H in the open."""
    s = fought(f"blue {host} A at {place} company=tanks", f"red {target} X at 0504", red=order, h0504=letter)
    assert [amount for amount, cited in attack(s) if cited == "3.7.f"] == [dice]


@rule("3.7.f")
def test_a_tank_company_in_defence() -> None:
    """Two dice against soft assailants in the open, one in reply to their fire, one if they come out of woods."""
    company = f"{X} company=tanks"
    assert defence(fought(A, company)) == [INFANTRY, (2, "3.7.f")]
    assert defence(fought(FAR, company)) == [INFANTRY, (1, "3.7.f")]
    assert defence(fought(A, company, h0404="w")) == [INFANTRY, (1, "3.7.f")]


@rule("3.7.f")
def test_a_tank_company_does_not_make_its_hex_armoured() -> None:
    """Infantry with a tank company is soft: no die less for the attackers, tanks get their die for fire."""
    assert attack(fought(A, f"{X} company=tanks")) == [INFANTRY]
    assert attack(fought(FAR_TANK, f"{X} company=tanks")) == [ARMOUR, (1, "3.7.a")]


@rule("3.7.g")
@pytest.mark.parametrize("place", ["0404", "0502"])
@pytest.mark.parametrize("enemy", ["infantry", "medium-armour"])
def test_machine_gun_companies(place: str, enemy: str) -> None:
    """One die, near and far, attacking and defending, against anything."""
    assert (1, "3.7.g") in attack(fought(f"blue infantry A at {place} company=mg", f"red {enemy} X at 0504"))
    assert (1, "3.7.g") in defence(fought(f"blue {enemy} A at {place}", f"{X} company=mg"))


@rule("3.7.h")
def test_weapon_additions_accumulate() -> None:
    """A tank stand with a superior gun and machine guns fires on infantry in the open: 4 + 1 + 1 + 1."""
    s = fought("blue medium-armour A at 0502 superior company=mg", X)
    assert attack(s) == [ARMOUR, (1, "3.7.b"), (1, "3.7.a"), (1, "3.7.g")]
    assert thrown(s)[0] == 7


# Armour and cover ----------------------------------------------------------------------------------

ARMOURED = ["medium-armour", "armoured-infantry", "armoured-battery"]


@rule("3.7.1.a")
@pytest.mark.parametrize("shooter", ["infantry", "militia", "motorised-infantry", "armoured-infantry"])
@pytest.mark.parametrize("target", ARMOURED)
def test_infantry_firing_on_armour(shooter: str, target: str) -> None:
    """One die less for every kind of infantry that fires on an armoured stand."""
    s = fought(f"blue {shooter} A at 0502", f"red {target} X at 0504")
    assert attack(s) == [INFANTRY, (-1, "3.7.1.a")]


@rule("3.7.1.a", "3.7.1.b")
@pytest.mark.parametrize(("attacker", "cited"), [(A, "3.7.1.b"), (FAR, "3.7.1.a")])
def test_armour_that_moves_in_woods(attacker: str, cited: str) -> None:
    """On M it has nothing from the cover, but its armour still costs infantry a die."""
    assert attack(fought(attacker, TANK_X, red="M", h0504="w")) == [INFANTRY, (-1, cited)]


@rule("3.7.1.a")
@pytest.mark.parametrize("order", ["M", "H", "D"])
def test_infantry_answering_the_fire_of_armour(order: str) -> None:
    """The reply costs the die too, dug in or in cover or not."""
    s = fought(FAR_TANK, X, red=order, h0504="w")
    assert defence(s) == [INFANTRY, (-1, "3.7.1.a")]


@rule("3.7.1.a", "3.7.1.b", "3.7.1.e")
def test_each_infantry_stand_loses_its_die() -> None:
    """Two stands, one firing and one assaulting tanks: a die less each."""
    s = fought(A, "blue infantry B at 0502", TANK_X, does="join B")
    assert attack(s) == [INFANTRY, (-1, "3.7.1.b"), INFANTRY, (-1, "3.7.1.a")]


@rule("3.7.1.a", "3.7.1.b")
def test_no_die_less_against_soft_stands_nor_for_tanks() -> None:
    """Infantry against infantry and tanks against tanks have all their dice."""
    for attacker in (A, FAR):
        assert attack(fought(attacker, X)) == [INFANTRY]
    for tank in (TANK, FAR_TANK):
        assert attack(fought(tank, TANK_X)) == [ARMOUR]


@rule("3.7.1.b")
@pytest.mark.parametrize("target", ARMOURED)
def test_soft_infantry_in_close_combat_with_armour(target: str) -> None:
    """One die less for infantry on foot or in lorries; armoured infantry has all its dice."""
    for kind in ("infantry", "militia", "motorised-infantry"):
        s = fought(f"blue {kind} A at 0404", f"red {target} X at 0504")
        assert attack(s) == [INFANTRY, (-1, "3.7.1.b")]
    assert attack(fought("blue armoured-infantry A at 0404", f"red {target} X at 0504")) == [INFANTRY]


@rule("3.7.1.b", "3.7.1.g")
@pytest.mark.parametrize(
    ("order", "letter", "less"),
    [
        ("M", ".", True),
        ("M", "w", True),
        ("H", ".", True),
        *[("H", letter, False) for letter in COVER],
        *[("H", letter, True) for letter in ("r", "s", "h")],
        ("D", ".", False),
        ("D", "w", False),
    ],
)
def test_infantry_assaulted_by_armour(order: str, letter: str, less: bool) -> None:
    """A defender on H in cover, or dug in anywhere, keeps the die; all others lose it."""
    s = fought(TANK, X, red=order, h0504=letter)
    assert defence(s) == [INFANTRY] + [(-1, "3.7.1.b")] * less


@rule("3.7.1.b", "3.4.g")
def test_an_hq_assaulted_by_armour() -> None:
    """It counts as soft infantry: its one die is lost and given back as the least."""
    s = fought(TANK, "red infantry X at 0604", hqs=("blue hq HQ at 0403", "red hq Y at 0504"), red="M")
    assert defence(s) == [(1, "3.1.a"), (-1, "3.7.1.b"), (1, "3.4.g")]


@rule("3.7.1.c", "3.7.1.g")
@pytest.mark.parametrize("attacker", [A, FAR, TANK, FAR_TANK])
@pytest.mark.parametrize(
    ("order", "letter", "less"),
    [
        ("D", ".", True),
        ("D", "w", True),
        *[("H", letter, True) for letter in COVER],
        *[("H", letter, False) for letter in OPEN],
        *[("M", letter, False) for letter in COVER],
        *[("R", letter, False) for letter in COVER],
    ],
)
def test_attacking_cover_and_dug_in_stands(attacker: str, order: str, letter: str, less: bool) -> None:
    """One die less, by fire or close combat, against D anywhere and H in cover; M and R get nothing from cover."""
    s = fought(attacker, X, red=order, h0504=letter)
    assert ((-1, "3.7.1.c") in attack(s)) == less
    assert sum(amount for amount, _ in attack(s) if amount < 0) == -int(less)


@rule("3.7.1.c")
def test_each_attacking_stand_loses_its_die_to_cover() -> None:
    """Two stands lose two dice; called fire support, guns and air points lose none."""
    lines = (
        A,
        "blue infantry B at 0503",
        "blue infantry C at 0304 company=fs",
        "blue battery G at 0204",
        "air blue 1",
    )
    s = fought(*lines, X, red="D", does="join B, fire support C-fs, gun G, air")
    assert attack(s) == [INFANTRY, (-1, "3.7.1.c")] * 2 + [(1, "3.5.1.a"), (2, "3.5.1.b"), (2, "9.b")]


@rule("3.7.1.c")
def test_engineers_open_the_way() -> None:
    """In close combat a stand with engineers loses no die to cover; its neighbour without them does."""
    s = fought(f"{A} company=engineers", "blue infantry B at 0503", X, red="D", does="join B")
    assert attack(s) == [INFANTRY, (1, "3.7.e"), INFANTRY, (-1, "3.7.1.c")]
    s = fought(f"{A} company=engineers", X, red="H", h0504="t")
    assert attack(s) == [INFANTRY, (1, "3.7.e")]


@rule("3.7.1.c")
def test_engineers_do_not_help_fire_on_cover() -> None:
    """From two hexes away they waive nothing."""
    s = fought(f"{FAR} company=engineers", X, red="D")
    assert attack(s) == [INFANTRY, (-1, "3.7.1.c")]


@rule("3.7.1.c", "3.7.1.b")
def test_engineers_do_not_waive_the_die_lost_to_armour() -> None:
    """Infantry with engineers assaults dug-in tanks: no loss for the trenches, one for the armour."""
    s = fought(f"{A} company=engineers", TANK_X, red="D")
    assert attack(s) == [INFANTRY, (1, "3.7.e"), (-1, "3.7.1.b")]


@rule("3.7.1.c", "5.b")
def test_a_battery_in_cover() -> None:
    """It counts as H: its attackers lose a die if it stands in woods, and none in the open."""
    assert attack(fought(A, "red battery X at 0504", h0504="w")) == [INFANTRY, (-1, "3.7.1.c")]
    assert attack(fought(A, "red battery X at 0504")) == [INFANTRY]


@rule("3.7.1.d")
@pytest.mark.parametrize("target", ARMOURED)
def test_each_gun_loses_a_die_against_armour(target: str) -> None:
    """Two guns against an armoured stand throw one die each; an air point too; fire support keeps its die."""
    lines = ("blue medium-armour A at 0404", "blue infantry C at 0304 company=fs", "blue battery G at 0204")
    s = fought(*lines, "blue battery H at 0205", f"red {target} X at 0504", does="fire support C-fs, gun G, gun H")
    assert attack(s) == [ARMOUR, (1, "3.5.1.a"), *[(2, "3.5.1.b"), (-1, "3.7.1.d")] * 2]
    s = fought(*lines, f"red {target} X at 0504", "air blue 1", does="fire support C-fs, air")
    assert attack(s) == [ARMOUR, (1, "3.5.1.a"), (2, "9.b"), (-1, "9.b")]


@rule("3.7.1.d")
def test_guns_in_defence_against_armour() -> None:
    """The main opponent decides: tanks cost the gun a die, infantry does not."""
    for opponent, dice in (("A", [(2, "3.5.2.b"), (-1, "3.7.1.d")]), ("B", [(2, "3.5.2.b")])):
        lines = (TANK, "blue infantry B at 0503", X, "red battery G at 0904")
        s = fought(*lines, red="D", does=f"join B, oppose {opponent}, gun G")
        assert defence(s) == [INFANTRY, *dice]


@rule("3.7.1.d", "3.4.g")
@pytest.mark.parametrize(
    ("sp", "dice"),
    [(4, [(2, "3.1.c"), (-1, "3.7.1.d")]), (1, [(2, "3.1.c"), (-1, "3.7.2.b"), (-1, "3.7.1.d"), (1, "3.4.g")])],
)
def test_a_battery_assaulted_by_armour(sp: int, dice: list[tuple[int, str]]) -> None:
    """It fights for itself with one die less, and with one at least."""
    assert defence(fought(TANK, f"red battery X at 0504 sp={sp}")) == dice


@rule("3.7.1.d")
def test_a_barrage_on_armour() -> None:
    """In the artillery phase, too, one die; a battery at its last point cannot fire at armour at all."""
    text = scene_of(A, "blue battery G at 0204", "blue battery H at 0205 sp=1", TANK_X)
    text = text.replace("active blue attack", "phase guns")
    s = stage(text, 6).do("select", "G").do("barrage", "G", "0504").done()
    assert [(each.amount, each.rule) for each in s.last("barrage").modifiers] == [(2, "5.1.b"), (-1, "3.7.1.d")]
    assert s.last("barrage").dice == (6,)
    s = stage(text).do("select", "H")
    assert s.places("barrage") == {"0704"}  # the HQ only
    refused = s.refused("barrage", "H", "0504")
    assert (refused.reason, refused.rule) == ("H would throw no dice: artillery against armour.", "3.7.1.d")


@rule("3.7.1.e")
@pytest.mark.parametrize("attacker", [A, FAR])
@pytest.mark.parametrize("target", ["medium-armour", "armoured-infantry"])
def test_armour_and_cover_cost_one_die_at_most(attacker: str, target: str) -> None:
    """Infantry against dug-in armour in woods: one die less, not two or three."""
    s = fought(attacker, f"red {target} X at 0504", red="D", h0504="w")
    assert thrown(s)[0] == 2
    assert [amount for amount, cited in attack(s) if cited.startswith("3.7.1")] == [-1]


@rule("3.7.1.e")
def test_the_guns_lose_their_die_besides() -> None:
    """The one die of the core stand does not save the gun its own."""
    s = fought(A, "blue battery G at 0204", TANK_X, red="D", does="gun G")
    assert attack(s) == [INFANTRY, (-1, "3.7.1.b"), (2, "3.5.1.b"), (-1, "3.7.1.d")]


@rule("3.7.1.f")
def test_a_holding_attacker_has_no_benefit_from_cover() -> None:
    """Infantry on H attacks tanks out of a town: it loses its die, and the tanks that answer lose none."""
    s = fought(A, TANK_X, blue="H", h0404="t")
    assert attack(s) == [INFANTRY, (-1, "3.7.1.b")]
    assert defence(s) == [ARMOUR]


@rule("3.7.a", "3.7.f")
def test_an_attacker_in_cover_is_not_in_the_open() -> None:
    """Cover spares an attacker no die of 3.7.1, but he is no soft target in the open either."""
    company = "red infantry X at 0504 company=tanks"
    assert (2, "3.7.f") in defence(fought(A, company, blue="H"))
    assert (1, "3.7.f") in defence(fought(A, company, blue="H", h0404="t"))


@rule("3.7.1.g")
def test_what_is_cover() -> None:
    """Woods, town, bocage and works are cover; nothing else is."""
    kinds = rulebook().terrain.values()
    assert {kind.letter for kind in kinds if kind.cover} == set(COVER)
    assert {kind.letter for kind in kinds if not kind.cover} == set(OPEN)


# Other factors -------------------------------------------------------------------------------------


@rule("3.7.2.a")
@pytest.mark.parametrize("letter", ["R", "B", "e"])
def test_in_a_river_on_a_bridge_or_a_beach(letter: str) -> None:
    """One die less for a core stand there, attacking by fire or close combat, or defending."""
    assert attack(fought(A, X, h0404=letter)) == [INFANTRY, (-1, "3.7.2.a")]
    assert attack(fought(FAR, X, h0502=letter)) == [INFANTRY, (-1, "3.7.2.a")]
    assert defence(fought(A, X, h0504=letter)) == [INFANTRY, (-1, "3.7.2.a")]
    assert defence(fought(FAR, X, h0504=letter)) == [INFANTRY, (-1, "3.7.2.a")]


@rule("3.7.2.a", "3.5.b", "5.1.b")
@pytest.mark.parametrize("letter", ["R", "B", "e"])
def test_a_battery_there_throws_a_die_less_however_it_fires(letter: str) -> None:
    """In defence, called in support, and in a barrage."""
    assert defence(fought(A, "red battery X at 0504", h0504=letter))[-1] == (-1, "3.7.2.a")
    hqs = ("blue hq HQ at 0303", "red hq Y at 0704")
    s = fought(A, X, "blue battery G at 0403", does="gun G", hqs=hqs, h0403=letter)
    assert attack(s) == [INFANTRY, (2, "3.5.1.b"), (-1, "3.7.2.a")]
    s = stage(
        field(h0403=letter) + "\nblue hq HQ at 0303\nblue infantry A at 0404\nred hq Y at 0704\n"
        "red infantry X at 0504\nblue battery G at 0403\nphase guns\n",
        1,
    )
    s.do("select", "G").do("barrage", "G", "0504")
    assert [(each.amount, each.rule) for each in s.last("barrage").modifiers] == [(2, "5.1.b"), (-1, "3.7.2.a")]
    assert len(s.last("barrage").dice) == 1


@rule("3.7.2.a")
def test_a_stream_is_no_river() -> None:
    """No die less in a fordable stream, nor for attacking into a river."""
    assert attack(fought(A, X, h0404="s")) == [INFANTRY]
    assert attack(fought(A, X, h0504="R")) == [INFANTRY]


@rule("3.7.2.a", "3.7.2.b")
def test_other_factors_add_to_armour_and_cover() -> None:
    """A tank stand with two points left, on a bridge, attacks a dug-in stand: 4 - 2 - 1 - 1 is nothing.

    With three points left it is one die.
    """
    s = fought("blue medium-armour A at 0404 sp=3", X, red="D", h0404="B")
    assert attack(s) == [ARMOUR, (-1, "3.7.2.b"), (-1, "3.7.1.c"), (-1, "3.7.2.a")]
    text = scene_of("blue medium-armour A at 0404 sp=2", "blue infantry B at 0503", X, red="D", h0404="B")
    s = stage(text)
    assert s.options() == [Choice("attack", "B", "0504"), Choice("pass")]
    assert s.refused("attack", "A", "0504").rule == "3.4.e"


@rule("3.7.2.b")
@pytest.mark.parametrize(("sp", "dice"), [(4, 4), (3, 3), (2, 2), (1, 1)])
def test_a_die_less_for_each_point_below_battle_strength(sp: int, dice: int) -> None:
    """Not a second reduction beside the table's: a tank stand at 2 throws 2."""
    assert thrown(fought(f"{TANK} sp={sp}", TANK_X))[0] == dice


# Whole combats -------------------------------------------------------------------------------------


@rule("3.4.e", "3.7.1.c", "3.5.1.b", "3.5.2.b", "3.2.a", "3.2.d")
def test_a_prepared_assault_on_a_dug_in_stand() -> None:
    """Two infantry stands and two guns, (3-1)+(3-1)+2+2 = 8 dice on 6; anti-tank guns, fire support and two guns in
    defence, 3+1+1+4 = 9 dice on 5, 6 and pairs of 4."""
    lines = (A, "blue infantry B at 0503", "blue battery G at 0204", "blue battery H at 0205")
    enemy = (f"{X} company=at", "red infantry Z at 0604 company=fs", "red battery K at 0904", "red battery L at 0905")
    does = "join B, gun G, gun H, oppose A, fire support Z-fs, gun K, gun L"
    s = fought(*lines, *enemy, red="D", does=does, dice=(6, 6, 5, 5, 5, 4, 4, 1, 6, 5, 4, 4, 4, 3, 3, 2, 1)).done()
    assert thrown(s) == (8, 9)
    assert hits(s) == (2, 3)


@rule("3.7.a", "3.7.1.a", "3.2.c")
def test_tanks_fire_on_moving_infantry() -> None:
    """4+1 = 5 dice on 6 or a pair of 5; the reply 3-1 = 2 dice on the same."""
    s = fought(FAR_TANK, X, red="M", dice=(6, 5, 5, 4, 1, 5, 5)).done()
    assert (thrown(s), hits(s)) == ((5, 2), (2, 1))


@rule("3.4.h", "3.7.g", "3.2.c")
def test_a_holding_stand_attacks_moving_militia() -> None:
    """3+1 = 4 dice against 3, both on 6 or a pair of 5."""
    dice = (5, 5, 6, 1, 5, 5, 5)
    s = fought(f"{A} company=mg", "red militia X at 0504", blue="H", red="M", dice=dice).done()
    assert (thrown(s), hits(s)) == ((4, 3), (2, 1))


@rule("3.7.b", "3.7.c", "3.7.e", "3.7.1.b", "3.7.1.c", "3.2.b")
def test_tanks_with_engineers_storm_a_town() -> None:
    """Superior gun and engineers, 4+1+1 = 6 dice on 6 without loss for cover; the reply 3+2 = 5 dice on 5 or 6."""
    lines = (f"{TANK} superior company=engineers", f"{X} company=at")
    s = fought(*lines, h0504="t", dice=(6, 5, 5, 4, 4, 1, 6, 5, 4, 4, 1)).done()
    assert (thrown(s), hits(s)) == ((6, 5), (1, 2))


@rule("3.2.g", "3.1.c")
@pytest.mark.parametrize(("dice", "lost"), [((6, 5), 1), ((6, 6), 1), ((5, 5), 0)])
def test_a_shot_at_a_dug_in_stand(dice: tuple[int, ...], lost: int) -> None:
    """A full battery throws two dice; a 6 takes one point, two of them still one."""
    text = scene_of(A, "blue battery G at 0204", X, red="D").replace("active blue attack", "phase guns")
    s = stage(text, *dice).do("select", "G").do("barrage", "G", "0504").done()
    assert s.unit("X").sp == 5 - lost
