"""A battle under way as the text of a scenario: who is left, where, and how many turns there are."""

from typing import Any

from sandtable.content.folders import slug
from sandtable.systems.nations_at_war.reading.draft import can_stand
from sandtable.systems.nations_at_war.state.pieces import ELIMINATED, OFF_MAP, Battle, Formation, Hq, Unit
from sandtable.table.position import Position, present


def position(b: Battle, values: dict[str, Any]) -> Position:
    """Formations with the units that are left, each in its hex; those that have not entered come later."""
    gone = max(0, b.turn - 1)
    formations: list[dict[str, Any]] = []
    setup: dict[str, str] = {}
    room = Room(b)
    for formation, table in zip(b.formations, values["formations"], strict=True):
        units = [unit for unit in b.units[formation.first : formation.last] if unit.hex > ELIMINATED]
        if not units or formation.spec.hq is None:
            continue
        written: dict[str, Any] = {key: table[key] for key in ("name", "key", "side", "hq") if key in table}
        subs = [key for key in table.get("sub_hqs", []) if b_hq(b, key).hex > ELIMINATED]
        written |= {"sub_hqs": subs} if subs else {}
        if any(on_map(b, unit) >= 0 for unit in units):
            places = placed(b, formation, units, room)
            written["zone"] = ", ".join(dict.fromkeys(places.values()))
            setup |= places
        else:
            written |= {
                key: table[key] for key in ("zone", "edges", "one_edge", "weapons", "commissar") if key in table
            }
            written |= {"entry_turn": max(1, table["entry_turn"] - gone)} if "entry_turn" in table else {}
        written["units"] = [unit_of(unit) for unit in units]
        formations.append(written)
    left = b.units + b.hqs
    kept = {each.get("key") or slug(each["name"]) for each in formations}
    rules = {
        key: [each for each in named if each in kept] if isinstance(named, list) else named
        for key, named in (values.get("rules") or {}).items()
        if gone == 0 or key not in ("may_go_first", "first_formations")
    }
    told = [
        (any(unit.disrupted for unit in b.units if unit.hex >= 0), "Disrupted units begin in good order."),
        (
            any(hq.steps < 2 and not hq.type.sub and hq.hex >= 0 for hq in b.hqs),
            "Reduced HQs begin at full strength.",
        ),
        (any(hq.hex == ELIMINATED for hq in b.hqs), "A Formation needs an HQ, so one that was lost is back."),
        (bool(b.smoke or b.wrecks), "Smoke and wrecks are left out."),
        (bool(b.improved or b.mines or b.wire or b.ditches), "Defensive measures on the map are left out."),
        (any(piece.hex < ELIMINATED for piece in left), "Units that have left the map are not counted."),
        (
            bool(setup) and any(unit.hex == OFF_MAP for unit in b.units),
            "Units that have not entered with their Formation yet are on the map.",
        ),
        (bool(gone), "Points scored so far are not counted."),
    ]
    changed: dict[str, Any] = {
        "turns": max(1, b.scenario.turns - gone),
        "formations": formations,
        "setup": setup or None,
    }
    if rules:
        changed["rules"] = rules
    if any("defences" in side for side in values.get("sides", [])):
        changed["sides"] = [
            {key: each for key, each in side.items() if key != "defences"} for side in values["sides"]
        ]
    return Position(changed, present(told))


def on_map(b: Battle, unit: Unit) -> int:
    """The hex of a unit, also of one that is carried; below 0 if it is nowhere."""
    return b.units[unit.carrier].hex if unit.carrier >= 0 else unit.hex


def unit_of(unit: Unit) -> dict[str, Any]:
    """One unit with an id and a name of its own, so that it is still called what it was called."""
    written: dict[str, Any] = {"type": unit.type.key, "id": unit.id, "name": unit.name}
    written |= {"reduced": True} if unit.steps < unit.type.steps else {}
    written |= {"mounted": True} if unit.mounted else {}
    written |= {"places_smoke": True} if unit.places_smoke else {}
    written |= {"weapon": unit.weapon.key} if unit.weapon is not None else {}
    if unit.leader is not None:
        written["leader"] = {"leadership": unit.leader[0], "morale": unit.leader[1]}
    return written


class Room:
    """Where one more unit can stand: beside friends, within stacking, without an enemy."""

    def __init__(self, b: Battle) -> None:
        self.b = b
        self.held: dict[int, list[int]] = {}  # hex -> the sides of the units there
        for unit in b.units:
            if unit.hex >= 0 or unit.carrier >= 0:
                self.held.setdefault(on_map(b, unit), []).append(unit.side)

    def near(self, place: int, side: int) -> int:
        """The nearest hex to a place that has room; it is taken then."""
        b = self.b
        away = b.ground.grid.distance[place]
        most = b.ground.numbers["stacking"]
        free = [
            h
            for h in range(len(b.ground.names))
            if can_stand(b.scenario, h)
            and self.held.get(h, []).count(side) < most
            and 1 - side not in self.held.get(h, [])
        ]
        found = min(free, key=lambda h: (away[h], h))
        self.held.setdefault(found, []).append(side)
        return found


def placed(b: Battle, formation: Formation, units: list[Unit], room: Room) -> dict[str, str]:
    """Its pieces with their hexes. Who has not entered stands near the others; an HQ stands with a unit."""
    names = b.ground.names
    first = next(on_map(b, unit) for unit in units if on_map(b, unit) >= 0)
    hexes = [place if (place := on_map(b, unit)) >= 0 else room.near(first, unit.side) for unit in units]
    found = {unit.id: names[place] for unit, place in zip(units, hexes, strict=True)}
    taken: list[int] = []
    for hq in b.hqs:
        if hq.formation == formation.index and (hq.hex > ELIMINATED or not hq.type.sub):
            place = hq.hex if hq.hex in hexes else next((h for h in hexes if h not in taken), hexes[0])
            taken.append(place)
            found[hq.id] = names[place]
    return found


def b_hq(b: Battle, key: str) -> Hq:
    return next(hq for hq in b.hqs if hq.id == key)
