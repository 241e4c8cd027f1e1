"""What a thought tells of platoons, officers and points: computed from the position."""

from typing import Any

from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.thinking.reasons import (
    enemy_words,
    guard_words,
    led_words,
    rally_words,
    stakes,
    targets_words,
)


def on_the_ridge(**places: str) -> Any:
    battle: Any = WAR_STORM.rules.new(WAR_STORM.shelf.find("rearguard-on-the-ridge"))
    for unit in (*battle.platoons, *battle.officers):
        unit.hex = -1
    for name, place in places.items():
        battle.find_unit(name.replace("_", "-")).hex = battle.ground.index[place]
    return battle


def test_a_marker_is_told_with_what_its_fire_covers() -> None:
    battle = on_the_ridge(german_a_1="C606")
    gun = battle.find_unit("german-a-1")
    covers = "its fire covers La Croix; Ridge, west; Ridge, middle and Ridge, east"
    assert guard_words(battle, gun, gun.hex) == f"; none in its own sight and range now; {covers}"
    battle.find_unit("american-a-1").hex = battle.ground.index["C300"]
    away = battle.ground.distance[gun.hex][battle.ground.index["C300"]]
    assert guard_words(battle, gun, gun.hex) == (
        f"; none in its own sight and range now, the nearest {away} hexes away; {covers}"
    )
    battle.find_unit("american-a-2").hex = battle.ground.index["C506"]
    assert guard_words(battle, gun, gun.hex) == f"; 1 enemy platoon in its own sight and range now; {covers}"
    assert guard_words(battle, gun, battle.ground.index["C300"]).endswith("; its fire covers no objective")


def test_a_move_is_told_with_whom_it_could_fire_at_from_there() -> None:
    battle = on_the_ridge(german_a_1="C808", american_a_1="C506", american_a_2="C505")
    gun = battle.find_unit("german-a-1")
    assert targets_words(battle, gun, battle.ground.index["C300"]) == "; it could fire at nobody from there"
    assert targets_words(battle, gun, battle.ground.index["C606"]) == "; it could fire at 2 platoons from there"


def test_an_officer_is_told_with_whom_he_leads_from_a_hex() -> None:
    battle = on_the_ridge(german_a_1="C506", german_a_2="C505", german_a_3="C808")
    officer, place = battle.find_unit("german-a-officer"), battle.ground.index["C506"]
    assert led_words(battle, officer, place) == "; 2 of 3 platoons in command"
    battle.find_unit("german-a-2").routed = True
    assert led_words(battle, officer, place) == "; 2 of 3 platoons in command, 1 routed"
    assert led_words(battle, officer, place, True) == (
        "; 2 of 3 platoons in command, 1 routed, 2 yet to act who may still react"
    )
    for number in (1, 3):
        battle.find_unit(f"german-a-{number}").finished = True
    assert led_words(battle, officer, place, True).endswith(", and all of them have acted")


def test_an_officer_without_men_leads_nobody() -> None:
    battle = on_the_ridge(american_a_1="C506")
    assert led_words(battle, battle.find_unit("german-a-officer"), battle.ground.index["C506"]) == ""


def test_an_officer_without_a_company_is_told_with_whom_he_could_rally() -> None:
    battle = on_the_ridge(german_a_1="C506", german_b_1="C808")
    roth, place = battle.find_unit("german-roth"), battle.ground.index["C506"]
    assert led_words(battle, roth, place) == "; 2 of 2 platoons of his side in his range"
    battle.find_unit("german-b-1").routed = True
    assert led_words(battle, roth, place) == (
        "; 2 of 2 platoons of his side in his range, the nearest of 1 routed 3 hexes away"
    )


def test_who_is_activated_is_told_how_near_the_enemy_is() -> None:
    battle = on_the_ridge(german_a_1="C506")
    place = battle.ground.index["C606"]
    assert enemy_words(battle, 0, place) == "; the nearest enemy is 1 hex away"
    assert enemy_words(battle, 1, place) == ""


def test_where_all_is_decided_the_points_are_told() -> None:
    battle = on_the_ridge()
    battle.turn = 9
    assert stakes(battle) == (
        "it is turn 9 of 9; points now: American 0 and German 0, which would be: German tactical victory"
    )
    battle.points[0] = 12
    assert stakes(battle).endswith("points now: American 12 and German 0, which would be: American decisive victory")


def test_who_runs_is_told_how_far_the_next_officer_is() -> None:
    battle = on_the_ridge(american_a_1="C506", american_a_officer="C300")
    platoon, place = battle.find_unit("american-a-1"), battle.ground.index["C505"]
    officer = battle.find_unit("american-a-officer")
    away = battle.ground.distance[place][officer.hex]
    assert rally_words(battle, platoon, place) == f"; {officer.name} is {away} hexes away"
    officer.routed = True
    assert rally_words(battle, platoon, place) == "; no officer could rally it"
