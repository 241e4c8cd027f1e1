"""RP: the recon plane."""

import pytest
from stage import NawStage, one_draw, stage

from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .. .. .. .. .. .."
UHU = "aircraft german fw-189"


def names(s: NawStage, mask: int) -> set[str]:
    return {name for place, name in enumerate(s.b.ground.names) if mask >> place & 1}


# RP.a --------------------------------------------------------------------------------------------


@rule("RP.a")
def test_the_german_player_must_place_it_on_any_hex() -> None:
    """Water, enemies, a full stack: everywhere; he cannot decline."""
    s = one_draw(
        f"""
        .. L. .. ..
        german pzivg G1 at A1
        german pzivg G2 at A1
        soviet t-34-76 S at C1
        {UHU}
        drawer soviet
        cup aircraft-fw-189
        """,
        1,
    )
    assert s.asked == ("german", "recon plane")  # its owner, whoever drew it
    assert [(c.do, c.to) for c in s.options()] == [("place", name) for name in ("A1", "B1", "C1", "D1")]
    refusal = s.refused("place", "fw-189", "E1")
    assert (refusal.rule, refusal.reason) == ("RP.a", "There is no hex 'E1' on this map.")
    s.do("place", "fw-189", "C1")
    assert s.b.ground.names[s.b.plane] == "C1"
    assert (s.last("plane placed").rule, s.last("plane placed").place) == ("RP.a", "C1")


@rule("RP.a")
def test_it_neither_stacks_blocks_nor_controls() -> None:
    """Enemies drive through under it and own the hexes; nobody fires at it."""
    s = stage(
        f"""
        {ROW}
        soviet t-34-76 S1 at A1
        german pzivg G at L1 ops
        {UHU}
        plane C1
        active soviet
        """
    )
    assert s.b.control[0] == 1 << s.b.ground.index["L1"]
    s.do("act", "S1")
    assert {"B1", "C1", "D1"} <= s.places("move")
    assert s.options("fire") == []
    s.do("move", "", "C1")
    assert s.where("S1") == "C1"
    assert s.b.control[1] >> s.b.plane & 1
    assert s.play.system.rules.faults(s.b) == []


# RP.b --------------------------------------------------------------------------------------------

WOODS = ".. .. .. .. W. .. .. .. .. .. .. .."


@rule("RP.b", "5.1.2.1.a", "5.1.2")
@pytest.mark.parametrize(("plane", "concealed"), [("plane I1", False), ("plane J1", True), ("", True)])
def test_enemies_within_four_hexes_of_it_are_not_concealed(plane: str, concealed: bool) -> None:
    """The T-34 in the woods at E1: the plane four hexes away finds it, five hexes away it does not."""
    s = stage(
        f"{WOODS}\ngerman pzivg G at A1\nsoviet t-34-76 S at E1\n{UHU}\n{plane}",
        *(5, 1, 1),
        *((5, 1, 1, 1) if concealed else (5, 1, 1)),
    )
    s.do("act", "G").do("fire", "G", "S").done()
    assert [note.label for note in s.last("saved").modifiers] == ["Woods"] + ["concealed"] * concealed


@rule("RP.b")
def test_its_own_side_stays_concealed() -> None:
    s = stage(
        f"{WOODS}\nsoviet t-34-76 S at A1\ngerman pzivg G at E1\n{UHU}\nplane E1\nactive soviet",
        *(5, 1, 1),
        *(6, 1, 1, 1),
    )
    s.do("act", "S").do("fire", "S", "G").done()
    assert [note.label for note in s.last("saved").modifiers] == ["Woods", "concealed"]


@rule("RP.b")
def test_it_looks_into_concealing_terrain_without_a_line_of_sight() -> None:
    """Smoke on the way between plane and target is nothing to it."""
    s = stage(
        f"{WOODS}\ngerman pzivg G at A1\nsoviet t-34-76 S at E1\nmarker smoke2 F1 G1 H1\n{UHU}\nplane I1",
        *(5, 1, 1),
        *(5, 1, 1),
    )
    s.do("act", "G").do("fire", "G", "S").done()


# RP.c --------------------------------------------------------------------------------------------

SPOTTER = f"""
    .. .. W. .. .. .. .. .. .. .. .. ..
    german pzivg G at A1
    german hq 11th-panzer-hq at {{hq}}
    soviet guards-infantry S at H1
    mission german 34
    {UHU}
    plane H1
    phase missions
    """


