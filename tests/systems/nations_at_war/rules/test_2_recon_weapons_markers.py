"""2.6.2 Recon, 2.7 Support Weapons, 2.8-2.9 colours and stacking, 2.11-2.12 Morale and markers, the play aids."""

import pytest
from stage import ONE_IMPULSE, NawStage, stage

from sandtable.systems.nations_at_war.reading.book import rulebook
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.showing.view import COLOURS, view
from sandtable.table.decision import Choice
from sandtable.testing import rule


def shot(s: NawStage) -> tuple[tuple[int, ...], int, int]:
    """Dice, To-Hit number and hits of the last attack."""
    fired = s.last("fired")
    return (fired.dice, fired.need, fired.value)


# 2.6.2 Recon -----------------------------------------------------------------------------------------


@rule("2.6.2.a")
@pytest.mark.parametrize(
    ("kind", "hexes", "checks"), [("sdkfz-222", 10, 0), ("sdkfz-222", 11, 1), ("pzivg", 5, 0), ("pzivg", 6, 1)]
)
def test_recon_is_in_command_at_twice_the_printed_range(kind: str, hexes: int, checks: int) -> None:
    """11th Panzer HQ has Command Range 5: ten hexes for Recon, five for everybody else."""
    s = stage(
        f"""
        {".. " * 13}
        german pzivg P at A1
        german hq 11th-panzer-hq at A1
        german {kind} U at {"ABCDEFGHIJKLM"[hexes]}1
        phase command
        """,
        *(6, 6) * checks,
    )
    s.done()
    assert len(s.told("command check")) == checks
    assert s.unit("U").out_of_command == bool(checks)


@rule("2.6.2.a")
def test_radio_trouble_does_not_change_the_printed_range() -> None:
    """With a halved Command Range of 2 a tank three hexes away must check, Recon ten hexes away need not."""
    b = scene(
        f"""
        {".. " * 13}
        german pzivg P at A1
        german hq 11th-panzer-hq at A1
        german pzivg N at D1
        german sdkfz-222 R at K1
        phase command
        """
    )
    b.hqs[0].halved = True
    s = NawStage(ONE_IMPULSE, b, 6, 6).done()
    assert [event.place for event in s.told("command check")] == ["D1"]


RECON_CALLS = """
    .. .. .. .. .. .. ..
    german pzivg P at A1
    german hq 11th-panzer-hq at A1
    german sdkfz-222 R at D1{state}
    german american-81mm-mortar M at B1
    soviet guards-infantry G at G1
    mission german 34
    phase missions
    """


@rule("2.6.2.b", "3.4.4.b")
def test_recon_calls_artillery_and_mortars_of_its_formation() -> None:
    """Artillery ranges in with +1 for Recon; the mortar fires at the same hex."""
    s = stage(RECON_CALLS.format(state=""), 4, *(1, 1, 1), *(4, 4))
    assert s.options("call") == [Choice("call", "11th-panzer-hq", "34"), Choice("call", "R", "34")]
    s.do("call", "R", "34")
    assert "G1" in s.places("target")
    s.do("target", "R", "G1")
    ranged = s.last("ranged in")
    assert (ranged.piece, ranged.dice, [m.amount for m in ranged.modifiers]) == ("R", (4,), [1])
    s.do("fire for effect", "", "G1")
    s.do("direct", "M").do("bombard", "M", "G1").done()
    assert s.last("bombarded").piece == "M"


@rule("2.6.2.b")
@pytest.mark.parametrize("state", [" disrupted", " ooc"])
def test_recon_disrupted_or_out_of_command_calls_nothing(state: str) -> None:
    s = stage(RECON_CALLS.format(state=state))
    assert s.options("call") == [Choice("call", "11th-panzer-hq", "34")]


