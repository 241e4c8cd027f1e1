"""Set-ups that did better than what the scenario suggests, in battles of the quick policy: data/openings.toml."""

import tomllib
from functools import cache
from typing import Any

from sandtable.systems.nations_at_war.reading.book import DATA
from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.table.decision import Choice, Decision


@cache
def book() -> dict[str, Any]:
    """By scenario and side: where each piece goes; a marker of which there are several has a list."""
    return tomllib.loads((DATA / "openings.toml").read_text(encoding="utf-8"))


def opening(b: Battle, decision: Decision) -> Choice | None:
    """Where the book puts the piece that is to be set up; nothing if it does not say, or it may not go there."""
    places = book().get(b.scenario.id, {}).get(decision.seat, {})
    for choice in decision.options():
        where = places.get(choice.piece, ())
        if choice.do in ("place", "assign") and (
            choice.to == where if isinstance(where, str) else choice.to in where
        ):
            return choice
    return None
