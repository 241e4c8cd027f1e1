"""4.3 Transporting Units: loading, unloading, the asterisk, guns, wrecks."""

import pytest
from stage import ONE_IMPULSE, NawStage, stage, with_asterisk_on_foot

from sandtable.systems.nations_at_war.scene import scene
from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .. .."


@rule("4.3.a")
def test_the_side_that_lies_up_is_the_mode() -> None:
    """Mounted, the vehicle side counts: a half-track with armour and MF 5; dismounted, a soft target with MF 3."""
    s = stage(f"{ROW}\n german panzergrenadier G at A1 mounted\n german panzergrenadier F at B1")
    riding, walking = s.unit("G").face, s.unit("F").face
    assert (riding.name, riding.hard, riding.mf) == ("SdKfz 251", True, 5)
    assert (walking.hard, walking.foot, walking.mf) == (False, True, 3)
    s = stage(f"{ROW}\n german 45mm-atg G at A1 mounted\n german 45mm-atg F at B1")
    assert (s.unit("G").face.mf, s.unit("G").face.ap) == (5, None)
    assert s.unit("F").face.mf == 1 and s.unit("F").face.ap is not None


@rule("4.3.a")
def test_units_without_a_transport_side_have_nothing_to_load_into() -> None:
    """Plain infantry walks."""
    s = stage(f"{ROW}\n german infantry I at A1")
    s.do("act", "I")
    assert s.options("load") == []
    assert s.refused("load", "I").reason == "I has no transport to load into."
    assert s.refused("unload", "I").reason == "I is not in its transport."


@rule("4.3.1.a", "4.3.1.b")
def test_american_example_of_loading() -> None:
    """American Armored Infantry mounts: 3 of the M3's 5 MP, and 2 are left to drive."""
    s = stage(f"{ROW}\n german american-armored-infantry A at A1 weapon=hmg\n german tiger T at H1")
    s.do("act", "A").do("load", "A")
    loaded = s.last("loaded")
    assert (loaded.piece, loaded.value, s.unit("A").face.name) == ("A", 3, "M3 Half-track")
    assert s.places("move") == {"B1", "C1"}
    s.do("move", "", "C1")
    unit = s.unit("A")
    assert (s.where("A"), unit.spent, unit.mounted, unit.ops_complete) == ("C1", 5, True, True)
    assert unit.weapon is not None and unit.weapon.key == "hmg"  # Support Weapons stay with the unit


@rule("4.3.1.b", "4.3.2.a")
def test_american_example_of_unloading() -> None:
    """The M3 unloads: the foot platoon pays 3 of its own MF 3 and has none left."""
    s = stage(f"{ROW}\n german american-armored-infantry A at A1 mounted\n german tiger T at H1")
    s.do("act", "A").do("unload", "A")
    unit = s.unit("A")
    assert (s.last("unloaded").value, unit.mounted, unit.face.mf, unit.spent) == (3, False, 3, 3)
    assert unit.ops_complete and s.asked == ("german", "operation")  # nothing left: not asked


@rule("4.3.2.a", "4.3.3.a")
def test_a_half_track_may_drive_and_then_unload() -> None:
    """The cost of unloading is charged to the foot side only, so all 5 MP of the M3 may be driven first."""
    s = stage(f"{ROW}\n german american-armored-infantry A at A1 mounted")
    s.do("act", "A").do("move", "", "F1")
    assert s.unit("A").spent == 5
    s.do("unload", "A")
    assert (s.where("A"), s.unit("A").mounted, s.unit("A").ops_complete) == ("F1", False, True)


@rule("4.3.1.a")
def test_one_flip_an_activation_and_ops_complete_after_it() -> None:
    """Who has loaded does not unload in the same activation, and is Ops Complete when its action ends."""
    s = stage(f"{ROW}\n german panzergrenadier G at A1\n german tiger T at H1")
    s.do("act", "G").do("load", "G")
    assert s.options("unload") == []
    refusal = s.refused("unload", "G")
    assert (refusal.reason, refusal.rule) == ("G has already loaded or unloaded in this activation.", "4.3.1.a")
    s.do("stop")
    assert s.unit("G").ops_complete


@rule("4.3.1.a")
def test_guns_load_in_the_same_way() -> None:
    """A gun battery flips to its truck for 3 of the truck's 5 MP."""
    s = stage(f"{ROW}\n german 45mm-atg G at A1")
    s.do("act", "G").do("load", "G")
    assert s.last("loaded").value == 3 and s.places("move") == {"B1", "C1"}


@rule("4.3.1.a", "4.3.3.a")
def test_loading_comes_before_any_movement() -> None:
    """A platoon that has walked a hex does not mount."""
    s = stage(f"{ROW}\n german panzergrenadier G at A1")
    s.do("act", "G").do("move", "", "B1")
    assert s.options("load") == []
    refusal = s.refused("load", "G")
    assert (refusal.reason, refusal.rule) == ("Loading comes before any movement.", "4.3.3.a")


@rule("4.3.1.c")
@pytest.mark.parametrize("type", ["panzergrenadier", "45mm-atg"])
def test_disrupted_units_cannot_load(type: str) -> None:
    """Neither Armored Infantry nor guns."""
    s = stage(f"{ROW}\n german {type} G at A1 disrupted")
    s.do("act", "G")
    assert s.options("load") == []
    refusal = s.refused("load", "G")
    assert (refusal.reason, refusal.rule) == ("G is Disrupted and cannot load.", "4.3.1.c")


