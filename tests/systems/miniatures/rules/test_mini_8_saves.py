"""8 Saves, 9 armor saves, and the notes of weapons and tanks about them (16.3, 17.2)."""

import pytest
from mini_fire import all_fire, firing, lost, need, scene_of
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.rules.fire.saves import aspects
from sandtable.systems.miniatures.scene import scene
from sandtable.testing import rule

QUIET = "PL rifle A at 60,3 markers=1"
LMG = f"{QUIET}; lmg B at 30,10"
PAK = f"{QUIET}; pak40 B at 30,10"
HOUSE = "building B1 20,18 40,18 40,24 20,24"
WOOD = "wood W1 20,18 40,18 40,24 20,24"


def save(s: MiniStage) -> tuple[int, str]:
    """The number and the rule of the last save."""
    return (s.last("saves").need, s.last("saves").rule)


# 8 -----------------------------------------------------------------------------------------------


@rule("8.1", "8.5")
def test_equal_saves_and_less_does_not() -> None:
    """Dice are rolled after all hits are allocated; X rolls 3 and stands, Y rolls 2 and is removed."""
    s = firing(LMG, "PL rifle X at 30,20 moved; rifle Y at 33,20 moved", dice=(6, 6, 1, 3, 2)).done()
    assert [event.kind for event in s.play.log if event.kind in ("shot", "saves")] == ["shot", "saves", "saves"]
    assert lost(s) == ["Y"] and s.team("Y").lost and not s.team("X").lost


@rule("8.1", "3.3.c")
def test_successes_that_are_rolled_again_must_equal_their_number_too() -> None:
    """Three saves of 3+: 3, 3 and 2; of the two that were good the second roll of 2 is not."""
    s = firing(LMG, "PL rifle X at 30,20 moved", dice=(6, 6, 6, 3, 3, 2, 3, 2), target="veteran activated ran").done()
    assert (s.last("saves").value, s.last("saves again").dice, s.last("saves again").value) == (1, (3, 2), 2)
    assert lost(s) == ["X"]


@rule("8.1", "17.2")
def test_failures_that_are_rolled_again_count_by_the_second_roll() -> None:
    """Front 5+: a 4, which is rolled again and is a 5; another time a 4 and no more."""
    for second, failed in ((5, 0), (4, 1)):
        damage = (1,) * failed
        s = firing(f"{QUIET}; bazooka B at 30,10", "PL panzer-iv X at 30,30.5", dice=(6, 4, second, *damage)).done()
        assert (s.last("saves").value, s.last("saves again").dice) == (1, (second,))
        assert s.last("saves again").value == failed == len(s.told("damage"))


@rule("8.1", "6.18")
@pytest.mark.parametrize(("die", "falls"), [(3, False), (2, True)])
def test_an_at_weapon_leaves_infantry_one_save(die: int, falls: bool) -> None:
    """Two of the two dice hit; one save of 3+, rolled once."""
    s = firing(PAK, "PL rifle X at 30,20 moved", dice=(6, 6, die)).done()
    assert (s.last("saves").dice, s.last("saves").need, lost(s)) == ((die,), 3, ["X"] if falls else [])


@rule("8.5")
def test_a_team_with_several_dice_must_pass_them_all() -> None:
    s = firing(LMG, "PL rifle X at 30,20 moved", dice=(6, 6, 6, 6, 6, 2)).done()
    assert s.last("saves").value == 1 and lost(s) == ["X"]
    assert [event.piece for event in s.told("destroyed")] == ["G1"], "it was the last Team of its Unit"


@rule("8.2")
@pytest.mark.parametrize(("terrain", "number"), [("", 3), (WOOD, 3), (HOUSE, 2)])
def test_infantry_saves(terrain: str, number: int) -> None:
    s = firing(LMG, "PL rifle X at 30,20 moved", terrain, dice=(6, 1, 1, number)).done()
    assert save(s) == (number, "8.2") and lost(s) == []


@rule("8.3", "10.2")
@pytest.mark.parametrize(("terrain", "number"), [("", 5), (WOOD, 5), (HOUSE, 3)])
def test_gun_saves(terrain: str, number: int) -> None:
    """The table stands: hard cover makes it 3, not 4."""
    s = firing(LMG, "PL rifle X at 60,47; lmg Y at 30,20 moved", terrain, dice=(6, 1, 1, number)).done()
    assert save(s) == (number, "8.3") and lost(s) == []


