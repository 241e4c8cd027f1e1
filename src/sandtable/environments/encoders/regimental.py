"""The regimental game as arrays. Orders of the enemy that lie face down are not told."""

from collections.abc import Sequence

import numpy as np

from sandtable.environments.encoder import OBJECTIVES, WHERE, Array, Encoder, centres
from sandtable.systems.regimental.showing.odds import chance_of
from sandtable.systems.regimental.state.book import ORDERS
from sandtable.systems.regimental.state.pieces import Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.system import side_of


class RegimentalEncoder(Encoder[Battle]):
    """Stands, support companies and regiments are pieces; hexes are places."""

    GLOBALS = (
        "day",
        "round",
        "days",
        "phase",
        "stage",
        "my activation",
        "active regiment",
        "active battery",
        "attacked hex",
        "combat stage",
        "losses due",
        "my hits",
        "their hits",
        "my air points",
        "their air points",
        "my strength points",
        "their strength points",
        "my support points",
        "their support points",
        *OBJECTIVES,
    )
    PIECES = (
        "kind",
        "mine",
        "place",
        "regiment",
        "strength",
        "dice",
        "armoured",
        "tank",
        "artillery",
        "hq",
        "company",
        "shots",
        "moved",
        "marched",
        "in command",
        "order",
        "order given",
        "activated",
        "gone",
        "attacks",
    )
    PLACES = ("terrain", "objective", "control", *WHERE)

    def __init__(self, system: str, battle: Battle, offsets: bool = False) -> None:
        super().__init__(system, battle, offsets)
        self.first_company = 1 + len(battle.stands)
        self.first_regiment = self.first_company + len(battle.companies)
        ground = battle.ground
        terrains = {key: number for number, key in enumerate(sorted({kind.key for kind in ground.terrain}), 1)}
        self.land = np.zeros((ground.size, len(self.PLACES)), dtype=np.float32)
        for place, kind in enumerate(ground.terrain):
            self.land[place, 0] = terrains[kind.key]
        self.land[:, -2:] = centres(ground.grid)[:, ::-1]  # its grid is turned on its side
        for objective in battle.scenario.objectives:
            self.land[objective.hex, 1] = 1

    def piece_ids(self, battle: Battle) -> Sequence[str]:
        stands, companies = battle.stands, battle.companies
        return [
            *(each.id for each in stands),
            *(each.id for each in companies),
            *(each.key for each in battle.regiments),
        ]

    def place_names(self, battle: Battle) -> Sequence[str]:
        return battle.ground.names

    def globals_of(self, b: Battle, seat: str) -> list[float]:
        side, combat = side_of(b, seat), b.combat
        other = 1 - side
        mine = b.active >= 0 and b.regiments[b.active].side == side
        found: list[float] = [b.day, b.round, b.scenario.days, b.phase, b.stage, mine]
        found += (self.first_regiment + b.active if b.active >= 0 else 0, b.gun + 1)
        if combat is not None:
            hits = combat.hits if combat.side == side else combat.hits[::-1]
            found += (combat.target + 1, combat.stage, combat.due, *hits)
        else:
            found += (0, 0, 0, 0, 0)
        for points in (b.air, b.strength, b.support):
            found += (points[side], points[other])
        return [*found, b.holders.count(side), b.holders.count(other)]

    def fill_pieces(self, b: Battle, seat: str) -> Array:
        side = side_of(b, seat)
        attacks = b.combat.attackers if b.combat is not None else ()
        rows: list[float] = []
        for stand in b.stands:
            type = stand.type
            rows += (1, 1 if stand.side == side else -1, stand.hex + 1)
            rows.append(self.first_regiment + stand.regiment if stand.regiment >= 0 else 0)
            rows += (stand.sp, type.dice, type.armoured, type.tank, type.artillery, type.hq)
            rows.append(self.first_company + stand.company if stand.company >= 0 else 0)
            rows += (stand.shots, stand.moved, stand.marched, stand.hex >= 0 and b.in_command(stand))
            rows += (0, 0, stand.done, stand.hex < 0, stand.index in attacks)
        for company in b.companies:
            regiment = b.regiments[company.regiment]
            host = company.host
            rows += (2, 1 if regiment.side == side else -1, b.stands[host].hex + 1 if host >= 0 else 0)
            rows += (self.first_regiment + company.regiment, 1, 0, 0, 0, 0, 0, host + 1, 0, 0, 0, 0)
            rows += (0, 0, 0, host < 0, 0)
        for regiment in b.regiments:
            given = regiment.given if regiment.side == side else ""
            rows += (3, 1 if regiment.side == side else -1, 0, self.first_regiment + regiment.index)
            rows += (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            rows += (number(regiment.order), number(given), regiment.activated, regiment.gone, 0)
        return self.rows_of(rows)

    def fill_places(self, b: Battle, seat: str) -> Array:
        side = side_of(b, seat)
        land = self.land.copy()
        for objective, holder in zip(b.scenario.objectives, b.holders, strict=True):
            land[objective.hex, 2] = 0 if holder < 0 else 1 if holder == side else -1
        return land

    def distance(self, battle: Battle, choice: Choice) -> float:
        """Hexes from the stand to where it goes or what it attacks."""
        return self.hexes_apart(battle.stands, battle.ground.distance, choice)

    def chance(self, battle: Battle, decision: Decision, choice: Choice) -> float | None:
        """That the defender loses a stand's strength, falls back or is destroyed."""
        return chance_of(battle, decision, choice)


def number(order: str) -> int:
    """An order as a number: 0 for none."""
    return 1 + ORDERS.index(order) if order else 0
