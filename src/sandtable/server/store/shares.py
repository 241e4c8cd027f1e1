"""How processes share battles out among themselves. Only where the database is PostgreSQL.

A process is alive as long as it says so in time. A battle in which a computer player must choose is held by at most
one living process; if that dies, the battle is free again. All times are those of the database's clock.
"""

from collections.abc import Collection

from sandtable.server.store.contract import Base, Work

_FREE = "NOT EXISTS (SELECT 1 FROM processes WHERE processes.id = holder AND until > clock_timestamp())"
# What we hold by the database and know nothing of: the line broke before it could tell us that we had got it.
_UNKNOWN = "holder = ? AND here.id <> ALL(?)"


def beat(process: str, seconds: float) -> Work[None]:
    """This process is alive, and will say so again in less than so many seconds."""

    def work(base: Base) -> None:
        base.do(
            "INSERT INTO processes (id, until) VALUES (?, clock_timestamp() + ? * INTERVAL '1 second') "
            "ON CONFLICT (id) DO UPDATE SET until = EXCLUDED.until",
            *(process, seconds),
        )
        base.do("DELETE FROM processes WHERE until < clock_timestamp() - INTERVAL '1 hour'")

    return work


def tell(news: str) -> Work[None]:
    """Tell the other processes."""

    def work(base: Base) -> None:
        base.tell(news)

    return work


def leave(process: str) -> Work[None]:
    """This process ends: all that it holds is free at once."""

    def work(base: Base) -> None:
        base.do("DELETE FROM processes WHERE id = ?", process)
        base.tell("due")

    return work


def play_for(battle: str, client: str) -> Work[None]:
    """For whom the computer players of a battle play."""

    def work(base: Base) -> None:
        base.do("UPDATE battles SET client = ? WHERE id = ?", client, battle)

    return work


# Clients take turns, and so do the battles of one client: whoever was served longest ago comes first.
_TAKE = f"""
UPDATE battles SET holder = ?, served = clock_timestamp() WHERE id = (
    SELECT id FROM battles AS here WHERE due AND NOT over AND touched >= ? AND ({_FREE} OR {_UNKNOWN})
    ORDER BY (SELECT max(served) FROM battles WHERE client = here.client) NULLS FIRST, served NULLS FIRST, made, id
    LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING id
"""


def take_due(process: str, since: float, held: Collection[str]) -> Work[str | None]:
    """Hold the next battle whose computer players wait, if nobody holds it. `held`: those that we know we hold.

    Where nobody has looked on since then, they rest.
    """

    def work(base: Base) -> str | None:
        found = base.rows(_TAKE, process, since, process, list(held))
        return found[0][0] if found else None

    return work


def let_go(process: str, battle: str) -> Work[None]:
    """Anybody may hold this battle now."""

    def work(base: Base) -> None:
        base.do("UPDATE battles SET holder = NULL WHERE id = ? AND holder = ?", battle, process)

    return work
