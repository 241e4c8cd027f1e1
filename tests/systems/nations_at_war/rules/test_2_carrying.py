"""2.4.o Movement Factors, and transports with a circled one that carry infantry."""

import pytest
from stage import stage

from sandtable.testing import rule

COLUMN = """
    .. .. .. .. .. .. ..
    german opel-blitz T at A1
    german infantry I at A1
    """


@rule("2.4.o")
@pytest.mark.parametrize(("unit", "reach"), [("infantry", "BCD"), ("t-34-76", "BCDEF"), ("opel-blitz", "BCDEFG")])
def test_movement_factor_is_the_points_of_an_activation(unit: str, reach: str) -> None:
    s = stage(
        f"""
        {".. " * 9}
        german {unit} U at A1
        """
    )
    s.do("act", "U")
    assert s.places("move") == {f"{column}1" for column in reach}


@rule("2.4.o", "4.3.1.a")
def test_a_circled_movement_factor_carries_infantry() -> None:
    """3 of the truck's 6 MP to load, the platoon inside does not count for stacking, 3 hexes left to drive."""
    s = stage(COLUMN + "german infantry J at D1\ngerman infantry K at D1\n")
    s.do("act", "T")
    assert s.places("embark") == {"I"}
    s.do("embark", "T", "I")
    assert (s.where("I"), s.unit("T").spent) == ("carried", 3)
    assert s.places("move") == {"B1", "C1"}, "D1 is full"
    refusal = s.refused("disembark", "T", "I")
    assert (refusal.reason, refusal.rule) == ("I has already loaded or unloaded in this activation.", "4.3.1.a")
    s.do("move", "", "C1").do("stop")
    assert s.unit("T").ops_complete
    refusal = s.refused("act", "I")
    assert (refusal.reason, refusal.rule) == ("I is aboard T and can only act with it.", "2.4.o")


@rule("2.4.o", "4.3.2.a")
def test_a_passenger_climbs_down_within_its_own_movement_factor() -> None:
    """The truck drives all its 6 hexes, the platoon of MF 3 climbs down; both are Ops Complete."""
    s = stage(
        """
        .. .. .. .. .. .. ..
        german opel-blitz T at A1
        german infantry I at off aboard=T
        german infantry J at G1
        german infantry K at G1
        """
    )
    s.do("act", "T").do("move", "", "F1")
    assert s.places("disembark") == {"I"}
    s.do("disembark", "T", "I")
    assert (s.where("I"), s.where("T")) == ("F1", "F1")
    assert s.unit("I").ops_complete and s.unit("T").ops_complete
    assert s.last("disembarked").rule == "2.4.o"


@rule("2.4.o", "2.9.a")
def test_nobody_climbs_down_into_a_full_hex() -> None:
    s = stage(
        """
        .. .. ..
        german opel-blitz T at A1
        german infantry I at off aboard=T
        german infantry J at A1
        """
    )
    s.do("act", "T")
    assert s.options("disembark") == []
    refusal = s.refused("disembark", "T", "I")
    assert (refusal.reason, refusal.rule) == ("A1 is full.", "2.9.a")


@rule("2.4.o", "2.10.b", "3.4.2.e", "4.0.1", "4.3.1.b", "4.3.1.c")
@pytest.mark.parametrize(
    ("line", "reason", "id"),
    [
        ("german infantry I at A1 disrupted", "I is Disrupted and cannot load.", "4.3.1.c"),
        ("german infantry I at A1 ops", "I is Ops Complete.", "4.0.1"),
        ("german infantry I at A1 ooc", "I is Out of Command.", "3.4.2.e"),
        ("german 45mm-atg I at A1", "I is not infantry on foot.", "2.4.o"),
        ("german infantry I at B1", "I is not in the hex of T.", "2.4.o"),
        ("german infantry I at A1 in=other", "I does not belong to the active Formation.", "2.10.b"),
    ],
)
def test_who_may_not_climb_aboard(line: str, reason: str, id: str) -> None:
    s = stage(f".. .. ..\ngerman opel-blitz T at A1\n{line}\n")
    s.do("act", "T")
    assert s.options("embark") == []
    refusal = s.refused("embark", "T", "I")
    assert (refusal.reason, refusal.rule) == (reason, id)


@rule("2.4.o")
def test_only_a_circled_movement_factor_carries() -> None:
    s = stage(".. .. ..\ngerman pzivg T at A1\ngerman infantry I at A1\n")
    s.do("act", "T")
    assert s.options("embark") == []
    assert s.refused("embark", "T", "I").reason == "T has no circled Movement Factor, so it cannot carry anyone."


@rule("2.4.o", "2.5.6.a")
def test_nobody_climbs_aboard_and_leaves_an_hq_alone() -> None:
    """The truck takes the platoon up only if the HQ goes along with it."""
    s = stage(COLUMN + "german hq 320th-infantry-hq at A1\n")
    s.do("act", "T")
    refusal = s.refused("embark", "T", "I")
    assert (refusal.reason, refusal.rule) == (
        "320th Infantry HQ would be left alone unless it goes with T.",
        "2.5.6.a",
    )
    s = stage(COLUMN + "german hq 320th-infantry-hq at A1\n")
    s.do("act", "T", number=1).do("embark", "T", "I").do("move", "", "C1")
    assert s.b.ground.names[s.hq("german").hex] == "C1"


@rule("2.4.o", "5.1.3.h")
def test_a_passenger_is_lost_with_its_transport() -> None:
    s = stage(
        """
        .. .. .. ..
        soviet t-34-76 S at A1
        german opel-blitz T at D1 disrupted
        german infantry I at off aboard=T
        active soviet
        """,
        *(5, 1),
    )
    s.do("act", "S").do("fire", "S", "T").done()
    assert (s.where("T"), s.where("I")) == ("eliminated", "eliminated")
