"""15 Hand-to-hand combat: strength, the roll, and what becomes of the loser."""

from collections.abc import Generator

from sandtable.systems.war_storm.rules.command import after_retreat, finish
from sandtable.systems.war_storm.rules.control import take_control
from sandtable.systems.war_storm.rules.losses import take_hits
from sandtable.systems.war_storm.rules.morale import (
    Shock,
    aftermath,
    alarm,
    become_routed,
    behead,
    checks,
    fall,
    scatter,
)
from sandtable.systems.war_storm.rules.movement import pontoons
from sandtable.systems.war_storm.rules.stacking import enterable, steps_of
from sandtable.systems.war_storm.state.book import GREEN, NO, VETERAN
from sandtable.systems.war_storm.state.ground import TOWARD
from sandtable.systems.war_storm.state.pieces import EITHER, NEVER, NO_BANK, Battle, Officer, Platoon, Procedure, Unit
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision, WhyNot
from sandtable.table.event import Modifier

Notes = tuple[Modifier, ...]


def fighters(b: Battle, side: int, place: int) -> list[Platoon]:
    """15.1 Unrouted platoons of a side in the hex."""
    return [platoon for platoon in b.platoons_at(place, side) if not platoon.routed]


def strength(b: Battle, units: list[Unit], place: int, enemies: list[Unit] | None = None) -> tuple[int, Notes]:
    """15.1 Assault values, leadership, quality; for the defender, who names his enemies, the ground as well."""
    numbers = b.ground.numbers
    platoons = [unit for unit in units if type(unit) is Platoon and not unit.routed]
    notes = [Modifier(platoon.type.av[platoon.lost], platoon.name, "15.1") for platoon in platoons]
    leaders = [unit for unit in units if type(unit) is Officer and not unit.routed]
    leader = max(leaders, key=lambda officer: officer.type.leadership, default=None)
    if leader is not None and leader.type.leadership:
        notes.append(Modifier(leader.type.leadership, leader.name, "15.1"))
    if all(platoon.quality == VETERAN for platoon in platoons):
        notes.append(Modifier(numbers["all_veteran"], "veterans", "15.1"))
    if any(platoon.quality == GREEN for platoon in platoons):
        notes.append(Modifier(numbers["any_green"], "green troops", "15.1"))
    if enemies is not None:
        terrain = b.ground.terrain[place]
        if terrain.assault:
            notes.append(Modifier(terrain.assault, terrain.name, "15.1"))
        if from_below(b, enemies, place):
            notes.append(Modifier(numbers["assault_crest"], "crest", "15.1"))
        if b.improved[units[0].side] >> place & 1:
            notes.append(Modifier(numbers["assault_improved"], "improved position", "21"))
    return (sum([note.amount for note in notes]), tuple(notes))


def from_below(b: Battle, attackers: list[Unit], place: int) -> bool:
    """15.1 All attackers enter across a crest side, which is a side towards lower ground (5.1.2.a)."""
    level = b.ground.level
    platoons = [unit for unit in attackers if type(unit) is Platoon]
    return all(level[start_of(unit)] < level[place] for unit in platoons)


def start_of(unit: Platoon) -> int:
    """14.3 The hex from which a platoon goes in."""
    return unit.came_from if unit.came_from != NEVER else unit.hex


def toll(b: Battle, difference: int) -> tuple[int, int]:
    """15.2 The steps that the lower and the higher side lose."""
    lower = higher = 0
    for least, low, high in b.scenario.rulebook.hand_to_hand:
        if difference >= least:
            lower, higher = low, high
    return (lower, higher)


def fight(b: Battle, side: int, place: int) -> Procedure:
    """15.2 Both roll and add their strength; after a tie they roll again. Then the loser goes (15.3)."""
    shocks = (Shock(place, [place]), Shock(place, [place]))  # of attacker and defender
    taken_part: dict[int, int] = {}
    for each in [*fighters(b, side, place), *fighters(b, 1 - side, place)]:
        taken_part[each.company] = taken_part.get(each.company, 0) + 1
    loser = NEVER
    while loser == NEVER and fighters(b, side, place) and fighters(b, 1 - side, place):
        loser = one_round(b, side, place, shocks)
    # The hex goes to the side that still has platoons.
    left = (bool(fighters(b, side, place)), bool(fighters(b, 1 - side, place)))
    if not left[0] or not left[1]:
        loser = side if not left[0] else 1 - side
    b.tell("fight won", "15.2", 1 - loser, place=place)
    beaten, winner = (shocks[0], shocks[1]) if loser == side else (shocks[1], shocks[0])
    for company, count in taken_part.items():
        if b.companies[company].side == loser:
            beaten.beaten[company] = count
    if not b.platoons_at(place, loser):
        for officer in b.officers_at(place, loser):
            fall(b, officer, "15.3", beaten)
    checks(b, beaten)
    share_lot(b, loser, place, beaten)
    yield from give_way(b, loser, place, beaten)
    yield from alarm(b, beaten)
    holders: list[Platoon | Officer] = [*b.platoons_at(place, 1 - loser), *b.officers_at(place, 1 - loser)]
    for unit in holders:
        unit.came_from = NEVER  # 14.6 they hold the hex, and run from there if they must
    yield from aftermath(b, winner)
    after_retreat(b, [*beaten.ran, *winner.ran])


