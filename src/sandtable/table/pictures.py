"""The words that choose a picture: a system says them in its views, and any client may draw them (docs/views.md)."""

from typing import NamedTuple

# What a piece looks like. A client draws a stand of riflemen for any other word.
PICTURES = frozenset(
    (
        *("tiger", "panther", "pzivg", "pziiil", "t-34-76", "t-70a", "churchill", "m4-sherman", "m3-lee"),
        *("m13-40", "crusader", "m3-stuart", "heavy-tank", "medium-tank", "light-tank", "stug-iii-g"),
        *("self-propelled-gun", "halftrack", "car", "jeep", "truck", "motorcycle", "horse"),
        *("gun", "howitzer", "flak", "rocket-launcher", "mortar", "mg", "rocket", "flame"),
        *("infantry", "engineer", "soldier", "officer", "leader", "observer", "plane", "plane-twin"),
    )
)

# The sign inside the frame of a symbol on a map. An empty frame stands for any other word.
SYMBOLS = frozenset(
    (
        *("infantry", "mechanised", "motorised", "armour", "reconnaissance", "cavalry", "artillery"),
        *("mechanised artillery", "mortar", "anti-tank", "tank destroyer", "anti-aircraft", "machine gun"),
        *("engineer", "transport", "headquarters", "aircraft"),
    )
)

# The mark of a side. A client draws a disc or a diamond for any other word.
EMBLEMS = frozenset(("cross", "star", "roundel", "sun", "diamond", "disc"))

# The marks of nations, by the key of a side.
NATIONS = {
    "german": "cross",
    "axis": "cross",
    "soviet": "star",
    "american": "star",
    "us": "star",
    "allies": "star",
    "partisan": "star",
    "british": "roundel",
    "french": "roundel",
    "italian": "sun",
    "japanese": "sun",
}


AFAR = 11  # letters that can be read on a counter from afar


def afar(name: str) -> str:
    """The name, if it can be read on a counter from afar; else nothing."""
    return name if len(name) <= AFAR else ""


class Picture(NamedTuple):
    """How a piece is drawn: from the side or from above, and as a symbol on a map."""

    art: str
    symbol: str
