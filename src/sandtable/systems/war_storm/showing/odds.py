"""Exact odds before a player commits, from the very functions that the attack, the check and the fight use."""

from fractions import Fraction
from functools import cache, lru_cache

from sandtable.systems.war_storm.rules.attack import (
    TWO_DICE,
    WAYS,
    Attack,
    factors,
    reckon,
    reckon_defensive,
    results,
    vulnerable,
)
from sandtable.systems.war_storm.rules.fire import SHOTS, Joining, everybody, fire_group, may_join
from sandtable.systems.war_storm.rules.hand_to_hand import strength, toll
from sandtable.systems.war_storm.rules.losses import eligible, leads
from sandtable.systems.war_storm.rules.morale import Notes, activation_morale, base_morale, shaken
from sandtable.systems.war_storm.rules.morale import total as total_morale
from sandtable.systems.war_storm.rules.rally import rally_morale
from sandtable.systems.war_storm.rules.reaction import in_danger, marked, may_react_with
from sandtable.systems.war_storm.rules.spotting import sees
from sandtable.systems.war_storm.state.pieces import STEPS, Battle, Company, Officer, Platoon, Unit
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier
from sandtable.table.telling import count, told_odds
from sandtable.table.view import AttackView, Odds

States = tuple[tuple[int, int], ...]  # quality and steps lost of each platoon

HURT = "a step or more lost"
KILLED = "a platoon eliminated"
BEHEADED = "an officer falls"
BROKEN = "the company routs or worse"
GONE = "the company breaks up"
MELTED = "its routed platoons break up"
CAUGHT = "caught, and lost"
NEVER = [Fraction(0), Fraction(0)]  # of either fate of a company
CHANCES = [Fraction(ways, WAYS) for _, ways in TWO_DICE]  # of 2, 3 ... 12


@cache
def above(morale: int) -> Fraction:
    """9.2.2.a The chance that two dice are above a morale."""
    return sum([chance for total, chance in enumerate(CHANCES, start=2) if total > morale], Fraction(0))


def up_to(number: int) -> Fraction:
    """The chance that two dice are not above a number."""
    return 1 - above(number)


@lru_cache(maxsize=4096)
def allocations(states: States, hits: int) -> dict[States, Fraction]:
    """7.4.c-e What so many hits, no more than there are steps, can make of some platoons, and the chance of each."""
    if not hits:
        return {states: Fraction(1)}
    among = eligible(list(states))
    found: dict[States, Fraction] = {}
    for number in among:
        quality, lost = states[number]
        hit = (*states[:number], (quality, lost + 1), *states[number + 1 :])
        for end, chance in allocations(hit, hits - 1).items():
            found[end] = found.get(end, Fraction(0)) + chance / len(among)
    return found


@lru_cache(maxsize=4096)
def kills(states: States, hits: int) -> Fraction:
    """The chance that so many hits eliminate somebody."""
    ends = allocations(states, hits)
    return sum([chance for end, chance in ends.items() if any(lost >= STEPS for _, lost in end)], Fraction(0))


