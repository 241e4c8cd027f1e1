"""The Battle and its pieces: everything that changes in play, as plain data with an explicit copy.

The pieces are msgspec structs because their `__copy__` runs in C. What a piece refers to (types, training) is
printed and never changes; every list or dict of the battle is copied by name. Positions and lengths are integers in
hundredths of an inch, facings are integer vectors.
"""

from collections.abc import Generator

import msgspec

from sandtable.systems.miniatures.state.book import TeamType, Training
from sandtable.systems.miniatures.state.ground import Ground
from sandtable.systems.miniatures.state.scenario import FO, Point, Scenario
from sandtable.table.battle import Piece, Told, found, states
from sandtable.table.decision import Choice, Decision

# Phases of a round (1): where the next episode begins.
ROUND, INITIATIVE, ACTION, END = range(4)
# Steps of an action (3.3, 3.4) that are still to be done, in Battle.steps.
FIRE, MOVE, ASSAULT, BARRAGE = range(4)

Procedure = Generator[Decision, Choice, None]
Path = tuple[Point, ...]  # from where the Team stands, through its corners, to the end
Stance = tuple[int, int, int, int]  # hull and turret vectors


class Team(Piece):
    """2.1 A stand or a vehicle."""

    index: int
    id: str
    name: str
    side: int
    unit: int  # index of its Unit; below 0 for the CC, see Battle.unit_of
    type: TeamType
    role: int
    radius: int
    x: int
    y: int
    hx: int = 0  # facing of the hull or gun; (0, 0) for Infantry
    hy: int = 0
    tx: int = 0  # facing of the turret; (0, 0) without one
    ty: int = 0
    lost: bool = False  # off the table
    markers: int = 0  # 11: suppression, at most two
    moved: bool = False  # in its last activation, or since (6.12.g, 6.23, 10.9)
    fired: bool = False
    observed: bool = False  # 15.4: for a barrage, in its last activation (the CC: in this round)
    dug_in: bool = False  # 3.3.f
    upright: bool = False  # 6.26: has stood up since its Unit declared going to ground
    last_fire: int = -1  # 7.3: the Initiative in which it last fired
    helped: int = -1  # 14.3: the Initiative in which this leader last used his ability

    def state(self) -> tuple[object, ...]:
        """All that can change, for fingerprints."""
        return (
            (self.type.key, self.role, self.radius, self.x, self.y, self.hx, self.hy, self.tx, self.ty, self.lost),
            (self.markers, self.moved, self.fired, self.observed, self.dug_in, self.upright),
            (self.last_fire, self.helped),
        )


class Unit(Piece):
    """2.1 A Unit; also the CC by himself, who is none (14.1)."""

    index: int  # below 0 for the CC
    key: str
    name: str
    side: int
    training: Training
    teams: tuple[int, ...]  # all that it started with, the FO last if it has one
    size: int  # 12.1: its starting number of Teams, the FO not counted
    pl: int = -1  # 14.1: its Platoon Leader; -1: it has none
    first_pl: int = -1  # the Team that led it at the start, whose weapon a new PL takes (14.16)
    activated: bool = False  # 1.5
    overwatch: bool = False  # 3.4.c
    ground: bool = False  # 6.25: has declared going to ground in this round
    ran: bool = False  # 3.3.c
    lost_team: bool = False  # 12.1: in this round
    gone: bool = False  # destroyed
    acted: bool = False  # 14.1: the CC has had his Move or Fire in this round
    appointed: int = -1  # 14.16: the Initiative in which the CC last appointed a PL

    def state(self) -> tuple[object, ...]:
        return (
            (self.pl, self.activated, self.overwatch, self.ground, self.ran, self.lost_team, self.gone),
            (self.acted, self.appointed),
        )


class Smoke(Piece):
    """15.17 A square of smoke: centre, axis vector, half side along it."""

    x: int
    y: int
    vx: int
    vy: int
    half: int  # in the coordinates dot(v, c-P), cross(v, c-P)

    def state(self) -> tuple[object, ...]:
        return (self.x, self.y, self.vx, self.vy, self.half)


