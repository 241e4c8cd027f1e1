"""A battle under way as a scenario: its files load, and everybody stands where he stood."""

import random
from pathlib import Path
from typing import Any

import pytest
from house import House

import sandtable.systems  # noqa: F401  registers the games
from sandtable.content.problems import ContentError
from sandtable.server.workshop.drafts import read_draft
from sandtable.server.workshop.positions import scenario_of
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.system import AnySystem, systems
from sandtable.table.view import View
from soak import sample

GAMES = ["nations_at_war", "regimental", "war_storm", "miniatures"]
# Sentences about those who are on the map of the scenario and were not on that of the battle.
BACK = (
    "Units that have not entered with their Formation yet are on the map.",
    "A company needs a commander, so one who fell is back where he started.",
)
ANEW = "Platoons are numbered anew where some are lost."
LED = "A Unit without a Platoon Leader is led by its first Team."
LEADERS = ("hq", "sub-hq", "officer")  # some of them are back
EVERY = sample(6, 20)  # choices between two positions


def stood(view: View) -> dict[Any, Any]:
    """Who stands where with his steps; who is beside the map is left out.

    Teams are numbered anew when one is lost, so on a table it is the places that count, and facings to a degree.
    """
    boxes = {box.id for box in view.boxes}
    found: dict[Any, Any] = {}
    for piece in view.pieces:
        if piece.at is not None:
            facing = piece.at.facing
            found[piece.at.x, piece.at.y] = (piece.art, None if facing is None else round(facing / 100) % 360)
        elif piece.place and piece.place not in boxes and not piece.inside and piece.kind not in LEADERS:
            found[piece.name] = (piece.place, piece.steps)
    return found


def unnumbered(found: dict[Any, Any]) -> list[Any]:
    """The same without the numbers of platoons: the kind of each, where it stands and its steps."""
    return sorted((name.rpartition(" ")[0], *rest) for name, rest in found.items())


def led(before: dict[Any, Any], now: dict[Any, Any]) -> dict[Any, Any]:
    """Who stood there, but the first Teams that lead now as leaders."""
    return {place: now[place] if now.get(place, ("",))[0] == "leader" else each for place, each in before.items()}


def positions(system: AnySystem, texts: dict[str, str], seed: int, most: int) -> Any:
    """A random battle, every few choices: the battle as a spectator sees it, and the scenario made of it."""
    play = Play(system, system.rules.new(system.shelf.read(texts)), SampledChance(seed))
    hand = random.Random(seed)
    for number in range(most):
        if play.result is not None:
            return
        if number % EVERY == 0:
            yield system.shown.view(play, ""), scenario_of(system, play.battle, texts)
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        assert decision is not None
        play.choose(hand.choice(decision.options()), seat)


def texts_of(game: str) -> list[dict[str, str]]:
    system = systems()[game]
    declared = system.shelf.fields()
    small = {"new.toml": declared.blank.lstrip("\n"), **declared.maps}
    return [small, *[system.shelf.texts(info.id) for info in system.shelf.infos()[: sample(0, 3)]]]


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_opened_as_it_stood(game: str) -> None:
    system = systems()[game]
    count = 0
    for texts in texts_of(game):
        for seed in range(sample(1, 4)):
            for view, found in positions(system, texts, seed, sample(150, 600)):
                count += 1
                read = read_draft(system, found["texts"], [])
                assert read.problems == [] and read.view is not None
                before, now = stood(view), stood(read.view)
                if LED in found["left_out"]:
                    before = led(before, now)
                if any(word in found["left_out"] for word in BACK):
                    assert now.items() >= before.items()
                elif ANEW in found["left_out"]:
                    assert unnumbered(now) == unnumbered(before)
                else:
                    assert now == before
    assert count > 1


@pytest.mark.parametrize("game", [*GAMES, "of_war_and_men"])
def test_what_files_cannot_say_is_said(game: str) -> None:
    system = systems()[game]
    texts = texts_of(game)[0]
    *_, (_, found) = positions(system, texts, 3, 120)
    assert found["name"] == "A New Battle, under way" and next(iter(found["texts"])) == "a-new-battle-under-way.toml"
    assert system.shelf.read(found["texts"]).name == found["name"]
    assert all(sentence.endswith(".") for sentence in found["left_out"])
    if game == "of_war_and_men":
        assert "Hands are drawn again." in found["left_out"]


