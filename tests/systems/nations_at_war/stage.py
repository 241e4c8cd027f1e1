"""Scenes of Nations at War for the tests of its rules."""

from typing import Any

from sandtable.systems.nations_at_war.game import NationsAtWar
from sandtable.systems.nations_at_war.pieces import DRAW, OPERATIONS, Hq, Unit
from sandtable.systems.nations_at_war.scene import scene
from sandtable.table.event import Result
from sandtable.table.play import Script
from sandtable.testing.scene import Stage


class OneImpulse(NationsAtWar):
    """The curtain falls when the impulse under way is over, before the next marker is drawn."""

    def script(self, battle: Any) -> Script:
        if battle.phase == OPERATIONS and battle.active < 0:
            battle.result = Result(None, "the scene is over", "")
            return nothing()
        return super().script(battle)


class OneDraw(OneImpulse):
    """The curtain falls when what the first marker drawn says is done."""

    def script(self, battle: Any) -> Script:
        if battle.phase == DRAW and battle.chance.drawn:
            battle.result = Result(None, "the scene is over", "")
            return nothing()
        return super().script(battle)


def nothing() -> Script:
    yield from ()


class NawStage(Stage):
    """A stage with the words of this game."""

    @property
    def b(self) -> Any:
        return self.play.battle

    def unit(self, id: str) -> Unit:
        found: Unit | None = self.b.unit(id)
        assert found is not None
        return found

    def hq(self, side: str) -> Hq:
        found: Hq = next(hq for hq in self.b.hqs if self.b.side_name(hq.side) == side)
        return found

    def where(self, id: str) -> str:
        place = self.unit(id).hex
        return {-1: "off", -2: "eliminated", -3: "carried"}.get(place) or self.b.ground.names[place]


def stage(text: str, *dice: int, goes_on: bool = False) -> NawStage:
    """A scene with its dice. It ends with the impulse, unless the game goes on to the next draw."""
    return NawStage(NationsAtWar() if goes_on else OneImpulse(), scene(text), *dice)


def one_draw(text: str, *dice: int) -> NawStage:
    """A scene that draws one marker: the first of the dice says which, in the order of their names."""
    return NawStage(OneDraw(), scene(f"{text}\nphase draw"), *dice)