class Walk(Piece):
    """7.1 A Move under way: the path of each Team, and how far they are."""

    unit: int  # the Unit that moves, or the CC
    charge: bool  # 13.3: of an assault
    paths: dict[int, Path]
    placed: dict[int, Point] = {}  # 14.2: a PL who is set down when the others have moved
    far: int = 0  # the longest of the paths
    gone: int = 0  # how much of it is behind them; the others are as far in proportion

    def copy(self) -> "Walk":
        twin = self.__copy__()
        twin.paths = self.paths.copy()
        twin.placed = self.placed.copy()
        return twin

    def state(self) -> tuple[object, ...]:
        return (
            (self.unit, self.charge, self.far, self.gone),
            (list(self.paths.items()), sorted(self.placed.items())),
        )


class Assault(Piece):
    """13 An assault under way: who, at whom, and how far it is."""

    unit: int
    target: int  # the assaulted Unit; the CC's own if he is the one (14.15)
    chargers: list[int]
    joined: list[int]  # a CC or FO who belongs to the assaulted Unit while the attack lasts
    alone: bool = False  # 15.22: it is an FO by himself who is assaulted, not his Unit
    stage: int = 0
    hits: int = 0  # 13.6: of the defensive fire
    results: int = 0  # 13.8
    lost: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # 13.18: Teams lost in close combat, by side
    queue: list[int] = []  # Teams that have still to charge, move or strike
    turn: int = 0  # side that strikes

    def copy(self) -> "Assault":
        twin = self.__copy__()
        twin.chargers = self.chargers.copy()
        twin.joined = self.joined.copy()
        twin.lost = self.lost.copy()
        twin.queue = self.queue.copy()
        return twin

    def state(self) -> tuple[object, ...]:
        return (
            (self.unit, self.target, self.chargers, self.joined, self.stage, self.hits, self.results),
            (self.alone, self.lost, self.queue, self.turn),
        )


