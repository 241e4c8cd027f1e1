"""What is decided before the battle: which division."""

from sandtable.systems.of_war_and_men.book import BLUE
from sandtable.systems.of_war_and_men.outlook import DUCKED, volley
from sandtable.systems.of_war_and_men.pieces import Battle, Player
from sandtable.systems.of_war_and_men.squads import fair_share, ready_squad, size_limit, team_limit
from sandtable.table.decision import Choice

TARGET = (6, 10, BLUE)  # Resolve and Vitality of a usual soldier, and all fire
RANGES = (1, 2, 3, 4)
SHOOTING = 0.15  # what a hit on average is worth
LOYAL = 0.2  # a division that fights on one side only


def squad_worth(b: Battle, player: Player, choice: Choice) -> float:
    """The ready squad of a division: its points, how well it shoots, and whether it belongs on its side."""
    division = b.scenario.rulebook.divisions[choice.piece]
    squad = ready_squad(division, fair_share(b, player), team_limit(b, player), size_limit(b, player))
    arms = [((card.weapon.key, False, card.discipline, False),) for card in squad]
    shots = [volley(each, far, False, 0, *TARGET) for each in arms for far in RANGES]
    points = 0.1 * sum([card.points for card in squad])
    fire = SHOOTING * sum([kill + DUCKED * duck for duck, kill in shots])
    return points + fire + (LOYAL if len(division.sides) == 1 else 0.0)
