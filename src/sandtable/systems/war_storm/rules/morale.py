"""9.1, 9.2 Morale of companies and platoons: its value, what makes them check it, and what comes of failing.

See also 9.a, 9.1.2.ex.
"""

from sandtable.systems.war_storm.rules.command import after_retreat, check_range, finish, in_range
from sandtable.systems.war_storm.rules.rout import companions, flee, rout
from sandtable.systems.war_storm.rules.spotting import sees
from sandtable.systems.war_storm.state.pieces import Battle, Company, Officer, Platoon, Procedure, Unit
from sandtable.table.event import Modifier

Notes = list[Modifier]


# Values ------------------------------------------------------------------------------------------


def base_morale(b: Battle, company: Company, officer: Officer | None, leading: bool, lost: int, notes: Notes) -> int:
    """9.1.a, 7.4.5.b The officer's morale, with his leadership if he leads unrouted; less for heavy losses."""
    if officer is not None and leading and not officer.routed and officer.type.leadership:
        notes.append(Modifier(officer.type.leadership, f"leadership of {officer.name}", "9.1.a"))
    heavy_losses(b, company, lost, notes)
    return company.morale


def heavy_losses(b: Battle, company: Company, lost: int, notes: Notes) -> None:
    """9.1.a One less for each step lost beyond the number of platoons the company began with."""
    over = lost - company.original
    if over > 0:
        notes.append(Modifier(over * b.ground.numbers["company_loss"], "losses of the company", "9.1.a"))


def own_losses(b: Battle, platoon: Platoon, notes: Notes) -> None:
    """9.2.a One less for each step it has lost itself."""
    if platoon.lost:
        notes.append(Modifier(platoon.lost * b.ground.numbers["own_loss"], "its own losses", "9.2.a"))


def total(morale: int, notes: Notes) -> int:
    return morale + sum([note.amount for note in notes])


def company_morale(b: Battle, company: Company, notes: Notes | None = None) -> int:
    """9.1.a The morale of a company."""
    notes = [] if notes is None else notes
    return total(base_morale(b, company, b.officer_of(company), True, b.losses(company), notes), notes)


def platoon_morale(b: Battle, platoon: Platoon, notes: Notes | None = None) -> int:
    """9.2.a The morale of a platoon: leadership counts only in command and within his range."""
    notes = [] if notes is None else notes
    leading = not platoon.out_of_command and in_range(b, platoon)
    company = b.companies[platoon.company]
    morale = base_morale(b, company, b.officer_of(company), leading, b.losses(company), notes)
    own_losses(b, platoon, notes)
    return total(morale, notes)


# Checks ------------------------------------------------------------------------------------------


def check(b: Battle, unit: Unit, kind: str, rule: str, morale: int, notes: Notes, text: str = "") -> int:
    """9.1.2, 9.2.2.a Roll two dice against morale; by how much the roll is above it. Not above: passed (9.1.2.a)."""
    dice = (b.chance.die(kind), b.chance.die(kind))
    margin = sum(dice) - morale
    b.tell(
        kind,
        rule,
        unit.side,
        unit.id,
        place=unit.hex,
        dice=dice,
        need=morale,
        value=margin,
        text=text,
        modifiers=tuple(notes),
    )
    return margin


def activation_morale(b: Battle, platoon: Platoon, notes: Notes) -> int:
    """9.2.2.b The morale of an Out-of-Command platoon for its activation: one lower."""
    less = Modifier(b.ground.numbers["ooc_activation"], "Out-of-Command", "9.2.2.b")
    morale = platoon_morale(b, platoon, notes) + less.amount
    notes.append(less)
    return morale


def activation_check(b: Battle, platoon: Platoon) -> bool:
    """4.3.1.f, 9.2.2.b An Out-of-Command platoon checks, one lower, to be activated; failing it is Finished.

    9.2.1.b Only such a platoon checks for that.
    """
    notes: Notes = []
    morale = activation_morale(b, platoon, notes)
    if check(b, platoon, "activation check", "9.2.2.b", morale, notes) <= 0:
        return True
    finish(platoon)
    return False


def wire_check(b: Battle, platoon: Platoon) -> bool:
    """9.2.1.a, 9.2.2.c A platoon checks to cross barbed wire; failing it is Finished."""
    return plain_check(b, platoon, "wire check", "9.2.2.c")


def assault_check(b: Battle, platoon: Platoon) -> bool:
    """9.2.1.d, 9.2.2.d A platoon checks before it goes in; failing it is Finished."""
    return plain_check(b, platoon, "assault check", "9.2.2.d")


