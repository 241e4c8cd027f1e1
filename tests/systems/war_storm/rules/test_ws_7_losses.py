"""7.4 Losses: who is hit, what it costs, and officers under fire."""

import pytest
from ws_fight import OPEN, Drill, platoons

from sandtable.systems.war_storm.reading.book import after_first_loss, rulebook
from sandtable.systems.war_storm.rules.faults import faults
from sandtable.systems.war_storm.rules.losses import eligible, take_hits
from sandtable.systems.war_storm.rules.morale import Shock, company_morale, platoon_morale
from sandtable.systems.war_storm.rules.turn import begin_turn
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.book import GREEN, STANDARD, VETERAN
from sandtable.systems.war_storm.state.pieces import ELIMINATED, POOL, Battle
from sandtable.table.chance import ScriptedChance
from sandtable.testing import rule

TARGET = ".0\n.0\nblue us-infantry U at A000\nblue officer O at A000\nactor O\n"


def struck(text: str, hits: int, *dice: int) -> tuple[Battle, Shock]:
    """The red units of a scene take some hits."""
    b = scene(text)
    b.chance = ScriptedChance(*dice)
    shock = Shock(b.ground.index["A001"], [b.ground.index["A000"]])
    take_hits(b, b.units_at(b.ground.index["A001"], 1), hits, shock)
    assert len(b.chance.drawn) == len(dice)
    return (b, shock)


def lost(b: Battle, *ids: str) -> list[int]:
    return [platoon.lost for platoon in platoons(b, *ids)]


@rule("7.4.b", "7.4.g", "3.1.a")
def test_a_single_platoon_takes_all_hits() -> None:
    b, _ = struck(TARGET + "red grenadier G at A001", 2)
    assert lost(b, "G") == [2]


@rule("7.4.a", "7.4.f", "7.4.g")
def test_armour_is_immune_to_anti_personnel_fire() -> None:
    text = TARGET + "red assault-gun S at A001\nred assault-gun T at A001\nred grenadier G at A001"
    b, _ = struck(text, 2)
    assert lost(b, "S", "T", "G") == [0, 0, 2]
    behind_armour, _ = struck(TARGET + "red assault-gun S at A001\nred officer P at A001", 2)
    assert lost(behind_armour, "S") == [0]  # and the officer need not check


@rule("7.4.c")
@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ([(VETERAN, 0), (GREEN, 2), (STANDARD, 0)], [1]),  # green first, whatever its losses
        ([(VETERAN, 0), (STANDARD, 0)], [0, 1]),
        ([(GREEN, 1), (STANDARD, 0)], [1]),  # no veteran: only losses count
        ([(VETERAN, 0), (GREEN, 3), (STANDARD, 1)], [0]),  # the green one is gone
    ],
)
def test_green_before_veteran(states: list[tuple[int, int]], expected: list[int]) -> None:
    assert eligible(states) == expected


@rule("7.4.d", "7.4.e", "7.4.1.a")
def test_the_example_of_even_losses() -> None:
    """Two reduced platoons and a full one take three hits: two on the full one, the third by chance among all."""
    text = TARGET + "red grenadier A at A001 lost=2\nred grenadier B at A001 lost=2\nred grenadier C at A001"
    for die, expected in (
        (1, [3, 2, 2]),
        (2, [3, 2, 2]),
        (3, [2, 3, 2]),
        (4, [2, 3, 2]),
        (5, [2, 2, 3]),
        (6, [2, 2, 3]),
    ):
        b, _ = struck(text, 3, die)
        assert lost(b, "A", "B", "C") == expected


@rule("7.4.e", "7.4.g")
def test_two_and_four_candidates() -> None:
    text = TARGET + "".join(f"red german-mg-3-3 {name} at A001 lost=1\n" for name in "ABCD")
    two = TARGET + "red grenadier A at A001\nred grenadier B at A001"
    assert [lost(struck(two, 1, die)[0], "A", "B") for die in (3, 4)] == [[1, 0], [0, 1]]
    assert lost(struck(text, 1, 4)[0], "A", "B", "C", "D") == [1, 1, 1, 2]


@rule("7.4.g")
def test_hits_beyond_the_last_step_do_nothing() -> None:
    b, shock = struck(TARGET + "red grenadier G at A001 lost=2\nred officer P at A001", 3, 1, 1)
    # The officer's roll counts the one hit his platoon could take: 2 - 1 is still 1.
    assert platoons(b, "G")[0].hex == ELIMINATED and shock.hurt == {platoons(b, "G")[0].index}


