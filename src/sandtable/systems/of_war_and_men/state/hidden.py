"""What a seat cannot see: other hands, the deck, the Fog-of-War pile, a line that is drawn up for an assault."""

from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.table.chance import Chance


def redeal(b: Battle, seat: str, chance: Chance) -> None:
    """To this seat the deck, the fog and the other hands are one heap, but for the cards it has looked at (17.15)."""
    me = next((player for player in b.players if player.seat == seat), None)
    known = set(me.known) if me is not None else set()
    others = [player for player in b.players if player is not me]
    heap = [*b.deck, *b.fog]
    for player in others:
        heap += [number for number in player.hand if number not in known]
    heap.sort()
    for player in others:
        kept = [number for number in player.hand if number in known]
        dealt = [deal(heap, chance) for _ in range(len(player.hand) - len(kept))]
        player.hand = sorted(kept + dealt)
    b.fog = sorted([deal(heap, chance) for _ in b.fog])
    b.deck = heap
    for player in others:  # what they have seen of hands that are re-dealt they have not seen
        held = {number for each in b.players if each is not player for number in each.hand}
        player.known = [number for number in player.known if number in held]
    redeal_lines(b, seat, chance)


def deal(heap: list[int], chance: Chance) -> int:
    return heap.pop(chance.roll(len(heap), "re-dealt") - 1)


def redeal_lines(b: Battle, seat: str, chance: Chance) -> None:
    """20.1.c A line that is still drawn up in secret may be any line."""
    assault = b.assault
    if assault is None or assault.round > 0:
        return
    for fighter, line in zip(assault.teams, assault.lines, strict=True):
        team = b.teams[fighter]
        if b.players[team.player].seat != seat and line:
            men = sorted(i for i in team.soldiers if not b.soldiers[i].card.civilian)
            line[:] = [men.pop(chance.roll(len(men), "re-dealt") - 1) for _ in line]
