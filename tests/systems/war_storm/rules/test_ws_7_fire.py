"""7.1-7.3 Fire: groups, range, lines of fire, columns, modifiers, divisors, and the book's example."""

import pytest
from ws_fight import LANE, OPEN, Drill, attack, column, modifiers, platoons

from sandtable.systems.war_storm.rules.attack import column_of, factor_at, factors
from sandtable.systems.war_storm.rules.fire import targets
from sandtable.systems.war_storm.rules.spotting import spots
from sandtable.systems.war_storm.scene import scene
from sandtable.testing import rule


@rule("7.3.ex", "7.3.a", "7.3.b", "7.3.f", "7.3.g", "7.3.h", "7.3.i", "7.4.ex", "7.4.3.b", "9.1.2.ex", "9.1.2.b")
def test_the_attack_example_of_the_book() -> None:
    """Nine factors on column 9, a roll of 2: effect 6, three hits; a platoon dies and the company routs by 2."""
    drill = Drill(LANE, 1, 1, 2, 4, 1, 5, 3, 4)
    drill.do("fire", "U2", "D910").do("join", "U3").do("join", "M")
    group = attack(drill.b, "D910", "U2", "U3", "M")
    assert [note.amount for note in factors(drill.b, group)] == [3, 6] and group.ff == 9
    assert {note.rule: note.amount for note in group.modifiers} == {"3.1.1.a": -1, "BOC.1": 1}
    drill.do("fire")
    fired = drill.last("fired")
    assert (fired.need, fired.dice, fired.value) == (9, (1, 1), 6)
    assert (drill.last("hits").need, drill.last("hits").value) == (2, 3)
    check = drill.last("officer check")
    assert (check.dice, check.value) == ((2, 4), 3) and not drill.told("officer lost")
    assert drill.hits() == [("G1", 2), ("G2", 2), ("G2", 3)]
    assert [event.piece for event in drill.told("eliminated")] == ["G2"]
    morale = drill.last("company check")
    assert (morale.dice, morale.need, morale.value) == ((3, 4), 5, 2)
    assert [note.amount for note in morale.modifiers] == [1, -3]
    drill.run_on().done()
    assert {unit.id for unit in drill.b.units if unit.routed} == {"G1", "G3", "Gielnik"}
    assert drill.b.losses(drill.company("G1")) == 6
    assert all(drill.b.ground.distance[drill.unit(id).hex][drill.b.ground.index["D1209"]] >= 5 for id in ("G1", "G3"))
    assert drill.at("Gielnik") == drill.at("G1")


def line_of(text: str) -> str:
    """A board one hex wide."""
    return "\n".join(text.split()) + "\n"


@rule("7.2.a", "7.2.b", "1.h", "7.3.c")
def test_range_of_the_french() -> None:
    text = line_of(".0 .0 .0 .0 .0 .0 .0") + "blue french-infantry F at A000\n"
    for distance, ff in ((1, 5), (2, 5), (3, 3), (4, 3)):
        assert factor_at(scene(text), platoons(scene(text), "F")[0], distance) == ff
        b = scene(text + f"red grenadier G at A00{distance}")
        shot = attack(b, f"A00{distance}", "F")
        told = [(note.amount, note.label, note.rule) for note in factors(b, shot)]
        assert shot.ff == ff
        assert told == [(5, "F: FF 5", "7.2.a") if distance < 3 else (3, "F: FF 5 halved", "7.3.c")]
        assert targets(b, platoons(b, "F")[0]) == [b.ground.index[f"A00{distance}"]]
    assert targets(scene(text + "red grenadier G at A005"), platoons(scene(text), "F")[0]) == []
    assert factor_at(scene(text), platoons(scene(text), "F")[0], 5) == 0
    drill = Drill(text + "blue officer O at A000\nactor O\nred grenadier G at A005")
    refusal = drill.refused("fire", "F", "A005")
    assert refusal.rule == "7.2.b" and refusal.reason == "A005 is 5 hexes away; F reaches 4."


@rule("7.3.c", "1.h")
def test_what_is_halved_is_added_first() -> None:
    """Two platoons of FF 5 beyond their range have 5 together, not 3 and 3; the MG within its range adds all of 3."""
    text = line_of(".0 .0 .0 .0") + "red grenadier G at A003\n"
    text += "blue us-infantry A at A000 lost=1\nblue us-infantry B at A000 lost=1\nblue us-mg-3-3 M at A000"
    b = scene(text)
    assert attack(b, "A003", "A").ff == 3
    assert attack(b, "A003", "A", "B").ff == 5
    assert attack(b, "A003", "A", "B", "M").ff == 8


