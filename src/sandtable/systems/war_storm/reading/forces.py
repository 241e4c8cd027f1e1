"""10.b, 10.1 Reads the forces of a scenario: companies in the notation of orders of battle, and where each begins."""

from sandtable.content.drafts import read_side
from sandtable.content.problems import hint, quoted
from sandtable.content.reader import Reader
from sandtable.systems.war_storm.reading.areas import read_area, read_hex
from sandtable.systems.war_storm.reading.book import ARMS, whole_numbers
from sandtable.systems.war_storm.reading.orders_of_battle import Order, read_order
from sandtable.systems.war_storm.state.board import Board
from sandtable.systems.war_storm.state.book import (
    COMMISSAR,
    COMPANY,
    HIGH,
    QUALITIES,
    STANDARD,
    OfficerType,
    Rulebook,
)
from sandtable.systems.war_storm.state.pieces import STEPS
from sandtable.systems.war_storm.state.scenario import CompanySpec, Entry, PlatoonSpec, Scenario

MOST = 40


def read_force(reader: Reader, scenario: Scenario, board: Board | None, sides: list[str]) -> None:
    """10.1.a One [[forces]]: a parent unit with its quality, its companies and where they deploy or enter."""
    side = read_side(reader, sides)
    nation = scenario.sides[side].nation if side >= 0 else ""
    reader.text("name")
    quality = QUALITIES.get(reader.word("quality", "quality"), STANDARD)
    arm = reader.word("arm", "kind of officer")
    companies: list[CompanySpec] = []
    for number, line in enumerate(reader.texts("companies"), start=1):
        order = read_order(line, nation, scenario.rulebook.counters.values()) if side >= 0 else ""
        if isinstance(order, str):
            if order:
                reader.mark("companies")
                reader.problems.add(f"{reader.at('companies')}[{number}]", order)
            continue
        companies += companies_of(reader, scenario, order, side, quality, arm, number)
    companies += lone_officers(reader, scenario, side, nation)
    area, away = read_area(board, reader, "deploy"), reader.integer("away")
    entry = read_entry(reader.table("enter"), scenario, board) if reader.has("enter") else None
    if not companies and reader.good("companies") and reader.good("officers"):
        reader.wrong("companies", "this force has no company and no high-ranking officer")
    for company in companies:
        company.area, company.away, company.entry = area, away, entry
    read_places(reader, companies, board)
    if area and entry is not None:
        reader.wrong("enter", "a force deploys or enters, not both")
    check_begin(reader, companies, board)


def companies_of(
    reader: Reader, scenario: Scenario, order: Order, side: int, quality: int, arm: str, number: int
) -> list[CompanySpec]:
    """The companies of one line; each takes the officer with its letter, or one drawn at random (10.1.b)."""
    found: list[CompanySpec] = []
    spec = scenario.sides[side]
    for letter in order.letters:
        count = 1 + sum(company.side == side for company in scenario.companies)
        sign = letter or str(count)
        company = CompanySpec(f"{spec.key}-{sign.lower()}", f"Company {sign}", side)
        company.kind = arm
        if letter:
            company.officer = officer_lettered(scenario.rulebook, spec.nation, letter, arm)
            if company.officer is None:
                reader.mark("companies")
                place = f"{reader.at('companies')}[{number}]"
                reader.problems.add(place, f"no {arm} officer of the {spec.nation} side has the letter {letter}")
        company.officer_id = f"{company.key}-officer"
        for each, counter in enumerate(order.platoons, start=1):
            name = f"{counter.name} {sign}{each}" if letter else f"{counter.name} {sign}/{each}"
            company.platoons.append(PlatoonSpec(f"{company.key}-{each}", name, counter, quality))
        scenario.companies.append(company)
        found.append(company)
    return found


def officer_lettered(book: Rulebook, nation: str, letter: str, arm: str) -> OfficerType | None:
    """3.e The officer of a company by its letter."""
    for officer in book.officers.values():
        if (officer.side, officer.letter, officer.kind, officer.role) == (nation, letter, arm, COMPANY):
            return officer
    return None


def lone_officers(reader: Reader, scenario: Scenario, side: int, nation: str) -> list[CompanySpec]:
    """3.2.b High-ranking officers and commissars, who have no company."""
    known = {
        officer.name: officer
        for officer in scenario.rulebook.officers.values()
        if officer.side == nation and officer.role in (HIGH, COMMISSAR)
    }
    found: list[CompanySpec] = []
    for number, name in enumerate(reader.texts("officers"), start=1):
        if side < 0:
            continue
        if name not in known:
            reader.mark("officers")
            place = f"{reader.at('officers')}[{number}]"
            reader.problems.add(
                place, f"no high-ranking officer of this side is called {quoted(name)}{hint(name, known)}"
            )
            continue
        officer = known[name]
        company = CompanySpec(f"{scenario.sides[side].key}-{officer.key}", officer.name, side)
        company.officer = officer
        company.officer_id = company.key
        scenario.companies.append(company)
        found.append(company)
    return found


