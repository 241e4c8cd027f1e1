"""A standing order looks like a person who is asked and answers: no byte, and no time, tells the one from the other.

Two servers with the same links, seeds and clocks. In the one a seat has ordered what it wants, in the other somebody
sits there and clicks. Both have set as many wishes, so both journals are as long.
"""

import asyncio
import json
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from house import House, until
from prying import meddle, probe, same, without_skips
from test_people_company import company
from test_people_tables import sit_down
from test_server_wishes import CHATEAU
from test_server_wishes import wish as to_wish
from town import DAY, Town, open_town

from sandtable.server.battle import BY_ORDER
from sandtable.server.computers import orders
from sandtable.server.course import Course
from sandtable.server.notices.calls import due_calls
from sandtable.table.chance import SeededChance
from sandtable.table.decision import Choice
from sandtable.table.wishes import LATER
from sandtable.testing.toy import TOY

NEVER, ASK = ({"do": "wish", "piece": "smoke", "to": value} for value in ("never", "ask"))
LONG = [1e9, 1e9]  # seconds: an order that is not heard before the test is over


def under_fire(house: House, *wishes: dict[str, Any]) -> tuple[dict[str, Any], str, str]:
    """A battle in which red has shot at blue, or blue at red: who is shot at had set these wishes before."""
    made = house.new()
    seats = made["seats"]
    for token in seats.values():
        house.choose(token, {"do": "hold"})
    (acts,) = house.view(seats["red"])["waiting"]
    waits = "blue" if acts == "red" else "red"
    for wish in wishes:
        house.choose(seats[waits], wish)
    house.choose(seats[acts], {"do": "fire", "piece": acts, "to": waits})
    return made, acts, waits


def pried(house: House, made: dict[str, Any], seat: str) -> list[Any]:
    """All that the enemy and the gallery can get."""
    got: list[Any] = []
    for token in (made["seats"][seat], made["spectator"]):
        state = house.state(token)
        got += probe(house, token, state)
        if "decision" not in house.view(token):
            got += meddle(house, token, state)
    return got


def test_an_answer_by_order_is_asked_for_and_given_as_by_a_person(tmp_path: Path) -> None:
    """Also over a restart: the order is heard by the server that comes next."""
    with ThreadPoolExecutor(2) as both:
        names = ("ordered", "asked")
        houses = list(
            both.map(lambda name: House(tmp_path / name, links=True, settings={"order_pause": LONG}), names)
        )
        worlds = [under_fire(houses[0], ASK, NEVER), under_fire(houses[1], NEVER, ASK)]
        (made, acts, waits), again = worlds
        assert again == (made, acts, waits)
        assert house_asks(houses[0], made, acts, waits), "the other sees that he is asked"
        own = [house.view(made["seats"][waits])["decision"] for house in houses]
        assert own[0]["prompt"] == f"{own[1]['prompt']} {BY_ORDER}", "he himself is told"
        assert same(*(pried(house, made, acts) for house in houses)) > 50
        for house in houses:
            house.kill()
        houses = list(both.map(lambda name: House(tmp_path / name, links=True), names))
    houses[1].choose(made["seats"][waits], {"do": "pass"})
    with houses[0].socket(made["spectator"]):  # the clocks of these servers stand still: nobody rests while one looks
        until(lambda: not house_asks(houses[0], made, acts, waits))
    assert same(*(pried(house, made, acts) for house in houses)) > 50
    for house in houses:
        house.stop()
        assert "Traceback" not in house.complaints()


def house_asks(house: House, made: dict[str, Any], acts: str, waits: str) -> bool:
    """Whether the others see that this seat is asked, and that a shot hangs in the air."""
    view = house.view(made["seats"][acts])
    return view["waiting"] == [waits] and not any(line["kind"] == "shot" for line in view["log"])


def test_where_all_are_asked_about_everything_nobody_sees_who_wishes_less(tmp_path: Path) -> None:
    """In Of War and Men: at a moment that does not concern him, the one waits for his order and the other thinks."""
    with ThreadPoolExecutor(2) as both:
        names = ("less", "all")
        houses = list(
            both.map(lambda name: House(tmp_path / name, links=True, settings={"order_pause": LONG}), names)
        )
    body = {"scenario": CHATEAU, "seats": {"axis": "person", "allies": "person"}, "all_asked": True}
    battle, again = (house.post("battles", body, 201) for house in houses)
    assert battle == again
    made = battle["seats"]
    for house, last in zip(houses, ("concerned", "always"), strict=True):
        for kind in ("moments", "rounds"):
            for value in ("never", last):
                house.choose(made["axis"], to_wish(kind, value))

    def by_order() -> list[bool]:
        views = [house.view(made["axis"]) for house in houses]
        return [BY_ORDER in view["decision"]["prompt"] if "decision" in view else False for view in views]

    for _ in range(80):
        if by_order() == [True, False]:
            break
        (seat,) = houses[0].view(made["axis"])["waiting"]
        options = [option["choice"] for option in houses[0].view(made[seat])["decision"]["options"]]
        choice = {"do": "pass"} if {"do": "pass"} in options else options[0]
        for house in houses:
            house.choose(made[seat], choice)
    assert by_order() == [True, False]
    assert same(*(pried(house, battle, "allies") for house in houses)) > 50
    for house in houses:
        assert house.stop() == 0


