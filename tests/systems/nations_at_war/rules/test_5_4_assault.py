"""5.4 Assault: who may, the rolls of both sides, hits, Leadership, who holds the hex. Retreats: test_5_4_retreat."""

import pytest
from stage import NawStage, stage

from sandtable.table.decision import Choice
from sandtable.testing import rule

FIELD = "\n".join([".. .. .. .. .. .. .."] * 5)
TOWN = "\n".join(
    [".. .. .. .. .. .. .."] * 2 + [".. .. .. C. .. .. .."] + [".. .. .. .. .. .. .."] * 2
)  # D3 is a City

MISS = (1, 1, 1)


def scene_of(*lines: str, field: str = FIELD) -> str:
    return "\n".join([field, *lines])


def fought(*lines: str, dice: tuple[int, ...], field: str = FIELD, led: str = "", hq: int = 0) -> NawStage:
    """The first German, with the second if there are two, assaults D3 from C3."""
    s = stage(scene_of(*lines, field=field), *dice)
    first, *second = [unit.id for unit in s.b.units_of[0]]
    return s.do("act", first, second[0] if second else "", hq).do("assault", led, "D3")


def rolls(s: NawStage) -> list[tuple[str, tuple[int, ...], int, int]]:
    """Piece, dice, To-Hit and hits of every Assault roll."""
    return [(e.piece, e.dice, e.need, e.value) for e in s.told("struck")]


# Who may assault -----------------------------------------------------------------------------------


@rule("5.4.a", "5.4.d", "5.4.e", "4.0.d")
def test_the_fight_comes_at_once() -> None:
    """Entering D3 starts the combat: the attackers roll, then the defenders, and only then the hits count."""
    s = fought(
        "german infantry I at C3",
        "soviet guards-infantry G at D3",
        dice=(4, 5, 6, *(5, 4, 4)),
    ).done()
    assert rolls(s) == [("I", (4, 5, 6), 5, 2), ("G", (5, 4, 4), 5, 1)]
    assert [e.rule for e in s.told("struck")] == ["5.4.d", "5.4.e"]
    order = [e.kind for e in s.play.log if e.kind in ("entered", "struck", "disrupted", "reduced", "assault won")]
    assert order == ["entered", "struck", "struck", "disrupted", "disrupted", "reduced", "assault won"]
    assert s.unit("I").disrupted and s.unit("I").steps == 2
    assert s.unit("G").disrupted and s.unit("G").steps == 1


@rule("5.4.a")
def test_refusals() -> None:
    """No enemy, not adjacent, no such hex, Disrupted."""
    s = stage(scene_of("german infantry I at C3", "german infantry J at C2", "soviet t-70a S at D3"))
    s.do("act", "I")
    assert s.refused("assault", "", "B3").reason == "There is no enemy in B3."
    assert s.refused("assault", "", "Z9").reason == "There is no hex 'Z9' on this map."
    s.do("hold").do("act", "J")
    refused = s.refused("assault", "", "D3")
    assert (refused.rule, refused.reason) == ("5.4.a", "D3 is not next to J.")
    s = stage(scene_of("german infantry J at C3 disrupted", "soviet t-70a S at D3")).do("act", "J")
    for to in ("D3", "F3"):  # near or far: that is not the reason
        refused = s.refused("assault", "", to)
        assert refused.rule == "5.1.3.d"
        assert refused.reason == "J is Disrupted and cannot attack into the enemy's hex."


@rule("5.4.b", "5.4.c")
@pytest.mark.parametrize(
    ("kind", "mf", "dice", "price"),
    [("infantry", 3, 3, 2), ("pioneer", 3, 3, 2), ("panzergrenadier", 3, 3, 2), ("pzivg", 4, 2, 1)],
)
def test_infantry_pays_one_more(kind: str, mf: int, dice: int, price: int) -> None:
    """Foot units need 2 MP for a Clear hex they assault, tanks 1; with one less there is no Assault."""
    text = scene_of(f"german {kind} I at C3 spent=%d", "soviet opel-blitz L at D3")
    s = stage(text % (mf - price), *(1,) * dice).do("act", "I").do("assault", "", "D3")
    if s.asked[1] == "augmented":
        s.do("keep")
    assert s.done().unit("I").spent == mf
    s = stage(text % (mf - price + 1)).do("act", "I")
    refused = s.refused("assault", "", "D3")
    assert refused.reason == f"I needs {price} MP to assault D3 and has {price - 1}."
    assert refused.rule == ("5.4.b" if price == 2 else "4.0.b")