@rule("4.3.2.b", "4.3.2.c")
@pytest.mark.parametrize("type", ["panzergrenadier", "45mm-atg", "20mm-flak"])
def test_disrupted_units_can_unload(type: str) -> None:
    """Armored Infantry, anti-tank guns and AA guns."""
    s = stage(f"{ROW}\n german {type} G at A1 mounted disrupted\n soviet t-34-76 S at B1 ops")
    s.do("act", "G").do("unload", "G")
    unit = s.unit("G")
    assert (unit.mounted, unit.disrupted, unit.ops_complete) == (False, True, True)


@rule("4.3.2.c")
def test_a_gun_unloads_free_as_its_only_action() -> None:
    """The gun side's MF 1 could not pay 3; free, it unloads where it stands and is Ops Complete."""
    s = stage(f"{ROW}\n german 45mm-atg G at A1 mounted\n german tiger T at H1\n soviet t-34-76 S at D1 ops")
    s.do("act", "G").do("unload", "G")
    unloaded = s.last("unloaded")
    assert (unloaded.value, unloaded.rule) == (0, "4.3.2.c")
    unit = s.unit("G")
    assert (unit.mounted, unit.spent, unit.ops_complete) == (False, 0, True)
    assert s.asked == ("german", "operation") and s.refused("act", "G").rule == "4.0.1"


@rule("4.3.2.c", "4.3.2.a")
def test_a_gun_that_has_moved_does_not_unload() -> None:
    """After driving the 3 MP would have to come from the gun side's MF 1."""
    s = stage(f"{ROW}\n german 45mm-atg G at A1 mounted")
    s.do("act", "G").do("move", "", "B1")
    assert s.options("unload") == []
    refusal = s.refused("unload", "G")
    assert (refusal.reason, refusal.rule) == ("G needs 3 MP to unload, more than its unloaded side has.", "4.3.2.a")


@rule("4.3.3.a")
def test_motorcycle_example_mounting() -> None:
    """MF 6 with an asterisk: the platoon mounts for 1 MP and rides up to 5."""
    s = stage(f"{ROW}\n german german-motorcycle M at A1")
    s.do("act", "M").do("load", "M")
    assert s.last("loaded").value == 1 and s.places("move") == {"B1", "C1", "D1", "E1", "F1"}
    s.do("move", "", "F1")
    assert s.unit("M").spent == 6 and s.unit("M").ops_complete


@rule("4.3.3.a", "4.3.3.b")
def test_motorcycle_example_dismounting() -> None:
    """Mounted it rides its full 6 MP and then dismounts; the foot side has no asterisk and pays 3."""
    s = stage(f"{ROW}\n german german-motorcycle M at A1 mounted")
    s.do("act", "M").do("move", "", "G1").do("unload", "M")
    unit = s.unit("M")
    assert (s.where("M"), s.last("unloaded").value, unit.mounted, unit.face.mf - unit.spent) == ("G1", 3, False, 0)


@rule("4.3.3.b")
def test_an_asterisk_on_the_other_side_does_not_help() -> None:
    """With the asterisk on foot only, dismounting costs 1 and mounting 3."""
    for mode, do, points in (("mounted", "unload", 1), ("", "load", 3)):
        b = scene(f"{ROW}\n german panzergrenadier G at A1 {mode}")
        b.units[0].type = with_asterisk_on_foot(b.units[0].type)
        s = NawStage(ONE_IMPULSE, b)
        s.do("act", "G").do(do, "G")
        assert s.unit("G").spent == points


@rule("4.3.b")
@pytest.mark.parametrize(
    ("type", "mode", "dice", "wreck"),
    [
        ("panzergrenadier", "", (6, 6, 1), True),  # soft: no save in Clear
        ("panzergrenadier", "mounted", (6, 6, 1, 1, 1), True),  # hard: AP 4, one save die
        ("45mm-atg", "", (6, 6, 1), True),
        ("45mm-atg", "mounted", (6, 6, 1), True),
        ("infantry", "", (6, 6, 1), False),
    ],
)
def test_a_destroyed_unit_with_a_transport_leaves_a_wreck(
    type: str, mode: str, dice: tuple[int, ...], wreck: bool
) -> None:
    """Loaded or unloaded; infantry without a transport leaves none."""
    s = stage(f"{ROW}\n german tiger T at A1\n soviet {type} S at D1 reduced ops {mode}", *dice)
    s.do("act", "T").do("fire", "T", "S").done()
    assert s.where("S") == "eliminated"
    assert bool(s.b.wrecks >> s.b.ground.index["D1"] & 1) is wreck
    if wreck:
        assert s.last("wreck").rule == ("5.1.3.i" if type == "panzergrenadier" and mode else "4.3.b")


@rule("4.3.b")
def test_one_wreck_a_hex() -> None:
    """Where a Wreck lies already no second one is placed."""
    s = stage(f"{ROW}\n german tiger T at A1\n soviet 45mm-atg S at D1 reduced ops\n marker wreck D1", 6, 6, 1, 1)
    s.do("act", "T").do("fire", "T", "S").done()
    assert s.where("S") == "eliminated" and s.told("wreck") == []