def beheads(states: States, hits: int, own: list[list[bool]], falls: list[Fraction]) -> Fraction:
    """7.4.3.b The chance that an officer falls: `own` are the platoons of each, `falls` his chance by their hits."""
    found = Fraction(0)
    for end, chance in allocations(states, hits).items():
        all_stand = Fraction(1)
        for his in own:
            taken = [after - lost for mine, (_, lost), (_, after) in zip(his, states, end, strict=True) if mine]
            all_stand *= 1 - falls[sum(taken)]
        found += chance * (1 - all_stand)
    return found


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
    counted, struck = [0] * (most + 1), 0  # of all ways to roll
    for ways, _, hits in results(b, attack):
        counted[min(hits, most)] += ways
        struck += ways if hits else 0
    odds.steps = [Fraction(ways, WAYS) for ways in counted]
    if alone:
        odds.outcomes = {BEHEADED: Fraction(struck, WAYS)}
        return odds
    odds.outcomes[HURT] = 1 - odds.steps[0]
    states: States = tuple([(platoon.quality, platoon.lost) for platoon in platoons])
    killed = [kills(states, steps) for steps in range(most + 1)]
    odds.outcomes[KILLED] = total(odds.steps, killed)
    least = b.ground.numbers["officer_dies"]
    falls = [up_to(least + steps) if steps else Fraction(0) for steps in range(most + 1)]
    if officers:
        own = [[leads(officer, platoon) for platoon in platoons] for officer in officers]
        odds.outcomes[BEHEADED] = total(odds.steps, [beheads(states, n, own, falls) for n in range(most + 1)])
    company = only_company(b, attack)
    if company is not None:
        led = any(officer.index == company.officer for officer in officers)
        worse = fates(b, company)
        breaks = [
            broken(b, company, steps, killed[steps], falls[steps] if led else Fraction(0), worse) if chance else NEVER
            for steps, chance in enumerate(odds.steps)
        ]
        for place, text in enumerate(worse):
            odds.outcomes[text] = total(odds.steps, [each[place] for each in breaks])
    return odds


def fates(b: Battle, company: Company) -> dict[str, int]:
    """9.1.2.b-d What a failed check does to a company, and by how much more than 1 it must be failed for that."""
    numbers = b.ground.numbers
    gone, melted = numbers["disintegrates"] - 1, numbers["routed_disintegrates"] - 1
    some_run = any(platoon.routed for platoon in b.platoons_of(company))
    return {MELTED: melted, GONE: gone} if some_run else {BROKEN: 0, GONE: gone}


def total(chances: list[Fraction], values: list[Fraction]) -> Fraction:
    both = zip(chances, values, strict=True)
    return sum([chance * value for chance, value in both if chance and value], Fraction(0))


def only_company(b: Battle, attack: Attack) -> Company | None:
    """9.1.1.a The company that would check as a whole: it alone is the target, and all of it is there or sees.

    Not if a routed platoon is under fire: it runs on, and what is lost in that may bring another check (9.3.2).
    """
    companies = {platoon.company for platoon in vulnerable(attack.victims)}
    if len(companies) != 1:
        return None
    company = b.companies[companies.pop()]
    platoons = b.platoons_of(company)
    there = {unit.index for unit in attack.victims}
    if any(platoon.routed and platoon.index in there for platoon in platoons):
        return None
    whole = all(platoon.index in there or sees(b, platoon.hex, attack.place) for platoon in platoons)
    return company if whole else None


def broken(
    b: Battle, company: Company, steps: int, killed: Fraction, falls: Fraction, worse: dict[str, int]
) -> list[Fraction]:
    """9.1.1, 9.1.2 The chance that the company fails its check after so many steps lost; none left, no check.

    `worse`: by more than so much.
    """
    if not steps or steps >= sum([platoon.steps for platoon in b.platoons_of(company)]):
        return NEVER
    lost = b.losses(company) + steps
    checks = Fraction(1) if shaken(company, lost) else killed
    led, alone = [checked_morale(b, company, officer, lost) for officer in (b.officer_of(company), None)]
    if not falls:
        return [checks * above(led + beyond) for beyond in worse.values()]
    return [(1 - falls) * checks * above(led + beyond) + falls * above(alone + beyond) for beyond in worse.values()]


def checked_morale(b: Battle, company: Company, officer: Officer | None, lost: int) -> int:
    """9.1.a What a company checks against after so many steps lost, with its officer or without."""
    notes: Notes = []
    return total_morale(base_morale(b, company, officer, True, lost, notes), notes)


# What view and computer players ask --------------------------------------------------------------


def expected_hits(b: Battle, platoons: list[Platoon], place: int) -> float:
    """The mean of the steps that some platoons shoot off a hex."""
    victims = b.units_at(place, 1 - platoons[0].side)
    return fire_odds(b, reckon(b, platoons, victims, place)).mean