@rule("RP.c", "10.2.b")
def test_a_formation_may_call_where_only_the_plane_sees() -> None:
    """Within four hexes of the plane, with +1 instead of the HQ's Leadership of 2."""
    s = stage(SPOTTER.format(hq="A1"), 4, *(4, 1, 1))
    assert {c.piece for c in s.options("call")} == {"11th-panzer-hq", "plane"}
    s.do("call", "plane", "34")
    assert s.places("target") == {"D1", "E1", "F1", "G1", "H1", "I1", "J1", "K1", "L1"}
    refusal = s.refused("target", "plane", "C1")
    assert (refusal.rule, refusal.reason) == ("RP.c", "C1 is more than 4 hexes from the plane.")
    s.do("target", "plane", "H1")
    assert [note.amount for note in s.last("ranged in").modifiers] == [1]
    s.do("fire for effect", to="H1").done()
    assert s.unit("S").disrupted


@rule("RP.c")
def test_the_hq_itself_does_not_see_there() -> None:
    s = stage(SPOTTER.format(hq="A1")).do("call", "11th-panzer-hq", "34")
    assert "H1" not in s.places("target")


@rule("RP.c", "10.2.b")
def test_the_hq_must_be_on_the_map() -> None:
    s = stage(SPOTTER.format(hq="eliminated"))
    assert s.asked == ("german", "operation")


@rule("RP.c")
def test_it_spots_for_its_own_side_only() -> None:
    s = stage(
        f"""
        {ROW}
        soviet t-34-76 S at A1
        soviet hq 3rd-tank-hq at A1
        german pzivg G at L1
        mission soviet 34
        {UHU}
        plane C1
        active soviet
        phase missions
        """
    )
    assert {c.piece for c in s.options("call")} == {"3rd-tank-hq"}


@rule("RP.c", "5.1.6.g")
def test_it_spots_for_mortars_too() -> None:
    """A mortar mission is a fire mission (3.4.4.a)."""
    s = stage(
        f"""
        .. .. W. .. .. .. .. .. .. .. .. ..
        german american-81mm-mortar M at A1
        german hq american-armored-infantry-hq at A1
        soviet guards-infantry S at E1
        {UHU}
        plane H1
        phase missions
        no-smoke
        """,
        *(1, 1, 1),
    )
    s.do("direct", "M")
    if s.asked[1] == "indirect fire":
        s.do("bombard", "M", "E1")
    assert s.last("bombarded").place == "E1"


# RP.d --------------------------------------------------------------------------------------------

LEAVING = f"""
    {ROW}
    german pzivg G at A1
    german hq 11th-panzer-hq at A1
    {UHU}
    plane-roll 7
    turn 2
    phase removal
    """


@rule("RP.d")
def test_in_the_marker_removal_phase_it_leaves_and_rolls() -> None:
    s = stage(f"{LEAVING}\nplane C1", *(2, 1), goes_on=True)  # 2 + 2: it stays in the cup, and is drawn first
    assert (s.last("plane roll").dice, s.last("plane roll").value) == ((2,), 0)
    assert s.last("drawn").text == "aircraft-fw-189"
    assert s.b.plane == -1
    assert s.asked == ("german", "recon plane")


@rule("RP.d")
def test_not_drawn_it_makes_no_roll_and_its_marker_stays() -> None:
    s = stage(LEAVING, 1, goes_on=True)
    assert s.told("plane roll") == []
    assert s.last("drawn").text == "aircraft-fw-189"


@rule("RP.d", "10.1.a")
def test_shot_down_it_makes_no_roll_driven_off_it_does() -> None:
    """It was activated in the turn either way; but what is destroyed needs no roll."""
    for flak, rolls in (((5, 1, 1), 1), ((5, 5, 1), 0)):
        s = stage(
            f"""
            {ROW}
            german pzivg G at A1
            german hq 11th-panzer-hq at A1
            soviet 20mm-flak F at L1
            soviet hq 3rd-tank-hq at L1
            {UHU}
            plane-roll 7
            turns 1
            cup aircraft-fw-189
            phase draw
            """,
            1,
            *flak,
            *((6,) if rolls else ()),
            goes_on=True,
        )
        s.do("place", "fw-189", "K1").do("fire", "F", "fw-189").done()
        assert len(s.told("plane roll")) == rolls
        assert s.b.out_of_cup == ["aircraft-fw-189"]  # 6 + 1 is 7
