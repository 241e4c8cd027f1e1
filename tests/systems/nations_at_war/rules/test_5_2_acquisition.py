"""5.2 Acquisition: who fires at an AFV in vain has a better chance the next time."""

import pytest
from stage import NawStage, stage

from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .. .. .. .. .. .. .."  # A1 to M1
DUEL = f"{ROW}\ngerman tiger P at A1\nsoviet t-34-76 S at G1"
MISS = (1, 1, 1, 1)


def acquired(s: NawStage, id: str = "P") -> str:
    """Whom a unit has acquired."""
    index = s.unit(id).acquired
    return s.b.units[index].id if index >= 0 else ""


def fired(text: str, *dice: int) -> NawStage:
    s = stage(text, *dice)
    s.do("act", "P").do("fire", "P", "S").done()
    return s


def next_impulse(s: NawStage) -> None:
    """Play on to the next impulse: the units that fired may act again."""
    for unit in s.b.units:
        unit.ops_complete = unit.attacked = False


@rule("5.2.a", "5.2.c", "5.2.i")
def test_acquisition_example() -> None:
    """A Sherman hits a Pz IV in a Town, the save cancels all: both are marked, and its next To-Hit is one lower."""
    s = stage(
        """
        .. .. .. .. .. C.
        german m4-sherman P at A1
        german m4-sherman Q at B1
        soviet pzivg S at F1
        """,
        *(5, 5, 1),
        *(6, 6, 1, 1),  # armour, Town, concealed
        *(4, 1, 1),
        *(6, 1, 1),  # an acquired unit is not concealed
    )
    s.do("act", "P").do("fire", "P", "S")
    assert acquired(s) == "S" and (s.last("acquired").piece, s.last("acquired").target) == ("P", "S")
    next_impulse(s)
    s.do("act", "P").do("fire", "P", "S").done()
    again = s.last("fired")
    assert (again.need, again.value) == (4, 1)
    assert [(m.amount, m.rule) for m in again.modifiers] == [(-1, "5.2.c")]


@rule("5.2.a")
def test_what_acquires() -> None:
    """A miss, or hits all saved, acquire; a Disruption or a step lost does not."""
    assert acquired(fired(DUEL, *MISS)) == "S"
    assert acquired(fired(DUEL, *(4, 1, 1, 1), *(5, 1))) == "S"
    assert acquired(fired(DUEL, *(4, 1, 1, 1), *(1, 1))) == ""
    assert acquired(fired(f"{DUEL} disrupted", *(4, 1, 1, 1), *(1, 1))) == ""


@rule("5.2.a")
def test_only_an_afv_is_acquired() -> None:
    """A gun, infantry or truck is not; Armored Infantry in its half-track is."""
    for kind, words, whom in (
        ("guards-infantry", "", ""),
        ("opel-blitz", "", ""),
        ("american-armored-infantry", "", ""),
        ("american-armored-infantry", "mounted", "S"),
    ):
        s = fired(f"{ROW}\ngerman tiger P at A1\nsoviet {kind} S at G1 {words}", *(1,) * (4 if words else 3))
        assert acquired(s) == whom, (kind, words)


@rule("5.2.a")
def test_opportunity_fire_and_overwatch_do_not_acquire() -> None:
    """Only an activated unit does."""
    s = stage(f"{ROW}\ngerman pzivg P at A1\nsoviet t-34-76 S at G1", 1, 1, 1)
    s.do("act", "P").do("move", "", "B1").do("fire", "S", "P").done()
    assert s.last("fired").text == "opportunity fire" and acquired(s, "S") == ""
    s = stage(f"{ROW}\ngerman pzivg P at A1\nsoviet t-34-76 S at F1 overwatch", *(1, 1, 1), *(1, 1, 1))
    s.do("act", "P").do("fire", "P", "S").do("overwatch", "S", "P").done()
    assert acquired(s, "P") == "S" and acquired(s, "S") == ""


@rule("5.2.b")
def test_no_acquisition_with_move_and_fire() -> None:
    """Neither moving first nor moving after."""
    s = stage(DUEL, 1, 1, 1)
    s.do("act", "P").do("move", "", "B1").do("pass").do("fire", "P", "S").done()
    assert acquired(s) == ""
    s = stage(DUEL, 1, 1, 1)
    s.do("act", "P").do("fire and move", "P", "S").done()
    assert acquired(s) == ""


