"""10.5-10.7 Squads: soldiers of one division within the points of the Mission, split into Fireteams with Leaders."""

from sandtable.systems.of_war_and_men import missions
from sandtable.systems.of_war_and_men.book import Division, SoldierCard
from sandtable.systems.of_war_and_men.pieces import Battle, Fireteam, Player, Soldier

MOST_TEAMS = 4  # 3.7


def ready_squad(division: Division, points: int) -> list[SoldierCard]:
    """10.6.a A squad within the points: soldiers by number, each who still fits."""
    found: list[SoldierCard] = []
    for card in division.soldiers:
        if card.points <= points:
            found.append(card)
            points -= card.points
    return found


def ready_teams(cards: list[SoldierCard], most: int, size: int) -> list[list[SoldierCard]]:
    """10.7.a Fireteams of about equal size, each led by a Leader who stands on the left."""
    leaders = sorted([card for card in cards if card.leader], key=lambda card: -card.rank)
    count = max(1, min(most, len(leaders), (len(cards) + 2) // 3))
    teams = [[leader] for leader in leaders[:count]]
    for card in sorted([card for card in cards if card not in leaders[:count]], key=lambda card: card.number):
        smallest = min(teams, key=len)
        if len(smallest) < size:
            smallest.append(card)
    return teams


def muster(b: Battle, player: Player, division: Division, teams: list[list[SoldierCard]]) -> None:
    """10.8 The Fireteams of a player with their soldiers, numbered, not yet on the map."""
    own = [team for team in b.teams if team.player == player.index]
    for offset, cards in enumerate(teams, start=1):
        number = len(own) + offset
        index = len(b.teams)
        team = Fireteam(index, f"{player.seat}-{number}", f"{division.name} {number}", player.index, number)
        b.teams.append(team)
        for card in cards:
            soldier = Soldier(len(b.soldiers), card.id, card, player.index, index)
            b.soldiers.append(soldier)
            team.soldiers.append(soldier.index)
    player.divisions = (*player.divisions, division.key)


def team_limit(b: Battle, player: Player) -> int:
    """3.7, 8.14 How many Fireteams a squad may have: those of a side share the limit of the Mission."""
    squads = sum(seat.squads for seat in b.scenario.sides if seat.side == player.side)
    return max(1, MOST_TEAMS // squads)


def size_limit(b: Battle, player: Player) -> int:
    return missions.size_for(b, player.side)