@rule("2.6.2.b")
@pytest.mark.parametrize(("column", "reached"), [("K", True), ("L", False)])
def test_a_mortar_directed_by_recon_must_be_in_range(column: str, reached: bool) -> None:
    """The American mortar reaches ten hexes."""
    s = stage(
        f"""
        {".. " * 13}
        german american-81mm-mortar M at A1
        german pzivg P at A1
        german hq 11th-panzer-hq at A1
        german sdkfz-222 R at D1
        soviet guards-infantry G at {column}1
        phase missions
        """
    )
    s.do("direct", "M")
    assert s.places("bombard") == ({f"{column}1"} if reached else set())


@rule("2.6.2.c")
@pytest.mark.parametrize(
    ("recon", "dice"),
    [
        ("german sdkfz-222 R at B1", 1),  # four hexes
        ("german sdkfz-222 R at A1", 2),  # five hexes
        ("german sdkfz-222 R at B1 disrupted", 2),  # not in Good Order
        ("german pzivg R at B1", 2),  # not Recon
        ("german sdkfz-222 R at F3", 2),  # two hexes, but there are Woods between
    ],
)
def test_recon_strips_concealment_within_four_hexes_in_sight(recon: str, dice: int) -> None:
    """Infantry in Woods defends with one die, with two while it is concealed."""
    s = stage(
        f"""
        .. .. .. .. .. W. ..
        .. .. .. .. .. W. ..
        .. .. .. .. .. .. ..
        german tiger T at A1
        {recon}
        soviet guards-infantry G at F1
        """,
        *(6, 1, 1),
        *(1,) * dice,
    )
    s.do("act", "T").do("fire", "T", "G").done()
    assert len(s.last("saved").dice) == dice


# 2.7 Support Weapons ---------------------------------------------------------------------------------


@rule("2.7.a")
def test_the_four_support_weapons() -> None:
    names = [weapon.name for weapon in rulebook().weapons.values()]
    assert names == ["Heavy Machine Gun", "Bazooka", "Piat", "Anti-Tank Rifle"]
    s = stage(".. ..\ngerman infantry I at A1 weapon=hmg\ngerman panzergrenadier P at A1 weapon=bazooka\n")
    weapons = {piece.name: piece.inside for piece in view(s.play, "german").pieces if piece.kind == "weapon"}
    assert weapons == {"Heavy Machine Gun": "I", "Bazooka": "P"}


@rule("2.5.2.b", "2.7.a", "2.7.1.a", "2.7.1.b", "EN.d")
def test_weapons_are_assigned_to_infantry_before_play() -> None:
    """Two weapons, one a platoon: never to Engineers, guns or tanks; after set-up nothing gives them away."""
    b = scene(
        """
        .. .. ..
        german infantry I at A1
        german panzergrenadier A at A1
        german infantry W at B1 weapon=piat
        german pioneer E at B1
        german 45mm-atg G at C1
        german tiger T at C1
        german hq 320th-infantry-hq at A1
        phase setup
        """
    )
    spec = b.formations[0].spec
    spec.free_weapons += [rulebook().weapons["hmg"], rulebook().weapons["bazooka"]]
    spec.units[2].weapon = rulebook().weapons["piat"]
    s = NawStage(ONE_IMPULSE, b, 3)
    assert s.options() == [Choice("assign", "hmg", "I"), Choice("assign", "hmg", "A")]
    refusal = s.refused("assign", "hmg", "E")
    assert (refusal.reason, refusal.rule) == (
        "Only Infantry and Armored Infantry can use Support Weapons, one each.",
        "2.5.2.b",
    )
    s.do("assign", "hmg", "A")
    assert s.unit("A").weapon.key == "hmg"
    assert s.b.turn == 1 and s.unit("I").weapon is not None, "the last weapon had one platoon to go to"
    assert not any(choice.do == "assign" for choice in s.options())


@rule("2.7.2.a")
def test_a_support_weapon_is_no_target_and_is_lost_with_its_platoon() -> None:
    s = stage(
        """
        .. .. .. ..
        german tiger T at A1
        soviet guards-infantry G at D1 weapon=hmg reduced disrupted
        """,
        *(4, 1, 1),
    )
    s.do("act", "T")
    assert s.places("fire") == {"G"}
    s.do("fire", "T", "G").done()
    assert s.where("G") == "eliminated"
    assert s.unit("G").weapon is None
    assert not any(piece.kind == "weapon" for piece in view(s.play, "german").pieces)


