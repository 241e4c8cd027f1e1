"""At the very bound: stacking, wrecks, hits shared out, measures, command and calls, in the first hex and beyond."""

from collections.abc import Generator
from typing import Any

import pytest

from sandtable.systems.nations_at_war.reading.book import rulebook
from sandtable.systems.nations_at_war.rules.chaos import extra_guns
from sandtable.systems.nations_at_war.rules.combat.assault import assault_numbers
from sandtable.systems.nations_at_war.rules.combat.bombardment import cover_of_hex
from sandtable.systems.nations_at_war.rules.combat.fire import plane_side, targets
from sandtable.systems.nations_at_war.rules.combat.hits import (
    check_chiefs,
    effect,
    eliminate,
    leave_wreck,
    lose_touch,
    orphan_hqs,
    spread,
    strike_hq,
)
from sandtable.systems.nations_at_war.rules.combat.overrun import why_no_overrun
from sandtable.systems.nations_at_war.rules.combat.smoke import smoke_hexes
from sandtable.systems.nations_at_war.rules.command import command_range, in_command, morale_check, pay_for_command
from sandtable.systems.nations_at_war.rules.fate import own_fate, why_no_fate_move
from sandtable.systems.nations_at_war.rules.fire_missions import callers, idle_mortars, range_in
from sandtable.systems.nations_at_war.rules.movement import crowded, moves_and_fires, stop_hurt
from sandtable.systems.nations_at_war.rules.operations.options import beyond_half, may_fire
from sandtable.systems.nations_at_war.rules.operations.refusals import why_no_move, why_no_work
from sandtable.systems.nations_at_war.rules.setup import hexes_for_hqs, measure_hexes
from sandtable.systems.nations_at_war.rules.transport import why_no_embark
from sandtable.systems.nations_at_war.rules.turn import begin_turn, designate, hold_end_turns
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.state.pieces import ELIMINATED, Action, Battle
from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice
from sandtable.testing.citing import rule
from sandtable.testing.scene import tale

ROW = ".. " * 10


def names(b: Battle, mask: int) -> set[str]:
    return {name for name, place in b.ground.index.items() if mask >> place & 1}


def result(procedure: Generator[Any, Any, Any]) -> Any:
    """What a procedure returns that asks nobody."""
    try:
        next(procedure)
    except StopIteration as over:
        return over.value
    raise AssertionError("somebody was asked")


def acting(b: Battle, *ids: str, **words: Any) -> Action:
    action = Action([b.unit(id).index for id in ids], -1)
    for name, value in words.items():
        setattr(action, name, value)
    return action


# Stacking and what lies in a hex ---------------------------------------------------------------------


@rule("2.9.a", "2.5.6.c")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_where_one_or_two_more_or_an_hq_are_too_many(side: str) -> None:
    """One unit in A1, two in C1, an HQ in A1; the enemy is not counted."""
    other = {"german": "soviet", "soviet": "german"}[side]
    hq = {"german": "320th-infantry-hq", "soviet": "276th-tank-hq"}[side]
    text = f"{ROW}\n{side} infantry I at A1\n{side} infantry J at C1\n{side} infantry K at C1\n{side} hq {hq} at A1\n"
    b = scene(f"{text}{other} infantry S at E1\n{other} infantry T at E1\n{side} infantry L at off")
    number = b.unit("I").side
    assert names(b, crowded(b, number, 1, False)) == {"C1"}
    assert names(b, crowded(b, number, 2, False)) == {"A1", "C1"}
    assert names(b, crowded(b, number, 1, True)) == {"A1", "C1"}
    assert names(b, crowded(b, 1 - number, 1, True)) == {"E1"}


@rule("2.9.c", "5.1.3.i")
def test_one_wreck_a_hex() -> None:
    b = scene(f"{ROW}\ngerman infantry I at C1\nsoviet infantry S at E1")
    for place in (0, 0, 1):
        leave_wreck(b, place, "5.1.3.i")
    assert names(b, b.wrecks) == {"A1", "B1"}
    assert tale(b.events) == ["5.1.3.i wreck @A1", "5.1.3.i wreck @B1"]


