"""5.5 Overrun. In most scenes a T-34 (MF 5, Assault 2 at 5) in C3 overruns infantry in D3."""

import pytest
from stage import NawStage, stage

from sandtable.systems.nations_at_war.rules.combat.hits import eliminate
from sandtable.table.decision import Choice
from sandtable.testing import rule

FIELD = "\n".join([".. .. .. .. .. .. .. .."] * 6)  # A1 to H6

MISS = (1, 1, 1)
MISS6 = (1, 1, 1, 1, 1, 1)


def field(**hexes: str) -> str:
    """The open field with other terrain in some hexes."""
    rows = [row.split() for row in FIELD.splitlines()]
    for name, signs in hexes.items():
        rows[int(name[1:]) - 1][ord(name[0]) - ord("A")] = signs
    return "\n".join(" ".join(row) for row in rows)


def before(*lines: str, dice: tuple[int, ...] = (), map: str = FIELD, tank: str = "t-34-76 S at C3") -> NawStage:
    s = stage("\n".join([map, f"soviet {tank}", *lines]), *dice)
    stack = [unit.id for unit in s.b.units_of[1] if unit.hex == s.unit("S").hex]
    hq = int(any(hq.side == 1 for hq in s.b.hqs))
    return s.do("act", stack[0], stack[1] if len(stack) > 1 else "", hq)


def overrun(*lines: str, dice: tuple[int, ...], map: str = FIELD, tank: str = "t-34-76 S at C3") -> NawStage:
    return before(*lines, dice=dice, map=map, tank=tank).do("overrun", "", "D3")


def rolls(s: NawStage) -> list[tuple[str, tuple[int, ...], int, int]]:
    return [(e.piece, e.dice, e.need, e.value) for e in s.told("struck")]


def controls(s: NawStage, side: str, place: str) -> bool:
    return bool(s.b.control[("german", "soviet").index(side)] >> s.b.ground.index[place] & 1)


# Who, where, at what price -------------------------------------------------------------------------


@rule("5.5.a", "5.5.c", "5.5.e", "5.5.i", "5.5.l")
def test_through_and_out() -> None:
    """The T-34 pays 1 + 1, rolls three times 2 dice, must drive on, and is Ops Complete when its move ends."""
    s = overrun("german infantry I at D3", dice=(5, 4, 4, 4, 4, 4, *MISS)).done()
    assert rolls(s) == [("S", (5, 4, 4, 4, 4, 4), 5, 1), ("I", MISS, 5, 0)]
    assert [(m.amount, m.rule) for m in s.told("struck")[0].modifiers] == [(4, "5.5.e")]
    assert s.unit("S").spent == 2
    assert s.asked == ("german", "retreat")  # 5.5.m: before the tank moves
    s.do("retreat", "I", "E4").do("retreat", "I", "F4").do("retreat", "I", "G5")
    assert s.asked == ("soviet", "overrun exit")
    assert s.options() == [Choice("move", "", to) for to in ("D2", "E3", "E4", "D4", "C4")]
    s.do("move", "", "D4")
    assert (s.where("S"), s.unit("S").spent, s.unit("S").ops_complete) == ("D4", 3, False)
    s.do("stop")
    assert s.unit("S").ops_complete
    assert not s.unit("I").ops_complete
    assert controls(s, "soviet", "D3") and controls(s, "soviet", "D4") and controls(s, "german", "E4")


@rule("5.5.a")
def test_assault_or_overrun_is_declared() -> None:
    """With the MP for an Overrun the owner may still choose an Assault; the two rolls differ."""
    s = before("german infantry I at D3", dice=(1, 1, *MISS))
    assert s.options("assault") and s.options("overrun")
    s.do("assault", "", "D3").done()
    assert rolls(s)[0] == ("S", (1, 1), 5, 0)


