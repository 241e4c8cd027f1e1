"""Draws the curves that examples/ppo.py has written: how often what is learned wins, over steps. Wants nothing.

python examples/curve.py first-light.csv hedgerow-lane.csv > learning.svg
"""

import csv
import sys
from html import escape
from pathlib import Path

WIDE, HIGH, LEFT, TOP = 680, 320, 52, 20
RIGHT, BOTTOM = WIDE - 190, HIGH - 44
COLOURS = ("#2a6f97", "#b23a48", "#5a7d2a", "#8a5a9e")
Points = list[tuple[int, float]]


def curves(paths: list[Path]) -> dict[str, Points]:
    """The points of each seat in each file, by name."""
    found: dict[str, Points] = {}
    for path in paths:
        with path.open(newline="") as file:
            for row in csv.DictReader(file):
                found.setdefault(f"{path.stem}, {row['seat']}", []).append((int(row["steps"]), float(row["share"])))
    return found


def drawn(found: dict[str, Points]) -> str:
    """The picture. Colours stand out on light and dark alike."""
    most = max(steps for points in found.values() for steps, _ in points) or 1

    def at(steps: int, share: float) -> tuple[float, float]:
        return LEFT + (RIGHT - LEFT) * steps / most, BOTTOM - (BOTTOM - TOP) * share

    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 0.9, 1.0):
        y = at(0, share)[1]
        dashes = ' stroke-dasharray="4 3"' if share == 0.9 else ""
        parts.append(f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#8884"{dashes}/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for quarter in range(5):
        steps = most * quarter // 4
        parts.append(f'<text x="{at(steps, 0)[0]:.1f}" y="{BOTTOM + 18}" text-anchor="middle">{steps:,}</text>')
    parts.append(f'<text x="{(LEFT + RIGHT) / 2}" y="{HIGH - 8}" text-anchor="middle">steps of the learner</text>')
    for place, (name, points) in enumerate(found.items()):
        colour = COLOURS[place % len(COLOURS)]
        line = " ".join([f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in points)])
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = TOP + 12 + 20 * place
        parts.append(f'<text x="{RIGHT + 12}" y="{y}" style="fill: {colour}">{escape(name)}</text>')
    told = "; ".join([f"{name}: {points[-1][1]:.0%} after {points[-1][0]:,} steps" for name, points in found.items()])
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(told)}">'
    )
    return "\n".join([head, "<style>text { font: 12px sans-serif; fill: #888 }</style>", *parts, "</svg>\n"])


if __name__ == "__main__":
    sys.stdout.write(drawn(curves([Path(word) for word in sys.argv[1:]])))
