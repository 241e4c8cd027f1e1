"""5.4.j, 5.4.m to 5.4.o The retreat of beaten defenders.

In most scenes infantry I in C3 assaults G in D3; the far side of D3 is then E3, E4 and D4.
"""

import pytest
from stage import NawStage, stage

from sandtable.table.decision import Choice
from sandtable.testing import rule

FIELD = "\n".join([".. .. .. .. .. .. .. .."] * 6)  # A1 to H6

WON = (5, 1, 1)
MISS = (1, 1, 1)


def field(**hexes: str) -> str:
    """The open field with other terrain in some hexes."""
    rows = [row.split() for row in FIELD.splitlines()]
    for name, signs in hexes.items():
        rows[int(name[1:]) - 1][ord(name[0]) - ord("A")] = signs
    return "\n".join(" ".join(row) for row in rows)


def beaten(*lines: str, dice: tuple[int, ...] = (*WON, *MISS), map: str = FIELD) -> NawStage:
    """G in D3 (the lines may add to it) has taken one hit more than the attackers and must go."""
    text = [map, "german infantry I at C3", "soviet guards-infantry G at D3", *lines]
    return stage("\n".join(text), *dice).do("act", "I").do("assault", "", "D3")


@rule("5.4.m")
@pytest.mark.parametrize(
    ("start", "far"),
    [
        ("C3", {"E3", "E4", "D4"}),
        ("D2", {"E4", "D4", "C4"}),
        ("E3", {"D4", "C4", "C3"}),
        ("E4", {"C4", "C3", "D2"}),
        ("D4", {"C3", "D2", "E3"}),
        ("C4", {"D2", "E3", "E4"}),
    ],
)
def test_the_three_hexes_on_the_far_side(start: str, far: set[str]) -> None:
    """From each of the six sides: the opposite hex and the two beside it."""
    s = stage(f"{FIELD}\ngerman infantry I at {start}\nsoviet guards-infantry G at D3", *WON, *MISS)
    s.do("act", "I").do("assault", "", "D3").done()
    assert s.asked == ("soviet", "retreat")
    assert s.places("retreat", "G") == far


@rule("5.4.j", "5.4.3")
def test_as_many_hexes_as_the_movement_factor() -> None:
    """Infantry with MF 3 goes three hexes, each farther from D3, over ground that would cost more MP."""
    s = beaten(map=field(E3="W.", F2="F.", G2="H.")).done()
    s.do("retreat", "G", "E3")
    assert s.places("retreat") == {"E2", "F2", "F3"}
    s.do("retreat", "G", "F2")
    assert s.places("retreat") == {"F1", "G2", "G3"}
    s.do("retreat", "G", "G2")
    assert s.where("G") == "G2"
    assert s.asked == ("", "")
    assert [e.place for e in s.told("retreated")] == ["E3", "F2", "G2"]
    assert (s.where("I"), s.unit("G").ops_complete) == ("D3", True)
    control = {
        name: [side for side in (0, 1) if s.b.control[side] >> s.b.ground.index[name] & 1]
        for name in ("D3", "E3", "F2", "G2")
    }
    assert control == {"D3": [0], "E3": [1], "F2": [1], "G2": [1]}


@rule("5.4.j")
def test_a_gun_goes_one_hex() -> None:
    """MF 1: one hex and no more."""
    text = f"{FIELD}\ngerman infantry I at C3\nsoviet 45mm-atg G at D3"
    s = stage(text, *WON, 1).do("act", "I").do("assault", "", "D3").done()
    s.do("retreat", "G", "E4")
    assert (s.where("G"), s.asked) == ("E4", ("", ""))


@rule("5.4.j")
def test_a_stack_goes_together_by_the_lowest_factor() -> None:
    """A gun (MF 1) holds the infantry beside it to one hex; both are named in one choice."""
    s = beaten("soviet 45mm-atg A at D3", dice=(*WON, *MISS, 1, 1)).done()
    assert s.options() == [Choice("retreat", "G", to) for to in ("E3", "E4", "D4")]
    s.do("retreat", "G", "E3")
    assert (s.where("G"), s.where("A"), s.asked) == ("E3", "E3", ("", ""))
    assert len(s.told("retreated")) == 1


@rule("5.4.j")
def test_each_step_leads_farther_away() -> None:
    """From E3 neither back beside D3 nor along it: E4 and D2 are refused with the reason."""
    s = beaten().do("retreat", "G", "E3")
    for to in ("E4", "D2"):
        refused = s.refused("retreat", "G", to)
        assert (refused.rule, refused.reason) == ("5.4.j", f"{to} is no farther away from D3.")
    assert s.refused("retreat", "G", "G3").reason == "G3 is not next to E3."


@rule("5.4.m")
def test_the_near_side_is_refused() -> None:
    """D2 and C4, beside the attackers' hex, are not on the far side."""
    s = beaten()
    for to in ("D2", "C4"):
        refused = s.refused("retreat", "G", to)
        assert refused.rule == "5.4.m"
        assert refused.reason == f"{to} is not one of the three hexes on the far side of the attackers."


