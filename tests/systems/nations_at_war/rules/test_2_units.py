"""Chapters 1 and 2: what the counters mean in play."""

import pytest
from stage import ONE_IMPULSE, NawStage, stage

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.reading.shelf import find_scenario
from sandtable.systems.nations_at_war.rules.setup import new_battle
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.showing.view import view
from sandtable.table.chance import OutOfDice, ScriptedChance
from sandtable.table.play import Mishap, Play
from sandtable.testing import rule

CATS = "nations_at_war/cats-in-the-mist"
BRIDGE = "nations_at_war/the-bridge-at-berezovyy-logg"


def shot(s: NawStage) -> tuple[tuple[int, ...], int, int]:
    """Dice, To-Hit number and hits of the last attack."""
    fired = s.last("fired")
    return (fired.dice, fired.need, fired.value)


def saves(s: NawStage) -> tuple[tuple[int, ...], int, int]:
    """Dice, Save Number and hits cancelled of the last defence."""
    saved = s.last("saved")
    return (saved.dice, saved.need, saved.value)


def values(s: NawStage, id: str) -> dict[str, str]:
    """What is printed on the side of a piece that lies up."""
    piece = next(piece for piece in view(s.play, "german").pieces if piece.id == id)
    return {value.label: value.text for value in piece.values}


# 1 ---------------------------------------------------------------------------------------------------


@rule("1.1")
def test_a_scenario_overrules_the_core_rules() -> None:
    """Water is closed (TEC.river), but Clear terrain in Cats in the Mist; mortars and UPS lay smoke, not there."""
    stream = ["I1", "I2", "J2", "J3", "J4", "J5", "I7", "I8", "I9", "J9", "J10", "J11"]
    cats = new_battle(find_scenario(CATS))
    assert all(cats.ground.passable >> cats.ground.index[name] & 1 for name in stream)
    bridge = new_battle(find_scenario(BRIDGE))
    assert not any(bridge.ground.passable >> bridge.ground.index[name] & 1 for name in ["P1", "P2", "P3", "O4"])
    text = """
        .. .. ..
        german pioneer P at A1 smoke
        german infantry I at C1
        """
    assert stage(text).do("act", "P").places("smoke") == {"A1", "B1"}
    s = stage(text + "no-smoke").do("act", "P")
    assert s.options("smoke") == []
    refusal = s.refused("smoke", "P", "B1")
    assert (refusal.reason, refusal.rule) == ("No smoke is available in this scenario.", "S1.ssr1")


@rule("1.2")
def test_a_numbered_sub_rule_beats_the_general_paragraph() -> None:
    """2.5.6 lets an HQ die with a unit of its hex; 2.5.6.2 asks for a die when a second unit survives."""
    s = stage(
        """
        .. ..
        german tiger T at A1
        soviet guards-infantry G1 at B1 reduced disrupted
        soviet guards-infantry G2 at B1
        soviet hq 71st-guards-infantry-hq at B1
        """,
        *(6, 1, 1),
        4,
    )
    s.do("act", "T").do("fire", "T", "G1").done()
    assert s.where("G1") == "eliminated"
    assert s.hq("soviet").steps == 2


# 2.1 to 2.3 ------------------------------------------------------------------------------------------


class Witness(ScriptedChance):
    """Dice that remember what was asked for."""

    def __init__(self, *script: int) -> None:
        super().__init__(*script)
        self.asked: list[tuple[int, str]] = []

    def fresh(self, sides: int, place: int, why: str) -> int:
        self.asked.append((sides, why))
        return super().fresh(sides, place, why)


@rule("2.1")
def test_six_sided_dice_single_in_pools_and_in_pairs() -> None:
    text = """
        .. .. .. .. .. .. .. .. ..
        german pzivg P at A1 disrupted
        german hq 11th-panzer-hq at A1
        soviet t-34-76 S at F1
        soviet hq 276th-tank-hq at F1
        active german
        phase command
        """
    dice = Witness(4, 4, 5, 5, 1, 1, 1, 6)
    play = Play(ONE_IMPULSE, scene(text), dice)
    for choice in play.decision.options():  # type: ignore[union-attr]
        if choice.do == "act":
            play.choose(choice)
            break
    play.choose(next(c for c in play.decision.options() if c.do == "fire" and not c.number))  # type: ignore[union-attr]
    assert dice.asked == [
        *[(6, "rally of P")] * 2,
        *[(6, "fire of P")] * 3,
        *[(6, "save of S")] * 2,
        (6, "check of 276th Tank HQ"),
    ]
    with pytest.raises(OutOfDice, match="is 7, asked for 1 to 6"):
        Play(ONE_IMPULSE, scene(text), Witness(7))