def test_over_the_socket_the_same_comes_as_from_a_person(tmp_path: Path) -> None:
    ordered = came_over_sockets(tmp_path / "ordered", ASK, NEVER)
    assert ordered == came_over_sockets(tmp_path / "asked", NEVER, ASK)


def came_over_sockets(data: Path, *wishes: dict[str, Any]) -> list[list[str]]:
    """What the enemy and the gallery are told while somebody is shot at who passes, himself or by order."""
    house = House(data, links=True)
    made = house.new()
    seats = made["seats"]
    for token in seats.values():
        house.choose(token, {"do": "hold"})
    (acts,) = house.view(seats["red"])["waiting"]
    waits = "blue" if acts == "red" else "red"
    with house.socket(seats[acts]) as near, house.socket(made["spectator"]) as far:
        for page in (near, far):
            page.wait_for("hello")
        for wish in wishes:
            house.choose(seats[waits], wish)
        house.choose(seats[acts], {"do": "fire", "piece": acts, "to": waits})
        if wishes[-1] is ASK:
            house.choose(seats[waits], {"do": "pass"})
        until(lambda: not house_asks(house, made, acts, waits))
        state = house.state(seats[acts])
        for page in (near, far):
            page.wait_for_state(state)
        found = [without_skips(near), without_skips(far)]
        said = [json.loads(text)["type"] for page in (near, far) for text in page.came]
        assert "thinking" not in said, "that is said of computer players"
    assert house.stop() == 0
    return found


def test_he_may_choose_himself_before_his_order_is_heard_or_change_it(tmp_path: Path) -> None:
    house = House(tmp_path / "data", settings={"order_pause": LONG})
    made, acts, waits = under_fire(house, NEVER)
    house.choose(made["seats"][waits], ASK)
    assert BY_ORDER not in house.view(made["seats"][waits])["decision"]["prompt"]
    house.choose(made["seats"][waits], NEVER)
    assert BY_ORDER in house.view(made["seats"][waits])["decision"]["prompt"]
    house.choose(made["seats"][waits], {"do": "pass"})
    assert not house_asks(house, made, acts, waits)
    assert house.stop() == 0


class Fired:
    """A battle in memory in which red is shot at and has ordered never to lay smoke."""

    def __init__(self, here: bool = False) -> None:
        self.course = Course(TOY, TOY.rules.new(TOY.shelf.find("ridge")), SeededChance(3))
        self.lock, self.gone = asyncio.Lock(), False
        self.listeners = [SimpleNamespace(seat="red", away=False)] if here else []
        for seat in ("red", "blue"):
            self.course.choose(seat, Choice("hold"))
        (self.acts,) = self.course.play.asked()
        self.shot_at = "blue" if self.acts == "red" else "red"
        self.wish(self.shot_at, LATER + "never")
        self.course.choose(self.acts, Choice("fire", self.acts, self.shot_at))
        assert self.ordered() == Choice("pass")

    def wish(self, seat: str, value: str) -> None:
        self.course.choose(seat, Choice("wish", "smoke", value))

    def ordered(self) -> Choice | None:
        return self.course.play.ordered()


Waited = tuple[bool, list[float]]


def waited(
    patch: pytest.MonkeyPatch, battle: Any, order: Choice | None = None, meanwhile: Callable[[], None] | None = None
) -> Waited:
    """Whether the order may be heard, and after which pauses; something happens during the first."""
    slept: list[float] = []

    async def nap(battle: Any, seconds: float) -> float:
        if not slept and meanwhile is not None:
            meanwhile()
        slept.append(seconds)
        return seconds

    told: list[tuple[str, float]] = []
    company = SimpleNamespace(answers=lambda battle, seat, stays: told.append((seat, stays)))
    battles: Any = SimpleNamespace(settings=SimpleNamespace(order_pause=(2.0, 20.0)), company=company)
    with patch.context() as one:
        one.setattr(orders, "nap", nap)
        one.setattr(random, "SystemRandom", lambda: random.Random(7))
        heard = asyncio.run(orders.wait_as_a_person(battles, battle, battle.shot_at, order or Choice("pass")))
    assert not heard or (
        [seat for seat, _ in told] == [battle.shot_at] and all(4.0 < stays < 110.0 for _, stays in told)
    )
    return heard, slept


