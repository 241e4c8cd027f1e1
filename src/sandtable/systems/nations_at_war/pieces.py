"""The Battle and its pieces: everything that changes in play, as plain data with a hand-written copy."""

from sandtable.systems.nations_at_war.counters import Face, HqType, SupportWeapon, UnitType
from sandtable.systems.nations_at_war.ground import Ground
from sandtable.systems.nations_at_war.scenario import FormationSpec, Mission, Scenario
from sandtable.table.chance import Chance, ScriptedChance
from sandtable.table.event import Event, Modifier, Result

OFF_MAP = -1  # waiting to enter
ELIMINATED = -2
CARRIED = -3  # 2.4.o: inside a transport of another counter

# Phases of a turn and of an impulse: where the next episode begins.
SETUP, TURN_START, DRAW, COMMAND, RALLY, MISSIONS, OPERATIONS, REMOVAL = range(8)


class Unit:
    """A platoon (2.3.a). `face` is the side of the counter that lies up."""

    __slots__ = (
        "acquired",
        "attacked",
        "carrier",
        "demolition",
        "disrupted",
        "face",
        "flipped",
        "formation",
        "held",
        "hex",
        "id",
        "index",
        "leader",
        "mounted",
        "name",
        "ops_complete",
        "out_of_command",
        "overwatch",
        "places_smoke",
        "side",
        "spent",
        "steps",
        "type",
        "unloaded",
        "weapon",
    )

    def __init__(self, index: int, id: str, name: str, side: int, formation: int, type: UnitType) -> None:
        self.index = index
        self.id = id
        self.name = name
        self.side = side
        self.formation = formation
        self.type = type
        self.places_smoke = False  # UPS
        self.weapon: SupportWeapon | None = None  # 2.7
        self.leader: tuple[int, int] | None = None  # 10.5: Leadership, Morale
        self.hex = OFF_MAP
        self.steps = type.steps
        self.mounted = False  # 4.3: vehicle side up
        self.face: Face = type.sides[0][self.steps]
        self.disrupted = False
        self.ops_complete = False
        self.out_of_command = False
        self.overwatch = False  # 11.0
        self.acquired = -1  # 5.2: index of the unit it has acquired
        self.carrier = -1  # index of the unit that carries it
        self.demolition = 0  # 10.4: markers left on an engineer at work
        # In the current impulse only:
        self.spent = 0  # Movement Points
        self.attacked = False  # 5.1.b
        self.flipped = False  # 4.3.1 ruling: one flip an activation
        self.unloaded = False  # 4.1.b
        self.held = False  # chosen and left idle

    def copy(self) -> "Unit":
        twin = Unit.__new__(Unit)
        twin.index = self.index
        twin.id = self.id
        twin.name = self.name
        twin.side = self.side
        twin.formation = self.formation
        twin.type = self.type
        twin.places_smoke = self.places_smoke
        twin.weapon = self.weapon
        twin.leader = self.leader
        twin.hex = self.hex
        twin.steps = self.steps
        twin.mounted = self.mounted
        twin.face = self.face
        twin.disrupted = self.disrupted
        twin.ops_complete = self.ops_complete
        twin.out_of_command = self.out_of_command
        twin.overwatch = self.overwatch
        twin.acquired = self.acquired
        twin.carrier = self.carrier
        twin.demolition = self.demolition
        twin.spent = self.spent
        twin.attacked = self.attacked
        twin.flipped = self.flipped
        twin.unloaded = self.unloaded
        twin.held = self.held
        return twin

    def show(self) -> None:
        """Turn up the side of the counter that steps and transport ask for (2.5.b)."""
        self.face = self.type.sides[self.mounted][self.steps]

    @property
    def alive(self) -> bool:
        return self.hex != ELIMINATED

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
            self.spent,
            self.attacked,
            self.flipped,
            self.unloaded,
            self.held,
            self.weapon.key if self.weapon else "",
            self.leader,
        )


