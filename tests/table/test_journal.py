"""Journals: round trip, durability, damage, lies."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as replaced

from sandtable.table import journal as journal_module
from sandtable.table.chance import SeededChance, seed_bytes, seed_digest
from sandtable.table.decision import Choice
from sandtable.table.event import Result
from sandtable.table.journal import Journal, JournalError, header_for, load, record, replay, verify
from sandtable.table.play import AnyPlay, Play
from sandtable.testing import toy
from sandtable.testing.toy import SCENARIOS, TOY, Scenario
from soak import sample

TOY = TOY
SYSTEMS: dict[str, Any] = {"toy": TOY}
SEED = seed_bytes(7)
SEATS = {"red": "human", "blue": "random"}


def new_play(seed: bytes = SEED) -> AnyPlay:
    return Play(TOY, TOY.rules.new(TOY.shelf.find("toy/ridge")), SeededChance(seed))


def play_on(play: AnyPlay, rng: random.Random, steps: int = 1000) -> None:
    for _ in range(steps):
        asked = play.asked()
        if not asked:
            return
        decision = play.decision_for(asked[0])
        assert decision is not None
        play.choose(rng.choice(decision.options()), asked[0])


def write(path: Path, steps: int = 1000) -> AnyPlay:
    """A journal of a random game, finished if there are steps enough."""
    play = new_play()
    rng = random.Random(7)
    with Journal.create(path, header_for(TOY, "toy/ridge", SEATS, SEED), fsync=False) as journal:
        journal.record(play)
        for _ in range(steps):
            if play.result is not None:
                journal.finish(play, SEED)
                break
            play_on(play, rng, 1)
            journal.record(play)
    return play


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The text of a finished game."""
    path = tmp_path_factory.mktemp("journal") / "whole.jsonl"
    write(path)
    return path.read_bytes()


def rewritten(text: bytes, change: Callable[[list[dict[str, Any]]], Any]) -> bytes:
    """What a liar makes of a journal: lines changed and the chain forged anew."""
    lines = [json.loads(line) for line in text.splitlines()]
    change(lines)
    chain, out = "", b""
    for line in lines:
        line.pop("chain", None)
        body = json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")
        chain = record.link(chain, body)
        out += body[:-1] + f',"chain":"{chain}"}}\n'.encode()
    return out


# Round trip --------------------------------------------------------------------------------------


def test_a_game_is_written_and_read(path: Path) -> None:
    play = write(path)
    loaded = load(path)
    assert loaded.header.system == "toy" and loaded.header.scenario == "toy/ridge"
    assert loaded.header.seats == SEATS and loaded.header.seed_digest == seed_digest(SEED)
    assert [(entry.seat, entry.choice) for entry in loaded.moves] == [(m.seat, m.choice) for m in play.history]
    assert play.result is not None and loaded.end is not None
    assert (loaded.end.winner, loaded.end.reason) == (play.result.winner, play.result.reason)
    assert loaded.end.turn == TOY.rules.turn(play.battle) and loaded.seed == SEED and loaded.torn == ""


