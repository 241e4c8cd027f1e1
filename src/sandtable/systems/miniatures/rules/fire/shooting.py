"""6 Firing: who fires at whom, and one shooting from the first question to the last marker."""

from collections.abc import Generator
from functools import partial

from sandtable.systems.miniatures.rules.fire.allocation import Ledger, give_packet, hand_out
from sandtable.systems.miniatures.rules.fire.gone_to_ground import goes_to_ground, observer_alone
from sandtable.systems.miniatures.rules.fire.refusals import name, why_no_fire
from sandtable.systems.miniatures.rules.fire.saves import Fate, rolls_again, suffer
from sandtable.systems.miniatures.rules.fire.sensible import best_aim, best_coax, best_directed
from sandtable.systems.miniatures.rules.fire.to_hit import (
    MOVED,
    NORMAL,
    OVERWATCH,
    REACTION,
    Bearing,
    Shot,
    able,
    aim_dice,
    aims,
    automatic_miss,
    bearing_on,
    bears_on,
    can_see,
    face_to_hit,
    fire_points,
    in_arc,
    saves_spoiled,
    set_needs,
    shots_chosen,
    silent,
)
from sandtable.systems.miniatures.rules.leaders import (
    Target,
    all_targets,
    direct,
    directable,
    directed,
    find_target,
    helpers,
    joined,
)
from sandtable.systems.miniatures.rules.losses import remove
from sandtable.systems.miniatures.rules.sight import distance2
from sandtable.systems.miniatures.rules.suppression import Caps, place_markers, suppress
from sandtable.systems.miniatures.rules.wishes import FIRE, wants_details
from sandtable.systems.miniatures.state.book import COAX, INFANTRY, KINDS, MAIN
from sandtable.systems.miniatures.state.pieces import MOVE, Battle, Procedure, Team, Unit, spot
from sandtable.table.asking import DONE, PASS, ask
from sandtable.table.decision import Choice, Decision, Listing
from sandtable.table.telling import count

HOW = {NORMAL: ("", "6.1"), MOVED: ("after moving", "3.3.b"), REACTION: ("in reaction", "7.1")}
HOW[OVERWATCH] = ("on Overwatch", "3.4.c")


class Outcome:
    """What a shooting did: hits that can harm, suppressions and Teams destroyed together, Teams lost."""

    __slots__ = ("hits", "lost", "results")

    def __init__(self) -> None:
        self.hits = 0
        self.results = 0
        self.lost = 0


# Declaring (6.1, 6.2) ----------------------------------------------------------------------------


def targets_for(b: Battle, side: int) -> list[Target]:
    """6.1, 14.15, 15.22 All that a side may name: enemy Units, their CC and FOs."""
    return list(all_targets(b, 1 - side))


def may_fire(b: Battle, unit: Unit) -> bool:
    """Whether any Team of a Unit, or the CC, could fire at anyone now."""
    armed = [team for team in b.all_of(unit) if not silent(b, team)]
    if not armed:
        return False
    return any(bears_on(b, team, target.teams) for target in all_targets(b, 1 - unit.side) for team in armed)


