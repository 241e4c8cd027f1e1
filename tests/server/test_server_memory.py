"""What an open battle keeps in memory, counted and not weighed: no clock and no other process has a say in it."""

import gc
import random
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

from sandtable.server.battle import Battle, begin, shared
from sandtable.server.lines import Pen, read, read_entry
from sandtable.server.store import Facts, Row, Summary
from sandtable.systems.of_war_and_men.showing.board_view import _boards
from sandtable.table import frame
from sandtable.table.journal import header_for
from sandtable.table.system import AnySystem, systems

CHOICES = 90
MOST = 240 * 1024  # bytes
GAMES = [system for system in systems().values() if system.key != "toy"]
EACH = pytest.mark.parametrize("system", GAMES, ids=[system.key for system in GAMES])
NOT_OURS = (ModuleType, type, FunctionType, BuiltinFunctionType)


def opened(system: AnySystem, seed: bytes, place: int = 0) -> Battle:
    """A new battle between persons, as the server opens it."""
    info = system.shelf.infos()[place]
    seats = dict.fromkeys(info.sides, "human")
    header = header_for(system, info.id, seats, seed)
    course = begin(system, shared(system, header), seed)
    pen = Pen()
    written = read([pen.header(header), pen.opening(course.opening)])
    facts = Facts(system.key, info.id, info.name, dict.fromkeys(seats, "person"))
    return Battle(Row("battle", facts, seed, 0.0, False, False, Summary(), 0, 0.0), system, course, written)


def played(battle: Battle, choices: int) -> list[bytes]:
    """So many random choices, with a page at every seat; their lines."""
    pick, lines = random.Random(1), []
    had = {seat: battle.shown(seat) for seat in battle.seats}
    for _ in range(choices):
        seat = next(iter(battle.play.asked()), "")
        decision = battle.play.decision_for(seat) if seat else None
        if decision is None:
            break
        lines.append(battle.pen.entry(battle.course.choose(seat, pick.choice(list(decision.options())))))
        battle.lines += 1
        battle.publish()
        for seat in battle.seats:
            battle.changes(seat, had[seat])
            had[seat] = battle.shown(seat)
    return lines


def reached(thing: Any, known: dict[int, Any]) -> Iterator[Any]:
    """Everything that is kept because this is, but for what is known."""
    todo = [thing]
    while todo:
        each = todo.pop()
        if id(each) in known or isinstance(each, NOT_OURS):
            continue
        known[id(each)] = each
        yield each
        todo += gc.get_referents(each)
        if isinstance(each, msgspec.Struct):  # the collector does not look into all of them
            todo += [getattr(each, name, None) for name in each.__struct_fields__]


def own(battle: Battle, another: Battle) -> list[Any]:
    """What a battle keeps that no other battle of its scenario does."""
    kept_logs: Any = vars(frame._words)["data"]  # in words, by battle
    known: dict[int, Any] = {id(kept_logs): kept_logs}
    for shared_by_all in (*[vars(module) for module in list(sys.modules.values())], another):
        for _ in reached(shared_by_all, known):
            pass
    for each in (battle, vars(battle)):
        known.pop(id(each), None)
    return list(reached([battle, frame._words[battle.play]], known))


@EACH
def test_a_battle_keeps_what_is_played_and_shown_and_not_its_journal(system: AnySystem) -> None:
    battle, another = opened(system, b"one"), opened(system, b"another")
    played(another, CHOICES)
    journal = played(battle, CHOICES)
    kept = own(battle, another)
    assert battle.state >= 40 and any(each is battle.course.told[-1] for each in kept)
    assert battle.lines == 2 + len(journal)
    assert not [each for each in kept if isinstance(each, bytes) and b'"chain":' in each]
    assert sum(map(sys.getsizeof, kept)) < MOST


@EACH
def test_a_battle_that_is_read_again_keeps_no_second_copy_of_any_word(system: AnySystem) -> None:
    """Two processes hold a battle whose seats are in both; each keeps the words that all its battles have once."""
    battle = opened(system, b"one")
    entries = [read_entry(line) for line in played(battle, CHOICES)]
    words: dict[str, int] = {}
    for entry in entries:
        choice = entry.choice
        for word in (entry.seat, choice.do, choice.piece, choice.to, *[piece for piece, *_ in choice.at]):
            assert words.setdefault(word, id(word)) == id(word)


def test_battles_of_a_scenario_share_its_texts() -> None:
    one, other = [opened(systems()["miniatures"], seed).header for seed in (b"one", b"other")]
    assert isinstance(one.texts, dict) and isinstance(other.texts, dict)
    texts = [(each, other.texts[name]) for name, each in one.texts.items()]
    assert texts and all(each is again for each, again in texts)


def test_points_of_a_table_share_what_is_to_be_known_of_them() -> None:
    battle = opened(systems()["miniatures"], b"one")
    spots = [battle.play.battle.land.spot(x, y) for x in range(0, 4800, 200) for y in range(0, 3600, 200)]
    assert len({id(spot) for spot in spots}) < 120 < len(spots)  # of 48 squares


def test_cards_of_a_map_that_lie_alike_are_one_cell() -> None:
    """The map is laid out anew in every battle, and again with every card that is turned."""
    system = systems()["of_war_and_men"]
    for seed in (b"one", b"other"):
        played(opened(system, seed, 3), 60)
    cells = [cell for *_, board, _ in _boards._things.values() for cell in board.cells]
    assert len(_boards._things) > 10
    assert len({id(cell) for cell in cells}) == len(set(cells)) < len(cells) / 4
