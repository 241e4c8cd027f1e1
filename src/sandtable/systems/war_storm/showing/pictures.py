"""Which picture and which symbol shows a counter, by the word of its type."""

from sandtable.systems.war_storm.state.book import Counter
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

SHORT = {  # what a counter says beside the number of its platoon
    "infantry": "Infantry",
    "machine-gun": "MG",
    "mortar": "Mortar",
    "motorized-infantry": "Motorized",
    "cavalry": "Cavalry",
    "armored-car": "Recon",
    "assault-gun": "Gun",
}

LONGEST = 10  # letters that fit on a counter


def short_name(type: Counter) -> str:
    """The word by which the story calls it, where that fits: "Grenadier" for a German grenadier."""
    word = type.name.rpartition(" ")[2]
    return word.capitalize() if word.isalpha() and len(word) <= LONGEST else SHORT[type.art]


OFFICER = Picture("officer", "headquarters")
COMMISSAR = Picture("leader", "headquarters")