@rule("2.7.2.b", "2.7.3.a")
@pytest.mark.parametrize(("state", "dice"), [("", (1, 1, 1, 1)), ("reduced", (1, 1, 1))])
@pytest.mark.parametrize(("hexes", "need"), [(1, 4), (2, 5), (3, 5), (4, 6), (6, 6)])
def test_hmg_adds_one_to_he_firepower_and_range(state: str, dice: tuple[int, ...], hexes: int, need: int) -> None:
    """HE 3-2-5 becomes 4-3-5, a reduced platoon's 2-2-5 becomes 3-3-5: one shot, Extended Range up to six hexes."""
    s = stage(
        f"""
        {".. " * 7}
        german infantry I at A1 weapon=hmg {state}
        soviet guards-infantry G at {"ABCDEFG"[hexes]}1
        """,
        *dice,
    )
    s.do("act", "I").do("fire", "I", "G").done()
    assert shot(s) == (dice, need, 0)
    assert [(m.amount, m.rule) for m in s.last("fired").modifiers if m.rule == "2.7.3.a"] == [(1, "2.7.3.a")]
    assert s.unit("I").ops_complete


@rule("2.7.3.a")
def test_hmg_does_nothing_for_ap() -> None:
    s = stage(".. ..\ngerman infantry I at A1 weapon=hmg\nsoviet t-34-76 S at B1\n", 1)
    s.do("act", "I").do("fire", "I", "S").done()
    assert shot(s) == ((1,), 5, 0)
    assert "2.7.3.a" not in {m.rule for m in s.last("fired").modifiers}


@rule("2.7.3.a")
def test_an_anti_tank_rifle_adds_to_ap() -> None:
    """AP 1-1-5 becomes 2-2-5 against a tank two hexes away."""
    s = stage(".. .. ..\ngerman infantry I at A1 weapon=atr\nsoviet t-34-76 S at C1\n", 1, 1)
    s.do("act", "I").do("fire", "I", "S").done()
    assert shot(s) == ((1, 1), 5, 0)


@rule("2.7.3.b")
@pytest.mark.parametrize("weapon", ["bazooka", "piat"])
def test_bazooka_and_piat_augment_the_ap_attack(weapon: str) -> None:
    """Engineers aside, AP 1: the missed die is rolled again, and no more than one hit is counted."""
    text = f".. ..\ngerman infantry I at A1 weapon={weapon}\nsoviet t-34-76 S at B1\n"
    s = stage(text, 4, 6, *(1, 1))
    s.do("act", "I").do("fire", "I", "S")
    assert s.asked == ("german", "augmented")
    s.do("re-roll", number=4).done()
    assert shot(s) == ((6,), 5, 1)
    s = stage(text, 5, *(1, 1))
    s.do("act", "I").do("fire", "I", "S").done()
    assert shot(s) == ((5,), 5, 1), "a hit is not rolled again"


@rule("2.7.3.b")
def test_the_plus_of_a_bazooka_is_for_ap_only() -> None:
    s = stage(".. .. ..\ngerman infantry I at A1 weapon=bazooka\nsoviet guards-infantry S at C1\n", 1, 1, 1)
    s.do("act", "I").do("fire", "I", "S").done()
    assert shot(s) == ((1, 1, 1), 5, 0)


# 2.8, 2.9 --------------------------------------------------------------------------------------------


@rule("2.8")
def test_each_country_has_its_own_colour() -> None:
    assert len(set(COLOURS.values())) == len(COLOURS)
    seen = view(stage(".. ..\ngerman tiger T at A1\n").play, "german")
    colours = [seat.colour for seat in seen.seats]
    assert colours == [COLOURS["german"], COLOURS["soviet"]]


