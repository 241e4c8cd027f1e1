"""2.1 Dice, and what may still change them once they lie: Augmented Abilities (5.1.7) and Fate (9.0).

A roll is a procedure: its owner may be asked. He is asked only when a changed die can change the outcome.
"""

from collections.abc import Callable, Generator, Iterable

from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.telling import capital

Roll = Generator[Decision, Choice, tuple[int, ...]]

KEEP = Choice("keep")

# What the owner of a roll hopes for.
EACH = 0  # each die at or above `need`
SUM = 1  # the sum at or below `need`
FREE = 2  # any face may be wanted: drift, drawing by die
UNDER = 3  # each die below `need`: artillery that falls on friends
LEAST = 4  # the least outcome: ranging in

# What kind of question the owner is asked, by what his dice are for.
FATE_DICE = "fate dice"
FATE_SAVE = "fate save"
FATE_RALLY = "fate rally"

Outcome = Callable[[int], int]


class Remedy:
    """9.0.e What a point buys for certain, instead of changing the dice of a check that has failed."""

    __slots__ = ("choice", "price", "taken")

    def __init__(self, choice: Choice, price: int) -> None:
        self.choice = choice
        self.price = price
        self.taken = False


def roll(
    b: Battle,
    side: int,
    count: int,
    need: int,
    why: str,
    hope: int = EACH,
    augmented: bool = False,
    outcome: Outcome = int,
    kind: str = FATE_DICE,
    remedy: Remedy | None = None,
) -> Roll:
    """Roll `count` d6 for a side; 5.1.7 and 9.0.b, 9.0.d let the owner change them.

    `outcome`: what a face of a FREE or LEAST roll comes to, or so many dice at or above `need` of an EACH or UNDER
    roll. Where a change comes to the same the owner is not asked.
    `kind`: what the question to the owner is called.
    """
    chance = b.chance
    dice = [chance.die(why) for _ in range(count)]  # 2.1
    if augmented and dice and gains(dice, need, 1 + b.fate[side], outcome):
        yield from augment(b, side, dice, need, why)
    if b.fate[side] > 0 and dice:
        yield from tempt_fate(b, side, dice, need, why, hope, outcome, kind, remedy)
    return tuple(dice)


def between(least: int, most: int) -> Outcome:
    """Dice that count only from `least` up to `most`: fewer come to nothing, more to nothing more."""
    return lambda number: max(least, min(number, most))


def gains(dice: list[int], need: int, changed: int, outcome: Outcome) -> bool:
    """Whether it makes a difference when up to so many dice that miss `need` reach it."""
    now = reached(dice, need)
    most = min(len(dice), now + changed)
    return any(outcome(number) != outcome(now) for number in range(now + 1, most + 1))


def reached(dice: Iterable[int], need: int) -> int:
    """How many dice are at or above a number."""
    return sum([face >= need for face in dice])


def augment(b: Battle, side: int, dice: list[int], need: int, why: str) -> Generator[Decision, Choice, None]:
    """5.1.7 One die of the roll may be rolled again; the new face stands."""
    faces = sorted({face for face in dice if face < need})
    answer = yield from ask(
        b,
        side,
        "augmented",
        f"Augmented: re-roll one die that missed of {dice} ({why})?",
        "5.1.7.a",
        [Choice("re-roll", number=face) for face in faces] + [KEEP],
    )
    if answer.do == "re-roll":
        place = dice.index(answer.number)
        dice[place] = b.chance.die(f"{why}, augmented")
        b.tell("re-rolled", "5.1.7.a", side, dice=(answer.number, dice[place]), need=need, text=why)