@rule("2.3.a", "2.3.b")
def test_platoons_fight_and_administrative_counters_tell_their_state() -> None:
    s = stage(
        """
        .. .. ..
        german tiger T1 at A1
        german tiger T2 at A1 ops
        german infantry I at B1 disrupted
        german infantry O at B1 ooc
        german hq 505th-heavy-panzer-hq at A1
        marker wreck C1
        """
    )
    assert {choice.piece for choice in s.options("act")} == {"T1", "I"}
    seen = view(s.play, "german")
    states = {piece.id: [marker.kind for marker in piece.markers] for piece in seen.pieces}
    assert states["T1"] == []
    assert states["T2"] == ["ops complete"]
    assert states["I"] == ["disrupted"]
    assert states["O"] == ["out of command"]
    assert [(marker.kind, marker.place) for marker in seen.markers] == [("wreck", "C1")]


# 2.4 -------------------------------------------------------------------------------------------------


@rule("2.4.a", "2.4.b", "2.4.c", "2.6.a")
@pytest.mark.parametrize(("state", "dice"), [("", (1, 2, 3)), ("reduced", (1, 2))])
def test_ap_firepower_is_the_dice_against_a_hard_target(state: str, dice: tuple[int, ...]) -> None:
    """A full T-34 platoon rolls three dice with AP 3-5-5, a reduced one two with AP 2-5-5."""
    s = stage(
        f"""
        .. .. .. .. .. ..
        soviet t-34-76 S at A1 {state}
        german pzivg P at F1
        active soviet
        """,
        *dice,
    )
    s.do("act", "S").do("fire", "S", "P").done()
    assert shot(s) == (dice, 5, 0)


@rule("2.4.d", "2.5.1", "2.5.2.a")
def test_he_firepower_is_the_dice_against_a_soft_target() -> None:
    """A Pz IV has AP 3 and HE 2: infantry is a soft target."""
    s = stage(
        """
        .. .. .. .. ..
        german pzivg P at A1
        soviet guards-infantry G at D1
        """,
        *(4, 5),
    )
    s.do("act", "P").do("fire", "P", "G").done()
    assert shot(s) == ((4, 5), 5, 1)
    assert s.told("saved") == []
    assert s.unit("G").disrupted


@rule("2.5.1", "2.6.a")
def test_no_he_against_hard_targets() -> None:
    """The half-track has HE only and no AP: it fires at infantry and not at tanks."""
    s = stage(
        """
        .. .. ..
        german panzergrenadier H at A1 mounted
        soviet guards-infantry G at C1
        soviet t-34-76 S at C1
        """
    )
    s.do("act", "H")
    assert s.places("fire") == {"G"}
    refusal = s.refused("fire", "H", "S")
    assert (refusal.reason, refusal.rule) == ("H has no AP Firepower against a hard target.", "5.1.g")


AIR_RAID = """
    .. .. .. .. ..
    german infantry I at A1
    german hq 320th-infantry-hq at A1
    soviet 20mm-flak F at C1
    soviet t-34-76 S at E1
    aircraft german ju-87
    phase draw
    cup aircraft-ju-87 end-turn german
    """


@rule("2.4.e")
@pytest.mark.parametrize(("target", "place", "saving"), [("S", "E1", (1, 1)), ("F", "C1", ())])
def test_ground_attack_dice_against_hard_and_soft(target: str, place: str, saving: tuple[int, ...]) -> None:
    """The Stuka rolls its red 4 dice at To-Hit 4 against a tank and against a gun."""
    s = stage(AIR_RAID, 1, *(3, 4, 1, 1), *saving, 2, goes_on=True)
    assert s.asked == ("german", "ground attack")
    s.do("place", "ju-87", place).do("pass").done()
    strafed = s.last("strafed")
    assert (strafed.dice, strafed.need, strafed.value) == ((3, 4, 1, 1), 4, 1)
    assert [event.dice for event in s.told("saved")] == [saving] * bool(saving)
    assert s.unit(target).disrupted


