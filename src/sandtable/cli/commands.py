"""The door of the command line: every command with its words, and how a command ends."""

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from sandtable import __version__
from sandtable.bots import levels
from sandtable.bots.allowance import LEAST, MOST, USUAL
from sandtable.bots.own import VARIABLE as BOTS
from sandtable.bots.own import BotFailed
from sandtable.cli.admin import app as admin_commands
from sandtable.cli.analyse import analyse_journal
from sandtable.cli.catalogue import catalogue as show_catalogue
from sandtable.cli.check import check as check_content
from sandtable.cli.check import check_for_programs
from sandtable.cli.games import games as list_games
from sandtable.cli.keeping import backup as back_up
from sandtable.cli.keeping import restore as put_back
from sandtable.cli.lab import app as lab_commands
from sandtable.cli.odds import odds as show_odds
from sandtable.cli.play import Wish, make_picture
from sandtable.cli.play import play as play_battle
from sandtable.cli.replay import replay_battle, verify_journal
from sandtable.cli.rules import rules as show_rules
from sandtable.cli.words import HUMAN, Bots, Wrong, unknown, use, use_folders
from sandtable.content.folders import VARIABLE
from sandtable.content.problems import ContentError
from sandtable.geometry import hexes
from sandtable.server import ServeError
from sandtable.server import serve as serve_battles
from sandtable.server import work as work_for_servers
from sandtable.server.serving import PORT, Reach
from sandtable.table.journal import JournalError

TRACE = "SANDTABLE_TRACE"  # set: show where in the program an error came from

# What typer raises for words it does not know. Where the class lives depends on the version of typer.
BadUsage: type[Exception] = typer.BadParameter.__mro__[2]


class Door(TyperGroup):
    """All commands end here: bad words in one sentence and exit 2, Ctrl-C and closed pipes politely."""

    def main(self, *args: Any, **extra: Any) -> Any:
        before = {name: os.environ.get(name) for name in (VARIABLE, BOTS)}
        extra["standalone_mode"] = False
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # a terminal that lacks a letter gets a question mark
        try:
            code = self.run(*args, **extra)
        finally:
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value
        sys.exit(code)

    def run(self, *args: Any, **extra: Any) -> int:
        try:
            code = super().main(*args, **extra)
            sys.stdout.flush()
        except Wrong as wrong:
            return say(wrong.sentence, wrong.code)
        except ContentError as error:
            return say(str(error), 2)
        except JournalError as error:
            return say(str(error), 1)
        except ServeError as error:
            return say(str(error), 1)
        except BotFailed as error:
            if os.environ.get(TRACE):
                raise
            sentence = getattr(error, "cause", error)  # Ray puts the whole trace into its own
            return say(f"{sentence} (set {TRACE}=1 to see more)", 1)
        except BadUsage as error:
            return say(usage(error), 2)
        except (typer.Abort, KeyboardInterrupt):
            return 130
        except BrokenPipeError:
            return close_pipe()
        except Exception as error:
            if os.environ.get(TRACE):
                raise
            where = f"(set {TRACE}=1 to see where)"
            return say(f"This should not have happened: {type(error).__name__}: {error} {where}", 70)
        return code if isinstance(code, int) else 0

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and self.get_command(ctx, args[0]) is None:
            shown = [name for name, command in self.commands.items() if not command.hidden]
            raise unknown("command", args[0], shown)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Before typer makes something else of them."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        except BrokenPipeError:
            raise typer.Exit(close_pipe()) from None


