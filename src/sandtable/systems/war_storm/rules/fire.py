"""7.1, 7.2 Opening fire: at what a platoon may fire, and who joins it. All fire is anti-personnel (7.e).

See also 7.a.
"""

from collections.abc import Callable, Generator, Sequence

from sandtable.systems.war_storm.rules.attack import factor, reach, reckon, vulnerable
from sandtable.systems.war_storm.rules.command import finish
from sandtable.systems.war_storm.rules.losses import strike
from sandtable.systems.war_storm.rules.spotting import fire_path, line, spots_one, spotting_range
from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Platoon, Procedure, Unit
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision

ALL, FIRE = Choice("all"), Choice("fire")
SHOTS = ("volley", "alone", "fire")  # with all who can, alone, or with others who are then named


def targets(b: Battle, platoon: Platoon) -> list[int]:
    """7.3.b The hexes a platoon may fire at."""
    if not factor(platoon) or platoon.routed or platoon.hex < 0:
        return []
    side, away, far = platoon.side, b.ground.distance[platoon.hex], reach(b, platoon)
    near: dict[int, list[Unit]] = {}
    for unit in b.units:
        if unit.side != side and unit.hex >= 0 and away[unit.hex] <= far:
            near.setdefault(unit.hex, []).append(unit)
    return [place for place in sorted(near) if may_hit(b, platoon, place, to_spot(near[place]))]


def may_hit(b: Battle, platoon: Platoon, place: int, to_be_spotted: Sequence[Unit]) -> bool:
    """7.2.b, 7.3.b, 7.f Within twice its range, one of some in sight and spotted, no friends in the line of fire."""
    return (
        b.ground.distance[platoon.hex][place] <= reach(b, platoon)
        and spots_one(b, platoon, to_be_spotted, place)
        and fire_path(b, platoon.hex, place, platoon.side)
    )


def to_spot(victims: list[Unit]) -> Sequence[Unit]:
    """7.3.b, 7.4.a Of whom one must be spotted: of the platoons that can be hurt or, without any platoon, of the
    officers; nobody where anti-personnel fire hurts nothing."""
    platoons = vulnerable(victims)
    return platoons if platoons or any(type(unit) is Platoon for unit in victims) else victims


def why_no_fire(b: Battle, platoon: Platoon, place: int) -> tuple[str, str]:
    """Why a platoon may not fire at a hex: a sentence and the rule; nothing if it may."""
    if platoon.routed:
        return (f"{platoon.name} is routed and cannot fire.", "9.3.a")
    if not factor(platoon):
        return (f"{platoon.name} has no anti-personnel fire factor.", "3.1.e")
    return why_no_hit(b, platoon, place, b.units_at(place, 1 - platoon.side))


def why_no_hit(b: Battle, platoon: Platoon, place: int, victims: list[Unit]) -> tuple[str, str]:
    """Why a platoon may not fire at some units in a hex."""
    name = b.ground.names[place]
    if not victims:
        return (f"There is no enemy in {name}.", "7.3.b")
    distance = b.ground.distance[platoon.hex][place]
    if distance > reach(b, platoon):
        return (f"{name} is {distance} hexes away; {platoon.name} reaches {reach(b, platoon)}.", "7.2.b")
    if not to_spot(victims):
        return (f"Nothing in {name} can be hurt by anti-personnel fire.", "7.4.a")
    sight = line(b, platoon.hex, place)
    if not sight.open:
        where = " and ".join([b.ground.names[h] for h in sight.place if h >= 0])
        return (f"{platoon.name} has no line of sight to {name}: it is blocked at {where}.", sight.rule)
    if not spots_one(b, platoon, to_spot(victims), place):
        farthest = max([spotting_range(b, platoon, unit) for unit in to_spot(victims)])
        return (
            f"{platoon.name} can spot units in {name} only up to {farthest} hexes away, and it is {distance} away.",
            "5.2.b",
        )
    if not fire_path(b, platoon.hex, place, platoon.side):
        return (f"A friendly platoon stands in the line of fire to {name}.", "7.f")
    return ("", "")


# Fire groups -------------------------------------------------------------------------------------


def may_join(b: Battle, group: list[Platoon], platoon: Platoon, place: int) -> tuple[str, str]:
    """7.1 Why a platoon may not fire with the group: one company, in command, activated, adjacent, able to fire."""
    first = group[0]
    if platoon in group:
        return (f"{platoon.name} is already firing.", "7.1")
    if platoon.company != first.company or platoon.side != first.side:
        return (f"{platoon.name} belongs to another company.", "7.1")
    if first.out_of_command or platoon.out_of_command:
        return ("An Out-of-Command platoon must fire alone.", "7.1")
    if not platoon.active or platoon.routed or platoon.hex < 0 or platoon.waiting >= 0 or platoon.spent:
        return (f"{platoon.name} is not activated, or has already acted.", "4.3.2.c")
    if not adjoins(b, group, platoon):
        return (f"{platoon.name} is not adjacent to the fire group.", "7.1")
    return why_no_fire(b, platoon, place)


def adjoins(b: Battle, group: list[Platoon], platoon: Platoon) -> bool:
    """7.1 Whether a platoon is in the hex of one of the group or next to it."""
    return any(b.ground.distance[platoon.hex][other.hex] <= 1 for other in group)


Joining = Callable[[list[Platoon], Platoon], tuple[str, str]]


