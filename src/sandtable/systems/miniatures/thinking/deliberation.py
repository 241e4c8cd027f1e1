"""What is thought over at length: whom to activate, what it does, when to fire in reaction, when to lie low."""

from sandtable.systems.miniatures.rules.fire.to_hit import MOVED, NORMAL, OVERWATCH, REACTION
from sandtable.systems.miniatures.rules.leaders import find_target
from sandtable.systems.miniatures.rules.movement.walking import stand_at
from sandtable.systems.miniatures.rules.reactors import moments
from sandtable.systems.miniatures.rules.sight import sees, within
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.thinking.fire_estimate import promise, volley
from sandtable.systems.miniatures.thinking.plans import schemes, storms
from sandtable.systems.miniatures.thinking.promises import pass_chance
from sandtable.systems.miniatures.thinking.survey import Menace, Survey
from sandtable.systems.miniatures.thinking.weights import (
    DOUBT,
    HOLD_FIRE,
    LATE,
    PATIENCE,
    REACT,
    RISK,
    START,
    THREAT,
    WAITING,
)
from sandtable.table.decision import Decision
from sandtable.table.scheme import Scheme


def considered(b: Battle, decision: Decision) -> list[Scheme]:
    """What a player with more time weighs: what to do and whom to activate, with what the enemy could do in mind."""
    if decision.kind == "action":
        return schemes(b, decision, None, Menace(b))
    if decision.kind == "initiative":
        return ordered(b, schemes(b, decision, None))
    return []


def answers(b: Battle, decision: Decision) -> list[Scheme]:
    """What could be done about what the enemy does, with what each promises; nothing at other questions."""
    if decision.kind == "reaction":
        return reactions(b, decision)
    if decision.kind == "going to ground":
        return grounds(b, decision)
    return []


def doubt(decision: Decision) -> float:
    """How far promises may be wrong: much where an assault is possible."""
    return DOUBT if decision.kind == "action" and any(each.do == "assault" for each in decision.options()) else 0.0


# Whom to activate --------------------------------------------------------------------------------


def ordered(b: Battle, found: list[Scheme]) -> list[Scheme]:
    """1.3 Who gains most for the risk of losing the Initiative goes first."""
    menace = Menace(b)
    row = []
    for scheme in found:
        choice = scheme.first
        unit = b.find_unit(choice.piece) if choice is not None and choice.do == "activate" else None
        value = scheme.promise
        if unit is not None:
            value = hopes(b, unit, menace) / (RISK + 1 - pass_chance(b, unit))
        row.append(Scheme(scheme.label, scheme.orders, choice, value))
    return row


def hopes(b: Battle, unit: Unit, menace: Menace) -> float:
    """What a Unit may hope for from its activation, by fire or storm."""
    survey = Survey(b, unit, menace)
    plain = survey.best_shot(NORMAL)[0]
    aimed = survey.best_shot(NORMAL, True)[0]
    best = max([aimed, *[idea.value for idea in storms(survey, 0.0)]])
    chance = pass_chance(b, unit)
    return START + chance * best + (1 - chance) * plain


# Reaction ----------------------------------------------------------------------------------------


def reactions(b: Battle, decision: Decision) -> list[Scheme]:
    """7.1 Who fires now. Who shoots better farther on the way waits; who lies low thinks of what it would show."""
    way = b.walk
    if way is None or way.charge:
        return []
    menace = Menace(b)
    mover = b.unit_at(way.unit)
    options = decision.options()
    hold = options[0]
    found = [Scheme("Hold fire", {}, hold, HOLD_FIRE)]
    twin = b.copy()
    to_come = [gone for gone, _ in moments(twin, twin.walk)] if twin.walk is not None else []
    for choice in options:
        unit = b.find_party(choice.piece)
        if choice.do != "react" or unit is None:
            continue
        survey = Survey(b, unit, menace)
        now = shot(survey, choice.to, way.gone)
        if now <= 0:
            continue
        words = f"{unit.name} fires at {mover.name}"
        later = max([shot(survey, choice.to, gone) for gone in to_come], default=0.0)
        if later > PATIENCE * now:
            found.append(Scheme(f"{words} farther on", {}, hold, WAITING * later))
            continue
        quiet = survey.threat()
        survey.fires()
        shown = max(0.0, survey.threat() - quiet)
        found.append(Scheme(words, {}, choice, now - THREAT * shown))
    return found


def shot(survey: Survey, key: str, gone: int) -> float:
    """What fire in reaction promises when the Move has come so far."""
    b, unit = survey.b, survey.unit
    way, target = b.walk, find_target(b, key)
    if target is None or way is None:
        return 0.0
    stand_at(b, way, gone)
    ready = [team for team in survey.teams if not team.markers and team.last_fire != b.initiative]
    if not unit.overwatch:
        moving = [b.teams[index] for index in way.paths]
        ready = [team for team in ready if in_reach(b, team, moving)]
    kind = OVERWATCH if unit.overwatch else REACTION
    danger = survey.danger(target.unit)
    value = promise(volley(b, ready, target.unit, target.teams, kind, how=survey.how), danger) if ready else 0.0
    stand_at(b, way, way.gone)
    return value


def in_reach(b: Battle, team: Team, moving: list[Team]) -> bool:
    """7.1 Near enough to one who moves, and sees him."""
    limit = b.land.numbers["reaction"]
    return any(within(team, each, limit) and sees(b, team, each) for each in moving)


# Going to ground ---------------------------------------------------------------------------------


def grounds(b: Battle, decision: Decision) -> list[Scheme]:
    """6.25 What lying low saves, in this shooting and in those to come, against what the Unit could still do."""
    unit = b.find_party(decision.piece)
    if unit is None or unit.index < 0 or b.walk is not None or b.acting.side == unit.side:
        return []
    menace = Menace(b)
    survey = Survey(b, unit, menace)
    up = harm(survey)
    survey.unit.ground = True
    for team in survey.teams:
        team.upright = False
    low = harm(survey)
    survey.unit.ground = False
    lost = REACT * survey.best_shot(NORMAL)[0] if unit.activated else hopes(b, unit, menace)
    ground, stay = decision.options()
    return [
        Scheme(f"{unit.name} stays up", {}, stay, LATE * lost - up),
        Scheme(f"{unit.name} goes to ground", {}, ground, -low),
    ]


def harm(survey: Survey) -> float:
    """What is done to the Unit by the shooting that begins, and by those who are still to act in this round."""
    b, unit = survey.b, survey.unit
    marks, danger, firer = b.teams_of(unit), survey.danger(unit), b.acting
    kind = MOVED if b.shifted else NORMAL
    firing = [team for team in b.all_of(firer) if not team.markers]
    total = promise(volley(b, firing, unit, marks, kind, b.action == "aimed fire", how=survey.how), danger)
    for enemy, teams in survey.enemies:
        if teams and not enemy.activated and enemy is not firer:
            total += THREAT * promise(volley(b, teams, unit, marks, NORMAL, how=survey.how), danger)
    return total
