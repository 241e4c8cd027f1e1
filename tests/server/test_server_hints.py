"""Why: hints for one's own seat, and what computer players thought, told when the battle is over."""

import asyncio
import random
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from house import CATS, PATIENCE, SHORT, TOY, House, until
from inside import PERSONS, battles

from sandtable.bots.greedy import GreedyBot
from sandtable.server.battle import begin
from sandtable.server.computers import hints as hints_module
from sandtable.server.computers.hints import Hints
from sandtable.server.computers.thinking import UNKNOWN, Answer, Game, Played, Question, TooSlow, think
from sandtable.server.edge.callers import caller
from sandtable.server.refusal import Refusal
from sandtable.table.decision import Choice
from sandtable.table.journal import header_for
from sandtable.table.system import AnySystem, _systems
from sandtable.testing.toy import TOY as GAME


def hint(house: House, token: str, status: int = 200, **wish: Any) -> Any:
    wish = {"state": house.state(token) if status == 200 else 0, **wish}
    return house.post(f"seat/{token}/hint", wish, status)


# Hints -----------------------------------------------------------------------------------------------


def test_a_hint_says_what_a_computer_player_would_do_and_plays_nothing(house: House) -> None:
    made = house.new(CATS)
    for _ in range(20):
        token = next(token for token in made["seats"].values() if "decision" in house.view(token))
        state, view = house.state(token), house.view(token)
        found = hint(house, token, level="greedy")
        assert found["state"] == state and found["level"] == "greedy"
        assert found["choice"] in [option["choice"] for option in view["decision"]["options"]]
        assert house.state(token) == state and house.view(token) == view
        if found["thought"] is not None:
            break
        house.choose(token, found["choice"])  # only one option was worth a thought
    thought = found["thought"]
    assert thought["level"] == "greedy" and thought["choice"] == thought["plans"][0]["label"]
    assert "s good as " in thought["why"] or "he next best, " in thought["why"]
    assert thought["more"].endswith(".") and "What decides at the end: " in thought["more"]
    assert len(thought["plans"]) > 1
    for plan in thought["plans"]:
        assert plan["label"] and plan["tries"] > 0 and plan["text"][0] in "+−0123456789wl"
    assert hint(house, token, level="greedy") == found  # the same question, the same answer
    house.choose(token, found["choice"])


