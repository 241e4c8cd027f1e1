"""A view as what changed: rebuilt, it is the whole view, and it is a fraction of its size."""

import json
import random
import shutil
import statistics
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from house import TOY, House
from hypothesis import given, settings
from hypothesis import strategies as some

import sandtable
import sandtable.systems
from sandtable.server.battle import begin
from sandtable.server.edge.changes import change, changed, changes
from sandtable.table.system import AnySystem, systems
from sandtable.table.view import View, encode, without_board
from soak import sample

CLIENT = Path(sandtable.__file__).parent / "client"

ITEMS = some.dictionaries(some.sampled_from(["id", "number", "choice", "place"]), some.integers(0, 3), max_size=3)
KEYS = some.sampled_from(["cut", "0", "a", "id"])
VALUES = some.recursive(
    some.none() | some.text("ab", max_size=2) | some.integers(0, 3) | ITEMS,
    lambda inner: some.lists(inner, max_size=6) | some.dictionaries(KEYS, inner, max_size=3),
    max_leaves=20,
)


@settings(max_examples=sample(150, 20_000), deadline=None, derandomize=True)
@given(VALUES, VALUES)
@pytest.mark.soak
def test_a_value_is_rebuilt_from_its_changes(old: Any, new: Any) -> None:
    found = change(old, new)
    assert (found is None) == (old == new)
    if found is not None:
        sent = json.loads(json.dumps(found))
        before = json.dumps(old)
        assert changed(old, sent) == new
        assert json.dumps(old) == before  # what is on the screen is not touched


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ({"turn": 1, "phase": "Fire"}, {"turn": 2}, {"phase": None, "turn": [2]}),
        ([{"id": "a", "place": "F5"}], [{"id": "a", "place": "F6"}], {"0": {"place": ["F6"]}}),
        ([1, 2, 3, 4], [2, 3, 4, 5], {"cut": [[0, 1, []], [3, 0, [5]]]}),
        ([{"id": "a"}, {"id": "b"}], [{"id": "b", "x": 1}], {"cut": [[0, 1, []]], "0": {"x": [1]}}),
    ],
)
def test_what_is_sent(old: Any, new: Any, wanted: Any) -> None:
    assert change(old, new) == wanted


def views(system: AnySystem, scenario: str, seats: list[str], count: int, luck: int) -> dict[str, list[View]]:
    """What each seat is shown in a battle in which everybody chooses at random, and at times takes it back."""
    course, pick = begin(system, system.shelf.find(scenario), bytes([luck]) * 32), random.Random(luck)
    found: dict[str, list[View]] = {seat: [] for seat in seats}
    for _ in range(count):
        for seat, shown in found.items():
            view = course.view(seat)  # made once for all seats where they see alike
            assert view == system.shown.view(course.play, seat)
            shown.append(without_board(view))
        asked = course.play.asked()
        decision = course.play.decision_for(asked[0]) if asked else None
        if decision is None:
            break
        course.choose(asked[0], pick.choice(list(decision.options())))
        owner = course.play.may_undo()
        if owner and pick.random() < 0.1:
            course.undo(owner)
    return found


def every_system() -> list[str]:
    return sorted(key for key in systems() if key != "toy")


@pytest.mark.soak
@pytest.mark.parametrize("key", every_system())
def test_views_are_rebuilt_and_a_fifth_of_their_size_at_most(key: str, tmp_path: Path) -> None:
    system = systems()[key]
    shares: list[float] = []
    told: list[list[Any]] = []
    for info in system.shelf.infos()[: sample(1, 100)]:
        for luck in range(sample(1, 5)):
            for shown in views(system, info.id, [*info.sides, ""], sample(60, 400), luck).values():
                page = json.loads(encode(shown[0]))
                story = [page]
                for old, new in pairwise(shown):
                    sent = changes(old, new)
                    shares.append(len(sent) / len(encode(new)))
                    page = changed(page, json.loads(sent))
                    assert page == json.loads(encode(new))
                    story.append(json.loads(sent))
                told.append([*story, page])
    assert len(shares) > 50 and statistics.median(shares) <= 0.2
    assert_the_page_does_the_same(told, tmp_path)


def assert_the_page_does_the_same(told: list[list[Any]], folder: Path) -> None:
    """The client's own code, run by node: a whole view, all changes, and the view that it must come to."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("the changes of the page need node: apt-get install nodejs")
    (folder / "changes.mjs").write_bytes((CLIENT / "wire" / "changes.js").read_bytes())
    (folder / "told.json").write_text(json.dumps(told))
    (folder / "run.mjs").write_text(
        """
        import assert from "node:assert";
        import { readFileSync } from "node:fs";
        import { changed } from "./changes.mjs";
        for (const story of JSON.parse(readFileSync("told.json"))) {
          const wanted = story.pop();
          const first = story.shift();
          assert.deepStrictEqual(story.reduce(changed, first), wanted);
        }
        """
    )
    done = subprocess.run([node, "run.mjs"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_page_gets_the_view_whole_and_then_what_changed(house: House) -> None:
    made = house.new(TOY)
    with house.socket(made["seats"]["red"]) as quick, house.socket(made["seats"]["red"]) as other:
        assert "view" in json.loads(json.dumps(quick.wait_for("hello"))) and other.wait_for("hello")
        for state, side in enumerate(("red", "blue")):
            house.choose(made["seats"][side], {"do": "hold"}, state)
            for page in (quick, other):
                page.wait_for_state(state + 1)
                sent = json.loads(page.came[-1])
                assert "changes" in sent and "view" not in sent
                assert page.view == house.view(made["seats"]["red"])
