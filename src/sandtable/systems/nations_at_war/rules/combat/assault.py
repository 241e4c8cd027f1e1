"""5.4 Assault: combat in the enemy's hex, and the retreats after it. Overruns (5.5) fight by the same rules.

See also 5.4.3.
"""

from collections.abc import Generator
from typing import NamedTuple

from sandtable.systems.nations_at_war.rules.combat.fire import Notes, dig_in, hits_dug_in
from sandtable.systems.nations_at_war.rules.combat.hits import (
    Procedure,
    drop_acquisition,
    eliminate,
    orphan_hqs,
    spread,
    suffer,
    worst,
)
from sandtable.systems.nations_at_war.rules.defensive_measures import mine_attack
from sandtable.systems.nations_at_war.rules.dice import Outcome, between, roll
from sandtable.systems.nations_at_war.rules.movement import cost, crowded, group, points_left, settle, step, stop_hurt
from sandtable.systems.nations_at_war.state.pieces import Action, Battle, Hq, Unit
from sandtable.table.asking import PASS, Asking, ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier


def why_unfit(units: list[Unit], overrun: bool) -> tuple[str, str]:
    """Why these units may not attack in any enemy hex; nothing if they may."""
    if overrun and not all(unit.face.hard for unit in units):
        return ("Only AFVs can overrun.", "5.5.a")
    for unit in units:
        if not unit.face.assault:
            return (f"{unit.name} has no Assault Factor and cannot attack in an Assault.", "5.4.s")
        if not unit.face.starts_assault:
            return (f"{unit.name} (asterisk) can counterattack but cannot start an Assault.", "5.4.r")
        if unit.disrupted:
            return (f"{unit.name} is Disrupted and cannot attack into the enemy's hex.", "5.1.3.d")
    return ("", "")


def why_no_assault(b: Battle, action: Action, to: int) -> tuple[str, str]:
    """Why the group may not assault a neighbouring (or edge) hex; nothing if it may (4.2.b, 5.4.a-c)."""
    units = group(b, action)
    names = b.ground.names
    why, rule = why_unfit(units, False)
    if why:
        return (why, rule)
    if not b.occupied(1 - units[0].side) >> to & 1:
        return (f"There is no enemy in {names[to]}.", "5.4.a")
    if action.half or action.fired:
        return ("A unit that moves and fires may not enter an enemy hex.", "4.1.i")
    for unit in units:
        if unit.attacked and not action.overran:  # 5.5.k: one Overrun may follow another
            return (f"{unit.name} has already attacked in this impulse.", "5.1.b")
        need = cost(b, unit.hex, to, unit) + (b.ground.numbers["assault_entry"] if unit.face.foot else 0)
        if points_left(action, unit) < need:
            rule = "5.4.b" if unit.face.foot else "4.0.b"
            return (
                f"{unit.name} needs {need} MP to assault {names[to]} and has {points_left(action, unit)}.",
                rule,
            )
    return ("", "")


# The fight ---------------------------------------------------------------------------------------


def assault_numbers(
    b: Battle, unit: Unit, foes: list[Unit], place: int, leadership: int, overrun: bool, attacking: bool, notes: Notes
) -> tuple[int, int]:
    """5.4, 5.5 Dice and To-Hit of one unit in Assault or Overrun."""
    numbers = b.ground.numbers
    dice = unit.face.assault
    to_hit = unit.face.assault_to_hit
    if dice <= 0:
        return (0, to_hit)  # 5.4.s
    if overrun and attacking:
        notes.append(Modifier(dice * (numbers["overrun_factor"] - 1), "Overrun, Assault Factor tripled", "5.5.e"))
        dice *= numbers["overrun_factor"]
    afvs = [foe for foe in foes if foe.face.hard]
    if unit.disrupted:
        notes.append(Modifier(numbers["disrupted_assault_to_hit"] - to_hit, "Disrupted, To-Hit 6", "5.1.3.f"))
        to_hit = numbers["disrupted_assault_to_hit"]  # 5.4.f, 5.5.g: before the attackers entered
    elif unit.face.foot and afvs and not overrun:  # 5.5.f: no bonus in an Overrun
        if len(afvs) == len(foes):
            to_hit += numbers["infantry_afv_to_hit"]
            notes.append(Modifier(numbers["infantry_afv_to_hit"], "infantry against AFVs, To-Hit", "5.4.1"))
        if b.ground.city >> place & 1:
            dice += numbers["infantry_city_dice"]
            to_hit += numbers["infantry_city_to_hit"]
            notes.append(Modifier(numbers["infantry_city_dice"], "infantry in a City, Assault Factor", "5.4.2"))
            notes.append(Modifier(numbers["infantry_city_to_hit"], "infantry in a City, To-Hit", "5.4.2"))
    if leadership:
        dice += leadership
        notes.append(Modifier(leadership, "Leadership dice", "5.4.p"))
    if unit.leader is not None:
        dice += unit.leader[0]
        notes.append(Modifier(unit.leader[0], "leader's dice", "10.5.b"))
    return (dice, max(to_hit, numbers["to_hit_least"]))