@rule("5.2.c")
def test_the_bonus_is_for_that_target_alone() -> None:
    """Another target has no bonus."""
    text = f"{ROW}\ngerman tiger P at A1 acquired=S\nsoviet t-34-76 S at G1\nsoviet t-34-76 T at G1"
    assert fired(text, *MISS).last("fired").need == 3
    s = stage(text, *MISS)
    s.do("act", "P").do("fire", "P", "T").done()
    assert s.last("fired").need == 4


@rule("5.2.d")
def test_acquisition_is_not_cumulative() -> None:
    """After a second miss it is still -1."""
    s = fired(DUEL.replace("P at A1", "P at A1 acquired=S"), *MISS)
    assert s.last("fired").need == 3 and acquired(s) == "S" and not s.told("acquired")
    s = stage(DUEL.replace("P at A1", "P at A1 acquired=S") + "\ngerman tiger Q at B1", *MISS, *MISS)
    s.do("act", "P").do("fire", "P", "S")
    next_impulse(s)
    s.do("act", "P").do("fire", "P", "S").done()
    assert s.last("fired").need == 3


@pytest.mark.parametrize(("there", "need"), [("I1", 3), ("J1", 4), ("E1", 2)])
@rule("5.2.d")
def test_acquisition_and_range(there: str, need: int) -> None:
    """A Tiger, range 8, To-Hit 4: acquired 3, at Extended Range 4, at Reduced Range 2."""
    s = fired(f"{ROW}\ngerman tiger P at A1 acquired=S\nsoviet t-34-76 S at {there}", *MISS)
    assert s.last("fired").need == need


# Losing it ---------------------------------------------------------------------------------------

HELD = DUEL.replace("P at A1", "P at A1 acquired=S")


@rule("5.2.e")
def test_the_acquirer_moves() -> None:
    """Its markers come off."""
    s = stage(HELD).do("act", "P").do("move", "", "B1")
    assert acquired(s) == ""
    lost = s.last("acquisition lost")
    assert (lost.piece, lost.target, lost.rule) == ("P", "S", "5.2.e")


@rule("5.2.e")
def test_the_acquirer_fires_at_another_unit() -> None:
    """A different target, AFV or not, ends it; the acquired one keeps it."""
    s = stage(f"{HELD}\nsoviet guards-infantry T at G1", *(1, 1, 1))
    s.do("act", "P").do("fire", "P", "T").done()
    assert acquired(s) == "" and s.last("acquisition lost").rule == "5.2.e"
    assert acquired(fired(HELD, *MISS)) == "S"


@rule("5.2.e")
def test_the_acquirer_is_disrupted() -> None:
    """Shaken, it has lost its aim."""
    s = stage(f"{ROW}\nsoviet t-34-76 S at A1 acquired=P\ngerman tiger P at G1\nactive german", *(6, 1, 1, 1), 1, 1)
    assert acquired(s, "S") == "P"
    s.do("act", "P").do("fire", "P", "S").done()
    assert s.unit("S").disrupted and acquired(s, "S") == ""


@rule("5.2.e", "11.0.e", "5.5.l")
def test_the_acquirer_is_assaulted_or_overrun() -> None:
    """In Assault or Overrun, with no hit at all, the defender loses it too."""
    text = f"{ROW}\ngerman tiger P at A1\nsoviet 45mm-atg S at B1 acquired=P"
    s = stage(text, *(1, 1), *(1,))
    s.do("act", "P").do("assault", "", "B1").done()
    assert acquired(s, "S") == "" and s.where("S") == "B1"
    s = stage(f"{ROW}\ngerman pzivg P at A1\nsoviet 45mm-atg S at B1 acquired=P", *[1] * 6, 1)
    s.do("act", "P").do("overrun", "", "B1").done()
    assert acquired(s, "S") == ""
    s = stage(f"{ROW}\ngerman tiger P at C1\ngerman tiger Q at A1\nsoviet 45mm-atg S at B1 acquired=P", 1, 1, 1)
    s.do("act", "Q").do("assault", "", "B1").done()
    assert acquired(s, "S") == ""  # though P itself has not moved


@rule("5.2.f")
def test_the_target_leaves_its_hex() -> None:
    """All who had acquired it lose it."""
    s = stage(
        f"{ROW}\nsoviet t-34-76 S at A1 acquired=P\nsoviet t-34-76 T at A1 acquired=P\n"
        "german pzivg P at M1 acquired=S\nactive german"
    )
    s.do("act", "P").do("move", "", "L1")
    assert acquired(s, "S") == acquired(s, "T") == ""
    lost = [(event.piece, event.rule) for event in s.told("acquisition lost")]
    assert lost == [("P", "5.2.e"), ("S", "5.2.f"), ("T", "5.2.f")]


