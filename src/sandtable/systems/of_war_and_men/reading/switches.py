"""What the special rules of a Mission need: the places and values of each switch. docs/scenarios.md has the table."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

import msgspec

from sandtable.content.problems import hint, quoted
from sandtable.content.reader import Reader
from sandtable.systems.of_war_and_men.reading.maps import Ground
from sandtable.systems.of_war_and_men.rules.explosion import BRIDGE
from sandtable.systems.of_war_and_men.state.tables import NUMBERS

MOST = 200
POINTS = (0, MOST)


class Place(msgspec.Struct, frozen=True):
    """Positions that a switch needs: one, or so many `or_more`."""

    text: str
    least: int = 1
    or_more: bool = False
    each_team: bool = False  # one for each Fireteam of a side
    entered: bool = False  # a Fireteam must be able to come there
    bridges: bool = False
    way: bool = False  # each is next to the one before, none comes twice


class Value(msgspec.Struct, frozen=True):
    """A number that a switch needs."""

    text: str
    bounds: tuple[int, int] = POINTS


class Needs(msgspec.Struct, frozen=True):
    """What a switch does and needs."""

    text: str
    places: dict[str, Place] = {}
    values: dict[str, Value] = {}
    wind: bool = False
    one_of: tuple[str, ...] = ()  # one of these switches must be on too
    without: tuple[str, ...] = ()  # these switches do not go with it


HELD = Place("the position to hold", entered=True)
NEEDS = {
    # 8.13
    "hold at the end": Needs(
        "points for the side that holds the objective at the end",
        {"objective": HELD},
        {"hold": Value("points")},
    ),
    # 8.2
    "hold each round": Needs(
        "points in each Assessment phase for the side that holds the objective",
        {"objective": HELD},
        {"each_round": Value("points")},
    ),
    # 11.3
    "axis in driblets": Needs(
        "small Axis Fireteams that arrive one by one",
        values={"axis_size": Value("soldiers of an Axis Fireteam", (1, NUMBERS.soldiers))},
        without=("drop",),
    ),
    "bridges": Needs(
        "Bridges that the Allies may blow up",
        {"bridges": Place("Bridge cards", or_more=True, bridges=True)},
        {
            "destroyed": Value("points of the Allies for each that is down"),
            "standing": Value("points of the Axis for each that stands"),
            "held": Value("at Private level, points for each that a side holds"),
        },
    ),
    # 11.4
    "flags": Needs(
        "the enemy's flag held for a round wins",
        {"axis_flag": Place("a position", entered=True), "allied_flag": Place("a position", entered=True)},
        {"flag": Value("points for holding it at the end")},
    ),
    # 11.4.c
    "random mission": Needs(
        "Terrain for the positions `T`, time, light and goal are drawn",
        {"objective": Place("the position to hold, if that is the goal")},
        {
            "hold": Value("points for it"),
            "breakthrough": Value("points for each Fireteam in the enemy's home row"),
            "decapitation": Value("points for the enemy's leader"),
        },
    ),
    # 11.5
    "lu": Needs(
        "the Allies bring Lu home",
        {"chateau": Place("where she hides", entered=True)},
        {"lu_vitality": Value("her Vitality", (1, MOST))},
    ),
    # 11.6
    "truck": Needs(
        "a Supply Truck drives along a path",
        {"path": Place("its positions in a row", least=2, or_more=True, way=True)},
        {
            "sound": Value("the total that breaks it down", (1, MOST)),
            "broken": Value("the total that destroys it then", (1, MOST)),
        },
    ),
    # 11.7
    "drop": Needs(
        "a side comes by parachute; `wind` is needed",
        {
            "objective": Place("the position that it must hold for a round", entered=True),
            "drop_zones": Place("one for each Fireteam", or_more=True, each_team=True),
        },
        {"hold": Value("points for the side on the ground if it holds the objective at the end")},
        wind=True,
        without=("axis in driblets",),
    ),
    "roles": Needs("either side may run the truck, or be on the ground", one_of=("truck", "drop")),
    "two players": Needs("not for three or four"),
    # BC.8
    "practice": Needs("a Fireteam starts on the indicated cards only, and nobody is without an Attack order"),
}


def check_switches(reader: Reader, switches: Iterable[str]) -> None:
    """Which switches go together."""
    on = list(switches)
    for switch in on:
        needs = NEEDS[switch]
        if needs.one_of and not set(needs.one_of) & set(on):
            reader.wrong("switches", f"{quoted(switch)} needs {' or '.join(map(quoted, needs.one_of))} too")
        for other in needs.without:
            if other in on[: on.index(switch)]:
                reader.wrong("switches", f"{quoted(switch)} does not go with {quoted(other)}")
        if needs.wind and not reader.has("wind"):
            reader.wrong("wind", f"is missing; the switch {quoted(switch)} needs it")


def read_values(reader: Reader, switches: Iterable[str]) -> dict[str, int]:
    """[values]: all that the switches need, and no other."""
    wanted = {name: (value, switch) for switch in switches for name, value in NEEDS[switch].values.items()}
    return {name: reader.integer(name, *wanted[name][0].bounds) for name in given(reader, wanted)}


def read_places(
    reader: Reader, switches: Iterable[str], ground: Ground, fireteams: int
) -> dict[str, tuple[int, ...]]:
    """[places]: all that the switches need, and no other."""
    wanted = {name: (place, switch) for switch in switches for name, place in NEEDS[switch].places.items()}
    found: dict[str, tuple[int, ...]] = {}
    for name in given(reader, wanted):
        found[name] = ground.cells(reader, name)
        fault = place_fault(wanted[name][0], found[name], ground, fireteams) if reader.good(name) else ""
        if fault:
            reader.wrong(name, fault)
    return found


def given(reader: Reader, wanted: Mapping[str, tuple[object, str]]) -> list[str]:
    """The names that are written and wanted; what is missing, and what no switch wants, is noted."""
    for name, (_, switch) in wanted.items():
        if not reader.has(name):
            reader.wrong(name, f"is missing; the switch {quoted(switch)} needs it")
    for name in reader.names():
        if name not in wanted:
            reader.wrong(name, f"no switch of this Mission needs it{hint(name, wanted)}")
    return [name for name in reader.names() if name in wanted]


def place_fault(place: Place, cells: tuple[int, ...], ground: Ground, fireteams: int) -> str:
    """What is wrong with the positions of a name, or ""."""
    least = fireteams if place.each_team else place.least
    if len(cells) < least or (len(cells) > least and not place.or_more):
        return f"must name {least} position{'s' * (least > 1)}{' or more' * place.or_more}, but names {len(cells)}"
    for cell in cells:
        terrain = ground.terrain(cell)
        if place.bridges and (terrain is None or terrain.key != BRIDGE):
            return f"{ground.name(cell)} is not a Bridge"
        if place.entered and terrain is not None and terrain.no_movement:
            return f"{ground.name(cell)} is a {terrain.name}, which no Fireteam can enter"
    if place.way and len(set(cells)) < len(cells):
        return "names a position twice"
    for here, there in pairwise(cells) if place.way else ():
        if there not in ground.around[here]:
            return f"{ground.name(there)} is not next to {ground.name(here)}"
    return ""
