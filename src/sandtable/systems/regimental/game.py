"""The regimental rules as a system of the house."""

from typing import Any

import msgspec

from sandtable.systems.regimental import load
from sandtable.systems.regimental.faults import faults
from sandtable.systems.regimental.orders import legal_orders
from sandtable.systems.regimental.pieces import Battle
from sandtable.systems.regimental.scenario import Scenario
from sandtable.systems.regimental.sequence import script
from sandtable.systems.regimental.setup import new_battle
from sandtable.table.chance import Chance
from sandtable.table.play import Script
from sandtable.table.system import RuleText, ScenarioInfo, System


class Regimental(System):
    """Regimental rules: stands on hexes, secret simultaneous orders."""

    key = "regimental"
    title = "Regimental"
    publisher = ""
    passes = ("pass", "done", "stay")

    def scenarios(self) -> list[ScenarioInfo]:
        return load.scenario_list()

    def load(self, scenario: str) -> Scenario:
        return load.find_scenario(scenario)

    def new(self, scenario: Any, options: dict[str, str] | None = None) -> Battle:
        return new_battle(scenario)

    def digest(self, scenario: Any) -> str:
        return str(scenario.digest)

    def seats(self, battle: Any) -> tuple[str, ...]:
        return tuple(side.key for side in battle.scenario.sides)

    def script(self, battle: Any) -> Script:
        return script(battle)

    def redeal(self, battle: Any, seat: str, chance: Chance) -> None:
        """1.5.b The other side's markers that lie face down may be any orders that are legal."""
        for regiment in battle.regiments:
            if regiment.given and battle.side_name(regiment.side) != seat:
                regiment.given = chance.draw(legal_orders(battle, regiment), "an order face down")

    def faults(self, battle: Any) -> list[str]:
        return faults(battle)

    def fingerprint(self, battle: Any) -> bytes:
        return msgspec.json.encode(battle.state())

    def turn(self, battle: Any) -> int:
        return int(battle.round_number)

    def rules(self) -> dict[str, RuleText]:
        return load.rules()