def test_the_lines_are_as_documented(path: Path) -> None:
    write(path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert list(lines[0]) == [
        "format", "package", "system", "scenario", "digest", "options", "seats", "seed_digest", "chain",
    ]  # fmt: skip
    assert list(lines[1]) == ["draws", "chain"] and len(lines[1]["draws"]) == 4
    assert list(lines[2]) == ["n", "seat", "choice", "draws", "chain"]
    assert [line["n"] for line in lines[2:-1]] == list(range(1, len(lines) - 2))
    assert list(lines[-1]) == ["end", "seed", "chain"] and lines[-1]["seed"] == SEED.hex()


def test_a_game_is_replayed_without_the_seed(path: Path) -> None:
    play = write(path)
    again = replay(load(path), TOY).play
    assert TOY.rules.fingerprint(again.battle) == TOY.rules.fingerprint(play.battle)
    assert again.log == play.log and again.history == play.history


def test_a_game_is_verified(path: Path) -> None:
    write(path)
    report = verify(path, SYSTEMS)
    assert report.ok and report.line == 0
    assert "Every draw follows from the seed" in report.sentence


def test_a_game_that_is_not_finished_is_verified_as_far_as_it_goes(path: Path) -> None:
    write(path, 5)
    report = verify(path, SYSTEMS)
    assert report.ok and "not finished" in report.sentence and "not revealed" in report.sentence


def test_a_game_without_a_seed_says_so(path: Path) -> None:
    play = new_play()
    play_on(play, random.Random(1))
    with Journal.create(path, header_for(TOY, "toy/ridge", SEATS)) as journal:
        journal.finish(play)
    report = verify(path, SYSTEMS)
    assert not report.ok and "cannot be verified" in report.sentence and "none of the" in report.sentence
    assert report.choices == len(play.history) and report.draws > 0 and report.proved == 0


def test_several_choices_are_recorded_at_once(path: Path) -> None:
    play = new_play()
    with Journal.create(path, header_for(TOY, "toy/ridge", SEATS, SEED)) as journal:
        play_on(play, random.Random(1), 9)
        journal.record(play)
        size = path.stat().st_size
        journal.record(play)
        assert path.stat().st_size == size
    assert len(load(path).moves) == 9


def test_the_header_alone_is_a_game_that_has_not_begun(path: Path) -> None:
    Journal.create(path, header_for(TOY, "toy/ridge", SEATS, SEED)).close()
    loaded = load(path)
    assert loaded.opening is None and loaded.moves == []
    report = verify(path, SYSTEMS)
    assert report.ok and "has not begun" in report.sentence
    with pytest.raises(JournalError, match="cannot be started"):
        replay(loaded, TOY)
    play = replay(loaded, TOY, SeededChance(SEED)).play
    assert TOY.rules.fingerprint(play.battle) == TOY.rules.fingerprint(new_play().battle)


# Going on ----------------------------------------------------------------------------------------


def test_a_game_goes_on_where_it_stopped(path: Path) -> None:
    write(path, 6)
    play = replay(load(path), TOY, SeededChance(SEED)).play
    with Journal.open(path) as journal:
        play_on(play, random.Random(2))
        journal.finish(play, SEED)
    assert verify(path, SYSTEMS).ok


def test_the_journal_of_another_game_is_not_continued(path: Path) -> None:
    write(path, 6)
    with Journal.open(path) as journal, pytest.raises(JournalError, match="another game"):
        journal.record(new_play(b"another"))


def test_a_finished_game_is_not_continued(path: Path) -> None:
    write(path)
    with pytest.raises(JournalError, match="finished"):
        Journal.open(path)


def test_nothing_is_written_after_the_end(path: Path) -> None:
    play = new_play()
    play_on(play, random.Random(1))
    journal = Journal.create(path, header_for(TOY, "toy/ridge", SEATS, SEED))
    journal.finish(play, SEED)
    for attempt in (lambda: journal.record(play), lambda: journal.finish(play, SEED)):
        with pytest.raises(JournalError, match="closed"):
            attempt()


def test_a_game_is_finished_only_when_it_is_over_and_with_its_own_seed(path: Path) -> None:
    play = new_play()
    with Journal.create(path, header_for(TOY, "toy/ridge", SEATS, SEED)) as journal:
        with pytest.raises(JournalError, match="not over"):
            journal.finish(play, SEED)
        play_on(play, random.Random(1))
        for seed in (b"wrong", None):
            with pytest.raises(JournalError, match="not the seed"):
                journal.finish(play, seed)
        journal.finish(play, SEED)
    assert verify(path, SYSTEMS).ok


def test_a_journal_is_never_written_over(path: Path) -> None:
    write(path, 1)
    with pytest.raises(JournalError, match="already exists"):
        Journal.create(path, header_for(TOY, "toy/ridge", SEATS, SEED))


# Taking back -------------------------------------------------------------------------------------


def test_a_choice_taken_back_is_a_line(path: Path) -> None:
    play = new_play()
    with Journal.create(path, header_for(TOY, "toy/ridge", SEATS, SEED)) as journal:
        play.choose(Choice("storm"), "red")
        journal.record(play)
        play.undo()
        play.choose(Choice("hold"), "red")
        journal.record(play)
        play.undo()
        journal.record(play)
        play.choose(Choice("hold"), "blue")
        play_on(play, random.Random(3))
        journal.finish(play, SEED)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line.get("n") or -line.get("undo") for line in lines[2:8]] == [1, -1, 1, -1, 1, 2]
    loaded = load(path)
    assert [entry.choice for entry in loaded.moves] == [move.choice for move in play.history]
    assert replay(loaded, TOY).play.log == play.log
    assert verify(path, SYSTEMS).ok


