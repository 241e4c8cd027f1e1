"""The conformance kit: the toy passes it, and toys that are broken on purpose do not."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from sandtable.bots import levels
from sandtable.bots.player import Bot, Seat
from sandtable.table.chance import Chance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event, Result
from sandtable.table.play import AnyPlay, Script
from sandtable.testing import kit, leaks, toy
from sandtable.testing.kit import CHECKS, Check, run_kit
from sandtable.testing.toy import TOY, Battle, Scenario, other
from sandtable.testing.variant import Toy, assembled
from sandtable.testing.walk import Failure, Limits

CLOSE = Limits(every=1)


@pytest.mark.parametrize("scenario", ["toy/ridge", "toy/meeting"])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_toy_passes(check: Check, scenario: str) -> None:
    for seed in range(8):
        check(TOY, scenario, seed, CLOSE)


def test_one_call_runs_it_all() -> None:
    assert run_kit(TOY, "toy/ridge", range(2)) == []


# Toys that are broken on purpose -----------------------------------------------------------------


class SharedCopy(Battle):
    """A copy that shares the hands."""

    __slots__ = ()

    def copy(self) -> Battle:
        twin = super().copy()
        twin.__class__ = SharedCopy
        twin.hands = self.hands
        return twin


class SharingToy(Toy):
    def new(self, scenario: Scenario) -> Battle:
        return SharedCopy(scenario)


class LeakingToy(Toy):
    """The view shows the other hand."""

    def view(self, play: AnyPlay, seat: str) -> Any:
        battle: Any = play.battle
        return [super().view(play, seat), battle.hands.get(other(seat))]


class LeakingLogToy(Toy):
    """The log shows which card the other side drew."""

    def view(self, play: AnyPlay, seat: str) -> Any:
        return [super().view(play, seat), [event.text for event in play.log]]


class LeakingSpectatorToy(Toy):
    """A spectator sees more than a player."""

    def view(self, play: AnyPlay, seat: str) -> Any:
        battle: Any = play.battle
        return battle.hands if seat == "" else super().view(play, seat)


class LeakingWishesToy(Toy):
    """Everybody sees how many wishes there are."""

    def view(self, play: AnyPlay, seat: str) -> Any:
        return [super().view(play, seat), len(play.battle.wishes)]


class LeakingOrdersToy(Toy):
    """An order that has been given in secret is in the other seat's view."""

    def view(self, play: AnyPlay, seat: str) -> Any:
        answers = getattr(play.decision, "answers", {})
        return [super().view(play, seat), answers.get(other(seat))]


class LeakingPromptToy(Toy):
    """Smoke is asked for only where there is a smoke card."""

    def script(self, battle: Battle) -> Script:
        script = super().script(battle)
        if not battle.active:
            return script
        return self.tactless(battle, script)

    def tactless(self, battle: Battle, script: Script) -> Script:
        decision = next(script)
        while True:
            if decision.kind == "reaction" and "smoke" not in battle.hands[decision.seat]:
                answer = Choice("pass")
            else:
                answer = yield decision
            try:
                decision = script.send(answer)
            except StopIteration:
                return


class LeakingDeedToy(Toy):
    """Whoever acts tells everybody what the other side holds."""

    def script(self, battle: Battle) -> Script:
        script = super().script(battle)
        return self.telling(battle, script) if battle.active else script

    def telling(self, battle: Battle, script: Script) -> Script:
        target = other(battle.active)
        yield from script
        battle.tell(Event("shot", "4.1", text=" ".join(battle.hands[target])))


class LoudBattle(Battle):
    """Tells everything to everybody."""

    __slots__ = ()

    def copy(self) -> Battle:
        twin = super().copy()
        twin.__class__ = LoudBattle
        return twin

    def tell(self, event: Event) -> None:
        super().tell(msgspec.structs.replace(event, seen_by=()))


class LeakingCardToy(Toy):
    """A card that is drawn is told to everybody, and its owner's hand is hidden all the same."""

    def new(self, scenario: Scenario) -> Battle:
        return LoudBattle(scenario)


class SilentToy(Toy):
    """Who holds smoke when his turn to act comes is dug in, and nobody is told why."""

    def script(self, battle: Battle) -> Script:
        if battle.active and "smoke" in battle.hands[battle.active]:
            battle.dug_in[battle.active] = True
        return super().script(battle)


