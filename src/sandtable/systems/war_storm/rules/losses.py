"""7.3.f-j, 7.4 The dice of an attack, and what hits do: to officers, to platoons; morale and rout follow.

See also 7.4.b, 7.4.ex.
"""

from sandtable.systems.war_storm.rules.attack import Attack, effect, vulnerable
from sandtable.systems.war_storm.rules.command import after_retreat
from sandtable.systems.war_storm.rules.morale import Shock, aftermath, alarm, drive_on, fall
from sandtable.systems.war_storm.state.book import GREEN, VETERAN
from sandtable.systems.war_storm.state.pieces import STEPS, Battle, Officer, Platoon, Procedure, Unit


def strike(b: Battle, attack: Attack, kind: str, rule: str) -> Procedure:
    """Roll, read the chart, divide, allocate; then morale, and routed targets move on (7.3, 9.3.2)."""
    chart = b.scenario.rulebook.chart
    first = attack.firers[0]
    dice = (b.chance.die(kind), b.chance.die(kind))  # 7.3.f
    roll = sum(dice) + sum([note.amount for note in attack.modifiers])
    raw = effect(chart, attack.column, roll)  # 7.3.g
    hits = raw // attack.divisor  # 1.g
    b.tell(
        "fired",
        rule,
        first.side,
        first.id,
        attack.victims[0].id,
        attack.place,
        dice=dice,
        need=chart.columns[attack.column],
        value=raw,
        text=kind,
        modifiers=attack.modifiers,
    )
    if raw:
        b.tell(
            "hits",
            "7.3.h",
            1 - first.side,
            target=attack.victims[0].id,
            place=attack.place,
            need=attack.divisor,
            value=hits,
            modifiers=attack.divisor_notes,
        )
    routed = [unit for unit in attack.victims if unit.routed]
    shock = Shock(attack.place, attack.causes)
    if hits:
        take_hits(b, attack.victims, hits, shock)  # 7.3.i
    yield from aftermath(b, shock)  # 7.3.j
    if raw:  # 9.3.2.a
        yield from drive_on(b, [unit for unit in routed if unit.hex == attack.place], shock)
        yield from alarm(b, shock)
    after_retreat(b, shock.ran)


def take_hits(b: Battle, victims: list[Unit], hits: int, shock: Shock) -> None:
    """7.4 Officers check (7.4.3) and the hits are allocated; morale comes after all of it (7.3.j, 7.4.1.b).

    As in the book's example an officer rolls first. Only where platoons of several companies share the hits does he
    roll afterwards, when it is known how many fell on his.
    """
    platoons = vulnerable(victims)
    officers = [unit for unit in victims if type(unit) is Officer]
    if not any(type(unit) is Platoon for unit in victims):
        for officer in officers:  # 7.4.3.a
            fall(b, officer, "7.4.3.a", shock)
        return
    taken = min(hits, sum([platoon.steps for platoon in platoons]))
    before = [platoon.lost for platoon in platoons]
    sharing: list[Officer] = []
    for officer in officers:
        if all(leads(officer, platoon) for platoon in platoons):
            officer_check(b, officer, taken, shock)
        else:
            sharing.append(officer)
    for _ in range(taken):
        one_hit(b, platoons, shock)
    for officer in sharing:
        on_his = [each.lost - lost for each, lost in zip(platoons, before, strict=True) if leads(officer, each)]
        officer_check(b, officer, sum(on_his), shock)


def leads(officer: Officer, platoon: Platoon) -> bool:
    """7.4.3.b Whether a platoon is one of his: of his company or, if he has none, any."""
    return officer.company < 0 or officer.company == platoon.company


def officer_check(b: Battle, officer: Officer, hits: int, shock: Shock) -> None:
    """7.4.3.b Two dice less one for each hit his platoons take; 1 or less and he falls."""
    if not hits:
        return
    dice = (b.chance.die("officer"), b.chance.die("officer"))
    total = sum(dice) - hits
    least = b.ground.numbers["officer_dies"]
    b.tell(
        "officer check", "7.4.3.b", officer.side, officer.id, place=officer.hex, dice=dice, need=least, value=total
    )
    if total <= least:
        fall(b, officer, "7.4.3.b", shock)


def eligible(states: list[tuple[int, int]]) -> list[int]:
    """Who may take the next hit, of platoons given as quality and steps lost, by their number.

    Green before veteran, then those with the fewest losses.

    >>> eligible([(0, 2), (0, 0), (0, 2)])
    [1]
    """
    alive = [number for number, (_, lost) in enumerate(states) if lost < STEPS]
    qualities = {states[number][0] for number in alive}
    if GREEN in qualities and VETERAN in qualities:
        alive = [number for number in alive if states[number][0] == GREEN]  # 7.4.c
    least = min([states[number][1] for number in alive])  # 7.4.d
    return [number for number in alive if states[number][1] == least]  # 7.4.d


def one_hit(b: Battle, platoons: list[Platoon], shock: Shock) -> None:
    """7.4.g A hit is a step; 7.4.e chance decides among several: with three, 1-2 the first, 3-4 the second."""
    among = [platoons[number] for number in eligible([(each.quality, each.lost) for each in platoons])]
    dice: tuple[int, ...] = ()
    chosen = among[0]
    if len(among) > 1:
        # Where six faces cannot be shared out evenly (four or five platoons) the draw is made directly.
        faces = 6 if 6 % len(among) == 0 else len(among)
        die = b.chance.roll(faces, "who is hit")
        chosen = among[(die - 1) * len(among) // faces]
        dice = (die,)
    lose_step(b, chosen, "7.4.g", shock, dice)


def lose_step(b: Battle, platoon: Platoon, rule: str, shock: Shock, dice: tuple[int, ...] = ()) -> None:
    """7.4.1.a One step; the third eliminates the platoon."""
    place = platoon.hex
    b.lose_steps(platoon, 1)
    shock.hurt.add(platoon.index)
    b.tell("step lost", rule, platoon.side, platoon.id, place=place, dice=dice, value=platoon.lost)
    if platoon.hex < 0:
        b.tell("eliminated", "7.4.1.a", platoon.side, platoon.id, place=place)
        shock.dead.append(platoon.index)
