"""17 Command Decisions for moves, ground, track and hands: Covering Fire, Double Time, On the Run, Recon, Smoke …"""

from collections.abc import Iterator

from sandtable.systems.of_war_and_men.rules.card_questions import ask_by_hand, card_number, choose_throw
from sandtable.systems.of_war_and_men.rules.cards import discard, leave_hand
from sandtable.systems.of_war_and_men.rules.decisions.windows import number
from sandtable.systems.of_war_and_men.rules.decisions.wishes import may_hold
from sandtable.systems.of_war_and_men.rules.fire.attack_order import (
    holds_marksman,
    open_fire,
    reaches,
    within_reach,
)
from sandtable.systems.of_war_and_men.rules.maneuver import arrive
from sandtable.systems.of_war_and_men.rules.operations import throw
from sandtable.systems.of_war_and_men.rules.sight import sees
from sandtable.systems.of_war_and_men.rules.standard_actions import put_terrain
from sandtable.systems.of_war_and_men.state.book import RED, Card
from sandtable.systems.of_war_and_men.state.cells import Cell
from sandtable.systems.of_war_and_men.state.pieces import (
    ASSESSMENT,
    DEBRIEF,
    SMOKE,
    Battle,
    Fireteam,
    Played,
    Player,
    Procedure,
)
from sandtable.systems.of_war_and_men.state.scenario import SNOW
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.table.asking import PASS, ask
from sandtable.table.decision import Choice, Decision

FIELD = "field"


# Riders of a Maneuver (17.6, 17.9) ---------------------------------------------------------------


def own_maneuver(b: Battle, player: Player, top: Played | None) -> Played | None:
    """The player's own Maneuver order that waits on the stack, unless its Fireteam is gone meanwhile."""
    if top is None or top.kind != "maneuver" or top.player != player.index or top.executing:
        return None
    return None if b.teams[top.team].gone else top


def on_top(b: Battle) -> Played | None:
    return b.stack[-1] if b.stack else None


def beneath(b: Battle) -> Played | None:
    return b.stack[-2] if len(b.stack) > 1 else None


def covering_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    """17.6 Together with a Maneuver order of one's own."""
    order = own_maneuver(b, player, on_top(b))
    return order is not None and not order.covering


def prepare_covering(b: Battle, player: Player, played: Played) -> Procedure:
    played.team = b.stack[-2].team
    yield from ()


def covering_fire(b: Battle, played: Played) -> Procedure:
    """17.6 It marks the order beneath it, and is lost with it."""
    order = own_maneuver(b, b.players[played.player], beneath(b))
    if order is not None:
        order.covering = True
    yield from ()


def hurrying(b: Battle, player: Player, top: Played | None) -> list[Fireteam]:
    """17.9 Own Fireteams that may complete a move at once: with the Maneuver order, or while they are on the move."""
    if b.mission.visibility == SNOW:
        return []
    found = [team for team in b.own(player.index) if team.heading >= 0]
    order = own_maneuver(b, player, top)
    if order is not None and not order.double_time and b.teams[order.team] not in found:
        found.append(b.teams[order.team])
    return found


def double_time_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    return bool(hurrying(b, player, on_top(b)))


def prepare_double_time(b: Battle, player: Player, played: Played) -> Procedure:
    order = beneath(b)
    options = [Choice("choose", team.id) for team in hurrying(b, player, order)]
    answer = yield from ask(b, player.index, "fireteam", "Which Fireteam moves at Double Time?", "17.9", options)
    team = b.team(answer.piece)
    played.team = team.index
    played.cell = team.heading if team.heading >= 0 or order is None else order.cell


def double_time(b: Battle, played: Played) -> Procedure:
    """17.9 The Fireteam completes its move: at once if it is on the move, else together with its order."""
    team = b.teams[played.team]
    order = own_maneuver(b, b.players[played.player], beneath(b))
    if not team.gone and team.heading >= 0:
        yield from arrive(b, team)
    elif order is not None and order.team == played.team:
        order.double_time = True


# On the Run (17.20) ------------------------------------------------------------------------------


def running_targets(b: Battle, player: Player, marksman: bool) -> list[Fireteam]:
    """17.20 After two Maneuver orders in this turn (an assault would have ended it): enemies it can fire at."""
    if b.active < 0 or b.active_team.player != player.index or b.maneuvers < NUMBERS.maneuvers:
        return []
    team = b.active_team
    if team.gone or team.cell < 0 or b.turn_over:
        return []
    return [enemy for enemy in within_reach(b, team) if reaches(b, team, enemy.cell, marksman)]


def running_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    return bool(running_targets(b, player, holds_marksman(b, player)))


def prepare_running(b: Battle, player: Player, played: Played) -> Procedure:
    """17.20 Whether he is asked does not tell if he holds a Marksman (17.19)."""

    def choices(marksman: bool) -> list[Choice]:
        return [Choice("choose", enemy.id) for enemy in running_targets(b, player, marksman)]

    def allowed() -> list[Choice]:
        return choices(holds_marksman(b, player))

    possible = choices(may_hold(b, player))
    prompt = "Which enemy do they fire at on the run?"
    answer = yield from ask_by_hand(b, player, "target", prompt, "17.20", possible, allowed)
    enemy = b.team(answer.piece)
    played.team, played.target = b.active, enemy.index
    played.far = not reaches(b, b.active_team, enemy.cell, marksman=False)


def on_the_run(b: Battle, played: Played) -> Procedure:
    """17.20 A red flip is the number of soldiers who may fire once each, with Double Discipline."""
    if b.teams[played.target] in running_targets(b, b.players[played.player], played.marksman >= 0):
        open_fire(b, played)
        played.shots = yield from number(b, RED, "number of attackers", "17.20", played.player)


