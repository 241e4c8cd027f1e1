"""13.10-13.20 Close combat: strikes, counter-attacks, breaking off and pursuit, and the price of it."""

from collections.abc import Generator, Iterable

from sandtable.geometry.plane import Disc, Path
from sandtable.systems.miniatures.rules.assault.contact import (
    foes,
    free_way,
    in_contact,
    rest_on,
    way_back,
    way_closer,
    way_into_contact,
)
from sandtable.systems.miniatures.rules.fire.save_numbers import save_number
from sandtable.systems.miniatures.rules.fire.saves import (
    DESTROYED,
    SUPPRESSED,
    damage,
    reroll_sign,
    roll_saves,
    skirts,
)
from sandtable.systems.miniatures.rules.leaders import training_check, training_checks
from sandtable.systems.miniatures.rules.losses import remove
from sandtable.systems.miniatures.rules.movement.moves import put, terrain_rolls
from sandtable.systems.miniatures.rules.sight import distance2, within
from sandtable.systems.miniatures.rules.suppression import place_markers, suppress
from sandtable.systems.miniatures.state.book import GUN, OPEN, TANK, Weapon
from sandtable.systems.miniatures.state.pieces import Assault, Battle, Procedure, Team, Unit, spot
from sandtable.table.asking import DONE, ask
from sandtable.table.decision import Choice, Decision, Free, IllegalChoice

SUPPRESS, CHARGE, LANDED, STRIKE, ANSWER, COUNTER, BREAK_OFF = range(7)  # stages of an assault
INCH = 100


# Who fights --------------------------------------------------------------------------------------


def assailants(b: Battle, fight: Assault) -> list[Team]:
    """13.10 The Teams of the assaulting Unit, whether they charged or stayed."""
    return b.teams_of(b.unit_at(fight.unit))


def defenders(b: Battle, fight: Assault) -> list[Team]:
    """13.10, 14.15, 15.22 The Teams of the assaulted Unit and who has joined it, or an FO alone."""
    guests = [b.teams[index] for index in fight.joined if not b.teams[index].lost]
    return guests if fight.alone else b.teams_of(b.unit_at(fight.target)) + guests


def fighters(b: Battle, fight: Assault, turn: int) -> list[Team]:
    """Turn 0: the assaulter; 1: the assaulted."""
    return defenders(b, fight) if turn else assailants(b, fight)


def unit_in(b: Battle, fight: Assault, turn: int) -> Unit:
    return b.unit_at(fight.target if turn else fight.unit)


# Striking (13.10, 13.14, 13.19, 13.20) -----------------------------------------------------------


def strikes(b: Battle, strikers: list[Team], enemies: list[Team]) -> list[Choice]:
    """13.10, 13.20 Every striker with every enemy within two inches; tanks do not strike at tanks."""
    reach = b.land.numbers["strike"]
    return [
        Choice("strike", team.id, enemy.id)
        for team in strikers
        for enemy in foes(team, enemies)
        if within(team, enemy, reach)
    ]


def strike(b: Battle, fight: Assault) -> Procedure:
    """13.10, 13.14 Each Team with an enemy within two inches strikes once, in the owner's order."""
    turn = fight.turn
    unit = unit_in(b, fight, turn)
    waiting = [team.index for team in fighters(b, fight, turn)]
    while b.result is None:
        strikers = [b.teams[index] for index in waiting if not b.teams[index].lost]
        options = strikes(b, strikers, fighters(b, fight, 1 - turn))
        if not options:
            break
        prompt = f"Which Team of {unit.name} strikes, and at whom?"
        said = yield from ask(b, unit.side, "strike", prompt, "13.10", options, piece=unit.key)
        striker, victim = b.team(said.piece), b.team(said.to)
        waiting.remove(striker.index)
        yield from strike_at(b, fight, unit, striker, victim)
    fight.stage = ANSWER


def strike_at(b: Battle, fight: Assault, unit: Unit, striker: Team, victim: Team) -> Procedure:
    """13.10 A Training Check takes an enemy off without a save; against tanks there are saves and damage."""
    b.tell("strikes", "13.10", striker.side, striker.id, victim.id, spot(victim))
    if victim.type.kind == TANK:
        killed = yield from strike_tank(b, unit, striker, victim)  # 13.19
    else:
        check = yield from training_check(b, unit, f"{striker.name} strikes", "13.10")
        killed = check.passed
    if killed:
        fight.lost[1 - fight.turn] += 1
        yield from remove(b, [victim], "13.10", "close combat", unit_in(b, fight, 1 - fight.turn))


