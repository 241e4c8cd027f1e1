"""What a scenario may name, with the main numbers of the tables. Lengths are in inches."""

from sandtable.systems.miniatures.state.book import KINDS, MOUNTS, NO_SAVE, TANK, Rulebook, TeamType, Weapon
from sandtable.table.shelf import Catalogue, Entry, Figure

INCH = 100


def catalogue(book: Rulebook) -> Catalogue:
    """`teams` and `vehicles` are what a Unit may have; the weapons of vehicles come with them."""
    types = book.types.values()
    return {
        "teams": [team(each) for each in types if each.kind != TANK],
        "vehicles": [vehicle(each) for each in types if each.kind == TANK],
        "weapons": [Entry(each.key, each.name, armed(each)) for each in book.weapons.values() if each.kind == TANK],
        "training": [
            Entry(each.key, each.name, {"own checks": f"{each.check}+", "is hit on": f"{each.to_hit}+"})
            for each in book.training.values()
        ],
        "terrain": [
            Entry(each.key, each.name, {"shape": "line" if each.line else "area", "effects": each.text})
            for each in book.terrain.values()
        ],
    }


def team(type: TeamType) -> Entry:
    weapon = type.weapon
    assert weapon is not None
    return Entry(type.key, type.name, {"kind": KINDS[type.kind], "move": inches(type.move), **armed(weapon)})


def vehicle(type: TeamType) -> Entry:
    numbers: dict[str, Figure] = {"front": save(type.front), "flank": save(type.flank), "move": inches(type.move)}
    carried = {MOUNTS[mount.place]: mount.weapon.key for mount in type.mounts}
    numbers |= {place: carried.get(place, "") for place in MOUNTS[1:]}
    return Entry(type.key, type.name, numbers | {"turret": type.turret})


def armed(weapon: Weapon) -> dict[str, Figure]:
    return {
        "range": inches(weapon.range),
        "FP": weapon.fp,
        "AT": weapon.at,
        "TA": weapon.ta,
        "barrage": weapon.barrage_fp if weapon.barrage else "",
    }


def save(number: int) -> str:
    return "" if number in (0, NO_SAVE) else f"{number}+"


def inches(length: int) -> str:
    return f"{length / INCH:g}"
