"""Chapter 2: allowances, halts, zones of control, shuffles, retreat orders."""

import pytest
from reg_stage import RegStage, give, stage

from sandtable.systems.regimental.rules.enemy_ground import enemy_edge, nearer_to_edge
from sandtable.systems.regimental.rules.orders import reveal
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.state.pieces import ACTIONS, MOVES, RETREATS
from sandtable.table.decision import Choice
from sandtable.testing import rule

FIELD = """
. . . . . . . . . .
 . . . . . . . . . .
. . . . . . . . . .
 . . . . . . . . . .
. . . . . . . . . .
"""


def row(ground: str) -> str:
    """A map of one row."""
    return ground + "\n"


def mover(text: str, who: str = "A") -> RegStage:
    """Blue is on M and `who` is asked where to go."""
    return stage(text + "\norder blue M\nactive blue moves").do("select", who)


@rule("2.a")
@pytest.mark.parametrize(
    ("type", "words", "normal", "strategic"),
    [
        ("motorised-infantry", "", 3, 6),
        ("medium-armour", "", 3, 5),
        ("heavy-armour", "", 2, 4),
        ("infantry", "", 2, 4),
        ("infantry", "rate=wheeled", 3, 6),
    ],
)
def test_allowances(type: str, words: str, normal: int, strategic: int) -> None:
    """One hex a point: the farthest hex of a bare row, normally and strategically."""
    text = row(". . . . . . . . . . . . . . . . . . . . . .")
    s = mover(text + f"blue hq HQ at 2201\nblue {type} A at 0101 {words}\nred infantry X at 1601")
    assert max(s.places("move")) == f"{1 + normal:02}01"
    assert max(s.places("march")) == f"{1 + strategic:02}01"
    assert s.refused("move", "A", f"{2 + normal:02}01").rule == "2.a"
    assert s.refused("march", "A", f"{2 + strategic:02}01").rule == "2.a"


@rule("2.a")
def test_the_first_hex_of_the_map_is_a_hex_like_any_other() -> None:
    s = mover(row(". . . . . . . . . .") + "blue hq HQ at 1001\nblue infantry A at 0101\nred infantry X at 0801")
    assert s.refused("move", "A", "0101").reason == "A is already there."
    assert s.refused("move", "A", "9999").reason == "There is no hex '9999' on this map."


@rule("2.b")
def test_strategic_moves_keep_two_hexes_away_from_the_enemy() -> None:
    """Start, way and end three hexes or more from every enemy."""
    text = row(". . . . . . . . . .")
    s = mover(text + "blue hq HQ at 1001\nblue motorised-infantry A at 0101\nred infantry X at 0801")
    assert s.places("march") == {"0501"}
    refusal = s.refused("march", "A", "0601")
    assert refusal.rule == "2.b" and "within two hexes" in refusal.reason
    near = mover(text + "blue hq HQ at 1001\nblue motorised-infantry A at 0101\nred infantry X at 0301")
    assert not near.places("march")
    assert "starts within two hexes" in near.refused("march", "A", "0501").reason


@rule("2.b", "3.4.a")
def test_who_has_marched_does_not_attack() -> None:
    """Not that stand, nor the fire support with it; others of the regiment may, and it is free to defend."""
    text = FIELD + "blue hq HQ at 0401\nblue infantry A at 0501 marched company=fs\nblue infantry B at 0502\n"
    s = stage(text + "red infantry X at 0601\norder blue M\nactive blue attack")
    assert s.options("attack", "A") == [] and s.places("attack", "B") == {"0601"}
    assert s.refused("attack", "A", "0601").rule == "2.b"
    s.chance.script = [1] * 6
    s.do("attack", "B", "0601")  # nobody may join, no fire support may be called: the dice fall at once
    assert s.last("attack dice").dice == (1, 1, 1)


# Shuffles of core stands (2.1) -------------------------------------------------------------------

LINE = row(". . . . . . . . .")


