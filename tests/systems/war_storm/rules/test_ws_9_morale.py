"""9.1, 9.2 Morale: values, triggers, company and platoon checks and what comes of them."""

import pytest
from ws_fight import OPEN, Drill, platoons

from sandtable.systems.war_storm.rules.losses import take_hits
from sandtable.systems.war_storm.rules.morale import (
    Shock,
    activation_check,
    activation_morale,
    aftermath,
    company_morale,
    officer_lost,
    platoon_morale,
    wire_check,
)
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import ELIMINATED, Battle, Platoon
from sandtable.table.chance import ScriptedChance
from sandtable.testing import rule


def shocked(text: str, hits: int, *dice: int, at: str = "A303") -> tuple[Battle, Shock]:
    """The red units in a hex take hits from A003, with all that follows; whoever runs takes the first way."""
    b = scene(OPEN + text)
    b.chance = ScriptedChance(*dice)
    place = b.ground.index[at]
    shock = Shock(place, [b.ground.index["A003"]])
    take_hits(b, b.units_at(place, 1), hits, shock)
    procedure = aftermath(b, shock)
    try:
        question = next(procedure)
        while True:
            question = procedure.send(question.options()[0])
    except StopIteration:
        pass
    assert len(b.chance.drawn) == len(dice), (b.chance.drawn, [event.kind for event in b.events])
    return (b, shock)


def checks(b: Battle, kind: str) -> list[tuple[str, int, int]]:
    """Who checked, against what, and by how much it was above."""
    return [(event.piece, event.need, event.value) for event in b.events if event.kind == kind]


def one(b: Battle, id: str) -> Platoon:
    return platoons(b, id)[0]


# Values ------------------------------------------------------------------------------------------

COMPANY = """
red officer P at A303 morale=7 lead=1
red grenadier G at A303
red grenadier H at A303
red grenadier I at A303
red grenadier J at dead
"""


@rule("9.1.a", "9.a")
def test_company_morale_falls_with_heavy_losses() -> None:
    """Four platoons; one is gone and the others have lost 3 steps: 6 - 4 = 2 less."""
    text = COMPANY.replace("G at A303", "G at A303 lost=2").replace("H at A303", "H at A303 lost=1")
    b = scene(OPEN + text)
    assert b.losses(b.companies[0]) == 6 and company_morale(b, b.companies[0]) == 7 + 1 - 2
    none = scene(OPEN + COMPANY)
    assert company_morale(none, none.companies[0]) == 8


@rule("9.1.a")
def test_a_routed_officer_does_not_lead() -> None:
    b = scene(OPEN + COMPANY.replace("lead=1", "lead=1 routed"))
    assert company_morale(b, b.companies[0]) == 7
    assert platoon_morale(b, one(b, "G")) == 7


@rule("9.2.a", "9.2.2.b", "9.2.1.b", "4.3.1.f")
def test_the_platoon_morale_example_of_the_book() -> None:
    text = "red officer P at A303 morale=8 lead=1 range=1\nred grenadier G at A303\n"
    b = scene(
        OPEN + text + "red grenadier H at A306 ooc\nred grenadier I at A306 ooc lost=1\nblue us-infantry U at A000"
    )
    assert [platoon_morale(b, one(b, id)) for id in "GHI"] == [9, 8, 7]
    assert [activation_morale(b, one(b, id), []) for id in "HI"] == [7, 6]


@rule("9.2.a")
def test_leadership_needs_the_range_at_the_moment_of_the_check() -> None:
    """Not marked Out-of-Command yet, but beyond the range: no leadership. Marked, but back in range: none either."""
    text = "red officer P at A303 morale=8 lead=1 range=1\nred grenadier G at A306\nred grenadier H at A303 ooc"
    b = scene(OPEN + text)
    assert [platoon_morale(b, one(b, id)) for id in "GH"] == [8, 8]


