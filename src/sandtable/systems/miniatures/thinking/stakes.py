"""What is at stake: what a Unit is worth to its company, and how much of it goes when it loses Teams."""

from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle, Unit

POINT = 1.2  # a point of the score
NEAR_BREAKING = (1.6, 1.6, 0.8, 0.5, 0.4, 0.4, 0.4)  # a Unit, by how many more break the company
WEAR = 0.35  # of a Unit that is down to half its Teams


def unit_stake(b: Battle, side: int) -> float:
    """What the destruction of one more Unit costs a side, besides its Teams."""
    started = left = 0
    for unit in b.units:
        if unit.side == side:
            started += 1
            left += not unit.gone
    to_break = max(0, left - (started - 1) // 2)  # 14.11: fewer than half
    return NEAR_BREAKING[min(to_break, 6)] + POINT * b.scenario.unit_points


def staying_power(size: int, left: float, tanks: bool) -> float:
    """12.1, 12.3 How sure a Unit is to stay: 1 when it is whole, little below half its Teams."""
    half = (size + 1) // 2
    if left >= half:
        gone = (size - left) / (size - half + 1)
        return 1 - WEAR * gone * gone
    last = 0.0 if tanks or size == 1 else 1.0
    return max(0.0, 0.55 * (left - last) / max(0.5, half - last))


def lost_worth(b: Battle, unit: Unit, killed: float) -> float:
    """What it means for its company that a Unit loses so many Teams, besides their own worth."""
    if not killed or unit.index < 0:
        return 0.5 * killed  # the CC
    teams = b.teams_of(unit)
    left = len(teams)
    if not left:
        return 0.0
    tanks = teams[0].type.kind == TANK
    before = staying_power(unit.size, left, tanks)
    whole = int(killed)
    here = staying_power(unit.size, max(0, left - whole), tanks)
    there = staying_power(unit.size, max(0, left - whole - 1), tanks)
    after = here + (there - here) * (killed - whole)
    return unit_stake(b, unit.side) * (before - after)
