"""Which picture and which symbol shows a counter, by the word of its type."""

from sandtable.table.pictures import Picture

PICTURES = {
    "infantry": Picture("infantry", "infantry"),
    "machine-gun": Picture("mg", "machine gun"),
    "mortar": Picture("mortar", "mortar"),
    "motorized-infantry": Picture("truck", "motorised"),
    "cavalry": Picture("horse", "cavalry"),
    "armored-car": Picture("car", "reconnaissance"),
    "assault-gun": Picture("stug-iii-g", "tank destroyer"),
}

OFFICER = Picture("officer", "headquarters")
COMMISSAR = Picture("leader", "headquarters")
