"""Reads the catalogues of data/: deck, Terrain, weapons, divisions, rules. They are checked like users' files."""

from functools import cache

from sandtable.content.book import book_and_rules, entries, open_file, unfold
from sandtable.content.problems import Problems
from sandtable.content.reader import Reader
from sandtable.systems.of_war_and_men.state.book import (
    COLOURS,
    CORE,
    ICONS,
    LONGEST,
    ORDERS,
    RANK_CODES,
    Card,
    Division,
    Grid,
    Rulebook,
    SoldierCard,
    Terrain,
    Weapon,
)
from sandtable.systems.of_war_and_men.state.scenario import SIDES
from sandtable.systems.of_war_and_men.state.tables import DATA

KEY = "of_war_and_men"
BOOK_FILES = ("deck.toml", "terrain.toml", "weapons.toml", "divisions.toml", "traits.toml", "tables.toml")
CROSS_PLACES = 9

book_bytes, rules = book_and_rules(DATA, BOOK_FILES)


@cache
def rulebook() -> Rulebook:
    """Deck, Terrain, weapons and divisions, read once."""
    problems = Problems("data")
    book = Rulebook()
    terrains = open_file(DATA / "terrain.toml", problems)
    on_cards: dict[int, str] = {}
    for key, reader in entries(terrains, "terrain"):
        book.terrain[key] = terrain(key, reader)
        for first, last in ranges(reader, "cards"):
            on_cards.update(dict.fromkeys(range(first, last + 1), key))
    named = terrains.table("mission_cards", needed=True)
    for number in named.names():
        book.mission_cards[number] = book.terrain[named.one_of(number, book.terrain, "Terrain")]
    deck = open_file(DATA / "deck.toml", problems)
    book.cards = core_deck(deck, book, on_cards)
    armoury = open_file(DATA / "weapons.toml", problems)
    book.weapons = {key: weapon(key, reader) for key, reader in entries(armoury, "weapons")}
    kinds = open_file(DATA / "traits.toml", problems)
    for group in ("strengths", "weaknesses"):
        named = kinds.table(group, needed=True)
        book.traits.update({name: unfold(named.text(name, lines=True)) for name in named.names()})
    rosters = open_file(DATA / "divisions.toml", problems)
    book.divisions = {key: division(key, reader, book) for key, reader in entries(rosters, "divisions")}
    for reader in (terrains, deck, armoury, kinds, rosters):
        reader.done()
    problems.check()
    return book


def ranges(reader: Reader, key: str) -> list[tuple[int, int]]:
    """Pairs of card numbers, first and last."""
    value = reader.raw(key)
    found: list[tuple[int, int]] = []
    for each in value if isinstance(value, list) else []:
        if isinstance(each, list) and len(each) == 2 and all(isinstance(n, int) and 1 <= n <= CORE for n in each):
            found.append((each[0], each[1]))
        else:
            reader.wrong(key, f"must be pairs of card numbers from 1 to {CORE}")
    return found


def terrain(key: str, reader: Reader) -> Terrain:
    """One [terrain.*] table."""
    return Terrain(
        key,
        reader.text("name"),
        reader.text("letter"),
        reader.text("colour"),
        reader.text("rule"),
        reader.integer("attack", -9, 9, 0),
        reader.integer("defence", -9, 9, 0),
        reader.flag("blocks"),
        reader.flag("no_stealth"),
        reader.flag("fast"),
        reader.flag("no_movement"),
        reader.flag("man_made"),
        reader.text("falls_to", ""),
    )


# The core deck (BC.2, 6.1, 6.2) ------------------------------------------------------------------


def dice_on(number: int) -> tuple[int, int, int]:
    """BC.2 The d4, d6 and d8 printed on a card: each throw of the three is on one card."""
    block, rest = divmod(number - 1, 32)
    row, column = divmod(rest, 4)
    return (column + 1, (block + column - row) % 6 + 1, row + 1)


