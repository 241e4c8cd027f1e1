"""SM Smoke and UPS Unit Placed Smoke."""

import pytest
from stage import NawStage, stage

from sandtable.systems.nations_at_war.rules.combat.smoke import place_smoke
from sandtable.systems.nations_at_war.scene import scene
from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .. .. .."  # A1 to I1


def smoke_at(s: NawStage) -> dict[str, int]:
    return {s.b.ground.names[place]: level for place, level in s.b.smoke.items()}


# The markers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "placed", "after"), [(0, 1, 1), (0, 2, 2), (1, 1, 2), (1, 2, 2), (2, 1, 2), (2, 2, 2)]
)
@rule("SM.a")
def test_levels(before: int, placed: int, after: int) -> None:
    """One marker a hex: 1 on 1 makes 2, and nothing goes above 2."""
    marker = f"marker smoke{before} A1" if before else ""
    b = scene(f"{ROW}\n{marker}\ngerman pzivg P at A1")
    place_smoke(b, b.ground.index["A1"], placed, "SM.a")
    assert b.smoke == {b.ground.index["A1"]: after}
    assert b.smoke_mask == 1 << b.ground.index["A1"]


@rule("SM.a", "SM.b")
def test_smoke_that_is_taken_away_leaves_the_rest() -> None:
    """Of three hexes in a row the middle one clears, then the first, then the last."""
    b = scene(f"{ROW}\nmarker smoke1 A1\nmarker smoke2 B1\nmarker smoke1 C1\ngerman pzivg P at I1")
    first, middle, last = (b.ground.index[name] for name in ("A1", "B1", "C1"))
    b.set_smoke(middle, 0)
    assert (b.smoke, b.smoke_mask) == ({first: 1, last: 1}, 1 << first | 1 << last)
    b.set_smoke(middle, 0)
    assert (b.smoke, b.smoke_mask) == ({first: 1, last: 1}, 1 << first | 1 << last)
    b.set_smoke(first, 0)
    b.set_smoke(last, 0)
    assert (b.smoke, b.smoke_mask) == ({}, 0)


@rule("SM.b")
def test_smoke_blocks_sight_through_its_hex() -> None:
    """Between two units it stops fire; in the firer's or the target's own hex it does not."""
    column = "..\n..\n..\ngerman pzivg P at A1\nsoviet t-34-76 S at A3"
    for marker, sees in (("", True), ("marker smoke1 A2", False), ("marker smoke2 A2", False)):
        s = stage(f"{column}\n{marker}").do("act", "P")
        assert (s.places("fire") == {"S"}) is sees
    s = stage(f"{column}\nmarker smoke2 A1 A3").do("act", "P")
    assert s.places("fire") == {"S"}
    s = stage(f"{column}\nmarker smoke1 A2").do("act", "P")
    assert s.refused("fire", "P", "S").rule == "6.1.1.b"


@pytest.mark.parametrize(
    ("markers", "dice"),
    [
        ("", 0),
        ("marker smoke1 E1", 1),  # into smoke
        ("marker smoke1 A1", 1),  # out of it
        ("marker smoke1 A1\nmarker smoke2 E1", 2),  # the higher of the two
        ("marker smoke2 A1\nmarker smoke1 E1", 2),
        ("marker smoke2 B1", 0),  # beside the line
    ],
)
@rule("SM.c")
def test_fire_into_and_out_of_smoke(markers: str, dice: int) -> None:
    """The target gets dice equal to the higher level of both hexes."""
    s = stage(f"{ROW}\ngerman tiger P at A1\nsoviet guards-infantry S at E1\n{markers}", *(6, 1, 1), *[1] * dice)
    s.do("act", "P").do("fire", "P", "S").done()
    told = s.told("saved")
    assert [(m.amount, m.rule) for e in told for m in e.modifiers] == ([(dice, "SM.c")] if dice else [])


@rule("SM.c")
def test_adjacent_fire_in_smoke() -> None:
    """Next door it counts as well."""
    s = stage(f"{ROW}\ngerman tiger P at A1\nsoviet guards-infantry S at B1\nmarker smoke2 B1", *(6, 1, 1), 1, 1)
    s.do("act", "P").do("fire", "P", "S").done()
    assert len(s.last("saved").dice) == 2


@rule("SM.c", "5.1.2.2")
def test_smoke_and_the_limit_of_hard_targets() -> None:
    """A T-34 in a City in level 2 smoke: 2 of 3 dice."""
    text = ".. .. .. .. C.\ngerman tiger P at A1\nsoviet t-34-76 S at E1 ops\nmarker smoke2 E1"
    s = stage(text, *(6, 1, 1, 1), *[1] * 4)
    s.do("act", "P").do("fire", "P", "S").done()
    assert [(m.amount, m.rule) for m in s.last("saved").modifiers] == [
        (1, "TEC.city"),
        (2, "SM.c"),
        (-1, "5.1.2.2"),
    ]


