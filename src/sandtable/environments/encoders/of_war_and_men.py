"""Of War and Men as arrays. A seat is told its own hand, what lies open, and how many cards the others hold."""

from collections.abc import Sequence

import numpy as np

from sandtable.environments.encoder import WHERE, Array, Encoder
from sandtable.systems.of_war_and_men.state.book import ORDERS
from sandtable.systems.of_war_and_men.state.pieces import NOWHERE, SATCHEL, SMOKE, STAR_SHELL, Battle
from sandtable.table.decision import Choice

CARD, SOLDIER, TEAM, DIVISION, PLAYER = range(1, 6)
HELD, SEEN, LYING, IN_DISCARD, ON_STACK = range(1, 6)  # where a core card is that the seat knows of
MORE_TEAMS = 2  # beyond what a Mission allows: those that are split off


class OfWarAndMenEncoder(Encoder[Battle]):
    """Cards, soldiers, Fireteams, divisions and players are pieces; cells of the map are places."""

    GLOBALS = (
        "round",
        "phase",
        "my turn",
        "active fireteam",
        "actions",
        "maneuvers",
        "cards in deck",
        "cards in discard",
        "cards in fog",
        "cards flipped",
        "decks left",
        "time is up",
        "cards on stack",
        "assault round",
        "my cards",
        "their cards",
        "my mission points",
        "their mission points",
        "artillery",
    )
    PIECES = (
        "kind",
        "mine",
        "place",
        "gone",
        "fireteam",
        "condition",
        "jammed",
        "crew",
        "sighted",
        "spent",
        "heading",
        "activated",
        "moved",
        "covered",
        "stealth",
        "dug in",
        "on the track",
        "men",
        "known as",
        "rank",
        "points",
        "resolve",
        "discipline",
        "vitality",
        "order",
        "strength",
        "decision",
        "terrain",
    )
    PLACES = (
        "terrain",
        "attack",
        "defence",
        "blocks",
        "card",
        "entrenchment",
        "smoke",
        "star shell",
        "satchel",
        "thing",
        *WHERE,
    )

    def __init__(self, system: str, battle: Battle, offsets: bool = False) -> None:
        book = battle.scenario.rulebook
        super().__init__(system, battle, offsets)
        self.terrains = {key: number for number, key in enumerate(book.terrain, 1)}
        decisions = {name: number for number, name in enumerate(sorted({card.decision for card in book.cards[1:]}))}
        self.printed = np.zeros((self.layout.pieces, len(self.PIECES)), dtype=np.float32)
        first = self.PIECES.index("rank")
        for card in book.cards[1:]:
            terrain = self.terrains.get(card.terrain.key, 0) if card.terrain is not None else 0
            order = 1 + ORDERS.index(card.order) if card.order in ORDERS else 0
            self.printed[card.number - 1, 0] = CARD
            self.printed[card.number - 1, first + 5 :] = (order, card.strength, decisions[card.decision], terrain)
        for division in book.divisions.values():
            self.printed[self.pieces[division.key] - 1, 0] = DIVISION
            for man in division.soldiers:
                row = self.pieces[man.id] - 1
                self.printed[row, 0] = SOLDIER
                self.printed[row, first : first + 5] = (
                    *(man.rank, man.points, man.resolve, man.discipline, man.vitality),
                )

    def piece_ids(self, battle: Battle) -> Sequence[str]:
        book = battle.scenario.rulebook
        divisions = book.divisions.values()
        teams = range(1, battle.mission.fireteams + MORE_TEAMS + 1)
        return [
            *(card.id for card in book.cards[1:]),
            *(man.id for division in divisions for man in division.soldiers),
            *(f"{player.seat}-{number}" for player in battle.players for number in teams),
            *(division.key for division in divisions),
            *(player.seat for player in battle.players),
        ]

    def place_names(self, battle: Battle) -> Sequence[str]:
        return [battle.place_name(place) for place in range(len(battle.cells))]

    def globals_of(self, b: Battle, seat: str) -> list[float]:
        me = b.player(seat)
        mine = [player for player in b.players if player.side == me.side]
        theirs = [player for player in b.players if player.side != me.side]
        active = b.teams[b.active] if b.active >= 0 else None
        found: list[float] = [b.round, b.phase]
        found += (0, 0) if active is None else (1 if active.player == me.index else -1, self.pieces.get(active.id, 0))
        found += (b.actions, b.maneuvers, len(b.deck), len(b.discard), len(b.fog), len(b.pile), b.decks_left)
        found += (b.time_up, len(b.stack), b.assault.round if b.assault is not None else NOWHERE)
        found += (len(me.hand), sum([len(player.hand) for player in theirs]))
        points = [sum([player.mission_points for player in side]) for side in (mine, theirs)]
        return [*found, *points, bool(b.artillery)]

    def fill_pieces(self, b: Battle, seat: str) -> Array:
        me = b.player(seat)
        rows = self.printed.copy()
        for place, cards in ((IN_DISCARD, b.discard), (LYING, b.pile), (SEEN, me.known), (HELD, me.hand)):
            if cards:
                rows[[card - 1 for card in cards], 18] = place
        for played in b.stack:
            if played.card > 0:
                rows[played.card - 1, 18] = ON_STACK
        sides = [1 if player.index == me.index else 0.5 if player.side == me.side else -1 for player in b.players]
        changed: list[int] = []
        numbers: list[float] = []
        for man in b.soldiers:
            changed.append(self.pieces.get(man.id, 0) - 1)
            team = b.teams[man.team] if man.team >= 0 else None
            numbers += (SOLDIER, sides[man.player], team.cell + 1 if team is not None else 0, bool(man.fate))
            numbers += (self.pieces.get(team.id, 0) if team is not None else 0, man.condition, man.jammed)
            numbers += (man.helper >= 0, bool(man.sighted), man.spent, 0, 0, 0, 0, 0, 0, 0, 0)
        for group in b.teams:
            changed.append(self.pieces.get(group.id, 0) - 1)
            on_track = b.track.index(group.index) + 1 if group.index in b.track else 0
            numbers += (TEAM, sides[group.player], group.cell + 1, group.gone, 0, 0, 0, 0, 0, 0, group.heading + 1)
            numbers += (group.activated, group.moved, group.covered, group.stealth, group.dug_in, on_track)
            numbers.append(len(group.soldiers))
        for player in b.players:
            changed.append(self.pieces.get(player.seat, 0) - 1)
            numbers += (PLAYER, sides[player.index], 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, len(player.hand))
        rows[changed, :18] = np.array(numbers, dtype=np.float32).reshape(-1, 18)
        return rows

    def fill_places(self, b: Battle, seat: str) -> Array:
        flat: list[float] = []
        columns = b.mission.columns
        for place, cell in enumerate(b.cells):
            kind = cell.terrain
            flat += (
                self.terrains.get(kind.key, 0),
                kind.attack,
                kind.defence,
                kind.blocks,
                bool(cell.card),
                *(0, 0, 0, 0, 0),
                place % columns,
                place // columns,
            )
        land = np.array(flat, dtype=np.float32).reshape(-1, len(self.PLACES))
        tokens = {"entrenchment": 5, SMOKE: 6, STAR_SHELL: 7, SATCHEL: 8}
        for token in b.tokens:
            if token.cell >= 0:
                land[token.cell, tokens.get(token.kind, 9)] = 1
        return land

    def distance(self, battle: Battle, choice: Choice) -> float:
        """Cells from the Fireteam whose turn it is to the target, diagonals counted as one."""
        if battle.active < 0 or not choice.to:
            return 0.0
        place = self.places.get(choice.to, 0) - 1
        if place < 0:
            team = battle.find_team(choice.to)
            place = team.cell if team is not None else NOWHERE
        start = battle.teams[battle.active].cell
        if place < 0 or start < 0:
            return 0.0
        columns = battle.mission.columns
        (row, column), (other_row, other_column) = divmod(start, columns), divmod(place, columns)
        return float(max(abs(row - other_row), abs(column - other_column)))