@rule("7.3.d")
def test_the_next_lower_column() -> None:
    text = line_of(".0 .0") + "red panzergrenadier P at A000\nblue us-infantry U at A001"
    assert column(scene(text), "A001", "P") == 6  # FF 7
    chart = scene(text).scenario.rulebook.chart
    assert [chart.columns[column_of(chart, ff)] for ff in (1, 7, 11, 13, 23, 28, 40)] == [1, 6, 10, 12, 20, 28, 28]


@rule("7.3.e", "3.f")
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("", "", 10),
        ("veteran", "veteran", 12),
        ("veteran", "", 10),
        ("green", "green", 9),
        ("green", "veteran", 9),
        ("green", "", 9),
    ],
)
def test_veterans_shift_right_and_green_troops_left(first: str, second: str, expected: int) -> None:
    text = line_of(".0 .0") + f"red grenadier G at A000 {first}\nred german-mg-4-4 M at A000 {second}\n"
    assert column(scene(text + "blue us-infantry U at A001"), "A001", "G", "M") == expected


@rule("7.3.e")
def test_no_shift_goes_past_the_ends() -> None:
    text = line_of(".0 .0") + "red german-mg-3-3 M at A000 lost=2 green\nblue us-infantry U at A001"
    assert column(scene(text), "A001", "M") == 1


@rule("3.1.1.a", "3.1.1.b", "3.1.j", "MOD")
def test_semi_automatic_fire_counts_once() -> None:
    text = line_of(".0 .0") + "red grenadier G at A001\nblue us-infantry A at A000\nblue us-infantry B at A000\n"
    b = scene(text + "blue us-mg-3-3 M at A000")
    assert modifiers(b, "A001", "M") == {}
    assert modifiers(b, "A001", "A") == {"3.1.1.a": -1}
    assert modifiers(b, "A001", "A", "B", "M") == {"3.1.1.a": -1}


@rule("MOD", "3.3.c", "7.3.f")
def test_six_steps_in_the_target_help_the_firer() -> None:
    text = line_of(".0 .0") + "red grenadier G at A000\nblue us-infantry A at A001\nblue officer O at A001\n"
    assert modifiers(scene(text + "blue us-mg-3-3 B at A001"), "A001", "G") == {"MOD": -1}
    assert modifiers(scene(text + "blue us-mg-3-3 B at A001 lost=1"), "A001", "G") == {}
    horse = text.replace("us-infantry A", "cavalry A") + "blue cavalry B at A001"
    assert modifiers(scene(horse), "A001", "G") == {}  # six steps, but not of infantry


@rule("5.1.4.c", "5.1.9.b", "MOD", "5.3.1.c", "7.3.f")
def test_fire_through_low_terrain() -> None:
    text = "red grenadier G at A000\nblue us-infantry A at A003\n"
    assert modifiers(scene(line_of(".0 f0 .0 .0") + text), "A003", "G") == {"5.1.4.c": 1}
    assert modifiers(scene(line_of(".0 f0 r0 .0") + text), "A003", "G") == {"5.1.4.c": 1}
    assert modifiers(scene(line_of(".0 m0 m0 .0") + text), "A003", "G") == {}
    assert modifiers(scene(line_of(".0 m0 o0 .0") + text), "A003", "G") == {"5.1.4.c": 1}
    assert modifiers(scene(line_of("f0 .0 .0 f0") + text), "A003", "G") == {}  # their own hexes do not count


@rule("BOC.1", "MOD", "7.1")
def test_a_plus_on_any_line_of_a_group_counts() -> None:
    text = OPEN + "red grenadier G at A102\nblue us-mg-3-3 A at A000\nblue us-mg-3-3 B at A001\nbocage A000/A100\n"
    b = scene(text)
    assert modifiers(b, "A102", "B") == {}
    assert modifiers(b, "A102", "A") == modifiers(b, "A102", "A", "B")
    one = scene(OPEN + "red grenadier G at A001\nblue us-mg-3-3 A at A000\nbocage A000/A001")
    assert modifiers(one, "A001", "A") == {"BOC.1": 1}


@rule("10.e", "MOD", "7.3.f")
def test_a_scenario_may_change_the_roll() -> None:
    text = line_of(".0 .0") + "red grenadier G at A000\nblue us-infantry A at A001\nfire-modifier 2"
    assert modifiers(scene(text), "A001", "G") == {"10.e": 2}