def test_soldiers_stand_where_they_stood() -> None:
    """Of War and Men: squads, Fireteams and who is down are written, and nobody chooses or places anybody."""
    system = systems()["of_war_and_men"]
    texts = texts_of("of_war_and_men")[0]
    play = Play(system, system.rules.new(system.shelf.read(texts)), SampledChance(3))
    hand = random.Random(3)
    while not any(condition for _, _, condition in on_map(play.battle)):
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        assert decision is not None
        play.choose(hand.choice(decision.options()), seat)
    found = scenario_of(system, play.battle, texts)
    again = Play(system, system.rules.new(system.shelf.read(found["texts"])), SampledChance(1))
    assert again.decision is not None and again.decision.kind not in ("division", "squad", "start")
    assert on_map(again.battle) == on_map(play.battle)


def on_map(b: Any) -> set[tuple[str, int, int]]:
    """Every soldier on the map with his position and condition."""
    teams = [team for team in b.teams if not team.gone and team.cell >= 0]
    men = [(b.soldiers[index], team) for team in teams for index in team.soldiers]
    return {(man.id, team.cell, man.condition) for man, team in men}


def test_squads_with_mistakes_are_told() -> None:
    men = systems()["of_war_and_men"].shelf
    squad = """
[[squads]]
seat = "axis"
division = "german-15th-infantry"
fireteams = [
    { at = "A1", soldiers = ["german-15th-infantry-1", "german-15th-infantry-1"] },
    { at = "Z9", soldiers = [] },
]

[[squads]]
seat = "axis"
division = "us-5th-rangers"
fireteams = [{ at = "A1", soldiers = ["us-5th-rangers-1"], wounded = ["us-5th-rangers-2"] }]
"""
    text = men.fields().blank.replace("players = 2", "players = 2\n" + squad)
    with pytest.raises(ContentError) as refused:
        men.read({"new.toml": text})
    for told in (
        "'german-15th-infantry-1' is named twice",
        "no position is called 'Z9'",
        "a Fireteam has at least one soldier",
        "'axis' has its squad already",
        "does not fight on the side of 'axis'",
        "no soldier of this Fireteam is called 'us-5th-rangers-2'",
    ):
        assert told in str(refused.value), told


def test_a_position_is_asked_for_by_a_seat(folder: Path) -> None:
    """Whoever plays may have it at any time; where there are secrets a spectator must wait for the end."""
    house = House(folder)
    for system, seats in (("nations_at_war", ("german", "soviet")), ("regimental", ("blue", "red"))):
        declared = systems()[system].shelf.fields()
        body = {"system": system, "texts": {"new.toml": declared.blank.lstrip("\n"), **declared.maps}}
        made = house.post("workshop/battles", body | {"seats": dict.fromkeys(seats, "person")}, 201)
        found = house.get(f"seat/{made['seats'][seats[0]]}/position")
        assert found["system"] == system and found["texts"]
        house.get(f"seat/{made['spectator']}/position", 403 if system == "regimental" else 200)
    assert house.stop() == 0


def test_damaged_starts_are_read() -> None:
    """A stand with fewer SP; a Team that is suppressed, and a commander in a vehicle that looks east."""
    regimental = systems()["regimental"]
    text = regimental.shelf.fields().blank
    text = text.replace('name = "I/1", type = "infantry"', 'name = "I/1", type = "infantry", sp = 2')
    battle = regimental.rules.new(regimental.shelf.read({"new.toml": text}))
    assert [(stand.name, stand.sp) for stand in battle.stands if stand.sp < stand.type.sp] == [("I/1", 2)]
    minis = systems()["miniatures"]
    text = minis.shelf.fields().blank
    text = text.replace('team = "rifle", at', 'team = "rifle", suppressed = 1, at', 1)
    text = text.replace('team = "smg"', 'facing = 90, team = "jeep"', 1)
    battle = minis.rules.new(minis.shelf.read({"new.toml": text}))
    assert [team.markers for team in battle.teams if team.markers] == [1]
    assert [(team.hx, team.hy) for team in battle.teams if team.type.key == "jeep"] == [(7200, 0)]
    wrong = minis.shelf.fields().blank.replace('team = "rifle", at', 'team = "rifle", facing = 9, at', 1)
    with pytest.raises(ContentError, match="only guns and vehicles have one"):
        minis.shelf.read({"new.toml": wrong})


