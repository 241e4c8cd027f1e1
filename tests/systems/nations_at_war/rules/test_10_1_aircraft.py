"""10.1 Aircraft and anti-aircraft fire."""

import pytest
from stage import NawStage, one_draw, stage

from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .. .."


def stuka(lines: str, *dice: int, rows: str = ROW) -> NawStage:
    """The marker of a Ju 87 (four dice, To-Hit 4) is drawn."""
    return one_draw(f"{rows}\n{lines}\naircraft german ju-87\ncup aircraft-ju-87", 1, *dice)


EYES = "german infantry G at A1\ngerman hq 320th-infantry-hq at A1"


# Ground attack -----------------------------------------------------------------------------------


@rule("10.1.b", "2.4.e")
def test_the_owner_must_place_it_where_an_hq_sees_an_enemy() -> None:
    """The hex behind the smoke is out of sight; passing is no option."""
    s = stuka(
        f"{EYES}\nsoviet t-34-76 S1 at C1\nsoviet t-34-76 S2 at D1\nsoviet t-34-76 S3 at H1\nmarker smoke1 E1",
        *(1, 1, 1, 1),
    )
    assert s.asked == ("german", "ground attack")
    assert [(c.do, c.to) for c in s.options()] == [("place", "C1"), ("place", "D1")]
    refusal = s.refused("place", "ju-87", "H1")
    assert (refusal.rule, refusal.reason) == (
        "10.1.b",
        "It flies only over an enemy that a friendly HQ or Recon unit sees.",
    )
    s.do("place", "ju-87", "D1").done()
    shot = s.last("strafed")
    assert (shot.side, shot.piece, shot.target, shot.dice, shot.need) == ("german", "ju-87", "S2", (1, 1, 1, 1), 4)


@rule("10.1.b", "RP.b")
@pytest.mark.parametrize(
    ("eyes", "found"),
    [
        ("german infantry G at A1", False),  # an ordinary platoon does not direct it
        ("german sdkfz-222 G at A1", True),  # Recon
        ("german infantry G at A1\naircraft german fw-189\nplane E1", True),  # RP.b: the plane acts as Recon
        ("german infantry G at A1\naircraft soviet fw-189\nplane E1", False),  # the enemy's does not
    ],
)
def test_who_directs_it(eyes: str, found: bool) -> None:
    s = stuka(f"{eyes}\nsoviet t-34-76 S at H1", *((1, 1, 1, 1) if found else ()))
    s.done()
    assert len(s.told("aircraft idle")) == (not found)
    assert len(s.told("strafed")) == found


@rule("RP.b")
def test_the_plane_over_the_first_hex_directs_too() -> None:
    s = stuka(
        "german infantry G at H1\naircraft german fw-189\nplane A1\nsoviet t-34-76 S at C1", *(1, 1, 1, 1)
    ).done()
    assert [shot.target for shot in s.told("strafed")] == ["S"]


@rule("10.1.b")
def test_it_attacks_one_unit_of_the_hex_after_aa_fire() -> None:
    """With two units in the hex the owner picks one, once the flak has missed."""
    s = stuka(
        f"{EYES}\nsoviet guards-infantry S1 at C1\nsoviet guards-infantry S2 at C1\nsoviet 20mm-flak F at H1 ops",
        *(4, 3, 1, 1),  # one hit
    )
    s.do("place", "ju-87", "C1")
    assert [(c.do, c.to) for c in s.options()] == [("attack", "S1"), ("attack", "S2")]
    s.do("attack", "ju-87", "S2").done()
    assert s.unit("S2").disrupted and not s.unit("S1").disrupted
    assert s.told("acquired") == []