@rule("2.4.f", "2.5.4")
def test_anti_aircraft_dice_against_aircraft() -> None:
    """The flak's blue 3 dice at To-Hit 5 drive the Stuka off before it attacks."""
    s = stage(AIR_RAID, 1, *(4, 5, 1), 2, goes_on=True)
    s.do("place", "ju-87", "E1")
    assert s.asked == ("soviet", "aa fire")
    s.do("fire", "F", "ju-87")
    fired = s.last("aa fired")
    assert (fired.dice, fired.need, fired.value) == ((4, 5, 1), 5, 1)
    assert s.told("strafed") == [] and [event.kind for event in s.told("aircraft aborted")] == ["aircraft aborted"]


@rule("2.4.g")
def test_each_die_at_or_above_the_to_hit_number_hits() -> None:
    """Tiger AP 4-8-4 at six hexes: 3 misses; 4, 5 and 6 hit."""
    s = stage(
        """
        .. .. .. .. .. .. ..
        german tiger T at A1
        soviet t-34-76 S at G1
        """,
        *(3, 4, 5, 6),
        *(4, 5),
    )
    s.do("act", "T").do("fire", "T", "S").done()
    assert shot(s) == ((3, 4, 5, 6), 4, 3)


@rule("2.4.h")
@pytest.mark.parametrize(("hexes", "need"), [(3, 5), (5, 5), (6, 6), (10, 6)])
def test_range_and_twice_the_range(hexes: int, need: int) -> None:
    """A T-34 with range 5 fires up to 10 hexes, beyond 5 at Extended Range."""
    s = stage(
        f"""
        {".. " * 12}
        soviet t-34-76 S at A1
        german tiger T at {"ABCDEFGHIJKL"[hexes]}1
        active soviet
        """,
        *(1, 1, 1),
    )
    s.do("act", "S").do("fire", "S", "T").done()
    assert shot(s) == ((1, 1, 1), need, 0)


@rule("2.4.h")
def test_no_fire_beyond_twice_the_range() -> None:
    s = stage(
        f"""
        {".. " * 12}
        soviet t-34-76 S at A1
        german tiger T at L1
        active soviet
        """
    )
    s.do("act", "S")
    assert s.options("fire") == []
    refusal = s.refused("fire", "S", "T")
    assert (refusal.reason, refusal.rule) == ("T is 11 hexes away; S reaches 10.", "5.1.4.a")


@rule("2.4.i")
def test_an_underlined_range_is_a_limit() -> None:
    """Infantry with AP range 1, underlined, fires at a tank next to it and at none two hexes away."""
    s = stage(
        """
        .. .. ..
        german infantry I at A1
        soviet t-34-76 S1 at B1
        soviet t-34-76 S2 at C1
        """,
        5,
        *(1, 1),
    )
    s.do("act", "I")
    assert s.places("fire") == {"S1"}
    refusal = s.refused("fire", "I", "S2")
    assert (refusal.reason, refusal.rule) == ("S2 is 2 hexes away; I reaches 1.", "5.1.5.1")
    s.do("fire", "I", "S1").done()
    assert shot(s) == ((5,), 5, 1)


@rule("2.4.i", "2.5.5")
def test_an_underlined_range_has_no_adjustment() -> None:
    """A mortar attacks a hex like artillery, at a tenth of its range with the printed To-Hit 5."""
    s = stage(
        """
        .. .. .. ..
        german american-81mm-mortar M at A1
        soviet guards-infantry G at B1
        """,
        *(4, 4),
    )
    s.do("act", "M")
    assert s.options("fire") == []
    assert s.places("bombard") == {"B1"}
    s.do("bombard", "M", "B1").done()
    bombarded = s.last("bombarded")
    assert (bombarded.dice, bombarded.need, bombarded.value, bombarded.modifiers) == ((4, 4), 5, 0, ())


