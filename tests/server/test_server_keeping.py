"""The file on the disk: private, checked at the start, missed when it is gone, backed up and restored."""

import contextlib
import random
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from house import CATS, PATIENCE, SHORT, TOY, House

import sandtable.systems  # noqa: F401  registers the games
from sandtable.cli.keeping import backup, restore
from sandtable.server import ServeError
from sandtable.server.store import Store, StoreError
from sandtable.table.journal import verify
from sandtable.table.system import systems


def change(folder: Path, sql: str, *values: Any) -> None:
    """Do something to the file of a server that does not run."""
    base = sqlite3.connect(folder / "sandtable.db")
    assert base.execute(sql, values).rowcount > 0
    base.commit()
    base.close()


# Private ---------------------------------------------------------------------------------------------


def test_files_and_folder_are_private_to_their_owner(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    store = Store(folder)
    store.submit(lambda base: base.do("UPDATE battles SET due = 0")).result()
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert {"sandtable.db", "sandtable.db-wal", "sandtable.db-shm", "sandtable.lock"} <= set(modes)
    assert set(modes.values()) == {0o600} and stat.S_IMODE(folder.stat().st_mode) == 0o700
    store.close()
    folder.chmod(0o755)
    (folder / "sandtable.db").chmod(0o644)
    Store(folder).close()
    assert stat.S_IMODE((folder / "sandtable.db").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    (folder / "holiday.jpg").touch()  # a folder with other things in it is not ours to close
    folder.chmod(0o755)
    Store(folder).close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755


# Damage ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        ("UPDATE battles SET facts = ? WHERE id = ?", b"\x00garbage"),
        ("UPDATE battles SET facts = ? WHERE id = ?", b"{}"),
        ("UPDATE battles SET summary = ? WHERE id = ?", 7),
        ("UPDATE lines SET text = ? WHERE number = 2 AND battle = ?", b'{"n":1}'),
        ("UPDATE lines SET text = ? WHERE number = 0 AND battle = ?", "text"),
        ("UPDATE lines SET text = ? WHERE number = 1 AND battle = ?", 7),
        ("UPDATE battles SET seed = ? WHERE id = ?", b"another"),
    ],
)
def test_a_damaged_row_spoils_its_battle_alone(folder: Path, sql: str, value: Any) -> None:
    house = House(folder)
    spoilt, sound = house.new(TOY, blue="greedy"), house.new(TOY)
    house.act(spoilt)
    house.act(sound)
    house.kill()
    change(folder, sql, value, spoilt["battle"])
    house = House(folder)
    listed = [each["id"] for each in house.get("battles")["battles"]]
    assert sound["battle"] in listed
    answer = house.get(f"seat/{spoilt['seats']['red']}", 410)
    assert "damaged" in answer["error"] and "backup" in answer["error"]
    with house.socket(spoilt["spectator"]) as page:
        assert page.closed() == 4404
    assert house.act(sound) and house.state(sound["spectator"]) == 2
    assert house.stop() == 0
    assert spoilt["battle"] in house.complaints() and "Traceback" not in house.complaints()


def test_a_file_with_damaged_pages_is_found_at_the_start(tmp_path: Path) -> None:
    store = Store(tmp_path)
    many = [("one", number, bytes(1000)) for number in range(100)]
    store.submit(lambda base: base.do_all("INSERT INTO lines VALUES (?, ?, ?)", many)).result()
    store.close()
    file = tmp_path / "sandtable.db"
    text = bytearray(file.read_bytes())
    text[8 * 4096 : 9 * 4096] = bytes(random.Random(1).randbytes(4096))
    file.write_bytes(text)
    with pytest.raises(StoreError, match=r"(?s)damaged.*sandtable restore"):
        Store(tmp_path)
    assert file.read_bytes() == text  # and nothing was written to it


