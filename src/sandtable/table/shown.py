"""What people see and read of a battle: what server, terminal and page ask of a system."""

from collections.abc import Callable
from typing import Any, Generic

import msgspec

from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event, Modifier
from sandtable.table.play import B, Play
from sandtable.table.position import Position
from sandtable.table.printing import Printed, Tray
from sandtable.table.telling import ALL_PLAIN, Tellings
from sandtable.table.view import AttackView, DecisionView, Odds, Shape, Tone, View, Zone


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


class Counted(msgspec.Struct, frozen=True):
    """The odds of an option that a view left for later: in short, and the attack at length."""

    odds: tuple[Odds, ...] = ()
    attack: AttackView | None = None


class Forecast(msgspec.Struct, frozen=True):
    """An attack that somebody asked about, and what will come of it, exactly."""

    title: str  # "Tiger I fires at T-34/76 in Woods at range 4"
    throws: tuple[tuple[str, str, tuple[Modifier, ...]], ...]  # "Attack", "4 dice, 3 or more", why so many
    outcomes: dict[str, float]  # in the order they are shown; together 1
    note: str = ""  # "1.44 hits left on average"
    numbers: dict[str, Any] = {}  # the same for programs, in words of the system's


class Forecasts(msgspec.Struct, frozen=True):
    """The odds of an attack in words, and of every attack in a scene (`sandtable odds`).

    They raise ValueError with a sentence, or ContentError, for what cannot be read or is against the rules.
    """

    words: Callable[[str], Forecast]
    scene: Callable[[str], list[Forecast]]


def no_sight(battle: object, start: str, to: str) -> Sight | None:
    """There are no lines of sight in this game."""
    return None


def no_dangers(battle: object, decision: Decision, choice: Choice) -> list[Danger]:
    """Nobody fires at a piece on its way in this game."""
    return []


def no_odds(battle: object, decision: Decision, choice: Choice) -> Counted:
    """Views leave no odds for later in this game."""
    return Counted()


def no_overlays(battle: object, piece: str) -> list[Zone]:
    """Pieces have neither arcs nor ranges in this game."""
    return []


def no_draws(battle: object, events: list[Event]) -> dict[str, str]:
    """Nothing is drawn in this game."""
    return {}


def nothing_else(battle: object) -> Printed:
    """Board and pieces are all that this game needs."""
    return Printed()


def no_palette() -> tuple[Tray, ...]:
    """No counters are put on the board of a scenario in this game."""
    return ()


class Shown(msgspec.Struct, Generic[B], frozen=True, eq=False):
    """Views and words of a system, as functions of its own. The last ones have usual answers.

    `sight`, `dangers`, `probe`, `count` and `overlays` get a battle in which what the seat cannot see is re-dealt.
    """

    view: Callable[[Play[B], str], View]  # what this seat sees, built from nothing; seat "" is a spectator
    label: Callable[[B, Decision, Choice], str]  # a choice in words, for a button
    sentence: Callable[[B, Event], str]  # an event as an English sentence; empty for what needs no word
    tellings: Tellings = ALL_PLAIN  # how each kind of event is told, where a sentence is not all
    # Whether a place sees another or, without one, all that it sees; ValueError for a place that is not there.
    # On a plane a place is the id of a piece or a point, "x,y". None: there are no lines of sight in this game.
    sight: Callable[[B, str, str], Sight | None] = no_sight
    # Who could fire at the acting piece if this choice is made.
    dangers: Callable[[B, Decision, Choice], list[Danger]] = no_dangers
    # What a legal choice would mean, where the dangers are not all. It is asked again and again while a hand drags.
    probe: Callable[[B, Decision, Choice], Probe] | None = None
    # The odds of an option whose attack the view left for `later`, however long that takes.
    count: Callable[[B, Decision, Choice], Counted] = no_odds
    # Arcs, ranges and the like of a piece, drawn on demand; ValueError for a piece that is not there.
    overlays: Callable[[B, str], list[Zone]] = no_overlays
    forecasts: Forecasts | None = None  # None: no such odds
    # What came out of a cup or a deck for each side, in a sentence: part of its luck when the battle is over.
    draws: Callable[[B, list[Event]], dict[str, str]] = no_draws
    printed: Callable[[B], Printed] = nothing_else  # what is printed to play it at a table, besides board and pieces
    palette: Callable[[], tuple[Tray, ...]] = no_palette  # the counters that a scenario may have, for the workshop
    # The present moment as its scenario's file would tell it, from what the file says; None: it cannot be written.
    position: Callable[[B, dict[str, Any]], Position] | None = None
    turn_word: str = "Turn"  # what is counted at the top of a view: "Round"
    piece_word: str = "unit"  # what is counted among the losses: "Team"
    step_word: str = "step"  # what a piece loses before it is lost: "strength point"

    def later(self, battle: B, decision: Decision, view: DecisionView) -> dict[int, Counted]:
        """The odds that a view of this question left for later, by the places of their options."""
        return {
            place: self.count(battle, decision, option.choice)
            for place, option in enumerate(view.options)
            if option.attack is not None and option.attack.later
        }

    def whole(self, play: Play[B], seat: str) -> View:
        """What this seat sees, with all odds: for whoever can wait."""
        view, decision = self.view(play, seat), play.decision_for(seat)
        counted = self.later(play.battle, decision, view.decision) if decision and view.decision else {}
        if not counted or view.decision is None:
            return view
        options = list(view.decision.options)
        for place, each in counted.items():
            options[place] = msgspec.structs.replace(options[place], odds=each.odds, attack=each.attack)
        return msgspec.structs.replace(view, decision=msgspec.structs.replace(view.decision, options=tuple(options)))

    def meaning(self, battle: B, decision: Decision, choice: Choice) -> Probe:
        """What a choice that the rules allow would mean."""
        if self.probe is not None:
            return self.probe(battle, decision, choice)
        return Probe(dangers=tuple(self.dangers(battle, decision, choice)))
