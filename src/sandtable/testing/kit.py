"""What every system passes: run it on your own.

    def test_kit():
        assert run_kit(MySystem(), "mine/first-battle", seeds=range(3)) == []

Each check plays random games and raises `Failure` with a sentence that names scenario, seed and step.
"""

import math
import tempfile
from collections import Counter, deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sandtable.bots.greedy import GreedyBot
from sandtable.bots.player import Seat
from sandtable.bots.random_bot import RandomBot
from sandtable.table.chance import SampledChance, SeededChance, seed_bytes
from sandtable.table.decision import Choice, Decision, Free, IllegalChoice
from sandtable.table.event import Event, visible
from sandtable.table.journal import Journal, JournalError, header_for, load, replay, verify
from sandtable.table.play import AnyPlay, Battle, Mishap
from sandtable.table.pointing import named
from sandtable.table.system import AnySystem
from sandtable.table.view import DecisionView, LogLine
from sandtable.table.wishes import WISH
from sandtable.testing.dice import LaterDice
from sandtable.testing.garbage import Mixer, broken
from sandtable.testing.leaks import check_blind, check_draws, check_no_leak, first_difference
from sandtable.testing.walk import USUAL, Bomb, Failure, Limits, Walk, told

Check = Callable[[AnySystem, str, int, Limits], None]


