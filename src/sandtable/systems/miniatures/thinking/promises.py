"""What computer players need: how a side stands, which options deserve a thought, and what the main ones promise."""

import math

from sandtable.systems.miniatures.rules.fire.shooting import MOVED, NORMAL, OVERWATCH, REACTION, able, targets_for
from sandtable.systems.miniatures.rules.indirect_fire.barrage import missions
from sandtable.systems.miniatures.rules.leaders import Target, target_of
from sandtable.systems.miniatures.rules.movement.move_plan import judge_move
from sandtable.systems.miniatures.rules.sight import area_cover, distance2, sees, within, within_point
from sandtable.systems.miniatures.rules.suppression import penalty
from sandtable.systems.miniatures.rules.victory import score
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import CC, FO
from sandtable.systems.miniatures.thinking.worth import costs_a_gun, is_battery, team_worth, unit_worth, volley
from sandtable.table.decision import Choice, Decision

POINT = 1.2  # an objective controlled
GUARD = 0.4  # a Team near an objective, the enemy not
APPROACH = 0.02  # for each inch that a Unit is from what it is after
HOLDING = 0.25  # how much of that counts for a side that is ahead
COVER = 0.02  # a Team in cover
EXPOSED = 0.12  # of the worth of a Team, for each enemy that could fire at it
PROMISE = 0.7  # what a volley that may follow is worth now

# How a side stands -------------------------------------------------------------------------------


def evaluate(b: Battle, side: int) -> float:
    """Both companies, the objectives, and how near each Unit is to what it is after."""
    return standing(b, side) - standing(b, 1 - side)


def standing(b: Battle, side: int) -> float:
    """What one side has."""
    total = 0.0
    keen = APPROACH * (HOLDING if ahead_now(b, side) else 1.0)
    for unit in b.company(side):
        total += unit_worth(b, unit)
        if unit.pl < 0:
            total -= 0.1
        if unit.overwatch:
            total += 0.05
        if not is_battery(unit, b):
            total -= keen * way_to_go(b, unit)
        for team in b.all_of(unit):
            if area_cover(b, team):
                total += COVER
    cc = b.cc(side)
    if cc is not None:
        total += team_worth(cc) + 0.3
    reach = b.land.numbers["objective"]
    for number, objective in enumerate(b.scenario.objectives):
        if b.holders[number] == side:
            total += POINT * objective.points
        near = [team for team in b.on_table() if within_point(team, *objective.at, reach)]
        if any(team.side == side and team.role not in (CC, FO) for team in near):
            alone = all(team.side == side for team in near)
            total += GUARD * objective.points * (1.0 if alone else 0.5)
    return total


def ahead_now(b: Battle, side: int) -> bool:
    """Whether a side would win if the battle ended now."""
    return score(b, side) > score(b, 1 - side)


def way_to_go(b: Battle, unit: Unit) -> float:
    """Inches from the Unit to the objective it is after."""
    wanted = [each.at for number, each in enumerate(b.scenario.objectives) if b.holders[number] != unit.side]
    wanted = wanted or [each.at for each in b.scenario.objectives]
    if not wanted:
        return 0.0
    teams = b.teams_of(unit)
    best = min([(team.x - x) ** 2 + (team.y - y) ** 2 for x, y in wanted for team in teams])
    return math.sqrt(best) / 100


# What the main choices promise -------------------------------------------------------------------


def expected(b: Battle, decision: Decision, choice: Choice, side: int) -> float | None:
    """The present worth and what a choice promises; None where dice must tell."""
    kind = decision.kind
    if kind == "initiative":
        return pick_promise(b, choice)
    if kind == "action":
        unit = b.unit(choice.piece)
        return None if unit is None else action_promise(b, unit, choice.do)
    if kind == "move":
        return move_promise(b, b.acting, choice)
    if kind in ("fire", "reaction"):
        return fire_promise(b, decision, choice)
    return None


def pick_promise(b: Battle, choice: Choice) -> float:
    """Who can shoot now goes first, and who is likely to pass."""
    unit = b.unit(choice.piece)
    if unit is None:
        return 0.3 if choice.do == "appoint" and not costs_a_gun(b, choice) else -0.5
    need = unit.training.check + penalty(b, unit)
    chance = max(0, 7 - need) / 6
    return chance * (0.1 + best_volley(b, unit, NORMAL)) + 0.02 * len(b.all_of(unit))


def best_volley(b: Battle, unit: Unit, kind: int, aimed: bool = False) -> float:
    """The best that the Unit can do by firing at one target from where it stands."""
    ready = [team for team in b.all_of(unit) if not team.markers]
    best = 0.0
    for target in targets_for(b, unit.side):
        teams = [team for team in ready if able(b, team, target)]
        if teams:
            best = max(best, volley(b, teams, target, kind, aimed))
    return best


