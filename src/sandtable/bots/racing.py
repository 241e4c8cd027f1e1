"""A race between promised plans: they are played on the same deals and dice, and what is seen corrects the promise.

A promise is right on average, with a doubt; a few tries are right too, with the error of their mean. Each counts as
much as it is sure.
"""

from statistics import fmean, variance

from sandtable.bots.planning import Line, Scales
from sandtable.table.scheme import Scheme

RIVALS = 3  # plans in a race
FEWEST = 4  # tries before anything is believed
BEYOND = 2.0  # doubts, or errors of the mean, behind: out of the race


def race(scales: Scales, lines: list[Line], doubt: float, tries: int) -> list[Line]:
    """All plans, the best first. Those whose promise is within doubt of the best are played, the others are not."""
    lines = sorted(lines, key=lambda line: line.value, reverse=True)
    first = lines[0]
    rivals = [line for line in lines[1:] if line.value > first.value - BEYOND * doubt][: RIVALS - 1]
    if not rivals:
        return lines
    ahead: dict[int, list[float]] = {id(line): [] for line in rivals}  # what each had more than the first
    running = rivals
    for number in range(tries):
        if not running or scales.late:
            break
        usual = scales.play(first.scheme, number)
        for line in running:
            ahead[id(line)].append(scales.play(line.scheme, number) - usual)
        running = [line for line in running if not beaten(ahead[id(line)])]
    raced = [believed(first.scheme, first.value, max(map(len, ahead.values())))]
    for line in rivals:
        seen = ahead[id(line)]
        value = first.value + corrected(line.value - first.value, doubt, seen)
        raced.append(believed(line.scheme, value, len(seen)))
    raced.sort(key=lambda line: line.value, reverse=True)
    return raced + [line for line in lines[1:] if line not in rivals]


def beaten(seen: list[float]) -> bool:
    """Whether a plan is surely worse than the first."""
    return len(seen) >= FEWEST and fmean(seen) < -BEYOND * (variance(seen) / len(seen)) ** 0.5


def corrected(promised: float, doubt: float, seen: list[float]) -> float:
    """What a difference comes to after it was seen so often: promise and mean, each by how sure it is."""
    if len(seen) < FEWEST:
        return promised
    error = variance(seen) / len(seen)
    if not error:
        return fmean(seen) if any(seen) else promised
    trust = doubt * doubt / (doubt * doubt + error)
    return promised + trust * (fmean(seen) - promised)


def believed(scheme: Scheme, value: float, tries: int) -> Line:
    """A plan after the race."""
    line = Line(Scheme(scheme.label, scheme.orders, scheme.first, value))
    line.count = max(1, tries)
    line.total = value * line.count
    return line
