"""What a computer player says about its choice: all it weighed, and why the best is the best."""

from collections.abc import Sequence

from sandtable.table.scheme import SURE, Thought, Weighed

TOLD = 12  # plans at most
EVEN = 0.005  # a difference that is none


def explained(level: str, chosen: str, plans: Sequence[Weighed]) -> Thought:
    """The thought of a player who weighed these plans, the best first."""
    return Thought(level, chosen, reason(chosen, plans), tuple(plans[:TOLD]))


def reason(chosen: str, plans: Sequence[Weighed]) -> str:
    """Why the first of these plans was taken, which begins with this choice."""
    if not plans:
        return "This follows a rule of thumb; no plans were weighed."
    best = plans[0].label
    if len(plans) == 1:
        return "No other option is worth considering." if best == chosen else f"It follows its plan: {best}."
    ahead, second = plans[0].value - plans[1].value, plans[1].label
    count = f" {len(plans)} plans were weighed." if len(plans) > TOLD else ""
    if ahead < EVEN:
        return f"{best}: as good as the next best, {second}.{count}"
    if ahead >= SURE:
        return f"{best}: wins more often than the next best, {second}.{count}"
    return f"{best}: {ahead:.2f} better than the next best, {second}.{count}"
