"""15 Indirect fire: barrages and smoke, their observers, ranging in, and what the shells do."""

from collections.abc import Generator

from sandtable.geometry.plane import Point
from sandtable.systems.miniatures.rules.fire import saves
from sandtable.systems.miniatures.rules.fire.gone_to_ground import goes_to_ground
from sandtable.systems.miniatures.rules.fire.save_numbers import save_number, save_rule
from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL, face_to_hit, shared_modifiers
from sandtable.systems.miniatures.rules.indirect_fire.example_templates import shift_samples, smoke_samples
from sandtable.systems.miniatures.rules.indirect_fire.missions import (
    barrage_points,
    barrage_weapon,
    guns_of,
    marks,
    may_smoke,
    missions,
    reaching,
    why_no_mark,
    why_no_mission,
)
from sandtable.systems.miniatures.rules.indirect_fire.template import TEMPLATE, shift_reach, square_at, under
from sandtable.systems.miniatures.rules.leaders import Check, joined, passes, training_check, training_checks
from sandtable.systems.miniatures.rules.losses import remove
from sandtable.systems.miniatures.rules.sight import area_cover, sees_point
from sandtable.systems.miniatures.rules.suppression import place_markers, suppress
from sandtable.systems.miniatures.state.book import HARD, TANK
from sandtable.systems.miniatures.state.pieces import Battle, Procedure, Smoke, Team, Unit, spot
from sandtable.systems.miniatures.state.scenario import CC, FO
from sandtable.table.asking import PASS, ask
from sandtable.table.decision import Choice, Decision, Free, IllegalChoice
from sandtable.table.event import Modifier

# The action --------------------------------------------------------------------------------------


def barrage(b: Battle, unit: Unit) -> Procedure:
    """15 One barrage or one smoke template: the mission, its target, ranging in, and what comes of it."""

    def why_not(choice: Choice) -> tuple[str, str]:
        return why_no_mission(b, unit, choice)

    prompt = f"Does {unit.name} fire a barrage or smoke, and who observes?"
    answer = yield from ask(b, unit.side, "mission", prompt, "15.3", [*missions(b, unit), PASS], why_not, unit.key)
    if answer.do == "pass":
        return
    observer = b.team(answer.piece)
    if answer.do == "smoke":
        yield from lay_smoke(b, unit, observer)
    else:
        yield from fire_barrage(b, unit, observer)


def open_fire(b: Battle, unit: Unit, guns: list[Team], observer: Team, x: int, y: int) -> None:
    """The guns have fired and face their target, and the observer has observed."""
    unit.overwatch = False  # 3.4.c
    observer.observed = observer.upright = True  # 15.4, 6.26
    for gun in guns:
        gun.fired = gun.upright = True  # 6.26
        gun.last_fire = b.initiative  # 7.3
        if (gun.x, gun.y) != (x, y):
            gun.hx, gun.hy = x - gun.x, y - gun.y  # 15.1


def fire_barrage(b: Battle, unit: Unit, observer: Team) -> Procedure:
    """Ranging in on a Team, the template, and the checks for everybody under it (15.5-15.14)."""
    options = [Choice("target", team.id) for team in marks(b, unit, observer)]
    prompt = f"Which Team does {unit.name} range in on?"

    def why_not(choice: Choice) -> tuple[str, str]:
        return why_no_mark(b, unit, observer, choice)

    answer = yield from ask(b, unit.side, "range in", prompt, "15.5", options, why_not, observer.id)
    mark = b.team(answer.piece)
    guns = reaching(b, guns_of(b, unit), mark.x, mark.y, mark.radius)
    points = barrage_points(b, guns)
    b.tell("barrage", "15.1", unit.side, unit.key, mark.id, spot(mark), value=len(guns), text=observer.id)
    hit = yield from range_in(b, unit, observer, mark, guns)  # 15.5
    open_fire(b, unit, guns, observer, mark.x, mark.y)
    square = square_at(b, guns, mark.x, mark.y)  # 15.6
    if not hit:
        square = yield from shifted(b, unit, guns, square)  # 15.7
    struck = len(under(b, square))
    b.tell("template", "15.6", unit.side, unit.key, place=f"{square.x},{square.y}", value=struck, text="barrage")
    yield from shell(b, unit, square, points)  # 15.8


