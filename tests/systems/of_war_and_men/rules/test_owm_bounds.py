"""At the very bound: totals, ranges, the first cell and the first Fireteam, both sides, one place more or less."""

import pytest

from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules.assault import score
from sandtable.systems.of_war_and_men.rules.conditions import suppress
from sandtable.systems.of_war_and_men.rules.decisions.windows import announce
from sandtable.systems.of_war_and_men.rules.engineering import aim, crews, scopes
from sandtable.systems.of_war_and_men.rules.fire.firing_sequence import weapon_row
from sandtable.systems.of_war_and_men.rules.fire.resolution import Values, effect
from sandtable.systems.of_war_and_men.rules.maneuver import ways
from sandtable.systems.of_war_and_men.rules.missions.mission_rules import peace_at, points, spared, thing_effect
from sandtable.systems.of_war_and_men.rules.rounds import begin_round
from sandtable.systems.of_war_and_men.rules.squads import fits, muster, points_left, room
from sandtable.systems.of_war_and_men.rules.standard_actions import entrench
from sandtable.systems.of_war_and_men.rules.stealth import why_not_recognise
from sandtable.systems.of_war_and_men.rules.traits.trait_modifiers import bound, shield
from sandtable.systems.of_war_and_men.rules.victory import wiped_out
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.book import LONGEST, SoldierCard
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, UPRIGHT, WOUNDED, Assault, Battle, Played
from sandtable.testing.citing import rule
from sandtable.testing.scene import tale

PAIR = """
. . .
. . .
axis 1 at A1 {axis}
  Hans rank=Cpl weapon=m42 {hans}
  Otto rank=PFC {otto}
allies 1 at C1 {allies}
  Joe rank=Cpl
"""


def pair(more: str = "", **words: str) -> Battle:
    filled = {"axis": "", "hans": "", "otto": "", "allies": ""} | words
    return scene(PAIR.format(**filled) + more)


# Totals ------------------------------------------------------------------------------------------


@rule("16.2.l", "7.9", "7.11", "7.13", "19.3.a", "G.routed")
@pytest.mark.parametrize(
    ("condition", "total", "wounds", "words", "result"),
    [
        (UPRIGHT, 9, False, "", "killed"),
        (UPRIGHT, 9, False, "saved", "saved"),
        (UPRIGHT, 8, False, "saved", "suppressed"),
        (UPRIGHT, 8, True, "", "wounded"),
        (UPRIGHT, 5, False, "", "suppressed"),
        (UPRIGHT, 4, True, "", "unhurt"),
        (SUPPRESSED, 5, True, "", "routed"),
        (SUPPRESSED, 5, True, "steadfast", "unhurt"),
        (SUPPRESSED, 4, False, "", "unhurt"),
        (SUPPRESSED, 9, False, "steadfast", "killed"),
        (WOUNDED, 8, True, "", "unhurt"),
        (WOUNDED, 9, True, "", "killed"),
    ],
)
def test_what_a_total_does(condition: int, total: int, wounds: bool, words: str, result: str) -> None:
    """Resolve 5 and Vitality 9."""
    assert effect(Values(9, 5, condition, words == "saved", words == "steadfast"), total, wounds) == result


@rule("16.2.l", "19.3.a", "7.11")
@pytest.mark.parametrize(("total", "result"), [(-1, "suppressed"), (0, "suppressed"), (1, "wounded")])
def test_a_wound_needs_a_total_above_nothing(total: int, result: str) -> None:
    """Whose Resolve has sunk below nothing is suppressed by a total that wounds nobody."""
    assert effect(Values(9, -1, UPRIGHT, False, False), total, True) == result


@rule("7.13", "19.4.a")
def test_who_is_suppressed_ducks_with_all_he_does() -> None:
    """The helper of a gun ducks: the crew is no more, and the move of the Fireteam is halted."""
    b = pair(axis="heading=B1", hans="helper=Otto ready=1")
    otto = b.soldier("Otto")
    suppress(b, otto, "7.13")
    assert otto.condition == SUPPRESSED and otto.gunner < 0 and b.soldier("Hans").helper < 0
    assert b.teams[0].heading < 0
    assert tale(b.events)[0] == "7.13 suppressed Otto @A1"