@rule("2.1.b", "2.1.c")
def test_core_stands_on_h_change_places() -> None:
    """A swap is simultaneous; the company goes along; only hexes of the regiment are open."""
    text = LINE + "blue hq HQ at 0201\nblue infantry A at 0101 company=mg\nblue infantry B at 0301\n"
    s = stage(text + "red infantry X at 0901\norder blue D\nactive blue moves")
    assert s.refused("shift", "A", "0401").rule == "2.1.c"
    s.do("shift", "A", "0201")
    assert s.where("A") == "0101"  # nothing moves before all is settled
    assert s.refused("done").rule == "1.b"
    s.do("shift", "HQ", "0101")
    assert (s.where("A"), s.where("HQ"), s.where("B")) == ("0201", "0101", "0301")
    assert s.company("A-mg").host == s.unit("A").index


@rule("2.1.c")
def test_where_only_one_way_is_left_nobody_is_asked() -> None:
    """Two stands: if one goes the other must, and there is one hex for it."""
    text = LINE + "blue hq HQ at 0101\nblue infantry A at 0201\nred infantry X at 0901\norder blue D\n"
    s = stage(text + "active blue moves").do("shift", "A", "0101")
    assert (s.where("A"), s.where("HQ")) == ("0101", "0201")


@rule("2.1.b")
def test_out_of_range_of_the_hq_nobody_is_shuffled() -> None:
    """B, three hexes away, stays; the others may."""
    text = LINE + "blue hq HQ at 0101\nblue infantry A at 0201\nblue infantry B at 0401\nred infantry X at 0901\n"
    s = stage(text + "order blue H\nactive blue moves")
    assert {choice.piece for choice in s.options("shift")} == {"HQ", "A"}
    assert s.refused("shift", "B", "0201").rule == "2.1.b"


@rule("2.1.d", "2.1.e")
def test_a_shuffle_crosses_no_vacant_hex_and_halts() -> None:
    """Across a vacant hex there is no way; across a friend there is; in a town the stand halts."""
    vacant = LINE + "blue hq HQ at 0101\nblue infantry A at 0301\nred infantry X at 0901\n"
    s = stage(vacant + "blue infantry B at 0201 of=other\norder blue H\nactive blue moves")
    assert s.places("shift", "A") == {"0101"}
    alone = stage(vacant + "order blue H\nactive blue moves")
    assert alone.play.decision is None  # no way: nobody is asked
    town = row(". t . . . . . . .") + "blue hq HQ at 0101\nblue infantry A at 0301\nblue infantry C at 0201\n"
    s = stage(town + "red infantry X at 0901\norder blue H\nactive blue moves")
    assert "0101" not in s.places("shift", "A") and "0201" in s.places("shift", "A")


@rule("2.1.d", "2.2.a")
def test_zones_halt_a_shuffle() -> None:
    """0201 is next to the enemy: A halts there and does not get to 0101."""
    text = """
    . . . . .
     . . . . .
    blue hq HQ at 0101
    blue infantry A at 0301
    blue infantry C at 0201
    red infantry X at 0202
    order blue D
    active blue moves
    """
    s = stage(text)
    assert "0101" not in s.places("shift", "A")


# Zones of control and terrain (2.2, 2.3) ---------------------------------------------------------


@rule("2.2.a", "2.2.b")
def test_a_move_halts_next_to_the_enemy() -> None:
    """An HQ has a zone too; a stand that starts next to the enemy may leave, and halts in the next zone hex."""
    text = LINE + "blue hq HQ at 0101\nblue motorised-infantry A at 0201\nred hq X at 0501\nred infantry Y at 0901\n"
    s = mover(text)
    assert s.places("move") == {"0301", "0401"}
    near = mover(FIELD + "blue hq HQ at 0101\nblue motorised-infantry A at 0403\nred infantry X at 0503\n")
    places = near.places("move")
    assert "0402" in places and "0404" in places  # from zone to zone
    assert "0103" in places and "0503" not in places  # away, and never onto him
    assert near.b.ground.names.index("0403") >= 0 and near.b.zone(1).bit_count() == 6