def range_in(
    b: Battle, unit: Unit, observer: Team, mark: Team, guns: list[Team]
) -> Generator[Decision, Choice, bool]:
    """15.5 A single to-hit roll with all usual modifiers, judged from the observer; rockets try twice."""
    key = mark.id if mark.role in (CC, FO) else b.unit_of(mark).key
    target = yield from joined(b, key)
    yield from goes_to_ground(b, target, [observer])
    modifiers = range_in_modifiers(b, observer, shared_modifiers(b, target, [observer], NORMAL))
    need = target.unit.training.to_hit + sum([each.amount for each in modifiers])
    if need >= b.land.numbers["impossible"]:
        b.tell("range in", "6.13", unit.side, unit.key, mark.id, need=need, modifiers=modifiers)
        return False
    for attempt in range(2 if tries_again(guns) else 1):  # 16.5
        die = b.chance.die("range in")
        hit = die >= face_to_hit(need)
        rule = "16.5" if attempt else "15.5"
        b.tell("range in", rule, unit.side, unit.key, mark.id, "", (die,), need, int(hit), "", modifiers)
        if hit:
            return True
    return False


def range_in_modifiers(b: Battle, observer: Team, shared: list[Modifier]) -> tuple[Modifier, ...]:
    """6.12.f, 15.5 The usual modifiers, and one more if the CC observes."""
    if observer.role == CC:
        shared = [*shared, b.scenario.rulebook.modifiers["cc_observing"]]
    return tuple(shared)


def tries_again(guns: list[Team]) -> bool:
    """16.5 Rockets may re-roll their range-in attempts."""
    return all(weapon.rerolls_range_in for gun in guns if (weapon := barrage_weapon(gun)) is not None)


def shifted(b: Battle, unit: Unit, guns: list[Team], square: Smoke) -> Generator[Decision, Choice, Smoke]:
    """The enemy may shift a template that missed by up to six inches, and it is squared again (15.7, 15.17)."""

    def judge(choice: Choice) -> None:
        if choice == keep:
            return
        place = place_meant(choice, "Say where the template goes, or leave it where it is.", "15.7")
        if not shift_reach(b, square, *place):
            raise IllegalChoice(
                "The template may move at most 6 inches, and its centre must stay on the table.", "15.7"
            )

    keep = Choice("leave")
    side = 1 - unit.side
    prompt = f"{unit.name} missed. Where does its template fall?"
    answer = yield Free(
        b.side_name(side),
        "template",
        prompt,
        "15.7",
        lambda: [keep, *shift_samples(b, unit, square)],
        judge,
        unit.key,
    )
    place = place_in(answer, "template")
    if place is None:
        return square
    b.tell("template shifted", "15.7", side, unit.key, place=f"{place[0]},{place[1]}")
    return square_at(b, guns, *place)


def place_in(choice: Choice, do: str) -> Point | None:
    """The point that a choice puts the template on."""
    if (choice.do, choice.piece, choice.to, choice.number) != (do, "", "", 0) or len(choice.at) != 1:
        return None
    name, x, y, facing = choice.at[0]
    return (x, y) if name == TEMPLATE and facing == 0 else None


def place_meant(choice: Choice, otherwise: str, rule: str) -> Point:
    """The same for a choice that must name a point; what is said to one that does not."""
    place = place_in(choice, "template")
    if place is None:
        raise IllegalChoice(otherwise, rule)
    return place


# Shells (15.8-15.14) -----------------------------------------------------------------------------


