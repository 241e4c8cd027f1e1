"""Chapters 10 and 11 and the summary sheet: markers, target hexes, victory, the two scenarios, the tables."""

import pytest
from reg_stage import RegStage, give, stage

from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.reading.book import rulebook
from sandtable.systems.regimental.rules.enemy_ground import enemy_edge
from sandtable.systems.regimental.rules.orders import legal_orders
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.showing.view import view
from sandtable.systems.regimental.state.book import ORDERS
from sandtable.testing import rule

FIELD = "\n".join([". . . . . . ."] * 5)
ARMIES = """
blue hq BHQ at 0604
blue infantry A at 0503
red hq RHQ at 0202
red infantry X at 0403
"""


def held(s: RegStage) -> list[int]:
    found: list[int] = s.b.holders
    return found


# 10 ----------------------------------------------------------------------------------------------------


@rule("10.a")
def test_the_markers_are_on_the_table() -> None:
    """Each regiment shows its order, each stand its losses, each regiment whether it has moved."""
    s = stage(f"{FIELD}{ARMIES.replace('X at 0403', 'X at 0403 sp=2')}order red D\nactivated red\norder blue M")
    seen = view(s.play, "blue")
    x = next(piece for piece in seen.pieces if piece.id == "X")
    assert (x.steps, x.full_steps, [marker.sign for marker in x.markers]) == (2, 5, ["D"])
    groups = {group.id: [marker.kind for marker in group.markers] for group in seen.groups}
    assert groups == {"blue": ["order", "active"], "red": ["order", "activated"]}
    assert ORDERS == ("M", "H", "D", "R")
    assert max(type.sp for type in rulebook().stands.values()) == 6  # loss chits from 1 to 6


# 11.a Target hexes -------------------------------------------------------------------------------------


@rule("11.a")
def test_a_move_that_ends_there_takes_a_target_hex() -> None:
    """A ends its move in the hex and takes it; a hex that it only passes stays red's."""
    text = f"{FIELD}{ARMIES.replace('0403', '0101')}objective Farm 0502 points=2 red\norder blue M\nactive blue moves"
    s = stage(text).do("select", "A").do("move", "A", "0502")
    event = s.last("taken")
    assert (event.rule, event.side, event.piece, event.value, event.text) == ("11.a", "blue", "A", 2, "Farm")
    assert held(s) == [0]
    s = stage(text.replace("0502", "0603")).do("select", "A").do("move", "A", "0703")
    assert s.last("moves").path == ("0503", "0603", "0703")
    assert held(s) == [1]  # passing through is not enough


@rule("11.a")
def test_it_is_held_until_the_enemy_takes_it() -> None:
    """The hex that A leaves stays blue's; the first holder is the scenario's."""
    text = f"{FIELD}{ARMIES.replace('0403', '0101')}objective Farm 0503 blue\nobjective Mill 0705\n"
    s = stage(f"{text}order blue M\nactive blue moves").do("select", "A").do("move", "A", "0502")
    assert held(s) == [0, -1]


@rule("11.a")
def test_fall_back_and_pursuit_take_target_hexes() -> None:
    """X falls back onto Mill and A pursues onto Farm."""
    text = f"{FIELD}{ARMIES}objective Farm 0403 red\nobjective Mill 0303 blue\nactive blue attack"
    s = stage(text, 6, 1, 1, 1, 1, 1).do("attack", "A", "0403").do("fall back", "X", "0303")
    assert held(s) == [1, 1]
    s.do("pursue", "A")
    assert held(s) == [0, 1]


@rule("11.a")
def test_a_battery_and_a_new_hq_take_them_too() -> None:
    """A battery that moves in, and an HQ that is set down."""
    s = stage(f"{FIELD}{ARMIES}blue battery G at 0705\nobjective Farm 0703 red\nphase guns")
    assert held(s.do("select", "G").do("move", "G", "0703")) == [0]
    text = f"{FIELD}{ARMIES.replace('blue hq BHQ at 0604', '')}objective Farm 0504 red\nround 2\nactive blue arrive"
    assert held(stage(text).do("place", "blue-hq", "0504")) == [0]


