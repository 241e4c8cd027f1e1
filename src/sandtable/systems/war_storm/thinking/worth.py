"""How well a side stands, at a glance: points, platoons and officers, and how near they are to what they want."""

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.victory import leader, score
from sandtable.systems.war_storm.state.pieces import ELIMINATED, NEVER, OFF_MAP, STEPS, Battle
from sandtable.systems.war_storm.thinking.weights import APPROACH, FAR, OFFICER, POINT, QUALITY, READY, ROUTED, STRAY


def evaluate(b: Battle, side: int) -> float:
    """How well a side stands: points, platoons and officers, and how near they are to what they want."""
    return worth(b, side) - worth(b, 1 - side)


def worth(b: Battle, side: int) -> float:
    total = POINT * score(b, side)
    wanted = wanted_hexes(b, side)
    for platoon in b.platoons:
        if platoon.side != side or platoon.hex == ELIMINATED:
            continue
        value = platoon.steps / STEPS * QUALITY.get(platoon.quality, 1.0)
        if platoon.routed:
            value *= 1 - ROUTED
        elif platoon.out_of_command:
            value -= STRAY
        if platoon.reaction != NEVER:
            value += READY
        if platoon.hex >= OFF_MAP:
            value -= APPROACH * away_from(b, platoon.hex, wanted)
        total += value
    for officer in b.officers:
        if officer.side == side and officer.hex >= OFF_MAP:
            total += OFFICER * (1 - ROUTED * officer.routed)
    return total


def winning(b: Battle, side: int) -> bool:
    """Whether a side would win if the battle ended now."""
    return leader(b) == side


def away_from(b: Battle, place: int, wanted: list[int]) -> int:
    """The distance to the nearest hex that is wanted."""
    if place < 0:
        return FAR
    far = b.ground.distance[place]
    return min([far[h] for h in wanted], default=0)


def cover(b: Battle, place: int) -> int:
    """How much more the divisor of a hex is than in the open."""
    return b.ground.terrain[place].divisor - b.scenario.rulebook.terrain["open"].divisor


def wanted_hexes(b: Battle, side: int) -> list[int]:
    """What a side is after: hexes to take, an area to be in, an exit; else what it must hold, else the enemy."""
    held = {objective.hex: holder for objective, holder in zip(b.scenario.objectives, b.holders, strict=True)}
    take: set[int] = set()
    keep: set[int] = set()
    for award in b.scenario.awards:
        if award.kind == "control":
            for h in bits(award.hexes):
                if award.side == side and held[h] != side:
                    take.add(h)
                else:
                    keep.add(h)
        elif award.kind == "presence" and award.side == side:
            take.update(bits(award.hexes))
        elif award.kind == "delay" and award.side != side:
            take.update(bits(award.hexes)[:1])
    return sorted(take or keep) or list(bits(b.occupied[1 - side]))