class ListeningToy(Toy):
    """Rules that read the events: a side that acts amid much noise digs in afterwards."""

    def script(self, battle: Battle) -> Script:
        script = super().script(battle)
        return self.listening(battle, script) if battle.active else script

    def listening(self, battle: Battle, script: Script) -> Script:
        seat, noise = battle.active, len(battle.events)
        yield from script
        if noise > 1:
            battle.dug_in[seat] = True


class CountingDiceToy(Toy):
    """Rules that read how many dice have fallen: in a fork the count begins anew."""

    def script(self, battle: Battle) -> Script:
        if battle.active and len(battle.chance.drawn) > 9:
            battle.dug_in[battle.active] = True
        return super().script(battle)


class SecretDie:
    """Dice rolled past the chance of the game."""

    def __init__(self, roll: Callable[[Battle], int]) -> None:
        self.roll = roll

    def dig_in(self, battle: Battle, script: Script) -> Script:
        decision = next(script)
        while True:
            answer = yield decision
            if answer.do in ("fire", "barrage") and self.roll(battle) > 3:
                battle.dug_in[battle.active] = True
            try:
                decision = script.send(answer)
            except StopIteration:
                return


class UndoneDieToy(Toy):
    """A die that the chance does not remember, so that undo takes it back."""

    def script(self, battle: Battle) -> Script:
        script = super().script(battle)
        secret = SecretDie(lambda b: b.chance.fresh(6, len(b.chance.drawn) + 99, "in secret"))
        return secret.dig_in(battle, script) if battle.active else script


class OwnDiceToy(Toy):
    """Dice from a generator of its own."""

    def __init__(self) -> None:
        self.own = random.Random(1)

    def script(self, battle: Battle) -> Script:
        script = super().script(battle)
        secret = SecretDie(lambda b: self.own.randint(1, 6))
        return secret.dig_in(battle, script) if battle.active else script


class Touchy(Decision):
    """Offers what it refuses."""

    __slots__ = ()

    def check(self, choice: Choice) -> None:
        super().check(Choice("fire") if choice.do == "dig in" else choice)


class RefusingToy(Toy):
    def script(self, battle: Battle) -> Script:
        return retyped(super().script(battle), Touchy)


class Deaf(Decision):
    """Accepts anything."""

    __slots__ = ()

    def check(self, choice: Choice) -> None:
        pass


class AcceptingToy(Toy):
    def script(self, battle: Battle) -> Script:
        return retyped(super().script(battle), Deaf)


def retyped(script: Script, kind: type[Decision]) -> Script:
    """The same questions, asked in another manner."""
    decision = next(script, None)
    while decision is not None:
        if decision.kind == "action":
            decision = kind(
                decision.seat, decision.kind, decision.prompt, decision.rule, decision.options, None, "red"
            )
        answer = yield decision
        try:
            decision = script.send(answer)
        except StopIteration:
            return


class StumblingToy(Toy):
    """Explaining a refusal fails for a piece that is not there."""

    def script(self, battle: Battle) -> Script:
        script = super().script(battle)
        return self.explained(battle, script) if battle.active else script

    def explained(self, battle: Battle, script: Script) -> Script:
        decision = next(script)
        decision._why_not = lambda choice: (f"{battle.men[choice.piece]} men cannot do that.", "4.0")
        answer = yield decision
        yield from answered(script, answer)


class CurtToy(Toy):
    """Refuses by a rule that is not in the book."""

    def script(self, battle: Battle) -> Script:
        script = super().script(battle)
        return self.refusing(script) if battle.active else script

    def refusing(self, script: Script) -> Script:
        decision = next(script)
        decision._why_not = lambda choice: ("That cannot be done.", "4.99")
        answer = yield decision
        yield from answered(script, answer)


def answered(script: Script, answer: Choice) -> Script:
    """The rest of a script after this answer."""
    try:
        while True:
            answer = yield script.send(answer)
    except StopIteration:
        return


class CarelessToy(Toy):
    """Explaining a refusal fails for a number that is too large."""

    def script(self, battle: Battle) -> Script:
        script = super().script(battle)
        return self.counted(battle, script) if battle.active else script

    def counted(self, battle: Battle, script: Script) -> Script:
        decision = next(script)
        men = list(range(battle.men[battle.active]))
        decision._why_not = lambda choice: (f"Man {men[choice.number]} cannot do that.", "4.0")
        answer = yield decision
        yield from answered(script, answer)


