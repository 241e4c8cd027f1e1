"""Draws docs/pictures/speed.svg and growth.svg from what `make bench` printed.

make bench > speed.json
python bench/plots.py speed.json
"""

import argparse
import json
from pathlib import Path
from typing import Any

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PAINT = {"pure Python": "#2c5d8a", "compiled": "#c77b2b"}
WIDTH, LEFT, ROW = 640, 250, 14
SPACED = str.maketrans("_-", "  ")
GROWN = ("decision_microseconds", "fork_microseconds", "view_milliseconds", "units")


def main() -> None:
    """Read the object and draw it."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("measured", type=Path, help="what bench/everything.py printed")
    builds: dict[str, Any] = json.loads(arguments.parse_args().measured.read_text())
    (PICTURES / "speed.svg").write_text(speed(builds), encoding="utf-8")
    (PICTURES / "growth.svg").write_text(growth(builds), encoding="utf-8")


def speed(builds: dict[str, Any]) -> str:
    """A bar for each scenario and build: decisions a second, as parts of catanatron's."""
    names = list(builds["pure Python"]["run"]["scenarios"])
    ratios = {
        build: {name: each["ratio_to_catanatron"] for name, each in found["run"]["scenarios"].items()}
        for build, found in builds.items()
    }
    most = max([1.0, *[ratio for row in ratios.values() for ratio in row.values()]])
    rows = []
    for name in names:
        rows.append((name.replace("/", ": ").translate(SPACED), [(b, row.get(name)) for b, row in ratios.items()]))
    return bars("Decisions a second in random play; catanatron is 1", rows, most, 1.0)


def growth(builds: dict[str, Any]) -> str:
    """How many times as dear a decision, a fork and a view get, beside the number of units."""
    rows = []
    most = 1.0
    for build, found in builds.items():
        sizes = found["growth"]["nations_at_war"]
        for kind in GROWN:
            for size in sizes[1:]:
                times = size[kind] / sizes[0][kind]
                most = max(most, times)
                words = f"{kind.split('_')[0]}, {size['units']} units for {sizes[0]['units']}"
                rows.append((words if build == "pure Python" else f"{words}, compiled", [(build, times)]))
    return bars("Times as much as in the smallest battle", rows, most, 1.0)


def bars(title: str, rows: list[tuple[str, list[tuple[str, Any]]]], most: float, line: float) -> str:
    """Rows of bars with their numbers, and a line at what they are compared with."""
    scale = (WIDTH - LEFT - 50) / most
    parts = [f'<text x="10" y="20" font-size="13" font-weight="bold">{title}</text>']
    y = 34
    for name, values in rows:
        parts.append(f'<text x="{LEFT - 8}" y="{y + 10}" text-anchor="end">{name}</text>')
        for build, value in values:
            if value is not None:
                parts.append(
                    f'<rect x="{LEFT}" y="{y}" width="{value * scale:.1f}" height="{ROW - 3}" fill="{PAINT[build]}"/>'
                    f'<text x="{LEFT + value * scale + 4:.1f}" y="{y + 10}">{value:.2f}</text>'
                )
            y += ROW
        y += 4
    at = LEFT + line * scale
    parts.append(f'<path d="M{at:.1f} 30V{y}" stroke="#888" stroke-dasharray="3 3"/>')
    shown = {build for _, values in rows for build, _ in values}
    for place, (build, paint) in enumerate([each for each in PAINT.items() if each[0] in shown]):
        parts.append(f'<rect x="{LEFT + 110 * place}" y="{y + 8}" width="10" height="10" fill="{paint}"/>')
        parts.append(f'<text x="{LEFT + 110 * place + 15}" y="{y + 17}">{build}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 28}" font-family="sans-serif"'
    back = f'<rect width="{WIDTH}" height="{y + 28}" fill="#fff"/>'
    return f'{head} font-size="10" fill="#222">{back}{"".join(parts)}</svg>\n'


if __name__ == "__main__":
    main()
