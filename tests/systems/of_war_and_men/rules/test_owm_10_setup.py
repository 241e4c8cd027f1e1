"""10 Set-up; 3 sides and squads; 6 the deck; 7 soldier cards; 23 divisions."""

import random

import pytest
from msgspec import structs

from sandtable.content.header import Source
from sandtable.content.problems import ContentError, Problems
from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.reading.book import rulebook, rules
from sandtable.systems.of_war_and_men.reading.position import position
from sandtable.systems.of_war_and_men.reading.scenario_files import scenario_from
from sandtable.systems.of_war_and_men.reading.shelf import SHELF
from sandtable.systems.of_war_and_men.rules.cards import lost_cards
from sandtable.systems.of_war_and_men.rules.squads import ready_squad, ready_teams, team_limit
from sandtable.systems.of_war_and_men.rules.victory import soldier_points
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.book import COLOURS, RANKS, SoldierCard
from sandtable.systems.of_war_and_men.state.cells import Token
from sandtable.systems.of_war_and_men.state.pieces import COMBAT, ENTRENCHMENT, Battle
from sandtable.systems.of_war_and_men.state.scenario import ALLIES, AXIS, Scenario
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice, Decision
from sandtable.table.play import AnyPlay, Play
from sandtable.testing.citing import rule

LEADER_POINTS = {0: 1, 1: 2, 2: 2, 3: 3, 4: 4}
WEAPON_POINTS = {
    "bolt-action rifle": 1, "carbine": 1, "pistol": 1, "submachine gun": 2, "semi-automatic rifle": 2,
    "sniper rifle": 2, "automatic rifle": 3, "machine gun": 3, "heavy machine gun": 3,
}  # fmt: skip


def opening(id: str = "not-in-my-house-private", seed: int = 1) -> AnyPlay:
    system = OF_WAR_AND_MEN
    return Play(system, system.rules.new(SHELF.find(f"of_war_and_men/{id}")), SampledChance(seed))


def b_of(play: AnyPlay) -> Battle:
    assert isinstance(play.battle, Battle)
    return play.battle


def asked(play: AnyPlay) -> Decision:
    assert play.decision is not None
    return play.decision


def pieces(play: AnyPlay, do: str) -> list[str]:
    return [choice.piece for choice in asked(play).options() if choice.do == do]


def set_up(play: AnyPlay) -> Battle:
    """The first option of each question until the first turn."""
    while b_of(play).phase == 0:
        play.choose(asked(play).options()[0])
    return b_of(play)


# Cards and soldiers ------------------------------------------------------------------------------


@rule("6.1", "G.core_deck", "D.deck")
def test_the_core_deck_holds_orders_and_terrain() -> None:
    cards = rulebook().cards[1:]
    assert sum(card.terrain is not None for card in cards) == 64
    assert sum(card.order != "" for card in cards) == 128
    assert all((card.terrain is None) == bool(card.order and card.decision) for card in cards)
    assert not any(card.icon for card in cards if card.terrain is not None)
    vectors = {
        33: ("attack", 0, "act of valor", "random"), 48: ("attack", 0, "evade blue", "wound"),
        109: ("entrench", -1, "smoke", ""), 156: ("maneuver", -1, "grenade blue", "jam"),
        192: ("rally", 2, "marching order", ""),
    }  # fmt: skip
    for number, vector in vectors.items():
        card = rulebook().cards[number]
        assert (card.order, card.strength, card.decision_name, card.icon) == vector


@rule("6.5", "BC.2")
def test_twelve_mission_cards_are_not_in_the_deck() -> None:
    named = rulebook().mission_cards
    assert len(named) == 12
    assert (named["73A"].key, named["11A"].key, named["74A"].key) == ("building", "village", "chateau")
    assert named["74A"].falls_to == "", "the Chateau stands a charge"
    cards = {card.terrain.key for card in rulebook().cards if card.terrain is not None}
    assert "chateau" not in cards and "bridge" not in cards and "field" not in cards