class DeadEndToy(Toy):
    """A side without cards has nothing to choose from."""

    def script(self, battle: Battle) -> Script:
        if battle.active and not battle.hands[battle.active]:
            return self.dead_end(battle)
        return super().script(battle)

    def dead_end(self, battle: Battle) -> Script:
        yield Decision(battle.active, "action", "Play a card.", "4.0", list)


class EndlessToy(Toy):
    """The last turn never comes."""

    def script(self, battle: Battle) -> Script:
        battle.men = dict.fromkeys(battle.men, 3)
        battle.turn = min(battle.turn, 2)
        return super().script(battle)


class FaultyToy(Toy):
    """A card too many."""

    def script(self, battle: Battle) -> Script:
        if battle.turn == 3:
            battle.deck = toy.DECK.copy()
        return super().script(battle)


class ForgetfulRedealToy(Toy):
    """Re-dealing loses a card of the other hand, and nobody noticed."""

    def redeal(self, battle: Battle, seat: str, chance: Chance) -> None:
        del battle.hands[other(seat)][:1]


class MarkingCardsToy(Toy):
    """Re-dealing changes the seat's own hand."""

    def redeal(self, battle: Battle, seat: str, chance: Chance) -> None:
        super().redeal(battle, other(seat), chance)


class UnnamedResultToy(Toy):
    """Who won, but not why."""

    def script(self, battle: Battle) -> Script:
        yield from super().script(battle)
        if battle.result is not None:
            battle.result = Result(battle.result.winner, "", "")


class UnknownRuleToy(Toy):
    """Cites a rule that is not in the book."""

    def rule_texts(self) -> dict[str, Any]:
        found = super().rule_texts()
        del found["4.3"]
        return found


class CountingToy(Toy):
    """Keeps a count in the system, outside the battle, so that replays and forks disturb it."""

    count = 0

    def script(self, battle: Battle) -> Script:
        self.count += 1
        battle.events.append(Event("fires", value=self.count))
        return super().script(battle)


class MeddlingToy(Toy):
    """Evaluation that changes the battle."""

    def evaluate(self, battle: Battle, seat: str) -> float:
        battle.men[seat] += 1
        return super().evaluate(battle, seat)


class SmallDiceToy(Toy):
    """Throws dice with eight faces and does not say so."""

    def script(self, battle: Battle) -> Script:
        battle.events.append(Event("shot", "4.1", dice=(8,)))
        return super().script(battle)


class SmallDiceLogToy(Toy):
    """The event says how many faces its dice have, and the view forgets it."""

    def script(self, battle: Battle) -> Script:
        battle.events.append(Event("shot", "4.1", dice=(8,), faces=8))
        return super().script(battle)

    def view(self, play: AnyPlay, seat: str) -> Any:
        found = super().view(play, seat)
        lines = [msgspec.structs.replace(line, faces=6) for line in found.log]
        return msgspec.structs.replace(found, log=tuple(lines))


class MiscountingToy(Toy):
    """Numbers its lines from 0, so that each leads to the moment before."""

    def view(self, play: AnyPlay, seat: str) -> Any:
        found = super().view(play, seat)
        lines = [msgspec.structs.replace(line, number=line.number - 1) for line in found.log]
        return msgspec.structs.replace(found, log=tuple(lines))


class AlikeToy(Toy):
    """Calls two options the same."""

    def view(self, play: AnyPlay, seat: str) -> Any:
        view = super().view(play, seat)
        if view.decision is None:
            return view
        same = [msgspec.structs.replace(option, label="Do it", piece="") for option in view.decision.options]
        return msgspec.structs.replace(view, decision=msgspec.structs.replace(view.decision, options=tuple(same)))


class BrokenViewToy(Toy):
    """A view that cannot be sent."""

    def view(self, play: AnyPlay, seat: str) -> Any:
        return object()


