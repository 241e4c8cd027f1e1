"""Data and files: the tables of the book, both scenarios, and files with mistakes."""

import shutil
from pathlib import Path

import pytest

from sandtable.content.problems import ContentError
from sandtable.systems.miniatures.reading.book import DATA, hundredths, read_book
from sandtable.systems.miniatures.reading.scenario_files import crosses_itself
from sandtable.systems.miniatures.reading.shelf import SHELF, find_scenario, load_scenario, rulebook, rules
from sandtable.systems.miniatures.state.book import (
    CLEAR,
    COAX,
    DIFFICULT,
    HARD,
    HULL,
    KINDS,
    MAIN,
    NO_SAVE,
    OPEN,
    SOFT,
)
from sandtable.systems.miniatures.state.book import VERY_DIFFICULT as VERY
from sandtable.systems.miniatures.state.scenario import CC, FO, PL, TEAM, Scenario
from sandtable.testing import rule

AUBRY_FILE = DATA / "scenarios" / "saint-aubry-crossroads.toml"
AUBRY = AUBRY_FILE.read_text(encoding="utf-8")


# The book's tables -------------------------------------------------------------------------------


@rule("3.2")
@pytest.mark.parametrize(("key", "check", "to_hit"), [("green", 5, 2), ("veteran", 4, 3), ("elite", 3, 4)])
def test_the_training_table(key: str, check: int, to_hit: int) -> None:
    assert (rulebook().training[key].check, rulebook().training[key].to_hit) == (check, to_hit)


@rule("2.2", "16.1", "16.2", "16.3", "16.4", "16.5", "16.7")
@pytest.mark.parametrize(
    ("key", "kind", "range", "fp", "barrage", "ta", "notes"),
    [
        ("rifle", "infantry", 18, 1, 0, 1, ""),
        ("smg", "infantry", 9, 2, 0, 1, ""),
        ("lmg", "gun", 18, 3, 0, 1, "inf"),
        ("hmg", "gun", 22, 4, 0, 1, "inf"),
        ("bazooka", "infantry", 10, 2, 0, 2, "at"),
        ("panzerfaust", "infantry", 4, 2, 0, 3, "at"),
        ("panzerschreck", "infantry", 10, 3, 0, 3, "at"),
        ("60mm-mortar", "gun", 24, 2, 1, 1, "at inf over"),
        ("81mm-mortar", "gun", 40, 2, 1, 1, "at inf over"),
        ("57mm", "gun", 24, 4, 0, 2, "at shield"),
        ("105mm", "gun", 100, 5, 2, 2, "at shield"),
        ("pak40", "gun", 32, 4, 0, 2, "at shield"),
        ("15cm-nebelwerfer", "gun", 100, 0, 1, 1, "at rerolls"),
        ("37mm", "tank", 20, 3, 0, 0, "at"),
        ("75mm", "tank", 24, 4, 0, 0, "at"),
        ("kwk-40", "tank", 32, 4, 0, 0, "at"),
        ("kwk-42", "tank", 32, 5, 0, 0, "at"),
        ("kwk-36", "tank", 40, 5, 0, 0, "at"),
        ("vehicle-mg", "tank", 16, 3, 0, 0, ""),
    ],
)
def test_the_weapon_table(key: str, kind: str, range: int, fp: int, barrage: int, ta: int, notes: str) -> None:
    weapon = rulebook().weapons[key]
    found = (KINDS[weapon.kind], weapon.range, weapon.fp, weapon.barrage_fp, weapon.ta)
    assert found == (kind, range * 100, fp, barrage, ta)
    flags = {
        "at": weapon.at,
        "inf": weapon.as_infantry,
        "over": weapon.over_friends,
        "shield": weapon.shield,
        "rerolls": weapon.rerolls_range_in,
    }
    assert {word for word, true in flags.items() if true} == set(notes.split())
    assert weapon.barrage == (barrage > 0)


