"""Computer players take the numbers of the rules from the rules: no estimate has a table of its own."""

import pytest

from sandtable.systems.miniatures.rules.fire.saves import save_number
from sandtable.systems.miniatures.rules.fire.to_hit import (
    MOVED,
    NORMAL,
    OVERWATCH,
    REACTION,
    aim_dice,
    face_to_hit,
    fire_points,
    saves_spoiled,
    set_needs,
    shared_modifiers,
    shots_of,
    spoils_saves,
)
from sandtable.systems.miniatures.rules.indirect_fire.barrage import range_in_modifiers
from sandtable.systems.miniatures.rules.leaders import target_of
from sandtable.systems.miniatures.rules.losses import below_half
from sandtable.systems.miniatures.rules.morale import shaken
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.showing.odds import save_chance
from sandtable.systems.miniatures.state.book import HARD, OPEN, SOFT
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.systems.miniatures.thinking.assault_estimate import defence
from sandtable.systems.miniatures.thinking.barrage_estimate import ranging, shell_fails, template_promise
from sandtable.systems.miniatures.thinking.chances import (
    check_chance,
    damaged,
    destroyed,
    hit_chance,
    only_suppressed,
    save_fails,
)
from sandtable.systems.miniatures.thinking.fire_chances import covers_of, eyes_on, hit_chances, need_to_hit
from sandtable.systems.miniatures.thinking.fire_estimate import CountedVolley, volley
from sandtable.systems.miniatures.thinking.promises import hurt, pass_chance, quick_volley
from sandtable.systems.miniatures.thinking.weights import WEAR
from sandtable.systems.miniatures.thinking.worth import staying_power, unit_stake
from sandtable.table.event import Modifier

FIRE = """
{ground}
blue U1 veteran
  PL rifle A at 28,10
  rifle B at 31,10
  lmg C at 34,10
red G1 {training}
  PL rifle X at 28,{away} {words}
  rifle Y at 31,{away} {words}
  {third} Z at 34,{away} {words}
"""
WOOD = "wood W1 20,{0} 40,{0} 40,{1} 20,{1}"


def fire_scene(
    training: str = "veteran", away: int = 20, words: str = "", wood: bool = False, third: str = "rifle"
) -> Battle:
    ground = WOOD.format(away - 2, away + 2) if wood else ""
    return scene(FIRE.format(ground=ground, training=training, away=away, words=words, third=third))


# To hit (6.11-6.14) ------------------------------------------------------------------------------


def needs_of_the_rule(b: Battle, kind: int) -> dict[bool, int]:
    """What the dice need, near and far, by the rule of a shooting."""
    target = target_of(b, "G1")
    shots = shots_of(b, b.all_of(b.units[0]), target, set())
    set_needs(b, shots, target, kind)
    return {shot.long: shot.need for shot in shots}


def need_of_the_estimate(b: Battle, kind: int) -> int:
    eyes = eyes_on(b, b.all_of(b.units[0]), b.teams_of(b.units[1]), False)
    return need_to_hit(b, eyes, b.units[1], covers_of(b, eyes), kind)


@pytest.mark.parametrize("training", ["green", "veteran", "elite"])
@pytest.mark.parametrize("kind", [NORMAL, MOVED, REACTION, OVERWATCH])
@pytest.mark.parametrize("words", ["", "moved", "fired", "dug", "moved dug"])
@pytest.mark.parametrize("wood", [False, True])
def test_a_die_needs_what_the_rule_says(training: str, kind: int, words: str, wood: bool) -> None:
    b = fire_scene(training, 18, words, wood)
    need = need_of_the_estimate(b, kind)
    rule = needs_of_the_rule(b, kind)
    assert rule[False] == need
    near, far = hit_chances(b, need)
    assert near == pytest.approx((7 - face_to_hit(rule[False])) / 6)
    lone = fire_scene(training, 34, words, wood)
    rule = needs_of_the_rule(lone, kind)
    low = 1 / 6 if spoils_saves(need) else 0  # the estimate does not know that 6.14 forgives this modifier
    assert set(rule) == {True} and far == pytest.approx(hit_chance(lone, rule[True]) - low)