@rule("2.5.6.2.c", "2.5.6.2.f")
@pytest.mark.parametrize(
    ("hq", "steps", "told"),
    [
        ("11th-panzer-hq", 1, ["2.5.6.2.c hq reduced 11th-panzer-hq @A1"]),
        ("11th-panzer-hq", 2, ["2.5.6.2.c hq eliminated 11th-panzer-hq @A1", "2.5.6.2.f wreck @A1"]),
        ("320th-infantry-hq", 2, ["2.5.6.2.c hq eliminated 320th-infantry-hq @A1"]),
    ],
)
def test_what_is_left_of_an_hq(hq: str, steps: int, told: list[str]) -> None:
    b = scene(f"{ROW}\ngerman pzivg P at A1\ngerman hq {hq} at A1\nsoviet infantry S at E1")
    strike_hq(b, b.hqs[0], steps)
    assert tale(b.events) == told
    assert b.hqs[0].steps == 2 - steps and (b.hqs[0].hex == ELIMINATED) is (steps == 2)


@rule("2.5.6.a", "2.5.6.c")
def test_an_hq_is_set_up_with_its_own_and_without_another() -> None:
    b = scene(
        f"{ROW}\ngerman infantry I at A1\ngerman infantry J at C1\ngerman infantry K at off\nsoviet infantry S at E1"
    )
    own = b.formations[b.unit("I").formation]
    assert {b.ground.names[place] for place in hexes_for_hqs(b, own)} == {"A1", "C1"}
    text = f"{ROW}\ngerman infantry I at A1\ngerman infantry J at C1\ngerman hq 320th-infantry-hq at A1\n"
    b = scene(f"{text}soviet infantry S at E1")
    assert {b.ground.names[place] for place in hexes_for_hqs(b, b.formations[b.unit("I").formation])} == {"C1"}


# Hits ------------------------------------------------------------------------------------------------


@rule("5.1.3.a", "5.1.3.b", "5.1.6.f")
@pytest.mark.parametrize(
    ("disrupted", "steps", "hits", "spared", "outcome"),
    [
        (False, 2, 0, False, (False, 0)),
        (False, 2, 1, False, (True, 0)),
        (False, 2, 2, False, (True, 1)),
        (False, 2, 3, False, (True, 2)),
        (False, 2, 9, False, (True, 2)),
        (True, 2, 1, False, (False, 1)),
        (True, 2, 3, False, (False, 2)),
        (False, 2, 3, True, (True, 0)),
        (True, 2, 3, True, (False, 0)),
    ],
)
def test_what_hits_do(disrupted: bool, steps: int, hits: int, spared: bool, outcome: tuple[bool, int]) -> None:
    assert effect(disrupted, steps, hits, spared) == outcome


@rule("5.1.6.e", "5.4.h", "9.0.i")
@pytest.mark.parametrize(
    ("ids", "hits", "dice", "shares"),
    [("", 3, (), []), ("S", 3, (), [3]), ("ST", 2, (), [1, 1]), ("ST", 1, (1,), [1, 0]), ("ST", 3, (2,), [1, 2])],
)
def test_hits_are_shared_out(ids: str, hits: int, dice: tuple[int, ...], shares: list[int]) -> None:
    """An odd face is the first of the hex."""
    b = scene(f"{ROW}\ngerman infantry I at C1\nsoviet infantry S at E1\nsoviet infantry T at E1")
    b.chance = ScriptedChance(*dice)
    assert result(spread(b, [b.unit(id) for id in ids], hits, 0)) == shares
    told = [f"5.4.h odd hit {'ST'[dice[0] % 2 == 0]} {dice[0]}"] if dice else []
    assert tale(b.events) == told


@rule("5.2.e", "5.2.f")
def test_who_is_hurt_loses_touch_and_is_lost_sight_of() -> None:
    text = f"{ROW}\ngerman pzivg P at A1 acquired=S\ngerman pzivg Q at A1 acquired=T\n"
    b = scene(f"{text}soviet t-34-76 S at E1 acquired=P\nsoviet t-34-76 T at F1")
    lose_touch(b, b.unit("S"))
    assert tale(b.events) == ["5.2.e acquisition lost S >P", "5.2.f acquisition lost P >S"]
    assert (b.unit("S").acquired, b.unit("P").acquired, b.unit("Q").acquired) == (-1, -1, b.unit("T").index)


@rule("5.3.c", "4.1.h")
@pytest.mark.parametrize(
    ("state", "before", "stops"),
    [
        ("disrupted", (False, 2), True),
        ("disrupted", (True, 2), False),
        ("reduced", (False, 2), True),
        ("", (False, 2), False),
    ],
)
def test_who_is_newly_hurt_stops(state: str, before: tuple[bool, int], stops: bool) -> None:
    b = scene(f"{ROW}\ngerman infantry I at A1 {state}\ngerman infantry J at A1\nsoviet infantry S at E1")
    action = acting(b, "I", "J")
    result(stop_hurt(b, action, [b.unit("I"), b.unit("J")], [before, (False, 2)]))
    assert (b.unit("I").ops_complete, b.unit("J").ops_complete) == (stops, False)
    assert action.units == [b.unit(id).index for id in ("J" if stops else "IJ")]


