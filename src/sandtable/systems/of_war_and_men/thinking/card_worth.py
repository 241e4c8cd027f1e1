"""What a card in the hand is worth to keep: for its order, for its Command Decision, for nothing."""

from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.state.book import Card
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, WOUNDED, Battle, Player
from sandtable.systems.of_war_and_men.state.scenario import ALLIES

ORDERS = {"attack": 0.5, "maneuver": 0.4, "rally": 0.08, "entrench": 0.1, "": 0.03}
STRONGER = 0.05  # each colour of an Attack above red
ENOUGH = 3  # Maneuver orders; more are of little use
DOWN = 0.35  # a Rally order while somebody is suppressed
DECISIONS = {
    "act of valor": 0.35,
    "evade": 0.3,
    "fubar": 0.3,
    "lucky shot": 0.3,
    "chain of command": 0.12,
    "double time": 0.2,
    "grenade": 0.15,
    "intelligence": 0.1,
    "last stand": 0.12,
    "attention": 0.12,
    "marksman": 0.05,
    "on the run": 0.05,
}
OPERATIONS = {"reinforcements": 0.35, "artillery": 0.35, "satchel charge": 0.05, "star shell": 0.0}
CHARGE = 1.0  # a Satchel Charge for those who are to blow bridges
FRESH = 0.36  # a card worth less is better changed for a fresh one
CROWD = 2  # Attack orders; more than these wait too long for their turn


def order_worth(b: Battle, player: Player, card: Card) -> float:
    """A card for its Standing Order."""
    value = ORDERS[card.order]
    if card.order == "attack":
        crowd = sum(b.card(held).order == "attack" for held in player.hand) > CROWD
        return (value + STRONGER * card.strength) * (0.6 if crowd else 1.0)
    if card.order == "rally" and somebody(b, player, SUPPRESSED):
        return DOWN
    if card.order == "maneuver" and sum(b.card(held).order == "maneuver" for held in player.hand) > ENOUGH:
        return value / 2
    return value


def decision_worth(b: Battle, player: Player, card: Card) -> float:
    """A card for its Command Decision."""
    if not b.scenario.decisions or not card.decision:
        return 0.0
    if card.decision == "combat operation":
        if mission_rules.has(b, "bridges") and player.side == ALLIES:
            return CHARGE
        return OPERATIONS[b.mission.operation]
    if card.decision == "field dressing":
        return DOWN if somebody(b, player, WOUNDED) else 0.1
    return DECISIONS.get(card.decision, 0.0)


def keep(b: Battle, player: Player, number: int) -> float:
    """A card as a whole: the better half counts."""
    card = b.card(number)
    one, two = order_worth(b, player, card), decision_worth(b, player, card)
    return one + two / 4 if one > two else two + one / 4


def somebody(b: Battle, player: Player, condition: int) -> bool:
    """Whether a soldier of the player's is in this condition."""
    index = player.index
    return any(man.condition == condition and man.player == index and man.team >= 0 for man in b.soldiers)


def values(b: Battle, player: Player) -> list[float]:
    """What the cards of a hand are worth, the least first."""
    return sorted([keep(b, player, number) for number in player.hand])


def useless(b: Battle, player: Player) -> list[float]:
    """What those cards are worth that are better changed for fresh ones."""
    return [value for value in values(b, player) if value < FRESH]
