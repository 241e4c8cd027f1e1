"""A battle under way as the text of a scenario: every stand where it is, with the SP that it has."""

from typing import Any

from sandtable.systems.regimental.state.pieces import Battle, Regiment, Stand
from sandtable.table.position import Position, present


def position(b: Battle, values: dict[str, Any]) -> Position:
    """Regiments and batteries that are left, the days that are left, and who holds what."""
    sides = b.scenario.sides
    taken = set(b.at)
    regiments = [
        written
        for regiment, table in zip(b.regiments, values["regiments"], strict=True)
        if (written := regiment_of(b, regiment, table, taken)) is not None
    ]
    batteries = [
        table | {"at": b.ground.names[stand.hex]} | strength(stand)
        for stand, table in zip(
            [each for each in b.stands if each.regiment < 0], values.get("batteries", []), strict=True
        )
        if stand.on_map
    ]
    objectives = [
        {key: each for key, each in table.items() if key != "holder"}
        | ({"holder": sides[holder].key} if holder >= 0 else {})
        for table, holder in zip(values["objectives"], b.holders, strict=True)
    ]
    changed: dict[str, Any] = {
        "days": max(1, b.scenario.days - b.day + 1),
        "under_way": True,
        "objectives": objectives,
        "regiments": regiments,
        "batteries": batteries,
    }
    kept = {each.get("key", "") or each["name"] for each in regiments}
    if values.get("restrictions"):
        changed["restrictions"] = [
            each | {"last_day": each["last_day"] - b.day + 1}
            for each in values["restrictions"]
            if each["last_day"] >= b.day and all(name in kept for name in each.get("regiments", []))
        ]
    lost_hq = any(not b.stands[regiment.stands[0]].on_map and not regiment.gone for regiment in b.regiments)
    told = [
        (b.round > 1, "It begins with the first round of a day."),
        (lost_hq, "A regiment needs an HQ, so a lost one is back, as near as there is room."),
        (any(regiment.order != "H" for regiment in b.regiments), "Every regiment begins with the order Hold."),
        (any(each.air for each in sides), "Air points start afresh."),
    ]
    return Position(changed, present(told))


def strength(stand: Stand) -> dict[str, Any]:
    return {"sp": stand.sp} if stand.sp < stand.type.sp else {}


def regiment_of(b: Battle, regiment: Regiment, table: dict[str, Any], taken: set[int]) -> dict[str, Any] | None:
    """A regiment with the stands that are left; None if there are none."""
    stands = [b.stands[index] for index in regiment.stands]
    rows = [
        row | {"at": b.ground.names[stand.hex]} | strength(stand) | company_of(b, stand)
        for stand, row in zip(stands[1:], table["stands"], strict=True)
        if stand.on_map
    ]
    left = [stand for stand in stands[1:] if stand.on_map]
    if regiment.gone or not left:
        return None
    rows = [{key: each for key, each in row.items() if each != ""} for row in rows]
    hq = stands[0]
    place = hq.hex if hq.on_map else room_near(b, left[0].hex, taken)
    written = table["hq"] | {"at": b.ground.names[place]} | (strength(hq) | company_of(b, hq) if hq.on_map else {})
    first = {key: each for key, each in table.items() if key not in ("hq", "stands")}
    return first | {"hq": {key: each for key, each in written.items() if each != ""}, "stands": rows}


def company_of(b: Battle, stand: Stand) -> dict[str, str]:
    """The company that goes with it now; "" if there is none."""
    return {"company": b.companies[stand.company].type.key if stand.company >= 0 else ""}


def room_near(b: Battle, place: int, taken: set[int]) -> int:
    """The nearest hex without a stand."""
    grid = b.ground.grid
    free = [h for h in range(len(b.ground.names)) if h not in taken and not b.ground.terrain[h].river]
    found = min(free, key=lambda h: (grid.distance[place][h], h))
    taken.add(found)
    return found