@rule("17.1", "17.2", "17.3", "17.4")
@pytest.mark.parametrize(
    ("key", "front", "flank", "move", "main", "mgs", "turret", "skirts", "tracks"),
    [
        ("m4-sherman", 5, 5, 12, "75mm", {HULL, COAX}, True, False, False),
        ("m3-stuart", 5, 6, 14, "37mm", {HULL, COAX}, True, False, False),
        ("stug-iii-g", 4, 6, 12, "kwk-40", {COAX}, False, True, False),
        ("panzer-iv", 5, 6, 12, "kwk-40", {HULL, COAX}, True, True, False),
        ("panther", 3, 5, 12, "kwk-42", {HULL, COAX}, True, False, True),
        ("tiger-i", 3, 4, 8, "kwk-36", {HULL, COAX}, True, False, True),
    ],
)
def test_the_tank_table(
    key: str, front: int, flank: int, move: int, main: str, mgs: set[int], turret: bool, skirts: bool, tracks: bool
) -> None:
    tank = rulebook().types[key]
    assert (tank.front, tank.flank, tank.move) == (front, flank, move * 100)
    assert (tank.turret, tank.skirts, tank.wide_tracks) == (turret, skirts, tracks)
    mounted = {mount.place: mount.weapon.key for mount in tank.mounts}
    assert mounted == {MAIN: main} | dict.fromkeys(mgs, "vehicle-mg")


@rule("9.1")
def test_armored_and_soft_skinned_vehicles() -> None:
    types = rulebook().types
    vehicles = {key: type for key, type in types.items() if KINDS[type.kind] == "tank"}
    assert {key for key, type in vehicles.items() if type.soft_skinned} == {"truck", "jeep", "jeep-mg"}
    assert all(type.armored != type.soft_skinned for type in vehicles.values())
    half_track = types["m3-half-track"]
    assert (half_track.front, half_track.flank) == (6, NO_SAVE)


@rule("4.1", "16.1")
@pytest.mark.parametrize(
    ("key", "move", "radius"), [("rifle", 6, 75), ("lmg", 6, 75), ("81mm-mortar", 6, 75), ("pak40", 3, 100)]
)
def test_moves_and_bases_of_stands(key: str, move: int, radius: int) -> None:
    assert (rulebook().types[key].move, rulebook().types[key].radius) == (move * 100, radius)


@rule("6.12.a", "6.12.b", "6.12.c", "6.12.d", "6.12.e", "6.12.f", "6.12.g")
def test_the_firing_modifiers() -> None:
    found = {key: (each.amount, each.rule) for key, each in rulebook().modifiers.items()}
    assert found == {
        "concealed": (1, "6.12.a"),
        "gone_to_ground": (1, "6.12.b"),
        "long_range": (1, "6.12.c"),
        "moved": (1, "6.12.d"),
        "reaction": (1, "6.12.e"),
        "cc_observing": (1, "6.12.f"),
        "moving_in_the_open": (-1, "6.12.g"),
    }


def test_the_terrain_catalogue() -> None:
    found = {
        key: (each.line, each.cover, each.area, each.tall, each.going, each.closed_to_guns, each.height)
        for key, each in rulebook().terrain.items()
    }
    assert found == {
        "wood": (False, SOFT, True, False, DIFFICULT, False, 300),
        "field": (False, SOFT, True, False, CLEAR, False, 100),
        "building": (False, HARD, True, False, VERY, True, 300),
        "hedge": (True, SOFT, False, False, DIFFICULT, False, 75),
        "fence": (True, SOFT, False, False, DIFFICULT, False, 75),
        "wall": (True, HARD, False, False, DIFFICULT, False, 75),
        "bocage": (True, OPEN, False, True, VERY, True, 200),
        "high-wall": (True, OPEN, False, True, VERY, True, 200),
        "broken": (False, OPEN, False, False, DIFFICULT, False, 0),
        "marsh": (False, OPEN, False, False, VERY, True, 0),
        "hill": (False, OPEN, False, False, CLEAR, False, 200),
        "smoke": (False, SOFT, True, False, CLEAR, False, 0),
    }


def test_every_rule_has_a_text() -> None:
    found = rules()
    assert len(found) == 185 and all(rule.text and rule.title for rule in found.values())
    assert sum(rule.source == "design" for rule in found.values()) == 8


# The scenarios -----------------------------------------------------------------------------------


def teams(scenario: Scenario, unit: str) -> list[tuple[str, int, tuple[int, int]]]:
    found = next(each for each in scenario.units if each.key == unit)
    return [(team.type.key, team.role, team.at) for team in found.teams]


