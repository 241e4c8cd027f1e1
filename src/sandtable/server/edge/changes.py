"""What changed from one view to the next, in JSON: a fraction of the view (docs/server.md).

A change is `[value]`: it is this now. Of an object it may be `{key: change}`, where null says that the key is gone.
Of a list it may be `{"cut": [[at, count, [items]], ...], index: change}`: first, one after the other, so many items
at a place are replaced by others; then the items at these places, as they are counted by then, are changed.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
Change = list[Any] | dict[str, Any]

CUT = "cut"
NAMES = ("id", "number", "choice")  # what an item of a list is known by, if it has one of these

_read = msgspec.json.Decoder().decode
_parts = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_items = msgspec.json.Decoder(list[msgspec.Raw]).decode
_write = msgspec.json.Encoder().encode


# Of JSON, of which most is the same and is not even read -------------------------------------------


def changes(old: bytes, new: bytes) -> bytes:
    """What makes the one JSON object the other."""
    were, are = _parts(old), _parts(new)
    found: dict[str, Any] = dict.fromkeys(key for key in were if key not in are)
    for key, value in are.items():
        if key not in were:
            found[key] = [value]
        elif (inner := _change_of_text(bytes(were[key]), bytes(value))) is not None:
            found[key] = inner
    return _write(found)


def _change_of_text(old: bytes, new: bytes) -> Change | None:
    if old == new:
        return None
    if old[:1] != b"[" or new[:1] != b"[":
        return change(_read(old), _read(new))
    were, are = [bytes(item) for item in _items(old)], [bytes(item) for item in _items(new)]
    in_both = set(were) & set(are)

    def name(item: bytes) -> object:
        return item if item in in_both else _name(_read(item))

    found = _aligned(were, are, name, _change_of_text)
    for cut in found.get(CUT, ()):
        cut[2] = [msgspec.Raw(item) for item in cut[2]]
    return found


# Of values -----------------------------------------------------------------------------------------


def change(old: Any, new: Any) -> Change | None:
    """What makes the one value the other; None if nothing does."""
    if old == new and type(old) is type(new):
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        return _of_object(old, new)
    if isinstance(old, list) and isinstance(new, list):
        return _aligned(old, new, _name, change)
    return [new]


def _of_object(old: dict[str, Any], new: dict[str, Any]) -> Change:
    found: dict[str, Any] = dict.fromkeys(key for key in old if key not in new)
    for key, value in new.items():
        if key not in old:
            found[key] = [value]
        elif (inner := change(old[key], value)) is not None:
            found[key] = inner
    return found


def _name(item: Any) -> str:
    """What an item is known by: the same for an item that has changed, another for another item."""
    if isinstance(item, dict):
        for key in NAMES:
            if key in item:
                return f"{key} {item[key]}"
    return repr(item)


def _aligned(
    old: list[T], new: list[T], name: Callable[[T], object], change: Callable[[T, T], Change | None]
) -> dict[str, Any]:
    """What makes the one list the other, item by item. What is the same at both ends is not looked at twice."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    old, new = old[head : len(old) - tail], new[head : len(new) - tail]
    were, are = [name(item) for item in old], [name(item) for item in new]
    last_old, last_new = ({each: place for place, each in enumerate(names)} for names in (were, are))
    cuts: list[list[Any]] = []
    inner: dict[str, Any] = {}
    here = there = 0  # in the old list and in the new one
    while here < len(old) and there < len(new):
        if were[here] == are[there]:
            found = change(old[here], new[there])
            if found is not None:
                inner[str(head + there)] = found
            here, there = here + 1, there + 1
            continue
        # Not known by the same name: go to whichever is nearer in the other list.
        gone = last_old.get(are[there], -1) - here
        come = last_new.get(were[here], -1) - there
        if gone > 0 and (come <= 0 or gone <= come):
            _cut(cuts, head + there, gone, [])
            here += gone
        elif come > 0:
            _cut(cuts, head + there, 0, new[there : there + come])
            there += come
        else:
            _cut(cuts, head + there, 1, [new[there]])
            here, there = here + 1, there + 1
    if here < len(old) or there < len(new):
        _cut(cuts, head + there, len(old) - here, new[there:])
    return {CUT: cuts, **inner} if cuts else inner


def _cut(cuts: list[list[Any]], at: int, count: int, items: list[Any]) -> None:
    """One more cut, or a longer one."""
    if cuts and cuts[-1][0] + len(cuts[-1][2]) == at:
        cuts[-1][1] += count
        cuts[-1][2] += items
    else:
        cuts.append([at, count, items])


# At the other end ----------------------------------------------------------------------------------


def changed(old: Any, change: Change) -> Any:
    """A value after a change: what the client does (client/wire/changes.js)."""
    if isinstance(change, list):
        return change[0]
    if isinstance(old, list):
        new = list(old)
        for at, count, items in change.get(CUT, ()):
            new[at : at + count] = items
        for place, inner in change.items():
            if place != CUT:
                new[int(place)] = changed(new[int(place)], inner)
        return new
    found = dict(old)
    for key, inner in change.items():
        if inner is None:
            del found[key]
        else:
            found[key] = changed(found.get(key), inner)
    return found