BROKEN: list[tuple[type[Toy], Check, str]] = [
    (SharingToy, kit.check_copies, "has changed since|changed the game it was made of|is not as the game"),
    (LeakingToy, kit.check_no_leak, "sees what is hidden"),
    (LeakingLogToy, kit.check_no_leak, "sees what is hidden"),
    (LeakingSpectatorToy, kit.check_no_leak, "a spectator sees what is hidden"),
    (LeakingWishesToy, kit.check_no_leak, "sees a wish of|sees what is hidden"),
    (LeakingOrdersToy, kit.check_no_leak, "sees what is hidden"),
    (LeakingPromptToy, kit.check_no_leak, "learns something hidden from whether"),
    (LeakingDeedToy, kit.check_no_leak, "the log tells (red|blue) what is hidden. After .*text is "),
    (LeakingCardToy, kit.check_draws, "the log tells (red|blue) .* else drawn for 'a card'"),
    (SilentToy, kit.check_no_leak, "sees what is hidden, and was told nothing. With other cards dealt, view"),
    (ListeningToy, kit.check_forks, "no longer as the game"),
    (CountingDiceToy, kit.check_forks, "no longer as the game"),
    (MarkingCardsToy, kit.check_no_leak, "sees what is hidden"),
    (ForgetfulRedealToy, kit.check_no_leak, "sees what is hidden"),
    (UndoneDieToy, kit.check_undo, "a die has fallen since"),
    (OwnDiceToy, kit.check_undo, "the game is another|is not as before"),
    (OwnDiceToy, kit.check_repeats, "differ"),
    (OwnDiceToy, kit.check_journal, "not verified|not the one that was played|do not allow it"),
    (RefusingToy, kit.check_options, "is offered .*dig in.* and refused it"),
    (AcceptingToy, kit.check_refusals, "was accepted and is no option"),
    (StumblingToy, kit.check_refusals, "raised KeyError"),
    (CarelessToy, kit.check_refusals, "raised IndexError"),
    (CurtToy, kit.check_refusals, "refused by rule '4.99'"),
    (DeadEndToy, kit.check_ends, "dead end: (red|blue) is asked .*Play a card.* and has no option"),
    (EndlessToy, kit.check_ends, "does not end within 300 choices"),
    (FaultyToy, kit.check_ends, "there are more cards than were printed"),
    (UnnamedResultToy, kit.check_ends, "its result is"),
    (UnknownRuleToy, kit.check_words, "rule 4.3 is cited"),
    (CountingToy, kit.check_repeats, "differ"),
    (MeddlingToy, kit.check_words, "looking at the game changed it"),
    (SmallDiceToy, kit.check_words, "dice with 6 faces cannot show .8,.: tell `faces` with 'shot'"),
    (SmallDiceLogToy, kit.check_words, "line 1 shows .8,. on dice with 6 faces"),
    (AlikeToy, kit.check_words, "options of one question read 'Do it'"),
    (MiscountingToy, kit.check_words, "line 0 of the log is not event 0"),
    (BrokenViewToy, kit.check_no_leak, "TypeError"),
]


@pytest.mark.parametrize(("broken", "check", "sentence"), BROKEN, ids=lambda part: getattr(part, "__name__", ""))
def test_the_kit_catches(broken: type[Toy], check: Check, sentence: str) -> None:
    limits = Limits(every=1, choices=300)
    with pytest.raises(Failure, match=sentence) as failure:
        for seed in range(30):
            check(assembled(broken()), "toy/ridge", seed, limits)
    assert "toy/ridge, seed " in str(failure.value) and " choices): " in str(failure.value)


class PeekingBot(Bot):
    """Looks into the other hand."""

    name = "peeking"

    def choose(self, seat: Seat) -> Choice:
        battle: Any = seat._play.battle
        options = seat.options()
        return options[len("".join(battle.hands[other(seat.name)])) % len(options)]


def test_the_kit_catches_a_player_who_peeks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "_levels", {"peeking": lambda seed: PeekingBot()})
    with pytest.raises(Failure, match=r"peeking at (red|blue) chooses .*, but with other things hidden from it"):
        for seed in range(30):
            kit.check_blind(TOY, "toy/ridge", seed, CLOSE)


def test_all_failures_are_listed_one_for_each_check() -> None:
    found = run_kit(assembled(DeadEndToy()), "toy/ridge", range(10), CLOSE, [kit.check_ends, kit.check_repeats])
    assert [sentence.split(" ")[0] for sentence in found] == ["ends", "repeats"]


def test_differences_are_named_by_their_path() -> None:
    one = {"view": {"hands": [{"cards": []}, {"cards": ["smoke"]}]}}
    two = {"view": {"hands": [{"cards": []}, {"cards": ["barrage"]}]}}
    assert leaks.first_difference(one, one) == ""
    assert leaks.first_difference(one, two) == "view.hands[1].cards[0] is barrage instead of smoke"
