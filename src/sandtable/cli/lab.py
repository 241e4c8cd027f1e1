"""`sandtable lab`: thousands of battles, and what they tell."""

import shlex
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table as Sheet

from sandtable.cli.output import console, count, errors
from sandtable.cli.words import Bots, Wrong, find_scenario, find_system, use, use_folders
from sandtable.content.folders import own_folders
from sandtable.lab.balance import balance_of, write_balance
from sandtable.lab.comparison import compare as compare_tables
from sandtable.lab.comparison import remarks
from sandtable.lab.decided import analyse_experiment
from sandtable.lab.deciding import words as what_decides
from sandtable.lab.experiment import LabError
from sandtable.lab.figures import Interval
from sandtable.lab.folder import open_table
from sandtable.lab.ladders import Ladder
from sandtable.lab.ladders import ladder as play_ladder
from sandtable.lab.report import changed, write_report
from sandtable.lab.running import plan_for, play_plan, usual_workers
from sandtable.lab.table import Table
from sandtable.lab.training import training
from sandtable.table.shelf import ScenarioInfo

EVERY = 5.0  # seconds between signs of life where there is no terminal

app = typer.Typer(name="lab", help="Play thousands of battles and see what they show.", no_args_is_help=True)

Seats = Annotated[str, typer.Option("--seats", metavar="A,B", help="The players, in the order of the sides.")]
Games = Annotated[int, typer.Option("--games", help="How many battles.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of the first battle; battle i has seed N + i.")]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="How many at once; by default one for each core.")
]
Engine = Annotated[str, typer.Option("--engine", help="processes, ray or here.")]
Folders = Annotated[
    list[Path] | None,
    typer.Option("--scenarios", metavar="DIR", help="A folder with your own scenarios; can be repeated."),
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Save every battle there; an unfinished run continues.")
]
Folder = Annotated[Path, typer.Argument(metavar="DIR", show_default=False)]


@contextmanager
def wrongs() -> Iterator[None]:
    """What the lab refuses, in the words of the command line."""
    try:
        yield
    except LabError as error:
        raise Wrong(str(error)) from error


class Bar:
    """How far it is, how fast, how long yet; in a pipe a line now and then."""

    def __init__(self) -> None:
        self._screen = errors()
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self._screen,
            transient=True,
            disable=not self._screen.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}
        self._last = self._begun = time.monotonic()
        self._first: dict[str, int] = {}
        self._done: dict[str, tuple[int, int]] = {}

    def __enter__(self) -> "Bar":
        self._progress.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._progress.stop()

    def told(self, what: str, done: int, of: int) -> None:
        """So many of so many."""
        now = time.monotonic()
        self._done[what] = done, of
        if what not in self._tasks:
            self._begun = now
            self._first[what] = done
            for task in self._tasks.values():
                self._progress.update(task, visible=False)
            self._tasks[what] = self._progress.add_task(what, total=of, rate="")
        rate = (done - self._first[what]) / max(0.001, now - self._begun)
        words = f"{rate:.1f}/s" if done > self._first[what] else ""
        self._progress.update(self._tasks[what], completed=done, rate=words)
        if not self._screen.is_terminal and now - self._last > EVERY:
            self._last = now
            left = f", {(of - done) / rate:.0f} s left" if rate else ""
            print(f"{what}: {done} of {count(of, 'battle')} {words}{left}", file=self._screen.file, flush=True)

    def so_far(self) -> str:
        """12 of 40 battles; without the whole where several experiments belong together."""
        done = sum(each for each, _ in self._done.values())
        of = sum(each for _, each in self._done.values())
        return count(done, "battle") if len(self._done) != 1 else f"{done} of {count(of, 'battle')}"


class Terminated(KeyboardInterrupt):
    """SIGTERM, which ends a command as Ctrl-C does."""


@contextmanager
def playing(out: Path | None) -> Iterator[Bar]:
    """Show how far it is; and whoever stops it hears what is kept."""

    def terminate(*_: object) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, terminate)
    try:
        with wrongs(), Bar() as bar:
            yield bar
    except KeyboardInterrupt as stop:
        if out is None:
            kept = "nothing was saved. With --out DIR every battle is saved, and the same command continues"
        else:
            kept = f"{bar.so_far()} saved in {out}; run the same command again to continue"
        raise Wrong(f"Stopped: {kept}.", 143 if isinstance(stop, Terminated) else 130) from None
    finally:
        signal.signal(signal.SIGTERM, before)


