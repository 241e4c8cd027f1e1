"""14 Platoon Leaders and Company Commanders: what they may do for their men, and whom they join when attacked.

Training Checks are here too, because a CC may have any of them rolled again (14.9).
"""

from collections.abc import Generator, Iterator

from sandtable.systems.miniatures.rules.sight import distance2, within
from sandtable.systems.miniatures.state.book import INFANTRY, TANK
from sandtable.systems.miniatures.state.pieces import Battle, Procedure, Team, Unit, spot
from sandtable.systems.miniatures.state.scenario import CC, FO, PL
from sandtable.table.asking import PASS, ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier

KEEP = Choice("keep")
SIX = 6
ITS_OWN = ("activation", "counter-attack", "morale")  # checks with a name


# Training Checks (3.1, 14.9) ---------------------------------------------------------------------


class Check:
    """One Training Check: the die that counts, whether it passed, whether the CC had it rolled again."""

    __slots__ = ("die", "passed", "rerolled")

    def __init__(self, die: int, passed: bool, rerolled: bool = False) -> None:
        self.die = die
        self.passed = passed
        self.rerolled = rerolled


class SecondTry(Decision):
    """14.9 The question whether a failed check is rolled again, with what it needs."""

    __slots__ = ("need",)
    need: int


def passes(b: Battle, die: int, need: int) -> bool:
    """3.1 Equal or higher; a 1 never passes, and 7 or more cannot be reached."""
    return die >= need and die > 1 and need < b.land.numbers["impossible"]


def training_check(
    b: Battle, unit: Unit, why: str, rule: str, need: int = 0, modifiers: tuple[Modifier, ...] = (), six: bool = False
) -> Generator[Decision, Choice, Check]:
    """3.1 One die against the Unit's Training, which its CC may have rolled again (14.9).

    `six`: a natural 6 is worth trying for, whether the check has passed or cannot pass (3.5).
    """
    need = need or unit.training.check
    die = b.chance.die(why)
    found = Check(die, passes(b, die, need))
    b.tell(
        "check",
        rule,
        unit.side,
        unit.key,
        dice=(die,),
        need=need,
        value=int(found.passed),
        text=why,
        modifiers=modifiers,
    )
    if not found.passed and need < b.land.numbers["impossible"]:
        again = yield from offers_reroll(b, unit, why, need)
    elif six and die < SIX:
        again = yield from offers_second_wind(b, unit, found)
    else:
        again = False
    if again:
        die = b.chance.die(why)
        found = Check(die, passes(b, die, need), rerolled=True)
        b.tell("check", "14.9", unit.side, unit.key, dice=(die,), need=need, value=int(found.passed), text=why)
    return found


def training_checks(
    b: Battle, unit: Unit, count: int, why: str, rule: str, piece: str = ""
) -> Generator[Decision, Choice, int]:
    """Several checks for one purpose (13.19, 15.8): how many passed. The CC may have one that failed rolled again."""
    need = unit.training.check
    dice = [b.chance.die(why) for _ in range(count)]
    passed = sum(passes(b, die, need) for die in dice)
    b.tell("checks", rule, unit.side, unit.key, piece, dice=tuple(dice), need=need, value=passed, text=why)
    if passed < count and (yield from offers_reroll(b, unit, why, need)):
        die = b.chance.die(why)
        again = passes(b, die, need)
        b.tell("check", "14.9", unit.side, unit.key, dice=(die,), need=need, value=int(again), text=why)
        passed += again
    return passed


def may_reroll(b: Battle, unit: Unit) -> bool:
    """14.9 Whether the CC can let this Unit of his company roll again."""
    cc = b.cc(unit.side)
    return unit.index >= 0 and not unit.gone and cc is not None and has_ability(b, cc)


def failed(unit: Unit, why: str) -> str:
    """Which check has failed, in a sentence."""
    if why in ITS_OWN:
        return f"{unit.name} failed its {why} check."
    return f"{why if why.startswith(unit.name) else f'{unit.name}, {why}'}: a check failed."


def offers_reroll(b: Battle, unit: Unit, why: str, need: int) -> Generator[Decision, Choice, bool]:
    """14.9 The CC is asked whether a failure is rolled again."""
    if not may_reroll(b, unit):
        return False
    prompt = f"{failed(unit, why)} Does the Company Commander let it roll again?"
    options = [Choice("reroll", unit.key), KEEP]
    question = SecondTry(b.side_name(unit.side), "reroll", prompt, "14.9", lambda: options, piece=unit.key)
    question.need = need
    answer = yield question
    return answer.do == "reroll" and spend_reroll(b, unit)


