"""Many games in a row, with a progress bar, and what came of them."""

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from sandtable.cli.match import Match, Outcome, new_match
from sandtable.cli.output import console, count, errors, json_line
from sandtable.cli.words import Found
from sandtable.lab.figures import wilson
from sandtable.table.telling import turn_of

EVERY = 3.0  # seconds between signs of life where there is no terminal


def play_many(found: Found, seats: dict[str, str], seeds: Sequence[int], journal: Path | None, as_json: bool) -> None:
    """Play a game for each seed; print each as a line of JSON, or all of them as a table."""
    outcomes: list[Outcome] = []
    try:
        for outcome in outcomes_of(found, seats, seeds, journal, as_json):
            outcomes.append(outcome)
            if as_json:
                print(json_line(outcome), flush=True)
    finally:  # after Ctrl-C too: what was played so far
        if outcomes and not as_json:
            out = console()
            print(heading(found, outcomes))
            out.print(summary(outcomes))
            out.print(reasons(outcomes))


def outcomes_of(
    found: Found, seats: dict[str, str], seeds: Sequence[int], journal: Path | None, as_json: bool = False
) -> Iterator[Outcome]:
    """Each game as it ends, with a sign of life in between."""
    screen = errors()
    # A bar and lines of JSON on one terminal would get in each other's way.
    barred = screen.is_terminal and not (as_json and sys.stdout.isatty())
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        TimeRemainingColumn(),
    )  # fmt: skip
    # redirect_stdout would wrap what is printed, JSON too.
    with Progress(
        *columns, console=screen, transient=True, disable=not barred, redirect_stdout=False, redirect_stderr=False
    ) as bar:
        task = bar.add_task(found.info.name, total=len(seeds))
        last = time.monotonic()
        for number, seed in enumerate(seeds, 1):
            begun = time.perf_counter()
            match = new_match(found, seats, seed, journal)
            for turn in turns_of(match):
                bar.update(task, description=f"{found.info.name}, {turn_of(turn, found.info.turns)}")
                if not barred and time.monotonic() - last > EVERY:
                    last = time.monotonic()
                    so_far = f"{number - 1} of {count(len(seeds), 'game')} played"
                    print(f"{so_far}, {turn_of(turn, found.info.turns)}", file=screen.file, flush=True)
            yield match.outcome(time.perf_counter() - begun)
            bar.advance(task)


def turns_of(match: Match) -> Iterator[int]:
    """Play to the end; each turn as it begins."""
    turn = 0
    while match.play.decision is not None:
        match.let_bot_choose(match.next_seat())
        now = match.system.rules.turn(match.play.battle)
        if now != turn:
            turn = now
            yield turn


# What came of it ---------------------------------------------------------------------------------


def heading(found: Found, outcomes: Sequence[Outcome]) -> str:
    seconds = sum(outcome.seconds for outcome in outcomes)
    first, last = outcomes[0].seed, outcomes[-1].seed
    return f"{found.info.name}, {count(len(outcomes), 'game')}, seeds {first} to {last}, {seconds:.1f} s"


def summary(outcomes: Sequence[Outcome]) -> Table:
    """Wins of each side."""
    games = len(outcomes)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("Side", "Player", "Wins", "Share", "95% interval"):
        table.add_column(column, justify="left" if column in ("Side", "Player") else "right")
    winners = Counter(outcome.winner for outcome in outcomes)
    for side, player in [*outcomes[0].seats.items(), (None, "")]:
        if side is None and not winners[None]:
            continue
        share = wilson(winners[side], games)
        within = f"{share.low:.0%} to {share.high:.0%}"
        table.add_row(side or "draw", player, str(winners[side]), f"{share.value:.0%}", within)
    return table


def reasons(outcomes: Sequence[Outcome]) -> Table:
    """Why the games ended as they did."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("Games", "Winner", "Reason", "Rule"):
        table.add_column(column, justify="right" if column == "Games" else "left")
    counted = Counter((outcome.winner or "nobody", outcome.reason, outcome.rule) for outcome in outcomes)
    for (winner, reason, rule), games in counted.most_common():
        table.add_row(str(games), winner, reason, rule)
    return table
