"""The format of the SQLite file: the first step makes it, each other brings one of the format before up to date."""

import sqlite3
import time
from collections.abc import Callable
from functools import partial

import msgspec

from sandtable.server.store.people import ACCOUNTS, COMPANY, NOTICES, STUDIES, TABLES, UNDOS
from sandtable.server.store.rows import Facts
from sandtable.server.tokens import digest_of, gallery_of, sibling

Step = Callable[[sqlite3.Connection], None]

_BATTLES = """
CREATE TABLE battles (
    id TEXT PRIMARY KEY,
    facts BLOB NOT NULL,
    seed BLOB NOT NULL,
    made REAL NOT NULL,
    due INTEGER NOT NULL,
    over INTEGER NOT NULL,
    summary BLOB NOT NULL
);
CREATE INDEX by_age ON battles (made);
CREATE TABLE lines (
    battle TEXT NOT NULL,
    number INTEGER NOT NULL,
    text BLOB NOT NULL,
    PRIMARY KEY (battle, number)
) WITHOUT ROWID;
CREATE TABLE links (
    digest BLOB PRIMARY KEY,
    battle TEXT NOT NULL,
    seat TEXT NOT NULL,
    token TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX links_of ON links (battle, seat)
"""
_THOUGHTS = """
CREATE TABLE thoughts (
    battle TEXT NOT NULL,
    state INTEGER NOT NULL,
    thought BLOB NOT NULL,
    PRIMARY KEY (battle, state)
) WITHOUT ROWID
"""
_HASHES = """
CREATE TABLE hashes (
    digest BLOB PRIMARY KEY,
    battle TEXT NOT NULL,
    seat TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO hashes SELECT digest, battle, seat FROM links;
DROP TABLE links;
ALTER TABLE hashes RENAME TO links;
CREATE INDEX links_of ON links (battle);
ALTER TABLE battles ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;
ALTER TABLE battles ADD COLUMN touched REAL NOT NULL DEFAULT 0
"""


def _make(base: sqlite3.Connection) -> None:
    _run(base, _BATTLES)


def _keep_hashes_only(base: sqlite3.Connection) -> None:
    """Of a link only its hash is kept. All links that were given go on working.

    From one link of a hot seat the others must follow, and the gallery of a public battle, which all battles were.
    """
    read = msgspec.json.Decoder(Facts).decode
    more = [(digest_of(gallery_of(id)), id, "") for (id,) in base.execute("SELECT id FROM battles")]
    for battle, token, facts in base.execute(
        "SELECT battle, token, facts FROM links JOIN battles ON battles.id = links.battle WHERE seat != ''"
    ):
        try:
            known = read(facts)
        except msgspec.MsgspecError:
            continue  # a damaged row; its own links are kept
        if known.hot_seat:
            more += [(digest_of(sibling(token, place)), battle, seat) for place, seat in enumerate(known.kinds)]
    _run(base, _HASHES)
    base.executemany("INSERT OR IGNORE INTO links VALUES (?, ?, ?)", more)
    base.execute("UPDATE battles SET touched = ?", (time.time(),))


def _run(base: sqlite3.Connection, text: str) -> None:
    """One statement after another, in the transaction of whoever asks."""
    for statement in text.split(";"):
        base.execute(statement)


STEPS: tuple[Step, ...] = (
    _make,
    partial(_run, text=_THOUGHTS),
    _keep_hashes_only,
    *[partial(_run, text=text) for text in (ACCOUNTS, TABLES, COMPANY, NOTICES, UNDOS, STUDIES)],
)
FORMAT = len(STEPS)