def one_round(b: Battle, side: int, place: int, shocks: tuple[Shock, Shock]) -> int:
    """15.2 One roll of both sides; the side that has the lower total, or NEVER after a tie."""
    totals: list[int] = []
    for who in (side, 1 - side):
        mine, theirs = b.units_at(place, who), b.units_at(place, 1 - who)
        value, notes = strength(b, mine, place, theirs if who != side else None)
        dice = (b.chance.die("hand-to-hand"), b.chance.die("hand-to-hand"))
        totals.append(sum(dice) + value)
        leader = fighters(b, who, place)[0]
        b.tell("fight", "15.2", who, leader.id, place=place, dice=dice, value=totals[-1], modifiers=notes)
    difference = abs(totals[0] - totals[1])
    lower, higher = toll(b, difference)
    attackers_lower = totals[0] < totals[1]
    costs = (lower, higher) if attackers_lower else (higher, lower)
    for who, cost, shock in zip((side, 1 - side), costs, shocks, strict=True):
        units: list[Unit] = [*fighters(b, who, place), *b.officers_at(place, who)]
        if cost:
            take_hits(b, units, cost, shock)
    if difference == 0:
        return NEVER
    return side if attackers_lower else 1 - side


# 15.3 The loser ------------------------------------------------------------------------------------


def share_lot(b: Battle, loser: int, place: int, shock: Shock) -> None:
    """15.3 Officers are lost if no platoon survives the checks; where all of theirs rout they rout with them.

    Theirs are the platoons of their company there or, if there is none, all.
    """
    left = b.platoons_at(place, loser)
    for officer in b.officers_at(place, loser):
        if not left:
            behead(b, officer, "15.3", shock)
            continue
        own = [platoon for platoon in left if platoon.company == officer.company] or left
        if not officer.routed and all(platoon.routed for platoon in own):
            become_routed(b, officer, shock, "15.3")


def give_way(b: Battle, loser: int, place: int, shock: Shock) -> Procedure:
    """15.3 Routed units run, who passed withdraws a hex; officers share their lot."""
    shock.fresh += [unit for unit in b.units_at(place, loser) if unit.routed and unit not in shock.fresh]
    runners = [unit for unit in shock.fresh if type(unit) is Platoon and unit.hex == place]
    yield from scatter(b, shock)
    homes: list[int] = []
    for platoon in b.platoons_at(place, loser):
        home = yield from withdraw(b, platoon, place)
        if home >= 0:
            homes.append(home)
            shock.ran.append(platoon)
        else:
            shock.gone.append((platoon.company, place))
    for officer in b.officers_at(place, loser):
        if homes:
            yield from officer_follows(b, officer, homes, place)
            shock.ran.append(officer)
        elif any(platoon.hex >= 0 for platoon in runners):
            become_routed(b, officer, shock, "15.3")
        else:
            behead(b, officer, "15.3", shock)
    yield from scatter(b, shock)


def withdraw(b: Battle, unit: Platoon, place: int) -> Generator[Decision, Choice, int]:
    """15.3 To the hex it came from, or for a defender to a hex behind; the hex, or NEVER when there is none."""
    back = unit.came_from
    way_back = back != NEVER and enterable(b, unit.side, back, unit.steps)  # who ran before may have filled it
    options = [back] if way_back else retreats(b, unit, place)
    if not options:
        b.remove(unit)
        b.tell("eliminated", "15.3", unit.side, unit.id, place=place)
        return NEVER
    home = yield from choose_home(
        b, unit, options, lambda choice: (f"{unit.name} cannot withdraw to {choice.to}.", "15.3")
    )
    go_back(b, unit, home, place)
    return home


def choose_home(
    b: Battle, unit: Platoon | Officer, homes: list[int], why_not: WhyNot | None = None
) -> Generator[Decision, Choice, int]:
    """15.3 The hex that a unit withdraws to."""
    options = [Choice("withdraw", unit.id, b.ground.names[h]) for h in homes]
    prompt = f"Where does {unit.name} withdraw to?"
    answer = yield from ask(b, unit.side, "withdrawal", prompt, "15.3", options, why_not, unit.id)
    return b.ground.index[answer.to]


def go_back(b: Battle, unit: Platoon | Officer, home: int, place: int) -> None:
    """A unit withdraws to a hex and is Finished."""
    b.put(unit, home)
    unit.came_from = NEVER
    unit.moving = True
    unit.bank = EITHER if b.ground.river >> home & 1 else NO_BANK
    finish(unit)
    names = b.ground.names
    b.tell("withdraws", "15.3", unit.side, unit.id, place=home, path=(names[place], names[home]))
    if type(unit) is Platoon:
        take_control(b, home, unit.side)


def retreats(b: Battle, unit: Platoon, place: int) -> list[int]:
    """15.3 Hexes free of enemies with room; if possible not next to other enemy platoons, and towards its lines."""
    ground = b.ground
    deep = ground.river & ~(ground.ford | ground.bridge | pontoons(b, [unit]))
    found = [
        h
        for h in ground.neighbours[place]
        if enterable(b, unit.side, h, steps_of([unit]))
        and not b.officers_at(h, 1 - unit.side)
        and not deep >> h & 1
        and ground.cost(unit.type.move, place, h) < NO
    ]
    danger = ground.grid.spread(b.occupied[1 - unit.side] & ~(1 << place))
    found = [h for h in found if not danger >> h & 1] or found
    home = TOWARD[b.scenario.sides[unit.side].baseline]
    return [h for h in found if ground.side_to(place, h) in home] or found


def officer_follows(b: Battle, officer: Officer, homes: list[int], place: int) -> Procedure:
    """15.3 He goes with the platoons, his own if he can."""
    company = b.company_of(officer)
    own = [platoon.hex for platoon in b.platoons_of(company) if platoon.hex in homes] if company is not None else []
    home = yield from choose_home(b, officer, sorted(set(own or homes)))
    go_back(b, officer, home, place)
