"""Scenes of fire, morale and assault: one activation on the stage, and what comes of it."""

from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.rules.attack import Attack, reckon
from sandtable.systems.war_storm.rules.turn import script
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import Battle, Company, Officer, Platoon, Unit
from sandtable.table.play import Script
from sandtable.testing.scene import Stage, curtain, with_script

OPEN = ".0 .0 .0 .0 .0 .0 .0\n" * 7
# The position of the book's attack example on map D.
LANE = """
layout D
red officer Gielnik at D910 type=gielnik of=D
red grenadier G1 at D910 lost=1 of=D
red grenadier G2 at D910 lost=1 of=D
red grenadier G3 at D911 lost=1 of=D
blue officer Harmon at D1309 type=harmon of=A
blue us-infantry U1 at D1309 of=A
blue us-infantry U2 at D1209 of=A
blue us-infantry U3 at D1209 of=A
blue us-mg-3-3 M at D1209 of=A
baseline red west
baseline blue east
actor Harmon
"""


def one_activation(battle: Battle) -> Script:
    """The curtain falls when the activation under way is over."""
    return script(battle) if battle.actor >= 0 or battle.move is not None else curtain(battle)


ONE_ACTIVATION = with_script(WAR_STORM, one_activation)


class Drill(Stage[Battle]):
    """A stage with the words of this game."""

    def __init__(self, text: str, *dice: int) -> None:
        super().__init__(ONE_ACTIVATION, scene(text), *dice)

    @property
    def b(self) -> Battle:
        return self.play.battle

    def unit(self, id: str) -> Unit:
        return self.b.unit(id)

    def platoon(self, id: str) -> Platoon:
        return self.b.platoon(id)

    def officer(self, id: str) -> Officer:
        return self.b.officer(id)

    def company(self, id: str) -> Company:
        """The company of a unit."""
        return self.b.companies[self.unit(id).company]

    def at(self, id: str) -> str:
        """The hex of a unit, or ""."""
        place = self.unit(id).hex
        return self.b.ground.names[place] if place >= 0 else ""

    def hits(self) -> list[tuple[str, int]]:
        """Who lost steps, in order, and how many it has lost then."""
        return [(event.piece, event.value) for event in self.told("step lost")]

    def run_on(self) -> "Drill":
        """Let routed units run by the first way that is offered."""
        while self.asked[1] in ("rout", "cause", "withdrawal"):
            self.play.choose(self.options()[0])
        return self


def platoons(b: Battle, *ids: str) -> list[Platoon]:
    return [b.platoon(id) for id in ids]


def attack(b: Battle, place: str, *ids: str) -> Attack:
    """The fire of some platoons at a hex, reckoned."""
    firers = platoons(b, *ids)
    h = b.ground.index[place]
    return reckon(b, firers, b.units_at(h, 1 - firers[0].side), h)


def column(b: Battle, place: str, *ids: str) -> int:
    """The FF of the column on which they fire."""
    return b.scenario.rulebook.chart.columns[attack(b, place, *ids).column]


def modifiers(b: Battle, place: str, *ids: str) -> dict[str, int]:
    """What the dice are modified by: rule and amount."""
    return {note.rule: note.amount for note in attack(b, place, *ids).modifiers}