def test_what_was_taken_back_before_it_was_recorded_leaves_no_trace(path: Path) -> None:
    play = new_play()
    with Journal.create(path, header_for(TOY, "toy/ridge", SEATS, SEED)) as journal:
        play.choose(Choice("storm"), "red")
        play.undo()
        play.choose(Choice("hold"), "red")
        journal.record(play)
    assert b"undo" not in path.read_bytes() and len(load(path).moves) == 1


def test_going_on_after_a_choice_was_taken_back(path: Path) -> None:
    write(path, 1)
    play = replay(load(path), TOY, SeededChance(SEED)).play
    with Journal.open(path) as journal:
        play.undo()
        play_on(play, random.Random(5))
        journal.finish(play, SEED)
    assert verify(path, SYSTEMS).ok


# Cut off -----------------------------------------------------------------------------------------


def test_a_header_that_is_cut_off_is_no_journal(path: Path) -> None:
    header = header_for(TOY, "toy/ridge", {"red": "Grüße 😀"}, SEED)  # a cut may fall within a character
    Journal.create(path, header).close()
    text = path.read_bytes()
    for cut in range(len(text)):
        path.write_bytes(text[:cut])
        with pytest.raises(JournalError, match="no complete line"):
            load(path)
    path.write_bytes(text)
    assert load(path).header == header


def test_each_cut_of_a_game(path: Path, whole: bytes) -> None:
    ends = [place + 1 for place, byte in enumerate(whole) if byte == 10]
    for cut in range(ends[0], len(whole), 7):
        path.write_bytes(whole[:cut])
        loaded = load(path)
        lines = sum(end <= cut for end in ends)
        assert loaded.lines == lines
        assert (loaded.torn == "") == (cut in ends)
        if loaded.torn:
            assert f"line {lines + 1}" in loaded.torn
            report = verify(path, SYSTEMS)
            assert not report.ok and report.line == lines + 1


@pytest.mark.skipif(journal_module.lock_file is None, reason="no locks here")
def test_lines_that_end_as_on_windows_are_told(path: Path, whole: bytes) -> None:
    path.write_bytes(whole.replace(b"\n", b"\r\n"))
    with pytest.raises(JournalError, match="ends with CR LF"):
        load(path)


def test_two_cannot_write_one_journal(path: Path) -> None:
    with Journal.create(path, header_for(TOY, "toy/ridge", SEATS, SEED)) as journal:
        journal.record(new_play())
        before = path.read_bytes()
        with pytest.raises(JournalError, match="is being played by another process"):
            Journal.open(path)
        assert path.read_bytes() == before
    Journal.open(path).close()


@pytest.mark.parametrize("cut", [-1, -10, -200, -700, -1500])
def test_going_on_with_a_torn_file_cuts_off_the_torn_tail(path: Path, whole: bytes, cut: int) -> None:
    path.write_bytes(whole[:cut])
    play = replay(load(path), TOY, SeededChance(SEED)).play
    with Journal.open(path) as journal:
        play_on(play, random.Random(9))
        journal.finish(play, SEED)
    assert verify(path, SYSTEMS).ok


