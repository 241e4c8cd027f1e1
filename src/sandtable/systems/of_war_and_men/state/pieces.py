"""The Battle and its pieces: everything that changes in play, as plain data with an explicit copy.

The pieces are msgspec structs because their `__copy__` runs in C. What a piece refers to (cards, specs) is printed
and never changes; cells and tokens are frozen and replaced; every list of the battle is copied by name.
"""

from collections.abc import Generator
from functools import cache

import msgspec

from sandtable.systems.of_war_and_men.state.book import CORE, Card, SoldierCard, Terrain
from sandtable.systems.of_war_and_men.state.cells import Cell, Token
from sandtable.systems.of_war_and_men.state.scenario import Mission, Scenario
from sandtable.table.battle import Piece, Told, found, states, with_id
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Result

NOWHERE = -1

# 15.1 Phases; SETUP comes before the first round (10).
SETUP, ASSESSMENT, COMBAT, DEBRIEF = range(4)
PHASES = ("Set-up", "Assessment", "Combat", "Debrief")

# 15.4 Steps of a turn.
BEGIN, OTHERS, ACT = range(3)

# 7.13, 7.14 How a soldier's card lies.
UPRIGHT, SUPPRESSED, WOUNDED = range(3)

# 14 Borders of tokens.
BLACK, GREEN_BORDER, ORANGE, RED_BORDER, YELLOW = "black", "green", "orange", "red", "yellow"

# 9 Tokens that lie on the map.
ENTRENCHMENT, SMOKE, STAR_SHELL, SATCHEL, TRUCK, LU = "entrenchment", "smoke", "star shell", "satchel", "truck", "lu"

Procedure = Generator[Decision, Choice, None]
Number = Generator[Decision, Choice, int]
Verdict = Generator[Decision, Choice, bool]

# 7.12 For the men killed in an action: the soldiers of the highest rank when it happened, each such group once.
Lost = tuple[tuple[int, ...], ...]


@cache
def cell_names(columns: int, rows: int) -> tuple[str, ...]:
    """8.4 What the cells are called: columns from the west, rows from the north."""
    return tuple([f"{chr(ord('A') + column)}{row + 1}" for row in range(rows) for column in range(columns)])


@cache
def cells_by_name(columns: int, rows: int) -> dict[str, int]:
    """8.4 The cells by their names."""
    return {name: cell for cell, name in enumerate(cell_names(columns, rows))}


class Soldier(Piece):
    """7 A soldier in play."""

    index: int
    id: str
    card: SoldierCard
    player: int
    team: int = NOWHERE  # NOWHERE: out of the game, or not yet in a Fireteam
    condition: int = UPRIGHT
    suppressed_in: int = 0  # 19.4.d: the round in which he was suppressed
    fate: str = ""  # "killed", "routed"
    jammed: bool = False  # 19.1
    helper: int = NOWHERE  # 16.6.c: the soldier who crews his machine gun
    gunner: int = NOWHERE  # the machine gunner whom he helps
    ready_in: int = 0  # 16.6.e: the round from which the second grid may be used; 0: neither crewed nor sighted
    sighted: str = ""  # 9.6: the border of his Sighted token
    orders: int = 0  # 7.16: Rally orders assigned to a Fatalist so far
    transferred_in: int = 0  # 16.9.b
    used_in: int = 0  # the round in which he last used a trait that works once per round
    spent: bool = False  # a trait that works once per game

    def state(self) -> tuple[object, ...]:
        return (
            (self.index, self.id, self.player, self.team, self.condition, self.suppressed_in, self.fate, self.jammed),
            (self.helper, self.gunner, self.ready_in, self.sighted, self.orders),
            (self.transferred_in, self.used_in, self.spent),
        )


class Fireteam(Piece):
    """3.7, 9.3 A Fireteam: its soldiers from left to right, where it is, what lies on its token."""

    index: int
    id: str
    name: str
    player: int
    side: int
    number: int
    soldiers: list[int] = []
    cell: int = NOWHERE
    heading: int = NOWHERE  # 16.4.b: where the arrow points while it is on the move
    gone: bool = False  # out of the game with its tokens
    waiting: bool = False  # 11.3.b, 11.7.a: not on the map yet
    activated: bool = False  # 15.2
    moved: bool = False  # 20.1.k: on the move at some time in this round
    covered: bool = False  # 17.6
    stealth: bool = False  # 16.7
    dug_in: bool = False  # 16.3.d: it uses the entrenchment of its Terrain
    attacked: bool = False  # 16.7.e: attacked in its present Terrain in this round
    last_stand: bool = False  # 17.16
    engaged: int = NOWHERE  # G.disengage: the Fireteam it attacked last
    arrived: int = 0  # G.entire_round: the round in which it came into its Terrain
    home: int = NOWHERE  # 8.12: where it started

    def state(self) -> tuple[object, ...]:
        return (
            (self.index, self.id, self.player, self.soldiers, self.cell, self.heading, self.gone, self.activated),
            (self.moved, self.covered, self.stealth, self.dug_in, self.attacked, self.last_stand),
            (self.engaged, self.arrived, self.home, self.waiting),
        )


