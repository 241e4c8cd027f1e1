"""The Battle and its pieces: everything that changes in play, as plain data with an explicit copy (1.d).

The pieces are msgspec structs because their `__copy__` runs in C. What a piece refers to (types, specs) is printed
and never changes; every list or dict of the battle is copied by name.
"""

from collections.abc import Generator

import msgspec

from sandtable.systems.war_storm.state.book import COMPANY, Counter, OfficerType
from sandtable.systems.war_storm.state.ground import Ground
from sandtable.systems.war_storm.state.scenario import CompanySpec, Scenario
from sandtable.table.battle import Piece, Told, found, states, with_id
from sandtable.table.decision import Choice, Decision

# Where a unit is that is in no hex; ELIMINATED and below are out of the game.
OFF_MAP = -1  # still to be deployed or to enter
POOL = -2  # a replacement officer in reserve
ELIMINATED = -3
EXITED = -4  # has left the board by an exit

STEPS = 3  # 3.1.a

# Phases of a turn (4.a): where the next episode begins.
SETUP, TURN_START, ACTIVATION, REMOVAL = range(4)

# 5.1.11 The bank of a unit in a river hex: left or right of the stream, either, or on a bridge; NO_BANK elsewhere.
# BOTH is that of a group that has units on either side.
NO_BANK, LEFT, RIGHT, EITHER, BRIDGE, BOTH = range(-1, 5)

NEVER = -1

Procedure = Generator[Decision, Choice, None]


class Unit(Piece):
    """3 A platoon or an officer: what both have. `index` counts platoons first, then officers."""

    index: int
    id: str
    name: str
    side: int
    company: int  # index of its company; NEVER for high-ranking officers and commissars
    mp: int
    hex: int = OFF_MAP
    routed: bool = False  # 9.3
    finished: bool = False  # 4.3.2.b
    active: bool = False  # activated now and without its action yet
    used: bool = False  # activated in this turn: not to be activated again
    moving: bool = False  # 5.2.d: has fired or moved in this turn
    set_out: int = NEVER  # 8.d: the hex of the board from which it set out in this turn
    tried: bool = False  # 9.4.d: the object of a rally attempt in this turn
    rallied: int = NEVER  # 9.4.1.c: so many activations of the enemy had been when it was rallied in this turn
    doubled: int = NEVER  # 6.3.c: the turn of its last double time
    waiting: int = NEVER  # 4.3.2.e: the hex it waits to assault
    spent: int = 0  # MP of the move that brought it where it waits
    bank: int = NO_BANK


class Platoon(Unit):
    """3.d A land unit that is not an officer, of three steps."""

    type: Counter = msgspec.field(default_factory=lambda: Counter("", "", "", ""))
    quality: int = 0  # 3.f
    lost: int = 0  # steps; 3: eliminated
    out_of_command: bool = False  # 4.1
    reaction: int = NEVER  # 4.4.f: the turn of its Reaction marker; 0 from before the battle
    discipline: bool = False  # 9.4.2.c
    came_from: int = NEVER  # 14.3: the hex from which it entered the hex it assaults

    @property
    def steps(self) -> int:
        return STEPS - self.lost

    def state(self) -> tuple[object, ...]:
        return (
            *state_of(self),
            self.quality,
            self.lost,
            self.out_of_command,
            self.reaction,
            self.discipline,
            self.came_from,
        )


class Officer(Unit):
    """3.2 An officer. `company` is the one he commands."""

    type: OfficerType = msgspec.field(default_factory=lambda: OfficerType("", "", "", COMPANY))
    came_from: int = NEVER
    rallying: bool = False  # 3.2.c: his action is to rally; he may go on with it and do nothing else

    def state(self) -> tuple[object, ...]:
        return (*state_of(self), self.type.key, self.came_from, self.rallying)


def state_of(unit: Unit) -> tuple[object, ...]:
    """All that can change in any unit, for fingerprints."""
    return (
        (unit.hex, unit.name, unit.company, unit.routed, unit.finished, unit.active, unit.used, unit.moving),
        (unit.set_out, unit.tried, unit.rallied, unit.doubled, unit.waiting, unit.spent, unit.bank),
    )