@rule("4.1.h", "5.3.c", "2.5.6.a")
@pytest.mark.parametrize(("place", "kind"), [("A1", "hq parts"), ("B1", "hq parts"), ("lost", "")])
def test_whose_hq_stays_or_goes_on_in_the_first_hex_too(place: str, kind: str) -> None:
    where = "B1" if place == "lost" else place
    text = f"{ROW}\ngerman infantry I at {where} disrupted\ngerman infantry J at {where}\n"
    b = scene(f"{text}german hq 320th-infantry-hq at {where}\nsoviet infantry S at G1")
    if place == "lost":
        b.hqs[0].hex = ELIMINATED
    action = acting(b, "I", "J", hq=0)
    procedure = stop_hurt(b, action, [b.unit("I"), b.unit("J")], [(False, 2), (False, 2)])
    if not kind:
        result(procedure)
        assert action.hq == -1
        return
    question = next(procedure)
    assert (question.kind, question.options()) == (
        kind,
        [Choice("go on", "320th-infantry-hq"), Choice("stay", "320th-infantry-hq")],
    )
    with pytest.raises(StopIteration):
        procedure.send(question.options()[1])
    assert action.hq == -1 and action.units == [b.unit("J").index]


@rule("5.1.6.c", "5.1.6.d", "CTEC.wreck", "CTEC.at_ditch")
@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("marker", ["", "wreck", "ditch"])
def test_dice_of_a_hex_against_shells(hard: bool, marker: str) -> None:
    """The soft bonus, one for a Wreck or a Ditch as the chart has it, and one more where there is armour."""
    b = scene(f"{ROW}\ngerman infantry I at C1\nsoviet infantry S at A1\n{f'marker {marker} A1' if marker else ''}")
    ground = b.ground
    extra = {"": 0, "wreck": ground.wreck.dice_soft, "ditch": ground.ditch.dice_soft}[marker]
    notes: list[Any] = []
    dice = cover_of_hex(b, 0, hard, notes)
    assert dice == ground.terrain[0].dice_soft + extra + int(hard) == sum(note.amount for note in notes)
    assert notes == [] or [note.rule for note in notes] == [
        *({"": [], "wreck": ["CTEC.wreck"], "ditch": ["CTEC.at_ditch"]}[marker]),
        *(["5.1.6.d"] if hard else []),
    ]
    assert cover_of_hex(b, 1, hard, []) == ground.terrain[1].dice_soft + int(hard)


# Who may do what -------------------------------------------------------------------------------------


@rule("4.1.a", "4.1.b", "4.1.k")
@pytest.mark.parametrize(
    ("unit", "may"),
    [("pzivg", True), ("infantry", True), ("45mm-atg", False), ("american-81mm-mortar", False)],
)
def test_who_may_move_and_fire(unit: str, may: bool) -> None:
    b = scene(f"{ROW}\ngerman {unit} P at A1\nsoviet infantry S at E1")
    assert moves_and_fires(b.unit("P")) is (may and b.unit("P").face.mf > 1)
    b.unit("P").unloaded = True
    assert not moves_and_fires(b.unit("P"))


@rule("4.1.c", "4.1.l", "5.1.a", "5.1.b")
def test_at_half_its_mf_a_unit_still_fires() -> None:
    b = scene(f"{ROW}\ngerman pzivg P at A1\nsoviet infantry S at E1")
    unit = b.unit("P")
    action = acting(b, "P", moved=True)
    for spent, may in ((0, True), (unit.face.half_mf, True), (unit.face.half_mf + 1, False)):
        unit.spent = spent
        assert (beyond_half(b, action) is None) is may_fire(b, action, unit) is may
    still = acting(b, "P")
    assert may_fire(b, still, unit)
    for word in ("disrupted", "attacked", "unloaded", "ops_complete"):
        setattr(unit, word, True)
        assert not may_fire(b, still, unit), word
        setattr(unit, word, False)


