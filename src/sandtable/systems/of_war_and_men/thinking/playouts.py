"""The last cards: the best plans are played to the end of the battle, with other hands and other flips each time."""

from math import sqrt

from msgspec.structs import replace

from sandtable.systems.of_war_and_men.reading.book import KEY
from sandtable.systems.of_war_and_men.state.hidden import redeal
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.systems.of_war_and_men.state.scenario import SIDES
from sandtable.systems.of_war_and_men.thinking import weights
from sandtable.systems.of_war_and_men.thinking.objectives import standing
from sandtable.systems.of_war_and_men.thinking.policy import follow
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.scheme import Scheme
from sandtable.table.system import systems

SEEDS = 1 << 30


def ending(b: Battle) -> bool:
    """Whether the last cards are being played."""
    return b.decks_left == 1 and len(b.deck) <= weights.LAST


def rehearsed(b: Battle, seat: str, found: list[Scheme]) -> list[Scheme]:
    """The plans, the promised best before all unless another was clearly better in all those endings."""
    best = found[0].promise or 0.0
    tried = [each for each in found[: weights.PLANS] if best - (each.promise or 0.0) <= weights.NEAR]
    if len(tried) < 2 or not ending(b):
        return found
    first = b.chance.roll(SEEDS, "endings")
    endings = [[outcome(b, seat, plan, first + number) for plan in tried] for number in range(weights.TRIES)]
    choice, most = 0, 0.0
    for place in range(1, len(tried)):
        gains = [each[place] - each[0] for each in endings]
        mean = sum(gains) / weights.TRIES
        error = sqrt(sum([(gain - mean) ** 2 for gain in gains]) / (weights.TRIES * (weights.TRIES - 1)))
        if mean > weights.SURE * error and mean > most:
            choice, most = place, mean
    if not choice:
        return found
    return [replace(tried[choice], promise=best + most), *[each for each in found if each is not tried[choice]]]


def outcome(b: Battle, seat: str, plan: Scheme, seed: int) -> float:
    """Play a plan to the end of the battle, everybody by rules of thumb: about 1 if it is won, -1 if it is lost."""
    copy = b.copy()
    dice = SampledChance(seed)
    redeal(copy, seat, dice)
    copy.asking = False  # the question is put anew, in a battle that is only thought
    play: Play[Battle] = Play(systems()[KEY], copy, dice)
    assert plan.first is not None
    play.choose(plan.first, seat)
    active: Scheme | None = plan
    for _ in range(weights.PATIENCE):
        asked = play.asked()
        if not asked:
            break
        now = play.battle
        if now.active != b.active:
            active = None
        decision = play.decision_for(asked[0])
        assert decision is not None
        play.choose(follow(now, decision, asked[0], active if asked[0] == seat else None), asked[0])
    side = b.player(seat).side
    end = play.battle
    value = weights.MARGIN * (standing(end, side) - standing(end, 1 - side))
    if play.result is not None and play.result.winner is not None:
        value += 1.0 if play.result.winner == SIDES[side] else -1.0
    return value
