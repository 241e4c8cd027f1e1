"""13 Assaults, from naming the target to contact: suppressing fire, the charge, defensive fire. One episode a stage.

What happens when the assault has landed is in close_combat.py.
"""

from collections.abc import Callable, Generator

from sandtable.geometry.plane import Path
from sandtable.systems.miniatures.rules.assault.close_combat import (
    ANSWER,
    BREAK_OFF,
    CHARGE,
    COUNTER,
    LANDED,
    STRIKE,
    SUPPRESS,
    answer,
    assailants,
    break_off,
    close_in,
    counter_attack,
    defenders,
    end_assault,
    strike,
)
from sandtable.systems.miniatures.rules.assault.contact import (
    place_with_gap,
    too_near,
)
from sandtable.systems.miniatures.rules.assault.targets import (
    allowance,
    may_assault,
    may_charge,
    met,
    reached,
    reaches,
    why_no_assault,
)
from sandtable.systems.miniatures.rules.fire.gone_to_ground import observer_alone
from sandtable.systems.miniatures.rules.fire.shooting import Outcome, declare, shoot
from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL, able
from sandtable.systems.miniatures.rules.leaders import Target, joined
from sandtable.systems.miniatures.rules.movement.bases import come_to_rest
from sandtable.systems.miniatures.rules.movement.moves import face, lift, put, terrain_rolls
from sandtable.systems.miniatures.rules.movement.walking import walk_along, walked
from sandtable.systems.miniatures.rules.wishes import FIRE, wants_details
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Assault, Battle, Procedure, Team, Unit
from sandtable.systems.miniatures.state.scenario import FO
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision

Choosing = Generator[Decision, Choice, list[Team]]

# Who and at whom (13.1) --------------------------------------------------------------------------


def begin_assault(b: Battle, unit: Unit) -> Procedure:
    """13.1 The target is named, and the Teams that stay behind."""
    options = [Choice("assault", unit.key, key) for key in may_assault(b, unit)]
    prompt = f"Which enemy does {unit.name} assault?"

    def why_not(choice: Choice) -> tuple[str, str]:
        return why_no_assault(b, unit, choice.to) if (choice.do, choice.piece) == ("assault", unit.key) else ("", "")

    chosen = yield from ask(b, unit.side, "assault target", prompt, "13.1", options, why_not, unit.key)
    target = yield from joined(b, chosen.to)
    members = b.teams_of(target.unit)
    guests = [team.index for team in target.teams if team not in members]
    chargers = yield from choose_chargers(b, unit, target)
    alone = observer_alone(target)
    b.assault = Assault(unit.index, target.unit.index, [team.index for team in chargers], guests, alone)
    b.tell("assault", "13.1", unit.side, unit.key, target.key if alone else target.unit.key, value=len(chargers))


class Stayers(Decision):
    """13.1 The question who stays behind: who would charge as it stands, and all who are assaulted."""

    __slots__ = ("chargers", "target", "teams")
    chargers: tuple[str, ...]
    target: str  # the Unit, or the FO by himself
    teams: tuple[str, ...]  # those who have joined the Unit among them


def could_charge(b: Battle, unit: Unit, target: Target) -> list[Team]:
    """13.1, 13.20 The Teams of a Unit that charge if nobody is held back."""
    chargers = [team for team in b.teams_of(unit) if may_charge(team)]
    if all(team.type.kind == TANK for team in target.teams):
        return [team for team in chargers if team.type.kind != TANK]  # 13.20
    return chargers


def choose_chargers(b: Battle, unit: Unit, target: Target) -> Choosing:
    """13.1 Teams are left behind one by one; one that can reach contact must remain among the chargers."""
    chargers = could_charge(b, unit, target)
    reaching = [team for team in chargers if reaches(b, team, target.teams)]
    go = Choice("charge", unit.key)
    while True:
        may_stay = [team for team in chargers if len(reaching) > 1 or team not in reaching]
        if not may_stay:
            return chargers
        options = [go, *[Choice("hold back", team.id) for team in may_stay]]
        prompt = f"Which Teams of {unit.name} stay behind to give suppressive fire?"
        question = Stayers(b.side_name(unit.side), "stayers", prompt, "13.1", options.copy, piece=unit.key)
        question.chargers = tuple([team.id for team in chargers])
        question.target, question.teams = target.key, tuple([team.id for team in target.teams])
        said = yield question
        if said.do == "charge":
            return chargers
        chargers = [team for team in chargers if team.id != said.piece]
        reaching = [team for team in reaching if team.id != said.piece]


