"""What lies on the map: cards and tokens. They are frozen, and replaced where they change."""

import msgspec

from sandtable.systems.of_war_and_men.state.book import Terrain


class Cell(msgspec.Struct, frozen=True):
    """6.3, 6.4 A position of the map. Without a card it is open and counts as a Field."""

    terrain: Terrain
    card: str = ""  # "73A", "Field", "card-45"; "" while the position is open
    number: int = 0  # of the core card that lies here
    cross: int = 0
    turned: bool = False  # 10.2: by 180 degrees


class Token(msgspec.Struct, frozen=True):
    """9 A token on the map with the border that shows (G.token)."""

    kind: str
    cell: int
    border: str
