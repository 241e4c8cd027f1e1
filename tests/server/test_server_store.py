"""The store: the same contract, proved by the same tests on SQLite and on PostgreSQL."""

import sqlite3
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from house import PATIENCE

from cluster import Cluster
from sandtable.server.store import (
    Base,
    Facts,
    Link,
    Lost,
    Row,
    Store,
    StoreError,
    Summary,
    Taken,
    add_battle,
    add_lines,
    change_link,
    explained,
    find_battle,
    find_link,
    find_thought,
    keep_summary,
    newest,
    waiting_for_computers,
)
from sandtable.server.store.steps import STEPS
from sandtable.server.tokens import digest_of, gallery_of
from sandtable.table.scheme import Thought, Weighed


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """An empty place for battles."""
    if request.param == "sqlite":
        return tmp_path / "data"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new()


def a_row(id: str, due: bool = False) -> Row:
    facts = Facts("toy", "toy/ridge", "The Ridge", {"red": "person", "blue": "greedy"})
    return Row(id, facts, b"seed", float(len(id)), due, False, Summary(), 0)


# On both ---------------------------------------------------------------------------------------------


def test_what_is_written_is_read_again(where: Path | str) -> None:
    store = Store(where)
    link = Link("one", "red")
    store.submit(add_battle(a_row("one"), [b"a", b"b"], [(b"digest", link)])).result()
    store.submit(add_lines("one", 2, [b"c"], True, False)).result()
    store.close()
    store = Store(where)
    found = store.submit(find_battle("one")).result()
    assert found is not None and found[1] == [b"a", b"b", b"c"] and found[0].states == 1 and found[0].due
    assert found[0] == Row("one", a_row("one").facts, b"seed", 3.0, True, False, Summary(), 1, 3.0)
    assert store.submit(waiting_for_computers(0.0)).result() == ["one"]
    assert [row.id for row in store.submit(newest(5)).result()] == ["one"]
    assert store.submit(find_link(b"digest")).result() == link
    assert store.submit(find_link(b"other")).result() is None
    assert store.submit(change_link(b"digest", b"new")).result()
    assert not store.submit(change_link(b"digest", b"newer")).result()
    assert store.submit(find_battle("two")).result() is None
    store.close()


def test_the_list_has_those_that_go_on_first_and_counts_no_end(where: Path | str) -> None:
    store = Store(where)
    for id in ("a", "bb", "ccc"):
        store.submit(add_battle(a_row(id), [b"header", b"opening", b"choice"], [])).result()
    store.submit(add_lines("bb", 3, [b"last", b"end"], False, True)).result()
    noted = Summary(1, 2, "Move", "red", "50% gone", "9.1")
    store.submit(keep_summary("ccc", noted)).result()
    found = store.submit(newest(3)).result()
    assert [(row.id, row.over, row.states) for row in found] == [("ccc", False, 1), ("a", False, 1), ("bb", True, 2)]
    assert found[0].summary == noted
    assert [row.id for row in store.submit(newest(1)).result()] == ["ccc"]
    store.close()


def test_a_thought_is_written_with_its_choice_or_not_at_all(where: Path | str) -> None:
    store = Store(where)
    thought = Thought("greedy", "Storm", "Storm: as good as the next best, Hold.", (Weighed("Storm", 1.5, 3),))
    store.submit(add_battle(a_row("one"), [b"a"], [])).result()
    store.submit(add_lines("one", 1, [b"b"], False, False, (1, thought))).result()
    with pytest.raises(Taken):
        store.submit(add_lines("one", 1, [b"b"], False, False, (2, thought))).result()
    assert store.submit(explained("one")).result() == [1]
    assert store.submit(find_thought("one", 1)).result() == thought
    assert store.submit(find_thought("one", 2)).result() is None
    store.close()


def test_one_failure_in_a_batch_harms_no_other(where: Path | str) -> None:
    store = Store(where)
    gate: Future[None] = Future()
    store.submit(lambda base: gate.result(PATIENCE))  # all that follows waits and is written together
    good = [store.submit(add_battle(a_row(f"b{n}"), [b"x"], [])) for n in range(3)]
    bad = store.submit(add_battle(a_row("b1"), [b"y"], []))
    twice = store.submit(add_lines("b0", 0, [b"z"], False, False))
    link = (b"digest", Link("half", "red"))
    half = store.submit(add_battle(a_row("half"), [b"x"], [link, link]))  # fails when most of it is done
    last = store.submit(add_lines("b0", 1, [b"z"], False, False))
    gate.set_result(None)
    for future in [*good, last]:
        future.result(PATIENCE)
    for future in (bad, twice, half):
        with pytest.raises(Taken):
            future.result(PATIENCE)
    found = store.submit(find_battle("b0")).result()
    assert found is not None and found[1] == [b"x", b"z"]
    assert store.submit(find_battle("half")).result() is None
    assert store.submit(find_link(b"digest")).result() is None
    store.close()