@rule("7.2.e", "7.3.c", "10.4.a", "5.1.3.c", "10.4.b")
@pytest.mark.parametrize(
    ("do", "unit", "words", "moved", "told"),
    [
        ("clear mines", "pioneer", "", False, "7.2.e There are no mines in A1."),
        ("cut wire", "pioneer", "", False, "7.3.c There is no wire in A1."),
        ("demolish", "pioneer", "", False, "10.4.b P has no intact bridge in its hex or an adjacent one."),
        ("cut wire", "infantry", "", False, "7.3.c P is not an Engineer."),
        ("demolish", "pioneer", "disrupted", False, "5.1.3.c P is Disrupted."),
        ("demolish", "pioneer", "", True, "10.4.a P has moved or fired; this takes its whole activation."),
    ],
)
def test_why_an_engineer_does_no_work(do: str, unit: str, words: str, moved: bool, told: str) -> None:
    b = scene(f"{ROW}\ngerman {unit} P at A1 {words}\ngerman pioneer Q at A1\nsoviet infantry S at E1")
    one = b.unit("P")
    why, number = why_no_work(b, acting(b, "P", moved=moved), [one], Choice(do, "P"))
    assert f"{number} {why}" == told
    for units, piece in (([one, b.unit("Q")], "P"), ([one], "Q")):
        why, number = why_no_work(b, acting(b, "P"), units, Choice(do, piece))
        assert why == "An Engineer must do this work alone."


@rule("5.5.a", "5.5.b", "5.5.c", "5.5.d")
@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("soviet infantry S at B1", ""),
        ("soviet t-34-76 S at B1", "5.5.a"),
        ("soviet infantry S at B1\nmarker wire B1", "5.5.b"),
        ("soviet infantry S at B1\nsoviet infantry T at C1\nsoviet infantry U at C1", "5.5.d"),
    ],
)
def test_why_a_tank_overruns_nobody(words: str, number: str) -> None:
    b = scene(f"{ROW}\ngerman pzivg P at A1\n{words}")
    b.action = acting(b, "P")
    assert why_no_overrun(b, b.action, b.ground.index["B1"])[1] == number


@rule("5.5.c", "5.5.d")
@pytest.mark.parametrize(("left", "may"), [(2, False), (3, True)])
def test_an_overrun_costs_a_point_more_and_one_to_leave(left: int, may: bool) -> None:
    """One for the clear hex, one more to overrun it, and one for the hex beyond."""
    b = scene(f"{ROW}\ngerman pzivg P at A1\nsoviet infantry S at B1")
    b.unit("P").spent = b.unit("P").face.mf - left
    b.action = acting(b, "P", moved=True)
    assert (why_no_overrun(b, b.action, b.ground.index["B1"])[1] == "") is may


@rule("UPS.a", "UPS.b")
def test_smoke_from_the_first_hex() -> None:
    b = scene(f"{ROW}\ngerman infantry I at A1 smoke\ngerman infantry J at A1\nsoviet infantry S at E1")
    assert (smoke_hexes(b, b.unit("I")), smoke_hexes(b, b.unit("J"))) == (["A1", "B1"], [])
    b.unit("I").disrupted = True
    assert smoke_hexes(b, b.unit("I")) == []


# Command and calls -----------------------------------------------------------------------------------


@rule("2.4.n", "8.0.b", "2.5.6.d", "2.6.2.a", "3.4.2.b", "3.4.2.f")
def test_who_needs_no_command_check() -> None:
    """Command Range 4, twice as far for Recon; in radio trouble half for all but Recon."""
    text = f"{ROW}\ngerman infantry I at A1\ngerman hq 320th-infantry-hq at A1\ngerman infantry {{}}\n"
    for halved, words, near in (
        (False, "R at E1", True), (False, "R at F1", False), (True, "R at C1", True), (True, "R at D1", False),
        (False, "R at off", True), (False, "R at J1 leader=1/9", True),
    ):  # fmt: skip
        b = scene(text.format(words) + "soviet infantry S at J1" if "J1" not in words else text.format(words))
        b.hqs[0].halved = halved
        assert command_range(b, b.hqs[0]) == (2 if halved else 4)
        assert in_command(b, b.formations[b.unit("R").formation], b.unit("R")) is near, words


@rule("9.0.e", "9.0.k")
def test_a_point_puts_all_of_a_hex_in_command() -> None:
    b = scene(
        f"{ROW}\ngerman infantry I at A1 ooc\ngerman infantry J at B1 ooc\nsoviet infantry S at E1\nfate german 3"
    )
    side = b.unit("I").side
    pay_for_command(b, side, 0)
    assert (b.unit("I").out_of_command, b.unit("J").out_of_command, b.fate[side]) == (False, True, 2)
    assert tale(b.events) == ["9.0.e fate command german @A1 =2"]


