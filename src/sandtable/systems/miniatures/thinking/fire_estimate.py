"""What a shooting promises, worked out quickly from mean hits: Teams lost, markers, and what they are worth."""

from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL, has_shield, spoils_saves
from sandtable.systems.miniatures.rules.sight import front_shown
from sandtable.systems.miniatures.state.book import COAX, HARD, MAIN, TANK, Weapon
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.thinking.chances import (
    FINE,
    again,
    damaged,
    destroyed,
    mean_groups,
    reaches,
    save_fails,
)
from sandtable.systems.miniatures.thinking.fire_chances import (
    Eye,
    covers_of,
    eyes_on,
    hit_chances,
    need_to_hit,
    shield_faces,
)
from sandtable.systems.miniatures.thinking.weights import BLOW, CALM, HIT, KILL, MARKER, SPREAD
from sandtable.systems.miniatures.thinking.worth import lost_worth, team_worth


def promise(found: "Volley | None", danger: float = 0.0) -> float:
    """What a volley would gain; nothing where there is none.

    `danger`: what the Unit itself could do, which counts for the part of it that is put out of action.
    """
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
    """The means of these Teams' fire at those of a Unit; None where nobody could hit.

    `friends`: look for those in the way.
    """
    eyes = eyes_on(b, firers, marks, friends)
    if not eyes:
        return None
    covers = covers_of(b, eyes)
    need = need_to_hit(b, eyes, unit, covers, kind)
    at = plain = hit_chances(b, need)
    if not at[0]:
        return None
    if any(has_shield(b.teams[index]) for index in covers):
        faced = {index for index in covers if shield_faces(b.teams[index], eyes)}
        plain = hit_chances(b, need_to_hit(b, eyes, unit, covers, kind, faced))
    odds = tuple([again(each) if aimed else each for each in (*at, *plain)])
    return (how or Volley)(b, unit, covers, odds, spoils_saves(need) or unit.ran, eyes)


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
            fails = max([self.fails(mark, False, self.covers[mark.index]) for mark in soft[:3]]) if worst else 0.0
            fails = fails or max(
                [self.fails(mark, False, worst) for mark in soft if self.covers[mark.index] == worst]
            )
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

    def fails(self, mark: Team, at: bool, cover: int) -> float:
        """8.2-8.4, 9.2 The chance that a Team without armor fails a save."""
        chance = save_fails(self.b, mark, at, cover)
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
        reach += weapon.range * (self.b.land.numbers["long_range"] - 1)
        return False, [mark for mark, square in eye.seen if square <= (reach + mark.radius) ** 2]

    def gain(self, team: Team, weapon: Weapon, long: bool, marks: list[Team]) -> float:
        """About what one weapon does, to compare it with another of the same Team."""
        hits, killed, worth, shaken = self.outcome(team, weapon, long, marks)
        if not weapon.at:
            soft = [mark for mark in marks if not mark.type.armored]
            killed = hits * self.fails(soft[0], False, self.covers[soft[0].index]) if soft else 0.0
            worth = killed * team_worth(soft[0]) if soft else 0.0
        return worth + KILL * killed + HIT * hits + MARKER * shaken

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
        half = self.b.land.numbers["halving"]
        if not weapon.at:
            dice = weapon.fp // half if long else weapon.fp
            return (dice * chance if any(not mark.type.armored for mark in marks) else 0.0, 0.0, 0.0, 0.0)
        best = (0.0, 0.0, 0.0, 0.0)
        most = 0.0
        for mark in one_of_each(marks):
            dice = weapon.fp
            if mark.type.kind != TANK and self.covers[mark.index] != HARD:
                dice //= half
            if long:
                dice //= half
            if not dice:
                continue
            hits = dice * chance
            worth = team_worth(mark)
            if mark.type.armored:
                fails = self.armor_fails(team, mark)
                killed = 1 - (1 - fails * destroyed(self.b)) ** hits
                shaken = 1 - (1 - fails * damaged(self.b)) ** hits - killed
            else:
                fails = self.fails(mark, True, self.covers[mark.index])
                killed, shaken = (1 - (1 - chance) ** dice) * fails, 0.0
            gain = killed * (worth + KILL) + MARKER * shaken * worth + HIT * hits
            if gain > most:
                best, most = (hits, killed, killed * worth, shaken * worth), gain
        return best

    def armor_fails(self, team: Team, mark: Team) -> float:
        """9.4, 9.8, 9.9 The chance that armor fails a save."""
        type = mark.type
        number = type.front if front_shown(mark, mark.hx, mark.hy, team) else type.flank
        holds = reaches(number)
        close = self.b.land.numbers["close_range"] + team.radius + mark.radius
        if (team.x - mark.x) ** 2 + (team.y - mark.y) ** 2 <= close * close or self.spoiled:
            holds *= holds
        return 1 - holds


class CountedVolley(Volley):
    """The same with more care: markers for whole groups of hits, hits shared out as the owner would, shields."""

    __slots__ = ("dice",)

    def value(self, eyes: list[Eye]) -> float:
        """What it all comes to."""
        if not eyes:
            return 0.0
        self.dice = 0
        for eye in eyes:
            self.fire(eye)
        marks = list({mark.index: mark for eye in eyes for mark, _ in eye.seen}.values())
        soft = [mark for mark in marks if not mark.type.armored]
        if soft and self.plain:
            self.share_out(soft, eyes)
        average = sum([team_worth(mark) for mark in marks]) / len(marks)
        group = self.b.land.numbers["hits_per_marker"]
        markers = mean_groups(self.dice, round(FINE * self.hits / self.dice), group) if self.dice else 0.0
        markers = min(markers, float(len(self.unit.teams)))
        left = max(1, len(self.b.teams_of(self.unit)))
        self.broken = min(1.0, self.killed / left)
        self.calmed = min(1.0 - self.broken, (markers + self.shaken / average) / left)
        return self.teams + lost_worth(self.b, self.unit, self.killed) + MARKER * (markers * average + self.shaken)

    def share_out(self, soft: list[Team], eyes: list[Eye]) -> None:
        """6.15 Everybody takes a hit before anyone takes a second, the cheapest first."""
        layers, rest = divmod(self.plain, len(soft))
        for mark in sorted(soft, key=team_worth):
            cover = HARD if shield_faces(mark, eyes) else self.covers[mark.index]
            lost = 1 - (1 - self.fails(mark, False, cover)) ** (layers + min(rest, 1.0))
            rest = max(0.0, rest - 1)
            self.killed += lost
            self.teams += lost * team_worth(mark)

    def add(self, team: Team, weapon: Weapon, long: bool, marks: list[Team]) -> None:
        before = self.hits
        super().add(team, weapon, long, marks)
        if self.hits > before:
            self.dice += round((self.hits - before) / self.chance(weapon, long))


def better_gun(b: Battle, team: Team, unit: Unit, marks: list[Team]) -> int:
    """16.6 Main gun or coax: which of them does more to a Unit."""
    eyes = eyes_on(b, [team], marks, False)
    if not eyes:
        return MAIN
    covers = covers_of(b, eyes)
    need = need_to_hit(b, eyes, unit, covers, NORMAL)
    shot = Volley(b, unit, covers, hit_chances(b, need) * 2, spoils_saves(need), [])
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