@app.command()
def run(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", show_default=False)],
    seats: Seats = "greedy",
    games: Games = 100,
    seed: Seed = 0,
    workers: Workers = None,
    engine: Engine = "processes",
    out: Out = None,
    scenarios: Folders = None,
    bot: Bots = None,
) -> None:
    """Play many battles of a scenario between computer players.

    The figures depend only on the seed, not on the number of workers or the engine. With --out, a stopped run
    continues when you run the command again, and you may ask for more games.
    """
    use(scenarios, bot)
    found = find_scenario(scenario)
    with playing(out) as bar:
        plan = plan_for(found.info.id, [each.strip() for each in seats.split(",")], games, seed)
        table = play_plan(plan, workers, engine, out, lambda done, of: bar.told(found.info.name, done, of))
    print(f"{found.info.name}, {count(len(table), 'battle')}, seeds {seed} to {seed + games - 1}")
    console().print(shares(table))
    console().print(endings(table))
    console().print(clocks(table))
    if out is not None:
        words = shlex.join(["sandtable", "lab", "report", str(out), *folder_words(found.info)])
        print(f"Every battle is in {out}; `{words}` draws the report.")


@app.command()
def report(folder: Folder, scenarios: Folders = None) -> None:
    """Draw a report on the battles in DIR: one page with plots, and the figures as CSV and Parquet."""
    use_folders(scenarios)
    with wrongs():
        page = write_report(folder)
        if change := changed(open_table(folder).plan):
            print(change, file=sys.stderr)
        print(page)


@app.command()
def analyse(folder: Folder, games: Games = 40, workers: Workers = None, scenarios: Folders = None) -> None:
    """Find what decides the battles in DIR: where, how much is luck, which decisions. The report tells it, too.

    The first battles are played again by their seeds. A stopped run continues when you run the command again.
    """
    use_folders(scenarios)
    with wrongs(), playing(folder) as bar:
        many = workers or usual_workers()
        found = analyse_experiment(folder, games, many, lambda done, of: bar.told(str(folder), done, of))
    for sentence in what_decides(found, "Turn"):
        print(sentence)
    print(f"`{shlex.join(['sandtable', 'lab', 'report', str(folder)])}` tells the rest.")


@app.command()
def compare(
    before: Annotated[Path, typer.Argument(metavar="A", show_default=False)],
    after: Annotated[Path, typer.Argument(metavar="B", show_default=False)],
) -> None:
    """Show what a change does to the balance: the shares in A and B, and the interval of their difference."""
    with wrongs():
        one, two = open_table(before), open_table(after)
        changes = compare_tables(one, two)
    for name, folder, table in (("A", before, one), ("B", after, two)):
        print(f"{name} is {folder}: {experiment_words(table)}")
    for remark in remarks(one, two):
        print(remark)
    sheet = plain("Side", "in A", "in B", "Difference", "95% interval", "")
    for change in changes:
        apart = change.difference
        verdict = "a real difference" if change.sure else "no clear difference"
        sheet.add_row(
            change.side, f"{change.before.value:.1%}", f"{change.after.value:.1%}", f"{100 * apart.value:+.1f}",
            f"{100 * apart.low:+.1f} to {100 * apart.high:+.1f}", verdict,
        )  # fmt: skip
    console().print(sheet)


@app.command()
def balance(
    scenario: Annotated[list[str], typer.Argument(metavar="SCENARIO...", show_default=False)],
    games: Games = 400,
    player: Annotated[str, typer.Option(metavar="LEVEL", help="The player of all sides.")] = "tactician",
    seed: Seed = 0,
    workers: Workers = None,
    engine: Engine = "processes",
    out: Out = None,
    write: Annotated[bool, typer.Option("--write", help="Write the figures at the end of the file.")] = False,
    scenarios: Folders = None,
    bot: Bots = None,
) -> None:
    """Measure whether a scenario is fair: one computer player fights itself. The lobby shows what --write writes."""
    use(scenarios, bot)
    sheet = plain("Scenario", "Side", "Wins", "Share", "95% interval")
    for each in scenario:
        info = find_scenario(each).info
        with playing(out) as bar:
            plan = plan_for(info.id, [player], games, seed)
            place = None if out is None else out / info.id.partition("/")[2]
            table = play_plan(plan, workers, engine, place, lambda done, of, info=info: bar.told(info.name, done, of))  # type: ignore[misc]
            for side in [*plan.sides, *([None] if table.wins(None) else [])]:
                sheet.add_row(info.name, side or "draw", str(table.wins(side)), *percent(table.share(side)))
            if write:
                write_balance(info, balance_of(table))
    console().print(sheet)


