"""`sandtable play`: one battle, watched or fought, or many."""

import re
import select
import shlex
import sys
import time
from pathlib import Path

import msgspec

from sandtable.bots.own import named as named_bots
from sandtable.cli.batch import play_many
from sandtable.cli.human import ask_human
from sandtable.cli.match import Match, forget_seed, go_on, new_match, random_seed, unfinished
from sandtable.cli.output import console, count, errors
from sandtable.cli.story import Story, briefing, how_it_ended, told_seats
from sandtable.cli.words import FOLDER_HINT, HUMAN, Found, Wrong, find_scenario, read_seats
from sandtable.content.folders import own_folders
from sandtable.server.settings import usual_folder
from sandtable.table.chance import seed_bytes, seed_digest
from sandtable.table.telling import turn_of
from sandtable.terminal import picture as save_picture
from sandtable.terminal.panels import log_lines
from sandtable.terminal.screen import write

USUAL = "greedy"
MOST_GAMES = 1_000_000
WATCHED = 1.0  # seconds between impulses where somebody watches
REMINDER = 8  # lines of the log for somebody who comes back to the table


class Wish(msgspec.Struct, frozen=True):
    """What the user asked for."""

    scenario: str
    seats: list[str] = []
    seed: int | None = None
    games: int = 1
    journal: Path | None = None
    json: bool = False
    quiet: bool = False
    pace: float | None = None  # seconds between impulses; None: a little where somebody watches


def play(wish: Wish) -> None:
    """Play as wished."""
    if not 1 <= wish.games <= MOST_GAMES:
        raise Wrong(f"--games must be a number from 1 to {MOST_GAMES:,}, not {str(wish.games)[:30]}.")
    found = scenario_of(wish)
    named = read_seats(wish.seats, found.info)
    if wish.json or wish.games > 1:
        many(wish, found, named)
        return
    match = sit_down(wish, found, named)
    fight(match, wish.quiet, pace_for(wish, match))


def scenario_of(wish: Wish) -> Found:
    """The scenario that was named. Of a battle that is kept it may lie in a folder that was not."""
    try:
        return find_scenario(wish.scenario)
    except Wrong as wrong:
        if wish.journal is None or not wish.journal.is_file():
            raise
        raise Wrong(f"{wrong.sentence} {FOLDER_HINT}") from None


def pace_for(wish: Wish, match: Match) -> float:
    """Nobody watches a pipe; at a terminal a battle of computers goes by slowly enough to be followed."""
    if wish.pace is not None:
        return wish.pace
    return 0.0 if match.humans or not sys.stdout.isatty() else WATCHED


def many(wish: Wish, found: Found, named: dict[str, str]) -> None:
    """Games between computers only, for numbers."""
    if HUMAN in named.values():
        raise Wrong("A human can play only one game at a time, and not with --json.")
    if wish.journal is not None and wish.games > 1:
        raise Wrong("A journal holds one battle: leave out --journal or --games.")
    seats = {side: named.get(side, USUAL) for side in found.info.sides}
    seed = random_seed() if wish.seed is None else wish.seed
    if wish.journal is not None:
        refuse_old(wish.journal)
    play_many(found, seats, range(seed, seed + wish.games), wish.journal, wish.json)


def refuse_old(path: Path) -> None:
    if path.exists():
        raise Wrong(f"{path} already exists and was left alone; --json starts a new battle.")


def seats_for(named: dict[str, str], found: Found) -> dict[str, str]:
    """Without any --seat: you against the computer, or, where nobody is at the keyboard, two computers."""
    seats = {side: named.get(side, USUAL) for side in found.info.sides}
    if not named and sys.stdin.isatty() and sys.stdout.isatty():
        seats[found.info.sides[0]] = HUMAN
    return seats


def sit_down(wish: Wish, found: Found, named: dict[str, str]) -> Match:
    """A new battle, or the one in the journal where it was left."""
    if wish.journal is None or not wish.journal.exists():
        seed = random_seed() if wish.seed is None else wish.seed
        seats = seats_for(named, found)
        if wish.journal is not None and not wish.journal.parent.is_dir():
            raise Wrong(f"There is no folder {wish.journal.parent} for {wish.journal.name}.")
        announce(found, seats, seed)
        if wish.journal is None and HUMAN in seats.values():
            return kept_match(found, seats, seed)
        return new_match(found, seats, seed, wish.journal)
    loaded = unfinished(wish.journal, found)
    seats = loaded.header.seats
    for side, player in named.items():
        if seats.get(side) != player:
            raise Wrong(f"In {wish.journal} {side} is played by {seats.get(side, 'nobody')}, not by {player}.")
    match = go_on(found, loaded, wish.journal, wish.seed)
    so_far = count(len(match.play.history), "choice")
    print(f"Continuing {wish.journal} after {so_far}. {loaded.torn}".rstrip())
    announce(found, seats, match.seed)
    return match