@rule("23.1", "7.1", "7.5", "3.5")
def test_nine_divisions_of_one_hundred_and_thirty_six_soldiers() -> None:
    divisions = rulebook().divisions
    assert len(divisions) == 9
    assert sum(len(division.soldiers) for division in divisions.values()) == 136
    for key, division in divisions.items():
        assert {man.division for man in division.soldiers} == {key}
        assert [man.number for man in division.soldiers] == list(range(1, len(division.soldiers) + 1))


@rule("7.2", "7.4", "G.leader", "BC.7")
def test_ranks_and_leaders() -> None:
    assert RANKS == ("Private", "Private First Class", "Corporal", "Sergeant", "Captain")
    men = [man for division in rulebook().divisions.values() for man in division.soldiers]
    assert {man.rank for man in men} == set(range(5))
    assert all(man.leader == (RANKS[man.rank] != "Private") for man in men)


def value(man: SoldierCard) -> int:
    points = LEADER_POINTS[man.rank] + WEAPON_POINTS[man.weapon.type]
    points += {"red": 2, "green": 1, "blue": 0}[COLOURS[man.discipline]]
    points += (man.resolve + man.vitality - 10) // 3
    points += man.strength in ("Command Radius", "Medic", "Nine Lives")
    return points - (man.weakness in ("Foolhardy", "Fatalist", "Cold Feet", "Cautious Commander"))


@rule("7.6", "7.15", "7.16")
def test_points_follow_from_what_is_printed() -> None:
    men = {man.name: man for division in rulebook().divisions.values() for man in division.soldiers}
    assert all(value(man) == man.points for man in men.values())
    eisenberg, vasiliev = men["U. Eisenberg"], men["V. Vasiliev"]
    assert (eisenberg.points, eisenberg.resolve, eisenberg.vitality) == (11, 9, 12)
    assert [bool(row) for row in eisenberg.weapon.grid] == [True] * 3 + [False] * 4
    assert (eisenberg.strength, eisenberg.weakness) == ("Command Radius", "Foolhardy")
    assert (vasiliev.points, vasiliev.resolve, vasiliev.vitality) == (7, 7, 11)
    assert [bool(row) for row in vasiliev.weapon.grid] == [True] * 6 + [False]
    assert [COLOURS[each] for each in men["J. Evans"].weapon.grid[2]] == ["green", "blue"]


@rule("1.2")
def test_this_is_version_one_and_every_ruling_is_told() -> None:
    assert rules()["1.2"].ruling
    assert all(each.text and "[[missing]]" not in each.text + each.ruling for each in rules().values())


@rule("G.token", "1.3")
def test_tokens_never_run_out() -> None:
    b = scene(". . .\n" * 1)
    for cell in range(3):
        for _ in range(5):
            b.add_token(Token(ENTRENCHMENT, cell, "black"))
    assert len(b.tokens) == 15


# Sides and divisions -----------------------------------------------------------------------------


@rule("3.4", "10.4.a", "10.5")
def test_each_side_has_its_nations() -> None:
    play = opening()
    axis = set(pieces(play, "division"))
    assert axis == {
        "german-352nd-infantry", "german-15th-infantry", "finnish-5th-division",
        "red-army-45th-rifle", "red-army-70th-guards",
    }  # fmt: skip
    play.choose(Choice("division", "finnish-5th-division"))
    play.choose(Choice("ready"))
    play.choose(Choice("as proposed"))
    assert asked(play).seat == "allies"
    assert set(pieces(play, "division")) == {
        "us-5th-rangers", "us-101st-airborne", "polish-6th-infantry", "polish-3rd-carpathian",
        "red-army-45th-rifle", "red-army-70th-guards",
    }  # fmt: skip


@rule("10.4.a", "10.4.b", "3.4")
def test_the_soviet_union_fights_on_one_side_only() -> None:
    play = opening()
    play.choose(Choice("division", "red-army-45th-rifle"))
    play.choose(Choice("ready"))
    play.choose(Choice("as proposed"))
    assert not [key for key in pieces(play, "division") if key.startswith("red-army")]


# Squads ------------------------------------------------------------------------------------------