@rule("2.2.a")
def test_a_move_does_not_go_on_from_a_zone_hex() -> None:
    """A has three hexes to go. 0502 and 0504 are three away, but only through zone hexes, and B does not help."""
    text = """
    . . . . . .
     . . . . . .
    . . . . . .
     . . . . . .
    . . . . . .
    blue hq HQ at 0101
    blue motorised-infantry A at 0303
    blue infantry B at 0302
    red infantry X at 0503
    """
    s = mover(text)
    assert s.places("move") == {
        *("0201", "0301", "0401", "0501"),
        *("0102", "0202", "0402"),
        *("0103", "0203", "0403"),
        *("0104", "0204", "0304", "0404"),
        *("0105", "0205", "0305", "0405", "0505"),
    }
    refused = s.refused("move", "A", "0502")
    assert (refused.rule, "0502" in refused.reason) == ("2.2.a", True)
    s.do("move", "A", "0505")
    assert s.last("moves").path == ("0303", "0304", "0405", "0505")  # not through 0404, next to X


@rule("2.2.a")
def test_a_move_goes_around_a_zone_hex_to_the_one_behind_it() -> None:
    """Two hexes through 0303, next to X, would be shorter; A would halt there, so it takes three."""
    text = FIELD + "blue hq HQ at 0101\nblue motorised-infantry A at 0203\nred infantry X at 0304\n"
    s = mover(text).do("move", "A", "0403")
    assert s.last("moves").path == ("0203", "0202", "0302", "0403")


@rule("2.2.a", "2.4.c")
def test_a_company_halts_next_to_the_enemy_too() -> None:
    """X is next to 0301: the fire support, which could go three hexes, gets no farther and does not reach B."""
    text = COMPANIES.replace(". . . . . . . . .", ". . . . . . . . .\n. . . . . . . . .") + "active blue\n"
    assert stage(text + "red infantry X at 0902").places("shift", "HQ-fs") == {"A", "B"}
    assert stage(text + "red infantry X at 0302").places("shift", "HQ-fs") == {"A"}


@rule("2.2.b")
def test_friends_do_not_cancel_a_zone() -> None:
    b = scene(FIELD + "blue hq HQ at 0101\nblue infantry A at 0403\nred infantry X at 0503\n")
    assert b.zone(1) >> b.ground.index["0403"] & 1


@rule("2.2.d")
def test_an_out_of_command_stand_moves_but_does_not_attack() -> None:
    """A moves three hexes from its HQ next to an enemy; its attack, and its fire support, are barred."""
    text = (
        LINE
        + "blue hq HQ at 0101\nblue infantry A at 0201 company=fs\nblue infantry B at 0301\nred infantry X at 0501\n"
    )
    s = mover(text, "A").do("move", "A", "0401").do("done")
    assert s.play.result is not None and s.where("A") == "0401"  # B has no line of fire: nobody may attack
    again = stage(text.replace("A at 0201", "A at 0401") + "order blue M\nactive blue attack")
    assert again.play.result is not None


@rule("2.3.a")
@pytest.mark.parametrize("letter", list("wrst"))
def test_terrain_halts_a_normal_move(letter: str) -> None:
    s = mover(
        row(f". . {letter} . . . . . .")
        + "blue hq HQ at 0101\nblue motorised-infantry A at 0201\nred infantry X at 0901"
    )
    assert s.places("move") == {"0301"}
    out = mover(
        row(f". {letter} . . . . . . .")
        + "blue hq HQ at 0101\nblue motorised-infantry A at 0201\nred infantry X at 0901"
    )
    assert "0501" in out.places("move")  # it leaves freely


@rule("2.3.a")
@pytest.mark.parametrize("letter", list("bhfB"))
def test_other_terrain_does_not_halt(letter: str) -> None:
    s = mover(
        row(f". . {letter} . . . . . .")
        + "blue hq HQ at 0101\nblue motorised-infantry A at 0201\nred infantry X at 0901"
    )
    assert "0501" in s.places("move")


