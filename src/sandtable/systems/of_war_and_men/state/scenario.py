"""A scenario: a Mission at a level of play with its seats, as printed."""

import msgspec

from sandtable.systems.of_war_and_men.state.book import Rulebook

AXIS, ALLIES = range(2)
SIDES = ("axis", "allies")

# 3.1-3.3 Levels of play.
PRIVATE, LIEUTENANT, COLONEL = range(1, 4)
LEVELS = ("", "Private", "Lieutenant", "Colonel")

SUN, MOON, SNOW = "sun", "moon", "snowflake"


class SeatSpec(msgspec.Struct, frozen=True):
    """10.1 A chair at the table; the first of a side has the side's id."""

    key: str
    name: str
    side: int
    squads: int = 1


class Mission(msgspec.Struct, frozen=True):
    """8.1-8.14 A Mission card."""

    key: str
    number: int
    name: str
    columns: int
    rows: int
    map: tuple[str, ...]  # a code for each cell, row by row: ".", "F", "T", "X" or a mission card
    starts: tuple[tuple[int, ...], tuple[int, ...]]  # 8.12: the indicated cells of each side
    points: int  # 8.11
    decks: int  # 8.3
    visibility: str  # SUN, MOON or SNOW
    sight: int  # 8.7; 0 without a limit
    wind: int  # a colour; -1: none
    operation: str  # artillery, reinforcements, satchel charge or star shell
    goals: tuple[str, ...]
    background: str = ""
    at_the_ready: bool = False  # 10.12
    fireteams: int = 4  # 8.14: the most that a side may have
    switches: tuple[str, ...] = ()  # 11: named special rules of the Mission (reading/switches.py)
    values: dict[str, int] = {}  # numbers of those rules
    places: dict[str, tuple[int, ...]] = {}  # cells of those rules: "objective", "path", "drop zones"


class TeamSpec(msgspec.Struct, frozen=True):
    """A Fireteam that stands on the map from the beginning, by the ids of its soldiers from left to right."""

    cell: int
    soldiers: tuple[str, ...]
    suppressed: tuple[str, ...] = ()
    wounded: tuple[str, ...] = ()


class SquadSpec(msgspec.Struct, frozen=True):
    """The squad of a seat where the scenario names it and nobody chooses."""

    seat: str
    division: str
    teams: tuple[TeamSpec, ...]


class Scenario(msgspec.Struct, frozen=True):
    """What a battle is made of."""

    id: str
    name: str
    level: int
    mission: Mission
    sides: tuple[SeatSpec, ...]  # the seats, in order
    rulebook: Rulebook
    digest: str = ""
    date: str = ""
    turns: int = 0  # rounds are not counted: the deck is the clock (4.3)
    squads: tuple[SquadSpec, ...] = ()  # of a battle under way; otherwise the players choose theirs (10.5)
    handicap: tuple[int, int] = (0, 0)  # 8.11: squad points that a side goes without

    @property
    def background(self) -> str:
        return self.mission.background

    @property
    def decisions(self) -> bool:
        """3.1 Command Decisions are used from Lieutenant upward."""
        return self.level >= LIEUTENANT

    @property
    def traits(self) -> bool:
        """3.3 Traits are used by Colonels only."""
        return self.level >= COLONEL
