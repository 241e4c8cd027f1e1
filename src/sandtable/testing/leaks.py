"""The part of the kit that looks for leaks: a seat must not see, or be able to infer, what is hidden."""

from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import msgspec

from sandtable.bots import levels
from sandtable.bots.master import MasterBot
from sandtable.bots.player import Seat
from sandtable.table.chance import Chance, SampledChance
from sandtable.table.decision import Choice, Together
from sandtable.table.event import Event, visible
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem
from sandtable.table.wishes import WISH
from sandtable.testing.dice import LikeDice
from sandtable.testing.walk import USUAL, Limits, Walk, told

FEW = 8  # tries of a master: enough to look behind the cards if it could


def check_no_leak(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """What a seat sees and may choose does not change when what it cannot see is dealt anew."""
    with Walk("no leak", system, scenario, seed, limits, wishful=True) as walk:
        while walk.goes_on():
            if walk.looks:
                _compare_wishes(walk)
                for seat in system.rules.seats(walk.play.battle):
                    for deal in range(limits.deals):
                        _compare_deals(walk, seat, deal)
            walk.go()


def _compare_deals(walk: Walk, seat: str, deal: int) -> None:
    play, system = walk.play, walk.system
    truth = play.fork(SampledChance(walk.step))
    dealt = play.fork(SampledChance(walk.seed * 1009 + walk.step * 31 + deal), seat)
    if isinstance(play.decision, Together):  # others have answered in secret: something else, for all one knows
        for other in dealt.asked():
            while other != seat and other not in play.asked() and other in dealt.asked():
                walk.accept(dealt, other, walk.random.choice(walk.options(dealt, other)))
    recent = play.log[-50:]
    truth.log = recent.copy()
    dealt.log = [_masked(event, seat) for event in recent]
    for viewer in (seat, ""):
        difference = first_difference(seen(system, truth, viewer), seen(system, dealt, viewer))
        if difference:
            who = viewer or "a spectator"
            walk.fail(f"{who} sees what is hidden. With other cards dealt, {difference}")
    if system.secrets:
        for who, kind, value in play.battle.wishes if walk.wishes() else ():
            if who != seat:  # whom the rules ask follows from wishes too, so both games have the same
                walk.accept(dealt, who, Choice(WISH, kind, value))
        _compare_futures(walk, seat, truth, dealt)


def _compare_wishes(walk: Walk) -> None:
    """A wish is seen by nobody else, and nobody else is asked anything for it."""
    if not walk.wishes():
        return
    play = walk.play.fork(SampledChance(walk.step))
    owner = walk.random.choice(walk.system.rules.seats(play.battle))
    others = [seat for seat in ("", *walk.system.rules.seats(play.battle)) if seat != owner]
    before = [seen(walk.system, play, seat) for seat in others]
    wish = walk.random.choice(walk.wishes())
    walk.accept(play, owner, wish)
    for seat, was in zip(others, before, strict=True):
        difference = first_difference(was, seen(walk.system, play, seat))
        if difference:
            walk.fail(f"{seat or 'a spectator'} sees a wish of {owner}'s: after {told(wish)}, {difference}")


def check_blind(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """Every computer player chooses the same, under the same seed, when what its seat cannot see is changed."""
    with Walk("blind", system, scenario, seed, limits) as walk:
        left = limits.thoughts
        while left and walk.goes_on():
            if walk.random.random() < 0.2 / limits.every:
                seat = walk.random.choice(walk.play.asked())
                if len(walk.options(walk.play, seat)) > 1:
                    _compare_thoughts(walk, seat)
                    left -= 1
            walk.go()


def _compare_thoughts(walk: Walk, seat: str) -> None:
    for level in levels.names(walk.system):
        chosen = []
        for play in (walk.play, walk.play.fork(SampledChance(walk.seed * 1009 + walk.step), seat)):
            bot = levels.make(level, walk.step)
            bot.hurried = False
            if isinstance(bot, MasterBot):
                bot.tries = FEW
            chosen.append(told(bot.choose(Seat(play, seat))))
        if chosen[0] != chosen[1]:
            walk.fail(f"{level} at {seat} chooses {chosen[0]}, but with other things hidden from it {chosen[1]}")


def _masked(event: Event, seat: str) -> Event:
    """An event that the seat may not see becomes another."""
    return event if visible([event], seat) else Event("something else", seen_by=event.seen_by)


def _compare_futures(walk: Walk, seat: str, truth: AnyPlay, dealt: AnyPlay) -> None:
    """With the same answers and dice the seat is told the same, sees the same and sees the same seats asked.

    So it goes on until a secret comes out, which is told by an event of the kind 'revealed' or for this seat alone.
    """
    model = LikeDice(walk.step)
    chance = LikeDice(walk.step, model)
    truth, dealt = truth.fork(model), dealt.fork(chance)
    for _ in range(walk.limits.ahead):
        if not truth.asked():
            return
        who = walk.random.choice(truth.asked())
        there = walk.options(dealt, who)
        both = [choice for choice in walk.options(truth, who) if choice in there]
        if not both:
            return
        choice = walk.rarest(both)
        walk.accept(truth, who, choice)
        walk.accept(dealt, who, choice)
        if not chance.like_its_model:
            return  # a card that one game drew is elsewhere in the other
        after = f"After {told(choice)} by {who}, with other cards dealt,"
        one, two = visible(truth.log, seat), visible(dealt.log, seat)
        if _came_out(one, two):
            return
        shared = min(len(one), len(two))
        difference = first_difference(plain(one[:shared]), plain(two[:shared]))
        if difference:
            walk.fail(f"the log tells {seat} what is hidden. {after} event {difference}")
        if truth.asked() != dealt.asked() or len(one) != len(two):
            asked, others = (" and ".join(play.asked()) or "nobody" for play in (truth, dealt))
            walk.fail(
                f"{seat} learns something hidden from whether {asked} is asked. {after} {others} is asked. (What "
                "is meant to come out is told by an event of the kind 'revealed'.)"
            )
    difference = first_difference(seen(walk.system, truth, seat), seen(walk.system, dealt, seat))
    if difference:
        walk.fail(f"{seat} sees what is hidden, and was told nothing. With other cards dealt, {difference}")


def _came_out(one: list[Event], two: list[Event]) -> bool:
    """Whether, before two logs part or where they do, a secret was revealed or told to this seat alone."""
    for pair in zip_longest(one, two):
        there = [event for event in pair if event is not None]
        if any(event.kind == "revealed" for event in there):
            return True
        if pair[0] != pair[1]:
            return any(event.seen_by for event in there)
    return False


def check_draws(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """The log does not tell a seat what came of a draw if, by the rules, something else may have come of it."""
    with Walk("draws", system, scenario, seed, limits) as walk:
        if not system.secrets:
            return

        def begin(chance: Chance) -> AnyPlay:
            return Play(system, system.rules.new(system.shelf.find(scenario)), chance)

        tried: Counter[str] = Counter()  # by the reason of a draw
        _compare_draws(walk, begin, tried)
        while walk.goes_on():
            seat, choice = walk.pick()

            def go_on(chance: Chance, seat: str = seat, choice: Choice = choice) -> AnyPlay:
                play = walk.play.fork(chance)
                walk.accept(play, seat, choice)
                return play

            _compare_draws(walk, go_on, tried)
            walk.take(seat, choice)


def _compare_draws(walk: Walk, go_on: Callable[[Chance], AnyPlay], tried: Counter[str]) -> None:
    """Go on as it comes, and then with one draw changed, for each reason why something was drawn."""
    model = LikeDice(walk.step)
    one = go_on(model)
    for reason, turn in {reason: turn for turn, reason in enumerate(model.reasons)}.items():
        if tried[reason] > walk.limits.options and not walk.looks:
            continue
        tried[reason] += 1
        chance = LikeDice(walk.step, model, turn)
        two = go_on(chance)
        if not chance.like_its_model or one.log == two.log:
            continue
        for seat in walk.system.rules.seats(walk.play.battle):
            difference = first_difference(plain(visible(one.log, seat)), plain(visible(two.log, seat)))
            if difference and _differ_unseen(walk, one, two, seat):
                walk.fail(
                    f"the log tells {seat} what is hidden. With something else drawn for {reason!r}, "
                    f"event {difference}"
                )


def _differ_unseen(walk: Walk, one: AnyPlay, two: AnyPlay, seat: str) -> bool:
    """Whether two games differ, but only in what the seat cannot see: dealt anew they are the same."""
    digest = walk.system.rules.fingerprint
    if digest(one.battle) == digest(two.battle):
        return False
    again = [digest(play.fork(SampledChance(walk.step), seat).battle) for play in (one, two)]
    return again[0] == again[1]


def plain(thing: Any) -> Any:
    """As plain data."""
    return msgspec.json.decode(msgspec.json.encode(thing))


def seen(system: AnySystem, play: AnyPlay, seat: str) -> Any:
    """All that a seat is shown, as plain data."""
    decision = play.decision_for(seat)
    return plain(
        {
            "view": system.shown.view(play, seat),
            "asked": play.asked(),
            "decision": decision
            and [decision.kind, decision.prompt, decision.rule, decision.piece, decision.options()],
        }
    )


def first_difference(one: Any, two: Any, path: str = "") -> str:
    """Where two pieces of plain data differ, in words; nothing if they do not."""
    if one == two:
        return ""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        return next(first_difference(one[key], two[key], f"{path}.{key}") for key in one if one[key] != two[key])
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        place = next(place for place in range(len(one)) if one[place] != two[place])
        return first_difference(one[place], two[place], f"{path}[{place}]")
    return f"{path.lstrip('.')} is {str(two)[:200]} instead of {str(one)[:200]}"
