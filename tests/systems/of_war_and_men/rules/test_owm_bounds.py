"""At the very bound: totals, ranges, the first cell and the first Fireteam, both sides, one place more or less."""

import itertools

import pytest
from owm_stage import dice

from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules.assault import score, slips_away, succeeds
from sandtable.systems.of_war_and_men.rules.conditions import suppress
from sandtable.systems.of_war_and_men.rules.decisions.stack import go_on
from sandtable.systems.of_war_and_men.rules.decisions.tactics import recon_places, regroup
from sandtable.systems.of_war_and_men.rules.decisions.windows import announce
from sandtable.systems.of_war_and_men.rules.decisions.wishes import in_view
from sandtable.systems.of_war_and_men.rules.engineering import aim, carry_out, crews, idle, scopes
from sandtable.systems.of_war_and_men.rules.explosion import explode
from sandtable.systems.of_war_and_men.rules.fire.attack_order import no_attack_on_thing
from sandtable.systems.of_war_and_men.rules.fire.firing_sequence import harm, modifiers, weapon_row
from sandtable.systems.of_war_and_men.rules.fire.resolution import HARM, Values, effect, resolve_values
from sandtable.systems.of_war_and_men.rules.fire.shot import Shot
from sandtable.systems.of_war_and_men.rules.maneuver import met, ways
from sandtable.systems.of_war_and_men.rules.missions.mission_rules import (
    escort_lost,
    peace_at,
    points,
    spared,
    thing_effect,
    things,
)
from sandtable.systems.of_war_and_men.rules.missions.mission_setup import place_lu
from sandtable.systems.of_war_and_men.rules.operations import execute
from sandtable.systems.of_war_and_men.rules.rally import fatalist
from sandtable.systems.of_war_and_men.rules.rounds import begin_round
from sandtable.systems.of_war_and_men.rules.setup import take_squad
from sandtable.systems.of_war_and_men.rules.squads import fits, muster, points_left, room
from sandtable.systems.of_war_and_men.rules.standard_actions import entrench, put_terrain
from sandtable.systems.of_war_and_men.rules.stealth import why_not_recognise
from sandtable.systems.of_war_and_men.rules.traits.trait_modifiers import bound, shield
from sandtable.systems.of_war_and_men.rules.turn import activate
from sandtable.systems.of_war_and_men.rules.victory import wiped_out
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.book import LONGEST, SoldierCard
from sandtable.systems.of_war_and_men.state.pieces import (
    NOWHERE,
    SUPPRESSED,
    UPRIGHT,
    WOUNDED,
    Assault,
    Battle,
    Played,
    empty_battle,
)
from sandtable.systems.of_war_and_men.state.scenario import SquadSpec, TeamSpec
from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice
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
        assert bool(crews(b, idle(b, b.teams[0]))) is may
        assert len(scopes(idle(b, b.teams[0]))) == sum(man.card.weapon.scoped for man in b.soldiers[:2]) * int(may)
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
    assert own.cell == 0 and "not in stealth" in why_not_recognise(b, enemy, own)[0], "the first Terrain of all"
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


@rule("20.1.a", "11.6.h")
@pytest.mark.parametrize("truck", ["", "switch truck\ntoken truck A1 green"])
def test_whom_a_fireteam_has_to_fight_where_it_goes(truck: str) -> None:
    """Enemies in the first position of all too, unless the truck is there; nobody off the map, enemies or not."""
    b = pair(truck)
    axis, allies = b.teams
    allies.cell = NOWHERE
    assert [met(b, axis, cell) for cell in (NOWHERE, 0, 2)] == [None, None, None]
    assert met(b, allies, 0) is (None if truck else axis)
    allies.cell = 2
    assert met(b, axis, 2) is allies and met(b, axis, 0) is None


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


# Cards, orders and what comes of them ----------------------------------------------------------------