class Company(Piece):
    """3.e A company: its platoons and the officer who leads it now."""

    index: int
    side: int
    spec: CompanySpec
    platoons: tuple[int, ...]
    original: int  # platoons it began with (9.1.a)
    name: str = ""
    letter: str = ""
    officer: int = NEVER  # index of the unit; NEVER: he has fallen, left, or is not drawn yet
    morale: int = 0  # 7.4.5.b of its last officer, without leadership
    replace: bool = False  # 7.4.4.a its officer has fallen and the next turn brings another
    kind: str = "infantry"  # of the officer who fell

    def state(self) -> tuple[object, ...]:
        return (self.name, self.letter, self.officer, self.morale, self.replace, self.kind)


class Move(Piece):
    """6 A movement under way: who moves together, and what they have spent."""

    units: list[int]
    double: bool = False
    spent: int = 0
    begun: bool = False  # a hex has been entered
    road: int = -2  # 6.4.c: the road all steps have followed; -2 no step yet, -1 they have not
    bonus: bool = False  # 6.4.c: the extra hex has been taken

    def copy(self) -> "Move":
        twin = self.__copy__()
        twin.units = self.units.copy()
        return twin

    def state(self) -> tuple[object, ...]:
        return (self.units, self.double, self.spent, self.begun, self.road, self.bonus)


