"""What a game system offers the rest of the house, and the register of systems."""

from pathlib import Path
from typing import Any, Protocol

import msgspec

from sandtable.table.chance import Chance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event, Modifier
from sandtable.table.play import Play, Script
from sandtable.table.scheme import Scheme
from sandtable.table.view import Odds, Shape, Tone, Zone

SCHEMES = 8  # plans weighed at most where the system has none of its own


class Balance(msgspec.Struct, frozen=True):
    """Who won how often when a computer player fought itself."""

    level: str
    games: int
    wins: dict[str, int]  # by side
    draws: int
    scenario: str = ""  # the beginning of the digest of the scenario that was measured
    decisions: int = 0  # in a battle, on average; 0: not counted


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
    balance: Balance | None = None  # None: not measured, or changed since
    own: bool = False  # a user's


class LeftOut(msgspec.Struct, frozen=True):
    """A user's file that is not in the list of games."""

    id: str  # what its scenario would be called
    file: str
    reason: str
    broken: bool = True  # False: another of the same name counts


class RuleText(msgspec.Struct, frozen=True):
    """A rule in our own words. `source`: "book", "found" (publicly known) or "design" (ours)."""

    id: str
    title: str
    text: str
    ruling: str = ""
    source: str = "book"
    examples: tuple[str, ...] = ()


class Sight(msgspec.Struct, frozen=True):
    """What is in sight of a place; or, of two places, whether each sees the other, why, and by which rule.

    On a plane `places` are the pieces in sight, and `shapes`, if a system works them out, the ground.
    """

    places: tuple[str, ...] = ()
    open: bool = False
    reason: str = ""
    rule: str = ""
    shapes: tuple[Shape, ...] = ()


class Danger(msgspec.Struct, frozen=True):
    """Who could fire at a piece on its way, where, and what might come of it."""

    place: str
    piece: str  # who fires
    target: str
    label: str  # how: "Opportunity Fire"
    odds: tuple[Odds, ...] = ()


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a choice would mean, in a sentence: cover at the end point, cohesion, an arc that is left."""

    text: str
    rule: str = ""
    tone: Tone = ""
    piece: str = ""  # the piece it is about


class Probe(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a legal choice would mean, before it is made. `zones` are drawn with it: a template, the arcs."""

    notes: tuple[Note, ...] = ()
    dangers: tuple[Danger, ...] = ()
    zones: tuple[Zone, ...] = ()


class Forecast(msgspec.Struct, frozen=True):
    """An attack that somebody asked about, and what will come of it, exactly."""

    title: str  # "Tiger I fires at T-34/76 in Woods at range 4"
    throws: tuple[tuple[str, str, tuple[Modifier, ...]], ...]  # "Attack", "4 dice, 3 or more", why so many
    outcomes: dict[str, float]  # in the order they are shown; together 1
    note: str = ""  # "1.44 hits left on average"
    numbers: dict[str, Any] = {}  # the same for programs, in words of the system's


Figure = int | str | bool


class Entry(msgspec.Struct, frozen=True):
    """Something that a scenario may name: the word it writes, what it is called, its main numbers by name."""

    word: str
    name: str = ""
    figures: dict[str, Figure] = {}


Catalogue = dict[str, list[Entry]]  # by kind: units, weapons, terrain


class Scenarios(Protocol):
    """Where a system finds its scenarios (content.shelf.Shelf)."""

    def infos(self) -> list[ScenarioInfo]: ...

    def left_out(self) -> list[LeftOut]: ...

    def find(self, id: str) -> Any: ...

    def load(self, path: Path | str) -> Any: ...


