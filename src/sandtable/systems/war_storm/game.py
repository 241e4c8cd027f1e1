"""War Storm as a system of the house."""

from pathlib import Path
from typing import Any

from sandtable.content.maps import load_map
from sandtable.systems.war_storm.reading.book import rulebook, rules
from sandtable.systems.war_storm.reading.maps import sheet_from
from sandtable.systems.war_storm.reading.shelf import SHELF
from sandtable.systems.war_storm.rules.faults import faults
from sandtable.systems.war_storm.rules.setup import new_battle
from sandtable.systems.war_storm.rules.turn import script
from sandtable.systems.war_storm.showing.catalogue import catalogue
from sandtable.systems.war_storm.showing.dangers import dangers, sight
from sandtable.systems.war_storm.showing.forecast import from_scene, from_words
from sandtable.systems.war_storm.showing.narrator import label, sentence
from sandtable.systems.war_storm.showing.view import view
from sandtable.systems.war_storm.state.pieces import Battle
from sandtable.systems.war_storm.thinking.plans import intent, schemes, stage
from sandtable.systems.war_storm.thinking.policy import follow
from sandtable.systems.war_storm.thinking.promises import expected
from sandtable.systems.war_storm.thinking.prospect import prospect
from sandtable.systems.war_storm.thinking.strategy import deepened, doubt
from sandtable.systems.war_storm.thinking.worth import evaluate
from sandtable.table.chance import Chance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.play import Play, Script
from sandtable.table.scheme import Scheme
from sandtable.table.system import Catalogue, Danger, Forecast, RuleText, Sight, System, side_of
from sandtable.table.view import View


class WarStorm(System):
    """War Storm Series, basic rules: companies of platoons on hexes with levels, activated in alternation."""

    key = "war_storm"
    title = "War Storm"
    publisher = ""
    shelf = SHELF
    passes = ("pass", "done", "keep", "halt")
    secrets = False  # all is open to both sides
    foresight = 2
    rounds = (2, 4, 16)

    def read_map(self, path: Path) -> str:
        return f"{load_map(path, sheet_from).name}, a map sheet"

    def catalogue(self) -> Catalogue:
        return catalogue(rulebook())

    def new(self, scenario: Any, options: dict[str, str] | None = None) -> Battle:
        return new_battle(scenario)

    def script(self, battle: Any) -> Script:
        return script(battle)

    def redeal(self, battle: Any, seat: str, chance: Chance) -> None:
        """Nothing is hidden."""

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

    # For players who think -----------------------------------------------------------------------

    def sight(self, battle: Any, start: str, to: str) -> Sight:
        return sight(battle, start, to)

    def forecast(self, text: str, scene: bool = False) -> list[Forecast]:
        return from_scene(text) if scene else [from_words(text)]

    def dangers(self, battle: Any, decision: Decision, choice: Choice) -> list[Danger]:
        return dangers(battle, decision, choice)

    def evaluate(self, battle: Any, seat: str) -> float:
        return evaluate(battle, side_of(battle, seat))

    def expected(self, battle: Any, decision: Decision, choice: Choice, seat: str) -> float | None:
        return expected(battle, decision, choice, side_of(battle, seat))

    def stage(self, battle: Any) -> str:
        return stage(battle)

    def prospect(self, battle: Any, seat: str) -> float:
        return prospect(battle, side_of(battle, seat))

    def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return schemes(battle, decision, side_of(battle, seat), current)

    def intent(self, battle: Any, decision: Decision, seat: str) -> Scheme | None:
        return intent(battle, decision, side_of(battle, seat))

    def doubt(self, battle: Any, decision: Decision, seat: str) -> float:
        return doubt(battle)

    def deepened(self, battle: Any, decision: Decision, seat: str, found: list[Scheme]) -> list[Scheme]:
        return deepened(battle, decision, side_of(battle, seat), found)

    def follow(self, battle: Any, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        return follow(battle, decision, side_of(battle, seat), scheme)