@pytest.mark.parametrize(
    ("row", "words", "kind"),
    [
        ("concealed", "", NORMAL),
        ("gone_to_ground", "", NORMAL),
        ("moving_in_the_open", "moved", NORMAL),
        ("moved", "fired", MOVED),
        ("reaction", "fired", REACTION),
    ],
)
def test_a_modifier_of_the_table_counts(row: str, words: str, kind: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another number in the table is another number in the estimate, the same as in the rule."""
    b = fire_scene(words=words)
    before = need_of_the_estimate(b, kind)
    table = b.scenario.rulebook.modifiers
    monkeypatch.setitem(table, row, Modifier(table[row].amount + 2, table[row].label, table[row].rule))
    assert need_of_the_estimate(b, kind) == needs_of_the_rule(b, kind)[False] == before + 2


def test_long_range_and_a_cc_who_observes_cost_what_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    b = fire_scene()
    table = b.scenario.rulebook.modifiers
    far = table["long_range"]
    monkeypatch.setitem(table, "long_range", Modifier(3, far.label, far.rule))
    assert hit_chances(b, 2) == pytest.approx((hit_chance(b, 2), hit_chance(b, 5)))
    guns = scene(
        "blue U1 veteran\n  PL 81mm-mortar A at 30,10\n  81mm-mortar B at 33,10\nblue CC veteran\n  smg K at 30,14\n"
        "red G1 veteran\n  PL rifle X at 30,30 moved\n  rifle Y at 33,30 moved"
    )
    cc, mark = guns.cc(0), guns.teams[guns.by_id["X"]]
    target = target_of(guns, "G1")
    assert target is not None
    modifiers = range_in_modifiers(guns, cc, shared_modifiers(guns, target, [cc], NORMAL))
    assert table["cc_observing"] in modifiers
    need = guns.units[1].training.to_hit + sum([each.amount for each in modifiers])
    assert ranging(guns, cc, mark, False) == pytest.approx(hit_chance(guns, need))


@pytest.mark.parametrize("need", range(-1, 9))
def test_impossible_and_certain_hits(need: int) -> None:
    b = fire_scene()
    assert hit_chance(b, need) == (0 if need >= b.land.numbers["impossible"] else (7 - face_to_hit(need)) / 6)
    target = target_of(b, "G1")
    shots = shots_of(b, b.all_of(b.units[0]), target, set())
    for shot in shots:
        shot.need = need
    assert spoils_saves(need) == saves_spoiled(shots)


# Dice (6.12.c, 6.19) -----------------------------------------------------------------------------


@pytest.mark.parametrize("weapon", ["rifle", "lmg", "hmg", "pak40", "bazooka", "105mm"])
@pytest.mark.parametrize("away", [16, 24, 40])
@pytest.mark.parametrize("words", ["moved", "moved dug"])
def test_the_dice_are_those_of_the_rule(weapon: str, away: int, words: str) -> None:
    text = FIRE.format(ground="", training="veteran", away=away, words=words, third="rifle")
    b = scene(text.replace("  PL rifle A at 28,10\n  rifle B at 31,10\n  lmg C", f"  PL {weapon} C"))
    target = target_of(b, "G1")
    shots = shots_of(b, b.all_of(b.units[0]), target, set())
    found = volley(b, b.all_of(b.units[0]), b.units[1], target.teams, NORMAL)
    if not shots:
        assert found is None or found.hits == 0
        return
    (shot,) = shots
    set_needs(b, shots, target, NORMAL)
    dice = aim_dice(b, shot, target.teams[0].type.kind) if shot.weapon.at else fire_points(b, shot, -1, True)
    assert found is not None and found.hits == pytest.approx(dice * hit_chance(b, shot.need))


# Saves, damage, markers (8, 9, 11.1) -------------------------------------------------------------


@pytest.mark.parametrize("third", ["rifle", "pak40", "105mm", "truck"])
@pytest.mark.parametrize("words", ["", "moved", "fired", "dug"])
@pytest.mark.parametrize("at", [False, True])
def test_saves_are_those_of_the_rule(third: str, words: str, at: bool) -> None:
    b = fire_scene(words=words, third=third)
    team = b.teams[b.by_id["Z"]]
    for cover in (OPEN, SOFT, HARD):
        fails = 1 - float(save_chance(save_number(b, team, at, cover), 0))
        assert save_fails(b, team, at, cover) == pytest.approx(fails)
    assert shell_fails(b, team) == save_fails(b, team, True, HARD if team.dug_in else OPEN)


def test_the_save_table_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    b = fire_scene(words="moved")
    target = target_of(b, "G1")
    firers = b.all_of(b.units[0])
    before = volley(b, firers, target.unit, target.teams, NORMAL), quick_volley(b, firers, target, NORMAL)
    row = b.scenario.rulebook.saves["infantry"]
    monkeypatch.setattr(row, "open", 6)
    after = volley(b, firers, target.unit, target.teams, NORMAL), quick_volley(b, firers, target, NORMAL)
    assert before[0] is not None and after[0] is not None
    assert after[0].killed > before[0].killed and after[1] > before[1]


def test_damage_is_that_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    b = fire_scene(third="panther")
    assert (destroyed(b), damaged(b), only_suppressed(b)) == pytest.approx((1 / 6, 1 / 2, 1 / 3))
    monkeypatch.setitem(b.land.numbers, "damage_destroyed", 5)
    assert (destroyed(b), damaged(b), only_suppressed(b)) == pytest.approx((1 / 3, 1 / 2, 1 / 6))


def test_markers_come_for_as_many_hits_as_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    b = fire_scene(words="moved")
    firers, marks = b.all_of(b.units[0]), b.teams_of(b.units[1])

    def calmed() -> list[float]:
        found = [volley(b, firers, b.units[1], marks, NORMAL, how=how) for how in (None, CountedVolley)]
        return [each.calmed for each in found if each is not None]

    before = calmed()
    monkeypatch.setitem(b.land.numbers, "hits_per_marker", 2)
    assert len(before) == 2 and all(now > was for now, was in zip(calmed(), before, strict=True))


def test_a_tank_is_hurt_as_its_armor_says() -> None:
    b = scene(
        "blue U1 veteran\n  PL pak40 A at 30,10 faces 0,1\n"
        "red G1 veteran\n  PL panther X at 30,30\n  rifle Y at 33,30"
    )
    target = target_of(b, "G1")
    (shot,) = shots_of(b, b.all_of(b.units[0]), target, set())
    near = hurt(b, shot, b.teams[b.by_id["X"]])
    b.teams[b.by_id["X"]].y += 2000  # beyond 18 inches successful saves hold
    assert 0 < hurt(b, shot, b.teams[b.by_id["X"]]) < near


# Checks, morale, assaults, barrages --------------------------------------------------------------


@pytest.mark.parametrize(("training", "chance"), [("green", 2 / 6), ("veteran", 3 / 6), ("elite", 4 / 6)])
def test_checks_are_those_of_the_training_table(training: str, chance: float) -> None:
    b = fire_scene(training)
    unit = b.units[1]
    assert check_chance(b, unit.training.check) == pass_chance(b, unit) == pytest.approx(chance)
    b.teams_of(unit)[0].markers = 1  # 11.4: a third of it
    assert pass_chance(b, unit) == pytest.approx(chance - 1 / 6)
    assert check_chance(b, b.land.numbers["impossible"]) == 0


@pytest.mark.parametrize("size", range(1, 9))
@pytest.mark.parametrize("percent", [50, 75])
def test_a_unit_loses_heart_where_the_rule_begins_to_check(
    size: int, percent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """12.1 The steepest fall is into the number of Teams at which it is shaken."""
    teams = "".join([f"  rifle T{n} at {20 + 2 * n},30\n" for n in range(1, size)])
    b = scene(f"blue U1 veteran\n  PL rifle A at 28,10\nred G1 veteran lost\n  PL rifle T0 at 20,30\n{teams}")
    monkeypatch.setitem(b.land.numbers, "unit_morale", percent)
    unit = b.units[1]
    for left in range(size, 0, -1):
        assert (staying_power(b, size, left, True) >= 1 - WEAR) == (not shaken(b, unit))
        b.teams_of(unit)[-1].lost = True


@pytest.mark.parametrize("percent", [50, 75])
def test_a_company_near_its_breaking_point(percent: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """14.11 No Unit is dearer than the one that brings the company below the line."""
    units = "".join([f"red G{n} veteran\n  PL rifle X{n} at {10 + 6 * n},30\n" for n in range(1, 7)])
    b = scene("blue U1 veteran\n  PL rifle A at 28,10\n" + units)
    monkeypatch.setitem(b.land.numbers, "company_morale", percent)
    stakes = []
    for unit in b.company(1)[:-1]:
        stakes.append(unit_stake(b, 1))
        unit.gone = True
        if below_half(b, 1):
            break
    assert below_half(b, 1) and stakes[-1] == max(stakes) > stakes[0]


def test_an_assault_is_halted_by_as_many_hits_as_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    b = fire_scene(away=16)
    chargers = b.teams_of(b.units[0])
    before = defence(b, b.units[0], b.units[1], chargers)[0]
    monkeypatch.setitem(b.land.numbers, "halt_hits", 2)
    assert defence(b, b.units[0], b.units[1], chargers)[0] > before > 0


def test_shells_kill_by_as_many_hits_as_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    b = fire_scene()
    unit, mark = b.units[0], b.teams_of(b.units[1])[0]
    before = template_promise(b, unit, mark, 4)
    monkeypatch.setitem(b.land.numbers, "barrage_kill", 3)
    assert 0 < template_promise(b, unit, mark, 4) < before