@rule("11.a")
def test_a_retreating_stand_takes_nothing_until_its_order_changes() -> None:
    """On R it ends in Farm, which nobody holds, and does not take it; at the next reveal on another order it does."""
    text = f"{FIELD}{ARMIES.replace('0403', '0101')}objective Farm 0705\nround 2\n"
    s = stage(f"{text}phase retreats\norder blue R\nactive blue moves").do("select", "A").do("retreat", "A", "0705")
    assert (s.where("A"), held(s)) == ("0705", [-1])
    s = stage(f"{text.replace('A at 0503', 'A at 0705')}order blue R\nphase orders", 6, 6, 1, 1)
    give(s.play, "blue", "H")
    assert held(s) == [-1]
    give(s.play, "red", "H")
    assert held(s) == [0]
    s = stage(f"{text.replace('A at 0503', 'A at 0705')}order blue R\nphase orders", 6, 6, 1, 1)
    give(s.play, "blue", "R")
    give(s.play, "red", "H")
    assert held(s) == [-1]


@rule("2.5.b", "11.a")
@pytest.mark.parametrize("name", ["the-varne-bridgehead", "the-graben-line"])
def test_the_attacker_comes_from_the_south(name: str) -> None:
    """In both scenarios the north edge is the defender's and the south edge the attacker's."""
    scenario = REGIMENTAL.shelf.find(f"regimental/{name}")
    assert [enemy_edge(scenario, side) for side in (0, 1)] == ["north", "south"]


# 11.b Victory ------------------------------------------------------------------------------------------


@rule("11.b")
@pytest.mark.parametrize(("points", "winner"), [(5, "blue"), (4, None), (3, "red")])
def test_points_at_the_end(points: int, winner: str | None) -> None:
    """Five win for blue, four are a draw, three are not enough."""
    text = f"{FIELD}{ARMIES}objective Farm 0101 points={points} blue\nobjective Mill 0705 points={7 - points} red\n"
    s = stage(f"{text}win blue 5 draw=4\ndays 1\nround 4\nphase guns")
    assert s.play.result is not None
    assert s.play.result.winner == winner
    assert s.play.result.reason.startswith(f"Blue holds {points} of 7 points and needs 5")
    assert s.play.result.rule == "11.b"


@rule("11.b")
@pytest.mark.parametrize(("word", "over"), [("all", True), ("", False)])
def test_holding_everything_may_end_it_at_once(word: str, over: bool) -> None:
    """Where the scenario says so, the last target hex ends the battle."""
    text = f"{FIELD}{ARMIES.replace('0403', '0101')}objective Farm 0502 red\nobjective Mill 0503 blue\n"
    s = (
        stage(f"{text}win blue 2 {word}\norder blue M\nactive blue moves", goes_on=True)
        .do("select", "A")
        .do("move", "A", "0502")
    )
    assert (s.play.result is not None) is over
    if over:
        assert s.play.result is not None
        assert (s.play.result.winner, s.play.result.reason) == ("blue", "Blue holds every objective")


@rule("11.a", "11.b", "11.c")
@pytest.mark.parametrize(
    ("name", "days", "objectives", "win", "draw"),
    [
        ("the-varne-bridgehead", 2, [1, 1, 1, 1, 1, 1, 1], 6, 6),
        ("the-graben-line", 3, [1, 1, 1, 1, 2, 1, 2, 1], 7, 7),
    ],
)
def test_scenarios_settle_days_targets_and_victory(
    name: str, days: int, objectives: list[int], win: int, draw: int
) -> None:
    """Both battles name their target hexes, all on their map, their length and what wins."""
    scenario = REGIMENTAL.shelf.find(f"regimental/{name}")
    assert scenario.days == days
    assert [objective.points for objective in scenario.objectives] == objectives
    assert all(0 <= objective.hex < scenario.map.columns * scenario.map.rows for objective in scenario.objectives)
    assert (scenario.victory.win, scenario.victory.draw) == (win, draw)
    assert scenario.background