class Battle(Told):
    """A battle of companies."""

    scenario: Scenario
    ground: Ground
    platoons: list[Platoon] = []
    officers: list[Officer] = []
    units: list[Unit] = []  # platoons, then officers
    companies: list[Company] = []
    phase: int = SETUP
    turn: int = 0
    initiative: int = NEVER  # 4.2 the side that has it in this turn
    side: int = 0  # whose activation it is, or is next
    passes: int = 0  # 4.3.1.g in a row
    activations: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # of each side in this turn
    idle: list[bool] = msgspec.field(default_factory=lambda: [False, False])  # 4.3.1.g sides with nothing left
    actor: int = NEVER  # the officer or Out-of-Command platoon that is activated
    move: Move | None = None
    target: int = NEVER  # 14.1 the hex that is being assaulted
    queue: list[int] = []  # sides still to deploy, or to look at their markers
    column: int = 0  # 10.1.e stacks that entered by road in this activation
    holders: list[int] = []  # of each objective; -1 nobody
    group: list[int] = []  # 7.1 the platoons that are about to fire together ...
    aim: int = NEVER  # ... and the hex they fire at
    improved: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # 21 hexes with improved positions, by side
    points: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # 10.c won so far by delay
    steps: list[dict[int, int]] = msgspec.field(default_factory=lambda: [{}, {}])  # of platoons, by hex and side
    occupied: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # hexes with platoons of each side

    def copy(self) -> "Battle":
        """An independent battle without events."""
        twin = self.__copy__()
        twin.events = []
        twin.platoons = [platoon.__copy__() for platoon in self.platoons]
        twin.officers = [officer.__copy__() for officer in self.officers]
        twin.units = [*twin.platoons, *twin.officers]
        twin.companies = [company.__copy__() for company in self.companies]
        twin.activations = self.activations.copy()
        twin.idle = self.idle.copy()
        twin.queue = self.queue.copy()
        twin.holders = self.holders.copy()
        if self.move is not None:
            twin.move = self.move.copy()
        twin.group = self.group.copy()
        twin.improved = self.improved.copy()
        twin.points = self.points.copy()
        twin.steps = [self.steps[0].copy(), self.steps[1].copy()]
        twin.occupied = self.occupied.copy()
        return twin

    def state(self) -> tuple[object, ...]:
        """All that can change, for fingerprints."""
        return (
            *states(self.platoons, self.officers, self.companies),
            (self.phase, self.turn, self.initiative, self.side, self.passes, self.activations, self.idle, self.actor),
            (self.target, self.queue, self.column, self.holders, self.points),
            (self.group, self.aim, [hex(mask) for mask in self.improved]),
            self.move.state() if self.move is not None else None,
            [sorted(steps.items()) for steps in self.steps],
            [hex(mask) for mask in self.occupied],
            self.result,
        )

    # Who and where ---------------------------------------------------------------------------

    def find_unit(self, id: str) -> Unit | None:
        """The unit of an id that nobody has checked; None if there is none."""
        return with_id(self.units, id)

    def unit(self, id: str) -> Unit:
        """The unit of an id that is known to be one."""
        return found(self.find_unit(id), "unit", id)

    def platoon(self, id: str) -> Platoon:
        """The platoon of an id that is known to be one."""
        return found(with_id(self.platoons, id), "platoon", id)

    def officer(self, id: str) -> Officer:
        """The officer of an id that is known to be one."""
        return found(with_id(self.officers, id), "officer", id)

    @property
    def current_move(self) -> Move:
        """The move under way, where one is known to be."""
        if self.move is None:
            raise LookupError("nobody is moving")
        return self.move

    def platoons_at(self, place: int, side: int) -> list[Platoon]:
        """The platoons of a side in a hex, in their order."""
        if not self.occupied[side] >> place & 1:
            return []
        return [platoon for platoon in self.platoons if platoon.hex == place and platoon.side == side]

    def officers_at(self, place: int, side: int) -> list[Officer]:
        """The officers of a side in a hex."""
        return [officer for officer in self.officers if officer.hex == place and officer.side == side]

    def units_at(self, place: int, side: int) -> list[Unit]:
        return [unit for unit in self.units if unit.hex == place and unit.side == side]

    def platoons_of(self, company: Company) -> list[Platoon]:
        """Its platoons on the board."""
        platoons = self.platoons
        return [platoons[i] for i in company.platoons if platoons[i].hex >= 0]

    def company_of(self, unit: Unit) -> Company | None:
        return self.companies[unit.company] if unit.company >= 0 else None

    def officer_of(self, company: Company) -> Officer | None:
        """The officer who leads a company, on the board or still off it; None when he has fallen or left."""
        return self.officers[company.officer - len(self.platoons)] if company.officer >= 0 else None

    def spec_of(self, unit: Unit) -> CompanySpec:
        """What the scenario says of a unit's company, or of an officer without one."""
        if unit.company >= 0:
            return self.companies[unit.company].spec
        return next(spec for spec in self.scenario.companies if spec.officer_id == unit.id)

    def losses(self, company: Company) -> int:
        """9.1.a All steps a company has lost; three for each platoon eliminated."""
        return sum([self.platoons[i].lost for i in company.platoons])

    def beside_enemy(self, side: int) -> int:
        """The hexes next to platoons of the other side."""
        return self.ground.grid.spread(self.occupied[1 - side])

    # What changes ----------------------------------------------------------------------------

    def put(self, unit: Unit, place: int) -> None:
        """Set a unit down in a hex, or off the board with one of OFF_MAP, POOL, ELIMINATED, EXITED.

        Out of the river it has no bank; in it, whoever had none may leave to either (MAP.2).
        """
        if place < 0 or not self.ground.river >> place & 1:
            unit.bank = NO_BANK
        elif unit.bank == NO_BANK:
            unit.bank = EITHER
        if type(unit) is Platoon:
            self._count(unit, -unit.steps)
            unit.hex = place
            self._count(unit, unit.steps)
        else:
            unit.hex = place

    def lose_steps(self, platoon: Platoon, steps: int) -> None:
        """3.1.b Steps lost; one that has lost its third leaves the board. Tells nothing: the caller does."""
        steps = min(steps, platoon.steps)
        self._count(platoon, -steps)
        platoon.lost += steps
        if platoon.lost == STEPS:
            self.remove(platoon)

    def remove(self, unit: Unit, to: int = ELIMINATED) -> None:
        """Take a unit out of the game; a platoon eliminated in whatever way has lost all its steps (9.1.a).

        Tells nothing. A company that loses its officer so forgets him (7.4.5); whether another comes is up to
        `Company.replace`, which the caller sets.
        """
        if type(unit) is Platoon:
            self._count(unit, -unit.steps)
            if to == ELIMINATED:
                unit.lost = STEPS
            unit.reaction = NEVER
        elif unit.company >= 0:
            company = self.companies[unit.company]
            if company.officer == unit.index:
                company.officer = NEVER
        unit.hex = to
        unit.active = False
        unit.waiting = NEVER
        unit.bank = NO_BANK
        if self.move is not None and unit.index in self.move.units:
            self.move.units.remove(unit.index)

    def _count(self, platoon: Platoon, steps: int) -> None:
        """Keep `steps` and `occupied` true."""
        place = platoon.hex
        if place < 0 or steps == 0:
            return
        here = self.steps[platoon.side]
        total = here.get(place, 0) + steps
        if total:
            here[place] = total
            self.occupied[platoon.side] |= 1 << place
        else:
            del here[place]
            self.occupied[platoon.side] &= ~(1 << place)


def empty_battle(scenario: Scenario, ground: Ground) -> Battle:
    """A battle of a scenario with no unit yet."""
    battle = Battle(scenario, ground)
    battle.holders = [objective.holder for objective in scenario.objectives]
    battle.improved = [side.improved for side in scenario.sides]
    return battle
