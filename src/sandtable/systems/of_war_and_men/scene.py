"""A battle from a few lines of text, as a FEN string is for chess: for tests and puzzles.

    H . =
    . F .
    level colonel
    axis 1 at A1 stealth
      Karl rank=Sgt weapon=mp4 discipline=red
      Otto suppressed
    allies 1 at C1 heading=C2
      Joe resolve=6 vitality=10 strength=Cool_Head
    hand axis attack-red double-time hill 45
    active axis-1

First the map, one letter a position as in data/terrain.toml (`.` is open, `F` a Field card); then, each on a line:

    SEAT NUMBER at CELL [words]   a Fireteam; CELL may be `nowhere`; the lines of its soldiers follow
    ID [words]                    a soldier, from left to right
    hand SEAT CARDS · known SEAT CARDS · wishes SEAT usual | moments cards=never totals · points SEAT N
    level private|lieutenant|colonel · players N · round N · phase assessment|combat|debrief · step N
    active FIRETEAM · actions N · maneuvers N · attacked FIRETEAMS · track FIRETEAMS
    token KIND CELL BORDER · cross CELL C|NW|… [turned] · artillery BORDER
    left N (cards in the deck, the others are discarded) · decks N
    visibility sun|moon|snowflake [N] · wind COLOUR|none · operation WORDS
    switch WORDS · place NAME CELLS · value NAME N · note NAME N

A Fireteam's words: heading=CELL, home=CELL, arrived=ROUND, engaged=FIRETEAM, stealth, dug-in, activated, moved,
covered, attacked, last-stand, waiting. A soldier's: card=ID of a roster, or rank=, weapon=, points=, resolve=,
discipline=, vitality=, strength=, weakness= (blanks as _), civilian; suppressed (in this round) or
suppressed=ROUND, wounded, jammed, helper=ID with ready=ROUND, sighted=ROUND, orders=N, transferred=ROUND, spent. A
card is a number or a word (attack-red, maneuver, evade-blue, double-time, hill): the first such card that is left.
Nobody wishes to be asked unless a line says so. Its words are the kinds of wishes, with a value or always; `cards`
are those of both sides, `moments` those of all phases.
"""

from collections.abc import Callable

from msgspec import structs

from sandtable.content.problems import Problems
from sandtable.content.scenes import Words, known, read_scene, split_map, value
from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.reading.scenario_files import TABLES
from sandtable.systems.of_war_and_men.rules.decisions.wishes import ALWAYS, ENEMY, KINDS, MOMENTS, NEVER, OWN, ROUNDS
from sandtable.systems.of_war_and_men.rules.sight import CROSS_NAMES
from sandtable.systems.of_war_and_men.state.book import COLOURS, CORE, RANK_CODES, Card, Rulebook, SoldierCard
from sandtable.systems.of_war_and_men.state.cells import Cell, Token
from sandtable.systems.of_war_and_men.state.pieces import (
    ACT,
    COMBAT,
    NOWHERE,
    PHASES,
    SUPPRESSED,
    WOUNDED,
    Battle,
    Fireteam,
    Soldier,
    empty_battle,
)
from sandtable.systems.of_war_and_men.state.scenario import LEVELS, SUN, Mission, Scenario
from sandtable.table.decision import Choice
from sandtable.table.wishes import WISH, set_wish

FLAGS = ("stealth", "dug-in", "activated", "moved", "covered", "attacked", "last-stand", "waiting")
SEATS = ("axis", "allies", "axis-2", "allies-2")
GROUPS = {"cards": (ENEMY.key, OWN.key), "moments": (MOMENTS.key, ROUNDS.key)}

Setting = Callable[[Battle, Words, Problems], None]


def scene(text: str) -> Battle:
    """A battle from its text; raises ContentError with everything that is wrong with it."""
    return read_scene(text, build)


def build(lines: list[Words], problems: Problems) -> Battle:
    rows, rest = split_map(lines, 1, problems)
    book = rulebook()
    mission = read_mission(rows, rest)
    level = next((words[1] for words in rest if words[0] == "level"), "private")
    known(level, [each.lower() for each in LEVELS[1:]], "level of play", problems)
    players = next((int(words[1]) for words in rest if words[0] == "players"), 2)
    problems.check()
    rank = [each.lower() for each in LEVELS].index(level)
    b = empty_battle(Scenario("of_war_and_men/scene", "Scene", rank, mission, TABLES[players], book))
    letters = {terrain.letter: terrain for terrain in book.terrain.values()}
    for place, letter in enumerate(letter for row in rows for letter in row):
        if letter in letters and letter != ".":
            b.cells[place] = Cell(letters[letter], letters[letter].name)
        elif letter not in ".F":
            problems.unknown("map", "terrain", letter, letters)
    b.look_again()
    b.phase, b.round = COMBAT, 1
    b.wishes = tuple(sorted((player.seat, kind.key, NEVER.key) for player in b.players for kind in KINDS))
    team: Fireteam | None = None
    for words in rest:
        if words[0] in SEATS and words[2:3] == ["at"]:
            team = add_team(b, words)
        elif words[0] not in WORDS and team is not None:
            add_man(b, book, team, words)
    b.track = [each.index for each in b.teams]
    for words in sorted(rest, key=lambda words: words[0] == "left"):  # hands are dealt before the deck is cut
        if words[0] in SETTINGS:
            SETTINGS[words[0]](b, words[1:], problems)
    for soldier, words in zip(b.soldiers, [w for w in rest if w[0] not in (*WORDS, *SEATS)], strict=True):
        crew(b, soldier, words)
    return b


