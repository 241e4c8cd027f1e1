"""What a player may leave to the house: the details of his fire, and who of his Teams takes hits and markers."""

from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.table.wishes import WishKind, WishValue

ASK = "ask"


def left_or_asked(key: str, name: str, usual: tuple[str, str], asked: str, rule: str) -> WishKind:
    """Something that is done for a player, as `usual` says, unless he wants to be asked."""
    asks = WishValue(ASK, "Ask me", asked, waits=True)
    return WishKind(key, name, (WishValue("auto", *usual), asks), rule)


FIRE = left_or_asked(
    "fire",
    "When my Units fire",
    ("Fire sensibly", "All Teams that can, with the best weapons, at the best kind of Team."),
    "Which Teams fire, main gun or MG, the kind of Team, whose fire a leader directs.",
    "6.21",
)
HITS = left_or_asked(
    "hits",
    "When my Teams are hit or suppressed",
    ("Share them out for me", "To the Teams that save best, and of those to the cheapest."),
    "Which Team takes each hit and each suppression marker.",
    "6.15",
)


def wishes(b: Battle) -> tuple[WishKind, ...]:
    """All there is to wish."""
    return (FIRE, HITS)


def wants_details(b: Battle, kind: WishKind, side: int) -> bool:
    """Whether a side wants to be asked."""
    return kind.of(b, b.side_name(side)) == ASK
