"""10.4-10.8 Squads (3.6): a division, soldiers within the points of the Mission, Fireteams with Leaders."""

from collections.abc import Generator

from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.state.book import Division, Rulebook, SoldierCard
from sandtable.systems.of_war_and_men.state.pieces import Battle, Fireteam, Player, Procedure, Soldier
from sandtable.table.asking import DONE, ask
from sandtable.table.decision import Choice, Decision

READY, HISTORICAL, BUILD = Choice("ready"), Choice("historical"), Choice("build")
AS_PROPOSED, FORM, CLOSE = Choice("as proposed"), Choice("form"), Choice("close")

Cards = list[SoldierCard]
Chosen = Generator[Decision, Choice, Cards]
Formed = Generator[Decision, Choice, list[Cards]]


# Limits ------------------------------------------------------------------------------------------


def squads_of_side(b: Battle, side: int) -> int:
    """10.1 How many squads share the points and the Fireteams of a side."""
    return sum(seat.squads for seat in b.scenario.sides if seat.side == side)


def team_limit(b: Battle, player: Player) -> int:
    """3.7, 8.14 How many Fireteams a squad may have: those of a side share the limit of the Mission."""
    return max(1, b.mission.fireteams // squads_of_side(b, player.side))


def size_limit(b: Battle, player: Player) -> int:
    """3.7, 11.3.a The most soldiers of a Fireteam."""
    return mission_rules.size_for(b, player.side)


def cheapest_leader(book: Rulebook) -> int:
    """What must be left for a squad, whichever division it is of: 3.7 none is without a Leader."""
    divisions = book.divisions.values()
    return max(min(card.points for card in division.soldiers if card.leader) for division in divisions)


def squad_points(b: Battle, side: int) -> int:
    """8.11, 10.6.a What the squads of a side may cost together."""
    return b.mission.points - b.scenario.handicap[side]


def points_left(b: Battle, player: Player) -> int:
    """10.6.a, 10.6.d What this squad may cost: partners share one total and leave each other a Leader at least.

    See also G.mission_points.
    """
    spent = sum(man.card.points for man in b.soldiers if b.players[man.player].side == player.side)
    built = sum(len(other.divisions) for other in b.players if other.side == player.side)
    others = squads_of_side(b, player.side) - built - 1
    return squad_points(b, player.side) - spent - (others * cheapest_leader(b.scenario.rulebook) if others else 0)


def fair_share(b: Battle, player: Player) -> int:
    """10.6.d The points that a ready squad takes: an equal part of what is left."""
    spent = sum(man.card.points for man in b.soldiers if b.players[man.player].side == player.side)
    built = sum(len(other.divisions) for other in b.players if other.side == player.side)
    return (squad_points(b, player.side) - spent) // (squads_of_side(b, player.side) - built)


def fits(cards: Cards, most: int, size: int) -> bool:
    """3.7, 10.7.a Whether the soldiers can be split into Fireteams, each with a Leader."""
    return len(cards) <= min(most, sum(card.leader for card in cards)) * size


# Which soldiers (10.5, 10.6) ---------------------------------------------------------------------


def choose_squad(b: Battle, player: Player) -> Procedure:
    """10.4-10.8 A player chooses a division, its soldiers, and how they form Fireteams."""
    division = b.scenario.rulebook.divisions[(yield from choose_division(b, player)).piece]
    most, size = team_limit(b, player), size_limit(b, player)
    cards = yield from choose_soldiers(b, player, division, most, size)
    teams = yield from form_teams(b, player, cards, most, size)
    muster(b, player, division, teams)
    b.tell("squad", "10.5", player.index, division.key, value=sum(card.points for card in cards))


def choose_division(b: Battle, player: Player) -> Generator[Decision, Choice, Choice]:
    """10.4.a, 10.4.b, 10.5 A division of the player's side; the same nation never fights on both sides."""
    divisions = b.scenario.rulebook.divisions
    taken = {key for other in b.players for key in other.divisions}
    foes = {divisions[key].nation for other in b.players if other.side != player.side for key in other.divisions}
    options = [
        Choice("division", key)
        for key, division in divisions.items()
        if player.side in division.sides and key not in taken and division.nation not in foes
    ]
    answer = yield from ask(
        b, player.index, "division", "Which division do you lead? Your men come from it.", "10.5", options
    )
    return answer


def choose_soldiers(b: Battle, player: Player, division: Division, most: int, size: int) -> Chosen:
    """10.6 A ready squad, the historical one, or soldier by soldier."""
    history = list(division.soldiers[: division.historical])
    cost = sum(card.points for card in history)
    first = not any(other.divisions for other in b.players)
    agreed = bool(b.notes.get("historical"))  # 10.6.c: if all use it, it ignores the limit
    if agreed and fits(history, most, size):
        return history
    options = [READY, BUILD]
    if fits(history, most, size) and (first or cost <= points_left(b, player)):
        options.append(HISTORICAL)
    answer = yield from ask(b, player.index, "squad", "Which squad do you take?", "10.6.a", options)
    if answer == HISTORICAL:
        if first and cost > points_left(b, player):
            b.notes["historical"] = 1
        return history
    if answer == READY:
        return ready_squad(division, fair_share(b, player), most, size)
    return (yield from enlist(b, player, division, most, size))


def ready_squad(division: Division, points: int, most: int, size: int) -> Cards:
    """10.6.a A squad within the points: Leaders enough, then soldiers by number, each who still fits."""
    found: Cards = []
    by_number = sorted(division.soldiers, key=lambda card: card.number)
    leaders = [card for card in by_number if card.leader and card.points <= points // 2] or by_number
    for card in [*leaders[:most], *by_number]:
        if card not in found and card.points <= points and fits([*found, card], most, size):
            found.append(card)
            points -= card.points
    return sorted(filled_up(found, by_number, points), key=lambda card: card.number)


def filled_up(squad: Cards, division: Cards, left: int) -> Cards:
    """10.6.a For points that are left soldiers are exchanged for dearer ones, a Leader only for a Leader."""
    found = squad.copy()
    while left:
        exchanges = [
            (come.points - go.points, go, come)
            for go in reversed(found)
            for come in division
            if come not in found and 0 < come.points - go.points <= left and come.leader >= go.leader
        ]
        if not exchanges:
            break
        more, go, come = max(exchanges, key=lambda each: each[0])
        found[found.index(go)] = come
        left -= more
    return found


def enlist(b: Battle, player: Player, division: Division, most: int, size: int) -> Chosen:
    """10.6.a Soldier by soldier, never beyond the points or what Fireteams can hold."""
    found: Cards = []
    left = points_left(b, player)
    some = {card.leader: card for card in division.soldiers}  # a Leader and a Private
    while True:
        fitting = [leader for leader, card in some.items() if fits([*found, card], most, size)]
        options = [
            Choice("enlist", card.id)
            for card in division.soldiers
            if card.points <= left and card.leader in fitting and card not in found
        ]
        if found:
            options.append(DONE)
        prompt = f"Who joins the squad? ({left} points left)"
        answer = yield from ask(b, player.index, "enlist", prompt, "10.6.a", options)
        if answer == DONE:
            return found
        found.append(next(card for card in division.soldiers if card.id == answer.piece))
        left -= found[-1].points


# Fireteams (10.7) --------------------------------------------------------------------------------


def form_teams(b: Battle, player: Player, cards: Cards, most: int, size: int) -> Formed:
    """10.7.a, 10.7.b Fireteams as proposed, or man by man from left to right."""
    proposed = ready_teams(cards, most, size)
    if len(cards) == 1:
        return proposed
    prompt = "How does the squad form its Fireteams?"
    answer = yield from ask(b, player.index, "fireteams", prompt, "10.7.a", [AS_PROPOSED, FORM])
    if answer == AS_PROPOSED:
        return proposed
    return (yield from form_anew(b, player, cards, most, size))


def ready_teams(cards: Cards, most: int, size: int) -> list[Cards]:
    """10.7.a Fireteams of about equal size, each led by a Leader who stands on the left."""
    leaders = sorted([card for card in cards if card.leader], key=lambda card: -card.rank)
    count = min(most, len(leaders), max(1, (len(cards) + 2) // 3, -(-len(cards) // size)))
    teams = [[leader] for leader in leaders[:count]]
    for card in sorted([card for card in cards if card not in leaders[:count]], key=lambda card: card.number):
        min(teams, key=len).append(card)
    return teams


class Forming(Decision):
    """10.7.b Who stands next in a Fireteam, the first, second … of the squad."""

    __slots__ = ("fireteam",)

    def __init__(self, seat: str, fireteam: int, options: list[Choice]) -> None:
        prompt = f"Who is next in Fireteam {fireteam}?"
        super().__init__(seat, "form", prompt, "10.7.b", options.copy)
        self.fireteam = fireteam


def form_anew(b: Battle, player: Player, cards: Cards, most: int, size: int) -> Formed:
    """10.7.a, 10.7.b The next man to the right, or the Fireteam is complete and the next begins."""
    teams: list[Cards] = [[]]
    rest = cards.copy()
    while rest:
        some = {card.leader: card for card in rest}  # a Leader and a Private, as far as they are left
        fitting = [
            leader
            for leader, card in some.items()
            if room(teams[-1] + [card], [each for each in rest if each is not card], most - len(teams), size)
        ]
        options = [Choice("line", card.id) for card in rest if card.leader in fitting]
        if any(card.leader for card in teams[-1]) and room([], rest, most - len(teams), size, closed=True):
            options.append(CLOSE)
        answer = options[0]
        if len(options) > 1:
            answer = yield Forming(player.seat, len(teams), options)
        if answer == CLOSE:
            teams.append([])
        else:
            card = next(card for card in rest if card.id == answer.piece)
            teams[-1].append(card)
            rest.remove(card)
    return [team for team in teams if team]


def room(team: Cards, rest: Cards, left: int, size: int, closed: bool = False) -> bool:
    """3.7 Whether the rest can still be placed: here, or in so many further Fireteams, each with a Leader."""
    leaders = sum(card.leader for card in rest)
    here = 0 if closed else size - len(team)
    if not closed and not any(card.leader for card in team):
        leaders -= 1  # one of them must come here, and find a place
        if here < 1:
            return False
    return here >= 0 and leaders >= 0 and len(rest) <= here + min(leaders, left) * size


def muster(b: Battle, player: Player, division: Division, teams: list[Cards]) -> None:
    """10.8 The Fireteams of a player with their soldiers, numbered, not yet on the map (G.fireteam)."""
    own = sum(team.player == player.index for team in b.teams)
    for number, cards in enumerate(teams, start=own + 1):
        index = len(b.teams)
        id, name = f"{player.seat}-{number}", f"{division.name} {number}"
        team = Fireteam(index, id, name, player.index, player.side, number)
        b.teams.append(team)
        for card in cards:
            b.enlist(Soldier(len(b.soldiers), card.id, card, player.index, index), team)
    player.divisions = (*player.divisions, division.key)