@rule("8.4")
@pytest.mark.parametrize(
    ("words", "unit", "number"),
    [("", "activated", 3), ("fired", "activated", 5), ("moved", "activated", 5), ("", "activated overwatch", 3)],
)
def test_quiet_guns_save_as_infantry(words: str, unit: str, number: int) -> None:
    """Overwatch does not matter for it."""
    s = stage(
        scene_of(LMG, f"PL rifle X at 60,47; lmg Y at 30,20 {words}", target=f"veteran {unit}"), 6, 1, 1, number
    )
    s.do("fire", "U1")
    all_fire(s, "G1")
    if s.asked[1] == "going to ground":
        s.do("pass")
    assert s.done().last("saves").need == number
    assert (s.last("saves").rule == "8.4") == (number == 3)


@rule("16.3")
@pytest.mark.parametrize(("faces", "number"), [("0,-1", 3), ("1,0", 3), ("0,1", 5)])
def test_gun_shields_against_plain_weapons_from_the_front(faces: str, number: int) -> None:
    """A 57mm that fired: 3+ if the firer is in its forward half, even to the side; 5+ from behind."""
    s = firing(LMG, f"PL rifle X at 60,47; 57mm Y at 30,20 fired faces {faces}", dice=(6, 1, 1, number)).done()
    assert s.last("saves").need == number


@rule("16.3")
@pytest.mark.parametrize("kind", ["57mm", "105mm", "pak40"])
def test_who_has_a_shield(kind: str) -> None:
    s = firing(LMG, f"PL rifle X at 60,47; {kind} Y at 30,20 fired", dice=(6, 1, 1, 3)).done()
    assert s.last("saves").need == 3


@rule("16.3")
def test_a_shield_is_no_help_against_at_weapons_and_does_not_conceal() -> None:
    s = firing(PAK, "PL rifle X at 60,47; 57mm Y at 30,20 fired", dice=(3, 1, 5)).done()
    assert (s.last("shot").need, s.last("shot").dice) == (3, (3, 1))  # half of 4 dice: it is not in hard cover
    assert s.last("saves").need == 5


@rule("16.3", "6.20", "6.15")
def test_a_shield_counts_for_the_order_of_allocation() -> None:
    """One hit: it goes to the LMG in the open and not to the gun behind its shield."""
    s = firing(LMG, "PL rifle X at 60,47; 57mm Y at 30,20 fired; lmg Z at 33,20 fired", dice=(6, 1, 1, 5)).done()
    assert s.last("saves").piece == "Z"


@rule("16.3", "6.16", "6.20")
def test_a_shield_does_not_count_for_the_order_of_at_hits() -> None:
    s = firing(PAK, "PL rifle X at 60,47; 57mm Y at 30,20 fired; lmg Z at 33,20 fired", dice=(6, 1, 5))
    assert s.asked[0] == "red" and {choice.piece for choice in s.options()} == {"Y", "Z"}


@rule("3.3.c")
def test_who_ran_saves_twice() -> None:
    """A successful save is rolled again; the second counts."""
    s = firing(LMG, "PL rifle X at 30,20 moved", dice=(6, 1, 1, 6, 2), target="veteran activated ran").done()
    assert s.last("saves again").dice == (2,) and lost(s) == ["X"]


@rule("3.3.c", "6.14")
def test_two_reasons_to_roll_again_count_once() -> None:
    """Green, moving in the open (1 or less), and it ran: still one re-roll."""
    s = firing(LMG, "PL rifle X at 30,20 moved", dice=(6, 1, 1, 6, 6), target="green activated ran").done()
    assert len(s.told("saves again")) == 1 and lost(s) == []


# 9 -----------------------------------------------------------------------------------------------

FAR = "PL panther X at 30,35"  # 24 inches from the gun


@rule("9.2", "9.1", "8.1")
@pytest.mark.parametrize(("terrain", "number"), [("", 3), (HOUSE, 2)])
def test_soft_skinned_teams_save_as_infantry(terrain: str, number: int) -> None:
    s = firing(LMG, "PL truck X at 30,20", terrain, dice=(6, 1, 1, number)).done()
    assert save(s) == (number, "9.2") and s.told("damage") == []


@rule("9.2", "8.1", "6.18")
@pytest.mark.parametrize(("terrain", "number"), [("", 5), (HOUSE, 3)])
def test_against_at_weapons_as_guns(terrain: str, number: int) -> None:
    """Full dice, a save for each hit, as a gun that moves, and no damage roll: a failure removes it."""
    s = firing(PAK, "PL truck X at 30,20", terrain, dice=(6, 6, 1, 1, number, number - 1)).done()
    assert (save(s), s.last("saves").value, lost(s)) == ((number, "9.2"), 1, ["X"])


