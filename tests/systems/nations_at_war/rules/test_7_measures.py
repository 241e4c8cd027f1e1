"""Chapter 7, Defensive Measures: Improved Positions, Mines, Wire and Anti-Tank Ditches."""

import pytest
from stage import NawStage, stage

from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .."
COLUMN = "..\n" * 6


def lies(s: NawStage, markers: int, place: str) -> bool:
    return bool(markers >> s.b.ground.index[place] & 1)


# 7.1 Improved Positions --------------------------------------------------------------------------


@rule("7.1.a")
def test_trenches_are_placed_in_the_set_up_area() -> None:
    """One to a hex, occupied or not, not on water or a bridge; a City will do."""
    s = stage(
        """
        .. Lb .. ..
        L. .. C. ..
        german infantry I at A1
        zone german A1 A2 B1 B2 C2
        defence german improved 3
        phase setup
        """
    )
    assert s.asked == ("german", "setup") and s.places("place") == {"A1", "B2", "C2"}
    refusal = s.refused("place", "improved", "B1")
    assert (refusal.reason, refusal.rule) == ("Improved Position cannot be placed in a Bridge hex.", "7.1.a")
    assert s.refused("place", "improved", "D1").reason == "D1 is outside your set-up area."
    s.do("place", "improved", "A1")
    assert s.places("place") == {"B2", "C2"}
    assert s.refused("place", "improved", "A1").reason == "Improved Position is already in A1."


@rule("7.1.a")
def test_a_trench_stays() -> None:
    """It stops the first hit of the first attack, of the second and of a third."""
    s = stage(
        f"""{COLUMN}
        german tiger T at A1
        german tiger U at A1
        german pzivg P at A1
        soviet guards-infantry S at A4
        marker improved A4
        """,
        *(6, 1, 1),
        *(6, 1, 1),
        *(6, 1),
    )
    s.do("act", "T").do("fire", "T", "S").do("act", "U").do("fire", "U", "S").do("act", "P").do(
        "fire", "P", "S"
    ).done()
    assert len(s.told("dug in")) == 3 and lies(s, s.b.improved, "A4") and not s.unit("S").disrupted


@rule("7.1.b", "CTEC.improved")
def test_example_two_hits_of_one_tank() -> None:
    """Infantry in a Trench in Clear takes 2 hits from one tank: one is cancelled, one Disrupts."""
    s = stage(f"{COLUMN} german tiger T at A1\n soviet guards-infantry S at A3\n marker improved A3", 6, 6, 1)
    s.do("act", "T").do("fire", "T", "S").done()
    assert (s.last("fired").value, s.last("dug in").value, s.last("dug in").rule) == (2, 1, "7.1.b")
    assert s.unit("S").disrupted and s.unit("S").steps == 2


@rule("7.1.b", "CTEC.improved")
def test_example_two_tanks_with_a_hit_each() -> None:
    """Two tanks scoring one hit each in separate attacks do nothing."""
    s = stage(
        f"{COLUMN} german tiger T at A1\n german tiger U at A1\n soviet guards-infantry S at A3\n marker improved A3",
        *(6, 1, 1),
        *(6, 1, 1),
    )
    s.do("act", "T").do("fire", "T", "S").do("act", "U").do("fire", "U", "S").done()
    assert len(s.told("dug in")) == 2 and not s.unit("S").disrupted


@rule("7.1.b", "7.1.c")
def test_the_trench_counts_after_the_save_dice_and_for_armour_too() -> None:
    """Of three hits on a tank its armour saves one, the Trench cancels one, the third Disrupts."""
    s = stage(f"{COLUMN} german tiger T at A1\n soviet t-34-76 S at A6\n marker improved A6", *(6, 6, 6, 1), *(5, 1))
    s.do("act", "T").do("fire", "T", "S").done()
    assert [e.kind for e in s.play.log if e.kind in ("saved", "dug in", "disrupted", "reduced")] == [
        "saved",
        "dug in",
        "disrupted",
    ]


@rule("7.1.b")
def test_a_mortar_attack_on_the_hex_loses_its_first_hit() -> None:
    """Two hits on two platoons: one is left, for one of them by die."""
    s = stage(
        f"""{COLUMN}
        german american-81mm-mortar M at A1
        soviet guards-infantry S at A4
        soviet guards-infantry U at A4
        marker improved A4
        """,
        *(6, 6),
        2,  # the odd hit: the second platoon
    )
    s.do("act", "M").do("bombard", "M", "A4").done()
    assert s.last("dug in").value == 1
    assert not s.unit("S").disrupted and s.unit("U").disrupted


