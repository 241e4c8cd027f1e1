"""The databases of earlier releases open in this one: every battle is listed, and every state of it can be seen."""

import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from house import House

FIXTURES = Path(__file__).parent / "fixtures"
RELEASES = sorted(path.name.removesuffix(".db.gz") for path in FIXTURES.glob("*.db.gz"))


def unpacked(release: str, folder: Path) -> dict[str, dict[str, Any]]:
    """The file of a release in a folder, and what is known about its battles."""
    folder.mkdir()
    (folder / "sandtable.db").write_bytes(gzip.decompress((FIXTURES / f"{release}.db.gz").read_bytes()))
    known: dict[str, dict[str, Any]] = json.loads((FIXTURES / f"{release}.json").read_text())
    return known


def journals(folder: Path) -> list[tuple[Any, ...]]:
    base = sqlite3.connect(folder / "sandtable.db")
    found = base.execute("SELECT battle, number, text FROM lines ORDER BY battle, number").fetchall()
    base.close()
    return found


@pytest.mark.parametrize("release", RELEASES)
def test_a_database_of_an_earlier_release_opens_lists_and_replays(release: str, folder: Path) -> None:
    known = unpacked(release, folder)
    written = journals(folder)
    house = House(folder, settings={"workers": 1, "pace": 3600.0, "secret_pace": 3600.0})
    listed = {each["id"]: each for each in house.get("battles")["battles"]}
    assert set(listed) == {each["battle"] for each in known.values()}
    for was in known.values():
        tokens = {**was["seats"], "": was["spectator"]}
        for seat, token in tokens.items():
            info = house.get(f"seat/{token}")
            assert (info["battle"], info["seat"], info["over"]) == (was["battle"], seat, was["over"])
            assert info["result"] == was["result"] and info["seed_digest"] == was["seed_digest"]
            # By the rules of then every state is there; by others all before the first choice that differs.
            assert info["state"] == was["state"] or (info["state"] < was["state"] and info["notice"])
            for state in {0, info["state"] // 2, info["state"]}:
                assert house.view(token, state=state)["seat"] == seat
        assert listed[was["battle"]]["over"] == was["over"]
    over = known["over"]
    assert listed[over["battle"]]["result"] == over["result"]
    journal = house.http.get(f"/api/seat/{over['spectator']}/journal").content
    assert journal == b"".join(text for battle, _, text in written if battle == over["battle"])
    hot = known["hot seat"]
    assert set(house.get(f"seat/{hot['seats']['blue']}")["links"]) == set(hot["seats"])
    assert house.post(f"battles/{over['battle']}/watch")["spectator"]
    assert house.stop() == 0
    assert journals(folder) == written
    tokens = [token for was in known.values() for token in (*was["seats"].values(), was["spectator"])]
    text = (folder / "sandtable.db").read_bytes()
    assert not any(token.encode() in text for token in tokens)  # only their hashes are kept
    assert "Traceback" not in house.complaints()
