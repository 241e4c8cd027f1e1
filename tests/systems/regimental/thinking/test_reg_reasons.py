"""What a thought tells of orders, of who is next to a hex, and of the points: computed from the position."""

from typing import Any

from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.thinking.reasons import beside_words, nearest, orders_words, stakes


def on_the_line(**places: str) -> Any:
    """Only these stands are on the map."""
    battle: Any = REGIMENTAL.rules.new(REGIMENTAL.shelf.find("regimental/the-graben-line"))
    for stand in battle.stands:
        if stand.on_map:
            battle.lift(stand)
    for name, place in places.items():
        battle.find_stand(name.replace("_", "-")).hex = battle.ground.index[place]
    return battle


def test_orders_are_told_with_how_near_the_enemy_is_to_each_regiment() -> None:
    battle = on_the_line(i_21="0313", i_22="1213", i_31="0509")
    battle.regiments[0].given, battle.regiments[1].given = "M", "D"
    assert orders_words(battle, 0) == (
        "The orders: 21st Infantry on Move, the nearest enemy is 4 hexes away; "
        "22nd Infantry on Dig in, the nearest enemy is 9 hexes away."
    )
    assert orders_words(battle, 1) == ""


def test_who_goes_beside_an_enemy_is_told_how_strong_both_are() -> None:
    battle = on_the_line(i_21="0313", battery_a="0214", i_31="0509", ii_31="0510")
    battle.find_stand("ii-31").sp = 2
    stand, guns = battle.find_stand("i-21"), battle.find_stand("battery-a")
    place = battle.ground.index["0410"]
    away = [battle.ground.distance[place][battle.find_stand(each).hex] for each in ("i-31", "ii-31")]
    assert away == [1, 1]
    assert beside_words(battle, stand, place) == "; 2 enemies are next to it there (7 strength points, it has 5)"
    assert beside_words(battle, guns, place) == "; 2 enemies are next to it there"
    assert beside_words(battle, stand, stand.hex) == "; no enemy is next to it there, the nearest is 4 hexes away"
    assert beside_words(on_the_line(i_21="0313"), stand, stand.hex) == "; no enemy is next to it there"


def test_the_nearest_enemy_of_nobody_is_nothing() -> None:
    battle = on_the_line(i_21="0313")
    assert nearest(battle, []) == ""
    assert nearest(battle, [battle.find_stand("i-21")]) == "no enemy is on the map"


def test_where_all_is_decided_round_and_points_are_told() -> None:
    battle = on_the_line()
    needs = f"it needs {battle.scenario.victory.win} to win"
    assert stakes(battle).startswith(f"it is round 1 of 12, and Green holds 0 points: {needs}")
    battle.holders[0] = 0
    worth = battle.scenario.objectives[0].points
    assert f"Green holds {worth} point" in stakes(battle)
