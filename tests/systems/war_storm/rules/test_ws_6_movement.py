"""Chapter 6: moving alone, in groups and with the officer; double time, roads and trails, terrain markers."""

from copy import copy

import pytest
from ws_fight import Drill
from ws_turns import FIELD, ROW, Turns, costs, left

from sandtable.systems.war_storm.rules.march import STOP, why_not_there
from sandtable.systems.war_storm.rules.movement import reach_of, traveller, why_no_double
from sandtable.systems.war_storm.rules.reach import plain_search, search
from sandtable.systems.war_storm.rules.stacking import closed
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import OFF_MAP, Move
from sandtable.testing import rule


@rule("6.2.a", "6.2.b", "6.2.d", "3.1.g")
def test_a_move_is_paid_hex_by_hex_and_need_not_be_all() -> None:
    """Five MP in the open: five hexes and no more; a machine gun has four."""
    assert costs(f"{ROW}\nblue us-infantry P at A000", "P") == {f"A00{n}": n for n in range(1, 6)}
    assert max(costs(f"{ROW}\nblue us-mg-3-3 P at A000", "P").values()) == 4
    stage = Drill(f"{ROW}\nblue officer O at A000 type=harmon\nblue us-infantry P at A000\nactor O")
    stage.do("move", "P")
    refusal = stage.refused("to", "P", "A006")
    assert (refusal.rule, "5 MP" in refusal.reason) == ("6.2.b", True)
    stage.do("to", "P", "A002").do("halt")
    assert (stage.at("P"), stage.platoon("P").finished) == ("A002", True)
    assert stage.last("moved").value == 2


@rule("6.2.d", "4.3.2.b")
def test_the_hex_of_a_move_may_be_its_end_at_once() -> None:
    text = f"{ROW}\nblue officer O at A000 type=harmon\nblue us-infantry P at A000\nactor O"
    stage = Drill(text).do("move", "P").do("to", "P", "A002", STOP)
    assert (stage.at("P"), stage.platoon("P").finished, stage.b.move) == ("A002", True, None)
    assert stage.asked == ("blue", "action")
    stage = Drill(text).do("move", "P").do("to", "P", "A002")
    assert stage.asked == ("blue", "march") and not stage.platoon("P").finished
    assert stage.refused("to", "P", "A006", STOP).rule == "6.2.b"


@rule("6.2.a", "chart.terrain")
def test_what_each_terrain_costs_on_foot() -> None:
    for letter, cost in {".": 1, "f": 1, "o": 1, "r": 2, "l": 2, "d": 2, "B": 2, "w": 3, "m": 3}.items():
        assert costs(f".0\n{letter}0\nblue us-infantry P at A000", "P") == {"A001": cost}


@rule("6.2.b")
def test_no_minimum_move() -> None:
    """A heavy machine gun with three MP cannot climb into woods at all."""
    assert costs(".0\nw1\nblue us-mg-4-4 P at A000", "P") == {}


@rule("6.2.c", "4.3.2.c")
def test_mp_are_neither_saved_nor_shared() -> None:
    text = (
        f"{ROW}\nblue officer O at A000 type=harmon\nblue us-infantry P at A000\nblue us-infantry Q at A000\nactor O"
    )
    stage = Drill(text).do("move", "P").do("to", "P", "A002").do("halt").do("move", "Q")
    assert max(left(stage).values()) == 5
    stage.do("to", "Q", "A001").do("halt")
    assert stage.refused("move", "P").rule == "4.3.2.c"


@rule("6.2.e", "5.1.3")
def test_climbing_adds_a_point_for_each_level_and_going_down_nothing() -> None:
    """Into light woods one level up: 2 + 1."""
    assert costs(".0\nl1\nblue us-infantry P at A000", "P") == {"A001": 3}
    assert costs(".0\n.2\nblue us-infantry P at A000", "P") == {"A001": 3}
    assert costs(".2\n.0\nblue us-infantry P at A000", "P") == {"A001": 1}


