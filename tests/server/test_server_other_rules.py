"""A battle whose rules have changed since: it is looked at up to the first choice that differs, and not played."""

import random
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from house import TOY, House

import sandtable
from sandtable.server.battle import Battle, begin, replayed
from sandtable.server.lines import Pen, read
from sandtable.server.store import Facts, Row, Summary
from sandtable.table.chance import OutOfDice
from sandtable.table.journal import RecordedChance, header_for
from sandtable.table.journal.record import End
from sandtable.testing import toy
from sandtable.testing.toy import SCENARIOS
from sandtable.testing.toy import TOY as GAME

SCENARIO = Path(sandtable.__file__).parent / "systems/nations_at_war/data/scenarios/cats-in-the-mist.toml"
CHANGED = "This battle was played by other rules: {} has changed since."
ALLOWED = "All its choices are still allowed."


# With a server ---------------------------------------------------------------------------------------


def asked_in(house: House, seat: str) -> int:
    """The state in which a seat is asked, when it comes."""
    with house.socket(seat) as page:
        page.wait_for("hello", "view")
        while not page.view or "decision" not in page.view:
            page.wait_for("hello", "view")
    return house.state(seat)


def test_a_battle_keeps_its_scenario_whatever_happens_to_the_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is changed, then deleted under a battle: it goes on as it began, its computer player too."""
    own = tmp_path / "own"
    own.mkdir()
    text = SCENARIO.read_text().replace("Cats in the Mist", "Mine")
    (own / "mine.toml").write_text(text)
    monkeypatch.setenv("SANDTABLE_SCENARIOS", str(own))
    house = House(folder)
    made = house.new("nations_at_war/mine", soviet="random")
    house.kill()
    changed = text.replace("turns = 8", "turns = 7").replace('type = "t-34-76"', 'type = "churchill"')
    assert changed != text
    (own / "mine.toml").write_text(changed)
    house = House(folder)
    seat = made["seats"]["german"]
    info = house.get(f"seat/{seat}")
    assert info["notice"] == "" and house.view(seat)["turns"] == 8
    before = asked_in(house, seat)
    option = house.view(seat)["decision"]["options"][0]["choice"]
    house.choose(seat, option)
    (own / "mine.toml").unlink()
    house.kill()
    house = House(folder)
    assert asked_in(house, seat) > before  # the computer player read what the journal keeps
    assert house.view(seat)["turns"] == 8
    fork = {"state": 1, "seats": {"german": "person", "soviet": "person"}}
    forked = house.post(f"seat/{seat}/fork", fork, 201)
    assert house.view(forked["spectator"])["turns"] == 8
    monkeypatch.setenv("SANDTABLE_SCENARIOS", str(tmp_path / "nowhere"))
    house.kill()
    house = House(folder)
    answer = house.http.get("/api/games")
    assert answer.status_code == 503 and "nowhere" not in answer.text
    assert house.view(seat)["turns"] == 8
    assert house.stop() == 0


def test_a_finished_battle_of_other_rules_is_replayed_as_far_as_it_goes(folder: Path) -> None:
    house = House(folder)
    made = house.new(TOY)
    house.play_out(made, random.Random(4))
    spectator = made["spectator"]
    then = house.get(f"seat/{spectator}")
    views = [house.view(spectator, state=state) for state in range(then["state"])]
    journal = house.http.get(f"/api/seat/{spectator}/journal").content
    listed = house.get("battles")["battles"]
    house.kill()  # how it ended was not noted for the list
    house = House(folder, toy={"turns": 1})
    assert house.get("battles")["battles"][0]["result"] == listed[0]["result"]
    now = house.get(f"seat/{spectator}")
    assert 0 < now["state"] < then["state"] and now["moments"][:-1] == then["moments"][: now["state"]]
    assert now["over"] and now["result"] == then["result"] and now["seed"] == then["seed"]
    place = f"It replays up to choice {now['state']} of {then['state']}. Choice {now['state'] + 1} "
    assert now["notice"].startswith(f"{CHANGED.format(TOY)} {place}")
    for state in range(now["state"]):
        seen = house.view(spectator, state=state)
        assert [seen.get(part) for part in ("pieces", "log")] == [
            views[state].get(part) for part in ("pieces", "log")
        ]
    house.get(f"seat/{spectator}/view", 404, state=now["state"] + 1)
    assert house.http.get(f"/api/seat/{spectator}/journal").content == journal
    # It is not played on, but a new battle by the rules of today may begin at one of its moments.
    fork = house.post(f"seat/{spectator}/fork", {"state": 2, "seats": {"red": "person", "blue": "person"}}, 201)
    assert house.get(f"seat/{fork['spectator']}")["notice"] == "" and house.act(fork)
    assert house.stop() == 0


# Without one -----------------------------------------------------------------------------------------


def played(seed: int, steps: int = 400, kinds: str = "person") -> tuple[Row, list[bytes]]:
    """A battle of the toy as the store keeps it: whole, or so many choices."""
    system, pick, pen = GAME, random.Random(seed), Pen()
    secret = str(seed).encode()
    course = begin(system, system.shelf.find(TOY), secret)
    lines = [pen.header(header_for(system, TOY, {}, secret)), pen.opening(course.opening)]
    while course.play.decision is not None and course.state < steps:
        seat = course.play.asked()[0]
        decision = course.play.decision_for(seat)
        assert decision is not None
        lines.append(pen.entry(course.choose(seat, pick.choice(decision.options()))))
    result = course.play.result
    if result is not None:
        lines.append(pen.end(End(result.winner, result.reason, result.rule, course.play.battle.turn), secret))
    facts = Facts("toy", TOY, "The Ridge", {"red": kinds, "blue": kinds})
    return Row("1", facts, secret, time.time(), False, result is not None, Summary(), course.state), lines


def opened(row: Row, lines: list[bytes]) -> Battle:
    return replayed(row, GAME, read(lines))


def test_nobody_is_asked_anything_not_even_a_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    row, lines = played(3, 5, "random")
    battle = opened(row, lines)
    assert battle.next_bot() and battle.play.asked() and not battle.notice
    monkeypatch.setitem(SCENARIOS, TOY, msgspec.structs.replace(SCENARIOS[TOY], name="The Ridge, revised"))
    battle = opened(row, lines)
    assert battle.notice == f"{CHANGED.format(TOY)} {ALLOWED}" and battle.state == 5
    assert battle.next_bot() == "" and battle.play.asked()
    for seat in battle.play.asked():
        assert battle.known_to(seat)[1] is None


def test_a_notice_tells_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why a choice is refused may tell what somebody holds: that is for when the battle is over."""
    seed = next(seed for seed in range(99) if b'"barrage"' in b"".join(played(seed)[1]))
    row, lines = played(seed)
    number = next(number for number, line in enumerate(lines) if b'"barrage"' in line) - 1
    so_far = msgspec.structs.replace(row, over=False, states=number), lines[: number + 2]
    monkeypatch.setattr(toy, "DECK", ["smoke"] * 8)
    place = f"It replays up to choice {number - 1} of"
    whole = opened(row, lines).notice
    assert f"{place} {row.states}." in whole and "holds no barrage card" in whole
    told = opened(*so_far)
    assert told.state == number - 1
    assert told.notice == (
        f"This battle was played by other rules, or its journal was altered. {place} {number}. "
        f"Choice {number} is not as the rules of today say."
    )


