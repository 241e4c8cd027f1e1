"""The guide for newcomers speaks only of events, questions and orders that there are."""

import re
from pathlib import Path

import sandtable
from sandtable.systems.of_war_and_men.reading.book import rules
from sandtable.systems.of_war_and_men.showing.narrator import LABELS, SENTENCES
from sandtable.testing.citing import rule

GUIDE = Path(sandtable.__file__).parent / "client" / "guide" / "of_war_and_men.js"
SOURCES = Path(sandtable.__file__).parent / "systems" / "of_war_and_men"


def named(key: str, words: str) -> set[str]:
    """The words of lists such as ["this", "that"]."""
    return {word for found in re.findall(rf"{key}: \[([^\]]+)\]", words) for word in re.findall(r'"([^"]+)"', found)}


@rule("BC.3", "BC.4.a", "BC.9", "BC.12")
def test_the_guide_is_true() -> None:
    words = GUIDE.read_text(encoding="utf-8")
    events = named("event", words)
    verbs = named("does", words)
    kinds = set(re.findall(r'(?:kind|about): "([^"]+)"', words))
    assert events and events <= set(SENTENCES)
    assert verbs and verbs <= set(LABELS)
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    assert kinds and all(f'"{kind}"' in code for kind in kinds)
    cited = re.findall(r'rule: "([^"]+)"', words)
    assert set(cited) <= set(rules())
    ids = re.findall(r'id: "([^"]+)"', words)
    assert len(cited) == len(ids), "each step leads to its rule"
    tasks, lessons = ids[: ids.index("clock") + 1], ids[ids.index("clock") + 1 :]
    assert len(set(tasks)) == len(tasks) and len(set(lessons)) == len(lessons)