@rule("DIV", "7.3.h", "5.1.11.b")
@pytest.mark.parametrize(
    ("letter", "divisor"), [(".", 2), ("f", 2), ("m", 2), ("r", 3), ("l", 3), ("d", 3), ("o", 3), ("w", 4), ("B", 5)]
)
def test_divisors(letter: str, divisor: int) -> None:
    text = line_of(f".0 {letter}0") + "red grenadier G at A000\nblue us-infantry A at A001\nriver A001"
    assert attack(scene(text), "A001", "G").divisor == divisor


@rule("5.1.2.c", "DIV")
def test_a_crest_protects_from_fire_from_below() -> None:
    text = "red grenadier G at A000\nblue us-infantry A at A001\n"
    assert attack(scene(line_of(".0 .1") + text), "A001", "G").divisor == 3
    assert attack(scene(line_of(".1 .1") + text), "A001", "G").divisor == 2
    assert attack(scene(line_of(".2 .1") + text), "A001", "G").divisor == 2


@rule("5.1.2.c", "DIV", "7.3.h")
def test_one_firer_from_below_is_enough_for_the_crest() -> None:
    """G fires up at U over the crest, H from the hill beside it."""
    text = ".0 .0\n.0 .1\n.0 .1\nblue us-infantry U at A101\nred grenadier G at A100\nred grenadier H at A102\n"
    b = scene(text)
    assert [attack(b, "A101", *group).divisor for group in (("G",), ("H",), ("G", "H"))] == [3, 2, 3]


@rule("7.3.h", "21", "21.found", "DIV")
def test_an_improved_position_helps_its_own_side_only() -> None:
    text = line_of(".0 .0") + "red grenadier G at A000\nblue us-infantry A at A001\n"
    assert attack(scene(text + "improved blue A001"), "A001", "G").divisor == 3
    assert attack(scene(text + "improved red A001"), "A001", "G").divisor == 2


@rule("7.f", "3.d", "7.3.b")
def test_no_fire_through_friends() -> None:
    units = "blue us-infantry U at A000\nblue officer O at A000\nred grenadier G at A002\nactor O\n"
    drill = Drill(line_of(".0 .0 .0") + units + "blue us-mg-3-3 F at A001 of=other")
    refusal = drill.refused("fire", "U", "A002")
    assert (refusal.rule, refusal.reason) == ("7.f", "A friendly platoon stands in the line of fire to A002.")
    assert Drill(line_of(".0 .0 .0") + units + "blue officer F at A001 of=other").places("fire", "U") == {"A002"}
    high = Drill(line_of(".1 .0 .0") + units + "blue us-mg-3-3 F at A001 of=other")
    assert high.places("fire", "U") == {"A002"}
    target_high = Drill(line_of(".0 .0 .1") + units + "blue us-mg-3-3 F at A001 of=other")
    assert target_high.places("fire", "U") == {"A002"}


@rule("7.f")
def test_along_a_side_two_friends_are_needed_to_block() -> None:
    units = "blue us-mg-3-3 U at A001\nblue officer O at A001\nred grenadier G at A201\nactor O\n"
    one = Drill(OPEN + units + "blue us-mg-3-3 F at A100 of=other")
    assert one.places("fire", "U") == {"A201"}
    both = Drill(OPEN + units + "blue us-mg-3-3 F at A100 of=other\nblue us-mg-3-3 E at A101 of=other")
    assert both.refused("fire", "U", "A201").rule == "7.f"


@rule("7.3.b", "5.2.a", "5.2.b", "5.3.a")
def test_only_what_is_spotted_is_fired_at() -> None:
    units = "blue us-mg-4-4 U at A000\nblue officer O at A000\nred grenadier G at A005\nactor O\n"
    woods = Drill(line_of(".0 .0 .0 .0 .0 w0") + units)
    refusal = woods.refused("fire", "U", "A005")
    assert refusal.rule == "5.2.b" and "only up to 3 hexes away" in refusal.reason
    assert Drill(line_of(".0 .0 .0 .0 .0 .0") + units).places("fire", "U") == {"A005"}
    blocked = Drill(line_of(".0 .0 w0 .0 .0 .0") + units).refused("fire", "U", "A005")
    assert blocked.rule == "5.3.1.a" and "blocked at A002" in blocked.reason
    nobody = Drill(line_of(".0 .0 .0 .0 .0 .0") + units).refused("fire", "U", "A004")
    assert (nobody.rule, nobody.reason) == ("7.3.b", "There is no enemy in A004.")