@rule("3.1.b", "3.1.c", "7.4.1.a", "7.4.1.b", "1.e")
def test_the_third_step_eliminates() -> None:
    b, shock = struck(TARGET + "red grenadier G at A001", 3)
    platoon = platoons(b, "G")[0]
    assert platoon.hex == ELIMINATED and platoon.lost == 3 and shock.dead == [platoon.index]
    assert [event.kind for event in b.events] == ["step lost", "step lost", "step lost", "eliminated"]
    assert faults(b) == []
    b, _ = struck(TARGET + "red grenadier G at A001", 1)
    assert platoons(b, "G")[0].lost == 1 and faults(b) == [], "five of six steps are still counted in its hex"


@rule("7.4.2.a")
@pytest.mark.parametrize(
    ("full", "left"), [(1, 0), (6, 5), (7, 5), (10, 8), (11, 9), (12, 9), (15, 12), (16, 12), (20, 16)]
)
def test_fire_factor_after_the_first_loss(full: int, left: int) -> None:
    assert after_first_loss(full, rulebook().first_loss) == left


@rule("7.4.2.b")
def test_the_reduced_side_has_its_own_fire_factor() -> None:
    text = TARGET + "red panzergrenadier A at A001 lost=2\nred motorized-infantry B at A001 lost=2"
    assert [each.type.ff[each.lost] for each in platoons(scene(text), "A", "B")] == [4, 3]


# Officers ------------------------------------------------------------------------------------------


@rule("7.4.3.a", "7.4.3.c", "9.1.1.c")
def test_an_officer_alone_falls_to_any_hit() -> None:
    text = TARGET + "red officer P at A001\nred grenadier G at A001 of=red\n"
    alone = Drill(
        OPEN + TARGET.removeprefix(".0\n.0\n") + "red officer P at A001\nred grenadier G at A003", 1, 1, 1, 1
    )
    alone.do("fire", "U", "A001")
    assert alone.last("officer lost").piece == "P" and alone.last("officer lost").rule == "7.4.3.a"
    assert alone.last("company check").need == 7  # his morale without leadership
    with_platoon, _ = struck(text, 1, 6, 6)
    assert with_platoon.unit("P").hex >= 0


@rule("7.4.3.a")
def test_no_hit_no_harm() -> None:
    drill = Drill(TARGET + "red officer P at A001", 6, 6)
    drill.do("fire", "U", "A001")
    assert not drill.told("officer lost")


@rule("7.4.3.b")
@pytest.mark.parametrize(
    ("hits", "dice", "falls"), [(1, (1, 1), True), (1, (1, 2), False), (3, (2, 2), True), (3, (2, 4), False)]
)
def test_an_officer_with_platoons_rolls(hits: int, dice: tuple[int, int], falls: bool) -> None:
    b, shock = struck(TARGET + "red grenadier G at A001\nred officer P at A001", hits, *dice)
    assert bool(shock.leaderless) == falls
    assert lost(b, "G") == [hits]


def order(b: Battle) -> list[tuple[str, str]]:
    """What was told of officers and hits, in order, and of whom."""
    return [(e.kind, e.piece) for e in b.events if e.kind in ("officer check", "officer lost", "step lost")]


@rule("7.4.3.b")
def test_an_officer_rolls_before_the_hits_are_allocated_as_in_the_example() -> None:
    b, _ = struck(TARGET + "red grenadier G at A001\nred grenadier H at A001\nred officer P at A001", 1, 6, 6, 2)
    assert order(b) == [("officer check", "P"), ("step lost", "G")]


@rule("7.4.3.b")
def test_an_officer_rolls_for_hits_on_his_own_platoons_only() -> None:
    """G of P and H of Q: three hits are two for one of them. P would fall by three and does not by two."""
    text = TARGET + "red grenadier G at A001 lost=1\nred officer P at A001\n"
    text += "red grenadier H at A001 of=q\nred officer Q at A001 of=q\n"
    b, shock = struck(text, 3, 1, 2, 2, 1, 1)  # H, then by lot G, then H; P 4 - 1, Q 2 - 2
    assert lost(b, "G", "H") == [2, 2]
    assert order(b)[3:] == [("officer check", "P"), ("officer check", "Q"), ("officer lost", "Q")]
    assert [event.value for event in b.events if event.kind == "officer check"] == [3, 0]
    assert shock.leaderless == {b.company_of(b.unit("Q")).index}  # type: ignore[union-attr]


@rule("7.4.3.b")
def test_an_officer_without_platoons_of_his_own_there_is_in_no_danger() -> None:
    b, shock = struck(TARGET + "red grenadier G at A001\nred officer Q at A001 of=q\nred grenadier H at off of=q", 3)
    assert lost(b, "G") == [3] and not shock.leaderless and b.unit("Q").hex >= 0


