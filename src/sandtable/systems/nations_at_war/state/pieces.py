"""The Battle and its pieces: everything that changes in play, as plain data with an explicit copy.

The pieces are msgspec structs because their `__copy__` runs in C: measured five times faster in CPython than a
copy written out field by field. What a piece refers to (types, specs) is printed and never changes; every list or
dict of the battle is copied by name.
"""

import msgspec

from sandtable.systems.nations_at_war.state.counters import Face, HqType, SupportWeapon, UnitType
from sandtable.systems.nations_at_war.state.ground import Ground
from sandtable.systems.nations_at_war.state.scenario import FormationSpec, Mission, Scenario
from sandtable.table.battle import Piece, Told, found, states, with_id

# Where a piece is that is in no hex; ELIMINATED and below are out of the game.
OFF_MAP = -1  # waiting to enter
CARRIED = -2  # 2.4.o: inside a transport of another counter
ELIMINATED = -3
EXITED = -4  # 13.1.e: has left the map by an exit hex

# Phases of a turn and of an impulse: where the next episode begins.
SETUP, TURN_START, DRAW, COMMAND, RALLY, MISSIONS, OPERATIONS, REMOVAL = range(8)


class Unit(Piece):
    """A platoon (2.3.a). `face` is the side of the counter that lies up."""

    index: int
    id: str
    name: str
    side: int
    formation: int
    type: UnitType
    steps: int
    face: Face
    places_smoke: bool = False  # UPS
    weapon: SupportWeapon | None = None  # 2.7
    leader: tuple[int, int] | None = None  # 10.5.a: Leadership, Morale
    hex: int = OFF_MAP
    mounted: bool = False  # 4.3: vehicle side up
    disrupted: bool = False  # 2.11.1: otherwise in Good Order
    ops_complete: bool = False
    out_of_command: bool = False
    overwatch: bool = False  # 11.0
    acquired: int = -1  # 5.2: index of the unit it has acquired; others may have acquired it too (5.2.k)
    carrier: int = -1  # index of the unit that carries it
    demolition: int = 0  # 10.4: markers left on an engineer at work
    # In the current impulse only:
    began: int = OFF_MAP  # 4.2.a: where it stood when the impulse began
    spent: int = 0  # Movement Points
    attacked: bool = False  # 5.1.b
    flipped: bool = False  # 4.3.1 ruling: one flip an activation
    unloaded: bool = False  # 4.1.b
    held: bool = False  # chosen and left idle

    def show(self) -> None:
        """Turn up the side of the counter that steps and transport ask for (2.5.b)."""
        self.face = self.type.sides[self.mounted][self.steps]

    def state(self) -> tuple[object, ...]:
        """All that can change, for fingerprints."""
        return (
            self.hex,
            self.steps,
            self.mounted,
            self.disrupted,
            self.ops_complete,
            self.out_of_command,
            self.overwatch,
            self.acquired,
            self.carrier,
            self.demolition,
            self.began,
            self.spent,
            self.attacked,
            self.flipped,
            self.unloaded,
            self.held,
            self.weapon.key if self.weapon else "",
            self.leader,
        )


def new_unit(index: int, id: str, name: str, side: int, formation: int, type: UnitType) -> Unit:
    """A platoon at full strength, off the map."""
    return Unit(index, id, name, side, formation, type, type.steps, type.sides[0][type.steps])


class Hq(Piece):
    """2.5.6 A headquarters: it never fights alone and is never a target nor Disrupted (2.5.6.2.g).

    It has two steps, a sub-HQ one.
    """

    index: int
    id: str
    name: str
    side: int
    formation: int
    type: HqType
    steps: int
    hex: int = OFF_MAP
    halved: bool = False  # 8.0.b, radio trouble
    led: bool = False  # 2.5.6.2.b: Leadership used in this impulse
    moved: bool = False  # 2.5.6.a ruling: one move of its own choice an activation

    @property
    def leadership(self) -> int:
        """2.4.m"""
        return self.type.leadership[self.steps - 1]

    @property
    def printed_command(self) -> int:
        """2.4.n The Command Range on the side that lies up."""
        return self.type.command[self.steps - 1]

    def state(self) -> tuple[object, ...]:
        return (self.hex, self.steps, self.halved, self.led, self.moved)