def action_promise(b: Battle, unit: Unit, action: str) -> float:
    """A rule of thumb for each action."""
    gain = APPROACH * (HOLDING if ahead_now(b, unit.side) else 1.0)
    step = min([team.type.move for team in b.teams_of(unit)]) / 100
    on_the_way = 0.0 if is_battery(unit, b) else gain * min(step, way_to_go(b, unit))
    watched = exposure(b, unit)
    if action == "fire and move":
        return best_volley(b, unit, NORMAL) + on_the_way * 0.9
    if action == "move and fire":
        return on_the_way + PROMISE * best_volley(b, unit, MOVED) + 0.01
    if action == "run":
        return 1.8 * on_the_way - 0.6 * watched
    if action == "aimed fire":
        return best_volley(b, unit, NORMAL, True)
    if action == "move":
        return on_the_way - 0.2 * watched
    if action == "fire":
        return best_volley(b, unit, NORMAL) + 0.01
    if action == "overwatch":
        return 0.06 if ahead_now(b, unit.side) else 0.02
    if action == "dig in":
        fresh = sum([not team.dug_in for team in b.all_of(unit)])
        return 0.03 * fresh * (1.0 if ahead_now(b, unit.side) else 0.3) + 0.3 * watched
    if action == "barrage":
        return 0.35 if any(mission.do == "barrage" for mission in missions(b, unit)) else 0.0
    if action == "assault":
        return assault_promise(b, unit)
    return 0.0


def assault_promise(b: Battle, unit: Unit) -> float:
    """The men against the nearest enemy Unit that could be reached."""
    chargers = [team for team in b.teams_of(unit) if not team.type.turns or team.type.kind == TANK]
    if not chargers:
        return 0.0
    strong = sum([team.type.armored for team in chargers])
    enemy = min(
        b.company(1 - unit.side),
        key=lambda each: min([(t.x - chargers[0].x) ** 2 + (t.y - chargers[0].y) ** 2 for t in b.teams_of(each)]),
    )
    defenders = b.teams_of(enemy)
    odds = (7 - unit.training.check) / 6
    ours, theirs = len(chargers) + strong, sum([not team.markers for team in defenders])
    if ours < 1.5 * theirs or any(team.type.armored for team in defenders):
        return -0.2
    return odds * min(len(chargers), len(defenders)) * 0.12 - 0.05 * theirs


def exposure(b: Battle, unit: Unit) -> float:
    """What the enemies who see the Unit within reach of reaction fire might cost it."""
    limit = b.land.numbers["reaction"]
    total = 0.0
    enemies = [team for team in b.on_table(1 - unit.side) if not team.markers and team.type.mounts]
    for team in b.all_of(unit):
        for enemy in enemies:
            if within(team, enemy, limit) and harms(enemy, team) and sees(b, team, enemy):
                total += EXPOSED * team_worth(team) * (0.5 if area_cover(b, team) else 1.0)
    return total


def harms(firer: Team, mark: Team) -> bool:
    """9.3 Whether it has anything that can hurt."""
    return not mark.type.armored or any(mount.weapon.at for mount in firer.type.mounts)


def move_promise(b: Battle, unit: Unit, choice: Choice) -> float:
    """How the side would stand with the Unit in its new places, under fire and with what it could fire at."""
    twin = b.copy()
    here = twin.acting
    if choice.do == "move":
        plan = judge_move(b, unit, choice)
        for index, path in plan.paths.items():
            twin.teams[index].x, twin.teams[index].y = path[-1]
            twin.teams[index].dug_in = False
            twin.teams[index].moved = True
        for index, place in plan.placed.items():
            twin.teams[index].x, twin.teams[index].y = place
        for index, stance in plan.stances.items():
            team = twin.teams[index]
            team.hx, team.hy, team.tx, team.ty = stance
    value = standing(twin, unit.side) - exposure(twin, here)
    if unit.index < 0:
        return value
    return value + (1.0 if b.action == "move and fire" else 0.3) * best_volley(twin, here, MOVED)


def fire_promise(b: Battle, decision: Decision, choice: Choice) -> float | None:
    """What a target promises; holding fire promises nothing."""
    if choice.do in ("pass", "done"):
        return 0.01
    if decision.kind == "reaction":
        unit = b.unit(choice.piece) or next((each for each in b.commands if each.key == choice.piece), None)
        kind = OVERWATCH if unit is not None and unit.overwatch else REACTION
    else:
        unit = unit_asked(b, decision)
        kind = MOVED if b.shifted else NORMAL
    target = target_on_table(b, choice.to)
    if unit is None or target is None:
        return None
    teams = [team for team in b.all_of(unit) if not team.markers and able(b, team, target)]
    return volley(b, teams, target, kind)


