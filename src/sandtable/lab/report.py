"""One page about many battles: whole in itself, with the figures beside the pictures."""

import html
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

import sandtable.systems  # noqa: F401  registers the games
from sandtable.content.problems import ContentError
from sandtable.lab import deciding, plots
from sandtable.lab.decided import Decided, read_decided
from sandtable.lab.experiment import LabError, Plan
from sandtable.lab.folder import open_table
from sandtable.lab.maps import heat, strongest
from sandtable.lab.running import own_scenarios
from sandtable.lab.table import Table, write_files
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.system import systems
from sandtable.table.telling import count
from sandtable.table.view import Board, PlaneBoard

PAGE = "report.html"

STYLE = """
:root { color-scheme: light dark; --ink: #222; --soft: #5a554b; --paper: #faf8f3; --line: #ddd6c6; --code: #efeade;
  --faint: #999; --draw: #888; --side-0: #0072b2; --side-1: #c14f00; --side-2: #00845f; --side-3: #a8497f;
  --clear: #f1ecdc; --field: #ebe0b4; --rough: #ddd2b0; --low: #e6e2ce; --hill: #e3cd9f; --hill-woods: #bcc094;
  --light-woods: #d5dcb8; --woods: #bccb9f; --town: #d6ccc2; --works: #d2c7b6; --marsh: #c8d5bc; --water: #b5d3de;
  --beach: #f2e8c4; --grid: #00000026; --way: #9c8562; --rail: #5d564b; --goal: #222; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e3d6; --soft: #b3ac9c; --paper: #1b1a17; --line: #3d392f;
  --code: #2c2a24; --faint: #777; --draw: #999; --side-0: #56b4e9; --side-1: #f0883e; --side-2: #35c79b;
  --side-3: #e39ac0; --clear: #33322b; --field: #413d2b; --rough: #3d392c; --low: #2d2c25; --hill: #4d422d;
  --hill-woods: #434630; --light-woods: #37402d; --woods: #2f3b28; --town: #4b4742; --works: #453f39; --marsh: #334036;
  --water: #24404d; --beach: #504b3a; --grid: #ffffff1f; --way: #8a7a5c; --rail: #a59c8c; --goal: #fff; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 62rem; padding: 2rem 1rem 4rem; overflow-wrap: break-word; }
h1 { margin: 0; line-height: 1.2; } h2 { margin: 2.5rem 0 .5rem; border-bottom: 1px solid var(--line); }
p.what { color: var(--soft); margin: .2rem 0 1rem; max-width: 46rem; } p.verdict { font-size: 1.15rem; margin: .4rem 0 1rem; }
p.note { border-left: 4px solid var(--side-1); padding: .2rem .8rem; }
.sheet { overflow-x: auto; max-width: 100%; } .sheet:focus-visible { outline: 2px solid var(--side-0); }
table { border-collapse: collapse; margin: .5rem 0; }
th, td { padding: .25rem 1rem .25rem 0; text-align: left; vertical-align: top; }
th { font-weight: 600; border-bottom: 1px solid var(--faint); white-space: nowrap; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } td.w { min-width: 13rem; }
table.bars { width: 100%; } td.bar { width: 60%; } td.bar i { display: block; height: .8em; margin-top: .35em;
  background: var(--side-0); border-radius: 2px; min-width: 1px; }
svg { display: block; width: 100%; max-width: 34rem; height: auto; }
.beside { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: flex-start; }
.beside > * { flex: 1 1 20rem; min-width: 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1.5rem; }
.pair figure { margin: 0; min-width: 0; } .pair svg { max-width: none; } figcaption { margin-bottom: .3rem; }
figcaption span { color: var(--soft); } .scale { display: inline-block; width: 5rem; height: .6em; }
@media (max-width: 32rem) { table { font-size: .875rem; } th, td { padding-right: .6rem; } td.w { min-width: 11rem; } }
code { background: var(--code); padding: 0 .25rem; border-radius: 3px; }
.places path { stroke: var(--grid); stroke-width: 1px; vector-effect: non-scaling-stroke; } .lines path { stroke-linecap: round; }
[class^="l-"] { fill: none; stroke: var(--way); stroke-width: .16; } .l-water, .l-beach { stroke: var(--water); stroke-width: .35; }
.l-railroad { stroke: var(--rail); stroke-dasharray: .22 .14; stroke-linecap: butt; } .l-hedge, .l-bocage { stroke: var(--woods); }
.goal { fill: none; stroke: var(--goal); stroke-width: 2px; vector-effect: non-scaling-stroke; pointer-events: none; }
"""  # noqa: E501
GROUNDS = ("clear", "field", "rough", "low", "hill", "hill-woods", "light-woods", "woods", "town", "works", "marsh",
           "water", "beach")  # fmt: skip  # the palette of docs/views.md
