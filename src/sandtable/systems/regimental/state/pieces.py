"""The Battle and its pieces: everything that changes in play, as plain data with an explicit copy.

The pieces are msgspec structs because their `__copy__` runs in C. What a piece refers to (types, specs) is printed
and never changes; every list or dict of the battle is copied by name.
"""

from collections.abc import Generator

import msgspec

from sandtable.geometry.hexes import mask_of
from sandtable.systems.regimental.state.book import CompanyType, Rate, StandType
from sandtable.systems.regimental.state.ground import Ground
from sandtable.systems.regimental.state.scenario import Objective, Scenario
from sandtable.table.battle import Piece, Told, found, with_id
from sandtable.table.decision import Choice, Decision

LOST = -1  # off the map

# Phases of a round: where the next episode begins.
ROUND, ORDERS, RETREATS, ACTIONS, GUNS, NIGHT = range(6)
# Stages of a regiment's activation (1.6.c).
ARRIVE, SUPPORT, MOVES, ATTACK = range(4)
# Stages of a combat (COM).
JOIN, CALL, OPPONENT, ANSWER, THROW, DEFENDER_LOSSES, ATTACKER_LOSSES, FALL_BACK, PURSUIT = range(9)

Procedure = Generator[Decision, Choice, None]


class Stand(Piece):
    """1.1 A core stand (battalion or HQ), or a battery."""

    index: int
    id: str
    name: str
    side: int
    regiment: int  # -1: a battery
    type: StandType
    rate: Rate
    superior_gun: bool
    sp: int
    shots_each: int = 0  # 5.c: given to a battery at the start of each round
    hex: int = LOST
    company: int = -1  # 1.2.a: index of the company in its hex
    shots: int = 0
    began: int = LOST  # 2.1.c: where it stood when the activation (or the night) began
    moved: bool = False  # in this activation
    marched: bool = False  # 2.b: moved strategically in this activation
    done: bool = False  # 5.1: a battery that has had its turn in the artillery phase

    @property
    def on_map(self) -> bool:
        return self.hex >= 0

    @property
    def battery(self) -> bool:
        """5.a Whether it belongs to no regiment."""
        return self.regiment < 0

    @property
    def has_company(self) -> bool:
        return self.company >= 0

    def state(self) -> tuple[object, ...]:
        """All that can change, for fingerprints."""
        return (self.hex, self.sp, self.company, self.shots, self.began, self.moved, self.marched, self.done)


class Company(Piece):
    """1.c A support company, always with a core stand of its regiment."""

    index: int
    id: str
    name: str
    regiment: int
    type: CompanyType
    host: int = -1  # index of its stand; -1: lost

    @property
    def lost(self) -> bool:
        return self.host < 0


class Regiment(Piece):
    """1.a A regiment: its stands, the HQ first."""

    index: int
    key: str
    name: str
    side: int
    stands: tuple[int, ...]
    companies: tuple[int, ...]
    order: str = "H"
    given: str = ""  # 1.5.b: the marker that lies face down; hidden from the other side
    activated: bool = False
    gone: bool = False  # 6.j
    hq_lost: int = 0  # 6.f: the round (counted through) in which the HQ was destroyed

    @property
    def hq(self) -> int:
        """The index of its HQ stand."""
        return self.stands[0]

    def state(self) -> tuple[object, ...]:
        return (self.order, self.given, self.activated, self.gone, self.hq_lost)


