"""Nations at War as arrays. Nothing is hidden there but the order of the cup."""

from collections.abc import Sequence

import numpy as np

from sandtable.environments.encoder import OBJECTIVES, POINTS, WHERE, Array, Encoder, centres
from sandtable.geometry.hexes import bits
from sandtable.systems.nations_at_war.rules.victory import victory_points
from sandtable.systems.nations_at_war.showing.board_view import objectives
from sandtable.systems.nations_at_war.showing.odds import chance_of
from sandtable.systems.nations_at_war.state.counters import Face, Weapon
from sandtable.systems.nations_at_war.state.pieces import CARRIED, ELIMINATED, Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.system import side_of


class NationsAtWarEncoder(Encoder[Battle]):
    """Platoons, headquarters and Formations are pieces; hexes are places."""

    GLOBALS = (
        "turn",
        "turns",
        "phase",
        "mine is active",
        "active formation",
        "end turn markers drawn",
        "markers in the cup",
        "my formations in the cup",
        "their formations in the cup",
        "my fate",
        "their fate",
        "my missions",
        "their missions",
        *OBJECTIVES,
        *POINTS,
    )
    PIECES = (
        "kind",
        "mine",
        "place",
        "steps",
        "mounted",
        "disrupted",
        "operations complete",
        "out of command",
        "overwatch",
        "acquired",
        "carrier",
        "spent",
        "attacked",
        "acting",
        "gone",
        "formation",
        "ap firepower",
        "ap range",
        "ap to hit",
        "he firepower",
        "he range",
        "he to hit",
        "armor",
        "save",
        "assault",
        "assault to hit",
        "movement",
    )
    PLACES = (
        "terrain",
        "hill",
        "passable",
        "objective",
        "control",
        "wreck",
        "improved",
        "mines",
        "wire",
        "ditch",
        "smoke",
        *WHERE,
    )

    def __init__(self, system: str, battle: Battle, offsets: bool = False) -> None:
        super().__init__(system, battle, offsets)
        ground = battle.ground
        self.faces: dict[int, tuple[float, ...]] = {}
        self.first_hq = 1 + len(battle.units)
        self.first_formation = self.first_hq + len(battle.hqs)
        self.goals = sum(1 << place for place in objectives(battle.scenario, ground))
        terrains = {kind: number for number, kind in enumerate(battle.scenario.rulebook.terrain, 1)}
        self.land = np.zeros((ground.size, len(self.PLACES)), dtype=np.float32)
        for place, kind in enumerate(ground.terrain):
            flags = (ground.hill >> place & 1, ground.passable >> place & 1, self.goals >> place & 1)
            self.land[place, :4] = (terrains[kind.key], *flags)
        self.land[:, -2:] = centres(ground.grid)

    def piece_ids(self, battle: Battle) -> Sequence[str]:
        units, hqs = [each.id for each in battle.units], [each.id for each in battle.hqs]
        return [*units, *hqs, *(each.key for each in battle.formations)]

    def place_names(self, battle: Battle) -> Sequence[str]:
        return battle.ground.names

    def globals_of(self, b: Battle, seat: str) -> list[float]:
        side = side_of(b, seat)
        cup = [0, 0]
        for formation in b.formations:
            cup[formation.side] += formation.key in b.cup
        held = [(mask & self.goals).bit_count() for mask in b.control]
        points = victory_points(b)
        attacks = b.scenario.victory.side == side
        active = b.formations[b.active].side if b.active >= 0 else -1
        found: list[float] = [b.turn, b.scenario.turns, b.phase, (active == side) - (active == 1 - side)]
        found += (self.first_formation + b.active if b.active >= 0 else 0, b.end_turns_drawn, len(b.cup))
        found += (cup[side], cup[1 - side], b.fate[side], b.fate[1 - side])
        found += (len(b.missions[side]), len(b.missions[1 - side]), held[side], held[1 - side])
        found += (points if attacks else 0, 0 if attacks else points)
        return found

    def fill_pieces(self, b: Battle, seat: str) -> Array:
        side = side_of(b, seat)
        acting = b.action.units if b.action is not None else ()
        rows: list[float] = []
        for unit in b.units:
            place = b.units[unit.carrier].hex if unit.hex == CARRIED else unit.hex
            face = unit.face
            printed = self.faces.get(id(face))
            if printed is None:
                printed = self.faces[id(face)] = numbers_of(face)
            rows += (1, 1 if unit.side == side else -1, place + 1 if place >= 0 else 0, unit.steps, unit.mounted)
            rows += (unit.disrupted, unit.ops_complete, unit.out_of_command, unit.overwatch, unit.acquired + 1)
            rows += (unit.carrier + 1, unit.spent, unit.attacked, unit.index in acting, unit.hex <= ELIMINATED)
            rows.append(self.first_formation + unit.formation)
            rows += printed
        for hq in b.hqs:
            place = hq.hex
            rows += (2, 1 if hq.side == side else -1, place + 1 if place >= 0 else 0, hq.steps, 0, 0, hq.led, 0, 0)
            rows += (0, 0, 0, hq.moved, b.action is not None and b.action.hq == hq.index, place <= ELIMINATED)
            rows.append(self.first_formation + hq.formation)
            rows += (hq.leadership, hq.printed_command, hq.type.morale, 0, 0, 0, 0, 0, 0, 0, 0)
        for formation in b.formations:
            rows += (3, 1 if formation.side == side else -1, 0, 0, 0, 0, formation.activated, 0, 0)
            rows += (0, 0, 0, formation.missed, formation.index == b.active, 0)
            rows.append(self.first_formation + formation.index)
            rows += (formation.morale, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        return self.rows_of(rows)

    def fill_places(self, b: Battle, seat: str) -> Array:
        side = side_of(b, seat)
        land = self.land.copy()
        for column, mask in (
            (5, b.wrecks),
            (6, b.improved),
            (7, b.mines),
            (8, b.wire),
            (9, b.ditches),
            (4, b.control[side] & self.goals),
        ):
            if mask:
                land[list(bits(mask)), column] = 1
        theirs = b.control[1 - side] & self.goals
        if theirs:
            land[list(bits(theirs)), 4] = -1
        for place, level in b.smoke.items():
            land[place, 10] = level
        return land

    def distance(self, battle: Battle, choice: Choice) -> float:
        """Hexes from the piece to its target."""
        return self.hexes_apart(battle.units, battle.ground.distance, choice)

    def chance(self, battle: Battle, decision: Decision, choice: Choice) -> float | None:
        """That fire does harm, or that an Assault or Overrun is won."""
        return chance_of(battle, decision, choice)


def numbers_of(face: Face) -> tuple[float, ...]:
    """What is printed on a side of a counter."""

    def weapon(found: Weapon | None) -> tuple[int, int, int]:
        return (found.firepower, found.range, found.to_hit) if found is not None else (0, 0, 0)

    return (
        *weapon(face.ap),
        *weapon(face.he),
        face.armor,
        face.save,
        face.assault,
        face.assault_to_hit,
        face.mf,
    )
