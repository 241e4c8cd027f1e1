"""5.1.11 Rivers: minor, major and dry; banks, bridges, fords, pontoons and boats.

The stream runs south through column 1; column 0 is its west bank and column 2 its east bank.
"""

from ws_fight import Drill
from ws_turns import costs, left

from sandtable.systems.war_storm.rules.movement import assault_cost, bank_of, reach_of
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import BRIDGE, EITHER, LEFT, NO_BANK, RIGHT, Battle
from sandtable.testing import rule

MAP = "\n".join([".0 .0 .0"] * 5) + "\nriver N A100 A101 A102 A103 A104 S\n"
MAJOR = MAP + "river-kind major\n"
MEN = "blue officer O at A001 range=9\nblue us-infantry P at A001\nactor O\n"


@rule("5.1.11.a", "MAP.2")
def test_the_sides_of_a_river_hex_lie_on_two_banks() -> None:
    b = scene(MAP + MEN)
    h = b.ground.index["A101"]
    assert b.ground.river >> h & 1
    banks = {
        b.ground.names[place]: b.ground.bank[h][side] for side, place in enumerate(b.ground.beside[h]) if place >= 0
    }
    assert banks == {"A100": -1, "A102": -1, "A201": LEFT, "A202": LEFT, "A001": RIGHT, "A002": RIGHT}


@rule("5.1.11.1.a", "5.1.11.1.b", "6.2.e", "MAP.2")
def test_crossing_a_minor_river_costs_two_more() -> None:
    """To the far bank: 1 for the river hex, 2 for crossing, 1 for the ground beyond."""
    assert costs(MAP + MEN, "P")["A201"] == 4
    woods = MAP + "ground A101 w0\nground A100 w0\nground A102 w0\n" + MEN
    assert "A201" not in costs(woods, "P")


@rule("5.1.11.1.c", "5.1.11.1.e", "5.1.11.1.b")
def test_who_ends_in_the_river_has_crossed() -> None:
    """1 + 2 to end there; next time the far bank is free and the near one a new crossing."""
    assert costs(MAP + MEN, "P")["A101"] == 3
    stage = Drill(MAP + MEN).do("move", "P").do("to", "P", "A101").do("halt")
    assert stage.unit("P").bank == LEFT
    there = MAP + "blue officer O at A001\nblue us-infantry P at A101 bank=left\nactor O"
    assert costs(there, "P")["A201"] == 1
    assert costs(there, "P")["A001"] == 3


@rule("6.2.g", "5.1.11.1.d")
def test_a_group_on_both_banks_pays_for_the_crossing_of_some() -> None:
    """P is on the left bank and Q on the right; whichever way they go, one of them crosses and all pay."""
    text = MAP + "blue officer O at A001 range=9\nblue us-infantry P at A101 bank=left\n"
    text += "blue us-infantry Q at A101 bank=right\nactor O"
    for ids in ("PQ", "QP"):
        found = costs(text, *ids)
        assert (found["A201"], found["A001"], found["A102"]) == (3, 3, 3)
    assert (costs(text, "P")["A201"], costs(text, "P")["A001"]) == (1, 3)
    stage = Drill(text).do("move", "P").do("along", "Q").do("to", "P", "A102")
    assert (stage.unit("P").bank, stage.unit("Q").bank) == (LEFT, RIGHT)  # each has its own until they stop
    b = scene(text + "\nred grenadier G at A201\nred grenadier H at A001 of=h")
    group = [unit for unit in b.units if unit.id in ("P", "Q")]
    start = b.ground.index["A101"]
    assert [assault_cost(b, group, start, b.ground.index[h], bank_of(group)) for h in ("A201", "A001")] == [3, 3]


@rule("6.2.g", "6.c")
def test_who_is_picked_up_on_the_other_bank_makes_all_pay() -> None:
    men = "blue officer O at A001 range=9\nblue us-infantry Q at A101 bank=left\nactor O"
    stage = Drill(MAP + men.replace("O at A001", "O at A100 bank=right")).do("move", "O").do("to", "O", "A101")
    before = left(stage)["A001"]
    stage.do("along", "Q")
    assert left(stage)["A001"] == before + 2


