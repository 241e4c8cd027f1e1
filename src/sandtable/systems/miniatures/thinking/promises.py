"""What the main choices promise at a glance: whom to activate, what it does, where it goes, at whom it fires."""

from collections.abc import Callable

from sandtable.systems.miniatures.rules.fire import to_hit
from sandtable.systems.miniatures.rules.fire.shooting import targets_for
from sandtable.systems.miniatures.rules.indirect_fire.missions import missions
from sandtable.systems.miniatures.rules.leaders import Target, find_target
from sandtable.systems.miniatures.rules.movement.move_plan import judge_move
from sandtable.systems.miniatures.rules.sight import area_cover, cover_of, sees, within
from sandtable.systems.miniatures.rules.suppression import penalty
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.thinking.chances import (
    check_chance,
    destroyed,
    hit_chance,
    only_suppressed,
    reaches,
    save_fails,
)
from sandtable.systems.miniatures.thinking.weights import (
    ACTS,
    AIMED,
    BARRAGE,
    BLOW_LANDS,
    BLOW_TAKEN,
    BOLD,
    EACH_ACTS,
    EASY,
    EXPOSED,
    FALLS_SHORT,
    FIRE_AFTER,
    FIRE_LATER,
    HOLE,
    HOLE_BEHIND,
    HOLE_RISK,
    LOSES_A_GUN,
    MARKER,
    MOVE_RISK,
    NEW_LEADER,
    PROMISE,
    RUN_GAIN,
    RUN_RISK,
    SHELTERED,
    TOO_BOLD,
    TRIFLE,
    WATCH_AHEAD,
    WATCH_BEHIND,
)
from sandtable.systems.miniatures.thinking.worth import (
    ahead_now,
    costs_a_gun,
    is_battery,
    keenness,
    standing,
    team_worth,
    way_to_go,
)
from sandtable.table.decision import Choice, Decision


def expected(b: Battle, decision: Decision, choice: Choice, side: int) -> float | None:
    """The present worth and what a choice promises; None where dice must tell."""
    kind = decision.kind
    if kind == "initiative":
        return pick_promise(b, choice)
    if kind == "action":
        unit = b.find_unit(choice.piece)
        return None if unit is None else action_promise(b, unit, choice.do)
    if kind == "move":
        return move_promise(b, b.acting, choice)
    if kind in ("fire", "reaction"):
        return fire_promise(b, decision, choice)
    return None


def pick_promise(b: Battle, choice: Choice) -> float:
    """Who can shoot now goes first, and who is likely to pass."""
    unit = b.find_unit(choice.piece)
    if unit is None:
        return NEW_LEADER if choice.do == "appoint" and not costs_a_gun(b, choice) else LOSES_A_GUN
    return pass_chance(b, unit) * (ACTS + best_volley(b, unit, to_hit.NORMAL)) + EACH_ACTS * len(b.all_of(unit))


def pass_chance(b: Battle, unit: Unit) -> float:
    """3.1, 11.4 How likely a Unit passes its check to activate."""
    return check_chance(b, unit.training.check + penalty(b, unit))


def best_volley(b: Battle, unit: Unit, kind: int, aimed: bool = False) -> float:
    """The best that the Unit can do by firing at one target from where it stands."""
    ready = [team for team in b.all_of(unit) if not team.markers]
    best = 0.0
    for target in targets_for(b, unit.side):
        teams = [team for team in ready if to_hit.able(b, team, target)]
        if teams:
            best = max(best, quick_volley(b, teams, target, kind, aimed))
    return best


def action_promise(b: Battle, unit: Unit, action: str) -> float:
    """A rule of thumb for each action."""
    step = min([team.type.move for team in b.teams_of(unit)]) / 100
    way = 0.0 if is_battery(unit, b) else keenness(b, unit.side) * min(step, way_to_go(b, unit))
    thumb = ACTIONS.get(action)
    return 0.0 if thumb is None else thumb(b, unit, way, exposure(b, unit))


def overwatch_promise(b: Battle, unit: Unit) -> float:
    """Lying ready suits a side that is ahead."""
    return WATCH_AHEAD if ahead_now(b, unit.side) else WATCH_BEHIND


def holes_promise(b: Battle, unit: Unit, watched: float) -> float:
    """Digging in suits it too, and those who are in danger."""
    fresh = sum([not team.dug_in for team in b.all_of(unit)])
    return HOLE * fresh * (1.0 if ahead_now(b, unit.side) else HOLE_BEHIND) + HOLE_RISK * watched


def barrage_promise(b: Battle, unit: Unit) -> float:
    """Any barrage is worth its shells."""
    return BARRAGE if any(mission.do == "barrage" for mission in missions(b, unit)) else 0.0


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
    odds = check_chance(b, unit.training.check)
    ours, theirs = len(chargers) + strong, sum([not team.markers for team in defenders])
    if ours < BOLD * theirs or any(team.type.armored for team in defenders):
        return TOO_BOLD
    return odds * min(len(chargers), len(defenders)) * BLOW_LANDS - BLOW_TAKEN * theirs


