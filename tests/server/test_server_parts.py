"""The parts of the server by themselves: the file, the lines, the way back to old states."""

import asyncio
import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest
from house import House, children_of, until

from sandtable.server.battle import Known, begin
from sandtable.server.course import EVERY, Course, walk
from sandtable.server.edge.messages import Choose, Malformed, Ping, read_message
from sandtable.server.games import minutes
from sandtable.server.lines import Pen, read
from sandtable.server.settings import Settings
from sandtable.server.socket import Bucket
from sandtable.server.tokens import digest_of, gallery_of, is_token, is_weak, new_token, sibling
from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.table.event import Event, visible
from sandtable.table.journal import header_for
from sandtable.table.journal.record import Header, JournalError
from sandtable.table.shelf import Balance, ScenarioInfo
from sandtable.table.system import AnySystem
from sandtable.table.view import LogLine, encode
from sandtable.testing.toy import TOY

CATS = "nations_at_war/cats-in-the-mist"

# Lines -----------------------------------------------------------------------------------------------


def test_a_changed_line_is_found(tmp_path: Path) -> None:
    toy = TOY
    course = begin(toy, toy.shelf.find("toy/ridge"), b"seed")
    pen = Pen()
    lines = [pen.header(header_for(toy, "toy/ridge", {}, b"seed")), pen.opening(course.play.chance.drawn)]
    for _ in range(6):
        seat = course.play.asked()[0]
        decision = course.play.decision_for(seat)
        assert decision is not None
        lines.append(pen.entry(course.choose(seat, decision.options()[0])))
    written = read(lines)
    assert list(written.entries) == course.entries and written.chain == pen.chain
    for place in range(len(lines)):
        damaged = lines.copy()
        damaged[place] = damaged[place].replace(b":", b": ", 1)
        with pytest.raises(JournalError, match="chain is wrong"):
            read(damaged)
    with pytest.raises(JournalError):
        read(lines[:3] + lines[4:])
    with pytest.raises(JournalError):
        read(lines[:1])


# Old states ------------------------------------------------------------------------------------------


def wander(system: AnySystem, scenario: str, seed: int, most: int) -> tuple[Course, list[dict[str, Any]]]:
    """A random battle with many a choice taken back, and what was seen of each state when it was there."""
    pick = random.Random(seed)
    course = begin(system, system.shelf.find(scenario), str(seed).encode())
    seen = [look(course, course.play)]
    while course.play.decision is not None and course.state < most:
        seat = pick.choice(course.play.asked())
        decision = course.play.decision_for(seat)
        assert decision is not None
        course.choose(seat, pick.choice(decision.options()))
        seen.append(look(course, course.play))
        while course.play.may_undo() and pick.random() < 0.6:
            course.undo(course.play.may_undo())
            seen.append(look(course, course.play))
    return course, seen


def look(course: Course, play: Any) -> dict[str, Any]:
    from sandtable.table.view import without_board

    found = {}
    for seat in (*course.system.rules.seats(play.battle), ""):
        view = without_board(course.system.shown.view(play, seat))
        found[seat] = encode(view).replace(b',"may_undo":true', b"")
    found["state"] = course.system.rules.fingerprint(play.battle)
    found["log"] = list(play.log)
    return found


@pytest.mark.parametrize(("system", "scenario"), [(TOY, "toy/ridge"), (NATIONS_AT_WAR, CATS)])
def test_the_way_back_leads_to_the_same_state(system: AnySystem, scenario: str) -> None:
    compared = 0
    for seed in range(3):
        course, seen = wander(system, scenario, seed, 3 * EVERY)
        states = random.Random(seed).sample(range(len(seen)), min(len(seen), 40))
        passed = 0  # how far somebody has looked back
        for state in states:
            way = course.way_to(state)
            assert len(way.moves) <= (EVERY + 20 if passed >= state else state)
            walked = walk(way)
            course.visit(walked)
            passed = max(passed, state)
            then = look(course, walked[-1].play)
            for key, value in then.items():
                if isinstance(value, bytes) and key != "state":
                    value, seen[state][key] = strip_digest(value), strip_digest(seen[state][key])
                assert value == seen[state][key], (seed, state, key)
            compared += 1
    assert compared >= 60


