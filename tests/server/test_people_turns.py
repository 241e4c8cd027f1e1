"""Turns over days: how time is counted, and what the others may do when it is up. No test waits."""

from house import TOY
from test_people_company import choose_once, company
from test_people_tables import sit_down
from town import DAY, HOUR, MINUTE, Town

from sandtable.server.people.turns import Pace, Turns

MOVE = {"kind": "move", "seconds": 3 * DAY}


def test_for_each_move_there_is_the_same_time() -> None:
    turns = Turns("b", pace=Pace("move", DAY)).moved(["red"], 100.0)
    assert turns.runs_out("red") == 100.0 + DAY and turns.runs_out("blue") is None
    assert turns.moved(["red"], 5000.0).runs_out("red") == 100.0 + DAY  # the same move goes on
    assert turns.moved(["blue"], 5000.0).moved(["red"], 9000.0).runs_out("red") == 9000.0 + DAY


def test_a_total_is_used_up_and_grows_with_each_move() -> None:
    turns = Turns("b", pace=Pace("total", HOUR, MINUTE)).moved(["red"], 0.0)
    assert turns.runs_out("red") == HOUR
    turns = turns.moved(["blue"], 600.0)
    assert turns.remaining == {"red": HOUR - 600.0 + MINUTE} and turns.runs_out("blue") == 600.0 + HOUR
    turns = turns.moved(["red"], 700.0)
    assert turns.runs_out("red") == 700.0 + HOUR - 600.0 + MINUTE
    late = turns.moved(["blue"], 700.0 + 2 * HOUR)  # who was late and played after all has what the move brings
    assert late.left("red") == MINUTE


def test_without_a_pace_nobody_is_ever_late() -> None:
    assert Turns("b").moved(["red"], 0.0).runs_out("red") is None


def test_who_runs_out_does_not_lose_by_himself_but_the_other_may_claim(town: Town) -> None:
    rosa, karl, _, red, blue = sit_down(town, pace=MOVE)
    town.later(2 * DAY)
    choose_once(town, red)
    mine = karl.get("people/battles")["battles"][0]
    assert mine["runs_out"] - mine["my_turn"] == 3 * DAY
    assert (
        company(town, red)["blue"]["runs_out"] == mine["runs_out"] and company(town, red)["red"]["runs_out"] is None
    )
    assert "not up" in town.stranger.post(f"seat/{red}/claim", {"seat": "blue"}, 422)["error"]
    town.later(DAY)
    assert not town.stranger.get(f"seat/{red}")["over"]  # nobody has claimed it
    assert "your own" in town.stranger.post(f"seat/{blue}/claim", {"seat": "blue"}, 422)["error"]
    town.stranger.post(f"seat/{red}/claim", {"seat": "blue"})
    result = town.stranger.get(f"seat/{blue}")["result"]
    assert result == {"winner": "red", "reason": "blue ran out of time", "rule": ""}
    assert rosa.get("people/battles")["battles"][0]["runs_out"] is None


def test_who_is_late_may_still_choose_while_the_other_waits(town: Town) -> None:
    _, _, _, red, blue = sit_down(town, pace=MOVE)
    choose_once(town, red)
    town.later(4 * DAY)
    choose_once(town, blue)
    town.stranger.post(f"seat/{red}/claim", {"seat": "blue"}, 422)


def test_the_seat_of_one_who_is_late_goes_to_a_computer_player(town: Town) -> None:
    _, karl, _, red, blue = sit_down(town, pace=MOVE)
    choose_once(town, red)
    body = {"seat": "blue", "player": "random"}
    town.stranger.post(f"seat/{red}/handover", body, 403)
    town.later(3 * DAY)
    town.stranger.post(f"seat/{blue}/handover", {"seat": "blue", "player": "random"}, 403)  # not by himself
    town.stranger.post(f"seat/{red}/handover", body)
    town.stranger.get(f"seat/{blue}", 404)
    assert karl.get("people/battles")["battles"] == []


def test_a_pace_is_part_of_the_table_and_must_make_sense(town: Town) -> None:
    rosa = town.join("Rosa")
    table = rosa.post("people/tables", {"scenario": TOY, "pace": MOVE}, 201)
    assert (table["pace"]["kind"], table["pace"]["seconds"]) == ("move", 3 * DAY)
    assert (
        "at least a minute" in rosa.post("people/tables", {"scenario": TOY, "pace": {"kind": "move"}}, 422)["error"]
    )
    for bad in ({"kind": "blitz"}, {"kind": "move", "seconds": 15 * DAY}, {"kind": "move", "seconds": -1}):
        rosa.post("people/tables", {"scenario": TOY, "pace": bad}, 400)