def reaction_attack(b: Battle, group: list[Platoon], moving: list[Unit], place: int) -> Attack:
    """8.m Reaction fire at units that are, or would be, in a hex."""
    return reckon(b, group, list(moving), place, [platoon for platoon in group if not marked(platoon)])


def reaction_odds(b: Battle, group: list[Platoon], moving: list[Unit], place: int) -> tuple[Odds, ...]:
    """What the reaction of some platoons would do to units that enter a hex."""
    return shown(fire_odds(b, reaction_attack(b, group, moving, place)).outcomes)


def shown(outcomes: dict[str, Fraction]) -> tuple[Odds, ...]:
    return told_odds(outcomes.items(), worst=(KILLED, GONE, MELTED))


def fire_words(b: Battle, attack: Attack) -> tuple[str, str]:
    """Column and dice of an attack, and its divisor, in words."""
    column = b.scenario.rulebook.chart.columns[attack.column]
    shift = sum([note.amount for note in attack.modifiers])
    dice = f"2d6{shift:+d}" if shift else "2d6"
    return (f"FF {attack.ff}, column {column}, {dice}", f"divided by {attack.divisor}")


def fire_explained(b: Battle, attack: Attack) -> str:
    """7.3.d-h How the chart is read, for newcomers."""
    column = b.scenario.rulebook.chart.columns[attack.column]
    return (
        f"Fire factors (FF) add up and give the column, {column}. Two dice give the effect: the lower the roll, the "
        f"stronger. The ground divides it by {attack.divisor}, and what is left is the number of steps lost."
    )


def fire_view(b: Battle, attack: Attack) -> AttackView:
    """An attack at length: column, dice, divisor, and what can come of it."""
    odds = fire_odds(b, attack)
    found = dict(list(odds.outcomes.items())[:1])  # a step or more; then two, three, and what comes of that
    for steps in range(2, len(odds.steps)):
        if odds.steps[steps]:
            found[count(steps, "step") + " or more lost"] = sum(odds.steps[steps:], Fraction(0))
    outcomes = {text: chance for text, chance in (found | odds.outcomes).items() if chance}
    if not outcomes:
        outcomes = odds.outcomes
    dice, divided = fire_words(b, attack)
    return AttackView(
        dice,
        divided,
        (*factors(b, attack), *attack.modifiers),
        attack.divisor_notes,
        shown(outcomes),
        fire_explained(b, attack),
        against="Divisor",  # what the ground and the position add up to
    )


def check_view(morale: int, notes: Notes, text: str) -> AttackView:
    """A morale check at length."""
    return AttackView(f"2d6, {morale} or less", "", tuple(notes), (), shown({text: up_to(morale)}), title="Check")


WON, LOST, TIED = "the defender is beaten", "the assault is beaten", "a tie, and another roll"  # 15.2
CATCH = "An officer without platoons is lost as soon as a platoon enters his hex, if no fire stops it on the way."
FIGHT = (
    "Each side rolls two dice and adds its strength. The lower total loses: steps first, then the hex. The defenders "
    "may fire once before."
)
Strength = tuple[int, tuple[Modifier, ...]]


def fight_outcomes(
    b: Battle, mine: list[Unit], theirs: list[Unit], place: int
) -> tuple[Strength, Strength, dict[str, Fraction]]:
    """15.1, 15.2 The strengths of both sides, and what the first roll of their fight may bring."""
    one, two = strength(b, mine, place), strength(b, theirs, place, mine)
    outcomes: dict[str, Fraction] = {}
    for difference, chance in differences(one[0] - two[0]).items():
        text = verdict(b, difference)
        outcomes[text] = outcomes.get(text, Fraction(0)) + chance
    return (one, two, outcomes)