def read_entry(reader: Reader, scenario: Scenario, board: Board | None) -> Entry:
    """10.b Reinforcements: { turn = 2, at = "column 0", road = "A006" }; those by road come in a column (10.1.e)."""
    turn = reader.integer("turn", most=max(1, scenario.turns))
    hexes = read_area(board, reader, "at", needed=not reader.has("road"))
    road = read_area(board, reader, "road")
    return Entry(turn, hexes | road, road)


def read_places(reader: Reader, companies: list[CompanySpec], board: Board | None) -> None:
    """Units that stand in a hex at the start: { at = "D910", officer = true, platoons = [1, 2], lost = 1 }."""
    for each in reader.tables("place", most=MOST):
        place = read_hex(board, each, "at")
        lost = each.integer("lost", most=STEPS - 1)
        reaction = each.flag("reaction")
        leads = each.flag("officer")
        numbers = whole_numbers(each, "platoons") if each.has("platoons") else []
        if len(companies) != 1:
            each.wrong("at", "place is for a force with one company; write several forces instead")
            continue
        company = companies[0]
        if leads:
            company.hex = place
        for number in numbers:
            if not 1 <= number <= len(company.platoons):
                each.wrong("platoons", f"{company.name} has no platoon {number}")
                continue
            platoon = company.platoons[number - 1]
            platoon.hex, platoon.lost, platoon.reaction = place, lost, reaction


def check_begin(reader: Reader, companies: list[CompanySpec], board: Board | None) -> None:
    """Every unit has a place to begin: in an area, by an entry or in a hex."""
    if board is None or not (reader.good("deploy") and reader.good("enter") and reader.good("place")):
        return
    for company in companies:
        placed = company.hex >= 0 and all(platoon.hex >= 0 for platoon in company.platoons)
        if not company.area and company.entry is None and not placed:
            reader.wrong("deploy", f"{company.name} has no starting place: write deploy, enter or place")


def check_stacking(root: Reader, scenario: Scenario) -> None:
    """3.3.a, 3.3.b No hex holds too many steps or both sides at the start."""
    limit = scenario.rulebook.numbers["stacking"]
    steps: dict[int, list[int]] = {}
    for company in scenario.companies:
        for platoon in company.platoons if company.side >= 0 else []:
            if platoon.hex >= 0:
                steps.setdefault(platoon.hex, [0, 0])[company.side] += STEPS - platoon.lost
    for place, (one, two) in steps.items():
        name = scenario.board.names[place]
        if one and two:
            root.wrong("forces", f"both sides stand in {name} (3.3.b)")
        elif max(one, two) > limit:
            root.wrong("forces", f"{max(one, two)} steps stand in {name}; at most {limit} (3.3.a)")


def check_room(root: Reader, scenario: Scenario) -> None:
    """10.1.c Whoever deploys finds room, wherever the others have gone before.

    At worst all friends whose areas overlap have filled the area, and the enemy all of it that he could.
    """
    limit = scenario.rulebook.numbers["stacking"]
    deploying = [company for company in scenario.companies if company.side >= 0 and company.area and company.platoons]
    done: set[int] = set()
    for company in deploying:
        if company.area in done:
            continue
        done.add(company.area)
        taken = 0
        for other in deploying:
            if other.side != company.side:
                taken |= scenario.board.grid.near(other.area, max(company.away - 1, 0))
        friends = [other for other in deploying if other.side == company.side and other.area & company.area]
        needed = sum([STEPS for other in friends for platoon in other.platoons if platoon.hex < 0])
        room = limit * (company.area & ~taken).bit_count()
        if needed > room and needed <= limit * company.area.bit_count():
            root.wrong(
                "forces",
                f"{company.name} may find no room: the other side deploys in the same hexes and may fill them; "
                f"{needed} steps need room, and {room} have it elsewhere (10.1.c)",
            )
        elif needed > room:
            root.wrong(
                "forces",
                f"{needed} steps may have to deploy where {room} have room, {company.name} among them (3.3.a)",
            )


def check_officers(root: Reader, scenario: Scenario) -> None:
    """10.1.b There are officers enough to draw from, and none leads two companies."""
    for number, side in enumerate(scenario.sides):
        ours = [company for company in scenario.companies if company.side == number]
        named = [company.officer.key for company in ours if company.officer is not None]
        for key in sorted({key for key in named if named.count(key) > 1}):
            root.wrong("forces", f"{scenario.rulebook.officers[key].name} leads two companies")
        for arm in ARMS:
            drawn = sum(company.officer is None and company.kind == arm for company in ours)
            free = [
                officer
                for officer in scenario.rulebook.officers.values()
                if (officer.side, officer.kind, officer.role) == (side.nation, arm, COMPANY)
                and officer.key not in named
            ]
            if drawn > len(free):
                root.wrong(
                    "forces", f"{drawn} companies of {side.name} draw from {len(free)} {arm} officers (10.1.b)"
                )