@rule("6.2.f")
def test_enemy_platoons_close_a_hex() -> None:
    text = f"{ROW}\nblue officer O at A000 type=harmon\nblue us-infantry P at A000\nred grenadier G at A003\nactor O"
    stage = Drill(text).do("move", "P")
    refusal = stage.refused("to", "P", "A003")
    assert refusal.rule == "6.2.f"
    assert set(left(stage)) == {"A001", "A002"}


@rule("6.2.f", "9.1.1.c")
def test_enemy_officers_alone_are_caught() -> None:
    """Platoons enter their hex and eliminate them, and their company checks; an officer by himself may not enter."""
    text = f"""{ROW}
    blue officer O at A000 type=harmon
    blue us-infantry P at A000
    red officer X at A002 morale=7 range=9
    red grenadier G at A009
    actor O"""
    assert "A002" not in costs(text, "O")
    stage = Drill(text, 3, 3).do("move", "P").do("to", "P", "A002")
    assert stage.at("X") == ""
    assert stage.last("officer lost").rule == "6.2.f"
    assert stage.company("G").replace
    stage.done()


@rule("6.2.g", "6.1.a")
def test_a_mixed_stack_pays_the_dearest_cost_with_the_fewest_mp() -> None:
    """The example: foot pays 2 for rough and tracks 3, so all pay 3."""
    text = ".0\nr0\n.0\nblue officer O at A000 type=harmon\nblue us-infantry P at A000\nblue recon R at A000\nactor O"
    assert costs(text, "P")["A001"] == 2
    assert costs(text, "R")["A001"] == 3
    assert costs(text, "P", "R")["A001"] == 3
    stage = Drill(text).do("move", "O").do("along", "P").do("along", "R").do("to", "O", "A001")
    assert stage.last("moved").value == 3
    assert left(stage) == {"A000": 4, "A002": 4}
    assert max(costs(f"{ROW}\nblue us-infantry P at A000\nblue recon R at A000", "P", "R").values()) == 5


@rule("6.2.g", "6.1.a")
def test_wheels_and_tracks_together_pay_for_the_wheels() -> None:
    """In rough wheels pay 4 and tracks 3; woods are closed to wheels, and so to both."""
    text = "r0\n.0\nw0\nblue recon R at A001\nblue motorized-infantry M at A001"
    assert (costs(text, "R")["A000"], costs(text, "M")["A000"]) == (3, 4)
    assert costs(text, "R", "M") == costs(text, "M", "R") == {"A000": 4}


@rule("6.1.a", "6.5.a", "5.1.10.a")
def test_prohibited_terrain_by_movement_type() -> None:
    """Marsh is for foot alone, woods are closed to wheels; cavalry goes on foot."""
    for counter, open_ in (("us-infantry", {"m", "w"}), ("cavalry", {"m", "w"}), ("motorized-infantry", set())):
        for letter in ("m", "w"):
            found = costs(f".0\n{letter}0\nblue {counter} P at A000", "P")
            assert bool(found) is (letter in open_), (counter, letter)
    assert costs(".0\nm0\nblue recon P at A000", "P") == {}


# Groups ------------------------------------------------------------------------------------------

STACK = f"""{FIELD}
blue officer O at A000 type=harmon
blue us-infantry P at A000
blue us-infantry Q at A000
blue us-infantry R at A001
actor O
"""


@rule("6.a")
def test_units_that_stood_together_may_move_together() -> None:
    stage = Drill(STACK).do("move", "P")
    assert {choice.piece for choice in stage.options("along")} == {"O", "Q"}
    refusal = stage.refused("along", "R")
    assert refusal.rule == "6.a"
    stage.do("along", "Q").do("to", "P", "A102")
    assert (stage.at("P"), stage.at("Q")) == ("A102", "A102")
    assert stage.last("moved").text == "Q"
    stage.do("halt")
    assert stage.platoon("P").finished and stage.platoon("Q").finished