class Aims:
    """6.1, 6.2 Who of the Teams of a Unit could fire at whom. Nothing changes while targets are declared."""

    __slots__ = ("_able", "b", "free", "targets")

    def __init__(self, b: Battle, unit: Unit) -> None:
        self.b = b
        self.free = b.all_of(unit)  # who has no target yet
        self.targets = targets_for(b, unit.side)
        self._able: dict[str, set[int]] = {}

    def able(self, target: Target) -> set[int]:
        """The Teams that can fire at it, those who have a target among them."""
        found = self._able.get(target.key)
        if found is None:
            found = {team.index for team in self.free if able(self.b, team, target)}
            self._able[target.key] = found
        return found

    def ready(self, target: Target) -> list[Team]:
        able_at = self.able(target)
        return [team for team in self.free if team.index in able_at]

    def called(self, key: str) -> str:
        return name(next(each for each in self.targets if each.key == key))

    def any_left(self) -> bool:
        """Whether somebody without a target could fire at anyone."""
        return any(self.ready(target) for target in self.targets)

    def options(self, detailed: bool) -> list[Choice]:
        """6.1, 6.2 At whom they may fire: all who can, or some of them while others can fire at somebody else."""
        rows = [(target.key, self.ready(target)) for target in self.targets]
        shooters = {team.index for _, ready in rows for team in ready}
        found: list[Choice] = []
        for key, ready in rows:
            found += fire_options(ready, key, detailed, len(shooters) > len(ready))
        return found

    def declare(self, key: str, id: str) -> list[Team]:
        """6.2 Those who fire at a target, one or all who can, may name no other."""
        target = next(each for each in self.targets if each.key == key)
        found = [team for team in self.ready(target) if id in ("", team.id)]
        self.free = [team for team in self.free if team not in found]
        return found


def fire_step(b: Battle, unit: Unit, kind: int, aimed: bool) -> Procedure:
    """6.1 A Fire: all targets are declared before any die falls, then each is resolved in turn (6.2)."""
    aims_at: dict[str, list[Team]] = {}  # target -> who fires at it
    detailed = wants_details(b, FIRE, unit.side)
    aims = Aims(b, unit)
    while aims.any_left():
        prompt = f"Which enemy does {unit.name} fire at?"
        if aims_at:
            so_far = [f"{count(len(teams), 'Team')} at {aims.called(key)}" for key, teams in aims_at.items()]
            prompt = f"Who else of {unit.name} fires? So far {' and '.join(so_far)}."
        listing = partial(all_fire_options, aims, detailed)
        answer = yield asking_fire(b, unit, prompt, "6.1", listing)
        if answer.do == "done":
            break
        if answer.do == "detail":
            detailed = True
            continue
        aims_at.setdefault(answer.to, []).extend(aims.declare(answer.to, answer.piece))
        if answer.do == "fire" and not answer.piece:
            break
    for key, teams in aims_at.items():
        if find_target(b, key) is not None:
            target = yield from joined(b, key)
            yield from shoot(b, unit, teams, target, kind, aimed, detailed)
            if b.result is not None:
                return


def declare(
    b: Battle, unit: Unit, teams: list[Team], target: Target, kind: int, detailed: bool
) -> Generator[Decision, Choice, tuple[list[Team], bool]]:
    """7.1, 13.2 Which of these Teams fire at this one target: all, some, or none; and whether details are wanted."""
    ready = teams.copy()
    chosen: list[Team] = []
    while ready:
        options = [*fire_options(ready, target.key, detailed), *more_detail(detailed), DONE if chosen else PASS]
        prompt = f"Which Teams of {unit.name} fire at {target.unit.name}?"
        answer = yield asking_fire(b, unit, prompt, HOW[kind][1], options.copy, target)
        if answer.do == "detail":
            detailed = True
            continue
        if answer.do != "fire":
            break
        chosen += [team for team in ready if answer.piece in ("", team.id)]
        ready = [team for team in ready if team not in chosen]
    return chosen, detailed


def fire_options(ready: list[Team], key: str, detailed: bool, others: bool = False) -> list[Choice]:
    """6.1, 6.2 All who can; the same, and the `others` at somebody else; in detail also one of them."""
    if len(ready) == 1:
        return [Choice("fire", ready[0].id, key)]
    if not ready:
        return []
    every = [Choice("fire", "", key), *([Choice("split", "", key)] if others else [])]
    return every + ([Choice("fire", team.id, key) for team in ready] if detailed else [])


def all_fire_options(aims: Aims, detailed: bool) -> list[Choice]:
    """What may be answered while targets are declared."""
    return [*aims.options(detailed), *more_detail(detailed), DONE]


