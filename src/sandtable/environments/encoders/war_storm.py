"""War Storm as arrays. Nothing is hidden there."""

from collections.abc import Sequence

import numpy as np

from sandtable.environments.encoder import OBJECTIVES, POINTS, WHERE, Array, Encoder, centres
from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.showing.odds import chance_of
from sandtable.systems.war_storm.state.pieces import ELIMINATED, Battle, Unit
from sandtable.table.decision import Choice, Decision
from sandtable.table.system import side_of


class WarStormEncoder(Encoder[Battle]):
    """Platoons, officers and companies are pieces; hexes are places."""

    SPARE = 128
    GLOBALS = (
        "turn",
        "turns",
        "phase",
        "my initiative",
        "my activation",
        "passes",
        "my activations",
        "their activations",
        "actor",
        "assaulted hex",
        "aimed hex",
        *OBJECTIVES,
        *POINTS,
    )
    PIECES = (
        "kind",
        "mine",
        "place",
        "gone",
        "company",
        "routed",
        "finished",
        "active",
        "used",
        "moving",
        "waiting to assault",
        "spent",
        "tried to rally",
        "moves together",
        "steps",
        "quality",
        "out of command",
        "reaction marker",
        "fire factor",
        "range",
        "assault value",
        "movement",
        "armoured",
        "morale",
        "leadership",
        "command range",
    )
    PLACES = ("terrain", "level", "road", "playable", "objective", "control", "my improved", "their improved", *WHERE)

    def __init__(self, system: str, battle: Battle, offsets: bool = False) -> None:
        super().__init__(system, battle, offsets)
        self.first_officer = 1 + len(battle.platoons)
        self.first_company = self.first_officer + len(battle.officers)
        ground = battle.ground
        terrains = {key: number for number, key in enumerate(battle.scenario.rulebook.terrain, 1)}
        self.land = np.zeros((ground.size, len(self.PLACES)), dtype=np.float32)
        for place, kind in enumerate(ground.terrain):
            flags = (ground.level[place], ground.road >> place & 1, ground.playable >> place & 1)
            self.land[place, :4] = (terrains[kind.key], *flags)
        self.land[:, -2:] = centres(ground.grid)
        for objective in battle.scenario.objectives:
            self.land[objective.hex, 4] = 1

    def piece_ids(self, battle: Battle) -> Sequence[str]:
        return [each.id for each in battle.units] + [each.spec.key for each in battle.companies]

    def place_names(self, battle: Battle) -> Sequence[str]:
        return battle.ground.names

    def globals_of(self, b: Battle, seat: str) -> list[float]:
        side = side_of(b, seat)
        held = [b.holders.count(each) for each in (side, 1 - side)]
        found: list[float] = [b.turn, b.scenario.turns, b.phase, b.initiative == side, b.side == side, b.passes]
        found += (b.activations[side], b.activations[1 - side], b.actor + 1, b.target + 1, b.aim + 1)
        return [*found, *held, b.points[side], b.points[1 - side]]

    def fill_pieces(self, b: Battle, seat: str) -> Array:
        side = side_of(b, seat)
        together = b.move.units if b.move is not None else b.group
        rows: list[float] = []
        for platoon in b.platoons:
            rows.append(1)
            rows += self.common(platoon, side, together)
            type = platoon.type
            lost = min(platoon.lost, 2)
            rows += (platoon.steps, platoon.quality, platoon.out_of_command, platoon.reaction >= 0)
            rows += (type.ff[lost], type.range, type.av[lost], type.mp, type.armoured, 0, 0, 0)
        for officer in b.officers:
            rows.append(2)
            rows += self.common(officer, side, together)
            known = officer.type
            rows += (1, 0, 0, 0, 0, 0, 0, known.mp, 0, known.morale, known.leadership, known.command)
        for company in b.companies:
            rows += (3, 1 if company.side == side else -1, 0, 0, self.first_company + company.index)
            rows += (0, 0, 0, 0, 0, 0, 0, 0, 0, len(company.platoons), 0, 0, 0, 0, 0, 0, 0, 0, company.morale, 0, 0)
        return self.rows_of(rows)

    def common(self, unit: Unit, side: int, together: list[int]) -> tuple[float, ...]:
        """What platoons and officers have alike."""
        return (
            1 if unit.side == side else -1,
            unit.hex + 1 if unit.hex >= 0 else 0,
            unit.hex <= ELIMINATED,
            self.first_company + unit.company if unit.company >= 0 else 0,
            unit.routed,
            unit.finished,
            unit.active,
            unit.used,
            unit.moving,
            unit.waiting + 1,
            unit.spent,
            unit.tried,
            unit.index in together,
        )

    def fill_places(self, b: Battle, seat: str) -> Array:
        side = side_of(b, seat)
        land = self.land.copy()
        for objective, holder in zip(b.scenario.objectives, b.holders, strict=True):
            land[objective.hex, 5] = 0 if holder < 0 else 1 if holder == side else -1
        for column, mask in ((6, b.improved[side]), (7, b.improved[1 - side])):
            if mask:
                land[list(bits(mask)), column] = 1
        return land

    def distance(self, battle: Battle, choice: Choice) -> float:
        """Hexes from the piece to its target."""
        return self.hexes_apart(battle.units, battle.ground.distance, choice)

    def chance(self, battle: Battle, decision: Decision, choice: Choice) -> float | None:
        """That fire does harm, a check is passed, or the first roll of an assault is won."""
        return chance_of(battle, decision, choice)