class Hq:
    """2.5.6 A headquarters: never fights alone, never a target, two steps (a sub-HQ has one)."""

    __slots__ = ("formation", "halved", "hex", "id", "index", "led", "moved", "name", "side", "steps", "type")

    def __init__(self, index: int, id: str, name: str, side: int, formation: int, type: HqType) -> None:
        self.index = index
        self.id = id
        self.name = name
        self.side = side
        self.formation = formation
        self.type = type
        self.hex = OFF_MAP
        self.steps = 1 if type.sub else 2
        self.halved = False  # 8.0.b, radio trouble
        self.led = False  # 2.5.6.2.b: Leadership used in this impulse
        self.moved = False  # 2.5.6.a ruling: one move of its own choice an activation

    def copy(self) -> "Hq":
        twin = Hq.__new__(Hq)
        twin.index = self.index
        twin.id = self.id
        twin.name = self.name
        twin.side = self.side
        twin.formation = self.formation
        twin.type = self.type
        twin.hex = self.hex
        twin.steps = self.steps
        twin.halved = self.halved
        twin.led = self.led
        twin.moved = self.moved
        return twin

    @property
    def leadership(self) -> int:
        """2.4.m"""
        return self.type.leadership[self.steps - 1]

    @property
    def command(self) -> int:
        """2.4.n"""
        printed = self.type.command[self.steps - 1]
        return printed // 2 if self.halved else printed

    def state(self) -> tuple[object, ...]:
        return (self.hex, self.steps, self.halved, self.led, self.moved)


class Formation:
    """2.10 A Formation in play."""

    __slots__ = ("activated", "commissar", "edge", "index", "key", "missed", "morale", "name", "side", "spec")

    def __init__(self, index: int, spec: FormationSpec) -> None:
        self.index = index
        self.key = spec.key
        self.name = spec.name
        self.side = spec.side
        self.spec = spec
        self.morale = spec.hq.morale if spec.hq is not None else 7  # 2.11.b: outlives the HQ
        self.activated = False  # in this turn
        self.missed = False  # had no activation last turn and none yet in this one (3.3.1)
        self.edge = -1  # S1.sov2: the group of entry hexes it has chosen
        self.commissar = -1  # CM: index of the platoon he is with; -1: none

    def copy(self) -> "Formation":
        twin = Formation.__new__(Formation)
        twin.index = self.index
        twin.key = self.key
        twin.name = self.name
        twin.side = self.side
        twin.spec = self.spec
        twin.morale = self.morale
        twin.activated = self.activated
        twin.missed = self.missed
        twin.edge = self.edge
        twin.commissar = self.commissar
        return twin

    def state(self) -> tuple[object, ...]:
        return (self.activated, self.missed, self.edge, self.commissar)


class Action:
    """An operation under way: the units that act together, and how far they are (3.4.5, 4.1, 4.2)."""

    __slots__ = ("came_from", "fired", "half", "hq", "moved", "split", "units")

    def __init__(self, units: list[int], hq: int) -> None:
        self.units = units  # one, or two that are stacked
        self.hq = hq  # index of the HQ that goes along, or -1
        self.moved = False
        self.fired = False  # somebody of the group has attacked (or placed smoke)
        self.half = False  # 4.1: fire-and-move was declared; only half the MF may be spent
        self.came_from = OFF_MAP  # the hex left last, for going back (5.4.k)
        self.split: list[tuple[int, int]] = []  # 4.2.a: (unit, HQ) that waits to go on after this one

    def copy(self) -> "Action":
        twin = Action.__new__(Action)
        twin.units = self.units.copy()
        twin.hq = self.hq
        twin.moved = self.moved
        twin.fired = self.fired
        twin.half = self.half
        twin.came_from = self.came_from
        twin.split = self.split.copy()
        return twin

    def state(self) -> tuple[object, ...]:
        return (self.units, self.hq, self.moved, self.fired, self.half, self.came_from, self.split)