@rule("7.7", "7.8")
def test_a_grid_has_seven_ranges() -> None:
    for weapon in rulebook().weapons.values():
        rows = [weapon_row(weapon, False, away) for away in range(LONGEST + 2)]
        assert rows == [weapon.grid[0], *weapon.grid, ()], weapon.key
        if weapon.second:
            assert weapon_row(weapon, True, LONGEST) == weapon.second[LONGEST - 1]


@rule("11.5.b", "11.5")
def test_the_total_that_kills_lu() -> None:
    b = pair("switch lu\nvalue lu_vitality 7")
    assert [thing_effect(b, "lu", total) for total in (6, 7, 8)] == ["", "killed", "killed"]


# The first cell, the first Fireteam, both sides ------------------------------------------------------


@rule("G.round", "20.1.k")
def test_who_is_on_the_move_to_the_first_cell_has_moved() -> None:
    b = pair(axis="heading=A1 activated attacked last-stand", allies="moved")
    begin_round(b)
    one, two = b.teams
    assert (one.moved, two.moved) == (True, False)
    assert not (one.activated or one.attacked or one.last_stand)
    assert tale(b.events) == [f"15.1 round ={b.round}"]


@rule("16.6.c", "16.6.d", "16.4.e", "16.6.b")
def test_on_the_move_nobody_crews_a_gun_or_takes_up_a_scope() -> None:
    for heading, may in (("", True), ("heading=A1", False)):
        b = pair(axis=heading, hans="", otto="weapon=spr")
        assert bool(crews(b, b.teams[0])) is may
        assert len(scopes(b, b.teams[0])) == sum(man.card.weapon.scoped for man in b.soldiers[:2]) * int(may)
        assert (len(ways(b, b.teams[0])) == 1) is not may


@rule("16.6.d", "16.6.e", "9.6")
def test_a_scope_counts_from_the_next_round() -> None:
    b = pair()
    aim(b, b.soldiers[0])
    assert b.soldiers[0].ready_in == b.round + 1
    assert tale(b.events) == ["16.6.d sighted Hans"]


@rule("G.execute")
@pytest.mark.parametrize(("target", "told"), [(0, ">axis-1"), (1, ">allies-1"), (-1, ">truck")])
def test_a_card_is_announced_with_what_it_is_aimed_at(target: int, told: str) -> None:
    b = pair()
    announce(b, Played(1, 0, "attack", target=target, thing="truck"))
    assert tale(b.events) == [f"G.execute plays {b.card(1).id} {told} [attack]"]


@rule("16.3.a", "16.3.b")
def test_an_entrenchment_for_who_is_still_there() -> None:
    b = pair()
    list(entrench(b, Played(1, 0, "entrench", team=0)))
    assert b.teams[0].dug_in and tale(b.events) == ["16.3.a entrenched axis-1 @A1"]
    for words in ("nowhere", "gone"):
        b = pair()
        team = b.teams[0]
        if words == "gone":
            team.gone = True
        else:
            team.cell = -1
        list(entrench(b, Played(1, 0, "entrench", team=0)))
        assert not team.dug_in and b.events == [], words


@rule("22.3")
@pytest.mark.parametrize("side", [0, 1])
def test_a_side_without_soldiers_has_lost(side: int) -> None:
    b = pair()
    wiped_out(b)
    assert b.verdict is None
    b.teams[side].soldiers = []
    wiped_out(b)
    assert b.verdict is not None
    assert (b.verdict.winner, b.verdict.rule) == (["allies", "axis"][side], "22.3")
    assert b.verdict.reason == f"no soldier of {['the Axis', 'the Allies'][side]} is left"


@rule("16.8.a", "21.3.a")
def test_why_somebody_is_not_looked_for() -> None:
    b = pair(allies="stealth")
    own, enemy = b.teams
    for other in (None, own):
        assert why_not_recognise(b, own, other)[0].startswith("Recognition must name")
    assert why_not_recognise(b, own, enemy)[1] == "21.3.a"
    b.tried.append(enemy.index)
    assert "already looked" in why_not_recognise(b, own, enemy)[0]
    b.tried.clear()
    enemy.stealth = False
    assert "not in stealth" in why_not_recognise(b, own, enemy)[0]
    enemy.cell = -1
    assert why_not_recognise(b, own, enemy)[0].startswith("Recognition must name")