def plain_check(b: Battle, platoon: Platoon, kind: str, rule: str) -> bool:
    notes: Notes = []
    morale = platoon_morale(b, platoon, notes)
    if check(b, platoon, kind, rule, morale, notes) <= 0:
        return True
    finish(platoon)
    return False


# What an event does to those it happens to -------------------------------------------------------


class Shock:
    """What one attack (or fight, or capture) has done, until all who must have checked their morale and run.

    Nobody checks twice because of one attack (7.3.j, 9.1.1.b).
    """

    __slots__ = ("beaten", "causes", "checked", "dead", "fresh", "gone", "hurt", "leaderless", "place", "ran")

    def __init__(self, place: int, causes: list[int]) -> None:
        self.place = place  # where it happened
        self.causes = causes  # 9.3.1.a from where it came
        self.hurt: set[int] = set()  # platoons that lost a step
        self.dead: list[int] = []  # platoons eliminated by hits
        self.leaderless: set[int] = set()  # companies whose officer fell
        self.beaten: dict[int, int] = {}  # 9.1.1.e platoons of each company that lost hand to hand
        self.checked: set[int] = set()  # platoons
        self.fresh: list[Unit] = []  # routed by these checks, and still to run
        self.gone: list[tuple[int, int]] = []  # 9.1.1.b company and hex of platoons lost in checks and routs
        self.ran: list[Unit] = []  # 4.1.d have retreated in whatever way

    def companies(self, b: Battle) -> list[int]:
        """All companies it touches."""
        touched = {b.platoons[index].company for index in self.hurt} | self.leaderless | set(self.beaten)
        return sorted(touched)


def fall(b: Battle, officer: Officer, rule: str, shock: Shock) -> None:
    """7.4.3.c, 7.4.5.a An officer is lost at once; his platoons are Out-of-Command until he is replaced (7.4.4)."""
    company = b.company_of(officer)
    place = officer.hex
    b.remove(officer)
    b.tell("officer lost", rule, officer.side, officer.id, place=place)
    if company is None:
        return  # 7.4.4.c
    company.replace = True
    company.kind = officer.type.kind
    shock.leaderless.add(company.index)
    check_range(b, company)


def behead(b: Battle, officer: Officer, rule: str, shock: Shock) -> None:
    """An officer is lost when others have checked already: his company hears of it with the next alarm."""
    place, company = officer.hex, b.company_of(officer)
    fall(b, officer, rule, shock)
    if company is not None:
        shock.gone.append((company.index, place))


def officer_lost(b: Battle, officer: Officer, place: int, cause: int) -> Procedure:
    """6.2.f An officer alone is caught by platoons that enter his hex; his company checks (9.1.1.c)."""
    shock = Shock(place, [cause])
    fall(b, officer, "6.2.f", shock)
    yield from aftermath(b, shock)
    after_retreat(b, shock.ran)


def trigger(b: Battle, company: Company, shock: Shock) -> str:
    """The rule of 9.1.1 by which the whole company must check; nothing if none does."""
    members = set(company.platoons)
    if members & set(shock.dead):
        return "9.1.1.b"
    if company.index in shock.leaderless:
        return "9.1.1.c"
    if members & shock.hurt and shaken(company, b.losses(company)):
        return "9.1.1.d"
    if shock.beaten.get(company.index, 0) > 1:
        return "9.1.1.e"
    return ""


def shaken(company: Company, lost: int) -> bool:
    """9.1.1.d Whether a company has lost so much that each further loss makes it check."""
    return lost > company.original


def aftermath(b: Battle, shock: Shock) -> Procedure:
    """7.3.j, 9.1.1, 9.2.1 All who must check do; then those that routed run, and what is lost on the run is seen."""
    checks(b, shock)
    yield from scatter(b, shock)
    yield from alarm(b, shock)


def checks(b: Battle, shock: Shock) -> None:
    """7.3.j, 9.1.1, 9.2.1 Each company touched checks at most once: as a whole, or those platoons that must."""
    for index in shock.companies(b):
        company = b.companies[index]
        rule = trigger(b, company, shock)
        if rule:
            company_trigger(b, company, shock, rule, shock.place)
            continue
        for platoon in b.platoons_of(company):
            if index in shock.beaten and platoon.hex == shock.place:
                platoon_check(b, platoon, shock, "9.2.1.e")
            elif platoon.index in shock.hurt and platoon.out_of_command:
                platoon_check(b, platoon, shock, "9.2.1.c")