def kept_match(found: Found, seats: dict[str, str], seed: int) -> Match:
    """A battle with a human is kept, asked for or not: in the user's data folder."""
    slug = found.info.id.partition("/")[2]
    name = f"{slug}-{time.strftime('%Y%m%d-%H%M%S')}"
    folder = usual_folder() / "battles"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = 1
        path = folder / f"{name}.jsonl"
        while path.exists():
            number += 1
            path = folder / f"{name}-{number}.jsonl"
        match = new_match(found, seats, seed, path)
    except (OSError, Wrong) as error:
        print(f"The battle is not saved: {error}. Choose a file with --journal FILE.")
        return new_match(found, seats, seed)
    print(f"The battle is saved. To continue it after you leave:\n  {command_to_go_on(match)}")
    match.unasked = True
    return match


def announce(found: Found, seats: dict[str, str], seed: int) -> None:
    """Who plays, and the promise about the dice: before the first one falls."""
    print(f"{found.info.name}: {told_seats(seats)}.")
    print(f"Digest of the seed: {seed_digest(seed_bytes(seed))}")


def fight(match: Match, quiet: bool, pace: float = 0.0) -> None:
    """One battle, told as it goes, with whoever sits at the table."""
    out = console()
    humans = match.humans
    story = Story(match.system, out, humans[0] if len(humans) == 1 else "", maps=not humans)
    if match.play.history:
        story.skip(match.play)
        if not quiet:
            write(out, log_lines(story.view(match.play), REMINDER))
    if not quiet:
        write(out, briefing(story.view(match.play), match.found.info, out.width))
        if humans:
            write(out, "Type ? for help, or goal for the whole story.")
    try:
        if not play_on(match, story, quiet, pace):
            leave(match)
            return
    except KeyboardInterrupt:
        leave(match)
        raise
    if quiet:
        print(how_it_ended(story.view(match.play)))
    else:
        story.maps = True
        story.end(match.play)
    print(f"Seed {match.seed}.")
    if match.journal is not None:
        print(f"Journal: {match.journal.path}")


def play_on(match: Match, story: Story, quiet: bool, pace: float = 0.0) -> bool:
    """Until the battle is over, or somebody leaves (False)."""
    play = match.play
    waiting = errors()
    if not quiet:
        story.tell(play)
    active = ""
    while play.decision is not None:
        seat = match.next_seat()
        if seat in match.bots:
            if waiting.is_terminal and (match.humans or quiet):
                turn = match.system.rules.turn(play.battle)
                with waiting.status(f"{seat} is thinking, {turn_of(turn, match.found.info.turns)} …"):
                    match.let_bot_choose(seat)
            else:
                match.let_bot_choose(seat)
        elif not ask_human(match, story, seat):
            return False
        if not quiet:
            story.tell(play, more=play.decision is not None and match.next_seat() in match.bots)
            if pace > 0 and (now := story.view(play).active) != active:
                active = now
                pause(pace)
    return True


def pause(seconds: float) -> None:
    """Let somebody read; the Enter key goes on at once."""
    if not sys.stdin.isatty():
        time.sleep(seconds)
        return
    try:
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
    except (OSError, ValueError):  # where a keyboard cannot be waited for
        time.sleep(seconds)
        return
    if ready:
        sys.stdin.readline()


def leave(match: Match) -> None:
    """The player leaves the table; with a journal the battle can go on."""
    if match.journal is None:
        print(f"You left the table. Seed {match.seed}.")
        return
    match.journal.close()
    if match.unasked and not match.play.history:
        match.journal.path.unlink(missing_ok=True)
        forget_seed(match.journal.path)
        print("You left the table before the first choice; nothing was saved.")
        return
    print(f"You left the table. The battle is saved; continue it with:\n  {command_to_go_on(match)}")


def command_to_go_on(match: Match) -> str:
    assert match.journal is not None
    words = ["sandtable", "play", match.found.info.id, "--journal", str(match.journal.path)]
    for folder in own_folders():
        words += ["--scenarios", str(folder)]
    for player in named_bots():
        words += ["--bot", player]
    return shlex.join(words)


def make_picture(wish: Wish, out: Path, turn: int, width: int) -> None:
    """Let computers play up to a turn and draw the table."""
    found = find_scenario(wish.scenario)
    named = read_seats(wish.seats, found.info)
    seats = {side: named.get(side, USUAL) for side in found.info.sides}
    if HUMAN in seats.values():
        raise Wrong("A picture is of a battle between computers.")
    match = new_match(found, seats, wish.seed or 0)
    begun = time.perf_counter()
    while match.play.decision is not None and match.system.rules.turn(match.play.battle) < turn:
        match.let_bot_choose(match.next_seat())
    save_picture(match.system.shown.view(match.play, ""), out, width)
    # The picture asks no other server for its font.
    out.write_text(re.sub(r"@font-face \{.*?\}\s*", "", out.read_text("utf-8"), flags=re.S), "utf-8")
    print(f"{out}: turn {match.system.rules.turn(match.play.battle)}, {time.perf_counter() - begun:.1f} s")
