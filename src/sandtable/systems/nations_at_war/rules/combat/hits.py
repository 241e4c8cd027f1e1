"""5.1.3 What hits do: Disrupted, Reduced, eliminated, wrecks; and the checks of HQs, leaders, Commissar.

Results are determined first, then the HQ is checked, then all are applied together (2.5.6.2.c).
"""

from collections.abc import Generator

from sandtable.systems.nations_at_war.rules.dice import FREE, roll
from sandtable.systems.nations_at_war.state.pieces import CARRIED, ELIMINATED, Battle, Hq, Unit
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier

Procedure = Generator[Decision, Choice, None]


def worst(units: list[Unit], spare_armor: bool = False) -> int:
    """5.1.3 So many hits on a hex do all that hits can do to these units; more do nothing more."""
    return len(units) * max([hits_to_end(unit, spare_armor) for unit in units], default=0)


def hits_to_end(unit: Unit, spare_armor: bool) -> int:
    """The hits that eliminate a unit, or do the most to armour that can only be Disrupted (5.1.6.f)."""
    return int(not unit.disrupted) + (0 if spare_armor and unit.face.hard else unit.steps)


def spread(
    b: Battle, units: list[Unit], hits: int, roller: int, rule: str = "5.4.h", spare_armor: bool = False
) -> Generator[Decision, Choice, list[int]]:
    """5.1.6.e, 5.4.h One hit each before any takes a second; an odd hit goes to a random unit."""
    if len(units) < 2:
        return [hits] if units else []
    shares = [hits // len(units)] * len(units)
    if hits % len(units):
        idle = hits >= worst(units, spare_armor)  # 9.0.i: the odd hit hurts nobody
        why = "which unit takes the odd hit"
        face = (yield from roll(b, roller, 1, 0, why, FREE, outcome=lambda face: 0 if idle else face % 2))[0]
        # An odd face is the first unit of the hex, an even one the second.
        lucky = 0 if face % 2 else 1
        shares[lucky] += 1
        b.tell("odd hit", rule, roller, piece=units[lucky].id, dice=(face,))
    return shares


def effect(disrupted: bool, steps: int, hits: int, only_disrupt: bool) -> tuple[bool, int]:
    """5.1.3.a-b Whether hits Disrupt a unit in this state, and how many of its steps they cost."""
    if hits <= 0:
        return (False, 0)
    if disrupted:
        return (False, 0 if only_disrupt else min(hits, steps))
    return (True, 0 if only_disrupt else min(hits - 1, steps))


def suffer(
    b: Battle, place: int, units: list[Unit], shares: list[int], rule: str, spare_armor: bool = False
) -> Generator[Decision, Choice, bool]:
    """5.1.3 Apply one attack's hits to the units of a side in a hex; True if any was hurt.

    `spare_armor`: hard targets can only be Disrupted (5.1.6.f, 10.2.g).
    """
    if not any(shares):
        return False
    side = units[0].side
    results: list[tuple[Unit, bool, int]] = []
    for unit, share in zip(units, shares, strict=True):
        disrupts, steps = effect(unit.disrupted, unit.steps, share, spare_armor and unit.face.hard)
        if disrupts or steps:
            results.append((unit, disrupts, steps))
    if not results:
        return False
    hq = b.hq_at(place, side)
    lost_hq = 0
    if hq is not None:
        lost_hq = yield from check_hq(b, hq, place, results)
    for unit, disrupts, steps in results:
        yield from hurt(b, unit, disrupts, steps, rule)
    if hq is not None and lost_hq:
        own = any(u.formation == hq.formation for u in b.units_at(place, side))
        strike_hq(b, hq, lost_hq, "2.5.6.2.c" if own else "2.5.6.2.e")
    return True


def check_hq(
    b: Battle, hq: Hq, place: int, results: list[tuple[Unit, bool, int]]
) -> Generator[Decision, Choice, int]:
    """One check an attack, by the worst case; the steps that the HQ loses."""
    dying = {unit.index for unit, _, steps in results if steps >= unit.steps}
    own = [u for u in b.units_at(place, hq.side) if u.formation == hq.formation]
    if all(unit.index in dying for unit in own):
        return hq.steps  # 2.5.6.2.e, 2.5.6.b: gone with its stack, no die
    return (yield from hq_die(b, hq, bool(dying)))  # 2.5.6.2.c, 2.5.6.2.d


def hq_die(b: Battle, hq: Hq, companion_lost: bool) -> Generator[Decision, Choice, int]:
    """2.5.6.2.c A 1 costs the HQ a step; 2.5.6.2.d with -2 when a unit in the hex was eliminated."""
    numbers = b.ground.numbers
    modifier = numbers["hq_check_modifier"] if companion_lost else 0
    need = numbers["hq_check"] + 1
    face = (yield from roll(b, hq.side, 1, need - modifier, f"check of {hq.name}"))[0]
    lost = 1 if face + modifier < need else 0
    b.tell(
        "hq check",
        "2.5.6.2.d" if companion_lost else "2.5.6.2.c",
        hq.side,
        hq.id,
        dice=(face,),
        need=need,
        value=lost,
        modifiers=(Modifier(modifier, "a unit with it eliminated", "2.5.6.2.d"),) if modifier else (),
    )
    return lost


def strike_hq(b: Battle, hq: Hq, steps: int, rule: str = "2.5.6.2.c") -> None:
    """Flip the HQ, or eliminate it; a vehicle leaves a Wreck."""
    hq.steps -= steps  # 2.5.6.2.c
    if hq.steps > 0:
        b.tell("hq reduced", rule, hq.side, hq.id, place=hq.hex)
        return
    place = hq.hex
    hq.steps = 0
    hq.hex = ELIMINATED
    b.tell("hq eliminated", rule, hq.side, hq.id, place=place)
    if hq.type.vehicle:  # 2.5.6.2.f
        leave_wreck(b, place, "2.5.6.2.f")


def hurt(b: Battle, unit: Unit, disrupts: bool, steps: int, rule: str) -> Procedure:
    """5.1.3 Disrupt a unit and take steps from it."""
    place = unit.hex
    if disrupts:
        unit.disrupted = True
        b.tell("disrupted", "5.1.3.a", unit.side, unit.id, place=place)
    if steps >= unit.steps:
        eliminate(b, unit, rule)
        return
    if steps:
        unit.steps -= steps
        unit.show()
        b.tell("reduced", "5.1.3.h", unit.side, unit.id, place=place)
    lose_touch(b, unit)
    unit.overwatch = False  # 11.0.e
    unit.demolition = 0  # 10.4.b
    yield from check_chiefs(b, unit, steps > 0)


def check_chiefs(b: Battle, unit: Unit, reduced: bool) -> Procedure:
    """A leader whose platoon is Reduced, a Commissar whose platoon is Disrupted or Reduced may fall."""
    numbers = b.ground.numbers
    if reduced and unit.leader is not None:
        need = numbers["leader_loss"] + 1
        face = (yield from roll(b, unit.side, 1, need, f"leader of {unit.name}"))[0]
        b.tell("leader check", "10.5.c", unit.side, unit.id, dice=(face,), need=need, value=int(face < need))
        if face < need:
            unit.leader = None
    formation = b.formations[unit.formation]
    if formation.commissar == unit.index:
        need = numbers["commissar_loss"] + 1
        face = (yield from roll(b, unit.side, 1, need, "commissar"))[0]
        b.tell("commissar check", "CM.a", unit.side, unit.id, dice=(face,), need=need, value=int(face < need))
        if face < need:
            formation.commissar = -1


def lose_touch(b: Battle, unit: Unit) -> None:
    """A unit that moves or is hurt loses its acquisition, and all who had acquired it theirs."""
    if unit.acquired >= 0:
        drop_acquisition(b, unit, "5.2.e")
    index = unit.index
    for other in b.units_of[1 - unit.side]:
        if other.acquired == index:
            drop_acquisition(b, other, "5.2.f")


def drop_acquisition(b: Battle, unit: Unit, rule: str) -> None:
    """5.2 The matching markers come off the unit and its target."""
    b.tell("acquisition lost", rule, unit.side, unit.id, b.units[unit.acquired].id)
    unit.acquired = -1


def eliminate(b: Battle, unit: Unit, rule: str) -> None:
    """5.1.3.h Remove a unit with its Support Weapon, leader and passengers; 5.1.3.i, 4.3.b, 2.5.3.c leave a Wreck."""
    place = unit.hex
    lose_touch(b, unit)
    unit.hex = ELIMINATED
    unit.steps = 0
    unit.disrupted = False
    unit.ops_complete = False
    unit.out_of_command = False
    unit.overwatch = False
    unit.demolition = 0
    unit.weapon = None  # 2.7.2.a
    unit.leader = None  # 10.5.c
    formation = b.formations[unit.formation]
    if formation.commissar == unit.index:
        formation.commissar = -1  # CM.a
    b.tell("eliminated", rule, unit.side, unit.id, place=place)
    if place >= 0 and b.overrun >> place & 1 and not b.units_at(place, unit.side):
        b.take(place, 1 - unit.side)  # 13.1.g
    if place >= 0 and (unit.face.hard or unit.type.transport):
        leave_wreck(b, place, "5.1.3.i" if unit.face.hard else "4.3.b")
    for passenger in b.units_of[unit.side]:
        if passenger.hex == CARRIED and passenger.carrier == unit.index:
            eliminate(b, passenger, rule)


def leave_wreck(b: Battle, place: int, rule: str) -> None:
    """2.9.c, 5.1.3.i Never more than one Wreck in a hex."""
    if not b.wrecks >> place & 1:
        b.wrecks |= 1 << place
        b.tell("wreck", rule, place=place)


def orphan_hqs(b: Battle) -> None:
    """2.5.6.b An HQ that no unit of its Formation is left with is eliminated."""
    for hq in b.hqs:
        if hq.hex >= 0 and not any(u.hex == hq.hex and u.formation == hq.formation for u in b.units_of[hq.side]):
            strike_hq(b, hq, hq.steps, "2.5.6.b")
