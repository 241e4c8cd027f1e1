"""Which picture and which symbol shows a counter."""

from sandtable.systems.nations_at_war.state.counters import UnitType
from sandtable.systems.nations_at_war.state.pieces import Unit
from sandtable.table.pictures import Picture

# What a hard target is drawn as, where it is no tank.
VEHICLES = {
    "stug-iii-g": Picture("stug-iii-g", "tank destroyer"),
    "sdkfz-222": Picture("car", "reconnaissance"),
    "american-armored-infantry": Picture("halftrack", "mechanised"),
    "panzergrenadier": Picture("halftrack", "mechanised"),
}

# What a soft target is drawn as, by its symbol (2.2).
SOFT = {
    "infantry": Picture("infantry", "infantry"),
    "engineer": Picture("engineer", "engineer"),
    "armored_infantry": Picture("infantry", "mechanised"),
    "gun": Picture("gun", "anti-tank"),
    "mortar": Picture("mortar", "mortar"),
    "truck": Picture("truck", "transport"),
}
GUNS = {"20mm-flak": Picture("flak", "anti-aircraft")}

WEAPONS = {"hmg": "mg", "bazooka": "rocket", "piat": "rocket", "atr": "mg"}


def type_picture(type: UnitType, mounted: bool = False) -> Picture:
    """The picture of a kind of counter: on foot or in action, or on its transport side (4.3)."""
    face = type.sides[mounted][type.steps]
    if face.hard:
        return VEHICLES.get(type.key, Picture(type.key, "armour"))
    if face.symbol == "gun":
        return GUNS.get(type.key, SOFT["gun"])
    return SOFT[face.symbol]


def unit_picture(unit: Unit) -> Picture:
    """The picture of a unit as it lies."""
    return type_picture(unit.type, unit.mounted)
