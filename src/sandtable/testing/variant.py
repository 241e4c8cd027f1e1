"""Systems that a test makes up: one object whose methods are named as the functions of the facets."""

from typing import Any

import msgspec

from sandtable.table.chance import Chance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.mind import Mind
from sandtable.table.play import AnyPlay, Script
from sandtable.table.rules import Rules
from sandtable.table.shelf import RuleText
from sandtable.table.shown import Shown
from sandtable.table.system import AnySystem, System
from sandtable.table.wishes import WishKind
from sandtable.testing.memory import MemoryShelf
from sandtable.testing.toy import SCENARIOS, TOY, Battle, Scenario, info_of


class PlainScenario(msgspec.Struct, frozen=True):
    """A scenario that is nothing but its name."""

    id: str
    name: str = ""

    @property
    def digest(self) -> str:
        return f"the digest of {self.id}"


def not_there(*asked: Any) -> Any:
    """In the place of what a made-up system lacks."""
    raise NotImplementedError


NO_SCENARIOS: MemoryShelf[Any] = MemoryShelf({}, not_there, {})


def assembled(game: Any) -> AnySystem:
    """A system from the methods of one object; what the object lacks has its usual answer or must not be asked."""

    def methods(facet: type[msgspec.Struct], needed: tuple[str, ...]) -> dict[str, Any]:
        found = dict.fromkeys(needed, not_there)
        return found | {name: getattr(game, name) for name in facet.__struct_fields__ if hasattr(game, name)}

    return System(
        key=getattr(game, "key", ""),
        title=getattr(game, "title", ""),
        rules=Rules(**methods(Rules, ("new", "script", "faults"))),
        shown=Shown(**methods(Shown, ("view", "label", "sentence"))),
        shelf=getattr(game, "shelf", NO_SCENARIOS),
        mind=game if isinstance(game, Mind) else None,
    )


class Toy(Mind[Battle]):
    """The toy in one object, for tests that change something in it: `assembled(BrokenToy())`."""

    key = TOY.key
    title = TOY.title

    @property
    def shelf(self) -> MemoryShelf[Scenario]:
        return MemoryShelf(SCENARIOS, info_of, self.rule_texts())

    def rule_texts(self) -> dict[str, RuleText]:
        return dict(TOY.shelf.rules())

    def new(self, scenario: Scenario) -> Battle:
        return TOY.rules.new(scenario)

    def script(self, battle: Battle) -> Script:
        return TOY.rules.script(battle)

    def redeal(self, battle: Battle, seat: str, chance: Chance) -> None:
        TOY.rules.redeal(battle, seat, chance)

    def seats(self, battle: Battle) -> tuple[str, ...]:
        return TOY.rules.seats(battle)

    def faults(self, battle: Battle) -> list[str]:
        return TOY.rules.faults(battle)

    def fingerprint(self, battle: Battle) -> bytes:
        return TOY.rules.fingerprint(battle)

    def wishes(self, battle: Battle) -> tuple[WishKind, ...]:
        return TOY.rules.wishes(battle)

    def view(self, play: AnyPlay, seat: str) -> Any:
        return TOY.shown.view(play, seat)

    def label(self, battle: Battle, decision: Decision, choice: Choice) -> str:
        return TOY.shown.label(battle, decision, choice)

    def sentence(self, battle: Battle, event: Event) -> str:
        return TOY.shown.sentence(battle, event)

    def evaluate(self, battle: Battle, seat: str) -> float:
        return TOY.thinks.evaluate(battle, seat)