@rule("5.4.b")
def test_the_extra_point_comes_on_top_of_the_terrain() -> None:
    """A tank pays 2 for the City it assaults and nothing more; infantry with 3 MF pays 1 + 2 + 1 for wire: never."""
    lines = ("german pzivg I at C3 spent=2", "soviet opel-blitz L at D3")
    s = stage(scene_of(*lines, field=TOWN), 1, 1).do("act", "I").do("assault", "", "D3").done()
    assert s.unit("I").spent == 4
    s = stage(scene_of("german infantry I at C3", "soviet opel-blitz L at D3", "marker wire D3")).do("act", "I")
    assert s.refused("assault", "", "D3").reason == "I needs 4 MP to assault D3 and has 3."


@rule("5.4.c", "5.4.d", "4.2.b")
def test_two_that_are_stacked_attack_together() -> None:
    """Both platoons roll; a third one in another hex cannot join them."""
    s = stage(
        scene_of(
            "german infantry I1 at C3",
            "german infantry I2 at C3",
            "german infantry I3 at C2",
            "soviet guards-infantry G1 at D3",
            "soviet guards-infantry G2 at D3",
        ),
        *(MISS * 4),
    )
    refused = s.refused("act", "I1", "I3")
    assert (refused.rule, refused.reason) == (
        "4.2.a",
        "Only units that have been stacked since the impulse began can act together.",
    )
    s.do("act", "I1", "I2").do("assault", "", "D3").done()
    assert [piece for piece, *_ in rolls(s)] == ["I1", "I2", "G1", "G2"]


@rule("5.4.r")
def test_the_asterisk() -> None:
    """An armoured car may not start an Assault, but it strikes back when assaulted."""
    s = stage(scene_of("german sdkfz-222 R at C3", "soviet guards-infantry G at D3")).do("act", "R")
    refused = s.refused("assault", "", "D3")
    assert (refused.rule, refused.reason) == ("5.4.r", "R (asterisk) can counterattack but cannot start an Assault.")
    s = fought("german infantry I at C3", "soviet sdkfz-222 R at D3", dice=(*MISS, 6)).done()
    assert rolls(s)[1] == ("R", (6,), 6, 1)


@rule("5.4.s")
def test_no_assault_factor() -> None:
    """A lorry neither attacks nor strikes back; unhurt it makes the attackers go back, hit it retreats."""
    s = stage(scene_of("german opel-blitz L at C3", "soviet guards-infantry G at D3")).do("act", "L")
    assert s.refused("assault", "", "D3").rule == "5.4.s"
    s = fought("german infantry I at C3", "soviet opel-blitz L at D3", dice=MISS).done()
    assert rolls(s) == [("I", MISS, 5, 0)]
    assert (s.where("I"), s.where("L")) == ("C3", "D3")
    s = fought("german infantry I at C3", "soviet opel-blitz L at D3", dice=(5, 1, 1)).done()
    assert s.asked == ("soviet", "retreat")
    assert s.where("I") == "D3"


TOWED = ("german infantry I at C3", "soviet 45mm-atg K at D3 mounted", "soviet guards-infantry G at D3")


@rule("5.4.s", "5.4.k", "5.4.j", "5.4.i")
def test_hit_beside_a_winner_who_has_no_assault_factor_goes_alone() -> None:
    """One hit for two: the odd one falls on the towed gun. It goes, the Guards stay, the attackers go back."""
    s = fought(*TOWED, dice=(6, 1, 1, *(6, 6, 1), 1)).done()
    assert rolls(s) == [("I", (6, 1, 1), 5, 1), ("G", (6, 6, 1), 5, 2)]
    assert (s.last("odd hit").piece, s.unit("K").disrupted) == ("K", True)
    assert s.asked == ("soviet", "retreat") and s.places("retreat", "K") == {"E3", "E4", "D4"}
    assert s.play.decision.prompt.endswith("must retreat from D3, 5 hexes to go. To which hex?")
    s.do("retreat", "K", "E3").do("retreat", "K", "F3").do("retreat", "K", "G3")  # the edge
    assert (s.where("K"), s.where("G"), s.where("I")) == ("G3", "D3", "C3")
    assert s.b.control[1] >> s.b.ground.index["D3"] & 1


@rule("5.4.s", "5.4.k")
def test_unhurt_beside_a_winner_it_stays() -> None:
    """The odd hit falls on the Guards: who has no Assault Factor and took none has no reason to go."""
    s = fought(*TOWED, dice=(6, 1, 1, *(6, 6, 1), 2)).done()
    assert (s.last("odd hit").piece, s.unit("K").disrupted) == ("G", False)
    assert (s.where("K"), s.where("G"), s.where("I")) == ("D3", "D3", "C3")


