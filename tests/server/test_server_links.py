"""Links: kept as hashes, hard to guess, and dead for everybody once a seat was taken."""

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

from house import PATIENCE, TOY, House
from inside import PERSONS, Socket, battles
from websockets.exceptions import ConnectionClosed

from sandtable.server.refusal import Refusal
from sandtable.server.socket import Page
from sandtable.server.tokens import new_token


def test_only_hashes_of_links_are_in_the_file(folder: Path) -> None:
    house = House(folder)
    made, hot = house.new(), house.post("battles", {"scenario": TOY, "seats": PERSONS, "hot_seat": True}, 201)
    unlisted = house.new(visibility="unlisted")
    taken = new_token()
    house.post(f"seat/{made['seats']['blue']}/take", {"token": taken})
    house.kill()
    text = b"".join(path.read_bytes() for path in folder.iterdir())
    tokens = [taken, unlisted["spectator"], *(token for each in (made, hot) for token in each["seats"].values())]
    assert tokens and not any(token.encode() in text for token in tokens)
    base = sqlite3.connect(folder / "sandtable.db")
    assert [row[1] for row in base.execute("PRAGMA table_info(links)")] == ["digest", "battle", "seat"]
    base.close()
    house = House(folder)
    assert house.get(f"seat/{taken}")["seat"] == "blue"
    assert house.get(f"seat/{hot['seats']['red']}")["links"] == hot["seats"]
    assert house.stop() == 0


def test_a_link_made_by_hand_is_refused(house: House, made: dict[str, Any]) -> None:
    blue = made["seats"]["blue"]
    for weak in ("x" * 32, "0123456789abcdefghijklmnopqrstuv", "let-me-in-" * 3 + "ok"):
        assert "easy to guess" in house.post(f"seat/{blue}/take", {"token": weak}, 422)["error"]
    assert house.get(f"seat/{blue}")["seat"] == "blue"


def test_a_seat_of_a_hot_seat_that_was_taken_is_not_given_back(house: House) -> None:
    made = house.post("battles", {"scenario": TOY, "seats": PERSONS, "hot_seat": True}, 201)
    house.post(f"seat/{made['seats']['blue']}/take", {"token": new_token()})
    assert house.get(f"seat/{made['seats']['red']}")["links"] == {"red": made["seats"]["red"]}


def test_who_is_just_coming_in_by_the_old_link_is_dismissed(folder: Path) -> None:
    """The seat is taken after his link was found, and before he sits down."""

    async def story() -> None:
        async with battles(folder) as here:
            made = await here.create(TOY, PERSONS, None, False)
            old = made.seats["blue"]
            socket: Any = Socket()
            async with here.seat(old) as (battle, seat):
                await here.take(old, new_token())
                async with asyncio.timeout(PATIENCE):
                    await Page(here, socket, battle, old, seat).run()
            assert socket.closed is not None and socket.closed[0] == 4404 and not socket.heard

    asyncio.run(story())


def test_a_link_that_is_read_while_it_is_taken_is_not_remembered(folder: Path) -> None:
    async def story() -> None:
        async with battles(folder) as here:
            made = await here.create(TOY, PERSONS, None, False)
            old = made.seats["blue"]
            for _ in range(20):
                here.links._known.clear()
                new = new_token()
                reads = [asyncio.ensure_future(here.links.opens(old)) for _ in range(3)]
                await asyncio.gather(here.take(old, new), *reads)
                assert await here.links.opens(old) is None and await here.links.holds(new)
                old = new
            with_both = await asyncio.gather(
                *(here.take(old, new_token()) for _ in range(3)), return_exceptions=True
            )  # two come too late
            assert sum(isinstance(each, Refusal) and each.status == 404 for each in with_both) == 2

    asyncio.run(story())


def test_sockets_that_come_while_a_seat_is_taken(house: House) -> None:
    """However the two fall, nobody stays at the table by the old link."""
    made = house.new()
    old = made["seats"]["blue"]
    ends: list[int] = []

    def come() -> None:
        for _ in range(6):
            with house.socket(old) as page:
                try:
                    page.hear()
                except ConnectionClosed:
                    pass
                else:
                    gone.wait()
                ends.append(page.closed())

    gone = threading.Event()
    visitors = [threading.Thread(target=come) for _ in range(3)]
    for visitor in visitors:
        visitor.start()
    house.post(f"seat/{old}/take", {"token": new_token()})
    gone.set()
    for visitor in visitors:
        visitor.join()
    assert ends == [4404] * 18