def strike_tank(b: Battle, unit: Unit, striker: Team, victim: Team) -> Generator[Decision, Choice, bool]:
    """13.19 As many checks as its Tank Assault rating; each pass is a flank save, each failure a damage roll."""
    weapon = striker.type.weapon
    assert weapon is not None
    why = f"{striker.name} attacks a vehicle"
    passed = yield from training_checks(b, unit, weapon.ta, why, "13.19", victim.id)
    if not passed:
        return False
    failed = tank_saves(b, victim, weapon, passed)
    if not failed:
        return False
    if victim.type.soft_skinned:
        return True
    result = damage(b, victim, striker.side, failed, "9.6")
    if result == SUPPRESSED:
        suppress(b, victim, "9.6")
    return result == DESTROYED


def tank_saves(b: Battle, victim: Team, weapon: Weapon, count: int) -> int:
    """13.19 Flank saves; Soft Skinned Teams save as guns in the open. Close range does not count."""
    if victim.type.soft_skinned:
        need, sign = save_number(b, victim, True, OPEN), reroll_sign(b.unit_of(victim).ran, False)
    else:
        need = victim.type.flank
        sign = reroll_sign(b.unit_of(victim).ran, skirts(victim, weapon))  # 17.2
    return roll_saves(b, victim, count, need, "13.19", sign)


# Counter-attack (13.11-13.14) --------------------------------------------------------------------


def answer(b: Battle, fight: Assault) -> Procedure:
    """Who was struck at counter-attacks, which needs a passed check, or breaks off."""
    unit = unit_in(b, fight, 1 - fight.turn)
    options = [Choice("counter-attack", unit.key), Choice("break off", unit.key)]
    prompt = f"Does {unit.name} counter-attack or break off?"
    said = yield from ask(b, unit.side, "answer", prompt, "13.11", options, piece=unit.key)
    fight.stage = BREAK_OFF
    if said.do == "counter-attack":
        check = yield from training_check(b, unit, "counter-attack", "13.12")
        if check.passed:
            fight.stage = COUNTER


def close_in(
    b: Battle, team: Team, enemies: list[Team], far: int, taken: Iterable[Disc] = (), gone: Iterable[int] = ()
) -> Path:
    """13.3, 13.13 Into contact, or as near as possible."""
    path = way_into_contact(b, team, enemies, far, taken, gone)
    return path if path is not None else way_closer(b, team, enemies, far, taken, gone)


def counter_attack(b: Battle, fight: Assault) -> Procedure:
    """Teams not in contact move up to four inches (13.13), then it is their turn to strike (13.14)."""
    turn = 1 - fight.turn
    unit = unit_in(b, fight, turn)
    enemies = fighters(b, fight, fight.turn)
    waiting = [
        team
        for team in fighters(b, fight, turn)
        if team.type.kind != GUN and not in_contact(b, team, foes(team, enemies))
    ]
    if unit.pl < 0 and unit.index >= 0:
        waiting = []  # 14.7
    while waiting:
        options = [Choice("close in", "", unit.key)]
        if len(waiting) > 1:
            options += [Choice("close in", team.id, unit.key) for team in waiting]
        prompt = f"Which Team of {unit.name} closes in next?"
        said = yield from ask(b, unit.side, "close in", prompt, "13.13", [*options, DONE], piece=unit.key)
        if said.do == "done":
            break
        for team in [team for team in waiting if said.piece in ("", team.id)]:
            waiting.remove(team)
            path = close_in(b, team, enemies, b.land.numbers["counter_attack"])
            yield from go(b, unit, team, path, "closes in", "13.13")
    fight.turn = turn  # 13.14
    fight.stage = STRIKE
    if not strikes(b, fighters(b, fight, 0), fighters(b, fight, 1)):  # nor then can the others
        b.tell("apart", "13.17", unit.side, unit.key)
        yield from end_assault(b, fight)


def go(b: Battle, unit: Unit, team: Team, path: Path, kind: str, rule: str) -> Procedure:
    """A Team moves in close combat; tanks roll for terrain. Whoever moves is off Overwatch."""
    path = yield from terrain_rolls(b, team, path)
    if len(path) > 1:
        put(team, *path[-1])
        unit.overwatch = False
        b.tell(kind, rule, team.side, team.id, place=spot(team), path=tuple([f"{x},{y}" for x, y in path]))


# Breaking off (13.15) ----------------------------------------------------------------------------


