"""Exact odds before a player commits, from the very functions that the attack, the check and the fight use."""

from fractions import Fraction
from functools import lru_cache

from sandtable.systems.war_storm.attack import Attack, reckon, reckon_defensive, results, vulnerable
from sandtable.systems.war_storm.hand_to_hand import strength, toll
from sandtable.systems.war_storm.losses import eligible
from sandtable.systems.war_storm.morale import Notes, platoon_morale, witnesses
from sandtable.systems.war_storm.pieces import STEPS, Battle, Company, Officer, Platoon, Unit
from sandtable.systems.war_storm.rally import rally_morale
from sandtable.systems.war_storm.reaction import marked, mates
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier
from sandtable.table.telling import count, thousandths
from sandtable.table.view import AttackView, Odds

States = tuple[tuple[int, int], ...]  # quality and steps lost of each platoon

HURT = "a step or more lost"
KILLED = "a platoon eliminated"
BEHEADED = "an officer falls"
BROKEN = "the company routs or worse"
TWO_DICE = [Fraction(6 - abs(total - 7), 36) for total in range(2, 13)]  # of 2, 3 ... 12


def above(morale: int) -> Fraction:
    """9.2.2.a The chance that two dice are above a morale."""
    return sum([chance for total, chance in enumerate(TWO_DICE, start=2) if total > morale], Fraction(0))


def up_to(number: int) -> Fraction:
    """The chance that two dice are not above a number."""
    return 1 - above(number)


@lru_cache(maxsize=4096)
def survivors(states: States, hits: int) -> Fraction:
    """7.4.c-e The chance that nobody is eliminated by so many hits."""
    if any(lost >= STEPS for _, lost in states):
        return Fraction(0)
    if not hits:
        return Fraction(1)
    among = eligible(list(states))
    found = Fraction(0)
    for number in among:
        quality, lost = states[number]
        found += survivors((*states[:number], (quality, lost + 1), *states[number + 1 :]), hits - 1)
    return found / len(among)


class FireOdds:
    """An attack reckoned out: the chance of each number of steps lost, and of what else can come of it."""

    __slots__ = ("attack", "outcomes", "steps")

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self.steps: list[Fraction] = []  # chance of 0, 1, 2 ... steps lost
        self.outcomes: dict[str, Fraction] = {}

    @property
    def mean(self) -> float:
        """Steps lost in the mean."""
        return float(sum([steps * chance for steps, chance in enumerate(self.steps)], Fraction(0)))


def fire_odds(b: Battle, attack: Attack) -> FireOdds:
    """7.3, 7.4 The odds of an attack."""
    odds = FireOdds(attack)
    platoons = vulnerable(attack.victims)
    officers = [unit for unit in attack.victims if isinstance(unit, Officer)]
    most = sum([platoon.steps for platoon in platoons])
    alone = not any(isinstance(unit, Platoon) for unit in attack.victims)
    odds.steps = [Fraction(0)] * (most + 1)
    struck = Fraction(0)
    for ways, _, hits in results(b, attack):
        odds.steps[min(hits, most)] += Fraction(ways, 36)
        struck += Fraction(ways if hits else 0, 36)
    if alone:
        odds.outcomes = {BEHEADED: struck}
        return odds
    odds.outcomes[HURT] = 1 - odds.steps[0]
    states: States = tuple([(platoon.quality, platoon.lost) for platoon in platoons])
    killed = [1 - survivors(states, steps) for steps in range(most + 1)]
    odds.outcomes[KILLED] = total(odds.steps, killed)
    least = b.ground.numbers["officer_dies"]
    falls = [up_to(least + steps) if steps else Fraction(0) for steps in range(most + 1)]
    if officers:
        odds.outcomes[BEHEADED] = total(odds.steps, [1 - (1 - each) ** len(officers) for each in falls])
    company = only_company(b, attack)
    if company is not None:
        led = any(officer.index == company.officer for officer in officers)
        breaks = [
            broken(b, company, steps, killed[steps], falls[steps] if led else Fraction(0))
            for steps in range(most + 1)
        ]
        odds.outcomes[BROKEN] = total(odds.steps, breaks)
    return odds


def total(chances: list[Fraction], values: list[Fraction]) -> Fraction:
    return sum([chance * value for chance, value in zip(chances, values, strict=True)], Fraction(0))


def only_company(b: Battle, attack: Attack) -> Company | None:
    """9.1.1.a The company that would check as a whole, if the target is of one company and all of it is there or sees."""
    companies = {platoon.company for platoon in vulnerable(attack.victims)}
    if len(companies) != 1:
        return None
    company = b.companies[companies.pop()]
    platoons = b.platoons_of(company)
    hurt = {unit.index for unit in attack.victims}
    seen = {platoon.index for platoon in platoons if platoon.index in hurt or sees_it(b, platoon, attack.place)}
    routed = any(platoon.routed for platoon in platoons)
    return company if len(seen) == len(platoons) and not routed else None


def broken(b: Battle, company: Company, steps: int, killed: Fraction, falls: Fraction) -> Fraction:
    """9.1.1, 9.1.2 The chance that the company fails its check after so many steps lost."""
    if not steps:
        return Fraction(0)
    officer = b.officer_of(company)
    over = max(0, b.losses(company) + steps - company.original)
    less = over * b.ground.numbers["company_loss"]
    led = company.morale if officer is None else officer.type.morale + (0 if officer.routed else officer.type.leadership)
    bare = company.morale if officer is None else officer.type.morale
    check = Fraction(1) if over else killed
    return (1 - falls) * check * above(led + less) + falls * above(bare + less)
