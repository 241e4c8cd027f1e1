"""A battle as environments need it: seeded, without taking back, with a cap on moves, told as arrays."""

from functools import lru_cache
from math import tanh
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sandtable.content.folders import own_folders
from sandtable.environments.encoder import encoder_for
from sandtable.environments.layout import Layout
from sandtable.systems import systems
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice, Free, IllegalChoice
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem

MOST_MOVES = 5_000  # then a battle is cut off
PLATOONS = 10.0  # an advantage of so many is worth about three quarters of a victory to the potential
FAR = np.float32(1e6)  # no number of an array is farther from 0

Observation = dict[str, NDArray[Any]]


def scenario_named(name: str) -> tuple[AnySystem, Any]:
    """The game and scenario of a name such as first-light or nations_at_war/first-light."""
    system, id = place_of(name, tuple(own_folders()))
    return system, system.shelf.find(id)


@lru_cache(maxsize=256)  # all scenarios of all games are read for it, and many environments may be made
def place_of(name: str, folders: tuple[Path, ...]) -> tuple[AnySystem, str]:
    """The game and the whole id of a name, with the users' folders as they are."""
    every = [(system, info.id) for system in systems().values() for info in system.shelf.infos()]
    found = [(system, id) for system, id in every if name in (id, id.split("/", 1)[1])]
    if len(found) != 1:
        reason = f"several games have it: {listed(found)}" if found else f"choose from {listed(every)}"
        raise ValueError(f"There is no one scenario '{name}': {reason}.")
    return found[0]


def listed(found: list[tuple[AnySystem, str]]) -> str:
    return ", ".join([id for _, id in found])