@rule("7.1.b", "7.1.c", "CTEC.improved")
def test_an_assault_loses_the_first_hit_on_the_defenders_only() -> None:
    """Two tanks score two hits on the defenders as a side: one is cancelled. The attackers' own hit stands."""
    s = stage(
        f"""{ROW}
        german pzivg P at A1
        german pzivg Q at A1
        soviet guards-infantry S at B1 ops
        marker improved B1
        """,
        *(6, 1),
        *(6, 1),
        *(5, 1, 1),
        1,  # the odd hit among the attackers: P
    )
    s.do("act", "P", "Q").do("assault", "", "B1").done()
    assert len(s.told("dug in")) == 1
    assert s.unit("S").disrupted and s.unit("S").steps == 2
    assert s.unit("P").disrupted and s.where("P") == "A1"  # one hit each: the attackers go back


@rule("7.1.c")
def test_a_moving_unit_has_nothing_of_a_trench() -> None:
    """Opportunity Fire at infantry that enters the hex hits it; standing there it would be covered."""
    s = stage(f"{COLUMN} german infantry I at A1\n soviet t-34-76 S at A6\n marker improved A2", 6, 1)
    s.do("act", "I").do("move", "", "A2").do("fire", "S", "I").done()
    assert s.told("dug in") == [] and s.unit("I").disrupted


@rule("7.1.c")
def test_the_other_side_may_use_a_trench_too() -> None:
    """Whoever is in the hex, whoever dug it."""
    s = stage(
        f"{COLUMN} soviet t-34-76 S at A1\n german infantry I at A4\n zone soviet A4\n marker improved A4", 6, 1
    )
    s.do("act", "S").do("fire", "S", "I").done()
    assert s.last("dug in").place == "A4" and not s.unit("I").disrupted


@rule("7.1.d", "7.3.b", "7.4.b")
@pytest.mark.parametrize("marker", ["improved", "wire", "ditch"])
def test_no_overrun_where_something_is_dug_or_strung(marker: str) -> None:
    """The same infantry in the open could be overrun; so only an Assault is possible."""
    text = f"{ROW}\n german t-34-76 P at A1\n soviet guards-infantry S at B1 ops"
    s = stage(text)
    s.do("act", "P")
    assert s.places("overrun") == {"B1"}
    s = stage(f"{text}\n marker {marker} B1")
    s.do("act", "P")
    assert s.options("overrun") == [] and s.places("assault") == {"B1"}
    refusal = s.refused("overrun", "", "B1")
    assert refusal.reason == "The Wire, Improved Position or Ditch in B1 prevents an Overrun."


# 7.2 Mines ---------------------------------------------------------------------------------------


@rule("7.2.a")
def test_where_mines_may_be_placed() -> None:
    """In the set-up area, not in a City, on water or a bridge, and not with another marker."""
    s = stage(
        """
        .. Lb .. ..
        L. .. C. ..
        german infantry I at A1
        zone german A1 A2 B1 B2 C1 C2
        defence german mines 2
        marker improved C1
        phase setup
        """
    )
    assert s.places("place") == {"A1", "B2"}
    refusal = s.refused("place", "mines", "C2")
    assert (refusal.reason, refusal.rule) == ("Mines cannot be placed in a City hex.", "7.2.a")
    assert s.refused("place", "mines", "C1").reason == "C1 already has another defensive measure."
    s.do("place", "mines", "A1")
    assert s.places("place") == {"B2"} and lies(s, s.b.mines, "A1")
    assert (s.last("placed").rule, s.last("placed").place) == ("7.2.a", "A1")


@rule("7.2.a", "EN.d")
def test_no_trench_where_mines_lie() -> None:
    """Mines lie alone; a Trench and Wire may share a hex."""
    s = stage(
        """
        .. .. ..
        german infantry I at A1
        zone german A1 B1 C1
        defence german improved 1
        marker mines B1
        marker wire C1
        phase setup
        """
    )
    assert s.places("place") == {"A1", "C1"}


