"""What a scenario may name, with the main numbers of the counters."""

from sandtable.systems.nations_at_war.reading.scenario_files import DEFENCES
from sandtable.systems.nations_at_war.state.counters import SupportWeapon, UnitType, Weapon
from sandtable.systems.nations_at_war.state.scenario import Rulebook
from sandtable.table.shelf import Catalogue, Entry, Figure


def catalogue(book: Rulebook) -> Catalogue:
    return {
        "units": [unit(each) for each in book.units.values()],
        "hqs": [
            Entry(
                each.key,
                each.name,
                {
                    "morale": each.morale,
                    "leadership": each.leadership[1],
                    "command": each.command[1],
                    "returns as": each.unit_type,
                    "sub-HQ": each.sub,
                },
            )
            for each in book.hqs.values()
        ],
        "weapons": [support(each) for each in book.weapons.values()],
        "aircraft": [
            Entry(each.key, each.name, {"attack": dice(each.firepower, each.to_hit), "recon": each.recon})
            for each in book.aircraft.values()
        ],
        "terrain": [
            Entry(
                each.letter,
                each.name,
                {
                    "cost soft": each.cost_soft if each.passable else "no",
                    "cost hard": each.cost_hard if each.passable else "no",
                    "dice soft": each.dice_soft,
                    "dice hard": each.dice_hard,
                    "hill dice": each.hill_dice,
                    "blocks": each.blocks,
                    "degrades": each.degrades,
                },
            )
            for each in book.terrain.values()
            if each.letter
        ],
        "defences": [
            Entry(key, each.name, {"dice soft": each.dice_soft, "dice hard": each.dice_hard, "rule": each.rule})
            for key, each in book.markers.items()
            if key in DEFENCES
        ],
    }


def unit(type: UnitType) -> Entry:
    """At full strength, not in its transport."""
    face = type.sides[False][2]
    numbers: dict[str, Figure] = {
        "kind": type.kind,
        "AP": shot(face.ap),
        "HE": shot(face.he),
        "AA": shot(face.aa),
        "armor": dice(face.armor, face.save),
        "assault": dice(face.assault, face.assault_to_hit),
        "MF": face.mf,
        "steps": type.steps,
        "transport": type.sides[True][2].mf if type.transport else "",
    }
    return Entry(type.key, type.name, numbers)


def support(weapon: SupportWeapon) -> Entry:
    """What it adds to its platoon; a lone + is one die more for as many hits as before (2.7.3.b)."""
    ap = added(weapon.ap_firepower, weapon.ap_range, weapon.ap_plus)
    he = added(weapon.he_firepower, weapon.he_range, weapon.he_plus)
    return Entry(weapon.key, weapon.name, {"AP": ap, "HE": he})


def added(firepower: int, range: int, plus: bool) -> str:
    if firepower or range:
        return f"+{firepower}, range +{range}"
    return "+" if plus else ""


def shot(weapon: Weapon | None) -> str:
    """So many dice, what each must reach, how far."""
    return f"{dice(weapon.firepower, weapon.to_hit)} to {weapon.range}" if weapon is not None else ""


def dice(number: int, reach: int) -> str:
    return f"{number} x {reach}+" if number else ""
