"""What stands around the board: turn and phase, cup and tracks, roster, legend, log and options."""

from collections import Counter
from collections.abc import Collection, Iterable

import msgspec
from rich.text import Text

from sandtable.table.event import Modifier
from sandtable.table.telling import capital, percent, turn_of
from sandtable.table.view import DecisionView, HexBoard, LogLine, OptionView, Piece, Track, Value, View
from sandtable.terminal.canvas import GROUND, INK, LINES
from sandtable.terminal.hexes import code_of, side_marks, signs_of

# How the values of a game are printed on its counters.
NOTATION = {
    "nations_at_war": {
        "AP": "F-R-T, Firepower (dice), Range (hexes) and To-Hit, against armour",
        "": "F+ may roll a die again; u: the range is underlined",
        "HE": "F-R-T against soft targets",
        "AA": "F-R-T against aircraft",
        "Armor": "A/S: Armor (save dice) and the number each must reach",
        "Assault": "dice and To-Hit at close quarters; * cannot start one",
        "MF": "Movement Factor: movement points for an action",
        "Morale": "two dice must not roll higher",
        "Leadership": "dice it adds to one attack per turn",
        "Command": "how far its orders reach, in hexes",
    }
}
# The signs of a game, on the table now or not.
SIGNS = {
    "nations_at_war": {
        "HQ": "the HQ of a Formation (sHQ: a sub-HQ)",
        "!": "Disrupted",
        "✓": "Ops Complete: has acted",
        "?": "Out of Command",
        "@": "Overwatch",
        "a": "acquired by an enemy",
        "m": "in its transport",
        "d": "at work on a bridge",
        "L C": "with a leader, with the Commissar",
        "r": "radio trouble",
        "†": "wreck",
        "s1": "smoke and its level",
        "tr": "Improved Position",
        "mi": "mines; wi: wire, di: Anti-Tank Ditch",
        "ba": "barrage on its way; pl: aircraft, XX: bridge out",
        "■●": "in a hex without units: who controls an objective",
    }
}
SHORT_VALUES = {"Armor": "Arm", "Assault": "Ass", "Leadership": "Lead", "Command": "Cmd"}
SPARE_VALUES = ("Smoke", "Recon", "Assault", "AA", "HE")  # left out first where a line is too long
NAME_WIDTH = 22
MANY = 10  # more hexes to choose from are not listed one by one

FACES = "⚀⚁⚂⚃⚄⚅"
GOOD = "bold green"
QUIET = "dim"


WHERE = frozenset(("move", "march", "place"))  # of these there are many, and the map shows them too


def names(view: View) -> dict[str, str]:
    """The names of sides, seats, groups and pieces by id."""
    known = {seat.side: seat.name for seat in view.seats}
    known.update({seat.id: seat.name for seat in view.seats})
    known.update({group.id: group.name for group in view.groups})
    known.update({piece.id: piece.name for piece in view.pieces})
    return known


def header(view: View) -> Text:
    """Title, turn, phase, and who must choose; or how the battle ended."""
    known = names(view)
    line = Text(view.title, "bold")
    if view.turns:
        line.append(f" · {capital(turn_of(view.turn, view.turns))}")
    if view.phase:
        line.append(f" · {view.phase}")
    if view.result is not None:
        winner = view.result.winner
        how = f"{known.get(winner, winner)} won" if winner else "A draw"
        line.append(f" · {how}: {view.result.reason}", "bold")
    elif view.waiting:
        line.append(" · " + " and ".join(known.get(seat, seat) for seat in view.waiting) + " to choose")
    return line


def status(view: View, short: bool = False) -> Text:
    """Cup, decks, hands and tracks, a line each; in short without the turns, which the heading tells."""
    known = names(view)
    lines = [_track_line(track) for track in view.tracks if not (short and track.kind == "turns")]
    for pile in view.piles:
        line = Text(f"{pile.name} ({pile.count})", "bold")
        parts = [card.name for card in pile.cards]
        parts = parts or [entry.text + (f" ×{entry.count}" if entry.count > 1 else "") for entry in pile.contents]
        if parts:
            line.append(": " + ", ".join(parts), "not bold")
        lines.append(line)
    for hand in view.hands:
        line = Text(f"Hand of {known.get(hand.seat, hand.seat)} ({hand.count})", "bold")
        if hand.cards:
            line.append(": " + ", ".join(card.name for card in hand.cards), "not bold")
        lines.append(line)
    return Text("\n").join(lines)


