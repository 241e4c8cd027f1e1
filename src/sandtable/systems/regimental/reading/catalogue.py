"""What a scenario may name, with the main numbers of the unit table."""

from sandtable.systems.regimental.state.book import Rulebook
from sandtable.table.shelf import Catalogue, Entry


def catalogue(book: Rulebook) -> Catalogue:
    return {
        "stands": [
            Entry(
                each.key,
                each.name,
                {
                    "kind": each.kind,
                    "SP": each.sp,
                    "dice": each.dice,
                    "rate": each.rate.key,
                    "armoured": each.armoured,
                },
            )
            for each in book.stands.values()
        ],
        "companies": [
            Entry(
                each.key,
                each.name,
                {"dice": each.dice, "against armour": each.dice_armoured, "rate": each.rate.key},
            )
            for each in book.companies.values()
        ],
        "rates": [
            Entry(each.key, "", {"normal": each.normal, "strategic": each.strategic}) for each in book.rates.values()
        ],
        "supply": [
            Entry(key, "", {"strength points": strength, "support points": support})
            for key, (strength, support) in book.supply.items()
        ],
        "terrain": [
            Entry(
                each.letter,
                each.name,
                {
                    "halts": each.halts,
                    "strategic": each.strategic,
                    "river": each.river,
                    "cover": each.cover,
                    "blocks": each.blocks,
                },
            )
            for each in book.terrain.values()
        ],
    }