@rule("2.3.b", "2.3.c")
@pytest.mark.parametrize(("letter", "enters"), [("w", False), ("r", False), ("s", False), ("t", True), ("e", False)])
def test_terrain_and_strategic_moves(letter: str, enters: bool) -> None:
    """Woods, rough and stream stop it before they are entered; a town is passed."""
    ground = row(f". . . . {letter} . . . . . . . .")
    s = mover(ground + "blue hq HQ at 0101\nblue motorised-infantry A at 0201\nred infantry X at 1301")
    assert ("0701" in s.places("march")) == enters


@rule("2.3.d")
def test_a_large_river() -> None:
    """Entered only from next to it, and the move ends there; from it a stand moves out with its full allowance."""
    far = mover(
        row(". . . R . . . . .") + "blue hq HQ at 0101\nblue motorised-infantry A at 0201\nred infantry X at 0901"
    )
    assert far.places("move") == {"0301"}
    assert far.refused("move", "A", "0401").rule == "2.3.d"
    near = mover(
        row(". . R . . . . . .") + "blue hq HQ at 0101\nblue motorised-infantry A at 0201\nred infantry X at 0901"
    )
    assert near.places("move") == {"0301"}
    out = mover(
        row(". R R . . . . . .") + "blue hq HQ at 0101\nblue motorised-infantry A at 0301\nred infantry X at 0901"
    )
    assert out.places("move") == {"0201", "0401", "0501", "0601"}


# Support companies (2.4) -------------------------------------------------------------------------

COMPANIES = LINE + "blue hq HQ at 0201 company=fs\nblue infantry A at 0101 company=mg\nblue infantry B at 0401\n"


@rule("2.4.a", "2.4.c")
def test_companies_shift_with_their_own_legs() -> None:
    """The MG company walks two hexes and reaches the HQ only, the fire support three and reaches B."""
    s = stage(COMPANIES + "red infantry X at 0901\nactive blue")
    assert s.places("shift", "HQ-fs") == {"A", "B"}
    assert s.places("shift", "A-mg") == {"HQ"}
    assert s.refused("shift", "A-mg", "B").rule == "2.4.c"
    s.do("shift", "HQ-fs", "B").do("shift", "A-mg", "HQ")
    assert s.unit("B").company == s.company("HQ-fs").index
    assert s.unit("HQ").company == s.company("A-mg").index and s.unit("A").company == -1


@rule("2.4.a")
def test_one_stand_out_of_command_bars_the_shuffle() -> None:
    s = stage(COMPANIES.replace("B at 0401", "B at 0501") + "red infantry X at 0901\norder blue M\nactive blue")
    assert s.asked == ("blue", "mover") and s.b.stage == MOVES


@rule("2.4.b")
@pytest.mark.parametrize(("order", "asked"), [("M", True), ("H", True), ("D", True), ("R", False)])
def test_which_orders_allow_the_support_shuffle(order: str, asked: bool) -> None:
    s = stage(
        COMPANIES + f"red infantry X at 0901\norder blue {order}\nphase retreats\nactive blue"
        if order == "R"
        else COMPANIES + f"red infantry X at 0901\norder blue {order}\nactive blue"
    )
    assert (s.asked[1] == "support shuffle") == asked


@rule("2.4.c")
def test_terrain_and_zones_halt_companies_too() -> None:
    """Woods between: the fire support halts in them and does not get to B."""
    text = COMPANIES.replace(". . . . . . . . .", ". . w . . . . . .") + "red infantry X at 0901\nactive blue"
    assert stage(text).places("shift", "HQ-fs") == {"A"}


@rule("2.4.d")
def test_the_shuffle_is_free_and_the_company_moves_with_its_host() -> None:
    """The MG company on foot rides with a motorised battalion three hexes far, after it was shifted."""
    text = (
        LINE
        + "blue hq HQ at 0101 company=mg\nblue motorised-infantry A at 0201\nred infantry X at 0901\norder blue M\n"
    )
    s = stage(text + "active blue")
    s.do("shift", "HQ-mg", "A").do("select", "A").do("move", "A", "0501")
    assert s.company("HQ-mg").host == s.unit("A").index and s.where("A") == "0501"
    assert s.refused("select", "HQ-mg").rule == "2.4.d"


