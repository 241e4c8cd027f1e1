"""Several server processes on one PostgreSQL: any answers for any battle, and none is missed when it dies."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from house import CATS, PATIENCE, SHORT, TOY, House, children_of, is_running, until
from inside import PERSONS, Socket, battles
from test_server_store import a_row

from cluster import Cluster
from orphans import ends_with_us
from sandtable.server import ServeError, serve, work
from sandtable.server.battle import Battle
from sandtable.server.refusal import Refusal
from sandtable.server.settings import Settings
from sandtable.server.socket import Page
from sandtable.server.store import Lost, Store, add_battle, find_battle, shares
from sandtable.server.tokens import new_token
from sandtable.table.decision import Choice

Start = Callable[..., House]
QUICK: dict[str, Any] = {"secret_pace": 0.02, "lease": 1.0, "messages_a_second": 1e6, "burst": 1e6}


@pytest.fixture
def start(cluster: Cluster, tmp_path: Path) -> Start:
    """Starts one more server on the database of this test."""
    where = cluster.new()
    names = iter("abcdefgh")

    def start(**settings: Any) -> House:
        wanted = {"database": where, "workers": 0, **QUICK, **settings}
        return House(tmp_path / next(names), settings=wanted)

    return start


@pytest.fixture(scope="module")
def pair(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    """Two servers on one database, in which nobody thinks."""
    folder, settings = tmp_path_factory.mktemp("pair"), {"database": cluster.new(), "workers": 0, **QUICK}
    houses = House(folder / "one", settings=settings), House(folder / "other", settings=settings)
    for house in houses:
        House.started.remove(house)
    yield houses
    stop(*houses)


def stop(*houses: House) -> None:
    for house in houses:
        assert house.stop() == 0
        assert "Traceback" not in house.complaints(), house.complaints()


def test_what_one_process_writes_the_other_shows(pair: tuple[House, House]) -> None:
    one, other = pair
    made = one.new(CATS)
    with one.socket(made["spectator"]) as near, other.socket(made["spectator"]) as far:
        assert near.wait_for("hello")["view"] == far.wait_for("hello")["view"]
        pick = random.Random(1)
        for number in range(1, 41):  # with dice of both
            house = (one, other)[number % 2]
            assert house.act(made, pick)
            here, there = (page.wait_for_state(number) for page in (near, far))
            assert here["state"] == there["state"] == number
            assert one.view(made["spectator"]) == other.view(made["spectator"])
    assert one.get(f"seat/{made['spectator']}") == other.get(f"seat/{made['spectator']}")
    listed = [house.get("battles")["battles"] for house in (one, other)]
    assert listed[0] == listed[1] and listed[0][0]["state"] == 40


def test_of_two_who_choose_at_once_one_is_too_late(pair: tuple[House, House]) -> None:
    one, _ = pair
    made = one.new(CATS)
    for state in range(6):
        seat = next(token for token in made["seats"].values() if "decision" in one.view(token))
        choices = [option["choice"] for option in one.view(seat)["decision"]["options"]]
        path, bodies = f"/api/seat/{seat}/choices", [{"state": state, "choice": choices[end]} for end in (0, -1)]
        with ThreadPoolExecutor(2) as pool:
            both = [pool.submit(house.http.post, path, json=body) for house, body in zip(pair, bodies, strict=True)]
        assert sorted(answer.result().status_code for answer in both) == [200, 409]
        agree(pair, seat, state + 1)


def agree(pair: tuple[House, House], token: str, state: int) -> None:
    """Both servers have come to a state, and show the same."""
    until(lambda: [house.state(token) for house in pair] == [state, state])
    assert pair[0].view(token) == pair[1].view(token)


def test_who_has_not_heard_the_news_cannot_write_over_them(cluster: Cluster, tmp_path: Path) -> None:
    """Neither of these hears the other, so each finds out only when it writes."""

    async def play() -> None:
        settings: dict[str, Any] = {"database": cluster.new(), "workers": 0}
        async with battles(tmp_path, **settings) as one, battles(tmp_path, **settings) as other:
            made = await one.create(TOY, PERSONS, None, False)
            red, blue = made.seats["red"], made.seats["blue"]
            async with other.look(red) as (stale, _):
                assert stale.state == 0
            assert await one.choose(red, 0, Choice("hold")) == 1
            with pytest.raises(Refusal, match="moved on: it is in state 1"):
                await other.choose(red, 0, Choice("storm"))  # red has ordered already
            assert await one.undo(red, 1) == 2 and stale.state == 1
            with pytest.raises(Refusal, match="it is in state 2"):
                await other.undo(red, 1)
            assert await one.choose(red, 2, Choice("hold")) == 3
            assert await other.choose(blue, 2, Choice("hold")) == 4  # in secret: what red did since is no matter
            async with one.look(red, 4) as (battle, _):  # a state that this one has not heard of
                assert battle.state == 4
            found = await one.store.run(find_battle(made.battle))
            assert found is not None and len(found[1]) == stale.lines

    asyncio.run(play())


def test_secret_orders_given_at_once_are_both_taken(pair: tuple[House, House]) -> None:
    one, other = pair
    for _ in range(4):
        made = one.new(TOY)
        assert other.state(made["spectator"]) == 0
        with ThreadPoolExecutor(2) as pool:
            for house, side in ((one, "red"), (other, "blue")):
                pool.submit(house.choose, made["seats"][side], {"do": "hold"}, 0)
        agree(pair, made["spectator"], 2)


def test_a_seat_that_is_taken_in_one_process_is_closed_in_the_other(pair: tuple[House, House]) -> None:
    one, other = pair
    made = one.new(TOY)
    old, new = made["seats"]["blue"], new_token()
    with other.socket(old) as page:
        page.wait_for("hello")
        one.post(f"seat/{old}/take", {"token": new})
        assert page.closed() == 4404
    other.get(f"seat/{old}", 404)
    assert other.get(f"seat/{new}")["seat"] == "blue"


def test_computer_players_think_wherever_there_is_a_worker(start: Start) -> None:
    front = start()
    made = front.new(SHORT, blue="greedy")
    with front.socket(made["seats"]["red"]) as page:
        page.wait_for("hello")
        back = start(workers=1)
        kinds = set()
        while True:
            view = front.view(made["seats"]["red"])
            if "result" in view:
                break
            if "decision" in view:
                front.choose(made["seats"]["red"], view["decision"]["options"][0]["choice"])
            message = page.wait_for("view", "thinking")
            kinds.add(message["type"])
        assert kinds == {"view", "thinking"}
    assert not children_of(front.process.pid)
    assert front.get(f"seat/{made['spectator']}/verify")["ok"]
    stop(back, front)


def test_the_battles_of_a_dead_process_go_on_elsewhere(start: Start, cluster: Cluster) -> None:
    assert Settings(Path()).lease == 5.0
    doomed = start(workers=1, pace=30.0)  # it holds every battle of computers for a long time
    battles = [doomed.new(CATS, german="random", soviet="random") for _ in range(3)]
    persons = doomed.new(CATS)
    doomed.act(persons)
    spare = start(workers=1, pace=0.01)
    until(lambda: held(cluster, doomed) == 3)
    doomed.kill()
    assert spare.state(persons["spectator"]) == 1 and spare.act(persons)  # persons wait for no lease
    for made in battles:
        until(lambda made=made: spare.state(made["spectator"]) >= 3)
    stop(spare)


def held(cluster: Cluster, house: House) -> int:
    """How many battles are held by somebody who lives."""
    where = str(house.wish["settings"]["database"])
    sql = "SELECT count(*) FROM battles JOIN processes ON processes.id = holder WHERE until > now()"
    return int(cluster.ask(where, sql)[0][0])


def test_several_processes_behind_one_address(cluster: Cluster, tmp_path: Path) -> None:
    settings = {"database": cluster.new(), "workers": 0, **QUICK}
    house = House(tmp_path / "many", settings=settings, processes=2)
    made = house.new(CATS)
    doomed, spare = servers(house)
    for state in range(6):
        if state == 3:
            os.kill(doomed, signal.SIGKILL)
            until(lambda: not is_running(doomed))
        choose_anew(house, made, state)
    until(lambda: len(servers(house)) == 2)  # another was started in its place
    assert spare in servers(house) and doomed not in servers(house)
    choose_anew(house, made, 6)
    assert house.stop() == 0
    until(lambda: not is_running(spare))


def servers(house: House) -> list[int]:
    """The server processes that one address has."""
    return [pid for pid in children_of(house.process.pid) if b"spawn_main" in command_of(pid)]


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""  # it has just ended


def choose_anew(house: House, made: dict[str, Any], state: int) -> None:
    """Make a choice on new lines, each of which any process may answer."""
    for token in made["seats"].values():
        view = httpx.get(f"{house.http.base_url}/api/seat/{token}/view?state={state}", timeout=PATIENCE).json()
        if "decision" in view:
            body = {"state": state, "choice": view["decision"]["options"][0]["choice"]}
            answer = httpx.post(f"{house.http.base_url}/api/seat/{token}/choices", json=body, timeout=PATIENCE)
            assert answer.json() == {"state": state + 1}
            return
    raise AssertionError("nobody is asked")


def test_what_cannot_be_started_says_why(tmp_path: Path) -> None:
    with pytest.raises(ServeError, match="Several processes need PostgreSQL"):
        serve(0, tmp_path, open_browser=False, processes=2)
    nowhere = "postgresql://nobody@/nothing?host=/nowhere"
    for start in (partial(serve, 0, processes=2), partial(serve, 0)):
        with pytest.raises(ServeError, match="cannot be reached"):
            start(open_browser=False, database=nowhere)
    with pytest.raises(ServeError, match="cannot be reached"):
        work(nowhere)


def test_a_worker_thinks_for_servers(cluster: Cluster, pair: tuple[House, House]) -> None:
    made = pair[0].new(CATS, german="random")
    state = pair[1].state(made["spectator"])
    command = [sys.executable, "-c", "from sandtable.cli import main; main()", "worker", "--workers", "1"]
    worker = subprocess.Popen(
        [*command, "--database", pair[0].wish["settings"]["database"]],
        stdout=subprocess.PIPE,
        preexec_fn=ends_with_us(),
    )
    try:
        for _ in range(6):
            until(lambda: "decision" in pair[1].view(made["seats"]["soviet"]))
            pair[0].act(made)
            state += 1
        until(lambda: pair[0].state(made["spectator"]) > state)
        worker.send_signal(signal.SIGTERM)
        said, _ = worker.communicate(timeout=PATIENCE)
        assert worker.returncode == 0 and b"Computer players think here, 1 at a time" in said
    finally:
        worker.kill()


def test_clients_take_turns_and_so_do_their_battles(cluster: Cluster) -> None:
    """One client has begun many battles before another begins one: the other is served next."""
    store = Store(cluster.new())
    for number in range(20):
        store.submit(add_battle(a_row(f"many{number:02}", due=True), [b"a"], [])).result()
        store.submit(shares.play_for(f"many{number:02}", "greedy client")).result()
    store.submit(shares.beat("one", 60.0)).result()

    held: list[str] = []

    def take() -> str | None:
        taken = store.submit(shares.take_due("one", 0.0, held)).result()
        held.extend([taken] if taken else [])
        return taken

    assert [take(), take()] == ["many00", "many01"]
    store.submit(add_battle(a_row("late", due=True), [b"a"], [])).result()
    store.submit(shares.play_for("late", "another client")).result()
    assert [take(), take()] == ["late", "many02"]
    for battle in ("many00", "late"):
        store.submit(shares.let_go("one", battle)).result()
        held.remove(battle)
    assert [take(), take(), take()] == ["late", "many03", "many04"]  # and those never served before many00 again
    assert store.submit(shares.take_due("one", 1e12, held)).result() is None  # where nobody looks on they rest
    store.close()


def test_what_is_held_is_free_when_its_holder_is_gone(cluster: Cluster) -> None:
    store = Store(cluster.new())
    store.submit(add_battle(a_row("one", due=True), [b"a"], [])).result()
    store.submit(shares.beat("first", 60.0)).result()

    def take(process: str) -> str | None:
        return store.submit(shares.take_due(process, 0.0, [])).result()

    assert take("first") == "one" and take("second") is None
    store.submit(shares.let_go("second", "one")).result()  # not his to let go
    assert take("second") is None
    store.submit(shares.beat("first", -1.0)).result()  # its lease has ended
    assert take("second") == "one"
    store.submit(shares.beat("second", 60.0)).result()
    assert take("first") is None
    store.submit(shares.leave("second")).result()
    assert take("first") == "one"
    store.close()


def test_what_was_taken_when_the_database_broke_off_is_taken_again(cluster: Cluster) -> None:
    """The battle is ours, but the answer that said so was lost."""
    store = Store(cluster.new())
    store.submit(add_battle(a_row("one", due=True), [b"a"], [])).result()
    store.submit(shares.beat("first", 60.0)).result()

    def take(process: str, *held: str) -> str | None:
        return store.submit(shares.take_due(process, 0.0, held)).result()

    assert take("first") == "one"
    assert take("second") is None and take("first", "one") is None
    assert take("first") == "one"
    store.close()


def test_a_battle_goes_on_when_the_database_was_away_as_its_turn_began(cluster: Cluster, tmp_path: Path) -> None:
    """It was taken, and could not be read then: nobody would think there any more."""

    async def play() -> None:
        async with battles(tmp_path, database=cluster.new(), workers=1) as here:
            made = await here.create(SHORT, {"red": "random", "blue": "person"}, None, False)
            async with here.battle(made.battle) as battle:
                here._drop(battle)  # as long ago
            await here.store.run(shares.beat(here.store.process, 60.0))
            opened, losses = here._read, iter([Lost("The line broke.")])

            async def read(id: str) -> Battle:
                for loss in losses:
                    raise loss
                return await opened(id)

            here._read = read  # type: ignore[method-assign]
            going = asyncio.create_task(here.computers.resume())
            async with asyncio.timeout(PATIENCE):
                while not (found := await here.store.run(find_battle(made.battle))) or len(found[1]) < 3:
                    await asyncio.sleep(0.02)
            going.cancel()

    asyncio.run(play())


def test_news_that_were_missed_are_made_up_for(pair: tuple[House, House], cluster: Cluster) -> None:
    one, other = pair
    made = one.new(CATS)
    with other.socket(made["spectator"]) as far:
        far.wait_for("hello")
        token = next(token for token in made["seats"].values() if "decision" in one.view(token))
        body = {"state": 0, "choice": one.view(token)["decision"]["options"][0]["choice"]}
        ours = "SELECT pid FROM pg_stat_activity WHERE application_name = 'sandtable'"
        cluster.ask("postgres", f"SELECT pg_terminate_backend(pid) FROM ({ours}) AS found")
        one.post(f"seat/{token}/choices", body)  # the line is mended, and whoever asks next hears nothing of it
        assert far.wait_for_state(1)["state"] == 1


def test_a_process_lets_go_of_battles_that_nobody_uses_there(cluster: Cluster, tmp_path: Path) -> None:
    """The others may hold them too. Who has a page open keeps his, and who comes again finds the battle as it was."""

    async def play() -> None:
        async with battles(tmp_path, database=cluster.new(), workers=0, leave_after=0.0) as found:
            left, kept = [await found.create("toy/ridge", PERSONS, None, False) for _ in range(2)]
            page = Page(found, cast(Any, Socket()), found.at_hand(kept.battle), kept.seats["red"], "red")
            sitting = asyncio.create_task(page.run())
            await found.choose(left.seats["red"], 0, Choice("hold"))
            await asyncio.sleep(0.01)
            found.let_go()
            assert found.at_hand(left.battle) is None and found.at_hand(kept.battle) is not None
            async with found.look(left.seats["blue"]) as (battle, _):
                assert battle.state == 1
            sitting.cancel()
        async with battles(tmp_path / "alone", workers=0, leave_after=0.0) as found:
            made = await found.create("toy/ridge", PERSONS, None, False)
            found.let_go()
            assert found.at_hand(made.battle) is not None  # nobody else has it

    asyncio.run(play())