class Player(Piece):
    """10.1 A seat at the table with its hand."""

    index: int
    seat: str
    name: str
    side: int
    divisions: tuple[str, ...] = ()
    hand: list[int] = []  # numbers of core cards, sorted; hidden from all others
    known: list[int] = []  # 17.15: cards in others' hands that this player has looked at
    waits: bool = False  # public: is asked nothing more until this turn or phase is over
    concerned: bool = False  # public: something has happened to his side since he was last asked
    mission_points: int = 0  # 22.1: noted in the course of the game

    def state(self) -> tuple[object, ...]:
        return (self.seat, self.divisions, self.hand, self.known, self.waits, self.concerned, self.mission_points)


class Played(Piece):
    """G.execute A card on the stack with the choices made for it, and how far it has got once it executes."""

    card: int  # number of the core card; 0 once it lies on the map
    player: int
    kind: str  # a Standing Order, "terrain", or a Command Decision
    team: int = NOWHERE  # the Fireteam in whose name it is played
    target: int = NOWHERE  # a Fireteam
    soldier: int = NOWHERE
    cell: int = NOWHERE
    thing: str = ""  # 11.6.c: the truck, Lu
    along: int = 0  # 17.21: the Terrain card that is played with it
    turned: bool = False
    strength: int = -1  # 17.14: the colour of a grenade
    back: bool = False  # 17.14.b: thrown back
    executing: bool = False
    between: bool = False  # a free moment between two of its shots
    far: bool = False  # 17.19: nobody reaches the target without a Marksman
    weak: bool = False  # D.wishes: no shot of this Attack order will probably hurt anybody
    shots: int = 0  # Firing Sequences that may still be made
    fired: list[int] = []  # soldiers who have fired
    stealthy: bool = False  # 16.7.c: the Fireteam was in stealth when the action began
    lost: Lost = ()  # the losses of the Fireteam under attack in this action
    double_time: bool = False  # marks of decisions played on top of it
    covering: bool = False
    marksman: int = NOWHERE  # the soldier who fires as if one range closer

    def copy(self) -> "Played":
        twin = self.__copy__()
        twin.fired = self.fired.copy()
        return twin

    def state(self) -> tuple[object, ...]:
        return (
            self.card, self.player, self.kind, self.team, self.target, self.soldier, self.cell, self.thing,
            self.along, self.turned, self.strength, self.back, self.executing, self.between, self.far, self.weak,
            self.shots, self.fired, self.stealthy, self.lost, self.double_time, self.covering, self.marksman,
        )  # fmt: skip


class Assault(Piece):
    """20.1 An assault under way. Pairs are by side of the fight: 0 the Fireteam that came last, 1 the one there."""

    teams: tuple[int, int]
    cell: int
    origin: int  # the Terrain the triggering Fireteam came from; NOWHERE: from the air (11.7.b)
    flanking: tuple[bool, bool]
    stealth: tuple[bool, bool]
    established: tuple[bool, bool]
    free: bool = False  # 11.6.h: the truck has left enemies together; nobody has come in, nobody's turn is used up
    round: int = 0  # 0 while the lines are drawn up in secret
    lines: tuple[list[int], list[int]] = msgspec.field(default_factory=lambda: ([], []))

    def copy(self) -> "Assault":
        twin = self.__copy__()
        twin.lines = (self.lines[0].copy(), self.lines[1].copy())
        return twin

    def state(self) -> tuple[object, ...]:
        return (
            self.teams, self.cell, self.origin, self.flanking, self.stealth, self.established, self.free,
            self.round, self.lines,
        )  # fmt: skip


