"""20.1 What one round of an assault may do, as both lines stand: for whoever goes in, or may stay or retreat.

Told as a guess ("about"): each flip is reckoned from all cards that the player has not seen, as if none were taken
away.
"""

import msgspec

from sandtable.systems.of_war_and_men.rules.assault import advantaged, alive, fighters
from sandtable.systems.of_war_and_men.rules.discipline import SUCCESS, leaderless
from sandtable.systems.of_war_and_men.rules.sight import flanks
from sandtable.systems.of_war_and_men.rules.traits import trait_modifiers
from sandtable.systems.of_war_and_men.showing.odds import unseen
from sandtable.systems.of_war_and_men.state.book import COLOURS, FACES
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, WOUNDED, Assault, Battle, Fireteam, Soldier
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.table.view import AttackView, Odds

Pairs = dict[tuple[int, int], int]  # who has the advantage of one of ours and one of theirs: 0, 1, or -1 for neither
Ends = dict[tuple[int, int], tuple[float, float]]  # how likely the one of ours wins, and how likely he loses


class Round(msgspec.Struct, frozen=True):
    """The chances that a round kills somebody: of those who came, and of those who were there."""

    came: float
    there: float


class Line(msgspec.Struct, frozen=True):
    """20.1.b Who fights on one side."""

    men: list[Soldier]
    leaders: frozenset[int]
    helped: bool  # 4.14: somebody makes up for the lack of Leaders


class Nerves:
    """20.1.d How often a man succeeds, from the cards that a seat has not seen."""

    def __init__(self, b: Battle, seat: str) -> None:
        self.b = b
        cards = [b.card(number) for number in unseen(b, seat)]
        low = [sum(card.dice[colour] <= SUCCESS for card in cards) for colour, _ in enumerate(FACES)]
        self.single = [count / max(1, len(cards)) for count in low]

    def succeeds(self, man: Soldier, led: bool) -> float:
        """20.1.q, 20.1.r The wounded fail; the suppressed and the leaderless need two low numbers."""
        return 0.0 if man.condition == WOUNDED else float(self.single[man.card.discipline] ** flips(man, led))


def flips(man: Soldier, led: bool) -> int:
    """20.1.q, 20.1.r How many cards he flips, with a Leader in his line or none; the highest counts."""
    return NUMBERS.double if man.condition == SUPPRESSED or not led else 1


def to_come(b: Battle, team: Fireteam, enemy: Fireteam) -> Assault:
    """20.1.a The assault that begins if a Fireteam comes to an enemy now, both lines as they stand."""
    found = Assault(
        (team.index, enemy.index),
        enemy.cell,
        team.cell,
        (flanks(b, team, enemy), flanks(b, enemy, team)),
        (team.stealth, enemy.stealth),
        (False, not enemy.moved),
    )
    found.round = 1
    for line, each in zip(found.lines, (team, enemy), strict=True):
        line.extend([man.index for man in fighters(b, each)])
    return found


def round_of(b: Battle, seat: str, a: Assault) -> Round:
    """20.1.d-20.1.g How likely the next round kills somebody on each side."""
    nerves = Nerves(b, seat)
    came, there = line_of(b, a, 0), line_of(b, a, 1)
    first = {(one.index, two.index): advantaged(b, a, one, two) for one in came.men for two in there.men}
    second = {(two, one): place if place < 0 else 1 - place for (one, two), place in first.items()}
    return Round(1 - unhurt(nerves, came, there, first), 1 - unhurt(nerves, there, came, second))


def line_of(b: Battle, a: Assault, place: int) -> Line:
    men = alive(b, a, place)
    helped = trait_modifiers.stands_in_for_leaders(b, b.teams[a.teams[place]])
    return Line(men, frozenset([man.index for man in men if man.card.leader]), helped)