# The stages --------------------------------------------------------------------------------------


def assault(b: Battle) -> Procedure:
    """13 The next stage of the assault under way."""
    fight = b.assault
    assert fight is not None
    if not assailants(b, fight) or not defenders(b, fight):
        yield from end_assault(b, fight)
    else:
        yield from STAGES[fight.stage](b, fight)


def target_now(b: Battle, fight: Assault) -> Target:
    """The assaulted Unit with who has joined it, or an FO alone."""
    unit, teams = b.unit_at(fight.target), defenders(b, fight)
    return Target(teams[0].id if fight.alone else unit.key, unit, teams)


def suppressive_fire(b: Battle, fight: Assault) -> Procedure:
    """13.2 Who stays behind may fire at the assaulted Unit, unmoved, by all the ordinary rules."""
    unit, target = b.unit_at(fight.unit), target_now(b, fight)
    fight.stage = CHARGE
    stayers = [team for team in b.all_of(unit) if team.index not in fight.chargers and able(b, team, target)]
    teams, detailed = yield from declare(b, unit, stayers, target, NORMAL, wants_details(b, FIRE, unit.side))
    if teams:
        yield from shoot(b, unit, teams, target, NORMAL, False, detailed)


def charge(b: Battle, fight: Assault) -> Procedure:
    """The chargers set out, one path after another, and are then walked together (13.3, 13.5, 13.16)."""
    unit = b.unit_at(fight.unit)
    enemies = defenders(b, fight)
    chargers = [b.teams[index] for index in fight.chargers if not b.teams[index].lost]
    fight.stage = LANDED
    extra = 0
    if not reached(b, chargers, enemies):  # 13.16
        die = b.chance.die("extra movement of a charge")
        extra = die * 100
        b.tell("extra move", "13.16", unit.side, unit.key, dice=(die,))
    paths: dict[int, Path] = {}
    waiting = [team for team in chargers if not met(b, team, enemies)]
    while waiting:
        going = yield from next_to_close(b, unit, waiting, "charge", "13.3")
        if not going:
            break
        for team in going:
            waiting.remove(team)
            set_out(b, team, enemies, extra, paths)
    for index in list(paths):
        team = b.teams[index]
        path = yield from terrain_rolls(b, team, paths[index])
        paths[index] = path
        look_ahead(team, path)
        if len(path) == 1:
            del paths[index]
    for index, path in paths.items():
        lift(b.teams[index])
        corners = tuple([f"{x},{y}" for x, y in path])
        b.tell("charges", "13.3", unit.side, b.teams[index].id, place=corners[-1], path=corners)
    if paths:
        b.walk = walk_along(b, unit, paths, charge=True)  # 13.3


def set_out(b: Battle, team: Team, enemies: list[Team], extra: int, paths: dict[int, Path]) -> None:
    """13.3 The path of one charger more; the ends of earlier ones count as taken."""
    taken = [(*path[-1], b.teams[index].radius) for index, path in paths.items()]
    path = close_in(b, team, enemies, allowance(b, team) + extra, taken, list(paths))
    if len(path) > 1:
        paths[team.index] = path


def next_to_close(b: Battle, unit: Unit, waiting: list[Team], do: str, rule: str) -> Choosing:
    """13.3, 13.13 Which Team moves next: the owner's order; all the rest; or nobody else."""
    options = [Choice(do, "", unit.key)]
    if len(waiting) > 1:
        options += [Choice(do, team.id, unit.key) for team in waiting]
    options.append(Choice("done"))
    prompt = f"Which Team of {unit.name} closes with the enemy next?"
    said = yield from ask(b, unit.side, do, prompt, rule, options, piece=unit.key)
    if said.do == "done":
        return []
    return [team for team in waiting if said.piece in ("", team.id)]