@rule("5.5.a")
@pytest.mark.parametrize(
    ("tank", "lines", "reason"),
    [
        ("guards-infantry S at C3", (), "Only AFVs can overrun."),
        (
            "t-34-76 S at C3",
            ("german pziiil P at D3",),
            "There is a hard target in D3; only soft targets can be overrun.",
        ),
        ("sdkfz-222 S at C3", (), "S (asterisk) can counterattack but cannot start an Assault."),
    ],
)
def test_afvs_against_soft_targets_only(tank: str, lines: tuple[str, ...], reason: str) -> None:
    """Infantry does not overrun; an AFV among the defenders or an asterisk forbids it."""
    s = before("german infantry I at D3", *lines, tank=tank)
    assert not s.options("overrun")
    assert s.refused("overrun", "", "D3").reason == reason


@rule("5.5.a")
def test_a_stack_overruns_only_if_all_are_afvs() -> None:
    """Infantry riding along makes it an Assault."""
    s = before("soviet guards-infantry G at C3", "german infantry I at D3")
    assert s.options("assault") and not s.options("overrun")


@rule("5.5.b")
@pytest.mark.parametrize(
    ("signs", "marker", "allowed"),
    [
        ("..", "", True),
        ("H.", "", True),
        (".r", "", True),
        (".t", "", True),
        ("..", "wreck", True),
        ("..", "mines", True),
        ("W.", "", False),
        ("C.", "", False),
        ("K.", "", False),
        ("R.", "", False),
        ("D.", "", False),
        ("F.", "", False),
        ("Lb", "", False),
        ("..", "wire", False),
        ("..", "improved", False),
        ("..", "ditch", False),
    ],
)
def test_terrain(signs: str, marker: str, allowed: bool) -> None:
    """Clear and Clear Hill, also with a road, railroad or wreck; no other terrain, no wire, position or ditch."""
    lines = ("german infantry I at D3", *([f"marker {marker} D3"] if marker else []))
    s = before(*lines, map=field(D3=signs))
    assert bool(s.options("overrun")) is allowed
    assert s.options("assault")
    if not allowed:
        assert s.refused("overrun", "", "D3").rule == "5.5.b"


@rule("5.5.c", "5.5.d", "5.5.a")
@pytest.mark.parametrize(("spent", "allowed"), [(2, True), (3, False)])
def test_one_more_point_and_enough_to_leave(spent: int, allowed: bool) -> None:
    """1 for the hex, 1 for the Overrun, 1 to leave: with 3 MP it goes, with 2 it is an Assault."""
    s = before("german infantry I at D3", tank=f"t-34-76 S at C3 spent={spent}")
    assert bool(s.options("overrun")) is allowed
    assert s.options("assault")
    if not allowed:
        refused = s.refused("overrun", "", "D3")
        assert (refused.rule, refused.reason) == (
            "5.5.d",
            "After the Overrun there are not enough MP for any open hex beyond D3.",
        )


@rule("5.5.c")
def test_a_hill_costs_two_and_one() -> None:
    """Up a hill from the plain: 2 + 1 MP."""
    s = overrun("german infantry I at D3", dice=(*MISS6, *MISS), map=field(D3="H.")).done()
    assert s.unit("S").spent == 3


@rule("5.5.d", "5.5.b")
def test_the_way_out_must_be_open() -> None:
    """Enemies, full stacks, rivers and the hex it came from are no way out; dear ground costs what it costs."""
    wall = field(D2="L.", E3="L.", E4="L.")
    lines = ("german infantry I at D3", "german infantry J at D4")
    assert before(*lines, map=wall).options("overrun")  # C4 is open
    full = ("soviet t-70a A at C4", "soviet t-70a B at C4")
    assert not before(*lines, *full, map=wall).options("overrun")
    woods = field(D2="L.", E3="L.", E4="L.", C4="W.")
    assert before(*lines, map=woods, tank="t-34-76 S at C3 spent=1").options("overrun")
    assert not before(*lines, map=woods, tank="t-34-76 S at C3 spent=2").options("overrun")


