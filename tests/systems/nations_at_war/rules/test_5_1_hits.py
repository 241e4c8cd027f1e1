"""5.1.3 Combat Results: Disrupted, Reduced, eliminated, and Wrecks."""

import pytest
from stage import NawStage, stage

from sandtable.testing import rule

ROW = ".. .. .. .. .. .."


def hit(target: str, hits: int) -> NawStage:
    """A Tiger scores so many hits on S; its armour saves none."""
    saves = 0 if "infantry" in target or "truck" in target or "opel" in target or "atg" in target else 2
    dice = [6] * hits + [1] * (3 - hits if not saves else 4 - hits)
    s = stage(f"{ROW}\ngerman tiger P at A1\nsoviet {target.replace(' ', ' S at F1 ', 1)}", *dice, *[1] * saves)
    s.do("act", "P").do("fire", "P", "S").done()
    return s


def shape(s: NawStage, id: str = "S") -> tuple[bool, int]:
    """Disrupted, steps."""
    return (s.unit(id).disrupted, s.unit(id).steps)


@pytest.mark.parametrize(
    ("words", "hits", "left"),
    [
        ("", 1, (True, 2)),  # the first hit Disrupts
        ("", 2, (True, 1)),  # the second costs a step
        ("", 3, (False, 0)),  # the third the last one
        ("reduced", 1, (True, 1)),
        ("reduced", 2, (False, 0)),
        ("disrupted", 1, (True, 1)),
        ("disrupted", 2, (False, 0)),
        ("disrupted reduced", 1, (False, 0)),
        ("disrupted reduced", 3, (False, 0)),  # excess hits are lost
    ],
)
@pytest.mark.parametrize("kind", ["t-34-76", "guards-infantry"])
@rule("5.1.3.a", "5.1.3.b", "5.1.3.h")
def test_what_hits_do(kind: str, words: str, hits: int, left: tuple[bool, int]) -> None:
    """Disrupted first, then a step for each hit; a reduced unit that loses a step is eliminated."""
    s = hit(f"{kind} {words}", hits)
    assert shape(s) == left
    assert s.where("S") == ("F1" if left[1] else "eliminated")
    assert [e.kind for e in s.play.log if e.kind in ("disrupted", "reduced", "eliminated")] == [
        *(["disrupted"] if "disrupted" not in words else []),
        *(["reduced"] if left == (True, 1) and "reduced" not in words else []),
        *(["eliminated"] if not left[1] else []),
    ]


@rule("5.1.3.h")
def test_reduced_side() -> None:
    """The counter is flipped: a T-34 has AP 3 in full strength and AP 2 when reduced."""
    s = hit("t-34-76 ", 2)
    face = s.unit("S").face
    assert face is s.unit("S").type.sides[0][1] and face.ap is not None and face.ap.firepower == 2


@rule("5.1.3.h")
def test_a_single_step_is_eliminated_by_its_first_step_loss() -> None:
    """The Opel Blitz has one step: Disrupted by one hit, gone with two."""
    assert shape(hit("opel-blitz ", 1)) == (True, 1)
    assert hit("opel-blitz ", 2).where("S") == "eliminated"


@rule("5.1.3.a", "2.5.6.2.g")
def test_an_hq_is_never_disrupted() -> None:
    """Its platoon is; the HQ rolls its check and stays unharmed on a 2."""
    s = stage(
        f"{ROW}\ngerman tiger P at A1\nsoviet t-34-76 S at F1\nsoviet hq 276th-tank-hq at F1", *(6, 1, 1, 1), 1, 1, 2
    )
    s.do("act", "P").do("fire", "P", "S").done()
    assert shape(s) == (True, 2) and s.hq("soviet").steps == 2
    assert [event.piece for event in s.told("disrupted")] == ["S"]


# What a Disrupted unit may do --------------------------------------------------------------------


@rule("5.1.3.c")
def test_disrupted_units_move_but_do_not_fire() -> None:
    """Neither in their impulse nor as Opportunity Fire."""
    s = stage(f"{ROW}\ngerman pzivg P at C1 disrupted\nsoviet t-34-76 S at F1 disrupted").do("act", "P")
    assert not s.options("fire") and not s.options("fire and move")
    assert s.refused("fire", "P", "S").rule == "5.1.3.c"
    s.do("move", "", "B1")
    assert s.where("P") == "B1" and s.asked == ("german", "action")  # S is not asked


LANE = """
    .. .. .. .. ..
    .. .. .. .. ..
    .. .. .. .. ..
    german pzivg P at C2 disrupted
    """


@rule("5.1.3.d")
def test_disrupted_units_come_no_closer() -> None:
    """To an enemy in sight the distance may stay or grow, hex by hex, and never shrink."""
    s = stage(LANE + "soviet t-34-76 S at E2").do("act", "P")
    away = s.b.ground.distance[s.b.ground.index["E2"]]
    here = away[s.b.ground.index["C2"]]
    places = s.places("move")
    assert places == {"C1", "B1", "B2", "C3"}
    assert all(away[s.b.ground.index[place]] >= here for place in places)
    refusal = s.refused("move", "", "D2")
    assert (refusal.reason, refusal.rule) == ("P is Disrupted and may not come closer to the enemy.", "5.1.3.d")


@rule("5.1.3.d")
def test_disrupted_units_next_to_the_enemy_may_leave() -> None:
    """From an adjacent hex they go away, and not into another hex next to the enemy."""
    s = stage(LANE + "soviet t-34-76 S at D2").do("act", "P")
    assert s.places("move") == {"C1", "B1", "B2"}  # C3 and D1 are next to D2
    assert s.refused("move", "", "C3").rule == s.refused("move", "", "D1").rule == "5.1.3.d"


