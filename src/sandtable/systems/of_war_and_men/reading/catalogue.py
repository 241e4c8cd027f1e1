"""What a scenario may name, with the main numbers of the cards."""

import tomllib

from sandtable.systems.of_war_and_men.reading.scenario_files import MISSIONS, mission_keys
from sandtable.systems.of_war_and_men.reading.switches import NEEDS
from sandtable.systems.of_war_and_men.state.book import COLOURS, RANK_CODES, Division, Grid, Rulebook, Terrain
from sandtable.table.shelf import Catalogue, Entry, Figure


def catalogue(book: Rulebook) -> Catalogue:
    return {
        "missions": [mission(key) for key in mission_keys()],
        "switches": [
            Entry(key, needs.text, {"places": ", ".join(needs.places), "values": ", ".join(needs.values)})
            for key, needs in NEEDS.items()
        ],
        "cards": [Entry(number, terrain.name, effects(terrain)) for number, terrain in book.mission_cards.items()],
        "terrain": [Entry(each.key, each.name, effects(each)) for each in book.terrain.values()],
        "divisions": [
            Entry(each.key, each.name, {"nation": each.nation, "soldiers": len(each.soldiers)})
            for each in book.divisions.values()
        ],
        "soldiers": [entry for each in book.divisions.values() for entry in soldiers(each)],
        "weapons": [
            Entry(
                each.key,
                each.name,
                {"type": each.type, "grid": grid(each.grid), "second": grid(each.second), "assault": each.icon},
            )
            for each in book.weapons.values()
        ],
        "traits": [Entry(name, text) for name, text in book.traits.items()],
    }


def mission(key: str) -> Entry:
    table = tomllib.loads((MISSIONS / f"{key}.toml").read_text("utf-8"))
    return Entry(key, table["name"], {"points": table["squad_points"], "operation": table["operation"]})


def effects(terrain: Terrain) -> dict[str, Figure]:
    return {
        "attack": terrain.attack,
        "defence": terrain.defence,
        "blocks": terrain.blocks,
        "no stealth": terrain.no_stealth,
        "fast": terrain.fast,
        "no movement": terrain.no_movement,
    }


def soldiers(division: Division) -> list[Entry]:
    return [
        Entry(
            each.id,
            each.name,
            {
                "rank": RANK_CODES[each.rank],
                "weapon": each.weapon.key,
                "points": each.points,
                "resolve": each.resolve,
                "discipline": COLOURS[each.discipline],
                "vitality": each.vitality,
                "strength": each.strength,
                "weakness": each.weakness,
            },
        )
        for each in division.soldiers
    ]


def grid(dice: Grid) -> str:
    """7.7 The dice at ranges 1 to 7, as in the data: RGB GB -."""
    return " ".join("".join(COLOURS[die][0].upper() for die in each) or "-" for each in dice)
