"""What a shooting promises, worked out quickly from mean hits: Teams lost, markers, and what they are worth."""

from collections.abc import Container

from sandtable.systems.miniatures.rules.fire.gone_to_ground import gone_to_ground
from sandtable.systems.miniatures.rules.fire.to_hit import MOVED, NORMAL, REACTION, has_shield
from sandtable.systems.miniatures.rules.sight import ahead, area_cover, clear, friends_in_the_way, front_shown
from sandtable.systems.miniatures.state.book import COAX, HARD, INFANTRY, MAIN, OPEN, TANK, Weapon
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.thinking.stakes import lost_worth
from sandtable.systems.miniatures.thinking.worth import MARKER, team_worth

SPREAD = 0.85  # markers come for whole threes of hits only
CALM = 1.0  # of the danger of a Unit, when all of it is suppressed
BLOW = 2.5  # and when all of it is lost: there is more than one round


class Eye:
    """A Team that fires, and the Teams of the target that it sees in range, with the squares of the distances."""

    __slots__ = ("seen", "team")

    def __init__(self, team: Team, seen: list[tuple[Team, int]]) -> None:
        self.team = team
        self.seen = seen


def promise(
    b: Battle,
    firers: list[Team],
    unit: Unit,
    marks: list[Team],
    kind: int,
    aimed: bool = False,
    friends: bool = False,
    danger: float = 0.0,
    how: "type[Volley] | None" = None,
) -> float:
    """What these Teams would gain by firing at those of a Unit. `friends`: look for those in the way.

    `danger`: what the Unit itself could do, which counts for the part of it that is put out of action.
    """
    found = volley(b, firers, unit, marks, kind, aimed, friends, how)
    if found is None:
        return 0.0
    return found.gained + danger * (CALM * found.calmed + BLOW * found.broken) if danger else found.gained


def volley(
    b: Battle,
    firers: list[Team],
    unit: Unit,
    marks: list[Team],
    kind: int,
    aimed: bool = False,
    friends: bool = False,
    how: "type[Volley] | None" = None,
) -> "Volley | None":
    """The means of a shooting; None where nobody could hit."""
    eyes = eyes_on(b, firers, marks, friends)
    if not eyes:
        return None
    covers = covers_of(b, eyes)
    chance, spoiled = chance_to_hit(b, eyes, unit, covers, kind)
    if not chance:
        return None
    plain = chance
    if any(has_shield(b.teams[index]) for index in covers):
        faced = {index for index in covers if shield_faces(b.teams[index], eyes)}
        plain = chance_to_hit(b, eyes, unit, covers, kind, faced)[0]
    odds = tuple([again(each) if aimed else each for each in (chance, chance_of(chance), plain, chance_of(plain))])
    return (how or Volley)(b, unit, covers, odds, spoiled or unit.ran, eyes)


def eyes_on(b: Battle, firers: list[Team], marks: list[Team], friends: bool) -> list[Eye]:
    """6.3-6.9 Who sees whom in range and arc."""
    found = []
    sees = b.land.sees
    for team in firers:
        mounts = team.type.mounts
        if not mounts:
            continue
        x, y = team.x, team.y
        reach = 2 * max([mount.weapon.range for mount in mounts]) + team.radius
        free = team.type.kind == INFANTRY
        hx, hy = (team.tx, team.ty) if team.type.turret else (team.hx, team.hy)
        seen = []
        for mark in marks:
            dx, dy = mark.x - x, mark.y - y
            square = dx * dx + dy * dy
            limit = reach + mark.radius
            if square > limit * limit or not (free or hx * dx + hy * dy >= 0):
                continue
            if not (clear(b, x, y, mark.x, mark.y) if b.smoke else sees(x, y, mark.x, mark.y)):
                continue
            if friends and friends_in_the_way(b, team, mark, mounts[0].weapon.over_friends) is not None:
                continue
            seen.append((mark, square))
        if seen:
            found.append(Eye(team, seen))
    return found


def covers_of(b: Battle, eyes: list[Eye]) -> dict[int, int]:
    """6.20 The worst cover of each Team that is seen."""
    found: dict[int, int] = {}
    lines: dict[int, list[tuple[int, object]]] = {}
    for eye in eyes:
        ax, ay = eye.team.x, eye.team.y
        for mark, _ in eye.seen:
            index = mark.index
            if index not in lines:
                cover = area_cover(b, mark)
                found[index] = HARD
                reach = mark.radius + b.land.numbers["touching"] + 1
                lines[index] = [(cover, None)]
                if cover != HARD:
                    lines[index] += [
                        (each.terrain.cover, each.shape)
                        for each in b.land.sheltering
                        if each.terrain.cover > cover and each.shape.near(mark.x, mark.y, reach)
                    ]
            row = lines[index]
            best = row[0][0]
            for cover, shape in row[1:]:
                if cover > best and shape.meets(mark.x, mark.y, ax, ay):  # type: ignore[attr-defined]
                    best = cover
            if best < found[index]:
                found[index] = best
    return found