@rule("4.3.2.b", "6.2.b")
def test_nobody_goes_along_with_whom_the_group_could_not_move() -> None:
    """Woods uphill cost 4 all around: the machine guns with their 3 MP would hold the others."""
    rows = "\n".join(" ".join(".0" if (q, r) == (2, 2) else "w1" for q in range(5)) for r in range(5))
    text = f"{rows}\nblue officer O at A202\nblue us-infantry U at A202\nblue us-mg-4-4 M at A202\n"
    stage = Drill(f"{text}red grenadier G at A404 finished\nactor O").do("move", "U")
    assert {choice.piece for choice in stage.options("along")} == {"O"}
    assert stage.refused("along", "M").rule == "6.2.b"
    stage.do("along", "O")
    assert stage.asked == ("blue", "march") and not stage.unit("U").finished


@rule("6.a", "6.c")
def test_without_its_officer_a_group_picks_nobody_up_and_drops_nobody() -> None:
    stage = Drill(STACK).do("move", "P").do("along", "Q").do("to", "P", "A001")
    assert stage.options("along") == []
    assert stage.refused("along", "R").rule == "6.c"
    assert stage.refused("drop", "Q").rule == "6.c"


@rule("6.b", "6.c", "6.d")
def test_the_officer_picks_up_and_leaves_behind() -> None:
    """R is taken along at A001 and counts as having spent what the stack has; Q stays behind and is done."""
    stage = Drill(STACK).do("move", "O").do("along", "P").do("along", "Q").do("to", "O", "A001")
    assert {choice.piece for choice in stage.options("along")} == {"R"}
    assert {choice.piece for choice in stage.options("drop")} == {"P", "Q"}
    stage.do("drop", "Q").do("along", "R")
    assert max(left(stage).values()) == 5
    stage.do("to", "O", "A003").do("halt")
    assert [stage.at(id) for id in ("O", "P", "Q", "R")] == ["A003", "A003", "A001", "A003"]
    assert all(stage.unit(id).finished for id in "OPQR")
    assert stage.asked == ("", "")


@rule("6.c")
def test_a_slow_platoon_is_not_picked_up_late() -> None:
    """A heavy machine gun has three MP: after four spent it cannot join."""
    text = f"{ROW}\nblue officer O at A000 type=harmon\nblue us-infantry P at A000\nblue us-mg-4-4 M at A004\nactor O"
    stage = Drill(text).do("move", "O").do("along", "P").do("to", "O", "A004")
    assert stage.refused("along", "M").rule == "6.c"
    early = Drill(text.replace("M at A004", "M at A002")).do("move", "O").do("along", "P").do("to", "O", "A002")
    early.do("along", "M")
    assert left(early) == {"A001": 3, "A003": 3}


@rule("6.d", "4.3.2.c")
def test_who_was_left_behind_moves_no_more() -> None:
    stage = Drill(STACK).do("move", "O").do("along", "P").do("to", "O", "A002").do("drop", "P").do("halt")
    assert not stage.options("move", "P")
    assert stage.refused("move", "P").rule == "4.3.2.c"


@rule("8.b", "7.4.5.c")
def test_the_platoons_go_on_when_the_officer_is_shot_from_their_midst() -> None:
    """Reaction fire costs a step and the officer (2 - 1 = 1); the company passes, and P goes on."""
    text = f"""{ROW}
    blue officer O at A000 type=harmon
    blue us-infantry P at A000
    red officer X at A009 type=kessler
    red panzergrenadier G at A003 reaction=0
    actor O"""
    stage = Drill(text, 1, 2, 1, 1, 3, 4).do("move", "O").do("along", "P").do("to", "O", "A001")
    stage.do("react", "G", "A001")
    assert stage.at("O") == ""
    assert stage.platoon("P").lost == 1
    assert stage.asked == ("blue", "march")
    stage.do("to", "P", "A002")
    assert stage.at("P") == "A002"
    stage.done()


# Double time -------------------------------------------------------------------------------------