def _track_line(track: Track) -> Text:
    line = Text(f"{track.name}:", "bold")
    for box in track.boxes:
        occupants = ", ".join(who.text + " ✓" * who.done for who in box.occupants)
        text = f"{box.text} ({occupants})" if occupants else box.text
        line.append(" ", "not bold")
        if box.now and len(track.boxes) > 1:
            line.append(f"[{text}]", "bold reverse")
        else:
            line.append(text, "not bold")
    return line


def where_of(piece: Piece, boxes: dict[str, str]) -> str:
    """Hex, cell or box of a piece, or its point on the plane in inches."""
    if piece.at is not None:
        return f"{piece.at.x / 100:g}, {piece.at.y / 100:g}"
    return boxes.get(piece.place, piece.place)


def printed(value: Value) -> str:
    """A printed number; u for one that is underlined."""
    return f"{value.text}{'u' if 'underlined' in value.emphasis else ''}"


def roster(view: View, width: int = 80, wanted: str = "") -> Text:
    """All pieces group by group, a line each: code, name, place, values, state. `wanted`: a hex or part of a name."""
    marks = side_marks(view)
    known = names(view)
    places = {box.id: box.name for box in view.boxes}
    order = {side: number for number, side in enumerate(marks)}
    groups = {group.id: number for number, group in enumerate(view.groups)}

    def place_in_list(piece: Piece) -> tuple[int, int, bool]:
        return order.get(piece.side, 99), groups.get(piece.group, 99), not piece.minor

    shown = sorted((piece for piece in view.pieces if _is_wanted(piece, wanted)), key=place_in_list)
    if not shown:
        return Text(f"No unit is called {wanted}, and none stands there.")
    named = min(NAME_WIDTH, max(len(piece.name) for piece in shown))
    lines: list[Text] = []
    last = ""
    for piece in shown:
        if piece.group != last and piece.group:
            lines.append(Text(known.get(piece.group, piece.group), "bold underline"))
        last = piece.group
        mark, colour = marks.get(piece.side, ("?", INK))
        line = Text(f"{mark}{code_of(piece)}{signs_of(piece)}", f"bold white on {colour}")
        line.append(" " * max(1, 9 - len(line)), "default on default not bold")
        where = "off" if piece.place in places else where_of(piece, places)
        line.append(f"{cut(piece.name, named):<{named}} {cut(where, 4):<4} ", "default on default not bold")
        line.append(_values_and_state(piece, width - len(line)), "default on default not bold")
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


def _is_wanted(piece: Piece, wanted: str) -> bool:
    words = wanted.lower()
    return not words or words == piece.place.lower() or words in piece.name.lower()


def cut(text: str, width: int) -> str:
    """A text no longer than that."""
    return text if len(text) <= width else text[: width - 1] + "…"


def _values_and_state(piece: Piece, room: int) -> str:
    """What fits: the state before the values that are needed least."""
    state = ", ".join(marker.text or marker.kind for marker in piece.markers)
    values = [f"{SHORT_VALUES.get(value.label, value.label)} {printed(value)}" for value in piece.values]
    labels = [value.label for value in piece.values]
    for spare in SPARE_VALUES:
        if len(" ".join(values)) + len(state) + 2 > room and spare in labels:
            place = labels.index(spare)
            del values[place], labels[place]
    text = " ".join(values)
    return cut(f"{text}  {state}".strip() if state else text, max(4, room))


def _entry(sign: str, fore: str, back: str, meaning: str) -> Text:
    line = Text(sign, f"bold {fore} on {back}")
    line.append(f" {meaning}", "default on default not bold")
    return line