def new_hq(index: int, side: int, formation: int, type: HqType) -> Hq:
    """A headquarters at full strength, off the map."""
    return Hq(index, type.key, type.name, side, formation, type, 1 if type.sub else 2)


class Formation(Piece):
    """2.10.a A Formation in play."""

    index: int
    key: str
    name: str
    side: int
    spec: FormationSpec
    morale: int  # 2.11.b: outlives the HQ
    first: int  # its units are b.units[first:last]
    last: int
    activated: bool = False  # in this turn
    missed: bool = False  # had no activation last turn and none yet in this one (3.3.1)
    edge: int = -1  # S1.sov2: the group of entry hexes it has chosen
    commissar: int = -1  # CM: index of the platoon he is with; -1: none

    def state(self) -> tuple[object, ...]:
        return (self.activated, self.missed, self.edge, self.commissar)


def new_formation(index: int, spec: FormationSpec, units: list[Unit], morale: int = 0) -> Formation:
    """A Formation before its first activation; the Morale is that of its HQ (2.11.a). Its units stand together."""
    places = [unit.index for unit in units if unit.formation == index]
    first, last = (places[0], places[-1] + 1) if places else (0, 0)
    known = spec.hq.morale if spec.hq is not None else morale
    return Formation(index, spec.key, spec.name, spec.side, spec, known, first, last)


class Action(Piece):
    """An operation under way: the units that act together, and how far they are (3.4.5, 4.1, 4.2)."""

    units: list[int]  # one, or two that are stacked
    hq: int  # index of the HQ that goes along, or -1
    moved: bool = False
    fired: bool = False  # somebody of the group has attacked (or placed smoke)
    half: bool = False  # 4.1: fire-and-move was declared; only half the MF may be spent
    overran: bool = False  # 5.5.k: it may overrun (or assault) again
    split: tuple[tuple[int, int], ...] = ()  # 4.2.a: (unit, HQ) that waits to go on after this one
    let_pass: bool = False  # 5.3.a: the enemy has said that he lets the whole march pass

    def copy(self) -> "Action":
        twin = self.__copy__()
        twin.units = self.units.copy()
        return twin

    def state(self) -> tuple[object, ...]:
        return (self.units, self.hq, self.moved, self.fired, self.half, self.overran, self.split, self.let_pass)


