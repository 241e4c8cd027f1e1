"""6 Firing: who fires at whom, and one shooting from the first question to the last marker."""

from collections.abc import Generator

from sandtable.systems.miniatures.rules.fire.allocation import Ledger, give_packet, hand_out
from sandtable.systems.miniatures.rules.fire.gone_to_ground import goes_to_ground, observer_alone
from sandtable.systems.miniatures.rules.fire.refusals import why_no_fire
from sandtable.systems.miniatures.rules.fire.saves import Fate, suffer
from sandtable.systems.miniatures.rules.fire.to_hit import (
    MOVED,
    NORMAL,
    OVERWATCH,
    REACTION,
    Shot,
    able,
    aim_dice,
    aims,
    automatic_miss,
    can_see,
    face_to_hit,
    fire_points,
    in_arc,
    saves_spoiled,
    set_needs,
    shots_of,
    weapons_bearing,
)
from sandtable.systems.miniatures.rules.leaders import Target, directed, find_target, joined, target_keys
from sandtable.systems.miniatures.rules.losses import remove
from sandtable.systems.miniatures.rules.sight import distance2
from sandtable.systems.miniatures.rules.suppression import Caps, place_markers, suppress
from sandtable.systems.miniatures.state.book import COAX, INFANTRY, KINDS, MAIN
from sandtable.systems.miniatures.state.pieces import Battle, Procedure, Team, Unit, spot
from sandtable.table.asking import DONE, PASS, ask
from sandtable.table.decision import Choice, Decision

HOW = {NORMAL: ("", "6.1"), MOVED: ("after moving", "3.3.b"), REACTION: ("in reaction", "7.1")}
HOW[OVERWATCH] = ("on Overwatch", "3.4.c")


class Outcome:
    """What a shooting did: hits that can harm, suppressions and Teams destroyed together, Teams lost."""

    __slots__ = ("hits", "lost", "results")

    def __init__(self) -> None:
        self.hits = 0
        self.results = 0  # 13.8
        self.lost = 0


# Declaring (6.1, 6.2) ----------------------------------------------------------------------------


def targets_for(b: Battle, side: int) -> list[Target]:
    """6.1, 14.15, 15.22 All that a side may name: enemy Units, their CC and FOs."""
    return [found for key in target_keys(b, 1 - side) if (found := find_target(b, key)) is not None]


def may_fire(b: Battle, unit: Unit) -> bool:
    """Whether any Team of a Unit, or the CC, could fire at anyone now."""
    targets = targets_for(b, unit.side)
    return any(able(b, team, target) for team in b.all_of(unit) for target in targets)


def fire_step(b: Battle, unit: Unit, kind: int, aimed: bool) -> Procedure:
    """6.1, 6.2 A Fire: all targets are declared before any die falls, then each is resolved in turn."""
    aims_at: dict[str, list[Team]] = {}  # target -> who fires at it
    free = b.all_of(unit)
    bearing = {
        target.key: {team.index for team in free if able(b, team, target)} for target in targets_for(b, unit.side)
    }  # nothing changes while targets are declared
    while True:
        options = []
        for key, able_at in bearing.items():
            ready = [team for team in free if team.index in able_at]
            options += fire_options(ready, key)
        if not options:
            break
        prompt = f"{unit.name}: who fires at whom?"
        answer = yield asking_fire(b, unit, prompt, "6.1", [*options, DONE])
        if answer.do == "done":
            break
        for team in list(free):
            if team.index in bearing[answer.to] and answer.piece in ("", team.id):
                aims_at.setdefault(answer.to, []).append(team)
                free.remove(team)
    for key, teams in aims_at.items():
        if find_target(b, key) is not None:
            target = yield from joined(b, key)
            yield from shoot(b, unit, teams, target, kind, aimed)
            if b.result is not None:
                return


def declare(
    b: Battle, unit: Unit, teams: list[Team], target: Target, kind: int
) -> Generator[Decision, Choice, list[Team]]:
    """7.1, 13.2 Which of these Teams fire at this one target: all, some, or none."""
    ready = teams.copy()
    chosen: list[Team] = []
    while ready:
        options = [*fire_options(ready, target.key), DONE if chosen else PASS]
        prompt = f"{unit.name}: who fires at {target.unit.name}?"
        answer = yield asking_fire(b, unit, prompt, HOW[kind][1], options, target)
        if answer.do != "fire":
            break
        chosen += [team for team in ready if answer.piece in ("", team.id)]
        ready = [team for team in ready if team not in chosen]
    return chosen