@rule("10.2.b", "3.4.4.b", "2.6.2.b")
@pytest.mark.parametrize(("words", "calls"), [("", True), ("disrupted", False), ("ooc", False)])
def test_which_recon_units_call(words: str, calls: bool) -> None:
    text = f"{ROW}\ngerman infantry I at C1\ngerman hq 320th-infantry-hq at C1\ngerman sdkfz-222 R at A1 {words}\n"
    b = scene(f"{text}soviet infantry S at J1")
    found = callers(b, b.formations[b.unit("R").formation])
    assert set(found) == ({"320th-infantry-hq", "R"} if calls else {"320th-infantry-hq"})
    if calls:
        assert found["R"][1] == 1 and found["320th-infantry-hq"][1] == b.hqs[0].leadership


@rule("5.1.6.g")
@pytest.mark.parametrize("word", ["", "disrupted", "ops_complete", "out_of_command", "attacked"])
def test_which_mortars_fire_a_mission(word: str) -> None:
    b = scene(f"{ROW}\ngerman american-81mm-mortar M at A1\ngerman infantry I at A1\nsoviet infantry S at J1")
    if word:
        setattr(b.unit("M"), word, True)
    assert idle_mortars(b, b.formations[b.unit("M").formation]) == ([] if word else [b.unit("M")])


@rule("7.1.a", "7.2.a")
def test_one_marker_of_a_kind_and_mines_alone() -> None:
    """A1 has wire, B1 mines, C1 nothing: mines go to C1 alone, wire not where it is or mines are."""
    text = f"{ROW}\nmarker wire A1\nmarker mines B1\ngerman infantry I at D1\nsoviet infantry S at J1"
    b = scene(text)
    for kind, closed_to in (("wire", {"A1", "B1"}), ("improved", {"B1"}), ("mines", {"A1", "B1"}), ("ditch", {"B1"})):
        zone = {b.ground.names[place] for place in measure_hexes(b, b.unit("I").side, kind)}
        whole = {b.ground.names[place] for place in range(b.ground.grid.size)}
        assert whole - zone == closed_to, kind


# Fire, assault, chance ---------------------------------------------------------------------------------


@rule("3.2.a")
@pytest.mark.parametrize("axis", [0, 1])
def test_the_axis_draws_first_in_odd_turns(axis: int) -> None:
    for turn, drawer in ((1, axis), (2, 1 - axis), (3, axis)):
        b = scene(f"{ROW}\ngerman infantry I at A1\nsoviet infantry S at J1")
        b.scenario.axis, b.turn = axis, turn
        list(begin_turn(b))
        assert b.drawer == drawer


@rule("5.4.1", "5.4.2", "5.4.f", "5.5.e", "5.5.f", "5.5.g", "5.1.3.f", "5.4.p", "10.5.b", "5.4.s")
@pytest.mark.parametrize(
    ("words", "foe", "place", "led", "overrun", "told"),
    [
        ("", "infantry", "B1", 0, False, []),
        ("", "t-34-76", "B1", 0, False, ["5.4.1 -1"]),
        ("", "t-34-76", "C1", 0, False, ["5.4.1 -1", "5.4.2 1", "5.4.2 -1"]),
        ("", "infantry", "C1", 0, False, []),
        ("", "t-34-76", "C1", 0, True, []),
        ("disrupted", "t-34-76", "C1", 0, False, ["5.1.3.f"]),
        ("disrupted", "infantry", "B1", 0, True, ["5.1.3.f"]),
        ("leader=2/9", "infantry", "B1", 1, False, ["5.4.p 1", "10.5.b 2"]),
    ],
)
def test_dice_and_to_hit_in_an_assault(
    words: str, foe: str, place: str, led: int, overrun: bool, told: list[str]
) -> None:
    """Infantry that defends in Clear (B1) or a City (C1)."""
    b = scene(f".. .. C. ..\ngerman infantry I at {place} {words}\nsoviet {foe} S at A1")
    unit = b.unit("I")
    printed, least = unit.face.assault, unit.face.assault_to_hit
    notes: list[Any] = []
    dice, to_hit = assault_numbers(b, unit, [b.unit("S")], b.ground.index[place], led, overrun, False, notes)
    short = [note.rule if note.rule == "5.1.3.f" else f"{note.rule} {note.amount}" for note in notes]
    assert short == told
    gains = sum(note.amount for note in notes if "To-Hit" not in note.label)
    needs = sum(note.amount for note in notes if "To-Hit" in note.label)
    assert (dice, to_hit) == (printed + gains, max(2, least + needs))
    if words == "disrupted":
        assert to_hit == 6


