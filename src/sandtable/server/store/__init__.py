"""Where battles are kept: the contract, the database that keeps it, and the work that is done there."""

from sandtable.server.store.contract import Base, Damaged, Lost, StoreError, Taken, Work
from sandtable.server.store.rows import PRIVATE, PUBLIC, UNLISTED, VISIBILITIES, Facts, Link, Row, Summary
from sandtable.server.store.store import Store
from sandtable.server.store.work import (
    add_battle,
    add_lines,
    change_link,
    explained,
    find_battle,
    find_link,
    find_thought,
    forget,
    keep_facts,
    keep_summary,
    lines_after,
    newest,
    touch,
    waiting_for_computers,
)

__all__ = [
    "PRIVATE",
    "PUBLIC",
    "UNLISTED",
    "VISIBILITIES",
    "Base",
    "Damaged",
    "Facts",
    "Link",
    "Lost",
    "Row",
    "Store",
    "StoreError",
    "Summary",
    "Taken",
    "Work",
    "add_battle",
    "add_lines",
    "change_link",
    "explained",
    "find_battle",
    "find_link",
    "find_thought",
    "forget",
    "keep_facts",
    "keep_summary",
    "lines_after",
    "newest",
    "touch",
    "waiting_for_computers",
]