def test_saint_aubry() -> None:
    scenario = find_scenario("miniatures/saint-aubry-crossroads")
    assert (scenario.width, scenario.height, scenario.rounds, scenario.unit_points) == (7200, 4800, 5, 0)
    assert [len(unit.teams) for unit in scenario.units] == [8, 8, 4, 3, 6, 8, 8, 3, 2]
    assert [unit.key for unit in scenario.units if unit.dug_in] == ["g2"]
    assert {unit.training.key for unit in scenario.units} == {"veteran"}
    assert [(each.at, each.points, each.holder) for each in scenario.objectives] == [
        ((3650, 2800), 1, 1),
        ((5700, 3400), 1, 1),
    ]
    assert teams(scenario, "u5")[0] == ("rifle", PL, (6000, 350))
    assert teams(scenario, "u5")[-1] == ("rifle", FO, (6000, 850))
    assert teams(scenario, "g1")[5] == ("lmg", TEAM, (3150, 2440))
    assert [(side.facing, side.commander.teams[0].at) for side in scenario.sides if side.commander is not None] == [
        ((0, 1), (3600, 400)),
        ((0, -1), (3650, 3700)),
    ]
    assert len(scenario.pieces) == 14
    assert scenario.pieces[4].points == ((2900, 2200), (3400, 2200), (3400, 2650), (2900, 2650))


def test_hill_63() -> None:
    scenario = find_scenario("miniatures/tigers-on-hill-63")
    assert (scenario.width, scenario.height, scenario.rounds, scenario.unit_points) == (7200, 4800, 8, 1)
    assert [len(unit.teams) for unit in scenario.units] == [4, 4, 3, 8, 4, 4, 2, 2, 4, 8, 6, 3]
    assert [unit.key for unit in scenario.units if unit.dug_in] == ["g3", "g4"]
    assert [(each.points, each.holder) for each in scenario.objectives] == [(2, 1), (1, -1)]
    us, german = [side.commander for side in scenario.sides]
    assert us is not None and german is not None
    assert (us.teams[0].type.key, us.teams[0].role, us.training.key) == ("m4-sherman", CC, "veteran")
    assert (german.teams[0].type.key, german.training.key) == ("smg", "elite")
    assert teams(scenario, "g1") == [("tiger-i", PL, (3000, 3600)), ("tiger-i", TEAM, (3600, 3600))]


def test_names_and_ids_are_all_different() -> None:
    for info in SHELF.infos():
        scenario = find_scenario(info.id)
        everyone = [team for unit in scenario.units for team in unit.teams]
        assert len({team.id for team in everyone}) == len({team.name for team in everyone}) == len(everyone)
        assert all(":" not in team.id and "," not in team.id for team in everyone)


def test_teams_are_called_after_their_weapon_and_number() -> None:
    scenario = find_scenario("miniatures/saint-aubry-crossroads")
    names = {team.id: team.name for unit in scenario.units for team in unit.teams}
    assert names["u1-leader"] == "1st Rifle Platoon, leader"
    assert names["u1-rifle-5"] == "1st Rifle Platoon, Rifle 5"
    assert names["u1-bazooka"] == "1st Rifle Platoon, Bazooka"
    assert names["u4-m4-sherman-1"] == "Tank Platoon, M4 Sherman 1"  # it leads


# Files with mistakes -----------------------------------------------------------------------------


