"""The regimental rules as a system of the house."""

from pathlib import Path
from typing import Any

from sandtable.content.maps import load_map
from sandtable.systems.regimental import load
from sandtable.systems.regimental.bot import evaluate, expected, shortlist
from sandtable.systems.regimental.catalogue import catalogue
from sandtable.systems.regimental.faults import faults
from sandtable.systems.regimental.forecast import from_scene, from_words
from sandtable.systems.regimental.judgement import prospect
from sandtable.systems.regimental.load_maps import map_from
from sandtable.systems.regimental.lookout import sight
from sandtable.systems.regimental.narrator import label, sentence
from sandtable.systems.regimental.orders import legal_orders
from sandtable.systems.regimental.pieces import Battle
from sandtable.systems.regimental.plans import schemes, stage
from sandtable.systems.regimental.sequence import script
from sandtable.systems.regimental.setup import new_battle
from sandtable.systems.regimental.staff import follow
from sandtable.systems.regimental.strategy import considered, doubt
from sandtable.systems.regimental.view import view
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
    shelf = load.SHELF
    passes = ("pass", "done", "stay", "ready")
    foresight = 1  # a plan is for a round: beyond, the dice drown it

    def read_map(self, path: Path) -> str:
        board = load_map(path, map_from)
        return f"{board.name}, {board.columns} by {board.rows} hexes"

    def catalogue(self) -> Catalogue:
        return catalogue(load.rulebook())

    def new(self, scenario: Any, options: dict[str, str] | None = None) -> Battle:
        return new_battle(scenario)

    def script(self, battle: Any) -> Script:
        return script(battle)

    def redeal(self, battle: Any, seat: str, chance: Chance) -> None:
        """1.5.b The other side's markers that lie face down may be any orders that are legal."""
        for regiment in battle.regiments:
            if regiment.given and battle.side_name(regiment.side) != seat:
                regiment.given = chance.draw(legal_orders(battle, regiment), "an order face down")

    def faults(self, battle: Any) -> list[str]:
        return faults(battle)

    def turn(self, battle: Any) -> int:
        return int(battle.round_number)

    def rules(self) -> dict[str, RuleText]:
        return load.rules()

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
