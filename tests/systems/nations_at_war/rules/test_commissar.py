"""CM: the Commissar."""

import pytest
from stage import NawStage, stage

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.rules.setup import use_default
from sandtable.table.chance import ScriptedChance
from sandtable.table.play import Play
from sandtable.testing import rule
from sandtable.testing.scene import Stage

BRIDGE = "nations_at_war/the-bridge-at-berezovyy-logg"
ROW = ".. .. .. .. .. .. .. .. .. .."


def commissar(s: NawStage) -> str:
    """The platoon he is with."""
    index = next(f.commissar for f in s.b.formations if f.side == 1)
    return s.b.units[index].id if index >= 0 else ""


# CM.a --------------------------------------------------------------------------------------------


@rule("CM.a", "S2.sov1")
def test_he_is_assigned_at_setup_to_one_infantry_platoon_of_the_71st_guards() -> None:
    """Not to the gun, not to the tanks; where he goes the hex still holds two platoons."""
    system = NATIONS_AT_WAR
    play = Play(system, system.rules.new(system.shelf.find(BRIDGE)), ScriptedChance())
    while play.decision is not None and not play.decision.prompt.startswith("Assign the Commissar"):
        play.choose(play.decision.options()[0])
    assert play.decision is not None
    assert [c.to for c in play.decision.options()] == [f"guards-infantry-{n}" for n in (1, 2, 3, 4, 5)]
    s = Stage.__new__(Stage)
    s.play = play
    assert s.refused("assign", "commissar", "45mm-atg-1").rule == "CM.a"
    assert s.refused("assign", "commissar", "t-70a-1").rule == "CM.a"
    s.do("assign", "commissar", "guards-infantry-3")
    b = play.battle
    formation = next(f for f in b.formations if f.key == "71st-guards-infantry")
    assert b.units[formation.commissar].id == "guards-infantry-3"
    assert system.rules.faults(b) == []


@rule("CM.a")
def test_the_suggested_set_up_assigns_him_and_tells_it() -> None:
    battle = NATIONS_AT_WAR.rules.new(NATIONS_AT_WAR.shelf.find(BRIDGE))
    use_default(battle, 1)
    owner = dict(battle.scenario.default_setup)["commissar"]
    formation = next(f for f in battle.formations if f.key == "71st-guards-infantry")
    assert battle.units[formation.commissar].id == owner
    told = [event for event in battle.events if event.kind == "assigned" and event.rule == "CM.a"]
    assert [(event.piece, event.text) for event in told] == [(owner, "Commissar")]


HIT = f"""
    {ROW}
    german pzivg P at A1
    soviet guards-infantry S at D1 {{words}} commissar
    soviet guards-infantry T at D1
    """  # range 3 of 4: two dice, To-Hit 5


@rule("CM.a")
@pytest.mark.parametrize(("die", "alive"), [(1, False), (2, True)])
def test_when_his_platoon_is_disrupted_a_1_kills_him(die: int, alive: bool) -> None:
    s = stage(HIT.format(words=""), 5, 1, die).do("act", "P").do("fire", "P", "S").done()
    assert s.unit("S").disrupted
    check = s.last("commissar check")
    assert (check.rule, check.dice, check.need, check.value) == ("CM.a", (die,), 2, int(not alive))
    assert commissar(s) == ("S" if alive else "")


@rule("CM.a")
def test_when_his_platoon_is_reduced_he_rolls_as_well_once() -> None:
    """A Disruption and a step in one attack are one roll."""
    s = stage(HIT.format(words=""), 5, 6, 6).do("act", "P").do("fire", "P", "S").done()
    assert (s.unit("S").disrupted, s.unit("S").steps) == (True, 1)
    assert len(s.told("commissar check")) == 1


@rule("CM.a", "5.1.3.h")
def test_he_dies_with_his_platoon_without_a_roll() -> None:
    s = stage(HIT.format(words="reduced disrupted"), 5, 1).do("act", "P").do("fire", "P", "S").done()
    assert s.where("S") == "eliminated"
    assert commissar(s) == ""
    assert s.told("commissar check") == []


@rule("CM.a")
def test_he_is_no_target_and_takes_no_room() -> None:
    """Only the two platoons are there to fire at; the hex holds both beside him. A hit on the other spares him."""
    s = stage(HIT.format(words=""), 5, 1).do("act", "P")
    assert {c.to for c in s.options("fire")} == {"S", "T"}
    assert s.play.system.rules.faults(s.b) == []
    s.do("fire", "P", "T").done()
    assert s.told("commissar check") == []
    assert commissar(s) == "S"


