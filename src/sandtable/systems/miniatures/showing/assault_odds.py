"""The odds of an assault before anybody commits to it: the fire at the charge, and the first strikes.

The charge is walked on a copy of the battle, along the rule's own paths. Whoever may fire at it fires once, with all
Teams that can, where on the way that brings the most hits; the owner of the chargers gives each hit to the Team most
likely to save. Of those who arrive the ones with the fewest enemies in reach strike first. No leader helps,
nobody fires before the charge, and no tank is stopped by terrain.
"""

from fractions import Fraction

from sandtable.systems.miniatures.rules.assault.charge import look_ahead, set_out
from sandtable.systems.miniatures.rules.assault.contact import foes
from sandtable.systems.miniatures.rules.assault.targets import met
from sandtable.systems.miniatures.rules.fire.gone_to_ground import observer_alone
from sandtable.systems.miniatures.rules.fire.save_numbers import save_number
from sandtable.systems.miniatures.rules.fire.saves import reroll_sign, skirts
from sandtable.systems.miniatures.rules.fire.to_hit import Shot
from sandtable.systems.miniatures.rules.leaders import Target, target_of
from sandtable.systems.miniatures.rules.movement.moves import lift
from sandtable.systems.miniatures.rules.movement.walking import stand_at, walk_along
from sandtable.systems.miniatures.rules.reactors import Reactor, chargers, moments
from sandtable.systems.miniatures.rules.sight import within
from sandtable.systems.miniatures.showing.charge_fire import NOBODY, ChargeFire, Fallen
from sandtable.systems.miniatures.showing.odds import (
    NONE,
    ONE,
    die_chance,
    exact_odds,
    hit_chance,
    planned,
    save_chance,
)
from sandtable.systems.miniatures.state.book import OPEN, TANK
from sandtable.systems.miniatures.state.pieces import Assault, Battle, Team, Unit, Walk

Moments = list[tuple[int, Reactor]]  # how far the charge has gone, and who may fire there


class Danger:
    """What one Unit, or an FO by himself, may do to a charge on its way."""

    __slots__ = ("lost", "name", "shots")

    def __init__(self, name: str, shots: list[Shot], lost: Fraction) -> None:
        self.name = name
        self.shots = shots
        self.lost = lost  # the chance that a Team or more falls


class AssaultOdds:
    """What can come of an assault up to the first strikes."""

    __slots__ = ("answered", "defence", "halted", "none_arrives", "others", "strikers", "taken")

    def __init__(self) -> None:
        self.defence: Danger | None = None  # the fire of the assaulted Unit
        self.others: list[Danger] = []  # who else may fire on the way
        self.halted = NONE  # 13.6-13.8
        self.none_arrives = NONE  # 13.4: those who would have got into contact have fallen
        self.strikers = 0  # if nobody falls
        self.taken: list[Fraction] = []  # chance of 0, 1, 2 ... enemy Teams taken off
        self.answered = NONE  # that the enemy then strikes back and takes off a Team or more, at most


def assault_odds(b: Battle, unit: Unit, target: Target, going: list[Team]) -> AssaultOdds | None:
    """The odds if these Teams charge; nothing where none of them gets into contact."""
    there = b.copy()
    unit, own = there.unit_at(unit.index), [there.teams[team.index] for team in going]
    enemies = [there.teams[team.index] for team in target.teams]
    way = on_their_way(there, unit, Target(target.key, there.unit_at(target.unit.index), enemies), own)
    stand_at(there, way, way.far)
    if not any(met(there, team, enemies) for team in own):
        return None
    found = AssaultOdds()
    arriving: dict[Fallen, Fraction] = {NOBODY: ONE}
    for places in who_fires(there, way).values():
        gone, each = max(places, key=lambda place: expected_hits(there, way, *place))
        mark, shots = shooting_at(there, way, gone, each)
        if not shots:
            continue
        danger = Danger(each.name, shots, ONE - exact_odds(there, shots, mark).lost[0])
        if not each.defends:
            found.others.append(danger)
        elif found.defence is None:
            found.defence = danger
            arriving = ChargeFire(there, mark, shots).goes_on()
    stand_at(there, way, way.far)
    found.halted = ONE - sum(arriving.values(), NONE)
    strike_all(there, found, own, enemies, arriving)
    return found


def on_their_way(b: Battle, unit: Unit, target: Target, going: list[Team]) -> Walk:
    """13.3 The charge sets out, each Team by its own path."""
    guests = [team.index for team in target.teams if team not in b.teams_of(target.unit)]
    indices = [team.index for team in going]
    b.assault = Assault(unit.index, target.unit.index, indices, guests, observer_alone(target))
    paths: dict[int, tuple[tuple[int, int], ...]] = {}
    for team in going:
        if not met(b, team, target.teams):
            set_out(b, team, target.teams, 0, paths)
    for index, path in paths.items():
        look_ahead(b.teams[index], path)
        lift(b.teams[index])
    b.walk = walk_along(b, unit, paths, charge=True)
    return b.walk


