"""Reads the guide of a system: guide.toml in its data folder."""

from functools import cache
from pathlib import Path

from sandtable.content.book import open_file, unfold
from sandtable.content.problems import Problems
from sandtable.content.reader import HUGE, Reader
from sandtable.table.decision import Choice
from sandtable.table.learning.guide import LOOKS, Guide, Lesson, Step, Task

SIDES = ("mine", "theirs")
MOST_STEPS = 200


@cache
def read_guide(path: Path, key: str) -> Guide | None:
    """The guide in a file; None where there is no file. ContentError with all its mistakes at once."""
    if not path.exists():
        return None
    problems = Problems("data")
    file = open_file(path, problems)
    battle = file.table("battle")
    guided = battle.has("scenario")
    guide = Guide(
        battle.text("offer") if guided else "",
        f"{key}/{battle.text('scenario')}" if guided else "",
        battle.text("seat") if guided else "",
        battle.text("opponent") if guided else "",
        battle.integer("seed", 0, HUGE) if guided else 0,
        tuple([read_choice(each) for each in battle.tables("first")]),
        battle.text("goal") if guided else "",
        paragraphs(battle, "farewell") if guided else (),
        tuple([read_step(each) for each in file.tables("step", most=MOST_STEPS)]),
        tuple([read_task(each) for each in file.tables("task")]),
        tuple([read_lesson(each) for each in file.tables("lesson")]),
        f"{key}/{battle.text('next')}" if battle.has("next") else "",
    )
    for name, ids in (("task", [each.id for each in guide.tasks]), ("lesson", [each.id for each in guide.lessons])):
        for twice in sorted({id for id in ids if ids.count(id) > 1}):
            file.wrong(name, f"two are called {twice!r}")
    file.done()
    problems.check()
    return guide


def read_step(reader: Reader) -> Step:
    """One choice of the learner's."""
    return Step(
        reader.text("title"),
        paragraphs(reader),
        read_choice(reader.table("choice", needed=True)),
        reader.text("rule", ""),
        reader.one_of("look", LOOKS, "part of the page", ""),
        tuple([read_choice(each) for each in reader.tables("then")]),
        reader.flag("any"),
        reader.flag("alike"),
        tuple(reader.texts("told", [])),
    )


def read_choice(reader: Reader) -> Choice:
    """A choice as the journal has it."""
    at = reader.tables("at")
    return Choice(
        reader.text("do"),
        reader.text("piece", ""),
        reader.text("to", ""),
        reader.integer("number", -HUGE, HUGE, 0),
        tuple([(each.text("piece"), *each.integers("spot", -HUGE, HUGE, 3)) for each in at]),  # type: ignore[misc]
    )


def read_lesson(reader: Reader) -> Lesson:
    return Lesson(
        reader.text("id"),
        reader.text("title"),
        paragraphs(reader),
        reader.text("rule", ""),
        reader.text("kind", ""),
        reader.text("event", ""),
        reader.text("about", ""),
        reader.one_of("whose", SIDES, "side", ""),
        reader.text("does", ""),
        reader.one_of("look", LOOKS, "part of the page", ""),
        tuple(reader.texts("after", [])),
    )


def read_task(reader: Reader) -> Task:
    return Task(
        reader.text("id"),
        reader.text("text"),
        unfold(reader.text("how", lines=True)),
        reader.text("rule", ""),
        tuple(reader.texts("does", [])),
        reader.text("kind", ""),
        tuple(reader.texts("event", [])),
        reader.one_of("whose", SIDES, "side", ""),
        reader.integer("at_least", 0, HUGE, 0),
        reader.flag("patient"),
    )


def paragraphs(reader: Reader, key: str = "text") -> tuple[str, ...]:
    """A text in paragraphs, with an empty line between them."""
    return tuple([unfold(part) for part in reader.text(key, lines=True).strip().split("\n\n")])