def more_detail(detailed: bool) -> list[Choice]:
    """The way to the finer questions, for who has left them to the house."""
    return [] if detailed else [Choice("detail")]


def asking_fire(
    b: Battle, unit: Unit, prompt: str, rule: str, listing: Listing, only: Target | None = None
) -> Decision:
    """The question who fires; `only` at this target, if there is but one."""

    def why_not(choice: Choice) -> tuple[str, str]:
        if only is not None and choice.do == "fire" and choice.to != only.key:
            return f"Only {only.unit.name} may be fired at now.", rule
        return why_no_fire(b, unit, choice)

    return Decision(b.side_name(unit.side), "fire", prompt, rule, listing, why_not, unit.key)


# One shooting ------------------------------------------------------------------------------------


def shoot(
    b: Battle, unit: Unit, teams: list[Team], target: Target, kind: int, aimed: bool, detailed: bool
) -> Generator[Decision, Choice, Outcome]:
    """One shooting of a Unit at a target, whole, to the last marker (6.10-6.21, 8.1, 11.1).

    `detailed`: its owner chooses weapons, kinds of Team and whose fire is directed; else that is done sensibly.
    """
    outcome = Outcome()
    how, rule = HOW[kind]
    b.tell("shooting", rule, unit.side, unit.key, target.key, value=len(teams), text=how)
    rows = bearing_on(b, teams, target)
    if detailed:
        coax = yield from choose_coax(b, unit, rows)
    else:
        coax = best_coax(rows)
    yield from goes_to_ground(b, target, teams, kind, aimed)  # 6.25
    shots = shots_chosen(rows, coax)  # 6.10
    yield from name_aims(b, unit, shots, detailed)  # 6.21
    shots = [one for one in shots if one.dice > 0]
    firing = [team for team in teams if any(one.team is team for one in shots)]
    set_needs(b, shots, target, kind)  # 6.11
    if aimed:
        again: set[int] = set()
    elif detailed:
        again = yield from directed(b, unit, firing)
    else:
        again = direct_sensibly(b, unit, firing, shots)
    for one in shots:
        one.rerolls = "3.3.d" if aimed else "14.5" if one.team.index in again else ""
    yield from open_up(b, unit, firing, target, detailed)
    ledger = Ledger(b, target, shots)
    plain = [one for one in shots if not one.weapon.at]  # 6.16
    for one in plain:
        roll_to_hit(b, one, target)
    yield from hand_out(ledger, sum([one.hits for one in plain]))  # 6.15
    for one in shots:
        if one.weapon.at:
            roll_to_hit(b, one, target)
            if one.hits:
                yield from give_packet(ledger, one)  # 6.16
    outcome.hits = sum([one.hits for one in shots])  # 13.6
    yield from take_hits(b, ledger, outcome)  # 8.1
    return outcome


def choose_coax(b: Battle, unit: Unit, rows: Bearing) -> Generator[Decision, Choice, set[int]]:
    """16.6 Firing the main gun rules out the coax: the player chooses where a tank could fire either."""
    chosen: set[int] = set()
    for team, bearing in rows:
        places = {place for place, _ in bearing}
        if MAIN in places and COAX in places:
            prompt = f"Does {team.name} fire its main gun or its coaxial MG?"
            options = [Choice("main", team.id), Choice("coax", team.id)]
            answer = yield from ask(b, unit.side, "main or coax", prompt, "16.6", options, piece=team.id)
            if answer.do == "coax":
                chosen.add(team.index)
    return chosen


def name_aims(b: Battle, unit: Unit, shots: list[Shot], detailed: bool) -> Procedure:
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
        if not detailed:
            one.aim = best_aim(dice)
            one.dice = dice[one.aim]
            continue
        prompt = f"Which kind of Team does the {one.weapon.name} of {one.team.name} aim at?"
        answer = yield from ask(b, unit.side, "aim", prompt, "6.21", options, piece=one.team.id)
        one.aim = KINDS.index(answer.to)
        one.dice = dice[one.aim]