def differences(ahead: int) -> dict[int, Fraction]:
    """15.2 By how much the first roll of a fight is won or lost, with so much more strength, and how often."""
    found: dict[int, Fraction] = {}
    for first, p in enumerate(CHANCES, start=2):
        for second, q in enumerate(CHANCES, start=2):
            difference = first + ahead - second
            found[difference] = found.get(difference, Fraction(0)) + p * q
    return found


def fight_view(b: Battle, attackers: list[Unit], place: int) -> AttackView:
    """14.4, 15.2 An assault if all go in: the first roll of the fight unhurt, and the defensive fire before it."""
    defenders = b.units_at(place, 1 - attackers[0].side)
    (mine, notes), (theirs, against) = strength(b, attackers, place), strength(b, defenders, place, attackers)
    rolled = differences(mine - theirs)
    outcomes = {
        WON: sum([chance for by, chance in rolled.items() if by > 0], Fraction(0)),
        LOST: sum([chance for by, chance in rolled.items() if by < 0], Fraction(0)),
        TIED: rolled.get(0, Fraction(0)),
    }
    for sign, losers in ((1, "the defenders lose"), (-1, "the attackers lose")):
        heavy = [chance for by, chance in rolled.items() if by * sign > 0 and toll(b, abs(by))[0] > 1]
        outcomes[f"{losers} 2 steps or more"] = sum(heavy, Fraction(0))
    firers = [each for each in defenders if isinstance(each, Platoon) and not each.routed]
    if firers:
        fire = fire_odds(b, reckon_defensive(b, firers, attackers, place))
        outcomes["if the defenders fire first: a step or more lost"] = fire.outcomes[HURT]
    dice = (f"strength {mine} + 2d6", f"strength {theirs} + 2d6")
    return AttackView(*dice, notes, against, shown(outcomes), FIGHT)


def prey_of(b: Battle, decision: Decision, choice: Choice) -> list[Officer]:
    """6.2.f The enemy officers alone in a hex whom a move there catches."""
    if decision.kind != "march" or choice.do != "to" or b.move is None:
        return []
    place = b.ground.index.get(choice.to, -1)
    side = 1 - b.units[b.move.units[0]].side
    found = b.officers_at(place, side) if place >= 0 and not b.occupied[side] >> place & 1 else []
    return found if found and any(isinstance(b.units[index], Platoon) for index in b.move.units) else []


def verdict(b: Battle, difference: int) -> str:
    """15.2 What a difference means, in words."""
    lower, higher = toll(b, abs(difference))
    if not difference:
        return TIED
    return f"{WON if difference > 0 else LOST}, {count(lower, 'step')} to {higher}"


def attack_view(b: Battle, decision: Decision, choice: Choice) -> AttackView | None:
    """The odds of a choice; nothing where no dice are thrown."""
    attack = attack_meant(b, decision, choice)
    if attack is not None:
        return fire_view(b, attack)
    check = check_meant(b, decision, choice)
    if check is not None:
        return check_view(*check)
    if decision.kind == "action" and choice.do == "assault":
        place = b.ground.index[choice.to]
        return fight_view(b, going_in(b, place), place)
    return catch_view(prey_of(b, decision, choice))


def catch_view(prey: list[Officer]) -> AttackView | None:
    """6.2.f What a move does to officers alone; nothing where there are none."""
    if not prey:
        return None
    return AttackView("", odds=shown({f"{each.name} is {CAUGHT}": Fraction(1) for each in prey}), how=CATCH)


def chance_of(b: Battle, decision: Decision, choice: Choice) -> float | None:
    """The one number of a choice, quickly: that its fire does harm, its check is passed, its first fight is won."""
    attack = attack_meant(b, decision, choice)
    if attack is not None:
        return sum([ways for ways, _, hits in results(b, attack) if hits]) / WAYS
    check = check_meant(b, decision, choice)
    if check is not None:
        return float(up_to(check[0]))
    if decision.kind == "action" and choice.do == "assault":
        place = b.ground.index[choice.to]
        mine = going_in(b, place)
        theirs = b.units_at(place, 1 - mine[0].side)
        return first_roll(strength(b, mine, place)[0] - strength(b, theirs, place, mine)[0])
    return None


