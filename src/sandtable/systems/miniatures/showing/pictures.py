"""Which picture shows a Team from above."""

from sandtable.systems.miniatures.state.book import GUN, INFANTRY, TeamType
from sandtable.systems.miniatures.state.pieces import Team
from sandtable.systems.miniatures.state.scenario import FO
from sandtable.table.pictures import Picture

VEHICLES = {
    "m4-sherman": Picture("m4-sherman", "armour"),
    "m3-stuart": Picture("m3-stuart", "armour"),
    "stug-iii-g": Picture("stug-iii-g", "tank destroyer"),
    "panzer-iv": Picture("pzivg", "armour"),
    "panther": Picture("panther", "armour"),
    "tiger-i": Picture("tiger", "armour"),
    "m3-half-track": Picture("halftrack", "mechanised"),
    "sdkfz-251": Picture("halftrack", "mechanised"),
    "m7-priest": Picture("self-propelled-gun", "mechanised artillery"),
    "wespe": Picture("self-propelled-gun", "mechanised artillery"),
    "truck": Picture("truck", "transport"),
    "jeep": Picture("jeep", "transport"),
    "jeep-mg": Picture("jeep", "reconnaissance"),
}

# By the key of the weapon that a Team carries; all others are riflemen.
WEAPONS = {
    "lmg": Picture("mg", "machine gun"),
    "hmg": Picture("mg", "machine gun"),
    "bazooka": Picture("rocket", "anti-tank"),
    "panzerfaust": Picture("rocket", "anti-tank"),
    "panzerschreck": Picture("rocket", "anti-tank"),
    "60mm-mortar": Picture("mortar", "mortar"),
    "81mm-mortar": Picture("mortar", "mortar"),
    "57mm": Picture("gun", "anti-tank"),
    "pak40": Picture("gun", "anti-tank"),
    "105mm": Picture("howitzer", "artillery"),
    "15cm-nebelwerfer": Picture("rocket-launcher", "artillery"),
}
RIFLES = Picture("infantry", "infantry")


def picture(team: Team) -> Picture:
    """A leader and an observer by their office, others by what they are."""
    type = team.type
    if type.kind == INFANTRY and team.role:
        return Picture("observer" if team.role == FO else "leader", "headquarters")
    return type_picture(type)


def type_picture(type: TeamType) -> Picture:
    """A stand by its weapon, or a vehicle."""
    return (WEAPONS if type.kind in (INFANTRY, GUN) else VEHICLES).get(type.key, RIFLES)
