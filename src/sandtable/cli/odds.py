"""`sandtable odds`: what an attack will do, exactly, before it is made."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from sandtable.cli.output import console, json_line
from sandtable.cli.words import Wrong, existing_file, unknown
from sandtable.content.folders import USUAL
from sandtable.content.problems import ContentError, Problem, nearest
from sandtable.table.shown import Forecast
from sandtable.table.system import AnySystem, systems
from sandtable.terminal.screen import write

BAR = 30  # characters of a sure thing
LARGEST = 100_000  # bytes of a scene


def odds(words: list[str], as_json: bool) -> None:
    """The odds of an attack in words, or of every attack that can be made in a scene, in one of the games."""
    found = forecasts(words)
    if as_json:
        for each in found:
            print(json_line(as_data(each)))
        return
    out = console()
    for place, each in enumerate(found):
        if place:
            write(out, "")
        show(each, out)


def tell_odds(system: AnySystem, words: str, out: Console) -> None:
    """For a player at the table."""
    for each in told_by(system, words, scene=False):
        show(each, out)


def forecasts(words: list[str]) -> list[Forecast]:
    """The first word may name the game; without it the usual one is meant."""
    key = words[0].lower().replace("-", "_")
    if key in systems():
        if len(words) == 1:
            raise Wrong(f"Which attack of {systems()[key].title}? Describe it, or name a scene file.")
        return forecasts_of(systems()[key], words[1:])
    if len(words) > 1 and nearest(key, systems()):
        raise unknown("game system", words[0], systems())
    return forecasts_of(systems()[USUAL], words)


def forecasts_of(system: AnySystem, words: list[str]) -> list[Forecast]:
    first = Path(words[0])
    if len(words) > 1 or not (first.suffix == ".txt" or first.is_file()):
        return told_by(system, " ".join(words), scene=False)
    try:
        found = told_by(system, scene_in(existing_file(first)), scene=True)
    except ContentError as error:
        raise ContentError([Problem(str(first), each.place, each.message) for each in error.problems]) from error
    if not found:
        raise Wrong(f"Nobody can attack in the scene {first}.")
    return found


def told_by(system: AnySystem, text: str, scene: bool) -> list[Forecast]:
    forecasts = system.shown.forecasts
    if forecasts is None:
        raise Wrong(f"{system.title} cannot give the odds of attacks in words.")
    try:
        return forecasts.scene(text) if scene else [forecasts.words(text)]
    except ValueError as error:
        raise Wrong(str(error)) from error


def scene_in(path: Path) -> str:
    """The text of a scene."""
    if path.stat().st_size > LARGEST:
        raise Wrong(f"{path} is too large for a scene.")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Wrong(f"{path} is not a text file; docs/scenarios.md shows how to write a scene.") from None


# On the screen -----------------------------------------------------------------------------------


def show(found: Forecast, out: Console) -> None:
    """Dice, modifiers with their rules, and the outcomes as bars."""
    write(out, Text(found.title, "bold"))
    for who, dice, notes in found.throws:
        write(out, f"  {who}: {dice}")
        for modifier in notes:
            write(out, f"    {modifier.amount:+d} {modifier.label}  {modifier.rule}")
    widest = max(len(name) for name in found.outcomes)
    full, thin = ("#", "|") if out.options.ascii_only else ("█", "▏")
    for name, chance in found.outcomes.items():
        bar = full * round(chance * BAR) or thin
        write(out, Text.assemble(f"  {name:<{widest}} {chance:>6.1%} ", (bar, "cyan")))
    if found.note:
        write(out, f"  {found.note}")


def as_data(found: Forecast) -> dict[str, object]:
    """For --json."""
    (_, _, attack), *defence = found.throws
    return {
        "attack": found.title,
        **found.numbers,
        "modifiers": attack,
        "defence_modifiers": [note for _, _, notes in defence for note in notes],
        "outcomes": found.outcomes,
    }