@rule("S2")
@pytest.mark.parametrize(
    ("when", "order", "legal"),
    [
        ("day 1\nround 1", "H", "HD"),
        ("day 1\nround 2", "H", "HD"),  # the last round of it
        ("day 1\nround 3", "H", "MHDR"),
        ("day 1\nround 2", "M", "H"),
        ("day 1\nround 2", "R", "H"),
    ],
)
def test_a_restriction_of_orders_and_its_end(when: str, order: str, legal: str) -> None:
    b = scene(f"{FIELD}{ARMIES}restrict red HD day=1 round=2\n{when}\norder red {order}\nphase orders")
    assert sorted(legal_orders(b, b.regiments[1])) == sorted(legal)


@rule("S2", "1.5.e")
def test_a_restriction_never_takes_the_last_order_away() -> None:
    """Red is dug in and may only go to H, which the restriction does not name."""
    b = scene(f"{FIELD}{ARMIES}restrict red M day=1 round=4\nround 2\norder red D\nphase orders")
    assert sorted(legal_orders(b, b.regiments[1])) == ["D", "H"]


@rule("S2")
@pytest.mark.parametrize(("side", "alarmed"), [("blue", True), ("red", False)])
def test_only_the_enemy_alarms_a_regiment(side: str, alarmed: bool) -> None:
    """Red is held back until an enemy ends a move in row 3 or farther north; its own moves do not count."""
    text = f"{FIELD}{ARMIES}restrict red HD day=2 row=3\norder {side} M\nactive {side} moves"
    s = stage(text)
    stand = "A" if side == "blue" else "X"
    to = next(place for place in sorted(s.do("select", stand).places("move")) if int(place[2:]) <= 3)
    s.do("move", stand, to)
    assert s.b.alarms == [alarmed]


# The summary sheet -------------------------------------------------------------------------------------


@rule("SUM.a")
def test_the_summary_sheet() -> None:
    """Its tables, line by line."""
    book = rulebook()
    assert {key: (rate.normal, rate.strategic) for key, rate in book.rates.items()} == {
        "wheeled": (3, 6),
        "tracked": (3, 5),
        "slow": (2, 4),
        "foot": (2, 4),
    }
    strengths = {key: (type.sp, type.dice) for key, type in book.stands.items()}
    assert [strengths[key] for key in ("hq", "infantry", "militia", "battery")] == [(6, 1), (5, 3), (4, 3), (4, 2)]
    assert [strengths[f"{key}-armour"] for key in ("heavy", "medium", "light")] == [(5, 4), (4, 4), (3, 3)]
    companies = {key: (type.dice, type.dice_armoured) for key, type in book.companies.items()}
    assert companies["at"] == (1, 2)
    assert [companies[key][0] for key in ("fs", "engineers", "aa", "other", "mg", "tanks")] == [1, 1, 1, 0, 1, 1]
    assert book.companies["tanks"].dice_special == 2
    assert {key: row.words for key, row in book.chart.items()} == {
        "attack_H": "6",
        "attack_D": "6",
        "attack_M": "6 or a pair of 5",
        "attack_R": "5, 6 or a pair of 4",
        "defend_H": "5, 6",
        "defend_D": "5, 6 or a pair of 4",
        "defend_M": "6 or a pair of 5",
    }
    assert (book.numbers["spotting"], book.numbers["spotting_cover"]) == (3, 2)
    factors = ("tank_fire", "superior_gun", "armour_and_cover", "artillery_on_armour", "river")
    assert [book.numbers[key] for key in factors] == [1, 1, -1, -1, -1]
