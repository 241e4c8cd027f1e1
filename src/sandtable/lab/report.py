"""One page about many battles: whole in itself, with the figures beside the pictures."""

import html
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import sandtable.systems  # noqa: F401  registers the games
from sandtable.lab import plots
from sandtable.lab.experiment import LabError
from sandtable.lab.folder import read_plan, read_rows
from sandtable.lab.table import Table
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.system import systems
from sandtable.table.view import Board

PAGE, SHEET, PARQUET = "report.html", "rows.csv", "rows.parquet"

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #faf8f3; margin: 0 auto; max-width: 62rem; padding: 2rem 1rem 4rem; }
h1 { margin: 0; } h2 { margin: 2.5rem 0 .5rem; border-bottom: 1px solid #ddd6c6; padding-bottom: .2rem; }
p.what { color: #555; margin: .2rem 0 1rem; } svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; margin: .5rem 0; } th, td { padding: .2rem .9rem .2rem 0; text-align: left; vertical-align: top; }
th { font-weight: 600; border-bottom: 1px solid #bbb; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.pair { display: flex; flex-wrap: wrap; gap: 1.5rem; } .pair figure { flex: 1 1 20rem; margin: 0; } figcaption { color: #555; }
code { background: #efeade; padding: 0 .25rem; border-radius: 3px; }
"""  # noqa: E501


def open_table(folder: Path) -> Table:
    """The battles of an experiment that was begun, as far as they are played."""
    plan = read_plan(folder)
    rows = [row for row in read_rows(folder) if row.seed in plan.seeds()]
    if not rows:
        raise LabError(f"In {folder} no battle has been played to its end yet.")
    return Table(plan, rows)


def write_report(folder: Path) -> Path:
    """The page of an experiment, and its rows for notebooks beside it."""
    table = open_table(folder)
    page = folder / PAGE
    page.write_text(page_of(table), encoding="utf-8")
    table.to_csv(folder / SHEET)
    try:
        table.to_parquet(folder / PARQUET)
    except LabError:
        (folder / PARQUET).unlink(missing_ok=True)
    return page


def board_of(table: Table) -> tuple[str, Board]:
    """The scenario's name and its board before the first move; a board that grows is shown as it was laid out."""
    system = systems().get(table.plan.system)
    if system is None:
        raise LabError(f"The game {table.plan.system} is not here.")
    play = Play(system, system.new(system.load(table.plan.scenario)), SampledChance(0))
    view = system.view(play, "")
    assert view.board is not None
    return view.title, view.board


def page_of(table: Table) -> str:
    """The whole page."""
    name, board = board_of(table)
    players = ", ".join(f"{side}: {level}" for side, level in table.plan.seats.items())
    missing = table.plan.games - len(table)
    so_far = f", {missing} still to be played" if missing else ""
    parts = [
        f"<h1>{html.escape(name)}</h1>",
        f'<p class="what">{len(table)} battles{so_far} · {html.escape(players)} · seeds {table.plan.first} to '
        f"{table.plan.first + table.plan.games - 1} · <code>{html.escape(table.plan.scenario)}</code></p>",
        section("Who wins", verdict(table), plots.shares(table), shares_table(table)),
        section("How battles end", "", endings_table(table)),
        section("How long they last", "", plots.lengths(table), numbers_table(table)),
        section(
            "How they run",
            "What the judgement of the computer players says of the position, from turn to turn.",
            plots.courses(table),
        ),
        section("Turning points", turning_words(table), plots.turning(table)),
        section(
            "Losses by unit", "Of the steps or pieces that a unit has, the mean share lost.", losses_table(table)
        ),
        section(
            "Where units died",
            "The darker, the more; a unit counts where it was last heard of.",
            deaths(table, board),
        ),
        section("Where units stood", "Counted at the start of each turn.", stands(table, board)),
    ]
    if len(table.plan.seats) == 2:
        parts.append(section("Luck", luck_words(table), plots.fortunes(table)))
    body = "\n".join(parts)
    title = html.escape(f"{name}: {len(table)} battles")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>\n'
        f"<body>\n{body}\n</body></html>\n"
    )


def section(title: str, words: str, *parts: str) -> str:
    lead = f'<p class="what">{html.escape(words)}</p>' if words else ""
    return f"<section><h2>{title}</h2>{lead}{''.join(parts)}</section>"


def rows_of(head: Iterable[str], rows: Iterable[Iterable[str]], numbers: Iterable[int] = ()) -> str:
    """A table; the columns in `numbers` are set to the right."""
    right = set(numbers)

    def cell(tag: str, place: int, text: str) -> str:
        mark = ' class="n"' if place in right else ""
        return f"<{tag}{mark}>{html.escape(text)}</{tag}>"

    def line(tag: str, cells: Iterable[str]) -> str:
        return f"<tr>{''.join(cell(tag, place, text) for place, text in enumerate(cells))}</tr>"

    return f"<table>{line('th', head)}{''.join(line('td', row) for row in rows)}</table>"


def verdict(table: Table) -> str:
    """In a sentence: who is better off, or that so many games cannot tell."""
    for side in table.plan.sides:
        share = table.share(side)
        if share.low > 0.5:
            return f"{side} is better off: at least {share.low:.0%} of battles, with 95 % confidence."
    return "So many battles do not show that either side is better off."


def shares_table(table: Table) -> str:
    rows = []
    for side in [*table.plan.sides, *([None] if table.wins(None) else [])]:
        share = table.share(side)
        level = table.plan.sides.get(side or "", "")
        rows.append(
            [
                side or "draw",
                level,
                str(table.wins(side)),
                f"{share.value:.1%}",
                f"{share.low:.1%} to {share.high:.1%}",
            ]
        )
    return rows_of(("Side", "Player", "Wins", "Share", "95 % interval (Wilson)"), rows, (2, 3, 4))


def endings_table(table: Table) -> str:
    rows = [
        [str(count), f"{count / len(table):.0%}", winner or "nobody", reason, rule]
        for count, winner, reason, rule in table.endings()
    ]
    return rows_of(("Battles", "Share", "Winner", "Reason", "Rule"), rows, (0, 1))


def numbers_table(table: Table) -> str:
    rows = []
    for column, words in (("turns", "turns"), ("decisions", "decisions"), ("seconds", "seconds of computing")):
        values = sorted(float(getattr(row, column)) for row in table)
        middle = table.mean(column).value
        rows.append([words, f"{middle:,.1f}", *(f"{plots.quantile(values, part):,.1f}" for part in (0.0, 0.5, 1.0))])
    return rows_of(("", "mean", "least", "median", "most"), rows, range(1, 5))


def turning_words(table: Table) -> str:
    """How early battles are decided."""
    first = next(iter(table.plan.seats))
    turns = sorted(plots.turning_point(row.balance, row.winner == first) for row in table if row.winner)
    if not turns:
        return "Nobody won."
    return (
        f"In half of the battles the winner was ahead from turn {plots.quantile(turns, 0.5):.0f} on, without a break."
    )


def luck_words(table: Table) -> str:
    """How often the luckier side won."""
    one, two = list(table.plan.seats)[:2]
    told = [row for row in table if row.winner and row.luck[one] != row.luck[two]]
    if not told:
        return "The dice cannot be compared."
    lucky = sum((row.luck[one] > row.luck[two]) == (row.winner == one) for row in told)
    return f"The side with the better dice won {lucky} of {len(told)} battles ({lucky / len(told):.0%})."


def losses_table(table: Table) -> str:
    """Units by side, the hardest hit first."""
    lost: Counter[tuple[str, str]] = Counter()
    gone: Counter[tuple[str, str]] = Counter()
    full: dict[tuple[str, str], int] = {}
    for row in table:
        for loss in row.losses:
            key = (loss.side, loss.name)
            lost[key] += loss.lost
            gone[key] += loss.lost == loss.of
            full[key] = loss.of
    order = {side: place for place, side in enumerate(table.plan.seats)}
    names = sorted(lost, key=lambda key: (order.get(key[0], 9), -lost[key] / full[key], key[1]))
    games = len(table)
    rows = [
        [side, name, f"{lost[side, name] / games / full[side, name]:.0%}", f"{gone[side, name] / games:.0%}"]
        for side, name in names
    ]
    return rows_of(("Side", "Unit", "Steps lost", "Destroyed in"), rows, (2, 3))


def deaths(table: Table, board: Board) -> str:
    counts: dict[str, Counter[str]] = {side: Counter() for side in table.plan.seats}
    for row in table:
        for loss in row.losses:
            if loss.place and loss.side in counts:
                counts[loss.side][loss.place] += 1
    return boards(table, board, counts)


def stands(table: Table, board: Board) -> str:
    counts: dict[str, Counter[str]] = {side: Counter() for side in table.plan.seats}
    for row in table:
        for side, places in row.stood.items():
            counts.setdefault(side, Counter()).update(places)
    return boards(table, board, counts)


def boards(table: Table, board: Board, counts: dict[str, Counter[str]]) -> str:
    colours = plots.colours_of(table)
    figures = []
    for side, places in counts.items():
        picture = plots.heat(board, places, colours.get(side, plots.DRAW))
        figures.append(f"<figure>{picture}<figcaption>{html.escape(side)}</figcaption></figure>")
    return f'<div class="pair">{"".join(figures)}</div>'