@rule("7.4.3.b", "HRO.4")
def test_a_high_ranking_officer_shares_the_danger_of_all() -> None:
    text = TARGET + "red grenadier G at A001\nred grenadier H at A001 of=q\nred officer R at A001 role=high-ranking"
    b, _ = struck(text, 2, 1, 2, 1)
    assert order(b)[:2] == [("officer check", "R"), ("officer lost", "R")]


@rule("7.4.5.a", "7.4.5.b", "7.4.3.c")
def test_a_company_without_officer() -> None:
    text = TARGET + "red grenadier G at A001 lost=1\nred grenadier H at A001\nred officer P at A001 morale=8 lead=2"
    b, _ = struck(text, 1, 1, 1)
    platoon = platoons(b, "H")[0]
    company = b.companies[platoon.company]
    assert company.officer < 0 and company.replace
    assert all(each.out_of_command for each in platoons(b, "G", "H"))
    assert company_morale(b, company) == 8  # his morale, not his leadership
    assert [platoon_morale(b, each) for each in platoons(b, "G", "H")] == [7, 7]


@rule("7.4.5.c", "8.b")
def test_an_officer_lost_on_the_way_does_not_stop_the_others() -> None:
    text = OPEN + "blue officer O at A000\nblue us-infantry U at A000\nred grenadier G at A303 reaction=0\nactor O\n"
    drill = Drill(text, 1, 2, 1, 1, 1, 1)  # effect 3: a hit; the officer 2 - 1; the company stands
    drill.do("move", "O").do("along", "U").do("to", "O", "A202").do("react", "G", "A100")
    assert drill.last("officer lost").piece == "O" and drill.last("company check").value < 0
    assert drill.asked == ("blue", "march") and drill.at("U") == "A100"
    drill.do("to", "U", "A202")
    assert drill.at("U") == "A202"


@rule("7.4.5.c")
def test_a_failed_check_for_the_lost_officer_stops_them() -> None:
    text = OPEN + "blue officer O at A000\nblue us-infantry U at A000\nred grenadier G at A303 reaction=0\nactor O\n"
    drill = Drill(text, 1, 2, 1, 1, 6, 3)  # 9 against 7: routed
    drill.do("move", "O").do("along", "U").do("to", "O", "A202").do("react", "G", "A100").run_on()
    assert drill.unit("U").hex < 0 or drill.unit("U").routed
    assert drill.b.move is None


# Replacements --------------------------------------------------------------------------------------

FALLEN = (
    OPEN
    + """
blue us-infantry U at A000 ooc
blue us-infantry V at A200 ooc
blue officer O at dead morale=8 lead=1
red grenadier G at A606
red officer P at A606
replacement blue argent
replacement blue cole
phase start
"""
)


@rule("7.4.4.a", "7.4.5.b", "3.b", "1.d")
def test_a_replacement_takes_over_at_the_start_of_the_next_turn() -> None:
    b = scene(FALLEN)
    b.companies[0].replace = True
    procedure = begin_turn(b)
    question = next(procedure)
    assert question.kind == "replacement" and {choice.to for choice in question.options()} == {"A000", "A200"}
    with pytest.raises(StopIteration):
        procedure.send(question.options()[1])
    argent = next(officer for officer in b.officers if officer.type.key == "argent")
    assert b.ground.names[argent.hex] == "A200" and not argent.routed and not argent.finished
    company = b.companies[0]
    assert company.officer == argent.index and not company.replace
    assert company_morale(b, company) == 7  # Sgt. Argent: 7, leadership 0
    assert [officer.hex for officer in b.officers if officer.type.key == "cole"] == [POOL]


@rule("7.4.4.b")
def test_without_one_of_his_kind_an_infantry_officer_comes() -> None:
    b = scene(FALLEN)
    b.companies[0].replace = True
    b.companies[0].kind = "cavalry"
    procedure = begin_turn(b)
    question = next(procedure)
    with pytest.raises(StopIteration):
        procedure.send(question.options()[0])
    assert b.events[-1].kind == "replaced" and b.events[-1].rule == "7.4.4.b"
    none_left = scene(FALLEN.replace("replacement blue argent\nreplacement blue cole\n", ""))
    none_left.companies[0].replace = True
    assert list(begin_turn(none_left)) == []
    assert none_left.companies[0].officer < 0


@rule("7.4.4.c", "HRO.4")
def test_a_high_ranking_officer_is_not_replaced() -> None:
    text = (
        TARGET.replace("\nactor O", "")
        + "red officer R at A001 role=high-ranking\nred grenadier G at A001 of=red\nactor O"
    )
    b, shock = struck(text, 1, 1, 1)
    assert b.unit("R").hex == ELIMINATED
    assert shock.leaderless == set() and not any(company.replace for company in b.companies)