def unhurt(nerves: Nerves, ours: Line, theirs: Line, first: Pairs) -> float:
    """The chance that a round kills none of ours.

    Only what leaves all of us alive is followed. Of the others we keep in mind who matters: the Leaders, or everybody
    where our men seek them by flip.
    """
    led = ours.helped or bool(ours.leaders)
    ends = {they_led: ends_of(nerves, ours, theirs, first, led, they_led) for they_led in (False, True)}
    sought = len(ours.men) > len(theirs.men)
    states = {frozenset([man.index for man in theirs.men]) if sought else theirs.leaders: 1.0}
    for i in range(max(len(ours.men), len(theirs.men))):
        found: dict[frozenset[int], float] = {}
        for left, chance in states.items():
            fights = fights_of(ours.men, theirs.men, i, left)
            now = ends[theirs.helped or not theirs.leaders.isdisjoint(left)]
            for pair in fights:
                wins, loses = now[pair]
                part, won = chance / len(fights), left - {pair[1]}
                found[won] = found.get(won, 0.0) + part * wins
                found[left] = found.get(left, 0.0) + part * (1 - wins - loses)
            if not fights:
                found[left] = found.get(left, 0.0) + chance
        states = found
    return sum(states.values())


def fights_of(ours: list[Soldier], theirs: list[Soldier], i: int, left: frozenset[int]) -> list[tuple[int, int]]:
    """20.1.d, 20.1.f The fights that one place of the lines may bring, each as likely: one where both stand there."""
    one, two = [line[i] if i < len(line) else None for line in (ours, theirs)]
    if one is not None and two is not None:
        return [(one.index, two.index)]
    if one is not None and one.condition != WOUNDED:
        return [(one.index, rival) for rival in left]
    if two is not None and two.condition != WOUNDED:
        return [(rival.index, two.index) for rival in ours]
    return []


def ends_of(nerves: Nerves, ours: Line, theirs: Line, first: Pairs, led: bool, they_led: bool) -> Ends:
    """20.1.e, 20.1.h How likely we win and lose each fight: with advantage one succeeds before the other answers."""
    found: Ends = {}
    for one in ours.men:
        for two in theirs.men:
            pair = (one.index, two.index)
            mine, its = nerves.succeeds(one, led), nerves.succeeds(two, they_led)
            wins = mine if first[pair] == 0 else mine * (1 - its)
            loses = its if first[pair] == 1 else its * (1 - mine)
            found[pair] = (wins, loses)
    return found


# For eyes ----------------------------------------------------------------------------------------

HOW = (
    f"Each man flips a card in his own Discipline colour: {SUCCESS} or less succeeds. Who fails against a success "
    "dies. Reckoned for one round, as both lines stand, so the chances are about right."
)


def chances(b: Battle, seat: str, a: Assault) -> tuple[Odds, ...]:
    """What the next round may do, for a seat: first to the others, then to its own men."""
    found = round_of(b, seat, a)
    mine, theirs = found.came, found.there
    if b.players[b.teams[a.teams[1]].player].seat == seat:
        mine, theirs = theirs, mine
    return (Odds("one of theirs is killed", round(1000 * theirs)), Odds("one of yours is killed", round(1000 * mine)))


def going_in(b: Battle, seat: str, enemy: int) -> AttackView:
    """20.1.a What the first round may do if the active Fireteam comes to an enemy."""
    return AttackView("", odds=chances(b, seat, to_come(b, b.active_team, b.teams[enemy])), how=HOW)


def fighter(b: Battle, man: Soldier) -> str:
    """20.1.d, 20.1.j What a man is worth hand to hand."""
    if man.condition == WOUNDED:
        return "Wounded: he never succeeds."
    colour = man.card.discipline
    twice = ", flipped twice" if flips(man, not leaderless(b, b.teams[man.team])) > 1 else ""
    icon = man.card.weapon.icon
    weapon = (
        f" His {man.card.weapon.name} is {'short: he flips first more often' if icon > 0 else 'in his way'}."
        if icon
        else ""
    )
    return f"Discipline {COLOURS[colour]}: {SUCCESS} or less of {FACES[colour]} succeeds{twice}.{weapon}"
