"""What was found, in words: the accounts of both sides, and the few moments that mattered."""

from collections.abc import Sequence

from sandtable.analysis.findings import Account, Step, Turning

MISTAKES = 5  # told at most
THROWS = 3
LEAST_CHOICE = 0.03  # of a chance that a mistake must have cost
LEAST_DICE = 0.06


def accounts(steps: Sequence[Step], sides: tuple[str, str], names: tuple[str, str]) -> list[Account]:
    """What each side gained and lost: by its own choices, and by dice and the rest wherever they came from."""
    found = []
    for side, sign in ((0, 1.0), (1, -1.0)):
        choice = sum([sign * step.choice for step in steps if step.side == side])
        dice = sum([sign * step.dice for step in steps])
        rest = sum([sign * step.rest for step in steps])
        found.append(Account(sides[side], names[side], round(choice, 4), round(dice, 4), round(rest, 4)))
    return found


def sentences(found: Sequence[Account], steps: Sequence[Step], word: str) -> list[str]:
    """A sentence for each side: what it lost by decisions and by dice, and its worst luck."""
    told = []
    for side, account in enumerate(found):
        sign = 1.0 if side == 0 else -1.0
        text = f"{account.name} {gained(account.choice)} by decisions and {gained(account.dice)} by dice"
        worst = min(steps, key=lambda step: sign * step.dice, default=None)
        if worst is not None and sign * worst.dice <= -LEAST_DICE:
            cost = hundredths(-sign * worst.dice)
            text += f"; its worst luck, {points(cost)}, was at “{worst.label}” in {word.lower()} {worst.turn}"
        told.append(f"{text}.")
    return told


def turnings(steps: Sequence[Step], sides: tuple[str, str], names: tuple[str, str], word: str) -> list[Turning]:
    """The mistakes that are beyond the noise, and the throws that swung most, in the order of the battle."""
    found = []
    before = {step.state: steps[place - 1].state if place else 0 for place, step in enumerate(steps)}

    def turning(step: Step, kind: str, side: int, lost: float, text: str) -> Turning:
        return Turning(before[step.state], step.turn, kind, sides[side], -hundredths(lost), text)

    mistakes = [step for step in steps if step.better and cost(step) >= LEAST_CHOICE and sure(step)]
    for step in sorted(mistakes, key=cost, reverse=True)[:MISTAKES]:
        found.append(turning(step, "choice", step.side, cost(step), mistake(step, names, word)))
    throws = [step for step in steps if abs(step.dice) >= LEAST_DICE]
    for step in sorted(throws, key=lambda step: abs(step.dice), reverse=True)[:THROWS]:
        side = 0 if step.dice < 0 else 1  # who suffered
        found.append(turning(step, "dice", side, abs(step.dice), throw(step, side, names, word)))
    return sorted(found, key=lambda each: each.state)


def cost(step: Step) -> float:
    """What a choice cost who made it."""
    return -step.choice if step.side == 0 else step.choice


def sure(step: Step) -> bool:
    """Whether the interval says that it cost something."""
    return step.high < 0 if step.side == 0 else step.low > 0


def mistake(step: Step, names: tuple[str, str], word: str) -> str:
    sign = 1.0 if step.side == 0 else -1.0
    least, most = sorted(hundredths(-sign * each) for each in (step.low, step.high))
    text = (
        f"{word} {step.turn}, {names[step.side]}: “{step.label}”. “{step.better}” was better by "
        f"{points(hundredths(cost(step)))}{f' ({least} to {most})' if least < most else ''}."
    )
    return f"{text} {step.why}" if step.why else text


def throw(step: Step, side: int, names: tuple[str, str], word: str) -> str:
    now = step.after if side == 0 else 1 - step.after
    mean = step.after - step.dice if side == 0 else 1 - (step.after - step.dice)
    return (
        f"{word} {step.turn}: the dice after “{step.label}” cost {names[side]} {points(hundredths(abs(step.dice)))}. "
        f"{percent(mean)} was to be expected, {percent(now)} was left."
    )


def gained(value: float) -> str:
    """lost 12 points, gained 1 point, neither gained nor lost."""
    number = hundredths(abs(value))
    if not number:
        return "neither gained nor lost"
    return f"{'lost' if value < 0 else 'gained'} {points(number)}"


def hundredths(value: float) -> int:
    return round(100 * value)


def points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def percent(chance: float) -> str:
    return f"{round(100 * max(0.0, min(1.0, chance)))} %"