# Retreat orders (2.5) ----------------------------------------------------------------------------


@rule("2.5.a")
def test_retreats_come_before_all_other_moves() -> None:
    """Both sides have regiments on R: dice decide who is first, then the others move."""
    text = FIELD + "blue hq HQ at 0101\nblue infantry A at 0201\nred hq RQ at 1005\nred infantry X at 0905\n"
    text += "blue hq HQ2 at 0103 of=b2\nblue infantry B at 0203 of=b2\n"
    s = stage(text + "order blue R\norder red R\norder b2 M\nphase retreats", 1, 2, 6, 5)
    assert s.asked == ("red", "retreater")
    s.do("done").do("done")
    assert s.last("activated").piece == "b2" and s.asked == ("blue", "mover")  # red has none left: no dice


@rule("2.5.a")
def test_after_the_reveal_the_retreats_come_first() -> None:
    """Two regiments on R move without dice, since red has none; then dice decide, for the count begins anew."""
    text = FIELD + "blue hq H1 at 0101 of=b1\nblue infantry A at 0201 of=b1\nblue hq H2 at 0103 of=b2\n"
    text += "blue infantry B at 0203 of=b2\nblue hq H3 at 0105 of=b3\nblue infantry C at 0205 of=b3\n"
    s = stage(text + "red hq RQ at 1005\nred infantry X at 0905\nphase orders", 1, 1, 6, 6)
    give(s.play, "blue", "RMR")
    give(s.play, "red", "M")
    assert s.asked == ("blue", "activation") and s.options() == [Choice("activate", "b1"), Choice("activate", "b3")]
    assert s.play.decision is not None and s.play.decision.prompt == "Which regiment retreats next?"
    assert s.refused("activate", "b2").rule == "2.5.a"
    s.do("activate", "b3")
    assert s.asked == ("blue", "retreater") and s.told("initiative") == []
    s.do("select", "C").do("retreat", "C", "0104")
    assert {choice.piece for choice in s.options("select")} == {"H3"}  # C has moved
    s.do("done").do("done")  # b3, then b1
    assert [event.piece for event in s.told("activated")] == ["b3", "b1", "red"]
    assert [event.rule for event in s.done().told("initiative")] == ["1.6.a"]
    assert s.asked == ("red", "mover")


@rule("2.5.a", "1.6.g")
def test_after_two_retreats_in_a_row_the_other_side_picks() -> None:
    """Blue wins two throws; the third pick is red's without dice. Whoever has retreated is not activated again."""
    text = FIELD + "red hq RQ at 1002\nred infantry X at 0902\norder red R\nphase retreats\n"
    for n in (1, 2, 3):
        text += f"blue hq H{n} at 010{n} of=b{n}\nblue infantry A{n} at 020{n} of=b{n}\norder b{n} R\n"
    s = stage(text, 6, 6, 1, 1, 5, 5, 1, 1)
    s.do("activate", "b1").do("done").do("activate", "b2").do("done")
    assert [event.rule for event in s.done().told("initiative")] == ["2.5.a", "2.5.a"]
    assert (s.last("turn passes").rule, s.asked) == ("1.6.g", ("red", "retreater"))
    s.do("done").do("done")  # red, then b3, the last
    assert [event.piece for event in s.told("activated")] == ["b1", "b2", "red", "b3"]
    assert s.b.phase not in (RETREATS, ACTIONS)  # nobody is left to move


@rule("2.5.b", "2.5.d")
def test_a_retreat_goes_the_strategic_distance_through_zones() -> None:
    """Four hexes on foot, next to the enemy at the start; and never nearer to him."""
    text = (
        LINE + "blue hq HQ at 0901\nblue infantry A at 0701\nred infantry X at 0801\norder blue R\nphase retreats\n"
    )
    s = stage(text + "active blue").do("select", "A")
    assert s.places("retreat") == {"0301", "0401", "0501", "0601"}
    away = (
        LINE + "blue hq HQ at 0101\nblue infantry A at 0401\nred infantry X at 0801\norder blue R\nphase retreats\n"
    )
    s = stage(away + "active blue").do("select", "A")
    assert "0501" not in s.places("retreat")
    assert s.refused("retreat", "A", "0501").rule == "2.5.b"