@rule("7.1.a")
def test_an_improved_position_is_told_by_its_own_rule() -> None:
    s = stage(".. ..\ngerman infantry I at A1\nzone german A1 B1\ndefence german improved 2\nphase setup")
    s.do("place", "improved", "B1")
    placed = s.last("placed")
    assert (placed.rule, placed.piece, placed.place) == ("7.1.a", "improved", "B1") and lies(s, s.b.improved, "B1")


@rule("7.2.b", "CTEC.mines")
def test_mines_attack_a_soft_target_without_a_save() -> None:
    """2 dice, To-Hit 5: a 5 hits, a 4 does not; two hits Disrupt and Reduce, whatever the terrain."""
    s = stage(".. W. ..\n german infantry I at A1\n marker mines B1", 5, 4)
    s.do("act", "I").do("move", "", "B1").done()
    mines = s.last("mines")
    assert (mines.dice, mines.need, mines.value, mines.target) == ((5, 4), 5, 1, "I")
    assert s.told("saved") == [] and s.unit("I").disrupted and s.unit("I").steps == 2
    s = stage(".. W. ..\n german infantry I at A1\n marker mines B1", 5, 6)
    s.do("act", "I").do("move", "", "B1").done()
    assert s.unit("I").disrupted and s.unit("I").steps == 1


@rule("7.2.b")
def test_armour_saves_without_terrain() -> None:
    """A Pz IV in Woods rolls its two Armor dice against 6 and no more."""
    s = stage(".. W. ..\n german pzivg P at A1\n marker mines B1", *(5, 6), *(6, 5))
    s.do("act", "P").do("move", "", "B1").done()
    saved = s.last("saved")
    assert (saved.dice, saved.need, saved.value, saved.modifiers) == ((6, 5), 6, 1, ())
    assert s.unit("P").disrupted and s.unit("P").steps == 2


@rule("7.2.b")
def test_each_unit_of_a_stack_is_attacked_and_the_hq_checked() -> None:
    """P is missed, Q hit: its HQ rolls as usual."""
    s = stage(
        f"""{ROW}
        german pzivg P at A1
        german pzivg Q at A1
        german hq 11th-panzer-hq at A1
        marker mines B1
        """,
        *(1, 1),
        *(5, 1),
        *(1, 1),
        1,  # the HQ's check fails
    )
    s.do("act", "P", "Q", 1).do("move", "", "B1").done()
    assert [e.target for e in s.told("mines")] == ["P", "Q"]
    assert not s.unit("P").disrupted and s.unit("Q").disrupted and s.hq("german").steps == 1


@rule("7.2.b")
def test_mines_do_not_ask_whose_they_are() -> None:
    """The side in whose area they lie walks into them too."""
    s = stage(f"{ROW}\n soviet guards-infantry S at A1\n zone soviet A1 B1\n marker mines B1", 5, 1)
    s.do("act", "S").do("move", "", "B1").done()
    assert s.unit("S").disrupted


@rule("7.2.b")
def test_mines_attack_units_that_retreat() -> None:
    """Beaten in an Assault the defenders flee into the mines, and stop there when hurt."""
    s = stage(
        f"{ROW}\n german pzivg P at A1\n soviet guards-infantry S at B1 ops\n marker mines C1",
        *(6, 1),
        *(1, 1, 1),
        *(5, 1),
    )
    s.do("act", "P").do("assault", "", "B1").done()
    assert s.last("mines").target == "S" and s.where("S") == "C1" and s.unit("S").steps == 1


@rule("7.2.b")
def test_a_fate_move_leads_into_mines_as_any_other() -> None:
    """The unit shifted by a Fate Point is attacked."""
    s = stage(f"{ROW}\n german infantry I at A1\n marker mines B1\n fate german 1", 5, 1)
    s.do("fate move", "I", "B1").done()
    assert s.unit("I").disrupted


@rule("7.2.c")
def test_mines_come_before_opportunity_fire() -> None:
    """First the mines' dice, then the enemy is asked; both in the same hex."""
    s = stage(f"{COLUMN} german pzivg P at A1\n soviet t-34-76 S at A6\n marker mines A2", *(1, 1), *(1, 1, 1))
    s.do("act", "P").do("move", "", "A2")
    assert len(s.told("mines")) == 1 and s.asked == ("soviet", "opportunity fire")
    s.do("fire", "S", "P").done()
    assert [e.kind for e in s.play.log if e.kind in ("mines", "fired")] == ["mines", "fired"]