@rule("5.5.e")
def test_an_overrun_triples_the_assault_factor() -> None:
    b = scene(f"{ROW}\ngerman pzivg P at A1\nsoviet infantry S at B1")
    unit = b.unit("P")
    for overrun, attacking, times in ((True, True, 3), (True, False, 1), (False, True, 1)):
        assert assault_numbers(b, unit, [b.unit("S")], 1, 0, overrun, attacking, [])[0] == times * unit.face.assault


@rule("2.5.6.b")
def test_an_hq_left_alone_in_the_first_hex_is_gone() -> None:
    text = f"{ROW}\ngerman infantry I at B1\ngerman hq 320th-infantry-hq at B1\nsoviet infantry S at J1"
    b = scene(text)
    orphan_hqs(b)
    assert b.events == []
    b.hqs[0].hex = 0
    orphan_hqs(b)
    assert tale(b.events) == ["2.5.6.b hq eliminated 320th-infantry-hq @A1"]


@rule("10.5.c", "CM.a")
@pytest.mark.parametrize(("die", "falls"), [(1, True), (2, False)])
def test_leader_and_commissar_may_fall_with_a_loss(die: int, falls: bool) -> None:
    b = scene(f"{ROW}\nsoviet infantry I at A1 leader=1/9\ngerman infantry S at J1")
    unit = b.unit("I")
    formation = b.formations[unit.formation]
    formation.commissar = unit.index
    b.chance = ScriptedChance(die, die)
    result(check_chiefs(b, unit, True))
    assert (unit.leader is None, formation.commissar < 0) == (falls, falls)
    assert tale(b.events) == [
        f"10.5.c leader check I {die} /2{' =1' if falls else ''}",
        f"CM.a commissar check I {die} /2{' =1' if falls else ''}",
    ]
    b = scene(f"{ROW}\nsoviet infantry I at A1 leader=1/9\ngerman infantry S at J1")
    result(check_chiefs(b, b.unit("I"), False))
    assert b.events == [], "a leader is safe while his platoon is only Disrupted"


@rule("8.0.b")
def test_extra_guns_are_told() -> None:
    b = scene(f"{ROW}\ngerman infantry I at A1\nsoviet infantry S at J1")
    list(extra_guns(b, 0))
    assert tale(b.events) == ["8.0.b chaos guns german"]
    assert [(mission.firepower, mission.to_hit) for mission in b.missions[0]] == [(3, 4)] and b.missions[1] == []


@rule("9.0.e", "9.0.c", "9.0.f", "9.0.k")
def test_what_a_point_buys_in_the_first_hex() -> None:
    text = f"{ROW}\ngerman infantry I at A1 ooc ops\ngerman infantry J at off ooc\nsoviet infantry S at J1\n"
    b = scene(f"{text}fate german 2")
    side = b.unit("I").side
    found = own_fate(b, side)
    assert Choice("fate command", to="A1") in found and Choice("fate free", "I") in found
    assert {choice.to for choice in found if choice.do == "fate move"} == {"B1"}
    b.fate[side] = 1
    assert {choice.do for choice in own_fate(b, side)} == {"fate command", "fate move"}


@rule("10.2.j", "10.2.c", "10.2.d")
@pytest.mark.parametrize(("aim", "drift", "marker"), [("A1", (6,), {"A1"}), ("B1", (6,), {"B1"})])
def test_a_barrage_marker_lies_where_the_shells_fall(aim: str, drift: tuple[int, ...], marker: set[str]) -> None:
    b = scene(f"{ROW}\ngerman infantry I at E1\nsoviet infantry S at J1")
    b.chance = ScriptedChance(*drift)
    assert result(range_in(b, 0, "I", b.ground.index[aim], 0)) == b.ground.index[aim]
    assert {b.ground.names[place] for _, place, _ in b.barrages} == marker


@rule("10.2.d", "10.2.j")
@pytest.mark.parametrize(("aim", "die", "falls"), [("A2", 3, "A1"), ("A3", 2, "A1"), ("A2", 2, ""), ("A1", 3, "")])
def test_a_drift_over_the_first_hex_and_off_the_map(aim: str, die: int, falls: str) -> None:
    """A 3 drifts one hex, a 2 two hexes; what comes down beyond the edge leaves no marker."""
    b = scene("..\n" * 9 + "german infantry I at A5\nsoviet infantry S at A9")
    north = b.ground.grid.beside[b.ground.index["A2"]].index(b.ground.index["A1"]) + 1
    b.chance = ScriptedChance(die, north)
    place = b.ground.index[falls] if falls else -1
    assert result(range_in(b, 0, "I", b.ground.index[aim], 0)) == place
    assert b.barrages == ([(0, place, b.turn)] if falls else [])
    assert tale(b.events)[-1] == f"10.2.d drifted german{f' @{falls}' if falls else ''} {north} ={4 - die}"