@rule("9.2.2.a", "9.2.2.b", "4.3.1.f")
@pytest.mark.parametrize(("dice", "passes"), [((3, 4), True), ((4, 4), False)])
def test_activation_of_an_out_of_command_platoon(dice: tuple[int, int], passes: bool) -> None:
    b = scene(OPEN + "red officer P at A303 morale=8 lead=1 range=1\nred grenadier G at A306 ooc")
    b.chance = ScriptedChance(*dice)
    assert activation_check(b, one(b, "G")) == passes
    assert one(b, "G").finished == (not passes)
    assert b.events[-1].need == 7


@rule("9.2.1.a", "9.2.2.c", "21")
@pytest.mark.parametrize(("dice", "passes"), [((4, 4), True), ((4, 5), False)])
def test_barbed_wire(dice: tuple[int, int], passes: bool) -> None:
    b = scene(OPEN + COMPANY)
    b.chance = ScriptedChance(*dice)
    assert wire_check(b, one(b, "G")) == passes
    assert one(b, "G").finished == (not passes)


# Triggers ----------------------------------------------------------------------------------------

THREE = """
red officer P at A403 morale=7 lead=1 range=1
red grenadier G at A303
red grenadier H at A302
red grenadier I at A403
"""
DEAD = THREE.replace("G at A303", "G at A303 lost=2")
HIDING = "".join(f"ground {h} w0\n" for h in ("A404", "A504", "A405", "A505", "A403"))


@rule("9.1.1.b", "7.4.1.b", "7.3.j")
def test_a_lost_platoon_makes_its_company_check() -> None:
    b, _ = shocked(THREE.replace("G at A303", "G at A303 lost=2"), 1, 3, 4)
    assert checks(b, "company check") == [("P", 8, -1)]


@rule("9.1.1.d", "7.3.j")
def test_heavy_losses_make_the_company_check_once() -> None:
    few, _ = shocked(THREE, 2)
    assert checks(few, "company check") == []  # two steps, three platoons
    even, _ = shocked(THREE.replace("H at A302", "H at A302 lost=1"), 2)
    assert checks(even, "company check") == []  # three steps, three platoons
    many, _ = shocked(THREE.replace("H at A302", "H at A302 lost=2"), 2, 3, 3)
    assert checks(many, "company check") == [("P", 7, -1)]  # hits three and four; one check, 7 + 1 - 1
    old, _ = shocked(THREE.replace("H at A302", "H at A302 lost=2").replace("I at A403", "I at A403 lost=2"), 0)
    assert checks(old, "company check") == []  # no hit in this attack


@rule("9.1.1.c", "7.4.3.c")
def test_a_lost_officer_makes_his_company_check() -> None:
    b, _ = shocked(THREE.replace("P at A403", "P at A303"), 1, 1, 1, 3, 4)
    assert checks(b, "company check")[0][1:] == (7, 0)  # 7 without his leadership


@rule("6.2.f", "9.1.1.c", "7.4.5.a")
def test_a_captured_officer_makes_his_company_check() -> None:
    b = scene(OPEN + THREE.replace("P at A403", "P at A302"))
    b.chance = ScriptedChance(1, 1)
    place = b.ground.index["A302"]
    list(officer_lost(b, b.officers[0], place, place))
    assert b.officers[0].hex == ELIMINATED and checks(b, "company check")[0][1] == 7


@rule("6.2.f", "4.1.d", "9.3.1.b")
def test_an_officer_who_runs_with_a_captured_mans_platoons_leaves_his_own_out_of_command() -> None:
    """X is caught. G, of his company, routs and runs three hexes, Y with it; H, of Y's company, stays behind."""
    text = "red officer X at A202 morale=7 of=B\nred grenadier G at A303 of=B\nblue us-infantry U at A101\n"
    b = scene(f"{OPEN}{text}red officer Y at A303 morale=7 range=1 of=C\nred grenadier H at A204 of=C")
    b.chance = ScriptedChance(4, 4)
    procedure = officer_lost(b, b.officer("X"), b.ground.index["A202"], b.ground.index["A101"])
    with pytest.raises(StopIteration):
        question = next(procedure)
        while True:
            question = procedure.send(question.options()[0])
    assert [(event.kind, event.rule, event.piece) for event in b.events] == [
        ("officer lost", "6.2.f", "X"),
        ("out of command", "7.4.5.a", "G"),
        ("company check", "9.1.1.c", "G"),
        ("routed", "9.1.2.b", "G"),
        ("ran", "9.3.1.c", "G"),
        ("out of command", "4.1.d", "H"),
    ]
    assert b.officer("Y").hex == one(b, "G").hex and one(b, "H").out_of_command