@rule("5.1.11.1.e", "6.2.b", "5.1.11.2.b")
def test_without_the_points_it_may_not_stop_there() -> None:
    """After three MP a machine gun can still pass into the river, but neither end there nor cross."""
    text = MAP + "blue officer O at A004 range=9\nblue us-mg-3-3 M at A004\nactor O\n"
    stage = Drill(text).do("move", "M").do("to", "M", "A001")
    assert stage.last("moved").value == 3
    assert "A101" not in stage.places("to")
    assert "A201" not in stage.places("to")
    refusal = stage.refused("to", "M", "A101")
    assert refusal.rule == "6.2.b"


@rule("5.1.11.1.d")
def test_passing_along_the_river_costs_only_the_ground() -> None:
    """Around the woods in A002 through two river hexes: three, not 3 + 1."""
    text = MAP + "ground A002 w0\n" + MEN
    assert costs(text, "P")["A003"] == 3
    b = scene(text)
    unit = b.unit("P")
    found = reach_of(b, [unit], False)
    way = [b.ground.names[node[0]] for node in found.path(b.ground.index["A003"], unit.hex)]
    assert way == ["A101", "A102", "A003"]


@rule("5.1.11.1.d", "5.1.11.1.b")
def test_from_one_river_into_another_is_not_along_the_stream() -> None:
    """The second river runs through column 2. To end in A201: 1, 2 to be in it, 2 from the far bank of A101."""
    two = f"{MAP}river N A200 A201 A202 A203 A204 S\n"
    men = "blue officer O at A001 range=9\nblue us-infantry P at A101 bank={}\nactor O\n"
    assert [costs(two + men.format(bank), "P")["A201"] for bank in ("left", "right")] == [3, 5]


@rule("5.1.11.1.d", "5.1.11.2.e")
def test_along_the_stream_onto_a_bridge_costs_only_the_ground() -> None:
    """And from it the next hex of the river can be ended in on either bank."""
    text = f"{MAJOR}pontoons A102\nblue officer O at A001 range=9\nblue us-infantry P at A101 bank=left\nactor O\n"
    found = costs(text, "P")
    assert (found["A102"], found["A002"], found["A202"]) == (1, 2, 1)
    assert Drill(text).do("move", "P").do("to", "P", "A102").unit("P").bank == BRIDGE


@rule("MAP.2")
def test_set_up_in_the_river_either_bank_is_free() -> None:
    text = MAP + "blue us-infantry P at A101"
    assert scene(text).platoons[0].bank == EITHER
    assert (costs(text, "P")["A001"], costs(text, "P")["A201"]) == (1, 1)


@rule("MAP.2")
def test_wherever_a_unit_is_set_down_its_bank_is_right() -> None:
    b = scene(MAP + "blue us-infantry P at A101 bank=left")
    unit = b.platoons[0]
    b.put(unit, b.ground.index["A102"])
    assert unit.bank == LEFT
    b.put(unit, b.ground.index["A002"])
    assert unit.bank == NO_BANK
    b.put(unit, b.ground.index["A101"])
    assert unit.bank == EITHER


@rule("5.1.11.1.c", "14")
def test_an_assault_pays_for_the_other_terrain_of_a_river_hex() -> None:
    b = scene(MAP + "ground A101 r0\n" + MEN + "red grenadier G at A101")
    unit = b.unit("P")
    assert assault_cost(b, [unit], unit.hex, b.ground.index["A101"]) == 2
    stage = Drill(MAP + "ground A101 r0\n" + MEN + "red grenadier G at A101")
    assert "A101" in stage.places("ready", "P")


