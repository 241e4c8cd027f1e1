"""The measured balance at the end of a scenario file: who won how often. It is no part of the scenario itself."""

import re

from sandtable.content.files import parse
from sandtable.content.problems import Problems
from sandtable.content.reader import HUGE, Reader
from sandtable.table.shelf import Balance

HEAD = re.compile(rb"^[ \t]*\[[ \t]*(?:balance|\"balance\"|'balance')[ \t]*\]", re.MULTILINE)
MARK = 16  # digits of a scenario's digest by which a balance knows it


def parse_in_two(content: bytes, problems: Problems) -> tuple[dict[str, object] | None, bytes]:
    """A scenario file as its table, and what it says without its balance; None where it cannot be read."""
    start = max([found.start() for found in HEAD.finditer(content)], default=0)
    if start:  # nearly always the parts are good, and then nothing is parsed twice
        said, rest = (parse(part, Problems("")) for part in (content[:start], content[start:]))
        if said is not None and rest is not None and set(rest) == {"balance"} and "balance" not in said:
            return (said | rest, content[:start].rstrip(b"\r\n") + line_end(content))
    table = parse(content, problems)
    return (table, b"" if table is None else cut(table, content, problems)[0])


def cut(table: dict[str, object], content: bytes, problems: Problems) -> tuple[bytes, bytes]:
    """A scenario file in two: what it says, and its balance (b"" where it has none).

    The balance must be the last table, so that the digest of what it says knows all that is played.
    """
    start = (
        max([found.start() for found in HEAD.finditer(content)], default=0) if "balance" in table else len(content)
    )
    said, rest = content[:start], content[start:]
    if rest and (tables_in(said) is None or tables_in(rest) != {"balance"}):
        problems.add("balance", "must be a table [balance] at the end of the file, and nothing may come after it")
        return (content, b"")
    return (said.rstrip(b"\r\n") + line_end(content), rest)


def tables_in(content: bytes) -> set[str] | None:
    """What a part of a file names at its top; None for a part that ends in the middle of something."""
    table = parse(content, Problems(""))
    return None if table is None else set(table)


def line_end(content: bytes) -> bytes:
    return b"\r\n" if b"\r\n" in content else b"\n"


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
        problems.add("balance", f"wins and draws must add up to {balance.games} games")
    return None if problems else balance


def fits(balance: Balance, digest: str) -> bool:
    """Whether it was measured with the scenario as it is now."""
    return balance.scenario == digest[:MARK]


def with_balance(content: bytes, balance: Balance, problems: Problems) -> bytes:
    """A scenario file with this balance at its end; what the file says and all comments stay as they are."""
    table = parse(content, problems)
    said, old = (b"", b"") if table is None else cut(table, content, problems)
    problems.check()
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
    comments = [line for line in old.splitlines() if line.lstrip().startswith(b"#")]
    end = line_end(content)
    return said + end + end.join([*[line.encode() for line in lines], *comments]) + end
