"""`sandtable replay` and `sandtable verify`: a battle from its journal."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import typer

from sandtable.cli.output import console, json_line
from sandtable.cli.story import Story, told_seats
from sandtable.cli.words import FOLDER_HINT, Wrong, existing_file, unknown
from sandtable.table.journal import JournalError, Loaded, RecordedChance, Replayed, load, replay, scenario_of, verify
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem, systems

SHOWN = 200  # characters of a wrong line


def replay_battle(path: Path, step: bool, to: int | None, as_json: bool) -> None:
    """Tell the story of a journal, choice by choice."""
    try:
        loaded = load(existing_file(path))
    except JournalError as error:
        raise Wrong(f"{path} cannot be replayed. {error}") from error
    header = loaded.header
    if header.system not in systems():
        raise unknown("game system", header.system, systems())
    system = systems()[header.system]
    if to is not None and to > len(loaded.moves):
        raise Wrong(f"{path} has {len(loaded.moves)} choices; there is no choice {to}.")
    found = played_again(loaded, system)
    steps = positions(loaded, system, found.play, to)
    if as_json:
        tell_json(steps, system)
        if found.notice:
            print(found.notice, file=sys.stderr)
        return
    out = console()
    print(f"{header.scenario}: {told_seats(header.seats)}.")
    story = Story(system, out)
    taken_back = agreed(loaded)
    for number, play in steps:
        if step and number:
            move = play.history[-1]
            print(f"{number}. {move.seat}: {said(move.choice.do, move.choice.piece, move.choice.to)}")
        story.tell(play, more=not step and number not in taken_back)
        if number in taken_back:
            print("(What came next was taken back, as all had agreed.)")
        if step and play.decision is not None and not page_on():
            return
    story.tell_held()
    if play.result is not None or to is not None or found.notice:
        story.end(play)
    if found.notice:
        print(found.notice)
    elif play.result is None and to is None:
        print(f"{loaded.torn or 'The battle is not over.'}")
    if loaded.seed is not None:
        print(f"Seed {shown_seed(loaded.seed)}.")


def said(*words: str) -> str:
    return " ".join(word for word in words if word)


def shown_seed(seed: bytes) -> str:
    """The number that `--seed` takes, where it was one."""
    text = seed.decode("ascii", "replace")
    return text.removeprefix("sandtable:") if text.startswith("sandtable:") else seed.hex()


def agreed(loaded: Loaded) -> set[int]:
    """After which of the choices that stand others were taken back by agreement."""
    found: set[int] = set()
    for entry in loaded.entries:
        if entry.undo:
            found = {number for number in found if number < entry.number}
            if entry.agreed:
                found.add(entry.number - 1)
    return found


def page_on() -> bool:
    """Enter goes on, q or the end of input stops."""
    try:
        return input("— Enter: next, q: stop — ").strip().lower() not in ("q", "quit")
    except EOFError:
        return False


def tell_json(steps: Iterator[tuple[int, AnyPlay]], system: AnySystem) -> None:
    """Every event on a line of its own, with the choice it followed from."""
    told = turn = 0
    for number, play in steps:
        move = play.history[-1] if play.history else None
        events = play.log[told:]
        if all(event.kind != "turn" for event in events):
            turn = system.rules.turn(play.battle)
        for event in events:
            if event.kind == "turn":
                turn = event.value  # several may begin at once, if nobody is asked in them
            line = {
                "n": number,
                "turn": turn,
                "seat": move.seat if move else "",
                "choice": move.choice if move else None,
                "event": event,
                "text": system.shown.sentence(play.battle, event),
            }
            print(json_line(line))
        told = len(play.log)


def played_again(loaded: Loaded, system: AnySystem) -> Replayed:
    """The battle at its end, or as far as the rules of today play it as it was played."""
    try:
        # The dice of choices that were taken back went with them: those that stand have their own.
        return replay(msgspec.structs.replace(loaded, entries=tuple(loaded.moves)), system)
    except JournalError as error:
        raise Wrong(f"The battle cannot be replayed. {error}{folder_hint(error)}") from error


def positions(loaded: Loaded, system: AnySystem, whole: AnyPlay, to: int | None) -> Iterator[tuple[int, AnyPlay]]:
    """The game after each choice of a whole one, from the opening on."""
    chance = RecordedChance()
    chance.known = whole.chance.drawn.copy()
    play = Play(system, system.rules.new(scenario_of(system, loaded.header)), chance)
    yield 0, play
    for number, move in enumerate(whole.history[:to], 1):
        play.choose(move.choice, move.seat)
        yield number, play


def folder_hint(error: object) -> str:
    """What to do about a scenario that is not found."""
    return f" {FOLDER_HINT}" if "no scenario is called" in str(error) else ""


def verify_journal(path: Path) -> None:
    """Say that a journal is in order, or which line is the first wrong one; exit 1."""
    report = verify(existing_file(path), systems())
    if report.ok:
        print(f"{path}: {report.sentence}")
        return
    named = report.sentence.startswith(str(path))
    sentence = report.sentence + folder_hint(report.sentence)
    print(sentence if named else f"{path}: {sentence}", file=sys.stderr, flush=True)
    lines = path.read_bytes().split(b"\n") if report.line else []
    if 0 < report.line <= len(lines):
        text = lines[report.line - 1].decode("utf-8", "replace")
        print(text if len(text) <= SHOWN else f"{text[:SHOWN]}…", file=sys.stderr, flush=True)
    raise typer.Exit(1)