def shield_faces(mark: Team, eyes: list[Eye]) -> bool:
    """16.3 Whether a gun shield faces all who fire."""
    return has_shield(mark) and all(ahead(mark.hx, mark.hy, mark, eye.team) for eye in eyes)


def chance_to_hit(
    b: Battle, eyes: list[Eye], unit: Unit, covers: dict[int, int], kind: int, faced: Container[int] = ()
) -> tuple[float, bool]:
    """6.11-6.14 The chance of one die at normal range, and whether saves are spoiled; `faced` are behind shields."""
    marks = {mark.index: mark for eye in eyes for mark, _ in eye.seen}.values()
    need = unit.training.to_hit
    walk = b.walk.paths if b.walk is not None else ()
    hidden = all(
        covers[mark.index] != OPEN or (mark.type.kind == INFANTRY and not mark.moved) or mark.index in faced
        for mark in marks
    )
    if hidden:
        need += 1
    elif any(mark.moved or mark.index in walk for mark in marks):
        need -= 1
    if all(gone_to_ground(b, mark) for mark in marks):
        need += 1
    if kind in (MOVED, REACTION):
        need += 1
    return max(0, 7 - max(2, need)) / 6, need <= 1


def chance_of(chance: float) -> float:
    """6.12.c The chance of a die at long range."""
    return max(0.0, chance - 1 / 6)


def again(chance: float) -> float:
    """The chance of a die that may be rolled again."""
    return 1 - (1 - chance) ** 2


