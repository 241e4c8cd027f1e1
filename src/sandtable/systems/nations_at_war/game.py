"""Nations at War as a system of the house."""

from pathlib import Path
from typing import Any

from sandtable.content.maps import load_map
from sandtable.systems.nations_at_war.reading.book import rulebook, rules
from sandtable.systems.nations_at_war.reading.maps import map_from
from sandtable.systems.nations_at_war.reading.shelf import SHELF
from sandtable.systems.nations_at_war.rules.setup import new_battle
from sandtable.systems.nations_at_war.rules.turn import script
from sandtable.systems.nations_at_war.showing.catalogue import catalogue
from sandtable.systems.nations_at_war.showing.dangers import dangers, sight
from sandtable.systems.nations_at_war.showing.forecast import from_scene, from_words
from sandtable.systems.nations_at_war.showing.narrator import label, sentence
from sandtable.systems.nations_at_war.showing.view import view
from sandtable.systems.nations_at_war.state.faults import faults
from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.systems.nations_at_war.thinking.mind import Mind
from sandtable.table.chance import Chance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.play import Play, Script
from sandtable.table.scheme import Scheme
from sandtable.table.system import Catalogue, Danger, Forecast, RuleText, Sight, System
from sandtable.table.view import View


class NationsAtWar(System):
    """Nations at War, Starter Kit v3.0."""

    key = "nations_at_war"
    title = "Nations at War"
    publisher = "Lock 'n Load Publishing"
    secrets = False
    shelf = SHELF

    def __init__(self) -> None:
        self.mind = Mind()

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

    def evaluate(self, battle: Any, seat: str) -> float:
        return self.mind.evaluate(battle, seat)

    def shortlist(self, battle: Any, decision: Decision) -> list[Choice]:
        return self.mind.shortlist(battle, decision)

    def expected(self, battle: Any, decision: Decision, choice: Choice, seat: str) -> float | None:
        return self.mind.expected(battle, decision, choice, seat)

    def prospect(self, battle: Any, seat: str) -> float:
        return self.mind.prospect(battle, seat)

    def stage(self, battle: Any) -> str:
        return self.mind.stage(battle)

    def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return self.mind.schemes(battle, decision, seat, current)

    def considered(self, battle: Any, decision: Decision, seat: str) -> list[Scheme]:
        return self.mind.considered(battle, decision, seat)

    def follow(self, battle: Any, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        return self.mind.follow(battle, decision, seat, scheme)