@app.command()
def ladder(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", show_default=False)],
    games: Annotated[int, typer.Option(help="Games for each pair of players, with sides swapped.")] = 400,
    players: Annotated[str, typer.Option(metavar="A,B,C", help="Levels, the weakest first; all if not given.")] = "",
    scenario: Annotated[
        list[str] | None,
        typer.Option(help="Only this scenario; can be repeated. Without it all but those to learn by."),
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    engine: Engine = "processes",
    out: Out = None,
    neighbours: Annotated[bool, typer.Option("--neighbours", help="Each level only against the next.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown tables.")] = False,
    scenarios: Folders = None,
    bot: Bots = None,
) -> None:
    """Play every level against every other from both sides: shares and ratings with their intervals."""
    use(scenarios, bot)
    found = find_system(system)
    names = [each.strip() for each in players.split(",") if each.strip()]
    fields = [find_scenario(each).info.id for each in scenario or []]
    with playing(out) as bar:
        made = play_ladder(found.key, games, names, fields, seed, workers, engine, out, bar.told, neighbours)
    if markdown:
        print(ladder_markdown(made))
        return
    sheet = plain("Player", "against", "Games", "Share", "95% interval", "Late moves")
    for row in ladder_rows(made):
        sheet.add_row(*row)
    console().print(sheet)
    sheet = plain("Player", "Rating", "95% interval")
    for row in rating_rows(made):
        sheet.add_row(*row)
    console().print(sheet)


@app.command()
def train(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", show_default=False)],
    games: Annotated[int, typer.Option(help="Battles of planners to learn from.", min=0)] = 400,
    hands: Annotated[int, typer.Option(help="Battles of quick policies to learn from.", min=0)] = 0,
    seed: Seed = 0,
    workers: Workers = 1,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Where the battles are kept.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Write the weights into the game's data.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown tables.")] = False,
) -> None:
    """Fit how likely a side is to win: battles between computer players, some gone astray, and what tells the winner.

    A stopped run continues when you run the command again. The same seed gives the same weights.
    """
    found = find_system(system)
    folder = out or Path("runs") / "train" / found.key
    with playing(folder) as bar:
        made = training.train(found, training.Counts(hands, games), seed, folder, workers or 1, bar.told)
    rows = training.table_rows(made)
    if markdown:
        print("\n".join([training.table_row(found.title, what, each) for what, each in rows]))
        print("\n".join(training.reliability(made.proof)))
    else:
        sheet = plain("", "Battles", "AUC 1/4", "1/2", "3/4", "Brier 1/4", "1/2", "3/4", "Calibration error")
        for what, each in rows:
            figures = [f"{at.auc:.2f}" for at in each.figures] + [f"{at.brier:.3f}" for at in each.figures]
            sheet.add_row(what, str(each.battles), *figures, f"{each.error:.3f}")
        console().print(sheet)
    if write:
        print(training.write(found, made.outlook))


# How it is told ----------------------------------------------------------------------------------


def plain(*columns: str) -> Sheet:
    sheet = Sheet(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        sheet.add_column(column)
    return sheet


def folder_words(info: ScenarioInfo) -> list[str]:
    """What a later command needs to find this scenario, if it is one of the user's own."""
    folder = Path(info.file).parent
    return ["--scenarios", str(folder)] if folder in own_folders() else []


def experiment_words(table: Table) -> str:
    """nations_at_war/first-light, german: greedy, soviet: random, 12 of 400 battles."""
    plan = table.plan
    players = ", ".join(f"{seat}: {level}" for seat, level in plan.seats.items())
    games = f"{len(table)} of {plan.games}" if len(table) < plan.games else str(plan.games)
    return f"{plan.scenario}, {players}, {games} battle{'s' if plan.games != 1 else ''}"


def percent(figure: Interval) -> tuple[str, str]:
    return f"{figure.value:.1%}", f"{figure.low:.1%} to {figure.high:.1%}"


def shares(table: Table) -> Sheet:
    sheet = plain("Side", "Player", "Wins", "Share", "95% interval")
    for side, player in table.plan.sides.items():
        sheet.add_row(side, player, str(table.wins(side)), *percent(table.share(side)))
    if table.wins(None):
        sheet.add_row("draw", "", str(table.wins(None)), *percent(table.share(None)))
    return sheet


def endings(table: Table) -> Sheet:
    sheet = plain("Battles", "Winner", "Reason", "Rule")
    for times, winner, reason, rule in table.endings():
        sheet.add_row(str(times), winner or "nobody", reason, rule)
    return sheet


def clocks(table: Table) -> Sheet:
    """How long each side thought."""
    sheet = plain("Side", "Player", "Moves", "Mean ms", "Slowest ms", "Late")
    for side, player in table.plan.seats.items():
        times = [row.thinking[side] for row in table if side in row.thinking]
        moves = sum(each.moves for each in times)
        mean = sum(each.mean * each.moves for each in times) / moves if moves else 0.0
        slowest = max((each.slowest for each in times), default=0.0)
        sheet.add_row(
            side, player, f"{moves:,}", f"{mean:.1f}", f"{slowest:.0f}", str(sum(each.late for each in times))
        )
    return sheet


def ladder_rows(made: Ladder) -> list[tuple[str, ...]]:
    return [
        (each.level, each.other, str(each.games), *percent(each.share), f"{each.late} of {each.moves:,}")
        for each in made.meetings
    ]


def rating_rows(made: Ladder) -> list[tuple[str, ...]]:
    return [
        (player, f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}")
        for player, rating in made.ratings().items()
    ]


def ladder_markdown(made: Ladder) -> str:
    lines = [
        "| player | against | games | share | 95% interval | late moves |",
        "|---|---|---|---|---|---|",
        *(f"| {' | '.join(row)} |" for row in ladder_rows(made)),
        "",
        "| player | rating | 95% interval |",
        "|---|---|---|",
        *(f"| {' | '.join(row)} |" for row in rating_rows(made)),
    ]
    return "\n".join(lines)
