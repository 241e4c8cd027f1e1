"""How well a side stands: what computer players know of this game.

Counted in tens of victory points: soldiers and the state they are in, Mission points, how near the Fireteams are to
what the Mission is about, and who can hurt whom from where they stand.
"""

from functools import cache

from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules.discipline import can_fire
from sandtable.systems.of_war_and_men.rules.fire.firing_sequence import (
    MOVING,
    TRENCH,
    grid_row,
    second_grid,
    weapon_row,
)
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.sight import distance, sees
from sandtable.systems.of_war_and_men.state.book import FACES
from sandtable.systems.of_war_and_men.state.pieces import SATCHEL, SUPPRESSED, WOUNDED, Battle, Fireteam, Soldier
from sandtable.systems.of_war_and_men.thinking import weights
from sandtable.systems.of_war_and_men.thinking.progress import errand, purpose
from sandtable.table.decision import Choice, Decision

Arms = tuple[tuple[str, bool, int], ...]  # weapon, whether by its second grid, Discipline


def evaluate(b: Battle, side: int) -> float:
    """How well a side stands; the other side stands as badly."""
    total = (
        strength(b, side)
        - strength(b, 1 - side)
        + (weights.THREAT * harm(b, side) - weights.DANGER * harm(b, 1 - side))
    )
    own = [player.side == side for player in b.players]
    for man in b.soldiers:
        if man.team >= 0:
            total += worth(man) if own[man.player] else -worth(man)
    return total


def strength(b: Battle, side: int) -> float:
    """Points, places and cards of a side."""
    total = weights.POINTS * mission_rules.points(b, side)
    teams = b.friends(side)
    for team in teams:
        if team.stealth:
            total += weights.HIDDEN
        if team.heading >= 0:
            total -= weights.ON_THE_MOVE
        if b.tokens and b.has_token(SATCHEL, team.cell):
            total -= weights.FUSE
    total += purpose(b, side, teams)
    hands = [player.hand for player in b.players if player.side == side]
    if errand(b, side):
        return total + sum([weights.ERRAND_CARDS[b.card(number).order] for hand in hands for number in hand])
    return total + weights.CARD_HELD * sum([len(hand) for hand in hands])


def worth(man: Soldier) -> float:
    """A soldier as he stands."""
    card = man.card
    value = weights.POINTS * card.points * (1 + (weights.LEADER if card.leader else 0))
    if man.condition == SUPPRESSED:
        value *= 1 - weights.SUPPRESSED_LOSS
    elif man.condition == WOUNDED:
        value *= 1 - weights.WOUNDED_LOSS
    if man.jammed:
        value *= 1 - weights.JAMMED_LOSS
    return value + (weights.CREWED if man.helper >= 0 or man.sighted else 0.0)


# Fire --------------------------------------------------------------------------------------------


def totals_of(grid: tuple[int, ...], discipline: int, flips: int, extra: int) -> dict[int, float]:
    """How likely each total of a shot is: the dice of the grid, less so many flips of Discipline."""
    totals = {extra: 1.0}
    for colour, sign in [*[(each, 1) for each in grid], *[(discipline, -1)] * flips]:
        spread: dict[int, float] = {}
        for total, chance in totals.items():
            for face in range(1, FACES[colour] + 1):
                spread[total + sign * face] = spread.get(total + sign * face, 0.0) + chance / FACES[colour]
        totals = spread
    return totals


@cache
def chances(grid: tuple[int, ...], discipline: int, extra: int, resolve: int, vitality: int) -> tuple[float, float]:
    """The chance that a total reaches Resolve, and Vitality, by all the numbers of the dice."""
    totals = totals_of(grid, discipline, 1, extra)
    hit = sum(chance for total, chance in totals.items() if total >= resolve)
    return hit, sum(chance for total, chance in totals.items() if total >= vitality)