@rule("9.3")
def test_plain_weapons_do_nothing_to_armor() -> None:
    """They may not even fire at a Unit of nothing but armor."""
    s = stage(scene_of(f"{LMG}; pak40 C at 36,10", FAR), 1, 1, 1, 1)
    s.do("fire", "U1")
    refused = s.refused("fire", "B", "G1")
    assert (refused.reason, refused.rule) == (
        "Only AT weapons can harm Armored Teams, and the LMG is not one.",
        "9.3",
    )
    all_fire(s, "G1").done()
    assert [event.piece for event in s.told("shot")] == ["C"]


@rule("9.3")
def test_hits_of_plain_weapons_pass_armor_by() -> None:
    """A tank and a rifle Team: all three hits are for the rifles."""
    s = firing(LMG, "PL rifle X at 30,20 moved; m4-sherman Y at 34,20 moved", dice=(6, 6, 6, 6, 6, 6))
    assert [(event.piece, len(event.dice)) for event in s.told("saves")] == [("X", 3)]


@rule("9.4")
def test_armor_saves_one_for_each_hit() -> None:
    """Front 3+, hard cover does not better it."""
    s = firing(PAK, "PL panther X at 30,35", "building B1 20,33 40,33 40,38 20,38", dice=(6, 6, 6, 1, 3, 3, 3))
    assert (len(s.last("saves").dice), s.last("saves").need, s.last("saves").rule) == (3, 3, "9.4")


@rule("9.5", "9.6")
@pytest.mark.parametrize(
    ("die", "result"),
    [(1, "no effect"), (2, "no effect"), (3, "no effect"), (4, "suppressed"), (5, "suppressed"), (6, "destroyed")],
)
def test_the_vehicle_damage_table(die: int, result: str) -> None:
    s = firing(PAK, FAR, dice=(6, 1, 1, 1, 2, die)).done()
    assert s.last("damage").text == result
    assert (s.team("X").lost, s.team("X").markers) == (result == "destroyed", int(result == "suppressed"))


@rule("9.5")
def test_a_damage_roll_for_every_failed_save() -> None:
    s = firing(PAK, FAR, dice=(6, 6, 1, 1, 2, 2, 3, 3)).done()
    assert s.last("damage").dice == (3, 3)
    s = firing(PAK, FAR, dice=(6, 6, 1, 1, 3, 3)).done()
    assert s.told("damage") == []


@rule("9.7", "11.1")
def test_the_marker_of_the_hits_goes_to_another_tank() -> None:
    """Vector d: the damage table has suppressed X, so the marker for three hits goes to Y."""
    red = "PL panther X at 30,35; panther Y at 34,35"
    s = firing(PAK, red, dice=(6, 6, 6, 1, 2, 6, 6, 4))
    s.do("take", "X").done()
    assert (s.team("X").markers, s.team("Y").markers) == (1, 1)


@rule("9.7")
def test_several_suppressions_of_one_weapon_are_one() -> None:
    s = firing(PAK, "PL panther X at 30,35; panther Y at 34,35", dice=(6, 6, 1, 1, 2, 2, 4, 5))
    s.do("take", "X").done()
    assert (s.team("X").markers, s.team("Y").markers) == (1, 0)


@rule("9.8")
@pytest.mark.parametrize(("y", "again"), [(30.1, True), (30.11, False)])
def test_close_range_rolls_successes_again(y: float, again: bool) -> None:
    """18 inches from edge to edge: 18 and both radii, 1.0 and 1.1."""
    s = firing(PAK, f"PL panther X at 30,{y}", dice=(6, 1, 1, 1, 6, *((3,) if again else ()))).done()
    assert (len(s.told("saves again")) == 1) == again and lost(s) == []


@rule("9.8")
def test_vector_d() -> None:
    """A Sherman's 75mm at 15 inches at the front of a Panther: three hits, saves 3+, successes rolled again."""
    s = firing("PL m4-sherman A at 30,10", "PL panther X at 30,27.2", dice=(3, 4, 5, 2, 3, 3, 2, 6, 2, 1, 1)).done()
    assert (s.last("shot").need, s.last("shot").value) == (3, 3)
    assert (s.last("saves").dice, s.last("saves again").dice, s.last("saves again").value) == ((3, 3, 2), (6, 2), 2)
    assert s.last("damage").dice == (1, 1)
    assert s.team("X").markers == 1  # floor(3 / 3)