@rule("5.1.11.1.c", "14.3")
def test_an_assault_across_the_last_hex_of_the_river_pays_for_the_crossing() -> None:
    """From the left bank of A104 to A004, on the right: 1 and 2 for the river; to A204 only 1."""
    b = scene(MAP + MEN)
    unit = [b.unit("P")]
    start = b.ground.index["A104"]
    assert [assault_cost(b, unit, start, b.ground.index[name], LEFT) for name in ("A004", "A204")] == [3, 1]
    deep = scene(MAJOR + MEN)
    assert assault_cost(deep, [deep.unit("P")], start, deep.ground.index["A004"], LEFT) >= 100


@rule("5.1.11.1.c", "5.1.11.1.d", "14.1")
def test_who_waits_in_the_river_to_assault_has_crossed() -> None:
    """1 + 2 to wait in A101 and 1 to go in on the far bank; back to the near bank it is 3 + 1 + 2."""
    far = Drill(MAP + MEN + "red grenadier G at A202 finished").do("move", "P").do("to", "P", "A101")
    far.do("ready", "P", "A202")
    assert (far.unit("P").spent, far.unit("P").bank) == (3, LEFT)
    near = Drill(MAP + MEN + "red grenadier G at A002 finished").do("move", "P").do("to", "P", "A101")
    assert "A002" not in near.places("ready", "P")
    woods = (
        Drill(MAP + MEN + "ground A202 w0\nred grenadier G at A202 finished").do("move", "P").do("to", "P", "A101")
    )
    assert not woods.options("ready")
    stands = MAP + "blue officer O at A003 range=9\nblue us-mg-4-4 M at A101 bank=left\nactor O\n"
    assert Drill(stands + "red grenadier G at A201 finished").places("ready", "M") == {"A201"}
    assert Drill(stands + "red grenadier G at A001 finished of=X\nground A001 r0").places("ready", "M") == set()


@rule("5.1.11.c")
def test_a_dry_river_is_not_there() -> None:
    """The scenario says of what kind the river is."""
    assert costs(MAP + "river-kind dry\n" + MEN, "P")["A201"] == 2
    assert costs(MAP + "river-kind minor\n" + MEN, "P")["A201"] == 4
    assert "A201" not in costs(MAP + "river-kind major\n" + MEN, "P")


# Major rivers ------------------------------------------------------------------------------------


@rule("5.1.11.2.a", "5.1.11.2.b")
def test_a_major_river_is_neither_crossed_nor_stopped_in() -> None:
    found = costs(MAJOR + MEN, "P")
    assert not {name for name in found if name.startswith(("A1", "A2"))}
    stage = Drill(MAJOR + MEN).do("move", "P")
    assert stage.refused("to", "P", "A101").rule == "5.1.11.2.b"


@rule("5.1.11.2.b")
def test_along_one_bank_a_major_river_may_be_passed() -> None:
    assert costs(MAJOR + "ground A002 w0\n" + MEN, "P")["A003"] == 3


@rule("5.1.11.2.b")
def test_the_example_on_map_a() -> None:
    """From A1308 to A1208, which is river, and on to A1108 on the same bank."""
    text = "layout A\nriver-kind major\nblue us-infantry P at A1308"
    b = scene(text)
    unit = b.platoons[0]
    found = reach_of(b, [unit], False)
    river = b.ground.index["A1208"]
    assert found.spent((river, bank_towards(b, "A1208", "A1308"), -1)) == 1
    assert river not in found.ends
    assert found.ends[b.ground.index["A1108"]] == 2
    assert bank_towards(b, "A1208", "A1308") == bank_towards(b, "A1208", "A1108")


def bank_towards(b: Battle, river: str, shore: str) -> int:
    h = b.ground.index[river]
    return b.ground.bank[h][b.ground.side_to(h, b.ground.index[shore])]