@rule("5.5.d", "4.2.a")
def test_a_stack_leaves_together() -> None:
    """Each hex beyond has room for one: the two may not overrun together, each by itself may."""
    lines = (f"soviet churchill X{n} at {to} ops" for n, to in enumerate(("D2", "E3", "E4", "D4", "C4")))
    s = stage(
        "\n".join([FIELD, "soviet t-34-76 S at C3", "soviet t-34-76 V at C3", *lines, "german infantry I at D3"])
    )
    s.do("act", "S", "V")
    refused = s.refused("overrun", "", "D3")
    assert (refused.rule, refused.reason) == (
        "5.5.d",
        "The two must leave D3 together, and no hex beyond it is open to both within their MP.",
    )
    s = stage("\n".join([FIELD, "soviet t-34-76 S at C3", "soviet churchill X at E3 ops", "german infantry I at D3"]))
    assert s.do("act", "S").options("overrun")


@rule("5.5.a")
def test_infantry_never_overruns_near_or_far() -> None:
    s = stage(f"{FIELD}\nsoviet guards-infantry S at C3\ngerman infantry I at D3").do("act", "S")
    for to in ("D3", "G3"):
        refused = s.refused("overrun", "", to)
        assert (refused.rule, refused.reason) == ("5.5.a", "Only AFVs can overrun.")


@rule("5.5.d")
def test_the_exit_is_refused_with_the_reason() -> None:
    """Not back, not into enemies: of the six neighbours four remain."""
    s = overrun("german infantry I at D3", "german infantry J at E3", dice=(*MISS6, *MISS)).done()
    assert s.places("move") == {"D2", "E4", "D4", "C4"}
    refused = s.refused("move", "", "C3")
    assert refused.rule == "5.5.d"
    assert refused.reason == (
        "Drive on from D3 into a hex with room and without enemies, within the MP left, and not back "
        "where the move came from."
    )


# The rolls -----------------------------------------------------------------------------------------


@rule("5.5.e")
def test_leadership_comes_after_the_tripling() -> None:
    """Two T-34s: one rolls 6 dice, the one that is led 6 + 1."""
    s = before(
        "soviet t-34-76 S2 at C3",
        "soviet hq 276th-tank-hq at C3",
        "german infantry I at D3",
        dice=(*MISS6, 1, *MISS6, *MISS),
    )
    assert s.options("overrun") == [Choice("overrun", id, "D3") for id in ("", "S", "S2")]
    s.do("overrun", "S", "D3").done()
    assert [(piece, len(dice)) for piece, dice, *_ in rolls(s)] == [("S", 7), ("S2", 6), ("I", 3)]
    assert [m.amount for m in s.told("struck")[0].modifiers] == [4, 1]


@rule("5.5.f", "5.5.g")
@pytest.mark.parametrize(("state", "need"), [("", 5), ("disrupted", 6)])
def test_defenders_strike_back_without_the_afv_bonus(state: str, need: int) -> None:
    """Infantry keeps its To-Hit of 5 against tanks that overrun it; Disrupted it needs 6."""
    s = overrun(f"german infantry I at D3 {state}", dice=(*MISS6, *MISS)).done()
    assert rolls(s)[1] == ("I", MISS, need, 0)
    assert s.told("struck")[1].rule == "5.5.e"


@rule("5.5.f")
def test_the_defenders_hq_raises_a_factor() -> None:
    """An HQ in the stack adds its Leadership to one defender."""
    s = overrun("german infantry I at D3", "german hq 320th-infantry-hq at D3", dice=(*MISS6, 1, *MISS))
    assert s.asked == ("german", "leadership")
    s.do("lead", "I").done()
    assert rolls(s)[1] == ("I", (1, *MISS), 5, 0)