def read_mission(rows: list[Words], rest: list[Words]) -> Mission:
    """The Mission card of a scene: sun, green wind, unless its lines say otherwise."""
    said = {words[0]: words for words in rest}
    visibility = said.get("visibility", ["", SUN])
    wind = said.get("wind", ["", "green"])[1]
    columns = len(rows[0])

    def cell(name: str) -> int:
        return (int(name[1:]) - 1) * columns + ord(name[0]) - ord("A")

    return Mission(
        "scene",
        99,
        "Scene",
        columns,
        len(rows),
        tuple(["F" if code == "F" else "." for row in rows for code in row]),
        ((0,), (columns * len(rows) - 1,)),
        75,
        int(said.get("decks", ["", "1"])[1]),
        visibility[1],
        int(visibility[2]) if len(visibility) > 2 else 0,
        COLOURS.index(wind) if wind in COLOURS else -1,
        " ".join(said.get("operation", ["", "reinforcements"])[1:]),
        (),
        switches=tuple([" ".join(words[1:]) for words in rest if words[0] == "switch"]),
        values={words[1]: int(words[2]) for words in rest if words[0] == "value"},
        places={words[1]: tuple([cell(each) for each in words[2:]]) for words in rest if words[0] == "place"},
    )


def at(b: Battle, name: str) -> int:
    """A cell of the scene."""
    cell = b.cell_called(name)
    if cell < 0:
        raise ValueError(f"there is no position {name}")
    return cell


def add_team(b: Battle, words: Words) -> Fireteam:
    """SEAT NUMBER at CELL [words]"""
    player = b.player(words[0])
    id, name = f"{words[0]}-{words[1]}", f"{player.name} {words[1]}"
    team = Fireteam(len(b.teams), id, name, player.index, player.side, int(words[1]))
    b.teams.append(team)
    if words[3] != "nowhere":
        team.cell = at(b, words[3])
        if b.is_open(team.cell):
            b.lay(team.cell, Cell(b.terrain(team.cell), "Field"))
    team.home = at(b, value(words, "home")) if value(words, "home") else team.cell
    team.heading = at(b, value(words, "heading")) if value(words, "heading") else NOWHERE
    team.arrived = int(value(words, "arrived", "0"))
    team.engaged = team_called(b, value(words, "engaged")).index if value(words, "engaged") else NOWHERE
    for flag in FLAGS:
        if flag in words[4:]:
            setattr(team, flag.replace("-", "_"), True)
    team.moved = team.moved or team.heading >= 0
    return team


def add_man(b: Battle, book: Rulebook, team: Fireteam, words: Words) -> None:
    """ID [words]"""
    printed = next(
        (
            each
            for division in book.divisions.values()
            for each in division.soldiers
            if each.id == value(words, "card")
        ),
        None,
    )
    if value(words, "card") and printed is None:
        raise ValueError(f"no soldier is called {value(words, 'card')}")
    card = printed or SoldierCard(
        "scene",
        len(b.soldiers) + 1,
        RANK_CODES.index(value(words, "rank", "Pvt")),
        words[0],
        "home",
        book.weapons[value(words, "weapon", "k98")],
        int(value(words, "points", "5")),
        int(value(words, "resolve", "6")),
        COLOURS.index(value(words, "discipline", "green")),
        int(value(words, "vitality", "10")),
        value(words, "strength").replace("_", " "),
        value(words, "weakness").replace("_", " "),
        "civilian" in words,
    )
    man = Soldier(len(b.soldiers), words[0], card, team.player, team.index)
    if "suppressed" in words or value(words, "suppressed"):
        man.condition = SUPPRESSED
        man.suppressed_in = int(value(words, "suppressed", "-1"))  # -1: in this round, see `crew`
    if "wounded" in words:
        man.condition = WOUNDED
    man.jammed = "jammed" in words
    man.spent = "spent" in words
    man.orders = int(value(words, "orders", "0"))
    man.transferred_in = int(value(words, "transferred", "0"))
    b.enlist(man, team)


def crew(b: Battle, man: Soldier, words: Words) -> None:
    """What refers to other soldiers or to the round of the scene."""
    if man.suppressed_in < 0:
        man.suppressed_in = b.round
    if value(words, "helper"):
        helper = b.find_soldier(value(words, "helper"))
        if helper is None:
            raise ValueError(f"no soldier is called {value(words, 'helper')}")
        man.helper, helper.gunner = helper.index, man.index
        man.ready_in = int(value(words, "ready", str(b.round)))
    if value(words, "sighted"):
        man.ready_in = int(value(words, "sighted"))
        man.sighted = "black" if man.ready_in <= b.round else "yellow"