@rule("SM.c")
def test_smoke_in_opportunity_fire_and_overwatch() -> None:
    """They are ranged attacks too."""
    text = f"{ROW}\ngerman infantry P at A1\nsoviet t-34-76 S at E1 {{}}\nmarker smoke1 B1"
    for words, do in (("", "fire"), ("overwatch", "overwatch")):
        s = stage(text.format(words), *(6, 1), 1)
        s.do("act", "P").do("move", "", "B1").do(do, "S", "P")
        assert [m.rule for m in s.last("saved").modifiers] == ["SM.c"]


@rule("SM.c")
def test_smoke_is_no_help_against_mortars_mines_and_assault() -> None:
    """No dice there."""
    s = stage(f"{ROW}\ngerman american-81mm-mortar M at A1\nsoviet guards-infantry S at E1\nmarker smoke2 E1", 6, 1)
    s.do("act", "M").do("bombard", "M", "E1").done()
    assert s.unit("S").disrupted and not s.told("covered")
    s = stage(f"{ROW}\ngerman infantry P at A1\nsoviet t-34-76 S at I1 ops\nmarker mines B1\nmarker smoke2 B1", 6, 1)
    s.do("act", "P").do("move", "", "B1").done()
    assert s.unit("P").disrupted and not s.told("saved")
    s = stage(
        f"{ROW}\ngerman infantry P at A1\nsoviet guards-infantry S at B1\nmarker smoke2 B1", *(6, 1, 1), 1, 1, 1
    )
    s.do("act", "P").do("assault", "", "B1")
    assert s.unit("S").disrupted and not s.told("saved")


@rule("SM.d")
def test_smoke_does_not_conceal_and_costs_nothing() -> None:
    """In the open it gives its own dice and no concealment; entering it costs what the terrain does."""
    s = stage(f"{ROW}\ngerman tiger P at A1\nsoviet guards-infantry S at E1\nmarker smoke1 E1", *(6, 1, 1), 1)
    s.do("act", "P").do("fire", "P", "S").done()
    assert [m.rule for m in s.last("saved").modifiers] == ["SM.c"]
    s = stage(f"{ROW}\ngerman pzivg P at A1\nsoviet t-34-76 S at I1 ops\nmarker smoke2 B1")
    s.do("act", "P").do("move", "", "B1")
    assert s.unit("P").spent == 1


@rule("SM.e")
def test_sources_of_smoke() -> None:
    """Mortars and units lay level 1, artillery level 2 and level 1 around it."""
    s = stage(f"{ROW}\ngerman american-81mm-mortar M at A1\nsoviet t-34-76 S at I1", 6, 6)
    s.do("act", "M").do("smoke", "M", "D1").done()
    assert smoke_at(s) == {"D1": 1}
    s = stage(f"{ROW}\ngerman pzivg P at A1 smoke\nsoviet t-34-76 S at I1", 6)
    s.do("act", "P").do("smoke", "P", "B1").done()
    assert smoke_at(s) == {"B1": 1}
    s = stage(
        f"{ROW}\ngerman pzivg P at A1\ngerman hq 11th-panzer-hq at A1\nsoviet t-34-76 S at I1\n"
        "mission german 34 smoke\nphase missions",
        6,
    )
    s.do("call", "11th-panzer-hq", "34").do("target", "11th-panzer-hq", "E1").do("smoke", "", "E1").done()
    assert smoke_at(s) == {"D1": 1, "E1": 2, "F1": 1}


@rule("SM.f", "3.3", "SM.a")
def test_smoke_fades() -> None:
    """In the Marker Removal Phase level 2 becomes 1 and level 1 is removed."""
    s = stage(
        f"{ROW}\ngerman pzivg P at A1\nsoviet t-34-76 S at I1\nmarker smoke2 C1\nmarker smoke1 E1\n"
        "phase removal\nturns 1",
        goes_on=True,
    )
    assert smoke_at(s) == {"C1": 1}
    assert [(e.place, e.value, e.rule) for e in s.told("smoke")] == [("C1", 1, "SM.f"), ("E1", 0, "SM.f")]


# Unit Placed Smoke -------------------------------------------------------------------------------

LAYER = f"{ROW}\ngerman pzivg P at C1 smoke\nsoviet t-34-76 S at I1 ops"


@rule("UPS.a")
def test_who_places_smoke() -> None:
    """With the capability, in Good Order, In Command and not Ops Complete."""
    assert stage(LAYER).do("act", "P").options("smoke")
    s = stage(LAYER.replace(" smoke", "")).do("act", "P")
    assert not s.options("smoke") and not s.options("smoke and move")
    refusal = s.refused("smoke", "P", "C1")
    assert (refusal.reason, refusal.rule) == ("P has no Unit Placed Smoke Capability.", "UPS.a")
    s = stage(LAYER.replace("smoke", "smoke disrupted")).do("act", "P")
    assert not s.options("smoke") and s.refused("smoke", "P", "C1").rule == "UPS.a"
    for words, rule_id in (("ops", "4.0.1"), ("ooc", "3.4.2.e")):
        s = stage(LAYER.replace("smoke", f"smoke {words}") + "\ngerman pzivg Q at A1")
        assert s.refused("act", "P").rule == rule_id