class Battle:
    """A battle of Nations at War."""

    __slots__ = (
        "action",
        "active",
        "aircraft",
        "barrages",
        "bridge_out",
        "chance",
        "chaos",
        "coerced",
        "control",
        "cup",
        "defences",
        "ditches",
        "drawer",
        "end_turns_drawn",
        "events",
        "fate",
        "fate_passed",
        "first",
        "formations",
        "ground",
        "held",
        "hqs",
        "improved",
        "mines",
        "missions",
        "missions_called",
        "out_of_cup",
        "phase",
        "placed",
        "plane",
        "plane_active",
        "result",
        "scenario",
        "smoke",
        "smoke_mask",
        "turn",
        "units",
        "units_of",
        "waiting_fate",
        "wire",
        "wrecks",
    )

    def __init__(self, scenario: Scenario, ground: Ground) -> None:
        self.scenario = scenario
        self.ground = ground
        self.chance: Chance = ScriptedChance()
        self.events: list[Event] = []
        self.result: Result | None = None
        self.units: list[Unit] = []
        self.units_of: tuple[list[Unit], list[Unit]] = ([], [])
        self.hqs: list[Hq] = []
        self.formations: list[Formation] = []
        self.phase = SETUP
        self.turn = 1
        self.placed = 0  # pieces set up so far
        self.defences: list[dict[str, int]] = [dict(side.defences) for side in scenario.sides]
        # The cup (3.1): markers that may still be drawn this turn, in a stable order.
        self.cup: list[str] = []
        self.out_of_cup: list[str] = []  # markers gone for good
        self.first: list[int] = []  # Formations that activate before the first draw (S1.ssr2, S2.ssr1)
        self.end_turns_drawn = 0
        self.held = [0, 0]  # 3.3.1: End Turn markers held by each side
        self.drawer = scenario.axis  # 3.2.a: who draws next
        self.active = -1  # the Formation whose impulse it is
        self.missions_called = 0  # 3.4.4, in this impulse
        self.coerced = False  # CM.d, in this impulse
        self.action: Action | None = None
        # What lies on the map.
        self.wrecks = 0  # bitboards of hexes
        self.improved = 0
        self.mines = 0
        self.wire = 0
        self.ditches = 0
        self.bridge_out = 0
        self.smoke: dict[int, int] = {}  # hex -> level
        self.smoke_mask = 0
        self.control = [0, 0]  # 13.1.g: hexes controlled by each side
        self.barrages: list[tuple[int, int, int]] = []  # 10.2: side, hex, turn placed
        # Support.
        self.fate = [side.fate for side in scenario.sides]
        self.fate_passed = [False, False]  # has declined Fate for the rest of this impulse
        self.waiting_fate = False  # 9.0.h: the other side may spend Fate before the next action
        self.missions: list[list[Mission]] = [list(side.missions) for side in scenario.sides]
        self.plane = OFF_MAP  # RP: where the recon plane is
        self.plane_active = False  # its marker was drawn this turn
        self.aircraft: list[str] = []  # keys destroyed for good
        self.chaos = 0

    def copy(self) -> "Battle":
        """An independent battle without chance and events."""
        twin = Battle.__new__(Battle)
        twin.scenario = self.scenario
        twin.ground = self.ground
        twin.chance = self.chance
        twin.events = []
        twin.result = self.result
        units = [unit.copy() for unit in self.units]
        twin.units = units
        cut = len(self.units_of[0])
        twin.units_of = (units[:cut], units[cut:])
        twin.hqs = [hq.copy() for hq in self.hqs]
        twin.formations = [formation.copy() for formation in self.formations]
        twin.phase = self.phase
        twin.turn = self.turn
        twin.placed = self.placed
        twin.defences = [self.defences[0].copy(), self.defences[1].copy()]
        twin.cup = self.cup.copy()
        twin.out_of_cup = self.out_of_cup.copy()
        twin.first = self.first.copy()
        twin.end_turns_drawn = self.end_turns_drawn
        twin.held = self.held.copy()
        twin.drawer = self.drawer
        twin.active = self.active
        twin.missions_called = self.missions_called
        twin.coerced = self.coerced
        twin.action = self.action.copy() if self.action is not None else None
        twin.wrecks = self.wrecks
        twin.improved = self.improved
        twin.mines = self.mines
        twin.wire = self.wire
        twin.ditches = self.ditches
        twin.bridge_out = self.bridge_out
        twin.smoke = self.smoke.copy()
        twin.smoke_mask = self.smoke_mask
        twin.control = self.control.copy()
        twin.barrages = self.barrages.copy()
        twin.fate = self.fate.copy()
        twin.fate_passed = self.fate_passed.copy()
        twin.waiting_fate = self.waiting_fate
        twin.missions = [self.missions[0].copy(), self.missions[1].copy()]
        twin.plane = self.plane
        twin.plane_active = self.plane_active
        twin.aircraft = self.aircraft.copy()
        twin.chaos = self.chaos
        return twin

    def state(self) -> tuple[object, ...]:
        """All that can change, for fingerprints."""
        return (
            [unit.state() for unit in self.units],
            [hq.state() for hq in self.hqs],
            [formation.state() for formation in self.formations],
            (self.phase, self.turn, self.placed, self.defences),
            (self.cup, self.out_of_cup, self.first, self.end_turns_drawn, self.held, self.drawer),
            (self.active, self.missions_called, self.coerced),
            self.action.state() if self.action is not None else None,
            [
                hex(mask)
                for mask in (self.wrecks, self.improved, self.mines, self.wire, self.ditches, self.bridge_out)
            ],
            sorted(self.smoke.items()),
            [hex(mask) for mask in self.control],
            self.barrages,
            (self.fate, self.fate_passed, self.waiting_fate),
            [[mission.name for mission in missions] for missions in self.missions],
            (self.plane, self.plane_active, self.aircraft, self.chaos),
            self.result,
        )

    # Who and where ---------------------------------------------------------------------------

    def side_name(self, side: int) -> str:
        return self.scenario.sides[side].key

    def unit(self, id: str) -> Unit | None:
        for unit in self.units:
            if unit.id == id:
                return unit
        return None

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
        for unit in self.units_of[side]:
            if unit.hex >= 0:
                mask |= 1 << unit.hex
        return mask

    def sees(self, one: int, other: int) -> bool:
        """6.0 A clear Line of Sight between two hexes, smoke and wrecks considered."""
        return self.ground.sight.seen(one, self.smoke_mask, self.wrecks) >> other & 1 == 1

    def seen_from(self, place: int) -> int:
        return self.ground.sight.seen(place, self.smoke_mask, self.wrecks)

    def set_smoke(self, place: int, level: int) -> None:
        """SM.a One marker a hex, level 1 or 2; 0 takes it away."""
        if level > 0:
            self.smoke[place] = level
            self.smoke_mask |= 1 << place
        else:
            self.smoke.pop(place, None)
            self.smoke_mask &= ~(1 << place)

    # What happened ---------------------------------------------------------------------------

    def tell(
        self,
        kind: str,
        rule: str,
        side: int = -1,
        piece: str = "",
        target: str = "",
        place: int = -1,
        dice: tuple[int, ...] = (),
        need: int = 0,
        value: int = 0,
        text: str = "",
        modifiers: tuple[Modifier, ...] = (),
        path: tuple[str, ...] = (),
    ) -> None:
        """Tell an event: what the log, the replay, the animation and the tests read."""
        self.events.append(
            Event(
                kind,
                rule,
                self.scenario.sides[side].key if side >= 0 else "",
                piece,
                target,
                self.ground.names[place] if place >= 0 else "",
                dice,
                need,
                value,
                text,
                modifiers,
                path,
            )
        )