def core_deck(file: Reader, book: Rulebook, on_cards: dict[int, str]) -> tuple[Card, ...]:
    """6.1 The 192 cards by number; place 0 holds a blank."""
    standing: dict[int, tuple[str, int]] = {}
    for reader in file.tables("orders", needed=True):
        order = reader.one_of("order", ORDERS, "Standing Order")
        strength = colour_of(reader, "strength")
        first, last = reader.integers("cards", 1, CORE, 2)
        standing.update(dict.fromkeys(range(first, last + 1), (order, strength)))
    group = file.table("decisions", needed=True)
    step = group.integer("step", 1, CORE)
    written: list[tuple[str, int]] = []
    for reader in group.tables("list", needed=True):
        entry = (reader.text("decision"), colour_of(reader, "colour"))
        written += [entry] * reader.integer("count", 1, CORE)
    icons: dict[int, str] = {}
    marks = file.table("icons", needed=True)
    for icon in ICONS:
        value = marks.raw(icon)
        icons.update(dict.fromkeys(value if isinstance(value, list) else [], icon))
    if standing.keys() | on_cards.keys() != set(range(1, CORE + 1)) or standing.keys() & on_cards.keys():
        file.wrong("orders", f"each card from 1 to {CORE} must be one Order or one Terrain card")
    if len(written) != len(standing):
        group.wrong("list", f"there are {len(written)} decisions for {len(standing)} Order cards")
        return ()
    cards = [Card(0, (0, 0, 0))]
    k = 0
    for number in range(1, CORE + 1):
        if number in standing:
            order, strength = standing[number]
            decision, colour = written[step * k % len(written)]
            icon = icons.get(number, "")
            cards.append(Card(number, dice_on(number), order, strength, decision, colour, icon))
            k += 1
        else:
            place = number % CROSS_PLACES
            cards.append(Card(number, dice_on(number), terrain=book.terrain[on_cards[number]], cross=place))
    return tuple(cards)


def colour_of(reader: Reader, key: str) -> int:
    """A colour's number; -1 where none is written."""
    return COLOURS.index(reader.one_of(key, COLOURS, "colour") or "red") if reader.has(key) else -1


# Weapons and soldiers (7) ------------------------------------------------------------------------


def grid(reader: Reader, key: str) -> Grid:
    """7.7 The dice for each range: "GB GB GG - ..."; none for N/A."""
    letters = {"R": 0, "G": 1, "B": 2}
    words = reader.text(key).split()
    if len(words) != LONGEST or any(word != "-" and not set(word) <= letters.keys() for word in words):
        reader.wrong(key, f"must have {LONGEST} entries of R, G and B, or - where the weapon does not reach")
        return ((),) * LONGEST
    return tuple([tuple([letters[letter] for letter in word if letter != "-"]) for word in words])


def weapon(key: str, reader: Reader) -> Weapon:
    """7.7, 7.8 One [weapons.*] table."""
    kind = reader.text("type")
    second = grid(reader, "second") if reader.has("second") else ()
    scoped = bool(second) and "sniper" in kind
    return Weapon(
        key,
        reader.text("name"),
        kind,
        grid(reader, "grid"),
        second,
        reader.integer("icon", -1, 1, 0),
        bool(second) and not scoped,
        scoped,
    )


def division(key: str, reader: Reader, book: Rulebook) -> Division:
    """23.1 One [divisions.*] table with its soldiers."""
    sides = tuple([SIDES.index(side) for side in reader.words("sides", SIDES, "side")])
    rows = reader.raw("soldiers")
    soldiers = [soldier(key, reader, row, book) for row in rows] if isinstance(rows, list) else []
    historical = reader.integer("historical", 1, max(1, len(soldiers)))
    found = tuple([each for each in soldiers if each is not None])
    return Division(key, reader.text("name"), reader.text("nation"), sides, found, historical)


def soldier(division: str, reader: Reader, row: object, book: Rulebook) -> SoldierCard | None:
    """7.1-7.12 One row of a roster."""
    if isinstance(row, list) and len(row) == 11:
        number, rank, name, home, arm, points, resolve, discipline, vitality, strength, weakness = row
        known = rank in RANK_CODES and arm in book.weapons and discipline in COLOURS
        if known and strength in book.traits and weakness in book.traits:
            return SoldierCard(
                division,
                number,
                RANK_CODES.index(rank),
                name,
                home,
                book.weapons[arm],
                points,
                resolve,
                COLOURS.index(discipline),
                vitality,
                strength,
                weakness,
            )
    reader.wrong("soldiers", f"this does not read as a soldier: {row}")
    return None