def fire_options(ready: list[Team], key: str) -> list[Choice]:
    """One of them, or all who can."""
    every = [Choice("fire", "", key)] if len(ready) > 1 else []
    return every + [Choice("fire", team.id, key) for team in ready]


def asking_fire(
    b: Battle, unit: Unit, prompt: str, rule: str, options: list[Choice], only: Target | None = None
) -> Decision:
    """The question who fires; `only` at this target, if there is but one."""

    def why_not(choice: Choice) -> tuple[str, str]:
        if only is not None and choice.do == "fire" and choice.to != only.key:
            return f"Only {only.unit.name} may be fired at now.", rule
        return why_no_fire(b, unit, choice)

    return Decision(b.side_name(unit.side), "fire", prompt, rule, lambda: options, why_not, unit.key)


# One shooting ------------------------------------------------------------------------------------


def shoot(
    b: Battle, unit: Unit, teams: list[Team], target: Target, kind: int, aimed: bool = False
) -> Generator[Decision, Choice, Outcome]:
    """6.10-6.21, 8.1, 11.1 One shooting of a Unit at a target, whole, to the last marker."""
    outcome = Outcome()
    how, rule = HOW[kind]
    b.tell("shooting", rule, unit.side, unit.key, target.key, value=len(teams), text=how)
    coax = yield from choose_coax(b, unit, teams, target)
    yield from goes_to_ground(b, target, teams)
    shots = shots_of(b, teams, target, coax)
    yield from name_aims(b, unit, shots)
    shots = [one for one in shots if one.dice > 0]
    firing = [team for team in teams if any(one.team is team for one in shots)]
    set_needs(b, shots, target, kind)
    again = set() if aimed else (yield from directed(b, unit, firing))
    for one in shots:
        one.rerolls = "3.3.d" if aimed else "14.5" if one.team.index in again else ""
    yield from open_up(b, unit, firing, target)
    ledger = Ledger(b, target, shots)
    plain = [one for one in shots if not one.weapon.at]
    for one in plain:
        roll_to_hit(b, one, target)
    yield from hand_out(ledger, sum([one.hits for one in plain]))
    for one in shots:
        if one.weapon.at:
            roll_to_hit(b, one, target)
            if one.hits:
                yield from give_packet(ledger, one)
    outcome.hits = sum([one.hits for one in shots])
    yield from take_hits(b, ledger, outcome)
    return outcome


def choose_coax(b: Battle, unit: Unit, teams: list[Team], target: Target) -> Generator[Decision, Choice, set[int]]:
    """16.6 Firing the main gun rules out the coax: the player chooses where a tank could fire either."""
    chosen: set[int] = set()
    for team in teams:
        if len(team.type.mounts) > 1:
            bearing = {place for place, _ in weapons_bearing(b, team, target.teams)}
            if MAIN in bearing and COAX in bearing:
                prompt = f"{team.name}: main gun or coaxial MG?"
                options = [Choice("main", team.id), Choice("coax", team.id)]
                answer = yield from ask(b, unit.side, "main or coax", prompt, "16.6", options, piece=team.id)
                if answer.do == "coax":
                    chosen.add(team.index)
    return chosen


def name_aims(b: Battle, unit: Unit, shots: list[Shot]) -> Procedure:
    """6.19, 6.21 Every AT weapon names a kind of Team before it rolls; the Fire Points follow from it."""
    for one in shots:
        if not one.weapon.at:
            one.dice = fire_points(b, one, one.aim, True)
            continue
        dice = {aim: aim_dice(b, one, aim) for aim in aims(one)}
        options = [Choice("aim", one.team.id, KINDS[aim], points) for aim, points in dice.items() if points]
        if not options:
            one.dice = 0
            continue
        prompt = f"{one.team.name}: at which kind of Team does the {one.weapon.name} aim?"
        answer = yield from ask(b, unit.side, "aim", prompt, "6.21", options, piece=one.team.id)
        one.aim = KINDS.index(answer.to)
        one.dice = dice[one.aim]


