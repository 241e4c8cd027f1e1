"""10 Before the first turn: the roster, random officers (10.1.b), deployment (10.1.c), first markers (8.l)."""

from collections.abc import Generator

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.control import take_control
from sandtable.systems.war_storm.rules.stacking import closed, steps_of
from sandtable.systems.war_storm.state.book import COMPANY, OfficerType
from sandtable.systems.war_storm.state.ground import Ground
from sandtable.systems.war_storm.state.pieces import (
    NEVER,
    OFF_MAP,
    POOL,
    TURN_START,
    Battle,
    Company,
    Officer,
    Platoon,
    Procedure,
    Unit,
    empty_battle,
)
from sandtable.systems.war_storm.state.scenario import CompanySpec, Scenario
from sandtable.table.asking import DONE, ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.kept import Kept

_grounds: Kept[Ground] = Kept()


def ground_of(scenario: Scenario) -> Ground:
    """The ground of a scenario, kept from game to game; that of a scene, which has no digest, is made anew."""
    if not scenario.digest:
        return Ground(scenario)
    ground = _grounds.get(scenario.digest, lambda: Ground(scenario))
    scenario.board = ground.board  # the same for all its battles, as a snapshot expects
    return ground


# The roster --------------------------------------------------------------------------------------


def new_battle(scenario: Scenario) -> Battle:
    """All companies and replacements; who has a hex of his own in the scenario stands there."""
    b = empty_battle(scenario, ground_of(scenario))
    for spec in scenario.companies:
        add_platoons(b, spec)
    for number, spec in enumerate(scenario.companies):
        add_officer(b, spec, number if spec.platoons else NEVER)
    for side, each in enumerate(scenario.sides):
        for type in each.replacements:
            officer = Officer(0, f"{each.key}-{type.key}", type.name, side, NEVER, type.mp, type=type, hex=POOL)
            enlist(b, officer)
    b.queue = scenario.deploy.copy()
    return b


def add_platoons(b: Battle, spec: CompanySpec) -> None:
    """3.e A company and its platoons."""
    first = len(b.platoons)
    index = len(b.companies)
    for each in spec.platoons:
        platoon = Platoon(
            len(b.platoons),
            each.id,
            each.name,
            spec.side,
            index,
            each.counter.mp,
            type=each.counter,
            quality=each.quality,
            lost=each.lost,
        )
        if each.reaction:
            platoon.reaction = 0  # 8.l
        b.platoons.append(platoon)
        b.units.append(platoon)
        place(b, platoon, each.hex)
    members = tuple(range(first, len(b.platoons)))
    b.companies.append(Company(index, spec.side, spec, members, len(members), spec.name))


def add_officer(b: Battle, spec: CompanySpec, company: int) -> None:
    """3.2 The officer of a company, or one without a company; drawn later where the scenario names none."""
    type = spec.officer or OfficerType("", "", "", COMPANY)
    officer = Officer(0, spec.officer_id, type.name, spec.side, company, type.mp, type=type)
    enlist(b, officer)
    place(b, officer, spec.hex)
    if company >= 0 and spec.officer is not None:
        take_command(b, b.companies[company], officer)


def enlist(b: Battle, officer: Officer) -> None:
    officer.index = len(b.units)
    b.officers.append(officer)
    b.units.append(officer)


def place(b: Battle, unit: Unit, hex: int) -> None:
    """Set a unit down before the battle."""
    if hex >= 0:
        b.put(unit, hex)
        if type(unit) is Platoon:
            take_control(b, hex, unit.side)


def take_command(b: Battle, company: Company, officer: Officer) -> None:
    """7.4.5.b An officer leads a company from now on; its base morale is his."""
    officer.company = company.index
    company.officer = officer.index
    company.morale = officer.type.morale
    company.kind = officer.type.kind
    company.letter = company.letter or officer.type.letter
    company.replace = False


# Before the first turn ---------------------------------------------------------------------------


def setup(b: Battle) -> Procedure:
    """Officers are drawn, then each side deploys in its turn and places its Reaction markers."""
    draw_officers(b)
    if not b.queue:
        b.phase = TURN_START
        return
    side = b.queue[0]
    unit = next_to_deploy(b, side)
    if unit is not None:
        yield from deploy(b, unit)
        return
    if not (yield from mark_first(b, side)):
        b.queue.pop(0)