def legend(view: View) -> Text:
    """What letters, colours and signs mean."""
    lines: list[Text] = []
    board = view.board
    if board is not None:
        for kind in board.terrain:
            back = GROUND.get(kind.colour, GROUND["clear"])
            meaning = f"{kind.name}: {kind.text}" if kind.text else kind.name
            lines.append(_entry(f" {kind.letter or ' '} ", INK, back, meaning))
    if isinstance(board, HexBoard):
        for kind in board.lines:
            fore, back = LINES.get(kind.colour, (INK, ""))
            lines.append(_entry((kind.letter or "=") * 3, fore, back or GROUND["clear"], kind.name))
    for side, (mark, colour) in side_marks(view).items():
        lines.append(_entry(f" {mark} ", "white", colour, names(view).get(side, side)))
    signs = {
        "*": "a hex you can choose",
        "+": "after a unit: its hex holds more; `units f5` lists all",
        "▶": "the unit in question",
        "¹²³": "the number of the unit",
        "-": "reduced: has lost steps",
    }
    if view.system in SIGNS:
        signs |= SIGNS[view.system]
    else:
        seen = [marker for piece in view.pieces for marker in piece.markers] + list(view.markers)
        signs |= {marker.sign: marker.text or marker.kind for marker in seen if marker.sign}
    lines += [Text(f" {sign:<4} {meaning}") for sign, meaning in signs.items()]
    lines.append(Text("White letters: ready; grey: has acted; yellow: in trouble."))
    lines.append(Text("Where there is no room for a mark, the second side is in small letters."))
    notes = NOTATION.get(view.system, {})
    used = {value.label for piece in view.pieces for value in piece.values}
    lines += [Text(f" {label:<11} {meaning}") for label, meaning in notes.items() if label in used or not label]
    return Text("\n").join(lines)


def log_lines(view: View, last: int = 8) -> Text:
    """The last lines of the log, with their dice."""
    return Text("\n").join([log_line(line) for line in merged(view.log)[-last:]] if last > 0 else [])


def merged(lines: Iterable[LogLine]) -> list[LogLine]:
    """Steps of one move as one line: "moves U3-T2-S2 to R1"."""
    found: list[LogLine] = []
    for line in lines:
        last = found[-1] if found else None
        if last is not None and goes_on(last, line):
            line = msgspec.structs.replace(line, path=(*last.path, *line.path[1:]))
            found.pop()
        found.append(line)
    return [_way_told(line) for line in found]


def goes_on(last: LogLine, line: LogLine) -> bool:
    """Whether a line tells the next step of the same move."""
    same = (last.kind, last.piece, last.target) == (line.kind, line.piece, line.target)
    return line.kind == "moved" and same and len(line.path) > 1 and bool(last.path) and last.path[-1] == line.path[0]


def _way_told(line: LogLine) -> LogLine:
    if line.kind != "moved" or len(line.path) < 3:
        return line
    way = "-".join(line.path[:-1])
    return msgspec.structs.replace(line, text=line.text.replace(f" to {line.place}", f" {way} to {line.place}", 1))


def log_line(line: LogLine) -> Text:
    """The sentence, the dice with those that reached their number set off, the modifiers, the rule."""
    text = Text(line.text)
    if line.dice:
        text.append("  ")
        for die in line.dice:
            good = line.need > 0 and die >= line.need
            text.append(FACES[die - 1] if 1 <= die <= 6 else f"[{die}]", GOOD if good else "")
            text.append(f"{die} " if 1 <= die <= 6 else " ", GOOD if good else QUIET)
        if line.need:
            text.append(f"({line.need}+)", QUIET)
        text.rstrip()
    if line.modifiers:
        text.append(f"  [{', '.join(modifier_text(modifier) for modifier in line.modifiers)}]", QUIET)
    if line.rule:
        text.append(f"  {line.rule}", QUIET)
    return text


def modifier_text(modifier: Modifier) -> str:
    """A modifier as "+1 extended range"."""
    return f"{modifier.amount:+d} {modifier.label}"


def option_text(option: OptionView) -> str:
    """An option's words and its odds."""
    odds = ", ".join(f"{percent(odd.chance / 1000)} {odd.text}" for odd in option.odds)
    return f"{option.label} ({odds})" if odds else option.label


def option_lines(
    view: View, width: int = 100, only: Collection[int] | None = None, brief: bool = False
) -> list[Text]:
    """The numbered options in columns, under the piece or the heading they belong to.

    `only` some of them; `brief`: where many hexes can be chosen, one line instead, after the rest.
    """
    decision = view.decision
    if decision is None:
        return []
    headings: dict[str, list[tuple[int, OptionView]]] = {}
    hexes: dict[tuple[str, str], list[tuple[int, OptionView]]] = {}
    for number, option in enumerate(decision.options, 1):
        if only is not None and number not in only:
            continue
        if brief and option.place and option.place == option.choice.to and not option.odds:
            hexes.setdefault((option.choice.do, option.choice.piece), []).append((number, option))
    summed = {number for some in hexes.values() if len(some) > MANY for number, _ in some}
    for number, option in enumerate(decision.options, 1):
        if number not in summed and (only is None or number in only):
            headings.setdefault(heading_of(view, option), []).append((number, option))
    lines: list[Text] = []
    few_first = sorted(headings.items(), key=lambda each: all(option.role in WHERE for _, option in each[1]))
    for heading, options in few_first:
        if len(headings) > 1 or heading:
            lines.append(Text(cut(heading or "Otherwise", width), "bold"))
        lines += _in_columns(options, width)
    for (verb, _), some in hexes.items():
        if len(some) > MANY:
            lines.append(_hexes_line(view, verb, some))
    return lines


