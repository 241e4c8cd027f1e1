"""What was found, in words: the accounts of both sides, and the few moments that mattered."""

from collections.abc import Sequence

from sandtable.analysis.findings import Account, Step, Turning
from sandtable.table.telling import capital, percent, the_side

MISTAKES = 5  # told at most
THROWS = 3
LEAST_CHOICE = 0.03  # of a chance that a mistake must have cost
LEAST_DICE = 0.06
LARGE = 0.08  # a mistake that seems to have cost so much is played to the end before it is told
SURE = 2.58 / 1.96  # from an interval of 95 to one of 99 in 100


def accounts(steps: Sequence[Step], sides: tuple[str, str], names: tuple[str, str]) -> list[Account]:
    """What each side gained and lost: by its own choices, and by dice and the rest wherever they came from."""
    found = []
    for side, sign in ((0, 1.0), (1, -1.0)):
        choice = sum([sign * step.choice for step in steps if step.side == side])
        dice = sum([sign * step.dice for step in steps])
        rest = sum([sign * step.rest for step in steps])
        found.append(Account(sides[side], names[side], round(choice, 4), round(dice, 4), round(rest, 4)))
    return found


def sentences(found: Sequence[Account], steps: Sequence[Step], word: str, yours: bool = False) -> list[str]:
    """A few sentences for each side: what it lost by decisions and by dice, and its worst luck; or said to it."""
    told = []
    for side, account in enumerate(found):
        sign = 1.0 if side == 0 else -1.0
        who = "You" if yours else capital(the_side(account.name))
        text = f"{who} {gained_or_lost(account.choice, account.dice)}."
        text += in_small(steps, side, word)
        worst, cost = worst_luck(steps, sign)
        if worst and cost >= LEAST_DICE:
            when = f"in {word.lower()} {worst[0].turn}" if worst[0].turn else "at the start"
            whose = "Your" if yours else "Their"
            text += f" {whose} worst luck, {points(hundredths(cost))}, was {when}: {drawn(worst, sign)}"
        told.append(text)
    return told


def gained_or_lost(choice: float, dice: float) -> str:
    """lost 31 points by decisions and 12 by luck; lost 31 points by decisions and gained 12 by luck."""
    one, two = hundredths(choice), hundredths(dice)
    if not one and not two:
        return "neither gained nor lost by decisions or by luck"
    if one and two:
        verb = "" if (one < 0) == (two < 0) else f"{verb_of(two)} "
        return f"{verb_of(one)} {points(abs(one))} by decisions and {verb}{abs(two)} by luck"
    if one:
        return f"{verb_of(one)} {points(abs(one))} by decisions and nothing by luck"
    return f"lost nothing by decisions and {verb_of(two)} {points(abs(two))} by luck"


def in_small(steps: Sequence[Step], side: int, word: str) -> str:
    """Where a side lost by decisions and no mistake of it is told: that many were small, and the dearest of them."""
    dear = [step for step in steps if step.side == side and cost(step) > 0]
    if sum([cost(step) for step in dear]) < LARGE or any(step.side == side for step in told_mistakes(steps)):
        return ""
    worst = max(dear, key=cost)
    when = f"in {word.lower()} {worst.turn}" if worst.turn else "at the start"
    return (
        f" No choice stands out beyond chance: {len(dear)} cost a little, "
        f"the dearest {points(hundredths(cost(worst)))} {when} (“{worst.label}”)."
    )


def verb_of(number: int) -> str:
    return "lost" if number < 0 else "gained"


def worst_luck(steps: Sequence[Step], sign: float) -> tuple[list[Step], float]:
    """The draws of one kind in one turn that cost a side most, and how much that was."""
    kinds: dict[tuple[int, str], list[Step]] = {}
    for step in steps:
        if step.dice:
            kinds.setdefault((step.turn, step.drew[0] if step.drew else step.label), []).append(step)
    found = {key: [step for step in each if sign * step.dice < 0] for key, each in kinds.items()}
    costs = {key: -sign * sum([step.dice for step in kinds[key]]) for key, each in found.items() if each}
    if not costs:
        return [], 0.0
    worst = max(costs, key=lambda key: costs[key])
    return found[worst], costs[worst]