@rule("5.5.h")
def test_hits_are_shared_and_applied_together() -> None:
    """Three hits on two platoons, one on the tanks; the platoon that falls has struck back first."""
    s = overrun(
        "soviet t-34-76 S2 at C3",
        "german infantry I at D3 disrupted reduced",
        "german infantry J at D3",
        dice=(5, 5, 5, 1, 1, 1, *MISS6, *(6, 1), *MISS, 4, 3),
    ).done()
    assert [e.rule for e in s.told("odd hit")] == ["5.5.h", "5.5.h"]
    assert [(e.side, e.piece) for e in s.told("odd hit")] == [("soviet", "S2"), ("german", "I")]
    assert s.where("I") == "eliminated"
    assert (s.unit("J").disrupted, s.unit("J").steps) == (True, 2)
    assert (s.unit("S").disrupted, s.unit("S2").disrupted) == (False, True)
    assert not s.told("saved")


# What follows --------------------------------------------------------------------------------------


@rule("5.5.i")
def test_the_only_exit_is_taken_unasked() -> None:
    """One open hex: nobody is asked, and the AFV must take it."""
    s = overrun("german infantry I at D3", dice=(*MISS6, *MISS), map=field(D2="L.", E3="L.", D4="L.", C4="L.")).done()
    assert s.where("S") == "E4"
    assert (s.last("moved").rule, s.last("moved").path) == ("5.5.i", ("D3", "E4"))


@rule("5.5.j", "5.5.l")
@pytest.mark.parametrize(("hits", "steps"), [(1, 2), (2, 1)])
def test_a_hurt_afv_goes_back(hits: int, steps: int) -> None:
    """Disrupted or Reduced it returns to C3 and its action is over; the defenders, unbeaten, hold D3."""
    s = overrun(
        "soviet t-34-76 X at A1",
        "german infantry I at D3",
        dice=(*MISS6, *(5,) * hits, *(1,) * (3 - hits)),
    ).done()
    assert (s.where("S"), s.unit("S").steps, s.unit("S").ops_complete) == ("C3", steps, True)
    assert (s.last("went back").rule, s.last("went back").place) == ("5.5.j", "C3")
    assert s.asked == ("soviet", "operation")
    assert (s.where("I"), s.unit("I").ops_complete) == ("D3", False)
    assert controls(s, "german", "D3")


@rule("5.5.j", "5.5.m", "5.5.1")
def test_hurt_and_winning_it_goes_back_all_the_same() -> None:
    """Two hits to one: the defenders retreat, the Disrupted tank goes back; it was the last in D3."""
    s = overrun("german infantry I at D3", dice=(5, 5, 1, 1, 1, 1, *(5, 1, 1))).done()
    s.do("retreat", "I", "E4").do("retreat", "I", "F4").do("retreat", "I", "G5")
    assert (s.where("S"), s.where("I")) == ("C3", "G5")
    assert controls(s, "soviet", "D3")


@rule("5.5.i", "5.5.j")
def test_of_a_stack_the_hurt_goes_back_the_other_on() -> None:
    """S2 is hit; it returns to C3 with the HQ, S drives on."""
    s = before(
        "soviet t-34-76 S2 at C3",
        "soviet hq 276th-tank-hq at C3",
        "german infantry I at D3",
        dice=(*MISS6, *MISS6, *(5, 1, 1), 2, 6),
    ).do("overrun", "", "D3")
    assert s.asked == ("soviet", "hq parts")
    s.do("go back", "276th-tank-hq").done()
    assert s.asked == ("soviet", "overrun exit")
    s.do("move", "", "E3").do("pass")
    assert (s.where("S"), s.where("S2")) == ("E3", "C3")
    assert s.b.ground.names[s.hq("soviet").hex] == "C3"
    assert (s.unit("S").ops_complete, s.unit("S2").ops_complete) == (False, True)


