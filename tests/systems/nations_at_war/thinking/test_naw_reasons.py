"""What a thought tells of Fate Points, formations, headquarters and places: computed from the position."""

from typing import Any

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.thinking.reasons import (
    fate_words,
    formation_words,
    hq_words,
    place_words,
    stakes,
    thing_words,
)
from sandtable.table.asking import PASS
from sandtable.table.decision import Choice, Decision


def at_the_bridge() -> tuple[Any, Any]:
    battle: Any = NATIONS_AT_WAR.rules.new(NATIONS_AT_WAR.shelf.find("the-bridge-at-berezovyy-logg"))
    mind: Any = NATIONS_AT_WAR.thinks
    return battle, mind.judge(battle)


def put(battle: Any, **places: str) -> None:
    for name, place in places.items():
        battle.unit(name.replace("_", "-")).hex = battle.ground.index[place]


def test_who_may_spend_a_fate_point_is_told_how_many_are_left_and_when() -> None:
    battle, judge = at_the_bridge()
    battle.fate[0], battle.turn = 3, 5
    question = Decision("german", "fate dice", "", "", lambda: [Choice("keep")])
    assert fate_words(battle, question, 0, judge) == "It has 3 Fate Points in turn 5 of 8."


def test_a_drawn_marker_is_told_by_who_would_act() -> None:
    battle, judge = at_the_bridge()
    put(battle, t_70a_1="O6", t_70a_2="Q6")
    battle.unit("t-70a-2").disrupted = True
    tanks = next(each for each in battle.formations if each.key == "31st-tank")
    told = "31st Tank: 3 units, the nearest in O6, 1 yet to come on, 1 Disrupted."
    assert formation_words(battle, tanks, judge) == told
    options = [PASS, Choice("fate return", to="31st-tank")]
    question = Decision("german", "fate marker", "", "", lambda: options)
    battle.fate[0] = 1
    assert fate_words(battle, question, 0, judge) == f"It has 1 Fate Point in turn 1 of 8. {told}"


def test_a_headquarters_goes_where_its_units_are_in_range() -> None:
    battle, _ = at_the_bridge()
    hq = next(each for each in battle.hqs if each.id == "18th-panzer-hq")
    place = battle.ground.index["C6"]
    assert hq_words(battle, hq, place) == ""
    put(battle, pzivg_1="C6", pzivg_2="T6")
    assert hq_words(battle, hq, place) == "; 1 of 2 units in its Command Range"


def test_a_place_is_told_by_who_sees_it_who_hits_it_and_its_cover() -> None:
    battle, _ = at_the_bridge()
    tank = battle.unit("pzivg-1")
    put(battle, pzivg_1="C6")
    assert place_words(battle, tank, tank.hex) == "; no enemy sees it there; no cover"
    put(battle, t_34_76_1="D6")
    told = "; 1 enemy could hit it there; it could fire at 1; no cover"
    assert place_words(battle, tank, tank.hex) == told
    city = battle.ground.index["N6"]
    battle.unit("t-34-76-1").hex = -1
    assert place_words(battle, battle.unit("infantry-1"), city) == (
        "; no enemy sees it there; its cover adds 2 saving dice"
    )
    headquarters = next(each for each in battle.hqs if each.id == "18th-panzer-hq")
    headquarters.hex = battle.ground.index["T6"]
    battle.unit("pzivg-1").hex = city
    assert place_words(battle, tank, battle.ground.index["C6"]).endswith("; out of range of its HQ")


def test_where_all_is_decided_the_clock_and_what_is_missing_are_told() -> None:
    battle, judge = at_the_bridge()
    battle.turn = 8
    clock = "it is turn 8 of 8, and the German side"
    assert stakes(battle, judge) == f"{clock} lacks O6 with no unit in order on the map"
    put(battle, infantry_1="N6")
    assert stakes(battle, judge) == f"{clock} lacks O6; its nearest unit in order is 1 hex away"
    battle.unit("infantry-1").disrupted = True
    put(battle, infantry_2="L6")
    assert stakes(battle, judge) == f"{clock} lacks O6; its nearest unit in order is 3 hexes away"
    for place in ("O6", "P6", "Q6"):
        battle.take(battle.ground.index[place], 0)
    assert stakes(battle, judge) == f"{clock} has all that it needs"


def test_mines_and_planes_are_told_with_who_is_near() -> None:
    battle, judge = at_the_bridge()
    put(battle, infantry_1="N6", t_70a_1="O6", t_70a_2="L7")
    told = "The place: city, 1 hex from O6; 1 enemy unit and 1 of its own within 2 hexes."
    assert thing_words(battle, 0, battle.ground.index["N6"], judge) == told.replace("1 enemy unit", "2 enemy units")
    battle.unit("t-70a-2").hex = -1
    assert thing_words(battle, 0, battle.ground.index["N6"], judge) == told