# Fire on the way (13.5) --------------------------------------------------------------------------


def who_fires(b: Battle, way: Walk) -> dict[tuple[str, str], Moments]:
    """13.5, 7.1 All who may fire at the charge, and where each of them can for the first or the last time."""
    found: dict[tuple[str, str], Moments] = {}
    for gone, reacting in list(moments(b, way)):
        for each in reacting:
            if each.teams:
                found.setdefault((each.name, each.key), []).append((gone, each))
    return found


def shooting_at(b: Battle, way: Walk, gone: int, firing: Reactor) -> tuple[Target, list[Shot]]:
    """Whom they fire at there, and their shots."""
    stand_at(b, way, gone)
    mark = chargers(b, way) if firing.defends else target_of(b, firing.key)
    return mark, planned(b, firing.teams, mark, firing.kind, False)


def expected_hits(b: Battle, way: Walk, gone: int, firing: Reactor) -> Fraction:
    """The mean number of hits there."""
    _, shots = shooting_at(b, way, gone, firing)
    return sum([shot.dice * hit_chance(b, shot) for shot in shots], NONE)


# The first strikes (13.10, 13.19) ----------------------------------------------------------------


def strike_all(
    b: Battle, found: AssaultOdds, going: list[Team], enemies: list[Team], arriving: dict[Fallen, Fraction]
) -> None:
    """13.9, 13.10 What the strikes of those who arrive take off, by who has fallen on the way; then the answer."""
    unit = b.unit_of(going[0])
    foe = enemies[0]
    back = max([kill_chance(b, enemy, team) for enemy in enemies for team in foes(enemy, going)], default=NONE)
    stands = die_chance(max(2, b.unit_of(foe).training.check), False)  # 13.12
    found.taken = [NONE] * (len(enemies) + 1)
    for fallen, chance in arriving.items():
        left = [team for team in going if team.index not in fallen]
        if not any(met(b, team, enemies) for team in left):
            found.none_arrives += chance
            continue
        strikers = [team for team in b.teams_of(unit) if team.index not in fallen]
        for taken, part in enumerate(strike_chances(b, strikers, enemies)):
            found.taken[taken] += chance * part
            found.answered += chance * part * stands * (ONE - (ONE - back) ** (len(enemies) - taken))
    found.strikers = len([team for team in b.teams_of(unit) if in_reach(b, team, enemies)])


def in_reach(b: Battle, striker: Team, enemies: list[Team]) -> list[Team]:
    """13.10, 13.20 Whom a Team may strike at."""
    return [enemy for enemy in foes(striker, enemies) if within(striker, enemy, b.land.numbers["strike"])]


def strike_chances(b: Battle, strikers: list[Team], enemies: list[Team]) -> list[Fraction]:
    """How likely 0, 1, 2 ... enemies are taken off."""
    rows = [(striker, [enemies.index(each) for each in in_reach(b, striker, enemies)]) for striker in strikers]
    rows = sorted([row for row in rows if row[1]], key=lambda row: len(row[1]))
    wanted = [sum([number in reach for _, reach in rows]) for number in range(len(enemies))]
    standing: dict[frozenset[int], Fraction] = {frozenset(): ONE}  # by whom has been taken off
    for striker, reach in rows:
        after: dict[frozenset[int], Fraction] = {}
        for taken, chance in standing.items():
            among = [number for number in reach if number not in taken]
            if not among:
                after[taken] = after.get(taken, NONE) + chance
                continue
            victim = min(among, key=lambda number: wanted[number])
            kills = kill_chance(b, striker, enemies[victim])
            after[taken] = after.get(taken, NONE) + chance * (ONE - kills)
            more = taken | {victim}
            after[more] = after.get(more, NONE) + chance * kills
        standing = after
    found = [NONE] * (len(enemies) + 1)
    for taken, chance in standing.items():
        found[len(taken)] += chance
    return found


def kill_chance(b: Battle, striker: Team, victim: Team) -> Fraction:
    """13.10, 13.19 How likely one strike takes an enemy off: a check; against tanks saves and damage."""
    passes = die_chance(max(2, b.unit_of(striker).training.check), False)  # 3.1: a 1 never passes
    if victim.type.kind != TANK:
        return passes
    weapon = striker.type.weapon
    assert weapon is not None
    ran = b.unit_of(victim).ran
    if victim.type.soft_skinned:
        hurt = passes * (ONE - save_chance(save_number(b, victim, True, OPEN), reroll_sign(ran, False)))
    else:
        saved = save_chance(victim.type.flank, reroll_sign(ran, skirts(victim, weapon)))
        hurt = passes * (ONE - saved) * die_chance(b.land.numbers["damage_destroyed"], False)
    return ONE - (ONE - hurt) ** weapon.ta
