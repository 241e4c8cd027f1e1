"""1.6.a Both sides throw two dice; the higher total has it, ties are thrown again."""

from sandtable.systems.regimental.rules.dice import thrown
from sandtable.systems.regimental.state.pieces import Battle


def throw_for_it(b: Battle, rule: str) -> int:
    """The side that wins the throw."""
    count = b.ground.numbers["initiative_dice"]
    while True:
        dice = [thrown(b, count, f"initiative of {side.name}") for side in b.scenario.sides]
        one, other = sum(dice[0]), sum(dice[1])
        if one != other:
            winner = 0 if one > other else 1
            b.tell("initiative", rule, winner, dice=dice[0] + dice[1], value=max(one, other))
            return winner
        b.tell("initiative tied", rule, dice=dice[0] + dice[1], value=one)
