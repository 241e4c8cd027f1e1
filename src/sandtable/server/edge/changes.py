"""What changed from one view to the next, in JSON: a fraction of the view (docs/server.md).

A change is `[value]`: it is this now. Of an object it may be `{key: change}`, where null says that the key is gone.
Of a list it may be `{"cut": [[at, count, [items]], ...], index: change}`: first, one after the other, so many items
at a place are replaced by others; then the items at these places, as they are counted by then, are changed.
"""

from collections.abc import Sequence
from functools import cache
from operator import is_
from typing import Any

import msgspec

Change = list[Any] | dict[str, Any]

CUT = "cut"
NAMES = ("id", "number", "choice")  # what an item of a list is known by, if it has one of these

_write = msgspec.json.Encoder().encode


def changes(old: msgspec.Struct, new: msgspec.Struct) -> bytes:
    """What makes the one view the other, as JSON. What is the same is not even written."""
    return _write(_of_part(old, new))


def change(old: Any, new: Any) -> Change | None:
    """What makes the one value the other in JSON; None if nothing does."""
    if old is new:
        return None
    if type(old) is not type(new):
        return [new]
    if old == new:
        return None
    if isinstance(old, msgspec.Struct):
        return _of_part(old, new)
    if isinstance(old, list | tuple):
        return _in_place(old, new) or _moved_up(old, new) or _aligned(old, new)
    return _of_object(old, new) if isinstance(old, dict) else [new]


def _of_part(old: msgspec.Struct, new: msgspec.Struct) -> Change:
    """Of a part of a view, which leaves out in JSON what is not there."""
    found: dict[str, Any] = {}
    for field, name, usual in _fields(type(new)):
        was, now = getattr(old, field), getattr(new, field)
        if was is now:
            continue
        if now is usual:
            found[name] = None
        elif was is usual:
            found[name] = [now]
        elif (inner := change(was, now)) is not None:
            found[name] = inner
    return found


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str, Any], ...]:
    """Each field with its name in JSON and the value for which it is left out there."""
    leaves_out = kind.__struct_config__.omit_defaults
    return tuple(
        (field.name, field.encode_name, field.default if leaves_out else msgspec.NODEFAULT)
        for field in msgspec.structs.fields(kind)
    )


def _of_object(old: dict[str, Any], new: dict[str, Any]) -> Change:
    found: dict[str, Any] = dict.fromkeys(key for key in old if key not in new)
    for key, value in new.items():
        if key not in old:
            found[key] = [value]
        elif (inner := change(old[key], value)) is not None:
            found[key] = inner
    return found


def _name(item: Any) -> object:
    """What an item is known by: the same for an item that has changed, another for another item."""
    if isinstance(item, msgspec.Struct):
        key = _known_by(type(item))
        return getattr(item, key) if key else item
    if isinstance(item, dict):
        return next((f"{key} {item[key]}" for key in NAMES if key in item), repr(item))
    return repr(item)


@cache
def _known_by(kind: type[msgspec.Struct]) -> str:
    return next((key for key in NAMES if key in kind.__struct_fields__), "")


def _in_place(old: Sequence[Any], new: Sequence[Any]) -> dict[str, Any] | None:
    """What makes the one list the other, of which few items have changed. None: they are not where they were."""
    if len(old) != len(new):
        return None
    found = {}
    for place, (was, now) in enumerate(zip(old, new, strict=True)):
        if was is not now and was != now:
            if _name(was) != _name(now):
                return None
            found[str(place)] = change(was, now)
    return found


def _moved_up(old: Sequence[Any], new: Sequence[Any]) -> dict[str, Any] | None:
    """What makes the one list the other if it is only further on, as a log is. None: it is something else."""
    gone = next((place for place, item in enumerate(old) if new and item is new[0]), len(old))
    left = len(old) - gone
    if not left or left > len(new) or not all(map(is_, old[gone:], new)):
        return None
    cuts: list[list[Any]] = []
    if gone:
        _cut(cuts, 0, gone, [])
    if left < len(new):
        _cut(cuts, left, 0, list(new[left:]))
    return {CUT: cuts}


def _aligned(old: Sequence[Any], new: Sequence[Any]) -> dict[str, Any]:
    """What makes the one list the other, item by item. What is the same at both ends is not looked at twice."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and (old[head] is new[head] or old[head] == new[head]):
        head += 1
    tail = 0
    while tail < shorter - head and (old[-1 - tail] is new[-1 - tail] or old[-1 - tail] == new[-1 - tail]):
        tail += 1
    old, new = old[head : len(old) - tail], new[head : len(new) - tail]
    were, are = [_name(item) for item in old], [_name(item) for item in new]
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
            _cut(cuts, head + there, 0, list(new[there : there + come]))
            there += come
        else:
            _cut(cuts, head + there, 1, [new[there]])
            here, there = here + 1, there + 1
    if here < len(old) or there < len(new):
        _cut(cuts, head + there, len(old) - here, list(new[there:]))
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