class Stage:
    """One battle after another of one scenario."""

    def __init__(
        self,
        scenario: str,
        most_moves: int = MOST_MOVES,
        offsets: bool = False,
        shaping: float = 0.0,
        discount: float = 1.0,
    ) -> None:
        """`offsets`: answers beyond the menu of a plane; `shaping`: the weight of the potential in rewards."""
        self.system, self.scenario = scenario_named(scenario)
        battle = self.system.rules.new(self.scenario)
        self.seats = self.system.rules.seats(battle)
        self.encoder = encoder_for(self.system, battle, offsets)
        self.layout: Layout = self.encoder.layout
        self.most_moves = most_moves
        self.moves = 0
        self.offsets = offsets
        self.shaping, self.discount = shaping, discount
        self._stood: dict[str, float] = {}  # the potential of each seat when it was last rewarded
        self._backs = frozenset([verb for verb, role in self.system.rules.roles.items() if role == "back"])
        self._options: list[Choice] | None = None
        self._asked = ""
        self.play: AnyPlay = self._begin(0)

    def _begin(self, seed: int) -> AnyPlay:
        return Play(self.system, self.system.rules.new(self.scenario), SampledChance(seed))

    def begin(self, seed: int) -> None:
        """A new battle whose dice, cards and cups come from this seed."""
        self.play = self._begin(seed)
        self.moves = 0
        self._options = None
        self._stood = {seat: self.potential(seat) for seat in self.seats} if self.shaping else {}

    @property
    def over(self) -> bool:
        return self.play.decision is None

    @property
    def cut_off(self) -> bool:
        """Whether the battle has gone on for too long."""
        return self.moves >= self.most_moves and not self.over

    @property
    def seat(self) -> str:
        """Who is asked: of several that answer in secret the first."""
        asked = self.play.asked()
        return asked[0] if asked else ""

    def options(self, seat: str) -> list[Choice]:
        """What the seat may choose, in the order of the engine. Nothing can be taken back here."""
        if self._options is None or self._asked != seat:
            decision = self.play.decision_for(seat)
            found = decision.options() if decision is not None else []
            onward = [choice for choice in found if choice.do not in self._backs]
            if self.offsets and isinstance(decision, Free):
                onward += self._beyond(decision, onward)
            self._options = onward or found
            self._asked = seat
        return self._options

    def _beyond(self, decision: Free, menu: list[Choice]) -> list[Choice]:
        """What the rules allow beyond the menu of a question on a plane."""
        battle = self.play.battle
        rows = {row.tobytes() for row in self.encoder.encode_options(battle, decision, menu)[: len(menu)]}
        found = []
        for choice in self.encoder.beyond(battle, decision):
            row = self.encoder.encode_options(battle, decision, [choice])[0].tobytes()
            if row not in rows and decision.allows(choice):
                rows.add(row)
                found.append(choice)
        return found

    def choose(self, seat: str, choice: Choice) -> str:
        """Answer; the reason if the rules forbid it. Every try counts as a move."""
        self.moves += 1
        try:
            self.play.choose(choice, seat)
        except IllegalChoice as refusal:
            return refusal.reason
        self._options = None
        return ""

    def take(self, seat: str, action: int) -> str:
        """Answer by the number of an option; the reason if there is no such option."""
        options = self.options(seat)
        if 0 <= action < len(options):
            return self.choose(seat, options[action])
        self.moves += 1
        return f"Action {action} is masked: there are {len(options)} options."

    def outcome(self, seat: str) -> float:
        """1 for the side that has won, -1 for the others, 0 for a draw and while the battle goes on."""
        result = self.play.result
        if result is None or result.winner is None:
            return 0.0
        return 1.0 if self.system.rules.side(self.play.battle, seat) == result.winner else -1.0

    def reward(self, seat: str) -> float:
        """The outcome and, if it is shaped, what the potential of the seat has gained since its last reward."""
        gained = 0.0
        if self.shaping:
            now = self.potential(seat)
            gained = self.shaping * (self.discount * now - self._stood[seat])
            self._stood[seat] = now
        return self.outcome(seat) + gained

    def potential(self, seat: str) -> float:
        """How well a seat stands, from -1 to 1, as the mind of the game sees it; nothing when the battle is over."""
        if self.over:
            return 0.0
        return tanh(self.system.thinks.evaluate(self.play.battle, seat) / PLATOONS)

    def told(self, seat: str) -> dict[str, Any]:
        """How the battle ended, for `info`; nothing while it goes on. The margin is in points of this seat."""
        result = self.play.result
        if result is None:
            return {}
        lost = self.outcome(seat) < 0
        margin = result.margin if result.margin is None or not lost else -result.margin
        return {"winner": result.winner, "reason": result.reason, "rule": result.rule, "margin": margin}

    # Arrays -------------------------------------------------------------------------------------

    def mask(self, seat: str) -> NDArray[np.int8]:
        """1 for every action that is allowed now."""
        mask = np.zeros(self.layout.options, dtype=np.int8)
        mask[: len(self.options(seat))] = 1
        return mask

    def observe(self, seat: str) -> Observation:
        """All that this seat may know, as arrays. It has options while a question of its own is open."""
        found: Observation = dict(self.encoder.encode(self.play, seat))
        decision = self.play.decision_for(seat)
        mask = np.zeros(self.layout.options, dtype=np.int8)
        if decision is not None:
            options = self.options(seat)
            found["options"] = self.encoder.encode_options(self.play.battle, decision, options)
            mask[: len(options)] = 1
        else:
            found["options"] = np.zeros((self.layout.options, len(self.layout.option_columns)), dtype=np.float32)
        found["action_mask"] = mask
        return found

    def space(self) -> spaces.Dict:
        """Where observations lie."""
        layout = self.layout

        def box(*shape: int) -> spaces.Box:
            return spaces.Box(-FAR, FAR, shape, np.float32)

        return spaces.Dict(
            {
                "globals": box(len(layout.global_columns)),
                "pieces": box(layout.pieces, len(layout.piece_columns)),
                "places": box(layout.places, len(layout.place_columns)),
                "options": box(layout.options, len(layout.option_columns)),
                "action_mask": spaces.Box(0, 1, (layout.options,), np.int8),
            }
        )

    def story(self, lines: int = 10) -> str:
        """The last lines of what everybody saw."""
        shown, battle = self.system.shown, self.play.battle
        events = [event for event in self.play.log if not event.seen_by][-lines:]
        return "\n".join(filter(None, [shown.sentence(battle, event) for event in events]))
