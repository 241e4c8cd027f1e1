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

Alive = tuple[frozenset[int], frozenset[int]]  # who lives of each line
States = dict[Alive, float]


class Round(msgspec.Struct, frozen=True):
    """The chances that a round kills somebody: of those who came, and of those who were there."""

    came: float
    there: float


class Nerves:
    """20.1.d How often a man succeeds, from the cards that a seat has not seen."""

    def __init__(self, b: Battle, seat: str) -> None:
        self.b = b
        cards = [b.card(number) for number in unseen(b, seat)]
        low = [sum(card.dice[colour] <= SUCCESS for card in cards) for colour, _ in enumerate(FACES)]
        self.single = [count / max(1, len(cards)) for count in low]

    def succeeds(self, man: Soldier, line: frozenset[int]) -> float:
        """20.1.q, 20.1.r The wounded fail; the suppressed and the leaderless need two low numbers."""
        if man.condition == WOUNDED:
            return 0.0
        led = any(self.b.soldiers[index].card.leader for index in line)
        led = led or trait_modifiers.stands_in_for_leaders(self.b, self.b.teams[man.team])
        return float(self.single[man.card.discipline] ** flips(man, led))


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
    lines = [alive(b, a, place) for place in (0, 1)]
    begun = (frozenset([man.index for man in lines[0]]), frozenset([man.index for man in lines[1]]))
    states: States = {begun: 1.0}
    for i in range(max(len(lines[0]), len(lines[1]))):
        pair = [lines[place][i] if i < len(lines[place]) else None for place in (0, 1)]
        found: States = {}
        for state, chance in states.items():
            fights = fights_of(b, state, pair)
            for one, two in fights:
                duel(found, state, chance / len(fights), a, one, two, nerves)
            if not fights:
                found[state] = found.get(state, 0.0) + chance
        states = found
    return Round(*[sum([chance for state, chance in states.items() if state[n] != begun[n]]) for n in (0, 1)])


def fights_of(b: Battle, state: Alive, pair: list[Soldier | None]) -> list[tuple[Soldier, Soldier]]:
    """20.1.d, 20.1.f The fights that one place of the lines may bring, each as likely: one where both stand there."""
    one, two = pair
    if one is not None and two is not None:
        return [(one, two)]
    if one is not None and one.condition != WOUNDED:
        return [(one, b.soldiers[rival]) for rival in sorted(state[1])]
    if two is not None and two.condition != WOUNDED:
        return [(b.soldiers[rival], two) for rival in sorted(state[0])]
    return []


def duel(found: States, state: Alive, chance: float, a: Assault, one: Soldier, two: Soldier, nerves: Nerves) -> None:
    """20.1.e, 20.1.h Adds what becomes of a pair: with advantage one succeeds before the other can answer."""
    mine, theirs = nerves.succeeds(one, state[0]), nerves.succeeds(two, state[1])
    first = advantaged(nerves.b, a, one, two)
    wins = mine if first == 0 else mine * (1 - theirs)
    loses = theirs if first == 1 else theirs * (1 - mine)
    for end, part in (
        ((state[0], state[1] - {two.index}), wins),
        ((state[0] - {one.index}, state[1]), loses),
        (state, 1 - wins - loses),
    ):
        found[end] = found.get(end, 0.0) + chance * part


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


def going_in(b: Battle, seat: str, enemy: Fireteam) -> AttackView:
    """20.1.a What the first round may do if the active Fireteam comes to an enemy."""
    return AttackView("", odds=chances(b, seat, to_come(b, b.active_team, enemy)), how=HOW)


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