@rule("5.5.i", "5.5.j")
def test_the_hq_may_drive_on() -> None:
    """The same, but the owner sends the HQ on with the unhurt tank."""
    s = before(
        "soviet t-34-76 S2 at C3",
        "soviet hq 276th-tank-hq at C3",
        "german infantry I at D3",
        dice=(*MISS6, *MISS6, *(5, 1, 1), 2, 6),
    ).do("overrun", "", "D3")
    s.do("go on", "276th-tank-hq").done().do("move", "", "E3")
    assert s.b.ground.names[s.hq("soviet").hex] == "E3"


@rule("5.5.k")
def test_overrun_after_overrun() -> None:
    """2 MP for D3, 1 to E3: the 2 MP left do not reach beyond E4; one point more and both are overrun."""
    lines = ("german infantry I at D3 ops", "german infantry J at E4 ops")
    s = overrun(*lines, dice=(*MISS6, *MISS)).done().do("move", "", "E3")
    assert s.options("assault") and not s.options("overrun")
    s = before(*lines, dice=(*MISS6, *MISS, *MISS6, *MISS), tank="t-34-76 S at C3 spent=-1")
    s.do("overrun", "", "D3").do("move", "", "E3").do("overrun", "", "E4").done()
    assert [e.place for e in s.told("entered")] == ["D3", "E4"]
    assert s.unit("S").spent == 4


@rule("5.5.k", "4.2.a")
def test_a_stack_may_split_after_an_overrun() -> None:
    """Two tanks overrun D3 together and part behind it; the one that waits may still go for E4."""
    s = overrun(
        "soviet t-34-76 S2 at C3",
        "german infantry I at D3 ops",
        "german infantry J at E4 ops",
        dice=(*MISS6, *MISS6, *MISS, *(1, 1), *MISS),
    )
    s.do("move", "", "E3").do("split", "S").do("stop")
    assert s.places("assault") == {"D3", "E4"}
    s.do("assault", "", "E4").done()
    assert [e.piece for e in s.told("struck")] == ["S", "S2", "I", "S2", "J"]


@rule("5.5.l", "5.2.e", "11.0.e")
def test_the_defenders_are_not_used_up() -> None:
    """A platoon that was overrun may still fire at the tank beside it; one that was marked stays marked."""
    s = overrun("german infantry I at D3", dice=(*MISS6, *MISS)).done().do("move", "", "E3")
    assert s.options("fire") == [Choice("fire", "I", "S")]
    s = overrun("german infantry I at D3 ops", dice=(*MISS6, *MISS)).done().do("move", "", "E3")
    assert s.asked == ("soviet", "action")


@rule("5.5.l", "5.1.b", "9.0.l", "11.0.e", "5.2.e")
def test_a_defender_that_had_fired_does_not_fire_twice() -> None:
    """Fired at in C3, overrun, then freed by Fate: in the same impulse it still has only one attack."""
    s = stage(
        f"{FIELD}\nsoviet t-34-76 S at B3\ngerman pioneer I at D3\nfate german 2",
        *(1, 1),  # Opportunity Fire
        *MISS6,
        *MISS,
    )
    s.do("act", "S").do("move", "", "C4").do("fire", "I", "S").do("keep")
    s.do("overrun", "", "D3").do("keep").do("keep").done().do("move", "", "E3")
    assert s.asked == ("soviet", "action")  # not even "fate free" is offered


@rule("5.5.m")
@pytest.mark.parametrize(("dealt", "taken", "go"), [(0, 0, False), (1, 1, False), (1, 0, True), (2, 1, True)])
def test_losing_defenders_retreat(dealt: int, taken: int, go: bool) -> None:
    """More hits than the AFVs took and they retreat; with equal or fewer they stay."""
    s = overrun(
        "german infantry I at D3", dice=(*(5,) * dealt, *(1,) * (6 - dealt), *(5,) * taken, *(1,) * (3 - taken))
    ).done()
    assert (s.asked == ("german", "retreat")) is go
    if go:
        assert s.places("retreat") == {"E3", "E4", "D4"}