# By action: the Unit, what it gains by a Move on its way, and the danger where it stands.
ACTIONS: dict[str, Callable[[Battle, Unit, float, float], float]] = {
    "fire and move": lambda b, unit, way, watched: best_volley(b, unit, to_hit.NORMAL) + way * FALLS_SHORT,
    "move and fire": lambda b, unit, way, watched: way + PROMISE * best_volley(b, unit, to_hit.MOVED) + TRIFLE,
    "run": lambda b, unit, way, watched: RUN_GAIN * way - RUN_RISK * watched,
    "aimed fire": lambda b, unit, way, watched: best_volley(b, unit, to_hit.NORMAL, True),
    "move": lambda b, unit, way, watched: way - MOVE_RISK * watched,
    "fire": lambda b, unit, way, watched: best_volley(b, unit, to_hit.NORMAL) + TRIFLE,
    "overwatch": lambda b, unit, way, watched: overwatch_promise(b, unit),
    "dig in": lambda b, unit, way, watched: holes_promise(b, unit, watched),
    "barrage": lambda b, unit, way, watched: barrage_promise(b, unit),
    "assault": lambda b, unit, way, watched: assault_promise(b, unit),
}


def exposure(b: Battle, unit: Unit) -> float:
    """What the enemies who see the Unit within reach of reaction fire might cost it."""
    limit = b.land.numbers["reaction"]
    total = 0.0
    enemies = [team for team in b.on_table(1 - unit.side) if not team.markers and team.type.mounts]
    for team in b.all_of(unit):
        for enemy in enemies:
            if (
                within(team, enemy, limit)
                and any(to_hit.harms(mount.weapon, team) for mount in enemy.type.mounts)
                and sees(b, team, enemy)
            ):
                total += EXPOSED * team_worth(team) * (SHELTERED if area_cover(b, team) else 1.0)
    return total


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
    return value + (FIRE_AFTER if b.action == "move and fire" else FIRE_LATER) * best_volley(twin, here, to_hit.MOVED)


def fire_promise(b: Battle, decision: Decision, choice: Choice) -> float | None:
    """What a target promises; holding fire promises nothing."""
    if choice.do in ("pass", "done"):
        return TRIFLE
    if decision.kind == "reaction":
        unit = b.find_party(choice.piece)
        kind = to_hit.OVERWATCH if unit is not None and unit.overwatch else to_hit.REACTION
    else:
        unit = b.find_party(decision.piece)
        kind = to_hit.MOVED if b.shifted else to_hit.NORMAL
    target = target_on_table(b, choice.to)
    if unit is None or target is None:
        return None
    teams = [team for team in b.all_of(unit) if not team.markers and to_hit.able(b, team, target)]
    return quick_volley(b, teams, target, kind)


def target_on_table(b: Battle, key: str) -> Target | None:
    found = find_target(b, key)
    if found is None:
        unit = next((each for each in b.commands if each.key == key and b.all_of(each)), None)
        return None if unit is None else Target(key, unit, b.all_of(unit))
    return found


# A shooting at a glance --------------------------------------------------------------------------


def hurt(b: Battle, shot: to_hit.Shot, mark: Team) -> float:
    """8, 9 What one hit of a weapon costs a Team, in worth."""
    worth = team_worth(mark)
    if mark.type.armored:
        if not shot.weapon.at:
            return 0.0
        holds = reaches(mark.type.front)
        if within(shot.team, mark, b.land.numbers["close_range"]):
            holds *= holds  # 9.8
        return (1 - holds) * worth * (destroyed(b) + MARKER * only_suppressed(b))
    return save_fails(b, mark, shot.weapon.at, cover_of(b, mark, shot.team)) * worth


def quick_volley(b: Battle, teams: list[Team], target: Target, kind: int, aimed: bool = False) -> float:
    """What a shooting promises: Teams lost and suppression, from mean hits alone."""
    shots = to_hit.shots_of(b, teams, target, set())
    if not shots:
        return 0.0
    to_hit.set_needs(b, shots, target, kind)
    valid = to_hit.valid_teams(shots)
    gain = hits = 0.0
    for shot in shots:
        dice, mark = best_mark(b, shot)
        chance = hit_chance(b, shot.need)
        if not chance or not dice or mark is None:
            continue
        mean = dice * chance * (AIMED if aimed and to_hit.face_to_hit(shot.need) > EASY else 1.0)
        one = min(mean, 1.0) if shot.weapon.at and not mark.type.armored else mean  # 6.18
        gain += one * hurt(b, shot, mark)
        hits += mean if hurt(b, shot, mark) else 0.0
    average = sum([team_worth(mark) for mark in valid]) / len(valid)
    return gain + hits / b.land.numbers["hits_per_marker"] * MARKER * average


def best_mark(b: Battle, shot: to_hit.Shot) -> tuple[int, Team | None]:
    """The dice of a weapon and the Team it would rather hit."""
    if not shot.weapon.at:
        soft = [mark for mark in shot.marks if not mark.type.armored]
        return to_hit.fire_points(b, shot, to_hit.NO_AIM, True), soft[0] if soft else None
    best: tuple[int, Team | None] = (0, None)
    most = 0.0
    for aim in to_hit.aims(shot):
        dice, mark = to_hit.aim_dice(b, shot, aim), to_hit.aimed_at(shot, aim)[0]
        gain = dice * hurt(b, shot, mark)
        if gain > most:
            best, most = (dice, mark), gain
    return best