class Battle(Told):
    """A battle of two companies."""

    scenario: Scenario
    land: Ground
    teams: list[Team] = []
    by_side: list[list[Team]] = []  # the same Teams, of either side by itself
    units: list[Unit] = []  # the Units of both sides
    commands: list[Unit] = []  # the CC of each side by himself
    by_id: dict[str, int] = {}  # id of a Team -> index; never changes
    smoke: list[Smoke] = []
    holders: list[int] = []  # who controls each objective; -1 nobody
    phase: int = ROUND
    round: int = 1
    side: int = 0  # who holds the Initiative
    loser: int = 0  # 1.6: who lost this round's first roll
    initiative: int = 0  # 1.1: its number, counted through the battle
    active: int = -1  # the Unit that is activated; the CC while he acts: see `commanding`
    commanding: bool = False  # 14.1: it is the CC of `side` who acts
    passed: bool = False  # 3.1: its check
    action: str = ""  # 3.3, 3.4: the one chosen
    steps: list[int] = []  # of the action, still to be done
    shifted: bool = False  # 3.3.b: a Team has moved or turned in this action
    stopped: list[int] = []  # 4.6: Teams without movement for the rest of the activation
    walk: Walk | None = None
    assault: Assault | None = None
    checks: list[int] = []  # 12.1: Units that have still to check at the end of the round

    def copy(self) -> "Battle":
        """An independent battle without events."""
        twin = self.__copy__()
        twin.events = []
        twin.teams = [team.__copy__() for team in self.teams]
        twin.by_side = sides_of(twin.teams)
        twin.units = [unit.__copy__() for unit in self.units]
        twin.commands = [unit.__copy__() for unit in self.commands]
        twin.smoke = self.smoke.copy()  # a patch never changes
        twin.holders = self.holders.copy()
        twin.steps = self.steps.copy()
        twin.stopped = self.stopped.copy()
        twin.checks = self.checks.copy()
        if self.walk is not None:
            twin.walk = self.walk.copy()
        if self.assault is not None:
            twin.assault = self.assault.copy()
        return twin

    def state(self) -> tuple[object, ...]:
        """All that can change, for fingerprints."""
        return (
            *states(self.teams, self.units, self.commands),
            [patch.state() for patch in self.smoke],
            (self.holders, self.phase, self.round, self.side, self.loser, self.initiative),
            (self.active, self.commanding, self.passed, self.action, self.steps, self.shifted, self.stopped),
            self.walk.state() if self.walk is not None else None,
            self.assault.state() if self.assault is not None else None,
            (self.checks, self.result),
        )

    # Who and where ---------------------------------------------------------------------------

    def find_team(self, id: str) -> Team | None:
        """A Team on the table by its id; None if there is none."""
        index = self.by_id.get(id)
        if index is None or self.teams[index].lost:
            return None
        return self.teams[index]

    def team(self, id: str) -> Team:
        """A Team that is on the table, by its id."""
        return found(self.find_team(id), "Team", id)

    def find_unit(self, key: str) -> Unit | None:
        """A Unit on the table by its key, not a CC; None if there is none."""
        return next((unit for unit in self.units if unit.key == key and not unit.gone), None)

    def unit(self, key: str) -> Unit:
        """A Unit that is on the table, by its key."""
        return found(self.find_unit(key), "Unit", key)

    def find_party(self, key: str) -> Unit | None:
        """A Unit on the table, or a CC by himself; None if there is none."""
        return self.find_unit(key) or next((each for each in self.commands if each.key == key), None)

    def unit_of(self, team: Team) -> Unit:
        """The Unit a Team belongs to; the CC's own."""
        return self.units[team.unit] if team.unit >= 0 else self.commands[-1 - team.unit]

    def unit_at(self, index: int) -> Unit:
        """A Unit, or below 0 a CC's own, by its index."""
        return self.units[index] if index >= 0 else self.commands[-1 - index]

    def all_of(self, unit: Unit) -> list[Team]:
        """Its Teams on the table, with the FO."""
        teams = self.teams
        return [team for i in unit.teams if not (team := teams[i]).lost]

    def teams_of(self, unit: Unit) -> list[Team]:
        """Its Teams on the table that count: without the FO (15.20)."""
        teams = self.teams
        return [team for i in unit.teams if not (team := teams[i]).lost and team.role != FO]

    def company(self, side: int) -> list[Unit]:
        """The Units of a side on the table."""
        return [unit for unit in self.units if unit.side == side and not unit.gone]

    def cc(self, side: int) -> Team | None:
        """The Company Commander of a side, if he is on the table."""
        if not self.commands[side].teams:
            return None
        team = self.teams[self.commands[side].teams[0]]
        return None if team.lost else team

    def pl(self, unit: Unit) -> Team | None:
        """The Platoon Leader of a Unit, if it has one."""
        return self.teams[unit.pl] if unit.pl >= 0 else None

    def on_table(self, side: int = -1) -> list[Team]:
        """All Teams on the table, of one side if asked."""
        return [team for team in (self.teams if side < 0 else self.by_side[side]) if not team.lost]

    @property
    def turn(self) -> int:
        return self.round

    @property
    def acting(self) -> Unit:
        """The Unit that is activated, or the CC who acts."""
        return self.commands[self.side] if self.commanding else self.units[self.active]


def sides_of(teams: list[Team]) -> list[list[Team]]:
    """The Teams of either side."""
    return [[team for team in teams if team.side == 0], [team for team in teams if team.side]]


def spot(team: Team) -> str:
    """Where a Team stands, as a place."""
    return f"{team.x},{team.y}"


def empty_battle(scenario: Scenario, land: Ground) -> Battle:
    """A battle of a scenario with no Team yet."""
    battle = Battle(scenario, land)
    battle.holders = [objective.holder for objective in scenario.objectives]
    return battle
