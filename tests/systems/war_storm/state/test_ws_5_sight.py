"""Chapter 5: levels, crests, lines of sight on flat ground and slopes; the book's examples hex by hex."""

from ws_ground import between, sees

from sandtable.systems.war_storm.rules.spotting import covered, spots, spotting_range
from sandtable.systems.war_storm.scene import scene
from sandtable.testing.citing import rule

LONG = """
layout C
blue officer Jones at C300 type=jones
blue us-infantry P300 at C300
blue us-infantry P301 at C301
blue us-infantry P401 at C401
red grenadier G305 at C305
red grenadier G504 at C504
red grenadier G505 at C505
red officer Gielnik at C405 type=gielnik
red german-mg-3-3 MG at C900
"""


def crests(names: dict[str, set[str]], text: str = "layout A") -> None:
    b = scene(text)
    for name, expected in names.items():
        h = b.ground.index[name]
        found = {b.ground.names[k] for side, k in enumerate(b.ground.beside[h]) if b.ground.crest[h] >> side & 1}
        assert found == expected, name


@rule("5.1.2.a", "5.1.2.d", "5.1.3")
def test_crests_of_map_a() -> None:
    """The examples of the book: A510 on six sides, A602 on all but one, A503 on two, A306 on none."""
    crests(
        {
            "A510": {"A509", "A511", "A410", "A411", "A610", "A611"},
            "A602": {"A601", "A603", "A501", "A701", "A702"},
            "A503": {"A603", "A604"},
            "A306": set(),
        }
    )
    b = scene("layout A")
    assert [b.ground.level[b.ground.index[name]] for name in ("A510", "A509", "A503", "A306")] == [1, 0, 1, 1]


@rule("5.1.2.a")
def test_the_crest_belongs_to_the_higher_hex() -> None:
    b = scene(".0 .1 .2")
    assert [bool(b.ground.crest[b.ground.index[name]]) for name in ("A000", "A100", "A200")] == [False, True, True]


@rule("1.b", "1.c", "5.1.2.d")
def test_neighbours_and_distances_of_the_book() -> None:
    a, c, d = scene("layout A").ground, scene("layout C").ground, scene("layout D").ground
    for ground, one, two, far in (
        (a, "A409", "A308", 1),
        (a, "A409", "A508", 1),
        (a, "A310", "A410", 1),
        (d, "D309", "D409", 1),
        (a, "A1308", "A1208", 1),
        (a, "A1208", "A1108", 1),
        (d, "D1209", "D910", 3),
        (c, "C505", "C301", 5),
        (c, "C401", "C900", 5),
        (c, "C300", "C900", 6),
        (d, "D909", "D710", 2),
        (d, "D909", "D909", 0),
    ):
        assert ground.distance[ground.index[one]][ground.index[two]] == far, (one, two)


# Flat ground -------------------------------------------------------------------------------------


@rule("5.3.a", "5.3.b", "5.1.1", "5.3.1.a")
def test_open_ground_hides_nothing_and_what_blocks_is_itself_in_sight() -> None:
    b = scene("\n".join([".0"] * 20 + ["w0", ".0", ".0"]))
    assert sees(b, "A000", "A019")
    assert sees(b, "A000", "A020")
    assert not sees(b, "A000", "A021")
    assert not sees(b, "A000", "A022")
    assert between(b, "A000", "A021").rule == "5.3.1.a"


@rule("5.3.1.a", "5.1.5", "5.1.6.a", "5.1.7", "5.1.8", "5.1.1", "5.3.1.b")
def test_each_terrain_of_level_one_blocks_and_low_ones_do_not() -> None:
    for letter, blocks in {"B": True, "d": True, "w": True, "l": True, "f": False, "r": False, "m": False}.items():
        b = scene(f".0\n{letter}0\n.0")
        assert sees(b, "A000", "A002") is not blocks, letter