@rule("9.9")
@pytest.mark.parametrize(
    ("x", "y", "front"),
    [(30, 18.9, True), (30, 18.91, False), (50, 18.9, True), (10, 18.91, False), (30, 30, False)],
)
def test_front_and_flank(x: float, y: float, front: bool) -> None:
    """The tank at 30,20 looks south; the line across its nose is 1.1 inches ahead of its centre."""
    text = scene_of(f"PL rifle A at {x},{y}", "PL stug-iii-g X at 30,20 faces 0,-1")
    b = scene(text)
    tank, firer = b.team("X"), b.team("A")
    assert aspects(tank, firer) == (front, front)


@rule("9.9")
@pytest.mark.parametrize(("x", "front"), [(31.1, True), (31.09, False), (28, False)])
def test_front_and_flank_of_a_tank_that_looks_east(x: float, front: bool) -> None:
    b = scene(scene_of(f"PL rifle A at {x},35", "PL stug-iii-g X at 30,20 faces 1,0"))
    assert aspects(b.team("X"), b.team("A")) == (front, front)


@rule("9.9")
@pytest.mark.parametrize(("faces", "number"), [("0,-1", 3), ("0,1", 5)])
def test_flank_armor_from_behind(faces: str, number: int) -> None:
    s = firing(PAK, f"PL panther X at 30,35 faces {faces}", dice=(6, 1, 1, 1, 6)).done()
    assert s.last("saves").need == number


@rule("9.10")
@pytest.mark.parametrize(("die", "number", "text"), [(3, 3, "hull"), (4, 5, "turret")])
def test_hull_and_turret_may_show_different_sides(die: int, number: int, text: str) -> None:
    """The hull looks at the gun, the turret away: 1-3 the hull is hit, 4-6 the turret. One roll for the weapon."""
    s = firing(PAK, "PL panther X at 30,35 faces 0,-1 turret 0,1", dice=(6, 6, 1, 1, die, 6, 6)).done()
    assert (s.last("hit location").text, s.last("saves").need) == (text, number)


@rule("17.2", "9.11")
def test_vector_f() -> None:
    """A Panzerfaust at 3 inches on a Panzer IV: skirts and close range cancel, one roll for each save."""
    blue = f"{QUIET}; panzerfaust B at 30,10"
    s = firing(blue, "PL panzer-iv X at 30,14.85", dice=(6, 6, 5, 4, 1)).done()
    assert s.told("saves again") == [] and s.last("saves").value == 1


@rule("17.2")
@pytest.mark.parametrize(("kind", "again"), [("stug-iii-g", True), ("panzer-iv", True), ("m4-sherman", False)])
def test_skirts_roll_failures_again(kind: str, again: bool) -> None:
    """A Bazooka at long range, beyond 18 inches: only the skirts speak."""
    blue = f"{QUIET}; bazooka B at 30,10"
    dice = (6, 1, 6) if again else (6, 1, 3)
    s = firing(blue, f"PL {kind} X at 30,30.5", dice=dice).done()
    assert len(s.told("saves again")) == int(again)
    assert lost(s) == []


@rule("17.2")
def test_skirts_do_not_help_against_guns() -> None:
    s = firing(PAK, "PL panzer-iv X at 30,35", dice=(6, 1, 1, 1, 1, 3)).done()
    assert s.told("saves again") == []


@rule("9.11", "3.3.c")
def test_running_cancels_skirts() -> None:
    blue = f"{QUIET}; bazooka B at 30,10"
    s = firing(blue, "PL panzer-iv X at 30,30.5 moved", dice=(6, 6), target="veteran activated ran").done()
    assert s.told("saves again") == []


@rule("8.1", "9.4", "9.9")
def test_no_flank_save_at_all() -> None:
    """A half-track from behind: every hit is a failed save, and no die falls for it."""
    s = firing(PAK, "PL m3-half-track X at 30,35 faces 0,1", dice=(6, 1, 1, 1, 3)).done()
    assert (s.last("saves").dice, s.last("saves").value, s.last("damage").dice) == ((), 1, (3,))


@rule("16.3", "10.2", "6.12.a")
@pytest.mark.parametrize(
    ("firer", "facing", "needed"),
    [("rifle A at 30,10", "0,-1", 4), ("rifle A at 30,10", "0,1", 3), ("bazooka A at 30,12", "0,-1", 3)],
)
def test_a_shield_conceals_like_other_hard_cover(firer: str, facing: str, needed: int) -> None:
    """From the front and from weapons that are not AT, as digging in does by the same words."""
    s = firing(f"PL {firer}", f"57mm X at 30,20 fired faces {facing}", dice=(1,) * 2)
    assert need(s) == needed
