"""What is as good as the usual at the beginning of a battle, so that nobody knows it by heart: data/openings.toml."""

import tomllib
from functools import cache

from sandtable.systems.war_storm.reading.book import DATA
from sandtable.systems.war_storm.state.pieces import Battle
from sandtable.systems.war_storm.thinking.plans import Planner
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme

Opening = dict[str, list[str]]  # a unit, or "fire": hexes that are as good


@cache
def book() -> dict[str, dict[str, Opening]]:
    """By scenario and side."""
    return tomllib.loads((DATA / "openings.toml").read_text(encoding="utf-8"))


def opening(b: Battle, side: int) -> Opening:
    return book().get(b.scenario.id, {}).get(b.scenario.sides[side].key, {})


def set_ups(b: Battle, decision: Decision, side: int) -> list[Scheme]:
    """The hexes in which a unit begins as well as anywhere; nothing if the book does not say."""
    options = decision.options()
    known = [Choice("place", decision.piece, place) for place in opening(b, side).get(decision.piece, [])]
    return [Scheme(f"Begin in {choice.to}", {}, choice, 0.0) for choice in known if choice in options]


def first_shots(planner: Planner, promise: float) -> list[Scheme]:
    """The volleys that are as good in the first activation, the officer here or there."""
    b, officer = planner.b, planner.officer
    side = planner.unit.side
    if b.turn > 1 or b.activations[side] or officer is None:
        return []
    known = opening(b, side)
    found = []
    for target in known.get("fire", []):
        label = f"{planner.name} fires at {target}"
        for idea in planner.ideas:
            if idea.scheme.label == label:
                for place in known[officer.id]:
                    goes = "hold" if b.ground.index[place] == officer.hex else f"to {place}"
                    orders = {**idea.scheme.orders, officer.id: goes}
                    found.append(Scheme(label, orders, idea.scheme.first, promise))
    return found