def strike(
    b: Battle,
    unit: Unit,
    foes: list[Unit],
    place: int,
    leadership: int,
    overrun: bool,
    attacking: bool,
    outcome: Outcome,
) -> Generator[Decision, Choice, int]:
    """5.4.d One unit's Assault roll; the hits, noted but not yet applied."""
    notes: Notes = []
    dice, to_hit = assault_numbers(b, unit, foes, place, leadership, overrun, attacking, notes)
    if dice <= 0:
        return 0
    why = f"assault of {unit.name}"
    plus = unit.face.assault_augmented
    faces = yield from roll(b, unit.side, dice, to_hit, why, augmented=plus, outcome=outcome)
    hits = sum(face >= to_hit for face in faces)
    b.tell(
        "struck",
        "5.5.e" if overrun else ("5.4.d" if attacking else "5.4.e"),
        unit.side,
        unit.id,
        foes[0].id,
        place,
        faces,
        to_hit,
        hits,
        "overrun" if overrun else "assault",
        tuple(notes),
    )
    return hits


def stand_with_hq(
    b: Battle, place: int, units: list[Unit]
) -> Generator[Decision, Choice, tuple[Unit | None, Hq | None]]:
    """5.4.p The defender's HQ raises a single unit's Assault Factor: its owner names the unit."""
    for hq in b.hqs:
        if hq.hex == place and hq.side == units[0].side and not hq.led and hq.leadership > 0:
            fit = [unit for unit in units if unit.formation == hq.formation and unit.face.assault > 0]
            if not fit:
                return (None, None)
            answer = yield from ask(
                b,
                hq.side,
                "leadership",
                f"Which unit does {hq.name} lead against the attack on {b.ground.names[place]}?",
                "5.4.p",
                [*[Choice("lead", unit.id) for unit in fit], PASS],
                piece=hq.id,
            )
            if answer == PASS:
                return (None, None)
            return (b.unit(answer.piece), hq)
    return (None, None)


def fight(
    b: Battle, action: Action, attackers: list[Unit], place: int, led: str, overrun: bool
) -> Generator[Decision, Choice, tuple[int, int]]:
    """5.4, 5.5 Both sides roll, then all hits are applied; the hits on attackers and defenders."""
    defenders = b.units_at(place, 1 - attackers[0].side)
    dealt = 0
    end = worst(defenders) + hits_dug_in(b, place)  # 9.0.i: more hits change nothing
    for unit in attackers:
        leadership = 0
        if led == unit.id and action.hq >= 0:
            hq = b.hqs[action.hq]
            leadership = hq.leadership
            hq.led = True
        outcome = between(0, max(0, end - dealt))
        dealt += yield from strike(b, unit, defenders, place, leadership, overrun, True, outcome)  # 5.4.d, 5.5.e
    named, chief = yield from stand_with_hq(b, place, defenders)
    taken = 0
    for unit in defenders:
        leadership = 0
        if named is unit and chief is not None:
            leadership = chief.leadership
            chief.led = True
        outcome = between(0, max(0, worst(attackers) - taken))
        taken += yield from strike(b, unit, attackers, place, leadership, overrun, False, outcome)  # 5.4.e, 5.5.f
    dealt = dig_in(b, place, dealt)  # 5.4.g
    for unit in attackers + defenders:  # 5.2.e, 11.0.e
        if unit.acquired >= 0:
            drop_acquisition(b, unit, "5.2.e")
        unit.overwatch = False
        # 5.5.l ruling: an Overrun does not use up the defenders.
        unit.attacked = unit.attacked or not overrun or unit.side == attackers[0].side
    rule = "5.5.h" if overrun else "5.4.h"
    shares = yield from spread(b, attackers, taken, attackers[0].side, rule)
    their_shares = yield from spread(b, defenders, dealt, defenders[0].side, rule)
    yield from suffer(b, place, attackers, shares, rule)  # 5.4.l: an HQ is checked with its own stack
    yield from suffer(b, place, defenders, their_shares, rule)
    return (taken, dealt)