def scatter(b: Battle, shock: Shock) -> Procedure:
    """9.3.1.b Whoever has routed runs when all have checked, those of a hex together."""
    fresh = [unit for unit in shock.fresh if unit.hex >= 0]
    fresh += companions(b, fresh)
    shock.fresh = []
    shock.ran += fresh
    shock.gone += yield from rout(b, fresh, shock.causes)


def drive_on(b: Battle, units: list[Unit], shock: Shock) -> Procedure:
    """9.3.2 Routed units that were fired at, or assaulted, move on, and officers with them."""
    runners = [*units, *companions(b, units)]
    shock.ran += runners
    shock.gone += yield from flee(b, runners)


def alarm(b: Battle, shock: Shock) -> Procedure:
    """9.1.1.b Platoons were lost in a check or a rout: their companies check as for any other loss."""
    while shock.gone:
        gone, shock.gone = shock.gone, []
        for index, place in gone:
            rule = "9.1.1.c" if index in shock.leaderless else "9.1.1.b"
            company_trigger(b, b.companies[index], shock, rule, place)
        yield from scatter(b, shock)


def witnesses(b: Battle, company: Company, place: int) -> list[Platoon]:
    """9.1.1.a The platoons on the board that are in a hex or have a line of sight to it."""
    return [platoon for platoon in b.platoons_of(company) if sees(b, platoon.hex, place)]


def company_trigger(b: Battle, company: Company, shock: Shock, rule: str, place: int) -> None:
    """9.1.1.a The company checks if all its platoons are affected or see it; otherwise those that do, singly.

    Ruling: singly too if some have checked because of the same attack (9.1.1.b).
    """
    there = witnesses(b, company, place)
    if there and len(there) == len(b.platoons_of(company)) and not shock.checked & set(company.platoons):
        company_check(b, company, shock, rule)
        return
    for platoon in there:
        platoon_check(b, platoon, shock, "9.2.1.h")


def company_check(b: Battle, company: Company, shock: Shock, rule: str) -> None:
    """9.1.2 One roll for the company; each of its units is judged by it."""
    platoons = b.platoons_of(company)
    officer = b.officer_of(company)
    units: list[Unit] = [*platoons]
    if officer is not None and officer.hex >= 0:
        units.append(officer)
    notes: Notes = []
    morale = company_morale(b, company, notes)
    shock.checked.update([platoon.index for platoon in platoons])
    margin = check(b, units[-1], "company check", rule, morale, notes, company.name)
    judge(b, units, margin, shock, "9.1.2")


def platoon_check(b: Battle, platoon: Platoon, shock: Shock, rule: str) -> None:
    """9.2.2.f A platoon checks because of what happened to it or before its eyes."""
    if platoon.index in shock.checked:
        return
    shock.checked.add(platoon.index)
    notes: Notes = []
    morale = platoon_morale(b, platoon, notes)
    margin = check(b, platoon, "platoon check", rule, morale, notes)
    judge(b, [platoon], margin, shock, "9.2.2.f")


def judge(b: Battle, units: list[Unit], margin: int, shock: Shock, rule: str) -> None:
    """9.1.2.b-d, 9.2.2.f Above morale by 1-4: routed; by 5 or more (routed already: 3) it disintegrates."""
    if margin <= 0:
        return
    numbers = b.ground.numbers
    fresh: list[Unit] = []
    for unit in units:
        if margin >= numbers["routed_disintegrates" if unit.routed else "disintegrates"]:
            if type(unit) is Platoon:
                shock.gone.append((unit.company, unit.hex))
            by = ".".join([rule, "d" if unit.routed else "c"]) if rule == "9.1.2" else rule
            disintegrate(b, unit, by)
        elif not unit.routed:
            fresh.append(unit)
    for unit in fresh:
        become_routed(b, unit, shock, "9.1.2.b" if rule == "9.1.2" else rule)


def become_routed(b: Battle, unit: Unit, shock: Shock, rule: str) -> None:
    """9.3.a A Routed marker; the unit runs when all have checked."""
    unit.routed = True
    shock.fresh.append(unit)
    b.tell("routed", rule, unit.side, unit.id, place=unit.hex)


def disintegrate(b: Battle, unit: Unit, rule: str) -> None:
    """9.1.2.c Eliminated at once. The officer goes with his company and is not replaced."""
    place = unit.hex
    company = b.company_of(unit)
    b.remove(unit)
    b.tell("disintegrated", rule, unit.side, unit.id, place=place, text="routed" if unit.routed else "")
    if type(unit) is Officer and company is not None:
        survivors = b.platoons_of(company)
        company.replace = bool(survivors)
        company.kind = unit.type.kind
        check_range(b, company)