def direct_sensibly(b: Battle, unit: Unit, firing: list[Team], shots: list[Shot]) -> set[int]:
    """The PL directs the fire of the best Team near him, unless he may be needed to hurry one (14.4, 14.5)."""
    leader = b.pl(unit)
    near = [] if leader is None else directable(b, leader, firing)
    if leader is None or not near or leader not in helpers(b, unit) or MOVE in b.steps:
        return set()
    team = best_directed(shots, near)
    direct(b, leader, team)
    return {team.index}


def open_up(b: Battle, unit: Unit, teams: list[Team], target: Target, detailed: bool) -> Procedure:
    """Who fires has fired in this Initiative, stands up, and turns to the enemy (6.5, 6.7, 6.26, 7.3)."""
    unit.overwatch = False  # 3.4.c
    for team in teams:
        team.fired = True
        team.last_fire = b.initiative  # 7.3
        team.upright = True  # 6.26
        yield from turn_to(b, unit, team, target, detailed)  # 6.5, 6.7


def turn_to(b: Battle, unit: Unit, team: Team, target: Target, detailed: bool) -> Procedure:
    """6.5 A gun, a turret (6.7) or a tank without one faces the nearest Team that it sees in its arc."""
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
    prompt = f"Which Team does {team.name} turn to?"
    if not detailed:
        options = options[:1]
    answer = yield from ask(b, unit.side, "face", prompt, "6.5", options, piece=team.id)
    mark = b.team(answer.to)
    assert in_arc(team, mount, mark)
    if team.type.turret:
        team.tx, team.ty = mark.x - team.x, mark.y - team.y  # 6.7
    else:
        team.hx, team.hy = mark.x - team.x, mark.y - team.y


def roll_to_hit(b: Battle, one: Shot, target: Target) -> None:
    """The dice of one weapon; 7 or more is out of reach, a 1 never hits (6.10, 6.13, 6.14)."""
    team, name = one.team, one.weapon.name
    dice: list[int] = []
    face = face_to_hit(one.need)  # 6.14
    if not automatic_miss(b, one):  # 6.13
        dice = [b.chance.die(f"to hit with the {name}") for _ in range(one.dice)]
        one.hits = sum([die >= face for die in dice])  # 6.10
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
        dice = [b.chance.die(f"to hit with the {name}, again") for _ in range(missed)]
        one.hits += sum([die >= face for die in dice])
        b.tell(
            "shot again", one.rerolls, team.side, team.id, target.key, dice=tuple(dice), need=one.need, value=one.hits
        )


def take_hits(b: Battle, ledger: Ledger, outcome: Outcome) -> Procedure:
    """Saves, then Teams come off, then suppression: the damage table's first, one for three hits (8.1, 9.7, 11.1)."""
    target = ledger.target
    unit = target.unit
    spoiled = saves_spoiled(ledger.shots)  # 6.14
    fates: list[tuple[Team, Fate]] = []
    caps: Caps = {}
    for load in ledger.loads.values():
        if load.given:
            team = load.team
            fates.append((team, suffer(b, load, rolls_again(b, team, spoiled))))
            if load.packets and not load.dice:
                caps[team.index] = len(load.packets) * b.land.numbers["at_suppressions"]  # 6.17, 9.7
    lost = [team for team, fate in fates if fate.lost]
    outcome.lost = outcome.results = len(lost)  # 13.8
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
    markers = 0 if observer_alone(target) else outcome.hits // b.land.numbers["hits_per_marker"]  # 11.1, 15.21
    if markers:
        if not any(one.weapon.at and one.hits for one in ledger.shots):
            caps |= {team.index: 0 for team in b.teams_of(unit) + guests if team.type.armored}  # 9.3
        valid = [load.team for load in ledger.loads.values() if not load.team.lost]
        outcome.results += yield from place_markers(b, unit, markers, valid, "11.1", guests, caps)