def harm(b: Battle, side: int) -> float:
    """The soldiers' worth that a side can take from the other in one attack of each Fireteam."""
    enemies = [(enemy, target) for enemy in visible(b, 1 - side) if (target := average(b, enemy))]
    total = 0.0
    for team in b.friends(side):
        arms: Arms | None = None
        best = 0.0
        for enemy, target in enemies:
            if sees(b, team.cell, enemy.cell):
                arms = arms_of(b, team) if arms is None else arms
                value = harm_to(b, team, arms, enemy, target)
                if value > best:
                    best = value
        total += best
    return total


def arms_of(b: Battle, team: Fireteam) -> Arms:
    """What a Fireteam fires with: weapons, whether by their second grids, and the Discipline behind them."""
    return tuple(
        [(man.card.weapon.key, second_grid(b, man), man.card.discipline) for man in b.men(team) if can_fire(man)]
    )


def visible(b: Battle, side: int) -> list[Fireteam]:
    """The Fireteams of a side that are not in stealth."""
    return [team for team in b.friends(side) if not team.stealth]


def average(b: Battle, team: Fireteam) -> Soldier | None:
    """The soldier in the middle of a Fireteam, Lu not counted."""
    soldiers = b.soldiers
    men = [i for i in team.soldiers if not soldiers[i].card.civilian]
    return soldiers[men[len(men) // 2]] if men else None


def harm_to(b: Battle, team: Fireteam, arms: Arms, enemy: Fireteam, target: Soldier) -> float:
    """What the best shots of a Fireteam do to an average soldier of another."""
    far = distance(b, team.cell, enemy.cell)
    extra = b.terrain(team.cell).attack - b.terrain(enemy.cell).defence
    extra += TRENCH * team.dug_in - TRENCH * enemy.dug_in + (MOVING if enemy.heading >= 0 else 0)
    card = target.card
    return best_shots(arms, far, extra, card.resolve, card.vitality, card.points, target.condition == SUPPRESSED)


@cache
def best_shots(arms: Arms, far: int, extra: int, resolve: int, vitality: int, points: int, down: bool) -> float:
    """Only the best shots count."""
    weapons = rulebook().weapons
    shots = []
    for key, second, discipline in arms:
        grid = weapon_row(weapons[key], second, far)
        if grid:
            shots.append(shot(grid, discipline, extra, resolve, vitality, points, down))
    shots.sort(reverse=True)
    return sum(shots[: weights.SHOTS])


@cache
def shot(
    grid: tuple[int, ...], discipline: int, extra: int, resolve: int, vitality: int, points: int, down: bool
) -> float:
    """One soldier's shot at another: a kill costs all, a hit a part."""
    hit, kill = chances(grid, discipline, extra, resolve, vitality)
    return weights.POINTS * points * (kill + (hit - kill) * (weights.HIT_AGAIN if down else weights.SUPPRESSED_LOSS))


# What is answered while a card takes effect --------------------------------------------------------


IDLE = ("wait",)


def habit(b: Battle, decision: Decision) -> Choice | None:
    """Fire with the best shot at the best target, hold one's cards, stand fast; else the first thing at hand."""
    options = [choice for choice in decision.options() if choice.do not in IDLE]
    if decision.kind == "window":
        return next((choice for choice in options if choice.do == "pass"), None)
    men = [b.find_soldier(choice.piece) for choice in options]
    best, most = options[0], -1.0
    for choice, man in zip(options, men, strict=True):
        if man is None:
            continue
        value = reach(b, man) if choice.do == "fire" else worth(man)
        if choice.do == "suffer":
            value = 100 - value
        if value > most:
            best, most = choice, value
    return best


def reach(b: Battle, man: Soldier) -> float:
    """How good a shot a soldier is at the target of the card that takes effect."""
    played = b.stack[-1]
    if played.target < 0 or man.team < 0:
        return 0.0
    far = distance(b, b.teams[man.team].cell, b.teams[played.target].cell)
    return sum([(FACES[colour] + 1) / 2 for colour in grid_row(b, man, far)]) - (FACES[man.card.discipline] + 1) / 2