def drawn(steps: Sequence[Step], sign: float) -> str:
    """Draws in words, the dearest of them: what came, or what it was for and after what."""
    worst = min(steps, key=lambda step: sign * step.dice)
    many = f"{len(steps)} throws, above all: " if len(steps) > 1 else ""
    if worst.came:
        return f"{many}{' '.join(worst.came)}"
    what = f"{', '.join(worst.drew[:2])} " if worst.drew else ""
    return f"{many}{what}after “{worst.label}”." if worst.state else f"{many}{worst.label.lower()}."


def turnings(steps: Sequence[Step], sides: tuple[str, str], names: tuple[str, str], word: str) -> list[Turning]:
    """The mistakes that are beyond the noise, and the throws that swung most, in the order of the battle."""
    found = []
    before = {step.state: steps[place - 1].state if place else 0 for place, step in enumerate(steps)}

    def turning(step: Step, kind: str, side: int, lost: float, text: str) -> Turning:
        sign = 1.0 if step.side == 0 else -1.0
        least, most = sorted(hundredths(-sign * each) for each in (step.low, step.high))
        mine = (step.seat, least, most, step.arrows) if kind == "choice" else (step.seat,)
        return Turning(before[step.state], step.turn, kind, sides[side], -hundredths(lost), text, *mine)

    for step in told_mistakes(steps):
        found.append(turning(step, "choice", step.side, cost(step), mistake(step, names, word)))
    throws = [step for step in steps if abs(step.dice) >= LEAST_DICE]
    for step in sorted(throws, key=lambda step: abs(step.dice), reverse=True)[:THROWS]:
        side = 0 if step.dice < 0 else 1  # who suffered
        found.append(turning(step, "dice", side, abs(step.dice), throw(step, side, names, word)))
    return sorted(found, key=lambda each: each.state)


def told_mistakes(steps: Sequence[Step]) -> list[Step]:
    """The mistakes that are told, the dearest first. Where large ones were played to the end, no other large ones."""
    checked = any(step.ends for step in steps)
    found = [step for step in steps if is_mistake(step)]
    found.sort(key=cost, reverse=True)
    if not checked:
        return found[:MISTAKES]
    return [step for step in found if step.ends or cost(step) < LARGE][:MISTAKES]


def cost(step: Step) -> float:
    """What a choice cost who made it."""
    return -step.choice if step.side == 0 else step.choice


def is_mistake(step: Step) -> bool:
    """Whether a choice cost something that is worth telling, beyond the noise."""
    return bool(step.better) and cost(step) >= LEAST_CHOICE and sure(step)


def sure(step: Step) -> bool:
    """Whether the tries say that it cost something: 99 of 100, for many choices are looked at in one battle.

    Where battles were played to the end the interval has the model's error in it, and they are few: 95 of 100.
    """
    return cost(step) > (1.0 if step.ends else SURE) * (step.high - step.low) / 2


def mistake(step: Step, names: tuple[str, str], word: str) -> str:
    sign = 1.0 if step.side == 0 else -1.0
    least, most = sorted(hundredths(-sign * each) for each in (step.low, step.high))
    text = (
        f"{word} {step.turn}, {names[step.side]}: {question(step.asked)}“{step.label}”. “{step.better}” was better "
        f"by {points(hundredths(cost(step)))}{f' ({least} to {most})' if least < most else ''}."
    )
    return f"{text} {step.why}" if step.why else text


def question(asked: str) -> str:
    """What was asked, as far as the question mark."""
    end = asked.find("?")
    return f"{asked[: end + 1]} " if end >= 0 else ""


def throw(step: Step, side: int, names: tuple[str, str], word: str) -> str:
    now = step.after if side == 0 else 1 - step.after
    mean = step.after - step.dice if side == 0 else 1 - (step.after - step.dice)
    came = f": {' '.join(step.came)} That" if step.came else ": luck"
    return (
        f"{word} {step.turn}, after “{step.label}”{came} cost {the_side(names[side])} "
        f"{points(hundredths(abs(step.dice)))}. "
        f"{percent(mean)} was expected, {percent(now)} was left."
    )


def hundredths(value: float) -> int:
    return round(100 * value)


def points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"