@rule("2.5.b")
def test_a_retreat_by_normal_halts_or_strategic_ones() -> None:
    """Into the woods only by a normal move, two hexes; beyond them there is no way."""
    text = (
        row(". . . w . . . . .")
        + "blue hq HQ at 0901\nblue infantry A at 0501\nred infantry X at 0701\norder blue R\n"
    )
    s = stage(text + "phase retreats\nactive blue").do("select", "A")
    assert s.places("retreat") == {"0401"}


@rule("2.5.b", "11.a")
def test_a_stand_on_r_takes_no_target_hex() -> None:
    """It retreats onto an objective that nobody holds, and takes it only when the regiment is on another order."""
    text = LINE + "blue hq HQ at 0301\nblue infantry A at 0501\nred infantry X at 0801\nobjective Mill 0401\n"
    s = stage(text + "order blue R\nphase retreats\nactive blue").do("select", "A").do("retreat", "A", "0401")
    assert s.b.holders == [-1]
    held = scene(text.replace("A at 0501", "A at 0401") + "order blue R\ngiven blue H\ngiven red H\nphase orders")
    reveal(held)
    assert held.holders == [0]


ROUND_X = """
. . . . . . . . .
 . . . . . . . . .
. . . . . . . . .
 . . . . . . . . .
. . . . . . . . .
 . . . . . . . . .
blue hq HQ at 0406
blue motorised-infantry A at 0405
red hq RQ at 0801
red infantry X at 0403
order blue R
phase retreats
active blue
"""


@rule("2.5.b", "11.a")
def test_a_retreat_does_not_run_through_the_line_onto_a_target_hex() -> None:
    """Six hexes lead around X to the mill, which is no nearer to X than A is now; but red came from the north."""
    s = stage(ROUND_X + "objective Mill 0401 red").do("select", "A")
    rows = {f"{column:02}{row:02}" for column in range(1, 10) for row in (5, 6)}
    assert s.places("retreat") == rows - {"0405", "0406"}
    refused = s.refused("retreat", "A", "0401")
    assert (refused.rule, refused.reason) == (
        "2.5.b",
        "0401 is nearer to the enemy's edge of the map, the north, than A is now.",
    )


@rule("2.5.b", "11.a")
@pytest.mark.parametrize(("holder", "open_to_it"), [("red", False), ("blue", True), ("", True)])
def test_a_retreat_comes_no_nearer_to_a_target_hex_of_the_enemy(holder: str, open_to_it: bool) -> None:
    """The mill, four hexes to the east in A's own row, belongs to red, to blue or to nobody."""
    s = stage(ROUND_X + f"objective Mill 0805 {holder}").do("select", "A")
    assert ("0805" in s.places("retreat")) == open_to_it
    assert ("0905" in s.places("retreat")) == open_to_it  # one hex beyond it
    assert "0305" in s.places("retreat")
    if not open_to_it:
        refused = s.refused("retreat", "A", "0505")
        assert (refused.rule, refused.reason) == (
            "2.5.b",
            "0505 is nearer to a target hex that the enemy holds than A is now.",
        )


@rule("2.5.b", "11.a")
def test_of_several_target_hexes_the_nearest_counts() -> None:
    """A is three hexes from the mill behind it: it may come as near to the tower, and no nearer."""
    s = stage(ROUND_X + "objective Mill 0105 red\nobjective Tower 0805 red").do("select", "A")
    assert {"0405", "0505", "0605"} & s.places("retreat") == {"0505"}
    assert "0305" not in s.places("retreat")