@rule("5.4.n")
def test_not_next_to_another_enemy() -> None:
    """A Pz IV in F4 closes E4 and E5 beside it; the restriction holds for every hex of the retreat."""
    s = beaten("german pzivg P at F4")
    assert s.places("retreat") == {"E3", "D4"}
    refused = s.refused("retreat", "G", "E4")
    assert (refused.rule, refused.reason) == ("5.4.n", "E4 is next to P, which took no part in the attack.")
    s.do("retreat", "G", "D4")
    assert s.places("retreat") == {"D5", "C5"}
    assert s.refused("retreat", "G", "E5").rule == "5.4.n"


@rule("5.4.n")
def test_enemy_occupied_hexes_are_closed() -> None:
    """An enemy in E3 closes E3 itself and E4 beside it."""
    s = beaten("german pzivg P at E3").done()
    assert s.where("G") != "eliminated"
    assert [e.place for e in s.told("retreated")][:1] == ["D4"]  # the only way: nobody is asked


@rule("5.4.n")
def test_the_assaulting_stack_does_not_close_hexes() -> None:
    """E3, E4 and D4 are all next to the attackers in D3, and open."""
    assert beaten().places("retreat") == {"E3", "E4", "D4"}


@rule("5.4.n")
def test_stacking_closes_hexes() -> None:
    """Two friends in E4 leave no room for a third; one does."""
    s = beaten("soviet t-70a S1 at E4", "soviet t-70a S2 at E4", "soviet t-70a S3 at E3")
    assert s.places("retreat") == {"E3", "D4"}
    refused = s.refused("retreat", "G", "E4")
    assert (refused.rule, refused.reason) == ("5.4.n", "There is no room for the retreat in E4.")


@rule("5.4.n", "5.4.j")
def test_two_that_retreat_need_room_for_both() -> None:
    """A stack of two finds no room where one friend stands."""
    s = beaten("soviet guards-infantry H at D3", "soviet t-70a S at E4", dice=(*WON, *MISS, *MISS, 1))
    assert s.places("retreat") == {"E3", "D4"}


@rule("5.4.n")
def test_impassable_hexes_are_closed() -> None:
    """River and a blown bridge cannot be retreated into."""
    s = beaten(map=field(E3="L.", E4="Lb"))
    assert s.places("retreat") == {"E4", "D4"}
    assert s.refused("retreat", "G", "E3").reason == "E3 cannot be entered."
    s = beaten("marker bridge-out E4", map=field(E3="L.", E4="Lb")).done()
    assert s.told("retreated")[0].place == "D4"


@rule("5.4.n", "5.4.o")
@pytest.mark.parametrize(("corner", "end"), [("..", "C1"), ("L.", "eliminated")])
def test_the_edge_of_the_map_is_no_way_out(corner: str, end: str) -> None:
    """Driven against the edge only C1 is left; with a lake there the defenders are eliminated."""
    text = f"""
        .. .. {corner}
        .. .. ..
        .. .. ..
        german infantry I at B2
        soviet guards-infantry G at C2
        """
    s = stage(text, *WON, *MISS).do("act", "I").do("assault", "", "C2").done()
    assert s.where("G") == end
    assert s.where("I") == "C2"


@rule("5.4.o")
def test_no_way_out_is_death() -> None:
    """All three far hexes closed: unit and HQ are eliminated and the attackers hold the hex."""
    s = stage(
        f"""{field(E3="L.", E4="L.", D4="L.")}
        german infantry I at C3
        soviet t-70a G at D3
        soviet hq 31st-tank-hq at D3
        """,
        *(4, 1, 1),
        1,
        6,  # the HQ survives the hit
    )
    s.do("act", "I").do("assault", "", "D3").do("pass").done()
    assert (s.where("G"), s.hq("soviet").steps) == ("eliminated", 0)
    assert s.last("eliminated").rule == "5.4.o"
    assert s.b.wrecks >> s.b.ground.index["D3"] & 1
    assert s.b.control[0] >> s.b.ground.index["D3"] & 1
    assert s.where("I") == "D3"


@rule("5.4.o")
def test_no_way_out_is_the_death_of_all_of_the_stack() -> None:
    """Two beaten platoons: both are eliminated, the one that took no hit too."""
    closed = field(E3="L.", E4="L.", D4="L.")
    s = beaten("soviet guards-infantry H at D3", map=closed, dice=(*WON, *MISS, *MISS, 1)).done()
    assert [(e.piece, e.rule) for e in s.told("eliminated")] == [("G", "5.4.o"), ("H", "5.4.o")]
    assert s.where("I") == "D3" and s.told("retreated") == []


@rule("5.4.j")
def test_a_stack_retreats_together_and_a_hex_that_is_not_there_is_refused() -> None:
    s = beaten("soviet guards-infantry H at D3", dice=(*WON, *MISS, *MISS, 1)).done()
    assert s.refused("retreat", "G", "Z9").rule == "5.4.j"
    assert s.refused("move", "", "A1").rule == "5.4.j", "another verb is no retreat, wherever it leads"
    s.do("retreat", "G", "E3")
    assert [(e.piece, e.target, e.place) for e in s.told("retreated")] == [("G", "H", "E3")]
    assert s.where("H") == "E3"


