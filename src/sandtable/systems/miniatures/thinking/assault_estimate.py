"""What an assault promises, worked out from means: whether it is halted, who falls, who is caught breaking off."""

from sandtable.systems.miniatures.rules.assault.contact import foes
from sandtable.systems.miniatures.rules.assault.targets import allowance, may_charge
from sandtable.systems.miniatures.rules.fire.to_hit import OVERWATCH, REACTION
from sandtable.systems.miniatures.rules.sight import distance2, within
from sandtable.systems.miniatures.state.book import GUN, TANK
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.thinking.chances import check_chance, destroyed, misses, only_suppressed, tail
from sandtable.systems.miniatures.thinking.fire_estimate import Volley, volley
from sandtable.systems.miniatures.thinking.weights import CAUGHT, ENDURE, FULL_BLOW, HUNTED, MARKER, WEAK_BLOW
from sandtable.systems.miniatures.thinking.worth import lost_worth, team_worth


def storm_promise(b: Battle, unit: Unit, enemy: Unit, how: type[Volley] | None = None) -> float:
    """What a Unit gains by assaulting an enemy Unit from where it stands."""
    defenders = b.teams_of(enemy)
    chargers = [team for team in b.teams_of(unit) if may_charge(team) and reaching(b, team, defenders)]
    if not chargers:
        return -1.0
    halted, price = defence(b, unit, enemy, chargers, how)
    return (1 - halted) * melee(b, unit, enemy, chargers, defenders) - price


def reaching(b: Battle, team: Team, enemies: list[Team]) -> bool:
    """13.3 Whether a Team gets to an enemy it may fight, as the crow flies."""
    far = allowance(b, team)
    return any(distance2(team, each) <= (far + team.radius + each.radius) ** 2 for each in foes(team, enemies))


def defence(
    b: Battle, unit: Unit, enemy: Unit, chargers: list[Team], how: type[Volley] | None = None
) -> tuple[float, float]:
    """13.5-13.8 How likely the charge is halted, and what all fire at it costs."""
    armored = all(team.type.armored for team in chargers)
    kept = [team.moved for team in chargers]
    for team in chargers:
        team.moved = True  # in the open, if it is
    halted = price = 0.0
    number = b.land.numbers
    limit = number["reaction"]
    for each in b.company(enemy.side):
        kind = OVERWATCH if each.overwatch else REACTION
        ready = [
            team
            for team in b.all_of(each)
            if not team.markers
            and team.last_fire != b.initiative
            and (each.overwatch or any(within(team, charger, limit) for charger in chargers))
        ]
        fire = volley(b, ready, unit, chargers, kind, how=how) if ready else None
        if fire is None:
            continue
        price += fire.gained
        if each is enemy:
            results = fire.killed + fire.shaken / team_worth(chargers[0])
            halted = tail(results, number["halt_results"]) if armored else tail(fire.hits, number["halt_hits"])
    for team, was in zip(chargers, kept, strict=True):
        team.moved = was
    return halted, price


def melee(b: Battle, unit: Unit, enemy: Unit, chargers: list[Team], defenders: list[Team]) -> float:
    """13.10-13.18 Strikes, and then a counter-attack or those who are caught breaking off."""
    strong = check_chance(b, unit.training.check)
    stand = check_chance(b, enemy.training.check)
    if all(team.type.kind == TANK for team in defenders):
        return tank_hunt(b, unit, chargers, defenders)
    struck = min(ENDURE * len(chargers) * strong, float(len(defenders)))
    left = len(defenders) - struck
    caught = CAUGHT * left * (1 - stand)
    losses = stand * counter(b, chargers, defenders, left, stand)
    worth = sum([team_worth(team) for team in defenders]) / len(defenders)
    lost = min(struck + caught, float(len(defenders)))
    gain = lost * worth + lost_worth(b, enemy, lost) + MARKER * min(lost, len(defenders) - lost) * worth
    cost = losses * team_worth(chargers[0]) + lost_worth(b, unit, losses)
    return gain - cost


def counter(b: Battle, chargers: list[Team], defenders: list[Team], left: float, stand: float) -> float:
    """13.14, 13.19 How many chargers fall to those who strike back."""
    if chargers[0].type.armored:
        blows = sum([team.type.weapon.ta for team in defenders if team.type.weapon is not None]) / len(defenders)
        fails = misses(chargers[0].type.flank)
        return left * blows * stand * fails * destroyed(b)
    fighters = sum([team.type.kind != GUN for team in defenders]) / len(defenders)
    return min(left * (WEAK_BLOW + FULL_BLOW * fighters) * stand, float(len(chargers)))


def tank_hunt(b: Battle, unit: Unit, chargers: list[Team], defenders: list[Team]) -> float:
    """13.19 Infantry at tanks: some are knocked out, some suppressed."""
    strong = check_chance(b, unit.training.check)
    blows = sum([team.type.weapon.ta for team in chargers if team.type.weapon is not None]) * strong * ENDURE
    fails = misses(defenders[0].type.flank)
    lost = min(blows * fails * destroyed(b), float(len(defenders)))
    worth = team_worth(defenders[0])
    enemy = b.unit_of(defenders[0])
    shaken = min(blows * fails * only_suppressed(b), len(defenders) - lost)
    risk = HUNTED * (len(defenders) - lost) * check_chance(b, enemy.training.check)
    return lost * worth + lost_worth(b, enemy, lost) + MARKER * shaken * worth - risk * team_worth(chargers[0])
