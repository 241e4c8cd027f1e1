"""A bad actor with a link of his own learns nothing of what others hold.

Two servers are the same in everything but hidden facts: what red was dealt, and what red is ordered in secret. Links,
ids, seeds and clocks are the same in both. Whatever blue and a spectator can get out of the one, by any request and
over their sockets, must be the same bytes as out of the other.
"""

import asyncio
import itertools
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from house import TOY, House
from prying import meddle, probe, same, without_skips

from sandtable.server.computers.players import keep_pace
from sandtable.server.settings import Settings
from soak import sample

SETTINGS = {"secret_pace": 0.02, "workers": 1}
TWO_BARRAGES = [1, 1, 1, 5]  # for red; blue has a barrage and smoke
TWO_SMOKES = [5, 5, 1, 5]

EVERY = sample(2, 1)  # at which steps everything is asked
PLAIN = ("fire", "scout", "dig in", "pass")  # what red can do whatever it holds


def story(house: House, orders: list[list[str]], upto: int) -> list[Any]:
    """Play a battle by a script, and get out of it all that blue and a spectator can. `orders` are red's secrets."""
    got: list[Any] = []
    made = house.new(TOY)
    red, blue, gallery = made["seats"]["red"], made["seats"]["blue"], made["spectator"]
    got.append(("made", json.dumps(made)))
    doing = itertools.cycle(PLAIN)
    with house.socket(blue) as at_blue, house.socket(gallery) as at_gallery:
        pages = (at_blue, at_gallery)
        for page in pages:
            page.wait_for("hello")
        state = 0
        given = iter(orders)
        for step in range(upto):
            view = house.view(red)
            mine = [option["choice"] for option in view.get("decision", {}).get("options", [])]
            if "result" in view:
                break
            watchers = [gallery] if house.view(blue).get("decision") else [gallery, blue]
            for token in (blue, gallery) if step % EVERY == 0 else ():
                got += probe(house, token, state)
            for token in watchers if step % EVERY == 0 else ():
                got += meddle(house, token, state)
            if mine and view["decision"]["kind"] == "order":
                secret = next(given)
                for place, order in enumerate(secret):
                    house.choose(red, {"do": order}, state)
                    state += 1
                    if place + 1 < len(secret):  # thinks better of it
                        house.post(f"seat/{red}/undo", {"state": state})
                        state += 1
            elif mine and view["decision"]["kind"] == "reaction":
                house.choose(red, {"do": "pass"}, state)
                state += 1
            elif mine:
                wish = next(doing)
                choice = next((each for each in mine if each["do"] == wish), {"do": "pass"})
                house.choose(red, choice, state)
                state += 1
            else:
                answer = [option["choice"] for option in house.view(blue)["decision"]["options"]]
                house.choose(blue, answer[0], state)
                state += 1
            for page in pages:
                page.wait_for_state(state)
        if "result" not in house.view(red):
            for token in (blue, gallery):
                got += probe(house, token, state)
        hurried = any(len(secret) > 1 for secret in orders)
        got.append([without_skips(page) if hurried else page.came for page in pages])
        got.append(("state", state))
    return got


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[House, House]]:
    """Two servers that differ in what red was dealt."""
    deals = (TWO_BARRAGES, TWO_SMOKES)
    with ThreadPoolExecutor(2) as both:
        houses = list(
            both.map(lambda deal: House(tmp_path / str(deal[0]), deal=deal, links=True, settings=SETTINGS), deals)
        )
    yield houses[0], houses[1]
    for house in houses:
        house.stop()
        assert "Traceback" not in house.complaints()


@pytest.mark.soak
def test_what_red_holds_and_is_ordered_changes_no_byte_for_others(pair: tuple[House, House]) -> None:
    first, second = pair
    tell_apart(first, second)
    with ThreadPoolExecutor(2) as both:
        # Hidden cards and hidden orders, until the orders come out.
        one = both.submit(story, first, [["storm"]], 1)
        two = both.submit(story, second, [["hold"]], 1)
        compared = same(one.result(), two.result())
        one = both.submit(story, first, [["storm", "hold"]], 1)
        two = both.submit(story, second, [["hold", "storm"]], 1)
        compared += same(one.result(), two.result())
        # A long game with the same orders: cards alone differ, and new ones are drawn.
        orders = [["storm"], ["hold"], ["hold"], ["storm"]]
        steps = sample(4, 12)
        one = both.submit(story, first, orders, steps)
        two = both.submit(story, second, orders, steps)
        compared += same(one.result(), two.result())
    assert compared > 100 * steps / EVERY


def tell_apart(first: House, second: House) -> None:
    """The hidden facts do differ, and red sees it: the test is about something."""
    hands = []
    for house in (first, second):
        made = house.new(TOY)
        hands.append(house.view(made["seats"]["red"])["hands"][0]["cards"])
        assert house.view(made["seats"]["blue"])["hands"][0] == {"seat": "red", "count": 2}
        assert house.view(made["spectator"])["hands"][0] == {"seat": "red", "count": 2}
    assert [card["id"] for card in hands[0]] == ["barrage", "barrage"]
    assert [card["id"] for card in hands[1]] == ["smoke", "smoke"]


@pytest.mark.parametrize("spent", [0.0, 0.1, 0.59, 0.6, 0.61, 1.7, 12.34])
def test_a_computer_player_answers_on_the_beat(spent: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long it thought about its cards cannot be told from when it answers."""
    slept = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    settings = Settings(Path(), secret_pace=0.6, pace=0.0)
    asyncio.run(keep_pace(settings, True, spent))
    beats = (spent + slept[0]) / 0.6
    assert slept[0] >= 0 and beats == pytest.approx(max(1, round(beats)))
    asyncio.run(keep_pace(settings, False, spent))
    assert len(slept) == 1


def test_an_answer_is_kept_until_its_beat(tmp_path: Path) -> None:
    house = House(tmp_path / "data", settings={"secret_pace": 3600.0, "workers": 1})
    made = house.new(TOY, blue="random")
    red = made["seats"]["red"]
    house.post(f"seat/{red}/hint", {"state": 0, "level": "random"})  # the one worker has answered for blue before
    assert house.state(red) == 0 and house.view(red)["waiting"] == ["red", "blue"]
    house.kill()


def test_no_seed_reaches_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent to a bot is the journal so far, which has a digest and no seed."""
    from sandtable.server.battle import begin
    from sandtable.server.computers.thinking import UNKNOWN, Game, Played, Question
    from sandtable.table.journal import RecordedChance, header_for
    from sandtable.table.system import _systems
    from sandtable.testing.toy import TOY as GAME

    toy = GAME
    monkeypatch.setitem(_systems, "toy", toy)
    seed = b"nobody may know this"
    course = begin(toy, toy.shelf.find(TOY), seed)
    header = header_for(toy, TOY, {"red": "human", "blue": "greedy"}, seed)
    entry = course.choose("red", course.play.decision_for("red").options()[0])  # type: ignore[union-attr]
    played = Played(header, course.opening, [entry])
    question = Question("x", UNKNOWN, played, "blue", "greedy", 5.0)
    sent = repr(question).encode()
    assert seed not in sent and seed.hex().encode() not in sent
    game = Game(played)
    assert isinstance(game.play.chance, RecordedChance)
    assert game.play.decision_for("blue") is not None and game.answer("blue", "greedy").choice.do in ("storm", "hold")