@rule("6.3.a")
def test_double_time_gives_three_points_to_foot_units_and_officers() -> None:
    assert max(costs(f"{ROW}\nblue us-infantry P at A000", "P", double=True).values()) == 8
    text = f"{ROW}\nblue officer O at A000 type=harmon\nblue us-infantry P at A000\nblue cavalry C at A000\nactor O"
    stage = Drill(text)
    assert {choice.piece for choice in stage.options("double")} == {"O", "P"}
    assert stage.refused("double", "C").rule == "6.3.a"
    stage.do("double", "P")
    assert stage.refused("along", "C").rule == "6.3.a"
    stage.do("to", "P", "A008")
    assert stage.platoon("P").doubled == 1


@rule("6.3.a")
def test_who_may_move_at_double_time() -> None:
    """Infantry, machine guns and mortars on foot, and officers; nobody on wheels or horseback."""
    units = {"P": "panzergrenadier", "M": "german-mg-3-3", "T": "german-mortar", "W": "motorized-infantry"}
    text = f"{ROW}\nred officer O at A000\n" + "".join(f"red {kind} {id} at A000\n" for id, kind in units.items())
    stage = Drill(text + "red cavalry C at A000\nactor O")
    assert {choice.piece for choice in stage.options("double")} == {"O", "P", "M", "T"}
    assert stage.refused("double", "W").rule == stage.refused("double", "C").rule == "6.3.a"
    riding = stage.platoon("P")
    riding.type = copy(riding.type)
    riding.type.move = stage.platoon("W").type.move  # infantry, but on wheels
    assert why_no_double(stage.b, riding)[1] == "6.3.a" and not why_no_double(stage.b, stage.platoon("M"))[0]


@rule("6.3.a", "6.2.g")
def test_a_stack_at_double_time_is_as_fast_as_its_slowest() -> None:
    text = f"{ROW}\nblue us-infantry P at A000\nblue us-mg-4-4 M at A000"
    slow = max(costs(text, "M").values())
    assert slow < 5 and max(costs(text, "P", "M", double=True).values()) == slow + 3


@rule("6.3.a", "6.2.b", "3.1.g")
def test_double_time_may_reach_what_a_move_does_not() -> None:
    """Woods uphill cost 4: too much for machine guns of 3 MP, and not at double time."""
    text = ".0\nw1\nblue officer O at A000\nblue us-mg-4-4 M at A000\nactor O"
    stage = Drill(text)
    assert not stage.options("move", "M") and stage.options("double", "M")
    steep = Drill(text.replace("w1", "w4"))
    assert not steep.options("double", "M")


@rule("6.3.b", "6.2.b")
def test_double_time_keeps_away_from_the_enemy() -> None:
    """Not from, through or into a hex next to an enemy platoon."""
    text = f"{ROW}\nblue officer O at A000 type=harmon\nblue us-infantry P at A000\nred grenadier G at A005\nactor O"
    stage = Drill(text).do("double", "P")
    assert stage.refused("to", "P", "A004").rule == "6.3.b"
    assert set(left(stage)) == {"A001", "A002", "A003"}
    near = Drill(text.replace("G at A005", "G at A001"))
    assert near.refused("double", "P").rule == "6.3.b"


@rule("6.3.c", "1.e")
def test_not_in_two_turns_running() -> None:
    text = f"{ROW}\nblue officer O at A000 type=harmon\nblue us-infantry P at A000 doubled=4\nactor O\nturn {{turn}}"
    again = Drill(text.format(turn=5))
    assert again.refused("double", "P").rule == "6.3.c"
    Drill(text.format(turn=6)).do("double", "P")


# Roads and trails --------------------------------------------------------------------------------

WOODS = "\n".join(["w0"] * 10)


@rule("6.4.a", "6.4.b", "5.1.12")
def test_along_a_road_or_trail_the_terrain_does_not_count() -> None:
    road = f"{WOODS}\nroad A000 A001 A002 A003\nblue us-infantry P at A000"
    assert costs(road, "P") == {"A001": 1, "A002": 2, "A003": 3}
    assert costs(road.replace("road", "trail"), "P") == {"A001": 1, "A002": 2, "A003": 3}
    assert costs(f"{WOODS}\nblue us-infantry P at A000", "P") == {"A001": 3}
    ground = scene(f"{WOODS}\nroad A000 A001\ntrail A001 A002").ground
    ways = [ground.way[ground.index[name]] for name in ("A000", "A001", "A002")]
    assert [[ground.paved[way] for way in each if way >= 0] for each in ways] == [[True], [True, False], [False]]