@rule("5.4.s", "5.4.j")
def test_nobody_retreats_from_attackers_who_are_dead() -> None:
    """The odd hit falls on the towed gun, but the last attacker is gone: the gun stays where it is."""
    reduced = ("german infantry I at C3 reduced", *TOWED[1:])
    s = fought(*reduced, dice=(6, 1, *(6, 6, 1), 1)).done()
    assert (s.where("I"), s.unit("K").disrupted) == ("eliminated", True)
    assert (s.where("K"), s.where("G")) == ("D3", "D3") and s.told("retreated") == []
    assert s.asked[1] != "retreat", "nor is anybody asked to"
    assert s.last("assault lost").rule == "5.4.j"


@rule("5.4.s", "2.5.6.a")
def test_the_hq_stays_with_those_who_stay() -> None:
    s = fought(*TOWED, "soviet hq 71st-guards-infantry-hq at D3", dice=(6, 1, 1, *(6, 6, 1), 1, 6))
    assert s.asked == ("soviet", "leadership")
    s.do("pass")
    assert s.asked == ("soviet", "retreat")
    s.do("retreat", "K", "E3")
    assert s.b.ground.names[s.hq("soviet").hex] == "D3"


@rule("5.4.s", "5.4.o")
def test_without_a_way_out_it_is_lost_though_its_side_has_won() -> None:
    """Tigers beyond close the far side; they took no part."""
    tigers = ("german tiger T at F3 ops", "german tiger U at D5 ops")
    s = stage(scene_of(*TOWED, *tigers), *(6, 1, 1, *(6, 6, 1), 1)).do("act", "I").do("assault", "", "D3").done()
    assert (s.where("K"), s.where("G"), s.where("I")) == ("eliminated", "D3", "C3")
    assert s.last("eliminated").rule == "5.4.o"


@rule("5.1.b", "9.0.l")
def test_a_unit_that_has_fired_does_not_assault_as_well() -> None:
    """Freed of its Ops Complete marker by Fate, the tank that has fired may drive but not attack again."""
    s = stage(scene_of("german pzivg P at C3", "soviet guards-infantry G at D3", "fate german 2"), 1, 1)
    s.do("act", "P").do("fire", "P", "G").do("keep").done().do("fate free", "P").do("act", "P")
    assert s.places("move") and not s.options("assault") and not s.options("overrun")
    refused = s.refused("assault", "", "D3")
    assert (refused.rule, refused.reason) == ("5.1.b", "P has already attacked in this impulse.")


# The rolls -----------------------------------------------------------------------------------------


@rule("5.4.f", "5.1.3.f")
def test_disrupted_defenders_need_six() -> None:
    """Guards Disrupted before the Assault strike back at 6 instead of 5."""
    s = fought("german infantry I at C3", "soviet guards-infantry G at D3 disrupted", dice=(*MISS, *(5, 6, 5))).done()
    assert rolls(s)[1] == ("G", (5, 6, 5), 6, 1)
    assert [(m.amount, m.rule) for m in s.last("struck").modifiers] == [(1, "5.1.3.f")]


@rule("5.4.f", "5.4.g")
def test_defenders_disrupted_by_this_attack_strike_at_full_strength() -> None:
    """Three hits kill the platoon in effect, but it rolls all its dice at its own To-Hit first."""
    s = fought("german infantry I at C3", "soviet guards-infantry G at D3", dice=(6, 6, 6, *(5, 5, 1))).done()
    assert rolls(s) == [("I", (6, 6, 6), 5, 3), ("G", (5, 5, 1), 5, 2)]
    assert s.where("G") == "eliminated"
    assert (s.unit("I").disrupted, s.unit("I").steps) == (True, 1)


@rule("5.4.g")
def test_armour_and_terrain_do_not_save() -> None:
    """Two hits on a Tiger and one on infantry in a City stand: no save die is rolled."""
    s = fought(
        "german tiger T at C3",
        "soviet guards-infantry G at D3",
        dice=(4, 3, *(6, 6, 1, 1)),
        field=TOWN,
    ).done()
    assert not s.told("saved")
    assert (s.unit("T").disrupted, s.unit("T").steps) == (True, 1)
    assert s.unit("G").disrupted


@rule("5.4.g", "13.1.g")
def test_both_sides_may_die() -> None:
    """A reduced platoon attacks and both are eliminated; the last to enter the hex controls it (13.1.g)."""
    s = fought(
        "german infantry I at C3 reduced",
        "soviet guards-infantry G at D3 disrupted reduced",
        dice=(5, 1, *(6, 6)),
    ).done()
    assert (s.where("I"), s.where("G")) == ("eliminated", "eliminated")
    assert not s.told("retreated") and not s.told("went back")
    assert s.b.control[0] >> s.b.ground.index["D3"] & 1