@rule("5.1.a")
def test_targets_are_enemies_in_sight_and_range() -> None:
    """Twice its range, or as far as its Support Weapon reaches; Leadership makes a second choice."""
    text = f"{ROW}\ngerman infantry I at A1 {{}}\nsoviet infantry S at B1\nsoviet infantry T at J1\n"
    b = scene(text.format(""))
    assert targets(b, b.unit("I"), False) == [Choice("fire", "I", "S")]
    led = scene(text.format("") + "german hq 320th-infantry-hq at A1")
    assert targets(led, led.unit("I"), False) == [Choice("fire", "I", "S"), Choice("fire", "I", "S", 1)]
    away = {n: scene(text.format("weapon=hmg").replace("S at B1", f"S at {n}1")) for n in "BCDEFGHI"}
    reach = [n for n, one in away.items() if Choice("fire", "I", "S") in targets(one, one.unit("I"), False)]
    plain = {n: scene(text.format("").replace("S at B1", f"S at {n}1")) for n in "BCDEFGHI"}
    short = [n for n, one in plain.items() if Choice("fire", "I", "S") in targets(one, one.unit("I"), False)]
    assert set(short) < set(reach)


# Refusals ------------------------------------------------------------------------------------------------


@rule("2.4.o", "4.3.1.b", "4.3.1.c", "4.3.3.a", "4.0.1", "3.4.2.e", "2.10.b", "2.5.6.a")
@pytest.mark.parametrize(
    ("words", "change", "number"),
    [
        ("", {}, ""),
        ("", {"moved": True}, "4.3.3.a"),
        ("", {"fired": True}, "4.3.3.a"),
        ("disrupted", {}, "4.3.1.c"),
        ("ops", {}, "4.0.1"),
        ("ooc", {}, "3.4.2.e"),
    ],
)
def test_why_a_platoon_does_not_climb_aboard(words: str, change: dict[str, bool], number: str) -> None:
    text = f"{ROW}\ngerman {{}} T at A1\ngerman infantry I at {{}} {words}\nsoviet infantry S at J1"
    kind = next(key for key, type in rulebook().units.items() if type.sides[0][0].circled)
    b = scene(text.format(kind, "A1"))
    carrier, unit = b.unit("T"), b.unit("I")
    assert why_no_embark(b, acting(b, "T", **change), carrier, unit)[1] == number
    if number:
        return
    for left, may in ((3, ""), (2, "4.3.1.b")):
        carrier.spent = carrier.face.mf - left
        assert why_no_embark(b, acting(b, "T"), carrier, unit)[1] == may
    carrier.spent = 0
    far = scene(text.format(kind, "B1"))
    assert why_no_embark(far, acting(far, "T"), far.unit("T"), far.unit("I"))[1] == "2.4.o"
    tank = scene(text.format("infantry", "A1"))
    assert why_no_embark(tank, acting(tank, "T"), tank.unit("T"), tank.unit("I"))[1] == "2.4.o"
    unit.spent = 1
    assert why_no_embark(b, acting(b, "T"), carrier, unit)[1] == "4.0.1"


@rule("9.0.c", "9.0.j", "2.9.a", "5.1.3.d", "2.5.6.c")
@pytest.mark.parametrize(
    ("to", "more", "number"),
    [
        ("D1", "", "9.0.c"),
        ("", "", "9.0.c"),
        ("A1", "soviet infantry T at A1", "9.0.j"),
        ("A1", "german infantry J at A1\ngerman infantry K at A1", "2.9.a"),
        ("C1", "german infantry J at C1\ngerman infantry K at C1", "2.9.a"),
    ],
)
def test_why_fate_moves_nobody_there(to: str, more: str, number: str) -> None:
    b = scene(f"{ROW}\ngerman infantry I at B1\nsoviet infantry S at J1\n{more}")
    assert why_no_fate_move(b, b.unit("I"), to)[1] == number