@rule("10.6.a", "3.6", "G.mission_points", "7.6")
def test_a_squad_is_built_within_the_points() -> None:
    play = opening()
    play.choose(Choice("division", "german-352nd-infantry"))
    play.choose(Choice("build"))
    spent = 0
    costs = {man.id: man.points for man in rulebook().divisions["german-352nd-infantry"].soldiers}
    assert "german-352nd-infantry-4" not in pieces(play, "enlist"), "the first must be a Leader"
    while asked(play).kind == "enlist":
        dear = max(pieces(play, "enlist"), key=lambda id: costs[id])
        if spent + costs[dear] > 65:
            raise AssertionError("offered beyond the points")
        spent += costs[dear]
        play.choose(Choice("enlist", dear))
    assert 60 <= spent <= 65
    play.choose(Choice("as proposed"))
    assert sum(man.card.points for man in b_of(play).soldiers) == spent


def handicapped(**handicap: object) -> tuple[Scenario | None, Problems]:
    """Capture the Flag, where a side goes without some of its points."""
    table: dict[str, object] = {
        "name": "Uneven",
        "level": "private",
        "mission": "capture-the-flag",
        "handicap": handicap,
    }
    problems = Problems("mine.toml")
    return scenario_from(Source(table, b"", "of_war_and_men/uneven", None, problems)), problems


@rule("8.11", "10.6.a")
def test_a_side_may_go_without_some_of_its_points() -> None:
    """Of 75 the Axis has 35 left: for the ready squad, and man by man. The page tells it."""
    scenario, _ = handicapped(axis=40)
    assert scenario is not None
    play = Play(OF_WAR_AND_MEN, OF_WAR_AND_MEN.rules.new(scenario), SampledChance(1))
    for squad in ("axis", "allies"):
        assert asked(play).seat == squad
        play.choose(asked(play).options()[0])
        play.choose(Choice("ready"))
        play.choose(Choice("as proposed"))
    b = b_of(play)
    spent = [soldier_points(b, side) for side in (AXIS, ALLIES)]
    assert 25 <= spent[AXIS] <= 35 < 65 <= spent[ALLIES] <= 75
    play = Play(OF_WAR_AND_MEN, OF_WAR_AND_MEN.rules.new(scenario), SampledChance(1))
    play.choose(asked(play).options()[0])
    play.choose(Choice("build"))
    assert asked(play).prompt == "Who joins the squad? (35 points left)"
    told = OF_WAR_AND_MEN.shown.view(play, "allies").goals
    assert "The Axis may spend 35 points on soldiers, the Allies 75." in told
    even = OF_WAR_AND_MEN.shown.view(opening("capture-the-flag-private"), "axis").goals
    assert not any("points on soldiers" in goal for goal in even)
    assert position(b_of(play), {}).values["handicap"] == {"axis": 40}


@rule("8.11", "3.7")
@pytest.mark.parametrize(
    ("handicap", "told"),
    [
        ({"axis": 70}, "handicap.axis: is 70; of 75 squad points 7 must be left for Leaders"),
        ({"allies": -1}, "handicap.allies: must be from 0 to 100, but is -1"),
        ({"reds": 1}, "reds"),
    ],
)
def test_a_handicap_that_cannot_be(handicap: dict[str, object], told: str) -> None:
    _, problems = handicapped(**handicap)
    with pytest.raises(ContentError, match=told):
        problems.check()


@rule("10.6.b")
def test_the_missions_use_the_suggested_totals() -> None:
    missions = [SHELF.find(info.id).mission for info in SHELF.infos()]
    assert {mission.points for mission in missions if mission.number <= 8} == {65, 75}


@rule("10.6.c")
def test_historical_squads() -> None:
    sizes = {key: division.historical for key, division in rulebook().divisions.items()}
    twelve = {"us-5th-rangers", "us-101st-airborne", "polish-6th-infantry", "red-army-45th-rifle"}
    assert {key for key, size in sizes.items() if size == 12} == twelve
    assert {sizes[key] for key in sizes if key not in twelve} == {10}
    play = opening()
    play.choose(Choice("division", "german-352nd-infantry"))
    play.choose(Choice("historical"))
    play.choose(Choice("as proposed"))
    assert len(b_of(play).soldiers) == 10
    play.choose(Choice("division", "us-5th-rangers"))
    assert Choice("historical") not in asked(play).options(), "76 points are too many, and not all have agreed on it"


