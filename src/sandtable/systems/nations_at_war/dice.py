"""2.1 Dice, and what may still change them once they lie: Augmented Abilities (5.1.7) and Fate (9.0).

A roll is a procedure: its owner may be asked. He is asked only when a changed die can change the outcome.
"""

from collections.abc import Generator

from sandtable.systems.nations_at_war.pieces import Battle
from sandtable.table.decision import Choice, Decision

Roll = Generator[Decision, Choice, tuple[int, ...]]

KEEP = Choice("keep")

# What the owner of a roll hopes for.
EACH = 0  # each die at or above `need`
SUM = 1  # the sum at or below `need`
FREE = 2  # any face may be wanted: ranging, drift, drawing by die


def roll(b: Battle, side: int, count: int, need: int, why: str, hope: int = EACH, augmented: bool = False) -> Roll:
    """2.1 Roll `count` d6 for a side; 5.1.7 and 9.0.b, 9.0.d let the owner change them."""
    chance = b.chance
    dice = [chance.roll(6, why) for _ in range(count)]
    if augmented and dice and min(dice) < need:
        yield from augment(b, side, dice, need, why)
    if b.fate[side] > 0 and dice:
        yield from tempt_fate(b, side, dice, need, why, hope)
    return tuple(dice)


def augment(b: Battle, side: int, dice: list[int], need: int, why: str) -> Generator[Decision, Choice, None]:
    """5.1.7 One die of the roll may be rolled again; the new face stands."""
    faces = sorted({face for face in dice if face < need})
    answer = yield Decision(
        b.side_name(side),
        "augmented",
        f"Augmented: re-roll one missed die of {dice} ({why})?",
        "5.1.7.a",
        lambda: [Choice("re-roll", number=face) for face in faces] + [KEEP],
    )
    if answer.do == "re-roll":
        place = dice.index(answer.number)
        dice[place] = b.chance.roll(6, f"{why}, augmented")
        b.tell("re-rolled", "5.1.7.a", side, dice=(answer.number, dice[place]), need=need, text=why)


def tempt_fate(
    b: Battle, side: int, dice: list[int], need: int, why: str, hope: int
) -> Generator[Decision, Choice, None]:
    """9.0.b, 9.0.d, 9.0.i Re-roll or nudge own dice, a point each, while it can help."""
    numbers = b.ground.numbers
    while True:
        options = changes(dice, need, hope, b.fate[side], numbers["fate_reroll"], numbers["fate_nudge"])
        if not options:
            return
        options.append(KEEP)
        listed = options
        answer = yield Decision(
            b.side_name(side),
            "fate dice",
            f"{why.capitalize()}: {', '.join(map(str, dice))}. Spend a Fate Point?",
            "9.0.i",
            lambda listed=listed: listed,  # type: ignore[misc]
        )
        if answer.do == "keep":
            return
        place = dice.index(answer.number)
        before = dice[place]
        if answer.do == "fate re-roll":
            b.fate[side] -= numbers["fate_reroll"]
            dice[place] = b.chance.roll(6, f"{why}, Fate")
            rule = "9.0.b"
        else:
            b.fate[side] -= numbers["fate_nudge"]
            dice[place] += 1 if answer.do == "fate up" else -1
            rule = "9.0.d"
        b.tell("fate die", rule, side, dice=(before, dice[place]), need=need, value=b.fate[side], text=why)


def changes(dice: list[int], need: int, hope: int, points: int, reroll: int, nudge: int) -> list[Choice]:
    """The changes of one die that can better the outcome, by the face that the die shows."""
    options: list[Choice] = []
    faces = sorted(set(dice))
    if hope == EACH:
        for face in faces:
            if face < need:
                if points >= reroll:
                    options.append(Choice("fate re-roll", number=face))
                if points >= nudge and face + 1 >= need:
                    options.append(Choice("fate up", number=face))
    elif hope == SUM:
        total = sum(dice)
        if total <= need:
            return options
        for face in faces:
            if points >= reroll and total - face + 1 <= need:
                options.append(Choice("fate re-roll", number=face))
            if points >= nudge and face > 1 and total - 1 <= need:
                options.append(Choice("fate down", number=face))
    else:
        for face in faces:
            if points >= reroll:
                options.append(Choice("fate re-roll", number=face))
            if points >= nudge and face < 6:
                options.append(Choice("fate up", number=face))
            if points >= nudge and face > 1:
                options.append(Choice("fate down", number=face))
    return options
