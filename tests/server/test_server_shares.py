"""Fair shares: whoever wants much waits for himself alone, and seats go before the gallery."""

import asyncio
import contextlib
import random
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from house import PATIENCE, SHORT, TOY, House
from inside import PERSONS, Talker, battles

from sandtable.server import battles as battles_module
from sandtable.server.computers.rota import Rota
from sandtable.server.computers.thinking import Answer, Lane, Played, Question, Thinkers
from sandtable.server.edge.callers import caller, client_of
from sandtable.server.edge.limits import BATTLES, MESSAGES, REQUESTS, Limits
from sandtable.server.refusal import Refusal
from sandtable.server.settings import Settings
from sandtable.server.socket import Page
from sandtable.table.decision import Choice
from sandtable.table.journal.record import Header

# Turns -----------------------------------------------------------------------------------------------


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_another_clients_computer_player_is_served_next() -> None:
    """One client has begun 200 battles; then another begins one."""

    async def story() -> list[str]:
        thinkers = Thinkers(1, (), 60.0)
        served: list[str] = []
        go_on = asyncio.Semaphore(0)

        async def ask(lane: Lane, question: Question) -> Answer:
            served.append(question.battle)
            await go_on.acquire()
            return Answer(Choice("pass"))

        thinkers._ask = ask  # type: ignore[method-assign]
        played = Played(Header(1, "", "toy", TOY, "", {}, {}, ""), (), ())
        many = [thinkers.answer(f"a{n}", played, "red", "strategist", "1.1.1.1") for n in range(200)]
        tasks = [asyncio.create_task(each) for each in many]
        await settle()
        assert served == ["a0"] and thinkers.waiting == 199
        tasks.append(asyncio.create_task(thinkers.answer("b", played, "red", "random", "2.2.2.2")))
        await settle()
        for _ in range(3):
            go_on.release()
            await settle()
        tasks.append(asyncio.create_task(thinkers.answer("b", played, "red", "random", "2.2.2.2")))
        await settle()
        for _ in range(200):
            go_on.release()
        await asyncio.gather(*tasks)
        return served

    served = asyncio.run(story())
    assert served[:6] == ["a0", "b", "a1", "a2", "b", "a3"]  # next, however many wait
    assert served[6:] == [f"a{n}" for n in range(4, 200)]  # and the others in the order in which they came


def test_three_clients_are_served_in_turn() -> None:
    async def story() -> list[str]:
        rota = Rota()
        served: list[str] = []

        async def come(client: str) -> None:
            async with rota.turn(client):
                served.append(client)
                await asyncio.sleep(0)

        await asyncio.gather(*(come(client) for client in "aaaabbc"))
        return served

    assert asyncio.run(story()) == ["a", "b", "c", "a", "b", "a", "a"]


def test_who_leaves_or_loses_patience_holds_nobody_up() -> None:
    async def story() -> None:
        rota = Rota()
        first = rota.turn("a")
        await first.__aenter__()
        with pytest.raises(TimeoutError):
            async with rota.turn("b", patience=0.01):
                pass
        leaver = asyncio.create_task(rota.turn("c").__aenter__())
        chosen = asyncio.create_task(rota.turn("d").__aenter__())
        await settle()
        leaver.cancel()
        await settle()
        assert rota.waiting == 1
        await first.__aexit__(None, None, None)  # it is d's turn, who has gone before he hears of it
        chosen.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await chosen
        async with rota.turn("e", patience=PATIENCE):
            assert rota.waiting == 0

    asyncio.run(story())


def test_who_goes_in_the_same_moment_keeps_no_place() -> None:
    async def story() -> list[str]:
        rota, served, hold = Rota(), [], asyncio.Event()

        async def wait(name: str) -> None:
            async with rota.turn(name):
                served.append(name)
                await hold.wait()

        tasks = [asyncio.create_task(wait(name)) for name in ("first", "gone", "next")]
        await asyncio.sleep(0)
        tasks[0].cancel()  # both are told in one go, and the first leaves before the second knows
        tasks[1].cancel()
        hold.set()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(each) for each in ended[:2]] == [asyncio.CancelledError] * 2
        return served

    assert asyncio.run(asyncio.wait_for(story(), 5)) == ["first", "next"]