@pytest.mark.parametrize("tail", [b"\0" * 300, '{"n":4,"seat":"ré'.encode()[:-1], b"}", b"\xff\xfe"])
def test_rubbish_after_the_last_line_is_a_torn_tail(path: Path, tail: bytes) -> None:
    write(path, 3)
    path.write_bytes(path.read_bytes() + tail)
    loaded = load(path)
    assert loaded.torn and len(loaded.moves) == 3


RECORDER = """
import random, sys
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.journal import Journal, header_for
from sandtable.table.play import AnyPlay, Play
from sandtable.testing.toy import TOY
toy, game, rng = TOY, 0, random.Random(1)
while True:
    seed = seed_bytes(game)
    play = Play(toy, toy.rules.new(toy.shelf.find("toy/ridge")), SeededChance(seed))
    journal = Journal.create(f"{sys.argv[1]}/{game}.jsonl", header_for(toy, "toy/ridge", {}, seed))
    while play.result is None:
        seat = play.asked()[0]
        play.choose(rng.choice(play.decision_for(seat).options()), seat)
        journal.record(play)
        print(game, len(play.history), flush=True)
    journal.finish(play, seed)
    print(game, -1, flush=True)
    game += 1
"""


@pytest.mark.soak
def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    rng = random.Random()
    for attempt in range(sample(2, 20)):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        with subprocess.Popen([sys.executable, "-c", RECORDER, str(folder)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            acknowledged = [process.stdout.readline()]
            time.sleep(rng.random() * 0.1)
            process.kill()
            acknowledged += process.stdout.readlines()
        if not acknowledged[-1].endswith(b"\n"):
            acknowledged.pop()
        last: dict[int, int] = {}
        for line in acknowledged:
            game, number = line.split()
            last[int(game)] = int(number)
        assert last, "the recorder did not get going"
        for game, number in last.items():
            loaded = load(folder / f"{game}.jsonl")
            if number == -1:
                assert loaded.end is not None and loaded.torn == ""
            else:
                assert len(loaded.moves) >= number
            assert replay(loaded, TOY).notice == ""


# Damage and lies ---------------------------------------------------------------------------------


def test_an_altered_dropped_swapped_or_inserted_line_is_found(path: Path, whole: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    for place in range(len(lines)):
        damaged = {
            "altered": [*lines[:place], lines[place].replace(b'"', b"'", 1), *lines[place + 1 :]],
            "dropped": lines[:place] + lines[place + 1 :],
            "swapped": [*lines[:place], *lines[place : place + 2][::-1], *lines[place + 2 :]],
            "inserted": [*lines[:place], lines[place], *lines[place:]],
        }
        for name, found in damaged.items():
            if found in (lines, lines[:-1]):
                continue  # swapped with nothing; the last one dropped is a game not finished
            path.write_bytes(b"".join(found))
            with pytest.raises(JournalError) as error:
                load(path)
            assert place <= error.value.line <= place + 2, name
            report = verify(path, SYSTEMS)
            assert not report.ok and report.line == error.value.line and report.sentence


@pytest.mark.soak
@given(st.data())
@settings(max_examples=sample(50, 150), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_no_changed_byte_is_verified(path: Path, whole: bytes, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[place]))
    path.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
    assert not verify(path, SYSTEMS).ok


def change_choice(lines: list[dict[str, Any]]) -> int:
    lines[2]["choice"] = {"do": "run away"}
    return 3


def change_seat(lines: list[dict[str, Any]]) -> int:
    lines[5]["seat"] = "green"
    return 6


def change_die(lines: list[dict[str, Any]]) -> int:
    place = next(place for place, line in enumerate(lines) if place > 2 and line.get("draws"))
    lines[place]["draws"][-1] = lines[place]["draws"][-1] % 2 + 1
    return place + 1


def too_large_a_die(lines: list[dict[str, Any]]) -> int:
    lines[1]["draws"][0] = 10**6
    return 2


def drop_a_die(lines: list[dict[str, Any]]) -> int:
    lines[1]["draws"].pop()
    return 2


def add_a_die(lines: list[dict[str, Any]]) -> int:
    lines[3]["draws"].append(1)
    return 4


def change_winner(lines: list[dict[str, Any]]) -> int:
    lines[-1]["end"]["winner"] = "green"
    return len(lines)


def change_turn(lines: list[dict[str, Any]]) -> int:
    lines[-1]["end"]["turn"] = 99
    return len(lines)


def change_seed(lines: list[dict[str, Any]]) -> int:
    lines[-1]["seed"] = b"another".hex()
    return len(lines)


def change_seed_and_promise(lines: list[dict[str, Any]]) -> int:
    lines[-1]["seed"] = b"another".hex()
    lines[0]["seed_digest"] = seed_digest(b"another")
    return 2


def hide_seed(lines: list[dict[str, Any]]) -> int:
    lines[-1]["seed"] = ""
    return len(lines)


def seed_in_no_hexadecimal(lines: list[dict[str, Any]]) -> int:
    lines[-1]["seed"] = "xyz"
    return len(lines)


def seed_too_long(lines: list[dict[str, Any]]) -> int:
    lines[-1]["seed"] = "00" * 65
    return len(lines)


def end_too_soon(lines: list[dict[str, Any]]) -> int:
    del lines[5:-1]
    return 6


def go_on_after_the_end(lines: list[dict[str, Any]]) -> int:
    lines.append({"undo": len(lines) - 3})
    return len(lines)


def number_out_of_order(lines: list[dict[str, Any]]) -> int:
    lines[4]["n"] = 9
    return 5


def undo_a_die(lines: list[dict[str, Any]]) -> int:
    place = next(place for place, line in enumerate(lines) if place > 2 and line.get("draws"))
    lines[place + 1 :] = [{"undo": lines[place]["n"]}]
    return place + 2


def undo_nothing(lines: list[dict[str, Any]]) -> int:
    lines[2:] = [{"undo": 1}]
    return 3


def undo_a_revealed_secret(lines: list[dict[str, Any]]) -> int:
    lines[4:] = [{"undo": 2}, {"undo": 1}]
    lines[3]["draws"] = []
    return 4  # without its die the choice cannot be played


def two_openings(lines: list[dict[str, Any]]) -> int:
    lines.insert(2, {"draws": []})
    return 3


def no_opening(lines: list[dict[str, Any]]) -> int:
    del lines[1]
    return 2


def unknown_kind(lines: list[dict[str, Any]]) -> int:
    lines[2:] = [{"n": 1, "undo": 1}]
    return 3


def unknown_system(lines: list[dict[str, Any]]) -> int:
    lines[0]["system"] = "chess"
    return 1


def unknown_scenario(lines: list[dict[str, Any]]) -> int:
    lines[0]["scenario"] = "toy/mordor"
    return 1


def other_content(lines: list[dict[str, Any]]) -> int:
    lines[0]["digest"] = "0" * 64
    return 1


def other_format(lines: list[dict[str, Any]]) -> int:
    lines[0]["format"] = 2
    return 1


def unknown_seat(lines: list[dict[str, Any]]) -> int:
    lines[0]["seats"] = {"green": "human"}
    return 1


def unknown_field(lines: list[dict[str, Any]]) -> int:
    lines[0]["colour"] = "red"
    return 1


LIES = [
    change_choice, change_seat, change_die, too_large_a_die, drop_a_die, add_a_die, change_winner, change_turn,
    change_seed, change_seed_and_promise, hide_seed, seed_in_no_hexadecimal, seed_too_long, end_too_soon,
    go_on_after_the_end, number_out_of_order, undo_a_die, undo_nothing, undo_a_revealed_secret, two_openings,
    no_opening, unknown_kind, unknown_system, unknown_scenario, other_content, other_format, unknown_seat,
    unknown_field,
]  # fmt: skip


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_with_a_forged_chain_is_found(
    path: Path, whole: bytes, lie: Callable[[list[dict[str, Any]]], int]
) -> None:
    line = 0

    def change(lines: list[dict[str, Any]]) -> None:
        nonlocal line
        line = lie(lines)

    path.write_bytes(rewritten(whole, change))
    report = verify(path, SYSTEMS)
    assert not report.ok
    assert report.line == line, report.sentence
    assert report.sentence.startswith(f"Line {line}: ")


def test_an_honest_journal_written_anew_is_verified(path: Path, whole: bytes) -> None:
    path.write_bytes(rewritten(whole, lambda lines: None))
    assert path.read_bytes() == whole


# Other rules --------------------------------------------------------------------------------------


def before(play: AnyPlay, number: int) -> bytes:
    """The battle as it stood before a choice."""
    again = new_play()
    for move in play.history[: number - 1]:
        again.choose(move.choice, move.seat)
    return TOY.rules.fingerprint(again.battle)


def stopped(path: Path, play: AnyPlay, number: int, *words: str) -> None:
    """The journal replays up to this choice, says so, and is not verified."""
    loaded = load(path)
    for chance in (None, SeededChance(SEED)):
        found = replay(loaded, TOY, chance)
        assert len(found.play.history) == number - 1
        assert found.play.history == play.history[: number - 1]
        assert found.line == loaded.moves[number - 1].line
        for word in ("This battle was played by other rules", f"Choice {number} ", *words):
            assert word in found.notice
        assert f"up to choice {number - 1} of {len(play.history)}" in found.notice
    report = verify(path, SYSTEMS)
    assert not report.ok and report.line == found.line
    assert f"Choice {number} " in report.sentence and "other rules" in report.sentence


def test_a_battle_of_other_content_is_played_again_and_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = write(path)
    monkeypatch.setitem(SCENARIOS, "toy/ridge", Scenario("toy/ridge", "The Ridge, revised", 4, 3))
    found = replay(load(path), TOY)
    assert found.play.history == play.history and found.play.result == play.result
    assert found.notice == (
        "This battle was played by other rules: toy/ridge has changed since. All its choices are still allowed."
    )
    report = verify(path, SYSTEMS)
    assert not report.ok and report.line == 1 and report.sentence == f"Line 1: {found.notice}"


def test_the_same_rules_give_no_notice(path: Path) -> None:
    write(path)
    found = replay(load(path), TOY)
    assert found.notice == "" and found.line == 0


def test_a_journal_stops_before_a_choice_that_is_not_allowed_any_more(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = write(path)
    number = next(n for n, move in enumerate(play.history, 1) if move.choice.do == "barrage")
    monkeypatch.setattr(toy, "DECK", ["smoke"] * 8)  # the content is the same, the rules are not
    stopped(path, play, number, "or its journal was altered", "not allowed (rule 4.2)", "holds no barrage card")
    found = replay(load(path), TOY)
    assert found.play.decision is not None and found.play.decision.kind == "action"


def test_a_journal_stops_before_a_choice_that_asks_for_more_dice(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = write(path)
    shot = next(event for event in play.log if event.kind == "shot")
    number = sum(move.told <= play.log.index(shot) for move in play.history)
    earlier = before(play, number)
    fire = toy.fire

    def in_the_wind(b: Any, seat: str, with_barrage: bool) -> Any:
        hit = yield from fire(b, seat, with_barrage)
        b.chance.roll(6, "the wind")
        return hit

    monkeypatch.setattr(toy, "fire", in_the_wind)
    stopped(path, play, number)
    assert TOY.rules.fingerprint(replay(load(path), TOY).play.battle) == earlier


def test_a_journal_stops_before_a_choice_that_asks_for_fewer_dice(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choice has been made when this is found: the battle stands as before it all the same."""
    play = write(path)
    number = next(n for n, move in enumerate(play.history[:-1], 1) if play.history[n].draws > move.draws)
    earlier = before(play, number)

    def first_chit(b: Any) -> Any:
        b.active = b.cup.pop(0)
        return
        yield

    monkeypatch.setattr(toy, "draw_chit", first_chit)
    stopped(path, play, number, "asks for 0 draws; the journal has 1 draw")
    assert TOY.rules.fingerprint(replay(load(path), TOY).play.battle) == earlier


def test_a_journal_stops_where_the_battle_ends_now(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = write(path)
    monkeypatch.setitem(SCENARIOS, "toy/ridge", Scenario("toy/ridge", "The Ridge", 1, 3))
    found = replay(load(path), TOY)
    number = len(found.play.history) + 1
    assert 1 < number < len(play.history) and found.play.result is not None
    stopped(path, play, number, "toy/ridge has changed since", "not allowed: The battle is over.")


def more_turns(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(SCENARIOS, "toy/ridge", Scenario("toy/ridge", "The Ridge", 9, 3))
    return "After its last choice the battle is not over."


def another_reason(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(toy, "Result", lambda winner, reason, rule: Result(winner, reason, "6.6"))
    return "(rule 5.2); by the rules nobody won in turn 4, 3 men of red and 3 of blue are left (rule 6.6)."


@pytest.mark.parametrize("change", [more_turns, another_reason])
def test_a_journal_that_ends_otherwise_now(
    path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[pytest.MonkeyPatch], str]
) -> None:
    play = new_play()
    while play.result is None:
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        assert decision is not None
        play.choose(decision.options()[-1], seat)  # hold, pass
    Journal.create(path, header_for(TOY, "toy/ridge", SEATS, SEED), fsync=False).finish(play, SEED)
    words = change(monkeypatch)
    loaded = load(path)
    found = replay(loaded, TOY)
    assert found.play.history == play.history and found.line == loaded.lines and words in found.notice
    report = verify(path, SYSTEMS)
    assert not report.ok and report.line == loaded.lines and words in report.sentence


@pytest.mark.parametrize(("cards", "opens"), [(1, True), (3, False)])
def test_an_opening_of_other_rules(path: Path, monkeypatch: pytest.MonkeyPatch, cards: int, opens: bool) -> None:
    """With fewer draws it can be looked at; dice that were never drawn are not made up."""
    write(path)

    def deal(b: Any) -> Any:
        for seat in toy.SEATS:
            for _ in range(cards):
                toy.take_card(b, seat)
        b.turn = 1
        return
        yield

    monkeypatch.setattr(toy, "deal", deal)
    if opens:
        found = replay(load(path), TOY, SeededChance(SEED))
        assert found.play.history == [] and found.line == 2
        assert "The opening asks for 2 draws; the journal has 4 draws." in found.notice
    else:
        with pytest.raises(JournalError, match="cannot be started"):
            replay(load(path), TOY, SeededChance(SEED))
    assert not verify(path, SYSTEMS).ok


def test_a_game_of_another_system_is_refused(path: Path) -> None:
    write(path, 3)
    other = replaced(TOY, key="other")
    with pytest.raises(JournalError, match="a game of 'toy'"):
        replay(load(path), other)


def test_a_header_for_a_scenario_that_is_not_there() -> None:
    with pytest.raises(JournalError, match="toy/mordor"):
        header_for(TOY, "toy/mordor", SEATS)


# Bad input: always a JournalError, never anything else --------------------------------------------


def refused(path: Path) -> str:
    with pytest.raises(JournalError) as error:
        load(path)
    report = verify(path, SYSTEMS)
    assert not report.ok
    with pytest.raises(JournalError):
        Journal.open(path)
    return str(error.value)


def test_files_that_are_none(tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "missing.jsonl")
    assert "not a file" in refused(tmp_path)
    assert "cannot be read" in refused(tmp_path / "nul\0.jsonl")
    assert "cannot be read" in refused(tmp_path / ("long" * 100))
    os.mkfifo(tmp_path / "pipe")
    assert "not a file" in refused(tmp_path / "pipe")
    with pytest.raises(JournalError, match="cannot be written"):
        Journal.create(tmp_path / "no" / "folder", header_for(TOY, "toy/ridge", SEATS))


NO_JOURNALS = [
    b"",
    b"\n",
    b"\0" * 1000,
    bytes(range(256)) * 10,
    b"{}\n",
    b"[]\n",
    b'{"chain":"0123456789abcdef"}\n',
    b'{"format":1,"chain":"0123456789abcdef"}\n',
    "Grüße\n".encode(),
    b"\xff\xfe\n",
    b"{" * 10**5 + b"\n",
]


@pytest.mark.parametrize("text", NO_JOURNALS)
def test_files_that_are_no_journal(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    assert refused(path)


def test_a_huge_file_is_not_read(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(record.LARGEST + 1)  # sparse
    assert "at most" in refused(path)


def test_a_full_disk_is_a_journal_error() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no full device here")
    header = header_for(TOY, "toy/ridge", SEATS)
    with pytest.raises(JournalError, match="cannot be written"), open("/dev/full", "wb", buffering=0) as full:
        Journal(Path("/dev/full"), full, None, header, True)._write([b"{}"])


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from([10**400, -1, 0, 2**63, 2**64, "\ud800", "red", "storm", {"do": "hold"}]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=4,
)  # fmt: skip


@pytest.mark.soak
@given(st.data())
@settings(max_examples=sample(60, 300), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_value_anywhere_gives_a_sentence(path: Path, whole: bytes, data: st.DataObject) -> None:
    """With the chain forged, so that the reader sees it."""

    def change(lines: list[dict[str, Any]]) -> None:
        line = data.draw(st.sampled_from(lines))
        key = data.draw(st.sampled_from(list(line)) | st.sampled_from(["n", "undo", "end", "draws", "seed"]))
        inner = line.get(key)
        if isinstance(inner, dict) and inner and data.draw(st.booleans()):
            inner[data.draw(st.sampled_from(list(inner)))] = data.draw(values)
        else:
            line[key] = data.draw(values)

    path.write_bytes(rewritten(whole, change))
    report = verify(path, SYSTEMS)
    assert report.sentence
    try:
        replay(load(path), TOY)
    except JournalError as error:
        assert str(error)


@pytest.mark.soak
@given(st.binary(max_size=300) | st.lists(values.map(lambda v: json.dumps(v).encode())).map(b"\n".join))
@settings(max_examples=sample(60, 200), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_bytes_give_a_sentence(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    assert refused(path)


@pytest.mark.parametrize("deep", [b"[" * 10**5, b'{"a":' * 10**5])
def test_deep_nesting_gives_a_sentence(path: Path, whole: bytes, deep: bytes) -> None:
    for key in (b'"draws"', b'"choice"', b'"x"'):
        first = whole.split(b"\n", 1)[0]
        body = b"{" + key + b":" + deep + b"}"
        chain = record.link(json.loads(first)["chain"], body)
        path.write_bytes(first + b"\n" + body[:-1] + b',"chain":"' + chain.encode() + b'"}\n')
        assert "Line 2" in refused(path)


# The page that explains it ------------------------------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "journal.md"


def block(language: str) -> str:
    return PAGE.read_text(encoding="utf-8").split(f"```{language}\n")[1].split("```")[0]


def test_the_example_is_a_journal(path: Path) -> None:
    path.write_text(block("json"), encoding="utf-8")
    report = verify(path, SYSTEMS)
    assert report.ok and "Every draw follows from the seed" in report.sentence


def test_the_dice_are_verified_by_hand(path: Path) -> None:
    path.write_text(block("json"), encoding="utf-8")
    out = subprocess.run(
        [sys.executable, "-c", block("python"), str(path)], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert out[0] == "the seed is the one promised: True"
    assert out[5].startswith("draw 4: 4; from the seed, a d4 4,")
    assert out[6].startswith("draw 5: 5; from the seed, a d4 1, a d6 5,")
