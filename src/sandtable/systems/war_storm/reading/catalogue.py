"""What a scenario may name, with the main numbers of the counters."""

from sandtable.systems.war_storm.state.book import (
    COMPANY,
    MOVES,
    NO,
    REPLACEMENT,
    ROLES,
    SIZES,
    OfficerType,
    Rulebook,
)
from sandtable.table.shelf import Catalogue, Entry


def catalogue(book: Rulebook) -> Catalogue:
    """Platoons are called by their name or another one that they have."""
    return {
        "platoons": [
            Entry(
                each.name,
                "",
                {
                    "also": ", ".join(each.also),
                    "nation": each.side,
                    "kind": each.kind,
                    "FF": "/".join(str(number) for number in each.ff),
                    "range": each.range,
                    "AV": "/".join(str(number) for number in each.av),
                    "MP": each.mp,
                    "moves": MOVES[each.move],
                    "size": SIZES[each.size],
                    "armoured": each.armoured,
                },
            )
            for each in book.counters.values()
        ],
        "officers": [
            Entry(
                called(officer),
                officer.name,
                {
                    "nation": officer.side,
                    "role": ROLES[officer.role],
                    "kind": officer.kind,
                    "morale": officer.morale,
                    "leadership": officer.leadership,
                    "command": officer.command,
                    "MP": officer.mp,
                },
            )
            for officer in book.officers.values()
        ],
        "terrain": [
            Entry(
                each.letter,
                each.name,
                {
                    **{move: "no" if cost >= NO else cost for move, cost in zip(MOVES, each.costs, strict=True)},
                    "divisor": each.divisor,
                    "assault": each.assault,
                    "blocks": each.blocks,
                    "hinders": each.hinders,
                },
            )
            for each in book.terrain.values()
        ],
    }


def called(officer: OfficerType) -> str:
    """What a scenario writes: the letter of his company, the key of a replacement, the name of who has no company."""
    return {COMPANY: officer.letter, REPLACEMENT: officer.key}.get(officer.role, officer.name)