def check_ends(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """Random play ends, with a result that has a reason; no dead end; no fault after any step."""
    with Walk("ends", system, scenario, seed, limits) as walk:
        while walk.goes_on():
            walk.go()
            faults = system.rules.faults(walk.play.battle)
            if faults:
                last = walk.play.history[-1]
                walk.fail(f"after {told(last.choice)} by {last.seat}: {'; '.join(faults)}")
        result = walk.play.result
        if result is None or not result.reason:
            walk.fail(f"the game is over and its result is {result}")
        if result.winner is not None and result.winner not in system.rules.seats(walk.play.battle):
            walk.fail(f"the winner is {result.winner!r}, who has no seat")
        try:
            walk.play.choose(Choice("pass"))
        except IllegalChoice:
            return
        walk.fail("a choice was accepted after the end")


def check_words(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """Options have labels, no two alike; events have sentences; cited rules are in the list; looking is harmless."""
    with Walk("words", system, scenario, seed, limits) as walk:
        rules = walk.rules
        read = 0
        while walk.goes_on():
            play = walk.play
            before = system.rules.fingerprint(play.battle)
            cited = {event.rule for event in play.log[read:]}
            cited |= {modifier.rule for event in play.log[read:] for modifier in event.modifiers}
            for event in play.log[read:]:
                if not isinstance(system.shown.sentence(play.battle, event), str):
                    walk.fail(f"no sentence for {event}")
                if not all(1 <= die <= event.faces for die in event.dice):
                    walk.fail(
                        f"dice with {event.faces} faces cannot show {event.dice}: tell `faces` with {event.kind!r}"
                    )
            read = len(play.log)
            for seat in play.asked():
                decision = play.decision_for(seat)
                assert decision is not None
                cited.add(decision.rule)
                for choice in walk.options(play, seat) if walk.looks else ():
                    if not system.shown.label(play.battle, decision, choice):
                        walk.fail(f"no label for {told(choice)}")
                if system.mind is not None and not math.isfinite(system.mind.evaluate(play.battle, seat)):
                    walk.fail(f"the worth of {seat}'s position is no number")
                view = system.shown.view(play, seat)
                _check_log(walk, view.log, visible(play.log, seat))
                _check_apart(walk, named(view).decision)
                _check_later(walk, decision, view.decision)
            if system.rules.fingerprint(play.battle) != before:
                walk.fail("looking at the game changed it")
            for rule in sorted(cited - rules.keys() - {""}):
                walk.fail(f"rule {rule} is cited and not in the list of rules")
            walk.go()
        result = walk.play.result
        if result is not None and result.rule not in rules:
            walk.fail(f"the result cites rule {result.rule!r}, which is not in the list of rules")


def _check_apart(walk: Walk, question: DecisionView | None) -> None:
    """No two options of a question read alike under one heading: who does it and what, as people see it."""
    words = Counter((option.group, option.by, option.label) for option in question.options) if question else {}
    for (_, by, label), count in words.items():
        if count > 1:
            walk.fail(f"{count} options of one question read {f'{by}: {label}' if by else label!r}")


def _check_later(walk: Walk, decision: Decision, question: DecisionView | None) -> None:
    """What a view leaves for later can be had: the odds of the same attack."""
    shown = walk.system.shown
    for place, found in shown.later(walk.play.battle, decision, question).items() if question else ():
        attack = question.options[place].attack if question else None
        if (
            found.attack is None
            or found.attack.later
            or attack is None
            or attack.attack not in ("", found.attack.attack)
        ):
            walk.fail(f"the odds of {told(decision.options()[place])} were left for later and cannot be had")


def _check_log(walk: Walk, lines: Iterable[LogLine], events: list[Event]) -> None:
    """Each line tells the event whose number it has, with dice that can show what they show."""
    for line in lines:
        if not 1 <= line.number <= len(events) or line.kind != events[line.number - 1].kind:
            walk.fail(f"line {line.number} of the log is not event {line.number} of those the seat could see")
        if not all(1 <= die <= line.faces for die in line.dice):
            walk.fail(f"line {line.number} shows {line.dice} on dice with {line.faces} faces")


def check_options(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """Every option is accepted: in the true game, and in games that are re-dealt for each seat."""
    with Walk("options", system, scenario, seed, limits) as walk:
        while walk.goes_on():
            if walk.looks:
                for viewer in ("", *system.rules.seats(walk.play.battle)):
                    _try_options(walk, viewer)
            walk.go()


def _try_options(walk: Walk, viewer: str) -> None:
    fork = walk.play.fork(SampledChance(walk.step), viewer)
    faults = walk.system.rules.faults(fork.battle)
    if faults:
        walk.fail(f"re-dealt for {viewer or 'nobody'}: {'; '.join(faults)}")
    for seat in fork.asked():
        for choice in walk.some(walk.options(fork, seat)):
            walk.accept(fork.fork(SampledChance(walk.step)), seat, choice)


def check_refusals(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """Anything else is refused with a reason, and the game stands as before."""
    with Walk("refusals", system, scenario, seed, limits) as walk:
        mixer = Mixer(walk.random)
        tried: Counter[str] = Counter()  # by the kind of decision
        while walk.goes_on():
            asked = [decision for seat in walk.play.asked() if (decision := walk.play.decision_for(seat)) is not None]
            fresh = any(tried[decision.kind] < limits.broken for decision in asked)
            if walk.looks or fresh:
                before = walk.state()
                for decision in asked:
                    options = walk.options(walk.play, decision.seat)
                    mixer.learn(options)
                    tried[decision.kind] += _try_garbage(walk, decision, mixer, 60 if fresh else 6)
                    for stranger in ("nobody", *system.rules.seats(walk.play.battle)):
                        if walk.play.decision_for(stranger) is None:
                            _refused(walk, stranger, options[0])
                if walk.state() != before:
                    walk.fail("a refused choice changed the game")
            walk.go()


def _try_garbage(walk: Walk, decision: Decision, mixer: Mixer, count: int) -> int:
    """Choices that are never legal, and some that are not unless a position on a plane may be chosen freely."""
    options = walk.options(walk.play, decision.seat)
    never = [choice for option in walk.some(options) for choice in broken(option)]
    hardly = mixer.shake(options, count)
    for choice in never:
        if choice not in options:
            _refused(walk, decision.seat, choice)
    for choice in hardly:
        if choice not in options and not (isinstance(decision, Free) and _free(walk, decision, choice)):
            _refused(walk, decision.seat, choice)
    return len(never) + len(hardly)


def _free(walk: Walk, decision: Free, choice: Choice) -> bool:
    """Whether the rules allow a position that is not among the examples; then it can be played."""
    try:
        decision.check(choice)
    except Exception:
        return False
    fork = walk.play.fork(SampledChance(walk.step))
    walk.accept(fork, decision.seat, choice)
    faults = walk.system.rules.faults(fork.battle)
    if faults:
        walk.fail(f"after {told(choice)} by {decision.seat}: {'; '.join(faults)}")
    return True


def _refused(walk: Walk, seat: str, choice: Choice) -> None:
    try:
        walk.play.choose(choice, seat)
    except IllegalChoice as error:
        if not error.reason.endswith((".", "!", "?")):
            walk.fail(f"{choice} by {seat} was refused without a sentence that tells why: {error.reason!r}")
        if error.rule not in walk.rules:
            walk.fail(f"{choice} by {seat} was refused by rule {error.rule!r}, which is not in the list of rules")
    except Exception as error:
        cause = error.__cause__ if isinstance(error, Mishap) else error
        walk.fail(f"{choice} by {seat} raised {type(cause).__name__}: {cause}", cause)
    else:
        walk.fail(f"{choice} by {seat} was accepted and is no option")


def check_copies(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """Copies never share: earlier ones stay as they were whatever is played on any of them."""
    with Walk("copies", system, scenario, seed, limits, wishful=True) as walk:
        kept: list[tuple[str, Battle, bytes]] = []

        def keep(name: str, battle: Battle) -> None:
            kept.append((f"{name} made after {walk.step} choices", battle, system.rules.fingerprint(battle)))

        while walk.goes_on():
            if walk.looks:
                play = walk.play
                before = system.rules.fingerprint(play.battle)
                viewer = walk.random.choice(system.rules.seats(play.battle))
                fork, dealt = play.fork(SampledChance(walk.step)), play.fork(SampledChance(walk.step), viewer)
                if system.rules.fingerprint(fork.battle) != before:
                    walk.fail("a fork is not as the game it was made of")
                keep("a copy", play.battle.copy())
                keep("a fork", fork.battle)
                keep("a re-dealt fork", dealt.battle)
                for twin in (fork.fork(), dealt.fork()):
                    _play_on(walk, twin, 3)
                if system.rules.fingerprint(play.battle) != before:
                    walk.fail("playing on a fork changed the game it was made of")
                del kept[: -limits.kept]
            walk.go()
            for name, battle, digest in kept:
                if system.rules.fingerprint(battle) != digest:
                    walk.fail(f"{name} has changed since")


def _play_on(walk: Walk, play: AnyPlay, steps: int) -> None:
    for _ in range(steps):
        asked = play.asked()
        if asked:
            walk.accept(play, asked[0], walk.random.choice(walk.options(play, asked[0])))


def check_forks(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """A fork that is given the same answers and dice stays as the game is, to the end of the battle."""
    with Walk("forks", system, scenario, seed, limits, wishful=True) as walk:
        young: deque[tuple[int, AnyPlay]] = deque(maxlen=limits.twins)  # made at every step
        old: deque[tuple[int, AnyPlay]] = deque(maxlen=limits.twins)  # made ever more seldom, so that they grow old
        due = 0
        while walk.goes_on():
            if walk.step >= due:
                old.append((walk.step, _twin(walk)))
                due = 2 * walk.step + 1
            else:
                young.append((walk.step, _twin(walk)))
            seat, choice = walk.pick()
            walk.take(seat, choice)
            facts = _facts(walk.play)
            for made, twin in (*old, *young):
                walk.accept(twin, seat, choice)
                difference = first_difference(facts, _facts(twin))
                if difference:
                    walk.fail(f"a fork made after {made} choices is no longer as the game: {difference}")


def _twin(walk: Walk) -> AnyPlay:
    """A fork that will throw the dice which the game has yet to throw."""
    dice = LaterDice(walk.seed)
    twin = walk.play.fork(dice)
    dice.ahead = len(walk.play.chance.drawn) - len(dice.drawn)
    return twin


def _facts(play: AnyPlay) -> dict[str, Any]:
    """All that matters of a game: what is asked, what was told last, and the battle."""
    decisions = [(seat, play.decision_for(seat)) for seat in play.asked()]
    return {
        "asked": [
            [seat, each.kind, each.prompt, each.rule, each.piece, each.settled, each.options()]
            for seat, each in decisions
            if each is not None
        ],
        "told": play.log[play.history[-1].told :],
        "result": play.result,
        "battle": play.system.rules.fingerprint(play.battle),
    }


def check_repeats(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """The same seed and the same choices give the same game."""
    with (
        Walk("repeats", system, scenario, seed, limits, wishful=True) as walk,
        Walk("repeats", system, scenario, seed, limits, wishful=True) as again,
    ):
        while walk.goes_on():
            seat, choice = walk.pick()
            walk.take(seat, choice)
            if choice.do != WISH and again.play.decision_for(seat) is None:
                again.fail(f"{seat} is asked in one game and not in the other")
            again.take(seat, choice)
            if walk.state() != again.state():
                again.fail(f"after {told(choice)} by {seat} two games with the same seed differ")
        if walk.play.log != again.play.log:
            again.fail("the events of two games with the same seed differ")


def check_journal(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """A game is written, read, replayed and verified; cut off it goes on, altered it is found out."""
    with (
        Walk("journal", system, scenario, seed, limits, wishful=True) as walk,
        tempfile.TemporaryDirectory() as folder,
    ):
        path = Path(folder) / "game.jsonl"
        secret = seed_bytes(seed)
        play = walk.play
        seats = dict.fromkeys(system.rules.seats(play.battle), "random")
        journal = Journal.create(path, header_for(system, scenario, seats, secret), fsync=False)
        journal.record(play)
        while walk.goes_on():
            walk.go()
            if play.may_undo() and walk.random.random() < 0.3:
                journal.record(play)
                play.undo()
            journal.record(play)
        journal.finish(play, secret)
        report = verify(path, {system.key: system})
        if not report.ok:
            walk.fail(f"the journal is not verified: {report.sentence}")
        again = replay(load(path), system).play
        if system.rules.fingerprint(again.battle) != system.rules.fingerprint(play.battle) or again.log != play.log:
            walk.fail("the replayed game is not the one that was played")
        text = path.read_bytes()
        for _ in range(limits.options):
            _damage(walk, path, text, text[: walk.random.randrange(1, len(text) - 1)])
            place = walk.random.randrange(len(text))
            _damage(walk, path, text, text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :])


def _damage(walk: Walk, path: Path, text: bytes, damaged: bytes) -> None:
    """What can still be read of a damaged journal is a beginning of the game; it is never verified whole."""
    path.write_bytes(damaged)
    if verify(path, {walk.system.key: walk.system}).ok and not text.startswith(damaged):
        walk.fail("an altered journal is verified")
    try:
        loaded = load(path)
    except JournalError:
        return
    if loaded.opening is None:
        return
    found = replay(loaded, walk.system, SeededChance(seed_bytes(walk.seed)))
    drawn = found.play.chance.drawn
    if found.notice or drawn != walk.play.chance.drawn[: len(drawn)]:
        walk.fail("a journal that was cut off replays to another game")


def check_undo(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """Undo never takes back a die, and brings back exactly what was."""
    with Walk("undo", system, scenario, seed, limits) as walk:
        states: list[tuple[Any, ...]] = []  # before each choice
        rolled: list[int] = []  # dice before each choice
        while walk.goes_on():
            states.append(walk.state())
            rolled.append(walk.dice.rolled)
            walk.go()
            _take_back(walk, states, rolled)


def _take_back(walk: Walk, states: list[tuple[Any, ...]], rolled: list[int]) -> None:
    play = walk.play
    now, moves = walk.state(), play.history.copy()
    while play.may_undo():
        last = len(play.history) - 1
        owner = play.history[last].seat
        if play.may_undo() != owner:
            walk.fail(f"{play.may_undo()} may take back a choice of {owner}'s")
        if walk.dice.rolled != rolled[last]:
            walk.fail(f"{owner} may take back {told(play.history[last].choice)}, and a die has fallen since")
        for other in walk.system.rules.seats(play.battle):
            if other != owner and not _undo_refused(play, other):
                walk.fail(f"{other} took back a choice of {owner}'s")
        play.undo(owner)
        if walk.state() != states[last]:
            walk.fail(f"{told(moves[last].choice)} was taken back, and the game is not as before it")
        if not walk.looks:
            break  # only now and then as far back as it goes
    else:
        if not _undo_refused(play, ""):
            walk.fail("a choice was taken back that may not be")
    for move in moves[len(play.history) :]:
        walk.accept(play, move.seat, move.choice)
    if walk.state() != now:
        walk.fail("a choice was taken back and made again, and the game is another")


def _undo_refused(play: AnyPlay, seat: str) -> bool:
    try:
        play.undo(seat)
    except IllegalChoice:
        return True
    return False


def check_recovery(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """When a procedure fails in the middle, the game stands as before the choice and goes on."""
    with Walk("recovery", system, scenario, seed, limits) as walk:
        while walk.goes_on():
            if walk.looks:
                before = walk.state()
                seat, choice = walk.pick()
                walk.play.battle.events = Bomb()
                broke = _breaks(walk, seat, choice, before)
                if isinstance(walk.play.battle.events, Bomb):
                    walk.play.battle.events = []
                if broke:
                    walk.dice.breaks = True
                    broke = _breaks(walk, seat, choice, before)
                    walk.dice.breaks = False
                if not broke:
                    walk.step += 1  # it told nothing, or rolled nothing, and went through
                    continue
            walk.go()


def _breaks(walk: Walk, seat: str, choice: Choice, before: tuple[Any, ...]) -> bool:
    """Whether the choice failed, as it was meant to; then nothing may have changed."""
    try:
        walk.play.choose(choice, seat)
    except Mishap:
        if walk.state() != before:
            walk.fail(f"{told(choice)} failed in the middle, and the game is not as before it")
        return True
    return False


def check_bots(system: AnySystem, scenario: str, seed: int, limits: Limits = USUAL) -> None:
    """A computer player finds an option that is accepted, and leaves the game alone while he thinks."""
    with Walk("bots", system, scenario, seed, limits) as walk:
        bot = RandomBot(seed) if system.mind is None else GreedyBot(seed, samples=(1, 2))
        while walk.goes_on():
            if walk.looks:
                before = walk.state()
                seat = walk.random.choice(walk.play.asked())
                choice = bot.choose(Seat(walk.play, seat))
                if walk.state() != before:
                    walk.fail(f"the game changed while {seat} thought")
                walk.take(seat, choice)
            else:
                walk.go()


CHECKS: list[Check] = [
    check_ends,
    check_words,
    check_options,
    check_refusals,
    check_copies,
    check_forks,
    check_repeats,
    check_journal,
    check_no_leak,
    check_draws,
    check_blind,
    check_undo,
    check_recovery,
    check_bots,
]


def run_kit(
    system: AnySystem,
    scenario: str,
    seeds: Iterable[int] = range(3),
    limits: Limits = USUAL,
    checks: Iterable[Check] = tuple(CHECKS),
) -> list[str]:
    """Every check with every seed: what is wrong, a sentence each. Nothing: the system keeps its word."""
    failures = []
    seeds = list(seeds)
    for check in checks:
        for seed in seeds:
            try:
                check(system, scenario, seed, limits)
            except Failure as failure:
                failures.append(str(failure))
                break  # the same fault with the next seed says nothing new
    return failures