@rule("17.6")
@pytest.mark.parametrize(("team", "cell"), [(0, 1), (1, 1), (0, NOWHERE)])
def test_a_move_is_in_view_of_the_enemy_whoever_makes_it(team: int, cell: int) -> None:
    """Nobody is in view of his own side, and without enemies on the map nobody at all."""
    b = pair()
    order = Played(1, team, "maneuver", team=team, cell=cell)
    assert in_view(b, order)
    b.teams[1 - team].cell = NOWHERE
    assert not in_view(b, order)


@rule("17.21", "17.9")
@pytest.mark.parametrize(
    ("player", "kind", "mark", "hurried"),
    [
        (1, "double time", False, True),
        (1, "maneuver", True, True),
        (1, "maneuver", False, False),
        (0, "double time", False, False),
        (0, "maneuver", True, False),
    ],
)
def test_what_keeps_recon_from_laying_ground(player: int, kind: str, mark: bool, hurried: bool) -> None:
    """Double Time of the enemy, on the stack or done; no other card, and not the own one."""
    b = pair()
    b.stack = [Played(1, player, kind, team=player, cell=1, double_time=mark)]
    places = list(recon_places(b, b.players[0]))
    assert (1 in places) is not hurried and 4 in places


@rule("16.2.m", "G.merging")
@pytest.mark.parametrize(
    ("kind", "over", "asked"),
    [
        ("attack", False, True),
        ("attack", True, False),
        ("on the run", False, True),
        ("on the run", True, False),
        ("act of valor", True, True),
    ],
)
def test_which_shots_are_lost_with_the_turn(kind: str, over: bool, asked: bool) -> None:
    """Those of an order, and those at whom runs; an Act of Valor goes on."""
    b = pair(hans="weapon=k98")
    b.turn_over = over
    top = Played(1, 0, kind, team=0, target=1, executing=True, shots=2)
    b.stack = [top]
    questions = [question.kind for question in itertools.islice(go_on(b, top), 1)]
    assert (questions, top.shots) == ((["fire"], 2) if asked else ([], 0))
    assert b.stack == ([top] if asked else [])


@rule("17.22")
@pytest.mark.parametrize(("target", "track"), [(1, [1, 0]), (7, [0, 1])])
def test_two_fireteams_swap_places_if_both_are_still_there(target: int, track: list[int]) -> None:
    b = pair("track axis-1 allies-1")
    list(regroup(b, Played(1, 0, "regroup", team=0, target=target)))
    assert b.track == track
    assert tale(b.events) == (["17.22 track axis allies-1-axis-1"] if target == 1 else [])


@rule("18.5.a", "9.7")
def test_a_star_shell_lights_the_first_cell() -> None:
    b = pair("operation star shell")
    list(execute(b, Played(1, 0, "operation", team=0, cell=0)))
    assert [(token.kind, token.cell, token.border) for token in b.tokens] == [("star shell", 0, "yellow")]
    assert tale(b.events) == ["18.5.a star shell axis @A1"]


@rule("7.16")
def test_a_fatalist_needs_two_orders() -> None:
    b = pair()
    answers = []
    for _ in range(2):
        verdict = fatalist(b, b.soldiers[0])
        with pytest.raises(StopIteration) as over:
            next(verdict)
        answers.append(over.value.value)
    assert answers == [False, True]
    assert tale(b.events) == ["7.16 stays down Hans =1"]


@rule("20.1.d", "20.1.q", "20.1.r")
@pytest.mark.parametrize(
    ("words", "flips", "wins"),
    [
        ("", ("R1",), True),
        ("", ("R2",), True),
        ("", ("R3",), False),
        ("suppressed", ("R1", "R2"), True),
        ("suppressed", ("R1", "R3"), False),
        ("wounded", (), False),
    ],
)
def test_who_succeeds_in_a_duel(words: str, flips: tuple[str, ...], wins: bool) -> None:
    """One flip of two at most, two for the suppressed; the wounded do not even flip."""
    b = pair(hans=f"discipline=red {words}")
    b.chance = ScriptedChance(*dice(b, flips))
    assert succeeds(b, b.soldiers[0]) is wins
    assert len(b.chance.drawn) == len(flips)


