"""The chapter of the report about what decides battles: where, how much is luck, which decisions, which mistakes."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from sandtable.lab.decided import Decided, Kind

AGAIN = 400  # resamples for an interval
LEAST = 10  # battles for anything to be said


class Share(msgspec.Struct, frozen=True):
    """A share of the variance with its interval (95 of 100)."""

    value: float
    low: float
    high: float


class KindOf(msgspec.Struct, frozen=True):
    """One kind of decision of one player, over all battles."""

    level: str
    kind: str
    count: int
    a_battle: float  # decisions
    lost: float  # chances in a battle
    mistakes: int
    worst: float
    example: str


def covariance(one: Sequence[float], two: Sequence[float]) -> float:
    first, second = sum(one) / len(one), sum(two) / len(two)
    return sum((a - first) * (b - second) for a, b in zip(one, two, strict=True)) / len(one)


def share_of(found: Sequence[Decided], part: Callable[[Decided], float]) -> float:
    """How much of the variance of the results goes with a part: the shares of all parts add up to one."""
    results = [each.result - each.start for each in found]
    whole = covariance(results, results)
    return covariance([part(each) for each in found], results) / whole if whole else 0.0


def shares(found: Sequence[Decided]) -> tuple[Share, Share, Share]:
    """Of choices, of dice, of neither; intervals by drawing the battles again."""
    rng = random.Random(1)
    made = []
    again = [rng.choices(found, k=len(found)) for _ in range(AGAIN)]
    for place in range(3):

        def part(each: Decided, place: int = place) -> float:
            return each.parts[place]

        many = sorted(share_of(each, part) for each in again)
        low, high = many[round(0.025 * (AGAIN - 1))], many[round(0.975 * (AGAIN - 1))]
        made.append(Share(share_of(found, part), low, high))
    return made[0], made[1], made[2]


def by_turn(found: Sequence[Decided]) -> dict[int, float]:
    """Where it is decided: the part of all squared changes that falls into each turn."""
    totals: Counter[int] = Counter()
    for each in found:
        for turn, parts in each.turns.items():
            totals[turn] += sum(parts) ** 2  # type: ignore[assignment]
    whole = sum(totals.values())
    return {turn: value / whole for turn, value in sorted(totals.items())} if whole else {}


def by_kind(found: Sequence[Decided]) -> list[KindOf]:
    """Each kind of decision of each level, the dearest first."""
    kinds: dict[tuple[str, str], list[Kind]] = {}
    for each in found:
        for kind in each.kinds:
            kinds.setdefault((kind.level, kind.kind), []).append(kind)
    made = []
    for (level, name), rows in kinds.items():
        count = sum(row.count for row in rows)
        worst = max(rows, key=lambda row: row.worst)
        lost = sum(row.lost for row in rows) / len(found)
        slips = sum(row.mistakes for row in rows)
        made.append(KindOf(level, name, count, count / len(found), lost, slips, worst.worst, worst.example))
    return sorted(made, key=lambda row: (row.level, -row.lost, row.kind))


def by_level(kinds: Sequence[KindOf]) -> dict[str, tuple[float, str]]:
    """What each level loses by decisions in a battle, in chances, and the kind of decision that costs it most."""
    made: dict[str, tuple[float, str]] = {}
    for each in kinds:
        lost, dearest = made.get(each.level, (0.0, ""))
        made[each.level] = (lost + each.lost, dearest or (each.kind if each.lost > 0 else ""))
    return made


def told_share(share: Share) -> str:
    """60% (34% to 82%)"""
    return f"{percent(share.value)} ({percent(share.low)} to {percent(share.high)})"


def percent(value: float) -> str:
    """A part of the variance can be below zero: then it went against the results."""
    return f"{value:.0%}".replace("-", "−")


def words(found: Sequence[Decided], turn_word: str) -> list[str]:
    """The chapter in sentences."""
    if len(found) < LEAST:
        return [f"{len(found)} battles were analysed; {LEAST} are needed before anything is said."]
    choices, dice, rest = shares(found)
    turns = by_turn(found)
    told = [
        f"Over {len(found)} battles the dice account for {told_share(dice)} of the variance of the results, "
        f"decisions for {told_share(choices)}, and neither for {told_share(rest)}: that is the model's own error.",
    ]
    if choices.low <= 0.0 <= choices.high:
        told.append("These battles do not show whether decisions matter here: the interval includes zero.")
    if turns:
        turn, part = max(turns.items(), key=lambda each: each[1])
        when = f"{turn_word.lower()} {turn}" if turn else "the opening"
        told.append(f"Most is decided in {when}: {part:.0%} of all changes, by their squares.")
    for level, (lost, dearest) in by_level(by_kind(found)).items():
        most = f", most of them by “{dearest}”" if dearest else ""
        told.append(f"The player {level} loses {100 * lost:.0f} points in a battle by decisions{most}.")
    return told