@rule("5.5.m", "5.4.o", "5.5.1")
def test_defenders_that_cannot_retreat_die() -> None:
    """The three far hexes are water: the beaten platoon is eliminated before the tank drives on."""
    s = overrun(
        "german infantry I at D3", dice=(5, 1, 1, 1, 1, 1, *MISS), map=field(E3="L.", E4="L.", D4="L.")
    ).done()
    assert s.where("I") == "eliminated"
    assert s.asked == ("soviet", "overrun exit")
    assert s.places("move") == {"D2", "C4"}


@rule("5.5.m", "5.4.o", "5.4.j", "2.5.6.b")
def test_the_hq_of_defenders_that_cannot_retreat_dies_with_them() -> None:
    """It is gone before the tank drives on, not when the whole Overrun is over."""
    closed = field(E3="L.", E4="L.", D4="L.")
    s = overrun(
        "german infantry I at D3", "german hq 320th-infantry-hq at D3", dice=(5, 1, 1, 1, 1, 1, *MISS, 6), map=closed
    )
    s.do("pass").done()
    assert s.asked == ("soviet", "overrun exit")
    assert s.hq("german").hex < 0 and s.last("hq eliminated").rule == "2.5.6.b"


@rule("5.5.d", "5.5.m")
def test_no_exit_left_after_the_fight() -> None:
    """The defenders retreat into the only way out: the AFV goes back, unhurt, and its action is over."""
    s = overrun(
        "german 45mm-atg I at D3",
        dice=(5, 1, 1, 1, 1, 1, 1),
        map=field(D2="L.", E3="L.", D4="L.", C4="L."),
    ).done()
    assert (s.where("I"), s.where("S")) == ("E4", "C3")
    assert s.last("went back").rule == "5.5.d"
    assert s.unit("S").ops_complete and not s.unit("S").disrupted
    assert controls(s, "soviet", "D3")


@rule("5.5.h", "5.4.l")
def test_all_attackers_lost() -> None:
    """The last tank dies with its HQ: nobody retreats though it dealt 3 hits for 2, nobody drives on."""
    s = before(
        "soviet hq 276th-tank-hq at C3",
        "german infantry I at D3",
        "german infantry J at D3",
        dice=(5, 5, 5, *(5, 1, 1), *(5, 1, 1), 1),
        tank="t-34-76 S at C3 reduced",
    )
    s.do("overrun", "", "D3").done()
    assert (s.where("S"), s.hq("soviet").steps) == ("eliminated", 0)
    assert (s.where("I"), s.where("J"), s.told("retreated"), s.asked) == ("D3", "D3", [], ("", ""))
    assert s.b.wrecks >> s.b.ground.index["D3"] & 1


@rule("5.5.h", "7.2.c")
def test_mines_come_first() -> None:
    """A tank hurt by the mines in D3 goes back before anybody is overrun."""
    s = overrun("german infantry I at D3", "marker mines D3", dice=(5, 1, 1, 1)).done()
    assert not s.told("struck")
    assert (s.where("S"), s.unit("S").ops_complete, s.last("went back").rule) == ("C3", True, "7.2.c")


@rule("5.5.j", "EN.c")
def test_overrun_from_off_the_map() -> None:
    """Hurt it goes back off the map; unhurt it may leave by any hex."""
    lines = ("german infantry I at A3", "edge soviet A3")
    s = before(*lines, dice=(*MISS6, *(5, 1, 1)), tank="t-34-76 S at off").do("overrun", "", "A3").done()
    assert (s.where("S"), s.unit("S").ops_complete, s.last("went back").rule) == ("off", True, "EN.c")
    s = before(*lines, dice=(*MISS6, *MISS), tank="t-34-76 S at off").do("overrun", "", "A3").done()
    assert s.places("move") == {"A2", "A4", "B2", "B3"}


