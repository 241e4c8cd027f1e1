"""What is broken in a battle: nothing, if the rules are written well."""

from sandtable.systems.of_war_and_men.rules.cards import lost_cards
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.state.book import HAND
from sandtable.systems.of_war_and_men.state.pieces import SETUP, SUPPRESSED, Battle


def faults(b: Battle) -> list[str]:
    """Every rule of accounting that does not hold."""
    return [*lost_cards(b), *hands(b), *fireteams(b), *track(b), *crews(b)]


def hands(b: Battle) -> list[str]:
    """17.2 At most seven cards; what somebody knows of a hand is in it."""
    found = [f"{player.seat} holds {len(player.hand)} cards" for player in b.players if len(player.hand) > HAND]
    for pile, name in ((b.deck, "the deck"), (b.fog, "the fog"), *((p.hand, p.seat) for p in b.players)):
        if pile != sorted(pile):
            found.append(f"{name} lies in an order")
    for player in b.players:
        held = {number for other in b.players if other is not player for number in other.hand}
        found += [
            f"{player.seat} knows card {number}, which nobody holds" for number in player.known if number not in held
        ]
    return found


def fireteams(b: Battle) -> list[str]:
    """3.7 Every soldier in one Fireteam, sizes within limits, one Fireteam to a Terrain but for an assault."""
    found = []
    for team in b.teams:
        if team.gone:
            if team.soldiers or team.cell >= 0:
                found.append(f"{team.id} is gone and not empty")
            continue
        if not 1 <= len(team.soldiers) <= mission_rules.size_limit(b, team):
            found.append(f"{team.id} has {len(team.soldiers)} soldiers")
        found += [
            f"{b.soldiers[i].id} is not in {team.id}" for i in team.soldiers if b.soldiers[i].team != team.index
        ]
        if team.cell >= 0:
            if b.terrain(team.cell).no_movement:
                found.append(f"{team.id} stands where nobody can")
            if b.is_open(team.cell) and b.phase != SETUP:
                found.append(f"{team.id} stands on an open position")
            if team.heading >= 0 and any(man.condition == SUPPRESSED for man in b.men(team)):
                found.append(f"{team.id} is on the move with suppressed soldiers")
            if team.stealth and b.terrain(team.cell).no_stealth and not quarrel(b, team.cell):
                found.append(f"{team.id} hides where nobody can")
            for other in b.at(team.cell):
                if other.index > team.index and (other.side == team.side or not quarrel(b, team.cell)):
                    found.append(f"{team.id} and {other.id} are both at {b.place_name(team.cell)}")
    for man in b.soldiers:
        if man.team >= 0 and man.index not in b.teams[man.team].soldiers:
            found.append(f"{man.id} is missing from his Fireteam")
    return found


def quarrel(b: Battle, cell: int) -> bool:
    """Whether enemies may be in one Terrain: in an assault, where none takes place, or when time broke one off."""
    return (
        mission_rules.peace_at(b, cell) or b.result is not None or (b.assault is not None and b.assault.cell == cell)
    )


def track(b: Battle) -> list[str]:
    """12.1 One token of every Fireteam in the game."""
    if b.phase == SETUP:
        return []
    there = sorted(team.index for team in b.teams if not team.gone and mission_rules.on_track(b, team))
    return [] if sorted(b.track) == there else [f"the track is {b.track}, the Fireteams are {there}"]


def crews(b: Battle) -> list[str]:
    """16.6 A gunner and his helper know each other and are in one Fireteam."""
    found = []
    for man in b.soldiers:
        if man.helper >= 0 and (
            b.soldiers[man.helper].gunner != man.index or b.soldiers[man.helper].team != man.team
        ):
            found.append(f"{man.id} has lost his helper")
        if man.gunner >= 0 and b.soldiers[man.gunner].helper != man.index:
            found.append(f"{man.id} has lost his gunner")
    return found
