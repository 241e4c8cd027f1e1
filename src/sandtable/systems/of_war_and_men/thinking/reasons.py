"""What a thought tells of men, Fireteams, Terrain and the cards in hand: computed from what the seat knows."""

from collections import Counter

from sandtable.systems.of_war_and_men.rules.assault import fighters
from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.sight import distance, sees
from sandtable.systems.of_war_and_men.showing.assault_odds import Nerves
from sandtable.systems.of_war_and_men.showing.narrator import decision_name
from sandtable.systems.of_war_and_men.state.book import SoldierCard, Terrain
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, WOUNDED, Battle, Fireteam, Player, Soldier
from sandtable.systems.of_war_and_men.thinking.progress import AIMS
from sandtable.systems.of_war_and_men.thinking.worth import visible
from sandtable.table.decision import Choice
from sandtable.table.mind import listed
from sandtable.table.telling import count, percent

NAMES = 5  # Command Decisions told at most


def hand_words(b: Battle, player: Player) -> str:
    """The cards in hand: "in hand 2 Attack, 1 Maneuver and 1 Terrain, with Evade and Smoke as Command Decisions"."""
    cards = [b.card(number) for number in player.hand]
    if not cards:
        return "no card in hand"
    orders = Counter(card.order.capitalize() or "Terrain" for card in cards)
    told = f"in hand {listed([f'{number} {order}' for order, number in sorted(orders.items())])}"
    names = sorted({decision_name(card) for card in cards if card.decision})
    shown = [*names[:NAMES], f"{len(names) - NAMES} more"] if len(names) > NAMES else names
    if not shown:
        return told
    decisions = " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
    return f"{told}, with {decisions} as {'Command Decisions' if len(names) > 1 else 'Command Decision'}"


def arms_words(card: SoldierCard) -> str:
    """A man as printed: "M1 Garand, reaches range 6; 7 points, a Leader"."""
    far = max([number for number, dice in enumerate(card.weapon.grid, 1) if dice], default=0)
    leads = ", a Leader" if card.leader else ""
    return f"{card.weapon.name}, reaches range {far}; {count(card.points, 'point')}{leads}"


def man_words(b: Battle, man: Soldier) -> str:
    """A man in play, and how he is: "Otto Felder: Kar98k, reaches range 6; 5 points; suppressed."."""
    hurt = {SUPPRESSED: "; suppressed", WOUNDED: "; wounded"}.get(man.condition, "")
    return f"{man.card.name}: {arms_words(man.card)}{hurt}{'; jammed' if man.jammed else ''}."


def line_words(b: Battle, seat: str, team: Fireteam) -> str:
    """How often each man of a line succeeds hand to hand: "Their Discipline: Felder 44%, Waldmann 58%."."""
    men = fighters(b, team)
    nerves, led = Nerves(b, seat), any(man.card.leader for man in men)
    told = ", ".join([f"{man.card.name} {percent(nerves.succeeds(man, led))}" for man in men])
    return f"How often each succeeds: {told}."


def team_words(b: Battle, team: Fireteam) -> str:
    """Its men and how they are: "; 3 men, 1 suppressed; dug in; hidden"."""
    men = b.men(team)
    told = f"; {count(len(men), 'man', 'men')}"
    for condition, word in ((SUPPRESSED, "suppressed"), (WOUNDED, "wounded")):
        if number := sum([man.condition == condition for man in men]):
            told += f", {number} {word}"
    return told + ("; dug in" if team.dug_in else "") + ("; in stealth" if team.stealth else "")


def goal_words(b: Battle, side: int, cell: int) -> str:
    """How far a place is from what the Mission is about: "; range 2 from C4"; nothing where it is about men."""
    goals = next((cells for name in AIMS[side] if (cells := b.mission.places.get(name))), ())
    if not goals:
        return ""
    near = min(goals, key=lambda goal: distance(b, cell, goal))
    far = distance(b, cell, near)
    return f"; range {far} from {b.place_name(near)}" if far else f"; it is {b.place_name(near)} itself"


def terrain_words(kind: Terrain) -> str:
    """What a kind of Terrain does: "Woods: attack -1, defence +1, blocks sight"."""
    parts = [f"{name} {value:+d}" for name, value in (("attack", kind.attack), ("defence", kind.defence)) if value]
    parts += ["blocks sight"] if kind.blocks else []
    parts += (
        ["nobody can enter it"] if kind.no_movement else ["one Maneuver is enough to enter it"] if kind.fast else []
    )
    return f"{kind.name}: {', '.join(parts) or 'no cover'}"


def laid_words(b: Battle, side: int, choice: Choice) -> str:
    """What Terrain does, and who is near the place where it is laid."""
    kind = b.card(card_number(choice.piece)).terrain if choice.piece.startswith("card-") else None
    told = [terrain_words(kind)] if kind is not None else []
    cell = b.cell_called(choice.to) if choice.to else -1
    if cell >= 0:
        for teams, whose in ((b.friends(side), "its own"), (visible(b, 1 - side), "the enemy's")):
            near = min(teams, key=lambda team: distance(b, cell, team.cell), default=None)
            if near is not None:
                away = distance(b, cell, near.cell)
                told.append(f"nearest of {whose} {near.name} at range {away}")
    return f"The Terrain: {'; '.join(told)}." if told else ""


def seen_words(b: Battle, side: int, cell: int) -> str:
    """Who sees a place: "in sight of 2 enemy Fireteams, the nearest at range 3"."""
    enemies = [each for each in visible(b, 1 - side) if sees(b, cell, each.cell)]
    if not enemies:
        return "in sight of no enemy Fireteam that is not hidden"
    near = min([distance(b, cell, each.cell) for each in enemies])
    return f"in sight of {count(len(enemies), 'enemy Fireteam')}, the nearest at range {near}"


def stakes(b: Battle, side: int) -> str:
    """How long it goes on, and what is left of its own."""
    own = [man for man in b.soldiers if b.players[man.player].side == side and man.team >= 0]
    cards = count(len(b.deck), "card")
    decks = f" and {count(b.decks_left - 1, 'deck')} to come" if b.decks_left > 1 else ""
    points = count(sum([man.card.points for man in own]), "point")
    return f"{cards} left in the deck{decks}; {count(len(own), 'man', 'men')} of {points} left on its side"