def test_two_places_are_given_away_in_turn_and_never_three() -> None:
    async def story() -> tuple[list[str], int]:
        rota = Rota(2)
        served: list[str] = []
        inside = most = 0

        async def come(client: str) -> None:
            nonlocal inside, most
            async with rota.turn(client):
                served.append(client)
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0)
                inside -= 1

        await asyncio.gather(*(come(client) for client in "aaaaab"))
        return served, most

    assert asyncio.run(story()) == (["a", "a", "b", "a", "a", "a"], 2)


def test_who_opens_many_battles_keeps_nobody_waiting(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Battles are opened from their journals a few at a time, and another client's is next."""

    async def story() -> list[str]:
        async with battles(folder) as here:
            many = [await here.create(TOY, PERSONS, None, False) for _ in range(12)]
        opened: list[str] = []
        doors = {made.battle: threading.Event() for made in many}
        replay = battles_module.replayed

        def slowly(row: Any, *rest: Any) -> Any:
            opened.append(row.id)
            assert doors[row.id].wait(PATIENCE)
            return replay(row, *rest)

        monkeypatch.setattr(battles_module, "replayed", slowly)
        async with battles(folder) as here:

            async def look(token: str, client: str) -> None:
                caller.set(client)
                async with here.look(token):
                    pass

            async def until_opened(count: int) -> None:
                async with asyncio.timeout(PATIENCE):
                    while len(opened) < count:
                        await asyncio.sleep(0.001)

            greedy = [asyncio.create_task(look(made.spectator, "1.1.1.1")) for made in many[:-1]]
            await until_opened(2)
            other = asyncio.create_task(look(many[-1].spectator, "2.2.2.2"))
            while here.aside.waiting < 10:
                await asyncio.sleep(0.001)
            doors[opened[0]].set()
            await until_opened(3)
            for door in doors.values():
                door.set()
            await asyncio.gather(other, *greedy)
        assert opened[2] == many[-1].battle
        return opened

    assert len(asyncio.run(story())) == 12


# Limits ----------------------------------------------------------------------------------------------


def test_messages_beyond_the_limit_of_a_client_wait_and_are_not_refused(tmp_path: Path) -> None:
    now = 1000.0
    settings = Settings(tmp_path, client_messages_a_second=10.0, client_burst=2.0)
    limits = Limits(settings, clock=lambda: now)
    caller.set("1.1.1.1")
    assert [limits.book(MESSAGES) for _ in range(4)] == pytest.approx([0.0, 0.0, 0.1, 0.2])
    caller.set("2.2.2.2")
    assert limits.book(MESSAGES) == 0.0
    caller.set("1.1.1.1")
    now += 0.2
    assert limits.book(MESSAGES) == pytest.approx(0.1)
    now += 100.0
    assert [limits.book(MESSAGES) for _ in range(3)] == pytest.approx([0.0, 0.0, 0.1])


def test_all_sockets_of_a_client_share_its_messages(folder: Path) -> None:
    """Whatever a client says with many pages, it is heard at the pace of one."""

    async def story() -> None:
        async with battles(folder, client_messages_a_second=1e-6, client_burst=3.0) as here:
            made = await here.create(TOY, PERSONS, None, False)
            caller.set("1.1.1.1")
            sockets: list[Any] = [Talker(['{"type":"ping"}'] * 2) for _ in range(4)]
            async with here.seat(made.seats["red"]) as (battle, seat):
                pages = [Page(here, socket, battle, made.seats["red"], seat) for socket in sockets]
                tasks = [asyncio.create_task(page.run()) for page in pages]
                async with asyncio.timeout(PATIENCE):
                    while sum("pong" in text for socket in sockets for text in socket.heard) < 3:
                        await asyncio.sleep(0.001)
                await settle()
                assert sum("pong" in text for socket in sockets for text in socket.heard) == 3
                caller.set("2.2.2.2")
                other: Any = Talker(['{"type":"ping"}'])
                tasks.append(asyncio.create_task(Page(here, other, battle, made.seats["red"], seat).run()))
                async with asyncio.timeout(PATIENCE):
                    while not any("pong" in text for text in other.heard):
                        await asyncio.sleep(0.001)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("testclient", "testclient"),
    ],
)
def test_a_client_is_an_address_or_a_network(address: str, client: str) -> None:
    assert client_of({"client": (address, 1)}) == client