@rule("10.6.c")
def test_if_all_use_it_the_limit_does_not_count() -> None:
    system = OF_WAR_AND_MEN
    battle = system.rules.new(SHELF.find("of_war_and_men/not-in-my-house-private"))
    battle.mission = structs.replace(battle.mission, points=50)
    play = Play(system, battle, SampledChance(1))
    play.choose(Choice("division", "red-army-70th-guards"))
    play.choose(Choice("historical"))  # 61 points, more than 50: from now on all do so
    play.choose(Choice("as proposed"))
    play.choose(Choice("division", "us-101st-airborne"))
    assert asked(play).kind == "fireteams", "no other squad is asked for"
    play.choose(Choice("as proposed"))
    assert sum(man.card.points for man in b_of(play).soldiers) == 61 + 77


@rule("10.6.d", "10.1")
def test_partners_share_one_total() -> None:
    play = opening("capture-the-flag-four-players")
    play.choose(Choice("division", "german-352nd-infantry"))
    play.choose(Choice("build"))
    while asked(play).kind == "enlist":
        ids = pieces(play, "enlist")
        play.choose(Choice("enlist", ids[0]) if ids else Choice("done"))
    first = sum(man.card.points for man in b_of(play).soldiers)
    b = set_up(play)
    for side in (0, 1):
        total = sum(man.card.points for man in b.soldiers if b.players[man.player].side == side)
        assert total <= 75
    assert {len([team for team in b.teams if team.player == player.index]) <= 2 for player in b.players} == {True}
    assert all(any(man.player == player.index for man in b.soldiers) for player in b.players), (
        "nobody is left without"
    )
    assert first >= 0


@rule("10.1")
def test_three_players_one_with_two_squads() -> None:
    b = set_up(opening("not-in-my-house-three-players"))
    assert [len(player.divisions) for player in b.players] == [2, 1, 1]
    assert [player.side for player in b.players] == [0, 1, 1]
    assert all(len(player.hand) == 7 for player in b.players), "one hand each"


# Fireteams ---------------------------------------------------------------------------------------


@rule("10.7.a", "3.7", "G.fireteam")
def test_every_fireteam_has_a_leader() -> None:
    for division in rulebook().divisions.values():
        for points in (25, 35, 65, 75, 90):
            for most, size in ((4, 8), (2, 8), (4, 3)):
                cards = ready_squad(division, points, most, size)
                assert 0 < sum(card.points for card in cards) <= points
                teams = ready_teams(cards, most, size)
                assert sum(map(len, teams)) == len(cards) and len(teams) <= most
                for team in teams:
                    assert 1 <= len(team) <= size
                    assert any(card.leader for card in team)


@rule("10.6.a")
def test_a_ready_squad_uses_all_its_points() -> None:
    for division in rulebook().divisions.values():
        for points in (24, 65, 75):
            assert sum(card.points for card in ready_squad(division, points, 4, 8)) == points


@rule("10.7.a", "10.7.b", "3.7")
def test_the_owner_forms_fireteams_man_by_man() -> None:
    play = opening()
    play.choose(Choice("division", "german-352nd-infantry"))
    play.choose(Choice("build"))
    for number in (1, 2, 4, 5):
        play.choose(Choice("enlist", f"german-352nd-infantry-{number}"))
    play.choose(Choice("done"))
    play.choose(Choice("form"))
    play.choose(Choice("line", "german-352nd-infantry-5"))
    assert Choice("close") not in asked(play).options(), "no Leader yet"
    play.choose(Choice("line", "german-352nd-infantry-2"))
    play.choose(Choice("close"))
    play.choose(Choice("line", "german-352nd-infantry-4"))
    b = b_of(play)
    lines = [[b.soldiers[i].card.number for i in team.soldiers] for team in b.teams]
    assert lines == [[5, 2], [4, 1]], "from left to right as they were named"