@rule("9.1.1.a", "9.2.1.h")
def test_who_neither_saw_nor_suffered_it_does_not_check() -> None:
    """Woods hide A303 from I: the company does not check, G's hex mate and H do, each for itself."""
    text = DEAD.replace("I at A403", "I at A606").replace("P at A403", "P at A303")
    b, _ = shocked(text + HIDING + "red grenadier K at A303 lost=2\n", 1, 6, 6, 1, 1, 1, 1, 1)
    assert one(b, "G").hex == ELIMINATED
    assert checks(b, "company check") == []
    assert [piece for piece, _, _ in checks(b, "platoon check")] == ["H", "K"]


@rule("9.1.1.a")
def test_the_officer_and_platoons_off_the_board_do_not_matter() -> None:
    text = DEAD.replace("P at A403", "P at A606").replace("I at A403", "I at off") + HIDING
    b, _ = shocked(text, 1, 1, 1)
    assert len(checks(b, "company check")) == 1


@rule("9.2.1.c")
def test_an_out_of_command_platoon_checks_when_hit() -> None:
    b, _ = shocked(THREE.replace("G at A303", "G at A303 ooc").replace("H at A302", "H at A302 ooc"), 1, 3, 3)
    assert checks(b, "platoon check") == [("G", 6, 0)]  # 7, no leadership, one step lost
    covered, _ = shocked(THREE.replace("G at A303", "G at A303 ooc lost=2"), 1, 1, 1)
    assert checks(covered, "platoon check") == [] and len(checks(covered, "company check")) == 1


@rule("9.1.1.b", "7.3.j", "9.1.2.b")
def test_nobody_checks_twice_because_of_one_attack() -> None:
    """G dies: H sees it and checks, I does not see it. H disintegrates before the eyes of I, who checks now."""
    text = "red officer P at A606 morale=7 lead=1\nred grenadier G at A301 lost=2\nred grenadier H at A303 lost=1\n"
    b, shock = shocked(text + "red grenadier I at A305\nground A303 w0\n", 1, 6, 6, 1, 1, at="A301")
    assert [piece for piece, _, _ in checks(b, "platoon check")] == ["H", "I"]
    assert one(b, "H").hex == ELIMINATED and shock.checked == {one(b, "H").index, one(b, "I").index}


# Results -----------------------------------------------------------------------------------------


@rule("9.1.2.a")
def test_a_roll_not_above_morale_passes() -> None:
    b, _ = shocked(DEAD, 1, 4, 4)
    assert not any(unit.routed for unit in b.units)


@rule("9.1.2.b", "9.3.1.b")
@pytest.mark.parametrize("dice", [(4, 5), (6, 6)])
def test_one_to_four_above_routs_the_company_and_its_officer(dice: tuple[int, int]) -> None:
    b, _ = shocked(DEAD, 1, *dice)
    assert [event.piece for event in b.events if event.kind == "routed"] == ["H", "I", "P"]
    assert {event.rule for event in b.events if event.kind == "routed"} == {"9.1.2.b"}
    assert not [event for event in b.events if event.kind == "disintegrated"]


@rule("9.1.2.b")
def test_an_officer_still_off_the_board_does_not_rout() -> None:
    b, _ = shocked(DEAD.replace("P at A403", "P at off"), 1, 4, 5)
    assert [event.piece for event in b.events if event.kind == "routed"] == ["H", "I"]


