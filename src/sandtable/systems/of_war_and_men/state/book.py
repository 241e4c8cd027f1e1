"""What is printed and never changes: dice, cards of the core deck, Terrain, weapons, soldiers.

See also D.deck, G.core_deck.
"""

import msgspec

from sandtable.systems.of_war_and_men.state.tables import NUMBERS

# 4.1 The three dice of a card, by colour.
RED, GREEN, BLUE = range(3)
COLOURS = ("red", "green", "blue")
FACES = (4, 6, 8)

# 7.2 Ranks, lowest first; all but the first are Leaders (7.4).
RANKS = ("Private", "Private First Class", "Corporal", "Sergeant", "Captain")
RANK_CODES = ("Pvt", "PFC", "Cpl", "Sgt", "Cpt")

ORDERS = ("attack", "entrench", "maneuver", "rally")
ICONS = ("jam", "wound", "random")

CORE = 192  # 1.3 cards of the core deck
CARD_IDS = tuple([f"card-{number}" for number in range(CORE + 1)])
HAND = NUMBERS.hand  # 17.2
LONGEST = 7  # 7.7 the last range of a weapon's grid

Grid = tuple[tuple[int, ...], ...]  # 7.7 for ranges 1 to 7 the dice to flip; none: N/A


class Terrain(msgspec.Struct, frozen=True):
    """5.2-5.18 A kind of Terrain with its icons."""

    key: str
    name: str
    letter: str
    colour: str
    rule: str
    attack: int = 0
    defence: int = 0
    blocks: bool = False
    no_stealth: bool = False
    fast: bool = False
    no_movement: bool = False
    man_made: bool = False
    falls_to: str = ""  # 18.4.d


class Card(msgspec.Struct, frozen=True, cache_hash=True):
    """6.2, 6.3 A card of the core deck: dice, and an order with a Command Decision or a Terrain (G.order_card)."""

    number: int
    dice: tuple[int, int, int]
    order: str = ""  # one of ORDERS; "" for a Terrain card
    strength: int = -1  # colour of an Attack or Rally
    decision: str = ""
    colour: int = -1  # of Evade and Grenade
    icon: str = ""
    terrain: Terrain | None = None
    cross: int = 0  # place of the cross-hair, see sight.CROSSES

    @property
    def id(self) -> str:
        return CARD_IDS[self.number]

    @property
    def decision_name(self) -> str:
        """The Command Decision with its colour: "evade red"."""
        return f"{self.decision} {COLOURS[self.colour]}" if self.colour >= 0 else self.decision


class Weapon(msgspec.Struct, frozen=True):
    """7.7, 7.8 A weapon with its damage grid; the second grid needs a crew or a scope."""

    key: str
    name: str
    type: str
    grid: Grid
    second: Grid = ()
    icon: int = 0  # 5.1, 5.6: +1 advantage, -1 disadvantage in an assault
    crewed: bool = False  # 16.6.c: the second grid needs a crew
    scoped: bool = False  # 16.6.d: the second grid needs a scope


class SoldierCard(msgspec.Struct, frozen=True, cache_hash=True):
    """7.1-7.12 A soldier as printed."""

    division: str
    number: int
    rank: int
    name: str
    home: str
    weapon: Weapon
    points: int
    resolve: int
    discipline: int  # a colour
    vitality: int
    strength: str = ""
    weakness: str = ""
    civilian: bool = False  # 11.5.b: Lu

    @property
    def leader(self) -> bool:
        """7.4 Any rank above Private."""
        return self.rank > 0

    @property
    def id(self) -> str:
        return f"{self.division}-{self.number}"


class Division(msgspec.Struct, frozen=True):
    """3.5, 23.1 A division: its nation, the sides it may take, its soldiers by number."""

    key: str
    name: str
    nation: str
    sides: tuple[int, ...]
    soldiers: tuple[SoldierCard, ...]
    historical: int  # 10.6.c: soldiers 1 to this make the historical squad


class Rulebook(msgspec.Struct):
    """All of it, read once."""

    terrain: dict[str, Terrain] = {}
    mission_cards: dict[str, Terrain] = {}  # 6.5, by number: "73A"
    cards: tuple[Card, ...] = ()  # by number; place 0 is empty of meaning
    weapons: dict[str, Weapon] = {}
    divisions: dict[str, Division] = {}
    traits: dict[str, str] = {}  # 7.12: name -> text in our own words

    def soldier(self, id: str) -> SoldierCard:
        """A soldier by his id, in the battle or not."""
        return next(card for card in self.divisions[id.rpartition("-")[0]].soldiers if card.id == id)