@pytest.mark.parametrize(("system", "scenario"), [(TOY, "toy/ridge"), (NATIONS_AT_WAR, CATS)])
def test_a_line_of_the_log_knows_the_state_that_told_it(system: AnySystem, scenario: str) -> None:
    """In its own state it is there; in the one before it is not, or something else has its number."""
    course, _ = wander(system, scenario, 5, 2 * EVERY)
    assert any(entry.undo for entry in course.entries)
    for seat in (*system.rules.seats(course.play.battle), ""):
        told = {state: lines_of(course, state, seat) for state in range(course.state + 1)}
        for line in told[course.state].values():
            assert told[line.state][line.number] == line
            assert line.state == 0 or told[line.state - 1].get(line.number) != line
        assert {line.state for line in told[course.state].values()} - {0}


def lines_of(course: Course, state: int, seat: str) -> dict[int, LogLine]:
    there = walk(course.way_to(state))[-1]
    lines = course.system.shown.view(there.play, seat).log
    if state == course.state:
        assert lines == course.system.shown.view(course.play, seat).log
    return {line.number: line for line in lines}


def strip_digest(view: bytes) -> bytes:
    """The digest of the seed is put into views by the server: a replay does not know the seed."""
    return view.split(b',"seed_digest"')[0].rstrip(b"}")


def test_a_course_is_repeated_from_its_entries() -> None:
    toy = TOY
    course, _ = wander(toy, "toy/ridge", 7, 400)
    again = begin(toy, toy.shelf.find("toy/ridge"), b"7", Known(course.opening, course.entries))
    assert again.entries == course.entries and again.play.log == course.play.log
    assert again.told == course.told and again.moments("red") == course.moments("red")
    with pytest.raises(JournalError):
        begin(toy, toy.shelf.find("toy/ridge"), b"7", Known(course.opening, course.entries[3:]))
    with pytest.raises(JournalError, match="The opening asks for 4 draws; the journal has 3"):
        begin(toy, toy.shelf.find("toy/ridge"), b"7", Known(course.opening[1:], course.entries))


def test_moments_tell_nobody_what_he_did_not_see() -> None:
    toy = TOY
    course = begin(toy, toy.shelf.find("toy/ridge"), b"1")
    for seat in ("red", "blue"):
        decision = course.play.decision_for(seat)
        assert decision is not None
        course.choose(seat, next(option for option in decision.options() if option.do == "storm"))
        if seat == "red":
            assert course.moments("blue")[-1].label == course.moments("")[-1].label == "Red has chosen."
            assert course.moments("red")[-1].label == "Storm"
    assert visible(course.told, "") != course.told
    hidden = Event("card", side="red", text="barrage", seen_by=("red",))
    course.play.log.insert(course.play.history[-1].told, hidden)
    assert "barrage" in course.moments("red")[-1].label
    assert "barrage" not in course.moments("blue")[-1].label + course.moments("")[-1].label


# Small things ----------------------------------------------------------------------------------------


def test_tokens_are_long_and_never_the_same() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000 and all(len(token) == 32 for token in tokens)
    assert len({digest_of(token) for token in tokens}) == 1000
    assert not any(is_weak(token) for token in tokens)


@pytest.mark.parametrize(
    "token",
    [
        "x" * 32,
        "0123456789" * 3 + "01",
        "abcdefghijklmnopqrstuvwxyzABCDEF",
        "zyxwvutsrqponmlkjihgfedcbaZYXWVU",
        "hunter2hunter2hunter2hunter2hunt",
        "my-house_my-rules_my-house_my-ru",
    ],
)
def test_a_link_made_by_hand_is_weak(token: str) -> None:
    assert is_token(token) and is_weak(token)


def test_the_links_of_a_hot_seat_follow_from_each_other() -> None:
    one, two = (sibling(new_token(), 0) for _ in range(2))
    assert sibling(sibling(one, 1), 0) == one != two and is_token(sibling(one, 1))
    assert is_token(gallery_of("one")) and gallery_of("one") != gallery_of("two")


def test_messages_are_read_to_the_letter() -> None:
    assert read_message('{"type":"ping"}') == Ping()
    asked = read_message('{"type":"choose","state":3,"choice":{"do":"fire","at":[["a",1,2,3]]}}')
    assert isinstance(asked, Choose) and asked.choice.choice().at == (("a", 1, 2, 3),)
    with pytest.raises(Malformed):
        read_message('{"type":"choose","state":3,"choice":{"do":"fire","at":[["a",1,2]]}}')


def test_a_bucket_runs_dry(tmp_path: Path) -> None:
    bucket = Bucket(Settings(tmp_path, messages_a_second=0.001, burst=3))
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_settings_have_a_folder_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.server.settings import usual_folder

    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert usual_folder() == Path("/somewhere/sandtable")