@rule("5.2.f")
def test_the_target_is_disrupted_or_reduced() -> None:
    """By whomever: the next shot at it has no bonus."""
    s = stage(
        f"{ROW}\ngerman tiger P at A1 acquired=S\ngerman tiger Q at A1\nsoviet t-34-76 S at G1",
        *(4, 1, 1, 1),
        *(1, 1),
        *MISS,
    )
    s.do("act", "Q").do("fire", "Q", "S")
    assert s.unit("S").disrupted and acquired(s) == ""
    s.do("act", "P").do("fire", "P", "S").done()
    assert s.last("fired").need == 4


@rule("5.2.g")
def test_an_acquired_unit_is_not_concealed() -> None:
    """Not against its acquirer nor against anybody else."""
    text = ".. .. .. .. .. .. W.\ngerman tiger P at A1\nsoviet t-34-76 S at G1"
    s = fired(text, *(6, 1, 1, 1), *(1, 1, 1, 1))
    assert [m.rule for m in s.last("saved").modifiers] == ["TEC.woods", "5.1.2.1.a"]
    s = fired(f"{text}\ngerman tiger Q at B1 acquired=S", *(6, 1, 1, 1), *(1, 1, 1))
    assert [m.rule for m in s.last("saved").modifiers] == ["TEC.woods"]


@rule("5.2.h", "SM.d")
def test_smoke_protects_from_acquisition() -> None:
    """No acquisition of a unit in smoke, and smoke laid on an acquired unit ends it."""
    assert acquired(fired(f"{DUEL}\nmarker smoke1 G1", *MISS)) == ""
    s = stage(f"{ROW}\ngerman tiger P at A1\nsoviet t-34-76 S at G1 acquired=P\ngerman pzivg Q at B1 smoke", 3)
    s.do("act", "Q").do("smoke", "Q", "A1").done()
    assert acquired(s, "S") == "" and s.last("acquisition lost").rule == "5.2.h"


@rule("5.2.i")
def test_hexes_are_not_acquired() -> None:
    """A mortar, direct or not, acquires nobody, and an aircraft is no unit."""
    s = stage(f"{ROW}\ngerman american-81mm-mortar P at A1\nsoviet t-34-76 S at G1", 1, 1)
    s.do("act", "P").do("bombard", "P", "G1").done()
    assert acquired(s) == "" and not s.told("acquired")
    s = stage(
        f"{ROW}\ngerman tiger P at A1\ngerman hq 505th-heavy-panzer-hq at A1\n"
        "soviet t-34-76 S at G1\nsoviet t-34-76 T at G1\n"
        "aircraft german ju-87\nphase draw\ncup aircraft-ju-87 german",
        *(1, *MISS, 1),
        goes_on=True,
    )
    s.do("attack", "ju-87", "S")
    assert s.told("strafed") and not s.told("acquired")
    assert all(unit.acquired < 0 for unit in s.b.units)


@rule("5.2.j")
def test_a_disrupted_unit_is_not_acquired() -> None:
    """A miss at it is only a miss."""
    assert acquired(fired(f"{DUEL} disrupted", *MISS)) == ""


@rule("5.2.k")
def test_several_acquirers_of_one_target() -> None:
    """Each has its own marker; one unit has only one target at a time."""
    s = stage(
        f"{ROW}\ngerman tiger P at A1\ngerman tiger Q at A1\ngerman tiger R at B1\n"
        "soviet t-34-76 S at G1\nsoviet t-34-76 T at G1",
        *(*MISS, *MISS, *MISS),
    )
    s.do("act", "P").do("fire", "P", "S").do("act", "Q").do("fire", "Q", "S")
    assert acquired(s, "P") == acquired(s, "Q") == "S"
    next_impulse(s)
    s.do("act", "P").do("fire", "P", "T").done()
    assert (acquired(s, "P"), acquired(s, "Q")) == ("T", "S")


@rule("5.2.a")
def test_who_leaves_its_half_track_is_acquired_no_longer() -> None:
    """On foot the platoon is no AFV; only it loses the marker, not the tank beside it."""
    s = stage(
        """
        .. .. .. .. .. .. .. ..
        german panzergrenadier P at A1 mounted
        german pzivg Q at A1
        soviet t-34-76 S at H1 acquired=P
        soviet t-34-76 T at H1 acquired=Q
        """
    )
    s.do("act", "P").do("unload", "P")
    lost = s.told("acquisition lost")
    assert [(e.piece, e.target, e.rule) for e in lost] == [("S", "P", "5.2.a")]
    assert (s.unit("S").acquired, s.unit("T").acquired) == (-1, s.unit("Q").index)