@rule("20.1.m")
def test_who_slips_away_goes_where_nobody_is() -> None:
    b = pair(axis="stealth", hans="")
    question = slips_away(b, b.teams[0])
    asked = next(question)
    places = {choice.to for choice in asked.options() if choice.to}
    assert "C1" not in places and "B1" in places
    with pytest.raises(StopIteration) as over:
        question.send(Choice("retreat", "axis-1", "B1"))
    assert over.value.value is True and b.teams[0].cell == 1
    assert tale(b.events)[0] == "20.1.m retreats axis-1 @B1"


@rule("16.6.b", "16.6.a", "16.6.c")
@pytest.mark.parametrize("do", ["crew", "sight", "stealth"])
def test_an_engineering_action_is_paid_for_and_happens(do: str) -> None:
    b = pair("hand axis attack-red")
    who = {"crew": ("Hans", "Otto"), "sight": ("Hans", ""), "stealth": ("", "")}[do]
    happening = carry_out(b, b.teams[0], b.players[0], Choice(do, *who))
    with pytest.raises(StopIteration):
        happening.send(next(happening).options()[0])
    hans = b.soldiers[0]
    assert b.players[0].hand == []
    done = (hans.helper == 1, hans.sighted != "", b.teams[0].stealth)
    assert done == (do == "crew", do == "sight", do == "stealth")


@rule("6.3", "16.10")
def test_a_terrain_card_comes_on_the_map() -> None:
    b = pair()
    number = next(number for number in b.deck if b.card(number).terrain is not None)
    put_terrain(b, number, 0, False, 0, "16.10")
    card = b.card(number)
    assert card.terrain is not None and b.terrain(0) is card.terrain
    assert tale(b.events) == [f"16.10 terrain {card.id} @A1 [{card.terrain.name}]"]


@rule("15.4.a")
def test_a_turn_begins_with_nothing_used() -> None:
    b = pair()
    b.actions = b.maneuvers = 1
    b.turn_over, b.targets, b.tried = True, [1], [1]
    activate(b, b.teams[0])
    assert (b.actions, b.maneuvers, b.turn_over, b.targets, b.tried) == (0, 0, False, [], [])
    assert b.active == 0 and b.teams[0].activated and tale(b.events) == ["15.4.a activated axis-1 @A1"]


@rule("16.2.j", "16.4.c", "16.3.a", "16.7.c")
@pytest.mark.parametrize(
    ("words", "rules"), [("", []), ("heading=A1", ["16.4.c"]), ("dug-in", ["16.3.a"]), ("moved", [])]
)
def test_what_is_added_to_a_shot(words: str, rules: list[str]) -> None:
    b = pair(allies=words)
    shot = Shot(b.soldiers[0], b.teams[0], b.soldiers[2], b.teams[1], "", 2, 2, (0,))
    assert [each.rule for each in modifiers(b, shot, False)] == rules
    assert [each.rule for each in modifiers(b, shot, True)] == [*rules, "16.7.c"]


@rule("16.2.l", "11.6.c", "11.5.b")
def test_harm_is_to_a_man_or_to_a_thing() -> None:
    b = pair("switch lu\nvalue lu_vitality 7")
    at_man = Shot(b.soldiers[0], b.teams[0], b.soldiers[2], b.teams[1], "", 2, 2, (0,))
    at_thing = Shot(b.soldiers[0], b.teams[0], None, None, "lu", 2, 2, (0,))
    assert (harm(b, at_thing, 6), harm(b, at_thing, 7)) == (HARM["unhurt"], HARM["killed"])
    card = b.soldiers[2].card
    assert harm(b, at_man, card.resolve - 1) == 0 < harm(b, at_man, card.resolve) < harm(b, at_man, card.vitality)