@rule("6.4.b")
def test_uphill_counts_on_the_road() -> None:
    assert costs("w0\nw1\nw2\nroad A000 A001 A002\nblue us-infantry P at A000", "P") == {"A001": 2, "A002": 4}


@rule("6.4.c")
def test_a_whole_move_along_a_road_goes_one_hex_farther() -> None:
    names = " ".join(f"A00{n}" for n in range(10))
    road = f"{ROW}\nroad {names}\nblue officer O at A000 type=harmon\nblue us-infantry P at A000\nactor O"
    assert costs(road, "P")["A006"] == 5
    assert "A007" not in costs(road, "P")
    assert costs(road, "P", double=True)["A009"] == 8
    assert "A006" not in costs(road.replace("road", "trail"), "P")
    stage = Drill(road).do("move", "P").do("to", "P", "A006")
    assert (stage.at("P"), stage.platoon("P").finished) == ("A006", True)
    spent = Drill(road).do("move", "P").do("to", "P", "A005")  # all MP are spent: the extra hex is still offered
    assert spent.places("to") == {"A004", "A006"} and not spent.platoon("P").finished


@rule("6.4.c")
def test_no_bonus_for_a_move_that_was_not_all_along_the_road() -> None:
    """A hex off the road, or a point left over, and there is none."""
    names = " ".join(f"A00{n}" for n in range(1, 10))
    assert "A006" not in costs(f"{ROW}\nroad {names}\nblue us-infantry P at A000", "P")
    climb = "\n".join([".0", ".0", ".0", ".0", ".2", ".2", ".2"])
    names = " ".join(f"A00{n}" for n in range(7))
    assert max(costs(f"{climb}\nroad {names}\nblue us-infantry P at A000", "P")) == "A003"


@rule("6.4.c")
def test_the_extra_hex_is_on_the_same_road() -> None:
    """Where the road ends, where another begins, after a gap between two, or off the road there is none."""
    names = [f"A00{n}" for n in range(10)]
    for roads in (
        [names[:6]],
        [names[:6], names[5:]],
        [names[:2], names[2:]],
        [names[:2]],
    ):
        lines = "\n".join("road " + " ".join(road) for road in roads)
        found = costs(f"{ROW}\n{lines}\nblue us-infantry P at A000", "P")
        assert found["A005"] == 5 and "A006" not in found, roads


@rule("6.4.c")
def test_the_whole_capacity_must_be_spent_before_it() -> None:
    """After four of five MP the road climbs: two for that hex, and nothing for a hex more."""
    climb = "\n".join([".0"] * 5 + [".1"] * 2)
    names = " ".join(f"A00{n}" for n in range(7))
    assert max(costs(f"{climb}\nroad {names}\nblue us-infantry P at A000", "P")) == "A004"
    at_last = "\n".join([".0"] * 6 + [".1"])
    assert costs(f"{at_last}\nroad {names}\nblue us-infantry P at A000", "P")["A006"] == 5  # uphill is allowed


@rule("6.4.c")
def test_a_trail_beside_a_road_gives_no_bonus() -> None:
    rows = "\n".join([".0 .0"] * 10)
    names = " ".join(f"A00{n}" for n in range(10))
    text = f"{rows}\nroad A000 A100\ntrail {names}\nblue us-infantry P at A000"
    assert "A006" not in costs(text, "P")
    assert costs(text.replace("trail", "road"), "P")["A006"] == 5


@rule("6.4.c", "6.2.g")
def test_the_bonus_is_for_stacks_on_foot() -> None:
    """Wheels go as far as their MP, and so does a platoon on foot that goes with them."""
    names = " ".join(f"A00{n}" for n in range(10))
    text = f"{ROW}\nroad {names}\nblue us-infantry P at A000\nblue motorized-infantry V at A000\n"
    assert max(costs(text, "P").values()) == 5 and "A006" in costs(text, "P")
    assert "A006" not in costs(text, "P", "V")
    b = scene(text)
    b.unit("V").mp = 4
    assert {b.ground.names[h] for h in reach_of(b, [b.unit("V")], False).ends} == {f"A00{n}" for n in range(1, 5)}


