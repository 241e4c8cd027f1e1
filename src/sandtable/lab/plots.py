"""Pictures of many battles, each an SVG that a page can hold."""

import html
import importlib
import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.lab.experiment import LabError
from sandtable.lab.table import Table

Names = Mapping[str, str]  # of the sides, as players know them

# In the page's own colours, so that they fit its light and its dark dress (report.STYLE).
SIDES = ("var(--side-0)", "var(--side-1)", "var(--side-2)", "var(--side-3)")
DRAW, INK, FAINT = "var(--draw)", "currentColor", "var(--faint)"
STAND_INS = {f"#0102{place:02x}": colour for place, colour in enumerate((*SIDES, DRAW, INK, FAINT))}
PAINT = {colour: stand_in for stand_in, colour in STAND_INS.items()}  # matplotlib knows no colours by name of a page

WIDTH = 4.6  # inches: narrow enough that letters stay readable on a phone
OWN_IDS = re.compile(r' id="(?:figure|axes|patch|text|line2d|xtick|ytick|matplotlib\.axis|legend|\w+Collection)_\d+"')


def drawn(height: float, label: str, draw: Callable[[Any], None]) -> str:
    """An SVG of one set of axes, with words for those who cannot see it."""
    try:
        matplotlib: Any = importlib.import_module("matplotlib")
        figures: Any = importlib.import_module("matplotlib.figure")
    except ImportError as error:
        raise LabError("The report needs matplotlib: pip install 'sandtable[lab]'.") from error
    ink = dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), PAINT[INK])
    settings = {"svg.fonttype": "none", "svg.hashsalt": "sandtable", "font.family": "sans-serif", "font.size": 10}
    with matplotlib.rc_context(settings | ink):
        figure = figures.Figure(figsize=(WIDTH, height), layout="constrained")
        axes = figure.subplots()
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        draw(axes)
        sheet = io.StringIO()
        figure.savefig(sheet, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = OWN_IDS.sub("", sheet.getvalue())
    for stand_in, colour in STAND_INS.items():
        text = text.replace(stand_in, colour)
    return text[text.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{html.escape(label)}"', 1)


def whole(axis: Any) -> None:
    """Whole numbers on an axis."""
    ticker: Any = importlib.import_module("matplotlib.ticker")
    axis.set_major_locator(ticker.MaxNLocator(integer=True, min_n_ticks=1))


def colours_of(table: Table) -> dict[str, str]:
    return {side: SIDES[place % len(SIDES)] for place, side in enumerate(table.plan.sides)}


def shares(table: Table, names: Names) -> str:
    """Each side's share of the battles, with its interval."""
    sides: list[str | None] = [*table.plan.sides, *([None] if table.wins(None) else [])]
    words = [names[side] if side else "draw" for side in sides]
    colours = colours_of(table)

    def draw(axes: Any) -> None:
        for place, side in enumerate(sides):
            share = table.share(side)
            axes.barh(place, 100 * share.value, color=PAINT[colours.get(side or "", DRAW)], height=0.6)
            reach = [[100 * (share.value - share.low)], [100 * (share.high - share.value)]]
            axes.errorbar(100 * share.value, place, xerr=reach, color=PAINT[INK], capsize=4, linewidth=1.5)
        axes.axvline(50, color=PAINT[FAINT], linewidth=1, linestyle=":")
        axes.set_yticks(range(len(sides)), words)
        axes.invert_yaxis()
        axes.set_xlim(0, 100)
        axes.set_xlabel("battles won, % (line: 95% interval)")

    told = ", ".join(f"{word} {table.share(side).value:.0%}" for word, side in zip(words, sides, strict=True))
    return drawn(0.7 + 0.45 * len(sides), f"Share of the battles won: {told}", draw)


def bars(axes: Any, groups: Sequence[tuple[str, str, Sequence[int]]], last: int) -> None:
    """For each turn from 1 on: of each group (words, colour, turns), so many battles, one upon another."""
    below = [0] * last
    for words, colour, turns in groups:
        counts = [turns.count(turn) for turn in range(1, last + 1)]
        if any(counts):
            axes.bar(range(1, last + 1), counts, bottom=below, color=PAINT[colour], label=words, width=0.8)
        below = [one + two for one, two in zip(below, counts, strict=True)]
    axes.set_xlim(0.4, last + 0.6)
    axes.set_ylabel("battles")
    whole(axes.xaxis)
    whole(axes.yaxis)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False, fontsize=9)


def lengths(table: Table, names: Names) -> str:
    """In which turn battles end, by who wins."""
    colours = colours_of(table)
    groups = [
        (f"{names[side]} wins", colours[side], [row.turns for row in table if row.winner == side])
        for side in table.plan.sides
    ]
    groups.append(("draw", DRAW, [row.turns for row in table if row.winner is None]))
    last = max(1, *(row.turns for row in table))

    def draw(axes: Any) -> None:
        bars(axes, groups, last)
        axes.set_xlabel("last turn")

    return drawn(2.6, f"In which turn battles end, from 1 to {last}", draw)


def courses(table: Table, names: Names, step: Sequence[float] = (0.1, 0.25, 0.75, 0.9)) -> str:
    """How the first side stood from turn to turn: the median and the middle half and eight tenths of battles."""
    first = next(iter(table.plan.sides))
    turns, lines = [], []
    for turn in range(1, max(len(row.at_turns()) for row in table) + 1):
        values = sorted(row.at_turns()[turn - 1] for row in table if turn <= len(row.at_turns()))
        if len(values) >= max(1, len(table) // 10):
            turns.append(turn)
            lines.append([quantile(values, part) for part in (*step[:2], 0.5, *step[2:])])
    if not lines:
        return ""

    def draw(axes: Any) -> None:
        low, lower, middle, upper, high = zip(*lines, strict=True)
        colour = PAINT[SIDES[0]]
        axes.fill_between(turns, low, high, color=colour, alpha=0.15, linewidth=0, label="8 of 10 battles")
        axes.fill_between(turns, lower, upper, color=colour, alpha=0.3, linewidth=0, label="5 of 10 battles")
        axes.plot(turns, middle, color=colour, linewidth=2, marker="o", markersize=3, label="median")
        axes.axhline(0, color=PAINT[FAINT], linewidth=1, linestyle=":")
        axes.set_xlabel("start of turn")
        axes.set_ylabel(f"how well {names[first]} stands")
        axes.set_xlim(turns[0] - 0.2, turns[-1] + 0.2)
        whole(axes.xaxis)
        axes.legend(frameon=False, fontsize=9)

    start, end = lines[0][2], lines[-1][2]
    told = f"median {start:+.1f} at the start of turn 1, {end:+.1f} at the start of turn {turns[-1]}"
    return drawn(3.0, f"How well {names[first]} stands from turn to turn: {told}", draw)


def quantile(ordered: Sequence[float], part: float) -> float:
    """Of values in order, between neighbours by proportion."""
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def turning(table: Table, names: Names) -> str:
    """The turn since which the winner stood better than the loser without a break."""
    colours = colours_of(table)
    first = next(iter(table.plan.sides))
    found = {
        side: [turning_point(row.at_turns(), side == first) for row in table if row.winner == side and row.at_turns()]
        for side in table.plan.sides
    }
    last = max((turn for turns in found.values() for turn in turns if turn), default=0)
    end = last + 1  # a place of its own for those who were never ahead

    def draw(axes: Any) -> None:
        bars(
            axes,
            [(f"{names[side]} wins", colours[side], [t or end for t in turns]) for side, turns in found.items()],
            end,
        )
        ticks = [int(tick) for tick in axes.get_xticks() if 1 <= tick <= last]
        axes.set_xticks([*ticks, end], [*map(str, ticks), "not\nahead"])
        axes.set_xlabel("turn from which the winner stayed ahead")

    return drawn(2.8, turning_words(table), draw) if any(found.values()) else ""


def turning_point(at_turns: Sequence[float], first_won: bool) -> int | None:
    """The turn from whose start on the winner was ahead; None if he was not even when the last turn began."""
    turn = len(at_turns)
    while turn and at_turns[turn - 1] != 0 and (at_turns[turn - 1] > 0) == first_won:
        turn -= 1
    return turn + 1 if turn < len(at_turns) else None


def turning_words(table: Table) -> str:
    """How early battles are decided."""
    first = next(iter(table.plan.sides))
    found = [turning_point(row.at_turns(), row.winner == first) for row in table if row.winner and row.at_turns()]
    if not found:
        return "Nobody won, or the turns were not recorded."
    ahead = sorted(turn for turn in found if turn)
    late = len(found) - len(ahead)
    behind = f"in {late} of {len(found)} the winner was still not ahead when the last turn began"
    if 2 * len(ahead) <= len(found):
        return f"{behind[0].upper()}{behind[1:]}."
    half = ahead[len(found) // 2]
    return f"In half of the battles the winner was ahead by turn {half} and stayed ahead; {behind}."


def fortunes(table: Table, names: Names) -> str:
    """The luck of both sides in each battle, by who won."""
    sides = list(table.plan.sides)
    colours = colours_of(table)

    def draw(axes: Any) -> None:
        for winner in (*sides, None):
            rows = [row for row in table if row.winner == winner]
            if rows:
                axes.scatter(
                    [row.luck[sides[0]] for row in rows],
                    [row.luck[sides[1]] for row in rows],
                    s=14, alpha=0.6, color=PAINT[colours.get(winner or "", DRAW)], linewidth=0,
                    label=f"{names[winner]} wins" if winner else "draw",
                )  # fmt: skip
        axes.axhline(0, color=PAINT[FAINT], linewidth=1, linestyle=":")
        axes.axvline(0, color=PAINT[FAINT], linewidth=1, linestyle=":")
        axes.set_xlabel(f"luck of {names[sides[0]]}, σ")
        axes.set_ylabel(f"luck of {names[sides[1]]}, σ")
        axes.legend(frameon=False, fontsize=9)

    return drawn(4.0, f"The luck of {names[sides[0]]} and of {names[sides[1]]} in each battle, by who won", draw)
