"""What a thought tells besides places: what a platoon covers, whom an officer leads, and how the points stand."""

from sandtable.systems.war_storm.rules.attack import reach
from sandtable.systems.war_storm.rules.victory import grade_at, score
from sandtable.systems.war_storm.state.pieces import Battle, Officer, Platoon
from sandtable.table.mind import listed
from sandtable.table.telling import count


def in_reach(b: Battle, platoon: Platoon, place: int) -> int:
    """The enemy platoons that a platoon would see and reach from a hex."""
    seen, far = b.ground.sight.seen(place), b.ground.distance[place]
    return sum(
        [
            each.side != platoon.side
            and each.hex >= 0
            and bool(seen >> each.hex & 1)
            and far[each.hex] <= reach(b, platoon)
            for each in b.platoons
        ]
    )


def targets_words(b: Battle, platoon: Platoon, place: int) -> str:
    """Whom a platoon could fire at from a hex: "; it could fire at 2 platoons from there"."""
    near = in_reach(b, platoon, place)
    return f"; it could fire at {count(near, 'platoon') if near else 'nobody'} from there"


def enemy_words(b: Battle, side: int, place: int) -> str:
    """How near the enemy is to a hex: "; the nearest enemy is 4 hexes away"."""
    foes = [b.ground.distance[place][each.hex] for each in b.platoons if each.side != side and each.hex >= 0]
    return f"; the nearest enemy is {count(min(foes), 'hex', 'hexes')} away" if foes else ""


def rally_words(b: Battle, platoon: Platoon, place: int) -> str:
    """How far the officers are who could rally a platoon that runs to a hex: "; Lt. Jones is 3 hexes away"."""
    far = b.ground.distance[place]
    own = [each for each in b.officers if each.side == platoon.side and each.hex >= 0 and not each.routed]
    near = min(own, key=lambda each: far[each.hex], default=None)
    return (
        "; no officer could rally it"
        if near is None
        else f"; {near.name} is {count(far[near.hex], 'hex', 'hexes')} away"
    )


def guard_words(b: Battle, platoon: Platoon, place: int) -> str:
    """What a marker is for: who is in reach now, else how near the enemy is; which objectives its fire covers."""
    far, near = b.ground.distance[place], in_reach(b, platoon, place)
    told = f"; {count(near, 'enemy platoon') if near else 'none'} in its own sight and range now"
    foes = [far[each.hex] for each in b.platoons if each.side != platoon.side and each.hex >= 0]
    if not near and foes:
        told += f", the nearest {count(min(foes), 'hex', 'hexes')} away"
    return told + cover_words(b, platoon, place)


def cover_words(b: Battle, platoon: Platoon, place: int) -> str:
    """Which objectives a platoon sees and reaches from a hex: "; its fire covers the mill"."""
    seen, far = b.ground.sight.seen(place), b.ground.distance[place]
    names = [
        each.name
        for each in b.scenario.objectives
        if far[each.hex] <= reach(b, platoon) and (each.hex == place or seen >> each.hex & 1)
    ]
    return f"; its fire covers {listed(names) if names else 'no objective'}"


def led_words(b: Battle, officer: Officer, place: int, done: bool = False) -> str:
    """Whom an officer leads from a hex; of one without a company whom he could help there."""
    far = b.ground.distance[place]
    if officer.company < 0:
        own = [each for each in b.platoons if each.side == officer.side and each.hex >= 0]
        led = sum([far[each.hex] <= officer.type.command for each in own])
        routed = [far[each.hex] for each in own if each.routed]
        told = f"; {led} of {count(len(own), 'platoon')} of his side in his range"
        return (
            f"{told}, the nearest of {len(routed)} routed {count(min(routed), 'hex', 'hexes')} away"
            if routed
            else told
        )
    men = [each for each in b.platoons_of(b.companies[officer.company]) if each.hex >= 0]
    if not men:
        return ""
    led = sum([far[each.hex] <= officer.type.command for each in men])
    lost = sum([each.routed for each in men])
    told = f"; {led} of {count(len(men), 'platoon')} in command{f', {lost} routed' if lost else ''}"
    if done:
        idle = sum([not each.finished and not each.routed for each in men])
        told += f", {idle} yet to act who may still react" if idle else ", and all of them have acted"
    return told


def stakes(b: Battle) -> str:
    """The clock, the points of both sides, and what that would come to."""
    points = [score(b, side) for side in (0, 1)]
    told = " and ".join([f"{side.name} {has}" for side, has in zip(b.scenario.sides, points, strict=True)])
    grade = grade_at(b, points[0] - points[1])
    now = f", which would be: {grade.name}" if grade is not None else ""
    return f"it is turn {b.turn} of {b.scenario.turns}; points now: {told}{now}"
