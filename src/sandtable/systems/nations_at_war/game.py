"""Nations at War as a system of the house."""

from typing import Any

import msgspec

from sandtable.systems.nations_at_war import load
from sandtable.systems.nations_at_war.faults import faults
from sandtable.systems.nations_at_war.ground import Ground
from sandtable.systems.nations_at_war.pieces import Battle, Unit, empty_battle, new_formation, new_hq, new_unit
from sandtable.systems.nations_at_war.scenario import Scenario
from sandtable.systems.nations_at_war.turn import script
from sandtable.table.chance import Chance
from sandtable.table.play import Script
from sandtable.table.system import RuleText, ScenarioInfo, System


def new_battle(scenario: Scenario) -> Battle:
    """3.0 A battle before its set-up: all pieces off the map."""
    battle = empty_battle(scenario, ground_of(scenario))
    units: list[Unit] = []
    for side in (0, 1):
        for index, spec in enumerate(scenario.formations):
            if spec.side != side:
                continue
            for counter in spec.units:
                unit = new_unit(len(units), counter.id, counter.name, side, index, counter.type)
                unit.places_smoke = counter.places_smoke
                unit.weapon = counter.weapon
                unit.leader = counter.leader
                unit.mounted = counter.mounted
                if counter.reduced:
                    unit.steps = 1
                unit.show()
                units.append(unit)
    battle.units = units
    cut = sum(1 for unit in units if unit.side == 0)
    battle.units_of = (units[:cut], units[cut:])
    for index, spec in enumerate(scenario.formations):
        battle.formations.append(new_formation(index, spec))
        for hq in [spec.hq, *spec.sub_hqs]:
            if hq is not None:
                battle.hqs.append(new_hq(len(battle.hqs), spec.side, index, hq))
    return battle


_grounds: dict[tuple[str, bool], Ground] = {}


def ground_of(scenario: Scenario) -> Ground:
    """The ground of a scenario, kept from game to game."""
    key = (scenario.digest, scenario.water_is_clear)
    ground = _grounds.get(key)
    if ground is None:
        ground = _grounds[key] = Ground(scenario.map, scenario.rulebook, scenario.water_is_clear)
    return ground


class NationsAtWar(System):
    """Nations at War, Starter Kit v3.0."""

    key = "nations_at_war"
    title = "Nations at War"
    publisher = "Lock 'n Load Publishing"

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
        """Nothing is hidden but the order of the cup, and that is not in the battle."""

    def faults(self, battle: Any) -> list[str]:
        return faults(battle)

    def fingerprint(self, battle: Any) -> bytes:
        return msgspec.json.encode(battle.state())

    def turn(self, battle: Any) -> int:
        return int(battle.turn)

    def rules(self) -> dict[str, RuleText]:
        return load.rules()
