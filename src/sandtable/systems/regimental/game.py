"""The regimental rules as a system of the house."""

from pathlib import Path
from typing import Any

from sandtable.content.maps import load_map
from sandtable.systems.regimental.reading.book import rulebook, rules
from sandtable.systems.regimental.reading.maps import map_from
from sandtable.systems.regimental.reading.shelf import SHELF
from sandtable.systems.regimental.rules.faults import faults
from sandtable.systems.regimental.rules.orders import redeal
from sandtable.systems.regimental.rules.sequence import script
from sandtable.systems.regimental.showing.catalogue import catalogue
from sandtable.systems.regimental.showing.forecast import from_scene, from_words
from sandtable.systems.regimental.showing.narrator import label, sentence
from sandtable.systems.regimental.showing.sight import sight
from sandtable.systems.regimental.showing.view import view
from sandtable.systems.regimental.state.pieces import Battle
from sandtable.systems.regimental.state.setup import new_battle
from sandtable.systems.regimental.thinking.plans import schemes, stage
from sandtable.systems.regimental.thinking.prospect import prospect
from sandtable.systems.regimental.thinking.shortlist import shortlist
from sandtable.systems.regimental.thinking.staff_policy import follow
from sandtable.systems.regimental.thinking.strategist_plans import considered, doubt
from sandtable.systems.regimental.thinking.worth import evaluate, expected
from sandtable.table.chance import Chance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.play import Play, Script
from sandtable.table.scheme import Scheme
from sandtable.table.system import Catalogue, Forecast, RuleText, Sight, System, side_of
from sandtable.table.view import View


class Regimental(System):
    """Regimental rules: stands on hexes, secret simultaneous orders."""

    key = "regimental"
    title = "Regimental"
    publisher = ""
    shelf = SHELF
    passes = ("pass", "done", "stay", "ready")
    foresight = 1  # a plan is for a round: beyond, the dice drown it

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
        redeal(battle, seat, chance)

    def faults(self, battle: Any) -> list[str]:
        return faults(battle)

    def turn(self, battle: Any) -> int:
        return int(battle.round_number)

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

    def forecast(self, text: str, scene: bool = False) -> list[Forecast]:
        return from_scene(text) if scene else [from_words(text)]

    # For bots ------------------------------------------------------------------------------------

    def evaluate(self, battle: Any, seat: str) -> float:
        return evaluate(battle, side_of(battle, seat))

    def shortlist(self, battle: Any, decision: Decision) -> list[Choice]:
        return shortlist(battle, decision)

    def expected(self, battle: Any, decision: Decision, choice: Choice, seat: str) -> float | None:
        return expected(battle, decision, choice, side_of(battle, seat))

    def prospect(self, battle: Any, seat: str) -> float:
        return prospect(battle, side_of(battle, seat))

    def stage(self, battle: Any) -> str:
        return stage(battle)

    def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return schemes(battle, decision, side_of(battle, seat), current)

    def considered(self, battle: Any, decision: Decision, seat: str) -> list[Scheme]:
        return considered(battle, decision, side_of(battle, seat))

    def doubt(self, battle: Any, decision: Decision, seat: str) -> float:
        return doubt(decision)

    def follow(self, battle: Any, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        return follow(battle, decision, scheme)