class Battle(Told):
    """A battle of squads."""

    scenario: Scenario
    mission: Mission
    decisions: bool = False  # 3.1 Command Decisions are used
    traits: bool = False  # 3.3
    names: tuple[str, ...] = ()  # 8.4: of the cells
    gunners: tuple[int, ...] = ()  # 7.8: the soldiers whose weapon has a second grid
    bearers: dict[str, tuple[int, ...]] = {}  # 7.12: for each trait that is used the soldiers who have it; replaced
    verdict: Result | None = None  # 22: how the battle ends, as soon as the event under way is over
    thinned: bool = True  # 10.1, 22.3: Fireteams have left the game, and nobody has looked yet what follows
    players: list[Player] = []
    soldiers: list[Soldier] = []
    teams: list[Fireteam] = []
    cells: list[Cell] = []
    tokens: list[Token] = []
    blocking: int = 0  # 5.10: cells that stop a line of sight, thick smoke included
    laid: int = 0  # 6.4: cells with a card
    # 4.3 The core deck. Deck and Fog-of-War pile are in no order: a card is drawn when it is drawn.
    deck: list[int] = []
    discard: list[int] = []  # the top last
    fog: list[int] = []
    pile: list[int] = []  # 16.2.k: flipped for the event under way
    decks_left: int = 1
    time_up: bool = False
    track: list[int] = []  # 12.1: Fireteams, the top first
    round: int = 0
    phase: int = SETUP
    step: int = 0  # of set-up, of a phase, of a turn
    active: int = NOWHERE  # the Fireteam whose turn it is
    actions: int = 0  # Standard Actions taken in this turn
    turn_over: bool = False  # 20.1.v: the active Fireteam may do nothing more
    maneuvers: int = 0  # executed by the active Fireteam in this turn
    targets: list[int] = []  # 16.2.b: Fireteams attacked in this turn; -2: a thing
    tried: list[int] = []  # 16.8.a, 18.4.f: what the active Fireteam has tried in this turn
    asked: list[int] = []  # players who have passed since anything happened
    stack: list[Played] = []
    assault: Assault | None = None
    artillery: str = ""  # 11.4: the border of the Artillery card; "" where there is none
    notes: dict[str, int] = {}  # what a Mission has to remember

    def copy(self) -> "Battle":
        """An independent battle without events."""
        twin = self.__copy__()
        twin.events = []
        players = []
        for player in self.players:
            other = player.__copy__()
            other.hand = player.hand.copy()
            other.known = player.known.copy()
            players.append(other)
        twin.players = players
        twin.soldiers = [soldier.__copy__() for soldier in self.soldiers]
        teams = []
        for team in self.teams:
            same = team.__copy__()
            same.soldiers = team.soldiers.copy()
            teams.append(same)
        twin.teams = teams
        twin.cells = self.cells.copy()
        twin.tokens = self.tokens.copy()
        twin.deck = self.deck.copy()
        twin.discard = self.discard.copy()
        twin.fog = self.fog.copy()
        twin.pile = self.pile.copy()
        twin.track = self.track.copy()
        twin.targets = self.targets.copy()
        twin.tried = self.tried.copy()
        twin.asked = self.asked.copy()
        twin.stack = [played.copy() for played in self.stack]
        if self.assault is not None:
            twin.assault = self.assault.copy()
        twin.notes = self.notes.copy()
        return twin

    def state(self) -> tuple[object, ...]:
        """All that can change, for fingerprints."""
        return (
            *states(self.players, self.soldiers, self.teams),
            [(cell.terrain.key, cell.card, cell.turned) for cell in self.cells],
            (self.tokens, hex(self.blocking), self.deck, self.discard, self.fog, self.pile),
            (self.decks_left, self.time_up, self.track, self.round, self.phase, self.step, self.active),
            (
                self.actions,
                self.turn_over,
                self.maneuvers,
                self.targets,
                self.tried,
                self.asked,
                [played.state() for played in self.stack],
            ),
            self.assault.state() if self.assault is not None else None,
            (self.artillery, sorted(self.notes.items()), self.verdict, self.result),
        )

    # Who ---------------------------------------------------------------------------------------

    def card(self, number: int) -> Card:
        return self.scenario.rulebook.cards[number]

    def player(self, seat: str) -> Player:
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    def find_team(self, id: str) -> Fireteam | None:
        """A Fireteam in the game by its id, if there is one."""
        for team in self.teams:
            if team.id == id and not team.gone:
                return team
        return None

    def team(self, id: str) -> Fireteam:
        """A Fireteam in the game by its id, which has been checked."""
        return found(self.find_team(id), "Fireteam", id)

    def find_soldier(self, id: str) -> Soldier | None:
        """A soldier by his id, if there is one."""
        return with_id(self.soldiers, id)

    def soldier(self, id: str) -> Soldier:
        """A soldier by his id, which has been checked."""
        return found(self.find_soldier(id), "soldier", id)

    def men(self, team: Fireteam) -> list[Soldier]:
        """Its soldiers from left to right."""
        soldiers = self.soldiers
        return [soldiers[i] for i in team.soldiers]

    def on_map(self) -> list[Fireteam]:
        return [team for team in self.teams if team.cell >= 0]

    def friends(self, side: int) -> list[Fireteam]:
        """10.1 Every Fireteam of a side on the map."""
        return [team for team in self.teams if team.side == side and team.cell >= 0]

    def own(self, player: int) -> list[Fireteam]:
        """A player's own Fireteams on the map."""
        return [team for team in self.teams if team.player == player and team.cell >= 0]

    def at(self, cell: int) -> list[Fireteam]:
        """The Fireteams in a Terrain."""
        return [team for team in self.teams if team.cell == cell]

    @property
    def active_team(self) -> Fireteam:
        return self.teams[self.active]

    def enlist(self, man: Soldier, team: Fireteam) -> None:
        """10.8 A soldier joins the battle, at the right end of a Fireteam."""
        self.soldiers.append(man)
        team.soldiers.append(man.index)
        if man.card.weapon.second:
            self.gunners = (*self.gunners, man.index)
        if self.traits:
            for trait in (man.card.strength, man.card.weakness):
                self.bearers = {**self.bearers, trait: (*self.bearers.get(trait, ()), man.index)}

    # Where -------------------------------------------------------------------------------------

    def place_name(self, place: int) -> str:
        """What a cell is called: columns from the west, rows from the north (8.4)."""
        return self.names[place]

    def cell_called(self, name: str) -> int:
        """The cell of a name; NOWHERE if there is none."""
        return cells_by_name(self.mission.columns, self.mission.rows).get(name, NOWHERE)

    def terrain(self, cell: int) -> Terrain:
        return self.cells[cell].terrain

    def is_open(self, cell: int) -> bool:
        """6.4 Without any Terrain or Field card."""
        return not self.cells[cell].card

    def has_token(self, kind: str, cell: int) -> bool:
        return cell in [token.cell for token in self.tokens if token.kind == kind]

    def lay(self, cell: int, new: Cell) -> None:
        """Put a card on a position, and look anew at what blocks where that changes."""
        before, self.cells[cell] = self.cells[cell], new
        self.laid |= 1 << cell
        if new.terrain.blocks != before.terrain.blocks:
            self.look_again()

    def add_token(self, token: Token) -> None:
        self.tokens.append(token)
        if token.kind == SMOKE:
            self.look_again()

    def drop_token(self, token: Token) -> None:
        self.tokens.remove(token)
        if token.kind == SMOKE:
            self.look_again()

    def look_again(self) -> None:
        """Where cards lie, and which cells block a line of sight: Terrain with the icon, and thick smoke."""
        laid = blocking = 0
        for place, cell in enumerate(self.cells):
            if cell.card:
                laid |= 1 << place
                if cell.terrain.blocks:
                    blocking |= 1 << place  # 5.10
        for token in self.tokens:
            if token.kind == SMOKE and token.border == YELLOW:
                blocking |= 1 << token.cell  # 9.7
        self.laid, self.blocking = laid, blocking


def empty_battle(scenario: Scenario) -> Battle:
    """10.2 A battle before set-up: players without squads, an open map, the whole deck."""
    mission = scenario.mission
    names = cell_names(mission.columns, mission.rows)
    battle = Battle(scenario, mission, scenario.decisions, scenario.traits, names)
    for index, seat in enumerate(scenario.sides):
        battle.players.append(Player(index, seat.key, seat.name, seat.side))
    book = scenario.rulebook
    field = book.terrain["field"]
    for code in mission.map:
        if code in book.mission_cards:
            battle.cells.append(Cell(book.mission_cards[code], code))
        else:
            battle.cells.append(Cell(field, "Field" if code == "F" else ""))
    battle.look_again()
    battle.deck = list(range(1, CORE + 1))
    battle.decks_left = mission.decks
    battle.artillery = YELLOW if mission.at_the_ready else ""  # 10.12, 11.4.a
    return battle
