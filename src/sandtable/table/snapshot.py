"""A battle in progress as bytes, for another process: what changes is written, what never changes is pointed at.

Scenario, map and types are the same for all battles of a scenario and are read from its files again. So a snapshot
names them by their place in a walk through a new battle, which finds the same things in the same order everywhere.
It is a pickle: open only those that you made yourself.
"""

import io
import pickle
from typing import TYPE_CHECKING, Any, cast

import msgspec

from sandtable.table.battle import Fought
from sandtable.table.kept import Kept

if TYPE_CHECKING:
    from sandtable.table.play import Battle
    from sandtable.table.system import System

KEEPERS = ("__struct_fields__", "__slots__", "__mypyc_attrs__", "__dict__")  # what has one of these has attributes
PLAIN = (str, int, float, bool, bytes, type(None))

_walks: Kept[list[Any]] = Kept()


def shared(battle: "Battle") -> list[Any]:
    """All that battles of this scenario share, in the order of a walk: what a copy of a battle does not copy."""
    return _walks.get(cast(Fought, battle).scenario.digest, lambda: _walk(battle))


def _walk(battle: "Battle") -> list[Any]:
    twin = battle.copy()
    names = sorted(_names(battle) - {"chance", "events", "result"})
    todo = [getattr(battle, name) for name in names if getattr(battle, name) is getattr(twin, name)]
    found: list[Any] = []
    known: set[int] = set()
    while todo:
        thing = todo.pop()
        if isinstance(thing, PLAIN) or id(thing) in known:
            continue
        known.add(id(thing))
        if isinstance(thing, dict):
            todo += [*thing.values()]
        elif isinstance(thing, list | tuple):
            todo += thing
        elif any(hasattr(thing, word) for word in KEEPERS):
            found.append(thing)
            todo += [getattr(thing, name) for name in sorted(_names(thing)) if hasattr(thing, name)]
    return found


def _names(thing: Any) -> set[str]:
    """The attributes of a thing that hold something; not what it remembers having computed, such as `_lines`."""
    if isinstance(thing, msgspec.Struct):
        return set(thing.__struct_fields__)
    slots = {name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())}
    slots |= {*getattr(thing, "__mypyc_attrs__", ())}  # compiled, see docs/performance.md
    return {name for name in slots | set(getattr(thing, "__dict__", ())) if not name.startswith("_")}


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, things: list[Any]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._places = {id(thing): place for place, thing in enumerate(things)}

    def persistent_id(self, thing: Any) -> int | None:
        return self._places.get(id(thing))


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, things: list[Any]) -> None:
        super().__init__(file)
        self._things = things

    def persistent_load(self, place: Any) -> Any:
        return self._things[place]


def pack(battle: "Battle", rest: Any) -> bytes:
    """A battle and whatever goes with it."""
    things = shared(battle)
    file = io.BytesIO()
    _Writer(file, things).dump((battle, rest))
    scenario = cast(Fought, battle).scenario
    return pickle.dumps((scenario.id, scenario.digest, len(things), file.getvalue()))


def unpack(system: "System[Any, Any]", data: bytes) -> tuple[Any, Any]:
    """Both again, in any process that has the same scenario. ValueError: it has not."""
    id, digest, count, packed = pickle.loads(data)
    scenario = system.shelf.find(id)
    things = shared(system.rules.new(scenario)) if scenario.digest == digest else []
    if len(things) != count:
        raise ValueError(f"The snapshot is of another version of {id}: scenario or program has changed.")
    battle, rest = _Reader(io.BytesIO(packed), things).load()
    return battle, rest