# SQLite --------------------------------------------------------------------------------------------


def test_a_second_server_may_not_use_the_file(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(Exception, match="in use by another Sandtable server"):
        Store(tmp_path)
    store.close()
    Store(tmp_path).close()


def test_a_file_of_the_future_is_left_alone(tmp_path: Path) -> None:
    Store(tmp_path).close()
    base = sqlite3.connect(tmp_path / "sandtable.db")
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(Exception, match="format 99"):
        Store(tmp_path)


def test_the_file_is_synced_at_every_commit(tmp_path: Path) -> None:
    store = Store(tmp_path)

    def pragmas(base: Base) -> list[Any]:
        return [base.rows(f"PRAGMA {name}")[0][0] for name in ("journal_mode", "synchronous")]

    assert store.submit(pragmas).result() == ["wal", 2]  # 2: FULL
    store.close()


def test_a_file_of_the_format_before_is_brought_up_to_date(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "sandtable.db")
    STEPS[0](base)
    facts, summary = (msgspec.json.encode(each) for each in (a_row("one").facts, Summary()))
    base.execute("INSERT INTO battles VALUES ('one', ?, x'01', 1.0, 0, 0, ?)", (facts, summary))
    base.execute("INSERT INTO lines VALUES ('one', 0, x'61')")
    base.execute("INSERT INTO links VALUES (?, 'one', 'red', 'token')", (digest_of("token"),))
    base.execute("PRAGMA user_version = 1")
    base.commit()
    base.close()
    store = Store(tmp_path)
    found = store.submit(find_battle("one")).result()
    assert found is not None and found[1] == [b"a"]
    assert store.submit(explained("one")).result() == []
    assert store.submit(find_link(digest_of("token"))).result() == Link("one", "red")
    assert store.submit(find_link(digest_of(gallery_of("one")))).result() == Link("one", "")
    store.close()


# PostgreSQL ------------------------------------------------------------------------------------------


def test_every_commit_waits_for_the_disk(cluster: Cluster) -> None:
    where = cluster.new()
    cluster.ask("postgres", f"ALTER DATABASE {where.split('/')[3].split('?')[0]} SET synchronous_commit = off")
    store = Store(where)
    assert store.submit(lambda base: base.rows("SHOW synchronous_commit")).result() == [("on",)]
    store.close()


def test_many_may_open_a_new_database_at_once(cluster: Cluster) -> None:
    where = cluster.new()
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(Store, [where] * 4))
    stores[0].submit(add_battle(a_row("one"), [b"a"], [])).result()
    assert stores[3].submit(find_battle("one")).result() is not None
    for store in stores:
        store.close()


def test_two_that_write_the_same_line_do_not_both_succeed(cluster: Cluster) -> None:
    where = cluster.new()
    one, other = Store(where), Store(where)
    one.submit(add_battle(a_row("one"), [b"a"], [])).result()
    for number in range(1, 20):
        futures = [store.submit(add_lines("one", number, [b"x"], False, False)) for store in (one, other)]
        ends = [future.exception() for future in futures]
        assert sorted(isinstance(end, Taken) for end in ends) == [False, True]
    one.close()
    other.close()


def test_a_line_that_broke_is_opened_again(cluster: Cluster) -> None:
    store = Store(cluster.new())
    store.submit(add_battle(a_row("one"), [b"a"], [])).result()
    # The second argument waits until the line is truly gone.
    ended = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'sandtable'"
    cluster.ask("postgres", ended)
    assert store.submit(find_battle("one")).result() is not None  # nothing hung on the line: nobody need know

    def broken(base: Base) -> None:
        base.rows("SELECT 1")
        cluster.ask("postgres", ended)
        base.rows("SELECT 1")

    with pytest.raises(Lost):  # in the middle of a transaction, whoever asked is told
        store.submit(broken).result()
    assert store.submit(find_battle("one")).result() is not None
    store.close()


def test_a_database_that_is_not_there_or_of_the_future_says_so(cluster: Cluster) -> None:
    with pytest.raises(StoreError, match="cannot be reached"):
        Store("postgresql://nobody@/nothing?host=/nowhere")
    with pytest.raises(StoreError, match="named like postgresql://"):
        Store("mysql://somewhere")
    where = cluster.new()
    Store(where).close()
    cluster.ask(where, "UPDATE sandtable SET format = 99")
    with pytest.raises(StoreError, match="format 99"):
        Store(where)