def open_up(b: Battle, unit: Unit, teams: list[Team], target: Target) -> Procedure:
    """6.5, 6.7, 6.26, 7.3 Who fires has fired in this Initiative, stands up, and turns to the enemy."""
    unit.overwatch = False  # 3.4.c
    for team in teams:
        team.fired = True
        team.last_fire = b.initiative
        team.upright = True
        yield from turn_to(b, unit, team, target)


def turn_to(b: Battle, unit: Unit, team: Team, target: Target) -> Procedure:
    """6.5, 6.7 A gun, a turret or a tank without one faces the nearest Team that it sees in its arc."""
    if team.type.kind == INFANTRY or not team.type.mounts:
        return
    mount = team.type.mounts[0]
    if team.type.turret and mount.place != MAIN:
        return
    seen = [mark for mark in target.teams if not mark.lost and can_see(b, team, mount, mark)]
    if not seen:
        return
    nearest = min([distance2(team, mark) for mark in seen])
    options = [Choice("face", team.id, mark.id) for mark in seen if distance2(team, mark) == nearest]
    prompt = f"{team.name}: which Team does it turn to?"
    answer = yield from ask(b, unit.side, "face", prompt, "6.5", options, piece=team.id)
    mark = b.team(answer.to)
    assert in_arc(team, mount, mark)
    if team.type.turret:
        team.tx, team.ty = mark.x - team.x, mark.y - team.y
    else:
        team.hx, team.hy = mark.x - team.x, mark.y - team.y


def roll_to_hit(b: Battle, one: Shot, target: Target) -> None:
    """6.10, 6.13, 6.14 The dice of one weapon; 7 or more is out of reach, a 1 never hits."""
    team, name = one.team, one.weapon.name
    dice: list[int] = []
    face = face_to_hit(one.need)
    if not automatic_miss(b, one):
        dice = [b.chance.roll(6, f"to hit with the {name}") for _ in range(one.dice)]
        one.hits = sum([die >= face for die in dice])
    b.tell(
        "shot",
        "6.10" if dice else "6.13",
        team.side,
        team.id,
        target.key,
        spot(one.marks[0]),
        tuple(dice),
        one.need,
        one.hits,
        name,
        one.modifiers,
    )
    missed = len(dice) - one.hits
    if one.rerolls and missed:
        dice = [b.chance.roll(6, f"to hit with the {name}, again") for _ in range(missed)]
        one.hits += sum([die >= face for die in dice])
        b.tell(
            "shot again", one.rerolls, team.side, team.id, target.key, dice=tuple(dice), need=one.need, value=one.hits
        )


def take_hits(b: Battle, ledger: Ledger, outcome: Outcome) -> Procedure:
    """8.1, 9.7, 11.1 Saves, then Teams come off, then suppression: the damage table's first, one for three hits."""
    target = ledger.target
    unit = target.unit
    spoiled = saves_spoiled(ledger.shots)
    fates: list[tuple[Team, Fate]] = []
    caps: Caps = {}
    for load in ledger.loads.values():
        if load.given:
            team = load.team
            fates.append((team, suffer(b, load, spoiled or b.unit_of(team).ran)))
            if load.packets and not load.dice:
                caps[team.index] = len(load.packets) * b.land.numbers["at_suppressions"]
    lost = [team for team, fate in fates if fate.lost]
    outcome.lost = outcome.results = len(lost)
    if lost:
        yield from remove(b, lost, "8.5", "fire", unit)
        if b.result is not None:
            return
    guests = [team for team in target.teams if b.unit_of(team) is not unit]
    for team, fate in fates:
        for _ in range(0 if fate.lost else fate.suppressions):
            suppress(b, team, "9.6", guests)
            outcome.results += 1  # 13.8: inflicted, even if 11.6 has no room for its marker
            caps[team.index] = caps.get(team.index, 1) - 1
    markers = outcome.hits // b.land.numbers["hits_per_marker"]
    if markers and not observer_alone(target):
        if not any(one.weapon.at and one.hits for one in ledger.shots):
            caps |= {team.index: 0 for team in b.teams_of(unit) + guests if team.type.armored}  # 9.3
        valid = [load.team for load in ledger.loads.values() if not load.team.lost]
        outcome.results += yield from place_markers(b, unit, markers, valid, "11.1", guests, caps)