@rule("2.9.a", "2.5.6.c", "4.0.d", "4.1.f", "4.0.b")
@pytest.mark.parametrize(
    ("to", "more", "hq", "change", "number"),
    [
        ("A1", "german infantry J at A1\ngerman infantry K at A1", -1, {}, "2.9.a"),
        ("A1", "german infantry J at A1\ngerman hq 11th-panzer-hq at A1", 0, {}, "2.5.6.c"),
        ("A1", "soviet infantry T at A1", -1, {}, "4.0.d"),
        ("A1", "", -1, {"fired": True}, "4.1.f"),
    ],
)
def test_why_a_group_moves_not_there(to: str, more: str, hq: int, change: dict[str, bool], number: str) -> None:
    b = scene(f"{ROW}\ngerman infantry I at B1\nsoviet infantry S at J1\n{more}")
    action = acting(b, "I", **change)
    action.hq = hq
    assert why_no_move(b, action, [b.unit("I")], b.ground.index[to])[1] == number
    if number == "2.5.6.c":
        action.hq = -1
        assert why_no_move(b, action, [b.unit("I")], b.ground.index[to])[1] != number
    if number == "2.9.a":
        b.unit("K").hex = b.ground.index["E1"]
        assert why_no_move(b, action, [b.unit("I")], b.ground.index[to])[1] != number


# Morale, losses, aircraft -------------------------------------------------------------------------------------


@rule("2.11.2", "3.4.3.b")
@pytest.mark.parametrize(
    ("modifier", "dice", "passes"),
    [
        (0, (3, 4), True),
        (0, (4, 4), False),
        (1, (3, 3), True),
        (1, (3, 4), False),
        (-1, (4, 4), True),
        (-1, (4, 5), False),
    ],
)
def test_at_or_below_morale_passes(modifier: int, dice: tuple[int, int], passes: bool) -> None:
    """Morale 7, and the modifier counts on the roll."""
    b = scene(f"{ROW}\ngerman infantry I at B1\nsoviet infantry S at J1")
    b.chance = ScriptedChance(*dice)
    assert result(morale_check(b, 0, 7, modifier, (), "rally")) is passes
    told = f"2.11.2 morale check german {dice[0]} {dice[1]} /7{' =1' if passes else ''} [rally]"
    assert tale(b.events) == [told]


@rule("5.1.3.h", "5.1.3.i", "2.7.2.a", "10.5.c")
@pytest.mark.parametrize(("kind", "wreck"), [("pzivg", True), ("infantry", False)])
def test_what_is_left_of_a_platoon_in_the_first_hex(kind: str, wreck: bool) -> None:
    b = scene(f"{ROW}\ngerman {kind} P at A1 disrupted ops ooc leader=1/9\nsoviet infantry S at J1 acquired=P")
    unit = b.unit("P")
    eliminate(b, unit, "5.1.3.h")
    assert (unit.hex, unit.steps, unit.leader, unit.weapon) == (ELIMINATED, 0, None, None)
    assert not (unit.disrupted or unit.ops_complete or unit.out_of_command or unit.overwatch)
    assert b.unit("S").acquired < 0
    told = ["5.2.f acquisition lost S >P", "5.1.3.h eliminated P @A1", "5.1.3.i wreck @A1"]
    assert tale(b.events) == told[: 3 if wreck else 2]


@rule("RP.a", "10.1.b")
@pytest.mark.parametrize(("line", "side"), [("aircraft german fw-189", 0), ("", -1)])
def test_whose_the_plane_is(line: str, side: int) -> None:
    b = scene(f"{ROW}\ngerman infantry I at B1\nsoviet infantry S at J1\n{line}")
    assert plane_side(b) == side


@rule("DF.a", "DF.c")
def test_whom_the_marker_may_activate() -> None:
    """A Formation that may not enter yet, but has a unit in the first hex of the map."""
    for place, able in (("A1", True), ("off", False)):
        b = scene(f"{ROW}\ngerman infantry I at {place}\nsoviet infantry S at J1")
        formation = b.formations[b.unit("I").formation]
        formation.spec.entry_turn, b.active = b.turn + 1, -1
        list(designate(b, "german"))
        assert (b.active == formation.index) is able


@rule("3.3.1.a", "3.3.1.c")
@pytest.mark.parametrize(
    ("german", "soviet", "held"),
    [(True, True, [0, 0]), (False, True, [1, 0]), (True, False, [0, 1]), (False, False, [1, 1])],
)
def test_who_holds_an_end_turn_marker(german: bool, soviet: bool, held: list[int]) -> None:
    """Whose Formation had no activation, or each side one if both had none."""
    b = scene(f"{ROW}\ngerman infantry I at B1\nsoviet infantry S at J1")
    for formation, activated in zip(b.formations, (german, soviet), strict=True):
        formation.activated = activated
    hold_end_turns(b)
    assert b.held == held
