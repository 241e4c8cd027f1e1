"""Scenes of Of War and Men for the tests of its rules: flips are written as colour and number."""

from typing import Any

from msgspec import structs

from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.scene import find_card, scene, words_of
from sandtable.systems.of_war_and_men.state.book import COLOURS
from sandtable.systems.of_war_and_men.state.pieces import Battle, Fireteam, Soldier
from sandtable.table.decision import IllegalChoice
from sandtable.table.event import Event
from sandtable.table.play import Script
from sandtable.table.system import System
from sandtable.testing.scene import Stage, curtain, with_script

ICONS = {"j": "jam", "w": "wound", "x": "random"}


Game = System[Battle, Any]


def one_turn(battle: Battle) -> Script:
    """The curtain falls when the turn under way is over."""
    if battle.active < 0 and not battle.stack and battle.assault is None and battle.verdict is None:
        return curtain(battle)
    return OF_WAR_AND_MEN.rules.script(battle)


ONE_TURN: Game = with_script(OF_WAR_AND_MEN, one_turn)


def one_step(begun: Battle) -> Game:
    """The game until the step of the phase under way is over."""
    step = (begun.phase, begun.step)

    def script(battle: Battle) -> Script:
        if (battle.phase, battle.step) != step and not battle.stack and battle.assault is None:
            return curtain(battle)
        return OF_WAR_AND_MEN.rules.script(battle)

    return with_script(OF_WAR_AND_MEN, script)


class OwmStage(Stage[Battle]):
    """A stage with the words of this game."""

    @property
    def b(self) -> Battle:
        return self.play.battle

    def do(self, do: str, piece: str = "", to: str = "", number: int = 0) -> "OwmStage":
        super().do(do, piece, to, number)
        return self

    def told(self, kind: str) -> list[Event]:
        """The events of a kind; of a shot or its damage the numbers flipped stand as dice, with their signs."""
        events = super().told(kind)
        return [as_dice(event) for event in events] if kind in ("shot", "damage") else events

    def man(self, id: str) -> Soldier:
        return self.b.soldier(id)

    def team(self, id: str) -> Fireteam:
        return next(team for team in self.b.teams if team.id == id)

    def where(self, id: str) -> str:
        cell = self.team(id).cell
        return self.b.place_name(cell) if cell >= 0 else "nowhere"

    def held(self, word: str) -> str:
        """The id of the first card of this word in the hand of the seat that is asked."""
        player = self.b.player(self.asked[0])
        return self.b.card(find_card(self.b, word, player.hand)).id

    def order(self, do: str, word: str, to: str = "", number: int = 0) -> "OwmStage":
        """Play a card of the hand as an order: order("attack", "attack-red", "allies-1")."""
        self.do(do, self.held(word), to, number)
        return self

    def play_card(self, word: str) -> "OwmStage":
        """Play a card of the hand for its Command Decision: play_card("double-time")."""
        self.do("play", self.held(word))
        return self

    def no_order(self, do: str, word: str, to: str = "") -> IllegalChoice:
        return self.refused(do, self.held(word), to)

    def plays(self) -> set[str]:
        """The decisions that may be played now, by word."""
        return {words_of(self.b.card(int(c.piece.removeprefix("card-"))))[-1] for c in self.options("play")}

    def passes(self, times: int = 1) -> "OwmStage":
        for _ in range(times):
            self.do("pass")
        return self


def as_dice(event: Event) -> Event:
    """A calculation with its numbers as dice and only the rest as modifiers."""
    numbers = [each for each in event.modifiers if each.label.endswith(("(red)", "(green)", "(blue)"))]
    rest = tuple([each for each in event.modifiers if each not in numbers])
    return structs.replace(event, dice=tuple([each.amount for each in numbers]), modifiers=rest)


def dice(battle: Battle, flips: tuple[str | int, ...]) -> list[int]:
    """The draws that bring these flips: "G5" is a green 5 without icon, "G5w" one with a wound (j jam, x random).

    "#45" is that very card; a plain number is a draw as it is.
    """
    deck = battle.deck.copy()
    found = []
    for each in flips:
        if isinstance(each, int):
            found.append(each)
            continue
        number = int(each[1:]) if each[0] == "#" else matching(battle, deck, each)
        found.append(deck.index(number) + 1)
        deck.remove(number)
    return found


def matching(battle: Battle, deck: list[int], flip: str) -> int:
    """The first card of the deck that shows this."""
    colour = "RGB".index(flip[0])
    for number in deck:
        card = battle.card(number)
        if card.dice[colour] == int(flip[1]) and card.icon == ICONS.get(flip[2:], ""):
            return number
    raise AssertionError(f"no card is left that shows {COLOURS[colour]} {flip[1:]}")


def stage(text: str, *flips: str | int, goes_on: bool = False) -> OwmStage:
    """A scene with its flips. It ends with the turn or the step of the phase under way, unless it goes on."""
    battle = scene(text)
    system = OF_WAR_AND_MEN if goes_on else ONE_TURN if battle.active >= 0 else one_step(battle)
    return OwmStage(system, battle, *dice(battle, flips))