def go_in(b: Battle, action: Action, to: int, extra: int, everyone: bool) -> Generator[Decision, Choice, list[Unit]]:
    """Enter the enemy hex (4.0.d); whoever mines hurt goes back and is Ops Complete (7.2.c). The others.

    No Opportunity Fire meets those who go in (5.3.e).
    """
    units = group(b, action)
    origin = units[0].hex
    if everyone:
        for unit in units:
            unit.spent += extra
        step(b, action, units, to)
    else:
        step(b, action, units, to, extra)
    b.tell("entered", "4.0.d", units[0].side, units[0].id, units[1].id if len(units) > 1 else "", to)
    if not b.mines >> to & 1:
        return units
    before = [(unit.disrupted, unit.steps) for unit in units]
    for unit in units:
        yield from mine_attack(b, unit)
    hurt = hurt_at(to, units, before)
    yield from stop_hurt(b, action, units, before, way_back(b, origin))
    fit = group(b, action)
    hq = b.hq_at(to, units[0].side)
    if hq is not None and (not fit or action.hq < 0):
        hq.hex = origin
    yield from go_back(b, hurt, origin, "7.2.c")
    return fit


def hurt_at(place: int, units: list[Unit], before: list[tuple[bool, int]]) -> list[Unit]:
    """Those in a hex who have been Disrupted or have lost a step since."""
    return [
        unit
        for unit, (disrupted, steps) in zip(units, before, strict=True)
        if unit.hex == place and (unit.steps < steps or (unit.disrupted and not disrupted))
    ]


def way_back(b: Battle, origin: int) -> str:
    """Where an attack came from, in words."""
    return f"to {b.ground.names[origin]}" if origin >= 0 else "off the map"


def go_back(b: Battle, units: list[Unit], origin: int, rule: str) -> Procedure:
    """5.4.k Units return to the hex they came from, or off the map (EN.c); their HQ is there already."""
    if not units:
        return
    for unit in units:
        settle(b, unit, origin)
        b.tell("went back", rule if origin >= 0 else "EN.c", unit.side, unit.id, place=origin)
    if origin >= 0:
        b.take(origin, units[0].side)
        if b.mines >> origin & 1:
            for unit in units:
                yield from mine_attack(b, unit)  # 7.2.b


def assault(b: Battle, action: Action, to: int, led: str) -> Procedure:
    """5.4 Assault: enter, roll, counterattack, apply together, retreat, Ops Complete for both."""
    origin = b.units[action.units[0]].hex
    attackers = yield from go_in(b, action, to, b.ground.numbers["assault_entry"], False)
    if attackers:
        yield from resolve_assault(b, action, attackers, to, origin, led)
    orphan_hqs(b)


def resolve_assault(b: Battle, action: Action, attackers: list[Unit], place: int, origin: int, led: str) -> Procedure:
    side = attackers[0].side
    defenders = b.units_at(place, 1 - side)
    before = [(unit.disrupted, unit.steps) for unit in defenders]
    taken, dealt = yield from fight(b, action, attackers, place, led, False)
    alive = [unit for unit in attackers if unit.hex == place]
    left = [unit for unit in defenders if unit.hex == place]
    for unit in alive + left:
        unit.ops_complete = True  # 5.4.q
    if not left:
        b.take(place, side)  # 13.1.g: the last to enter, even if none of them lives
    if alive and not left:
        b.tell("assault won", "5.4.i", side, place=place)
    elif alive and dealt > taken:
        b.tell("assault won", "5.4.j", side, place=place)
        yield from retreat(b, left, place, origin)
        b.take(place, side)
    else:
        b.tell("assault lost", "5.4.k" if alive else "5.4.j", side, place=place)
        if not alive:
            return  # 5.4.j, 5.4.s ruling: there is nobody to retreat from
        helpless = [
            unit
            for unit, state in zip(defenders, before, strict=True)
            if unit.hex == place and not unit.face.assault and (unit.disrupted, unit.steps) != state
        ]
        if helpless:
            yield from retreat(b, helpless, place, origin)  # 5.4.s: hit, they go though their side has won
        hq = b.hq_at(place, side)
        if hq is not None:
            hq.hex = origin
        yield from go_back(b, alive, origin, "5.4.k")