@rule("5.1.7.a")
def test_augmented_assault_example() -> None:
    """American Engineers, 3 dice at To-Hit 4: 1, 3, 4 is one hit, and one missed die is rolled again."""
    s = fought("german american-engineer E at C3", "soviet opel-blitz L at D3", dice=(1, 3, 4, 5))
    assert s.asked == ("german", "augmented")
    assert s.options() == [Choice("re-roll", number=1), Choice("re-roll", number=3), Choice("keep")]
    s.do("re-roll", number=3).done()
    assert rolls(s) == [("E", (1, 5, 4), 4, 2)]


# Hits ----------------------------------------------------------------------------------------------


@rule("5.4.h")
@pytest.mark.parametrize(("die", "first", "second"), [(1, 2, 1), (3, 2, 1), (2, 1, 2), (6, 1, 2)])
def test_the_odd_hit_is_random(die: int, first: int, second: int) -> None:
    """Three hits on two platoons: one each, and a die says who takes the third."""
    s = fought(
        "german infantry I at C3",
        "soviet guards-infantry G1 at D3",
        "soviet guards-infantry G2 at D3",
        dice=(5, 5, 5, *MISS, *MISS, die),
    ).done()
    assert s.last("odd hit").dice == (die,)
    for id, hits in (("G1", first), ("G2", second)):
        assert s.unit(id).disrupted
        assert s.unit(id).steps == 3 - hits


@rule("5.4.h")
def test_an_even_number_needs_no_die() -> None:
    """Two hits on two attackers: one each, though the first was the weaker target."""
    s = fought(
        "german infantry I1 at C3",
        "german infantry I2 at C3 reduced",
        "soviet guards-infantry G at D3",
        dice=(*MISS, 1, 1, *(5, 5, 1)),
    ).done()
    assert not s.told("odd hit")
    assert (s.unit("I1").disrupted, s.unit("I1").steps) == (True, 2)
    assert (s.unit("I2").disrupted, s.unit("I2").steps) == (True, 1)


@rule("5.4.h")
def test_the_odd_hit_on_attackers() -> None:
    """One hit on two attackers is given to one of them by a die."""
    s = fought(
        "german infantry I1 at C3",
        "german infantry I2 at C3",
        "soviet guards-infantry G at D3",
        dice=(*MISS, *MISS, *(5, 1, 1), 4),
    ).done()
    assert s.last("odd hit").piece == "I2"
    assert (s.unit("I1").disrupted, s.unit("I2").disrupted) == (False, True)


@rule("5.4.l", "2.5.6.2.c")
@pytest.mark.parametrize(("die", "state", "steps"), [(1, "", 1), (2, "", 2), (1, "reduced", 0), (2, "reduced", 1)])
def test_hqs_of_both_sides_are_checked(die: int, state: str, steps: int) -> None:
    """Each HQ whose stack is hit rolls: a 1 flips it, or eliminates it when reduced."""
    s = stage(
        scene_of(
            "german infantry I at C3",
            f"german hq 320th-infantry-hq at C3 {state}",
            "soviet guards-infantry G at D3",
            f"soviet hq 71st-guards-infantry-hq at D3 {state}",
        ),
        *(5, 1, 1),
        *(5, 1, 1),
        die,  # the attackers' HQ
        die,  # the defenders'
    )
    s.do("act", "I", "", 1).do("assault", "", "D3").do("pass").done()
    assert [(e.side, e.dice) for e in s.told("hq check")] == [("german", (die,)), ("soviet", (die,))]
    assert (s.hq("german").steps, s.hq("soviet").steps) == (steps, steps)


@rule("5.4.l")
def test_no_hit_no_check() -> None:
    """An HQ whose own stack takes no hit is not checked though it stands in the fight."""
    s = stage(
        scene_of(
            "german infantry I at C3",
            "german hq 320th-infantry-hq at C3",
            "soviet guards-infantry G at D3",
        ),
        *(6, 1, 1),
        *MISS,
    )
    s.do("act", "I", "", 1).do("assault", "", "D3").done()
    assert not s.told("hq check")


# Who holds the hex ---------------------------------------------------------------------------------