@rule("5.3.1.a", "5.3.ex.B")
def test_a_hill_between_blocks_but_not_a_plateau_or_what_is_below() -> None:
    """Example B2, and the ruling: only what rises above the line, or stands on its level, blocks."""
    assert not sees(scene(".0\n.1\n.0"), "A000", "A002")
    assert sees(scene(".1\n.1\n.1"), "A000", "A002")
    assert not sees(scene(".1\nw1\n.1"), "A000", "A002")
    assert sees(scene(".1\nw0\n.1"), "A000", "A002")


@rule("5.3.1.a", "5.3.1.b", "5.3.ex.A", "5.3.ex.E")
def test_along_a_side_both_must_block() -> None:
    """Examples A and E: the line from A001 to A201 runs along the side between A100 and A101."""
    for text, open_ in (
        (".0 .0 .0\n.0 .0 .0\n.0 .0 .0", True),
        (".0 w0 .0\n.0 .0 .0\n.0 .0 .0", True),
        (".0 .0 .0\n.0 w0 .0\n.0 .0 .0", True),
        (".0 w0 .0\n.0 w0 .0\n.0 .0 .0", False),
        (".0 w0 .0\n.0 .1 .0\n.0 .0 .0", False),
    ):
        b = scene(text)
        line = between(b, "A001", "A201")
        assert {b.ground.names[h] for h in line.places[0]} == {"A100", "A101"}
        assert sees(b, "A001", "A201") is open_
        if not open_:
            assert line.rule == "5.3.1.b"


@rule("5.3.1.c", "5.1.4.a", "5.1.4.b", "5.1.9.a", "5.1.9.b", "5.1.10.a", "5.1.10.b", "5.3.ex.C", "5.3.d")
def test_three_low_hexes_block_in_any_mix() -> None:
    """Example C: two orchards and a field. The ends do not count; on a slope low terrain does not block."""
    assert not sees(scene(".0\no0\no0\nf0\n.0"), "A000", "A004")
    assert not sees(scene(".0\nr0\nm0\nf0\n.0"), "A000", "A004")
    assert not sees(scene(".0\nm0\nm0\nm0\n.0"), "A000", "A004")
    assert sees(scene("r0\nr0\n.0\nf0\nr0"), "A000", "A004")
    assert sees(scene(".1\nr0\nr0\nr0\n.0"), "A000", "A004")
    assert sees(scene(".1\nr0\nr0\nr0\n.1"), "A000", "A004")


@rule("5.1.4.b")
def test_a_side_between_two_low_hexes_is_one_low_hex() -> None:
    low = "\n".join([".0 r0 .0 r0 .0 r0 .0"] * 3)
    b = scene(low)
    line = between(b, "A001", "A601")
    assert [len(place) for place in line.places] == [2, 1, 2, 1, 2]
    assert not line.open
    assert line.rule == "5.3.1.c"
    one = scene("\n".join([".0 r0 .0 r0 .0 r0 .0", ".0 .0 .0 .0 .0 .0 .0", ".0 .0 .0 .0 .0 .0 .0"]))
    assert sees(one, "A001", "A601")


@rule("5.1.4.c", "5.1.9.b", "5.1.10.b")
def test_what_hinders_fire_on_a_line() -> None:
    """Rough, fields and orchards strictly between, at whatever level; marsh alone does not."""
    assert between(scene(".0\nr0\n.0"), "A000", "A002").hinders
    assert between(scene(".0\nm0\nf0\n.0"), "A000", "A003").hinders
    assert not between(scene(".0\nm0\n.0"), "A000", "A002").hinders
    assert not between(scene("r0\n.0\nf0"), "A000", "A002").hinders
    assert between(scene(".1\nf0\n.0"), "A000", "A002").hinders


@rule("5.3.c")
def test_units_never_block_sight() -> None:
    b = scene(".0\n.0\n.0\nblue us-infantry P at A001\nred grenadier G at A002")
    assert sees(b, "A000", "A002")


@rule("5.1.11.b")
def test_a_river_hex_is_the_terrain_it_flows_through() -> None:
    b = scene("layout A")
    h = b.ground.index["A605"]
    assert b.ground.river >> h & 1
    assert b.ground.terrain[h].key == "woods"
    assert not sees(b, "A604", "A606")


