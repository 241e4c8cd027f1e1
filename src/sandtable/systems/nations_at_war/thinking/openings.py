"""Set-ups that did better than what the scenario suggests, in battles of the quick policy: data/openings.toml."""

import re
import tomllib
from collections import Counter
from functools import cache

from sandtable.systems.nations_at_war.reading.book import DATA
from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.table.decision import Choice, Decision

SetUp = dict[str, str | list[str]]  # a piece or a sort of pieces: where it goes, or where they go in any order


@cache
def book() -> dict[str, dict[str, list[SetUp]]]:
    """By scenario and side: set-ups that are about as good."""
    return tomllib.loads((DATA / "openings.toml").read_text(encoding="utf-8"))


def openings(b: Battle, decision: Decision) -> list[Choice]:
    """Where the set-ups that are still possible put the piece; nothing if the book does not say, or it may not."""
    found = []
    for set_up in book().get(b.scenario.id, {}).get(decision.seat, []):
        taken = placed(b, decision.seat)
        if any(count > listed(set_up, sort).count(place) for (sort, place), count in taken.items()):
            continue
        for choice in decision.options():
            sort = sort_of(choice.piece)
            where = listed(set_up, choice.piece) or listed(set_up, sort)
            free = where.count(choice.to) - taken[sort, choice.to] if where else 0
            if choice.do in ("place", "assign") and free > 0 and choice not in found:
                found.append(choice)
    return found


def placed(b: Battle, seat: str) -> Counter[tuple[str, str]]:
    """The units of a side that stand on the map: how many of a sort in a hex."""
    side = [each.key for each in b.scenario.sides].index(seat)
    return Counter([(sort_of(unit.id), b.ground.names[unit.hex]) for unit in b.units_of[side] if unit.hex >= 0])


def listed(set_up: SetUp, key: str) -> list[str]:
    where = set_up.get(key, [])
    return [where] if isinstance(where, str) else where


def sort_of(piece: str) -> str:
    """tiger-2 is one of the tigers."""
    return re.sub(r"-\d+$", "", piece)
