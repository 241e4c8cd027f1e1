"""14 Close assault: checks, entering, defensive fire, the fight, and what is left of both."""

from collections.abc import Generator

from sandtable.systems.war_storm.rules.attack import factor, most_hits, reckon_defensive
from sandtable.systems.war_storm.rules.command import after_retreat, finish
from sandtable.systems.war_storm.rules.control import take_control
from sandtable.systems.war_storm.rules.hand_to_hand import fight
from sandtable.systems.war_storm.rules.losses import strike
from sandtable.systems.war_storm.rules.morale import Shock, alarm, assault_check, behead, drive_on, wire_check
from sandtable.systems.war_storm.state.pieces import (
    EITHER,
    NEVER,
    NO_BANK,
    Battle,
    Officer,
    Platoon,
    Procedure,
    Unit,
)
from sandtable.table.asking import PASS, ask
from sandtable.table.decision import Choice, Decision

FIRE = Choice("fire")


def assault(b: Battle, place: int) -> Procedure:
    """All who wait to assault a hex go in together (14)."""
    waiting = [unit for unit in b.units if unit.waiting == place and unit.active]
    side = waiting[0].side
    b.target = place
    b.tell("assault", "14.1", side, waiting[0].id, place=place, text=" ".join([unit.id for unit in waiting[1:]]))
    platoons = [unit for unit in waiting if type(unit) is Platoon]
    ready = [platoon for platoon in platoons if assault_check(b, platoon)]  # 14.2
    if b.scenario.wire >> place & 1:
        ready = [platoon for platoon in ready if wire_check(b, platoon)]  # 9.2.1.a
    ready = yield from limit(b, ready)  # 14.3
    officers = [unit for unit in waiting if type(unit) is Officer]
    enter(b, [*ready, *officers] if ready else [], place)
    if ready:
        yield from defensive_fire(b, side, place)  # 14.4
        yield from resolve(b, side, place)  # 14.5
    epilogue(b, waiting, side, place)  # 14.6


def limit(b: Battle, ready: list[Platoon]) -> Generator[Decision, Choice, list[Platoon]]:
    """14.3 No more than nine steps go in; the owner says who stays behind, Finished."""
    most = b.ground.numbers["stacking"]
    while sum([platoon.steps for platoon in ready]) > most:
        answer = yield from ask(
            b,
            ready[0].side,
            "surplus",
            f"At most {most} steps can assault. Which unit stays behind?",
            "14.3",
            [Choice("stay", platoon.id) for platoon in ready],
        )
        behind = next(platoon for platoon in ready if platoon.id == answer.piece)
        finish(behind)
        ready = [platoon for platoon in ready if platoon is not behind]
    return ready


def enter(b: Battle, units: list[Unit], place: int) -> None:
    """14.3 They enter together; each remembers where it came from."""
    for unit in units:
        assert isinstance(unit, Platoon | Officer)
        unit.came_from = unit.hex
        unit.moving = True
        b.put(unit, place)
        unit.bank = EITHER if b.ground.river >> place & 1 else NO_BANK
    if units:
        others = " ".join([unit.id for unit in units[1:]])
        first = units[0]
        assert type(first) is Platoon
        start = first.came_from
        path = (b.ground.names[start], b.ground.names[place])
        b.tell("enters", "14.3", first.side, first.id, place=place, text=others, path=path)


def defensive_fire(b: Battle, side: int, place: int) -> Procedure:
    """14.4 All unrouted defending platoons in the hex may fire once, as one attack, at who enters."""
    firers = [each for each in b.platoons_at(place, 1 - side) if not each.routed and factor(each)]
    if not firers:
        return
    attack = reckon_defensive(b, firers, b.units_at(place, side), place)
    first = firers[0]
    if not most_hits(b, attack):  # nobody is asked where fire could do nothing
        b.tell("fire held", "14.4", first.side, first.id, place=place, text="harmless")
        return
    answer = yield from ask(
        b,
        1 - side,
        "defensive fire",
        f"Do the defenders of {b.ground.names[place]} fire at the attackers?",
        "14.4",
        [FIRE, PASS],
        piece=first.id,
    )
    if answer == PASS:
        b.tell("fire held", "14.4", first.side, first.id, place=place)
        return
    for firer in firers:
        firer.moving = True  # 5.2.d
    yield from strike(b, attack, "defensive fire", "14.4")


def resolve(b: Battle, side: int, place: int) -> Procedure:
    """14.5 Those still in the hex fight; routed platoons are beaten without a fight, and officers run with them.

    Who cannot move is eliminated.
    """
    if not b.platoons_at(place, side):
        return
    if any(not platoon.routed for platoon in b.platoons_at(place, 1 - side)):
        yield from fight(b, side, place)
        return
    b.tell("overrun", "14.5", side, place=place)
    shock = Shock(place, [place])
    yield from drive_on(b, b.units_at(place, 1 - side), shock)
    for platoon in b.platoons_at(place, 1 - side):
        shock.gone.append((platoon.company, place))
        b.remove(platoon)
        b.tell("eliminated", "14.5", platoon.side, platoon.id, place=place)
    for officer in b.officers_at(place, 1 - side):
        behead(b, officer, "14.5", shock)
    yield from alarm(b, shock)
    after_retreat(b, shock.ran)


def epilogue(b: Battle, waiting: list[Unit], side: int, place: int) -> None:
    """14.6 All who took part are Finished; winners hold the hex, the others are where they came from."""
    held = bool(b.platoons_at(place, side))
    for unit in waiting:
        assert isinstance(unit, Platoon | Officer)
        if unit.hex == place and not held and unit.came_from != NEVER:
            b.put(unit, unit.came_from)  # an officer whose platoons are gone
        unit.came_from = NEVER
        unit.waiting = NEVER
        if unit.hex >= 0:
            finish(unit)
    if held:
        take_control(b, place, side)
    b.target = NEVER