@rule("2.9.a")
def test_stacking_example() -> None:
    """Two infantry platoons on a Road hex: the tank may not drive through and goes around them, off the road."""
    s = stage(
        """
        .. W. .. ..
        .r .r .r .r
        .. W. .. ..
        german pzivg P at A2
        german infantry I1 at B2
        german infantry I2 at B2
        """
    )
    s.do("act", "P")
    assert "B2" not in s.places("move")
    refusal = s.refused("move", "", "B2")
    assert (refusal.reason, refusal.rule) == ("B2 already holds 2 of your units, and two is the limit.", "2.9.a")
    s.do("move", "", "C2")
    assert [event.place for event in s.told("moved")] == ["B1", "C2"]
    assert s.unit("P").spent == 3, "2 MP for the Woods beside the road"


@rule("2.9.a")
def test_one_unit_in_a_hex_lets_one_more_in_but_no_stack() -> None:
    text = """
        .. .. ..
        german pzivg P1 at A1
        german pzivg P2 at A1
        german infantry I at B1
        """
    assert "B1" in stage(text).do("act", "P1").places("move")
    s = stage(text).do("act", "P1", "P2")
    assert s.places("move") == set(), "the only way leads through B1"
    assert s.refused("move", "", "B1").rule == "2.9.a"


@rule("2.9.b", "2.5.6.c")
def test_markers_wrecks_weapons_and_hqs_do_not_count() -> None:
    s = stage(
        """
        .. .. ..
        german infantry I1 at B1 weapon=hmg
        german infantry I2 at A1
        german hq 320th-infantry-hq at B1
        marker wreck B1
        marker improved B1
        """
    )
    assert "B1" in s.do("act", "I2").places("move")
    s.do("move", "", "B1")
    assert s.where("I2") == "B1"


@rule("2.9.c")
def test_one_wreck_in_a_hex() -> None:
    s = stage(
        """
        .. .. .. .. .. .. ..
        german tiger T1 at A1
        german tiger T2 at A1
        soviet t-34-76 S1 at G1 reduced disrupted
        soviet t-34-76 S2 at G1 reduced disrupted
        """,
        *(6, 1, 1, 1),
        *(1, 1),
        *(6, 1, 1, 1),
        *(1, 1, 1, 1),
    )
    s.do("act", "T1").do("fire", "T1", "S1").do("act", "T2").do("fire", "T2", "S2").done()
    assert [event.place for event in s.told("wreck")] == ["G1"]
    assert [m.kind for m in view(s.play, "german").markers if m.kind == "wreck"] == ["wreck"]


# 2.11 Morale -----------------------------------------------------------------------------------------


@rule("2.4.l", "2.11.a", "2.11.2")
@pytest.mark.parametrize(("dice", "passed"), [((3, 4), True), ((4, 4), False)])
def test_morale_check_example(dice: tuple[int, int], passed: bool) -> None:
    """British 14th Infantry has Morale 7: 7 passes, 8 fails, for a unit far from the HQ that the number is on."""
    s = stage(
        f"""
        {".. " * 8}
        german british-infantry B1 at A1
        german hq british-14th-hq at A1
        german british-infantry B2 at H1
        phase command
        """,
        *dice,
    )
    check = s.last("morale check")
    assert (check.dice, check.need, check.value, check.rule) == (dice, 7, int(passed), "2.11.2")
    assert s.unit("B2").out_of_command == (not passed)


@rule("2.11.b")
def test_morale_outlives_the_hq() -> None:
    """505th Heavy Panzer: Morale 9 though its HQ is gone."""
    s = stage(
        """
        .. ..
        german tiger T at A1
        german hq 505th-heavy-panzer-hq at eliminated
        phase command
        """,
        *(4, 5),
    )
    assert (s.last("morale check").need, s.last("morale check").value) == (9, 1)
    group = view(s.play, "german").groups[0]
    assert [(value.label, value.text) for value in group.values] == [("Morale", "9")]