@rule("5.4.i")
def test_the_attackers_stay_where_the_defenders_are_gone() -> None:
    """All defenders eliminated: the attackers stay, though they took more hits, and control the hex."""
    s = fought(
        "german infantry I at C3",
        "soviet guards-infantry G at D3 disrupted reduced",
        dice=(5, 1, 1, *(6, 6)),
    ).done()
    assert s.where("I") == "D3"
    assert (s.last("assault won").rule, s.last("assault won").place) == ("5.4.i", "D3")
    assert s.b.control[0] >> s.b.ground.index["D3"] & 1
    assert not s.b.control[1] >> s.b.ground.index["D3"] & 1


@rule("5.4.j", "5.4.k", "5.4.3")
@pytest.mark.parametrize(("dealt", "taken"), [(0, 0), (0, 1), (1, 1), (2, 2), (1, 0), (2, 1)])
def test_more_hits_lose(dealt: int, taken: int) -> None:
    """The defenders retreat if they took more hits than the attackers; otherwise the attackers go back."""
    s = fought(
        "german infantry I at C3",
        "soviet guards-infantry G at D3",
        dice=(*(5,) * dealt, *(4,) * (3 - dealt), *(5,) * taken, *(4,) * (3 - taken)),
    ).done()
    if dealt > taken:
        assert s.asked == ("soviet", "retreat")
        assert s.last("assault won").rule == "5.4.j"
        assert s.where("I") == "D3"
    else:
        assert s.last("assault lost").rule == "5.4.k"
        assert (s.where("I"), s.where("G")) == ("C3", "D3")
        assert (s.last("went back").rule, s.last("went back").place) == ("5.4.k", "C3")
        assert s.b.control[1] >> s.b.ground.index["D3"] & 1


@rule("5.4.g", "5.4.j", "7.1.b", "CTEC.improved")
def test_the_improved_position_cancels_before_the_comparison() -> None:
    """Two hits on a dug-in platoon are one, so that 1 to 1 sends the attackers back."""
    s = fought(
        "german infantry I at C3",
        "soviet guards-infantry G at D3",
        "marker improved D3",
        dice=(5, 5, 1, *(5, 1, 1)),
    ).done()
    assert s.last("dug in").value == 1
    assert (s.unit("G").disrupted, s.unit("G").steps) == (True, 2)
    assert s.where("I") == "C3"


@rule("5.4.g", "7.1.b")
def test_the_improved_position_cancels_one_hit_for_the_side() -> None:
    """Two platoons dug in: the first hit of the whole Assault is cancelled, not one for each; none for attackers."""
    s = fought(
        "german infantry I at C3",
        "soviet guards-infantry G1 at D3",
        "soviet guards-infantry G2 at D3",
        "marker improved D3",
        dice=(5, 5, 5, *(6, 1, 1), *MISS),
    ).done()
    assert len(s.told("dug in")) == 1
    assert (s.unit("G1").disrupted, s.unit("G2").disrupted) == (True, True)
    assert s.unit("I").disrupted
    assert s.asked == ("soviet", "retreat")


@rule("5.4.j")
def test_nobody_retreats_before_the_dead() -> None:
    """The attackers die, the defenders took more hits and live: they stay."""
    s = fought(
        "german infantry I at C3 reduced",
        "soviet guards-infantry G1 at D3",
        "soviet guards-infantry G2 at D3",
        dice=(5, 5, *(5, 1, 1), *(5, 1, 1)),
    ).done()
    assert s.where("I") == "eliminated"
    assert (s.where("G1"), s.where("G2")) == ("D3", "D3")
    assert not s.told("retreated")
    assert s.b.control[1] >> s.b.ground.index["D3"] & 1


@rule("5.4.q", "5.4.3")
@pytest.mark.parametrize("dice", [(*MISS, *MISS, *MISS), (5, 5, 1, *MISS, *MISS)])
def test_both_are_ops_complete(dice: tuple[int, ...]) -> None:
    """Attackers and defenders, winners and losers, hit or not, are marked after the Assault."""
    s = (
        stage(
            scene_of(
                "german infantry I at C3",
                "german infantry J at A1",
                "soviet guards-infantry G1 at D3",
                "soviet guards-infantry G2 at D3",
                "soviet guards-infantry H at G5",
            ),
            *dice,
        )
        .do("act", "I")
        .do("assault", "", "D3")
        .done()
    )
    assert [s.unit(id).ops_complete for id in ("I", "J", "G1", "G2", "H")] == [True, False, True, True, False]