@rule("5.1.3.d")
def test_disrupted_units_may_approach_what_they_do_not_see() -> None:
    """Behind Woods the enemy does not count, until the unit would stand next to him."""
    column = "\n".join(["..", "W.", "..", "..", ".."])
    s = stage(f"{column}\ngerman infantry P at A5 disrupted\nsoviet guards-infantry S at A1").do("act", "P")
    assert s.places("move") == {"A4"}
    s.do("move", "", "A4").do("move", "", "A3")
    assert s.places("move") == {"A4"}  # A2 is next to him
    assert s.refused("move", "", "A2").rule == "5.1.3.d"


@rule("5.1.3.d")
def test_disrupted_units_start_no_assault() -> None:
    """To enter an enemy hex is to come closer."""
    s = stage(f"{ROW}\ngerman infantry P at A1 disrupted\nsoviet guards-infantry S at B1").do("act", "P")
    assert not s.options("assault")
    assert s.refused("assault", "", "B1").rule == "5.1.3.d"


@rule("5.1.3.e")
def test_disrupted_units_may_unload_but_not_load() -> None:
    """Armored Infantry gets out of its half-track under fire, and not in again."""
    s = stage(f"{ROW}\ngerman panzergrenadier P at A1 mounted disrupted\nsoviet t-34-76 S at F1").do("act", "P")
    s.do("unload", "P")
    assert not s.unit("P").mounted and s.unit("P").disrupted
    s = stage(f"{ROW}\ngerman panzergrenadier P at A1 disrupted\nsoviet t-34-76 S at F1").do("act", "P")
    assert s.refused("load", "P").rule == "4.3.1.c"


@rule("5.1.3.f")
def test_disrupted_units_counterattack_at_six() -> None:
    """Guards Infantry hits on 5 in Assault, Disrupted on 6."""
    s = stage(f"{ROW}\ngerman infantry P at A1\nsoviet guards-infantry S at B1 disrupted", *(1, 1, 1), *(5, 5, 6))
    s.do("act", "P").do("assault", "", "B1").done()
    struck = s.told("struck")[1]
    assert (struck.piece, struck.need, struck.value) == ("S", 6, 1)
    assert [(m.amount, m.rule) for m in struck.modifiers] == [(1, "5.1.3.f")]


@rule("5.1.3.g")
def test_rally_at_the_start_of_the_impulse() -> None:
    """2d6 at or below Morale 7 brings a unit back to Good Order, 8 does not; then it may fire."""
    text = f"{ROW}\ngerman pzivg P at A1 disrupted\nsoviet t-34-76 S at F1\nmorale 7\nphase rally\nactive german"
    s = stage(text, 3, 4)
    assert not s.unit("P").disrupted
    s.do("act", "P")
    assert s.places("fire") == {"S"}
    s = stage(text, 4, 4)
    assert s.unit("P").disrupted
    s.do("act", "P")
    assert not s.options("fire")


# Wrecks ------------------------------------------------------------------------------------------


@rule("5.1.3.i", "2.9.c")
def test_an_eliminated_hard_target_leaves_one_wreck() -> None:
    """A second one in the same hex leaves no other."""
    s = stage(
        f"{ROW}\ngerman tiger P at A1\ngerman tiger Q at A1\nsoviet t-34-76 S at F1 disrupted reduced\n"
        "soviet t-34-76 S2 at F1 disrupted reduced",
        *(6, 1, 1, 1),
        *(1, 1),
        *(6, 6, 1, 1),
        *(1, 1, 1),  # the Wreck gives S2 a die; Disrupted or not, it is concealed as well
        1,
    )
    s.do("act", "P").do("fire", "P", "S")
    place = s.b.ground.index["F1"]
    assert s.b.wrecks == 1 << place and s.last("wreck").rule == "5.1.3.i"
    s.do("act", "Q").do("fire", "Q", "S2").done()
    assert s.where("S2") == "eliminated" and len(s.told("wreck")) == 1 and s.b.wrecks == 1 << place


@rule("5.1.3.i")
def test_infantry_leaves_no_wreck() -> None:
    """A soft target without a transport leaves nothing; a gun with its truck does (4.3.b)."""
    s = hit("guards-infantry disrupted", 2)
    assert s.where("S") == "eliminated" and not s.told("wreck")
    s = hit("45mm-atg disrupted", 2)
    assert s.where("S") == "eliminated" and s.last("wreck").rule == "4.3.b"


@rule("5.1.3.j", "CTEC.wreck")
def test_effects_of_a_wreck() -> None:
    """It costs vehicles a MP more, infantry none, and gives a die and concealment to who is in the hex."""
    text = ".. .. .. .. .. ..\ngerman {kind} P at A1\nmarker wreck B1\nsoviet t-34-76 S at F1 ops"
    for kind, spent in (("pzivg", 2), ("infantry", 1)):
        s = stage(text.format(kind=kind)).do("act", "P").do("move", "", "B1")
        assert s.unit("P").spent == spent
    s = stage(f"{ROW}\ngerman tiger P at A1\nsoviet guards-infantry S at F1\nmarker wreck F1", *(6, 1, 1), *(1, 1))
    s.do("act", "P").do("fire", "P", "S").done()
    assert [modifier.rule for modifier in s.last("saved").modifiers] == ["CTEC.wreck", "5.1.2.1.a"]