@rule("7.3.b")
def test_one_spotted_unit_makes_the_hex_a_target_and_all_there_can_be_hit() -> None:
    text = line_of(".0 .0 .0 .0 w0") + "blue us-mg-4-4 U at A000\nblue officer O at A000\n"
    text += "red grenadier G at A004\nred grenadier H at A004 moving\nactor O\n"
    drill = Drill(text, 1, 1, 6)
    drill.do("fire", "U", "A004")
    assert {unit.id for unit in attack(drill.b, "A004", "U").victims} == {"G", "H"}


# Fire groups -------------------------------------------------------------------------------------

GROUP = """
blue officer O at A100 range=3
blue us-mg-4-4 A at A001
blue us-mg-4-4 B at A100
blue us-mg-4-4 C at A201
blue us-mg-4-4 X at A100 of=other
red grenadier G at A103
actor O
"""


@rule("7.1", "3.1.f")
def test_a_fire_group_is_a_chain_of_one_company() -> None:
    drill = Drill(OPEN + GROUP, 6, 6)
    drill.do("fire", "A", "A103")
    assert {choice.piece for choice in drill.options("join")} == {"B"}  # C touches only B
    refusal = drill.refused("join", "C")
    assert (refusal.rule, refusal.reason) == ("7.1", "C is not adjacent to the fire group.")
    assert drill.refused("join", "X").reason == "X belongs to another company."
    drill.do("join", "B")
    assert {choice.piece for choice in drill.options("join")} == {"C"}
    drill.do("all")
    assert drill.last("fired").need == 12
    drill.done()
    assert all(drill.platoon(id).finished and drill.platoon(id).moving for id in "ABC")
    assert not drill.platoon("X").finished


@rule("7.1")
def test_all_gathers_the_whole_chain_at_once() -> None:
    drill = Drill(OPEN + GROUP, 6, 6)
    drill.do("fire", "A", "A103").do("all")
    assert [event.piece for event in drill.told("joins")] == ["B", "C"]


@rule("7.1", "4.1.a")
def test_out_of_command_platoons_fire_alone() -> None:
    text = OPEN + GROUP.replace("B at A100", "B at A100 ooc active") + "red officer P at A103"
    drill = Drill(text, 6, 6)
    drill.do("fire", "A", "A103")  # nobody is asked: B is Out-of-Command, C touches nobody
    assert drill.last("fired").need == 4
    first = Drill(OPEN + GROUP.replace("A at A001", "A at A001 ooc active"), 6, 6)
    first.do("fire", "A", "A103")
    assert first.last("fired").need == 4 and not first.told("joins")


@rule("7.1", "4.3.2.e")
def test_who_waits_to_assault_does_not_fire_with_others() -> None:
    drill = Drill(OPEN + GROUP.replace("B at A100", "B at A100 waiting=A103"), 6, 6)
    drill.do("fire", "A", "A103")
    assert drill.last("fired").need == 4


@rule("7.1")
def test_the_player_says_who_joins() -> None:
    drill = Drill(LANE, 6, 6)
    drill.do("fire", "U2", "D910").do("join", "M")
    assert [event.piece for event in drill.told("joins")] == ["M"]
    drill.do("fire")
    assert drill.last("fired").need == 6  # 6 halved, and 3


@rule("7.1", "7.d", "4.3.2.c")
def test_who_has_acted_does_not_fire_again() -> None:
    drill = Drill(OPEN + GROUP, 6, 6)
    drill.do("prepare", "B")
    drill.do("fire", "A", "A103")
    assert drill.last("fired").need == 4
    assert drill.refused("fire", "A", "A103").rule == "4.3.2.c"


@rule("7.1", "7.f", "7.3.b")
def test_every_member_needs_a_line_of_fire_of_its_own() -> None:
    """Woods in A101 hide the target from B; without B there is no chain to C."""
    drill = Drill(OPEN + GROUP + "ground A101 w0\n", 6, 6)
    assert drill.places("fire", "B") == set() and drill.places("fire", "A") == {"A103"}
    drill.do("fire", "A", "A103")
    assert drill.last("fired").need == 4 and not drill.told("joins")