class Battle(Told):
    """A battle of Nations at War."""

    scenario: Scenario
    ground: Ground
    fate: list[int]  # 9.0: points of each side
    missions: list[list[Mission]]  # 10.2: of each side
    defences: list[dict[str, int]]  # 7.0: still to place in the set-up
    units: list[Unit] = []
    units_of: tuple[list[Unit], list[Unit]] = ([], [])
    hqs: list[Hq] = []
    formations: list[Formation] = []
    phase: int = SETUP
    turn: int = 1
    # The cup (3.1): markers that may still be drawn this turn, in a stable order.
    cup: list[str] = []
    out_of_cup: list[str] = []  # markers gone for good
    first: list[int] = []  # Formations that activate before the first draw (S1.ssr2, S2.ssr1)
    end_turns_drawn: int = 0
    held: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # 3.3.1: End Turn markers held by each side
    drawer: int = 0  # 3.2.a: who draws next
    active: int = -1  # the Formation whose impulse it is
    missions_called: int = 0  # 3.4.4, in this impulse
    coerced: bool = False  # CM.d, in this impulse
    action: Action | None = None
    second_thoughts: int = 0  # 3.2.e: units named and put back since one has acted
    # What lies on the map, as bitboards of hexes.
    wrecks: int = 0
    improved: int = 0
    mines: int = 0
    wire: int = 0
    ditches: int = 0
    bridge_out: int = 0
    smoke: dict[int, int] = {}  # hex -> level
    smoke_mask: int = 0
    control: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # 13.1.g: hexes controlled by each side
    overrun: int = 0  # 13.1.g: driven through by the enemy of who stands there and holds them still
    barrages: list[tuple[int, int, int]] = []  # 10.2: side, hex, turn placed
    # Support.
    fate_passed: list[bool] = msgspec.field(default_factory=lambda: [False, False])  # for the rest of this impulse
    waiting_fate: bool = False  # 9.0.h: the other side may spend Fate before the next action
    plane: int = OFF_MAP  # RP: where the recon plane is
    plane_active: bool = False  # its marker was drawn this turn

    def copy(self) -> "Battle":
        """An independent battle without chance and events."""
        twin = self.__copy__()
        twin.events = []
        units = [unit.__copy__() for unit in self.units]
        cut = len(self.units_of[0])
        twin.units = units
        twin.units_of = (units[:cut], units[cut:])
        twin.hqs = [hq.__copy__() for hq in self.hqs]
        twin.formations = [formation.__copy__() for formation in self.formations]
        twin.action = self.action.copy() if self.action is not None else None
        twin.defences = [self.defences[0].copy(), self.defences[1].copy()]
        twin.cup = self.cup.copy()
        twin.out_of_cup = self.out_of_cup.copy()
        twin.first = self.first.copy()
        twin.held = self.held.copy()
        twin.smoke = self.smoke.copy()
        twin.control = self.control.copy()
        twin.barrages = self.barrages.copy()
        twin.fate = self.fate.copy()
        twin.fate_passed = self.fate_passed.copy()
        twin.missions = [self.missions[0].copy(), self.missions[1].copy()]
        return twin

    def state(self) -> tuple[object, ...]:
        """All that can change, for fingerprints."""
        return (
            *states(self.units, self.hqs, self.formations),
            (self.phase, self.turn, self.defences),
            (self.cup, self.out_of_cup, self.first, self.end_turns_drawn, self.held, self.drawer),
            (self.active, self.missions_called, self.coerced, self.second_thoughts),
            self.action.state() if self.action is not None else None,
            [
                hex(mask)
                for mask in (self.wrecks, self.improved, self.mines, self.wire, self.ditches, self.bridge_out)
            ],
            sorted(self.smoke.items()),
            [hex(mask) for mask in (*self.control, self.overrun)],
            self.barrages,
            (self.fate, self.fate_passed, self.waiting_fate),
            [[mission.name for mission in missions] for missions in self.missions],
            (self.plane, self.plane_active),
            self.result,
        )

    # Who and where ---------------------------------------------------------------------------

    def unit(self, id: str) -> Unit:
        """The unit of this id, which is known to be in the battle."""
        return found(self.find_unit(id), "unit", id)

    def find_unit(self, id: str) -> Unit | None:
        """The unit of this id, if there is one."""
        return with_id(self.units, id)

    def units_at(self, place: int, side: int) -> list[Unit]:
        """The combat units of a side in a hex (2.9: two at most)."""
        return [unit for unit in self.units_of[side] if unit.hex == place]

    def hq_at(self, place: int, side: int) -> Hq | None:
        """2.5.6.c: the HQ or sub-HQ of a side in a hex."""
        for hq in self.hqs:
            if hq.hex == place and hq.side == side:
                return hq
        return None

    def occupied(self, side: int) -> int:
        """The hexes with units of a side, as a bitboard."""
        mask = 0
        for place in {unit.hex for unit in self.units_of[side]}:
            if place >= 0:
                mask |= 1 << place
        return mask

    def sees(self, one: int, other: int) -> bool:
        """6.0 A clear Line of Sight between two hexes, smoke and wrecks considered."""
        return self.ground.sight.sees(one, other, self.smoke_mask, self.wrecks)

    def seen_among(self, place: int, hexes: int) -> int:
        """6.0 Those of some hexes that are in sight of a place."""
        return self.ground.sight.among(place, hexes, self.smoke_mask, self.wrecks)

    def seen_from(self, place: int) -> int:
        return self.ground.sight.seen(place, self.smoke_mask, self.wrecks)

    def take(self, place: int, side: int) -> None:
        """13.1.g The last to move a unit through a hex controls it."""
        bit = 1 << place
        self.control[side] |= bit
        self.control[1 - side] &= ~bit
        self.overrun &= ~bit

    def set_smoke(self, place: int, level: int) -> None:
        """SM.a One marker a hex, level 1 or 2; 0 takes it away."""
        if level > 0:
            self.smoke[place] = level
            self.smoke_mask |= 1 << place
        else:
            self.smoke.pop(place, None)
            self.smoke_mask &= ~(1 << place)


def empty_battle(scenario: Scenario, ground: Ground) -> Battle:
    """A battle of a scenario with no piece yet."""
    return Battle(
        scenario,
        ground,
        [side.fate for side in scenario.sides],
        [list(side.missions) for side in scenario.sides],
        [dict(side.defences) for side in scenario.sides],
        drawer=scenario.axis,
    )