def test_no_die_is_drawn_that_was_not_drawn_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the old rules the battle may go on one day: nobody may have seen its next dice."""
    row, lines = played(3, 0)
    drawn = list(read(lines).opening)

    def deal(b: Any) -> Any:
        for seat in toy.SEATS:
            for _ in range(cards):
                toy.take_card(b, seat)
        b.turn = 1
        return
        yield

    monkeypatch.setattr(toy, "deal", deal)
    cards = 3
    with pytest.raises(OutOfDice):
        opened(row, lines)
    cards = 1
    battle = opened(row, lines)
    assert battle.state == 0 and battle.play.chance.drawn == drawn[:2] and "The opening" in battle.notice
    assert isinstance(battle.play.chance, RecordedChance)


def test_a_battle_that_would_be_over_now(monkeypatch: pytest.MonkeyPatch) -> None:
    row, lines = played(3)
    monkeypatch.setitem(SCENARIOS, TOY, msgspec.structs.replace(SCENARIOS[TOY], turns=1))
    whole = opened(row, lines)
    assert whole.play.result is not None and whole.state < row.states and "The battle is over." in whole.notice
    so_far = opened(msgspec.structs.replace(row, over=False, states=whole.state), lines[: whole.state + 2])
    assert so_far.state == whole.state and not so_far.over
    assert "After its last choice the battle is over." in so_far.notice
