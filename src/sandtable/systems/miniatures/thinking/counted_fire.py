"""A shooting reckoned more sharply: markers for whole threes of hits, hits shared out as the owner would, shields."""

from functools import cache
from math import comb

from sandtable.systems.miniatures.state.book import HARD, Weapon
from sandtable.systems.miniatures.state.pieces import Team
from sandtable.systems.miniatures.thinking.fire_estimate import Eye, Volley, shield_faces
from sandtable.systems.miniatures.thinking.stakes import lost_worth
from sandtable.systems.miniatures.thinking.worth import MARKER, team_worth

FINE = 50  # steps of a chance


class SharpVolley(Volley):
    """The same with the dice counted."""

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
        markers = mean_threes(self.dice, round(FINE * self.hits / self.dice)) if self.dice else 0.0
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
            lost = 1 - (1 - self.fails(mark, cover)) ** (layers + min(rest, 1.0))
            rest = max(0.0, rest - 1)
            self.killed += lost
            self.teams += lost * team_worth(mark)

    def add(self, team: Team, weapon: Weapon, long: bool, marks: list[Team]) -> None:
        before = self.hits
        super().add(team, weapon, long, marks)
        if self.hits > before:
            self.dice += round((self.hits - before) / self.chance(weapon, long))


@cache
def mean_threes(dice: int, chance: int) -> float:
    """11.1 The mean of the whole threes among the hits of so many dice."""
    p = chance / FINE
    return sum([comb(dice, hits) * p**hits * (1 - p) ** (dice - hits) * (hits // 3) for hits in range(3, dice + 1)])