def gather(
    b: Battle, first: Platoon, place: int, rule: str, may: Joining
) -> Generator[Decision, Choice, list[Platoon]]:
    """7.1, 8.i The player adds platoons to a fire group, one by one or all at once."""
    group = [first]
    b.aim = place
    prompt = f"Who fires at {b.ground.names[place]} with {first.name}?"
    while able := joiners(b, group, may):
        b.group = [platoon.index for platoon in group]
        options = [Choice("join", platoon.id) for platoon in able] + [ALL, FIRE]
        answer = yield from ask(
            b, first.side, "fire group", prompt, rule, options, lambda c: why_not_join(b, group, may, c), first.id
        )
        if answer == FIRE:
            break
        if answer == ALL:
            for platoon in everybody(b, group, may)[len(group) :]:
                join(b, group, platoon, rule)
            break
        else:
            join(b, group, next(platoon for platoon in able if platoon.id == answer.piece), rule)
    b.group, b.aim = [], NEVER
    return group


def joiners(b: Battle, group: list[Platoon], may: Joining) -> list[Platoon]:
    """Who could still fire with the group."""
    mates = [b.platoons[i] for i in b.companies[group[0].company].platoons]
    return [platoon for platoon in mates if not may(group, platoon)[0]]


def join(b: Battle, group: list[Platoon], platoon: Platoon, rule: str) -> None:
    b.tell("joins", rule, platoon.side, platoon.id, group[0].id, platoon.hex)
    group.append(platoon)


def why_not_join(b: Battle, group: list[Platoon], may: Joining, choice: Choice) -> tuple[str, str]:
    """Why a platoon may not fire with the group."""
    unit = b.find_unit(choice.piece)
    return may(group, unit) if type(unit) is Platoon else ("", "")


def everybody(b: Battle, first: list[Platoon], may: Joining) -> list[Platoon]:
    """7.1, 8.i Some platoons with all who may fire with them, in the order in which they join."""
    group = list(first)
    while able := joiners(b, group, may):
        group.append(able[0])
    return group


def fire_options(b: Battle, shots: dict[int, list[int]]) -> list[Choice]:
    """7.1 All shots at the hexes that each platoon, by its index, may fire at: the volley once, then each alone."""
    found: list[Choice] = []
    told: set[tuple[int, int]] = set()  # platoons whose volley at a hex is among them
    able: dict[int, list[Platoon]] = {}  # who may fire at each hex
    for index, places in shots.items():
        for place in places:
            able.setdefault(place, []).append(b.platoons[index])
    for index, places in shots.items():
        for place in places:
            group = grown(b, b.platoons[index], able[place])
            found += ways_to_fire("fire", group, b.ground.names[place], (index, place) not in told)
            if len(group) > 1:
                told.update([(each.index, place) for each in group])
    return found


def grown(b: Battle, first: Platoon, able: list[Platoon]) -> list[Platoon]:
    """7.1 Those of `fire_group`, in any order, where it is known who is able to fire at the hex."""
    group = [first]
    if len(able) == 1 or first.out_of_command:
        return group
    mates = [each for each in able if each.company == first.company and not each.out_of_command and each is not first]
    beside = b.ground.grid.within(first.hex, 1)
    while near := [each for each in mates if beside >> each.hex & 1]:
        group += near
        mates = [each for each in mates if each not in near]
        for each in near:
            beside |= b.ground.grid.within(each.hex, 1)
    return group


def fire_group(b: Battle, first: Platoon, place: int) -> list[Platoon]:
    """7.1 A platoon with all who may fire at a hex with it."""
    return everybody(b, [first], lambda so_far, other: may_join(b, so_far, other, place))


def ways_to_fire(verb: str, group: list[Platoon], name: str, volley: bool) -> list[Choice]:
    """How the first of a group may fire: with all of it, alone or, if they are three, with some of them."""
    first = group[0].id
    if len(group) == 1:
        return [Choice(verb, first, name)]
    found = [Choice("volley", first, name)] if volley else []
    found.append(Choice("alone", first, name))
    if len(group) > 2:
        found.append(Choice(verb, first, name))
    return found


def why_no_shot(b: Battle, do: str, platoon: Platoon, place: int) -> tuple[str, str]:
    """Why a platoon may not fire at a hex so: with all, alone, or with others who are then named."""
    reason, rule = why_no_fire(b, platoon, place)
    if reason:
        return (reason, rule)
    group, name = fire_group(b, platoon, place), b.ground.names[place]
    if len(group) == 1:
        return (f"No other platoon can fire at {name} with {platoon.name}.", "7.1")
    if do == "volley":
        return (f"Choose the volley at {name} by its first platoon, {min(group, key=order).name}.", "7.1")
    return (f"Only {group[1].name} can join {platoon.name}: choose the volley, or fire alone.", "7.1")


def order(platoon: Platoon) -> int:
    return platoon.index


def firers(
    b: Battle, do: str, first: Platoon, place: int, rule: str, may: Joining
) -> Generator[Decision, Choice, list[Platoon]]:
    """7.1, 8.i The group that a choice means: all, one alone, or those whom the player names one by one."""
    if do == "alone":
        return [first]
    if do == "volley":
        group = everybody(b, [first], may)
        for platoon in group[1:]:
            b.tell("joins", rule, platoon.side, platoon.id, first.id, platoon.hex)
        return group
    return (yield from gather(b, first, place, rule, may))


def fire_action(b: Battle, do: str, platoon: Platoon, place: int) -> Procedure:
    """3.1.f, 7.3 A platoon opens fire on a hex, alone or with others of its company."""
    group = yield from firers(b, do, platoon, place, "7.1", lambda so_far, other: may_join(b, so_far, other, place))
    attack = reckon(b, group, b.units_at(place, 1 - platoon.side), place)
    have_fired(group)
    yield from strike(b, attack, "fire", "7.3.f")


def have_fired(group: list[Platoon]) -> None:
    """Who has fired is Finished (4.3.2.b, 7.d) and easier to see."""
    for platoon in group:
        platoon.moving = True  # 5.2.d
        platoon.used = True
        finish(platoon)