@pytest.mark.parametrize(("die", "smoke"), [(2, {}), (3, {"B1": 1}), (6, {"B1": 1})])
@rule("UPS.b")
def test_how_smoke_is_placed(die: int, smoke: dict[str, int]) -> None:
    """Its own hex or an adjacent one; 3-6 succeeds; either way it is Ops Complete."""
    s = stage(LAYER + "\ngerman pzivg Q at A1", die).do("act", "P")
    assert s.places("smoke") == {"B1", "C1", "D1"}
    refusal = s.refused("smoke", "P", "E1")
    assert (refusal.reason, refusal.rule) == (
        "P places smoke in its own hex or an adjacent one, and E1 is neither.",
        "UPS.b",
    )
    s.do("smoke", "P", "B1").done()
    assert smoke_at(s) == smoke and s.unit("P").ops_complete
    assert (s.last("smoke fired").dice, s.last("smoke fired").need) == ((die,), 3)


@rule("UPS.b")
def test_smoke_instead_of_an_attack() -> None:
    """After it there is no fire in the same impulse, and no answer from Overwatch."""
    s = stage(f"{ROW}\ngerman pzivg P at C1 smoke\nsoviet t-34-76 S at F1 overwatch\nfate german 2", 1)
    s.do("act", "P").do("smoke", "P", "C1").do("keep")
    assert s.unit("P").ops_complete and not s.told("fired")
    s.do("fate free", "P").do("act", "P")
    assert not s.options("fire") and not s.options("smoke")
    assert s.refused("smoke", "P", "C1").rule == "UPS.d"


@pytest.mark.parametrize(("die", "works"), [(3, False), (4, True)])
@rule("UPS.c", "UPS.b")
def test_smoke_with_movement(die: int, works: bool) -> None:
    """Up to half the MF before or after: the roll is at -1, so it takes a 4."""
    s = stage(LAYER, die).do("act", "P").do("move", "", "E1").do("smoke", "P", "F1").done()
    assert smoke_at(s) == ({"F1": 1} if works else {}) and s.unit("P").ops_complete
    s = stage(LAYER, die)
    s.do("act", "P").do("smoke and move", "P", "C1").done()
    fired = s.last("smoke fired")
    assert (fired.need, fired.value, fired.rule) == (4, int(works), "UPS.c")
    assert [(m.amount, m.rule) for m in fired.modifiers] == [(-1, "UPS.c")]
    assert s.places("move") == {"A1", "B1", "D1", "E1"}  # half of MF 4
    s.do("move", "", "D1").do("stop")
    assert s.unit("P").ops_complete


@rule("UPS.c")
def test_smoke_after_too_long_a_move() -> None:
    """More than half the MF, MF 1, or having unloaded: no smoke with movement."""
    s = stage(LAYER).do("act", "P").do("move", "", "F1")
    assert not s.options("smoke") and s.refused("smoke", "P", "F1").rule == "4.1.c"
    s = stage(LAYER.replace("pzivg", "45mm-atg")).do("act", "P")
    assert s.options("smoke") and not s.options("smoke and move")
    assert s.refused("smoke and move", "P", "C1").rule == "4.1.b"
    s = stage(LAYER.replace("pzivg P at C1", "panzergrenadier P at C1 mounted")).do("act", "P").do("unload", "P")
    assert not s.options("smoke")


@rule("UPS.d")
def test_limits_of_unit_smoke() -> None:
    """Once an activation; not in the enemy's impulse; not where the scenario bans smoke."""
    s = stage(LAYER, 4).do("act", "P").do("smoke and move", "P", "C1")
    assert not s.options("smoke") and s.refused("smoke", "P", "D1").rule == "UPS.d"
    s = stage(f"{ROW}\ngerman pzivg P at A1\nsoviet t-34-76 S at F1 smoke overwatch").do("act", "P")
    s.do("move", "", "B1")
    assert {choice.do for choice in s.options()} == {"fire", "overwatch", "pass", "pass march"}
    s = stage(f"{LAYER}\nno-smoke").do("act", "P")
    assert not s.options("smoke") and not s.options("smoke and move")
    refusal = s.refused("smoke", "P", "C1")
    assert (refusal.reason, refusal.rule) == ("No smoke is available in this scenario.", "S1.ssr1")


@rule("UPS.a", "UPS.c", "4.1.l")
def test_smoke_in_a_stack() -> None:
    """Two units that act together lay smoke only with movement, one after the other."""
    s = stage(LAYER + "\ngerman pzivg Q at C1 smoke", 4, 4).do("act", "P", "Q")
    assert not s.options("smoke") and {c.piece for c in s.options("smoke and move")} == {"P", "Q"}
    s.do("smoke and move", "P", "D1").do("smoke", "Q", "D1").do("move", "", "B1").do("stop").done()
    assert smoke_at(s) == {"D1": 2}