# Slopes ------------------------------------------------------------------------------------------


@rule("5.3.2.a", "5.1.2.b")
def test_a_slope_line_leaves_the_higher_hex_over_a_crest() -> None:
    b = scene(".1\n.1\n.0\n.0")
    assert sees(b, "A001", "A003")
    assert not sees(b, "A000", "A003")
    assert between(b, "A000", "A003").rule == "5.3.2.a"
    assert not sees(b, "A000", "A002")


@rule("5.1.2.b")
def test_through_a_corner_both_sides_must_be_crests() -> None:
    both = scene(".0 .0 .0\n.0 .0 .1\n.0 .0 .0")
    assert between(both, "A001", "A201").crest_b
    assert sees(both, "A001", "A201")
    one = scene(".0 .1 .0\n.0 .0 .1\n.0 .0 .0")
    assert not between(one, "A001", "A201").crest_b
    assert not sees(one, "A001", "A201")
    assert between(both, "A201", "A001").crest_a
    assert not between(one, "A201", "A001").crest_a


@rule("5.1.2.b")
def test_a_hex_that_is_seen_from_within_has_no_crest_between() -> None:
    b = scene(".1\n.0")
    assert [b.ground.crest[b.ground.index[name]] > 0 for name in ("A000", "A001")] == [True, False]
    for name in ("A000", "A001"):
        line = between(b, name, name)
        assert (line.crest_a, line.crest_b, line.open) == (False, False, True)


@rule("5.3.2.b", "5.3.ex.D")
def test_what_is_as_high_as_the_higher_unit_blocks_all_beyond() -> None:
    """From level 1 woods on level 0 block; example D: a hill hex at the level of the higher."""
    b = scene(".1\n.0\nw0\n.0\n.0")
    assert sees(b, "A000", "A002")
    assert not sees(b, "A000", "A003")
    assert not sees(b, "A000", "A004")
    assert between(b, "A000", "A004").rule == "5.3.2.b"
    hill = scene(".1\n.0\n.1\n.0\n.0")
    assert not sees(hill, "A000", "A004")
    assert between(hill, "A000", "A004").rule == "5.3.2.b"


@rule("5.3.2.c", "5.3.ex.B")
def test_two_levels_down_only_the_next_hex_is_blind() -> None:
    """Example B1."""
    b = scene(".2\n.0\nw0\n.0\n.0")
    assert not sees(b, "A000", "A003")
    assert between(b, "A000", "A003").rule == "5.3.2.c"
    assert sees(b, "A000", "A004")


@rule("5.3.2.d")
def test_a_lower_crest_does_not_block_a_crest_beyond_it() -> None:
    """From a crest on level 2 over a bare terrace: the ground behind it is blind, a crest farther out is seen."""
    b = scene(".2\n.0\n.1\n.0\n.0\n.1")
    assert not sees(b, "A000", "A003")
    assert sees(b, "A000", "A004")
    assert sees(b, "A000", "A005")


@rule("5.1.2.c")
def test_a_crest_covers_only_from_below_and_only_across_it() -> None:
    b = scene(".0\n.1\n.1\n.0")
    at = b.ground.index
    assert covered(b, at["A000"], at["A001"])
    assert not covered(b, at["A002"], at["A001"])
    assert not covered(b, at["A001"], at["A000"])
    assert not covered(b, at["A003"], at["A001"])
    for level in (1, 2):  # from hill to hill, over a valley
        hills = scene(f".{level}\n.0\n.1")
        assert between(hills, "A000", "A002").crest_b and between(hills, "A000", "A002").open
        assert not covered(hills, hills.ground.index["A000"], hills.ground.index["A002"])


# Bocage ------------------------------------------------------------------------------------------


@rule("BOC.2", "5.3.d")
def test_bocage_hides_what_is_not_next_to_it() -> None:
    b = scene(".0\n.0\n.0\n.0\n.0\nbocage A001/A002")
    assert sees(b, "A001", "A004")
    assert sees(b, "A000", "A002")
    assert not sees(b, "A000", "A003")
    assert between(b, "A000", "A003").rule == "BOC.2"
    high = scene(".1\n.0\n.0\n.0\n.0\nbocage A001/A002")
    assert sees(high, "A000", "A003")


