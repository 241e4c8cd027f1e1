"""Pictures of many battles, each an SVG that a page can hold."""

import importlib
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.lab.experiment import LabError
from sandtable.lab.shapes import outlines
from sandtable.lab.table import Table
from sandtable.table.view import Board

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")  # Okabe and Ito: safe for all eyes
DRAW = "#888888"


def drawn(width: float, height: float, draw: Callable[[Any], None]) -> str:
    """An SVG of one set of axes."""
    try:
        matplotlib: Any = importlib.import_module("matplotlib")
        figures: Any = importlib.import_module("matplotlib.figure")
    except ImportError as error:
        raise LabError("The report needs matplotlib: pip install 'sandtable[lab]'.") from error
    settings = {"svg.fonttype": "none", "svg.hashsalt": "sandtable", "font.family": "sans-serif", "font.size": 9}
    with matplotlib.rc_context(settings):
        figure = figures.Figure(figsize=(width, height), layout="constrained")
        axes = figure.subplots()
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        draw(axes)
        sheet = io.StringIO()
        figure.savefig(sheet, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = sheet.getvalue()
    return text[text.index("<svg") :]


def colours_of(table: Table) -> dict[str, str]:
    return {side: COLOURS[place % len(COLOURS)] for place, side in enumerate(table.plan.seats)}


def shares(table: Table) -> str:
    """Each side's share of the battles, with its interval."""
    sides: list[str | None] = [*table.plan.sides, *([None] if table.wins(None) else [])]
    colours = colours_of(table)

    def draw(axes: Any) -> None:
        for place, side in enumerate(sides):
            share = table.share(side)
            axes.barh(place, 100 * share.value, color=colours.get(side or "", DRAW), height=0.6)
            reach = [[100 * (share.value - share.low)], [100 * (share.high - share.value)]]
            axes.errorbar(100 * share.value, place, xerr=reach, color="#222222", capsize=4, linewidth=1.5)
        axes.axvline(50, color="#999999", linewidth=1, linestyle=":")
        axes.set_yticks(range(len(sides)), [side or "draw" for side in sides])
        axes.invert_yaxis()
        axes.set_xlim(0, 100)
        axes.set_xlabel("battles won, % (bar: share; line: 95 % interval)")

    return drawn(6.4, 0.6 + 0.5 * len(sides), draw)


def lengths(table: Table) -> str:
    """In which turn battles end, by who wins."""
    sides: list[str | None] = [*table.plan.sides, None]
    colours = colours_of(table)

    def draw(axes: Any) -> None:
        last = max(row.turns for row in table)
        below = [0] * (last + 1)
        for side in sides:
            counts = [sum(row.turns == turn and row.winner == side for row in table) for turn in range(last + 1)]
            if any(counts):
                axes.bar(
                    range(last + 1), counts, bottom=below, color=colours.get(side or "", DRAW), label=side or "draw"
                )
            below = [one + two for one, two in zip(below, counts, strict=True)]
        axes.set_xlabel("last turn")
        axes.set_ylabel("battles")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.legend(frameon=False)

    return drawn(6.4, 2.6, draw)


def courses(table: Table, step: Sequence[float] = (0.1, 0.25, 0.75, 0.9)) -> str:
    """How the first side stood from turn to turn: the median and the middle half and eight tenths of battles."""
    first = next(iter(table.plan.seats))

    def draw(axes: Any) -> None:
        length = max(len(row.balance) for row in table)
        turns, lines = [], []
        for turn in range(length):
            values = sorted(row.balance[turn] for row in table if turn < len(row.balance) - 1)
            if len(values) >= max(1, len(table) // 10):
                turns.append(turn + 1)
                lines.append([quantile(values, part) for part in (*step[:2], 0.5, *step[2:])])
        if not lines:
            return
        low, lower, middle, upper, high = zip(*lines, strict=True)
        colour = COLOURS[0]
        axes.fill_between(turns, low, high, color=colour, alpha=0.15, linewidth=0, label="8 of 10 battles")
        axes.fill_between(turns, lower, upper, color=colour, alpha=0.3, linewidth=0, label="5 of 10 battles")
        axes.plot(turns, middle, color=colour, linewidth=2, label="median")
        axes.axhline(0, color="#999999", linewidth=1, linestyle=":")
        axes.set_xlabel("turns begun")
        axes.set_ylabel(f"how well {first} stands (platoons)")
        axes.legend(frameon=False)

    return drawn(6.4, 3.0, draw)


def quantile(ordered: Sequence[float], part: float) -> float:
    """Of values in order, between neighbours by proportion."""
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def turning(table: Table) -> str:
    """The turn since which the winner stood better than the loser without a break."""
    colours = colours_of(table)
    first = next(iter(table.plan.seats))

    def draw(axes: Any) -> None:
        found = {side: [turning_point(row.balance, side == first) for row in table if row.winner == side]
                 for side in table.plan.sides}  # fmt: skip
        last = max((turn for turns in found.values() for turn in turns), default=1)
        below = [0] * (last + 1)
        for side, turns in found.items():
            counts = [turns.count(turn) for turn in range(last + 1)]
            if any(counts):
                axes.bar(range(last + 1), counts, bottom=below, color=colours[side], label=f"{side} wins")
            below = [one + two for one, two in zip(below, counts, strict=True)]
        axes.set_xlabel("the turn since which the winner was ahead")
        axes.set_ylabel("battles")
        axes.xaxis.get_major_locator().set_params(integer=True)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(frameon=False)

    return drawn(6.4, 2.6, draw)


def turning_point(balance: Sequence[float], first_won: bool) -> int:
    """Counted from 1: the first turn from whose start on the winner was ahead; one past the last if he never was."""
    turn = len(balance)
    while turn and (balance[turn - 1] > 0) == first_won and balance[turn - 1] != 0:
        turn -= 1
    return turn + 1


def fortunes(table: Table) -> str:
    """The luck of both sides in each battle, by who won."""
    sides = list(table.plan.seats)
    colours = colours_of(table)

    def draw(axes: Any) -> None:
        for winner in (*sides, None):
            rows = [row for row in table if row.winner == winner]
            if rows:
                axes.scatter(
                    [row.luck[sides[0]] for row in rows],
                    [row.luck[sides[1]] for row in rows],
                    s=14, alpha=0.6, color=colours.get(winner or "", DRAW), linewidth=0,
                    label=f"{winner} wins" if winner else "draw",
                )  # fmt: skip
        axes.axhline(0, color="#999999", linewidth=1, linestyle=":")
        axes.axvline(0, color="#999999", linewidth=1, linestyle=":")
        axes.set_xlabel(f"luck of {sides[0]}, σ")
        axes.set_ylabel(f"luck of {sides[1]}, σ")
        axes.legend(frameon=False)

    return drawn(4.6, 4.2, draw)


def heat(board: Board, counts: Mapping[str, float], colour: str) -> str:
    """A board with its places the darker, the more was counted there."""
    places = outlines(board)

    def draw(axes: Any) -> None:
        collections: Any = importlib.import_module("matplotlib.collections")
        colors: Any = importlib.import_module("matplotlib.colors")
        most = max((counts.get(name, 0.0) for name in places), default=0.0) or 1.0
        shade = colors.LinearSegmentedColormap.from_list("heat", ["#f4f1ea", colour, "#111111"])
        faces = [shade(0.9 * (counts.get(name, 0.0) / most) ** 0.6) for name in places]
        edge = 0.0 if len(places) > 1500 else 0.3
        axes.add_collection(
            collections.PolyCollection(list(places.values()), facecolors=faces, edgecolors="#b9b2a3", linewidths=edge)
        )
        axes.autoscale_view()
        axes.set_aspect("equal")
        axes.invert_yaxis()
        axes.axis("off")

    spots = [point for outline in places.values() for point in outline]
    wide = max(x for x, _ in spots) - min(x for x, _ in spots)
    tall = max(y for _, y in spots) - min(y for _, y in spots)
    return drawn(4.6, max(2.0, min(6.5, 4.6 * tall / wide)), draw)
