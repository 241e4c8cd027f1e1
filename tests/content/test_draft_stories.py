"""Any sequence of edits and undos leaves a file that loads to what the board shows."""

import tomllib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import sandtable.systems  # noqa: F401  registers the games
from sandtable.content.editing import Edit, scenario_name, with_own_map
from sandtable.server.workshop.drafts import Reading, read_draft
from sandtable.table.system import systems
from soak import sample

PLACES = [f"{column:02}{row:02}" for column in range(1, 9) for row in range(1, 9)]
SIGNS = {".": "open", "w": "woods", "t": "town"}
PAINT = some.tuples(some.just("paint"), some.sampled_from(PLACES), some.sampled_from(sorted(SIGNS)))
MOVE = some.tuples(some.just("move"), some.sampled_from(["I/1", "II/1", "I/2"]), some.sampled_from(PLACES))
NAME = some.tuples(some.just("name"), some.text("ab \\\"'#=[]ü", min_size=1, max_size=8), some.just(""))
BACK = some.tuples(some.sampled_from(["undo", "redo"]), some.just(""), some.just(""))


def blank(game: str) -> dict[str, str]:
    declared = systems()[game].shelf.fields()
    return {"new.toml": declared.blank.lstrip("\n"), **declared.maps}


def shown(reading: Reading) -> tuple[dict[str, str], dict[str, str], str]:
    """What the board and the title show: ground, stands, name."""
    view = reading.view
    assert view is not None and view.board is not None
    ground = {each.name: each.terrain for each in view.board.hexes}  # type: ignore[union-attr]
    return ground, {piece.name: piece.place for piece in view.pieces}, str(reading.values.get("name"))


def path_of(texts: dict[str, str], name: str) -> tuple[Any, ...]:
    table = tomllib.loads(texts[scenario_name(texts)])
    return next(
        ("regiments", i, "stands", j, "at")
        for i, regiment in enumerate(table["regiments"])
        for j, stand in enumerate(regiment["stands"])
        if stand["name"] == name
    )


@pytest.mark.soak
@settings(max_examples=sample(10, 400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(story=some.lists(some.one_of(PAINT, MOVE, NAME, BACK), max_size=10))
def test_a_story_of_edits_loads_to_what_the_board_shows(story: list[tuple[str, str, str]]) -> None:
    system = systems()["regimental"]
    texts = blank("regimental")
    ground, stands, name = shown(read_draft(system, texts, []))
    now = (texts, ground, stands, name)
    past: list[Any] = []
    future: list[Any] = []
    for what, one, two in story:
        if what == "undo":
            if past:
                future.append(now)
                now = past.pop()
            continue
        if what == "redo":
            if future:
                past.append(now)
                now = future.pop()
            continue
        texts, ground, stands, name = now
        if what == "paint":
            edit, ground = Edit("paint", hex=one, sign=two), ground | {one: SIGNS[two]}
        elif what == "move":
            edit, stands = Edit("set", path_of(texts, one), two), stands | {one: two}
        else:
            edit, name = Edit("set", ("name",), one), one
        read = read_draft(system, texts, [edit])
        assert read.refused == ""
        past.append(now)
        future = []
        now = (read.texts, ground, stands, name)
    read = read_draft(system, now[0], [])
    said, stood, called = shown(read)
    assert said == now[1] and called == now[3]
    if read.digest:  # with a mistake (two stands in a hex) the board shows what can be read
        assert stood == now[2]
        assert system.shelf.read(now[0]).digest == read.digest
    if not past:
        assert now[0] == blank("regimental")  # byte for byte


def test_a_copied_map_has_a_key_of_its_own() -> None:
    for game in ("nations_at_war", "regimental"):
        system = systems()[game]
        grid = system.shelf.fields().grid
        for info in system.shelf.infos():
            copied = with_own_map(system.shelf.texts(info.id), grid)
            assert system.shelf.read(copied).name == info.name
            slug = info.id.rpartition("/")[2]
            maps = [name for name in copied if name.endswith(".map.toml")]
            assert maps in ([], [f"{slug}-map.map.toml"])
    storm = systems()["war_storm"].shelf
    texts = storm.texts("war_storm/hedgerow-lane")
    assert with_own_map(texts, storm.fields().grid) == texts