def test_a_limit_is_for_one_client_and_says_truly_when_there_is_more(tmp_path: Path) -> None:
    now = 1000.0
    limits = Limits(Settings(tmp_path, battles_an_hour=4), clock=lambda: now)
    caller.set("1.1.1.1")
    for _ in range(4):
        limits.take(BATTLES)
    with pytest.raises(Refusal) as refused:
        limits.take(BATTLES)
    assert refused.value.status == 429 and refused.value.retry_after == 900
    caller.set("2.2.2.2")
    limits.take(BATTLES)
    caller.set("1.1.1.1")
    now += 899
    with pytest.raises(Refusal) as refused:
        limits.take(BATTLES)
    assert refused.value.retry_after == 1
    now += 1
    limits.take(BATTLES)
    limits.take(REQUESTS)


def test_a_flood_is_stopped_with_a_true_time_and_others_are_served(folder: Path) -> None:
    house = House(folder, settings={"requests_at_once": 30, "requests_a_second": 0.01, "trusted": ["127.0.0.1"]})
    with httpx.Client(base_url=house.http.base_url, timeout=PATIENCE) as line:
        mine, other = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}
        answers = [line.get("/api/battles", headers=mine) for _ in range(40)]
        assert [answer.status_code for answer in answers] == [200] * 30 + [429] * 10
        assert 60 < int(answers[-1].headers["retry-after"]) <= 100
        told = "Too many requests: 0.01 a second are allowed, and 30 at once. Please wait a moment."
        assert answers[-1].json()["error"] == told
        assert line.get("/api/battles", headers=other).status_code == 200
    assert house.stop() == 0


def test_hints_verifications_and_sockets_are_limited_by_client(folder: Path) -> None:
    limited = {"client_hints_a_minute": 1, "verifications_a_minute": 1, "client_sockets": 2}
    house = House(folder, settings={**limited, "trusted": ["127.0.0.1"], "workers": 1})
    made, over = house.new(TOY), house.new(SHORT)
    house.play_out(over, random.Random(2))
    mine, other = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}
    for headers, expected in ((mine, [200, 429]), (other, [200])):
        for status in expected:
            got = house.http.get(f"/api/seat/{over['spectator']}/verify", headers=headers)
            assert got.status_code == status
            assert ("retry-after" in got.headers) == (status == 429)
    body = {"state": 0, "level": "random"}
    asked = [(mine, "red", 200), (mine, "blue", 429), (other, "blue", 200)]
    for headers, seat, status in asked:
        got = house.http.post(f"/api/seat/{made['seats'][seat]}/hint", json=body, headers=headers)
        assert got.status_code == status, got.text
        assert status == 200 or 1 <= int(got.headers["retry-after"]) <= 60
    with contextlib.ExitStack() as pages:
        for _ in range(2):
            pages.enter_context(house.socket(made["spectator"], additional_headers=mine)).wait_for("hello")
        assert pages.enter_context(house.socket(made["spectator"], additional_headers=mine)).closed() == 1013
        pages.enter_context(house.socket(made["spectator"], additional_headers=other)).wait_for("hello")
    assert house.stop() == 0


# Seats before the gallery ----------------------------------------------------------------------------


def test_spectators_do_not_lock_players_out(folder: Path) -> None:
    house = House(folder, settings={"sockets_a_gallery": 3, "sockets_a_seat": 2, "sockets": 6})
    made, other = house.new(), house.new()
    with contextlib.ExitStack() as pages:
        watchers = [pages.enter_context(house.socket(made["spectator"])) for _ in range(3)]
        watchers += [pages.enter_context(house.socket(other["spectator"])) for _ in range(3)]
        for page in watchers:
            page.wait_for("hello")
        assert pages.enter_context(house.socket(made["spectator"])).closed() == 1013
        reds = [pages.enter_context(house.socket(made["seats"]["red"])) for _ in range(2)]
        blue = pages.enter_context(house.socket(made["seats"]["blue"]))
        for page in (*reds, blue):
            page.wait_for("hello")  # though the house was full
        assert pages.enter_context(house.socket(made["seats"]["red"])).closed() == 1013
        reds[0].choose(0, {"do": "storm"})
        assert blue.wait_for("view")["state"] == 1
    assert house.stop() == 0


# Abandoned battles -----------------------------------------------------------------------------------


