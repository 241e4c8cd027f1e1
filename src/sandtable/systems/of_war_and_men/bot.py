"""How well a side stands, and which options are worth a thought: what computer players know of this game.

Counted in tens of victory points: soldiers and the state they are in, Mission points, how near the Fireteams are to
what the Mission is about, and who can hurt whom from where they stand.
"""

from functools import cache

from sandtable.systems.of_war_and_men import missions
from sandtable.systems.of_war_and_men.book import FACES, SoldierCard
from sandtable.systems.of_war_and_men.checks import can_fire
from sandtable.systems.of_war_and_men.firing import MOVING, TRENCH, grid_row
from sandtable.systems.of_war_and_men.pieces import SUPPRESSED, WOUNDED, Battle, Fireteam, Soldier
from sandtable.systems.of_war_and_men.scenario import ALLIES, AXIS
from sandtable.systems.of_war_and_men.sight import distance, ranges, sees
from sandtable.table.decision import Choice, Decision

POINTS = 0.1  # a victory point
DUCKED, HURT, STUCK = 0.25, 0.35, 0.2  # parts of a soldier's worth lost while suppressed, wounded, jammed
LEADER = 0.3  # a Leader is worth more than his points
THREAT, DANGER = 0.45, 0.35  # a soldier's worth of harm to be dealt out or expected in the next turns
PULL = 0.2  # a Terrain nearer to where it is decided, for each Fireteam
HELD = 0.8  # a place of the Mission in one's hands
HAND = 0.01  # a card in the hand
CREWED = 0.15  # a machine gun with a crew, a rifle with a scope
HIDDEN, ON_THE_MOVE = 0.1, 0.05

# Where a side wants to be: names of the Mission's places, most wanted first.
AIMS = {
    AXIS: ("objective", "bridges", "allied_flag", "lu", "exit", "truck", "path"),
    ALLIES: ("objective", "bridges", "axis_flag", "lu", "exit", "truck", "path"),
}


def evaluate(b: Battle, side: int) -> float:
    """How well a side stands; the other side stands as badly."""
    return strength(b, side) - strength(b, 1 - side) + (THREAT * harm(b, side) - DANGER * harm(b, 1 - side))


def strength(b: Battle, side: int) -> float:
    """Soldiers, points, places and cards of a side."""
    total = POINTS * missions.points(b, side)
    players = b.players
    for man in b.soldiers:
        if man.team >= 0 and players[man.player].side == side:
            total += worth(man)
    aims = aims_of(b, side)
    far = ranges(b.mission.columns, b.mission.rows)
    for team in b.friends(side):
        if team.stealth:
            total += HIDDEN
        if team.heading >= 0:
            total -= ON_THE_MOVE
        if aims:
            steps = far[team.heading if team.heading >= 0 else team.cell]
            total -= PULL * min([steps[cell] for cell in aims])
    for cell in aims:
        if missions.holder(b, cell) == side:
            total += HELD
    for player in players:
        if player.side == side:
            total += HAND * len(player.hand)
    return total


def aims_of(b: Battle, side: int) -> tuple[int, ...]:
    """The cells that the Mission is about for a side; without any the enemy is the aim."""
    for name in AIMS[side]:
        cells = b.mission.places.get(name)
        if cells:
            return cells
    return tuple([team.cell for team in b.friends(1 - side)])


def worth(man: Soldier) -> float:
    """A soldier as he stands."""
    card = man.card
    value = POINTS * card.points * (1 + (LEADER if card.rank else 0))
    if man.condition == SUPPRESSED:
        value *= 1 - DUCKED
    elif man.condition == WOUNDED:
        value *= 1 - HURT
    if man.jammed:
        value *= 1 - STUCK
    return value + (CREWED if man.helper >= 0 or man.sighted else 0.0)


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
        men: list[Soldier] | None = None
        best = 0.0
        for enemy, target in enemies:
            if sees(b, team.cell, enemy.cell):
                men = [man for man in b.men(team) if can_fire(man)] if men is None else men
                value = harm_to(b, team, men, enemy, target)
                if value > best:
                    best = value
        total += best
    return total