@rule("5.4.q", "7.2.c")
def test_attackers_stopped_by_mines_leave_the_defenders_ready() -> None:
    """Mines in D3 Disrupt the only attacker: it goes back Ops Complete, there is no Assault to mark the defender."""
    s = fought("german infantry I at C3", "soviet guards-infantry G at D3", "marker mines D3", dice=(5, 1)).done()
    assert not s.told("struck")
    assert (s.where("I"), s.unit("I").ops_complete, s.unit("I").disrupted) == ("C3", True, True)
    assert s.last("went back").rule == "7.2.c"
    assert not s.unit("G").ops_complete


@rule("5.4.c", "7.2.c")
def test_the_one_that_mines_spare_attacks_alone() -> None:
    """Mines hurt the first of two attackers: it goes back with the HQ at its owner's choice, the other fights on."""
    s = stage(
        scene_of(
            "german infantry I1 at C3",
            "german infantry I2 at C3",
            "german hq 320th-infantry-hq at C3",
            "soviet guards-infantry G at D3",
            "marker mines D3",
        ),
        *(5, 1),  # mines at the first
        2,  # HQ unharmed
        *(4, 4),  # mines at the second
        *(5, 1, 1),
        *MISS,
    )
    s.do("act", "I1", "I2", 1).do("assault", "I1", "D3")
    assert s.play.decision is not None
    assert s.play.decision.prompt == "Does 320th Infantry HQ go back to C3 with I1, or go on with I2?"
    s.do("go back", "320th-infantry-hq").done()
    assert rolls(s) == [("I2", (5, 1, 1), 5, 1), ("G", MISS, 5, 0)]
    assert (s.where("I1"), s.where("I2")) == ("C3", "D3")
    assert s.b.ground.names[s.hq("german").hex] == "C3"
    assert not s.hq("german").led


@rule("5.4.p", "2.5.6.2.b", "7.2.c", "2.5.6.a")
def test_leadership_for_one_that_mines_stop_is_not_used_up() -> None:
    """I1 was to be led and goes back; the HQ goes on with I2, whose three dice it does not raise."""
    s = stage(
        scene_of(
            "german infantry I1 at C3",
            "german infantry I2 at C3",
            "german hq 320th-infantry-hq at C3",
            "soviet guards-infantry G at D3",
            "marker mines D3",
        ),
        *(5, 1),  # mines at the first
        2,  # HQ unharmed
        *(4, 4),  # mines at the second
        *(5, 1, 1),
        *MISS,
    )
    s.do("act", "I1", "I2", 1).do("assault", "I1", "D3").do("go on", "320th-infantry-hq")
    assert rolls(s) == [("I2", (5, 1, 1), 5, 1), ("G", MISS, 5, 0)]
    assert not s.hq("german").led


@rule("5.4.k", "7.2.b", "2.5.6.2.c", "7.2.c")
def test_the_way_back_may_lead_into_mines() -> None:
    """Both losers stand in C3 again, with their HQ, before its mines attack them one by one."""
    s = stage(
        scene_of(
            "german infantry I1 at C3",
            "german infantry I2 at C3",
            "german hq 320th-infantry-hq at C3",
            "soviet opel-blitz L at D3",
            "marker mines C3",
        ),
        *MISS,
        *MISS,
        *(5, 5),  # the first is Disrupted and Reduced
        2,
        *(5, 1),  # the second Disrupted
        1,  # which costs the HQ a step
    )
    s.do("act", "I1", "I2", 1).do("assault", "", "D3").done()
    assert [e.kind for e in s.play.log if e.kind in ("went back", "mines")] == ["went back"] * 2 + ["mines"] * 2
    assert (s.unit("I1").steps, s.unit("I2").steps, s.hq("german").steps) == (1, 2, 1)
    assert s.b.ground.names[s.hq("german").hex] == "C3"


@rule("5.2.e", "11.0.e", "5.5.l")
def test_acquisition_and_overwatch_are_lost() -> None:
    """Whoever is in an Assault loses what it had acquired and its Overwatch marker, hit or not."""
    s = stage(
        scene_of(
            "german pzivg P at C3 acquired=X",
            "german pzivg Y at A5",
            "soviet t-34-76 S at D3 acquired=Y overwatch",
            "soviet t-34-76 X at G5",
        ),
        *(1, 1),
        *(1, 1),
    )
    s.do("act", "P").do("assault", "", "D3").done()
    assert (s.unit("P").acquired, s.unit("S").acquired, s.unit("S").overwatch) == (-1, -1, False)
    assert [(e.piece, e.target, e.rule) for e in s.told("acquisition lost")][-1] == ("S", "Y", "5.2.e")


# Leadership ----------------------------------------------------------------------------------------


