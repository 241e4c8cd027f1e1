"""A battle under way as the text of a scenario: companies with the platoons that are left, each in its hex."""

from typing import Any

from sandtable.systems.war_storm.reading.orders_of_battle import read_order
from sandtable.systems.war_storm.state.book import QUALITIES
from sandtable.systems.war_storm.state.pieces import ELIMINATED, NEVER, STEPS, Battle, Company, Platoon
from sandtable.table.position import Position, present


def position(b: Battle, values: dict[str, Any]) -> Position:
    """One force for each company that is left, its units placed; those that have not entered come later."""
    gone = max(0, b.turn - 1)
    forces = forces_of(b, values)
    written = [each for company in b.companies if (each := force_of(b, company, forces, gone))]
    lost = [unit for unit in b.units if unit.hex < ELIMINATED]
    told = [
        (any(unit.routed for unit in b.units if unit.hex >= 0), "Routed units begin in good order."),
        (
            any(unit.finished or unit.moving for unit in b.units),
            "Which units have acted or moved this turn is left out.",
        ),
        (
            any(company.officer == NEVER and company.platoons for company in b.companies),
            "A fallen officer is back.",
        ),
        (
            any(numbered_anew(b, company) for company in b.companies),
            "Platoons are numbered anew where some are lost.",
        ),
        (bool(lost), "Units that have left the board are not counted."),
        (bool(gone), "Points scored so far are not counted: steps lost count from now on."),
    ]
    changed: dict[str, Any] = {"turns": max(1, b.scenario.turns - gone), "forces": written}
    if values.get("objectives"):
        sides = b.scenario.sides
        changed["objectives"] = [
            {key: each for key, each in objective.items() if key != "holder"}
            | ({"holder": sides[holder].key} if holder >= 0 else {})
            for objective, holder in zip(values["objectives"], b.holders, strict=False)
        ]
    changed["awards"] = [
        award | ({"turn": max(1, award["turn"] - gone)} if "turn" in award else {})
        for award in values.get("awards", [])
    ]
    if gone:
        changed["sides"] = [
            {key: each for key, each in side.items() if key not in ("markers", "marked")} for side in values["sides"]
        ]
    return Position(changed, present(told))


def forces_of(b: Battle, values: dict[str, Any]) -> list[dict[str, Any]]:
    """For each company the force of the file that it comes from: forces name their companies in order."""
    found: list[dict[str, Any]] = []
    nations = {side.key: side.nation for side in b.scenario.sides}
    for force in values.get("forces", []):
        count = len(force.get("officers", []))
        for line in force.get("companies", []):
            order = read_order(line, nations[force["side"]], b.scenario.rulebook.counters.values())
            count += 0 if isinstance(order, str) else len(order.letters)
        found += [force] * count
    return found


def force_of(b: Battle, company: Company, forces: list[dict[str, Any]], gone: int) -> dict[str, Any] | None:
    """A force of one company; None if nobody of it is left."""
    spec = company.spec
    platoons = [b.platoons[index] for index in company.platoons if b.platoons[index].hex > ELIMINATED]
    officer = b.units[company.officer] if company.officer != NEVER else None
    alone = not company.platoons
    if (alone and (officer is None or officer.hex <= ELIMINATED)) or (not alone and not platoons):
        return None
    force = forces[company.index]
    written: dict[str, Any] = {"side": b.scenario.sides[company.side].key}
    if alone:
        written["officers"] = [spec.name]
    else:
        quality = platoons[0].quality
        written["quality"] = next(name for name, value in QUALITIES.items() if value == quality)
        written["arm"] = spec.kind
        written["companies"] = [line_of(platoons, company)]
    waiting = [unit for unit in [*platoons, *([officer] if officer is not None else [])] if unit.hex < 0]
    if waiting and "enter" in force:
        written["enter"] = force["enter"] | {"turn": max(1, force["enter"]["turn"] - gone)}
    elif waiting and "deploy" in force:
        written["deploy"] = force["deploy"]
    places = places_of(b, platoons, officer.hex if officer is not None else -1)
    if places:
        written["place"] = places
    return written


def numbered_anew(b: Battle, company: Company) -> bool:
    """Whether a platoon is left whose number is not its place among those who are left."""
    left = [index for index in company.platoons if b.platoons[index].hex > ELIMINATED]
    return left != list(company.platoons[: len(left)])


def line_of(platoons: list[Platoon], company: Company) -> str:
    """ "1 x Officer, 2 x US infantry (A)": in the order in which they are, so that their numbers are their places."""
    parts: list[list[Any]] = []
    for platoon in platoons:
        if parts and parts[-1][1] == platoon.type.name:
            parts[-1][0] += 1
        else:
            parts.append([1, platoon.type.name])
    line = ", ".join(["1 x Officer", *[f"{count} x {name}" for count, name in parts]])
    return f"{line} ({company.letter})" if company.letter else line


def places_of(b: Battle, platoons: list[Platoon], officer: int) -> list[dict[str, Any]]:
    """Those who stand in a hex with the same losses, and the officer."""
    groups: dict[tuple[int, int, bool], list[int]] = {}
    for number, platoon in enumerate(platoons, start=1):
        if platoon.hex >= 0:
            key = (platoon.hex, min(platoon.lost, STEPS - 1), platoon.reaction != NEVER)
            groups.setdefault(key, []).append(number)
    found: list[dict[str, Any]] = []
    if officer < 0 and platoons:
        officer = next((platoon.hex for platoon in platoons if platoon.hex >= 0), -1)
    for (place, lost, reaction), numbers in groups.items():
        each: dict[str, Any] = {"at": b.ground.names[place], "platoons": numbers}
        each |= {"lost": lost} if lost else {}
        each |= {"reaction": True} if reaction else {}
        if place == officer:
            each["officer"] = True
            officer = -1
        found.append(each)
    if officer >= 0:
        found.append({"at": b.ground.names[officer], "officer": True})
    return found