def test_computer_players_rest_where_nobody_looks_and_go_on_when_somebody_comes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with battles(folder, rest_after=60.0, secret_pace=0.0) as here:
            asked: list[str] = []

            async def answer(battle: str, lines: Any, seat: str, level: str, client: str, gives_up: bool) -> Answer:
                asked.append(client)
                clock[0] += 61.0
                return Answer(Choice("hold"))

            clock = [1000.0]
            monkeypatch.setattr(here.thinkers, "answer", answer)
            monkeypatch.setattr("time.time", lambda: clock[0])
            caller.set("192.0.2.1")
            made = await here.create(TOY, {"red": "greedy", "blue": "greedy"}, None, False)
            battle = here._open[made.battle]
            assert battle.bots is not None
            await battle.bots
            assert battle.state == 1 and battle.resting and battle.next_bot() == "blue"
            caller.set("192.0.2.9")
            async with here.look(made.spectator):
                pass
            assert not battle.resting and battle.bots is not None
            await battle.bots
            assert battle.state == 2 and battle.resting
            assert asked == ["192.0.2.1", "192.0.2.1"]  # a spectator does not own it

    asyncio.run(story())


def test_battles_nobody_looked_at_are_forgotten_by_the_rule(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        clock = [1000.0]
        monkeypatch.setattr("time.time", lambda: clock[0])
        rule = {"forget_after": 1000.0, "forget_unplayed": 100.0}
        async with battles(folder, **rule) as here:
            played, unplayed, watched = [await here.create(TOY, PERSONS, None, False) for _ in range(3)]
            await here.choose(played.seats["red"], 0, Choice("storm"))
            clock[0] += 99
            await here.forget()
            assert len(await here.listing()) == 3
            clock[0] += 700
            async with here.look(watched.spectator):
                pass
            await here.forget()
            assert {row.id for row in await here.listing()} == {played.battle, watched.battle}
            assert await here.links.opens(unplayed.seats["blue"]) is None  # its links are gone, too
            async with here.look(played.spectator) as (battle, _):
                assert battle.state == 1
                clock[0] += 5000
                await here.forget()  # one that is in use stays
            assert [row.id for row in await here.listing()] == [played.battle]
            clock[0] += 1001
            await here.forget()
            assert await here.listing() == []
            with pytest.raises(Refusal):
                async with here.look(played.spectator):
                    pass
        async with battles(folder, battles_an_hour=1) as here:
            made = await here.create(TOY, PERSONS, None, False)
            clock[0] += 1e9
            await here.forget()  # without a rule nothing is
            assert [row.id for row in await here.listing()] == [made.battle]

    assert battles_module.NOTED < 3600
    asyncio.run(story())


def test_choices_are_not_taken_back_without_end(folder: Path) -> None:
    async def story() -> None:
        async with battles(folder, undos=2) as here:
            made = await here.create(TOY, PERSONS, None, False)
            red, blue = made.seats["red"], made.seats["blue"]
            for state in (0, 2):
                await here.choose(red, state, Choice("storm"))
                await here.undo(red, state + 1)
            await here.choose(red, 4, Choice("storm"))
            with pytest.raises(Refusal, match="taken back 2 choices here"):
                await here.undo(red, 5)
            await here.choose(blue, 5, Choice("storm"))
            battle = here._open[made.battle]
            assert battle.state == 6 and battle.course.undone == {"red": 2}
        async with battles(folder, undos=2) as here, here.look(red) as (battle, _):
            assert battle.course.undone == {"red": 2}  # and a new start does not forget it

    asyncio.run(story())


def test_wishes_and_choices_have_an_end(folder: Path) -> None:
    never, ask = Choice("wish", "smoke", "never"), Choice("wish", "smoke", "ask")

    async def story() -> None:
        async with battles(folder, wishes=3, states=8) as here:
            made = await here.create(TOY, PERSONS, None, False)
            red, blue = made.seats["red"], made.seats["blue"]
            await here.choose(red, 0, Choice("storm"))
            for wish in (never, ask, never):
                await here.choose(blue, 1, wish)
            with pytest.raises(Refusal, match="You have set 3 wishes here"):
                await here.choose(blue, 4, ask)
            battle = here._open[made.battle]
            assert battle.state == 4 and battle.course.wished == {"blue": 3}
            await here.undo(red, 4)  # the wishes are taken back and set again: seven lines
            assert battle.state == 11 and battle.course.wished == {"blue": 3}
            for late in (here.choose(red, 11, Choice("storm")), here.undo(red, 11)):
                with pytest.raises(Refusal):
                    await late
            with pytest.raises(Refusal, match="has 11 choices, which is the most"):
                await here.choose(red, 11, Choice("storm"))
            assert battle.state == 11
        async with battles(folder, wishes=3) as here, here.look(red) as (battle, _):
            assert battle.course.wished == {"blue": 3}  # and a new start does not forget it

    asyncio.run(story())