class Volley:
    """One shooting, weapon by weapon."""

    __slots__ = (
        "b",
        "broken",
        "calmed",
        "covers",
        "gained",
        "hits",
        "killed",
        "odds",
        "plain",
        "shaken",
        "spoiled",
        "teams",
        "unit",
    )

    def __init__(
        self,
        b: Battle,
        unit: Unit,
        covers: dict[int, int],
        odds: tuple[float, ...],
        spoiled: bool,
        eyes: list[Eye],
    ) -> None:
        self.b = b
        self.unit = unit
        self.covers = covers
        self.odds = odds  # of a die at normal and at long range, of AT weapons and of others
        self.spoiled = spoiled  # successful saves are rolled again
        self.plain = 0.0  # hits of weapons that are not AT
        self.hits = 0.0  # all that can harm
        self.killed = 0.0  # Teams
        self.shaken = 0.0  # worth of Teams suppressed by the damage table
        self.teams = 0.0  # worth of Teams lost
        self.broken = 0.0  # share of the Unit that is lost
        self.calmed = 0.0  # and suppressed
        self.gained = self.value(eyes)

    def value(self, eyes: list[Eye]) -> float:
        """What it all comes to."""
        if not eyes:
            return 0.0
        for eye in eyes:
            self.fire(eye)
        marks = {mark.index: mark for eye in eyes for mark, _ in eye.seen}.values()
        soft = [mark for mark in marks if not mark.type.armored]
        if soft and self.plain:
            worst = min([self.covers[mark.index] for mark in soft])
            fails = max([self.fails(mark, self.covers[mark.index]) for mark in soft[:3]]) if worst else 0.0
            fails = fails or max([self.fails(mark, worst) for mark in soft if self.covers[mark.index] == worst])
            lost = len(soft) * (1 - (1 - fails) ** (self.plain / len(soft)))
            self.killed += lost
            self.teams += lost * team_worth(soft[-1])
        average = sum([team_worth(mark) for mark in marks]) / len(marks)
        markers = min(SPREAD * self.hits / self.b.land.numbers["hits_per_marker"], float(len(self.unit.teams)))
        left = max(1, len(self.b.teams_of(self.unit)))
        self.broken = min(1.0, self.killed / left)
        self.calmed = min(1.0 - self.broken, (markers + self.shaken / average) / left)
        return self.teams + lost_worth(self.b, self.unit, self.killed) + MARKER * (markers * average + self.shaken)

    def chance(self, weapon: Weapon, long: bool) -> float:
        """Of one die of this weapon."""
        return self.odds[long if weapon.at else 2 + long]

    def fails(self, mark: Team, cover: int) -> float:
        """8.2-8.4 The chance that a Team without armor fails a save."""
        quiet = mark.type.kind != TANK and (mark.type.kind == INFANTRY or not (mark.moved or mark.fired))
        chance = (1 if quiet else 2) / 6 if cover == HARD else (2 if quiet else 4) / 6
        return again(chance) if self.spoiled else chance

    def fire(self, eye: Eye) -> None:
        """6.10, 16.6 All weapons of a Team: the hull MG, and main gun or coax, whichever does more."""
        best: tuple[float, Weapon | None, bool, list[Team]] = (0.0, None, False, [])
        for mount in eye.team.type.mounts:
            weapon = mount.weapon
            near, marks = self.marks(eye, weapon)
            if not marks:
                continue
            gain = self.gain(eye.team, weapon, not near, marks)
            if mount.place in (MAIN, COAX):
                if gain > best[0]:
                    best = (gain, weapon, not near, marks)
            else:
                self.add(eye.team, weapon, not near, marks)
        if best[1] is not None:
            self.add(eye.team, best[1], best[2], best[3])

    def marks(self, eye: Eye, weapon: Weapon) -> tuple[bool, list[Team]]:
        """6.12.c The Teams at normal range or, if there are none, at long range."""
        reach = weapon.range + eye.team.radius
        near = [mark for mark, square in eye.seen if square <= (reach + mark.radius) ** 2]
        if near:
            return True, near
        reach += weapon.range
        return False, [mark for mark, square in eye.seen if square <= (reach + mark.radius) ** 2]

    def gain(self, team: Team, weapon: Weapon, long: bool, marks: list[Team]) -> float:
        """About what one weapon does, to compare it with another of the same Team."""
        hits, killed, worth, shaken = self.outcome(team, weapon, long, marks)
        if not weapon.at:
            soft = [mark for mark in marks if not mark.type.armored]
            killed = hits * self.fails(soft[0], self.covers[soft[0].index]) if soft else 0.0
            worth = killed * team_worth(soft[0]) if soft else 0.0
        return worth + 0.05 * killed + 0.03 * hits + MARKER * shaken

    def add(self, team: Team, weapon: Weapon, long: bool, marks: list[Team]) -> None:
        hits, killed, worth, shaken = self.outcome(team, weapon, long, marks)
        self.hits += hits
        if weapon.at:
            self.killed += killed
            self.teams += worth
            self.shaken += shaken
        else:
            self.plain += hits

    def outcome(self, team: Team, weapon: Weapon, long: bool, marks: list[Team]) -> tuple[float, float, float, float]:
        """Hits, Teams lost, their worth, the worth of those shaken: of a plain weapon only hits."""
        chance = self.chance(weapon, long)
        if not weapon.at:
            dice = weapon.fp // 2 if long else weapon.fp
            return (dice * chance if any(not mark.type.armored for mark in marks) else 0.0, 0.0, 0.0, 0.0)
        best = (0.0, 0.0, 0.0, 0.0)
        most = 0.0
        for mark in one_of_each(marks):
            dice = weapon.fp
            if mark.type.kind != TANK and self.covers[mark.index] != HARD:
                dice //= 2
            if long:
                dice //= 2
            if not dice:
                continue
            hits = dice * chance
            worth = team_worth(mark)
            if mark.type.armored:
                fails = self.armor_fails(team, mark)
                killed = 1 - (1 - fails / 6) ** hits
                shaken = 1 - (1 - fails / 2) ** hits - killed
            else:
                fails = self.fails(mark, self.covers[mark.index])
                killed, shaken = (1 - (1 - chance) ** dice) * fails, 0.0
            gain = killed * (worth + 0.05) + MARKER * shaken * worth + 0.03 * hits
            if gain > most:
                best, most = (hits, killed, killed * worth, shaken * worth), gain
        return best

    def armor_fails(self, team: Team, mark: Team) -> float:
        """9.4, 9.8, 9.9 The chance that armor fails a save."""
        type = mark.type
        number = type.front if front_shown(mark, mark.hx, mark.hy, team) else type.flank
        holds = max(0, 7 - number) / 6
        close = self.b.land.numbers["close_range"] + team.radius + mark.radius
        if (team.x - mark.x) ** 2 + (team.y - mark.y) ** 2 <= close * close or self.spoiled:
            holds *= holds
        return 1 - holds


def better_gun(b: Battle, team: Team, unit: Unit, marks: list[Team]) -> int:
    """16.6 Main gun or coax: which of them does more to a Unit."""
    eyes = eyes_on(b, [team], marks, False)
    if not eyes:
        return MAIN
    covers = covers_of(b, eyes)
    chance, spoiled = chance_to_hit(b, eyes, unit, covers, NORMAL)
    shot = Volley(b, unit, covers, (chance, chance_of(chance)) * 2, spoiled, [])
    best, most = MAIN, -1.0
    for mount in team.type.mounts:
        near, seen = shot.marks(eyes[0], mount.weapon)
        gain = shot.gain(team, mount.weapon, not near, seen) if seen else 0.0
        if mount.place in (MAIN, COAX) and gain > most:
            best, most = mount.place, gain
    return best


def one_of_each(marks: list[Team]) -> list[Team]:
    """One Team of each kind: 6.21 an AT weapon names a kind, the owner chooses the Team."""
    found: dict[int, Team] = {}
    for mark in marks:
        kind = mark.type.kind
        if kind not in found or mark.type.front > found[kind].type.front:
            found[kind] = mark
    return list(found.values())