@rule("7.2.c")
def test_a_unit_hurt_by_mines_stops_and_one_that_is_not_goes_on() -> None:
    """Missed, the Pz IV may drive on; Disrupted, it is Ops Complete where it is."""
    s = stage(f"{ROW}\n german pzivg P at A1\n marker mines B1", 1, 1)
    s.do("act", "P").do("move", "", "B1").done()
    assert s.asked == ("german", "action") and s.places("move") == {"A1", "C1", "D1", "E1"}
    s = stage(f"{ROW}\n german pzivg P at A1\n marker mines B1", *(5, 1), *(1, 1))
    s.do("act", "P").do("move", "", "B1").done()
    assert s.where("P") == "B1" and s.unit("P").ops_complete and s.asked == ("", "")


@rule("7.2.c")
def test_one_of_a_stack_hurt_by_mines_stays_behind() -> None:
    """Q stops, P goes on."""
    s = stage(f"{ROW}\n german pzivg P at A1\n german pzivg Q at A1\n marker mines B1", *(1, 1), *(5, 1), *(1, 1))
    s.do("act", "P", "Q").do("move", "", "B1").done()
    assert s.unit("Q").ops_complete
    s.do("move", "", "C1")
    assert (s.where("P"), s.where("Q")) == ("C1", "B1")


@rule("7.2.c")
def test_mines_in_an_enemy_hex_throw_the_attacker_back() -> None:
    """Hurt on the way in, the assaulter returns to where it came from, Ops Complete, and does not fight."""
    s = stage(
        f"{ROW}\n german pzivg P at A1\n soviet guards-infantry S at B1 ops\n marker mines B1", *(5, 1), *(1, 1)
    )
    s.do("act", "P").do("assault", "", "B1").done()
    assert s.told("struck") == [] and s.where("P") == "A1"
    assert s.unit("P").disrupted and s.unit("P").ops_complete


@rule("7.2.c")
def test_the_unhurt_attacker_fights_on_alone() -> None:
    """Of two assaulters the mines stop Q; P alone fights."""
    s = stage(
        f"""{ROW}
        german pzivg P at A1
        german pzivg Q at A1
        soviet guards-infantry S at B1 ops
        marker mines B1
        """,
        *(1, 1),
        *(5, 1),
        *(1, 1),
        *(6, 1),
        *(1, 1, 1),
    )
    s.do("act", "P", "Q").do("assault", "", "B1").done()
    assert [e.piece for e in s.told("struck")] == ["P", "S"]
    assert (s.where("P"), s.where("Q")) == ("B1", "A1") and s.unit("Q").ops_complete


@rule("7.2.b")
def test_a_march_leads_around_mines() -> None:
    """To C2 past the mines in B1 and not through them; into them only from a neighbouring hex."""
    s = stage(".. .. ..\n .. .. ..\n german pzivg P at A2\n marker mines B1")
    s.do("act", "P").do("move", "", "C2")
    assert [e.place for e in s.told("moved")] == ["B2", "C2"] and s.told("mines") == []
    s = stage(f"{ROW}\n german pzivg P at A1\n marker mines C1")
    s.do("act", "P")
    assert s.places("move") == {"B1"}
    refusal = s.refused("move", "", "C1")
    assert refusal.reason == "A longer move avoids mines. To enter C1, move there from an adjacent hex."
    assert refusal.rule == "7.2.b"
    s.do("move", "", "B1")
    assert s.places("move") == {"A1", "C1"}


@rule("7.2.d")
@pytest.mark.parametrize("type", ["pioneer", "american-engineer"])
def test_engineers_are_attacked_with_one_die(type: str) -> None:
    """Instead of two."""
    s = stage(f"{ROW}\n german {type} E at A1\n marker mines B1", 5)
    s.do("act", "E").do("move", "", "B1").done()
    assert s.last("mines").dice == (5,) and s.unit("E").disrupted


