"""The grid of terrain cards as a board, and cards as a client draws them."""

from functools import cache, lru_cache

from sandtable.systems.of_war_and_men.reading.book import rules
from sandtable.systems.of_war_and_men.rules.decisions.command_decisions import DECISIONS
from sandtable.systems.of_war_and_men.rules.decisions.windows import name_of
from sandtable.systems.of_war_and_men.rules.sight import HEIGHT, WIDTH, cross_hair
from sandtable.systems.of_war_and_men.showing.narrator import ORDER_WORDS, card_name
from sandtable.systems.of_war_and_men.state import book
from sandtable.systems.of_war_and_men.state.book import COLOURS, RANKS, SoldierCard
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.systems.of_war_and_men.state.scenario import SIDES, Mission, Scenario
from sandtable.table.kept import Kept
from sandtable.table.view import Card, CardBoard, CardPart, Cell, Marker, Terrain, Value, Zone, key_of

ICONS = (
    ("blocks", "blocks sight", "Blocks the line of sight", "5.10"),
    ("fast", "fast", "Entered with one Maneuver order", "5.18"),
    ("no_stealth", "no stealth", "No stealth here", "5.14"),
    ("no_movement", "no movement", "Nobody enters", "5.11"),
    ("man_made", "man-made", "Man-made", "G.man_made"),
)
CARD_ICONS = {
    "jam": ("Jam", "!", "19.1.a"),
    "wound": ("Wound", "+", "19.3.a"),
    "random": ("Random effect", "?", "19.2.a"),
}
ORDER_RULES = {"attack": "16.2.a", "entrench": "16.3.a", "maneuver": "16.4.a", "rally": "16.5.a"}
ART = {
    "chain of command": "chain", "combat operation": "operation", "covering fire": "cover", "double time": "double",
    "field dressing": "heal", "field repairs": "repair", "fubar": "cancel", "act of valor": "valor",
    "attention": "order", "last stand": "stand", "lucky shot": "luck", "marching order": "order",
    "on the run": "run",
}  # fmt: skip


# The board ---------------------------------------------------------------------------------------


# A mission is known by its id() as long as it is kept here.
_boards: Kept[tuple[Scenario, Mission, CardBoard, str]] = Kept(256)


def board_of(b: Battle) -> tuple[CardBoard, str]:
    """The map as it lies now, and its key."""
    cards = tuple([part for cell in b.cells for part in (cell.terrain.key, cell.card, cell.turned, cell.cross)])
    here = (id(b.scenario), id(b.mission), cards)
    _, _, board, key = _boards.get(here, lambda: (b.scenario, b.mission, *_laid_out(b)))
    return board, key