def test_observers_stay_with_their_unit() -> None:
    """Miniatures: a Forward Observer, who does not count as a Team of his Unit (15.20), is written too."""
    minis = systems()["miniatures"]
    observed = '{ team = "lmg", at = [17, 7] },\n    { team = "rifle", role = "observer", at = [20, 7] },'
    text = minis.shelf.fields().blank.replace('{ team = "lmg", at = [17, 7] },', observed)
    battle = minis.rules.new(minis.shelf.read({"new.toml": text}))
    found = scenario_of(minis, battle, {"new.toml": text})
    again = minis.rules.new(minis.shelf.read(found["texts"]))
    assert [(team.id, team.x, team.y, team.role) for team in again.teams] == [
        (team.id, team.x, team.y, team.role) for team in battle.teams
    ]
    assert "u1-observer" in again.by_id


def test_teams_in_the_midst_of_a_move_are_read() -> None:
    """Miniatures: bases may not end overlapping (4.1), but Teams that still move may overlap or stand on a wall."""
    minis = systems()["miniatures"]
    wall = '[[terrain]]\nkey = "wall"\nname = "Wall"\nkind = "wall"\npoints = [[2, 9], [4, 9]]\n\n[[units]]'
    text = minis.shelf.fields().blank.replace("[[units]]", wall, 1)
    battle = minis.rules.new(minis.shelf.read({"new.toml": text}))
    rifle, lmg = battle.teams[1:3]
    rifle.x, rifle.y = 300, 900
    lmg.x, lmg.y = 1550, 500  # half an inch from the leader
    found = scenario_of(minis, battle, {"new.toml": text})
    again = minis.rules.new(minis.shelf.read(found["texts"]))
    assert [(team.x, team.y) for team in again.teams] == [(team.x, team.y) for team in battle.teams]
    resting = {name: each.replace("under_way = true\n", "") for name, each in found["texts"].items()}
    with pytest.raises(ContentError) as refused:
        minis.shelf.read(resting)
    assert "lmg overlaps" in str(refused.value).lower() and "stands on the Wall" in str(refused.value)


@pytest.mark.parametrize(("lost", "anew"), [(None, False), (2, False), (0, True)])
def test_platoons_that_are_numbered_anew_are_told(lost: int | None, anew: bool) -> None:
    """War Storm: the notation of companies counts platoons from one, so those behind one that is lost move up."""
    storm = systems()["war_storm"]
    declared = storm.shelf.fields()
    texts = {"new.toml": declared.blank.lstrip("\n"), **declared.maps}
    battle = storm.rules.new(storm.shelf.read(texts))
    platoons = battle.platoons[:3]
    for platoon, place in zip(platoons, ("E1005", "E1006", "E1007"), strict=True):
        battle.put(platoon, battle.ground.index[place])
    if lost is not None:
        battle.remove(platoons[lost])
    found = scenario_of(storm, battle, texts)
    again = storm.rules.new(storm.shelf.read(found["texts"]))
    stand = [(each.name, each.hex) for each in platoons if each.hex >= 0]
    named = [(each.name, each.hex) for each in again.platoons if each.hex >= 0]
    assert (ANEW in found["left_out"]) == anew == (named != stand)
    assert [hex for _, hex in named] == [hex for _, hex in stand]


def test_a_battle_of_men_has_a_date() -> None:
    men = systems()["of_war_and_men"].shelf
    text = men.fields().blank.replace("players = 2", 'players = 2\ndate = "June 1944"')
    assert men.read({"new.toml": text}).date == "June 1944"