@rule("5.4.p")
def test_m13_example() -> None:
    """An M13/40 with its full-strength 7th Armor HQ rolls 1 + 2 dice."""
    s = stage(
        scene_of(
            "german m13-40 M at C3",
            "german hq 7th-armor-hq at C3",
            "soviet opel-blitz L at D3",
        ),
        *(5, 4, 1),
    )
    s.do("act", "M", "", 1).do("assault", "M", "D3").done()
    assert rolls(s) == [("M", (5, 4, 1), 5, 1)]
    assert [(m.amount, m.rule) for m in s.last("struck").modifiers] == [(2, "5.4.p")]
    assert s.hq("german").led


@rule("5.4.p", "5.4.d")
def test_leadership_is_for_one_unit_and_the_hq_rolls_nothing() -> None:
    """Of two Pz IVs one rolls 2 + 2 dice, the other 2; nobody rolls for the HQ itself."""
    s = stage(
        scene_of(
            "german pzivg P1 at C3",
            "german pzivg P2 at C3",
            "german hq 11th-panzer-hq at C3",
            "soviet opel-blitz L at D3",
        ),
        *(1, 1),
        *(1, 1, 1, 1),
    )
    s.do("act", "P1", "P2", 1)
    assert s.options("assault") == [Choice("assault", id, "D3") for id in ("", "P1", "P2")]
    s.do("assault", "P2", "D3").done()
    assert [(piece, len(dice)) for piece, dice, *_ in rolls(s)] == [("P1", 2), ("P2", 4)]


@rule("5.4.p", "2.5.6.2.b")
def test_leadership_once_an_activation_and_only_from_an_hq_that_goes_along() -> None:
    """Used Leadership is not offered again; an HQ that stays behind does not lead."""
    text = scene_of(
        "german pzivg P1 at C3",
        "german pzivg P2 at C3",
        "german hq 11th-panzer-hq at C3 %s",
        "soviet opel-blitz L at D3",
    )
    s = stage(text % "led").do("act", "P1", "", 1)
    assert s.options("assault") == [Choice("assault", "", "D3")]
    refused = s.refused("assault", "P1", "D3")
    assert refused.rule == "5.4.p"
    assert (
        refused.reason
        == "Only an unused HQ that moves with the stack can lead, and it leads one unit of its own Formation."
    )
    s = stage(text % "").do("act", "P1")
    assert s.options("assault") == [Choice("assault", "", "D3")]


@rule("5.4.p", "5.5.f", "5.4.e")
def test_the_defenders_hq_leads_one_of_them() -> None:
    """After the attack roll the defender names the unit his HQ leads, or none; units without a factor are not led."""
    lines = (
        "german infantry I at C3",
        "soviet guards-infantry G at D3",
        "soviet opel-blitz L at D3",
        "soviet hq 71st-guards-infantry-hq at D3",
    )
    s = fought(*lines, dice=(*MISS, *(1, 1, 1, 6)))
    assert s.asked == ("soviet", "leadership")
    assert [e.piece for e in s.told("struck")] == ["I"]
    assert s.options() == [Choice("lead", "G"), Choice("pass")]
    s.do("lead", "G").done()
    assert rolls(s)[1] == ("G", (1, 1, 1, 6), 5, 1)
    assert s.hq("soviet").led
    s = fought(*lines, dice=(*MISS, *MISS)).do("pass").done()
    assert rolls(s)[1] == ("G", MISS, 5, 0)
    assert not s.hq("soviet").led


# Infantry against armour ---------------------------------------------------------------------------


@rule("5.4.1")
@pytest.mark.parametrize(
    ("defenders", "need"),
    [(["t-34-76"], 4), (["t-34-76", "t-70a"], 4), (["t-34-76", "guards-infantry"], 5), (["guards-infantry"], 5)],
)
def test_infantry_attacking_afvs(defenders: list[str], need: int) -> None:
    """To-Hit 5 becomes 4 where all defenders are AFVs."""
    lines = [f"soviet {kind} S{n} at D3" for n, kind in enumerate(defenders)]
    dice = {"t-34-76": 2, "t-70a": 1, "guards-infantry": 3}
    s = fought("german infantry I at C3", *lines, dice=(1,) * (3 + sum(dice[kind] for kind in defenders))).done()
    assert rolls(s)[0] == ("I", MISS, need, 0)
    assert [(m.amount, m.rule) for m in s.told("struck")[0].modifiers] == ([(-1, "5.4.1")] if need == 4 else [])