def break_off(b: Battle, fight: Assault) -> Procedure:
    """13.15 The Unit withdraws 1d6 inches, the others may follow 1d6; whom they still reach is destroyed."""
    unit, winner = unit_in(b, fight, 1 - fight.turn), unit_in(b, fight, fight.turn)
    die = b.chance.die("break off")
    b.tell("breaks off", "13.15", unit.side, unit.key, dice=(die,))
    enemies = fighters(b, fight, fight.turn)
    leaving = fighters(b, fight, 1 - fight.turn)
    leaving.sort(key=lambda team: min([distance2(team, enemy) for enemy in enemies]), reverse=True)
    for team in leaving:
        enemy = yield from nearest(b, team, enemies, "13.15")
        path = way_back(b, team, enemy, min(die * INCH, team.type.move))
        yield from go(b, unit, team, path, "falls back", "13.15")
    unit.overwatch = False
    yield from pursue(b, fight, winner)
    reach = b.land.numbers["strike"]
    caught = [
        team
        for team in fighters(b, fight, 1 - fight.turn)
        if not (team.type.kind == TANK and not team.markers)
        and any(within(team, enemy, reach) for enemy in fighters(b, fight, fight.turn))
    ]
    fight.lost[1 - fight.turn] += len(caught)
    yield from remove(b, caught, "13.15", "caught breaking off", unit)
    if b.result is None:
        yield from end_assault(b, fight)


def nearest(b: Battle, team: Team, enemies: list[Team], rule: str) -> Generator[Decision, Choice, Team]:
    """The nearest enemy of a Team that moves; who moves chooses among equals."""
    least = min([distance2(team, enemy) for enemy in enemies])
    options = [Choice("from", team.id, enemy.id) for enemy in enemies if distance2(team, enemy) == least]
    prompt = f"Which enemy counts as the nearest to {team.name}?"
    said = yield from ask(b, team.side, "nearest", prompt, rule, options, piece=team.id)
    return next(enemy for enemy in enemies if enemy.id == said.to)


def pursue(b: Battle, fight: Assault, unit: Unit) -> Procedure:
    """13.15 Teams of the Unit that held may follow up to 1d6 inches, straight toward the nearest broken Team."""
    broken = fighters(b, fight, 1 - fight.turn)
    waiting = [team for team in fighters(b, fight, fight.turn) if team.type.kind != GUN]
    if (unit.pl < 0 and unit.index >= 0) or not broken:
        return  # 14.7
    die = b.chance.die("pursuit")
    b.tell("pursuit", "13.15", unit.side, unit.key, dice=(die,))
    most = die * INCH
    while waiting:
        said = yield asking_pursuit(b, unit, waiting, most)
        if said.do == "done":
            break
        for team in [team for team in waiting if said.piece in ("", team.id)]:
            waiting.remove(team)
            prey = yield from nearest(b, team, broken, "13.15")
            path: Path = ((team.x, team.y), (prey.x, prey.y))
            path = rest_on(b, team, path, free_way(b, team, path, said.number or most))
            yield from go(b, unit, team, path, "pursues", "13.15")


def asking_pursuit(b: Battle, unit: Unit, waiting: list[Team], most: int) -> Free:
    """Who follows, and how far: all the way (0), or any number of hundredths of an inch up to the roll."""

    def judge(choice: Choice) -> None:
        plain = choice == DONE or (choice.do == "pursue" and choice.to == unit.key and not choice.at)
        if not plain or (choice.piece and choice.piece not in [team.id for team in waiting]):
            raise IllegalChoice(f"Say which Team of {unit.name} pursues, or that no other does.", "13.15")
        if not 0 <= choice.number <= most:
            raise IllegalChoice(f"The pursuit goes at most {most // INCH} inches.", "13.15")

    options = [Choice("pursue", "", unit.key)]
    if len(waiting) > 1:
        options += [Choice("pursue", team.id, unit.key) for team in waiting]
    prompt = f"Which Team of {unit.name} pursues?"
    return Free(b.side_name(unit.side), "pursuit", prompt, "13.15", lambda: [*options, DONE], judge, unit.key)


# The end (13.18) ---------------------------------------------------------------------------------


def end_assault(b: Battle, fight: Assault) -> Procedure:
    """13.18 Every Unit takes a marker for each Team that it lost in close combat; none for an FO alone (15.22)."""
    b.assault = None
    for turn in (0,) if fight.alone else (0, 1):
        unit = unit_in(b, fight, turn)
        count = fight.lost[turn] * b.land.numbers["casualty_markers"]
        yield from place_markers(b, unit, count, [], "13.18")
    b.tell("assault over", "13.17", b.unit_at(fight.unit).side, b.unit_at(fight.unit).key)