@rule("5.4.j", "13.1.g")
def test_who_retreats_controls_the_hexes_it_comes_through() -> None:
    s = beaten("control german E3 F3 G3").done().do("retreat", "G", "E3").do("retreat", "G", "F3")
    held = {s.b.ground.names[place] for place in range(s.b.ground.size) if s.b.control[1] >> place & 1}
    assert {"E3", "F3"} <= held and "G3" not in held
    assert s.b.control[0] >> s.b.ground.index["G3"] & 1


@rule("5.4.j", "5.4.n")
def test_it_stops_early_where_no_hex_is_left() -> None:
    """After a first legal hex the retreat ends where it can go no farther, without loss."""
    s = beaten(map=field(E4="L.", D4="L.", E2="L.", F2="L.", F3="L.")).done()
    assert [e.place for e in s.told("retreated")] == ["E3"]
    assert s.where("G") == "E3"


@rule("5.4.j", "2.5.6.a", "5.4.s")
def test_the_hq_goes_along() -> None:
    """The HQ in the hex retreats with its stack all the way."""
    s = beaten("soviet hq 71st-guards-infantry-hq at D3", dice=(*WON, *MISS, 5)).do("pass").done()
    s.do("retreat", "G", "E4").do("retreat", "G", "F4").do("retreat", "G", "G5")
    assert s.b.ground.names[s.hq("soviet").hex] == "G5"


@rule("5.4.n", "5.4.j", "2.5.6.c")
def test_an_hq_is_closed_out_by_another() -> None:
    """One HQ a hex counts as stacking: with a friend and his HQ in E4 the platoon fits, not with its own HQ."""
    friend = ("soviet t-70a S at E4 in=31st", "soviet hq 31st-tank-hq at E4 in=31st")
    assert beaten(*friend).places("retreat") == {"E3", "E4", "D4"}
    s = beaten("soviet hq 71st-guards-infantry-hq at D3", *friend, dice=(*WON, *MISS, 5)).do("pass").done()
    assert s.places("retreat") == {"E3", "D4"}


@rule("5.4.j", "2.5.6.a")
def test_an_hq_on_the_way_stays_with_its_own() -> None:
    """Retreating through a hex with a friend and his HQ takes nobody along."""
    s = beaten("soviet t-70a S at E4 in=31st", "soviet hq 31st-tank-hq at E4 in=31st")
    s.do("retreat", "G", "E4").do("retreat", "G", "F4").do("retreat", "G", "G5").done()
    assert (s.where("G"), s.where("S")) == ("G5", "E4")
    assert s.b.ground.names[s.hq("soviet").hex] == "E4"
    assert s.hq("soviet").steps == 2


@rule("5.4.n", "5.4.j", "7.2.b", "7.2.c")
def test_mines_on_the_way() -> None:
    """Mines in E4 attack the retreating platoon; a step lost stops it there."""
    s = beaten("marker mines E4", dice=(*WON, *MISS, *(5, 1)))
    s.do("retreat", "G", "E4").done()
    assert (s.where("G"), s.unit("G").steps, s.asked) == ("E4", 1, ("", ""))
    assert s.last("mines").place == "E4"
    s = beaten("marker mines E4", dice=(*WON, *MISS, *(4, 4)))
    s.do("retreat", "G", "E4").done()
    assert s.asked == ("soviet", "retreat")  # unharmed it goes on


@rule("5.4.n", "5.4.j", "7.2.c")
def test_one_dies_on_mines_the_other_retreats_on() -> None:
    """Two platoons run into mines: the first is killed, the second unharmed and still beaten."""
    s = beaten(
        "soviet guards-infantry H at D3 reduced disrupted",
        "marker mines E4",
        dice=(5, 1, 1, *MISS, 1, 1, 1, *(1, 2), *(5, 1)),
    )
    s.do("retreat", "G", "E4").done()
    assert s.where("H") == "eliminated"
    assert (s.where("G"), s.asked) == ("E4", ("soviet", "retreat"))


@rule("5.3.a", "5.4.j")
def test_a_retreat_draws_no_fire() -> None:
    """A Pz IV that sees the whole way is not asked for Opportunity Fire."""
    s = beaten("german pzivg P at A6").do("retreat", "G", "E3").do("retreat", "G", "F2").do("retreat", "G", "G2")
    assert not s.told("fired")
    assert s.where("G") == "G2"


@rule("5.2.f", "11.0.e")
def test_who_retreats_is_no_longer_acquired() -> None:
    """The target has left its hex: the acquisition of a tank far away ends."""
    text = f"{FIELD}\ngerman infantry I at C3\ngerman pzivg P at A6 acquired=S\nsoviet t-70a S at D3"
    s = stage(text, *(4, 1, 1), 1).do("act", "I").do("assault", "", "D3").done()
    assert s.asked == ("soviet", "retreat")
    s.do("retreat", "S", "E3")
    assert s.unit("P").acquired == -1
