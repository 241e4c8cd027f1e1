"""Scenes of Nations at War for the tests of its rules."""

from collections.abc import Sequence
from copy import copy
from typing import Any, TypeVar

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.state.counters import Face, UnitType
from sandtable.systems.nations_at_war.state.pieces import (
    CARRIED,
    DRAW,
    ELIMINATED,
    EXITED,
    OFF_MAP,
    OPERATIONS,
    Battle,
    Hq,
    Unit,
)
from sandtable.table.chance import ScriptedChance
from sandtable.table.play import Play, Script
from sandtable.testing.scene import Stage, curtain, with_script

ELSEWHERE = {OFF_MAP: "off", CARRIED: "carried", ELIMINATED: "eliminated", EXITED: "exited"}


def one_impulse(battle: Battle) -> Script:
    """The curtain falls when the impulse under way is over, before the next marker is drawn."""
    if battle.phase == OPERATIONS and battle.active < 0:
        return curtain(battle)
    return NATIONS_AT_WAR.rules.script(battle)


def first_draw(battle: Battle) -> Script:
    """The curtain falls when what the first marker drawn says is done."""
    if battle.phase == DRAW and battle.chance.drawn:
        return curtain(battle)
    return one_impulse(battle)


ONE_IMPULSE = with_script(NATIONS_AT_WAR, one_impulse)
ONE_DRAW = with_script(NATIONS_AT_WAR, first_draw)


class NawStage(Stage[Battle]):
    """A stage with the words of this game."""

    @property
    def b(self) -> Any:
        return self.play.battle

    def unit(self, id: str) -> Unit:
        found: Unit = self.b.unit(id)
        return found

    def hq(self, side: str) -> Hq:
        found: Hq = next(hq for hq in self.b.hqs if self.b.side_name(hq.side) == side)
        return found

    def where(self, id: str) -> str:
        place = self.unit(id).hex
        return ELSEWHERE.get(place) or self.b.ground.names[place]


def stage(text: str, *dice: int, goes_on: bool = False) -> NawStage:
    """A scene with its dice. It ends with the impulse, unless the game goes on to the next draw."""
    return NawStage(NATIONS_AT_WAR if goes_on else ONE_IMPULSE, scene(text), *dice)


def one_draw(text: str, *dice: int) -> NawStage:
    """A scene that draws one marker: the first of the dice says which, in the order of their names."""
    return NawStage(ONE_DRAW, scene(f"{text}\nphase draw"), *dice)


def redrawn(text: str, id: str, *dice: int, **printed: Any) -> NawStage:
    """A scene in which one counter shows other values than ours."""
    battle = scene(text)
    unit = battle.unit(id)
    face = copy(unit.face)
    for name, value in printed.items():
        setattr(face, name, value)
    unit.type, unit.face = with_sides(unit.type, [face, face, face], [face, face, face]), face
    return NawStage(ONE_IMPULSE, battle, *dice)


def with_sides(type: UnitType, foot: Sequence[Face], mounted: Sequence[Face]) -> UnitType:
    """A unit type of no scenario: like this one, with other faces, each row as in `UnitType.sides`."""
    transport = mounted if type.transport else (None, None, None)
    steps = (type.steps, type.recon, type.smoke_level)
    return UnitType(type.key, type.name, type.kind, *steps, foot[2], foot[1], transport[2], transport[1])


def with_asterisk_on_foot(type: UnitType) -> UnitType:
    """4.3.3 A unit type of no scenario: its foot side has the asterisk."""
    foot = [copy(face) for face in type.sides[0]]
    for face in foot:
        face.mf_asterisk = True
    return with_sides(type, foot, type.sides[1])


T = TypeVar("T")


class NamedDraws(ScriptedChance):
    """Dice as scripted; from the cup come the markers named, in that order."""

    __slots__ = ("markers",)

    def __init__(self, markers: Sequence[str], *dice: int) -> None:
        super().__init__(*dice)
        self.markers = list(markers)

    def draw(self, things: Sequence[T], why: str) -> T:
        names = [str(thing) for thing in things]
        if why == "marker from the cup":
            self.script.insert(len(self.drawn), names.index(self.markers.pop(0)) + 1)
        return super().draw(things, why)


def game(name: str, markers: Sequence[str] = (), *dice: int, fate: bool = True) -> NawStage:
    """A scenario from its set-up on. `markers` is the order of the cup; without Fate nobody has points."""
    system = NATIONS_AT_WAR
    battle = system.rules.new(system.shelf.find(f"nations_at_war/{name}"))
    if not fate:
        battle.fate = [0, 0]
    s = NawStage.__new__(NawStage)
    s.chance = NamedDraws(markers, *dice)
    s.play = Play(system, battle, s.chance)
    return s
