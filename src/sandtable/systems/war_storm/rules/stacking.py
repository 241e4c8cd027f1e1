"""3.3 Stacking: nine steps of a side in a hex at every moment (3.3.d), one side to a hex."""

from sandtable.systems.war_storm.state.pieces import Battle, Platoon, Unit


def steps_of(units: list[Unit]) -> int:
    """3.3.a, 3.3.c What some units count for stacking; officers nothing."""
    return sum([unit.steps for unit in units if type(unit) is Platoon])


def closed(b: Battle, side: int, steps: int) -> int:
    """The hexes so many steps of a side may not enter: enemies, too many friends, half hexes.

    Enemy officers alone are no platoon and do not close a hex to platoons; to officers they do.
    """
    ground = b.ground
    mask = ~ground.playable | b.occupied[1 - side]  # 3.3.b
    room = ground.numbers["stacking"] - steps  # 3.3.a
    if room < 0:
        return -1
    if steps:
        for place, there in b.steps[side].items():
            if there > room:
                mask |= 1 << place
    else:
        for officer in b.officers:
            if officer.side != side and officer.hex >= 0:
                mask |= 1 << officer.hex  # 6.2.f
    return mask


def enterable(b: Battle, side: int, place: int, steps: int) -> bool:
    """Whether so many steps of a side may be in a hex as far as stacking and enemies go."""
    return not closed(b, side, steps) >> place & 1


def can_stack(b: Battle, units: list[Unit], place: int) -> bool:
    """Whether these units, which are elsewhere, may be in a hex."""
    return enterable(b, units[0].side, place, steps_of(units))