class System:
    """A game system. A new one derives from this and is registered in `sandtable.systems`.

    Its battles have a `scenario`, a `turn` and a `state()` of plain data; its scenarios have id, name, digest, turns,
    date, background and `sides` with a key and a name. Where that is so, the answers below need not be written.
    """

    key: str = ""
    title: str = ""
    publisher: str = ""
    passes: tuple[str, ...] = ("pass",)  # verbs that do nothing: what bots expect of others in between
    secrets: bool = True  # False only where every seat sees everything
    foresight: int = 2  # activations that a strategist plays out
    rounds: tuple[int, ...] = (3, 6, 12)  # tries of a plan in all, after each round of his
    shelf: Scenarios | None = None  # its scenarios; a system without one answers scenarios, load and read itself

    def scenarios(self) -> list[ScenarioInfo]:
        """All scenarios, the users' own (content.folders) after ours."""
        return self._shelf().infos()

    def left_out(self) -> list[LeftOut]:
        """The users' files that are not among the scenarios, and why."""
        return self.shelf.left_out() if self.shelf is not None else []

    def load(self, scenario: str) -> Any:
        """A scenario by its id, whole or without the game; raises content.ContentError with all its problems."""
        return self._shelf().find(scenario if "/" in scenario else f"{self.key}/{scenario}")

    def read(self, path: Path) -> Any:
        """The scenario in somebody's file, for `sandtable check`; ContentError with all its problems at once."""
        return self._shelf().load(path)

    def _shelf(self) -> Scenarios:
        if self.shelf is None:
            raise NotImplementedError
        return self.shelf

    def read_map(self, path: Path) -> str:
        """What is in somebody's map file, in a few words; ContentError with all its problems at once."""
        raise NotImplementedError

    def catalogue(self) -> Catalogue:
        """What a scenario may name, kind by kind."""
        return {}

    def new(self, scenario: Any, options: dict[str, str] | None = None) -> Any:
        """A battle of this scenario before its first episode."""
        raise NotImplementedError

    def digest(self, scenario: Any) -> str:
        """The digest of the scenario's content, for the journal."""
        return str(scenario.digest)

    def seats(self, battle: Any) -> tuple[str, ...]:
        return tuple([side.key for side in battle.scenario.sides])

    def side(self, battle: Any, seat: str) -> str:
        """The side that wins when this seat does; another than the seat only where several seats share a side."""
        return seat

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
        return msgspec.json.encode(battle.state())

    def turn(self, battle: Any) -> int:
        return int(battle.turn)

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

        On a plane a place is the id of a piece or a point, "x,y". None: there are no lines of sight in this game.
        """
        return None

    def dangers(self, battle: Any, decision: Decision, choice: Choice) -> list[Danger]:
        """Who could fire at the acting piece if this choice is made."""
        return []

    def probe(self, battle: Any, decision: Decision, choice: Choice) -> Probe:
        """What a choice that the rules allow would mean. It is asked again and again while a hand drags."""
        return Probe(dangers=tuple(self.dangers(battle, decision, choice)))

    def overlays(self, battle: Any, piece: str) -> list[Zone]:
        """Arcs, ranges and the like of a piece, drawn on demand; ValueError for a piece that is not there."""
        return []

    def forecast(self, text: str, scene: bool = False) -> list[Forecast]:
        """The odds of an attack in words; or, if the text is a scene, of every attack in it (`sandtable odds`).

        Raises ValueError with a sentence, or ContentError, for what cannot be read or is against the rules.
        """
        raise ValueError(f"{self.title} tells no odds of attacks in words.")

    # What a system may offer its computer players; all get a battle in which the unseen is re-dealt.

    def shortlist(self, battle: Any, decision: Decision) -> list[Choice]:
        """The options worth a computer player's thought: all, unless the system knows better."""
        return decision.options()

    def settled(self, battle: Any) -> bool:
        """Whether the battle can be judged as it stands: False while what was begun has yet to take effect."""
        return True

    def habit(self, battle: Any, decision: Decision) -> Choice | None:
        """What is answered without much thought while a choice made before takes effect; None: think."""
        return None

    def expected(self, battle: Any, decision: Decision, choice: Choice, seat: str) -> float | None:
        """The exact mean of `evaluate` over the outcomes of a choice; None: play it out with dice."""
        return None

    def stage(self, battle: Any) -> str:
        """The activation that is going on, asked between episodes: a plan holds as long as this stays the same."""
        return str(self.turn(battle))

    def prospect(self, battle: Any, seat: str) -> float:
        """How well this seat stands in the eyes of one who plans: `evaluate`, unless the system looks further."""
        return self.evaluate(battle, seat)

    def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        """The plans worth weighing for this question: for the activation that begins, or `current` and variations.

        One plan is followed without weighing it. By default every option worth a thought begins a plan.
        """
        found = self.shortlist(battle, decision) or decision.options()
        return [Scheme(self.label(battle, decision, choice), first=choice) for choice in found[:SCHEMES]]

    def intent(self, battle: Any, decision: Decision, seat: str) -> Scheme | None:
        """The plan that a seat is taken to have for an activation, when another plan is played on beyond its own."""
        return None

    def deepened(self, battle: Any, decision: Decision, seat: str, found: list[Scheme]) -> list[Scheme]:
        """The same plans thought over at length, or others: for a player with more time, where they are promised."""
        return found

    def considered(self, battle: Any, decision: Decision, seat: str) -> list[Scheme]:
        """Plans with promises for a player with more time, instead of `schemes`; none: he weighs what all weigh."""
        return []

    def doubt(self, battle: Any, decision: Decision, seat: str) -> float:
        """How far what plans promise here may be from the truth: then close ones are played too; 0 if not."""
        return 0.0

    def follow(self, battle: Any, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        """What this seat answers with a plan in mind or, without one, by rules of thumb.

        It is asked thousands of times in one thought, of every seat: it tries nothing out.
        """
        habit = self.habit(battle, decision)
        if habit is not None:
            return habit
        found = self.shortlist(battle, decision) or decision.options()
        values = [self.expected(battle, decision, choice, seat) for choice in found]
        known = [(value, -place) for place, value in enumerate(values) if value is not None]
        return found[-max(known)[1]] if known else found[0]


def side_of(battle: Any, seat: str) -> int:
    """The index of the side that sits in a seat; 0 for a spectator."""
    for side, spec in enumerate(battle.scenario.sides):
        if spec.key == seat:
            return side
    return 0


_systems: dict[str, System] = {}


def register(system: System) -> None:
    """Put a system on the table."""
    _systems[system.key] = system


def systems() -> dict[str, System]:
    """All registered systems by key."""
    return dict(_systems)