@rule("9.1.2.d", "7.4.4.a")
def test_a_routed_officer_may_be_lost_where_his_platoons_only_rout() -> None:
    b, _ = shocked(DEAD.replace("P at A403", "P at A403 routed"), 1, 5, 5)  # 10 against 7
    assert [(event.piece, event.rule) for event in b.events if event.kind == "disintegrated"] == [("P", "9.1.2.d")]
    assert [event.piece for event in b.events if event.kind == "routed"] == ["H", "I"]
    company = b.companies[0]
    assert company.officer < 0 and company.replace
    assert all(platoon.out_of_command for platoon in b.platoons_of(company))


@rule("9.1.2.c")
def test_five_above_disintegrates_the_company() -> None:
    b, _ = shocked(DEAD.replace("morale=7", "morale=6"), 1, 6, 6)  # 12 against 7
    assert [event.piece for event in b.events if event.kind == "disintegrated"] == ["H", "I", "P"]
    assert {event.rule for event in b.events if event.kind == "disintegrated"} == {"9.1.2.c"}
    company = b.companies[0]
    assert company.officer < 0 and not company.replace and b.losses(company) == 9


@rule("9.1.2.d")
def test_a_routed_company_disintegrates_at_three() -> None:
    routed = DEAD.replace("P at A403", "P at A403 routed").replace("H at A302", "H at A302 routed")
    at_three, _ = shocked(
        routed.replace("I at A403", "I at A403 routed"), 1, 5, 5
    )  # 10 against 7: leadership is gone
    assert [event.piece for event in at_three.events if event.kind == "disintegrated"] == ["H", "I", "P"]
    at_two, _ = shocked(routed.replace("I at A403", "I at A403 routed"), 1, 4, 5)
    assert not [event for event in at_two.events if event.kind in ("disintegrated", "ran", "routed")]


@rule("9.1.2.d")
def test_in_a_company_partly_routed_each_is_judged_by_himself() -> None:
    text = DEAD.replace("H at A302", "H at A302 routed").replace("morale=7", "morale=6")
    b, _ = shocked(text, 1, 5, 5)  # 10 against 7: the routed one is gone, the others rout
    assert [event.piece for event in b.events if event.kind == "disintegrated"] == ["H"]
    assert [event.piece for event in b.events if event.kind == "routed"] == ["I", "P"]


@rule("9.2.2.f", "9.1.1.a", "9.1.2.c", "9.1.2.d", "9.2.1.e")
@pytest.mark.parametrize(
    ("words", "dice", "routed", "alive"),
    [
        ("ooc", (3, 3), False, True),  # 6: morale
        ("ooc", (3, 4), True, True),
        ("ooc", (5, 5), True, True),  # 4 above
        ("ooc", (5, 6, 1, 1, 1, 1), False, False),  # 5 above; the others have seen it and check
        ("ooc routed", (4, 4), True, True),  # 2 above
        ("ooc routed", (4, 5, 1, 1, 1, 1), True, False),  # 3 above
    ],
)
def test_results_of_a_platoon_check(words: str, dice: tuple[int, ...], routed: bool, alive: bool) -> None:
    b, _ = shocked(THREE.replace("G at A303", f"G at A303 {words}"), 1, *dice)
    platoon = one(b, "G")
    assert platoon.routed == routed and (platoon.hex >= 0) == alive
    assert not b.officers[0].routed  # he routs only with his company


@rule("9.1.1.f", "9.1.1.g", "9.2.1.f", "9.2.1.g", "16-20", "16-20.found")
def test_there_is_no_assault_by_or_on_armour() -> None:
    """Chapters 18 to 20 are not in Section 1: armour neither assaults nor is assaulted, and nothing checks for it."""
    text = OPEN + "blue officer O at A001\nblue us-infantry U at A001\nred officer P at A002\n"
    text += "red assault-gun S at A002\nactor O"
    drill = Drill(text)
    assert not drill.options("ready")
    turned = Drill(text.replace("actor O", "red grenadier G at A002\nactor P"))
    assert {choice.piece for choice in turned.options("ready")} == {"G"}