@rule("2.5.b")
@pytest.mark.parametrize(
    ("red", "edge"),
    [
        ("red hq RQ at 0501\nred infantry X at 0601", "north"),
        ("red hq RQ at 0509\nred infantry X at 0609", "south"),
        ("red hq RQ at 0105\nred infantry X at 0106", "west"),
        ("red hq RQ at 0905\nred infantry X at 0906", "east"),
        ("red hq RQ at 0101\nred infantry X at 0201", "north"),  # as far north as west
        ("red hq RQ at 0504\nred infantry X at 0506", ""),  # all around
    ],
)
def test_the_edge_of_the_enemy_is_where_he_was_set_up(red: str, edge: str) -> None:
    """Seen from the middle of one's own regiments: 0505."""
    field = "\n".join([". . . . . . . . ."] * 9)
    b = scene(f"{field}\nblue hq HQ at 0405\nblue infantry A at 0605\n{red}")
    assert enemy_edge(b.scenario, 0) == edge
    beyond = {"north": "0604", "south": "0606", "west": "0505", "east": "0705"}
    nearer = nearer_to_edge(b, b.stand("A"))
    assert {side for side, place in beyond.items() if nearer >> b.ground.index[place] & 1} == ({edge} - {""})


@rule("2.5.c")
def test_each_zone_hex_on_the_way_costs_a_strength_point() -> None:
    """Between two enemies: two zone hexes, two losses, of which the company may be one."""
    text = """
    . . . . . . .
     . . . . . . .
    blue hq HQ at 0101
    blue infantry A at 0501 company=mg
    red infantry X at 0302
    red infantry Y at 0502
    order blue R
    phase retreats
    active blue
    """
    s = stage(text).do("select", "A")
    s.do("retreat", "A", "0201")
    assert s.last("retreats").path == ("0501", "0401", "0301", "0201") and s.last("retreats").value == 2
    s.do("lose", "A-mg")
    assert s.unit("A").sp == 4 and s.company("A-mg").host == -1


BETWEEN = """
. . . . . . .
 . . . . . . .
blue hq HQ at 0101
red infantry X at 0302
red infantry Y at 0502
order blue R
phase retreats
active blue
"""


@rule("2.5.c")
def test_the_last_hex_counts_and_the_first_does_not() -> None:
    """From 0501 to 0401, from one zone hex into the next: one strength point. Away from the enemy: none."""
    s = stage(BETWEEN + "blue infantry A at 0501").do("select", "A").do("retreat", "A", "0401")
    assert (s.last("retreats").value, s.unit("A").sp, s.where("A")) == (1, 4, "0401")
    assert (s.last("strength lost").rule, s.last("strength lost").value) == ("2.5.c", 4)
    s = stage(BETWEEN + "blue infantry A at 0301").do("select", "A").do("retreat", "A", "0201")
    assert (s.last("retreats").value, s.unit("A").sp, s.told("strength lost")) == (0, 5, [])


@rule("2.5.c")
def test_three_zone_hexes_cost_three() -> None:
    """Along three enemies, faster than on foot: 0501, 0401 and 0301 are zone hexes, 0201 is not."""
    text = BETWEEN + "red infantry Z at 0602\nblue motorised-infantry A at 0601\n"
    s = stage(text).do("select", "A").do("retreat", "A", "0201")
    assert s.last("retreats").path == ("0601", "0501", "0401", "0301", "0201")
    assert (s.last("retreats").value, s.unit("A").sp) == (3, 2)


@rule("2.5.c", "6.j")
def test_the_company_counts_as_strength_and_the_regiment_ends_with_its_last_battalion() -> None:
    """Two zone hexes, a point and a company: first the company goes, then A, and with it the regiment."""
    text = (
        BETWEEN + "blue infantry A at 0501 company=mg sp=1\nblue hq H2 at 0102 of=b2\nblue infantry B at 0202 of=b2"
    )
    s = stage(text).do("select", "A").do("retreat", "A", "0201")
    assert [(event.kind, event.piece) for event in s.play.log if event.rule in ("2.5.c", "1.3.a", "6.j")] == [
        ("company lost", "A-mg"),
        ("strength lost", "A"),
        ("destroyed", "A"),
        ("regiment gone", "blue"),
    ]
    assert (s.where("A"), s.where("HQ")) == ("lost", "lost")