STYLE += " ".join(f".g-{each} {{ fill: var(--{each}); }}" for each in GROUNDS) + "\n"


class Setting(msgspec.Struct, frozen=True):
    """What the scenario adds to the figures."""

    title: str
    names: dict[str, str]  # of the sides, as players know them
    board: Board | None  # None: it is not the one that was played on
    turn_word: str = "Turn"


def write_report(folder: Path | str, scenarios: Path | str | Iterable[Path | str] | None = None) -> Path:
    """The page of an experiment, and its tables for notebooks beside it. `scenarios`: folders with your own."""
    place = Path(folder)
    table = open_table(place)
    with own_scenarios(scenarios):
        text = page_of(table, list(read_decided(place).values()))
    page = place / PAGE
    page.write_text(text, encoding="utf-8")
    write_files(table, place)
    return page


def changed(plan: Plan) -> str:
    """A sentence if the scenario is not the one that was played; empty if it is."""
    system = systems()[plan.system]
    if system.shelf.find(plan.scenario).digest == plan.digest:
        return ""
    return "The scenario has changed since. The figures are those of the version that was played, without maps."


def setting_of(plan: Plan) -> Setting:
    """The scenario before the first move; a board that grows is shown as it was laid out."""
    system = systems().get(plan.system)
    if system is None:
        raise LabError(f"The game {plan.system} is not installed.")
    if plan.scenario not in {info.id for info in system.shelf.infos()}:
        hint = "If it is your own scenario, name its folder: --scenarios DIR."
        raise LabError(f"The scenario {plan.scenario} was not found. {hint}")
    try:
        view = system.shown.view(
            Play(system, system.rules.new(system.shelf.find(plan.scenario)), SampledChance(0)), ""
        )
    except ContentError as error:
        raise LabError(str(error)) from error
    names = dict.fromkeys(plan.sides) | {seat.id: seat.name for seat in view.seats if seat.id in plan.sides}
    known = {side: name or side for side, name in names.items()}
    return Setting(view.title, known, None if changed(plan) else view.board, view.turn_word)


def page_of(table: Table, decided: Sequence[Decided] = ()) -> str:
    """The whole page; with what decided the battles, where they were analysed."""
    plan = table.plan
    setting = setting_of(plan)
    names = setting.names
    players = ", ".join(f"{names[side]}: {level}" for side, level in plan.sides.items())
    missing = plan.games - len(table)
    so_far = f", {missing} still to be played" if missing else ""
    change = f'<p class="note">{changed(plan)}</p>' if setting.board is None else ""
    first = names[next(iter(plan.sides))]
    parts = [
        f"<h1>{html.escape(setting.title)}</h1>",
        f'<p class="what">{count(len(table), "battle")}{so_far} · {html.escape(players)} · seeds {plan.first} to '
        f"{plan.first + plan.games - 1} · <code>{html.escape(plan.scenario)}</code></p>{change}",
        section(
            "Who wins",
            "",
            f'<p class="verdict">{html.escape(verdict(table, names))}</p>',
            beside(plots.shares(table, names), shares_table(table, names)),
        ),
        section("How battles end", "", endings_table(table, names)),
        section("How long they last", "", beside(plots.lengths(table, names), numbers_table(table))),
        section(
            "How they unfold",
            f"How the computer players judge the position at the start of each turn. Above 0 {first} is ahead, "
            "and one more platoon is worth about 1. This judges the position on the board, not who will win.",
            plots.courses(table, names) or "<p>These rows come from an older version without turns.</p>",
        ),
        section("Turning points", plots.turning_words(table), plots.turning(table, names)),
        section("Losses by unit", losses_words(table), losses_table(table, names)),
    ]
    if setting.board is not None:
        parts += [
            section("Where units died", "Each unit is counted where it was last seen.", deaths(table, setting)),
            section("Where units stood", "Counted at the start of each turn.", stands(table, setting)),
        ]
    if len(plan.sides) == 2:
        parts.append(section("Luck", luck_words(table), plots.fortunes(table, names)))
    if decided:
        parts.append(section("What decides it", "", deciding_parts(decided, setting.turn_word)))
    body = "\n".join(parts)
    title = html.escape(f"{setting.title}: {count(len(table), 'battle')}")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>\n'
        f"<body>\n{body}\n</body></html>\n"
    )


# Words and tables --------------------------------------------------------------------------------


def section(title: str, words: str, *parts: str) -> str:
    lead = f'<p class="what">{html.escape(words)}</p>' if words else ""
    return f"<section><h2>{title}</h2>{lead}{''.join(parts)}</section>"


