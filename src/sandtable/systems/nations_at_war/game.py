"""Nations at War as a system of the house."""

from pathlib import Path
from typing import Any

from sandtable.content.maps import load_map
from sandtable.systems.nations_at_war.reading.book import rulebook, rules
from sandtable.systems.nations_at_war.reading.maps import map_from
from sandtable.systems.nations_at_war.reading.shelf import SHELF
from sandtable.systems.nations_at_war.rules.combat.fire import leader_for
from sandtable.systems.nations_at_war.rules.turn import script
from sandtable.systems.nations_at_war.showing.catalogue import catalogue
from sandtable.systems.nations_at_war.showing.dangers import dangers, sight
from sandtable.systems.nations_at_war.showing.forecast import from_scene, from_words
from sandtable.systems.nations_at_war.showing.narrator import label, sentence
from sandtable.systems.nations_at_war.showing.view import view
from sandtable.systems.nations_at_war.state.faults import faults
from sandtable.systems.nations_at_war.state.ground import Ground
from sandtable.systems.nations_at_war.state.pieces import Battle, Unit, empty_battle, new_formation, new_hq, new_unit
from sandtable.systems.nations_at_war.state.scenario import Scenario
from sandtable.systems.nations_at_war.thinking.action_worth import ATTACKER, BRAVE, STEADY
from sandtable.systems.nations_at_war.thinking.plans import comes_from_afar, considered, schemes, stage
from sandtable.systems.nations_at_war.thinking.policy import Hand
from sandtable.systems.nations_at_war.thinking.prospect import prospect
from sandtable.systems.nations_at_war.thinking.worth import OPS_WORTH, Judge, shortlist
from sandtable.table.chance import Chance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.kept import Kept
from sandtable.table.play import Play, Script
from sandtable.table.scheme import Scheme
from sandtable.table.system import Catalogue, Danger, Forecast, RuleText, Sight, System, side_of
from sandtable.table.view import View


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
        battle.formations.append(new_formation(index, spec, units))
        for hq in [spec.hq, *spec.sub_hqs]:
            if hq is not None:
                battle.hqs.append(new_hq(len(battle.hqs), spec.side, index, hq))
    return battle


_grounds: Kept[Ground] = Kept()


def ground_of(scenario: Scenario) -> Ground:
    """The ground of a scenario, kept from game to game."""
    key = (scenario.digest, scenario.water_is_clear)
    return _grounds.get(key, lambda: Ground(scenario.map, scenario.rulebook, scenario.water_is_clear))


class NationsAtWar(System):
    """Nations at War, Starter Kit v3.0."""

    key = "nations_at_war"
    title = "Nations at War"
    publisher = "Lock 'n Load Publishing"
    secrets = False
    shelf = SHELF

    def __init__(self) -> None:
        self._judges: Kept[Judge] = Kept()
        self._hands: Kept[Hand] = Kept()
        self._pondered: Decision | None = None  # the decision that `_worth` belongs to
        self._worth = 0.0

    def read_map(self, path: Path) -> str:
        board = load_map(path, map_from)
        return f"{board.name}, {board.columns} by {board.rows} hexes"

    def catalogue(self) -> Catalogue:
        return catalogue(rulebook())

    def new(self, scenario: Any, options: dict[str, str] | None = None) -> Battle:
        return new_battle(scenario)

    def script(self, battle: Any) -> Script:
        return script(battle)

    def redeal(self, battle: Any, seat: str, chance: Chance) -> None:
        """Nothing is hidden but the order of the cup, and that is not in the battle."""

    def faults(self, battle: Any) -> list[str]:
        return faults(battle)

    def rules(self) -> dict[str, RuleText]:
        return rules()

    # For eyes and ears ---------------------------------------------------------------------------

    def view(self, play: Play, seat: str) -> View:
        return view(play, seat)

    def label(self, battle: Any, decision: Decision, choice: Choice) -> str:
        return label(battle, decision, choice)

    def sentence(self, battle: Any, event: Event) -> str:
        return sentence(battle, event)

    def sight(self, battle: Any, start: str, to: str) -> Sight | None:
        return sight(battle, start, to)

    def dangers(self, battle: Any, decision: Decision, choice: Choice) -> list[Danger]:
        return dangers(battle, decision, choice)

    def forecast(self, text: str, scene: bool = False) -> list[Forecast]:
        return from_scene(self, text) if scene else [from_words(self, text)]

    # For bots ------------------------------------------------------------------------------------

    def judge(self, battle: Battle) -> Judge:
        """The evaluation for the battle's map and victory conditions, kept from battle to battle."""
        ground, victory = battle.ground, battle.scenario.victory
        return self._judges.get((ground, victory), lambda: Judge(ground, victory))

    def evaluate(self, battle: Any, seat: str) -> float:
        return self.judge(battle).evaluate(battle, side_of(battle, seat))

    def shortlist(self, battle: Any, decision: Decision) -> list[Choice]:
        return shortlist(battle, decision, self.judge(battle))

    def expected(self, battle: Any, decision: Decision, choice: Choice, seat: str) -> float | None:
        """Shots are reckoned exactly: the present worth and what the shot is expected to cost the enemy."""
        if choice.do not in ("fire", "overwatch") or not choice.to or decision.kind == "aa fire":
            return None
        unit, target = battle.unit(choice.piece), battle.unit(choice.to)
        if unit is None or target is None:
            return None
        if self._pondered is not decision:
            self._pondered = decision
            self._worth = self.evaluate(battle, seat)
        leader = leader_for(battle, unit) if choice.number else None
        reaction = decision.kind == "opportunity fire"
        moving = battle.action is not None and (battle.action.moved or battle.action.half) and not reaction
        gain = self.judge(battle).gain_of_fire(
            battle, unit, target, moving, leader.leadership if leader is not None else 0, reaction
        )
        return self._worth + gain - (OPS_WORTH if reaction else 0.0) - 0.01 * choice.number

    def hand(self, battle: Battle) -> Hand:
        """The quick hand for the battle's map and victory conditions."""
        judge = self.judge(battle)
        return self._hands.get(judge, lambda: Hand(judge))

    def steady_hand(self, battle: Battle) -> Hand:
        """The hand of a player with more time."""
        judge = self.judge(battle)
        attacker = BRAVE if comes_from_afar(battle) else ATTACKER
        return self._hands.get((judge, attacker), lambda: Hand(judge, attacker, STEADY))

    def prospect(self, battle: Any, seat: str) -> float:
        return prospect(battle, side_of(battle, seat), self.judge(battle))

    def stage(self, battle: Any) -> str:
        return stage(battle)

    def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return schemes(battle, decision, side_of(battle, seat), current, self.hand(battle))

    def considered(self, battle: Any, decision: Decision, seat: str) -> list[Scheme]:
        return considered(battle, decision, side_of(battle, seat), self.steady_hand(battle))

    def follow(self, battle: Any, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        return self.hand(battle).answer(battle, decision, side_of(battle, seat))
