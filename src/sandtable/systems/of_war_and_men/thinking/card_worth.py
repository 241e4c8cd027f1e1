"""What a card in the hand is worth to keep: for its order, for its Command Decision, for nothing."""

from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.state.book import Card
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, WOUNDED, Battle, Player
from sandtable.systems.of_war_and_men.state.scenario import ALLIES
from sandtable.systems.of_war_and_men.thinking import weights


def order_worth(b: Battle, player: Player, card: Card) -> float:
    """A card for its Standing Order."""
    value = weights.ORDERS[card.order]
    if card.order == "attack":
        crowd = sum(b.card(held).order == "attack" for held in player.hand) > weights.CROWD
        return (value + weights.STRONGER * card.strength) * (weights.CROWDED if crowd else 1.0)
    if card.order == "rally" and somebody(b, player, SUPPRESSED):
        return weights.DOWN
    if (
        card.order == "maneuver"
        and sum(b.card(held).order == "maneuver" for held in player.hand) > weights.MOVES_ENOUGH
    ):
        return value / 2
    return value


def decision_worth(b: Battle, player: Player, card: Card) -> float:
    """A card for its Command Decision."""
    if not b.decisions or not card.decision:
        return 0.0
    if card.decision == "combat operation":
        if mission_rules.has(b, "bridges") and player.side == ALLIES:
            return weights.CHARGE_KEPT
        return weights.OPERATIONS[b.mission.operation]
    if card.decision == "field dressing":
        return weights.DOWN if somebody(b, player, WOUNDED) else weights.DRESSING
    return weights.DECISIONS.get(card.decision, 0.0)


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
    return [value for value in values(b, player) if value < weights.FRESH]