def offers_second_wind(b: Battle, unit: Unit, check: Check) -> Generator[Decision, Choice, bool]:
    """14.9, 3.5 The CC is asked whether an activation is rolled again for the sake of a 6."""
    if not may_reroll(b, unit):
        return False
    so_far = "passed its check" if check.passed else "cannot pass its check"
    prompt = f"{unit.name} {so_far}. Does the Company Commander let it roll again for a second wind on a 6?"
    options = [KEEP, Choice("reroll", unit.key)]
    answer = yield from ask(b, unit.side, "second wind", prompt, "14.9", options, piece=unit.key)
    return answer.do == "reroll" and spend_reroll(b, unit)


def spend_reroll(b: Battle, unit: Unit) -> bool:
    """14.3 It uses up the ability of the CC for this Initiative."""
    cc = b.cc(unit.side)
    assert cc is not None
    cc.helped = b.initiative
    b.tell("ability", "14.9", unit.side, cc.id, unit.key, spot(cc), text="reroll")
    return True


# Abilities (14.3-14.6) ---------------------------------------------------------------------------


def has_ability(b: Battle, leader: Team) -> bool:
    """14.3 Once per Initiative."""
    return not leader.lost and leader.helped != b.initiative


def helpers(b: Battle, unit: Unit) -> list[Team]:
    """14.3, 14.8 The leaders on foot who may help a Team of this Unit now: its PL and the CC."""
    found = []
    for leader in (b.pl(unit), b.cc(unit.side)):
        if leader is not None and leader.type.kind == INFANTRY and has_ability(b, leader):
            found.append(leader)
    return found


def directed(b: Battle, unit: Unit, teams: list[Team]) -> Generator[Decision, Choice, set[int]]:
    """14.5 Before the dice fall each leader may direct the fire of a Team near him: its indices are given back."""
    found: set[int] = set()
    for leader in helpers(b, unit):
        near = [team for team in directable(b, leader, teams) if team.index not in found]
        if not near:
            continue
        options = [PASS, *[Choice("direct", team.id, leader.id) for team in near]]
        prompt = f"Does {leader.name} direct the fire of a Team? It rolls its misses again."
        answer = yield from ask(b, unit.side, "direct", prompt, "14.5", options, piece=leader.id)
        if answer.do == "direct":
            team = b.team(answer.piece)
            direct(b, leader, team)
            found.add(team.index)
    return found


def directable(b: Battle, leader: Team, teams: list[Team]) -> list[Team]:
    """14.5 The Teams whose fire a leader could direct: those near him, not himself."""
    return [team for team in teams if team is not leader and within(leader, team, b.land.numbers["leader"])]


def direct(b: Battle, leader: Team, team: Team) -> None:
    """14.3, 14.5 A leader directs the fire of a Team, and has used his ability."""
    leader.helped = b.initiative
    b.tell("ability", "14.5", leader.side, leader.id, team.id, spot(team), text="direct")


def shifts(b: Battle, unit: Unit, leader: Team) -> list[Choice]:
    """14.6 From which Team near the leader to which other Team of the Unit a marker may go."""
    teams = b.teams_of(unit)
    bare = [team for team in teams if team.markers == 0]
    most = b.land.numbers["most_markers"]
    found = []
    for team in teams:
        if team.markers and team is not leader and within(leader, team, b.land.numbers["leader"]):
            for other in bare or [each for each in teams if each.markers < most]:
                if other is not team:
                    found.append(Choice("shift", team.id, other.id))
    return found


def offer_shift(b: Battle, unit: Unit) -> Procedure:
    """14.6 Each leader may move one suppression marker from a Team near him to another of the Unit."""
    if not any(b.teams[i].markers for i in unit.teams):
        return
    for leader in helpers(b, unit):
        options = shifts(b, unit, leader)
        if options:
            yield from shift_by(b, unit, leader, [PASS, *options])


def shift_by(b: Battle, unit: Unit, leader: Team, options: list[Choice]) -> Generator[Decision, Choice, bool]:
    """14.6 A leader is asked; whether he has moved a marker."""
    prompt = f"Does {leader.name} move a suppression marker from one Team to another?"
    answer = yield from ask(b, unit.side, "shift", prompt, "14.6", options, piece=leader.id)
    if answer.do != "shift":
        return False
    giver, taker = b.team(answer.piece), b.team(answer.to)
    leader.helped = b.initiative
    giver.markers -= 1
    taker.markers += 1
    b.tell("shift", "14.6", unit.side, giver.id, taker.id, spot(taker), text=leader.id)
    return True


