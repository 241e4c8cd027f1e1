"""What a game system offers the rest of the house, and the register of systems."""

from typing import Any

import msgspec

from sandtable.table.chance import Chance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.play import Play, Script
from sandtable.table.view import Odds


class ScenarioInfo(msgspec.Struct, frozen=True):
    """A scenario in the list of games."""

    id: str  # "<system key>/<slug of its name>"
    system: str
    name: str
    sides: tuple[str, ...]  # seats, in order
    turns: int
    date: str = ""
    background: str = ""
    file: str = ""


class RuleText(msgspec.Struct, frozen=True):
    """A rule in our own words. `source`: "book", "found" (publicly known) or "design" (ours)."""

    id: str
    title: str
    text: str
    ruling: str = ""
    source: str = "book"
    examples: tuple[str, ...] = ()


class Sight(msgspec.Struct, frozen=True):
    """What is in sight of a place; or, of two places, whether each sees the other, why, and by which rule."""

    places: tuple[str, ...] = ()
    open: bool = False
    reason: str = ""
    rule: str = ""


class Danger(msgspec.Struct, frozen=True):
    """Who could fire at a piece on its way, where, and what might come of it."""

    place: str
    piece: str  # who fires
    target: str
    label: str  # how: "Opportunity Fire"
    odds: tuple[Odds, ...] = ()


class System:
    """A game system. A new one derives from this and is registered in `sandtable.systems`."""

    key: str = ""
    title: str = ""
    publisher: str = ""
    passes: tuple[str, ...] = ("pass",)  # verbs that do nothing: what bots expect of others in between
    secrets: bool = True  # False only where every seat sees everything

    def scenarios(self) -> list[ScenarioInfo]:
        """All scenarios, the users' own (content.folders) after ours."""
        raise NotImplementedError

    def load(self, scenario: str) -> Any:
        """A scenario by its id; raises content.ContentError with all its problems at once."""
        raise NotImplementedError

    def new(self, scenario: Any, options: dict[str, str] | None = None) -> Any:
        """A battle of this scenario before its first episode."""
        raise NotImplementedError

    def digest(self, scenario: Any) -> str:
        """The digest of the scenario's content, for the journal."""
        raise NotImplementedError

    def seats(self, battle: Any) -> tuple[str, ...]:
        raise NotImplementedError

    def script(self, battle: Any) -> Script:
        """The next episode of a battle that is not over."""
        raise NotImplementedError

    def redeal(self, battle: Any, seat: str, chance: Chance) -> None:
        """Replace, in this copy, what the seat cannot see by a random possibility.

        Comes while a question is open: procedures and listings read hidden things from the battle
        when they need them and keep none.
        """
        raise NotImplementedError

    def faults(self, battle: Any) -> list[str]:
        """What is broken in this battle: nothing, if the rules are written well."""
        raise NotImplementedError

    def fingerprint(self, battle: Any) -> bytes:
        """All of the state as bytes, for the tests that copies never share and games repeat."""
        raise NotImplementedError

    def turn(self, battle: Any) -> int:
        raise NotImplementedError

    def view(self, play: Play, seat: str) -> Any:
        """What this seat sees, built from nothing (table.view.View). Seat "" is a spectator."""
        raise NotImplementedError

    def label(self, battle: Any, decision: Decision, choice: Choice) -> str:
        """A choice in words, for a button."""
        raise NotImplementedError

    def sentence(self, battle: Any, event: Event) -> str:
        """An event as an English sentence; empty for what needs no word."""
        raise NotImplementedError

    def rules(self) -> dict[str, RuleText]:
        raise NotImplementedError

    def evaluate(self, battle: Any, seat: str) -> float:
        """How well this seat stands: 0 is even, 1 about a platoon's worth."""
        raise NotImplementedError

    # What a system may offer a player who thinks before he moves; the battle is one in which the unseen is re-dealt.

    def sight(self, battle: Any, start: str, to: str) -> Sight | None:
        """Whether a place sees another or, without one, all that it sees; ValueError for a place that is not there.

        None: there are no lines of sight in this game.
        """
        return None

    def dangers(self, battle: Any, decision: Decision, choice: Choice) -> list[Danger]:
        """Who could fire at the acting piece if this choice is made."""
        return []

    # What a system may offer its computer players; both get a battle in which the unseen is re-dealt.

    def shortlist(self, battle: Any, decision: Decision) -> list[Choice]:
        """The options worth a computer player's thought: all, unless the system knows better."""
        return decision.options()

    def expected(self, battle: Any, decision: Decision, choice: Choice, seat: str) -> float | None:
        """The exact mean of `evaluate` over the outcomes of a choice; None: play it out with dice."""
        return None


_systems: dict[str, System] = {}


def register(system: System) -> None:
    """Put a system on the table."""
    _systems[system.key] = system


def systems() -> dict[str, System]:
    """All registered systems by key."""
    return dict(_systems)