@rule("5.4.1")
@pytest.mark.parametrize(
    ("attackers", "state", "need"),
    [(["pzivg"], "", 4), (["pzivg", "tiger"], "", 4), (["pzivg", "infantry"], "", 5), (["pzivg"], "disrupted", 6)],
)
def test_infantry_defending_against_afvs(attackers: list[str], state: str, need: int) -> None:
    """The bonus holds against attackers that are all AFVs, not for Disrupted infantry."""
    lines = [f"german {kind} P{n} at C3" for n, kind in enumerate(attackers)]
    dice = {"pzivg": 2, "tiger": 2, "infantry": 3}
    count = 3 + sum(dice[kind] for kind in attackers)
    s = fought(*lines, f"soviet guards-infantry G at D3 {state}", dice=(1,) * count).done()
    assert rolls(s)[-1] == ("G", MISS, need, 0)


@rule("5.4.1", "5.4.b")
def test_infantry_means_on_foot() -> None:
    """A gun crew and a platoon in its half-tracks have no bonus against AFVs."""
    for kind, need in (("45mm-atg", 6), ("american-armored-infantry", 5)):
        state = "mounted" if need == 5 else ""
        s = fought("german pzivg P at C3", f"soviet {kind} G at D3 {state}", dice=(1, 1, 1), field=TOWN).done()
        assert rolls(s)[1] == ("G", (1,), need, 0)


@rule("5.4.2", "5.4.1", "5.4.d")
@pytest.mark.parametrize(
    ("kind", "foes", "dice", "need"),
    [
        ("infantry", ["t-70a"], 4, 3),  # both bonuses
        ("infantry", ["t-70a", "opel-blitz"], 4, 4),  # one AFV is enough in a City
        ("infantry", ["opel-blitz"], 3, 5),  # no AFV
        ("pioneer", ["t-70a"], 4, 2),  # down to 2
    ],
)
def test_infantry_attacking_in_a_city(kind: str, foes: list[str], dice: int, need: int) -> None:
    """One more die and one less to hit against any AFV in a City, together with 5.4.1."""
    lines = [f"soviet {foe} S{n} at D3" for n, foe in enumerate(foes)]
    s = fought(f"german {kind} I at C3", *lines, dice=(1,) * (dice + ("t-70a" in foes)), field=TOWN)
    if s.asked[1] == "augmented":
        s.do("keep")
    assert rolls(s.done())[0] == ("I", (1,) * dice, need, 0)


@rule("5.4.2")
@pytest.mark.parametrize(("state", "dice", "need"), [("", 4, 3), ("disrupted", 3, 6)])
def test_infantry_defending_in_a_city(state: str, dice: int, need: int) -> None:
    """A platoon in a City assaulted by tanks rolls 4 dice at 3; Disrupted it has no bonus at all."""
    s = fought(
        "german pzivg P at C3",
        f"soviet guards-infantry G at D3 {state}",
        dice=(1, 1, *(1,) * dice),
        field=TOWN,
    ).done()
    assert rolls(s)[1] == ("G", (1,) * dice, need, 0)


@rule("5.4.2")
def test_outside_a_city_no_extra_die() -> None:
    """The City counts where the fight is: attackers who come out of one have nothing from it."""
    s = stage(scene_of("german infantry I at D3", "soviet t-70a S at E3", field=TOWN), *(1, 1, 1), 1)
    s.do("act", "I").do("assault", "", "E3").done()
    assert rolls(s)[0] == ("I", MISS, 4, 0)


# From off the map ----------------------------------------------------------------------------------


@rule("5.4.a", "5.4.k", "EN.c", "EN.a")
def test_thrown_back_off_the_map() -> None:
    """Assaulting an edge hex from off the map and losing: the unit waits off the map again, Ops Complete."""
    s = stage(
        scene_of("german infantry I at off", "soviet guards-infantry G at A3", "edge german A2 A3"), *MISS, *MISS
    )
    s.do("act", "I")
    assert s.places("move") == {"A2"}
    assert s.refused("assault", "", "B3").rule == "EN.a"
    s.do("assault", "", "A3").done()
    assert (s.where("I"), s.unit("I").ops_complete) == ("off", True)
    assert s.last("went back").rule == "EN.c"
    assert s.where("G") == "A3"


@rule("5.4.m", "EN.c")
def test_beaten_from_off_the_map_they_retreat_anywhere() -> None:
    """No hexside was crossed from the map: every neighbour that 5.4.n allows will do."""
    s = stage(
        scene_of("german infantry I at off", "soviet guards-infantry G at G4", "edge german G4"), 5, 1, 1, *MISS
    )
    s.do("act", "I").do("assault", "", "G4").done()
    assert s.places("retreat") == {"G3", "G5", "F3", "F4"}
    assert s.where("I") == "G4"
