"""Of War and Men as a system of the house."""

from typing import Any

from sandtable.systems.of_war_and_men.reading import shelf
from sandtable.systems.of_war_and_men.rules.faults import faults
from sandtable.systems.of_war_and_men.rules.rounds import script
from sandtable.systems.of_war_and_men.showing.catalogue import catalogue
from sandtable.systems.of_war_and_men.showing.forecast import from_scene, from_words
from sandtable.systems.of_war_and_men.showing.narrator import label, sentence
from sandtable.systems.of_war_and_men.showing.sight_questions import sight
from sandtable.systems.of_war_and_men.showing.view import view
from sandtable.systems.of_war_and_men.state.hidden import redeal
from sandtable.systems.of_war_and_men.state.pieces import Battle, empty_battle
from sandtable.systems.of_war_and_men.state.scenario import SIDES
from sandtable.systems.of_war_and_men.thinking.considered_answers import considered
from sandtable.systems.of_war_and_men.thinking.plans import deepened, schemes, stage
from sandtable.systems.of_war_and_men.thinking.policy import follow
from sandtable.systems.of_war_and_men.thinking.shortlist import habit, shortlist
from sandtable.systems.of_war_and_men.thinking.worth import evaluate
from sandtable.table.chance import Chance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.play import Play, Script
from sandtable.table.scheme import Scheme
from sandtable.table.system import Catalogue, Forecast, RuleText, Sight, System
from sandtable.table.view import View


class OfWarAndMen(System):
    """Soldiers and cards: a deck that is dice, clock and hand."""

    key = "of_war_and_men"
    title = "Of War and Men"
    publisher = "Netherhavyn Game Works"
    shelf = shelf.SHELF
    passes = ("pass", "wait", "stay", "done", "cease fire", "as they stand", "keep the line", "leave")

    def catalogue(self) -> Catalogue:
        return catalogue(shelf.rulebook())

    def new(self, scenario: Any, options: dict[str, str] | None = None) -> Battle:
        return empty_battle(scenario)

    def script(self, battle: Any) -> Script:
        return script(battle)

    def redeal(self, battle: Any, seat: str, chance: Chance) -> None:
        redeal(battle, seat, chance)

    def faults(self, battle: Any) -> list[str]:
        return faults(battle)

    def side(self, battle: Any, seat: str) -> str:
        return SIDES[battle.player(seat).side]

    def turn(self, battle: Any) -> int:
        return int(battle.round)

    def rules(self) -> dict[str, RuleText]:
        return shelf.rules()

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
        return evaluate(battle, battle.player(seat).side)

    def shortlist(self, battle: Any, decision: Decision) -> list[Choice]:
        return shortlist(battle, decision)

    def settled(self, battle: Any) -> bool:
        return not battle.stack and battle.assault is None and not battle.pile

    def habit(self, battle: Any, decision: Decision) -> Choice | None:
        return habit(battle, decision)

    def stage(self, battle: Any) -> str:
        return stage(battle)

    def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return schemes(battle, decision, seat, current)

    def deepened(self, battle: Any, decision: Decision, seat: str, found: list[Scheme]) -> list[Scheme]:
        return deepened(battle, decision, seat, found)

    def considered(self, battle: Any, decision: Decision, seat: str) -> list[Scheme]:
        return considered(battle, decision, seat)

    def follow(self, battle: Any, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        return follow(battle, decision, seat, scheme)