def freeable(b: Battle, unit: Unit) -> list[Team]:
    """14.6 The Teams that a leader could free of their only marker now."""
    if not any(b.teams[i].markers for i in unit.teams):
        return []
    givers = {choice.piece for leader in helpers(b, unit) for choice in shifts(b, unit, leader)}
    return [team for team in b.teams_of(unit) if team.markers == 1 and team.id in givers]


def shift_off(b: Battle, unit: Unit, teams: list[Team]) -> Procedure:
    """14.6 One of these Teams is freed of its marker, by whichever leader can do it."""
    ids = {team.id for team in teams}
    able = []
    for leader in helpers(b, unit):
        options = [choice for choice in shifts(b, unit, leader) if choice.piece in ids]
        if options:
            able.append((leader, options))
    for place, (leader, options) in enumerate(able, start=1):
        last = place == len(able)
        if (yield from shift_by(b, unit, leader, options if last else [PASS, *options])):
            return


# A new PL (14.16) --------------------------------------------------------------------------------


def appointments(b: Battle, side: int) -> list[Choice]:
    """14.16 Whom the CC may appoint: a Team near him of a Unit that has lost its PL."""
    cc = b.cc(side)
    if cc is None or b.commands[side].appointed == b.initiative:
        return []
    found = []
    for unit in b.company(side):
        if unit.pl < 0:
            for team in b.teams_of(unit):
                if within(cc, team, b.land.numbers["leader"]):
                    found.append(Choice("appoint", team.id))
    return found


def appoint(b: Battle, team: Team) -> None:
    """14.16 A PL Team with the weapon of the dead one takes its place, a gun's too; a tank stays the tank it is."""
    unit = b.unit_of(team)
    b.commands[team.side].appointed = b.initiative
    unit.pl = team.index
    team.role = PL
    type = b.teams[unit.first_pl].type
    if team.type.kind != TANK and type.kind == INFANTRY:
        team.type = type
        team.radius = b.land.numbers["leader_radius"]
        team.hx = team.hy = 0
    b.tell("appointed", "14.16", team.side, team.id, unit.key, spot(team))


# Under attack (14.15, 15.22) ---------------------------------------------------------------------


class Target:
    """Who is attacked: the Unit whose Training counts, and all that count as its Teams in this attack."""

    __slots__ = ("key", "teams", "unit")

    def __init__(self, key: str, unit: Unit, teams: list[Team]) -> None:
        self.key = key
        self.unit = unit
        self.teams = teams


def all_targets(b: Battle, side: int) -> Iterator[Target]:
    """All of a side that may be named as a target: its Units, its CC, its FOs."""
    for unit in b.company(side):
        yield Target(unit.key, unit, b.teams_of(unit))
    for team in b.by_side[side]:
        if team.role in (CC, FO) and not team.lost:
            yield Target(team.id, b.unit_of(team), [team])


def find_target(b: Battle, key: str) -> Target | None:
    """The Unit of this key, or the CC or FO of this id by himself; None if there is none on the table."""
    unit = b.find_unit(key)
    if unit is not None:
        return Target(key, unit, b.teams_of(unit))
    team = b.find_team(key)
    if team is None or team.role not in (CC, FO):
        return None
    return Target(key, b.unit_of(team), [team])


def target_of(b: Battle, key: str) -> Target:
    """The same where there is one."""
    found = find_target(b, key)
    if found is None:
        raise KeyError(f"no target {key!r} on the table")
    return found


def hosts(b: Battle, team: Team) -> list[Unit]:
    """14.15, 15.22 The nearest Unit of his side in reach of a CC or FO; several only if equally near."""
    near: list[tuple[int, Unit]] = []
    for unit in b.company(team.side):
        reached = [each for each in b.teams_of(unit) if within(team, each, b.land.numbers["join"])]
        if reached:
            near.append((min([distance2(team, each) for each in reached]), unit))
    return [unit for away, unit in near if all(away <= other for other, _ in near)]


def joined(b: Battle, key: str) -> Generator[Decision, Choice, Target]:
    """14.15, 15.22 An attacked CC or FO joins the nearest Unit in reach for as long as the attack lasts."""
    target = target_of(b, key)
    if target.key == target.unit.key:
        return target
    team = target.teams[0]
    near = hosts(b, team)
    if not near:
        return target
    options = [Choice("join", team.id, unit.key) for unit in near]
    rule = "14.15" if team.role == CC else "15.22"
    answer = yield from ask(b, team.side, "join", f"Which Unit does {team.name} join?", rule, options, piece=team.id)
    unit = b.unit(answer.to)
    b.tell("joins", rule, team.side, team.id, unit.key, spot(team))
    return Target(unit.key, unit, [*b.teams_of(unit), team])
