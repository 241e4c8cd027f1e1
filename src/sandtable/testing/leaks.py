"""The part of the kit that looks for leaks: a seat must not see, or be able to infer, what is hidden."""

from typing import Any

import msgspec

from sandtable.bots import levels
from sandtable.bots.player import Seat
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Together
from sandtable.table.event import Event, visible
from sandtable.table.play import AnyPlay
from sandtable.table.system import AnySystem
from sandtable.testing.walk import USUAL, Limits, Walk, told


def check_no_leak(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """What a seat sees and may choose does not change when what it cannot see is dealt anew."""
    with Walk("no leak", system, scenario, seed, limits) as walk:
        while walk.goes_on():
            if walk.looks:
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
    _compare_prompts(walk, seat, truth, dealt)


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
            chosen.append(told(bot.choose(Seat(play, seat))))
        if chosen[0] != chosen[1]:
            walk.fail(f"{level} at {seat} chooses {chosen[0]}, but with other things hidden from it {chosen[1]}")


def _masked(event: Event, seat: str) -> Event:
    """An event that the seat may not see becomes another."""
    return event if visible([event], seat) else Event("something else", seen_by=event.seen_by)


def _compare_prompts(walk: Walk, seat: str, truth: AnyPlay, dealt: AnyPlay) -> None:
    """A prompt is information: as long as a seat is told the same, it must see the same seats asked."""
    for who in truth.asked():
        both = [choice for choice in walk.options(truth, who) if choice in walk.options(dealt, who)]
        if not both:
            continue
        choice = walk.random.choice(both)
        futures = []
        for play in (truth, dealt):
            future = play.fork(SampledChance(walk.step))
            walk.accept(future, who, choice)
            futures.append((visible(future.log, seat), future.asked()))
        (short, asked), (long, others) = sorted(futures, key=lambda future: len(future[0]))
        same_so_far = short == long[: len(short)]
        more = long[len(short) :]
        if same_so_far and (asked != others or more) and not any(e.kind == "revealed" for e in more):
            walk.fail(
                f"after {told(choice)} by {who}, {seat} learns something hidden from whether "
                f"{' and '.join(asked) or 'nobody'} is asked. (What is meant to come out is told by an "
                "event of the kind 'revealed'.)"
            )


def seen(system: AnySystem, play: AnyPlay, seat: str) -> Any:
    """All that a seat is shown, as plain data."""
    decision = play.decision_for(seat)
    return msgspec.json.decode(
        msgspec.json.encode(
            {
                "view": system.shown.view(play, seat),
                "asked": play.asked(),
                "decision": decision
                and [decision.kind, decision.prompt, decision.rule, decision.piece, decision.options()],
            }
        )
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