def beside(*parts: str) -> str:
    return f'<div class="beside">{"".join(f"<div>{part}</div>" for part in parts)}</div>'


def rows_of(
    head: Iterable[str], rows: Iterable[Iterable[str]], numbers: Iterable[int] = (), words: Iterable[int] = ()
) -> str:
    """A table; the columns in `numbers` are set to the right, those in `words` are not squeezed."""
    marks = dict.fromkeys(numbers, ' class="n"') | dict.fromkeys(words, ' class="w"')

    def line(tag: str, cells: Iterable[str]) -> str:
        row = "".join(f"<{tag}{marks.get(place, '')}>{html.escape(text)}</{tag}>" for place, text in enumerate(cells))
        return f"<tr>{row}</tr>"

    table = f"<table>{line('th', head)}{''.join(line('td', row) for row in rows)}</table>"
    return f'<div class="sheet" tabindex="0">{table}</div>'


def bars_of(head: str, shares: Mapping[str, float]) -> str:
    """Shares as a table with bars; the longest fills its cell."""
    most = max(shares.values(), default=0.0) or 1.0
    rows = "".join(
        f'<tr><td>{html.escape(name)}</td><td class="n">{share:.0%}</td>'
        f'<td class="bar"><i style="width:{100 * share / most:.0f}%"></i></td></tr>'
        for name, share in shares.items()
    )
    heads = f'<tr><th>{html.escape(head)}</th><th class="n">Share</th><th></th></tr>'
    return f'<div class="sheet" tabindex="0"><table class="bars">{heads}{rows}</table></div>'


def verdict(table: Table, names: plots.Names) -> str:
    """In a sentence: who is better off, or that so many games cannot tell."""
    players = table.plan.sides
    for side, player in players.items():
        share = table.share(side)
        if share.low <= 0.5:
            continue
        if len(set(players.values())) == 1:
            return f"{names[side]} is favoured: it wins at least {share.low:.0%} of battles, with 95% confidence."
        return (
            f"{player} as {names[side]} wins at least {share.low:.0%} of the battles, with 95% confidence. "
            "The players differ, so this says as much about them as about the scenario."
        )
    return "This many battles do not show that either side is favoured."


def shares_table(table: Table, names: plots.Names) -> str:
    rows = []
    for side in [*table.plan.sides, *([None] if table.wins(None) else [])]:
        share = table.share(side)
        rows.append(
            [
                names[side] if side else "draw",
                table.plan.sides.get(side or "", ""),
                str(table.wins(side)),
                f"{share.value:.1%}",
                f"{share.low:.1%} to {share.high:.1%}",
            ]
        )
    return rows_of(("Side", "Player", "Wins", "Share", "95% (Wilson)"), rows, (2, 3, 4))


def endings_table(table: Table, names: plots.Names) -> str:
    rows = [
        [str(times), f"{times / len(table):.0%}", names[winner] if winner else "nobody", reason, rule]
        for times, winner, reason, rule in table.endings()
    ]
    return rows_of(("Battles", "Share", "Winner", "Reason", "Rule"), rows, (0, 1), (3,))


def numbers_table(table: Table) -> str:
    rows = []
    for column, words in (("turns", "turns"), ("decisions", "decisions"), ("seconds", "computing, s")):
        values = sorted(float(getattr(row, column)) for row in table)
        middle = table.mean(column).value
        rows.append([words, f"{middle:,.1f}", *(f"{plots.quantile(values, part):,.1f}" for part in (0.0, 0.5, 1.0))])
    return rows_of(("", "mean", "least", "median", "most"), rows, range(1, 5))


def luck_words(table: Table) -> str:
    """How often the luckier side won."""
    one, two = table.plan.sides
    told = [row for row in table if row.winner and row.luck[one] != row.luck[two]]
    if not told:
        return "The dice cannot be compared."
    lucky = sum((row.luck[one] > row.luck[two]) == (row.winner == one) for row in told)
    return f"The side with the better dice won {lucky} of {len(told)} battles ({lucky / len(told):.0%})."