@rule("6.4.c")
def test_the_bonus_is_still_there_after_a_halt_on_the_way() -> None:
    names = " ".join(f"A00{n}" for n in range(10))
    text = f"{ROW}\nroad {names}\nblue officer O at A000 type=harmon\nblue us-infantry P at A000\nactor O"
    stage = Drill(text).do("move", "P").do("to", "P", "A003")
    assert left(stage)["A006"] == 5


@rule("6.4.d", "6.4.a")
def test_onto_a_road_from_the_side_costs_the_ground() -> None:
    """The example: D309 to D409, a road through light woods that does not cross that side."""
    assert costs("layout D\nblue us-infantry P at D309", "P")["D409"] == 2
    assert costs("layout D\nblue us-infantry P at D308", "P")["D409"] == 1


@rule("5.1.13", "6.4.a")
def test_a_railroad_changes_nothing() -> None:
    assert costs("w0\nw0\nrailroad A000 A001\nblue us-infantry P at A000", "P") == {"A001": 3}


@rule("BOC.3")
def test_bocage_costs_a_point_but_not_on_the_road() -> None:
    assert costs(".0\n.0\nbocage A000/A001\nblue us-infantry P at A000", "P") == {"A001": 2}
    assert costs(".0\n.0\nbocage A000/A001\nroad A000 A001\nblue us-infantry P at A000", "P") == {"A001": 1}
    assert costs(".0\n.0\nbocage A000/A001\nblue motorized-infantry P at A000", "P") == {}


# Terrain markers ---------------------------------------------------------------------------------


@rule("6.5.b", "21")
def test_roadblocks_and_ditches() -> None:
    assert costs("w0\nw0\nroad A000 A001\nroadblocks A001\nblue us-infantry P at A000", "P") == {"A001": 3}
    assert costs(".0\n.0\nroad A000 A001\nroadblocks A001\nblue motorized-infantry P at A000", "P") == {}
    assert costs(".0\n.0\nroad A000 A001\nroadblocks A001\nblue recon P at A000", "P") == {"A001": 3}
    assert costs(".0\n.0\nditches A001\nblue us-infantry P at A000", "P") == {"A001": 2}
    assert costs(".0\n.0\nditches A001\nblue recon P at A000", "P") == {}


@rule("6.5.b", "9.2.1.a", "9.2.2.c", "21")
def test_wire_is_entered_after_a_check_and_at_a_point_more() -> None:
    text = ".0\n.0\n.0\nwire A001\nblue officer O at A000 morale=7 lead=0\nblue us-infantry P at A000\nactor O"
    assert costs(text, "P")["A001"] == 2
    assert costs(text.replace("us-infantry", "motorized-infantry"), "P") == {}
    over = Drill(text, 3, 4).do("move", "P").do("to", "P", "A001")
    assert over.at("P") == "A001"
    stopped = Drill(text, 4, 4).do("move", "P").do("to", "P", "A001")
    assert (stopped.at("P"), stopped.platoon("P").finished) == ("A000", True)
    stopped.done()


# Stacking (3.3) ----------------------------------------------------------------------------------

BOOK = """
layout A
blue officer O at A310 range=9
blue us-infantry P1 at A310
blue us-infantry P2 at A310
blue us-infantry P3 at A310
blue us-infantry Q1 at A410 of=B
blue us-infantry Q2 at A410 of=B
blue us-infantry Q3 at A408 of=B lost=2
actor O
"""


