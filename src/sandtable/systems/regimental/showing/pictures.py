"""Which picture and which symbol shows a stand or a company, by the key of its type."""

from sandtable.table.pictures import Picture

STANDS = {
    "hq": Picture("officer", "headquarters"),
    "infantry": Picture("infantry", "infantry"),
    "militia": Picture("infantry", "infantry"),
    "motorised-infantry": Picture("truck", "motorised"),
    "armoured-infantry": Picture("halftrack", "mechanised"),
    "heavy-armour": Picture("heavy-tank", "armour"),
    "medium-armour": Picture("medium-tank", "armour"),
    "light-armour": Picture("light-tank", "armour"),
    "battery": Picture("howitzer", "artillery"),
    "armoured-battery": Picture("self-propelled-gun", "mechanised artillery"),
}

COMPANIES = {
    "at": Picture("gun", "anti-tank"),
    "tank-destroyers": Picture("stug-iii-g", "tank destroyer"),
    "fs": Picture("howitzer", "artillery"),
    "engineers": Picture("engineer", "engineer"),
    "mg": Picture("mg", "machine gun"),
    "tanks": Picture("medium-tank", "armour"),
    "aa": Picture("flak", "anti-aircraft"),
    "other": Picture("infantry", ""),
}