def shell(b: Battle, unit: Unit, square: Smoke, points: int) -> Procedure:
    """Checks for every Team under the template, then a save for each that was hit (15.8-15.14)."""
    struck: list[tuple[Team, int]] = []
    for team in under(b, square):
        hits = yield from training_checks(b, unit, points, f"barrage on {team.name}", "15.8", team.id)
        if hits:  # 15.8
            struck.append((team, hits))
    lost: list[Team] = []
    shaken: list[tuple[Team, str]] = []
    spread: list[Team] = []  # 15.14: another Team of their Unit is suppressed
    deadly = b.land.numbers["barrage_kill"]
    for team, hits in struck:
        if (team.type.kind == TANK and hits < deadly) or saved(b, team):  # 15.13: tanks ignore single hits
            continue
        if hits < deadly:
            shaken.append((team, "15.13"))
            continue
        spread.append(team)  # 15.14
        result = saves.damage(b, team, unit.side, 1, "15.14") if team.type.armored else saves.DESTROYED
        if result == saves.DESTROYED:
            lost.append(team)
        elif result == saves.SUPPRESSED:
            shaken.append((team, "9.6"))
    yield from remove(b, lost, "15.14", "barrage")
    if b.result is not None:
        return
    for team, rule in shaken:
        suppress(b, team, rule)
    for team in spread:
        owner = b.unit_of(team)
        if owner.index >= 0 and not owner.gone and team.role != FO:  # 15.14, 15.21
            first = [each for each in under(b, square) if each is not team]
            yield from place_markers(b, owner, 1, first, "15.14", caps={team.index: 0})


def saved(b: Battle, team: Team) -> bool:
    """15.12 One save: flank armor for tanks; cover only from the area it is in, or its own digging."""
    sign = saves.reroll_sign(b.unit_of(team).ran, False)
    if team.type.armored:
        return saves.roll_saves(b, team, 1, team.type.flank, "15.12", sign) == 0
    cover = area_cover(b, team)
    need = save_number(b, team, True, HARD if cover == HARD else 0)
    return saves.roll_saves(b, team, 1, need, save_rule(b, team), sign) == 0


# Smoke (15.15-15.18) -----------------------------------------------------------------------------


def lay_smoke(b: Battle, unit: Unit, observer: Team) -> Procedure:
    """A point the observer sees, a Training Check to range in, and a patch of smoke (15.16, 15.17)."""

    def fits(x: int, y: int) -> bool:
        return may_smoke(b, unit, observer, x, y)

    def judge(choice: Choice) -> None:
        if choice == PASS:
            return
        place = place_meant(choice, "Say where the smoke falls, or choose to lay none.", "15.16")
        if not sees_point(b, observer, *place):
            raise IllegalChoice(f"{observer.name} does not see that point.", "15.16")
        if not fits(*place):
            raise IllegalChoice(
                "At least two guns must have that point in range and arc, with no obstacle too close to them.",
                "15.15",
            )

    listing = lambda: [*smoke_samples(b, unit, fits, 12), PASS]  # noqa: E731
    prompt = f"Where does {unit.name} lay smoke?"
    answer = yield Free(b.side_name(unit.side), "smoke", prompt, "15.16", listing, judge, unit.key)
    place = place_in(answer, "template")
    if place is None:
        return
    x, y = place
    guns = reaching(b, guns_of(b, unit), x, y)
    b.tell("smoke fired", "15.15", unit.side, unit.key, place=f"{x},{y}", value=len(guns), text=observer.id)
    check = yield from smoke_check(b, unit, guns)
    open_fire(b, unit, guns, observer, x, y)
    square = square_at(b, guns, x, y)
    if not check.passed:
        square = yield from shifted(b, unit, guns, square)
    b.smoke.append(square)  # 15.17
    b.tell("smoke", "15.17", unit.side, unit.key, place=f"{square.x},{square.y}")


def smoke_check(b: Battle, unit: Unit, guns: list[Team]) -> Generator[Decision, Choice, Check]:
    """15.16, 16.5 A Training Check of the Unit; rockets roll a failure again by themselves, others ask the CC."""
    if not tries_again(guns):
        check = yield from training_check(b, unit, "range in with smoke", "15.16")
        return check
    need = unit.training.check
    check = Check(0, False)
    for rule in ("15.16", "16.5"):
        die = b.chance.die("range in with smoke")
        check = Check(die, passes(b, die, need))
        b.tell("check", rule, unit.side, unit.key, dice=(die,), need=need, value=int(check.passed), text="smoke")
        if check.passed:
            break
    return check