@rule("3.3.a", "3.3.c", "3.3.d", "6.2.b")
def test_the_stacking_example_of_the_book() -> None:
    """Two platoons and the officer pass A410 and end in A408; the third may pass but not enter A408."""
    stage = Drill(BOOK)
    for id in ("P1", "P2", "O"):
        stage.do("move", id).do("to", id, "A410").do("to", id, "A409").do("to", id, "A408")
        if stage.asked[1] == "march":
            stage.do("halt")
    assert stage.b.steps[0][stage.b.ground.index["A408"]] == 7
    stage.do("move", "P3").do("to", "P3", "A410").do("to", "P3", "A409")
    refusal = stage.refused("to", "P3", "A408")
    assert (refusal.rule, "7 steps" in refusal.reason) == ("3.3.a", True)
    assert {"A508", "A308"} <= stage.places("to")
    assert stage.refused("to", "P3", "A402").rule == "6.2.b", "it is only too far"


@rule("3.3.d")
def test_a_stack_that_is_too_big_does_not_even_pass() -> None:
    """Two platoons together would make twelve steps in A410 for a moment."""
    stage = Drill(BOOK).do("move", "P1").do("along", "P2")
    refusal = stage.refused("to", "P1", "A410")
    assert refusal.rule == "3.3.a"
    column = "\n".join([".0"] * 4)
    text = f"{column}\nblue us-infantry P at A000\nblue us-infantry Q at A001\nblue us-infantry R at A001"
    assert set(costs(text, "P")) == {"A001", "A002", "A003"}
    full = f"{text}\nblue us-infantry S at A001"
    assert costs(full, "P") == {}


@rule("3.3.a", "3.3.d")
def test_no_more_than_nine_steps_come_on_together() -> None:
    """Four platoons wait off the board; the fourth does not go along, the officer does."""
    text = f"{FIELD}\nblue officer O at off\nentry blue 1 A000 A001 A002\nred grenadier G at A707\n"
    text += "".join(f"blue us-infantry {id} at off\n" for id in "PQRS")
    stage = Drill(f"{text}actor O").do("move", "P").do("along", "Q").do("along", "R")
    refusal = stage.refused("along", "S")
    assert (refusal.rule, "12 steps" in refusal.reason) == ("3.3.a", True)
    stage.do("along", "O").do("to", "P", "A001")
    assert stage.b.steps[0] == {stage.b.ground.index["A001"]: 9}


@rule("3.3.a", "3.3.b", "6.2.f")
@pytest.mark.parametrize("side", [0, 1])
def test_what_is_closed_to_whom(side: int) -> None:
    """Enemies to all; six steps of friends to four more; enemy officers alone to officers, the own ones to nobody."""
    sides = [("blue", "us-infantry"), ("red", "grenadier")]
    (own, man), (other, foe) = sides[side], sides[1 - side]
    text = f"{ROW}\n{own} {man} P at A000\n{own} {man} Q at A000\n{other} {foe} G at A002\n"
    b = scene(f"{text}{other} officer X at A004\n{own} officer O at A006")
    names = b.ground.names

    def shut(steps: int) -> set[str]:
        return {names[h] for h in range(b.ground.size) if closed(b, side, steps) >> h & 1}

    assert shut(3) == {"A002"} and shut(4) == {"A000", "A002"}
    assert shut(9) == {"A000", "A002"} and shut(10) == set(names)
    assert shut(0) == {"A002", "A004"}


@rule("6.2.f")
@pytest.mark.parametrize("place", ["A000", "A001"])
def test_an_enemy_officer_alone_closes_the_first_hex_too_but_to_officers_only(place: str) -> None:
    b = scene(f"{ROW}\nblue us-infantry P at A008\nred officer X at {place}\nred grenadier G at A006")
    hex = b.ground.index[place]
    assert closed(b, 0, 0) == 1 << hex | 1 << b.ground.index["A006"] | ~b.ground.playable
    assert not closed(b, 0, 1) >> hex & 1
    b.officer("X").hex = OFF_MAP
    assert not closed(b, 0, 0) >> hex & 1