@rule("2.11.1")
def test_good_order_units_fight_and_disrupted_ones_are_restricted() -> None:
    text = """
        .. .. .. .. ..
        german tiger T at A1{}
        soviet t-34-76 S at E1
        """
    s = stage(text.format("")).do("act", "T")
    assert {choice.do for choice in s.options()} == {"move", "fire", "fire and move", "overwatch", "hold", "back"}
    s = stage(text.format(" disrupted")).do("act", "T")
    assert {choice.do for choice in s.options()} == {"hold", "back"}, "every hex is closer to the enemy it sees"
    assert s.refused("fire", "T", "S").rule == "5.1.3.c"


# 2.12 Markers and play aids ---------------------------------------------------------------------------

EVERYTHING = """
    .. .. .. .. .. ..
    german tiger T at A1
    german hq 505th-heavy-panzer-hq at A1
    soviet t-34-76 S at F1
    soviet hq 276th-tank-hq at F1
    fate german 2
    chaos 1
    phase start
    """


@rule("2.12", "2.12.1", "2.12.2", "2.12.5", "3.0.a")
def test_the_cup_holds_formation_end_turn_and_chaos_markers() -> None:
    """Fate is not in the cup but in the hands of the players."""
    s = stage(EVERYTHING, 2, goes_on=True)
    assert s.told("drawn")[0].text == "end-turn"
    assert s.told("drawn")[0].value == 4, "left: Chaos, an End Turn and two Formation markers"
    assert s.asked == ("german", "fate marker"), "two points could return the marker"
    s = stage(EVERYTHING.replace("fate german 2", ""), 4, goes_on=True)
    assert sorted(s.b.cup) == ["chaos", "end-turn", "end-turn", "soviet"]
    pile = view(s.play, "german").piles[0]
    assert pile.kind == "cup" and pile.count == 4


@rule("2.12.5")
def test_a_chaos_marker_makes_a_random_event() -> None:
    s = stage(EVERYTHING.replace("fate german 2", ""), 1, *(4, 5), 3, goes_on=True)
    assert s.last("chaos fortune").value == 1, "9: the drawer gains a Fate Point"


@rule("2.12.4")
@pytest.mark.parametrize("kind", ["improved", "mines", "wire", "ditch"])
def test_defensive_measures_are_markers_on_the_map(kind: str) -> None:
    s = stage(f".. ..\ngerman tiger T at A1\nmarker {kind} B1\n")
    assert [(marker.kind, marker.place) for marker in view(s.play, "german").markers] == [(kind, "B1")]


@rule("2.12.3")
def test_administrative_markers_track_the_state_of_units() -> None:
    s = stage(
        """
        .. .. .. .. ..
        german tiger A at A1 ops
        german tiger B at A1 disrupted
        german tiger C at B1 ooc
        german tiger D at B1 overwatch
        german tiger E at C1 acquired=S
        soviet t-34-76 S at E1
        soviet t-34-76 T at E1 acquired=A
        """
    )
    kinds = {piece.id: [marker.kind for marker in piece.markers] for piece in view(s.play, "german").pieces}
    assert kinds == {
        "A": ["acquired", "ops complete"],
        "B": ["disrupted"],
        "C": ["out of command"],
        "D": ["overwatch"],
        "E": ["acquires"],
        "S": ["acquired"],
        "T": ["acquires"],
    }


@rule("2.12.3", "4.0.a")
def test_who_is_on_the_move_shows_what_it_has_spent() -> None:
    """While it acts only, and not beside another that has moved before."""
    s = stage(".. .. .. .. .. .. ..\ngerman pzivg A at A1\ngerman pzivg B at A1\nsoviet t-34-76 S at G1 ops")

    def spent() -> dict[str, list[str]]:
        found = {piece.id: piece.markers for piece in view(s.play, "german").pieces}
        return {id: [each.text for each in found[id] if each.kind == "spent"] for id in "AB"}

    s.do("act", "A")
    assert spent() == {"A": [], "B": []}
    s.do("move", "", "B1")
    assert spent() == {"A": ["1 of 4 MP spent"], "B": []}
    s.do("stop").do("act", "B").do("move", "", "B1")
    assert spent() == {"A": [], "B": ["1 of 4 MP spent"]}


