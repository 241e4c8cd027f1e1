"""The miniatures rules as a system of the house."""

from typing import Any

from sandtable.systems.miniatures.reading import shelf
from sandtable.systems.miniatures.rules.faults import faults
from sandtable.systems.miniatures.rules.sequence import script
from sandtable.systems.miniatures.rules.setup import new_battle
from sandtable.systems.miniatures.showing.catalogue import catalogue
from sandtable.systems.miniatures.showing.dangers import overlays, probe, sight
from sandtable.systems.miniatures.showing.forecast import from_scene, from_words
from sandtable.systems.miniatures.showing.narrator import label, sentence
from sandtable.systems.miniatures.showing.view import view
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.systems.miniatures.thinking.deliberation import considered, doubt
from sandtable.systems.miniatures.thinking.plans import schemes, stage
from sandtable.systems.miniatures.thinking.policy import follow
from sandtable.systems.miniatures.thinking.promises import expected
from sandtable.systems.miniatures.thinking.prospect import prospect
from sandtable.systems.miniatures.thinking.shortlist import shortlist
from sandtable.systems.miniatures.thinking.worth import evaluate
from sandtable.table.chance import Chance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.play import Play, Script
from sandtable.table.scheme import Scheme
from sandtable.table.system import Catalogue, Forecast, Probe, RuleText, Sight, System, side_of
from sandtable.table.view import View, Zone


class Miniatures(System):
    """Initiative rules for miniatures: teams on a table measured in inches. Nothing is hidden."""

    key = "miniatures"
    title = "Initiative Miniatures"
    publisher = ""
    shelf = shelf.SHELF
    passes = ("pass", "done", "stay", "keep")
    secrets = False
    foresight = 1  # an activation is played to its end
    rounds = (2, 4, 6)  # an assault takes long to play

    def catalogue(self) -> Catalogue:
        return catalogue(shelf.rulebook())

    def new(self, scenario: Any, options: dict[str, str] | None = None) -> Battle:
        return new_battle(scenario)

    def script(self, battle: Any) -> Script:
        return script(battle)

    def redeal(self, battle: Any, seat: str, chance: Chance) -> None:
        """Everything lies open on the table."""

    def faults(self, battle: Any) -> list[str]:
        return faults(battle)

    def rules(self) -> dict[str, RuleText]:
        return shelf.rules()

    # For eyes and ears ---------------------------------------------------------------------------

    def view(self, play: Play, seat: str) -> View:
        return view(play, seat)

    def label(self, battle: Any, decision: Decision, choice: Choice) -> str:
        return label(battle, decision, choice)

    def sentence(self, battle: Any, event: Event) -> str:
        return sentence(battle, event)

    def sight(self, battle: Any, start: str, to: str) -> Sight | None:
        return sight(battle, start, to)

    def probe(self, battle: Any, decision: Decision, choice: Choice) -> Probe:
        return probe(battle, decision, choice)

    def overlays(self, battle: Any, piece: str) -> list[Zone]:
        return overlays(battle, piece)

    def forecast(self, text: str, scene: bool = False) -> list[Forecast]:
        return from_scene(text) if scene else [from_words(text)]

    # For bots ------------------------------------------------------------------------------------

    def evaluate(self, battle: Any, seat: str) -> float:
        return evaluate(battle, side_of(battle, seat))

    def shortlist(self, battle: Any, decision: Decision) -> list[Choice]:
        return shortlist(battle, decision)

    def expected(self, battle: Any, decision: Decision, choice: Choice, seat: str) -> float | None:
        return expected(battle, decision, choice, side_of(battle, seat))

    def follow(self, battle: Any, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        return follow(battle, decision, scheme)

    def stage(self, battle: Any) -> str:
        return stage(battle)

    def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return schemes(battle, decision, current)

    def considered(self, battle: Any, decision: Decision, seat: str) -> list[Scheme]:
        return considered(battle, decision)

    def doubt(self, battle: Any, decision: Decision, seat: str) -> float:
        return doubt(decision)

    def prospect(self, battle: Any, seat: str) -> float:
        return prospect(battle, side_of(battle, seat))