@rule("BOC.1", "7.3.ex")
def test_the_line_of_the_attack_example_crosses_one_bocage_side() -> None:
    b = scene("layout D")
    line = between(b, "D1209", "D910")
    assert line.open
    assert line.bocage
    assert not line.hinders


# The complete example ----------------------------------------------------------------------------


@rule("5.3.ex.full.1", "5.3.ex.full.2")
def test_the_platoon_in_c301() -> None:
    b = scene(LONG)
    level = {name: b.ground.level[b.ground.index[name]] for name in ("C300", "C301", "C305", "C504", "C505", "C900")}
    assert level == {"C300": 0, "C301": 0, "C305": 1, "C504": 1, "C505": 2, "C900": 0}
    assert not sees(b, "C301", "C504")
    assert between(b, "C301", "C504").rule == "5.3.2.a"
    assert not sees(b, "C301", "C900")
    assert [b.ground.names[h] for h in between(b, "C301", "C900").place] == ["C401"]
    assert sees(b, "C301", "C305")
    assert sees(b, "C301", "C505")
    unit = {unit.id: unit for unit in b.units}
    assert spotting_range(b, unit["G305"], unit["P301"]) == 4
    assert spots(b, unit["G305"], unit["P301"])
    assert not spots(b, unit["P301"], unit["G305"])
    assert spotting_range(b, unit["G505"], unit["P301"]) == 5
    assert spots(b, unit["G505"], unit["P301"])


@rule("5.3.ex.full.2")
def test_terrain_on_the_slope_would_have_blocked_those_lines() -> None:
    for name, source in (("C504", "C505"), ("C304", "C305")):
        level = 1 if name == "C504" else 0
        b = scene(f"{LONG}ground {name} w{level}")
        assert not sees(b, source, "C301")


@rule("5.3.ex.full.3", "5.3.2.c")
def test_what_stays_hidden() -> None:
    b = scene(LONG)
    for name, open_, closed_by in (
        ("C504", True, ""),
        ("C404", True, ""),
        ("C403", True, ""),
        ("C302", False, "5.3.2.c"),
        ("C402", False, "5.3.2.c"),
        ("C301", True, ""),
        ("C300", False, "5.3.2.c"),
    ):
        assert sees(b, "C505", name) is open_, name
        if closed_by:
            assert between(b, "C505", name).rule == closed_by
    for name, open_ in (("C304", True), ("C303", True), ("C302", True), ("C301", True), ("C300", False)):
        assert sees(b, "C305", name) is open_, name
    assert between(b, "C305", "C300").rule == "5.3.2.b"


@rule("5.3.ex.full.4")
def test_the_platoon_in_c401() -> None:
    b = scene(LONG)
    unit = {unit.id: unit for unit in b.units}
    assert not sees(b, "C401", "C305")
    assert not sees(b, "C401", "C504")
    assert sees(b, "C401", "C900")
    assert spotting_range(b, unit["MG"], unit["P401"]) == 4
    assert not spots(b, unit["MG"], unit["P401"])
    assert spotting_range(b, unit["P401"], unit["MG"]) == 7
    assert spots(b, unit["P401"], unit["MG"])


@rule("5.3.ex.full.5", "5.3.1.b")
def test_c300() -> None:
    b = scene(LONG)
    unit = {unit.id: unit for unit in b.units}
    assert not sees(b, "C300", "C305")
    assert not sees(b, "C300", "C505")
    assert not sees(b, "C300", "C504")
    assert sees(b, "C300", "C900")
    assert {b.ground.names[h] for place in between(b, "C300", "C900").places if len(place) == 2 for h in place} >= {
        "C400",
        "C401",
    }
    assert spots(b, unit["P300"], unit["MG"])
    assert spotting_range(b, unit["MG"], unit["P300"]) == 4
    assert not spots(b, unit["MG"], unit["P300"])