def deciding_parts(decided: Sequence[Decided], turn_word: str = "Turn") -> str:
    """Where battles are decided, how much is luck, what decisions are worth, and who makes which mistakes."""
    told = "".join(f"<p>{html.escape(text)}</p>" for text in deciding.words(decided, turn_word))
    if len(decided) < deciding.LEAST:
        return told
    parts = zip(("Decisions", "Dice, cards and cups", "The model's error"), deciding.shares(decided), strict=True)
    percent = deciding.percent
    rows = [[name, percent(each.value), f"{percent(each.low)} to {percent(each.high)}"] for name, each in parts]
    turns = {f"{turn_word} {turn}" if turn else "Opening": part for turn, part in deciding.by_turn(decided).items()}
    kinds = [
        [
            each.level,
            each.kind,
            f"{each.a_battle:.1f}",
            f"{100 * each.lost:.1f}",
            f"{100 * each.mistakes / each.count:.1f}",
            f"{100 * each.worst:.0f}" if each.example else "",
            each.example,
        ]
        for each in deciding.by_kind(decided)
        if each.mistakes or round(1000 * each.lost)
    ]
    heads = ("Player", "Decision", "A battle", "Points lost", "Mistakes in 100", "Worst", "What it was")
    return (
        told
        + beside(
            rows_of(("Part of the variance", "Share", "95% (bootstrap)"), rows, (1, 2)),
            bars_of("Where it is decided", turns),
        )
        + "<p class='what'>What each kind of decision costs a player in a battle, in hundredths of a win, against "
        "the best of what a tactician weighs; and how many are mistakes beyond the noise. What cost nothing is left "
        "out.</p>" + rows_of(heads, kinds, (2, 3, 4, 5), (6,))
    )


def losses_words(table: Table) -> str:
    words = "For each unit that took part: the share of its steps or pieces lost, and how often it lost all of them. "
    words += "Units that never lost anything are not listed."
    return words if all(row.took_part for row in table) else f"{words} Older rows do not say which units took part."


def losses_table(table: Table, names: plots.Names) -> str:
    """Units by side, the hardest hit first."""
    lost: Counter[tuple[str, str]] = Counter()
    gone: Counter[tuple[str, str]] = Counter()
    full: dict[tuple[str, str], int] = {}
    for row in table:
        for loss in row.losses:
            key = (loss.side, loss.name)
            lost[key] += loss.lost
            gone[key] += loss.lost == loss.of
            full[key] = loss.of
    there = present(table)
    order = {side: place for place, side in enumerate(table.plan.sides)}
    shares = {key: lost[key] / full[key] / there[key] for key in lost}
    rows = [
        [names.get(key[0], key[0]), key[1], str(there[key]), f"{shares[key]:.0%}", f"{gone[key] / there[key]:.0%}"]
        for key in sorted(shares, key=lambda key: (order.get(key[0], 9), -shares[key], key[1]))
    ]
    return rows_of(("Side", "Unit", "Took part", "Lost", "Destroyed"), rows, (2, 3, 4), (1,))


def present(table: Table) -> Counter[tuple[str, str]]:
    """How often a unit of a side and a name took part; where rows do not say: every one ever hit, in each battle."""
    ever = Counter(dict.fromkeys((loss.side, loss.name, loss.piece) for row in table for loss in row.losses))
    hit = Counter((side, name) for side, name, _ in ever)
    found: Counter[tuple[str, str]] = Counter()
    for row in table:
        if row.took_part:
            found.update({(side, name): each for side, of in row.took_part.items() for name, each in of.items()})
        else:
            found.update(hit)
    return found


# Maps --------------------------------------------------------------------------------------------


def deaths(table: Table, setting: Setting) -> str:
    counts: dict[str, Counter[str]] = {side: Counter() for side in table.plan.sides}
    for row in table:
        for loss in row.losses:
            if loss.place and loss.side in counts:
                counts[loss.side][loss.place] += 1
    return boards(setting, counts, "Where units of {} died", lambda number: f"{count(number, 'unit')} died")


def stands(table: Table, setting: Setting) -> str:
    counts: dict[str, Counter[str]] = {side: Counter() for side in table.plan.sides}
    for row in table:
        for side, places in row.stood.items():
            if side in counts:
                counts[side].update(places)
    return boards(setting, counts, "Where units of {} stood", lambda number: f"{count(number, 'unit')} stood")


def boards(setting: Setting, counts: dict[str, Counter[str]], what: str, of: Callable[[int], str]) -> str:
    board = setting.board
    assert board is not None
    figures = []
    for side, colour in zip(counts, plots.SIDES, strict=False):
        name = setting.names[side]
        place, most = strongest(board, counts[side])
        inch = "the square inch " if isinstance(board, PlaneBoard) else ""
        scale = f"full colour: {of(most)}, in {inch}{place}" if place else "none"
        shade = f'<i class="scale" style="background: linear-gradient(90deg, transparent, {colour})"></i>'
        picture = heat(board, counts[side], colour, f"{what.format(name)}; {scale}", of)
        caption = f"<b>{html.escape(name)}</b> <span>{shade if place else ''} {html.escape(scale)}</span>"
        figures.append(f"<figure><figcaption>{caption}</figcaption>{picture}</figure>")
    return f'<div class="pair">{"".join(figures)}</div>'