@rule("7.11", "16.2.l", "7.12")
def test_nine_lives_are_spent_once() -> None:
    b = pair("level colonel", hans="strength=Nine_Lives")
    hans = b.soldiers[0]
    list(resolve_values(b, hans, 99, False, "16.2.l"))
    assert hans.spent and hans.condition == SUPPRESSED and hans.team == 0
    assert tale(b.events)[0] == "16.2.l suppressed Hans @A1"
    list(resolve_values(b, hans, 99, False, "16.2.l"))
    assert hans.team < 0


@rule("18.4.e", "18.4.b", "16.7.e")
def test_a_charge_wounds_the_unhurt_and_kills_the_wounded() -> None:
    b = pair("token satchel A1 yellow", otto="wounded")
    list(explode(b, b.tokens[0]))
    assert b.soldiers[0].condition == WOUNDED and b.soldiers[1].team < 0 and b.soldiers[2].condition == UPRIGHT
    assert b.teams[0].attacked and not b.teams[1].attacked and b.tokens == []
    assert tale(b.events)[0] == "18.4.b explosion @A1"


@rule("11.5.b")
def test_lu_waits_in_the_chateau_with_the_allies() -> None:
    b = pair("switch lu\nplace chateau B1\nvalue lu_vitality 7")
    place_lu(b)
    man = b.soldiers[-1]
    assert (man.id, man.card.id, man.player, man.team, man.card.vitality) == ("lu", "resistance-1", 1, NOWHERE, 7)
    assert [(token.kind, token.cell) for token in b.tokens] == [("lu", 1)]


@rule("11.5.b", "16.2.a")
def test_who_may_fire_at_lu_alone() -> None:
    """The Axis where she is, once she has been found; at nothing else."""
    b = pair("switch lu\ntoken lu A1 black")
    axis, allies = b.teams
    refused = [no_attack_on_thing(b, axis, "lu"), no_attack_on_thing(b, axis, "the moon")]
    assert [reason and reason[1] for reason in refused] == ["11.5.b", "16.2.a"] and things(b, axis) == []
    b.notes["found"] = 1
    assert no_attack_on_thing(b, axis, "lu") is None and things(b, axis) == ["lu"]
    assert things(b, allies) == []


@rule("11.5.a", "11.5.b")
@pytest.mark.parametrize("fighting", [True, False])
def test_lu_is_captured_if_her_escort_falls_in_an_assault(fighting: bool) -> None:
    b = pair("switch lu", otto="civilian")
    b.teams[0].soldiers = [1]
    if fighting:
        b.assault = Assault((0, 1), 0, 0, (False, False), (False, False), (False, False))
    escort_lost(b, b.teams[0])
    assert b.soldiers[1].team < 0 and [token.kind for token in b.tokens] == ["lu"]
    assert b.teams[0].soldiers == [], "she is nobody's any more"
    assert (b.verdict is not None) is fighting
    assert tale(b.events) == (["11.5.a captured Otto @A1"] if fighting else [])


@rule("10.5", "10.8", "8.12")
def test_a_squad_of_a_battle_under_way_stands_where_it_stood() -> None:
    b = pair()
    division = next(iter(rulebook().divisions.values()))
    one, two, three = (card.id for card in cards(1, 2))
    spec = SquadSpec("axis", division.key, (TeamSpec(4, (one, two, three), (three,), (two,)),))
    take_squad(b, b.players[0], spec)
    team = b.teams[-1]
    assert (team.cell, team.home) == (4, 4)
    assert [b.soldiers[index].condition for index in team.soldiers] == [UPRIGHT, WOUNDED, SUPPRESSED]
    assert tale(b.events)[-1] == f"8.12 placed {team.id} @{b.place_name(4)}"


@rule("10.2", "8.11")
def test_the_map_of_a_mission_is_laid_out() -> None:
    for info in OF_WAR_AND_MEN.shelf.infos()[:6]:
        b = empty_battle(OF_WAR_AND_MEN.shelf.find(info.id))
        assert len(b.cells) == len(b.mission.map)
        printed = b.scenario.rulebook.mission_cards
        assert all(b.cells[n].terrain is printed[code] for n, code in enumerate(b.mission.map) if code in printed)