@rule("3.7", "10.7.a")
def test_a_leader_cannot_be_left_out() -> None:
    """Two Leaders, both into the first Fireteam: then the rest must go there too."""
    play = opening()
    play.choose(Choice("division", "german-352nd-infantry"))
    play.choose(Choice("build"))
    for number in (1, 2, 4, 5):
        play.choose(Choice("enlist", f"german-352nd-infantry-{number}"))
    play.choose(Choice("done"))
    play.choose(Choice("form"))
    play.choose(Choice("line", "german-352nd-infantry-1"))
    play.choose(Choice("line", "german-352nd-infantry-2"))
    assert Choice("close") not in asked(play).options()


@rule("3.7", "10.7.a", "11.3.a")
def test_forming_never_ends_in_a_blind_alley() -> None:
    """Whatever is picked, Fireteams of three can be completed, each with a Leader."""
    for seed in range(40):
        play = opening("burning-bridges-private", seed)
        rng = random.Random(seed)
        play.choose(Choice("division", "red-army-45th-rifle"))
        play.choose(Choice("build"))
        while asked(play).kind == "enlist":
            play.choose(rng.choice(asked(play).options()))
        if asked(play).kind == "fireteams":
            play.choose(Choice("form"))
        while asked(play).kind == "form":
            play.choose(rng.choice(asked(play).options()))
        b = b_of(play)
        assert all(len(team.soldiers) <= 3 and any(man.card.leader for man in b.men(team)) for team in b.teams)


@rule("3.7", "8.14", "10.1")
def test_partners_share_the_number_of_fireteams() -> None:
    four = b_of(opening("capture-the-flag-four-players"))
    assert [team_limit(four, player) for player in four.players] == [2, 2, 2, 2]
    three = b_of(opening("not-in-my-house-three-players"))
    assert [team_limit(three, player) for player in three.players] == [2, 2, 2], "for each of the two squads of one"


@rule("8.14")
def test_a_mission_may_limit_the_fireteams() -> None:
    play = opening("boot-camp")
    play.choose(Choice("division", "german-352nd-infantry"))
    assert Choice("historical") not in asked(play).options(), "ten men do not fit into one Fireteam"
    assert {team_limit(b_of(play), player) for player in b_of(play).players} == {1}
    assert {team_limit(b_of(opening()), player) for player in b_of(opening()).players} == {4}


@rule("8.12")
def test_a_mission_without_room_to_start_is_refused() -> None:
    table: dict[str, object] = {
        "name": "Narrow",
        "level": "private",
        "mission": {
            "name": "Narrow", "map": "F X\n. F", "squad_points": 65, "decks": 1, "visibility": "sun",
            "operation": "reinforcements", "goals": [], "starts": {"axis": ["A1"], "allies": ["B2"]},
        },
    }  # fmt: skip
    problems = Problems("mine.toml")
    assert scenario_from(Source(table, b"", "of_war_and_men/narrow", None, problems)) is None
    with pytest.raises(ContentError, match="leaves 3 positions for 4 Fireteams"):
        problems.check()


@rule("3.7", "10.6.a")
def test_a_mission_with_too_few_points_for_a_leader_is_refused() -> None:
    table: dict[str, object] = {
        "name": "Poor",
        "level": "private",
        "mission": {
            "name": "Poor", "map": "F . .\n. . .\n. . F", "squad_points": 4, "decks": 1, "visibility": "sun",
            "operation": "reinforcements", "goals": [], "starts": {"axis": ["A1"], "allies": ["C3"]},
        },
    }  # fmt: skip
    problems = Problems("mine.toml")
    assert scenario_from(Source(table, b"", "of_war_and_men/poor", None, problems)) is None
    with pytest.raises(ContentError, match="too few: each squad needs a Leader"):
        problems.check()


# Start -------------------------------------------------------------------------------------------


