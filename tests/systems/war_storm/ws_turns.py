"""Scenes that go on from turn to turn, with every rule of the sequence of play."""

from ws_fight import Drill

from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.rules.movement import move_reach, movers, reach_of
from sandtable.systems.war_storm.scene import scene
from sandtable.testing.scene import Stage

ROW = "\n".join([".0"] * 10)  # a column of ten open hexes, A000 to A009
FIELD = "\n".join([".0 .0 .0 .0 .0 .0 .0 .0"] * 8)


class Turns(Drill):
    """A battle that does not stop when an activation is over."""

    def __init__(self, text: str, *dice: int) -> None:
        Stage.__init__(self, WAR_STORM, scene(text), *dice)

    def passes(self, times: int = 1) -> "Turns":
        for _ in range(times):
            self.do("pass")
        return self


def costs(text: str, *ids: str, double: bool = False) -> dict[str, int]:
    """Where some units, moving together, can end their move, and what it costs."""
    b = scene(text)
    found = reach_of(b, [b.unit(id) for id in ids], double)
    return {b.ground.names[h]: cost for h, cost in found.ends.items()}


def left(stage: Drill) -> dict[str, int]:
    """Where the move under way can still go, and the MP it will have cost in all."""
    found = move_reach(stage.b, stage.b.current_move, movers(stage.b, stage.b.current_move))
    return {stage.b.ground.names[h]: stage.b.current_move.spent + cost for h, cost in found.ends.items()}