def unit_asked(b: Battle, decision: Decision) -> Unit | None:
    """The Unit that a question is about."""
    return b.unit(decision.piece) or next((each for each in b.commands if each.key == decision.piece), None)


def target_on_table(b: Battle, key: str) -> Target | None:
    found = target_of(b, key)
    if found is None:
        unit = next((each for each in b.commands if each.key == key and b.all_of(each)), None)
        return None if unit is None else Target(key, unit, b.all_of(unit))
    return found


# Which options deserve a thought -----------------------------------------------------------------


def shortlist(b: Battle, decision: Decision) -> list[Choice]:
    """A few options, or one where a rule of thumb is good enough."""
    options = decision.options()
    rule = THUMBS.get(decision.kind)
    if rule is not None:
        return [rule(b, options)]
    if decision.kind == "fire":
        return [choice for choice in options if not choice.piece]
    if decision.kind == "reaction":
        return [choice for choice in options if choice.do != "select"]
    if decision.kind == "initiative":
        return [choice for choice in options if choice.do in ("activate", "appoint")] or options[-1:]
    return options


def firepower(team: Team | None) -> int:
    """The dice of its best weapon."""
    return max([mount.weapon.fp for mount in team.type.mounts], default=0) if team is not None else 0


def cheapest(b: Battle, options: list[Choice]) -> Choice:
    """Hits and markers go where they hurt least."""
    return min(options, key=lambda choice: worth_of(b, choice.piece))


def dearest(b: Battle, options: list[Choice]) -> Choice:
    """Relief, and fire that is directed, for the Team that shoots best."""
    return max(options, key=lambda choice: firepower(b.team(choice.piece)))


def hardest_blow(b: Battle, options: list[Choice]) -> Choice:
    """At the best target."""
    return max(options, key=lambda choice: worth_of(b, choice.to or choice.piece))


def worth_of(b: Battle, id: str) -> float:
    team = b.team(id)
    return team_worth(team) if team is not None else 0.0


def try_again(b: Battle, options: list[Choice]) -> Choice:
    """A CC uses his word when it is asked for."""
    return options[0]


def leave_it(b: Battle, options: list[Choice]) -> Choice:
    """A check that has passed is not risked for a 6, which helps the enemy as well."""
    return options[0]


def best_aim(b: Battle, options: list[Choice]) -> Choice:
    """At tanks, or with most dice."""
    return max(options, key=lambda choice: (choice.to == "tank", choice.number))


def lie_low(b: Battle, options: list[Choice]) -> Choice:
    """A side that is ahead goes to ground, unless the Unit could still shoot well."""
    unit = b.unit(options[0].piece)
    if unit is None or not ahead_now(b, unit.side) or best_volley(b, unit, NORMAL) > 0.1:
        return options[-1]
    return options[0]


def shells_first(b: Battle, options: list[Choice]) -> Choice:
    """A barrage rather than smoke, observed by who pays nothing for it; the CC last."""
    barrages = [choice for choice in options if choice.do == "barrage"]
    return min(barrages or options[-1:], key=lambda choice: worth_of(b, choice.piece))


def out_of_harm(b: Battle, options: list[Choice]) -> Choice:
    """A template that missed falls where it hurts the one who fired it, or nobody."""
    side = 1 - b.acting.side
    reach = b.land.numbers["template"] ** 2 // 4

    def harm(choice: Choice) -> float:
        if not choice.at:
            return 0.1
        _, x, y, _ = choice.at[0]
        under = [team for team in b.on_table() if (team.x - x) ** 2 + (team.y - y) ** 2 <= reach]
        return sum([team_worth(team) * (1 if team.side == side else -1) for team in under])

    return min(options, key=harm)


def right_gun(b: Battle, options: list[Choice]) -> Choice:
    """The main gun if the nearest enemy in sight is armored, else the coax."""
    team = b.team(options[0].piece)
    assert team is not None
    seen = [enemy for enemy in b.on_table(1 - team.side) if sees(b, team, enemy)]
    near = min(seen, key=lambda enemy: distance2(team, enemy), default=None)
    return options[0] if near is None or near.type.armored else options[-1]


THUMBS = {
    "mission": shells_first,
    "template": out_of_harm,
    "smoke": try_again,
    "main or coax": right_gun,
    "reroll": try_again,
    "second wind": leave_it,
    "direct": dearest,
    "shift": try_again,
    "suppression": cheapest,
    "shed": dearest,
    "hit": cheapest,
    "packet": cheapest,
    "aim": best_aim,
    "strike": hardest_blow,
    "range in": hardest_blow,
    "going to ground": lie_low,
    "stayers": try_again,
    "close in": try_again,
    "pursuit": try_again,
    "charge": try_again,
    "face": try_again,
    "join": try_again,
    "nearest": try_again,
    "morale": try_again,
}