@rule("8.12", "10.8", "G.start")
def test_fireteams_start_on_or_next_to_the_indicated_card() -> None:
    play = opening("murder-at-the-moonless-chateau-private")
    seen: dict[str, set[str]] = {}
    while b_of(play).phase == 0:
        decision = asked(play)
        if decision.kind == "start":
            seen.setdefault(decision.seat, set()).update(choice.to for choice in decision.options())
        play.choose(decision.options()[0])
    assert seen["allies"] == {"B6", "C6", "D6", "B7", "C7", "D7"}
    assert seen["axis"] == {"A1", "B1", "A2", "D1", "E1", "E2"}, "B2 and D2 are marked X"
    b = b_of(play)
    assert len({team.cell for team in b.teams}) == len(b.teams), "never two in one position"
    assert all(b.cells[team.cell].card for team in b.teams), "a Field card lies under each"
    assert all(team.home == team.cell for team in b.teams)


@rule("10.9", "10.10", "10.13", "12.1")
def test_the_track_is_random_and_hands_have_seven() -> None:
    tracks = {tuple(set_up(opening(seed=seed)).track) for seed in range(6)}
    assert len(tracks) > 1
    b = set_up(opening())
    assert sorted(b.track) == [team.index for team in b.teams]
    assert [len(player.hand) for player in b.players] == [7, 7]
    assert len(b.deck) == 192 - 14 and b.discard == []


@rule("10.14", "G.initial_round", "10.11")
def test_the_first_round_has_no_assessment() -> None:
    b = set_up(opening())
    assert (b.round, b.phase, b.fog) == (1, COMBAT, [])
    assert b.active == b.track[0]


@rule("BC.1", "BC.8", "BC.5")
def test_boot_camp() -> None:
    """A Hill, a Field and a Road in a row, open ground beside them; a Fireteam on the Hill and one on the Road."""
    b = set_up(opening("boot-camp"))
    assert [b.terrain(cell).key for cell in (1, 4, 7)] == ["hill", "field", "road"]
    assert [cell for cell in range(9) if not b.is_open(cell)] == [1, 4, 7]
    assert [b.place_name(team.cell) for team in b.teams] == ["B1", "B3"]
    assert all(2 <= len(team.soldiers) <= 4 for team in b.teams)


@rule("BC.8")
def test_in_practice_everybody_has_an_attack() -> None:
    """Six cards without one, and the seventh is looked for in the deck; elsewhere a hand may be without."""
    for seed in range(30):
        b = set_up(opening("boot-camp", seed))
        for player in b.players:
            assert len(player.hand) == 7 and any(b.card(held).order == "attack" for held in player.hand)
        assert len(b.deck) == 192 - 14 and not lost_cards(b)
        play = opening("boot-camp", seed)
        set_up(play)
        looked_for = [(event.kind, event.value) for event in play.log if event.rule == "BC.8"]
        assert looked_for in ([], [("card", 0), ("draws", 1)], [("card", 0), ("draws", 1)] * 2)


@rule("BC.8", "8.12")
def test_in_practice_nobody_starts_beside_the_card() -> None:
    table: dict[str, object] = {
        "name": "Drill",
        "level": "private",
        "mission": {
            "name": "Drill", "map": "F .\n. F", "squad_points": 24, "fireteams": 2, "decks": 1, "visibility": "sun",
            "operation": "reinforcements", "goals": [], "starts": {"axis": ["A1"], "allies": ["B2"]},
            "switches": ["practice"],
        },
    }  # fmt: skip
    problems = Problems("mine.toml")
    assert scenario_from(Source(table, b"", "of_war_and_men/drill", None, problems)) is None
    with pytest.raises(ContentError, match="leaves 1 positions for 2 Fireteams"):
        problems.check()


@rule("BC.8")
def test_in_practice_one_soldier_may_stand_alone() -> None:
    play = opening("boot-camp")
    play.choose(asked(play).options()[0])
    play.choose(Choice("build"))
    play.choose(asked(play).options()[0])
    play.choose(Choice("done"))
    assert [len(team.soldiers) for team in b_of(play).teams] == [1]


@rule("8.3", "G.deck_timer", "10.10")
@pytest.mark.parametrize(("id", "decks"), [("not-in-my-house-private", 1), ("capture-the-flag-colonel", 2)])
def test_the_mission_says_how_many_decks(id: str, decks: int) -> None:
    assert b_of(opening(id)).decks_left == decks