@rule("2.4.j", "2.4.k", "2.6.1")
def test_armor_dice_at_the_save_number_cancel_hits() -> None:
    """Tiger Armor 3, Save 4: three dice; a 3 fails, a 4 and a 5 cancel one hit each."""
    s = stage(
        """
        .. .. .. .. .. ..
        soviet t-34-76 S at A1
        german tiger T at F1
        active soviet
        """,
        *(5, 5, 6),
        *(3, 4, 5),
    )
    s.do("act", "S").do("fire", "S", "T").done()
    assert saves(s) == ((3, 4, 5), 4, 2)
    assert s.unit("T").disrupted and s.unit("T").steps == 2


@rule("2.5.5")
def test_mortars_are_soft_targets() -> None:
    """Guards fire their two HE dice at a mortar, which has no armour dice."""
    s = stage(
        """
        .. .. ..
        german american-81mm-mortar M at A1
        soviet guards-infantry G at C1
        german infantry I at A1
        active soviet
        """,
        *(5, 1),
    )
    s.do("act", "G").do("fire", "G", "M").done()
    assert (s.last("fired").dice, s.told("saved")) == ((5, 1), [])
    assert s.unit("M").disrupted


@rule("2.4.p")
def test_assault_factor_is_the_dice_in_an_assault() -> None:
    """Two dice at To-Hit 4 for the Tiger, three at To-Hit 5 less 1 (5.4.1) for the infantry it assaults."""
    s = stage(
        """
        .. .. ..
        german tiger T at B1
        soviet guards-infantry G at C1
        """,
        *(3, 4),
        *(3, 3, 3),
    )
    s.do("act", "T").do("assault", "", "C1")
    struck = [(event.piece, event.dice, event.need, event.value) for event in s.told("struck")]
    assert struck == [("T", (3, 4), 4, 1), ("G", (3, 3, 3), 4, 0)]


@rule("2.4.q")
def test_a_plus_beside_a_factor_is_an_augmented_ability() -> None:
    """Pioneers assault with 3+: one missed die may be rolled again."""
    s = stage(
        """
        .. .. ..
        german pioneer P at B1
        soviet guards-infantry G at C1
        """,
        *(2, 3, 4),
        6,
        *(1, 1, 1),
        1,
    )
    s.do("act", "P").do("assault", "", "C1")
    assert s.asked == ("german", "augmented")
    s.do("re-roll", number=2)
    assert s.told("struck")[0].dice == (6, 3, 4)
    assert s.told("struck")[0].value == 2


# 2.5 -------------------------------------------------------------------------------------------------


@rule("2.5.a", "2.5.b", "2.5.3.a")
@pytest.mark.parametrize(("mounted", "dice"), [("", (5, 1)), ("mounted", (5, 1, 1))])
def test_the_side_that_lies_up_decides_the_type_of_target(mounted: str, dice: tuple[int, ...]) -> None:
    """Panzer Grenadiers on foot face two HE dice without armour, in the SdKfz 251 three AP dice with one."""
    s = stage(
        f"""
        .. .. .. ..
        soviet t-34-76 S at A1
        german panzergrenadier G at D1 {mounted}
        active soviet
        """,
        *dice,
        *((1,) if mounted else ()),
    )
    s.do("act", "S").do("fire", "S", "G").done()
    assert shot(s) == (dice, 5, 1)
    assert len(s.told("saved")) == bool(mounted)


@rule("2.5.b", "2.5.3.b")
def test_loading_flips_the_counter_to_the_other_side() -> None:
    s = stage(
        """
        .. .. ..
        german panzergrenadier G at A1
        german panzergrenadier R at B1 reduced
        """
    )
    assert (values(s, "G")["HE"], "Armor" in values(s, "G")) == ("3-2-5", False)
    assert values(s, "R")["HE"] == "2-2-5"
    s.do("act", "G").do("load", "G")
    assert (values(s, "G")["HE"], values(s, "G")["Armor"]) == ("2-3-5", "1/6")
    s.do("stop").do("act", "R").do("load", "R")
    assert (values(s, "R")["HE"], values(s, "R")["Armor"]) == ("1-3-5", "1/6")


@rule("2.5.2.a")
def test_infantry_moves_on_foot() -> None:
    """Woods cost infantry 1 MP and a tank 2."""
    text = """
        .. W. ..
        german infantry I at A1
        german pzivg P at A1
        """
    assert stage(text).do("act", "I").do("move", "", "B1").unit("I").spent == 1
    assert stage(text).do("act", "P").do("move", "", "B1").unit("P").spent == 2