@lru_cache(maxsize=256)
def first_roll(ahead: int) -> float:
    """15.2 The chance to win the first roll of a fight with so much more strength."""
    rolls = [(first - second, p * q) for first, p in TWO_DICE for second, q in TWO_DICE]
    return sum([ways for difference, ways in rolls if difference + ahead > 0]) / WAYS**2


def going_in(b: Battle, place: int) -> list[Unit]:
    """14 Those who wait to assault a hex."""
    return [each for each in b.units if each.waiting == place and each.active]


def attack_meant(b: Battle, decision: Decision, choice: Choice) -> Attack | None:
    """The fire that a choice stands for; nothing where none is fired, or who fires is still to be named."""
    kind = decision.kind
    if kind == "fire group":
        return group_attack(b, choice)
    if kind == "defensive fire":
        if choice.do != "fire":
            return None
        side = b.side
        firers = [each for each in b.platoons_at(b.target, 1 - side) if not each.routed]
        return reckon_defensive(b, firers, b.units_at(b.target, side), b.target)
    if kind not in ("reaction", "action"):
        return None
    unit = b.find_unit(choice.piece)
    if not isinstance(unit, Platoon):
        return None
    place = b.ground.index.get(choice.to, b.aim)
    if kind == "reaction" and b.move is not None:
        group = meant(b, decision, choice)
        return reaction_attack(b, group, in_danger(b), place) if group else None
    if kind == "action" and choice.do in SHOTS:
        group = meant(b, decision, choice)
        return reckon(b, group, b.units_at(place, 1 - unit.side), place) if group else None
    return None


def check_meant(b: Battle, decision: Decision, choice: Choice) -> tuple[int, Notes, str] | None:
    """The morale that a choice is checked against, what went into it, and what is hoped for."""
    if decision.kind not in ("activation", "action"):
        return None
    notes: Notes = []
    unit = b.find_unit(choice.piece)
    if decision.kind == "activation" and isinstance(unit, Platoon):
        return activation_morale(b, unit, notes), notes, "activated"
    if decision.kind == "action" and choice.do == "rally" and isinstance(unit, Officer):
        return rally_morale(b, unit, b.unit(choice.to), notes), notes, "rallied"
    return None


def group_attack(b: Battle, choice: Choice) -> Attack:
    """7.1, 8.i The fire of a group with who joins it."""
    group = [b.platoons[i] for i in b.group]
    joining = b.find_unit(choice.piece)
    if isinstance(joining, Platoon):
        group.append(joining)
    reacts = group[0].side != b.side
    if choice.do == "all":
        group = everybody(b, group, joining_rule(b, reacts))
    if reacts and b.move is not None:
        return reaction_attack(b, group, in_danger(b), b.aim)
    return reckon(b, group, b.units_at(b.aim, 1 - group[0].side), b.aim)


def joining_rule(b: Battle, reacts: bool) -> Joining:
    """7.1, 8.i Who may join the fire group that is being gathered."""
    moving = in_danger(b)
    if reacts:
        return lambda group, platoon: may_react_with(b, group, platoon, moving)
    return lambda group, platoon: may_join(b, group, platoon, b.aim)


def meant(b: Battle, decision: Decision, choice: Choice) -> list[Platoon]:
    """7.1, 8.i The platoons that a choice lets fire; none where they are still to be named."""
    first = b.platoon(choice.piece)
    if choice.do == "alone":
        return [first]
    if decision.kind == "reaction":
        group = everybody(b, [first], joining_rule(b, True))
    else:
        group = fire_group(b, first, b.ground.index[choice.to])
    return group if choice.do == "volley" or len(group) == 1 else []