@rule("5.1.11.2.c", "6.4.b")
def test_a_bridge_costs_as_a_road_and_may_be_stopped_on() -> None:
    text = MAJOR + "road A001 A101 A201\n" + MEN
    found = costs(text, "P")
    assert (found["A101"], found["A201"]) == (1, 2)
    stage = Drill(text).do("move", "P").do("to", "P", "A101").do("halt")
    assert stage.unit("P").bank == BRIDGE
    on_it = MAJOR + "road A001 A101 A201\nblue us-infantry P at A101\n"
    assert {"A001", "A002", "A201", "A202"} <= set(costs(on_it, "P"))


@rule("5.1.11.2.c")
def test_entered_from_beside_the_road_a_bridge_hex_is_river() -> None:
    text = MAJOR + "road A001 A101 A201\nblue us-infantry P at A002\nred grenadier G at A001\n"
    assert "A101" not in costs(text, "P")


@rule("5.1.11.2.d")
def test_a_ford_is_crossed_like_a_minor_river() -> None:
    found = costs(MAJOR + "fords A101\n" + MEN, "P")
    assert (found["A101"], found["A201"]) == (3, 4)
    assert "A100" not in found


@rule("5.1.11.2.e", "5.1.11.2.g", "5.1.11.2.c")
def test_pontoons_are_bridges_those_of_engineers_for_foot_alone() -> None:
    found = costs(MAJOR + "pontoons A101\n" + MEN, "P")
    assert (found["A101"], found["A201"]) == (1, 2)
    tracked = MEN.replace("us-infantry", "recon")
    assert costs(MAJOR + "pontoons A101\n" + tracked, "P")["A201"] == 2
    assert costs(MAJOR + "foot-pontoons A101\n" + MEN, "P")["A201"] == 2
    assert "A201" not in costs(MAJOR + "foot-pontoons A101\n" + tracked, "P")


@rule("5.1.11.2.f", "8.e")
def test_boats_take_the_whole_move_and_may_be_fired_at() -> None:
    text = MAJOR + "boats\n" + MEN + "red officer X at A204 type=voss\nred grenadier G at A203 reaction=0"
    stage = Drill(text, 6, 6).do("move", "P")
    assert stage.places("boat") == {"A200", "A201", "A202"}
    assert stage.refused("boat", "P", "A203").rule == "5.1.11.2.f"
    stage.do("boat", "P", "A201")
    assert stage.asked == ("red", "reaction")
    stage.do("react", "G", "A201")
    assert (stage.at("P"), stage.platoon("P").finished, stage.unit("P").bank) == ("A201", True, NO_BANK)
    assert not Drill(MAJOR + MEN).do("move", "P").options("boat")


@rule("5.1.11.2.f")
def test_boats_of_the_second_side_land_where_no_enemy_platoon_is() -> None:
    """Not in A201; in A202 there is an officer alone, who is caught."""
    red = "red officer X at A001 type=voss\nred grenadier G at A001\nactor X\n"
    blue = "blue officer O at A202\nblue us-infantry P at A201"
    stage = Drill(f"{MAJOR}boats\n{red}{blue}", 1, 1).do("move", "G")
    assert stage.places("boat") == {"A200", "A202"}
    stage.do("boat", "G", "A202")
    assert (stage.at("G"), stage.at("O")) == ("A202", "")


@rule("5.1.11.2.f")
def test_boats_start_beside_the_river_and_land_beside_it() -> None:
    text = MAJOR.replace(".0 .0 .0", ".0 .0 .0 .0") + "boats\n" + MEN.replace("P at A001", "P at A300")
    stage = Drill(text).do("move", "P")
    assert not stage.options("boat")


@rule("9.2.1.a", "5.1.11.2.f")
def test_who_lands_in_wire_checks_for_it() -> None:
    """P fails, 12 against its morale, and stays on this side of the river, Finished."""
    stage = Drill(MAJOR + "boats\nwire A201\n" + MEN, 6, 6)
    stage.do("move", "P").do("boat", "P", "A201")
    assert stage.last("wire check").value > 0 and stage.at("P") == "A001" and stage.unit("P").finished
    assert stage.b.move is None