def find_card(b: Battle, word: str, among: list[int]) -> int:
    """The first card of a word: its number, its order with the colour, its decision with the colour, its Terrain."""
    for number in among:
        if word in words_of(b.card(number)):
            return number
    raise ValueError(f"no card {word} is left")


def words_of(card: Card) -> tuple[str, ...]:
    """What a card may be called."""
    if card.terrain is not None:
        return (str(card.number), card.terrain.key)
    colour = f"{card.order}-{COLOURS[card.strength]}" if card.strength >= 0 else card.order
    return (str(card.number), card.order, colour, card.decision_name.replace(" ", "-"))


def team_called(b: Battle, id: str) -> Fireteam:
    team = b.find_team(id)
    if team is None:
        raise ValueError(f"no Fireteam is called {id}")
    return team


# Lines that are neither a Fireteam nor a soldier --------------------------------------------------


def deal(b: Battle, rest: Words, problems: Problems) -> None:
    """hand SEAT CARDS"""
    player = b.player(rest[0])
    for each in rest[1:]:
        number = find_card(b, each, b.deck)
        b.deck.remove(number)
        player.hand = sorted([*player.hand, number])


def show(b: Battle, rest: Words, problems: Problems) -> None:
    """known SEAT CARDS"""
    b.player(rest[0]).known = [find_card(b, each, list(range(1, CORE + 1))) for each in rest[1:]]


def wish(b: Battle, rest: Words, problems: Problems) -> None:
    """wishes SEAT WORDS"""
    seat, words = rest[0], rest[1:]
    if words == ["usual"]:
        words = [f"{kind.key}={kind.usual}" for kind in KINDS]
    for word in words:
        key, _, value = word.partition("=")
        for kind in GROUPS.get(key, (key,)):
            set_wish(b, KINDS, seat, Choice(WISH, kind, value or ALWAYS.key))


def earn(b: Battle, rest: Words, problems: Problems) -> None:
    """points SEAT N"""
    b.player(rest[0]).mission_points = int(rest[1])


def count(field: str) -> Setting:
    """A word that sets a number of the battle: round N."""

    def set_number(b: Battle, rest: Words, problems: Problems) -> None:
        setattr(b, field, int(rest[0]))

    return set_number


def set_phase(b: Battle, rest: Words, problems: Problems) -> None:
    """phase WORD"""
    b.phase = [each.lower() for each in PHASES].index(rest[0])


def activate(b: Battle, rest: Words, problems: Problems) -> None:
    """active FIRETEAM"""
    b.active, b.step = team_called(b, rest[0]).index, ACT
    b.active_team.activated = True


def mark_attacked(b: Battle, rest: Words, problems: Problems) -> None:
    """attacked FIRETEAMS"""
    b.targets = [team_called(b, each).index for each in rest]


def order_track(b: Battle, rest: Words, problems: Problems) -> None:
    """track FIRETEAMS"""
    b.track = [team_called(b, each).index for each in rest]


def place_token(b: Battle, rest: Words, problems: Problems) -> None:
    """token KIND CELL BORDER"""
    b.add_token(Token(" ".join(rest[:-2]), at(b, rest[-2]), rest[-1]))


def move_cross(b: Battle, rest: Words, problems: Problems) -> None:
    """cross CELL PLACE [turned]"""
    cell = at(b, rest[0])
    known(rest[1], CROSS_NAMES, "place of a cross-hair", problems)
    b.cells[cell] = structs.replace(b.cells[cell], cross=CROSS_NAMES.index(rest[1]), turned="turned" in rest)


def set_artillery(b: Battle, rest: Words, problems: Problems) -> None:
    """artillery BORDER"""
    b.artillery = rest[0]


def cut_deck(b: Battle, rest: Words, problems: Problems) -> None:
    """left N"""
    gone = b.deck[int(rest[0]) :]
    b.deck = b.deck[: int(rest[0])]
    b.discard += gone


def take_note(b: Battle, rest: Words, problems: Problems) -> None:
    """note NAME N"""
    b.notes[" ".join(rest[:-1])] = int(rest[-1])


SETTINGS: dict[str, Setting] = {
    "hand": deal,
    "known": show,
    "wishes": wish,
    "points": earn,
    "round": count("round"),
    "step": count("step"),
    "actions": count("actions"),
    "maneuvers": count("maneuvers"),
    "phase": set_phase,
    "active": activate,
    "attacked": mark_attacked,
    "track": order_track,
    "token": place_token,
    "cross": move_cross,
    "artillery": set_artillery,
    "left": cut_deck,
    "note": take_note,
}
MISSION_CARD = ("level", "players", "decks", "visibility", "wind", "operation", "switch", "place", "value")
WORDS = (*SETTINGS, *MISSION_CARD)