class Combat(Piece):
    """COM A combat under way: the attack as it is declared, and how far it is. Pairs are attacker, defender."""

    side: int  # of the attacker
    target: int  # the attacked hex
    defender: int  # the stand in it
    attackers: list[int]
    stage: int = JOIN
    support: tuple[list[int], list[int]] = msgspec.field(default_factory=lambda: ([], []))  # companies called
    guns: tuple[list[int], list[int]] = msgspec.field(default_factory=lambda: ([], []))  # batteries called
    air: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # points called
    opponent: int = -1  # the attacker the defender turns to
    pays: bool = False  # 5.g: an attacked battery spends a shot to answer distant fire
    close: bool = False  # 3.4.c: an attacker was adjacent when the dice fell
    hits: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # scored by each
    due: int = 0  # losses still to take in this stage
    taken: dict[int, int] = {}  # losses taken so far, by stand
    back: list[int] = []  # stands that must still fall back

    def side_of(self, who: int) -> int:
        """The side of the attacker (0) or of the defender (1)."""
        return self.side if who == 0 else 1 - self.side

    def taken_by(self, stand: int) -> int:
        """The losses that were taken in the hex of a stand."""
        return self.taken.get(stand, 0)

    def copy(self) -> "Combat":
        twin = self.__copy__()
        twin.attackers = self.attackers.copy()
        twin.support = (self.support[0].copy(), self.support[1].copy())
        twin.guns = (self.guns[0].copy(), self.guns[1].copy())
        twin.air = self.air.copy()
        twin.hits = self.hits.copy()
        twin.taken = self.taken.copy()
        twin.back = self.back.copy()
        return twin

    def state(self) -> tuple[object, ...]:
        return (
            (self.side, self.target, self.defender, self.attackers, self.stage),
            (self.support, self.guns, self.air, self.opponent, self.pays, self.close),
            (self.hits, self.due, sorted(self.taken.items()), self.back),
        )