@rule("7.2.e")
@pytest.mark.parametrize(("die", "gone"), [(4, False), (5, True), (6, True)])
def test_engineers_clear_mines(die: int, gone: bool) -> None:
    """On 5-6; the Engineer has spent its activation either way."""
    s = stage(f"{ROW}\n german pioneer E at A1\n german tiger T at G1\n marker mines A1", die)
    s.do("act", "E").do("clear mines", "E").done()
    event = s.last("clearing mines")
    assert (event.dice, event.need, event.value) == ((die,), 5, int(gone))
    assert lies(s, s.b.mines, "A1") is not gone
    assert s.unit("E").ops_complete and s.asked == ("german", "operation")


@rule("7.2.e")
def test_who_may_not_clear_mines() -> None:
    """Not infantry, not a Disrupted Engineer, not one that has moved into the hex in this action."""
    for text in ("german infantry E at A1", "german pioneer E at A1 disrupted", "german pioneer E at B1"):
        s = stage(f"{ROW}\n {text}\n marker mines A1")
        s.do("act", "E")
        assert s.options("clear mines") == []
    s = stage(f"{ROW}\n german pioneer E at B1\n marker mines A1", 1)
    s.do("act", "E").do("move", "", "A1").done()
    assert s.options("clear mines") == [] and s.asked == ("german", "action")
    s = stage(f"{ROW}\n german pioneer E at A1 ooc\n german tiger T at G1\n marker mines A1")
    assert s.refused("act", "E").rule == "3.4.2.e"


@rule("7.2.f")
def test_mines_stay_and_spare_who_was_set_up_there() -> None:
    """Two units enter one after the other and both are attacked; one that stands in the hex is not."""
    s = stage(
        f"{ROW}\n german infantry I at A1\n german infantry J at A1\n german infantry K at B1\n marker mines B1",
        *(1, 1),
    )
    s.do("act", "I").do("move", "", "B1").done()
    assert lies(s, s.b.mines, "B1") and not s.unit("K").disrupted
    assert [e.target for e in s.told("mines")] == ["I"]
    s = stage(f"{ROW}\n german infantry I at A1\n german infantry J at C1\n marker mines B1", *(1, 1), *(5, 1))
    s.do("act", "I").do("move", "", "B1").do("stop").do("act", "J").do("move", "", "B1").done()
    assert [e.target for e in s.told("mines")] == ["I", "J"] and lies(s, s.b.mines, "B1")


@rule("7.2.f")
def test_a_unit_set_up_in_a_mined_hex_is_not_attacked() -> None:
    """Set up on its own mines; no die falls."""
    units = "german infantry I at off\n german infantry J at off"
    s = stage(f"..\n ..\n {units}\n zone german A1\n marker mines A1\n phase setup")
    s.do("place", "I", "A1")
    assert s.where("I") == "A1" and s.told("mines") == [] and s.chance.drawn == []


# 7.3 Wire ----------------------------------------------------------------------------------------


@rule("7.3.a")
def test_wire_stops_who_cannot_pay() -> None:
    """Woods and Wire cost a tank 4: a Tiger with MF 3 does not get in, infantry does."""
    s = stage(".. W. ..\n german tiger T at A1\n marker wire B1")
    s.do("act", "T")
    assert s.options("move") == []
    assert s.refused("move", "", "B1").reason == "T needs 4 MP to enter B1 (Woods) and has 3."
    s = stage(".. W. ..\n german infantry I at A1\n marker wire B1")
    s.do("act", "I").do("move", "", "B1")
    assert s.unit("I").spent == 3


@rule("7.3.b")
def test_infantry_pays_terrain_wire_and_one_more_to_assault() -> None:
    """1 + 2 + 1 is more than its MF 3; a tank pays 3."""
    s = stage(f"{ROW}\n german infantry I at A1\n soviet guards-infantry S at B1 ops\n marker wire B1")
    s.do("act", "I")
    assert s.options("assault") == []
    refusal = s.refused("assault", "", "B1")
    assert (refusal.reason, refusal.rule) == ("I needs 4 MP to assault B1 and has 3.", "5.4.b")
    s = stage(
        f"{ROW}\n german pzivg P at A1\n soviet guards-infantry S at B1 ops\n marker wire B1", *(1, 1), *(1, 1, 1)
    )
    s.do("act", "P").do("assault", "", "B1").done()
    assert s.unit("P").spent == 3