def visible(b: Battle, side: int) -> list[Fireteam]:
    """The Fireteams of a side that are not in stealth."""
    return [team for team in b.friends(side) if not team.stealth]


def average(b: Battle, team: Fireteam) -> Soldier | None:
    """The soldier in the middle of a Fireteam, Lu not counted."""
    soldiers = b.soldiers
    men = [i for i in team.soldiers if not soldiers[i].card.civilian]
    return soldiers[men[len(men) // 2]] if men else None


def harm_to(b: Battle, team: Fireteam, men: list[Soldier], enemy: Fireteam, target: Soldier) -> float:
    """What the best shots of a Fireteam do to an average soldier of another."""
    far = distance(b, team.cell, enemy.cell)
    extra = b.terrain(team.cell).attack - b.terrain(enemy.cell).defence
    extra += TRENCH * team.dug_in - TRENCH * enemy.dug_in + (MOVING if enemy.heading >= 0 else 0)
    card: SoldierCard = target.card
    down = target.condition == SUPPRESSED
    shots = []
    for man in men:
        grid = grid_row(b, man, far)
        if grid:
            shots.append(shot(grid, man.card.discipline, extra, card.resolve, card.vitality, card.points, down))
    shots.sort(reverse=True)
    return sum(shots[:3])


@cache
def shot(
    grid: tuple[int, ...], discipline: int, extra: int, resolve: int, vitality: int, points: int, down: bool
) -> float:
    """One soldier's shot at another: a kill costs all, a hit a part."""
    hit, kill = chances(grid, discipline, extra, resolve, vitality)
    return POINTS * points * (kill + (hit - kill) * (0.8 if down else DUCKED))


# Which options are worth a thought ---------------------------------------------------------------

IDLE = ("wishes", "wait", "ask", "do not ask")
SELDOM = ("transfer", "redraw")  # what a quick player leaves alone
FEW = 8  # places tried for a card of which many are possible


def shortlist(b: Battle, decision: Decision) -> list[Choice]:
    """The options that a quick player considers; none means all."""
    options = [choice for choice in decision.options() if choice.do not in IDLE]
    if decision.kind == "action":
        options = [choice for choice in options if choice.do not in SELDOM]
    seen: set[tuple[str, str, str]] = set()
    found = []
    for choice in options:  # two cards of the same kind are one thought
        key = (choice.do, kind_of(b, choice), choice.to)
        if key not in seen:
            seen.add(key)
            found.append(choice)
    if decision.kind in ("terrain", "place", "bombard", "light") and len(found) > FEW:
        side = b.player(decision.seat).side
        found.sort(key=lambda choice: nearness(b, side, choice.to))
        found = found[:FEW]
    return found


def kind_of(b: Battle, choice: Choice) -> str:
    """What a card is good for in this choice; a soldier or a Fireteam is himself."""
    if not choice.piece.startswith("card-"):
        return choice.piece
    card = b.card(int(choice.piece.removeprefix("card-")))
    if card.terrain is not None:
        return card.terrain.key
    return card.decision_name if choice.do == "play" else f"{card.order} {card.strength}"


def nearness(b: Battle, side: int, name: str) -> int:
    """How far a cell is from the nearest enemy."""
    cell = b.cell_called(name)
    return min([distance(b, cell, team.cell) for team in b.friends(1 - side)], default=0) if cell >= 0 else 99


# What is answered while a card takes effect --------------------------------------------------------


def habit(b: Battle, decision: Decision) -> Choice | None:
    """Fire with the best shot at the best target, hold one's cards, stand fast; else the first thing at hand."""
    options = [choice for choice in decision.options() if choice.do not in IDLE]
    if decision.kind == "window":
        return next((choice for choice in options if choice.do == "pass"), None)
    men = [b.soldier(choice.piece) for choice in options]
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