def look_ahead(team: Team, path: Path) -> None:
    """A vehicle that charges looks where it goes, its turret too."""
    if team.type.turns and len(path) > 1:
        (ax, ay), (bx, by) = path[-2:]
        turret = (bx - ax, by - ay) if team.type.turret else (0, 0)
        face(team, (bx - ax, by - ay, *turret))


def landed(b: Battle, fight: Assault) -> Procedure:
    """The assault goes on only if a Team is in contact."""
    enemies = defenders(b, fight)
    chargers = [b.teams[index] for index in fight.chargers if not b.teams[index].lost]
    if any(met(b, team, enemies) for team in chargers):
        fight.stage = STRIKE
        b.tell("assault lands", "13.9", b.unit_at(fight.unit).side, b.unit_at(fight.unit).key)
    else:
        b.tell("no contact", "13.4", b.unit_at(fight.unit).side, b.unit_at(fight.unit).key)
        yield from end_assault(b, fight)


# Defensive fire (13.5-13.8) ----------------------------------------------------------------------


def defended(b: Battle, outcome: Outcome) -> None:
    """After each shooting of the assaulted Unit at a charge: it may be halted."""
    fight = b.assault
    assert fight is not None
    fight.hits += outcome.hits  # 13.6
    fight.results += outcome.results  # 13.8
    if is_halted(b, fight):
        halt(b, fight)


def defends(b: Battle, unit: Unit) -> bool:
    """13.5 Whether this is the assaulted Unit, or a CC who has joined it."""
    fight = b.assault
    if fight is None or fight.alone:
        return False
    return unit.index == fight.target or (unit.index < 0 and any(index in fight.joined for index in unit.teams))


def lone_defenders(b: Battle) -> list[Team]:
    """13.5, 15.22 An FO who defends himself alone, or with another Unit: his own guns have no part in it."""
    fight = b.assault
    if fight is None:
        return []
    guests = [b.teams[index] for index in fight.joined if not b.teams[index].lost]
    return [team for team in guests if team.role == FO and (fight.alone or team.unit != fight.target)]


def is_halted(b: Battle, fight: Assault) -> bool:
    """Five hits; two results if all chargers are Armored; either in a mixed charge."""
    armored = [b.teams[index].type.armored for index in fight.chargers]
    by_hits = fight.hits >= b.land.numbers["halt_hits"]  # 13.6
    by_results = fight.results >= b.land.numbers["halt_results"]  # 13.8
    if not any(armored):
        return by_hits
    return by_results if all(armored) else by_hits or by_results


def halt(b: Battle, fight: Assault) -> None:
    """13.7 Teams stop where they are, two inches from any enemy, and the activation is over."""
    way = b.walk
    assert way is not None
    moving = [index for index in way.paths if not b.teams[index].lost]
    b.walk = b.assault = None
    unit = b.unit_at(fight.unit)
    by_hits = fight.hits >= b.land.numbers["halt_hits"] and not all(b.teams[i].type.armored for i in fight.chargers)
    rule, value = ("13.6", fight.hits) if by_hits else ("13.8", fight.results)
    b.tell("halted", rule, 1 - unit.side, unit.key, value=value)
    come_to_rest(b, {index: walked(way, index) for index in moving}, moving)
    enemies = b.on_table(1 - unit.side)
    for index in fight.chargers:
        team = b.teams[index]
        if not team.lost and too_near(b, team, enemies):
            put(team, *place_with_gap(b, team, enemies))
            b.tell("put back", "13.7", team.side, team.id, place=f"{team.x},{team.y}")


STAGES: dict[int, Callable[[Battle, Assault], Procedure]] = {
    SUPPRESS: suppressive_fire,
    CHARGE: charge,
    LANDED: landed,
    STRIKE: strike,
    ANSWER: answer,
    COUNTER: counter_attack,
    BREAK_OFF: break_off,
}
