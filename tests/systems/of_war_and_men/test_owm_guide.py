"""The guide for newcomers speaks only of events, questions and orders that there are."""

import re
from pathlib import Path

import sandtable
from sandtable.systems.of_war_and_men.narrator import LABELS, SENTENCES
from sandtable.testing.citing import rule

GUIDE = Path(sandtable.__file__).parent / "client" / "guide" / "of_war_and_men.js"
SOURCES = Path(sandtable.__file__).parent / "systems" / "of_war_and_men"


@rule("BC.3", "BC.4.a", "BC.9", "BC.12")
def test_the_guide_is_true() -> None:
    words = GUIDE.read_text(encoding="utf-8")
    events = set(re.findall(r'event: "([^"]+)"', words)) | set(re.findall(r"event: /\^([a-z ]+)\$/", words))
    verbs = set(re.findall(r"does: /\^([a-z ]+)\$/", words))
    kinds = set(re.findall(r'kind: "([^"]+)"', words))
    assert events and events <= set(SENTENCES)
    assert verbs and verbs <= set(LABELS)
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py"))
    assert kinds and all(f'"{kind}"' in code for kind in kinds)
    ids = re.findall(r'id: "([^"]+)"', words)
    tasks, lessons = ids[: ids.index("round") + 1], ids[ids.index("round") + 1 :]
    assert len(set(tasks)) == len(tasks) and len(set(lessons)) == len(lessons)