def _laid_out(b: Battle) -> tuple[CardBoard, str]:
    mission = b.mission
    cells = []
    for place, cell in enumerate(b.cells):
        row, column = divmod(place, mission.columns)
        x, y = cross_hair(b, place)
        cells.append(
            _cell(
                b.place_name(place),
                column,
                row,
                cell.terrain.key if cell.card else "",
                cell.card.removeprefix("card-"),
                2 if cell.turned else 0,
                (100 * x // WIDTH, 100 * y // HEIGHT) if cell.card else None,
            )
        )
    terrain = tuple(terrain_view(each) for each in b.scenario.rulebook.terrain.values())
    board = CardBoard(mission.columns, mission.rows, terrain, tuple(cells), tuple(zones(b)))
    return board, key_of(board)


@lru_cache(4096)  # boards are many, and most of their cells are alike
def _cell(
    name: str, column: int, row: int, terrain: str, card: str, turns: int, cross: tuple[int, int] | None
) -> Cell:
    return Cell(name, column, row, terrain, card, turns, cross)


def zones(b: Battle) -> list[Zone]:
    """8.12 Where the sides start, and the places of the Mission."""
    found = [
        Zone("set-up", f"{name.title()} start", name, tuple(b.place_name(cell) for cell in cells))
        for name, cells in zip(SIDES, b.mission.starts, strict=True)
        if cells
    ]
    for name, cells in b.mission.places.items():
        points = b.mission.values.get("hold", 0) if name == "objective" else 0
        places = tuple(b.place_name(cell) for cell in cells)
        found.append(Zone("objective", name.capitalize(), places=places, points=points))
    return found


@cache
def terrain_view(terrain: book.Terrain) -> Terrain:
    return Terrain(
        terrain.key,
        terrain.name,
        terrain.letter,
        terrain.colour,
        rule=terrain.rule,
        text=effects(terrain),
        values=terrain_values(terrain),
        icons=terrain_icons(terrain),
    )


def effects(terrain: book.Terrain) -> str:
    """What a kind of Terrain does, in words."""
    found = [f"{value.label} {value.text}" for value in terrain_values(terrain)]
    found += [icon.text for icon in terrain_icons(terrain)]
    return "; ".join(found)


def terrain_values(terrain: book.Terrain) -> tuple[Value, ...]:
    found = []
    if terrain.attack:
        found.append(Value("Attack", f"{terrain.attack:+d}", rule="5.2", emphasis="attack"))
    if terrain.defence:
        found.append(Value("Defence", f"{terrain.defence:+d}", rule="5.5", emphasis="defence"))
    return tuple(found)


def terrain_icons(terrain: book.Terrain) -> tuple[Marker, ...]:
    return tuple(Marker(kind, text, rule=rule) for field, kind, text, rule in ICONS if getattr(terrain, field))


# Cards -------------------------------------------------------------------------------------------


@cache
def card_view(card: book.Card) -> Card:
    """A card of the core deck, face up."""
    icons = []
    if card.icon:
        text, sign, rule = CARD_ICONS[card.icon]
        icons.append(Marker(card.icon, text, sign, rule=rule))
    dice = tuple(Value(colour, str(value), rule="4.1") for colour, value in zip(COLOURS, card.dice, strict=True))
    if card.terrain is not None:
        return Card(
            card.id,
            card.terrain.name,
            "terrain",
            "; ".join(icon.text for icon in terrain_icons(card.terrain)),
            card.terrain.key,
            values=terrain_values(card.terrain),
            rule=card.terrain.rule,
            number=str(card.number),
            dice=dice,
            icons=(*terrain_icons(card.terrain), *icons),
        )
    return Card(
        card.id,
        card_name(card),
        "order",
        rule=ORDER_RULES[card.order],
        number=str(card.number),
        parts=(order_part(card), decision_part(card)),
        dice=dice,
        icons=tuple(icons),
    )


def order_part(card: book.Card) -> CardPart:
    rule = ORDER_RULES[card.order]
    return CardPart(ORDER_WORDS[card.order], rules()[rule].text, card.order, colour_of(card.strength), rule)


def decision_part(card: book.Card) -> CardPart:
    rule = DECISIONS[card.decision].rule
    art = ART.get(card.decision, card.decision)
    return CardPart(name_of(card.decision), rules()[rule].text, art, colour_of(card.colour), rule)


def colour_of(colour: int) -> str:
    return COLOURS[colour] if colour >= 0 else ""


@lru_cache(512)
def printed_values(card: SoldierCard, traits: bool) -> tuple[Value, ...]:
    """What is printed on his card, with his traits where they are used."""
    values = [
        Value("Rank", RANKS[card.rank], rule="7.2"),
        Value("Weapon", card.weapon.name, rule="7.7"),
        Value("Resolve", str(card.resolve), rule="7.9"),
        Value("Discipline", COLOURS[card.discipline], rule="7.10"),
        Value("Vitality", str(card.vitality), rule="7.11"),
        Value("Points", str(card.points), rule="7.6"),
    ]
    if traits:
        values += [Value("Strength", card.strength, rule="7.12"), Value("Weakness", card.weakness, rule="7.12")]
    return tuple([value for value in values if value.text])