@rule("7.a", "7.e", "3.1.e", "7.c")
def test_the_basic_game_knows_only_anti_personnel_fire() -> None:
    text = line_of(".0 .0 .0") + "red german-mortar T at A000\nred german-mg-3-3 M at A000\nred officer O at A000\n"
    mortar = Drill(text + "blue us-infantry U at A002\nactor O")
    assert mortar.refused("fire", "T", "A002").rule == "3.1.e"
    assert mortar.places("fire", "M") == {"A002"}
    turned = (
        line_of(".0 .0 .0") + "blue us-mg-3-3 M at A000\nblue officer O at A000\nred assault-gun A at A002\nactor O"
    )
    armour = Drill(turned).refused("fire", "M", "A002")
    assert (armour.rule, armour.reason) == ("7.4.a", "Nothing in A002 can be hurt by anti-personnel fire.")


@rule("7.3.f", "7.3.g", "7.3.h", "1.f", "1.g")
def test_roll_effect_and_hits() -> None:
    """Column 6: a 7 gives 2, one hit in the open; divided by 3 nothing is left of it, and no morale is checked."""
    units = "blue us-mg-4-4 A at A000\nblue us-mg-4-4 B at A000 lost=2\nblue officer O at A000\n"
    units += "red grenadier G at A001\nactor O\n"
    drill = Drill(line_of(".0 .0") + units, 3, 4)
    drill.do("volley", "A", "A001")
    assert (drill.last("fired").need, drill.last("fired").value, drill.last("hits").value) == (6, 2, 1)
    assert drill.hits() == [("G", 1)] and not drill.told("company check")
    covered = Drill(line_of(".0 l0") + units, 3, 4)
    covered.do("volley", "A", "A001")
    assert (covered.last("fired").value, covered.last("hits").need, covered.last("hits").value) == (2, 3, 0)
    assert covered.hits() == []
    covered.done()


@rule("7.3.b", "5.2.a", "7.4.a")
def test_a_spotted_officer_does_not_make_platoons_a_target() -> None:
    """In the woods P, who has moved, is seen at 4, and G, which has not, at 3; without G the officer is a target."""
    text = OPEN + "blue us-mg-4-4 M at A001\nblue officer O at A001\nred officer P at A401 moving\n"
    text += "red grenadier G at A401\nground A401 w0\nactor O"
    drill = Drill(text)
    assert drill.places("fire", "M") == set()
    refusal = drill.refused("fire", "M", "A401")
    assert (refusal.rule, "3" in refusal.reason) == ("5.2.b", True)
    assert Drill(text.replace("G at A401", "G at A401 moving")).places("fire", "M") == {"A401"}
    assert Drill(text.replace("G at A401", "G at off")).places("fire", "M") == {"A401"}


@rule("7.3.b", "7.4.a")
def test_spotted_armour_does_not_make_platoons_behind_it_a_target() -> None:
    text = OPEN + "blue us-mg-4-4 M at A001\nblue officer O at A001\nred assault-gun S at A401\n"
    text += "red grenadier G at A401\nground A401 w0\nactor O"
    b = scene(text)
    assert spots(b, b.unit("M"), b.unit("S")) and not spots(b, b.unit("M"), b.unit("G"))
    assert Drill(text).places("fire", "M") == set()


@rule("7.d", "5.2.d", "4.3.2.b")
def test_who_has_fired_is_finished_and_counts_as_moving() -> None:
    units = "blue us-infantry A at A000\nblue officer O at A000\nred grenadier G at A001\nactor O\n"
    drill = Drill(line_of(".0 .0") + units, 6, 6)
    drill.do("fire", "A", "A001").done()
    assert drill.platoon("A").moving and drill.platoon("A").finished and drill.platoon("A").used
    assert not drill.platoon("G").moving


@rule("7.1", "7.2.b", "4.3.2.c", "4.3.2.a")
def test_why_nobody_may_fire_at_a_hex_is_told_of_the_nearest_who_could() -> None:
    text = (
        f"{OPEN}\nblue officer O at A000 range=9\nblue us-infantry P at A000\nblue us-infantry Q at A001\n"
        "red grenadier G at A006\nactor O"
    )
    drill = Drill(text)
    refusal = drill.refused("alone", "", "A006")
    assert refusal.rule == "7.2.b" and refusal.reason.startswith("A006 is 5 hexes away; Q reaches")
    for place in ("A003", "nowhere"):
        nobody = drill.refused("alone", "", place)
        assert nobody.rule == "4.3.2.a" and nobody.reason.startswith("There is no enemy to fire at.")
    drill.do("prepare", "P").do("prepare", "Q")
    assert drill.refused("alone", "", "A006").reason == "No platoon is left that could fire."
