"""How well a side stands, at a glance: points, platoons and officers, and how near they are to what they want."""

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.victory import score
from sandtable.systems.war_storm.state.book import GREEN, VETERAN
from sandtable.systems.war_storm.state.pieces import ELIMINATED, NEVER, OFF_MAP, STEPS, Battle

POINT = 0.8  # a victory point
STEP = 0.4  # a step shot off, with what morale makes of it
OFFICER = 0.6
ROUTED = 0.5  # of its worth is gone
STRAY = 0.1  # out of command
APPROACH = 0.1  # a hex nearer to what is wanted
COVER = 0.05  # a point of the divisor
EXPOSED = 0.5  # of the steps the enemy could shoot off
PROMISE = 0.5  # of the steps it could shoot off
READY = 0.12  # a Reaction marker
SAVED = 0.12  # what a platoon's fire may be worth later in the turn
QUALITY = {GREEN: 0.9, VETERAN: 1.2}
FAR = 20  # hexes: still off the board
COMRADES = 3  # platoons that fire together
ZEAL = 2.0  # how much bolder a side is in the last turn that is not winning


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
    net = score(b, 0) - score(b, 1)
    for grade in b.scenario.grades:
        if net >= grade.least:
            return grade.winner == side
    return net > 0 if side == 0 else net < 0


def away_from(b: Battle, place: int, wanted: list[int]) -> int:
    """The distance to the nearest hex that is wanted."""
    if place < 0:
        return FAR
    far = b.ground.distance[place]
    return min([far[h] for h in wanted], default=0)


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
    return sorted(take or keep) or bits(b.occupied[1 - side])
