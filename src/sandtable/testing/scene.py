"""Small helps for tests of rules: a scene, scripted dice, a few choices, the events told."""

from collections.abc import Callable
from typing import Any, Generic, Self

from msgspec.structs import replace

from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.event import Event, Result
from sandtable.table.play import B, Battle, Play, Script
from sandtable.table.rules import S
from sandtable.table.system import System


def curtain(battle: Battle) -> Script:
    """The last episode of a scene, for a system that ends there what it plays in tests. Nobody is asked."""
    battle.result = Result(None, "the scene is over", "")
    yield from ()


def with_script(system: System[B, S], script: Callable[[B], Script]) -> System[B, S]:
    """The same game with other episodes: for scenes that end where the rule that is tested ends."""
    return replace(system, rules=replace(system.rules, script=script))


def tale(log: list[Event]) -> list[str]:
    """A log in a few words: rule, kind, who, at whom, where, dice, need, value, words, way; then each modifier."""
    found = []
    for event in log:
        words = [
            f"{event.rule} {event.kind}",
            event.piece or event.side,
            event.target and f">{event.target}",
            event.place and f"@{event.place}",
            " ".join(map(str, event.dice)),
            f"/{event.need}" if event.need else "",
            f"={event.value}" if event.value else "",
            event.text and f"[{event.text}]",
            "-".join(event.path),
        ]
        found.append(" ".join(word for word in words if word))
        found += [f"{each.amount:+} {each.label} {each.rule}" for each in event.modifiers]
    return found


class Stage(Generic[B]):
    """A battle on the stage: `do` choices, then look at `battle` and `told`. All dice must be used.

    >>> stage = Stage(system, scene(text), 5, 5, 6)      # doctest: +SKIP
    >>> stage.do("act", "T1").do("fire", "T1", "S1")     # doctest: +SKIP
    """

    def __init__(self, system: System[B, Any], battle: B, *dice: int) -> None:
        self.chance = ScriptedChance(*dice)
        self.play = Play(system, battle, self.chance)

    @property
    def battle(self) -> B:
        return self.play.battle

    def do(self, do: str, piece: str = "", to: str = "", number: int = 0) -> Self:
        """Choose."""
        self.play.choose(Choice(do, piece, to, number))
        return self

    def refused(self, do: str, piece: str = "", to: str = "", number: int = 0) -> IllegalChoice:
        """The refusal of a choice that the rules forbid; nothing changes."""
        try:
            self.play.choose(Choice(do, piece, to, number))
        except IllegalChoice as refusal:
            return refusal
        raise AssertionError(f"{do} {piece} {to} was allowed")

    def options(self, do: str = "", piece: str = "") -> list[Choice]:
        """The options of the decision that is open, of one kind if asked."""
        decision = self.play.decision
        found = decision.options() if decision is not None else []
        return [c for c in found if (not do or c.do == do) and (not piece or c.piece == piece)]

    def places(self, do: str, piece: str = "") -> set[str]:
        """Where or at whom the options of one kind may be done."""
        return {choice.to for choice in self.options(do, piece)}

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked what: seat and kind of the open decision."""
        decision = self.play.decision
        return (decision.seat, decision.kind) if decision is not None else ("", "")

    def told(self, kind: str) -> list[Event]:
        """The events of a kind, in order."""
        return [event for event in self.play.log if event.kind == kind]

    def last(self, kind: str) -> Event:
        """The last event of a kind."""
        return self.told(kind)[-1]

    def done(self) -> Self:
        """All scripted dice were asked for."""
        assert self.chance.left == 0, f"{self.chance.left} dice of the script were not asked for"
        return self