@rule("MIX")
def test_the_printed_number_of_markers_is_no_limit() -> None:
    """Eight Ops Complete or Disrupted, six Out of Command and two Acquisition counters: a battle may need more."""
    lines = [f"german tiger T{n} at {'ABCDE'[n // 2]}1 ops ooc disrupted acquired=S{n}" for n in range(9)]
    lines += [f"soviet t-34-76 S{n} at {'HIJKL'[n // 2]}1" for n in range(9)]
    s = stage(".. " * 12 + "\n" + "\n".join(lines) + "\nactive soviet")
    seen = [marker.kind for piece in view(s.play, "german").pieces for marker in piece.markers]
    for kind in ("ops complete", "disrupted", "out of command", "acquires"):
        assert seen.count(kind) == 9


@rule("FPT")
def test_boxes_for_fate_and_casualties() -> None:
    s = stage(
        """
        .. .. ..
        german tiger T at A1
        soviet guards-infantry G at C1 reduced disrupted
        fate german 3
        """,
        *(4, 1, 1),
    )
    s.do("act", "T").do("fire", "T", "G")
    seen = view(s.play, "soviet")
    assert next(piece.place for piece in seen.pieces if piece.id == "G") == "eliminated"
    assert "eliminated" in [box.id for box in seen.boxes]
    fate = [(track.side, track.boxes[0].text) for track in seen.tracks if track.kind == "fate"]
    assert fate == [("german", "3")]


@rule("FC.a")
def test_the_formation_card_full_and_reduced() -> None:
    """Morale, Command Range and Leadership of the HQ: 8, 5/4 and 2/1 for the 11th Panzer."""
    for state, leadership, command in (("", "2", "5"), (" reduced", "1", "4")):
        s = stage(f".. ..\ngerman pzivg P at A1\ngerman hq 11th-panzer-hq at A1{state}\n")
        piece = next(piece for piece in view(s.play, "german").pieces if piece.kind == "hq")
        printed = {value.label: value.text for value in piece.values}
        assert printed == {"Morale": "8", "Leadership": leadership, "Command": command}


@rule("GL.a")
def test_the_ratings_of_the_glossary_are_on_the_counters() -> None:
    """Printed Firepower (IFP), Assault Factor (AF), Movement Factor (MF), Leadership Modifier (LM)."""
    s = stage(".. ..\ngerman tiger T at A1\ngerman hq 505th-heavy-panzer-hq at A1\n")
    pieces = {piece.id: {v.label: v.text for v in piece.values} for piece in view(s.play, "german").pieces}
    assert pieces["T"] == {"AP": "4-8-4", "HE": "3-6-5", "Armor": "3/4", "Assault": "2/4", "MF": "3"}
    assert pieces["505th-heavy-panzer-hq"]["Leadership"] == "2"


@rule("GL.b")
def test_artillery_ranges_in_first_and_then_fires_for_effect() -> None:
    """OBA and FFE: a Barrage marker first, then the attack on the hex and its neighbours."""
    s = stage(
        """
        .. .. .. ..
        german tiger T at A1
        german hq 505th-heavy-panzer-hq at A1
        soviet guards-infantry G at D1
        mission german 34
        phase missions
        """,
        5,
        *(1, 1, 1),
    )
    s.do("call", "505th-heavy-panzer-hq", "34").do("target", "505th-heavy-panzer-hq", "D1")
    assert s.told("bombarded") == []
    assert s.b.barrages == [(0, s.b.ground.index["D1"], 1)]
    assert s.asked == ("german", "fire for effect")
    s.do("fire for effect", "", "D1").done()
    assert [event.place for event in s.told("bombarded")] == ["D1"]


@rule("GL.c")
def test_atg_is_a_gun_battery_and_atr_an_infantry_weapon() -> None:
    book = rulebook()
    assert (book.units["45mm-atg"].kind, book.units["45mm-atg"].sides[0][2].hard) == ("gun", False)
    assert book.weapons["atr"].name == "Anti-Tank Rifle"
    assert book.weapons["hmg"].name == "Heavy Machine Gun"
    assert [key for key, hq in book.hqs.items() if hq.sub] == ["ccb-sub-hq"]