def heading_of(view: View, option: OptionView) -> str:
    """Who does it and where he is, or the heading that the option has itself."""
    if option.group:
        return option.group
    heading = names(view).get(option.piece, option.piece)
    boxes = {box.id: box.name for box in view.boxes}
    place = next((piece.place for piece in view.pieces if piece.id == option.piece), "")
    if place in boxes:
        return f"{heading} ({boxes[place]})"
    return f"{heading} at {place}" if place else heading


def _hexes_line(view: View, verb: str, some: list[tuple[int, OptionView]]) -> Text:
    """Many hexes to choose from: how many, at what cost, and that one is typed."""
    who = names(view).get(some[0][1].choice.piece, "")
    line = Text(f"{verb.capitalize()} {who}".rstrip(), "bold")
    costs = Counter(option.cost for _, option in some if option.cost)
    if len(costs) > 6:
        summary = f"{len(some)} hexes, {min(costs)} to {max(costs)} MP"
    elif costs:
        summary = ", ".join(f"{number} for {cost} MP" for cost, number in sorted(costs.items()))
    else:
        summary = f"{len(some)} hexes, {some[0][1].place} to {some[-1][1].place}"
    first = f"{verb} " if " " in verb else ""
    example = f"{first}{some[0][1].place.lower()}"
    line.append(f": type a hex, starred on the map, like {example} ({summary}); `list` shows all", "not bold")
    return line


def _in_columns(options: list[tuple[int, OptionView]], width: int) -> list[Text]:
    """As many columns as fit, filled downwards."""
    texts = [option_text(option) + (f" [{option.key}]" if option.key else "") for _, option in options]
    widest = max(len(text) for text in texts) + 7  # number, blanks
    columns = max(1, min(width // widest, len(options)))
    rows = -(-len(options) // columns)
    lines: list[Text] = []
    for row in range(rows):
        line = Text()
        for place in range(row, len(options), rows):
            line.append(f"{options[place][0]:>4} ", "bold")
            line.append(texts[place].ljust(widest - 5))
        line.rstrip()
        lines.append(line)
    return lines


def question(decision: DecisionView) -> Text:
    """What is asked, and by which rule."""
    line = Text(decision.prompt, "bold")
    if decision.rule:
        line.append(f"  rule {decision.rule}", QUIET)
    return line


def goal_lines(view: View) -> list[str]:
    """How the battle is won, and its special rules."""
    return [goal if goal.startswith("Special rule") else f"Goal: {goal}" for goal in view.goals]


def attack_lines(number: int, option: OptionView) -> list[Text]:
    """An attack at length: both sides' dice, every modifier with its rule, every outcome."""
    attack = option.attack
    lines = [Text(f"{number} {option.label}", "bold")]
    if attack is None:
        return [*lines, Text("  This is not an attack.")]
    for name, dice, notes in (
        (attack.title, attack.attack, attack.attack_notes),
        (attack.against, attack.defence or "no dice", attack.defence_notes),
    ):
        if dice != "no dice" or attack.title == "Attack":  # nobody answers a check
            lines.append(Text(f"  {name}: {dice}"))
        lines += [Text(f"    {modifier_text(note)}  {note.rule}") for note in notes]
    chances = (*attack.odds, *attack.losses)
    widest = max([len(odd.text) for odd in chances], default=0)
    lines += [Text(f"  {odd.text:<{widest}} {percent(odd.chance / 1000):>4}") for odd in chances]
    return lines


def odds_lines(view: View) -> list[Text]:
    """The shots that can be made now, with their numbers and who makes them."""
    options = view.decision.options if view.decision is not None else ()
    shots = [number for number, option in enumerate(options, 1) if option.odds]
    if not shots:
        return []
    return [*option_lines(view, 1, shots), Text("Type `odds` and a number to see how they come about.")]
