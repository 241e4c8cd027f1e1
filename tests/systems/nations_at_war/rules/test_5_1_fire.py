"""5.1 Ranged Combat: who may fire at whom, with how many dice and which To-Hit number."""

import pytest
from stage import redrawn, stage

from sandtable.systems.nations_at_war.state.counters import Weapon
from sandtable.table.event import Event
from sandtable.testing import rule

ROW = " ".join([".."] * 14)  # A1 to N1


def shot(attacker: str, target: str, distance: int, *words: str, shown: str = "") -> tuple[int, int] | str:
    """Dice and To-Hit of a plain shot along the row, or the rule that forbids it."""
    there = "ABCDEFGHIJKLMN"[distance]
    text = f"{ROW}\ngerman {attacker} P at A1 {' '.join(words)}\nsoviet {target} S at {there}1 {shown}"
    s = stage(text, *[1] * 9)
    s.do("act", "P")
    if "S" not in s.places("fire", "P"):
        return s.refused("fire", "P", "S").rule
    s.do("fire", "P", "S")
    return (len(s.last("fired").dice), s.last("fired").need)


def reasons(event: Event) -> list[tuple[int, str]]:
    return [(modifier.amount, modifier.rule) for modifier in event.modifiers]


@rule("2.5.6.2.b")
def test_leadership_example() -> None:
    """The 11th Panzer HQ lifts one Pz IV from 3 to 5 dice at range 5."""
    s = stage(
        """
        .. .. .. .. .. ..
        german pzivg P1 at A1
        german pzivg P2 at A1
        german hq 11th-panzer-hq at A1
        soviet t-34-76 S at F1
        """,
        *(5, 5, 6, 1, 2),  # attack
        *(5, 1),  # save on 5: one hit cancelled
        *(1, 1, 1),  # the second platoon, plain dice
    )
    s.do("act", "P1").do("fire", "P1", "S", 1)
    fired = s.last("fired")
    assert (fired.dice, fired.need, fired.value) == ((5, 5, 6, 1, 2), 5, 3)
    assert s.unit("S").disrupted and s.unit("S").steps == 1
    s.do("act", "P2")
    assert [(c.to, c.number) for c in s.options("fire", "P2")] == [("S", 0)]
    refusal = s.refused("fire", "P2", "S", 1)
    assert (refusal.reason, refusal.rule) == (
        "No unused Leadership of its Formation is with that unit.",
        "2.5.6.2.b",
    )
    s.do("fire", "P2", "S").done()
    assert s.last("fired").dice == (1, 1, 1)


# The kinds of combat -----------------------------------------------------------------------------

FIELD = """
    .. .. .. .. .. ..
    german pzivg P at A1
    """