@rule("2.5.c")
def test_a_longer_way_without_zones_is_taken() -> None:
    """Five hexes lead past X through its zone, six around it: A goes around. Of ways without zones the shortest."""
    text = """
    . . . . . . . .
     . . . . . . . .
    . . . . . . . .
     . . . . . . . .
    . . . . . . . .
    blue hq HQ at 0701
    blue motorised-infantry A at 0303
    red infantry X at 0503
    red hq Y at 0505
    order blue R
    phase retreats
    active blue
    """
    s = stage(text).do("select", "A").do("retreat", "A", "0703")
    assert s.last("retreats").path == ("0303", "0302", "0401", "0501", "0601", "0602", "0703")
    assert (s.last("retreats").value, s.unit("A").sp) == (0, 5)
    s = stage(text).do("select", "A").do("retreat", "A", "0203")
    assert s.last("retreats").path == ("0303", "0203")


@rule("2.5.c")
def test_a_stand_may_die_on_the_way_and_with_the_hq_the_retreat_ends() -> None:
    """The HQ has one strength point left: it dies in the zone and the others stay where they are."""
    text = """
    . . . . . . .
     . . . . . . .
    blue hq HQ at 0501 sp=1
    blue infantry A at 0201
    red infantry X at 0302
    red infantry Y at 0502
    order blue R
    phase retreats
    active blue
    """
    s = stage(text).do("select", "HQ").do("retreat", "HQ", "0101")
    assert s.where("HQ") == "lost" and s.last("hq lost").rule == "6.b"
    assert (s.last("retreats").value, len(s.told("strength lost")), s.unit("HQ").sp) == (2, 1, 0)
    assert s.play.result is not None  # A could go to 0101 and is not asked any more


@rule("2.5.c", "11.a")
@pytest.mark.parametrize(("sp", "alarmed"), [(5, True), (2, False)])
def test_only_a_stand_that_gets_there_alarms_the_enemy(sp: int, alarmed: bool) -> None:
    """Row 1 is red's alarm row: A ends its retreat there, or dies in the zones on the way."""
    text = BETWEEN + f"blue infantry A at 0501 sp={sp}\nblue infantry B at 0102\nrestrict red HD day=2 row=1\n"
    s = stage(text).do("select", "A").do("retreat", "A", "0201")
    assert (s.where("A"), s.b.alarms) == ("0201" if alarmed else "lost", [alarmed])


@rule("2.5.c", "2.5.b")
def test_a_strategic_way_is_taken_where_the_normal_one_is_worse() -> None:
    """Two hexes next to X, since the woods in 0202 would halt A; or four strategic ones around, and nothing lost."""
    text = """
    . . . . .
     . w . . .
    . . . . .
     . . . . .
    . . . . .
    blue hq HQ at 0501
    blue infantry A at 0203
    red infantry X at 0304
    red hq Y at 0505
    order blue R
    phase retreats
    active blue
    """
    s = stage(text).do("select", "A").do("retreat", "A", "0302")
    assert s.last("retreats").path == ("0203", "0102", "0201", "0301", "0302")
    assert (s.last("retreats").value, s.unit("A").sp) == (0, 5)


@rule("2.5.c", "2.5.b")
def test_a_normal_way_past_the_enemy_is_kept_where_the_strategic_one_is_worse() -> None:
    """Over the beach, closed to a strategic move, no zone is touched; the way round it goes through one."""
    text = """
    R R R R R R R
    R R R R R R R
    . . e . . . .
    R . . . R R R
    . . . . . . .
    blue hq HQ at 0203
    blue infantry A at 0705
    red hq Y at 0305
    red infantry X at 0605
    order blue R
    order red H
    active blue
    phase retreats
    """
    s = stage(text)
    s.do("select", "HQ").do("retreat", "HQ", "0403")
    assert (s.last("retreats").path, s.last("retreats").value) == (("0203", "0303", "0403"), 0)
