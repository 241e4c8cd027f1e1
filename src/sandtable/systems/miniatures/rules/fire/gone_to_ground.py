"""6.22-6.26 Gone to Ground: who is, and who may declare it."""

from collections.abc import Generator

from sandtable.systems.miniatures.rules.leaders import Target
from sandtable.systems.miniatures.rules.sight import area_cover, cover_of
from sandtable.systems.miniatures.state.book import OPEN, TANK
from sandtable.systems.miniatures.state.pieces import ACTION, Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import FO
from sandtable.table.asking import PASS
from sandtable.table.decision import Choice, Decision


def gone_to_ground(b: Battle, team: Team, firers: list[Team] | None = None) -> bool:
    """Still and silent since its last activation, or by declaration; never a tank."""
    if team.type.kind == TANK:  # 6.22
        return False
    if team.role == FO and hidden(b, team, firers or []):  # 15.23
        return True
    unit = b.unit_of(team)
    if unit.ground and not team.upright:  # 6.25, 6.26
        return True
    return not (team.moved or team.fired or team.observed or unit.overwatch)  # 6.23


def hidden(b: Battle, observer: Team, firers: list[Team]) -> bool:
    """15.23 In concealing terrain, whatever he does: inside of it, or behind it as seen by all who fire."""
    if area_cover(b, observer) != OPEN:
        return True
    return bool(firers) and all(cover_of(b, observer, firer) != OPEN for firer in firers)


def lies_low(b: Battle, team: Team, target: Target, firers: list[Team]) -> bool:
    """The same in an attack: who has joined a Unit goes to ground with it."""
    if gone_to_ground(b, team, firers):
        return True
    joined = b.unit_of(team) is not target.unit
    return joined and target.unit.ground and team.type.kind != TANK  # 14.15, 15.22


def may_declare(b: Battle, unit: Unit) -> bool:
    """6.25 Not yet activated in this round, or on Overwatch with its fire unspent; not in its own activation."""
    if unit.ground or (unit.activated and not unit.overwatch) or unit.acted:
        return False
    if b.phase == ACTION and b.acting is unit:
        return False
    return any(team.type.kind != TANK for team in b.teams_of(unit))


def would_help(b: Battle, target: Target, firers: list[Team]) -> bool:
    """6.25 Whether the target may go to ground, and that would change anything."""
    if observer_alone(target) or not may_declare(b, target.unit):
        return False
    return not all(team.type.kind == TANK or lies_low(b, team, target, firers) for team in target.teams)


class UnderFire(Decision):
    """6.25 The question to the target, with what is about to be fired at it: by whom, how, and whether aimed."""

    __slots__ = ("aimed", "firers", "how", "target")
    target: str
    firers: tuple[str, ...]
    how: int
    aimed: bool


RANGING = -1  # how: a shot to range in, which hurts nobody


def goes_to_ground(
    b: Battle, target: Target, firers: list[Team], how: int = RANGING, aimed: bool = False
) -> Generator[Decision, Choice, None]:
    """6.25 Before the dice fall the target may declare it; nobody is asked where it would change nothing."""
    unit = target.unit
    if not would_help(b, target, firers):
        return
    prompt = f"Fire at {unit.name}: does it go to ground? Then it may not move or fire in this round."
    options = [Choice("ground", unit.key), PASS]
    question = UnderFire(b.side_name(unit.side), "going to ground", prompt, "6.25", lambda: options, piece=unit.key)
    question.target, question.firers = target.key, tuple([team.id for team in firers])
    question.how, question.aimed = how, aimed
    answer = yield question
    if answer.do == "ground":
        unit.ground = True
        unit.overwatch = False
        if unit.index < 0:
            unit.acted = True  # the CC has given up his Move or Fire
        for team in b.all_of(unit):
            team.upright = False
        b.tell("gone to ground", "6.25", unit.side, unit.key)


def observer_alone(target: Target) -> bool:
    """15.22 An FO who has joined nobody is attacked by himself: his Unit does not lie down, nor is it suppressed."""
    return target.key != target.unit.key and target.unit.index >= 0