@rule("10.1.b", "5.1.1.f")
def test_saves_and_terrain_as_in_ranged_combat_without_concealment_and_hill() -> None:
    """A T-34 on a Wooded Hill: two dice of armour and one for the trees; not three or four."""
    s = stuka(f"{EYES}\nsoviet t-34-76 S at C1", *(4, 5, 6, 1), *(5, 1, 1), rows=".. .. F. ..")
    s.done()
    assert (s.last("strafed").value, s.last("strafed").need) == (3, 4)
    saved = s.last("saved")
    assert (saved.dice, saved.need, saved.value) == ((5, 1, 1), 5, 1)
    assert [note.label for note in saved.modifiers] == ["Wooded Hill"]
    assert (s.unit("S").disrupted, s.unit("S").steps) == (True, 1)


@rule("10.1.b", "7.1.b")
def test_a_soft_target_has_its_terrain_dice_and_its_trench() -> None:
    s = stuka(
        f"{EYES}\nsoviet guards-infantry S at C1\nmarker improved C1",
        *(4, 4, 1, 1),
        *(6, 1),  # City: two dice on 5
        rows=".. .. C. ..",
    )
    s.done()
    assert (s.last("saved").dice, s.last("saved").value) == ((6, 1), 1)
    assert s.last("dug in").value == 1
    assert not s.unit("S").disrupted


@rule("10.1.b")
def test_it_is_gone_until_its_marker_is_drawn_again() -> None:
    """Nothing stays over the map; in the next turn its marker is in the cup again."""
    s = stage(
        f"""{ROW}
        {EYES}
        soviet t-34-76 S at H1
        soviet hq 3rd-tank-hq at H1
        aircraft german ju-87
        phase start
        """,
        *(1, 1, 1, 1, 1),  # the aircraft: four misses
        *(1, 1),  # both End Turn markers
        *(1, 1, 1, 1, 1),  # turn 2: the aircraft again
        1,  # the German marker
        goes_on=True,
    )
    s.done()
    assert s.b.plane == -1
    assert [e.text for e in s.told("drawn")][-2:] == ["aircraft-ju-87", "german"]
    assert len(s.told("strafed")) == 2


# AA fire -----------------------------------------------------------------------------------------

FLAK = f"{EYES}\nsoviet t-34-76 S at C1 ops\nsoviet 20mm-flak F at {{hex}}"  # range 4, three dice, To-Hit 5


@rule("10.1.a")
def test_one_hit_makes_it_abort_until_drawn_again() -> None:
    s = stuka(FLAK.format(hex="G1"), *(5, 4, 1))
    s.do("place", "ju-87", "C1")
    assert s.asked == ("soviet", "aa fire")
    s.do("fire", "F", "ju-87").done()
    shot = s.last("aa fired")
    assert (shot.piece, shot.target, shot.dice, shot.need, shot.value) == ("F", "ju-87", (5, 4, 1), 5, 1)
    assert s.unit("F").ops_complete
    assert s.told("strafed") == []
    assert s.last("aircraft aborted").piece == "ju-87"
    assert s.b.out_of_cup == []


@rule("10.1.a")
def test_two_hits_destroy_it_for_good() -> None:
    s = stuka(FLAK.format(hex="G1"), *(5, 6, 1)).do("place", "ju-87", "C1").do("fire", "F", "ju-87")
    assert s.last("aircraft destroyed").piece == "ju-87"
    assert s.b.out_of_cup == ["aircraft-ju-87"]
    assert s.told("strafed") == []


@rule("10.1.a")
def test_a_destroyed_aircraft_is_not_in_the_cup_of_the_next_turn() -> None:
    s = stage(
        f"""{ROW}
        {EYES}
        soviet 20mm-flak F at C1
        soviet hq 3rd-tank-hq at C1
        aircraft german ju-87
        phase start
        """,
        *(1, 5, 6, 1),  # the aircraft is shot down
        *(1, 1),  # both End Turn markers
        1,  # turn 2: the German marker of two
        goes_on=True,
    )
    s.do("fire", "F", "ju-87")
    assert s.b.turn == 2
    assert s.b.cup == ["end-turn", "soviet"]