@rule("2.5.3.c", "2.9.c")
def test_armored_infantry_destroyed_in_its_half_track_leaves_a_wreck() -> None:
    s = stage(
        """
        .. .. .. ..
        soviet t-34-76 S1 at A1
        soviet t-34-76 S2 at A1
        german panzergrenadier G at D1 mounted reduced disrupted
        german pzivg P at D1 reduced disrupted
        active soviet
        """,
        *(5, 1, 1),
        1,
        *(5, 6, 5),  # the Wreck and the concealment it gives: four dice
        *(1, 1, 1, 1),
    )
    s.do("act", "S1").do("fire", "S1", "G")
    assert s.where("G") == "eliminated"
    assert [(event.kind, event.place) for event in s.told("wreck")] == [("wreck", "D1")]
    s.do("act", "S2").do("fire", "S2", "P").done()
    assert s.where("P") == "eliminated"
    assert len(s.told("wreck")) == 1, "never a second Wreck in a hex"


@rule("2.5.4")
@pytest.mark.parametrize(("target", "dice"), [("P", (1, 1)), ("I", (1,))])
def test_gun_batteries_fire_ap_and_he(target: str, dice: tuple[int, ...]) -> None:
    """The 45mm has AP 2 against the tank and HE 1 against the infantry."""
    s = stage(
        """
        .. .. .. ..
        soviet 45mm-atg A at A1
        german pzivg P at D1
        german infantry I at D1
        active soviet
        """,
        *dice,
    )
    s.do("act", "A").do("fire", "A", target).done()
    assert shot(s) == (dice, 5, 0)


@rule("2.5.4", "2.5.1")
def test_gun_batteries_are_soft_targets() -> None:
    s = stage(
        """
        .. .. .. ..
        german tiger T at A1
        soviet 45mm-atg A at D1
        """,
        *(4, 1, 1),
    )
    s.do("act", "T").do("fire", "T", "A").done()
    assert shot(s) == ((4, 1, 1), 4, 1), "HE 3 at To-Hit 5, less 1 within half the range of 6"
    assert s.told("saved") == []


# 2.10 ------------------------------------------------------------------------------------------------


@rule("2.4.r", "2.10.a", "2.10.b")
def test_attached_units_belong_to_the_formation_and_activate_with_it() -> None:
    """The StuG and the Pioneers attached to the 320th Infantry act in its impulse, the 18th Panzer does not."""
    system = NATIONS_AT_WAR
    play = Play(system, new_battle(find_scenario(BRIDGE)), ScriptedChance())
    s = NawStage.__new__(NawStage)
    s.play, s.chance = play, play.chance
    s.do("default").do("go first", "320th-infantry")
    acting = {choice.piece for choice in s.options("act") if not choice.to}
    assert acting == {*(f"infantry-{n}" for n in range(1, 6)), "stug-iii-g-1", "pioneer-1", "pioneer-2"}
    refusal = s.refused("act", "pzivg-1")
    assert refusal.rule == "2.10.b"
    assert refusal.reason.endswith("does not belong to 320th Infantry, which is active.")
    seen = view(play, "german")
    together = {piece.id for piece in seen.pieces if piece.group == "320th-infantry"}
    assert together == acting | {"320th-infantry-hq"}


@rule("2.10.b")
def test_all_units_of_the_formation_activate_and_no_others() -> None:
    s = stage(
        """
        .. .. ..
        german tiger T at A1 in=heavy
        german pzivg P1 at B1 in=panzer
        german pzivg P2 at C1 in=panzer
        active german panzer
        """
    )
    assert {choice.piece for choice in s.options("act")} == {"P1", "P2"}
    refusal = s.refused("act", "T")
    assert (refusal.reason, refusal.rule) == ("T does not belong to Panzer, which is active.", "2.10.b")


@rule("2.1")
def test_a_die_that_is_not_there_is_a_mishap_and_changes_nothing() -> None:
    s = stage(".. ..\ngerman tiger T at A1\nsoviet guards-infantry G at B1\n", 5, 7, 1)
    s.do("act", "T")
    with pytest.raises(Mishap, match="is 7, asked for 1 to 6"):
        s.do("fire", "T", "G")
    assert not s.unit("T").attacked