def close_pipe() -> int:
    """Whoever read our output has gone. Nothing more is written, not even at the end of the process."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141


def say(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr, flush=True)
    return code


def usage(error: BaseException) -> str:
    """What typer has to say, as one sentence."""
    text: str = error.format_message() if hasattr(error, "format_message") else str(error)
    help_wanted = type(error).__name__ == "NoArgsIsHelpError"
    return text if help_wanted or text.endswith((".", "?", "!", ")")) else f"{text}."


app = typer.Typer(
    cls=Door,
    name="sandtable",
    help="Plays WWII tabletop wargames by their own rules.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Folders = Annotated[
    list[Path] | None,
    typer.Option("--scenarios", metavar="DIR", help="A folder with your own scenarios; can be repeated."),
]
Thinking = Annotated[
    float | None,
    typer.Option(min=LEAST, max=MOST, metavar="SECONDS", help=f"How long a master thinks about a move; {USUAL:g}."),
]
PLAYERS = f"{HUMAN}, a computer player (the weakest first: {', '.join(levels.SHIPPED)}) or one of your own"
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")]
File = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"sandtable {__version__} ({'pure Python' if hexes.__file__.endswith('.py') else 'compiled'})")
        raise typer.Exit()


@app.callback()
def start(
    context: typer.Context,
    scenarios: Folders = None,
    version: Annotated[bool, typer.Option("--version", callback=show_version, is_eager=True)] = False,
) -> None:
    """Plays WWII tabletop wargames by their own rules. Without a command it opens in the browser, as `serve` does."""
    use_folders(scenarios)
    if context.invoked_subcommand is None:
        serve_battles(PORT, None, True)


@app.command()
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0 picks a free one.")] = PORT,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where the battles are saved.")] = None,
    open: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    database: Annotated[str, typer.Option(metavar="postgresql://...", help="Save the battles there instead.")] = "",
    processes: Annotated[int, typer.Option(min=1, max=64, help="Server processes; several need --database.")] = 1,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on; 0.0.0.0 is every address of this machine.")
    ] = "127.0.0.1",
    public_url: Annotated[
        str, typer.Option(metavar="https://...", help="Where others find it, behind a proxy (docs/deploying.md).")
    ] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy that is trusted to say who its clients are; can be repeated."),
    ] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let others in your home network play; shows a QR code.")
    ] = False,
    log: Annotated[str, typer.Option(metavar="plain|json", help="How the log is written.")] = "plain",
    forget_after: Annotated[
        float | None,
        typer.Option(min=0, metavar="DAYS", help="Delete battles nobody has looked at for this long."),
    ] = None,
    mail: Annotated[
        str,
        typer.Option(
            metavar="smtp://...", envvar="SANDTABLE_MAIL", help="Mail server for notices (docs/deploying.md)."
        ),
    ] = "",
    notice_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="An address in your own network that notices may go to; can be repeated."),
    ] = None,
    thinking: Thinking = None,
    bot: Bots = None,
    scenarios: Folders = None,
) -> None:
    """Play in the browser: serve battles until Ctrl-C, on this machine alone if you do not say otherwise."""
    use(scenarios, bot, thinking, wait=False)
    if log not in ("plain", "json"):
        raise unknown("log", log, ["plain", "json"])
    place = "0.0.0.0" if lan and host == "127.0.0.1" else host
    reach = Reach(
        *(place, public_url.rstrip("/"), tuple(trusted_proxy or ()), lan, log, forget_after),
        mail=mail,
        notice_hosts=tuple(notice_host or ()),
    )
    serve_battles(port, data, open and not public_url, database=database, processes=processes, reach=reach)


@app.command()
def worker(
    database: Annotated[str, typer.Option(metavar="postgresql://...", help="Where the servers save their battles.")],
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="How many computer players think at a time.")
    ] = None,
    thinking: Thinking = None,
    bot: Bots = None,
    scenarios: Folders = None,
) -> None:
    """Think for the computer players of servers that share a database, on this machine or others, until Ctrl-C."""
    use(scenarios, bot, thinking, wait=False)
    work_for_servers(database, workers)


DataFolder = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Where the battles are saved.")]


@app.command()
def backup(file: File, data: DataFolder = None) -> None:
    """Copy all battles to a new file, while the server runs or not."""
    back_up(file, data)


@app.command()
def restore(file: File, data: DataFolder = None) -> None:
    """Put the battles of a backup in the place of those that are there. The server must not run."""
    put_back(file, data)


@app.command()
def games(json: AsJson = False, scenarios: Folders = None) -> None:
    """List the scenarios that can be played."""
    use_folders(scenarios)
    list_games(json)


@app.command()
def play(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", show_default=False)],
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="SIDE=PLAYER", help=f"Who plays a side: {PLAYERS}; can be repeated."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the dice; random if not given.")] = None,
    games: Annotated[int, typer.Option(help="How many games, 1 to 1,000,000; game i has seed N + i.")] = 1,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the battle to this file, or continue the one in it.")
    ] = None,
    json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only how it ended.")] = False,
    pace: Annotated[
        float | None,
        typer.Option(min=0, max=60, metavar="SECONDS", help="Pause after each impulse; Enter skips it, 0 is none."),
    ] = None,
    thinking: Thinking = None,
    scenarios: Folders = None,
    bot: Bots = None,
) -> None:
    """Play a battle, watch one, or play many.

    Without --seat you play the first side against the computer; without a terminal the computer plays both. A side
    without a --seat of its own is played by the greedy player.
    """
    use(scenarios, bot, thinking)
    play_battle(Wish(scenario, seat or [], seed, games, journal, json, quiet, pace))


@app.command()
def replay(
    file: File,
    step: Annotated[bool, typer.Option("--step", help="Wait for the Enter key after each choice.")] = False,
    to: Annotated[int | None, typer.Option(min=0, metavar="N", help="Stop after choice N.")] = None,
    json: AsJson = False,
    scenarios: Folders = None,
) -> None:
    """Tell the story of a battle from its journal."""
    use_folders(scenarios)
    replay_battle(file, step, to, json)


@app.command()
def analyse(
    file: Annotated[
        Path | None, typer.Argument(show_default=False, help="A journal, or a battle with notes and variations.")
    ] = None,
    example: Annotated[str, typer.Option("--example", metavar="KEY", help="The annotated battle of a game.")] = "",
    json: AsJson = False,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the curve.")] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write all of it as one page.")] = None,
    curve: Annotated[bool, typer.Option("--curve", help="Only the curve: who was winning when.")] = False,
    thorough: Annotated[bool, typer.Option("--thorough", help="A better adviser and more tries.")] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes to use.")] = min(2, os.cpu_count() or 1),
    scenarios: Folders = None,
) -> None:
    """Show what decided a battle: who was winning when, skill told apart from luck, and the moments that mattered."""
    use_folders(scenarios)
    analyse_journal(file, curve, thorough, json, svg, html, example, workers)


@app.command()
def verify(file: File, scenarios: Folders = None) -> None:
    """Check a journal: every choice by the rules, every die by the seed."""
    use_folders(scenarios)
    verify_journal(file)


@app.command()
def rules(
    key: Annotated[
        str, typer.Argument(metavar="KEY", show_default=False, help="Key of the game, such as nations_at_war.")
    ],
    id: Annotated[str, typer.Argument(metavar="ID", help="A rule (5.1.4.a) or a chapter (5.1).")] = "",
    uncited: Annotated[bool, typer.Option("--uncited", help="List the rules that no code names.")] = False,
) -> None:
    """Read the rules: in our own words, with rulings, the code that names them and the tests that prove them."""
    show_rules(key, id, uncited)


@app.command()
def catalogue(
    key: Annotated[
        str, typer.Argument(metavar="GAME", show_default=False, help="Key of the game, such as nations_at_war.")
    ],
    kind: Annotated[str, typer.Argument(metavar="KIND", help="units, weapons, terrain …")] = "",
    json: AsJson = False,
) -> None:
    """What a scenario may name: units, weapons, officers, cards, terrain, with their main numbers."""
    show_catalogue(key, kind, json)


@app.command()
def odds(
    attack: Annotated[
        list[str],
        typer.Argument(
            metavar="[GAME] SCENE.txt | WORDS",
            show_default=False,
            help="A scene file, or an attack in words. Put the game's key first if it is not Nations at War.",
        ),
    ],
    json: AsJson = False,
) -> None:
    """The exact odds of an attack: `sandtable odds "tiger at range 4 on t-34-76 in woods"`."""
    show_odds(attack, json)


@app.command()
def check(file: File, scenarios: Folders = None, json: AsJson = False) -> None:
    """Check a scenario or map file: list everything wrong with it, or show what is in it."""
    use_folders(scenarios)
    if json:
        check_for_programs(file)
    else:
        check_content(file)


app.add_typer(lab_commands)
app.add_typer(admin_commands)


@app.command(hidden=True)
def picture(
    scenario: str,
    out: Annotated[Path, typer.Option(metavar="FILE.svg")],
    seed: int = 1,
    turn: Annotated[int, typer.Option(min=1)] = 4,
    seat: list[str] | None = None,
    width: int = 150,
    scenarios: Folders = None,
) -> None:
    """Play with bots up to a turn and draw the table as an SVG picture."""
    use_folders(scenarios)
    make_picture(Wish(scenario, seat or [], seed), out, turn, width)


def main() -> None:
    """The command `sandtable`."""
    app(prog_name="sandtable")