def test_who_asks_too_soon_is_told_when_the_hint_will_have_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for a worker and thinks, ten seconds at most for each."""

    async def story() -> None:
        clock = [1000.0]
        monkeypatch.setattr(hints_module, "time", SimpleNamespace(monotonic=lambda: clock[0]))
        async with battles(tmp_path, hint_limit=10.0, client_hints_at_once=2, hints_at_once=3) as here:
            hints, answered = Hints(here), asyncio.Event()

            async def think(*_: Any) -> Answer:
                await answered.wait()
                return Answer(Choice("storm"))

            monkeypatch.setattr(here.thinkers, "hint", think)
            made = [(await here.create(SHORT, PERSONS, None, False)).seats["red"] for _ in range(5)]

            def ask(client: str, place: int) -> asyncio.Task[Any]:
                caller.set(client)
                return asyncio.create_task(hints.give(made[place], 0, "random"))

            async def under_way(count: int) -> None:
                async with asyncio.timeout(PATIENCE):
                    while len(hints._busy) < count:
                        await asyncio.sleep(0.001)

            first = ask("1.1.1.1", 0)
            await under_way(1)
            clock[0] += 3.0
            second = ask("1.1.1.1", 1)
            await under_way(2)
            for client, place, wait in (("2.2.2.2", 0, 17), ("2.2.2.2", 1, 20), ("1.1.1.1", 2, 17)):
                with pytest.raises(Refusal) as refused:
                    await ask(client, place)
                assert (refused.value.status, refused.value.retry_after) == (429, wait)
            third = ask("2.2.2.2", 2)
            await under_way(3)
            clock[0] += 4.0
            with pytest.raises(Refusal, match="Too many players") as refused:
                await ask("3.3.3.3", 3)
            assert refused.value.retry_after == 13
            answered.set()
            await asyncio.gather(first, second, third)
            assert (await ask("3.3.3.3", 3))["choice"] == Choice("storm")

    asyncio.run(story())


def test_a_damaged_thought_is_told_as_damage(tmp_path: Path) -> None:
    house = House(tmp_path / "data", settings={"secret_pace": 0.0})
    made = house.new(SHORT, red="greedy", blue="greedy")
    until(lambda: house.get(f"seat/{made['spectator']}")["over"])
    state = house.get(f"seat/{made['spectator']}")["explained"][0]
    assert house.get(f"seat/{made['spectator']}/thought", state=state)["thought"]
    house.kill()
    base = sqlite3.connect(tmp_path / "data" / "sandtable.db")
    base.execute("UPDATE thoughts SET thought = ?", (b"{",))
    base.commit()
    base.close()
    house = House(tmp_path / "data")
    assert "damaged" in house.get(f"seat/{made['spectator']}/thought", 410, state=state)["error"]
    assert house.get(f"seat/{made['spectator']}")["over"]
    assert house.stop() == 0


def test_the_usual_adviser_is_the_tactician(house: House) -> None:
    made = house.new(SHORT)
    found = hint(house, made["seats"]["red"])
    assert found["level"] == "tactician" and found["choice"]["do"] in ("storm", "hold")
    assert found["thought"]["level"] == "tactician" and len(found["thought"]["plans"]) == 2


def test_no_hints_for_a_seat_that_one_does_not_hold(house: House) -> None:
    made = house.new(CATS)
    waiting = next(token for token in made["seats"].values() if "decision" not in house.view(token))
    assert hint(house, waiting, 422)["error"] == "It is not your turn to choose."
    assert "watches" in hint(house, made["spectator"], 403)["error"]
    hint(house, "x" * 32, 404)
    machine = house.new(CATS, soviet="random")
    assert list(machine["seats"]) == ["german"]  # nobody holds the computer's seat, so nobody can ask for it


def test_hints_are_refused_in_words(house: House) -> None:
    made = house.new(TOY)
    red = made["seats"]["red"]
    assert "no computer player 'general'" in hint(house, red, 422, level="general")["error"]
    assert "state 0, not 3" in hint(house, red, 409, state=3)["error"]
    hint(house, red, 400, level=5)
    house.choose(red, {"do": "storm"})
    assert hint(house, red, 422, state=1)["error"] == "It is not your turn to choose."
    done = house.new(SHORT)
    house.play_out(done, random.Random(0))
    state = house.state(done["spectator"])
    assert hint(house, done["seats"]["red"], 422, state=state)["error"] == "The battle is over."


def test_what_others_chose_in_secret_does_not_spoil_a_hint(house: House) -> None:
    made = house.new(TOY)
    red, blue = made["seats"].values()
    first = hint(house, red, state=0, level="greedy")
    house.choose(blue, {"do": "storm"}, 0)
    assert hint(house, red, state=0, level="greedy") == first
    assert hint(house, red, state=1, level="greedy")["choice"] == first["choice"]


def test_a_hint_that_takes_too_long_is_given_up_and_harms_nothing(folder: Path) -> None:
    house = House(folder, settings={"workers": 1, "hint_limit": 1.0, "secret_pace": 0.0})
    made = house.new(TOY)
    red = made["seats"]["red"]
    assert "in time" in hint(house, red, 503, level="sleeper")["error"]
    question = {"state": 0, "level": "random"}
    until(lambda: house.http.post(f"/api/seat/{red}/hint", json=question).status_code == 200)  # the worker lives
    assert hint(house, red, level="random")["thought"]["why"].startswith("Picked at random from 2")
    house.stop()
    assert "Traceback" not in house.complaints()


def test_there_are_so_many_hints_a_minute(folder: Path) -> None:
    house = House(folder, settings={"workers": 1, "hints_a_minute": 2})
    made = house.new(TOY)
    red = made["seats"]["red"]
    for level in ("random", "random", "greedy"):  # asked again it costs nothing
        hint(house, red, level=level)
    assert "Too many hints" in hint(house, red, 429, level="strategist")["error"]
    hint(house, house.new(TOY)["seats"]["red"], level="random")  # another battle
    house.kill()
    house = House(folder, settings={"workers": 1, "hints_at_once": 0})
    assert "Too many players are asking" in hint(house, red, 429, level="random")["error"]
    house.stop()


def begun(game: AnySystem) -> Played:
    """A battle of the toy in which both are asked for their orders."""
    course = begin(game, game.shelf.find(TOY), b"seed")
    return Played(header_for(game, TOY, {}, b"seed"), course.opening, ())


def test_a_hint_leaves_no_trace_in_the_memory_of_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = GAME
    monkeypatch.setitem(_systems, "toy", toy)
    game = Game(begun(toy))
    game.answer("red", "greedy")
    known = dict(game.bots)
    assert isinstance(known["red", "greedy"], GreedyBot)
    thoughts = [bot._explains for bot in known.values()]
    game.hint("red", "greedy")
    game.hint("blue", "tactician")
    assert game.bots == known and [bot._explains for bot in known.values()] == thoughts


def test_a_worker_that_gave_up_still_knows_the_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = GAME
    monkeypatch.setitem(_systems, "toy", toy)
    question = Question("given up", UNKNOWN, begun(toy), "red", "greedy", 1e-5, True)
    with pytest.raises(TooSlow):
        think(question)
    answer = think(Question("given up", 0, begun(toy), "red", "greedy", PATIENCE))
    assert answer is not None and answer.thought is not None


# What computer players thought -------------------------------------------------------------------------


def test_thoughts_are_told_when_the_battle_is_over_and_survive_a_restart(folder: Path) -> None:
    house = House(folder, settings={"workers": 1, "secret_pace": 0.0})
    made = house.new(SHORT, blue="greedy")
    red, gallery = made["seats"]["red"], made["spectator"]
    for _ in range(200):
        info = house.get(f"seat/{red}")
        if info["over"]:
            break
        assert info["explained"] == []
        if "decision" in house.view(red):  # nothing happens meanwhile
            for token in (red, gallery):
                for state in {0, 1, info["state"]}:
                    refused = house.get(f"seat/{token}/thought", 403, state=state)
                    assert refused["error"] == "You can see what computer players thought when the battle is over."
        until(lambda: house.act(made) or house.get(f"seat/{red}")["over"])
    before = said(house, red)
    assert before and said(house, gallery) == before
    house.kill()
    house = House(folder, settings={"workers": 1})
    assert said(house, red) == before
    assert house.get(f"seat/{red}/verify")["ok"]  # the journal knows nothing of it
    for state in (0, 10_000, min(set(range(1, 1000)) - set(before))):
        house.get(f"seat/{red}/thought", 404, state=state)
    house.stop()


def said(house: House, token: str) -> dict[int, Any]:
    """All that was thought, by state."""
    info = house.get(f"seat/{token}")
    assert info["over"]
    found = {state: house.get(f"seat/{token}/thought", state=state) for state in info["explained"]}
    for state, each in found.items():
        assert each["state"] == state and each["seat"] == "blue" and each["thought"]["level"] == "greedy"
        assert len(each["thought"]["plans"]) > 1
    return found