@rule("CM.a")
def test_he_stays_with_his_platoon_wherever_it_goes() -> None:
    s = stage(f"{ROW}\nsoviet guards-infantry S at A1 commissar\nsoviet guards-infantry T at A1")
    s.do("act", "S").do("move", "", "C1")
    assert commissar(s) == "S"
    assert {c.do for c in s.options()} <= {"move", "stop"}  # there is no leaving him behind


# CM.b --------------------------------------------------------------------------------------------

GUARDS = f"""
    {ROW}
    soviet guards-infantry H at A1
    soviet hq 71st-guards-infantry-hq at A1
    """


@rule("CM.b")
def test_his_platoon_is_always_in_command() -> None:
    """Nine hexes from the HQ: his platoon needs no check, the one beside it does and fails."""
    s = stage(
        f"{GUARDS}\nsoviet guards-infantry S at J1 commissar\nsoviet guards-infantry T at J1\nphase command",
        *(6, 6),
    )
    assert not s.unit("S").out_of_command
    assert s.unit("T").out_of_command
    s.done()


# CM.c --------------------------------------------------------------------------------------------


@rule("CM.c")
def test_units_in_his_hex_subtract_one_from_rally_rolls() -> None:
    """Morale 8: a 9 rallies in his hex, his own platoon too, and fails elsewhere."""
    s = stage(
        f"""{GUARDS}
        soviet guards-infantry S at D1 disrupted commissar
        soviet guards-infantry T at D1 disrupted
        soviet guards-infantry U at F1 disrupted reduced
        phase rally""",
        *(5, 4),
        *(5, 4),
        *(5, 4),
    )
    s.do("rally", "S").do("rally", "T").done()
    assert [s.unit(id).disrupted for id in "STU"] == [False, False, True]
    assert [[(n.amount, n.rule) for n in e.modifiers] for e in s.told("morale check")] == [
        [(-1, "CM.c")],
        [(-1, "CM.c")],
        [],
    ]


@rule("CM.c", "3.4.3.c", "3.4.3.a", "3.4.3.b")
@pytest.mark.parametrize(
    ("hq", "rule_used", "help"),
    [
        ("18th-panzer-hq", "3.4.3.c", -2),  # Leadership 2 is better
        ("71st-guards-infantry-hq", "3.4.3.c", -1),  # the same: once, not twice
        ("31st-tank-hq reduced", "CM.c", -1),  # Leadership 0
    ],
)
def test_his_help_and_leadership_do_not_add_up(hq: str, rule_used: str, help: int) -> None:
    key, _, words = hq.partition(" ")
    s = stage(
        f"""
        {ROW}
        soviet guards-infantry S at A1 disrupted reduced commissar
        soviet hq {key} at A1 {words}
        phase rally
        """,
        *(6, 6),
    )
    assert [(n.amount, n.rule) for n in s.last("morale check").modifiers] == [(help, rule_used)]


@rule("CM.c")
def test_he_helps_no_other_formation() -> None:
    s = stage(
        f"""
        {ROW}
        soviet t-70a T at A1 disrupted in=31st
        soviet hq 31st-tank-hq at B1 in=31st
        soviet t-70a Q at B1 in=31st
        soviet guards-infantry S at A1 commissar in=71st
        active 31st
        phase rally
        """,
        *(4, 4),  # 8 against 7
    )
    assert s.last("morale check").modifiers == ()
    assert s.unit("T").disrupted


# CM.d --------------------------------------------------------------------------------------------


def failing(*lines: str, fails: int) -> NawStage:
    """A rally step in which every roll is 12."""
    return stage("\n".join([GUARDS, *lines, "phase rally"]), *((6, 6) * fails))


@rule("CM.d")
def test_a_platoon_that_failed_to_rally_is_forced_back_for_a_step() -> None:
    s = failing(
        "soviet guards-infantry S at D1 commissar",
        "soviet guards-infantry T at E1 disrupted",
        fails=1,
    )
    assert s.asked == ("soviet", "coercion")
    assert [(c.do, c.piece) for c in s.options()] == [("coerce", "T"), ("pass", "")]
    s.do("coerce", "T").done()
    assert (s.unit("T").disrupted, s.unit("T").steps) == (False, 1)
    assert s.unit("T").face is not s.unit("S").face, "its reduced side shows"
    assert (s.last("coerced").rule, s.last("reduced").piece) == ("CM.d", "T")