def tempt_fate(
    b: Battle,
    side: int,
    dice: list[int],
    need: int,
    why: str,
    hope: int,
    outcome: Outcome,
    kind: str,
    remedy: Remedy | None,
) -> Generator[Decision, Choice, None]:
    """Re-roll or nudge own dice, a point each, while it can help (9.0.i), or buy the remedy (9.0.e)."""
    numbers = b.ground.numbers
    while True:
        points = b.fate[side]
        rerolls, nudges = points // numbers["fate_reroll"], points // numbers["fate_nudge"]
        options = changes(dice, need, hope, rerolls, nudges, outcome)
        if remedy is not None and sum(dice) > need and points >= remedy.price:
            options.insert(0, remedy.choice)
        if not options:
            return
        options.append(KEEP)
        answer = yield from ask(
            b,
            side,
            kind,
            f"{capital(why)}: {', '.join(map(str, dice))}. Spend a Fate Point?",
            "9.0.i",
            options,
        )
        if remedy is not None and answer == remedy.choice:
            remedy.taken = True
            return
        if answer == KEEP:
            return
        place = dice.index(answer.number)
        before = dice[place]
        if answer.do == "fate re-roll":
            b.fate[side] -= numbers["fate_reroll"]
            dice[place] = b.chance.die(f"{why}, Fate")
            rule = "9.0.b"
        else:
            b.fate[side] -= numbers["fate_nudge"]
            dice[place] += 1 if answer.do == "fate up" else -1
            rule = "9.0.d"
        b.tell("fate die", rule, side, dice=(before, dice[place]), need=need, value=b.fate[side], text=why)


def changes(dice: list[int], need: int, hope: int, rerolls: int, nudges: int, outcome: Outcome) -> list[Choice]:
    """The changes of one die, by the face that it shows, that can better the outcome: alone, or with those that
    the points left would still pay for (9.0.h)."""
    options: list[Choice] = []
    for face in sorted(set(dice)):
        again, up, down = TESTS[hope](dice, face, need, rerolls, nudges, outcome)
        if rerolls and again:
            options.append(Choice("fate re-roll", number=face))
        if nudges and up and face < 6:
            options.append(Choice("fate up", number=face))
        if nudges and down and face > 1:
            options.append(Choice("fate down", number=face))
    return options


Helps = tuple[bool, bool, bool]  # a re-roll, one up, one down
Test = Callable[[list[int], int, int, int, int, Outcome], Helps]


def each(dice: list[int], face: int, need: int, rerolls: int, nudges: int, outcome: Outcome) -> Helps:
    """A die that misses `need` may yet reach it."""
    if face >= need or not gains(dice, need, max(rerolls, nudges), outcome):
        return (False, False, False)
    return (need <= 6, face + nudges >= need, False)


def under(dice: list[int], face: int, need: int, rerolls: int, nudges: int, outcome: Outcome) -> Helps:
    """A die that hits friends may yet miss them."""
    now = reached(dice, need)
    fewest = max(0, now - max(rerolls, nudges))
    if face < need or all(outcome(number) == outcome(now) for number in range(fewest, now)):
        return (False, False, False)
    return (need > 1, False, face - nudges < need)


def total(dice: list[int], face: int, need: int, rerolls: int, nudges: int, outcome: Outcome) -> Helps:
    """A sum that is too high may yet come down: at best each further point makes a high die a 1."""
    if sum(dice) <= need:
        return (False, False, False)
    rest = dice.copy()
    rest.remove(face)
    again = face > 1 and lowest([*rest, 1], rerolls - 1) <= need
    return (again, False, lowest([*rest, face - 1], nudges - 1) <= need)


def lowest(dice: list[int], points: int) -> int:
    """The least sum that so many re-rolls can bring."""
    return sum(dice) - sum(sorted([face - 1 for face in dice], reverse=True)[: max(0, points)])


def free(dice: list[int], face: int, need: int, rerolls: int, nudges: int, outcome: Outcome) -> Helps:
    """Another face comes to something else."""
    now = outcome(face)
    return (
        any(outcome(other) != now for other in range(1, 7)),
        any(outcome(other) != now for other in range(face + 1, min(6, face + nudges) + 1)),
        any(outcome(other) != now for other in range(max(1, face - nudges), face)),
    )


def least(dice: list[int], face: int, need: int, rerolls: int, nudges: int, outcome: Outcome) -> Helps:
    """Another face comes to less."""
    now = outcome(face)
    return (
        any(outcome(other) < now for other in range(1, 7)),
        any(outcome(other) < now for other in range(face + 1, min(6, face + nudges) + 1)),
        any(outcome(other) < now for other in range(max(1, face - nudges), face)),
    )


TESTS: tuple[Test, ...] = (each, total, free, under, least)  # by what the owner hopes for