# Retreat -----------------------------------------------------------------------------------------


def retreat(b: Battle, units: list[Unit], place: int, origin: int) -> Procedure:
    """5.4 As many hexes as the lowest MF, away from the attackers; the owner picks the way."""
    far = min(unit.face.mf for unit in units)  # 5.4.j
    owner = units[0].side
    hq = b.hq_at(place, owner)  # it goes along (2.5.6.a), unlike one that they pass on the way
    if hq is not None and any(u.formation == hq.formation and u not in units for u in b.units_at(place, owner)):
        hq = None  # 5.4.s: it stays with its own
    here = place
    for left in range(far, 0, -1):
        flight = Flight(units, hq is not None and hq.hex == here, here, place, origin, left)
        ways = [to for to in b.ground.neighbours[here] if not why_no_retreat(b, flight, to)[0]]
        if not ways:
            break
        answer = yield from choose_way(b, flight, ways)
        to = b.ground.index[answer.to]
        if hq is not None and hq.hex == here:
            hq.hex = to
        for unit in units:
            settle(b, unit, to)
        b.take(to, owner)
        b.tell("retreated", "5.4.j", owner, units[0].id, units[1].id if len(units) > 1 else "", to)
        here = to
        if b.mines >> to & 1:
            before = [(unit, unit.disrupted, unit.steps) for unit in units]
            for unit in units:
                yield from mine_attack(b, unit)
            units = [unit for unit in units if unit.hex == to]
            if not units or any(
                unit.hex == to and (unit.disrupted, unit.steps) != (disrupted, steps)
                for unit, disrupted, steps in before
            ):
                break  # 7.2.c: whoever is hurt stops there, and the stack with it
    if here == place:  # 5.4.o
        for unit in units:
            eliminate(b, unit, "5.4.o")
        orphan_hqs(b)


class Flight(NamedTuple):
    """One step of a retreat: who is where, with an HQ or not, out of which hex, attacked from where; steps to go."""

    units: list[Unit]
    with_hq: bool
    here: int
    assaulted: int
    origin: int  # of the attackers; -1: from off the map
    left: int = 1


def choose_way(b: Battle, flight: Flight, ways: list[int]) -> Asking:
    """5.4.j The owner picks the next hex of a retreat."""
    names = b.ground.names
    first = flight.units[0]

    def why_not(choice: Choice) -> tuple[str, str]:
        if choice.do != "retreat" or choice.to not in b.ground.index:
            return ("", "")
        return why_no_retreat(b, flight, b.ground.index[choice.to])

    who = " and ".join(unit.name for unit in flight.units)
    far = f", {flight.left} hexes to go" if flight.left > 1 else ""
    return ask(
        b,
        first.side,
        "retreat",
        f"{who} must retreat from {names[flight.here]}{far}. To which hex?",
        "5.4.j",
        [Choice("retreat", first.id, names[way]) for way in ways],
        why_not,
        first.id,
    )


def why_no_retreat(b: Battle, flight: Flight, to: int) -> tuple[str, str]:
    """Why a retreat may not lead into a hex; nothing if it may (5.4.m-n)."""
    ground = b.ground
    units, with_hq, here, assaulted, origin, _ = flight
    name = ground.names[to]
    distance = ground.distance
    side = units[0].side
    if distance[here][to] != 1:
        return (f"{name} is not next to {ground.names[here]}.", "5.4.j")
    if here == assaulted and origin >= 0 and distance[origin][to] < 2:
        return (f"{name} is not one of the three hexes on the far side of the attackers.", "5.4.m")
    if distance[assaulted][to] <= distance[assaulted][here]:
        return (f"{name} is no farther away from {ground.names[assaulted]}.", "5.4.j")
    for enemy in b.units_of[1 - side]:
        if enemy.hex == to:
            return (f"Enemies hold {name}.", "5.4.n")
        if enemy.hex >= 0 and enemy.hex != assaulted and distance[to][enemy.hex] == 1:
            return (f"{name} is next to {enemy.name}, which took no part in the attack.", "5.4.n")
    if crowded(b, side, len(units), with_hq) >> to & 1:
        return (f"There is no room for the retreat in {name}.", "5.4.n")
    if not (ground.passable & ~b.bridge_out) >> to & 1:
        return (f"{name} cannot be entered.", "5.4.n")
    return ("", "")