def draw_officers(b: Battle) -> None:
    """10.1.b Companies without a named officer draw one of their kind; their platoons take his letter."""
    for company in b.companies:
        if company.spec.officer is None and company.officer < 0 and company.platoons:
            officer = next(each for each in b.officers if each.id == company.spec.officer_id)
            leading = {each.type.key for each in b.officers}
            nation = b.scenario.sides[company.side].nation
            free = [
                type
                for type in b.scenario.rulebook.officers.values()
                if type.role == COMPANY
                and type.side == nation
                and type.kind == company.spec.kind
                and type.key not in leading
            ]
            officer.type = b.chance.draw(free, f"officer of {company.name}")
            officer.name, officer.mp = officer.type.name, officer.type.mp
            take_command(b, company, officer)
            b.tell("officer drawn", "10.1.b", company.side, officer.id, text=company.name)


def next_to_deploy(b: Battle, side: int) -> Unit | None:
    """The next unit of a side without a hex whose company deploys: each officer before his platoons."""
    for number, spec in enumerate(b.scenario.companies):
        if spec.side != side or not spec.area:
            continue
        officers = [each for each in b.officers if each.id == spec.officer_id]
        platoons = [b.platoons[i] for i in b.companies[number].platoons]
        for unit in [*officers, *platoons]:
            if unit.hex == OFF_MAP:
                return unit
    return None


def places(b: Battle, unit: Unit) -> list[int]:
    """10.1.c Where a unit may deploy: its area, within stacking, away from the enemy if it must be."""
    spec = b.spec_of(unit)
    free = spec.area & ~closed(b, unit.side, steps_of([unit]))
    if spec.away > 1:
        for enemy in bits(b.occupied[1 - unit.side]):
            free &= ~b.ground.grid.within(enemy, spec.away - 1)
    return list(bits(free))


def deploy(b: Battle, unit: Unit) -> Procedure:
    """10.1.c One unit is placed."""
    names = b.ground.names
    options = [Choice("place", unit.id, names[hex]) for hex in places(b, unit)]
    answer = yield from ask(
        b,
        unit.side,
        "deploy",
        f"Where does {unit.name} deploy?",
        "10.1.c",
        options,
        lambda choice: why_not_place(b, unit, choice),
        unit.id,
    )
    hex = b.ground.index[answer.to]
    place(b, unit, hex)
    b.tell("deployed", "10.1.c", unit.side, unit.id, place=hex)


def why_not_place(b: Battle, unit: Unit, choice: Choice) -> tuple[str, str]:
    hex = b.ground.index.get(choice.to)
    if choice.do != "place" or hex is None:
        return ("", "")
    if choice.piece != unit.id:
        return (f"Place {unit.name} now.", "10.1.c")
    if not b.spec_of(unit).area >> hex & 1:
        return (f"{choice.to} is not in the area of {unit.name}.", "10.1.c")
    if closed(b, unit.side, steps_of([unit])) >> hex & 1:
        return (f"{choice.to} has no room for {unit.name}.", "3.3.a")
    return (f"{choice.to} is too close to the enemy.", "10.1.c")


def mark_first(b: Battle, side: int) -> Generator[Decision, Choice, bool]:
    """8.l Some platoons may start with a Reaction marker; one at a time until enough or done. True: asked."""
    spec = b.scenario.sides[side]
    own = [each for each in b.platoons if each.side == side and each.hex >= 0]
    left = spec.markers - sum([each.reaction == 0 for each in own])
    free = [
        each
        for each in own
        if each.reaction == NEVER and (not spec.marked or b.companies[each.company].spec.key in spec.marked)
    ]
    if left <= 0 or not free:
        return False
    options = [Choice("mark", each.id) for each in free] + [DONE]
    answer = yield Decision(
        b.side_name(side),
        "first markers",
        f"Which platoon starts with a Reaction marker? {left} left.",
        "8.l",
        lambda: options,
        lambda choice: (f"{choice.piece} cannot start with a Reaction marker.", "8.l") if choice.piece else ("", ""),
    )
    if answer == DONE:
        return False
    platoon = next(each for each in free if each.id == answer.piece)
    platoon.reaction = 0
    b.tell("marked", "8.l", side, platoon.id, place=platoon.hex)
    return True