@rule("5.5.1", "5.2.e", "11.0.e")
def test_acquisition_and_overwatch_end() -> None:
    """An Overrun counts as an Assault for both."""
    s = overrun(
        "german 45mm-atg I at D3 overwatch acquired=X",
        "soviet t-70a X at H6",
        dice=(*MISS6, 1),
        tank="t-34-76 S at C3",
    ).done()
    assert (s.unit("I").overwatch, s.unit("I").acquired) == (False, -1)


# Control of the hex ----------------------------------------------------------------------------------


def driven_through(*lines: str, dice: tuple[int, ...] = ()) -> NawStage:
    """S overruns reduced infantry in D3 without effect and drives on to E3; T waits in G3."""
    s = stage(
        "\n".join(
            [
                FIELD,
                "soviet t-34-76 S at C3",
                "soviet t-34-76 T at G3",
                "german infantry I at D3 reduced disrupted",
                *lines,
            ]
        ),
        *(*MISS6, 1, 1, *dice),
    )
    s.do("act", "S").do("overrun", "", "D3").do("move", "", "E3").do("stop")
    assert (s.where("S"), s.where("I")) == ("E3", "D3")
    return s


@rule("13.1.g", "13.2", "5.5.i", "5.1.3.h")
def test_a_hex_driven_through_is_the_defenders_while_they_stand_there() -> None:
    """Then it falls to the overrunning side: the last to move a unit through it."""
    s = driven_through(dice=(6, 6))
    assert controls(s, "german", "D3") and not controls(s, "soviet", "D3")
    s.do("act", "T").do("fire", "T", "I").done()
    assert s.where("I") == "eliminated"
    assert controls(s, "soviet", "D3") and not controls(s, "german", "D3")


@rule("13.1.g", "13.2")
def test_it_is_theirs_as_long_as_one_of_the_defenders_is_left() -> None:
    """Two platoons were driven through; one is shot, the other stands."""
    s = stage(
        "\n".join(
            [
                FIELD,
                "soviet t-34-76 S at C3",
                "soviet t-34-76 T at G3",
                "german infantry I at D3 reduced disrupted",
                "german infantry J at D3 disrupted",
            ]
        ),
        *(*MISS6, 1, 1, *MISS, 6, 6),
    )
    s.do("act", "S").do("overrun", "", "D3").do("move", "", "E3").do("stop").do("act", "T").do(
        "fire", "T", "I"
    ).done()
    assert (s.where("I"), s.where("J")) == ("eliminated", "D3")
    assert controls(s, "german", "D3")


@rule("13.1.g", "13.2")
@pytest.mark.parametrize(("piece", "to"), [("K", "D3"), ("I", "C3")])
def test_who_moved_through_it_since_keeps_it(piece: str, to: str) -> None:
    """K has come into the hex, or I has left it, before the last of them falls: the Germans moved last."""
    s = driven_through("german infantry K at C4 ops")
    s.b.fate[0] = 1
    s.do("act", "T").do("fate move", piece, to).do("pass")
    assert s.where(piece) == to
    for unit in ("I", "K"):
        eliminate(s.b, s.unit(unit), "5.1.3.h")
    assert controls(s, "german", "D3")


@rule("13.1.g", "5.5.j")
def test_an_overrun_thrown_back_takes_nothing() -> None:
    """The T-34 is Disrupted and goes back; when the infantry falls the hex stays as it was."""
    s = stage(
        "\n".join(
            [FIELD, "soviet t-34-76 S at C3", "soviet t-34-76 T at G3", "german infantry I at D3 reduced disrupted"]
        ),
        *(*MISS6, 6, 1, 6, 6),
    )
    s.do("act", "S").do("overrun", "", "D3")
    assert (s.where("S"), s.unit("S").disrupted) == ("C3", True)
    s.do("act", "T").do("fire", "T", "I").done()
    assert s.where("I") == "eliminated"
    assert controls(s, "german", "D3")