# Ground (17.21, 17.23) ---------------------------------------------------------------------------


def recon_places(b: Battle, player: Player) -> Iterator[int]:
    """17.21 Open positions that some friendly Fireteam sees, but for one that Double Time protects (17.9)."""
    hurried = {
        each.cell
        for each in b.stack
        if b.players[each.player].side != player.side and (each.kind == "double time" or each.double_time)
    }
    eyes = [team.cell for team in b.friends(player.side)]
    for cell in range(len(b.cells)):
        if not b.laid >> cell & 1 and cell not in hurried and any(sees(b, eye, cell) for eye in eyes):
            yield cell


def recon_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    return next(recon_places(b, player), None) is not None


def prepare_recon(b: Battle, player: Player, played: Played) -> Procedure:
    """17.21 A Terrain card from the hand or a Field, and where it goes."""

    def options() -> list[Choice]:
        held = [b.card(number) for number in player.hand]
        return [Choice("lay", FIELD), *[Choice("lay", card.id) for card in held if card.terrain is not None]]

    answer = yield Decision(player.seat, "terrain", "Which Terrain does Recon lay?", "17.21", options)
    crossed = False
    if answer.piece != FIELD:
        played.along = card_number(answer.piece)
        leave_hand(b, player, played.along)
        crossed = b.card(played.along).cross != 0
    places = list(recon_places(b, player))
    ways = [Choice("place", answer.piece, b.place_name(cell)) for cell in places]
    ways += [Choice("place", answer.piece, b.place_name(cell), 1) for cell in places if crossed]
    answer = yield from ask(b, player.index, "place", "Where does it go?", "17.21", ways)
    played.cell = b.cell_called(answer.to)
    played.turned = answer.number == 1


def recon(b: Battle, played: Played) -> Procedure:
    """17.21 The position is filled, if it is still open and seen."""
    if played.cell in list(recon_places(b, b.players[played.player])):
        if played.along:
            put_terrain(b, played.along, played.cell, played.turned, played.player, "17.21")
            played.along = 0
        else:
            b.lay(played.cell, Cell(b.scenario.rulebook.terrain["field"], "Field"))
            b.tell("terrain", "17.21", played.player, place=played.cell, text="Field")
    yield from ()


def own_on_map(b: Battle, player: Player, card: Card, when: str) -> bool:
    return bool(b.own(player.index))


def prepare_smoke(b: Battle, player: Player, played: Played) -> Procedure:
    """17.23 On the Fireteam's own Terrain or a neighbouring one."""
    yield from choose_throw(b, player, played, "Where does the smoke go?", "17.23")


def smoke(b: Battle, played: Played) -> Procedure:
    """17.23, G.smoke The token goes there."""
    throw(b, played, SMOKE, "smoke", "17.23")
    yield from ()


# Track and hands (17.15, 17.18, 17.22) -----------------------------------------------------------


def marching_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    """17.18 Only in the Assessment or Debrief phase."""
    return b.phase in (ASSESSMENT, DEBRIEF)


def marching_order(b: Battle, played: Played) -> Procedure:
    """17.18 The Initiative Track is shuffled anew."""
    left, b.track = sorted(b.track), []
    while left:
        index = b.chance.draw(left, "the Initiative Track")
        left.remove(index)
        b.track.append(index)
    b.tell("track", "17.18", played.player, path=tuple([b.teams[each].id for each in b.track]))
    yield from ()


def regroup_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    return len(b.track) > 1 and any(b.teams[index].player == player.index for index in b.track)


def prepare_regroup(b: Battle, player: Player, played: Played) -> Procedure:
    options = [
        Choice("swap", b.teams[index].id, b.teams[other].id)
        for index in b.track
        if b.teams[index].player == player.index
        for other in b.track
        if other != index
    ]
    answer = yield from ask(
        b, player.index, "track", "Which Fireteams swap places on the Initiative Track?", "17.22", options
    )
    team, other = b.team(answer.piece), b.team(answer.to)
    played.team, played.target = team.index, other.index


def regroup(b: Battle, played: Played) -> Procedure:
    """17.22 Two Fireteams swap places on the track; who has acted does not act again."""
    if played.team in b.track and played.target in b.track:
        one, two = b.track.index(played.team), b.track.index(played.target)
        b.track[one], b.track[two] = b.track[two], b.track[one]
        b.tell("track", "17.22", played.player, path=tuple([b.teams[each].id for each in b.track]))
    yield from ()


def intelligence_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    return any(other.hand for other in b.players if other is not player)


def prepare_intelligence(b: Battle, player: Player, played: Played) -> Procedure:
    options = [Choice("look", other.seat) for other in b.players if other is not player and other.hand]
    answer = yield from ask(b, player.index, "look", "Whose hand do you look at?", "17.15", options)
    played.thing = answer.piece


def intelligence(b: Battle, played: Played) -> Procedure:
    """17.15 The player sees another's hand and may discard one card of it."""
    player, other = b.players[played.player], b.player(played.thing)
    if not other.hand:
        return
    player.known = sorted({*player.known, *other.hand})
    ids = tuple([b.card(number).id for number in other.hand])
    b.tell("revealed", "17.15", player.index, target=other.seat, path=ids, seen_by=(player.seat, other.seat))

    def options() -> list[Choice]:
        return [PASS, *[Choice("discard", b.card(number).id) for number in other.hand]]

    prompt = f"Which card of {other.name} is discarded?"
    answer = yield Decision(player.seat, "intelligence", prompt, "17.15", options)
    if answer != PASS:
        discard(b, other, card_number(answer.piece), "17.15")