@rule("6.2.b", "6.2.f", "6.3.b", "3.3.a", "5.1.11.2.b", "10.1.d", "6.2.a")
@pytest.mark.parametrize(("double", "beside"), [(False, "6.2.b"), (True, "6.3.b")])
def test_why_a_group_cannot_go_there(double: bool, beside: str) -> None:
    """Red moves: past the enemy in A004, with six steps in A001 and a major river in A006."""
    text = f"{ROW}\nriver-kind major\nriver N A006 A007 S\nred officer X at A000 range=9\nred grenadier P at A000\n"
    text += "red grenadier Q at A001 of=other\nred grenadier R at A001 of=other\nred grenadier S at A001 of=other"
    b = scene(f"{text}\nblue us-infantry U at A004")
    reasons = {f"A00{n}": why_not_there(b, Move([b.platoon("P").index], double), n)[1] for n in range(9)}
    assert reasons == {
        "A000": "6.2.a",
        "A001": "3.3.a",
        "A002": "6.2.b",
        "A003": beside,
        "A004": "6.2.f",
        "A005": beside,
        "A006": "5.1.11.2.b",
        "A007": "5.1.11.2.b",
        "A008": "6.2.b",
    }


@rule("3.3.b", "6.2.f")
def test_one_side_to_a_hex() -> None:
    b = scene(f"{ROW}\nblue us-infantry P at A000\nred grenadier G at A001")
    assert costs(f"{ROW}\nblue us-infantry P at A000\nred grenadier G at A001", "P") == {}
    assert not b.occupied[0] & b.occupied[1]


@rule("6.a")
def test_a_unit_that_has_just_come_does_not_move_on_with_others() -> None:
    text = (
        f"{ROW}\nblue officer O at A001 type=harmon\nblue us-infantry P at A000\nblue us-infantry Q at A001\nactor O"
    )
    stage = Drill(text).do("move", "P").do("to", "P", "A001").do("halt").do("move", "Q")
    assert {choice.piece for choice in stage.options("along")} == {"O"}


@rule("6.3.c", "4.4.b")
def test_the_marker_is_gone_after_the_next_turn() -> None:
    """Used in turn 1, barred in turn 2, free in turn 3; the enemy has nobody on the board and passes."""
    text = f"{ROW}\nblue officer O at A001 range=9\nblue us-infantry P at A000\nred grenadier G at off\nactor O"
    stage = Turns(text, 5, 1, 5, 1)
    stage.do("double", "P").do("to", "P", "A003").do("halt").do("done")
    assert stage.b.turn == 2
    stage.do("activate", "O")
    assert stage.refused("double", "P").rule == "6.3.c"
    stage.do("done")
    assert stage.b.turn == 3
    stage.do("activate", "O").do("double", "P")


@rule("6.2.a")
def test_the_quick_search_finds_what_the_thorough_one_finds() -> None:
    """On map C, from every hex beside the road, with friends and enemies in the way."""
    b = scene("layout C\nblue us-infantry P at C001\nblue us-infantry Q at C504\nred grenadier G at C706")
    ground, unit = b.ground, b.platoons[0]
    for start in range(ground.size):
        if not ground.playable >> start & 1 or ground.road >> start & 1:
            continue
        going = traveller(b, [unit], False)
        quick = plain_search(going, start, 4)
        thorough = search(going, {(start, -1, -1): 0}, start, 4)
        assert quick.ends == thorough.ends
        for h in quick.ends:
            way = quick.path(h, start)
            assert way[-1][0] == h
            assert quick.spent(way[-1]) == quick.ends[h]


@rule("6.4.c", "8.b")
def test_under_fire_in_the_extra_hex_there_is_no_second_one() -> None:
    """Five MP to A005, the bonus to A006, where somebody shoots: the move is over all the same."""
    names = " ".join(f"A00{n}" for n in range(10))
    text = f"""{ROW}
    road {names}
    blue officer O at A000 type=harmon
    blue us-infantry P at A000
    red officer X at A009 type=voss
    red grenadier G at A009 reaction=0
    actor O"""
    stage = Drill(text, 6, 6).do("move", "P").do("to", "P", "A005")
    while stage.asked[1] == "reaction":
        stage.do("pass")
    stage.do("to", "P", "A006").do("react", "G", "A006")
    assert (stage.at("P"), stage.platoon("P").finished) == ("A006", True)
