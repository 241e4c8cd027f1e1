"""What the page needs to print a scenario: the first moment, the backs of counters, cards, markers and charts."""

from typing import Any

import msgspec

from sandtable.table.battle import Scenario
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.system import AnySystem


def paper(system: AnySystem, scenario: Scenario) -> dict[str, Any]:
    """Everything on paper, for a scenario that can be played."""
    battle = system.rules.new(scenario)
    printed = system.shown.printed(battle)
    view = system.shown.view(Play(system, battle, SampledChance(1)), "")
    opening = msgspec.structs.replace(view, log=(), decision=None, waiting=())
    return {
        "view": opening,
        "printed": printed,
        "charts": system.shelf.handbook().charts,
        "game": system.title,
        "date": getattr(scenario, "date", ""),
        "background": getattr(scenario, "background", ""),
    }
