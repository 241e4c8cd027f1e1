"""Scenes of the miniatures rules for the tests of them."""

from typing import Any

from sandtable.systems.miniatures.game import MINIATURES
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.state.pieces import END, INITIATIVE, ROUND, Battle, Team, Unit
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.play import Script
from sandtable.table.wishes import Wishes
from sandtable.testing.scene import Stage, curtain, with_script

Entry = tuple[str, float, float] | tuple[str, float, float, int]


def one_activation(battle: Battle) -> Script:
    """The curtain falls when the activation under way is over."""
    if battle.walk is None and battle.assault is None and battle.phase in (INITIATIVE, ROUND, END):
        return curtain(battle)
    return MINIATURES.rules.script(battle)


ONE_ACTIVATION = with_script(MINIATURES, one_activation)


def entries(at: tuple[Entry, ...]) -> tuple[tuple[str, int, int, int], ...]:
    """Places in inches as a choice has them; a facing is in degrees."""
    return tuple(
        [(one[0], round(one[1] * 100), round(one[2] * 100), one[3] * 100 if len(one) == 4 else 0) for one in at]
    )


class MiniStage(Stage[Battle]):
    """A stage with the words of this game."""

    @property
    def b(self) -> Any:
        return self.play.battle

    def team(self, id: str) -> Team:
        """A Team, also one that is lost."""
        found: Team = self.b.teams[self.b.by_id[id]]
        return found

    def unit(self, key: str) -> Unit:
        found: Unit = next(unit for unit in [*self.b.units, *self.b.commands] if unit.key == key)
        return found

    def move(self, unit: str, *at: Entry) -> "MiniStage":
        """A Move: entries of Team, x, y in inches and a facing in degrees."""
        self.play.choose(Choice("move", unit, at=entries(at)))
        return self

    def no_move(self, unit: str, *at: Entry) -> IllegalChoice:
        """The refusal of a Move."""
        try:
            self.play.choose(Choice("move", unit, at=entries(at)))
        except IllegalChoice as refusal:
            return refusal
        raise AssertionError(f"{at} was allowed")

    def at(self, id: str) -> tuple[float, float]:
        """Where a Team stands, in inches."""
        team = self.team(id)
        return (team.x / 100, team.y / 100)


BY_HAND = tuple([(side, kind, "ask") for side in ("blue", "red") for kind in ("fire", "hits")])


def stage(text: str, *dice: int, goes_on: bool = False, wishes: Wishes = BY_HAND) -> MiniStage:
    """A scene with its dice. If a Unit is active in it, it ends with the activation, unless it goes on.

    Both sides wish to be asked about everything, if they have no other `wishes`.
    """
    one = not goes_on and any(line.split()[:1] == ["active"] for line in text.splitlines())
    battle = scene(text)
    battle.wishes = wishes
    return MiniStage(ONE_ACTIVATION if one else MINIATURES, battle, *dice)
