"""The quick policy: what a computer player answers without trying anything out."""

from sandtable.systems.miniatures.rules.activation import waiting
from sandtable.systems.miniatures.rules.fire.to_hit import MOVED, NORMAL, OVERWATCH, REACTION
from sandtable.systems.miniatures.rules.leaders import find_target
from sandtable.systems.miniatures.state.book import COAX, MAIN
from sandtable.systems.miniatures.state.pieces import END, Battle, Unit
from sandtable.systems.miniatures.thinking.assault_estimate import storm_promise
from sandtable.systems.miniatures.thinking.barrage_estimate import best_mission
from sandtable.systems.miniatures.thinking.fire_estimate import better_gun, promise, volley
from sandtable.systems.miniatures.thinking.plans import AT, ideas, move_in, picks, target_in
from sandtable.systems.miniatures.thinking.shortlist import THUMBS, volleys
from sandtable.systems.miniatures.thinking.survey import Survey
from sandtable.systems.miniatures.thinking.weights import DEAR, QUICK_SHOT, REACTIONS
from sandtable.systems.miniatures.thinking.worth import team_worth, unit_stake
from sandtable.table.decision import Choice, Decision, IllegalChoice
from sandtable.table.scheme import Scheme


def follow(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """What is answered with this plan in mind, or by rules of thumb."""
    answer = ANSWERS.get(decision.kind)
    if answer is not None:
        return answer(b, decision, scheme)
    options = decision.options()
    rule = THUMBS.get(decision.kind)
    return rule(b, options) if rule is not None else options[0]


def activate(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """The Unit that promises most."""
    return picks(b, decision.options())[0][2]


def act(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """The action of the plan, or the best idea."""
    options = decision.options()
    unit = b.acting
    wanted = scheme.orders.get(unit.key, "").partition(AT)[0] if scheme is not None else ""
    wanted = wanted or ideas(b, unit, [choice.do for choice in options])[0].action
    return next((choice for choice in options if choice.do == wanted), options[-1])


def go(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """To the places of the plan if that is still possible; else where the Unit stands best."""
    unit = b.acting
    planned = move_in(scheme, unit, b)
    if planned is not None:
        try:
            decision.check(planned)
            return planned
        except IllegalChoice:
            pass
    survey = Survey(b, unit)
    survey.unit.ran = unit.ran
    options = decision.options()
    best, most = options[-1], -1e9
    for choice in options:
        survey.put(choice)
        value = survey.standing() - REACTIONS * survey.reaction()
        if b.action == "move and fire":
            value += survey.best_shot(MOVED if choice.at else NORMAL)[0]
        if value > most:
            best, most = choice, value
        survey.reset()
    return best


def aim_at(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """All who can at the target of the plan, or at the one that promises most."""
    options = decision.options()
    unit = b.find_party(decision.piece)
    if unit is None:
        return options[-1]
    wanted = target_in(scheme, unit)
    best, most = options[-1], 0.0
    for choice in volleys(options):
        target = find_target(b, choice.to)
        if target is None:
            continue
        if choice.to == wanted:
            return choice
        teams = [team for team in b.all_of(unit) if not team.markers and choice.piece in ("", team.id)]
        kind = MOVED if b.shifted else NORMAL
        value = promise(volley(b, teams, target.unit, target.teams, kind, b.action == "aimed fire", True))
        if value >= most:
            best, most = choice, value
    return best


def react(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """The Unit that does most fires first."""
    options = decision.options()
    best, most = options[0], QUICK_SHOT
    for choice in options:
        target = find_target(b, choice.to)
        unit = b.find_party(choice.piece)
        if choice.do != "react" or unit is None or target is None:
            continue
        teams = [team for team in b.all_of(unit) if not team.markers and team.last_fire != b.initiative]
        value = promise(volley(b, teams, target.unit, target.teams, OVERWATCH if unit.overwatch else REACTION))
        if value > most:
            best, most = choice, value
    return best


def storm(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """13.1 The Unit that the plan names, or the one that promises most."""
    options = decision.options()
    wanted = target_in(scheme, b.acting)

    def gain(choice: Choice) -> float:
        enemy = b.find_unit(choice.to)
        if choice.to == wanted:
            return 1e9
        return -1.0 if enemy is None else storm_promise(b, b.acting, enemy)

    return max(options, key=gain)


def load(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """16.6 The gun that does more to the target."""
    options = decision.options()
    team = b.team(options[0].piece)
    unit = b.unit_of(team)
    if b.walk is not None and b.unit_at(b.walk.unit).side != team.side:
        enemy: Unit | None = b.unit_at(b.walk.unit)
    else:
        enemy = b.find_unit(target_in(scheme, unit)) or b.find_unit(Survey(b, unit).best_shot(NORMAL)[1])
    if enemy is None:
        return options[0]
    place = better_gun(b, team, enemy, b.all_of(enemy))
    return next(choice for choice in options if choice.do == {MAIN: "main", COAX: "coax"}[place])


def roll_again(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """14.9, 14.10 The CC does not risk himself for a few men, nor his word for a shell while others are to act."""
    options = decision.options()
    unit = b.find_unit(options[0].piece)
    if unit is None:
        return options[0]
    if b.phase == END:
        worth = unit_stake(b, unit.side) + sum([team_worth(team) for team in b.all_of(unit)])
        return options[0] if worth >= DEAR else options[-1]
    others = [each for each in waiting(b, unit.side) if each.index != b.active]
    return options[-1] if b.action == "barrage" and others else options[0]


def shell(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """15.3, 15.5 The observer and the mark of the best barrage."""
    options = decision.options()
    best = best_mission(b, b.acting)
    if decision.kind == "mission":
        wanted = Choice("barrage", best.observer)
    else:
        wanted = Choice("target", best.mark)
    return wanted if wanted in options else THUMBS[decision.kind](b, options)


ANSWERS = {
    "initiative": activate,
    "action": act,
    "move": go,
    "fire": aim_at,
    "reaction": react,
    "assault target": storm,
    "main or coax": load,
    "reroll": roll_again,
    "mission": shell,
    "range in": shell,
}
