"""10 Set-up: divisions and squads, Initiative Track, starting positions, first hands."""

from sandtable.systems.of_war_and_men.rules.cards import draw_to
from sandtable.systems.of_war_and_men.rules.decisions.windows import in_track_order
from sandtable.systems.of_war_and_men.rules.maneuver import barred
from sandtable.systems.of_war_and_men.rules.missions import mission_rules, mission_setup
from sandtable.systems.of_war_and_men.rules.sight import adjacent
from sandtable.systems.of_war_and_men.rules.squads import choose_squad, muster
from sandtable.systems.of_war_and_men.state.book import HAND
from sandtable.systems.of_war_and_men.state.cells import Cell
from sandtable.systems.of_war_and_men.state.pieces import (
    COMBAT,
    NOWHERE,
    SUPPRESSED,
    UPRIGHT,
    WOUNDED,
    Battle,
    Fireteam,
    Player,
    Procedure,
)
from sandtable.systems.of_war_and_men.state.scenario import SquadSpec
from sandtable.table.asking import ask
from sandtable.table.decision import Choice


def set_up(b: Battle) -> Procedure:
    """10 One step of the set-up."""
    waiting = next((player for player in b.players if len(player.divisions) < squads_of(b, player)), None)
    due = mission_setup.before_squads(b)
    if due is not None:
        yield from due
    elif waiting is not None:
        given = given_squad(b, waiting)
        if given is not None:
            take_squad(b, waiting, given)
        else:
            yield from choose_squad(b, waiting)
    elif not b.track:
        due = mission_setup.before_track(b)
        if due is not None:
            yield from due
        else:
            shuffle_track(b)
    else:
        yield from take_places(b)


def given_squad(b: Battle, player: Player) -> SquadSpec | None:
    """The squad that the scenario names for a player, if it does."""
    squads = [squad for squad in b.scenario.squads if squad.seat == player.seat]
    return squads[len(player.divisions)] if len(player.divisions) < len(squads) else None


def take_squad(b: Battle, player: Player, squad: SquadSpec) -> None:
    """10.5, 10.8 A squad of a battle under way: its soldiers as they are, its Fireteams where they stand."""
    division = b.scenario.rulebook.divisions[squad.division]
    cards = {card.id: card for card in division.soldiers}
    first = len(b.teams)
    muster(b, player, division, [[cards[id] for id in team.soldiers] for team in squad.teams])
    points = sum(cards[id].points for team in squad.teams for id in team.soldiers)
    b.tell("squad", "10.5", player.index, division.key, value=points)
    for team, spec in zip(b.teams[first:], squad.teams, strict=True):
        for man in (b.soldiers[index] for index in team.soldiers):
            man.condition = (
                WOUNDED if man.id in spec.wounded else SUPPRESSED if man.id in spec.suppressed else UPRIGHT
            )
        stand(b, team, spec.cell)


def stand(b: Battle, team: Fireteam, cell: int) -> None:
    """8.12 A Fireteam takes a position; in an open one it puts a Field card down."""
    team.cell = team.home = cell
    if b.is_open(cell):
        b.lay(cell, Cell(b.scenario.rulebook.terrain["field"], "Field"))
    b.tell("placed", "8.12", team.player, team.id, place=cell)


def take_places(b: Battle) -> Procedure:
    """The Fireteams are placed one by one from the top of the track down; then the hands are drawn."""
    team = next((b.teams[i] for i in b.track if b.teams[i].cell == NOWHERE and not b.teams[i].waiting), None)
    due = mission_setup.before_hands(b) if team is None else None
    if team is not None:
        yield from place(b, team)  # 10.8, 8.12
    elif due is not None:
        yield from due
    else:
        begin(b)


def squads_of(b: Battle, player: Player) -> int:
    return b.scenario.sides[player.index].squads


def shuffle_track(b: Battle) -> None:
    """10.9 One token of every Fireteam, laid in random order (G.initiative_track)."""
    left = [team.index for team in b.teams if mission_rules.on_track(b, team)]
    while left:
        index = b.chance.draw(left, "the Initiative Track")
        left.remove(index)
        b.track.append(index)
    b.tell("track", "10.9", path=tuple([b.teams[index].id for index in b.track]))


def starting_cells(b: Battle, team: Fireteam) -> list[int]:
    """8.12 The indicated card or a neighbour: not marked X, not closed to movement, not taken. BC.8 No neighbours."""
    indicated = b.mission.starts[team.side]
    if mission_rules.has(b, "practice"):
        return [cell for cell in indicated if not b.at(cell)]
    around = sorted({cell for start in indicated for cell in (start, *adjacent(b, start))})
    return [
        cell for cell in around if b.mission.map[cell] != "X" and not b.at(cell) and barred(b, team, cell) is None
    ]


def place(b: Battle, team: Fireteam) -> Procedure:
    """8.12, 10.8 A Fireteam takes its starting position; in an open one it puts a Field card down (G.start)."""
    options = [Choice("start", team.id, b.place_name(cell)) for cell in starting_cells(b, team)]
    answer = yield from ask(b, team.player, "start", f"Where does {team.name} start?", "8.12", options, piece=team.id)
    stand(b, team, b.cell_called(answer.to))


def begin(b: Battle) -> None:
    """10.13, 10.14 Seven cards each in track order; the first round begins with the Combat phase.

    See also 10.10, G.initial_round.
    """
    for player in in_track_order(b):
        if mission_rules.has(b, "practice"):
            draw_to(b, player, HAND - 1)
            find_attack(b, player)
        draw_to(b, player)
    b.round = 1
    b.phase = COMBAT
    b.step = 0
    b.tell("round", "10.14", value=1)


def find_attack(b: Battle, player: Player) -> None:
    """BC.8 In practice nobody is without an Attack order: if need be his last card is one looked for in the deck."""
    if any(b.card(held).order == "attack" for held in player.hand):
        return
    found = b.chance.draw([held for held in b.deck if b.card(held).order == "attack"], "an Attack order for practice")
    b.deck.remove(found)
    player.hand = sorted([*player.hand, found])
    b.tell("card", "BC.8", player.index, b.card(found).id, seen_by=(player.seat,))
    b.tell("draws", "BC.8", player.index, value=1)
