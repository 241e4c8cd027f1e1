"""The measured balance at the end of a scenario file: who won how often. It is no part of the scenario itself."""

from sandtable.content.problems import Problems
from sandtable.content.reader import HUGE, Reader
from sandtable.table.system import Balance

HEAD = b"\n[balance]"
MARK = 16  # digits of a scenario's digest by which a balance knows it


def cut(content: bytes) -> bytes:
    """A scenario file without its balance, which is the last table in it."""
    return content.partition(HEAD)[0].rstrip(b"\n") + b"\n" if HEAD in content else content


def take_balance(table: dict[str, object], problems: Problems) -> Balance | None:
    """The balance in a file's table, taken out of it."""
    reader = Reader(table, "", problems)
    if not reader.has("balance"):
        return None
    inner = reader.table("balance")
    won = inner.table("wins")
    balance = Balance(
        inner.text("level"),
        inner.integer("games", 1, HUGE),
        {side: won.integer(side, 0, HUGE) for side in won.names()},
        inner.integer("draws", 0, HUGE),
        inner.text("scenario"),
        inner.integer("decisions", 0, HUGE, 0),
    )
    inner.done()
    table.pop("balance")
    if not problems and sum(balance.wins.values()) + balance.draws != balance.games:
        problems.add("balance", f"wins and draws must together be {balance.games} games")
    return None if problems else balance


def fits(balance: Balance, digest: str) -> bool:
    """Whether it was measured with the scenario as it is now."""
    return balance.scenario == digest[:MARK]


def with_balance(content: bytes, balance: Balance) -> bytes:
    """A scenario file with this balance at its end."""
    wins = ", ".join([f"{side} = {count}" for side, count in balance.wins.items()])
    lines = [
        "[balance]  # measured by `sandtable lab balance`; void when anything above or in the book's data changes",
        f'level = "{balance.level}"',
        f"games = {balance.games}",
        f"wins = {{ {wins} }}",
        f"draws = {balance.draws}",
        f"decisions = {balance.decisions}",
        f'scenario = "{balance.scenario}"',
    ]
    return cut(content).rstrip(b"\n") + b"\n\n" + "\n".join(lines).encode() + b"\n"
