"""The curve as a picture (SVG), and all of an analysis as one page that needs nothing else."""

from html import escape
from itertools import groupby

from sandtable.analysis.findings import Analysis, Point
from sandtable.table.telling import percent

WIDTH, HEIGHT = 960, 320
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 14, 30

STYLE = """
:root { color-scheme: light dark; --ground: #fbf9f4; --ink: #23211c; --quiet: #6d685c; --line: #d8d2c4;
  --one: #2f5d8a; }
@media (prefers-color-scheme: dark) { :root { --ground: #1d1c19; --ink: #ece7da; --quiet: #a39d8e; --line: #3c3a34;
  --one: #7fb0de; } }
body { background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; max-width: 62rem;
  margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.quiet { color: var(--quiet); } svg { width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .6rem .25rem 0;
  border-bottom: 1px solid var(--line); vertical-align: top; } td.number, th.number { text-align: right; }
.scroll { overflow-x: auto; } li { margin: .4rem 0; }
"""

PLAIN = {"--ground": "#fbf9f4", "--ink": "#23211c", "--quiet": "#6d685c", "--line": "#d8d2c4", "--one": "#2f5d8a"}


def picture(found: Analysis, colours: bool = True) -> str:
    """The curve of the first side. With `colours` it stands alone, else the page around it has them."""
    last = max(1, len(found.points) - 1)

    def x(place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * place / last, 1)

    def y(chance: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance), 1)

    lines = []
    for share in (0, 25, 50, 75, 100):
        height = y(share / 100)
        dash = "" if share == 50 else ' stroke-dasharray="2 4"'
        lines.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{height}" y2="{height}" stroke="var(--line)"{dash}/>'
        )
        lines.append(f'<text x="{LEFT - 6}" y="{height + 4}" text-anchor="end" fill="var(--quiet)">{share}</text>')
    for turn, place in turn_marks(found.points):
        lines.append(
            f'<line x1="{x(place)}" x2="{x(place)}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="var(--line)"/>'
        )
        lines.append(f'<text x="{x(place) + 3}" y="{HEIGHT - BOTTOM + 16}" fill="var(--quiet)">{turn}</text>')
    for place, point in enumerate(found.points):
        if point.mark == "activation":
            ends = f'y1="{HEIGHT - BOTTOM - 4}" y2="{HEIGHT - BOTTOM + 3}"'
            lines.append(f'<line x1="{x(place)}" x2="{x(place)}" {ends} stroke="var(--quiet)"/>')
    upper = [f"{x(place)},{y(point.high)}" for place, point in enumerate(found.points)]
    lower = [f"{x(place)},{y(point.low)}" for place, point in enumerate(found.points)]
    band = " ".join([*upper, *reversed(lower)])
    lines.append(f'<polygon points="{band}" fill="var(--one)" opacity="0.15"/>')
    way = " ".join(f"{x(place)},{y(point.chance)}" for place, point in enumerate(found.points))
    lines.append(f'<polyline points="{way}" fill="none" stroke="var(--one)" stroke-width="2.5"/>')
    title = escape(f"{found.name}: how likely {found.names[0]} was to win, choice by choice")
    style = f' style="{";".join(f"{name}:{value}" for name, value in PLAIN.items())}"' if colours else ""
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--ground)"/>' if colours else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"{style} '
        f'font-family="system-ui, sans-serif" font-size="12"><title>{title}</title>{ground}{"".join(lines)}</svg>'
    )


def turn_marks(points: tuple[Point, ...]) -> list[tuple[int, int]]:
    """Where each turn begins: the turn, and the place of its first point."""
    numbered = enumerate(points)
    return [(turn, next(group)[0]) for turn, group in groupby(numbered, key=lambda each: each[1].turn) if turn]


def turn_table(found: Analysis) -> str:
    """The curve as a table: how it stood when each turn began, and at the end."""
    rows = [(f"{found.turn_word} {turn}", found.points[place].chance) for turn, place in turn_marks(found.points)]
    rows.append(("The end", found.points[-1].chance))
    cells = "".join(
        f'<tr><td>{escape(name)}</td><td class="number">{percent(chance)}</td>'
        f'<td class="number">{percent(1 - chance)}</td></tr>'
        for name, chance in rows
    )
    heads = "".join(f'<th class="number" scope="col">{escape(name)}</th>' for name in found.names)
    return f'<table><thead><tr><th scope="col">Moment</th>{heads}</tr></thead><tbody>{cells}</tbody></table>'


def page(found: Analysis) -> str:
    """All of it as one page, without a script and without anything from elsewhere."""
    won = next((name for side, name in zip(found.sides, found.names, strict=True) if side == found.winner), "")
    result = f"{won} wins" if won else "A draw"
    parts = [
        f"<h1>{escape(found.name)}</h1><p>{escape(result)}: {escape(found.reason)}.</p>",
        f"<h2>How likely {escape(found.names[0])} was to win, in percent</h2>{picture(found, False)}",
        f'<p class="quiet">{escape(found.fitted)}</p>',
        f'<h2>The same as a table</h2><div class="scroll">{turn_table(found)}</div>',
    ]
    if found.accounts:
        rows = "".join(
            f'<tr><td>{escape(each.name)}</td><td class="number">{each.choice:+.1%}</td>'
            f'<td class="number">{each.dice:+.1%}</td><td class="number">{each.rest:+.1%}</td></tr>'
            for each in found.accounts
        )
        heads = "".join(f'<th class="number" scope="col">{name}</th>' for name in ("Decisions", "Dice", "Misjudged"))
        parts.append(f"<h2>Skill and luck</h2>{''.join(f'<p>{escape(each)}</p>' for each in found.sentences)}")
        parts.append(f'<table><thead><tr><th scope="col">Side</th>{heads}</tr></thead><tbody>{rows}</tbody></table>')
    if found.turnings:
        items = "".join(f"<li>{escape(each.text)}</li>" for each in found.turnings)
        parts.append(f"<h2>Moments that mattered</h2><ol>{items}</ol>")
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    title = f"<title>{escape(found.name)}, analysed</title>"
    body = "".join(parts)
    top = f'<!doctype html><html lang="en"><head>{head}{title}<style>{STYLE}</style></head>'
    return f"{top}<body>{body}</body></html>\n"