def test_how_long_it_takes_hangs_on_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice give the same pause for a pass and for a shot, for one who is here and for one who is not."""
    heard, slept = waited(monkeypatch, Fired(here=True))
    assert heard and 2.0 <= sum(slept) <= 20.0
    shoots = Fired(here=True)
    shoots.ordered = lambda: Choice("fire", "tank")  # type: ignore[method-assign]
    assert waited(monkeypatch, shoots, Choice("fire", "tank")) == (True, slept)
    assert waited(monkeypatch, Fired(here=False)) == (True, slept)
    spread = [orders.pause(2.0, 20.0, random.Random(seed)) for seed in range(200)]
    assert min(spread) < 2.5 and max(spread) > 16.0 and all(2.0 <= each <= 20.0 for each in spread)


def test_nobody_else_can_call_for_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wish of the other makes a new state, too. It must neither hurry nor hold up the order."""
    usual = waited(monkeypatch, Fired())
    battle = Fired()
    assert waited(monkeypatch, battle, meanwhile=lambda: battle.wish(battle.acts, LATER + "never")) == usual


def test_an_order_that_was_changed_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = Fired()
    heard, slept = waited(monkeypatch, battle, meanwhile=lambda: battle.wish(battle.shot_at, "ask"))
    assert not heard and len(slept) == 1
    battle = Fired()
    heard, _ = waited(
        monkeypatch, battle, meanwhile=lambda: battle.course.choose(battle.shot_at, Choice("pass")) and None
    )
    assert not heard, "he has chosen himself"


def test_whoever_is_asked_after_an_order_that_was_not_heard_is_asked_at_once() -> None:
    """A computer player's answer must not come later because somebody who has chosen himself had left an order."""

    async def story() -> float:
        battle: Any = SimpleNamespace(moved=asyncio.Event())
        asyncio.get_running_loop().call_soon(battle.moved.set)
        slept = await orders.nap(battle, 1e9)
        assert not battle.moved.is_set(), "the next choice wakes it again"
        return slept

    assert asyncio.run(asyncio.wait_for(story(), 60.0)) < 60.0


# With people -----------------------------------------------------------------------------------------


@pytest.fixture
def slow(
    place: Path | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Town, threading.Event]]:
    """A server on which an order is heard as soon as the test lets it, on each database."""
    over = threading.Event()

    async def nap(battle: Any, seconds: float) -> float:
        while not over.is_set():
            await asyncio.sleep(0.02)
        return seconds

    monkeypatch.setattr(orders, "nap", nap)
    with open_town(place, tmp_path, order_pause=(0.5, 0.5)) as found:
        yield found, over


def test_who_is_away_seems_to_come_for_his_answer_and_gets_no_notice(slow: tuple[Town, threading.Event]) -> None:
    town, over = slow
    _, _, _, red, blue = sit_down(town, pace={"kind": "move", "seconds": 3 * DAY})
    links = {"red": red, "blue": blue}

    def choose(seat: str, choice: dict[str, Any]) -> None:
        state = town.stranger.get(f"seat/{links[seat]}")["state"]
        town.stranger.post(f"seat/{links[seat]}/choices", {"state": state, "choice": choice})

    for seat in links:
        choose(seat, {"do": "hold"})
    (acts,) = town.stranger.get(f"seat/{red}/view")["waiting"]
    waits = "blue" if acts == "red" else "red"
    choose(waits, NEVER)
    town.run(lambda base: base.do("DELETE FROM calls"))
    assert not company(town, links[acts])[waits]["here"]
    choose(acts, {"do": "fire", "piece": acts, "to": waits})
    calls = town.run(lambda base: base.rows("SELECT due FROM calls WHERE seat = ?", waits))
    assert calls == [(None,)], "nobody is called for what he has ordered"
    assert company(town, links[acts])[waits]["asked"]
    shot = lambda: "shot" in [line["kind"] for line in town.stranger.get(f"seat/{red}/view")["log"]]  # noqa: E731
    assert not shot()
    over.set()
    until(shot)
    assert company(town, links[acts])[waits]["here"], "as somebody who has just answered"
    here = town.run(lambda base: base.rows("SELECT 1 FROM here WHERE seat = ? AND until > ?", waits, town.now))
    assert not here, "to those who write notices he is away"
    town.later(sum(orders.STAYS))
    assert not company(town, links[acts])[waits]["here"]
    assert town.run(lambda base: due_calls(base, town.now)) is not None