def test_the_page_is_opened_where_there_is_a_window_and_named_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from sandtable.server import running

    opened: list[str] = []
    monkeypatch.setattr(running.sys, "platform", "linux")
    monkeypatch.setattr(running.webbrowser, "open", lambda address: bool(opened.append(address)) or address != "none")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    running.open_page("http://here/")
    assert opened == [] and capsys.readouterr().out == "Open this address in a browser.\n"
    monkeypatch.setenv("DISPLAY", ":0")
    running.open_page("http://here/")
    assert opened == ["http://here/"] and capsys.readouterr().out == ""
    running.open_page("none")  # a window, and no browser
    assert capsys.readouterr().out == "Open this address in a browser.\n"


# Computer players --------------------------------------------------------------------------------------


def test_a_bot_that_fails_is_noticed(tmp_path: Path) -> None:
    """A worker that dies is replaced; a question it cannot read is an error and no more."""
    from sandtable.server.computers.thinking import Played, Thinkers, TooSlow

    async def ask() -> None:
        strange = Played(Header(1, "", "no game", "", "", {}, {}, ""), (), ())
        thinkers = Thinkers(1, ("sandtable.systems",), 5.0)
        try:
            with pytest.raises(KeyError):
                await thinkers.answer("x", strange, "red", "greedy")
            lane = thinkers._lanes[0]
            assert lane.pool is not None
            for process in list(lane.pool._processes.values()):
                process.kill()
            with pytest.raises((KeyError, TooSlow)):
                await thinkers.answer("x", strange, "red", "greedy")
            report = await thinkers.verify([b"no journal\n"])
            assert not report.ok and str(tmp_path) not in report.sentence and "/tmp" not in report.sentence
        finally:
            thinkers.close()

    asyncio.run(ask())


def test_others_are_served_while_a_bot_thinks(folder: Path) -> None:
    """It sleeps longer than anybody waits for an answer."""
    house = House(folder, settings={"think_limit": 3600.0, "secret_pace": 0.0, "workers": 1})
    try:
        asleep, awake = house.new("toy/ridge", blue="sleeper"), house.new("toy/ridge")
        with house.socket(asleep["seats"]["red"]) as page:
            page.wait_for("thinking")
        assert house.view(asleep["seats"]["red"])["waiting"] == ["red", "blue"]
        assert house.act(awake) == "red" and house.act(asleep) == "red"
        assert house.view(asleep["seats"]["red"])["waiting"] == ["blue"]
    finally:
        house.kill()


def test_a_bot_that_never_answers_is_answered_for(folder: Path) -> None:
    house = House(folder, settings={"think_limit": 2.0, "secret_pace": 0.0, "workers": 1})
    try:
        made = house.new("toy/ridge", blue="sleeper")
        red = made["seats"]["red"]
        until(lambda: house.state(red) >= 1)
        # A worker that is killed while it thinks is replaced, and the battle goes on.
        house.act(made)
        state = house.state(red)
        for child in children_of(house.process.pid):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                os.kill(child, signal.SIGKILL)
        if "blue" in house.view(red)["waiting"]:
            until(lambda: house.state(red) > state)
        assert "gave no answer: no answer within 2 seconds" in house.complaints()
    finally:
        house.kill()


# The games on offer ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "turns", "decisions", "found"),
    [
        (18, 8, 215, 55),  # 215 quarters of a minute: 53.75
        (18, 8, 0, 70),  # not counted: 288 of them
        (0, 0, 0, 70),  # forces are chosen first, no number of turns: as usual
        (1, 1, 4, 5),
    ],
)
def test_how_long_a_battle_takes(pieces: int, turns: int, decisions: int, found: int) -> None:
    balance = Balance("tactician", 1, {"red": 1, "blue": 0}, 0, "", decisions)
    info = ScenarioInfo("toy/ridge", "toy", "The Ridge", ("red", "blue"), turns, balance=balance)
    assert minutes(info, pieces) == found


def test_no_view_waits_for_the_rules() -> None:
    """What the first view of a card would have read is there when the server begins."""
    from sandtable.server.running import read_rules
    from sandtable.systems.of_war_and_men.reading.book import rules

    rules.cache_clear()  # type: ignore[attr-defined]
    read_rules()
    assert rules.cache_info().currsize == 1  # type: ignore[attr-defined]