@rule("20.1.i", "20.1.j", "20.1.k")
@pytest.mark.parametrize("place", [0, 1])
def test_what_counts_in_an_assault(place: int) -> None:
    """Each advantage is of the side that has it."""
    b = pair(hans="")
    for number, name in enumerate(("flanking", "stealth", "established")):
        flags = [[False, False] for _ in range(3)]
        flags[number][place] = True
        fight = Assault((0, 1), 0, 0, *[(one, two) for one, two in flags])
        labels = [[each.label for each in score(b, fight, side, b.soldiers[1])] for side in (0, 1)]
        assert [name in each for each in labels] == [side == place for side in (0, 1)]


@rule("8.13")
def test_points_are_counted_for_their_side() -> None:
    b = pair("points axis 3\npoints allies 5")
    assert [points(b, side) for side in (0, 1)] == [3, 5]


@rule("11.6.h", "16.2.a")
def test_peace_is_where_the_truck_is() -> None:
    b = pair("switch truck\ntoken truck A1 green")
    assert [peace_at(b, cell) for cell in range(3)] == [True, False, False]
    assert not peace_at(pair(), 0)
    wrong = spared(b, b.teams[1], "the moon")
    assert wrong is not None and wrong[1] == "16.2.a"


# Traits ------------------------------------------------------------------------------------------


@rule("10.7.b", "G.disengage")
def test_whose_neighbour_shields_him_and_who_is_bound() -> None:
    b = pair("level colonel", otto="strength=Bodyguard")
    assert shield(b, b.soldiers[0]) is b.soldiers[1]
    assert shield(b, b.soldiers[1]) is None and shield(b, b.soldiers[2]) is None
    plain = pair("level colonel")
    assert shield(plain, plain.soldiers[0]) is None
    b = pair("level colonel", otto="weakness=Single-minded")
    assert [bound(b, team) for team in b.teams] == [True, False]


# Squads ------------------------------------------------------------------------------------------


def cards(leaders: int, others: int) -> list[SoldierCard]:
    division = next(iter(rulebook().divisions.values()))
    led = [card for card in division.soldiers if card.leader][:leaders]
    return led + [card for card in division.soldiers if not card.leader][:others]


@rule("3.7", "10.7.a")
@pytest.mark.parametrize(
    ("here", "rest", "left", "closed", "fit"),
    [
        ((1, 0), (0, 2), 0, False, True),
        ((1, 1), (0, 2), 0, False, False),
        ((0, 2), (1, 0), 0, False, True),
        ((0, 3), (1, 0), 1, False, False),
        ((0, 1), (0, 1), 1, False, False),
        ((0, 0), (1, 2), 1, True, True),
        ((0, 0), (1, 3), 1, True, False),
        ((0, 0), (0, 1), 1, True, False),
        ((1, 2), (1, 2), 1, False, True),
        ((1, 2), (2, 2), 1, False, False),
    ],
)
def test_room_in_fireteams_of_three(
    here: tuple[int, int], rest: tuple[int, int], left: int, closed: bool, fit: bool
) -> None:
    """Leaders and others here and still to place; so many further Fireteams, each with a Leader."""
    assert room(cards(*here), cards(*rest), left, 3, closed) is fit


@rule("3.7", "10.7.a")
def test_each_fireteam_has_a_leader() -> None:
    assert fits(cards(1, 2), 2, 3) and not fits(cards(1, 3), 2, 3)
    assert fits(cards(2, 4), 2, 3) and not fits(cards(2, 4), 1, 3)


@rule("10.8")
def test_a_squad_is_mustered_in_fireteams() -> None:
    b = pair()
    division = next(iter(rulebook().divisions.values()))
    before = len(b.soldiers)
    muster(b, b.players[0], division, [cards(1, 1), cards(2, 0)[1:]])
    assert [team.id for team in b.teams] == ["axis-1", "allies-1", "axis-2", "axis-3"]
    assert [team.soldiers for team in b.teams[2:]] == [[before, before + 1], [before + 2]]
    assert [man.team for man in b.soldiers[before:]] == [2, 2, 3] and b.players[0].divisions[-1] == division.key


@rule("10.6.a", "10.6.d")
def test_what_a_squad_may_cost() -> None:
    """All points less what the own side has spent."""
    b = pair(hans="points=4", otto="points=3")
    b.players[0].divisions = ()
    whole = b.mission.points
    assert [points_left(b, player) for player in b.players] == [whole - 7, whole - b.soldiers[2].card.points]