@pytest.mark.parametrize("away", ["moved", "deleted", "replaced"])
def test_a_server_whose_file_is_gone_stops_and_takes_no_more_choices(folder: Path, away: str) -> None:
    house = House(folder)
    red = house.new()["seats"]["red"]
    assert house.state(red) == 0
    file = folder / "sandtable.db"
    if away == "deleted":
        file.unlink()
    else:
        file.rename(folder / "elsewhere.db")
    if away == "replaced":
        file.write_bytes((folder / "elsewhere.db").read_bytes())
    with contextlib.suppress(httpx.TransportError):  # if it has noticed before, it is gone
        house.choose(red, {"do": "storm"}, 0, 503)
    assert house.process.wait(PATIENCE) == 1
    assert "was moved, replaced or deleted while the server ran" in house.complaints()


# Backups ---------------------------------------------------------------------------------------------


def test_a_backup_of_a_running_server_is_restored_and_every_journal_holds(folder: Path, tmp_path: Path) -> None:
    house = House(folder)
    pick = random.Random(5)
    over, under_way = house.new(SHORT), house.new(CATS)
    house.play_out(over, pick)
    for _ in range(30):
        house.act(under_way, pick)
    kept = tmp_path / "kept.db"
    command = [sys.executable, "-m", "sandtable.cli", "backup", str(kept), "--data", str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0 and ran.stdout == f"{kept} has 2 battles.\n", ran.stderr
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600 and not list(tmp_path.glob("kept.db-*"))
    state = house.state(under_way["spectator"])
    then = house.view(under_way["spectator"])
    house.act(under_way, pick)
    house.new()
    with pytest.raises(ServeError, match="in use by another Sandtable server"):
        restore(kept, folder)
    assert house.state(under_way["spectator"]) == state + 1
    house.kill()  # with much in the -wal file
    restore(kept, folder)
    house = House(folder)
    assert len(house.get("battles")["battles"]) == 2
    assert house.state(under_way["spectator"]) == state and house.view(under_way["spectator"]) == then
    assert house.get(f"seat/{over['seats']['red']}/verify")["ok"]
    assert house.act(under_way, pick)
    assert house.stop() == 0
    journals(folder, tmp_path)
    (before,) = folder.glob("sandtable.db.before-*")
    base = sqlite3.connect(before)
    assert base.execute("SELECT count(*) FROM battles").fetchone() == (3,)
    base.close()


def journals(folder: Path, tmp_path: Path) -> None:
    """Verify the journal of every battle in a file."""
    base = sqlite3.connect(folder / "sandtable.db")
    ids = [id for (id,) in base.execute("SELECT id FROM battles")]
    for id in ids:
        lines = [text for (text,) in base.execute("SELECT text FROM lines WHERE battle = ? ORDER BY number", (id,))]
        path = tmp_path / f"{id}.jsonl"
        path.write_bytes(b"".join(lines))
        if b'"toy"' not in lines[0]:
            report = verify(path, systems())
            assert report.ok, report
    base.close()
    assert ids


def test_a_restore_into_an_empty_folder_and_what_is_no_backup(tmp_path: Path, capsys: Any) -> None:
    full, empty = tmp_path / "full", tmp_path / "empty"
    Store(full).close()
    with pytest.raises(ServeError, match="There is no"):
        backup(tmp_path / "kept.db", empty)
    backup(tmp_path / "kept.db", full)
    with pytest.raises(ServeError, match="already exists"):
        backup(tmp_path / "kept.db", full)
    restore(tmp_path / "kept.db", empty)
    assert "0 battles now" in capsys.readouterr().out
    Store(empty).close()
    (tmp_path / "other.db").write_bytes(b"nothing of the kind" * 100)
    sqlite3.connect(tmp_path / "foreign.db").execute("CREATE TABLE x (y)").connection.close()
    for wrong in ("other.db", "foreign.db", "nowhere.db"):
        with pytest.raises(ServeError):
            restore(tmp_path / wrong, empty)
    assert {path.name for path in empty.iterdir()} <= {"sandtable.db", "sandtable.lock"}