def problems_of(text: str, tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as error:
        load_scenario(path)
    return str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('team = "rifle", at = [9, 8]', 'team = "rifel", at = [9, 8]', "did you mean 'rifle'?"),
        ('training = "veteran"', 'training = "veteren"', "did you mean 'veteran'?"),
        ('kind = "hill"', 'kind = "hil"', "did you mean 'hill'?"),
        ('kind = "hill"', 'kind = "smoke"', "no terrain is called 'smoke'"),
        ('side = "german"', 'side = "germany"', "did you mean 'german'?"),
        ('facing = "north"', 'facing = "nord"', "did you mean 'north'?"),
        ("at = [9, 8]", "at = [90, 8]", "is off the table, which is 72 by 48 inches"),
        ("at = [9, 8]", "at = [9, 0.5]", "its base, 1.5 inches wide, is not wholly on the table"),
        ("at = [9, 8]", "at = [12.2, 8]", "overlaps 1st Rifle Platoon, Rifle 1"),
        ("at = [9, 8]", "at = [9, 18]", "1st Rifle Platoon, Rifle 1 is out of cohesion (5.1)"),
        ("at = [9, 8]", "at = [9, 8, 7]", "must be a pair of inches like [31.5, 24], but is a list of 3"),
        ("at = [9, 8]", "at = [9, 8.123]", "must be whole hundredths of an inch"),
        ("at = [9, 8]", "at = [9, -8]", "must be from 0 to 200 inches"),
        ("at = [30, 30.5]", "at = [24, 21.5]", "stands on the Stone wall"),
        ("[[8, 13], [18, 11]", "[[8, 13], [18, 99]", "terrain[1].points[2]: is off the table"),
        ("[[8, 13], [18, 11], [20, 18], [11, 21]]", "[[8, 13], [18, 11]]", "must be a list of 3 to 40 points"),
        (
            "[[8, 13], [18, 11], [20, 18], [11, 21]]",
            "[[8, 13], [20, 18], [18, 11], [11, 21]]",
            "the outline crosses or touches itself",
        ),
        ("table = [72, 48]", "table = [72, 4]", "must have sides of 12 to 72 inches"),
        ('key = "w2"', 'key = "w1"', "two pieces are called 'w1'"),
        ('key = "w2"', 'key = "W 2"', "must be lower-case letters, digits and dashes: 'w-2'"),
        ('holder = "german"', 'holder = "nobody"', "no side is called 'nobody'"),
        ("rounds = 5", "rounds = 99", "must be from 1 to 30"),
        ("rounds = 5", "rounds = 5\nweather = 1", "there is no such key here"),
        (
            '{ team = "rifle", at = [15, 6.5] }',
            '{ team = "rifle", role = "observer", at = [15, 6.5] }',
            "Platoon Leader",
        ),
        ('team = "105mm", at = [56, 1.5]', 'team = "105mm", role = "observer", at = [56, 1.5]', "an Infantry Team"),
        ('name = "Tank Platoon"', 'name = "Tank Platoon"\ndug_in = true', "cannot dig in (3.3.f)"),
        ("commander = { name", "comander = { name", "every company has one (14.1)"),
    ],
)
def test_mistakes_are_named(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    assert old in AUBRY
    assert sentence in problems_of(AUBRY.replace(old, new, 1), tmp_path)


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    text = (
        AUBRY.replace('kind = "marsh"', 'kind = "swamp"')
        .replace('team = "lmg", at = [12, 5]', 'team = "mg", at = [12, 5]')
        .replace("at = [36.5, 28]", "at = [136.5, 28]")
    )
    assert len(problems_of(text, tmp_path).splitlines()) == 3


def test_a_side_without_a_unit(tmp_path: Path) -> None:
    start = AUBRY.index('[[units]]\nkey = "g1"')
    assert "sides[2]: the side 'german' has no Unit" in problems_of(AUBRY[:start], tmp_path)


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("weapons.toml", 'kind = "gun"', 'kind = "gum"', "no kind of Team is called 'gum'; did you mean 'gun'?"),
        ("weapons.toml", "range = 18", "", "weapons.rifle.range: is missing"),
        ("weapons.toml", "range = 18", "range = true", "must be a number of inches, but is true"),
        ("vehicles.toml", 'main = "75mm"', 'main = "75m"', "did you mean '75mm'?"),
        ("vehicles.toml", 'base = "tank"', 'base = "tnk"', "did you mean 'tank'?"),
        ("terrain.toml", 'cover = "soft"', 'cover = "sof"', "did you mean 'soft'?"),
        ("terrain.toml", 'rule = "10.1"', 'rule = "10.99"', "no rule is called '10.99'"),
        ("tables.toml", "keep_away = 2", "keep_away = -2", "must be from 0 to 200 inches"),
        ("tables.toml", "[saves]", "[svaes]", "svaes: there is no such key here; did you mean 'saves'?"),
    ],
)
def test_mistakes_in_the_books_own_files(file: str, old: str, new: str, sentence: str, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError) as error:
        read_book(folder)
    assert sentence in str(error.value)


def test_inches_become_whole_hundredths() -> None:
    assert [hundredths(value) for value in (6, 26.5, 0.02, 31.9)] == [600, 2650, 2, 3190]


def test_outlines_that_touch_themselves() -> None:
    square = ((0, 0), (4, 0), (4, 4), (0, 4))
    assert not crosses_itself(square)
    assert crosses_itself(((0, 0), (4, 4), (4, 0), (0, 4)))
    assert crosses_itself(((0, 0), (4, 0), (2, 0), (2, 4)))  # back on its own edge
    assert crosses_itself(((0, 0), (4, 0), (4, 4), (2, 0), (0, 4)))  # a corner on an edge
    assert not crosses_itself(((0, 0), (2, 0), (4, 0), (4, 4)))  # straight on is no crossing