KINDS: dict[str, tuple[str, tuple[int, ...], list[tuple[str, ...]], str]] = {
    "fire": ("soviet t-34-76 S at F1", (1, 1, 1), [("fire", "P", "S")], "fired"),
    "opportunity fire": ("soviet t-34-76 S at F1", (1, 1, 1), [("move", "", "B1"), ("fire", "S", "P")], "fired"),
    "overwatch fire": (
        "soviet t-34-76 S at F1 overwatch",
        (1, 1, 1, 1, 1, 1),
        [("fire", "P", "S"), ("overwatch", "S", "P")],
        "fired",
    ),
    "assault": ("soviet guards-infantry S at B1", (1, 1, 1, 1, 1), [("assault", "", "B1")], "struck"),
    "overrun": (
        "soviet guards-infantry S at B1",
        (1, 1, 1, 1, 1, 1, 1, 1, 1),
        [("overrun", "", "B1")],
        "struck",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
@rule("5.0")
def test_there_are_five_kinds_of_combat(kind: str) -> None:
    """Ranged fire, Opportunity Fire, Overwatch, Assault and Overrun, and the log tells them apart."""
    enemy, dice, choices, event = KINDS[kind]
    s = stage(FIELD + enemy, *dice)
    s.do("act", "P")
    for choice in choices:
        s.do(*choice)
    assert kind in [told.text for told in s.told(event)]
    s.done()


# Who may fire ------------------------------------------------------------------------------------


@rule("5.1.a")
def test_who_may_fire() -> None:
    """Good Order, In Command, not Ops Complete, in sight and in range; one unit at a time."""
    s = stage(
        """
        .. .. .. .. .. .. .. .. .. .. .. .. .. ..
        german pzivg Fit at A1
        german pzivg Shaken at A1 disrupted
        german pzivg Tired at B1 ops
        german pzivg Lost at B1 ooc
        soviet t-34-76 Near at G1
        soviet t-34-76 Edge at M1
        soviet t-34-76 Far at N1
        """
    )
    assert {(c.piece, c.to) for c in s.options("act")} == {("Fit", ""), ("Shaken", ""), ("Fit", "Shaken")}
    assert s.refused("act", "Tired").rule == "4.0.1"
    assert s.refused("act", "Lost").rule == "3.4.2.e"
    s.do("act", "Fit")
    assert s.places("fire") == {"Near", "Edge"}  # twice 6 hexes, and not 13
    assert s.refused("fire", "Fit", "Shaken").rule == "5.1.a"  # a friend
    s.do("hold").do("act", "Shaken")
    assert not s.options("fire")
    refusal = s.refused("fire", "Shaken", "Near")
    assert (refusal.reason, refusal.rule) == ("Shaken is Disrupted and cannot fire.", "5.1.3.c")


@rule("5.1.b")
def test_one_attack_an_impulse() -> None:
    """Even a unit freed by Fate does not attack twice; its target may be attacked again by another."""
    s = stage(
        """
        .. .. .. .. .. ..
        german pzivg P1 at A1
        german pzivg P2 at B1
        soviet t-34-76 S at F1
        fate german 2
        """,
        *(1, 1, 1),
        *(1, 1, 1),
    )
    s.do("act", "P1").do("fire", "P1", "S").do("keep").do("fate free", "P1").do("act", "P1")
    assert not s.options("fire") and not s.options("fire and move")
    refusal = s.refused("fire", "P1", "S")
    assert (refusal.reason, refusal.rule) == ("P1 has already attacked in this impulse.", "5.1.b")
    s.do("hold").do("act", "P2").do("fire", "P2", "S").done()
    assert [event.target for event in s.told("fired")] == ["S", "S"]


@rule("5.1.b", "5.1.g", "2.6.a")
def test_ap_against_hard_and_he_against_soft() -> None:
    """A Tiger has 4 dice at To-Hit 4 against a tank, 3 at To-Hit 5 against infantry, guns and trucks."""
    assert shot("tiger", "t-34-76", 8) == (4, 4)
    assert shot("tiger", "guards-infantry", 6) == (3, 5)
    assert shot("tiger", "45mm-atg", 6) == (3, 5)
    assert shot("tiger", "45mm-atg", 6, shown="mounted") == (3, 5)
    assert shot("tiger", "opel-blitz", 6) == (3, 5)  # a vehicle without armour
    assert shot("tiger", "american-armored-infantry", 6) == (3, 5)
    assert shot("tiger", "american-armored-infantry", 6, shown="mounted") == (4, 4)


@rule("5.1.g", "2.6.a", "5.1.6.a")
def test_no_he_against_armour() -> None:
    """A half-track has no AP: it fires at the men of another half-track only when they are on foot."""
    s = stage(
        """
        .. .. ..
        german panzergrenadier H at A1 mounted
        soviet american-armored-infantry Riding at C1 mounted
        soviet american-armored-infantry Walking at C1
        """,
        *(1, 1),
    )
    s.do("act", "H")
    assert s.places("fire") == {"Walking"}
    refusal = s.refused("fire", "H", "Riding")
    assert (refusal.reason, refusal.rule) == ("H has no AP Firepower against a hard target.", "5.1.g")
    s.do("fire", "H", "Walking").done()


@rule("5.1.c")
def test_ops_complete_after_firing() -> None:
    """Hit or miss, the firer is Ops Complete and acts no more; so is one that fires in the enemy's impulse."""
    s = stage(f"{ROW}\ngerman pzivg P at A1\ngerman pzivg Q at A1\nsoviet t-34-76 S at F1", 1, 1, 1)
    s.do("act", "P").do("fire", "P", "S").done()
    assert s.unit("P").ops_complete and not s.unit("Q").ops_complete and not s.unit("S").ops_complete
    assert s.refused("act", "P").reason == "P is Ops Complete."
    s = stage(f"{ROW}\ngerman pzivg P at A1\nsoviet t-34-76 S at F1", 1, 1, 1)
    s.do("act", "P").do("move", "", "B1").do("fire", "S", "P").done()
    assert s.unit("S").ops_complete


@rule("5.1.d")
def test_no_combined_fire() -> None:
    """A stack does not fire as one: it fires and moves unit by unit, or each unit acts alone."""
    s = stage(
        """
        .. .. .. .. .. ..
        german pzivg P at A1
        german pzivg Q at A1
        soviet t-34-76 S at F1
        """,
        *(1, 1),
        *(1, 1),
    )
    s.do("act", "P", "Q")
    assert not s.options("fire")
    assert s.refused("fire", "P", "S").rule == "5.1.d"
    s.do("fire and move", "P", "S").do("fire", "Q", "S").done()
    assert [(event.piece, event.dice) for event in s.told("fired")] == [("P", (1, 1)), ("Q", (1, 1))]


@rule("5.1.e")
def test_fire_is_voluntary() -> None:
    """A unit may hold its fire, and an impulse may end without a shot."""
    s = stage(f"{ROW}\ngerman pzivg P at A1\ngerman pzivg Q at A1\nsoviet t-34-76 S at F1")
    s.do("act", "P")
    assert s.options("fire") and s.options("hold")
    s.do("hold").do("finish")
    assert s.play.result is not None and not s.told("fired")


@rule("5.1.f")
def test_adjacent_units_always_see_each_other() -> None:
    """Woods and smoke in both hexes hinder nobody next door; one hex farther the Woods block."""
    s = stage(
        """
        W.
        W.
        ..
        german pzivg P at A1
        soviet t-34-76 Near at A2
        soviet t-34-76 Far at A3
        marker smoke2 A1 A2
        """,
        *(1, 1, 1),
    )
    s.do("act", "P")
    assert s.places("fire") == {"Near"}
    refusal = s.refused("fire", "P", "Far")
    assert refusal.reason.startswith("P cannot see Far: the line between A1 and A3 is blocked")
    assert refusal.rule.startswith("6.1")
    s.do("fire", "P", "Near").done()


@rule("5.1.1.a")
def test_one_firer_and_one_target() -> None:
    """Of two units in a hex the attacker picks one; the other is not touched."""
    s = stage(
        """
        .. .. .. .. .. ..
        german tiger P at A1
        soviet t-34-76 S1 at F1
        soviet t-34-76 S2 at F1
        """,
        *(6, 6, 1, 1),
        *(1, 1),
    )
    s.do("act", "P")
    assert s.places("fire") == {"S1", "S2"}
    assert s.refused("fire", "P", "F1").rule == "5.1.1.a"  # not at the hex
    assert s.refused("fire", "S1", "S2").rule == "5.1.1.a"  # not by another
    s.do("fire", "P", "S2").done()
    assert (s.unit("S2").disrupted, s.unit("S2").steps) == (True, 1)
    assert (s.unit("S1").disrupted, s.unit("S1").steps) == (False, 2)


# Range -------------------------------------------------------------------------------------------


@rule("5.1.1.b", "5.1.1.c", "5.1.4.a", "5.1.5")
def test_range_bands() -> None:
    """The target's hex counts, the firer's does not. A Pz IV: to 3 hexes 4+, to 6 5+, to 12 6+, no more."""
    bands = [shot("pzivg", "t-34-76", distance) for distance in range(1, 14)]
    assert bands == [(3, 4)] * 3 + [(3, 5)] * 3 + [(3, 6)] * 6 + ["5.1.4.a"]


@rule("5.1.4.a", "5.1.4.b")
def test_extended_range_example() -> None:
    """A Crusader, AP range 5, To-Hit 5: at 6 to 10 hexes it needs 6, at 11 it cannot fire."""
    assert [shot("crusader", "pzivg", distance) for distance in (5, 6, 10)] == [(3, 5), (3, 6), (3, 6)]
    s = stage(f"{ROW}\ngerman crusader P at A1\nsoviet pzivg S at L1").do("act", "P")
    refusal = s.refused("fire", "P", "S")
    assert (refusal.reason, refusal.rule) == ("S is 11 hexes away; P reaches 10.", "5.1.4.a")


@rule("5.1.5")
def test_reduced_range_example() -> None:
    """A PzIVG, AP range 6, To-Hit 5, needs 4 at 3 or fewer hexes. Half of an odd range is rounded down."""
    assert [shot("pzivg", "t-34-76", distance) for distance in (1, 3, 4)] == [(3, 4), (3, 4), (3, 5)]
    assert [shot("crusader", "t-34-76", distance) for distance in (2, 3)] == [(3, 4), (3, 5)]


@rule("5.1.5")
def test_range_one_has_no_reduced_range() -> None:
    """Half of 1 is 0."""
    for there, need in (("B1", 5), ("C1", 6)):
        text = f"{ROW}\ngerman pzivg P at A1\nsoviet t-34-76 S at {there}"
        s = redrawn(text, "P", 1, 1, ap=Weapon(2, 1, 5, False, False))
        s.do("act", "P").do("fire", "P", "S").done()
        assert s.last("fired").need == need


@rule("5.1.4.b")
def test_extended_range_with_to_hit_six_costs_a_die() -> None:
    """Printed To-Hit 6: beyond the range one die less at 6."""
    for there, dice in (("F1", 2), ("G1", 1), ("K1", 1)):
        text = f"{ROW}\ngerman pzivg P at A1\nsoviet t-34-76 S at {there}"
        s = redrawn(text, "P", *[1] * dice, ap=Weapon(2, 5, 6, False, False))
        s.do("act", "P").do("fire", "P", "S").done()
        assert (len(s.last("fired").dice), s.last("fired").need) == (dice, 6)
    assert reasons(s.last("fired")) == [(-1, "5.1.4.b")]


@rule("5.1.4.c", "5.1.4.b")
def test_no_extended_range_with_one_die_and_to_hit_six() -> None:
    """A reduced Churchill's HE is 1 die at 6: 3 hexes and no more. Leadership does not lift the ban."""
    assert shot("churchill", "guards-infantry", 3, "reduced") == (1, 6)
    assert shot("churchill", "guards-infantry", 4, "reduced") == "5.1.4.c"
    s = stage(
        f"""
        {ROW}
        german churchill P at A1 reduced
        german hq 2nd-guards-tank-hq at A1
        soviet guards-infantry S at E1
        """
    )
    s.do("act", "P", number=1)
    assert not s.options("fire")
    assert s.refused("fire", "P", "S", 1).reason == "P with Firepower 1 and To-Hit 6 has no Extended Range."


@rule("5.1.4.c")
def test_a_support_weapon_counts_as_printed() -> None:
    """With a second die from its Support Weapon the shot is possible, with one die left."""
    assert shot("churchill", "guards-infantry", 4, "reduced", "weapon=hmg") == (2, 6)  # within range 3 + 1
    assert shot("churchill", "guards-infantry", 5, "reduced", "weapon=hmg") == (1, 6)


@rule("5.1.5.1")
def test_limited_range() -> None:
    """Infantry AP with an Anti-Tank Rifle reaches 2 hexes, underlined: 5+ at 1 and 2, nothing beyond."""
    assert [shot("infantry", "t-34-76", n, "weapon=atr") for n in (1, 2, 3)] == [(2, 5), (2, 5), "5.1.5.1"]
    assert [shot("infantry", "t-34-76", n) for n in (1, 2)] == [(1, 5), "5.1.5.1"]


# Modifiers ---------------------------------------------------------------------------------------


def moved_shot(text: str, to: str, *dice: int) -> Event:
    """S moves to a hex and fires at P."""
    s = stage(f"{ROW}\n{text}\nactive soviet", *dice)
    s.do("act", "S").do("move", "", to).do("fire", "S", "P").done()
    return s.last("fired")


@rule("4.1.e", "5.1.1.e")
def test_limits_first_example() -> None:
    """T-34 AP 3-5-5 moving, range 7: 3-1=2 dice, 5+1+1=7, so 1 die at 6."""
    fired = moved_shot("soviet t-34-76 S at A1\ngerman pzivg P at J1 ops", "C1", 5)
    assert (fired.dice, fired.need, fired.value) == ((5,), 6, 0)
    assert reasons(fired) == [(-1, "4.1.e"), (1, "4.1.e"), (1, "5.1.4.a"), (-1, "4.1.e")]


@rule("4.1.e", "5.1.1.e", "5.1.5")
def test_limits_second_example() -> None:
    """T-34 moving, range 2: 2 dice at 5+1-1=5."""
    fired = moved_shot("soviet t-34-76 S at A1\ngerman pzivg P at E1 ops", "C1", 1, 1)
    assert (fired.dice, fired.need) == ((1, 1), 5)
    assert reasons(fired) == [(-1, "4.1.e"), (1, "4.1.e"), (-1, "5.1.5")]


@rule("4.1.e", "5.1.1.e", "5.2.d", "5.1.5")
def test_limits_third_example() -> None:
    """Tiger AP 4-8-4 acquired, range 4: 4 dice at 4-1-1=2."""
    s = stage(f"{ROW}\ngerman tiger P at A1 acquired=S\nsoviet t-34-76 S at E1", 1, 1, 1, 1)
    s.do("act", "P").do("fire", "P", "S").done()
    assert (s.last("fired").dice, s.last("fired").need) == ((1, 1, 1, 1), 2)
    assert reasons(s.last("fired")) == [(-1, "5.1.5"), (-1, "5.2.c")]


@rule("4.1.e", "5.1.1.e")
def test_to_hit_never_below_two() -> None:
    """To-Hit 3 with Reduced Range and an acquisition is 2: a 1 always misses."""
    text = f"{ROW}\ngerman tiger P at A1 acquired=S\nsoviet t-34-76 S at B1"
    s = redrawn(text, "P", 1, 1, ap=Weapon(2, 8, 3, False, False))
    s.do("act", "P").do("fire", "P", "S").done()
    assert (s.last("fired").need, s.last("fired").value) == (2, 0)


@rule("4.1.e", "5.1.1.e", "5.1.a")
def test_no_die_left_is_no_attack() -> None:
    """A T-70 (AP 2, To-Hit 5) on the move has 1 die at 6; at Extended Range it has none."""
    s = stage(
        f"{ROW}\nsoviet t-70a S at A1\ngerman pzivg Near at F1 ops\ngerman pzivg Far at G1 ops\nactive soviet",
        6,
        1,
        1,
    )
    s.do("act", "S").do("move", "", "B1")
    assert s.places("fire") == {"Near"}
    refusal = s.refused("fire", "S", "Far")
    assert (refusal.reason, refusal.rule) == ("S has no attack die left for this shot.", "4.1.e")
    s.do("fire", "S", "Near").done()
    assert (s.last("fired").dice, s.last("fired").need) == ((6,), 6)


@rule("5.1.1.d", "5.1.1.e", "5.1.a")
def test_all_modifiers_in_their_order() -> None:
    """Support Weapon, Leadership, move and fire, range; each die at or above the To-Hit is a hit."""
    s = stage(
        f"""
        {ROW}
        german infantry P at A1 weapon=hmg
        german hq 320th-infantry-hq at A1
        soviet guards-infantry S at F1 ops
        """,
        *(6, 5, 1),
    )
    s.do("act", "P", number=1).do("move", "", "B1").do("fire", "P", "S", 1).done()
    fired = s.last("fired")
    # 3 HE + 1 for the HMG + 1 Leadership - 1 moving - 1 for To-Hit 5 + 1 moving + 1 extended = 7.
    assert (fired.dice, fired.need, fired.value) == ((6, 5, 1), 6, 1)
    assert reasons(fired) == [
        (1, "2.7.3.a"),
        (1, "2.5.6.2.b"),
        (-1, "4.1.e"),
        (1, "4.1.e"),
        (1, "5.1.4.a"),
        (-1, "4.1.e"),
    ]
    assert s.unit("S").disrupted


# The order of things -----------------------------------------------------------------------------


@rule("5.1.8")
def test_summary_order() -> None:
    """Attack, defence, HQ, hits, Ops Complete, in this order."""
    s = stage(
        """
        .. .. .. .. .. ..
        german tiger P at A1
        soviet t-34-76 S at F1
        soviet hq 276th-tank-hq at F1
        """,
        *(6, 6, 6, 1),
        *(5, 1),
        *(1,),  # the HQ is hurt
    )
    s.do("act", "P").do("fire", "P", "S").done()
    kinds = [event.kind for event in s.play.log]
    assert kinds == ["fired", "saved", "hq check", "disrupted", "reduced", "hq reduced"]
    assert s.unit("P").ops_complete


@rule("5.1.g", "5.1.3.c", "5.1.6.a", "5.1.b")
def test_the_basic_reason_comes_first() -> None:
    """What a unit can never do, then its state, and only then that it has moved too far."""
    s = stage(
        """
        .. .. .. .. .. .. .. ..
        german pzivg P at A1 spent=1
        german opel-blitz L at C1
        german pzivg Q at E1 disrupted
        soviet guards-infantry S at H1 ops
        """
    )
    s.do("act", "P").do("move", "", "C1")
    refused = s.refused("bombard", "P", "H1")
    assert (refused.rule, refused.reason) == ("5.1.6.a", "P is not a mortar: it fires at a unit.")
    s.do("stop").do("act", "L").do("move", "", "B1")
    refused = s.refused("fire", "L", "S")
    assert (refused.rule, refused.reason) == ("5.1.g", "L has no Firepower.")
    s.do("stop").do("act", "Q").do("move", "", "D1").do("move", "", "C1")
    refused = s.refused("fire", "Q", "S")
    assert (refused.rule, refused.reason) == ("5.1.3.c", "Q is Disrupted and cannot fire.")


@rule("5.1.b", "9.0.l", "5.1.6.i", "5.1.6.b")
def test_a_mortar_freed_by_fate_has_attacked_already() -> None:
    """It may move, not fire again, neither shells nor smoke."""
    s = stage(
        """
        .. .. .. .. .. .. .. ..
        soviet american-81mm-mortar M at A1
        soviet t-34-76 V at A1
        german infantry I at D1
        fate soviet 2
        active soviet
        """,
        *(1, 1),
    )
    s.do("act", "M").do("bombard", "M", "D1").do("keep").do("fate free", "M").do("act", "M")
    for word in ("bombard", "smoke"):
        refused = s.refused(word, "M", "D1")
        assert (refused.rule, refused.reason) == ("5.1.b", "M has already attacked in this impulse.")