@rule("7.3.c")
@pytest.mark.parametrize(("die", "gone"), [(3, False), (4, True), (6, True)])
def test_engineers_cut_wire(die: int, gone: bool) -> None:
    """On 4-6, for the whole activation."""
    s = stage(f"{ROW}\n german pioneer E at A1\n german tiger T at G1\n marker wire A1", die)
    s.do("act", "E").do("cut wire", "E").done()
    event = s.last("cutting wire")
    assert (event.dice, event.need, event.value) == ((die,), 4, int(gone))
    assert lies(s, s.b.wire, "A1") is not gone
    assert s.unit("E").ops_complete and s.asked == ("german", "operation")


@rule("7.3.c")
def test_who_may_not_cut_wire() -> None:
    """Not infantry, not a Disrupted Engineer, not one that has walked in."""
    for text in ("german infantry E at A1", "german pioneer E at A1 disrupted"):
        s = stage(f"{ROW}\n {text}\n marker wire A1")
        s.do("act", "E")
        assert s.options("cut wire") == []


@rule("7.3.c", "4.0.c")
def test_a_hard_target_crushes_wire_where_it_ends_its_action() -> None:
    """Not when it only drives through, not when it is soft."""
    s = stage(f"{ROW}\n german t-34-76 P at A1\n marker wire B1 C1")
    s.do("act", "P").do("move", "", "B1")
    assert lies(s, s.b.wire, "B1")
    s.do("stop")
    assert not lies(s, s.b.wire, "B1") and lies(s, s.b.wire, "C1")
    assert s.last("wire crushed").piece == "P"
    s = stage(f"{ROW}\n german t-34-76 P at A1\n marker wire B1")
    s.do("act", "P").do("move", "", "D1")
    assert s.unit("P").spent == 5 and lies(s, s.b.wire, "B1")
    s = stage(f"{ROW}\n german infantry I at A1\n marker wire B1")
    s.do("act", "I").do("move", "", "B1")
    assert s.unit("I").ops_complete and lies(s, s.b.wire, "B1")


@rule("7.3.c")
def test_a_disrupted_tank_does_not_crush_the_wire() -> None:
    """Opportunity Fire Disrupts it as it drives in, or it was Disrupted before."""
    s = stage(f"{COLUMN} german pzivg P at A1\n soviet t-34-76 S at A6\n marker wire A2", *(5, 1, 1), *(1, 1))
    s.do("act", "P").do("move", "", "A2").do("fire", "S", "P").done()
    assert s.unit("P").disrupted and lies(s, s.b.wire, "A2")
    s = stage(f"{COLUMN} german pzivg P at A1 disrupted\n marker wire A2")
    s.do("act", "P").do("move", "", "A2").do("stop")
    assert s.unit("P").ops_complete and lies(s, s.b.wire, "A2")


@rule("7.3.c", "5.1.c", "4.1.j")
@pytest.mark.parametrize("do", ["fire", "overwatch"])
def test_firing_or_watching_from_the_wire_is_an_action_that_ends_there(do: str) -> None:
    """The tank has stood on it long enough; an idle one has not acted."""
    text = f"{COLUMN} german pzivg P at A2\n soviet t-34-76 S at A6 ops\n marker wire A2"
    s = stage(text, *((1, 1, 1) if do == "fire" else ()))
    s.do("act", "P").do(do, "P", "S" if do == "fire" else "").done()
    assert not lies(s, s.b.wire, "A2")
    s = stage(text)
    s.do("act", "P").do("hold")
    assert lies(s, s.b.wire, "A2")


# 7.4 Anti-Tank Ditches ---------------------------------------------------------------------------


@rule("7.4.a")
def test_a_ditch_is_closed_to_who_has_not_the_mf() -> None:
    """4 MP: a Pz IV gets in with all it has, a Tiger with MF 3 never; infantry needs 3."""
    s = stage(f"{ROW}\n german pzivg P at A1\n marker ditch B1")
    s.do("act", "P").do("move", "", "B1")
    assert s.unit("P").spent == 4 and s.unit("P").ops_complete
    s = stage(f"{ROW}\n german tiger T at A1\n marker ditch B1")
    s.do("act", "T")
    assert s.refused("move", "", "B1").reason == "T needs 4 MP to enter B1 (Clear) and has 3."
    s = stage(f"{ROW}\n german infantry I at B1\n marker ditch A1 C1")
    s.do("act", "I")
    assert s.places("move") == {"A1", "C1"}