class Battle(Told):
    """A battle of regiments."""

    scenario: Scenario
    ground: Ground
    stands: list[Stand] = []
    companies: list[Company] = []
    regiments: list[Regiment] = []
    at: dict[int, int] = {}  # hex -> index of the stand there
    occupied: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # hexes with stands of each side
    phase: int = ROUND
    day: int = 1
    round: int = 1  # of the day
    last: int = -1  # 1.6.g: the side that activated last
    in_a_row: int = 0
    active: int = -1  # the regiment that is activated
    stage: int = ARRIVE
    plan: dict[int, int] = {}  # a shuffle under way: piece -> place
    combat: Combat | None = None
    gun: int = -1  # 5.1: the battery whose turn it is
    turns: list[int] = []  # 5.1.a, 8.a: the sides still to act, in order
    step: int = 0  # of the night
    air: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # 9.a: points left today
    strength: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # 8.a: points to spend tonight
    support: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    holders: list[int] = []  # 11.a: who holds each objective; -1 nobody
    alarms: list[bool] = []  # of each restriction: an enemy has ended a move beyond its row

    def copy(self) -> "Battle":
        """An independent battle without events."""
        twin = self.__copy__()
        twin.events = []
        twin.stands = [stand.__copy__() for stand in self.stands]
        twin.companies = [company.__copy__() for company in self.companies]
        twin.regiments = [regiment.__copy__() for regiment in self.regiments]
        twin.at = self.at.copy()
        twin.occupied = self.occupied.copy()
        twin.plan = self.plan.copy()
        twin.turns = self.turns.copy()
        twin.air = self.air.copy()
        twin.strength = self.strength.copy()
        twin.support = self.support.copy()
        twin.holders = self.holders.copy()
        twin.alarms = self.alarms.copy()
        if self.combat is not None:
            twin.combat = self.combat.copy()
        return twin

    def state(self) -> tuple[object, ...]:
        """All that can change, for fingerprints."""
        return (
            [stand.state() for stand in self.stands],
            [company.host for company in self.companies],
            [regiment.state() for regiment in self.regiments],
            (sorted(self.at.items()), [hex(mask) for mask in self.occupied]),
            (self.phase, self.day, self.round, self.last, self.in_a_row, self.active, self.stage),
            (sorted(self.plan.items()), self.gun, self.turns, self.step),
            self.combat.state() if self.combat is not None else None,
            (self.air, self.strength, self.support, self.holders, self.alarms),
            self.result,
        )

    # Who and where ---------------------------------------------------------------------------

    def find_stand(self, id: str) -> Stand | None:
        return with_id(self.stands, id)

    def called(self, place: int) -> str:
        """A hex by the name it has on the map, within a sentence; else by its number."""
        for objective in self.scenario.objectives:
            if objective.hex == place:
                name = objective.name
                return "t" + name[1:] if name.startswith("The ") else name
        return self.ground.names[place]

    def hex_of(self, word: str) -> int:
        """The hex of this name, or where the stand of this id is; -1 without one."""
        stand = self.find_stand(word)
        return self.ground.index.get(word, -1) if stand is None else stand.hex

    def find_company(self, id: str) -> Company | None:
        return with_id(self.companies, id)

    def find_regiment(self, key: str) -> Regiment | None:
        return next((regiment for regiment in self.regiments if regiment.key == key), None)

    def stand(self, id: str) -> Stand:
        """The stand of this id; KeyError without one. For choices that were checked."""
        return found(self.find_stand(id), "stand", id)

    def company(self, id: str) -> Company:
        """The company of this id; KeyError without one."""
        return found(self.find_company(id), "company", id)

    def regiment(self, key: str) -> Regiment:
        """The regiment of this key; KeyError without one."""
        return found(self.find_regiment(key), "regiment", key)

    def regiment_of(self, stand: Stand) -> Regiment | None:
        return None if stand.battery else self.regiments[stand.regiment]

    def status(self, stand: Stand) -> str:
        """1.5.d The order of its regiment; a battery counts as H (5.b)."""
        return "H" if stand.battery else self.regiments[stand.regiment].order

    def stands_of(self, regiment: Regiment) -> list[Stand]:
        """Its stands on the map, the HQ first."""
        stands = self.stands
        return [stands[i] for i in regiment.stands if stands[i].hex >= 0]

    def batteries(self, side: int) -> list[Stand]:
        return [stand for stand in self.stands if stand.regiment < 0 and stand.side == side and stand.hex >= 0]

    def hq_of(self, regiment: Regiment) -> Stand | None:
        """Its HQ, if it is on the map."""
        hq = self.stands[regiment.stands[0]]
        return hq if hq.on_map else None

    def in_command(self, stand: Stand) -> bool:
        """1.2.b Within two hexes of its HQ; never for a battery (5.a) or without an HQ (6.b)."""
        if stand.regiment < 0:
            return False
        hq, ground = self.stands[self.regiments[stand.regiment].stands[0]], self.ground
        return hq.hex >= 0 and ground.distance[hq.hex][stand.hex] <= ground.numbers["command"]

    def enemies(self, side: int) -> int:
        """The hexes with stands of the other side."""
        return self.occupied[1 - side]

    def zone(self, side: int) -> int:
        """2.2.b The zone of control of a side: the hexes next to its stands."""
        return self.ground.zone(self.occupied[side])

    def enemy_zone(self, side: int) -> int:
        """The zone of control of the other side."""
        return self.zone(1 - side)

    def hexes_of(self, regiment: Regiment) -> int:
        """The hexes that the stands of a regiment hold."""
        return mask_of(tuple([stand.hex for stand in self.stands_of(regiment)]))

    def held_by(self, side: int) -> list[Objective]:
        """The target hexes that a side holds (11.a)."""
        return [each for number, each in enumerate(self.scenario.objectives) if self.holders[number] == side]

    @property
    def fight(self) -> Combat:
        """The combat under way, for who is asked about it; LookupError without one."""
        if self.combat is None:
            raise LookupError("No combat is under way.")
        return self.combat

    @property
    def round_number(self) -> int:
        """Rounds counted through the days."""
        return (self.day - 1) * self.ground.numbers["rounds_per_day"] + self.round

    # What moves ------------------------------------------------------------------------------

    def put(self, stand: Stand, place: int) -> None:
        """Set a stand down in a hex, from wherever it was."""
        self.lift(stand)
        stand.hex = place
        self.at[place] = stand.index
        self.occupied[stand.side] |= 1 << place

    def lift(self, stand: Stand) -> None:
        """Take a stand off the map."""
        if stand.on_map:
            if self.at.get(stand.hex) == stand.index:
                del self.at[stand.hex]
                self.occupied[stand.side] &= ~(1 << stand.hex)
            stand.hex = LOST


def empty_battle(scenario: Scenario, ground: Ground) -> Battle:
    """A battle of a scenario with no stand yet."""
    battle = Battle(scenario, ground)
    battle.holders = [objective.holder for objective in scenario.objectives]
    battle.alarms = [False] * len(scenario.restrictions)
    return battle