@rule("10.1.a")
def test_hits_of_several_guns_add_up_and_no_more_are_asked_for() -> None:
    """One hit each is two: destroyed, and the third gun is not asked."""
    guns = "\n".join(f"soviet 20mm-flak F{n} at {hex}" for n, hex in ((1, "D1"), (2, "E1"), (3, "F1")))
    s = stuka(f"{EYES}\nsoviet t-34-76 S at C1\n{guns}", *(5, 1, 1), *(6, 1, 1))
    s.do("place", "ju-87", "C1").do("fire", "F1", "ju-87")
    assert s.asked == ("soviet", "aa fire")  # one hit so far: the next may yet destroy it
    s.do("fire", "F2", "ju-87").done()
    assert s.told("aircraft destroyed")
    assert not s.unit("F3").ops_complete


@rule("10.1.a")
def test_aa_fire_is_voluntary() -> None:
    s = stuka(FLAK.format(hex="G1"), 1, 1, 1, 1).do("place", "ju-87", "C1").do("pass").done()
    assert not s.unit("F").ops_complete
    assert len(s.told("strafed")) == 1


@rule("10.1.a")
@pytest.mark.parametrize(
    ("gun", "asked"),
    [
        ("soviet 20mm-flak F at G1", True),  # four hexes
        ("soviet 20mm-flak F at H1", False),  # five
        ("soviet 20mm-flak F at G1 disrupted", False),
        ("soviet 20mm-flak F at G1 ops", False),
        ("soviet 20mm-flak F at G1 ooc", True),
        ("soviet 20mm-flak F at G1\nmarker smoke1 E1 F1", True),  # no line of sight is needed
        ("soviet 45mm-atg F at G1", False),  # no AA Firepower
    ],
)
def test_who_may_fire_at_an_aircraft(gun: str, asked: bool) -> None:
    s = stuka(f"{EYES}\nsoviet t-34-76 S at C1\n{gun}", *(() if asked else (1, 1, 1, 1)))
    if s.asked[1] == "ground attack":
        s.do("place", "ju-87", "C1")
    assert (s.asked == ("soviet", "aa fire")) is asked


@rule("10.1.a", "11.0.e", "5.2.e")
def test_a_gun_that_fires_gives_up_overwatch_and_acquisition() -> None:
    s = stuka(
        f"{EYES}\ngerman tiger T at B1\nsoviet 20mm-flak F at C1 overwatch acquired=T",
        *(1, 1, 1),  # AA misses
        *(1, 1, 1, 1),
    )
    s.do("fire", "F", "ju-87").done()
    assert not s.unit("F").overwatch
    assert s.unit("F").acquired == -1


@rule("10.1.a", "5.2.e")
def test_a_gun_that_fires_gives_up_the_first_unit_of_the_battle_too() -> None:
    s = stuka(f"german tiger T at B1\n{EYES}\nsoviet 20mm-flak F at C1 acquired=T", *(1, 1, 1), *(1, 1, 1, 1))
    assert s.unit("T").index == s.unit("F").acquired == 0
    s.do("fire", "F", "ju-87").done()
    assert s.unit("F").acquired == -1 and s.last("acquisition lost").rule == "5.2.e"


@rule("10.1.a", "RP.a", "10.1.b")
@pytest.mark.parametrize(("dice", "there"), [((1, 1, 1), True), ((5, 1, 1), False), ((5, 5, 1), False)])
def test_aa_fires_at_the_recon_plane_when_it_is_placed(dice: tuple[int, ...], there: bool) -> None:
    s = one_draw(f"{ROW}\n{EYES}\nsoviet 20mm-flak F at H1\naircraft german fw-189\ncup aircraft-fw-189", 1, *dice)
    s.do("place", "fw-189", "E1").do("fire", "F", "fw-189").done()
    assert (s.b.plane >= 0) is there
    assert s.b.out_of_cup == (["aircraft-fw-189"] if sum(d >= 5 for d in dice) > 1 else [])
