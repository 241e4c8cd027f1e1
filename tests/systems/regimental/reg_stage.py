"""Scenes of the regimental rules for the tests of them."""

from typing import Any

from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.state.pieces import ACTIONS, LOST, RETREATS, Battle, Company, Regiment, Stand
from sandtable.table.decision import Choice
from sandtable.table.event import Event
from sandtable.table.play import AnyPlay, Script
from sandtable.testing.scene import Stage, curtain, with_script


def one_activation(battle: Battle) -> Script:
    """The curtain falls when the activation under way is over, before the next dice for initiative."""
    if battle.phase in (ACTIONS, RETREATS) and battle.active < 0 and battle.combat is None:
        return curtain(battle)
    return REGIMENTAL.rules.script(battle)


ONE_ACTIVATION = with_script(REGIMENTAL, one_activation)


class RegStage(Stage[Battle]):
    """A stage with the words of this game."""

    @property
    def b(self) -> Any:
        return self.play.battle

    def unit(self, id: str) -> Stand:
        found: Stand = self.b.stand(id)
        return found

    def company(self, id: str) -> Company:
        found: Company = self.b.company(id)
        return found

    def regiment(self, key: str) -> Regiment:
        found: Regiment = self.b.regiment(key)
        return found

    def where(self, id: str) -> str:
        place = self.unit(id).hex
        return "lost" if place == LOST else str(self.b.ground.names[place])


def story(s: RegStage, start: int = 0) -> list[str]:
    """All that was told, a line an event: its rule, its kind and what it says."""
    return [line_of(event) for event in s.play.log[start:]]


def line_of(event: Event) -> str:
    """2.b marches: blue A 0301 by 0201 0301"""
    words = [event.side, event.piece, event.target, event.place, event.text]
    words += ["threw", *map(str, event.dice)] if event.dice else []
    words += [f"need {event.need}"] if event.need else []
    words += [f"= {event.value}"] if event.value else []
    words += ["by", *event.path] if event.path else []
    return f"{event.rule} {event.kind}: {' '.join(filter(None, words))}".removesuffix(": ")


def refusal(s: RegStage, do: str, piece: str = "", to: str = "") -> str:
    """Why a choice is refused, and by which rule."""
    refused = s.refused(do, piece, to)
    return f"{refused.rule} {refused.reason}"


def question(s: RegStage) -> str:
    """Who is asked what, by which rule and about which piece."""
    decision = s.play.decision
    assert decision is not None
    return f"{decision.seat} {decision.kind} ({decision.rule}) {decision.prompt} [{decision.piece}]"


def give(play: AnyPlay, seat: str, orders: str, ready: bool = True) -> None:
    """A commander orders his regiments, one letter each, and is ready."""
    for order in orders:
        play.choose(Choice("order", to=order), seat)
    if ready:
        play.choose(Choice("ready"), seat)


def stage(text: str, *dice: int, goes_on: bool = False) -> RegStage:
    """A scene with its dice. If a regiment is active in it, it ends with the activation, unless it goes on."""
    one = not goes_on and any(line.split()[:1] == ["active"] for line in text.splitlines())
    return RegStage(ONE_ACTIVATION if one else REGIMENTAL, scene(text), *dice)