@rule("CM.d", "10.5.c")
@pytest.mark.parametrize(("die", "left"), [(1, False), (6, True)])
def test_a_leader_with_a_platoon_that_is_forced_back_may_fall(die: int, left: bool) -> None:
    s = stage(
        f"{GUARDS}\nsoviet guards-infantry S at D1 commissar\n"
        "soviet guards-infantry T at E1 disrupted leader=1/9\nphase rally",
        *(6, 6),
        die,
    )
    s.do("coerce", "T").done()
    assert (s.last("leader check").rule, s.last("leader check").dice) == ("10.5.c", (die,))
    assert (s.unit("T").leader is not None) is left and s.unit("T").steps == 1


@rule("CM.d")
def test_he_may_spare_it() -> None:
    s = failing("soviet guards-infantry S at D1 commissar", "soviet guards-infantry T at D1 disrupted", fails=1)
    s.do("pass").done()
    assert (s.unit("T").disrupted, s.unit("T").steps) == (True, 2)


@rule("CM.d")
@pytest.mark.parametrize(
    "line",
    [
        "soviet guards-infantry T at F1 disrupted",  # two hexes away
        "soviet guards-infantry T at D1 disrupted reduced",  # no step to lose
        "soviet t-34-76 T at D1 disrupted",  # no infantry
        "soviet 45mm-atg T at D1 disrupted",
    ],
)
def test_whom_he_cannot_force(line: str) -> None:
    s = failing("soviet guards-infantry S at D1 commissar", line, fails=1)
    s.done()
    assert s.asked == ("soviet", "operation")
    assert s.unit("T").disrupted


@rule("CM.d")
def test_once_an_activation() -> None:
    """The second platoon that fails is not asked about; one that was spared leaves him free for the next."""
    lines = (
        "soviet guards-infantry S at D1 commissar",
        "soviet guards-infantry T at D1 disrupted",
        "soviet guards-infantry U at E1 disrupted",
    )
    s = failing(*lines, fails=2).do("rally", "T").do("coerce", "T")
    assert s.asked == ("soviet", "operation")
    assert s.unit("U").disrupted
    s = failing(*lines, fails=2).do("rally", "T").do("pass")
    assert s.asked == ("soviet", "coercion")
    assert s.options("coerce", "U")


@rule("3.4.3.1", "CM.d")
def test_the_owner_names_who_rallies_next() -> None:
    """The Commissar is for the second platoon of the list, so that one tries first; nobody is left to name then."""
    s = failing(
        "soviet guards-infantry S at D1 commissar",
        "soviet guards-infantry T at D1 disrupted",
        "soviet guards-infantry U at E1 disrupted",
        fails=2,
    )
    assert s.asked == ("soviet", "rally") and [c.piece for c in s.options("rally")] == ["T", "U"]
    s.do("rally", "U").do("coerce", "U")
    assert s.asked == ("soviet", "operation")
    assert (s.unit("U").disrupted, s.unit("U").steps) == (False, 1)
    assert (s.unit("T").disrupted, s.unit("T").steps) == (True, 2)


@rule("3.4.3.1")
def test_without_commissar_and_fate_the_order_is_not_asked_for() -> None:
    s = failing("soviet guards-infantry T at D1 disrupted", "soviet guards-infantry U at E1 disrupted", fails=2)
    assert s.asked == ("soviet", "operation")
    assert [e.text for e in s.told("morale check")] == ["rally of T", "rally of U"]


@rule("CM.d")
def test_in_the_next_activation_he_may_again() -> None:
    s = stage(
        f"""{GUARDS}
        soviet guards-infantry S at D1 commissar
        soviet guards-infantry T at D1 disrupted
        soviet guards-infantry U at E1 disrupted
        designated soviet 1
        cup soviet designated-soviet
        phase draw""",
        *(1, 6, 6, 6, 6),  # the Designated Formation marker
        *(1, 6, 6),  # its own
        goes_on=True,
    )
    s.do("rally", "T").do("coerce", "T").do("finish")
    assert s.asked == ("soviet", "coercion")
    s.do("coerce", "U").done()
    assert [s.unit(id).steps for id in "TU"] == [1, 1]


@rule("CM.d", "CM.a")
@pytest.mark.parametrize(("die", "alive"), [(1, False), (2, True)])
def test_forcing_his_own_platoon_reduces_it_and_so_he_rolls(die: int, alive: bool) -> None:
    s = stage(f"{GUARDS}\nsoviet guards-infantry S at D1 disrupted commissar\nphase rally", 6, 6, die)
    s.do("coerce", "S").done()
    assert (s.unit("S").disrupted, s.unit("S").steps) == (False, 1)
    assert commissar(s) == ("S" if alive else "")


@rule("CM.d")
def test_the_dead_force_nobody() -> None:
    s = failing("soviet guards-infantry S at D1", "soviet guards-infantry T at D1 disrupted", fails=1)
    s.done()
    assert s.asked == ("soviet", "operation")
